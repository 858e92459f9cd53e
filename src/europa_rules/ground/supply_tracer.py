"""All supply lines of a side to some ends at once (rule 12B): stage by stage, outward from the ends.

Needs a side's situation and the hexes where its lines end; gives for each stage of a line the hexes from which that
stage and those after it lead there. What was found in the position before is used as far as it still holds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice
from typing import cast

from attrs import evolve, field, frozen

from europa_rules.citations import rule
from europa_rules.frozenmap import FrozenMap
from europa_rules.ground.hexsets import DIRECTIONS
from europa_rules.ground.lines import longest_line
from europa_rules.ground.supply_floods import Flood, Leap, SetWays, Spread, Terms, union, without_waves
from europa_rules.ground.supply_lines import (
    NAVAL_SIZES,
    PORT_SIZES,
    RAIL,
    SEA,
    TRUCK,
    Element,
    Order,
    elements,
    longest,
    orders,
)
from europa_rules.ground.supply_routes import rule_on_net
from europa_rules.ground.supply_view import Key, View
from europa_rules.ground.supply_ways import ferries, hexes_by_weather, layout, turned_round, ways_for
from europa_rules.ground.terrain import conditions_of
from europa_rules.hexes import Hex
from europa_rules.remembered import Latest, remembered
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import GameState, Piece

NETS = "supply nets"
"""Slot of sources: (side, state, rules) -> the nets: (name, hexes, REs of capacity) of each.

They rest on the moment, on who owns what, and on what is remembered; not on where units are.
"""

ROWS = "supply line rows"
"""Slot of sources: (element, side, state, rules) -> the row of lengths that stands in place of the element's, or ""."""

LOC, ON_FOOT = "loc", "overland"
"""The row of lengths of lines of communications, and the element as which they are traced."""


def on_foot(rules: Ruleset) -> Element:
    """The element as which lines over any ground are traced."""
    return elements(rules).get(ON_FOOT, Element(ON_FOOT, ()))


NetsOf = tuple[tuple[str, frozenset[Hex], int], ...]


@frozen(eq=False)
class Net:
    """A rail net: its name, its hexes, and the REs that a side can move on it."""

    name: str
    hexes: int
    capacity: int


@remembered()
def _nets_before(rules: Ruleset) -> dict[Side, tuple[GameState, tuple[Net, ...]]]:
    """For each side the state in which its nets were last asked about, and these."""
    return {}


def nets_of(view: View) -> tuple[Net, ...]:
    """The rail nets as a side has them; none in a game where capacity does not matter to supply."""
    side, state, rules = view.side, view.state, view.rules
    sources, known = rules.sources(NETS), _nets_before(rules)
    before, nets = known.get(side, (None, ()))
    if before is None or _rests(before) != _rests(state):
        given = (cast("Callable[[Side, GameState, Ruleset], NetsOf]", s.value)(side, state, rules) for s in sources)
        found = (net for nets in given for net in nets)
        nets = tuple(Net(name, _as_set(hexes, rules), capacity) for name, hexes, capacity in found)
        known[side] = (state, nets)
    return nets


def _rests(state: GameState) -> tuple[object, ...]:
    return (state.moment, id(state.owners), id(state.record))


@remembered(256)
def _as_set(hexes: frozenset[Hex], rules: Ruleset) -> int:
    return layout(rules).of(rules.board.index[ref] for ref in hexes if ref in rules.board.index)


def row_of(element: str, side: Side, state: GameState, rules: Ruleset) -> str:
    """The row of lengths that an element of a side has now."""
    sources = (cast("Callable[[str, Side, GameState, Ruleset], str]", source.value) for source in rules.sources(ROWS))
    return next((row for give in sources if (row := give(element, side, state, rules))), element)


@frozen(eq=False)
class Reach:
    """A stage of supply lines.

    Attributes:
        stage: the elements that mix in it; empty for the ends themselves.
        floods: how it was found; several where the length depends on the weather.
        reached: every hex from which this stage and those after it lead to the ends.
    """

    stage: tuple[str, ...]
    floods: tuple[Flood, ...]
    reached: int


@frozen(eq=False)
class LineSet:
    """All supply lines to some ends.

    Attributes:
        ends: the hexes of the sources.
        off_map: port hexes that a naval line joins to sources off the map.
        by_order: for each order of elements its stages, from the ends outward.
        supplied: every hex from which a line leads to the ends.
        onward: every hex from which the last stage alone leads to them.
        joined: the ends, and the hexes that lines of no length join to them both ways; found for single ends only.
        touches: the hexes on whose being open all this rests.
        floods: the floods that it was made of.
    """

    ends: int
    off_map: int
    by_order: tuple[tuple[Reach, ...], ...]
    supplied: int
    onward: int
    joined: int
    touches: int
    floods: Mapping[Key, Flood]


@frozen(eq=False)
class Found:
    """What a tracer has found, for the one of the next position.

    Attributes:
        frame: what all lines rest on beside the hexes that they may enter.
        enter: these hexes.
        lines: the lines, by name.
        onward: for starts the hexes to which lines lead from there, and those on whose being open that rests.
    """

    frame: tuple[object, ...]
    enter: int
    lines: dict[str, LineSet] = field(factory=dict)
    onward: dict[int, tuple[int, int]] = field(factory=dict)


@frozen(eq=False)
class Tracer:
    """Finds lines of a side in a position.

    Attributes:
        view: the side's situation.
        orders: the orders of elements that can occur.
        nets: its rail nets.
        weak: the hexes of nets on which no rail element may end.
        leaps: naval lines (of length 0) and rail ferries.
        trucks: the hexes with friendly trucks.
        rows: for each element the row of lengths that it has now.
        known: what is found.
        older: what was found in the position before, if lines rest on the same but for the hexes that they may enter.
    """

    view: View
    orders: tuple[Order, ...]
    nets: tuple[Net, ...]
    weak: int
    leaps: tuple[Leap, ...]
    trucks: int
    rows: Mapping[str, str]
    known: Found
    older: Found | None = None
    _lengths: dict[tuple[str, str], Mapping[int | None, int]] = field(factory=dict)
    _landings: dict[tuple[str, bool], tuple[Leap, ...]] = field(factory=dict)
    _spreads: dict[tuple[str, int | None, int], Spread] = field(factory=dict)
    _bare: set[str] = field(factory=set)

    @property
    def found(self) -> Mapping[Key, Flood]:
        """The floods of this position, by what they are for."""
        return self.view.found

    def _holds(self, touches: int) -> bool:
        """Whether what rests on these hexes being open is as it was in the position before."""
        return self.older is not None and not (self.view.enter ^ self.older.enter) & touches

    def _flood(self, key: Key, terms: Terms, element: Element) -> Flood:
        ways = ways_for(element, self.view.state, self.view.rules)
        return self._spread(terms, element, ways) if key[0] in self._bare else self.view.flood(key, terms, ways)

    def _spread(self, terms: Terms, element: Element, ways: tuple[SetWays, ...]) -> Flood:
        """The same without waves, by a search that is got ready once for all starts."""
        key, enter = (element.name, terms.limit, terms.within), self.view.enter
        if key not in self._spreads:
            self._spreads[key] = Spread(terms, enter, ways, self.view.layout)
        return without_waves(terms, enter, ways, self._spreads[key].reached(terms.start))

    def reach(self, name: str, end: int) -> LineSet:
        """All supply lines to one hex, where nobody asks how they run."""
        self._bare.add(name)
        return self.lines(name, end)

    def lines(self, name: str, ends: int, off_map: int = 0) -> LineSet:
        """All supply lines to some ends; off_map: port hexes that a naval line joins to ends off the map."""
        before = self.older.lines.get(name) if self.older else None
        stays = before is not None and (before.ends, before.off_map) == (ends, off_map) and self._holds(before.touches)
        found = before if before is not None and stays else self._lines(name, ends, off_map)
        self.view.found.update(found.floods)
        self.known.lines[name] = found
        return found

    def _lines(self, name: str, ends: int, off_map: int) -> LineSet:
        known: dict[Order, Reach] = {}
        before = len(self.view.found)
        by_order = tuple(self._by_order(name, order, ends, off_map, known) for order in self.orders)
        supplied = union(reaches[-1].reached for reaches in by_order)
        onward = union(reach.reached for reaches in by_order for reach in reaches[:2])
        joined = ends | (self._joined(ends) if name in self._bare else 0)
        reached = union(flood.reached for reach in known.values() for flood in reach.floods)
        touches = ends | off_map | supplied | onward | joined | reached
        floods = dict(islice(self.view.found.items(), before, None))
        return LineSet(ends, off_map, by_order, supplied, onward, joined, touches, floods)

    def _by_order(
        self, name: str, order: Order, ends: int, off_map: int, known: dict[Order, Reach]
    ) -> tuple[Reach, ...]:
        reaches = [Reach((), (), ends)]
        for i in range(len(order) - 1, -1, -1):
            rest = order[i:]
            if rest not in known:
                known[rest] = self._stage((name, *rest), rest[0], reaches[-1].reached, off_map)
            reaches.append(known[rest])
        return tuple(reaches)

    def _stage(self, key: Key, stage: tuple[str, ...], ends: int, off_map: int) -> Reach:
        parts = [elements(self.view.rules)[word] for word in stage]
        rail = next((element for element in parts if element.along == RAIL), None)
        if rail is not None:
            return self._by_rail(key, stage, rail, any(e.along == SEA for e in parts), ends, off_map)
        element, start, within = parts[0], ends, self.view.layout.everything
        if element.is_owned:
            start, within = ends & self.view.owned, self.view.owned
        floods = self.by_weather(key, start, within, element, self._row(element))
        reached = union(f.reached for f in floods)
        return Reach(stage, floods, ends | (reached & self.trucks if element.begins_at == TRUCK else reached))

    def _by_rail(
        self, key: Key, stage: tuple[str, ...], rail: Element, with_ships: bool, ends: int, off_map: int
    ) -> Reach:
        """Rails, with naval lines where these mix with them.

        A rail line ends on a net with capacity enough: on another net it may only lead on to such a one. So the flood
        starts, and comes ashore, where nets have it; ports elsewhere are reached by sea alone.
        """
        owned, enter, strong = self.view.owned, self.view.enter, ~self.weak
        ships = [leap for leap in self.leaps if not leap.length] if with_ships else []
        ashore = union(leap.begins for leap in ships if leap.hexes & ends & enter) | (off_map if with_ships else 0)
        start, leaps = (ends | ashore) & owned & strong, self._landing(rail, with_ships)
        (limit,) = self._lengths_of(rail)
        found = self._flood(key, Terms(start, owned, limit, leaps), rail)
        by_sea = ashore | union(leap.begins for leap in ships if leap.hexes & found.reached & enter)
        return Reach(stage, (found,), found.reached | by_sea | ends)

    def _landing(self, rail: Element, with_ships: bool) -> tuple[Leap, ...]:
        """Ferries, if rails take them, and naval lines, if these mix with them, to ports where a rail line may end."""
        key = (rail.name, with_ships)
        if key not in self._landings:
            self._landings[key] = tuple(
                leap if leap.length else evolve(leap, begins=leap.begins & ~self.weak)
                for leap in self.leaps
                if (rail.takes_ferries if leap.length else with_ships)
            )
        return self._landings[key]

    def _lengths_of(self, element: Element) -> Mapping[int | None, int]:
        """The lengths that an element may have, each with the hexes whose weather allows it."""
        if element.along == RAIL:
            return self.lengths(element.low_row, "clear")
        return self.lengths(self._row(element))

    def _row(self, element: Element) -> str:
        return self.rows[element.name]

    def lengths(self, row: str, weather: str = "") -> Mapping[int | None, int]:
        """The lengths in a row of the chart, each with the hexes whose weather allows it.

        weather: the one that counts, wherever; "" for that of each hex. No row: any length.
        """
        key, rules = (row, weather), self.view.rules
        if key not in self._lengths:
            areas = hexes_by_weather(self.view.state, rules)
            limits = {w: longest(row, weather or w, rules).value if row else None for w in areas}
            self._lengths[key] = {
                limit: union(areas[w] for w, other in limits.items() if _at_least(other, limit))
                for limit in limits.values()
            }
        return self._lengths[key]

    def onward_from(self, hexes: int) -> int:
        """All hexes to which lines from some hexes lead: no others are sources for units there."""
        if hexes in self.known.onward:
            return self.known.onward[hexes][0]
        before = self.older.onward.get(hexes) if self.older else None
        if before is None or not self._holds(before[1]):
            found = union(self._onward_by(order, hexes) for order in self.orders)
            sides = union(self.view.layout.moved(found, direction) for direction in DIRECTIONS)
            before = (found, found | sides | union(leap.hexes | leap.begins for leap in self.leaps))
        self.known.onward[hexes] = before
        return before[0]

    def _onward_by(self, order: Order, hexes: int) -> int:
        view, everything = self.view, self.view.layout.everything
        for i, stage in enumerate(order):
            parts = [elements(view.rules)[word] for word in stage]
            element = next((element for element in parts if element.along == RAIL), parts[0])
            with_ships = any(e.along == SEA for e in parts)
            within = view.owned if element.is_owned else everything
            strong = ~(self.weak if element.least_capacity else 0)
            ships = [leap for leap in self.leaps if with_ships and not leap.length]
            hexes |= union(leap.hexes & view.enter for leap in ships if leap.begins & hexes)
            start = hexes & within & (self.trucks if element.begins_at == TRUCK else everything)
            out = tuple(
                Leap(leap.begins, leap.hexes & view.enter, leap.length) for leap in self._landing(element, with_ships)
            )
            ways = turned_round(ways_for(element, view.state, view.rules), view.rules)
            for limit, area in self._lengths_of(element).items():
                terms = Terms(start & area, within & view.enter & area, limit, out)
                hexes |= view.reach(("onward", limit, *order[: i + 1]), terms, ways, everything).reached & strong
            hexes |= union(leap.hexes & view.enter for leap in ships if leap.begins & hexes)
        return hexes

    def _joined(self, here: int) -> int:
        """The hexes that lines of no length join to a hex, and it to them: the same supply lines lead to all of these.

        0 if the lines of any order end otherwise than along rails, or the hex is not open to them.
        """
        last = {order[-1] for order in self.orders}
        parts = [elements(self.view.rules)[word] for word in next(iter(last))] if len(last) == 1 else []
        rail = next((element for element in parts if element.along == RAIL), None)
        if rail is None:
            return 0
        within = self.view.owned & self.view.enter & ~self.weak
        with_ships = any(element.along == SEA for element in parts)
        ships = tuple(leap for leap in self.leaps if not leap.length and with_ships)
        ways = ways_for(rail, self.view.state, self.view.rules)
        return self._spread(Terms(here & within, within, 0, ships), rail, ways).reached

    def by_weather(self, key: Key, start: int, within: int, element: Element, row: str) -> tuple[Flood, ...]:
        """The floods of an element: one for each length that the weather allows, through the hexes where it does."""
        lengths = self.lengths(row)
        if len(lengths) == 1:
            return (self._flood(key, Terms(start, within, next(iter(lengths))), element),)
        return tuple(
            self._flood((*key, limit), Terms(start & area, within & area, limit), element)
            for limit, area in lengths.items()
        )

    def overland(self, key: Key, ends: int) -> tuple[Flood, ...]:
        """Overland lines to some hexes, as long as the overland element of a supply line."""
        element = on_foot(self.view.rules)
        row = self.rows.get(element.name, element.name)
        return self.by_weather(key, ends, self.view.layout.everything, element, row)

    def communications(self, key: Key, ends: int) -> tuple[Flood, ...]:
        """Lines of communications to some hexes: overland, and as long as these may be."""
        element, everything = on_foot(self.view.rules), self.view.layout.everything
        if longest_line("clear", self.view.rules) is None:
            return (self._flood(key, Terms(ends, everything), element),)
        return self.by_weather(key, ends, everything, element, LOC)


def _at_least(a: int | None, b: int | None) -> bool:
    return a is None or (b is not None and a >= b)


# --- setting up ------------------------------------------------------------------------------------------------------


def tracer_of(view: View, older: Found | None = None) -> Tracer:
    """The tracer of a side; older: what was found in the position before."""
    rules, known = view.rules, elements(view.rules).values()
    trucks = _trucks(view) if any(element.begins_at == TRUCK for element in known) else 0
    nets = nets_of(view)
    least = max((element.least_capacity for element in known), default=0)
    weak = union(net.hexes for net in nets if not rule_on_net(net.capacity, least, rules).allowed)
    leaps = (*_naval_lines(view), *_ferries(view))
    rows = {element.name: row_of(element.name, view.side, view.state, rules) for element in known}
    frame = (view.owned, trucks, weak, leaps, rows, conditions_of(view.state))
    usable = older if older is not None and older.frame == frame else None
    orders_now = _orders(bool(trucks), rules)
    return Tracer(view, orders_now, nets, weak, leaps, trucks, rows, Found(frame, view.enter), usable)


@remembered()
def _trucks_before(rules: Ruleset) -> Latest[tuple[FrozenMap[str, Piece], frozenset[str]]]:
    """The pieces looked at last, and which of them are trucks."""
    return Latest(1)


def _trucks(view: View) -> int:
    """The hexes with trucks of the side."""
    pieces = view.state.pieces
    before, trucks = next(iter(_trucks_before(view.rules)), (FrozenMap(), frozenset()))
    changed = pieces.changed_since(before)
    if changed:
        trucks = trucks.difference(changed) | {i for i in changed if i in pieces and pieces[i].unit.type == TRUCK}
        _trucks_before(view.rules).add((pieces, trucks))
    return view.set_of(pieces[i].place for i in trucks if pieces[i].side == view.side)


def _orders(with_trucks: bool, rules: Ruleset) -> tuple[Order, ...]:
    """The orders of elements, without trucks where a side has none."""
    if with_trucks:
        return orders(rules)
    on_trucks = {element.name for element in elements(rules).values() if element.begins_at == TRUCK}
    left = (tuple(stage for stage in order if not on_trucks.intersection(stage)) for order in orders(rules))
    return tuple(dict.fromkeys(left))


def _naval_lines(view: View) -> list[Leap]:
    """The ports that naval lines join, for each part of the sea."""
    usable = view.ports.usable(NAVAL_SIZES)
    groups = (ports & usable for _, ports in sorted(view.ports.on_sea.items()))
    return [Leap(group, group) for group in groups if group & (group - 1)]


@rule("SF 37A2")
def _ferries(view: View) -> list[Leap]:
    """The rail ferries whose two ports the side can use."""
    usable = view.ports.usable(PORT_SIZES)
    found = []
    for way in ferries(view.rules):
        a, b = (view.set_of((ref,)) for ref in (way[0], way[-1]))
        if a & usable and b & usable:
            found += [Leap(a, b, len(way) - 1), Leap(b, a, len(way) - 1)]
    return found
