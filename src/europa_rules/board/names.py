"""Places by name: hexes, holding boxes and cities, and what is said where a board has no such place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from europa_rules.errors import UnknownHex, nearest, need_text
from europa_rules.hexes import BOX, Hex
from europa_rules.sheets.features import City

if TYPE_CHECKING:
    from europa_rules.board.boards import Board


def place_named(text: str, default_sheet: str | None, board: Board) -> Hex:
    """The hex or the holding box that a text names, by its id. Raises `UnknownHex`."""
    if need_text(text, "a hex such as '16A:1030'", UnknownHex).lower().startswith(BOX):
        wanted = text[len(BOX) :].strip().lower()
        for box in board.boxes.values():
            if box.name.lower() == wanted:
                return box.id
        raise UnknownHex(complaint(text, board))
    ref = board.grid.hexref(text, default_sheet)
    board.at(ref)
    return ref


def complaint(ref: str, board: Board) -> str:
    """That a board has no such place, and what it has."""
    if ref.lower().startswith(BOX):
        names = [box.id for box in board.boxes.values()]
        hint = nearest(ref, names)
        ask = f" Did you mean {hint!r}?" if hint else ""
        return f"no holding box {ref!r}; there are {', '.join(names) or 'none'}.{ask}"
    if ref in board.grid:
        return f"hex {ref!r} is not on this board, which has the maps {', '.join(s.id for s in board.sheets)}"
    name = board.grid.hexref(ref)
    return f"hex {ref!r} is named {name!r} here; read references with hexref()"


def city_among(cities: Iterable[City], name: str, sizes: Sequence[str], board: Board) -> City:
    """The city of a name among those of a board, the largest if there are several. Raises `UnknownHex`."""
    every, wanted = list(cities), name.casefold()
    found = [city for city in every if city.name.casefold() == wanted]
    if not found:
        hint = nearest(name, [city.name for city in every])
        raise UnknownHex(f"no city {name!r} on {board!r}.{f' Did you mean {hint!r}?' if hint else ''}")
    return max(found, key=lambda city: sizes.index(city.size))
