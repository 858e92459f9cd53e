"""Reading JSON and TOML that others have written: plain data, or one error that says where it is wrong.

Besides what the formats themselves forbid, a field that stands twice, a number that is none (NaN), text that cannot be
written, and nesting deeper than any of our files needs are refused; nothing is ever executed.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from europa_rules.errors import DataError, EuropaError, Fault, NotationError, need_text, shortened
from europa_rules.line_numbers import line_in

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

DEEPEST = 64
"""The deepest nesting that is read."""

_SURROGATE = re.compile("[\ud800-\udfff]")
_BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"


def decoded(data: bytes, what: str, error: Callable[[str], EuropaError] = NotationError) -> str:
    """A file's bytes as text: UTF-8, with or without a byte order mark. Raises the error otherwise.

    >>> decoded(b"\\xff\\xfe", "notes.txt")
    Traceback (most recent call last):
    europa_rules.errors.NotationError: notes.txt: byte 1 is no UTF-8 (invalid start byte)
    """
    try:
        return data.decode("utf-8").removeprefix(_BOM)
    except UnicodeDecodeError as wrong:
        raise error(f"{what}: byte {wrong.start + 1} is no UTF-8 ({wrong.reason})") from None


def read_json(text: str, what: str, error: Callable[[str], EuropaError] = NotationError) -> Any:
    """JSON as plain data. Raises the error with line and column, or the field.

    what: what is read, for messages.

    >>> read_json('{"a": 1, "a": 2}', "a question")
    Traceback (most recent call last):
    europa_rules.errors.NotationError: a question: the field 'a' stands twice
    """
    try:
        data = json.loads(
            need_text(text, what, error).removeprefix(_BOM), object_pairs_hook=_once, parse_constant=_no_number
        )
    except json.JSONDecodeError as wrong:
        raise error(f"{what}: line {wrong.lineno}, column {wrong.colno}: {wrong.msg}") from None
    except RecursionError:
        raise error(f"{what}: nested more than {DEEPEST} deep") from None
    except ValueError as wrong:
        raise error(f"{what}: {wrong}") from None
    _refuse_odd(data, what, error)
    return data


def read_json_quickly(text: str, what: str, error: Callable[[str], EuropaError] = NotationError) -> Any:
    """JSON that is known to be as the library wrote it, as plain data. Raises the error where it is no JSON.

    what: what is read, for messages.

    >>> read_json_quickly('{"a":1}', "a save")
    {'a': 1}
    """
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as wrong:
        raise error(f"{what}: {wrong}") from None


def read_toml(text: str, what: str, error: Callable[[str], EuropaError] = NotationError) -> dict[str, Any]:
    """TOML as plain data. Raises the error with line and column.

    >>> read_toml("a = = b", "a chart")
    Traceback (most recent call last):
    europa_rules.errors.NotationError: a chart: Invalid value (at line 1, column 5)
    """
    try:
        data = tomllib.loads(need_text(text, what, error).removeprefix(_BOM))
    except RecursionError:
        raise error(f"{what}: nested more than {DEEPEST} deep") from None
    except ValueError as wrong:
        raise error(f"{what}: {wrong}") from None
    _refuse_odd(data, what, error)
    return data


def read_toml_file(file: Path | Traversable, expected: str = "a TOML file in UTF-8") -> dict[str, Any]:
    """A TOML file as plain data.

    expected: what it should be, for messages. Raises DataError with the file, and the line where one is to blame.

    >>> read_toml_file(Path("nowhere.toml"))
    Traceback (most recent call last):
    europa_rules.errors.DataError: 1 fault in the data:
    nowhere.toml: the whole file: found No such file or directory; expected a TOML file in UTF-8.
    """
    try:
        return toml_of(file.read_bytes(), str(file), expected)
    except OSError as error:
        raise DataError([Fault(str(file), "the whole file", error.strerror or str(error), expected)]) from None


def toml_of(data: bytes, file: str, expected: str = "a TOML file in UTF-8") -> dict[str, Any]:
    """What stands in a TOML file, as plain data.

    file: its name, for messages. Raises DataError with the file, and the line where one is to blame.

    >>> toml_of(b"a = 1", "a.toml")
    {'a': 1}
    """
    try:
        return read_toml(decoded(data, "the file"), "the file")
    except NotationError as error:
        found = str(error).removeprefix("the file: ")
    line = line_in(found)
    raise DataError([Fault(file, f"line {line}" if line else "the whole file", found, expected)])


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for i, name in enumerate(names) if name in names[:i])
        raise ValueError(f"the field {shortened(twice)} stands twice")
    return found


def _no_number(word: str) -> object:
    raise ValueError(f"{word} is no number")


def _refuse_odd(data: object, what: str, error: Callable[[str], EuropaError]) -> None:
    level: list[object] = [data]
    for _ in range(DEEPEST):
        if not level:
            return
        level = [child for value in level for child in _children(value)]
        odd = next((text for text in level if isinstance(text, str) and _SURROGATE.search(text)), None)
        if odd is not None:
            raise error(f"{what}: {shortened(odd)} holds half a character, which cannot be written")
    if level:
        raise error(f"{what}: nested more than {DEEPEST} deep")


def _children(value: object) -> Iterator[object]:
    if isinstance(value, dict):
        yield from value
        yield from value.values()
    elif isinstance(value, list):
        yield from value
