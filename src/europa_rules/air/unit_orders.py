"""Orders of air units, and of ground units in the air war, that are worth asking about, kind by kind.

Needs a unit, or a side, and the state; gives orders one after another, as they are asked for. They need not be legal:
whether one is, its ruling says.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from operator import attrgetter

from europa_rules.air.abatement import AbateHarassment
from europa_rules.air.airbases import airbase_hexes, airbase_owner, reckon_capacity_at
from europa_rules.air.airfield_orders import PERMANENT, TEMPORARY, AbandonAirfield
from europa_rules.air.drop_plans import CancelDrop, PlanDrop
from europa_rules.air.facts import DROP_PLAN, FLOWN
from europa_rules.air.flight_orders import FlyOperation
from europa_rules.air.flights import Flight, reckon_range
from europa_rules.air.harassment import hits_against
from europa_rules.air.missions import rule_on_type
from europa_rules.air.position_aa import ArrangePositionAa
from europa_rules.air.precedence import ClaimAirOperation, WaiveAirOperation
from europa_rules.charts.air_missions import ANY_PHASE, Mission
from europa_rules.ground.groups import Group, Make
from europa_rules.ground.unit_orders import pairs
from europa_rules.ground.works import airbase_hits, airfield_capacity, has_temporary_airfield
from europa_rules.hexes import Hex
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import OPERATIVE, AirPiece, GameState, Piece
from europa_rules.units import is_air_droppable, is_position_aa

INITIATING = "initiating"
"""The role of missions that make an operation."""

_FARTHEST = 4
"""No air unit flies farther than so many times its printed movement rating."""


def flights(piece: AirPiece, state: GameState, rules: Ruleset) -> Iterator[FlyOperation]:
    """Operations of an air unit alone: each mission of the phase to every hex in range, also extended and at night.

    Ranges are in multiples of the printed rating; what a mission's own is, and what changes it, the ruling knows.
    """
    missions = missions_to_begin(piece, state, rules) if piece.status == OPERATIVE else ()
    hexes = hexes_in_range(piece, rules) if missions else ()
    for mission in missions:
        ways = product(hexes, ("", ", extended") if mission.extended else ("",), ("", "night"))
        yield from (FlyOperation(ref, (f"{piece.id}: {mission.name}{far}",), night) for ref, far, night in ways)


def hexes_in_range(piece: AirPiece, rules: Ruleset) -> tuple[Hex, ...]:
    """The hexes that an air unit may fly to at most, the nearest first; none from a box."""
    board, reach = rules.board, (piece.unit.rating.movement or 0) * _FARTHEST
    if piece.place not in board.index:
        return ()
    near = ((board.distance(piece.place, ref), ref) for ref in board.hexes)
    return tuple(ref for far, ref in sorted(near) if far <= reach)


def missions_to_begin(piece: AirPiece, state: GameState, rules: Ruleset) -> tuple[Mission, ...]:
    """The missions with which an air unit may begin an operation in the phase, as far as its type goes, by name."""
    is_phasing = piece.side == state.phasing

    def is_fit(mission: Mission) -> bool:
        phases = mission.phasing if is_phasing else mission.non_phasing
        in_phase = mission.role == INITIATING and not {ANY_PHASE, state.moment.phase}.isdisjoint(phases)
        return in_phase and rule_on_type(Flight(piece.unit.rating, mission), mission, rules).allowed

    missions = rules.charts.air_missions.missions.values()
    return tuple(mission for mission in sorted(missions, key=attrgetter("name")) if is_fit(mission))


def operation_groups(side: Side, state: GameState, rules: Ruleset) -> Iterator[Group]:
    """The air units that may fly a mission of the phase to a hex with anybody in it together, mission by mission.

    The group's order lets all of them fly the mission; escorts and others that join in are named by their own missions.
    """
    own = (piece for piece in state.air.values() if piece.side == side and piece.status == OPERATIVE)
    able: dict[Mission, list[AirPiece]] = {}
    for piece in (piece for piece in own if not state.recall(FLOWN, piece.id)):
        for mission in missions_to_begin(piece, state, rules):
            able.setdefault(mission, []).append(piece)
    everybody = {*(p.place for p in state.pieces.values()), *(a.place for a in state.air.values())}
    places = everybody & set(rules.board.index)
    for mission, target in product(sorted(able, key=attrgetter("name")), sorted(places)):
        units = tuple(piece.id for piece in able[mission] if _is_in_range(piece, mission, target, rules))
        if units:
            yield Group("fly", target, units, mission.name, make=_operation(target, mission.name))


def _is_in_range(piece: AirPiece, mission: Mission, target: Hex, rules: Ruleset) -> bool:
    """Whether a hex is in an air unit's range; from a box that is for the ruling to say."""
    reach = reckon_range(Flight(piece.unit.rating, mission), rules).value
    return piece.place not in rules.board.index or rules.board.distance(piece.place, target) <= reach


def _operation(target: Hex, mission: str) -> Make:
    return lambda units: FlyOperation(target, tuple(f"{unit}: {mission}" for unit in units))


def claims(side: Side, state: GameState, rules: Ruleset) -> Iterator[ClaimAirOperation]:
    """The word of a side that it wishes to fly."""
    yield ClaimAirOperation()


def waivers(side: Side, state: GameState, rules: Ruleset) -> Iterator[WaiveAirOperation]:
    """The word of a side that it wishes to fly no longer."""
    yield WaiveAirOperation()


def airfields_to_abandon(side: Side, state: GameState, rules: Ruleset) -> Iterator[AbandonAirfield]:
    """The airfields of a side whose airbases have no capacity left."""
    for ref in airbase_hexes(state, rules):
        is_hit = airbase_hits(ref, state) and airbase_owner(ref, state, rules) == side
        if is_hit and not reckon_capacity_at(ref, state, rules).value:
            if airfield_capacity(ref, state, rules):
                yield AbandonAirfield(ref, PERMANENT)
            if has_temporary_airfield(ref, state):
                yield AbandonAirfield(ref, TEMPORARY)


def drops(piece: Piece, state: GameState, rules: Ruleset) -> Iterator[PlanDrop]:
    """A drop or landing of an air-droppable unit in every hex, the nearest first."""
    if is_air_droppable(piece.unit, rules.types) and state.recall(DROP_PLAN, piece.id) is None:
        yield from (PlanDrop(piece.id, ref) for ref in _by_distance(piece.place, rules))


def _by_distance(place: Hex, rules: Ruleset) -> tuple[Hex, ...]:
    board = rules.board
    if place not in board.index:
        return board.hexes
    return tuple(sorted(board.hexes, key=lambda ref: (board.distance(place, ref), ref)))


def cancellations(piece: Piece, state: GameState, rules: Ruleset) -> Iterator[CancelDrop]:
    """The drop or landing that is planned for a unit, called off."""
    if state.recall(DROP_PLAN, piece.id) is not None:
        yield CancelDrop(piece.id)


def arrangements(piece: Piece, state: GameState, rules: Ruleset) -> Iterator[ArrangePositionAa]:
    """For a counter of position AA: each way to make two of it, and to make one of it and another in its hex."""
    if is_position_aa(piece.unit, rules.types):
        for points in pairs(piece.unit.points):
            yield ArrangePositionAa((piece.id,), tuple(map(str, points)))
        for other in state.friends_at(piece.place, piece.side):
            if other.id != piece.id and is_position_aa(other.unit, rules.types):
                yield ArrangePositionAa((piece.id, other.id), (str(piece.unit.points + other.unit.points),))


def abatements(piece: Piece, state: GameState, rules: Ruleset) -> Iterator[AbateHarassment]:
    """Fire of an AA unit against the harassment of its hex."""
    if piece.unit.aa and piece.place in rules.board.index and hits_against(piece.place, piece.side, state, rules):
        yield AbateHarassment((piece.id,), piece.place)
