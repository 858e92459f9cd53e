"""Reduced ZOCs (SF 5, 12D): from its second turn out of supply a unit's ZOC is reduced."""

from __future__ import annotations

from europa_rules.contributions import Source
from europa_rules.ground.zones import REDUCED, ZocExertion

FROM_TURN = 2


def is_reduced(facts: ZocExertion) -> bool:
    """Whether the unit is in its second or a later turn out of supply."""
    return facts.turns_out_of_supply >= FROM_TURN


SOURCES = (Source("out of supply for two turns", "zoc kind", by="SF 12D", value=REDUCED, when=is_reduced),)
