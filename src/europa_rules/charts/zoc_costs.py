"""ZOC movement costs (rule 6A), and who is spared by ZOCs in retreat (rule 9F1, FoF 9F3).

Needs the kind of ZOC left, who moves and whether the hex entered is in an enemy ZOC too; gives the extra MPs.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from europa_rules.charts.chart import Chart
from europa_rules.charts.provenance import Cell
from europa_rules.charts.shape import Field, Group, Rows
from europa_rules.errors import unknown
from europa_rules.numbers import Number

OTHER = "other"
_COST = Field("number", 0, unit="MPs")
_MOVER = Group(
    {
        "nation": Field("text", required=False),
        "unit_class": Field("text", required=False),
        "ignores_in_retreat": Field("flag", required=False),
    }
)
SHAPE = Group(
    {
        "costs": Rows(Rows(Group({"to_hex_without_zoc": _COST, "to_hex_in_zoc": _COST}))),
        "movers": Rows(_MOVER, required=False),
    }
)


@frozen(eq=False)
class ZocCosts:
    """Extra MPs to leave a hex in an enemy ZOC.

    Attributes:
        costs: by kind of ZOC ("full", and "reduced" in a game that has it), mover and whether into another ZOC.
        movers: which units are which mover: nation code and class, "" for any.
        ignoring: the movers that ignore ZOCs when they retreat to a friendly-occupied hex.

    >>> from europa_rules.charts import bundled_charts
    >>> bundled_charts().zoc_costs.leaving("german_cm", into_zoc=True).value
    2
    """

    costs: Mapping[tuple[str, str, bool], Cell[Number]]
    movers: Mapping[str, tuple[str, str]]
    ignoring: frozenset[str] = frozenset()

    def mover(self, nation: str, unit_class: str) -> str:
        """The mover that a unit of a nation and class is, "other" for most; overrun costs name the same ones.

        >>> from europa_rules.charts import bundled_charts
        >>> bundled_charts().zoc_costs.mover("ge", "combat_motorized")
        'german_cm'
        """
        fits = (m for m, (of, kind) in self.movers.items() if of in ("", nation) and kind in ("", unit_class))
        return next(fits, OTHER)

    def leaving(self, mover: str = OTHER, *, into_zoc: bool, zoc: str = "full") -> Cell[Number]:
        """Extra MPs of a mover to leave a ZOC; a mover without a row pays as "other". Raises UnknownName."""
        cost = self.costs.get((zoc, mover, into_zoc), self.costs.get((zoc, OTHER, into_zoc)))
        if cost is None:
            raise unknown("kind of ZOC", zoc, dict.fromkeys(z for z, _, _ in self.costs))
        return cost

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of ZOC that have costs."""
        return tuple(dict.fromkeys(zoc for zoc, _, _ in self.costs))


def read(chart: Chart) -> ZocCosts:
    """The chart, from one of the right shape."""
    column = {False: "to_hex_without_zoc", True: "to_hex_in_zoc"}
    return ZocCosts(
        {
            (zoc, mover, into): chart.number("costs", zoc, mover, column[into])
            for zoc in chart.rows("costs")
            for mover in chart.rows("costs", zoc)
            for into in column
        },
        {
            m: (chart.text_or("", "movers", m, "nation"), chart.text_or("", "movers", m, "unit_class"))
            for m in chart.rows("movers")
        },
        frozenset(m for m in chart.rows("movers") if chart.flag("movers", m, "ignores_in_retreat")),
    )
