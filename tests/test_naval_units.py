"""Naval counters (FoF 26B, SF 27A): what they print, and their notation."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from europa_rules.errors import NotationError, UnknownName
from europa_rules.naval_units import NavalCategory, NavalUnit
from europa_rules.position_notation import PieceNotation

NOTATION = PieceNotation.of_series()
CATEGORIES: tuple[NavalCategory, ...] = get_args(NavalCategory)


@st.composite
def naval_units(draw: st.DrawFn) -> NavalUnit:
    """Any naval unit."""
    category = draw(st.sampled_from(CATEGORIES))
    points = st.integers(1, 999)
    strength = st.none() if category == "Mulberry" else st.none() | points if category == "NTP" else points
    nation = draw(st.sampled_from(["br", "us", "fr", "ge", "it"]))
    name = draw(st.text(st.characters(exclude_categories=["Cs"]), max_size=8))
    return NavalUnit(nation, category, draw(strength), name=name, aa=draw(st.integers(0, 9)))


@settings(max_examples=200)
@given(naval_units())
def test_every_naval_unit_round_trips(unit: NavalUnit) -> None:
    assert NOTATION.parse(NOTATION.write(unit)) == unit


@pytest.mark.parametrize(
    "text",
    [
        "us TF 12 WNTF-1 [aa 5]",
        "br CG (4) CG-1 [aa 6]",
        "br NT 2C [aa 2]",
        "us LC 1C US1 [aa 1]",
        "fr NTP 10 French Atlantic",
        "br NTP unlimited British Emergency",
        "br Mulberry A",
    ],
)
def test_a_naval_unit_is_written_as_its_counter_shows(text: str) -> None:
    assert NOTATION.write(NOTATION.parse(text)) == text


def test_the_marks_of_a_strength_may_be_left_out() -> None:
    assert NOTATION.parse_list("br NT 2, br CG 4, us LC 1") == NOTATION.parse_list("br NT 2C, br CG (4), us LC 1C")


def test_several_alike_stand_together() -> None:
    assert (
        NOTATION.write_list(NOTATION.parse_list("5x us LC 1C US1 [aa 1], us TF 12"))
        == "5x us LC 1C US1 [aa 1], us TF 12"
    )


def test_sf_27A1_01_a_task_force_has_gunnery_and_support_and_no_cargo() -> None:
    force = NavalUnit("us", "TF", 12)
    assert (force.gunnery, force.gunfire_support, force.cargo) == (12, 12, 0)


def test_sf_27A1_02_a_carrier_group_has_gunnery_alone() -> None:
    group = NavalUnit("br", "CG", 4)
    assert (group.gunnery, group.gunfire_support, group.cargo) == (4, 0, 0)


def test_sf_27A1_03_transports_and_landing_craft_only_carry() -> None:
    for category in ("NT", "LC"):
        ship = NavalUnit("br", category, 2)
        assert (ship.gunnery, ship.gunfire_support, ship.cargo) == (0, 0, 2)


def test_fof_26B_01_the_emergency_points_have_no_limit() -> None:
    assert NavalUnit("br", "NTP").cargo is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("us TF twelve", "'twelve' is no strength of a task force; expected one such as 2"),
        ("us TF 12C", "'12C' is no strength of a task force"),
        ("us LC (1)", "'(1)' is no strength of a landing craft; expected one such as 2C"),
        ("us TF 0", "'0' is no strength of a task force"),
        ("us NT", "'' is no strength of a naval transport"),
        ("us TF 12 A [aa x]", "'x' is no whole number"),
        ("us TF unlimited", "'unlimited' is no strength of a task force"),
    ],
)
def test_a_naval_unit_that_is_written_wrong_is_refused(text: str, words: str) -> None:
    with pytest.raises(NotationError) as caught:
        NOTATION.parse(text)
    assert str(caught.value).startswith(f"{text!r}: ")
    assert words in str(caught.value)


def test_a_naval_unit_that_cannot_be_is_refused() -> None:
    with pytest.raises(UnknownName, match="no category of naval units 'BB'"):
        NavalUnit("us", "BB", 4)  # type: ignore[arg-type]  # what is tested
    with pytest.raises(NotationError, match="a task force needs a strength, such as TF 2"):
        NavalUnit("us", "TF")
    with pytest.raises(NotationError, match="an artificial harbor has none"):
        NavalUnit("br", "Mulberry", 3)
    with pytest.raises(NotationError, match="expected 1 to 999 points"):
        NavalUnit("us", "TF", 0)


def test_a_naval_unit_is_no_ground_unit() -> None:
    with pytest.raises(NotationError, match="is a naval unit; expected a ground unit"):
        NOTATION.parse_unit("us TF 12")
