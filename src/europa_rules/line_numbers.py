"""On which line of a TOML or JSON text a value stands.

Needs a text that its own reader accepts; gives the line of every address in it, so that a fault found in the values can
be told with its line. An address is written as messages have it: `rows.6.2:1`, `point[3].readings`, `columns[6]`.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from attrs import define, field, frozen

_LAST_STEP = re.compile(r"(?:\.[^.\[]*|\[\d+\])\Z")
_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_JSON_BLANK = re.compile(r"[ \t\r\n]*")
_STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}' r"|'''.*?'{3,5}" r'|"(?:[^"\\\n]|\\.)*"' r"|'[^'\n]*'",
    re.DOTALL,
)
_PLAIN = re.compile(r"[^,\]}\n#]+")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_KEYS = re.compile(r"([A-Za-z0-9_-]+)[\"']?\s*[=\]]")
_WITHIN = re.compile(r"(?<==)\s*(?:\{[^{}]*\}|\[[^\[\]]*\])")
_AT_PLACE = re.compile(r"at line (\d+), column (\d+)")
_AT_LINE = re.compile(r"\bline (\d+)")


@frozen
class Lines:
    """The lines of a text by address, counted from 1.

    >>> lines = toml_lines('title = "x"\\n[rows]\\n6 = [1, 2]\\n')
    >>> lines.of("rows.6"), lines.of("rows.6.2:1"), lines.of("nowhere")
    (3, 3, 0)
    """

    by_address: Mapping[str, int]

    def of(self, address: str) -> int:
        """The line of an address, else of the nearest one around it; 0 if there is none."""
        while address:
            if address in self.by_address:
                return self.by_address[address]
            shorter = _LAST_STEP.sub("", address)
            address = shorter if shorter != address else ""
        return 0


def line_in(message: str) -> int:
    """The line that a message of a reader names ("... (at line 3, column 5)"), or 0.

    >>> line_in("Invalid value (at line 3, column 5)")
    3
    """
    found = _AT_LINE.search(message)
    return int(found[1]) if found else 0


def reason(error: Exception, text: str = "") -> str:
    """What a reader of TOML has against a text, with the name of a key that stands twice.

    >>> reason(ValueError("Cannot overwrite a value (at line 2, column 6)"), "x = 1\\nx = 2\\n")
    "'x' again: Cannot overwrite a value (at line 2, column 6)"
    """
    said = str(error)
    place = _AT_PLACE.search(said)
    if not place or not said.startswith(("Cannot overwrite", "Cannot declare")):
        return said
    line = text.split("\n")[int(place[1]) - 1][: int(place[2])]
    keys = _KEYS.findall(_WITHIN.sub("", line))
    return f"'{keys[-1]}' again: {said}" if keys else said


def toml_lines(text: str) -> Lines:
    """The lines of a TOML text; those of its tables, too. Arrays of tables count from 0: `point[0].id`."""
    scan = _Scan(text, _BLANK)
    base, counts = "", Counter[str]()
    while scan.more():
        if not scan.at("["):
            _toml_pair(scan, base)
            continue
        line, is_array = scan.line(), scan.at("[[")
        scan.take("[[" if is_array else "[")
        for base in _headings(_dotted(scan), counts, is_array=is_array):
            scan.note(base, line)
        scan.take("]]" if is_array else "]")
    return Lines(scan.found)


def json_lines(text: str) -> Lines:
    """The lines of a JSON text: of the members of its objects and of the items of its lists.

    >>> json_lines('[\\n {"id": 1,\\n  "given": {}}]').of("[0].given")
    3
    """
    scan = _Scan(text, _JSON_BLANK)
    _json_value(scan, "")
    return Lines(scan.found)


@define
class _Scan:
    """What is left of a text while it is read; well-formed, so that nothing is checked again."""

    text: str
    blank: re.Pattern[str]
    place: int = 0
    found: dict[str, int] = field(factory=dict)
    _counted: tuple[int, int] = (0, 1)

    def more(self) -> bool:
        blank = self.blank.match(self.text, self.place)
        self.place = blank.end() if blank else self.place
        return self.place < len(self.text)

    def at(self, mark: str) -> bool:
        return self.more() and self.text.startswith(mark, self.place)

    def take(self, mark: str) -> None:
        if self.at(mark):
            self.place += len(mark)

    def read(self, pattern: re.Pattern[str]) -> str:
        self.more()
        match = pattern.match(self.text, self.place)
        found = match[0] if match else self.text[self.place : self.place + 1]
        self.place += len(found)
        return found

    def line(self) -> int:
        self.more()
        before, count = self._counted
        self._counted = (self.place, count + self.text.count("\n", before, self.place))
        return self._counted[1]

    def note(self, address: str, line: int) -> None:
        self.found.setdefault(address, line)


def _join(base: str, key: str) -> str:
    return f"{base}.{key}" if base else key


def _headings(keys: list[str], counts: Counter[str], *, is_array: bool) -> Iterator[str]:
    """The addresses of a table and of those it lies in; in an array of tables, that of the last one."""
    address = ""
    for depth, key in enumerate(keys, 1):
        address = _join(address, key)
        yield address
        if is_array and depth == len(keys):
            counts[address] += 1
        if counts[address]:
            address += f"[{counts[address] - 1}]"
            yield address


def _dotted(scan: _Scan) -> list[str]:
    keys = [_key(scan)]
    while scan.at("."):
        scan.take(".")
        keys.append(_key(scan))
    return keys


def _key(scan: _Scan) -> str:
    if scan.at('"'):
        return str(json.loads(scan.read(_STRING)))
    return scan.read(_STRING)[1:-1] if scan.at("'") else scan.read(_BARE_KEY)


def _toml_pair(scan: _Scan, base: str) -> None:
    line, address = scan.line(), base
    for key in _dotted(scan):
        address = _join(address, key)
        scan.note(address, line)
    scan.take("=")
    _toml_value(scan, address)


def _toml_value(scan: _Scan, address: str) -> None:
    if scan.at("["):
        _items(scan, "[]", lambda number: _toml_value(scan, _item(scan, address, number)))
    elif scan.at("{"):
        _items(scan, "{}", lambda _: _toml_pair(scan, address))
    elif scan.at('"') or scan.at("'"):
        scan.read(_STRING)
    else:
        scan.read(_PLAIN)


def _json_value(scan: _Scan, address: str) -> None:
    if scan.at("["):
        _items(scan, "[]", lambda number: _json_value(scan, _item(scan, address, number)))
    elif scan.at("{"):
        _items(scan, "{}", lambda _: _json_member(scan, address))
    elif scan.at('"'):
        scan.read(_STRING)
    else:
        scan.read(_PLAIN)


def _json_member(scan: _Scan, base: str) -> None:
    line = scan.line()
    address = _join(base, str(json.loads(scan.read(_STRING))))
    scan.note(address, line)
    scan.take(":")
    _json_value(scan, address)


def _item(scan: _Scan, address: str, number: int) -> str:
    inner = f"{address}[{number}]"
    scan.note(inner, scan.line())
    return inner


def _items(scan: _Scan, marks: str, read: Callable[[int], None]) -> None:
    """The items between two marks, separated by commas, the last one followed by a comma or not."""
    scan.take(marks[0])
    number = 0
    while scan.more() and not scan.at(marks[1]):
        read(number)
        scan.take(",")
        number += 1
    scan.take(marks[1])
