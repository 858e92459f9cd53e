"""What the rules remember of a situation, as text: `port hits: 16A:0731 = 2`, `isolated: ge 1 Pz XX, fr 10 Inf XX`.

A line has the name of a kind of fact, then its subjects, each with its value; a fact that is either so or not has no
value where it is so. Whole numbers, fractions and texts stand as they are, values of several parts as JSON.
"""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterator, Mapping
from fractions import Fraction
from typing import Any, NewType

from attrs import frozen

from europa_rules.errors import EuropaError, NotationError, StateError, shortened, unknown
from europa_rules.ground.facts import between
from europa_rules.plain_data import read_json
from europa_rules.quoting import quoted, unquoted
from europa_rules.remembered import remembered
from europa_rules.ruleset import Ruleset
from europa_rules.saves import canonical, fact_kinds, structure, unstructure
from europa_rules.state import FactKind

Fact = tuple[tuple[FactKind[object], str], object]
"""An entry of a state's record: kind and subject, and the value."""

_HEAD = re.compile(r'("(?:[^"\\]|\\.)*+"|[A-Za-z][^:"<>\[\]{}=,]*+):(?=\s|\Z)', re.DOTALL)
_MARKS = re.compile(r'"(?:[^"\\]|\\.?)*+(?:"|\Z)|[\[{]|[\]}]|,|=|[^"\[\]{},=]++', re.DOTALL)
_ODD = re.compile(r'["\[\]{},|#<>=\x00-\x1f]|\A\s|\s\Z|\s{2}|[^\S ]|\A\Z')
_HEX = re.compile(r"\d+[A-Za-z]?:\s?\d+\Z")
_NUMBER = re.compile(r"-?\d{1,30}\Z")


def has_fact_head(part: str) -> bool:
    """Whether a part begins with a name and a colon, as facts do.

    >>> has_fact_head("port hits: 16A:0731 = 2"), has_fact_head("16A:0731 ge 7-6 Inf XX")
    (True, False)
    """
    return _HEAD.match(part) is not None


def names_fact(part: str, rules: Ruleset) -> bool:
    """Whether a part begins with the name of a kind of fact and a colon."""
    head = _HEAD.match(part)
    return head is not None and _kind_name(head[1]) in _kinds(rules)


def _kind_name(text: str) -> str:
    return unquoted(text) if text.startswith('"') else text.strip()


@remembered()
def _kinds(rules: Ruleset) -> Mapping[str, FactKind[object]]:
    return fact_kinds(rules)


@frozen
class FactNotation:
    """Reads and writes the facts of a state's record.

    Attributes:
        rules: the ruleset, which says which kinds of facts and which hexes there are.
        pieces: the ids of the pieces that facts may be about.
    """

    rules: Ruleset
    pieces: Container[str]
    names: tuple[str, ...] = ()

    def read(self, part: str) -> Iterator[Fact]:
        """The facts of a part. Raises NotationError or UnknownHex for what cannot be read."""
        head = _HEAD.match(part)
        if head is None:
            raise NotationError("expected the name of a kind of fact and a colon, such as 'port hits: 16A:0731 = 2'")
        kind = self._kind(head[1])
        entries = list(_entries(part[head.end() :]))
        if entries == [("", None)]:
            raise NotationError(
                f"nothing stands after '{kind.name}:'; expected what it is about, such as a piece or hex"
            )
        for subject, value in entries:
            yield (kind, self._subject(subject)), self._value(kind, value)

    def _kind(self, text: str) -> FactKind[object]:
        name, kinds = _kind_name(text), _kinds(self.rules)
        if name not in kinds:
            raise unknown("kind of fact", name, kinds)
        return kinds[name]

    def _subject(self, text: str) -> str:
        if text.startswith('"'):
            return unquoted(text)
        if not text:
            raise NotationError('a subject is missing; expected a piece or a hex, or "" where there is none')
        if _ODD.search(text):
            raise NotationError(f"{shortened(text)} cannot stand here; write it in quotation marks")
        places = text.split("/")
        if all(map(_HEX.match, places)):
            found = [self.rules.board.place(place) for place in places]
            return between(*found) if len(found) == 2 else "/".join(found)
        if text not in self.pieces and " " in text and text.split()[0] in self.rules.nations.by_code:
            raise unknown("piece", text, self.names)
        return text

    def _value(self, kind: FactKind[object], text: str | None) -> object:
        try:
            return structure(self._plain(kind, text), kind.type, "value")
        except StateError as error:
            raise NotationError(f"{kind.name}: {error}") from None

    def _plain(self, kind: FactKind[object], text: str | None) -> object:
        if text is None:
            if kind.type is bool:
                return True
            raise NotationError(f"'{kind.name}' needs a value, such as '= {_example(kind)}'")
        if text.startswith(('"', "{", "[")):
            return read_json(text, kind.name)
        if _is_text(kind):
            return text
        if text in ("true", "false"):
            return text == "true"
        return int(text) if _NUMBER.match(text) else text

    def write(self, record: Mapping[tuple[FactKind[Any], str], object]) -> Iterator[str]:
        """The facts as lines, one for each kind, in the order of the kinds' names; subjects in their order."""
        for kind in sorted({kind for kind, _ in record}, key=lambda kind: kind.name):
            about = sorted(subject for other, subject in record if other == kind)
            entries = (self._written_subject(s) + _written_value(kind, record[kind, s]) for s in about)
            yield f"{_written_kind(kind)}: {', '.join(entries)}"

    def _written_subject(self, subject: str) -> str:
        try:
            return subject if self._subject(subject) == subject and subject[:1] != '"' else quoted(subject)
        except EuropaError:
            return quoted(subject)


def _entries(text: str) -> Iterator[tuple[str, str | None]]:
    """Subjects and values, divided at commas and the first `=` outside quotation marks and brackets."""
    depth, start, equals = 0, 0, -1
    for match in _MARKS.finditer(text):
        token = match[0]
        if depth == 0 and token == ",":
            yield _entry(text, start, equals, match.start())
            start, equals = match.end(), -1
        elif depth == 0 and token == "=" and equals < 0:
            equals = match.start()
        else:
            depth += (token in "[{") - (token in "]}" and depth > 0)
    yield _entry(text, start, equals, len(text))


def _entry(text: str, start: int, equals: int, end: int) -> tuple[str, str | None]:
    if equals < 0:
        return text[start:end].strip(), None
    return text[start:equals].strip(), text[equals + 1 : end].strip()


def _is_text(kind: FactKind[Any]) -> bool:
    """Whether the values of a kind are texts: plain ones, hexes, sides."""
    of: object = kind.type
    while isinstance(of, NewType):
        of = of.__supertype__
    return of is str


def _example(kind: FactKind[Any]) -> str:
    return "16A:1506" if _is_text(kind) else "2" if kind.type in (int, Fraction) else "{...}"


def _written_kind(kind: FactKind[Any]) -> str:
    head = _HEAD.match(f"{kind.name}: ")
    return (
        kind.name
        if head and head[1] == kind.name == kind.name.strip() and not _ODD.search(kind.name)
        else quoted(kind.name)
    )


def _written_value(kind: FactKind[Any], value: object) -> str:
    data = unstructure(value)
    if kind.type is bool and data is True:
        return ""
    if isinstance(data, str):
        plain = (_is_text(kind) or kind.type is Fraction) and not _ODD.search(data)
        return f" = {data if plain else json.dumps(data, ensure_ascii=False)}"
    return f" = {canonical(data)}"
