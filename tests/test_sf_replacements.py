"""Reinforcements, production and replacements (SF 40)."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from fractions import Fraction

import pytest

import europa_rules as er
from europa_rules.campaign.reinforcements import Rebuilding
from europa_rules.campaign.replacements import ReplacementPlace
from europa_rules.citations import Citations
from europa_rules.errors import UnknownName
from europa_rules.numbers import Number
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Side, Turn
from europa_rules.units import Rating
from europa_rules_sf import points_gained, reinforcing, replacement_limits, replacement_points
from europa_rules_sf.points_gained import Aid, Disbanding, Loss
from europa_rules_sf.reinforcing import AlliedArrival, FormingUnit, ListedChange, Placement, Withdrawal
from europa_rules_sf.replacement_limits import Kind, Replacing
from europa_rules_sf.replacement_points import CostFacts, Payment, PoolTransfer, ProducingDistrict, Spending

AUG, SEP, NOV = (Turn.parse(text) for text in ("Aug I 44", "Sep I 44", "Nov I 44"))


@functools.cache
def reading(point: str, name: str) -> Ruleset:
    return er.load("sf", rulings={point: name})


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return er.load("sf")


def told(by: Citations) -> list[str]:
    return [str(citation) for citation in by]


# --- reinforcements (40, 40A) ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("turns", [0, 1, 4, 7])
def test_sf_40_01_40_02_a_newcomer_has_the_supply_of_its_city_and_is_not_checked(turns: int) -> None:
    found = reinforcing.supply_of_newcomer(turns)
    assert (found.turns_out_of_supply, found.is_checked) == (turns, False)


@pytest.mark.parametrize(
    ("facts", "by"),
    [
        (Placement("MR Paris", "MR Paris", "French"), []),
        (Placement("MR Paris", "MR Paris", "French", is_owned=False), ["SF 40A"]),
        (Placement("MR Paris", "MR Paris", "French", in_city=False), ["SF 40A1"]),
        (Placement("MR Paris", "MR 3", "French"), ["SF 40A1"]),
        (Placement("MR Paris", "WK VI", "German"), []),
        (Placement("West", "MR 3", "German"), []),
        (Placement("West", "Toscana", "German"), ["SF 40A1"]),
        (Placement("West", "WK VI", "RSI Italian"), ["SF 40A1"]),
        (Placement("France", "MR 3", "German"), []),
        (Placement("West", "no district", "German"), ["SF 40A1"]),
    ],
)
def test_sf_40A_40A1_01_40A2_01_where_reinforcements_are_placed(
    facts: Placement, by: list[str], rules: Ruleset
) -> None:
    assert told(reinforcing.rule_on_placement(facts, rules).citations) == by


def test_sf_40A1_02_40A1_03_forming_units() -> None:
    assert reinforcing.outcome_of_forming("listed_full") == "received_as_reinforcement"
    assert reinforcing.outcome_of_forming("all_cities_lost") == "eliminated"
    with pytest.raises(UnknownName):
        reinforcing.outcome_of_forming("listed_fall")


@pytest.mark.parametrize(("turn", "converts"), [("Jul II 44", False), ("Aug I 44", True), ("Dec II 44", True)])
def test_sf_40A1_05_a_conversion_waits_for_its_turn_and_then_for_its_place(
    turn: str, converts: bool, rules: Ruleset
) -> None:
    listed = ListedChange(Turn.parse(turn), AUG)
    assert reinforcing.rule_on_conversion(listed, Rebuilding(), rules).allowed is converts
    for there in (Rebuilding(in_city=False), Rebuilding(in_enemy_zoc=True), Rebuilding(in_regular_supply=False)):
        assert not reinforcing.rule_on_conversion(listed, there, rules).allowed


def test_sf_40A1_05_read_so_a_conversion_that_is_late_lapses() -> None:
    rules = reading("sf-40A1-conversion-waits", "lapses")
    assert reinforcing.rule_on_conversion(ListedChange(AUG, AUG), Rebuilding(), rules).allowed
    assert not reinforcing.rule_on_conversion(ListedChange(SEP, AUG), Rebuilding(), rules).allowed


def test_sf_40A1_12_40A1_13_units_of_the_pool_are_withdrawn_at_their_cost(rules: Ruleset) -> None:
    found = reinforcing.withdraw(Withdrawal(0, 2, {"inf": 2, "arm": 5}, {"inf": 3, "arm": 1}), rules)
    assert found.taken_from == "replacement_pool"
    assert {kind: n.value for kind, n in found.forfeited.items()} == {"inf": 2, "arm": 5}
    assert {kind: n.value for kind, n in found.deficit.items()} == {"inf": 0, "arm": 4}
    assert reinforcing.withdraw(Withdrawal(0, 0, {"inf": 2}), rules).taken_from == ""


@pytest.mark.parametrize(("name", "taken"), [("play-then-pool", "play"), ("pool-then-play", "replacement_pool")])
def test_sf_40A1_12_which_unit_goes_first_is_an_open_point(name: str, taken: str) -> None:
    found = reinforcing.withdraw(Withdrawal(1, 1, {"inf": 2}), reading("sf-40A1-withdraw-entry", name))
    assert found.taken_from == taken
    assert found.because.rests_on


def test_sf_40A1_14_only_the_axis_withdraws_a_division_for_its_cadre() -> None:
    assert reinforcing.rule_on_full_for_cadre(AXIS).allowed
    assert not reinforcing.rule_on_full_for_cadre(ALLIED).allowed


@pytest.mark.parametrize(
    ("turn", "may"), [("Aug I 44", False), ("Aug II 44", True), ("Oct II 44", True), ("Nov I 44", False)]
)
def test_sf_40A2_08_early_activation_comes_after_the_placing_and_before_the_full_turn(turn: str, may: bool) -> None:
    assert reinforcing.rule_on_early_activation(FormingUnit(Turn.parse(turn), AUG, NOV)).allowed is may
    assert not reinforcing.rule_on_early_activation(FormingUnit(SEP, AUG, NOV, side=ALLIED)).allowed


@pytest.mark.parametrize(
    ("result", "with_cadre", "without"),
    [
        ("success", "full_strength", "full_strength"),
        ("failure", "cadre_strength", "replacement_pool"),
        ("failure*", "replacement_pool", "replacement_pool"),
        ("F*", "replacement_pool", "replacement_pool"),
    ],
)
def test_sf_40A2_09_what_early_activation_gives(result: str, with_cadre: str, without: str) -> None:
    assert reinforcing.outcome_of_activation(result, True) == with_cadre
    assert reinforcing.outcome_of_activation(result, False) == without


def test_sf_40A2_10_40A2_11_unreliable_units(rules: Ruleset) -> None:
    unit = FormingUnit(NOV, AUG, NOV, is_unreliable=True)
    assert reinforcing.is_formation_checked(unit)
    assert not reinforcing.is_formation_checked(FormingUnit(SEP, AUG, NOV, is_unreliable=True))
    assert not reinforcing.is_formation_checked(FormingUnit(NOV, AUG, NOV))
    early = reinforcing.reckon_activation_modifier(reinforcing.check_of_early_activation(unit), rules)
    on_time = reinforcing.reckon_activation_modifier(reinforcing.CHECK_FORMATION, rules)
    assert (int(early.value), int(on_time.value)) == (-1, 0)


@pytest.mark.parametrize(
    ("facts", "may"),
    [
        (AlliedArrival("ETO", "port", 3, 12, 9), True),
        (AlliedArrival("ETO", "port", 3, 12, Fraction(19, 2)), False),
        (AlliedArrival("ETO", "port", 3, 12, is_owned=False), False),
        (AlliedArrival("MTO", "port", 3, 12, enemy_supply="limited"), False),
        (AlliedArrival("MTO", "port", 3, 12, enemy_supply="special"), True),
        (AlliedArrival("MTO", "port", 3, 12, in_enemy_zone=True), False),
        (AlliedArrival("MTO", "port", 3, 12, in_danger_zone=True), False),
        (AlliedArrival("MTO", "North Africa holding box", 3, 12, in_danger_zone=True), True),
        (AlliedArrival("MTO", "holding_box", 3, 12), True),
        (AlliedArrival("ETO", "North Africa holding box", 3, 12), False),
        (AlliedArrival("ETO", "Britain holding box", 13, 12), False),
    ],
)
def test_sf_40A3_allied_arrivals(facts: AlliedArrival, may: bool) -> None:
    assert reinforcing.rule_on_allied_arrival(facts).allowed is may


@pytest.mark.parametrize(("name", "capacity"), [("sum", 15), ("largest", 7)])
def test_sf_40A3_05_the_capacity_of_a_box_is_an_open_point(name: str, capacity: int) -> None:
    found = reinforcing.reckon_box_capacity([12, 8], 5, reading("sf-40A3-box-capacity", name))
    assert found.value == capacity
    assert found.rests_on


@pytest.mark.parametrize(("met", "phase"), [([], None), ([False], None), ([True], 1), ([False, True, False], 2)])
def test_sf_40A4_01_a_conditional_reinforcement_comes_the_first_time(met: list[bool], phase: int | None) -> None:
    assert reinforcing.phase_of_conditional(met) == phase


# --- production (40B1, 40B2) -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lost", "bases", "inf", "naval"),
    [
        (0, 0, 3, 2),
        (1, 0, Fraction(5, 2), 2),
        (3, 3, Fraction(3, 2), Fraction(1, 2)),
        (3, 5, Fraction(3, 2), 0),
        (4, 0, 0, 0),
    ],
)
def test_sf_40B1_06_to_08_lost_cities_and_naval_bases(
    lost: int, bases: int, inf: Number, naval: Number, rules: Ruleset
) -> None:
    district = ProducingDistrict(AUG, {"inf": Fraction(3), "naval": Fraction(2)}, 4, lost, bases)
    assert replacement_points.reckon_district("inf", district, rules).value == inf
    assert replacement_points.reckon_district("naval", district, rules).value == naval


def test_sf_40B1_02_nothing_is_produced_on_ii_turns(rules: Ruleset) -> None:
    district = ProducingDistrict(AUG.next(), {"inf": Fraction(3)}, 4)
    assert replacement_points.reckon_district("inf", district, rules).value == 0


def test_sf_40B2_01_german_production_is_withdrawn_but_in_an_emergency(rules: Ruleset) -> None:
    reckon = replacement_points.reckon_german_received
    assert reckon("inf", 30, False, rules).value == 17
    assert reckon("arm", 10, False, rules).value == 0
    assert reckon("arm", 10, True, rules).value == 10
    assert reckon("resource", 8, False, rules).value == 8


@pytest.mark.parametrize(
    ("facts", "to", "cost"),
    [
        (CostFacts(full=Rating.parse("7-6"), cadre=Rating.parse("3-6")), "rebuild", {"inf": 4}),
        (CostFacts(full=Rating.parse("7-6"), cadre=Rating.parse("3-6")), "cadre", {"inf": 3}),
        (CostFacts("cm", full=Rating.parse("4-2-10")), "full", {"arm": 4}),
        (CostFacts("cm", full=Rating.parse("0-2-10")), "full", {"arm": 2}),
        (CostFacts(full=Rating.parse("0-5")), "full", {"inf": 1}),
        (CostFacts(kind="position_aa", aa=5), "full", {"inf": Fraction(5, 2)}),
        (CostFacts("cm", "divisional_hq"), "full", {"arm": Fraction(1, 2), "inf": Fraction(1, 2)}),
        (CostFacts(kind="divisional_hq"), "full", {"inf": 1}),
        (CostFacts(kind="movement_counter", capacity=2), "full", {"arm": 2}),
        (CostFacts("cm", full=Rating.parse("6-10"), special={"arm": 5, "inf": 1}), "full", {"arm": 5, "inf": 1}),
    ],
)
def test_sf_40B1a_costs(facts: CostFacts, to: str, cost: Mapping[str, Number], rules: Ruleset) -> None:
    found = replacement_points.reckon_cost(facts, to, rules)
    assert {kind: reckoning.value for kind, reckoning in found.items()} == cost


def test_sf_40B1a_03_a_unit_without_a_cadre_has_no_cadre_cost(rules: Ruleset) -> None:
    with pytest.raises(UnknownName, match="cadre"):
        replacement_points.reckon_cost(CostFacts(full=Rating.parse("7-6")), "cadre", rules)
    with pytest.raises(UnknownName, match="rebuild"):
        replacement_points.reckon_cost(CostFacts(full=Rating.parse("7-6")), "rebuilt", rules)


@pytest.mark.parametrize(
    ("facts", "by"),
    [
        (Spending("German", "German"), []),
        (Spending("German", "Italian"), ["SF 40B1a"]),
        (Spending("RSI Italian", "Italian"), ["SF 40B1a"]),
        (Spending("German", "German", pool_theater="West", appears_theater="South"), ["SF 40B1a", "SF 40B1"]),
        (Spending("German", "German", place=ReplacementPlace(is_isolated=True)), ["SF 40B1"]),
        (Spending("German", "German", "rebuild", there=Rebuilding(in_enemy_zoc=True)), ["SF 40B1a"]),
        (Spending("German", "German", "rebuild", there=Rebuilding(in_city=False)), ["SF 40B1a"]),
        (Spending("German", "German", "rebuild", place=ReplacementPlace(is_isolated=True)), []),
    ],
)
def test_sf_40B1_40B1a_spending(facts: Spending, by: list[str], rules: Ruleset) -> None:
    assert told(replacement_points.rule_on_spending(facts, rules).citations) == by


@pytest.mark.parametrize(
    ("facts", "may"),
    [
        (PoolTransfer("ETO", "MTO", ("ETO", "MTO"), supply="limited"), True),
        (PoolTransfer("ETO", "MTO", ("ETO",)), False),
        (PoolTransfer("ETO", "MTO", ("ETO", "MTO"), has_line=False), False),
        (PoolTransfer("ETO", "MTO", ("ETO", "MTO"), supply="special"), False),
        (PoolTransfer("ETO", "MTO", ("ETO", "MTO"), is_last=False), False),
    ],
)
def test_sf_40B1a_07_transfers_between_pools(facts: PoolTransfer, may: bool) -> None:
    assert replacement_points.rule_on_pool_transfer(facts).allowed is may


def test_sf_40B1b_01_a_resource_point_is_spent_from_the_map() -> None:
    assert [replacement_points.rule_on_using_resource_point(on_map).allowed for on_map in (True, False)] == [
        True,
        False,
    ]


# --- nationalities (40B3) --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "paid", "may"),
    [
        ("New Zealander", {"New Zealander": 3}, True),
        ("South African", {"British national": 3}, False),
        ("Indian Army", {"Indian": 3}, True),
        ("Indian Army", {"Indian": 2, "British national": 1}, True),
        ("Indian Army", {"Indian": Fraction(3, 2), "British national": Fraction(3, 2)}, False),
        ("Indian State Forces", {"Indian": 3}, True),
        ("Royal Marine", {"British national": 3}, True),
        ("Inter-Allied", {"Canadian": 3}, False),
        ("Colonial", {"British national": 2}, False),
    ],
)
def test_sf_40B3_08_to_12_british_points(unit: str, paid: Mapping[str, Number], may: bool) -> None:
    assert replacement_points.rule_on_british_payment(Payment(unit, 3, paid)).allowed is may


@pytest.mark.parametrize(
    ("unit", "paid", "in_exile", "at_home"),
    [
        ("Metropolitan", {"metropolitan": 4}, True, True),
        ("Metropolitan", {"colonial": 1, "metropolitan": 3}, True, False),
        ("African", {"African": 4}, True, True),
        ("African", {"colonial": 4}, False, False),
        ("Colonial", {"colonial": 2, "metropolitan": 2}, True, True),
        ("Foreign Legion", {"colonial": Fraction(3, 2), "metropolitan": Fraction(5, 2)}, False, False),
        ("Foreign Legion", {"colonial": 2, "African": 2}, False, False),
    ],
)
def test_sf_40B3_13_to_16_french_points(unit: str, paid: Mapping[str, Number], in_exile: bool, at_home: bool) -> None:
    found = [
        replacement_points.rule_on_french_payment(Payment(unit, 4, paid), exile).allowed for exile in (True, False)
    ]
    assert found == [in_exile, at_home]


# --- limits (40B2, 40B3) ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("category", ["engineer", "specialized_armor", "airborne", "commando", "political_police"])
@pytest.mark.parametrize("re", [Fraction(1, 2), Fraction(1)])
def test_sf_40B2_02_to_08_one_re_in_a_period(category: str, re: Fraction, rules: Ruleset) -> None:
    for before in (Fraction(0), Fraction(1, 2), Fraction(1)):
        ruling = replacement_limits.rule_on_limits(Replacing(AXIS, (category,), re, already={category: before}), rules)
        assert ruling.allowed is (before + re <= 1)


@pytest.mark.parametrize(
    ("side", "category", "limited"),
    [
        (AXIS, "artillery", True),
        (ALLIED, "artillery", False),
        (AXIS, "amphibious", False),
        (ALLIED, "amphibious", True),
        (AXIS, "v_weapons", True),
        (ALLIED, "political_police", False),
        (ALLIED, "divisional_hq", True),
    ],
)
def test_sf_40B2_40B3_what_each_player_is_limited_in(side: Side, category: str, limited: bool, rules: Ruleset) -> None:
    facts = Replacing(side, (category,), already={category: 1})
    assert replacement_limits.rule_on_limits(facts, rules).allowed is not limited


def test_sf_40B2_07_40B2_09_weapons_and_headquarters_are_counted_by_units(rules: Ruleset) -> None:
    assert replacement_limits.rule_on_limits(Replacing(AXIS, ("divisional_hq",), re=0, units=1), rules).allowed
    assert not replacement_limits.rule_on_limits(Replacing(AXIS, ("v_weapons",), re=1, units=2), rules).allowed


def test_sf_40B2_10_a_unit_counts_in_each_of_its_categories(rules: Ruleset) -> None:
    facts = Replacing(AXIS, ("airborne", "commando"), Fraction(1, 2), already={"commando": 1})
    ruling = replacement_limits.rule_on_limits(facts, rules)
    assert len(ruling.refusals) == 1
    with pytest.raises(UnknownName, match="airborne"):
        replacement_limits.rule_on_limits(Replacing(AXIS, ("air_borne",)), rules)


@pytest.mark.parametrize(
    ("name", "earlier", "turn", "may"),
    [
        ("fixed", "Sep II 43", "Oct I 43", True),
        ("rolling", "Sep II 43", "Oct I 43", False),
        ("rolling", "Jul I 43", "Sep II 43", False),
        ("rolling", "Jul I 43", "Oct I 43", True),
        ("fixed", "Oct I 43", "Dec II 43", False),
    ],
)
def test_sf_40B2_05_periods_of_three_months_are_an_open_point(name: str, earlier: str, turn: str, may: bool) -> None:
    facts = Replacing(
        AXIS, ("airborne",), already={"airborne": 1}, turn=Turn.parse(turn), last_turns=(Turn.parse(earlier),)
    )
    ruling = replacement_limits.rule_on_limits(facts, reading("sf-40B2-three-months", name))
    assert ruling.allowed is may
    assert ruling.rests_on


@pytest.mark.parametrize(
    ("name", "waited", "before", "may"),
    [
        ("consecutive", 1, 0, False),
        ("consecutive", 2, 0, True),
        ("consecutive", 2, 1, False),
        ("saved", 2, 0, True),
        ("saved", 3, 1, True),
        ("never", 9, 0, False),
    ],
)
def test_sf_40B3_04_units_above_the_limit_are_an_open_point(name: str, waited: int, before: int, may: bool) -> None:
    facts = Replacing(ALLIED, ("airborne",), 3, already={"airborne": before}, periods_waited=waited)
    ruling = replacement_limits.rule_on_limits(facts, reading("sf-40B3-large-units", name))
    assert ruling.allowed is may
    assert ruling.rests_on


@pytest.mark.parametrize(
    ("side", "category", "re", "months"),
    [
        (ALLIED, "airborne", 3, 9),
        (ALLIED, "commando", Fraction(1, 2), 3),
        (AXIS, "engineer", 2, 2),
        (AXIS, "divisional_hq", 3, 1),
        (ALLIED, "artillery", 5, 0),
    ],
)
def test_sf_40B3_04_months_that_a_unit_takes(
    side: Side, category: str, re: Number, months: int, rules: Ruleset
) -> None:
    assert replacement_limits.reckon_months(side, category, re, rules).value == months


@pytest.mark.parametrize(
    ("kind", "may"),
    [
        (Kind(AXIS, "high_mountain"), False),
        (Kind(AXIS, "port_fortification"), False),
        (Kind(AXIS, "commando", "German"), True),
        (Kind(ALLIED, "high_mountain", "French"), False),
        (Kind(ALLIED, "mulberry"), False),
        (Kind(ALLIED, "port_fortification"), False),
        (Kind(ALLIED, "commando", "American"), False),
        (Kind(ALLIED, "commando", "British"), True),
        (Kind(ALLIED, "oss_commando_ger"), True),
        (Kind(ALLIED, "oss_commando_it", "American"), True),
        (Kind(ALLIED, "oss_non_commando"), False),
    ],
)
def test_sf_40B2_11_40B3_17_40B3_18_what_is_never_replaced(kind: Kind, may: bool, rules: Ruleset) -> None:
    assert replacement_limits.rule_on_kind(kind, rules).allowed is may


@pytest.mark.parametrize(("name", "may"), [("limited", True), ("never", False)])
def test_sf_40B3_17_rangers_are_an_open_point(name: str, may: bool) -> None:
    rules = reading("sf-40B3-rangers", name)
    ruling = replacement_limits.rule_on_kind(Kind(ALLIED, "ranger", "American"), rules)
    assert (ruling.allowed, ruling.rests_on) == (may, (rules.rests_on("sf-40B3-rangers"),))


# --- points gained (40B4, 40C, 40D) ----------------------------------------------------------------------------------


def test_sf_40B4_each_nationality_receives_points_for_its_own_losses(rules: Ruleset) -> None:
    losses = [
        Loss("German", 10),
        Loss("German", 14, 6, outcome="cadre"),
        Loss("American", 9, isolated=True),
        Loss("British", 5, cause="supply"),
        Loss("French", 3, cause="overrun"),
    ]
    found = points_gained.reckon_points_of_losses(losses, rules)
    assert {nation: points.value for nation, points in found.items()} == {
        "German": Fraction(9, 2),
        "French": Fraction(3, 5),
    }


@pytest.mark.parametrize(("name", "counted"), [("retreats-too", True), ("results-only", False)])
def test_sf_40B4_01_losses_in_retreat_are_an_open_point(name: str, counted: bool) -> None:
    rules = reading("sf-40B4-lost-in-combat", name)
    ruling = points_gained.rule_on_counting(Loss("German", 4, cause="retreat"), rules)
    assert ruling.allowed is counted
    assert ruling.rests_on
    assert ("German" in points_gained.reckon_points_of_losses([Loss("German", 4, cause="retreat")], rules)) is counted


def test_sf_40C_fragile_divisions_are_substituted() -> None:
    assert points_gained.outcome_of_fragile("eliminated", "3-5-6").pool_receives == "3-5-6"
    assert points_gained.outcome_of_fragile("rebuild_cadre", "3-5-6").becomes == "3-5-6"
    assert points_gained.outcome_of_fragile("replace", "3-5-6") == points_gained.FragileOutcome()
    with pytest.raises(UnknownName):
        points_gained.rule_on_fragile("rebuild")


@pytest.mark.parametrize(
    ("facts", "inf"),
    [
        (Disbanding("British", re=3, cost={"inf": 7}), 10),
        (Disbanding("Canadian", re=1, cost={"inf": 2}), 3),
        (Disbanding("British", re=Fraction(1, 2), cost={"inf": 1}), Fraction(3, 2)),
        (Disbanding("British", "artillery", re=1, cost={"inf": 2}), 2),
        (Disbanding("British", is_headquarters=True, re=1, cost={"inf": 1}), 1),
        (Disbanding("American", re=3, cost={"inf": 7}), 7),
    ],
)
def test_sf_40D1_03_british_units_bring_more(facts: Disbanding, inf: Number, rules: Ruleset) -> None:
    assert points_gained.reckon_points_of_disbanding(facts, rules)["inf"].value == inf


@pytest.mark.parametrize(
    ("facts", "may"),
    [
        (Disbanding("German"), True),
        (Disbanding("German", phase="movement"), False),
        (Disbanding("German", line_to=""), False),
        (Disbanding("German", in_enemy_zoc=True), False),
    ],
)
def test_sf_40D1_01_40D1_02_who_disbands(facts: Disbanding, may: bool, rules: Ruleset) -> None:
    assert points_gained.rule_on_disbanding(facts, rules).allowed is may


@pytest.mark.parametrize(("name", "may"), [("city", False), ("any-source", True)])
def test_sf_40D1_02_the_source_of_replacements_is_an_open_point(name: str, may: bool) -> None:
    facts = Disbanding("German", line_to="supply source")
    assert points_gained.rule_on_disbanding(facts, reading("sf-40D1-source-of-replacements", name)).allowed is may


@pytest.mark.parametrize(("name", "points"), [("event", 4), ("unit", 2)])
def test_sf_40D2_01_rounding_is_an_open_point(name: str, points: int) -> None:
    rules = reading("sf-40D2-rounding", name)
    found = points_gained.reckon_points_of_disarming("Italian", [9, 18, 17], rules)
    assert found.value == found.reevaluate() == points


@pytest.mark.parametrize(
    ("aid", "may"),
    [
        (Aid("American", "French"), True),
        (Aid("German", "Italian"), True),
        (Aid("Italian", "German"), False),
        (Aid("RSI Italian", "German"), True),
        (Aid("American", "German"), False),
        (Aid("American", "Italian"), True),
        (Aid("American", "French", "inf"), False),
        (Aid("American", "French", has_line=False), False),
        (Aid("American", "French", spent_now=True), False),
    ],
)
def test_sf_40D3_foreign_aid(aid: Aid, may: bool, rules: Ruleset) -> None:
    assert points_gained.rule_on_aid(aid, rules).allowed is may
