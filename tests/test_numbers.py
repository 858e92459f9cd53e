"""Exact numbers (rule 3C): integers and fractions, never rounded."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from europa_rules.errors import NotationError
from europa_rules.numbers import HALF, ONE, QUARTER, ZERO, exact, show, signed, to_json

FRACTIONS = st.fractions(max_denominator=1000)


@given(FRACTIONS)
def test_3C_a_number_round_trips_through_text_and_plain_data(value: Fraction) -> None:
    assert exact(show(value)) == value
    assert exact(to_json(value)) == value


@given(st.integers())
def test_3C_a_whole_number_stays_an_integer_in_plain_data(value: int) -> None:
    assert to_json(Fraction(value)) == value
    assert isinstance(to_json(Fraction(value)), int)


@given(FRACTIONS)
def test_a_modifier_always_shows_its_sign(value: Fraction) -> None:
    assert signed(value)[0] == ("-" if value < 0 else "+")
    assert exact(signed(value).removeprefix("+")) == value


def test_3C_halves_and_quarters_are_exact() -> None:
    assert [Fraction(0), HALF, ONE] == [ZERO, QUARTER + QUARTER, HALF + HALF]
    assert show(7 * HALF) == "7/2"
    assert to_json(Fraction(6, 4)) == "3/2"


@pytest.mark.parametrize(
    "value",
    [
        3.5,
        "3.5",
        "3,5",
        "",
        " 3",
        "3\n",
        "+3",
        "1/0",
        "1/00",
        "7/",
        "/2",
        "1/2/3",
        "1e3",
        "½",
        "٣",
        True,
        False,
        None,
        [],
        b"3",
    ],
)
def test_3C_anything_else_is_refused_with_what_would_be_right(value: object) -> None:
    with pytest.raises(NotationError) as caught:
        exact(value)  # type: ignore[arg-type]  # that is the point
    assert str(caught.value) == f"{value!r} is no exact number; write an integer or a fraction such as 7/2"
