"""Demolishing bridges by orders (FoF 7C2, SF 44A1, optional).

Needs units beside a bridge and what the state remembers of it; gives the ruling, and carries the order out: each unit
spends what it has until the bridge falls, together within a phase where the game lets units work together.
"""

from __future__ import annotations

from fractions import Fraction

from attrs import frozen

from europa_rules.agreement import subject
from europa_rules.citations import rule
from europa_rules.ground.bridges import (
    Demolition,
    bridge_terms,
    damage_bridge,
    is_bridge,
    owner_of_bridge,
    reckon_demolition,
    rule_on_demolition,
    rule_on_reaching_bridge,
)
from europa_rules.ground.construction_sites import rule_on_site
from europa_rules.ground.facts import BRIDGE_MPS, MPS_SPENT, between
from europa_rules.ground.movement import rule_on_moving
from europa_rules.ground.moves import gather_move, mps_for_work, mps_spent, rule_on_group
from europa_rules.ground.terrain import is_bridge_down
from europa_rules.hexes import Hex
from europa_rules.numbers import ZERO, show
from europa_rules.permissions import Ruling
from europa_rules.procedure import Event, Procedure, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import GameState

DEMOLITION = "demolish_bridge"
"""The name of this work where contributed rules are asked about it."""


@frozen
class DemolishBridge:
    """The order to demolish a bridge.

    Attributes:
        units: ids of pieces in one hex beside it; they spend MPs in the order named.
        across: the hex beyond the bridge.
    """

    units: tuple[str, ...]
    across: Hex


def _gathered(name: str, state: GameState) -> Fraction:
    """MPs spent on a bridge in the phase so far."""
    spent = state.recall(BRIDGE_MPS, name)
    return ZERO if spent is None else spent


def _shares(order: DemolishBridge, state: GameState, rules: Ruleset) -> tuple[Fraction, ...]:
    """MPs that each unit spends: what is missing, as far as it has them."""
    terms, shares = bridge_terms(rules), list[Fraction]()
    name = between(state.piece(order.units[0]).place, order.across)
    missing = Fraction(terms.mps) - _gathered(name, state) if terms else ZERO
    for piece_id in order.units:
        share = max(min(missing, mps_for_work(piece_id, state, rules)), ZERO)
        shares.append(share)
        missing -= share
    return tuple(shares)


def gather_demolition(order: DemolishBridge, player: Side, state: GameState, rules: Ruleset) -> Demolition:
    """What the board says about the units and their bridge."""
    here, board = state.piece(order.units[0]).place, rules.board
    beside = order.across in board.index and board.is_adjacent(here, order.across)
    is_there = beside and is_bridge(here, order.across, rules)
    return Demolition(
        _shares(order, state, rules),
        is_beside=is_there,
        owner=owner_of_bridge(here, order.across, state, rules) if is_there else player,
        side=player,
        is_standing=not (beside and is_bridge_down(here, order.across, state)),
        gathered=_gathered(between(here, order.across), state),
    )


@rule("FoF 7C2", "SF 44A1")
def rule_on_demolishing(order: DemolishBridge, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may order these units to work on a bridge's demolition; every rule against it.

    Where units work together, those named may spend less than it takes: others may bring up the rest in the phase.
    """
    ruling = rule_on_group(order.units, player, state, rules)
    if not ruling.allowed:
        return ruling
    for piece_id in order.units:
        ruling &= rule_on_moving(gather_move(state.piece(piece_id), state, rules, one_hex=False), rules)
    facts = gather_demolition(order, player, state, rules)
    ruling &= rule_on_site(DEMOLITION, state.piece(order.units[0]).place, player, state, rules)
    terms = bridge_terms(rules)
    if terms is None or not terms.together:
        return ruling & rule_on_demolition(facts, rules)
    idle = [i for i, mps in zip(order.units, facts.mps, strict=True) if not mps]
    why = f"{subject(idle, 'has no MPs to spend on it, or is', 'have no MPs to spend on it, or are')} not needed"
    ruling &= Ruling.refuse_if(bool(idle) and facts.is_standing, why, rules.cite("bridge-demolition"))
    return ruling & rule_on_reaching_bridge(facts, rules)


@rule("FoF 7C2", "SF 44A1")
def carry_out_demolition(order: DemolishBridge, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Spend MPs on a bridge's demolition; it falls when enough are spent in the phase. Raises IllegalOrder."""
    rule_on_demolishing(order, player, state, rules).require(f"demolition by {', '.join(order.units)}")
    facts = gather_demolition(order, player, state, rules)
    here = state.piece(order.units[0]).place
    for piece_id, mps in zip(order.units, facts.mps, strict=True):
        state = state.noting(MPS_SPENT, piece_id, mps_spent(piece_id, state) + mps)
    spent = sum((Fraction(mps) for mps in facts.mps), ZERO)
    state = damage_bridge(here, order.across, spent, state, rules)
    fallen = is_bridge_down(here, order.across, state)
    text = (
        f"{subject(order.units, 'spends', 'spend')} {show(spent)} MPs on the bridge between {here} and {order.across}"
    )
    end = "is demolished" if fallen else "stands"
    kind = "bridge demolished" if fallen else "bridge damaged"
    by, ledgers = (rules.cite("bridge-demolition"),), (("MPs", reckon_demolition(facts, rules)),)
    return (yield from record(Event(f"{text}; it {end}", by, state, kind, ledgers)))
