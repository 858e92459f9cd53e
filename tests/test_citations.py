"""Citations: a rule always names its book."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from europa_rules.citations import Citation, cited, rule, rules_of
from europa_rules.errors import NotationError
from europa_rules.matrix import load_matrix

BOOKS = st.sampled_from(["FoF", "SF", "House2"])
NUMBERS = st.from_regex(r"[0-9]{1,2}[A-Z]([0-9]{1,2}[a-z]?)?", fullmatch=True)


@given(BOOKS, NUMBERS)
def test_a_citation_round_trips(book: str, number: str) -> None:
    citation = Citation(book, number)
    assert Citation.parse(str(citation)) == citation
    assert Citation.parse(f"  {citation} ") == citation


@pytest.mark.parametrize("text", ["10C1", "SF", "", "sf 10C1", "SF  10C1", "SF 10C1 and more", "SF 10-C"])
def test_a_citation_without_its_book_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="write the book and the rule, such as 'SF 10C1'"):
        Citation.parse(text)


@pytest.mark.parametrize("value", [None, 10, ("SF", "10C1")])
def test_what_is_no_text_is_no_citation(value: object) -> None:
    with pytest.raises(NotationError, match="is no text; expected a citation such as 'SF 10C1'"):
        Citation.parse(value)  # type: ignore[arg-type]  # that is the point


def test_one_number_in_two_books_is_two_rules() -> None:
    assert Citation("FoF", "14H") != Citation("SF", "14H")


def test_a_function_carries_its_rules() -> None:
    @rule("FoF 9A", "SF 9A")
    def odds() -> str:
        return "3:1"

    assert odds() == "3:1"
    assert rules_of(odds) == (Citation("FoF", "9A"), Citation("SF", "9A"))
    assert rules_of(len) == ()


def test_a_wrong_mark_is_refused_where_it_stands() -> None:
    with pytest.raises(NotationError, match="'9A' is no citation"):
        rule("FoF 9A", "9A")


def test_citations_end_a_line_in_brackets() -> None:
    assert cited(()) == ""
    assert cited((Citation("FoF", "9A"), Citation("SF", "9B"))) == " (FoF 9A, SF 9B)"


def test_every_number_of_the_books_can_be_cited() -> None:
    matrix = load_matrix()
    assert {"FoF", "SF"} <= set(matrix.books)
    for text in ("FoF 9A", "SF 10C1", "SF 12D2b"):
        assert str(Citation.parse(text)) == text
