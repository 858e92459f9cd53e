"""The shores of a picture: how land and sea share a coastal hex.

A map's tables say which hexes have land and sea, and by which hexsides one passes from sea to sea or from land to
land; where exactly the water lies inside a hex they do not say. The shore drawn here keeps to all of that: land at the
middle, water at the corners and sides that are sea. Its small bends come from the hex's name, so that they never change
from picture to picture.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from zlib import crc32

from attrs import frozen

from europa_rules.board import Board
from europa_rules.remembered import remembered
from europa_rules.render.layout import Spot, corner, middle, outline
from europa_rules.render.svg import Point, at

SEA, LAND, MIXED, OPEN = "sea", "land", "mixed", "open"
"""What a hexside is: water all along, no way for ships, both, or the edge of the board."""

STRAITS = ("narrow_strait", "causeway")


@frozen
class Shore:
    """How a coastal hex is drawn.

    Attributes:
        land: path data of its land.
        coast: path data of the line between land and sea.
    """

    land: str
    coast: str


def side_kind(i: int, direction: int, board: Board) -> str:
    """What a hexside of a hex with land is, for the shore."""
    j = board.neighbors[i][direction]
    if j < 0:
        return OPEN
    surfaces = board.column("surface")
    here, there, features = surfaces[i], surfaces[j], board.sides[i][direction]
    if SEA in (here, there) or "sea" in features or any(word in features for word in STRAITS):
        return SEA
    return MIXED if here == there == "coastal" and "land_bar" not in features else LAND


def _around(i: int, number: int, board: Board) -> list[tuple[int, int]]:
    """The hexsides that meet at a corner of a hex, as (place, direction); those off the board are left out."""
    before, after = (number - 1) % 6, number % 6
    found = [(i, before), (i, after)]
    next_hex = board.neighbors[i][after]
    if next_hex >= 0:
        found.append((next_hex, (after + 4) % 6))
    elif board.neighbors[i][before] >= 0:
        found.append((board.neighbors[i][before], (before + 2) % 6))
    return found


def _known_corner(i: int, number: int, board: Board) -> bool | None:
    """Whether a corner is land, where the hexsides that meet there say so."""
    kinds = {side_kind(j, direction, board) for j, direction in _around(i, number, board)}
    if SEA in kinds:
        return False
    return True if kinds & {LAND, OPEN} else None


def is_land_corner(i: int, number: int, board: Board) -> bool:
    """Whether a corner of a hex is land.

    Where ships and troops both pass all hexsides that meet there, it is what most of their other ends are not.
    """
    known = _known_corner(i, number, board)
    return known if known is not None else _far_ends(i, number, board) <= 0


def _far_ends(i: int, number: int, board: Board) -> int:
    """How many more of the other ends of the hexsides at a corner are land than are sea."""
    before, after = (number - 1) % 6, number % 6
    ends = [_known_corner(i, before, board), _known_corner(i, after + 1, board)]
    next_hex = board.neighbors[i][after]
    if next_hex >= 0:
        ends.append(_known_corner(next_hex, after + 5, board))
    return sum(1 if end else -1 for end in ends if end is not None)


def _bend(name: str, low: float, high: float) -> float:
    """A number from `low` to `high`, always the same for a name."""
    return low + (high - low) * (crc32(name.encode()) % 1000) / 999


@frozen
class _Stop:
    """A point on the outline of the land of a hex; at a shore, or where the land goes on beyond the hexside."""

    point: Point
    is_shore: bool


def _stops(i: int, board: Board) -> list[_Stop]:
    spot = middle(board.hexes[i], board.grid)
    lands = [is_land_corner(i, number, board) for number in range(6)]
    found: list[_Stop] = []
    for number in range(6):
        found.append(_corner_stop(i, number, spot, lands[number], board))
        found += _side_stops(i, number, spot, (lands[number], lands[(number + 1) % 6]), board)
    return found


def _corner_stop(i: int, number: int, spot: Spot, is_land: bool, board: Board) -> _Stop:
    x, y = corner(spot, number)
    if is_land:
        return _Stop((x, y), is_shore=False)
    return _Stop(_inward(spot, (x, y), _bend(f"{board.hexes[i]} {number}", 0.55, 0.72)), is_shore=True)


def _side_stops(i: int, direction: int, spot: Spot, lands: tuple[bool, bool], board: Board) -> Iterable[_Stop]:
    a, b = corner(spot, direction), corner(spot, direction + 1)
    if lands[0] != lands[1]:
        yield _Stop(_crossing(a, b) if lands[0] else _crossing(b, a), is_shore=False)
    elif not lands[0] and side_kind(i, direction, board) in (SEA, OPEN):
        is_strait = any(word in board.sides[i][direction] for word in STRAITS)
        share = 0.9 if is_strait else _bend(f"{board.hexes[i]}/{direction}", 0.6, 0.82)
        yield _Stop(_inward(spot, _between(a, b, 0.5), share), is_shore=True)
    elif not lands[0]:
        yield _Stop(_between(a, b, 0.24), is_shore=False)
        yield _Stop(_between(a, b, 0.76), is_shore=False)


def _crossing(land: Spot, sea: Spot) -> Point:
    """Where land and sea part along a hexside between a corner on land and one in the sea; the same from either hex."""
    return _between(land, sea, _bend(f"{land}{sea}", 0.6, 0.85))


def _between(a: Spot, b: Spot, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _inward(spot: Spot, point: Point, share: float) -> Point:
    return spot[0] + (point[0] - spot[0]) * share, spot[1] + (point[1] - spot[1]) * share


@remembered()
def shores(board: Board) -> Mapping[int, Shore]:
    """The shores of all coastal hexes of a board, by their places; found once."""
    surfaces = board.column("surface")
    return {i: shore_of(i, board) for i in range(len(board.hexes)) if surfaces[i] == "coastal"}


def dry_part(i: int, direction: int, board: Board) -> tuple[Point, Point] | None:
    """The part of a hexside that lies on land, or None: where a river or a border runs.

    One that ends in the sea is dry as far as the shore; one with both ends there, in its middle.
    """
    spot = middle(board.hexes[i], board.grid)
    a, b = corner(spot, direction), corner(spot, direction + 1)
    lands = is_land_corner(i, direction, board), is_land_corner(i, direction + 1, board)
    if all(lands):
        return a, b
    if side_kind(i, direction, board) == SEA:
        return None
    if not any(lands):
        return _between(a, b, 0.24), _between(a, b, 0.76)
    return (a, _crossing(a, b)) if lands[0] else (_crossing(b, a), b)


def shore_of(i: int, board: Board) -> Shore:
    """The shore of a coastal hex."""
    stops = _stops(i, board)
    if all(stop.is_shore for stop in stops):
        ring = _ring([stop.point for stop in stops])
        return Shore(ring, ring)
    if not any(stop.is_shore for stop in stops):
        return Shore(outline(middle(board.hexes[i], board.grid)), "")
    first = next(n for n, stop in enumerate(stops) if not stop.is_shore)
    turned = [*stops[first:], *stops[:first], stops[first]]
    land, coast = [f"M{at(turned[0].point)}"], []
    run: list[Point] = []
    for before, stop in pairwise(turned):
        if stop.is_shore:
            run = run or [before.point]
            run.append(stop.point)
        elif run:
            curve = _curve([*run[1:], stop.point])
            land.append(curve)
            coast.append(f"M{at(run[0])}{curve}")
            run = []
        else:
            land.append(f"L{at(stop.point)}")
    return Shore("".join(land) + "z", "".join(coast))


def _curve(points: list[Point]) -> str:
    """A curve that bends at every point but the last, where it ends."""
    ends = [_between_points(a, b) for a, b in pairwise(points[:-1])] + [points[-1]]
    return "".join(f"Q{at(bend)} {at(end)}" for bend, end in zip(points[:-1], ends, strict=True))


def _ring(points: list[Point]) -> str:
    start = _between_points(points[-1], points[0])
    return f"M{at(start)}{_curve([*points, start])}z"


def _between_points(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
