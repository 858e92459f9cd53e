"""Where units can go (rules 6, 6B, 7A) on a sheet of ninety hexes: against orders of one hex each."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from itertools import pairwise

import pytest
from attrs import evolve
from tests.small_board import at, pairs_of, plain_board
from tests.test_movement import state_of
from tests.test_travel import KINDS, ROADS, literal, order_on, peopled

import europa_rules as er
from europa_rules.citations import Citation
from europa_rules.contributions import Modifier, Source
from europa_rules.errors import UnknownName
from europa_rules.ground.closed_ground import (
    CLOSED,
    CLOSED_TO_UNIT,
    ClosedGround,
    closed_hexes,
    rule_on_entry,
    rule_on_ground,
    rule_on_own_entry,
)
from europa_rules.ground.destinations import cheapest_path, destinations, movement_graph, open_moves
from europa_rules.ground.facts import MOVED_BY, MPS_SPENT, RAIL_CAPACITY, RAIL_RIDDEN, on_net
from europa_rules.ground.moves import Move, gather_move, gather_step, mps_spent, rule_on_move
from europa_rules.ground.rail import RailMove, rule_on_rail_move
from europa_rules.ground.rail_capacity import nets_of
from europa_rules.ground.travel import admin_ways, cheapest_journey, rail_destinations, travel
from europa_rules.hexes import Hex
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sheets.patches import Facts
from europa_rules.sides import ALLIED, AXIS
from europa_rules.state import WEATHER, GameState, Piece

MIDDLE = at(5, 6)
BOOKS = ("fof", "sf")


@cache
def rules_of(book: str, lost: bool, late: str = "") -> Ruleset:
    rulings = {f"{book}-7A1-fraction-of-rail-mp": "lost"} if lost else {}
    return er.load(book, rulings=rulings | ({f"{book}-7A3-late-low-volume": late} if late else {}))


def with_heavy_woods(rules: Ruleset) -> Ruleset:
    """The rules with one that the compiled board does not know: half a MP more for woods, along roads as well."""
    more = Modifier("heavy woods", "movement cost", "FoF 6", Fraction(1, 2), lambda entry: entry.terrain == "woods")
    return evolve(rules, modifiers={"movement cost": (more,)})


def world(
    book: str, seed: object, late: str = "", lost: bool | None = None
) -> tuple[Ruleset, GameState, frozenset[Hex]]:
    """Ground, lines, units, owners, breaks, capacities and weather at random, all in a small circle."""
    luck = random.Random(f"{book} {seed}")
    board = plain_board()
    near = [ref for ref in board.hexes if board.distance(MIDDLE, ref) <= 2]
    pairs = pairs_of(near, board)
    country: Facts = {"country_1939": "France"}
    hexes = {str(ref): country for ref in board.hexes if board.has_land(ref)}
    for ref in near:
        hexes[ref] = {"terrain": luck.choice(["clear", "clear", "woods", "mountain", "forest"]), **country}
    board = board.patched(
        hexes=hexes,
        lines={pair: luck.choice(ROADS) for pair in pairs},
        hexsides={pair: luck.choice([(), (), (), ("river",), ("major_river",)]) for pair in pairs},
        cities={luck.choice(near): {"name": "Town", "size": "dot"}},
    )
    by_chance = luck.random() < 0.3
    rules = rules_of(book, by_chance if lost is None else lost, late).on_board(board)
    starts = [ref for ref in near if board.distance(MIDDLE, ref) <= 1]
    state = peopled(luck, near, starts, rules, foes=1, shares=(0, 0, 0.3), capacities=(0, 2, 3, 4, 6, 50, 50, 50))
    mover = state.piece("U")
    if mover.unit.movement:
        used = Fraction(mover.unit.movement) - luck.choice([Fraction(1), Fraction(1), Fraction(3, 2)])
        state = state.noting(MPS_SPENT, "U", used)
        state = state.noting(MOVED_BY, "U", luck.choice(("rail", "rail", "rail", "regular", "admin")))
        state = state.noting(RAIL_RIDDEN, "U", luck.randrange(12))
    return rules, state.noting(WEATHER, "", luck.choice(["clear", "mud", "snow"])), frozenset(near)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("seed", range(8))
def test_6_7A_destinations_by_all_means_are_those_of_orders_of_one_hex_each(book: str, seed: int) -> None:
    rules, state, near = world(book, seed)
    offered = {ref: mps for ref, mps in travel("U", state, rules).items() if ref in near}
    assert offered == literal("U", state, rules, near)
    for ref, mps in list(offered.items())[-3:]:
        journey, after = cheapest_journey("U", ref, state, rules), state
        assert journey.mps == mps
        for order in journey.orders("U"):
            onward = order_on(order, after, rules)
            assert onward is not None
            after = onward
        assert after.piece("U").place == ref
        assert mps_spent("U", after) - mps_spent("U", state) == mps


@pytest.mark.parametrize(("late", "lost"), [("refused", False), ("", True)])
def test_sf_7A1_7A3_a_ride_that_goes_on_counts_what_was_ridden_as_the_readings_say(late: str, lost: bool) -> None:
    told = set()
    for seed in range(4):
        rules, state, near = world("sf", f"late {seed}", late, lost)
        ways = [way for way in rail_destinations("U", state, rules).values() if len(way) == 1 and way[0] in near]
        after = order_on(RailMove(("U",), ways[0]), state, rules) if ways else None
        if after is not None:
            offered = {ref: mps for ref, mps in travel("U", after, rules).items() if ref in near}
            assert offered == literal("U", after, rules, near)
            told.add(bool(offered))
    assert True in told


def steps_from(state: GameState, rules: Ruleset, near: frozenset[Hex]) -> dict[tuple[Hex, Hex], Fraction]:
    """MPs of each step between hexes that regular movement may take."""
    piece, found = state.piece("U"), dict[tuple[Hex, Hex], Fraction]()
    for a in near:
        for b in rules.board.neighbors_of(a):
            step = gather_step(piece, a, b, state, rules)
            if step.ruling.allowed and not step.is_enemy_occupied:
                found[a, b] = step.mps
    return found


SPECIAL = pytest.mark.parametrize("is_special", [False, True], ids=["plain", "special"])


@SPECIAL
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("seed", range(5))
def test_6_regular_destinations_take_the_fewest_mps_and_one_hex_can_always_be_entered(
    book: str, seed: int, is_special: bool
) -> None:
    rules, state, near = world(book, f"regular {seed}")
    rules = with_heavy_woods(rules) if is_special else rules
    state = state.forgetting(MOVED_BY, "U").forgetting(MPS_SPENT, "U") if seed % 3 else state
    piece, steps = state.piece("U"), steps_from(state, rules, near)
    graph = movement_graph("U", state, rules)
    assert {(a, b): facts["mps"] for a, b, facts in graph.edges(data=True) if a in near} == steps
    if not is_special:
        assert all(mps * graph.graph["ticks"] == graph.edges[a, b]["ticks"] for (a, b), mps in steps.items())
    offered = {ref: mps for ref, mps in destinations("U", state, rules).items() if ref in near}
    for ref, mps in offered.items():
        route = cheapest_path("U", ref, state, rules)
        order = route.order("U")
        assert route.mps == mps and order.path[-1] == ref and rule_on_move(order, AXIS, state, rules).allowed
        after = order_on(order, state, rules)
        assert after is not None and mps_spent("U", after) - mps_spent("U", state) == mps
        if route.mode == "regular":
            way = (piece.place, *route.path)
            assert sum(steps[step] for step in pairwise(way)) == mps
    for ref in near - {piece.place}:
        if ref in rules.board.neighbors_of(piece.place):
            orders = (Move(("U",), (ref,), mode) for mode in ("regular", "one-hex"))
            assert (ref in offered) or not any(rule_on_move(order, AXIS, state, rules).allowed for order in orders)
        if ref not in destinations("U", state, rules):
            with pytest.raises(UnknownName, match="cannot get from"):
                cheapest_path("U", ref, state, rules)
    left, reached = gather_move(piece, state, rules, one_hex=False).left, {piece.place: Fraction(0), **offered}
    for (a, b), mps in steps.items() if offered else ():
        if a in reached and b in near and reached[a] + mps <= left:
            assert reached.get(b, left + 1) <= reached[a] + mps, f"{b} by way of {a}"


@SPECIAL
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("seed", range(5))
def test_6B_ways_by_administrative_movement_are_those_of_its_orders(book: str, seed: int, is_special: bool) -> None:
    rules, state, near = world(book, f"admin {seed}")
    rules = with_heavy_woods(rules) if is_special else rules
    state = state.forgetting(MOVED_BY, "U").forgetting(MPS_SPENT, "U").forgetting(RAIL_RIDDEN, "U")
    ways = admin_ways("U", state, rules)
    for ref, leg in ways.items():
        assert leg.mode == "admin" and leg.path[-1] == ref
        assert rule_on_move(Move(("U",), leg.path, "admin"), AXIS, state, rules).allowed, leg
        assert leg.order("U") == Move(("U",), leg.path, "admin")
    moves, board = open_moves(state.piece("U"), state, rules), rules.board
    for ref in near & {state.piece("U").place, *board.neighbors_of(state.piece("U").place)}:
        at_ref = state.moved("U", ref)
        if any(p.side == ALLIED for p in state.at(ref)):
            continue
        regular, admin = (dict(given(board.index[ref])) for given in (moves.regular, moves.admin))
        for to in board.neighbors_of(ref):
            for mode, known in (("regular", regular), ("admin", admin)):
                order = Move(("U",), (to,), mode)
                after = order_on(order, at_ref, rules)
                mps = None if after is None else mps_spent("U", after) - mps_spent("U", at_ref)
                ticks = known.get(board.index[to])
                too_dear = ticks is not None and Fraction(ticks, moves.ticks) > state.piece("U").unit.movement
                assert too_dear or mps == (None if ticks is None else Fraction(ticks) / moves.ticks), (ref, to, mode)


@pytest.mark.parametrize("mode", ["operational", "strategic"])
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("seed", range(6))
def test_7A_rides_lead_wherever_orders_to_ride_on_by_a_hex_lead(book: str, seed: int, mode: str) -> None:
    rules, state, near = world(book, f"rails {seed}")
    state = state.forgetting(MPS_SPENT, "U").forgetting(MOVED_BY, "U")
    offered = {ref: way for ref, way in rail_destinations("U", state, rules, mode).items() if set(way) <= near}
    reached: dict[Hex, tuple[Hex, ...]] = {state.piece("U").place: ()}
    waiting = [state.piece("U").place]
    for here in waiting:
        for to in rules.board.neighbors_of(here):
            way = (*reached[here], to)
            if (
                to not in reached
                and to in near
                and rule_on_rail_move(RailMove(("U",), way, mode), AXIS, state, rules).allowed
            ):
                reached[to] = way
                waiting.append(to)
    del reached[state.piece("U").place]
    assert offered.keys() == reached.keys()
    for ref, way in offered.items():
        assert len(way) == len(reached[ref])
        assert rule_on_rail_move(RailMove(("U",), way, mode), AXIS, state, rules).allowed


def test_ground_is_closed_to_a_side_or_to_single_units_each_with_its_rule() -> None:
    to_side, by_rule, to_unit = at(1, 5), at(1, 6), at(1, 7)
    kept_out = {"A": frozenset({to_unit})}
    own = ClosedGround(
        lambda side, *_: frozenset({by_rule}) if side == AXIS else frozenset(),
        lambda ref, side, *_: Ruling.refuse(f"{side} keeps out of {ref}", Citation("FoF", "25")),
    )
    given = {
        CLOSED: (
            Source("neutral", CLOSED, by="FoF 28", value=lambda side, *_: frozenset({to_side} if side == AXIS else ())),
            Source("far", CLOSED, by="FoF 25", value=own),
        ),
        CLOSED_TO_UNIT: (
            Source(
                "at home",
                CLOSED_TO_UNIT,
                by="FoF 29",
                value=lambda piece, *_: kept_out.get(piece.id, frozenset()),
            ),
        ),
    }
    rules = evolve(rules_of("fof", False).on_board(plain_board()), sources=given)
    one, other = (Piece(name, KINDS[0], AXIS, at(5, 5)) for name in "AB")
    state = state_of(one, other)
    assert closed_hexes(AXIS, state, rules) == closed_hexes(AXIS, state, rules, other) == {to_side, by_rule}
    assert closed_hexes(AXIS, state, rules, one) == {to_side, by_rule, to_unit}
    assert closed_hexes(ALLIED, state, rules) == frozenset()
    for ref, told in (
        (to_side, [(f"{to_side}: neutral", "FoF 28")]),
        (by_rule, [(f"Axis keeps out of {by_rule}", "FoF 25")]),
        (to_unit, [(f"A does not go to {to_unit}: at home", "FoF 29")]),
        (at(5, 6), []),
    ):
        ruling = rule_on_entry(ref, one, state, rules)
        assert [(refusal.why, str(refusal.by[0])) for refusal in ruling.refusals] == told
        assert rule_on_ground(ref, AXIS, state, rules).allowed == (ref not in (to_side, by_rule))
        assert rule_on_ground(ref, ALLIED, state, rules).allowed
        assert rule_on_own_entry(ref, one, state, rules).allowed == (ref != to_unit)
        assert rule_on_own_entry(ref, other, state, rules).allowed


@pytest.mark.parametrize("book", BOOKS)
def test_6_no_move_leads_into_ground_that_is_closed_to_the_side(book: str) -> None:
    rules = rules_of(book, False).on_board(plain_board())
    closed = at(5, 7)
    rules = evolve(
        rules, sources={CLOSED: (Source("neutral", CLOSED, by="FoF 28", value=lambda *_: frozenset({closed})),)}
    )
    state = state_of(Piece("U", KINDS[0], AXIS, MIDDLE))
    reached = destinations("U", state, rules)
    assert closed not in reached and set(rules.board.neighbors_of(MIDDLE)) - {closed} <= set(reached)
    assert closed not in {b for _, b in movement_graph("U", state, rules).edges}


@pytest.mark.parametrize(
    ("start", "left", "ridden", "reached"),
    [
        (7, 1, 0, {6: 1}),
        (7, 2, 0, {6: 1, 5: 2, 4: 2}),
        (6, 1, 0, {5: 1, 4: 1}),
        (6, 1, 1, {5: 0, 4: 0}),
        (6, 0, 1, {5: 0, 4: 0}),
        (6, 0, 0, {}),
    ],
)
def test_sf_7A1_a_ride_takes_a_whole_mp_where_what_is_left_of_one_is_lost(
    start: int, left: int, ridden: int, reached: dict[int, int]
) -> None:
    country: Facts = {"country_1939": "France"}
    board = plain_board()
    lines: dict[tuple[str, str], tuple[str, ...]] = {(at(5, n), at(5, n + 1)): ("rail_high",) for n in (4, 5)}
    hexes = {str(ref): country for ref in board.hexes if board.has_land(ref)}
    rules = rules_of("sf", True).on_board(board.patched(hexes=hexes, lines=lines))
    state = state_of(Piece("U", KINDS[0], AXIS, at(5, start))).owned({Hex(ref): AXIS for ref in hexes})
    for net in set(nets_of(AXIS, state, rules).values()):
        state = state.noting(RAIL_CAPACITY, on_net(net, AXIS), Fraction(50))
    state = state.noting(MPS_SPENT, "U", Fraction(6 - left))
    state = state.noting(RAIL_RIDDEN, "U", ridden).noting(MOVED_BY, "U", "rail") if ridden else state
    found = travel("U", state, rules)
    assert {n: found[at(5, n)] for n in (4, 5, 6) if at(5, n) in found} == reached
