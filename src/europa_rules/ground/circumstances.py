"""Facts of a situation that only a game's own rules ask for, by name.

Facts objects of several rooms have a mapping `situation` that contributed rules read. On the board it is filled from
the sources of the slot "circumstances": each names a function (hex, side, state, rules) -> such facts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from europa_rules.hexes import Hex
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import GameState, Piece

CIRCUMSTANCES = "circumstances"
"""The slot of the sources."""

Tell = Callable[[Hex, Side, GameState, Ruleset], Mapping[str, str]]


def circumstances(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> Mapping[str, str]:
    """What the game's own rules ask about a side's doings in a hex; empty in a game without such rules."""
    found: dict[str, str] = {}
    for source in rules.sources(CIRCUMSTANCES):
        found.update(cast(Tell, source.value)(ref, side, state, rules))
    return found


"""Facts of a piece that only a game's own rules ask for, by name.

Facts objects of several rooms have a mapping `situation` that contributed rules read. On the board it is filled from
the sources of the slot "piece circumstances": each names a function (piece, state, rules) -> such facts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from europa_rules.ruleset import Ruleset
from europa_rules.state import GameState, Piece

PIECE_CIRCUMSTANCES = "piece circumstances"
"""The slot of the sources."""

Tell = Callable[[Piece, GameState, Ruleset], Mapping[str, str]]


def circumstances_of(piece: Piece, state: GameState, rules: Ruleset) -> Mapping[str, str]:
    """What the game's own rules ask about a piece; empty in a game without such rules."""
    found: dict[str, str] = {}
    for source in rules.sources(PIECE_CIRCUMSTANCES):
        found.update(cast(Tell, source.value)(piece, state, rules))
    return found
