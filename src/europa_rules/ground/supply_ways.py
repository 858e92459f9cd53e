"""The board compiled for the elements of supply lines (rule 12B): which hex leads to which, and what that counts.

Needs the board and a game's elements; gives for each element the ways of each length, for ports the seas that join
them, and for each weather the hexes in it. Compiled once for each ruleset; who owns or holds what comes in elsewhere.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping

from attrs import frozen

from europa_rules.citations import rule
from europa_rules.ground.facts import TERRAIN_NOW
from europa_rules.ground.hexsets import DIRECTIONS, HexSets, layout_of
from europa_rules.ground.supply_floods import SetWays, union
from europa_rules.ground.supply_lines import HIGH, LOW, RAIL, ROAD, SEA, Element, counted_hexes
from europa_rules.ground.terrain import BLOCKED, ROAD_LINES, Ways, crossed, ways_of
from europa_rules.ground.waters import frozen_zones
from europa_rules.hexes import Hex
from europa_rules.remembered import remembered
from europa_rules.ruleset import Ruleset
from europa_rules.sheets.features import Port
from europa_rules.state import WEATHER, GameState

HIGH_VOLUME, LOW_VOLUME, FERRY = "rail_high", "rail_low", "rail_ferry"
_NON_MOTORIZED = ("other",)


def layout(rules: Ruleset) -> HexSets:
    """The layout of the board's hexes as sets."""
    return layout_of(rules.board)


# --- lines between hexes ---------------------------------------------------------------------------------------------


@remembered()
def _in_one_city(rules: Ruleset) -> frozenset[tuple[int, int]]:
    """Pairs of adjacent hexes of one city: a high-volume rail line joins them (rule 7A)."""
    board = rules.board
    found: set[tuple[int, int]] = set()
    for city in board.major_cities:
        places = {board.index[ref] for ref in city.hexes}
        found |= {(i, j) for i in places for j in board.neighbors[i] if j in places}
    return frozenset(found)


def rail_between(i: int, direction: int, rules: Ruleset) -> str:
    """What joins a hex, by its place, to the next one: a "high" or "low" rail line, a "ferry", or nothing."""
    board = rules.board
    lines = board.lines[i][direction]
    if HIGH_VOLUME in lines or (i, board.neighbors[i][direction]) in _in_one_city(rules):
        return HIGH
    return LOW if LOW_VOLUME in lines else "ferry" if FERRY in lines else ""


def road_between(i: int, direction: int, rules: Ruleset) -> bool:
    """Whether a road joins a hex to the next one; a rail line is a road too."""
    board = rules.board
    joined = not ROAD_LINES.isdisjoint(board.lines[i][direction])
    return joined or (i, board.neighbors[i][direction]) in _in_one_city(rules)


@remembered()
def hexes_on_lines(rules: Ruleset) -> int:
    """Every hex with a road or a rail line."""
    board = rules.board
    places = range(len(board.hexes))
    return layout(rules).of(i for i in places if any(road_between(i, d, rules) for d in DIRECTIONS))


@remembered()
def hexes_on_rails(rules: Ruleset) -> frozenset[Hex]:
    """Every hex with a rail line."""
    places = range(len(rules.board.hexes))
    joined = (HIGH, LOW)
    return frozenset(
        rules.board.hexes[i] for i in places if any(rail_between(i, d, rules) in joined for d in DIRECTIONS)
    )


@remembered()
def ferries(rules: Ruleset) -> tuple[tuple[Hex, ...], ...]:
    """The rail ferries: the hexes of each, from port to port (SF 37A2)."""
    board = rules.board
    steps: dict[int, list[int]] = {}
    for i, around in enumerate(board.neighbors):
        for d, j in enumerate(around):
            if j >= 0 and FERRY in board.lines[i][d]:
                steps.setdefault(i, []).append(j)
    found: list[tuple[Hex, ...]] = []
    ports = {i for i in steps if board.ports(board.hexes[i])}
    for start in sorted(ports):
        for first in steps[start]:
            way = [start, first]
            while way[-1] not in ports:
                onward = [j for j in steps[way[-1]] if j not in way]
                if not onward:
                    break
                way.append(onward[0])
            if way[-1] in ports and start < way[-1]:
                found.append(tuple(board.hexes[i] for i in way))
    return tuple(found)


# --- ways of each element --------------------------------------------------------------------------------------------


def ways_for(element: Element, state: GameState, rules: Ruleset) -> tuple[SetWays, ...]:
    """The ways of an element, by their length; low-volume rail hexes count, high-volume ones do not."""
    if element.along:
        return line_ways(element.along, rules)
    ground = ways_of(_NON_MOTORIZED, state, rules)
    known = _compiled(rules)
    if (element.name, ground) not in known:
        known[element.name, ground] = _as_sets(_land_lengths(element, ground, state, rules), rules)
    return known[element.name, ground]


@remembered(32)
def line_ways(along: str, rules: Ruleset) -> tuple[SetWays, ...]:
    """The ways along roads or rails; none by sea."""
    return () if along == SEA else _as_sets(_line_lengths(along, rules), rules)


@remembered(32)
def uncounted_ways(along: str, rules: Ruleset) -> tuple[SetWays, ...]:
    """The ways along roads or rails where their length is nothing to anybody."""
    sides = zip(*(way.sets for way in line_ways(along, rules)), strict=True)
    return (SetWays(0, tuple(map(union, sides))),)


@remembered(64)
def turned_round(ways: tuple[SetWays, ...], rules: Ruleset) -> tuple[SetWays, ...]:
    """The same ways, for a search that goes along with the lines: for each direction the hexes from which they lead."""
    sets = layout(rules)
    return tuple(
        SetWays(way.length, tuple(sets.moved(way.sets[(d + 3) % 6], (d + 3) % 6) for d in DIRECTIONS)) for way in ways
    )


@remembered()
def _compiled(rules: Ruleset) -> dict[tuple[str, Ways], tuple[SetWays, ...]]:
    return {}


def _as_sets(lengths: Iterable[tuple[int, int, int]], rules: Ruleset) -> tuple[SetWays, ...]:
    found: dict[int, list[list[int]]] = {}
    for i, direction, length in lengths:
        found.setdefault(length, [[] for _ in DIRECTIONS])[direction].append(i)
    sets = layout(rules)
    return tuple(SetWays(n, tuple(sets.of(places) for places in found[n])) for n in sorted(found))


def _pairs(rules: Ruleset) -> Iterable[tuple[int, int, int]]:
    """Each hex and direction with the hex that lies there."""
    for i, around in enumerate(rules.board.neighbors):
        for direction, j in enumerate(around):
            if j >= 0:
                yield i, direction, j


def _line_lengths(along: str, rules: Ruleset) -> Iterable[tuple[int, int, int]]:
    """Ways along roads, each hex counting 1, or along rails, where high-volume hexes count 0."""
    for i, direction, _ in _pairs(rules):
        rail = rail_between(i, direction, rules) if along == RAIL else ""
        if rail in (HIGH, LOW) or (along == ROAD and road_between(i, direction, rules)):
            yield i, direction, 0 if rail == HIGH else 1


def _land_lengths(element: Element, ground: Ways, state: GameState, rules: Ruleset) -> Iterable[tuple[int, int, int]]:
    """Ways over any ground: where a unit could go on foot; the hex entered counts, and the hexside before it."""
    board, known = rules.board, {}
    terrain, zones = _terrain_now(state, rules), board.column("weather_zone")
    frozen = frozen_zones(state, rules)
    for i, direction, j in _pairs(rules):
        along_road = road_between(i, direction, rules)
        if ground.overland[6 * j + (direction + 3) % 6] == BLOCKED and not along_road:
            continue
        case = (terrain[i], board.sides[i][direction], along_road, zones[i] in frozen and zones[j] in frozen)
        if case not in known:
            sides = crossed(case[1])
            known[case] = counted_hexes(element.name, case[0], sides, rules, along_road=along_road, frozen=case[3])
        yield i, direction, known[case]


def _terrain_now(state: GameState, rules: Ruleset) -> list[str]:
    terrain = list(rules.board.column("terrain"))
    for ref, changed in state.all_facts(TERRAIN_NOW).items():
        terrain[rules.board.index[Hex(ref)]] = changed
    return terrain


# --- weather ---------------------------------------------------------------------------------------------------------


@remembered()
def _zones(rules: Ruleset) -> Mapping[str, int]:
    places: dict[str, list[int]] = {}
    for i, zone in enumerate(rules.board.column("weather_zone")):
        places.setdefault(zone, []).append(i)
    return {zone: layout(rules).of(found) for zone, found in places.items()}


def hexes_by_weather(state: GameState, rules: Ruleset) -> Mapping[str, int]:
    """The hexes in each weather that there is."""
    told = state.all_facts(WEATHER)
    found: dict[str, int] = {}
    for zone, hexes in _zones(rules).items():
        weather = told.get(zone) or told.get("") or "clear"
        found[weather] = found.get(weather, 0) | hexes
    return found


# --- seas ------------------------------------------------------------------------------------------------------------


@frozen(eq=False)
class Seas:
    """The waters of the board: which part of a sea zone each hex with sea belongs to.

    Attributes:
        parts: hex -> the number of the part; hexes of one part are joined by naval lines.
    """

    parts: Mapping[Hex, int]


@remembered()
def sea_ways(rules: Ruleset) -> tuple[tuple[int, ...], ...]:
    """For each hex of the board the hexes next to it that ships reach from it: in its sea zone, with no bar between."""
    board, zones = rules.board, rules.board.column("sea_zone")
    bars = {name for name, row in rules.charts.terrain_effects.hexsides.items() if row.blocks_naval_route}

    def ways(i: int) -> tuple[int, ...]:
        around = ((j, board.sides[i][direction]) for direction, j in enumerate(board.neighbors[i]))
        return tuple(j for j, sides in around if j >= 0 and zones[j] == zones[i] and bars.isdisjoint(sides))

    return tuple(ways(i) if zones[i] else () for i in range(len(board.hexes)))


@remembered(32)
def seas(closed: frozenset[Hex], rules: Ruleset) -> Seas:
    """The parts of the seas that naval lines can cross, with these hexes closed to them."""
    board = rules.board
    zones = board.column("sea_zone")
    sea = {i for i, ref in enumerate(board.hexes) if zones[i] and ref not in closed}
    found: dict[Hex, int] = {}
    for start in range(len(board.hexes)):
        if start in sea and board.hexes[start] not in found:
            for i in _joined(start, sea, rules):
                found[board.hexes[i]] = start
    return Seas(found)


def _joined(start: int, sea: set[int], rules: Ruleset) -> Iterable[int]:
    ways = sea_ways(rules)
    seen, waiting = {start}, deque([start])
    while waiting:
        i = waiting.popleft()
        yield i
        for j in ways[i]:
            if j in sea and j not in seen:
                seen.add(j)
                waiting.append(j)


@rule("FoF 26A3", "SF 30A4")
def hexes_on_the_sea(port: Port, rules: Ruleset) -> tuple[Hex, ...]:
    """The hexes with sea by which ships come to a port: its own, or those along or beside its water to the sea.

    The one nearest to the port stands first.
    """
    board = rules.board
    if board.sea_zone(port.hex):
        return (port.hex,)
    along = [ref for pair in reversed(port.river_path) for ref in pair if ref in board.index]
    on_sea = [ref for ref in along if board.sea_zone(ref)]
    beside = [near for ref in along for near in board.neighbors_of(ref) if board.sea_zone(near)]
    return tuple(dict.fromkeys(on_sea or beside))
