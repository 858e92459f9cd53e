"""Questions about air units, their statuses and their airbases (SF 16, 17, 18 and 19)."""

from __future__ import annotations

from collections.abc import Callable

from europa_rules.air import airbases, phases
from europa_rules.air.interception import Scramble, rule_on_scramble
from europa_rules.air_units import AirRating
from europa_rules.questions import AIR_UNIT, Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.state import ABORTED, ELIMINATED, INOPERATIVE
from europa_rules_sf.air_basing import BoxHex, area_of, rule_on_box_hex, rule_on_garrison
from europa_rules_sf.questions import HANDLERS
from europa_rules_sf.questions.basics import SEQUENCES
from europa_rules_sf.questions.ownership import side

OWN = {airbases.FRIENDLY: True, "own": True}
PHASING = {"phasing": True, "non-phasing": False}
STEP_WORDS = {"antiaircraft fire": "aa fire"}
SUPPORT_WORDS = {phases.DEFENSIVE_SUPPORT: "DAS", phases.GROUND_SUPPORT: "GS"}
MISSIONS = {
    "rail-marshaling-yard-bombing": "rail_yards",
    "airbase-bombing": "airbases",
    "GS": "ground_support",
    "DAS": "defensive_air_support",
    "rail-line-bombing": "rail_lines",
    "port-bombing": "tactical_ports",
    "patrol-attack": "patrol_attack",
    "regular-transport": "regular_transport",
    "air-drop": "air_drop",
    "aerial-minelaying": "aerial_minelaying",
    "naval-units-in-port": "naval_units_in_port",
    "naval-patrol": "naval_patrol",
    "coast-defenses": "coast_defenses",
}
"""Names of missions in this vocabulary, and those of the chart; others are alike."""
WORDS = {name: word for word, name in MISSIONS.items()}


def mission_name(word: str) -> str:
    """The name of a mission in the chart."""
    return MISSIONS.get(word, word)


# --- air units (16A) -------------------------------------------------------------------------------------------------


@HANDLERS.answers("type_matches", "rule_type types", needs="rule_type types")
def type_matches(given: Given, rules: Ruleset) -> Answer:
    """Which types does a rule about one type cover?"""
    named = given.text("rule_type")
    return Answer.of(matches=[kind for kind in given.texts("types") if rules.air_types.covers(named, kind)])


@HANDLERS.answers("category_of", "types", needs="types")
def category_of(given: Given, rules: Ruleset) -> Answer:
    """The category of each type."""
    return Answer.of(category={kind: rules.air_types.category(kind) for kind in given.texts("types")})


@HANDLERS.answers("parse_air_counter", "counter", needs="counter")
def parse_air_counter(given: Given, rules: Ruleset) -> Answer:
    """The fields of a printed counter."""
    rating = AirRating.parse(given.text("counter"))
    return Answer.of(
        attack=rating.attack,
        type=rating.full_type,
        defense=rating.defense,
        tactical=rating.tactical,
        strategic=rating.strategic,
        codes=list(rating.codes),
        movement=rating.printed_movement,
        movement_asterisk=rating.starred,
    )


# --- statuses (16B, 16C) ---------------------------------------------------------------------------------------------


def flown_by(given: Given) -> AirRating:
    """An air unit of which only the codes are known."""
    return AirRating(0, "B", 0, codes="".join(given.texts("codes", ())))


def recovers(given: Given, rules: Ruleset) -> str:
    """The status after the initial phase."""
    return airbases.status_after_initial_phase(given.text("status"), given.flag("flew_harassment_last_player_turn"))


def lands(given: Given, rules: Ruleset) -> str:
    """The status once it has returned to base."""
    mission = mission_name(given.text("mission", ""))
    return airbases.status_when_landed(airbases.Landed(flown_by(given), mission), rules)


def scrambles(given: Given, rules: Ruleset) -> str:
    """The status once it has landed after scrambling."""
    return airbases.status_when_landed(airbases.Landed(flown_by(given), "transfer"), rules)


def escapes(given: Given, rules: Ruleset) -> str:
    """The status once it has escaped."""
    return airbases.status_after_escape(given.text("status"), True, True)


EVENTS: dict[str, Callable[[Given, Ruleset], str]] = {
    "initial-phase": recovers,
    "return-to-base": lands,
    "landing": lands,
    "transfer-landing": scrambles,
    "scramble-landing": scrambles,
    "escape-landing": escapes,
    "turned-back": lands,
    "over-capacity": lambda _, __: INOPERATIVE,
    "abort": lambda _, __: ABORTED,
    "aborted": lambda _, __: ABORTED,
    "eliminated": lambda _, __: ELIMINATED,
    "elimination": lambda _, __: ELIMINATED,
}


@HANDLERS.answers("air_status", "codes event flew_harassment_last_player_turn mission status", needs="event")
def air_status(given: Given, rules: Ruleset) -> Answer:
    """The status after an event."""
    return Answer.of(status=given.choice("event", EVENTS)(given, rules))


@HANDLERS.answers("capacity_check", "air_units capacity gliders", needs="air_units capacity")
def capacity_check(given: Given, rules: Ruleset) -> Answer:
    """How many air units does the capacity step make inoperative?"""
    capacity = airbases.stated_capacity(given.raw("capacity"))
    facts = airbases.Recovery(capacity, given.whole("air_units"), gliders=given.count("gliders"))
    return Answer.of(made_inoperative=airbases.recover_at(facts).made_inoperative)


def operation_steps(rules: Ruleset) -> tuple[str, ...]:
    """The steps of an air operation, in this vocabulary."""
    return tuple(STEP_WORDS.get(step, step) for step in phases.steps_of_an_operation(rules))


def combat_support(rules: Ruleset) -> tuple[str, ...]:
    """What happens in the combat phase, in this vocabulary."""
    return tuple(SUPPORT_WORDS.get(step, step) for step in phases.air_combat_phase(rules))


SEQUENCES.update(
    {
        "steps of an air operation": operation_steps,
        "air operation": operation_steps,
        "air operation steps": operation_steps,
        "air operation sequence": operation_steps,
        "air support in the combat phase": combat_support,
        "air activities in the combat phase": combat_support,
        "air activities in the initial phase": phases.air_initial_phase,
        "air activities of the initial phase": phases.air_initial_phase,
    }
)


# --- airbases (17) ---------------------------------------------------------------------------------------------------


@HANDLERS.answers("airbase_capacity", "features hits")
def airbase_capacity(given: Given, rules: Ruleset) -> Answer:
    """The current capacity of a hex."""
    named = [(part.text("kind"), part.number("capacity")) for part in given.parts("features")]
    features = airbases.stated_features(named)
    return Answer.of(capacity=airbases.reckon_capacity(airbases.BaseFeatures(features, given.count("hits")), rules))


@HANDLERS.answers("air_unit_escape", "airbase_in_transfer_range roll status", needs="roll status")
def air_unit_escape(given: Given, rules: Ruleset) -> Answer:
    """What an escape attempt comes to."""
    does = airbases.does_escape(given.whole("roll"), rules)
    in_range = given.flag("airbase_in_transfer_range", True)
    return Answer.of(outcome=airbases.status_after_escape(given.text("status"), does, in_range))


@HANDLERS.answers("return_to_base", "nearest_friendly_base range", needs="range")
def return_to_base(given: Given, rules: Ruleset) -> Answer:
    """What becomes of an air unit that returns to base."""
    nearest = given.number("nearest_friendly_base", None)
    return Answer.of(outcome=airbases.fate_of_return(given.number("range"), nearest))


@HANDLERS.answers("legal abandon-airfield", "capacity owner", needs="capacity")
def abandon_airfield(given: Given, rules: Ruleset) -> Answer:
    """May the airfield be abandoned?"""
    action = given.part("action")
    facts = airbases.AirfieldAbandoned(
        action.number("capacity"),
        given.choice("actor", PHASING, "phasing"),
        OWN.get(action.text("owner", airbases.FRIENDLY), False),
    )
    return Answer.legal(airbases.rule_on_abandoning(facts, rules))


@HANDLERS.answers("legal use-airbase", "capacity hex_owner side", needs="hex_owner")
def use_airbase(given: Given, rules: Ruleset) -> Answer:
    """May a side use an airbase in a hex of this owner?"""
    action = given.part("action")
    user = side(action.text("side", "") or given.text("side"))
    return Answer.legal(
        airbases.rule_on_users(user, side(action.text("hex_owner")), action.number("capacity", 1), rules)
    )


def base_of(given: Given, rating: AirRating, antiship: bool) -> airbases.BaseUse:
    """The use of an airbase that a question describes."""
    kind = given.text("kind", "")
    return airbases.described_base(
        rating,
        kind,
        given.number("capacity", 1),
        owner=given.text("owner", airbases.FRIENDLY),
        water=given.word("hex_water"),
        area=area_of(given.text("area", "") or given.word("region")),
        antiship=antiship,
    )


@HANDLERS.answers(
    "legal base",
    "antiship_force at unit",
    needs="at unit",
    within=f"{AIR_UNIT} antiship_force area hex_water owner region",
)
def base(given: Given, rules: Ruleset) -> Answer:
    """May the air unit base there?"""
    action = given.part("action")
    unit, at = action.part("unit"), action.part("at")
    antiship = action.flag("antiship_force") or unit.flag("antiship_force")
    facts = base_of(at, unit.as_air_unit("antiship_force"), antiship)
    return Answer.legal(airbases.rule_on_base(facts, rules))


# --- scramble, boxes (23A2, 23I) -------------------------------------------------------------------------------------


@HANDLERS.answers("legal scramble", "air_role base_in_target_hex step unit", needs="unit", within=AIR_UNIT)
def scramble(given: Given, rules: Ruleset) -> Answer:
    """May the air unit scramble?"""
    action = given.part("action")
    facts = Scramble(
        rules.air_types.is_fighter(action.air_unit("unit").full_type),
        action.flag("base_in_target_hex", True),
        REACTING.get(action.text("air_role", "reacting"), True),
        action.text("step", "interceptor movement"),
    )
    return Answer.legal(rule_on_scramble(facts, rules))


REACTING = {"initiating": False}


@HANDLERS.answers(
    "legal take-off", "airbase_capacity from location unit", needs="from", within="airbase all_land region terrain"
)
def take_off(given: Given, rules: Ruleset) -> Answer:
    """May an air unit of a holding box take off from there?"""
    action = given.part("action")
    return Answer.legal(rule_on_box_hex(box_hex(action), rules))


@HANDLERS.answers("legal land", "at location unit", needs="at", within="airbase all_land region terrain")
def land(given: Given, rules: Ruleset) -> Answer:
    """May an air unit land for a holding box there?"""
    action = given.part("action")
    return Answer.legal(rule_on_box_hex(box_hex(action, "at"), rules))


def box_hex(action: Given, key: str = "from") -> BoxHex:
    """The hex from which an air unit of a holding box takes off, or where it lands for it."""
    place = action.part(key)
    box = area_of(action.text("location"))
    return BoxHex(
        box,
        place.text("region", box),
        place.flag("airbase"),
        place.text("terrain", "clear"),
        place.flag("all_land", True),
    )


@HANDLERS.answers("legal garrison-transfer", "from to", needs="from to")
def garrison_transfer(given: Given, rules: Ruleset) -> Answer:
    """May air units pass between these boxes?"""
    action = given.part("action")
    return Answer.legal(rule_on_garrison(action.text("from"), action.text("to"), rules))
