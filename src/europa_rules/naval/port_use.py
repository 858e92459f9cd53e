"""Ports on the board (FoF 26A3, 26A4; SF 30A): what a hex has for ships, who uses it, what has passed it this turn.

Needs a hex or a holding box, the cargo and the state; gives the facts that the rules of `ports` are asked with, and the
state that remembers what has passed.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from europa_rules.citations import rule
from europa_rules.ground.ownership import hex_owner
from europa_rules.ground.rail_lines import owned_at_start
from europa_rules.ground.supply_view import size_of_port
from europa_rules.ground.works import is_port_destroyed, port_hits
from europa_rules.hexes import Hex
from europa_rules.naval.ports import PortUse, is_beach, reckon_port_capacity, reckon_port_cargo
from europa_rules.numbers import ZERO, Number
from europa_rules.remembered import remembered
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import FactKind, GameState
from europa_rules.units import Unit

PASSED = FactKind("REs that have passed a port", "player turn", Fraction)
"""REs of cargo that have embarked and disembarked at a port in this player turn (subject: the hex or box)."""


@remembered()
def places_with_ports(rules: Ruleset) -> tuple[Hex, ...]:
    """The hexes of the board, and the holding boxes, that have printed ports.

    >>> from europa_rules import load
    >>> places_with_ports(load("fof"))[-1]
    'box:French North Africa'
    """
    board = rules.board
    boxes = (box.id for box in board.boxes.values() if box.ports)
    return (*(ref for ref in board.hexes if board.port(ref)), *boxes)


def port_size_at(ref: Hex, state: GameState, rules: Ruleset) -> str:
    """The size of the largest port of a hex, or of a holding box; "" for none, and for one that is destroyed."""
    box = rules.board.boxes.get(ref)
    if box is not None:
        return next((port.size for port in box.ports), "")
    if ref not in rules.board.index or is_port_destroyed(ref, state):
        return ""
    return size_of_port(ref, state, rules)


@rule("FoF 26A4")
def has_beach(ref: Hex, rules: Ruleset) -> bool:
    """Whether a hex of the board has a beach."""
    board = rules.board
    return ref in board.index and is_beach(board.is_coastal(ref), board.terrain(ref))


def owns_port(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> bool:
    """Whether a side owns a port now; the ports of a holding box are those of its owner."""
    box = rules.board.boxes.get(ref)
    return (box.owner if box is not None else hex_owner(ref, state, rules)) == side


def passed_at(ref: Hex, state: GameState) -> Fraction:
    """REs of cargo that have passed a port in this player turn."""
    return state.recall(PASSED, ref) or ZERO


@rule("FoF 26A3")
def gather_port_use(
    ref: Hex, units: Iterable[Unit], supply: Number, side: Side, state: GameState, rules: Ruleset
) -> PortUse:
    """What the board says of cargo that passes a port.

    ref: the hex or box of the port. supply: REs of supply.
    """
    is_box = ref in rules.board.boxes
    return PortUse(
        port_size_at(ref, state, rules),
        0 if is_box else port_hits(ref, state),
        tuple(units),
        is_box or owned_at_start(ref, side, state, rules),
        supply,
        passed_at(ref, state),
        owns_port(ref, side, state, rules),
    )


def note_passing(ref: Hex, facts: PortUse, state: GameState, rules: Ruleset) -> GameState:
    """The state after the cargo has passed the port."""
    return state.noting(PASSED, ref, Fraction(facts.passed) + reckon_port_cargo(facts, rules).value)


@rule("FoF 26A3")
def capacity_left(ref: Hex, state: GameState, rules: Ruleset) -> Fraction:
    """REs that may still pass a port in this player turn; 0 where there is none."""
    size = port_size_at(ref, state, rules)
    if not size:
        return ZERO
    hits = 0 if ref in rules.board.boxes else port_hits(ref, state)
    left = reckon_port_capacity(size, hits, rules).value - passed_at(ref, state)
    return max(left, ZERO)
