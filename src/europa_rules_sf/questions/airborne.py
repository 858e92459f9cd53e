"""Questions about air transport and airborne landings (SF 20F, 23D, 24, 44E)."""

from __future__ import annotations

from itertools import repeat

from europa_rules.air import airborne, transport
from europa_rules.air.bomber_transports import rule_on_bomber_as_transport
from europa_rules.air.flights import Flight, reckon_air_attack, reckon_air_defense
from europa_rules.air_units import AirRating
from europa_rules.ground.success_checks import Outcome, SuccessCheck, reckon_outcome
from europa_rules.nations import normal
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.sides import AXIS, Turn
from europa_rules.units import Rating, Size, Unit
from europa_rules_sf.airborne_landings import HeavyUnit, reckon_heavy_size, rule_on_heavy_unit
from europa_rules_sf.parachute_headquarters import Conversion, rule_on_conversion
from europa_rules_sf.questions import HANDLERS
from europa_rules_sf.questions.movement import PHASING
from europa_rules_sf.questions.ownership import side

POINTS = {
    "supply_point": transport.SUPPLY,
    "resource_point": transport.RESOURCE,
    "mine_point": transport.MINE,
    "supply": transport.SUPPLY,
    "supplies": transport.SUPPLY,
}
"""Points by what a question calls them; any other item of cargo is a unit."""

TOGETHER = {"same operation": True}
FRIENDLY = {"friendly": True}
EVENTS = {"attacked": "attacked", "was_attacked": "was_attacked", "entered_enemy_zoc": "entered_enemy_zoc"}
STATUS = {True: "valid", False: "canceled"}
OUTCOMES = {True: "attackers eliminated", False: "resolve normally"}
ANY_UNIT = Unit("", "parachute", "regiment", Rating.parse("1-6"))
IS_HEADQUARTERS = {"airborne_hq": True, "mountain_hq": True}
IS_BARRED = {"cavalry": True, "port_fortification": True}
MODES = {"air_drop": transport.AIR_DROP, "regular": transport.REGULAR}
SIZES: tuple[Size, ...] = ("battalion", "regiment", "brigade", "division")
UNITS = {
    "parachute_unit": Unit("", "parachute", "battalion", Rating.parse("1-6")),
    "parachute_battalion": Unit("", "parachute", "battalion", Rating.parse("1-6")),
    "unit": Unit("", "infantry", "battalion", Rating.parse("1-6")),
    "ground_unit": Unit("", "infantry", "battalion", Rating.parse("1-6")),
    **{name: Unit("", "infantry", size, Rating.parse("1-6")) for size in SIZES for name in (size, f"infantry_{size}")},
}
"""Units by the words for cargo of bombers; one whose size is not told is a battalion, which a bomber can lift."""


def mission_of(given: Given) -> str:
    """The name of a mission of the chart; regular transport where none is said."""
    return normal(given.text("mission", transport.REGULAR))


def carriers_of(words: tuple[str, ...]) -> tuple[transport.Carrier, ...]:
    """Air units by their types."""
    return tuple(transport.Carrier(word) for word in words)


def points_of(item: Given) -> tuple[tuple[str, int], ...]:
    """The points that an item of cargo stands for; none for a unit."""
    kind = POINTS.get(normal(item.text("kind", "")))
    return ((kind, item.whole("count", 1)),) if kind else ()


def units_of(item: Given) -> tuple[transport.CargoUnit, ...]:
    """The units that an item of cargo stands for; none for points."""
    if points_of(item):
        return ()
    return tuple(map(transport.CargoUnit, repeat(item.as_unit(), item.whole("count", 1))))


# --- transport (SF 20F) ----------------------------------------------------------------------------------------------


@HANDLERS.answers("cargo_capacity", "extended mission units weather", needs="units")
def cargo_capacity(given: Given, rules: Ruleset) -> Answer:
    """The REs of cargo that air units carry."""
    lift = transport.Lift(
        carriers_of(given.texts("units")), mission_of(given), given.flag("extended"), given.text("weather", "clear")
    )
    return Answer.of(re=transport.reckon_capacity(lift, rules))


@HANDLERS.answers("cargo_fate", "transport_results", needs="transport_results")
def cargo_fate(given: Given, rules: Ruleset) -> Answer:
    """What becomes of cargo, by the results of fire on its transports?"""
    return Answer.of(cargo=transport.fate_of_cargo(given.texts("transport_results")))


@HANDLERS.answers(
    "legal load",
    "airbase_regular_supply_at_initial_phase cargo carriers mission extended weather",
    needs="cargo carriers",
)
def load(given: Given, rules: Ruleset) -> Answer:
    """May the carriers take the cargo on this mission?"""
    action = given.part("action")
    items = action.parts("cargo")
    lift = transport.Lift(
        carriers_of(action.texts("carriers")),
        mission_of(action),
        action.flag("extended"),
        action.text("weather", "clear"),
    )
    facts = transport.Load(
        lift,
        tuple(unit for item in items for unit in units_of(item)),
        tuple(points for item in items for points in points_of(item)),
        is_supplied=action.flag("airbase_regular_supply_at_initial_phase", True),
        phase=given.text("phase", ""),
        is_phasing=given.choice("actor", PHASING, "phasing"),
    )
    return Answer.legal(transport.rule_on_load(facts, rules))


@HANDLERS.answers("glider_fate", "mission roll", needs="mission")
def glider_fate(given: Given, rules: Ruleset) -> Answer:
    """Is the glider eliminated?"""
    return Answer.of(eliminated=transport.is_glider_lost(mission_of(given), landing_of(given, rules)))


def landing_of(given: Given, rules: Ruleset) -> Outcome | None:
    """The outcome of a glider's landing, where a roll is stated."""
    if not given.has("roll"):
        return None
    return reckon_outcome(given.whole("roll"), SuccessCheck(transport.GLIDER_LANDING), rules)


# --- optional rules (SF 44E) -----------------------------------------------------------------------------------------


@HANDLERS.answers("ruling bomber.transport", "side model attack defense type", needs="model")
def bomber_transport(given: Given, rules: Ruleset) -> Answer:
    """The ratings of a bomber used as a transport, and whether it may be."""
    kind = given.text("type", "B")
    rating = AirRating(given.count("attack"), kind, given.count("defense"))
    flight = Flight(rating, family="transport", as_transport=True)
    ruling = rule_on_bomber_as_transport(side(given.text("side", AXIS)), given.text("model"), kind, rules)
    return Answer.legal(
        ruling,
        attack=reckon_air_attack(flight, rules),
        defense=reckon_air_defense(flight, rules),
        as_type=flight.acts_as,
    )


def bomber_load(given: Given) -> transport.Load:
    """The load of a bomber used as a transport."""
    lift = transport.Lift((transport.Carrier("B", as_transport=True),), given.choice("mode", MODES))
    word = normal(given.text("cargo"))
    name = POINTS.get(word.removesuffix("s"), POINTS.get(word))
    if name:
        return transport.Load(lift, points=((name, 1),))
    return transport.Load(lift, (transport.CargoUnit(given.choice("cargo", UNITS)),))


@HANDLERS.answers("ruling bomber.cargo", "cargo mode", needs="cargo mode")
def bomber_cargo(given: Given, rules: Ruleset) -> Answer:
    """May a bomber used as a transport carry this, and what does it count for?"""
    facts = bomber_load(given)
    return Answer.legal(transport.rule_on_load(facts, rules), re=transport.reckon_cargo(facts, rules))


@HANDLERS.answers("ruling heavy_transport.cargo", "air_type kind motorized heavy_equipment re", needs="air_type kind")
def heavy_cargo(given: Given, rules: Ruleset) -> Answer:
    """May a heavy transport carry this, and what does it count for?"""
    kind, heavy = given.text("kind"), given.flag("heavy_equipment", True)
    facts = HeavyUnit(
        given.air_types("air_type"),
        IS_HEADQUARTERS.get(kind, False),
        is_divisional=kind.startswith("division") or kind.endswith("_hq"),
        is_motorized=given.flag("motorized"),
        is_barred=IS_BARRED.get(kind, False),
        is_heavy=heavy,
    )
    return Answer.legal(rule_on_heavy_unit(facts, rules), re=reckon_heavy_size(given.number("re", 1), heavy))


# --- landings (SF 24A, 24B) ------------------------------------------------------------------------------------------


def dropped_unit(given: Given) -> Unit:
    """The unit that has dropped; points where the question says so."""
    return ANY_UNIT if points_of(given.part("unit", {})) or not given.has("unit") else given.unit("unit")


@HANDLERS.answers("drop_result", "result unit", needs="result")
def drop_result(given: Given, rules: Ruleset) -> Answer:
    """The strengths of a unit after a result of its drop."""
    facts = airborne.Landed(airborne.result_named(given.text("result")))
    found = airborne.reckon_landed_unit(dropped_unit(given), facts, rules)
    return Answer.of(
        found.ruling,
        attack=found.attack,
        defense=found.defense,
        disrupted=found.is_disrupted,
        removed=found.is_removed,
    )


@HANDLERS.answers("drop_ownership", "disrupted enemy_occupied", needs="disrupted|enemy_occupied")
def drop_ownership(given: Given, rules: Ruleset) -> Answer:
    """Does the unit gain the hex in which it drops?"""
    facts = airborne.Holding(was_disrupted=given.flag("disrupted"), enemy_units=given.flag("enemy_occupied"))
    ruling = airborne.rule_on_owning(facts, rules)
    return Answer.of(ruling, gains_ownership=ruling.allowed)


def has_dropped(unit: Given) -> bool:
    """Whether a unit has dropped into the hex in which it fights."""
    return unit.flag("dropped", unit.flag("dropped_in_hex", unit.flag("in_hex")))


@HANDLERS.answers(
    "shared_hex_combat",
    "attack_strengths dropped enemy_in_hex gs ngs result units",
    needs="attack_strengths|dropped|enemy_in_hex|result|units",
    within="dropped dropped_in_hex in_hex",
)
def shared_hex_combat(given: Given, rules: Ruleset) -> Answer:
    """Combat where both sides are in one hex. Support from the air and the sea makes no difference."""
    facts = airborne.SharedHex(
        given.flag("dropped", True), given.flag("enemy_in_hex", True), given.numbers("attack_strengths", ())
    )
    lost = airborne.are_attackers_lost(facts, rules)
    results = {
        unit.text("id"): airborne.result_for(given.text("result", ""), has_dropped(unit))
        for unit in given.parts("units", ())
    }
    return Answer({"must_attack": airborne.must_attack(facts), "outcome": results or OUTCOMES[lost], **results})


@HANDLERS.answers("dropped_supply", "owner_at_end_of_player_turn", needs="owner_at_end_of_player_turn")
def dropped_supply(given: Given, rules: Ruleset) -> Answer:
    """Does a dropped supply point remain?"""
    friendly = FRIENDLY.get(given.text("owner_at_end_of_player_turn"), False)
    return Answer.of(remains=airborne.does_supply_stay(friendly))


@HANDLERS.answers("legal airborne-overrun", "attack defense mp_paid participants", needs="attack|participants")
def airborne_overrun(given: Given, rules: Ruleset) -> Answer:
    """May the units that have dropped overrun? MPs are not paid, and make no difference."""
    action = given.part("action")
    facts = airborne.AirborneOverrun(
        action.amount("attack"),
        action.amount("defense"),
        TOGETHER.get(action.text("participants", "same operation"), False),
    )
    return Answer.legal(airborne.rule_on_airborne_overrun(facts, rules))


# --- planning (SF 24C) -----------------------------------------------------------------------------------------------


def turn(given: Given, key: str) -> Turn | None:
    """A game turn, stated by itself or in an object of facts."""
    value = given.raw(key, None)
    if isinstance(value, str):
        return Turn.parse(value)
    return Turn.parse(given.part(key).text("turn")) if value else None


@HANDLERS.answers(
    "legal air-drop", "cargo drop hex_as_planned planned side since_planning", needs="drop|planned|cargo", within="turn"
)
def air_drop(given: Given, rules: Ruleset) -> Answer:
    """May the drop be made, by what was planned?"""
    action = given.part("action")
    points = POINTS.get(normal(action.text("cargo", "")))
    planned, dropped = turn(action, "planned"), turn(action, "drop")
    facts = airborne.Execution(
        needs_plan=not points,
        plan=airborne.Plan(planned, executed=dropped) if planned else None,
        as_planned=action.flag("hex_as_planned", True),
    )
    return Answer.legal(airborne.rule_on_planned_drop(facts, rules))


@HANDLERS.answers(
    "legal plan-drop",
    "drop existing_plans in_enemy_zoc planned unit_arrives",
    needs="existing_plans|in_enemy_zoc|planned|unit_arrives",
    within="turn",
)
def plan_drop(given: Given, rules: Ruleset) -> Answer:
    """May the operation be planned so?"""
    action = given.part("action")
    arrives = turn(action, "unit_arrives")
    plan = airborne.Plan(
        turn(action, "planned"),
        given.text("phase", airborne.INITIAL),
        turn(action, "drop"),
        earlier_plans=action.count("existing_plans"),
        in_enemy_zoc=action.flag("in_enemy_zoc"),
        arrives=arrives,
    )
    return Answer.legal(airborne.rule_on_plan(plan, rules))


@HANDLERS.answers(
    "plan_status",
    "attacked was_attacked entered_enemy_zoc",
    needs="attacked|was_attacked|entered_enemy_zoc",
)
def plan_status(given: Given, rules: Ruleset) -> Answer:
    """Does the plan hold?"""
    happened = tuple(event for event, name in EVENTS.items() if given.flag(name))
    ruling = airborne.rule_on_execution(happened, rules)
    return Answer.of(ruling, status=STATUS[ruling.allowed])


@HANDLERS.answers("legal flip-hq", "regular_supply", needs="regular_supply|phase")
def flip_headquarters(given: Given, rules: Ruleset) -> Answer:
    """May the headquarters be converted?"""
    action = given.part("action")
    facts = Conversion(
        given.text("phase", airborne.INITIAL),
        given.choice("actor", PHASING, "phasing"),
        action.flag("regular_supply", True),
    )
    return Answer.legal(rule_on_conversion(facts, rules))
