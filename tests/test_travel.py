"""Everywhere a unit can go: on foot, by administrative movement and by rail together (rules 6, 6B, 7A)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.test_movement import state_of, unit
from tests.test_rail import NORTH, PARIS
from tests.test_zones import MIDDLE, flat, rules_of

import europa_rules as er
from europa_rules.errors import UnknownName
from europa_rules.game import Game
from europa_rules.ground.facts import (
    BESIDE_ENEMY,
    LOW_VOLUME_USED,
    MOVED_BY,
    MPS_SPENT,
    OWNER_BEFORE,
    RAIL_BROKEN,
    RAIL_CAPACITY,
    RAIL_RIDDEN,
    RAIL_USED,
    REVERTS,
    on_net,
)
from europa_rules.ground.moves import Move, carry_out_move, mps_spent, rule_on_move
from europa_rules.ground.ownership import settle_owners
from europa_rules.ground.rail import RailMove, carry_out_rail_move, rule_on_rail_move
from europa_rules.ground.rail_capacity import nets_of
from europa_rules.ground.travel import cheapest_journey, rail_destinations, travel
from europa_rules.hexes import Hex
from europa_rules.position import parse_position
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS
from europa_rules.state import WEATHER, GameState, Piece
from europa_rules.testing import play

BOOKS = ["fof", "sf"]
KINDS = (
    unit("7-6"),
    unit("10-8", "armor"),
    unit("2-3-8", "artillery", "regiment"),
    unit("3-6", size="regiment"),
    unit("5-1-R", "artillery", "battalion"),
    unit("7-8", symbols=("mountain",)),
    unit("4-8", "cavalry"),
)
ENEMIES = (unit("5-6", nation="fr"), unit("2-6", size="regiment", nation="fr"))
FRIENDS = (unit("2-6", size="regiment"), unit("0-4", "construction", size="regiment"))
ROADS: tuple[tuple[str, ...], ...] = (("rail_high",),) * 6 + (("rail_low",),) * 3 + (("road",),) * 2 + ((),) * 9


def remembered(who: str, state: GameState) -> tuple[object, ...]:
    """What a piece has done, as far as it matters to what it may do."""
    return (
        state.recall(MOVED_BY, who),
        state.recall(BESIDE_ENEMY, who),
        state.recall(LOW_VOLUME_USED, who),
        state.recall(RAIL_RIDDEN, who),
        tuple(state.all_facts(RAIL_USED).items()),
    )


def owned_as_before(state: GameState, before: GameState) -> GameState:
    """The state with the owners of another."""
    state = evolve(state, owners=before.owners)
    state = state.forgetting(OWNER_BEFORE, *state.all_facts(OWNER_BEFORE))
    return state.forgetting(REVERTS, *state.all_facts(REVERTS))


def order_on(order: Move | RailMove, state: GameState, rules: Ruleset) -> GameState | None:
    """The state after an order, or None where it is illegal."""
    if isinstance(order, Move):
        legal = rule_on_move(order, AXIS, state, rules).allowed
        return play(carry_out_move(order, AXIS, state, rules))[0] if legal else None
    legal = rule_on_rail_move(order, AXIS, state, rules).allowed
    return play(carry_out_rail_move(order, AXIS, state, rules))[0] if legal else None


def one_hex_orders(who: str, to: Hex) -> Iterator[Move | RailMove]:
    for mode in ("regular", "admin", "one-hex"):
        yield Move((who,), (to,), mode)
    yield RailMove((who,), (to,))


def literal(who: str, state: GameState, rules: Ruleset, within: frozenset[Hex]) -> dict[Hex, Fraction]:
    """Where orders of one hex each take a piece, one after another, hexes staying whose they are."""
    found: dict[Hex, Fraction] = {}
    seen: dict[object, Fraction] = {}
    before, waiting = mps_spent(who, state), [state]
    while waiting:
        now = min(waiting, key=lambda s: mps_spent(who, s))
        waiting.remove(now)
        spent, place = mps_spent(who, now), now.piece(who).place
        mark = (place, *remembered(who, now))
        if seen.get(mark, spent + 1) <= spent:
            continue
        seen[mark] = spent
        if place != state.piece(who).place:
            found[place] = min(found.get(place, spent - before), spent - before)
        for to in (ref for ref in rules.board.neighbors_of(place) if ref in within):
            for order in one_hex_orders(who, to):
                after = order_on(order, now, rules)
                if after is not None:
                    waiting.append(owned_as_before(after, state))
    return found


@cache
def ground(book: str, *options: str, reading: str = "") -> Ruleset:
    points = {f"{book}-7A1-fraction-of-rail-mp": reading} if reading else {}
    return flat(er.load(book, options=options, rulings=points), radius=5)


def peopled(
    luck: random.Random,
    near: Sequence[Hex],
    starts: Sequence[Hex],
    rules: Ruleset,
    *,
    foes: int,
    shares: Sequence[float],
    capacities: Sequence[int],
) -> GameState:
    """A unit "U" at one of some hexes, and around it others, owners, broken rails and capacities of nets, at random.

    foes: the most enemies. shares: of hexes that the enemy owns.
    """
    start = luck.choice(starts)
    mover = Piece("U", luck.choice(KINDS), AXIS, start)
    hostile = luck.sample([ref for ref in near if ref != start], luck.randint(0, foes))
    enemies = [Piece(f"E{n}", luck.choice(ENEMIES), ALLIED, ref) for n, ref in enumerate(hostile)]
    others = luck.sample([ref for ref in near if ref not in hostile], luck.randint(0, 2))
    friends = [Piece(f"F{n}", luck.choice(FRIENDS), AXIS, ref) for n, ref in enumerate(others)]
    share = luck.choice(shares)
    state = state_of(mover, *enemies, *friends).owned({r: ALLIED if luck.random() < share else AXIS for r in near})
    state = settle_owners(near, state, rules).ending("player turn")
    for ref in near:
        state = state.noting(RAIL_BROKEN, ref, True) if luck.random() < 0.08 else state
    for net in sorted(set(nets_of(AXIS, state, rules).values())):
        state = state.noting(RAIL_CAPACITY, on_net(net, AXIS), Fraction(luck.choice(capacities)))
    return state


def world(book: str, seed: int) -> tuple[Ruleset, GameState, frozenset[Hex]]:
    """Ground, lines, units, owners, breaks, capacities and weather at random, all in a small circle."""
    luck = random.Random(seed)
    options = ("7C",) if book == "fof" and luck.random() < 0.4 else ()
    rules = ground(book, *options, reading="lost" if luck.random() < 0.3 else "")
    board = rules.board
    near = [ref for ref in board.hexes if board.distance(MIDDLE, ref) <= 3]
    pairs = sorted({(min(a, b), max(a, b)) for a in near for b in board.neighbors_of(a) if b in near})
    rules = rules.on_board(
        board.patched(
            hexes={ref: {"terrain": luck.choice(["clear", "clear", "woods", "mountain", "forest"])} for ref in near},
            lines={pair: luck.choice(ROADS) for pair in pairs},
            hexsides={pair: luck.choice([(), (), (), ("river",), ("major_river",)]) for pair in pairs},
            cities={luck.choice(near): {"name": "Town", "size": "dot"}},
        )
    )
    starts = [ref for ref in near if board.distance(MIDDLE, ref) <= 2]
    state = peopled(luck, near, starts, rules, foes=2, shares=(0, 0.2, 0.5), capacities=(0, 1, 2, 3, 4, 6, 12, 50))
    mover = state.piece("U")
    if mover.unit.movement:
        used = Fraction(mover.unit.movement - luck.choice([1, 2]))
        state = state.noting(MPS_SPENT, "U", used).noting(MOVED_BY, "U", "rail")
    return rules, state.noting(WEATHER, "", luck.choice(["clear", "mud", "snow"])), frozenset(near)


@pytest.mark.parametrize("book", BOOKS)
@given(seed=st.integers(0, 10_000))
@settings(max_examples=2, deadline=None)
def test_destinations_by_all_means_are_those_of_orders_one_after_another(book: str, seed: int) -> None:
    rules, state, near = world(book, seed)
    offered = {ref: mps for ref, mps in travel("U", state, rules).items() if ref in near}
    assert offered == literal("U", state, rules, near)
    for ref, mps in list(offered.items())[:6]:
        journey, after = cheapest_journey("U", ref, state, rules), state
        assert journey.mps == mps
        for order in journey.orders("U"):
            onward = order_on(order, after, rules)
            assert onward is not None
            after = onward
        assert after.piece("U").place == ref
        assert mps_spent("U", after) - mps_spent("U", state) == mps


@pytest.mark.parametrize("book", BOOKS)
def test_every_ride_that_is_offered_may_be_ordered(book: str) -> None:
    nation, when = ("fr", "Jun I 40, Allied movement") if book == "fof" else ("ge", "Jul I 43, Axis movement")
    game = Game.start(rules_of(book), f"{PARIS} {nation} 5-4 Inf XX <D> | {when}", seed=1)
    rides = game.rail_destinations("D")
    longest = max(map(len, rides.values()))
    far = [ref for ref, way in rides.items() if len(way) == longest]
    assert 20 < longest <= 40
    for ref in far[:10]:
        assert rule_on_rail_move(RailMove(("D",), rides[ref]), game.state.phasing, game.state, game.rules).allowed


def test_sf_7A2_strategic_rides_lead_on_and_fof_has_none() -> None:
    sf = parse_position(f"{PARIS} ge 7-6 Inf XX <D> | Jul I 43, Axis movement", rules_of("sf"))
    by_mps, strategic = (rail_destinations("D", sf, rules_of("sf"), mode) for mode in ("operational", "strategic"))
    assert set(by_mps) < set(strategic)
    far = max(strategic, key=lambda ref: len(strategic[ref]))
    order = RailMove(("D",), strategic[far], "strategic")
    assert rule_on_rail_move(order, AXIS, sf, rules_of("sf")).allowed
    fof = parse_position(f"{PARIS} fr 5-6 Inf XX <D> | Jun I 40, Allied movement", rules_of("fof"))
    assert rail_destinations("D", fof, rules_of("fof"), "strategic") == {}


def test_rides_stop_where_capacity_is_used_up() -> None:
    rules = rules_of("sf")
    state = parse_position(f"{PARIS} ge 15-10 Pz XX <P> | Jul I 43, Axis movement", rules)
    ways = {
        capacity: rail_destinations("P", state.noting(RAIL_CAPACITY, on_net("Mainland France/Benelux", AXIS), c), rules)
        for capacity, c in (("none", Fraction(5)), ("high lines", Fraction(11)), ("all lines", Fraction(12)))
    }
    assert not ways["none"]
    assert 0 < len(ways["high lines"]) < len(ways["all lines"])


def test_a_journey_by_rail_and_march_in_the_game() -> None:
    rules = rules_of("sf")
    off_line = next(ref for ref in rules.board.neighbors_of(NORTH[8]) if not rules.board.line_kinds(NORTH[8], ref))
    game = Game.start(rules, f"{PARIS} ge 7-6 Inf XX <D> | Jul I 43, Axis movement", seed=1)
    mps = game.travel("D")[off_line]
    for order in cheapest_journey("D", off_line, game.state, rules).orders("D"):
        game.submit(order)
    assert game.state.piece("D").place == off_line
    assert mps_spent("D", game.state) == mps


def test_nowhere_is_said_with_the_place() -> None:
    rules = rules_of("sf")
    state = parse_position(f"{PARIS} ge 0-1-0 Inf III <F> | Jul I 43, Axis movement", rules)
    assert travel("F", state, rules) == {}
    with pytest.raises(UnknownName, match=f"cannot get from {PARIS}"):
        cheapest_journey("F", NORTH[0], state, rules)


def test_sf_7A_a_mode_of_rail_movement_there_is_not_is_an_error() -> None:
    game = er.Game.start(rules_of("sf"), "16A:2130 ge 7-6 Inf XX <D> | Jul I 44, Axis movement")
    with pytest.raises(er.UnknownName, match=r"'strategc'.*strategic"):
        game.rail_destinations("D", "strategc")
