"""Names of the map that are no towns: seas, islands, regions; and where two towns of one hex lie to each other.

Needs the table of named places (latitude, longitude) and the projection of the sheets; gives points of the drawing. A
place off the map gives nothing.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from math import hypot

from europa_rules.board import Board
from europa_rules.hexes import Hex
from europa_rules.render.layout import HALF, ROW, middle
from europa_rules.render.svg import Point
from europa_rules.sheets.features import City
from europa_rules.sheets.projection import ROW_HEIGHT, Earth

SEA, ISLAND, REGION = "sea", "island", "region"


@lru_cache(maxsize=1)
def named_places() -> Mapping[str, Mapping[str, tuple[Earth, ...]]]:
    """The table: for each kind, where its names may stand, the best place of each first.

    >>> named_places()["island"]["Malta"]
    ((35.89, 14.44),)
    """
    text = (files("europa_rules") / "data" / "place_names.csv").read_text(encoding="utf-8")
    found: dict[str, dict[str, tuple[Earth, ...]]] = {}
    for row in csv.DictReader(text.splitlines()):
        names = found.setdefault(row["kind"], {})
        names[row["name"]] = (*names.get(row["name"], ()), (float(row["lat"]), float(row["lon"])))
    return found


def hex_of(place: Earth, board: Board) -> Hex | None:
    """The hex in which a place lies, or None for one off the map."""
    i = board.places.nearest(place)
    return None if i is None else board.hexes[i]


def point_of(place: Earth, board: Board) -> Point | None:
    """Where a place lies in the drawing, or None for one off the map."""
    places = board.places
    i = places.nearest(place)
    if i is None:
        return None
    (x, y), (at_x, at_y) = places.projection.plane(place), places.projection.plane(places.middle(i))
    spot = middle(board.hexes[i], board.grid)
    return spot[0] + (x - at_x) * 2 * HALF, spot[1] - (y - at_y) * ROW / ROW_HEIGHT


def direction_between(first: City, second: City, board: Board) -> Point | None:
    """The way from one town to another as a step of length 1, or None where the map does not say where that one lies.

    >>> from europa_rules.board import load_board
    >>> board = load_board(("16A",))
    >>> lingen, nordhorn = board.cities(board.city_named("Lingen").hex)
    >>> east, south = direction_between(lingen, nordhorn, board)
    >>> east < -0.5, abs(south) < 0.9
    (True, True)
    """
    if second.place is None:
        return None
    plane = board.places.projection.plane
    (ax, ay), (bx, by) = plane(board.latlon_of_city(first)), plane(second.place)
    far = hypot(bx - ax, by - ay)
    return ((bx - ax) / far, (ay - by) / far) if far else None
