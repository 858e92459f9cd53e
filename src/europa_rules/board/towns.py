"""Cities and ports by hex, and the major cities that hexes make together (FoF 3E, SF 3E2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from europa_rules.board.networks import hanging_together
from europa_rules.hexes import Hex
from europa_rules.sheets.features import City, MajorCity, Port, name_of_major

if TYPE_CHECKING:
    from europa_rules.board.boards import Board

S = TypeVar("S", City, Port)


def by_hex(items: Iterable[S], sizes: Sequence[str]) -> Mapping[Hex, tuple[S, ...]]:
    """Cities or ports by hex, the largest first."""
    found: dict[Hex, list[S]] = {}
    for item in items:
        found.setdefault(item.hex, []).append(item)
    largest_first = {ref: sorted(here, key=lambda item: -sizes.index(item.size)) for ref, here in found.items()}
    return {ref: tuple(here) for ref, here in largest_first.items()}


def major_cities_by_hex(cities: Mapping[Hex, tuple[City, ...]], board: Board) -> Mapping[Hex, MajorCity]:
    """The major city of each hex that belongs to one.

    cities: those of each hex, the largest first.
    """
    parts = {ref: there[0] for ref, there in cities.items() if there[0].size in {"partial", "full"}}
    found: dict[Hex, MajorCity] = {}
    for ref in sorted(parts, key=board.at):
        if ref not in found:
            hexes = _adjoining(ref, parts, board)
            major = MajorCity(name_of_major([parts[h] for h in hexes]), hexes)
            found.update(dict.fromkeys(hexes, major))
    return found


def _adjoining(start: Hex, parts: Mapping[Hex, City], board: Board) -> tuple[Hex, ...]:
    """The hexes of `parts` that hang together with a first one as one city, in the order of the board."""

    def joined(here: Hex) -> list[Hex]:
        around = [near for near in board.neighbors_of(here) if near in parts]
        return [near for near in around if _is_one_city(parts[here], parts[near])]

    return tuple(sorted(hanging_together(start, joined), key=board.at))


def _is_one_city(a: City, b: City) -> bool:
    """Whether two city hexes that adjoin belong together: unless they are listed with two multi-hex cities."""
    return not a.group or not b.group or a.group == b.group
