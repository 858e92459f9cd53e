"""What the special, advanced and optional rules of Second Front contribute (SF 37, 43, 44), gathered here."""

from __future__ import annotations

from europa_rules.contributions import ChartFolder, Modifier, Option, Prohibition, Source, StepContribution
from europa_rules_sf import (
    contingents,
    flooded_hexes,
    overstacks,
    ownership_limits,
    paved_roads,
    port_fortifications,
    retreat_overruns,
    supply_elements,
)

OPTIONS: tuple[Option, ...] = (
    *retreat_overruns.OPTIONS,
    *ownership_limits.OPTIONS,
    *overstacks.OPTIONS,
    *contingents.OPTIONS,
    *paved_roads.OPTIONS,
    *supply_elements.OPTIONS,
)
MODIFIERS: tuple[Modifier, ...] = (*contingents.MODIFIERS,)
PROHIBITIONS: tuple[Prohibition, ...] = (
    *ownership_limits.PROHIBITIONS,
    *overstacks.PROHIBITIONS,
    *port_fortifications.PROHIBITIONS,
)
SOURCES: tuple[Source, ...] = (
    *contingents.SOURCES,
    *flooded_hexes.SOURCES,
    *overstacks.SOURCES,
    *port_fortifications.SOURCES,
)
STEPS: tuple[StepContribution, ...] = (
    *flooded_hexes.STEPS,
    *retreat_overruns.STEPS,
)
CHARTS: tuple[ChartFolder, ...] = ()
ORDER_KINDS: tuple[object, ...] = (*overstacks.ORDER_KINDS,)
FACT_KINDS: tuple[object, ...] = (
    *flooded_hexes.FACT_KINDS,
    *overstacks.FACT_KINDS,
)
