"""Bombing in The Fall of France (FoF 20G): its missions, their declaration before antiaircraft fire, and readings."""

from __future__ import annotations

from collections.abc import Callable

from europa_rules.air import air_support, bomb_runs, harassment
from europa_rules.air.flight_orders import OperationFacts
from europa_rules.air.mission_results import declare_missions
from europa_rules.air.missions import MissionFacts
from europa_rules.contributions import Gate, Modifier, Prohibition, Source, StepContribution
from europa_rules_fof import points_of_events
from europa_rules_fof.cooperation import IN_USE, contingent

_MISSIONS = {
    "airbases": "20G2a",
    "rail_lines": "20G2",
    "tactical_ports": "20G2",
}
_STAND_INS = Gate(point="fof-20G1d-missing-bombing-missions", reading="stand-ins")
_NO_STAND_INS = Gate(point="fof-20G1d-missing-bombing-missions", reading="none")


def _flies(*missions: str) -> Callable[[MissionFacts], bool]:
    """Whether an air unit is to fly one of these missions."""
    return lambda facts: any(facts.flight.is_on(mission) for mission in missions)


def _not_flown(mission: str, number: str, gate: Gate, *missions: str) -> Prohibition:
    """A mission whose rule is missing, read as flown by nobody."""
    why = f"the rule on {mission} is missing; it is read as not flown"
    return Prohibition(f"no {mission}", "air mission", f"FoF {number}", why, _flies(*missions), gate=gate)


def _interdicts(facts: OperationFacts) -> bool:
    return facts.operation.kind == "naval_interdiction"


MODIFIERS: tuple[Modifier, ...] = (
    Modifier(
        "jettisoned bombs",
        "bombing strength",
        "FoF 23D1",
        0,
        lambda flight: flight.jettisoned,
        change="become",
        at="late",
    ),
)
PROHIBITIONS: tuple[Prohibition, ...] = (
    _not_flown("harassment", "20G2d", Gate(point="fof-20G-harassment", reading="none"), "harassment"),
    _not_flown(
        "defensive air support",
        "20G2c",
        Gate(point="fof-20G2b-defensive-air-support", reading="none"),
        "defensive_air_support",
    ),
    _not_flown("tactical terror bombing", "20G2g", _NO_STAND_INS, "tactical_terror_bombing"),
    _not_flown("the bombing of bridges", "7C2", _NO_STAND_INS, "bridges"),
    Prohibition(
        "naval interdiction by hand",
        "air operation",
        "FoF 20G",
        "the rule on naval interdiction is missing; losses of naval transport points are agreed on by the players",
        _interdicts,
        gate=Gate(point="fof-20G-naval-interdiction", reading="by-hand"),
    ),
)
SOURCES: tuple[Source, ...] = (
    *(bomb_runs.result_source(mission, f"FoF {number}") for mission, number in _MISSIONS.items()),
    *points_of_events.bombing_results(_STAND_INS),
    bomb_runs.result_source("bridges", "FoF 7C2", _STAND_INS),
    bomb_runs.rail_source("FoF"),
    *harassment.harassment_sources("FoF"),
    Source("contingents", air_support.CONTINGENTS, "FoF 31H", contingent, gate=IN_USE),
)
STEPS: tuple[StepContribution, ...] = (
    StepContribution("mission declaration", "air operation", declare_missions, "FoF 16D", before="antiaircraft fire"),
    *air_support.steps("FoF"),
    *harassment.steps("FoF"),
    *bomb_runs.steps("FoF"),
)
