"""The board as text: a window of hexes with terrain, cities, rivers in the legend, and the pieces in them.

Each hex is a cell of two lines: its number, a letter for its terrain and a mark for its city; then the pieces (the
first one's nation and rating, and how many more). Rows run south, columns westward, odd rows stand half a hex east.
"""

from __future__ import annotations

from europa_rules.hexes import Hex
from europa_rules.ruleset import Ruleset
from europa_rules.state import GameState

CELL = 12
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
    "sand": "d",
    "desert": "d",
    "salt_desert": "d",
    "sea": "~",
    "lake": "~",
}
"""Terrain letters; any other terrain shows the first letter of its name."""

CITIES = {"point": "", "reference": "'", "dot": "*", "partial": "#", "full": "##"}
"""City marks by size."""


def draw_text(state: GameState, rules: Ruleset, center: Hex, radius: int = 3) -> str:
    """A window of the board as text.

    center: the hex in the middle. radius: hexes shown to each side.

    >>> from europa_rules import load, parse_position
    >>> rules = load("fof")
    >>> board = draw_text(parse_position("16A:1506 ge 14-10 Pz XX 1", rules), rules, rules.board.place("16A:1506"), 1)
    >>> print(board.splitlines()[3].strip())
    ge 14-10
    """
    grid = rules.board.grid
    row, column = grid.cell(center)
    rows = []
    for r in range(row - radius, row + radius + 1):
        names = [grid.name_at(r, c) for c in range(column + radius, column - radius - 1, -1)]
        shift = " " * (CELL // 2 if r % 2 else 0)
        heads = [_head(name, rules) for name in names]
        bodies = [_pieces(name, state) for name in names]
        rows.append((shift + "".join(h.ljust(CELL) for h in heads)).rstrip())
        rows.append((shift + "".join(b.ljust(CELL) for b in bodies)).rstrip())
    return "\n".join(rows)


def _head(name: Hex | None, rules: Ruleset) -> str:
    if name is None or name not in rules.board.index:
        return ""
    board = rules.board
    city = board.city(name)
    mark = CITIES.get(city.size, "") if city else ""
    terrain = board.terrain(name)
    return f"{name.split(':')[1]} {LETTERS.get(terrain, terrain[:1])}{mark}"


def _pieces(name: Hex | None, state: GameState) -> str:
    pieces = state.at(name) if name else ()
    if not pieces:
        return ""
    more = f" +{len(pieces) - 1}" if len(pieces) > 1 else ""
    first = pieces[0].unit
    return f"{first.nation} {first.rating or first.type}{more}"[: CELL - 1]


def legend() -> str:
    """What the letters and marks of the text board mean.

    >>> legend().splitlines()[0]
    '. clear | w woods | f forest | r rough | R wooded rough | s swamp | S wooded swamp | m mountain | ...'
    """
    terrain = " | ".join(f"{letter} {name.replace('_', ' ')}" for name, letter in LETTERS.items())
    cities = " | ".join(f"{mark} {size} city" for size, mark in CITIES.items() if mark)
    return f"{terrain}\n{cities}"
