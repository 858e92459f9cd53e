"""The US Marines (SF 44C4, optional): USMC units move and attack near the coast only.

Needs how far a hex is from the nearest coastal hex; gives whether a unit may go there of its own will.
"""

from __future__ import annotations

from europa_rules.board import Board
from europa_rules.citations import Citation, rule
from europa_rules.contributions import Gate, Option, Source
from europa_rules.ground.closed_ground import CLOSED_TO_UNIT
from europa_rules.hexes import Hex
from europa_rules.permissions import Ruling
from europa_rules.remembered import remembered
from europa_rules.ruleset import Ruleset
from europa_rules.state import GameState, Piece
from europa_rules.units import Unit

RULE = "44C4"
BY = Citation("SF", RULE)
FORCE = "USMC"
REACH = 1
"""How far from a coastal hex, in hexes, they go."""

WHY = "USMC units stay in coastal hexes and beside them"


def is_marine(unit: Unit) -> bool:
    """Whether a unit belongs to the US Marine Corps."""
    return unit.force == FORCE


@rule("SF 44C4")
def rule_on_marine(distance: int, voluntary: bool = True) -> Ruling:
    """Whether a USMC unit may enter or attack a hex, so many hexes from the nearest coastal one.

    >>> rule_on_marine(1).allowed, rule_on_marine(2).allowed, rule_on_marine(2, voluntary=False).allowed
    (True, False, True)
    """
    return Ruling.refuse_if(voluntary and distance > REACH, WHY, BY, possible="stay near the coast")


@remembered()
def inland_hexes(board: Board) -> frozenset[Hex]:
    """The hexes of a board that are neither coastal nor beside a coastal hex."""
    coast = {ref for ref in board.hexes if board.is_coastal(ref)}
    near = coast | {to for ref in coast for to in board.neighbors_of(ref)}
    return frozenset(board.hexes) - near


def closed_to_marines(piece: Piece, state: GameState, rules: Ruleset) -> frozenset[Hex]:
    """The hexes that a piece does not enter of its own will: for USMC units those away from the coast."""
    return inland_hexes(rules.board) if is_marine(piece.unit) else frozenset()


OPTIONS = (Option(RULE, "US Marines", by="SF 44C4"),)
SOURCES = (Source(WHY, CLOSED_TO_UNIT, by="SF 44C4", value=closed_to_marines, gate=Gate(option=RULE)),)
