"""The air war of Second Front: what the core's air rooms put into its sequence of play (rule 16C)."""

from __future__ import annotations

from europa_rules.air import phases, precedence, replacement_orders
from europa_rules.air.legality import ways
from europa_rules.air.night import land_by_night
from europa_rules.contributions import Source, StepContribution
from europa_rules_sf import patrols

STEPS: tuple[StepContribution, ...] = (*phases.steps("SF"), *patrols.STEPS)
SOURCES: tuple[Source, ...] = (
    phases.on_demand("SF"),
    ways("SF"),
    precedence.whoever_passes("SF"),
    replacement_orders.advice("SF"),
    Source("landings by night", "landings", "SF 23G", land_by_night),
)
