"""A supply line along a way that is given hex by hex (rule 12B): which elements may lead along it, or why none may.

Needs the hexes of the way as the rules on supply see them, and what lies at its end; gives the elements with what each
counts, or the ruling that says where and why the line breaks off.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from attrs import evolve, field, frozen

from europa_rules.citations import rule
from europa_rules.ground.lines import LineHex, rule_on_line_into
from europa_rules.ground.supply_lines import (
    HIGH,
    LOW,
    OVERLAND_ONLY,
    RAIL,
    ROAD,
    SEA,
    TRUCK,
    Element,
    LinePort,
    counted_hexes,
    elements,
    longest,
    orders,
    rule_on_port,
)
from europa_rules.numbers import counted
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset

# --- a way, hex by hex -----------------------------------------------------------------------------------------------


@frozen
class RouteHex:
    """A hex of a way from a unit to a source.

    Attributes:
        entry: what is in it, and the kind of supply source there.
        owned: whether it is friendly-owned.
        by_road: whether a road joins it to the hex before.
        by_rail: "high" or "low" where a rail line joins them; "ferry" where a rail ferry does.
        by_sea: whether a naval line joins them.
        net: its rail net.
        terrain, hexsides: for elements that count some of them extra.
        frozen: whether its waters are frozen.
        weather: the weather there.
        truck: whether a friendly truck is there.
        port: the port there.
        name: the hex.
    """

    entry: LineHex = LineHex()
    owned: bool = True
    by_road: bool = False
    by_rail: str = ""
    by_sea: bool = False
    net: str = ""
    terrain: str = "clear"
    hexsides: tuple[str, ...] = ()
    frozen: bool = False
    weather: str = "clear"
    truck: bool = False
    port: LinePort | None = None
    name: str = ""

    @classmethod
    def joined(cls, roads: Sequence[bool], rails: Sequence[str], hexes: Sequence[RouteHex]) -> tuple[RouteHex, ...]:
        """These hexes, two neighbors joined by a road or a rail where both have one; the rail entered counts.

        A rail line is a road too.
        """
        found, ways = list(hexes[:1]), [road or bool(rail) for road, rail in zip(roads, rails, strict=True)]
        for i in range(1, len(hexes)):
            rail = rails[i] if rails[i - 1] else ""
            found.append(evolve(hexes[i], by_road=ways[i] and ways[i - 1], by_rail=rail))
        return tuple(found)


@frozen
class Route:
    """A way from a unit's hex to a source.

    Attributes:
        hexes: the unit's hex, then those entered; the last has the source.
        limits: lengths that stand in place of the chart's, by row.
        capacities: REs of capacity by rail net; any other net has enough.
        users: rows of limits that stand in place of an element's for this side, by element.
    """

    hexes: tuple[RouteHex, ...]
    limits: Mapping[str, int] = field(factory=dict, hash=False)
    capacities: Mapping[str, int] = field(factory=dict, hash=False)
    rows: Mapping[str, str] = field(factory=dict, hash=False)

    def limit(self, row: str, weather: str, rules: Ruleset) -> int | None:
        """The longest of a row; None for no limit."""
        if row in self.limits:
            return self.limits[row]
        known = rules.charts["supply_lines"].rows("rows")
        return longest(row, weather, rules).value if row in known else None


@frozen
class _Line:
    """A line traced so far: where it stands in an order of elements, and what it has used of the present one."""

    order: tuple[tuple[Element, ...], ...]
    stage: int = -1
    element: Element | None = None
    length: int = 0
    limit: int | None = None
    low: int = 0
    needs_net: bool = False
    parts: tuple[tuple[str, int], ...] = field(default=(), eq=False)


@frozen
class Traced:
    """Whether a way is a supply line.

    Attributes:
        ruling: allowed, or every rule that stops it.
        parts: the elements of the line and the hexes entered on each, from the unit outward.
        source: the kind of source at its end.
    """

    ruling: Ruling
    parts: tuple[tuple[str, int], ...] = ()
    source: str = ""

    @property
    def in_supply(self) -> bool:
        """Whether a unit with this line is in supply."""
        return self.ruling.allowed


@rule("FoF 12A", "FoF 12B", "SF 12A", "SF 12B", "SF 12B3", "SF 12B4")
def trace(route: Route, rules: Ruleset) -> Traced:
    """Follow a way hex by hex, in every order of elements; the first line that reaches its source will do.

    >>> from europa_rules import load
    >>> from europa_rules.ground.lines import LineHex
    >>> way = Route((RouteHex(), *[RouteHex()] * 6, RouteHex(LineHex(source="full"))))
    >>> trace(way, load("fof")).parts
    (('overland', 7),)
    """
    known = elements(rules)
    lines: dict[_Line, None] = {}
    for order in orders(rules):
        lines[_Line(tuple(tuple(known[name] for name in stage) for stage in order))] = None
    for i, here in enumerate(route.hexes):
        if i:
            lines = dict.fromkeys(_onward(lines, here, route, rules))
        lines = dict.fromkeys(x for line in lines for x in (line, *_begun(line, here, route, rules)))
    last = route.hexes[-1] if route.hexes else RouteHex()
    ends = [line for line in lines if not line.needs_net and _may_end(line, last.entry.source)]
    if ends and last.entry.source:
        return Traced(Ruling.allow(), ends[0].parts, last.entry.source)
    return Traced(_why_not(route, rules))


@rule("FoF 12C3", "SF 12C3a")
def _may_end(line: _Line, source: str) -> bool:
    """Whether a line may end at a source of this kind: overland lines alone lead to delivered supply."""
    plain = {e.name for stage in line.order for e in stage if not (e.along or e.begins_at)}
    return source not in OVERLAND_ONLY or all(name in plain for name, _ in line.parts)


def _begun(line: _Line, here: RouteHex, route: Route, rules: Ruleset) -> Iterable[_Line]:
    """The line with each element begun that may begin in a hex: a later one, or another of the same stage."""
    if line.needs_net:
        return
    for stage in range(max(line.stage, 0), len(line.order)):
        for element in line.order[stage]:
            mixes = stage == line.stage
            if not (mixes and element == line.element) and _may_begin(element, here, rules):
                limit = route.limit(route.rows.get(element.name, element.name), here.weather, rules)
                low, parts = line.low if mixes else 0, (*line.parts, (element.name, 0))
                yield _Line(line.order, stage, element, limit=limit, low=low, parts=parts)


def _may_begin(element: Element, here: RouteHex, rules: Ruleset) -> bool:
    if element.is_owned and not here.owned:
        return False
    if element.along == SEA:
        return here.port is not None and rule_on_port(here.port, rules).allowed
    return element.begins_at != TRUCK or here.truck


def _onward(lines: Iterable[_Line], here: RouteHex, route: Route, rules: Ruleset) -> Iterable[_Line]:
    """The lines that lead on into the next hex."""
    if not rule_on_line_into(here.entry, rules).allowed:
        return
    for line in lines:
        step = _step(line, here, route, rules) if line.element else None
        if step is not None:
            yield step


def _step(line: _Line, here: RouteHex, route: Route, rules: Ruleset) -> _Line | None:
    element = cast(Element, line.element)
    if not _leads(element, here) or (element.is_owned and not here.owned):
        return None
    if element.along == SEA and not (here.port and rule_on_port(here.port, rules).allowed):
        return None
    length = line.length + _counts(element, here, rules)
    limit = _less(line.limit, route.limit(route.rows.get(element.name, element.name), here.weather, rules))
    low = line.low + (element.along == RAIL and here.by_rail != HIGH)
    most = route.limit(element.low_row, here.weather, rules) if element.low_row else None
    if (limit is not None and length > limit) or (most is not None and low > most):
        return None
    parts = (*line.parts[:-1], (element.name, line.parts[-1][1] + 1))
    return evolve(
        line, length=length, limit=limit, low=low, needs_net=_is_weak(element, here, route, rules), parts=parts
    )


def _leads(element: Element, here: RouteHex) -> bool:
    if element.along == SEA:
        return here.by_sea
    if here.by_sea:
        return False
    by_rail = bool(here.by_rail) and (here.by_rail != "ferry" or element.takes_ferries)
    return {ROAD: here.by_road or here.by_rail in (HIGH, LOW), RAIL: by_rail}.get(element.along, True)


def _counts(element: Element, here: RouteHex, rules: Ruleset) -> int:
    along = here.by_road or here.by_rail in (HIGH, LOW)
    return counted_hexes(element.name, here.terrain, here.hexsides, rules, along_road=along, frozen=here.frozen)


@rule("SF 12B3")
def rule_on_net(capacity: int, least: int, rules: Ruleset) -> Ruling:
    """Whether a rail element may end on a net of this capacity (REs); on another it may only lead on to such a net.

    >>> from europa_rules import load
    >>> print(rule_on_net(9, 10, load("sf")))
    refused: the net has 9 REs of capacity and lines end only where there are 10 (SF 12B3).
    """
    why = f"the net has {capacity} REs of capacity and lines end only where there are {least}"
    return Ruling.refuse_if(capacity < least, why, rules.cite("rail-element"))


def _is_weak(element: Element, here: RouteHex, route: Route, rules: Ruleset) -> bool:
    if element.along != RAIL or not element.least_capacity:
        return False
    capacity = route.capacities.get(here.net, element.least_capacity)
    return not rule_on_net(capacity, element.least_capacity, rules).allowed


def _less(a: int | None, b: int | None) -> int | None:
    return min((n for n in (a, b) if n is not None), default=None)


def _why_not(route: Route, rules: Ruleset) -> Ruling:
    """Every rule that stops a line along a way."""
    found = Ruling.allow()
    for here in route.hexes[1:]:
        said = rule_on_line_into(here.entry, rules)
        where = f"{here.name}: " if here.name else ""
        found &= Ruling.all(Ruling.refuse(f"{where}{r.why}", *r.by) for r in said.refusals)
    if not route.hexes or not route.hexes[-1].entry.source:
        found &= Ruling.refuse("the way ends at no supply source", rules.cite("12C"))
    if found.allowed:
        lengths = {name: _told_limit(route.rows.get(name, name), route, rules) for name in elements(rules)}
        longest_of_each = ", ".join(f"{name} {most}" for name, most in lengths.items() if most)
        why = f"no elements in their order reach the source, {counted(len(route.hexes) - 1, 'hex', 'hexes')} away;"
        why += f" the longest in hexes are {longest_of_each}"
        weak = _weak_elements(route, rules)
        why += "".join(f"; no {e.name} element ends on a net of less than {e.least_capacity} REs" for e in weak)
        found = Ruling.refuse(why, rules.cite("12B"), *(c for element in weak for c in element.by))
    return found


def _told_limit(row: str, route: Route, rules: Ruleset) -> str:
    """The longest of a row in the weathers of a way; "" for any length.

    Where they differ: "7 in clear weather and 4 in mud weather".
    """
    most = {here.weather: route.limit(row, here.weather, rules) for here in route.hexes}
    if len(set(most.values())) > 1:
        return " and ".join(
            f"{'of any length' if n is None else n} in {weather} weather" for weather, n in most.items()
        )
    return "".join(str(n) for n in set(most.values()) if n is not None)


def _weak_elements(route: Route, rules: Ruleset) -> list[Element]:
    """The elements that may not be used somewhere on the way because the rail net there is too weak."""
    return [e for e in elements(rules).values() if any(_is_weak(e, here, route, rules) for here in route.hexes)]
