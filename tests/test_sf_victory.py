"""Preparing for play, scenarios and victory (SF 41, 42)."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest

import europa_rules as er
from europa_rules.errors import UnknownName
from europa_rules.ledger import Reckoning
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Turn
from europa_rules_sf import preparing, victory
from europa_rules_sf.preparing import GermanMove, PregameAct
from europa_rules_sf.victory import (
    AirLosses,
    Check,
    GroundLosses,
    LostUnit,
    NavalLosses,
    Occurrence,
    ScoringPlace,
)


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return er.load("sf")


@pytest.fixture(scope="module")
def as_printed() -> Ruleset:
    return er.load("sf", rulings={"sf-42-quarter-ends": "oct-ii", "sf-42-when-awarded": "game-turn"})


# --- preparing for play (41A) ----------------------------------------------------------------------------------------


def test_sf_41A_04_the_order_does_not_depend_on_how_it_is_told() -> None:
    for items in itertools.islice(itertools.permutations(preparing.SEQUENCE), 0, 120, 7):
        assert preparing.in_order(items) == preparing.SEQUENCE
    with pytest.raises(UnknownName, match="axis_deploys"):
        preparing.in_order(["axis_deploy"])


@pytest.mark.parametrize("theater", ["West", "South", "Greater Germany"])
def test_sf_41A_07_seven_units_are_redeployed_in_each_theater(theater: str, rules: Ruleset) -> None:
    assert preparing.rule_on_redeploying(theater, 7, rules).allowed
    assert not preparing.rule_on_redeploying(theater, 8, rules).allowed
    assert not preparing.rule_on_redeploying("Southeast", 1, rules).allowed


def test_sf_41A_07_the_steps_of_the_scenarios_say_the_same(rules: Ruleset) -> None:
    most = {step.most for scenario in rules.scenarios.values() for step in scenario.deployment if step.most}
    assert most == {preparing.REDEPLOYED}


def test_sf_41A_06_landings_of_the_first_two_turns_are_planned() -> None:
    assert [turn for turn in range(5) if preparing.rule_on_planning(turn).allowed] == [1, 2]


@pytest.mark.parametrize(
    ("action", "allied", "axis"),
    [
        ("move_naval_group", True, False),
        ("embark", False, False),
        ("disembark", False, False),
        ("move_ground_unit", False, False),
        ("air_transport", False, False),
        ("reaction_movement", False, True),
        ("interception", True, True),
        ("patrol_attack", True, True),
        ("naval_patrol", True, True),
    ],
)
def test_sf_41A_08_to_13_what_each_side_does_before_the_game(action: str, allied: bool, axis: bool) -> None:
    assert preparing.rule_on_pregame(PregameAct(ALLIED, action)).allowed is allied
    assert preparing.rule_on_pregame(PregameAct(AXIS, action)).allowed is axis


# --- scenarios (41B) -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("title", "first", "allied", "axis", "limited"),
    [
        ("Crusade in Europe", "Jul I 43", ("ETO", "MTO"), ("West", "South", "Greater Germany"), ()),
        ("Victory in Europe", "Apr I 44", ("ETO", "MTO"), ("West", "South", "Greater Germany"), ()),
        ("The ETO", "Apr I 44", ("ETO",), ("West", "Greater Germany"), ()),
        ("The MTO", "Jul I 43", ("MTO",), ("South",), ("Greater Germany",)),
    ],
)
def test_sf_41B_scenarios(
    title: str, first: str, allied: tuple[str, ...], axis: tuple[str, ...], limited: tuple[str, ...], rules: Ruleset
) -> None:
    found = preparing.facts_of(title, rules)
    assert (str(found.first), str(found.last)) == (first, "May I 45")
    assert (found.allied, found.axis, found.limited) == (allied, axis, limited)


@pytest.mark.parametrize(
    ("port", "eto"),
    [
        ("Napoli", True),
        ("Palermo", True),
        ("Ajaccio", True),
        ("Cherbourg", True),
        ("Liverpool", True),
        ("Bari", False),
        ("Livorno", False),
    ],
)
def test_sf_41B3_02_ports_of_the_mediterranean_in_the_eto_scenario(port: str, eto: bool, rules: Ruleset) -> None:
    assert preparing.rule_on_port_use("The ETO", port, rules).allowed is eto
    assert preparing.rule_on_port_use("Crusade in Europe", port, rules).allowed


@pytest.mark.parametrize(("entered", "listed"), list(itertools.product((False, True), repeat=2)))
def test_sf_41B4_05_41B4_06_limited_control_over_greater_germany(entered: bool, listed: bool, rules: Ruleset) -> None:
    ruling = preparing.rule_on_moving_south(GermanMove("The MTO", entered, listed), rules)
    assert ruling.allowed is (entered or listed)
    assert preparing.rule_on_moving_south(GermanMove("Crusade in Europe", entered, listed), rules).allowed


# --- victory (42) ----------------------------------------------------------------------------------------------------


def awarded(rules: Ruleset, after: er.Side = AXIS) -> set[str]:
    turn, found = Turn(1944, 1, 1), set()
    while turn.year == 1944:
        if victory.rule_on_award(Check(turn, after), rules).allowed:
            found.add(str(turn).rpartition(" ")[0])
        turn = turn.next()
    return found


def test_sf_42_02_points_are_awarded_as_quarters_end(rules: Ruleset) -> None:
    assert awarded(rules) == {"Mar II", "Jun II", "Sep II", "Dec II"}
    assert awarded(rules, ALLIED) == set()
    assert victory.rule_on_award(Check(Turn.parse("May I 45"), ALLIED, game_over=True), rules).allowed


def test_sf_42_02_read_as_printed_the_third_quarter_ends_in_october(as_printed: Ruleset) -> None:
    assert awarded(as_printed, ALLIED) == {"Mar II", "Jun II", "Oct II", "Dec II"}
    assert awarded(as_printed) == set()


@pytest.mark.parametrize("third", ["Sep II 44", "Oct II 44"])
def test_sf_42_02_the_third_quarter_rests_on_an_open_point(third: str, rules: Ruleset) -> None:
    ruling = victory.rule_on_award(Check(Turn.parse(third)), rules)
    assert any(point.startswith("sf-42-quarter-ends") for point in ruling.rests_on)


@pytest.mark.parametrize(
    ("place", "scores"),
    [
        (ScoringPlace("dot_city"), True),
        (ScoringPlace("major_city_hex"), True),
        (ScoringPlace("naval_base"), True),
        (ScoringPlace("reference_city"), False),
        (ScoringPlace("dot_city", axis_at_start=False), False),
        (ScoringPlace("dot_city", owner="Soviet"), False),
        (ScoringPlace("dot_city", owner="Axis"), False),
        (ScoringPlace("naval_base", isolated=True), False),
    ],
)
def test_sf_42_04_42_05_territory(place: ScoringPlace, scores: bool, rules: Ruleset) -> None:
    assert victory.rule_on_territory(place).allowed is scores
    assert bool(victory.reckon_territory([place], rules).value) is scores


def test_sf_42_06_42_07_ground_losses_leave_out_what_was_never_lost() -> None:
    assert victory.reckon_ground_losses(GroundLosses(40, 6, 10)).value == 36
    assert victory.reckon_ground_losses(GroundLosses(40, 6, 10, 15, 4)).value == 17
    assert victory.reckon_ground_losses(GroundLosses(8, 2, Fraction(21, 2))).value == Fraction(-1, 2)


def test_sf_42_08_an_eliminated_air_unit_counts_twice() -> None:
    assert victory.reckon_air_losses(AirLosses(1)).value == 2 * victory.reckon_air_losses(AirLosses(0, 1)).value


def test_sf_42_09_repair_points_offset_naval_losses() -> None:
    assert victory.reckon_naval_losses(NavalLosses(0, 3, 5)).value == -2


@pytest.mark.parametrize("kind", victory.LOSSES)
def test_sf_42_losses_cost_points_above_none(kind: str, rules: Ruleset) -> None:
    assert victory.reckon_loss_penalty(kind, 0, rules).value == victory.reckon_loss_penalty(kind, -5, rules).value == 0
    assert victory.reckon_loss_penalty(kind, 1, rules).value < 0


@pytest.mark.parametrize("event", sorted(victory.ONCE))
def test_sf_42_11_42_16_events_score_once(event: str, rules: Ruleset) -> None:
    only_mto = ("MTO",) if event == victory.AXIS_SURRENDER_IN_ITALY else ("ETO", "MTO")
    assert victory.rule_on_event(Occurrence(event, theaters=only_mto)).allowed
    assert victory.reckon_event(Occurrence(event, theaters=only_mto), rules).value > 0
    assert not victory.rule_on_event(Occurrence(event, times_before=1, theaters=only_mto)).allowed


@pytest.mark.parametrize(("theaters", "scores"), [(("MTO",), True), (("ETO",), False), (("ETO", "MTO"), False)])
def test_sf_42_12_the_surrender_in_italy_is_an_event_of_the_mto_alone(theaters: tuple[str, ...], scores: bool) -> None:
    assert victory.rule_on_event(Occurrence(victory.AXIS_SURRENDER_IN_ITALY, theaters=theaters)).allowed is scores


def test_sf_42_16_the_italian_government_scores_while_italy_is_in_the_axis() -> None:
    assert not victory.rule_on_event(Occurrence(victory.ITALIAN_GOVERNMENT, italy_in_axis=False)).allowed
    assert victory.rule_on_event(Occurrence("rsi_government_captured", italy_in_axis=False)).allowed


@pytest.mark.parametrize(
    ("lost", "points"),
    [
        (LostUnit("American", attack=8), 8),
        (LostUnit("British", outcome="cadre", attack=8, cadre_attack=3), 5),
        (LostUnit("French", isolated=False, attack=8), 0),
        (LostUnit("Italian", attack=8), 0),
        (LostUnit("American", outcome="retreated", attack=8), 0),
    ],
)
def test_sf_42_13_disastrous_operations(lost: LostUnit, points: int, rules: Ruleset) -> None:
    assert victory.reckon_disaster(lost, rules).value == points
    assert victory.is_disastrous(lost, rules) is bool(points)


def test_sf_42_14_elite_units_cost_more(rules: Ruleset) -> None:
    plain, elite = (LostUnit("British", attack=5, elite=elite) for elite in (False, True))
    penalty = {unit: victory.reckon_disaster_penalty([unit], rules).value for unit in (plain, elite)}
    assert penalty[elite] < penalty[plain] < 0
    assert victory.reckon_disaster_penalty([plain, elite], rules).value == sum(penalty.values())


@pytest.mark.parametrize(
    ("moves", "held"),
    [
        ([], False),
        (["London"], False),
        (["Paris"], True),
        (["Lyon", "paris"], True),
        (["Paris", "Lyon"], False),
        (["Paris", "Lyon", "Paris"], False),
    ],
)
def test_sf_42_15_the_return_to_paris_is_forfeited_for_good(moves: list[str], held: bool) -> None:
    assert victory.is_french_award_held(moves) is held


def test_sf_42_17_each_level_is_reached_at_its_total(rules: Ruleset) -> None:
    chart = rules.charts["victory"]
    for least in chart.rows("levels", "Crusade in Europe"):
        level = chart.text("levels", "Crusade in Europe", least).value
        assert victory.level_of_victory("Crusade in Europe", int(least), rules) == level
    assert victory.level_of_victory("Crusade in Europe", Fraction(199, 2), rules) == "Axis decisive"
    with pytest.raises(UnknownName, match="levels of victory"):
        victory.level_of_victory("The MTO", 1, rules)


def test_sf_42_01_the_total_begins_with_that_of_the_scenario(rules: Ruleset) -> None:
    award = Reckoning.of(5, "scored")
    first = victory.reckon_total("The ETO", [], rules).value
    assert victory.reckon_total("The ETO", [("award", award)], rules).value == first + 5
