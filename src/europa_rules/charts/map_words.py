"""The words of map tables that charts bring: what a hex, a hexside, a city or a fortification of a map may be.

Needs the terrain effects and the fortifications effects charts as data; gives their names. A variant that adds a row
to a chart may use its name on its maps at once.
"""

from __future__ import annotations

from collections.abc import Mapping

from europa_rules.charts.chart import Chart

CONDITIONS = ("_improved", "_unimproved")
"""Endings of rows of fortifications; on a map the condition stands in a column of its own."""


def map_words(charts: Mapping[str, Chart]) -> Mapping[str, tuple[str, ...]]:
    """The words for terrain, overlays, hexsides, city sizes and fortifications, as a board takes them.

    charts: by name, as data. They need not be without fault.

    >>> from europa_rules.charts import bundled_charts
    >>> map_words(bundled_charts().sheets)["overlay"]
    ('bocage', 'canal_intensive', 'ravines')
    """
    words: dict[str, tuple[str, ...]] = {}
    terrain = charts.get("terrain_effects")
    if terrain is not None:
        hexes = terrain.rows("hexes")
        words["terrain"] = tuple(h for h in hexes if not terrain.flag("hexes", h, "overlay"))
        words["overlay"] = tuple(h for h in hexes if terrain.flag("hexes", h, "overlay"))
        words["hexside"] = terrain.rows("hexsides")
        words["city_size"] = terrain.rows("cities")
    fortifications = charts.get("fortification_effects")
    if fortifications is not None:
        words["fortification"] = _fortifications(fortifications, terrain)
    return words


def _fortifications(chart: Chart, terrain: Chart | None) -> tuple[str, ...]:
    """The rows without their conditions, and without those that stand for a hexside."""
    of_sides = _hexside_fortifications(terrain) if terrain is not None else frozenset()
    return tuple(dict.fromkeys(_without_condition(row) for row in chart.rows("rows") if row not in of_sides))


def _hexside_fortifications(terrain: Chart) -> frozenset[str]:
    return frozenset(terrain.text_or("", "hexsides", side, "fortification") for side in terrain.rows("hexsides"))


def _without_condition(row: str) -> str:
    for ending in CONDITIONS:
        row = row.removesuffix(ending)
    return row
