"""An air combat walked through with choices and rolls as told (rule 21B), such as the example of the book.

Needs both forces, who is allocated against whom, and the rolls in order; gives every fire and what became of each air
unit. The procedure is the one that a game carries out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve, field, frozen

from europa_rules.air.air_combat import Forces, fight
from europa_rules.air.air_fire import AIR_COMBAT, FireOutcome, address
from europa_rules.air.flights import BOMBING
from europa_rules.air.off_board import Aloft, aloft, results, sides_of_operation
from europa_rules.air_units import AirRating
from europa_rules.charts.chart import Leaf, Path
from europa_rules.citations import rule
from europa_rules.errors import BadQuestion
from europa_rules.numbers import exact
from europa_rules.procedure import Decision, Event, Opening, Procedure, Roll
from europa_rules.ruleset import Ruleset
from europa_rules.state import GameState

STATES = {"-": "in play", "R": "turned back", "A": "aborted", "K": "eliminated"}
"""What has become of an air unit, by the result that it suffered."""

_WHOLE = re.compile(r"[+-]?\d+")

AirForce = tuple[tuple[str, AirRating], ...]
"""Air units of one group: name and rating of each."""


@frozen
class Combat:
    """An air combat as it is told.

    Attributes:
        screen, mission_force, engaging, bypassing: the groups.
        against: who is allocated against whom, attacker -> target, in the order drawn.
        meeting_bypassers: the unengaged escorts that meet the bypassing group, in the order in which they fire.
        rolls: the sums of the dice, in order.
        points: results told in place of those of the table: "differential:modified roll" -> "-", "R", "A" or "K".
    """

    screen: AirForce
    mission_force: AirForce
    engaging: AirForce
    bypassing: AirForce
    against: Mapping[str, str] = field(factory=dict, hash=False)
    meeting_bypassers: tuple[str, ...] = ()
    rolls: tuple[int, ...] = ()
    points: Mapping[str, str] = field(factory=dict, hash=False)


@frozen
class Walked:
    """What came of it: the fires in order, the state of each air unit, and the log."""

    fires: tuple[FireOutcome, ...]
    final: Mapping[str, str] = field(hash=False)
    log: tuple[Event, ...] = ()


def _drawn(step: Roll, facts: Combat) -> int:
    """The face that draws what the telling has drawn: a target that is told of, and who is told to be against it."""
    against = [*facts.against, *facts.meeting_bypassers]
    target = next((name for name in facts.against.values() if step.purpose.endswith(f" {name}")), None)
    wanted = [name for name in against if facts.against.get(name) == target] if target else []
    order = [*wanted, *facts.against.values(), *against]
    found = next((name for name in order if name in step.among), step.among[0])
    return step.among.index(found) + 1


def _chosen(step: Decision, facts: Combat) -> tuple[str, ...]:
    """The answer that the telling gives: those that do not meet the bypassers join the screen; else the first."""
    joining = tuple(unit for unit in step.candidates if unit not in facts.meeting_bypassers)
    return joining if "join against" in step.question else step.suggestions[0]


def _answers(procedure: Procedure[GameState], facts: Combat, log: list[Event]) -> GameState:
    rolls: Iterator[int] = iter(facts.rolls)
    response: object = None
    try:
        while True:
            step = procedure.send(response)
            response = None
            if isinstance(step, Event):
                log.append(step)
            elif isinstance(step, Opening):
                response = step.state
            elif isinstance(step, Decision):
                response = _chosen(step, facts)
            elif step.among:
                response = (_drawn(step, facts),)
            else:
                response = (_next(rolls, step.purpose),)
    except StopIteration as stop:
        state: GameState = stop.value
        return state


def _next(rolls: Iterator[int], purpose: str) -> int:
    for roll in rolls:
        return roll
    raise BadQuestion(f"no roll is told for: {purpose}")


def fire_in(event: Event) -> FireOutcome:
    """The fire that an event of the log tells of."""
    facts = dict(event.facts)
    differential = dict(event.ledgers)["differential"].value
    modified = int(exact(facts["modified"]))
    return FireOutcome(facts["step"], facts["firer"], facts["target"], differential, modified, facts["result"])


def _address(point: str, rules: Ruleset) -> tuple[str, str, str]:
    """The address of the cell of the table that a point "differential:modified roll" is about."""
    differential, _, roll = point.partition(":")
    if not (_WHOLE.fullmatch(differential) and _WHOLE.fullmatch(roll)):
        raise BadQuestion(f"{point!r} is no point of the table; write differential:modified roll, such as '2:6'")
    column, row = address(int(differential), int(roll), rules)
    return "rows", str(row), column


def _with_points(facts: Combat, rules: Ruleset) -> Ruleset:
    """The rules with the results that are told in place of those of the air combat table."""
    unknown = [result for result in facts.points.values() if result not in STATES]
    if unknown:
        raise BadQuestion(f"{unknown[0]!r} is no result of air combat; it is one of {', '.join(STATES)}")
    told: dict[Path, Leaf] = {_address(point, rules): result for point, result in facts.points.items()}
    return evolve(rules, charts=rules.charts.lending(AIR_COMBAT, told)) if told else rules


@rule("FoF 21B", "SF 21B")
def walk_through(facts: Combat, rules: Ruleset) -> Walked:
    """Carry the air combat out as it is told. Raises BadQuestion for a missing roll or a point that is none.

    >>> from europa_rules import load
    >>> from europa_rules.air_units import AirRating
    >>> mustang, messerschmitt = ("P-51D5", AirRating.parse("8F8")), ("Me 109G6", AirRating.parse("8F6"))
    >>> told = Combat((mustang,), (), (messerschmitt,), (), rolls=(9, 4))
    >>> walked = walk_through(told, load("sf"))
    >>> walked.final["P-51D5"], [fire.result for fire in walked.fires]
    ('aborted', ['-', 'A'])
    """
    rules = _with_points(facts, rules)

    def flying(group: AirForce, mission: str) -> Sequence[Aloft]:
        return [Aloft(name, rating, mission) for name, rating in group]

    initiating = [*flying(facts.screen, "escort"), *flying(facts.mission_force, BOMBING)]
    reacting = [*flying(facts.engaging, "interception"), *flying(facts.bypassing, "interception")]
    state = aloft(initiating, reacting, rules)
    groups = (facts.screen, facts.mission_force, facts.engaging, facts.bypassing)
    names = [tuple(name for name, _ in group) for group in groups]
    forces = Forces(names[0], names[1], names[2], names[3], *sides_of_operation(rules))
    log: list[Event] = []
    state = _answers(fight(forces, state, rules), facts, log)
    fires = tuple(fire_in(event) for event in log if event.kind == "air fire")
    return Walked(fires, {unit: STATES[result] for unit, result in results(state).items()}, tuple(log))
