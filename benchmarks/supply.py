"""Supply and isolation of a thousand units against networkx, unit by unit, on the same ways: equal answers, and ratios.

On a position with fronts, beachheads and pockets the engine answers for all units of both sides, all elements and
limited sources included. networkx traces the lines of single units on `supply_graph`, element by element; a few units
are measured and their time is scaled. Also printed: the answer after one unit has moved against the full answer, and
how the full answer grows from one map sheet to four.
"""

from __future__ import annotations

import random
import timeit
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import mean, median
from time import process_time
from typing import TypeAlias

import networkx as nx
from attrs import evolve

import europa_rules as er
from europa_rules.board import load_board
from europa_rules.frozenmap import FrozenMap
from europa_rules.ground.lines import longest_line, regular_sources
from europa_rules.ground.supply import Stand, stands_of
from europa_rules.ground.supply_graph import GraphSource, supply_graph
from europa_rules.ground.supply_map import (
    BY_RAIL,
    ON_SUPPLIED_LINES,
    SUPPLIED_PORT,
    Supply,
    ends_of_isolation,
    lines_of,
    maps_found,
)
from europa_rules.ground.supply_sources import FULL, RESTRICTED
from europa_rules.ground.zones import states_seen, zoc_map
from europa_rules.hexes import Hex
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Side
from europa_rules.state import GameState, Moment, Piece
from europa_rules.units import Rating, Size, Unit

UNITS, TRACED, MOVES = 1000, 20, 200
WANTED_MS, WANTED_RATIO, WANTED_CHANGE, WANTED_GROWTH = 10, 1000, 10, 5
ROUNDS = 25
SIZES: tuple[Size, ...] = ("division", "regiment", "division", "brigade", "battalion")
NATIONS = {"fof": {AXIS: ("ge",), ALLIED: ("fr", "br", "be")}, "sf": {AXIS: ("ge", "it"), ALLIED: ("us", "br", "fr")}}
GAINS: Mapping[str, tuple[tuple[str, int, Side], ...]] = {
    "fof": (("16A:1026", 9, AXIS), ("16A:1930", 8, AXIS), ("17A:0702", 2, ALLIED), ("16A:1026", 1, ALLIED)),
    "sf": (
        *(("17A:0611", 13, ALLIED), ("17A:4711", 11, ALLIED), ("26:2422", 14, ALLIED), ("26:3823", 12, ALLIED)),
        *(("27:2209", 4, ALLIED), ("17A:0522", 3, AXIS), ("17A:4909", 1, AXIS)),
    ),
}
"""What each side has gained: a hex, all within so many hexes of it, the side; later ones lie within earlier ones."""


AT_PEACE = ("Algeria", "Tunisia")
"""Where no units stand: the war has left North Africa."""


def owners_of(rules: Ruleset) -> dict[Hex, Side]:
    """The owner of every hex with land."""
    board = rules.board
    owners = {ref: rules.owner_at_start(ref) for ref in board.hexes if board.has_land(ref)}
    for center, distance, side in GAINS[rules.variant.id]:
        owners.update(
            {ref: side for ref in owners if center in board.index and board.distance(ref, Hex(center)) <= distance}
        )
    return owners


def position(rules: Ruleset, units: int, seed: int = 1) -> GameState:
    """Units of both sides in their own hexes, most of them near those of the enemy."""
    rng, board, owners = random.Random(seed), rules.board, owners_of(rules)
    pieces: list[Piece] = []
    for side in (AXIS, ALLIED):
        own = [ref for ref, owner in owners.items() if owner == side and board.country(ref) not in AT_PEACE]
        near = [ref for ref in own if any(owners.get(h, side) != side for h in board.neighbors_of(ref))]
        for n in range(units // 2 if own else 0):
            ref = rng.choice(near if near and rng.random() < 0.6 else own)
            unit = Unit(rng.choice(NATIONS[rules.variant.id][side]), "infantry", SIZES[n % 5], Rating.parse("5-6"))
            pieces.append(Piece(f"{side}{n}", evolve(unit, name=str(n)), side, ref))
        if rules.variant.id == "fof" and own:
            truck = Unit(NATIONS["fof"][side][0], "truck", "counter", Rating.parse("0-10"))
            pieces += [Piece(f"{side} truck {n}", truck, side, rng.choice(own)) for n in range(20)]
    gained = FrozenMap({ref: side for ref, side in owners.items() if side != rules.owner_at_start(ref)})
    moment = Moment(rules.variant.first_turn, AXIS, "initial")
    return GameState(moment, FrozenMap({piece.id: piece for piece in pieces}), gained)


# --- the engine ------------------------------------------------------------------------------------------------------


def answers(state: GameState, rules: Ruleset) -> dict[str, Stand]:
    """How every unit of both sides stands."""
    return {**stands_of(AXIS, state, rules), **stands_of(ALLIED, state, rules)}


def anew(state: GameState, rules: Ruleset, *, with_zones: bool = False) -> dict[str, Stand]:
    """The same, with nothing known but the compiled board, and the ZOCs unless these are asked for too."""
    maps_found(rules).clear()
    if with_zones:
        states_seen(rules).clear()
    return answers(state, rules)


def fastest(function: Callable[[], object]) -> float:
    """The least seconds of this process for one call."""
    return min(timeit.repeat(function, number=1, repeat=ROUNDS, timer=process_time))


def after_moves(state: GameState, rules: Ruleset) -> float:
    """The usual seconds for all answers after one unit has moved; now and then they are compared with fresh ones."""
    rng, board, times = random.Random(2), rules.board, []
    answers(state, rules)
    for n in range(MOVES):
        piece = state.piece(rng.choice(list(state.pieces)))
        state = state.moved(
            piece.id, rng.choice([h for h in board.neighbors_of(piece.place) if board.has_land(h)] or [piece.place])
        )
        began = process_time()
        found = answers(state, rules)
        times.append(process_time() - began)
        if n % 20 == 0:
            assert found == anew(state, rules), "the answer after a move is not the full answer"
    return median(times)


# --- networkx, unit by unit ------------------------------------------------------------------------------------------

Node = tuple[Hex, str]
Ways: TypeAlias = "nx.DiGraph[Node]"


class Tracing:
    """Lines of single units, by networkx on the graph of their side's ways: stage after stage from the unit's hex."""

    def __init__(self, side: Side, state: GameState, rules: Ruleset) -> None:
        self.side, self.state, self.rules = side, state, rules
        self.graph = supply_graph(state, side, rules)
        self.sources: tuple[GraphSource, ...] = self.graph.graph["sources"]
        self.weak: frozenset[Hex] = self.graph.graph["weak"]
        self.ways: dict[tuple[tuple[str, ...], str], Ways] = {}
        self.lines = frozenset(ref for ref, name in self.graph if name == "road")
        self.loc = {weather: longest_line(weather, rules) for weather in self.graph.graph["weather"]}

    def supply(self, piece: Piece) -> Supply:
        """How a unit stands."""
        kind = self.kind([piece.place], piece.unit.nation)
        return Supply(kind, not self.has_communications(piece))

    def kind(self, starts: Iterable[Hex], nation: str) -> str:
        """The kind of the best source without limit to which a line leads from any of some hexes."""
        serving = [s for s in self.sources if not s.nations or nation in s.nations]
        hexes = tuple(starts)
        return next(
            (kind for kind in (FULL, RESTRICTED) if self.leads(hexes, [s for s in serving if s.kind == kind])), ""
        )

    def leads(self, starts: Iterable[Hex], sources: Iterable[GraphSource]) -> bool:
        """Whether a line of any order leads from one of the hexes to one of the sources."""
        wanted = tuple(sources)
        orders = self.graph.graph["orders"]
        return bool(wanted) and any(self.leads_by(order, starts, wanted) for order in orders)

    def leads_by(self, order: Sequence[tuple[str, ...]], starts: Iterable[Hex], sources: Sequence[GraphSource]) -> bool:
        """Whether a line of these stages does."""
        ends = {ref for s in sources for ref in s.hexes}
        ports = {ref for s in sources for ref in s.ports}
        reached, afloat = set(starts), set[Hex]()
        for stage in order:
            found = set(self.stage(stage, reached))
            afloat = {ref for ref, name in found if name == "naval"} | (reached if "naval" in stage else set())
            strong = {ref for ref, name in found if name != "rail" or ref not in self.weak}
            reached |= strong
            afloat |= strong if "naval" in stage else set()
        return not ends.isdisjoint(reached) or not ports.isdisjoint(afloat)

    def stage(self, names: tuple[str, ...], starts: Iterable[Hex]) -> Iterable[Node]:
        """The hexes that elements of a stage reach, and by which of them."""
        begins, limits = self.graph.graph["begins"], self.graph.graph["limits"]
        counting = next((name for name in names if any(limits[name].values())), names[0])
        for weather in limits[counting]:
            ways = self.ways_in(names, weather)
            nodes = [(ref, name) for ref in starts for name in names if (ref, name) in ways]
            nodes = [node for node in nodes if node[0] in begins.get(node[1], {node[0]})]
            if nodes:
                cutoff = limits[counting][weather]
                yield from nx.multi_source_dijkstra_path_length(ways, nodes, cutoff, "length")

    def ways_in(self, names: tuple[str, ...], weather: str) -> Ways:
        """The ways of some elements in hexes whose weather lets lines be as long as in this weather, or longer."""
        if (names, weather) not in self.ways:
            limits, areas = self.graph.graph["limits"], self.graph.graph["weather"]
            counting = next((name for name in names if any(limits[name].values())), names[0])
            least = limits[counting][weather]
            open_ = {w for w, n in limits[counting].items() if n is None or (least is not None and n >= least)}
            hexes = frozenset().union(*(areas[w] for w in open_))
            nodes = [node for node in self.graph if node[1] in names and node[0] in hexes]
            self.ways[names, weather] = nx.DiGraph(self.graph.subgraph(nodes))
        return self.ways[names, weather]

    def has_communications(self, piece: Piece) -> bool:
        """Whether a line of communications leads from a unit to where its side's lines may end."""
        reached = {piece.place, *self.communications(piece.place)}
        regular = regular_sources(self.rules)
        serving = [s for s in self.sources if (not s.nations or piece.unit.nation in s.nations) and s.kind in regular]
        if any(ref in reached for s in serving if s.reach == "line" for ref in s.hexes):
            return True
        word = ends_of_isolation(self.rules)
        if word == ON_SUPPLIED_LINES:
            return bool(self.kind(reached & self.lines, piece.unit.nation))
        last = [order[-1:] for order in self.graph.graph["orders"]]
        full = [s for s in serving if s.kind == FULL]
        if word == BY_RAIL and any(self.leads_by(order, reached, full) for order in last):
            return True
        ports = self.graph.graph["ports"] & reached if SUPPLIED_PORT in regular else ()
        of_all = [s for s in full if not s.nations]
        return any(self.leads_by(order, [ref], of_all) for ref in ports for order in last)

    def communications(self, start: Hex) -> Iterable[Hex]:
        """The hexes that lines of communications from a hex reach."""
        for weather, limit in self.loc.items():
            ways = self.ways_in(("overland",), weather)
            if (start, "overland") in ways:
                found = nx.single_source_dijkstra_path_length(ways, (start, "overland"), limit, "length")
                yield from (ref for ref, _ in found)


# --- all together ----------------------------------------------------------------------------------------------------


def compare(book: str) -> list[str]:
    """The lines of the report on one game."""
    rules = er.load(book)
    state = position(rules, UNITS)
    zoc_map(state, rules)
    full = fastest(lambda: anew(state, rules))
    with_zones = fastest(lambda: anew(state, rules, with_zones=True))
    change = after_moves(state, rules)
    stands = answers(state, rules)
    told = ", ".join(
        f"{n} {kind or 'out of supply'}" for kind, n in Counter(s.kind for s in stands.values()).most_common()
    )
    alone = sum(stand.isolated for stand in stands.values())
    tracings = {side: Tracing(side, state, rules) for side in (AXIS, ALLIED)}
    rng, units = random.Random(3), [p for p in state.pieces.values() if p.unit.type != "truck"]
    times = []
    for piece in rng.sample(units, TRACED):
        began = process_time()
        found = tracings[piece.side].supply(piece)
        times.append(process_time() - began)
        assert found == lines_of(piece.side, state, rules)[piece.id], f"networkx finds otherwise for {piece.id}"
    by_networkx = sum(times) / TRACED * UNITS
    zones = f"with the ZOCs of the position {with_zones * 1e3:.2f} ms"
    return [
        f"{book}: {len(state.pieces)} units ({told}; {alone} isolated)",
        f"  all of them    {full * 1e3:8.2f} ms (wanted: {WANTED_MS}); {zones}",
        f"  networkx       {by_networkx:8.2f} s, {by_networkx / full:.0f} times as long (wanted: {WANTED_RATIO})",
        f"  one unit moved {change * 1e3:8.2f} ms, {with_zones / change:.1f} times faster (wanted: {WANTED_CHANGE})",
    ]


def growth() -> list[str]:
    """How the answer, ZOCs included, grows from single sheets to the map: with the same units, and with more."""
    rules = er.load("sf")
    sheets = sorted({ref.partition(":")[0] for ref in rules.board.hexes})
    boards = [rules.on_board(load_board((sheet,))) for sheet in sheets]
    large = _time_of(position(rules, UNITS), rules)
    same, fewer = (large / mean(_time_of(position(one, units), one) for one in boards) for units in (UNITS, UNITS // 4))
    head = f"from one sheet to {len(sheets)}:"
    return [f"{head} {same:.1f} times (wanted: at most {WANTED_GROWTH}); with 4 times the units, {fewer:.1f} times"]


def _time_of(state: GameState, rules: Ruleset) -> float:
    return fastest(lambda: anew(state, rules, with_zones=True))


def main() -> None:
    """Print the report."""
    print("\n".join([*compare("fof"), *compare("sf"), *growth()]))


if __name__ == "__main__":
    main()
