"""Italian units before Italy is at war (FoF 28A): they do not attack outside Italy."""

from __future__ import annotations

from europa_rules.contributions import Prohibition
from europa_rules.ground.combat import AttackFacts
from europa_rules_fof.nation_zones import ITALY_AT_WAR, NO


def attacks_outside_italy(facts: AttackFacts) -> bool:
    """Whether Italian units would attack a hex outside Italy while Italy is not at war."""
    italians = any(who.unit.nation == "it" for who in facts.attackers)
    is_outside = facts.ground.country not in ("", "Italy")
    return italians and is_outside and facts.situation.get(ITALY_AT_WAR) == NO


PROHIBITIONS = (
    Prohibition(
        "Italy is not at war",
        "attack",
        by="FoF 28A",
        why="Italian units do not attack outside Italy until it enters the war",
        when=attacks_outside_italy,
        possible="wait until Italy enters the war",
    ),
)
