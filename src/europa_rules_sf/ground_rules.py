"""What Second Front contributes to the ground rules, gathered from the modules of its rules."""

from __future__ import annotations

from europa_rules.campaign.postings import out_of_play
from europa_rules.contributions import Modifier, Option, Prohibition, Source, StepContribution
from europa_rules_sf import (
    air_basing,
    air_bombing,
    air_flights,
    air_war,
    airborne_landings,
    armor_additions,
    bridge_repairs,
    carried_units,
    civilian_labor,
    commandos,
    excess_artillery,
    holding_boxes,
    infantry_antitank,
    isolation_checks,
    naval_patrols,
    one_hex_move,
    optional_rules,
    panzer_detachments,
    parachute_headquarters,
    political_police,
    rail_nets,
    reduced_zones,
    resource_points,
    retreat_before_combat,
    retreat_before_overrun,
    strategic_rail,
    supply_elements,
    supply_judging,
    supply_nets,
    supply_sources,
    theaters,
)

OPTIONS: tuple[Option, ...] = (*airborne_landings.OPTIONS, *optional_rules.OPTIONS, *supply_elements.OPTIONS)
MODIFIERS: tuple[Modifier, ...] = (
    *air_bombing.MODIFIERS,
    *air_flights.MODIFIERS,
    *airborne_landings.MODIFIERS,
    *optional_rules.MODIFIERS,
    *armor_additions.MODIFIERS,
    *carried_units.MODIFIERS,
    *commandos.MODIFIERS,
    *resource_points.MODIFIERS,
)
PROHIBITIONS: tuple[Prohibition, ...] = (
    *airborne_landings.PROHIBITIONS,
    *air_basing.PROHIBITIONS,
    *naval_patrols.PROHIBITIONS,
    *bridge_repairs.PROHIBITIONS,
    *optional_rules.PROHIBITIONS,
    *excess_artillery.PROHIBITIONS,
    *one_hex_move.PROHIBITIONS,
    *parachute_headquarters.PROHIBITIONS,
    *strategic_rail.PROHIBITIONS,
)
SOURCES: tuple[Source, ...] = (
    *air_basing.SOURCES,
    *air_bombing.SOURCES,
    *air_war.SOURCES,
    *airborne_landings.SOURCES,
    out_of_play("SF 41B"),
    *resource_points.SOURCES,
    *supply_elements.SOURCES,
    *supply_nets.SOURCES,
    *supply_sources.SOURCES,
    *optional_rules.SOURCES,
    *reduced_zones.SOURCES,
    *armor_additions.SOURCES,
    *civilian_labor.SOURCES,
    *carried_units.SOURCES,
    *commandos.SOURCES,
    *excess_artillery.SOURCES,
    *infantry_antitank.SOURCES,
    *parachute_headquarters.SOURCES,
    *rail_nets.SOURCES,
    *strategic_rail.SOURCES,
    *theaters.SOURCES,
    *retreat_before_combat.SOURCES,
    *retreat_before_overrun.SOURCES,
)
STEPS: tuple[StepContribution, ...] = (
    *air_bombing.STEPS,
    *air_war.STEPS,
    *airborne_landings.STEPS,
    *optional_rules.STEPS,
    *isolation_checks.STEPS,
    *supply_judging.STEPS,
    *resource_points.STEPS,
    *commandos.STEPS,
    *political_police.STEPS,
    *rail_nets.STEPS,
    *retreat_before_combat.STEPS,
    *holding_boxes.STEPS,
)
ORDER_KINDS: tuple[object, ...] = (
    *optional_rules.ORDER_KINDS,
    *commandos.ORDER_KINDS,
    *holding_boxes.ORDER_KINDS,
    *panzer_detachments.ORDER_KINDS,
    *parachute_headquarters.ORDER_KINDS,
)
FACT_KINDS: tuple[object, ...] = (
    *optional_rules.FACT_KINDS,
    *commandos.FACT_KINDS,
    *panzer_detachments.FACT_KINDS,
    *political_police.FACT_KINDS,
)
