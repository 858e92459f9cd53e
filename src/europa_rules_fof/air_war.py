"""The air war of The Fall of France: what the core's air rooms put into its sequence of play (rule 16C)."""

from __future__ import annotations

from europa_rules.air import phases, precedence, replacement_orders
from europa_rules.air.legality import ways
from europa_rules.air.night import land_by_night
from europa_rules.contributions import Source, StepContribution

STEPS: tuple[StepContribution, ...] = phases.steps("FoF")
SOURCES: tuple[Source, ...] = (
    phases.on_demand("FoF"),
    ways("FoF"),
    precedence.whoever_passes("FoF"),
    replacement_orders.advice("FoF"),
    Source("landings by night", "landings", "FoF 23C", land_by_night),
)
