"""Statements that no case asks: the order of phases, what counts in proportions, districts, codes in the air."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest
from attrs import evolve

import europa_rules as er
from europa_rules.air.aa_strength import AaCounter, kind_of_aa
from europa_rules.air.air_replacement import reckon_arp_cost
from europa_rules.air.airbases import BaseUse, rule_on_base
from europa_rules.air.antiaircraft import Shot, reckon_aa_modifier
from europa_rules.air.bombing import BombingAttack, reckon_bombing_modifier
from europa_rules.air.flights import Flight, mission_named
from europa_rules.air.missions import MissionFacts, rule_on_bombs, rule_on_phase
from europa_rules.air_units import AirRating
from europa_rules.campaign.sequence import phases_of_player_turn, player_turn_steps
from europa_rules.errors import IllegalOrder
from europa_rules.ground.armor_proportions import reckon_capable_re
from europa_rules.ground.breakdowns import BreakdownFacts, rule_on_break_down
from europa_rules.ground.supply_effects import SuppliedUnit, reckon_effects
from europa_rules.ground.supply_sources import SourceUse, rule_on_source
from europa_rules.ruleset import Ruleset
from europa_rules.units import Rating, Unit, has_ability

BOOKS = ("fof", "sf")
DIVISION = Unit("ge", "infantry", "division", Rating.parse("7-6"))


@cache
def rules_of(book: str) -> Ruleset:
    return er.load(book)


def steps_in(phase: str, book: str) -> list[str]:
    return [step.name for step in player_turn_steps(rules_of(book)) if step.phase == phase]


# --- the order of a player turn (4A) ---------------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_4A1_01_4A2_01_4A3_01_4A4_01_four_phases_in_order(book: str) -> None:
    assert phases_of_player_turn(rules_of(book)) == ("initial", "movement", "combat", "exploitation")


@pytest.mark.parametrize("book", BOOKS)
def test_4A1_01_4A1_02_supply_is_judged_in_the_initial_phase(book: str) -> None:
    assert "supply check, end of initial phase" in steps_in("initial", book)
    assert not any(name.startswith("supply check") for name in steps_in("movement", book))


def test_fof_4A1_01_arrivals_come_in_the_initial_phase() -> None:
    assert "reinforcements" in steps_in("initial", "fof")


def test_sf_4A3_01_isolation_is_judged_again_before_combat() -> None:
    names = [step.name for step in player_turn_steps(rules_of("sf"))]
    assert names.index("isolation check, start of combat phase") < names.index("combat phase")
    assert names.index("exploitation phase") > names.index("combat phase")


def test_sf_4C_01_an_order_is_refused_out_of_its_place() -> None:
    text = "16A:1506 ge 14-10 Pz XX 1 | 16A:1606 us 7-8 Inf XX 1 | Jul I 43, Axis movement | owner Axis 16A:1506"
    game = er.Game.start(rules_of("sf"), text, seed=1)
    with pytest.raises(IllegalOrder) as refused:
        game.submit(er.Attack(("ge 1 Pz XX",), er.hexref("16A:1606")), er.AXIS)
    assert "combat phase" in str(refused.value)


# --- proportions and abilities (10B, 14E) ----------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("value", "capable", "counted"), [("neutral", 0, 0), ("none", 0, 3), ("full", 3, 3)])
def test_10B3_01_10B4_01_neutral_res_are_left_out_and_those_without_capability_count(
    book: str, value: str, capable: int, counted: int
) -> None:
    assert [part.value for part in reckon_capable_re(Fraction(3), value, rules_of(book))] == [capable, counted]


def test_sf_10A2_01_10A3_01_10B_01_armor_and_antitank_effects_are_proportions_of_res() -> None:
    def told(situation: str) -> str:
        return er.odds(situation, rules_of("sf")).modifiers.total.tree()

    assert "AECA of 1/2, 3 of 6 REs" in told("14-10 Pz XX, 7-6 Inf XX vs 5-6 Inf XX in clear")
    assert "-2 AECD of 1, 3 of 3 REs" in told("7-6 Inf XX vs us 12-10 Arm XX in clear")
    assert "-1 ATEC of 1/7, 1/2 of 7/2 REs" in told("14-10 Pz XX vs us 5-6 Inf XX, us 1-8 AT II in clear")
    assert "ATEC" not in told("7-6 Inf XX vs us 5-6 Inf XX, us 1-8 AT II in clear")


def test_sf_14E_01_a_unit_has_the_abilities_of_both_its_symbols() -> None:
    types = rules_of("sf").types
    both = Unit("br", "infantry", "battalion", Rating.parse("1-8"), symbols=("commando", "mountain"))
    assert has_ability(both, "commando", types) and has_ability(both, "mountain", types)
    plain = evolve(both, symbols=())
    assert not has_ability(plain, "commando", types) and not has_ability(plain, "mountain", types)


def test_sf_15C1_01_a_lettered_set_serves_one_division_at_a_time() -> None:
    free = BreakdownFacts(DIVISION, counters_free=1)
    assert rule_on_break_down(free, rules_of("sf")).allowed
    assert not rule_on_break_down(evolve(free, is_set_in_use=True), rules_of("sf")).allowed


# --- supply (12) -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_12_01_supply_decides_how_well_units_move_and_fight(book: str) -> None:
    full, less = (reckon_effects(SuppliedUnit(DIVISION, turns), rules_of(book)) for turns in (0, 4))
    assert [value.value for value in (full.attack, full.defense, full.movement)] == [7, 7, 6]
    assert less.attack.value < 7 and less.movement.value < 6


def test_sf_12C1_01_a_full_source_serves_the_listed_forces() -> None:
    listed = SourceUse("ge", frozenset({"ge", "it"}))
    assert rule_on_source(listed, rules_of("sf")).allowed
    assert not rule_on_source(evolve(listed, nation="us"), rules_of("sf")).allowed


# --- districts (SF 3E3) ----------------------------------------------------------------------------------------------


def districts_of(country: str) -> set[str]:
    board = rules_of("sf").board
    return {board.district(ref) for ref in board.hexes if board.country(ref) == country}


def test_sf_3E3_01_a_country_small_on_the_map_is_one_district() -> None:
    assert all(len(districts_of(country)) == 1 for country in ("Luxembourg", "Denmark"))


def test_sf_3E3_02_03_04_districts_are_military_regions_wehrkreise_and_provinces() -> None:
    france, germany, italy = (districts_of(country) for country in ("France", "Germany", "Italy"))
    assert any(name.startswith("MR") for name in france) and "Corse" in france
    assert any(name.startswith("WK") for name in germany)
    assert {"Sicilia", "Sardegna"} <= italy


# --- the air war (16, 17, 20, 22, 23, 25) ----------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_16C_01_each_mission_has_its_phases(book: str) -> None:
    rules = rules_of(book)
    mission, _ = mission_named("ground_support", rules)
    assert mission is not None
    facts = MissionFacts(Flight(AirRating.parse("4B5 3-7/26"), mission), phase="combat", is_phasing=True)
    assert rule_on_phase(facts, mission, rules).allowed
    assert not rule_on_phase(evolve(facts, phase="initial"), mission, rules).allowed


def test_sf_17_01_an_air_unit_sits_at_an_airbase_that_its_owner_holds() -> None:
    held = BaseUse(AirRating.parse("8F6 1/9"))
    assert rule_on_base(held, rules_of("sf")).allowed
    for wrong in (evolve(held, is_friendly=False), evolve(held, is_airbase=False)):
        assert "SF 17" in map(str, rule_on_base(wrong, rules_of("sf")).citations)


@pytest.mark.parametrize(("rating", "may"), [("4B5 3-7/26", True), ("4B5 3-0/26", False)])
def test_fof_20G1_01_strategic_bombing_needs_a_strategic_strength(rating: str, may: bool) -> None:
    rules = rules_of("fof")
    mission, _ = mission_named("terror_bombing", rules)
    assert mission is not None and mission.strength == "strategic"
    assert rule_on_bombs(Flight(AirRating.parse(rating), mission), mission, rules).allowed is may


def test_sf_22A1_01_a_printed_strength_of_0_makes_a_combat_aa_unit() -> None:
    assert kind_of_aa(AaCounter(has_size=True, has_strength=True, defense=0)).kind == "combat"
    assert kind_of_aa(AaCounter(has_size=True, has_strength=False)).kind == "position"


def test_sf_23H_01_23H1_01_code_L_changes_the_roll_of_antiaircraft() -> None:
    rules = rules_of("sf")
    mission, family = mission_named("rail_yards", rules)
    low, high = (Flight(AirRating.parse(text), mission, family) for text in ("4B5 3-7/L/26", "4B5 3-7/26"))
    assert reckon_aa_modifier(Shot(low), rules).value < reckon_aa_modifier(Shot(high), rules).value


def test_sf_23H_01_23H5_01_code_S_changes_the_roll_against_ships() -> None:
    rules = rules_of("sf")
    mission, _ = mission_named("naval_units_in_port", rules)
    trained, others = (Flight(AirRating.parse(text), mission) for text in ("4B5 3-7/S/26", "4B5 3-7/26"))
    modifiers = [reckon_bombing_modifier(BombingAttack((flight,), 1), rules).value for flight in (trained, others)]
    assert modifiers[0] > modifiers[1]


def test_sf_25D2_01_an_aborted_air_unit_is_repaired_for_one_arp() -> None:
    assert reckon_arp_cost(0, 1, rules_of("sf")).value == 1
