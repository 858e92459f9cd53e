"""What the special, advanced and optional rules of Second Front contribute (SF 37, 43, 44), gathered here."""

from __future__ import annotations

from europa_rules.contributions import ChartFolder, Modifier, Option, Prohibition, Source, StepContribution
from europa_rules_sf import (
    antiaircraft_options,
    bridges,
    contingents,
    demolition_limits,
    dismantling,
    flooded_hexes,
    garrison_options,
    heavy_antiaircraft,
    interception_range,
    lines_of_communications,
    marines,
    off_map_rail,
    optional_aa,
    overstacks,
    ownership_limits,
    paved_roads,
    port_fortifications,
    punitive_units,
    railroad_engineers,
    resource_capture,
    retreat_overruns,
    spring_thaw,
    training_units,
    v_weapons,
    weather_in_combat,
    westwall_restoration,
)
from europa_rules_sf.naval import naval_options

OPTIONS: tuple[Option, ...] = (
    *interception_range.OPTIONS,
    *antiaircraft_options.OPTIONS,
    *optional_aa.OPTIONS,
    *retreat_overruns.OPTIONS,
    *ownership_limits.OPTIONS,
    *overstacks.OPTIONS,
    *contingents.OPTIONS,
    *bridges.OPTIONS,
    *paved_roads.OPTIONS,
    *spring_thaw.OPTIONS,
    *resource_capture.OPTIONS,
    *railroad_engineers.OPTIONS,
    *heavy_antiaircraft.OPTIONS,
    *marines.OPTIONS,
    *off_map_rail.OPTIONS,
    *demolition_limits.OPTIONS,
    *punitive_units.OPTIONS,
    *v_weapons.OPTIONS,
    *training_units.OPTIONS,
    *garrison_options.OPTIONS,
    *naval_options.OPTIONS,
)
MODIFIERS: tuple[Modifier, ...] = (
    *interception_range.MODIFIERS,
    *antiaircraft_options.MODIFIERS,
    *contingents.MODIFIERS,
    *railroad_engineers.MODIFIERS,
)
PROHIBITIONS: tuple[Prohibition, ...] = (
    *ownership_limits.PROHIBITIONS,
    *overstacks.PROHIBITIONS,
    *port_fortifications.PROHIBITIONS,
    *westwall_restoration.PROHIBITIONS,
)
SOURCES: tuple[Source, ...] = (
    *interception_range.SOURCES,
    *demolition_limits.SOURCES,
    *dismantling.SOURCES,
    *westwall_restoration.SOURCES,
    *bridges.SOURCES,
    *contingents.SOURCES,
    *flooded_hexes.SOURCES,
    *heavy_antiaircraft.SOURCES,
    *marines.SOURCES,
    *resource_capture.SOURCES,
    *overstacks.SOURCES,
    *port_fortifications.SOURCES,
)
STEPS: tuple[StepContribution, ...] = (
    *optional_aa.STEPS,
    *flooded_hexes.STEPS,
    *retreat_overruns.STEPS,
    *spring_thaw.STEPS,
    *dismantling.STEPS,
    *lines_of_communications.STEPS,
    *westwall_restoration.STEPS,
)
CHARTS: tuple[ChartFolder, ...] = (
    *dismantling.CHARTS,
    *punitive_units.CHARTS,
    *westwall_restoration.CHARTS,
    *weather_in_combat.CHARTS,
)
ORDER_KINDS: tuple[object, ...] = (
    *antiaircraft_options.ORDER_KINDS,
    *overstacks.ORDER_KINDS,
    *off_map_rail.ORDER_KINDS,
    *resource_capture.ORDER_KINDS,
)
FACT_KINDS: tuple[object, ...] = (
    *antiaircraft_options.FACT_KINDS,
    *flooded_hexes.FACT_KINDS,
    *overstacks.FACT_KINDS,
    *spring_thaw.FACT_KINDS,
    *dismantling.FACT_KINDS,
    *westwall_restoration.FACT_KINDS,
)
