"""What Second Front contributes to the ground rules, gathered from the modules of its rules."""

from __future__ import annotations

from europa_rules.contributions import Modifier, Option, Prohibition, Source, StepContribution

OPTIONS: tuple[Option, ...] = ()
MODIFIERS: tuple[Modifier, ...] = ()
PROHIBITIONS: tuple[Prohibition, ...] = ()
SOURCES: tuple[Source, ...] = ()
STEPS: tuple[StepContribution, ...] = ()
