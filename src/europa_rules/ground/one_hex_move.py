"""The one-hex move as the whole move of a phase, and for terrain only (rule 6, open points of both books).

A variant contributes these prohibitions with the points of its own `rulings.toml`; needs the move, gives the refusal.
"""

from __future__ import annotations

from fractions import Fraction

from europa_rules.contributions import Gate, Prohibition
from europa_rules.ground.movement import MoveFacts


def follows_other_movement(facts: MoveFacts) -> bool:
    """Whether a unit that has spent MPs in the phase would make the one-hex move."""
    return facts.goes_one_hex and facts.spent > 0


def needs_more_than_terrain(facts: MoveFacts) -> bool:
    """Whether a unit has too few MPs for what a one-hex move costs beside the terrain: ZOCs left, hexsides crossed."""
    besides = sum((step.mps - Fraction(step.cost) + Fraction(step.hexside_cost) for step in facts.steps), Fraction(0))
    return facts.goes_one_hex and besides > facts.left


def whole_move(by: str, point: str) -> Prohibition:
    """The one-hex move takes the MPs of the whole phase. by: the rule in the book; point: the open point."""
    return Prohibition(
        "one-hex move after other movement",
        "move",
        by=by,
        why="the one-hex move takes all MPs of the phase, and the unit has spent some",
        when=follows_other_movement,
        possible="move as far as the MPs left allow",
        gate=Gate(point=point, reading="whole-move"),
    )


def for_terrain_only(by: str, point: str) -> Prohibition:
    """The one-hex move makes up for the terrain alone. by: the rule in the book; point: the open point."""
    return Prohibition(
        "one-hex move for terrain only",
        "move",
        by=by,
        why="the one-hex move covers the cost of the terrain; the unit has too few MPs for ZOCs and hexsides",
        when=needs_more_than_terrain,
        gate=Gate(point=point, reading="terrain-only"),
    )
