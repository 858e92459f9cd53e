"""Stacking limits (rule 8A).

Needs the terrain of a hex; gives its limit: so many units of any kind, so many REs of non-divisional units, and a place
for artillery that one game counts in units and another in REs.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from europa_rules.charts.chart import Chart
from europa_rules.charts.provenance import caveats
from europa_rules.charts.shape import Field, Group, Rows
from europa_rules.numbers import Number

REGULAR = "regular"
SHAPE = Group(
    {
        "limits": Rows(
            Group(
                {
                    "terrain": Field("texts", names_in=("terrain_effects", "hexes"), required=False),
                    "units": Field("whole", 0, unit="units"),
                    "non_divisional_re": Field("number", 0, unit="REs"),
                    "artillery_units": Field("whole", 0, required=False, unit="units"),
                    "artillery_re": Field("number", 0, required=False, unit="REs"),
                    "artillery_divisions": Field("whole", 0, required=False, unit="units"),
                }
            )
        ),
        "never_counted": Field("texts"),
        "extra": Rows(Group({"units": Field("whole", 0), "where": Field("texts")}), required=False),
    }
)


@frozen
class StackingLimit:
    """The limit of a hex.

    Attributes:
        units: units of any size and type.
        non_divisional_re: REs of non-divisional units besides.
        artillery_units: artillery units besides, or None where they are counted in REs.
        artillery_re: REs of artillery besides, or None where they are counted in units.
        artillery_divisions: artillery divisional units that may take the place of those REs.
        caveats: notes for what nobody has verified.
    """

    units: int
    non_divisional_re: Number
    artillery_units: int | None = None
    artillery_re: Number | None = None
    artillery_divisions: int = 0
    caveats: tuple[str, ...] = ()


@frozen(eq=False)
class StackingLimits:
    """The stacking limits.

    Attributes:
        limits: by name; "regular" serves every terrain that no other names.
        by_terrain: the name of the limit of each terrain that has one of its own.
        never_counted: kinds of piece that do not count.
        extra: for each kind of unit, how many more may stack, and in hexes with which fortifications.
    """

    limits: Mapping[str, StackingLimit]
    by_terrain: Mapping[str, str]
    never_counted: frozenset[str]
    extra: Mapping[str, tuple[int, frozenset[str]]]

    def limit_for(self, terrain: str) -> StackingLimit:
        """The limit of a hex of this terrain."""
        return self.limits[self.by_terrain.get(terrain, REGULAR)]


def read(chart: Chart) -> StackingLimits:
    """The chart, from one of the right shape."""
    names = chart.rows("limits")
    extra = {
        u: (chart.whole("extra", u, "units").value, frozenset(chart.texts("extra", u, "where")))
        for u in chart.rows("extra")
    }
    return StackingLimits(
        {name: _limit(chart, name) for name in names},
        {terrain: name for name in names for terrain in chart.texts("limits", name, "terrain")},
        frozenset(chart.texts("never_counted")),
        extra,
    )


def _limit(chart: Chart, name: str) -> StackingLimit:
    at = ("limits", name)
    units, others = chart.whole(*at, "units"), chart.number(*at, "non_divisional_re")
    artillery = chart.find_number(*at, "artillery_units")
    artillery_re = chart.find_number(*at, "artillery_re")
    divisions = chart.find_number(*at, "artillery_divisions")
    return StackingLimit(
        units.value,
        others.value,
        None if artillery is None else int(artillery.value),
        None if artillery_re is None else artillery_re.value,
        0 if divisions is None else int(divisions.value),
        caveats(units, others, artillery, artillery_re, divisions),
    )
