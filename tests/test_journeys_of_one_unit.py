"""Journeys of one unit on its own roads and rails (FoF 6, 6B, 7A2; SF 6, 6B, 7A1): their cost and their ways."""

from __future__ import annotations

from collections import deque
from fractions import Fraction

import pytest
from tests.air_driving import BOOKS, Book, rules_of

from europa_rules.errors import UnknownName
from europa_rules.ground.facts import RAIL_BROKEN
from europa_rules.ground.moves import carry_out_move, mps_spent, rule_on_move
from europa_rules.ground.rail import RailMove, carry_out_rail_move, rule_on_rail_move
from europa_rules.ground.rail_lines import usable_links
from europa_rules.ground.rail_rides import hexes_per_mp
from europa_rules.ground.travel import Leg, admin_ways, cheapest_journey, rail_destinations, travel
from europa_rules.hexes import Hex
from europa_rules.position import parse_position
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS
from europa_rules.state import GameState
from europa_rules.testing import play

PARIS = Hex("17A:1604")
UNIT = "ge 1 Inf III"


def around_paris(book: Book) -> GameState:
    """A regiment with 2 MPs; its side owns what lies within five hexes; a line beside the city is broken."""
    rules = rules_of(book.name)
    board = rules.board
    state = parse_position(f"{PARIS} ge 3-2 Inf III 1 | {book.day}, Axis movement", rules)
    land = (ref for ref in board.hexes if board.has_land(ref))
    owners = {ref: AXIS if board.distance(ref, PARIS) <= 5 else ALLIED for ref in land}
    return state.owned(owners).noting(RAIL_BROKEN, board.neighbors_of(PARIS)[0], True)


def carried_out(leg: Leg, state: GameState, rules: Ruleset) -> GameState:
    order = leg.order(UNIT)
    if isinstance(order, RailMove):
        assert rule_on_rail_move(order, AXIS, state, rules).allowed
        return play(carry_out_rail_move(order, AXIS, state, rules))[0]
    assert rule_on_move(order, AXIS, state, rules).allowed
    return play(carry_out_move(order, AXIS, state, rules))[0]


@BOOKS
def test_6_7A_a_journey_costs_what_travel_says_and_its_orders_are_legal_one_after_another(book: Book) -> None:
    rules, start = rules_of(book.name), around_paris(book)
    found = travel(UNIT, start, rules)
    assert PARIS not in found and max(found.values()) <= 2
    by_cost = sorted(found, key=lambda ref: (found[ref], ref))
    for to in (by_cost[0], by_cost[len(by_cost) // 2], by_cost[-1]):
        journey = cheapest_journey(UNIT, to, start, rules)
        assert journey.mps == found[to] and journey.legs[-1].path[-1] == to
        assert all(a.mode != b.mode for a, b in zip(journey.legs, journey.legs[1:], strict=False))
        state = start
        for leg in journey.legs:
            state = carried_out(leg, state, rules)
        assert state.piece(UNIT).place == to
        assert mps_spent(UNIT, state) == journey.mps
    with pytest.raises(UnknownName, match="cannot get"):
        cheapest_journey(UNIT, PARIS, start, rules)


@BOOKS
def test_7A_a_unit_rides_to_every_rail_hex_within_its_mps_by_the_fewest_hexes(book: Book) -> None:
    rules, state = rules_of(book.name), around_paris(book)
    board = rules.board
    most = 2 * hexes_per_mp(state.piece(UNIT).unit, rules).value
    found = rail_destinations(UNIT, state, rules)
    far, waiting = {board.index[PARIS]: 0}, deque([board.index[PARIS]])
    while waiting:
        i = waiting.popleft()
        for j, _ in usable_links(i, AXIS, state, rules):
            ref = board.hexes[j]
            if j not in far and far[i] < most and state.owners.get(ref) == AXIS and not state.recall(RAIL_BROKEN, ref):
                far[j] = far[i] + 1
                waiting.append(j)
    expected = {board.hexes[i]: n for i, n in far.items() if n and board.has_land(board.hexes[i])}
    assert {ref: len(way) for ref, way in found.items()} == expected
    for ref, way in found.items():
        assert way[-1] == ref
        assert all(b in board.neighbors_of(a) for a, b in zip((PARIS, *way), way, strict=False))


@BOOKS
def test_6B_administrative_movement_goes_twice_as_far_and_ends_where_units_may(book: Book) -> None:
    rules, state = rules_of(book.name), around_paris(book)
    factor = Fraction(rules.charts.terrain_effects.admin_factor.value)
    ways = admin_ways(UNIT, state, rules)
    assert ways and all(leg.mode == "admin" and leg.path[-1] == ref for ref, leg in ways.items())
    assert max(len(leg.path) for leg in ways.values()) <= 2 / factor
    far = max(ways, key=lambda ref: len(ways[ref].path))
    after = carried_out(ways[far], state, rules)
    assert after.piece(UNIT).place == far and mps_spent(UNIT, after) <= 2
