"""The success table: one die, and whether a venture succeeds (rules 12D, 14H, 14L, 23 and others).

Needs the use and the modified roll; gives "S" success, "F" failure or "F*" the harsher failure that the rule names.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from europa_rules.charts.chart import Chart
from europa_rules.charts.forms import Modifier, modifier
from europa_rules.charts.provenance import Cell
from europa_rules.charts.shape import Field, Group, Rows
from europa_rules.errors import unknown

SUCCESS, FAILURE, HARSH_FAILURE = "S", "F", "F*"
_ROLL = Field("whole", required=False)
SHAPE = Group(
    {
        "uses": Rows(
            Group(
                {
                    "success_from": Field("whole"),
                    "success_to": _ROLL,
                    "harsh_failure_to": _ROLL,
                    "harsh_failure_from": _ROLL,
                    "modifiers": Rows(
                        Group({"drm": Field("whole"), "when": Field("text", required=False)}), required=False
                    ),
                }
            )
        ),
        "results": Group(
            {
                "success": Field("text", words=(SUCCESS,)),
                "failure": Field("text", words=(FAILURE,)),
                "harsh_failure": Field("text", words=(HARSH_FAILURE,)),
            }
        ),
    }
)


@frozen(eq=False)
class SuccessUse:
    """One use of the table.

    Attributes:
        success_from, success_to: the rolls that succeed; None is no upper end.
        harsh_failure_to, harsh_failure_from: rolls at or beyond which a failure is the harsher one.
        modifiers: by name.
        option: the number of the optional rule that it belongs to, or "".
    """

    name: str
    success_from: Cell[int]
    success_to: int | None
    harsh_failure_to: int | None
    harsh_failure_from: int | None
    modifiers: Mapping[str, Modifier]
    option: str

    def result(self, roll: int) -> Cell[str]:
        """The result of a modified roll."""
        return self.success_from.holding(self._code(roll))

    def _code(self, roll: int) -> str:
        if roll >= self.success_from.value and (self.success_to is None or roll <= self.success_to):
            return SUCCESS
        low = self.harsh_failure_to is not None and roll <= self.harsh_failure_to
        high = self.harsh_failure_from is not None and roll >= self.harsh_failure_from
        return HARSH_FAILURE if low or high else FAILURE


@frozen(eq=False)
class Success:
    """The success table.

    >>> from europa_rules.charts import bundled_charts
    >>> bundled_charts().success["supply_elimination"].result(5).value
    'S'
    """

    uses: Mapping[str, SuccessUse]

    def __getitem__(self, use: str) -> SuccessUse:
        """One use of the table. Raises UnknownName."""
        if use not in self.uses:
            raise unknown("use of the success table", use, self.uses)
        return self.uses[use]

    def result(self, use: str, roll: int) -> Cell[str]:
        """The result of a modified roll for a use."""
        return self[use].result(roll)


def read(chart: Chart) -> Success:
    """The table, from a chart of the right shape."""
    return Success({name: _use(chart, name) for name in chart.rows("uses")})


def _use(chart: Chart, name: str) -> SuccessUse:
    at = ("uses", name)
    ends = [chart.find_number(*at, end) for end in ("success_to", "harsh_failure_to", "harsh_failure_from")]
    success_to, harsh_to, harsh_from = (None if end is None else int(end.value) for end in ends)
    modifiers = {m: modifier(chart, *at, "modifiers", m) for m in chart.rows(*at, "modifiers")}
    return SuccessUse(
        name,
        chart.whole(*at, "success_from"),
        success_to,
        harsh_to,
        harsh_from,
        modifiers,
        chart.text_or("", *at, "option"),
    )
