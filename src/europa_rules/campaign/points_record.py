"""What has happened in a game for victory points (FoF 32B, SF 42), turn by turn, in the record of its state.

Needs an event of the victory chart and how much of it there was; gives the state that remembers it, and everything that
is remembered, for `campaign.victory` to reckon.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from europa_rules.campaign.victory import Happening
from europa_rules.citations import rule
from europa_rules.numbers import ZERO, Number
from europa_rules.sides import Turn
from europa_rules.state import FactKind, GameState

SCORED = FactKind("happened for victory points", "game", Fraction, is_tally=True)
"""How much of an event there was in a game turn (subject: the event, a semicolon, and the turn)."""


def _subject(event: str, turn: Turn) -> str:
    return f"{event}; {turn}"


@rule("FoF 32B", "SF 42")
def score(event: str, amount: Number, state: GameState) -> GameState:
    """The state that remembers so much more of an event in its game turn; nothing changes for none."""
    subject = _subject(event, state.moment.turn)
    before = state.recall(SCORED, subject) or ZERO
    return state.noting(SCORED, subject, before + Fraction(amount)) if amount else state


def _turns_of(event: str, state: GameState) -> Iterable[tuple[Turn, Fraction]]:
    for subject, amount in state.all_facts(SCORED).items():
        named, _, turn = subject.partition("; ")
        if named == event:
            yield Turn.parse(turn), amount


def amount_of(event: str, state: GameState) -> Fraction:
    """How much of an event there has been in the whole game."""
    return sum((amount for _, amount in _turns_of(event, state)), ZERO)


@rule("FoF 32B", "SF 42")
def recorded(state: GameState) -> tuple[Happening, ...]:
    """Everything that is remembered for victory points, each event with its amounts turn by turn."""
    events = dict.fromkeys(subject.partition("; ")[0] for subject in state.all_facts(SCORED))
    return tuple(Happening(event, tuple(n for _, n in sorted(_turns_of(event, state)))) for event in events)
