"""Scrambling on the board (FoF 23D2, SF 23A2): fighters at an airbase in the target hex fly away to another.

Needs an air operation in its interceptor movement step; gives the state with those fighters landed elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping

from europa_rules.air.airbases import airbases_of, gather_base_use, may_land, rule_on_base
from europa_rules.air.facts import FLYING, AirOperation, Flying
from europa_rules.air.flight_orders import flight_of, operation_now
from europa_rules.air.flights import reckon_range
from europa_rules.air.interception import Scramble, rule_on_scramble
from europa_rules.air.returning import far_from, land_at
from europa_rules.citations import rule
from europa_rules.hexes import Hex
from europa_rules.permissions import Ruling
from europa_rules.procedure import Answer, Decision, Event, Procedure, choose, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side, are_enemies
from europa_rules.state import AirPiece, GameState

TRANSFER = "transfer"
_TO = " > "


def bases_to_transfer_to(piece: AirPiece, operation: AirOperation, state: GameState, rules: Ruleset) -> tuple[Hex, ...]:
    """The friendly airbases within transfer range of an air unit, nearest first; its own is none of them."""
    flight = flight_of(piece, Flying(TRANSFER, piece.place, ""), operation, state, rules)
    reach = reckon_range(flight, rules).value
    found: dict[Hex, int] = {}
    for base in airbases_of(piece.side, state, rules):
        hexes = far_from(piece, base, state, rules)
        if base == piece.place or hexes is None or hexes > reach:
            continue
        if may_land(piece, base, state, rules):
            found[base] = hexes
    return tuple(sorted(found, key=lambda base: (found[base], base)))


@rule("FoF 23D2", "SF 23A2")
def who_may_scramble(side: Side, operation: AirOperation, state: GameState, rules: Ruleset) -> tuple[AirPiece, ...]:
    """The fighters of a reacting side at an airbase in the target hex, operative or not, that may take off."""
    here = [
        piece
        for piece in state.air_at(operation.target)
        if piece.side == side and state.recall(FLYING, piece.id) is None
    ]
    able = []
    for piece in here:
        facts = Scramble(
            rules.air_types.is_fighter(piece.unit.rating.full_type), is_reacting=are_enemies(side, operation.initiator)
        )
        use = gather_base_use(piece, operation.target, state, rules)
        if (rule_on_scramble(facts, rules) & rule_on_base(use, rules)).allowed:
            able.append(piece)
    return tuple(able)


@rule("FoF 23D2", "SF 23A2")
def scramble(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """In the interceptor movement step the reacting player's fighters in the target hex may fly to other airbases."""
    name, operation = operation_now(state)
    for side in rules.variant.sides:
        if are_enemies(side, operation.initiator):
            state = yield from _scramble_of(side, name, operation, state, rules)
    return state


def _scramble_of(
    side: Side, name: str, operation: AirOperation, state: GameState, rules: Ruleset
) -> Procedure[GameState]:
    able = who_may_scramble(side, operation, state, rules)
    ways = {piece.id: bases_to_transfer_to(piece, operation, state, rules) for piece in able}
    lines = tuple(f"{unit}{_TO}{base}" for unit, bases in ways.items() for base in bases)
    if not lines:
        return state
    by = (rules.cite("scrambling"),)
    question = f"Which fighters at {operation.target} scramble, and to which airbases?"
    decision = Decision(side, question, lines, by, state, ((), _nearest(ways)), lambda a: once_each(a, rules))
    answer = yield from choose(decision)
    for line in answer:
        unit, _, base = line.rpartition(_TO)
        state = state.noting(FLYING, unit, Flying(TRANSFER, operation.target, name, role="reacting"))
        state = yield from record(Event(f"{unit} scrambles to {base}", by, state, "fighter scrambled"))
        state = yield from land_at(unit, Hex(base), state, rules)
    return state


def _nearest(ways: Mapping[str, tuple[Hex, ...]]) -> Answer:
    return tuple(f"{unit}{_TO}{bases[0]}" for unit, bases in ways.items() if bases)


def once_each(answer: Answer, rules: Ruleset) -> Ruling:
    """Whether an answer sends every air unit to one airbase only."""
    units = [line.rpartition(_TO)[0] for line in answer]
    twice = sorted({unit for unit in units if units.count(unit) > 1})
    return Ruling.all(
        Ruling.refuse(f"{unit} flies to one airbase", rules.cite("20A"), possible="choose one for it") for unit in twice
    )
