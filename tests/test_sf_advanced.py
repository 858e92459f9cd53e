"""V-weapons, training units, special forces and naval options of Second Front (SF 43D, 43F, 43G, 44B4 to 44G, SFC)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import europa_rules as er
from europa_rules.errors import UnknownName
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Turn
from europa_rules_sf import garrison_options, special_forces, training_units, v_weapons
from europa_rules_sf.naval import naval_options


@cache
def sf(point: str = "", reading: str = "") -> Ruleset:
    return er.load("sf", rulings={f"sf-{point}": reading} if point else {})


# --- V-weapons (SF 43D) ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "rule"),
    [
        (v_weapons.VAttack("army", phase="exploitation"), "43D"),
        (v_weapons.VAttack("army", phasing=ALLIED), "43D"),
        (v_weapons.VAttack("army", supply=""), "43D"),
        (v_weapons.VAttack("army", has_moved=True), "43D"),
        (v_weapons.VAttack("army", attacks=1), "43D"),
        (v_weapons.VAttack("army", target="airbase"), "43D1"),
        (v_weapons.VAttack("army", target="port", owner=AXIS), "43D1"),
        (v_weapons.VAttack("army", distance=14), "43D1"),
        (v_weapons.VAttack("luftwaffe", distance=11), "43D1"),
        (v_weapons.VAttack("luftwaffe", distance=11, reach=10), "43D1"),
    ],
)
def test_sf_43D_each_condition_of_an_attack_counts(facts: v_weapons.VAttack, rule: str) -> None:
    assert [c.number for c in v_weapons.rule_on_v_attack(facts, sf()).citations] == [rule]
    assert v_weapons.rule_on_v_attack(v_weapons.VAttack("army", supply="limited", distance=13), sf()).allowed


def test_sf_43D1_nothing_is_done_against_a_V2() -> None:
    for response in v_weapons.RESPONSES:
        assert not v_weapons.rule_on_response("V2", response).allowed
        assert v_weapons.reckon_response("V2", response, "K", sf()).value == 0
        assert v_weapons.reckon_response("V1", response, "K", sf()).value == -1
    assert v_weapons.reach_of("luftwaffe", sf()) == 10


@pytest.mark.parametrize(("hits", "points", "infantry"), [(0, 0, 0), (1, 0, 0), (2, 1, 0), (4, 2, 1), (8, 4, 2)])
def test_sf_43D1_what_london_hits_cost(hits: int, points: int, infantry: int) -> None:
    found = v_weapons.reckon_london_price(hits, sf())
    assert (int(found.resource_points.value), int(found.infantry.value)) == (points, infantry)
    assert v_weapons.reckon_most_by_night(hits).value == hits // 2


def test_sf_43D2_code_Z_launches() -> None:
    assert not v_weapons.rule_on_air_launch("C", 1, sf()).allowed
    assert v_weapons.reckon_air_launch(sf()).value == -1


@pytest.mark.parametrize(("reading", "least"), [("eight", 8), ("five", 5)])
def test_sf_43D3_who_is_an_interceptor(reading: str, least: int) -> None:
    rules = sf("43D3-least-attack-strength", reading)
    assert [v_weapons.rule_on_interceptor(attack, rules).allowed for attack in (least - 1, least)] == [False, True]
    forces = [
        v_weapons.reckon_interceptor_force(attacked, exists) for attacked in (True, False) for exists in (True, False)
    ]
    assert [(int(f.added.value), int(f.released.value)) for f in forces] == [(0, 0), (6, 0), (0, 6), (0, 0)]
    assert not v_weapons.rule_on_interceptor_mission("interception", "bombing").allowed


# --- training units (SF 43F) -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("reading", "appear"), [("down", 2), ("up", 3)])
def test_sf_43F1a_halves_of_REs_in_garrison(reading: str, appear: int) -> None:
    rules = sf("43F1a-halves", reading)
    found = training_units.reckon_arrivals(5, Fraction(5, 2), rules)
    assert (int(found.appear.value), int(found.wait.value)) == (appear, 5 - appear)
    assert found.appear.rests_on == (f"sf-43F1a-halves: {reading}",)
    assert training_units.reckon_arrivals(1, 4, rules).wait.value == 0
    assert training_units.reckon_district_infantry(5, 1).value == Fraction(5, 2)


def test_sf_43F1_43F1b_a_unit_counts_once_a_game_turn_and_before_the_receipt() -> None:
    jan, feb = Turn.parse("Jan I 45"), Turn.parse("Feb I 45")
    facts = training_units.TrainingUse("br", ((jan, jan), (jan, feb)), 1, feb)
    found = training_units.reckon_forfeit(facts, 2)
    assert [int(part.value) for part in (found.forfeited, found.kept, found.deficit)] == [3, 0, 1]
    assert training_units.reckon_penalty(training_units.TrainingUse("ge", ((jan,),), 4)).value == 0
    assert training_units.rule_on_disbanding_training("ge").allowed
    assert training_units.turns_of(["Jan I 45"]) == (jan,)


def test_sf_43F2_each_theater_has_its_limit() -> None:
    ruling = training_units.rule_on_disbanding_limit("British", {"ETO": Fraction(11, 2), "MTO": 6, "North": 5})
    assert len(ruling.refusals) == 2


# --- garrisons and special forces (SF 44B5, 44C6, SFC) ---------------------------------------------------------------


def test_sf_44B5_an_emergency_brings_reorganization_forward() -> None:
    def may(turn: str, declared: str | None) -> bool:
        since = Turn.parse(declared) if declared else None
        return garrison_options.rule_on_emergency_reorganization(Turn.parse(turn), since).allowed

    assert may("Jul I 44", None) and may("Jan II 44", "Jan I 44") and may("Aug I 44", "Aug I 44")
    assert not may("Dec II 43", "Jan I 44") and not may("Jun II 44", None)


def test_sf_44C6_unreliable_units_are_checked() -> None:
    assert [garrison_options.is_activation_checked(unreliable) for unreliable in (True, False)] == [True, False]


ABILITIES = {
    ("marine_commando", "Allied", ""): {"amphibious", "attack_coast_defenses", "retreat_before_combat"},
    ("parachute_commando", "OSS", "SBS"): {"air_drop", "zoc", "retreat_before_combat"},
    ("commando", "German", ""): {"zoc", "surprise", "retreat_before_combat"},
}


@pytest.mark.parametrize(("who", "able"), ABILITIES.items())
def test_sf_SFC_abilities_by_the_chart(who: tuple[str, str, str], able: set[str]) -> None:
    unit = special_forces.SpecialForce(*who, attack=1)
    every = (*special_forces.ABILITIES, special_forces.SURPRISE)
    assert {ability for ability in every if special_forces.rule_on_ability(unit, ability, sf()).allowed} == able


def test_sf_SFC_surprise_depends_on_the_enemy_or_the_strength() -> None:
    def may(kind: str, force: str, mark: str = "", attack: int | None = None, target: str = "") -> bool:
        unit = special_forces.SpecialForce(kind, force, mark, attack, target)
        return special_forces.rule_on_ability(unit, "surprise", sf()).allowed

    assert may("commando", "OSS", "Ger", target="German") and not may("commando", "OSS", "Ger", target="Italian")
    assert may("parachute_commando", "German", attack=1) and not may("parachute_commando", "German", attack=0)
    with pytest.raises(UnknownName, match="Allied commando"):
        special_forces.row_of(special_forces.SpecialForce("comando", "Allied"), sf())


# --- naval options (SF 43G, 44B4, 44G) -------------------------------------------------------------------------------


def test_sf_43G_a_naval_unit_replenishes_at_its_own_naval_base() -> None:
    bad = [("standard", True, True), ("great", False, True), ("great", True, False)]
    assert [len(naval_options.rule_on_base(*facts, sf()).refusals) for facts in bad] == [1, 1, 1]
    assert naval_options.is_replenished_by(31)


@pytest.mark.parametrize(
    "facts",
    [
        naval_options.SeaRetreat("commando"),
        naval_options.SeaRetreat(site="clear"),
        naval_options.SeaRetreat(ship="TF"),
        naval_options.SeaRetreat(is_there=False),
        naval_options.SeaRetreat(re=2),
    ],
)
def test_sf_44B4_each_condition_of_a_retreat_to_a_ship_counts(facts: naval_options.SeaRetreat) -> None:
    assert len(naval_options.rule_on_sea_retreat(facts).refusals) == 1


@settings(max_examples=40, derandomize=True, deadline=None)
@given(st.integers(0, 12), st.dictionaries(st.sampled_from(["TF", "NT", "LC", "CG"]), st.integers(1, 9), min_size=1))
def test_sf_44G1_every_hit_falls_on_a_point_that_there_is(hits: int, strengths: dict[str, int]) -> None:
    shares = {name: int(taken.value) for name, taken in naval_options.share_hits(hits, strengths, sf()).items()}
    assert sum(shares.values()) == min(hits, sum(strengths.values()))
    assert all(shares[name] <= strengths[name] for name in strengths)


@pytest.mark.parametrize(("reading", "last"), [("passes-on", 1), ("lost", 0)])
def test_sf_44G1_what_a_category_cannot_take(reading: str, last: int) -> None:
    rules = sf("44G1-share-too-large", reading)
    found = naval_options.share_hits(4, {"LC": 1, "NT": 1, "TF": 1}, rules)
    assert {name: int(taken.value) for name, taken in found.items()} == {"LC": last, "NT": 1, "TF": 1}
    assert found["TF"].rests_on == (f"sf-44G1-share-too-large: {reading}",)


def test_sf_44G2_44G3_steps_at_sea_and_guns_ashore() -> None:
    assert naval_options.reckon_landing_mps("non_motorized", 4, 9).value == 4
    assert naval_options.rule_on_disembarking().allowed
    found = [naval_options.reckon_ground_strength(level) for level in (0, 1, 2, 7)]
    assert [(int(f.defense.value), int(f.re.value)) for f in found] == [(0, 0), (0, 0), (1, 1), (3, 1)]
    assert [f.counts_as for f in found] == ["", "", "field_artillery", "field_artillery"]
