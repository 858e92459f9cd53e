"""A picture of a board or a position: the layers one over the other, a heading, the legend, and whose data it rests on.

Needs a board, a position or a game; gives SVG as text, the same for the same input, byte for byte.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from xml.etree.ElementTree import Element

from attrs import frozen

from europa_rules.board import Board, load_board
from europa_rules.errors import NotationError, UnknownHex, need_kind, need_text
from europa_rules.game import Game
from europa_rules.hexes import Hex
from europa_rules.nations import Nations
from europa_rules.render import ground
from europa_rules.render.boxes import Strip, boxes_of, draw_boxes
from europa_rules.render.counter_key import counter_signs, stack_sign
from europa_rules.render.counters import badges_of, draw_counters, look_of, stacks
from europa_rules.render.descriptions import AnyPiece
from europa_rules.render.detail import BY_SIZE, Detail, detail_of
from europa_rules.render.labels import Label, Style, width_of
from europa_rules.render.layout import frame_of
from europa_rules.render.legend import Legend, draw_legend, map_signs, notes_of, number_sign
from europa_rules.render.overlays import Drawable, overlay_named
from europa_rules.render.places import Places, draw_labels, draw_places
from europa_rules.render.regions import framed, is_whole, region_of
from europa_rules.render.scene import Overlay, Scene, Sign
from europa_rules.render.style import AUTO, PRINT, style_sheet
from europa_rules.render.svg import add, clean, group, number, told, written
from europa_rules.render.weaves import WEAVES, add_weave
from europa_rules.ruleset import Ruleset
from europa_rules.sheets.heads import bundled_sheets
from europa_rules.state import GameState

HEADING, PADDING, GAP = 34, 14, 10
TITLE_SIZE = 20.0
LEAST_WIDTH = 640
AROUND_PIECES = 3
"""Hexes shown around the pieces of a position for which no region is named."""


@frozen(eq=False, repr=False)
class Picture:
    """A picture.

    Attributes:
        svg: the picture as SVG.
        title: its heading.
        hexes: the hexes shown.
        labels: the names of cities that are drawn, each with its box.
        left_out: the cities whose names found no room, by hex and name; their signs and titles are there.
    """

    svg: str
    title: str
    hexes: tuple[Hex, ...]
    labels: tuple[Label, ...]
    left_out: tuple[tuple[Hex, str], ...]

    def __repr__(self) -> str:
        return f"<Picture {self.title!r}, {len(self.hexes)} hexes, {len(self.svg)} characters>"

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        return self.svg

    def save(self, path: str | Path) -> Path:
        """Write the picture to a file, in UTF-8; gives the path. Raises OSError where that cannot be done."""
        target = Path(path)
        target.write_text(self.svg, encoding="utf-8")
        return target


def draw(
    what: Board | GameState | Game | Ruleset,
    rules: Ruleset | None = None,
    *,
    region: str | Iterable[Hex] | None = None,
    overlays: Iterable[str | Drawable] = (),
    theme: str = AUTO,
    title: str | None = None,
    legend: bool = True,
    boxes: bool | None = None,
    detail: str = BY_SIZE,
) -> Picture:
    """Draw a board, a position or a game.

    what: a board, a position, a game (its position and rules), or a ruleset (its board).
    rules: what a position is played by; without rules it lies on the maps that come with the library, and no overlay
        that asks for rules can be drawn.
    region: hexes, or a text such as "16A:1728+4", "Sedan+4", "16A:1520-16A:2032", "Belgium" or "all"; without one the
        surroundings of the pieces, or the whole board.
    overlays: such as "zoc:axis", "owner", "supply:allied", "moves:ge 1 Pz XX", "attack:16A:1728", "air:16A:1728:12".
    theme: light, dark, print, or auto: light or dark, as the reader's system is.
    title: the heading, if not the game's and the turn's.
    legend: whether signs are explained below the map; whose data it rests on always stands there.
    boxes: whether the holding boxes with their counters stand below the map; where it is not said, unless a part of the
        map is named.
    detail: full, with every number and name; overview, for a look from afar, with those of the larger cities alone; or
        auto, by how much of the map is shown.
    Raises UnknownHex or UnknownName for what is not there, NotationError for an overlay that cannot be read.

    >>> from europa_rules import load, parse_position
    >>> fof = load("fof")
    >>> draw(parse_position("16A:1506 ge 7-6 Inf XX 1", fof), fof, region="16A:1506+2")
    <Picture 'The Fall of France: May I 40, Axis movement', 19 hexes, ... characters>
    """
    scene = _scene(what, rules, region)
    placed = [_placed(overlay, scene) for overlay in _listed(overlays)]
    heading = clean(need_text(title, "a title")) if title is not None else _title(scene)
    with_boxes = is_whole(region) if boxes is None else boxes
    degree = detail_of(detail, scene.frame)
    return _Drawing(scene, placed, theme, heading, legend, with_boxes, degree).picture()


def _listed(overlays: Iterable[str | Drawable]) -> tuple[str | Drawable, ...]:
    """The overlays, each known by its text or able to draw itself."""
    need_kind(overlays, Iterable, "overlays, such as ['zoc:axis']")
    listed = (overlays,) if isinstance(overlays, str) else tuple(overlays)
    for overlay in listed:
        need_kind(overlay, (str, Drawable), "an overlay, such as 'zoc:axis'")
    return listed


def _scene(
    what: Board | GameState | Game | Ruleset, rules: Ruleset | None, region: str | Iterable[Hex] | None
) -> Scene:
    if isinstance(what, Game):
        state, rules = what.state, rules or what.rules
    elif isinstance(what, GameState):
        state = what
    elif isinstance(what, Ruleset):
        state, rules = None, what
    elif isinstance(what, Board):
        state = None
    else:
        raise NotationError(f"cannot draw {what!r}; expected a board, a position, a game or a ruleset")
    board = what if isinstance(what, Board) else rules.board if rules else series_board()
    return Scene(frame_of(_hexes(region, board, state), board), state, rules)


@lru_cache(maxsize=1)
def series_board() -> Board:
    """The maps that come with the library, without any game's overlay."""
    return load_board(bundled_sheets())


def _hexes(region: str | Iterable[Hex] | None, board: Board, state: GameState | None) -> Sequence[Hex]:
    if isinstance(region, Iterable) and not isinstance(region, str):
        hexes = tuple(board.place(ref) for ref in region)
        if not hexes:
            raise UnknownHex("region: an empty list has no hexes; name one, or leave region out")
        return hexes
    if region is not None:
        return region_of(region, board)
    in_play: list[AnyPiece] = [*state.pieces.values(), *state.air.values()] if state else []
    around = [piece.place for piece in in_play if piece.place in board.index]
    return framed(around, board, AROUND_PIECES) if around else board.hexes


def _placed(overlay: str | Drawable, scene: Scene) -> Overlay:
    return (overlay_named(overlay, scene) if isinstance(overlay, str) else overlay).draw(scene)


def _title(scene: Scene) -> str:
    game = scene.rules.variant.title if scene.rules else ""
    moment = str(scene.state.moment) if scene.state else ""
    maps = "" if game or moment else f"Maps {', '.join(head.id for head in scene.frame.board.sheets)}"
    return ": ".join(part for part in (game, moment, maps) if part)


@frozen(eq=False)
class _Drawing:
    """A picture in the making."""

    scene: Scene
    overlays: Sequence[Overlay]
    theme: str
    title: str
    with_legend: bool
    with_boxes: bool
    detail: Detail

    def picture(self) -> Picture:
        frame, state = self.scene.frame, self.scene.state
        counters = {ref: len(pieces) for ref, pieces in stacks(frame, state).items()} if state else {}
        taken = [box for overlay in self.overlays for box in overlay.taken]
        places = draw_places(frame, self.detail, counters, taken)
        strip = self._strip()
        legend = self._legend(strip)
        root = self._root(sum(counters.values()) + strip.counters, strip.height + legend.height)
        layers = [*self._map(places), *self._over_the_map(state), strip.layer, legend.layer]
        root.extend(layer for layer in layers if len(layer) or layer.get("href"))
        return Picture(written(root), self.title, frame.hexes, places.labels, places.left_out)

    @property
    def width(self) -> float:
        """How wide the map and the legend are."""
        return max(self.scene.frame.right - self.scene.frame.left, LEAST_WIDTH)

    @property
    def pieces(self) -> list[AnyPiece]:
        """The pieces whose counters are drawn."""
        frame, state = self.scene.frame, self.scene.state
        if state is None:
            return []
        on_map = [piece for pieces in stacks(frame, state).values() for piece in pieces]
        in_boxes = boxes_of(state).values() if self.with_boxes else ()
        return on_map + [piece for pieces in in_boxes for piece in pieces]

    def _map(self, places: Places) -> list[Element]:
        """The layers up to the names, from the ground up."""
        frame = self.scene.frame
        return [
            ground.draw_terrain(frame, self.theme),
            ground.draw_sea(frame),
            ground.draw_hexes(frame),
            ground.draw_coast(frame),
            ground.draw_hexsides(frame),
            ground.draw_borders(frame),
            ground.draw_straits(frame),
            ground.draw_lines(frame),
            *(layer for overlay in self.overlays for layer in overlay.under),
            *places.layers,
            *(ground.draw_numbers(frame) if self.detail.numbers else ()),
            *(draw_labels(places.labels) if places.labels else ()),
        ]

    def _over_the_map(self, state: GameState | None) -> list[Element]:
        counters = [draw_counters(self.scene.frame, state, self.scene.rules)] if state else []
        return [*counters, *(layer for overlay in self.overlays for layer in overlay.over)]

    def _strip(self) -> Strip:
        """The holding boxes below the map."""
        frame, state = self.scene.frame, self.scene.state
        if state is None or not self.with_boxes:
            return Strip(group("boxes"))
        return draw_boxes(state, self.scene.rules, frame.left, frame.bottom + GAP, self.width, self.detail.scale)

    def _legend(self, strip: Strip) -> Legend:
        frame = self.scene.frame
        shown = self._signs() if self.with_legend else []
        top = frame.bottom + GAP + strip.height
        return draw_legend(shown, notes_of(frame.board), frame.left, top, self.width, self.detail.scale)

    def _signs(self) -> list[Sign]:
        """An entry for everything that is drawn."""
        scene, pieces = self.scene, self.pieces
        signs = [*map_signs(scene.frame), *((number_sign(),) if self.detail.numbers else ())]
        if scene.state is not None and pieces:
            state = scene.state
            badges = [badge for piece in pieces for badge in badges_of(piece, state, scene.rules)]
            nations = scene.rules.nations if scene.rules else Nations.read()
            signs += counter_signs(pieces, badges, nations)
            if any(len(found) > 1 for found in stacks(scene.frame, state).values()):
                signs.append(stack_sign())
        overlaid = {sign.text: sign for overlay in self.overlays for sign in overlay.signs}
        return [*signs, *overlaid.values()]

    def _root(self, counters: int, below: float) -> Element:
        """The picture with its size, its style, its patterns and its heading, and nothing else yet.

        below: the height of what stands below the map.
        """
        frame = self.scene.frame
        scale, pixels = self.detail.scale, self.detail.pixels
        left, top, width = frame.left - PADDING, frame.top - HEADING * scale, self.width + 2 * PADDING
        height = frame.bottom - top + GAP + below
        root = Element("svg", {"xmlns": "http://www.w3.org/2000/svg"})
        root.set("class", f"map europa-{self.theme} {self.detail.name}")
        for name, value in (("role", "graphics-document"), ("lang", "en")):
            root.set(name, value)
        for name, values in (
            ("viewBox", (left, top, width, height)),
            ("width", (width * pixels,)),
            ("height", (height * pixels,)),
        ):
            root.set(name, " ".join(map(number, values)))
        told(root, self.title, self._summary(counters))
        add(root, "style").text = style_sheet(self.theme)
        self._add_shapes(add(root, "defs"))
        add(root, "rect", "paper", x=left, y=top, width=width, height=height)
        fitting = min(TITLE_SIZE * scale, self.width / width_of(self.title or " ", Style(1, bold=True)))
        add(root, "text", "heading", self.title, x=frame.left, y=frame.top - 10 * scale, font_size=fitting)
        return root

    def _add_shapes(self, defs: Element) -> None:
        ground.add_hex_shape(defs)
        for name in ground.marked(self.scene.frame):
            ground.add_pattern(defs, name, self.theme)
        if self.theme == PRINT:
            for word in sorted({word for piece in self.pieces for word in look_of(piece).split() if word in WEAVES}):
                add_weave(defs, word)

    def _summary(self, counters: int) -> str:
        with_counters = f", {counters} counters" if counters else ""
        return f"A map of {len(self.scene.frame.hexes)} hexes{with_counters}. Every hex and every counter has a title."
