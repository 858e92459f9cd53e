"""Breakdown charts (rule 15): which units break down, into what, and with which counters.

Units are written in position notation; the reader turns them into units, and names the cell of one that it cannot read.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from europa_rules.charts.chart import Chart
from europa_rules.charts.provenance import Cell, caveats
from europa_rules.charts.shape import Field, Group, Rows, file_of
from europa_rules.errors import DataError, Fault, NotationError
from europa_rules.position_notation import PieceNotation
from europa_rules.units import Unit

LETTERED, SPECIFIC, ANY = "lettered", "specific", "any"
EVERYBODY = "all"
SHAPE = Group(
    {
        "exploitation": Field("text", words=(EVERYBODY, "combat_motorized")),
        "set_up": Field("flag", required=False),
        "rows": Rows(
            Group(
                {
                    "unit": Field("text"),
                    "supported": Field("texts"),
                    "unsupported": Field("texts"),
                    "counters": Field("text", words=(LETTERED, SPECIFIC, ANY)),
                    "sets": Field("whole", 0, required=False),
                }
            ),
            required=False,
        ),
    }
)


@frozen(eq=False)
class Breakdown:
    """A row of the chart.

    Attributes:
        name: its name.
        unit: the unit that breaks down.
        supported: its components when it goes without a headquarters; empty if it cannot.
        unsupported: its headquarters and components otherwise; empty if it cannot.
        counters: "lettered" sets that serve any unit of the row, counters "specific" to one unit, or "any" that fit.
        sets: how many lettered sets there are, or None if nobody knows.
        caveats: notes for what nobody has verified.
    """

    name: str
    unit: Unit
    supported: tuple[Unit, ...]
    unsupported: tuple[Unit, ...]
    counters: str
    sets: Cell[int] | None
    caveats: tuple[str, ...]


@frozen(eq=False)
class Breakdowns:
    """The breakdown chart of a game.

    Attributes:
        rows: by name.
        only_motorized_in_exploitation: whether none but c/m units break down and assemble in the exploitation phase.
        in_set_up: whether units may be broken down as they are deployed (FoF 30).

    >>> from europa_rules.charts import bundled_charts
    >>> bundled_charts().breakdowns.only_motorized_in_exploitation
    False
    """

    rows: Mapping[str, Breakdown]
    only_motorized_in_exploitation: bool
    in_set_up: bool = False


def read(chart: Chart) -> Breakdowns:
    """The chart, from one of the right shape. Raises DataError for units that cannot be read, naming every cell."""
    faults: list[Fault] = []
    rows = {name: _row(chart, name, faults) for name in chart.rows("rows")}
    if faults:
        raise DataError(faults)
    return Breakdowns(rows, str(chart.cell("exploitation").value) != EVERYBODY, chart.flag("set_up"))


def _row(chart: Chart, name: str, faults: list[Fault]) -> Breakdown:
    at = ("rows", name)
    unit, *_ = (*_units(chart, (*at, "unit"), "", faults), _NO_UNIT)
    lists = [_units(chart, (*at, key), unit.nation, faults) for key in ("supported", "unsupported")]
    sets = chart.whole(*at, "sets") if chart.find(*at, "sets") is not None else None
    cells = [chart.cell(*at, key) for key in ("supported", "unsupported")]
    return Breakdown(name, unit, lists[0], lists[1], chart.text_or(LETTERED, *at, "counters"), sets, caveats(*cells))


_NO_UNIT = Unit("", "infantry", "division")


def _units(chart: Chart, path: tuple[str, ...], nation: str, faults: list[Fault]) -> tuple[Unit, ...]:
    texts = chart.texts(*path) or (() if path[-1] != "unit" else (chart.text_or("", *path),))
    found: list[Unit] = []
    for text in texts:
        try:
            pieces = PieceNotation.of_series().parse_list(text, nation)
            found += [piece for piece in pieces if isinstance(piece, Unit)]
        except NotationError as error:
            file = file_of(chart, path)
            faults.append(Fault(file, chart.address(file, path), str(error), "units such as '3x 2-6* Inf III'"))
    return tuple(found)
