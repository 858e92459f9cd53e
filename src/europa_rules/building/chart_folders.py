"""The chart folders that plugins lay over one another, and the cells that two of them would give different values.

Needs the folders that are given for each variant of a lineage; gives those in use, or the conflict by its cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from europa_rules.charts.claims import cells_given
from europa_rules.citations import Citations
from europa_rules.contributions import ChartFolder, refuse_conflicts
from europa_rules.plugins import Answered, Answers
from europa_rules.unit_types import merged_chart

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


def open_folders(
    answers: Answers, options: frozenset[str], readings: Mapping[str, str]
) -> list[list[tuple[str, ChartFolder]]]:
    """The chart folders in use, for each variant of the lineage."""
    levels = answers.levels("europa_charts")
    return [[(plugin, f) for plugin, f in given if f.gate.is_open(options, readings)] for given in levels]


def refuse_chart_conflicts(
    folders: Sequence[Sequence[tuple[str, ChartFolder]]], types: Sequence[Answered], own: Sequence[Path | Traversable]
) -> None:
    """Raise ContributionConflict for a cell that two plugins give different values; equal values are no conflict."""
    for given in folders:
        if len({plugin for plugin, _ in given}) > 1:
            refuse_conflicts("chart cell", _clashing((plugin, cells_given(f.path, own)) for plugin, f in given))
    for given, rows in zip(folders, types, strict=True):
        of_types = [*((plugin, f.path) for plugin, f in given), *rows]
        refuse_conflicts("unit type cell", _clashing((plugin, _cells_of_types(path)) for plugin, path in of_types))


def _clashing(given: Iterable[tuple[str, Mapping[str, object]]]) -> list[tuple[str, str, Citations]]:
    values: dict[str, dict[str, str]] = {}
    for plugin, cells in given:
        for cell, value in cells.items():
            values.setdefault(cell, {})[plugin] = repr(value)
    return [(cell, plugin, ()) for cell, by in values.items() if len(set(by.values())) > 1 for plugin in by]


def _cells_of_types(folder: Path | Traversable) -> dict[str, object]:
    """The cells of the unit identification chart in a folder; rows of nations only ever add to those there are."""
    tables = {name: table for name, table in merged_chart([folder]).items() if isinstance(table, Mapping)}
    return {cell: value for cell, value in _leaves(tables).items() if "provenance" not in cell.split(".")}


def _leaves(table: Mapping[str, object], path: str = "") -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in table.items():
        here = f"{path}.{key}" if path else key
        found.update(_leaves(value, here) if isinstance(value, Mapping) else {here: value})
    return found
