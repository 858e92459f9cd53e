"""Questions about air transport and gliders (FoF 14K2, 20F, 23B, 23E2, 23F)."""

from __future__ import annotations

from attrs import evolve

from europa_rules.air import transport
from europa_rules.air.flights import Flight, reckon_air_attack, reckon_air_defense
from europa_rules.air.returning import ABORT, KILL, NO_EFFECT, TURNED_BACK
from europa_rules.charts.success import HARSH_FAILURE
from europa_rules.ground.success_checks import Outcome
from europa_rules.ledger import Reckoning
from europa_rules.questions import AIR_UNIT, Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.units import Rating, Unit
from europa_rules_fof.questions import HANDLERS

MISSIONS = {
    "regular": transport.REGULAR,
    "regular_transport": transport.REGULAR,
    "transport": transport.REGULAR,
    "one_way_transport": transport.REGULAR,
    "air_drop": transport.AIR_DROP,
    "air_landing": transport.AIR_LANDING,
    "transfer": "transfer",
}
RESULTS = {"none": NO_EFFECT, "turned_back": TURNED_BACK, "aborted": ABORT, "eliminated": KILL}
POINTS = {
    "resource_point": transport.RESOURCE,
    "resource_points": transport.RESOURCE,
    "supply": transport.SUPPLY,
    "supply_re": transport.SUPPLY,
    "infantry_replacement_point": transport.INFANTRY,
    "infantry_replacement_points": transport.INFANTRY,
}
"""Points by the words for cargo; "unit" stands for the unit of the question."""

BY_BOMBER = {"bomber": True}
STATUS = {True: "eliminated", False: "unaffected"}
USUAL = {transport.AIR_DROP: "parachute", transport.AIR_LANDING: "air_landing"}
"""The unit type that goes without saying, by mission."""


def mission_of(given: Given, key: str = "mission") -> str:
    """The name of a mission of the chart; regular transport where none is said."""
    return given.choice(key, MISSIONS) if given.has(key) else transport.REGULAR


MODELS = {"Ju 52": "T", "DFS 230": "GT"}
"""The types of the aircraft that the book names."""


def type_of(word: str) -> str:
    """The type of an air unit, told by its type ("T") or its aircraft ("Ju 52")."""
    return MODELS.get(word, word)


def carriers_of(words: tuple[str, ...]) -> tuple[transport.Carrier, ...]:
    """Air units by their types or aircraft."""
    return tuple(transport.Carrier(type_of(word)) for word in words)


def units_of(load: Given, mission: str) -> tuple[transport.CargoUnit, ...]:
    """The ground units of a load."""
    if not load.has("units_re", "type", "movement", "heavy_equipment"):
        return ()
    unit = Unit(
        "",
        load.text("type", USUAL.get(mission, "infantry")),
        "regiment",
        Rating.parse(f"1-{load.whole('movement', 1)}"),
        heavy_equipment=load.flag("heavy_equipment"),
    )
    return (transport.CargoUnit(unit, load.number("units_re", None)),)


@HANDLERS.answers(
    "ruling air_transport",
    "transports mission load in_supply phase extended options",
    needs="transports load",
    within="heavy_equipment movement resource_points supply_re units_re",
)
def air_transport(given: Given, rules: Ruleset) -> Answer:
    """May the transports carry the load?"""
    mission, load = mission_of(given), given.part("load")
    carriers = tuple(transport.described_carrier(type_of(word), mission, rules) for word in given.texts("transports"))
    lift = transport.Lift(carriers, mission, given.flag("extended"))
    points = load.number("supply_re", 0), load.number("resource_points", 0)
    facts = transport.Load(
        lift,
        units_of(load, mission),
        points=tuple(zip((transport.SUPPLY, transport.RESOURCE), points, strict=True)),
        is_supplied=given.flag("in_supply", True),
        phase=given.text("phase", ""),
    )
    return Answer.legal(transport.rule_on_load(facts, rules))


@HANDLERS.answers("effect cargo", "transport_results", needs="transport_results")
def cargo(given: Given, rules: Ruleset) -> Answer:
    """What becomes of cargo shared by transports with these results?"""
    results = [RESULTS.get(result, result) for result in given.texts("transport_results")]
    return Answer.of(cargo=transport.fate_of_cargo(results))


@HANDLERS.answers(
    "ruling air_drop", "terrain enemy_occupied unit_type cargo options transport", needs="terrain|unit_type|cargo"
)
def air_drop(given: Given, rules: Ruleset) -> Answer:
    """May the drop be made?"""
    terrain, points = given.text("terrain", "clear"), POINTS.get(given.text("cargo", ""), "")
    carrier = transport.Carrier("T", as_transport=BY_BOMBER.get(given.text("transport", ""), False))
    unit = Unit("", given.text("unit_type", "parachute"), "battalion", Rating.parse("1-6"))
    load = transport.Load(transport.Lift((carrier,), transport.AIR_DROP), (transport.CargoUnit(unit, 0),))
    if points:
        load = evolve(load, units=(), points=((points, 1),))
    where = transport.DropHex(
        terrain,
        with_units=bool(load.units),
        is_prohibited=transport.is_prohibited_word(terrain),
        enemy_occupied=given.flag("enemy_occupied"),
    )
    return Answer.legal(transport.rule_on_drop_hex(where, rules) & transport.rule_on_load(load, rules))


# --- gliders ---------------------------------------------------------------------------------------------------------


@HANDLERS.answers("reckon towing", "tug glider", needs="tug glider", within=AIR_UNIT)
def towing(given: Given, rules: Ruleset) -> Answer:
    """The air defense of tug and glider together."""
    flight = Flight(given.air_unit("tug"), family="transport", towing=given.air_unit("glider"))
    return Answer.of(air_defense=reckon_air_defense(flight, rules))


@HANDLERS.answers("reckon towed_capacity", "tug glider mission", needs="tug glider")
def towed_capacity(given: Given, rules: Ruleset) -> Answer:
    """The REs of ground units that tug and glider carry together."""
    lift = transport.Lift(carriers_of((given.text("tug"), given.text("glider"))), mission_of(given))
    return Answer.of(re=transport.reckon_room_for_units(lift, rules))


@HANDLERS.answers("ruling tow", "gliders tugs", needs="gliders|tugs")
def tow(given: Given, rules: Ruleset) -> Answer:
    """May the gliders be towed?"""
    return Answer.legal(transport.rule_on_towing(given.whole("gliders", 1), given.whole("tugs", 1), rules))


@HANDLERS.answers("effect glider", "use table_result", needs="use")
def glider(given: Given, rules: Ruleset) -> Answer:
    """What becomes of the glider?"""
    outcome = Outcome(given.text("table_result", HARSH_FAILURE), Reckoning.of(0, "told"))
    return Answer.of(status=STATUS[transport.is_glider_lost(mission_of(given, "use"), outcome)])


# --- bombers as transports -------------------------------------------------------------------------------------------


@HANDLERS.answers("reckon bomber_as_transport", "options rating", needs="rating", within=AIR_UNIT)
def bomber_as_transport(given: Given, rules: Ruleset) -> Answer:
    """The air combat values of a bomber used as a transport."""
    flight = Flight(given.air_unit("rating"), family="transport", as_transport=True)
    return Answer.of(
        air_attack=reckon_air_attack(flight, rules), air_defense=reckon_air_defense(flight, rules), type=flight.acts_as
    )


@HANDLERS.answers("reckon bomber_transport_load", "options units_re supply_re", needs="units_re|supply_re")
def bomber_transport_load(given: Given, rules: Ruleset) -> Answer:
    """What the load counts for in a bomber used as a transport."""
    return Answer.of(
        counted_re=transport.reckon_bomber_load(given.number("units_re", 0), given.number("supply_re", 0), rules)
    )
