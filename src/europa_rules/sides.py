"""The sides of a game, and game turns.

A side is a word ("Axis", "Allied", "neutral"): a variant names those it has. A game turn is half a month.
"""

from __future__ import annotations

import re
from typing import NewType

from attrs import frozen

from europa_rules.errors import NotationError, need_text

Side = NewType("Side", str)

AXIS = Side("Axis")
ALLIED = Side("Allied")
NEUTRAL = Side("neutral")


def are_enemies(a: Side, b: Side) -> bool:
    """Whether two sides are at war: different, and neither of them neutral.

    >>> are_enemies(AXIS, ALLIED), are_enemies(AXIS, NEUTRAL)
    (True, False)
    """
    return a != b and NEUTRAL not in (a, b)


MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_TURN = re.compile(r"([A-Za-z]{3})[a-z]* (I{1,2}) (\d{2})\Z")


@frozen(order=True)
class Turn:
    """A game turn: the first or second half of a month (rule 4A).

    >>> print(Turn.parse("May II 40").next())
    Jun I 40
    >>> Turn.parse("May I 40") < Turn.parse("May II 40")
    True
    """

    year: int
    month: int
    half: int

    @classmethod
    def parse(cls, text: str) -> Turn:
        """Read "May II 40". Raises NotationError for any other form."""
        match = _TURN.match(need_text(text, "a game turn such as 'May II 40'").strip())
        if not match or match[1].title() not in MONTHS:
            raise NotationError(f"{text!r} is no game turn; write month, half and year, such as 'May II 40'")
        return cls(1900 + int(match[3]), MONTHS.index(match[1].title()) + 1, len(match[2]))

    def next(self) -> Turn:
        """The game turn after this one."""
        if self.half == 1:
            return Turn(self.year, self.month, 2)
        return Turn(self.year + self.month // 12, self.month % 12 + 1, 1)

    def __str__(self) -> str:
        return f"{MONTHS[self.month - 1]} {'I' * self.half} {self.year % 100:02}"
