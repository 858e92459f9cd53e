"""What The Fall of France contributes to the ground rules, gathered from the modules of its rules."""

from __future__ import annotations

from europa_rules.campaign.postings import out_of_play
from europa_rules.contributions import Modifier, Prohibition, Source, StepContribution
from europa_rules_fof import (
    air_basing,
    air_bombing,
    air_flights,
    air_war,
    airborne_landings,
    airborne_support,
    antiaircraft,
    antitank_option,
    armor_readings,
    blitzkrieg,
    bridge_seizure,
    bridges,
    carried_builders,
    eben_emael,
    isolation_checks,
    maginot,
    nation_moves,
    nation_zones,
    neutral_italy,
    one_hex_move,
    overrun_stacking,
    ownership_limits,
    rail_lines,
    resource_points,
    supply_elements,
    supply_judging,
    supply_sources,
)

MODIFIERS: tuple[Modifier, ...] = (
    *air_bombing.MODIFIERS,
    *air_flights.MODIFIERS,
    *airborne_landings.MODIFIERS,
    *antiaircraft.MODIFIERS,
    *blitzkrieg.MODIFIERS,
    *rail_lines.MODIFIERS,
    *resource_points.MODIFIERS,
)
PROHIBITIONS: tuple[Prohibition, ...] = (
    *antiaircraft.PROHIBITIONS,
    *air_basing.PROHIBITIONS,
    *air_bombing.PROHIBITIONS,
    *airborne_landings.PROHIBITIONS,
    *bridge_seizure.PROHIBITIONS,
    *carried_builders.PROHIBITIONS,
    *nation_moves.PROHIBITIONS,
    *nation_zones.PROHIBITIONS,
    *one_hex_move.PROHIBITIONS,
    *ownership_limits.PROHIBITIONS,
    *maginot.PROHIBITIONS,
    *neutral_italy.PROHIBITIONS,
    *rail_lines.PROHIBITIONS,
)
SOURCES: tuple[Source, ...] = (
    *nation_zones.SOURCES,
    *air_basing.SOURCES,
    *air_bombing.SOURCES,
    *air_war.SOURCES,
    out_of_play("FoF 33"),
    *resource_points.SOURCES,
    *supply_elements.SOURCES,
    *supply_sources.SOURCES,
    *bridges.SOURCES,
    *overrun_stacking.SOURCES,
    *rail_lines.SOURCES,
    *airborne_landings.SOURCES,
    *airborne_support.SOURCES,
    *armor_readings.SOURCES,
    *eben_emael.SOURCES,
    *blitzkrieg.SOURCES,
)
STEPS: tuple[StepContribution, ...] = (
    *air_bombing.STEPS,
    *air_war.STEPS,
    *airborne_landings.STEPS,
    *isolation_checks.STEPS,
    *supply_judging.STEPS,
    *resource_points.STEPS,
    *antitank_option.STEPS,
    *blitzkrieg.STEPS,
    *rail_lines.STEPS,
)
