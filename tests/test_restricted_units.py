"""Headquarters, rail-only and zero-movement units, trucks and position AA on the real sheets (FoF 14, SF 14)."""

from __future__ import annotations

from functools import cache

import pytest

import europa_rules as er
from europa_rules.errors import IllegalOrder
from europa_rules.game import Game
from europa_rules.ground.attacks import Attack
from europa_rules.ground.facts import RAIL_BROKEN
from europa_rules.ground.moves import Move
from europa_rules.ground.restricted_units import rule_on_transport
from europa_rules.ground.retreats import gather_retreat, reckon_retreat
from europa_rules.ground.zones import enemy_zoc
from europa_rules.hexes import Hex
from europa_rules.position import parse_position
from europa_rules.position_notation import PieceNotation
from europa_rules.procedure import Opening
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS
from europa_rules.state import GameState
from europa_rules.units import Unit

HERE, WEST, EAST = map(Hex, ("17A:1808", "17A:1708", "17A:1908"))
"""Clear hexes in France along a railway."""

OFF, OTHER = map(Hex, ("17A:1809", "17A:1807"))
"""Hexes beside them without one."""

DATES = {"fof": "Jun I 40", "sf": "Jul I 44"}
FOES = {"fof": "fr 6-6 Inf XX", "sf": "us 9-8 Inf XX"}
BOOKS = list(DATES)
RAIL = {"fof": "14K1", "sf": "14F1"}
ZERO = {"fof": "14K2", "sf": "14F2"}


@cache
def rules_of(book: str, *rulings: tuple[str, str]) -> Ruleset:
    return er.load(book, rulings=dict(rulings))


def unit(text: str) -> Unit:
    return PieceNotation.of_series().parse_unit(text)


def position(book: str, pieces: str, side: str = "Axis", phase: str = "movement") -> GameState:
    text = f"{pieces} | owner Axis {HERE} {WEST} {EAST} {OFF} | {DATES[book]}, {side} {phase}"
    return parse_position(text, rules_of(book))


def start(book: str, pieces: str, side: str = "Axis", phase: str = "movement") -> Game:
    return Game.start(rules_of(book), position(book, pieces, side, phase), dice="manual")


# --- rail-only units (FoF 14K1, SF 14F1) -----------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_14F1_a_rail_only_unit_does_not_move_along_its_line_as_a_road(book: str) -> None:
    game = start(book, f"{HERE} ge 3-5-R Art II <gun>")
    with pytest.raises(IllegalOrder, match=RAIL[book]):
        game.submit(Move(("gun",), (EAST,)))
    assert game.destinations("gun") == {}


@pytest.mark.parametrize("book", BOOKS)
def test_14F1_it_retreats_along_its_line_only(book: str) -> None:
    state = position(book, f"{HERE} ge 3-5-R Art II <gun>")
    found = reckon_retreat(gather_retreat(state.piece("gun"), state, rules_of(book)), rules_of(book))
    assert set(found.options) == {WEST, EAST}
    assert found.outcome == "intact"


@pytest.mark.parametrize("book", BOOKS)
def test_14F1_a_hex_in_an_enemy_zoc_or_of_the_enemy_is_closed_to_it(book: str) -> None:
    beyond = next(h for h in rules_of(book).board.neighbors_of(WEST) if rules_of(book).board.distance(h, HERE) == 2)
    state = position(book, f"{HERE} ge 3-5-R Art II <gun> | {beyond} {FOES[book]} <foe>")
    assert enemy_zoc(WEST, AXIS, state, rules_of(book))
    found = reckon_retreat(gather_retreat(state.piece("gun"), state, rules_of(book)), rules_of(book))
    assert set(found.options) == {EAST}
    foreign = state.owned({EAST: ALLIED})
    assert reckon_retreat(gather_retreat(foreign.piece("gun"), foreign, rules_of(book)), rules_of(book)).options == ()


@pytest.mark.parametrize("book", BOOKS)
def test_14F1_on_a_broken_line_it_is_lost(book: str) -> None:
    state = position(book, f"{HERE} ge 3-5-R Art II <gun>")
    state = state.noting(RAIL_BROKEN, HERE, True)
    found = reckon_retreat(gather_retreat(state.piece("gun"), state, rules_of(book)), rules_of(book))
    assert (found.options, found.outcome) == ((), "eliminated")
    assert any(c.number == RAIL[book] for c in found.ruling.citations)


@pytest.mark.parametrize("book", BOOKS)
def test_14F1_it_attacks_an_adjacent_hex_and_does_not_advance(book: str) -> None:
    foe = FOES[book].split()[0]
    game = start(book, f"{HERE} ge 9-5-R Art II <gun>, ge 9-6 Inf XX <inf> | {OFF} {foe} 1-6 Inf III", phase="combat")
    game.submit(Attack(("gun", "inf"), OFF))
    while isinstance(game.pending, Opening) and game.pending.name == "attack declared":
        game.done()
    game.roll(6)
    question = game.pending
    assert isinstance(question, er.Decision) and "inf" in question.candidates and "gun" not in question.candidates


# --- units of movement 0 (FoF 14K2, SF 14F2) -------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_14F2_a_unit_of_movement_0_neither_moves_nor_retreats_nor_is_carried(book: str) -> None:
    game = start(book, f"{HERE} ge 4-0 Ftrs III <fort>")
    with pytest.raises(IllegalOrder, match=ZERO[book]):
        game.submit(Move(("fort",), (WEST,), "one-hex"))
    found = reckon_retreat(gather_retreat(game.state.piece("fort"), game.state, game.rules), game.rules)
    assert found.outcome == "eliminated"
    refused = rule_on_transport([game.state.piece("fort").unit], game.rules)
    assert [c.number for c in refused.citations] == [ZERO[book]]
    assert rule_on_transport([unit("ge 2-6 Inf III")], game.rules).allowed


# --- headquarters (FoF 14E, SF 14D) ----------------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_14D_a_headquarters_has_no_zoc_and_alone_in_a_hex_it_falls(book: str) -> None:
    foe = FOES[book].split()[0]
    game = start(book, f"{HERE} ge 7-6 Inf XX <div> | {OFF} {foe} 8 Inf HQ <hq>", phase="combat")
    assert not enemy_zoc(HERE, AXIS, game.state, game.rules)
    game.submit(Attack(("div",), OFF))
    while isinstance(game.pending, Opening) and game.pending.name == "attack declared":
        game.done()
    assert "hq" not in game.state.pieces


@pytest.mark.parametrize("book", BOOKS)
def test_14D_a_panzer_headquarters_moves_in_the_exploitation_phase(book: str) -> None:
    game = start(book, f"{HERE} ge 10 Pz HQ <pz>, ge 8 Inf HQ <inf>", phase="exploitation")
    game.submit(Move(("pz",), (OFF,)))
    with pytest.raises(IllegalOrder):
        game.submit(Move(("inf",), (OFF,)))


# --- trucks and position AA ------------------------------------------------------------------------------------------


def test_fof_14J_a_truck_moves_in_exploitation_without_a_zoc_or_a_place_in_the_stack() -> None:
    full = "3x ge 7-6 Inf XX, 3x ge 2-6 Inf III, 2x ge 2-3-8 Art III"
    game = start("fof", f"{HERE} {full}, ge Truck 0-10 <truck>", phase="exploitation")
    game.submit(Move(("truck",), (OFF,)))
    game.submit(Move(("truck",), (HERE,)))
    game.done()
    assert game.state.moment.player == "Allied"


@pytest.mark.parametrize("book", BOOKS)
def test_22A2_position_aa_does_not_move_or_stack_and_alone_it_falls(book: str) -> None:
    full = "3x ge 7-6 Inf XX, 3x ge 2-6 Inf III, 2x ge 2-3-8 Art III" if book == "fof" else "3x ge 7-6 Inf XX"
    game = start(book, f"{HERE} {full}, ge PosAA 3 <aa> | {OFF} ge PosAA 2 <lone> | {OTHER} {FOES[book]} <foe>")
    with pytest.raises(IllegalOrder, match="22A2"):
        game.submit(Move(("aa",), (OFF,)))
    game.done()
    attack = start(book, f"{OFF} ge PosAA 2 <lone> | {HERE} {FOES[book]} <foe>", "Allied", "combat")
    attack.submit(Attack(("foe",), OFF))
    while isinstance(attack.pending, Opening) and attack.pending.name == "attack declared":
        attack.done()
    assert "lone" not in attack.state.pieces
