"""What is reckoned once for a ruleset or a board, and kept on it.

Needs a function whose last argument is a ruleset, a board, or another thing with a `memory`; gives one that reckons
each answer once. Nothing is kept beside the thing itself, so that when it goes, all that was made of it goes with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, wraps
from typing import Any, Generic, Protocol, TypeVar, TypeVarTuple

Memory = dict[object, Callable[..., Any]]
"""For each function that was asked, the one that knows its answers."""


class Remembering(Protocol):
    """A thing that keeps what was made of it. It is read only otherwise, and known by its identity."""

    @property
    def memory(self) -> Memory:
        """What was made of it; filled by `remembered` alone."""


Thing = TypeVar("Thing")


class Latest(Generic[Thing]):
    """A few things, those that were added last, the latest first. Threads may look and add at the same time.

    >>> seen = Latest[str](2)
    >>> for word in ("a", "b", "c"):
    ...     seen.add(word)
    >>> list(seen)
    ['c', 'b']
    """

    __slots__ = ("_at_most", "_things")

    def __init__(self, at_most: int) -> None:
        self._at_most = at_most
        self._things: tuple[Thing, ...] = ()

    def __iter__(self) -> Iterator[Thing]:
        return iter(self._things)

    def add(self, thing: Thing) -> None:
        """Add a thing; the oldest goes where there are too many."""
        self._things = (thing, *self._things[: self._at_most - 1])

    def clear(self) -> None:
        """Forget all of them."""
        self._things = ()


Given = TypeVarTuple("Given")
Owner = TypeVar("Owner", bound=Remembering)
Answer = TypeVar("Answer")


def remembered(
    at_most: int | None = None,
) -> Callable[[Callable[[*Given, Owner], Answer]], Callable[[*Given, Owner], Answer]]:
    """A decorator: the function's answers are kept on the last of its arguments, and given again for equal others.

    A function of that argument alone, which makes something empty, gives a place to keep things in.

    at_most: how many answers are kept on one thing, those asked for last; without it all are.

    >>> from europa_rules.board import Board, load_board
    >>> @remembered()
    ... def coasts(board: Board) -> int:
    ...     print("counting")
    ...     return sum(map(board.is_coastal, board.hexes))
    >>> board = load_board(("27",))
    >>> coasts(board) == coasts(board)
    counting
    True
    """

    def decorate(function: Callable[[*Given, Owner], Answer]) -> Callable[[*Given, Owner], Answer]:
        @wraps(function)
        def asked(*given: *tuple[*Given, Owner]) -> Answer:
            memory = given[-1].memory
            known = memory.get(function) or memory.setdefault(function, lru_cache(at_most)(function))
            answer: Answer = known(*given)
            return answer

        return asked

    return decorate
