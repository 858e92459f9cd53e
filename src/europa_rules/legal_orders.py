"""Orders that may be given: every order of a single unit that is worth asking about, and the groups that may form.

Needs a side, the state, and if one likes a unit or a kind of order; gives orders one after another, as they are asked
for. They need not be legal: whether one is, its ruling says. Of kinds that take several units together (an attack, an
overrun) the units that stand ready for each target are told as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product
from operator import attrgetter
from typing import Any

import attrs
from attrs import frozen

from europa_rules.air.flight_orders import FlyOperation
from europa_rules.air.flights import Flight
from europa_rules.air.missions import rule_on_type
from europa_rules.charts.air_missions import ANY_PHASE, Mission
from europa_rules.errors import unknown
from europa_rules.ground.attacks import Attack
from europa_rules.ground.destinations import cheapest_path, destinations
from europa_rules.ground.occupants import enemy_units_at
from europa_rules.ground.overruns import Overrun
from europa_rules.ground.rail import RailMove
from europa_rules.ground.rail_capacity import net_at
from europa_rules.ground.rail_rides import MODES as RAIL_MODES
from europa_rules.ground.travel import admin_ways, rail_destinations
from europa_rules.hexes import Hex
from europa_rules.orders import OrderKind
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import OPERATIVE, AirPiece, GameState, Piece

WORDS: dict[str, tuple[str, ...]] = {
    "work": ("fort", "permanent_airfield", "temporary_airfield", "augmentation", "port_rebuild"),
    "what": ("airbase", "port", "rail_line", "bridge"),
    "airfield": ("permanent", "temporary"),
    "pace": ("", "quick", "normal"),
    "into": ("supported", "headquarters"),
}
"""What texts of orders may say, by the name of their field."""

ACTORS = ("unit", "keeps", "carrier", "counter", "units")
"""Fields that name the unit which an order is about."""

BESIDE = ("across",)
"""Fields that name a hex beside the unit."""

Actor = Piece | AirPiece
INITIATING = "initiating"
"""The role of missions that make an operation."""

_Enumerate = Callable[[Piece, GameState, Ruleset], Iterator[Any]]


# --- ground units ----------------------------------------------------------------------------------------------------


def _moves(piece: Piece, state: GameState, rules: Ruleset) -> Iterator[Any]:
    """A cheapest move to each hex in reach, regular or of one hex, and by administrative movement."""
    for to in destinations(piece.id, state, rules):
        yield cheapest_path(piece.id, to, state, rules).order(piece.id)
    for leg in admin_ways(piece.id, state, rules).values():
        yield leg.order(piece.id)


def _rides(piece: Piece, state: GameState, rules: Ruleset) -> Iterator[RailMove]:
    for mode in RAIL_MODES:
        for way in rail_destinations(piece.id, state, rules, mode).values():
            yield RailMove((piece.id,), way, mode)


def _targets(piece: Piece, state: GameState, rules: Ruleset) -> Iterator[Hex]:
    """The hexes with enemies that a piece is in or beside."""
    if piece.place in rules.board.index:
        around = (piece.place, *rules.board.neighbors_of(piece.place))
        yield from (ref for ref in around if enemy_units_at(ref, piece.side, state, rules))


def _attacks(piece: Piece, state: GameState, rules: Ruleset) -> Iterator[Attack]:
    yield from (Attack((piece.id,), ref) for ref in _targets(piece, state, rules))


def _overruns(piece: Piece, state: GameState, rules: Ruleset) -> Iterator[Overrun]:
    yield from (Overrun((piece.id,), ref) for ref in _targets(piece, state, rules) if ref != piece.place)


GROUND: Mapping[str, _Enumerate] = {"move": _moves, "rail move": _rides, "attack": _attacks, "overrun": _overruns}
"""Kinds of order of ground units that need a way or a target, by name."""


# --- air units -------------------------------------------------------------------------------------------------------


def _flights(piece: AirPiece, state: GameState, rules: Ruleset) -> Iterator[FlyOperation]:
    """Operations of an air unit alone: each mission of the phase to every hex in range, also extended and at night.

    Ranges are in multiples of the printed rating; what a mission's own is, and what changes it, the ruling knows.
    """
    board = rules.board
    if piece.place not in board.index or piece.status != OPERATIVE:
        return
    reach = (piece.unit.rating.movement or 0) * _FARTHEST
    hexes = [ref for ref in board.hexes if board.distance(piece.place, ref) <= reach]
    hexes.sort(key=lambda ref: (board.distance(piece.place, ref), ref))
    for mission in missions_to_begin(piece, state, rules):
        ways = product(hexes, ("", ", extended") if mission.extended else ("",), ("", "night"))
        yield from (FlyOperation(ref, (f"{piece.id}: {mission.name}{far}",), night) for ref, far, night in ways)


def missions_to_begin(piece: AirPiece, state: GameState, rules: Ruleset) -> tuple[Mission, ...]:
    """The missions with which an air unit may begin an operation in the phase, as far as its type goes, by name."""
    is_phasing = piece.side == state.phasing

    def is_fit(mission: Mission) -> bool:
        phases = mission.phasing if is_phasing else mission.non_phasing
        in_phase = mission.role == INITIATING and not {ANY_PHASE, state.moment.phase}.isdisjoint(phases)
        return in_phase and rule_on_type(Flight(piece.unit.rating, mission), mission, rules).allowed

    missions = rules.charts.air_missions.missions.values()
    return tuple(mission for mission in sorted(missions, key=attrgetter("name")) if is_fit(mission))


_FARTHEST = 4
"""No air unit flies farther than so many times its printed movement rating."""


# --- any kind --------------------------------------------------------------------------------------------------------


def _values(field: attrs.Attribute[Any], actor: Actor, state: GameState, rules: Ruleset) -> Iterable[Any]:
    """What a field of an order about one unit may hold."""
    board, about = rules.board, str(field.type)
    if field.name in ACTORS:
        return ((actor.id,),) if "tuple[" in about else (actor.id,)
    if field.name in WORDS:
        return WORDS[field.name]
    if field.name in BESIDE:
        beside = board.neighbors_of(actor.place) if actor.place in board.index else ()
        return (*beside, *(() if field.default is attrs.NOTHING else (field.default,)))
    if about.endswith("Hex"):
        return (actor.place, *board.hexes) if field.default is attrs.NOTHING else (field.default, actor.place)
    if field.name == "net":
        return (net_at(actor.place, actor.side, state, rules),) if actor.place in board.index else ()
    if about in ("int", str(int)):
        return range(1, 7)
    return () if field.default is attrs.NOTHING else (field.default,)


def _filled(kind: OrderKind, actor: Actor, state: GameState, rules: Ruleset) -> Iterator[Any]:
    """Orders of a kind about one unit, field by field."""
    fields = attrs.fields(kind.type)
    if any(field.name in ACTORS for field in fields):
        for values in product(*(_values(field, actor, state, rules) for field in fields)):
            yield kind.type(**{field.name: value for field, value in zip(fields, values, strict=True)})


def _flies(kind: OrderKind) -> bool:
    """Whether a kind of order is about air units."""
    return "air unit" in kind.name or "naval patrol" in kind.name


def _of_actor(kind: OrderKind, actor: Actor, state: GameState, rules: Ruleset) -> Iterator[Any]:
    if isinstance(actor, AirPiece):
        if kind.name == "fly":
            return _flights(actor, state, rules)
        return _filled(kind, actor, state, rules) if _flies(kind) else iter(())
    if kind.name in GROUND:
        return GROUND[kind.name](actor, state, rules)
    return iter(()) if kind.name == "fly" or _flies(kind) else _filled(kind, actor, state, rules)


def _actors(side: Side, unit: str, state: GameState) -> Iterator[Actor]:
    if unit:
        known: Mapping[str, Actor] = {**state.pieces, **state.air}
        if unit not in known:
            raise unknown("unit", unit, known)
        yield known[unit]
        return
    yield from (piece for piece in state.pieces.values() if piece.side == side)
    yield from (piece for piece in state.air.values() if piece.side == side)


def _names(order: Any, unit: str) -> bool:
    """Whether an order names a unit."""
    values = attrs.asdict(order, recurse=False).values()
    return any(value == unit or (isinstance(value, tuple) and unit in value) for value in values)


def orders_to_ask_about(
    kinds: Iterable[OrderKind], side: Side, unit: str, state: GameState, rules: Ruleset
) -> Iterator[Any]:
    """Orders of these kinds that a side may wish to give, each about one unit; lazily, and not all of them legal.

    unit: the id of a piece or an air unit; "" for all of the side's. Raises UnknownName for an id that nobody has.
    """
    for kind in kinds:
        if kind.candidates is not None:
            yield from (order for order in kind.candidates(side, state, rules) if not unit or _names(order, unit))
            continue
        for actor in _actors(side, unit, state):
            yield from _of_actor(kind, actor, state, rules)


# --- groups ----------------------------------------------------------------------------------------------------------


@frozen
class Group:
    """Units that stand ready to act together against a hex; which of them may, the ruling on the order says.

    Attributes:
        kind: the kind of order, "attack" or "overrun".
        target: the hex.
        units: the ids of those in it or beside it; for an overrun those in one hex.
    """

    kind: str
    target: Hex
    units: tuple[str, ...]

    def order(self, *units: str) -> Attack | Overrun:
        """The order for some of them, or for all where none is named."""
        chosen = units or self.units
        return Attack(chosen, self.target) if self.kind == "attack" else Overrun(chosen, self.target)


def groups(kind: str, side: Side, state: GameState, rules: Ruleset) -> Iterator[Group]:
    """The groups that may form for a kind of order, target by target. Raises UnknownName for a kind without groups."""
    if kind not in ("attack", "overrun"):
        raise unknown("kind of order for groups", kind, ("attack", "overrun"))
    found: dict[tuple[Hex, Hex | None], list[str]] = {}
    for piece in state.pieces.values():
        for ref in _targets(piece, state, rules) if piece.side == side else ():
            if kind == "attack" or ref != piece.place:
                found.setdefault((ref, None if kind == "attack" else piece.place), []).append(piece.id)
    for (target, _), units in sorted(found.items(), key=lambda item: (item[0][0], item[0][1] or "")):
        yield Group(kind, target, tuple(units))
