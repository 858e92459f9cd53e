"""The charts of the strategic air war, and the readings of its open points (SF 26)."""

from __future__ import annotations

import functools
import itertools

import pytest

import europa_rules as er
from europa_rules.errors import UnknownName
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Turn
from europa_rules_sf import strategic_air_charts, strategic_air_war, strategic_assets
from europa_rules_sf.strategic_air_charts import StatusCheck
from europa_rules_sf.strategic_air_war import LowFuel
from europa_rules_sf.strategic_assets import AxisReturn, FiredOn

FEB, MAR, APR = (Turn.parse(text) for text in ("Feb II 44", "Mar I 44", "Apr II 44"))


@functools.cache
def reading(point: str, name: str) -> Ruleset:
    return er.load("sf", rulings={point: name})


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return er.load("sf")


def test_sf_26A_03_a_check_raises_the_status_or_leaves_it(rules: Ruleset) -> None:
    for roll in range(1, 7):
        found = strategic_air_charts.reckon_status(StatusCheck(4, roll), rules)
        assert found.value in (4, 5) and found.reevaluate() == found.value
    called = StatusCheck(4, 3, allied_forces=1), StatusCheck(4, 3, german_assets=True), StatusCheck(4, 3)
    assert [strategic_air_charts.reckon_status(facts, rules).value for facts in called] == [4, 4, 5]
    assert strategic_air_charts.reckon_status(StatusCheck(4, 1, allied_forces=4), rules).value == 4


def test_sf_26A_04_26A_05_effects_only_grow_with_the_status(rules: Ruleset) -> None:
    levels = [strategic_air_charts.effects_at(status, rules) for status in range(12)]
    for before, after in itertools.pairwise(levels):
        assert after.aviation_fuel.value <= before.aviation_fuel.value
        assert after.rail_capacity.value <= before.rail_capacity.value
        assert after.supply_line_limits >= before.supply_line_limits
        assert after.extended_range_limits >= before.extended_range_limits
    assert [level.shortage for level in levels] == ["none"] * 5 + ["ground"] * 4 + ["severe"] * 3
    assert strategic_air_charts.effects_at(20, rules) == levels[-1]
    fuels = {int(level.aviation_fuel.value) for level in levels}
    assert fuels <= {100, *strategic_air_war.COUNTS}


def test_sf_26C_02_26C2_05_wings_missions_and_strengths_by_air_cycle(rules: Ruleset) -> None:
    assert [strategic_air_charts.reckon_wings("US ETO", turn, rules).value for turn in (Turn(1943, 7, 1), MAR)] == [
        2,
        3,
    ]
    assert "carpet" not in strategic_air_charts.missions_listed("US ETO", FEB, rules)
    assert "carpet" in strategic_air_charts.missions_listed("US ETO", MAR, rules)
    assert "tactical_afb" not in strategic_air_charts.missions_listed("British ETO", MAR, rules)
    assert strategic_air_charts.reckon_charted_strength("US ETO", "tactical_hb", APR, rules).value == 44
    with pytest.raises(UnknownName, match="transport"):
        strategic_air_charts.reckon_charted_strength("US ETO", "transports", APR, rules)
    with pytest.raises(UnknownName):
        strategic_air_charts.reckon_wings("US ETO", Turn(1943, 3, 1), rules)
    assert strategic_air_charts.reckon_yard_missions("British MTO", MAR, rules).value == 1


def test_sf_26C_every_force_has_a_row_in_each_air_cycle(rules: Ruleset) -> None:
    cycles = [
        Turn.parse(f"{cycle[:3]} I {cycle[4:]}") for cycle in rules.charts[strategic_air_charts.CHART].texts("cycles")
    ]
    assert set(strategic_air_charts.ROWS) == set(strategic_assets.AIR_FORCES)
    for force in strategic_air_charts.ROWS:
        wings = [strategic_air_charts.reckon_wings(force, turn, rules).value for turn in cycles]
        assert len(wings) == 12 and wings == sorted(wings) and wings[0] > 0


def test_sf_26A2_who_picks_the_grounded_units(rules: Ruleset) -> None:
    by_chance = reading("sf-26A2-grounded-units", "random")
    assert strategic_air_war.rule_on_picking(True, by_chance).allowed
    refused = strategic_air_war.rule_on_picking(False, by_chance)
    assert not refused.allowed and "chance" in str(refused)
    assert strategic_air_war.rule_on_picking(False, rules).allowed


def test_sf_26D_each_mission_against_yards_faces_its_own_antiaircraft(rules: Ruleset) -> None:
    wing = FiredOn(0, 0, "rail_yards", strength=17)
    found = strategic_assets.reckon_strengths_left(wing, (2, 1), rules)
    assert [left.value for left in found] == [13, 15] and "26D-yard-aa" in str(found[0].rests_on)
    all_of_them = reading("sf-26D-yard-aa", "all")
    assert [left.value for left in strategic_assets.reckon_strengths_left(wing, (2, 1), all_of_them)] == [13, 11]
    assert not strategic_assets.reckon_strengths_left(wing, (9,), rules)[0].value


def test_sf_26A2_the_count_begins_anew_in_each_player_turn(rules: Ruleset) -> None:
    facts = LowFuel(75, 8, 1, counted=2)
    assert strategic_air_war.ground_by_fuel(facts, rules).inoperative == 0
    assert "26A2-fuel-count" in str(strategic_air_war.rule_on_fuel(facts, rules).rests_on)
    on_and_on = reading("sf-26A2-fuel-count", "on-and-on")
    assert strategic_air_war.ground_by_fuel(facts, on_and_on).inoperative == 1


def test_sf_26B_the_owner_may_choose_the_box_by_another_reading(rules: Ruleset) -> None:
    facts = AxisReturn(1, 0, 1, 1, would_take=1)
    found = strategic_assets.return_to_box(facts, rules)
    assert found.cost.value == 1 and "26B-axis-return" in str(found.cost.rests_on)
    assert strategic_assets.return_to_box(facts, reading("sf-26B-axis-return", "choice")).cost.value == 2
