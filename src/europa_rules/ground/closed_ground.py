"""Ground that a game's own rules close to a side: neutral countries, theaters it does not control, and the like.

Each game names such ground as sources of the slot "closed hexes". A source's value is a function (side, state, rules)
-> the hexes that are closed to the side now; its name says why. Where a rule of its own tells more, the value is a
`ClosedGround`: that function, and the rule. Forces of the side neither enter nor attack these hexes of their own will.
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
from europa_rules.state import GameState

CLOSED = "closed hexes"
"""The slot of the sources."""

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


def closed_hexes(side: Side, state: GameState, rules: Ruleset) -> frozenset[Hex]:
    """Every hex that is closed to a side; none in a game that closes none."""
    closed = [_closed_by(source, side, state, rules) for source in rules.sources(CLOSED)]
    return closed[0] if len(closed) == 1 else frozenset().union(*closed)


def rule_on_ground(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether forces of a side may enter or attack a hex, as far as the ground goes; every reason against it."""
    closing = [source for source in rules.sources(CLOSED) if ref in _closed_by(source, side, state, rules)]
    return Ruling.all(_rule_by(source, ref, side, state, rules) for source in closing)


def _rule_by(source: Source, ref: Hex, side: Side, state: GameState, rules: Ruleset) -> Ruling:
    if isinstance(source.value, ClosedGround):
        return source.value.rule_on(ref, side, state, rules)
    return Ruling.refuse(f"{ref}: {source.name}", *source.by)
