"""Rule citations: the book and the rule's number, as in "SF 10C1".

A function that carries out a rule names it with the decorator `rule`; the concordance reads these marks. In the two
books one number may mean different rules, so a citation always names its book.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from attrs import frozen

from europa_rules.errors import NotationError, need_text

_CITATION = re.compile(r"([A-Z][A-Za-z0-9]*) ([A-Z0-9][A-Za-z0-9]*)\Z")
_F = TypeVar("_F", bound=Callable[..., object])


@frozen(order=True)
class Citation:
    """A rule of a book.

    >>> print(Citation("SF", "10C1"))
    SF 10C1
    >>> Citation.parse("FoF 9A").number
    '9A'
    """

    book: str
    number: str

    @classmethod
    def parse(cls, text: str) -> Citation:
        """Read "SF 10C1". Raises NotationError if the book is missing."""
        match = _CITATION.match(need_text(text, "a citation such as 'SF 10C1'").strip())
        if not match:
            raise NotationError(f"{text!r} is no citation; write the book and the rule, such as 'SF 10C1'")
        return cls(match[1], match[2])

    def __str__(self) -> str:
        return f"{self.book} {self.number}"


Citations = tuple[Citation, ...]


def cited(by: Citations) -> str:
    """Citations in brackets as they end a line: " (FoF 9A, FoF 9B)", or "" for none.

    >>> cited((Citation("FoF", "9A"), Citation("FoF", "9B")))
    ' (FoF 9A, FoF 9B)'
    """
    return f" ({', '.join(map(str, by))})" if by else ""


def rule(*numbers: str) -> Callable[[_F], _F]:
    """Mark a function as carrying out these rules.

    >>> @rule("FoF 9A", "SF 9A")
    ... def odds() -> None: ...
    >>> [str(c) for c in rules_of(odds)]
    ['FoF 9A', 'SF 9A']
    """
    marks = tuple(Citation.parse(n) for n in numbers)

    def mark(function: _F) -> _F:
        function.__dict__["__rules__"] = marks
        return function

    return mark


def rules_of(function: Callable[..., object]) -> Citations:
    """The rules a function says it carries out; empty for any other function."""
    marks = getattr(function, "__rules__", ())
    return marks if isinstance(marks, tuple) else ()
