"""Ratings in the series' notation are read and written back unchanged: those of the orders of battle, and any other."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from europa_rules.air_units import AirRating
from europa_rules.errors import NotationError
from europa_rules.position_notation import PieceNotation
from europa_rules.units import Rating

RATINGS = [
    line.split("\t")
    for line in (Path(__file__).parent / "data" / "ratings.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


def printed(kind: str) -> list[str]:
    return [text for found, text in RATINGS if found == kind]


def test_the_list_holds_the_ratings_of_both_orders_of_battle() -> None:
    assert len(printed("ground")) > 120
    assert len(printed("air")) > 150


@pytest.mark.parametrize("text", printed("ground"))
def test_a_ground_rating_of_the_orders_of_battle_comes_back_unchanged(text: str) -> None:
    assert str(Rating.parse(text)) == text


@pytest.mark.parametrize("text", printed("air"))
def test_an_air_rating_of_the_orders_of_battle_comes_back_unchanged(text: str) -> None:
    assert str(AirRating.parse(text)) == text


@pytest.mark.parametrize("text", printed("counter"))
def test_a_counter_of_the_orders_of_battle_comes_back_unchanged(text: str) -> None:
    notation = PieceNotation.of_series()
    assert notation.write(notation.parse(text, nation="ge")) == f"ge {text}"


@pytest.mark.parametrize(
    "text", ["7F5", "4B5 3-7 26", "4B5 3-7 S 26", "4B5 3-7/26", "5A6 5-2/19", "12JF8", "9NJF7 1/9", "0GT-1", "0GT-1 T"]
)
def test_the_forms_of_the_books_come_back_unchanged(text: str) -> None:
    assert str(AirRating.parse(text)) == text


@given(
    attack=st.fractions(min_value=0, max_value=30, max_denominator=4),
    defense=st.fractions(min_value=0, max_value=30, max_denominator=4),
    movement=st.integers(0, 20),
    rail_only=st.booleans(),
    dot=st.booleans(),
)
def test_any_ground_rating_comes_back(
    attack: Fraction, defense: Fraction, movement: int, rail_only: bool, dot: bool
) -> None:
    rating = Rating(attack, defense, 0 if rail_only else movement, rail_only, dot)
    assert Rating.parse(str(rating)) == rating


@given(st.text(alphabet="0123456789-*R/ FBNT", max_size=12))
def test_any_text_is_read_unchanged_or_refused_with_a_notation_error(text: str) -> None:
    try:
        rating = Rating.parse(text)
    except NotationError:
        return
    assert Rating.parse(str(rating)) == rating


def test_a_refused_rating_says_what_is_wrong() -> None:
    with pytest.raises(NotationError, match=r"'7-6-8-2' has four ratings; a ground unit prints two \(7-6\) or three"):
        Rating.parse("7-6-8-2")
    with pytest.raises(NotationError, match="'x' is no strength"):
        Rating.parse("x-6")
    with pytest.raises(NotationError, match="'Q' is no movement rating"):
        Rating.parse("7-Q")
    with pytest.raises(NotationError, match="'7X5' is no air rating"):
        AirRating.parse("7X5 1/7")
    with pytest.raises(NotationError, match="'x' is no movement rating"):
        AirRating.parse("7F5 1/x")
    with pytest.raises(NotationError, match="no bombing strength with codes"):
        AirRating.parse("7F5 1/2/V/9")


def test_a_rating_that_could_not_be_printed_is_refused() -> None:
    with pytest.raises(NotationError, match="cannot be printed as 2 ratings"):
        Rating(Fraction(2), Fraction(3), 8, printed=2)
    with pytest.raises(NotationError, match="movement"):
        Rating(Fraction(2), Fraction(2), 8, rail_only=True)
