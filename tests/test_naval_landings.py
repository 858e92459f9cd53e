"""Landings, gunfire support and coast defenses of Second Front (SF 32, 33, 34C, 34I1): boundaries and readings."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

import europa_rules as er
from europa_rules.ground.success_checks import reckon_outcome
from europa_rules.naval_units import NavalUnit
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Turn
from europa_rules.units import Rating, Unit
from europa_rules_sf.naval import coast_defenses, gunfire, landing_reaction, landings
from europa_rules_sf.naval.ships import Ship


@cache
def sf(point: str = "", reading: str = "") -> Ruleset:
    return er.load("sf", rulings={f"sf-{point}": reading} if point else {})


def craft(*strengths: tuple[int, int]) -> tuple[Ship, ...]:
    return tuple(Ship(NavalUnit("us", "LC", printed), hits) for printed, hits in strengths)


def task_force(strength: int, hits: int = 0) -> Ship:
    return Ship(NavalUnit("us", "TF", strength), hits)


# --- landings (SF 32) ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "rule"),
    [
        (landings.Landing(phase="exploitation"), "32"),
        (landings.Landing(sea="stormy"), "32"),
        (landings.Landing(carrier="NT"), "32"),
        (landings.Landing(is_amphibious=False), "32"),
        (landings.Landing(at_night=True), "34A4"),
        (landings.Landing(is_planned=False), "32C"),
    ],
)
def test_sf_32_each_condition_of_a_landing_counts(facts: landings.Landing, rule: str) -> None:
    assert [c.number for c in landings.rule_on_landing(facts).citations] == [rule]
    assert landings.rule_on_landing(landings.Landing(sea="rough")).allowed


def test_sf_32B_everything_that_weakens_a_landed_unit_adds_up() -> None:
    worst = landings.LandedUnit(8, sea="rough", cliffs=True)
    assert landings.reckon_landed_attack(worst).value == Fraction(1, 2)
    assert landings.reckon_landed_attack(landings.LandedUnit(8)).value == 2


def test_sf_32B_only_motorized_units_exploit_a_landing() -> None:
    assert landings.reckon_exploitation_allowance("artillery", 6, True).value == 0
    assert landings.reckon_exploitation_allowance("cm", 7, True).value == Fraction(7, 2)


@pytest.mark.parametrize(("reading", "lasts"), [("next-player-turn", 1), ("owners-next", 2)])
def test_sf_32B_landed_units_are_supplied_for_a_while(reading: str, lasts: int) -> None:
    rules = sf("32B-special-supply", reading)
    supplied = [landings.rule_on_supply_ashore(turns, True, rules).allowed for turns in range(4)]
    assert supplied == [1 <= turns <= lasts for turns in range(4)]
    assert not landings.rule_on_supply_ashore(1, False, rules).allowed


def test_sf_32C_hits_lower_the_planning_limit_and_sunk_craft_count_nothing() -> None:
    fleet = craft((8, 3), (4, 4), (2, 0))
    assert landings.reckon_planning_limit(fleet).value == 7
    assert landings.rule_on_landing_plan(landings.LandingPlan(fleet, 7), sf()).allowed


def test_sf_32C_plans_are_made_ahead_and_away_from_the_enemy() -> None:
    late = landings.rule_on_landing_plan(landings.LandingPlan(craft((8, 0)), 3, ahead=0), sf())
    beside = landings.rule_on_landing_plan(landings.LandingPlan(craft((8, 0)), 3, in_enemy_zoc=True), sf())
    assert [[c.number for c in ruling.citations] for ruling in (late, beside)] == [["32C", "24C"], ["32C", "24C"]]
    assert landings.rule_on_landing_plan(landings.LandingPlan(craft((8, 0)), 3, ahead=5), sf()).allowed


@pytest.mark.parametrize(("reading", "may"), [("all-standing", False), ("each-turn", True)])
def test_sf_32C_other_plans_count_unless_read_otherwise(reading: str, may: bool) -> None:
    ruling = landings.rule_on_landing_plan(
        landings.LandingPlan(craft((8, 0)), 6, standing=3), sf("32C-standing-plans", reading)
    )
    assert (ruling.allowed, ruling.rests_on) == (may, (f"sf-32C-standing-plans: {reading}",))


@pytest.mark.parametrize(("reading", "re"), [("plain-res", 4), ("doubled", 7)])
def test_sf_32C_REs_of_a_plan(reading: str, re: int) -> None:
    units = [Unit("us", "armor", "division", Rating.parse("10-9")), Unit("us", "infantry", "regiment")]
    assert landings.reckon_planned(units, sf("32C-planning-res", reading)).value == re


# --- reaction (SF 32D) -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("reading", "rolls"), [("sub-phase-end", 2), ("in-step", 3)])
def test_sf_32D_a_roll_for_each_landing_hex(reading: str, rolls: int) -> None:
    there = [("a", 1), ("a", 1), ("a", 2), ("b", 2)]
    assert landing_reaction.reckon_landing_rolls(there, sf("32D-landing-reaction", reading)).value == rolls


def test_sf_32D_germans_react_better() -> None:
    rolls = [
        int(reckon_outcome(3, landing_reaction.landing_reaction_check(is_german), sf()).roll.value)
        for is_german in (True, False)
    ]
    assert rolls == [4, 3]


def test_sf_32D_each_condition_of_a_reaction_counts() -> None:
    bad = [
        landing_reaction.Reactor(False),
        landing_reaction.Reactor(True, 4),
        landing_reaction.Reactor(True, 0, in_enemy_zoc=True),
    ]
    assert [len(landing_reaction.rule_on_reactor(facts).refusals) for facts in bad] == [1, 1, 1]
    assert landing_reaction.rule_on_reactor(landing_reaction.Reactor(True)).allowed


@pytest.mark.parametrize(
    ("way", "may"),
    [
        (landing_reaction.ReactionWay(3, 1, 3), True),
        (landing_reaction.ReactionWay(3, 2, 2), False),
        (landing_reaction.ReactionWay(1, 4, 1), True),
        (landing_reaction.ReactionWay(3, 1, 1, enters_mixed=True), True),
        (landing_reaction.ReactionWay(3, 1, 1, regroups=True), False),
        (landing_reaction.ReactionWay(3, 1, 1, overstacks=True), False),
    ],
)
def test_sf_32D_ways_of_reacting_units(way: landing_reaction.ReactionWay, may: bool) -> None:
    assert landing_reaction.rule_on_reaction_way(way).allowed is may


# --- gunfire support (SF 33A, 34C, 34I1) -----------------------------------------------------------------------------


def test_sf_33A_each_condition_of_preparing_counts() -> None:
    bad = [
        gunfire.Preparation("CG"),
        gunfire.Preparation(mps=Fraction(179, 2)),
        gunfire.Preparation(has_left=True),
        gunfire.Preparation(has_fired=True),
    ]
    assert [len(gunfire.rule_on_prepared(facts).refusals) for facts in bad] == [1, 1, 1, 1]
    assert gunfire.rule_on_prepared(gunfire.Preparation(mps=150)).allowed


@pytest.mark.parametrize(("sea", "points"), [("calm", 11), ("rough", 5), ("stormy", 2)])
def test_sf_33A_gunfire_at_sea_is_rounded_down(sea: str, points: int) -> None:
    assert gunfire.reckon_gunfire(gunfire.GunfireSource(task_force(12, 1), sea), sf()).value == points


@pytest.mark.parametrize(("reading", "points"), [("down", Fraction(2)), ("kept", Fraction(5, 2))])
def test_sf_34C_odd_points_of_a_depleted_task_force(reading: str, points: Fraction) -> None:
    rules = sf("33A-depleted-ammo", reading)
    found = gunfire.reckon_gunfire(gunfire.GunfireSource(task_force(10), "rough", True), rules)
    assert found.value == points
    assert found.rests_on == (f"sf-33A-depleted-ammo: {reading}",)


def test_sf_34C_only_gunfire_support_depletes() -> None:
    after = gunfire.is_depleted_after
    assert [after(True, "naval_combat"), after(False, "replenished"), after(True, "gave_ngs")] == [True, False, True]


def test_sf_33A_all_points_are_fired_in_one_phase() -> None:
    def may(*shares: tuple[int, int]) -> bool:
        given = [gunfire.GunfireShare(f"h{n}", distance, points) for n, (distance, points) in enumerate(shares)]
        return gunfire.rule_on_allocation(10, given, True, sf()).allowed

    assert may((0, 10)) and may((1, 4), (1, 6), (2, 0)) and may()
    assert not may((0, 9)) and not may((0, 4), (2, 6))
    assert not gunfire.rule_on_allocation(10, [gunfire.GunfireShare("h", 0, 10)], False, sf()).allowed


@pytest.mark.parametrize(("reading", "may"), [("no", True), ("yes", False)])
def test_sf_33A_unsupported_units_are_supported_from_the_sea_unless_read_otherwise(reading: str, may: bool) -> None:
    rules = sf("33A-support-from-sea", reading)
    assert gunfire.rule_on_reach(1, True, rules, is_supported=False).allowed is may
    assert gunfire.rule_on_reach(0, True, rules, is_supported=False).allowed


def test_sf_33A_the_defender_switches_nothing() -> None:
    found = {
        (phasing, moment): gunfire.rule_on_moment(phasing, moment).allowed
        for phasing in (True, False)
        for moment in gunfire.MOMENTS
    }
    assert [key for key, allowed in found.items() if not allowed] == [
        (False, "during_ground_combat"),
        (False, "switch_allocation"),
    ]


@pytest.mark.parametrize(("others", "strength"), [(0, 1), (1, 5), (2, 8), (9, 8)])
def test_sf_33A_gunfire_is_covered_as_artillery_is(others: int, strength: int) -> None:
    assert gunfire.reckon_as_artillery(8, 0, others, sf()).strength.value == strength


@pytest.mark.parametrize(("reading", "used"), [("game-turns", 2), ("player-turns", 3)])
def test_sf_34I1_turns_of_a_year(reading: str, used: int) -> None:
    uses = [(Turn.parse(turn), side) for turn, side in (("May I 44", ALLIED), ("May I 44", AXIS), ("Dec II 44", AXIS))]
    uses += [(Turn.parse("Dec II 43"), ALLIED)]
    assert gunfire.reckon_turns_used(uses, 1944, sf("34I1-six-turns", reading)).value == used
    assert not gunfire.rule_on_another_turn(ALLIED, 6).allowed and gunfire.rule_on_another_turn(AXIS, 3).allowed


# --- coast defenses (SF 33B) -----------------------------------------------------------------------------------------


def test_sf_33B_levels_come_from_the_chart() -> None:
    level = coast_defenses.reckon_feature_level
    found = [
        level("standard_port", 1, "Atlantic", sf()),
        level("long_range_siege_artillery", Fraction(3, 2), "baltic", sf()),
        level("italian_position_aa", 5, "mediterranean", sf()),
    ]
    assert [int(ledger.value) for ledger in found] == [2, 3, 2]


def test_sf_33B_four_hits_at_most_and_only_in_their_player_turn() -> None:
    levels = [int(coast_defenses.reckon_level((3, 2), hits, sf()).value) for hits in (0, 1, 4, 5)]
    assert levels == [5, 4, 1, 1]
    assert coast_defenses.reckon_level((3, 2), 4, sf(), player_turns=1).value == 5
    assert coast_defenses.reckon_level((1,), 3, sf()).value == 0


def test_sf_29B3_two_fires_that_hit_are_one_hit_of_damage() -> None:
    found = [coast_defenses.reckon_naval_hits(6, hits, sf()) for hits in (0, 1, 2, 9, 10)]
    assert [(int(f.damage.value), int(f.level.value)) for f in found] == [(0, 6), (0, 6), (1, 5), (4, 2), (4, 2)]


def test_sf_33B_whoever_owns_a_port_rebuilds_its_coast_defenses() -> None:
    assert coast_defenses.reckon_after_capture(3, False).value == 3
    both = coast_defenses.rule_on_rebuilding(False, False)
    assert len(both.refusals) == 2
    assert coast_defenses.reckon_rebuilding_cost(3).value == 3
