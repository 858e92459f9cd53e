"""Air units whose airbase is lost (rule 17B): each tries to escape, and those that do fly to other airbases.

Needs the state after an order; gives the state with those air units gone elsewhere or eliminated. Their flights are
air operations like any other, and may be intercepted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

from attrs import evolve

from europa_rules.air.airbases import airbase_owner, does_escape, status_after_escape
from europa_rules.air.facts import FLYING, AirOperation, Flying
from europa_rules.air.operations import begin, go_on_with
from europa_rules.air.returning import far_from
from europa_rules.air.scrambling import bases_to_transfer_to, once_each
from europa_rules.citations import rule
from europa_rules.ground.works import airfield_capacity, reckon_air_basing
from europa_rules.hexes import Hex
from europa_rules.permissions import Ruling
from europa_rules.procedure import Answer, Decision, Event, Procedure, choose, distinct_rolls, record, throw
from europa_rules.ruleset import Ruleset
from europa_rules.state import ABORTED, ELIMINATED, INOPERATIVE, AirPiece, GameState

TRANSFER, COMBAT = "transfer", "combat"
TIMING, IN_COMBAT_PHASE = "17B-escape-timing", "17B-escape-in-combat-phase"
_TO = " > "


def without_airbase(state: GameState, rules: Ruleset) -> tuple[AirPiece, ...]:
    """The air units on the ground where their side owns no airbase any more."""
    boxes = rules.board.boxes
    grounded = [
        piece
        for piece in state.air.values()
        if piece.is_in_play and piece.place not in boxes and state.recall(FLYING, piece.id) is None
    ]
    lost = {
        place
        for place in {piece.place for piece in grounded}
        if place in rules.board.index
        and not airfield_capacity(place, state, rules)
        and not reckon_air_basing(place, state, rules).value
    }
    owners = {place: airbase_owner(place, state, rules) for place in {p.place for p in grounded} if place not in lost}
    return tuple(
        piece for piece in grounded if piece.place in lost or owners.get(piece.place, piece.side) != piece.side
    )


@rule("FoF 17B", "SF 17B")
def escape(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Every air unit whose airbase has been lost rolls; those that escape fly to other airbases at once."""
    waits = state.moment.phase == COMBAT and rules.reads(TIMING, "end-of-phase")
    if waits or not state.air:
        return state
    return (yield from escape_now(state, rules))


@rule("FoF 17B", "SF 17B")
def escape_now(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The attempts that are due now, and the flights of those that succeed."""
    due = without_airbase(state, rules)
    if not due:
        return state
    by, escaped = (rules.cite("17B"),), []
    for piece in sorted(due, key=lambda p: p.id):
        if state.moment.phase == COMBAT and rules.reads(IN_COMBAT_PHASE, "no"):
            state = yield from _lost(piece, "there are no transfers in this phase", state, rules)
            continue
        roll = yield from throw(1, f"{piece.id} escapes from {piece.place}", by, state, distinct=turning_points(rules))
        if does_escape(roll, rules):
            escaped.append(piece)
        else:
            state = yield from _lost(piece, f"rolls {roll} and does not escape", state, rules)
    return (yield from _fly_away(escaped, state, rules))


def turning_points(rules: Ruleset) -> tuple[int, ...]:
    """The faces of the die at which the outcome of an attempt to escape changes, the lowest among them."""
    return distinct_rolls(1, lambda roll: does_escape(roll, rules))


def _lost(piece: AirPiece, why: str, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    state = state.with_air(evolve(piece, status=ELIMINATED))
    text = f"{piece.id} at {piece.place} {why}: eliminated"
    return (yield from record(Event(text, (rules.cite("17B"),), state, "air unit eliminated")))


def _fly_away(escaped: Sequence[AirPiece], state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Those that escape fly transfers, an operation for each airbase that they fly to."""
    operations = {piece.id: AirOperation(piece.side, piece.place) for piece in escaped}
    ways = {p.id: bases_to_transfer_to(p, operations[p.id], state, rules) for p in escaped}
    for piece in escaped:
        if not ways[piece.id]:
            state = yield from _lost(piece, "has no airbase within transfer range", state, rules)
    able = [piece for piece in escaped if ways[piece.id]]
    if not able:
        return state
    lines = tuple(f"{piece.id}{_TO}{base}" for piece in able for base in ways[piece.id])
    nearest = tuple(f"{piece.id}{_TO}{ways[piece.id][0]}" for piece in able)
    by = (rules.cite("17B"), rules.cite("20A"))

    def all_named(answer: Answer) -> Ruling:
        named = {line.rpartition(_TO)[0] for line in answer}
        missing = [piece.id for piece in able if piece.id not in named]
        each = (Ruling.refuse(f"{unit} flies to an airbase", *by, possible="choose one for it") for unit in missing)
        return once_each(answer, rules) & Ruling.all(each)

    question = "To which airbases do the escaping air units fly?"
    answer = yield from choose(Decision(able[0].side, question, lines, by, state, (nearest,), all_named))
    to = {unit: Hex(base) for unit, _, base in (line.rpartition(_TO) for line in answer)}
    for base in dict.fromkeys(to.values()):
        state = yield from _transfer([p for p in able if to[p.id] == base], base, state, rules)
    return state


def _transfer(pieces: Iterable[AirPiece], base: Hex, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    group = tuple(pieces)
    name, state = begin(AirOperation(group[0].side, base), state)
    for piece in group:
        hexes = cast(int, far_from(piece, base, state, rules))
        flying = Flying(TRANSFER, piece.place, name, mps=hexes, points=(piece.place, base))
        state = state.noting(FLYING, piece.id, flying)
    text = f"{', '.join(piece.id for piece in group)} escape to {base}"
    state = yield from record(Event(text, (rules.cite("17B"),), state, "air units escape"))
    state = yield from go_on_with(name, state, rules)
    for piece in group:
        state = yield from _settle(piece, state, rules)
    return state


def _settle(before: AirPiece, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """One that was inoperative when it escaped is aborted once it has landed."""
    piece = state.air_piece(before.id)
    if piece.status != INOPERATIVE or status_after_escape(before.status, True, True) != ABORTED:
        return state
    state = state.with_air(evolve(piece, status=ABORTED))
    text = f"{piece.id} was inoperative when it escaped: aborted"
    return (yield from record(Event(text, (rules.cite("17B"),), state, "air unit aborted")))
