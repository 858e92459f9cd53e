"""The names of the readings of open points: words that look misspelt.

Needs a table of points as TOML gives it. A reading may have any name; but a word in it that stands in no rule, in no
text and in no other name, and is a known word with a typo, is told.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from functools import cache

from europa_rules.errors import Fault, is_misspelt, nearest
from europa_rules.matrix import load_matrix

_TEXTS = ("id", "rule", "question", "why")
_PARTS = re.compile(r"[a-z0-9]+")
_SHORT = 2
"""Words of so many letters are told where they are unknown: nothing is like them."""


def reading_name_faults(points: Collection[object], file: str) -> Iterator[Fault]:
    """Every name of a reading with a word that looks misspelt, by address.

    >>> texts = {"id": "sf-3D-passing", "rule": "SF 3D", "question": "Who owns a hex?", "why": "3D says so."}
    >>> point = {**texts, "readings": {"last": "The last to be there.", "frist": "The first to be there."}}
    >>> [(fault.where, fault.suggestion) for fault in reading_name_faults([point], "x.toml")]
    [('point[0].readings.frist', 'first')]
    """
    named = Counter(word for point in points for name in _readings(point) for word in _words(name))
    shared = {word for word, number in named.items() if number > 1}
    known = {*_words_of_the_books(), *shared, *(word for point in points for word in _prose(point))}
    for number, point in enumerate(points):
        own = {*_prose(point), *shared}
        for name in _readings(point):
            for word in _words(name):
                if _looks_wrong(word, known if word.isalpha() else own):
                    expected = "a word of the rules, or of the texts of the point"
                    near = _likeliest(word, own) or _likeliest(word, known) or nearest(word, known)
                    yield Fault(
                        file, f"point[{number}].readings.{name}", f"'{word}' in the name '{name}'", expected, near
                    )


def _looks_wrong(word: str, known: Collection[str]) -> bool:
    if word in known or word.isdigit():
        return False
    is_doubled = word[-2:-1] == word[-1] and word[:-1] in known
    return not word.isalpha() or len(word) <= _SHORT or is_doubled or bool(_likeliest(word, known))


def _likeliest(word: str, known: Collection[str]) -> str:
    """The first of the known words that this one is with a typo, or ""."""
    return next((right for right in sorted(known) if is_misspelt(word, right, 3)), "")


def _readings(point: object) -> Mapping[str, object]:
    found = point.get("readings") if isinstance(point, Mapping) else None
    return found if isinstance(found, Mapping) else {}


def _prose(point: object) -> Iterator[str]:
    """The words of the sentences of a point, and those of its id."""
    if isinstance(point, Mapping):
        for text in (*(point.get(key) for key in _TEXTS), *_readings(point).values()):
            yield from _words(text) if isinstance(text, str) else ()


def _words(text: str) -> list[str]:
    return _PARTS.findall(text.lower())


@cache
def _words_of_the_books() -> frozenset[str]:
    """The words of every statement and subject of the rule matrix."""
    return frozenset(
        word for row in load_matrix().rows for text in (row.statement, row.subject) for word in _words(text)
    )
