"""Where the names of a picture stand, so that none covers another, a counter or a sign.

Needs names with their places, the most important first, and the boxes of what must stay free; gives each name the first
of its positions that is free. A name that finds none is left out of the picture and stands in the hex's title alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import field, frozen

from europa_rules.render.layout import boxes_touch

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

CELL = 64

_WIDTHS = {"bold": 0.7, "plain": 0.62}
"""Width of a letter in font sizes: that of the widest of the usual fonts, so that boxes are never too small."""

_ACROSS = {"start": 0.0, "middle": 0.5, "end": 1.0}


@frozen
class Style:
    """How a kind of name is written: its font size, and whether it is bold."""

    size: float
    bold: bool = False


@frozen
class Wish:
    """A name that wants a place.

    Attributes:
        text: the name.
        kind: the class it is drawn with.
        style: how it is written.
        x, y: the middle of what it names.
        clear: how far from the middle it must stay.
        below: whether it rather stands below than beside.
    """

    text: str
    kind: str
    style: Style
    x: float
    y: float
    clear: float
    below: bool = False


@frozen
class Label:
    """A name in its place: anchor is start, middle or end; y is its base line."""

    text: str
    kind: str
    x: float
    y: float
    anchor: str
    box: Box


def width_of(text: str, style: Style) -> float:
    """How wide a text is at most.

    >>> width_of("Lille", Style(10))
    31.0
    """
    return len(text) * style.size * _WIDTHS["bold" if style.bold else "plain"]


def box_of(text: str, style: Style, x: float, y: float, anchor: str) -> Box:
    """The box of a text whose base line begins, is centered or ends at a point."""
    width = width_of(text, style)
    left = x - width * _ACROSS[anchor]
    return left, y - style.size * 0.8, left + width, y + style.size * 0.25


@frozen(eq=False)
class Room:
    """What is taken of a picture, found quickly by where it is."""

    edges: Box
    _cells: dict[tuple[int, int], list[Box]] = field(factory=dict)

    def take(self, box: Box) -> None:
        """Keep a box free of anything that comes later."""
        for cell in _cells_of(box):
            self._cells.setdefault(cell, []).append(box)

    def is_free(self, box: Box) -> bool:
        """Whether a box lies in the picture and touches nothing taken."""
        left, top, right, bottom = self.edges
        if box[0] < left or box[1] < top or box[2] > right or box[3] > bottom:
            return False
        return not any(boxes_touch(box, other) for cell in _cells_of(box) for other in self._cells.get(cell, ()))


def _cells_of(box: Box) -> Iterable[tuple[int, int]]:
    for x in range(int(box[0] // CELL), int(box[2] // CELL) + 1):
        for y in range(int(box[1] // CELL), int(box[3] // CELL) + 1):
            yield x, y


def _positions(wish: Wish) -> Iterable[tuple[float, float, str]]:
    """Where a name may stand, the best first: beside, above, below, then askew and farther off."""
    size, clear = wish.style.size, wish.clear
    up, down = -clear - 1.5, clear + size * 0.85
    level = size * 0.35
    near = [(clear + 2, level, "start"), (-clear - 2, level, "end"), (0.0, down, "middle"), (0.0, up, "middle")]
    yield from [near[2], *near] if wish.below else near
    for share in (0.7, 1.1):
        aside = clear * share
        for dy in (down, up):
            yield aside, dy, "start"
            yield -aside, dy, "end"
    for more in (5, 9):
        yield 0, down + more, "middle"
        yield 0, up - more, "middle"
        for dy in (down + more, up - more):
            yield 4, dy, "start"
            yield -4, dy, "end"
    for dy in (-size, size):
        yield clear + 2, level + dy, "start"
        yield -clear - 2, level + dy, "end"


def place_labels(wishes: Sequence[Wish], room: Room) -> tuple[tuple[Label, ...], tuple[Wish, ...]]:
    """The names in their places, and those that found none."""
    placed: list[Label] = []
    left_out: list[Wish] = []
    for wish in wishes:
        label = next((label for label in _labels(wish) if room.is_free(label.box)), None)
        if label is None:
            left_out.append(wish)
        else:
            room.take(label.box)
            placed.append(label)
    return tuple(placed), tuple(left_out)


def _labels(wish: Wish) -> Iterable[Label]:
    for dx, dy, anchor in _positions(wish):
        x, y = wish.x + dx, wish.y + dy
        yield Label(wish.text, wish.kind, x, y, anchor, box_of(wish.text, wish.style, x, y, anchor))


CITY_STYLES: Mapping[str, Style] = {
    "full": Style(11, bold=True),
    "partial": Style(10, bold=True),
    "dot": Style(9, bold=True),
    "reference": Style(8),
    "point": Style(7),
}
NUMBER_STYLE = Style(7.5)
