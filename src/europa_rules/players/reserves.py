"""What a sensible player does with units far from the enemy: the strongest of them ride toward him by rail."""

from __future__ import annotations

from collections.abc import Iterator

from europa_rules.game import Game
from europa_rules.ground.occupants import units_on_map
from europa_rules.ground.rail import RailMove
from europa_rules.ground.travel import rail_destinations
from europa_rules.players.plans import Outlook, is_safe
from europa_rules.sides import Side
from europa_rules.state import Piece

FAR, MOST_RIDES = 10, 12
"""How many hexes from the enemy a unit is a reserve, and how many rides are thought of in a step."""

BEHIND = 2
"""A reserve stops so many hexes before the enemy."""


def rides(side: Side, game: Game) -> Iterator[RailMove]:
    """Rides of reserves, the strongest first, to where they are nearest to the enemy without standing before him."""
    view = Outlook.of(side, game.state, game.rules)
    reserves = [p for p in units_on_map(side, game.state, game.rules) if view.away.get(p.place, 0) > FAR]
    for piece in sorted(reserves, key=_by_strength)[:MOST_RIDES]:
        ride = _ride_of(piece.id, view, game) if piece.id in game.state.pieces else None
        if ride is not None:
            yield ride


def _by_strength(piece: Piece) -> tuple[int, str]:
    rating = piece.unit.rating
    return (-int(rating.attack + rating.defense) if rating is not None else 0), piece.id


def _ride_of(piece_id: str, view: Outlook, game: Game) -> RailMove | None:
    """The ride of a unit to the best place that its lines reach, if it brings the unit nearer."""
    piece, far = game.state.pieces[piece_id], view.away
    ways = rail_destinations(piece_id, game.state, game.rules)
    nearer = sorted((far[ref], ref) for ref in ways if BEHIND <= far.get(ref, 0) < far[piece.place])
    best = next((ref for _, ref in nearer if is_safe(piece, ref, game.state, game.rules)), None)
    return RailMove((piece_id,), ways[best]) if best is not None else None
