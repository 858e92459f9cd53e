"""Where the names of a picture stand, so that none covers another, a counter or a sign, nor seems to name a neighbour.

Needs names with their places, the most important first, and the boxes of what must stay free; gives each name the first
of its positions that is free. A name that finds none is left out of the picture and stands in the hex's title alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from math import hypot

from attrs import evolve, field, frozen

from europa_rules.render.hexplan import NAME_TOP
from europa_rules.render.layout import boxes_touch
from europa_rules.render.svg import Point

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

CELL = 64

_WIDTHS = {"bold": 0.7, "plain": 0.62}
"""Width of a letter in font sizes: that of the widest of the usual fonts, so that boxes are never too small."""

RISE, FALL = 0.78, 0.24
"""How far letters reach above and below their base line, in font sizes."""

TIGHT = (1.0, 0.88, 0.76, 0.66)
"""Names that find no room are written smaller, by these shares."""

_ACROSS = {"start": 0.0, "middle": 0.5, "end": 1.0}


@frozen
class Style:
    """How a kind of name is written: its font size, whether it is bold, and how far its letters are spaced."""

    size: float
    bold: bool = False
    spacing: float = 0.0

    def scaled(self, scale: float) -> Style:
        """The same, so many times as large."""
        return evolve(self, size=self.size * scale, spacing=self.spacing * scale)


@frozen
class Wish:
    """A name that wants a place.

    Attributes:
        text: the name.
        kind: the class it is drawn with.
        style: how it is written.
        x, y: the middle of the sign that it names; of the hex, if it stands below counters.
        clear: how far from the middle of its sign it must stay; how far the sign reaches that it carries.
        below: whether it stands below counters, and carries its sign with it if that has any reach.
        parts: middles of further signs that it names too.
    """

    text: str
    kind: str
    style: Style
    x: float
    y: float
    clear: float
    below: bool = False
    parts: frozenset[Point] = frozenset()


@frozen
class Label:
    """A name in its place.

    Attributes:
        text, kind, size: the name, its class and its font size.
        x, y, anchor: where its base line has its start, middle or end.
        box: the ground that it takes.
        sign: the middle of what it names.
        tight: whether it is written smaller than others of its kind, for want of room.
    """

    text: str
    kind: str
    size: float
    x: float
    y: float
    anchor: str
    box: Box
    sign: Point
    tight: bool = False


def width_of(text: str, style: Style) -> float:
    """How wide a text is at most.

    >>> width_of("Lille", Style(10))
    31.0
    """
    return len(text) * (style.size * _WIDTHS["bold" if style.bold else "plain"] + style.spacing)


def box_of(text: str, style: Style, x: float, y: float, anchor: str) -> Box:
    """The box of a text whose base line begins, is centered or ends at a point."""
    width = width_of(text, style)
    left = x - width * _ACROSS[anchor]
    return left, y - style.size * RISE, left + width, y + style.size * FALL


def around(point: Point, reach: float) -> Box:
    """The square around a point."""
    return point[0] - reach, point[1] - reach, point[0] + reach, point[1] + reach


def distance_to(box: Box, point: Point) -> float:
    """How far a point lies from a box; 0 within it."""
    dx = max(box[0] - point[0], 0, point[0] - box[2])
    dy = max(box[1] - point[1], 0, point[1] - box[3])
    return hypot(dx, dy)


Cells = dict[tuple[int, int], list[Box]]


@frozen(eq=False)
class Room:
    """What is taken of a picture, found quickly by where it is."""

    edges: Box
    _cells: Cells = field(factory=dict)
    _signs: Cells = field(factory=dict)

    def take(self, box: Box) -> None:
        """Keep a box free of anything that comes later."""
        _keep(box, self._cells)

    def take_sign(self, point: Point, reach: float) -> None:
        """Keep the sign of a town free; and no name of another town may stand nearer to it than to its own."""
        self.take(around(point, reach))
        _keep((*point, *point), self._signs)

    def is_free(self, box: Box) -> bool:
        """Whether a box lies in the picture and touches nothing taken."""
        left, top, right, bottom = self.edges
        if box[0] < left or box[1] < top or box[2] > right or box[3] > bottom:
            return False
        return not any(boxes_touch(box, other) for other in _near(box, self._cells))

    def names_clearly(self, box: Box, sign: Point, parts: Set[Point] = frozenset()) -> bool:
        """Whether a name in a box is nearer to its own sign than to that of any other town."""
        own = distance_to(box, sign)
        wide = box[0] - own, box[1] - own, box[2] + own, box[3] + own
        others = (other[:2] for other in _near(wide, self._signs))
        return all(other == sign or other in parts or distance_to(box, other) > own + 1 for other in others)


def _keep(box: Box, cells: Cells) -> None:
    for cell in _cells_of(box):
        cells.setdefault(cell, []).append(box)


def _near(box: Box, cells: Cells) -> Iterable[Box]:
    return (other for cell in _cells_of(box) for other in cells.get(cell, ()))


def _cells_of(box: Box) -> Iterable[tuple[int, int]]:
    for x in range(int(box[0] // CELL), int(box[2] // CELL) + 1):
        for y in range(int(box[1] // CELL), int(box[3] // CELL) + 1):
            yield x, y


# --- names around their signs ----------------------------------------------------------------------------------------


def _around_sign(wish: Wish) -> Iterable[tuple[float, float, str]]:
    """Where a name may stand, the best first: beside, above, below, then askew and farther off."""
    size, clear = wish.style.size, wish.clear
    up, down = -clear - 1.5, clear + size * 0.85
    level = size * 0.35
    yield from [(clear + 2, level, "start"), (-clear - 2, level, "end"), (0.0, down, "middle"), (0.0, up, "middle")]
    for share in (0.7, 1.1):
        aside = clear * share
        for dy in (down, up):
            yield aside, dy, "start"
            yield -aside, dy, "end"
    for aside in (size, 2 * size):
        for dy in (down, up):
            yield aside, dy, "middle"
            yield -aside, dy, "middle"
    for dy in (-size, size, size / 2, -size / 2):
        yield clear + 2, level + dy, "start"
        yield -clear - 2, level + dy, "end"
    for more in (5, 9):
        for dy in (down + more, up - more):
            yield 0, dy, "middle"
            yield 4, dy, "start"
            yield -4, dy, "end"


def _beside_sign(wish: Wish) -> Iterable[Label]:
    sign = wish.x, wish.y
    for dx, dy, anchor in _around_sign(wish):
        x, y = wish.x + dx, wish.y + dy
        box = box_of(wish.text, wish.style, x, y, anchor)
        yield Label(wish.text, wish.kind, wish.style.size, x, y, anchor, box, sign)


# --- names with their signs ------------------------------------------------------------------------------------------

_STEPS = tuple(range(-26, 13, 3))
"""How far the middle of a sign may lie beside that of its hex: never so far that it seems to lie in another."""

_LOWER = (0, 2.5, 5.0, 8.0)
"""How far below its best line a name may stand."""

_RIGHT = (20.0, (3, -5, 11, -11))
"""At last, to the right of the counters: how far from the middle, and on which lines."""

SIGN_RISE = 0.3
"""How far above the base line the middle of a sign stands, in font sizes."""


def _with_sign(wish: Wish) -> Iterable[Label]:
    """A name below the counters of its hex, as near to the middle as can be, its sign to the left of it."""
    style, reach = wish.style, 2 * wish.clear + 2 if wish.clear else 0.0
    middle = -(width_of(wish.text, style) + reach) / 2 + wish.clear
    aside = sorted((middle, *_STEPS) if middle > _STEPS[0] else _STEPS, key=lambda dx: abs(dx - middle))
    best = NAME_TOP + max(style.size * RISE, style.size * SIGN_RISE + wish.clear)
    starts = [(dx - wish.clear, best + lower) for lower in _LOWER for dx in aside]
    starts += [(_RIGHT[0], dy) for dy in _RIGHT[1]]
    for dx, dy in starts:
        x, y = wish.x + dx, wish.y + dy
        box = box_of(wish.text, style, x + reach, y, "start")
        sign = x + wish.clear, y - style.size * SIGN_RISE
        yield Label(wish.text, wish.kind, style.size, x + reach, y, "start", box, sign)


def _with_its_sign(label: Label, wish: Wish) -> Box:
    """The box of a name and the sign to its left."""
    x, y = label.sign
    return x - wish.clear, min(label.box[1], y - wish.clear), label.box[2], max(label.box[3], y + wish.clear)


# --- placing ---------------------------------------------------------------------------------------------------------


def place_labels(wishes: Sequence[Wish], room: Room) -> tuple[Label | None, ...]:
    """Each name in its place, or None for one that found none."""
    return tuple(placed(wish, room) for wish in wishes)


def placed(wish: Wish, room: Room) -> Label | None:
    """A name in the first of its places that is free, smaller if need be, or None; its ground is taken from then on."""
    for share in TIGHT:
        label = _first_free(evolve(wish, style=wish.style.scaled(share)), room)
        if label is not None:
            room.take(label.box)
            if wish.below and wish.clear:
                room.take_sign(label.sign, wish.clear)
            return evolve(label, tight=share < 1)
    return None


def _first_free(wish: Wish, room: Room) -> Label | None:
    for label in _with_sign(wish) if wish.below else _beside_sign(wish):
        box = _with_its_sign(label, wish) if wish.below else label.box
        if room.is_free(box) and room.names_clearly(label.box, label.sign, wish.parts):
            return label
    return None


# --- how names are written ----------------------------------------------------------------------------------------

CITY_STYLES: Mapping[str, Style] = {
    "full": Style(10.5, bold=True),
    "partial": Style(9.5, bold=True),
    "dot": Style(9, bold=True),
    "reference": Style(8),
    "point": Style(7),
}
AREA_STYLES: Mapping[str, Style] = {
    "country": Style(13, spacing=4),
    "region": Style(10, spacing=2),
    "sea": Style(11, spacing=2),
    "island": Style(7.5),
    "stream": Style(7.5),
}
NUMBER_STYLE = Style(7.5)
