"""What The Fall of France contributes to the ground rules, gathered from the modules of its rules."""

from __future__ import annotations

from europa_rules.contributions import Modifier, Prohibition, Source, StepContribution
from europa_rules_fof import nation_zones

MODIFIERS: tuple[Modifier, ...] = ()
PROHIBITIONS: tuple[Prohibition, ...] = (*nation_zones.PROHIBITIONS,)
SOURCES: tuple[Source, ...] = ()
STEPS: tuple[StepContribution, ...] = ()
