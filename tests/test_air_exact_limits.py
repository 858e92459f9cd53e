"""Rules of the air war exactly at their limits, one below and one above, from plain facts."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.air_driving import BOOKS, Book, drive, rules_of, told

from europa_rules.air.aa_strength import AaFacts, AaInHex, reckon_aa_strength
from europa_rules.air.abatement import Abatement, reckon_abatement, rule_on_abatement
from europa_rules.air.air_combat import ALL_ENGAGED, BY_OWNER, Engagement, Round, follow_engagement, spread
from europa_rules.air.air_fire import (
    Fire,
    fires,
    look_up_fire,
    reckon_differential,
    reckon_fire_modifier,
    resolve_fire,
    typed,
)
from europa_rules.air.air_replacement import (
    AirbaseForArrivals,
    ArpsAtHand,
    ArpsSpent,
    charge_withdrawal,
    reckon_arp_limit,
    rule_on_arrival,
    rule_on_spending,
)
from europa_rules.air.air_support import SupportFacts, reckon_effective_support
from europa_rules.air.airbases import (
    AirfieldAbandoned,
    BaseFeatures,
    fate_of_return,
    has_room,
    reckon_capacity,
    rule_on_abandoning,
)
from europa_rules.air.airborne import (
    TRANSPORT,
    Plan,
    PlayerTurn,
    SharedHex,
    Touchdown,
    are_attackers_lost,
    disruption_ends,
    is_still_disrupted,
    reckon_disruption,
    rule_on_plan,
)
from europa_rules.air.antiaircraft import Shot, reckon_aa_modifier, reckon_column
from europa_rules.air.bomb_runs import hit_bridge
from europa_rules.air.bombing import (
    AirbaseBombing,
    PortBombing,
    TerrorBombing,
    YardBombing,
    column_among,
    damage_airbase,
    damage_port,
    damage_yard,
    most_yard_hits,
    reckon_terror_awards,
)
from europa_rules.air.box_bases import nearest_in_area, on_the_map
from europa_rules.air.facts import TERROR_HITS, AirOperation
from europa_rules.air.flight_orders import FlightPlan, OperationFacts
from europa_rules.air.flights import Flight, has_bombs, mission_named, reckon_air_attack, reckon_range
from europa_rules.air.harassment import (
    HarassedLeaving,
    HarassmentBombing,
    HarassmentFlown,
    harass,
    harassment_ends,
    reckon_harassment_cost,
)
from europa_rules.air.legality import rule_on_ways
from europa_rules.air.mission_results import Strike
from europa_rules.air.missions import MissionFacts, rule_on_distance, rule_on_mission
from europa_rules.air.position_aa import PositionAaChange, rule_on_change
from europa_rules.air.scrambling import once_each
from europa_rules.air.staging import Staging, rule_on_staging, transferring
from europa_rules.air.targets import gather_target
from europa_rules.air.transport import rule_on_towing
from europa_rules.air_units import AirRating
from europa_rules.ground.facts import BRIDGE_DOWN, BRIDGE_HITS
from europa_rules.ground.rail_nets import Yard
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.numbers import HALF
from europa_rules.position import parse_position
from europa_rules.procedure import Roll
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Side, Turn
from europa_rules_fof.terror_bombing import hit_capital

SF_FIRST = Turn.parse("Jul I 44")


def flight(rating: str, mission: str = "", rules: Ruleset | None = None) -> Flight:
    if rules is None or not mission:
        return Flight(AirRating.parse(rating))
    return Flight(AirRating.parse(rating), *mission_named(mission, rules))


# --- rule 16, 17 and 18 ----------------------------------------------------------------------------------------------


def test_sf_17D_capacity_stops_at_0_and_says_so_only_below_it() -> None:
    field = (("permanent airfield", Reckoning.of(3, "its capacity")),)
    ledgers = {hits: str(reckon_capacity(BaseFeatures(field, hits), rules_of("sf"))) for hits in (0, 3, 4)}
    assert "damage" not in ledgers[0]
    assert ledgers[3].endswith("| -3 hits of damage (SF 17D) | = 0")
    assert ledgers[4].endswith("| -4 hits of damage (SF 17D) | at least 0 never below 0 (SF 17D) | = 0")


def test_17_a_base_of_no_capacity_has_no_room_and_one_of_1_has() -> None:
    assert [has_room(n) for n in (0, 1, None)] == [False, True, True]


@BOOKS
def test_17D_an_airfield_is_abandoned_at_capacity_0(book: Book) -> None:
    rules = rules_of(book.name)
    assert rule_on_abandoning(AirfieldAbandoned(0), rules).allowed
    assert len(rule_on_abandoning(AirfieldAbandoned(1), rules).refusals) == 1
    assert len(rule_on_abandoning(AirfieldAbandoned(0, is_phasing=False), rules).refusals) == 1
    assert len(rule_on_abandoning(AirfieldAbandoned(0, is_friendly=False), rules).refusals) == 1


def test_18_an_air_unit_returns_as_far_as_its_range() -> None:
    assert [fate_of_return(5, n) for n in (4, 5, 6, None)] == ["lands", "lands", "eliminated", "eliminated"]


@BOOKS
def test_18_a_target_lies_within_the_range(book: Book) -> None:
    rules = rules_of(book.name)
    bomber = flight("4B5 3-7/6", "rail_lines", rules)
    assert [rule_on_distance(bomber, n, rules).allowed for n in (5, 6, 7)] == [True, True, False]


@BOOKS
def test_20_an_air_unit_flies_one_mission_in_a_player_turn(book: Book) -> None:
    rules = rules_of(book.name)
    facts = MissionFacts(flight("4B5 3-7/6", "rail_lines", rules))
    assert rule_on_mission(evolve(facts, flown=0, target_hexes=1), rules).allowed
    assert not rule_on_mission(evolve(facts, flown=1), rules).allowed
    assert not rule_on_mission(evolve(facts, target_hexes=2), rules).allowed


# --- rule 20 ---------------------------------------------------------------------------------------------------------


@BOOKS
def test_20A_each_fighter_scrambles_to_one_airbase(book: Book) -> None:
    rules = rules_of(book.name)
    assert once_each(("ge 1 > 17A:2018", "ge 2 > 17A:2018"), rules).allowed
    assert len(once_each(("ge 1 > 17A:2018", "ge 1 > 17A:1918"), rules).refusals) == 1


def test_20G_a_column_is_the_largest_not_above_the_strength() -> None:
    assert [column_among(n, [1, 2, 5]) for n in (0, 1, 4, 5, 6)] == [None, 1, 2, 5, 5]


def test_fof_20G1a_a_yard_of_2_res_takes_more_hits_than_a_smaller_one() -> None:
    rules = rules_of("fof")
    most = {n: most_yard_hits(YardBombing(1, capacity=n), rules).value for n in (Fraction(3, 2), 2, 3)}
    assert most[Fraction(3, 2)] < most[2] == most[3]


def test_fof_20G1a_several_hits_on_a_yard_cost_each_or_no_more_than_its_capacity() -> None:
    rules = rules_of("fof", rulings=(("fof-20G1a-yard-hits", "yard-capacity"),))
    assert damage_yard(YardBombing(2, capacity=2), rules).loss.rests_on
    assert not damage_yard(YardBombing(1, capacity=2), rules).loss.rests_on


@BOOKS
def test_20G1a_a_hit_breaks_the_rail_line_and_none_does_not(book: Book) -> None:
    rules = rules_of(book.name)
    yard = YardBombing(1, Yard(("major_city",)), capacity=2)
    assert damage_yard(yard, rules).rail_broken
    assert not damage_yard(evolve(yard, hits=0), rules).rail_broken
    assert damage_yard(evolve(yard, hits=0, rail_broken=True), rules).rail_broken


def test_sf_20G1a_the_largest_feature_of_a_yard_tells_its_hits() -> None:
    rules = rules_of("sf")
    twice = most_yard_hits(YardBombing(1, Yard(("major_city", "full_city", "major_city"))), rules)
    assert twice.value == 2
    assert twice.lines[0].why == "major city"


@BOOKS
def test_20G1b_a_port_takes_the_damage_of_its_size(book: Book) -> None:
    rules = rules_of(book.name)
    most = int(rules.charts["port_summary"].number("rows", "standard", "max_damage").value)
    exact = damage_port(PortBombing(1, "standard", most - 1), rules)
    over = damage_port(PortBombing(2, "standard", most - 1), rules)
    assert exact.value == over.value == most
    assert len(exact.lines) + 1 == len(over.lines)


def test_fof_20G1d_six_hits_count_on_a_city() -> None:
    rules = rules_of("fof")
    six, seven = (reckon_terror_awards(TerrorBombing({"Paris": [n]}), rules) for n in (6, 7))
    assert six.value == seven.value == 6 * reckon_terror_awards(TerrorBombing({"Paris": [1]}), rules).value
    assert "the most that count" not in str(six.tree())
    assert "the most that count" in str(seven.tree())


def test_fof_20G1d_the_seventh_hit_on_a_capital_is_ignored() -> None:
    rules = rules_of("fof")
    start = parse_position("17A:1604 ge 7-6 Inf XX 1 | May II 40, Axis movement", rules)
    for before, is_ignored in ((0, False), (5, False), (6, True)):
        strike = Strike("terror_bombing", Hex("17A:1604"), AXIS, (), "Paris")
        state, log = drive(hit_capital(strike, start.noting(TERROR_HITS, "Paris", before), rules))
        assert state.recall(TERROR_HITS, "Paris") == min(before + 1, 6)
        assert ("ignored" in told(log)[0], "victory point" in told(log)[0]) == (is_ignored, not is_ignored)


@BOOKS
def test_7C2_44A1_a_bridge_falls_with_the_third_hit(book: Book) -> None:
    rules = rules_of(book.name)
    state = parse_position(f"17A:2018 ge 7-6 Inf XX 1 | {book.day}, Axis movement", rules)
    strike = Strike("bridges", Hex("17A:2018"), AXIS, (), "17A:1918-17A:2018")
    fallen: list[tuple[int | None, bool | None]] = []
    for _ in range(3):
        state, _ = drive(hit_bridge(strike, state, rules))
        fallen.append((state.recall(BRIDGE_HITS, strike.aim), state.recall(BRIDGE_DOWN, strike.aim)))
    assert fallen == [(1, None), (2, None), (None, True)]


@BOOKS
def test_20G2a_hits_beyond_the_capacity_are_ignored(book: Book) -> None:
    rules = rules_of(book.name)
    found = {n: damage_airbase(AirbaseBombing(n, 2, 1), rules) for n in (1, 2, 3)}
    assert [found[n].capacity.value for n in found] == [1, 0, 0]
    assert [len(found[n].capacity.lines) for n in found] == [2, 2, 3]
    assert [found[n].aborted for n in found] == [1, 1, 1]
    assert damage_airbase(AirbaseBombing(1, 2, 2), rules).aborted == 1


@BOOKS
def test_20G2b_as_many_air_units_count_as_may(book: Book) -> None:
    rules = rules_of(book.name)
    for flown in (1, 2, 3):
        found = reckon_effective_support(SupportFacts(2, strengths=(3, 2, 1)[:flown], is_defensive=True), rules)
        assert found.air_units.value == min(flown, 2)
        assert found.strength.value == sum((3, 2, 1)[: min(flown, 2)])
        assert ("flown" in str(found.air_units)) == (flown < 2)


@BOOKS
def test_20G2d_a_level_of_harassment_begins_with_its_points(book: Book) -> None:
    rules = rules_of(book.name)
    chart = rules.charts["harassment"]
    for row in chart.rows("rows"):
        begins = chart.whole("rows", row, "points_from").value
        assert harass(HarassmentBombing(begins), rules).level == int(row)
        if begins > 1:
            assert harass(HarassmentBombing(begins - 1), rules).level < int(row)
    most = chart.whole("limit", "hits_per_hex").value
    points = chart.whole("rows", "3", "points_from").value
    exact = harass(HarassmentBombing(points), rules).total
    over = harass(HarassmentBombing(points, existing=1), rules).total
    assert exact.value == over.value == most == 2
    assert (len(exact.lines), len(over.lines)) == (1, 3)


def test_sf_20G2d_a_second_hit_costs_a_rail_only_unit_as_much_again_or_nothing() -> None:
    flat = rules_of("sf", rulings=(("sf-20G2d-rail-hexes-lost", "flat"),))
    one, two = (reckon_harassment_cost(HarassedLeaving(n, "operational-rail", True), rules_of("sf")) for n in (1, 2))
    assert two.hexes_lost.value == 2 * one.hexes_lost.value
    assert (bool(one.hexes_lost.rests_on), bool(two.hexes_lost.rests_on)) == (False, True)
    again = reckon_harassment_cost(HarassedLeaving(2, "operational-rail", True), flat)
    assert again.hexes_lost.value == one.hexes_lost.value


@pytest.mark.parametrize(
    ("player", "harasser", "turn"),
    [(AXIS, AXIS, "Jul II 44"), (ALLIED, ALLIED, "Jul II 44"), (AXIS, ALLIED, None), (ALLIED, AXIS, None)],
)
@BOOKS
def test_20G2d_harassment_lasts_until_the_next_player_turn_of_who_made_it(
    book: Book, player: Side, harasser: Side, turn: str | None
) -> None:
    rules = rules_of(book.name)
    order = rules.variant.sides
    same = order.index(harasser) > order.index(player)
    expected = Turn.parse(turn) if turn else SF_FIRST if same else SF_FIRST.next()
    assert harassment_ends(HarassmentFlown(SF_FIRST, player, harasser), rules).turn == expected


# --- rule 21 ---------------------------------------------------------------------------------------------------------


def test_21B1_fighters_spread_over_their_targets_evenly() -> None:
    assert [spread(3, n) for n in (0, 1, 2, 3)] == [(), (3,), (2, 1), (1, 1, 1)]


@given(attackers=st.integers(0, 12), targets=st.integers(1, 6))
@settings(max_examples=30)
def test_21B1_fighters_that_spread_are_all_there_and_as_even_as_can_be(attackers: int, targets: int) -> None:
    found = spread(attackers, targets)
    assert (sum(found), len(found)) == (attackers, targets)
    assert max(found) - min(found) <= 1
    assert list(found) == sorted(found, reverse=True)


@pytest.mark.parametrize(
    ("stops_after", "ended", "left"), [(1, BY_OWNER, 1), (2, ALL_ENGAGED, 0), (None, ALL_ENGAGED, 0)]
)
@BOOKS
def test_21B1b_an_owner_who_stops_after_all_have_engaged_stops_nothing(
    book: Book, stops_after: int | None, ended: str, left: int
) -> None:
    rounds = (Round("i1"), Round("i2"))
    found = follow_engagement(Engagement("e", ("i1", "i2"), rounds, stops_after), rules_of(book.name))
    assert (found.ended, len(found.not_engaged), found.rounds_fought) == (ended, left, 2 - left)


def test_sf_21B_a_differential_tells_what_changes_the_attack_and_no_more() -> None:
    rules = rules_of("sf")
    target = flight("3A4")
    assert str(reckon_differential(Fire(flight("8F8"), target), rules)).startswith("8 air attack |")
    bombing = Fire(evolve(flight("8F8"), family="bombing"), target)
    assert str(reckon_differential(bombing, rules)).startswith("6 air attack")
    assert "fighter-bomber" in str(reckon_differential(bombing, rules).tree())
    assert "printed" not in str(reckon_differential(Fire(flight("8F8"), target), rules).tree())


@BOOKS
def test_21B_an_air_unit_without_attack_strength_does_not_fire(book: Book) -> None:
    rules = rules_of(book.name)
    assert [fires(flight(rating), rules) for rating in ("0B2", "1B2")] == [False, True]


# --- rule 22 ---------------------------------------------------------------------------------------------------------


def test_22B1_light_aa_of_units_alone_is_told_without_parts() -> None:
    assert not AaInHex.of(light=2).light.lines[0].parts
    assert len(AaInHex.of(light=2, features=[1]).light.lines[0].parts) == 2


@BOOKS
def test_22B1_the_attackers_of_one_hex_fire_with_their_whole_aa(book: Book) -> None:
    rules = rules_of(book.name)
    fighter = evolve(typed("F", rules), mission=mission_named("defensive_air_support", rules)[0])
    for hexes in range(4):
        attackers = (AaInHex.of(light=6),) * hexes
        found = reckon_aa_strength(AaFacts(fighter, attackers=attackers), rules)
        assert found.value == (6 if hexes else 0)
        assert ("hexes of the attacking units" in str(found)) == (hexes > 1)


@BOOKS
def test_22B2_aa_of_less_than_1_has_no_column(book: Book) -> None:
    rules = rules_of(book.name)
    assert [reckon_column(n, rules) for n in (HALF, 1)] == [None, "1"]
    assert [reckon_column(n, rules, [1, 3]) for n in (HALF, 1, 2, 3, 4)] == [None, "1", "1", "3", "3"]
    assert reckon_column(1, rules, [2]) is None


def test_sf_22B2_the_modifier_of_april_1944_counts_from_that_turn_on() -> None:
    rules = rules_of("sf")
    bomber = flight("4B5 3-7/6", "rail_lines", rules)
    turns = [Turn.parse(turn) for turn in ("Mar II 44", "Apr I 44", "Apr II 44")]
    early, exact, late = (reckon_aa_modifier(Shot(bomber, 3, turn), rules).value for turn in turns)
    assert (early - 1, early - 1) == (exact, late)
    assert reckon_aa_modifier(Shot(bomber, 3), rules).value == early


@BOOKS
def test_22C_43B2_aa_ignores_harassment_from_13_and_all_of_it_from_19(book: Book) -> None:
    rules = rules_of(book.name)
    found = {total: reckon_abatement(total - 5, 5, 3, rules) for total in (12, 13, 18, 19)}
    assert [found[total].ignored for total in found] == [0, 1, 1, 3]
    assert [found[total].left for total in found] == [3, 2, 2, 0]
    assert reckon_abatement(8, 5, 0, rules).ignored == 0


@BOOKS
def test_22C_43B2_each_thing_that_keeps_aa_from_firing_against_harassment(book: Book) -> None:
    rules = rules_of(book.name)
    good = Abatement(hits=1, c_m=(True,))
    assert rule_on_abatement(good, rules).allowed
    assert rule_on_abatement(evolve(good, hits=None), rules).allowed
    assert rule_on_abatement(evolve(good, phase="exploitation"), rules).allowed
    assert rule_on_abatement(evolve(good, c_m=(False,)), rules).allowed
    for wrong in (
        evolve(good, kinds=("position",)),
        evolve(good, phase="combat"),
        evolve(good, phase="exploitation", c_m=(True, False)),
        evolve(good, earlier=1),
        evolve(good, ends_move=False),
        evolve(good, hits=0),
    ):
        assert len(rule_on_abatement(wrong, rules).refusals) == 1, wrong


@BOOKS
def test_22A2_each_thing_that_is_wrong_with_a_change_of_position_aa(book: Book) -> None:
    rules = rules_of(book.name)
    assert rule_on_change(PositionAaChange((2,), (1, 1)), rules).allowed
    for wrong in (
        PositionAaChange((2,), (1, 1), is_phasing=False),
        PositionAaChange((2,), (1,)),
        PositionAaChange((2,), (2, 0)),
    ):
        assert len(rule_on_change(wrong, rules).refusals) == 1, wrong


# --- rule 23 ---------------------------------------------------------------------------------------------------------


@BOOKS
def test_23_an_air_unit_stages_as_far_as_its_transfer_range(book: Book) -> None:
    rules = rules_of(book.name)
    facts = Staging(flight("8F6 1/9", "escort", rules))
    far = int(reckon_range(transferring(facts.flight, rules), rules).value)
    assert far >= 27
    for distance, is_allowed in ((None, True), (far - 1, True), (far, True), (far + 1, False)):
        assert rule_on_staging(evolve(facts, distance=distance), rules).allowed == is_allowed
    assert [rule_on_staging(evolve(facts, legs=n), rules).allowed for n in (1, 2)] == [True, False]


@BOOKS
def test_23_as_many_gliders_as_transports_are_towed(book: Book) -> None:
    rules = rules_of(book.name)
    assert [rule_on_towing(n, 2, rules).allowed for n in (1, 2, 3)] == [True, True, False]


def test_sf_23A1_a_fighter_bomber_keeps_1_and_a_printed_0_stays() -> None:
    rules, other = rules_of("sf"), rules_of("sf", rulings=(("sf-23A1-printed-zero", "one"),))
    strengths = [evolve(flight(f"{n}F6"), family="bombing") for n in (0, 1, 2, 3, 4)]
    assert [reckon_air_attack(f, rules).value for f in strengths] == [0, 1, 1, 1, 2]
    assert [reckon_air_attack(f, other).value for f in strengths] == [1, 1, 1, 1, 2]
    assert [bool(reckon_air_attack(f, rules).rests_on) for f in strengths] == [True, False, False, False, False]


@BOOKS
def test_20G_a_bomber_without_strength_has_no_bombs(book: Book) -> None:
    rules = rules_of(book.name)
    assert has_bombs(flight("4B5 1-7/6", "rail_lines", rules), rules)
    assert not has_bombs(flight("4B5 0-0/6", "rail_lines", rules), rules)


# --- rule 24 ---------------------------------------------------------------------------------------------------------


def test_fof_24D_a_modified_6_of_a_transport_stands_in_the_table_and_a_7_does_not() -> None:
    default, other = rules_of("fof"), rules_of("fof", rulings=(("fof-24D-high-roll", "no-result"),))
    rolls = set()
    for die in range(1, 7):
        facts = Touchdown(TRANSPORT, airborne_in_hex=True)
        found = reckon_disruption(facts, die, default)
        rolls.add(found.modified.value)
        rests = any(point.startswith("fof-24D-high-roll") for point in found.modified.rests_on)
        assert rests == (found.modified.value > 6)
        assert (reckon_disruption(facts, die, other).result == found.result) == (not rests)
    assert {6, 7} <= rolls


@BOOKS
def test_24A_a_disrupted_unit_recovers_in_its_owners_next_player_turn(book: Book) -> None:
    rules = rules_of(book.name)
    one, two = rules.variant.sides[:2]
    this, following = SF_FIRST, SF_FIRST.next()
    since = PlayerTurn(this, one)
    assert disruption_ends(since, one, rules) == PlayerTurn(following, one)
    assert disruption_ends(since, two, rules) == PlayerTurn(this, two)
    moments = (PlayerTurn(this, one), PlayerTurn(this, two), PlayerTurn(following, one))
    assert [is_still_disrupted(since, at, one, rules) for at in moments] == [True, True, False]
    assert not is_still_disrupted(PlayerTurn(this, two), PlayerTurn(this, one), two, rules)


@BOOKS
def test_24B_attackers_without_any_strength_are_lost(book: Book) -> None:
    rules = rules_of(book.name)
    lost = [are_attackers_lost(SharedHex(attack_strengths=s), rules) for s in ((0,), (0, 1), (0, 0), ())]
    assert lost in ([True, False, True, False], [False] * 4)
    if book.name == "sf":
        assert lost[0]
    assert not are_attackers_lost(SharedHex(enemy_units=False, attack_strengths=(0,)), rules)
    assert not are_attackers_lost(SharedHex(dropped=False, attack_strengths=(0,)), rules)


def plans(rules: Ruleset, ahead: int, **more: Any) -> bool:
    turns = [SF_FIRST]
    for _ in range(4):
        turns.append(turns[-1].next())
    plan = evolve(Plan(turns[1], executed=turns[1 + ahead]), **more)
    return rule_on_plan(plan, rules).allowed


def test_24C_an_operation_is_planned_a_turn_ahead_or_more() -> None:
    two = rules_of("sf", rulings=(("sf-24C-planning-ahead", "two-turns"),))
    exactly = rules_of("fof", rulings=(("fof-24C-planning-ahead", "exactly-one"),))
    assert [plans(rules_of("fof"), n) for n in (-1, 0, 1, 2)] == [False, False, True, True]
    assert [plans(two, n) for n in (0, 1, 2, 3)] == [False, False, True, True]
    assert [plans(exactly, n) for n in (0, 1, 2)] == [False, True, False]
    assert [plans(rules_of("sf"), n) for n in (-1, 0, 1)] == [False, False, True]


@BOOKS
def test_24C_each_thing_that_keeps_a_unit_from_being_planned_for(book: Book) -> None:
    rules = rules_of(book.name)
    assert plans(rules, 1, plans=1, earlier_plans=0)
    assert plans(rules, 1, phase="combat", before_game=True)
    for wrong in ({"plans": 2}, {"plans": 1, "earlier_plans": 1}, {"in_enemy_zoc": True}, {"phase": "combat"}):
        assert not plans(rules, 1, **wrong), wrong


def test_fof_24C_a_unit_is_planned_for_in_the_turn_in_which_it_arrives() -> None:
    rules = rules_of("fof", rulings=(("fof-24C-planning-before-arrival", "on-arrival"),))
    turn = SF_FIRST.next()
    assert plans(rules, 1, arrives=turn)
    assert not plans(rules, 1, arrives=turn.next())
    assert plans(rules_of("fof"), 1, arrives=turn.next())


# --- rule 25 ---------------------------------------------------------------------------------------------------------


def test_fof_25B_a_price_within_the_arps_at_hand_is_paid_by_either_reading() -> None:
    owed = rules_of("fof", rulings=(("fof-25B-arps-at-hand", "all-owed"),))
    for at_hand, paid in ((3, 2), (2, 2), (1, 0)):
        assert charge_withdrawal(at_hand, 2, owed).paid == paid
        assert charge_withdrawal(at_hand, 2, rules_of("fof")).paid == min(at_hand, 2)


def test_sf_25A_an_airbase_that_is_full_takes_arrivals_or_not() -> None:
    strict = rules_of("sf", rulings=(("sf-25A-base-capacity", "no"),))
    for present, is_allowed in ((1, True), (2, False), (3, False)):
        facts = AirbaseForArrivals(capacity=2, present=present)
        assert rule_on_arrival(facts, strict).allowed == is_allowed
        assert rule_on_arrival(facts, rules_of("sf")).allowed
    assert rule_on_arrival(AirbaseForArrivals(capacity=None, present=9), strict).allowed


@BOOKS
def test_25C_each_thing_that_keeps_an_air_unit_from_arriving(book: Book) -> None:
    rules = rules_of(book.name)
    assert rule_on_arrival(AirbaseForArrivals(), rules).allowed
    assert rule_on_arrival(AirbaseForArrivals("own"), rules).allowed
    for wrong in (AirbaseForArrivals("enemy"), AirbaseForArrivals(isolated=True), AirbaseForArrivals(capacity=0)):
        assert len(rule_on_arrival(wrong, rules).refusals) == 1, wrong


@BOOKS
def test_25D_the_arps_at_hand_and_the_part_of_the_allowance_limit_what_is_spent(book: Book) -> None:
    rules = rules_of(book.name)
    limits = {n: reckon_arp_limit(ArpsAtHand(8, n), rules) for n in (3, 4, 5)}
    half = book.name == "sf"
    assert [limit.value for limit in limits.values()] == [3, 4, 4 if half else 5]
    if half:
        assert [len(limit.lines) for limit in limits.values()] == [3, 2, 2]


def test_sf_25D_an_allowance_of_less_than_the_least_is_spent_at_once() -> None:
    rules = rules_of("sf")
    for allowance in range(1, 9):
        limit = reckon_arp_limit(ArpsAtHand(allowance, 9), rules)
        assert limit.value in (allowance, Fraction(allowance, 2))
    whole = [n for n in range(1, 9) if reckon_arp_limit(ArpsAtHand(n, 9), rules).value == n]
    assert whole == list(range(1, len(whole) + 1))
    assert reckon_arp_limit(ArpsAtHand(8, 9, spent=9), rules).value == 0


@BOOKS
def test_25D_arps_are_spent_up_to_the_limit(book: Book) -> None:
    rules = rules_of(book.name)
    assert rule_on_spending(ArpsSpent(ArpsAtHand(4, 2), 1, 0), rules).allowed
    assert not rule_on_spending(ArpsSpent(ArpsAtHand(4, 1), 1, 0), rules).allowed


# --- where air units start and what they see -------------------------------------------------------------------------


def test_sf_20G1a_whether_a_yard_functions_is_asked_of_the_enemys_yards_alone() -> None:
    rules, paris = rules_of("sf"), Hex("17A:1604")
    state = parse_position(f"{paris} ge 7-6 Inf XX 1 | Jul I 43, Axis movement", rules)
    seen = [gather_target(paris, side, state, rules) for side in (AXIS, ALLIED)]
    assert [target.is_yard for target in seen] == [True, True]
    assert [target.is_functioning_yard for target in seen] == [None, True]
    fof = rules_of("fof")
    state = parse_position(f"{paris} fr 7-6 Inf XX 1 | May II 40, Axis movement", fof)
    assert gather_target(paris, AXIS, state, fof).is_functioning_yard is None


def test_sf_23I1_a_box_stands_for_its_nearest_hex_only_where_a_way_leads_on_from_it() -> None:
    rules, britain, caen = rules_of("sf"), Hex("box:Britain"), Hex("17A:1011")
    state = parse_position(f"{caen} ge 7-6 Inf XX 1 | owner Allied 16A:0130 | Jul II 44, Allied movement", rules)
    assert on_the_map((britain,), ALLIED, state, rules) == (britain,)
    near = nearest_in_area(britain, caen, ALLIED, state, rules)
    assert on_the_map((britain, caen), ALLIED, state, rules) == (near, caen)
    assert on_the_map((britain, britain), ALLIED, state, rules) == (britain, britain)


def test_sf_23I1_air_units_of_a_box_take_off_from_a_hex_of_its_area_and_from_no_other() -> None:
    rules, caen = rules_of("sf"), Hex("17A:1011")
    text = f"box:Britain: us 8F8 1/8 P-51 | {caen} ge 7-6 Inf XX 1 | owner Axis {caen} | Jul II 44, Allied movement"
    state = parse_position(text, rules)
    near = nearest_in_area(Hex("box:Britain"), caen, ALLIED, state, rules)
    assert near is not None
    operation = AirOperation(ALLIED, caen, "cap")
    plans = [FlightPlan("us P-51", "cap", start=start) for start in ("", near, caen)]
    ways = [rule_on_ways(OperationFacts(operation, (plan,), ALLIED, state, rules)) for plan in plans]
    assert [way.allowed for way in ways] == [True, True, False]
    assert "does not take off from" in str(ways[2])


@BOOKS
@pytest.mark.parametrize(("firer", "target"), [("4NB5", "8F6"), ("8F6", "4B5"), ("8F6", "8F6")])
def test_21B_the_rolls_of_a_fire_that_differ_are_those_that_differ_once_modified(
    book: Book, firer: str, target: str
) -> None:
    rules = rules_of(book.name)
    state = parse_position(f"17A:2018 ge 7-6 Inf XX 1 | {book.day}, Axis movement", rules)
    fire = Fire(flight(firer), flight(target))
    differential, modifier = reckon_differential(fire, rules).value, reckon_fire_modifier(fire, rules).value
    roll = next(resolve_fire(fire, "b", state, rules))
    assert isinstance(roll, Roll)
    found = {n: look_up_fire(differential, n + int(modifier), rules).value for n in range(2, 13)}
    assert roll.distinct == tuple(n for n in found if n == 2 or found[n] != found[n - 1])
