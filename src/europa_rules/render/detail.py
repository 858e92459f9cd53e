"""How much a picture shows: everything where its hexes are large enough to be read, or only what matters from afar.

Needs the size of what is shown; gives how large names and signs are, and which of them are written. Nothing of the map
is left undrawn: what has no name in the picture has it in its title.
"""

from __future__ import annotations

from collections.abc import Set

from attrs import frozen

from europa_rules.errors import unknown
from europa_rules.render.layout import Frame
from europa_rules.sheets.features import City

BY_SIZE = "auto"


@frozen
class Detail:
    """A degree of detail.

    Attributes:
        name: what it is called, and its class in the style sheet.
        scale: how large names, signs and the legend are, where 1 is the size for a single sheet of paper.
        pixels: how many pixels a unit of the drawing takes when the picture is first shown.
        numbers: whether hexes have their numbers.
        named: the sizes of cities that have their names; None for all.
        river: how many hexsides of a river must be shown for its name.
    """

    name: str
    scale: float
    pixels: float
    numbers: bool
    named: Set[str] | None = None
    river: int = 3

    def names(self, city: City) -> bool:
        """Whether a city has its name; from afar the parts of a multi-hex city have one name together."""
        if self.named is None:
            return True
        is_part = bool(city.group) and city.name.startswith(f"{city.group} (")
        return city.size in self.named and not is_part


FULL = Detail("full", 1.0, 1.25, numbers=True)
OVERVIEW = Detail("overview", 2.6, 0.55, numbers=False, named=frozenset({"dot", "partial", "full"}), river=22)
DEGREES = {detail.name: detail for detail in (FULL, OVERVIEW)}
DETAILS = (*DEGREES, BY_SIZE)
"""The names of the degrees; `auto` is one of the others."""

WIDEST = 2700
"""The width or height, in units of the drawing, beyond which a picture is an overview: 45 hexes."""


def detail_of(name: str, frame: Frame) -> Detail:
    """The degree of detail that a name stands for; `auto` goes by the size of what is shown. Raises UnknownName.

    >>> from europa_rules.board import load_board
    >>> from europa_rules.render.layout import frame_of
    >>> board = load_board(("16A", "17A"))
    >>> [detail_of("auto", frame_of(hexes, board)).name for hexes in (board.hexes[:60], board.hexes)]
    ['full', 'overview']
    """
    if name == BY_SIZE:
        return OVERVIEW if max(frame.right - frame.left, frame.bottom - frame.top) > WIDEST else FULL
    if name not in DEGREES:
        raise unknown("detail", name, DETAILS)
    return DEGREES[name]
