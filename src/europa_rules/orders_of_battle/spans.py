"""Parts of a line that know where they stand, so that every error of an order of battle can name line and column."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from attrs import frozen

from europa_rules.errors import Fault, listed, nearest

_KEPT = r'"(?:[^"\\]|\\.)*"|\[(?:"(?:[^"\\]|\\.)*"|[^\]"])*\]'
"""What is not cut: text in quotation marks and facts in square brackets."""
_HINT = re.compile(r"Did you mean '([^']+)'\?")
_WORD = re.compile(r"'([^']+)'")
_SHOWN = 60


class OddText(Exception):
    """A fault met while a line is read; the reader notes it and goes on with the next line."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault


@frozen
class Span:
    """A part of a line.

    Attributes:
        text: what stands there.
        file: the file, as the user named it.
        line, column: where it begins, counted from 1.

    >>> [str(part.column) + part.text for part in Span('4, "6, 7"', "x.ob", 1, 1).cut(",")]
    ['14', '4"6, 7"']
    """

    text: str
    file: str
    line: int
    column: int

    def part(self, start: int, end: int | None = None) -> Span:
        """The characters from start to end, without spaces around them."""
        text = self.text[start:end]
        lead = len(text) - len(text.lstrip())
        return Span(text.strip(), self.file, self.line, self.column + start + lead)

    def cut(self, separator: str) -> list[Span]:
        """The parts between separators that stand outside quotation marks and square brackets."""
        ends = [m.span() for m in self._found(separator)]
        starts = [0, *(end for _, end in ends)]
        stops: list[int | None] = [*(start for start, _ in ends), None]
        return [self.part(a, b) for a, b in zip(starts, stops, strict=True)]

    def cut_once(self, separator: str) -> tuple[Span, Span | None]:
        """What stands before the first separator, and what behind it (None where there is none)."""
        for match in self._found(separator):
            return self.part(0, match.start()), self.part(match.end())
        return self.part(0), None

    def _found(self, separator: str) -> Iterator[re.Match[str]]:
        pattern = re.compile(rf"{_KEPT}|({separator})", re.DOTALL)
        return (match for match in pattern.finditer(self.text) if match[1] is not None)

    def after(self, word: str) -> Span | None:
        """What stands behind a word at the beginning, or None if it does not begin with that word."""
        return self.part(len(word)) if self.text == word or self.text.startswith(f"{word} ") else None

    def plain(self) -> str:
        """The text, without quotation marks where it has them."""
        if not self.text.startswith('"'):
            return self.text
        try:
            return str(json.loads(self.text))
        except ValueError:
            raise self.wrong('text between quotation marks, such as "1, 2", and nothing beside it') from None

    def wrong(self, expected: str, suggestion: str = "") -> OddText:
        """What is said about this part, to be raised."""
        shown = self.text if len(self.text) <= _SHOWN else f"{self.text[:_SHOWN]}..."
        found = repr(shown) if shown else "nothing"
        return OddText(Fault(self.file, f"line {self.line}, column {self.column}", found, expected, suggestion))

    def wrong_word(self, known: tuple[str, ...] | list[str], what: str) -> OddText:
        """As `wrong`, for a word that is none of those known."""
        return self.wrong(f"{what}: {listed(list(known))}", nearest(self.text, known))

    def blamed(self, error: Exception, expected: str) -> OddText:
        """As `wrong`, for an error of the notation: it points at the word that the error names."""
        message = str(error)
        hint = _HINT.search(message)
        named = next((w for w in _WORD.findall(message) if w != self.text and w in self.text), "")
        where = self.part(self.text.index(named), self.text.index(named) + len(named)) if named else self
        return where.wrong(f"{expected} ({' '.join(_HINT.sub('', message).split())})", hint[1] if hint else "")
