"""Facts of a hex, a piece or the whole game that only a game's own rules ask for, by name.

Facts objects of several rooms have a mapping `situation` that contributed rules read. On the board it is filled from
the sources of three slots, each of which names a function that gives such facts: "game circumstances" of what holds
everywhere, "circumstances" of a side's doings in a hex, "piece circumstances" of one piece.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from europa_rules.ground.supply_state import supply_situation
from europa_rules.hexes import Hex
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import GameState, Piece

GAME_CIRCUMSTANCES = "game circumstances"
"""The slot of the sources that tell what holds everywhere: each names a function (state, rules) -> such facts.

Only facts of this kind decide, beside the land, which hexes ZOCs reach.
"""

CIRCUMSTANCES = "circumstances"
"""The slot of the sources that tell of a hex: each names a function (hex, side, state, rules) -> such facts."""

PIECE_CIRCUMSTANCES = "piece circumstances"
"""The slot of the sources that tell of one piece: each names a function (piece, state, rules) -> such facts.

What they tell rests on the piece, the moment, and what is remembered of the piece or of no piece at all: only where one
of these is new are they asked again.
"""

TellOfGame = Callable[[GameState, Ruleset], Mapping[str, str]]
Tell = Callable[[Hex, Side, GameState, Ruleset], Mapping[str, str]]
TellOfPiece = Callable[[Piece, GameState, Ruleset], Mapping[str, str]]


def game_circumstances(state: GameState, rules: Ruleset) -> dict[str, str]:
    """What the game's own rules ask about the whole game; empty in a game without such rules."""
    found: dict[str, str] = {}
    for source in rules.sources(GAME_CIRCUMSTANCES):
        found.update(cast(TellOfGame, source.value)(state, rules))
    return found


def circumstances(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> Mapping[str, str]:
    """What the game's own rules ask about the game, and about a side's doings in a hex."""
    found = game_circumstances(state, rules)
    for source in rules.sources(CIRCUMSTANCES):
        found.update(cast(Tell, source.value)(ref, side, state, rules))
    return found


def circumstances_of(piece: Piece, state: GameState, rules: Ruleset) -> Mapping[str, str]:
    """What is to be known of a piece: its supply as judged, and what the game's own rules ask of it and the game."""
    found = {**game_circumstances(state, rules), **supply_situation(piece, state, rules)}
    for source in rules.sources(PIECE_CIRCUMSTANCES):
        found.update(cast(TellOfPiece, source.value)(piece, state, rules))
    return found
