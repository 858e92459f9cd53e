"""What there is to know of a place or a region by its name (rules 3D to 3F).

Needs the name and the state of a game; gives frozen reports. Nothing is decided here: each part comes from its rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from attrs import field, frozen

from europa_rules.campaign.nations import happened
from europa_rules.campaign.regions import (
    CityCount,
    Place,
    cities_in,
    find_place,
    hexes_of_region,
    owning_nation,
    regions_of,
    theater_of,
)
from europa_rules.ground.ownership import hex_owner
from europa_rules.hexes import Hex
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import GameState


@frozen
class PlaceReport:
    """What the rules make of a place.

    Attributes:
        place: where it lies: country of 1939, district, island, sea zone.
        is_annexed: whether it has been annexed by now.
        regions: the regions of the rules in which it lies.
        theaters: side -> the theater it is in for the side; empty in a game without theaters.
        owning_nations: side -> the nation of that side that owns its hexes there, where a game tells them apart.
    """

    place: Place
    is_annexed: bool
    regions: tuple[str, ...]
    theaters: Mapping[Side, str] = field(hash=False)
    owning_nations: Mapping[Side, str] = field(hash=False)


def report_on_place(place: Place, state: GameState, rules: Ruleset) -> PlaceReport:
    """All about a place in a game now."""
    events, sides = happened(state), rules.variant.sides
    return PlaceReport(
        place,
        place.is_annexed(events),
        regions_of(place, events, rules),
        {s: theater for s in sides if (theater := theater_of(place, s, events, rules))},
        {s: nation for s in sides if (nation := owning_nation(place, s, events, rules))},
    )


def describe_place(name: str, state: GameState, rules: Ruleset) -> PlaceReport:
    """All about a place that the rules know by name: a country, a district, an island, a city, a hex, a holding box.

    Raises UnknownName with the nearest name.

    >>> from europa_rules import load, parse_position
    >>> rules = load("sf")
    >>> report = describe_place("Corsica", parse_position("Jul I 43, Axis movement", rules), rules)
    >>> report.place.district, report.theaters["Allied"], report.owning_nations["Axis"]
    ('Corse', 'MTO', 'Italian')
    """
    return report_on_place(find_place(name, rules), state, rules)


@frozen
class RegionReport:
    """What the board has of a region of the rules.

    Attributes:
        name: as the rules have it.
        hexes: its hexes on the board.
        cities: how many cities these have.
        owners: side -> how many of its hexes the side owns.
    """

    name: str
    hexes: tuple[Hex, ...]
    cities: CityCount
    owners: Mapping[Side, int] = field(hash=False)


def describe_region(name: str, state: GameState, rules: Ruleset) -> RegionReport:
    """All that the board has of a region. Raises UnknownName for a region there is not.

    >>> from europa_rules import load, parse_position
    >>> rules = load("sf")
    >>> report = describe_region("Benelux", parse_position("Jul I 43, Axis movement", rules), rules)
    >>> len(report.hexes), report.cities.cities, dict(report.owners)
    (143, 38, {'Axis': 143})
    """
    hexes = hexes_of_region(name, happened(state), rules)
    owners = Counter(hex_owner(ref, state, rules) for ref in hexes)
    return RegionReport(name, hexes, cities_in(hexes, rules), dict(owners))
