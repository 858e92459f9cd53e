"""The entries of the concordance: each row of the rule matrix with its status, made from the code and the proofs.

A rule of several statements shares its functions and proofs among them. Where no code carries a row out, or not yet
although its rule is, a table says why: `data/concordance/reasons.csv`.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from importlib import resources
from types import ModuleType

from attrs import field, frozen

from europa_rules.citations import Citation
from europa_rules.concordance.marks import Mark, marks_of
from europa_rules.concordance.proofs import Proof, load_proofs
from europa_rules.errors import unknown
from europa_rules.matrix import Matrix, RuleRow, is_under, load_matrix

TESTED, IMPLEMENTED, DATA, DEFINITION = "tested", "implemented", "data", "definition"
PLAYER_CHOICE, NOT_MODELLED, PLANNED = "player-choice", "not-modelled", "planned"
STATUSES = (TESTED, IMPLEMENTED, DATA, DEFINITION, PLAYER_CHOICE, NOT_MODELLED, PLANNED)
"""What may have become of a row.

tested: code carries out its rule, and a case or a test of that rule proves it. implemented: code carries it out.
data: it stands in a chart, a map or an order of battle. definition: it names something that other rules use.
player-choice: it leaves something to the players. not-modelled: left out, with a reason. planned: to come.
"""


@frozen
class Entry:
    """A row of the rule matrix in the concordance.

    Attributes:
        row: the row.
        status: one of STATUSES.
        reason: why, where no code carries it out; "" otherwise.
        functions: what carries its rule out; nothing where the row has a reason.
        proofs: what proves its rule; nothing where the row has a reason.
    """

    row: RuleRow
    status: str
    reason: str = ""
    functions: tuple[str, ...] = field(factory=tuple, repr=False)
    proofs: tuple[Proof, ...] = field(factory=tuple, repr=False)

    @property
    def is_named(self) -> bool:
        """Whether a test bears the number of this very row, and not only that of its rule.

        >>> from europa_rules.concordance.proofs import TEST
        >>> row = load_matrix().row("SF-5-02")
        >>> proofs = [Proof(row.rule, TEST, f"test_zones.py::test_sf_5_{number}_a_zoc") for number in ("01", "02")]
        >>> [Entry(row, TESTED, proofs=(proof,)).is_named for proof in proofs]
        [False, True]
        """
        number = f"_{self.row.rule.number}_{self.row.id.rpartition('-')[2]}"
        return any(re.search(rf"{number}(_|$)", proof.name) for proof in self.proofs)

    def to_json(self) -> dict[str, object]:
        """The entry as plain data."""
        return {
            "id": self.row.id,
            "rule": str(self.row.rule),
            "title": load_matrix().title(self.row.rule),
            "statement": self.row.statement,
            "status": self.status,
            "reason": self.reason,
            "named": self.is_named,
            "functions": list(self.functions),
            "proofs": [{"kind": proof.kind, "name": proof.name} for proof in self.proofs],
            "chart": self.row.chart,
        }


def concordance(packages: Iterable[ModuleType], proofs: Iterable[Proof] | None = None) -> tuple[Entry, ...]:
    """The concordance of all rows, in the order of the books.

    packages: those whose code counts. proofs: those that come with the package, where none are given.
    """
    matrix = load_matrix()
    functions, proved = dict[Citation, list[str]](), dict[Citation, list[Proof]]()
    for mark in marks_of(packages):
        functions.setdefault(mark.rule, []).append(mark.name)
    for proof in load_proofs() if proofs is None else proofs:
        proved.setdefault(proof.rule, []).append(proof)
    reasons = load_reasons()
    return tuple(_entry(row, functions.get(row.rule, ()), proved.get(row.rule, ()), reasons) for row in matrix.rows)


def _entry(
    row: RuleRow, functions: Collection[str], proofs: Collection[Proof], reasons: Mapping[str, tuple[str, str]]
) -> Entry:
    planned = why_planned(row.rule)
    if row.id in reasons:
        return Entry(row, *reasons[row.id])
    if functions and (proofs or planned is None):
        return Entry(row, TESTED if proofs else IMPLEMENTED, "", tuple(functions), tuple(proofs))
    return Entry(row, PLANNED, planned or "", tuple(functions), tuple(proofs))


@cache
def load_reasons() -> dict[str, tuple[str, str]]:
    """For rows that no code carries out, or not yet, the status and the reason.

    Raises UnknownName for a row or a status there is not.
    """
    rows = _table("reasons.csv")
    for row_id, status, _ in rows:
        load_matrix().row(row_id)
        if status not in STATUSES:
            raise unknown("status", status, STATUSES)
    return {row_id: (status, reason) for row_id, status, reason in rows}


@cache
def why_planned(rule: Citation) -> str | None:
    """Why the chapter of a rule is still to come; None for one that is all there."""
    return next(
        (why for book, head, why in _table("planned.csv") if book == rule.book and is_under(rule.number, head)), None
    )


def _table(name: str) -> list[list[str]]:
    text = resources.files("europa_rules").joinpath("data", "concordance", name).read_text(encoding="utf-8")
    return list(csv.reader(text.splitlines()))[1:]


def select(
    entries: Iterable[Entry], *, book: str | None = None, chapter: str | None = None, status: str | None = None
) -> tuple[Entry, ...]:
    """Those of a book, of a chapter or rule and all below it ("20", "9F"), and of a status.

    Raises UnknownName for a status there is not, and for a rule that no book has.
    """
    if status is not None and status not in STATUSES:
        raise unknown("status", status, STATUSES)
    if chapter is not None and not any(is_under(rule.number, chapter) for rule in load_matrix().rules):
        raise unknown("rule", chapter, sorted({rule.number for rule in load_matrix().rules}))
    return tuple(
        entry
        for entry in entries
        if (book is None or entry.row.rule.book == book)
        and (chapter is None or is_under(entry.row.rule.number, chapter))
        and (status is None or entry.status == status)
    )


def dangling(marks: Iterable[Mark], matrix: Matrix) -> tuple[Mark, ...]:
    """The marks that cite a rule of a book of the matrix which that book does not have."""
    return tuple(mark for mark in marks if mark.rule.book in matrix.books and not matrix.exists(mark.rule))
