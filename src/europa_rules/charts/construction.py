"""Construction, repair and demolition (rules 7A5, 14A, 17D): what each piece of work takes.

Needs a piece of work by name; gives the turns or MPs it takes in easy and in other terrain, who may do it where and
when, and what it needs. Which weather doubles costs, and who works at double pace, are said for all works together.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from europa_rules.charts.chart import Chart
from europa_rules.charts.provenance import Cell
from europa_rules.charts.shape import Field, Group, Rows
from europa_rules.errors import unknown
from europa_rules.numbers import Number

BUILD, REPAIR, DEMOLISH = "build", "repair", "demolish"
SAME = "same"
_PHASES = ("initial", "movement", "exploitation")


def _in_the_way(chart: Chart) -> tuple[str, ...]:
    """What may stand in a hex and keep some work from being done there."""
    return tuple(dict.fromkeys(name for work in chart.rows("works") for name in chart.texts("works", work, "not_with")))


SHAPE = Group(
    {
        "easy_terrain": Field("texts", names_in=("terrain_effects", "hexes")),
        "poor_weather": Field("texts"),
        "quick": Group(
            {
                "share": Field("number", 0),
                "double_types": Field("texts"),
                "double_size": Field("text"),
                "double_defense": Field("whole", 0, unit="strength points"),
            }
        ),
        "builders": Rows(Group({"construction": Field("flag"), "types": Field("texts"), "rule": Field("text")})),
        "limited": Rows(Field("text"), required=False),
        "hindrances": Rows(Field("text"), required=False, names_from=_in_the_way),
        "works": Rows(
            Group(
                {
                    "kind": Field("text", words=(BUILD, REPAIR, DEMOLISH)),
                    "turns": Field("whole", 1, required=False, unit="turns"),
                    "mps": Field("number", 0, required=False, unit="MPs"),
                    "elsewhere": Field("number", 0, words=(SAME,), required=False),
                    "phases": Field("texts", words=_PHASES),
                    "builders": Field("text", names_in=("construction", "builders")),
                    "not_in": Field("texts", names_in=("terrain_effects", "hexes")),
                    "not_with": Field("texts"),
                    "needs": Field("texts"),
                    "supply": Field("flag"),
                    "resource_points": Field("whole", 0, unit="resource points"),
                    "quick": Field("flag"),
                    "slowed": Field("flag"),
                    "stopped_by": Field("texts"),
                    "adds": Field("whole", 0, unit="air units"),
                    "rule": Field("text"),
                }
            )
        ),
    }
)


@frozen(eq=False)
class Builders:
    """Whose work something is.

    Attributes:
        name: of the row.
        construction: whether every construction unit may do it; False with no types means any ground unit.
        types: unit types that may do it besides.
        rule: the number of the rule.
    """

    name: str
    construction: bool
    types: frozenset[str]
    rule: str

    @property
    def is_anyone(self) -> bool:
        """Whether any ground unit may do it."""
        return not self.construction and not self.types


@frozen(eq=False)
class WorkRow:
    """A piece of work.

    Attributes:
        name: such as "fort", "repair_rail_hit".
        kind: "build", "repair" or "demolish".
        by_turns: whether it takes turns; else it takes MPs.
        cost: turns or MPs in easy terrain.
        elsewhere: turns or MPs in other terrain; None where it cannot be done there.
        phases: the phases in which it is begun, or its MPs spent.
        builders: whose work it is.
        not_in: terrains where it may not be done.
        not_with: what may not stand in the hex.
        needs: what must stand there.
        needs_supply: whether the unit must be in supply.
        resource_points: what it costs as it is begun.
        quick: whether two units may do it together.
        slowed: whether poor weather doubles its cost.
        stopped_by: weather in which it is not done.
        adds: air units that it adds to an airfield.
        rule: the number of the rule.
    """

    name: str
    kind: str
    by_turns: bool
    cost: Cell[Number]
    elsewhere: Cell[Number] | None
    phases: tuple[str, ...]
    builders: Builders
    not_in: frozenset[str]
    not_with: frozenset[str]
    needs: tuple[str, ...]
    needs_supply: bool
    resource_points: Cell[int]
    quick: bool
    slowed: bool
    stopped_by: frozenset[str]
    adds: int
    rule: str


@frozen(eq=False)
class QuickWork:
    """Two units at one piece of work.

    Attributes:
        share: the part of the cost that each pays.
        double_types, double_size, double_defense: units of these types and this size, with at least this defense
            strength, count as two.
    """

    share: Cell[Number]
    double_types: frozenset[str]
    double_size: str
    double_defense: int


@frozen(eq=False)
class Construction:
    """The chart.

    Attributes:
        works: every piece of work, by name.
        easy_terrain: terrains in which the smaller cost holds.
        poor_weather: weather that doubles costs.
        quick: how two units work together.
        limited: unit types whose abilities a rule of their own limits, and its number.
        hindrances: what may stand in a hex and hinder work by a rule of its own, and its number.

    >>> from europa_rules.charts import bundled_charts
    >>> bundled_charts().construction["repair_port_hit"].cost.value
    4
    """

    works: Mapping[str, WorkRow]
    easy_terrain: frozenset[str]
    poor_weather: frozenset[str]
    quick: QuickWork
    limited: Mapping[str, str]
    hindrances: Mapping[str, str]

    def __getitem__(self, name: str) -> WorkRow:
        """A piece of work. Raises UnknownName."""
        if name not in self.works:
            raise unknown("piece of construction work", name, self.works)
        return self.works[name]

    def __contains__(self, name: object) -> bool:
        return name in self.works


def read(chart: Chart) -> Construction:
    """The chart, from one of the right shape."""
    builders = {name: _builders(chart, name) for name in chart.rows("builders")}
    return Construction(
        {name: _work(chart, name, builders) for name in chart.rows("works")},
        frozenset(chart.texts("easy_terrain")),
        frozenset(chart.texts("poor_weather")),
        QuickWork(
            chart.number("quick", "share"),
            frozenset(chart.texts("quick", "double_types")),
            chart.text("quick", "double_size").value,
            chart.whole("quick", "double_defense").value,
        ),
        {name: chart.text("limited", name).value for name in chart.rows("limited")},
        {name: chart.text("hindrances", name).value for name in chart.rows("hindrances")},
    )


def _builders(chart: Chart, name: str) -> Builders:
    at = ("builders", name)
    types = frozenset(chart.texts(*at, "types"))
    return Builders(name, chart.flag(*at, "construction"), types, chart.text(*at, "rule").value)


def _work(chart: Chart, name: str, builders: Mapping[str, Builders]) -> WorkRow:
    at = ("works", name)
    by_turns = chart.find(*at, "turns") is not None
    cost = chart.number(*at, "turns" if by_turns else "mps")
    other = chart.find(*at, "elsewhere")
    return WorkRow(
        name=name,
        kind=chart.text(*at, "kind").value,
        by_turns=by_turns,
        cost=cost,
        elsewhere=None if other is None else cost if other.value == SAME else chart.number(*at, "elsewhere"),
        phases=chart.texts(*at, "phases"),
        builders=builders[chart.text(*at, "builders").value],
        not_in=frozenset(chart.texts(*at, "not_in")),
        not_with=frozenset(chart.texts(*at, "not_with")),
        needs=chart.texts(*at, "needs"),
        needs_supply=chart.flag(*at, "supply"),
        resource_points=chart.whole(*at, "resource_points"),
        quick=chart.flag(*at, "quick"),
        slowed=chart.flag(*at, "slowed"),
        stopped_by=frozenset(chart.texts(*at, "stopped_by")),
        adds=chart.whole(*at, "adds").value,
        rule=chart.text(*at, "rule").value,
    )
