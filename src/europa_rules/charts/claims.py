"""Which cells a folder of charts gives: asked when several plugins lay charts over a variant's.

Needs the folder and those it is laid over; gives its cells by chart and address, however its files are named.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from europa_rules.charts.chart import Leaf
from europa_rules.charts.loading import Pile, Place, lay, layers_of, written_files


def cells_given(folder: Place, below: Sequence[Place]) -> Mapping[str, Leaf]:
    """The cells of a folder, by "chart: address"; rows of a die matrix are spelled out by column.

    folder: of chart files. below: the folders it is laid over, left to right. Faults are passed over.

    >>> from europa_rules.charts import bundled_folder
    >>> cells = cells_given(bundled_folder() / "zoc_costs.toml", [bundled_folder()])
    >>> cells["zoc_costs: costs.full.other.to_hex_in_zoc"]
    3
    """
    pile = Pile()
    for under in below:
        _lay_all(under, pile)
    before = dict(pile.charts)
    _lay_all(folder, pile)
    return {
        f"{name}: {'.'.join(path)}": cell.value
        for name, chart in pile.charts.items()
        for path, cell in chart.cells.items()
        if name not in before or before[name].cells.get(path) is not cell
    }


def _lay_all(folder: Place, pile: Pile) -> None:
    for file in written_files([folder], pile):
        for layer in layers_of(file, pile):
            lay(layer, pile)
