"""Rail movement, its lines, nets and capacity (rule 7A) exactly at their limits, from facts and small positions."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from attrs import evolve
from tests.air_driving import BOOKS, Book, drive, rules_of
from tests.test_rail import FRANCE, NORTH, PARIS, unit

import europa_rules as er
from europa_rules.air.facts import YARD_HITS
from europa_rules.contributions import Modifier, Source
from europa_rules.errors import StateError
from europa_rules.ground.attacks import Attack
from europa_rules.ground.facts import (
    BESIDE_ENEMY,
    CARRIED_ON,
    LOST_ZOC,
    LOW_VOLUME_USED,
    MOVED_BY,
    MPS_SPENT,
    OWNER_BEFORE,
    PORT_DESTROYED,
    PORT_HITS,
    RAIL_BROKEN,
    RAIL_CAPACITY,
    RAIL_POINTS,
    RAIL_RAISED,
    RAIL_RIDDEN,
    RAIL_USED,
    on_net,
)
from europa_rules.ground.groups import Group, attack_groups, overrun_groups, rail_groups
from europa_rules.ground.leaving import Leaving
from europa_rules.ground.movement import Mover
from europa_rules.ground.ownership import HexGained
from europa_rules.ground.rail import (
    RailMove,
    carry_out_rail_move,
    gather_hexes,
    gather_rail,
    rail_mps_left,
    reckon_charges,
    reckon_count,
    rule_on_mover,
    rule_on_rail_move,
)
from europa_rules.ground.rail_capacity import (
    LOST_THIS_TURN,
    BuildRailCapacity,
    RaiseRailCapacity,
    begin_building_capacity,
    capacity_left,
    capacity_used,
    carry_out_build_capacity,
    carry_out_raise,
    connected_yards,
    gather_building,
    gather_increase,
    lose_capacity,
    may_build_capacity,
    permanent_capacity,
    reckon_net_capacity,
    reckon_usable_capacity,
    rule_on_build_capacity,
    rule_on_raise,
    yards,
    yards_of,
)
from europa_rules.ground.rail_lines import (
    FERRY,
    HIGH,
    LOW,
    FerryPort,
    RailHex,
    Rearguard,
    connected_hexes,
    gather_rail_hex,
    is_functioning_port,
    is_rail_hex,
    lets_line_through,
    line_between,
    negates_zoc,
    owned_at_start,
    rail_hexes,
    rail_map,
    rearguards_in,
    rule_on_ferry,
    rule_on_rail_hex,
    usable_links,
)
from europa_rules.ground.rail_nets import (
    Building,
    Increase,
    NetLoad,
    RailUse,
    Rider,
    Yard,
    described_yard,
    reckon_capacity_after_loss,
    reckon_capacity_use,
    reckon_capacity_used,
    reckon_ferry_use,
    reckon_gain,
    reckon_increase_cost,
    reckon_load,
    reckon_most_increase,
    reckon_yard_capacity,
    rule_on_building,
    rule_on_increase,
    rule_on_load,
    rule_on_yard,
)
from europa_rules.ground.rail_rides import (
    Chain,
    RailFacts,
    Ride,
    hexes_per_mp,
    reckon_rail_allowance,
    reckon_ride,
    reckon_strategic_hexes,
    rule_on_breaking_line,
    rule_on_chain,
    rule_on_rail,
)
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.position import parse_position
from europa_rules.sides import ALLIED, AXIS, NEUTRAL
from europa_rules.units import Unit

FOF, SF = rules_of("fof"), rules_of("sf")
LOST_FRACTIONS = rules_of("sf", rulings=(("sf-7A1-fraction-of-rail-mp", "lost"),))
DIVISION, GUN = unit("7-6"), unit("5-1-R", "artillery", "battalion")
POINTS = Unit("ge", "resource_point", "counter", points=2)


def sf_state(*parts: str, when: str = "Jul I 43, Axis movement", rules: er.Ruleset = SF) -> er.GameState:
    return parse_position(" | ".join((*parts, when)), rules)


def fof_state(*parts: str, when: str = "Jun I 40, Allied movement", rules: er.Ruleset = FOF) -> er.GameState:
    return parse_position(" | ".join((*parts, when)), rules)


# --- rides -----------------------------------------------------------------------------------------------------------


@BOOKS
@pytest.mark.parametrize(
    ("rating", "rate"), [("7-6", 7), ("7-9", 4), ("7-10", 4), ("7-12", 4), ("7-1", 40), ("7-0", 40)]
)
def test_7A1_7A2_a_unit_rides_by_its_rating_or_by_that_next_to_it_in_the_table(
    book: Book, rating: str, rate: int
) -> None:
    assert hexes_per_mp(unit(rating), rules_of(book.name)).value == rate


@pytest.mark.parametrize(
    ("ridden", "hexes", "kept", "lost", "is_open"),
    [(0, 7, 1, 1, False), (0, 8, "8/7", 2, True), (3, 5, "5/7", 1, True), (7, 1, "1/7", 1, True), (7, 7, 1, 1, False)],
)
def test_sf_7A1_a_part_of_an_mp_is_kept_or_lost_as_the_unit_detrains(
    ridden: int, hexes: int, kept: int | str, lost: int, is_open: bool
) -> None:
    ride = Ride(DIVISION, hexes, ridden)
    assert reckon_ride(ride, SF).value == Fraction(kept)
    assert reckon_ride(ride, LOST_FRACTIONS).value == lost
    assert len(reckon_ride(ride, LOST_FRACTIONS).lines) == (2 if Fraction(kept) == lost else 3)
    assert ridden or Ride(DIVISION, hexes) == ride
    assert bool(reckon_ride(ride, SF).rests_on) is is_open


def leaving(mps: int, rail_only: int, strategic: int) -> Leaving:
    return Leaving(*(Reckoning.of(n, "harassed") for n in (mps, rail_only, strategic)))


@BOOKS
def test_20G2d_a_hex_that_costs_something_to_leave_costs_riders_too(book: Book) -> None:
    rules, twice = rules_of(book.name), (leaving(2, 3, 7), leaving(1, 2, 7))
    assert reckon_ride(Ride(DIVISION, 7, leaving=twice), rules).value == 4
    assert reckon_ride(Ride(GUN, 7, leaving=twice), rules).value == 6
    strategic = reckon_strategic_hexes(Ride(DIVISION, leaving=twice), rules).value
    assert strategic == (186 if book.name == "sf" else 0)


def test_7A2_31A_units_rated_r_and_resource_points_ride_a_number_of_hexes() -> None:
    found = {
        (name, who.type): reckon_rail_allowance(Mover(who), rules).value
        for name, rules in (("fof", FOF), ("sf", SF))
        for who in (DIVISION, GUN, POINTS)
    }
    assert found[("fof", "infantry")] == found[("sf", "infantry")] == 6
    assert found[("fof", "artillery")] == found[("sf", "artillery")] == Fraction(40, 7)
    assert found[("fof", "resource_point")] == 10 and found[("sf", "resource_point")] == Fraction(40, 7)


def test_7A_the_hexes_entered_are_those_after_the_first() -> None:
    here = RailHex("Paris")
    counts = [RailFacts(DIVISION, hexes=(here,) * n).entered for n in range(4)]
    assert counts == [0, 0, 1, 2] and RailFacts(DIVISION, hexes=(here,) * 4, distance=9).entered == 9
    assert RailFacts(DIVISION, hexes=(here,)).ride.leaves == "Paris" and RailFacts(DIVISION).ride.leaves == ""


@BOOKS
@pytest.mark.parametrize(
    ("told", "allowed"),
    [
        ({}, True),
        ({"on_rail": False}, False),
        ({"ends_on_rail": False}, False),
        ({"phase": "combat"}, False),
        ({"phase": "exploitation"}, False),
        ({"is_phasing": False}, False),
        ({"unit": unit("7-0")}, False),
        ({"distance": 7, "left": 1}, True),
        ({"distance": 8, "left": 1}, False),
        ({"distance": 42}, True),
        ({"distance": 43}, False),
        ({"is_admin": True}, True),
        ({"beside_enemy": True}, True),
        ({"is_admin": True, "beside_enemy": True}, False),
        ({"moved_otherwise": True}, True),
        ({"load": NetLoad(4, 10, 6)}, True),
        ({"load": NetLoad(5, 10, 6)}, False),
        ({"hexes": (RailHex(), RailHex(is_broken=True))}, False),
    ],
)
def test_7A_each_rule_against_a_ride(book: Book, told: dict[str, Any], allowed: bool) -> None:
    facts = evolve(RailFacts(DIVISION), **told)
    assert rule_on_rail(facts, rules_of(book.name)).allowed is allowed


@pytest.mark.parametrize(
    ("distance", "otherwise", "allowed"), [(200, False, True), (201, False, False), (1, True, False)]
)
def test_sf_7A2_strategic_rail_movement(distance: int, otherwise: bool, allowed: bool) -> None:
    facts = RailFacts(DIVISION, strategic=True, distance=distance, moved_otherwise=otherwise)
    assert rule_on_rail(facts, SF).allowed is allowed
    assert not rule_on_rail(facts, FOF).allowed
    assert rule_on_rail(evolve(facts, strategic=False, distance=1), SF).allowed


@pytest.mark.parametrize(
    ("told", "fof", "sf"),
    [
        ({}, True, True),
        ({"hexes": (RailHex(), RailHex(owned_at_start=False))}, False, True),
        ({"traces_to_yard": False}, False, True),
    ],
)
def test_fof_7A_rails_are_owned_since_the_player_turn_began_and_lead_to_an_own_yard(
    told: dict[str, Any], fof: bool, sf: bool
) -> None:
    facts = evolve(RailFacts(DIVISION, hexes=(RailHex(), RailHex())), **told)
    assert (rule_on_rail(facts, FOF).allowed, rule_on_rail(facts, SF).allowed) == (fof, sf)


@BOOKS
def test_7A2_a_ride_that_is_refused_names_what_nobody_has_verified(book: Book) -> None:
    rules, slow = rules_of(book.name), unit("7-3")
    caveat = hexes_per_mp(slow, rules).caveat
    for distance, short in ((13, False), (14, True)):
        ruling = rule_on_rail(RailFacts(slow, distance=distance, left=1), rules)
        assert ruling.allowed is not short and (caveat in ruling.caveats) is (short and caveat is not None)


@BOOKS
@pytest.mark.parametrize(
    ("line", "mps", "allowed"), [("rail", 2, True), ("low", 2, True), ("rail", 1, False), ("road", 9, False)]
)
def test_7A5_6_two_mps_break_a_rail_line_and_none_a_road(book: Book, line: str, mps: int, allowed: bool) -> None:
    assert rule_on_breaking_line(line, mps, rules_of(book.name)).allowed is allowed


@pytest.mark.parametrize(
    ("kinds", "phase", "fof", "sf"),
    [
        (("regular_movement",), "movement", True, True),
        (("admin_movement", "operational_rail"), "movement", True, True),
        (("regular_movement", "admin_movement"), "movement", False, False),
        (("admin_movement", "administrative_movement"), "movement", True, True),
        (("rail", "regular"), "movement", True, True),
        (("rail",), "combat", False, False),
        (("strategic_rail",), "movement", False, True),
        (("strategic_rail", "rail"), "movement", False, False),
        (("strategic_rail", "naval_transport"), "movement", False, False),
        (("naval_transport",), "combat", True, True),
        (("admin",), "exploitation", False, False),
        (("regular",), "exploitation", False, False),
        ((), "movement", True, True),
    ],
)
def test_7A2_6B_kinds_of_movement_in_one_phase(kinds: tuple[str, ...], phase: str, fof: bool, sf: bool) -> None:
    for rules, allowed in ((FOF, fof), (SF, sf)):
        assert rule_on_chain(Chain(DIVISION, kinds, phase), rules).allowed is allowed


# --- one rail hex ----------------------------------------------------------------------------------------------------


@BOOKS
@pytest.mark.parametrize(
    ("told", "refusals"),
    [
        ({}, 0),
        ({"is_rail": False, "joined": False}, 1),
        ({"joined": False}, 1),
        ({"is_owned": False}, 1),
        ({"is_enemy_occupied": True}, 1),
        ({"is_broken": True}, 1),
        ({"enemy_zoc": True}, 1),
        ({"bridge": er.Ruling.refuse("down", FOF.cite("7A"))}, 1),
        ({"ferry": er.Ruling.refuse("lost", FOF.cite("7A"))}, 1),
        ({"ground": er.Ruling.refuse("closed", FOF.cite("7A"))}, 1),
        ({"is_broken": True, "is_owned": False}, 2),
    ],
)
def test_7A_each_rule_against_a_rail_hex(book: Book, told: dict[str, Any], refusals: int) -> None:
    ruling = rule_on_rail_hex(evolve(RailHex(), **told), rules_of(book.name))
    assert len(ruling.refusals) == refusals and ruling.allowed is (refusals == 0)


@BOOKS
@pytest.mark.parametrize(
    ("guard", "negates"),
    [
        (Rearguard(1), True),
        (Rearguard(Fraction(1, 2)), True),
        (Rearguard(0), False),
        (Rearguard(1, started_here=False), False),
        (Rearguard(1, leaves=True), False),
    ],
)
def test_7A_who_holds_an_enemy_zoc_at_bay_for_riders(book: Book, guard: Rearguard, negates: bool) -> None:
    rules = rules_of(book.name)
    assert negates_zoc(guard, rules) is negates
    for others in ((), (Rearguard(0),)):
        facts = RailHex(enemy_zoc=True, rearguards=(*others, guard))
        assert rule_on_rail_hex(facts, rules).allowed is negates


@BOOKS
def test_7A_what_a_ruling_on_rearguards_rests_on(book: Book) -> None:
    """The open point matters only where there is an enemy ZOC, and a unit beside those that ride."""
    rules = rules_of(book.name)
    resting = rules.resting("7A-rail-rearguard")
    for facts, rests in (
        (RailHex(enemy_zoc=True, rearguards=(Rearguard(1),)), True),
        (RailHex(enemy_zoc=True, rearguards=(Rearguard(0),)), True),
        (RailHex(enemy_zoc=True), False),
        (RailHex(rearguards=(Rearguard(1),)), False),
    ):
        assert rule_on_rail_hex(facts, rules).rests_on == (resting if rests else ())


@BOOKS
def test_7A_by_the_published_reply_a_unit_of_defense_0_holds_it_too_if_it_stays(book: Book) -> None:
    rules = rules_of(book.name, rulings=((f"{book.name}-7A-rail-rearguard", "any-unit"),))
    guards = (Rearguard(0), Rearguard(0, leaves=True), Rearguard(0, started_here=False))
    assert [negates_zoc(guard, rules) for guard in guards] == [True, False, False]


def test_sf_37A2_a_ferry_serves_the_owner_of_both_functioning_ports() -> None:
    allowed = [
        rule_on_ferry((FerryPort(), FerryPort(owned, working)), SF).allowed
        for owned in (True, False)
        for working in (True, False)
    ]
    assert allowed == [True, False, False, False] and rule_on_ferry((), SF).allowed


# --- nets and yards --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("yard", "fof", "sf", "capacity"),
    [
        (Yard(("dot_city",)), True, True, 1),
        (Yard(("major_city",)), True, True, 2),
        (Yard(("dot_city", "great_port")), True, True, 2),
        (Yard(("great_port", "dot_city")), True, True, 2),
        (Yard(("standard_port",)), True, True, 1),
        (Yard(("minor_port",)), False, False, 0),
        (Yard(("minor_port",), district="Corse"), False, True, 0),
        (Yard(("minor_port", "dot_city"), district="Paris"), True, True, 1),
        (Yard(("dot_city",), on_rail=False), False, False, 0),
        (Yard(()), False, False, 0),
    ],
)
def test_7A_7A1_cities_and_ports_on_rails_are_yards(yard: Yard, fof: bool, sf: bool, capacity: int) -> None:
    assert (rule_on_yard(yard, FOF).allowed, rule_on_yard(yard, SF).allowed) == (fof, sf)
    assert reckon_yard_capacity(yard, FOF).value == capacity and reckon_yard_capacity(yard, SF).value == 0


def test_7A1_a_yard_is_described_by_the_sizes_of_what_is_there() -> None:
    found = described_yard(["Partial", "", "dot"], ["", "great"], False, "Corse")
    assert found == Yard(("major_city", "dot_city", "great_port"), False, "Corse")


@BOOKS
@pytest.mark.parametrize(("lines", "factor"), [((), 1), ((HIGH,), 1), ((LOW,), 2), ((FERRY,), 2), ((HIGH, LOW), 2)])
def test_7A3_7A4_what_a_unit_counts_by_the_lines_that_it_uses(book: Book, lines: tuple[str, ...], factor: int) -> None:
    rules = rules_of(book.name)
    panzer = unit("10-10", "armor")
    counts = [reckon_capacity_use(RailUse(who, lines), rules).value for who in (DIVISION, panzer)]
    assert counts == [3 * factor, 6 * factor]
    assert reckon_load((DIVISION, panzer), lines, rules).value == 9 * factor
    assert reckon_capacity_use(RailUse(DIVISION, lines, counter_with_load=True), rules).value == 6 * factor
    assert reckon_ferry_use(3, rules).value == 6


@pytest.mark.parametrize(
    ("nets", "counts", "rests"),
    [
        ((("Sicily", False),), {"Sicily": 3}, False),
        ((("Sicily", True),), {"Sicily": 6}, False),
        ((("Sicily", False), ("Italy", False)), {"Sicily": 3, "Italy": 3}, False),
        ((("Sicily", True), ("Italy", False)), {"Sicily": 6, "Italy": 6}, True),
        ((("Sicily", True), ("Sicily", False)), {"Sicily": 6}, False),
        ((("Sicily", False), ("Sicily", True)), {"Sicily": 6}, False),
    ],
)
def test_sf_7A3_a_unit_counts_once_on_each_net(
    nets: tuple[tuple[str, bool], ...], counts: dict[str, int], rests: bool
) -> None:
    for riders in ((Rider("D", DIVISION, nets),), tuple(Rider("D", DIVISION, (net,)) for net in nets)):
        found = reckon_capacity_used(riders, SF)
        assert {net: charge.value for net, charge in found.items()} == counts
        assert all(bool(charge.rests_on) is rests for charge in found.values())
    that_net = rules_of("sf", rulings=(("sf-7A3-low-volume-nets", "that-net"),))
    if rests:
        found = reckon_capacity_used((Rider("D", DIVISION, nets),), that_net)
        assert {net: charge.value for net, charge in found.items()} == {"Sicily": 6, "Italy": 3}


@pytest.mark.parametrize(
    ("needs", "used", "fits"), [(4, 6, True), (5, 6, False), (0, 11, True), (1, 11, False), (10, 0, True)]
)
def test_7A3_7A4_a_load_fits_what_is_left(needs: int, used: int, fits: bool) -> None:
    for rules in (FOF, SF):
        assert rule_on_load(NetLoad(needs, 10, used), rules).allowed is fits


# --- capacity raised, built and lost ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "most", "after"),
    [
        (Increase(50), 25, 25),
        (Increase(50, raised=10), 15, 30),
        (Increase(50, raised=25), 0, Fraction(75, 2)),
        (Increase(50, raised=30), 0, 40),
        (Increase(15), Fraction(15, 2), Fraction(15, 2)),
        (Increase(0), 0, 0),
    ],
)
def test_sf_7A4a_a_net_is_raised_by_half_of_its_capacity(facts: Increase, most: Fraction, after: Fraction) -> None:
    found = reckon_most_increase(facts, SF)
    assert found.value == most
    assert ("sf-7A4a-capacity-measured" in " ".join(found.rests_on)) is bool(facts.raised)
    assert ("sf-7A4-fractional-capacity" in " ".join(found.rests_on)) is (found.value.denominator > 1)
    rules = rules_of("sf", rulings=(("sf-7A4a-capacity-measured", "after"),))
    assert reckon_most_increase(facts, rules).value == after
    assert reckon_most_increase(facts, FOF).value == 0
    for more, allowed in ((0, True), (Fraction(1, 2), False)):
        assert rule_on_increase(evolve(facts, by=found.value + more), SF).allowed is allowed


@pytest.mark.parametrize(("res", "points"), [(0, 0), (1, 1), (10, 1), (11, 2), (25, 3), (30, 3)])
def test_sf_7A4a_a_resource_point_raises_a_net_by_up_to_10_res(res: int, points: int) -> None:
    assert reckon_increase_cost(res, SF).value == points and reckon_increase_cost(res, FOF).value == 0
    assert len(reckon_increase_cost(res, SF).lines) == (3 if res % 10 else 2)


@pytest.mark.parametrize(
    ("yards", "there", "allowed"), [(0, True, False), (1, True, False), (2, True, True), (2, False, False)]
)
def test_sf_7A4a_7A4b_two_connected_yards_and_the_points_at_them(yards: int, there: bool, allowed: bool) -> None:
    assert rule_on_increase(Increase(50, 5, yards, there), SF).allowed is allowed
    assert rule_on_building(Building(3, yards, there), SF).allowed is allowed


@pytest.mark.parametrize(
    ("points", "told"),
    [(0, "the resource points are not at"), (1, "no resource point is at"), (2, "fewer than 2 resource points are at")],
)
def test_sf_7A4a_points_that_are_not_at_yards_are_told_by_their_number(points: int, told: str) -> None:
    ruling = rule_on_increase(Increase(50, 5, points_at_yards=False, points=points), SF)
    assert [refusal.why.startswith(told) for refusal in ruling.refusals] == [True]
    assert Increase(50, 5, points_at_yards=False) == Increase(50, 5, points_at_yards=False, points=0)


@pytest.mark.parametrize(
    ("told", "allowed"),
    [
        ({"points": 12}, True),
        ({"points": 13}, False),
        ({"points": 3, "spent": 9}, True),
        ({"points": 4, "spent": 9}, False),
        ({"phase": "movement"}, False),
        ({"is_phasing": False}, False),
    ],
)
def test_sf_7A4b_12_points_a_net_in_the_initial_phase(told: dict[str, Any], allowed: bool) -> None:
    facts = evolve(Building(3), **told)
    assert rule_on_building(facts, SF).allowed is allowed and not rule_on_building(facts, FOF).allowed


@pytest.mark.parametrize(("points", "gain"), [(2, 0), (3, 1), (5, 1), (6, 2), (12, 4)])
def test_sf_7A4b_three_points_build_an_re(points: int, gain: int) -> None:
    assert reckon_gain(Building(points), SF).value == gain and reckon_gain(Building(points), FOF).value == 0
    assert len(reckon_gain(Building(points), SF).lines) == (3 if points % 3 else 2)


def test_sf_7A4c_capacity_is_lost_with_the_last_yard() -> None:
    assert [reckon_capacity_after_loss(40, n, SF).value for n in (0, 1, 2)] == [0, 40, 40]


# --- on the board ----------------------------------------------------------------------------------------------------


GARRISON = f"{PARIS} ge 7-6 Inf XX <D>, ge RP 5 <P>"


def test_sf_7A4_what_a_side_has_left_of_a_net() -> None:
    state, key = sf_state(GARRISON), on_net(FRANCE, AXIS)
    raised = state.noting(RAIL_RAISED, key, Fraction(25))
    assert reckon_net_capacity(FRANCE, AXIS, raised, SF).value == 75
    assert reckon_usable_capacity(FRANCE, AXIS, raised, SF).value == 50
    used = raised.noting(RAIL_USED, on_net(FRANCE, "D"), Fraction(3)).noting(
        RAIL_USED, on_net("Sicily", "D"), Fraction(3)
    )
    assert capacity_used(FRANCE, used, SF) == 3 and capacity_left(FRANCE, AXIS, used, SF) == 72
    nothing = state.noting(RAIL_CAPACITY, key, Fraction(0))
    assert permanent_capacity(FRANCE, AXIS, nothing, SF).value == 0
    assert [line.why for line in reckon_usable_capacity(FRANCE, AXIS, nothing, SF).lines] == ["capacity now"]
    assert permanent_capacity("Allied", AXIS, fof_state(f"{PARIS} fr 5-6 Inf XX"), FOF).value == 0
    with pytest.raises(er.UnknownName):
        permanent_capacity("Atlantis", AXIS, state, SF)


def test_sf_7A4a_points_at_yards_suffice_to_the_last() -> None:
    state = sf_state(GARRISON)
    for points, there in ((1, True), (5, True), (6, False)):
        facts = gather_increase(RaiseRailCapacity(FRANCE, points), AXIS, state, SF)
        assert facts.points_at_yards is there and facts.yards > 2
        building = gather_building(BuildRailCapacity(FRANCE, points), AXIS, state, SF)
        assert building.points_at_yards is there
        ruling = rule_on_raise(RaiseRailCapacity(FRANCE, points), AXIS, state, SF)
        assert ruling.allowed is (points < 4)
    assert not rule_on_raise(RaiseRailCapacity(FRANCE, 0), AXIS, state, SF).allowed
    assert not rule_on_raise(RaiseRailCapacity(FRANCE, 1), ALLIED, state, SF).allowed
    assert not rule_on_raise(RaiseRailCapacity("Atlantis", 1), AXIS, state, SF).allowed


def test_sf_7A4a_points_buy_10_res_each_until_no_more_may_be_had() -> None:
    state = sf_state(GARRISON)
    assert RaiseRailCapacity(FRANCE) == RaiseRailCapacity(FRANCE, 1)
    for points, by in ((1, 10), (2, 20), (3, 25)):
        assert gather_increase(RaiseRailCapacity(FRANCE, points), AXIS, state, SF).by == by
        after, log = drive(carry_out_raise(RaiseRailCapacity(FRANCE, points), AXIS, state, SF))
        assert after.recall(RAIL_RAISED, on_net(FRANCE, AXIS)) == by and f"by {by} REs" in log[-1].text
        assert after.piece("P").unit.points == 5 - points
    again = gather_increase(RaiseRailCapacity(FRANCE, 1), AXIS, after, SF)
    assert (again.raised, again.by) == (25, 10) and not rule_on_increase(again, SF).allowed


def test_sf_7A4b_points_are_taken_counter_by_counter_and_noted() -> None:
    state = sf_state(f"{PARIS} ge 7-6 Inf XX <D>, ge RP 2 <P>, ge RP 5 <Q>", when="Jul I 43, Axis initial")
    assert rule_on_build_capacity(BuildRailCapacity(FRANCE, 7), AXIS, state, SF).allowed
    assert not rule_on_build_capacity(BuildRailCapacity(FRANCE, 8), AXIS, state, SF).allowed
    after, log = drive(carry_out_build_capacity(BuildRailCapacity(FRANCE, 3), AXIS, state, SF))
    assert "P" not in after.pieces and after.piece("Q").unit.points == 4
    assert after.recall(RAIL_POINTS, on_net(FRANCE, AXIS)) == 3
    assert permanent_capacity(FRANCE, AXIS, after, SF).value == 51 and "by 1 REs to 51" in log[-1].text
    assert gather_building(BuildRailCapacity(FRANCE, 1), AXIS, after, SF).spent == 3
    exactly, _ = drive(carry_out_build_capacity(BuildRailCapacity(FRANCE, 2), AXIS, state, SF))
    assert "P" not in exactly.pieces and exactly.piece("Q").unit.points == 5


def test_sf_7A_connected_yards_come_in_groups_of_two_and_more() -> None:
    state = sf_state(f"{PARIS} ge 7-6 Inf XX <D>")
    groups = connected_yards("Sicily", AXIS, state, SF)
    owned = yards_of(AXIS, state, SF, "Sicily")
    assert groups and {ref for group in groups for ref in group} <= set(owned)
    alone = state.owned(dict.fromkeys(owned[1:], ALLIED))
    assert yards_of(AXIS, alone, SF, "Sicily") == owned[:1] and connected_yards("Sicily", AXIS, alone, SF) == ()


@pytest.mark.parametrize(("capacity", "connected"), [(9, False), (10, True)])
def test_sf_12B3_yards_of_a_net_that_is_too_weak_are_connected_by_no_line(capacity: int, connected: bool) -> None:
    """By one reading the 10 REs that a net must have for supply lines count for building too."""
    rules = rules_of("sf", rulings=(("sf-7A4b-building-from-nothing", "yes"),))
    state = sf_state(f"{PARIS} ge 7-6 Inf XX <D>", rules=rules)
    state = state.noting(RAIL_CAPACITY, on_net("Sicily", AXIS), Fraction(capacity))
    assert bool(connected_yards("Sicily", AXIS, state, rules)) is connected
    plain = sf_state(f"{PARIS} ge 7-6 Inf XX <D>").noting(RAIL_CAPACITY, on_net("Sicily", AXIS), Fraction(capacity))
    assert connected_yards("Sicily", AXIS, plain, SF)


@BOOKS
def test_7A_who_owned_a_rail_hex_as_the_player_turn_began(book: Book) -> None:
    rules = rules_of(book.name)
    state = parse_position(f"{PARIS} ge 7-6 Inf XX | owner Axis {PARIS} | {book.day}, Axis movement", rules)
    assert owned_at_start(PARIS, AXIS, state, rules)
    taken = state.noting(OWNER_BEFORE, PARIS, ALLIED)
    assert not owned_at_start(PARIS, AXIS, taken, rules) and owned_at_start(PARIS, ALLIED, taken, rules)


def test_sf_7A_who_may_stay_behind_for_riders() -> None:
    """The weakest first; nobody who rides himself, has moved or has no defense."""
    state = sf_state(f"{PARIS} ge 7-6 Inf XX <D>, ge 2-6 Inf III <A>, ge 3-6 Inf III <B>, ge 0-1-5 Cons III <C>")
    assert [p.id for p in rearguards_in(PARIS, AXIS, ("D",), state, SF)] == ["C", "A", "B"]
    assert [p.id for p in rearguards_in(PARIS, AXIS, ("D", "C"), state, SF)] == ["A", "B"]
    moved = state.noting(MOVED_BY, "A", "regular")
    assert [p.id for p in rearguards_in(PARIS, AXIS, ("D", "C"), moved, SF)] == ["B"]
    assert rearguards_in(PARIS, ALLIED, ("D",), state, SF) == ()


def test_sf_7A_what_the_board_says_of_a_rail_hex() -> None:
    state = sf_state(f"{PARIS} ge 7-6 Inf XX <D>, ge 2-6 Inf III <A>")
    first = gather_rail_hex(PARIS, None, AXIS, ("D",), state, SF)
    assert first.joined and first.is_rail and first.line == "" and first.rearguards == ()
    following = gather_rail_hex(NORTH[0], PARIS, AXIS, ("D",), state, SF)
    assert following.joined and following.line == HIGH and following.is_owned and not following.enemy_zoc
    far = gather_rail_hex(NORTH[2], PARIS, AXIS, ("D",), state, SF)
    assert not far.joined and far.line == ""
    assert not gather_rail_hex(PARIS, Hex("nowhere"), AXIS, ("D",), state, SF).joined
    broken = gather_rail_hex(NORTH[0], PARIS, AXIS, ("D",), state.noting(RAIL_BROKEN, NORTH[0], True), SF)
    assert broken.is_broken and not following.is_broken
    foreign = gather_rail_hex(NORTH[0], PARIS, ALLIED, (), state, SF)
    assert not foreign.is_owned and gather_rail_hex(PARIS, None, ALLIED, (), state, SF).is_enemy_occupied


def test_sf_7A_lines_lead_along_what_is_owned_and_open() -> None:
    state = sf_state(f"{PARIS} ge 7-6 Inf XX <D>")
    passable = frozenset({PARIS, *NORTH[:3], NORTH[4]})
    assert connected_hexes(PARIS, passable, AXIS, state, SF) == {PARIS, *NORTH[:3]}
    assert connected_hexes(NORTH[3], passable, AXIS, state, SF) == frozenset()
    assert lets_line_through(NORTH[0], AXIS, state, SF) and not lets_line_through(NORTH[0], ALLIED, state, SF)
    assert line_between(PARIS, Hex("nowhere"), SF) == "" == line_between(PARIS, NORTH[3], SF)
    assert set(rail_hexes(SF)) == {ref for ref in SF.board.hexes if is_rail_hex(ref, SF)}


def test_sf_37A2_links_over_a_ferry_are_open_with_both_ports() -> None:
    messina, villa = Hex("26:3823"), Hex("26:3822")
    state = sf_state(f"{messina} ge 2-6 Inf III <R>")
    i, index = SF.board.index[messina], SF.board.index
    assert rail_map(SF).kind(i, index[villa]) == FERRY
    for noted, is_open in (
        (state, True),
        (state.owned({villa: ALLIED}), False),
        (state.noting(PORT_DESTROYED, villa, True), False),
        (state.noting(PORT_HITS, messina, 99), False),
    ):
        assert (index[villa] in dict(usable_links(i, AXIS, noted, SF))) is is_open
        joined = connected_hexes(messina, frozenset({messina, villa}), AXIS, noted, SF)
        assert (villa in joined) is is_open
    assert is_functioning_port(messina, state, SF) and not is_functioning_port(PARIS, state, SF)
    assert not is_functioning_port(Hex("nowhere"), state, SF)


def test_sf_7A_mps_left_for_a_ride_are_those_not_spent() -> None:
    state = sf_state(f"{PARIS} ge 7-6 Inf XX <D>")
    assert rail_mps_left(state.piece("D"), state, SF) == 6
    spent = state.noting(MPS_SPENT, "D", Fraction(2))
    assert rail_mps_left(spent.piece("D"), spent, SF) == 4


@pytest.mark.parametrize(("fact", "otherwise"), [("", False), ("moved", True), ("worked", True)])
def test_sf_7A_whether_a_unit_has_moved_otherwise(fact: str, otherwise: bool) -> None:
    state = sf_state(f"{PARIS} ge 7-6 Inf XX <D>")
    state = state.noting(MOVED_BY, "D", "regular") if fact == "moved" else state
    state = state.noting(MPS_SPENT, "D", Fraction(1)) if fact == "worked" else state
    order = RailMove(("D",), NORTH[:2])
    facts = gather_rail(state.piece("D"), order, gather_hexes(order, state, SF), state, SF)
    assert facts.moved_otherwise is otherwise and facts.entered == 2 and not facts.is_admin and not facts.strategic
    assert facts.on_rail and facts.ends_on_rail and facts.is_phasing and facts.ridden == 0 and not facts.beside_enemy


def test_fof_14I2_a_carried_unit_counts_double_with_its_counter_once() -> None:
    """By one reading the load of a movement counter counts double, but not what counts double anyhow."""
    rules = rules_of("fof", rulings=(("fof-14I2-loaded-counter", "both"),))
    text = f"{PARIS} fr 5-6 Inf XX <D>, fr 2-8 LtTk III <T>, fr 1-6 Inf III <R>"
    state = fof_state(text, rules=rules).noting(CARRIED_ON, "D", "R").noting(CARRIED_ON, "T", "R")
    count = {who: reckon_count(state.piece(who), False, state, rules).value for who in "DTR"}
    assert count == {"D": 6, "T": 2, "R": 1}
    assert reckon_count(state.piece("D"), True, state, rules).value == 12
    alone = fof_state(text)
    assert [reckon_count(alone.piece(who), False, alone, FOF).value for who in "DTR"] == [3, 2, 1]


def test_sf_7A3_what_has_been_counted_is_not_counted_again() -> None:
    state, way = sf_state(f"{PARIS} ge 7-6 Inf XX <D>"), (PARIS, *NORTH[:2])
    fresh = reckon_charges(state.piece("D"), way, state, SF)
    assert fresh.totals == {FRANCE: 3} and fresh.needs[FRANCE].value == 3 and not fresh.is_low
    counted = state.noting(RAIL_USED, on_net(FRANCE, "D"), Fraction(3))
    again = reckon_charges(counted.piece("D"), way, counted, SF)
    assert again.totals == {FRANCE: 3} and again.needs[FRANCE].value == 0
    low = reckon_charges(state.piece("D"), way, counted.noting(LOW_VOLUME_USED, "D", True), SF)
    assert low.totals == {FRANCE: 6} and low.needs[FRANCE].value == 3


@pytest.mark.parametrize(
    ("path", "mode", "allowed"),
    [
        (NORTH[:2], "operational", True),
        (NORTH[:2], "strategic", True),
        (NORTH[:2], "swift", False),
        ((), "operational", False),
        ((Hex("nowhere"),), "operational", False),
        ((NORTH[0], NORTH[0]), "operational", False),
        ((NORTH[0], NORTH[2]), "operational", False),
    ],
)
def test_sf_7A_orders_to_ride_name_every_hex_of_the_way(path: tuple[Hex, ...], mode: str, allowed: bool) -> None:
    state = sf_state(f"{PARIS} ge 7-6 Inf XX <D>")
    assert rule_on_rail_move(RailMove(("D",), path, mode), AXIS, state, SF).allowed is allowed


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("D", "it rides itself"),
        ("F", f"it is in {NORTH[4]}"),
        ("Z", "its defense strength is 0"),
        ("M", "it is no unit of the side that stays there all phase"),
    ],
)
def test_sf_7A_who_cannot_stay_behind_is_told_why(name: str, why: str) -> None:
    parts = (f"{PARIS} ge 7-6 Inf XX <D>, ge 2-6 Inf III <A>, ge 0-6 Inf III <Z>, ge 2-6 Inf III <M>",)
    state = sf_state(*parts, f"{NORTH[4]} ge 2-6 Inf III <F>").noting(MOVED_BY, "M", "regular")
    ruling = rule_on_rail_move(RailMove(("D",), NORTH[:2], stays=(name,)), AXIS, state, SF)
    assert [why in refusal.why for refusal in ruling.refusals] == [True]
    assert rule_on_rail_move(RailMove(("D",), NORTH[:2], stays=("A",)), AXIS, state, SF).allowed


def test_sf_7A_points_that_are_no_resource_points_do_not_ride_by_themselves() -> None:
    state = sf_state(f"{PARIS} ge RP 1 <P>, ge 7-6 Inf XX <D>")
    assert rule_on_mover(state.piece("P"), state, SF).allowed and rule_on_mover(state.piece("D"), state, SF).allowed
    supplies = evolve(state.piece("P"), unit=evolve(state.piece("P").unit, type="supply_point"))
    assert not rule_on_mover(supplies, state.with_piece(supplies), SF).allowed


def test_sf_7A1_a_ride_is_paid_hex_by_hex_and_counted_as_it_goes() -> None:
    for rules, mps, ridden in ((SF, Fraction(3, 7), None), (LOST_FRACTIONS, 1, 3)):
        state = sf_state(f"{PARIS} ge 7-6 Inf XX <D>", rules=rules)
        state, log = drive(carry_out_rail_move(RailMove(("D",), NORTH[:3]), AXIS, state, rules))
        assert (state.recall(MPS_SPENT, "D"), state.recall(RAIL_RIDDEN, "D")) == (mps, ridden)
        assert state.recall(MOVED_BY, "D") == "rail" and state.piece("D").place == NORTH[2]
        assert dict(log[-1].ledgers)["D: MPs"].value == mps
        assert state.recall(LOST_ZOC, "D") is None and state.recall(BESIDE_ENEMY, "D") is None
        later, _ = drive(carry_out_rail_move(RailMove(("D",), NORTH[3:8]), AXIS, state, rules))
        assert later.recall(MPS_SPENT, "D") == (Fraction(8, 7) if ridden is None else 2)


def test_sf_7A1_who_has_worked_and_rides_has_moved_as_others_do() -> None:
    state = sf_state(f"{PARIS} ge 7-6 Inf XX <D>").noting(MPS_SPENT, "D", Fraction(2))
    state, _ = drive(carry_out_rail_move(RailMove(("D",), NORTH[:1]), AXIS, state, SF))
    assert state.recall(MOVED_BY, "D") == "regular" and state.recall(MPS_SPENT, "D") == 2 + Fraction(1, 7)


# --- groups ----------------------------------------------------------------------------------------------------------


def test_sf_7A_those_ride_together_that_are_on_rails_and_have_not_moved() -> None:
    off_line = next(ref for ref in SF.board.neighbors_of(NORTH[4]) if not is_rail_hex(ref, SF))
    state = sf_state(
        f"{PARIS} ge 7-6 Inf XX <D>, ge 2-6 Inf III <A>, ge 2-6 Inf III <B>",
        f"{off_line} ge 2-6 Inf III <C>",
        f"{NORTH[8]} us 2-8 Inf III <U>",
    ).noting(MOVED_BY, "B", "regular")
    groups = list(rail_groups(AXIS, state, SF))
    assert [(group.target, set(group.units)) for group in groups] == [(PARIS, {"A", "D"})]
    with pytest.raises(StateError):
        groups[0].order("A")


def test_9A_a_group_makes_the_order_for_those_named_or_for_all() -> None:
    group = Group("attack", PARIS, ("A", "B"), make=lambda units: Attack(units, PARIS))
    assert (group.order(), group.order("B")) == (Attack(("A", "B"), PARIS), Attack(("B",), PARIS))


def test_sf_9A_13_who_may_attack_and_overrun_together() -> None:
    state = sf_state(
        f"{NORTH[3]} ge 7-6 Inf XX <D>, ge 2-6 Inf III <A>",
        f"{NORTH[4]} us 2-8 Inf III <U>",
        f"{NORTH[5]} ge 2-6 Inf III <C>",
    )
    attacks = {group.target: set(group.units) for group in attack_groups(AXIS, state, SF)}
    assert attacks[NORTH[4]] == {"A", "C", "D"}
    overruns = [set(group.units) for group in overrun_groups(AXIS, state, SF) if group.target == NORTH[4]]
    assert sorted(overruns, key=len) == [{"C"}, {"A", "D"}]


# --- what contributed rules take -------------------------------------------------------------------------------------


def lost_in_france(net: str, side: er.Side, state: er.GameState, rules: er.Ruleset) -> Reckoning:
    """REs that a side loses this turn: as many as the hits on the yard of Paris."""
    hits = state.recall(YARD_HITS, PARIS)
    return Reckoning.of(hits if hits and net == FRANCE else 0, "lost")


def leaves_paris(facts: Ride) -> bool:
    return facts.leaves == PARIS


class Extra:
    """Rules of a variant's own on what rides cost, and on capacity that is lost."""

    @er.hookimpl
    def europa_sources(self, variant: str) -> tuple[Source, ...]:
        return (Source("lost", LOST_THIS_TURN, by="SF 7A4", value=lost_in_france),)

    @er.hookimpl
    def europa_modifiers(self, variant: str) -> tuple[Modifier, ...]:
        return (Modifier("crowds in Paris", "rail cost", by="SF 7A1", amount=2, when=leaves_paris),)


@cache
def with_extra() -> er.Ruleset:
    return er.load("sf", plugins=["sf", Extra()], rulings={"sf-7A1-fraction-of-rail-mp": "lost"})


@pytest.mark.parametrize(("lost", "usable", "lines"), [(0, 50, 1), (20, 30, 2), (50, 0, 2), (60, 0, 3)])
def test_sf_7A4_what_is_lost_in_a_turn_comes_off_the_capacity_and_no_more_than_all(
    lost: int, usable: int, lines: int
) -> None:
    rules = with_extra()
    state = sf_state(GARRISON, rules=rules).noting(YARD_HITS, PARIS, lost)
    found = reckon_usable_capacity(FRANCE, AXIS, state, rules)
    assert found.value == usable and len(found.lines) == lines
    assert reckon_usable_capacity("Sicily", AXIS, state, rules).value == 10


def test_sf_7A1_a_ride_that_is_reckoned_hex_by_hex_costs_what_it_costs_in_one_go() -> None:
    """Nine hexes at seven an MP: two MPs, by the reading that parts are lost; and two more for leaving Paris."""
    rules, state = with_extra(), sf_state(GARRISON, rules=with_extra())
    state, log = drive(carry_out_rail_move(RailMove(("D",), NORTH), AXIS, state, rules))
    assert dict(log[-1].ledgers)["D: MPs"].value == state.recall(MPS_SPENT, "D") == 4


def test_sf_7A4c_the_last_yard_of_a_net_takes_its_capacity_with_it() -> None:
    state = sf_state(GARRISON)
    last, *others = yards_of(AXIS, state, SF, "Sicily")
    state = state.noting(RAIL_RAISED, on_net("Sicily", AXIS), Fraction(5))
    for owned, capacity in ((dict.fromkeys(others, ALLIED), 0), ({}, 10)):
        before = state.owned(owned)
        after = lose_capacity(HexGained(last, ALLIED, AXIS), before, SF)
        assert permanent_capacity("Sicily", AXIS, after, SF).value == capacity
        assert (after.recall(RAIL_RAISED, on_net("Sicily", AXIS)) is None) is (capacity == 0)
    field = next(ref for ref in SF.board.neighbors_of(last) if ref not in yards(SF))
    for facts in (HexGained(field, ALLIED, AXIS), HexGained(last, ALLIED, NEUTRAL)):
        assert lose_capacity(facts, state, SF) == state


@pytest.mark.parametrize(
    ("parts", "may"),
    [
        ((GARRISON,), True),
        ((f"{PARIS} ge 7-6 Inf XX <D>",), False),
        ((f"{PARIS} ge 7-6 Inf XX <D>", "field ge RP 5 <P>"), False),
    ],
)
def test_sf_7A4b_who_has_points_at_yards_may_build(parts: tuple[str, ...], may: bool) -> None:
    field = next(ref for ref in NORTH if ref not in yards(SF))
    state = sf_state(*(part.replace("field", field) for part in parts), when="Jul I 43, Axis initial")
    assert may_build_capacity(AXIS, state, SF) is may
    assert (next(begin_building_capacity(state, SF), None) is not None) is may


@pytest.mark.parametrize(("capacity", "fits"), [(6, True), (5, False)])
def test_sf_7A3_what_rides_together_must_fit_together(capacity: int, fits: bool) -> None:
    state = sf_state(f"{PARIS} ge 7-6 Inf XX <D>, ge 7-6 Inf XX <C>")
    state = state.noting(RAIL_CAPACITY, on_net(FRANCE, AXIS), Fraction(capacity))
    assert rule_on_rail_move(RailMove(("D", "C"), NORTH[:1]), AXIS, state, SF).allowed is fits
    assert rule_on_rail_move(RailMove(("D",), NORTH[:1]), AXIS, state, SF).allowed
