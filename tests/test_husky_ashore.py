"""Husky on the driver of all games: its ground and air phases, with landings given as set-up (SF 4A, 41A, 41B)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import pytest
from attrs import evolve

import europa_rules as er
from europa_rules.game import Game
from europa_rules.ground.ownership import hex_owner
from europa_rules.ground.supply import stands_of
from europa_rules.hexes import Hex
from europa_rules.players.fuzzing import fuzz_game
from europa_rules.players.player import for_turns, play_on
from europa_rules.players.random_player import RandomPlayer
from europa_rules.players.sensible_player import SensiblePlayer
from europa_rules.procedure import Opening
from europa_rules.scenario_heads import Change, Scenario
from europa_rules.sides import ALLIED, AXIS, Side

SF = er.load("sf")
LICATA, SCOGLITTI, PACHINO, POZZALLO = "26:4030", "26:4229", "26:4427", "26:4428"
ASHORE: Mapping[str, tuple[str, ...]] = {
    LICATA: ("us 3 Inf XX", "us 1 MarCdo II", "us 4 MarCdo II"),
    SCOGLITTI: ("us 1 Inf XX", "us 45 Inf XX", "us 6 AmphAEng II"),
    PACHINO: ("br 5 Inf XX", "br 231 Inf X", "br 2 RM MarCdo X"),
    POZZALLO: ("br 50 Inf XX", "br 51 Inf XX", "br 3 MarCdo II"),
}
"""Who has landed where: the first wave on undefended beaches, whole divisions for their regiments."""


@cache
def ashore() -> Scenario:
    """Husky with its first landings made before play begins."""
    changes = tuple(Change(unit, to, "landed before play begins") for to, units in ASHORE.items() for unit in units)
    return evolve(SF.scenario("husky"), changes=changes)


def hurried(side: Side, seed: str) -> RandomPlayer:
    return RandomPlayer(side, seed, orders=4, tries=16)


def test_sf_41A_landings_as_set_up_hold_their_beaches() -> None:
    game = Game.start(SF, ashore(), seed=1)
    assert str(game.state.moment) == "Jul I 43, Axis initial"
    for beach, units in ASHORE.items():
        assert {game.state.piece(unit).place for unit in units} == {beach}
        assert hex_owner(Hex(beach), game.state, SF) == ALLIED


def test_sf_12C2_those_in_licata_draw_on_its_port_and_others_on_nothing_yet() -> None:
    stands = stands_of(ALLIED, Game.start(SF, ashore(), seed=1).state, SF)
    assert (stands["us 3 Inf XX"].kind, stands["us 3 Inf XX"].source) == ("limited", LICATA)
    assert not stands["br 5 Inf XX"].in_supply


def test_sf_4A_every_phase_of_both_player_turns_is_reached() -> None:
    game, seen = Game.start(SF, ashore(), seed=1, undo="replay"), dict[tuple[str, str], None]()

    def goes_on(now: Game) -> bool:
        if isinstance(now.pending, Opening):
            seen[now.state.phasing, now.state.moment.phase] = None
        return for_turns(1, ashore().first)(now)

    play_on(game, {}, goes_on)
    order = [(side, phase) for side in (AXIS, ALLIED) for phase in ("initial", "movement", "combat", "exploitation")]
    assert list(seen) == [pair for pair in order if pair in seen]
    assert {pair for pair in order if pair[1] != "initial"} <= set(seen)
    assert str(game.state.moment.turn) == "Jul II 43"


@pytest.mark.parametrize("seed", ["1", "2"])
def test_sf_4A_random_players_play_turns_of_husky_from_the_beaches(seed: str) -> None:
    played = fuzz_game(SF, er.position_of(ashore(), SF), seed, turns=1, begin=hurried)
    assert (played.failure, played.end) == (None, "Jul II 43, Axis initial")
    assert sum(played.orders.values()) > 4


def test_sf_4A_sensible_players_play_a_turn_of_it() -> None:
    game = Game.start(SF, ashore(), seed=1, undo="replay")
    players = {side: SensiblePlayer(side, "1") for side in (AXIS, ALLIED)}
    play_on(game, players, for_turns(1, ashore().first))
    assert str(game.state.moment.turn) == "Jul II 43" and len(game.log) > 20
