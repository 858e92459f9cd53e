"""Checks of the words of the series: nations and their forces, and the words for unit types, sizes and classes.

Needs `nations.toml` or `unit_words.toml`; gives every fault with its line. A word means one thing, and what a table
names must be in the other tables, in the charts or on the map.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import chain
from pathlib import Path

from europa_rules.checks.kinds import Kind, Surroundings, with_lines
from europa_rules.checks.plain_shapes import TEXT, TEXTS, Table, shape_faults
from europa_rules.checks.toml_files import named, read_toml
from europa_rules.errors import Fault, is_misspelt, nearest
from europa_rules.nations import Nations, normal

_NATIONS = Table(
    {},
    others=Table(
        {"country": TEXT, "people": TEXT, "aliases": TEXTS, "forces": Table({}, others=TEXTS)},
        needed=("country", "people"),
    ),
)
_VOCABULARY = Table(
    {}, others=Table({"short": TEXT, "national": Table({}, others=TEXT), "also": TEXTS, "names": TEXTS})
)
_VOCABULARIES = ("types", "symbols", "sizes", "classes")
_UNIT_WORDS = Table(
    {
        **dict.fromkeys(_VOCABULARIES, _VOCABULARY),
        "counters": Table({"capacity": TEXTS, "points": TEXTS}, needed=("capacity", "points")),
        "type_of_class": Table({}, others=TEXT),
    },
    needed=(*_VOCABULARIES, "counters", "type_of_class"),
)
Raw = Mapping[str, object]


def nation_faults(place: Path, around: Surroundings) -> Iterator[Fault]:
    """Every fault of a list of nations."""
    table, lines, unreadable = read_toml(place)
    found = [*shape_faults(table, _NATIONS, str(place))]
    yield from unreadable
    yield from with_lines(found or _name_faults(table, str(place), around), lines)


def _name_faults(table: Raw, file: str, around: Surroundings) -> Iterator[Fault]:
    """Names that two nations have, and countries with a typo."""
    countries = {name for rules in around.rules_of(Path(file)) for name in rules.board.column("country_1939") if name}
    owners: dict[str, str] = {}
    for code, row in _rows(table):
        country = str(row["country"])
        near = "" if country in countries else nearest(country, countries)
        if near and is_misspelt(country, near):
            yield Fault(file, f"{code}.country", f"'{country}'", "a country of the map", near)
        for key in ("country", "people", "aliases"):
            for name in _texts(row, key):
                other = owners.setdefault(normal(name), code)
                if other != code:
                    yield Fault(file, f"{code}.{key}", f"'{name}', which is {other} as well", "names of one nation")


def word_faults(place: Path, around: Surroundings) -> Iterator[Fault]:
    """Every fault of the words for units."""
    table, lines, unreadable = read_toml(place)
    yield from unreadable
    if unreadable:
        return
    found = [*shape_faults(table, _UNIT_WORDS, str(place))]
    yield from with_lines(found or _vocabulary_faults(table, str(place), around), lines)


def _vocabulary_faults(table: Raw, file: str, around: Surroundings) -> Iterator[Fault]:
    """Rows without a type, words that mean two things, and names of types, classes and nations that there are not."""
    types = {name for rules in around.rules_of(Path(file)) for name in rules.types.types}
    yield from _strangers(_mapping(table, "types"), "types", types, "a type of a unit identification chart", file)
    for kind in _VOCABULARIES:
        yield from _double_words(_mapping(table, kind), kind, file)
        for word, row in _rows(_mapping(table, kind)):
            at = f"{kind}.{word}.national"
            yield from _strangers(_mapping(row, "national"), at, Nations.read().by_code, "a nation", file)
    own = tuple(_mapping(table, "types"))
    counters, classes = _mapping(table, "counters"), _mapping(table, "type_of_class")
    for key in counters:
        yield from _strangers(_texts(counters, key), f"counters.{key}", own, "one of the types", file, named=False)
    yield from _strangers(classes, "type_of_class", _mapping(table, "classes"), "one of the classes", file)
    for name in classes:
        yield from _strangers(
            _texts(classes, name), f"type_of_class.{name}", own, "one of the types", file, named=False
        )


def _double_words(rows: Raw, kind: str, file: str) -> Iterator[Fault]:
    """Words that mean two things of one kind; what stands first would win."""
    owners: dict[str, str] = {}
    for word, row in _rows(rows):
        for key in ("short", "also", "names"):
            for text in _texts(row, key):
                other = owners.setdefault(normal(text), word)
                if other != word:
                    yield Fault(file, f"{kind}.{word}.{key}", f"'{text}', which is {other} as well", "a word for one")


def _strangers(
    names: Collection[str], where: str, known: Collection[str], expected: str, file: str, *, named: bool = True
) -> Iterator[Fault]:
    """Names that are not known. named: whether they are keys, with addresses of their own."""
    for name in names:
        if name not in known:
            yield Fault(file, f"{where}.{name}" if named else where, f"'{name}'", expected, nearest(name, known))


def _mapping(table: Raw, key: str) -> Raw:
    found = table.get(key)
    return found if isinstance(found, Mapping) else {}


def _rows(table: Raw) -> Iterator[tuple[str, Raw]]:
    return ((name, row) for name, row in table.items() if isinstance(row, Mapping))


def _texts(row: Raw, key: str) -> list[str]:
    """The text or the texts of a key."""
    found = row.get(key, ())
    return [found] if isinstance(found, str) else list(chain(found)) if isinstance(found, list) else []


KINDS = (
    Kind("nations", named("nations.toml"), nation_faults),
    Kind("unit words", named("unit_words.toml"), word_faults),
)
