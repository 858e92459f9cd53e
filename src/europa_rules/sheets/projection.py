"""Between latitude and longitude and the plane of the hexes: the map projection that the heads of the sheets describe.

Needs the `[projection]` table of a head; gives points of a plane in which neighbouring hexes lie one unit apart, x to
the sheet's east and y to its north. For drawing and for finding places, never for a rule: the board's only floats.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import asin, atan2, cos, degrees, hypot, isfinite, radians, sin, sqrt

from attrs import field, frozen

Point = tuple[float, float]
"""x to the sheet's east and y to its north, in hexes."""

MIDDLE: Point = (0.0, 0.0)
"""The middle of a hex, as seen from there."""

Earth = tuple[float, float]
"""Latitude and longitude, in decimal degrees north and east."""

Affine = tuple[float, float, float]
"""a, b and c of a*x + b*y + c."""

ROW_HEIGHT = sqrt(3) / 2
"""From row to row of hexes, in hexes."""


@frozen
class Projection:
    """An Albers equal-area conic on a sphere, then turned, stretched and shifted into the plane of the hexes.

    Attributes:
        parallels: the two standard parallels, in degrees.
        origin: latitude and longitude of the conic's origin, in degrees.
        radius_m: the radius of the Earth, in metres.
        hex_m: what the conic's metres are divided by.
        x, y: a, b and c of the plane's x and y, reckoned from the conic's x and y as a*x + b*y + c.

    >>> conic = Projection((41.4, 57.4), (45.0, 0.0), 6371000.0, 25749.5, (1.0, 0.0, 0.0), (0.0, 1.0, 0.0))
    >>> latitude, longitude = conic.earth(conic.plane((50.63, 3.06)))
    >>> round(latitude, 6), round(longitude, 6)
    (50.63, 3.06)
    """

    parallels: tuple[float, float]
    origin: Earth
    radius_m: float
    hex_m: float
    x: Affine
    y: Affine
    _cone: float = field(init=False, repr=False)
    _reach: float = field(init=False, repr=False)

    @_cone.default
    def _find_cone(self) -> float:
        return sum(sin(radians(parallel)) for parallel in self.parallels) / 2

    @_reach.default
    def _find_reach(self) -> float:
        first = radians(self.parallels[0])
        return cos(first) ** 2 + 2 * self._cone * sin(first)

    def plane(self, place: Earth) -> Point:
        """The point of the plane where a latitude and longitude lie."""
        latitude, longitude = place
        rho = self._rho(latitude)
        theta = self._cone * radians(longitude - self.origin[1])
        east, north = rho * sin(theta), self._rho(self.origin[0]) - rho * cos(theta)
        return _of(self.x, east, north), _of(self.y, east, north)

    def earth(self, point: Point) -> Earth:
        """The latitude and longitude of a point of the plane."""
        east, north = self._conic(point)
        top = self._rho(self.origin[0])
        rho, theta = hypot(east, top - north), atan2(east, top - north)
        sine = (self._reach - (rho * self._cone * self.hex_m / self.radius_m) ** 2) / (2 * self._cone)
        return degrees(asin(max(-1.0, min(1.0, sine)))), self.origin[1] + degrees(theta / self._cone)

    def _rho(self, latitude: float) -> float:
        """How far a parallel lies from the tip of the cone, in hexes."""
        left = max(0.0, self._reach - 2 * self._cone * sin(radians(latitude)))
        return self.radius_m * sqrt(left) / self._cone / self.hex_m

    def _conic(self, point: Point) -> Point:
        """The conic's x and y of a point of the plane."""
        (a, b, c), (d, e, f) = self.x, self.y
        x, y = point[0] - c, point[1] - f
        scale = a * e - b * d
        return (e * x - b * y) / scale, (a * y - d * x) / scale


def _of(affine: Affine, x: float, y: float) -> float:
    a, b, c = affine
    return a * x + b * y + c


def fault_of_place(place: Sequence[float]) -> str:
    """What is wrong with a latitude and longitude, or "".

    >>> fault_of_place((91.0, 3.0))
    'latitude 91.0 is not between -90 and 90 degrees'
    """
    for name, value, most in zip(("latitude", "longitude"), place, (90, 180), strict=True):
        if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
            return f"{name} {value!r} is no number of degrees"
        if abs(value) > most:
            return f"{name} {value} is not between -{most} and {most} degrees"
    return ""


_NUMBERS = {"parallels": 2, "origin": 2, "radius_m": 0, "hex_m": 0, "x": 3, "y": 3}
"""The keys of the table, and how many numbers each holds in a list; 0: one number and no list."""


def faults_of_projection(table: object) -> list[tuple[str, str, str]]:
    """What is wrong with the `[projection]` table of a head: key, what was found, what was expected.

    >>> faults_of_projection({"parallels": [41.4]})[0]
    ('projection.parallels', '[41.4]', 'a list of 2 numbers')
    """
    if not isinstance(table, Mapping):
        return [("projection", repr(table), f"a table with {', '.join(_NUMBERS)}")]
    found: list[tuple[str, str, str]] = []
    for key, count in _NUMBERS.items():
        value = table.get(key)
        numbers = value if count and isinstance(value, list) else [value]
        if len(numbers) != (count or 1) or not all(_is_number(number) for number in numbers):
            expected = f"a list of {count} numbers" if count else "a number above 0"
            found.append((f"projection.{key}", "nothing" if value is None else repr(value), expected))
    return found or _faults_of_shape(read_projection(table))


def _faults_of_shape(projection: Projection) -> list[tuple[str, str, str]]:
    """A conic needs parallels that do not cancel out, lengths above 0, and axes that are not parallel."""
    found: list[tuple[str, str, str]] = []
    for key, length in (("radius_m", projection.radius_m), ("hex_m", projection.hex_m)):
        if length <= 0:
            found.append((f"projection.{key}", repr(length), "a number above 0"))
    if sum(projection.parallels) == 0 or max(map(abs, projection.parallels)) >= 90:
        found.append(("projection.parallels", repr(projection.parallels), "two parallels of a cone"))
    if projection.x[0] * projection.y[1] == projection.x[1] * projection.y[0]:
        found.append(("projection.x", repr(projection.x), "an axis that is not parallel to y"))
    return found


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


def read_projection(table: Mapping[str, object]) -> Projection:
    """A projection from the `[projection]` table of a head, which has no faults."""
    values = {key: _numbers(table[key]) for key in _NUMBERS}
    return Projection(
        parallels=_two(values["parallels"]),
        origin=_two(values["origin"]),
        radius_m=values["radius_m"][0],
        hex_m=values["hex_m"][0],
        x=_three(values["x"]),
        y=_three(values["y"]),
    )


def _numbers(value: object) -> list[float]:
    found = value if isinstance(value, list) else [value]
    return [float(number) for number in found if isinstance(number, int | float)]


def _two(values: Sequence[float]) -> tuple[float, float]:
    first, second = values
    return first, second


def _three(values: Sequence[float]) -> Affine:
    first, second, third = values
    return first, second, third
