"""What a picture is made of: the part of the board shown, the position, the rules; and what a layer over it brings.

Needs nothing but these; gives the names that overlays and the picture share.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.etree.ElementTree import Element

from attrs import frozen

from europa_rules.errors import NotationError
from europa_rules.hexes import Direction, Hex
from europa_rules.render.labels import Box
from europa_rules.render.layout import Frame, Spot, chains, corner, side
from europa_rules.render.svg import Point, add, number, polyline
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import GameState


@frozen(eq=False)
class Scene:
    """What is drawn.

    Attributes:
        frame: the part of the board that is shown.
        state: the position on it, if any.
        rules: the rules that it is played by, if known.
    """

    frame: Frame
    state: GameState | None = None
    rules: Ruleset | None = None

    def played(self, what: str) -> tuple[GameState, Ruleset]:
        """Position and rules. Raises NotationError where an overlay needs them and they are not there."""
        if self.state is None or self.rules is None:
            raise NotationError(f"overlay {what!r} needs a position and a ruleset; a board alone has none")
        return self.state, self.rules


@frozen(eq=False)
class Sign:
    """An entry of the legend.

    Attributes:
        text: what the sign means.
        shapes: what is drawn, by class and path data in a box of 30 by 16 units.
        letters: what is written in the box, by class and text.
        letters_at: their middle, from that of the box, and their largest size.
        look: classes of the whole, such as those of a counter.
        middle: whether the path data start from the middle of the box and not from its corner.
    """

    text: str
    shapes: tuple[tuple[str, str], ...] = ()
    letters: tuple[str, str] = ("", "")
    letters_at: tuple[float, float, float] = (0.0, 0.0, 8.0)
    look: str = ""
    middle: bool = False


@frozen(eq=False)
class Overlay:
    """What an overlay brings to a picture.

    Attributes:
        under, over: what lies under the counters, and over them.
        signs: entries of the legend.
        taken: boxes that names must stand clear of.
    """

    under: tuple[Element, ...] = ()
    over: tuple[Element, ...] = ()
    signs: tuple[Sign, ...] = ()
    taken: tuple[Box, ...] = ()


SIDE_WORDS = {"axis": "axis", "allied": "allied"}


def side_class(owner: Side) -> str:
    """The class of what belongs to a side."""
    return SIDE_WORDS.get(owner.lower(), "other")


def edge_of(hexes: Iterable[Hex], frame: Frame) -> str:
    """Path data of the line around some hexes, as far as they are shown."""
    return "".join(polyline(chain) for chain in chains(_edge(hexes, frame)))


def _edge(hexes: Iterable[Hex], frame: Frame) -> list[tuple[Point, Point]]:
    board = frame.board
    within = {board.index[ref] for ref in hexes if ref in frame.spots}
    return [
        side(frame.spot(i), direction)
        for i in sorted(within)
        for direction in Direction
        if board.neighbors[i][direction] not in within
    ]


EDGE_WITHIN = 0.09
"""How far the line around an area keeps off its edge, where rivers and borders are."""


def edge_within(hexes: Iterable[Hex], frame: Frame) -> str:
    """Path data of the line around some hexes, a little within them."""
    within, middles = list(hexes), dict[Point, list[Point]]()
    for spot in (frame.spots[ref] for ref in within if ref in frame.spots):
        for direction in Direction:
            middles.setdefault(corner(spot, direction), []).append(spot)
    return "".join(polyline([_inward(at, middles[at]) for at in chain]) for chain in chains(_edge(within, frame)))


def _inward(at: Point, middles: Sequence[Point]) -> Point:
    """A corner moved toward the middles of some of the hexes that meet there."""
    x, y = (sum(spot[axis] for spot in middles) / len(middles) for axis in (0, 1))
    share = EDGE_WITHIN * len(middles)
    return at[0] + (x - at[0]) * share, at[1] + (y - at[1]) * share


def hatched(spot: Spot, kind: str) -> str:
    """Path data of strokes across a hex, which lean to the right for one side and to the left for the other."""
    x, y = spot
    lean = -1 if kind == "axis" else 1
    return "".join(f"M{x - 15 * lean} {y + dy - 9}l{30 * lean} 18" for dy in (-17, 0, 17))


def inner_hex(spot: Spot, share: float) -> str:
    """Path data of a smaller hex in a hex."""
    x, y = spot
    dx, dy, top = number(30 * share), number(18 * share), number(y - 35 * share)
    return f"M{x} {top}l{dx} {dy}v{number(34 * share)}l-{dx} {dy}l-{dx}-{dy}v-{number(34 * share)}z"


def pill_box(text: str, center: Point, size: float = 10) -> Box:
    """The box of a plate with a short text."""
    half, rise = len(text) * size * 0.35 + 3, size * 0.72
    return center[0] - half, center[1] - rise, center[0] + half, center[1] + rise


def add_pill(layer: Element, text: str, center: Point, size: float = 10) -> Element:
    """A short text on a plate."""
    left, top, right, bottom = pill_box(text, center, size)
    sign = add(layer, "g", "pill-sign")
    add(sign, "rect", "pill", x=left, y=top, width=right - left, height=bottom - top, rx=4)
    add(sign, "text", "pill_text", text, x=center[0], y=center[1] + size * 0.36, font_size=size)
    return sign
