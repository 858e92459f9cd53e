"""Sets of hexes as whole numbers, for searches that go outward from many hexes at once.

Each hex of the board has a bit; the bits are laid out so that a step in one direction is one shift for all hexes of a
set together. Nothing here knows a rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress

from attrs import frozen

from europa_rules.board import Board
from europa_rules.hexes import STEPS, doubled
from europa_rules.remembered import remembered

_IN_BYTE = tuple(tuple(bit for bit in range(8) if byte >> bit & 1) for byte in range(256))
DIRECTIONS = range(6)


@frozen(eq=False)
class HexSets:
    """The layout of a board's hexes.

    Attributes:
        bits: for each hex, by its place on the board, the number of its bit.
        places: for each bit the place of its hex; -1 for none.
        shifts: for each direction how far a step moves a set: upward, or downward if it is below 0.
        everything: the set of all hexes.

    >>> from europa_rules.board import load_board
    >>> layout = layout_of(load_board(("16A",)))
    >>> here = layout.of([70])
    >>> [layout.members(layout.moved(here, d)) for d in (1, 4)] == [[69], [71]]
    True
    """

    bits: tuple[int, ...]
    places: tuple[int, ...]
    shifts: tuple[int, ...]
    everything: int

    def of(self, places: Iterable[int]) -> int:
        """The set of the hexes at these places of the board."""
        marks = bytearray(len(self.places) // 8 + 1)
        bits = self.bits
        for place in places:
            bit = bits[place]
            marks[bit >> 3] |= 1 << (bit & 7)
        return int.from_bytes(marks, "little")

    def of_flags(self, flags: Sequence[int]) -> int:
        """The set of those hexes whose flag, by their places on the board, is not 0."""
        return self.of(compress(range(len(flags)), flags))

    def followed(self, hexes: int, changed: Iterable[int]) -> int:
        """A set after the hexes at these places have joined or left it."""
        for place in changed:
            hexes ^= 1 << self.bits[place]
        return hexes

    def members(self, hexes: int) -> list[int]:
        """The places of the hexes of a set, by their bits."""
        if not hexes:
            return []
        places, found = self.places, []
        for number, byte in enumerate(hexes.to_bytes(hexes.bit_length() // 8 + 1, "little")):
            if byte:
                found += [places[8 * number + bit] for bit in _IN_BYTE[byte]]
        return found

    def moved(self, hexes: int, direction: int) -> int:
        """A set one step in a direction; what leaves the board is lost."""
        shift = self.shifts[direction]
        return (hexes << shift if shift > 0 else hexes >> -shift) & self.everything

    def holds(self, hexes: int, place: int) -> bool:
        """Whether the hex at a place belongs to a set."""
        return bool(hexes >> self.bits[place] & 1)


@remembered()
def layout_of(board: Board) -> HexSets:
    """The layout of a board, made once: slanted rows, with a gap between them so that no step leads into the next.

    >>> from europa_rules.board import load_board
    >>> board = load_board(("16A",))
    >>> places = layout_of(board).places
    >>> len(places) - places.count(-1) == len(board.hexes)
    True
    """
    points = [doubled(*board.grid.cell(ref)) for ref in board.hexes]
    slanted = [((x - y) // 2, y) for x, y in points]
    first_q, first_y = (min(column) for column in zip(*slanted, strict=True))
    width = max(q for q, _ in slanted) - first_q + 2
    bits = tuple((y - first_y) * width + q - first_q for q, y in slanted)
    places = [-1] * (max(bits) + 1)
    for place, bit in enumerate(bits):
        places[bit] = place
    shifts = tuple((dx - dy) // 2 + width * dy for dx, dy in STEPS)
    everything = sum(1 << bit for bit in bits)
    return HexSets(bits, tuple(places), shifts, everything)
