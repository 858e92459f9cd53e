"""For the tests of the air war: both games, and a driver that draws what it is told and throws the dice it is given."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import pytest
from attrs import frozen

import europa_rules as er
from europa_rules.ground.facts import AIRFIELD
from europa_rules.hexes import Hex
from europa_rules.position import parse_position
from europa_rules.procedure import Decision, Event, Opening, Procedure, Roll
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS
from europa_rules.state import GameState


@frozen
class Book:
    """A game: its name, the enemy's nation in France, and a game turn of good weather."""

    name: str
    enemy: str
    day: str


FOF, SF = Book("fof", "fr", "May II 40"), Book("sf", "us", "Jul II 44")
BOOKS = pytest.mark.parametrize("book", [FOF, SF], ids=lambda book: book.name)


@functools.cache
def rules_of(variant: str, options: Iterable[str] = (), rulings: tuple[tuple[str, str], ...] = ()) -> Ruleset:
    return er.load(variant, options=options, rulings=dict(rulings))


HERE, OURS, THEIRS, PARIS = Hex("17A:2018"), Hex("17A:1910"), Hex("17A:2218"), Hex("17A:1604")
NAME = "air operation 1"
"""A hex that is flown to, an airbase of each side, and the name of the first operation."""


def scene(book: Book, text: str, phase: str = "Axis movement") -> GameState:
    """Units of a position, with an airbase of each side."""
    state = parse_position(f"{text} | {book.day}, {phase}", rules_of(book.name))
    fields = state.noting(AIRFIELD, OURS, 6).noting(AIRFIELD, THEIRS, 6)
    return fields.owned({OURS: AXIS, THEIRS: ALLIED, HERE: ALLIED, PARIS: ALLIED})


Choose = Callable[[Decision], tuple[str, ...] | None]


def first(_: Decision) -> None:
    """No wish: the first suggestion is taken."""


T = TypeVar("T")


def drive(
    procedure: Procedure[T], dice: Sequence[int] = (), *, draws: Sequence[str] = (), choose: Choose = first
) -> tuple[T, list[Event]]:
    """Carry a procedure out with these sums of dice, then sixes; with these draws in order, else the first."""
    thrown, drawn, log = list(dice), list(draws), list[Event]()
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
                wish = choose(step)
                response = step.suggestions[0] if wish is None else wish
                assert step.rule_on(response).allowed
            else:
                assert isinstance(step, Roll)
                response = (_face(step, drawn),) if step.among else (thrown.pop(0) if thrown else 6 * step.dice,)
    except StopIteration as stop:
        assert thrown == []
        return stop.value, log


def _face(step: Roll, drawn: list[str]) -> int:
    wanted = drawn.pop(0) if drawn and drawn[0] in step.among else step.among[0]
    return step.among.index(wanted) + 1


def told(log: Sequence[Event]) -> list[str]:
    """The log as a player reads it, with the rules."""
    return [f"{event.text} ({', '.join(map(str, event.by))})" for event in log]
