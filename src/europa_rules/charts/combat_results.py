"""The ground combat results table (rules 9B, 9C).

Needs the odds as an exact ratio and the modified die roll; gives the column and the result. Odds between two columns
belong to the lower one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from attrs import frozen

from europa_rules.charts.chart import Chart
from europa_rules.charts.forms import MATRIX_SHAPE
from europa_rules.charts.provenance import Cell
from europa_rules.charts.shape import Field, Group
from europa_rules.errors import NotationError, unknown
from europa_rules.numbers import Number

ODDS = re.compile(r"(\d+):([1-9]\d*)\Z")
SHAPE = Group(
    {
        **MATRIX_SHAPE.fields,
        "columns": Field("texts", like=ODDS, say="odds such as '3:1' or '3:2'"),
        "below_first": Field("text"),
    }
)


def ratio_of(odds: str) -> Fraction:
    """The ratio that odds such as "3:2" stand for.

    Raises NotationError if it is none.

    >>> ratio_of("1:4"), ratio_of("3:2")
    (Fraction(1, 4), Fraction(3, 2))
    """
    match = ODDS.match(odds)
    if not match:
        raise NotationError(f"{odds!r} is no odds; write such as '3:1' or '3:2'")
    return Fraction(int(match[1]), int(match[2]))


@frozen(eq=False)
class CombatResults:
    """The ground combat results table.

    Attributes:
        columns: odds from left to right.
        lowest: the first row; a lower roll uses it.
        highest: the last row; a higher roll uses it.
        below_first: the result, without a roll, of odds below the first column.
        results: what each result is called, the worst for the attacker first.

    >>> from europa_rules.charts import bundled_charts
    >>> table = bundled_charts().combat_results
    >>> table.column_for(Fraction(34, 9)), table["2:1", 1].value, table.below_first.value
    ('3:1', 'AR', 'AE')
    """

    columns: tuple[str, ...]
    lowest: int
    highest: int
    below_first: Cell[str]
    results: Mapping[str, str]
    ratios: tuple[Fraction, ...]
    cells: Mapping[tuple[str, int], Cell[str]]

    def column_for(self, ratio: Number) -> str | None:
        """The column for attacker : defender, or None below the first column (rule 9B)."""
        fitting = [column for column, least in zip(self.columns, self.ratios, strict=True) if least <= ratio]
        return fitting[-1] if fitting else None

    def __getitem__(self, at: tuple[str | None, int]) -> Cell[str]:
        """The result of a column and a modified roll; the column None is that below the first."""
        column, roll = at
        if column is None:
            return self.below_first
        if column not in self.columns:
            raise unknown("odds column", column, self.columns)
        return self.cells[column, max(self.lowest, min(self.highest, roll))]


def read(chart: Chart) -> CombatResults:
    """The table, from a chart of the right shape."""
    columns = chart.texts("columns")
    rolls = sorted(int(roll) for roll in chart.rows("rows"))
    return CombatResults(
        columns,
        rolls[0],
        rolls[-1],
        chart.text("below_first"),
        {name: str(chart.cell("results", name).value) for name in chart.rows("results")},
        tuple(ratio_of(column) for column in columns),
        {(column, roll): chart.text("rows", str(roll), column) for column in columns for roll in rolls},
    )
