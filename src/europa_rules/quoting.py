"""Quotation marks in the notations: cutting a text outside them, writing what they hold, and reading it back.

Everything here takes time in proportion to the length of the text, whatever stands in it.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from functools import cache

from europa_rules.errors import NotationError, shortened

_SURROGATE = re.compile("[\ud800-\udfff]")


def split_outside_quotes(text: str, separator: str) -> list[str]:
    """`text` cut at a separator, but not inside quotation marks, square brackets or a piece's name in <>.

    separator: one character. A quotation mark that is not closed quotes all that follows it.

    >>> split_outside_quotes('ge 7-6 Inf XX "1, 2" [Army], ge 3-8 Mot III', ",")
    ['ge 7-6 Inf XX "1, 2" [Army]', ' ge 3-8 Mot III']
    """
    return [part for _, part in cuts_outside_quotes(text, separator)]


def cuts_outside_quotes(text: str, separator: str) -> list[tuple[int, str]]:
    """The parts of `split_outside_quotes`, each with the place in the text where it begins, from 0.

    >>> cuts_outside_quotes("a, b", ",")
    [(0, 'a'), (2, ' b')]
    """
    if separator not in text:
        return [(0, text)]
    tokens = list(_tokens(separator).finditer(text))
    closing = [i for i, token in enumerate(tokens) if token[0] == "]"]
    starts, kept_to = [0], -1
    for i, token in enumerate(tokens):
        if token[0] == "[" and i > kept_to and (at := bisect_right(closing, i)) < len(closing):
            kept_to = closing[at]
        elif token[0] == separator and i > kept_to:
            starts.append(token.end())
    ends = [start - 1 for start in starts[1:]]
    return [(start, text[start:end]) for start, end in zip(starts, [*ends, len(text)], strict=True)]


@cache
def _tokens(separator: str) -> re.Pattern[str]:
    """What a text is made of: quotations, names in <>, brackets, separators, and runs of anything else."""
    return re.compile(rf'"(?:[^"\\]|\\.?)*+(?:"|\Z)|<[^<>]*+>|[^"<\[\]{re.escape(separator)}]++|.', re.DOTALL)


def quoted_tail(text: str, word: str) -> tuple[str, str]:
    """What stands before a word and a quotation at the end of a text, and what is quoted; (text, "") without them.

    >>> quoted_tail('ge 7F5 Me 109E of "Luftflotte 2"', "of")
    ('ge 7F5 Me 109E', 'Luftflotte 2')
    """
    if not text.endswith('"'):
        return text, ""
    start = 0
    for token in _tokens(",").finditer(text):
        start = token.start()
    before, last = text[:start].rstrip(), text[start:]
    if not last.startswith('"') or not before.endswith(f" {word}"):
        return text, ""
    return before[: -len(word)].rstrip(), unquoted(last)


def quoted(text: str) -> str:
    r"""A text in quotation marks, as `unquoted` reads it; without < and >, which enclose names of pieces.

    >>> print(quoted('the "old" <one>'))
    "the \"old\" \u003cone\u003e"
    """
    return json.dumps(text, ensure_ascii=False).replace("<", r"\u003c").replace(">", r"\u003e")


def unquoted(text: str) -> str:
    r"""The text that stands in quotation marks. Raises NotationError where they are not closed, or hold no text.

    >>> unquoted(r'"5th \"Old\""')
    '5th "Old"'
    """
    try:
        value = json.loads(text)
    except ValueError as error:
        raise NotationError(f"{shortened(text)} is no name in quotation marks ({error})") from None
    if not isinstance(value, str) or _SURROGATE.search(value):
        raise NotationError(f"{shortened(text)} holds no text that can be written")
    return value
