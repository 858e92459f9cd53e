"""Shapes of plain tables, as TOML gives them: which keys a table may have, and what each of them holds.

Needs a table and its shape; gives every fault by address. Charts have shapes of their own (`charts.shape`), whose cells
know where they come from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from attrs import frozen

from europa_rules.errors import Fault, nearest, shortened

_LONGEST = 80


@frozen
class Value:
    """A value.

    Attributes:
        said: what it is, for messages: "a text".
        fits: whether a value is such a one.
    """

    said: str
    fits: Callable[[object], bool]


@frozen
class Table:
    """A table of keys.

    Attributes:
        keys: what each key holds.
        needed: keys that must be there.
        others: what any other key holds; None where there are no others.
    """

    keys: Mapping[str, Shape]
    needed: tuple[str, ...] = ()
    others: Shape | None = None


@frozen
class Tables:
    """A list of tables of one shape."""

    row: Table


Shape = Value | Table | Tables


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: object) -> bool:
    return _is_whole(value) or isinstance(value, float)


def _list_of(fits: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, list) and all(map(fits, value))


def _is_text(value: object) -> bool:
    return isinstance(value, str)


TEXT = Value("a text", _is_text)
TEXTS = Value("a list of texts", _list_of(_is_text))
WHOLE = Value("a whole number", _is_whole)
NUMBER = Value("a number", _is_number)
NUMBERS = Value("a list of numbers", _list_of(_is_number))


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _LONGEST else shortened(text, _LONGEST)


def shape_faults(value: object, shape: Shape, file: str, where: str = "") -> Iterator[Fault]:
    """Every way in which a value differs from its shape.

    >>> shape = Table({"country": TEXT, "aliases": TEXTS}, needed=("country",))
    >>> [f"{f.where}: {f.found}" for f in shape_faults({"aliases": 7, "contry": "France"}, shape, "x.toml")]
    ['aliases: 7', "contry: the name 'contry'", 'the table: a table without country']
    """
    if isinstance(shape, Value):
        if not shape.fits(value):
            yield Fault(file, where, _shown(value), shape.said)
    elif isinstance(shape, Tables):
        yield from _rows_faults(value, shape.row, file, where)
    elif isinstance(value, Mapping):
        yield from _table_faults(value, shape, file, where)
    else:
        yield Fault(file, where, _shown(value), f"a table with {', '.join(shape.keys)}")


def _rows_faults(value: object, row: Table, file: str, where: str) -> Iterator[Fault]:
    if not isinstance(value, list):
        yield Fault(file, where, _shown(value), f"a list of [[{where}]]")
        return
    for number, item in enumerate(value):
        yield from shape_faults(item, row, file, f"{where}[{number}]")


def _table_faults(table: Mapping[str, object], shape: Table, file: str, where: str) -> Iterator[Fault]:
    for key, value in table.items():
        below, address = shape.keys.get(key, shape.others), f"{where}.{key}".lstrip(".")
        if below is None:
            expected = f"one of {', '.join(shape.keys)}"
            yield Fault(file, address, f"the name '{key}'", expected, nearest(key, shape.keys))
        else:
            yield from shape_faults(value, below, file, address)
    lacking = [key for key in shape.needed if key not in table]
    if lacking:
        yield Fault(file, where or "the table", f"a table without {', '.join(lacking)}", "every key that is needed")
