"""The names of countries, regions, seas and islands in a picture.

Needs the part of the board shown and the room that the names of towns have left; gives the places of these names. Each
stands on nothing but what it names, and only once; one that finds no room is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set

from attrs import frozen

from europa_rules.render.atlas import ISLAND, REGION, SEA, hex_of, named_places, point_of
from europa_rules.render.detail import Detail
from europa_rules.render.ground import WATER
from europa_rules.render.labels import AREA_STYLES, Box, Label, Room, Wish, box_of, placed
from europa_rules.render.layout import HALF, ROW, Frame, side
from europa_rules.render.svg import Point

LEAST = 3
"""Hexes of a country that must be shown for its name."""

AROUND = tuple((dx * HALF, dy * ROW / 2) for dy in (0, 1, -1, 2, -2, 3, -3) for dx in (0, 1, -1, 2, -2, 3, -3))
"""Where the name of an area may stand from its best point."""


TIGHT = (1.0, 0.8, 0.65)
"""Names that find no room are written smaller, by these shares."""

ISLAND_CLEAR = 12.0, 31.0
"""How far the name of an island stays from the middle of its hex: within the hex, or else beside it."""

Fits = Callable[[int], bool]
"""Whether the hex in a place of the board belongs to what is named."""


@frozen(eq=False)
class _Search:
    """The hexes shown by their middles, the room that is left, and how large names are."""

    frame: Frame
    detail: Detail
    room: Room
    spots: Mapping[Point, int]

    def under(self, box: Box) -> Iterable[int | None]:
        """The hexes that a box lies on; None for each that is not shown."""
        left, top, right, bottom = box
        for row in range(round((top - 18) / ROW), round((bottom + 18) / ROW) + 1):
            for column in range(round((left - 22) / HALF), round((right + 22) / HALF) + 1):
                if (column + row) % 2 == self.parity:
                    yield self.spots.get((column * HALF, row * ROW))

    @property
    def parity(self) -> int:
        """Whether column and row of every hex add up to an even number or not."""
        x, y = next(iter(self.spots))
        return int(x / HALF + y / ROW) % 2

    def first(self, text: str, kind: str, points: Sequence[Point], fits: Fits) -> Iterable[Label]:
        """The name at the first point where it lies on what it names alone, and in free room; or nothing."""
        for share in TIGHT:
            style = AREA_STYLES[kind].scaled(self.detail.scale * share)
            for x, y in points:
                box = box_of(text, style, x, y + style.size / 2, "middle")
                if self.room.is_free(box) and all(i is not None and fits(i) for i in self.under(box)):
                    self.room.take(box)
                    at = x, y + style.size / 2
                    yield Label(text, f"area {kind}", style.size, *at, "middle", box, (x, y), tight=share < 1)
                    return


def place_areas(frame: Frame, detail: Detail, room: Room, towns: Set[str]) -> tuple[Label, ...]:
    """The names of what is shown; an island that is called like one of the towns has its name already."""
    spots: dict[Point, int] = {frame.spots[ref]: i for ref, i in zip(frame.hexes, frame.places, strict=True)}
    if not spots:
        return ()
    search = _Search(frame, detail, room, spots)
    wide = (*_countries(search), *_named(SEA, search))
    return (*wide, *_islands(search, towns), *_named(REGION, search), *_rivers(search))


def _countries(search: _Search) -> Iterable[Label]:
    by_country: dict[str, list[Point]] = {}
    countries = search.frame.board.column("country_1939")
    for spot, i in search.spots.items():
        if countries[i]:
            by_country.setdefault(countries[i], []).append(spot)
    for country, spots in sorted(by_country.items()):
        if len(spots) >= LEAST:
            x, y = sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)
            nearest = sorted(spots, key=lambda spot: (abs(spot[0] - x) + abs(spot[1] - y), spot))
            yield from search.first(country.upper(), "country", nearest, _fits(country, countries))


def _fits(country: str, countries: Sequence[str]) -> Fits:
    return lambda i: countries[i] == country


def _named(kind: str, search: _Search) -> Iterable[Label]:
    """The names of seas, each on water alone, or of regions, each on land alone."""
    board = search.frame.board
    surfaces = board.column("surface")
    for name, places in named_places()[kind].items():
        points = [point for place in places if (point := point_of(place, board))]
        nearby = [(x + dx, y + dy) for x, y in points for dx, dy in AROUND]
        yield from search.first(name, kind, nearby, lambda i: (surfaces[i] in WATER) == (kind == SEA))


def _islands(search: _Search, towns: Set[str]) -> Iterable[Label]:
    frame, style = search.frame, AREA_STYLES[ISLAND].scaled(search.detail.scale)
    hexes = {name: hex_of(places[0], frame.board) for name, places in named_places()[ISLAND].items()}
    for name, ref in hexes.items():
        if ref and ref in frame.spots and name not in towns and frame.board.has_land(ref):
            wishes = (Wish(name, f"area {ISLAND}", style, *frame.spots[ref], clear) for clear in ISLAND_CLEAR)
            label = next((label for wish in wishes if (label := placed(wish, search.room))), None)
            yield from (label,) if label else ()


RIVERS = ("major_river", "river", "canal")
REACHES = (" lower", " upper")
"""What the map's tables add to the name of a river."""


def _rivers(search: _Search) -> Iterable[Label]:
    """The names of rivers and canals, each once, as near to the middle of its course as can be."""
    board, courses = search.frame.board, dict[str, list[Point]]()
    for i, j, direction in search.frame.inner_sides():
        for feature in board.sides[i][direction]:
            name = board.side_name(board.hexes[i], board.hexes[j], feature) if feature in RIVERS else ""
            if name:
                (ax, ay), (bx, by) = side(search.frame.spot(i), direction)
                courses.setdefault(_river(name), []).append(((ax + bx) / 2, (ay + by) / 2))
    for name, course in sorted(courses.items(), key=lambda found: (-len(found[1]), found[0])):
        if len(course) >= search.detail.river:
            x, y = (sum(point[axis] for point in course) / len(course) for axis in (0, 1))
            nearest = sorted(course, key=lambda point: (abs(point[0] - x) + abs(point[1] - y), point))
            yield from search.first(name, "stream", nearest, lambda _: True)


def _river(name: str) -> str:
    for word in REACHES:
        name = name.removesuffix(word)
    return name
