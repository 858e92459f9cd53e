"""Interception, scrambling and fighters on patrol (rules 20C, 20E, 23A2 or 23D2).

In the interceptor movement step the other player sends fighters to the target hex: from their airbases within range,
or from the patrol that they fly over it; fighters at an airbase in the target hex may scramble away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve, frozen

from europa_rules.air.airbases import gather_base_use, rule_on_base
from europa_rules.air.facts import FLYING, OPERATION, AirOperation, Flying
from europa_rules.air.flight_orders import (
    FlightPlan,
    as_flying,
    distance_flown,
    flyers,
    flying_of,
    gather_mission,
    operation_at,
    operation_now,
    way_points,
)
from europa_rules.air.flights import ESCORT
from europa_rules.air.missions import rule_on_mission
from europa_rules.citations import rule
from europa_rules.hexes import Hex
from europa_rules.numbers import counted
from europa_rules.permissions import Ruling
from europa_rules.procedure import Decision, Event, Procedure, choose, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side, are_enemies
from europa_rules.state import ABORTED, ELIMINATED, OPERATIVE, AirPiece, GameState

INTERCEPTION, PATROL = "interception", "cap"


@frozen
class PatrolSwitch:
    """A fighter on patrol, and an air operation that goes on.

    Attributes:
        is_own: whether its own player began the operation.
        at_target: whether it patrols over the target hex.
        group_enters: whether an enemy movement group takes off from or enters its hex.
        same_light: whether both are by day, or both by night.
    """

    is_own: bool
    at_target: bool
    group_enters: bool = False
    same_light: bool = True


def described_switch(
    patrols_over: str, target: str, own: bool, entered: Iterable[str] = (), same_light: bool = True
) -> PatrolSwitch:
    """A patrol and an operation that a question describes: the hexes of both, and those that a group enters.

    >>> described_switch("17A:1010", "17A:0808", own=True).at_target
    False
    """
    return PatrolSwitch(own, patrols_over == target, patrols_over in tuple(entered), same_light)


@rule("FoF 20E", "SF 20E")
def missions_to_switch_to(facts: PatrolSwitch, rules: Ruleset) -> tuple[str, ...]:
    """The missions that a fighter on patrol may change to in an air operation.

    >>> from europa_rules import load
    >>> missions_to_switch_to(PatrolSwitch(is_own=False, at_target=True, group_enters=True), load("sf"))
    ('interception', 'patrol_attack')
    """
    if not facts.same_light:
        return ()
    if facts.is_own:
        return (ESCORT,) if facts.at_target else ()
    missions = rules.charts.air_missions
    found = [INTERCEPTION] if facts.at_target else []
    if facts.group_enters and "patrol_attack" in missions:
        found.append("patrol_attack")
    return tuple(found)


@rule("FoF 23C", "SF 23G")
def rule_on_switch_by_night(patrol_by_night: bool, operation_by_night: bool, rules: Ruleset) -> Ruling:
    """Whether a patrol may take part in an operation at all: those of the day and of the night never meet."""
    return Ruling.refuse_if(
        patrol_by_night != operation_by_night,
        "air units on patrol by day have nothing to do with operations by night, nor the other way round",
        rules.cite("night-operations"),
        possible="operations by the same light",
    )


AWAY = (ABORTED, ELIMINATED)
"""The statuses of air units that are at no airbase."""


@frozen
class Scramble:
    """A fighter that would scramble.

    Attributes:
        is_fighter: whether it is one.
        base_in_target: whether its airbase is in the target hex.
        is_reacting: whether its player is the reacting one.
        step: the step of the air operation.
        status: its operational status.
    """

    is_fighter: bool
    base_in_target: bool = True
    is_reacting: bool = True
    step: str = "interceptor movement"
    status: str = OPERATIVE


@rule("FoF 23D2", "SF 23A2")
def rule_on_scramble(facts: Scramble, rules: Ruleset) -> Ruling:
    """Whether a fighter may scramble: one of the reacting player's, operative or not, at an airbase in the target hex.

    >>> from europa_rules import load
    >>> print(rule_on_scramble(Scramble(is_fighter=False), load("sf")))
    refused: only fighters scramble (SF 23A2). Possible: a fighter.
    """
    by = rules.cite("scrambling")
    return (
        Ruling.refuse_if(not facts.is_fighter, "only fighters scramble", by, possible="a fighter")
        & Ruling.refuse_if(
            not facts.base_in_target,
            "its airbase is not in the target hex",
            by,
            possible="a fighter at an airbase in the target hex",
        )
        & Ruling.refuse_if(
            not facts.is_reacting,
            "only the reacting player's fighters scramble",
            by,
            possible="a fighter of the reacting player",
        )
        & Ruling.refuse_if(
            facts.step != "interceptor movement",
            f"fighters do not scramble in the {facts.step} step",
            by,
            possible="in the interceptor movement step",
        )
        & Ruling.refuse_if(
            facts.status in AWAY,
            f"an {facts.status} fighter is at no airbase",
            by,
            possible="an operative or inoperative fighter",
        )
    )


# --- on the board ----------------------------------------------------------------------------------------------------


def _patrols_over(place: Hex, side: Side, night: bool, state: GameState) -> Iterator[tuple[AirPiece, str]]:
    """The fighters of a side that patrol over a hex, with their operations."""
    for name, operation in state.all_facts(OPERATION).items():
        if operation.kind == PATROL and operation.suspended and operation.night == night and operation.target == place:
            yield from ((piece, name) for piece, _ in flyers(name, state) if piece.side == side)


def may_intercept(piece: AirPiece, operation: AirOperation, state: GameState, rules: Ruleset) -> Ruling:
    """Whether an air unit at its base may fly interception against an operation."""
    plan = FlightPlan(piece.id, INTERCEPTION)
    use = gather_base_use(piece, piece.place, state, rules)
    return rule_on_mission(gather_mission(plan, operation, piece.side, state, rules), rules) & rule_on_base(use, rules)


def interceptors(operation: AirOperation, side: Side, state: GameState, rules: Ruleset) -> tuple[AirPiece, ...]:
    """The fighters of a side that can intercept an operation: from their bases in range, or from a patrol over it."""
    grounded = (piece for piece in state.air.values() if piece.side == side and piece.is_in_play)
    found = [
        piece
        for piece in grounded
        if state.recall(FLYING, piece.id) is None and may_intercept(piece, operation, state, rules).allowed
    ]
    patrols = [piece for piece, _ in _patrols_over(operation.target, side, operation.night, state)]
    return tuple(sorted((*found, *patrols), key=lambda piece: piece.id))


def _send(piece: AirPiece, name: str, state: GameState, rules: Ruleset) -> GameState:
    """The state with a fighter over the target hex as an interceptor."""
    operation = operation_at(name, state)
    flying = state.recall(FLYING, piece.id)
    if flying is None:
        plan = FlightPlan(piece.id, INTERCEPTION)
        far = distance_flown(way_points(plan, operation.target, state, rules), rules)
        flying = as_flying(plan, piece.place, name, far or 0)
    state = state.noting(FLYING, piece.id, evolve(flying, operation=name, role="reacting"))
    return leave_patrol(state.with_air(evolve(piece, place=operation.target)), flying)


@rule("FoF 16D", "FoF 20C", "FoF 20E", "SF 16D", "SF 20C", "SF 20E")
def intercept(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The interceptor movement step: the reacting player's fighters fly to the target hex, as many as he wishes."""
    name, operation = operation_now(state)
    for side in rules.variant.sides:
        if not are_enemies(side, operation.initiator):
            continue
        able = interceptors(operation, side, state, rules)
        if not able:
            continue
        by = (rules.cite("20C"), rules.cite("20E"))
        question = f"Which fighters intercept over {operation.target}?"
        ids = tuple(piece.id for piece in able)
        answer = yield from choose(Decision(side, question, ids, by, state, ((), ids)))
        for unit in answer:
            state = _send(state.air_piece(unit), name, state, rules)
            text = _told_interception(unit, operation.target, state)
            state = yield from record(Event(text, by, state, "interceptor flown"))
    return state


def _told_interception(unit: str, target: Hex, state: GameState) -> str:
    flying = flying_of(unit, state)
    if flying.mission != INTERCEPTION:
        return f"{unit} intercepts over {target}, from its patrol"
    return f"{unit} intercepts over {target} (from {flying.base}, {counted(flying.mps, 'hex', 'hexes')})"


@rule("FoF 20E", "SF 20E")
def escort_from_patrols(name: str, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """In the mission movement step the initiating player may switch his patrols over the target hex to escort."""
    operation = operation_at(name, state)
    if operation.night or operation.kind == PATROL:
        return state
    patrols = tuple(piece.id for piece, _ in _patrols_over(operation.target, operation.initiator, False, state))
    if not patrols:
        return state
    by = (rules.cite("20E"),)
    question = f"Which fighters on patrol over {operation.target} switch to escort?"
    answer = yield from choose(Decision(operation.initiator, question, patrols, by, state, ((), patrols)))
    for unit in answer:
        flying = flying_of(unit, state)
        state = leave_patrol(state.noting(FLYING, unit, evolve(flying, operation=name, switched=ESCORT)), flying)
        state = yield from record(Event(f"{unit} switches from patrol to escort", by, state, "patrol switched"))
    return state


def leave_patrol(state: GameState, before: Flying) -> GameState:
    """The state after a fighter has left its patrol, which is over when nobody is left in it."""
    left = any(True for _ in flyers(before.operation, state))
    return state if left else state.forgetting(OPERATION, before.operation)
