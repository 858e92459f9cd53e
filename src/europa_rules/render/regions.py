"""Which hexes a picture shows: a list, the surroundings of a hex or a city, a frame, or a region by its name (rule 3E).

Needs the board and a text such as `16A:1728+4`, `16A:1520-16A:2032` or `Belgium`; gives hexes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from europa_rules.board import Board
from europa_rules.errors import UnknownHex, UnknownName, need_text, unknown
from europa_rules.hexes import Hex

WHOLE = "all"
MARGIN = 1
"""Hexes shown around a region that is named."""

_AROUND = re.compile(r"(?P<what>.+?)\s*\+\s*(?P<radius>\d{1,3})\Z")
_HEX = r"\d+[A-Za-z]?:\s*\d{4}"
_FRAME = re.compile(rf"({_HEX})\s*-\s*({_HEX})\Z")
_LIST = re.compile(rf"{_HEX}(?:[\s,]+{_HEX})*\Z")

FORMS = (
    "write a hex with a radius (16A:1728+4), a city with one (Sedan+4), two opposite corners (16A:1520-16A:2032), hexes"
    " (16A:1728 16A:1628), a country, a district, a region of the map, a map (16A), or all; several joined by ;"
)


def region_of(text: str, board: Board) -> tuple[Hex, ...]:
    """The hexes of a region, in the order of the board.

    text: as `FORMS` says. Raises UnknownHex or UnknownName for what is not on the board.

    >>> from europa_rules.board import load_board
    >>> board = load_board(("16A", "17A"))
    >>> [len(region_of(text, board)) for text in ("16A:1728+1", "Lille+2", "16A:1520-16A:1622", "Luxembourg", "17A")]
    [7, 19, 6, 20, 1632]
    """
    parts = [part.strip() for part in need_text(text, "a region such as '16A:1728+4'", UnknownHex).split(";")]
    found = {ref for part in parts if part for ref in _part(part, board)}
    if not found:
        raise UnknownHex(f"region {text!r} has no hexes; {FORMS}")
    return tuple(sorted(found, key=board.at))


def is_whole(region: str | Iterable[Hex] | None) -> bool:
    """Whether no part of the board is meant, but all of it or wherever pieces are.

    >>> is_whole(None), is_whole("all"), is_whole("Belgium")
    (True, True, False)
    """
    return region is None or (isinstance(region, str) and WHOLE in (part.strip().lower() for part in region.split(";")))


def _part(text: str, board: Board) -> Iterable[Hex]:
    if text.lower() == WHOLE:
        return board.hexes
    if around := _AROUND.match(text):
        return around_hex(_center(around["what"], board), int(around["radius"]), board)
    if frame := _FRAME.match(text):
        return framed([board.place(frame[1]), board.place(frame[2])], board, 0)
    if _LIST.match(text):
        return [board.place(ref.replace(" ", "")) for ref in re.findall(_HEX, text)]
    return _of_map(text, board) or framed(_named(text, board), board, MARGIN)


def _of_map(text: str, board: Board) -> list[Hex]:
    return [ref for ref in board.hexes if ref.partition(":")[0].casefold() == text.casefold()]


def _center(text: str, board: Board) -> Hex:
    return board.place(text) if ":" in text else board.city_named(text).hex


def around_hex(center: Hex, radius: int, board: Board) -> tuple[Hex, ...]:
    """The hexes of the board at most so many hexes away."""
    return tuple(ref for ref in board.grid.within(center, radius) if ref in board.index)


def framed(hexes: Iterable[Hex], board: Board, margin: int) -> tuple[Hex, ...]:
    """The hexes of the board in the smallest frame around some, widened by so many hexes on every side."""
    cells = [board.grid.cell(ref) for ref in hexes]
    if not cells:
        return ()
    rows, columns = [row for row, _ in cells], [column for _, column in cells]
    names = (
        board.grid.name_at(row, column)
        for row in range(min(rows) - margin, max(rows) + margin + 1)
        for column in range(min(columns) - margin, max(columns) + margin + 1)
    )
    return tuple(ref for ref in names if ref is not None and ref in board.index)


_COLUMNS = ("country_1939", "district", "notes")


def _named(text: str, board: Board) -> list[Hex]:
    """The hexes of a country, a district, or a region that the map names."""
    wanted = text.casefold()
    for column in _COLUMNS:
        cells = zip(board.hexes, board.column(column), strict=True)
        found = [ref for ref, words in cells if wanted in {word.strip().casefold() for word in words.split(";")}]
        if found:
            return found
    raise _unknown_region(text, board)


def _unknown_region(text: str, board: Board) -> UnknownName:
    words = {word.strip() for name in _COLUMNS for cell in set(board.column(name)) for word in cell.split(";")}
    names = sorted(words - {""} | {sheet.id for sheet in board.sheets})
    try:
        city = board.city_named(text)
    except UnknownHex:
        return unknown("region", text, names)
    return UnknownName(f"no region {text!r}; that is a city: write {city.name}+4 for its surroundings")
