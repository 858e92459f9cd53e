"""The rule matrix: every testable statement of the rulebooks, one row each, found by row id or by rule.

Needs the tables that come with the package; gives the rows, whether a rule that somebody cites exists, and the nearest
one that does. What a number means is said by its book: the same number may be another rule elsewhere.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from functools import cache, cached_property
from importlib import resources
from itertools import groupby

from attrs import field, frozen

from europa_rules.citations import Citation, Citations
from europa_rules.errors import nearest, unknown

_PARTS = re.compile(r"\d+|[A-Z]+|[a-z]+")


def parts(number: str) -> tuple[str, ...]:
    """A rule's number in its steps, from the chapter down.

    >>> parts("20G2b")
    ('20', 'G', '2', 'b')
    """
    return tuple(_PARTS.findall(number))


def is_under(number: str, heading: str) -> bool:
    """Whether a rule is the heading's rule or one below it: 9F1 is under 9 and 9F, but not under 90.

    >>> is_under("9F1", "9"), is_under("90", "9"), is_under("44B10", "44B1")
    (True, False, False)
    """
    head = parts(heading)
    return parts(number)[: len(head)] == head


@frozen
class RuleRow:
    """A statement of a rulebook in our words.

    Attributes:
        id: the row, such as "SF-9F1-02".
        rule: the rule it belongs to.
        kind: "definition", "number", "restriction", "permission", "effect", "sequence", "advanced" or "optional".
        subject: what it is about, in a word.
        statement: what it says.
        chart: the chart whose values it needs, or "".
        other_book: whether the other book says the same ("yes"), and what it says if not.
    """

    id: str
    rule: Citation
    kind: str
    subject: str
    statement: str
    chart: str
    other_book: str


@frozen(slots=False)
class Matrix:
    """All rows, in the order of the books.

    >>> matrix = load_matrix()
    >>> matrix.row("SF-1-01").statement
    'A turn is two weeks, a hex 16 miles'
    >>> matrix.exists(Citation("SF", "9F1")), matrix.exists(Citation("FoF", "9Z"))
    (True, False)
    >>> matrix.title(Citation("SF", "9F1"))
    'Retreat after combat'

    Attributes:
        rows: the statements.
        titles: what each rule is about, in a few words of our own, headings included.
    """

    rows: tuple[RuleRow, ...]
    titles: Mapping[Citation, str] = field(factory=dict, repr=False)

    @cached_property
    def _by_id(self) -> dict[str, RuleRow]:
        return {row.id: row for row in self.rows}

    @cached_property
    def _by_rule(self) -> dict[Citation, tuple[RuleRow, ...]]:
        return {rule: tuple(rows) for rule, rows in groupby(sorted(self.rows, key=_rule_of), _rule_of)}

    @cached_property
    def _headings(self) -> frozenset[Citation]:
        chains = ((rule.book, parts(rule.number)) for rule in self._by_rule)
        return frozenset(Citation(book, "".join(chain[:i])) for book, chain in chains for i in range(1, len(chain)))

    @cached_property
    def rules(self) -> Citations:
        """Every rule that has a row, once, in the order of the books."""
        return tuple(dict.fromkeys(row.rule for row in self.rows))

    @cached_property
    def books(self) -> tuple[str, ...]:
        """The books, as citations name them."""
        return tuple(dict.fromkeys(rule.book for rule in self.rules))

    def exists(self, rule: Citation) -> bool:
        """Whether a book has this rule: it has rows of its own, or it is the heading of rules that have."""
        return rule in self.headed

    def row(self, row_id: str) -> RuleRow:
        """The row of an id. Raises UnknownName, with the nearest id, if there is none."""
        if row_id not in self._by_id:
            raise unknown("row of the rule matrix", row_id, self._by_id)
        return self._by_id[row_id]

    def of(self, rule: Citation) -> tuple[RuleRow, ...]:
        """The rows of a rule, without those of rules below it; empty if it has none."""
        return self._by_rule.get(rule, ())

    def title(self, rule: Citation) -> str:
        """What a rule is about, in a few words; "" for a rule that the books do not have."""
        return self.titles.get(rule, "")

    @cached_property
    def headed(self) -> frozenset[Citation]:
        """Every rule that exists: those with rows of their own, and the headings above them."""
        return self._headings | self._by_rule.keys()

    def nearest(self, text: str) -> str:
        """The rule whose citation is most like a text, or "" if none is near.

        >>> load_matrix().nearest("SF 20G2bb")
        'SF 20G2b'
        """
        book = text.partition(" ")[0]
        return nearest(text, (str(rule) for rule in self.rules if book not in self.books or rule.book == book))


def _rule_of(row: RuleRow) -> Citation:
    return row.rule


@cache
def load_matrix() -> Matrix:
    """The rule matrix of all books, read once."""
    rows: list[RuleRow] = []
    data = resources.files("europa_rules").joinpath("data")
    for file in sorted((f for f in data.joinpath("rules").iterdir() if f.name.endswith(".csv")), key=lambda f: f.name):
        _, *table = csv.reader(file.read_text(encoding="utf-8").splitlines())
        rows += [RuleRow(i, Citation(book, number), *rest) for i, book, number, *rest in table]
    return Matrix(tuple(sorted(rows, key=lambda row: row.rule.book)), load_titles())


@cache
def load_titles() -> Mapping[Citation, str]:
    """What each rule of the books is about, headings included: all rules that there are, without their statements."""
    file = resources.files("europa_rules").joinpath("data", "concordance", "titles.csv")
    _, *table = csv.reader(file.read_text(encoding="utf-8").splitlines())
    return {Citation(book, number): title for book, number, title in table}


def is_number(number: str, book: str) -> bool:
    """Whether a rule has this number, in the book or in another; of a book without titles any number may be.

    >>> is_number("9F1", "FoF"), is_number("44A1", "FoF"), is_number("9Z", "FoF"), is_number("9Z", "House")
    (True, True, False, True)
    """
    books = _numbers()
    return book not in books or any(number in numbers for numbers in books.values())


def nearest_number(number: str, book: str) -> str:
    """The number of a book that is most like another, or "" if none is near."""
    return nearest(number, sorted(_numbers().get(book, ())))


@cache
def _numbers() -> Mapping[str, frozenset[str]]:
    titles = load_titles()
    return {book: frozenset(rule.number for rule in titles if rule.book == book) for book in {r.book for r in titles}}
