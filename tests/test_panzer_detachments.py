"""Panzer detachments (SF 15E): ratings, who may detach and attach, and orders on the real sheets."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.test_breakdowns import total_re

import europa_rules as er
from europa_rules.errors import IllegalOrder, UnknownName
from europa_rules.game import Game
from europa_rules.ground.attacks import Attack
from europa_rules.ground.losses import eliminate
from europa_rules.hexes import Hex
from europa_rules.position_notation import PieceNotation
from europa_rules.ruleset import Ruleset
from europa_rules.units import Unit
from europa_rules_sf.panzer_detachments import (
    AttachBattalion,
    AttachFacts,
    Battalions,
    DetachBattalion,
    DetachFacts,
    reckon_division,
    rule_on_attaching,
    rule_on_detaching,
)

HERE, WEST = map(Hex, ("17A:2018", "17A:2017"))
DATE = "Jul I 44"


@cache
def rules_of(*rulings: tuple[str, str]) -> Ruleset:
    return er.load("sf", rulings=dict(rulings))


def unit(text: str) -> Unit:
    return PieceNotation.of_series().parse_unit(text)


def start(pieces: str, phase: str = "movement") -> Game:
    return Game.start(rules_of(), f"{pieces} | {DATE}, Axis {phase}", seed=1)


DIVISION = "ge 16-10(7-8) Pz XX 2 [Army] <div>"
WEAK = "ge 9-10(4-8) Pz XX 9 [Army] <weak>"
PZ_IV = "ge 2-1-10 Pz II [Army] <iv>"


# --- worked examples, on the board -----------------------------------------------------------------------------------


def test_sf_15E_01_worked_example_16_10_less_its_battalion_is_a_12_10_panzergrenadier_division() -> None:
    game = start(f"{HERE} {DIVISION}")
    game.submit(DetachBattalion("div"))
    division, battalion = game.state.piece("div"), game.state.piece("div/Pz II")
    assert (str(division.unit.rating), str(division.unit.cadre)) == ("12-10", "3-8")
    assert division.unit.type == "panzergrenadier"
    assert (str(battalion.unit.rating), battalion.place, battalion.side) == ("4-2-10", HERE, "Axis")


def test_sf_15E_02_worked_example_15_10_with_a_battalion_is_19_10() -> None:
    game = start(f"{HERE} ge 15-10 Pz XX 26 [Army] <div>, ge 4-2-10 Pz II [Army] <bn>")
    game.submit(AttachBattalion("bn", "div"))
    assert str(game.state.piece("div").unit.rating) == "19-10"
    assert "bn" not in game.state.pieces


def test_sf_15E_03_worked_example_a_division_that_gets_a_battalion_back_is_as_before() -> None:
    game = start(f"{HERE} {DIVISION}")
    before = game.state.piece("div")
    game.submit(DetachBattalion("div"))
    game.submit(AttachBattalion("div/Pz II", "div"))
    assert game.state.piece("div") == before
    with pytest.raises(IllegalOrder, match="15E"):
        game.submit(DetachBattalion("div"))


def test_sf_15E_04_the_cadre_of_a_division_that_detached_is_weaker_too() -> None:
    game = start(f"{HERE} {DIVISION}")
    game.submit(DetachBattalion("div"))
    after = eliminate(game.state.piece("div"), game.state)
    assert str(after.piece("div").unit.rating) == "3-8"


def test_sf_15E_05_a_detached_battalion_fights_and_moves_alone_and_joins_a_weaker_division() -> None:
    game = start(f"{HERE} {DIVISION} | {WEST} {WEAK}")
    game.submit(DetachBattalion("div"))
    game.submit(er.Move(("div/Pz II",), (WEST,)))
    with pytest.raises(IllegalOrder, match="15E"):
        game.submit(AttachBattalion("div/Pz II", "div"))
    game.submit(AttachBattalion("div/Pz II", "weak"))
    assert (str(game.state.piece("weak").unit.rating), str(game.state.piece("weak").unit.cadre)) == ("13-10", "8-8")
    with pytest.raises(IllegalOrder):
        game.submit(er.Move(("div",), (WEST,)))


def test_sf_15E_06_the_panzer_iv_battalion_adds_2_and_never_beside_a_panther_battalion() -> None:
    game = start(f"{HERE} {WEAK}, {PZ_IV}, ge 4-2-10 Pz II [Army] <bn>")
    game.submit(AttachBattalion("iv", "weak"))
    assert str(game.state.piece("weak").unit.rating) == "11-10"
    with pytest.raises(IllegalOrder, match="15E"):
        game.submit(AttachBattalion("bn", "weak"))


def test_sf_15E_07_by_another_reading_a_battalion_adds_its_own_defense() -> None:
    rules = rules_of(("sf-15E-attach-battalion", "as-rated"))
    found = reckon_division(unit("ge 15-10 Pz XX"), Battalions(attached=(unit("ge 4-2-10 Pz II"),)), rules)
    assert str(found.unit.rating) == "19-17-10"
    assert found.attack.rests_on == ("sf-15E-attach-battalion: as-rated",)


def test_sf_15E_08_an_attached_battalion_adds_strength_but_no_stacking_and_no_res() -> None:
    found = reckon_division(unit("ge 15-10 Pz XX"), Battalions(attached=(unit("ge 4-2-10 Pz II"),)), rules_of())
    assert found.size.value == 3 and found.stacking_units == 1
    game = start(f"{HERE} {DIVISION}, ge 7-6 Inf XX 1 | 17A:1918 us 9-8 Inf XX 1")
    assert total_re(game.state, game.rules) == 9
    game.submit(DetachBattalion("div"))
    game.submit(AttachBattalion("div/Pz II", "div"))
    assert total_re(game.state, game.rules) == 9


def test_sf_15E_09_a_weakened_division_attacks_with_what_it_has() -> None:
    game = start(f"{HERE} {DIVISION} | 17A:1918 us 3-8* Inf III 1")
    game.submit(DetachBattalion("div"))
    game.done()
    game.submit(Attack(("div",), Hex("17A:1918")))
    while game.pending and getattr(game.pending, "name", "") == "attack declared":
        game.done()
    entry = next(e for e in game.log if e.kind.startswith("combat"))
    assert dict(entry.ledgers)["attack"].value == 12


def test_sf_15E_10_a_saved_game_knows_which_battalions_are_attached() -> None:
    game = start(f"{HERE} {WEAK}, {PZ_IV}")
    game.submit(AttachBattalion("iv", "weak"))
    again = Game.load(game.save(), game.rules)
    assert again.state == game.state and again.save() == game.save()


# --- who may ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("division", "allowed"),
    [
        ("ge 15-10 Pz XX [Army]", True),
        ("ge 14-10 Pz XX [Army]", False),
        ("ge 20-10 Pz XX [Waffen-SS]", False),
        ("ge 16-10 Pz XX [Luftwaffe]", False),
        ("ge 15-10 PzG XX [Army]", False),
        ("us 16-10 Arm XX", False),
        ("ge 15-8 Pz XX [Army]", False),
    ],
)
def test_sf_15E_11_only_strong_panzer_divisions_of_the_german_army_detach(division: str, allowed: bool) -> None:
    assert rule_on_detaching(DetachFacts(unit(division)), rules_of()).allowed == allowed


@pytest.mark.parametrize(
    ("division", "allowed"),
    [("ge 9-10 Pz XX [Army]", True), ("ge 20-10 Pz XX [Waffen-SS]", False), ("ge 7-6 Inf XX [Army]", False)],
)
def test_sf_15E_12_battalions_join_panzer_divisions_of_the_german_army_only(division: str, allowed: bool) -> None:
    facts = AttachFacts(unit(division), unit("ge 4-2-10 Pz II"))
    assert rule_on_attaching(facts, rules_of()).allowed == allowed


def test_sf_15E_13_detached_at_the_start_and_attached_at_the_end_unless_read_otherwise() -> None:
    late, early = (
        DetachFacts(unit("ge 16-10 Pz XX"), moment="end"),
        AttachFacts(unit("ge 16-10 Pz XX"), unit("ge 4-2-10 Pz II"), moment="start"),
    )
    loose = rules_of(("sf-15E-detach-and-attach", "same-moment"))
    assert not rule_on_detaching(late, rules_of()).allowed and not rule_on_attaching(early, rules_of()).allowed
    assert rule_on_detaching(late, loose).allowed and rule_on_attaching(early, loose).allowed


def test_sf_15E_14_the_chart_agrees_with_the_rule() -> None:
    rules = rules_of()
    chart = rules.charts["panzer_detachments"]
    for row in chart.rows("rows"):
        force = chart.text("rows", row, "force").value
        division = unit(f"ge {chart.text('rows', row, 'rating').value} Pz XX [{force}]")
        assert rule_on_detaching(DetachFacts(division), rules).allowed == chart.flag("rows", row, "detaches"), row
        attach = AttachFacts(division, unit("ge 4-2-10 Pz II"))
        assert rule_on_attaching(attach, rules).allowed == chart.flag("rows", row, "receives"), row


# --- conservation ----------------------------------------------------------------------------------------------------


@settings(max_examples=12)
@given(st.lists(st.sampled_from(["detach", "attach own", "attach weak", "turn"]), max_size=5))
def test_sf_15E_15_battalions_neither_appear_nor_vanish_by_attaching(script: list[str]) -> None:
    game = start(f"{HERE} {DIVISION}, {WEAK}")
    for word in script:
        before = game.state
        try:
            if word == "detach":
                game.submit(DetachBattalion("div"))
            elif word == "turn":
                for _ in range(6):  # the phases of both player turns
                    game.done()
            else:
                game.submit(AttachBattalion("div/Pz II", "div" if word == "attach own" else "weak"))
        except (IllegalOrder, UnknownName):
            assert game.state == before
        strength = sum(p.unit.attack for p in game.state.pieces.values())
        assert strength == 16 + 9
