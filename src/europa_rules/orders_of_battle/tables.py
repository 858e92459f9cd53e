"""Tables beside the orders of battle: ratings by class, air models, replacement costs, Panther battalions, landings.

Each is a CSV file whose columns are the fields of its row type and, at the end, kind, source and confidence. Reading
one gives typed rows, or every fault of the file with line and column.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path
from types import NoneType
from typing import TypeVar, cast, get_args, get_type_hints

import attrs
from attrs import frozen

from europa_rules.air_units import AirUnit
from europa_rules.errors import DataError, EuropaError, Fault, NotationError, nearest
from europa_rules.hexes import Hex, hexref
from europa_rules.numbers import exact
from europa_rules.position_notation import PieceNotation
from europa_rules.provenance import CONFIDENCES, KINDS, Provenance
from europa_rules.sides import Turn
from europa_rules.units import Rating, Unit

Row = TypeVar("Row")

FOLDER = "tables"
ORIGIN = ("kind", "source", "confidence")
"""The columns of a row's provenance."""


@frozen
class RatingClass:
    """A class of units and the counter that all of them have.

    Attributes:
        name: the class ("g.w1").
        piece: the counter.
        note: who belongs to it, or how the rating was reckoned.
        provenance: where the rating comes from.
    """

    name: str
    piece: Unit
    note: str
    provenance: Provenance


@frozen
class AirModel:
    """A model of aircraft and its counter (SF 16A).

    Attributes:
        piece: the counter.
        note: remarks.
        provenance: where the ratings come from.
    """

    piece: AirUnit
    note: str
    provenance: Provenance


@frozen
class ReplacementCost:
    """What it costs to replace or rebuild a unit (SF 40B1a).

    Attributes:
        nation: code of the nation, or "" for any.
        unit: what is replaced, in words.
        piece: its counter, or None where the row holds for many.
        before: "eliminated" or "cadre".
        after: "cadre", "full" or "point".
        arm, inf: armor and infantry replacement points; None where `note` says how they are reckoned.
        note: remarks.
        provenance: where the cost comes from.
    """

    nation: str
    unit: str
    piece: Unit | None
    before: str
    after: str
    arm: Fraction | None
    inf: Fraction | None
    note: str
    provenance: Provenance


@frozen
class PanzerDetachment:
    """A division that may detach or receive a Panther battalion, or such a battalion (SF 15E).

    Attributes:
        division: its identification; "" for an independent battalion.
        piece: its counter.
        since: the turn from which it has this rating, or None.
        may_detach: whether it may detach a battalion; None where the question does not arise.
        host_after: its counter without the battalion, or None.
        battalion: the battalion, or None where it has none to do with.
        reinforced: its rating with a battalion attached, or None.
        note: remarks.
        provenance: where the row comes from.
    """

    division: str
    piece: Unit
    since: Turn | None
    may_detach: bool | None
    host_after: Unit | None
    battalion: Unit | None
    reinforced: Rating | None
    note: str
    provenance: Provenance


@frozen
class Landing:
    """A unit of a plan of landings and drops: which group carries it where (SF 24C, SF 32C).

    Attributes:
        turn: the turn of the landing.
        means: "amphibious" or "airborne".
        group: the naval group, or the transports.
        parent: the unit that it is, or is a component of.
        component: its identification and size.
        res: its size in REs.
        hex: where it lands.
        place: what lies there.
        note: remarks.
        provenance: where the row comes from.
    """

    turn: Turn
    means: str
    group: str
    parent: str
    component: str
    res: Fraction
    hex: Hex
    place: str
    note: str
    provenance: Provenance


@frozen
class Cargo:
    """What a naval group carried in a report of play.

    Attributes:
        group: the naval group.
        cargo: units or supplies, in words.
        res: REs.
        provenance: the report.
    """

    group: str
    cargo: str
    res: Fraction
    provenance: Provenance


FILES: Mapping[type, str] = {
    RatingClass: "rating_classes.csv",
    AirModel: "air_models.csv",
    ReplacementCost: "replacement_costs.csv",
    PanzerDetachment: "panzer_detachments.csv",
    Landing: "landings.csv",
    Cargo: "cargo.csv",
}
"""The file of each kind of row."""


def read_rows(kind: type[Row], text: str, file: str) -> tuple[Row, ...]:
    """The rows of a table.

    kind: the type of its rows. text: the CSV text. file: how errors name it.
    Raises DataError with every fault.

    >>> text = "group,cargo,res,kind,source,confidence\\nUS 1,3 Rangers,1/2,game-report,a magazine,high\\n"
    >>> read_rows(Cargo, text, "cargo.csv")[0].res
    Fraction(1, 2)
    """
    reader = csv.reader(io.StringIO(text), strict=True)
    columns = columns_of(kind)
    faults: list[Fault] = []
    rows: list[Row] = []
    try:
        header = next(reader, [])
        if header != list(columns):
            raise DataError([_wrong_header(header, columns, file)])
        for cells in reader:
            row = _row(kind, cells, file, reader.line_num, faults)
            rows += [row] if row is not None else []
    except csv.Error as error:
        faults.append(Fault(file, f"line {reader.line_num}", str(error), "comma-separated values"))
    if faults:
        raise DataError(faults)
    return tuple(rows)


def columns_of(kind: type) -> tuple[str, ...]:
    """The columns of a table with rows of this type."""
    names = [field.name for field in attrs.fields(kind)]
    return (*names[:-1], *ORIGIN)


def bundled_rows(kind: type[Row], folders: Sequence[Traversable | Path]) -> tuple[Row, ...]:
    """The rows of the last of these folders that has the table; () if none has it."""
    for folder in reversed(folders):
        file = folder.joinpath(FOLDER, FILES[kind])
        if file.is_file():
            return cast("tuple[Row, ...]", _read_once(file.name, file.read_text(encoding="utf-8-sig")))
    return ()


@cache
def _read_once(name: str, text: str) -> tuple[object, ...]:
    kind = next(kind for kind, file in FILES.items() if file == name)
    return read_rows(kind, text, f"{FOLDER}/{name}")


def _wrong_header(header: Sequence[str], columns: Sequence[str], file: str) -> Fault:
    stranger = next((name for name in header if name not in columns), "")
    hint = nearest(stranger, columns) if stranger else ""
    return Fault(file, "line 1", ", ".join(header) or "nothing", f"the columns {', '.join(columns)}", hint)


def _row(kind: type[Row], cells: Sequence[str], file: str, line: int, faults: list[Fault]) -> Row | None:
    columns = columns_of(kind)
    if len(cells) != len(columns):
        faults.append(Fault(file, f"line {line}", f"{len(cells)} cells", f"{len(columns)} cells"))
        return None
    found = dict(zip(columns, cells, strict=True))
    wrong = [*_origin_faults(found, file, line)]
    values: dict[str, object] = {"provenance": Provenance(*(found[name] for name in ORIGIN))}
    for name, hint in get_type_hints(kind).items():
        if name != "provenance":
            try:
                values[name] = _value(hint, found[name])
            except (EuropaError, ValueError) as error:
                wrong.append(Fault(file, f"line {line}, {name}", repr(found[name]), str(error)))
    faults += wrong
    return None if wrong else kind(**values)


def _origin_faults(row: Mapping[str, str], file: str, line: int) -> Iterator[Fault]:
    for name, known in (("kind", KINDS), ("confidence", CONFIDENCES)):
        if row[name] not in known:
            hint = nearest(row[name], known)
            yield Fault(file, f"line {line}, {name}", repr(row[name]), f"one of {', '.join(known)}", hint)


def _value(hint: object, text: str) -> object:
    kinds = [kind for kind in get_args(hint) if kind is not NoneType] or [hint]
    if not text and len(get_args(hint)) > 1:
        return None
    return _READERS[cast(type, kinds[0])](text)


def _flag(text: str) -> bool:
    if text not in ("yes", "no"):
        raise NotationError(f"{text!r}: expected yes or no")
    return text == "yes"


def _air_unit(text: str) -> AirUnit:
    piece = PieceNotation.of_series().parse(text)
    if not isinstance(piece, AirUnit):
        raise NotationError(f"{text!r} is no air unit; expected one such as 'ge 7F5 1/7 Me 109E'")
    return piece


_READERS: Mapping[object, Callable[[str], object]] = {
    str: str,
    bool: _flag,
    Fraction: exact,
    Hex: hexref,
    Turn: Turn.parse,
    Rating: Rating.parse,
    Unit: lambda text: PieceNotation.of_series().parse_unit(text),
    AirUnit: _air_unit,
}
