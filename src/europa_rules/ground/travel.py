"""Where a unit can go by all its means together: on foot, by administrative movement and by rail (rules 6, 6B, 7A).

Needs a piece and the state; gives every hex that it can still reach in the phase, the fewest MPs, and the orders that
take it there. What may be combined with what, and what each step costs, are the rules of the rooms for each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from heapq import heappop, heappush
from math import lcm

from attrs import evolve, field, frozen

from europa_rules.citations import rule
from europa_rules.errors import UnknownName, unknown
from europa_rules.ground.admin_movement import ADMIN
from europa_rules.ground.closed_ground import rule_on_own_entry
from europa_rules.ground.destinations import OpenMoves, destinations, ends_of, in_ticks, open_moves
from europa_rules.ground.facts import BESIDE_ENEMY, LOW_VOLUME_USED, MOVED_BY, RAIL_RIDDEN
from europa_rules.ground.leaving import leaving_costs
from europa_rules.ground.movement import ONE_HEX, OVERRUN, RAIL, REGULAR, rule_on_movement
from europa_rules.ground.movement_counters import carrier_of, with_load
from europa_rules.ground.movement_phases import is_movement_phase
from europa_rules.ground.moves import Move, gather_move, is_beside_enemy, mps_left
from europa_rules.ground.rail import (
    RailMove,
    charged_on,
    gather_rail,
    hexes_with_yard,
    rail_mps_left,
    reckon_count,
    rule_on_mover,
)
from europa_rules.ground.rail_capacity import capacity_left, nets_of
from europa_rules.ground.rail_lines import (
    FERRY,
    LOW,
    RailHex,
    gather_rail_hex,
    rail_hexes_of,
    rule_on_rail_hex,
    usable_links,
)
from europa_rules.ground.rail_rides import (
    MODES,
    OPERATIONAL,
    STRATEGIC,
    RailFacts,
    Ride,
    hexes_per_mp,
    loses_fractions,
    reckon_ride,
    reckon_strategic_hexes,
    rule_on_rail,
)
from europa_rules.hexes import Hex
from europa_rules.numbers import ZERO, Number
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.state import GameState, Piece

FRESH, MARCHED, ADMINISTERED = "", REGULAR, ADMIN
"""What a unit has done: nothing but ride far from the enemy, moved regularly (or ridden beside him), or moved by
administrative movement. From the first it may go on any way; from the others no longer the other's."""

Node = tuple[int, str, int]
"""Where a unit is in the search: the place of its hex, what it has done, and rail hexes begun of an MP."""


@frozen
class Leg:
    """A part of a journey that one order makes.

    Attributes:
        mode: "regular", "admin", "one-hex", "rail" or "strategic".
        path: the hexes entered.
    """

    mode: str
    path: tuple[Hex, ...]

    def order(self, *units: str) -> Move | RailMove:
        """The order for units to go this way."""
        if self.mode in (RAIL, STRATEGIC):
            return RailMove(units, self.path, STRATEGIC if self.mode == STRATEGIC else OPERATIONAL)
        return Move(units, self.path, self.mode)


@frozen
class Journey:
    """A way by several means: its legs in order, and the MPs it takes."""

    legs: tuple[Leg, ...]
    mps: Fraction

    def orders(self, *units: str) -> tuple[Move | RailMove, ...]:
        """The orders for units to go this way, to be given one after another."""
        return tuple(leg.order(*units) for leg in self.legs)


# --- the rails as a piece finds them ---------------------------------------------------------------------------------


@frozen(eq=False, slots=False)
class _Rails:
    """What of the rails is open to a piece and its load: hexes, links, and nets with capacity for them.

    Attributes:
        piece: the piece that rides, or the counter that carries the others.
        going: all that ride.
        low: whether the ride may use low-volume lines; where it may, nets are judged by what it then counts.
    """

    piece: Piece
    going: tuple[Piece, ...]
    low: bool
    state: GameState
    rules: Ruleset
    open_hexes: dict[int, bool] = field(factory=dict)
    _fits: dict[tuple[str, bool], bool] = field(factory=dict)
    _links: dict[int, tuple[int, ...]] = field(factory=dict)

    @cached_property
    def nets(self) -> Mapping[Hex, str]:
        """The net of each hex."""
        return nets_of(self.piece.side, self.state, self.rules)

    @cached_property
    def each_net(self) -> bool:
        """Whether a low-volume line doubles what a unit counts on its own net only."""
        return self.rules.reads("7A3-low-volume-nets", "that-net")

    def is_open(self, i: int) -> bool:
        """Whether the piece may enter and leave a hex by rail."""
        if i not in self.open_hexes:
            self.open_hexes[i] = self._opens(i)
        return self.open_hexes[i]

    def _opens(self, i: int) -> bool:
        ref, side = self.rules.board.hexes[i], self.piece.side
        there = self._gather(ref)
        if not rule_on_rail_hex(there, self.rules).allowed:
            return False
        if not self.rules.has_prohibitions("rail"):
            return True
        on_line = ref in hexes_with_yard(side, self.state, self.rules)
        facts = RailFacts(self.piece.unit, self.state.moment.phase, hexes=(there,), traces_to_yard=on_line, side=side)
        return self.rules.forbid("rail", facts).allowed

    def _gather(self, ref: Hex) -> RailHex:
        """What the board says about a hex; where none of those that ride stands, gathered once for their whole side."""
        state, rules = self.state, self.rules
        if any(piece.place == ref for piece in self.going):
            return gather_rail_hex(ref, None, self.piece.side, (piece.id for piece in self.going), state, rules)
        there = self.rail_hexes.get(ref)
        if there is None:
            there = self.rail_hexes[ref] = gather_rail_hex(ref, None, self.piece.side, (), state, rules)
        own = Ruling.all(rule_on_own_entry(ref, piece, state, rules) for piece in self.going)
        return there if own.allowed else evolve(there, ground=there.ground & own)

    @cached_property
    def rail_hexes(self) -> dict[Hex, RailHex]:
        """What the board says about hexes, for any piece of the side that is not there."""
        return rail_hexes_of(self.piece.side, self.state, self.rules)

    def links(self, i: int) -> tuple[int, ...]:
        """The hexes to which the piece may ride from a hex."""
        if i not in self._links:
            self._links[i] = tuple(self._rideable(i)) if self.is_open(i) else ()
        return self._links[i]

    def _rideable(self, i: int) -> Iterator[int]:
        hexes = self.rules.board.hexes
        for j, kind in usable_links(i, self.piece.side, self.state, self.rules):
            if self._has_room(hexes[i], hexes[j], kind in (LOW, FERRY)) and self.is_open(j):
                yield j

    def _has_room(self, a: Hex, b: Hex, is_low: bool) -> bool:
        if is_low and not self.low:
            return False
        double = is_low if self.each_net else self.low
        refs = [ref for ref in (a, b) if self.rules.board.has_land(ref)]
        return all(self.fits(self.nets.get(ref, ""), double) for ref in refs)

    def fits(self, net: str, double: bool) -> bool:
        """Whether the capacity of a net has room for what rides."""
        if (net, double) not in self._fits:
            needs = sum((self._needs(piece, net, double) for piece in self.going), ZERO)
            self._fits[net, double] = not needs or (
                bool(net) and needs <= capacity_left(net, self.piece.side, self.state, self.rules)
            )
        return self._fits[net, double]

    def _needs(self, piece: Piece, net: str, double: bool) -> Fraction:
        counted = charged_on(piece.id, self.state).get(net, ZERO)
        return max(reckon_count(piece, double, self.state, self.rules).value - counted, ZERO)

    def may_double(self) -> bool:
        """Whether a low-volume line may be used at all, for what has been counted already."""
        charged = {net for piece in self.going for net in charged_on(piece.id, self.state)}
        late = [p for p in self.going if charged_on(p.id, self.state) and not self.state.recall(LOW_VOLUME_USED, p.id)]
        if late and self.rules.reads("7A3-late-low-volume", "refused"):
            return False
        return self.each_net or all(self.fits(net, True) for net in charged)


# --- the search ------------------------------------------------------------------------------------------------------


@frozen(eq=False)
class _Step:
    """How a node was reached: from which, and by which mode."""

    before: Node
    mode: str


@frozen(eq=False)
class _Found:
    """What a search has found: the fewest ticks to each node, and how it was reached."""

    ticks: int
    cost: Mapping[Node, Number]
    steps: Mapping[Node, _Step]

    def mps(self, node: Node) -> Fraction:
        """MPs that a node takes."""
        return Fraction(self.cost[node]) / self.ticks


Edge = tuple[Node, Number, str]


@frozen(eq=False)
class _Search:
    """A search of everywhere that a piece can go.

    Attributes:
        moves: its moves over land.
        rails: the rails, or None where it may not ride.
        on_foot: whether it may move regularly. by_admin: whether by administrative movement.
        ticks: how many make one MP; budget: those it has left.
        rate: rail hexes for an MP.
        start: where it is, and what it has done.
        whole: whether a part of an MP that is left over as it gets off is lost.
        fare_from: ticks to leave a hex by rail, where contributed rules make them differ; else None.
        leaving: ticks that leaving a hex by rail costs beside the fare, where it costs anything.
    """

    moves: OpenMoves
    rails: _Rails | None
    on_foot: bool
    by_admin: bool
    ticks: int
    budget: Number
    rate: int
    start: Node
    whole: bool
    fare_from: Callable[[int, int], Number] | None
    leaving: Mapping[int, Number]

    def run(self) -> _Found:
        """Everywhere in reach, nearest first."""
        cost: dict[Node, Number] = {self.start: 0}
        steps: dict[Node, _Step] = {}
        queue: list[tuple[Number, Node]] = [(0, self.start)]
        while queue:
            spent, node = heappop(queue)
            if spent > cost[node]:
                continue
            for there, ticks, mode in self._edges(node):
                total = spent + ticks
                if total <= self.budget and (there not in cost or total < cost[there]):
                    cost[there], steps[there] = total, _Step(node, mode)
                    heappush(queue, (total, there))
        return _Found(self.ticks, cost, steps)

    def _edges(self, node: Node) -> Iterator[Edge]:
        i, done, _ = node
        times = self.ticks // self.moves.ticks
        if self.on_foot and done != ADMINISTERED:
            for j, ticks in self.moves.regular(i):
                yield (j, MARCHED, 0), ticks * times, REGULAR
        if self.by_admin and done != MARCHED:
            for j, ticks in self.moves.admin(i):
                yield (j, ADMINISTERED, 0), ticks * times, ADMIN
        if self.rails is not None:
            yield from self._rides(node, self.rails)

    def _rides(self, node: Node, rails: _Rails) -> Iterator[Edge]:
        i, done, ridden = node
        links = rails.links(i)
        if not links:
            return
        ticks = self._fare(i, ridden) + self.leaving.get(i, 0)
        begun = (ridden + 1) % self.rate if self.whole else 0
        for j in links:
            is_watched = j in self.moves.watched
            if done == ADMINISTERED and is_watched:
                continue
            yield (j, MARCHED if done == FRESH and is_watched else done, begun), ticks, RAIL

    def _fare(self, i: int, ridden: int) -> Number:
        """Ticks of the next rail hex."""
        if self.fare_from is not None:
            return self.fare_from(i, ridden)
        if self.whole:
            return 0 if ridden else self.ticks
        return self.ticks // self.rate


def _fares(piece: Piece, ticks: int, state: GameState, rules: Ruleset) -> Callable[[int, int], Number] | None:
    """Ticks to leave a hex by rail, where contributed rules make them differ."""
    if not rules.has_modifiers("rail cost"):
        return None
    situation = gather_move(piece, state, rules).situation

    def fare(i: int, ridden: int) -> Number:
        ride = Ride(piece.unit, 1, ridden, rules.board.hexes[i], situation=situation)
        return in_ticks(reckon_ride(ride, rules).value, ticks)

    return fare


def _start(piece: Piece, state: GameState, rules: Ruleset) -> Node:
    moved_by = state.recall(MOVED_BY, piece.id) or ""
    watched = is_beside_enemy(piece.place, piece.side, state, rules) or state.recall(BESIDE_ENEMY, piece.id) is True
    done = {REGULAR: MARCHED, OVERRUN: MARCHED, ADMIN: ADMINISTERED}.get(moved_by, MARCHED if watched else FRESH)
    ridden = state.recall(RAIL_RIDDEN, piece.id) or 0
    return rules.board.index[piece.place], done, ridden % _rate_of(piece, rules) if loses_fractions(rules) else 0


def _rate_of(piece: Piece, rules: Ruleset) -> int:
    return hexes_per_mp(piece.unit, rules).value


def _may_ride(piece: Piece, state: GameState, rules: Ruleset, *, strategic: bool = False) -> bool:
    """Whether the piece may ride at all, whatever the way."""
    order = RailMove((piece.id,), (piece.place,), STRATEGIC if strategic else OPERATIONAL)
    facts = evolve(gather_rail(piece, order, (), state, rules), on_rail=True, ends_on_rail=True, traces_to_yard=True)
    allowed = rule_on_rail(evolve(facts, beside_enemy=False), rules) & rule_on_mover(piece, state, rules)
    return allowed.allowed


def _searches(piece: Piece, state: GameState, rules: Ruleset) -> Iterator[_Found]:
    """The searches for a piece: one without low-volume lines, and one in which it counts for them."""
    facts = gather_move(piece, state, rules, one_hex=False)
    on_foot, by_admin = (rule_on_movement(evolve(facts, is_admin=a), rules).allowed for a in (False, True))
    by_admin = by_admin and is_movement_phase(state.moment.phase, rules)
    riding = _may_ride(piece, state, rules)
    going = tuple(state.piece(i) for i in with_load((piece.id,), state))
    left = rail_mps_left(piece, state, rules) if riding else mps_left(piece.id, state, rules)
    moves, rate = open_moves(piece, state, rules), _rate_of(piece, rules)
    ticks, start, whole = lcm(moves.ticks, rate), _start(piece, state, rules), loses_fractions(rules)
    fares = _fares(piece, ticks, state, rules)
    left_by_rail = {i: in_ticks(mps, ticks) for i, mps in _leaving_by_rail(piece, OPERATIONAL, state, rules).items()}
    for found in _both_rails(piece, going, state, rules) if riding else (None,):
        yield _Search(
            moves, found, on_foot, by_admin, ticks, in_ticks(left, ticks), rate, start, whole, fares, left_by_rail
        ).run()


def _leaving_by_rail(piece: Piece, mode: str, state: GameState, rules: Ruleset) -> dict[int, Fraction]:
    """MPs to leave hexes by operational rail beside the fare, or hexes of strategic rail movement lost there."""
    costs, index = leaving_costs(piece.side, state, rules), rules.board.index
    rail_only = piece.unit.is_rail_only
    return {
        index[ref]: cost.strategic_hexes.value if mode == STRATEGIC else cost.by_rail(rail_only).value
        for ref, cost in costs.items()
        if ref in index
    }


def _both_rails(piece: Piece, going: tuple[Piece, ...], state: GameState, rules: Ruleset) -> Iterator[_Rails]:
    """The rails without low-volume lines, and with them where they may be used."""
    high = _Rails(piece, going, False, state, rules)
    yield high
    low = _Rails(piece, going, True, state, rules, high.open_hexes)
    if low.may_double():
        yield low


# --- what tools ask --------------------------------------------------------------------------------------------------


@rule("FoF 6", "FoF 6B", "FoF 7A2", "SF 6", "SF 6B", "SF 7A1")
def travel(piece_id: str, state: GameState, rules: Ruleset) -> dict[Hex, Fraction]:
    """Every hex that a piece can still reach in this phase by orders one after another, and the fewest MPs it takes.

    Regular and administrative movement and rides are combined as far as the rules let them be. Hexes are judged as they
    are owned now: those that the piece would take on its way, it does not ride through. Overruns and strategic rail
    movement are not among them. Raises UnknownName for an id that no piece has.
    """
    piece = carrier_of(state.piece(piece_id), state)
    if piece.place not in rules.board.index:
        return {}
    hexes, found = rules.board.hexes, dict[Hex, Fraction]()
    for search in _searches(piece, state, rules):
        for node, ticks in search.cost.items():
            ref, mps = hexes[node[0]], Fraction(ticks) / search.ticks
            if ref not in found or mps < found[ref]:
                found[ref] = mps
    found = {ref: mps for ref, mps in found.items() if ref != piece.place and rules.board.has_land(ref)}
    found = ends_of(piece, found, state, rules)
    for ref, mps in destinations(piece.id, state, rules).items():
        found.setdefault(ref, mps)
    return found


@rule("FoF 6", "FoF 6B", "FoF 7A2", "SF 6", "SF 6B", "SF 7A1")
def cheapest_journey(piece_id: str, to: Hex, state: GameState, rules: Ruleset) -> Journey:
    """The journey to a hex that takes the fewest MPs. Raises UnknownName if the piece cannot get there.

    Its orders are legal one after another, and cost what `travel` says.
    """
    piece = carrier_of(state.piece(piece_id), state)
    rules.board.at(to)
    best: tuple[Fraction, _Found, Node] | None = None
    for search in _searches(piece, state, rules) if piece.place in rules.board.index else ():
        nodes = [(search.mps(node), node) for node in search.cost if rules.board.hexes[node[0]] == to]
        if nodes and to != piece.place and (best is None or min(nodes)[0] < best[0]):
            best = (min(nodes)[0], search, min(nodes)[1])
    if best is not None:
        return Journey(_legs(best[1], best[2], rules), best[0])
    if to in destinations(piece.id, state, rules):
        return Journey((Leg(ONE_HEX, (to,)),), mps_left(piece.id, state, rules))
    raise UnknownName(f"{piece_id} cannot get from {piece.place} to {to} in this phase")


@rule("FoF 6B", "SF 6B")
def admin_ways(piece_id: str, state: GameState, rules: Ruleset) -> dict[Hex, Leg]:
    """The cheapest way by administrative movement alone to every hex that a piece can so reach and end in.

    Raises UnknownName for an id that no piece has.
    """
    piece = carrier_of(state.piece(piece_id), state)
    found: dict[Hex, Leg] = {}
    for search in _searches(piece, state, rules) if piece.place in rules.board.index else ():
        for node in search.cost:
            legs = _legs(search, node, rules) if node[1] == ADMINISTERED else ()
            if len(legs) == 1 and legs[0].mode == ADMIN:
                found.setdefault(rules.board.hexes[node[0]], legs[0])
    open_to = ends_of(piece, dict.fromkeys(found, ZERO), state, rules)
    return {ref: leg for ref, leg in found.items() if ref in open_to}


def _legs(found: _Found, goal: Node, rules: Ruleset) -> tuple[Leg, ...]:
    """The legs to a node: a new one where the mode changes."""
    way: list[tuple[Hex, _Step]] = []
    node = goal
    while node in found.steps:
        way.append((rules.board.hexes[node[0]], found.steps[node]))
        node = found.steps[node].before
    legs: list[Leg] = []
    for ref, step in reversed(way):
        if legs and legs[-1].mode == step.mode:
            legs[-1] = Leg(step.mode, (*legs[-1].path, ref))
        else:
            legs.append(Leg(step.mode, (ref,)))
    return tuple(legs)


# --- one ride ---------------------------------------------------------------------------------------------------------


def _by_hexes(rails: _Rails, start: int, most: Fraction, leaving: Mapping[int, Fraction]) -> dict[int, tuple[int, int]]:
    """The hexes within so many rail hexes of one ride: place -> (rail hexes, the place before).

    leaving: rail hexes that leaving a hex costs as well.
    """
    found: dict[int, tuple[int, int]] = {}
    queue: list[tuple[Fraction, int, int, int]] = [(ZERO, 0, start, start)]
    while queue:
        cost, hexes, i, before = heappop(queue)
        if i in found:
            continue
        found[i] = (hexes, before)
        there = cost + 1 + leaving.get(i, ZERO)
        if there <= most:
            for j in rails.links(i):
                if j not in found:
                    heappush(queue, (there, hexes + 1, j, i))
    return found


def _rides(piece: Piece, mode: str, state: GameState, rules: Ruleset) -> Iterator[dict[int, tuple[int, int]]]:
    strategic = mode == STRATEGIC
    if piece.place not in rules.board.index or not _may_ride(piece, state, rules, strategic=strategic):
        return
    going = tuple(state.piece(i) for i in with_load((piece.id,), state))
    facts = gather_move(piece, state, rules)
    most, rate = rail_mps_left(piece, state, rules) * _rate_of(piece, rules), _rate_of(piece, rules)
    if strategic:
        ride = Ride(piece.unit, leaves=piece.place, strategic=True, situation=facts.situation)
        most, rate = reckon_strategic_hexes(ride, rules).value, 1
    leaving = {i: cost * rate for i, cost in _leaving_by_rail(piece, mode, state, rules).items()}
    for rails in _both_rails(piece, going, state, rules):
        yield _by_hexes(rails, rules.board.index[piece.place], most, leaving)


@rule("FoF 7A2", "SF 7A1", "SF 7A2")
def rail_destinations(
    piece_id: str, state: GameState, rules: Ruleset, mode: str = OPERATIONAL
) -> dict[Hex, tuple[Hex, ...]]:
    """Every hex that a piece can reach by one ride, and the way there with the fewest rail hexes.

    mode: "operational" or "strategic". Capacity, ownership, breaks and ZOCs are looked at. Raises UnknownName for an id
    that no piece has, and for another mode.
    """
    if mode not in MODES:
        raise unknown("mode of rail movement", mode, MODES)
    piece = carrier_of(state.piece(piece_id), state)
    hexes, found = rules.board.hexes, dict[Hex, tuple[Hex, ...]]()
    for reached in _rides(piece, mode, state, rules):
        for i in reached:
            way = _way(reached, i, hexes)
            shorter = hexes[i] not in found or len(way) < len(found[hexes[i]])
            if way and shorter and rules.board.has_land(hexes[i]):
                found[hexes[i]] = way
    return found


def _way(reached: Mapping[int, tuple[int, int]], i: int, hexes: tuple[Hex, ...]) -> tuple[Hex, ...]:
    way: list[Hex] = []
    while reached[i][0]:
        way.append(hexes[i])
        i = reached[i][1]
    return tuple(reversed(way))
