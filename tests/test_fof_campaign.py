"""Nations, reinforcements, naval transport and victory in 1940 (FoF 26 to 33): the rules by themselves."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import europa_rules as er
from europa_rules.campaign.nations import enters_war, stays_neutral
from europa_rules.campaign.reinforcements import Arrival, Rebuilding, rule_on_arrival, rule_on_converting
from europa_rules.campaign.replacements import (
    District,
    reckon_production,
    reckon_rebuilding_cost,
    reckon_replacement_cost,
    rule_on_rebuilding,
)
from europa_rules.campaign.victory import Happening, reckon_award, reckon_points
from europa_rules.errors import UnknownName
from europa_rules.naval.ports import PortUse, rule_on_port
from europa_rules.units import Rating, Unit
from europa_rules_fof import evacuation, frontage, italian_border, low_countries, occupation, paris, preparing, surprise
from europa_rules_fof.naval_transport import NavalTransport, reckon_ntps, rule_on_naval_transport
from europa_rules_fof.special_reinforcements import reckon_regular_replacements
from europa_rules_fof.victory import level_of_victory, reckon_victory_points

FOF = er.load("fof")
DIVISION = Unit("fr", "infantry", "division", Rating.parse("5-6"))
BRITISH = Unit("br", "infantry", "division", Rating.parse("6-8"))
CAVALRY = Unit("fr", "cavalry", "brigade", Rating.parse("2-8"))


def turn(text: str) -> er.Turn:
    return er.Turn.parse(text)


def reading(point: str, name: str) -> er.Ruleset:
    return er.load("fof", rulings={f"fof-{point}": name})


# --- naval transport (26) --------------------------------------------------------------------------------------------


def test_fof_26A3_cavalry_and_motorized_units_count_double_in_ports() -> None:
    ruling = rule_on_port(PortUse("minor", units=(CAVALRY, CAVALRY)), FOF)
    assert [str(c) for c in ruling.citations] == ["FoF 26A3"]
    assert rule_on_port(PortUse("minor", units=(CAVALRY,)), FOF).allowed


def test_fof_26A3_hits_lower_what_a_port_passes() -> None:
    assert rule_on_port(PortUse("standard", 3, (DIVISION,)), FOF).allowed
    assert not rule_on_port(PortUse("standard", 4, (DIVISION,)), FOF).allowed


def test_fof_26B1_cavalry_by_sea_is_read_in_two_ways() -> None:
    assert reckon_ntps((CAVALRY,), 0, FOF).value == 2
    assert reckon_ntps((CAVALRY,), 0, reading("26B1-cavalry-by-sea", "single-on-board")).value == 1


def test_fof_26B_a_mixed_load_shares_an_ntp_or_not() -> None:
    battalion = Unit("fr", "infantry", "battalion")
    assert reckon_ntps((battalion,), 1, FOF).value == 1
    assert reckon_ntps((battalion,), 1, reading("26B-mixed-load", "one-kind")).value == 2


def voyage(**facts: Any) -> NavalTransport:
    """Naval transport by a path at sea, of units with all their equipment."""
    return NavalTransport(crosses_land=facts.pop("crosses_land", False), has_left_equipment=False, **facts)


@pytest.mark.parametrize(
    ("facts", "rules_named"),
    [
        (voyage(pool="French Atlantic", units=(DIVISION,), origin="Brest", destination="Britain"), {"26B"}),
        (voyage(pool="French Mediterranean", units=(DIVISION,), destination="England"), {"26B"}),
        (voyage(pool="British Atlantic", units=(DIVISION,)), {"26B"}),
        (voyage(pool="British Emergency", units=(BRITISH,), announced=False), {"26B"}),
        (voyage(pool="British Emergency", units=(BRITISH,), destination="Brest", announced=True), {"26B", "26B3"}),
        (voyage(units=(BRITISH,), ends="at_sea", crosses_land=True), {"26B1"}),
        (voyage(units=(Unit("ge", "infantry", "division"),)), {"26A2"}),
        (voyage(pool="French Atlantic", units=(DIVISION,), destination="Norway box"), {"31C"}),
    ],
)
def test_fof_26B_every_pool_has_its_limits(facts: NavalTransport, rules_named: set[str]) -> None:
    assert {c.number for c in rule_on_naval_transport(facts, FOF).citations} == rules_named


def test_fof_26B3_heavy_equipment_is_left_behind_or_bars_the_beach() -> None:
    tanks = Unit("br", "armor", "brigade", Rating.parse("3-10"))
    facts = voyage(pool="British Emergency", units=(tanks,), embark="beach", destination="Britain", announced=True)
    assert rule_on_naval_transport(facts, FOF).allowed
    assert not rule_on_naval_transport(facts, reading("26B3-heavy-equipment-left", "refused")).allowed


def test_fof_31C_north_africa_is_reached_by_french_mediterranean_ntps() -> None:
    facts = voyage(pool="French Mediterranean", units=(DIVISION,), destination="French North Africa box")
    assert rule_on_naval_transport(facts, FOF).allowed
    by_any = voyage(pool="French Atlantic", units=(DIVISION,), destination="French North Africa box")
    assert not rule_on_naval_transport(by_any, FOF).allowed


def test_fof_26B3_all_leave_together_by_one_reading() -> None:
    facts = evacuation.Evacuation(("br",), in_regular_supply=False, in_parts=False, others_stay=True)
    assert evacuation.rule_on_evacuation(facts, FOF).allowed
    assert not evacuation.rule_on_evacuation(facts, reading("26B3-leaving-together", "all")).allowed


@settings(max_examples=30, derandomize=True, deadline=None)
@given(st.lists(st.integers(0, 12), max_size=6))
def test_fof_26B3_evacuated_res_give_at_most_fifteen_points(res: list[int]) -> None:
    assert evacuation.reckon_evacuation(res, FOF).value == min(15, sum(res))


# --- nations (28) ----------------------------------------------------------------------------------------------------


def test_fof_28B1a_an_empty_border_hex_costs_one_re_or_nothing() -> None:
    facts = italian_border.Garrison(force=Fraction(20), empty=2, paris_open=False, italy_at_war=False)
    assert italian_border.reckon_garrison(facts, FOF).points.value == -2
    free = reading("28B1a-empty-border-hex", "nothing")
    assert italian_border.reckon_garrison(facts, free).points.value == 0


def test_fof_28B1a_other_allies_garrison_the_border_by_one_reading() -> None:
    facts = italian_border.Garrison(units=(BRITISH,) * 7, empty=0, paris_open=False, italy_at_war=False)
    assert italian_border.reckon_garrison(facts, FOF).missing.value == 20
    everybody = reading("28B1a-italian-border-garrison", "all-allied")
    assert italian_border.reckon_garrison(facts, everybody).missing.value == 0


def test_fof_28B1b_german_units_in_paris_do_not_surrender() -> None:
    facts = paris.OpenParis(turn("Jun II 40"), turn("Jul I 40"), True)
    assert paris.surrendering(["German division", "British brigade"], facts) == ("British brigade",)


def test_fof_28C1_one_city_cut_off_is_enough_by_one_reading() -> None:
    lines = low_countries.DutchLines.tracing(1)
    assert low_countries.collapses(lines, FOF).allowed
    assert not low_countries.collapses(lines, reading("28C1-dutch-line", "one")).allowed


def test_fof_28C2_belgium_holds_out_while_a_city_is_held() -> None:
    plight = low_countries.BelgianPlight(
        "initial", cities_captured=False, evacuation_used=False, divisions=0, belgian_re=0, france_surrendered=False
    )
    assert not low_countries.surrenders(plight, FOF)


@pytest.mark.parametrize(
    ("country", "invaded", "enters"),
    [
        ("Belgium", "Luxembourg", True),
        ("Luxembourg", "Netherlands", False),
        ("Netherlands", "Belgium", False),
        ("Switzerland", "Belgium", False),
        ("France", "Belgium", False),
    ],
)
def test_fof_28C3_neighbors_bring_neutrals_into_the_war(country: str, invaded: str, enters: bool) -> None:
    assert enters_war(country, [f"{invaded} is invaded"], FOF) is enters


def test_fof_28C4_only_switzerland_stays_neutral() -> None:
    countries = ("Switzerland", "Belgium", "Netherlands", "Luxembourg", "France", "Germany")
    assert [country for country in countries if stays_neutral(country, FOF)] == ["Switzerland"]


# --- reinforcements and replacements (29) ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "number"),
    [
        (Arrival(is_owned=False), "29A"),
        (Arrival(phase="combat"), "29A"),
        (Arrival(city="point"), "29A1"),
        (Arrival("ge", "arrive", place="Aachen"), "29A2"),
        (Arrival("ge", "arrive_from_north", place="Bremen"), "29A2"),
        (Arrival("br", "special", place="Marseille"), "29C2"),
        (Arrival("ne", has_fallen=True), "28C1"),
        (Arrival("be", has_fallen=True), "28C2"),
    ],
)
def test_fof_29A_arrivals_are_refused_by_their_rules(facts: Arrival, number: str) -> None:
    assert [c.number for c in rule_on_arrival(facts, FOF).citations] == [number]


def test_fof_29A1_a_conversion_waits_or_lapses() -> None:
    barred = Rebuilding(in_enemy_zoc=True)
    assert rule_on_converting(barred, FOF).possible
    assert not rule_on_converting(barred, reading("29A1-conversion-waits", "lapses")).possible


def test_fof_29B1_a_recaptured_city_takes_off_half_or_nothing() -> None:
    facts = District({"inf": Fraction(4)}, lost=1, total=5, recaptured=1)
    assert reckon_production("inf", facts, FOF).value == 3
    assert reckon_production("inf", facts, reading("29B1-recaptured-city", "nothing")).value == Fraction(7, 2)


def test_fof_29B1_hexes_or_cities_are_counted() -> None:
    facts = District({"inf": Fraction(4)}, lost=4, total=9, cities_lost=1)
    assert reckon_production("inf", facts, FOF).value == 2
    assert reckon_production("inf", facts, reading("29B1-reduction-per-city", "per-city")).value == Fraction(7, 2)


@settings(max_examples=40, derandomize=True, deadline=None)
@given(st.integers(0, 8), st.integers(0, 10), st.integers(0, 10))
def test_fof_29B1_production_is_never_negative(listed: int, lost: int, total: int) -> None:
    facts = District({"inf": Fraction(listed)}, lost=min(lost, total), total=total)
    assert 0 <= reckon_production("inf", facts, FOF).value <= listed


def test_fof_29B1a_a_unit_without_any_strength_costs_one_point() -> None:
    assert reckon_replacement_cost(Rating.parse("0-8"), FOF).value == 1


def test_fof_29B1a_rebuilding_costs_the_difference_in_a_supplied_city() -> None:
    cost = reckon_rebuilding_cost(Rating.parse("7-6"), Rating.parse("3-6"), FOF)
    assert cost.value == 4 and cost.rests_on == ("fof-29B1-rebuilding-cadres: second-front",)
    cut_off = Rebuilding(in_regular_supply=False)
    assert not rule_on_rebuilding(cut_off, FOF).allowed
    assert rule_on_rebuilding(cut_off, reading("29B1-rebuilding-cadres", "free-place")).allowed


def test_fof_29C1_regular_replacements_end_with_the_call_up() -> None:
    called = turn("Jun II 40")
    assert reckon_regular_replacements(called, turn("Jun I 40"), 12).value == 12
    assert reckon_regular_replacements(called, turn("Jul I 40"), 12).value == 0


# --- preparing for play (30, 33) -------------------------------------------------------------------------------------


def test_fof_30_the_axis_owns_italy_at_the_start() -> None:
    owners = {c: preparing.owner_at_start(c, FOF) for c in ("Italy", "Germany", "Britain", "Switzerland")}
    assert owners == {"Italy": "Axis", "Germany": "Axis", "Britain": "Allied", "Switzerland": "neutral"}


@pytest.mark.parametrize(
    ("place", "allowed"),
    [
        (("9th Army", "France", False, 3), True),
        (("9th Army", "Germany", False, 0), False),
        (("German 4th Army", "Germany", False, 0), True),
        (("French 4th Army", "Germany", False, 0), False),
        (("Panzer Group Kleist", "Germany", False, 4), False),
        (("French High Command Reserves", "", False, 0, 3), True),
        (("German High Command Reserves", "", False, 0, 2), False),
    ],
)
def test_fof_33B_armies_deploy_near_their_hexes(place: Sequence[Any], allowed: bool) -> None:
    assert preparing.rule_on_deploying(preparing.ArmyPlace(*place), "33B", FOF).allowed is allowed


def test_fof_33B_reserves_are_assigned_no_hex() -> None:
    ruling = preparing.rule_on_assigning(preparing.ArmyPlace("French High Command Reserves", "", False, 0), "33B", FOF)
    assert [c.number for c in ruling.citations] == ["33B"]


# --- occupation, the first turn, frontage (31) -----------------------------------------------------------------------


def test_fof_31D_security_units_count_double_and_position_aa_nothing() -> None:
    units = (Unit("ge", "security", "regiment"), Unit("ge", "position_heavy_aa", "counter", points=4))
    city = occupation.CapturedCity("major", "France", units)
    assert occupation.reckon_occupation([city], FOF).missing.value == 1


def test_fof_31D_missing_fractions_and_surplus_are_read_in_two_ways() -> None:
    short = occupation.CapturedCity("dot", "France", force=Fraction(1, 2))
    more = occupation.CapturedCity("dot", "France", force=Fraction(2))
    assert occupation.reckon_occupation([short, more], FOF).points.value == Fraction(-1, 2)
    rounded = reading("31D-missing-fraction", "rounded-up")
    assert occupation.reckon_occupation([short, more], rounded).points.value == -1
    shared = reading("31D-surplus", "yes")
    assert occupation.reckon_occupation([short, more], shared).points.value == 0


def test_fof_31E2a_pioneers_and_fortress_troops_do_not_advance() -> None:
    pioneers = surprise.Advance(Unit("br", "construction", "brigade"), "Pioneer 1", into="Belgium")
    assert not surprise.rule_on_advance(pioneers, FOF).allowed
    assert surprise.rule_on_advance(surprise.Advance(DIVISION, into="Belgium", force="French 1st Army"), FOF).allowed
    assert not surprise.rule_on_advance(surprise.Advance(DIVISION, force="21st Army"), FOF).allowed


def test_fof_33A_the_netherlands_are_open_to_the_advance_by_one_reading() -> None:
    facts = surprise.Advance(DIVISION, into="Netherlands")
    assert surprise.rule_on_advance(facts, FOF).allowed
    assert not surprise.rule_on_advance(facts, reading("33A-dyle-or-netherlands", "dyle-only")).allowed


def test_fof_31E_the_allies_react_after_the_invasion_only() -> None:
    first = surprise.PhaseFacts("reaction", er.ALLIED, is_invasion=True)
    later = surprise.PhaseFacts("reaction", er.ALLIED, is_invasion=False)
    assert surprise.rule_on_phase(first, FOF).allowed and not surprise.rule_on_phase(later, FOF).allowed


def test_fof_31G_the_belgian_frontage_has_a_price_by_the_chart_alone() -> None:
    front = frontage.Front(british=2, belgian=1)
    assert frontage.reckon_frontage(front, FOF).points.value == -10
    assert frontage.reckon_frontage(front, reading("31G-belgian-price", "nothing")).points.value == 0


# --- victory (32) ----------------------------------------------------------------------------------------------------


def test_fof_32D_rows_of_the_table_are_reached_downward() -> None:
    rows = [level_of_victory(german, 100, FOF).row for german in (400, 399, 100, 99, 67, 66, 1)]
    assert rows == ["4:1", "3:1", "1:1", "1:1.5", "1:1.5", "1:2", "1:2"]


def test_fof_32C_the_ratio_of_the_winner_is_another_reading() -> None:
    winner = reading("32C-level-of-victory", "winner-ratio")
    assert level_of_victory(100, 120, FOF).row == "1:1.5"
    assert [level_of_victory(100, allied, winner).row for allied in (120, 150, 199, 200)] == [
        "1:1",
        "1:1.5",
        "1:1.5",
        "1:2",
    ]


def test_fof_32D_totals_of_zero_or_less_give_the_ends_of_the_table() -> None:
    levels = [level_of_victory(*totals, FOF).name for totals in ((10, 0), (0, 10), (-5, -10))]
    assert levels == ["German decisive", "Allied decisive", "Allied marginal"]
    marginal = reading("32D-zero-totals", "marginal")
    assert level_of_victory(10, 0, marginal).name == "German marginal"


@settings(max_examples=60, derandomize=True, deadline=None)
@given(st.integers(1, 900), st.integers(1, 900), st.integers(0, 50))
def test_fof_32D_more_german_points_never_help_the_allies(german: int, allied: int, more: int) -> None:
    rows = list(FOF.charts["victory"].rows("levels"))
    before, after = (rows.index(level_of_victory(g, allied, FOF).row) for g in (german, german + more))
    assert after <= before


def test_fof_VP_the_ledger_adds_up() -> None:
    happened = [Happening("british_re_eliminated", (7,)), Happening("france_surrenders", turn=turn("Jul I 40"))]
    points = reckon_points(er.AXIS, happened, FOF)
    assert points.value == points.reevaluate() == 264


def test_fof_VP_an_event_that_the_chart_does_not_know_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match="british_re_eliminated"):
        reckon_points(er.AXIS, [Happening("british_re_eliminate")], FOF)


def test_fof_VP_belgium_with_france_is_free_by_one_reading() -> None:
    late = turn("Jul I 40")
    both = [Happening("france_surrenders", turn=late), Happening("belgium_surrenders", turn=late)]
    assert reckon_victory_points(er.AXIS, both, FOF).value == 225
    assert reckon_victory_points(er.AXIS, both, reading("VP-belgium-with-france", "not")).value == 250


@pytest.mark.parametrize(
    ("point", "name", "row"),
    [
        ("VP-strategic-hits", "none", "allied_strategic_bombing_hit"),
        ("VP-air-units-to-england", "not", "allied_air_unit_to_england"),
    ],
)
def test_fof_VP_awards_that_a_reading_drops(point: str, name: str, row: str) -> None:
    assert reckon_award(row, [2], FOF).value > 0
    assert reckon_award(row, [2], reading(point, name)).value == 0


# --- open points -----------------------------------------------------------------------------------------------------


def test_every_open_point_of_the_campaign_is_in_use() -> None:
    heads = ("26", "27", "28", "29", "30", "31", "32", "33", "VP")
    planned = [
        point.id for point in FOF.points.values() if point.rule.number.startswith(heads) and point.status != "used"
    ]
    assert not planned
