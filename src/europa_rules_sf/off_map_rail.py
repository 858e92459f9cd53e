"""Off-map rail connections (SF 44A3, optional): strategic rail movement off the east edge of the map and back onto it.

Needs whose unit moves, by which kind of movement, who owns the two rail lines, and how many hexes it goes on the map;
gives the hexes of its strategic rail movement that it uses, and whether it may.
"""

from __future__ import annotations

from attrs import frozen

from europa_rules.citations import Citation, rule
from europa_rules.ledger import Reckoning
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import AXIS, Side

RULE = "44A3"
BY = Citation("SF", RULE)
OFF_MAP_HEXES = 50
"""Hexes of strategic rail movement that the way off the map takes."""

STRATEGIC = "strategic_rail"


@frozen
class OffMapMove:
    """A unit that would move off the map by rail and re-enter it.

    Attributes:
        side: whose it is. movement: the kind of rail movement.
        owns_exit, owns_entry: whether its side owns the rail line where it leaves, and where it re-enters the map.
        on_map_hexes: hexes that it goes on the map.
    """

    side: Side = AXIS
    movement: str = STRATEGIC
    owns_exit: bool = True
    owns_entry: bool = True
    on_map_hexes: int = 0


@rule("SF 44A3", "SF 7A2")
def reckon_hexes_used(facts: OffMapMove) -> Reckoning:
    """Hexes of strategic rail movement that the whole move takes.

    >>> reckon_hexes_used(OffMapMove(on_map_hexes=150)).value
    Fraction(200, 1)
    """
    return Reckoning.of(facts.on_map_hexes, "hexes on the map").plus(OFF_MAP_HEXES, "off the map", BY)


@rule("SF 44A3", "SF 7A2")
def rule_on_off_map_move(facts: OffMapMove, rules: Ruleset) -> Ruling:
    """Whether a unit may make the move.

    >>> from europa_rules import load
    >>> print(rule_on_off_map_move(OffMapMove(on_map_hexes=151), load("sf")))
    refused: the move takes 201 hexes, more than the 200 of strategic rail movement (SF 7A2).
    """
    most, used = rules.charts["rail_movement_rates"].number("strategic", "hexes_per_phase"), reckon_hexes_used(facts)
    far = f"the move takes {used.value} hexes, more than the {most.value} of strategic rail movement"
    owned = facts.owns_exit and facts.owns_entry
    return Ruling.all(
        (
            Ruling.refuse_if(facts.side != AXIS, "only Axis units use the rail lines off the east edge", BY),
            Ruling.refuse_if(facts.movement != STRATEGIC, "they serve strategic rail movement only", BY),
            Ruling.refuse_if(not owned, "the rail lines off the map are not both friendly-owned", BY),
            Ruling.refuse_if(used.value > most.value, far, rules.cite("7A2")),
        )
    )
