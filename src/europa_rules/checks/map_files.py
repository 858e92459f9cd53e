"""Checks of map sheets, overlays and patches: a folder of tables at a time.

Needs a folder; the words of its tables are those of the series, of the game in whose folder it lies, else of all games
that are installed and of charts beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from europa_rules.charts import loading
from europa_rules.charts.map_words import map_words
from europa_rules.checks.chart_files import CHARTS
from europa_rules.checks.kinds import Kind, Surroundings
from europa_rules.errors import Fault
from europa_rules.sheets import checks as sheets
from europa_rules.sheets.heads import OVERLAY_HEAD, SHEET_HEAD
from europa_rules.sheets.tables import FORMATS, Words

SHEET_FILES = frozenset({SHEET_HEAD, OVERLAY_HEAD, *(form.file for form in FORMATS.values())})
"""A folder with one of these files is a map sheet or an overlay."""


def is_map(place: Path) -> bool:
    """Whether a folder holds map tables."""
    return place.is_dir() and any((place / name).is_file() for name in SHEET_FILES)


def map_faults(place: Path, around: Surroundings) -> Iterator[Fault]:
    """Every fault of the tables of a folder."""
    yield from sheets.faults(place, words=_words(place, around))


def _words(place: Path, around: Surroundings) -> Words:
    if around.given is not None:
        return map_words(around.given.charts.sheets)
    variant = around.variant_of(place)
    games = [variant] if variant else around.variants.values()
    return _words_of([*(game.folder.joinpath(CHARTS) for game in games), place.parent / CHARTS])


def _words_of(folders: Iterable[loading.Place]) -> Words:
    """The words of maps that these charts bring, as far as the charts can be read."""
    found = [folder for folder in folders if folder.is_dir()]
    return map_words(loading.read_all([loading.bundled_folder(), *found]).charts)


KIND = Kind("map", is_map, map_faults, whole=True)
