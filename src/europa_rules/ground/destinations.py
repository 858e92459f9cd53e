"""Where a unit can go (rule 6): every hex in reach with the fewest MPs, the cheapest way, and the graph of its moves.

Needs a piece and the state. Searches run over the compiled board in whole ticks; where contributed rules change costs,
every step is asked of the rules as an order would be.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from heapq import heappop, heappush
from typing import TYPE_CHECKING

from attrs import field, frozen

from europa_rules.citations import rule
from europa_rules.errors import UnknownName
from europa_rules.ground.bridges import Pairs, barred_bridges, bridge_serves
from europa_rules.ground.closed_ground import closed_hexes
from europa_rules.ground.leaving import leaving_costs, leaving_mps
from europa_rules.ground.movement import ONE_HEX, REGULAR, ZocExit, mover_of, reckon_zoc_exit, rule_on_movement
from europa_rules.ground.movement_counters import carrier_of
from europa_rules.ground.moves import RULINGS, Move, gather_move, gather_step, rule_on_going, rule_on_move
from europa_rules.ground.ownership import hex_owner
from europa_rules.ground.terrain import (
    BLOCKED,
    Ways,
    columns_of,
    conditions_of,
    overlays_at,
    road_is_open,
    terrain_at,
    ticks_per_mp,
    ways_of,
)
from europa_rules.ground.zones import KINDS, NONE, notes_of, zoc_map
from europa_rules.hexes import Hex
from europa_rules.numbers import ZERO, Number
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side, are_enemies
from europa_rules.state import GameState, Piece
from europa_rules.units import Unit

if TYPE_CHECKING:
    import networkx as nx

_FAR = 1 << 30
_Edges = tuple[tuple[int, tuple[int, ...]], ...]


@frozen(eq=False)
class _Terms:
    """What a search needs for one kind of mover of a side in a position.

    Attributes:
        ways: the board for a mover of its kind.
        zoc: enemy ZOCs by hex.
        exits: for each kind of ZOC the ticks to leave it, for a hex outside and inside a ZOC.
        closed: the hexes that enemies occupy, and those closed to the side.
        barred: for each hex those beyond bridges that do not serve the side, with the ticks to go there off the road.
        leaving: ticks to leave hexes, beside those for ZOCs, where there are any.
        far: for each hex a number of ticks beyond every budget.
        known: for each hex its edges (ticks, and the hexes entered for them; the cheapest first) once asked for.
    """

    ways: Ways
    zoc: bytearray
    exits: tuple[tuple[int, int], ...]
    closed: frozenset[int]
    barred: Mapping[int, Mapping[int, int]]
    leaving: Mapping[int, int]
    far: list[int]
    known: list[_Edges | None]

    def edges(self, i: int) -> _Edges:
        """The moves out of a hex."""
        edges = self.known[i]
        if edges is None:
            edges = self.known[i] = self._worked_out(i)
        return edges

    def _worked_out(self, i: int) -> _Edges:
        leaving = self.leaving.get(i, 0)
        plain, into = (ticks + leaving for ticks in self.exits[self.zoc[i]])
        found: dict[int, list[int]] = {}
        for j, cost in self.ways.moves[i] if i not in self.barred else self._without_bridges(i):
            if j not in self.closed:
                found.setdefault(cost + (into if self.zoc[j] else plain), []).append(j)
        return tuple((cost, tuple(found[cost])) for cost in sorted(found))

    def _without_bridges(self, i: int) -> Iterable[tuple[int, int]]:
        """The moves out of a hex from which bridges lead that do not serve the side."""
        for j, cost in self.ways.moves[i]:
            there = self.barred[i].get(j, cost)
            if there != BLOCKED:
                yield j, there

    def hexes_beside(self, i: int) -> tuple[int, ...]:
        """The hexes that a move out of a hex may lead to."""
        return tuple(j for _, entered in self.edges(i) for j in entered)


def _terms(piece: Piece, state: GameState, rules: Ruleset) -> _Terms:
    """The terms of a search, worked out once for each kind of mover in a position."""
    zones = zoc_map(state, rules)
    ground = closed_hexes(piece.side, state, rules, piece)
    conditions = _conditions(piece.side, state, rules)
    own = ("movement", f"{piece.id} {hash(ground)} {conditions.mark}")
    of_piece = zones.notes.get(own)
    if isinstance(of_piece, _Terms):
        return of_piece
    columns, mover = columns_of(piece.unit, rules), mover_of(piece.unit, rules)
    kind = ("movement of", "/".join((piece.side, mover, *columns, str(hash(ground)), conditions.mark)))
    terms = zones.notes.get(kind)
    if not isinstance(terms, _Terms):
        ways = ways_of(columns, state, rules)
        zoc, size = zones.against(piece.side), len(rules.board.hexes)
        closed = zones.closed_to(piece.side) | {rules.board.index[ref] for ref in ground}
        barred = _off_the_road(conditions.barred, ways, rules)
        exits = _exits(piece.unit, ways.ticks, rules)
        leaving = {i: int(mps * ways.ticks) for i, mps in conditions.leaving}
        terms = _Terms(ways, zoc, exits, closed, barred, leaving, [_FAR] * size, [None] * size)
    zones.notes[kind] = zones.notes[own] = terms
    return terms


@frozen(eq=False)
class _Conditions:
    """What a state has beside its pieces that the costs of a side's moves depend on: a mark of it, its bridges, and
    MPs to leave hexes.
    """

    mark: str
    barred: Pairs
    leaving: tuple[tuple[int, Fraction], ...]


def _conditions(side: Side, state: GameState, rules: Ruleset) -> _Conditions:
    """The conditions of a state, worked out once for it."""
    notes, key = notes_of(state, rules), ("movement conditions", side)
    known = notes.get(key)
    if isinstance(known, _Conditions):
        return known
    barred = barred_bridges(side, state, rules)
    costs, index = leaving_costs(side, state, rules), rules.board.index
    leaving = tuple((index[ref], cost.mps.value) for ref, cost in costs.items() if ref in index)
    mark = f"{hash(conditions_of(state))} {hash(frozenset(barred.items()))} {hash(leaving)}"
    notes[key] = found = _Conditions(mark, barred, leaving)
    return found


def _off_the_road(barred: Pairs, ways: Ways, rules: Ruleset) -> Mapping[int, Mapping[int, int]]:
    around = rules.board.neighbors
    return {i: {j: ways.overland[6 * i + around[i].index(j)] for j in places} for i, places in barred.items()}


def _exits(unit: Unit, ticks: int, rules: Ruleset) -> tuple[tuple[int, int], ...]:
    known = {NONE, *rules.charts.zoc_costs.kinds}

    def cost(kind: str, into: bool) -> int:
        return int(reckon_zoc_exit(ZocExit(unit, kind, into), rules).value * ticks) if kind in known else 0

    return tuple((cost(kind, False), cost(kind, True)) for kind in KINDS)


def _is_special(rules: Ruleset) -> bool:
    """Whether contributed rules make costs that the compiled board does not know."""
    changed = rules.has_modifiers("movement cost") or rules.has_modifiers("zoc exit cost")
    return changed or rules.has_prohibitions("enter hex")


def _bucket_search(start: int, budget: int, terms: _Terms, hexes: Sequence[Hex]) -> dict[Hex, Fraction]:
    """MPs to every hex in reach, nearest first: one bucket for each number of ticks."""
    known, edges, per_mp = terms.known, terms.edges, terms.ways.ticks
    least = terms.far.copy()
    least[start] = 0
    found: dict[Hex, Fraction] = {}
    buckets: list[list[int]] = [[] for _ in range(budget + 1)]
    buckets[0].append(start)
    for ticks, bucket in enumerate(buckets):
        mps, left = _in_mps(ticks, per_mp), budget - ticks
        for i in bucket:
            if least[i] != ticks:
                continue
            found[hexes[i]] = mps
            for cost, entered in known[i] or edges(i):
                if cost > left:
                    break
                there = ticks + cost
                bucket_there = buckets[there]
                for j in entered:
                    if there < least[j]:
                        least[j] = there
                        bucket_there.append(j)
    return found


def _exact_search(piece: Piece, budget: Fraction, state: GameState, rules: Ruleset) -> dict[Hex, Fraction]:
    """As the bucket search, with every cost asked of the rules: for costs that depend on more than the board."""
    best = {piece.place: ZERO}
    queue = [(ZERO, piece.place)]
    while queue:
        spent, here = heappop(queue)
        if spent > best[here]:
            continue
        for to in rules.board.neighbors_of(here):
            cost = _open_cost(piece, here, to, state, rules)
            there = spent + (cost or ZERO)
            if cost is not None and there <= budget and there < best.get(to, there + 1):
                best[to] = there
                heappush(queue, (there, to))
    return best


def _open_cost(piece: Piece, origin: Hex, to: Hex, state: GameState, rules: Ruleset) -> Fraction | None:
    """MPs from a hex to the next, or None where it is closed to the piece."""
    step = gather_step(piece, origin, to, state, rules)
    is_open = step.ruling.allowed and not step.is_enemy_occupied
    return step.mps if is_open else None


@cache
def _in_mps(ticks: int, per_mp: int) -> Fraction:
    return Fraction(ticks, per_mp)


@frozen(eq=False)
class _Standing:
    """Whether a piece may move regularly in a state, and with how many MPs."""

    may_move: bool
    mps: Fraction


def _standing(piece: Piece, state: GameState, rules: Ruleset) -> _Standing:
    """The standing of a piece, worked out once for a state."""
    notes, key = notes_of(state, rules), ("standing", piece.id)
    known = notes.get(key)
    if isinstance(known, _Standing):
        return known
    facts = gather_move(piece, state, rules, one_hex=False)
    on_map = piece.place in rules.board.index
    standing = _Standing(on_map and rule_on_movement(facts, rules).allowed, facts.left)
    notes[key] = standing
    return standing


def _reach(piece: Piece, state: GameState, rules: Ruleset) -> dict[Hex, Fraction]:
    """MPs to every hex that a piece can reach by regular movement, its own among them; {} if it may not move."""
    standing = _standing(piece, state, rules)
    if not standing.may_move:
        return {}
    if _is_special(rules):
        return _exact_search(piece, standing.mps, state, rules)
    terms = _terms(piece, state, rules)
    budget = int(standing.mps * terms.ways.ticks)
    return _bucket_search(rules.board.index[piece.place], budget, terms, rules.board.hexes)


def _one_hex_moves(piece: Piece, reached: Mapping[Hex, Fraction], state: GameState, rules: Ruleset) -> list[Hex]:
    """Adjacent hexes that a piece can enter for all its MPs, and not for less."""
    hexes = rules.board.hexes
    around = [hexes[j] for j in _terms(piece, state, rules).hexes_beside(rules.board.index[piece.place])]
    orders = ((to, Move((piece.id,), (to,), ONE_HEX)) for to in around if to not in reached)
    return [to for to, order in orders if rule_on_move(order, piece.side, state, rules).allowed]


Moves = tuple[tuple[int, Number], ...]
"""Hexes that may be entered next, by their places on the board, and the ticks."""


def in_ticks(mps: Fraction, per_mp: Number) -> Number:
    """MPs in ticks: a whole number where they are one.

    >>> in_ticks(Fraction(3, 2), 4)
    6
    """
    ticks = mps * per_mp
    return ticks.numerator if ticks.denominator == 1 else ticks


@frozen(eq=False)
class OpenMoves:
    """The moves open to a kind of piece from any hex, whatever MPs it has left; worked out as they are asked for.

    Attributes:
        ticks: how many ticks make one MP.
        watched: the hexes, by their places, that are beside enemy units.
    """

    ticks: int
    watched: frozenset[int]
    _piece: Piece
    _state: GameState
    _rules: Ruleset
    _regular: dict[int, Moves] = field(factory=dict)
    _admin: dict[int, Moves] = field(factory=dict)
    _closed: dict[int, bool] = field(factory=dict)

    def regular(self, i: int) -> Moves:
        """The hexes that regular movement may enter next, by their places, with the ticks."""
        if i not in self._regular:
            self._regular[i] = tuple(_regular_moves(self, self._piece, i, self._state, self._rules))
        return self._regular[i]

    def admin(self, i: int) -> Moves:
        """The hexes that administrative movement may enter next, by their places, with the ticks."""
        if i in self.watched:
            return ()
        if i not in self._admin:
            self._admin[i] = tuple(_admin_moves(self, self._piece, i, self._state, self._rules))
        return self._admin[i]

    def is_closed_to_admin(self, j: int) -> bool:
        """Whether a hex is beside an enemy unit, or the enemy's."""
        if j not in self._closed:
            owner = hex_owner(self._rules.board.hexes[j], self._state, self._rules)
            self._closed[j] = j in self.watched or are_enemies(self._piece.side, owner)
        return self._closed[j]


def open_moves(piece: Piece, state: GameState, rules: Ruleset) -> OpenMoves:
    """The moves open to a piece, worked out once in a state for all pieces of its kind."""
    special = _is_special(rules)
    who = piece.id if special else "/".join((piece.side, mover_of(piece.unit, rules), *columns_of(piece.unit, rules)))
    notes, key = notes_of(state, rules), ("open moves", who)
    known = notes.get(key)
    if isinstance(known, OpenMoves):
        return known
    enemies, around = zoc_map(state, rules).closed_to(piece.side), rules.board.neighbors
    watched = frozenset(j for i in enemies for j in around[i] if j >= 0)
    factor = Fraction(rules.charts.terrain_effects.admin_factor.value)
    notes[key] = found = OpenMoves(ticks_per_mp(rules) * factor.denominator, watched, piece, state, rules)
    return found


def _regular_moves(
    moves: OpenMoves, piece: Piece, i: int, state: GameState, rules: Ruleset
) -> Iterable[tuple[int, Number]]:
    if _is_special(rules):
        return _special_moves(moves, piece, i, state, rules, admin=False)
    terms = _terms(piece, state, rules)
    times = moves.ticks // terms.ways.ticks
    return ((j, ticks * times) for ticks, entered in terms.edges(i) for j in entered)


def _special_moves(
    moves: OpenMoves, piece: Piece, i: int, state: GameState, rules: Ruleset, *, admin: bool
) -> Iterable[tuple[int, Number]]:
    """The moves from a hex, with every cost asked of the rules."""
    hexes = rules.board.hexes
    for j in (j for j in rules.board.neighbors[i] if j >= 0):
        step = gather_step(piece, hexes[i], hexes[j], state, rules, admin=admin)
        if step.ruling.allowed and not step.is_enemy_occupied:
            yield j, in_ticks(step.mps, moves.ticks)


@rule("FoF 6B", "SF 6B")
def _admin_moves(
    moves: OpenMoves, piece: Piece, i: int, state: GameState, rules: Ruleset
) -> Iterable[tuple[int, Number]]:
    if _is_special(rules):
        yield from _special_moves(moves, piece, i, state, rules, admin=True)
        return
    factor = Fraction(rules.charts.terrain_effects.admin_factor.value)
    leaving = leaving_mps(rules.board.hexes[i], piece.side, state, rules) * moves.ticks
    for j, ticks in moves.regular(i):
        if not moves.is_closed_to_admin(j) and _is_admin_ground(piece, i, j, state, rules):
            yield j, in_ticks(factor * (ticks - leaving) + leaving, 1)


def _is_admin_ground(piece: Piece, i: int, j: int, state: GameState, rules: Ruleset) -> bool:
    """Whether administrative movement leads to a hex: over ground that does not bar it, or along a road."""
    board, chart = rules.board, rules.charts.terrain_effects
    origin, to = board.hexes[i], board.hexes[j]
    names = (terrain_at(to, state, rules), *overlays_at(to, state, rules))
    sides = board.sides[i][board.neighbors[i].index(j)]
    into, across = chart.admin_off_road_not_into, chart.admin_off_road_not_across
    if into.isdisjoint(names) and (not sides or across.isdisjoint(sides)):
        return True
    return road_is_open(origin, to, state, rules) and bridge_serves(origin, to, piece.side, state, rules).allowed


@frozen
class Route:
    """A way to a hex: the hexes entered, the MPs it takes, and the mode of the move."""

    path: tuple[Hex, ...]
    mps: Fraction
    mode: str = REGULAR

    def order(self, *units: str) -> Move:
        """The order for units to go this way."""
        return Move(units, self.path, self.mode)


@rule("FoF 6", "SF 6", "FoF 6A", "SF 6A", "FoF 7B1", "SF 7B")
def destinations(piece_id: str, state: GameState, rules: Ruleset) -> dict[Hex, Fraction]:
    """Every hex that a piece can enter by a legal move of its own, and the fewest MPs it takes.

    A hex that only the one-hex move reaches takes all MPs. Overruns are orders of their own and not among them.
    Those of a carried piece are its counter's. Raises UnknownName for an id that no piece has.
    """
    piece = carrier_of(state.piece(piece_id), state)
    found = _reach(piece, state, rules)
    if found:
        beyond = _one_hex_moves(piece, found, state, rules)
        del found[piece.place]
        found.update(dict.fromkeys(beyond, _standing(piece, state, rules).mps))
    return ends_of(piece, found, state, rules)


def ends_of(piece: Piece, found: dict[Hex, Fraction], state: GameState, rules: Ruleset) -> dict[Hex, Fraction]:
    """Those of the hexes that a piece can get to in which a game's own rules let it end a move."""
    if not rules.sources(RULINGS, state):
        return found
    return {ref: mps for ref, mps in found.items() if rule_on_going((piece,), (ref,), state, rules).allowed}


@rule("FoF 6", "SF 6")
def cheapest_path(piece_id: str, to: Hex, state: GameState, rules: Ruleset) -> Route:
    """The way to a hex that takes the fewest MPs. Raises UnknownName if the piece cannot get there.

    The order it gives is legal, and costs what `destinations` says; a counter is ordered, and takes its load along.
    """
    piece = carrier_of(state.piece(piece_id), state)
    rules.board.at(to)
    reached = _reach(piece, state, rules)
    if to in reached and to != piece.place:
        return Route(_way_back(piece, to, reached, state, rules), reached[to])
    if reached and to in _one_hex_moves(piece, reached, state, rules):
        return Route((to,), _standing(piece, state, rules).mps, ONE_HEX)
    raise UnknownName(f"{piece_id} cannot get from {piece.place} to {to} in this phase")


def _way_back(
    piece: Piece, goal: Hex, reached: Mapping[Hex, Fraction], state: GameState, rules: Ruleset
) -> tuple[Hex, ...]:
    """The hexes from a piece to a hex in reach, found from its end: each was entered from one that accounts for it."""
    path = [goal]
    while path[-1] != piece.place:
        here = path[-1]
        before = (ref for ref in rules.board.neighbors_of(here) if ref in reached and ref not in path)
        path.append(
            next(ref for ref in before if _open_cost(piece, ref, here, state, rules) == reached[here] - reached[ref])
        )
    return tuple(reversed(path[:-1]))


def movement_graph(piece_id: str, state: GameState, rules: Ruleset) -> nx.DiGraph[Hex]:
    """The moves that are open to a piece, as a networkx graph for one's own algorithms.

    Nodes are hexes; an edge leads to each adjacent hex that the piece could enter, with `mps` (a fraction) and, where
    all costs are whole ticks, `ticks`; the graph's attribute `ticks` says how many make an MP. MPs left are not looked
    at: use them as a cutoff. The one-hex move is not in it.
    """
    import networkx as nx

    piece, board = carrier_of(state.piece(piece_id), state), rules.board
    graph: nx.DiGraph[Hex] = nx.DiGraph()
    graph.add_nodes_from(board.hexes)
    terms = _terms(piece, state, rules)
    graph.graph["ticks"] = terms.ways.ticks
    if _is_special(rules):
        graph.add_edges_from(_special_edges(piece, state, rules))
        return graph
    for i in range(len(board.hexes)):
        for ticks, entered in terms.edges(i):
            mps = _in_mps(ticks, terms.ways.ticks)
            graph.add_edges_from((board.hexes[i], board.hexes[j], {"ticks": ticks, "mps": mps}) for j in entered)
    return graph


def _special_edges(piece: Piece, state: GameState, rules: Ruleset) -> Iterable[tuple[Hex, Hex, dict[str, Fraction]]]:
    pairs = ((origin, to) for origin in rules.board.hexes for to in rules.board.neighbors_of(origin))
    for origin, to in pairs:
        cost = _open_cost(piece, origin, to, state, rules)
        if cost is not None:
            yield origin, to, {"mps": cost}
