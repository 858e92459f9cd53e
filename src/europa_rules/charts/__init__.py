"""Charts: typed tables, each cell with its provenance, read from files that a player can mend.

`load_charts` reads the charts that the series shares, lays those of a variant over them, then a player's own, cell by
cell, and gives `Charts`. `faults` says everything that is wrong with a file or folder.
"""

from __future__ import annotations

from europa_rules.charts.chart import Chart
from europa_rules.charts.combat_effects import AttackFactor, CombatEffect
from europa_rules.charts.library import Charts
from europa_rules.charts.loading import bundled_charts, bundled_folder, faults, load_charts
from europa_rules.charts.provenance import Cell, Provenance, caveats

__all__ = [
    "AttackFactor",
    "Cell",
    "Chart",
    "Charts",
    "CombatEffect",
    "Provenance",
    "bundled_charts",
    "bundled_folder",
    "caveats",
    "faults",
    "load_charts",
]
