"""Hexes and counters in words: titles and descriptions of pictures, and the board for screen readers.

Needs the board, and pieces; gives sentences. The same words serve the picture and the text.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from europa_rules.board import Board
from europa_rules.hexes import Direction, Hex
from europa_rules.position_notation import PieceNotation
from europa_rules.sheets.features import Airfield, City, Fortification, Port
from europa_rules.state import AirPiece, Piece

CITY_WORDS = {
    "point": "point city",
    "reference": "reference city",
    "dot": "dot city",
    "partial": "partial-hex city",
    "full": "full-hex city",
}
_QUIET = frozenset({"land_bar", "sea"})


def spoken(word: str) -> str:
    """A word of the tables as one reads it.

    >>> spoken("wooded_rough")
    'wooded rough'
    """
    return word.replace("_", " ")


def title_of(ref: Hex, board: Board) -> str:
    """The name of a hex, and of what makes it known.

    >>> from europa_rules.board import load_board
    >>> title_of(Hex("16A:1030"), load_board(("16A",)))
    '16A:1030 Lille'
    """
    names = [city.name for city in board.cities(ref)]
    return f"{ref} {', '.join(names)}" if names else ref


def description_of(ref: Hex, board: Board) -> str:
    """What is in a hex and around it, in a sentence.

    >>> from europa_rules.board import load_board
    >>> description_of(Hex("16A:0110"), load_board(("16A",)))
    'sea'
    """
    parts = [_ground(ref, board), *_sites(ref, board), *_around(board.at(ref), board)]
    return "; ".join(part for part in parts if part)


def _ground(ref: Hex, board: Board) -> str:
    surface, country, district = board.surface(ref), board.country(ref), board.district(ref)
    words = [spoken(board.terrain(ref)), *map(spoken, board.overlays(ref))]
    if surface == "coastal":
        words.append("coastal")
    if country:
        words.append(country if district in ("", country) else f"{country} ({district})")
    return ", ".join(words)


def _sites(ref: Hex, board: Board) -> Iterable[str]:
    yield from (city_words(city) for city in board.cities(ref))
    yield from (port_words(port) for port in board.ports(ref))
    airfield, fortification = board.airfields.get(ref), board.fortifications.get(ref)
    if airfield:
        yield airfield_words(airfield)
    if fortification:
        yield fortification_words(fortification)


def city_words(city: City) -> str:
    """A city in words."""
    capital = f", capital of {city.capital_of}" if city.capital_of else ""
    return f"{city.name}, {CITY_WORDS.get(city.size, f'{spoken(city.size)} city')}{capital}"


def port_words(port: Port) -> str:
    """A port in words."""
    return f"{port.size} port"


def airfield_words(airfield: Airfield) -> str:
    """An airfield in words."""
    return f"airfield of {airfield.capacity}"


def fortification_words(fortification: Fortification) -> str:
    """A fortification in words."""
    strength = "" if fortification.strength is None else str(fortification.strength)
    return " ".join(word for word in (fortification.condition, spoken(fortification.type), strength) if word)


def _around(i: int, board: Board) -> Iterable[str]:
    ways: dict[str, list[str]] = {}
    for direction in Direction:
        for feature in board.sides[i][direction]:
            if feature not in _QUIET:
                ways.setdefault(spoken(feature), []).append(direction.name)
        for line in sorted(board.lines[i][direction]):
            ways.setdefault(_LINES.get(line, spoken(line)), []).append(direction.name)
    return (f"{what} {' '.join(where)}" for what, where in ways.items())


_LINES = {"rail_high": "high-volume rail", "rail_low": "low-volume rail", "rail_ferry": "rail ferry"}


# --- pieces ----------------------------------------------------------------------------------------------------------


AnyPiece = Piece | AirPiece


@lru_cache(maxsize=4096)
def piece_words(piece: AnyPiece) -> str:
    """A piece as its counter reads, with its side and its state.

    >>> from europa_rules import load, parse_position
    >>> piece_words(parse_position("16A:1506 ge 7-6 Inf XX 1", load("fof")).piece("ge 1 Inf XX"))
    'ge 7-6 Inf XX 1, Axis'
    """
    return f"{PieceNotation.of_series().write(piece.unit)}, {piece.side}"
