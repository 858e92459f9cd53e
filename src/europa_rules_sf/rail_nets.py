"""Rail nets (SF 7A4): eight of them, by territory; capacity is built up, and lost with the last yard."""

from __future__ import annotations

from europa_rules.campaign.rail_territories import nets_by_territory
from europa_rules.contributions import Source, StepContribution
from europa_rules.ground.ownership import GAINED
from europa_rules.ground.rail_capacity import NETS, building_step, lose_capacity

SOURCES = (
    Source("the eight rail nets", NETS, by="SF 7A4", value=nets_by_territory),
    Source("capacity lost with the last yard", GAINED, by="SF 7A4c", value=lose_capacity),
)
STEPS: tuple[StepContribution, ...] = (building_step("SF 7A4b"),)
