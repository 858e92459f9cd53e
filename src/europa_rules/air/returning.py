"""Returning to base, and what results of fire do to air units (rules 18, 20E, 21B2 and 23).

Needs air units in the air; gives the state with them landed, aborted or eliminated. Crash landings by night and what
else befalls a landing are steps contributed to the landing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import cast

from attrs import evolve, frozen

from europa_rules.air.airbases import (
    Landed,
    airbase_hexes,
    airbase_owner,
    basing_boxes,
    may_land,
    status_after_return,
    status_when_landed,
)
from europa_rules.air.box_bases import on_the_map
from europa_rules.air.facts import FLOWN, FLYING, OFF_BOARD, AirOperation, Flying
from europa_rules.air.flight_orders import flight_of, flying_of, operation_at
from europa_rules.air.flights import reckon_range
from europa_rules.citations import Citations, rule
from europa_rules.hexes import Hex
from europa_rules.procedure import Answer, Decision, Event, Procedure, choose, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import ABORTED, ELIMINATED, INOPERATIVE, AirPiece, GameState

LANDINGS = "landings"
"""Slot of sources: a procedure (landing, state, rules) -> state, when an air unit lands; one after the other."""

LOSSES = "air units lost"
"""Slot of sources: a procedure (loss, state, rules) -> state, when an air unit in the air is eliminated."""

PATROL, RETURN_FROM_PATROL = "cap", "20E-cap-range"
NO_EFFECT, TURNED_BACK, ABORT, KILL = "-", "R", "A", "K"


@frozen
class AirResult:
    """What a result of fire does: whether the air unit returns to base, and its status after that."""

    result: str
    returns: bool
    status: str | None


RESULTS = {
    NO_EFFECT: AirResult(NO_EFFECT, False, None),
    TURNED_BACK: AirResult(TURNED_BACK, True, INOPERATIVE),
    ABORT: AirResult(ABORT, True, ABORTED),
    KILL: AirResult(KILL, False, ELIMINATED),
}
"""The results of air combat, patrol attacks and antiaircraft fire (rule 21B2)."""


@frozen
class Landing:
    """An air unit that lands: its id, how it flew, its operation, and where it comes down."""

    unit: str
    flying: Flying
    operation: AirOperation
    place: Hex


@frozen
class Loss:
    """An air unit that has been eliminated in the air: its id, and how it flew."""

    unit: str
    flying: Flying


def _lose(loss: Loss, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """What follows from the loss of an air unit."""
    for source in rules.sources(LOSSES):
        follow = cast("Callable[[Loss, GameState, Ruleset], Procedure[GameState]]", source.value)
        state = yield from follow(loss, state, rules)
    return state


def bases_in_range(piece: AirPiece, state: GameState, rules: Ruleset) -> tuple[Hex, ...]:
    """The friendly airbases that an air unit in the air can return to, its own first, then the nearest."""
    flying = state.recall(FLYING, piece.id)
    if flying is None:
        return ()
    if flying.base == OFF_BOARD:
        return (OFF_BOARD,)
    operation = operation_at(flying.operation, state)
    flight = flight_of(piece, flying, operation, state, rules)
    if flying.mission == PATROL and rules.reads(RETURN_FROM_PATROL, "normal"):
        flight = evolve(flight, extended=False)
    reach = reckon_range(flight, rules).value
    own = (ref for ref in airbase_hexes(state, rules) if airbase_owner(ref, state, rules) == piece.side)
    places = (*own, *basing_boxes(piece.side, state, rules))
    far = {place: far_from(piece, place, state, rules) for place in places}
    within = [place for place, hexes in far.items() if hexes is not None and hexes <= reach]
    usable = [place for place in within if may_land(piece, place, state, rules)]
    return tuple(sorted(usable, key=lambda base: (base != flying.base, far[base], base)))


def far_from(piece: AirPiece, base: Hex, state: GameState, rules: Ruleset) -> int | None:
    """Hexes from an air unit to an airbase, a box being where its area is nearest; None where there is no way."""
    if piece.place == base:
        return 0
    points = on_the_map((piece.place, base), piece.side, state, rules)
    return None if any(p in rules.board.boxes for p in points) else rules.board.distance(*points)


@rule("FoF 16D", "FoF 18", "SF 16D", "SF 18")
def return_to_base(
    units: Sequence[str], state: GameState, rules: Ruleset, status: str = INOPERATIVE
) -> Procedure[GameState]:
    """Air units return to base and land; the owner chooses where, within range.

    status: what each is once it has landed; nobody asks where those land that are aborted and bring nothing back. One
    without an airbase in range is eliminated.
    """
    choices = {unit: bases_in_range(state.air_piece(unit), state, rules) for unit in units}
    asked = (unit for unit in units if status != ABORTED or _has_aboard(unit, state))
    elsewhere = tuple(f"{unit} > {base}" for unit in asked for base in choices[unit][1:])
    picked: dict[str, Hex] = {}
    if elsewhere:
        who = state.air_piece(units[0]).side
        answer = yield from choose(_where_to_land(who, elsewhere, state, rules))
        picked = {unit: Hex(base) for unit, _, base in (line.rpartition(" > ") for line in answer)}
    for unit in units:
        bases = choices[unit]
        place = picked.get(unit, bases[0] if bases else None)
        state = yield from _land(unit, place, status, state, rules)
    return state


def _has_aboard(unit: str, state: GameState) -> bool:
    """Whether it matters where an air unit comes down that leaves the map then: it brings cargo or a glider."""
    flying = flying_of(unit, state)
    return bool(flying.cargo or flying.towing)


def _where_to_land(who: Side, elsewhere: tuple[str, ...], state: GameState, rules: Ruleset) -> Decision:
    nothing: Answer = ()
    return Decision(
        who,
        "Which air units land elsewhere than at their own (or nearest) airbase?",
        elsewhere,
        (rules.cite("18"),),
        state,
        (nothing,),
    )


def _land(unit: str, place: Hex | None, status: str, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    piece, flying = state.air_piece(unit), state.recall(FLYING, unit)
    if flying is None:
        return state
    by: Citations = (rules.cite("18"),)
    operation = operation_at(flying.operation, state)
    state = state.forgetting(FLYING, unit).noting(FLOWN, unit, flying.mission)
    if place is None:
        state = state.with_air(evolve(piece, status=status_after_return(base_in_range=False)))
        text = f"{unit}: no airbase in range, eliminated"
        state = yield from record(Event(text, by, state, "air unit eliminated"))
        return (yield from _lose(Loss(unit, flying), state, rules))
    if status == INOPERATIVE:
        status = status_when_landed(Landed(piece.unit.rating, flying.mission), rules)
    state = state.with_air(evolve(piece, place=place, status=status))
    box = ", and goes to the aborted box" if status == ABORTED else ""
    by += (rules.cite("16B1"),) if box else ()
    text = f"{unit} lands at {place}, {status}{box}" if place else f"{unit} returns to base, {status}{box}"
    state = yield from record(Event(text, by, state, "air unit landed"))
    for source in rules.sources(LANDINGS):
        land = cast("Callable[[Landing, GameState, Ruleset], Procedure[GameState]]", source.value)
        state = yield from land(Landing(unit, flying, operation, place), state, rules)
    return state


@rule("FoF 20F1", "SF 20F1")
def land_at(unit: str, place: Hex, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """An air unit ends its mission at an airbase and lands there."""
    return (yield from _land(unit, place, INOPERATIVE, state, rules))


@rule("FoF 21B2", "SF 21B2")
def apply_results(
    results: Iterable[tuple[str, str]], state: GameState, rules: Ruleset, by: Citations = ()
) -> Procedure[GameState]:
    """Implement results of fire, or of a landing: air unit -> "-", "R", "A" or "K" (rule 21B2).

    by: the rules that give the results; those of air combat where none are named.
    """
    for unit, result in results:
        state = yield from _implement(unit, RESULTS[result], by or (rules.cite("air-results"),), state, rules)
    return state


def _implement(unit: str, result: AirResult, by: Citations, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    if result.status is None or state.recall(FLYING, unit) is None:
        return state
    if result.returns:
        return (yield from return_to_base((unit,), state, rules, result.status))
    flying = flying_of(unit, state)
    piece = evolve(state.air_piece(unit), status=result.status)
    state = state.with_air(piece).forgetting(FLYING, unit).noting(FLOWN, unit, flying.mission)
    text = f"{unit} is eliminated"
    state = yield from record(Event(text, by, state, "air unit eliminated"))
    return (yield from _lose(Loss(unit, flying), state, rules))
