"""What The Fall of France contributes to the ground rules, gathered from the modules of its rules."""

from __future__ import annotations

from europa_rules.contributions import Modifier, Prohibition, Source, StepContribution
from europa_rules_fof import (
    airborne_support,
    armor_readings,
    blitzkrieg,
    bridge_seizure,
    carried_builders,
    isolation_checks,
    maginot,
    nation_moves,
    nation_zones,
    neutral_italy,
    one_hex_move,
    overrun_stacking,
    ownership_limits,
)

MODIFIERS: tuple[Modifier, ...] = (*blitzkrieg.MODIFIERS,)
PROHIBITIONS: tuple[Prohibition, ...] = (
    *bridge_seizure.PROHIBITIONS,
    *carried_builders.PROHIBITIONS,
    *nation_moves.PROHIBITIONS,
    *nation_zones.PROHIBITIONS,
    *one_hex_move.PROHIBITIONS,
    *ownership_limits.PROHIBITIONS,
    *maginot.PROHIBITIONS,
    *neutral_italy.PROHIBITIONS,
)
SOURCES: tuple[Source, ...] = (
    *overrun_stacking.SOURCES,
    *airborne_support.SOURCES,
    *armor_readings.SOURCES,
    *blitzkrieg.SOURCES,
)
STEPS: tuple[StepContribution, ...] = (
    *isolation_checks.STEPS,
    *blitzkrieg.STEPS,
)
