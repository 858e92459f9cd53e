"""Checks of charts and of the unit identification chart.

Needs a folder or a file of charts; finds out which charts it is laid over (those of the game in whose folder it lies,
else those that it fits best) and gives every fault with its line.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from attrs import evolve

from europa_rules.charts import loading
from europa_rules.charts.unit_chart import unit_chart_faults
from europa_rules.checks.chart_names import name_faults
from europa_rules.checks.kinds import Kind, Surroundings, faults_of, with_lines
from europa_rules.checks.toml_files import read_toml
from europa_rules.errors import Fault
from europa_rules.ruleset import Ruleset, Variant
from europa_rules.scenario_reading import FOLDER as SCENARIOS
from europa_rules.unit_types import CHART_FILE, load_unit_types

CHARTS = "charts"
"""The name of a folder of charts."""

_HEADS = frozenset({"lays_over", "form", "cells_from"})
"""Keys by which a TOML file is known for a chart, or for cells laid over one, wherever it lies."""


def is_chart(place: Path) -> bool:
    """Whether a TOML file is read as a chart: what cannot be read at all is, so that its fault is told."""
    if place.suffix != ".toml" or place.parent.name == SCENARIOS or not place.is_file():
        return False
    if place.parent.name == CHARTS or place.stem in _known_names():
        return True
    try:
        head = tomllib.loads(place.read_text(encoding="utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        return True
    bundle = head.get("charts")
    return bool(_HEADS & head.keys()) or (
        isinstance(bundle, dict) and any(isinstance(b, dict) for b in bundle.values())
    )


@cache
def _known_names() -> frozenset[str]:
    """The names of the charts of the series and of the games that are installed."""
    places = [loading.bundled_folder(), *(v.folder.joinpath(CHARTS) for v in Surroundings().variants.values())]
    return frozenset(f.name.removesuffix(".toml") for p in places if p.is_dir() for f in p.iterdir())


def is_chart_folder(place: Path) -> bool:
    """Whether a folder has charts in it."""
    return place.is_dir() and any(is_chart(child) for child in place.glob("*.toml"))


def chart_faults(place: Path, around: Surroundings) -> Iterator[Fault]:
    """Every fault of a chart, or of all charts of a folder."""
    folder = place if place.is_dir() else place.parent
    beside = sorted(child for child in folder.glob("*.toml") if is_chart(child))
    below = charts_below(place, around)
    found = [*_table_faults(beside, below), *_unit_type_faults(beside, below)]
    for file in beside if place.is_dir() else [place]:
        name = loading.shown(file)
        table, lines, unreadable = read_toml(file)
        own = [fault for fault in found if fault.file == name]
        own += [] if unreadable else _strange_names(table, name, _games_of(file, around))
        yield from with_lines(own, lines)


def _games_of(file: Path, around: Surroundings) -> Sequence[Ruleset]:
    """The games whose names a chart may use: that in whose folder it lies, or all for a chart of the series."""
    if around.given or around.variant_of(file):
        return around.rules_of(file)[:1]
    return around.rules_of(file) if file.parent.parts[-3:] == ("europa_rules", "data", CHARTS) else ()


def _strange_names(table: Mapping[str, object], file: str, games: Sequence[Ruleset]) -> list[Fault]:
    """Names in a chart that none of the games knows."""
    found = [list(name_faults(table, file, rules)) for rules in games]
    return (
        [fault for fault in found[0] if all(fault.where in {f.where for f in other} for other in found)]
        if found
        else []
    )


def _table_faults(files: Sequence[Path], below: Sequence[loading.Place]) -> list[Fault]:
    charts = [file for file in files if file.name != CHART_FILE]
    return loading.read_all([*below, *charts]).faults if charts else []


def _unit_type_faults(files: Sequence[Path], below: Sequence[loading.Place]) -> list[Fault]:
    """What is wrong with a chart of unit types, laid over those below."""
    own = [file for file in files if file.name == CHART_FILE]
    if not own:
        return []
    folders = [Path(str(folder)) for folder in below]
    found = list(unit_chart_faults([*(f / CHART_FILE for f in folders if (f / CHART_FILE).is_file()), *own]))
    if not found:
        file = loading.shown(own[0])
        return [evolve(f, file=file) for f in faults_of(lambda: load_unit_types([*folders, own[0].parent]), file)]
    return found


def charts_below(place: Path, around: Surroundings) -> tuple[loading.Place, ...]:
    """The folders that charts are laid over, the series' own first."""
    folder = place if place.is_dir() else place.parent
    if around.given is not None:
        return _without(folder, [loading.bundled_folder(), *_lineage(around.given.lineage)])
    home = around.own_folder(place)
    variant = around.variant_of(place)
    if home is None or variant is None:
        return () if _is_series(folder) else _without(folder, [loading.bundled_folder(), *_fitting(folder, around)])
    ancestors = _lineage(_ancestors(variant, around.variants))
    return _without(folder, [_series_beside(home), *ancestors, home / CHARTS])


def _is_series(folder: Path) -> bool:
    return folder.parts[-3:] == ("europa_rules", "data", CHARTS)


def _series_beside(home: Path) -> loading.Place:
    """The charts of the series in the tree in which a game's folder stands, else the bundled ones."""
    beside = home.parent / "europa_rules" / "data" / CHARTS
    return beside if beside.is_dir() else loading.bundled_folder()


def _without(folder: Path, below: Iterable[loading.Place]) -> tuple[loading.Place, ...]:
    return tuple(p for p in below if p.is_dir() and Path(str(p)).resolve() != folder.resolve())


def _lineage(variants: Iterable[Variant]) -> list[loading.Place]:
    return [variant.folder.joinpath(CHARTS) for variant in variants]


def _ancestors(variant: Variant, known: Mapping[str, Variant]) -> list[Variant]:
    """The games that a game changes, the first one first."""
    found: list[Variant] = []
    while variant.extends in known and known[variant.extends] not in found:
        variant = known[variant.extends]
        found.insert(0, variant)
    return found


def _fitting(folder: Path, around: Surroundings) -> tuple[loading.Place, ...]:
    """The charts of the game over which charts of an unnamed game lie with the fewest faults."""
    files = sorted(child for child in folder.glob("*.toml") if is_chart(child))
    games = [tuple(_lineage([*_ancestors(v, around.variants), v])) for v in around.variants.values()]
    beside = folder.parent / CHARTS
    own = (beside,) if beside.is_dir() and beside != folder else ()
    candidates = [candidate for game in ((), *games) for candidate in dict.fromkeys([game, (*game, *own)])]
    base = loading.bundled_folder()
    return min(candidates, key=lambda over: _count(files, (base, *_without(folder, over))))


def _count(files: Sequence[Path], below: Sequence[loading.Place]) -> int:
    return len(_table_faults(files, below)) + len(_unit_type_faults(files, below))


KIND = Kind("charts", lambda place: is_chart(place) or is_chart_folder(place), chart_faults)
