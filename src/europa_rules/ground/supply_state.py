"""What has been judged of a piece's supply and isolation, and stands until it is judged again (rules 3G, 12B, 12D).

Needs the record of a state; gives which turn out of supply a piece is in, what it draws on, and the situation that
combat, movement and ZOCs read.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from europa_rules.citations import rule
from europa_rules.ground.armor_proportions import TURNS_OUT
from europa_rules.hexes import Hex
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import FactKind, GameState, Piece

ISOLATED = FactKind("isolated", "game", bool)
"""That an item was isolated when it was last judged (subject: a piece or a hex)."""

ISOLATED_FIRST = FactKind("isolated in the initial phase", "player turn", bool)
"""That a piece was isolated when it was judged in the initial phase of this player turn (subject: the piece)."""

CHECKS_OUT = FactKind("checks out of supply", "game", int)
"""How many initial phases in a row a piece has been found out of regular supply (subject: the piece)."""

DRAWS_ON = FactKind("draws on", "player turn", str)
"""The limited or special source on which a piece draws in this player turn, "kind hex" (subject: the piece)."""

SUPPLIES = FactKind("supplies", "game", int)
"""Points, or REs, of supply delivered to a hex that are left there (subject: "side hex number")."""

ARRIVED = FactKind("arrived", "player turn", bool)
"""That a piece came into play in this player turn (subject: the piece)."""

SUPPLY_FACTS: tuple[FactKind[Any], ...] = (ISOLATED, ISOLATED_FIRST, CHECKS_OUT, DRAWS_ON, SUPPLIES, ARRIVED)

ISOLATION = "isolated"
"""Situation of a unit: "yes" where it counts as isolated."""

YES = "yes"


@rule("FoF 12D2", "SF 12D")
def turn_out(checks: int) -> int:
    """The turn out of supply that a unit is in after so many findings in a row: a turn is two player turns.

    >>> [turn_out(checks) for checks in (0, 1, 2, 3, 7)]
    [0, 1, 1, 2, 4]
    """
    return (checks + 1) // 2


@rule("FoF 29", "SF 40")
def out_on_arrival(city: int) -> int:
    """How long a unit that comes into play at a city counts as out of supply: as long as the city.

    city: how long that is, in turns out of supply or in findings in a row; the answer is in the same.

    >>> out_on_arrival(3)
    3
    """
    return city


@rule("FoF 29", "SF 40")
def come_into_play(piece: Piece, state: GameState) -> GameState:
    """The state in which a piece has come into play in its hex: it is out of supply as long as those in the hex are.

    Nobody remembers the supply of a hex without units; there the count begins with the next judgement.
    """
    beside = (other.id for other in state.friends_at(piece.place, piece.side) if other.id != piece.id)
    checks = out_on_arrival(max((state.recall(CHECKS_OUT, other) or 0 for other in beside), default=0))
    state = state.noting(ARRIVED, piece.id, True)
    return state.noting(CHECKS_OUT, piece.id, checks) if checks else state


def turns_out_of(piece_id: str, state: GameState) -> int:
    """The turn out of regular supply that a piece is in, counted on while it draws on a special source; 0 for none."""
    return turn_out(state.recall(CHECKS_OUT, piece_id) or 0)


@rule("FoF 12B", "SF 12B", "SF 12C3")
def turns_of_effect(piece_id: str, state: GameState) -> int:
    """The turn out of supply whose effects a piece has now: none while it draws on some source."""
    return 0 if state.recall(DRAWS_ON, piece_id) is not None else turns_out_of(piece_id, state)


def is_in_supply(piece_id: str, state: GameState) -> bool:
    """Whether a piece is in supply, as last judged."""
    return turns_of_effect(piece_id, state) == 0


@rule("SF 12C", "FoF 12C")
def is_in_regular_supply(piece_id: str, state: GameState) -> bool:
    """Whether a piece is in supply from a source that is not special, as last judged."""
    return turns_out_of(piece_id, state) == 0


def was_judged_isolated(piece_id: str, state: GameState) -> bool:
    """Whether a piece counts as isolated, as last judged."""
    return state.recall(ISOLATED, piece_id) is True


@rule("SF 12D")
def counts_as_isolated(piece_id: str, state: GameState, rules: Ruleset) -> bool:
    """Whether isolation weighs on a piece: by the latest judgement, or by that of the initial phase in one reading."""
    first_counts = rules.reads("12D-isolation-check", "initial")
    return state.recall(ISOLATED_FIRST if first_counts else ISOLATED, piece_id) is True


def supply_situation(piece: Piece, state: GameState, rules: Ruleset) -> Mapping[str, str]:
    """A piece's supply as situations have it: empty for one in supply and not isolated."""
    found: dict[str, str] = {}
    turns = turns_of_effect(piece.id, state)
    if turns:
        found[TURNS_OUT] = str(turns)
    if counts_as_isolated(piece.id, state, rules):
        found[ISOLATION] = YES
    return found


def supplied_hexes(side: Side, state: GameState) -> tuple[Hex, ...]:
    """The hexes in which supply delivered to a side is left."""
    places = (subject.split(" ") for subject in state.all_facts(SUPPLIES))
    return tuple(dict.fromkeys(Hex(place) for owner, place, _ in places if owner == side))


def supplies_at(ref: Hex, state: GameState) -> Mapping[str, int]:
    """Supply delivered to a hex that is left there, by side."""
    found: dict[str, int] = {}
    for subject, points in state.all_facts(SUPPLIES).items():
        side, place, _ = subject.split(" ")
        if place == ref:
            found[side] = found.get(side, 0) + points
    return found
