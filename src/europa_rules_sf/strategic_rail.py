"""Strategic rail movement and combat (SF 7A2): a unit that used it does not attack in the same turn."""

from __future__ import annotations

from collections.abc import Mapping

from europa_rules.contributions import Prohibition, Source
from europa_rules.ground.circumstances import PIECE_CIRCUMSTANCES
from europa_rules.ground.combat import AttackFacts
from europa_rules.ground.facts import STRATEGIC_RAIL
from europa_rules.ruleset import Ruleset
from europa_rules.state import GameState, Piece

MOVED = "moved"
BY_STRATEGIC_RAIL = "by strategic rail"


def has_used_strategic_rail(facts: AttackFacts) -> bool:
    """Whether one of the attackers has moved by strategic rail."""
    return any(who.situation.get(MOVED) == BY_STRATEGIC_RAIL for who in facts.attackers)


PROHIBITIONS = (
    Prohibition(
        "used strategic rail",
        "attack",
        by="SF 7A2",
        why="a unit that has moved by strategic rail does not attack",
        when=has_used_strategic_rail,
    ),
)


def how_it_moved(piece: Piece, state: GameState, rules: Ruleset) -> Mapping[str, str]:
    """That a piece has used strategic rail movement in this player turn."""
    return {MOVED: BY_STRATEGIC_RAIL} if state.recall(STRATEGIC_RAIL, piece.id) is True else {}


SOURCES = (Source("strategic rail movement", PIECE_CIRCUMSTANCES, by="SF 7A2", value=how_it_moved),)
