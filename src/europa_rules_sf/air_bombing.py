"""Bombing in Second Front (SF 20G): its missions, air support in combat, code T, and readings of its rules."""

from __future__ import annotations

from collections.abc import Mapping

from europa_rules.air import air_support, bomb_runs, harassment
from europa_rules.air.flights import Flight
from europa_rules.contributions import Gate, Modifier, Prohibition, Source, StepContribution
from europa_rules.ground.attacks import under_way
from europa_rules.ground.circumstances import CIRCUMSTANCES
from europa_rules.ground.facts import BRIDGE_HITS
from europa_rules.hexes import Hex
from europa_rules.numbers import HALF, Number
from europa_rules.procedure import Procedure
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import GameState
from europa_rules_sf.armor_additions import CODE_T
from europa_rules_sf.contingents import IN_USE, SUPPORTING

_MISSIONS = {
    "rail_yards": "20G1a",
    "strategic_ports": "20G1b",
    "airbases": "20G2a",
    "rail_lines": "20G2e",
    "tactical_ports": "20G2f",
    "naval_units_in_port": "20G2g",
    "naval_patrol": "20G2h",
    "coast_defenses": "20G2i",
}
_HALF_RANGE = Gate(point="sf-20G2c-half-das-range", reading="code-s")
_FULL_LANC = Gate(point="sf-20G2i-coast-defense-bombing", reading="full")


def code_t_over(ref: Hex, _: Side, state: GameState, __: Ruleset) -> Mapping[str, str]:
    """How many effective air units of code T support the defender of the attack on a hex (SF 23H2)."""
    attempt = under_way(state)
    number = air_support.effective_of_code_t(attempt) if attempt is not None and attempt.target == ref else 0
    return {CODE_T: str(number)} if number else {}


def nations_in_support(ref: Hex, _: Side, state: GameState, __: Ruleset) -> Mapping[str, str]:
    """The nations whose air units have supported the attack on a hex (SF 43E)."""
    attempt = under_way(state)
    if attempt is None or attempt.target != ref:
        return {}
    nations = sorted({piece.unit.nation for piece in air_support.supporting(ref, state)})
    return {SUPPORTING: " ".join(nations)} if nations else {}


def forget_bridge_hits(state: GameState, _: Ruleset) -> Procedure[GameState]:
    """Hits on bridges do not outlast the air operation, as a reading has it (SF 44A1)."""
    yield from ()
    return state.forgetting(BRIDGE_HITS, *state.all_facts(BRIDGE_HITS))


def _range_by_code(flight: Flight) -> Number:
    """Half the printed rating for transports and for code S."""
    halved = flight.rating.type in ("T", "HT") or flight.rating.has_code("S")
    return (flight.rating.movement or 0) * (HALF if halved else 1)


def _is_lanc_on_coast(flight: Flight) -> bool:
    return flight.is_on("coast_defenses") and flight.rating.has_code("B")


MODIFIERS: tuple[Modifier, ...] = (
    Modifier(
        "half range by code S",
        "air range",
        "SF 20G2c",
        _range_by_code,
        lambda flight: flight.is_on("defensive_air_support"),
        change="become",
        gate=_HALF_RANGE,
    ),
    Modifier(
        "the Lanc bombs coast defenses at full strength",
        "bombing strength",
        "SF 20G2i",
        2,
        _is_lanc_on_coast,
        change="times",
        at="late",
        gate=_FULL_LANC,
    ),
)
PROHIBITIONS: tuple[Prohibition, ...] = (
    Prohibition(
        "no bridges are bombed",
        "air mission",
        "SF 44A1",
        "bridges are bombed with the optional rule on bridges only",
        lambda facts: facts.flight.is_on("bridges"),
        possible="play with optional rule 44A1",
        gate=Gate(without_option="44A1"),
    ),
)
SOURCES: tuple[Source, ...] = (
    bomb_runs.result_source("bridges", "SF 44A1", Gate(option="44A1")),
    *(bomb_runs.result_source(mission, f"SF {number}") for mission, number in _MISSIONS.items()),
    bomb_runs.rail_source("SF"),
    *harassment.harassment_sources("SF"),
    Source("air units of code T", CIRCUMSTANCES, "SF 23H2", code_t_over),
    Source("nations in air support", CIRCUMSTANCES, "SF 43E", nations_in_support, gate=IN_USE),
)
STEPS: tuple[StepContribution, ...] = (
    *air_support.steps("SF", after="retreat before combat"),
    *harassment.steps("SF"),
    *bomb_runs.steps("SF"),
    StepContribution(
        "bombing hits on bridges are forgotten",
        "air operation",
        forget_bridge_hits,
        "SF 44A1",
        after="air unit return",
        gate=Gate(option="44A1", point="sf-44A1-bridge-hits", reading="each-operation"),
    ),
)
