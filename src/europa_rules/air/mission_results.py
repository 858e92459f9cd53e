"""What comes of air missions (rules 16D, 20F and 20G): the mission resolution step of an air operation.

Each mission has its results in the slot "air mission results". Those that are not flown in attacks (transport,
harassment) are resolved for all their air units together; bombing is resolved attack by attack: the player names the
air units that make it, and what they bomb, one attack after the other, or all of them beforehand in a game that has
them declared before antiaircraft fire.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import cast

from attrs import evolve, frozen

from europa_rules.air.facts import FLYING, AirOperation, Flying
from europa_rules.air.flight_orders import flight_of, flyers, flying_of, operation_at, operation_now
from europa_rules.air.flights import BOMBING, has_bombs, mission_named
from europa_rules.air.missions import MissionFacts, rule_on_mission
from europa_rules.air.targets import gather_target
from europa_rules.charts.air_missions import Mission
from europa_rules.citations import rule
from europa_rules.hexes import Hex
from europa_rules.permissions import Ruling
from europa_rules.procedure import Answer, Decision, Event, Procedure, choose, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import AirPiece, GameState

RESULTS = "air mission results"
"""Slot of sources named after missions, each with `MissionResults`."""

NO_ATTACK = "no attack"
"""The aim of a bomber whose player has declared that it does not bomb."""


@frozen
class Strike:
    """Air units that resolve a mission together.

    Attributes:
        mission: its name.
        target: the target hex of their air operation.
        side: whose they are.
        units: their ids.
        aim: what of the target hex they bomb, where it has several such targets; else "".
    """

    mission: str
    target: Hex
    side: Side
    units: tuple[str, ...]
    aim: str = ""

    def flying(self, unit: str, state: GameState) -> Flying:
        """How one of them flies."""
        return flying_of(unit, state)


Resolve = Callable[[Strike, GameState, Ruleset], Procedure[GameState]]
Aims = Callable[[Hex, Side, GameState, Ruleset], tuple[str, ...]]


def sole_target(_: Hex, __: Side, ___: GameState, ____: Ruleset) -> tuple[str, ...]:
    """The aims of a mission that has one target in a hex."""
    return ("",)


@frozen
class MissionResults:
    """How a mission is resolved.

    Attributes:
        resolve: the procedure, for air units that resolve it together.
        in_attacks: whether its air units make attacks that their player puts together.
        aims: what of a hex an attack may be aimed at, for a side; no aim, no attack.
    """

    resolve: Resolve
    in_attacks: bool = True
    aims: Aims = sole_target


def results_of(rules: Ruleset) -> Mapping[str, MissionResults]:
    """How each mission is resolved in this game."""
    return {source.name: cast(MissionResults, source.value) for source in rules.sources(RESULTS)}


# --- declaring attacks -----------------------------------------------------------------------------------------------


def is_undeclared(flying: Flying, rules: Ruleset) -> bool:
    """Whether an air unit flies bombing that is made in attacks, and none has been declared for it."""
    mission, family = mission_named(flying.mission, rules)
    return family == BOMBING and not flying.aim and (mission is None or not mission.operation)


def _missions(flying: Flying, rules: Ruleset) -> Iterator[Mission]:
    """The bombing missions that an air unit may still be declared to fly."""
    mission, _ = mission_named(flying.mission, rules)
    if mission is not None:
        yield mission
        return
    missions = rules.charts.air_missions.missions.values()
    yield from (m for m in missions if m.is_bombing and not m.operation)


@rule("FoF 16D", "FoF 20G", "SF 20", "SF 20G")
def may_bomb(
    piece: AirPiece, flying: Flying, mission: Mission, operation: AirOperation, state: GameState, rules: Ruleset
) -> Ruling:
    """Whether an air unit over a target hex may bomb there on a mission."""
    flight = flight_of(piece, evolve(flying, mission=mission.name), operation, state, rules)
    facts = MissionFacts(
        flight,
        phase=state.moment.phase,
        is_phasing=piece.side == state.phasing,
        role="initiating",
        operation=operation.kind,
        target=gather_target(operation.target, piece.side, state, rules),
    )
    why = f"{piece.id} has no bombs left"
    return rule_on_mission(facts, rules) & Ruling.refuse_if(
        not has_bombs(flight, rules), why, rules.cite("20G"), rules.cite(mission.rule), possible="let it return"
    )


@frozen
class _Choice:
    """One air unit, and what it might bomb."""

    unit: str
    mission: str
    aim: str

    @property
    def words(self) -> str:
        """As it stands in a decision."""
        return f"{self.unit}: {self.mission.replace('_', ' ')}{f' {self.aim}' if self.aim else ''}"


def _choices(name: str, operation: AirOperation, state: GameState, rules: Ruleset) -> Iterator[_Choice]:
    known = results_of(rules)
    for piece, flying in flyers(name, state):
        if piece.side != operation.initiator or not is_undeclared(flying, rules):
            continue
        for mission in _missions(flying, rules):
            results = known.get(mission.name)
            if results is None or not may_bomb(piece, flying, mission, operation, state, rules).allowed:
                continue
            for aim in results.aims(operation.target, piece.side, state, rules):
                yield _Choice(piece.id, mission.name, aim)


def _ask(choices: Mapping[str, _Choice], operation: AirOperation, state: GameState, rules: Ruleset) -> Decision:
    by = (rules.cite("20G"),)

    def one_attack(answer: Answer) -> Ruling:
        aims = {(choices[words].mission, choices[words].aim) for words in answer}
        return Ruling.refuse_if(
            len(aims) > 1, "air units that bomb together bomb one target", *by, possible="name one target at a time"
        )

    together: dict[tuple[str, str], list[str]] = {}
    for words, choice in choices.items():
        together.setdefault((choice.mission, choice.aim), []).append(words)
    question = f"Which air units make the next bombing attack on {operation.target}, and on what?"
    suggestions = ((), *(tuple(group) for group in together.values()))
    return Decision(operation.initiator, question, tuple(choices), by, state, suggestions, one_attack)


@rule("FoF 16D", "FoF 20G", "SF 20", "SF 20G")
def declare_attack(name: str, state: GameState, rules: Ruleset) -> Procedure[tuple[GameState, Strike | None]]:
    """The player names the air units of one more bombing attack, and its target; None once nobody bombs any more."""
    operation = operation_at(name, state)
    choices = {choice.words: choice for choice in _choices(name, operation, state, rules)}
    if not choices:
        return state, None
    only = tuple(choices)
    bound = len(only) == 1 and mission_named(flying_of(choices[only[0]].unit, state).mission, rules)[0] is not None
    answer = only if bound else (yield from choose(_ask(choices, operation, state, rules)))
    if not answer:
        return state, None
    named = [choices[words] for words in answer]
    units = tuple(choice.unit for choice in named)
    strike = Strike(named[0].mission, operation.target, operation.initiator, units, named[0].aim)
    label = f"attack {_declared(name, state) + 1}"
    for unit in units:
        state = state.noting(FLYING, unit, evolve(flying_of(unit, state), mission=strike.mission, aim=label))
    text = f"{', '.join(units)}: {rules.charts.air_missions[strike.mission].title} in {strike.target}"
    text += f", {strike.aim}" if strike.aim else ""
    facts = (("attack", label), ("mission", strike.mission), ("aim", strike.aim))
    return (yield from record(Event(text, (rules.cite("20G"),), state, "bombing declared", facts=facts))), strike


def _declared(name: str, state: GameState) -> int:
    aims = {flying.aim for _, flying in flyers(name, state)} - {"", NO_ATTACK}
    return max((int(aim.split()[1]) for aim in aims), default=0)


@rule("FoF 16D")
def declare_missions(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """All bombing attacks of an air operation are declared before any antiaircraft fire."""
    name, operation = operation_now(state)
    while True:
        state, strike = yield from declare_attack(name, state, rules)
        if strike is None:
            break
        for unit in strike.units:
            flying = flying_of(unit, state)
            state = state.noting(FLYING, unit, evolve(flying, aim=f"{flying.aim} {strike.aim}".strip()))
    for piece, flying in tuple(flyers(name, state)):
        if piece.side == operation.initiator and is_undeclared(flying, rules):
            state = state.noting(FLYING, piece.id, evolve(flying, aim=NO_ATTACK))
    return state


# --- the mission resolution step -------------------------------------------------------------------------------------


def _declared_strikes(name: str, operation: AirOperation, state: GameState) -> Iterator[Strike]:
    """The attacks that were declared before, with those of their air units that are still there."""
    attacks: dict[str, list[str]] = {}
    for piece, flying in flyers(name, state):
        if flying.aim and flying.aim != NO_ATTACK and piece.side == operation.initiator:
            attacks.setdefault(flying.aim, []).append(piece.id)
    for aim, units in sorted(attacks.items(), key=lambda item: int(item[0].split()[1])):
        mission = flying_of(units[0], state).mission
        yield Strike(mission, operation.target, operation.initiator, tuple(units), " ".join(aim.split()[2:]))


def _together(name: str, operation: AirOperation, state: GameState, rules: Ruleset) -> Iterator[Strike]:
    """The air units of each mission that is not flown in attacks."""
    units: dict[str, list[str]] = {}
    for piece, flying in flyers(name, state):
        if piece.side == operation.initiator:
            units.setdefault(flying.mission, []).append(piece.id)
    for mission, results in results_of(rules).items():
        if mission in units and not results.in_attacks:
            yield Strike(mission, operation.target, operation.initiator, tuple(units[mission]))


@rule("FoF 16D", "FoF 16D4", "FoF 20F", "FoF 20G", "SF 16D", "SF 16D5", "SF 20F", "SF 20G")
def resolve_missions(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The mission resolution step: transport and harassment, then bombing, attack by attack."""
    name, operation = operation_now(state)
    known = results_of(rules)
    for strike in tuple(_together(name, operation, state, rules)):
        state = yield from known[strike.mission].resolve(strike, state, rules)
    for strike in tuple(_declared_strikes(name, operation, state)):
        state = yield from known[strike.mission].resolve(strike, state, rules)
    while True:
        state, declared = yield from declare_attack(name, state, rules)
        if declared is None:
            return state
        state = yield from known[declared.mission].resolve(declared, state, rules)
