"""Stacking (rule 8): the limits of both books, when they hold, and that the exact decision is exact."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from europa_rules import load
from europa_rules.charts.stacking_limits import StackingLimit
from europa_rules.ground.facts import Ground
from europa_rules.ground.stacking import (
    PRINTED,
    StackFacts,
    describe_limit,
    gather_stack,
    is_in_force,
    is_overstacked,
    rule_on_all_stacks,
    rule_on_attackers,
    rule_on_stack,
)
from europa_rules.position import parse_position
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS
from europa_rules.units import Rating, Unit, is_artillery, is_divisional, re_size

FOF, SF = load("fof"), load("sf")
MOUNTAIN = Ground(terrain="mountain")

DIVISION = Unit("ge", "infantry", "division", Rating.parse("7-6"))
REGIMENT = Unit("ge", "infantry", "regiment", Rating.parse("2-6"))
BATTALION = Unit("ge", "infantry", "battalion", Rating.parse("1-6"))
GUNS = Unit("ge", "artillery", "regiment", Rating.parse("3-2-8"))
GUN_DIVISION = Unit("ge", "artillery", "division", Rating.parse("6-3-8"))
GUN_BATTALION = Unit("ge", "artillery", "battalion", Rating.parse("1-8"))
FORTRESS = Unit("fr", "fortress", "regiment", Rating.parse("1-2-0"))
TRANSPORT = Unit("br", "transport_counter", "counter", Rating.parse("8"), capacity=3)
FLAK = Unit("fr", "position_heavy_aa", "counter", points=2)
KINDS = (DIVISION, REGIMENT, BATTALION, GUNS, GUN_DIVISION, GUN_BATTALION, FORTRESS, TRANSPORT)


def fits_by_trying(units: Sequence[Unit], limit: StackingLimit, extra: int, rules: Ruleset) -> bool:
    """Put every unit into every place in turn, and see whether some way keeps each place within its limit."""
    types = rules.types
    counted = [u for u in units if u.type not in rules.charts.stacking_limits.never_counted]
    for ways in product(("any", "REs", "artillery", "extra"), repeat=len(counted)):
        put: dict[str, list[Unit]] = {way: [u for u, w in zip(counted, ways, strict=True) if w == way] for way in ways}
        others, guns, fortress = put.get("REs", []), put.get("artillery", []), put.get("extra", [])
        if len(put.get("any", [])) > limit.units or any(map(is_divisional, others)):
            continue
        if sum((re_size(u, types) for u in others), Fraction(0)) > limit.non_divisional_re:
            continue
        if len(fortress) > extra or any(u.type != "fortress" for u in fortress):
            continue
        if all(is_artillery(u, types) for u in guns) and guns_fit(guns, limit, rules):
            return True
    return False


def guns_fit(guns: Sequence[Unit], limit: StackingLimit, rules: Ruleset) -> bool:
    if limit.artillery_units is not None:
        return len(guns) <= limit.artillery_units
    if any(map(is_divisional, guns)):
        return len(guns) <= limit.artillery_divisions
    return sum((re_size(u, rules.types) for u in guns), Fraction(0)) <= (limit.artillery_re or 0)


@settings(max_examples=50)
@given(st.lists(st.sampled_from(KINDS), max_size=6), st.sampled_from(("clear", "mountain")), st.booleans())
@pytest.mark.parametrize("rules", [FOF, SF], ids=["fof", "sf"])
def test_fof_8A_the_exact_decision_is_that_of_trying_every_place(
    rules: Ruleset, units: list[Unit], terrain: str, printed: bool
) -> None:
    units = [u for u in units if u.type in rules.types]
    limits = rules.charts.stacking_limits
    fortifications = frozenset({PRINTED} if printed else ())
    extra = sum(n for n, where in limits.extra.values() if where & fortifications)
    expected = not fits_by_trying(units, limits.limit_for(terrain), extra, rules)
    assert is_overstacked(units, Ground(terrain=terrain), rules, fortifications) is expected


@settings(max_examples=40)
@given(st.lists(st.sampled_from(KINDS), max_size=10), st.sampled_from(KINDS))
def test_fof_8A_a_unit_fewer_never_makes_a_stack_illegal(units: list[Unit], more: Unit) -> None:
    if is_overstacked(units, Ground(), FOF):
        assert is_overstacked([*units, more], Ground(), FOF)


def test_fof_8A1_01_the_examples_of_the_book() -> None:
    for stack in (
        [DIVISION] * 3 + [REGIMENT] * 3 + [GUNS] * 2,
        [DIVISION] * 3 + [REGIMENT] * 2 + [GUNS] * 3,
        [DIVISION] + [REGIMENT] * 5 + [GUNS] * 2,
    ):
        assert not is_overstacked(stack, Ground(), FOF)


def test_sf_8A1_03_artillery_counts_in_res_or_one_division() -> None:
    full = [DIVISION] * 3 + [REGIMENT] * 3
    assert not is_overstacked([*full, GUNS, GUN_BATTALION, GUN_BATTALION], Ground(), SF)
    assert not is_overstacked([*full, GUN_DIVISION], Ground(), SF)
    assert is_overstacked([*full, GUN_DIVISION, GUN_BATTALION], Ground(), SF)
    assert is_overstacked([*full, GUNS, GUNS, GUN_BATTALION], Ground(), SF)


def test_sf_8A2_03_a_mountain_hex_has_no_place_for_an_artillery_division() -> None:
    full = [DIVISION] * 2 + [REGIMENT] * 2
    assert not is_overstacked([*full, GUNS], MOUNTAIN, SF)
    assert is_overstacked([*full, GUN_DIVISION], MOUNTAIN, SF)
    assert not is_overstacked([*full, GUN_DIVISION], MOUNTAIN, FOF), "FoF counts artillery in units (FoF 8A2)"


def test_handed_B13_two_limits_at_once() -> None:
    """Three divisions, three regiments, two artillery regiments, a fortress regiment, counters that never count."""
    base = [DIVISION] * 3 + [REGIMENT] * 3 + [TRANSPORT, FLAK]
    printed = frozenset({PRINTED})
    assert not is_overstacked([*base, GUNS, GUNS, FORTRESS], Ground(), FOF, printed)
    assert is_overstacked([*base, GUNS, GUNS, FORTRESS, FORTRESS], Ground(), FOF, printed)
    assert is_overstacked([*base, GUNS, GUNS, FORTRESS], Ground(), FOF)
    assert not is_overstacked([*base, GUN_DIVISION, GUN_DIVISION, FORTRESS], Ground(), FOF, printed)
    assert is_overstacked([*base, GUN_DIVISION, GUN_DIVISION], Ground(), SF)


def test_fof_8B_01_the_limit_holds_as_three_phases_end() -> None:
    moments = ["end of movement phase", "end_of_combat_phase", "end of exploitation phase"]
    assert all(map(is_in_force, moments))
    assert not any(
        map(is_in_force, ["initial phase", "end of initial phase", "during_movement_phase", "reaction phase"])
    )


@pytest.mark.parametrize(
    ("moment", "complies_at", "legal"),
    [
        ("initial phase", "", True),
        ("initial phase", "end of movement phase", True),
        ("initial phase", "end of combat phase", False),
        ("initial phase", None, False),
        ("during movement phase", "end of movement phase", True),
        ("during exploitation phase", "end of exploitation phase", True),
        ("during exploitation phase", None, False),
        ("end of movement phase", "end of combat phase", False),
    ],
)
def test_fof_8B_05_arrivals_may_overstack_if_that_is_mended_in_time(
    moment: str, complies_at: str | None, legal: bool
) -> None:
    facts = StackFacts((DIVISION,) * 4, moment=moment, complies_at=complies_at)
    assert rule_on_stack(facts, FOF).allowed is legal


def test_fof_8B_the_refusal_says_what_may_stack() -> None:
    ruling = rule_on_stack(StackFacts((DIVISION,) * 3, MOUNTAIN), FOF)
    assert [str(c) for c in ruling.citations] == ["FoF 8A2"]
    assert ruling.possible == ("2 units, 2 REs of non-divisional units and 1 artillery unit",)


def test_sf_8A1_the_limit_in_words() -> None:
    limit = SF.charts.stacking_limits.limit_for("clear")
    assert describe_limit(limit).endswith("and 2 REs of artillery (or 1 artillery divisional unit)")


def test_fof_15A_a_breakdown_that_stays_overstacked_is_refused_by_both_rules() -> None:
    facts = StackFacts((DIVISION,) * 4, moment="during movement phase", complies_at=None, cause="breakdown")
    assert [c.number for c in rule_on_stack(facts, FOF).citations] == ["8B", "15A", "8A1"]


def test_fof_31C_a_holding_box_has_no_limit() -> None:
    assert rule_on_stack(StackFacts((DIVISION,) * 9, place="French North Africa box"), FOF).allowed


def test_sf_8B_03_the_attacked_hex_caps_its_attackers() -> None:
    assert rule_on_attackers([DIVISION] * 3, Ground(), SF).allowed
    refused = rule_on_attackers([DIVISION] * 3, MOUNTAIN, SF)
    assert [str(c) for c in refused.citations] == ["SF 8B"]


def test_fof_8B_all_stacks_of_a_side_are_ruled_on_and_named_by_hex() -> None:
    stacks = "16A:1506 4 x ge 7-6 Inf XX | 16A:1507 2 x fr 6-6 Inf XX | May II 40, Axis movement"
    state = parse_position(stacks, FOF)
    ruling = rule_on_all_stacks(AXIS, state, FOF)
    assert [r.why.partition(":")[0] for r in ruling.refusals] == ["16A"]
    assert ruling.refusals[0].why.startswith("16A:1506: 4 units")
    assert rule_on_all_stacks(ALLIED, state, FOF).allowed


def test_fof_14G_the_board_knows_its_printed_fortifications() -> None:
    where = next(iter(FOF.board.fortifications))
    state = parse_position(f"{where} fr 1-2-0 Ftrs III | May II 40, Axis movement", FOF)
    assert PRINTED in gather_stack(where, ALLIED, state, FOF).fortifications
