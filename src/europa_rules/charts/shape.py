"""The shapes that charts have, and what is wrong with a chart that has another.

A shape is plain data: fields, groups of named things and rows of like things. Checking a chart against its shape gives
every fault of it, never only the first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from attrs import field, frozen

from europa_rules.charts.chart import Chart, Leaf, Path
from europa_rules.charts.heads import unknown_rules
from europa_rules.errors import EuropaError, Fault, is_misspelt, nearest
from europa_rules.numbers import exact

NAME = re.compile(r"[a-z0-9][a-z0-9_]*\Z")
ROLL = re.compile(r"-?\d+\Z")
ANY = re.compile(r".+\Z")


@frozen
class Field:
    """A cell.

    Attributes:
        of: "number", "whole", "flag", "text", "texts", "numbers", "factors" or "any".
        least: the smallest number allowed.
        words: texts allowed (all of them, for a text; beside numbers, for a number).
        names_in: chart and address whose rows the text or texts must name.
        required: whether every row must have it.
        unit: "MPs", "hexes", ... for messages and docs.
        like: the pattern of the text, or of each text of a list.
        say: what the pattern asks for, in words.
    """

    of: str = "any"
    least: int | None = None
    words: tuple[str, ...] = ()
    names_in: Path = ()
    required: bool = True
    unit: str = ""
    like: re.Pattern[str] | None = None
    say: str = ""


REMARKS = {"note": Field("text"), "option": Field("text"), "rules": Field("texts"), "when": Field("text")}
"""What may stand in any table, for people: remarks, and the rules or the option that it belongs to."""


@frozen
class Group:
    """Named things of different kinds below one address.

    Attributes:
        fields: the names that there are, and what each holds.
        others: what any other name holds; None where there are no others.
        others_from: the names that the others may have, from the chart itself; None for any.
    """

    fields: Mapping[str, Node]
    required: bool = True
    others: Node | None = None
    others_from: NamesFrom | None = None


@frozen
class Rows:
    """Any number of things of one kind below one address, with names of a pattern.

    Attributes:
        names_in: chart and address whose rows the names must be, or ().
        names_from: the names that there may be, from the chart itself; None for any.
    """

    row: Node
    names: re.Pattern[str] = NAME
    required: bool = True
    say: str = "a name in lower case with underscores"
    names_in: Path = ()
    names_from: NamesFrom | None = None


@frozen
class Free:
    """Anything exact."""

    required: bool = False


Node = Field | Group | Rows | Free
NamesFrom = Callable[[Chart], Collection[str]]


@frozen
class Library:
    """The charts a check may refer to, and the addresses already reported."""

    charts: Mapping[str, Chart]
    damaged: set[tuple[str, Path]] = field(factory=set)

    def is_damaged(self, chart: Chart, path: Path) -> bool:
        """Whether the address, or one above it, already has a fault."""
        return any((chart.id, path[:depth]) in self.damaged for depth in range(len(path) + 1))


def file_of(chart: Chart, path: Path) -> str:
    """The file that gave the latest cell at or below an address."""
    below = [cell.file for p, cell in chart.cells.items() if p[: len(path)] == path]
    ranked = [f for f in chart.files if f in below]
    return ranked[-1] if ranked else chart.files[-1]


def faults_of(chart: Chart, node: Node, library: Library, path: Path = ()) -> Iterator[Fault]:
    """Every way in which a chart, from an address down, differs from its shape."""
    if library.is_damaged(chart, path):
        return
    if isinstance(node, Field):
        yield from _field_faults(chart, node, library, path)
    elif isinstance(node, Group):
        yield from _group_faults(chart, node, library, path)
    elif isinstance(node, Rows):
        yield from _rows_faults(chart, node, library, path)


def _group_faults(chart: Chart, node: Group, library: Library, path: Path) -> Iterator[Fault]:
    if path in chart.cells:
        yield _fault(chart, path, f"the value {_shown(chart.cells[path].value)}", f"a table with {_list(node.fields)}")
        return
    present = chart.rows(*path)
    for name in present:
        if name in REMARKS and name not in node.fields:
            yield from _field_faults(chart, REMARKS[name], library, (*path, name))
            yield from _rule_faults(chart, (*path, name))
            continue
        below = node.fields.get(name, node.others)
        if below is not None:
            others = () if name in node.fields or node.others_from is None else node.others_from(chart)
            yield from _strange_name(chart, (*path, name), (*node.fields, *others) if others else ())
            yield from faults_of(chart, below, library, (*path, name))
        elif not library.is_damaged(chart, (*path, name)):
            yield _fault(
                chart, (*path, name), f"the name '{name}'", f"one of {_list(node.fields)}", nearest(name, node.fields)
            )
    lacking = [n for n, f in node.fields.items() if f.required and n not in present]
    if lacking:
        yield from _lacking(chart, library, path, lacking)


def _strange_name(chart: Chart, path: Path, known: Collection[str]) -> Iterator[Fault]:
    """A name that is none of those known; nothing where none are."""
    if known and path[-1] not in known:
        yield _fault(chart, path, f"the name '{path[-1]}'", f"one of {', '.join(known)}", nearest(path[-1], known))


def _rule_faults(chart: Chart, path: Path) -> Iterator[Fault]:
    """Rules cited in a table that are in no book."""
    for number, text in enumerate(chart.texts(*path)):
        file = file_of(chart, path)
        yield from unknown_rules(text, file, f"{chart.address(file, path)}[{number}]")


def _lacking(chart: Chart, library: Library, path: Path, lacking: Sequence[str]) -> Iterator[Fault]:
    """One fault for a row or table that is not complete; a like name next to it is the likeliest cause."""
    if any((chart.id, (*path, name)) in library.damaged for name in lacking):
        return
    near = nearest(path[-1], [n for n in chart.rows(*path[:-1]) if n != path[-1]]) if path else ""
    found = f"'{path[-1]}' without {', '.join(lacking)}" if path else f"nothing at {', '.join(lacking)}"
    yield _fault(chart, path, found, "a name that is there already, or every cell of a new row", near)


def _rows_faults(chart: Chart, node: Rows, library: Library, path: Path) -> Iterator[Fault]:
    if path in chart.cells:
        yield _fault(chart, path, f"the value {_shown(chart.cells[path].value)}", "a table of rows")
        return
    names = chart.rows(*path)
    home = library.charts.get(node.names_in[0]) if node.names_in else None
    among = node.names_from(chart) if node.names_from is not None else ()
    for name in names:
        yield from _strange_name(chart, (*path, name), among)
        if home is not None and name not in home.rows(*node.names_in[1:]):
            known = home.rows(*node.names_in[1:])
            there = f"{node.names_in[0]}: {'.'.join(node.names_in[1:])}"
            yield _fault(chart, (*path, name), f"the name '{name}'", f"a name from {there}", nearest(name, known))
        meant = next((word for word in ("provenance", *REMARKS) if is_misspelt(name, word)), "")
        if meant:
            yield _fault(chart, (*path, name), f"the name '{name}'", f"'{meant}', or a name that is not like it", meant)
        elif not node.names.match(name):
            others = [n for n in names if n != name]
            near = nearest(name, others) or re.sub(r"\W+", "_", name.lower())
            yield _fault(chart, (*path, name), f"the name '{name}'", node.say, near if node.names.match(near) else "")
        else:
            yield from faults_of(chart, node.row, library, (*path, name))


def _field_faults(chart: Chart, node: Field, library: Library, path: Path) -> Iterator[Fault]:
    cell = chart.find(*path)
    if cell is None:
        yield _fault(chart, path, "a table", describe(node))
        return
    if not _fits(node, cell.value):
        near = nearest(cell.value, node.words) if isinstance(cell.value, str) else ""
        yield _fault(chart, path, _shown(cell.value), describe(node), near)
        return
    yield from _name_faults(chart, node, library, path, cell.value)
    yield from _pattern_faults(chart, node, path, cell.value)


def _pattern_faults(chart: Chart, node: Field, path: Path, value: Leaf) -> Iterator[Fault]:
    """Texts that do not follow the pattern of the field; each of a list has its own place."""
    if node.like is None:
        return
    listed = isinstance(value, tuple)
    for number, text in enumerate(value if isinstance(value, tuple) else (value,)):
        if isinstance(text, str) and not node.like.match(text):
            file = file_of(chart, path)
            where = chart.address(file, path) + (f"[{number}]" if listed else "")
            yield Fault(file, where, f"'{text}'", node.say, _mended(text, node.like))


def _mended(text: str, like: re.Pattern[str]) -> str:
    """The text with its punctuation put right, if that makes it follow the pattern."""
    tried = (re.sub(r"[^A-Za-z0-9]+", mark, text) for mark in (":", " "))
    return next((t for t in tried if like.match(t)), "")


def _name_faults(chart: Chart, node: Field, library: Library, path: Path, value: Leaf) -> Iterator[Fault]:
    """Names that must be rows of a chart, this one or another, wherever and whenever that was read."""
    if not node.names_in:
        return
    home = library.charts.get(node.names_in[0])
    known = home.rows(*node.names_in[1:]) if home is not None else ()
    for name in _names_in(value):
        if name not in known and name not in node.words:
            there = f"{node.names_in[0]}: {'.'.join(node.names_in[1:])}"
            yield _fault(chart, path, f"'{name}'", f"a name from {there}", nearest(name, [*known, *node.words]))


def _names_in(value: Leaf) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, Mapping):
        return [name for key in ("units", "except") for name in _names_in(value.get(key, ()))]
    if isinstance(value, tuple):
        return [name for v in value for name in _names_in(v)]
    return []


def _fits(node: Field, value: Leaf) -> bool:
    match node.of:
        case "number" | "whole":
            return (isinstance(value, str) and value in node.words) or _is_number(node, value)
        case "flag":
            return isinstance(value, bool)
        case "text":
            return isinstance(value, str) and (not node.words or bool(node.names_in) or value in node.words)
        case "texts":
            return isinstance(value, tuple) and all(isinstance(v, str) for v in value)
        case "numbers":
            return isinstance(value, tuple) and all(_is_number(node, v) for v in value)
        case "factors":
            return isinstance(value, tuple) and all(_is_factor(v) for v in value)
        case _:
            return True


def _is_number(node: Field, value: Leaf) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | str):
        return False
    try:
        number = exact(value)
    except EuropaError:
        return False
    whole = node.of != "whole" or number.denominator == 1
    return whole and (node.least is None or number >= node.least)


def _is_factor(value: Leaf) -> bool:
    if not isinstance(value, Mapping) or not {"units", "factor"} <= set(value) <= {"units", "factor", "except"}:
        return False
    return isinstance(value["units"], str) and _is_number(Field("number", 0), value["factor"])


def describe(node: Field) -> str:
    """What a field expects, in words.

    >>> describe(Field("number", 0, ("P",), unit="MPs"))
    "a number (an integer or a fraction such as '7/2') of MPs, 0 or more, or 'P'"
    """
    if node.of == "text" and node.words and not node.names_in:
        return f"one of {_list(node.words)}"
    words = {
        "number": "a number (an integer or a fraction such as '7/2')",
        "whole": "a whole number",
        "flag": "true or false",
        "text": "a text",
        "texts": "a list of names",
        "numbers": "a list of numbers",
        "factors": "a list of { units, factor } with except where some are exempt",
    }
    said = words.get(node.of, "a value")
    said += f" of {node.unit}" if node.unit else ""
    said += f", {node.least} or more" if node.least is not None else ""
    return said + "".join(f", or '{w}'" for w in node.words)


def _fault(chart: Chart, path: Path, found: str, expected: str, near: str = "") -> Fault:
    file = file_of(chart, path)
    return Fault(file, chart.address(file, path), found, expected, near)


def _shown(value: Leaf) -> str:
    return repr(value) if isinstance(value, str) else str(value)


def _list(names: Mapping[str, object] | Sequence[str]) -> str:
    return ", ".join(names)
