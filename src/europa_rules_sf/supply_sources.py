"""Supply sources of 1943 to 1945 (SF 12C): cities and lines at home, ports, supplies that were delivered.

Needs what a side owns and what the enemy has ever owned; gives the hexes that are sources, and whom they serve.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from attrs import frozen

from europa_rules.campaign.nations import happened
from europa_rules.campaign.regions import is_in_region, place_at
from europa_rules.citations import rule
from europa_rules.contributions import Gate, Source
from europa_rules.ground.ownership import REMEMBERED, has_been_owned_by_enemy
from europa_rules.ground.supply_lines import NAVAL_SIZES, RAIL, LinePort, limited_sizes, rule_on_port
from europa_rules.ground.supply_sources import (
    BY_SEA,
    FULL,
    IN_HEX,
    LIMITED,
    OVERLAND,
    PLACES,
    SPECIAL,
    SUPPLY_SOURCES,
    SupplySource,
)
from europa_rules.ground.supply_state import supplied_hexes, supplies_at
from europa_rules.ground.supply_view import View, connected_cities, size_of_port
from europa_rules.ground.supply_ways import hexes_on_rails
from europa_rules.hexes import BOX, Hex
from europa_rules.ruleset import Ruleset
from europa_rules.sheets.features import MajorCity
from europa_rules.sides import ALLIED, AXIS, Side
from europa_rules.state import Piece

ITALIANS = frozenset({"it", "rs"})
HOME_GROUNDS = ("Britain", "North Africa")
"""Where the ports are that supply the Allies, on the map and off it."""

EAST = 1
PORT_FORTIFICATION = "port_fortification"
AT_SEA = "sf-12B-cargo-at-sea"


@lru_cache(maxsize=64)
def _hexes_in(region: str, events: frozenset[str], rules: Ruleset) -> frozenset[Hex]:
    hexes = rules.board.hexes
    return frozenset(ref for ref in hexes if is_in_region(place_at(ref, rules), region, tuple(sorted(events)), rules))


@lru_cache(maxsize=64)
def _eastern_rails(events: frozenset[str], rules: Ruleset) -> tuple[Hex, ...]:
    board, rails, home = rules.board, hexes_on_rails(rules), _hexes_in("Greater Germany", events, rules)
    edge = (board.hexes[i] for i, around in enumerate(board.neighbors) if around[EAST] < 0)
    return tuple(ref for ref in edge if ref in rails and ref in home)


def eastern_rails(view: View) -> Iterable[Hex]:
    """The rail hexes on the east edge of the map in Greater Germany."""
    return _eastern_rails(happened(view.state), view.rules) if view.side == AXIS else ()


@lru_cache(maxsize=64)
def _cities_in(region: str, rules: Ruleset) -> tuple[MajorCity, ...]:
    home = _hexes_in(region, frozenset(), rules)
    return tuple(city for city in rules.board.major_cities if home.issuperset(city.hexes))


def _pairs(region: str, view: View) -> Iterable[Hex]:
    """The hexes of connected major cities of a region that the Allies have never owned."""
    cities = [
        city
        for city in _cities_in(region, view.rules)
        if not any(has_been_owned_by_enemy(ref, AXIS, view.state) for ref in city.hexes)
    ]
    found = connected_cities(cities, view, RAIL)
    return (ref for city in cities if city in found for ref in city.hexes)


def german_pairs(view: View) -> Iterable[Hex]:
    """Connected major cities of the Germany of 1939."""
    return _pairs("1939 Germany", view) if view.side == AXIS else ()


def italian_pairs(view: View) -> Iterable[Hex]:
    """Connected major cities of Italy."""
    return _pairs("Italy", view) if view.side == AXIS else ()


@lru_cache(maxsize=16)
def _home_ports(rules: Ruleset) -> tuple[Hex, ...]:
    home = frozenset().union(*(_hexes_in(region, frozenset(), rules) for region in HOME_GROUNDS))
    board = rules.board
    return tuple(ref for ref in board.hexes if ref in home and any(p.size in NAVAL_SIZES for p in board.ports(ref)))


def allied_ports(view: View) -> Iterable[Hex]:
    """The major and great ports in Britain and North Africa."""
    return _home_ports(view.rules) if view.side == ALLIED else ()


@lru_cache(maxsize=16)
def _british_cities(rules: Ruleset) -> tuple[Hex, ...]:
    board, home = rules.board, _hexes_in("Britain", frozenset(), rules)
    return tuple(ref for ref in board.hexes if ref in home and any(city.size != "point" for city in board.cities(ref)))


def british_cities(view: View) -> Iterable[Hex]:
    """Every city hex in Britain; point cities are none."""
    return _british_cities(view.rules) if view.side == ALLIED else ()


def ports_off_the_map(view: View) -> Iterable[Hex]:
    """The hexes of the sea by which the major and great ports of Britain and North Africa off the map are reached."""
    boxes = (box for box in view.rules.board.boxes.values() if box.name in HOME_GROUNDS and view.side == ALLIED)
    return (ref for box in boxes for port in box.ports if port.size in NAVAL_SIZES for ref in port.entry_hexes)


def load_of_port(ref: Hex, view: View) -> int | None:
    """REs of units that a port of limited supply serves."""
    size = size_of_port(ref, view.state, view.rules)
    cell = view.rules.charts["port_summary"].find_number("rows", size, "limited_supply_re")
    return int(cell.value) if cell else None


def delivered(view: View) -> Iterable[Hex]:
    """The hexes in which supply points are left."""
    return supplied_hexes(view.side, view.state)


def delivered_at(ref: Hex, view: View) -> int:
    """Supply points left in a hex; each serves 1 RE of units."""
    return supplies_at(ref, view.state).get(view.side, 0)


def port_fortifications(view: View) -> Iterable[Hex]:
    """The hexes with Axis port fortifications."""
    if view.side != AXIS:
        return ()
    pieces = view.state.pieces.values()
    return (p.place for p in pieces if p.side == AXIS and p.unit.type == PORT_FORTIFICATION)


def is_in_box(piece: Piece, _: View) -> bool:
    """Whether a piece is in a holding box."""
    return piece.place.startswith(BOX)


def is_at_sea(piece: Piece, view: View) -> bool:
    """Whether a piece is in a hex without land."""
    board = view.rules.board
    return piece.place in board.index and not board.has_land(piece.place)


def remembered(rules: Ruleset) -> frozenset[Hex]:
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
    Source("sources of supply", REMEMBERED, by="SF 12C1a", value=remembered),
)


# --- sources as they are described -----------------------------------------------------------------------------------

RAIL_HEX, CITY_PAIR, PORT, CITY_HEX, FORTIFIED_PORT, SUPPLY_POINTS = (
    *("rail-hex", "city-pair", "port", "city-hex"),
    *("port-fortification", "supply-points"),
)


@frozen
class DescribedSource:
    """A source as bare facts tell it, and the force that would use it.

    Attributes:
        side: whose the force is.
        force: the code of its nation.
        type: "rail-hex", "city-pair", "port", "city-hex", "port-fortification" or "supply-points".
        region: where it is; "Germany" is that of 1939.
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
    region: str = ""
    size: str = ""
    on_east_edge: bool = False
    major: bool = True
    connected: bool = True
    ever_enemy_owned: bool = False
    same_hex: bool = True
    owned: bool = True
    functioning: bool = True


GERMANY, GREATER_GERMANY, ITALY = (
    ("Germany", "1939 Germany"),
    ("Greater Germany", "Germany", "1939 Germany"),
    ("Italy",),
)


@rule("SF 12C", "SF 12C1a", "SF 12C1b", "SF 12C1c", "SF 12C2", "SF 12C3a", "SF 12C3b")
def kind_of_source(facts: DescribedSource, rules: Ruleset) -> str:
    """The kind of source that a thing is for a force: full, limited, special, or "" for none.

    >>> from europa_rules import load
    >>> kind_of_source(DescribedSource(ALLIED, "us", "port", "Britain", "great"), load("sf"))
    'full'
    """
    if not facts.owned:
        return ""
    kinds = {
        RAIL_HEX: _kind_of_rail_hex,
        CITY_PAIR: _kind_of_pair,
        PORT: _kind_of_port,
        CITY_HEX: _kind_of_city,
        FORTIFIED_PORT: _kind_of_fortification,
    }
    return kinds[facts.type](facts, rules) if facts.type in kinds else SPECIAL


def _kind_of_rail_hex(facts: DescribedSource, _: Ruleset) -> str:
    return FULL if facts.side == AXIS and facts.on_east_edge and facts.region in GREATER_GERMANY else ""


def _kind_of_pair(facts: DescribedSource, _: Ruleset) -> str:
    sound = facts.side == AXIS and facts.major and facts.connected and not facts.ever_enemy_owned
    serves = facts.region in GERMANY or (facts.region in ITALY and facts.force in ITALIANS)
    return FULL if sound and serves else ""


def _kind_of_port(facts: DescribedSource, rules: Ruleset) -> str:
    if facts.size in NAVAL_SIZES:
        return FULL if facts.side == ALLIED and facts.region in HOME_GROUNDS else ""
    return (
        LIMITED
        if rule_on_port(LinePort(facts.size, True, facts.functioning), rules, limited_sizes(rules)).allowed
        else ""
    )


def _kind_of_city(facts: DescribedSource, _: Ruleset) -> str:
    return FULL if facts.side == ALLIED and facts.region == HOME_GROUNDS[0] else ""


def _kind_of_fortification(facts: DescribedSource, _: Ruleset) -> str:
    return SPECIAL if facts.side == AXIS and facts.same_hex else ""


@rule("SF 12C2", "SF 12C3a", "SF 12C3b", "SF 12C1")
def capacity_of(source: str, points: int, rules: Ruleset) -> int | None:
    """REs of units that a source serves: by its port size, or a supply point each; None for any number.

    >>> from europa_rules import load
    >>> sf = load("sf")
    >>> capacity_of("standard port", 0, sf), capacity_of("supply points", 2, sf), capacity_of("full", 0, sf)
    (30, 2, None)
    """
    if source.startswith("supply point"):
        return points
    cell = rules.charts["port_summary"].find_number("rows", source.partition(" ")[0], "limited_supply_re")
    return int(cell.value) if cell else None
