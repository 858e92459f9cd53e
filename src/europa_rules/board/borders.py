"""Between the hexes of a board: the features of hexsides, and the lines that join two hexes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeVar

from europa_rules.hexes import STEPS, Hex
from europa_rules.sheets.features import Pair
from europa_rules.sheets.layers import Layers, Record
from europa_rules.sheets.tables import NO_LINE, steps_of

T = TypeVar("T")


def in_order(a: Hex, b: Hex) -> Pair:
    """Two hexes as a pair: the lower name stands first."""
    return (a, b) if a < b else (b, a)


def rows_of_sides(layers: Layers, index: Mapping[Hex, int]) -> Mapping[Pair, Mapping[str, Record]]:
    """Hexside -> feature -> its row, for hexsides that have any."""
    found: dict[Pair, dict[str, Record]] = {}
    for (a, b, feature), record in layers.records("hexsides").items():
        if a in index and b in index:
            found.setdefault(in_order(Hex(a), Hex(b)), {})[feature] = record
    return MappingProxyType(found)


def rows_of_lines(layers: Layers, index: Mapping[Hex, int]) -> Mapping[Pair, Mapping[str, Record]]:
    """Pair of hexes -> kind of line -> its row, for pairs that a line joins."""
    found: dict[Pair, dict[str, Record]] = {}
    for record in layers.records("lines").values():
        for a, b in steps_of([Hex(ref) for ref in record["path"].split(";")]):
            if a in index and b in index:
                _set_line(found, in_order(a, b), record)
    return MappingProxyType(found)


def _set_line(found: dict[Pair, dict[str, Record]], pair: Pair, record: Record) -> None:
    if record["line"] == NO_LINE:
        found.pop(pair, None)
    else:
        found.setdefault(pair, {})[record["line"]] = record


def by_side(
    rows: Mapping[Pair, T], nothing: T, index: Mapping[Hex, int], neighbors: tuple[tuple[int, ...], ...]
) -> tuple[tuple[T, ...], ...]:
    """Facts about pairs of hexes, shaped like `neighbors`."""
    table = [(nothing,) * len(STEPS)] * len(neighbors)
    for (a, b), fact in rows.items():
        for here, there in ((index[a], index[b]), (index[b], index[a])):
            direction = neighbors[here].index(there)
            row = table[here]
            table[here] = (*row[:direction], fact, *row[direction + 1 :])
    return tuple(table)
