"""The success table (FoF 14L, SF 14H): each use at the faces where its outcome turns, and its modifiers."""

from __future__ import annotations

import pytest

from europa_rules import load
from europa_rules.errors import UnknownName
from europa_rules.ground.success_checks import SuccessCheck, check_success, reckon_outcome, turning_points
from europa_rules.position import parse_position
from europa_rules.testing import play

FOF, SF = load("fof"), load("sf")


@pytest.mark.parametrize(
    ("use", "codes", "turns"),
    [
        ("commando_bridge", "F F F S S S", (1, 4)),
        ("night_crash_landing", "F F S S S S", (1, 3)),
        ("commando_surprise_attack", "F* F F F S S", (1, 2, 5)),
        ("coastal_raid", "F* F* F S S S", (1, 3, 4)),
    ],
)
def test_sf_14H_the_outcome_turns_at_these_faces(use: str, codes: str, turns: tuple[int, ...]) -> None:
    check = SuccessCheck(use)
    found = [reckon_outcome(face, check, SF) for face in range(1, 7)]
    assert [outcome.code for outcome in found] == codes.split()
    assert [outcome.succeeds for outcome in found] == [code == "S" for code in codes.split()]
    assert [outcome.is_harsh for outcome in found] == [code == "F*" for code in codes.split()]
    assert turning_points(check, SF) == turns


def test_gliders_land_by_the_table_of_each_book() -> None:
    """FoF 23F asks for 3 and more, SF 23D for 4 and less."""
    for rules, codes, words in (
        (FOF, "F* F* S S S S", "success from 3"),
        (SF, "S S S S F* F*", "success from 1 to 4"),
    ):
        found = [reckon_outcome(face, SuccessCheck("glider_landing"), rules) for face in range(1, 7)]
        assert [outcome.code for outcome in found] == codes.split()
        assert found[0].roll.lines[0].why == f"die ({words})"


def test_sf_14H_modifiers_that_apply_are_added() -> None:
    for applying, value, code in ((("at_night",), 3, "F"), (("at_night", "over_10_hexes"), 2, "F"), ((), 5, "S")):
        found = reckon_outcome(5, SuccessCheck("naval_reaction", applying), SF)
        assert found.roll.value == value and found.code == code
    told = str(reckon_outcome(5, SuccessCheck("naval_reaction", ("at_night",)), SF))
    assert told == "5 die (success from 4) | -2 at night | = 3 | failure"
    assert str(reckon_outcome(1, SuccessCheck("coastal_raid"), SF)).endswith("| failure*")
    with pytest.raises(UnknownName, match="modifier of naval_reaction"):
        reckon_outcome(5, SuccessCheck("naval_reaction", ("in_fog",)), SF)


def test_fof_14L_a_check_is_one_die_that_says_where_it_turns() -> None:
    state = parse_position("16A:1506 ge 7-6 Inf XX 1 | May II 40, Axis movement", FOF)
    check = SuccessCheck("commando_bridge")
    outcome, played = play(check_success(check, "bridge", (FOF.cite("14L"),), state, FOF), rolls=[4])
    assert outcome.succeeds
    assert [(roll.dice, roll.purpose, roll.distinct) for roll in played.rolls] == [(1, "bridge", (1, 4))]
