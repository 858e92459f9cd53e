"""Orders of ground units that are worth asking about: those of each kind that a unit, or a side, may wish to give.

Needs a piece, or a side, and the state; gives orders one after another, as they are asked for. They need not be legal:
whether one is, its ruling says. Cheap looks leave out what cannot be: counters that are none, hexes without a bridge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, combinations, product

from europa_rules.charts.breakdowns import ANY, Breakdown
from europa_rules.charts.construction import BUILD, DEMOLISH, REPAIR
from europa_rules.ground.attacks import Attack
from europa_rules.ground.breakdowns import WAYS, Assemble, BreakDown, breakdown_of, makings, part, waiting
from europa_rules.ground.bridge_demolition import DemolishBridge
from europa_rules.ground.bridge_seizure import SeizeBridge
from europa_rules.ground.bridges import is_bridge
from europa_rules.ground.construction import BRIDGE, MAJOR_BRIDGE, NORMAL, QUICK, Builder, may_do
from europa_rules.ground.construction_sites import DEMOLITIONS, REPAIRS, Build, Demolish, Repair, WorkOrder
from europa_rules.ground.destinations import cheapest_path, destinations
from europa_rules.ground.movement_counters import LoadUnits, kind_of_counter
from europa_rules.ground.moves import Move
from europa_rules.ground.occupants import enemy_units_at
from europa_rules.ground.overruns import Overrun
from europa_rules.ground.rail import RailMove
from europa_rules.ground.rail_capacity import BuildRailCapacity, RaiseRailCapacity, net_at
from europa_rules.ground.rail_rides import MODES
from europa_rules.ground.resources import Carry, Rearrange, Scrap, is_resource_point, points_of
from europa_rules.ground.terrain import is_bridge_down
from europa_rules.ground.travel import admin_ways, rail_destinations
from europa_rules.hexes import Hex
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import GameState, Piece
from europa_rules.units import is_commando

# --- moving and fighting ---------------------------------------------------------------------------------------------


def moves(piece: Piece, state: GameState, rules: Ruleset) -> Iterator[Move | RailMove]:
    """A cheapest move to each hex in reach, regular or of one hex, and by administrative movement."""
    for to in destinations(piece.id, state, rules):
        yield cheapest_path(piece.id, to, state, rules).order(piece.id)
    for leg in admin_ways(piece.id, state, rules).values():
        yield leg.order(piece.id)


def rides(piece: Piece, state: GameState, rules: Ruleset) -> Iterator[RailMove]:
    """A ride to each rail hex in reach, operational and strategic."""
    for mode in MODES:
        for way in rail_destinations(piece.id, state, rules, mode).values():
            yield RailMove((piece.id,), way, mode)


def targets(piece: Piece, state: GameState, rules: Ruleset) -> Iterator[Hex]:
    """The hexes with enemies that a piece is in or beside."""
    yield from (ref for ref in (piece.place, *_around(piece, rules)) if enemy_units_at(ref, piece.side, state, rules))


def attacks(piece: Piece, state: GameState, rules: Ruleset) -> Iterator[Attack]:
    """An attack on each hex with enemies that a piece is in or beside."""
    yield from (Attack((piece.id,), ref) for ref in targets(piece, state, rules))


def overruns(piece: Piece, state: GameState, rules: Ruleset) -> Iterator[Overrun]:
    """An overrun of each hex with enemies beside a piece."""
    yield from (Overrun((piece.id,), ref) for ref in targets(piece, state, rules) if ref != piece.place)


def _around(piece: Piece, rules: Ruleset) -> tuple[Hex, ...]:
    return rules.board.neighbors_of(piece.place) if piece.place in rules.board.index else ()


def _beside(piece: Piece, state: GameState) -> tuple[Piece, ...]:
    """The other pieces of the side in a piece's place."""
    return tuple(other for other in state.friends_at(piece.place, piece.side) if other.id != piece.id)


# --- work ------------------------------------------------------------------------------------------------------------


def buildings(piece: Piece, state: GameState, rules: Ruleset) -> Iterator[WorkOrder]:
    """What a piece may build, alone or with another in its hex."""
    for work in _works(piece, BUILD, rules):
        yield from (Build(who, work, pace) for who, pace in _ways_to_work(piece, work, state, rules))


def repairs(piece: Piece, state: GameState, rules: Ruleset) -> Iterator[WorkOrder]:
    """What a piece may repair, alone or with another in its hex, bridges around it among that."""
    names = {work: what for what, work in REPAIRS.items()}
    for work in _works(piece, REPAIR, rules):
        if work not in names:
            continue
        yield from (Repair(who, names[work], pace) for who, pace in _ways_to_work(piece, work, state, rules))
    for ref in _around(piece, rules):
        if is_bridge_down(piece.place, ref, state) or is_bridge(piece.place, ref, rules):
            work = MAJOR_BRIDGE if "major_river" in rules.board.hexside(piece.place, ref) else BRIDGE
            ways = _ways_to_work(piece, work, state, rules) if work in _works(piece, REPAIR, rules) else ()
            yield from (Repair(who, "bridge", pace, ref) for who, pace in ways)


def demolitions(piece: Piece, state: GameState, rules: Ruleset) -> Iterator[WorkOrder]:
    """What a piece may demolish in its hex."""
    names = {work: what for what, work in DEMOLITIONS.items()}
    for work in _works(piece, DEMOLISH, rules):
        yield from (
            Demolish(who, names.get(work, work), pace) for who, pace in _ways_to_work(piece, work, state, rules)
        )


def _works(piece: Piece, kind: str, rules: Ruleset) -> tuple[str, ...]:
    """The pieces of work of a kind, by name, that a piece may do as far as its type goes."""
    if piece.place not in rules.board.index:
        return ()
    builder, works = Builder(piece.unit, piece.id), rules.charts.construction.works
    return tuple(name for name, row in works.items() if row.kind == kind and may_do(builder, row, rules))


def _ways_to_work(piece: Piece, work: str, state: GameState, rules: Ruleset) -> Iterator[tuple[tuple[str, ...], str]]:
    """Who works and at which pace: a piece alone; where work may be quick also with another, or with civilians."""
    row = rules.charts.construction[work]
    yield (piece.id,), ""
    if row.quick:
        yield from product([(piece.id,)], (QUICK, NORMAL))
        helpers = (other for other in _beside(piece, state) if may_do(Builder(other.unit, other.id), row, rules))
        yield from (((piece.id, other.id), "") for other in helpers)


def bridge_demolitions(piece: Piece, state: GameState, rules: Ruleset) -> Iterator[DemolishBridge]:
    """The demolition of each bridge around a piece."""
    around = (ref for ref in _around(piece, rules) if is_bridge(piece.place, ref, rules))
    yield from (DemolishBridge((piece.id,), ref) for ref in around if not is_bridge_down(piece.place, ref, state))


def bridge_seizures(piece: Piece, state: GameState, rules: Ruleset) -> Iterator[SeizeBridge]:
    """The seizure of each bridge around a commando."""
    around = _around(piece, rules) if is_commando(piece.unit, rules.types) else ()
    yield from (SeizeBridge(piece.id, ref) for ref in around if is_bridge(piece.place, ref, rules))


# --- counters, points and components ---------------------------------------------------------------------------------


def loads(piece: Piece, state: GameState, rules: Ruleset) -> Iterator[LoadUnits]:
    """For a counter that carries units: each unit in its hex, and each two."""
    beside = [other.id for other in _beside(piece, state)] if kind_of_counter(piece.unit, rules) is not None else []
    yield from (LoadUnits(piece.id, units) for n in (1, 2) for units in combinations(beside, n))


def carryings(piece: Piece, state: GameState, rules: Ruleset) -> Iterator[Carry]:
    """Each counter of resource points in the hex of a unit."""
    if not is_resource_point(piece):
        yield from (Carry(piece.id, (other.id,)) for other in _beside(piece, state) if is_resource_point(other))


def rearrangements(piece: Piece, state: GameState, rules: Ruleset) -> Iterator[Rearrange]:
    """For a counter of resource points: each way to make two of it, and to make one of it and another in its hex."""
    if is_resource_point(piece):
        for points in pairs(points_of(piece)):
            yield Rearrange((piece.id,), tuple(map(str, points)))
        for other in filter(is_resource_point, _beside(piece, state)):
            yield Rearrange((piece.id, other.id), (str(points_of(piece) + points_of(other)),))


def pairs(whole: int) -> tuple[tuple[int, int], ...]:
    """The ways to make two of a number.

    >>> pairs(4)
    ((1, 3), (2, 2))
    """
    return tuple((part, whole - part) for part in range(1, whole // 2 + 1))


def scrappings(piece: Piece, state: GameState, rules: Ruleset) -> Iterator[Scrap]:
    """The elimination of a counter of resource points."""
    if is_resource_point(piece):
        yield Scrap((piece.id,))


def breakings(piece: Piece, state: GameState, rules: Ruleset) -> Iterator[BreakDown]:
    """Both ways to break a unit down that the chart has components of."""
    if breakdown_of(piece.unit, rules) is not None:
        yield from (BreakDown(piece.id, into) for into in WAYS)


def assemblies(side: Side, state: GameState, rules: Ruleset) -> Iterator[Assemble]:
    """The components of each unit of a side that is broken down, and units in one hex that make one of the chart."""
    whole = [broken for broken in waiting(state).values() if broken.piece.side == side]
    yield from (Assemble(tuple(broken.components)) for broken in whole if state.pieces.keys() >= set(broken.components))
    rows = [row for row in rules.charts.breakdowns.rows.values() if row.counters == ANY]
    for place in sorted({piece.place for piece in state.pieces.values() if piece.side == side}) if rows else ():
        yield from _assemblies_in(state.friends_at(place, side), rows, rules)


def _assemblies_in(pieces: Iterable[Piece], rows: Iterable[Breakdown], rules: Ruleset) -> Iterator[Assemble]:
    """The units in one place that make up a unit of these rows."""
    kinds: dict[tuple[object, ...], list[str]] = {}
    for piece in pieces:
        kinds.setdefault(part(piece.unit, rules), []).append(piece.id)
    for made in (made for row in rows for made in makings(row, rules)):
        chosen = product(*(combinations(kinds.get(kind, ()), n) for kind, n in made.items()))
        yield from (Assemble(tuple(chain.from_iterable(units))) for units in chosen)


# --- rail capacity ---------------------------------------------------------------------------------------------------


def capacity_raises(side: Side, state: GameState, rules: Ruleset) -> Iterator[RaiseRailCapacity]:
    """A raise of each rail net where a side has resource points, by each number of points that it has there."""
    yield from (RaiseRailCapacity(net, n) for net, points in _points_on_nets(side, state, rules) for n in points)


def capacity_buildings(side: Side, state: GameState, rules: Ruleset) -> Iterator[BuildRailCapacity]:
    """Capacity built up for each rail net where a side has resource points, by each number of points it has there."""
    yield from (BuildRailCapacity(net, n) for net, points in _points_on_nets(side, state, rules) for n in points)


def _points_on_nets(side: Side, state: GameState, rules: Ruleset) -> Iterator[tuple[str, range]]:
    """Rail nets, and the numbers of resource points that a side may spend on each."""
    found: dict[str, int] = {}
    for piece in filter(is_resource_point, state.pieces.values()):
        net = net_at(piece.place, side, state, rules) if piece.side == side else ""
        found[net] = found.get(net, 0) + points_of(piece)
    yield from ((net, range(1, points + 1)) for net, points in sorted(found.items()) if net)
