"""Ranges, strengths, targets, ways and loads of air units (rules 17 to 20, 22 and 23), each at its limit."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve
from tests.air_driving import BOOKS, FOF, HERE, OURS, PARIS, SF, THEIRS, Book, rules_of, scene

from europa_rules.air.aa_strength import (
    AaCounter,
    AaFacts,
    AaInHex,
    Ships,
    features_of,
    gather_around,
    reckon_aa_of_hex,
    reckon_feature_aa,
    reckon_intrinsic_aa,
    reckon_naval_aa,
)
from europa_rules.air.abatement import Abatement
from europa_rules.air.air_combat import MayFire
from europa_rules.air.air_replacement import (
    AirArrivals,
    AirbaseForArrivals,
    ArpsAtHand,
    ArpsSpent,
    Regrouped,
    air_cycle,
)
from europa_rules.air.air_support import SupportFacts
from europa_rules.air.airbases import AirfieldAbandoned, BaseFeatures, BaseUse, Recovery
from europa_rules.air.antiaircraft import AaTarget, column_number, rule_on_aa_fire
from europa_rules.air.bomber_transports import rule_on_bomber_as_transport
from europa_rules.air.bombing import (
    AirbaseBombing,
    BombingAttack,
    BombingColumn,
    PortBombing,
    YardBombing,
    reckon_bombing_modifier,
    reckon_strength_of_kind,
)
from europa_rules.air.facts import FLOWN, FLYING, HARASSED, UNDER_WAY_NOW, AirOperation, DropPlan, Flying
from europa_rules.air.flight_orders import (
    FlightPlan,
    FlyOperation,
    OperationFacts,
    distance_flown,
    gather_mission,
    read_flight,
    rule_on_flight,
    rule_on_operation_order,
    rule_on_turning_back,
)
from europa_rules.air.flights import (
    Flight,
    has_bombs,
    jettison,
    mission_named,
    reckon_air_attack,
    reckon_air_defense,
    reckon_bombing_strength,
    reckon_patrol_zone,
    reckon_range,
)
from europa_rules.air.harassment import HarassedLeaving, HarassmentBombing
from europa_rules.air.interception import PatrolSwitch, Scramble
from europa_rules.air.legality import rule_on_ways
from europa_rules.air.missions import (
    MissionFacts,
    any_air_unit,
    any_of_category,
    rule_on_bombs,
    rule_on_extended_range,
    rule_on_mission,
    rule_on_night,
    rule_on_phase,
    rule_on_type,
)
from europa_rules.air.off_board import Aloft
from europa_rules.air.overflight import rule_on_country, rule_on_flight_path
from europa_rules.air.patrol_attacks import Patroller
from europa_rules.air.position_aa import PositionAaChange
from europa_rules.air.targets import Target, gather_target, rule_on_target
from europa_rules.air.transport import (
    CargoUnit,
    Carrier,
    DropHex,
    Lift,
    Load,
    described_carrier,
    fate_of_cargo,
    is_prohibited_word,
    most_severe,
    reckon_bomber_load,
    reckon_capacity,
    reckon_cargo,
    reckon_cargo_unit,
    reckon_points,
    reckon_room_for_units,
    rule_on_capacity,
    rule_on_drop_hex,
    rule_on_load,
    rule_on_towing,
)
from europa_rules.air_units import AirRating
from europa_rules.errors import NotationError
from europa_rules.ground.facts import AIRBASE_HITS, AIRFIELD
from europa_rules.hexes import Hex
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Turn
from europa_rules.state import INOPERATIVE, GameState
from europa_rules.units import Rating, Unit


def on(counter: str, mission: str, rules: Ruleset, **how: Any) -> Flight:
    return Flight(AirRating.parse(counter), *mission_named(mission, rules), **how)


# --- ranges and strengths (rules 18, 20 and 23) ----------------------------------------------------------------------


@BOOKS
def test_18_the_range_is_that_of_the_mission_and_of_how_it_is_flown(book: Book) -> None:
    rules = rules_of(book.name)
    chart = rules.charts.air_missions
    once, extended, star = (
        reckon_range(flight, rules).value
        for flight in (
            on("4B5 3-7/21", "rail_lines", rules),
            on("4B5 3-7/21", "rail_lines", rules, extended=True),
            on("4B5 3-7/21*", "rail_lines", rules, extended=True),
        )
    )
    assert once == 21 * chart["rail_lines"].range.value
    assert extended == once * chart.extended_range.times
    assert star == once * chart.extended_range.with_asterisk // 1
    assert [reckon_range(on(f"8F6 1/{n}", "interception", rules), rules).value for n in (8, 9)] == [4, 4]
    back = on("1T2 21", "regular_transport", rules)
    one_way, far = (reckon_range(evolve(back, one_way=True, extended=n), rules).value for n in (False, True))
    assert one_way == 21 * chart["regular_transport"].one_way.value  # type: ignore[union-attr]
    assert far == 21 * chart.extended_range.one_way
    unrated = evolve(AirRating.parse("4B5 3-7/21"), movement=None)
    assert reckon_range(Flight(unrated, *mission_named("rail_lines", rules)), rules).value == 0
    assert reckon_range(Flight(AirRating.parse("4B5 3-7/21"), family="bombing"), rules).value > 0


def test_sf_19_a_patrol_zone_is_half_the_rating_without_fractions_up_to_its_longest() -> None:
    rules = rules_of("sf")
    zones = [reckon_patrol_zone(Flight(AirRating.parse(f"8F6 1/{n}")), rules) for n in (1, 2, 3, 9, 40)]
    assert [zone.value for zone in zones if zone][:4] == [0, 1, 1, 4]
    of_rating, most = rules.charts.air_missions.patrol_zone or (0, 0)
    assert zones[-1] is not None and zones[-1].value == most and of_rating == Fraction(1, 2)
    assert reckon_patrol_zone(Flight(AirRating.parse("4B5 3-7/26")), rules) is None
    assert reckon_patrol_zone(Flight(AirRating.parse("8F6 1/9")), rules_of("fof")) is None
    unrated = reckon_patrol_zone(Flight(AirRating.parse("8F6")), rules)
    assert unrated is not None and unrated.value == 0


@BOOKS
def test_20G_what_adds_to_a_bombing_strength_and_what_takes_from_it(book: Book) -> None:
    rules = rules_of(book.name)
    third = rules.charts.air_missions.extended_range.bombing_times
    for flight, strength in (
        (on("4B5 3-7/26", "rail_lines", rules), 3),
        (on("4B5 3-7/26", "rail_yards", rules), 7),
        (on("8F6 2/9", "airbases", rules), 3),
        (on("8F6 2/9", "rail_lines", rules), 2),
        (on("4B5 3-7/26", "airbases", rules), 3),
        (on("4B5 3-7/26", "rail_lines", rules, extended=True), 3 * third),
        (on("4B5 3-7/26", "rail_lines", rules, night=True), Fraction(3, 2)),
        (on("4NB5 3-7/26", "rail_lines", rules, night=True), 3),
        (on("4B5 3-7/26", "defensive_air_support", rules), Fraction(3, 2)),
        (Flight(AirRating.parse("4B5 3-7/V/26"), torpedoes=True), 6),
        (on("4B5 3-7/V/26", "rail_lines", rules, torpedoes=True), 3),
    ):
        assert reckon_bombing_strength(flight, rules).value == strength, flight
    plain = Flight(AirRating.parse("4B5 3-7/V/26"), torpedoes=True)
    assert reckon_bombing_strength(plain, rules, "strategic").value == 7
    assert reckon_strength_of_kind(on("4B5 3-7/26", "rail_lines", rules), "strategic", rules).value == 7
    assert reckon_strength_of_kind(on("4B5 3-7/26", "rail_lines", rules), "tactical", rules).value == 3
    assert reckon_strength_of_kind(on("8F6 2/9", "airbases", rules), "tactical", rules).value == 3
    assert reckon_strength_of_kind(on("8F6 2/9", "airbases", rules), "strategic", rules).value == 0


@BOOKS
def test_23_what_takes_from_an_air_strength(book: Book) -> None:
    rules = rules_of(book.name)
    glider = AirRating.parse("0GT-1 T")
    assert reckon_air_defense(evolve(on("1T2 13", "regular_transport", rules), towing=glider), rules).value == 1
    assert reckon_air_defense(on("1T2 13", "regular_transport", rules), rules).value == 2
    day, night = on("8F6 1/9", "escort", rules, night=True), on("8NF6 1/9", "escort", rules, night=True)
    assert [reckon_air_attack(flight, rules).value for flight in (day, night)] == [0, 8]
    bomber = on("4B5 3-7/26", "rail_lines", rules)
    assert [reckon(bomber, rules).value for reckon in (reckon_air_attack, reckon_air_defense)] == [4, 5]
    far = on("8F6 1/9", "escort", rules, extended=True)
    assert len(reckon_air_attack(far, rules).lines) == (1 if book is FOF else 3)
    used = evolve(bomber, as_transport=True)
    assert [reckon(used, rules).value for reckon in (reckon_air_attack, reckon_air_defense)] == [2, 3]
    assert [flight.acts_as for flight in (used, bomber)] == ["T", "B"]
    assert [flight.category(rules) for flight in (used, bomber)] == ["transport", "bomber"]
    fighter = on("8F6 1/9", "rail_lines", rules)
    assert reckon_air_attack(fighter, rules).value == 6
    assert reckon_air_attack(evolve(fighter, jettisoned=True), rules).value == 8
    assert reckon_air_attack(on("8HF6 1/9", "rail_lines", rules), rules).value == 8


def test_23_an_air_unit_by_night_and_at_extended_range() -> None:
    day, night = (Flight(AirRating.parse(text), id="x") for text in ("4B5 3-7/26", "4NB5 3-7/26"))
    assert day.by_night(True).rating.prefixes == "N" == night.by_night(True).rating.prefixes
    assert day.by_night(False).rating.prefixes == "" == night.by_night(False).rating.prefixes
    assert day.by_night(True).night and day.by_night(False).night
    glider, other = AirRating.parse("0GT-1 T"), AirRating.parse("0GHT-2 T")
    towing = evolve(day, towing=glider)
    assert (towing.at_extended_range().towing, towing.at_extended_range(other).towing) == (glider, other)
    assert day.at_extended_range().extended and day.at_extended_range().towing is None
    assert (day.name, evolve(day, id="").name) == ("x", "4B5")


@BOOKS
def test_23A1_23D1_what_a_fighter_keeps_that_jettisons_its_bombs(book: Book) -> None:
    rules = rules_of(book.name)
    for counter in ("8F6 0/9", "8F6 2/9", "8F6"):
        found = jettison(on(counter, "rail_lines", rules), rules)
        assert (found.may_bomb, found.is_shot_at) == ((False, False) if book is FOF else (True, True)), counter
        assert found.flight.jettisoned and found.flight.rating == AirRating.parse(counter)


# --- who flies what (rules 16 and 20) --------------------------------------------------------------------------------


@BOOKS
def test_20_each_thing_that_keeps_an_air_unit_from_a_mission(book: Book) -> None:
    rules = rules_of(book.name)
    good = MissionFacts(on("4B5 3-7/26", "rail_lines", rules), phase="movement", is_phasing=True, role="initiating")
    for right in (
        good,
        evolve(good, phase="", is_phasing=None),
        evolve(good, distance=26),
        evolve(good, target=Target("enemy", has_rail_line=True)),
        evolve(good, role=""),
    ):
        assert rule_on_mission(right, rules).allowed, right
    for wrong in (
        evolve(good, status=INOPERATIVE),
        evolve(good, harassed=True),
        evolve(good, flown=1),
        evolve(good, target_hexes=2),
        evolve(good, another_open=True),
        evolve(good, operation="cap"),
        evolve(good, role="reacting"),
        evolve(good, phase="combat"),
        evolve(good, is_phasing=False),
        evolve(good, distance=99),
        evolve(good, target=Target("enemy", has_rail_line=False)),
        evolve(good, target=Target("friendly")),
        evolve(good, flight=on("4B5 0-7/26", "rail_lines", rules)),
        evolve(good, flight=on("4B5 3-7/26", "rail_lines", rules, torpedoes=True)),
    ):
        assert not rule_on_mission(wrong, rules).allowed, wrong
    for wrong in (evolve(good, flown=1), evolve(good, another_open=True), evolve(good, role="reacting")):
        assert len(rule_on_mission(wrong, rules).refusals) == 1, wrong
    escort = evolve(good, flight=on("8F6 1/9", "escort", rules), operation="ground_support")
    assert rule_on_mission(escort, rules).allowed
    glider = MissionFacts(on("0GT-1 T", "regular_transport", rules))
    assert "flies only in tow" in str(rule_on_mission(glider, rules))


@BOOKS
def test_20_types_phases_night_and_extended_range_of_missions(book: Book) -> None:
    rules = rules_of(book.name)
    missions = rules.charts.air_missions
    lines, escort = missions["rail_lines"], missions["escort"]
    assert rule_on_type(on("4B5 3-7/26", "rail_lines", rules), lines, rules).allowed
    assert not rule_on_type(on("4B5 3-7/26", "escort", rules), escort, rules).allowed
    assert not rule_on_type(on("1T2 13", "escort", rules), escort, rules).allowed
    facts = MissionFacts(on("4B5 3-7/26", "rail_lines", rules))
    for phase, is_phasing, allowed in (
        ("", False, True),
        ("movement", True, True),
        ("movement", None, True),
        ("movement", False, False),
        ("combat", True, False),
    ):
        assert rule_on_phase(evolve(facts, phase=phase, is_phasing=is_phasing), lines, rules).allowed == allowed
    for name, mission in missions.missions.items():
        by_day = on("8F6 1/9", name, rules, night=True)
        assert rule_on_night(by_day, mission, rules).allowed == (mission.at_night == "all"), name
        fighter = on("8NF6 1/9", name, rules, night=True)
        assert rule_on_night(fighter, mission, rules).allowed == (mission.at_night in ("all", "night")), name
        assert rule_on_night(evolve(fighter, night=False), mission, rules).allowed
    far = on("4B5 3-7/26", "rail_lines", rules, extended=True)
    assert rule_on_extended_range(far, lines, rules).allowed == ("bomber" in lines.extended)
    assert rule_on_extended_range(evolve(far, extended=False), lines, rules).allowed
    tug = evolve(on("1T2 13", "regular_transport", rules, extended=True), towing=AirRating.parse("0GT-1 T"))
    assert len(rule_on_extended_range(tug, missions["regular_transport"], rules).refusals) == 1
    assert rule_on_extended_range(evolve(tug, extended=False), missions["regular_transport"], rules).allowed


@BOOKS
def test_20G1_20G2_bombs_of_the_kind_that_the_mission_drops(book: Book) -> None:
    rules = rules_of(book.name)
    for counter, mission, allowed in (
        ("4B5 3-0/26", "rail_lines", True),
        ("4B5 0-7/26", "rail_lines", False),
        ("4B5 0-7/26", "rail_yards", True),
        ("4B5 3-0/26", "rail_yards", False),
        ("8F6 0/9", "airbases", True),
        ("8F6 0/9", "rail_lines", False),
        ("4B5 0-7/26", "airbases", False),
        ("8F6", "rail_lines", True),
        ("8F6 1/9", "escort", True),
    ):
        flight = on(counter, mission, rules)
        assert rule_on_bombs(flight, rules.charts.air_missions[mission], rules).allowed == allowed, (counter, mission)
    assert has_bombs(on("8F6 0/9", "airbases", rules), rules)
    assert not has_bombs(on("8F6 0/9", "rail_lines", rules), rules)


@BOOKS
def test_20_an_announced_family_may_be_flown_where_one_of_its_missions_may(book: Book) -> None:
    rules = rules_of(book.name)
    bomber = MissionFacts(Flight(AirRating.parse("4B5 3-7/26"), family="bombing"), phase="movement", is_phasing=True)
    assert rule_on_mission(bomber, rules).allowed
    transport = MissionFacts(Flight(AirRating.parse("0T5 0-7/26"), family="transport"), is_phasing=True)
    by_phase = [rule_on_mission(evolve(transport, phase=phase), rules).allowed for phase in ("movement", "combat")]
    assert by_phase == [True, False]
    tired = rule_on_mission(evolve(bomber, flown=1), rules)
    assert "4B5 has flown a mission in this player turn" in str(tired)
    assert (str(any_of_category("transport")), str(any_of_category("bomber"))) == ("0T0", "0B0")
    assert [str(any_air_unit(rules.charts.air_missions.missions.get(n))) for n in ("cap", "rail_lines", "")] == [
        "0F0",
        "0B0",
        "0B0",
    ]


@BOOKS
def test_20_each_thing_that_a_target_lacks(book: Book) -> None:
    rules = rules_of(book.name)
    base = Target("friendly", is_airbase=True)
    for mission, good, bad in (
        ("transfer", evolve(base, airbase_capacity=1), evolve(base, airbase_capacity=0)),
        ("transfer", Target(is_airbase=None), Target("friendly", is_airbase=False)),
        ("transfer", evolve(base, owner="enemy", airbase_owner="friendly"), evolve(base, airbase_owner="enemy")),
        ("rail_lines", Target("enemy", airbase_owner="friendly"), Target("neutral", has_rail_line=True)),
        ("airbases", Target("enemy", is_airbase=True, airbase_capacity=0), Target("friendly", is_airbase=True)),
        ("strategic_ports", Target("enemy", is_port=True), Target("enemy", is_port=False)),
        ("ground_support", Target("friendly", enemy_units=True), Target("enemy", enemy_units=False)),
        ("defensive_air_support", Target("enemy", friendly_units=True), Target("friendly", friendly_units=False)),
        ("harassment", Target("neutral", is_land=True), Target("enemy", is_land=False)),
    ):
        terms = rules.charts.air_missions[mission]
        flight = on("8F6 1/9", mission, rules)
        assert rule_on_target(flight, terms, good, rules).allowed, (mission, good)
        assert len(rule_on_target(flight, terms, bad, rules).refusals) == 1, (mission, bad)


@BOOKS
def test_20_what_a_side_sees_in_a_hex(book: Book) -> None:
    rules = rules_of(book.name)
    state = scene(book, f"{HERE} {book.enemy} 7-6 Inf XX 1 | {OURS} ge 7-6 Inf XX 2").noting(AIRBASE_HITS, OURS, 2)
    ours = gather_target(OURS, AXIS, state, rules)
    assert (ours.owner, ours.is_airbase, ours.airbase_capacity, ours.airbase_owner) == ("friendly", True, 4, "friendly")
    assert (ours.friendly_units, ours.enemy_units, ours.is_land, ours.is_port) == (True, False, True, False)
    here = gather_target(HERE, AXIS, state, rules)
    assert (here.owner, here.is_airbase, here.airbase_capacity, here.airbase_owner) == ("enemy", False, None, "")
    assert (here.friendly_units, here.enemy_units, here.is_capital) == (False, True, False)
    paris = gather_target(PARIS, AXIS, state, rules)
    assert (paris.is_yard, paris.has_rail_line, paris.is_capital) == (True, True, True)
    coast = next(ref for ref in rules.board.hexes if rules.board.surface(ref) == "coastal")
    assert gather_target(coast, AXIS, state, rules).is_sea and not ours.is_sea
    boxes = {box: gather_target(box, ALLIED, state, rules) for box in rules.board.boxes}
    for box, seen in boxes.items():
        base = book is SF and box in ("box:Britain", "box:North Africa")
        assert (seen.owner == "friendly", seen.is_airbase, seen.water == "partial-sea") == (base, base, base), box


# --- orders and ways (rules 16D, 18, 20 and 23) ----------------------------------------------------------------------


def test_20_the_words_of_an_order_to_fly_are_read() -> None:
    known = ["ge A", "ge A 2"]
    assert read_flight("ge A 2: Rail Lines", known) == FlightPlan("ge A 2", "rail_lines")
    how = "extended, one way, torpedoes, stage X, from Y, via V W, until Z, onward O P, tow G, carry a & b"
    assert read_flight(f"ge A: escort, {how}", known) == FlightPlan(
        "ge A", "escort", True, True, True, "X", "Y", ("V", "W"), "Z", "G", ("a", "b"), ("O", "P")
    )
    for wrong in ("ge B: escort", "ge A:", "ge A: escort, stage", "ge A: escort, sideways", "ge A: escort, extended 2"):
        with pytest.raises(NotationError):
            read_flight(wrong, known)


@BOOKS
def test_16D_each_thing_that_bars_an_order_to_fly(book: Book) -> None:
    rules = rules_of(book.name)
    air = f"{OURS} ge 8F6 1/40 A, ge 4B5 3-7/40 B | {THEIRS} {book.enemy} 8F6 1/40 C"
    state = scene(book, f"{air} | {HERE} {book.enemy} 7-6 Inf XX 1")
    good = FlyOperation(PARIS, ("ge A: escort", "ge B: rail lines"))
    assert rule_on_operation_order(good, AXIS, state, rules).allowed
    for wrong in (
        FlyOperation(PARIS, ()),
        FlyOperation(PARIS, ("ge A: escort", "ge A: escort")),
        FlyOperation(PARIS, ("ge B: rail lines",), "dusk"),
        FlyOperation(PARIS, ("ge B: rail lines, until 17A:2018",)),
        FlyOperation(PARIS, (f"ge B: rail lines, from {OURS}",)),
        FlyOperation(PARIS, (f"ge B: rail lines, onward {OURS}",)),
        FlyOperation(OURS, ("ge B: rail lines",)),
    ):
        assert not rule_on_operation_order(wrong, AXIS, state, rules).allowed, wrong
    busy = state.noting(UNDER_WAY_NOW, "", "air operation 1")
    assert "another air operation is going on" in str(rule_on_operation_order(good, AXIS, busy, rules))
    foreign = FlyOperation(PARIS, (f"{book.enemy} C: escort",))
    assert f"{book.enemy} C is not the player's" in str(rule_on_operation_order(foreign, AXIS, state, rules))
    ruined = state.noting(AIRBASE_HITS, OURS, 99)
    assert "the capacity of the airbase is 0" in str(rule_on_operation_order(good, AXIS, ruined, rules))
    turning = FlightPlan("ge A", "escort", until=HERE)
    operation = AirOperation(AXIS, PARIS)
    assert rule_on_turning_back(turning, operation, rules).allowed
    assert not rule_on_turning_back(evolve(turning, mission="rail_lines"), operation, rules).allowed
    assert not rule_on_turning_back(evolve(turning, mission="bombing"), operation, rules).allowed
    assert rule_on_turning_back(evolve(turning, mission="rail_lines", until=""), operation, rules).allowed


@BOOKS
def test_20_the_facts_of_an_air_unit_that_is_to_fly(book: Book) -> None:
    rules = rules_of(book.name)
    state = scene(book, f"{OURS} ge 8F6 1/40 A")
    plan, operation = FlightPlan("ge A", "escort"), AirOperation(AXIS, HERE)
    facts = gather_mission(plan, operation, AXIS, state, rules)
    assert (facts.flown, facts.harassed, facts.is_phasing, facts.role) == (0, False, True, "initiating")
    assert facts.distance == rules.board.distance(OURS, HERE) and facts.target is not None
    for busy in (state.noting(FLOWN, "ge A", "cap"), state.noting(FLYING, "ge A", Flying("cap", OURS, "1"))):
        assert gather_mission(plan, operation, AXIS, busy, rules).flown == 1
    assert gather_mission(plan, operation, AXIS, state.noting(HARASSED, "ge A", "Axis"), rules).harassed
    reacting = gather_mission(plan, evolve(operation, initiator=ALLIED), AXIS, state, rules)
    assert (reacting.role, reacting.target) == ("reacting", None)
    line = rules.board.grid.line(OURS, HERE)
    assert distance_flown((OURS, HERE, OURS), rules) == 2 * (len(line) - 1)
    assert distance_flown((OURS,), rules) == 0


@BOOKS
def test_23A_23B_each_thing_that_bars_staging_and_further_legs(book: Book) -> None:
    rules = rules_of(book.name)
    state = scene(book, f"{OURS} ge 8F6 1/10 A | {HERE} {book.enemy} 7-6 Inf XX 1")
    stage, leg, beyond = Hex("17A:1911"), Hex("17A:1912"), Hex("16A:1506")
    state = state.noting(AIRFIELD, stage, 3).noting(AIRFIELD, leg, 3).owned({stage: AXIS, leg: AXIS})
    near, transfer = AirOperation(AXIS, HERE), AirOperation(AXIS, stage)

    def ways(operation: AirOperation, plan: FlightPlan, at: GameState = state) -> int:
        return len(rule_on_ways(OperationFacts(operation, (plan,), AXIS, at, rules)).refusals)

    assert ways(near, FlightPlan("ge A", "escort", stage=stage)) == 0
    assert ways(transfer, FlightPlan("ge A", "transfer", legs=(leg,))) == 0
    assert ways(transfer, FlightPlan("ge A", "transfer", legs=(leg, stage))) == 0
    assert ways(transfer, FlightPlan("ge A", "escort", legs=(leg,))) == 1
    assert ways(transfer, FlightPlan("ge A", "transfer", legs=(THEIRS,))) >= 1
    assert ways(transfer, FlightPlan("ge A", "transfer", legs=(leg,)), state.noting(AIRBASE_HITS, leg, 3)) >= 1
    far = rules.board.distance(stage, beyond)
    piece = state.air_piece("ge A")
    lame = state.with_air(evolve(piece, unit=evolve(piece.unit, rating=AirRating.parse("8F6 1/1"))))
    assert far > 3 and ways(transfer, FlightPlan("ge A", "transfer", legs=(beyond,)), lame) == 1
    plan = FlightPlan("ge A", "escort", stage=THEIRS)
    assert not rule_on_flight(plan, near, AXIS, state, rules).allowed
    assert rule_on_flight(evolve(plan, stage=stage), near, AXIS, state, rules).allowed
    assert ways(near, FlightPlan("ge A", "escort", start=stage)) == 1


@BOOKS
def test_28C4_37C_a_flight_keeps_out_of_closed_countries(book: Book) -> None:
    rules = rules_of(book.name)
    board = rules.board
    swiss = [ref for ref in board.hexes if board.country(ref) == "Switzerland"]
    assert not rule_on_country("Switzerland", rules).allowed and rule_on_country("France", rules).allowed
    border = next(n for ref in swiss for n in board.neighbors_of(ref) if board.country(n) == "France")
    other = next(n for ref in swiss for n in board.neighbors_of(ref) if board.country(n) == "Italy")
    assert rule_on_flight_path((PARIS, border), rules).allowed
    assert not rule_on_flight_path((PARIS, swiss[0]), rules).allowed
    assert not rule_on_flight_path((swiss[0],), rules).allowed
    assert rule_on_flight_path((PARIS, HERE), rules).allowed and rule_on_flight_path((PARIS,), rules).allowed
    assert rule_on_flight_path((border, border), rules).allowed and rule_on_flight_path((other,), rules).allowed
    around, through = ("16A:4421", "16A:3020"), ("17A:4107", "16A:3216")
    for (start, end), allowed in ((around, True), (through, False)):
        line = board.grid.line(Hex(start), Hex(end))
        assert "Switzerland" in {board.country(ref) for ref in line}
        ruling = rule_on_flight_path((Hex(start), Hex(end)), rules)
        assert ruling.allowed == allowed
        assert [refusal.why for refusal in ruling.refusals] == ["air units do not fly over Switzerland"] * (not allowed)
    assert rule_on_flight_path((Hex("17A:4107"), Hex("box:Britain")), rules_of("sf")).allowed


# --- antiaircraft (rule 22) ------------------------------------------------------------------------------------------


@BOOKS
def test_22B1_who_is_fired_at_and_by_whom(book: Book) -> None:
    rules = rules_of(book.name)
    for right in (AaTarget("bombing"), AaTarget("transport"), AaTarget("bombing", by_attackers=True)):
        assert rule_on_aa_fire(right, rules).allowed
    for wrong in (AaTarget("escort"), AaTarget("cap"), AaTarget("bombing", by_attackers=True, firer_attacks=False)):
        assert len(rule_on_aa_fire(wrong, rules).refusals) == 1
    assert rule_on_aa_fire(AaTarget("bombing", firer_attacks=False), rules).allowed
    support, bombs = (AaTarget.of(on("4A5 4-1/9", m, rules)) for m in ("defensive_air_support", "rail_lines"))
    assert (support.by_attackers, bombs.by_attackers) == (True, False)
    assert not AaTarget.of(Flight(AirRating.parse("4A5 4-1/9"), family="bombing")).by_attackers
    assert (column_number(None), column_number("7")) == (None, 7)
    assert (BombingColumn(None).is_automatic_miss, BombingColumn("1").is_automatic_miss) == (True, False)


def test_sf_22B1_which_ships_in_port_fire_at_whom() -> None:
    rules = rules_of("sf")
    here = AaInHex.of(2, 3, ships=Ships((4, 5), (9,)))
    missions = rules.charts.air_missions.missions
    for name, mission in missions.items():
        for counter in ("4B5 3-7/26", "3HB5 2-18/40"):
            flight = on(counter, name, rules)
            heavy_only = flight.rating.type in mission.heavy_only
            ships = {"best": 5, "all": 9}.get(mission.ships_in_port, 0)
            expected = 2 if heavy_only else 5 + ships
            assert reckon_aa_of_hex(here, flight, rules).value == expected, (name, counter)
            none = reckon_aa_of_hex(AaInHex.of(2, 3), flight, rules).value
            assert none == (2 if heavy_only else 5)


@BOOKS
def test_22A3_22A4_intrinsic_aa_of_units_and_features(book: Book) -> None:
    rules = rules_of(book.name)
    naval = [reckon_naval_aa(n, rules).value for n in (0, 1, 3)] if book is FOF else [0, 1, 3]
    assert naval == [0, 1, 3]
    assert reckon_feature_aa("no_such_feature", ALLIED, frozenset(), rules).value == 0
    plain = Unit("ge", "infantry", "battalion", Rating.parse("1-6"))
    assert reckon_intrinsic_aa(plain, rules).value == 0
    state = scene(book, f"{HERE} ge 7-6 Inf XX 1")
    words = dict(features_of(PARIS, state, rules))
    assert words["Paris"] == "full_city"
    assert "permanent_airfield" in dict(features_of(OURS, state, rules)).values()
    assert not dict(features_of(Hex("17A:1912"), state, rules)) and not dict(features_of(Hex(""), state, rules))
    around = gather_around(HERE, AXIS, state, rules)
    assert len(around) == sum(rules.board.has_land(ref) for ref in rules.board.neighbors_of(HERE))


@BOOKS
def test_20G_23E1_bombing_modifiers_count_where_all_who_bomb_have_them(book: Book) -> None:
    rules = rules_of(book.name)
    stuka, bomber = (on(text, "rail_lines", rules) for text in ("2D2 2-0/26", "4B5 3-7/26"))
    for flights, modifier in (((stuka,), 1), ((stuka, stuka), 1), ((stuka, bomber), 0), ((bomber,), 0), ((), 0)):
        assert reckon_bombing_modifier(BombingAttack(flights), rules).value == modifier


# --- transport (rules 20F and 23) ------------------------------------------------------------------------------------


@BOOKS
def test_20F_what_air_units_carry_and_what_cargo_counts_for(book: Book) -> None:
    rules = rules_of(book.name)
    one = reckon_capacity(Lift((Carrier("T"),)), rules).value
    assert one > 0 and reckon_capacity(Lift((Carrier("T"),) * 3), rules).value == 3 * one
    assert reckon_capacity(Lift((Carrier("T"),), extended=True), rules).value == one / 2
    assert reckon_capacity(Lift((Carrier("B"),)), rules).value == 0
    assert reckon_room_for_units(Lift((Carrier("T"),) * 2), rules).value == 2 * one
    assert reckon_room_for_units(Lift((Carrier("T"),) * 2, "air_drop"), rules).value == one
    infantry = CargoUnit(Unit("ge", "infantry", "regiment", Rating.parse("2-6")))
    plain, drop = Lift((Carrier("T"),)), Lift((Carrier("T"),), "air_drop")
    bomber = Lift((Carrier("B", as_transport=True),))
    size = infantry.size(rules)
    counted = [reckon_cargo_unit(infantry, lift, rules).value for lift in (plain, drop, bomber)]
    assert counted == [size, 2 * size, 2 * size]
    assert evolve(infantry, re=Fraction(3)).size(rules) == 3
    supply, resource = (reckon_points(kind, 4, rules).value for kind in ("supply", "resource"))
    load = Load(plain, (infantry,), (("supply", 4), ("resource", 4)))
    assert reckon_cargo(load, rules).value == size + supply + resource
    assert [load.number_of(kind) for kind in ("supply", "mine")] == [4, 0]
    assert [reckon_bomber_load(*n, rules).value for n in ((1, 0), (0, 1), (2, 3))] == [2, 1, 7]


@BOOKS
def test_20F_cargo_up_to_the_capacity_is_carried(book: Book) -> None:
    rules = rules_of(book.name)
    lift = Lift((Carrier("T"),))
    room = reckon_capacity(lift, rules).value
    infantry = CargoUnit(Unit("ge", "infantry", "regiment", Rating.parse("2-6")), re=room)
    assert rule_on_capacity(Load(lift, (infantry,)), rules).allowed
    over = rule_on_capacity(Load(lift, (evolve(infantry, re=room + Fraction(1, 2)),)), rules)
    assert not over.allowed and "of units" in str(over)
    points = rule_on_capacity(Load(lift, (), (("supply", 99),)), rules)
    assert not points.allowed and "of units" not in str(points)


@BOOKS
def test_20F_each_thing_that_keeps_cargo_from_being_carried(book: Book) -> None:
    rules = rules_of(book.name)
    light = CargoUnit(Unit("ge", "infantry", "regiment", Rating.parse("2-6")))
    heavy = CargoUnit(Unit("ge", "artillery", "regiment", Rating.parse("1-2-6")))
    para = CargoUnit(Unit("ge", "parachute", "regiment", Rating.parse("2-6")))
    lift, drop = Lift((Carrier("T"),) * 20), Lift((Carrier("T"),) * 20, "air_drop")
    good = Load(lift, (light,), (("supply", 1),))
    assert rule_on_load(good, rules).allowed
    assert rule_on_load(evolve(good, points=(("resource", 1),), is_supplied=False), rules).allowed
    for wrong in (
        evolve(good, absent=("4 supply",)),
        evolve(good, is_supplied=False),
        evolve(good, units=(heavy,)),
        evolve(good, lift=Lift(())),
        Load(drop, (light,)),
        Load(drop, (para,), (("resource", 1),)),
    ):
        assert not rule_on_load(wrong, rules).allowed, wrong
    assert rule_on_load(Load(drop, (para,), (("supply", 1), ("resource", 0))), rules).allowed
    assert len(rule_on_load(evolve(good, points=(("mine", 1),), is_supplied=False), rules).refusals) >= 1


@BOOKS
def test_20F2_units_are_not_dropped_into_rough_country_and_supplies_on_any_land(book: Book) -> None:
    rules = rules_of(book.name)
    barred = rules.charts["air_cargo"].texts("drop", "barred")
    clear = DropHex()
    assert rule_on_drop_hex(clear, rules).allowed
    for wrong in (evolve(clear, terrain=barred[0]), evolve(clear, is_land=False), evolve(clear, is_prohibited=True)):
        assert len(rule_on_drop_hex(wrong, rules).refusals) == 1, wrong
    supplies = evolve(clear, with_units=False)
    for right in (evolve(supplies, terrain=barred[0]), evolve(supplies, is_prohibited=True)):
        assert rule_on_drop_hex(right, rules).allowed, right
    assert not rule_on_drop_hex(evolve(clear, is_land=False, with_units=False), rules).allowed
    assert is_prohibited_word("prohibited") and not is_prohibited_word("swamp")


def test_20F_the_most_severe_result_is_that_of_the_cargo_and_a_tug_tows_one_glider() -> None:
    assert [most_severe(found) for found in ("", "-", "R-", "AR", "KA")] == ["-", "-", "R", "A", "K"]
    assert [fate_of_cargo([r]) for r in "-RAK"] == ["delivered", "returns", "returns", "eliminated"]
    for game in ("fof", "sf"):
        assert "1 transport tows 1 glider, not 2" in str(rule_on_towing(2, 1, rules_of(game)))
        assert "2 transports tow 2 gliders, not 3" in str(rule_on_towing(3, 2, rules_of(game)))


def test_23E2_44E1_bombers_are_used_as_transports_by_an_optional_rule() -> None:
    plain, played = rules_of("sf"), rules_of("sf", options=("44E1",))
    assert not described_carrier("B", "regular_transport", plain).as_transport
    assert described_carrier("B", "regular_transport", played).as_transport
    assert not described_carrier("B", "aerial_minelaying", played).as_transport
    assert not described_carrier("T", "regular_transport", played).as_transport
    for side, model, kind, allowed in (
        (AXIS, "He 111H6", "B", True),
        (AXIS, "He 111", "B", False),
        (AXIS, "", "B", False),
        (ALLIED, "B-25C", "B", True),
        (ALLIED, "b 25c", "B", True),
        (ALLIED, "Hampden", "HB", True),
        (ALLIED, "Hampden", "B", False),
        (ALLIED, "", "HB", True),
        (ALLIED, "", "B", False),
    ):
        assert rule_on_bomber_as_transport(side, model, kind, played).allowed == allowed, (model, kind)
        assert not rule_on_bomber_as_transport(side, model, kind, plain).allowed
    fof = rules_of("fof", options=("23E2",))
    found = [rule_on_bomber_as_transport(AXIS, model, "B", fof).allowed for model in ("Z.506B", "Z.506", "Z.506B2")]
    assert found == [True, False, False]


def test_25_an_air_cycle_begins_with_the_first_turn_of_an_odd_month_or_of_each() -> None:
    sf, fof = rules_of("sf"), rules_of("fof")
    for text, of_sf, of_fof in (
        ("Jan I 44", ("Jan I 44", "Feb II 44"), ("Jan I 44", "Jan II 44")),
        ("Feb II 44", ("Jan I 44", "Feb II 44"), ("Feb I 44", "Feb II 44")),
        ("Dec I 44", ("Nov I 44", "Dec II 44"), ("Dec I 44", "Dec II 44")),
    ):
        for rules, (first, last) in ((sf, of_sf), (fof, of_fof)):
            cycle = air_cycle(Turn.parse(text), rules)
            assert (str(cycle.first), str(cycle.last)) == (first, last)
    assert (air_cycle(Turn.parse("May I 40"), fof).turns, air_cycle(Turn.parse("May I 44"), sf).turns) == (2, 4)


NEEDS = {
    "transfer": ("is_airbase", "friendly"),
    "regular_transport": ("is_airbase", "friendly"),
    "rail_yards": ("is_yard", "enemy"),
    "strategic_ports": ("is_port", "enemy"),
    "tactical_ports": ("is_port", "enemy"),
    "airbases": ("is_airbase", "enemy"),
    "rail_lines": ("has_rail_line", "enemy"),
    "ground_support": ("enemy_units", ""),
    "defensive_air_support": ("friendly_units", ""),
    "harassment": ("is_land", ""),
    "naval_units_in_port": ("in_port", ""),
    "naval_patrol": ("at_sea", ""),
    "coast_defenses": ("has_coast_defenses", ""),
    "aerial_minelaying": ("is_sea", ""),
    "terror_bombing": ("is_capital", "enemy"),
    "tactical_terror_bombing": ("is_capital", "enemy"),
}
"""What the target hex of a mission has, by the rule on the mission, and whose it is."""


@BOOKS
@pytest.mark.parametrize("mission", NEEDS)
def test_20_a_mission_is_aimed_at_what_it_is_for_and_at_its_owner(book: Book, mission: str) -> None:
    rules = rules_of(book.name)
    terms = rules.charts.air_missions.missions.get(mission)
    if terms is None:
        return
    wanted, owner = NEEDS[mission]
    flight = Flight(any_air_unit(terms), terms, terms.family)
    found_there: list[dict[str, Any]] = [{wanted: False}, {wanted: True}]
    lacking = rule_on_target(flight, terms, Target(owner or "enemy", **found_there[0]), rules)
    assert lacking.refusals and lacking.refusals[0].why.startswith("there ")
    for whose in ("friendly", "enemy", "neutral"):
        found = rule_on_target(flight, terms, Target(whose, **found_there[1]), rules)
        aimed = [refusal.why for refusal in found.refusals if " is not aimed at " in refusal.why]
        assert bool(aimed) == (owner not in ("", whose)), whose


RATING = AirRating.parse("8F6 1/9")
UNSAID: tuple[tuple[object, object], ...] = (
    (Flying("cap", OURS, "1"), Flying("cap", OURS, "1", "initiating", 0, "", False, False, False, False)),
    (AirOperation(AXIS, OURS), AirOperation(AXIS, OURS, "", False, "", False)),
    (FlightPlan("a", "cap"), FlightPlan("a", "cap", False, False, False)),
    (Flight(RATING), Flight(RATING, None, "", "", False, False, False, False, False, None, False)),
    (MissionFacts(Flight(RATING)), MissionFacts(Flight(RATING), flown=0, harassed=False, target_hexes=1)),
    (MissionFacts(Flight(RATING)), MissionFacts(Flight(RATING), another_open=False, antiship=False, in_garrison=False)),
    (BaseUse(RATING), BaseUse(RATING, 1, True, True, False, "", False, "", False)),
    (BaseFeatures(()), BaseFeatures((), 0)),
    (Recovery(3, 2), Recovery(3, 2, 0, 0)),
    (AirfieldAbandoned(0), AirfieldAbandoned(0, True, True)),
    (AaCounter(True, True), AaCounter(True, True, 0)),
    (AaFacts(Flight(RATING)), AaFacts(Flight(RATING), bombing=0)),
    (AaTarget("bombing"), AaTarget("bombing", None, False, True)),
    (AaInHex.of(), AaInHex.of(0, 0, (), Ships())),
    (Abatement(), Abatement(earlier=0, ends_move=True)),
    (MayFire(), MayFire(is_initiating=False)),
    (Regrouped(1, 1, 1), Regrouped(1, 1, 1, 0)),
    (AirArrivals(), AirArrivals(has_airbase=True)),
    (AirbaseForArrivals(), AirbaseForArrivals("friendly", False, 1, 0)),
    (ArpsSpent(ArpsAtHand(1, 1)), ArpsSpent(ArpsAtHand(1, 1), 0, 0, "initial", True)),
    (SupportFacts(1), SupportFacts(1, is_defensive=False)),
    (YardBombing(1), YardBombing(1, earlier=0, rail_broken=False)),
    (AirbaseBombing(1, 2), AirbaseBombing(1, 2, 0)),
    (PortBombing(1), PortBombing(1, before=0)),
    (HarassmentBombing(1), HarassmentBombing(1, 0)),
    (HarassedLeaving(1), HarassedLeaving(1, is_rail_only=False)),
    (PatrolSwitch(True, True), PatrolSwitch(True, True, False, True)),
    (Scramble(True), Scramble(True, True, True)),
    (Aloft("a", RATING, "cap"), Aloft("a", RATING, "cap", False, False, False)),
    (Patroller("a", OURS), Patroller("a", OURS, 0, False)),
    (PositionAaChange((), ()), PositionAaChange((), (), True)),
    (DropPlan(OURS), DropPlan(OURS, is_void=False)),
    (Carrier("T"), Carrier("T", "", False)),
    (Lift(()), Lift((), extended=False)),
    (Load(Lift(())), Load(Lift(()), is_supplied=True, is_phasing=True)),
    (DropHex(), DropHex("clear", "air_drop", True, True, False, False)),
)
"""Facts of which only what matters is told, and the same told in full: nothing out of the ordinary is supposed."""


@pytest.mark.parametrize(("short", "full"), UNSAID, ids=lambda facts: type(facts).__name__)
def test_16_to_25_what_a_question_leaves_out_is_as_usual(short: object, full: object) -> None:
    assert short == full
