"""Who occupies a hex (rules 3A, 4A): units do; counters that stand for points are no units and occupy nothing.

Needs the state of the game; gives the units among counters, those of a hex, and those of a side.
"""

from __future__ import annotations

from collections.abc import Iterable

from europa_rules.hexes import Hex
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import GameState, Piece
from europa_rules.units import is_marker


def units_among(pieces: Iterable[Piece], rules: Ruleset) -> tuple[Piece, ...]:
    """Those of these counters that are units.

    >>> from europa_rules import load, parse_position
    >>> rules = load("sf")
    >>> state = parse_position("16A:1506 ge 7-6 Inf XX 1, ge RP 2 | Jul I 44, Axis movement", rules)
    >>> [piece.id for piece in units_among(state.pieces.values(), rules)]
    ['ge 1 Inf XX']
    """
    return tuple(piece for piece in pieces if not is_marker(piece.unit, rules.types))


def enemy_units_at(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> tuple[Piece, ...]:
    """The enemy units of a side in a hex."""
    return units_among(state.enemies_at(ref, side), rules)


def friendly_units_at(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> tuple[Piece, ...]:
    """The units of a side in a hex."""
    return units_among(state.friends_at(ref, side), rules)


def units_of(side: Side, state: GameState, rules: Ruleset) -> tuple[Piece, ...]:
    """The units of a side, wherever they are."""
    return units_among((piece for piece in state.pieces.values() if piece.side == side), rules)


def units_on_map(side: Side, state: GameState, rules: Ruleset) -> tuple[Piece, ...]:
    """The units of a side in hexes of the map."""
    return tuple(piece for piece in units_of(side, state, rules) if piece.place in rules.board.index)
