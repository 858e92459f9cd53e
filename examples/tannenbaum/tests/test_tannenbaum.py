"""The rules of Tannenbaum, each with its number."""

import pytest

import europa_rules as er
from europa_rules.testing import assert_allowed, assert_refused, assert_strength

LUZERN, BESIDE = "16A:3626", "16A:3526"


def test_tannenbaum_1_the_redoubt_costs_panzers_three(table):
    game = table(
        f"{BESIDE} ge 14-10 Pz XX 1 | {LUZERN} sw 4-5-5 Inf XX 5 | Jul II 40, Axis combat | owner Axis {BESIDE}"
    )
    found = game.odds(er.Attack(("ge 1 Pz XX",), er.hexref(LUZERN)))
    assert_strength(found.odds.attack, 7)
    assert_strength(found.modifiers.total, -3, by="Tannenbaum 1")


def test_tannenbaum_1_the_redoubt_supplies_the_swiss_alone(table):
    game = table(f"{LUZERN} sw 3-4-6 Mtn X 10 | Jul I 40, Allied movement")
    assert game.supply()["sw 10 Mtn X"].kind == "full"


def test_tannenbaum_2_frontier_guards_stay_at_home(table):
    game = table("16A:3326 sw 2-3-4 frontier_guard X 3 | Jul I 40, Allied movement")
    ruling = game.rule_on(er.Move(("sw 3 frontier_guard X",), (er.hexref("16A:3225"),)))
    assert_refused(ruling, by="Tannenbaum 2")
    assert_allowed(game.rule_on(er.Move(("sw 3 frontier_guard X",), (er.hexref("16A:3426"),))))


def test_tannenbaum_3_the_swiss_are_halved_until_they_mobilize(table):
    game = table("16A:3225 ge 7-6 Inf XX 23 | 16A:3326 sw 4-5-5 Inf XX 5 | Jul I 40, Axis combat")
    attack = er.Attack(("ge 23 Inf XX",), er.hexref("16A:3326"))
    assert_strength(game.odds(attack).odds.defense, "5/2", by="Tannenbaum 3")
    while game.state.moment.turn == er.Turn.parse("Jul I 40"):
        game.done()
    assert "Switzerland has mobilized (Tannenbaum 3)" in {str(entry).partition(". ")[2] for entry in game.log}
    assert_strength(er.Game.start(game.rules, game.state, seed=1).odds(attack, er.AXIS).odds.defense, 5)


@pytest.mark.parametrize("target", [LUZERN, "16A:3526"])
def test_tannenbaum_4_in_the_redoubt_a_retreat_is_a_loss(target, table, dice):
    start = {LUZERN: BESIDE, "16A:3526": "16A:3425"}[target]
    text = f"{start} ge 8-6 Inf XX 1, ge 8-6 Inf XX 2 | {target} sw 8-8-5 Inf XX 5 | Aug I 40, Allied combat"
    game = table(text.replace("Allied", "Axis"), dice=dice(*[1] * 9), undo="replay")
    game.submit(er.Attack(("ge 1 Inf XX", "ge 2 Inf XX"), er.hexref(target)), er.AXIS)
    while game.state.moment.phase == "combat":
        if isinstance(game.pending, er.Decision):
            game.decide(*game.pending.suggestions[0])
        else:
            game.done()
    pinned = [entry for entry in game.log if "pinned" in entry.text]
    assert bool(pinned) == (target == LUZERN and any(" AR" in entry.text for entry in game.log))


def test_tannenbaum_5_storm_troops_are_an_option():
    rules = er.load("tannenbaum", options=["T1"])
    text = "16A:3225 ge 7-6 Inf XX 23 | 16A:3326 sw 4-5-5 Inf XX 5 | Jul I 40, Axis combat"
    attack = er.Attack(("ge 23 Inf XX",), er.hexref("16A:3326"))
    assert_strength(er.Game.start(rules, text, seed=1).odds(attack).modifiers.total, 1, by="Tannenbaum 5")


def test_tannenbaum_6_the_scenario_sets_up_and_leaves_out_the_campaign_of_1940(rules):
    assert_allowed(er.set_up_faults(rules.scenario("tannenbaum"), rules))
    assert "reinforcements" not in {step.name for step in rules.steps("player turn")}
    assert "reinforcements" in {step.name for step in er.load("fof").steps("player turn")}
