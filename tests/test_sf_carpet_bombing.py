"""Carpet bombing (SF 26C2d)."""

from __future__ import annotations

import functools
from fractions import Fraction

import pytest

import europa_rules as er
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Turn
from europa_rules_sf import carpet_bombing
from europa_rules_sf.carpet_bombing import Carpet

FEB, MAR, AUG = Turn.parse("Feb II 44"), Turn.parse("Mar I 44"), Turn.parse("Aug I 44")


@functools.cache
def reading(point: str, name: str) -> Ruleset:
    return er.load("sf", rulings={point: name})


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return er.load("sf")


def test_sf_26C2d_05_26C2d_06_between_half_the_defense_and_the_attack(rules: Ruleset) -> None:
    facts = [Carpet(AUG, n, printed_defense=9, attack=12) for n in (4, 5, 12, 13)]
    assert [carpet_bombing.rule_on_carpet(one).allowed for one in facts] == [False, True, True, True]
    assert [carpet_bombing.reckon_carpet(one, rules).value for one in facts[1:]] == [5, 12, 12]


def test_sf_26C2d_a_strength_cut_below_the_least_has_no_effect(rules: Ruleset) -> None:
    facts = Carpet(AUG, 12, printed_defense=20, attack=30, lost_to_aa=2)
    found = carpet_bombing.reckon_carpet(facts, rules)
    assert found.value == 0 and "26C2d-carpet-minimum" in str(found.rests_on)
    assert carpet_bombing.reckon_carpet(facts, reading("sf-26C2d-carpet-minimum", "still-counts")).value == 10
    less = Carpet(AUG, 14, printed_defense=20, attack=30, lost_to_aa=2)
    assert carpet_bombing.reckon_carpet(less, rules).value == 12


def test_sf_26C2d_11_fortifications_do_not_change_the_strength(rules: Ruleset) -> None:
    facts = Carpet(AUG, 12, printed_defense=10, attack=30, of_fortifications=Fraction(1, 2))
    assert carpet_bombing.reckon_carpet(facts, rules).value == 12
    assert carpet_bombing.reckon_carpet(facts, reading("sf-26C2d-carpet-fortifications", "yes")).value == 6


@pytest.mark.parametrize(
    "facts",
    [
        Carpet(FEB, 12),
        Carpet(MAR, 12, time="night", nation="British"),
        Carpet(MAR, 12, has_friends=True),
        Carpet(MAR, 12, has_dot_city=True),
        Carpet(MAR, 12, is_major_city=True),
    ],
)
def test_sf_26C2d_01_02_12_when_and_where_carpets_are_flown(facts: Carpet) -> None:
    found = carpet_bombing.rule_on_carpet(facts)
    assert [c.number for c in found.citations] == ["26C2d"] and found.possible
    assert carpet_bombing.rule_on_carpet(Carpet(MAR, 12)).allowed


def test_sf_26C2d_08_13_14_15_bombs_that_fall_short(rules: Ruleset) -> None:
    assert [int(carpet_bombing.reckon_carpet_drm(short, rules).value) for short in (False, True)] == [1, -1]
    assert [carpet_bombing.is_short(roll, rules) for roll in (1, 6)] == [True, False]
    assert not carpet_bombing.rule_on_another(True, 1, rules).allowed
    assert carpet_bombing.rule_on_flown(True, rules).allowed
    returning = reading("sf-26C2d-short-bombing", "yes")
    assert not carpet_bombing.rule_on_flown(True, returning).allowed
    assert carpet_bombing.rule_on_flown(False, returning).allowed


@pytest.mark.parametrize(("phase", "cost"), [("movement", 2), ("exploitation", 6)])
def test_sf_26C2d_10_entry_costs_three_times_as_much_in_exploitation(phase: str, cost: int) -> None:
    assert carpet_bombing.reckon_entry(2, phase).value == cost
    assert not carpet_bombing.rule_on_aftermath("advance_after_combat").allowed
