"""Neutrals, the OSS, garrisons, governments and nations (SF 37C to 37G, 38)."""

from __future__ import annotations

import functools
import itertools

import pytest

import europa_rules as er
from europa_rules.errors import UnknownName
from europa_rules.ledger import Reckoning
from europa_rules.numbers import HALF, Number
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Side, Turn
from europa_rules.units import Rating, Unit
from europa_rules_sf import garrisons, governments, italian_surrender, nations_at_war
from europa_rules_sf.garrisons import Activation, GarrisonDuty, GarrisonForces, NamedUnit
from europa_rules_sf.governments import GovernmentEvent, Relocation
from europa_rules_sf.italian_surrender import (
    ItalianLosses,
    ItalianSituation,
    ItalianUnit,
    Ship,
    SurrenderAttempt,
    SurrenderCheck,
)
from europa_rules_sf.nations_at_war import BritishEntry, Emergency, GermanSituation

AUG = Turn.parse("Aug I 43")


@functools.cache
def reading(point: str, name: str) -> Ruleset:
    return er.load("sf", rulings={point: name})


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return er.load("sf")


# --- neutrals, the OSS (37C, 37D) ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("country", "may"),
    [("Switzerland", False), ("Spain", False), ("Andorra", False), ("France", True), ("Italy", True)],
)
def test_sf_37C_neutrals_are_not_entered(country: str, may: bool, rules: Ruleset) -> None:
    assert garrisons.rule_on_neutral(country, rules).allowed is may


@pytest.mark.parametrize(
    ("mark", "nations", "units", "may"),
    [
        ("Ger", ["German"], 1, True),
        ("It", ["German", "Italian"], 1, True),
        ("It", ["German"], 1, False),
        ("Ger", ["RSI Italian"], 1, False),
        ("SBS", ["German"], 1, False),
        ("Ger", ["German"], 2, False),
    ],
)
def test_sf_37D_surprise_by_the_oss(mark: str, nations: list[str], units: int, may: bool, rules: Ruleset) -> None:
    assert garrisons.rule_on_oss_surprise(mark, nations, units, rules).allowed is may


# --- garrisons (37E, 37E1) -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("res", "now"), [(0, 0), (1, 0), (2, 1), (13, 6), (HALF, 0)])
def test_sf_37E_03_half_of_a_garrison_comes_as_an_enemy_enters(res: Number, now: int) -> None:
    entered = Activation("enemy_enters_district", ground_re=res, air_units=3)
    assert garrisons.reckon_ground_at_once(entered).value == now
    assert garrisons.reckon_air_at_once(entered).value == 3
    later = Activation("own_initial_phase", ground_re=res)
    assert garrisons.reckon_ground_at_once(later).value == res
    assert garrisons.when_rest_comes(later) is None


@pytest.mark.parametrize(
    ("where", "may"), [("district", True), ("adjacent_district", True), ("two_districts_away", False), ("none", False)]
)
def test_sf_37E_05_activation_in_an_own_initial_phase(where: str, may: bool, rules: Ruleset) -> None:
    assert garrisons.rule_on_activation(Activation("own_initial_phase", where), rules).allowed is may


@pytest.mark.parametrize(("name", "may"), [("ground-only", False), ("forces", True)])
def test_sf_37E_02_whether_air_raids_activate_is_an_open_point(name: str, may: bool) -> None:
    rules = reading("sf-37E-any-enemy-unit", name)
    ruling = garrisons.rule_on_activation(Activation("enemy_enters_district", intruder="air"), rules)
    assert ruling.allowed is may
    assert ruling.rests_on == (rules.rests_on("sf-37E-any-enemy-unit"),)


def test_sf_37E_06_a_garrison_of_several_districts_is_triggered_by_any_of_them() -> None:
    adjacency = {"WK V": ["MR 20"], "MR 21": ["MR 3"]}
    for enemy, phase, may in (
        ("WK V", "initial", True),
        ("MR 3", "initial", True),
        ("MR 20", "movement", True),
        ("WK V", "movement", False),
        ("MR 4", "initial", False),
    ):
        assert garrisons.is_activatable(["MR 20", "MR 21"], [enemy], adjacency, phase) is may


@pytest.mark.parametrize(
    ("kind", "owner", "place"),
    [
        ("ground", "", "any_city_in_district"),
        ("air", "", "any_airbase_in_district"),
        ("ground", "own", "listed_hex"),
        ("air", "enemy", "eliminated"),
    ],
)
def test_sf_37E_07_37E_08_where_activated_units_go(kind: str, owner: str, place: str) -> None:
    assert garrisons.place_of_activated(kind, owner) == place


@pytest.mark.parametrize(("owned", "fate"), [(0, "kept"), (3, "kept"), (4, "eliminated")])
def test_sf_37E_10_a_garrison_without_cities_is_lost(owned: int, fate: str) -> None:
    assert garrisons.fate_of_unactivated(4, owned) == fate


def test_sf_37E1_01_events_change_what_the_chart_asks_for(rules: Ruleset) -> None:
    for row in rules.charts["allied_garrisons"].rows("rows"):
        for what in ("re", "air"):
            whole = garrisons.reckon_charted(row, what, list(garrisons.EVENTS), rules)
            assert 0 <= whole.value <= garrisons.reckon_charted(row, what, [], rules).value


@pytest.mark.parametrize(
    ("duty", "res"),
    [
        (GarrisonDuty(6), 6),
        (GarrisonDuty(6, axis_owns_city=True), 0),
        (GarrisonDuty(6, axis_unit_in="district"), 0),
        (GarrisonDuty(6, axis_unit_in="adjacent_district"), 0),
        (GarrisonDuty(6, axis_unit_in="two_districts_away"), 6),
    ],
)
def test_sf_37E1_06_no_garrison_is_required_where_the_axis_is_near(duty: GarrisonDuty, res: int) -> None:
    assert garrisons.reckon_duty(duty).value == res


@pytest.mark.parametrize(
    ("own", "others", "penalty"), [(9, 0, 0), (12, 0, 0), (6, 0, 1), (5, 0, 2), (7, 4, 0), (7, 3, 1), (0, 0, 3)]
)
def test_sf_37E1_07_37E1_09_infantry_points_for_a_weak_garrison(
    own: Number, others: Number, penalty: int, rules: Ruleset
) -> None:
    assert garrisons.reckon_infantry_penalty(GarrisonForces(9, own, others), rules).value == penalty


@pytest.mark.parametrize(
    ("name", "others", "penalty"),
    [("fractions", 2, 1), ("fractions", 3, 1), ("down", 3, 1), ("down", 1, 2), ("fractions", 1, 2)],
)
def test_sf_37E1_10_odd_air_units_are_an_open_point(name: str, others: int, penalty: int) -> None:
    rules = reading("sf-37E1-odd-air-units", name)
    found = garrisons.reckon_air_penalty(GarrisonForces(air_required=3, air_own=1, air_others=others), rules)
    assert found.value == penalty
    assert bool(found.rests_on) is bool(others % 2)


def test_sf_37E1_11_what_is_not_paid_is_owed() -> None:
    assert garrisons.reckon_deficit(Reckoning.of(3, "penalty"), 5).value == 0
    assert garrisons.reckon_deficit(Reckoning.of(3, "penalty"), HALF).value == 3 - HALF


@pytest.mark.parametrize(
    ("region", "res", "cities", "invaded"),
    [
        ("France", 3, 1, True),
        ("Belgium", 3, 1, True),
        ("Greater Germany", 4, 2, True),
        ("France", 3 - HALF, 1, False),
        ("France", 9, 0, False),
        ("Italy", 9, 9, False),
        ("nowhere", 9, 9, False),
    ],
)
def test_sf_37E1_04_the_invasion_of_the_west(
    region: str, res: Number, cities: int, invaded: bool, rules: Ruleset
) -> None:
    assert garrisons.rule_on_invasion(region, res, cities, rules).allowed is invaded


def test_sf_37E1_12_named_units_stay_until_activated() -> None:
    for named, activated, there in itertools.product((False, True), repeat=3):
        unit = NamedUnit(named, activated, there)
        assert garrisons.rule_on_named_unit(unit).allowed is (there or activated or not named)
        assert garrisons.counts_toward_duty(unit) is there


# --- Soviets and governments (37F, 37G) ------------------------------------------------------------------------------


def test_sf_37F_what_the_soviets_take() -> None:
    owners = {"a": "Allied", "b": "Axis", "c": ""}
    assert [governments.owner_after_soviets(owner) for owner in owners.values()] == ["Allied", "Soviet", "Soviet"]
    assert [governments.captor_of_government(ref, owners) for ref in ("b", "a", "z", "")] == [
        "Soviet",
        None,
        None,
        None,
    ]


@pytest.mark.parametrize(
    ("move", "may"),
    [
        (Relocation("city"), True),
        (Relocation("point_city"), True),
        (Relocation("holding_box", at_home=False), True),
        (Relocation("airbase"), False),
        (Relocation("city", is_owned=False), False),
        (Relocation("city", phase="movement"), False),
        (Relocation("city", phasing=False), False),
    ],
)
def test_sf_37G1_relocation(move: Relocation, may: bool) -> None:
    assert governments.rule_on_relocating(move).allowed is may
    assert governments.is_exiled_by(move) is not move.at_home


@pytest.mark.parametrize("roll", range(1, 7))
def test_sf_37G2_a_government_escapes_on_two_rolls(roll: int, rules: Ruleset) -> None:
    found = governments.outcome_of_capture(roll, rules)
    assert (found.captured, found.must_relocate) == (roll > 2, roll <= 2)


@pytest.mark.parametrize(("name", "stays"), [("nowhere", "nowhere"), ("city", "nearest city")])
def test_sf_37G2_01_where_an_escaped_government_is_is_an_open_point(name: str, stays: str) -> None:
    found = governments.outcome_of_capture(1, reading("sf-37G2-escaped-government", name))
    assert found.stays == stays
    assert found.because.rests_on


@pytest.mark.parametrize(
    ("event", "factor"),
    [
        (GovernmentEvent("Germany", "captured"), HALF),
        (GovernmentEvent("France", "captured"), HALF),
        (GovernmentEvent("RSI Italy", "reestablished"), HALF),
        (GovernmentEvent("Germany", "captured", same_game_turn=False), 1),
        (GovernmentEvent("Germany", "relocated", to="Munchen"), HALF),
        (GovernmentEvent("Germany", "relocated", to="Munchen", same_game_turn=False), 1),
        (GovernmentEvent("Italy", "relocated", to="Roma"), 1),
        (GovernmentEvent("Italy", "relocated", to="26:1625"), 1),
        (GovernmentEvent("Italy", "relocated", to="26:1624"), HALF),
        (GovernmentEvent("France", "relocated", to="Lyon"), 1),
        (GovernmentEvent("RSI Italy", "relocated", to="Milano"), 1),
        (GovernmentEvent("Germany", "escaped"), 1),
    ],
)
def test_sf_37G3_38A1_38B1_morale(event: GovernmentEvent, factor: Number, rules: Ruleset) -> None:
    assert governments.reckon_morale(event, rules).value == factor


@pytest.mark.parametrize(
    ("nation", "supplied", "fights"),
    [("Germany", False, False), ("Germany", True, True), ("Italy", False, False), ("France", False, True)],
)
def test_sf_38A1_02_38B1_02_who_surrenders_after_a_capture(
    nation: str, supplied: bool, fights: bool, rules: Ruleset
) -> None:
    assert governments.rule_on_fighting_on(nation, supplied, rules).allowed is fights


@pytest.mark.parametrize(
    ("name", "captured_in", "owner", "phase"),
    [
        ("either", ALLIED, AXIS, AXIS),
        ("either", AXIS, AXIS, ALLIED),
        ("own", AXIS, AXIS, AXIS),
        ("own", ALLIED, ALLIED, ALLIED),
    ],
)
def test_sf_38A1_whose_initial_phase_is_next_is_an_open_point(
    name: str, captured_in: Side, owner: Side, phase: Side
) -> None:
    found = governments.phase_of_surrender(captured_in, owner, reading("sf-38A1-next-initial-phase", name))
    assert found == phase


@pytest.mark.parametrize(
    ("captured_in", "owner", "back", "halved"),
    [
        (ALLIED, AXIS, "Aug II 43", 2),
        (AXIS, AXIS, "Aug II 43", 2),
        (AXIS, ALLIED, "Aug I 43", 1),
        (ALLIED, ALLIED, "Aug II 43", 2),
    ],
)
def test_sf_37G3_a_government_comes_back_in_its_own_next_initial_phase(
    captured_in: Side, owner: Side, back: str, halved: int, rules: Ruleset
) -> None:
    found = governments.timetable_of_capture(AUG, captured_in, owner, rules)
    assert str(found.reestablished) == back
    assert found.halved == (AUG, AUG.next())[:halved]


@pytest.mark.parametrize(
    ("location", "ever", "exiled"),
    [
        ("London", True, True),
        ("Alger", True, True),
        ("Paris", False, False),
        ("Lyon", True, False),
        ("Lyon", False, True),
    ],
)
def test_sf_38D_01_the_french_government(location: str, ever: bool, exiled: bool, rules: Ruleset) -> None:
    assert governments.french_exile(location, ever, rules).in_exile is exiled


def test_sf_38D_01_read_so_it_is_at_home_anywhere_in_france() -> None:
    rules = reading("sf-38D-french-government", "in-place")
    assert not governments.french_exile("Lyon", False, rules).in_exile
    assert governments.french_exile("London", False, rules).in_exile


# --- Germany (38A2, 38A3) --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "surrenders"),
    [
        (GermanSituation(6, "captured"), True),
        (GermanSituation(0, "relocated_outside_berlin"), True),
        (GermanSituation(7, "captured"), False),
        (GermanSituation(6), False),
        (GermanSituation(6, "captured", phasing=AXIS), False),
        (GermanSituation(6, "captured", phase="combat"), False),
    ],
)
def test_sf_38A2_the_axis_surrender(facts: GermanSituation, surrenders: bool) -> None:
    assert nations_at_war.rule_on_surrender(facts).allowed is surrenders


@pytest.mark.parametrize(
    ("turn", "reason", "before", "may"),
    [
        ("Jul I 43", "west_invaded", 0, True),
        ("Mar II 44", "west_invaded", 1, True),
        ("Apr I 44", "west_invaded", 0, False),
        ("Apr I 45", "westwall_restoration", 1, True),
        ("Aug I 44", "westwall_restoration", 2, False),
    ],
)
def test_sf_38A3_01_to_03_emergencies(turn: str, reason: str, before: int, may: bool, rules: Ruleset) -> None:
    assert nations_at_war.rule_on_emergency(Emergency(Turn.parse(turn), reason, before), rules).allowed is may
    with pytest.raises(UnknownName):
        nations_at_war.rule_on_emergency(Emergency(Turn.parse(turn), "invasion"), rules)


@pytest.mark.parametrize(("name", "may"), [("until-mar-44", True), ("at-once", False)])
def test_sf_38A3_02_how_long_it_may_be_declared_is_an_open_point(name: str, may: bool) -> None:
    late = Emergency(AUG, "west_invaded", is_first_phase=False)
    ruling = nations_at_war.rule_on_emergency(late, reading("sf-38A3-west-emergency", name))
    assert ruling.allowed is may
    assert ruling.rests_on


@pytest.mark.parametrize(
    ("name", "declared", "first"),
    [
        ("next-month", "Aug I 44", "Sep I 44"),
        ("same-turn", "Aug I 44", "Aug I 44"),
        ("same-turn", "Aug II 44", "Sep I 44"),
    ],
)
def test_sf_38A3_04_38A3_05_months_of_emergencies(name: str, declared: str, first: str) -> None:
    rules = reading("sf-38A3-emergency-month", name)
    one, two = (nations_at_war.months_of_emergency(Turn.parse(declared), n, rules).turns for n in (1, 2))
    assert (str(one[0]), len(one), len(two)) == (first, 3, 6)
    assert two[:3] == one
    assert all(turn.half == 1 for turn in two)


# --- Italy (38B) -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "met"),
    [
        (ItalianSituation(25, "standard"), 1),
        (ItalianSituation(25, "minor"), 0),
        (ItalianSituation(25), 0),
        (ItalianSituation(25 - HALF, "great"), 0),
        (ItalianSituation(losses=50 - HALF), 0),
        (ItalianSituation(losses=75), 2),
        (ItalianSituation(losses=140), 3),
        (ItalianSituation(30, "major", 100, True, True, True, True), 8),
    ],
)
def test_sf_38B2_02_to_09_conditions(facts: ItalianSituation, met: int) -> None:
    assert italian_surrender.reckon_conditions(facts).value == met


@pytest.mark.parametrize(("name", "losses"), [("cumulative", 52), ("net", 48)])
def test_sf_38B2_04_losses_made_good_are_an_open_point(name: str, losses: int) -> None:
    found = italian_surrender.reckon_italian_losses(
        ItalianLosses(40, 5, 4, 3, regained=4), reading("sf-38B2-counting-losses", name)
    )
    assert found.value == losses
    assert found.rests_on


@pytest.mark.parametrize("number", [1, 2, 3])
def test_sf_38B2_11_38B2_12_each_attempt_asks_for_one_condition_more(number: int) -> None:
    for met in range(9):
        attempt = SurrenderAttempt(number, met)
        assert italian_surrender.rule_on_attempt(attempt).allowed is (met > number)
        assert italian_surrender.reckon_surrender_modifier(attempt).value == max(0, met - number - 1)
    assert not italian_surrender.rule_on_attempt(SurrenderAttempt(number, 8, ALLIED)).allowed
    assert not italian_surrender.rule_on_attempt(SurrenderAttempt(4, 8)).allowed


@pytest.mark.parametrize(("roll", "falls"), [(1, False), (2, False), (3, True), (6, True)])
def test_sf_38B2_13_the_surrender_die(roll: int, falls: bool) -> None:
    assert italian_surrender.surrenders(roll, SurrenderAttempt(1, 2)) is falls
    assert italian_surrender.surrenders(roll - 1, SurrenderAttempt(2, 4)) is falls


@pytest.mark.parametrize(("name", "may"), [("automatic", False), ("optional", True)])
def test_sf_38B2_an_attempt_is_made_whenever_it_can_be_by_the_default(name: str, may: bool) -> None:
    rules = reading("sf-38B2-surrender-attempt", name)
    ruling = italian_surrender.rule_on_leaving_out(SurrenderAttempt(1, 2), rules)
    assert ruling.allowed is may
    assert italian_surrender.rule_on_leaving_out(SurrenderAttempt(1, 1), rules).allowed


def test_sf_38B2_14_38B2_15_successive_checks() -> None:
    turns = itertools.accumulate(range(5), lambda turn, _: turn.next(), initial=AUG)
    rolled = [(1, 6), (2, 1), (2, 6), (3, 2), (4, 2), (8, 6)]
    checks = [SurrenderCheck(turn, met, roll) for turn, (met, roll) in zip(turns, rolled, strict=True)]
    made = italian_surrender.attempts_made(checks)
    assert [(str(one.turn), one.number) for one in made] == [("Aug II 43", 1), ("Sep II 43", 2), ("Oct I 43", 3)]
    assert italian_surrender.turn_of_surrender(made) is None
    fell = italian_surrender.attempts_made([SurrenderCheck(AUG, 2, 3), *checks])
    assert (len(fell), italian_surrender.turn_of_surrender(fell)) == (1, AUG)


@pytest.mark.parametrize(
    ("unit", "checked"),
    [
        (Unit("it", "parachute", "division", Rating.parse("6-6")), True),
        (Unit("it", "infantry", "brigade", Rating.parse("1-2-6"), symbols=("ccnn",)), True),
        (Unit("it", "infantry", "brigade", Rating.parse("1-2-6")), False),
        (Unit("it", "infantry", "brigade", Rating.parse("2-3-6"), symbols=("ccnn",)), False),
        (Unit("ge", "parachute", "division", Rating.parse("6-6")), False),
    ],
)
def test_sf_38B2_16_loyal_fascists(unit: Unit, checked: bool, rules: Ruleset) -> None:
    assert italian_surrender.is_checked_for_loyalty(unit) is checked
    assert {"loyal_fascist", "capture_italian_ships", "oss_surprise_attack"} <= set(rules.charts.success.uses)


@pytest.mark.parametrize(
    ("unit", "joins"),
    [
        (ItalianUnit(with_axis=True, distance=1), False),
        (ItalianUnit(distance=None), False),
        (ItalianUnit(distance=4), False),
        (ItalianUnit(distance=3), True),
        (ItalianUnit(distance=3, axis_re=3 + HALF, allied_re=3), False),
        (ItalianUnit(distance=0, axis_re=3, allied_re=3), True),
    ],
)
def test_sf_38B2_18_38B2_19_who_is_disarmed(unit: ItalianUnit, joins: bool) -> None:
    assert italian_surrender.rule_on_joining(unit).allowed is joins


@pytest.mark.parametrize(("hits", "seized"), [(0, 0), (0, 3), (0, 10), (4, 2), (4, 6), (4, 9)])
def test_sf_38B2_22_to_24_each_strength_point_goes_to_one_side(hits: int, seized: int) -> None:
    ship = Ship(10, hits)
    found = italian_surrender.divide(ship, True, seized)
    points = [one.current if one else 0 for one in (found.german, found.allied)]
    assert points == [min(seized, 10 - hits), max(0, 10 - hits - seized)]
    assert found.must_escape is bool(points[1])
    assert italian_surrender.divide(ship, False, seized).allied == ship


@pytest.mark.parametrize(
    ("name", "capacity", "yards", "after", "gain"),
    [("none", 10, 3, 4, 3), ("none", 5, 3, 0, 2), ("one", 5, 3, 0, 3), ("none", 1, 1, 0, 0), ("one", 1, 1, 0, 1)],
)
def test_sf_38B2_27_rail_capacity(name: str, capacity: int, yards: int, after: int, gain: int) -> None:
    rules = reading("sf-38B2-last-yard", name)
    assert italian_surrender.reckon_axis_rail(capacity, yards).value == after
    assert italian_surrender.reckon_allied_rail(capacity, yards, rules).value == gain


@pytest.mark.parametrize(
    ("a", "b", "turn", "columns"),
    [
        ("Nov I 43", "Nov II 43", "Nov I 43", ("A",)),
        ("Nov I 43", "Nov II 43", "Nov II 43", ("B",)),
        ("Nov I 43", "Nov II 43", "Dec I 43", ()),
        ("Nov I 43", "Nov II 43", "Jan I 44", ("Nov 43", "Jan 44")),
        ("Nov I 43", "Nov II 43", "Mar I 44", ("Mar 44",)),
        ("Sep I 43", "Sep II 43", "Nov I 43", ("Nov 43",)),
        ("Dec II 43", "Jan I 44", "Mar I 44", ("Nov 43", "Jan 44", "Mar 44")),
    ],
)
def test_sf_38B3_03_38B3_04_air_columns(a: str, b: str, turn: str, columns: tuple[str, ...], rules: Ruleset) -> None:
    first, second, now = map(Turn.parse, (a, b, turn))
    assert italian_surrender.air_columns(first, second, now, rules) == columns


@pytest.mark.parametrize(
    ("name", "allied", "rsi"), [("next-turn", "Aug II 43", "Aug II 43"), ("same-turn", "Aug I 43", "Aug II 43")]
)
def test_sf_38B3_03_when_column_a_is_taken_is_an_open_point(name: str, allied: str, rsi: str) -> None:
    rules = reading("sf-38B3-allied-italian-air", name)
    found = [italian_surrender.turn_of_column_a(AUG, force, rules) for force in italian_surrender.ARRIVALS]
    assert list(map(str, found)) == [allied, rsi]


@pytest.mark.parametrize(
    ("name", "event", "first"),
    [
        ("after", "Aug II 43", "Mar I 44"),
        ("with", "Aug II 43", "Mar I 44"),
        ("after", "Sep I 43", "Apr I 44"),
        ("with", "Sep I 43", "Mar I 44"),
    ],
)
def test_sf_38B3_02_38B4_02_twelve_turns_without_production(name: str, event: str, first: str) -> None:
    rules = reading("sf-38B3-twelve-turns", name)
    assert str(italian_surrender.first_production(Turn.parse(event), rules)) == first


# --- Britain and the liberated (38C to 38F) --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "may"),
    [
        (BritishEntry(AXIS), False),
        (BritishEntry(AXIS, "attack"), False),
        (BritishEntry(AXIS, "bomb"), True),
        (BritishEntry(ALLIED), True),
        (BritishEntry(AXIS, on_channel_islands=True), True),
    ],
)
def test_sf_38C_great_britain_is_closed_to_the_axis(entry: BritishEntry, may: bool, rules: Ruleset) -> None:
    assert nations_at_war.rule_on_britain(entry, rules).allowed is may


def test_sf_38C_01_read_so_the_channel_islands_are_closed_too() -> None:
    rules = reading("sf-38C-great-britain", "with-islands")
    assert not nations_at_war.rule_on_britain(BritishEntry(AXIS, on_channel_islands=True), rules).allowed


@pytest.mark.parametrize(("cities", "owned", "liberated"), [(5, 5, True), (5, 4, False), (0, 0, False)])
def test_sf_38D_02_38E_38F_liberation(cities: int, owned: int, liberated: bool) -> None:
    assert nations_at_war.is_liberated(cities, owned) is liberated
