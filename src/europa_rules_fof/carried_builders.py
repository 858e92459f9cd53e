"""A unit that a transport counter carries has no construction abilities (FoF 14I2)."""

from __future__ import annotations

from europa_rules.contributions import Prohibition
from europa_rules.ground.armor_proportions import CARRIED_BY
from europa_rules.ground.construction import WorkFacts


def any_is_carried(facts: WorkFacts) -> bool:
    """Whether one of the units at work is carried."""
    return any(CARRIED_BY in builder.situation for builder in facts.builders)


PROHIBITIONS: tuple[Prohibition, ...] = (
    Prohibition(
        "carried units do not construct",
        "construction",
        by="FoF 14I2",
        why="a unit does not construct while a transport counter carries it",
        when=any_is_carried,
        possible="leave the unit behind",
    ),
)
