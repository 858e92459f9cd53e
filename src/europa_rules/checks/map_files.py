"""Checks of map sheets, overlays and patches: a folder of tables at a time.

Needs a folder; the words of its tables are those of the series, of the game in whose folder it lies, else of all games
that are installed and of charts beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

from europa_rules.board import Board, load_board
from europa_rules.charts import loading
from europa_rules.charts.map_words import map_words
from europa_rules.checks.chart_files import CHARTS
from europa_rules.checks.kinds import Kind, Surroundings, faults_of, with_lines
from europa_rules.checks.plain_shapes import NUMBER, NUMBERS, TEXT, TEXTS, WHOLE, Table, Tables, shape_faults
from europa_rules.checks.toml_files import read_toml
from europa_rules.errors import Fault
from europa_rules.hexes import series_grid
from europa_rules.line_numbers import Lines
from europa_rules.remembered import remembered
from europa_rules.ruleset import Ruleset
from europa_rules.sheets import checks as sheets
from europa_rules.sheets.geography import geography_faults
from europa_rules.sheets.heads import OVERLAY_HEAD, SHEET_HEAD
from europa_rules.sheets.tables import FORMATS, Words

SHEETS = "sheets"
"""The folder of a game's own overlay."""

SHEET_FILES = frozenset({SHEET_HEAD, OVERLAY_HEAD, *(form.file for form in FORMATS.values())})
"""A folder with one of these files is a map sheet or an overlay."""


def is_map(place: Path) -> bool:
    """Whether a folder holds map tables."""
    return place.is_dir() and any((place / name).is_file() for name in SHEET_FILES)


def map_faults(place: Path, around: Surroundings) -> Iterator[Fault]:
    """Every fault of the tables of a folder, and where they contradict one another or the map they are laid over."""
    read = sheets.read_folder(place, words=_words(place, around))
    yield from read.faults
    for name in (SHEET_HEAD, OVERLAY_HEAD):
        yield from _head_faults(place / name)
    if read.head is not None and read.head.origin is not None:
        unsound = {Path(fault.file).stem for fault in read.faults if fault.where == "heading"}
        yield from geography_faults(place, read.tables, sheets.grid_with(series_grid(), [read.head]), unsound)
    elif not read.faults:
        yield from _overlay_faults(place, around)


_HEAD = Table(
    {
        "id": TEXT,
        "title": TEXT,
        "version": TEXT,
        "statement": TEXT,
        "hex_miles": WHOLE,
        "layout": TEXT,
        "grid": Table(dict.fromkeys(("order", "row_offset", "column_offset", "rows", "columns"), WHOLE)),
        "joins": Table(dict.fromkeys(("north", "south", "east", "west", "naming", "pairs", "note"), TEXT)),
        "projection": Table(
            {
                **dict.fromkeys(("proj", "hex_middle", "local_correction", "expected_error"), TEXT),
                **dict.fromkeys(("parallels", "origin", "x", "y"), NUMBERS),
                **dict.fromkeys(("radius_m", "hex_m"), NUMBER),
            }
        ),
        "layers": Tables(
            Table(
                {
                    **dict.fromkeys(("name", "source", "licence", "attribution", "note", "changes"), TEXT),
                    "files": TEXTS,
                },
                needed=("name", "source", "licence", "attribution"),
            )
        ),
        "excluded": TEXTS,
    }
)


def _head_faults(file: Path) -> Iterator[Fault]:
    """Keys of a head that nobody reads, and values of another type."""
    table, lines, _ = read_toml(file) if file.is_file() else ({}, Lines({}), [])
    yield from with_lines(shape_faults(table, _HEAD, str(file)), lines)


def _overlay_faults(place: Path, around: Surroundings) -> list[Fault]:
    """What an overlay contradicts on the board of the game that it fits best."""
    boards = (_board_below(place, around, rules) for rules in around.rules_of(place))
    return min((faults_of(partial(board.overlaid, place), str(place)) for board in boards), key=len, default=[])


@remembered(8)
def _board_below(place: Path, around: Surroundings, rules: Ruleset) -> Board:
    """The board of a game as it is below an overlay: that of the game, without its own where that is checked."""
    words = _words(place, around)
    folders = [Path(str(v.folder.joinpath(SHEETS))) for v in rules.lineage]
    own = [i for i, folder in enumerate(folders) if folder.parts[-2:] == place.parts[-2:]]
    if not own and all(set(named) <= set(rules.board.words[kind]) for kind, named in words.items()):
        return rules.board
    overlays = [folder for folder in folders[: own[0] if own else None] if folder.is_dir()]
    return load_board(rules.variant.sheets, overlays, words)


@remembered(32)
def _words(place: Path, around: Surroundings) -> Words:
    """The words of the tables of a folder; looked up once in a run."""
    if around.given is not None:
        return map_words(around.given.charts.sheets)
    variant = around.variant_of(place)
    games = [variant] if variant else around.variants.values()
    return _words_of([*(game.folder.joinpath(CHARTS) for game in games), place.parent / CHARTS])


def _words_of(folders: Iterable[loading.Place]) -> Words:
    """The words of maps that these charts bring, as far as the charts can be read."""
    found = [folder for folder in folders if folder.is_dir()]
    return map_words(loading.read_all([loading.bundled_folder(), *found]).charts)


def _is_table(file: Path) -> bool:
    return file.suffix.lower() in (".csv", ".toml")


KIND = Kind("map", is_map, map_faults, holds=_is_table)
