"""What refusals and ledgers say, so that a player with the book beside him understands each figure."""

from __future__ import annotations

from fractions import Fraction

import pytest

import europa_rules as er
from europa_rules.ground.rail import RailMove
from europa_rules.ground.rail_capacity import RaiseRailCapacity
from europa_rules.ledger import told_point
from europa_rules.procedure import Opening

FOF, SF = er.load("fof"), er.load("sf")
SEDAN = """
16A:1728 ge 13-9-10(5-4-8) Pz XX 1
16A:1828 fr 6-6(3-6) Inf XX 71
16A:2016 ge 4-5-0 Ftrs III 8
May II 40, Axis movement
"""


def test_fof_6A_a_refusal_says_what_each_hex_costs_how_far_the_unit_gets_and_what_is_unverified() -> None:
    path = tuple(er.hexref(f"16A:{n}") for n in (1729, 1829, 1929, 2029))
    ruling = er.Game.start(FOF, SEDAN).rule_on(er.Move(("ge 1 Pz XX",), path))
    assert "16A:1729: 1 (clear hex) + 2 (leaves an enemy ZOC into another); 16A:1829" in str(ruling)
    assert ruling.possible == ("stop in 16A:1929 (9 MPs)",)
    assert any("zoc_costs" in caveat for caveat in ruling.caveats)
    assert str(ruling).endswith(f"(unverified: {'; '.join(ruling.caveats)})")


def test_fof_14K2_a_unit_that_cannot_move_is_refused_for_that_alone() -> None:
    ruling = er.Game.start(FOF, SEDAN).rule_on(er.Move(("ge 8 Ftrs III",), (er.hexref("16A:2116"),)))
    assert str(ruling) == "refused: 4-5-0 fortress regiment 8 has no MPs and stays in its hex (FoF 14K2)."


@pytest.mark.parametrize("rules", [FOF, SF])
def test_7A_a_move_by_rail_is_told_that_riding_is_an_order_of_its_own(rules: er.Ruleset) -> None:
    moment = "May II 40" if rules is FOF else "May I 44"
    game = er.Game.start(rules, f"16A:2920 ge 7-6 Inf XX 1\n{moment}, Axis movement")
    ruling = game.rule_on(er.Move(("ge 1 Inf XX",), (er.hexref("16A:2919"),), "rail"))
    assert f"riding is an order of its own, RailMove ({rules.cite('7A')})" in str(ruling)


@pytest.mark.parametrize("marks", ["(U-1) (isolated)", "(isolated) (U-1)", "(U-1, isolated)"])
@pytest.mark.parametrize(("rules", "strength"), [(FOF, "7/4"), (SF, "7/2")])
def test_fof_12D2a_every_mark_behind_a_piece_counts(rules: er.Ruleset, strength: str, marks: str) -> None:
    report = er.odds(f"ge 7-6 Inf XX {marks} vs strength 3 in clear", rules)
    assert report.odds.attack.value == Fraction(strength)


def test_sf_7A4a_points_that_are_too_many_still_buy_10_REs_each() -> None:
    game = er.Game.start(SF, "16A:2920 ge RP 40, ge 7-6 Inf XX 1\nMay I 44, Axis movement")
    for points in (16, 20, 30):
        why = str(game.rule_on(RaiseRailCapacity("Greater Germany", points)))
        assert f"a capacity of 300 cannot be raised by {points * 10} REs (SF 7A4a)" in why


def test_sf_7A_no_rail_move_is_advised_in_a_phase_that_the_game_has_not() -> None:
    game = er.Game.start(SF, "16A:2920 ge 14-10 Pz XX 9\nMay I 44, Axis exploitation")
    ruling = game.rule_on(RailMove(("ge 9 Pz XX",), (er.hexref("16A:2919"),)))
    assert not any("reaction" in way for way in ruling.possible)


def test_fof_4A_a_game_from_an_initial_phase_waits_there_for_those_who_may_build() -> None:
    game = er.Game.start(FOF, "16A:1829 ge 0-2-5 Cons X 3, ge RP 1\nMay II 40, Axis initial")
    assert isinstance(game.pending, Opening)
    assert game.pending.name == "initial phase"


@pytest.mark.parametrize(
    ("rules", "question", "path"),
    [
        (
            FOF,
            {"ask": "effect", "what": "retreat", "unit": {"rating": "7-6"}, "hexes": [{"hex": "A", "enemy_zok": True}]},
            r"given\.hexes\[0\]\.enemy_zok: .* Did you mean 'enemy_zoc'",
        ),
        (
            SF,
            {"query": "retreat_options", "unit": {"rating": "7-6"}, "adjacent": [{"hex": "A", "overstacked": True}]},
            r"given\.adjacent\[0\]\.overstacked: .* Did you mean 'overstack'",
        ),
    ],
)
def test_fof_9F1_a_fact_that_an_object_does_not_know_is_refused_with_its_path(
    rules: er.Ruleset, question: dict[str, object], path: str
) -> None:
    with pytest.raises(er.BadQuestion, match=path):
        er.ask(question, rules)


def test_sf_9F1_answers_about_retreats_cite_the_rule() -> None:
    answer = er.ask(
        {"query": "retreat_options", "unit": {"rating": "7-6", "size": "division"}, "adjacent": [{"hex": "A"}]}, SF
    )
    assert "SF 9F1" in map(str, answer.citations)


def test_fof_12D2a_a_ruling_is_told_with_what_is_played() -> None:
    assert "quartered" in told_point(FOF.rests_on("fof-12D2a-first-turn-attack"))
