"""Strategic rail movement and combat (SF 7A2): a unit that used it does not attack in the same turn."""

from __future__ import annotations

from europa_rules.contributions import Prohibition
from europa_rules.ground.combat import AttackFacts

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
