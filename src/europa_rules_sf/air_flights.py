"""What Second Front adds to ranges and strengths of air units: weather, codes, rockets, jettison (SF 20, 23)."""

from __future__ import annotations

from fractions import Fraction

from europa_rules.air.flights import Flight
from europa_rules.contributions import Gate, Modifier
from europa_rules.numbers import HALF, Number

HALVING_WEATHER = frozenset({"mud", "winter", "snow"})
_HALVING_SEA = frozenset({"rough", "stormy"})
_MISSILE_MISSIONS = frozenset({"naval_units_in_port", "naval_patrol"})
_CAPPED = Gate(point="sf-20D-patrol-attack-range", reading="capped")


def _target(flight: Flight) -> str:
    return flight.mission.target if flight.mission is not None else "land"


def _in_bad_weather(flight: Flight) -> bool:
    return _target(flight) == "land" and flight.weather in HALVING_WEATHER


def _in_bad_seas(flight: Flight) -> bool:
    return _target(flight) == "naval" and flight.sea in _HALVING_SEA


def _bombs_with_precision(flight: Flight) -> bool:
    """A code B air unit on a tactical mission that uses the bombing table."""
    mission = flight.mission
    tactical = mission is not None and mission.strength == "tactical"
    return tactical and flight.rating.has_code("B") and not mission_adds_strength(flight)


def mission_adds_strength(flight: Flight) -> bool:
    """Whether the mission's strength is added to something, or counted in points, and no bombing table is used."""
    return any(flight.is_on(name) for name in ("ground_support", "defensive_air_support", "harassment"))


def _strategic(flight: Flight) -> Number:
    return flight.rating.strategic or 0


def _printed(flight: Flight) -> Number:
    return flight.rating.movement or 0


MODIFIERS: tuple[Modifier, ...] = (
    Modifier(
        "high-precision bombing",
        "bombing strength",
        "SF 23H8",
        _strategic,
        _bombs_with_precision,
        change="become",
        at="early",
    ),
    Modifier(
        "antishipping missiles",
        "bombing strength",
        "SF 23H6",
        2,
        lambda flight: flight.rating.has_code("M") and any(flight.is_on(m) for m in _MISSILE_MISSIONS),
        change="times",
    ),
    Modifier(
        "jettisoned bombs",
        "bombing strength",
        "SF 23A1",
        Fraction(1, 3),
        lambda flight: flight.jettisoned,
        change="times",
    ),
    Modifier("weather at the target", "bombing strength", "SF 20G", HALF, _in_bad_weather, change="times", at="late"),
    Modifier("sea at the target", "bombing strength", "SF 20G", HALF, _in_bad_seas, change="times", at="late"),
    Modifier(
        "rocket fighter",
        "air range",
        "SF 23F",
        _printed,
        lambda flight: flight.is_on("interception") and "R" in flight.rating.prefixes,
        change="become",
    ),
    Modifier(
        "patrol zones reach no farther",
        "air range",
        "SF 19",
        8,
        lambda flight: flight.is_on("patrol_attack"),
        change="at most",
        gate=_CAPPED,
    ),
)
