"""The third kind of function: a procedure, which goes through a sequence of the rulebook from top to bottom.

A procedure is a generator. It yields four things, each carrying the state as of now: a `Roll` (dice are due), a
`Decision` (somebody chooses), an `Event` (something happened) and an `Opening` (others may act). Whoever drives it
decides what an answer is: the game rolls and asks, an analysis enumerates, a test hands in a list.

The sub-generators `throw`, `choose`, `record` and `opening` keep procedures typed.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import TypeVar

from attrs import field, frozen

from europa_rules.citations import Citations
from europa_rules.ledger import Reckoning
from europa_rules.permissions import Ruling
from europa_rules.sides import Side
from europa_rules.state import GameState

T = TypeVar("T")

Answer = tuple[str, ...]
"""What a decision is answered with: the chosen candidates, in the order of the answer."""


def _any_answer(_: Answer) -> Ruling:
    return Ruling.allow()


def _may_always_close(_: GameState) -> Ruling:
    return Ruling.allow()


def _no_suggestion(_: GameState) -> object:
    return None


@frozen
class Roll:
    """Dice are due. The answer is their faces.

    Attributes:
        dice: how many six-sided dice (their sum is the roll).
        purpose: what for, in a few words.
        by: the rules that ask for the roll.
        state: the state as of now.
        distinct: sums that lead to different outcomes, lowest of each group, where the procedure knows that others
            make no difference; None if every sum may matter.
        sides: sides of each die; other than 6 where something is drawn at random.
        among: what is drawn from, in the order of the faces; () for dice.
    """

    dice: int
    purpose: str
    by: Citations
    state: GameState = field(repr=False)
    distinct: tuple[int, ...] | None = None
    sides: int = 6
    among: tuple[str, ...] = ()


@frozen
class Decision:
    """Somebody chooses some of the candidates. The answer is a tuple of them.

    Attributes:
        who: the side that chooses.
        question: what is asked, in a sentence.
        candidates: what may be chosen from.
        by: the rules that give the choice.
        state: the state as of now.
        suggestions: answers that are legal, least first; never empty.
        check: the ruling on an answer made of candidates.
    """

    who: Side
    question: str
    candidates: tuple[str, ...]
    by: Citations
    state: GameState = field(repr=False)
    suggestions: tuple[Answer, ...]
    check: Callable[[Answer], Ruling] = field(default=_any_answer, eq=False, repr=False)

    def rule_on(self, answer: Answer) -> Ruling:
        """Whether this answer may be given: only candidates, none twice, and what the rule demands of them."""
        strangers = [a for a in answer if a not in self.candidates]
        if strangers:
            what = f"{', '.join(strangers)} cannot be chosen here"
            return Ruling.refuse(what, *self.by, possible=f"choose from {', '.join(self.candidates) or 'nothing'}")
        if len(set(answer)) != len(answer):
            return Ruling.refuse("the answer names something twice", *self.by)
        return self.check(answer)


SECRET = "secret"
"""The name of the fact by which an event says that only one side may read it."""


@frozen
class Event:
    """Something happened. It goes into the log and needs no answer.

    Attributes:
        text: what happened, as a player reads it.
        by: the rules behind it.
        state: the state as of now.
        kind: a word for programs ("combat rolled", "retreated", ...).
        ledgers: labelled reckonings behind it.
        facts: further plain facts for programs.
    """

    text: str
    by: Citations
    state: GameState = field(repr=False)
    kind: str = "event"
    ledgers: tuple[tuple[str, Reckoning], ...] = ()
    facts: tuple[tuple[str, str], ...] = ()


@frozen
class Opening:
    """A point at which these players may submit other orders, and plugins insert steps, until all pass.

    The answer is the state after all that.

    Attributes:
        name: its name ("movement phase", "attack declared", ...).
        players: who may act.
        by: the rules.
        state: the state as of now.
        closing: the ruling on ending it in a state (stacking at the end of a phase, for one).
        kinds: the kinds of order that may be given at it; () for those that name it among their openings.
        suggest: an order that brings its end nearer where that is refused, or None.
    """

    name: str
    players: tuple[Side, ...]
    by: Citations
    state: GameState = field(repr=False)
    closing: Callable[[GameState], Ruling] = field(default=_may_always_close, eq=False, repr=False)
    kinds: tuple[str, ...] = ()
    suggest: Callable[[GameState], object] = field(default=_no_suggestion, eq=False, repr=False)


Step = Roll | Decision | Event | Opening
"""What a procedure yields. Answers: faces for a Roll, candidates for a Decision, a state for an Opening, else None."""

Procedure = Generator[Step, object, T]


def throw(
    dice: int, purpose: str, by: Citations, state: GameState, distinct: tuple[int, ...] | None = None
) -> Procedure[int]:
    """Roll this many dice; gives their sum (rule 3C3)."""
    faces = yield Roll(dice, purpose, by, state, distinct)
    if not isinstance(faces, tuple) or not all(isinstance(face, int) for face in faces):
        raise TypeError(f"a Roll is answered with the faces of its dice, not {faces!r}")
    return sum(face for face in faces if isinstance(face, int))


def distinct_rolls(dice: int, result: Callable[[int], object]) -> tuple[int, ...]:
    """The lowest roll of each run of rolls that have one result, as `Roll.distinct` lists them.

    >>> distinct_rolls(1, lambda roll: "hit" if roll > 4 else "miss")
    (1, 5)
    """
    results = {roll: result(roll) for roll in range(dice, 6 * dice + 1)}
    return tuple(roll for roll in results if roll == dice or results[roll] != results[roll - 1])


def draw(candidates: Sequence[str], purpose: str, by: Citations, state: GameState) -> Procedure[str]:
    """Draw one of the candidates at random, each equally likely; of a single one there is nothing to draw."""
    if len(candidates) == 1:
        return candidates[0]
    faces = yield Roll(1, purpose, by, state, sides=len(candidates), among=tuple(candidates))
    if not isinstance(faces, tuple) or not isinstance(faces[0], int):
        raise TypeError(f"a Roll is answered with the faces of its dice, not {faces!r}")
    return candidates[faces[0] - 1]


def choose(decision: Decision) -> Procedure[Answer]:
    """Put a decision; gives the chosen candidates. A decision with one legal answer is not put at all."""
    if len(decision.suggestions) == 1 and decision.candidates == decision.suggestions[0]:
        return decision.suggestions[0]
    answer = yield decision
    if not isinstance(answer, tuple):
        raise TypeError(f"a Decision is answered with a tuple of candidates, not {answer!r}")
    return tuple(str(a) for a in answer)


def record(event: Event) -> Procedure[GameState]:
    """Log an event; gives the state back."""
    yield event
    return event.state


def opening(
    name: str,
    players: tuple[Side, ...],
    by: Citations,
    state: GameState,
    closing: Callable[[GameState], Ruling] = _may_always_close,
    *,
    kinds: tuple[str, ...] = (),
    suggest: Callable[[GameState], object] = _no_suggestion,
) -> Procedure[GameState]:
    """Let these players act until all pass; gives the state after that. The rest as in `Opening`."""
    after = yield Opening(name, players, by, state, closing, kinds, suggest)
    if not isinstance(after, GameState):
        raise TypeError(f"an Opening is answered with the state after it, not {after!r}")
    return after
