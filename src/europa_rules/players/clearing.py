"""Moves that make room where more units stand than may stack (rule 8A), so that a phase can end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from europa_rules.ground.destinations import cheapest_path, destinations
from europa_rules.ground.moves import Move
from europa_rules.ground.stacking import gather_stack, rule_on_stack
from europa_rules.hexes import Hex
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import GameState


def clearing_move(
    side: Side, state: GameState, rules: Ruleset, shuffled: Callable[[Sequence[Any]], Sequence[Any]] = tuple
) -> Move | None:
    """A move out of a hex in which the side has more than may stack, to one where the piece finds room.

    shuffled: in which order pieces and destinations are tried; as they stand, where nothing is given.
    """
    for place, pieces in sorted(state.occupied().items()):
        own = [piece for piece in pieces if piece.side == side]
        if not own or has_room(place, side, state, rules):
            continue
        for piece in shuffled(own):
            for to in shuffled(sorted(destinations(piece.id, state, rules))):
                if to != place and has_room(to, side, state.moved(piece.id, to), rules):
                    return cheapest_path(piece.id, to, state, rules).order(piece.id)
    return None


def has_room(place: Hex, side: Side, state: GameState, rules: Ruleset) -> bool:
    """Whether a side has no more at a place than may stack there (rule 8A)."""
    return rule_on_stack(gather_stack(place, side, state, rules), rules).allowed
