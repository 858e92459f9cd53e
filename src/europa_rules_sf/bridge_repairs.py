"""Who may repair a bridge (SF 44A1): only the side that owns both hexes beside it."""

from __future__ import annotations

from europa_rules.contributions import Prohibition
from europa_rules.ground.construction import BRIDGE, MAJOR_BRIDGE, WorkFacts


def one_bank_is_not_owned(facts: WorkFacts) -> bool:
    """Whether a bridge would be repaired of which the side owns one hex at most."""
    return facts.work in (BRIDGE, MAJOR_BRIDGE) and not facts.owns_site


PROHIBITIONS: tuple[Prohibition, ...] = (
    Prohibition(
        "both hexes of a bridge are owned",
        "construction",
        by="SF 44A1",
        why="a bridge is repaired only by the side that owns both hexes beside it",
        when=one_bank_is_not_owned,
        possible="gain the other hex first",
    ),
)
