"""A mapping that is never changed in place: the ground the game state stands on.

`put`, `drop` and `merge` give a new map by one dict copy (microseconds for a thousand pieces). The hash is made once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, ItemsView, Iterable, Iterator, KeysView, Mapping, ValuesView
from itertools import compress
from operator import is_, is_not
from types import MappingProxyType
from typing import Any, TypeVar, overload

K = TypeVar("K")
V = TypeVar("V")
T = TypeVar("T")

_FEW = 8
_REMEMBERED = 32
_NO_ENTRIES: Mapping[object, Any] = MappingProxyType({})


class FrozenMap(Mapping[K, V]):
    """An immutable, hashable mapping.

    >>> a = FrozenMap({"x": 1})
    >>> a.put("y", 2)
    FrozenMap({'x': 1, 'y': 2})
    >>> a == FrozenMap({"x": 1}) and hash(a) == hash(FrozenMap({"x": 1}))
    True
    """

    __slots__ = ("_dict", "_groups", "_hash", "_line", "_mark", "_parted")

    def __init__(self, items: Mapping[K, V] | Iterable[tuple[K, V]] = ()) -> None:
        self._dict: dict[K, V] = dict(items)
        self._hash: int | None = None
        self._groups: dict[object, dict[object, V]] | None = None
        self._mark = object()
        self._line: tuple[tuple[object, tuple[K, ...]], ...] = ()
        self._parted: dict[Callable[[V], Hashable], Mapping[Hashable, Mapping[K, V]]] = {}

    def __getitem__(self, key: K) -> V:
        return self._dict[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._dict)

    def __len__(self) -> int:
        return len(self._dict)

    def __contains__(self, key: object) -> bool:
        return key in self._dict

    @overload
    def get(self, key: K, /) -> V | None: ...
    @overload
    def get(self, key: K, /, default: V | T) -> V | T: ...
    def get(self, key: K, /, default: V | T | None = None) -> V | T | None:
        """The value of a key, or `default`."""
        return self._dict.get(key, default)

    def keys(self) -> KeysView[K]:
        """The keys, in order."""
        return self._dict.keys()

    def values(self) -> ValuesView[V]:
        """The values, in order."""
        return self._dict.values()

    def items(self) -> ItemsView[K, V]:
        """The entries, in order."""
        return self._dict.items()

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self._dict.items()))
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return self._dict == (other._dict if isinstance(other, FrozenMap) else other)

    def __repr__(self) -> str:
        return f"FrozenMap({self._dict!r})"

    def put(self, key: K, value: V) -> FrozenMap[K, V]:
        """This map with one entry added or replaced."""
        return self._next({**self._dict, key: value}, (key,))

    def drop(self, *keys: K) -> FrozenMap[K, V]:
        """This map without these keys; unknown keys are no error."""
        copy = self._dict.copy()
        for key in keys:
            copy.pop(key, None)
        return self._next(copy, keys)

    def merge(self, items: Mapping[K, V]) -> FrozenMap[K, V]:
        """This map with all these entries added or replaced."""
        return self._next({**self._dict, **items}, tuple(items)) if items else self

    def _next(self, items: dict[K, V], changed: tuple[K, ...]) -> FrozenMap[K, V]:
        """A map with these entries, its groups made from those of this one where the changes are few."""
        new: FrozenMap[K, V] = FrozenMap()
        new._dict = items
        new._line = (*self._line[1 - _REMEMBERED :], (self._mark, changed))
        if self._groups is not None and len(changed) <= _FEW:
            new._groups = dict(self._groups)
            for first in dict.fromkeys(key[0] for key in changed if isinstance(key, tuple)):
                group = dict(new._groups.get(first, {}))
                for key in changed:
                    if isinstance(key, tuple) and key[0] == first:
                        group.pop(key[1], None)
                        if key in items:
                            group[key[1]] = items[key]
                new._groups[first] = group
        if self._parted and len(changed) <= _FEW:
            new._parted = {part: self._parted_anew(part, new, changed) for part in self._parted}
        return new

    def group(self, first: object) -> Mapping[object, V]:
        """Of a map whose keys are pairs: the entries whose keys begin with `first`, by the other part of the key.

        Of two maps made one from the other it is the same object, where no such entry is another.

        >>> FrozenMap({("size", "a"): 1, ("size", "b"): 2, ("age", "a"): 3}).put(("size", "c"), 4).group("size")
        {'a': 1, 'b': 2, 'c': 4}
        """
        if self._groups is None:
            self._groups = {}
            for key, value in self._dict.items():
                if isinstance(key, tuple):
                    self._groups.setdefault(key[0], {})[key[1]] = value
        return self._groups.get(first, _NO_ENTRIES)

    def by(self, part: Callable[[V], Hashable]) -> Mapping[Hashable, Mapping[K, V]]:
        """The entries by a part of their values, those with the same part in the order of their keys, as texts.

        part: gives the part of a value; what it gives for one value never changes.

        >>> FrozenMap({"b": "xy", "a": "xz"}).put("c", "yz").by(lambda value: value[0])
        {'x': {'a': 'xz', 'b': 'xy'}, 'y': {'c': 'yz'}}
        """
        if part not in self._parted:
            found: dict[Hashable, dict[K, V]] = {}
            for key, value in _in_order(self._dict).items():
                found.setdefault(part(value), {})[key] = value
            self._parted[part] = found
        return self._parted[part]

    def _parted_anew(
        self, part: Callable[[V], Hashable], new: FrozenMap[K, V], changed: tuple[K, ...]
    ) -> Mapping[Hashable, Mapping[K, V]]:
        """The entries of a new map by a part of theirs, made from those of this one."""
        found = dict(self._parted[part])
        for key in changed:
            if key in self._dict:
                before = part(self._dict[key])
                left = {k: v for k, v in found[before].items() if k != key}
                found[before] = left
                if not left:
                    del found[before]
            if key in new._dict:
                value = new._dict[key]
                now = part(value)
                found[now] = _in_order({**found.get(now, {}), key: value})
        return found

    def changed_since(self, older: FrozenMap[K, V]) -> tuple[K, ...]:
        """The keys of entries that are not the same object here and in an older map.

        >>> FrozenMap({"x": "a", "y": "b"}).changed_since(FrozenMap({"x": "a", "z": "c"}))
        ('y', 'z')
        """
        new, old = self._dict, older._dict
        if new is old or self is older:
            return ()
        touched = self._touched_since(older)
        if touched is not None:
            return tuple(k for k in touched if (k in new) != (k in old) or new.get(k) is not old.get(k))
        if len(new) == len(old) and all(map(is_, new, old)):
            return tuple(compress(new, map(is_not, new.values(), old.values())))
        gone = (key for key in old if key not in new)
        return (*(key for key, value in new.items() if key not in old or old[key] is not value), *gone)

    def _touched_since(self, older: FrozenMap[K, V]) -> Iterable[K] | None:
        """The keys put or dropped on the way from an older map to this one; None where that is not remembered."""
        marks = [mark for mark, _ in self._line]
        if older._mark not in marks:
            return None
        since = self._line[marks.index(older._mark) :]
        return dict.fromkeys(key for _, changed in since for key in changed)


def _in_order(entries: dict[K, V]) -> dict[K, V]:
    """Entries in the order of their keys, as texts."""
    return {key: entries[key] for key in sorted(entries, key=str)} if len(entries) > 1 else entries
