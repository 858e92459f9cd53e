"""The names of places that a game knows, and what is wrong with a name or a term of regions that it does not.

Needs the rules of a game (its board and its chart of regions); gives oddities with the nearest right name.
"""

from __future__ import annotations

from collections.abc import Mapping

from europa_rules.campaign.regions import find_place
from europa_rules.checks.pieces import Oddity
from europa_rules.errors import UnknownHex, UnknownName, is_misspelt, nearest
from europa_rules.hexes import Hex
from europa_rules.nations import normal
from europa_rules.remembered import remembered
from europa_rules.ruleset import Ruleset
from europa_rules.sheets.geography import series_hexes
from europa_rules.sheets.tables import FORTIFICATIONS, SEA_ZONES

WHOLE_TERMS = ("anywhere", "annexed", "annexed outright")
"""Terms of regions that name nothing."""


@remembered(16)
def names(kind: str, rules: Ruleset) -> tuple[str, ...]:
    """The names that terms of a kind may have: "country", "district", "island", "region", "sea", "fortification"."""
    board, regions = rules.board, rules.charts.regions
    abroad = (nation.country for nation in rules.nations.by_code.values())
    places = regions.places
    found: Mapping[str, object] = {
        "country": (*board.column("country_1939"), *abroad, *(place.country for place in places)),
        "district": (*(row["district"] for row in series_hexes().values()), *(place.district for place in places)),
        "island": (place.island for place in places),
        "region": (region.name for region in regions.regions),
        "sea": SEA_ZONES,
        "fortification": FORTIFICATIONS,
    }
    listed = found.get(kind, ())
    assert isinstance(listed, tuple) or hasattr(listed, "__iter__")
    return tuple(dict.fromkeys(name for name in listed if name))


def term_oddity(term: str, rules: Ruleset) -> Oddity | None:
    """What is wrong with a term of regions ("country France", "hex 26:3530"); None where it names something.

    >>> from europa_rules import load
    >>> term_oddity("district Sicila", load("sf"))
    Oddity(found="'Sicila'", expected='the name of a district', suggestion='Sicilia')
    """
    kind, _, name = term.partition(" ")
    if term in WHOLE_TERMS:
        return None
    if kind == "hex":
        return hex_oddity(name, rules)
    known = names(kind, rules)
    if not known:
        kinds = "country, district, island, region, sea, fortification, hex"
        return Oddity(f"'{term}'", f"a term that begins with {kinds}", nearest(kind, kinds.split(", ")))
    if normal(name) in map(normal, known):
        return None
    return Oddity(f"'{name}'", f"the name of a {kind}", nearest(name, known))


def hex_oddity(name: str, rules: Ruleset) -> Oddity | None:
    """What is wrong with the name of a hex or of a holding box; None where the board has it.

    >>> from europa_rules import load
    >>> hex_oddity("16A:9901", load("fof")).expected
    'a hex of the map'
    """
    try:
        rules.board.place(name)
    except UnknownHex:
        return Oddity(f"'{name}'", "a hex of the map")
    return None


@remembered(4096)
def place_oddity(name: str, rules: Ruleset) -> Oddity | None:
    """What is wrong with the name of a place; None where it is known, or like nothing that is known.

    Booklets name places that no map has, so that only what looks misspelt is told.
    """
    try:
        find_place(name, rules)
    except (UnknownHex, UnknownName):
        near = nearest(name, _all_names(rules))
        is_odd = near and (is_misspelt(name, near) or name == near + near[-1])
        return Oddity(f"'{name}'", "the name of a place", near) if is_odd else None
    return None


@remembered()
def _all_names(rules: Ruleset) -> tuple[str, ...]:
    cities = (city.name for ref in rules.board.hexes for city in rules.board.cities(Hex(ref)))
    grounds = (name for kind in ("country", "district", "island", "region") for name in names(kind, rules))
    return tuple(dict.fromkeys((*grounds, *cities)))
