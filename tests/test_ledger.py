"""Ledgers: every value can be worked out again from its lines (rule 3C)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from europa_rules.citations import Citation
from europa_rules.errors import StateError
from europa_rules.ledger import Reckoning

NUMBERS = st.fractions(min_value=-20, max_value=20, max_denominator=8)
RULES = st.builds(Citation, st.sampled_from(["FoF", "SF"]), st.sampled_from(["9A", "10C1", "12D2b"]))


@st.composite
def reckonings(draw: st.DrawFn, depth: int = 2) -> Reckoning:
    """Any ledger: a start or a sum of parts, then up to four changes."""
    if depth and draw(st.booleans()):
        labels = draw(st.lists(st.sampled_from("ABC"), max_size=3))
        value = Reckoning.total("sum", [(label, draw(reckonings(depth - 1))) for label in labels], draw(RULES))
    else:
        value = Reckoning.of(draw(NUMBERS), "printed", draw(RULES))
    for change in draw(
        st.lists(st.sampled_from(["plus", "minus", "times", "at_most", "at_least", "become"]), max_size=4)
    ):
        value = getattr(value, change)(draw(NUMBERS), "why", draw(RULES))
    return value.noting(caveat=draw(st.sampled_from([None, "a cell: recalled, low"])))


@given(reckonings())
def test_3C_a_ledger_always_gives_its_value_again(value: Reckoning) -> None:
    assert value.reevaluate() == value.value


@given(reckonings())
def test_3C_a_ledger_round_trips_through_plain_data(value: Reckoning) -> None:
    assert Reckoning.from_json(value.to_json()) == value


def test_sf_3C2_halving_twice_is_quartering() -> None:
    """The book's example of cumulative effects."""
    by = Citation("SF", "3C2")
    assert Reckoning.of(8, "printed").times(Fraction(1, 2), "a", by).times(Fraction(1, 2), "b", by).value == 2


def test_a_ledger_prints_as_a_line_and_as_a_tree() -> None:
    part = Reckoning.of(3, "printed").times(Fraction(1, 2), "unsupported", Citation("FoF", "11"))
    total = Reckoning.total("attack", [("ge 5 Mot III", part)], Citation("FoF", "9A")).noting(
        caveat="a cell: estimate, low"
    )
    assert str(total) == "3/2 attack (FoF 9A) | = 3/2"
    assert total.tree().splitlines() == [
        "3/2 attack (FoF 9A)",
        "  ge 5 Mot III: 3 printed | x1/2 unsupported (FoF 11) | = 3/2",
        "= 3/2",
        "unverified: a cell: estimate, low",
    ]
    assert [str(c) for c in total.citations] == ["FoF 11", "FoF 9A"]


@pytest.mark.parametrize(
    ("data", "path"),
    [
        ({"value": 7, "lines": [{"op": "start", "n": 6, "why": "printed"}]}, "ledger.value"),
        ({"value": 7, "lines": [{"op": "add", "n": 6, "why": "printed"}]}, r"ledger.lines\[0\].op"),
        ({"value": 7}, "ledger"),
        ([], "ledger"),
        ({"value": 7.5, "lines": []}, "ledger"),
    ],
)
def test_a_tampered_ledger_is_refused_with_its_path(data: object, path: str) -> None:
    with pytest.raises(StateError, match=path):
        Reckoning.from_json(data)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"unverified": "a cell"}, "is not as it would be written"),
        ({"lines": [{"op": "start", "n": 3, "why": 5}]}, "5 is no text; expected a reason"),
        ({"lines": [{"op": "start", "n": 3.5, "why": "printed"}]}, "3.5 is no exact number"),
        ({"lines": [{"op": "start", "n": 3, "why": "printed", "by": ["9A"]}]}, "'9A' is no citation"),
        ({"value": 4}, "ledger.value: 4, but the lines give 3"),
    ],
)
def test_a_ledger_is_read_only_as_it_is_written(change: dict[str, object], words: str) -> None:
    data = {"value": 3, "lines": [{"op": "start", "n": 3, "why": "printed"}], **change}
    with pytest.raises(StateError) as caught:
        Reckoning.from_json(data)
    assert str(caught.value).startswith("ledger")
    assert words in str(caught.value)
