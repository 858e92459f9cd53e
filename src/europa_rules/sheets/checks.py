"""Every fault of a map folder in one run, with file, line, column, what was expected and the nearest right word.

Needs the folder of a sheet or of an overlay, and the words that a variant adds to those of the series. Used before an
overlay is laid over a board, and for players' sheets.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from attrs import frozen

from europa_rules.errors import DataError, Fault, nearest, shortened
from europa_rules.hexes import Grid, Hex, grid_of, series_grid
from europa_rules.provenance import Provenance
from europa_rules.sheets.heads import OVERLAY_HEAD, SHEET_HEAD, Folder, SheetHead, read_head
from europa_rules.sheets.layers import Change, Key
from europa_rules.sheets.misplaced import misplaced_texts
from europa_rules.sheets.outcomes import wanted
from europa_rules.sheets.tables import (
    EMPTY,
    FORMATS,
    NO_TABLE,
    Column,
    Format,
    Table,
    Words,
    fault_of_value,
    formats_with,
    read_table,
)

NO_WORDS: Words = MappingProxyType({})


def faults(folder: Folder, grid: Grid | None = None, words: Words = NO_WORDS) -> list[Fault]:
    """Every fault of a sheet's or an overlay's folder.

    grid: the sheets that hex numbers may name; without it, those of the series and the folder's own.
    words: what a variant adds to the words of the series: "terrain", "overlay", "hexside", "city_size" or
        "fortification" -> names.
    Returns an empty list for a folder without fault; a row of a hex on another sheet is none.

    >>> from europa_rules.sheets.heads import bundled_sheet
    >>> faults(bundled_sheet("27"))
    []
    """
    return read_folder(folder, grid, words).faults


@frozen
class FolderRead:
    """The tables of a folder by layer, and every fault that was found in them."""

    head: SheetHead | None
    tables: Mapping[str, Table]
    faults: list[Fault]


def read_folder(folder: Folder, grid: Grid | None = None, words: Words = NO_WORDS) -> FolderRead:
    """The tables of a sheet's or an overlay's folder with every fault; parameters as for `faults`."""
    try:
        head = read_head(folder)
    except DataError as error:
        return FolderRead(None, {}, list(error.faults))
    grid = grid or grid_with(series_grid(), [head])
    found = list(_strangers(folder))
    tables: dict[str, Table] = {}
    for layer, form in formats_with(words).items():
        tables[layer], unreadable = _read(folder, form)
        found += unreadable or faults_of_table(f"{folder}/{form.file}", tables[layer], form, grid, head)
    if not any(table.header for table in tables.values()):
        found.append(Fault(str(folder), "folder", "no table", f"one of {', '.join(_FILES)}"))
    if head.origin is not None:
        found += _missing_hexes(folder, tables["hexes"], head, grid)
    return FolderRead(head, tables, found)


_FILES = tuple(form.file for form in FORMATS.values())


def _strangers(folder: Folder) -> Iterator[Fault]:
    """Tables and heads under names that nobody reads: what stands in them would be passed over."""
    known = (*_FILES, SHEET_HEAD, OVERLAY_HEAD)
    for name in sorted(child.name for child in folder.iterdir()):
        if name.lower().endswith((".csv", ".toml")) and name not in known:
            yield Fault(f"{folder}/{name}", "file", repr(name), f"one of {', '.join(known)}", nearest(name, known))


def grid_with(grid: Grid, heads: Sequence[SheetHead]) -> Grid:
    """The grid with the sheets of some heads that it does not have yet, after its own."""
    known = {sheet.name for sheet in grid.sheets}
    own = list(enumerate(grid.sheets))
    new = [(len(own) + h.order, h.origin) for h in heads if h.origin is not None and h.id not in known]
    return grid_of([*own, *new]) if new else grid


def faults_of_table(label: str, table: Table, form: Format, grid: Grid, head: SheetHead) -> list[Fault]:
    """The faults of one file: its heading, then row by row."""
    found = list(_faults_of_header(label, table, form, head))
    seen: dict[tuple[str, ...], int] = {}
    for line, row in zip(table.lines, table.rows, strict=True):
        if len(row) != len(table.header):
            found.append(Fault(label, f"line {line}", f"{len(row)} cells", f"{len(table.header)}, as in the heading"))
            continue
        record = dict(zip(table.header, row, strict=True))
        found += _faults_of_row(label, line, record, form, grid, head)
        key = _key(record, form)
        if key in seen:
            found.append(
                Fault(label, f"line {line}", f"{' '.join(key)} again", f"one row (it stands in line {seen[key]})")
            )
        seen.setdefault(key, line)
    return [*found, *misplaced_texts(label, table, form)]


@frozen
class OverlayRead:
    """An overlay's folder: its head, the rows that have no fault, and every fault of the others."""

    head: SheetHead
    changes: list[Change]
    faults: list[Fault]


def read_overlay(folder: Folder, grid: Grid, words: Words = NO_WORDS) -> OverlayRead:
    """The folder of an overlay. Raises `DataError` if it has no head that can be read."""
    read = read_folder(folder, grid, words)
    if read.head is None:
        raise DataError(read.faults)
    if read.head.origin is not None:
        expected = f"{OVERLAY_HEAD} or no head, and only the rows that differ"
        raise DataError([Fault(f"{folder}/{SHEET_HEAD}", "file", "the head of a whole sheet", expected)])
    faulty = {(fault.file, fault.where.partition(",")[0]) for fault in read.faults}
    changes: list[Change] = []
    for layer, table in read.tables.items():
        file = f"{folder}/{FORMATS[layer].file}"
        for line, record in zip(table.lines, table.records(), strict=True):
            if not {(file, "heading"), (file, f"line {line}")} & faulty:
                changes.append(_change(record, FORMATS[layer], read.head.id, file, f"line {line}"))
    return OverlayRead(read.head, changes, read.faults)


def _key(record: dict[str, str], form: Format) -> Key:
    """What tells a row from others; the hexes of a hexside in the order of their names."""
    key = tuple(record.get(name, "") for name in form.key)
    return (*sorted(key[:2]), *key[2:]) if form.layer == "hexsides" else key


def _change(record: dict[str, str], form: Format, by: str, file: str, where: str) -> Change:
    key = _key(record, form)
    provenance = Provenance(record["kind"], record.get("source", ""), record["confidence"])
    aside = {*form.key, "kind", "source", "confidence", "change"}
    cells = {name: "" if text == EMPTY else text for name, text in record.items() if text and name not in aside}
    return Change(form.layer, key, None if record.get("change") == "remove" else cells, by, provenance, file, where)


def _read(folder: Folder, form: Format) -> tuple[Table, list[Fault]]:
    try:
        return read_table(folder, form.layer), []
    except UnicodeDecodeError as error:
        return NO_TABLE, [Fault(f"{folder}/{form.file}", "file", str(error), "text in UTF-8")]
    except csv.Error as error:
        return NO_TABLE, [Fault(f"{folder}/{form.file}", "file", str(error), "comma separated values")]


def _faults_of_header(label: str, table: Table, form: Format, head: SheetHead) -> Iterator[Fault]:
    if not table.header:
        return
    if len(table.header) == 1 and ";" in table.header[0]:
        yield Fault(label, "heading", "columns parted by semicolons", "columns parted by commas")
        return
    for name in table.header:
        if name not in form.by_name:
            known = ", ".join(form.by_name)
            yield Fault(label, "heading", f"column {shortened(name)}", f"one of {known}", nearest(name, form.by_name))
    for name in dict.fromkeys(n for n in table.header if table.header.count(n) > 1):
        yield Fault(label, "heading", f"column {shortened(name)} again", "every column once")
    needed = {"kind", "confidence", *(name for name in form.key if form.by_name[name].required)}
    if head.origin is not None:
        needed |= {column.name for column in form.columns if column.required}
    for name in sorted(needed - set(table.header)):
        yield Fault(label, "heading", f"no column {name!r}", "that column")


def _faults_of_row(
    label: str, line: int, record: dict[str, str], form: Format, grid: Grid, head: SheetHead
) -> Iterator[Fault]:
    for name, text in record.items():
        column = form.by_name.get(name)
        if column is not None:
            yield from _faults_of_cell(label, line, text, column, grid, head, form)
    if form.layer == "hexsides":
        yield from _faults_of_pair(label, line, record, grid, head)
    if form.layer == "hexes":
        yield from _faults_of_water(label, line, record)
        if record.get("change") == "remove":
            yield Fault(label, f"line {line}, change", "'remove'", "'set' or nothing: a hex cannot be removed")


def _faults_of_cell(
    label: str, line: int, text: str, column: Column, grid: Grid, head: SheetHead, form: Format
) -> Iterator[Fault]:
    where = f"line {line}, {column.name}"
    if text == EMPTY and head.origin is None and _may_be_emptied(column, form):
        return
    if text:
        fault = fault_of_value(text, column, grid)
        if fault:
            yield Fault(label, where, shortened(text), *fault)
    elif column.required and (head.origin is not None or column.name in {*form.key, "kind", "confidence"}):
        yield Fault(label, where, "nothing", wanted(column))


def _may_be_emptied(column: Column, form: Format) -> bool:
    return not column.required and column.name not in {*form.key, "source", "change"}


def _faults_of_pair(label: str, line: int, record: dict[str, str], grid: Grid, head: SheetHead) -> Iterator[Fault]:
    a, b = Hex(record.get("hex_a", "")), Hex(record.get("hex_b", ""))
    if a in grid and b in grid and not grid.is_adjacent(a, b):
        yield Fault(label, f"line {line}", f"{a} and {b}", "two adjacent hexes")
    elif b < a and head.origin is not None:
        yield Fault(label, f"line {line}", f"{a} before {b}", "the lower name in hex_a")


def _faults_of_water(label: str, line: int, record: dict[str, str]) -> Iterator[Fault]:
    """A sea or lake hex is one both in terrain and in surface."""
    terrain, surface = record.get("terrain", ""), record.get("surface", "")
    if terrain and surface and terrain != surface and {terrain, surface} & {"sea", "lake"}:
        yield Fault(label, f"line {line}, surface", repr(surface), f"a surface that goes with terrain {terrain!r}")


def _missing_hexes(folder: Folder, table: Table, head: SheetHead, grid: Grid) -> Iterator[Fault]:
    """A sheet lists every hex that is named after it."""
    listed = {record.get("hex", "") for record in table.records()}
    missing = [ref for ref in _own(grid.hexes, head.id) if ref not in listed]
    if missing:
        shown = ", ".join(missing[:5]) + (f" and {len(missing) - 5} more" if len(missing) > 5 else "")
        yield Fault(f"{folder}/hexes.csv", "rows", f"no row for {shown}", "a row for every hex of the sheet")


def _own(hexes: Iterable[Hex], sheet: str) -> Iterator[Hex]:
    return (ref for ref in hexes if ref.partition(":")[0] == sheet)
