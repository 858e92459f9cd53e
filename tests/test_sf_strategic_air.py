"""The strategic air war and its assets (SF 26)."""

from __future__ import annotations

import functools

import pytest

import europa_rules as er
from europa_rules.errors import UnknownName
from europa_rules.numbers import HALF, Number
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Side, Turn
from europa_rules_sf import strategic_air_war, strategic_assets
from europa_rules_sf.strategic_air_war import LowFuel, ThirstyUnit
from europa_rules_sf.strategic_assets import (
    AlliedEffort,
    AxisEffort,
    AxisReturn,
    BaseHex,
    Covered,
    FiredOn,
    WingOperation,
)

MAY, AUG = Turn.parse("May I 44"), Turn.parse("Aug I 44")


@functools.cache
def reading(point: str, name: str) -> Ruleset:
    return er.load("sf", rulings={point: name})


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return er.load("sf")


# --- effects (26A) ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turn", "phase", "side", "due"),
    [
        ("Apr II 44", "initial", ALLIED, False),
        ("May I 44", "initial", ALLIED, True),
        ("May I 44", "initial", AXIS, False),
        ("Jan I 45", "movement", ALLIED, False),
    ],
)
def test_sf_26A_01_26A_02_when_progress_is_checked(turn: str, phase: str, side: Side, due: bool) -> None:
    assert strategic_air_war.rule_on_check(Turn.parse(turn), phase, side).allowed is due


def test_sf_26A_effects_are_never_switched_off() -> None:
    reached = [("fuel", MAY), ("rail", AUG)]
    found = [strategic_air_war.effects_in_force(reached, turn) for turn in (Turn.parse("Apr II 44"), MAY, AUG.next())]
    assert found == [(), ("fuel",), ("fuel", "rail")]


def test_sf_26A1_one_extended_range_operation_in_each_theater() -> None:
    assert strategic_air_war.rule_on_extended_range("South", {"West": 1}).allowed
    assert not strategic_air_war.rule_on_extended_range("West", {"West": 1}).allowed


@pytest.mark.parametrize("percent", strategic_air_war.COUNTS)
def test_sf_26A2_every_air_unit_flies_or_falls_out(percent: int, rules: Ruleset) -> None:
    for operative in range(13):
        for missions in range(operative + 1):
            found = strategic_air_war.ground_by_fuel(LowFuel(percent, operative, missions), rules)
            assert found.flown + found.inoperative + found.operative == operative
            allowed = strategic_air_war.rule_on_fuel(LowFuel(percent, operative, missions), rules).allowed
            assert allowed is (found.flown == missions)
    with pytest.raises(UnknownName):
        strategic_air_war.ground_by_fuel(LowFuel(80, 1, 1), rules)


@pytest.mark.parametrize(("name", "may"), [("counting", True), ("share", False)])
def test_sf_26A2_six_of_seven_at_75_percent_are_an_open_point(name: str, may: bool) -> None:
    ruling = strategic_air_war.rule_on_fuel(LowFuel(75, 7, 6), reading("sf-26A2-fuel-remainder", name))
    assert ruling.allowed is may
    assert ruling.rests_on


@pytest.mark.parametrize("percent", [75, 67, 50, 33, 25, 100])
def test_sf_26A2_08_two_markers_show_the_percentage(percent: int) -> None:
    tens, units = strategic_air_war.boxes_of_markers(percent)
    assert tens + units == percent
    assert tens % 10 == 0


@pytest.mark.parametrize(("capacity", "percent", "usable"), [(50, 90, 45), (42, 50, 21), (5, 90, 4 + HALF)])
def test_sf_26A3_usable_capacity(capacity: int, percent: int, usable: Number, rules: Ruleset) -> None:
    found = strategic_air_war.reckon_usable(capacity, percent)
    assert found.value == usable
    assert strategic_air_war.reckon_most_raised(found.value).value == usable / 2
    assert strategic_air_war.reckon_most_points(found.value, rules).value >= 1


@pytest.mark.parametrize(
    ("unit", "mps"),
    [
        (ThirstyUnit(AXIS, "cm", 10, "exploitation", "severe"), 5),
        (ThirstyUnit(AXIS, "cm", 10, "movement", "severe"), 8),
        (ThirstyUnit(AXIS, "cm", 10, "movement", "ground"), 10),
        (ThirstyUnit(AXIS, "cm", 10, "exploitation"), 10),
        (ThirstyUnit(AXIS, "artillery", 10, "exploitation", "severe"), 10),
        (ThirstyUnit(ALLIED, "cm", 10, "movement", "severe"), 10),
        (ThirstyUnit(AXIS, "cm", 1, "movement", "severe"), 0),
    ],
)
def test_sf_26A4_26A5_axis_motorized_units_run_short_of_fuel(unit: ThirstyUnit, mps: int, rules: Ruleset) -> None:
    assert strategic_air_war.reckon_allowance(unit, rules).value == mps


@pytest.mark.parametrize(("name", "mps"), [("deduct-first", 4), ("halve-first", 3)])
def test_sf_26A5_what_comes_first_out_of_supply_is_an_open_point(name: str, mps: int) -> None:
    unit = ThirstyUnit(AXIS, "cm", 10, "movement", "severe", is_halved=True)
    found = strategic_air_war.reckon_allowance(unit, reading("sf-26A5-fuel-and-supply", name))
    assert found.value == mps
    assert found.rests_on


# --- special efforts (26B, 26C, 26C1) --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("effort", "may"),
    [
        (AxisEffort(9, 4), True),
        (AxisEffort(9, 5), False),
        (AxisEffort(8, 4, 5), False),
        (AxisEffort(8, 4, phase="movement"), False),
        (AxisEffort(8, 4, at_start=False), False),
        (AxisEffort(8, 4, controls_west=False), False),
        (AxisEffort(8, 4, phasing=ALLIED), True),
    ],
)
def test_sf_26B_german_special_efforts(effort: AxisEffort, may: bool, rules: Ruleset) -> None:
    assert strategic_assets.rule_on_axis_effort(effort, rules).allowed is may


def test_sf_26B_read_so_only_in_an_own_initial_phase() -> None:
    rules = reading("sf-26B-axis-callup-phase", "own")
    assert strategic_assets.rule_on_axis_effort(AxisEffort(8, 4), rules).allowed
    assert not strategic_assets.rule_on_axis_effort(AxisEffort(8, 4, phasing=ALLIED), rules).allowed


@pytest.mark.parametrize(
    ("back", "play", "boxes", "cost", "owed"),
    [
        (AxisReturn(3, 5, 1, 1, 9), 3, 0, 0, 0),
        (AxisReturn(3, 1, 1, 1, 9), 1, 2, 3, 0),
        (AxisReturn(3, 0, 2, 0, 1), 0, 2, 2, 1),
    ],
)
def test_sf_26B_units_go_back_from_play_then_from_the_aborted_box(
    back: AxisReturn, play: int, boxes: int, cost: int, owed: int, rules: Ruleset
) -> None:
    found = strategic_assets.return_to_box(back, rules)
    assert (found.from_play, found.from_boxes) == (play, boxes)
    assert found.cost.value == cost
    assert found.deficit.value == owed
    assert found.left.value == max(0, back.arps - cost)


@pytest.mark.parametrize(
    ("aborted", "eliminated", "told"),
    [
        (1, 2, "1 for 1 aborted air unit at 1 ARP | +4 for 2 eliminated air units at 2 ARPs each | = 5"),
        (0, 3, "6 for 3 eliminated air units at 2 ARPs each | = 6"),
        (2, 0, "2 for 2 aborted air units at 1 ARP each | = 2"),
    ],
)
def test_sf_26B_the_price_tells_how_many_units_it_is_for(
    aborted: int, eliminated: int, told: str, rules: Ruleset
) -> None:
    back = AxisReturn(3, 0, aborted, eliminated, 9)
    assert str(strategic_assets.return_to_box(back, rules).cost).replace(" (SF 26B)", "") == told


@pytest.mark.parametrize(
    ("effort", "by"),
    [
        (AlliedEffort("US MTO"), []),
        (AlliedEffort("US MTO", controlled=("ETO",)), ["SF 26C"]),
        (AlliedEffort("US MTO", 5), ["SF 26C"]),
        (AlliedEffort("US MTO", phasing=AXIS), ["SF 26C1"]),
        (AlliedEffort("US MTO", at_start=False), ["SF 26C1"]),
    ],
)
def test_sf_26C_26C1_allied_special_efforts(effort: AlliedEffort, by: list[str]) -> None:
    assert [str(citation) for citation in strategic_assets.rule_on_allied_effort(effort).citations] == by
    with pytest.raises(UnknownName, match="US ETO"):
        strategic_assets.rule_on_allied_effort(AlliedEffort("US EOT"))


@pytest.mark.parametrize(
    ("base", "may"),
    [
        (BaseHex("US ETO", "Britain"), True),
        (BaseHex("US ETO", "Britain", terrain="rough"), False),
        (BaseHex("British ETO", "Italy", port="great"), False),
        (BaseHex("British MTO", "North Africa"), True),
        (BaseHex("US MTO", "Italy", port="great"), True),
        (BaseHex("US MTO", "Italy", port="great", functioning=False), False),
        (BaseHex("US MTO", "Italy", port="great", owner="Axis"), False),
        (BaseHex("US MTO", "Italy"), False),
        (BaseHex("US MTO", "Sicily", port="major"), True),
        (BaseHex("US MTO", "Sicily"), False),
        (BaseHex("US MTO", "Tunisia"), True),
        (BaseHex("US MTO", "France", port="great"), False),
    ],
)
def test_sf_26C1_bases(base: BaseHex, may: bool, rules: Ruleset) -> None:
    found = strategic_assets.rule_on_base(base, rules)
    assert found.allowed is may and (found.allowed or found.possible)


# --- missions (26C2) -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("flown", "by"),
    [
        (WingOperation("rail_yards", "rail_yards"), []),
        (WingOperation("rail_yards", "rail_yards", "British", "night"), []),
        (WingOperation("rail_yards", "rail_yards", time="night"), ["SF 26C2"]),
        (WingOperation("carpet", nation="British", time="night"), ["SF 26C2d"]),
        (WingOperation("tactical_hb", "rail_lines", others=1), ["SF 26C2"]),
        (WingOperation("tactical_hb", "defensive_air_support"), ["SF 26C2b"]),
        (WingOperation("tactical_afb", "defensive_air_support", wings=2, others=4), []),
        (WingOperation("tactical_afb", "rail_lines", others=1), ["SF 26C2"]),
        (WingOperation("transport", "regular_transport", "British", "night"), []),
        (WingOperation("transport", "regular_transport", tows_glider=True), ["SF 26C2e"]),
        (WingOperation("transport", "air_drop"), ["SF 26C2e"]),
        (WingOperation("carpet", extended_range=True), ["SF 26C2"]),
        (WingOperation("carpet", "carpet"), []),
        (WingOperation("carpet", "rail_lines"), ["SF 26C2d"]),
        (WingOperation("rail_yards", "rail_lines"), ["SF 26C2a"]),
        (WingOperation("tactical_hb", "rail_yards"), ["SF 26C2b"]),
        (WingOperation("tactical_hb", "airbases"), []),
        (WingOperation("tactical_afb", "rail_yards"), ["SF 26C2c"]),
        (WingOperation("tactical_afb", "airbases", "British", "night"), ["SF 26C2c"]),
    ],
)
def test_sf_26C2_operations_of_wings(flown: WingOperation, by: list[str], rules: Ruleset) -> None:
    found = strategic_assets.rule_on_operation(flown, rules)
    assert [str(citation) for citation in found.citations] == by and (found.allowed or found.possible)
    assert strategic_assets.are_wings_ignored(flown) is (
        flown.mission == "tactical_afb" and flown.task == "defensive_air_support"
    )


@pytest.mark.parametrize(
    ("time", "weather", "each"),
    [("day", "clear", 17), ("night", "clear", 17 * HALF), ("day", "mud", 17 * HALF), ("night", "snow", 17 * HALF / 2)],
)
def test_sf_26C2a_missions_against_yards(time: str, weather: str, each: Number, rules: Ruleset) -> None:
    found = strategic_assets.reckon_yards("2:17", time, weather, rules)
    assert found.missions.value == 2
    assert found.strength.value == each


@pytest.mark.parametrize(
    ("mission", "task", "ignored"), [("tactical_afb", "ground_support", True), ("carpet", "", False)]
)
def test_sf_26C2c_wings_that_others_join_are_ignored_in_air_combat(mission: str, task: str, ignored: bool) -> None:
    assert strategic_assets.are_wings_ignored(WingOperation(mission, task)) is ignored


@pytest.mark.parametrize("mission", strategic_assets.RULES_OF)
def test_sf_26C2b_to_26C2e_no_more_is_divided_than_the_chart_has(mission: str) -> None:
    assert strategic_assets.rule_on_dividing(20, mission, [10, 10 - HALF]).allowed
    refused = strategic_assets.rule_on_dividing(20, mission, [10, 10 + HALF])
    assert refused.citations == (strategic_assets.RULES_OF[mission],)


# --- cover and AA (26C3, 26D) ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wing", "nation"),
    [
        (Covered("British ETO", "carpet", 8), "British"),
        (Covered("British MTO", "tactical_afb", 8), "British"),
        (Covered("British ETO", "rail_yards", 8), ""),
        (Covered("US MTO", "tactical_afb", 8, turn=Turn.parse("Jan II 44")), "American"),
        (Covered("US MTO", "transport", 8, turn=Turn.parse("Jan II 44")), ""),
        (Covered("US MTO", "carpet", 8, turn=AUG), ""),
        (Covered("US MTO", "carpet", 8), ""),
        (Covered("US ETO", "tactical_hb", 8, turn=Turn.parse("Jul I 43")), ""),
    ],
)
def test_sf_26C3_who_needs_cover(wing: Covered, nation: str, rules: Ruleset) -> None:
    assert strategic_assets.nation_of_cover(wing) == nation
    assert strategic_assets.reckon_cover(wing, rules).value == (2 if nation else 0)


@pytest.mark.parametrize(("name", "fighters"), [("full-fours", 1), ("fraction", 2)])
def test_sf_26C3_a_remainder_below_four_points_is_an_open_point(name: str, fighters: int) -> None:
    found = strategic_assets.reckon_cover(
        Covered("British ETO", "carpet", 6), reading("sf-26C3-fighters-per-four", name)
    )
    assert found.value == fighters
    assert found.rests_on


@pytest.mark.parametrize(
    ("wing", "hits", "left"),
    [
        (FiredOn(14, 6, "tactical_afb", strength=30), 4, 18),
        (FiredOn(14, 6, "rail_yards", strength=17), 2, 13),
        (FiredOn(14, 6, "rail_yards", "night", 17), 2, 15),
        (FiredOn(4, 9, "carpet", strength=17), 0, 17),
        (FiredOn(50, 0, "tactical_hb", strength=17), 10, 0),
        (FiredOn(0, 10, "transport", strength=17), 2, 13),
        (FiredOn(0, 10, "tactical_hb", strength=17, task="airbases"), 0, 17),
        (FiredOn(0, 10, "tactical_hb", strength=17, task="naval_units_in_port"), 2, 13),
    ],
)
def test_sf_26D_aa_on_wings(wing: FiredOn, hits: int, left: int, rules: Ruleset) -> None:
    assert strategic_assets.reckon_hits(wing, rules).value == hits
    assert strategic_assets.reckon_strength_left(wing, rules).value == left


@pytest.mark.parametrize(("name", "left"), [("cargo", 13), ("nothing", 17)])
def test_sf_26D_what_hits_take_from_transports_is_an_open_point(name: str, left: int) -> None:
    wing = FiredOn(10, 0, "transport", strength=17)
    found = strategic_assets.reckon_strength_left(wing, reading("sf-26D-hits-on-cargo", name))
    assert found.value == left
    assert found.rests_on
