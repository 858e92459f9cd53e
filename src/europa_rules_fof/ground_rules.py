"""What The Fall of France contributes to the ground rules, gathered from the modules of its rules."""

from __future__ import annotations

from europa_rules.contributions import Modifier, Prohibition, Source, StepContribution
from europa_rules_fof import airborne_support, armor_readings, isolation_checks, nation_zones, ownership_limits

MODIFIERS: tuple[Modifier, ...] = ()
PROHIBITIONS: tuple[Prohibition, ...] = (
    *nation_zones.PROHIBITIONS,
    *ownership_limits.PROHIBITIONS,
)
SOURCES: tuple[Source, ...] = (
    *airborne_support.SOURCES,
    *armor_readings.SOURCES,
)
STEPS: tuple[StepContribution, ...] = (*isolation_checks.STEPS,)
