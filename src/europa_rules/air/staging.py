"""Staging (FoF 23A, SF 23B): an air unit transfers to another airbase first, and flies its mission from there.

Needs the air unit, where it would stage and for which mission; gives a ruling.
"""

from __future__ import annotations

from attrs import evolve, frozen

from europa_rules.air.flights import Flight, mission_named, reckon_range
from europa_rules.air.missions import rule_on_distance
from europa_rules.citations import rule
from europa_rules.numbers import show
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset

TRANSFER = "transfer"
MISSION_MOVEMENT = "mission movement"


@frozen
class Staging:
    """An air unit that is to stage.

    Attributes:
        flight: the air unit, with the mission that it will fly; without one where that does not matter.
        with_cargo: whether it would carry cargo while staging.
        legs: legs of the transfer.
        distance: hexes to the staging airbase; None where it does not matter.
        step: the step of the air operation.
        area: the region of the staging airbase, or "".
        antiship: whether it belongs to an antishipping force.
        mission_distance: hexes from there to the target; None where it does not matter.
    """

    flight: Flight
    with_cargo: bool = False
    legs: int = 1
    distance: int | None = None
    step: str = MISSION_MOVEMENT
    area: str = ""
    antiship: bool = False
    mission_distance: int | None = None


def transferring(flight: Flight, rules: Ruleset) -> Flight:
    """The air unit as it flies a leg of a transfer."""
    mission, family = mission_named(TRANSFER, rules)
    return evolve(flight, mission=mission, family=family, extended=False, one_way=False)


@rule("FoF 23A", "SF 23B", "SF 23E2", "SF 23J")
def rule_on_staging(facts: Staging, rules: Ruleset) -> Ruling:
    """Whether an air unit may stage: one leg of a transfer, without cargo, in the mission movement step.

    >>> from europa_rules import load
    >>> from europa_rules.air_units import AirRating
    >>> fighter = Flight(AirRating.parse("8F6 1/9"))
    >>> print(rule_on_staging(Staging(fighter, distance=28), load("sf")))
    refused: 8F6 would stage 28 hexes away; its transfer range is 27 (SF 20A, SF 23B). Possible: ...
    """
    by, mission = rules.cite("staging"), facts.flight.mission
    reach = reckon_range(transferring(facts.flight, rules), rules)
    too_far = facts.distance is not None and facts.distance > reach.value
    title = mission.title if mission else ""
    return (
        Ruling.refuse_if(
            facts.step != MISSION_MOVEMENT,
            f"air units do not stage in the {facts.step} step",
            by,
            possible=f"in the {MISSION_MOVEMENT} step",
        )
        & Ruling.refuse_if(
            mission is not None and not mission.stages,
            f"an air unit does not stage before {title}",
            by,
            possible="fly from its own airbase",
        )
        & Ruling.refuse_if(
            facts.with_cargo, "a transport stages without cargo", by, possible="load at the airbase it flies from"
        )
        & Ruling.refuse_if(facts.legs > 1, "an air unit stages by a single leg", by, possible="one leg")
        & Ruling.refuse_if(
            too_far,
            f"{facts.flight.name} would stage {facts.distance} hexes away; its transfer range is {show(reach.value)}",
            *reach.citations,
            by,
            possible=f"an airbase within {show(reach.value)} hexes",
        )
        & _rule_on_the_mission(facts, rules)
        & rules.forbid("stage", facts)
    )


def _rule_on_the_mission(facts: Staging, rules: Ruleset) -> Ruling:
    """Whether the target is within range from the staging airbase."""
    if facts.mission_distance is None or facts.flight.mission is None:
        return Ruling.allow()
    return rule_on_distance(facts.flight, facts.mission_distance, rules)
