"""Orders drawn at random: one of a kind, whether it is legal or not; the ruling tells.

A kind that needs a way, a group or a flight has a drawer of its own. Of any other kind, also those of plugins, an order
is drawn from those that the kind names for the side or for one of its units; of a few of them the first that is legal.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any

import attrs
from attrs import frozen

from europa_rules.air.facts import FLOWN, FLYING
from europa_rules.air.flight_orders import FlyOperation
from europa_rules.air.flights import Flight, reckon_range
from europa_rules.air.unit_orders import missions_to_begin
from europa_rules.campaign.deployment import Deploy, waiting
from europa_rules.campaign.postings import LISTED, Listing, gather_deployment, rule_on_deployment, scenario_of
from europa_rules.charts.air_missions import Mission
from europa_rules.errors import EuropaError, PluginError
from europa_rules.ground.attacks import Attack
from europa_rules.ground.destinations import cheapest_path, destinations
from europa_rules.ground.moves import Move
from europa_rules.ground.overruns import Overrun
from europa_rules.ground.rail import RailMove
from europa_rules.ground.travel import rail_destinations
from europa_rules.hexes import Hex
from europa_rules.legal_orders import orders_about
from europa_rules.orders import OrderKind
from europa_rules.players.clearing import has_room
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import OPERATIVE, AirPiece, GameState, Piece


@frozen
class Table:
    """What an order is drawn from: chance, whose order it is, the situation and the rules."""

    chance: random.Random
    side: Side
    state: GameState
    rules: Ruleset

    def piece(self) -> Piece | None:
        """One of the side's pieces."""
        own = sorted(piece.id for piece in self.state.pieces.values() if piece.side == self.side)
        return self.state.piece(self.chance.choice(own)) if own else None

    def some(self, ids: list[str]) -> tuple[str, ...]:
        """Some of these, one at least, in their order."""
        chosen = set(self.chance.sample(ids, self.chance.randint(1, len(ids))))
        return tuple(i for i in ids if i in chosen)

    def around(self, place: Hex) -> tuple[Hex, ...]:
        """The hexes around a place; none around a box."""
        return self.rules.board.neighbors_of(place) if place in self.rules.board.index else ()


CHOICES, MOST_HEXES = 8, 40
"""Of so many orders that a kind names the first legal one is taken; in so many hexes a unit is thought to deploy."""

Draw = Callable[[Table], Any]
"""An order drawn, or None where there is nothing to draw from."""


def draw_move(table: Table) -> Move | None:
    """A move of a piece to one of its destinations, rather one where it finds room; at times with others beside it."""
    piece = table.piece()
    if piece is None:
        return None
    reached = sorted(destinations(piece.id, table.state, table.rules))
    if not reached:
        return None
    table.chance.shuffle(reached)
    to = next((ref for ref in reached[:5] if _finds_room(piece, ref, table)), reached[0])
    order = cheapest_path(piece.id, to, table.state, table.rules).order(piece.id)
    beside = [p.id for p in table.state.friends_at(piece.place, table.side) if p.id != piece.id]
    if beside and table.chance.randrange(5) == 0:
        return attrs.evolve(order, units=(piece.id, table.chance.choice(beside)))
    return order


def _finds_room(piece: Piece, ref: Hex, table: Table) -> bool:
    return has_room(ref, piece.side, table.state.moved(piece.id, ref), table.rules)


def draw_rail_move(table: Table) -> RailMove | None:
    """A ride of a piece to one of the hexes that it may reach by rail."""
    piece = table.piece()
    if piece is None:
        return None
    mode = table.chance.choice(("operational", "strategic"))
    reached = rail_destinations(piece.id, table.state, table.rules, mode)
    return RailMove((piece.id,), reached[table.chance.choice(sorted(reached))], mode) if reached else None


def _front(table: Table) -> tuple[Hex, list[Piece]] | None:
    """A hex with enemies, and the side's pieces around it."""
    fronts: dict[Hex, list[Piece]] = {}
    for place, pieces in sorted(table.state.occupied().items()):
        own = [piece for piece in pieces if piece.side == table.side]
        for ref in table.around(place) if own else ():
            if table.state.enemies_at(ref, table.side):
                fronts.setdefault(ref, []).extend(own)
    if not fronts:
        return None
    target = table.chance.choice(sorted(fronts))
    return target, fronts[target]


def draw_attack(table: Table) -> Attack | None:
    """An attack on a hex by some of the pieces around it, at times by all."""
    front = _front(table)
    if front is None:
        return None
    target, pieces = front
    ids = [piece.id for piece in pieces]
    return Attack(tuple(ids) if table.chance.randrange(2) else table.some(ids), target)


def draw_overrun(table: Table) -> Overrun | None:
    """An overrun of a hex by some of the pieces in one hex beside it."""
    front = _front(table)
    if front is None:
        return None
    target, pieces = front
    start = table.chance.choice(sorted({piece.place for piece in pieces}))
    return Overrun(table.some([piece.id for piece in pieces if piece.place == start]), target)


HOMEWARD = ("transfer", "cap", "transport")
"""The families of missions that are flown to places of one's own side; the others go to the enemy's."""


def draw_operation(table: Table) -> FlyOperation | None:
    """An air operation of a mission of the phase to a place in range, at times of three air units or by night."""
    ready = [i for i, air in sorted(table.state.air.items()) if air.side == table.side and _is_ready(air, table.state)]
    lead = table.state.air[table.chance.choice(ready)] if ready else None
    missions = missions_to_begin(lead, table.state, table.rules) if lead else ()
    if lead is None or not missions:
        return None
    mission = table.chance.choice(missions)
    targets = _places_in_range(lead, mission, table)
    if not targets:
        return None
    target = table.chance.choice(targets)
    near = sorted((i for i in ready if i != lead.id), key=lambda i: (_away(table.state.air[i].place, target, table), i))
    flights = [f"{lead.id}: {mission.name}{table.chance.choice(('', '', '', ', extended'))}"]
    for unit in table.chance.sample(near[:8], min(len(near[:8]), table.chance.choice((0, 0, 1, 2)))):
        flights.append(f"{unit}: {table.chance.choice((mission, table.chance.choice(missions))).name}")
    return FlyOperation(target, tuple(flights), table.chance.choice(("", "", "", "night")))


def _is_ready(air: AirPiece, state: GameState) -> bool:
    return air.status == OPERATIVE and state.recall(FLOWN, air.id) is None and state.recall(FLYING, air.id) is None


def _places_in_range(air: AirPiece, mission: Mission, table: Table) -> list[Hex]:
    """The hexes with pieces or air units of the side that a mission is flown to, in its range."""
    own = mission.family in HOMEWARD
    pieces: tuple[Piece | AirPiece, ...] = (*table.state.pieces.values(), *table.state.air.values())
    places = {piece.place for piece in pieces if (piece.side == table.side) == own}
    reach = reckon_range(Flight(air.unit.rating, mission), table.rules).value
    return sorted(place for place in places if _away(air.place, place, table) <= reach)


def _away(place: Hex, target: Hex, table: Table) -> int:
    board = table.rules.board
    return board.distance(place, target) if place in board.index and target in board.index else len(board.index)


def draw_deployment(table: Table) -> Deploy | None:
    """A unit that waits to be deployed, or one that stands on the map already, in a hex where it may stand."""
    own = [piece for piece in waiting(table.state) if piece.side == table.side]
    piece = table.chance.choice(own) if own else table.piece()
    if piece is None or scenario_of(table.state, table.rules) is None:
        return None
    listing = table.state.recall(LISTED, piece.id) or Listing()
    hexes = list(listing.hexes) or table.chance.sample(table.rules.board.hexes, MOST_HEXES)
    fits = (ref for ref in hexes if rule_on_deployment(gather_deployment(piece, ref, table.state, table.rules)).allowed)
    return Deploy((piece.id,), next(fits, hexes[0]))


DRAWERS: dict[str, Draw] = {
    "move": draw_move,
    "rail move": draw_rail_move,
    "attack": draw_attack,
    "overrun": draw_overrun,
    "fly": draw_operation,
    "deploy": draw_deployment,
}
"""The kinds with a drawer of their own, by the name of the kind."""


def draw_order(kind: OrderKind, table: Table) -> Any:
    """An order of a kind, or None where there is nothing to draw it from; it need not be legal."""
    if kind.name in DRAWERS:
        return DRAWERS[kind.name](table)
    found = _drawn(_named(kind, table), table)
    return _one_of(found, kind, table) if found else None


def _named(kind: OrderKind, table: Table) -> Iterable[Any]:
    """The orders that a kind names for the side; where it names none, those about one of its units."""
    if kind.candidates is not None:
        yield from kind.candidates(table.side, table.state, table.rules)
    known: tuple[Piece | AirPiece, ...] = (*table.state.pieces.values(), *table.state.air.values())
    own = sorted((piece.id, piece) for piece in known if piece.side == table.side) if kind.candidates is None else []
    table.chance.shuffle(own)
    about = (orders_about(kind, piece, table.state, table.rules) for _, piece in own)
    yield from next((orders for orders in map(tuple, about) if orders), ())


def _drawn(orders: Iterable[Any], table: Table) -> list[Any]:
    """Some of these, by chance."""
    known = tuple(orders)
    return table.chance.sample(known, min(CHOICES, len(known)))


def _one_of(orders: list[Any], kind: OrderKind, table: Table) -> Any:
    """The first legal one of these, or just the first."""
    return next((order for order in orders if _is_legal(order, kind, table)), orders[0])


def _is_legal(order: Any, kind: OrderKind, table: Table) -> bool:
    try:
        return kind.rule_on(order, table.side, table.state, table.rules).allowed
    except PluginError:
        raise
    except EuropaError:
        return False
