"""Legal destinations against networkx on the same moves: equal answers, and how many times faster the engine is.

For each unit both are measured side by side in one run, on
a position with ZOCs; what either prepares once for a position (compiled edges here, the graph there) is not counted.
"""

from __future__ import annotations

import timeit
from collections.abc import Callable
from fractions import Fraction
from statistics import geometric_mean

import networkx as nx
from attrs import frozen

import europa_rules as er
from europa_rules.frozenmap import FrozenMap
from europa_rules.ground.destinations import destinations, movement_graph
from europa_rules.hexes import Hex
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Turn
from europa_rules.state import GameState, Moment, Piece
from europa_rules.units import Rating, Unit

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


def main() -> None:
    """Print a line for each unit, and the mean."""
    rules = er.load("fof")
    rows = [compare(name, mover, Hex(home), rules) for name, mover in MOVERS for home in HOMES]
    lines = [*map(str, rows), f"mean: {geometric_mean(row.ratio for row in rows):.2f} times (wanted: {WANTED})"]
    print("\n".join(lines))


if __name__ == "__main__":
    main()
