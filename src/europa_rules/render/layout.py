"""Where hexes lie in a picture: their middles, corners and sides, in units of a sixtieth of a hex's width.

Needs the grid of the board. Rows are 52 units apart and hexes 60 wide, so that every corner has whole coordinates and
is the same for all hexes that share it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import frozen

from europa_rules.board import Board
from europa_rules.hexes import Grid, Hex, doubled
from europa_rules.render.svg import Point

HALF, ROW = 30, 52
"""Half the width of a hex, and how far rows lie apart."""

CORNERS = ((0, -35), (30, -17), (30, 17), (0, 35), (-30, 17), (-30, -17))
"""The corners of a hex from its middle, clockwise from the north; side d runs from corner d to corner d + 1."""

OUTLINE = "l30 18v34l-30 18-30-18v-34z"
"""Path data of a hex from its northern corner on."""

Spot = tuple[int, int]
"""Whole coordinates: the middle or a corner of a hex."""


def middle(ref: Hex, grid: Grid) -> Spot:
    """The middle of a hex.

    >>> from europa_rules.hexes import series_grid
    >>> middle(Hex("16A:0101"), series_grid())
    (-30, 52)
    """
    x, y = doubled(*grid.cell(ref))
    return x * HALF, y * ROW


def corner(spot: Spot, number: int) -> Spot:
    """A corner of the hex with this middle; numbers as in `CORNERS`, and on from 6 again."""
    dx, dy = CORNERS[number % 6]
    return spot[0] + dx, spot[1] + dy


def side(spot: Spot, direction: int) -> tuple[Spot, Spot]:
    """The two ends of a hexside."""
    return corner(spot, direction), corner(spot, direction + 1)


def outline(spot: Spot) -> str:
    """Path data of a whole hex."""
    return f"M{spot[0]} {spot[1] - 35}{OUTLINE}"


@frozen(eq=False)
class Frame:
    """The part of the board that a picture shows.

    Attributes:
        board: the board.
        hexes: the hexes shown, in the order of the board.
        places: their places on the board.
        spots: the middle of each.
        left, top, right, bottom: the edges of the map in the picture.
    """

    board: Board
    hexes: tuple[Hex, ...]
    places: tuple[int, ...]
    spots: Mapping[Hex, Spot]
    left: int
    top: int
    right: int
    bottom: int

    def sides_shown(self) -> Iterable[tuple[int, int, int]]:
        """Every hexside between two hexes of the board one of which is shown, once: its hexes' places, its direction.

        The hex whose place comes first is shown; the other one may lie outside.
        """
        shown = set(self.places)
        neighbors = self.board.neighbors
        for i in self.places:
            for direction, j in enumerate(neighbors[i]):
                if j >= 0 and (j > i or j not in shown):
                    yield i, j, direction

    def inner_sides(self) -> Iterable[tuple[int, int, int]]:
        """The same, of those between two hexes that are both shown."""
        shown = set(self.places)
        return (found for found in self.sides_shown() if found[1] in shown)

    def spot(self, place: int) -> Spot:
        """The middle of a hex of the board, shown or not."""
        ref = self.board.hexes[place]
        return self.spots.get(ref) or middle(ref, self.board.grid)


MARGIN = 14


def frame_of(hexes: Iterable[Hex], board: Board) -> Frame:
    """The frame around some hexes of a board. Raises UnknownHex for one that is not on it."""
    places = tuple(sorted({board.at(ref) for ref in hexes}))
    shown = tuple(board.hexes[i] for i in places)
    spots = {ref: middle(ref, board.grid) for ref in shown}
    xs, ys = [x for x, _ in spots.values()] or [0], [y for _, y in spots.values()] or [0]
    return Frame(
        board,
        shown,
        places,
        spots,
        left=min(xs) - HALF - MARGIN,
        top=min(ys) - 35 - MARGIN,
        right=max(xs) + HALF + MARGIN,
        bottom=max(ys) + 35 + MARGIN,
    )


# --- chains of hexsides and steps ------------------------------------------------------------------------------------


def chains(steps: Iterable[tuple[Point, Point]], stops: Iterable[Point] = ()) -> list[list[Point]]:
    """Steps joined end to end into as few chains as can be, each ending where others begin, at a stop, or nowhere.

    >>> chains([((0, 0), (1, 0)), ((2, 0), (1, 0))])
    [[(0, 0), (1, 0), (2, 0)]]
    """
    beside: dict[Point, list[Point]] = {}
    for a, b in sorted(tuple(sorted(step)) for step in steps):
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
    ends = {spot for spot, near in beside.items() if len(near) != 2}.union(spot for spot in stops if spot in beside)
    left = {spot: list(near) for spot, near in beside.items()}
    found = [_chain(end, left, ends) for end in sorted(ends) for _ in beside[end] if left[end]]
    found += [_chain(spot, left, ends) for spot in beside if left[spot]]
    return found


def _chain(start: Point, left: dict[Point, list[Point]], ends: set[Point]) -> list[Point]:
    chain, here = [start], start
    while left[here]:
        there = left[here].pop(0)
        left[there].remove(here)
        chain.append(there)
        here = there
        if here in ends:
            break
    return chain


def boxes_touch(a: Sequence[float], b: Sequence[float]) -> bool:
    """Whether two boxes (left, top, right, bottom) have ground in common.

    >>> boxes_touch((0, 0, 2, 2), (1, 1, 3, 3)), boxes_touch((0, 0, 2, 2), (2, 0, 3, 3))
    (True, False)
    """
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
