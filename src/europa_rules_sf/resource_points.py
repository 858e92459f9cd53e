"""Resource points and supply points (SF 12C3a, 12E): those in captured hexes are destroyed; units carry the others."""

from __future__ import annotations

from europa_rules.contributions import Gate, Source, StepContribution
from europa_rules.ground.delivered_supply import lose_supplies
from europa_rules.ground.ownership import GAINED
from europa_rules.ground.resources import carrying_modifier, carrying_source, carrying_steps, lose_points

MODIFIERS = (carrying_modifier("SF 12E"),)
SOURCES: tuple[Source, ...] = (
    carrying_source("SF 12E"),
    Source("supply points lost in captured hexes", GAINED, by="SF 12C3a", value=lose_supplies),
    Source(
        "resource points lost in captured hexes",
        GAINED,
        by="SF 12E",
        value=lose_points,
        gate=Gate(without_option="44B2"),
    ),
)
STEPS: tuple[StepContribution, ...] = carrying_steps("SF 12E")
