"""Checks of the tables beside orders of battle (`orders_of_battle/tables/*.csv`): their columns and every cell.

Needs a file; gives every fault with its line and column, and the nearest right name of a file that nobody reads.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from europa_rules.air_units import AirUnit
from europa_rules.checks.kinds import Kind, Surroundings, faults_of
from europa_rules.checks.pieces import Oddity, named_turn_oddity, oddities
from europa_rules.checks.places import hex_oddity
from europa_rules.errors import EuropaError, Fault, nearest
from europa_rules.orders_of_battle.bundled import FOLDER as ORDERS_OF_BATTLE
from europa_rules.orders_of_battle.tables import FILES, FOLDER, ORIGIN, columns_of, read_rows
from europa_rules.position_notation import PieceNotation
from europa_rules.ruleset import Ruleset
from europa_rules.units import Unit

_LIKE_SOURCE = re.compile(r"https?://|(?:FoF|SF) \d+[A-Z]\w*(?:, (?:FoF|SF) \d+[A-Z]\w*)*\Z")
_LIKE_RATING = re.compile(r"\d+(?:/\d+)?(?:-\d+){0,2}\*?\Z")
_LIKE_PIECE = re.compile(r"\A[a-z]{2} \d\S* ")
_IDENTIFICATIONS = frozenset({"group", "parent", "component", "place", "cargo", "unit"})
"""Columns of names, which are never a mere number."""

Said = Mapping[str, Counter[str]]

_KIND_OF = {file: kind for kind, file in FILES.items()}


def _is_table(place: Path) -> bool:
    return place.suffix == ".csv" and place.parts[-3:-1] == (ORDERS_OF_BATTLE, FOLDER) and place.is_file()


def table_faults(place: Path, around: Surroundings) -> Iterator[Fault]:
    """Every fault of a table."""
    if place.name not in _KIND_OF:
        hint = nearest(place.name, _KIND_OF)
        yield Fault(str(place), "the name", place.name, f"one of {', '.join(_KIND_OF)}", hint)
        return
    try:
        text = place.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        yield Fault(str(place), "the file", str(error), "a text file in UTF-8")
        return
    kind = _KIND_OF[place.name]
    unread = faults_of(lambda: read_rows(kind, text, str(place)), str(place))
    yield from unread
    if not any(fault.where == "line 1" for fault in unread):
        said = [list(_content_faults(kind, text, str(place), rules)) for rules in around.rules_of(place)]
        yield from min(said, key=len, default=[])


def _content_faults(kind: type, text: str, file: str, rules: Ruleset) -> Iterator[Fault]:
    """Rows that stand twice, and cells that name what there is not."""
    reader = csv.DictReader(io.StringIO(text, newline=""))
    said_in = _said_in(text, columns_of(kind))
    seen: dict[tuple[str, ...], int] = {}
    for row in reader:
        line = reader.line_num
        said = tuple(str(row[name]) for name in columns_of(kind) if name not in ORIGIN)
        if said in seen:
            yield Fault(file, f"line {line}", "a row again", f"each row once (see line {seen[said]})")
        seen.setdefault(said, line)
        if not row["source"]:
            yield Fault(file, f"line {line}, source", "nothing", "where the row comes from")
        for column, oddity in _misplaced(row, said_in):
            yield oddity.at(file, f"line {line}, {column}")
        for column, look in _LOOKS.items():
            strange = look(row[column], rules) if row.get(column) else None
            if strange:
                yield strange.at(file, f"line {line}, {column}")


def _said_in(text: str, columns: Iterable[str]) -> Said:
    """How often each column says what."""
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    return {name: Counter(str(row.get(name) or "") for row in rows) for name in columns}


def _is_rather(text: str, column: str, other: str, said_in: Said) -> bool:
    """Whether a text that stands in a column stands in another one, and there no less often."""
    return other in said_in and said_in[other][text] >= max(said_in[column][text], 1)


def _misplaced(row: Mapping[str, str], said_in: Said) -> Iterator[tuple[str, Oddity]]:
    """Sources in other columns, and in the column of sources what other columns say: such cells have changed places."""
    for name in said_in:
        cell = row.get(name) or ""
        if name not in ORIGIN and cell and (_is_rather(cell, name, "source", said_in) or _LIKE_SOURCE.match(cell)):
            yield name, Oddity(f"'{cell}'", f"a {name}; this is a source")
        elif name not in {"group", *ORIGIN} and cell and _is_rather(cell, name, "group", said_in):
            yield name, Oddity(f"'{cell}'", f"a {name}; other rows have it in 'group'")
        elif name in _IDENTIFICATIONS and _LIKE_RATING.match(cell):
            yield name, Oddity(f"'{cell}'", "an identification; this is a rating")
    source = row.get("source") or ""
    if _LIKE_PIECE.search(source) or _LIKE_RATING.match(source):
        yield "source", Oddity(f"'{source}'", "where the row comes from; this is a counter or a number")


def _nation_oddity(code: str, rules: Ruleset) -> Oddity | None:
    codes = rules.nations.by_code
    return None if code in codes else Oddity(f"'{code}'", "the code of a nation", nearest(code, codes))


def _piece_oddity(text: str, rules: Ruleset) -> Oddity | None:
    """The first thing that is wrong with a counter; None too for one that cannot be read, which is told elsewhere."""
    try:
        piece = PieceNotation.of_series().parse(text)
    except EuropaError:
        return None
    return next(iter(oddities(piece, rules)), None) if isinstance(piece, Unit | AirUnit) else None


def _among(*words: str) -> Look:
    def look(text: str, _: Ruleset) -> Oddity | None:
        return None if text in words else Oddity(f"'{text}'", f"one of {', '.join(words)}", nearest(text, words))

    return look


def _division_oddity(text: str, _: Ruleset) -> Oddity | None:
    return Oddity(f"'{text}'", "an identification; this is a rating") if re.match(r"\d+-\d", text) else None


def _reinforced_oddity(text: str, _: Ruleset) -> Oddity | None:
    return None if "-" in text else Oddity(f"'{text}'", "a rating such as 19-10")


_CLASS_NAME = re.compile(r"[A-Za-z0-9.-]+\Z")


def _class_name_oddity(text: str, _: Ruleset) -> Oddity | None:
    return None if _CLASS_NAME.match(text) else Oddity(f"'{text}'", "a name without spaces, such as 'g.w1'")


_UNIT_NAME = re.compile(r".+ (?:XXX|XX|X|III|II)\Z")
"""A unit ends in the symbol of its size, as on its counter: corps, division, brigade, regiment, battalion."""


def _unit_name_oddity(text: str, _: Ruleset) -> Oddity | None:
    expected = "an identification and a size, such as '7 III'"
    return None if _UNIT_NAME.match(text) else Oddity(f"'{text}'", expected)


Look = Callable[[str, Ruleset], Oddity | None]
_LOOKS: Mapping[str, Look] = {
    "hex": hex_oddity,
    "turn": named_turn_oddity,
    "since": named_turn_oddity,
    "nation": _nation_oddity,
    **dict.fromkeys(("piece", "host_after", "battalion"), _piece_oddity),
    "name": _class_name_oddity,
    "division": _division_oddity,
    "reinforced": _reinforced_oddity,
    "component": _unit_name_oddity,
    "means": _among("amphibious", "airborne"),
    "before": _among("eliminated", "cadre"),
    "after": _among("cadre", "full", "point"),
}
"""Columns whose cells are looked up, and how."""


KIND = Kind("order of battle table", _is_table, table_faults)
