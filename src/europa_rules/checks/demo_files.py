"""Checks of the script of a demonstration: its head, the position, and the orders of its steps.

Needs a file `demo.toml`; gives every fault with its line. An order is read as a game would read it, and what it names
must be there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from europa_rules.checks.kinds import Kind, Surroundings, with_lines
from europa_rules.checks.places import hex_oddity
from europa_rules.checks.plain_shapes import TEXT, Table, Tables, Value, shape_faults
from europa_rules.checks.position_files import text_faults
from europa_rules.checks.toml_files import named, read_toml
from europa_rules.errors import EuropaError, Fault, nearest
from europa_rules.line_numbers import Lines
from europa_rules.orders import order_from_json
from europa_rules.position import parse_position
from europa_rules.ruleset import Ruleset

_ANYTHING = Value("a value of an order", lambda value: isinstance(value, str | int | list | dict))
_REMARKS = {"remark": TEXT, "pass": TEXT, "answer": TEXT}
_SHAPE = Table(
    {"position": TEXT, "center": TEXT, "seed": TEXT, "steps": Tables(Table(_REMARKS, others=_ANYTHING))},
    needed=("position", "center", "seed", "steps"),
)
Step = Mapping[str, object]


def demo_faults(place: Path, around: Surroundings) -> Iterator[Fault]:
    """Every fault of the script of a demonstration."""
    table, lines, unreadable = read_toml(place)
    yield from unreadable
    if unreadable:
        return
    found = [*shape_faults(table, _SHAPE, str(place)), *_unknown_steps(table, str(place))]
    yield from with_lines(found, lines)
    if not found:
        said = [list(_content_faults(table, lines, str(place), rules)) for rules in around.rules_of(place)]
        yield from min(said, key=len, default=[])


def _steps(table: Step) -> list[tuple[str, Step]]:
    """The steps with their addresses."""
    steps = table.get("steps")
    listed = steps if isinstance(steps, list) else []
    return [(f"steps[{number}]", step) for number, step in enumerate(listed) if isinstance(step, Mapping)]


def _unknown_steps(table: Step, file: str) -> Iterator[Fault]:
    for where, step in _steps(table):
        strangers = [] if "kind" in step else [key for key in step if key not in _REMARKS]
        for key in strangers:
            expected = f"one of {', '.join(_REMARKS)}, or kind with an order"
            yield Fault(file, f"{where}.{key}", f"the name '{key}'", expected, nearest(key, (*_REMARKS, "kind")))


def _content_faults(table: Step, lines: Lines, file: str, rules: Ruleset) -> Iterator[Fault]:
    """What is wrong with a script of the right shape by the rules of a game."""
    position, first = str(table["position"]), lines.of("position") + 1  # below its opening quotation marks
    unsound = list(text_faults(position, file, rules, first))
    yield from unsound
    center = hex_oddity(str(table["center"]), rules)
    found = [center.at(file, "center")] if center else []
    pieces = () if unsound else tuple(parse_position(position, rules).pieces)
    for where, step in _steps(table):
        if "kind" in step:
            found += _order_faults(step, where, file, pieces, rules)
    yield from with_lines(found, lines)


def _order_faults(step: Step, where: str, file: str, pieces: Collection[str], rules: Ruleset) -> Iterator[Fault]:
    try:
        order_from_json(step, rules, where)
    except EuropaError as error:
        address, _, why = str(error).partition(": ")
        named_there = bool(why) and address.startswith(where)
        at, found = (address, why) if named_there else (f"{where}.kind", str(error))
        yield Fault(file, at, found, "an order that can be read")
        return
    for key in ("target", "to", "path"):
        value = step.get(key, ())
        for ref in (value,) if isinstance(value, str) else value if isinstance(value, list) else ():
            oddity = hex_oddity(str(ref), rules)
            if oddity:
                yield oddity.at(file, f"{where}.{key}")
    units = step.get("units")
    for unit in units if isinstance(units, list) and pieces else ():
        if unit not in pieces:
            yield Fault(file, f"{where}.units", f"'{unit}'", "a piece of the position", nearest(str(unit), pieces))


KIND = Kind("demonstration", named("demo.toml"), demo_faults)
