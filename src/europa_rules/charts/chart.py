"""A chart as data: cells by address, whatever the chart is about.

A file is read into a `Chart`, later files are laid over it cell by cell, and the typed charts read their numbers from
it. It knows addresses, files and provenance, and no rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from attrs import evolve, field, frozen

from europa_rules.charts.provenance import Cell
from europa_rules.citations import Citation
from europa_rules.errors import unknown
from europa_rules.numbers import Number, exact

Path = tuple[str, ...]
Leaf = str | int | bool | tuple["Leaf", ...] | Mapping[str, "Leaf"]


def number_of(value: Leaf) -> Number:
    """An integer as it is, a text "n/d" as a fraction.

    >>> number_of("1/2"), number_of(3)
    (Fraction(1, 2), 3)
    """
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    return exact(value if isinstance(value, str) else str(value))


def children_of(paths: Iterable[Path]) -> Mapping[Path, tuple[str, ...]]:
    """For each address that is no cell, the names right below it, in order of appearance."""
    found: dict[Path, dict[str, None]] = {(): {}}
    for path in paths:
        for depth, name in enumerate(path):
            found.setdefault(path[:depth], {})[name] = None
    return MappingProxyType({path: tuple(names) for path, names in found.items()})


@frozen(eq=False)
class Chart:
    """One chart: its head and its cells.

    Attributes:
        id: the name of its file, such as "terrain_effects".
        title: for people.
        form: "die_matrix", "die_matrix_set", "record_table" or "lists".
        rules: the rules that use it.
        aliases: other names of it.
        notes: remarks, conflicts and gaps, for people.
        files: every file that gave cells, in the order laid.
        cells: address to cell.
        children: for each address that is no cell, the names right below it.
        prefixes: what stands before an address in a file that gives cells of several charts.
        beside: addresses of cells beside the rows of the form; "*" stands for any name.
    """

    id: str
    title: str
    form: str
    rules: tuple[Citation, ...]
    aliases: tuple[str, ...]
    notes: tuple[str, ...]
    files: tuple[str, ...]
    cells: Mapping[Path, Cell[Leaf]]
    children: Mapping[Path, tuple[str, ...]]
    prefixes: Mapping[str, str] = field(factory=dict)
    beside: tuple[str, ...] = ()

    @classmethod
    def empty(cls, name: str, title: str = "", form: str = "record_table") -> Chart:
        """A chart of no cells, over which files may be laid."""
        return cls(name, title, form, (), (), (), (), MappingProxyType({}), children_of(()))

    def rows(self, *path: str) -> tuple[str, ...]:
        """The names right below an address, in the order of the files; empty if there are none."""
        return self.children.get(path, ())

    def find(self, *path: str) -> Cell[Leaf] | None:
        """The cell at an address, or None."""
        return self.cells.get(path)

    def cell(self, *path: str) -> Cell[Leaf]:
        """The cell at an address. Raises UnknownName with the nearest right address."""
        found = self.cells.get(path)
        if found is None:
            raise unknown(f"cell of {self.id}", ".".join(path), (".".join(p) for p in self.cells))
        return found

    def number(self, *path: str) -> Cell[Number]:
        """The cell at an address, read as an exact number."""
        cell = self.cell(*path)
        return cell.holding(number_of(cell.value))

    def find_number(self, *path: str) -> Cell[Number] | None:
        """As `number`, but None where there is no cell."""
        return self.number(*path) if path in self.cells else None

    def whole(self, *path: str) -> Cell[int]:
        """The cell at an address, read as an integer."""
        cell = self.number(*path)
        return cell.holding(int(cell.value))

    def text(self, *path: str) -> Cell[str]:
        """The cell at an address, read as text."""
        cell = self.cell(*path)
        return cell.holding(str(cell.value))

    def texts(self, *path: str) -> tuple[str, ...]:
        """A list of names or texts at an address; empty if there is none."""
        cell = self.cells.get(path)
        return tuple(str(v) for v in cell.value) if cell is not None and isinstance(cell.value, tuple) else ()

    def text_or(self, default: str, *path: str) -> str:
        """The text at an address, or a default."""
        cell = self.cells.get(path)
        return default if cell is None else str(cell.value)

    def flag(self, *path: str) -> bool:
        """Whether the cell at an address is true; no cell is false."""
        cell = self.cells.get(path)
        return cell is not None and cell.value is True

    def address(self, file: str, path: Path) -> str:
        """An address as it stands in one of the files; that of the chart itself is its name."""
        return self.prefixes.get(file, "") + (".".join(path) or self.id)

    def with_cells(self, cells: Mapping[Path, Cell[Leaf]], file: str, prefix: str = "") -> Chart:
        """This chart with a file's cells laid over its own."""
        merged = {**self.cells, **cells}
        return evolve(
            self,
            cells=MappingProxyType(merged),
            children=children_of(merged),
            files=self.files if file in self.files else (*self.files, file),
            prefixes={**self.prefixes, file: prefix},
        )
