"""Names of units as a counter has room for them: in one short line, or in two at its sides.

Needs a name; gives two lines. Words are shortened, the longest first; numbers never are, for they tell units apart.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from europa_rules.render.svg import clean

LONGEST_LINE = 9
"""The most letters beside the symbol."""

FITTING = 7
"""Names of so many letters stand in one line."""

LONGEST_NAME = 60
"""Longer names are cut before they are shortened."""

SHORTEST_WORD = 3


@lru_cache(maxsize=4096)
def two_lines(name: str) -> tuple[str, str]:
    """A name in two lines, the second of them empty where one is enough.

    >>> two_lines("Pz Lehr"), two_lines("Messina Garrison"), two_lines("Augusta-Siracusa Fortress")
    (('Pz Lehr', ''), ('Messina', 'Garrison'), ('Augu Sira', 'Fortr'))
    """
    whole = clean(name, LONGEST_NAME)
    if len(whole) <= FITTING:
        return whole, ""
    words = re.findall(r"[^\s-]+-?", whole)
    while True:
        lines = _broken(words)
        if max(map(len, lines)) <= LONGEST_LINE or not _shorten(words):
            return lines[0][:LONGEST_LINE], lines[1][:LONGEST_LINE]


def _broken(words: Sequence[str]) -> tuple[str, str]:
    """Words in two lines of lengths as like as can be; one word that fits stays whole."""
    if len(words) == 1:
        word, half = words[0], (len(words[0]) + 1) // 2
        return (word, "") if len(word) <= LONGEST_LINE else (f"{word[:half]}-", word[half:])
    breaks = ((_joined(words[:n]), _joined(words[n:])) for n in range(1, len(words)))
    return min(breaks, key=lambda lines: max(map(len, lines)))


def _joined(words: Sequence[str]) -> str:
    return " ".join(words).replace("- ", "-")


def _shorten(words: list[str]) -> bool:
    """Take a letter from the longest word that is no number; gives whether there was one."""
    lengths = [0 if re.search(r"\d", word) else len(word) for word in words]
    longest = max(lengths)
    if longest <= SHORTEST_WORD:
        return False
    n = lengths.index(longest)
    words[n] = words[n].removesuffix("-")[: longest - 1]
    return True
