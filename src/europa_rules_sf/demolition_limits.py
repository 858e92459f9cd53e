"""Demolition restrictions (SF 44B3, optional): own installations are demolished only where the enemy can get at them.

Needs whether a line of communications leads from an enemy unit to the item, and whether that unit is isolated; gives
whether units may spend MPs to demolish an own port, rail line or bridge.
"""

from __future__ import annotations

from attrs import frozen

from europa_rules.charts.construction import DEMOLISH
from europa_rules.citations import Citation, rule
from europa_rules.contributions import Gate, Option, Source
from europa_rules.ground.bridge_demolition import DEMOLITION
from europa_rules.ground.construction_sites import SITES
from europa_rules.ground.occupants import units_among
from europa_rules.ground.ownership import hex_owner
from europa_rules.ground.supply_state import was_judged_isolated
from europa_rules.hexes import Hex
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side, are_enemies
from europa_rules.state import GameState
from europa_rules_sf.lines_of_communications import in_reach

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


# --- on the board ----------------------------------------------------------------------------------------------------


def gather_own_demolition(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> OwnDemolition:
    """What the board says about something of a side's in a hex; its own units do not bar the enemy's line."""
    enemies = [p for p in units_among(state.pieces.values(), rules) if are_enemies(p.side, side)]
    free = [p for p in enemies if p.place in rules.board.index and not was_judged_isolated(p.id, state)]
    empty = state.without(*(p.id for p in state.pieces.values() if p.side == side))
    reached = {
        other: in_reach((p.place for p in free if p.side == other), other, empty, rules)
        for other in dict.fromkeys(p.side for p in free)
    }
    return OwnDemolition(any(ref in hexes for hexes in reached.values()))


def rule_on_site(work: str, ref: Hex, side: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a work may be done in a hex: a demolition of what is the side's own only where the enemy comes near."""
    row = rules.charts.construction.works.get(work)
    demolishes = work == DEMOLITION or (row is not None and row.kind == DEMOLISH)
    if not demolishes or hex_owner(ref, state, rules) != side:
        return Ruling.allow()
    return rule_on_own_demolition(gather_own_demolition(ref, side, state, rules))


OPTIONS = (Option(RULE, "Demolition restrictions", by="SF 44B3"),)
SOURCES = (Source("own demolitions", SITES, by="SF 44B3", value=rule_on_site, gate=Gate(option=RULE)),)
