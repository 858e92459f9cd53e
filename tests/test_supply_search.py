"""The search for supply on the board (rule 12): against tracing by the rule, unit by unit, and against networkx.

A tracer written down here follows the rule's text hex by hex, with the board and the rule functions alone; the engine
answers for all units at once. Both must say the same of every unit on boards with random ground, roads, rails, owners,
trucks and weather. What is found anew after a change must equal what is found from nothing.
"""

from __future__ import annotations

import heapq
import random
import runpy
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from tests.small_board import plain_board

import europa_rules as er
from europa_rules import GameState, Hex, Ruleset
from europa_rules.frozenmap import FrozenMap
from europa_rules.ground.facts import PORT_HITS, WATER
from europa_rules.ground.hexsets import HexSets, layout_of
from europa_rules.ground.lines import LineHex, longest_line, regular_sources, rule_on_line_into
from europa_rules.ground.ownership import hex_owner
from europa_rules.ground.supply import Stand, stands_of
from europa_rules.ground.supply_drawing import supply_line
from europa_rules.ground.supply_floods import Flood, Leap, SetWays, Terms, flood, reach
from europa_rules.ground.supply_lines import (
    NAVAL_SIZES,
    RAIL,
    ROAD,
    SEA,
    Element,
    LinePort,
    counted_hexes,
    elements,
    longest,
    orders,
    rule_on_naval_element,
)
from europa_rules.ground.supply_map import (
    BY_RAIL,
    IN_SUPPLIED_HEXES,
    ON_SUPPLIED_LINES,
    SUPPLIED_PORT,
    Supply,
    ends_of_isolation,
    lines_of,
    maps_found,
    supply_map,
)
from europa_rules.ground.supply_routes import rule_on_net
from europa_rules.ground.supply_sources import BY_LINE, BY_SEA, FULL, LIMITED, RESTRICTED, SourcesNow
from europa_rules.ground.supply_tracer import row_of
from europa_rules.ground.supply_ways import ferries
from europa_rules.ground.terrain import crossed, gather_entry, rule_on_terrain, weather_at
from europa_rules.ground.waters import water_at
from europa_rules.ground.zones import enemy_zoc
from europa_rules.sides import ALLIED, AXIS, Side, are_enemies
from europa_rules.state import WEATHER, Moment, Piece
from europa_rules.units import Rating, Size, Unit

BENCHMARK = Path(__file__).parent.parent / "benchmarks" / "supply.py"
GAMES = ("fof", "sf")
NATIONS: Mapping[str, Mapping[Side, tuple[str, ...]]] = {
    "fof": {AXIS: ("ge", "it"), ALLIED: ("fr", "br", "be")},
    "sf": {AXIS: ("ge", "it"), ALLIED: ("us", "br", "fr")},
}
SIZES: tuple[Size, ...] = ("division", "regiment", "regiment", "battalion")
ON_FOOT = Unit("", "infantry", "division", Rating.parse("1-6"))


@cache
def rules_of(game: str) -> Ruleset:
    return er.load(game)


# --- random boards and positions -------------------------------------------------------------------------------------

CENTERS = {"fof": "16A:2030", "sf": "26:2422"}
TERRAIN = ("clear", "clear", "woods", "wooded_rough", "mountain", "forest")
LINES: tuple[tuple[str, ...], ...] = ((), (), (), ("road",), ("rail_low",), ("rail_high",), ("rail_high",))
SIDES: tuple[tuple[str, ...], ...] = ((), (), (), (), ("river",), ("major_river",))


def scrambled(game: str, rng: random.Random, radius: int = 9) -> Ruleset:
    """The rules on a board whose ground, roads, rails and rivers are random around a hex."""
    rules = rules_of(game)
    board, center = rules.board, Hex(CENTERS[game])
    near = [ref for ref in board.hexes if board.distance(ref, center) <= radius and board.has_land(ref)]
    inside = set(near)
    pairs = {(min(a, b), max(a, b)) for a in near for b in board.neighbors_of(a) if b in inside}
    patched = board.patched(
        hexes={ref: {"terrain": rng.choice(TERRAIN)} for ref in near},
        hexsides={pair: rng.choice(SIDES) for pair in sorted(pairs)},
        lines={pair: rng.choice(LINES) for pair in sorted(pairs)},
    )
    return rules.on_board(patched)


def random_position(rules: Ruleset, rng: random.Random, units: int, radius: int = 10) -> GameState:
    """Units of both sides around the center, each with some hexes of its own; trucks, weather and ice now and then."""
    game, board = rules.variant.id, rules.board
    center = Hex(CENTERS[game])
    near = [ref for ref in board.hexes if board.distance(ref, center) <= radius and board.has_land(ref)]
    pieces: list[Piece] = []
    owners: dict[Hex, Side] = {}
    for n in range(units):
        side, ref = (AXIS, ALLIED)[n % 2], rng.choice(near)
        size = rng.choice(SIZES)
        unit = Unit(rng.choice(NATIONS[game][side]), "infantry", size, Rating.parse("5-6"), name=str(n))
        pieces.append(Piece(f"{n}", unit, side, ref))
        owners.update({h: side for h in (ref, *board.neighbors_of(ref)) if board.has_land(h) and rng.random() < 0.7})
    if game == "fof":
        truck = Unit("ge", "truck", "counter", Rating.parse("0-10"))
        pieces += [Piece(f"t{n}", evolve(truck, name=f"t{n}"), AXIS, rng.choice(near)) for n in range(4)]
    state = GameState(
        Moment(rules.variant.first_turn, AXIS, "initial"), FrozenMap({p.id: p for p in pieces}), FrozenMap(owners)
    )
    for zone in sorted(set(board.column("weather_zone"))):
        if rng.random() < 0.5:
            state = state.noting(WEATHER, zone, rng.choice(("mud", "snow", "frost", "winter")))
        if rng.random() < 0.3:
            state = state.noting(WATER, zone, "frozen")
    return state


# --- tracing by the rule ---------------------------------------------------------------------------------------------


class ByTheRule:
    """Traces the lines of single units hex by hex, element by element (12A to 12C), and their communications (3G)."""

    def __init__(self, side: Side, state: GameState, rules: Ruleset) -> None:
        self.side, self.state, self.rules, self.board = side, state, rules, rules.board
        self.map = supply_map(side, state, rules)
        self.weather = {ref: weather_at(ref, state, rules) for ref in rules.board.hexes}
        self.weathers = sorted(set(self.weather.values()))
        self.steps: dict[tuple[Hex, str], list[tuple[Hex, int]]] = {}
        self.weak = {ref for net in self.map.tracer.nets if not self.carries(net.capacity) for ref in self.hexes(net)}

    def hexes(self, net: Any) -> Iterable[Hex]:
        return self.map.view.hexes_of(net.hexes)

    def carries(self, capacity: int) -> bool:
        least = max(element.least_capacity for element in elements(self.rules).values())
        return rule_on_net(capacity, least, self.rules).allowed

    @cache  # noqa: B019  (the tracer lives as long as the test)
    def may_enter(self, ref: Hex) -> bool:
        there = self.state.at(ref)
        facts = LineHex(
            enemy_unit=any(are_enemies(p.side, self.side) for p in there),
            enemy_zoc=enemy_zoc(ref, self.side, self.state, self.rules),
            friendly_unit=any(p.side == self.side for p in there),
        )
        return rule_on_line_into(facts, self.rules).allowed

    def owns(self, ref: Hex) -> bool:
        return hex_owner(ref, self.state, self.rules) == self.side

    def along(self, ref: Hex, to: Hex) -> frozenset[str]:
        """The lines from a hex to the next; the hexes of one city are joined by a high-volume one (7A)."""
        lines = set(self.board.line_kinds(ref, to))
        if any({ref, to} <= set(city.hexes) for city in self.board.major_cities):
            lines.add("rail_high")
        return frozenset(lines)

    def length(self, ref: Hex, to: Hex, element: Element) -> int | None:
        """What the next hex counts; None if the element does not lead there."""
        lines = self.along(ref, to)
        if element.along == SEA:
            return None
        if element.along == ROAD:
            return 1 if lines & {"road", "rail_high", "rail_low"} else None
        if element.along == RAIL:
            return 0 if "rail_high" in lines else 1 if "rail_low" in lines else None
        by_road = bool(lines & {"road", "rail_high", "rail_low"})
        entry = gather_entry(ON_FOOT, ref, to, self.state, self.rules, side=self.side)
        if not rule_on_terrain(entry, self.rules).allowed and not by_road:
            return None
        frozen = all(water_at(h, self.state, self.rules) == "frozen" for h in (ref, to))
        sides = crossed(self.board.hexside(ref, to))
        return counted_hexes(element.name, self.board.terrain(to), sides, self.rules, along_road=by_road, frozen=frozen)

    def onward(self, ref: Hex, element: Element) -> list[tuple[Hex, int]]:
        key = (ref, element.name)
        if key not in self.steps:
            found = []
            for to in self.board.neighbors_of(ref):
                length = self.length(ref, to, element) if self.may_enter(to) else None
                if length is not None and (not element.is_owned or (self.owns(ref) and self.owns(to))):
                    found.append((to, length))
            self.steps[key] = found + self.over_water(ref, element)
        return self.steps[key]

    def port(self, ref: Hex) -> LinePort | None:
        usable = self.map.view.ports.of_size.items()
        size = next((size for size, hexes in usable if hexes & self.map.view.bit_of(ref)), None)
        return LinePort(size, True, True) if size else None

    def over_water(self, ref: Hex, element: Element) -> list[tuple[Hex, int]]:
        """Naval lines between ports of one sea, and rail ferries."""
        here = self.port(ref)
        if here is None:
            return []
        if element.along == SEA:
            seas = [hexes for hexes in self.map.view.ports.on_sea.values() if hexes & self.map.view.bit_of(ref)]
            others = {to for hexes in seas for to in self.map.view.hexes_of(hexes)} - {ref}
            pairs = ((to, self.port(to)) for to in sorted(others) if self.may_enter(to))
            return [
                (to, 0) for to, port in pairs if port and rule_on_naval_element([here, port], True, self.rules).allowed
            ]
        ends = [way for way in ferries(self.rules) if ref in (way[0], way[-1])] if element.takes_ferries else []
        over = [(way[-1] if way[0] == ref else way[0], len(way) - 1) for way in ends]
        return [(to, length) for to, length in over if self.port(to) and self.may_enter(to) and self.owns(to)]

    @cache  # noqa: B019
    def limit(self, element: Element, weather: str) -> int | None:
        row = element.low_row or row_of(element.name, self.side, self.state, self.rules)
        return longest(row, "clear" if element.low_row else weather, self.rules).value

    def by_element(self, starts: Iterable[Hex], element: Element, weather: str) -> dict[Hex, int]:
        """The hexes that an element reaches from some hexes, through none with weather worse than this."""
        limit = self.limit(element, weather) if element.along != SEA else None

        def as_good(ref: Hex) -> bool:
            other = self.limit(element, self.weather[ref]) if element.along != SEA else None
            return other is None or (limit is not None and other >= limit)

        begins = [ref for ref in starts if as_good(ref) and (not element.is_owned or self.owns(ref))]
        if element.begins_at:
            trucks = {p.place for p in self.state.pieces.values() if p.side == self.side and p.unit.type == "truck"}
            begins = [ref for ref in begins if ref in trucks]
        found: dict[Hex, int] = {}
        waiting = [(0, ref) for ref in sorted(set(begins))]
        heapq.heapify(waiting)
        while waiting:
            length, ref = heapq.heappop(waiting)
            if ref in found or (limit is not None and length > limit):
                continue
            found[ref] = length
            for to, more in self.onward(ref, element):
                if as_good(to):
                    heapq.heappush(waiting, (length + more, to))
        return found

    def through(self, order: Sequence[tuple[str, ...]], starts: Iterable[Hex]) -> tuple[set[Hex], set[Hex]]:
        """The hexes to which the elements of an order lead one after another, and those at whose ports ships wait."""
        reached, afloat = set(starts), set[Hex]()
        for stage in order:
            parts = [elements(self.rules)[name] for name in stage]
            if len(parts) == 1 and parts[0].along != RAIL:
                reached |= {ref for weather in self.weathers for ref in self.by_element(reached, parts[0], weather)}
                continue
            rail = next(element for element in parts if element.along == RAIL)
            sea = next((element for element in parts if element.along == SEA), None)
            reached, afloat = self.by_rail_and_sea(reached, rail, sea)
        return reached, afloat

    def by_rail_and_sea(self, starts: set[Hex], rail: Element, sea: Element | None) -> tuple[set[Hex], set[Hex]]:
        """Rails and ships, mixed: low-volume hexes count together; a ride ends on a net with capacity alone."""
        limit = self.limit(rail, "clear")
        least: dict[tuple[Hex, bool], int] = {}
        waiting = [(0, ref, False) for ref in sorted(starts)]
        heapq.heapify(waiting)
        while waiting:
            length, ref, riding = heapq.heappop(waiting)
            if (ref, riding) in least or (limit is not None and length > limit):
                continue
            least[ref, riding] = length
            if self.owns(ref):
                for to, more in self.onward(ref, rail):
                    heapq.heappush(waiting, (length + more, to, True))
            if sea is not None and not (riding and ref in self.weak):
                for to, _ in self.onward(ref, sea):
                    heapq.heappush(waiting, (length, to, False))
        ended = {ref for ref, riding in least if not riding or ref not in self.weak}
        return ended, ended if sea is not None else set()

    def leads(self, starts: Iterable[Hex], sources: Sequence[SourcesNow], only_last: bool = False) -> bool:
        """Whether a line leads from one of the hexes to one of the sources."""
        ends = {ref for s in sources if s.source.reach == BY_LINE for ref in s.hexes}
        far = [self.sea_of(s.hexes) for s in sources if s.source.reach == BY_SEA]
        for order in orders(self.rules):
            reached, afloat = self.through(order[-1:] if only_last else order, starts)
            if ends & reached or any(hexes & self.map.view.set_of(sorted(afloat)) for hexes in far):
                return True
        return False

    def sea_of(self, waters: Iterable[Hex]) -> int:
        from europa_rules.ground.supply_view import parts_of_seas

        parts, view = parts_of_seas(self.map.view), self.map.view
        ports = view.ports.usable(NAVAL_SIZES)
        found = 0
        for ref in waters:
            found |= view.ports.on_sea.get(parts.get(ref, -1), 0) & ports
        return found

    def supply(self, piece: Piece) -> Supply:
        """How a unit stands."""
        return Supply(self.kind([piece.place], piece), not self.has_communications(piece))

    def kind(self, starts: Iterable[Hex], piece: Piece) -> str:
        serving = [s for s in self.map.sources if not s.source.nations or piece.unit.nation in s.source.nations]
        for kind in (FULL, RESTRICTED):
            sources = [s for s in serving if s.source.kind == kind]
            if sources and self.leads(starts, sources):
                return kind
        return ""

    def has_communications(self, piece: Piece) -> bool:
        reached = self.communications(piece.place)
        regular, word = regular_sources(self.rules), ends_of_isolation(self.rules)
        serving = [s for s in self.map.sources if not s.source.nations or piece.unit.nation in s.source.nations]
        ends = {ref for s in serving if s.source.kind in regular and s.source.reach == BY_LINE for ref in s.hexes}
        if ends & reached.keys():
            return True
        if word == ON_SUPPLIED_LINES:
            lines = {"road", "rail_high", "rail_low"}
            on_lines = [
                ref for ref in reached if any(self.along(ref, to) & lines for to in self.board.neighbors_of(ref))
            ]
            return bool(self.kind(on_lines, piece))
        if word == IN_SUPPLIED_HEXES:
            limited = [s for s in serving if s.source.kind == LIMITED and LIMITED in regular]
            return bool(self.kind(reached, piece)) or bool(limited and self.leads(reached, limited))
        full = [s for s in serving if s.source.kind == FULL]
        if word == BY_RAIL and self.leads(reached, full, only_last=True):
            return True
        ports = [ref for ref in reached if (port := self.port(ref)) and port.size in NAVAL_SIZES]
        of_all = [s for s in full if not s.source.nations]
        return SUPPLIED_PORT in regular and any(self.leads([ref], of_all, only_last=True) for ref in ports)

    def communications(self, start: Hex) -> dict[Hex, int]:
        """The hexes to which lines of communications lead (overland, as long as these may be), and their lengths."""
        element = elements(self.rules)["overland"]
        found: dict[Hex, int] = {}
        for weather in self.weathers:
            for ref, length in self._spread(start, element, self.longest_line(weather)).items():
                found[ref] = min(length, found.get(ref, length))
        return found

    @cache  # noqa: B019
    def longest_line(self, weather: str) -> int | None:
        return longest_line(weather, self.rules)

    def _spread(self, start: Hex, element: Element, limit: Any) -> dict[Hex, int]:
        def as_good(ref: Hex) -> bool:
            other = self.longest_line(self.weather[ref])
            return other is None or (limit is not None and other >= limit)

        done: dict[Hex, int] = {}
        waiting = [(0, start)] if as_good(start) else []
        while waiting:
            length, ref = heapq.heappop(waiting)
            if ref in done or (limit is not None and length > limit):
                continue
            done[ref] = length
            for to, more in self.onward(ref, element):
                if as_good(to):
                    heapq.heappush(waiting, (length + more, to))
        return done


@pytest.mark.parametrize("game", GAMES)
def test_12B_the_search_says_the_same_as_tracing_by_the_rule(game: str) -> None:
    rng = random.Random(f"{game} 0")
    rules = scrambled(game, rng)
    state = random_position(rules, rng, 10)
    for side in (AXIS, ALLIED):
        tracer, found = ByTheRule(side, state, rules), lines_of(side, state, rules)
        for i in found:
            assert tracer.supply(state.piece(i)) == found[i], f"{i} in {state.piece(i).place}"


@pytest.mark.parametrize("game", GAMES)
def test_12B_networkx_on_the_exported_graph_gives_the_engines_answers(game: str) -> None:
    bench: dict[str, Any] = runpy.run_path(str(BENCHMARK))
    rules = rules_of(game)
    state = bench["position"](rules, 120, seed=5)
    for side in (AXIS, ALLIED):
        tracing, found = bench["Tracing"](side, state, rules), lines_of(side, state, rules)
        units = [state.piece(i) for i in found][::6]
        assert units
        for piece in units:
            assert tracing.supply(piece) == found[piece.id], piece.id


# --- drawn lines -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_12B_a_line_is_drawn_where_there_is_one_and_the_rule_allows_it(game: str, seed: int) -> None:
    rng = random.Random(f"drawn {game} {seed}")
    rules = scrambled(game, rng)
    state = random_position(rules, rng, 60)
    for side in (AXIS, ALLIED):
        for i, stand in stands_of(side, state, rules).items():
            line = supply_line(i, state, rules)
            assert line.in_supply == line.ruling.allowed, f"{i}: {line}"
            assert stand.kind in (line.kind, "", "limited"), f"{i}: {stand} but {line}"
            assert line.in_supply or line.ruling.refusals, f"{i}: {line}"


# --- after a change --------------------------------------------------------------------------------------------------


def changes(state: GameState, rules: Ruleset, rng: random.Random) -> Iterator[GameState]:
    """One state after another, each a little different from the one before."""
    board = rules.board
    land = [ref for ref in board.hexes if board.has_land(ref)]
    ports = [ref for ref in land if board.ports(ref)]
    for _ in range(30):
        piece = state.piece(rng.choice(list(state.pieces)))
        beside = [ref for ref in board.neighbors_of(piece.place) if board.has_land(ref)] or [piece.place]
        match rng.randrange(9):
            case 0 | 1 | 2 | 3:
                state = state.moved(piece.id, rng.choice(beside))
            case 4:
                state = state.moved(piece.id, rng.choice(land))
            case 5:
                state = state.without(piece.id) if len(state.pieces) > 20 else state
            case 6:
                state = state.owned(dict.fromkeys(beside, piece.side))
            case 7:
                state = state.noting(PORT_HITS, rng.choice(ports), rng.randrange(1, 6))
            case _:
                weather = rng.choice(("clear", "mud", "winter"))
                state = state.noting(WEATHER, rng.choice(("", "C", "D", "E")), weather)
        yield state


def fresh(side: Side, state: GameState, rules: Ruleset) -> dict[str, Stand]:
    maps_found(rules).clear()
    return stands_of(side, state, rules)


@pytest.mark.parametrize("game", GAMES)
def test_12B_what_is_found_after_a_change_is_what_is_found_from_nothing(game: str) -> None:
    rng = random.Random(f"changes {game}")
    rules, other = scrambled(game, rng), rules_of(game)
    other = other.on_board(rules.board)
    state = random_position(rules, rng, 80)
    for now in changes(state, rules, rng):
        for side in (AXIS, ALLIED):
            assert stands_of(side, now, rules) == fresh(side, now, other)


# --- floods ----------------------------------------------------------------------------------------------------------


def random_set(layout: HexSets, rng: random.Random, share: float) -> int:
    places = [place for place in layout.places if place >= 0]
    return layout.of(place for place in places if rng.random() < share)


def random_ways(layout: HexSets, rng: random.Random) -> tuple[SetWays, ...]:
    lengths = rng.choice(((0, 1), (1,), (1, 2), (0, 1, 2)))
    return tuple(SetWays(n, tuple(random_set(layout, rng, 0.4) for _ in range(6))) for n in lengths)


def by_hand(terms: Terms, enter: int, ways: Iterable[SetWays], layout: HexSets) -> dict[int, int]:
    """The length of the shortest line from each bit that is reached, by Dijkstra's method."""
    found: dict[int, int] = {}
    waiting = [(0, layout.bits[place]) for place in layout.members(terms.start)]
    heapq.heapify(waiting)
    while waiting:
        length, bit = heapq.heappop(waiting)
        if bit in found or (terms.limit is not None and length > terms.limit):
            continue
        found[bit] = length
        if not enter >> bit & 1:
            continue
        beside = [
            (length + way.length, bit + shift)
            for way in ways
            for side, shift in zip(way.sets, layout.shifts, strict=True)
            if side >> bit & 1
        ]
        over = [
            (length + leap.length, layout.bits[place])
            for leap in terms.leaps
            if leap.hexes >> bit & 1
            for place in layout.members(leap.begins)
        ]
        for further, to in (*beside, *over):
            if to >= 0 and terms.within >> to & 1:
                heapq.heappush(waiting, (further, to))
    return found


def lengths_of(found: Flood, layout: HexSets) -> dict[int, int]:
    waves = zip(found.lengths, found.waves, strict=True)
    return {layout.bits[place]: length for length, wave in waves for place in layout.members(wave)}


@pytest.mark.parametrize("seed", range(40))
def test_floods_find_shortest_lines_and_follow_changes(seed: int) -> None:
    rng = random.Random(seed)
    layout = layout_of(plain_board())
    ways, within, start = random_ways(layout, rng), random_set(layout, rng, 0.9), random_set(layout, rng, 0.03)
    leap = Leap(random_set(layout, rng, 0.04), random_set(layout, rng, 0.04), rng.randrange(3))
    terms = Terms(start & within, within, rng.choice((None, 4, 9)), (leap,) if seed % 2 else ())
    enter = random_set(layout, rng, 0.85)
    old = bare = None
    for _ in range(8):
        found = flood(terms, enter, ways, layout, old)
        assert lengths_of(found, layout) == by_hand(terms, enter, ways, layout)
        new = flood(terms, enter, ways, layout)
        assert (found.lengths, found.waves, found.totals, found.begun) == (
            *(new.lengths, new.waves, new.totals, new.begun),
        )
        bare = reach(terms, enter, ways, layout, bare)
        assert bare.reached == found.reached
        old = found
        enter ^= random_set(layout, rng, 0.02)
        if rng.random() < 0.2:
            terms = evolve(terms, start=random_set(layout, rng, 0.03) & within)


def test_sf_12C1a_the_line_that_is_drawn_is_the_plain_one() -> None:
    """From Lorraine a German division is supplied from the nearest German city by rail, not from Hamburg by sea."""
    rules = er.load("sf")
    state = er.parse_position("16A:2130 ge 7-6 Inf XX <D> | Jul I 44, Axis movement", rules)
    line = supply_line("D", state, rules)
    assert [part.element for part in line.parts] == ["rail"]
    assert line.ruling.allowed and line.kind == "full"
    assert rules.board.country(line.hexes[-1]) == "Germany"
    assert len(line.hexes) <= 18
