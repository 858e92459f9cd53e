"""Where a number of a chart comes from, and how sure we are of it.

Every cell of every chart carries a `Provenance`. A cell that nobody has checked against a printed chart says so in its
`caveat`, which an answer that rests on the cell hands on.
"""

from __future__ import annotations

from typing import Generic, TypeVar

from attrs import frozen

from europa_rules.provenance import CONFIDENCES, KINDS, Provenance

__all__ = ["CONFIDENCES", "KINDS", "Cell", "Provenance", "caveats"]

V_co = TypeVar("V_co", covariant=True)
W = TypeVar("W")


@frozen
class Cell(Generic[V_co]):
    """One value of a chart, with its address, its file and its provenance.

    >>> cell = Cell(3, "terrain_effects", ("hexes", "woods", "mp", "mud", "other"), Provenance("recalled", "", "low"))
    >>> cell.value, cell.caveat
    (3, 'terrain_effects hexes.woods.mp.mud.other: recalled, low')
    """

    value: V_co
    chart: str
    path: tuple[str, ...]
    provenance: Provenance
    file: str = ""

    @property
    def where(self) -> str:
        """The address as it stands in the file: `hexes.woods.mp.mud.other`."""
        return ".".join(self.path)

    @property
    def caveat(self) -> str | None:
        """A note for the ledger if nobody has verified the cell, else None."""
        if self.provenance.is_verified:
            return None
        return f"{self.chart} {self.where}: {self.provenance}"

    def holding(self, value: W) -> Cell[W]:
        """The same cell with its value read another way (a text as a fraction, say)."""
        return Cell(value, self.chart, self.path, self.provenance, self.file)


def caveats(*cells: Cell[object] | None) -> tuple[str, ...]:
    """The caveats of several cells, each once, in order; none for None.

    >>> caveats(Cell(1, "success", ("x",), Provenance("estimate", "", "low")), None)
    ('success x: estimate, low',)
    """
    found = (cell.caveat for cell in cells if cell is not None)
    return tuple(dict.fromkeys(c for c in found if c is not None))
