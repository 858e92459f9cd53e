"""Air operations (rule 16D): from the order to the landing, step by step, as the book goes through them.

Needs an order to fly; gives the procedure, with the steps that plugins contribute in their places. An operation that
waits for a ground combat, or patrols to the end of the player turn, is suspended in the state and taken up again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from attrs import evolve

from europa_rules.air.air_combat import resolve_air_combat
from europa_rules.air.airbases import may_land
from europa_rules.air.antiaircraft import antiaircraft_step
from europa_rules.air.facts import FLYING, OPERATION, OPERATIONS_BEGUN, UNDER_WAY_NOW, AirOperation, Flying
from europa_rules.air.flight_orders import (
    FlightPlan,
    FlyOperation,
    as_flying,
    distance_flown,
    flyers,
    operation_at,
    operation_now,
    operation_ordered,
    read_flights,
    way_points,
)
from europa_rules.air.flights import mission_named
from europa_rules.air.interception import escort_from_patrols, intercept
from europa_rules.air.mission_results import resolve_missions
from europa_rules.air.precedence import initiated
from europa_rules.air.returning import land_at, return_to_base
from europa_rules.air.scrambling import scramble
from europa_rules.citations import rule
from europa_rules.errors import unknown
from europa_rules.hexes import Hex
from europa_rules.procedure import Event, Procedure, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.stages import Stage, arrange
from europa_rules.state import GameState

TRANSFER = "transfer"

# --- the steps -------------------------------------------------------------------------------------------------------


def _end_of_way(flying: Flying, operation: AirOperation, rules: Ruleset) -> Hex:
    """Where an air unit flies to: the target hex or holding box, but for an escort that turns back before."""
    is_told = bool(flying.points) and operation.target not in rules.board.boxes
    return flying.points[-1] if is_told else operation.target


@rule("FoF 16D1", "SF 16D1")
def move_to_target(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """All air units of the initiating player fly to the target hex (rule 18); escorts may turn back before (20B)."""
    name, operation = operation_now(state)
    by = (rules.cite("16D"), rules.cite("18"))
    turning: list[str] = []
    for piece, flying in flyers(name, state):
        if piece.side != operation.initiator:
            continue
        end = _end_of_way(flying, operation, rules)
        state = state.with_air(evolve(piece, place=end))
        announced = mission_named(flying.mission, rules)[1]
        hexes = f"{flying.mps} hexes" if flying.mps != 1 else "1 hex"
        text = f"{piece.id} flies from {flying.base} to {end} ({announced}, {hexes})"
        state = yield from record(Event(text, by, state, "air unit flown"))
        turning += [piece.id] if end != operation.target else []
    if turning:
        text = f"{', '.join(turning)} {'turns' if len(turning) == 1 else 'turn'} back short of {operation.target}"
        state = yield from record(Event(text, (rules.cite("20B"),), state, "escort turns back"))
        state = yield from return_to_base(turning, state, rules)
    return (yield from escort_from_patrols(name, state, rules))


@rule("FoF 16D5", "SF 16D6")
def _return_all(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Every air unit of the operation returns to base, the initiating player's first (rule 16D)."""
    name, operation = operation_now(state)
    sides = (operation.initiator, *(side for side in rules.variant.sides if side != operation.initiator))
    for side in sides:
        for unit in _transferring(name, side, operation, state, rules):
            state = yield from land_at(unit, operation.target, state, rules)
        units = tuple(piece.id for piece, _ in flyers(name, state) if piece.side == side)
        if units:
            state = yield from return_to_base(units, state, rules)
    return state


def _transferring(name: str, side: Side, operation: AirOperation, state: GameState, rules: Ruleset) -> tuple[str, ...]:
    """The air units of a side that end a leg of a transfer at the target hex (rule 20A)."""
    return tuple(
        piece.id
        for piece, flying in flyers(name, state)
        if piece.side == side and flying.mission == TRANSFER and may_land(piece, operation.target, state, rules)
    )


@rule("FoF 16D2", "SF 16D2")
def _interceptor_movement(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The reacting player's fighters intercept; those at an airbase in the target hex may scramble."""
    state = yield from intercept(state, rules)
    return (yield from scramble(state, rules))


RETURN = "air unit return"
AIR_OPERATION_STAGES = (
    Stage("mission movement", move_to_target),
    Stage("interceptor movement", _interceptor_movement),
    Stage("air combat", resolve_air_combat),
    Stage("antiaircraft fire", antiaircraft_step),
    Stage("mission resolution", resolve_missions),
    Stage(RETURN, _return_all),
)


@rule("FoF 16D", "SF 16D")
def air_operation_steps(rules: Ruleset) -> tuple[Stage, ...]:
    """The steps of an air operation under these rules, in order.

    >>> from europa_rules import load
    >>> [step.name for step in air_operation_steps(load("sf"))][-2:]
    ['mission resolution', 'air unit return']
    """
    return arrange("air operation", AIR_OPERATION_STAGES, rules)


# --- carrying one out ------------------------------------------------------------------------------------------------


def _waits_before(operation: AirOperation, rules: Ruleset) -> str:
    """The step before which an operation of its kind is suspended, or ""."""
    missions = rules.charts.air_missions
    return missions[operation.kind].suspended_before if operation.kind in missions else ""


def begin(operation: AirOperation, state: GameState) -> tuple[str, GameState]:
    """The id of a new air operation, numbered through the game, and the state in which it is under way."""
    number = (state.recall(OPERATIONS_BEGUN, "") or 0) + 1
    name = f"air operation {number}"
    return name, state.noting(OPERATIONS_BEGUN, "", number).noting(OPERATION, name, operation)


def _take_off(
    plans: Iterable[FlightPlan], name: str, operation: AirOperation, state: GameState, rules: Ruleset
) -> GameState:
    """The state with these air units in the air."""
    for plan in plans:
        piece = state.air_piece(plan.unit)
        points = way_points(plan, operation.target, state, rules)
        base = points[0] if plan.stage else piece.place
        flying = as_flying(plan, base, name, distance_flown(points, rules) or 0)
        state = state.noting(FLYING, piece.id, evolve(flying, points=points))
    return state


@rule("FoF 16D", "SF 16D")
def carry_out_operation(order: FlyOperation, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Carry out an air operation: all its steps, or those up to where operations of its kind are suspended."""
    operation = operation_ordered(order, player, state, rules)
    plans = read_flights(order, state)
    name, state = begin(operation, initiated(player, state, rules))
    state = _take_off(plans, name, operation, state, rules)
    when = "by night" if operation.night else "by day"
    text = f"{player} begins {name} {when}: target {operation.target}"
    state = yield from record(Event(text, (rules.cite("16D"),), state, "air operation begins"))
    state = yield from go_on_with(name, state, rules)
    return (yield from _fly_onward(plans, operation, state, rules))


@rule("FoF 20A", "SF 20A")
def _fly_onward(
    plans: Iterable[FlightPlan], operation: AirOperation, state: GameState, rules: Ruleset
) -> Procedure[GameState]:
    """Air units that have landed after a leg of a transfer fly the next one, each leg as an operation of its own."""
    waiting: dict[Hex, list[FlightPlan]] = {}
    for plan in plans:
        piece = state.air_piece(plan.unit)
        arrived = piece.is_in_play and piece.place == operation.target and state.recall(FLYING, piece.id) is None
        if plan.legs and arrived:
            waiting.setdefault(rules.board.place(plan.legs[0]), []).append(plan)
    for target, group in waiting.items():
        leg = AirOperation(operation.initiator, target, night=operation.night)
        name, state = begin(leg, state)
        onward = [evolve(plan, legs=plan.legs[1:], via=(), start="") for plan in group]
        state = _take_off(onward, name, leg, state, rules)
        text = f"{', '.join(plan.unit for plan in onward)} fly on to {target}"
        state = yield from record(Event(text, (rules.cite("20A"),), state, "next leg of a transfer"))
        state = yield from go_on_with(name, state, rules)
        state = yield from _fly_onward(onward, leg, state, rules)
    return state


@rule("FoF 16D", "SF 16D")
def go_on_with(name: str, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Go on with an air operation from the step that it stands before, to its end or to where it is suspended."""
    state = state.noting(UNDER_WAY_NOW, "", name)
    operation = operation_at(name, state)
    waits_before = "" if operation.suspended else _waits_before(operation, rules)
    steps = air_operation_steps(rules)
    first = _place_of(operation.step, steps) if operation.step else 0
    landing = next(i for i, step in enumerate(steps) if step.name == RETURN)
    for at, step in enumerate(steps[first:], first):
        if step.name == waits_before and any(True for _ in flyers(name, state)):
            state = state.noting(OPERATION, name, evolve(operation, step=step.name, suspended=True))
            return state.forgetting(UNDER_WAY_NOW, "")
        if at < landing and _is_deserted(name, operation, state):
            continue
        state = yield from step.run(state, rules)
    return state.forgetting(UNDER_WAY_NOW, "").forgetting(OPERATION, name)


def _place_of(name: str, steps: Sequence[Stage]) -> int:
    """Which step of an air operation has a name. Raises UnknownName for a step there is not."""
    names = [step.name for step in steps]
    if name not in names:
        raise unknown("step of an air operation", name, names)
    return names.index(name)


def _is_deserted(name: str, operation: AirOperation, state: GameState) -> bool:
    """Whether none of the initiating player's air units is left in an operation, so that it is over."""
    return all(piece.side != operation.initiator for piece, _ in flyers(name, state))


@rule("FoF 16D", "SF 16D")
def run_step(name: str, step: str, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Carry out one step of a suspended operation, which then stands before the next one."""
    stages = {stage.name: stage for stage in air_operation_steps(rules)}
    following = dict(pairwise([*stages, ""]))
    state = state.noting(UNDER_WAY_NOW, "", name)
    state = yield from stages[step].run(state, rules)
    operation = operation_at(name, state)
    state = state.noting(OPERATION, name, evolve(operation, step=following[step], suspended=True))
    return state.forgetting(UNDER_WAY_NOW, "")


def end_operation(name: str, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """A suspended operation comes to its end: its air units return to base without doing more."""
    state = state.noting(UNDER_WAY_NOW, "", name)
    state = yield from _return_all(state, rules)
    return state.forgetting(UNDER_WAY_NOW, "").forgetting(OPERATION, name)


def suspended(kind: str, state: GameState, side: Side | None = None) -> tuple[str, ...]:
    """The ids of suspended operations of a kind, of a side where one is named."""
    found = state.all_facts(OPERATION).items()
    return tuple(
        name for name, op in found if op.suspended and op.kind == kind and (side is None or op.initiator == side)
    )
