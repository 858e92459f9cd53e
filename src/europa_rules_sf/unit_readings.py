"""Open points of the unit identification chart (SF 3A3, 14D, 14J): the cells that their other readings put in."""

from __future__ import annotations

from importlib import resources

from europa_rules.contributions import ChartFolder, Gate

READINGS = resources.files("europa_rules_sf").joinpath("readings")
CHARTS: tuple[ChartFolder, ...] = (
    ChartFolder(READINGS / "transport_counters_one_re", Gate(point="sf-3A3-transport-counter-size", reading="one-re")),
    ChartFolder(READINGS / "counter_sizes_final", Gate(point="sf-14J-movement-counter-doubled", reading="final")),
    ChartFolder(
        READINGS / "airborne_headquarters_heavy", Gate(point="sf-14D-airborne-hq-equipment", reading="all-heavy")
    ),
)
