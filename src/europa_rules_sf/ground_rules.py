"""What Second Front contributes to the ground rules, gathered from the modules of its rules."""

from __future__ import annotations

from europa_rules.contributions import Modifier, Option, Prohibition, Source, StepContribution
from europa_rules_sf import (
    armor_additions,
    civilian_labor,
    carried_units,
    commandos,
    excess_artillery,
    infantry_antitank,
    isolation_checks,
    one_hex_move,
    ownership_limits,
    panzer_detachments,
    parachute_headquarters,
    paved_roads,
    political_police,
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
MODIFIERS: tuple[Modifier, ...] = (
    *armor_additions.MODIFIERS,
    *carried_units.MODIFIERS,
    *commandos.MODIFIERS,
)
PROHIBITIONS: tuple[Prohibition, ...] = (
    *excess_artillery.PROHIBITIONS,
    *one_hex_move.PROHIBITIONS,
    *ownership_limits.PROHIBITIONS,
    *parachute_headquarters.PROHIBITIONS,
    *strategic_rail.PROHIBITIONS,
)
SOURCES: tuple[Source, ...] = (
    *reduced_zones.SOURCES,
    *armor_additions.SOURCES,
    *civilian_labor.SOURCES,
    *carried_units.SOURCES,
    *commandos.SOURCES,
    *excess_artillery.SOURCES,
    *infantry_antitank.SOURCES,
    *parachute_headquarters.SOURCES,
    *theaters.SOURCES,
    *retreat_before_combat.SOURCES,
    *retreat_before_overrun.SOURCES,
)
STEPS: tuple[StepContribution, ...] = (
    *isolation_checks.STEPS,
    *commandos.STEPS,
    *political_police.STEPS,
    *retreat_before_combat.STEPS,
    *retreat_overruns.STEPS,
)
ORDER_KINDS: tuple[object, ...] = (
    *commandos.ORDER_KINDS,
    *panzer_detachments.ORDER_KINDS,
)
FACT_KINDS: tuple[object, ...] = (
    *commandos.FACT_KINDS,
    *panzer_detachments.FACT_KINDS,
    *political_police.FACT_KINDS,
)
