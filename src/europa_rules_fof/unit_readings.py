"""Open points of units and their sizes (FoF 3A, 3A3, 14C): the cells that their other readings put in."""

from __future__ import annotations

from importlib import resources

from europa_rules.contributions import ChartFolder, Gate

READINGS = resources.files("europa_rules_fof").joinpath("readings")
CHARTS: tuple[ChartFolder, ...] = (
    ChartFolder(
        READINGS / "transport_counters_half_re", Gate(point="fof-3A3-transport-counter-size", reading="half-re")
    ),
    ChartFolder(READINGS / "equipment_as_listed", Gate(point="fof-3A-heavy-equipment", reading="listed-only")),
    ChartFolder(READINGS / "points_of_half_re", Gate(point="fof-3A3-size-of-points", reading="half-re")),
    ChartFolder(READINGS / "westwall_doubles_siege_artillery", Gate(point="fof-14C-westwall-siege", reading="yes")),
    ChartFolder(READINGS / "siege_artillery_halved_too", Gate(point="fof-14C-siege-and-halving", reading="both")),
)
