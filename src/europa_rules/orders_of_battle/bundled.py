"""The orders of battle that a variant brings, each read when it is first asked for; and several joined into one."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path

from attrs import evolve

from europa_rules.errors import unknown
from europa_rules.frozenmap import FrozenMap
from europa_rules.orders_of_battle.lines import Entry, OrderOfBattle, Section
from europa_rules.orders_of_battle.reading import parse_ob
from europa_rules.provenance import Provenance
from europa_rules.unit_types import UnitTypes

FOLDER = "orders_of_battle"
SUFFIX = ".ob"


class OrdersOfBattle(Mapping[str, OrderOfBattle]):
    """Orders of battle by name; a folder's file stands in place of an earlier folder's of the same name."""

    def __init__(self, folders: Sequence[Traversable | Path], types: UnitTypes | None = None) -> None:
        """Where they lie, the variant's folders, the first one first; and the unit types of the variant."""
        self._types = types
        files = [file for folder in folders if folder.is_dir() for file in folder.iterdir()]
        named = {file.name.removesuffix(SUFFIX): file for file in files if file.name.endswith(SUFFIX)}
        self._files = {name: named[name] for name in sorted(named)}

    def __getitem__(self, name: str) -> OrderOfBattle:
        """The order of battle of this name. Raises UnknownName with the nearest right one."""
        if name not in self._files:
            raise unknown("order of battle", name, self._files)
        file = self._files[name]
        return _parsed(file.read_text(encoding="utf-8-sig"), f"{FOLDER}/{file.name}", self._types)

    def __iter__(self) -> Iterator[str]:
        """The names, in alphabetical order."""
        return iter(self._files)

    def __len__(self) -> int:
        """How many there are."""
        return len(self._files)

    @property
    def digest(self) -> str:
        """A SHA-256 of all of them, as they stand in their files."""
        whole = hashlib.sha256()
        for name, file in self._files.items():
            whole.update(f"{name} {hashlib.sha256(file.read_text(encoding='utf-8-sig').encode()).hexdigest()}".encode())
        return whole.hexdigest()

    def __repr__(self) -> str:
        return f"<OrdersOfBattle {', '.join(self._files)}>"


@cache
def _parsed(text: str, file: str, types: UnitTypes | None) -> OrderOfBattle:
    return parse_ob(text, file, types)


def joined(obs: Iterable[OrderOfBattle], title: str = "") -> OrderOfBattle:
    """Several orders of battle as one: their sections one after another, codes of sources kept apart.

    >>> ob = parse_ob("source a = printed, high\\nGERMAN:\\n7-6 Inf XX: 4 {a}")
    >>> both = joined([ob, evolve(ob, sources=FrozenMap({"a": Provenance("estimate", "", "low")}))])
    >>> [(entry.sources, both.provenance(entry)[0].kind) for _, entry in both.entries()]
    [(('a',), 'printed'), (('a2',), 'estimate')]
    """
    sources: dict[str, Provenance] = {}
    sections: list[Section] = []
    for ob in obs:
        codes = _codes(ob.sources, sources)
        sections += [evolve(s, entries=tuple(_recoded(e, codes) for e in s.entries)) for s in ob.sections]
    return OrderOfBattle(title, sources=FrozenMap(sources), sections=tuple(sections))


def _codes(new: Mapping[str, Provenance], taken: dict[str, Provenance]) -> dict[str, str]:
    codes = {}
    for code, source in new.items():
        name, number = code, 1
        while taken.get(name, source) != source:
            number += 1
            name = f"{code}{number}"
        taken[name] = source
        codes[code] = name
    return codes


def _recoded(entry: Entry, codes: Mapping[str, str]) -> Entry:
    return evolve(entry, sources=tuple(codes[code] for code in entry.sources))
