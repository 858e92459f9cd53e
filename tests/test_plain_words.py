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
    assert str(ruling) == "refused: ge 8 Ftrs III has no MPs and stays in its hex (FoF 14K2)."


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


def test_fof_10C_a_modifier_says_which_REs_are_behind_its_proportion() -> None:
    report = er.odds("ge 13-9-10 Pz XX, ge 7-6 Inf XX, ge 3-2-8 Art III vs fr 6-6 Inf XX in clear", FOF)
    attack, _ = (part for _, part in report.modifiers.armor.net.lines[0].parts)
    assert "1/2, 3 of 6 REs; neutral and not counted: ge 3-2-8 Art III (1 RE)" in str(attack)


@pytest.mark.parametrize(
    ("situation", "why"),
    [
        ("ge 13-9-10 Pz XX vs fr 6-6 Inf XX in forest", "no AEC in the attack in this hex: forest (FoF 10G)"),
        (
            "ge 13-9-10 Pz XX (U-2) vs fr 6-6 Inf XX in clear",
            "0 of 3 REs; ge 13-9-10 Pz XX, 2nd turn out of supply (FoF 12D2b)",
        ),
    ],
)
def test_fof_10G_a_ledger_says_why_there_is_no_AEC(situation: str, why: str) -> None:
    assert why in "\n".join(er.odds(situation, FOF).reasons())


@pytest.mark.parametrize(
    ("gun", "ground", "why"),
    [
        ("ge 3-2-8 Art III", "clear across river", "x1 river hexside: artillery is not affected (FoF 9H)"),
        ("ge 3-4-10 HvAA III", "full city", "x1 full city: heavy AA is not affected (FoF 9H, FoF 14H)"),
    ],
)
def test_fof_14H_what_is_not_halved_says_so(gun: str, ground: str, why: str) -> None:
    assert why in "\n".join(er.odds(f"ge 7-6 Inf XX, {gun} vs fr 6-6 Inf XX in {ground}", FOF).reasons())


def test_fof_9B_odds_beyond_the_table_say_so() -> None:
    weak = str(er.odds("strength 1 vs strength 8 in clear", FOF))
    assert "1 : 8 = AE, without a roll: less than 1:4 (FoF 9B)" in weak
    assert "50 : 5 = 9:1, the highest column (FoF 9B)" in str(er.odds("strength 50 vs strength 5 in clear", FOF))


def test_fof_31A5_defenders_who_stay_say_why() -> None:
    told = str(
        er.ask(
            {
                "ask": "effect",
                "what": "combat_result",
                "result": "DR",
                "defender_printed": 5,
                "attacker_printed": 5,
                "defender_fortification": "maginot",
            },
            FOF,
        )
    )
    assert "because occupants of the maginot ignore" in told


def test_a_ruling_is_told_with_its_question_after_a_save_too() -> None:
    game = er.Game.start(SF, "26:2614 ge 7-6 Inf XX 9\nMay I 44, Axis movement", dice="manual")
    game.submit(RailMove(("ge 9 Inf XX",), tuple(er.hexref(f"26:{n}") for n in (2613, 2713))))
    told = "rests on the ruling sf-7A1-fraction-of-rail-mp: kept (What becomes of a part of an MP"
    assert told in game.explain(len(game.log))
    assert told in er.Game.load(game.save(), SF).explain(len(game.log))


@pytest.mark.parametrize("rules", [FOF, SF])
def test_2_an_order_may_name_a_hex_by_the_number_of_another_sheet(rules: er.Ruleset) -> None:
    there, here = er.hexref("17A:1201"), er.hexref("17A:1202")
    assert there == "16A:1233"
    month = "May II 40" if rules is FOF else "Jul I 43"
    game = er.Game.start(rules, f"{here} ge 7-6 Inf XX 1\n{month}, Axis movement", dice="manual")
    order = er.Move(("ge 1 Inf XX",), (er.Hex("17A:1201"),))
    assert not any("not on the map" in str(refusal) for refusal in game.rule_on(order).refusals)
    assert game.rule_on(order) == game.rule_on(er.Move(("ge 1 Inf XX",), (there,)))


def test_one_unit_has_one_name_in_every_text() -> None:
    game = er.Game.start(FOF, SEDAN)
    texts = (
        str(game.rule_on(er.Move(("ge 8 Ftrs III",), (er.hexref("16A:2116"),)))),
        str(game.rule_on(er.Overrun(("ge 1 Pz XX",), er.hexref("16A:1828")))),
        str(game.rule_on(er.BreakDown("ge 8 Ftrs III"))),
    )
    assert not any("fortress regiment" in text or "armor division" in text for text in texts)


def test_fof_12E2_a_rule_that_is_optional_and_not_in_use_is_named() -> None:
    told = FOF.rule_on_option("7C", "bridges are not demolished", FOF.cite("7C2"))
    assert told.possible == ("play with the option 7C",)
