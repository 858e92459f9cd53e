"""The towns of a picture: where the sign of each stands, how large it is, and what name it wishes for.

Needs the part of the board that is shown, how much of it is named, and where counters stand; gives towns, and what
their names wish for.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from europa_rules.hexes import Hex
from europa_rules.render.atlas import direction_between
from europa_rules.render.detail import Detail
from europa_rules.render.hexplan import BESIDE_TOWN
from europa_rules.render.labels import CITY_STYLES, Wish
from europa_rules.render.layout import Frame
from europa_rules.render.signs import is_large, reach_of
from europa_rules.render.svg import Point, clean
from europa_rules.sheets.features import City

SECOND = (0.77, -0.64)
"""The way to a hex's second town where the map does not tell it; further ones stand mirrored."""

WORKS_CLEAR = 17.0
"""How far names stay clear of the middle of a hex with a fortification."""

SIGNS_FROM_AFAR = 0.6
"""Towns grow by this power of the scale: less than names, for there are more of them."""


@frozen
class Town:
    """A city in a picture.

    Attributes:
        hex, city: where it is, and its facts.
        point: the middle of its sign, where that does not stand beside its name.
        carried: whether it does, for counters would hide it.
        under_counters: whether counters stand in its hex.
    """

    hex: Hex
    city: City
    point: Point
    carried: bool
    under_counters: bool


@frozen(eq=False)
class Setting:
    """Where signs and names are placed: the hexes shown, how much is named, how many counters stand where."""

    frame: Frame
    detail: Detail
    counters: Mapping[Hex, int]

    @property
    def scale(self) -> float:
        """How large the signs of towns are."""
        return float(self.detail.scale**SIGNS_FROM_AFAR)

    def reach(self, town: Town) -> float:
        """How far the sign of a town reaches."""
        return reach_of(town.city.size, self.scale, carried=town.carried)


def point_of_city(ref: Hex, number: int, frame: Frame) -> Point:
    """Where the sign of a hex's city stands: the largest in the middle, others where they lie from it."""
    x, y = frame.spots[ref]
    if not number:
        return x, y
    cities = frame.board.cities(ref)
    mirrored = SECOND if number % 2 else (-SECOND[0], SECOND[1])
    dx, dy = direction_between(cities[0], cities[number], frame.board) or mirrored
    return x + dx * BESIDE_TOWN, y + dy * BESIDE_TOWN


def towns_of(setting: Setting) -> list[Town]:
    """Every city shown, capitals first, then the largest, and of these those with the longest names."""
    frame, order = setting.frame, list(reversed(setting.frame.board.words["city_size"]))
    listed = [(ref, n, city) for ref in frame.hexes for n, city in enumerate(frame.board.cities(ref))]
    ranked = sorted(listed, key=lambda found: (order.index(found[2].size), found[1], -len(found[2].name)))
    ranked.sort(key=lambda found: not found[2].capital_of)
    return [_town(ref, n, city, setting) for ref, n, city in ranked]


def _town(ref: Hex, n: int, city: City, setting: Setting) -> Town:
    occupied = ref in setting.counters
    if not occupied or is_large(city.size):
        return Town(ref, city, point_of_city(ref, n, setting.frame), carried=False, under_counters=occupied)
    x, y = setting.frame.spots[ref]
    return Town(ref, city, (x - 20 + 9 * n, y + 21), carried=True, under_counters=True)


def wish_of(town: Town, setting: Setting) -> Wish:
    """What the name of a town wishes for: a place beside its sign, or below the counters that stand on it."""
    style = CITY_STYLES.get(town.city.size, CITY_STYLES["dot"]).scaled(setting.detail.scale)
    size = "dot_size" if town.city.size == "dot" else town.city.size
    name, kind, spot = clean(town.city.name, 40), f"place {size}", setting.frame.spots[town.hex]
    if town.carried or (town.under_counters and setting.detail.numbers):
        return Wish(name, kind, style, *spot, setting.reach(town) if town.carried else 0.0, below=True)
    is_fort = town.hex in setting.frame.board.fortifications and town.point == spot
    clear = max(setting.reach(town), WORKS_CLEAR) if is_fort else setting.reach(town)
    return Wish(name, kind, style, *town.point, clear, parts=_parts(town, setting))


def _parts(town: Town, setting: Setting) -> frozenset[Point]:
    """Signs that a name may stand beside as well: those of a multi-hex city; from afar, of lesser towns in its hex."""
    frame = setting.frame
    city = frame.board.major_city(town.hex)
    found = set[Point](frame.spots[part] for part in (city.hexes if city else ()) if part in frame.spots)
    if not setting.detail.numbers and town.point == frame.spots[town.hex]:
        found.update(point_of_city(town.hex, n, frame) for n in range(1, len(frame.board.cities(town.hex))))
    return frozenset(found)
