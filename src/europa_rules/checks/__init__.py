"""Checking data files: every fault of every file in one run.

`check` finds out what each file or folder is (charts, map sheet, rulings, unit types, cases, positions, saves) and
hands it to the reader that knows it. Without a path it checks all data that come with the library and its plugins.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from attrs import frozen

from europa_rules import rulings
from europa_rules.charts import loading as charts
from europa_rules.charts.map_words import map_words
from europa_rules.conformance import read_cases
from europa_rules.errors import DataError, EuropaError, Fault
from europa_rules.loading import load
from europa_rules.plugins import find_plugins, variants_of
from europa_rules.position import parse_position
from europa_rules.ruleset import Ruleset, Variant
from europa_rules.saves import read_save_head
from europa_rules.sheets import checks as sheets
from europa_rules.sheets.heads import OVERLAY_HEAD, SHEET_HEAD
from europa_rules.sheets.tables import FORMATS, Words
from europa_rules.unit_types import CHART_FILE, load_unit_types

Place = Path | Traversable

SHEET_FILES = frozenset({SHEET_HEAD, OVERLAY_HEAD, *(form.file for form in FORMATS.values())})
"""A folder with one of these files is a map sheet or an overlay."""


@frozen
class Checked:
    """What was checked: a file or folder, what it is, and its faults."""

    place: str
    kind: str
    faults: tuple[Fault, ...]


def check_bundled() -> Iterator[Checked]:
    """Check all data of the library and of the plugins that are installed."""
    base = resources.files("europa_rules").joinpath("data")
    yield from _charts(base.joinpath("charts"), ())
    for sheet in _folders(base.joinpath("sheets")):
        yield _sheet(sheet)
    for record in find_plugins():
        why = [Fault(record.entry_point, "import", record.error, "a plugin that loads")] if record.error else []
        yield Checked(record.name, "plugin", tuple(why))
    for _, variant in variants_of(find_plugins()):
        yield from check_variant(variant)


def check_variant(variant: Variant) -> Iterator[Checked]:
    """Check the folder of a variant's data, laid over those of the variants that it changes, and that it loads."""
    own = variant.folder
    below = _charts_below(variant)
    if own.joinpath("charts").is_dir():
        yield from _charts(own.joinpath("charts"), below)
    if own.joinpath("sheets").is_dir():
        yield _sheet(own.joinpath("sheets"), _words([*below, own.joinpath("charts")]))
    if own.joinpath("rulings.toml").is_file():
        yield _rulings(own.joinpath("rulings.toml"))
    yield Checked(variant.id, "ruleset", tuple(_faults_of(lambda: load(variant.id), variant.id)))


def check_paths(paths: Iterable[Path], rules: Ruleset | None = None) -> Iterator[Checked]:
    """Check files and folders of ours: a source tree, a folder of charts or of map tables, or single files.

    rules: the ruleset for positions and saves; without it, a save's own and the first variant installed.
    Raises DataError for a path that is not there, or that nothing here can read.
    """
    for path in paths:
        if not path.exists():
            raise DataError([Fault(str(path), "path", "nothing", "a file or a folder")])
        found = list(_check(path, rules))
        if not found:
            raise DataError(
                [Fault(str(path), "path", "nothing to check", "charts, map tables, rulings, cases, saves or positions")]
            )
        yield from found


def _check(path: Path, rules: Ruleset | None) -> Iterator[Checked]:
    if path.is_file():
        yield from _check_file(path, rules)
        return
    names = {child.name for child in path.iterdir()}
    if names & SHEET_FILES:
        yield _sheet(path, map_words(rules.charts.sheets) if rules else _words_beside(path))
        return
    if any(_is_chart(child) for child in path.glob("*.toml")):
        yield from _charts(path, _fitting(path))
    for child in sorted(path.iterdir()):
        if child.name.startswith((".", "_")) or child.name in _NOT_OURS:
            continue
        if child.is_dir():
            yield from _check(child, rules)
        elif not (child.suffix == ".toml" and _is_chart(child)):
            yield from _check_file(child, rules)


_NOT_OURS = frozenset({"node_modules", "build", "dist", "docs", "changes", "tools"})


def _check_file(path: Path, rules: Ruleset | None) -> Iterator[Checked]:
    if path.suffix == ".toml":
        if path.name == "rulings.toml":
            yield _rulings(path)
        elif _is_chart(path):
            yield from _charts(path, _fitting(path))
    elif path.suffix == ".json":
        yield from _json(path, rules)
    elif path.suffix == ".position":
        yield Checked(str(path), "position", tuple(_position(path, rules)))


def _json(path: Path, rules: Ruleset | None) -> Iterator[Checked]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        yield Checked(str(path), "JSON", (Fault(str(path), "file", str(error), "JSON"),))
        return
    if isinstance(data, list) and data and isinstance(data[0], dict) and "given" in data[0]:
        yield Checked(str(path), "cases", tuple(_faults_of(lambda: read_cases([path]), str(path))))
    elif isinstance(data, dict) and "checkpoint" in data:
        text = path.read_text(encoding="utf-8")
        yield Checked(str(path), "save", tuple(_faults_of(lambda: read_save_head(text), str(path))))


def _position(path: Path, rules: Ruleset | None) -> list[Fault]:
    ruleset = rules or load(variants_of(find_plugins())[0][1].id)
    return _faults_of(lambda: parse_position(path.read_text(encoding="utf-8"), ruleset), str(path))


def _faults_of(read: object, file: str) -> list[Fault]:
    assert callable(read)
    try:
        read()
    except DataError as error:
        return list(error.faults)
    except EuropaError as error:
        return [Fault(file, "contents", str(error), "something that can be read")]
    return []


_CHART_HEADS = frozenset({"lays_over", "provenance", "form", "charts", "cells_from"})
"""Keys by which a TOML file is known for a chart, or for cells laid over one."""


def _is_chart(path: Path) -> bool:
    """Whether a TOML file is read as a chart: what cannot be read at all is, so that its fault is told."""
    if path.name == CHART_FILE:
        return True
    if path.name == "rulings.toml":
        return False
    try:
        head = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        return True
    return bool(_CHART_HEADS & head.keys()) or "charts" in path.parts


def _charts_below(variant: Variant) -> tuple[Place, ...]:
    """The chart folders of the variants that a variant changes, the first one first."""
    by_id = {v.id: v for _, v in variants_of(find_plugins())}
    found: list[Place] = []
    while variant.extends in by_id:
        variant = by_id.pop(variant.extends)
        found.insert(0, variant.folder.joinpath("charts"))
    return tuple(folder for folder in found if folder.is_dir())


def _words(folders: Iterable[Place]) -> Words:
    """The words of maps that these charts bring, as far as the charts can be read."""
    found = [folder for folder in folders if folder.is_dir()]
    return map_words(charts.read_all([charts.bundled_folder(), *found]).charts)


def _words_beside(sheet: Path) -> Words:
    """The words of a map folder whose game nobody has named: of the games installed, and of charts beside it."""
    installed = [v.folder.joinpath("charts") for _, v in variants_of(find_plugins())]
    return _words([*installed, sheet.parent / "charts"])


def _fitting(place: Path) -> tuple[Place, ...]:
    """The chart folders over which charts of an unnamed game lie with the fewest faults."""
    best: tuple[Place, ...] = ()
    least = len(charts.faults(place))
    for over in _candidates(place):
        found = len(charts.faults(place, over)) if least else least
        if found < least:
            least, best = found, over
    return best


def _candidates(place: Path) -> Iterator[tuple[Place, ...]]:
    """No game or each of those installed, alone and with the charts beside."""
    beside = place.parent / "charts"
    games = ((*_charts_below(v), v.folder.joinpath("charts")) for _, v in variants_of(find_plugins()))
    for game in ((), *(g for g in games if g[-1].is_dir())):
        yield game
        if beside.is_dir() and beside != place:
            yield (*game, beside)


def _charts(place: Place, over: tuple[Place, ...]) -> Iterator[Checked]:
    yield Checked(str(place), "charts", tuple(charts.faults(place, over)))
    if place.joinpath(CHART_FILE).is_file() or place.name == CHART_FILE:
        folder = place if place.is_dir() else Path(str(place)).parent
        base = charts.bundled_folder()
        folders = [base] if str(base) == str(folder) else [base, *over, folder]
        yield Checked(str(place), "unit types", tuple(_faults_of(lambda: load_unit_types(folders), str(place))))


def _sheet(folder: Place, words: Words = sheets.NO_WORDS) -> Checked:
    return Checked(str(folder), "map", tuple(sheets.faults(folder, words=words)))


def _rulings(path: Place) -> Checked:
    return Checked(str(path), "rulings", tuple(rulings.faults(path)))


def _folders(place: Place) -> list[Traversable | Path]:
    return sorted((child for child in place.iterdir() if child.is_dir()), key=lambda child: child.name)
