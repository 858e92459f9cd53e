"""Open points of units, armor, retreats and overruns: each reading that is offered is played, and answers name it."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest
from tests.test_armor import entry
from tests.test_movement import flat_rules, line_of
from tests.test_movement import state_of as moving_state
from tests.test_movement import unit as moving_unit
from tests.test_retreats import D, around, carried_out, enemies, state_of, unit
from tests.test_retreats import flat as flat_around
from tests.test_zones import BOOKS, MIDDLE, rules_of
from tests.test_zones import flat as flat_board

import europa_rules as er
from europa_rules.errors import IllegalAnswer, IllegalOrder
from europa_rules.ground.armor import reckon_armor_drm
from europa_rules.ground.armor_proportions import ProportionFacts, reckon_proportion
from europa_rules.ground.facts import MPS_SPENT, Combatant
from europa_rules.ground.losses import LossFacts, rule_on_losses
from europa_rules.ground.movement_counters import CarryFacts, rule_on_carrying
from europa_rules.ground.overruns import (
    Overrun,
    OverrunFacts,
    carry_out_overrun,
    rule_on_overrun,
    rule_on_overrun_order,
)
from europa_rules.ground.ownership import HexOwnership, Presence, reckon_owner
from europa_rules.ground.retreats import CONTINUES, RetreatFacts, RetreatHex, reckon_retreat, retreat
from europa_rules.ground.sizes import reckon_sizes
from europa_rules.ground.supply_lines import LimitedPort, LinePort, rule_on_limited_port
from europa_rules.ledger import Reckoning
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS
from europa_rules.state import GameState, Piece
from europa_rules.testing import play
from europa_rules.units import Rating, Unit, has_heavy_equipment
from europa_rules_fof.captured_hexes import supplies_after

POINTS = Unit("ge", "resource_point", "counter", points=3)
DIVISION = Unit("ge", "infantry", "division", Rating.parse("7-6"))
TANKS = Unit("ge", "armor", "division", Rating.parse("14-10"))
PARACHUTISTS = Unit("br", "parachute", "brigade", Rating.parse("3-5*"))
ON_FOOT = Unit("br", "infantry", "brigade", Rating.parse("3-8*"))


@cache
def read(book: str, point: str, reading: str) -> Ruleset:
    return er.load(book, rulings={f"{book}-{point}": reading})


# --- units -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("reading", "re"), [("one-re", 3), ("half-re", Fraction(3, 2))])
def test_fof_3A3_a_resource_point_is_one_re_or_half_of_it(reading: str, re: Fraction) -> None:
    found = reckon_sizes([POINTS, DIVISION], read("fof", "3A3-size-of-points", reading))
    assert found.value == re + 3
    assert found.rests_on == (f"fof-3A3-size-of-points: {reading}",)


def test_3A3_sizes_of_units_rest_on_no_open_point() -> None:
    assert [reckon_sizes([DIVISION], rules_of(book)).rests_on for book in BOOKS] == [(), ()]
    assert reckon_sizes([POINTS], rules_of("sf")).rests_on == ()


@pytest.mark.parametrize(("reading", "heavy"), [("listed", True), ("listed-only", False)])
def test_fof_3A_supporting_arms_are_heavy_equipment_unless_only_what_is_listed_is(reading: str, heavy: bool) -> None:
    types = read("fof", "3A-heavy-equipment", reading).types
    assert has_heavy_equipment(DIVISION, types) is heavy
    assert has_heavy_equipment(TANKS, types)


@pytest.mark.parametrize(("reading", "heavy"), [("not-droppable", False), ("all", True)])
def test_sf_3A4_self_supported_units_that_drop_have_no_heavy_equipment_unless_all_have(
    reading: str, heavy: bool
) -> None:
    types = read("sf", "3A4-self-supported-equipment", reading).types
    assert has_heavy_equipment(PARACHUTISTS, types) is heavy
    assert has_heavy_equipment(ON_FOOT, types)


@pytest.mark.parametrize(("reading", "carried"), [("not-droppable", True), ("all", False)])
def test_sf_14J2_lvts_carry_self_supported_parachutists_as_the_point_is_read(reading: str, carried: bool) -> None:
    counter = Unit("br", "lvt_counter", "counter", Rating.parse("8"), capacity=2)
    rules = read("sf", "3A4-self-supported-equipment", reading)
    ruling = rule_on_carrying(CarryFacts(counter, (PARACHUTISTS,)), rules)
    assert ruling.allowed is carried
    assert f"sf-3A4-self-supported-equipment: {reading}" in ruling.rests_on


# --- armor -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("reading", "drm"), [("plus-2", 2), ("plus-1", 1), ("zero", 0)])
def test_sf_10C1_reduced_armor_effects_of_one(reading: str, drm: int) -> None:
    rules = read("sf", "10C1-reduced-aeca-of-one", reading)
    found = reckon_armor_drm(Reckoning.of(1, "given"), "aeca", rules, reduced=True)
    assert found.value == drm
    assert f"sf-10C1-reduced-aeca-of-one: {reading}" in found.rests_on
    half = reckon_armor_drm(Reckoning.of(Fraction(1, 2), "given"), "aeca", rules, reduced=True)
    assert half.value == 1
    assert half.rests_on == ()


@pytest.mark.parametrize(("reading", "share"), [("owner", Fraction(5, 6)), ("engine", Fraction(1))])
def test_sf_10C_the_owner_elects_or_the_best_is_taken_for_him(reading: str, share: Fraction) -> None:
    """A full 2 REs and a half-capable RE: as neutral it would leave the whole proportion."""
    facts = ProportionFacts((entry(2, "full"), entry(1, "half")), "aeca")
    found = reckon_proportion(facts, read("sf", "10C-best-election", reading)).share
    assert found.value == share
    assert f"sf-10C-best-election: {reading}" in found.rests_on


def test_sf_10C_without_half_capable_units_nobody_elects() -> None:
    facts = ProportionFacts((entry(2, "full"), entry(1, "none")), "aeca")
    assert reckon_proportion(facts, rules_of("sf")).share.rests_on == ()


@pytest.mark.parametrize(("ability", "points"), [("aeca", ["10C-smaller-share"]), ("engineers", [])])
def test_sf_10C_losses_required_of_tanks_rest_on_the_share_that_was_used(ability: str, points: list[str]) -> None:
    facts = LossFacts((Combatant(TANKS, "t"),), "attacker", Fraction(1), others=((ability, frozenset({"t"})),))
    named = [text.partition(":")[0] for text in rule_on_losses(facts, ["t"], rules_of("sf")).rests_on]
    assert [point for point in named if "10C" in point] == [f"sf-{point}" for point in points]


# --- what holds when hexes change hands ------------------------------------------------------------------------------


def test_sf_3D_who_has_passed_through_owns_and_the_answer_says_what_it_rests_on() -> None:
    passed = reckon_owner(HexOwnership(AXIS, left=Presence(ALLIED, Fraction(1))), rules_of("sf"))
    assert passed.owner == ALLIED
    assert passed.ruling.rests_on == ("sf-3D-passing-through: yes",)
    assert reckon_owner(HexOwnership(AXIS), rules_of("sf")).ruling.rests_on == ()


def test_fof_12C3_supply_in_a_captured_hex_is_lost() -> None:
    left = supplies_after(4, rules_of("fof"))
    assert left.value == 0
    assert left.rests_on == ("fof-12C3-captured-supply: supply-lost",)


def test_sf_12C2_a_port_fed_through_another_rests_on_its_having_no_limit() -> None:
    ruling = rule_on_limited_port(LimitedPort(LinePort("standard"), "major", True), rules_of("sf"))
    assert ruling.allowed
    assert ruling.rests_on == ("sf-12C2-receiving-port: no",)


# --- retreats --------------------------------------------------------------------------------------------------------

PANZER = unit("12-10", "5-10", "armor")
GUNS = unit("2-1-10", type_="assault_gun", size="battalion")
ONE_BY_ONE = {"fof": ("9F1-stack-retreat", "one-by-one"), "sf": ("9F1-same-stack", "yes")}


def surrounded(book: str) -> tuple[GameState, Ruleset]:
    """A German stack that can only go to an empty hex in an enemy ZOC, the point read as one by one."""
    rules = read(book, *ONE_BY_ONE[book]).on_board(flat_around(book).board)
    _, *others = around(rules)
    return state_of(book, ("panzer", PANZER, AXIS, D), ("guns", GUNS, AXIS, D), *enemies(*others)), rules


@pytest.mark.parametrize("book", BOOKS)
def test_9F1_read_so_that_units_retreat_one_by_one_the_first_shields_the_next(book: str) -> None:
    state, rules = surrounded(book)
    after, played = carried_out(("panzer", "guns"), state, rules, ("panzer",))
    assert {i: str(p.unit.rating) for i, p in after.pieces.items() if p.side == AXIS} == {
        "panzer": "5-10",
        "guns": "2-1-10",
    }
    assert played.decisions[0].question == "which unit retreats next?"


@pytest.mark.parametrize("book", BOOKS)
def test_9F1_one_by_one_the_first_of_them_finds_the_hex_empty(book: str) -> None:
    state, rules = surrounded(book)
    after, _ = carried_out(("panzer", "guns"), state, rules, ("guns",))
    assert "guns" not in after.pieces
    with pytest.raises(IllegalAnswer, match="one unit retreats at a time"):
        play(retreat(("panzer", "guns"), state, rules), answers=(("panzer", "guns"),))


@pytest.mark.parametrize("book", BOOKS)
def test_9F1_a_retreat_that_friends_could_shield_says_what_it_rests_on(book: str) -> None:
    point, _ = ONE_BY_ONE[book]
    rules, into = rules_of(book), (RetreatHex("a", enemy_zoc=True),)
    assert any(point in text for text in reckon_retreat(RetreatFacts(PANZER, into), rules).ruling.rests_on)
    assert reckon_retreat(RetreatFacts(PANZER, (RetreatHex("a"),)), rules).ruling.rests_on == ()


def test_sf_14F1_a_rail_only_unit_retreats_by_rail_whatever_the_capacity() -> None:
    guns = unit("5-1-R", type_="artillery", size="battalion")
    found = reckon_retreat(RetreatFacts(guns, (RetreatHex("a", by_rail=True),)), rules_of("sf"))
    assert found.options == ("a",)
    assert found.ruling.rests_on == ("sf-14F1-rail-only-retreat: line",)


def test_sf_9F1_a_unit_that_must_go_on_rests_on_where_it_may_go() -> None:
    found = reckon_retreat(RetreatFacts(PANZER, (RetreatHex("a", overstacked=True),)), rules_of("sf"))
    assert found.outcome == CONTINUES
    assert "sf-9F1-further-retreat: not-back" in found.ruling.rests_on


# --- overruns --------------------------------------------------------------------------------------------------------


def weak_overrun(reading: str) -> tuple[Overrun, GameState, Ruleset]:
    """An overrun of a commando and an infantry regiment at less than 10:1, and well above it without the commando."""
    rules = flat_board(read("sf", "13-overrun-announced", reading), radius=9)
    target = line_of(flat_rules("sf"), 2)[1]
    commando = Unit("br", "infantry", "battalion", Rating.parse("2-8*"), symbols=("commando",))
    infantry = Unit("br", "infantry", "regiment", Rating.parse("1-6*"))
    state = moving_state(
        Piece("Pz", moving_unit("14-10", "armor"), AXIS, MIDDLE),
        Piece("C", commando, ALLIED, target),
        Piece("I", infantry, ALLIED, target),
    )
    return Overrun(("Pz",), target), state, rules


def test_sf_13_a_joint_overrun_rests_on_where_its_units_come_from() -> None:
    joint = OverrunFacts(50, 5, units=(TANKS, TANKS))
    assert rule_on_overrun(joint, rules_of("sf")).rests_on == ("sf-13-stacked-before: no",)
    assert rule_on_overrun(OverrunFacts(50, 5, units=(TANKS,)), rules_of("sf")).rests_on == ()


def test_sf_13_an_overrun_below_the_odds_is_not_announced() -> None:
    order, state, rules = weak_overrun("no")
    ruling = rule_on_overrun_order(order, AXIS, state, rules)
    assert not ruling.allowed
    assert "sf-13-overrun-announced: no" in ruling.rests_on
    with pytest.raises(IllegalOrder, match="less than 10:1"):
        play(carry_out_overrun(order, AXIS, state, rules))


def test_sf_13_read_so_it_is_announced_and_made_if_enough_of_them_retreat() -> None:
    order, state, rules = weak_overrun("yes")
    assert "sf-13-overrun-announced: yes" in rule_on_overrun_order(order, AXIS, state, rules).rests_on
    after, _ = play(carry_out_overrun(order, AXIS, state, rules), answers=(("C",),))
    assert "I" not in after.pieces
    assert after.piece("C").place != order.target
    assert after.piece("Pz").place == order.target


def test_sf_13_read_so_it_is_given_up_and_costs_nothing_if_they_stay() -> None:
    order, state, rules = weak_overrun("yes")
    after, played = play(carry_out_overrun(order, AXIS, state, rules), answers=((),))
    assert played.events[-1].kind == "overrun given up"
    assert after.pieces == state.pieces
    assert after.recall(MPS_SPENT, "Pz") is None
