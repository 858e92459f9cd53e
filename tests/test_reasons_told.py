"""What refusals and ledgers of the ground war tell a player: which hex, which unit, and what made a number."""

from __future__ import annotations

import pytest

import europa_rules as er
from europa_rules.errors import BadQuestion, IllegalOrder
from europa_rules.ground.attacks import Attack
from europa_rules.order_notation import read_order


def begun(game: str, text: str) -> er.Game:
    """A game from a position; its dice are rolled by hand."""
    return er.Game.start(er.load(game), text, dice="manual")


def refusal(game: er.Game, order: str) -> str:
    """Why an order is refused."""
    ruling = game.rule_on(read_order(order, game.rules))
    assert not ruling.allowed
    return str(ruling)


def test_fof_6B_a_unit_that_starts_far_off_is_not_told_to_start_beside_an_enemy() -> None:
    game = begun("fof", "16A:2024 ge 7-6 Inf XX 34 | 16A:2225 fr 6-6 Inf XX 71 | May II 40, Axis movement")
    why = refusal(game, "move | units: ge 34 Inf XX | path: 16A:2125; 16A:2224 | mode: admin")
    assert "starts beside" not in why
    assert "would enter 16A:2125, beside an enemy unit (FoF 6B)" in why
    owned = refusal(game, "move | units: ge 34 Inf XX | path: 16A:2025; 16A:2026 | mode: admin")
    assert "would enter 16A:2026, which the enemy owns" in owned


def test_fof_7A_a_headquarters_is_told_why_it_holds_no_zoc_at_bay() -> None:
    text = (
        "16A:2023 ge 2-6 Inf III 5 | 16A:2125 ge 0-6 Inf HQ 9 | 16A:2022 ge 2-6 Inf III 6 | 16A:2225 fr 6-6 Inf XX 71"
    )
    game = begun("fof", f"{text} | May II 40, Axis movement".replace(" | ", "\n"))
    ride = "rail move | units: ge 5 Inf III | path: 16A:2024; 16A:2125 | stays:"
    assert "ge 9 Inf HQ can hold no ZOC at bay on the way: its defense strength is 0" in refusal(
        game, f"{ride} ge 9 Inf HQ"
    )
    assert "ge 6 Inf III can hold no ZOC at bay on the way: it is in 16A:2022" in refusal(game, f"{ride} ge 6 Inf III")
    assert ": it rides itself" in refusal(game, f"{ride} ge 5 Inf III")


def test_fof_12D2a_sf_12E_a_move_that_costs_too_much_tells_what_cut_the_allowance() -> None:
    text = "16A:2227 ge 13-9-10 Pz XX 1 | 16A:2226 fr 6-6 Inf XX 71 | 16A:2228 fr 6-6 Inf XX 72"
    supply = "checks out of supply: ge 1 Pz XX = 1\nMay II 40, Axis movement"
    game = begun("fof", text.replace(" | ", "\n") + "\n" + supply)
    why = refusal(game, "move | units: ge 1 Pz XX | path: 16A:2328; 16A:2427")
    assert "its allowance is 5: 10 (printed) x1/2 (1st turn out of supply)" in why
    assert "FoF 12D2a" in why
    assert "out of supply, turn 1" in str(game.describe_unit("ge 1 Pz XX"))
    text = "26:2322 ge 7-6 Inf XX 3, ge RP 2\nchecks out of supply: ge 3 Inf XX = 3\nSep I 43, Axis movement"
    game = begun("sf", text)
    game.submit(read_order("carry resource points | carrier: ge 3 Inf XX | units: ge RP", game.rules))
    why = refusal(game, "move | units: ge 3 Inf XX | path: 26:2222; 26:2122; 26:2022")
    assert "its allowance is 5/2: 6 (printed) -1 (carries resource points) x1/2 (2nd turn out of supply)" in why
    assert "SF 12E" in why


def test_fof_13_sf_13_an_overrun_at_too_low_odds_tells_what_changed_the_strengths() -> None:
    text = "16A:2227 fr 2-2-10 Arm III 5, fr 3-8 Cav XX 3\n16A:2228 ge 1-8 MG II 3, ge 1-6 Inf III 4"
    game = begun("fof", f"{text}\nMay II 40, Allied movement")
    order = "overrun | units: fr 5 Arm III; fr 3 Cav XX | target: 16A:2228"
    why = refusal(game, order)
    assert "4 : 1 = 4:1 is less than 10:1: fr 5 Arm III: 2 printed | x1/2 outpaced (FoF 31F) | = 1" in why
    assert "ge 3 MG II: 1 printed | x1/2 unsupported (FoF 11) | = 1/2" in why
    assert "fr 3 Cav XX" not in why
    with pytest.raises(BadQuestion, match="odds are those of an attack, and this is a Overrun"):
        game.odds(read_order(order, game.rules))


def test_fof_15A_units_that_were_never_broken_down_are_told_what_may_be_assembled() -> None:
    text = "16A:2024 3x ge 2-6 Inf III\n16A:2023 ge 7-6 Inf XX 34\nMay II 40, Axis movement"
    game = begun("fof", text)
    order = "assemble | units: ge Inf III; ge Inf III #2; ge Inf III #3"
    assert "not all the components of a unit that was broken down" in refusal(game, order)
    game.submit(read_order("break down | unit: ge 34 Inf XX | into: supported", game.rules))
    assert "Possible: assemble ge 34 Inf XX of ge 34 Inf XX/" in refusal(game, order).replace(
        "ge Inf III A/", "ge 34 Inf XX/"
    )


def test_fof_14A1_sf_14A1_work_may_be_written_as_refusals_name_it() -> None:
    game = begun("sf", "26:2222 ge 0-1-5 Cons III 1 | Sep I 43, Axis movement".replace(" | ", "\n"))
    spaced, chart = (f"build | units: ge 1 Cons III | work: temporary{sign}airfield" for sign in " _")
    assert read_order(spaced, game.rules) == read_order(chart, game.rules)
    assert "there is no work" not in str(game.rule_on(read_order(spaced, game.rules)))


def test_sf_14A1b_quick_construction_is_offered_to_units_that_have_half_the_mps() -> None:
    text = "26:2222 ge 0-1-5 Cons III 1\nSep I 43, Axis movement"
    order = "build | units: ge 1 Cons III | work: temporary airfield"
    assert "3 MPs each: quick construction (SF 14A1b)" in refusal(begun("sf", text), order)
    assert "quick construction" not in refusal(begun("sf", f"{text}\nMPs spent: ge 1 Cons III = 3"), order)


def test_sf_10E_a_unit_that_is_not_half_capable_is_not_treated_as_neutral() -> None:
    text = "26:2322 ge 8-10 PzG XX 16\n26:2422 us 10-8 Inf XX 3, us 2-1-10 Arm II 7"
    game = begun("sf", f"{text}\nSep I 43, Allied combat, step combat phase")
    order = "attack | units: us 3 Inf XX; us 7 Arm II | target: 26:2322 | neutral: us 3 Inf XX"
    why = refusal(game, order)
    assert "us 3 Inf XX is not half capable of AECA, and is not treated as neutral (SF 10E)" in why
    assert game.rule_on(Attack(("us 3 Inf XX", "us 7 Arm II"), er.hexref("26:2322"))).allowed


def test_sf_6_a_ledger_of_a_move_names_the_weather_and_the_hexside_that_counts_as_a_hex() -> None:
    game = begun("sf", "26:2422 ge 7-6 Inf XX 65\n26:2420 ge 1-6 Inf III 5\nSep I 43, Axis movement\nweather mud")
    game.submit(read_order("move | units: ge 65 Inf XX | path: 26:2421", game.rules))
    assert "clear hex in mud weather (SF 6)" in str(game.explain(1))
    game = begun("sf", "26:2420 br 1-6 Cdo II 5\nSep I 43, Allied movement")
    game.submit(read_order("move | units: br 5 Cdo II | path: 26:2421", game.rules))
    assert "3 mountain hexside counted as a mountain hex (SF 6)" in str(game.explain(1))


def test_sf_14A2_engineers_that_are_too_few_are_told() -> None:
    line = "2x us 10-8 Inf XX, us 1-10 Eng II vs ge 5-7-6 Inf XX in clear, full city"
    assert "engineers, 1/13 of the REs and not 1/7 (SF 14A2)" in str(er.odds(line, er.load("sf")))


def test_sf_12D_sf_14H1_a_success_check_tells_which_rolls_succeed_and_an_infiltration_its_mps() -> None:
    game = begun("sf", "26:2422 ge 5-7-6 Inf XX 65\n26:2420 br 1-6 Cdo II 5\nSep I 43, Allied movement")
    order = "infiltrate | unit: br 5 Cdo II | path: 26:2521; 26:2421; 26:2321"
    game.submit(read_order(order, game.rules))
    game.roll(6)
    assert "6 die (success from " in str(game.explain(1))
    assert "br 5 Cdo II, MPs:\n5 cost of the way" in str(game.explain(2))
    with pytest.raises(IllegalOrder):
        game.submit(read_order(order, game.rules))


def test_describing_a_hex_names_its_fortification() -> None:
    game = begun("fof", "16A:2224 ge 7-6 Inf XX 34\nMay II 40, Axis movement")
    assert "| improved westwall 3 |" in str(game.describe_hex("16A:2224"))
