"""The legend below a picture: a sign and its meaning for everything that the picture shows, and whose data it rests on.

Needs the part of the board shown and the signs of the overlays; gives a layer of its own and its height.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from xml.etree.ElementTree import Element

from attrs import frozen

from europa_rules.board import Board
from europa_rules.render.descriptions import CITY_WORDS, spoken
from europa_rules.render.ground import (
    LINE_CLASSES,
    MARKS,
    OTHER_MARKS,
    SHAPES_OF_SHORES,
    SIDE_CLASSES,
    WATER,
    terrain_class,
)
from europa_rules.render.labels import Style, width_of
from europa_rules.render.layout import Frame
from europa_rules.render.scene import Sign
from europa_rules.render.signs import FORT_SHAPES
from europa_rules.render.svg import add, enlarged

AREA, LINE = "M2 1h26v14h-26z", "M1 8H29"
SWATCH = ("swatch", AREA)
ENTRY_STYLE, NOTE_STYLE = Style(11), Style(10)
ENTRY_HEIGHT, NOTE_HEIGHT, GAP = 19, 13, 10
SIGN_WIDTH = 34
NARROW, WIDE = frozenset("fijlrt ,.:;-()|'"), frozenset("mwMW")
"""Letters that are narrower and wider than others; sentences have more of the former than names may have."""

SIGN_LETTERS, FRAME_LETTERS = 30.0, 20.0
"""The room for letters in a sign, and in the frame of a unit's symbol."""

LINE_WORDS = {
    "rail_high": "high-volume rail line",
    "rail_low": "low-volume rail line",
    "road": "road",
    "rail_ferry": "rail ferry",
}
STRAIT_SHAPES = {
    "narrow_strait": ("strait", "M4 8H26M8 4L4 8L8 12M22 4L26 8L22 12"),
    "causeway": ("causeway", LINE),
}
CITY_SHAPES = {
    "point": ("city_point", "M12.6 8a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0-4.8 0z"),
    "reference": ("city_reference", "M11.4 8a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0-7.2 0z"),
    "dot": ("city_dot", "M10 8a5 5 0 1 0 10 0a5 5 0 1 0-10 0z"),
    "partial": ("city_partial", "M10 1h7l5 4v6l-4 4h-8l-3-4v-7z"),
    "full": ("city_full", "M15 0l13 4v8l-13 4l-13-4v-8z"),
}
ANCHOR = "M15 3v9M12.5 5h5M11 8q0.5 4 4 4t4-4"


@frozen(eq=False)
class Legend:
    """A legend.

    Attributes:
        layer: its elements.
        height: how high it is.
    """

    layer: Element
    height: float


def map_signs(frame: Frame) -> list[Sign]:
    """What the legend explains of the map, from the ground up."""
    return [*_terrain_signs(frame), *_side_signs(frame), *_line_signs(frame), *_place_signs(frame)]


def number_sign() -> Sign:
    """The entry for the numbers of hexes."""
    return Sign("hex: row and column", letters=("number", "1728"))


def _terrain_signs(frame: Frame) -> Iterable[Sign]:
    board = frame.board
    shown = {board.terrain(ref) for ref in frame.hexes}
    for terrain in board.words["terrain"]:
        if terrain in shown and terrain not in WATER:
            yield Sign(spoken(terrain), ((terrain_class(terrain), AREA), *_marks(terrain), SWATCH))
    over = {name for ref in frame.hexes for name in board.overlays(ref)}
    for name in sorted(over):
        yield Sign(spoken(name), (("clear", AREA), *_marks(name), SWATCH))
    if any(board.surface(ref) in ("sea", "coastal") for ref in frame.hexes):
        yield Sign("sea (shores schematic)", (("sea", AREA), ("coast", "M2 15q6-9 13-6t13-8")))
    if any(board.surface(ref) == "lake" or board.lake(ref) for ref in frame.hexes):
        yield Sign("lake", (("lake", "M5 10q4-7 10-6t10 4q-2 7-9 7t-11-5z"),))


def _marks(name: str) -> Iterable[tuple[str, str]]:
    """The marks of a terrain, side by side."""
    glyphs = [] if name == "clear" else [glyph for glyph, _ in MARKS.get(name, OTHER_MARKS)]
    return ((kind, f"M{x} 9{d}") for (kind, d), x in zip([*glyphs, *glyphs], (9, 21), strict=False))


def _side_signs(frame: Frame) -> Iterable[Sign]:
    board = frame.board
    shown = {feature for i, _, direction in frame.sides_shown() for feature in board.sides[i][direction]}
    for feature, classes in SIDE_CLASSES.items():
        if feature in shown:
            words = spoken(feature) if feature in _WATERS else f"{spoken(feature)} hexside"
            yield Sign(words, tuple((kind, LINE) for kind in classes))
    for feature in sorted(shown - {*SIDE_CLASSES, *SHAPES_OF_SHORES}):
        yield Sign(f"{spoken(feature)} hexside", (("other_side_line", LINE),))
    for feature, shape in STRAIT_SHAPES.items():
        if feature in shown:
            yield Sign(spoken(feature), (shape,))
    countries = {board.country(ref) for ref in frame.hexes} - {""}
    if len(countries) > 1:
        yield Sign("border of 1939", (("border", LINE),))


_WATERS = ("river", "major_river", "canal", "wadi")


def _line_signs(frame: Frame) -> Iterable[Sign]:
    lines = frame.board.lines
    shown = {kind for i, _, direction in frame.sides_shown() for kind in lines[i][direction]}
    for kind, classes in LINE_CLASSES.items():
        if kind in shown:
            yield Sign(LINE_WORDS[kind], tuple((name, LINE) for name in classes))


def _place_signs(frame: Frame) -> Iterable[Sign]:
    board = frame.board
    cities = {city.size for ref in frame.hexes for city in board.cities(ref)}
    for size in board.words["city_size"]:
        if size in cities:
            yield Sign(CITY_WORDS.get(size, f"{spoken(size)} city"), (CITY_SHAPES.get(size, CITY_SHAPES["dot"]),))
    ports = {port.size for ref in frame.hexes for port in board.ports(ref)[:1]}
    if ports - {"major", "great"}:
        yield Sign("port (larger sign: larger port)", (("anchor", ANCHOR),))
    if "major" in ports:
        yield Sign("major port", (("anchor base", ANCHOR),))
    if "great" in ports:
        yield Sign(
            "great port", (("anchor base", ANCHOR), ("anchor", "M7.6 8a7.4 7.4 0 1 0 14.8 0a7.4 7.4 0 1 0-14.8 0"))
        )
    if any(ref in board.airfields for ref in frame.hexes):
        circle = ("airfield", "M9.6 8a5.4 5.4 0 1 0 10.8 0a5.4 5.4 0 1 0-10.8 0z")
        yield Sign("airfield with its capacity", (circle,), ("airfield_text", "3"))
    works = {board.fortifications[ref].type for ref in frame.hexes if ref in board.fortifications}
    for word in board.words["fortification"]:
        if word in works:
            yield Sign(FORT_WORDS.get(word, spoken(word)), (("fortress", FORT_SHAPES.get(word, FORT_SHAPES["fort"])),))
    if any(board.fortifications[ref].strength is not None for ref in frame.hexes if ref in board.fortifications):
        yield Sign("strength of the Westwall", letters=("fort_text", "3"))
    if any(board.fortifications[ref].condition == UNIMPROVED for ref in frame.hexes if ref in board.fortifications):
        yield Sign("dashed: unimproved", (("fortress unimproved", FORT_SHAPES["fortress"]),))


FORT_WORDS = {"westwall": "Westwall", "maginot": "Maginot Line"}
UNIMPROVED = "unimproved"


def draw_legend(
    signs: Sequence[Sign], notes: Sequence[str], left: float, top: float, width: float, scale: float = 1.0
) -> Legend:
    """The signs in as many columns as there is room for, then the notes; all so many times as large as usual."""
    layer, left, top, width = enlarged("legend", left, top, width, scale)
    columns = columns_of(signs, width)
    x = left
    for column in columns:
        for n, sign in enumerate(column):
            _draw_sign(layer, sign, x, top + ENTRY_HEIGHT * n)
        x += _width_of(column)
    bottom = top + ENTRY_HEIGHT * len(columns[0]) + GAP if columns else top
    lines = [line for note in notes for line in wrapped(note, NOTE_STYLE, width)]
    for n, line in enumerate(lines):
        add(layer, "text", "note", line, x=left, y=bottom + NOTE_HEIGHT * n)
    return Legend(layer, (bottom + NOTE_HEIGHT * len(lines) - top) * scale)


def columns_of(signs: Sequence[Sign], width: float) -> list[Sequence[Sign]]:
    """The signs in as many columns as fit into a width, the first of them the longest."""
    for many in range(len(signs), 0, -1):
        rows = -(-len(signs) // many)
        columns = [signs[n : n + rows] for n in range(0, len(signs), rows)]
        if sum(map(_width_of, columns)) <= width:
            return columns
    return [signs] if signs else []


def _width_of(column: Sequence[Sign]) -> float:
    return SIGN_WIDTH + GAP + max(_width_of_words(sign.text) for sign in column)


def _width_of_words(text: str) -> float:
    widths = (0.4 if letter in NARROW else 0.96 if letter in WIDE else 0.63 for letter in text)
    return sum(widths) * ENTRY_STYLE.size


def _draw_sign(layer: Element, sign: Sign, x: float, y: float) -> None:
    entry = add(layer, "g", "entry")
    place = add(entry, "g", sign.look, transform=f"translate({x:.0f} {y:.0f})")
    shapes = add(place, "g", transform="translate(15 8)") if sign.middle else place
    for kind, d in sign.shapes:
        add(shapes, "path", kind, d=d)
    kind, letters = sign.letters
    if letters:
        dx, dy, largest = sign.letters_at
        room = FRAME_LETTERS if sign.middle else SIGN_LETTERS
        size = min(largest, room / (len(letters) * 0.7))
        add(place, "text", f"{kind} middle", letters, x=15 + dx, y=8 + dy + size * 0.37, font_size=size)
    add(entry, "text", "legend-text", sign.text, x=x + SIGN_WIDTH, y=y + 12)


def wrapped(text: str, style: Style, width: float) -> list[str]:
    """A text in lines that are no wider than a width, where its words allow that.

    >>> wrapped("one two three", Style(10), 50)
    ['one two', 'three']
    """
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, style) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


# --- whose data ------------------------------------------------------------------------------------------------------


def notes_of(board: Board) -> list[str]:
    """What a picture says of the map: that it is a reconstruction, and the attributions that its layers ask for."""
    layers = [layer for head in (*board.sheets, *board.laid_over) for layer in head.layers]
    licences: Mapping[str, list[str]] = _by_licence((layer.licence, layer.attribution) for layer in layers)
    listed = "; ".join(f"{', '.join(names)} ({licence})" for licence, names in licences.items())
    maps = ", ".join(head.id for head in board.sheets)
    return [
        f"Maps {maps}: a reconstruction from public geodata, not the printed maps. {listed}.",
    ]


def _by_licence(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Whom to name for each licence, everybody once."""
    found: dict[str, list[str]] = {}
    named: set[str] = set()
    for licence, attribution in pairs:
        names = found.setdefault(licence or "no licence stated", [])
        for name in re.split(r"; |, (?=[A-Z])", attribution):
            if name and name not in named:
                named.add(name)
                names.append(name)
    return found
