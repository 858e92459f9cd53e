"""Questions about airborne and air landing operations (FoF 24)."""

from __future__ import annotations

from attrs import evolve

from europa_rules.air import airborne
from europa_rules.air.transport import AIR_LANDING, CargoUnit, Carrier, Lift, Load, rule_on_load
from europa_rules.ground.facts import Ground
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.sides import AXIS, Side, Turn
from europa_rules.units import Rating, Unit
from europa_rules_fof.questions import HANDLERS

CITIES = {"major_city": "full", "dot_city": "dot", "reference_city": "reference"}
GROUNDS = {word: Ground(city=size) for word, size in CITIES.items()}
"""Ground by the words for terrain that are no terrain of the chart; any other word is one."""

WORDS = {airborne.BADLY: "attack_zero_eliminated_if_enemy_in_hex"}
"""Results in the words of this vocabulary; any other stays as it is."""

ANY_UNIT = Unit("", "air_landing", "regiment", Rating.parse("1-6"))
BEFORE_GAME = {"before_game": True}


def turn(given: Given, key: str = "turn") -> Turn | None:
    """A game turn, where one is stated."""
    return Turn.parse(given.text(key)) if given.has(key) else None


def touchdown(what: str, given: Given) -> airborne.Touchdown:
    """What drops or lands, and where."""
    terrain = given.text("terrain", "clear")
    return airborne.Touchdown(
        what,
        GROUNDS.get(terrain, Ground(terrain)),
        enemy_units=given.flag("enemy_units_in_hex"),
        enemy_zoc=given.flag("enemy_zoc"),
        glider=bool(given.raw("glider", False)),
        airfield=given.flag("airfield", True),
        airborne_in_hex=given.flag("airborne_in_hex"),
        turn=turn(given),
        country=given.text("target_country", ""),
    )


def disruption(what: str, given: Given, rules: Ruleset) -> Answer:
    """The modified roll and the result."""
    found = airborne.reckon_disruption(touchdown(what, given), given.whole("die"), rules)
    return Answer.of(modified=found.modified, result=WORDS.get(found.result, found.result))


@HANDLERS.answers(
    "reckon airborne_disruption",
    "die terrain enemy_units_in_hex enemy_zoc glider turn target_country",
    needs="die",
)
def airborne_disruption(given: Given, rules: Ruleset) -> Answer:
    """What the die does to a parachute unit."""
    return disruption(airborne.AIRBORNE, given, rules)


@HANDLERS.answers(
    "reckon air_landing_disruption",
    "die terrain airfield enemy_zoc enemy_units_in_hex airborne_in_hex turn target_country",
    needs="die",
)
def air_landing_disruption(given: Given, rules: Ruleset) -> Answer:
    """What the die does to an air landing unit."""
    return disruption(airborne.AIR_LANDING, given, rules)


@HANDLERS.answers(
    "reckon air_landing_transport",
    "die terrain airfield enemy_zoc enemy_units_in_hex airborne_in_hex turn target_country",
    needs="die",
)
def air_landing_transport(given: Given, rules: Ruleset) -> Answer:
    """What the die does to a transport in an air landing."""
    return disruption(airborne.TRANSPORT, given, rules)


@HANDLERS.answers("reckon disrupted_strength", "rating modified enemy_units_in_hex", needs="rating modified")
def disrupted_strength(given: Given, rules: Ruleset) -> Answer:
    """The strengths of a unit after a modified roll."""
    result = airborne.result_of(airborne.AIRBORNE, given.whole("modified", signed=True), rules)
    unit = Unit("", "parachute", "regiment", Rating.parse(given.text("rating")))
    found = airborne.reckon_landed_unit(unit, airborne.Landed(result, given.flag("enemy_units_in_hex")), rules)
    return Answer.of(found.ruling, attack=found.attack, defense=found.defense, eliminated=found.is_removed)


@HANDLERS.answers("ruling air_landing", "transports unit_type", needs="transports|unit_type")
def air_landing(given: Given, rules: Ruleset) -> Answer:
    """May the air landing be made?"""
    carriers = tuple(Carrier("T", model) for model in given.texts("transports", ()))
    unit = evolve(ANY_UNIT, type=given.text("unit_type", ANY_UNIT.type))
    return Answer.legal(rule_on_load(Load(Lift(carriers, AIR_LANDING), (CargoUnit(unit, 0),)), rules))


# --- how long it lasts, and whose the hex is -------------------------------------------------------------------------


def player_turn(given: Given) -> airborne.PlayerTurn:
    """A player turn."""
    return airborne.PlayerTurn(Turn.parse(given.text("turn")), Side(given.text("side")))


@HANDLERS.answers("reckon disruption_ends", "disrupted owner", needs="disrupted", within="turn side phase moment")
def disruption_ends(given: Given, rules: Ruleset) -> Answer:
    """When does disruption end?"""
    since = player_turn(given.part("disrupted"))
    ends = airborne.disruption_ends(since, Side(given.text("owner", since.side)), rules)
    return Answer.of(turn=str(ends.turn), side=ends.side, phase=airborne.INITIAL, moment="start")


@HANDLERS.answers("reckon is_disrupted", "disrupted at owner", needs="disrupted at", within="turn side phase moment")
def is_disrupted(given: Given, rules: Ruleset) -> Answer:
    """Is the unit still disrupted?"""
    since = player_turn(given.part("disrupted"))
    owner = Side(given.text("owner", since.side))
    return Answer.of(disrupted=airborne.is_still_disrupted(since, player_turn(given.part("at")), owner, rules))


@HANDLERS.answers(
    "reckon owner_after_drop", "of enemy_units_in_hex disrupted features owner_before moment", needs="owner_before"
)
def owner_after_drop(given: Given, rules: Ruleset) -> Answer:
    """The owner of the hex, or of the airbase in it. What else is in the hex makes no difference."""
    facts = airborne.Holding(
        given.text("of", airborne.HEX),
        was_disrupted=given.flag("disrupted"),
        enemy_units=given.flag("enemy_units_in_hex"),
        at=given.text("moment", airborne.SAME_TURN),
    )
    owner, ruling = airborne.owner_after_drop(facts, AXIS, Side(given.text("owner_before")), rules)
    return Answer.of(ruling, owner=owner)


# --- planning --------------------------------------------------------------------------------------------------------


@HANDLERS.answers(
    "ruling plan_drop",
    "planned executed plans_for_unit unit_in_enemy_zoc arrival_turn",
    needs="planned|plans_for_unit|unit_in_enemy_zoc",
    within="turn side phase moment",
)
def plan_drop(given: Given, rules: Ruleset) -> Answer:
    """May the operation be planned so?"""
    word = str(given.raw("planned", ""))
    before = BEFORE_GAME.get(word, False)
    planned = Given({}, rules) if before else given.part("planned", {})
    plan = airborne.Plan(
        turn(planned),
        planned.text("phase", airborne.INITIAL),
        turn(given.part("executed", {})),
        before_game=before,
        in_enemy_zoc=given.flag("unit_in_enemy_zoc"),
        arrives=turn(given, "arrival_turn"),
        plans=given.whole("plans_for_unit", 1),
    )
    return Answer.legal(airborne.rule_on_plan(plan, rules))


@HANDLERS.answers("ruling execute_drop", "since_planning")
def execute_drop(given: Given, rules: Ruleset) -> Answer:
    """May the planned operation be carried out?"""
    return Answer.legal(airborne.rule_on_execution(given.texts("since_planning"), rules))


@HANDLERS.answers("ruling cancel_drop", "moment", needs="moment")
def cancel_drop(given: Given, rules: Ruleset) -> Answer:
    """May the planned operation be called off?"""
    return Answer.legal(airborne.rule_on_cancelling(given.text("moment"), rules))
