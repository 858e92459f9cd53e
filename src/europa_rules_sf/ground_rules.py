"""What Second Front contributes to the ground rules, gathered from the modules of its rules."""

from __future__ import annotations

from europa_rules.contributions import Modifier, Option, Prohibition, Source, StepContribution
from europa_rules_sf import (
    armor_additions,
    infantry_antitank,
    isolation_checks,
    one_hex_move,
    ownership_limits,
    parachute_headquarters,
    paved_roads,
    reduced_zones,
    retreat_before_combat,
    retreat_before_overrun,
    retreat_overruns,
    strategic_rail,
    theaters,
)

OPTIONS: tuple[Option, ...] = (
    *paved_roads.OPTIONS,
    *ownership_limits.OPTIONS,
    *retreat_overruns.OPTIONS,
)
MODIFIERS: tuple[Modifier, ...] = (*armor_additions.MODIFIERS,)
PROHIBITIONS: tuple[Prohibition, ...] = (
    *one_hex_move.PROHIBITIONS,
    *ownership_limits.PROHIBITIONS,
    *parachute_headquarters.PROHIBITIONS,
    *strategic_rail.PROHIBITIONS,
)
SOURCES: tuple[Source, ...] = (
    *reduced_zones.SOURCES,
    *armor_additions.SOURCES,
    *infantry_antitank.SOURCES,
    *parachute_headquarters.SOURCES,
    *theaters.SOURCES,
    *retreat_before_combat.SOURCES,
    *retreat_before_overrun.SOURCES,
)
STEPS: tuple[StepContribution, ...] = (
    *isolation_checks.STEPS,
    *retreat_before_combat.STEPS,
    *retreat_overruns.STEPS,
)
