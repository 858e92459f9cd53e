"""Allied airborne headquarters (SF 24E): two sides, one that drops, and its support of one RE of units.

Needs the headquarters, what it is doing, and its supply; gives whom it supports, and whether it may be converted.
"""

from __future__ import annotations

from attrs import frozen

from europa_rules.air.airborne import DISRUPTED_SITUATION, INITIAL
from europa_rules.citations import Citation, rule
from europa_rules.contributions import Prohibition, Source
from europa_rules.ground.facts import Combatant
from europa_rules.ground.support import SupportFacts
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset

TYPE = "parachute_headquarters"
AIRBORNE_TYPE = "airborne_headquarters"
BY = Citation("SF", "24E")
DISRUPTED = DISRUPTED_SITUATION
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


# --- conversion ------------------------------------------------------------------------------------------------------


@frozen
class Conversion:
    """A headquarters that is to be turned to its other side.

    Attributes:
        phase: the phase; is_phasing: whether it is its own player turn.
        regular_supply: whether it can trace a supply line to a regular source.
    """

    phase: str = INITIAL
    is_phasing: bool = True
    regular_supply: bool = True


@rule("SF 24E")
def rule_on_conversion(facts: Conversion, rules: Ruleset) -> Ruling:
    """Whether a headquarters may be turned between its airborne and its parachute side.

    >>> from europa_rules import load
    >>> print(rule_on_conversion(Conversion("movement"), load("sf")))
    refused: headquarters are converted in their own initial phase (SF 24E). Possible: wait for it.
    """
    untimely = facts.phase != INITIAL or not facts.is_phasing
    resting = Ruling(rests_on=rules.resting("24E-hq-word"))
    return (
        resting
        & Ruling.refuse_if(
            untimely, "headquarters are converted in their own initial phase", BY, possible="wait for it"
        )
        & Ruling.refuse_if(
            not facts.regular_supply,
            "the headquarters has no supply line to a regular source",
            BY,
            possible="convert it in regular supply",
        )
    )
