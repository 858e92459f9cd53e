"""Zones of control (rule 5) in both books."""

from __future__ import annotations

from functools import cache

import pytest
from attrs import evolve

import europa_rules as er
from europa_rules.campaign.nations import let_happen
from europa_rules.frozenmap import FrozenMap
from europa_rules.ground.facts import LOST_ZOC
from europa_rules.ground.supply_state import CHECKS_OUT
from europa_rules.ground.terrain import HexEntry, columns_of, described_entry
from europa_rules.ground.zones import (
    FULL,
    KINDS,
    NONE,
    REDUCED,
    ZocExertion,
    ZocReach,
    enemy_zoc,
    enemy_zoc_kind,
    gather_reach,
    has_zoc,
    sizes_with_zoc,
    zoc_kind,
    zoc_map,
    zoc_reaches,
    zoc_sources,
)
from europa_rules.hexes import Hex
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, NEUTRAL, Side, Turn
from europa_rules.state import WEATHER, GameState, Moment, Piece
from europa_rules.units import SIZES, Rating, Size, Unit
from europa_rules_fof.duty_checks import ITALY_ENTERS

BOOKS = ["fof", "sf"]
MIDDLE = Hex("16A:2020")


@cache
def rules_of(book: str) -> Ruleset:
    return er.load(book)


def unit(rating: str = "5-6", size: Size = "division", type_: str = "infantry", nation: str = "fr") -> Unit:
    return Unit(nation, type_, size, Rating.parse(rating))


def flat(rules: Ruleset, middle: Hex = MIDDLE, radius: int = 4) -> Ruleset:
    """The rules on a board that is clear and featureless around a hex."""
    board = rules.board
    near = [ref for ref in board.hexes if board.distance(middle, ref) <= radius]
    pairs: set[tuple[str, str]] = {(min(a, b), max(a, b)) for a in near for b in board.neighbors_of(a)}
    clear: dict[str, str | int | bool] = {
        "terrain": "clear",
        "surface": "land",
        "bocage": False,
        "canal_intensive": False,
    }
    nothing: tuple[str, ...] = ()
    board = board.patched(
        hexes=dict.fromkeys(near, clear),
        hexsides=dict.fromkeys(pairs, nothing),
        lines=dict.fromkeys(pairs, nothing),
        cities=dict.fromkeys(near),
    )
    return rules.on_board(board)


def state_of(*pieces: Piece, phase: str = "movement", player: Side = AXIS) -> GameState:
    return GameState(Moment(Turn.parse("May I 40"), player, phase), FrozenMap({p.id: p for p in pieces}))


def test_fof_5_01_a_zoc_covers_the_six_hexes_around() -> None:
    rules = flat(rules_of("fof"))
    state = state_of(Piece("D", unit(), ALLIED, MIDDLE))
    covered = {ref for ref in rules.board.hexes if enemy_zoc(ref, AXIS, state, rules)}
    assert covered == set(rules.board.neighbors_of(MIDDLE))


@pytest.mark.parametrize("book", BOOKS)
def test_5_04_divisional_units_alone_have_a_zoc(book: str) -> None:
    assert sizes_with_zoc(SIZES, rules_of(book)) == ("division", "divisional_group")


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    ("terrain", "hexside", "rating_type"),
    [("salt_desert", "", "armor"), ("clear", "high_mountain", "infantry"), ("wooded_swamp", "", "armor")],
)
def test_5_02_no_zoc_over_prohibited_ground(book: str, terrain: str, hexside: str, rating_type: str) -> None:
    rules, who = rules_of(book), unit("8-8", type_=rating_type)
    entry = described_entry(who, terrain, [hexside], rules)
    ruling = zoc_reaches(ZocReach(ZocExertion(who), entry), rules)
    assert [c.number for c in ruling.citations] == ["5"]
    assert zoc_reaches(ZocReach(ZocExertion(who), HexEntry(columns_of(who, rules))), rules).allowed


def test_fof_5_03_a_zoc_does_not_cross_karst() -> None:
    rules = flat(rules_of("fof"))
    north = rules.board.neighbors_of(MIDDLE)[0]
    rules = rules.on_board(rules.board.patched(hexsides={(MIDDLE, north): ("karst",)}))
    state = state_of(Piece("D", unit(), ALLIED, MIDDLE))
    assert not enemy_zoc(north, AXIS, state, rules)
    assert enemy_zoc(rules.board.neighbors_of(MIDDLE)[1], AXIS, state, rules)


@pytest.mark.parametrize(("phase", "expected"), [("movement", False), ("combat", True)])
def test_fof_5_06_administrative_movement_costs_the_zoc_for_the_phase(phase: str, expected: bool) -> None:
    facts = ZocExertion(unit(), done=("administrative movement",), phase=phase)
    ruling = has_zoc(facts, rules_of("fof"))
    assert ruling.allowed is expected
    assert [str(c) for c in ruling.citations] == ([] if expected else ["FoF 6B"])


@pytest.mark.parametrize("activity", ["rail movement", "air transport", "being overrun"])
def test_sf_5_06_other_activities_cost_it_while_they_last(activity: str) -> None:
    rules = rules_of("sf")
    assert not has_zoc(ZocExertion(unit(), doing=(activity,)), rules).allowed
    assert has_zoc(ZocExertion(unit(), done=(activity,)), rules).allowed


def test_sf_5_05_a_zoc_is_reduced_from_the_second_turn_out_of_supply() -> None:
    kinds = [zoc_kind(ZocExertion(unit(), turns_out_of_supply=n), rules_of("sf")) for n in range(4)]
    assert kinds == [FULL, FULL, REDUCED, REDUCED]
    assert zoc_kind(ZocExertion(unit(size="brigade"), turns_out_of_supply=3), rules_of("sf")) == NONE


def test_fof_5_07_a_zoc_is_whole_or_absent() -> None:
    kinds = {zoc_kind(ZocExertion(unit(), turns_out_of_supply=n), rules_of("fof")) for n in range(5)}
    assert kinds == {FULL}


def test_fof_31E1_04_french_zocs_stay_out_of_belgium_on_the_invasion_turn() -> None:
    rules, entry = rules_of("fof"), HexEntry(("other",))
    invaded = {"invasion turn": "yes"}
    assert not zoc_reaches(ZocReach(ZocExertion(unit()), entry, "Belgium", invaded), rules).allowed
    assert zoc_reaches(ZocReach(ZocExertion(unit()), entry, "France", invaded), rules).allowed
    assert zoc_reaches(ZocReach(ZocExertion(unit()), entry, "Belgium"), rules).allowed


def test_fof_28A_03_italians_exert_no_zoc_outside_italy_before_it_is_at_war() -> None:
    rules, italian = rules_of("fof"), unit("3-6", nation="it")
    peace = {"Italy at war": "no"}
    assert not zoc_reaches(ZocReach(ZocExertion(italian), HexEntry(("other",)), "France", peace), rules).allowed
    assert zoc_reaches(ZocReach(ZocExertion(italian), HexEntry(("other",)), "Italy", peace), rules).allowed


def test_sf_5_06_a_lost_zoc_is_no_source_on_the_board() -> None:
    rules = flat(rules_of("sf"))
    target = rules.board.neighbors_of(MIDDLE)[2]
    state = state_of(Piece("D", unit(), ALLIED, MIDDLE), Piece("B", unit(size="brigade"), ALLIED, target))
    assert [p.id for p in zoc_sources(target, AXIS, state, rules)] == ["D"]
    assert enemy_zoc_kind(target, AXIS, state, rules, besides=["D"]) == NONE
    gone = state.noting(LOST_ZOC, "D", "administrative movement")
    assert not enemy_zoc(target, AXIS, gone, rules)
    assert enemy_zoc(target, AXIS, gone.at_moment(evolve(gone.moment, phase="combat")), rules)


def test_fof_5_04_neutral_units_and_friends_exert_no_zoc_against_a_side() -> None:
    rules = flat(rules_of("fof"))
    target = rules.board.neighbors_of(MIDDLE)[2]
    state = state_of(Piece("N", unit(nation="be"), NEUTRAL, MIDDLE), Piece("F", unit(nation="ge"), AXIS, MIDDLE))
    assert not enemy_zoc(target, AXIS, state, rules)
    assert enemy_zoc(target, ALLIED, state, rules)


def test_sf_5_02_the_compiled_map_agrees_with_the_rule_in_any_weather() -> None:
    rules = rules_of("sf")
    land = [ref for ref in rules.board.hexes if rules.board.has_land(ref)]
    pieces = [
        Piece(f"{kind}{n}", unit("8-8", type_=kind, nation="br"), ALLIED, land[211 * n + 17 * k])
        for k, kind in enumerate(("armor", "infantry", "mountain"))
        for n in range(12)
    ]
    for weather in ("clear", "mud", "winter"):
        state = state_of(*pieces).noting(WEATHER, "", weather)
        compiled = zoc_map(state, rules)
        for piece in pieces:
            for ref in rules.board.neighbors_of(piece.place):
                reached = piece in compiled.sources.get(rules.board.at(ref), ())
                assert reached == zoc_reaches(gather_reach(piece, ref, state, rules), rules).allowed


def test_sf_12D_the_compiled_map_follows_what_is_judged_while_nobody_moves() -> None:
    rules = flat(rules_of("sf"))
    target = rules.board.neighbors_of(MIDDLE)[2]
    supplied = state_of(Piece("D", unit(), ALLIED, MIDDLE))
    starved = supplied.noting(CHECKS_OUT, "D", 3)
    for state, kind in ((supplied, FULL), (starved, REDUCED), (supplied, FULL)):
        assert enemy_zoc_kind(target, AXIS, state, rules) == kind
        assert KINDS[zoc_map(state, rules).against(AXIS)[rules.board.at(target)]] == kind


def test_fof_31E1_04_28A_03_on_the_board_zocs_stay_at_home_until_the_turn_or_the_war_allows_them() -> None:
    rules = rules_of("fof")
    start = er.Game.start(rules, "historical", seed="zocs").state
    for nation, side, home, abroad in (("fr", ALLIED, "France", "Belgium"), ("it", AXIS, "Italy", "France")):
        border = [ref for ref in rules.board.hexes if _borders(ref, home, abroad, rules)]
        pieces = {str(ref): Piece(ref, unit(nation=nation), side, ref) for ref in border}
        now = evolve(start, pieces=start.pieces.merge(pieces))
        later = let_happen(ITALY_ENTERS, now.at_moment(evolve(now.moment, turn=Turn.parse("Jun II 40"))))
        beyond = {j for ref in border for j in rules.board.neighbors_of(ref) if rules.board.country(j) == abroad}
        before, after = (
            {ref for ref in beyond if set(pieces.values()) & set(_sources(ref, state, rules))} for state in (now, later)
        )
        assert not before
        assert len(after) > len(border) / 2


def _borders(ref: Hex, country: str, other: str, rules: Ruleset) -> bool:
    """Whether a hex of a country adjoins one of another."""
    return rules.board.country(ref) == country and other in map(rules.board.country, rules.board.neighbors_of(ref))


def _sources(ref: Hex, state: GameState, rules: Ruleset) -> tuple[Piece, ...]:
    return zoc_map(state, rules).sources.get(rules.board.at(ref), ())
