"""Places as an order of battle names them (FoF 29A1, SF 40A1): the hexes that its words mean on the board.

Needs a place of an order of battle; gives its hexes, or those of its cities, ports or airbases where the words ask for
these. Words that only one game has are its contribution.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import cast

from europa_rules.campaign.regions import hexes_of_region
from europa_rules.campaign.reinforcements import CITIES
from europa_rules.hexes import BOX, Hex
from europa_rules.orders_of_battle.lines import Place
from europa_rules.remembered import remembered
from europa_rules.ruleset import Ruleset

WORDS = "words of orders of battle"
"""Slot of sources named after the words that a place ends with: (rules) -> the hexes that they mean."""

EAST = 1
"""The direction in which a hex on the east edge of the map has no neighbor."""

_IN = re.compile(r"(city|airbase) in (.+)\Z")
_NEAR = re.compile(r"(city|airbase) within (\d+) hexes of (.+)\Z")
_PORT_OF = re.compile(r"(\w+) (Atlantic|Mediterranean) port\Z")
_PORT_IN = re.compile(r"(Atlantic|Mediterranean) port of (\w+)\Z")


def country_hexes(country: str, rules: Ruleset) -> Iterator[Hex]:
    """The hexes of a country, by any name of it."""
    own = rules.nations.find(country).country
    return (ref for ref in rules.board.hexes if rules.board.country(ref) == own)


def with_cities(hexes: Iterable[Hex], rules: Ruleset) -> Iterator[Hex]:
    """Those of these hexes in which reinforcements appear: with a city that is no point city."""
    for ref in hexes:
        city = rules.board.city(ref)
        if city is not None and city.size in CITIES:
            yield ref


def ground_of(place: Place, rules: Ruleset) -> Iterator[Hex]:
    """Every hex of a district, a country or a region that an order of battle names."""
    if place.kind == "district":
        yield from (ref for ref in rules.board.hexes if rules.board.district(ref) == place.name)
    elif place.name in rules.nations:
        yield from country_hexes(place.name, rules)
    else:
        yield from hexes_of_region(place.name, (), rules)


def _kind(what: str, hexes: Iterable[Hex], rules: Ruleset) -> Iterator[Hex]:
    """Those of these hexes that have what the words ask for; whether there is an airbase is told on the board."""
    return with_cities(hexes, rules) if what == "city" else iter(hexes)


def _described(words: str, rules: Ruleset) -> Iterator[Hex]:
    """The hexes that the words of an order of battle describe."""
    board = rules.board
    if match := _NEAR.match(words):
        middle = board.city_named(match[3]).hex
        near = (ref for ref in board.hexes if board.distance(middle, ref) <= int(match[2]))
        yield from _kind(match[1], near, rules)
    elif match := _IN.match(words):
        yield from _kind(match[1], country_hexes(match[2], rules), rules)
    elif (match := _PORT_OF.match(words)) or (match := _PORT_IN.match(words)):
        of, zone = match.groups() if match.re is _PORT_OF else match.groups()[::-1]
        ports = (ref for ref in country_hexes(of, rules) if board.port(ref))
        yield from (ref for ref in ports if board.sea_zone(ref) == zone.lower())
    for source in rules.sources(WORDS):
        if words.endswith(source.name):
            yield from cast("Callable[[Ruleset], Iterable[Hex]]", source.value)(rules)


def _hexes_of(place: Place, rules: Ruleset) -> Iterator[Hex]:
    board = rules.board
    if place.kind == "box":
        yield from (box for box in (Hex(f"{BOX}{place.name}"),) if box in board.boxes)
    elif place.hex:
        yield board.place(place.hex)
    elif place.kind == "town":
        yield board.city_named(place.name).hex
    elif place.kind == "edge" and place.name.startswith("east in "):
        own = country_hexes(place.name.removeprefix("east in "), rules)
        edge = (ref for ref in own if board.neighbors[board.index[ref]][EAST] < 0)
        yield from (ref for ref in edge if board.has_land(ref))
    elif place.kind == "district":
        yield from with_cities(ground_of(place, rules), rules)
    elif place.kind == "any":
        yield from _described(place.name, rules)


@remembered(512)
def hexes_of_place(place: Place, rules: Ruleset) -> frozenset[Hex]:
    """Where a place of an order of battle lets a counter appear, whoever owns it now.

    >>> from europa_rules import load
    >>> fof = load("fof")
    >>> sorted(hexes_of_place(Place("any", "city within 1 hexes of Paris"), fof))[0]
    '17A:1505'
    """
    return frozenset(_hexes_of(place, rules))
