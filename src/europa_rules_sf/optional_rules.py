"""What the special, advanced and optional rules of Second Front contribute (SF 37, 43, 44), gathered here."""

from __future__ import annotations

from europa_rules.contributions import ChartFolder, Modifier, Option, Prohibition, Source, StepContribution
from europa_rules_sf import (
    flooded_hexes,
    ownership_limits,
    paved_roads,
    port_fortifications,
    retreat_overruns,
)

OPTIONS: tuple[Option, ...] = (
    *retreat_overruns.OPTIONS,
    *ownership_limits.OPTIONS,
    *paved_roads.OPTIONS,
)
MODIFIERS: tuple[Modifier, ...] = ()
PROHIBITIONS: tuple[Prohibition, ...] = (
    *ownership_limits.PROHIBITIONS,
    *port_fortifications.PROHIBITIONS,
)
SOURCES: tuple[Source, ...] = (
    *flooded_hexes.SOURCES,
    *port_fortifications.SOURCES,
)
STEPS: tuple[StepContribution, ...] = (
    *flooded_hexes.STEPS,
    *retreat_overruns.STEPS,
)
CHARTS: tuple[ChartFolder, ...] = ()
ORDER_KINDS: tuple[object, ...] = ()
FACT_KINDS: tuple[object, ...] = (*flooded_hexes.FACT_KINDS,)
