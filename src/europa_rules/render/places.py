"""What stands in the hexes of a picture: cities, ports, airfields and fortifications, and the names of all places.

Needs the part of the board that is shown, how much of it is named, and the room left for names; gives signs, the places
of the names, and which cities' names found none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from xml.etree.ElementTree import Element

from attrs import evolve, frozen

from europa_rules.hexes import Hex
from europa_rules.render.areas import place_areas
from europa_rules.render.atlas import direction_between
from europa_rules.render.counters import stack_box
from europa_rules.render.detail import Detail
from europa_rules.render.ground import number_of
from europa_rules.render.hexplan import AIRFIELD_AT, BESIDE_TOWN, COUNT_AT, NUMBER_AT, PORT_AT, WORKS_AT
from europa_rules.render.labels import CITY_STYLES, NUMBER_STYLE, Box, Label, Room, Wish, around, box_of, place_labels
from europa_rules.render.layout import Frame, Spot
from europa_rules.render.signs import (
    GREAT_REACH,
    box_of_works,
    draw_airfield,
    draw_city,
    draw_fortification,
    draw_port,
    is_large,
    reach_of,
)
from europa_rules.render.svg import Point, add, clean, group, number, with_halo
from europa_rules.sheets.features import City

SECOND = (0.77, -0.64)
"""The way to a hex's second town where no table tells it; further ones stand mirrored."""

WORKS_CLEAR = 17.0
"""How far names stay clear of the middle of a hex with a fortification."""

SMALL_SIGN = 5.6
"""How far ports, airfields, small fortifications and numbers of counters reach from their middles."""

SIGNS_FROM_AFAR = 0.6
"""Towns grow by this power of the scale: less than names, for there are more of them."""


@frozen
class Places:
    """The signs and names of a picture.

    Attributes:
        layers: fortifications, cities, ports and airfields.
        labels: the names that are drawn.
        left_out: the cities whose names found no room, by hex and name.
    """

    layers: tuple[Element, ...]
    labels: tuple[Label, ...]
    left_out: tuple[tuple[Hex, str], ...]


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
    dx, dy = direction_between(cities[0].name, cities[number].name, frame.board) or mirrored
    return x + dx * BESIDE_TOWN, y + dy * BESIDE_TOWN


def draw_places(frame: Frame, detail: Detail, counters: Mapping[Hex, int], taken: Iterable[Box] = ()) -> Places:
    """The signs and names; the names stand clear of the counters and of what else is taken.

    counters: how many there are in each occupied hex.
    """
    setting = Setting(frame, detail, counters)
    towns = _towns(setting)
    room = _room(setting, towns, taken)
    named = [town for town in towns if detail.names(town.city)]
    wishes = [_wish(town, setting) for town in named]
    labels = dict(zip(named, place_labels(wishes, room), strict=True))
    points = _points(towns, labels, setting, room)
    cities = group("cities")
    for town in sorted(towns, key=lambda town: town.point):
        draw_city(cities, town.city, points[town], setting.scale, carried=town.carried)
    shown = [label for label in labels.values() if label]
    areas = place_areas(frame, detail, room, {label.text for label in shown})
    left_out = tuple((town.hex, town.city.name) for town, label in labels.items() if not label)
    return Places(_layers(setting, cities), (*shown, *areas), left_out)


def _points(
    towns: Iterable[Town], labels: Mapping[Town, Label | None], setting: Setting, room: Room
) -> dict[Town, Point]:
    """Where the signs of towns stand: beside their names, or in free room, where counters would hide them."""
    points = {town: town.point for town in towns}
    points.update({town: label.sign for town, label in labels.items() if label and town.carried})
    nameless = [town for town in points if town.carried and not labels.get(town)]
    bare = place_labels([evolve(_wish(town, setting), text="") for town in nameless], room)
    points.update({town: label.sign for town, label in zip(nameless, bare, strict=True) if label})
    return points


def _layers(setting: Setting, cities: Element) -> tuple[Element, ...]:
    frame, board = setting.frame, setting.frame.board
    forts, ports, airfields = group("fortifications"), group("ports"), group("airfields")
    for ref in frame.hexes:
        spot = frame.spots[ref]
        if ref in board.fortifications:
            draw_fortification(forts, board.fortifications[ref], spot, beside_counters=ref in setting.counters)
        for port in board.ports(ref)[:1]:
            draw_port(ports, port, spot)
        if ref in board.airfields:
            draw_airfield(airfields, board.airfields[ref], spot)
    return forts, cities, ports, airfields


# --- towns -----------------------------------------------------------------------------------------------------------


def _towns(setting: Setting) -> list[Town]:
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


def _wish(town: Town, setting: Setting) -> Wish:
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


# --- room ------------------------------------------------------------------------------------------------------------


def _room(setting: Setting, towns: Sequence[Town], taken: Iterable[Box]) -> Room:
    """What names must stay clear of: numbers, counters, and all signs."""
    frame = setting.frame
    room = Room((frame.left, frame.top, frame.right, frame.bottom))
    for ref in frame.hexes:
        for box in _taken_in(ref, setting):
            room.take(box)
    for box in taken:
        room.take(box)
    for town in towns:
        reach = setting.reach(town) * 0.8
        if town.carried:
            continue
        if setting.detail.names(town.city):
            room.take_sign(town.point, reach)
        else:
            room.take(around(town.point, reach))
    return room


def _taken_in(ref: Hex, setting: Setting) -> Iterable[Box]:
    frame, board, spot = setting.frame, setting.frame.board, setting.frame.spots[ref]
    if setting.detail.numbers:
        x, y = _beside(spot, NUMBER_AT)
        yield box_of(number_of(ref, frame), NUMBER_STYLE, x, y, "middle")
    if ref in setting.counters:
        left, top, right, bottom = stack_box(setting.counters[ref])
        yield spot[0] + left, spot[1] + top, spot[0] + right, spot[1] + bottom
        if setting.counters[ref] > 1:
            yield around(_beside(spot, COUNT_AT), SMALL_SIGN)
        if ref in board.fortifications:
            yield around(_beside(spot, WORKS_AT), SMALL_SIGN)
    elif setting.detail.numbers and ref in board.fortifications:
        left, top, right, bottom = box_of_works(board.fortifications[ref])
        yield spot[0] + left, spot[1] + top, spot[0] + right, spot[1] + bottom
    for port in board.ports(ref)[:1]:
        yield around(_beside(spot, PORT_AT), GREAT_REACH if port.size == "great" else SMALL_SIGN)
    if ref in board.airfields:
        yield around(_beside(spot, AIRFIELD_AT), SMALL_SIGN)


def _beside(spot: Spot, step: Point) -> Point:
    return spot[0] + step[0], spot[1] + step[1]


# --- drawn -----------------------------------------------------------------------------------------------------------


def draw_labels(labels: Iterable[Label]) -> tuple[Element, Element]:
    """The names, over their halo."""
    texts = Element("g")
    for label in labels:
        text = add(texts, "text", f"{label.kind} {label.anchor}", label.text, x=label.x, y=label.y)
        if label.tight:
            text.set("style", f"font-size:{number(label.size)}px")
    return with_halo("names", texts)
