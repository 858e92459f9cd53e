"""Movement counters (FoF 14I, SF 14J): what each kind carries, when, and what its load counts as.

Needs the kind of counter, which is its unit type; a kind without a row carries no units.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from europa_rules.charts.chart import Chart
from europa_rules.charts.provenance import Cell
from europa_rules.charts.shape import Field, Group, Rows
from europa_rules.numbers import Number

SHAPE = Group(
    {
        "rows": Rows(
            Group(
                {
                    "carries": Field("texts"),
                    "heavy_equipment": Field("flag"),
                    "phases": Field("texts"),
                    "subject": Field("text"),
                    "fights_as": Field("text", required=False),
                    "attack_bonus": Field("number", 0, required=False, unit="strength points"),
                }
            )
        )
    }
)


@frozen(eq=False)
class CounterKind:
    """A row of the chart.

    Attributes:
        carries: the classes of units that it may carry.
        takes_heavy_equipment: whether they may have heavy equipment.
        phases: the phases in which it may carry units.
        subject: the subject of its rule, for citations.
        fights_as: what a carried unit counts as for armor and antitank effects in the combat phase, or "".
        attack_bonus: what it adds to an attack of the units that it carries.
    """

    carries: frozenset[str]
    takes_heavy_equipment: bool
    phases: tuple[str, ...]
    subject: str
    fights_as: str
    attack_bonus: Cell[Number] | None


@frozen(eq=False)
class MovementCounters:
    """The kinds of movement counters of a game.

    >>> from europa_rules.charts import bundled_charts
    >>> bundled_charts().movement_counters.kinds["transport_counter"].phases
    ('movement', 'exploitation')
    """

    kinds: Mapping[str, CounterKind]


def read(chart: Chart) -> MovementCounters:
    """The chart, from one of the right shape."""
    return MovementCounters({name: _kind(chart, "rows", name) for name in chart.rows("rows")})


def _kind(chart: Chart, *row: str) -> CounterKind:
    return CounterKind(
        frozenset(chart.texts(*row, "carries")),
        chart.flag(*row, "heavy_equipment"),
        chart.texts(*row, "phases"),
        chart.text_or("", *row, "subject"),
        chart.text_or("", *row, "fights_as"),
        chart.find_number(*row, "attack_bonus"),
    )
