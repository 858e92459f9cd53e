"""What The Fall of France contributes to the ground rules, gathered from the modules of its rules."""

from __future__ import annotations

from europa_rules.contributions import Modifier, Prohibition, Source, StepContribution

MODIFIERS: tuple[Modifier, ...] = ()
PROHIBITIONS: tuple[Prohibition, ...] = ()
SOURCES: tuple[Source, ...] = ()
STEPS: tuple[StepContribution, ...] = ()
