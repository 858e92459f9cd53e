"""Which facts of a question are of another kind than they should be, told after a handler could make nothing of them.

Needs the facts of a question, and those of an example of it; gives the first that is null, of another kind than in the
example, or a number beyond all that a game has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

LARGEST = 10**9
"""No count or amount of a game is larger."""

MOST_SHOWN = 60
"""Characters of a value that a message shows."""

_NUMBER = re.compile(r"-?\d+(/\d+)?$")


def kind_of(value: object) -> str:
    """What sort of plain data a value is, in words; a text that is an exact number is one.

    >>> [kind_of(value) for value in (None, True, 3, "3/2", "clear", [1], {"a": 1})]
    ['null', 'true or false', 'a number', 'a number', 'a text', 'a list', 'an object']
    """
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, int | float) or (isinstance(value, str) and _NUMBER.match(value)):
        return "a number"
    if isinstance(value, str):
        return "a text"
    return "an object" if isinstance(value, Mapping) else "a list"


def odd_fact(facts: Mapping[str, Any], example: Mapping[str, Any]) -> str:
    """What is odd about the first fact that is, in words that name it; "" where none is.

    facts: those of a question. example: those of a question of the same name that can be answered.

    >>> example = {"ask": "reckon", "what": "odds", "attack": 34, "hex": "16A:1506"}
    >>> odd_fact({"ask": "reckon", "what": "odds", "attack": [34], "hex": "16A:1506"}, example)
    'given.attack: [34] is a list; expected a number, such as 34'
    >>> odd_fact(example, example)
    ''
    """
    usual: dict[str, list[object]] = {}
    for path, value in _all_of(example, ""):
        usual.setdefault(_fact_of(path), []).append(value)
    odd = (_oddity(path, value, usual.get(_fact_of(path), [])) for path, value in _all_of(facts, "given"))
    return next((told for told in odd if told), "")


def _fact_of(path: str) -> str:
    """The name of the fact at a path: that of the list for an item of one."""
    name = path.rpartition(".")[2]
    return f"{name.partition('[')[0]}[]" if "[" in name else name


def _all_of(value: object, path: str) -> Iterator[tuple[str, object]]:
    """Every fact with its path, those within objects and lists too."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield f"{path}.{key}", inner
            yield from _all_of(inner, f"{path}.{key}")
    elif isinstance(value, list | tuple):
        for number, item in enumerate(value):
            yield f"{path}[{number}]", item
            yield from _all_of(item, f"{path}[{number}]")


def _oddity(path: str, value: object, usual: list[object]) -> str:
    if isinstance(value, int) and abs(value) > LARGEST:
        return f"{path}: a number of {value.bit_length() * 3 // 10} digits or so is more than any game has"
    kinds = {kind_of(other): other for other in usual}
    if kind_of(value) in kinds or (not kinds and value is not None):
        return ""
    what = "null" if value is None else f"{_short(value)} is {kind_of(value)}"
    such = " or ".join(f"{kind}, such as {_short(other)}" for kind, other in kinds.items() if other is not None)
    return f"{path}: {what}; expected {such or 'a value, or nothing'}"


def _short(value: object) -> str:
    """A value as messages show it."""
    text = repr(value)
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}..."
