"""The signs of what stands in hexes: cities, ports, airfields, fortifications.

Needs one of them, a point and a size; gives elements. Beside counters a fortification is drawn small.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import sqrt
from xml.etree.ElementTree import Element

from europa_rules.render.descriptions import airfield_words, city_words, fortification_words, port_words
from europa_rules.render.hexplan import AIRFIELD_AT, PORT_AT, WORKS_AT
from europa_rules.render.layout import Spot
from europa_rules.render.svg import Point, add, number, told
from europa_rules.sheets.features import Airfield, City, Fortification, Port

REACH: Mapping[str, float] = {"point": 3.0, "reference": 4.5, "dot": 6.0, "partial": 13.0, "full": 20.0}
"""How far the sign of a city reaches from its middle."""

CARRIED_REACH = 4.6
"""The same of a larger city's sign beside its name."""

CARRIED_RADIUS = 4.0
_RADIUS = {"point": 2.4, "reference": 3.6, "dot": 5.0}
PORT_SCALE = {"minor": 0.75, "standard": 0.95, "major": 1.15, "great": 1.0}
GREAT_REACH = 7.4
HEX_SHARE = 0.8
"""How much of its hex the sign of a full-hex city fills."""


# --- cities ----------------------------------------------------------------------------------------------------------


def is_large(size: str) -> bool:
    """Whether the sign of a city stays in sight when counters stand on it."""
    return size == "full"


def reach_of(size: str, scale: float, *, carried: bool) -> float:
    """How far the sign of a city reaches; carried: it stands beside the city's name, and small."""
    if carried:
        return min(REACH.get(size, 6.0), CARRIED_REACH)
    return REACH.get(size, 6.0) * _growth(size, scale)


def _growth(size: str, scale: float) -> float:
    """How much larger a sign is drawn: the larger it is, the less, and what fills a hex stays as it is."""
    return {"full": 1.0, "partial": sqrt(scale)}.get(size, scale)


def draw_city(layer: Element, city: City, point: Point, scale: float, *, carried: bool) -> None:
    """A city around a point."""
    sign = told(add(layer, "g", "city"), city_words(city))
    if city.size == "full":
        add(sign, "path", "city_full", d=_shrunk(point, HEX_SHARE))
        add(sign, "path", "streets", d=_streets(point, 20))
    elif city.size == "partial":
        k = CARRIED_REACH / REACH["partial"] if carried else _growth(city.size, scale)
        add(sign, "path", "city_partial", d=_octagon(point, k))
        if not carried:
            add(sign, "path", "streets", d=_streets(point, 9 * k))
    else:
        kind = city.size if city.size in _RADIUS else "dot"
        radius = min(CARRIED_RADIUS, _RADIUS[kind]) if carried else _RADIUS[kind] * scale
        add(sign, "circle", f"city_{kind}", cx=point[0], cy=point[1], r=radius)


def _octagon(point: Point, k: float) -> str:
    steps = ((13, 0), (7, 6), (0, 11), (-6, 6), (-12, 0), (-6, -7), (0, -11))
    drawn = "".join(f"l{number(dx * k)} {number(dy * k)}" for dx, dy in steps)
    return f"M{number(point[0] - 7 * k)} {number(point[1] - 11 * k)}{drawn}z"


def _shrunk(point: Point, share: float) -> str:
    steps = ((30, 18), (0, 34), (-30, 18), (-30, -18), (0, -34))
    drawn = "".join(f"l{number(dx * share)} {number(dy * share)}" for dx, dy in steps)
    return f"M{number(point[0])} {number(point[1] - 35 * share)}{drawn}z"


def _streets(point: Point, reach: float) -> str:
    (x, y), third, long = point, reach // 3, number(2 * reach)
    across = "".join(f"M{number(x - reach)} {number(y + dy)}h{long}" for dy in (-third, third))
    return across + "".join(f"M{number(x + dx)} {number(y - reach)}v{long}" for dx in (-third, third))


# --- ports and airfields ---------------------------------------------------------------------------------------------


def draw_port(layer: Element, port: Port, spot: Spot) -> None:
    """A port in a hex; the larger the port, the larger its anchor; a ring around a great one."""
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
        add(sign, "circle", "anchor", cx=x, cy=y, r=GREAT_REACH)


def draw_airfield(layer: Element, airfield: Airfield, spot: Spot) -> None:
    """An airfield in a hex, with its capacity."""
    x, y = spot[0] + AIRFIELD_AT[0], spot[1] + AIRFIELD_AT[1]
    sign = told(add(layer, "g", "airbase"), airfield_words(airfield))
    add(sign, "circle", "airfield", cx=x, cy=y, r=5.4)
    add(sign, "text", "airfield_text", str(airfield.capacity), x=x, y=y + 2.6)


# --- fortifications --------------------------------------------------------------------------------------------------


def box_of_works(works: Fortification) -> tuple[float, float, float, float]:
    """The box of a fortification around the middle of its hex, where no counters stand."""
    return (-24, 8, 24, 17) if works.type in _LINES else (-15, -15, 15, 15)


_LINES = ("westwall", "maginot", "ouvrage")


def draw_fortification(layer: Element, works: Fortification, spot: Spot, *, beside_counters: bool) -> None:
    """A fortification in a hex: in its middle, or small beside the counters that would hide it."""
    sign = told(add(layer, "g", "works"), fortification_words(works))
    kind = "fortress unimproved" if works.condition == "unimproved" else "fortress"
    strength = "" if works.strength is None else str(works.strength)
    if beside_counters:
        _draw_small(sign, works.type, kind, strength, (spot[0] + WORKS_AT[0], spot[1] + WORKS_AT[1]))
        return
    add(sign, "path", kind, d=_LARGE.get(works.type, _square)(*spot))
    if strength:
        add(sign, "text", "fort_text", strength, x=spot[0] + 22, y=spot[1] - 8)


def _draw_small(sign: Element, kind: str, look: str, strength: str, point: Point) -> None:
    (x, y), low = point, 2 if strength else 0
    add(sign, "circle", "fort_ground", cx=x, cy=y, r=6.4)
    place = add(sign, "g", transform=f"translate({number(x - 6.6)} {number(y - 3.5 + low)})scale(.44)")
    add(place, "path", f"small {look}", d=FORT_SHAPES.get(kind, FORT_SHAPES["fort"]))
    if strength:
        add(sign, "text", "fort_text", strength, x=x, y=y - 0.2, font_size=6.5)


FORT_SHAPES = {
    "fortress": "M15 0l3 5 6-1-3 4 3 4-6-1-3 5-3-5-6 1 3-4-3-4 6 1z",
    "fort": "M9 2h12v12h-12z",
    "westwall": "M3 12l4-7l4 7l4-7l4 7l4-7l4 7",
    "maginot": "M3 12v-6h5v3h5v-3h5v3h5v-3h4v6z",
    "ouvrage": "M3 12v-6h5v3h5v-3h5v3h5v-3h4v6z",
}
"""Each kind in a box of 30 by 16 units."""


def _square(x: int, y: int) -> str:
    return f"M{x - 15} {y - 15}h30v30h-30z"


def _star(x: int, y: int) -> str:
    return f"M{x} {y - 19}l6 11 13-2-7 11 7 11-13-2-6 11-6-11-13 2 7-11-7-11 13 2z"


def _teeth(x: int, y: int) -> str:
    """A line of obstacles below the middle of the hex."""
    return f"M{x - 24} {y + 16}" + "l4-6l4 6" * 6


def _battlements(x: int, y: int) -> str:
    return f"M{x - 24} {y + 16}v-5h6v3h6v-3h6v3h6v-3h6v3h6v-3h6v3h6v-3v5z"


_LARGE: Mapping[str, Callable[[int, int], str]] = {
    "fortress": _star,
    "fort": _square,
    "westwall": _teeth,
    "maginot": _battlements,
    "ouvrage": _battlements,
}
