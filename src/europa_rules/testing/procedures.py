"""For tests and tools: drive a procedure with prepared answers and rolls.

`play` hands a procedure what a game would: faces for rolls, candidates for decisions, and "nobody acts" at openings.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from attrs import frozen

from europa_rules.errors import IllegalAnswer
from europa_rules.procedure import Decision, Event, Opening, Procedure, Roll

T = TypeVar("T")


@frozen
class Played:
    """What came of a procedure: its result, its events, and the decisions and rolls that were put."""

    result: object
    events: tuple[Event, ...]
    decisions: tuple[Decision, ...]
    rolls: tuple[Roll, ...]


def play(
    procedure: Procedure[T], *, rolls: Iterable[int | tuple[int, ...]] = (), answers: Iterable[tuple[str, ...]] = ()
) -> tuple[T, Played]:
    """Carry a procedure out.

    rolls: faces for each roll in order (an integer for a single die).
    answers: an answer for each decision in order; once they run out, the first suggestion is taken.
    Raises IllegalAnswer for an answer that the rule refuses, AssertionError when the rolls run out or are left over.
    """
    dice, replies = list(rolls), list(answers)
    events: list[Event] = []
    decisions: list[Decision] = []
    thrown: list[Roll] = []
    response: object = None
    try:
        step = next(procedure)
        while True:
            if isinstance(step, Event):
                events.append(step)
                response = None
            elif isinstance(step, Opening):
                response = step.state
            elif isinstance(step, Roll):
                assert dice, f"no roll prepared for: {step.purpose}"
                thrown.append(step)
                faces = dice.pop(0)
                response = faces if isinstance(faces, tuple) else (faces,)
            else:
                decisions.append(step)
                response = _answer(step, replies)
            step = procedure.send(response)
    except StopIteration as stop:
        assert not dice, f"rolls left over: {dice}"
        assert not replies, f"answers left over: {replies}"
        return stop.value, Played(stop.value, tuple(events), tuple(decisions), tuple(thrown))


def _answer(decision: Decision, replies: list[tuple[str, ...]]) -> tuple[str, ...]:
    answer = replies.pop(0) if replies else decision.suggestions[0]
    ruling = decision.rule_on(answer)
    if not ruling.allowed:
        raise IllegalAnswer(ruling, f"{decision.who}: {decision.question}: {', '.join(answer)}")
    return answer
