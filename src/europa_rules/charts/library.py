"""All charts of a game, typed, with the provenance of every cell.

Built once by `load_charts` and read only from then on. Charts with a module of their own are attributes; the others are
read by name in their generic form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from attrs import evolve, field, frozen

from europa_rules.charts import (
    air_missions,
    armor_effects,
    breakdowns,
    combat_results,
    construction,
    forces,
    fortification_effects,
    movement_counters,
    overrun_costs,
    regions,
    stacking_limits,
    success,
    terrain_effects,
    turn_record,
    zoc_costs,
)
from europa_rules.charts.air_missions import AirMissions
from europa_rules.charts.armor_effects import ArmorEffects
from europa_rules.charts.breakdowns import Breakdowns
from europa_rules.charts.chart import Chart, Leaf, Path
from europa_rules.charts.combat_results import CombatResults
from europa_rules.charts.construction import Construction
from europa_rules.charts.forces import Forces
from europa_rules.charts.forms import DieMatrix, die_matrix
from europa_rules.charts.fortification_effects import FortificationEffects
from europa_rules.charts.movement_counters import MovementCounters
from europa_rules.charts.overrun_costs import OverrunCosts
from europa_rules.charts.provenance import Provenance
from europa_rules.charts.regions import Regions
from europa_rules.charts.shape import Group
from europa_rules.charts.stacking_limits import StackingLimits
from europa_rules.charts.success import Success
from europa_rules.charts.terrain_effects import TerrainEffects
from europa_rules.charts.turn_record import TurnRecord
from europa_rules.charts.zoc_costs import ZocCosts
from europa_rules.errors import unknown

T = TypeVar("T")

SHAPES: Mapping[str, Group] = {
    "air_missions": air_missions.SHAPE,
    "armor_effects": armor_effects.SHAPE,
    "breakdowns": breakdowns.SHAPE,
    "combat_results": combat_results.SHAPE,
    "construction": construction.SHAPE,
    "forces": forces.SHAPE,
    "fortification_effects": fortification_effects.SHAPE,
    "movement_counters": movement_counters.SHAPE,
    "overrun_costs": overrun_costs.SHAPE,
    "regions": regions.SHAPE,
    "stacking_limits": stacking_limits.SHAPE,
    "success": success.SHAPE,
    "terrain_effects": terrain_effects.SHAPE,
    "turn_record": turn_record.SHAPE,
    "zoc_costs": zoc_costs.SHAPE,
}
READERS: Mapping[str, Callable[[Chart], object]] = {
    "air_missions": air_missions.read,
    "armor_effects": armor_effects.read,
    "breakdowns": breakdowns.read,
    "combat_results": combat_results.read,
    "construction": construction.read,
    "forces": forces.read,
    "fortification_effects": fortification_effects.read,
    "movement_counters": movement_counters.read,
    "overrun_costs": overrun_costs.read,
    "regions": regions.read,
    "stacking_limits": stacking_limits.read,
    "success": success.read,
    "terrain_effects": terrain_effects.read,
    "turn_record": turn_record.read,
    "zoc_costs": zoc_costs.read,
}


def _typed_charts(charts: Charts) -> dict[str, object]:
    return {name: read(charts.sheets[name]) for name, read in READERS.items() if name in charts.sheets}


@frozen(eq=False)
class Charts:
    """The charts of a game.

    Attributes:
        sheets: every chart by name, as data.

    >>> from europa_rules.charts import bundled_charts
    >>> charts = bundled_charts()
    >>> charts["ground_crt"].title
    'Ground combat results'
    >>> print(charts.provenance("combat_results", "rows", "6", "2:1"))
    printed, high
    """

    sheets: Mapping[str, Chart]
    typed: Mapping[str, object] = field(init=False, repr=False)
    names: Mapping[str, str] = field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        aliases = {alias: name for name, chart in self.sheets.items() for alias in chart.aliases}
        object.__setattr__(self, "names", {**aliases, **{name: name for name in self.sheets}})
        object.__setattr__(self, "typed", _typed_charts(self))

    def __getitem__(self, name: str) -> Chart:
        """A chart as data, by its name or an alias. Raises UnknownName."""
        if name not in self.names:
            raise unknown("chart", name, self.sheets)
        return self.sheets[self.names[name]]

    def __contains__(self, name: object) -> bool:
        return name in self.names

    def __iter__(self) -> Iterator[str]:
        return iter(self.sheets)

    def matrix(self, name: str, table: str = "") -> DieMatrix:
        """A chart of die rolls in its generic form; of a set of tables, the one of that name."""
        return die_matrix(self[name], *(("tables", table) if table else ()))

    def lending(self, name: str, values: Mapping[Path, Leaf]) -> Charts:
        """These charts with cells of one of them as told by whoever asks. Raises UnknownName for a cell that is none.

        values: address -> value.

        >>> from europa_rules.charts import bundled_charts
        >>> lent = bundled_charts().lending("bombing", {("rows", "1", "5"): "H"})
        >>> lent.matrix("bombing")["5", 1].value
        'H'
        """
        chart = self[name]
        told = Provenance("rulebook", "told with the question", "high")
        cells = {path: evolve(chart.cell(*path), value=value, provenance=told) for path, value in values.items()}
        return Charts({**self.sheets, chart.id: chart.with_cells(cells, "the question")})

    def provenance(self, name: str, *cell: str) -> Provenance:
        """Where a cell comes from. Raises UnknownName with the nearest right address."""
        return self[name].cell(*cell).provenance

    def manifest(self) -> dict[str, dict[str, object]]:
        """For each chart its files and how many of its cells are of which provenance, as plain data."""
        return {name: {"files": list(c.files), "cells": _counts(c)} for name, c in sorted(self.sheets.items())}

    @property
    def air_missions(self) -> AirMissions:
        """Air missions (rules 19, 20, 23)."""
        return self._typed("air_missions", AirMissions)

    @property
    def armor_effects(self) -> ArmorEffects:
        """Armor and antitank effects (rule 10C)."""
        return self._typed("armor_effects", ArmorEffects)

    @property
    def breakdowns(self) -> Breakdowns:
        """Unit breakdowns (rule 15)."""
        return self._typed("breakdowns", Breakdowns)

    @property
    def combat_results(self) -> CombatResults:
        """The ground combat results table (rule 9)."""
        return self._typed("combat_results", CombatResults)

    @property
    def construction(self) -> Construction:
        """Construction, repair and demolition (rules 7A5, 14A, 17D)."""
        return self._typed("construction", Construction)

    @property
    def forces(self) -> Forces:
        """The forces of each side (rule 3B), which each variant brings."""
        return self._typed("forces", Forces)

    @property
    def fortification_effects(self) -> FortificationEffects:
        """The fortifications effects chart (rules 14, 31A or 37B)."""
        return self._typed("fortification_effects", FortificationEffects)

    @property
    def movement_counters(self) -> MovementCounters:
        """Movement counters (FoF 14I, SF 14J)."""
        return self._typed("movement_counters", MovementCounters)

    @property
    def overrun_costs(self) -> OverrunCosts:
        """Overrun movement costs (rule 13)."""
        return self._typed("overrun_costs", OverrunCosts)

    @property
    def regions(self) -> Regions:
        """Regions, theaters and named places (rules 3D to 3F), which each variant brings."""
        return self._typed("regions", Regions)

    @property
    def stacking_limits(self) -> StackingLimits:
        """Stacking limits (rule 8A)."""
        return self._typed("stacking_limits", StackingLimits)

    @property
    def success(self) -> Success:
        """The success table."""
        return self._typed("success", Success)

    @property
    def terrain_effects(self) -> TerrainEffects:
        """The terrain effects chart (rules 6, 9H)."""
        return self._typed("terrain_effects", TerrainEffects)

    @property
    def turn_record(self) -> TurnRecord:
        """The turn record, which each variant brings."""
        return self._typed("turn_record", TurnRecord)

    @property
    def zoc_costs(self) -> ZocCosts:
        """ZOC movement costs (rule 6A)."""
        return self._typed("zoc_costs", ZocCosts)

    def _typed(self, name: str, kind: type[T]) -> T:
        chart = self.typed.get(name)
        if not isinstance(chart, kind):
            raise unknown("chart", name, self.sheets)
        return chart


def _counts(chart: Chart) -> dict[str, int]:
    counts: dict[str, int] = {}
    for cell in chart.cells.values():
        counts[str(cell.provenance)] = counts.get(str(cell.provenance), 0) + 1
    return dict(sorted(counts.items()))
