"""The one-hex move as the whole move of a phase (FoF 6, an open point)."""

from __future__ import annotations

from europa_rules.contributions import Gate, Prohibition
from europa_rules.ground.movement import MoveFacts


def follows_other_movement(facts: MoveFacts) -> bool:
    """Whether a unit that has spent MPs in the phase would make the one-hex move."""
    return facts.goes_one_hex and facts.spent > 0


PROHIBITIONS = (
    Prohibition(
        "one-hex move after other movement",
        "move",
        by="FoF 6",
        why="the one-hex move takes all MPs of the phase, and the unit has spent some",
        when=follows_other_movement,
        possible="move as far as the MPs left allow",
        gate=Gate(point="fof-6-one-hex-move", reading="whole-move"),
    ),
)
