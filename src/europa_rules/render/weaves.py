"""How nations tell apart without colour: the ground of their counters in print, a weave of grey for each.

Needs a nation's or a force's word; gives a pattern. The marks are pale, so that what is printed on them stays black on
white; the code of the nation stands on every counter besides.
"""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from attrs import frozen

from europa_rules.render.svg import add

TILE = 8


@frozen
class Weave:
    """A ground: grey or white, with strokes or solids, as path data in a tile of 8 by 8 units."""

    strokes: str = ""
    solids: str = ""
    grey: bool = False


_RISING, _FALLING = "M-1 1l2-2M0 8l8-8M7 9l2-2", "M-1 7l2 2M0 0l8 8M7-1l2 2"
_LEVEL, _UPRIGHT = "M0 2h8M0 6h8", "M2 0v8M6 0v8"
_DOTS = "M1 2a1 1 0 1 0 2 0a1 1 0 1 0-2 0M5 6a1 1 0 1 0 2 0a1 1 0 1 0-2 0"

WEAVES: Mapping[str, Weave] = {
    "fr": Weave(),
    "ge": Weave(grey=True),
    "br": Weave(_RISING),
    "us": Weave(_LEVEL),
    "it": Weave(_UPRIGHT),
    "be": Weave(_FALLING),
    "ne": Weave(solids=_DOTS),
    "lu": Weave(_LEVEL + _UPRIGHT),
    "po": Weave(_RISING + _FALLING),
    "rs": Weave(_UPRIGHT, grey=True),
    "cz": Weave("M0 4l4-3l4 3"),
    "no": Weave("M4 2v4M2 4h4"),
    "gr": Weave("M0 2h4M4 6h4"),
    "yu": Weave(_LEVEL, grey=True),
    "bz": Weave("M2 0v4M6 4v4"),
    "su": Weave(_RISING, grey=True),
    "sw": Weave(solids="M0 0h4v4h-4zM4 4h4v4h-4z"),
    "sp": Weave("M2 4a2 2 0 1 0 4 0a2 2 0 1 0-4 0"),
    "other-nation": Weave("M2 2l4 4M6 2l-4 4"),
    "luftwaffe": Weave(solids=_DOTS, grey=True),
    "free-french": Weave("M4 0v8M2 2h4M1 5h6"),
    "canadian": Weave(_RISING + "M0 4l4-4M4 8l4-4"),
}
"""The ground of each nation, and of the forces that have counters of their own; those of the Waffen-SS are black."""


def weave_id(word: str) -> str:
    """The id of a ground; pictures on one page share it."""
    return f"europa-weave-{word}"


def add_weave(defs: Element, word: str) -> None:
    """The ground of a nation or a force as a pattern."""
    weave = WEAVES[word]
    pattern = add(defs, "pattern", id=weave_id(word), patternUnits="userSpaceOnUse", width=TILE, height=TILE)
    add(pattern, "path", "weave-grey" if weave.grey else "weave-white", d="M0 0h8v8h-8z")
    if weave.strokes:
        add(pattern, "path", "weave-stroke", d=weave.strokes)
    if weave.solids:
        add(pattern, "path", "weave-solid", d=weave.solids)
