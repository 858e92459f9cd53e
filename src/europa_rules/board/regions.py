"""The regions that the hexes of a board belong to, by kind and name (FoF 3E, SF 3E, 36A1)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from europa_rules.errors import unknown
from europa_rules.hexes import Hex

if TYPE_CHECKING:
    from europa_rules.board.boards import Board

_REGIONS = {
    "country": "country_1939",
    "district": "district",
    "annexed": "annexed_wk",
    "weather_zone": "weather_zone",
    "sea_zone": "sea_zone",
}
"""Kinds of region -> the column of the hexes that names them."""


def regions_of(kind: str, board: Board) -> Mapping[str, tuple[Hex, ...]]:
    """The hexes of every region of a kind, by the region's name. Raises `UnknownName` for a kind there is not."""
    if kind not in _REGIONS:
        raise unknown("kind of region", kind, _REGIONS)
    found: dict[str, list[Hex]] = {}
    for ref, name in zip(board.hexes, board.column(_REGIONS[kind]), strict=True):
        if name:
            found.setdefault(name, []).append(ref)
    return MappingProxyType({name: tuple(hexes) for name, hexes in found.items()})
