"""What a sensible player does with his bombers: they support the attacks that are not good enough without them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from europa_rules.air.facts import FLOWN
from europa_rules.air.flight_orders import FlyOperation
from europa_rules.air.flights import Flight, reckon_range
from europa_rules.air.unit_orders import missions_to_begin
from europa_rules.game import Game
from europa_rules.hexes import Hex
from europa_rules.numbers import ONE, Number
from europa_rules.players.plans import PLENTY, targets
from europa_rules.sides import Side
from europa_rules.state import OPERATIVE, AirPiece

MISSION = "ground_support"
MOST_OPERATIONS, TOGETHER = 6, 2
"""How many attacks are supported in a step, and by how many air units each."""


def support(side: Side, game: Game) -> Iterator[FlyOperation]:
    """Ground support of attacks, those first that need it least, by the strongest bombers in range."""
    bombers = sorted(_bombers(side, game), key=lambda found: (-(found[0].unit.rating.tactical or 0), found[0].id))
    wanting = sorted((ratio, ref) for ratio, ref in targets(side, game) if ratio * PLENTY > ONE) if bombers else []
    for _, target in wanting[:MOST_OPERATIONS]:
        near = (air.id for air, reach in bombers if _may_fly(air.id, target, reach, game))
        flights = tuple(f"{air}: {MISSION}" for air in islice(near, TOGETHER))
        if flights:
            yield FlyOperation(target, flights)


def _bombers(side: Side, game: Game) -> Iterator[tuple[AirPiece, Number]]:
    """The air units of a side that may fly ground support now, with their ranges (hexes)."""
    for air in game.state.air.values():
        if air.side == side and air.status == OPERATIVE and air.unit.rating.tactical:
            for mission in missions_to_begin(air, game.state, game.rules):
                if mission.name == MISSION:
                    yield air, reckon_range(Flight(air.unit.rating, mission), game.rules).value


def _may_fly(air_id: str, target: Hex, reach: Number, game: Game) -> bool:
    """Whether an air unit has not flown yet, and is in range of a hex."""
    board, place = game.rules.board, game.state.air_piece(air_id).place
    is_free = game.state.recall(FLOWN, air_id) is None and place in board.index
    return is_free and board.distance(place, target) <= reach
