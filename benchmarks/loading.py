"""How long the four map sheets take to load, whole and step by step, beside reading the same files with `csv` alone.

Each step is measured on fresh boards, in processor time: nothing is kept from one to the next, and there is no cache on
disk that could be stale. Reading the rows with the standard library is the ratio's other side: what no loader of these
tables can undercut.
"""

from __future__ import annotations

import csv
import io
import time
from collections.abc import Callable
from importlib.resources import files
from statistics import median

from attrs import frozen

from europa_rules.board import Board, load_board
from europa_rules.sheets.heads import Folder, bundled_sheet, bundled_sheets
from europa_rules.sheets.tables import FORMATS

RUNS = 15
WANTED_MS = 150
OVERLAY: Folder = files("europa_rules_sf") / "sheets"


@frozen
class Step:
    """One step: what it is, and the milliseconds of each run."""

    name: str
    times: tuple[float, ...]

    @property
    def usual(self) -> float:
        """The median, in milliseconds."""
        return median(self.times)

    def __str__(self) -> str:
        return f"{self.name:44} {self.usual:7.1f} ms   best {min(self.times):6.1f}   worst {max(self.times):6.1f}"


def measure(name: str, work: Callable[[], object]) -> Step:
    """Run some work many times."""
    times = []
    for _ in range(RUNS):
        start = time.process_time()
        work()
        times.append((time.process_time() - start) * 1000)
    return Step(name, tuple(times))


def rows_alone() -> int:
    """Every row of every table of the four sheets, read by `csv` and thrown away."""
    count = 0
    for sheet in bundled_sheets():
        for form in FORMATS.values():
            file = bundled_sheet(sheet) / form.file
            if file.is_file():
                count += sum(1 for _ in csv.reader(io.StringIO(file.read_text(encoding="utf-8"), newline="")))
    return count


def whole() -> Board:
    """The four sheets with every table read and every array compiled."""
    return _compiled(load_board(bundled_sheets()))


def whole_with_overlay() -> Board:
    """The same with a variant's overlay, which is checked as it is laid over."""
    return _compiled(load_board(bundled_sheets(), [OVERLAY]))


def _compiled(board: Board) -> Board:
    tables = (board.sides, board.lines, board.major_cities, board.airfields, board.fortifications, board.boxes)
    assert all(table is not None for table in tables)
    assert board.port(board.hexes[0]) is not None
    return board


def main() -> None:
    """Print the steps and the ratio."""
    alone = measure("rows alone (csv)", rows_alone)
    loaded = measure("four sheets, all tables and arrays", whole)
    steps = (
        alone,
        measure("load_board, before anything is asked", lambda: load_board(bundled_sheets())),
        loaded,
        measure("the same with Second Front's overlay", whole_with_overlay),
        measure("load_board and the networkx graph", lambda: load_board(bundled_sheets()).graph),
        measure("load_board and GeoJSON of everything", lambda: load_board(bundled_sheets()).to_geojson()),
    )
    print(*steps, sep="\n")
    print(f"ratio to rows alone: {loaded.usual / alone.usual:.2f}; wanted: under {WANTED_MS} ms")


if __name__ == "__main__":
    main()
