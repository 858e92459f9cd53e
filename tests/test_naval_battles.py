"""Naval combat, gunnery and disengagement of Second Front (SF 29, 34A4): boundaries, readings and properties."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

import europa_rules as er
from europa_rules.errors import UnknownName
from europa_rules.naval_units import NavalCategory, NavalUnit
from europa_rules.ruleset import Ruleset
from europa_rules.sides import AXIS, Turn
from europa_rules_sf.naval import battles, disengagement, gunnery
from europa_rules_sf.naval.gunnery import Guns
from europa_rules_sf.naval.naval_rounds import Round, Shot, Side, fight_round
from europa_rules_sf.naval.ships import Ship


@cache
def sf(point: str = "", reading: str = "") -> Ruleset:
    return er.load("sf", rulings={f"sf-{point}": reading} if point else {})


def ship(name: str, category: NavalCategory, strength: int) -> Ship:
    return Ship(NavalUnit("us", category, strength), name=name)


# --- gunnery (SF 29B, 34A4) ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("guns", "strength"),
    [
        (Guns(13, sea="stormy"), 3),
        (Guns(13, at_night=True), 3),
        (Guns(13, at_night=True, turn=Turn.parse("Jul I 44")), 6),
        (Guns(13, side=AXIS, at_night=True, turn=Turn.parse("Jul I 44")), 3),
        (Guns(3, sea="stormy", at_night=True), 0),
        (Guns(5, by_sea=False, sea="stormy"), 5),
        (Guns(5, by_sea=False, at_night=True, is_adjacent=True), 1),
    ],
)
def test_sf_29B_sea_night_and_range(guns: Guns, strength: int) -> None:
    assert gunnery.reckon_gunnery(guns, sf()).value == strength


@settings(max_examples=30, derandomize=True, deadline=None)
@given(st.integers(0, 40), st.sampled_from(["calm", "rough", "stormy"]), st.booleans())
def test_sf_34A4_rounding_once_and_at_each_step_agree_for_whole_strengths(strength: int, sea: str, night: bool) -> None:
    guns = Guns(strength, sea=sea, at_night=night)
    steps = gunnery.reckon_gunnery(guns, sf("34A4-night-rounding", "each-step"))
    assert steps.value == gunnery.reckon_gunnery(guns, sf()).value


@pytest.mark.parametrize(("reading", "strength"), [("unit", 4), ("total", 5)])
def test_sf_29B_gunnery_of_several_units(reading: str, strength: int) -> None:
    pair = [(name, Guns(5, sea="rough")) for name in ("TF-1", "TF-2")]
    found = gunnery.reckon_gunnery_together(pair, sf("29B-gunnery-rounding", reading))
    assert found.value == strength
    assert f"sf-29B-gunnery-rounding: {reading}" in found.rests_on


def test_sf_29B1b_fires_use_the_largest_column_not_above_them() -> None:
    for die in range(1, 7):
        assert gunnery.reckon_fire(4, die, sf()).hits == gunnery.reckon_fire(3, die, sf()).hits
        assert gunnery.reckon_fire(40, die, sf()).hits == gunnery.reckon_fire(10, die, sf()).hits
        assert not gunnery.reckon_fire(Fraction(1, 2), die, sf()).hits


# --- allocation (SF 29, 29A, 29B) ------------------------------------------------------------------------------------


def test_sf_29_combats_with_groups_come_first() -> None:
    mixed = [battles.COMBATS[n] for n in (3, 1, 0, 1, 2)]
    assert battles.combats_in_order(mixed) == tuple(battles.COMBATS[n] for n in (0, 1, 1, 2, 3))
    with pytest.raises(UnknownName):
        battles.combats_in_order([("group", "elsewhere")])


@pytest.mark.parametrize(("reading", "aimed"), [("surplus", 4), ("all", 10)])
def test_sf_29B1a_what_is_aimed_at_a_bypassing_group(reading: str, aimed: int) -> None:
    rules = sf("29B1a-aimed-at-bypassers", reading)
    assert battles.reckon_surplus(10, 6, rules).value == aimed
    assert battles.reckon_surplus(6, 6, rules).value == 0


@pytest.mark.parametrize(("reading", "may"), [("lower", True), ("exact-only", False)])
def test_sf_29B1b_fires_between_columns(reading: str, may: bool) -> None:
    rules = sf("29B1b-sizes-between", reading)
    ruling = battles.rule_on_fires(10, (4, 5), rules)
    assert (ruling.allowed, ruling.rests_on) == (may, (f"sf-29B1b-sizes-between: {reading}",))
    assert battles.rule_on_fires(10, (1, 2, 7), rules).rests_on == ()
    assert not battles.rule_on_fires(10, (0,), rules).allowed


def test_sf_29A_transports_landing_craft_and_carriers_are_main_body() -> None:
    found = {cat: battles.rule_on_bodies([], [cat]).allowed for cat in ("TF", "CG", "NT", "LC")}
    assert found == {"TF": True, "CG": False, "NT": False, "LC": False}


def test_sf_29B2a_part_of_the_gunnery_may_stay_silent() -> None:
    assert battles.rule_on_coast_split(6, 0, 6).allowed and battles.rule_on_coast_split(6, 2, 2).allowed
    assert not battles.rule_on_coast_split(6, 7, -1).allowed


@pytest.mark.parametrize(
    ("step", "target", "times"),
    [
        ("engaging", "TF", 1),
        ("bypass", "TF", 2),
        ("main_body", "LC", 2),
        ("main_body", "TF", 1),
        ("coast_defense_tf", "TF", 1),
        ("coast_defense_main_body", "LC", 3),
        ("coast_defense_main_body", "CG", 1),
    ],
)
def test_sf_29B_strengths_that_are_multiplied(step: str, target: str, times: int) -> None:
    assert battles.reckon_fire_strength(step, 5, target).value == 5 * times


def test_sf_29B_who_fires_when() -> None:
    firers = ("engaging_group", "bypassing_group", "CG_in_main_body", "NT_in_main_body", "reserve_group")
    found = {
        step: [firer for firer in firers if battles.rule_on_firing(step, firer).allowed] for step in battles.BY_STEP
    }
    assert found == {
        "engaging": ["engaging_group"],
        "bypass": ["engaging_group"],
        "main_body": ["bypassing_group", "CG_in_main_body"],
        "coast_defense_tf": [],
        "coast_defense_main_body": ["reserve_group"],
    }
    with pytest.raises(UnknownName):
        battles.rule_on_firing("engaging", "submarine")


@pytest.mark.parametrize(("hits", "left"), [(0, 5), (3, 2), (7, 0)])
def test_sf_29B1c_each_hit_costs_a_bypassing_group_a_point(hits: int, left: int) -> None:
    found = battles.reckon_bypass_hits(5, hits)
    assert (int(found.bypassing.value), int(found.damage.value)) == (left, hits)


def test_sf_29B1e_a_combat_ends_when_a_side_is_gone_or_away() -> None:
    assert not battles.rule_on_next_round(battles.RoundEnd(both_left=False)).allowed
    assert not battles.rule_on_next_round(battles.RoundEnd(disengaged=True)).allowed
    assert battles.rule_on_next_round(battles.RoundEnd("coast_defense", 0)).allowed


# --- whole rounds (SF 29B1) ------------------------------------------------------------------------------------------

A = Side((ship("A1", "TF", 12),), (ship("AN", "NT", 2),), engaging=8, bypassing=4)
B = Side((ship("B1", "TF", 10),), (ship("BC", "CG", 4), ship("BL", "LC", 1)), engaging=10, against_bypass=2)


def fought(*shots: Shot, a: Side = A, b: Side = B, rules: Ruleset | None = None) -> tuple[list[str], dict[str, int]]:
    found = fight_round(Round({"a": a, "b": b}, shots), rules or sf())
    return [c.number for c in found.ruling.citations], dict(found.taken)


def test_sf_29B1_hits_are_put_on_after_both_have_fired() -> None:
    small = Side((ship("A1", "TF", 1),), engaging=1)
    other = Side((ship("B1", "TF", 1),), engaging=1)
    shots = (Shot("engaging", "a", 1, "B1", True), Shot("engaging", "b", 1, "A1", True))
    found = fight_round(Round({"a": small, "b": other}, shots), sf())
    assert (found.ruling.allowed, found.sunk) == (True, ("B1", "A1"))


def test_sf_29B1_the_bypassing_group_fires_at_the_main_body_with_what_it_has_left() -> None:
    bypass = Shot("bypass", "b", 1, "A1", True)
    assert fought(bypass, Shot("main_body", "a", 3, "BL", True))[0] == []
    assert fought(bypass, Shot("main_body", "a", 4, "BL", True))[0] == ["29B1d"]


def test_sf_29B1d_carriers_in_the_main_body_fire_at_a_bypassing_group_only() -> None:
    back = Shot("main_body", "b", 4, "A1", True)
    assert fought(back) == ([], {"A1": 1, "AN": 0, "B1": 0, "BC": 0, "BL": 0})
    assert fought(back, a=evolve(A, bypassing=0))[0] == ["29B1d"]
    assert fought(Shot("main_body", "b", 4, "AN", True))[0] == ["29B1d"]


@pytest.mark.parametrize(
    ("shot", "rule"),
    [
        (Shot("engaging", "b", 9, "A1"), "29B1b"),
        (Shot("engaging", "a", 3, "BL"), "29B1b"),
        (Shot("bypass", "b", 3, "A1"), "29B1c"),
        (Shot("bypass", "a", 1, "B1"), "29B1c"),
    ],
)
def test_sf_29B1_points_and_targets_of_each_step(shot: Shot, rule: str) -> None:
    assert fought(shot)[0] == [rule]


def test_sf_29B1a_too_much_aimed_at_the_bypassing_group_is_refused() -> None:
    assert fought(b=evolve(B, against_bypass=3))[0] == ["29B1a"]
    assert fought(a=evolve(A, bypassing=5))[0] == ["29B1a"]
    backwards = (Shot("main_body", "a", 1, "BL"), Shot("engaging", "a", 1, "B1"))
    assert fought(*backwards)[0] == ["29B1"]


@pytest.mark.parametrize(("reading", "left"), [("ceiling", 4), ("weakens", 2)])
def test_sf_29B1a_hits_in_the_engaging_step_and_bypassing_strength(reading: str, left: int) -> None:
    shots = tuple(Shot("engaging", "b", 1, "A1", True) for _ in range(2))
    found = fight_round(Round({"a": A, "b": B}, shots), sf("29B1a-bypassing-strength", reading))
    assert found.bypassing["a"].value == left


def test_sf_29B1a_no_more_bypasses_than_the_TF_body_has_left() -> None:
    shots = tuple(Shot("engaging", "b", 1, "A1", True) for _ in range(8))
    hit_before = evolve(A, tf_body=(evolve(A.tf_body[0], hits=2),), engaging=6)
    found = fight_round(Round({"a": hit_before, "b": evolve(B, against_bypass=0)}, shots), sf())
    assert found.bypassing["a"].value == 2


# --- disengagement (SF 29C) ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("reading", "away"), [("fails", ()), ("succeeds", ("b",))])
def test_sf_29C_a_tie(reading: str, away: tuple[str, ...]) -> None:
    parties = disengagement.Party("mixed", False, 4), disengagement.Party("combat", True, 3)
    found = disengagement.resolve_disengagement(*parties, sf("29C-tied-disengagement", reading))
    assert (found.away, found.rests_on) == (away, (f"sf-29C-tied-disengagement: {reading}",))
    assert found.another_round is not bool(away)


def test_sf_29C_without_rolls_nobody_can_tell() -> None:
    with pytest.raises(ValueError, match="no roll"):
        disengagement.resolve_disengagement(
            disengagement.Party("cargo", True), disengagement.Party("cargo", False, 2), sf()
        )


@pytest.mark.parametrize(
    ("facts", "may"),
    [
        (disengagement.Escape("stay_at_sea", 0), True),
        (disengagement.Escape("stay_at_sea", 0, has_port=True), False),
        (disengagement.Escape("leave_hex", 0), False),
        (disengagement.Escape("enter_port", 0, has_port=True), True),
        (disengagement.Escape("enter_port", 9), False),
        (disengagement.Escape("enter_port", 9, has_port=True, is_sortie=True), True),
        (disengagement.Escape("stay_at_sea", 0, has_port=True, is_sortie=True), False),
    ],
)
def test_sf_29C_where_a_disengaging_group_goes(facts: disengagement.Escape, may: bool) -> None:
    assert disengagement.rule_on_escape(facts).allowed is may
    assert facts.ends_movement is (facts.choice != "leave_hex")
