"""Naval patrol (SF 20G2h): assignment in the initial phase, its zone, and its operations against naval groups.

Needs an air unit, or an operation that would be flown; gives rulings, and what becomes of an attempt at contact.
"""

from __future__ import annotations

from attrs import frozen

from europa_rules.air.missions import MissionFacts
from europa_rules.citations import rule
from europa_rules.contributions import Prohibition
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.state import INOPERATIVE, OPERATIVE

NAVAL_PATROL = "naval_patrol"
RETURN_STEP, NEXT_STEP = "air unit return", "interceptor movement"


@frozen
class PatrolOperation:
    """An operation against a naval group.

    Attributes:
        airbases: from how many airbases its naval patrol air units take off.
        foreign_escorts: whether escorts take off from other airbases.
        distance: hexes to the naval group; None where it does not matter.
        zone: hexes that the naval patrol zone reaches; None where it does not matter.
        attempts: attempts at contact already made from this airbase in this hex.
    """

    airbases: int = 1
    foreign_escorts: bool = False
    distance: int | None = None
    zone: int | None = None
    attempts: int = 0


@rule("SF 20G2h")
def rule_on_patrol_operation(facts: PatrolOperation, rules: Ruleset) -> Ruling:
    """Whether such an operation may be flown: from one airbase, within its zone, once from an airbase in each hex.

    >>> from europa_rules import load
    >>> print(rule_on_patrol_operation(PatrolOperation(airbases=2), load("sf")))
    refused: a naval patrol operation takes off from one airbase (SF 20G2h). Possible: an operation for each airbase.
    """
    by = rules.cite("20G2h")
    beyond = facts.distance is not None and facts.zone is not None and facts.distance > facts.zone
    return (
        Ruling.refuse_if(
            facts.airbases > 1,
            "a naval patrol operation takes off from one airbase",
            by,
            possible="an operation for each airbase",
        )
        & Ruling.refuse_if(
            facts.foreign_escorts,
            "escorts of a naval patrol operation take off from its airbase",
            by,
            possible="operative fighters of the same airbase",
        )
        & Ruling.refuse_if(
            beyond,
            f"the naval group is {facts.distance} hexes away, outside the naval patrol zone",
            by,
            possible=f"a naval group within {facts.zone} hexes",
        )
        & Ruling.refuse_if(
            facts.attempts > 0,
            "an attack force from this airbase has tried to make contact in this hex",
            by,
            possible="another airbase, or another hex",
        )
    )


@frozen
class Contact:
    """What follows an attempt at contact: the next step, and the status of the air units once they are back."""

    next_step: str
    status: str


@rule("SF 20G2h")
def after_contact(succeeds: bool) -> Contact:
    """What follows an attempt at contact: the operation goes on, or its air units return to base at once.

    >>> after_contact(succeeds=False).next_step
    'air unit return'
    """
    return Contact(NEXT_STEP, OPERATIVE) if succeeds else Contact(RETURN_STEP, INOPERATIVE)


def assigned_elsewhere(facts: MissionFacts) -> bool:
    """Whether an air unit that is assigned to a mission would fly another."""
    return bool(facts.assigned_to) and not facts.flight.is_on(facts.assigned_to)


PROHIBITIONS: tuple[Prohibition, ...] = (
    Prohibition(
        "assigned to naval patrol",
        "air mission",
        "SF 20G2h",
        "an air unit that is assigned to naval patrol flies no other mission in the player turn",
        assigned_elsewhere,
        possible="naval patrol",
    ),
)
