"""Changes of a map made in code rather than in an overlay's folder, checked like one.

Needs facts by column, and the files with the words they may hold; gives the rows that change and every fault.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from europa_rules.errors import Fault, nearest
from europa_rules.hexes import Grid, Hex
from europa_rules.provenance import Provenance
from europa_rules.sheets.features import Pair
from europa_rules.sheets.layers import Change, Key, Record
from europa_rules.sheets.tables import NO_LINE, Format, fault_of_value

Facts = Mapping[str, str | int | bool]
"""Some columns of a row; True and False stand for 1 and 0."""

MADE_UP = Provenance("estimate", "made up for this board", "low")

ASIDE = frozenset({"kind", "source", "confidence", "change"})
"""Columns about a row rather than of it; a patch gives them once for all."""


class Patch:
    """Collects the rows that some facts change, and what is wrong with them.

    Attributes:
        grid: the hexes that there are.
        name: who changes, for `Board.changed_by`.
        provenance: where the new facts come from.
        formats: the files of a map folder.
    """

    def __init__(self, grid: Grid, name: str, provenance: Provenance, formats: Mapping[str, Format]) -> None:
        self.grid = grid
        self.name = name
        self.provenance = provenance
        self.formats = formats
        self.changes: list[Change] = []
        self.faults: list[Fault] = []

    def set_row(self, layer: str, key: tuple[str, ...], facts: Facts) -> None:
        """Set some columns of a row."""
        cells = {name: _text(value) for name, value in facts.items()}
        named = dict(zip(self.formats[layer].key, key, strict=True))
        where = f"{layer} {' '.join(key)}"
        for name, text in {**named, **cells}.items():
            self.faults += self._faults_of_cell(where, name, text, layer)
        self._add(layer, key, {name: text for name, text in cells.items() if name not in named})

    def remove_row(self, layer: str, key: tuple[str, ...]) -> None:
        """Remove a row."""
        self._add(layer, key, None)

    def set_sides(self, pair: Pair, features: Sequence[str], below: Sequence[str]) -> None:
        """Give a hexside these features and none of those below."""
        for feature in below:
            self.remove_row("hexsides", (*pair, feature))
        for feature in features:
            self.set_row("hexsides", (*pair, feature), {})

    def set_lines(self, pair: Pair, kinds: Sequence[str]) -> None:
        """Let these kinds of line and no others join two hexes."""
        for kind in (NO_LINE, *kinds):
            self.set_row("lines", (kind, "", ";".join(pair)), {})

    def replace_in_hex(self, layer: str, ref: Hex, facts: Facts | None, below: Iterable[Key]) -> None:
        """Let a hex have this city, port, airfield or fortification and none of those below."""
        for key in below:
            self.remove_row(layer, key)
        if facts is not None:
            key = (ref, _text(facts.get("name", ref))) if layer in {"cities", "ports"} else (ref,)
            self.set_row(layer, key, facts)

    def _add(self, layer: str, key: tuple[str, ...], cells: Record | None) -> None:
        self.changes.append(
            Change(layer, key, cells, self.name, self.provenance, self.name, f"{layer} {' '.join(key)}")
        )

    def _faults_of_cell(self, where: str, name: str, text: str, layer: str) -> list[Fault]:
        columns = {n: column for n, column in self.formats[layer].by_name.items() if n not in ASIDE}
        if name not in columns:
            return [Fault(self.name, where, f"column {name!r}", f"one of {', '.join(columns)}", nearest(name, columns))]
        fault = fault_of_value(text, columns[name], self.grid) if text else None
        return [Fault(self.name, f"{where}, {name}", repr(text), *fault)] if fault else []


def _text(value: str | int) -> str:
    return str(int(value)) if isinstance(value, bool) else str(value)
