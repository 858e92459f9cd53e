"""Stacking (rule 8): the limits of both books, when they hold, and that the exact decision is exact."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from europa_rules import load
from europa_rules.charts.stacking_limits import StackingLimit
from europa_rules.errors import IllegalOrder
from europa_rules.game import Game
from europa_rules.ground.facts import Ground
from europa_rules.ground.moves import Move
from europa_rules.ground.stacking import (
    PRINTED,
    StackFacts,
    describe_limit,
    gather_stack,
    is_in_force,
    is_overstacked,
    rule_on_all_stacks,
    rule_on_attackers,
    rule_on_entering_play,
    rule_on_stack,
)
from europa_rules.hexes import Hex
from europa_rules.position import parse_position
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS
from europa_rules.state import Piece
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


@pytest.mark.parametrize(("rules", "date"), [(FOF, "Jun I 40"), (SF, "Jul II 43")], ids=["fof", "sf"])
def test_8_units_go_through_a_full_hex_but_the_phase_ends_for_no_fourth_division_in_it(
    rules: Ruleset, date: str
) -> None:
    """Three divisions fill a hex; a fourth enters it, is too many as the phase would end, and goes on."""
    full, beside, beyond = Hex("16A:2130"), Hex("16A:2030"), Hex("16A:2230")
    divisions = ", ".join(f"ge 7-6 Inf XX {n}" for n in range(1, 4))
    game = Game.start(rules, f"{full} {divisions} | {beside} ge 7-6 Inf XX 4 | {date}, Axis movement", seed=1)
    game.submit(Move(("ge 4 Inf XX",), (full,)))
    with pytest.raises(IllegalOrder, match=r"8A1|8B"):
        game.done()
    game.submit(Move(("ge 4 Inf XX",), (beyond,)))
    game.done()
    assert game.state.moment.phase != "movement"


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


BOTH = pytest.mark.parametrize("rules", [FOF, SF], ids=["fof", "sf"])


@pytest.mark.parametrize(
    ("units", "terrain", "fof", "sf"),
    [
        ([DIVISION] * 3 + [REGIMENT] * 3, "clear", True, True),
        ([DIVISION] * 4, "clear", False, False),
        ([DIVISION] * 3 + [REGIMENT] * 3 + [BATTALION], "clear", False, False),
        ([DIVISION] * 3 + [REGIMENT] * 2 + [BATTALION] * 2, "clear", True, True),
        ([DIVISION] * 3 + [REGIMENT] * 2 + [BATTALION] * 3, "clear", False, False),
        ([DIVISION] * 2 + [REGIMENT] * 4, "clear", True, True),
        ([DIVISION] * 3 + [REGIMENT] * 3 + [GUNS] * 2, "clear", True, True),
        ([DIVISION] * 3 + [REGIMENT] * 3 + [GUNS] * 3, "clear", False, False),
        ([DIVISION] * 3 + [REGIMENT] * 3 + [GUN_BATTALION] * 4, "clear", False, True),
        ([DIVISION] * 3 + [REGIMENT] * 3 + [GUN_BATTALION] * 5, "clear", False, False),
        ([DIVISION] * 3 + [REGIMENT] * 3 + [GUN_DIVISION], "clear", True, True),
        ([DIVISION] * 3 + [REGIMENT] * 3 + [GUN_DIVISION] * 2, "clear", True, False),
        ([DIVISION] * 3 + [REGIMENT] * 3 + [GUN_DIVISION, GUN_BATTALION], "clear", True, False),
        ([DIVISION] * 2 + [REGIMENT] * 2 + [GUNS], "mountain", True, True),
        ([DIVISION] * 2 + [REGIMENT] * 2 + [BATTALION], "mountain", False, False),
        ([DIVISION] * 2 + [REGIMENT] * 2 + [GUNS, BATTALION], "mountain", False, False),
        ([DIVISION] * 2 + [REGIMENT] * 2 + [GUN_BATTALION] * 2, "mountain", False, True),
        ([DIVISION] * 2 + [REGIMENT] * 2 + [GUN_BATTALION] * 3, "mountain", False, False),
        ([DIVISION] * 3, "mountain", False, False),
        ([DIVISION] * 3 + [FLAK] * 9, "clear", True, True),
    ],
)
def test_8A_what_fits_and_what_does_not(units: list[Unit], terrain: str, fof: bool, sf: bool) -> None:
    assert [not is_overstacked(units, Ground(terrain), rules) for rules in (FOF, SF)] == [fof, sf]


@pytest.mark.parametrize(
    ("moment", "complies_at", "legal"),
    [
        ("end of initial phase", "end of movement phase", True),
        ("during movement phase", "end of combat phase", False),
        ("during combat phase", "end of combat phase", True),
        ("during combat phase", "during exploitation phase", False),
        ("during combat phase", "end of exploitation phase", False),
        ("during exploitation phase", "", True),
    ],
)
@BOTH
def test_8B_a_stack_complies_by_the_next_end_of_a_phase_that_is_checked(
    rules: Ruleset, moment: str, complies_at: str, legal: bool
) -> None:
    facts = StackFacts((DIVISION,) * 4, moment=moment, complies_at=complies_at)
    assert rule_on_stack(facts, rules).allowed is legal


@BOTH
def test_8B_a_unit_enters_play_beyond_the_limit_if_enough_units_can_leave(rules: Ruleset) -> None:
    """Three immobile divisions fill the hex for ever: a fourth is too many; a mobile one leaves, a gun by rail."""
    ref = Hex("16A:1506")
    immobile = evolve(DIVISION, rating=Rating.parse("3-0"))
    gun = Unit("ge", "long_range_siege_artillery", "division", Rating.parse("5-1-R"))
    state = parse_position("16A:1507 ge 1-6 Inf II 1 | May II 40, Axis initial", rules)

    def enters(unit: Unit, *there: Unit) -> bool:
        held = state
        for number, each in enumerate(there):
            held = held.with_piece(Piece(f"d{number}", each, AXIS, ref))
        return rule_on_entering_play(unit, ref, AXIS, held, rules).allowed

    assert enters(DIVISION, *[DIVISION] * 3)
    assert enters(DIVISION, *[immobile] * 3)
    assert not enters(immobile, *[immobile] * 3)
    assert enters(immobile, *[immobile] * 2, DIVISION)
    assert enters(immobile, *[immobile] * 2, gun)
    assert not enters(evolve(DIVISION, rating=None), *[immobile] * 3)


@BOTH
def test_8B_stacks_are_judged_as_the_phase_ends_and_none_in_a_box(rules: Ruleset) -> None:
    box = Hex(next(iter(rules.board.boxes)))
    day = "May II 40" if rules is FOF else "Jul II 44"
    for phase, moment in (("movement", "end of movement phase"), ("combat", "end of combat phase")):
        state = parse_position(f"16A:1506 4 x ge 7-6 Inf XX | {day}, Axis {phase}", rules)
        facts = gather_stack(Hex("16A:1506"), AXIS, state, rules)
        assert (facts.moment, len(facts.units)) == (moment, 4)
        assert not rule_on_all_stacks(AXIS, state, rules).allowed
        away = state
        for piece in state.pieces:
            away = away.moved(piece, box)
        assert gather_stack(box, AXIS, away, rules).place == box
        assert rule_on_all_stacks(AXIS, away, rules).allowed


def test_8A_limits_in_words() -> None:
    for limit, extra, words in (
        (StackingLimit(3, 3, artillery_units=2), (), "3 units, 3 REs of non-divisional units and 2 artillery units"),
        (StackingLimit(2, 1), (), "2 units and 1 RE of non-divisional units"),
        (
            StackingLimit(3, 3, artillery_re=2),
            (("fortress", 1),),
            "3 units, 3 REs of non-divisional units, 2 REs of artillery and 1 fortress unit",
        ),
        (
            StackingLimit(3, 3, artillery_re=1, artillery_divisions=1),
            (),
            "3 units, 3 REs of non-divisional units and 1 RE of artillery (or 1 artillery divisional unit)",
        ),
    ):
        assert describe_limit(limit, extra) == words


@BOTH
def test_8A_the_refusal_cites_the_limit_of_the_terrain_and_the_fortress_places(rules: Ruleset) -> None:
    printed = frozenset({PRINTED})
    for ground, fortifications, numbers in (
        (Ground(), frozenset[str](), ["8A1"]),
        (MOUNTAIN, frozenset[str](), ["8A2"]),
        (Ground(), printed, ["8A1", "14G"] if rules is FOF else ["8A1"]),
    ):
        refused = rule_on_stack(StackFacts((DIVISION,) * 4, ground, fortifications), rules)
        assert [c.number for c in refused.citations] == numbers
