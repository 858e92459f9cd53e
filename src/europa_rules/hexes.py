"""Hex references and the geometry of the map sheets (rule 2).

Needs only where each sheet lies in the grid of the series; gives names, neighbours, distances and rows across sheets.
Rows run south from 01, columns run west from 01, and odd rows stand half a hex further east. All arithmetic is integer.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from enum import IntEnum
from functools import cache, cached_property
from importlib.resources import files
from typing import NewType

from attrs import field, frozen

from europa_rules.errors import UnknownHex, nearest, need_text

Hex = NewType("Hex", str)
"""A hex by its canonical name, such as "16A:1030": the sheet, a colon, two digits of row, two of column."""

BOX = "box:"
"""What the id of a holding box begins with, as in "box:Norway"."""


class Direction(IntEnum):
    """The six hexsides of a hex, clockwise from the north-east, as the sheet lies on the table.

    >>> Direction.NE.opposite
    <Direction.SW: 3>
    """

    NE = 0
    E = 1
    SE = 2
    SW = 3
    W = 4
    NW = 5

    @property
    def opposite(self) -> Direction:
        """The direction that leads back."""
        return Direction((self + 3) % 6)


# Steps in doubled coordinates (x doubled and eastward, y southward), in the order of `Direction`.
STEPS = ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1))


@frozen
class SheetOrigin:
    """Where a sheet lies: its joint row is row + row_offset, its joint column is column + column_offset.

    Offsets are in hexes. The row offset is even, so that odd rows stand east on every sheet.
    """

    name: str
    row_offset: int
    column_offset: int
    rows: int = 51
    columns: int = 33

    def __attrs_post_init__(self) -> None:
        if self.row_offset % 2:
            raise ValueError(f"sheet {self.name}: row_offset {self.row_offset} is odd; odd rows would then stand west")

    def number(self, row: int, column: int) -> tuple[int, int] | None:
        """The sheet's own row and column of a joint row and column, or None if that hex is off the sheet."""
        own_row, own_column = row - self.row_offset, column - self.column_offset
        if 1 <= own_row <= self.rows and 1 <= own_column <= self.columns:
            return own_row, own_column
        return None


@frozen
class Grid:
    """The joint grid of some map sheets.

    A hex that lies on several sheets is named after the first of them in `sheets`; the other numbers are aliases.
    Every method takes canonical names and raises `UnknownHex` for a hex that is on none of the sheets.
    """

    sheets: tuple[SheetOrigin, ...]
    _by_name: Mapping[str, SheetOrigin] = field(init=False, repr=False, eq=False)

    @_by_name.default
    def _index_names(self) -> dict[str, SheetOrigin]:
        return {sheet.name.upper(): sheet for sheet in self.sheets}

    # --- names ---------------------------------------------------------------------------------------------------

    def hexref(self, text: str, default_sheet: str | None = None) -> Hex:
        """The hex that a text names (FoF 2, SF 2).

        text: "16A:1030"; upper or lower case, blanks allowed around the parts; "1030" alone if there is a default.
        default_sheet: the sheet of a number without a map.
        Returns the canonical name. Raises `UnknownHex`, which says what is wrong with the text.

        >>> series_grid().hexref("17a: 0101")
        '16A:0133'
        """
        need_text(text, "a hex such as '16A:1030'", UnknownHex)
        sheet_text, colon, number = (part.strip() for part in text.rpartition(":"))
        if not colon and default_sheet is None:
            raise UnknownHex(_complaint_about_missing_map(text, number, self))
        sheet = self._sheet(sheet_text if colon else (default_sheet or ""), text)
        row, column = _read_number(text, number, sheet)
        name = self.name_at(row + sheet.row_offset, column + sheet.column_offset)
        assert name is not None
        return name

    def parts_of(self, text: str, default_sheet: str | None = None) -> tuple[str, str]:
        """The map and the number of a hex reference, as it names them (FoF 2, SF 2). Raises `UnknownHex`.

        >>> series_grid().parts_of("17a: 0101")
        ('17A', '0101')
        """
        self.hexref(text, default_sheet)
        sheet, _, number = text.rpartition(":")
        return self._sheet(sheet.strip() or (default_sheet or ""), text).name, number.strip()

    def name_at(self, row: int, column: int) -> Hex | None:
        """The canonical name of a joint row and column, or None if no sheet has it.

        >>> series_grid().name_at(51, 33)
        '16A:5133'
        """
        for sheet in self.sheets:
            number = sheet.number(row, column)
            if number:
                return Hex(f"{sheet.name}:{number[0]:02}{number[1]:02}")
        return None

    def cell(self, ref: Hex) -> tuple[int, int]:
        """The joint row and column of a hex.

        >>> series_grid().cell(Hex("27:1215"))
        (62, 47)
        """
        try:
            return self._cells[ref]
        except KeyError:
            raise UnknownHex(_complaint_about_name(ref, self)) from None

    def __contains__(self, ref: object) -> bool:
        return ref in self._cells

    def aliases(self, ref: Hex) -> tuple[str, ...]:
        """The other numbers of a hex that lies on several sheets (FoF 30).

        >>> series_grid().aliases(Hex("16A:5133"))
        ('17A:5101', '26:0133', '27:0101')
        """
        row, column = self.cell(ref)
        numbers = ((sheet.name, sheet.number(row, column)) for sheet in self.sheets)
        names = [f"{name}:{number[0]:02}{number[1]:02}" for name, number in numbers if number]
        return tuple(names[1:])

    @cached_property
    def hexes(self) -> tuple[Hex, ...]:
        """Every hex of the grid by its canonical name, sheet by sheet, north to south, then east to west."""
        return tuple(self._cells)

    @cached_property
    def _cells(self) -> dict[Hex, tuple[int, int]]:
        cells: dict[Hex, tuple[int, int]] = {}
        taken: set[tuple[int, int]] = set()
        for sheet in self.sheets:
            for cell, name in _numbers(sheet):
                if cell not in taken:
                    taken.add(cell)
                    cells[name] = cell
        return cells

    @cached_property
    def _names(self) -> dict[tuple[int, int], Hex]:
        return {doubled(*cell): name for name, cell in self._cells.items()}

    def _sheet(self, name: str, text: str) -> SheetOrigin:
        sheet = self._by_name.get(name.upper())
        if sheet is None:
            known = [s.name for s in self.sheets]
            hint = nearest(name, known)
            ask = f" Did you mean {hint!r}?" if hint else ""
            raise UnknownHex(f"hex {text!r}: there is no map {name!r}; the maps are {', '.join(known)}.{ask}")
        return sheet

    # --- geometry ------------------------------------------------------------------------------------------------

    def neighbor(self, ref: Hex, direction: Direction) -> Hex | None:
        """The hex beyond a hexside, or None off the sheets.

        >>> series_grid().neighbor(Hex("16A:1033"), Direction.W)
        '17A:1002'
        """
        x, y = doubled(*self.cell(ref))
        dx, dy = STEPS[direction]
        return self._names.get((x + dx, y + dy))

    def neighbors(self, ref: Hex) -> tuple[Hex | None, ...]:
        """The six hexes around a hex, clockwise from the north-east; None where there is no sheet.

        >>> series_grid().neighbors(Hex("16A:1032"))
        ('16A:0932', '16A:1031', '16A:1132', '16A:1133', '16A:1033', '16A:0933')
        """
        x, y = doubled(*self.cell(ref))
        return tuple(self._names.get((x + dx, y + dy)) for dx, dy in STEPS)

    def is_adjacent(self, a: Hex, b: Hex) -> bool:
        """Whether two hexes share a hexside; a hex is not adjacent to itself.

        >>> series_grid().is_adjacent(Hex("16A:1126"), Hex("16A:1225"))
        True
        """
        return self.distance(a, b) == 1

    def distance(self, a: Hex, b: Hex) -> int:
        """How many hexes one must enter to go from one hex to the other.

        >>> series_grid().distance(Hex("16A:1030"), Hex("17A:1604"))
        9
        """
        x1, y1 = doubled(*self.cell(a))
        x2, y2 = doubled(*self.cell(b))
        return _span(x2 - x1, y2 - y1)

    def direction(self, a: Hex, b: Hex) -> Direction | None:
        """The direction of a straight row of hexes from one hex to the other, or None if they lie in no such row.

        >>> series_grid().direction(Hex("16A:1030"), Hex("16A:1032"))
        <Direction.W: 4>
        """
        x1, y1 = doubled(*self.cell(a))
        x2, y2 = doubled(*self.cell(b))
        steps = _span(x2 - x1, y2 - y1)
        for direction in Direction:
            dx, dy = STEPS[direction]
            if steps and (x2 - x1, y2 - y1) == (dx * steps, dy * steps):
                return direction
        return None

    def line(self, a: Hex, b: Hex) -> tuple[Hex, ...]:
        """The hexes of the straightest way from one hex to another, both included.

        Where the line runs along a hexside, either direction takes the same hex. Hexes off the sheets are left out.

        >>> series_grid().line(Hex("16A:1030"), Hex("16A:1232"))
        ('16A:1030', '16A:1131', '16A:1132', '16A:1232')
        """
        start, end = doubled(*self.cell(a)), doubled(*self.cell(b))
        names = (self._names.get(point) for point in _line_points(start, end))
        return tuple(name for name in names if name is not None)

    def within(self, center: Hex, radius: int) -> tuple[Hex, ...]:
        """The hexes at most `radius` hexes away, the center included, north to south, then east to west.

        >>> series_grid().within(Hex("16A:0101"), 1)
        ('16A:0101', '16A:0102', '16A:0201')
        """
        x, y = doubled(*self.cell(center))
        points = (
            (x + dx, y + dy)
            for dy in range(-radius, radius + 1)
            for dx in range(2 * radius - abs(dy), abs(dy) - 2 * radius - 1, -2)
        )
        names = map(self._names.get, points)
        return tuple(name for name in names if name is not None)

    # --- hex rows ------------------------------------------------------------------------------------------------

    def row_of(self, ref: Hex) -> int:
        """The joint row of a hex, counted south from row 01 of the northern sheets.

        >>> series_grid().row_of(Hex("26:2015"))
        70
        """
        return self.cell(ref)[0]

    def is_on_or_north_of(self, ref: Hex, hexrow: int, sheet: str | None = None) -> bool:
        """Whether a hex is on or north of a hex row such as 1500 (FoF 31E2a, FoF 33B, SF 34F).

        hexrow: the row as the books write it, a multiple of 100. sheet: the sheet whose rows are meant; without it,
        the sheet that the hex is named after. Raises `UnknownHex` for a row that the sheet has not.

        >>> grid = series_grid()
        >>> grid.is_on_or_north_of(Hex("16A:1530"), 1500), grid.is_on_or_north_of(Hex("16A:1601"), 1500)
        (True, False)
        """
        return self.row_of(ref) <= self._hexrow(ref, hexrow, sheet)

    def is_north_of(self, ref: Hex, hexrow: int, sheet: str | None = None) -> bool:
        """Whether a hex is north of a hex row and not on it; parameters as in `is_on_or_north_of`.

        >>> series_grid().is_north_of(Hex("16A:1530"), 1500)
        False
        """
        return self.row_of(ref) < self._hexrow(ref, hexrow, sheet)

    def _hexrow(self, ref: Hex, hexrow: int, sheet: str | None) -> int:
        origin = self._sheet(sheet or ref.partition(":")[0], ref)
        row, rest = divmod(hexrow, 100)
        if rest or not 1 <= row <= origin.rows:
            raise UnknownHex(f"hexrow {hexrow}: map {origin.name} has the hexrows 100 to {origin.rows}00")
        return row + origin.row_offset


# --- arithmetic ----------------------------------------------------------------------------------------------------


def doubled(row: int, column: int) -> tuple[int, int]:
    """Doubled coordinates of a joint row and column: x in half hexes eastward, y in rows southward.

    >>> doubled(11, 33), doubled(10, 32)
    ((-65, 11), (-64, 10))
    """
    return (row & 1) - 2 * column, row


def _span(dx: int, dy: int) -> int:
    """Steps needed for a difference in doubled coordinates."""
    dx, dy = abs(dx), abs(dy)
    return dy + max(0, dx - dy) // 2


def _line_points(start: tuple[int, int], end: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Doubled coordinates along a line: cube coordinates in exact steps, nudged off the hexsides by less than a tie."""
    steps = _span(end[0] - start[0], end[1] - start[1])
    if not steps:
        yield start
        return
    q1, q2 = ((x - y) // 2 for x, y in (start, end))
    r1, r2 = start[1], end[1]
    scale = 10 * steps
    for i in range(steps + 1):
        q = 10 * (q1 * (steps - i) + q2 * i) + 1
        r = 10 * (r1 * (steps - i) + r2 * i) + 2
        yield _rounded(q, r, scale)


def _rounded(q: int, r: int, scale: int) -> tuple[int, int]:
    """The hex nearest to cube coordinates given as numerators over `scale`, in doubled coordinates."""
    cube = (q, r, -q - r)
    near = [(2 * part + scale) // (2 * scale) for part in cube]
    errors = [abs(n * scale - part) for n, part in zip(near, cube, strict=True)]
    worst = errors.index(max(errors))
    near[worst] -= sum(near)
    return 2 * near[0] + near[1], near[1]


def _numbers(sheet: SheetOrigin) -> Iterator[tuple[tuple[int, int], Hex]]:
    """Joint row and column, and the sheet's own number, of every hex of a sheet."""
    for row in range(1, sheet.rows + 1):
        prefix = f"{sheet.name}:{row:02}"
        for column in range(1, sheet.columns + 1):
            yield (row + sheet.row_offset, column + sheet.column_offset), Hex(f"{prefix}{column:02}")


# --- reading -------------------------------------------------------------------------------------------------------


def _read_number(text: str, number: str, sheet: SheetOrigin) -> tuple[int, int]:
    """Row and column of a four-digit number on a sheet."""
    fault = _fault_of_digits(number)
    if fault:
        raise UnknownHex(f"hex {text!r}: {fault}")
    row, column = int(number[:2]), int(number[2:])
    for value, top, what in ((row, sheet.rows, "row"), (column, sheet.columns, "column")):
        if not 1 <= value <= top:
            raise UnknownHex(f"hex {text!r}: no {what} {value:02}; map {sheet.name} has {what}s 01 to {top:02}")
    return row, column


def _fault_of_digits(number: str) -> str:
    strange = sorted({c for c in number if not (c.isascii() and c.isdigit())})
    wanted = "a hex number is four digits, two for the row and two for the column (as in 16A:1030)"
    if strange:
        return f"{number!r} is no number (it has {', '.join(map(repr, strange))}); {wanted}"
    if len(number) != 4:
        return f"{number!r} has {len(number)} digit{'' if len(number) == 1 else 's'}; {wanted}"
    return ""


def _complaint_about_missing_map(text: str, number: str, grid: Grid) -> str:
    fault = _fault_of_digits(number)
    if fault:
        return f"hex {text!r}: {fault}"
    maps = ", ".join(sheet.name for sheet in grid.sheets)
    return f"hex {text!r} names no map; write the map before it, or set a default map (one of {maps})"


def _complaint_about_name(ref: str, grid: Grid) -> str:
    """Why a text is no canonical name: it cannot be read, or it is an alias."""
    try:
        name = grid.hexref(ref)
    except UnknownHex as error:
        return str(error)
    return f"hex {ref!r} is named {name!r} here; read references with hexref()"


# --- the series ----------------------------------------------------------------------------------------------------


def read_origin(name: str, grid: Mapping[str, object]) -> SheetOrigin:
    """A sheet's origin from the `[grid]` table of its head.

    >>> read_origin("17A", {"order": 2, "row_offset": 0, "column_offset": 32, "rows": 51, "columns": 33})
    SheetOrigin(name='17A', row_offset=0, column_offset=32, rows=51, columns=33)
    """
    values = {key: value for key, value in grid.items() if isinstance(value, int)}
    return SheetOrigin(
        name, values["row_offset"], values["column_offset"], values.get("rows", 51), values.get("columns", 33)
    )


def grid_of(origins: Iterable[tuple[int, SheetOrigin]]) -> Grid:
    """The grid of some sheets, each with the place in the order that decides which number names a hex."""
    return Grid(tuple(origin for _, origin in sorted(origins, key=lambda pair: (pair[0], pair[1].name))))


@cache
def series_grid() -> Grid:
    """The grid of the sheets that come with the library, read once from their heads.

    >>> [sheet.name for sheet in series_grid().sheets]
    ['16A', '17A', '26', '27']
    """
    heads = []
    for folder in (files("europa_rules") / "data" / "sheets").iterdir():
        if folder.is_dir():
            head = tomllib.loads((folder / "sheet.toml").read_text(encoding="utf-8"))
            heads.append((int(head["grid"]["order"]), read_origin(head["id"], head["grid"])))
    return grid_of(heads)


def hexref(text: str, default_sheet: str | None = None) -> Hex:
    """The hex of the series that a text names; see `Grid.hexref`.

    >>> hexref("27:0101"), hexref("1030", default_sheet="16A")
    ('16A:5133', '16A:1030')
    """
    return series_grid().hexref(text, default_sheet)
