"""Where the hexes of a board lie on Earth: their middles, their corners, and the hex of a place.

Needs a projection, the grid's cells, and the middles' latitudes and longitudes where the tables give them; how far they
lie from the even plane of the projection is kept as a shift, which corners share. For drawing, never for a rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import hypot, sqrt

from attrs import field, frozen

from europa_rules.hexes import STEPS
from europa_rules.sheets.projection import ROW_HEIGHT, Earth, Point, Projection

Doubled = tuple[int, int]
"""Doubled coordinates of a hex: x in half hexes eastward, y in rows southward."""

CLOSE = 1 / sqrt(3) + 0.05
"""How far a place may lie from the middle of its hex, in hexes: as far as a corner, and a little for shifted ones."""

WITHIN = 0.45
"""How far from its middle, in hexes, all directions are still within a hex."""

_AROUND = 2
"""How many rows and columns around the even plane's hex the nearest middle is looked for in."""


@frozen(eq=False)
class Places:
    """The hexes of a board on Earth.

    Attributes:
        projection: between the Earth and the plane.
        cells: the doubled coordinates of every hex, in the order of the board.
        given: the latitude and longitude of every middle, None where the tables have none.
    """

    projection: Projection
    cells: tuple[Doubled, ...]
    given: tuple[Earth | None, ...]
    _corners: dict[tuple[Doubled, ...], Earth] = field(factory=dict, init=False, repr=False)

    def middle(self, i: int) -> Earth:
        """Latitude and longitude of the middle of the hex in place i."""
        return self.given[i] or self.projection.earth(_even(self.cells[i]))

    def nearest(self, place: Earth) -> int | None:
        """The place on the board of the hex whose middle is nearest, or None off the board."""
        x, y = self.projection.plane(place)
        row, half = round(-y / ROW_HEIGHT), round(2 * x)
        near = (
            i
            for dy in range(-_AROUND, _AROUND + 1)
            for dx in range(-2 * _AROUND, 2 * _AROUND + 1)
            if (i := self._index.get((half + dx, row + dy))) is not None
        )
        distances = [(hypot(x - self._middles[i][0], y - self._middles[i][1]), i) for i in near]
        distance, i = min(distances, default=(CLOSE, -1))
        return i if distance < CLOSE else None

    def from_middle(self, i: int, place: Earth) -> Point:
        """Where a place lies from the middle of the hex in place i, in hexes, kept within it: the bearing is true."""
        (x, y), (middle_x, middle_y) = self.projection.plane(place), self._middles[i]
        east, north = x - middle_x, y - middle_y
        far = max(1.0, hypot(east, north) / WITHIN)
        return east / far, north / far

    def outline(self, i: int) -> tuple[Earth, ...]:
        """The six corners of a hex, clockwise; the first and the last are those of its hexside to the north-east.

        Corner k lies between the hexsides k and k + 1 of `Direction`, so the hexside in direction k runs from corner
        k - 1 to corner k. Hexes that share a corner have the very same numbers for it.
        """
        return tuple(self.corner(i, k) for k in range(len(STEPS)))

    def corner(self, i: int, k: int) -> Earth:
        """Corner k of the hex in place i, as in `outline`."""
        x, y = self.cells[i]
        steps = (STEPS[k], STEPS[(k + 1) % len(STEPS)])
        return self._corner(tuple(sorted([(x, y), *((x + dx, y + dy) for dx, dy in steps)])))

    def _corner(self, cells: tuple[Doubled, ...]) -> Earth:
        if cells not in self._corners:
            points = [_even(cell) for cell in cells]
            shifts = [self._shift(self._index[cell]) for cell in cells if cell in self._index]
            self._corners[cells] = self.projection.earth(_sum(_mean(points), _mean(shifts)))
        return self._corners[cells]

    def _shift(self, i: int) -> Point:
        (x, y), (even_x, even_y) = self._middles[i], _even(self.cells[i])
        return x - even_x, y - even_y

    @cached_property
    def _index(self) -> Mapping[Doubled, int]:
        return {cell: i for i, cell in enumerate(self.cells)}

    @cached_property
    def _middles(self) -> tuple[Point, ...]:
        """The middle of every hex in the plane."""
        both = zip(self.given, self.cells, strict=True)
        return tuple(self.projection.plane(place) if place else _even(cell) for place, cell in both)


def _even(cell: Doubled) -> Point:
    """Where the middle of a hex lies in the even plane."""
    return cell[0] / 2, -cell[1] * ROW_HEIGHT


def _mean(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _sum(a: Point, b: Point) -> Point:
    return a[0] + b[0], a[1] + b[1]
