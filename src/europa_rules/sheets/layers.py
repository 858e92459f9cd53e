"""The tables of some sheets as one, with overlays laid over them row by row and cell by cell.

Needs folders whose rows have been checked; gives the hexes as columns and every other layer as records by key. A layer
is read when it is first asked for. Nothing is ever written.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from attrs import evolve, field, frozen

from europa_rules.hexes import Hex
from europa_rules.provenance import Provenance
from europa_rules.sheets.heads import Folder
from europa_rules.sheets.tables import FORMATS, read_table

Key = tuple[str, ...]
Record = Mapping[str, str]

NOTHING: Record = MappingProxyType({})


@frozen
class Change:
    """One row of an overlay: the cells that it sets in a row, or the row that it removes.

    Attributes:
        layer: the file without ".csv".
        key: the cells that tell the row from others.
        cells: column -> new text; None removes the row.
        by: the name of the overlay.
        provenance: where the new cells come from.
        file, where: the file, and the line or the row in it, for messages.
    """

    layer: str
    key: Key
    cells: Record | None
    by: str
    provenance: Provenance
    file: str = ""
    where: str = ""

    @property
    def origin(self) -> str:
        """Where the new cells come from, with the source if it is named, for people."""
        source = f" ({self.provenance.source})" if self.provenance.source else ""
        return f"{self.provenance}{source}"


@frozen(eq=False)
class Layers:
    """The tables of a board.

    Attributes:
        folders: the sheets' folders, in the order of the grid.
        changes: every overlay row that was applied, in order.
        overlays: columns of the hexes beyond those of the series: overlay terrains that a variant adds.

    Layers that no overlay has touched are shared with the layers below, read or not.
    """

    folders: tuple[Folder, ...]
    changes: tuple[Change, ...] = ()
    overlays: tuple[str, ...] = ()
    _changed: Mapping[str, Mapping[Key, Record]] = field(factory=dict, repr=False)
    _read: dict[str, Mapping[Key, Record]] = field(factory=dict, repr=False)
    _columns: dict[str, tuple[str, ...]] = field(factory=dict, repr=False)

    @property
    def columns(self) -> Mapping[str, tuple[str, ...]]:
        """The hexes of all sheets, column by column; every column of the format is there."""
        if not self._columns:
            self._columns.update(_read_columns(self.folders, self.overlays))
        return self._columns

    def records(self, layer: str) -> Mapping[Key, Record]:
        """The rows of a layer other than the hexes, by key."""
        if layer in self._changed:
            return self._changed[layer]
        if layer not in self._read:
            self._read[layer] = _read_records(self.folders, layer)
        return self._read[layer]

    def overlaid(self, changes: Sequence[Change], index: Mapping[Hex, int]) -> Layers:
        """These layers with some rows changed. index: hex -> its place in the columns."""
        changed = dict(self._changed)
        for layer in {change.layer for change in changes} - {"hexes"}:
            changed[layer] = _changed(self.records(layer), [c for c in changes if c.layer == layer])
        columns = _changed_columns(self.columns, [c for c in changes if c.layer == "hexes"], index)
        return evolve(self, changes=(*self.changes, *changes), changed=changed, columns=columns)

    def last_change(self, layer: str, keys: Iterable[str], column: str = "") -> Change | None:
        """The last overlay row that changed a row whose key begins so, or one cell of it."""
        wanted = tuple(keys)
        for change in reversed(self.changes):
            concerned = change.layer == layer and change.key[: len(wanted)] == wanted
            if concerned and (not column or change.cells is None or column in change.cells):
                return change
        return None

    def provenances(self) -> dict[str, dict[str, int]]:
        """For each sheet, and each overlay, by its name, how many of its rows are of which provenance."""
        found = {folder.name: Counter[str]() for folder in self.folders}
        for folder in self.folders:
            for layer in FORMATS:
                found[folder.name].update(
                    f"{record['kind']}, {record['confidence']}" for record in read_table(folder, layer).records()
                )
        for change in self.changes:
            found.setdefault(change.by, Counter())[change.origin] += 1
        return {name: dict(sorted(counted.items())) for name, counted in found.items()}

    def digests(self) -> dict[str, str]:
        """For each sheet, and each overlay, by its name, the SHA-256 of what it brings."""
        found = {folder.name: hashlib.sha256() for folder in self.folders}
        for folder in self.folders:
            for layer in FORMATS:
                file = folder / FORMATS[layer].file
                if file.is_file():
                    found[folder.name].update(f"{layer} {hashlib.sha256(file.read_bytes()).hexdigest()}".encode())
        for change in self.changes:
            cells = sorted(change.cells.items()) if change.cells is not None else None
            brought = repr((change.layer, change.key, cells)).encode()
            found.setdefault(change.by, hashlib.sha256()).update(brought)
        return {name: whole.hexdigest() for name, whole in found.items()}

    def digest(self) -> str:
        """SHA-256 of the files' bytes and of every change, in hexadecimal."""
        whole = hashlib.sha256()
        for folder in self.folders:
            for layer in FORMATS:
                file = folder / FORMATS[layer].file
                if file.is_file():
                    whole.update(f"{folder.name}/{layer}".encode())
                    whole.update(hashlib.sha256(file.read_bytes()).digest())
        for change in self.changes:
            cells = sorted(change.cells.items()) if change.cells is not None else None
            whole.update(repr((change.layer, change.key, cells)).encode())
        return whole.hexdigest()


def _read_columns(folders: Sequence[Folder], more: Sequence[str] = ()) -> dict[str, tuple[str, ...]]:
    """The hexes of all sheets as columns: one pass over each file, no object for each row."""
    names = [*(column.name for column in FORMATS["hexes"].columns), *more]
    joined: dict[str, list[str]] = {name: [] for name in names}
    for folder in folders:
        table = read_table(folder, "hexes")
        by_name = dict(zip(table.header, zip(*table.rows, strict=True), strict=True))
        empty = ("",) * len(table.rows)
        for name in names:
            joined[name].extend(by_name.get(name, empty))
    return {name: tuple(column) for name, column in joined.items()}


def _read_records(folders: Sequence[Folder], layer: str) -> dict[Key, Record]:
    key = FORMATS[layer].key
    records = (record for folder in folders for record in read_table(folder, layer).records())
    return {tuple(record.get(name, "") for name in key): record for record in records}


def _changed(records: Mapping[Key, Record], changes: Sequence[Change]) -> dict[Key, Record]:
    new = dict(records)
    for change in changes:
        if change.cells is None:
            new.pop(change.key, None)
        else:
            names = dict(zip(FORMATS[change.layer].key, change.key, strict=True))
            below = new.pop(change.key, NOTHING) if change.layer == "lines" else new.get(change.key, NOTHING)
            new[change.key] = {**below, **names, **change.cells, **_origin(change)}
    return new


def _origin(change: Change) -> dict[str, str]:
    return {
        "kind": change.provenance.kind,
        "source": change.provenance.source,
        "confidence": change.provenance.confidence,
    }


def _changed_columns(
    columns: Mapping[str, tuple[str, ...]], changes: Sequence[Change], index: Mapping[Hex, int]
) -> dict[str, tuple[str, ...]]:
    new: dict[str, list[str]] = {}
    for change in changes:
        for name, text in (change.cells or NOTHING).items():
            new.setdefault(name, list(columns[name]))[index[Hex(change.key[0])]] = text
    return {name: tuple(new.get(name, column)) for name, column in columns.items()}
