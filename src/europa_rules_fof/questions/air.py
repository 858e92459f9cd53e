"""Questions about air units, airbases, ranges and who flies which mission (FoF 16, 17, 18, 20A to 20E, 20G, 23)."""

from __future__ import annotations

from attrs import evolve

from europa_rules.air import airbases, phases, precedence
from europa_rules.air.flights import (
    Flight,
    jettison,
    mission_named,
    reckon_air_attack,
    reckon_air_defense,
    reckon_bombing_strength,
    reckon_range,
    terms_of,
)
from europa_rules.air.interception import (
    Scramble,
    described_switch,
    missions_to_switch_to,
    rule_on_scramble,
)
from europa_rules.air.missions import (
    MissionFacts,
    any_air_unit,
    any_of_category,
    rule_on_extended_range,
    rule_on_mission,
    rule_on_night,
    rule_on_torpedoes,
    rule_on_unused_mission,
)
from europa_rules.air.overflight import rule_on_country
from europa_rules.air.staging import Staging, rule_on_staging
from europa_rules.air_units import AirRating
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.state import OPERATIVE
from europa_rules_fof.air_basing import HomeBase, rule_on_home
from europa_rules_fof.questions import HANDLERS

MISSIONS = {
    "bomb_airbase": "airbases",
    "bomb_yard": "rail_yards",
    "bomb_rail_yard": "rail_yards",
    "bomb_port": "strategic_ports",
    "bomb_rail_line": "rail_lines",
    "bomb_bridge": "bridges",
    "regular": "regular_transport",
    "transport": "regular_transport",
    "one_way_transport": "regular_transport",
    "strategic_bombing": "rail_yards",
    "tactical_bombing": "rail_lines",
    "tactical_terror": "tactical_terror_bombing",
    "combat_air_patrol": "cap",
}
"""Missions of this vocabulary, and those of the chart; others are alike."""
ONE_WAY = {"one_way_transport": True}
UNUSED = {"patrol_attack": "20D"}
"""Missions of the series that this book does not use, and the rules that say so."""
IS_OWN = {"own": True, "owner": True, "enemy": False}
SEQUENCE_WORDS = {
    "air replacement": "air_replacement_activities",
    "air units recover": "inoperative_units_recover",
    "airbase capacity check": "capacity_check",
    "initial air operations": "cap_and_harassment",
    "defensive air support": "defensive_air_support",
    "ground support": "ground_support",
    "ground combat": "ground_combat",
    "mission movement": "mission_movement",
    "interceptor movement": "interceptor_movement",
    "air combat": "air_combat",
    "mission declaration": "mission_declaration",
    "antiaircraft fire": "aa_fire",
    "mission resolution": "mission_results",
    "air unit return": "return",
}


def mission_name(word: str) -> str:
    """The name of a mission in the chart."""
    return MISSIONS.get(word, word)


def flying(given: Given, rules: Ruleset, rating: AirRating | None = None) -> Flight:
    """An air unit of which a question tells the mission, and perhaps type, category or movement rating."""
    word = given.text("mission", "")
    mission, family = mission_named(mission_name(word), rules)
    return Flight(
        rating or kind_of(given, rules) or any_air_unit(mission),
        mission,
        family,
        extended=given.flag("extended"),
        one_way=ONE_WAY.get(word, False),
        torpedoes=given.flag("torpedoes"),
    )


def kind_of(given: Given, rules: Ruleset) -> AirRating | None:
    """An air unit of the type or category that a question names; None where it names neither."""
    if given.has("air_type"):
        return Given({"type": given.text("air_type")}, rules, given.path).as_air_unit()
    return any_of_category(given.text("air_category")) if given.has("air_category") else None


# --- air units (16A) -------------------------------------------------------------------------------------------------


@HANDLERS.answers("reckon air_category", "type", needs="type")
def air_category(given: Given, rules: Ruleset) -> Answer:
    """The category of an air unit type."""
    return Answer.of(category=rules.air_types.category(given.text("type")))


@HANDLERS.answers("reckon air_rule_applies", "rule_for type", needs="rule_for type")
def air_rule_applies(given: Given, rules: Ruleset) -> Answer:
    """Does a rule naming one type cover the other?"""
    return Answer.of(applies=rules.air_types.covers(given.text("rule_for"), given.text("type")))


@HANDLERS.answers("ruling carry_torpedoes", "codes mission", needs="mission")
def carry_torpedoes(given: Given, rules: Ruleset) -> Answer:
    """May the air unit carry torpedoes?"""
    rating = evolve(any_of_category("bomber"), codes="".join(given.texts("codes", ())))
    return Answer.legal(rule_on_torpedoes(flying(given, rules, rating), rules))


@HANDLERS.answers("reckon target_hex", "attacked_hex mission supported_hex", needs="attacked_hex|supported_hex")
def target_hex(given: Given, rules: Ruleset) -> Answer:
    """The target hex of a mission: where it is performed."""
    return Answer.of(hex=given.text("attacked_hex", None) or given.text("supported_hex"))


# --- phases and steps (16C, 16D) -------------------------------------------------------------------------------------


@HANDLERS.answers(
    "effect airbase_recovery", "capacity gliders harassed_last_player_turn present", needs="capacity present"
)
def airbase_recovery(given: Given, rules: Ruleset) -> Answer:
    """Air units operative and inoperative after the initial phase."""
    facts = airbases.present_at(
        airbases.stated_capacity(given.raw("capacity")),
        given.whole("present"),
        given.whole("harassed_last_player_turn", 0),
        given.whole("gliders", 0),
    )
    found = airbases.recover_at(facts)
    return Answer.of(
        operative=found.operative, inoperative=found.inoperative, gliders_counted=airbases.counted_gliders(facts)
    )


@HANDLERS.answers("sequence air_initial_phase")
def air_initial_phase(given: Given, rules: Ruleset) -> Answer:
    """Air activities of the initial phase in order."""
    return Answer.of(order=[SEQUENCE_WORDS[step] for step in phases.air_initial_phase(rules)])


@HANDLERS.answers("sequence air_combat_phase")
def air_combat_phase(given: Given, rules: Ruleset) -> Answer:
    """Air and ground activities of the combat phase in order."""
    return Answer.of(order=[SEQUENCE_WORDS[step] for step in phases.air_combat_phase(rules)])


@HANDLERS.answers("sequence air_operation")
def air_operation(given: Given, rules: Ruleset) -> Answer:
    """Steps of an air operation in order."""
    return Answer.of(order=[SEQUENCE_WORDS[step] for step in phases.steps_of_an_operation(rules)])


@HANDLERS.answers("sequence air_operation_priority", "wishing", needs="wishing")
def air_operation_priority(given: Given, rules: Ruleset) -> Answer:
    """Who goes first when both wish to start an operation."""
    return Answer.of(order=precedence.order_of_operations(given.texts("wishing")))


# --- airbases (17, 18) -----------------------------------------------------------------------------------------------


@HANDLERS.answers("reckon airbase_capacity", "features hits", needs="features")
def airbase_capacity(given: Given, rules: Ruleset) -> Answer:
    """Current airbase capacity of a hex."""
    features = airbases.charted_features(given.texts("features"), rules)
    return Answer.of(capacity=airbases.reckon_capacity(airbases.BaseFeatures(features, given.whole("hits", 0)), rules))


def uses(given: Given, rules: Ruleset) -> airbases.BaseUse:
    """The use of an airbase of a stated capacity."""
    capacity = airbases.stated_capacity(given.raw("airbase_capacity", airbases.UNLIMITED))
    return airbases.BaseUse(any_of_category("fighter"), capacity)


@HANDLERS.answers(
    "ruling land", "air_unit air_units airbase_capacity airbase_country", needs="airbase_capacity|airbase_country"
)
def land(given: Given, rules: Ruleset) -> Answer:
    """May air units land?"""
    home = HomeBase(given.text("air_unit", ""), given.text("airbase_country", ""))
    return Answer.legal(airbases.rule_on_base(uses(given, rules), rules) & rule_on_home(home))


@HANDLERS.answers("ruling take_off", "air_unit air_units airbase_capacity airbase_country", needs="airbase_capacity")
def take_off(given: Given, rules: Ruleset) -> Answer:
    """May air units take off?"""
    home = HomeBase(given.text("air_unit", ""), given.text("airbase_country", ""))
    return Answer.legal(airbases.rule_on_base(uses(given, rules), rules) & rule_on_home(home))


@HANDLERS.answers("effect airbase_captured", "airfield_kind", needs="airfield_kind")
def airbase_captured(given: Given, rules: Ruleset) -> Answer:
    """May the captor use the airfield?"""
    found = airbases.after_capture(given.text("airfield_kind"))
    known = {"from": found.since} if found.is_usable else {}
    return Answer.of(usable_by_captor=found.is_usable, **known)


@HANDLERS.answers("effect air_escape", "base_in_transfer_range status table_result", needs="status table_result")
def air_escape(given: Given, rules: Ruleset) -> Answer:
    """Status after an escape attempt with that table result."""
    does = ESCAPES.get(given.text("table_result"), False)
    in_range = given.flag("base_in_transfer_range", True)
    return Answer.of(status=airbases.status_after_escape(given.text("status"), does, in_range))


ESCAPES = {"escapes": True, "air_unit_escapes": True}


@HANDLERS.answers("ruling abandon_airfield", "capacity own_player_turn", needs="capacity")
def abandon_airfield(given: Given, rules: Ruleset) -> Answer:
    """May the airfield be abandoned?"""
    facts = airbases.AirfieldAbandoned(given.number("capacity"), given.flag("own_player_turn", True))
    return Answer.legal(airbases.rule_on_abandoning(facts, rules))


@HANDLERS.answers("ruling base_at", "airbase_capacity airbase_owned_by codes hex_water", needs="airbase_owned_by|codes")
def base_at(given: Given, rules: Ruleset) -> Answer:
    """May the air unit base there?"""
    facts = airbases.described_base(
        evolve(any_of_category("bomber"), codes="".join(given.texts("codes", ()))),
        "",
        airbases.stated_capacity(given.raw("airbase_capacity", airbases.UNLIMITED)),
        owner=given.text("airbase_owned_by", "own"),
        water=given.text("hex_water", "") or "",
    )
    return Answer.legal(airbases.rule_on_base(facts, rules))


@HANDLERS.answers("effect air_return", "base_in_range", needs="base_in_range")
def air_return(given: Given, rules: Ruleset) -> Answer:
    """Status after returning."""
    return Answer.of(status=airbases.status_after_return(given.flag("base_in_range")))


@HANDLERS.answers("ruling fly_over", "country", needs="country")
def fly_over(given: Given, rules: Ruleset) -> Answer:
    """May air units fly over the country?"""
    return Answer.legal(rule_on_country(given.text("country"), rules))


# --- missions (20) ---------------------------------------------------------------------------------------------------


@HANDLERS.answers("reckon range", "extended mission move", needs="mission move")
def range_of(given: Given, rules: Ruleset) -> Answer:
    """Range in hexes for a mission of an air unit with this printed movement rating."""
    rating = evolve(any_of_category("bomber"), movement=given.whole("move"))
    return Answer.of(range=reckon_range(flying(given, rules, rating), rules))


@HANDLERS.answers(
    "ruling air_mission",
    "air_category air_type codes mission missions_flown_this_player_turn operation phase role status whose_turn",
    needs="mission",
)
def air_mission(given: Given, rules: Ruleset) -> Answer:
    """May the air unit fly the mission?"""
    unused = UNUSED.get(given.text("mission"))
    if unused:
        return Answer.legal(rule_on_unused_mission(given.text("mission"), unused, rules))
    facts = MissionFacts(
        flying(given, rules),
        given.text("status", OPERATIVE),
        flown=given.whole("missions_flown_this_player_turn", 0),
        phase=given.text("phase", ""),
        is_phasing=IS_OWN.get(given.text("whose_turn", "")),
        role=given.text("role", ""),
        operation=mission_name(given.text("operation", "")),
    )
    return Answer.legal(rule_on_mission(facts, rules))


@HANDLERS.answers("ruling bombing_phase", "mission phase whose_turn", needs="mission phase")
def bombing_phase(given: Given, rules: Ruleset) -> Answer:
    """May the bombing mission be flown in that phase of the own or the enemy player turn?"""
    is_phasing = given.choice("whose_turn", IS_OWN, "own")
    facts = MissionFacts(flying(given, rules), phase=given.text("phase"), is_phasing=is_phasing)
    return Answer.legal(rule_on_mission(facts, rules))


@HANDLERS.answers("effect cap_switch", "cap_hex group_enters operation_by target_hex", needs="cap_hex target_hex")
def cap_switch(given: Given, rules: Ruleset) -> Answer:
    """What a CAP fighter may become for the operation."""
    own = given.choice("operation_by", IS_OWN, "owner")
    facts = described_switch(given.text("cap_hex"), given.text("target_hex"), own, given.texts("group_enters", ()))
    return Answer.of(may_become=next(iter(missions_to_switch_to(facts, rules)), None))


@HANDLERS.answers("effect cap_end", "moment phase", needs="phase moment")
def cap_end(given: Given, rules: Ruleset) -> Answer:
    """Do CAP fighters return to base at that moment?"""
    return Answer.of(returns=phases.patrol_ends(given.text("phase"), given.text("moment")))


# --- special rules (23) ----------------------------------------------------------------------------------------------


@HANDLERS.answers("ruling stage", "mission with_cargo", needs="mission")
def stage(given: Given, rules: Ruleset) -> Answer:
    """May the air unit stage before the mission?"""
    return Answer.legal(rule_on_staging(Staging(flying(given, rules), given.flag("with_cargo")), rules))


@HANDLERS.answers("ruling extended_range", "air_category mission towing", needs="mission")
def extended_range(given: Given, rules: Ruleset) -> Answer:
    """May the mission be flown at extended range?"""
    flight = flying(given, rules).at_extended_range(TOWED.get(given.flag("towing")))
    return Answer.legal(rule_on_extended_range(flight, terms_of(flight, rules), rules))


TOWED = {True: AirRating(0, "GT", 0, towed=True)}


@HANDLERS.answers("ruling night_mission", "mission night_unit", needs="mission")
def night_mission(given: Given, rules: Ruleset) -> Answer:
    """May the mission be flown at night?"""
    flight = flying(given, rules).by_night(given.flag("night_unit"))
    return Answer.legal(rule_on_night(flight, terms_of(flight, rules), rules))


@HANDLERS.answers("reckon night_strength", "air_attack night_unit strategic tactical", needs="air_attack|strategic")
def night_strength(given: Given, rules: Ruleset) -> Answer:
    """Strengths in a night operation."""
    rating = evolve(
        any_of_category("bomber"), attack=given.whole("air_attack", 0), strategic=given.whole("strategic", 0)
    )
    flight = Flight(rating).by_night(given.flag("night_unit"))
    return Answer.of(
        strategic=reckon_bombing_strength(flight, rules, "strategic"), air_attack=reckon_air_attack(flight, rules)
    )


@HANDLERS.answers("reckon fighter_bomber", "rating", needs="rating")
def fighter_bomber(given: Given, rules: Ruleset) -> Answer:
    """Air combat rating of a type F on a bombing mission."""
    return as_rating(Flight(AirRating.parse(given.text("rating")), family="bombing"), rules)


def as_rating(flight: Flight, rules: Ruleset, **values: object) -> Answer:
    """The answer with the air combat rating of an air unit as it flies."""
    attack, defense = reckon_air_attack(flight, rules), reckon_air_defense(flight, rules)
    found = Answer.of(rating=flight.rating.with_strengths(attack.value, defense.value), **values)
    return Answer(found.values, (("attack", attack), ("defense", defense)), found.rulings)


@HANDLERS.answers("effect jettison", "rating", needs="rating")
def jettisoned(given: Given, rules: Ruleset) -> Answer:
    """The fighter after jettisoning."""
    after = jettison(Flight(AirRating.parse(given.text("rating")), family="bombing"), rules)
    return as_rating(after.flight, rules, may_bomb=after.may_bomb, aa_target=after.is_shot_at)


@HANDLERS.answers("ruling scramble", "air_category base_in_target_hex status", needs="base_in_target_hex")
def scramble(given: Given, rules: Ruleset) -> Answer:
    """May the fighter scramble?"""
    rating = any_of_category(given.text("air_category", "fighter"))
    facts = Scramble(
        rules.air_types.is_fighter(rating.type),
        given.flag("base_in_target_hex"),
        status=given.text("status", OPERATIVE),
    )
    return Answer.legal(rule_on_scramble(facts, rules))
