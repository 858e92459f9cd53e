"""The forces of each side as data (rule 3B): which nations they are made of, and what makes them change sides."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from europa_rules.charts.chart import Chart
from europa_rules.charts.shape import ANY, Field, Group, Rows

SHAPE = Group(
    {
        "forces": Rows(
            Group(
                {
                    "name": Field("text"),
                    "side": Field("text"),
                    "nations": Field("texts"),
                    "joins": Rows(Field("text"), ANY, required=False),
                }
            )
        ),
        "services": Field("texts", required=False),
    }
)


@frozen
class Force:
    """A force: what the rules of a game call the forces of a nation, or of several.

    Attributes:
        name: as the rules have it.
        side: who controls it when play begins.
        nations: codes of the nations it is made of.
        joins: event -> the side that controls it from then on; of several events the last in the chart counts.
    """

    name: str
    side: str
    nations: tuple[str, ...]
    joins: Mapping[str, str] = field(factory=dict, hash=False)


@frozen(eq=False)
class Forces:
    """All forces of a game.

    Attributes:
        forces: in the order of the chart.
        services: words behind a nation's name that say nothing about the force ("Army", "troops").
    """

    forces: tuple[Force, ...]
    services: tuple[str, ...]


def read(chart: Chart) -> Forces:
    """The forces, from a chart of the right shape."""
    return Forces(tuple(_force(chart, "forces", row) for row in chart.rows("forces")), chart.texts("services"))


def _force(chart: Chart, *row: str) -> Force:
    joins = {event: str(chart.cell(*row, "joins", event).value) for event in chart.rows(*row, "joins")}
    name, side = (chart.text_or("", *row, key) for key in ("name", "side"))
    return Force(name, side, chart.texts(*row, "nations"), joins)
