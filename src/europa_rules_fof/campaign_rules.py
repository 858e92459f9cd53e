"""What The Fall of France contributes to the campaign (rules 26 to 33), gathered from the modules of its rules."""

from __future__ import annotations

from typing import Any

from europa_rules.contributions import ChartFolder, Option, Prohibition, Source, StepContribution
from europa_rules.state import FactKind
from europa_rules_fof import (
    advice,
    air_arrivals,
    air_evacuation,
    arrivals,
    arriving,
    belgians_abroad,
    calling_up,
    duty_checks,
    evacuating,
    fighter_command,
    invasion_turn,
    italian_entry,
    national_events,
    naval_transport,
    paris_fights,
    points_ledger,
    points_of_events,
    production_limits,
    reaction,
    sailing,
    sea_cargo,
    surprise,
    transport_losses,
    victory,
)

OPTIONS: tuple[Option, ...] = (*surprise.OPTIONS,)
CHARTS: tuple[ChartFolder, ...] = (*victory.CHARTS,)
PROHIBITIONS: tuple[Prohibition, ...] = (
    *air_arrivals.PROHIBITIONS,
    *arrivals.PROHIBITIONS,
    *invasion_turn.PROHIBITIONS,
    *reaction.PROHIBITIONS,
)
SOURCES: tuple[Source, ...] = (
    *advice.SOURCES,
    *belgians_abroad.SOURCES,
    *evacuating.SOURCES,
    *national_events.SOURCES,
    *points_ledger.SOURCES,
    *points_of_events.SOURCES,
    *invasion_turn.SOURCES,
    *reaction.SOURCES,
    *production_limits.SOURCES,
    *arriving.SOURCES,
    *italian_entry.SOURCES,
)
STEPS: tuple[StepContribution, ...] = (
    *points_ledger.STEPS,
    *duty_checks.STEPS,
    *national_events.STEPS,
    *paris_fights.STEPS,
    *air_arrivals.STEPS,
    *arriving.STEPS,
    *sea_cargo.STEPS,
    *air_evacuation.STEPS,
    *invasion_turn.STEPS,
    *reaction.STEPS,
    *fighter_command.STEPS,
    *italian_entry.STEPS,
    *belgians_abroad.STEPS,
)
FACT_KINDS: tuple[FactKind[Any], ...] = (
    *air_arrivals.FACT_KINDS,
    *arriving.FACT_KINDS,
    *belgians_abroad.FACT_KINDS,
    *points_ledger.FACT_KINDS,
    *naval_transport.FACT_KINDS,
    *sea_cargo.FACT_KINDS,
    *evacuating.FACT_KINDS,
    *transport_losses.FACT_KINDS,
    *air_evacuation.FACT_KINDS,
    *reaction.FACT_KINDS,
)
ORDER_KINDS: tuple[Any, ...] = (
    *national_events.ORDER_KINDS,
    *calling_up.ORDER_KINDS,
    *sailing.ORDER_KINDS,
    *evacuating.ORDER_KINDS,
    *transport_losses.ORDER_KINDS,
)
