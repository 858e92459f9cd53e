"""Reading a board: the sheets, and what is laid over them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from threading import Lock
from types import MappingProxyType
from weakref import WeakValueDictionary

from europa_rules.board.boards import Board
from europa_rules.errors import DataError, Fault
from europa_rules.hexes import STEPS, Grid, Hex, doubled, series_grid
from europa_rules.sheets.checks import NO_WORDS, faults, grid_with
from europa_rules.sheets.heads import OVERLAY_HEAD, Folder, bundled_sheet, read_head
from europa_rules.sheets.layers import Layers
from europa_rules.sheets.tables import FORMATS, Words, words_with


def load_board(sheets: Iterable[str | Folder], overlays: Iterable[Folder] = (), words: Words = NO_WORDS) -> Board:
    """The board of some sheets, with overlays laid over them from left to right.

    sheets: names of sheets that come with the library ("16A"), or folders of other sheets.
    overlays: folders of the same format with only the rows and columns that they change.
    words: what a variant adds to the words of the series: "terrain", "overlay", "hexside", "city_size" (larger than
        those before it) or "fortification" -> names. `Ruleset.board` gives those of its charts.
    Raises `UnknownName` for a sheet or a kind of words that is not there, `DataError` with every fault of a folder; a
    faulty overlay is rejected as a whole.

    While a board of sheets that come with the library is in use, it is what others of the same contents get as well.

    >>> board = load_board(("16A", "17A", "26", "27"))
    >>> board, load_board(["16A", "17A", "26", "27"]) is board
    (<Board 16A+17A+26+27, 6565 hexes>, True)
    """
    sheets, overlays = tuple(sheets), tuple(overlays)
    if not all(isinstance(sheet, str) for sheet in sheets):
        return _read_board(sheets, overlays, words)
    with _LOADING:
        contents = sheets, tuple(map(_contents, overlays)), _as_key(words)
        board = _IN_USE.get(contents)
        if board is None:
            board = _IN_USE[contents] = _read_board(sheets, overlays, words)
    return board


_IN_USE: WeakValueDictionary[object, Board] = WeakValueDictionary()
"""The boards in use whose sheets come with the library, by all that they are read from."""

_LOADING = Lock()
"""Of several threads that want a board one reads it."""

_TABLES = (OVERLAY_HEAD, *(f"{name}.csv" for name in FORMATS))


def _contents(overlay: Folder) -> tuple[str, tuple[str, ...]]:
    """An overlay with fingerprints of its files, as they are now."""
    files = (overlay / name for name in _TABLES)
    return str(overlay), tuple(sha256(f.read_bytes()).hexdigest() if f.is_file() else "" for f in files)


def _as_key(words: Words) -> frozenset[tuple[str, tuple[str, ...]]]:
    return frozenset((kind, tuple(names)) for kind, names in words.items())


def _read_board(sheets: Sequence[str | Folder], overlays: Sequence[Folder], words: Words) -> Board:
    folders = [bundled_sheet(sheet) if isinstance(sheet, str) else _checked(sheet, words) for sheet in sheets]
    pairs = sorted(((read_head(folder), folder) for folder in folders), key=lambda pair: pair[0].order)
    heads = tuple(head for head, _ in pairs)
    known = words_with(words)
    more = tuple(name for name in known["overlay"] if name not in FORMATS["hexes"].by_name)
    layers = Layers(tuple(folder for _, folder in pairs), overlays=more)
    hexes = tuple(map(Hex, layers.columns["hex"]))
    grid = grid_with(series_grid(), heads)
    index = MappingProxyType({ref: i for i, ref in enumerate(hexes)})
    board = Board(grid, heads, (), hexes, index, _adjacency(hexes, grid), known, layers)
    return _laid_over(board, overlays)


def _laid_over(board: Board, overlays: Iterable[Folder]) -> Board:
    """The board under all overlays. Raises `DataError` with the faults of every one of them.

    Once an overlay is faulty, rows of later ones are no longer held against the board, which is not what they lie on.
    """
    found: list[Fault] = []
    for folder in overlays:
        if found:
            found += faults(folder, board.grid, board.words)
            continue
        try:
            board = board.overlaid(folder)
        except DataError as error:
            found += error.faults
    if found:
        raise DataError(found)
    return board


def _checked(folder: Folder, words: Words) -> Folder:
    found = faults(folder, words=words)
    if not found and read_head(folder).origin is None:
        found = [Fault(str(folder), "folder", "no sheet.toml", "a sheet: a folder with sheet.toml and hexes.csv")]
    if found:
        raise DataError(found)
    return folder


def _adjacency(hexes: Sequence[Hex], grid: Grid) -> tuple[tuple[int, ...], ...]:
    """For each hex the places of the six around it, -1 off the board."""
    width = 1 << 20
    points = [x + y * width for x, y in (doubled(*grid.cell(ref)) for ref in hexes)]
    place = {point: i for i, point in enumerate(points)}.get
    steps = [dx + dy * width for dx, dy in STEPS]
    return tuple(tuple(place(point + step, -1) for step in steps) for point in points)
