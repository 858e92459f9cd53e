"""Supply sources of 1943 to 1945 (SF 12C): cities and lines at home, ports, supplies that were delivered.

Needs what a side owns and what the enemy has ever owned; gives the hexes that are sources, and whom they serve.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from attrs import frozen

from europa_rules.campaign.nations import happened
from europa_rules.campaign.regions import find_place, hexes_of_region, is_in_region
from europa_rules.charts import Cell
from europa_rules.citations import rule
from europa_rules.contributions import Gate, Source
from europa_rules.errors import unknown
from europa_rules.ground.ownership import REMEMBERED, has_been_owned_by_enemy
from europa_rules.ground.supply_lines import NAVAL_SIZES, RAIL, LinePort, limited_sizes, rule_on_port
from europa_rules.ground.supply_sources import (
    BY_SEA,
    CUT_OFF,
    FULL,
    IN_HEX,
    LIMITED,
    OVERLAND,
    PLACES,
    SPECIAL,
    SUPPLY_SOURCES,
    SourceLoad,
    SupplySource,
)
from europa_rules.ground.supply_state import supplied_hexes, supplies_at
from europa_rules.ground.supply_view import View, connected_cities, size_of_port
from europa_rules.ground.supply_ways import hexes_on_rails
from europa_rules.hexes import BOX, Hex
from europa_rules.nations import normal
from europa_rules.numbers import Number
from europa_rules.permissions import Ruling
from europa_rules.remembered import remembered
from europa_rules.ruleset import Ruleset
from europa_rules.sheets.features import MajorCity
from europa_rules.sides import ALLIED, AXIS, Side
from europa_rules.state import Piece
from europa_rules.units import Unit

ITALIANS = frozenset({"it", "rs"})
GREATER_GERMANY, GERMANY, ITALY, BRITAIN = "Greater Germany", "1939 Germany", "Italy", "Britain"
HOME_GROUNDS = (BRITAIN, "North Africa")
"""Where the ports are that supply the Allies, on the map and off it."""

GROUNDS = (GREATER_GERMANY, GERMANY, ITALY, *HOME_GROUNDS)
"""The regions that matter to sources of supply."""

EAST = 1
PORT_FORTIFICATION = "port_fortification"
AT_SEA = "sf-12B-cargo-at-sea"


# --- what is a source for whom (12C) ---------------------------------------------------------------------------------

RAIL_HEX, CITY_PAIR, CITY_HEX, PORT = "rail-hex", "city-pair", "city-hex", "port"
FORTIFIED_PORT, SUPPLY_POINTS, HOLDING_BOX = "port-fortification", "supply-points", "holding-box"


@frozen
class DescribedSource:
    """A thing that may be a source, and the force that would use it.

    Attributes:
        side: whose the force is.
        force: the code of its nation, or "".
        type: "rail-hex", "city-pair", "city-hex", "port", "port-fortification", "supply-points" or "holding-box".
        grounds: those of `GROUNDS` that it lies in.
        size: of a port.
        on_east_edge: whether a rail hex is on the east edge of the map.
        major, connected: whether the cities of a pair are major ones, and connected by rail.
        ever_enemy_owned: whether the enemy has ever owned one of them.
        same_hex: whether the units are in the hex of the fortification.
        owned: whether the side owns it; functioning: whether a port functions.
    """

    side: Side
    force: str
    type: str
    grounds: frozenset[str] = frozenset()
    size: str = ""
    on_east_edge: bool = False
    major: bool = True
    connected: bool = True
    ever_enemy_owned: bool = False
    same_hex: bool = True
    owned: bool = True
    functioning: bool = True


def _kind_of_rail_hex(facts: DescribedSource, _: Ruleset) -> str:
    return FULL if facts.side == AXIS and facts.on_east_edge and GREATER_GERMANY in facts.grounds else ""


def _kind_of_pair(facts: DescribedSource, _: Ruleset) -> str:
    sound = facts.side == AXIS and facts.major and facts.connected and not facts.ever_enemy_owned
    serves = GERMANY in facts.grounds or (ITALY in facts.grounds and facts.force in ITALIANS)
    return FULL if sound and serves else ""


def _kind_of_port(facts: DescribedSource, rules: Ruleset) -> str:
    if facts.size in NAVAL_SIZES:
        return FULL if facts.side == ALLIED and not facts.grounds.isdisjoint(HOME_GROUNDS) else ""
    port = LinePort(facts.size, facts.owned, facts.functioning)
    return LIMITED if rule_on_port(port, rules, limited_sizes(rules)).allowed else ""


def _kind_of_city(facts: DescribedSource, _: Ruleset) -> str:
    return FULL if facts.side == ALLIED and BRITAIN in facts.grounds else ""


def _kind_of_fortification(facts: DescribedSource, _: Ruleset) -> str:
    return SPECIAL if facts.side == AXIS and facts.same_hex else ""


def _kind_of_supplies(_: DescribedSource, __: Ruleset) -> str:
    return SPECIAL


def _kind_of_box(_: DescribedSource, __: Ruleset) -> str:
    return FULL


_KINDS = {
    RAIL_HEX: _kind_of_rail_hex,
    CITY_PAIR: _kind_of_pair,
    CITY_HEX: _kind_of_city,
    PORT: _kind_of_port,
    FORTIFIED_PORT: _kind_of_fortification,
    SUPPLY_POINTS: _kind_of_supplies,
    HOLDING_BOX: _kind_of_box,
}


@rule("SF 12C", "SF 12C1a", "SF 12C1b", "SF 12C1c", "SF 12C2", "SF 12C3a", "SF 12C3b", "SF 3E5")
def kind_of_source(facts: DescribedSource, rules: Ruleset) -> str:
    """The kind of source that a thing is for a force: full, limited, special, or "" for none.

    Raises UnknownName for a type of thing that there is not.

    >>> from europa_rules import load
    >>> kind_of_source(DescribedSource(ALLIED, "us", "port", frozenset({"Britain"}), "great"), load("sf"))
    'full'
    >>> [kind_of_source(DescribedSource(ALLIED, "us", kind), load("sf")) for kind in (SUPPLY_POINTS, HOLDING_BOX)]
    ['special', 'full']
    >>> german = frozenset({"Greater Germany"})
    >>> kind_of_source(DescribedSource(AXIS, "ge", RAIL_HEX, german), load("sf")) or "none"
    'none'
    >>> kind_of_source(DescribedSource(AXIS, "ge", CITY_PAIR, frozenset({GERMANY})), load("sf"))
    'full'
    >>> kind_of_source(DescribedSource(AXIS, "ge", FORTIFIED_PORT), load("sf"))
    'special'
    >>> kind_of_source(DescribedSource(ALLIED, "us", PORT, size="standard"), load("sf")) or "none"
    'limited'
    """
    if facts.type not in _KINDS:
        raise unknown("type of supply source", facts.type, _KINDS)
    return _KINDS[facts.type](facts, rules) if facts.owned else ""


_RULES = {
    (RAIL_HEX, AXIS): ("12C1a",),
    (CITY_PAIR, AXIS): ("12C1a", "12C1b"),
    (CITY_HEX, ALLIED): ("12C1c",),
    (PORT, AXIS): ("12C2",),
    (PORT, ALLIED): ("12C1c", "12C2"),
    (FORTIFIED_PORT, AXIS): ("12C3b",),
}
"""The rules that say when a thing is a source for a side."""


@rule("SF 12C", "SF 12C1a", "SF 12C1b", "SF 12C1c", "SF 12C2", "SF 12C3b")
def rule_on_kind(facts: DescribedSource, rules: Ruleset) -> Ruling:
    """Whether a thing is a source of any kind for a force, with the rules that say when it would be one.

    >>> from europa_rules import load
    >>> print(rule_on_kind(DescribedSource(ALLIED, "us", "port", size="minor", owned=False), load("sf")).refusals[0])
    the Allied player does not own it (SF 12C)
    """
    what, numbers = facts.type.replace("-", " "), _RULES.get((facts.type, facts.side), ("12C",))
    why = f"such a {what} is none of the sources of the {facts.side} player's force"
    unowned = Ruling.refuse_if(not facts.owned, f"the {facts.side} player does not own it", rules.cite("12C"))
    none = facts.owned and not kind_of_source(facts, rules)
    return unowned & Ruling.refuse_if(none, why, *(rules.cite(number) for number in numbers))


def grounds_named(place: str, rules: Ruleset) -> frozenset[str]:
    """Those of `GROUNDS` in which a place told by name lies; "Germany" is that of 1939.

    >>> from europa_rules import load
    >>> sorted(grounds_named("Germany", load("sf"))), sorted(grounds_named("Sicily", load("sf")))
    (['1939 Germany', 'Greater Germany'], ['Italy'])
    """
    if not place or place == GREATER_GERMANY:
        return frozenset({place}) if place else frozenset()
    there = find_place("Germany" if place == GERMANY else place, rules)
    return frozenset(ground for ground in GROUNDS if is_in_region(there, ground, (), rules))


def nation_of_force(force: str, side: Side, rules: Ruleset) -> str:
    """The code of the nation of a force told by name, with or without that of its side before it; "" for several.

    >>> from europa_rules import load
    >>> nation_of_force("Axis Italian", AXIS, load("sf"))
    'it'
    >>> nation_of_force("Other Axis", AXIS, load("sf"))
    ''
    """
    alone = force.removeprefix(f"{side} ")
    several = (own.name for own in rules.charts.forces.forces if len(own.nations) > 1)
    return "" if normal(alone) in map(normal, several) else rules.nations.find(alone).code


# --- how many units a source serves (12C2, 12C3) ---------------------------------------------------------------------


@rule("SF 12C2")
def port_capacity(size: str, rules: Ruleset) -> Cell[Number] | None:
    """REs of units that a port of limited supply serves; None for a size that is no limited source."""
    return rules.charts["port_summary"].find_number("rows", size, "limited_supply_re")


@rule("SF 12C1", "SF 12C2", "SF 12C3a", "SF 12C3b")
def load_on(source: str, points: int, units: tuple[Unit, ...], rules: Ruleset) -> SourceLoad:
    """Units that would draw on a source told in words: "standard port", "supply points" (each serves 1 RE), ...

    >>> from europa_rules import load
    >>> sf = load("sf")
    >>> load_on("standard port", 0, (), sf).capacity, load_on("port fortification", 0, (), sf).capacity
    (Fraction(30, 1), None)
    """
    words = source.replace("-", " ").lower()
    if words.startswith("supply point"):
        return SourceLoad(points, units, by=(rules.cite("delivered-supply"),))
    cell = port_capacity(words.partition(" ")[0], rules)
    return SourceLoad(Fraction(cell.value) if cell else None, units, by=(rules.cite("limited-sources"),))


# --- on the board ----------------------------------------------------------------------------------------------------


@remembered(64)
def _hexes_in(region: str, events: frozenset[str], rules: Ruleset) -> frozenset[Hex]:
    return frozenset(hexes_of_region(region, tuple(sorted(events)), rules))


def _grounds_of(hexes: Iterable[Hex], events: frozenset[str], rules: Ruleset) -> frozenset[str]:
    """The grounds in which all of these hexes lie."""
    return frozenset(ground for ground in GROUNDS if _hexes_in(ground, events, rules).issuperset(hexes))


def _is_full(facts: DescribedSource, rules: Ruleset) -> bool:
    return kind_of_source(facts, rules) == FULL


@remembered(64)
def _eastern_rails(side: Side, events: frozenset[str], rules: Ruleset) -> tuple[Hex, ...]:
    board, rails = rules.board, hexes_on_rails(rules)
    edge = (board.hexes[i] for i, around in enumerate(board.neighbors) if around[EAST] < 0)
    found = ((ref, _grounds_of((ref,), events, rules)) for ref in edge if ref in rails)
    return tuple(
        ref for ref, here in found if _is_full(DescribedSource(side, "", RAIL_HEX, here, on_east_edge=True), rules)
    )


def eastern_rails(view: View) -> Iterable[Hex]:
    """The rail hexes on the east edge of the map in Greater Germany."""
    return _eastern_rails(view.side, happened(view.state), view.rules)


@remembered(64)
def _cities_in(region: str, rules: Ruleset) -> tuple[MajorCity, ...]:
    home = _hexes_in(region, frozenset(), rules)
    return tuple(city for city in rules.board.major_cities if home.issuperset(city.hexes))


@remembered(256)
def _sound_cities(region: str, force: str, side: Side, lost: frozenset[Hex], rules: Ruleset) -> tuple[MajorCity, ...]:
    """The cities of a region that may serve a force in pairs, given the hexes that the enemy has owned."""
    sought = frozenset({region})
    cities = ((city, not lost.isdisjoint(city.hexes)) for city in _cities_in(region, rules))
    facts = ((c, DescribedSource(side, force, CITY_PAIR, sought, ever_enemy_owned=gone)) for c, gone in cities)
    return tuple(city for city, source in facts if _is_full(source, rules))


def _pairs(region: str, force: str, view: View) -> Iterable[Hex]:
    """The hexes of connected major cities of a region that serve a force."""
    own = (ref for city in _cities_in(region, view.rules) for ref in city.hexes)
    lost = frozenset(ref for ref in own if has_been_owned_by_enemy(ref, view.side, view.state))
    cities = _sound_cities(region, force, view.side, lost, view.rules)
    found = connected_cities(cities, view, RAIL) if cities else frozenset()
    return (ref for city in cities if city in found for ref in city.hexes)


def german_pairs(view: View) -> Iterable[Hex]:
    """Connected major cities of the Germany of 1939."""
    return _pairs(GERMANY, "", view)


def italian_pairs(view: View) -> Iterable[Hex]:
    """Connected major cities of Italy."""
    return _pairs(ITALY, "it", view)


@remembered(16)
def _home_ports(side: Side, rules: Ruleset) -> tuple[Hex, ...]:
    ports = ((ref, port.size) for ref in rules.board.hexes for port in rules.board.ports(ref))
    here = ((ref, size, _grounds_of((ref,), frozenset(), rules)) for ref, size in ports)
    return tuple(ref for ref, size, grounds in here if _is_full(DescribedSource(side, "", PORT, grounds, size), rules))


def allied_ports(view: View) -> Iterable[Hex]:
    """The major and great ports in Britain and North Africa."""
    return _home_ports(view.side, view.rules)


@remembered(16)
def _british_cities(side: Side, rules: Ruleset) -> tuple[Hex, ...]:
    board = rules.board
    cities = (ref for ref in board.hexes if any(city.size != "point" for city in board.cities(ref)))
    here = ((ref, _grounds_of((ref,), frozenset(), rules)) for ref in cities)
    return tuple(ref for ref, grounds in here if _is_full(DescribedSource(side, "", CITY_HEX, grounds), rules))


def british_cities(view: View) -> Iterable[Hex]:
    """Every city hex in Britain; point cities are none."""
    return _british_cities(view.side, view.rules)


@remembered(16)
def _far_ports(side: Side, rules: Ruleset) -> tuple[Hex, ...]:
    ports = ((port, box.name) for box in rules.board.boxes.values() for port in box.ports)
    facts = ((port, DescribedSource(side, "", PORT, frozenset({name}), port.size)) for port, name in ports)
    return tuple(ref for port, source in facts if _is_full(source, rules) for ref in port.entry_hexes)


def ports_off_the_map(view: View) -> Iterable[Hex]:
    """The hexes of the sea by which the major and great ports of Britain and North Africa off the map are reached."""
    return _far_ports(view.side, view.rules)


def load_of_port(ref: Hex, view: View) -> int | None:
    """REs of units that a port of limited supply serves."""
    cell = port_capacity(size_of_port(ref, view.state, view.rules), view.rules)
    return int(cell.value) if cell else None


def delivered(view: View) -> Iterable[Hex]:
    """The hexes in which supply points are left."""
    return supplied_hexes(view.side, view.state)


def delivered_at(ref: Hex, view: View) -> int:
    """Supply points left in a hex; each serves 1 RE of units."""
    return supplies_at(ref, view.state).get(view.side, 0)


def port_fortifications(view: View) -> Iterable[Hex]:
    """The hexes with Axis port fortifications."""
    if not kind_of_source(DescribedSource(view.side, "", FORTIFIED_PORT), view.rules):
        return ()
    pieces = view.state.pieces.values()
    return (p.place for p in pieces if p.side == view.side and p.unit.type == PORT_FORTIFICATION)


def is_in_box(piece: Piece, _: View) -> bool:
    """Whether a piece is in a holding box."""
    return piece.place.startswith(BOX)


@remembered()
def _hexes_at_sea(rules: Ruleset) -> frozenset[Hex]:
    return frozenset(ref for ref in rules.board.hexes if not rules.board.has_land(ref))


def is_at_sea(piece: Piece, view: View) -> bool:
    """Whether a piece is in a hex without land."""
    return piece.place in _hexes_at_sea(view.rules)


def hexes_remembered(rules: Ruleset) -> frozenset[Hex]:
    """The hexes whose former owners matter to supply."""
    return frozenset(ref for city in rules.board.major_cities for ref in city.hexes)


SOURCES: tuple[Source, ...] = (
    Source(
        "rail hexes on the east edge in Greater Germany",
        SUPPLY_SOURCES,
        by="SF 12C1a",
        value=SupplySource(FULL, eastern_rails),
    ),
    Source(
        "connected major cities in 1939 Germany", SUPPLY_SOURCES, by="SF 12C1a", value=SupplySource(FULL, german_pairs)
    ),
    Source(
        "connected major cities in Italy",
        SUPPLY_SOURCES,
        by="SF 12C1b",
        value=SupplySource(FULL, italian_pairs, ITALIANS),
    ),
    Source(
        "major and great ports in Britain and North Africa",
        SUPPLY_SOURCES,
        by="SF 12C1c",
        value=SupplySource(FULL, allied_ports),
    ),
    Source(
        "major and great ports off the map",
        SUPPLY_SOURCES,
        by="SF 12C1c",
        value=SupplySource(FULL, ports_off_the_map, reach=BY_SEA, needs_owner=False),
    ),
    Source("city hexes in Britain", SUPPLY_SOURCES, by="SF 12C1c", value=SupplySource(FULL, british_cities)),
    Source(
        "minor and standard ports",
        SUPPLY_SOURCES,
        by="SF 12C2",
        value=SupplySource(LIMITED, load=load_of_port, at_ports=True),
    ),
    Source(
        "supply points",
        SUPPLY_SOURCES,
        by="SF 12C3a",
        value=SupplySource(SPECIAL, delivered, reach=OVERLAND, load=delivered_at, needs_owner=False),
    ),
    Source(
        "port fortifications",
        SUPPLY_SOURCES,
        by="SF 12C3b",
        value=SupplySource(SPECIAL, port_fortifications, reach=IN_HEX, needs_owner=False),
    ),
    Source("holding boxes", PLACES, by="SF 3E5", value=(FULL, is_in_box)),
    Source("aboard ship", PLACES, by="SF 12B", value=(FULL, is_at_sea), gate=Gate(point=AT_SEA, reading="always")),
    Source("at sea", CUT_OFF, by="SF 12B", value=is_at_sea, gate=Gate(point=AT_SEA, reading="only-in-port")),
    Source("sources of supply", REMEMBERED, by="SF 12C1a", value=hexes_remembered),
)
