"""What the special, advanced and optional rules of Second Front contribute (SF 37, 43, 44), gathered here."""

from __future__ import annotations

from europa_rules.contributions import ChartFolder, Modifier, Option, Prohibition, Source, StepContribution
from europa_rules_sf import (
    bridges,
    contingents,
    flooded_hexes,
    heavy_antiaircraft,
    marines,
    overstacks,
    ownership_limits,
    paved_roads,
    port_fortifications,
    railroad_engineers,
    resource_capture,
    retreat_overruns,
    spring_thaw,
)

OPTIONS: tuple[Option, ...] = (
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
)
MODIFIERS: tuple[Modifier, ...] = (
    *contingents.MODIFIERS,
    *railroad_engineers.MODIFIERS,
)
PROHIBITIONS: tuple[Prohibition, ...] = (
    *ownership_limits.PROHIBITIONS,
    *overstacks.PROHIBITIONS,
    *port_fortifications.PROHIBITIONS,
)
SOURCES: tuple[Source, ...] = (
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
    *flooded_hexes.STEPS,
    *retreat_overruns.STEPS,
    *spring_thaw.STEPS,
)
CHARTS: tuple[ChartFolder, ...] = ()
ORDER_KINDS: tuple[object, ...] = (
    *overstacks.ORDER_KINDS,
    *resource_capture.ORDER_KINDS,
)
FACT_KINDS: tuple[object, ...] = (
    *flooded_hexes.FACT_KINDS,
    *overstacks.FACT_KINDS,
    *spring_thaw.FACT_KINDS,
)
