"""Supply (rules 3G, 12A to 12D) in facts beside the board: each condition at its limit and one beyond."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from attrs import evolve
from tests.small_board import at, plain_board

import europa_rules as er
from europa_rules.citations import Citation
from europa_rules.errors import PluginError, UnknownName
from europa_rules.frozenmap import FrozenMap
from europa_rules.ground.causeways import hexside_counts_as, is_causeway
from europa_rules.ground.delivered_supply import Delivery, deliver, lose_supplies, removal_of, remove_old_supplies
from europa_rules.ground.facts import WATER
from europa_rules.ground.isolation import (
    Judgement,
    hexes_with_a_line,
    is_isolated,
    is_judged,
    isolation_in_force,
    judged_in,
    plain_line,
)
from europa_rules.ground.lines import LineHex, described_hex, longest_line, rule_on_line_into
from europa_rules.ground.ownership import HexGained
from europa_rules.ground.supply import Stand
from europa_rules.ground.supply_effects import (
    NamedEffects,
    SuppliedUnit,
    reckon_effects,
    reckon_under_effects,
)
from europa_rules.ground.supply_elimination import (
    EliminationFacts,
    check_for_elimination,
    gather_elimination,
    reckon_check_modifier,
    rule_on_check,
)
from europa_rules.ground.supply_lines import (
    PORT_SIZES,
    ElementWay,
    LimitedPort,
    LineParts,
    LinePort,
    Stretch,
    counted_hexes,
    limited_sizes,
    longest,
    may_follow,
    reckon_length,
    rule_on_length,
    rule_on_limited_port,
    rule_on_naval_element,
    rule_on_parts,
    rule_on_port,
    rule_on_way,
    sizes_from,
)
from europa_rules.ground.supply_routes import Route, RouteHex, rule_on_net, trace
from europa_rules.ground.supply_service import kinds_of_service
from europa_rules.ground.supply_sources import (
    Demand,
    SourceLoad,
    SourceUse,
    SupplySource,
    as_many_as_fit,
    is_regular,
    reckon_served,
    rule_on_kind,
    rule_on_load,
    rule_on_source,
    share_out,
)
from europa_rules.ground.supply_state import (
    ARRIVED,
    CHECKS_OUT,
    DRAWS_ON,
    ISOLATED,
    ISOLATED_FIRST,
    SUPPLIES,
    come_into_play,
    counts_as_isolated,
    is_in_regular_supply,
    is_in_supply,
    supplied_hexes,
    supplies_at,
    supply_situation,
    turns_of_effect,
    turns_out_of,
)
from europa_rules.ground.waters import (
    caveats_of_ice,
    freezing,
    frozen_zones,
    water_between,
    water_of_zone,
    weather_of_zone,
    worse_of,
)
from europa_rules.hexes import Hex
from europa_rules.permissions import Ruling
from europa_rules.sheets.patches import Facts
from europa_rules.sides import ALLIED, AXIS, Side, Turn
from europa_rules.state import WEATHER, GameState, Moment, Piece
from europa_rules.testing import play
from europa_rules.units import Rating, Unit

RULES = {
    "fof": er.load("fof"),
    "sf": er.load("sf"),
    "43C3": er.load("sf", options=("43C3", "44B1")),
    "12D3": er.load("fof", options=("12D3",)),
}
BOTH = pytest.mark.parametrize("game", ["fof", "sf"])
INFANTRY = Unit("ge", "infantry", "division", Rating.parse("8-4-6"), aa=2)
PANZER = Unit("ge", "armor", "division", Rating.parse("8-4-10"), aa=2)
HALF, QUARTER, ONE = Fraction(1, 2), Fraction(1, 4), Fraction(1)
PLAIN, SOURCE = RouteHex(), RouteHex(LineHex(source="full"))


def state_of(*pieces: Piece, turn: str = "May II 40", player: Side = AXIS, phase: str = "initial") -> GameState:
    return GameState(Moment(Turn.parse(turn), player, phase), FrozenMap({p.id: p for p in pieces}))


# --- what lack of supply does (12D) ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "turns", "isolated", "attack", "overrun", "others", "cm", "told"),
    [
        ("fof", 0, True, ONE, ONE, ONE, ONE, False),
        ("fof", 1, False, HALF, ONE, ONE, HALF, False),
        ("fof", 1, True, QUARTER, HALF, ONE, HALF, True),
        ("fof", 2, False, QUARTER, HALF, HALF, HALF, False),
        ("fof", 3, True, QUARTER, HALF, HALF, HALF, True),
        ("sf", 0, True, ONE, ONE, ONE, ONE, False),
        ("sf", 1, False, ONE, ONE, ONE, HALF, False),
        ("sf", 1, True, HALF, HALF, ONE, HALF, True),
        ("sf", 2, False, HALF, HALF, HALF, HALF, False),
        ("sf", 3, True, HALF, HALF, HALF, HALF, True),
    ],
)
def test_12D_what_is_left_of_a_unit_by_the_turn_out_of_supply(
    game: str,
    turns: int,
    isolated: bool,
    attack: Fraction,
    overrun: Fraction,
    others: Fraction,
    cm: Fraction,
    told: bool,
) -> None:
    for unit, movement in ((INFANTRY, others), (PANZER, cm)):
        found = reckon_effects(SuppliedUnit(unit, turns, isolated), RULES[game])
        assert (found.attack.value, found.overrun.value) == (8 * attack, 8 * overrun)
        assert (found.defense.value, found.aa.value) == (4 * others, 2 * others)
        assert found.movement.value == unit.movement * movement
        assert found.keeps_capability == (turns < 2)
        assert ("isolated" in str(found.attack)) == told
        assert "isolated" not in f"{found.defense}{found.movement}{found.aa}"
        assert (len(found.defense.lines) > 1) == (turns > 1)
        assert (len(found.attack.lines) > 1) == (attack != ONE)
    assert found.zoc == ("full" if turns < 2 else "reduced" if game == "sf" else "full")


@BOTH
def test_12D_a_units_situation_tells_its_supply_where_it_is_worse_than_what_is_said(game: str) -> None:
    told = {"turns out of supply": "2", "isolation": "yes"}
    keys = supply_situation(
        Piece("p", INFANTRY, AXIS, at(1, 5)),
        state_of().noting(CHECKS_OUT, "p", 4).noting(ISOLATED, "p", True),
        RULES[game],
    )
    assert list(keys.values()) == list(told.values())
    assert SuppliedUnit.in_situation(INFANTRY, keys) == SuppliedUnit(INFANTRY, 2, True)
    assert SuppliedUnit.in_situation(INFANTRY, keys, 3) == SuppliedUnit(INFANTRY, 3, True)
    assert SuppliedUnit.in_situation(INFANTRY, {}, 1, True) == SuppliedUnit(INFANTRY, 1, True)
    assert SuppliedUnit.in_situation(INFANTRY, {}) == SuppliedUnit(INFANTRY, 0, False)


@pytest.mark.parametrize(
    ("role", "effects", "isolated", "strength"),
    [
        ("attack", (), False, 8),
        ("defense", (), False, 4),
        ("attack", ("in",), True, 8),
        ("attack", ("U-1",), False, 4),
        ("attack", ("U-1",), True, 2),
        ("overrun", ("U-1",), False, 8),
        ("overrun", ("U-1",), True, 4),
        ("defense", ("U-1",), True, 4),
        ("defense", ("U-2", "unsupported"), False, 1),
        ("attack", ("quartered",), False, 2),
        ("attack", ("halved", "unsupported"), False, 2),
    ],
)
def test_fof_3C2_12D_effects_that_are_named_multiply(
    role: str, effects: tuple[str, ...], isolated: bool, strength: int
) -> None:
    assert reckon_under_effects(NamedEffects(INFANTRY, role, effects, isolated), RULES["fof"]).value == strength
    told = str(reckon_under_effects(NamedEffects(INFANTRY, role, effects, isolated), RULES["fof"]))
    assert ("(FoF 11)" in told) == ("unsupported" in effects)
    assert ("(FoF 3C2)" in told) == bool({"halved", "quartered"}.intersection(effects))
    with pytest.raises(UnknownName, match="effect"):
        reckon_under_effects(NamedEffects(INFANTRY, role, ("doubled",)), RULES["fof"])


# --- elimination (FoF 12D3, SF 12D) ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "in_supply", "allowed"),
    [
        (EliminationFacts(1, isolated=True), False, False),
        (EliminationFacts(3, isolated=True), False, False),
        (EliminationFacts(4, isolated=True), False, True),
        (EliminationFacts(5, isolated=True), False, True),
        (EliminationFacts(4, isolated=False), False, False),
        (EliminationFacts(4, isolated=True, draws_special=True), True, False),
        (EliminationFacts(4, isolated=True, arrived=True), False, False),
        (EliminationFacts(0, isolated=True), True, False),
    ],
)
def test_12D_who_is_checked_for_elimination(facts: EliminationFacts, in_supply: bool, allowed: bool) -> None:
    assert rule_on_check(facts, RULES["sf"]).allowed == rule_on_check(facts, RULES["12D3"]).allowed == allowed
    assert not rule_on_check(facts, RULES["fof"]).allowed
    assert facts.in_supply == in_supply
    assert len(rule_on_check(facts, RULES["sf"]).refusals) == (not allowed)
    assert bool(rule_on_check(facts, RULES["12D3"]).rests_on) == facts.arrived


@pytest.mark.parametrize(
    ("location", "weather", "modifier"),
    [
        ("", "clear", 0),
        ("", "mud", 0),
        ("", "frost", -1),
        ("", "winter", -1),
        ("", "snow", -1),
        ("major city", "clear", 3),
        ("improved fortress", "snow", 3),
        ("unimproved fortress", "snow", -1),
    ],
)
def test_sf_12D_modifiers_of_the_elimination_check(location: str, weather: str, modifier: int) -> None:
    facts = EliminationFacts(4, True, location=location, weather=weather)
    assert reckon_check_modifier(facts, RULES["sf"]).value == modifier


@pytest.mark.parametrize(("die", "survives"), [(1, False), (6, True)])
def test_sf_12D_a_unit_is_checked_once_and_survives_or_is_gone(die: int, survives: bool) -> None:
    rules = RULES["sf"].on_board(plain_board())
    pieces = [Piece(name, INFANTRY, AXIS, at(row, 5)) for row, name in enumerate("abc", 1)]
    state = state_of(*pieces, turn="Jul I 43")
    for name in "ab":
        state = state.noting(CHECKS_OUT, name, 7)
    state = state.noting(ISOLATED, "b", True).noting(ISOLATED, "c", True)
    after, played = play(check_for_elimination(state, rules), rolls=[die])
    assert ("b" in after.pieces) == survives and {"a", "c"} <= set(after.pieces)
    assert [event.text for event in played.events if "elimin" in event.text or "survives" in event.text][-1] == (
        "b survives" if survives else "b is eliminated for lack of supply"
    )


def test_sf_12D_an_improved_fortress_is_a_safe_place_and_an_unimproved_one_is_none() -> None:
    for condition, location in (("improved", "improved fortress"), ("unimproved", "")):
        here = at(4, 6)
        forts: dict[str, Facts | None] = {here: {"type": "fortress", "condition": condition}}
        rules = RULES["sf"].on_board(plain_board().patched(fortifications=forts))
        piece = Piece("p", INFANTRY, AXIS, here)
        assert gather_elimination(piece, state_of(piece, turn="Jul I 43"), rules).location == location


def test_sf_12D_what_the_record_says_of_a_unit_that_may_be_checked() -> None:
    rules = RULES["sf"]
    city, beside = Hex("17A:1604"), Hex("17A:2018")
    for place, location in ((city, "major city"), (beside, ""), (Hex("box:off"), "")):
        piece = Piece("p", INFANTRY, AXIS, place)
        state = state_of(piece, turn="Jul I 43").noting(WEATHER, "", "snow").noting(CHECKS_OUT, "p", 7)
        found = gather_elimination(piece, state, rules)
        assert found == EliminationFacts(4, False, location=location, weather="clear" if ":off" in place else "snow")
        special, limited = (state.noting(DRAWS_ON, "p", f"{kind} {beside}") for kind in ("special", "limited"))
        assert gather_elimination(piece, special, rules).draws_special
        assert not gather_elimination(piece, limited, rules).draws_special
        assert gather_elimination(piece, state.noting(ARRIVED, "p", True), rules).arrived
        assert gather_elimination(piece, state.noting(ISOLATED, "p", True), rules).isolated


# --- what was judged -------------------------------------------------------------------------------------------------


def test_12D_two_player_turns_are_a_turn_out_of_supply_and_a_source_drawn_on_takes_its_effects_away() -> None:
    state = state_of()
    for checks, turns in ((1, 1), (2, 1), (3, 2), (4, 2), (5, 3)):
        now = state.noting(CHECKS_OUT, "p", checks)
        assert turns_out_of("p", now) == turns_of_effect("p", now) == turns
        assert not is_in_supply("p", now) and not is_in_regular_supply("p", now)
        drawn = now.noting(DRAWS_ON, "p", "special Z:0101")
        assert (turns_of_effect("p", drawn), turns_out_of("p", drawn)) == (0, turns)
        assert is_in_supply("p", drawn) and not is_in_regular_supply("p", drawn)
    assert is_in_supply("p", state) and is_in_regular_supply("p", state)


def test_29_40_a_unit_comes_into_play_as_long_out_of_supply_as_those_in_its_hex() -> None:
    here, away = at(1, 5), at(1, 6)
    new = Piece("new", INFANTRY, AXIS, here)
    others = [Piece("a", INFANTRY, AXIS, here), Piece("b", INFANTRY, AXIS, here), Piece("c", INFANTRY, AXIS, away)]
    state = state_of(new, *others).noting(CHECKS_OUT, "c", 9).noting(CHECKS_OUT, "new", 8)
    arrived = come_into_play(new, state.forgetting(CHECKS_OUT, "new"))
    assert arrived.recall(ARRIVED, "new") is True and arrived.recall(CHECKS_OUT, "new") is None
    worse = come_into_play(new, state.noting(CHECKS_OUT, "a", 3).noting(CHECKS_OUT, "b", 5))
    assert turns_out_of("new", worse) == turns_out_of("b", worse) == 3


def test_sf_12D_isolation_counts_by_the_latest_judgement_or_by_the_initial_phase_in_one_reading() -> None:
    first = er.load("sf", rulings={"sf-12D-isolation-check": "initial"})
    latest, initial = state_of().noting(ISOLATED, "p", True), state_of().noting(ISOLATED_FIRST, "p", True)
    assert counts_as_isolated("p", latest, RULES["sf"]) and not counts_as_isolated("p", initial, RULES["sf"])
    assert counts_as_isolated("p", initial, first) and not counts_as_isolated("p", latest, first)


# --- delivered supply (FoF 12C3, SF 12C3a) ---------------------------------------------------------------------------


@BOTH
def test_12C3_delivered_supply_is_removed_after_the_second_initial_phase_of_either_side(game: str) -> None:
    rules = RULES[game]
    first, second = rules.variant.sides
    for turn in ("May II 40", "Aug II 44"):
        when = Turn.parse(turn)
        for side in (first, second):
            removal = removal_of(Delivery(when, side), rules)
            assert (removal.turn, removal.side, removal.phase, removal.moment) == (when.next(), side, "initial", "end")


@BOTH
def test_12C3_supply_is_kept_by_hex_and_side_and_lost_to_who_gains_the_hex(game: str) -> None:
    here, away, state = at(2, 5), at(2, 6), state_of(phase="movement")
    state = deliver(here, AXIS, 2, deliver(here, AXIS, 1, state))
    state = deliver(away, AXIS, 4, deliver(here, ALLIED, 7, state))
    assert deliver(Hex("box:Norway"), AXIS, 3, state) == state
    assert supplied_hexes(AXIS, state) == (here, away) and supplied_hexes(ALLIED, state) == (here,)
    assert supplies_at(here, state) == {AXIS: 3, ALLIED: 7} and supplies_at(away, state) == {AXIS: 4}
    gained = lose_supplies(HexGained(here, ALLIED, AXIS), state, RULES[game])
    assert supplies_at(here, gained) == {ALLIED: 7} and supplies_at(away, gained) == {AXIS: 4}
    assert lose_supplies(HexGained(at(3, 5), ALLIED, AXIS), state, RULES[game]) == state
    early = deliver(here, AXIS, 5, state.ending("player turn"))
    assert supplies_at(here, early) == {AXIS: 8, ALLIED: 7}
    left, told = [state], []
    for _ in range(2):
        after, played = play(remove_old_supplies(left[-1], RULES[game]))
        left.append(after)
        told += [event.text for event in played.events]
    assert supplies_at(here, left[1]) == supplies_at(here, state) and left[2].all_facts(SUPPLIES) == {}
    (text,) = told
    assert set(text.removeprefix("supply removed: ").split(", ")) == {f"3 in {here}", f"7 in {here}", f"4 in {away}"}
    in_initial = deliver(here, AXIS, 2, state_of(phase="initial"))
    for kept in (2, 2, 0):
        in_initial, _ = play(remove_old_supplies(in_initial, RULES[game]))
        assert supplies_at(here, in_initial).get(AXIS, 0) == kept


# --- lines hex by hex (12A, 3G, 12B6) --------------------------------------------------------------------------------


@BOTH
def test_12A_a_line_enters_no_hex_of_the_enemy_nor_his_zoc_without_a_friend(game: str) -> None:
    for enemy, zoc, friend, barred in product((False, True), repeat=4):
        facts = LineHex(enemy, zoc, friend, barred)
        allowed = not enemy and not barred and (friend or not zoc)
        assert rule_on_line_into(facts, RULES[game]).allowed == allowed


def test_fof_24B_units_that_have_just_landed_do_not_bar_a_line() -> None:
    for game, bars in (("fof", False), ("sf", True)):
        there = described_hex("clear", "none", RULES[game], enemy_unit=True, enemy_has_just_landed=True)
        assert there.enemy_unit == bars and not there.prohibited
        assert described_hex("clear", "none", RULES[game], enemy_unit=True).enemy_unit
        assert not described_hex("clear", "none", RULES[game], enemy_has_just_landed=True).enemy_unit
        assert described_hex("clear", "lake", RULES[game]).prohibited


@pytest.mark.parametrize(("game", "most"), [("fof", 14), ("43C3", 14), ("sf", None)])
def test_3G_12B6_how_long_a_line_of_communications_may_be(game: str, most: int | None) -> None:
    rules = RULES[game]
    assert longest_line("clear", rules) == most
    assert [is_isolated(plain_line(n, "full"), rules).isolated for n in (14, 15)] == [False, most is not None]
    slow = (LineHex(), *(LineHex(counts=Fraction(2)),) * 6)
    for last, isolated in ((2, False), (3, most is not None)):
        assert is_isolated((*slow, LineHex(source="full", counts=Fraction(last))), rules).isolated == isolated
    assert not is_isolated((LineHex(enemy_zoc=True), LineHex(source="full")), rules).isolated
    assert not is_isolated((LineHex(source="full", enemy_zoc=True),), rules).isolated
    assert is_isolated((LineHex(), LineHex(enemy_zoc=True), LineHex(source="full")), rules).isolated
    assert is_isolated((LineHex(), LineHex(source="special")), rules).isolated
    barred = is_isolated((LineHex(), LineHex(enemy_unit=True)), rules).ruling
    assert [r.why for r in barred.refusals] == ["an enemy unit is in the hex", "no line passes there"]
    assert is_isolated((LineHex(),), rules).isolated
    assert is_judged(rules)


def test_3G_12B_isolation_holds_until_it_is_judged_again() -> None:
    fof, sf = RULES["fof"], RULES["sf"]
    assert (judged_in(fof), judged_in(sf)) == (("initial",), ("initial", "combat"))
    for isolated, line in product((False, True), repeat=2):
        for phase, now, rules, anew in (
            ("initial", "initial", sf, False),
            ("initial", "movement", sf, False),
            ("initial", "combat", sf, True),
            ("initial", "combat", fof, False),
            ("combat", "exploitation", sf, False),
            ("combat", "initial", sf, True),
            ("combat", "movement", sf, True),
            ("initial", "exploitation", sf, True),
            ("movement", "combat", fof, False),
            ("exploitation", "initial", fof, True),
        ):
            counts = isolation_in_force(Judgement(phase, isolated, now, line), rules)
            assert counts == ((not line) if anew else isolated), (phase, now)


def test_3G_a_hex_with_a_source_has_a_line_of_no_length() -> None:
    for game in ("fof", "sf"):
        rules = RULES[game].on_board(plain_board())
        found = hexes_with_a_line((at(5, 6),), AXIS, state_of(), rules)
        assert found[at(5, 6)] == 0
        assert {found[ref] for ref in rules.board.neighbors_of(at(5, 6))} == {1}
        assert all(found[ref] == rules.board.distance(ref, at(5, 6)) for ref in found if ref > at(1, 3))


# --- elements (12B) --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "used", "element", "to", "follows"),
    [
        ("fof", (), "overland", "truck", True),
        ("fof", (), "overland", "rail", True),
        ("fof", (), "truck", "road", True),
        ("fof", ("road",), "truck", "rail", True),
        ("fof", ("road",), "truck", "road", False),
        ("fof", (), "road", "overland", False),
        ("fof", (), "rail", "road", False),
        ("fof", ("overland",), "truck", "overland", False),
        ("sf", (), "overland", "road", True),
        ("sf", (), "overland", "naval", True),
        ("sf", (), "rail", "naval", True),
        ("sf", (), "naval", "rail", True),
        ("sf", ("rail", "naval"), "rail", "naval", True),
        ("sf", (), "naval", "road", False),
        ("sf", (), "naval", "naval", False),
        ("sf", (), "rail", "rail", False),
        ("sf", ("road",), "road", "rail", False),
    ],
)
def test_12B_the_order_of_elements(game: str, used: tuple[str, ...], element: str, to: str, follows: bool) -> None:
    assert may_follow(used, element, to, RULES[game]) == follows
    way = ElementWay(element, ((LineHex(), True),), to, used)
    assert rule_on_way(way, RULES[game]).allowed == follows
    assert rule_on_way(ElementWay(element, ((LineHex(), True),), "the source", used), RULES[game]).allowed


@pytest.mark.parametrize(
    ("game", "element", "owned"),
    [
        ("fof", "overland", False),
        ("fof", "truck", False),
        ("fof", "road", True),
        ("fof", "rail", True),
        ("sf", "overland", False),
        ("sf", "road", True),
        ("sf", "rail", True),
        ("sf", "naval", False),
    ],
)
def test_12B_roads_and_rails_lead_through_friendly_owned_hexes(game: str, element: str, owned: bool) -> None:
    for hexes, allowed in (
        (((LineHex(), True), (LineHex(), False)), not owned),
        (((LineHex(), True), (LineHex(), True)), True),
        (((LineHex(), True), (LineHex(enemy_unit=True), True)), False),
    ):
        assert rule_on_way(ElementWay(element, hexes), RULES[game]).allowed == allowed


def test_12B5_what_counts_two_hexes_and_what_one_more() -> None:
    fof, sf, terrain = RULES["fof"], RULES["sf"], RULES["43C3"]
    for name, hexes in (("mountain", 2), ("swamp", 2), ("wooded_rough", 2), ("clear", 1), ("woods", 1)):
        assert counted_hexes("overland", name, (), fof) == hexes
        assert counted_hexes("overland", name, (), fof, along_road=True) == 1
        assert counted_hexes("road", name, ("major_river",), fof) == 1
        assert counted_hexes("overland", name, ("major_river",), fof) == hexes + 1
        assert counted_hexes("overland", name, ("major_river",), sf) == 1
        assert counted_hexes("overland", name, ("river",), fof) == hexes
    assert counted_hexes("truck", "forest", (), fof) == 2
    assert counted_hexes("truck", "swamp", (), fof, frozen=True) == 1
    assert counted_hexes("truck", "mountain", (), fof, frozen=True) == 2
    assert counted_hexes("overland", "swamp", ("major_river",), terrain) == 3
    assert counted_hexes("overland", "swamp", ("major_river",), terrain, frozen=True) == 1


@pytest.mark.parametrize(
    ("game", "stretch", "length", "allowed"),
    [
        ("fof", Stretch("overland", ("clear",) * 7), 7, True),
        ("fof", Stretch("overland", ("clear",) * 8), 8, False),
        ("fof", Stretch("overland", ("mountain", *("clear",) * 5)), 7, True),
        ("fof", Stretch("overland", ("mountain", *("clear",) * 6)), 8, False),
        ("fof", Stretch("overland", ("mountain",) * 7, along_road=True), 7, True),
        ("fof", Stretch("overland", ("clear",) * 6, ("major_river",)), 7, True),
        ("fof", Stretch("overland", ("clear",) * 7, ("major_river",)), 8, False),
        ("fof", Stretch("truck", ("clear",) * 3), 3, True),
        ("fof", Stretch("truck", ("clear",) * 4), 4, False),
        ("fof", Stretch("road", ("swamp",) * 7), 7, True),
        ("fof", Stretch("road", ("clear",) * 8), 8, False),
        ("fof", Stretch("rail", high_volume=50, low_volume=7), 57, True),
        ("fof", Stretch("rail", high_volume=1, low_volume=8), 9, False),
        ("sf", Stretch("overland", ("mountain",) * 7), 7, True),
        ("sf", Stretch("overland", ("clear",) * 8), 8, False),
        ("sf", Stretch("rail", high_volume=50, low_volume=7), 57, True),
        ("sf", Stretch("rail", low_volume=8), 8, False),
        ("sf", Stretch("naval", ("sea",) * 40), 40, True),
    ],
)
def test_12B_how_long_an_element_may_be(game: str, stretch: Stretch, length: int, allowed: bool) -> None:
    rules = RULES[game]
    assert reckon_length(stretch, rules).value == length
    assert rule_on_length(stretch, rules).allowed == allowed
    for source in (Ruling.allow(), rule_on_kind("", rules)):
        parts = LineParts((Stretch("road", ("clear",)), stretch), source)
        assert rule_on_parts(parts, rules).allowed == (allowed and source.allowed)


def test_12B_a_line_is_told_by_the_lengths_of_its_elements() -> None:
    for overland, low, allowed in ((7, 7, True), (8, 7, False), (7, 8, False)):
        parts = LineParts.of_lengths({"overland": overland}, low, 30, Ruling.allow())
        assert rule_on_parts(parts, RULES["fof"]).allowed == allowed
        assert [len(part.hexes) for part in parts.stretches] == [overland, 0]
        assert (parts.stretches[1].high_volume, parts.stretches[1].low_volume) == (30, low)
    told = Stretch.described("overland", ["Wooded rough"], 2, along_road=True, weather="Mud", frozen=True)
    assert told == Stretch("overland", ("wooded_rough",), ("major_river",) * 2, True, 0, 0, "mud", True)
    assert Stretch.described("rail", [], high_volume=2, low_volume=1) == Stretch("rail", (), (), False, 2, 1)
    assert longest("rail_high", "clear", RULES["sf"]).value is None


# --- ports (SF 12B4, 12C2) -------------------------------------------------------------------------------------------


def test_sf_12B4_naval_lines_join_major_and_great_ports_that_function_and_are_owned() -> None:
    rules = RULES["sf"]
    for size, owned, functioning in product(PORT_SIZES, (False, True), (False, True)):
        port = LinePort(size, owned, functioning)
        allowed = size in ("major", "great") and owned and functioning
        assert rule_on_port(port, rules).allowed == allowed
        assert rule_on_naval_element((LinePort("great"), port), True, rules).allowed == allowed
        assert not rule_on_naval_element((LinePort("great"), port), False, rules).allowed


def test_sf_12C2_limited_ports_lead_by_sea_to_one_as_large_that_leads_on() -> None:
    rules = RULES["sf"]
    assert limited_sizes(rules) == ("minor", "standard") and limited_sizes(RULES["fof"]) == ()
    assert [len(sizes_from(size)) for size in (*PORT_SIZES, "")] == [4, 3, 2, 1, 0]
    for size, to, onward in product(PORT_SIZES, ("", *PORT_SIZES), (False, True)):
        ruling = rule_on_limited_port(LimitedPort(LinePort(size), to, onward), rules)
        as_large = bool(to) and PORT_SIZES.index(to) >= PORT_SIZES.index(size)
        assert ruling.allowed == (size in ("minor", "standard") and as_large and onward)
        assert bool(ruling.rests_on) == bool(to)
        smaller = any("smaller port" in refusal.why for refusal in ruling.refusals)
        assert smaller == (bool(to) and not as_large)


def test_fof_12B_an_element_is_told_with_its_length_and_with_what_comes_before_it() -> None:
    rules = RULES["fof"]
    told = [str(reckon_length(Stretch("overland", ("clear",) * n), rules)).partition(" (")[0] for n in (1, 2)]
    assert told == ["1 hex", "2 hexes"]
    refused = [str(rule_on_way(ElementWay("rail", (), "road", used), rules)) for used in ((), ("truck",))]
    assert "does not lead to a road (" in refused[0] and "to a road after the truck element (" in refused[1]


# --- a way traced hex by hex (12B) -----------------------------------------------------------------------------------


def way(*hexes: RouteHex) -> Route:
    return Route((PLAIN, *hexes, SOURCE))


LOW, HIGH = RouteHex(by_rail="low"), RouteHex(by_rail="high")
ROAD, TRUCK = RouteHex(by_road=True), RouteHex(truck=True)
LAST_BY_RAIL = RouteHex(LineHex(source="full"), by_rail="high")


@pytest.mark.parametrize(
    ("game", "hexes", "parts"),
    [
        ("fof", (PLAIN,) * 6 + (SOURCE,), (("overland", 7),)),
        ("fof", (PLAIN,) * 7 + (SOURCE,), ()),
        ("fof", (PLAIN,) * 4 + (TRUCK, PLAIN, PLAIN, SOURCE), (("overland", 5), ("truck", 3))),
        ("fof", (PLAIN,) * 7 + (PLAIN, PLAIN, SOURCE), ()),
        ("fof", (PLAIN,) * 6 + (TRUCK, PLAIN, PLAIN, PLAIN, SOURCE), ()),
        ("fof", (HIGH,) * 20 + (LOW,) * 15 + (LAST_BY_RAIL,), ()),
        ("fof", (PLAIN,) * 7 + (ROAD,) * 7 + (LAST_BY_RAIL,), (("overland", 7), ("road", 7), ("rail", 1))),
        ("fof", (PLAIN,) * 7 + (ROAD,) * 8 + (LAST_BY_RAIL,), ()),
        ("sf", (PLAIN,) * 6 + (SOURCE,), (("overland", 7),)),
        ("sf", (PLAIN,) * 7 + (SOURCE,), ()),
        ("sf", (PLAIN,) * 7 + (ROAD,) * 7 + (LOW,) * 7 + (LAST_BY_RAIL,), (("overland", 7), ("road", 7), ("rail", 8))),
        ("sf", (PLAIN,) * 7 + (ROAD,) * 7 + (LOW,) * 8 + (LAST_BY_RAIL,), ()),
        ("sf", (RouteHex(LineHex(enemy_zoc=True)), SOURCE), ()),
        ("sf", (PLAIN, PLAIN), ()),
    ],
)
def test_12B_a_way_is_a_line_by_elements_in_their_order_as_long_as_they_may_be(
    game: str, hexes: tuple[RouteHex, ...], parts: tuple[tuple[str, int], ...]
) -> None:
    traced = trace(Route((PLAIN, *hexes)), RULES[game])
    assert traced.parts == parts and traced.ruling.allowed == traced.in_supply == bool(parts)
    assert traced.source == ("full" if parts else "")


@pytest.mark.parametrize(("along", "leads"), [("low", True), ("high", True), ("", False), ("ferry", False)])
def test_fof_12B5_ground_along_a_rail_line_counts_one_hex_each(along: str, leads: bool) -> None:
    mountain = RouteHex(owned=False, by_rail=along, terrain="mountain")
    last = RouteHex(LineHex(source="full"), owned=False, by_rail=along, terrain="mountain")
    assert trace(Route((PLAIN, *(mountain,) * 6, last)), RULES["fof"]).in_supply == leads


def test_12B_a_way_that_is_no_line_is_told_with_its_length_and_what_elements_may_have() -> None:
    told = str(trace(Route((PLAIN, *(PLAIN,) * 7, SOURCE)), RULES["fof"]).ruling)
    assert "8 hexes away; the longest in hexes are overland 7, truck 3, road 7 (FoF 12B)" in told
    mud = RouteHex(weather="mud")
    told = str(trace(Route((mud, *(mud,) * 5, RouteHex(LineHex(source="full"), weather="mud"))), RULES["sf"]).ruling)
    assert "6 hexes away; the longest in hexes are overland 4, road 5 (SF 12B)" in told
    told = str(trace(Route((PLAIN, *(mud,) * 5, SOURCE)), RULES["sf"]).ruling)
    assert "are overland 7 in clear weather and 4 in mud weather, road 7 in clear weather and 5 in mud weather" in told
    weak = RouteHex(by_rail="high", net="weak")
    told = str(trace(Route((PLAIN, *(weak,) * 20, SOURCE), capacities={"weak": 9}), RULES["sf"]).ruling)
    assert told.count("no rail element ends on a net of less than 10 REs (SF 12B, SF 12B3)") == 1
    barred = trace(Route((PLAIN, RouteHex(LineHex(enemy_unit=True), name="Z:0105"), PLAIN)), RULES["sf"]).ruling
    assert [refusal.why for refusal in barred.refusals] == [
        "Z:0105: an enemy unit is in the hex",
        "the way ends at no supply source",
    ]


def test_12B_owners_and_weather_stop_a_line_where_the_rule_says() -> None:
    foreign = RouteHex(owned=False, by_road=True)
    assert not trace(Route((PLAIN, *(PLAIN,) * 7, foreign, SOURCE)), RULES["fof"]).in_supply
    assert trace(Route((PLAIN, foreign, SOURCE)), RULES["fof"]).parts == (("overland", 2),)
    mud = RouteHex(weather="mud")
    in_mud = [trace(Route((mud, *(mud,) * (n - 1), SOURCE)), RULES["sf"]).in_supply for n in (4, 5)]
    assert in_mud == [True, False]
    assert trace(Route((PLAIN, *(mud,) * 6, SOURCE)), RULES["fof"]).in_supply
    assert not trace(Route((PLAIN, PLAIN, SOURCE), limits={"overland": 1}), RULES["fof"]).in_supply
    assert not trace(Route(()), RULES["fof"]).in_supply
    limited = Route((PLAIN, *(PLAIN,) * 5, SOURCE), rows={"overland": "overland_limited"})
    assert not trace(limited, RULES["sf"]).in_supply
    assert trace(Route((PLAIN, *(PLAIN,) * 4, SOURCE), rows=limited.rows), RULES["sf"]).in_supply


def test_sf_12B3_a_rail_element_ends_only_on_a_net_of_ten_res_and_may_lead_there_over_a_weaker_one() -> None:
    rules = RULES["sf"]
    weak, strong = RouteHex(by_rail="high", net="weak"), RouteHex(by_rail="high", net="strong")
    ends = {net: RouteHex(LineHex(source="full"), by_rail="high", net=net) for net in ("weak", "strong")}
    capacities = {"weak": 9, "strong": 10}
    far = (PLAIN, *(PLAIN,) * 7)
    for hexes, last, leads in (((weak,), "strong", True), ((strong,), "weak", False), ((strong,), "strong", True)):
        assert trace(Route((*far, *hexes * 8, ends[last]), capacities=capacities), rules).in_supply == leads
    assert trace(Route((*far, *(strong,) * 8, ends["weak"])), rules).in_supply
    assert [rule_on_net(n, 10, rules).allowed for n in (9, 10, 11)] == [False, True, True]


def test_sf_12B4_a_naval_element_joins_two_ports() -> None:
    rules, port, small = RULES["sf"], LinePort("great"), LinePort("standard")
    for begin, end, leads in ((port, port, True), (small, port, False), (port, small, False), (None, port, False)):
        last = RouteHex(LineHex(source="full"), by_sea=True, port=end)
        assert trace(Route((RouteHex(port=begin), last)), rules).in_supply == leads
        assert not trace(Route((RouteHex(port=begin), RouteHex(LineHex(source="full"), by_sea=True))), rules).in_supply
    assert not trace(
        Route((RouteHex(port=port), RouteHex(LineHex(source="full"), by_sea=True, port=port))), RULES["fof"]
    ).in_supply


@BOTH
def test_12C3_delivered_supply_is_reached_by_overland_lines_alone(game: str) -> None:
    rules = RULES[game]
    special = LineHex(source="special")
    assert trace(Route((PLAIN, PLAIN, RouteHex(special))), rules).parts == (("overland", 2),)
    assert not trace(Route((PLAIN, *(PLAIN,) * 6, ROAD, RouteHex(special, by_road=True))), rules).in_supply
    assert trace(Route((PLAIN, *(PLAIN,) * 6, ROAD, RouteHex(LineHex(source="full"), by_road=True))), rules).in_supply


@pytest.mark.parametrize(("low", "leads"), [(3, True), (4, False)])
def test_sf_12B3_low_volume_hexes_before_and_after_a_naval_element_count_together(low: int, leads: bool) -> None:
    port = LinePort("great")
    ashore = (*(PLAIN,) * 8, *(ROAD,) * 7)
    rails = (LOW,) * 3 + (RouteHex(by_rail="low", port=port), RouteHex(by_sea=True, port=port))
    last = RouteHex(LineHex(source="full"), by_rail="low")
    route = Route((*ashore, *rails, *(LOW,) * (low - 1), last))
    traced = trace(route, RULES["sf"])
    assert traced.in_supply == leads
    assert not leads or traced.parts[2:] == (("rail", 4), ("naval", 1), ("rail", 3))


def test_37A2_a_rail_ferry_belongs_to_the_rails_in_second_front_alone() -> None:
    far = (PLAIN, *(PLAIN,) * 7)
    ferry = (RouteHex(by_rail="ferry"), RouteHex(LineHex(source="full"), by_rail="high"))
    assert trace(Route((*far, *ferry)), RULES["sf"]).in_supply
    assert not trace(Route((*far, *ferry)), RULES["fof"]).in_supply


def test_12B_hexes_are_joined_where_both_have_the_road_or_the_rail() -> None:
    roads, rails = (True, True, False, False), ("", "low", "high", "high")
    joined = RouteHex.joined(roads, rails, (PLAIN,) * 4)
    assert [(there.by_road, there.by_rail) for there in joined] == [
        (False, ""),
        (True, ""),
        (True, "high"),
        (True, "high"),
    ]
    apart = RouteHex.joined((False, True, True), ("", "", ""), (PLAIN,) * 3)
    assert [there.by_road for there in apart] == [False, False, True]


# --- sources (12C) ---------------------------------------------------------------------------------------------------


@BOTH
def test_12C_who_may_draw_on_a_source(game: str) -> None:
    rules, italians = RULES[game], frozenset({"it"})
    for owned, lost, nation, nations in product((False, True), (False, True), ("ge", "it"), (frozenset(), italians)):
        facts = SourceUse(nation, nations, owned, lost)
        serves = not nations or nation in nations
        assert rule_on_source(facts, rules).allowed == (owned and not lost and serves)
        assert len(rule_on_source(facts, rules).refusals) == (not owned) + lost + (not serves)
    for kind in ("full", "restricted", "limited", "special", ""):
        regular = kind in (("full", "restricted") if game == "fof" else ("full", "limited"))
        assert is_regular(kind, rules) == rule_on_kind(kind, rules).allowed == regular


def test_sf_12C_sources_are_told_with_the_rules_that_say_who_uses_them_and_what_is_lost() -> None:
    rules, by, lost_by = RULES["sf"], (Citation("SF", "12C1b"),), (Citation("SF", "12C1a"),)
    facts = SourceUse("ge", frozenset({"it"}), lost_for_good=True, by=by, lost_by=lost_by)
    assert [refusal.by for refusal in rule_on_source(facts, rules).refusals] == [lost_by, by]
    plain = SourceUse("ge", frozenset({"it"}), lost_for_good=True)
    assert [refusal.by for refusal in rule_on_source(plain, rules).refusals] == [(Citation("SF", "12C"),)] * 2
    load = SourceLoad(1, (INFANTRY,), in_reach=False, by=by)
    assert [refusal.by for refusal in rule_on_load(load, rules).refusals] == [by, by]
    assert {citation for line in reckon_served(load, rules).lines for citation in line.by} == set(by)
    assert {c for r in rule_on_load(evolve(load, by=()), rules).refusals for c in r.by} == {Citation("SF", "12C")}
    assert rule_on_load(SourceLoad(3, (INFANTRY,)), rules).allowed
    assert rule_on_load(SourceLoad(None, (INFANTRY,)), rules).allowed
    assert "serves 1 RE of units, not 3" in str(rule_on_load(SourceLoad(1, (INFANTRY,)), rules))
    assert "serves 2 REs of units, not 3" in str(rule_on_load(SourceLoad(2, (INFANTRY,)), rules))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"kind": "fulll"}, "no kind 'fulll'. Did you mean 'full'"),
        ({"kind": "full", "reach": "hexes"}, "no reach 'hexes'. Did you mean 'hex'"),
        ({"kind": "full", "nations": "it"}, "nations is 'it'; expected codes"),
        ({"kind": "full", "nations": 3}, "nations is 3; expected codes"),
        ({"kind": "full", "nations": frozenset({"Italian"})}, "no nation 'Italian'. Did you mean 'it'"),
        ({"kind": "full", "nations": frozenset({"xx"})}, "no nation 'xx'. Nations are named by their codes"),
        ({"kind": "full", "where": ("Z:0101",)}, "expected a function"),
    ],
)
def test_12C_a_source_that_no_rule_knows_is_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(PluginError, match=re.escape(message)):
        SupplySource(**given)


def test_12C2_12C3_regular_sources_serve_before_special_ones() -> None:
    assert kinds_of_service(RULES["sf"]) == ("limited", "special")
    assert kinds_of_service(RULES["fof"]) == ("special",)


@pytest.mark.parametrize(
    ("options", "capacities", "served"),
    [
        ({"a": (1, "x"), "b": (2, "x")}, {"x": 2}, {"b": "x"}),
        ({"a": (2, "xy"), "b": (1, "y")}, {"x": 0, "y": 2}, {"b": "y"}),
        ({"a": (1, "x"), "b": (1, "x"), "c": (1, "x")}, {"x": 2}, {"a": "x", "b": "x"}),
        ({"a": (1, "xy"), "b": (1, "xy")}, {"x": 1, "y": 1}, {"a": "x", "b": "y"}),
        ({"a": (3, "x")}, {"x": 2}, {}),
    ],
)
def test_12C2_units_with_the_fewest_sources_are_served_first_and_of_these_the_largest(
    options: dict[str, tuple[int, str]], capacities: dict[str, int], served: dict[str, str]
) -> None:
    demand = Demand(
        {unit: (Fraction(size), tuple(names)) for unit, (size, names) in options.items()},
        {name: Fraction(res) for name, res in capacities.items()},
    )
    assert as_many_as_fit(demand) == served
    assert share_out(demand) == (served if len(served) == len(options) else None)


def test_12C2_another_way_to_share_out_is_found_where_the_first_one_fails() -> None:
    two, three, four = (Fraction(n) for n in (2, 3, 4))
    needs = {"a": (three, ("x", "y")), **dict.fromkeys("bcd", (two, ("x", "y")))}
    demand = Demand(needs, {"x": four, "y": Fraction(5)})
    assert len(as_many_as_fit(demand)) < 4
    found = share_out(demand)
    assert found is not None and found["a"] == "y"
    assert sorted(found.values()) == ["x", "x", "y", "y"]


@pytest.mark.parametrize(
    ("stand", "words"),
    [
        (Stand("full", isolated=False), "in supply by a full source"),
        (Stand("limited", isolated=True, source="Z:0101"), "in supply by a limited source in Z:0101, isolated"),
        (Stand("", isolated=False), "out of supply"),
    ],
)
def test_12B_how_a_unit_stands_is_told_in_words(stand: Stand, words: str) -> None:
    assert str(stand) == words and stand.in_supply == bool(stand.kind)


# --- waters and ways over them (SF 36A2, 36D, 37A1; FoF 31B) ---------------------------------------------------------


def test_36D_the_worse_of_two_waters_counts_at_a_hexside() -> None:
    for one, other, worse in (
        ("open", "frozen", "open"),
        ("open", "flooding", "flooding"),
        ("frozen", "flooding", "flooding"),
        ("frozen", "frozen", "frozen"),
    ):
        assert worse_of(one, other) == worse_of(other, one) == worse
    zones = {at(1, 5): "C", at(2, 5): "D"}
    rules = RULES["sf"].on_board(plain_board().patched(hexes={r: {"weather_zone": z} for r, z in zones.items()}))
    state = state_of().noting(WATER, "C", "frozen")
    assert water_between(at(1, 5), at(2, 5), state, rules) == "open"
    assert water_between(at(1, 5), at(2, 5), state.noting(WATER, "D", "frozen"), rules) == "frozen"


def test_36A2_waters_freeze_in_the_cold_of_their_zones_and_nowhere_in_1940() -> None:
    rules = RULES["sf"]
    for zone, weather in product("CDE", ("clear", "mud", "frost", "winter", "snow")):
        cold = zone in "CD" and weather not in ("clear", "mud")
        assert water_of_zone(zone, weather, None, rules) == ("frozen" if cold else "open")
        assert water_of_zone(zone, weather, "flooding", rules) == "flooding"
        assert water_of_zone(zone, weather, None, RULES["fof"]) == "open"
    frozen = state_of().noting(WEATHER, "C", "snow").noting(WATER, "E", "frozen").noting(WATER, "D", "flooding")
    assert frozen_zones(frozen, rules) == {"C", "E"}
    assert frozen_zones(state_of().noting(WEATHER, "C", "snow"), RULES["fof"]) == frozenset()
    assert caveats_of_ice(rules, "open", "frozen") == (freezing(rules).caveat,) and freezing(rules).caveat
    assert caveats_of_ice(rules, "open", "flooding") == () == caveats_of_ice(RULES["fof"], "frozen")


def test_36A_the_weather_of_a_zone_goes_before_that_of_the_map() -> None:
    state = state_of()
    assert weather_of_zone("C", state) == "clear"
    assert weather_of_zone("C", state.noting(WEATHER, "", "mud")) == "mud"
    assert weather_of_zone("C", state.noting(WEATHER, "", "mud").noting(WEATHER, "C", "snow")) == "snow"
    assert weather_of_zone("D", state.noting(WEATHER, "C", "snow")) == "clear"


@BOTH
def test_31B_37A1_a_causeway_is_a_road_or_rail_line_over_sea_or_lake(game: str) -> None:
    lines = ("road", "rail", "rail_high", "rail_low", "railroad", "rail_ferry", "")
    for hexside, line in product(("sea", "lake", "river", "major_river"), lines):
        causeway = hexside in ("sea", "lake") and line not in ("rail_ferry", "")
        assert is_causeway(hexside, line) == causeway
        assert (hexside_counts_as(hexside, line, RULES[game]) == hexside) == (not causeway)
