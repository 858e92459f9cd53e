"""The board compiled for movers (rules 6, 7B) on a sheet of ninety hexes: every step costs what the rules say of it."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from tests.small_board import land, pairs_of, plain_board

import europa_rules as er
from europa_rules.board import Board
from europa_rules.ground.facts import BRIDGE_DOWN, TERRAIN_NOW, WATER, between
from europa_rules.ground.hexsets import DIRECTIONS, layout_of
from europa_rules.ground.terrain import (
    BLOCKED,
    columns_of,
    conditions_of,
    follows_road,
    gather_entry,
    reckon_entry_cost,
    road_is_open,
    rule_on_terrain,
    ticks_per_mp,
    ways_of,
)
from europa_rules.hexes import Hex
from europa_rules.ruleset import Ruleset
from europa_rules.sides import AXIS
from europa_rules.state import WEATHER, GameState, Moment
from europa_rules.units import Rating, Unit

RULES = {"fof": er.load("fof"), "sf": er.load("sf", options=("44A2",))}
MOVERS = {
    "on foot": Unit("ge", "infantry", "division", Rating.parse("7-6")),
    "panzers": Unit("ge", "armor", "division", Rating.parse("10-10")),
    "mountain troops": Unit("ge", "infantry", "division", Rating.parse("7-8"), symbols=("mountain",)),
}
TERRAIN = ("clear", "woods", "forest", "rough", "wooded_rough", "mountain", "swamp")
OVERLAYS = ("bocage", "ravines", "canal_intensive")
LINES: tuple[tuple[str, ...], ...] = ((), (), ("road",), ("rail_low",), ("rail_high",), ("rail_ferry",))
SIDES: tuple[tuple[str, ...], ...] = ((), (), ("river",), ("major_river",), ("canal",), ("mountain",))


def varied(rng: random.Random) -> Board:
    """Ground of all kinds, with what lies over it, cities, lines and hexsides."""
    board = plain_board()
    on_land = land(board)
    pairs = pairs_of(on_land, board)
    hexes: dict[str, dict[str, str | int | bool]] = {}
    for ref in on_land:
        hexes[ref] = {"terrain": rng.choice(TERRAIN), "weather_zone": rng.choice("CDE")}
        hexes[ref] |= {rng.choice(OVERLAYS): True} if rng.random() < 0.3 else {}
    towns = rng.sample(on_land, 6)
    return board.patched(
        hexes=hexes,
        hexsides={pair: rng.choice(SIDES) for pair in pairs},
        lines={pair: rng.choice(LINES) for pair in pairs},
        cities={
            ref: {"name": ref, "size": size} for ref, size in zip(towns, ("partial", "full", "dot") * 2, strict=True)
        },
    )


def moment_of(rng: random.Random, rules: Ruleset) -> GameState:
    """Weather, waters, ground that has changed and fallen bridges."""
    on_land = land(rules.board)
    state = GameState(Moment(rules.variant.first_turn, AXIS, "movement"))
    for zone in rng.sample(("", "C", "D", "E"), 3):
        state = state.noting(WEATHER, zone, rng.choice(("clear", "mud", "frost", "snow", "winter")))
    for zone in rng.sample("CDE", 2):
        state = state.noting(WATER, zone, rng.choice(("frozen", "flooding")))
    for ref in rng.sample(on_land, 5):
        state = state.noting(TERRAIN_NOW, ref, rng.choice(TERRAIN))
    roads = [pair for pair in pairs_of(on_land, rules.board) if follows_road(*pair, rules)]
    for a, b in rng.sample(roads, len(roads) // 4):
        state = state.noting(BRIDGE_DOWN, between(a, b), True)
    return state


def cost_of(mover: Unit, a: Hex, b: Hex, state: GameState, rules: Ruleset, *, by_road: bool) -> Fraction | None:
    """MPs of a step as the rules say, or None where the terrain is prohibited."""
    entry = gather_entry(mover, a, b, state, rules, by_road=by_road)
    return reckon_entry_cost(entry, rules).value if rule_on_terrain(entry, rules).allowed else None


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("mover", MOVERS)
@pytest.mark.parametrize("game", RULES)
def test_6_every_step_of_the_compiled_board_costs_what_the_rules_say(game: str, mover: str, seed: int) -> None:
    rng = random.Random(f"{game} {seed}")
    rules = RULES[game].on_board(varied(rng))
    state, unit = moment_of(rng, rules), MOVERS[mover]
    ways, board = ways_of(columns_of(unit, rules), state, rules), rules.board
    assert ways.ticks == ticks_per_mp(rules) and BLOCKED < 0
    for i in rng.sample(range(len(board.hexes)), 20):
        moves = dict(ways.moves[i])
        for direction, j in enumerate(board.neighbors[i]):
            place = 6 * i + direction
            if j < 0:
                assert ways.overland[place] == ways.cheapest[place] == BLOCKED
                continue
            a, b = board.hexes[i], board.hexes[j]
            overland = cost_of(unit, a, b, state, rules, by_road=False)
            road = cost_of(unit, a, b, state, rules, by_road=True) if road_is_open(a, b, state, rules) else None
            known = [cost for cost in (overland, road) if cost is not None]
            assert ways.overland[place] == (BLOCKED if overland is None else overland * ways.ticks), (a, b)
            assert ways.cheapest[place] == (min(known) * ways.ticks if known else BLOCKED), (a, b)
            assert moves.get(j, BLOCKED) == ways.cheapest[place]


def test_6_conditions_are_told_again_only_while_nothing_of_them_has_changed() -> None:
    rules = RULES["sf"].on_board(plain_board())
    state = GameState(Moment(rules.variant.first_turn, AXIS, "movement")).noting(WEATHER, "C", "mud")
    assert conditions_of(state) is conditions_of(state)
    assert conditions_of(state).weather == (("C", "mud"),)
    ref = land(rules.board)[0]
    for changed in (
        state.noting(WEATHER, "C", "snow"),
        state.noting(WATER, "C", "flooding"),
        state.noting(TERRAIN_NOW, ref, "swamp"),
        state.noting(BRIDGE_DOWN, between(ref, rules.board.neighbors_of(ref)[0]), True),
    ):
        assert conditions_of(changed) != conditions_of(state)


# --- sets of hexes ---------------------------------------------------------------------------------------------------


def test_sets_of_hexes_hold_their_members_and_move_from_hex_to_hex_and_off_the_board() -> None:
    board, rng = plain_board(), random.Random(1)
    layout, places = layout_of(board), range(len(board.hexes))
    for _ in range(5):
        chosen = sorted(rng.sample(places, 20))
        hexes = layout.of(chosen)
        assert sorted(layout.members(hexes)) == chosen and layout.members(0) == []
        assert [place for place in places if layout.holds(hexes, place)] == chosen
        assert layout.of_flags([place in chosen for place in places]) == hexes
        for direction in DIRECTIONS:
            moved = {board.neighbors[place][direction] for place in chosen} - {-1}
            assert set(layout.members(layout.moved(hexes, direction))) == moved
        changed = rng.sample(places, 7)
        assert set(layout.members(layout.followed(hexes, changed))) == set(chosen) ^ set(changed)
    assert sorted(layout.members(layout.everything)) == list(places)
    assert all(layout.places[bit] == place for place, bit in enumerate(layout.bits))
    assert len(layout.places) == max(layout.bits) + 1
