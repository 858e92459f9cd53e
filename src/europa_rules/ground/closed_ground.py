"""Ground that a game's own rules close to a side: neutral countries, theaters it does not control, and the like.

Each game names such ground as sources of the slot "closed hexes". A source's value is a function (side, state, rules)
-> the hexes that are closed to the side now; its name says why. Where a rule of its own tells more, the value is a
`ClosedGround`: that function, and the rule. Forces of the side neither enter nor attack these hexes of their own will.
The slot "hexes closed to a unit" is for ground that only some units keep out of.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from attrs import frozen

from europa_rules.contributions import Source
from europa_rules.hexes import Hex
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import GameState, Piece

CLOSED = "closed hexes"
"""The slot of the sources."""

CLOSED_TO_UNIT = "hexes closed to a unit"
"""The slot of the sources for single units: each names a function (piece, state, rules) -> hexes."""

ClosedToUnit = Callable[[Piece, GameState, Ruleset], frozenset[Hex]]
Closed = Callable[[Side, GameState, Ruleset], frozenset[Hex]]


@frozen
class ClosedGround:
    """Ground that a rule closes to a side.

    Attributes:
        hexes: (side, state, rules) -> the hexes, for searches.
        rule_on: (hex, side, state, rules) -> the ruling on one of them.
    """

    hexes: Closed
    rule_on: Callable[[Hex, Side, GameState, Ruleset], Ruling]


def _closed_by(source: Source, side: Side, state: GameState, rules: Ruleset) -> frozenset[Hex]:
    closed = source.value.hexes if isinstance(source.value, ClosedGround) else cast(Closed, source.value)
    return closed(side, state, rules)


def closed_hexes(side: Side, state: GameState, rules: Ruleset, piece: Piece | None = None) -> frozenset[Hex]:
    """Every hex that is closed to a side, or to a piece of it; none in a game that closes none."""
    of_side = [_closed_by(source, side, state, rules) for source in rules.sources(CLOSED)]
    found = [hexes for hexes in (*of_side, *_closed_to(piece, state, rules)) if hexes]
    return found[0] if len(found) == 1 else frozenset().union(*found)


def _closed_to(piece: Piece | None, state: GameState, rules: Ruleset) -> tuple[frozenset[Hex], ...]:
    sources = rules.sources(CLOSED_TO_UNIT) if piece is not None else ()
    return tuple(cast(ClosedToUnit, source.value)(piece, state, rules) for source in sources if piece is not None)


def rule_on_entry(ref: Hex, piece: Piece, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a piece may enter or attack a hex of its own will, as far as the ground goes; every reason against it."""
    return rule_on_ground(ref, piece.side, state, rules) & rule_on_own_entry(ref, piece, state, rules)


def rule_on_own_entry(ref: Hex, piece: Piece, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a hex is open to a piece, as far as it is closed to single units and not to its side."""
    return Ruling.all(
        Ruling.refuse(f"{piece.id} does not go to {ref}: {source.name}", *source.by)
        for source in rules.sources(CLOSED_TO_UNIT)
        if ref in cast(ClosedToUnit, source.value)(piece, state, rules)
    )


def rule_on_ground(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether forces of a side may enter or attack a hex, as far as the ground goes; every reason against it."""
    closing = [source for source in rules.sources(CLOSED) if ref in _closed_by(source, side, state, rules)]
    return Ruling.all(_rule_by(source, ref, side, state, rules) for source in closing)


def _rule_by(source: Source, ref: Hex, side: Side, state: GameState, rules: Ruleset) -> Ruling:
    if isinstance(source.value, ClosedGround):
        return source.value.rule_on(ref, side, state, rules)
    return Ruling.refuse(f"{ref}: {source.name}", *source.by)
