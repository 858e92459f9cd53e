"""The words for unit types, symbols, sizes and classes in every spelling that people use.

One table gives what position notation writes and what it and the questions understand; a word that nobody knows is
refused with the nearest right one.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import cast

from attrs import evolve, frozen

from europa_rules.errors import unknown
from europa_rules.frozenmap import FrozenMap
from europa_rules.nations import normal
from europa_rules.unit_types import UnitClass, UnitTypes
from europa_rules.units import Size, Unit

_Row = Mapping[str, object]


@frozen
class Vocabulary:
    """One kind of word (unit type, size, ...): the short form written, and every word understood.

    >>> sizes = Vocabulary.of("unit size", {"division": {"short": "XX", "names": ["divisional unit"]}})
    >>> sizes.find("Divisional-Unit"), sizes.write("division")
    ('division', 'XX')
    """

    kind: str
    short: FrozenMap[str, str]
    national: FrozenMap[tuple[str, str], str]
    known: FrozenMap[str, str]

    @classmethod
    def of(cls, kind: str, rows: Mapping[str, _Row]) -> Vocabulary:
        """A vocabulary from plain data: short, national, also and names by id."""
        return cls(
            kind=kind,
            short=FrozenMap({word: str(row.get("short", word)) for word, row in rows.items()}),
            national=FrozenMap(
                {(word, nation): text for word, row in rows.items() for nation, text in _national(row).items()}
            ),
            known=FrozenMap(_spellings(rows)),
        )

    def get(self, text: str) -> str | None:
        """The id that a word means, or None; a remark in brackets behind it does not count."""
        return self.known.get(normal(text)) or self.known.get(normal(text.partition("(")[0]))

    def find(self, text: str) -> str:
        """The id that a word means. Raises UnknownName with the nearest right word."""
        found = self.get(text)
        if found is None:
            raise unknown(self.kind, text, [*self.short.values(), *self.short])
        return found

    def write(self, word: str, nation: str = "") -> str:
        """The short form of an id, by the nation's own habit where it has one; an id without one is written whole."""
        return self.national.get((word, nation)) or self.short.get(word) or word

    def adding(self, names: Mapping[str, str]) -> Vocabulary:
        """This vocabulary with further spellings; those it has already keep their meaning."""
        return evolve(self, known=FrozenMap({**{normal(n): word for n, word in names.items()}, **self.known}))


def _national(row: _Row) -> Mapping[str, str]:
    return cast("Mapping[str, str]", row.get("national", {}))


def _spellings(rows: Mapping[str, _Row]) -> dict[str, str]:
    found: dict[str, str] = {}
    for word, row in rows.items():
        lists = [cast("Iterable[str]", row.get(key, ())) for key in ("also", "names")]
        for text in (word, str(row.get("short", word)), *_national(row).values(), *lists[0], *lists[1]):
            found.setdefault(normal(text), word)
    return found


@frozen
class UnitWords:
    """All vocabularies of units.

    Attributes:
        types, symbols, sizes, classes: the words of each kind.
        by_capacity, by_points: types whose counters are written with a capacity or with points.
        type_of_class: the type meant where only a class is stated.

    >>> words = UnitWords.read()
    >>> words.types.find("Panzer"), words.size("divisional-hq"), words.unit_class("c/m")
    ('armor', 'headquarters', 'combat_motorized')
    >>> words.types.find("infanty")
    Traceback (most recent call last):
    europa_rules.errors.UnknownName: no unit type 'infanty'. Did you mean 'infantry'? ...
    """

    types: Vocabulary
    symbols: Vocabulary
    sizes: Vocabulary
    classes: Vocabulary
    by_capacity: frozenset[str]
    by_points: frozenset[str]
    type_of_class: FrozenMap[str, str]

    @classmethod
    def read(cls) -> UnitWords:
        """The words of the series."""
        text = (files("europa_rules") / "data" / "unit_words.toml").read_text(encoding="utf-8")
        return cls.from_tables(tomllib.loads(text))

    @classmethod
    def from_tables(cls, table: Mapping[str, object]) -> UnitWords:
        """The words in plain data, as TOML gives them."""
        rows = {key: cast("Mapping[str, _Row]", table[key]) for key in ("types", "symbols", "sizes", "classes")}
        counters = cast("Mapping[str, Iterable[str]]", table["counters"])
        return cls(
            types=Vocabulary.of("unit type", rows["types"]),
            symbols=Vocabulary.of("symbol", {**rows["symbols"], **rows["types"]}),
            sizes=Vocabulary.of("unit size", rows["sizes"]),
            classes=Vocabulary.of("class", rows["classes"]),
            by_capacity=frozenset(counters["capacity"]),
            by_points=frozenset(counters["points"]),
            type_of_class=FrozenMap(cast("Mapping[str, str]", table["type_of_class"])),
        )

    def knowing(self, chart: UnitTypes) -> UnitWords:
        """These words and the ids and names of a chart's own types, so that a variant's types can be written too."""
        names = {name: row.id for row in chart.types.values() for name in (row.id, row.name)}
        return evolve(self, types=self.types.adding(names), symbols=self.symbols.adding(names))

    def size(self, text: str) -> Size:
        """The unit size of this name or symbol. Raises UnknownName."""
        return cast(Size, self.sizes.find(text))

    def unit_class(self, text: str) -> UnitClass:
        """The class of this name. Raises UnknownName."""
        return cast(UnitClass, self.classes.find(text))

    def typed(self, text: str) -> tuple[tuple[str, ...], str]:
        """Symbols and type of a spelled-out type, such as "motorized heavy antiaircraft". Raises UnknownName.

        >>> UnitWords.read().typed("motorized heavy antiaircraft")
        (('motorized',), 'heavy_aa')
        """
        words = normal(text).split("_")
        before: list[str] = []
        for cut in range(len(words)):
            found = self.types.get("_".join(words[cut:]))
            if found is not None:
                return tuple(before), found
            symbol = self.symbols.get(words[cut])
            if symbol is None:
                break
            before.append(symbol)
        return (), self.types.find(text)


@cache
def series_words() -> UnitWords:
    """The words of the series, read once."""
    return UnitWords.read()


def name_of_unit(unit: Unit) -> str:
    """What a ground unit is called in orders and logs: nation, number, type and size; a word stands once in it.

    >>> [name_of_unit(Unit("ge", "armor", "division", name=name)) for name in ("1", "1 Pz")]
    ['ge 1 Pz XX', 'ge 1 Pz XX']
    """
    words = series_words()
    symbols = [words.symbols.write(s) for s in unit.symbols]
    kind = words.types.write(unit.type, unit.nation)
    size = "" if unit.size == "counter" else words.sizes.write(unit.size)
    kinds = [w for w in (*symbols, kind if kind != size else "", size) if w]
    said = unit.name.split()[-1:] == kinds[:1]
    return " ".join(w for w in (unit.nation, unit.name, *kinds[said:]) if w)
