"""What an overlay leaves behind: rows that lack something or contradict the map, once it lies over the tables below.

Needs the tables before and after, and the rows that changed; gives a fault for each, with its file and line. What a
cell may hold at all is looked at before, in `checks`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from europa_rules.errors import Fault, nearest
from europa_rules.hexes import Hex
from europa_rules.sheets.layers import Change, Key, Layers, Record
from europa_rules.sheets.tables import FORMATS, Column

SurfaceOf = Callable[[str], str]
"""The surface of a hex by its name: land, coastal, sea or lake, "" where the hex is not on the board."""

WATER = frozenset({"sea", "lake"})
_IN_HEXES = ("cities", "ports", "airfields", "fortifications")
_ON_LAND = {"cities": "a city", "airfields": "an airfield", "fortifications": "a fortification"}
_DRY_SIDES = frozenset({"river", "major_river", "canal", "mountain", "high_mountain", "karst", "fortified", "wadi"})


def wanted(column: Column) -> str:
    """What a cell of a column should hold, in words.

    >>> wanted(FORMATS["hexes"].by_name["surface"])
    'one of land, coastal, sea, lake'
    """
    return f"one of {', '.join(column.words)}" if column.words else f"a {column.form}"


def incomplete_rows(above: Layers, changes: Sequence[Change]) -> list[Fault]:
    """What changed rows still lack, once they are laid over the rows below."""
    rows = (
        (change, above.records(change.layer)[change.key])
        for change in changes
        if change.layer != "hexes" and change.cells is not None
    )
    return [
        Fault(change.file, f"{change.where}, {column.name}", "nothing", wanted(column))
        for change, row in rows
        for column in FORMATS[change.layer].columns
        if column.required and not row.get(column.name)
    ]


def contradictions(
    below: Layers, above: Layers, changes: Sequence[Change], index: Mapping[Hex, int]
) -> Iterator[Fault]:
    """Where the tables `above` contradict themselves by these changes of those `below`. index: hex -> its place."""
    surfaces = above.columns["surface"]

    def surface(ref: str) -> str:
        return surfaces[index[Hex(ref)]] if ref in index else ""

    for change in changes:
        if change.cells is None:
            yield from _nothing_removed(change, below)
        elif change.layer == "hexes":
            i = index[Hex(change.key[0])]
            cells = {name: above.columns[name][i] for name in ("terrain", "surface", "sea_zone", "beach")}
            yield from _of(change, contradictions_of_hex(cells))
        else:
            row = above.records(change.layer)[change.key]
            yield from _of(change, contradictions_of_row(change.layer, row, surface))
    yield from _drowned(above, changes, surface)


def _of(change: Change, contradicted: Iterable[tuple[str, str, str]]) -> Iterator[Fault]:
    for name, found, expected in contradicted:
        yield Fault(change.file, f"{change.where}, {name}", found, expected)


def _nothing_removed(change: Change, below: Layers) -> Iterator[Fault]:
    rows = below.records(change.layer)
    if change.key not in rows:
        there = [" ".join(key) for key in _rows_beside(change.key, rows)]
        expected = f"a row that there is ({', '.join(there)})" if there else "a row that there is"
        yield Fault(change.file, change.where, f"nothing to remove: {' '.join(change.key)}", expected)


def _rows_beside(key: Key, rows: Iterable[Key]) -> list[Key]:
    """The rows of the same hex or hexside; of lines, the one most like it."""
    if key[0] in FORMATS["lines"].by_name["line"].words:
        by_text = {" ".join(row): row for row in rows}
        near = nearest(" ".join(key), by_text)
        return [by_text[near]] if near else []
    return [row for row in rows if row[: len(key) - 1] == key[:-1]]


def contradictions_of_hex(row: Record) -> Iterator[tuple[str, str, str]]:
    """Where the cells of a whole row of hexes do not go together: column, what was found, what would be right.

    >>> list(contradictions_of_hex({"terrain": "sea", "surface": "land", "sea_zone": "", "beach": "0"}))
    [('surface', "terrain 'sea' with surface 'land'", 'sea or lake in both or in neither')]
    """
    terrain, surface, zone = row["terrain"], row["surface"], row["sea_zone"]
    if terrain != surface and {terrain, surface} & WATER:
        yield "surface", f"terrain {terrain!r} with surface {surface!r}", "sea or lake in both or in neither"
    elif surface in {"coastal", "sea"} and not zone:
        yield "sea_zone", f"no sea zone with surface {surface!r}", "the zone of its sea"
    elif surface in {"land", "lake"} and zone:
        yield "sea_zone", f"sea zone {zone!r} with surface {surface!r}", "'-', no sea zone"
    if row["beach"] == "1" and surface != "coastal":
        yield "beach", f"a beach with surface {surface!r}", "a coastal hex, or 0"


def contradictions_of_row(layer: str, row: Record, surface: SurfaceOf) -> Iterator[tuple[str, str, str]]:
    """Where a complete row contradicts the hexes that it names: column, what was found, what would be right.

    >>> road = {"line": "road", "name": "", "path": "16A:0101;16A:0102"}
    >>> list(contradictions_of_row("lines", road, {"16A:0101": "coastal", "16A:0102": "sea"}.__getitem__))
    [('path', 'a road through 16A:0102, which is sea', 'hexes with land, or a rail_ferry')]
    """
    if layer in _ON_LAND and surface(row["hex"]) in WATER:
        yield "hex", f"{_ON_LAND[layer]} in {row['hex']}, which is {surface(row['hex'])}", "a hex with land"
    elif layer == "ports" and surface(row["hex"]) not in {"", "coastal"} and not row.get("inland"):
        kind = surface(row["hex"])
        yield "hex", f"a port in {row['hex']}, which is {kind}", "a coastal hex, or the water to the sea in 'inland'"
    elif layer == "lines" and row["line"] in {"rail_high", "rail_low", "road"}:
        wet = [ref for ref in row["path"].split(";") if surface(ref) in WATER]
        for ref in wet[:1]:
            found = f"a {row['line']} through {ref}, which is {surface(ref)}"
            yield "path", found, "hexes with land, or a rail_ferry"
    elif layer == "hexsides" and row["feature"] in _DRY_SIDES and _is_water(row, surface):
        yield "feature", f"a {row['feature']} between hexes of water", "a hexside with land on one side"


def _is_water(side: Record, surface: SurfaceOf) -> bool:
    return {surface(side["hex_a"]), surface(side["hex_b"])} <= WATER


def _drowned(above: Layers, changes: Sequence[Change], surface: SurfaceOf) -> Iterator[Fault]:
    """What still stands in hexes that an overlay turns into water, where the overlay does not speak of it."""
    drowned = {c.key[0]: c for c in changes if c.layer == "hexes" and surface(c.key[0]) in WATER}
    known = {(c.layer, c.key) for c in changes}
    for layer in _IN_HEXES if drowned else ():
        for key in above.records(layer):
            if key[0] in drowned and (layer, key) not in known:
                change = drowned[key[0]]
                found = f"water where a row of {layer} stands ({' '.join(key)})"
                yield Fault(change.file, f"{change.where}, surface", found, "a hex with land, or that row removed")
