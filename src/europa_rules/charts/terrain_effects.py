"""The terrain effects chart (rules 6, 9H, 10G, 12B).

Needs a terrain, city size or hexside by name, the weather or the state of the hexside, and the movement columns of a
unit; gives MPs, combat effects and what counts double for supply. It has rows for whatever terrain the files name.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from attrs import evolve, field, frozen

from europa_rules.charts.chart import Chart, Leaf, Path, number_of
from europa_rules.charts.combat_effects import SHAPE as COMBAT
from europa_rules.charts.combat_effects import CombatEffect, combat_effect
from europa_rules.charts.provenance import Cell
from europa_rules.charts.shape import Field, Group, Rows
from europa_rules.errors import unknown
from europa_rules.numbers import Number
from europa_rules.unit_types import MOVEMENT_COLUMNS

PROHIBITED = "P"
STATES = ("open", "frozen", "flooding")
HEXES: Path = ("terrain_effects", "hexes")
HEXSIDES: Path = ("terrain_effects", "hexsides")
BASIC = ("cm_art", "other")
WEATHERS = ("clear", "mud", "frost", "winter", "snow")
_MPS = Field("number", 0, (PROHIBITED,), unit="MPs")


def _own_columns(chart: Chart) -> tuple[str, ...]:
    """The movement columns that a chart names beside the basic ones."""
    classes = chart.rows("move_columns")
    return tuple(dict.fromkeys(column for name in classes for column in (name, *chart.texts("move_columns", name))))


_COSTS = Group(dict.fromkeys(BASIC, _MPS), others=_MPS, others_from=_own_columns)
_OPTIONAL_COSTS = evolve(_COSTS, required=False)

_HEX = Group(
    {
        "mp": Group(dict.fromkeys(WEATHERS, _COSTS)),
        "combat": COMBAT,
        "combat_frozen": Group(COMBAT.fields, required=False),
        "overlay": Field("flag", required=False),
        "flooded_as": Field("text", names_in=HEXES, required=False),
    }
)
_HEXSIDE = Group(
    {
        "mp": Group({state: (_OPTIONAL_COSTS if state != "open" else _COSTS) for state in STATES}, required=False),
        "as": Field("text", names_in=HEXSIDES, required=False),
        "fortification": Field("text", names_in=("fortification_effects", "rows"), required=False),
        "costs_as_hex": Field("text", names_in=HEXES, required=False),
        "combat": Group({state: Group(COMBAT.fields, required=False) for state in STATES}, required=False),
        "prohibited": Field("flag", required=False),
        "blocks_naval_route": Field("flag", required=False),
    }
)
SHAPE = Group(
    {
        "hexes": Rows(_HEX, say="a terrain in lower case with underscores"),
        "cities": Rows(Group({"hex_as": Field("text", names_in=HEXES, required=False), "combat": COMBAT})),
        "hexsides": Rows(_HEXSIDE),
        "weather": Group(dict.fromkeys(WEATHERS, Group({"drm": Field("whole")}, required=False))),
        "overlays": Group({"replace": Field("texts", names_in=HEXES)}),
        "move_columns": Group(dict.fromkeys(MOVEMENT_COLUMNS, Field("texts", required=False)), required=False),
        "crossings": Rows(Rows(Field("text", names_in=HEXSIDES), names_in=HEXSIDES), required=False),
        "features": Rows(
            Group(
                {
                    "naval_mp": Field("number", 0, required=False, unit="naval MPs"),
                    "landing_attack_factor": Field("number", 0, required=False),
                    "mp_factor": Field("number", 0, required=False),
                }
            ),
            required=False,
        ),
        "road": Group(
            {
                "costs_as_hex": Field("text", names_in=HEXES),
                "rail_line_is_road": Field("flag"),
                "rail_ferry_is_road": Field("flag"),
                "all_weather": Group(
                    {
                        "mp": Field("number", 0, unit="MPs"),
                        "not_into": Field("texts", names_in=HEXES),
                        "not_across": Field("texts", names_in=HEXSIDES),
                        "option": Field("text", required=False),
                    },
                    required=False,
                ),
            }
        ),
        "admin": Group(
            {
                "factor": Field("number", 0),
                "off_road_not_into": Field("texts", names_in=HEXES),
                "off_road_not_across": Field("texts", names_in=HEXSIDES),
            }
        ),
        "supply": Rows(
            Group(
                {
                    "double": Field("texts", names_in=HEXES),
                    "unfrozen_only": Field("texts", required=False),
                    "extra_hexes": Rows(Field("number", 0, unit="hexes"), names_in=HEXSIDES),
                    "waived_along_road": Field("flag", required=False),
                }
            ),
            required=False,
        ),
    }
)


@frozen(eq=False)
class Hexside:
    """A hexside row.

    Attributes:
        name: such as "major_river".
        mps: for each state and column, the MPs added; None is prohibited.
        combat: the combat effect for each state.
        costs_as_hex: the terrain whose cost is paid in place of that of the hex entered, or "".
        fortification: the row of the fortification effects chart that it stands for, or "".
        blocks_naval_route: whether naval groups are not adjacent across it.
        options: for each state that an optional rule switches on, the number of that rule.
    """

    name: str
    mps: Mapping[str, Mapping[str, Cell[Number | None]]]
    combat: Mapping[str, CombatEffect]
    costs_as_hex: str = ""
    fortification: str = ""
    blocks_naval_route: bool = False
    options: Mapping[str, str] = field(factory=dict)


@frozen
class SupplyTerrain:
    """What counts extra on a part of a supply line.

    Attributes:
        double: terrains that count as 2 hexes.
        extra_hexes: hexsides that count as hexes of their own, and how many.
        unfrozen_only: those of either that count so only while not frozen.
        waived_along_road: whether none of it holds where the line follows a road.
        option: the number of the rule that switches it on, or "".
    """

    double: frozenset[str]
    extra_hexes: Mapping[str, Number]
    unfrozen_only: frozenset[str]
    waived_along_road: bool
    option: str


@frozen
class PavedRoads:
    """MPs along roads whatever the weather.

    Attributes:
        mp: MPs for each hex entered.
        not_into, not_across: terrains and hexsides where they do not hold.
        option: the number of the rule that switches them on, or "".
    """

    mp: Cell[Number]
    not_into: frozenset[str]
    not_across: frozenset[str]
    option: str


@frozen(eq=False)
class TerrainEffects:
    """The terrain effects chart.

    Attributes:
        hexes: every terrain, overlays too.
        overlay_terrains: those that lie on a base terrain.
        replaced_by_overlays: base terrains that an overlay replaces instead of joining.
        cities: combat effects by city size.
        hexsides: rows by name.
        weather_drm: combat modifiers by weather.
        crossings: movement column -> the hexsides that its units treat as others.

    >>> from europa_rules.charts import bundled_charts
    >>> terrain = bundled_charts().terrain_effects
    >>> terrain.mp("mountain", "clear", "mountain", "other").value
    2
    >>> terrain.mp("mountain", "mud", "cm_art").value is None
    True
    >>> terrain.combat("forest").drm, terrain.combat("forest").no_aec
    (-1, True)
    """

    chart: Chart
    hexes: tuple[str, ...]
    overlay_terrains: frozenset[str]
    replaced_by_overlays: frozenset[str]
    cities: Mapping[str, CombatEffect]
    hexsides: Mapping[str, Hexside]
    weather_drm: Mapping[str, Cell[int]]
    mps: Mapping[tuple[str, str, str], Cell[Number | None]]
    effects: Mapping[tuple[str, bool], CombatEffect]
    move_columns: Mapping[str, tuple[str, ...]]
    crossings: Mapping[str, Mapping[str, str]]
    supply: Mapping[str, SupplyTerrain]

    def columns_for(self, *move_classes: str, basic: str = "other") -> tuple[str, ...]:
        """The movement columns of move classes, first to last: their own, those they fall back to, the basic one."""
        special = (column for name in move_classes for column in self.move_columns.get(name, (name,)))
        return tuple(dict.fromkeys((*special, basic)))

    def mp(self, terrain: str, weather: str, *columns: str) -> Cell[Number | None]:
        """MPs to enter a hex; the first of the columns that the row has counts.

        terrain, weather: names. columns: "cm_art" or "other", before it any such as "mountain" that the unit may use.
        Returns the cell; its value None is prohibited. Raises UnknownName.
        """
        for column in columns:
            found = self.mps.get((terrain, weather, column))
            if found is not None:
                return found
        if terrain not in self.hexes:
            raise unknown("terrain", terrain, self.hexes)
        return self.mps[self._known_weather(terrain, weather, columns)]

    def _known_weather(self, terrain: str, weather: str, columns: tuple[str, ...]) -> tuple[str, str, str]:
        weathers = dict.fromkeys(w for t, w, _ in self.mps if t == terrain)
        if weather not in weathers:
            raise unknown("weather", weather, weathers)
        raise unknown("movement column", columns[-1] if columns else "", BASIC)

    def layers(self, terrain: str, overlays: Collection[str] = ()) -> tuple[str, ...]:
        """The rows that count in a hex: an overlay replaces some base terrains, and joins the others."""
        if overlays and terrain in self.replaced_by_overlays:
            return tuple(overlays)
        return (terrain, *overlays)

    def combat(self, terrain: str, *, frozen: bool = False) -> CombatEffect:
        """The effect of a terrain on attacks into it; a row without a frozen effect keeps its own."""
        if terrain not in self.hexes:
            raise unknown("terrain", terrain, self.hexes)
        return self.effects.get((terrain, frozen), self.effects[terrain, False])

    def city_combat(self, size: str) -> CombatEffect:
        """The effect of a city of a size on attacks into its hex."""
        if size not in self.cities:
            raise unknown("city size", size, self.cities)
        return self.cities[size]

    def hex_under_city(self, size: str, terrain: str) -> str:
        """The terrain that counts for movement in a hex with a city of a size."""
        return self.chart.text_or(terrain, "cities", size, "hex_as")

    def hexside(self, name: str) -> Hexside:
        """The row of a hexside. Raises UnknownName."""
        if name not in self.hexsides:
            raise unknown("hexside", name, self.hexsides)
        return self.hexsides[name]

    def hexside_like(self, name: str) -> str:
        """The hexside that one is like for ground units; itself where the chart names none. Raises UnknownName."""
        self.hexside(name)
        return self.chart.text_or(name, "hexsides", name, "as")

    def hexside_mp(self, name: str, state: str, *columns: str) -> Cell[Number | None] | None:
        """MPs added to cross a hexside that is "open", "frozen" or "flooding".

        A state without a cost of its own costs as open. Returns the cell (value None: prohibited), or None where the
        row has no cost at all: see `costs_as_hex`.
        """
        row = self.hexside(name)
        costs = row.mps.get(state, row.mps.get("open", {}))
        return next((costs[c] for c in columns if c in costs), None)

    def hexside_combat(self, name: str, state: str = "open") -> CombatEffect:
        """The effect of a hexside on attacks across it; a state without one of its own is as open."""
        row = self.hexside(name)
        return row.combat.get(state, row.combat.get("open", CombatEffect(name)))

    def flooded_as(self, terrain: str) -> str:
        """The terrain that a flooded hex counts as; its own where the chart names none."""
        return self.chart.text_or(terrain, "hexes", terrain, "flooded_as")

    @property
    def paved_roads(self) -> PavedRoads | None:
        """MPs along roads in any weather, or None where the chart has none."""
        at = ("road", "all_weather")
        if not self.chart.rows(*at):
            return None
        into, across = (frozenset(self.chart.texts(*at, key)) for key in ("not_into", "not_across"))
        return PavedRoads(self.chart.number(*at, "mp"), into, across, self.chart.text_or("", *at, "option"))

    @property
    def admin_factor(self) -> Cell[Number]:
        """What admin movement multiplies MP costs by (rule 6B)."""
        return self.chart.number("admin", "factor")

    @property
    def admin_off_road_not_into(self) -> frozenset[str]:
        """Terrains that admin movement may not enter off a road (rule 6B)."""
        return frozenset(self.chart.texts("admin", "off_road_not_into"))

    @property
    def admin_off_road_not_across(self) -> frozenset[str]:
        """Hexsides that admin movement may not cross off a road (rule 6B)."""
        return frozenset(self.chart.texts("admin", "off_road_not_across"))


def read(chart: Chart) -> TerrainEffects:
    """The chart, from one of the right shape."""
    hexes = chart.rows("hexes")
    return TerrainEffects(
        chart,
        hexes,
        frozenset(h for h in hexes if chart.flag("hexes", h, "overlay")),
        frozenset(chart.texts("overlays", "replace")),
        {size: combat_effect(chart, size, "cities", size, "combat") for size in chart.rows("cities")},
        {name: _hexside(chart, name) for name in chart.rows("hexsides")},
        {w: chart.whole("weather", w, "drm") for w in chart.rows("weather")},
        {key: cell for h in hexes for key, cell in _hex_mps(chart, h)},
        {key: effect for h in hexes for key, effect in _hex_effects(chart, h)},
        {name: chart.texts("move_columns", name) for name in chart.rows("move_columns")},
        {column: _crossing(chart, column) for column in chart.rows("crossings")},
        {line: _supply(chart, line) for line in chart.rows("supply")},
    )


def _crossing(chart: Chart, column: str) -> dict[str, str]:
    """The hexsides that a unit with a movement column treats as others."""
    at = ("crossings", column)
    return {name: chart.text(*at, name).value for name in chart.rows(*at) if name not in ("note", "option", "rules")}


def _mps(cell: Cell[Leaf]) -> Cell[Number | None]:
    return cell.holding(None if cell.value == PROHIBITED else number_of(cell.value))


def _columns(chart: Chart, *path: str) -> list[str]:
    return [c for c in chart.rows(*path) if c not in ("note", "option")]


def _hex_mps(chart: Chart, terrain: str) -> list[tuple[tuple[str, str, str], Cell[Number | None]]]:
    at = ("hexes", terrain, "mp")
    weathers = chart.rows(*at)
    return [((terrain, w, c), _mps(chart.cell(*at, w, c))) for w in weathers for c in _columns(chart, *at, w)]


def _hex_effects(chart: Chart, terrain: str) -> list[tuple[tuple[str, bool], CombatEffect]]:
    effects = [((terrain, False), combat_effect(chart, terrain, "hexes", terrain, "combat"))]
    if chart.rows("hexes", terrain, "combat_frozen"):
        effects.append(((terrain, True), combat_effect(chart, terrain, "hexes", terrain, "combat_frozen")))
    return effects


def _hexside(chart: Chart, name: str) -> Hexside:
    """A row, with the costs and effects of the row that it is said to be like."""
    at = ("hexsides", name)
    like = chart.text_or(name, *at, "as")
    source = ("hexsides", like)
    states = [s for s in STATES if chart.rows(*source, "mp", s)]
    fighting = [s for s in STATES if chart.rows(*source, "combat", s) or chart.find(*source, "combat", s) is not None]
    combat = {s: combat_effect(chart, name, *source, "combat", s) for s in fighting}
    if chart.flag(*source, "prohibited"):
        combat["open"] = combat_effect(chart, name, *source, "prohibited")
    return Hexside(
        name,
        {s: {c: _mps(chart.cell(*source, "mp", s, c)) for c in _columns(chart, *source, "mp", s)} for s in states},
        combat,
        chart.text_or("", *source, "costs_as_hex"),
        chart.text_or("", *at, "fortification"),
        chart.flag(*at, "blocks_naval_route"),
        {s: chart.text_or("", *source, "mp", s, "option") for s in states if chart.find(*source, "mp", s, "option")},
    )


def _supply(chart: Chart, line: str) -> SupplyTerrain:
    at = ("supply", line)
    return SupplyTerrain(
        frozenset(chart.texts(*at, "double")),
        {name: chart.number(*at, "extra_hexes", name).value for name in chart.rows(*at, "extra_hexes")},
        frozenset(chart.texts(*at, "unfrozen_only")),
        chart.flag(*at, "waived_along_road"),
        chart.text_or("", *at, "option"),
    )
