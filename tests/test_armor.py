"""Armor and antitank effects (rule 10): proportions, modifiers, what calls up ATEC, and required losses."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from europa_rules import load
from europa_rules.errors import UnknownName
from europa_rules.ground.armor import (
    ArmorFacts,
    Used,
    decide_use,
    defenders_to_elect,
    is_half_capable,
    name_briefly,
    reckon_armor_drm,
    reckon_armor_modifiers,
    required_losses,
)
from europa_rules.ground.armor_proportions import (
    CARRIED_BY,
    TURNS_OUT,
    CapableUnit,
    Involved,
    ProportionFacts,
    Share,
    best_elections,
    capability_named,
    involve,
    reckon_capable_re,
    reckon_proportion,
    reckon_value,
)
from europa_rules.ground.facts import Combatant
from europa_rules.ledger import Reckoning
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Turn
from europa_rules.unit_types import Capability
from europa_rules.units import Rating, Unit
from europa_rules_sf.armor_additions import CODE_T

FOF, SF = load("fof"), load("sf")
ONE = Fraction(1)

PANZERS = Unit("ge", "armor", "division", Rating.parse("14-10"))
INFANTRY = Unit("ge", "infantry", "division", Rating.parse("7-6"))
FRENCH = Unit("fr", "infantry", "division", Rating.parse("6-6"))
FLAK = Unit("fr", "position_heavy_aa", "counter", points=4)
MIXED = Unit("fr", "mixed", "division", Rating.parse("4-8"))
VALUES: tuple[Capability, ...] = ("full", "half", "neutral", "none")


def entry(re: int | Fraction, value: Capability, *, elected: bool = False, barred: bool = False) -> Involved:
    shares = dict.fromkeys(("aeca", "aecd", "atec"), (Share(ONE, value),))
    elections = dict.fromkeys(shares, "neutral") if elected else {}
    return Involved("a unit", Fraction(re), shares, elections, barred=barred)


def share(*units: Involved, rules: Ruleset = FOF, category: str = "aeca", barring: bool = False) -> Reckoning:
    return reckon_proportion(ProportionFacts(units, category), rules, barring=barring).share


def values(*reckonings: Reckoning) -> list[Fraction]:
    return [r.value for r in reckonings]


def test_fof_10C_02_the_example_of_the_book() -> None:
    assert share(entry(6, "none"), entry(3, "full"), entry(1, "neutral")).value == Fraction(1, 3)


def test_fof_10F_02_neutral_res_over_the_limit_count_as_none() -> None:
    found = reckon_proportion(ProportionFacts((entry(3, "full"), entry(9, "neutral")), "aeca"), FOF)
    assert found.share.value == Fraction(1, 2)
    assert "+3 neutral REs over the limit (FoF 10F)" in str(found.counted)


def test_fof_10F_an_elected_unit_still_allows_neutral_ones_and_in_sf_it_does_not() -> None:
    units = (entry(1, "full"), entry(1, "half", elected=True), entry(3, "neutral"))
    assert share(*units).value == 1
    assert share(*units).rests_on == ("fof-10E-half-capable-as-neutral: counts",)
    other = load("fof", rulings={"fof-10E-half-capable-as-neutral": "neutral-only"})
    assert share(*units, rules=other).value == share(*units, rules=SF).value == Fraction(1, 3)
    assert "sf-10F-elected-neutral: neutral-only" in share(*units, rules=SF).rests_on


def test_handed_A25_position_aa_is_never_counted_against_tanks() -> None:
    found = reckon_armor_modifiers(ArmorFacts((Combatant(PANZERS),), (Combatant(FRENCH), Combatant(FLAK))), FOF)
    assert values(found.capability, found.atec, found.net) == [1, 0, 3]


def test_fof_10D_both_modifiers_add_up() -> None:
    found = reckon_armor_modifiers(ArmorFacts((entry(3, "full"),), (entry(1, "full"),)), FOF)
    assert values(found.attack, found.defense, found.net) == [3, -4, -1]
    assert found.used == (("aeca", ONE), ("atec", ONE))


def test_fof_10G_02_in_no_aec_terrain_atec_answers_what_the_attackers_are_capable_of() -> None:
    facts = ArmorFacts((entry(1, "full"),), (entry(1, "full"),), no_aec=True)
    found = reckon_armor_modifiers(facts, SF)
    assert values(found.attack, found.defense) == [0, -4]
    assert found.used == (("atec", ONE),)
    weak = reckon_armor_modifiers(evolve(facts, attackers=(entry(1, "full"), entry(2, "none"))), SF)
    assert weak.defense_category is None and weak.net.value == 0


def test_fof_10G_attackers_barred_by_a_hexside_count_as_none_yet_are_capable() -> None:
    facts = ArmorFacts((entry(3, "full"), entry(3, "full", barred=True)), (entry(3, "none"),))
    found = reckon_armor_modifiers(facts, FOF)
    assert values(found.capability, found.attack_share, found.attack) == [1, Fraction(1, 2), 2]
    other = load("fof", rulings={"fof-10G-hexside-bars-some": "left-out"})
    assert reckon_armor_modifiers(facts, other).attack_share.value == 1


def test_sf_37B3_03_a_fortified_hexside_bars_tanks_and_leaves_guns_neutral() -> None:
    guns = Unit("us", "artillery", "brigade", Rating.parse("3-4-10"))
    across = involve(Combatant(PANZERS, hexside=("fortified",)), SF)
    assert across.barred
    artillery = involve(Combatant(guns, hexside=("fortified",)), SF)
    assert share(involve(Combatant(PANZERS), SF), across, artillery, rules=SF, barring=True).value == Fraction(1, 2)


@pytest.mark.parametrize(
    ("weather", "attack", "defense"), [("clear", 2, -2), ("frost", 2, -2), ("winter", 1, -2), ("mud", 0, -2)]
)
def test_sf_10C_weather_touches_aeca_and_never_atec(weather: str, attack: int, defense: int) -> None:
    side = (entry(1, "full"), entry(1, "none"))
    found = reckon_armor_modifiers(ArmorFacts(side, side, weather=weather), SF)
    assert values(found.attack, found.defense) == [attack, defense]


def test_sf_10C2_reduced_aecd_and_none_in_mud() -> None:
    facts = ArmorFacts((entry(3, "none"),), (entry(3, "full"),), weather="snow")
    assert reckon_armor_modifiers(facts, SF).defense.value == -1
    assert reckon_armor_modifiers(evolve(facts, weather="mud"), SF).defense.value == 0


def test_sf_10C1_a_recalled_cell_is_told() -> None:
    drm = reckon_armor_drm(Reckoning.of(1, "given"), "aeca", SF, reduced=True)
    assert drm.value == 2 and drm.caveats


def test_fof_10C2_03_the_reading_may_leave_atec_to_the_defender() -> None:
    choice = load("fof", rulings={"fof-10C2-atec-choice": "optional"})
    assert decide_use(ONE, choice, declines_atec=True).defense_category is None
    assert decide_use(ONE, FOF, declines_atec=True).defense_category == "atec"
    facts = ArmorFacts((entry(3, "full"),), (entry(1, "full"),))
    assert reckon_armor_modifiers(facts, FOF).net.rests_on == ("fof-10C2-atec-choice: used",)


def test_sf_12D_07_two_turns_out_of_supply_leave_no_capability() -> None:
    out = {turn: Combatant(PANZERS, situation={TURNS_OUT: str(turn)}) for turn in (0, 1, 2)}
    assert [share(involve(who, SF), rules=SF).value for who in out.values()] == [1, 1, 0]
    assert not is_half_capable(out[2], "aeca", SF)


def test_sf_14I_02_a_mixed_unit_is_one_third_armor() -> None:
    assert share(involve(Combatant(MIXED), SF), rules=SF).value == Fraction(1, 3)
    assert not is_half_capable(Combatant(MIXED), "aeca", SF)


def test_sf_14J_units_in_counters_count_as_motorized_or_mechanized() -> None:
    brigade = Unit("br", "infantry", "brigade", Rating.parse("3-8"))
    tanks = involve(Combatant(Unit("br", "armor", "brigade", Rating.parse("5-3-10"))), SF)
    found = {
        counter: share(tanks, involve(Combatant(brigade, situation={CARRIED_BY: counter}), SF), rules=SF).value
        for counter in ("", "lvt_counter", "apc_counter")
    }
    assert found == {"": Fraction(1, 2), "lvt_counter": 1, "apc_counter": Fraction(3, 4)}


def test_sf_23H2_02_code_t_air_units_add_to_the_capable_res_only() -> None:
    units = (entry(6, "none"),)
    for count, expected in ((0, Fraction(0)), (1, Fraction(1, 2)), (2, ONE), (3, ONE)):
        facts = ProportionFacts(units, "atec", situation={CODE_T: str(count)})
        assert reckon_proportion(facts, SF).share.value == expected
        assert reckon_proportion(evolve(facts, category="aecd"), SF).share.value == 0


@pytest.mark.parametrize(
    ("nation", "side", "turn", "atec"),
    [
        ("ge", AXIS, "Jun II 44", "none"),
        ("ge", AXIS, "Jul I 44", "neutral"),
        ("it", AXIS, "Jul I 44", "none"),
        ("us", ALLIED, "Aug II 44", "none"),
        ("us", ALLIED, "Sep I 44", "neutral"),
    ],
)
def test_sf_10I_infantry_antitank_weapons_by_date(nation: str, side: str, turn: str, atec: str) -> None:
    unit = evolve(entry(3, "none"), nation=nation)
    when = Turn.parse(turn)
    known = AXIS if side == AXIS else ALLIED
    assert reckon_value(CapableUnit(unit, "atec", "none", known, when), SF)[0] == atec
    assert reckon_value(CapableUnit(unit, "aecd", "none", known, when), SF)[0] == "none"


def test_sf_10I_01_the_german_date_is_a_reading() -> None:
    early = load("sf", rulings={"sf-10I-german-date": "jul-43"})
    facts = CapableUnit(evolve(entry(3, "none"), nation="ge"), "atec", "none", AXIS, Turn.parse("Jul I 43"))
    assert reckon_value(facts, early) == ("neutral", ("sf-10I-german-date: jul-43",))
    assert reckon_value(facts, SF) == ("none", ())


def test_sf_10E_02_the_best_election_of_the_example() -> None:
    units = (entry(3, "full"), entry(3, "half"))
    assert best_elections(ProportionFacts(units, "aeca"), SF) == (1,)
    assert best_elections(ProportionFacts((entry(3, "half"), entry(3, "none")), "aeca"), SF) == ()


def test_sf_10H_required_losses_follow_what_was_used() -> None:
    assert required_losses(Used("aeca", Fraction(1, 2)), SF).required
    assert not required_losses(Used("aeca", Fraction(1, 3)), SF).required
    assert not required_losses(Used("aeca", ONE, weather="mud"), SF).required
    assert required_losses(Used("atec", ONE, no_aec=True), SF).source == "units of at least 1/2 ATEC"


def test_sf_10H_who_is_capable_of_a_half() -> None:
    assert is_half_capable(Combatant(PANZERS), "aeca", SF)
    assert is_half_capable(entry(3, "half"), "aeca", SF)
    assert not is_half_capable(Combatant(INFANTRY), "aeca", SF)


def test_fof_10B_a_value_that_nobody_knows_is_refused() -> None:
    with pytest.raises(UnknownName, match="half"):
        capability_named("halb")


SIDES = st.lists(
    st.tuples(st.sampled_from((Fraction(1, 2), ONE, Fraction(3))), st.sampled_from(VALUES)), min_size=1, max_size=6
)


@given(SIDES)
def test_fof_10C_a_proportion_is_one_of_res_and_its_ledger_holds(side: list[tuple[Fraction, Capability]]) -> None:
    found = share(*(entry(re, value) for re, value in side))
    assert 0 <= found.value <= 1
    assert found.reevaluate() == found.value


@given(SIDES)
def test_fof_10E_no_election_beats_the_best(side: list[tuple[Fraction, Capability]]) -> None:
    units = tuple(entry(re, value) for re, value in side)
    best = best_elections(ProportionFacts(units, "aeca"), FOF)
    half = [i for i, (_, value) in enumerate(side) if value == "half"]

    def with_elected(places: tuple[int, ...]) -> Fraction:
        chosen = (entry(re, value, elected=i in places) for i, (re, value) in enumerate(side))
        return share(*chosen).value

    every = [with_elected(c) for n in range(len(half) + 1) for c in combinations(half, n)]
    assert with_elected(best) == max(every)


# --- words, and what each unit counts for ----------------------------------------------------------------------------


def named(name: str, re: int, value: Capability, *, turns_out: int = 0) -> Involved:
    return evolve(entry(re, value), name=name, turns_out=turns_out)


@pytest.mark.parametrize(
    ("units", "words"),
    [
        ((), ""),
        ((named("Pz", 3, "full"), named("Inf", 6, "none")), "3 of 9 REs"),
        ((named("Pz", 1, "full"),), "1 of 1 RE"),
        (
            (named("Pz", 3, "full"), named("AT", 2, "neutral")),
            "3 of 3 REs; neutral and not counted: AT (2 REs)",
        ),
        (
            (named("Pz", 1, "full"), named("AT", 3, "neutral")),
            "1 of 2 REs; with 1 neutral RE over the limit (FoF 10F)",
        ),
        (
            (named("Pz", 3, "full", turns_out=2), named("Inf", 3, "none")),
            "0 of 6 REs; Pz, 2nd turn out of supply (FoF 12D2b)",
        ),
        ((named("Pz", 3, "full", turns_out=1),), "3 of 3 REs"),
        ((named("", 3, "full"), named("", 1, "neutral")), "3 of 3 REs; neutral and not counted: a unit (1 RE)"),
    ],
)
def test_fof_10C_a_proportion_in_words(units: tuple[Involved, ...], words: str) -> None:
    assert reckon_proportion(ProportionFacts(units, "aeca"), FOF).words == words


def test_fof_10C_the_ledger_of_a_proportion_tells_what_counts() -> None:
    for units, told in (
        ((named("Pz", 3, "full"), named("Inf", 6, "none")), "of 9 REs that count (3 + 6)"),
        (
            (named("Pz", 3, "full"), named("AT", 2, "neutral")),
            "of 3 REs that count (3); neutral and not counted: AT (2 REs)",
        ),
        (
            (named("Pz", 1, "full"), named("AT", 3, "neutral")),
            "of 2 REs that count (1 + 1 neutral REs over the limit)",
        ),
    ):
        assert share(*units).lines[-1].why == told
    assert share().lines[-1].why == "no REs are counted"


@pytest.mark.parametrize(("neutral", "part"), [(1, ONE), (2, ONE), (3, Fraction(1, 2)), (4, Fraction(1, 3))])
def test_10F_two_neutral_res_for_each_capable_one_are_not_counted(neutral: int, part: Fraction) -> None:
    for rules in (FOF, SF):
        assert share(entry(1, "full"), entry(neutral, "neutral"), rules=rules).value == part
        assert share(entry(1, "half"), entry(neutral, "neutral"), rules=rules).value == part / 2


def test_fof_10G_a_barred_unit_has_no_capability_and_barred_artillery_is_neutral() -> None:
    left_out = load("fof", rulings={"fof-10G-hexside-bars-some": "left-out"})
    tanks, barred = entry(1, "full"), evolve(entry(1, "full", barred=True), barred_by="river hexside")
    guns = evolve(barred, artillery=True)
    for rules, units, part in (
        (FOF, (tanks, barred), Fraction(1, 2)),
        (FOF, (tanks, guns), ONE),
        (left_out, (tanks, barred), ONE),
    ):
        assert share(*units, rules=rules, barring=True).value == part
        assert share(*units, rules=rules).value == ONE
    words = reckon_proportion(ProportionFacts((tanks, barred), "aeca"), FOF, barring=True).words
    assert words == "1 of 2 REs; a unit, barred by the river hexside (FoF 10G)"
    unnamed = reckon_proportion(ProportionFacts((tanks, evolve(barred, barred_by="")), "aeca"), FOF, barring=True)
    assert "a unit, barred by the hexside" in unnamed.words


def test_fof_10E_the_best_election_names_the_fewest_units() -> None:
    """A half-capable unit lowers a proportion above one half and helps one below it."""
    for units, best in (
        ((entry(1, "full"), entry(1, "half")), (1,)),
        ((entry(1, "none"), entry(1, "half")), ()),
        ((entry(1, "half"), entry(1, "half")), ()),
        ((entry(2, "full"), entry(1, "half"), entry(1, "half")), (1, 2)),
        ((entry(1, "full"), entry(9, "neutral")), ()),
    ):
        assert best_elections(ProportionFacts(units, "aeca"), FOF) == best


def test_fof_10A_the_size_of_a_unit_is_its_own_or_one_that_is_told() -> None:
    """Position AA is never counted, whatever size is told of it."""
    assert involve(Combatant(INFANTRY), FOF).re == 3
    assert involve(Combatant(INFANTRY), FOF, re=Fraction(1)).re == 1
    assert involve(Combatant(FLAK), FOF).re == 0
    assert involve(Combatant(FLAK), FOF, re=Fraction(4)).re == 0


def test_fof_10A_a_value_is_that_of_the_type_or_one_that_is_told() -> None:
    def value(unit: Unit, base: str | None) -> list[Capability]:
        bases = None if base is None else {"aeca": base}
        return [share_.value for share_ in involve(Combatant(unit), FOF, bases=bases).shares["aeca"]]

    assert value(PANZERS, None) == ["full"]
    assert value(PANZERS, "half") == ["half"]
    assert value(INFANTRY, None) == ["none"]
    assert value(INFANTRY, "none") == ["none"]
    assert value(INFANTRY, "full") == ["full"]


def test_sf_14I_the_parts_of_a_mixed_unit_may_be_told() -> None:
    told = involve(Combatant(MIXED), SF, parts={"aeca": ("half", "neutral")}).shares["aeca"]
    assert told == (Share(Fraction(1, 3), "half"), Share(Fraction(2, 3), "neutral"))
    assert involve(Combatant(MIXED), SF).shares["aeca"] == (
        Share(Fraction(1, 3), "full"),
        Share(Fraction(2, 3), "none"),
    )


@pytest.mark.parametrize(
    ("value", "capable", "counted"), [("full", 3, 3), ("half", Fraction(3, 2), 3), ("neutral", 0, 0), ("none", 0, 3)]
)
def test_10B_what_res_of_each_value_count_for(value: str, capable: Fraction, counted: Fraction) -> None:
    for rules in (FOF, SF):
        assert values(*reckon_capable_re(Fraction(3), value, rules)) == [capable, counted]


def test_sf_10C_why_armor_effects_are_not_used_in_words() -> None:
    tanks, foot = (entry(1, "full"),), (entry(1, "none"),)
    name = SF.charts.armor_effects.words["aeca"]
    for facts, why, numbers in (
        (ArmorFacts(tanks, foot, no_aec=True), f"no {name} in this terrain", ["10G"]),
        (ArmorFacts(tanks, foot, no_aec=True, no_aec_in="fort"), f"no {name} in this hex: fort", ["10G"]),
        (ArmorFacts(foot, foot), f"{name} of 0, 0 of 1 RE", ["10C"]),
        (ArmorFacts((), foot), f"{name} of 0", ["10C"]),
        (ArmorFacts(tanks, foot, weather="mud"), f"no {name} in mud", ["10C", SF.cite("weather-in-combat").number]),
    ):
        attack = reckon_armor_modifiers(facts, SF).attack
        assert attack.value == 0
        assert (attack.lines[0].why, [c.number for c in attack.citations]) == (why, numbers)


def test_sf_10C_a_modifier_is_named_with_its_proportion_and_the_res_behind_it() -> None:
    share_ = Reckoning.of(Fraction(1, 2), "given")
    name = SF.charts.armor_effects.words["aeca"]
    for reduced, words, why in (
        (False, "", f"{name} of 1/2"),
        (True, "", f"reduced {name} of 1/2"),
        (False, "1 of 2 REs", f"{name} of 1/2, 1 of 2 REs"),
    ):
        drm = reckon_armor_drm(share_, "aeca", SF, reduced=reduced, words=words)
        assert drm.lines[0].why == why
        assert name_briefly(drm) == why.partition(",")[0]
    atec = reckon_armor_drm(share_, "atec", SF, reduced=True)
    assert atec.lines[0].why == f"{SF.charts.armor_effects.words['atec']} of 1/2"
    assert not decide_use(ONE, SF, weather="winter").atec_reduced


def test_sf_10C1_only_the_reduced_aeca_of_one_rests_on_how_its_cell_is_read() -> None:
    for part, category, reduced, rests in (
        (ONE, "aeca", True, True),
        (ONE, "aeca", False, False),
        (Fraction(1, 2), "aeca", True, False),
        (ONE, "aecd", True, False),
    ):
        drm = reckon_armor_drm(Reckoning.of(part, "given"), category, SF, reduced=reduced)
        assert bool(drm.rests_on) == rests


def test_sf_10C_what_was_used_is_told_with_its_proportion() -> None:
    tanks, some, foot = (entry(1, "full"),), (entry(1, "full"), entry(2, "none")), (entry(1, "none"),)
    for facts, used, share_ in (
        (ArmorFacts(tanks, foot), (("aeca", ONE), ("atec", Fraction(0))), Fraction(0)),
        (ArmorFacts(some, tanks), (("aeca", Fraction(1, 3)), ("aecd", ONE)), ONE),
        (ArmorFacts(foot, tanks), (("aecd", ONE),), ONE),
        (ArmorFacts(foot, tanks, no_aec=True), (), Fraction(0)),
    ):
        found = reckon_armor_modifiers(facts, SF)
        assert (found.used, found.defense_share.value) == (used, share_)


@pytest.mark.parametrize(
    ("part", "category"), [(Fraction(1, 7), "aecd"), (Fraction(6, 14), "aecd"), (Fraction(1, 2), "atec"), (ONE, "atec")]
)
def test_10C3_from_one_half_on_aeca_calls_up_atec(part: Fraction, category: str) -> None:
    for rules in (FOF, SF):
        assert decide_use(part, rules).defense_category == category
        assert decide_use(part, rules).aeca_used
        assert decide_use(part, rules, no_aec=True).defense_category == (None if category == "aecd" else "atec")
    assert not decide_use(Fraction(0), FOF).aeca_used


@pytest.mark.parametrize(
    ("used", "required"),
    [
        (Used("aeca", Fraction(1, 2)), True),
        (Used("aeca", Fraction(3, 7)), False),
        (Used("aeca", ONE, no_aec=True), False),
        (Used("aeca", ONE, weather="mud"), False),
        (Used("atec", ONE, no_aec=True), True),
        (Used("atec", ONE, weather="mud"), True),
    ],
)
def test_sf_10H_what_requires_losses(used: Used, required: bool) -> None:
    found = required_losses(used, SF)
    assert (found.required, found.share) == (required, Fraction(1, 2))
    assert found.source == (f"units of at least 1/2 {used.category.upper()}" if required else "")


def test_sf_10H_a_unit_is_half_capable_by_its_parts_together() -> None:
    third = Fraction(1, 3)
    for parts, is_half_capable_ in (
        ((Share(ONE, "full"),), True),
        ((Share(ONE, "half"),), True),
        ((Share(ONE, "neutral"),), False),
        ((Share(third, "full"), Share(ONE - third, "none")), False),
        ((Share(third, "none"), Share(ONE - third, "full")), True),
        ((Share(third, "full"), Share(ONE - third, "half")), True),
    ):
        unit = evolve(entry(1, "none"), shares=dict.fromkeys(("aeca", "aecd", "atec"), parts))
        assert is_half_capable(unit, "aeca", SF) == is_half_capable_
        assert not is_half_capable(evolve(unit, turns_out=2), "aeca", SF)


def test_10E_defenders_that_do_well_to_be_neutral_are_named_unless_it_is_done_for_them() -> None:
    defenders = (entry(1, "full"), entry(1, "half"))
    facts = ArmorFacts((entry(1, "full"),), defenders)
    done = load("sf", rulings={"sf-10C-best-election": "engine"})
    assert defenders_to_elect(facts, FOF) == (1,)
    assert defenders_to_elect(facts, done) == ()
    assert defenders_to_elect(ArmorFacts((), (entry(1, "none"), entry(1, "half"))), FOF) == ()


def test_sf_10C_the_proportion_that_the_defender_used_is_that_of_its_category() -> None:
    none, full = (Share(ONE, "none"),), (Share(ONE, "full"),)
    guns = evolve(entry(1, "none"), shares={"aeca": none, "aecd": none, "atec": full})
    found = reckon_armor_modifiers(ArmorFacts((entry(1, "full"),), (guns,)), SF)
    assert found.defense_category == "atec" and found.defense_share.value == 1
    found = reckon_armor_modifiers(ArmorFacts((entry(1, "none"),), (guns,)), SF)
    assert found.defense_category == "aecd" and found.defense_share.value == 0
