"""Checks of a demonstration: its head, and the orders of the playthrough beside it.

Needs a file `demo.toml`; gives every fault with its file and line. An order is read as a game would read it, and the
hexes that it names must be there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from europa_rules.checks.kinds import Kind, Surroundings, with_lines
from europa_rules.checks.places import hex_oddity
from europa_rules.checks.plain_shapes import TEXT, WHOLE, Table, shape_faults
from europa_rules.checks.toml_files import named, read_toml
from europa_rules.errors import EuropaError, Fault
from europa_rules.order_notation import read_order
from europa_rules.orders import order_to_json
from europa_rules.playthroughs import Line, parse_playthrough
from europa_rules.ruleset import Ruleset

_SHAPE = Table({"playthrough": TEXT, "center": TEXT, "reach": WHOLE}, needed=("playthrough", "center", "reach"))


def demo_faults(place: Path, around: Surroundings) -> Iterator[Fault]:
    """Every fault of a demonstration."""
    table, lines, unreadable = read_toml(place)
    yield from unreadable
    if unreadable:
        return
    found = list(shape_faults(table, _SHAPE, str(place)))
    yield from with_lines(found, lines)
    if not found:
        said = [list(_content_faults(table, place, rules)) for rules in around.rules_of(place)]
        fewest: list[Fault] = min(said, key=len, default=[])
        yield from with_lines(fewest, lines)


def _content_faults(table: Mapping[str, object], place: Path, rules: Ruleset) -> Iterator[Fault]:
    """What is wrong with a demonstration of the right shape by the rules of a game."""
    center = hex_oddity(str(table["center"]), rules)
    if center:
        yield center.at(str(place), "center")
    script = place.with_name(str(table["playthrough"]))
    if not script.is_file():
        yield Fault(str(place), "playthrough", f"'{script.name}'", "a playthrough beside this file")
        return
    try:
        lines = parse_playthrough(script.read_text(encoding="utf-8-sig")).lines
    except EuropaError as error:
        yield Fault(str(script), "the playthrough", str(error), "a playthrough that can be read")
        return
    for line in lines:
        yield from _line_faults(line, str(script), rules)


def _line_faults(line: Line, file: str, rules: Ruleset) -> Iterator[Fault]:
    """What is wrong with the order of a line; answers, passes and rolls are judged as they are played."""
    who, _, what = (part.strip() for part in line.text.partition(":"))
    if who not in rules.variant.sides or what == "done" or what.startswith("chooses"):
        return
    where = f"line {line.number}"
    try:
        order = order_to_json(read_order(what, rules), rules)
    except EuropaError as error:
        yield Fault(file, where, str(error), "an order that can be read")
        return
    for key in ("target", "to", "path"):
        value = order.get(key, ())
        for ref in (value,) if isinstance(value, str) else value if isinstance(value, list) else ():
            oddity = hex_oddity(str(ref), rules)
            if oddity:
                yield oddity.at(file, where)


KIND = Kind("demonstration", named("demo.toml"), demo_faults)
