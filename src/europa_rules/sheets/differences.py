"""What an overlay changes: each of its rows beside what lies below, cell by cell.

Needs the tables below and the rows of the overlay; gives one `Difference` for each row, in the order of the files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from attrs import frozen

from europa_rules.hexes import Hex
from europa_rules.provenance import Provenance
from europa_rules.sheets.features import Pair, read_provenance
from europa_rules.sheets.layers import Change, Layers, Record
from europa_rules.sheets.tables import NO_LINE, steps_of

ADDED, CHANGED, REMOVED, SAME, ELSEWHERE = "added", "changed", "removed", "same", "elsewhere"


@frozen
class CellChange:
    """One cell before and after; for lines that are taken away, the step that they joined."""

    name: str
    old: str
    new: str

    def __str__(self) -> str:
        return f"{self.name} {self.old or '-'} -> {self.new or '-'}"


@frozen
class Difference:
    """What one row of an overlay does.

    Attributes:
        layer: the file without ".csv".
        key: the cells that tell the row from others.
        effect: "added", "changed", "removed", "same" (nothing changes), "elsewhere" (its hexes are not on the board).
        cells: the cells that change.
        before: where the row below comes from, or None if there is none.
        after: where the row of the overlay comes from.
        file, where: the file, and the line in it.
    """

    layer: str
    key: tuple[str, ...]
    effect: str
    cells: tuple[CellChange, ...]
    before: Provenance | None
    after: Provenance
    file: str
    where: str

    @property
    def changes_something(self) -> bool:
        """Whether the board is another with the row than without."""
        return self.effect in {ADDED, CHANGED, REMOVED}

    def to_json(self) -> dict[str, object]:
        """The difference as plain data."""
        return {
            "layer": self.layer,
            "key": list(self.key),
            "effect": self.effect,
            "cells": [{"name": cell.name, "old": cell.old, "new": cell.new} for cell in self.cells],
            "before": provenance_to_json(self.before) if self.before else None,
            "after": provenance_to_json(self.after),
            "file": self.file,
            "where": self.where,
        }

    def __str__(self) -> str:
        cells = f": {', '.join(map(str, self.cells))}" if self.cells else ""
        was = f", was {self.before}" if self.before and self.before != self.after else ""
        name = " ".join(part for part in self.key if part)
        return f"{self.layer} {name} {self.effect}{cells} ({self.file}: {self.where}; {self.after}{was})"


def provenance_to_json(provenance: Provenance) -> dict[str, str]:
    """A provenance as plain data."""
    return {"kind": provenance.kind, "source": provenance.source, "confidence": provenance.confidence}


def differences(
    changes: Sequence[Change],
    below: Layers,
    hex_row: Callable[[Hex], Record],
    line_rows: Mapping[Pair, Mapping[str, Record]],
    concerns: Callable[[Change], bool],
) -> Iterator[Difference]:
    """What each row of an overlay does to the tables below.

    hex_row: the row of a hex with its provenance. line_rows: pair of hexes -> kind of line -> its row.
    concerns: whether a row is about hexes of the board.
    """
    for change in changes:
        if not concerns(change):
            yield _difference(change, ELSEWHERE, (), None)
        elif change.layer == "lines" and change.key[0] == NO_LINE:
            yield _lines_taken_away(change, line_rows)
        else:
            old = (
                hex_row(Hex(change.key[0])) if change.layer == "hexes" else below.records(change.layer).get(change.key)
            )
            yield _of_row(change, old)


def _difference(change: Change, effect: str, cells: Sequence[CellChange], old: Record | None) -> Difference:
    before = read_provenance(old) if old is not None else None
    return Difference(
        change.layer, change.key, effect, tuple(cells), before, change.provenance, change.file, change.where
    )


def _of_row(change: Change, old: Record | None) -> Difference:
    if change.cells is None:
        return _difference(change, REMOVED, (), old)
    below = old or {}
    cells = [CellChange(n, below.get(n, ""), new) for n, new in change.cells.items() if below.get(n, "") != new]
    effect = ADDED if old is None else CHANGED if cells else SAME
    return _difference(change, effect, cells, old)


def _lines_taken_away(change: Change, line_rows: Mapping[Pair, Mapping[str, Record]]) -> Difference:
    """The lines that join the hexes of a path below, step by step, each of which goes."""
    pairs = [(min(step), max(step)) for step in steps_of([Hex(ref) for ref in change.key[-1].split(";")])]
    rows = [(pair, kind, row) for pair in pairs for kind, row in line_rows.get(pair, {}).items()]
    cells = [CellChange("/".join(pair), kind, "") for pair, kind, _ in rows]
    return _difference(change, REMOVED if rows else SAME, cells, rows[0][2] if rows else None)
