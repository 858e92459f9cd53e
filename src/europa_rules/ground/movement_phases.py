"""The phases in which units move (rule 6): the movement phase, and those that a game adds to it.

A game names a phase of its own as a source of the slot "movement phases"; units then move in it as in the movement
phase, also by administrative movement.
"""

from __future__ import annotations

from europa_rules.citations import rule
from europa_rules.ruleset import Ruleset

MOVEMENT, EXPLOITATION = "movement", "exploitation"

OVERRUNNING = (MOVEMENT, EXPLOITATION)
"""The phases in which units overrun others (rule 13)."""

ADDED = "movement phases"
"""Slot of sources: each value is the name of a phase."""


@rule("FoF 6", "SF 6", "FoF 6B", "SF 6B")
def is_movement_phase(phase: str, rules: Ruleset) -> bool:
    """Whether units move in a phase as in the movement phase.

    >>> from europa_rules import load
    >>> is_movement_phase("movement", load("sf")), is_movement_phase("combat", load("sf"))
    (True, False)
    """
    return phase == MOVEMENT or any(source.value == phase for source in rules.sources(ADDED))
