"""A supply line drawn as hexes and elements, or why there is none (rules 12A to 12C).

Needs a position; goes back along the floods that found a line, tells the way hex by hex, and has it traced by the rule.
Where there is no line, the shortest way to a source is traced instead, and every rule that stops it is told.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping

from attrs import evolve, field, frozen

from europa_rules.citations import Citations, cited, rule
from europa_rules.ground.hexsets import DIRECTIONS
from europa_rules.ground.lines import LineHex, spared_hexes
from europa_rules.ground.supply_floods import Flood, Terms, flood
from europa_rules.ground.supply_lines import NAVAL_SIZES, PORT_SIZES, LinePort, elements
from europa_rules.ground.supply_map import SupplyMap, supply_map
from europa_rules.ground.supply_routes import Route, RouteHex, Traced, trace
from europa_rules.ground.supply_sources import (
    BY_LINE,
    BY_SEA,
    FULL,
    LIMITED,
    OVERLAND,
    RESTRICTED,
    SourcesNow,
    SourceUse,
    rule_on_source,
    supplied_where_it_is,
    traces_no_line,
)
from europa_rules.ground.supply_tracer import LineSet, Reach, on_foot, row_of
from europa_rules.ground.supply_view import View, size_of_port
from europa_rules.ground.supply_ways import ferries, rail_between, road_between, ways_for
from europa_rules.ground.terrain import BLOCKED, terrain_at, ways_of, weather_at
from europa_rules.ground.waters import FROZEN, water_at
from europa_rules.ground.zones import enemy_zoc, zoc_map
from europa_rules.hexes import Hex
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.state import GameState, Piece

_FAR_PORT = LinePort("great")


@frozen
class LinePart:
    """A stretch of a line by one element: its name, and the hexes it enters."""

    element: str
    hexes: tuple[Hex, ...]


@frozen
class SupplyLine:
    """A supply line of a piece, or why it has none.

    Attributes:
        piece: its id.
        start: the hex where the line begins.
        parts: its elements and the hexes they enter, from the piece outward.
        source: what the source is called, or "" for none.
        kind: its kind: full, restricted, limited or special.
        ruling: allowed, or every rule that stops a line.
        by: the rules of the source.
        route: the way as the rule traces it.

    A line prints as its elements with the hexes of each.
    """

    piece: str
    start: Hex
    parts: tuple[LinePart, ...] = ()
    source: str = ""
    kind: str = ""
    ruling: Ruling = Ruling.allow()
    by: Citations = ()
    route: Route = field(default=Route(()), repr=False)

    @property
    def in_supply(self) -> bool:
        """Whether there is a line."""
        return bool(self.kind)

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """Every hex of the line, that of the piece first."""
        return (self.start, *(ref for part in self.parts for ref in part.hexes))

    def __str__(self) -> str:
        if not self.in_supply:
            return f"no line: {self.ruling}"
        parts = [f"{part.element} {len(part.hexes)}" for part in self.parts]
        return " | ".join([*parts, f"to {self.hexes[-1]}, {self.source}{cited(self.by)}"])


@rule("FoF 12B", "SF 12B", "FoF 12C", "SF 12C")
def supply_line(piece_id: str, state: GameState, rules: Ruleset) -> SupplyLine:
    """The supply line of a piece as the position stands, whatever has been judged; or why it has none.

    Sources that serve any number of units come first, then limited ones, then special ones. Raises UnknownName for an
    id that no piece has.

    >>> from europa_rules import load, parse_position
    >>> fof = load("fof")
    >>> state = parse_position("17A:1604 fr 5-6 Inf XX 2 | May I 40, Allied initial", fof)
    >>> print(supply_line("fr 2 Inf XX", state, fof))
    to 17A:1604, Paris (FoF 12C1)
    """
    piece = state.piece(piece_id)
    found = supply_map(piece.side, state, rules)
    kind = supplied_where_it_is(piece, found.view)
    if kind:
        return SupplyLine(piece_id, piece.place, (), piece.place, kind)
    if piece.place not in rules.board.index or traces_no_line(piece, found.view):
        why = Ruling.refuse("no line can be traced from where it is", rules.cite("12B"))
        return SupplyLine(piece_id, piece.place, ruling=why)
    place = rules.board.index[piece.place]
    for sources, lines in _line_sets(piece, found):
        if found.view.layout.holds(lines.supplied, place):
            return _drawn(piece, sources, lines, found)
    return _by_special_source(piece, found) or _why_not(piece, found)


def _line_sets(piece: Piece, found: SupplyMap) -> Iterable[tuple[tuple[SourcesNow, ...], LineSet]]:
    """The sets of lines that may serve a piece, the best first."""
    yield found.common, found.full_lines
    own = found.of_group(found.group_of(piece.unit.nation))
    if own:
        yield own, found.lines_to("/".join(s.name for s in own), own, (FULL, RESTRICTED))
    limited = tuple(s for s in found.sources if s.source.kind == LIMITED)
    if limited:
        yield limited, found.limited_lines


# --- back along the floods -------------------------------------------------------------------------------------------


@frozen
class _Step:
    """A step of a line: the element, the hex entered, and whether by sea."""

    element: str
    hex: Hex
    by_sea: bool = False


def _drawn(piece: Piece, sources: tuple[SourcesNow, ...], lines: LineSet, found: SupplyMap) -> SupplyLine:
    view = found.view
    bit = view.layout.bits[view.rules.board.index[piece.place]]
    reaches = next(reaches for reaches in lines.by_order if reaches[-1].reached >> bit & 1)
    plain = _traced(piece, _walk(bit, reaches, lines, view, plainly=True), sources, found)
    return plain if plain.ruling.allowed else _traced(piece, _walk(bit, reaches, lines, view), sources, found)


def _traced(piece: Piece, steps: list[_Step], sources: tuple[SourcesNow, ...], found: SupplyMap) -> SupplyLine:
    """The line of these steps, as the rule traces it."""
    view = found.view
    end = steps[-1].hex if steps else piece.place
    source = next((s for s in sources if end in s.hexes and s.source.reach == BY_LINE), None)
    route = _route(piece.place, steps, view)
    if source is None:
        source = next(s for s in sources if s.source.reach == BY_SEA)
        route.append(RouteHex(by_sea=True, port=_FAR_PORT, name=source.name))
    route[-1] = evolve(route[-1], entry=evolve(route[-1].entry, source=source.source.kind))
    told = Route(tuple(route), rows=_rows(view), capacities=_capacities(found))
    ruling = trace(told, view.rules).ruling
    parts = _parts(steps)
    return SupplyLine(piece.id, piece.place, parts, source.name, source.source.kind, ruling, source.by, told)


def _parts(steps: Iterable[_Step]) -> tuple[LinePart, ...]:
    found: list[LinePart] = []
    for step in steps:
        if found and found[-1].element == step.element and not step.by_sea:
            found[-1] = LinePart(step.element, (*found[-1].hexes, step.hex))
        else:
            found.append(LinePart(step.element, (step.hex,)))
    return tuple(found)


def _walk(bit: int, reaches: tuple[Reach, ...], lines: LineSet, view: View, *, plainly: bool = False) -> list[_Step]:
    """The steps from a hex to an end of its lines, or to a port from which ships lead off the map.

    Each stage is left as soon as the next one holds: at once, from a ship, or where a flood of the stage begins.

    plainly: by land alone and with the fewest hexes, which may break a limit; else with the fewest that are counted.
    """
    steps: list[_Step] = []
    at, here = len(reaches) - 1, 0
    while at:
        flow = next((f for f in reaches[at].floods if f.reached >> bit & 1), None)
        at_start = flow is None or bool(flow.terms.start >> bit & 1)
        may_leave = at_start or not here or steps[-1].by_sea
        if may_leave and reaches[at - 1].reached >> bit & 1:
            at, here = at - 1, 0
            continue
        if may_leave and lines.off_map >> bit & 1:
            break
        if flow is None or at_start:
            step, bit = _from_port(bit, reaches[at], reaches[at - 1], view)
        else:
            ends = flow.terms.start & reaches[at - 1].reached
            straight = _plainly(bit, ends, flow, reaches[at], view) if plainly and not here else None
            step, bit = straight or _back(bit, flow, reaches[at], view)
        here += len(step)
        steps += step
    return steps


def _from_port(bit: int, reach: Reach, before: Reach, view: View) -> tuple[list[_Step], int]:
    """The naval step from a port that ships reach to one from which the line leads on."""
    ports = view.ports.usable(NAVAL_SIZES) & view.enter & ~(1 << bit)
    on_sea = next(hexes & ports for hexes in view.ports.on_sea.values() if hexes >> bit & 1)
    onward = (on_sea & there for there in (before.reached, *(f.reached for f in reach.floods)))
    to = min(next(view.layout.members(hexes) for hexes in onward if hexes))
    return [_Step("naval", view.rules.board.hexes[to], by_sea=True)], view.layout.bits[to]


def _plainly(bit: int, ends: int, flow: Flood, reach: Reach, view: View) -> tuple[list[_Step], int] | None:
    """The way by land with the fewest hexes to one of some hexes; None if the flood leads there by sea only."""
    came, waiting = {bit: bit}, deque([bit])
    while waiting:
        here = waiting.popleft()
        if ends >> here & 1:
            hexes = (view.rules.board.hexes[view.layout.places[to]] for to in _led(here, came))
            return [_Step(reach.stage[0], ref) for ref in hexes], here
        for to, _ in _beside(here, flow, view):
            if to not in came:
                came[to] = here
                waiting.append(to)
    return None


def _led(end: int, came: Mapping[int, int]) -> list[int]:
    """The bits of a way, in order, but for the one it begins with; `came` has the one before each."""
    way: list[int] = []
    while came[end] != end:
        way.append(end)
        end = came[end]
    return way[::-1]


def _beside(bit: int, flow: Flood, view: View) -> Iterator[tuple[int, int]]:
    """The hexes from which a flood may enter a hex, with the length of the step."""
    for way in flow.ways:
        for direction in DIRECTIONS:
            to = bit - view.layout.shifts[direction]
            if to >= 0 and (way.sets[direction] & flow.enter) >> to & 1:
                yield to, way.length


def _back(bit: int, flow: Flood, reach: Reach, view: View) -> tuple[list[_Step], int]:
    """The step from a hex to the one before it in its flood, and the bit of that hex."""
    wave = flow.wave_of(bit) or 0
    length = flow.lengths[wave]
    element = reach.stage[0]
    for to, step in _beside(bit, flow, view):
        earlier = flow.wave_of(to)
        if earlier is not None and earlier < wave and flow.lengths[earlier] == length - step:
            return [_Step(element, view.rules.board.hexes[view.layout.places[to]])], to
    return _leapt(bit, wave, flow, reach, view)


def _leapt(bit: int, wave: int, flow: Flood, reach: Reach, view: View) -> tuple[list[_Step], int]:
    """The step over a naval line or a ferry."""
    for leap in flow.terms.leaps:
        if not leap.begins >> bit & 1:
            continue
        for place in view.layout.members(leap.hexes & flow.enter):
            to = view.layout.bits[place]
            earlier = flow.wave_of(to)
            if earlier is not None and earlier < wave and flow.lengths[earlier] == flow.lengths[wave] - leap.length:
                return _over(bit, to, bool(leap.length), reach, view), to
    raise AssertionError("a flood reaches no hex without a way")


def _over(bit: int, to: int, by_ferry: bool, reach: Reach, view: View) -> list[_Step]:
    hexes, places = view.rules.board.hexes, view.layout.places
    start, end = hexes[places[bit]], hexes[places[to]]
    if not by_ferry:
        return [_Step("naval", end, by_sea=True)]
    way = next(way for way in ferries(view.rules) if {way[0], way[-1]} == {start, end})
    return [_Step(reach.stage[0], ref) for ref in (way if way[0] == start else way[::-1])[1:]]


# --- as the rule traces it -------------------------------------------------------------------------------------------


def _route(start: Hex, steps: Iterable[_Step], view: View) -> list[RouteHex]:
    found = [gather_route_hex(start, None, view)]
    here = start
    for step in steps:
        found.append(gather_route_hex(step.hex, here, view, by_sea=step.by_sea))
        here = step.hex
    return found


@rule("FoF 12A", "SF 12A", "FoF 12B", "SF 12B")
def gather_route_hex(ref: Hex, before: Hex | None, view: View, *, by_sea: bool = False) -> RouteHex:
    """What the board says about a hex that a line enters from another one, or begins in."""
    rules, state = view.rules, view.state
    board, i = rules.board, rules.board.index[ref]
    beside = before is not None and not by_sea
    direction = board.neighbors[board.index[before]].index(i) if beside and before is not None else 0
    origin = board.index[before] if before is not None else i
    rail = rail_between(origin, direction, rules) if beside else ""
    road = road_between(origin, direction, rules) if beside else False
    afloat = rail == "ferry" and not board.has_land(ref)
    size = size_of_port(ref, state, rules)
    return RouteHex(
        entry=_entry(ref, origin, direction if beside else None, road, view),
        owned=afloat or view.owns(ref),
        by_road=road,
        by_rail=rail,
        by_sea=by_sea,
        net=next((net for net, hexes in _nets(view) if view.layout.holds(hexes, i)), ""),
        terrain=terrain_at(ref, state, rules),
        hexsides=board.sides[origin][direction] if beside else (),
        frozen=all(water_at(h, state, rules) == FROZEN for h in (ref, board.hexes[origin])),
        weather=weather_at(ref, state, rules),
        truck=any(p.unit.type == "truck" for p in state.friends_at(ref, view.side)),
        port=_port(ref, size, view) if size else None,
        name=ref,
    )


def _port(ref: Hex, size: str, view: View) -> LinePort:
    usable = view.layout.holds(view.ports.usable(PORT_SIZES), view.rules.board.index[ref])
    return LinePort(size, view.owns(ref), usable or not view.owns(ref))


def _nets(view: View) -> list[tuple[str, int]]:
    return [(net.name, net.hexes) for net in supply_map(view.side, view.state, view.rules).tracer.nets]


def _entry(ref: Hex, origin: int, direction: int | None, road: bool, view: View) -> LineHex:
    rules, state, board = view.rules, view.state, view.rules.board
    zones, i = zoc_map(state, rules), board.index[ref]
    friendly = i in zones.occupied.get(view.side, frozenset())
    blocked = direction is not None and ways_of(("other",), state, rules).overland[6 * origin + direction] == BLOCKED
    return LineHex(
        enemy_unit=i in zones.closed_to(view.side) and ref not in spared_hexes(view.side, state, rules),
        enemy_zoc=enemy_zoc(ref, view.side, state, rules),
        friendly_unit=friendly,
        prohibited=blocked and not road and not (direction is not None and rail_between(origin, direction, rules)),
    )


def _rows(view: View) -> dict[str, str]:
    return {name: row_of(name, view.side, view.state, view.rules) for name in elements(view.rules)}


def _capacities(found: SupplyMap) -> dict[str, int]:
    return {net.name: net.capacity for net in found.tracer.nets}


# --- limited and special sources, and no line at all -----------------------------------------------------------------


def _by_special_source(piece: Piece, found: SupplyMap) -> SupplyLine | None:
    view = found.view
    place = view.rules.board.index[piece.place]
    for s in found.sources:
        if s.source.kind in (FULL, RESTRICTED, LIMITED):
            continue
        ref = next((ref for ref in s.hexes if view.layout.holds(found.drawing_on(s, ref), place)), None)
        if ref is not None:
            steps = _overland_to(piece.place, ref, view) if s.source.reach == OVERLAND else []
            return SupplyLine(piece.id, piece.place, _parts(steps), s.name, s.source.kind, Ruling.allow(), s.by)
    return None


def _overland_to(start: Hex, end: Hex, view: View) -> list[_Step]:
    tracer = supply_map(view.side, view.state, view.rules).tracer
    bit = view.layout.bits[view.rules.board.index[start]]
    floods = tracer.overland(("overland to", end), view.set_of((end,)))
    flow = next(f for f in floods if f.reached >> bit & 1)
    return _down(bit, flow, view)


def _down(bit: int, flow: Flood, view: View) -> list[_Step]:
    reach = Reach((on_foot(view.rules).name,), (flow,), flow.reached)
    steps: list[_Step] = []
    while not flow.terms.start >> bit & 1:
        step, bit = _back(bit, flow, reach, view)
        steps += step
    return steps


@rule("FoF 12A", "SF 12A", "FoF 12B", "SF 12B", "FoF 12C", "SF 12C")
def _why_not(piece: Piece, found: SupplyMap) -> SupplyLine:
    """Why a piece has no line: it has no source, no way leads to one, or the shortest way breaks these rules."""
    view, rules = found.view, found.view.rules
    wanted = [s for s in found.sources if _may_use(piece, s, rules).allowed and s.source.reach in (BY_LINE, BY_SEA)]
    ends = view.set_of(ref for s in wanted for ref in s.hexes)
    if not ends:
        why = f"the {piece.side} player has no source that serves the unit"
        return SupplyLine(piece.id, piece.place, ruling=Ruling.refuse(why, rules.cite("12C")))
    ways = ways_for(on_foot(rules), view.state, rules)
    flow = flood(Terms(ends, view.layout.everything), view.layout.everything, ways, view.layout)
    bit = view.layout.bits[rules.board.index[piece.place]]
    if not flow.reached >> bit & 1:
        why = "no way over land leads to a source"
        return SupplyLine(piece.id, piece.place, ruling=Ruling.refuse(why, rules.cite("12B")))
    route = _route(piece.place, _down(bit, flow, view), view)
    route[-1] = evolve(route[-1], entry=evolve(route[-1].entry, source=FULL))
    told = Route(tuple(route), rows=_rows(view), capacities=_capacities(found))
    return SupplyLine(piece.id, piece.place, ruling=_told(trace(told, rules), told, rules), route=told)


def _may_use(piece: Piece, s: SourcesNow, rules: Ruleset) -> Ruling:
    return rule_on_source(SourceUse(piece.unit.nation, s.source.nations, by=s.by), rules)


def _told(traced: Traced, route: Route, rules: Ruleset) -> Ruling:
    if not traced.ruling.allowed:
        far = f"the shortest way to a source, to {route.hexes[-1].name}, is {len(route.hexes) - 1} hexes long"
        return evolve(traced.ruling, possible=(*traced.ruling.possible, far))
    return Ruling.refuse("the source on the shortest way is not in its owner's use", rules.cite("12C"))
