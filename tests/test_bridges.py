"""Bridges (FoF 7C, SF 44A1) off the board and on it."""

from __future__ import annotations

from functools import cache

import pytest
from tests.test_zones import MIDDLE, flat

import europa_rules as er
from europa_rules.errors import IllegalOrder
from europa_rules.game import Game
from europa_rules.ground.bridge_demolition import DemolishBridge
from europa_rules.ground.bridges import (
    DEMOLISHED,
    REPAIRED,
    Bridge,
    Demolition,
    bridge_owner,
    is_bridge,
    owner_of_bridge,
    rule_on_demolition,
    rule_on_use,
)
from europa_rules.ground.destinations import destinations
from europa_rules.ground.facts import BRIDGE_DOWN, BRIDGE_MPS, between
from europa_rules.ground.moves import Move, mps_left
from europa_rules.ground.rail import RailMove
from europa_rules.hexes import Hex
from europa_rules.orders import order_from_json, order_to_json
from europa_rules.position import parse_position
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, NEUTRAL

WEST, EAST = Hex("17A:3226"), Hex("17A:3126")
"""Two hexes of the map sheet in the Pyrenees that a high-volume line joins across a river."""


@cache
def with_bridges(reading: str = "no") -> Ruleset:
    return er.load("fof", options=["7C"], rulings={"fof-7C2-enemy-bridges": reading})


@cache
def example() -> tuple[Ruleset, Hex, Hex]:
    """A clear hex, and a woods hex beyond a river to which a road leads."""
    rules = flat(with_bridges())
    near, far = MIDDLE, rules.board.neighbors_of(MIDDLE)[1]
    pair = (min(near, far), max(near, far))
    board = rules.board.patched(hexes={far: {"terrain": "woods"}}, hexsides={pair: ("river",)}, lines={pair: ("road",)})
    return rules.on_board(board), near, far


def play_at(rules: Ruleset, *parts: str, when: str = "Jun I 40, Allied movement") -> Game:
    return Game.start(rules, " | ".join((*parts, when)), seed=1)


def refused(game: Game, order: object) -> str:
    with pytest.raises(IllegalOrder) as caught:
        game.submit(order)
    return str(caught.value)


def test_fof_7C1_02_the_last_owner_of_both_hexes_keeps_the_bridge() -> None:
    assert bridge_owner((AXIS, AXIS), ALLIED) == AXIS
    assert bridge_owner((AXIS, ALLIED), ALLIED) == ALLIED
    assert bridge_owner((AXIS, ALLIED)) == NEUTRAL


def test_fof_7C1_03_only_its_owner_uses_a_bridge_and_supply_needs_none() -> None:
    rules = with_bridges()
    assert rule_on_use(Bridge(AXIS, AXIS), rules).allowed
    assert not rule_on_use(Bridge(AXIS, NEUTRAL), rules).allowed
    assert rule_on_use(Bridge(AXIS, AXIS, REPAIRED, "road_movement"), rules).allowed
    assert not rule_on_use(Bridge(AXIS, AXIS, DEMOLISHED), rules).allowed
    assert rule_on_use(Bridge(AXIS, ALLIED, DEMOLISHED, "supply_line"), rules).allowed


def test_fof_7C2_02_units_bring_a_bridge_down_together() -> None:
    rules = with_bridges()
    assert rule_on_demolition(Demolition((1, 3), owner=AXIS, side=AXIS), rules).allowed
    assert not rule_on_demolition(Demolition((1, 2), owner=AXIS, side=AXIS), rules).allowed
    assert not rule_on_demolition(Demolition((4,), is_beside=False), rules).allowed


def test_fof_7C2_enemy_bridges_by_either_reading() -> None:
    facts = Demolition((4,), owner=ALLIED, side=AXIS)
    assert not rule_on_demolition(facts, with_bridges()).allowed
    assert rule_on_demolition(facts, with_bridges("yes")).allowed
    assert rule_on_demolition(facts, with_bridges()).rests_on == ("fof-7C2-enemy-bridges: no",)


def test_fof_7C_without_the_option_there_are_no_bridges_to_own() -> None:
    plain = er.load("fof")
    assert rule_on_use(Bridge(AXIS, ALLIED), plain).allowed
    assert not rule_on_demolition(Demolition((4,)), plain).allowed
    assert not is_bridge(WEST, EAST, plain) and is_bridge(WEST, EAST, with_bridges())


# --- on the board -----------------------------------------------------------------------------------------------------


def test_fof_7C2_05_the_example_of_a_road_over_a_river_into_woods() -> None:
    rules, near, far = example()
    game = play_at(rules, f"{near} fr 5-6 Inf XX <D>, fr 1-6 Cons III <C>", f"owner Allied {near} {far}")
    assert game.destinations("D")[far] == 1
    game.submit(DemolishBridge(("C",), far))
    assert game.state.recall(BRIDGE_DOWN, between(near, far)) is True
    assert game.destinations("D")[far] == 3
    game.submit(Move(("D",), (far,)))
    assert mps_left("D", game.state, rules) == 3


def test_fof_7C2_02_two_units_from_either_bank_in_one_phase() -> None:
    rules, near, far = example()
    game = play_at(rules, f"{near} fr 5-2 Inf XX <A>", f"{far} fr 5-3 Inf XX <B>", f"owner Allied {near} {far}")
    game.submit(DemolishBridge(("A",), far))
    assert game.state.recall(BRIDGE_MPS, between(near, far)) == 2
    assert "has no MPs" in refused(game, DemolishBridge(("A",), far))
    game.submit(DemolishBridge(("B",), near))
    assert mps_left("B", game.state, rules) == 1
    assert game.state.recall(BRIDGE_DOWN, between(near, far)) is True
    assert "demolished already" in refused(game, DemolishBridge(("B",), near))


def test_fof_7C2_mps_of_another_phase_do_not_count() -> None:
    rules, near, far = example()
    game = play_at(rules, f"{near} fr 6-3 Arm XX <T>", f"owner Allied {near} {far}")
    game.submit(DemolishBridge(("T",), far))
    game.done()
    game.done()
    assert game.state.moment.phase == "exploitation"
    assert game.state.recall(BRIDGE_MPS, between(near, far)) is None
    game.submit(DemolishBridge(("T",), far))
    assert game.state.recall(BRIDGE_DOWN, between(near, far)) is None


def test_fof_7C1_03_an_enemy_bridge_is_no_road() -> None:
    rules, near, far = example()
    game = play_at(rules, f"{near} fr 5-6 Inf XX <D>, fr 1-6 Inf III <R>", f"owner Axis {far}", f"owner Allied {near}")
    assert owner_of_bridge(near, far, game.state, rules) == NEUTRAL
    assert game.destinations("R")[far] == 3
    game.submit(Move(("D",), (far,)))
    assert mps_left("D", game.state, rules) == 3
    assert owner_of_bridge(near, far, game.state, rules) == ALLIED
    assert game.destinations("R")[far] == 1


def test_fof_7C1_02_the_bridge_stays_with_its_last_owner_when_one_bank_is_lost() -> None:
    rules, near, far = example()
    board = rules.board
    start = next(ref for ref in board.neighbors_of(near) if ref not in board.neighbors_of(far) and ref != far)
    game = play_at(rules, f"{start} fr 1-6 Inf III <R>", f"owner Axis {near} {far}", f"owner Allied {start}")
    game.submit(Move(("R",), (near,)))
    assert owner_of_bridge(near, far, game.state, rules) == AXIS
    assert destinations("R", game.state, rules)[far] == 3


def test_fof_7C2_04_no_rail_movement_over_a_demolished_bridge() -> None:
    rules = with_bridges()
    text = f"{WEST} fr 5-6 Inf XX <D> | owner Allied {WEST} {EAST}"
    game = play_at(rules, text)
    game.submit(RailMove(("D",), (EAST,)))
    state = parse_position(f"{text} | Jun I 40, Allied movement", rules)
    broken = Game.start(rules, state.noting(BRIDGE_DOWN, between(WEST, EAST), True), seed=1)
    assert "the bridge is demolished" in refused(broken, RailMove(("D",), (EAST,)))


def test_fof_7C3_01_a_bridge_serves_again_in_the_turn_of_its_repair() -> None:
    rules, near, far = example()
    position = f"{near} fr 5-6 Inf XX <D>, fr 1-6 Cons III <C> | owner Allied {near} {far} | Jun I 40, Allied movement"
    down = parse_position(position, rules).noting(BRIDGE_DOWN, between(near, far), True)
    game = Game.start(rules, down, seed=1)
    assert game.destinations("D")[far] == 3
    game.submit({"kind": "repair", "units": ["C"], "what": "bridge", "across": far})
    assert game.destinations("D")[far] == 1


def test_fof_7C2_the_order_as_plain_data() -> None:
    order = DemolishBridge(("C",), MIDDLE)
    assert order_from_json(order_to_json(order, with_bridges()), with_bridges()) == order
