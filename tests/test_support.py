"""Support (rule 11): who is supported, in attack and defense, and what strength that leaves."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from europa_rules import load
from europa_rules.air.airborne import LANDED
from europa_rules.ground.facts import Combatant
from europa_rules.ground.support import (
    SUPPORTED_BY,
    SupportFacts,
    is_supported,
    reckon_supported_strength,
    reckon_supported_strengths,
    reckon_supported_total,
    rule_on_support,
)
from europa_rules.units import Rating, Unit
from europa_rules_fof.cooperation import reckon_cooperation
from europa_rules_sf.parachute_headquarters import DISRUPTED

FOF, SF = load("fof"), load("sf")
COOPERATION = load("fof", options={"31H"})


def unit(nation: str, rating: str, size: str = "regiment", kind: str = "infantry") -> Unit:
    return Unit(nation, kind, size, Rating.parse(rating))  # type: ignore[arg-type]  # sizes are words of a table here


LONE = unit("fr", "2-6")
DIVISION = unit("fr", "5-6", "division")
HEADQUARTERS = unit("fr", "0-6", "headquarters")
GUNS = unit("fr", "1-2-8", kind="artillery")
DOTTED_GUNS = unit("fr", "1-8*", kind="artillery")
FLAK = Unit("fr", "position_heavy_aa", "counter", points=1)


def group(*units: Unit) -> tuple[Combatant, ...]:
    return tuple(Combatant(u, id=str(i)) for i, u in enumerate(units))


def test_fof_11_02_a_lone_regiment_is_halved() -> None:
    found = reckon_supported_strength(Combatant(LONE), (), "defense", FOF)
    assert str(found) == "2 printed | x1/2 unsupported (FoF 11) | = 1"


def test_handed_A21_any_divisional_headquarters_supports_and_flak_does_not() -> None:
    regiments = (LONE, LONE)
    british = unit("br", "0-8", "headquarters")
    assert reckon_supported_total(group(*regiments, HEADQUARTERS), "defense", FOF).value == 4
    assert reckon_supported_total(group(*regiments, FLAK), "defense", FOF).value == 2
    assert reckon_supported_total(group(*regiments, british), "defense", COOPERATION).value == 2
    assert reckon_supported_total(group(*regiments, british), "defense", FOF).value == 4


def test_handed_A47_a_self_supported_unit_leaves_the_battalion_halved() -> None:
    alone, battalion = unit("ge", "6-6*"), unit("ge", "1-6", "battalion")
    for rules in (FOF, SF):
        assert reckon_supported_total(group(alone), "defense", rules).value == 6
        assert reckon_supported_total(group(alone, battalion), "defense", rules).value == Fraction(13, 2)


def test_fof_11_05_artillery_with_the_dot_supports_no_one() -> None:
    assert is_supported(Combatant(LONE), group(GUNS), "defense", FOF)
    assert not is_supported(Combatant(LONE), group(DOTTED_GUNS), "defense", FOF)


def test_sf_11_08_a_division_with_the_dot_supports_only_itself() -> None:
    dotted = unit("us", "7-6*", "division")
    found = reckon_supported_strengths(group(dotted, LONE), "defense", SF)
    assert [r.value for r in found] == [7, 1]


def test_sf_11_10_in_attack_the_supporter_shares_hex_and_attack() -> None:
    here = Combatant(LONE, stands_in="A")
    for stands_in, participates, supported in (("A", True, True), ("A", False, False), ("B", True, False)):
        other = Combatant(DIVISION, stands_in=stands_in, participates=participates)
        assert is_supported(here, (here, other), "attack", SF) is supported
        assert is_supported(here, (here, other), "defense", SF) is (stands_in == "A")


def test_fof_9F1_who_has_retreated_here_supports_nobody_and_adds_nothing() -> None:
    retreated = Combatant(DIVISION, retreated_here=True)
    assert reckon_supported_total((Combatant(LONE), retreated), "defense", FOF).value == 1
    refused = rule_on_support(SupportFacts(retreated, Combatant(LONE), "defense"), FOF)
    assert [str(c) for c in refused.citations] == ["FoF 9F1"]


def test_fof_11_a_refusal_names_every_reason() -> None:
    far = Combatant(unit("fr", "2-6*"), stands_in="B", participates=False)
    refused = rule_on_support(SupportFacts(far, Combatant(LONE, stands_in="A"), "attack"), FOF)
    assert len(refused.refusals) == 3


def test_fof_24E_a_unit_that_has_landed_is_supported_in_that_turn() -> None:
    paras = unit("ge", "3-6", kind="parachute")
    assert is_supported(Combatant(paras, situation={LANDED: "yes"}), (), "attack", FOF)
    assert not is_supported(Combatant(paras), (), "attack", FOF)


def test_sf_24E_a_parachute_headquarters_supports_the_best_re_unless_disrupted() -> None:
    headquarters = Unit("br", "parachute_headquarters", "headquarters")
    regiments = group(unit("br", "3-6"), unit("br", "5-6"), unit("br", "1-6", "battalion"))
    whole = (Combatant(headquarters), *regiments)
    assert [r.value for r in reckon_supported_strengths(whole, "defense", SF)] == [0, Fraction(3, 2), 5, Fraction(1, 2)]
    disrupted = (Combatant(headquarters, situation={DISRUPTED: "yes"}), *regiments)
    assert reckon_supported_total(disrupted, "defense", SF).value == Fraction(9, 2)


def test_sf_11_support_from_outside_is_told_by_the_situation() -> None:
    assert is_supported(Combatant(LONE, situation={SUPPORTED_BY: "naval gunfire"}), (), "attack", SF)


def test_fof_31H_cooperation_limits_hold_only_as_an_option() -> None:
    for nations, drm in ((("br", "fr"), -1), (("be", "ne"), 0), (("fr", "po", "cz"), 0), (("ge", "it"), -1)):
        assert reckon_cooperation(nations, COOPERATION).value == drm
        assert reckon_cooperation(nations, FOF).value == 0
    british = unit("br", "6-8", "division")
    assert not is_supported(Combatant(LONE), group(british), "defense", COOPERATION)
    assert is_supported(Combatant(LONE), group(unit("po", "6-8", "division")), "defense", COOPERATION)


@given(st.lists(st.sampled_from((LONE, DIVISION, HEADQUARTERS, GUNS, DOTTED_GUNS, FLAK)), max_size=6))
def test_fof_11_a_supporter_more_never_weakens_a_defense(units: list[Unit]) -> None:
    before = reckon_supported_total(group(*units), "defense", FOF)
    after = reckon_supported_total(group(*units, HEADQUARTERS), "defense", FOF)
    assert after.value >= before.value
    assert before.reevaluate() == before.value


# --- exact limits ----------------------------------------------------------------------------------------------------


def test_11_a_unit_is_found_in_its_group_by_itself_or_by_an_equal_one_and_else_joins_it() -> None:
    lone, other = Combatant(LONE, "a"), Combatant(LONE, "b")
    for rules in (FOF, SF):
        assert not is_supported(lone, (lone, other), "defense", rules)
        assert not is_supported(Combatant(LONE, "a"), (lone, other), "defense", rules)
        assert is_supported(lone, (Combatant(DIVISION),), "defense", rules)
        assert is_supported(Combatant(LONE, "a"), (Combatant(DIVISION), lone), "defense", rules)
        guns = Combatant(DOTTED_GUNS, "g")
        strengths = [reckon_supported_strength(who, (lone, guns), "defense", rules).value for who in (lone, guns)]
        assert strengths == [1, 1]


def test_11_in_attack_those_who_take_no_part_add_nothing_in_defense_those_who_stand_aside() -> None:
    division, by = Combatant(DIVISION), [FOF.cite("11"), SF.cite("11")]
    idle, aside = Combatant(DIVISION, participates=False), Combatant(DIVISION, retreated_here=True)
    for rules in (FOF, SF):
        for group_, role, total in (
            ((division, idle), "attack", 5),
            ((division, idle), "defense", 10),
            ((division, aside), "attack", 10),
            ((division, aside), "defense", 5),
        ):
            found = reckon_supported_total(group_, role, rules)
            assert found.value == total and found.lines[0].by[0] in by


def test_sf_24E_a_parachute_headquarters_that_takes_no_part_supports_in_defense_alone() -> None:
    headquarters = Unit("br", "parachute_headquarters", "headquarters")
    regiment = Combatant(unit("br", "4-6"), "r")
    for participates, role, strength in ((True, "attack", 4), (False, "attack", 2), (False, "defense", 4)):
        whole = (Combatant(headquarters, "hq", participates=participates), regiment)
        assert reckon_supported_strengths(whole, role, SF)[1].value == strength
    elsewhere = (Combatant(headquarters, "hq", stands_in="B"), regiment)
    assert reckon_supported_strengths(elsewhere, "attack", SF)[1].value == 2


def test_sf_24E_one_re_is_supported_so_that_the_group_is_strongest() -> None:
    """Two battalions of 3 and 2 are an RE, and stronger than the regiment of 4; one of 6 alone is stronger still."""
    headquarters = Combatant(Unit("br", "parachute_headquarters", "headquarters"), "hq")
    three, two = unit("br", "3-6", "battalion"), unit("br", "2-6", "battalion")
    four, six = unit("br", "4-6"), unit("br", "6-6")
    for units, total in (
        ((three, two, four), 3 + 2 + 2),
        ((three, two, six), Fraction(3, 2) + 1 + 6),
        ((three, two), 5),
        ((three, three, two), 3 + 3 + 1),
        ((two, three, three), 3 + 3 + 1),
        ((unit("br", "4-6"), unit("br", "4-6")), 4 + 2),
    ):
        found = reckon_supported_total((headquarters, *group(*units)), "defense", SF)
        assert found.value == total, units
