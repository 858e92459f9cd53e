"""Overrun movement costs (rule 13).

Needs who overruns and the odds as an exact ratio; gives the extra MPs, or that the odds do not suffice.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from attrs import frozen

from europa_rules.charts.chart import Chart
from europa_rules.charts.combat_results import ODDS, ratio_of
from europa_rules.charts.provenance import Cell
from europa_rules.charts.shape import Field, Group, Rows
from europa_rules.numbers import Number

OTHER = "other"
SHAPE = Group(
    {
        "costs": Rows(Rows(Field("number", 0, unit="MPs"), ODDS, say="odds such as '10:1'")),
        "zero_defense_odds": Field("text", like=ODDS, say="odds such as '10:1'"),
        "low_odds": Rows(Rows(Field(), ODDS), required=False),
    }
)


@frozen(eq=False)
class OverrunCosts:
    """Extra MPs to overrun.

    Attributes:
        costs: for each mover, its columns from low to high odds.
        zero_defense_odds: the odds that an overrun of units of defense 0 counts as.

    >>> from europa_rules.charts import bundled_charts
    >>> overruns = bundled_charts().overrun_costs
    >>> overruns.minimum_odds, overruns.cost("german_cm", Fraction(12)).value, overruns.cost("other", Fraction(9))
    (Fraction(10, 1), 1, None)
    """

    costs: Mapping[str, tuple[tuple[Fraction, Cell[Number]], ...]]
    zero_defense_odds: Cell[Fraction]

    @property
    def minimum_odds(self) -> Fraction:
        """The least odds at which anybody may overrun."""
        return min(columns[0][0] for columns in self.costs.values())

    def cost(self, mover: str, odds: Number) -> Cell[Number] | None:
        """Extra MPs of a mover at these odds, or None if they do not suffice; without a row it pays as "other"."""
        columns = self.costs.get(mover, self.costs[OTHER])
        fitting = [cell for least, cell in columns if least <= odds]
        return fitting[-1] if fitting else None


def read(chart: Chart) -> OverrunCosts:
    """The chart, from one of the right shape."""
    odds = chart.text("zero_defense_odds")
    return OverrunCosts(
        {mover: _columns(chart, mover) for mover in chart.rows("costs")}, odds.holding(ratio_of(odds.value))
    )


def _columns(chart: Chart, mover: str) -> tuple[tuple[Fraction, Cell[Number]], ...]:
    columns = [(ratio_of(odds), chart.number("costs", mover, odds)) for odds in chart.rows("costs", mover)]
    return tuple(sorted(columns, key=lambda column: column[0]))
