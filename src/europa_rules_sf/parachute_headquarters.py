"""Support by parachute headquarters (SF 24E): one RE of units, and none while disrupted."""

from __future__ import annotations

from europa_rules.contributions import Prohibition, Source
from europa_rules.ground.facts import Combatant
from europa_rules.ground.support import SupportFacts

TYPE = "parachute_headquarters"
DISRUPTED = "disrupted"
"""Situation of a combatant: that it is disrupted (rule 24A)."""


def supports_a_little(who: Combatant) -> bool:
    """Whether the unit is a parachute headquarters that is not disrupted."""
    return who.unit.type == TYPE and DISRUPTED not in who.situation


def _is_parachute_headquarters(facts: SupportFacts) -> bool:
    return facts.supporter.unit.type == TYPE


SOURCES = (Source("parachute headquarters", "limited support", by="SF 24E", value=1, when=supports_a_little),)
PROHIBITIONS = (
    Prohibition(
        "parachute headquarters support one RE",
        "support",
        by="SF 24E",
        why="a parachute headquarters supports one RE of units only",
        when=_is_parachute_headquarters,
    ),
)
