"""The strip of holding boxes below the map: every box with pieces in it, and each of its counters side by side.

Needs a state; gives a layer, and how high it is. A box is no hex: it has no place on the map, whatever part is shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.etree.ElementTree import Element

from attrs import frozen

from europa_rules.hexes import BOX, Hex
from europa_rules.render.counters import FACE, badges_of, draw_counter, strongest_last
from europa_rules.render.descriptions import AnyPiece
from europa_rules.render.svg import add, enlarged, told
from europa_rules.ruleset import Ruleset
from europa_rules.state import GameState

ROOM = 2 * FACE + 8
"""Room for a counter, with what stands over its edges."""

HEAD, GAP = 20.0, 10.0


@frozen(eq=False)
class Strip:
    """The boxes as drawn.

    Attributes:
        layer: what is drawn.
        height: how high it is, with the room below it; 0 without boxes.
        counters: how many counters are in it.
    """

    layer: Element
    height: float = 0
    counters: int = 0


def boxes_of(state: GameState) -> Mapping[str, Sequence[AnyPiece]]:
    """The pieces in each holding box that has any, by the names of the boxes, the strongest first.

    >>> from europa_rules import load, parse_position
    >>> state = parse_position("box:Norway: ge 7-6 Inf XX 163", load("fof"))
    >>> {name: [piece.id for piece in pieces] for name, pieces in boxes_of(state).items()}
    {'Norway': ['ge 163 Inf XX']}
    """
    found: dict[Hex, list[AnyPiece]] = {}
    in_play: list[AnyPiece] = [*state.pieces.values(), *(piece for piece in state.air.values() if piece.is_in_play)]
    for piece in in_play:
        if piece.place.startswith(BOX):
            found.setdefault(piece.place, []).append(piece)
    return {box.removeprefix(BOX): strongest_last(found[box])[::-1] for box in sorted(found)}


def draw_boxes(
    state: GameState, rules: Ruleset | None, left: float, top: float, width: float, scale: float = 1.0
) -> Strip:
    """The strip of all boxes with pieces, from a corner on, no wider than a width, so many times as large as usual."""
    layer, left, top, width = enlarged("boxes", left, top, width, scale)
    y, counters = top, 0
    many = max(1, int((width - GAP) // ROOM))
    for name, pieces in boxes_of(state).items():
        height = HEAD + ROOM * -(-len(pieces) // many) + GAP / 2
        box = told(add(layer, "g", "holding-box"), f"{name} holding box", f"{len(pieces)} counters")
        add(box, "rect", "box_edge", x=left, y=y, width=width, height=height, rx=3)
        add(box, "text", "box_name", f"{name} holding box", x=left + GAP, y=y + 14)
        for n, piece in enumerate(pieces):
            center = left + GAP + ROOM * (n % many + 0.5), y + HEAD + ROOM * (n // many + 0.5)
            draw_counter(box, piece, center, badges_of(piece, state, rules))
        y, counters = y + height + GAP, counters + len(pieces)
    return Strip(layer, (y - top) * scale, counters)
