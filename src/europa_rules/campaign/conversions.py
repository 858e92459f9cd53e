"""Conversions of the order of battle on the board (FoF 29A1, SF 40A1): a unit in play becomes another one.

Needs a game that was set up from a scenario, and an order of battle; converts in its owner's initial phase each unit
whose turn has come and which stands where a cadre might be rebuilt. Others wait, as long as it takes.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, frozen

from europa_rules.campaign.postings import scenario_of
from europa_rules.campaign.reinforcements import WAITS, rule_on_converting
from europa_rules.campaign.replacing import gather_rebuilding
from europa_rules.citations import rule
from europa_rules.ground.facts import IN_POOL
from europa_rules.orders_of_battle.lines import Entry, Place
from europa_rules.position_notation import piece_name
from europa_rules.procedure import Event, Procedure, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Turn
from europa_rules.stages import Run
from europa_rules.state import FactKind, GameState, Piece
from europa_rules.units import Unit, as_cadre

POOL = "replacement pool"
"""Where an order of battle says that a unit converts from which may have been eliminated."""

CONVERTED = FactKind("has converted", "game", str, is_tally=True)
"""The turn in which a unit of the order of battle was converted (subject: its entry and its number)."""


@frozen
class Conversion:
    """A unit that the order of battle converts.

    Attributes:
        key: its entry, and its number there.
        before: what it is. after: what it becomes; None where several units become fewer, for all but the first.
        turn: the game turn.
        from_pool: whether it is converted too once it has been eliminated, free of cost.
        at: where what it becomes appears then.
        nation: the nation that it is listed under.
    """

    key: str
    before: Unit
    after: Unit | None
    turn: Turn
    from_pool: bool = False
    at: tuple[Place, ...] = ()
    nation: str = ""


def _pairs(entry: Entry) -> Iterator[tuple[Unit, Unit | None, tuple[Place, ...]]]:
    before = [unit for counters in entry.counters for unit, _ in counters.each() if isinstance(unit, Unit)]
    after = [(unit, at) for counters in entry.becomes for unit, at in counters.each() if isinstance(unit, Unit)]
    yield from ((unit, *(after[n] if n < len(after) else (None, ()))) for n, unit in enumerate(before))


@rule("FoF 29A1", "SF 40A1")
def due_conversions(order_of_battle: str, state: GameState, rules: Ruleset) -> Iterator[Conversion]:
    """The conversions whose turn has come, and which have not been made; by a reading those of this turn alone."""
    now, lapse = state.moment.turn, rules.reads(WAITS, "lapses")
    for heading, entry in rules.orders_of_battle[order_of_battle].entries():
        if entry.action != "convert" or entry.condition or heading.turn is None or heading.turn > now:
            continue
        if lapse and heading.turn < now:
            continue
        for number, (before, after, at) in enumerate(_pairs(entry), 1):
            key = f"{order_of_battle} {entry.id} {number}"
            if state.recall(CONVERTED, key) is None:
                nation = heading.nation or before.nation
                yield Conversion(key, before, after, heading.turn, entry.origin == POOL, at, nation)


def in_play(unit: Unit, state: GameState) -> Piece | None:
    """The phasing player's piece with these printed facts, at full strength or as its cadre."""
    own = (piece for piece in state.pieces.values() if piece.side == state.phasing)
    return next((piece for piece in own if (piece.full or piece.unit) == unit), None)


@rule("FoF 29A1", "SF 40A1")
def convert(piece: Piece, to: Unit | None, state: GameState) -> GameState:
    """The state in which a piece has left play through conversion, and another stands in its place.

    A cadre becomes the cadre of the other unit, where that has one. What has left play so cannot be replaced.
    """
    state = state.without(piece.id)
    if to is None:
        return state
    new = Piece(state.free_id(piece_name(to), state.all_facts(IN_POOL)), to, piece.side, piece.place)
    return state.with_piece(evolve(new, unit=as_cadre(to), full=to) if piece.full and to.cadre is not None else new)


def in_pool(unit: Unit, state: GameState) -> str:
    """The name of the unit with these printed facts in the replacement pool, or ""."""
    return next((name for name, piece in state.all_facts(IN_POOL).items() if (piece.full or piece.unit) == unit), "")


def conversions_of(order_of_battle: str) -> Run:
    """The step in which the phasing player's units convert, by an order of battle."""

    def run(state: GameState, rules: Ruleset) -> Procedure[GameState]:
        if scenario_of(state, rules) is None:
            return state
        for due in tuple(due_conversions(order_of_battle, state, rules)):
            state = yield from _convert(due, state, rules)
        return state

    return run


def _convert(due: Conversion, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    piece = in_play(due.before, state)
    if piece is None:
        return state
    ruling = rule_on_converting(gather_rebuilding(piece, state, rules), rules)
    by = (rules.cite("conversions"),)
    if not ruling.allowed:
        why = "; ".join(refusal.why for refusal in ruling.refusals)
        waits = "lapses" if rules.reads(WAITS, "lapses") else "waits"
        return (yield from record(Event(f"the conversion of {piece.id} {waits}: {why}", by, state, "conversion waits")))
    before = set(state.pieces)
    state = convert(piece, due.after, state).noting(CONVERTED, due.key, str(state.moment.turn))
    new = ", ".join(name for name in state.pieces if name not in before)
    text = f"{piece.id} converts to {new} in {piece.place}" if new else f"{piece.id} is converted with others"
    return (yield from record(Event(text, by, state, "converted")))
