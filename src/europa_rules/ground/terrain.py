"""What terrain costs a unit to enter, and where it is prohibited (rules 6 and 7B), for the rooms that move units.

Needs the columns of the terrain effects chart that a unit may use, the hex entered and the hexsides crossed; gives the
MPs with their ledger, or the refusal. For searches the board is compiled once to integer costs for each kind of mover.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import lcm
from operator import is_
from typing import Any

from attrs import evolve, field, frozen

from europa_rules.board import Board
from europa_rules.charts import Cell
from europa_rules.citations import rule
from europa_rules.ground.facts import BRIDGE_DOWN, TERRAIN_NOW, WATER, between
from europa_rules.ground.waters import (
    CLEAR,
    FLOODING,
    OPEN,
    caveats_of_ice,
    water_between,
    water_of_zone,
    weather_of_zone,
    worse_of,
)
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.nations import normal
from europa_rules.numbers import Number
from europa_rules.permissions import Ruling
from europa_rules.remembered import Latest, remembered
from europa_rules.ruleset import Ruleset
from europa_rules.sides import NEUTRAL, Side
from europa_rules.state import WEATHER, FactKind, GameState
from europa_rules.units import Unit, label, movement_columns

ROAD_LINES = frozenset({"road", "rail_high", "rail_low"})
"""Lines along which units move at the road rate: a rail line is a road too, a rail ferry is none (rule 7B)."""

LIES_OVER: Mapping[str, frozenset[str]] = {
    "causeway": frozenset({"sea", "lake"}),
    "narrow_strait": frozenset({"sea"}),
}
"""Hexside features that take the place of others at the same hexside: a way across the water."""

ROAD_TERRAIN = "clear"
BLOCKED = -1


@frozen
class HexEntry:
    """A unit entering a hex.

    Attributes:
        columns: the columns of movement costs it may use; it pays the cheapest.
        terrain, overlays, city: of the hex entered.
        weather: in that hex.
        hexsides: what the hexside crossed is made of.
        hexside_state: "open", "frozen" or "flooding".
        by_road: whether it follows a road or a rail line into the hex.
        admin: whether it uses administrative movement.
        hex_cost, hexside_cost, clear_cost: MPs given in place of the chart's.
        prohibited: names of terrains and hexsides said to be prohibited to it, whatever the chart says.
        closed: whether the hex or the hexside is said to be prohibited to it; the chart is not asked then.
        unit: its printed facts, where a contributed rule asks for them.
        side, phase: whose it is and when.
        hex, country, owner: which hex, where it lies and whose it is.
        situation: further facts for contributed rules, by name.
        caveats: what of the map there nobody has verified.
    """

    columns: tuple[str, ...]
    terrain: str = "clear"
    overlays: tuple[str, ...] = ()
    city: str = ""
    weather: str = "clear"
    hexsides: tuple[str, ...] = ()
    hexside_state: str = "open"
    by_road: bool = False
    admin: bool = False
    hex_cost: Number | None = None
    hexside_cost: Number | None = None
    clear_cost: Number | None = None
    prohibited: frozenset[str] = frozenset()
    closed: bool = False
    unit: Unit | None = None
    side: Side = NEUTRAL
    phase: str = "movement"
    hex: str = ""
    country: str = ""
    owner: Side = NEUTRAL
    situation: Mapping[str, str] = field(factory=dict, hash=False)
    caveats: tuple[str, ...] = ()


def columns_of(unit: Unit, rules: Ruleset) -> tuple[str, ...]:
    """The columns of the terrain effects chart that a unit may use, those its own fall back to among them.

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating
    >>> columns_of(Unit("ge", "infantry", "division", Rating.parse("7-8"), symbols=("mountain",)), load("fof"))
    ('mountain', 'other')
    """
    basic, *special = movement_columns(unit, rules.types)
    return rules.charts.terrain_effects.columns_for(*special, basic=basic)


_PROHIBITED = "prohibited"
_HEXSIDE_WORDS = {"all_sea": "sea", "all_lake": "lake", "narrow_straits": "narrow_strait", "straits": "narrow_strait"}
_TERRAIN_WORDS = {"all_sea": "sea", "all_lake": "lake"}
_CITY_WORDS = {
    "major_city": "partial",
    "partial_hex_city": "partial",
    "full_hex_city": "full",
    "dot_city": "dot",
    "reference_city": "reference",
    "point_city": "point",
}
_NO_FEATURE = frozenset({"", "none", "border", "non_border"})


def described_entry(unit: Unit, terrain: str, hexsides: Iterable[str], rules: Ruleset) -> HexEntry:
    """A hex entered, from words for its terrain and the hexside, in any spelling.

    "prohibited" closes the hex or the hexside; a kind of city stands for a clear hex with that city.

    >>> from europa_rules import load
    >>> entry = described_entry(Unit("ge", "infantry", "division"), "Major city", ["all-sea"], load("sf"))
    >>> entry.terrain, entry.city, entry.hexsides
    ('clear', 'partial', ('sea',))
    """
    names = [normal(name) for name in (terrain, *hexsides)]
    closed = _PROHIBITED in names
    here, *sides = ["" if name == _PROHIBITED else name for name in names]
    city = _CITY_WORDS.get(here, "")
    return HexEntry(
        columns_of(unit, rules),
        terrain=ROAD_TERRAIN if city or not here else _TERRAIN_WORDS.get(here, here),
        city=city,
        hexsides=tuple(_HEXSIDE_WORDS.get(name, name) for name in sides if name not in _NO_FEATURE),
        closed=closed,
        unit=unit,
    )


# --- the cost of a hex and of a hexside ------------------------------------------------------------------------------


def _cheapest(cells: Iterable[Cell[Number | None]]) -> Cell[Number | None]:
    """The cell with the fewest MPs; a prohibited one only if all are."""
    listed = list(cells)
    open_ = [cell for cell in listed if cell.value is not None]
    return min(open_, key=lambda cell: Fraction(cell.value or 0)) if open_ else listed[0]


def _dearest(cells: Iterable[Cell[Number | None]]) -> Cell[Number | None]:
    """The cell with the most MPs, a prohibited one before any other."""
    listed = list(cells)
    blocked = next((cell for cell in listed if cell.value is None), None)
    return blocked or max(listed, key=lambda cell: Fraction(cell.value or 0))


def _terrain_cell(name: str, weather: str, columns: tuple[str, ...], rules: Ruleset) -> Cell[Number | None]:
    chart = rules.charts.terrain_effects
    known = [c for c in columns if (name, weather, c) in chart.mps]
    return _cheapest([chart.mp(name, weather, c) for c in known] or [chart.mp(name, weather, *columns)])


def _layers(facts: HexEntry, rules: Ruleset) -> tuple[str, ...]:
    chart = rules.charts.terrain_effects
    terrain = chart.hex_under_city(facts.city, facts.terrain) if facts.city else facts.terrain
    return chart.layers(terrain, facts.overlays) if terrain == facts.terrain else (terrain,)


def crossed(hexsides: Iterable[str]) -> tuple[str, ...]:
    """The features of a hexside that count, without those that another one lies over.

    >>> crossed(("causeway", "sea"))
    ('causeway',)
    """
    names = tuple(hexsides)
    hidden = {h for name in names for h in LIES_OVER.get(name, ())}
    return tuple(name for name in names if name not in hidden)


@rule("SF 14J2", "SF 14K")
def crossed_as(hexsides: Iterable[str], columns: Iterable[str], rules: Ruleset) -> tuple[str, ...]:
    """The features of a hexside as a unit with these movement columns treats them.

    >>> from europa_rules import load
    >>> crossed_as(("major_river",), ("amphibious", "cm_art"), load("sf"))
    ('river',)
    """
    names = crossed(hexsides)
    for column in columns:
        treated = rules.charts.terrain_effects.crossings.get(column, {})
        names = tuple(treated.get(name, name) for name in names)
    return names


def _hex_cells(facts: HexEntry, rules: Ruleset) -> tuple[str, Cell[Number | None]]:
    """What is paid for, in words, and its cell: a hexside which costs as a hex goes before the hex."""
    chart = rules.charts.terrain_effects
    crossed = crossed_as(facts.hexsides, facts.columns, rules)
    in_place = {name: row.costs_as_hex for name in crossed if (row := chart.hexside(name)).costs_as_hex}
    names = tuple(in_place.values()) or _layers(facts, rules)
    cell = _dearest(_terrain_cell(name, facts.weather, facts.columns, rules) for name in names)
    hex_ = f"{' and '.join(names)} hex"
    why = f"{' and '.join(in_place)} hexside counted as a {hex_}" if in_place else hex_
    return why.replace("_", " "), cell


def _weather_told(facts: HexEntry) -> str:
    """The weather in words, where it is not clear."""
    return "" if facts.weather == CLEAR else f" in {facts.weather} weather"


def _hexside_cells(facts: HexEntry, rules: Ruleset) -> list[tuple[str, Cell[Number | None]]]:
    """The cost of each hexside; that of its flooding comes on top of it."""
    chart = rules.charts.terrain_effects
    state = OPEN if facts.hexside_state == FLOODING else facts.hexside_state
    found: list[tuple[str, Cell[Number | None]]] = []
    for name in crossed_as(facts.hexsides, facts.columns, rules):
        cells = [c for col in facts.columns if (c := chart.hexside_mp(name, state, col)) is not None]
        if cells:
            found.append((name, _cheapest(cells)))
    return found


def _flood_cells(facts: HexEntry, rules: Ruleset) -> list[tuple[str, Cell[Number | None]]]:
    """What the flooding of each hexside adds to its cost, where the chart and the options say so."""
    if facts.hexside_state != FLOODING:
        return []
    chart = rules.charts.terrain_effects
    rows = [row for name in crossed(facts.hexsides) if FLOODING in (row := chart.hexside(name)).mps]
    used = [row for row in rows if not (option := row.options.get(FLOODING, "")) or rules.has_option(option)]
    cells = ((row.name, [row.mps[FLOODING][c] for c in facts.columns if c in row.mps[FLOODING]]) for row in used)
    return [(name, _cheapest(found)) for name, found in cells if found]


@rule("FoF 6", "SF 6")
def rule_on_terrain(facts: HexEntry, rules: Ruleset) -> Ruling:
    """Whether the hex and the hexside are open to the unit by terrain; a road leads through any (rules 6, 7B).

    >>> from europa_rules import load
    >>> str(rule_on_terrain(HexEntry(("cm_art",), hexsides=("karst",)), load("fof")))
    'refused: the karst hexside is prohibited to the unit (FoF 6). Possible: another way round.'
    """
    if facts.by_road and not facts.closed:
        return Ruling.allow()
    by = rules.cite("6")
    if facts.closed:
        return Ruling.refuse("prohibited terrain may not be entered or crossed", by, possible="another way round")
    ruling = Ruling.allow()
    for name in facts.prohibited & {facts.terrain, *facts.overlays, *facts.hexsides}:
        ruling &= Ruling.refuse(f"{name.replace('_', ' ')} is prohibited to the unit", by, possible="another way round")
    if facts.hex_cost is None:
        name, cell = _hex_cells(facts, rules)
        by_weather = cell.value is None and _hex_cells(evolve(facts, weather=CLEAR), rules)[1].value is not None
        ruling &= _refuse_blocked(cell, f"the {name}", facts, rules, facts.weather if by_weather else "")
    if facts.hexside_cost is None:
        for name, cell in _hexside_cells(facts, rules):
            ruling &= _refuse_blocked(cell, f"the {name.replace('_', ' ')} hexside", facts, rules)
    return ruling


def _refuse_blocked(cell: Cell[Number | None], what: str, facts: HexEntry, rules: Ruleset, weather: str = "") -> Ruling:
    """Refuse what is prohibited by a cell; weather: that because of which it is, "" for any."""
    if cell.value is not None:
        return Ruling.allow()
    who = label(facts.unit) if facts.unit is not None else ""
    why = f"{what} is prohibited to {who or 'the unit'}{f' in {weather} weather' if weather else ''}"
    ruling = Ruling.refuse(why, rules.cite("6"), possible="another way round")
    return Ruling(ruling.refusals, ruling.possible, (), (cell.caveat,) if cell.caveat else ())


@rule("FoF 6", "SF 6", "FoF 7B1", "SF 7B", "FoF 14F")
def reckon_entry_cost(facts: HexEntry, rules: Ruleset) -> Reckoning:
    """MPs to enter a hex across a hexside, without those of leaving a ZOC.

    Raises IllegalOrder where the terrain is prohibited.

    >>> from europa_rules import load
    >>> print(reckon_entry_cost(HexEntry(("mountain", "other"), "mountain"), load("fof")))
    2 mountain hex (FoF 6) | = 2
    >>> print(reckon_entry_cost(HexEntry(("other",), "woods", hexsides=("river",), by_road=True), load("sf")))
    1 along a road, as clear (SF 7B) | = 1
    """
    rule_on_terrain(facts, rules).require("to enter the hex")
    cost = _road_cost(facts, rules) if facts.by_road else _overland_cost(facts, rules)
    cost = rules.modify(cost.noting_all(facts.caveats), "movement cost", facts)
    if facts.admin:
        factor = rules.charts.terrain_effects.admin_factor
        cost = cost.times(factor.value, "administrative movement", rules.cite("6B")).noting(caveat=factor.caveat)
    return cost


def _road_cost(facts: HexEntry, rules: Ruleset) -> Reckoning:
    by = rules.cite("road-movement")
    why = f"along a road, as {ROAD_TERRAIN}"
    if facts.clear_cost is not None:
        return Reckoning.of(facts.clear_cost, why, by)
    cell = _terrain_cell(ROAD_TERRAIN, facts.weather, facts.columns, rules)
    standard = Reckoning.of(cell.value or 0, f"{why}{_weather_told(facts)}", by).noting(caveat=cell.caveat)
    paved = reckon_paved_road(facts, rules)
    return paved if paved is not None and paved.value < standard.value else standard


@rule("SF 44A2")
def reckon_paved_road(facts: HexEntry, rules: Ruleset) -> Reckoning | None:
    """MPs along a paved road, whatever the weather; None where only the standard cost holds.

    >>> from europa_rules import load
    >>> rules = load("sf", options={"44A2"})
    >>> print(reckon_paved_road(HexEntry(("other",), "woods", weather="mud"), rules))
    1 along a paved road (SF 44A2) | = 1
    >>> reckon_paved_road(HexEntry(("other",), "mountain"), rules) is None
    True
    """
    paved = rules.charts.terrain_effects.paved_roads
    if paved is None or (paved.option and not rules.has_option(paved.option)):
        return None
    if facts.terrain in paved.not_into or not paved.not_across.isdisjoint(facts.hexsides):
        return None
    return Reckoning.of(paved.mp.value, "along a paved road", rules.cite("paved-roads")).noting(caveat=paved.mp.caveat)


def _overland_cost(facts: HexEntry, rules: Ruleset) -> Reckoning:
    by = rules.cite("6")
    if facts.hex_cost is not None:
        cost = Reckoning.of(facts.hex_cost, f"{facts.terrain.replace('_', ' ')} hex", by)
    else:
        name, cell = _hex_cells(facts, rules)
        cost = Reckoning.of(cell.value or 0, f"{name}{_weather_told(facts)}", by).noting(caveat=cell.caveat)
    if facts.hexside_cost is not None:
        cost = cost.plus(facts.hexside_cost, f"{' and '.join(facts.hexsides) or 'its'} hexside".replace("_", " "), by)
    for name, side in _hexside_cells(facts, rules) if facts.hexside_cost is None else ():
        cost = cost.plus(side.value or 0, f"{name.replace('_', ' ')} hexside", by).noting(caveat=side.caveat)
    for name, side in _flood_cells(facts, rules):
        why = f"{name.replace('_', ' ')} in flood"
        cost = cost.plus(side.value or 0, why, rules.cite("spring-thaw")).noting(caveat=side.caveat)
    return cost


# --- on the board ----------------------------------------------------------------------------------------------------


def weather_at(ref: Hex, state: GameState, rules: Ruleset) -> str:
    """The weather of a hex: that of its zone, else that of the whole map, else clear."""
    return weather_of_zone(rules.board.weather_zone(ref), state)


def terrain_at(ref: Hex, state: GameState, rules: Ruleset) -> str:
    """The terrain of a hex as it is now."""
    return state.recall(TERRAIN_NOW, ref) or rules.board.terrain(ref)


def overlays_at(ref: Hex, state: GameState, rules: Ruleset) -> tuple[str, ...]:
    """What lies over the terrain of a hex now: nothing where events have made it another terrain."""
    return () if state.recall(TERRAIN_NOW, ref) else rules.board.overlays(ref)


@rule("FoF 7", "SF 7")
def follows_road(a: Hex, b: Hex, rules: Ruleset) -> bool:
    """Whether a road or a rail line joins two adjacent hexes (rule 7B)."""
    return not ROAD_LINES.isdisjoint(rules.board.line_kinds(a, b))


@rule("FoF 7C", "SF 44A1")
def is_bridge_down(a: Hex, b: Hex, state: GameState) -> bool:
    """Whether a road or rail line between two hexes leads over a bridge that is demolished."""
    return state.recall(BRIDGE_DOWN, between(a, b)) is True


def road_is_open(a: Hex, b: Hex, state: GameState, rules: Ruleset) -> bool:
    """Whether units can go by road from a hex to the next: a line joins them, and its bridge stands."""
    return follows_road(a, b, rules) and not is_bridge_down(a, b, state)


def gather_entry(
    unit: Unit, origin: Hex, to: Hex, state: GameState, rules: Ruleset, *, side: Side = NEUTRAL, by_road: bool = False
) -> HexEntry:
    """What the board says about a unit entering a hex from a neighbouring one."""
    board = rules.board
    city, hexsides, water = board.city(to), board.hexside(origin, to), water_between(origin, to, state, rules)
    return HexEntry(
        columns=columns_of(unit, rules),
        terrain=terrain_at(to, state, rules),
        overlays=overlays_at(to, state, rules),
        city=city.size if city else "",
        weather=weather_at(to, state, rules),
        hexsides=hexsides,
        hexside_state=water,
        by_road=by_road,
        unit=unit,
        side=side,
        phase=state.moment.phase,
        hex=to,
        country=board.country(to),
        owner=state.owners.get(to, rules.owner_at_start(to)),
        caveats=(*rules.map_caveats(to, [origin]), *(caveats_of_ice(rules, water) if hexsides else ())),
    )


@frozen(eq=False)
class Ways:
    """The board compiled for one kind of mover in one weather.

    Attributes:
        ticks: how many ticks make one MP.
        overland: for each hex and direction (place 6 * hex + direction) the ticks to go there; BLOCKED where the hex,
            the hexside or the board's edge stops the mover.
        cheapest: the same, by road where a road is cheaper or the only way.
        moves: for each hex those around it that are open, with the ticks to go there the cheapest way.
    """

    ticks: int
    overland: list[int]
    cheapest: list[int]
    moves: list[tuple[tuple[int, int], ...]]


@frozen
class Conditions:
    """What of the board differs from the map, as far as movement goes.

    Attributes:
        weather: (zone, weather) of each zone that has its own; the zone "" stands for all others.
        water: (zone, state of its rivers) where events have made it another than the weather does.
        terrain: (hex, terrain) where events have changed it.
        bridges_down: the hexsides of demolished bridges, as `between` names them.
    """

    weather: tuple[tuple[str, str], ...] = ()
    water: tuple[tuple[str, str], ...] = ()
    terrain: tuple[tuple[str, str], ...] = ()
    bridges_down: frozenset[str] = frozenset()


_DECIDING: tuple[FactKind[Any], ...] = (WEATHER, WATER, TERRAIN_NOW, BRIDGE_DOWN)
_CONDITIONS = Latest[tuple[tuple[Mapping[object, object], ...], Conditions]](8)


def conditions_of(state: GameState) -> Conditions:
    """The conditions of now."""
    facts = tuple(state.record.group(kind) for kind in _DECIDING)
    for seen, conditions in _CONDITIONS:
        if all(map(is_, seen, facts)):
            return conditions
    found = _conditions_of(state)
    _CONDITIONS.add((facts, found))
    return found


def _conditions_of(state: GameState) -> Conditions:
    weather, water, terrain, down = (state.all_facts(kind) for kind in _DECIDING)
    return Conditions(tuple(weather.items()), tuple(water.items()), tuple(terrain.items()), frozenset(down))


def ways_of(columns: tuple[str, ...], state: GameState, rules: Ruleset) -> Ways:
    """The board for a mover that uses these columns, in the conditions of now; compiled once for each."""
    return _compile(columns, conditions_of(state), rules)


def ticks_per_mp(rules: Ruleset) -> int:
    """The least number of ticks in an MP that makes every cost in the charts a whole number."""
    charts = rules.charts
    values = [cell.value for cell in charts.terrain_effects.mps.values()]
    states = [state for row in charts.terrain_effects.hexsides.values() for state in row.mps.values()]
    values += [cell.value for state in states for cell in state.values()]
    values += [cell.value for cell in charts.zoc_costs.costs.values()]
    return lcm(1, *(Fraction(v).denominator for v in values if v is not None))


@frozen
class _Passage:
    """What the map says about going from a hex to the next, in all conditions.

    Attributes:
        terrain, overlays, city, zone: of the hex that is entered, with its weather zone.
        hexsides: features of the hexside.
        zone_from: the weather zone of the hex that is left, where that matters to the rivers of the hexside.
        by_road: whether a road or rail line joins the hexes.
    """

    terrain: str
    overlays: tuple[str, ...]
    city: str
    zone: str
    hexsides: tuple[str, ...] = ()
    zone_from: str = ""
    by_road: bool = False


@frozen(eq=False)
class _Passages:
    """The passages of a board, each kind once.

    Attributes:
        kinds: every kind of passage.
        kind_at: the place in `kinds` for each hex and direction; -1 at the edge of the board.
    """

    kinds: tuple[_Passage, ...]
    kind_at: list[int]


def _passages_of(rules: Ruleset) -> _Passages:
    sizes, effects = rules.board.words["city_size"], rules.charts.terrain_effects
    return _passages_on(frozenset(size for size in sizes if effects.hex_under_city(size, "")), rules.board)


@remembered(8)
def _passages_on(cities: frozenset[str], board: Board) -> _Passages:
    """The passages of a board. cities: the sizes of those that count for movement."""
    hexes = [_hex_as_entered(ref, cities, board) for ref in board.hexes]
    found: dict[_Passage, int] = {}
    kind_at: list[int] = []
    for i, around in enumerate(board.neighbors):
        for direction, j in enumerate(around):
            if j < 0:
                kind_at.append(-1)
                continue
            sides, here = board.sides[i][direction], hexes[j]
            road = not ROAD_LINES.isdisjoint(board.lines[i][direction])
            zone_from = hexes[i].zone if sides else ""
            passage = _Passage(here.terrain, here.overlays, here.city, here.zone, sides, zone_from, road)
            kind_at.append(found.setdefault(passage, len(found)))
    return _Passages(tuple(found), kind_at)


def _hex_as_entered(ref: Hex, cities: frozenset[str], board: Board) -> _Passage:
    """A hex as the map has it, without a hexside."""
    city = board.city(ref)
    size = city.size if city and city.size in cities else ""
    return _Passage(board.terrain(ref), board.overlays(ref), size, board.weather_zone(ref))


class _Compiler:
    """Finds the ticks of passages for one kind of mover in one set of conditions."""

    __slots__ = ("columns", "known", "rules", "ticks", "water", "weather")

    def __init__(self, columns: tuple[str, ...], now: Conditions, rules: Ruleset) -> None:
        self.columns, self.rules, self.ticks = columns, rules, ticks_per_mp(rules)
        self.weather, self.water = dict(now.weather), dict(now.water)
        self.known: dict[HexEntry, int] = {}

    def costs(self, passage: _Passage) -> tuple[int, int]:
        """The ticks of a passage overland, and by its road; BLOCKED for one without."""
        here = self._weather_in(passage.zone)
        rivers = self._rivers_in(passage.zone)
        if passage.hexsides:
            rivers = worse_of(rivers, self._rivers_in(passage.zone_from))
        entry = HexEntry(
            self.columns,
            passage.terrain,
            passage.overlays,
            passage.city,
            here,
            passage.hexsides,
            rivers,
        )
        return self._ticks(entry), self._ticks(_along_road(entry)) if passage.by_road else BLOCKED

    def _weather_in(self, zone: str) -> str:
        return self.weather.get(zone) or self.weather.get("") or CLEAR

    def _rivers_in(self, zone: str) -> str:
        return water_of_zone(zone, self._weather_in(zone), self.water.get(zone), self.rules)

    def _ticks(self, facts: HexEntry) -> int:
        if facts not in self.known:
            blocked = not rule_on_terrain(facts, self.rules).allowed
            self.known[facts] = BLOCKED if blocked else int(reckon_entry_cost(facts, self.rules).value * self.ticks)
        return self.known[facts]


@remembered(32)
def _compile(columns: tuple[str, ...], now: Conditions, rules: Ruleset) -> Ways:
    """The ticks of every passage: of each kind once, and of those that are not as the map has them one by one."""
    compiler, passages = _Compiler(columns, now, rules), _passages_of(rules)
    costs = [*map(compiler.costs, passages.kinds), (BLOCKED, BLOCKED)]
    overland, by_road = ([costs[kind][way] for kind in passages.kind_at] for way in (0, 1))
    for place, passage in _changed_passages(now, passages, rules):
        overland[place], by_road[place] = compiler.costs(passage)
    cheapest = [
        road if over == BLOCKED or BLOCKED < road < over else over for over, road in zip(overland, by_road, strict=True)
    ]
    moves = [
        tuple((j, cheapest[6 * i + d]) for d, j in enumerate(around) if cheapest[6 * i + d] != BLOCKED)
        for i, around in enumerate(rules.board.neighbors)
    ]
    return Ways(compiler.ticks, overland, cheapest, moves)


def _changed_passages(now: Conditions, passages: _Passages, rules: Ruleset) -> Iterator[tuple[int, _Passage]]:
    """The passages that differ from the map, by hex and direction: to changed ground, and over fallen bridges."""
    board, changed = rules.board, dict(now.terrain)
    for i, around in enumerate(board.neighbors) if changed or now.bridges_down else ():
        for direction, j in enumerate(around):
            if j < 0:
                continue
            terrain = changed.get(board.hexes[j])
            is_down = bool(now.bridges_down) and between(board.hexes[i], board.hexes[j]) in now.bridges_down
            if terrain or is_down:
                passage = passages.kinds[passages.kind_at[6 * i + direction]]
                passage = evolve(passage, terrain=terrain, overlays=()) if terrain else passage
                yield 6 * i + direction, evolve(passage, by_road=passage.by_road and not is_down)


def _along_road(entry: HexEntry) -> HexEntry:
    """By road, where nothing counts but the terrain and hexsides that a road of its own rate is barred from."""
    return HexEntry(entry.columns, entry.terrain, weather=entry.weather, hexsides=entry.hexsides, by_road=True)
