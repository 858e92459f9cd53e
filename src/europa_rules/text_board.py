"""The board as text: a window of hexes for terminals, and the same hexes in sentences for screen readers.

In the window each hex is a cell of two lines: its number, a letter for its terrain and a mark for its city; then the
pieces (the first one's nation and rating, and how many more). Rows run south, columns westward, odd rows stand half a
hex east. The list says of each hex what the titles and descriptions of a picture say.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from europa_rules.hexes import Hex
from europa_rules.render.boxes import boxes_of
from europa_rules.render.descriptions import AnyPiece, description_of, piece_words, spoken, title_of
from europa_rules.ruleset import Ruleset
from europa_rules.state import GameState

CELL = 14
"""Width of a hex in characters; even, so that rows can be shifted by half of it."""

LETTERS = {
    "clear": ".",
    "woods": "w",
    "forest": "f",
    "rough": "r",
    "wooded_rough": "R",
    "swamp": "s",
    "wooded_swamp": "S",
    "mountain": "m",
    "high_mountain": "M",
    "sand": ":",
    "desert": "d",
    "salt_desert": "D",
    "sea": "~",
    "lake": "o",
}
"""Terrain letters; any other terrain shows the first letter of its name."""

CITIES = {"point": "", "reference": "'", "dot": "*", "partial": "#", "full": "##"}
"""City marks by size."""


def window_around(center: Hex, radius: int, rules: Ruleset) -> tuple[tuple[Hex | None, ...], ...]:
    """The rows of hexes of a window, each from west to east; None off the board.

    center: the hex in the middle. radius: hexes shown to each side.

    >>> from europa_rules import load
    >>> fof = load("fof")
    >>> window_around(fof.board.place("16A:1506"), 1, fof)[0]
    ('16A:1407', '16A:1406', '16A:1405')
    """
    row, column = rules.board.grid.cell(center)
    rows = range(row - radius, row + radius + 1)
    columns = range(column + radius, column - radius - 1, -1)
    return tuple(tuple(_name_at(r, c, rules) for c in columns) for r in rows)


def _name_at(row: int, column: int, rules: Ruleset) -> Hex | None:
    name = rules.board.grid.name_at(row, column)
    return name if name is not None and name in rules.board.index else None


def draw_text(state: GameState, rules: Ruleset, center: Hex, radius: int = 3) -> str:
    """A window of the board as text.

    center: the hex in the middle. radius: hexes shown to each side.

    >>> from europa_rules import load, parse_position
    >>> rules = load("fof")
    >>> board = draw_text(parse_position("16A:1506 ge 14-10 Pz XX 1", rules), rules, rules.board.place("16A:1506"), 1)
    >>> print(board.splitlines()[3].strip())
    ge 14-10
    """
    first = rules.board.grid.row_of(center) - radius
    lines = []
    for number, names in enumerate(window_around(center, radius, rules)):
        shift = " " * (CELL // 2 if (first + number) % 2 else 0)
        lines.append(_line(shift, (_head(name, rules) for name in names)))
        lines.append(_line(shift, (_pieces(name, state) for name in names)))
    return "\n".join(lines)


def _line(shift: str, cells: Iterable[str]) -> str:
    return (shift + "".join(cell.ljust(CELL) for cell in cells)).rstrip()


def _head(name: Hex | None, rules: Ruleset) -> str:
    if name is None:
        return ""
    city = rules.board.city(name)
    mark = CITIES.get(city.size, "") if city else ""
    return f"{name.split(':')[1]} {_letter(rules.board.terrain(name))}{mark}"


def _letter(terrain: str) -> str:
    return LETTERS.get(terrain, terrain[:1])


def pieces_at(name: Hex, state: GameState) -> tuple[AnyPiece, ...]:
    """Every piece in a hex, on the ground and in the air."""
    return (*state.at(name), *state.air_at(name))


def _pieces(name: Hex | None, state: GameState) -> str:
    pieces = pieces_at(name, state) if name else ()
    if not pieces:
        return ""
    more = f" +{len(pieces) - 1}" if len(pieces) > 1 else ""
    return f"{_short(pieces[0])[: CELL - 1 - len(more)]}{more}"


def _short(piece: AnyPiece) -> str:
    unit = piece.unit
    return f"{unit.nation} {unit.rating or getattr(unit, 'type', '')}".strip()


def legend(shown: Iterable[str] = LETTERS) -> str:
    """What the letters and marks of the text board mean.

    shown: the terrains to explain; without them all that the series has.

    >>> print(legend(["clear", "sea"]))
    . clear | ~ sea
    ' reference city | * dot city | # partial city | ## full city
    """
    wanted = set(shown)
    terrains = [*(name for name in LETTERS if name in wanted), *sorted(wanted - set(LETTERS))]
    terrain = " | ".join(f"{_letter(name)} {spoken(name)}" for name in terrains)
    cities = " | ".join(f"{mark} {size} city" for size, mark in CITIES.items() if mark)
    return f"{terrain}\n{cities}"


def terrains_of(hexes: Iterable[Hex], rules: Ruleset) -> set[str]:
    """The terrains of some hexes, for their legend."""
    return {rules.board.terrain(ref) for ref in hexes}


def list_text(state: GameState, rules: Ruleset, hexes: Sequence[Hex], *, boxes: bool = True) -> str:
    """Some hexes in sentences, a line a hex and a line a piece, for screen readers.

    boxes: whether the holding boxes follow, each with its pieces.
    Hexes of the sea with nothing in them are counted in the last line and not listed.

    >>> from europa_rules import load, parse_position
    >>> rules = load("fof")
    >>> state = parse_position("17A:1604 fr 5-6 Inf XX 2", rules)
    >>> print(list_text(state, rules, [rules.board.place("17A:1604")]))
    May I 40, Axis movement.
    17A:1604 Paris: clear, France (MR Paris); Paris, full-hex city, capital of France; ...
      fr 5-6 Inf XX 2, Allied
    """
    board = rules.board
    empty = [ref for ref in hexes if board.surface(ref) == "sea" and not pieces_at(ref, state)]
    left_out = set(empty)
    lines = [f"{state.moment}."]
    for ref in hexes:
        if ref not in left_out:
            lines.append(f"{title_of(ref, board)}: {description_of(ref, board)}.")
            lines += [f"  {piece_words(piece)}" for piece in pieces_at(ref, state)]
    for name, pieces in boxes_of(state).items() if boxes else ():
        lines += [f"{name} holding box.", *(f"  {piece_words(piece)}" for piece in pieces)]
    return "\n".join([*lines, f"{len(empty)} hexes of empty sea."] if empty else lines)
