"""What aerial minelaying carries (SF 20F3): mines and nothing else."""

from __future__ import annotations

import pytest
from tests.air_driving import rules_of

from europa_rules.air.transport import CargoUnit, Carrier, Lift, Load, rule_on_load
from europa_rules.units import Rating, Unit

SF = rules_of("sf")
BATTALION = CargoUnit(Unit("ge", "parachute", "battalion", Rating.parse("1-6")))


@pytest.mark.parametrize(
    ("mission", "units", "points", "told"),
    [
        ("aerial_minelaying", (), (("mine", 1),), False),
        ("aerial_minelaying", (), (("mine", 1), ("supply", 0)), False),
        ("aerial_minelaying", (), (("supply", 1),), True),
        ("aerial_minelaying", (), (("mine", 1), ("supply", 1)), True),
        ("aerial_minelaying", (BATTALION,), (("mine", 1),), True),
        ("regular_transport", (BATTALION,), (("supply", 1),), False),
    ],
)
def test_sf_20F3_minelaying_carries_mines_only(
    mission: str, units: tuple[CargoUnit, ...], points: tuple[tuple[str, int], ...], told: bool
) -> None:
    ruling = rule_on_load(Load(Lift((Carrier("HB"),) * 2, mission), units, points), SF)
    assert ("aerial minelaying carries mines only" in [refusal.why for refusal in ruling.refusals]) is told
