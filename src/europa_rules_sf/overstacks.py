"""Overstacks (SF 43C2, advanced): units beyond the stacking limit may stay in a hex, and do nothing there.

Needs what an overstacked unit would do; gives whether it may, and the MPs. On the board a player sets units apart by an
order, and lets them go by another that takes 2 MPs; retreats and advances that overstack a hex end in an overstack.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen

from europa_rules.agreement import subject
from europa_rules.citations import Citation, rule
from europa_rules.contributions import Gate, Option, Prohibition, Source
from europa_rules.ground.circumstances import PIECE_CIRCUMSTANCES
from europa_rules.ground.combat import AttackFacts
from europa_rules.ground.construction import WorkFacts
from europa_rules.ground.facts import MPS_SPENT, STANDS_ASIDE
from europa_rules.ground.movement import MoveFacts
from europa_rules.ground.moves import mps_left, mps_spent, rule_on_group
from europa_rules.ground.stacking import OVERSTACKS, STANDS_APART
from europa_rules.ground.zones import ZocExertion
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.numbers import Number
from europa_rules.orders import OrderKind
from europa_rules.permissions import Ruling
from europa_rules.procedure import Event, Procedure, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import FactKind, GameState, Piece
from europa_rules.units import Unit, is_combat_motorized

RULE = "43C2"
BY = Citation("SF", RULE)
IN_USE = Gate(option=RULE)
MPS_TO_LEAVE = 2
LEAVE, TRACE_SUPPLY = "leave", "trace_supply"
WORDS = "stands in the overstack"

OVERSTACKED = FactKind("in the overstack", "game", Hex)
"""The hex in whose overstack a piece stands; it counts while the piece is there (subject: the piece)."""

FACT_KINDS: tuple[FactKind[Any], ...] = (OVERSTACKED,)


@rule("SF 43C2")
def rule_on_overstacked(action: str) -> Ruling:
    """Whether a unit in an overstack may do something: trace supply and leave, nothing else.

    >>> rule_on_overstacked("trace_supply").allowed
    True
    >>> print(rule_on_overstacked("attack"))
    refused: a unit in an overstack does not attack (SF 43C2). Possible: leave the overstack first.
    """
    why = f"a unit in an overstack does not {action.replace('_', ' ')}"
    possible = "leave the overstack first"
    return Ruling.refuse_if(action not in (LEAVE, TRACE_SUPPLY), why, BY, possible=possible)


@rule("SF 43C2")
def reckon_overstacked_mps(action: str, movement: Number) -> Reckoning:
    """MPs that a unit in an overstack spends on what it may do.

    movement: its movement rating; 0 for one that cannot move, or moves by rail only.

    >>> print(reckon_overstacked_mps("leave", 6))
    2 leaves the overstack (SF 43C2) | = 2
    """
    if action != LEAVE:
        return Reckoning.of(0, "takes no MPs", BY)
    return Reckoning.of(MPS_TO_LEAVE if movement else 0, "leaves the overstack", BY)


@rule("SF 43C2")
def reckon_hex_defense(normal: Sequence[Number], overstacked: Sequence[Number]) -> Reckoning:
    """The defense strength of a hex: units in its overstack add nothing (strength points).

    >>> reckon_hex_defense((5, 7), (8,)).value
    Fraction(12, 1)
    """
    counted = [("unit", Reckoning.of(strength, "defense")) for strength in normal]
    apart = [("overstacked", Reckoning.of(s, "defense").become(0, WORDS, BY)) for s in overstacked]
    return Reckoning.total("defense strength", [*counted, *apart], BY)


# --- on the board ----------------------------------------------------------------------------------------------------


def is_overstacked_piece(piece: Piece, state: GameState, rules: Ruleset) -> bool:
    """Whether a piece stands in the overstack of its hex."""
    return state.recall(OVERSTACKED, piece.id) == piece.place


def _situation(piece: Piece, state: GameState, rules: Ruleset) -> Mapping[str, str]:
    return {STANDS_ASIDE: WORDS} if is_overstacked_piece(piece, state, rules) else {}


def set_apart(ids: Sequence[str], state: GameState, rules: Ruleset) -> GameState:
    """The state with these pieces in the overstack of their hex."""
    for piece_id in ids:
        state = state.noting(OVERSTACKED, piece_id, state.piece(piece_id).place)
    return state


@frozen
class Overstack:
    """The order to set units apart in the overstack of their hex.

    Attributes:
        units: ids of pieces in one hex.
    """

    units: tuple[str, ...]


@frozen
class LeaveOverstack:
    """The order to let units leave the overstack of their hex, by spending MPs.

    Attributes:
        units: ids of pieces in one hex.
    """

    units: tuple[str, ...]


def _in_use(rules: Ruleset) -> Ruling:
    return rules.rule_on_option(RULE, "overstacks are an advanced rule, which is not in use", BY)


@rule("SF 43C2")
def rule_on_setting_apart(order: Overstack, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may set units apart: his own, in one hex, in his own player turn."""
    ruling = _in_use(rules) & rule_on_group(order.units, player, state, rules)
    return ruling & Ruling.refuse_if(player != state.phasing, "only the phasing player establishes overstacks", BY)


def establish(order: Overstack, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Set the units apart. Raises IllegalOrder."""
    rule_on_setting_apart(order, player, state, rules).require("overstack")
    state = set_apart(order.units, state, rules)
    text = f"{subject(order.units, 'stands', 'stand')} in the overstack of {state.piece(order.units[0]).place}"
    return (yield from record(Event(text, (BY,), state, "overstack established")))


def _mps_to_leave(unit: Unit) -> Reckoning:
    return reckon_overstacked_mps(LEAVE, unit.movement)


@rule("SF 43C2")
def rule_on_leaving(order: LeaveOverstack, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether units may leave their overstack: in a phase in which they move, if they have the MPs."""
    ruling = _in_use(rules) & rule_on_group(order.units, player, state, rules)
    if not ruling.allowed:
        return ruling
    for piece in map(state.piece, order.units):
        needed = _mps_to_leave(piece.unit).value
        late = state.moment.phase == "exploitation" and not is_combat_motorized(piece.unit, rules.types)
        poor = bool(needed) and (late or mps_left(piece.id, state, rules) < needed)
        ruling &= Ruling.refuse_if(not is_overstacked_piece(piece, state, rules), f"{piece.id} is in no overstack", BY)
        ruling &= Ruling.refuse_if(poor, f"{piece.id} has not the {needed} MPs to leave the overstack", BY)
    return ruling


def let_go(order: LeaveOverstack, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Let the units leave their overstack; they pay for it. Raises IllegalOrder."""
    rule_on_leaving(order, player, state, rules).require("leave the overstack")
    costs = {i: _mps_to_leave(state.piece(i).unit) for i in order.units}
    for piece_id, cost in costs.items():
        state = state.noting(MPS_SPENT, piece_id, mps_spent(piece_id, state) + cost.value)
        state = state.forgetting(OVERSTACKED, piece_id)
    text = f"{subject(order.units, 'leaves', 'leave')} the overstack of {state.piece(order.units[0]).place}"
    ledgers = tuple((f"MPs of {i}", cost) for i, cost in costs.items())
    return (yield from record(Event(text, (BY,), state, "overstack left", ledgers)))


def _moves(facts: MoveFacts) -> bool:
    return STANDS_ASIDE in facts.situation


def _attacks(facts: AttackFacts) -> bool:
    return any(who.situation.get(STANDS_ASIDE) == WORDS for who in facts.attackers)


def _works(facts: WorkFacts) -> bool:
    return any(builder.situation.get(STANDS_ASIDE) == WORDS for builder in facts.builders)


def _exerts(facts: ZocExertion) -> bool:
    return facts.situation.get(STANDS_ASIDE) == WORDS


def settings_apart(piece: Piece, state: GameState, rules: Ruleset) -> Iterator[Overstack]:
    """A piece in no overstack, set apart."""
    if _in_use(rules).allowed and not is_overstacked_piece(piece, state, rules):
        yield Overstack((piece.id,))


def leavings(piece: Piece, state: GameState, rules: Ruleset) -> Iterator[LeaveOverstack]:
    """A piece of an overstack that leaves it."""
    if is_overstacked_piece(piece, state, rules):
        yield LeaveOverstack((piece.id,))


OPTIONS = (Option(RULE, "Overstacking", by="SF 43C2"),)
_FORBIDDEN = (("move", "move", _moves), ("attack", "attack", _attacks), ("construction", "construct", _works))


def _why(action: str) -> str:
    """The reason why a unit in an overstack does not do something."""
    return rule_on_overstacked(action).refusals[0].why


PROHIBITIONS = (
    *(
        Prohibition(
            f"overstacked units do not {word}",
            slot,
            by="SF 43C2",
            why=_why(word),
            when=when,
            possible="leave the overstack first",
            gate=IN_USE,
        )
        for slot, word, when in _FORBIDDEN
    ),
    Prohibition(
        "overstacked units have no ZOC",
        "exert zoc",
        by="SF 43C2",
        why="a unit in an overstack does nothing, and has no ZOC",
        when=_exerts,
        gate=IN_USE,
    ),
)
SOURCES = (
    Source("overstacked", PIECE_CIRCUMSTANCES, by="SF 43C2", value=_situation, gate=IN_USE),
    Source("overstacked", STANDS_APART, by="SF 43C2", value=is_overstacked_piece, gate=IN_USE),
    Source("overstacked", OVERSTACKS, by="SF 43C2", value=set_apart, gate=IN_USE),
)
_PHASES = ("movement phase", "combat phase", "exploitation phase")
ORDER_KINDS = (
    OrderKind(
        "overstack",
        Overstack,
        rule_on_setting_apart,
        establish,
        by=(BY,),
        openings=_PHASES,
        of_unit=settings_apart,
    ),
    OrderKind(
        "leave overstack",
        LeaveOverstack,
        rule_on_leaving,
        let_go,
        by=(BY,),
        openings=(_PHASES[0], _PHASES[2]),
        of_unit=leavings,
    ),
)
