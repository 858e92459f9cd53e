"""Demolition restrictions (SF 44B3, optional): own installations are demolished only where the enemy can get at them.

Needs whether a line of communications leads from an enemy unit to the item, and whether that unit is isolated; gives
whether units may spend MPs to demolish an own port, rail line or bridge.
"""

from __future__ import annotations

from attrs import frozen

from europa_rules.citations import Citation, rule
from europa_rules.permissions import Ruling

RULE = "44B3"
BY = Citation("SF", RULE)


@frozen
class OwnDemolition:
    """An own installation that units would demolish.

    Attributes:
        line_from_enemy: whether a line of communications leads to it from an enemy ground unit.
        enemy_isolated: whether that unit is isolated.
    """

    line_from_enemy: bool
    enemy_isolated: bool = False


@rule("SF 44B3")
def rule_on_own_demolition(facts: OwnDemolition) -> Ruling:
    """Whether an own installation may be demolished.

    >>> rule_on_own_demolition(OwnDemolition(True)).allowed, rule_on_own_demolition(OwnDemolition(False)).allowed
    (True, False)
    """
    reached = facts.line_from_enemy and not facts.enemy_isolated
    why = "no line of communications leads to it from an unisolated enemy unit"
    return Ruling.refuse_if(not reached, why, BY, possible="demolish it when the enemy comes near")
