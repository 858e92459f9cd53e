"""What stands in the hexes of a picture: cities, ports, airfields and fortifications, with the names of the cities.

Needs the part of the board that is shown and the room left for names; gives signs, the places of the names, and which
names found none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from xml.etree.ElementTree import Element

from attrs import frozen

from europa_rules.hexes import Hex
from europa_rules.render.counters import stack_box
from europa_rules.render.descriptions import airfield_words, city_words, fortification_words, port_words
from europa_rules.render.ground import number_of
from europa_rules.render.labels import CITY_STYLES, NUMBER_STYLE, Box, Label, Room, Wish, box_of, place_labels
from europa_rules.render.layout import Frame, Spot
from europa_rules.render.svg import add, clean, group, number, told, with_halo
from europa_rules.sheets.features import Airfield, City, Fortification, Port

CITY_CLEAR = {"point": 3.0, "reference": 4.5, "dot": 6.0, "partial": 13.0, "full": 20.0}
SECOND = (11, -9)
"""Where the sign of a hex's second city stands, from the middle; further ones stand mirrored."""

WORKS_CLEAR = 17.0
"""How far names stay clear of the middle of a hex with a fortification."""

PORT_AT, AIRFIELD_AT = (-18, 9), (18, 9)
PORT_SCALE = {"minor": 0.75, "standard": 0.95, "major": 1.15, "great": 1.35}


@frozen
class Places:
    """The signs and names of a picture.

    Attributes:
        cities, ports, airfields, fortifications: layers of signs.
        labels: the names that are drawn.
        left_out: the cities whose names found no room, by hex and name.
    """

    cities: Element
    ports: Element
    airfields: Element
    fortifications: Element
    labels: tuple[Label, ...]
    left_out: tuple[tuple[Hex, str], ...]


def spot_of_city(ref: Hex, number: int, frame: Frame) -> Spot:
    """Where the sign of a hex's city stands: the largest at the middle, others beside it."""
    x, y = frame.spots[ref]
    if not number:
        return x, y
    dx, dy = SECOND if number % 2 else (-SECOND[0], SECOND[1])
    return x + dx * (1 + (number - 1) // 2), y + dy


def draw_places(frame: Frame, counters: Mapping[Hex, int], taken: Iterable[Box] = ()) -> Places:
    """The signs and names; the names stand clear of the counters and of what else is taken.

    counters: how many there are in each occupied hex.
    """
    room, board = _room(frame, counters), frame.board
    for box in taken:
        room.take(box)
    cities = group("cities")
    listed = [(ref, n, city) for ref in frame.hexes for n, city in enumerate(board.cities(ref))]
    for ref, n, city in sorted(listed, key=lambda found: found[1]):
        spot = spot_of_city(ref, n, frame)
        told(_draw_city(cities, city, spot), city_words(city))
        room.take(_around(spot, CITY_CLEAR.get(city.size, 13.0) * 0.8))
    ports = _layer("ports", ((_draw_port, ref, port) for ref in frame.hexes for port in board.ports(ref)[:1]), frame)
    airfields = _layer("airfields", _airfields(frame), frame)
    forts = _layer("fortifications", _fortifications(frame), frame)
    labels, left_out = place_labels(_wishes(listed, counters, frame), room)
    missing = {(wish.x, wish.y, wish.text) for wish in left_out}
    unnamed = tuple((r, c.name) for r, n, c in listed if (*spot_of_city(r, n, frame), clean(c.name, 40)) in missing)
    return Places(cities, ports, airfields, forts, labels, unnamed)


def _airfields(frame: Frame) -> Iterable[tuple[Callable[..., None], Hex, Airfield]]:
    fields = frame.board.airfields
    return ((_draw_airfield, ref, fields[ref]) for ref in frame.hexes if ref in fields)


def _fortifications(frame: Frame) -> Iterable[tuple[Callable[..., None], Hex, Fortification]]:
    works = frame.board.fortifications
    return ((_draw_fortification, ref, works[ref]) for ref in frame.hexes if ref in works)


def _layer(name: str, signs: Iterable[tuple[Callable[..., None], Hex, object]], frame: Frame) -> Element:
    layer = group(name)
    for draw, ref, what in signs:
        draw(layer, what, frame.spots[ref])
    return layer


# --- room ------------------------------------------------------------------------------------------------------------


def _room(frame: Frame, counters: Mapping[Hex, int]) -> Room:
    """What names must stay clear of: numbers, counters, anchors and airfields."""
    room = Room((frame.left, frame.top, frame.right, frame.bottom))
    board = frame.board
    for ref in frame.hexes:
        x, y = frame.spots[ref]
        room.take(box_of(number_of(ref, frame), NUMBER_STYLE, x, y - 21, "middle"))
        if ref in counters:
            left, top, right, bottom = stack_box(counters[ref])
            room.take((x + left, y + top, x + right, y + bottom))
        if board.ports(ref):
            room.take(_around((x + PORT_AT[0], y + PORT_AT[1]), 6))
        if ref in board.airfields:
            room.take(_around((x + AIRFIELD_AT[0], y + AIRFIELD_AT[1]), 6))
    return room


def _around(spot: Spot, reach: float) -> Box:
    return spot[0] - reach, spot[1] - reach, spot[0] + reach, spot[1] + reach


def _wishes(listed: Iterable[tuple[Hex, int, City]], counters: Mapping[Hex, int], frame: Frame) -> list[Wish]:
    """The names of the cities, the largest cities first."""
    order = list(reversed(frame.board.words["city_size"]))
    ranked = sorted(listed, key=lambda found: (order.index(found[2].size), found[1]))
    return [_wish(ref, n, city, counters.get(ref, 0), frame) for ref, n, city in ranked]


def _wish(ref: Hex, n: int, city: City, many: int, frame: Frame) -> Wish:
    x, y = spot_of_city(ref, n, frame)
    clear = CITY_CLEAR.get(city.size, 13.0)
    style = CITY_STYLES.get(city.size, CITY_STYLES["dot"])
    name, kind = clean(city.name, 40), f"place {'dot_size' if city.size == 'dot' else city.size}"
    if many:
        x, y = frame.spots[ref]
        return Wish(name, kind, style, x, y, stack_box(many)[3], below=True)
    clear = max(clear, WORKS_CLEAR) if ref in frame.board.fortifications and not n else clear
    return Wish(name, kind, style, x, y, clear)


def draw_labels(labels: Iterable[Label]) -> tuple[Element, Element]:
    """The names, over their halo."""
    texts = Element("g")
    for label in labels:
        add(texts, "text", f"{label.kind} {label.anchor}", label.text, x=label.x, y=label.y)
    return with_halo("names", texts)


# --- signs -----------------------------------------------------------------------------------------------------------


def _draw_city(layer: Element, city: City, spot: Spot) -> Element:
    x, y = spot
    sign = add(layer, "g", "city")
    if city.size == "full":
        add(sign, "path", "city_full", d=_shrunk(spot, 0.8))
        add(sign, "path", "streets", d=_streets(x, y, 20))
    elif city.size == "partial":
        add(sign, "path", "city_partial", d=f"M{x - 8} {y - 11}h13l7 6v11l-6 6h-12l-6-7v-11z")
        add(sign, "path", "streets", d=_streets(x, y, 9))
    else:
        radius = {"point": 2.4, "reference": 3.6}.get(city.size, 5.0)
        kind = city.size if city.size in ("point", "reference") else "dot"
        add(sign, "circle", f"city_{kind}", cx=x, cy=y, r=radius)
    return sign


def _shrunk(spot: Spot, share: float) -> str:
    return (
        f"M{spot[0]} {number(spot[1] - 35 * share)}"
        + "".join(
            f"l{number(dx * share)} {number(dy * share)}"
            for dx, dy in ((30, 18), (0, 34), (-30, 18), (-30, -18), (0, -34))
        )
        + "z"
    )


def _streets(x: int, y: int, reach: int) -> str:
    third = reach // 3
    across = "".join(f"M{x - reach} {y + dy}h{2 * reach}" for dy in (-third, third))
    return across + "".join(f"M{x + dx} {y - reach}v{2 * reach}" for dx in (-third, third))


def _draw_port(layer: Element, port: Port, spot: Spot) -> None:
    x, y = spot[0] + PORT_AT[0], spot[1] + PORT_AT[1]
    k = PORT_SCALE[port.size]
    arm = number(4.5 * k)
    d = (
        f"M{x} {number(y - 3 * k)}V{number(y + 5 * k)}M{number(x - 2.6 * k)} {number(y - 1.4 * k)}h{number(5.2 * k)}"
        f"M{number(x - 4.5 * k)} {number(y + 1.5 * k)}q{number(0.4 * k)} {number(3.5 * k)} {arm} {number(3.5 * k)}"
        f"t{arm}-{number(3.5 * k)}"
    )
    sign = told(add(layer, "g", "harbor"), port_words(port))
    add(sign, "path", "port", d=d)
    add(sign, "path", "anchor base" if port.is_naval_base else "anchor", d=d)
    add(sign, "circle", "anchor", cx=x, cy=y - 4.4 * k, r=1.6 * k)
    if port.size == "great":
        add(sign, "circle", "anchor", cx=x, cy=y, r=9)


def _draw_airfield(layer: Element, airfield: Airfield, spot: Spot) -> None:
    x, y = spot[0] + AIRFIELD_AT[0], spot[1] + AIRFIELD_AT[1]
    sign = told(add(layer, "g", "airbase"), airfield_words(airfield))
    add(sign, "circle", "airfield", cx=x, cy=y, r=5.4)
    add(sign, "text", "airfield_text", str(airfield.capacity), x=x, y=y + 2.6)


def _draw_fortification(layer: Element, fortification: Fortification, spot: Spot) -> None:
    x, y = spot
    sign = told(add(layer, "g", "works"), fortification_words(fortification))
    kind = "fortress unimproved" if fortification.condition == "unimproved" else "fortress"
    add(sign, "path", kind, d=_FORTS.get(fortification.type, _square)(x, y))
    if fortification.strength is not None:
        add(sign, "text", "fort_text", str(fortification.strength), x=x + 22, y=y - 8)


def _square(x: int, y: int) -> str:
    return f"M{x - 15} {y - 15}h30v30h-30z"


def _star(x: int, y: int) -> str:
    return f"M{x} {y - 19}l6 11 13-2-7 11 7 11-13-2-6 11-6-11-13 2 7-11-7-11 13 2z"


def _teeth(x: int, y: int) -> str:
    """A line of obstacles below the middle of the hex."""
    return f"M{x - 24} {y + 16}" + "l4-6l4 6" * 6


def _battlements(x: int, y: int) -> str:
    return f"M{x - 24} {y + 16}v-5h6v3h6v-3h6v3h6v-3h6v3h6v-3h6v3h6v-3v5z"


_FORTS = {"fortress": _star, "fort": _square, "westwall": _teeth, "maginot": _battlements, "ouvrage": _battlements}
