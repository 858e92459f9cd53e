"""What Second Front contributes to the ground rules, gathered from the modules of its rules."""

from __future__ import annotations

from europa_rules.contributions import Modifier, Option, Prohibition, Source, StepContribution
from europa_rules_sf import reduced_zones

OPTIONS: tuple[Option, ...] = ()
MODIFIERS: tuple[Modifier, ...] = ()
PROHIBITIONS: tuple[Prohibition, ...] = ()
SOURCES: tuple[Source, ...] = (*reduced_zones.SOURCES,)
STEPS: tuple[StepContribution, ...] = ()
