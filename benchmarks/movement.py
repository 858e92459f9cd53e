"""Legal destinations against networkx on the same moves: equal answers, and how many times faster the engine is.

For each unit both are measured side by side in one run, on
a position with ZOCs; what either prepares once for a position (compiled edges here, the graph there) is not counted.

At the end stands how long it takes to find all destinations of 200 units among 400, of every class: the first time in a
position that follows upon another by one move, and again in the same position.
"""

from __future__ import annotations

import random
import time
import timeit
from collections.abc import Callable
from fractions import Fraction
from statistics import geometric_mean, median

import networkx as nx
from attrs import frozen

import europa_rules as er
from europa_rules.frozenmap import FrozenMap
from europa_rules.ground.destinations import destinations, movement_graph
from europa_rules.hexes import Hex
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Turn
from europa_rules.state import GameState, Moment, Piece
from europa_rules.units import Rating, Size, Unit

MPS = 8
WANTED = 2
ROUNDS = 15
RUNS = 40
FRENCH = Unit("fr", "infantry", "division", Rating.parse("5-6"))
MOVERS = (
    ("infantry, 8 MPs", Unit("ge", "infantry", "division", Rating.parse("7-8"))),
    ("panzer, 8 MPs", Unit("ge", "armor", "division", Rating.parse("14-8"))),
)
HOMES = ("16A:1426", "16A:1030", "16A:2222", "17A:1012", "17A:2015")
EVERY = 29
CROWD, WANTED_MS = 200, 50
COUNTRIES = ("Germany", "France", "Belgium", "Luxembourg")
KINDS: tuple[tuple[str, str, Size], ...] = (
    ("7-6", "infantry", "division"),
    ("14-10", "armor", "division"),
    ("3-2-8", "artillery", "regiment"),
    ("6-6", "mountain", "division"),
    ("2-8", "cavalry", "brigade"),
)


@frozen
class Comparison:
    """One unit: hexes in reach, and the seconds that each way takes."""

    name: str
    hexes: int
    engine: float
    networkx: float

    @property
    def ratio(self) -> float:
        """How many times faster the engine is."""
        return self.networkx / self.engine

    def __str__(self) -> str:
        times = f"{self.engine * 1e6:7.1f} us against {self.networkx * 1e6:7.1f} us"
        return f"{self.name:28} {self.hexes:4} hexes  {times}  {self.ratio:5.2f} times"


def position(rules: Ruleset, home: Hex, mover: Unit) -> GameState:
    """A unit among French divisions, one every few hexes, none of them beside it."""
    board = rules.board
    land = [ref for ref in board.hexes if board.has_land(ref) and board.distance(ref, home) > 1]
    pieces = [Piece(f"F{n}", FRENCH, ALLIED, ref) for n, ref in enumerate(land[::EVERY])]
    moment = Moment(Turn.parse("May I 40"), AXIS, "movement")
    return GameState(moment, FrozenMap({p.id: p for p in (Piece("U", mover, AXIS, home), *pieces)}))


def fastest(function: Callable[[], object]) -> float:
    """The least seconds for one call."""
    return min(timeit.repeat(function, number=RUNS, repeat=ROUNDS)) / RUNS


def compare(name: str, mover: Unit, home: Hex, rules: Ruleset) -> Comparison:
    """Measure one unit; the answers must be equal."""
    state = position(rules, home, mover)
    graph = movement_graph("U", state, rules)
    per_mp = graph.graph["ticks"]

    def by_networkx() -> dict[Hex, float]:
        return nx.single_source_dijkstra_path_length(graph, home, cutoff=MPS * per_mp, weight="ticks")

    found = destinations("U", state, rules)
    lengths = {ref: Fraction(ticks) / per_mp for ref, ticks in by_networkx().items() if ref != home}
    beyond = {ref: mps for ref, mps in found.items() if ref not in lengths}
    assert {ref: mps for ref, mps in found.items() if ref in lengths} == lengths
    assert all(mps == MPS and ref in graph[home] for ref, mps in beyond.items()), "only the one-hex move goes further"
    engine = fastest(lambda: destinations("U", state, rules))
    return Comparison(f"{name}, {home}", len(found), engine, fastest(by_networkx))


def crowd(rules: Ruleset, seed: int = 1) -> GameState:
    """200 units of each side, most of them near the enemy."""
    rng, board = random.Random(seed), rules.board
    land = [ref for ref in board.hexes if board.has_land(ref) and board.country(ref) in COUNTRIES]
    pieces = []
    for n in range(2 * CROWD):
        side, nation = ((AXIS, "ge"), (ALLIED, "fr" if rules.variant.id == "fof" else "us"))[n % 2]
        ref = rng.choice([ref for ref in land if (board.country(ref) == "Germany") == (side == AXIS)])
        rating, kind, size = KINDS[n // 2 % len(KINDS)]
        pieces.append(Piece(f"{side}{n:03}", Unit(nation, kind, size, Rating.parse(rating)), side, ref))
    owners = FrozenMap({piece.place: piece.side for piece in pieces})
    moment = Moment(rules.variant.first_turn, AXIS, "movement")
    return GameState(moment, FrozenMap({piece.id: piece for piece in pieces}), owners)


def seconds_for_all(state: GameState, rules: Ruleset) -> float:
    """Seconds of this process to find all destinations of the phasing units."""
    began = time.process_time()
    for piece in state.pieces.values():
        if piece.side == AXIS:
            destinations(piece.id, state, rules)
    return time.process_time() - began


def crowded(game: str) -> str:
    """The line about 200 units: the median of several positions, each a move after the one before."""
    rules = er.load(game)
    state = crowd(rules)
    seconds_for_all(state, rules)
    first, again = [], []
    for piece in [piece for piece in state.pieces.values() if piece.side == AXIS][:ROUNDS]:
        state = state.moved(piece.id, next(iter(destinations(piece.id, state, rules)), piece.place))
        first.append(seconds_for_all(state, rules))
        again.append(seconds_for_all(state, rules))
    times = f"{median(first) * 1000:.1f} ms after a move, {median(again) * 1000:.1f} ms again"
    return f"{game}: {CROWD} units among {2 * CROWD}: {times} (wanted: {WANTED_MS})"


def main() -> None:
    """Print a line for each unit, the mean, and a line for 200 units of each game."""
    rules = er.load("fof")
    rows = [compare(name, mover, Hex(home), rules) for name, mover in MOVERS for home in HOMES]
    lines = [*map(str, rows), f"mean: {geometric_mean(row.ratio for row in rows):.2f} times (wanted: {WANTED})"]
    print("\n".join([*lines, crowded("fof"), crowded("sf")]))


if __name__ == "__main__":
    main()
