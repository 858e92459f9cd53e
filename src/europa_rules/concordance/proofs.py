"""What proves which rule: conformance cases that pass, and tests that bear a rule's number in their name.

The proofs come with the package as a table, which `collect` makes from the folder of tests. A name cites a rule by its
number behind the book ("test_sf_20G2d_..."), or without a book where both have it ("test_5_04_...").
"""

from __future__ import annotations

import ast
import csv
import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import resources
from io import StringIO
from pathlib import Path

from attrs import frozen

from europa_rules.citations import Citation
from europa_rules.matrix import Matrix

CASE, TEST = "case", "test"
_LETTERED = re.compile(r"\d+[A-Z][A-Za-z0-9]*\Z")


@frozen(order=True)
class Proof:
    """Something that proves a rule.

    Attributes:
        rule: the rule.
        kind: "case" or "test".
        name: the id of the case, or the file and name of the test ("test_zones.py::test_sf_5_02_...").
    """

    rule: Citation
    kind: str
    name: str


@cache
def load_proofs() -> tuple[Proof, ...]:
    """The proofs that come with the package."""
    text = resources.files("europa_rules").joinpath("data", "concordance", "proofs.csv").read_text(encoding="utf-8")
    _, *rows = csv.reader(text.splitlines())
    return tuple(Proof(Citation(book, number), kind, name) for book, number, kind, name in rows)


def as_table(proofs: Iterable[Proof]) -> str:
    """Proofs as the table that comes with the package."""
    out = StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(("book", "rule", "kind", "name"))
    table.writerows((p.rule.book, p.rule.number, p.kind, p.name) for p in sorted(set(proofs)))
    return out.getvalue()


def proofs_in_tests(folder: Path, matrix: Matrix) -> Iterator[Proof]:
    """The tests of a folder that bear the number of a rule."""
    for file in sorted(folder.rglob("test_*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for rule in rules_in_name(node.name, matrix):
                    yield Proof(rule, TEST, f"{file.relative_to(folder).as_posix()}::{node.name}")


def rules_in_name(name: str, matrix: Matrix) -> tuple[Citation, ...]:
    """The rules whose numbers a test's name bears.

    >>> from europa_rules.matrix import load_matrix
    >>> [str(rule) for rule in rules_in_name("test_sf_20G2d_33B_a_yard_is_bombed", load_matrix())]
    ['SF 20G2d', 'SF 33B']
    >>> [str(rule) for rule in rules_in_name("test_5_04_divisional_units_alone_have_a_zoc", load_matrix())]
    ['FoF 5', 'SF 5']
    """
    by_word = {book.lower(): book for book in matrix.books}
    found, books, before = list[Citation](), matrix.books, "test"
    for word in name.split("_")[1:]:
        if word in by_word:
            books = (by_word[word],)
        elif _LETTERED.match(word) or (word.isdigit() and before in ("test", *by_word)):
            found += (rule for book in books if matrix.exists(rule := Citation(book, word)))
        before = word
    return tuple(dict.fromkeys(found))
