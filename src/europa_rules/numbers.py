"""Exact numbers (rule 3C).

Strengths, REs and movement points are integers or fractions, never floating point: half of 7 is 7/2. In plain data a
whole number is a JSON integer and any other a string `"n/d"` in lowest terms.
"""

from __future__ import annotations

import re
from fractions import Fraction

from europa_rules.errors import NotationError, shortened

Number = int | Fraction

ZERO = Fraction(0)
ONE = Fraction(1)
HALF = Fraction(1, 2)
QUARTER = Fraction(1, 4)

LONGEST = 300
"""Characters of the longest number that is read: no game has one nearly as long."""

_EXACT = re.compile(r"-?[0-9]+(/0*[1-9][0-9]*)?\Z")


def exact(value: Number | str) -> Fraction:
    """The exact value of an integer, a fraction, or a text `"7"` or `"7/2"`.

    Raises NotationError for anything else (decimals included: a rule's number is never rounded).

    >>> exact("7/2")
    Fraction(7, 2)
    >>> exact("3.5")
    Traceback (most recent call last):
    europa_rules.errors.NotationError: '3.5' is no exact number; write an integer or a fraction such as 7/2
    """
    if isinstance(value, bool) or not isinstance(value, int | Fraction | str):
        raise NotationError(f"{value!r} is no exact number; write an integer or a fraction such as 7/2")
    if isinstance(value, str):
        if not _EXACT.match(value):
            raise NotationError(f"{shortened(value)} is no exact number; write an integer or a fraction such as 7/2")
        if len(value) > LONGEST:
            raise NotationError(f"{shortened(value)} is no number of a game; {LONGEST} characters are the most")
    if isinstance(value, int) and value.bit_length() > 4 * LONGEST:
        raise NotationError(f"a number of more than {LONGEST} digits is no number of a game")
    return Fraction(value)


def show(value: Number) -> str:
    """A number as players read it: `7/2`, `3`.

    >>> show(Fraction(7, 2)), show(Fraction(6, 2))
    ('7/2', '3')
    """
    return str(Fraction(value))


def counted(value: Number, noun: str, several: str = "") -> str:
    """A number of things as a sentence has it: one alone is single.

    several: the noun for several, where it takes more than an s.

    >>> counted(1, "RE"), counted(Fraction(7, 2), "RE"), counted(0, "yard")
    ('1 RE', '7/2 REs', '0 yards')
    """
    return f"{show(value)} {noun if value == 1 else several or f'{noun}s'}"


def ordinal(n: int) -> str:
    """A place in an order as a sentence has it.

    >>> ordinal(1), ordinal(2), ordinal(11)
    ('1st', '2nd', '11th')
    """
    return f"{n}{'th' if n in (11, 12, 13) else {1: 'st', 2: 'nd', 3: 'rd'}.get(n % 10, 'th')}"


def signed(value: Number) -> str:
    """A modifier with its sign: `+1`, `-2`, `+0`.

    >>> signed(1), signed(Fraction(-2))
    ('+1', '-2')
    """
    return f"{'-' if value < 0 else '+'}{show(abs(Fraction(value)))}"


def to_json(value: Number) -> int | str:
    """A number as plain data: an integer where it is whole, else `"n/d"`.

    >>> to_json(Fraction(4, 2)), to_json(HALF)
    (2, '1/2')
    """
    fraction = Fraction(value)
    return fraction.numerator if fraction.denominator == 1 else str(fraction)
