"""Beaches that change hands (SF 30B): when a captured beach is friendly-owned for naval transport and landings.

Needs the phase in which it was captured and the phase now; gives whether it counts as friendly.
"""

from __future__ import annotations

from europa_rules.citations import rule

PHASES = ("initial", "movement", "combat", "exploitation")
"""The phases of a player turn, in order."""


@rule("SF 30B")
def is_beach_friendly(captured: str, now: str) -> bool:
    """Whether a beach captured in one phase of a player turn is friendly-owned for naval purposes in another.

    Raises ValueError for a word that is no phase.

    >>> is_beach_friendly("movement", "movement"), is_beach_friendly("movement", "combat")
    (False, True)
    """
    return PHASES.index(now) > PHASES.index(captured)
