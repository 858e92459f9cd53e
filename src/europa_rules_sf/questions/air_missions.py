"""Questions about air missions: who may fly them, how far and with which strengths (SF 20, 23)."""

from __future__ import annotations

from attrs import evolve

from europa_rules.air.airbases import BaseUse, described_base
from europa_rules.air.flights import Flight, mission_named, reckon_air_attack, reckon_air_defense, reckon_range
from europa_rules.air.interception import described_switch, missions_to_switch_to, rule_on_switch_by_night
from europa_rules.air.missions import MissionFacts, any_air_unit, rule_on_mission
from europa_rules.air.staging import Staging, rule_on_staging
from europa_rules.air.targets import Target
from europa_rules.air_units import AirRating
from europa_rules.permissions import Ruling
from europa_rules.questions import AIR_UNIT, Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.state import OPERATIVE
from europa_rules_sf.air_basing import area_of, is_garrison, rule_on_box_hex
from europa_rules_sf.naval_patrols import PatrolOperation, rule_on_patrol_operation
from europa_rules_sf.questions import HANDLERS
from europa_rules_sf.questions.air_basics import PHASING, WORDS, box_hex, mission_name

NIGHT = {"night": True}
OWN = {"own": True}
SITUATION = ("status", "model", "id", "antiship_force")
"""Facts about an air unit beside what its counter prints."""


def rating_of(given: Given, flight: Flight) -> AirRating:
    """The air unit of a question; any that flies the mission, where none is described."""
    return given.part("unit").as_air_unit(*SITUATION) if given.has("unit") else any_air_unit(flight.mission)


def glider_of(given: Given) -> AirRating | None:
    """The glider that the air unit of a question tows."""
    unit = given.part("unit", {})
    return unit.air_unit("towing") if unit.has("towing") else None


def flight_of(given: Given, rules: Ruleset) -> Flight:
    """The air unit of a question, as it flies its mission."""
    mission, family = mission_named(mission_name(given.text("mission", "")), rules)
    unknown = Flight(any_air_unit(mission), mission, family)
    return evolve(
        unknown,
        rating=rating_of(given, unknown),
        extended=given.flag("extended"),
        one_way=given.flag("one_way"),
        night=given.flag("night"),
        jettisoned=given.flag("jettisoned"),
        towing=glider_of(given),
    )


@HANDLERS.answers(
    "air_range", "extended mission night one_way unit", needs="mission unit", within=f"{AIR_UNIT} antiship_force"
)
def air_range(given: Given, rules: Ruleset) -> Answer:
    """The range of an air unit on a mission."""
    return Answer.of(range=reckon_range(flight_of(given, rules), rules))


@HANDLERS.answers(
    "air_strengths", "extended jettisoned mission night unit", needs="unit", within=f"{AIR_UNIT} antiship_force"
)
def air_strengths(given: Given, rules: Ruleset) -> Answer:
    """The air attack and defense strengths of an air unit on a mission."""
    flight = flight_of(given, rules)
    return Answer.of(attack=reckon_air_attack(flight, rules), defense=reckon_air_defense(flight, rules))


# --- combat air patrol (20E) -----------------------------------------------------------------------------------------


@HANDLERS.answers("cap_switch", "cap_hex operation", needs="cap_hex operation", within="by group_enters target")
def cap_switch(given: Given, rules: Ruleset) -> Answer:
    """To which missions may a fighter on patrol switch?"""
    operation = given.part("operation")
    facts = described_switch(
        given.text("cap_hex"),
        operation.text("target", ""),
        OWN.get(operation.text("by"), False),
        operation.texts("group_enters", ()),
    )
    return Answer.of(may_switch_to=[WORDS.get(name, name) for name in missions_to_switch_to(facts, rules)])


@HANDLERS.answers("legal cap-switch", "cap operation", needs="cap operation")
def may_switch(given: Given, rules: Ruleset) -> Answer:
    """May a patrol by day or night take part in an operation by day or night?"""
    action = given.part("action")
    patrol, operation = (NIGHT.get(action.text(key), False) for key in ("cap", "operation"))
    return Answer.legal(rule_on_switch_by_night(patrol, operation, rules))


# --- flying missions -------------------------------------------------------------------------------------------------


def base_of(action: Given, rating: AirRating) -> BaseUse | None:
    """The airbase that the air unit takes off from; None where nothing is said of it."""
    if action.has("from") and isinstance(action.raw("from"), str):
        return described_base(rating, action.text("from"), action.number("airbase_capacity", 1))
    place = action.part("from", {})
    if place.has("kind"):
        return described_base(
            rating, place.text("kind"), place.number("capacity", 1), water=place.text("hex_water", "")
        )
    return described_base(rating, "", action.number("airbase_capacity", 1)) if action.has("airbase_capacity") else None


LAND = {"all-sea": False, "all-lake": False, "partial-sea": True, "partial-lake": True, "coastal": True}
SEA = {"all-sea": True, "partial-sea": True, "coastal": True, "all-lake": False, "partial-lake": False, "": False}
"""Whether there is land in a hex, and sea, by the water that it is said to have."""


def is_there(place: Given, feature: str) -> bool | None:
    """Whether a hex has a feature, said as true or false or by its kind or size; None where nothing is said of it."""
    if not place.has(feature):
        return None
    return bool(place.text(feature)) if isinstance(place.raw(feature), str) else place.flag(feature)


def target_of(action: Given) -> Target | None:
    """What is in the target hex; None where nothing is said of it."""
    if not action.has("target"):
        return None
    there = action.part("target")
    water = there.word("hex_water").replace("_", "-")
    return Target(
        there.word("owner"),
        there.flag("airbase") if there.has("airbase") else None,
        there.whole("capacity", None),
        there.word("hex_water"),
        is_yard=there.flag("yard") if there.has("yard") else None,
        is_functioning_yard=there.flag("functioning") if there.has("functioning") else None,
        is_port=is_there(there, "port"),
        has_rail_line=is_there(there, "rail" if there.has("rail") else "rail_line"),
        is_land=there.flag("land") if there.has("land") else LAND.get(water),
        is_sea=there.flag("sea") if there.has("sea") else SEA.get(water) if there.has("hex_water") else None,
        enemy_units=there.flag("enemy_units") if there.has("enemy_units") else None,
        friendly_units=there.flag("friendly_units") if there.has("friendly_units") else None,
        in_port=there.flag("naval_units_in_port") if there.has("naval_units_in_port") else None,
        at_sea=there.flag("naval_units_at_sea") if there.has("naval_units_at_sea") else None,
        has_coast_defenses=there.flag("coast_defenses") if there.has("coast_defenses") else None,
    )


def takes_off(action: Given, rules: Ruleset) -> Ruling:
    """Whether an air unit of a holding box takes off from where it says."""
    place = action.raw("from", None)
    is_hex = isinstance(place, dict) and action.has("location")
    return rule_on_box_hex(box_hex(action), rules) if is_hex else Ruling.allow()


@HANDLERS.answers(
    "legal fly-mission",
    "air_role airbase_capacity another_operation_open antiship_force assigned_to extended"
    " flew_harassment_last_player_turn from location mission missions_flown night one_way operation target target_hexes"
    " unit",
    needs="mission",
    within=f"{AIR_UNIT} antiship_force airbase all_land coast_defenses enemy_units friendly_units"
    " functioning hex_water land naval_units_at_sea naval_units_in_port owner port"
    " rail rail_line region sea terrain yard",
)
def fly_mission(given: Given, rules: Ruleset) -> Answer:
    """May the air unit fly the mission?"""
    action = given.part("action")
    flight, unit = flight_of(action, rules), action.part("unit", {})
    facts = MissionFacts(
        flight,
        unit.text("status", OPERATIVE),
        flown=action.count("missions_flown"),
        harassed=action.flag("flew_harassment_last_player_turn"),
        assigned_to=mission_name(action.text("assigned_to") or "") if action.has("assigned_to") else None,
        phase=given.text("phase", ""),
        is_phasing=PHASING.get(given.text("actor", "")),
        role=action.text("air_role", ""),
        operation=mission_name(action.text("operation", "")),
        target_hexes=action.whole("target_hexes", 1),
        another_open=action.flag("another_operation_open"),
        base=base_of(action, flight.rating),
        target=target_of(action),
        antiship=action.flag("antiship_force") or unit.flag("antiship_force"),
        in_garrison=is_garrison(action.text("location", "")),
    )
    return Answer.legal(rule_on_mission(facts, rules) & takes_off(action, rules))


@HANDLERS.answers(
    "legal stage",
    "antiship_force carrying_cargo extended legs mission mission_hexes night stage_hexes step to_area unit",
    needs="unit",
    within=f"{AIR_UNIT} antiship_force",
)
def stage(given: Given, rules: Ruleset) -> Answer:
    """May the air unit stage so?"""
    action = given.part("action")
    flight = flight_of(action, rules)
    facts = Staging(
        flight,
        action.flag("carrying_cargo"),
        action.whole("legs", 1),
        action.whole("stage_hexes", None),
        action.text("step", "mission movement"),
        area_of(action.text("to_area", "")),
        action.flag("antiship_force") or action.part("unit").flag("antiship_force"),
        action.whole("mission_hexes", None),
    )
    return Answer.legal(rule_on_staging(facts, rules))


@HANDLERS.answers(
    "legal naval-patrol-operation",
    "airbases distance escort_airbases patrol_zone previous_attempts_from_airbase_in_hex"
    " previous_attempts_from_other_airbases",
    needs="airbases|distance|escort_airbases|previous_attempts_from_airbase_in_hex",
)
def naval_patrol_operation(given: Given, rules: Ruleset) -> Answer:
    """May a naval patrol operation be flown so?"""
    action = given.part("action")
    facts = PatrolOperation(
        action.whole("airbases", 1),
        SAME.isdisjoint(action.texts("escort_airbases", ())) and bool(action.how_many("escort_airbases")),
        action.whole("distance", None),
        action.whole("patrol_zone", None),
        action.count("previous_attempts_from_airbase_in_hex"),
    )
    return Answer.legal(rule_on_patrol_operation(facts, rules))


SAME = frozenset({"same", "own"})
