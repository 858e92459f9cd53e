"""All supply lines of a side to some ends at once (rule 12B): stage by stage, outward from the ends.

Needs a side's situation and the hexes where its lines end; gives for each stage of a line the hexes from which that
stage and those after it lead there. What was found in the position before is used as far as it still holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import cast
from weakref import WeakKeyDictionary

from attrs import evolve, frozen

from europa_rules.citations import rule
from europa_rules.frozenmap import FrozenMap
from europa_rules.ground.lines import longest_line
from europa_rules.ground.supply_floods import Flood, Leap, Terms, union
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
    rule_on_net,
)
from europa_rules.ground.supply_view import Key, View
from europa_rules.ground.supply_ways import ferries, hexes_by_weather, layout, ways_for
from europa_rules.hexes import Hex
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import GameState, Piece

NETS = "supply nets"
"""Slot of sources: (side, state, rules) -> the nets: (name, hexes, REs of capacity) of each."""

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


def nets_of(view: View) -> tuple[Net, ...]:
    """The rail nets as a side has them; none in a game where capacity does not matter to supply."""
    side, state, rules = view.side, view.state, view.rules
    given = (source.value(side, state, rules) for source in rules.sources(NETS) if callable(source.value))
    found = (net for nets in cast("Iterable[NetsOf]", given) for net in nets)
    return tuple(Net(name, _as_set(hexes, rules), capacity) for name, hexes, capacity in found)


@lru_cache(maxsize=256)
def _as_set(hexes: frozenset[Hex], rules: Ruleset) -> int:
    return layout(rules).of(rules.board.index[ref] for ref in hexes if ref in rules.board.index)


def row_of(element: str, side: Side, state: GameState, rules: Ruleset) -> str:
    """The row of lengths that an element of a side has now."""
    given = (source.value(element, side, state, rules) for source in rules.sources(ROWS) if callable(source.value))
    return next((str(row) for row in given if row), element)


@frozen(eq=False)
class Reach:
    """A stage of supply lines.

    Attributes:
        stage: the elements that mix in it; empty for the ends themselves.
        floods: how it was found; several where the length depends on the weather.
        by_sea: port hexes reached by a naval line.
        reached: every hex from which this stage and those after it lead to the ends.
    """

    stage: tuple[str, ...]
    floods: tuple[Flood, ...]
    by_sea: int
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
    """

    ends: int
    off_map: int
    by_order: tuple[tuple[Reach, ...], ...]
    supplied: int
    onward: int


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
    """

    view: View
    orders: tuple[Order, ...]
    nets: tuple[Net, ...]
    weak: int
    leaps: tuple[Leap, ...]
    trucks: int

    @property
    def found(self) -> Mapping[Key, Flood]:
        """The floods of this position, by what they are for."""
        return self.view.found

    def _flood(self, key: Key, terms: Terms, element: Element) -> Flood:
        return self.view.flood(key, terms, ways_for(element, self.view.state, self.view.rules))

    def lines(self, name: str, ends: int, off_map: int = 0) -> LineSet:
        """All supply lines to some ends; off_map: port hexes that a naval line joins to ends off the map."""
        known: dict[Order, Reach] = {}
        by_order = tuple(self._by_order(name, order, ends, off_map, known) for order in self.orders)
        supplied = union(reaches[-1].reached for reaches in by_order)
        onward = union(reach.reached for reaches in by_order for reach in reaches[:2])
        return LineSet(ends, off_map, by_order, supplied, onward)

    def _by_order(
        self, name: str, order: Order, ends: int, off_map: int, known: dict[Order, Reach]
    ) -> tuple[Reach, ...]:
        reaches = [Reach((), (), 0, ends)]
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
        row = row_of(element.name, self.view.side, self.view.state, self.view.rules)
        floods = self.by_weather(key, start, within, element, row)
        reached = union(f.reached for f in floods)
        return Reach(stage, floods, 0, ends | (reached & self.trucks if element.begins_at == TRUCK else reached))

    def _by_rail(
        self, key: Key, stage: tuple[str, ...], rail: Element, with_ships: bool, ends: int, off_map: int
    ) -> Reach:
        """Rails, with naval lines where these mix with them.

        A rail line ends on a net with capacity enough: on another net it may only lead on to such a one. So the flood
        starts, and comes ashore, where nets have it; ports elsewhere are reached by sea alone.
        """
        owned, strong = self.view.owned, ~(self.weak if rail.least_capacity else 0)
        ships = tuple(leap for leap in self.leaps if not leap.length) if with_ships else ()
        rail_ferries = tuple(leap for leap in self.leaps if leap.length) if rail.takes_ferries else ()
        enter = self.view.enter
        ashore = off_map | union(leap.begins for leap in ships if leap.hexes & ends & enter)
        landing = tuple(evolve(leap, begins=leap.begins & strong) for leap in ships)
        limit = longest(rail.low_row, "clear", self.view.rules).value if rail.low_row else None
        terms = Terms((ends | ashore) & owned & strong, owned, limit, (*landing, *rail_ferries))
        found = self._flood(key, terms, rail)
        by_sea = ashore | union(leap.begins for leap in ships if leap.hexes & found.reached & enter)
        return Reach(stage, (found,), by_sea, found.reached | by_sea | ends)

    def joined(self, key: Key, here: int) -> int:
        """The hexes that lines of no length join to a hex, and it to them: the same supply lines lead to all of these.

        None if the lines of any order end otherwise than along rails, or the hex is not open to them.
        """
        last = {order[-1] for order in self.orders}
        parts = [elements(self.view.rules)[word] for word in next(iter(last))] if len(last) == 1 else []
        rail = next((element for element in parts if element.along == RAIL), None)
        if rail is None:
            return 0
        within = self.view.owned & self.view.enter & ~(self.weak if rail.least_capacity else 0)
        with_ships = any(element.along == SEA for element in parts)
        ships = tuple(leap for leap in self.leaps if not leap.length and with_ships)
        return self._flood(key, Terms(here & within, within, 0, ships), rail).reached

    def by_weather(self, key: Key, start: int, within: int, element: Element, row: str) -> tuple[Flood, ...]:
        """The floods of an element: one for each length that the weather allows, through the hexes where it does."""
        areas = hexes_by_weather(self.view.state, self.view.rules)
        limits = {w: longest(row, w, self.view.rules).value for w in areas}
        if len(set(limits.values())) == 1:
            return (self._flood(key, Terms(start, within, next(iter(limits.values()))), element),)
        found = []
        for limit in dict.fromkeys(limits.values()):
            area = union(areas[w] for w, other in limits.items() if _at_least(other, limit))
            found.append(self._flood((*key, limit), Terms(start & area, within & area, limit), element))
        return tuple(found)

    def overland(self, key: Key, ends: int) -> tuple[Flood, ...]:
        """Overland lines to some hexes, as long as the overland element of a supply line."""
        element = on_foot(self.view.rules)
        row = row_of(ON_FOOT, self.view.side, self.view.state, self.view.rules)
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


def tracer_of(view: View) -> Tracer:
    """The tracer of a side."""
    trucks = _trucks(view) if any(element.begins_at == TRUCK for element in elements(view.rules).values()) else 0
    nets = nets_of(view)
    least = max((element.least_capacity for element in elements(view.rules).values()), default=0)
    weak = union(net.hexes for net in nets if not rule_on_net(net.capacity, least, view.rules).allowed)
    return Tracer(
        view,
        _orders(bool(trucks), view.rules),
        nets,
        weak,
        (*_naval_lines(view), *_ferries(view)),
        trucks,
    )


_TRUCKS: WeakKeyDictionary[Ruleset, tuple[FrozenMap[str, Piece], frozenset[str]]] = WeakKeyDictionary()


def _trucks(view: View) -> int:
    """The hexes with trucks of the side."""
    pieces = view.state.pieces
    before, trucks = _TRUCKS.get(view.rules, (FrozenMap[str, Piece](), frozenset[str]()))
    changed = pieces.changed_since(before)
    if changed:
        trucks = trucks.difference(changed) | {i for i in changed if i in pieces and pieces[i].unit.type == TRUCK}
        _TRUCKS[view.rules] = (pieces, trucks)
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
