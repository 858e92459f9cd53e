"""Supply sources of 1940 (FoF 12C, 31C): cities, the Maginot Line, ports of the British, supply that was delivered.

Needs what a side owns and what the enemy has ever owned; gives the hexes that are sources, and whom they serve.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from europa_rules.campaign.regions import hexes_of_region, is_in_region, place_at
from europa_rules.citations import rule
from europa_rules.contributions import Gate, Source
from europa_rules.ground.ownership import REMEMBERED, has_been_owned_by_enemy
from europa_rules.ground.supply_lines import RAIL, ROAD
from europa_rules.ground.supply_map import FURTHER_ENDS
from europa_rules.ground.supply_sources import (
    FULL,
    OVERLAND,
    PLACES,
    RESTRICTED,
    SPECIAL,
    SUPPLY_SOURCES,
    SourceUse,
    SupplySource,
    rule_on_source,
)
from europa_rules.ground.supply_state import supplied_hexes, supplies_at
from europa_rules.ground.supply_view import View, connected_cities
from europa_rules.ground.supply_ways import hexes_on_lines, layout
from europa_rules.hexes import BOX, Hex
from europa_rules.permissions import Ruling
from europa_rules.remembered import remembered
from europa_rules.ruleset import Ruleset
from europa_rules.sheets.features import MajorCity
from europa_rules.sides import ALLIED, AXIS, Side
from europa_rules.state import GameState, Piece

RETAKEN, CONNECTED = "12C1-retaken-source", "12C1-connected-cities"
BRITAIN = "fof-26B-supply-in-britain"
BRITISH, FRENCH = frozenset({"br"}), frozenset({"fr", "cz", "po"})
"""Nations whose units a restricted source serves; Czech and Polish units are French forces (3B2)."""
BRITISH_CITIES = ("Brest", "Cherbourg", "Saint-Brieuc", "Saint-Nazaire")
SOUTH = (2, 3)
"""The directions in which a hex on the south edge of the map has no neighbor."""
OFF_BOARD = -1
"""What an array of neighbors has for a hex that is not there."""


def _lies_in(city: MajorCity, country: str, rules: Ruleset) -> bool:
    return all(rules.board.country(ref) == country for ref in city.hexes)


@remembered(64)
def _cities_in(country: str, rules: Ruleset) -> tuple[MajorCity, ...]:
    """The major cities of a country, or "" for all."""
    return tuple(city for city in rules.board.major_cities if not country or _lies_in(city, country, rules))


def _major_cities(country: str, view: View) -> tuple[MajorCity, ...]:
    return _cities_in(country, view.rules)


@rule("FoF 12C1", "FoF 12C2")
def is_lost_for_good(ever_enemy_owned: bool, restricted: bool, rules: Ruleset) -> bool:
    """Whether a source serves no more because the enemy has owned it: restricted ones for good, full ones by reading.

    >>> from europa_rules import load
    >>> is_lost_for_good(True, True, load("fof")), is_lost_for_good(True, False, load("fof"))
    (True, False)
    """
    return ever_enemy_owned and (restricted or rules.reads(RETAKEN, "lost"))


def _kept(hexes: Iterable[Hex], view: View, *, restricted: bool = False) -> Iterable[Hex]:
    """Those hexes that serve still, whoever has owned them."""
    return (
        ref
        for ref in hexes
        if not is_lost_for_good(has_been_owned_by_enemy(ref, view.side, view.state), restricted, view.rules)
    )


def _cities_of(country: str, side: Side, view: View) -> Iterable[Hex]:
    if view.side != side:
        return ()
    return _kept((ref for city in _major_cities(country, view) for ref in city.hexes), view)


def german_cities(view: View) -> Iterable[Hex]:
    """Every major city in Germany."""
    return _cities_of("Germany", AXIS, view)


def italian_cities(view: View) -> Iterable[Hex]:
    """Every major city in Italy."""
    return _cities_of("Italy", AXIS, view)


@remembered()
def southern_hexes(rules: Ruleset) -> tuple[Hex, ...]:
    """The hexes in Italy in which a road or a rail line reaches the south edge of the map."""
    board = rules.board
    edge = (i for i, around in enumerate(board.neighbors) if all(around[d] == OFF_BOARD for d in SOUTH))
    on_lines = set(layout(rules).members(hexes_on_lines(rules)))
    return tuple(board.hexes[i] for i in edge if i in on_lines and board.country(board.hexes[i]) == "Italy")


def southern_lines(view: View) -> Iterable[Hex]:
    """The hexes in which lines lead off the south edge of the map."""
    return _kept(southern_hexes(view.rules), view) if view.side == AXIS else ()


def paris(view: View) -> Iterable[Hex]:
    """Every hex of Paris."""
    named = (city for city in _major_cities("France", view) if city.name == "Paris")
    return _kept((ref for city in named for ref in city.hexes), view) if view.side == ALLIED else ()


def connected_french_cities(view: View) -> Iterable[Hex]:
    """Major cities in France that lines connect to another one."""
    if view.side != ALLIED:
        return ()
    cities = _major_cities("" if view.rules.reads(CONNECTED, "anywhere") else "France", view)
    found = connected_cities(cities, view, RAIL if view.rules.reads(CONNECTED, "rail-only") else ROAD)
    return _kept((ref for city in cities if city in found for ref in city.hexes), view)


def belgian_cities(view: View) -> Iterable[Hex]:
    """Every major city in Belgium."""
    return _cities_of("Belgium", ALLIED, view)


def dutch_cities(view: View) -> Iterable[Hex]:
    """Every major city in the Netherlands."""
    return _cities_of("Netherlands", ALLIED, view)


@remembered()
def british_hexes(rules: Ruleset) -> tuple[Hex, ...]:
    """The cities through which the British are supplied."""
    board = rules.board
    return tuple(ref for ref in board.hexes if any(city.name in BRITISH_CITIES for city in board.cities(ref)))


def british_ports(view: View) -> Iterable[Hex]:
    """The cities through which the British are supplied, but for those that the Axis has ever owned."""
    return _kept(british_hexes(view.rules), view, restricted=True) if view.side == ALLIED else ()


@remembered()
def maginot_hexes(rules: Ruleset) -> tuple[Hex, ...]:
    """The hexes of the Maginot Line."""
    return tuple(ref for ref, there in rules.board.fortifications.items() if there.type == "maginot")


def maginot_line(view: View) -> Iterable[Hex]:
    """The hexes of the Maginot Line that have never been captured."""
    return _kept(maginot_hexes(view.rules), view, restricted=True) if view.side == ALLIED else ()


def delivered(view: View) -> Iterable[Hex]:
    """The hexes in which supply delivered by air or sea is left."""
    return supplied_hexes(view.side, view.state)


def delivered_at(ref: Hex, view: View) -> int:
    """REs of supply left in a hex."""
    return supplies_at(ref, view.state).get(view.side, 0)


def is_in_box(piece: Piece, _: View) -> bool:
    """Whether a piece is in a holding box."""
    return piece.place.startswith(BOX)


def is_british_at_home(piece: Piece, view: View) -> bool:
    """Whether a piece is British and in Britain."""
    place = piece.place
    at_home = piece.unit.nation in BRITISH and place in view.rules.board.index
    return at_home and is_in_region(place_at(place, view.rules), "Great Britain", (), view.rules)


@remembered()
def _home_hexes(rules: Ruleset) -> tuple[Hex, ...]:
    return hexes_of_region("Great Britain", (), rules)


def lines_in_britain(side: Side, state: GameState, rules: Ruleset) -> tuple[Hex, ...]:
    """The hexes of Britain, from which the Allies need no line to be in supply."""
    return _home_hexes(rules) if side == ALLIED else ()


def hexes_remembered(rules: Ruleset) -> frozenset[Hex]:
    """The hexes whose former owners matter to supply."""
    cities = (ref for city in rules.board.major_cities for ref in city.hexes)
    return frozenset((*cities, *british_hexes(rules), *maginot_hexes(rules)))


SOURCES: tuple[Source, ...] = (
    Source("major cities in Germany", SUPPLY_SOURCES, by="FoF 12C1", value=SupplySource(FULL, german_cities)),
    Source("major cities in Italy", SUPPLY_SOURCES, by="FoF 12C1", value=SupplySource(FULL, italian_cities)),
    Source("lines on the south edge in Italy", SUPPLY_SOURCES, by="FoF 12C1", value=SupplySource(FULL, southern_lines)),
    Source("Paris", SUPPLY_SOURCES, by="FoF 12C1", value=SupplySource(FULL, paris)),
    Source(
        "connected major cities in France",
        SUPPLY_SOURCES,
        by="FoF 12C1",
        value=SupplySource(FULL, connected_french_cities),
    ),
    Source("major cities in Belgium", SUPPLY_SOURCES, by="FoF 12C1", value=SupplySource(FULL, belgian_cities)),
    Source("major cities in the Netherlands", SUPPLY_SOURCES, by="FoF 12C1", value=SupplySource(FULL, dutch_cities)),
    Source("British ports", SUPPLY_SOURCES, by="FoF 12C2", value=SupplySource(RESTRICTED, british_ports, BRITISH)),
    Source("Maginot Line", SUPPLY_SOURCES, by="FoF 12C2", value=SupplySource(RESTRICTED, maginot_line, FRENCH)),
    Source(
        "delivered supply",
        SUPPLY_SOURCES,
        by="FoF 12C3",
        value=SupplySource(SPECIAL, delivered, reach=OVERLAND, load=delivered_at, needs_owner=False),
    ),
    Source("holding boxes", PLACES, by="FoF 31C", value=(FULL, is_in_box)),
    Source(
        "Britain", PLACES, by="FoF 26B", value=(FULL, is_british_at_home), gate=Gate(point=BRITAIN, reading="in-supply")
    ),
    Source(
        "Britain", FURTHER_ENDS, by="FoF 26B", value=lines_in_britain, gate=Gate(point=BRITAIN, reading="in-supply")
    ),
    Source("sources of supply", REMEMBERED, by="FoF 12C2", value=hexes_remembered),
)


# --- sources by name -------------------------------------------------------------------------------------------------

_HOME = {"germany": AXIS, "italy": AXIS, "belgium": ALLIED, "netherlands": ALLIED}
_BRITISH_WORDS = ("brest", "cherbourg", "brieuc", "nazaire")


@frozen
class NamedSource:
    """A source told in words, and who would use it.

    Attributes:
        user: the code of the unit's nation.
        source: "major city in Germany", "Paris hex", "Cherbourg", "Maginot Line hex", "Norway box", ...
        owner: the side that owns it; None where that is in order.
        in_box: whether the unit is in the holding box.
        ever_enemy_owned: whether the enemy has ever owned it.
    """

    user: str
    source: str
    owner: Side | None
    in_box: bool
    ever_enemy_owned: bool = False


@rule("FoF 12C", "FoF 12C1", "FoF 12C2", "FoF 31C")
def rule_on_named_source(facts: NamedSource, rules: Ruleset) -> Ruling:
    """Whether a unit may draw supply from a source that is told in words.

    >>> from europa_rules import load
    >>> print(rule_on_named_source(NamedSource("fr", "Cherbourg", None, in_box=False), load("fof")))
    refused: the source does not serve units of the nation (FoF 12C2).
    """
    words = facts.source.lower()
    if words.endswith("box"):
        why = "a holding box supplies only the forces in it"
        return Ruling.refuse_if(not facts.in_box, why, rules.cite("31C"))
    side, nations, number = _described(words)
    if side is None:
        found = f"{facts.source} is no supply source" if facts.source else "no source is named"
        return Ruling.refuse(found, rules.cite("12C1"), rules.cite("12C2"))
    user = rules.side_of(facts.user)
    restricted = bool(nations)
    lost = is_lost_for_good(facts.ever_enemy_owned, restricted, rules)
    by = (rules.cite(number),)
    if user != side:
        return Ruling.refuse(f"{facts.source} is a source for the {side} player's units only", rules.cite("12C"))
    use = SourceUse(facts.user, nations, facts.owner in (None, side), lost, by, by)
    return rule_on_source(use, rules) & Ruling(rests_on=_resting(facts, restricted, rules))


def _resting(facts: NamedSource, restricted: bool, rules: Ruleset) -> tuple[str, ...]:
    retaken = rules.resting(RETAKEN) if facts.ever_enemy_owned and not restricted else ()
    return retaken + (rules.resting(CONNECTED) if "connected" in facts.source.lower() else ())


def _described(words: str) -> tuple[Side | None, frozenset[str], str]:
    """The side of a source told in words, the nations that it serves, and its rule; no side for what is none."""
    everybody = frozenset[str]()
    if "maginot" in words:
        return ALLIED, FRENCH, "12C2"
    if any(name in words for name in _BRITISH_WORDS):
        return ALLIED, BRITISH, "12C2"
    if "paris" in words or ("connected" in words and "unconnected" not in words and "not connected" not in words):
        return ALLIED, everybody, "12C1"
    named = [country for country in _HOME if country in words]
    is_source = bool(named) and ("major cit" in words or "south edge" in words)
    return (_HOME[named[0]], everybody, "12C1") if is_source else (None, everybody, "12C1")
