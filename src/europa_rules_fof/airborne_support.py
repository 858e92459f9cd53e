"""Surprise of airborne operations (FoF 24E): airborne and air landing units are supported in the turn they land."""

from __future__ import annotations

from europa_rules.air.airborne import LANDED
from europa_rules.contributions import Source
from europa_rules.ground.facts import Combatant


def has_landed(who: Combatant) -> bool:
    """Whether the unit has landed by air in this player turn."""
    return LANDED in who.situation


SOURCES = (Source("landed by air this player turn", "own support", by="FoF 24E", when=has_landed),)
