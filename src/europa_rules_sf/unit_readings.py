"""Open points of units and armor effects (SF 3A3, 3A4, 10C1, 14D, 14J): the cells that their other readings put in."""

from __future__ import annotations

from importlib import resources

from europa_rules.contributions import ChartFolder, Gate

READINGS = resources.files("europa_rules_sf").joinpath("readings")
CHARTS: tuple[ChartFolder, ...] = (
    ChartFolder(READINGS / "transport_counters_one_re", Gate(point="sf-3A3-transport-counter-size", reading="one-re")),
    ChartFolder(READINGS / "counter_sizes_final", Gate(point="sf-14J-movement-counter-doubled", reading="final")),
    ChartFolder(READINGS / "self_supported_all_heavy", Gate(point="sf-3A4-self-supported-equipment", reading="all")),
    ChartFolder(READINGS / "reduced_aeca_of_one_1", Gate(point="sf-10C1-reduced-aeca-of-one", reading="plus-1")),
    ChartFolder(READINGS / "reduced_aeca_of_one_0", Gate(point="sf-10C1-reduced-aeca-of-one", reading="zero")),
    ChartFolder(
        READINGS / "airborne_headquarters_heavy", Gate(point="sf-14D-airborne-hq-equipment", reading="all-heavy")
    ),
)
