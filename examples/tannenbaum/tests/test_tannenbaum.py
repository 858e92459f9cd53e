"""The rules of Tannenbaum, each with its number."""

import pytest

import europa_rules as er
from europa_rules.checks import check_paths
from europa_rules.testing import assert_allowed, assert_refused, assert_strength

LUZERN, BESIDE = "16A:3626", "16A:3526"
AROUND = ("16A:3526", "16A:3527", "16A:3625", "16A:3627", "16A:3726", "16A:3727")


def test_tannenbaum_1_the_redoubt_costs_panzers_three(table):
    game = table(
        f"{BESIDE} ge 14-10 Pz XX 1 | {LUZERN} sw 4-5-5 Inf XX 5 | Jul II 40, Axis combat | owner Axis {BESIDE}"
    )
    found = game.odds(er.Attack(("ge 1 Pz XX",), er.hexref(LUZERN)))
    assert_strength(found.odds.attack, 7)
    assert_strength(found.modifiers.total, -3, by="Tannenbaum 1")


@pytest.mark.parametrize(
    ("side", "inside", "around", "kind"),
    [("Allied", "sw 3-4-6 Mtn X 10", "ge 7-6 Inf XX", "full"), ("Axis", "ge 7-6 Inf XX 1", "sw 8-8-5 Inf XX", "")],
)
def test_tannenbaum_1_depots_supply_the_swiss_alone(side, inside, around, kind, table):
    ring = " | ".join(f"{ref} {around} {number}" for number, ref in enumerate(AROUND, 60))
    game = table(f"{LUZERN} {inside} | {ring} | Jul II 40, {side} initial | owner {side} {LUZERN}")
    assert [stand.kind for stand in game.supply().values()] == [kind]


@pytest.mark.parametrize(("hexes", "faults"), [((LUZERN, "16A:3727"), 0), ((LUZERN, BESIDE, "16A:0000", ""), 3)])
def test_tannenbaum_1_the_table_of_depots_is_checked(hexes, faults, rules, tmp_path):
    table = tmp_path / "depots.csv"
    table.write_text("\n".join(["hex,depot", *(f"{ref},a depot" for ref in hexes)]))
    assert [len(checked.faults) for checked in check_paths([table], rules)] == [faults]


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


def after_attack(target, game):
    """The attack of two divisions, with the first suggestion taken at each decision."""
    game.submit(er.Attack(("ge 1 Inf XX", "ge 2 Inf XX"), er.hexref(target)), er.AXIS)
    while game.state.moment.phase == "combat":
        if isinstance(game.pending, er.Decision):
            game.decide(*game.pending.suggestions[0])
        else:
            game.done()
    assert any("| AR (" in str(entry) for entry in game.log)
    return {piece.id: piece.place for piece in game.state.pieces.values() if piece.side == er.AXIS}


@pytest.mark.parametrize(
    ("target", "start", "die", "left"),
    [(LUZERN, BESIDE, 1, ["ge 2 Inf XX"]), (BESIDE, "16A:3426", 2, ["ge 1 Inf XX", "ge 2 Inf XX"])],
)
def test_tannenbaum_4_in_the_redoubt_a_retreat_is_a_loss(target, start, die, left, table, dice):
    text = f"{start} ge 8-6 Inf XX 1, ge 8-6 Inf XX 2 | {target} sw 8-8-5 Inf XX 5 | Aug I 40, Axis combat"
    game = table(text, dice=dice(*[die] * 9), undo="replay")
    after = after_attack(target, game)
    stayed = {name for name, place in after.items() if place == start}
    assert sorted(after) == left
    assert stayed == (set(after) if target == LUZERN else set())
    assert any("Tannenbaum 4" in str(entry) for entry in game.log) == (target == LUZERN)


def test_tannenbaum_5_storm_troops_are_an_option():
    rules = er.load("tannenbaum", options=["T1"])
    text = "16A:3225 ge 7-6 Inf XX 23 | 16A:3326 sw 4-5-5 Inf XX 5 | Jul I 40, Axis combat"
    attack = er.Attack(("ge 23 Inf XX",), er.hexref("16A:3326"))
    assert_strength(er.Game.start(rules, text, seed=1).odds(attack).modifiers.total, 1, by="Tannenbaum 5")
    assert_strength(er.Game.start(er.load("tannenbaum"), text, seed=1).odds(attack).modifiers.total, 0)


@pytest.mark.parametrize("scenario", ["tannenbaum", "frontier"])
def test_tannenbaum_6_its_scenarios_set_up_without_a_fault(scenario, rules):
    assert_allowed(er.set_up_faults(rules.scenario(scenario), rules))


def test_tannenbaum_6_the_campaign_of_1940_is_left_out(rules):
    assert "reinforcements" not in {step.name for step in rules.steps("player turn")}
    assert "reinforcements" in {step.name for step in er.load("fof").steps("player turn")}
