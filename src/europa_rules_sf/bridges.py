"""Bridges (SF 44A1, optional): over rivers, open to both sides, brought down by one unit or by bombs.

Needs the hits on a bridge and whose it is, or who attacks across a seized one; gives whether it is demolished, and
whether the attack may be made. Use, demolition by units, repair and seizure are told by the rooms of the series.
"""

from __future__ import annotations

from attrs import frozen

from europa_rules.citations import Citation, rule
from europa_rules.contributions import Gate, Option, Source
from europa_rules.ground.bridges import BRIDGES, BridgeTerms, keep_bridge_owners
from europa_rules.ground.ownership import GAINED
from europa_rules.ledger import Reckoning
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset

RULE = "44A1"
BY = Citation("SF", RULE)
IN_USE = Gate(option=RULE)
TERMS = BridgeTerms(frozenset({"river", "major_river"}), owner_only=False, mps=4, together=False)
HITS = 3
"""Bombing hits that demolish a bridge; they add up until it is repaired."""

SEIZED_IN = "movement"
"""The phase in which a bridge must have been seized for an attack across it to be free of the river."""


@rule("SF 44A1")
def rule_on_bombing(is_own: bool) -> Ruling:
    """Whether a bridge may be bombed: one that is the enemy's or nobody's.

    >>> rule_on_bombing(is_own=True).allowed
    False
    """
    return Ruling.refuse_if(is_own, "air units bomb bridges that are the enemy's or nobody's", BY)


@rule("SF 44A1")
def is_bombed_down(hits: int, rules: Ruleset, earlier: int = 0) -> bool:
    """Whether bombing hits demolish a bridge: those of earlier operations count until it is repaired.

    >>> from europa_rules import load
    >>> is_bombed_down(2, load("sf")), is_bombed_down(2, load("sf"), earlier=1)
    (False, True)
    """
    counted = hits if rules.reads("44A1-bridge-hits", "each-operation") else hits + earlier
    return counted >= HITS


@rule("SF 44A1")
def rule_on_fire(hexes: int) -> Ruling:
    """Whether AA may fire at air units over a bridge from so many of its hexes: from one of the two."""
    why = "AA fires from one of the two hexes beside a bridge"
    return Ruling.refuse_if(hexes > 1, why, BY, possible="choose one of them")


@frozen
class SeizedCrossing:
    """An attack across a seized bridge: the phase in which it was seized, and the units that make use of it."""

    seized_in: str = SEIZED_IN
    units: int = 1


@rule("SF 44A1")
def rule_on_crossing(facts: SeizedCrossing) -> Ruling:
    """Whether so many units may attack across a seized bridge free of its river.

    >>> rule_on_crossing(SeizedCrossing()).allowed, rule_on_crossing(SeizedCrossing(units=2)).allowed
    (True, False)
    """
    late = facts.seized_in != SEIZED_IN
    return Ruling.refuse_if(
        late, "only a bridge seized in the movement phase serves in the combat phase after it", BY
    ) & Ruling.refuse_if(facts.units > 1, "one unit has the use of a seized bridge", BY, possible="name one unit")


@rule("SF 44A1")
def reckon_supply_penalty() -> Reckoning:
    """Hexes that a supply line counts more for a bridge that is demolished: none."""
    return Reckoning.of(0, "supply lines cross where bridges were", BY)


OPTIONS = (Option(RULE, "Bridges", by="SF 44A1"),)
SOURCES = (
    Source("bridges", BRIDGES, by="SF 44A1", value=TERMS, gate=IN_USE),
    Source("owners of bridges", GAINED, by="SF 44A1", value=keep_bridge_owners, gate=IN_USE),
)
