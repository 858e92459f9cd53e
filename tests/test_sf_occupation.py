"""Occupation and partisans (SF 39): zones, forces that cities ask for, and attacks for what is missing."""

from __future__ import annotations

from fractions import Fraction

import pytest

import europa_rules as er
from europa_rules.errors import UnknownName
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, Turn
from europa_rules_sf import occupation, partisans
from europa_rules_sf.occupation import OccupationForces, OccupiedCity
from europa_rules_sf.partisans import PartisanAttack

SEP, SURRENDER = Turn.parse("Sep II 43"), Turn.parse("Sep I 43")


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return er.load("sf")


@pytest.mark.parametrize(
    ("area", "always", "after"),
    [
        ("Mainland France", True, True),
        ("Corsica", True, True),
        ("Belgium", True, True),
        ("The Netherlands", True, True),
        ("Sardinia", False, True),
        ("Sicily", False, True),
        ("Mainland Italy", False, True),
        ("France annexed to WK XII", False, False),
        ("Denmark", False, False),
    ],
)
def test_sf_39A_01_39A_02_occupation_zones(area: str, always: bool, after: bool, rules: Ruleset) -> None:
    assert occupation.rule_on_zone(area, False, rules).allowed is always
    assert occupation.rule_on_zone(area, True, rules).allowed is after


@pytest.mark.parametrize(
    ("reading", "occupied", "attacked"),
    [("oct-i", "Oct I 43", "Oct I 43"), ("sep-ii", "Sep II 43", "Sep II 43"), ("split", "Sep II 43", "Oct I 43")],
)
def test_sf_39A_when_italian_zones_begin_is_an_open_point(reading: str, occupied: str, attacked: str) -> None:
    found = occupation.italian_zones(SURRENDER, er.load("sf", rulings={"sf-39A-italian-zone": reading}))
    assert (str(found.occupation), str(found.partisans)) == (occupied, attacked)
    assert [point.partition(":")[0] for point in found.because.rests_on] == ["sf-39A-italian-zone"]


@pytest.mark.parametrize(
    ("city", "needed"),
    [
        (OccupiedCity(SEP), True),
        (OccupiedCity(SEP, gained=SEP), False),
        (OccupiedCity(SEP, gained=SURRENDER), True),
        (OccupiedCity(SEP, zone_active=False), False),
        (OccupiedCity(SEP, in_axis_supply=False), False),
        (OccupiedCity(SEP, allied_supply="limited", allied_distance=5), False),
        (OccupiedCity(SEP, allied_supply="full", allied_distance=6), True),
        (OccupiedCity(SEP, allied_supply="special", allied_distance=5), True),
        (OccupiedCity(SEP, allied_supply="", allied_distance=1), True),
    ],
)
def test_sf_39B_03_to_05_which_cities_need_a_force(city: OccupiedCity, needed: bool, rules: Ruleset) -> None:
    assert occupation.rule_on_leaving_empty(city, rules).allowed is not needed


@pytest.mark.parametrize(("majors", "dots", "res"), [(0, 0, 0), (1, 0, 3), (0, 1, 1), (3, 2, 11)])
def test_sf_39B_01_three_res_for_a_major_city_and_one_for_a_dot_city(
    majors: int, dots: int, res: int, rules: Ruleset
) -> None:
    assert occupation.reckon_required(majors, dots, rules).value == res


@pytest.mark.parametrize(
    ("kind", "may"), [("position_aa", False), ("port fortification", False), ("police", True), ("infantry", True)]
)
def test_sf_39B_02_who_occupies(kind: str, may: bool) -> None:
    assert occupation.rule_on_occupying(kind).allowed is may


def test_sf_39B_06_39B_07_garrisons_count_and_each_part_of_an_re_missing_gives_an_attack(rules: Ruleset) -> None:
    for garrison, missing, extra in ((9, 2, 2), (13, 0, 0), (Fraction(17, 2), Fraction(5, 2), 3)):
        found = occupation.reckon_missing(OccupationForces(11, garrison), rules)
        assert found.value == missing
        assert occupation.reckon_extra_attacks(found.value).value == extra


@pytest.mark.parametrize(("reading", "missing"), [("no", 4), ("yes", 1)])
def test_sf_39B_a_garrison_serves_one_duty_unless_a_reading_says_otherwise(reading: str, missing: int) -> None:
    rules = er.load("sf", rulings={"sf-39B-two-duties": reading})
    found = occupation.reckon_missing(OccupationForces(11, 7, on_other_duty=3), rules)
    assert found.value == missing
    assert found.rests_on == (rules.rests_on("sf-39B-two-duties"),)


@pytest.mark.parametrize(
    ("zone", "attacks"),
    [
        ("Mainland France", 2),
        ("Corsica", 1),
        ("Belgium", 0),
        ("The Netherlands", 0),
        ("Sardinia", 1),
        ("Sicily", 1),
        ("Mainland Italy", 3),
    ],
)
def test_sf_39C_02_39C_03_attacks_of_each_zone(zone: str, attacks: int, rules: Ruleset) -> None:
    assert partisans.reckon_attacks(zone, 0, rules).value == attacks
    assert partisans.reckon_attacks(zone, 4, rules).value == attacks + 4


def test_sf_39C_there_are_no_partisans_outside_the_zones(rules: Ruleset) -> None:
    with pytest.raises(UnknownName, match="occupation zone"):
        partisans.reckon_attacks("Denmark", 0, rules)


@pytest.mark.parametrize(
    ("attack", "may"),
    [
        (PartisanAttack("rail"), True),
        (PartisanAttack("airbase"), True),
        (PartisanAttack("rail", zone_active=False), False),
        (PartisanAttack("rail", owner=ALLIED), False),
        (PartisanAttack("airbase", made_before=1), False),
        (PartisanAttack("rail", axis_defense=0), True),
        (PartisanAttack("rail", axis_defense=Fraction(1, 2)), False),
        (PartisanAttack("rail", kinds_around=("infantry", "SS-Police")), False),
        (PartisanAttack("rail", kinds_around=("SS",)), False),
        (PartisanAttack("rail", kinds_around=("Waffen-SS",)), False),
        (PartisanAttack("rail", kinds_around=("political_police",)), False),
        (PartisanAttack("rail", kinds_around=("construction",)), True),
    ],
)
def test_sf_39C_04_39C_06_39C_07_where_partisans_attack(attack: PartisanAttack, may: bool, rules: Ruleset) -> None:
    assert partisans.rule_on_attack(attack, rules).allowed is may


@pytest.mark.parametrize(("reading", "may"), [("barred", False), ("open", True)])
def test_sf_39C_police_without_strength_guard_their_own_hex_by_one_reading(reading: str, may: bool) -> None:
    rules = er.load("sf", rulings={"sf-39C-police-in-hex": reading})
    ruling = partisans.rule_on_attack(PartisanAttack("rail", axis_defense=0, kinds_there=("police",)), rules)
    assert ruling.allowed is may
    assert ruling.rests_on == (rules.rests_on("sf-39C-police-in-hex"),)


def test_sf_39C_05_what_attacks_do(rules: Ruleset) -> None:
    assert [partisans.effect_of(kind, True) for kind in partisans.EFFECTS] == ["rail_broken", "one_airbase_hit"]
    assert {partisans.effect_of(kind, False) for kind in partisans.EFFECTS} == {"none"}
    assert set(partisans.USES.values()) <= set(rules.charts.success.uses)
    with pytest.raises(UnknownName):
        partisans.effect_of("bridge", True)
