"""What stands in a cell of text and belongs in another column of its row: words, hexes, numbers, names and sources.

Needs the table of a map folder and its format; gives each such cell, with its line and column. A text may say anything,
but not what only another column can hold.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Set
from functools import cache

from attrs import frozen

from europa_rules.errors import Fault, shortened
from europa_rules.sheets.tables import EMPTY, FORMATS, Format, Table

_SOURCE = "source"
_NOTES = ("note", "notes")
_NAMES = ("box", "name", "names", "alias", "country_1939", "district", "owner_1939", "capital_of", "multi_hex_group")
"""Columns of names, none of which is ever a source."""
_NAMED = frozenset({"fortifications", "zones"})
"""Tables with a name and a note in each row, which may have changed places."""
_HEXES = re.compile(r"\d+[A-Z]?:\d{4}(?:[;/]\d+[A-Z]?:\d{4})*\Z")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?\Z")
_RULES = re.compile(r"(?:FoF|SF) \d+[A-Z]?\d*\w*(?:, (?:FoF|SF) \d+[A-Z]?\d*\w*)*\Z")
_NAME = re.compile(r"[^\W\d_a-z][^\d:,;()]*\Z")

Row = Mapping[str, str]
Said = Mapping[str, Counter[str]]
Found = tuple[str, str]
"""The column of a cell, and what would be right there."""


def misplaced_texts(label: str, table: Table, form: Format) -> Iterator[Fault]:
    """Every cell of text that holds what belongs in another column.

    label: the file, for messages.

    >>> heading = ("hex", "name", "sea_zone", "kind", "source", "confidence")
    >>> row = ("16A:0101", "Kalundborg", "", "estimate", "baltic", "low")
    >>> [fault.where for fault in misplaced_texts("ports.csv", Table(heading, (row,), (2,)), FORMATS["ports"])]
    ['line 2, source']
    """
    records = zip(table.lines, table.records(), strict=True)
    rows = [(line, row) for line, row in records if len(row) == len(table.header)]
    said = {name: Counter(row[name] for _, row in rows) for name in table.header}
    look = _Look(said, _words(form), frozenset({"alias", "inland", *(["name"] if form.layer == "hexsides" else [])}))
    texts = [name for name in table.header if name in form.by_name and form.by_name[name].form == "text"]
    for line, row in rows:
        found = [(name, right) for name in texts if (right := look.belongs(name, row[name]))]
        for name, right in found or _exchanged(row, form, said):
            cell = row.get(name, "")
            yield Fault(label, f"line {line}, {name}", shortened(cell) if cell else "nothing", right)


def _words(form: Format) -> Set[str]:
    """The words of all columns of all tables, with those that a variant adds to this one."""
    return _words_of_series() | {word for column in form.columns for word in column.words}


@cache
def _words_of_series() -> Set[str]:
    return frozenset(word for form in FORMATS.values() for column in form.columns for word in column.words)


@frozen
class _Look:
    """A look at single cells of text.

    Attributes:
        said: how often each column says what.
        words: the words of all columns of words.
        with_hexes: the columns of text that may name hexes and nothing else.
    """

    said: Said
    words: Set[str]
    with_hexes: Set[str]

    def belongs(self, column: str, text: str) -> str:
        """What a cell should hold, if it holds what is another column's; else ""."""
        if not text or text == EMPTY:
            return ""
        right = "where the fact comes from" if column == _SOURCE else "a remark" if column in _NOTES else "a name"
        if column not in self.with_hexes and _HEXES.match(text):
            return f"{right}; this names hexes"
        if _NUMBER.match(text):
            return f"{right}; this is a number"
        if set(text.split(";")) <= self.words:
            return f"{right}; this is a word of another column"
        if column == _SOURCE:
            return self._no_source(text, right)
        is_source = _is_rather(text, column, _SOURCE, self.said) or (column not in _NOTES and _RULES.match(text))
        return f"{right}; this is a source" if is_source else ""

    def _no_source(self, text: str, right: str) -> str:
        """What is wrong with a source that another column of some row has."""
        elsewhere = next((name for name in (*_NAMES, *_NOTES) if _is_rather(text, _SOURCE, name, self.said)), "")
        return f"{right}; other rows have it in '{elsewhere}'" if elsewhere else ""


def _is_rather(text: str, column: str, other: str, said: Said) -> bool:
    """Whether a text that stands in a column stands in another one, and there no less often."""
    return other in said and said[other][text] >= max(said[column][text], 1)


def _exchanged(row: Row, form: Format, said: Said) -> Iterator[Found]:
    """Names and other texts that have changed places, as far as rows can tell."""
    source, name = row.get(_SOURCE, ""), row.get("names" if "names" in form.by_name else "name")
    if name == "" and source and _NAME.match(source) and form.layer != "zones":
        yield _SOURCE, "where the fact comes from; this is like the name that the row has not"
    if form.layer in _NAMED:
        yield from _name_and_note(row.get("name", ""), row.get("note", ""), said)
    if form.layer == "zones":
        yield from _about_box(row)


def _name_and_note(name: str, note: str, said: Said) -> Iterator[Found]:
    begins_small = name[:1].islower()
    if name and (
        _is_rather(name, "name", "note", said) or (begins_small and (not note or note[0].isupper() or " " in name))
    ):
        yield "name", "a name; this is a remark"
    if note and (_is_rather(note, "note", "name", said) or (not name and _NAME.match(note))):
        yield "note", "a remark; this is a name"


def _about_box(row: Row) -> Iterator[Found]:
    """What a box and a port in a box have and have not."""
    if row.get("change") or not {"name", "port_size", "sea_zone"} <= row.keys():
        return
    is_port = row.get("place") == "port"
    for name in ("name", "port_size", "sea_zone") if is_port else ():
        if not row[name]:
            yield name, "something: the row is of a port"
    for name in () if is_port else ("name", "port_size", "distance_hexes", "entry_hexes"):
        if row.get(name):
            yield name, "nothing: the row is of a box, and no port"
