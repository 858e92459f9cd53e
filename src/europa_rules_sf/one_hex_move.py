"""The one-hex move as the whole move of a phase (SF 6, an open point)."""

from __future__ import annotations

from fractions import Fraction

from europa_rules.contributions import Gate, Prohibition
from europa_rules.ground.movement import MoveFacts


def follows_other_movement(facts: MoveFacts) -> bool:
    """Whether a unit that has spent MPs in the phase would make the one-hex move."""
    return facts.goes_one_hex and facts.spent > 0


def needs_more_than_terrain(facts: MoveFacts) -> bool:
    """Whether a unit has too few MPs for what a one-hex move costs beside the terrain: ZOCs left, hexsides crossed."""
    besides = sum(Fraction(step.zoc_cost) + Fraction(step.hexside_cost) for step in facts.steps)
    return facts.goes_one_hex and besides > facts.left


PROHIBITIONS = (
    Prohibition(
        "one-hex move for terrain only",
        "move",
        by="SF 6",
        why="the one-hex move covers the cost of the terrain; the unit has too few MPs for ZOCs and hexsides",
        when=needs_more_than_terrain,
        gate=Gate(point="sf-6-one-hex-costs", reading="terrain-only"),
    ),
    Prohibition(
        "one-hex move after other movement",
        "move",
        by="SF 6",
        why="the one-hex move takes all MPs of the phase, and the unit has spent some",
        when=follows_other_movement,
        possible="move as far as the MPs left allow",
        gate=Gate(point="sf-6-one-hex-move", reading="whole-move"),
    ),
)
