"""Bridges (FoF 7C, SF 44A1) off the board and on it."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from attrs import evolve
from tests.air_driving import drive
from tests.test_zones import MIDDLE, flat

import europa_rules as er
from europa_rules.errors import IllegalOrder
from europa_rules.game import Game
from europa_rules.ground.bridge_demolition import (
    DemolishBridge,
    carry_out_demolition,
    gather_demolition,
    rule_on_demolishing,
)
from europa_rules.ground.bridges import (
    DEMOLISHED,
    REPAIRED,
    Bridge,
    Demolition,
    barred_bridges,
    bridge_owner,
    bridge_serves,
    is_bridge,
    keep_bridge_owners,
    owner_of_bridge,
    reckon_demolition,
    rule_on_demolition,
    rule_on_reaching_bridge,
    rule_on_use,
    serves_as_road,
)
from europa_rules.ground.destinations import destinations
from europa_rules.ground.facts import BRIDGE_DOWN, BRIDGE_MPS, BRIDGE_OWNER, MPS_SPENT, between
from europa_rules.ground.moves import Move, mps_left
from europa_rules.ground.ownership import HexGained, hex_owner
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


# --- at their limits -------------------------------------------------------------------------------------------------


@cache
def sf_bridges() -> Ruleset:
    return er.load("sf", options=["44A1"])


def test_7C1_44A1_who_uses_which_bridge_and_for_what() -> None:
    for rules, owner_only in ((with_bridges(), True), (sf_bridges(), False), (er.load("fof"), False)):
        assert rule_on_use(Bridge(AXIS, ALLIED), rules).allowed is not owner_only
        assert not rule_on_use(Bridge(AXIS, ALLIED, DEMOLISHED), rules).allowed
        assert rule_on_use(Bridge(AXIS, AXIS), rules).allowed
    own, foreign = Bridge(AXIS, AXIS), Bridge(AXIS, ALLIED)
    served = [
        serves_as_road(bridge, by_road, with_bridges()) for bridge in (None, own, foreign) for by_road in (True, False)
    ]
    assert served == [True, False, True, False, False, False]


def test_7C1_the_owner_of_both_hexes_owns_the_bridge() -> None:
    assert bridge_owner((AXIS, AXIS)) == AXIS and bridge_owner((AXIS, AXIS), ALLIED) == AXIS
    assert bridge_owner((ALLIED, AXIS), AXIS) == AXIS and bridge_owner((ALLIED, AXIS)) == NEUTRAL


@pytest.mark.parametrize(
    ("mps", "gathered", "together", "alone"), [((1, 2), 0, 3, 2), ((1, 2), 1, 4, 2), ((), 0, 0, 0)]
)
def test_7C2_44A1_units_bring_a_bridge_down_together_or_each_by_itself(
    mps: tuple[int, ...], gathered: int, together: int, alone: int
) -> None:
    facts = Demolition(mps, gathered=gathered)
    for rules, reckoned in ((with_bridges(), together), (sf_bridges(), alone), (er.load("fof"), alone)):
        assert reckon_demolition(facts, rules).value == reckoned
    assert rule_on_demolition(facts, with_bridges()).allowed is (together >= 4)
    assert not rule_on_demolition(facts, sf_bridges()).allowed
    assert rule_on_demolition(Demolition((4,)), sf_bridges()).allowed


@pytest.mark.parametrize(
    ("told", "allowed"),
    [
        ({}, True),
        ({"is_beside": False}, False),
        ({"is_standing": False}, False),
        ({"owner": ALLIED}, False),
        ({"owner": AXIS}, True),
        ({"owner": NEUTRAL}, True),
    ],
)
def test_7C2_44A1_which_bridges_units_may_bring_down(told: dict[str, Any], allowed: bool) -> None:
    facts = evolve(Demolition((4,), side=AXIS), **told)
    ruling = rule_on_reaching_bridge(facts, with_bridges())
    assert ruling.allowed is allowed and bool(ruling.rests_on) is (facts.owner == ALLIED)
    assert rule_on_reaching_bridge(facts, sf_bridges()).allowed is allowed
    assert not any(rule_on_reaching_bridge(facts, er.load(plain)).allowed for plain in ("fof", "sf"))
    if facts.owner == ALLIED:
        assert rule_on_reaching_bridge(facts, with_bridges("yes")).allowed


def at_bridge(*parts: str, rules: Ruleset | None = None, when: str = "Jun I 40, Allied movement") -> er.GameState:
    return parse_position(" | ".join((*parts, when)), rules or with_bridges())


def test_7C1_a_line_over_a_bridge_serves_its_owner_while_it_stands() -> None:
    rules, name = with_bridges(), between(WEST, EAST)
    own = at_bridge(f"{WEST} fr 5-6 Inf XX <D> | owner Allied {WEST} {EAST}")
    assert bridge_serves(WEST, EAST, ALLIED, own, rules).allowed
    assert not bridge_serves(WEST, EAST, AXIS, own, rules).allowed
    down = own.noting(BRIDGE_DOWN, name, True)
    plain = er.load("fof")
    for state, served in ((own, True), (down, False)):
        assert bridge_serves(WEST, EAST, ALLIED, state, rules).allowed is served
        assert bridge_serves(WEST, EAST, ALLIED, state, plain).allowed is served
    off_line = next(ref for ref in rules.board.neighbors_of(WEST) if not is_bridge(WEST, ref, rules))
    assert bridge_serves(WEST, off_line, AXIS, own, rules).allowed


def test_7C1_the_bridges_that_a_side_may_not_use() -> None:
    rules = with_bridges()
    state = at_bridge(f"{WEST} fr 5-6 Inf XX <D> | owner Allied {WEST} {EAST}")
    i, j = (rules.board.index[ref] for ref in (WEST, EAST))
    barred = barred_bridges(AXIS, state, rules)
    assert j in barred[i] and i in barred[j]
    assert j not in barred_bridges(ALLIED, state, rules).get(i, ())
    assert all(is_bridge(rules.board.hexes[a], rules.board.hexes[b], rules) for a in barred for b in barred[a])
    assert barred_bridges(AXIS, state, er.load("fof")) == {} == barred_bridges(AXIS, state, sf_bridges())


def test_7C1_the_last_owner_of_both_hexes_is_remembered_for_bridges_alone() -> None:
    rules, name = with_bridges(), between(WEST, EAST)
    state = at_bridge(f"{WEST} fr 5-6 Inf XX <D> | owner Allied {WEST} {EAST}")
    facts = HexGained(WEST, AXIS, ALLIED)
    kept = keep_bridge_owners(facts, state, rules).all_facts(BRIDGE_OWNER)
    assert kept[name] == ALLIED
    assert set(kept) == {
        between(WEST, near)
        for near in rules.board.neighbors_of(WEST)
        if is_bridge(WEST, near, rules) and hex_owner(near, state, rules) == ALLIED
    }
    assert not keep_bridge_owners(facts, state.owned({EAST: AXIS}), rules).recall(BRIDGE_OWNER, name)
    assert not keep_bridge_owners(facts, state, er.load("fof")).all_facts(BRIDGE_OWNER)


SAPPERS = f"{WEST} fr 5-6 Inf XX <D>, fr 2-6 Inf III <R> | owner Allied {WEST} {EAST}"


def test_7C2_units_spend_what_is_missing_in_the_order_named() -> None:
    rules, name = with_bridges(), between(WEST, EAST)
    state, order = at_bridge(SAPPERS), DemolishBridge(("D", "R"), EAST)
    for gathered, spent, shares in ((0, 0, (4, 0)), (1, 0, (3, 0)), (0, 3, (3, 1)), (0, 6, (0, 4))):
        noted = state.noting(MPS_SPENT, "D", Fraction(spent)) if spent else state
        noted = noted.noting(BRIDGE_MPS, name, Fraction(gathered)) if gathered else noted
        facts = gather_demolition(order, ALLIED, noted, rules)
        assert (facts.mps, facts.gathered) == (shares, gathered)
        assert rule_on_demolishing(order, ALLIED, noted, rules).allowed is all(shares)
    assert facts.is_beside and facts.is_standing and facts.owner == ALLIED == facts.side
    fallen = gather_demolition(order, ALLIED, state.noting(BRIDGE_DOWN, name, True), rules)
    assert not fallen.is_standing
    off_line = next(ref for ref in rules.board.neighbors_of(WEST) if not is_bridge(WEST, ref, rules))
    for across in (off_line, Hex("nowhere"), Hex("17A:1604")):
        facts = gather_demolition(DemolishBridge(("D",), across), ALLIED, state, rules)
        assert not facts.is_beside and facts.is_standing and facts.owner == ALLIED
        assert not rule_on_demolishing(DemolishBridge(("D",), across), ALLIED, state, rules).allowed


@pytest.mark.parametrize(("before", "falls"), [(0, False), (1, True)])
def test_7C2_a_bridge_falls_with_the_fourth_mp_of_a_phase(before: int, falls: bool) -> None:
    rules, name = with_bridges(), between(WEST, EAST)
    state = at_bridge(SAPPERS).noting(MPS_SPENT, "D", Fraction(3))
    state = state.noting(BRIDGE_MPS, name, Fraction(before)) if before else state
    after, log = drive(carry_out_demolition(DemolishBridge(("D",), EAST), ALLIED, state, rules))
    assert after.recall(MPS_SPENT, "D") == 6 and after.recall(BRIDGE_DOWN, name) is (True if falls else None)
    assert log[-1].kind == ("bridge demolished" if falls else "bridge damaged")
    assert dict(log[-1].ledgers)["MPs"].value == 3 + before
