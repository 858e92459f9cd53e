"""Air activities by phase (rule 16C): readiness, operations on demand, air support in the combat phase, patrols' end.

The steps here are put into the sequence of play and into the steps of an attack by the plugin of a game that has air
units; where neither side has one in play they pass in silence.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from europa_rules.air.airbases import over_capacity, reckon_capacity_at, status_after_initial_phase
from europa_rules.air.escapes import escape, escape_now
from europa_rules.air.facts import FLOWN, FLYING, HARASSED
from europa_rules.air.interception import PATROL
from europa_rules.air.operations import AIR_OPERATION_STAGES, air_operation_steps, end_operation, suspended
from europa_rules.air.replacement_orders import OPENING as REPLACEMENT
from europa_rules.air.replacement_orders import POINTS, receive_points, replace_air_units
from europa_rules.campaign.sequence import ACT_ON_DEMAND, player_turn_steps
from europa_rules.citations import rule
from europa_rules.contributions import Source, StepContribution
from europa_rules.hexes import Hex
from europa_rules.permissions import Ruling
from europa_rules.procedure import Answer, Decision, Event, Procedure, choose, opening, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import INOPERATIVE, OPERATIVE, AirPiece, GameState

RECOVERY, CAPACITY_CHECK = "air units recover", "airbase capacity check"
HARASSERS = "16C1-harassers-return"
INITIAL_OPERATIONS = "initial air operations"
DEFENSIVE_SUPPORT, GROUND_SUPPORT = "defensive air support", "ground support"


def can_fly(side: Side, state: GameState) -> bool:
    """Whether a side has an operative air unit, or one that has flown in this player turn: who could act still may."""
    return any(
        piece.side == side and (piece.status == OPERATIVE or state.recall(FLOWN, piece.id) is not None)
        for piece in state.air.values()
    )


def _players(sides: Iterable[Side], state: GameState) -> tuple[Side, ...]:
    return tuple(side for side in sides if can_fly(side, state))


def _others(state: GameState, rules: Ruleset) -> tuple[Side, ...]:
    return tuple(side for side in rules.variant.sides if side != state.phasing)


# --- the initial phase -----------------------------------------------------------------------------------------------


@rule("FoF 16C1", "SF 16C1")
def recover(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """All inoperative air units of both players become operative, except harassers of the previous player turn."""
    ready = []
    for piece in state.air.values():
        harassed = state.recall(HARASSED, piece.id) is not None and not rules.reads(HARASSERS, "own-turn")
        ready.append(evolve(piece, status=status_after_initial_phase(piece.status, harassed)))
        if harassed and state.recall(HARASSED, piece.id) != str(state.moment.player):
            state = state.forgetting(HARASSED, piece.id)
    after = state.with_air(*ready) if ready else state
    woken = [piece for piece in ready if piece.status != state.air_piece(piece.id).status]
    if not woken:
        return after
    numbers = {side: sum(piece.side == side for piece in woken) for side in rules.variant.sides}
    told = ", ".join(f"{number} {side}" for side, number in numbers.items() if number)
    text = f"air units become operative: {told}; then each airbase's capacity is checked"
    return (yield from record(Event(text, (rules.cite("16C1"),), after, "air units operative")))


@rule("FoF 16C1", "SF 16C1")
def check_capacities(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """No airbase keeps more operative air units than its current capacity: the owner picks those that stay down."""
    for place in sorted({piece.place for piece in state.air.values() if piece.is_in_play}):
        state = yield from _check_capacity(place, state, rules)
    return state


def _check_capacity(place: Hex, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The owner makes air units inoperative that an airbase has no capacity for."""
    if place in rules.board.boxes:
        return state
    capacity = reckon_capacity_at(place, state, rules)
    there = [piece for piece in state.air_at(place) if state.recall(FLYING, piece.id) is None]
    too_many = over_capacity(there, capacity.value)
    if not too_many:
        return state
    by = (rules.cite("16C1"), rules.cite("17A"))
    able = tuple(piece.id for piece in there if piece.status == OPERATIVE and not piece.unit.rating.towed)
    number = len(too_many)

    def so_many(answer: Answer) -> Ruling:
        return Ruling.refuse_if(len(answer) != number, f"choose {number} air units", *by, possible=f"name {number}")

    question = f"{place} has capacity for {int(capacity.value)}: which {number} air units become inoperative?"
    first = tuple(piece.id for piece in too_many)
    answer = yield from choose(Decision(there[0].side, question, able, by, state, (first,), so_many))
    state = state.with_air(*(evolve(state.air_piece(unit), status=INOPERATIVE) for unit in answer))
    text = f"{', '.join(answer)} at {place}: inoperative for want of capacity"
    return (yield from record(Event(text, by, state, "air units inoperative", (("capacity", capacity),))))


@rule("FoF 16C1", "SF 16C1")
def initial_operations(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Both players fly combat air patrol, the non-phasing player harassment."""
    players = _players((state.phasing, *_others(state, rules)), state)
    if not players:
        return state
    return (yield from opening(INITIAL_OPERATIONS, players, (rules.cite("16C1"),), state))


# --- the combat phase ------------------------------------------------------------------------------------------------


@rule("FoF 16C3", "SF 16C3")
def defensive_support(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The non-phasing player flies defensive air support, before ground support and any ground combat."""
    players = _players(_others(state, rules), state)
    if not players:
        return state
    return (yield from opening(DEFENSIVE_SUPPORT, players, (rules.cite("16C3"),), state))


@rule("FoF 16C3", "SF 16C3")
def ground_support(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The phasing player flies ground support, before any ground combat."""
    players = _players((state.phasing,), state)
    if not players:
        return state
    return (yield from opening(GROUND_SUPPORT, players, (rules.cite("16C3"),), state))


def support_returns(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Air support over hexes that were not attacked returns to base at the end of the combat phase (rule 20G2)."""
    for kind in ("defensive_air_support", "ground_support"):
        for name in suspended(kind, state):
            state = yield from end_operation(name, state, rules)
    return state


@rule("FoF 16C4", "SF 16C4")
def patrols_return(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """All fighters still on patrol return to base at the end of the player turn."""
    for name in suspended(PATROL, state):
        state = yield from end_operation(name, state, rules)
    return state


@rule("FoF 16C2", "FoF 16C4", "SF 16C2", "SF 16C4")
def acts_on_demand(side: Side, state: GameState, rules: Ruleset) -> bool:
    """Whether a side that is not phasing may act in the movement or exploitation phase: by flying."""
    return can_fly(side, state)


@rule("FoF 20E", "SF 20E")
def patrol_ends(phase: str, moment: str) -> bool:
    """Whether fighters on patrol return at this moment of a phase: at the end of the exploitation phase.

    >>> patrol_ends("exploitation", "end"), patrol_ends("movement", "end")
    (True, False)
    """
    return (phase, moment) == ("exploitation", "end")


@rule("FoF 16C1", "SF 16C1")
def air_initial_phase(rules: Ruleset) -> tuple[str, ...]:
    """The air activities of the initial phase, in order.

    >>> from europa_rules import load
    >>> air_initial_phase(load("sf"))[-2:]
    ('airbase capacity check', 'initial air operations')
    """
    ours = (REPLACEMENT, RECOVERY, CAPACITY_CHECK, INITIAL_OPERATIONS)
    return tuple(step.name for step in player_turn_steps(rules) if step.name in ours)


@rule("FoF 16C3", "SF 16C3")
def air_combat_phase(rules: Ruleset) -> tuple[str, ...]:
    """The air support and the ground combat of the combat phase, in order.

    >>> from europa_rules import load
    >>> air_combat_phase(load("fof"))
    ('defensive air support', 'ground support', 'ground combat')
    """
    words = {"combat phase": "ground combat", DEFENSIVE_SUPPORT: DEFENSIVE_SUPPORT, GROUND_SUPPORT: GROUND_SUPPORT}
    return tuple(words[step.name] for step in player_turn_steps(rules) if step.name in words)


@rule("FoF 16D", "SF 16D")
def steps_of_an_operation(rules: Ruleset) -> tuple[str, ...]:
    """The names of the steps of an air operation that the sequence of the book names, in order."""
    own = {stage.name for stage in AIR_OPERATION_STAGES}
    by_sequence = rules.cite("16D")
    return tuple(step.name for step in air_operation_steps(rules) if step.name in own or by_sequence in step.by)


def present(place: Hex, state: GameState) -> tuple[AirPiece, ...]:
    """The air units on the ground at an airbase."""
    return tuple(piece for piece in state.air_at(place) if state.recall(FLYING, piece.id) is None)


def steps(book: str) -> tuple[StepContribution, ...]:
    """The steps that a game with air units puts into the sequence of play, cited from its book."""
    return (
        StepContribution(POINTS, "player turn", receive_points, f"{book} 25D", after="initial phase"),
        StepContribution(REPLACEMENT, "player turn", replace_air_units, f"{book} 16C1", after=POINTS),
        StepContribution(RECOVERY, "player turn", recover, f"{book} 16C1", after="construction"),
        StepContribution(CAPACITY_CHECK, "player turn", check_capacities, f"{book} 16C1", after=RECOVERY),
        StepContribution(INITIAL_OPERATIONS, "player turn", initial_operations, f"{book} 16C1", after=CAPACITY_CHECK),
        StepContribution(DEFENSIVE_SUPPORT, "player turn", defensive_support, f"{book} 16C3", before="combat phase"),
        StepContribution(GROUND_SUPPORT, "player turn", ground_support, f"{book} 16C3", after=DEFENSIVE_SUPPORT),
        StepContribution("air units escape", "order", escape, f"{book} 17B", after="carried out"),
        StepContribution("late escapes of air units", "player turn", escape_now, f"{book} 17B", after="end of combat"),
        StepContribution("air support returns", "player turn", support_returns, f"{book} 20G2", before="end of combat"),
        StepContribution("patrols return", "player turn", patrols_return, f"{book} 16C4", before="end of player turn"),
    )


def on_demand(book: str) -> Source:
    """That players with air units act in each other's movement and exploitation phases."""
    return Source("air operations", ACT_ON_DEMAND, f"{book} 16C2", acts_on_demand)
