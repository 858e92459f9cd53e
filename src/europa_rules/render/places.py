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
from europa_rules.render.counters import stack_box
from europa_rules.render.detail import Detail
from europa_rules.render.ground import number_of
from europa_rules.render.hexplan import AIRFIELD_AT, COUNT_AT, NUMBER_AT, PORT_AT, WORKS_AT
from europa_rules.render.labels import NUMBER_STYLE, Box, Label, Room, around, box_of, place_labels
from europa_rules.render.layout import Frame, Spot
from europa_rules.render.signs import (
    GREAT_REACH,
    box_of_works,
    draw_airfield,
    draw_city,
    draw_fortification,
    draw_port,
)
from europa_rules.render.svg import Point, add, group, number, with_halo
from europa_rules.render.towns import Setting, Town, towns_of, wish_of

SMALL_SIGN = 5.6
"""How far ports, airfields, small fortifications and numbers of counters reach from their middles."""


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


def draw_places(frame: Frame, detail: Detail, counters: Mapping[Hex, int], taken: Iterable[Box] = ()) -> Places:
    """The signs and names; the names stand clear of the counters and of what else is taken.

    counters: how many there are in each occupied hex.
    """
    setting = Setting(frame, detail, counters)
    towns = towns_of(setting)
    room = _room(setting, towns, taken)
    named = [town for town in towns if detail.names(town.city)]
    wishes = [wish_of(town, setting) for town in named]
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
    bare = place_labels([evolve(wish_of(town, setting), text="") for town in nameless], room)
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
