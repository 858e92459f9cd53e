"""Questions about neutrals, the OSS, garrisons, governments and nations (SF 37C to 37G, 38)."""

from __future__ import annotations

from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Side, Turn
from europa_rules_sf import flooding, garrisons, governments, italian_surrender, nations_at_war
from europa_rules_sf.questions import HANDLERS
from europa_rules_sf.questions.occupation import is_number
from europa_rules_sf.questions.replacements import turn

NEAR: dict[str | None, str] = {
    **dict.fromkeys(("district", "same_district", "in_district", "the_district"), "district"),
    **dict.fromkeys(("adjacent_district", "adjacent", "neighboring_district"), "adjacent_district"),
    **dict.fromkeys(("two_districts_away", "farther", "elsewhere", "none", None), "none"),
}
"""Where the nearest enemy unit may be, in the words of questions: in the district, next to it, or no nearer."""

PLAYER_TURNS = {"axis_player_turn": AXIS, "allied_player_turn": ALLIED}
IN_GARRISON = {"garrison": True, "front": False}


# --- neutrals, the OSS (37C, 37D) ------------------------------------------------------------------------------------


@HANDLERS.answers("ruling neutral.enter", "country force", needs="country", by="37C")
def neutral(given: Given, rules: Ruleset) -> Answer:
    """May a force enter the country?"""
    return Answer.legal(garrisons.rule_on_neutral(given.text("country"), rules))


@HANDLERS.answers("ruling oss.surprise", "mark target_nations oss_units_attempting", needs="target_nations", by="37D")
def oss(given: Given, rules: Ruleset) -> Answer:
    """May an OSS unit attempt surprise?"""
    units = given.whole("oss_units_attempting", 1)
    return Answer.legal(garrisons.rule_on_oss_surprise(given.word("mark"), given.texts("target_nations"), units, rules))


# --- garrisons (37E, 37E1) -------------------------------------------------------------------------------------------


@HANDLERS.answers("ruling garrison.activate", "trigger enemy_in ground_re air_units", needs="trigger", by="37E")
def activate(given: Given, rules: Ruleset) -> Answer:
    """May the garrison be activated, and what does that give at once?"""
    facts = garrisons.Activation(
        given.text("trigger"),
        given.choice("enemy_in", NEAR, "district"),
        ground_re=given.amount("ground_re"),
        air_units=given.count("air_units"),
    )
    return Answer.legal(
        garrisons.rule_on_activation(facts, rules),
        ground_re_now=garrisons.reckon_ground_at_once(facts),
        air_units_now=garrisons.reckon_air_at_once(facts),
        rest=garrisons.when_rest_comes(facts),
    )


def districts_of(garrison: object) -> tuple[str, ...]:
    """The districts of a garrison that is named by one of them or by all."""
    return (garrison,) if isinstance(garrison, str) else tuple(map(str, garrison if isinstance(garrison, list) else ()))


@HANDLERS.answers(
    "reckon garrison.activatable",
    "enemy_districts adjacency garrison_districts",
    needs="garrison_districts",
    within="adjacency.*",
    by="37E",
)
def activatable(given: Given, rules: Ruleset) -> Answer:
    """Which garrisons may be activated."""
    near, enemies = given.part("adjacency", {}), given.texts("enemy_districts", ())
    adjacency = {district: near.texts(district) for district in tuple(near.keys())}
    found = [
        garrison
        for garrison in given.raw("garrison_districts")
        if garrisons.is_activatable(districts_of(garrison), enemies, adjacency, given.text("phase", "initial"))
    ]
    return Answer.of(activatable=found)


@HANDLERS.answers("effect garrison.place", "kind listed_hex_owner", needs="kind", by="37E")
def place(given: Given, rules: Ruleset) -> Answer:
    """Where an activated unit goes."""
    owner = given.word("listed_hex_owner")
    return Answer.of(outcome=garrisons.place_of_activated(given.text("kind"), owner))


@HANDLERS.answers("effect garrison.lost", "enemy_owned_cities cities", needs="enemy_owned_cities cities", by="37E")
def lost(given: Given, rules: Ruleset) -> Answer:
    """What becomes of an unactivated garrison."""
    fate = garrisons.fate_of_unactivated(given.whole("cities"), given.whole("enemy_owned_cities"))
    return Answer.of(unactivated=fate)


@HANDLERS.answers(
    "reckon garrison.penalty",
    "required_re own_re other_re required_air own_air other_air inf_rps arps",
    needs="required_air|required_re",
    by="37E1",
)
def penalty(given: Given, rules: Ruleset) -> Answer:
    """The penalty for one nationality's garrison."""
    forces = garrisons.GarrisonForces(
        given.amount("required_re"),
        given.amount("own_re"),
        given.amount("other_re"),
        given.amount("required_air"),
        given.amount("own_air"),
        given.amount("other_air"),
    )
    inf, arp = garrisons.reckon_infantry_penalty(forces, rules), garrisons.reckon_air_penalty(forces, rules)
    return Answer.of(
        inf_rp=inf,
        arp=arp,
        inf_deficit=garrisons.reckon_deficit(inf, given.amount("inf_rps")),
        arp_deficit=garrisons.reckon_deficit(arp, given.amount("arps")),
    )


@HANDLERS.answers(
    "reckon garrison.required", "chart_required_re axis_owns_city axis_unit_in", needs="chart_required_re", by="37E1"
)
def required(given: Given, rules: Ruleset) -> Answer:
    """The REs that a garrison needs."""
    duty = garrisons.GarrisonDuty(
        given.number("chart_required_re"),
        given.flag("axis_owns_city"),
        given.choice("axis_unit_in", NEAR, "none"),
    )
    return Answer.of(required_re=garrisons.reckon_duty(duty))


@HANDLERS.answers("reckon west.invaded", "region re_in_regular_supply cities_owned", needs="region", by="37E1")
def west_invaded(given: Given, rules: Ruleset) -> Answer:
    """Is the West invaded?"""
    ruling = garrisons.rule_on_invasion(
        given.text("region"), given.amount("re_in_regular_supply"), given.count("cities_owned"), rules
    )
    return Answer.of(ruling, invaded=ruling.allowed)


@HANDLERS.answers("ruling garrison.named_unit", "named activated location", needs="named location", by="37E1")
def named_unit(given: Given, rules: Ruleset) -> Answer:
    """May a unit of a garrison be there?"""
    facts = garrisons.NamedUnit(
        given.flag("named"), given.flag("activated"), given.choice("location", IN_GARRISON, "garrison")
    )
    return Answer.legal(
        garrisons.rule_on_named_unit(facts), counts_toward_requirement=garrisons.counts_toward_duty(facts)
    )


# --- Soviets and governments (37F, 37G) ------------------------------------------------------------------------------


@HANDLERS.answers(
    "effect soviet.area",
    "owners_before axis_government_in",
    needs="owners_before",
    within="owners_before.*",
    by="37F",
)
def soviet_area(given: Given, rules: Ruleset) -> Answer:
    """Who owns the hexes of an area that becomes Soviet, and who captures a government there."""
    part = given.part("owners_before")
    before = {ref: part.text(ref) or "" for ref in tuple(part.keys())}
    return Answer.of(
        owners_after={ref: governments.owner_after_soviets(owner) for ref, owner in before.items()},
        government_captured_by=governments.captor_of_government(given.word("axis_government_in"), before),
    )


@HANDLERS.answers("ruling government.relocate", "phasing_own to owned home_country", needs="to", by="37G1")
def relocate(given: Given, rules: Ruleset) -> Answer:
    """May the government move there?"""
    facts = governments.Relocation(
        given.text("to"),
        given.flag("owned", True),
        given.flag("home_country", True),
        given.text("phase", "initial"),
        given.flag("phasing_own", True),
    )
    return Answer.legal(governments.rule_on_relocating(facts), exile=governments.is_exiled_by(facts))


@HANDLERS.answers("effect government.capture", "roll", needs="roll", by="37G2")
def capture(given: Given, rules: Ruleset) -> Answer:
    """What the capture roll gives."""
    found = governments.outcome_of_capture(given.whole("roll"), rules)
    return Answer.of(found.because, captured=found.captured, must_relocate_next_initial=found.must_relocate)


@HANDLERS.answers("reckon government.morale", "nation event same_game_turn to", needs="nation event", by="37G3")
def morale(given: Given, rules: Ruleset) -> Answer:
    """The factor on the strengths of the nation."""
    facts = governments.GovernmentEvent(
        given.text("nation"),
        given.text("event"),
        given.flag("same_game_turn", True),
        given.word("to"),
    )
    return Answer.of(strength_factor=governments.reckon_morale(facts, rules))


@HANDLERS.answers("effect government.captured_surrender", "nation unit_supplied", needs="nation", by="38A1 38B1")
def captured_surrender(given: Given, rules: Ruleset) -> Answer:
    """Does the unit surrender?"""
    ruling = governments.rule_on_fighting_on(given.text("nation"), given.flag("unit_supplied", True), rules)
    return Answer.of(ruling, surrenders=not ruling.allowed)


@HANDLERS.answers(
    "effect government.timeline", "nation owner captured_on captured_in", needs="captured_on", by="37G2 37G3"
)
def timeline(given: Given, rules: Ruleset) -> Answer:
    """When the government is reestablished, and the turns of halved strength."""
    captured_in = given.choice("captured_in", PLAYER_TURNS, "allied_player_turn")
    found = governments.timetable_of_capture(
        turn(given, "captured_on"), captured_in, Side(given.text("owner", AXIS)), rules
    )
    return Answer.of(
        reestablished_on=str(found.reestablished), halved_game_turns=[str(halved) for halved in found.halved]
    )


# --- Germany (38A) ---------------------------------------------------------------------------------------------------


@HANDLERS.answers(
    "effect germany.surrender",
    "phasing_player axis_major_cities_1939 government_ever",
    needs="axis_major_cities_1939",
    by="38A2",
)
def germany(given: Given, rules: Ruleset) -> Answer:
    """Does the Axis surrender?"""
    facts = nations_at_war.GermanSituation(
        given.whole("axis_major_cities_1939"),
        given.word("government_ever"),
        given.text("phase", "initial"),
        Side(given.text("phasing_player", ALLIED)),
    )
    ruling = nations_at_war.rule_on_surrender(facts)
    return Answer.of(ruling, surrenders=ruling.allowed, game_ends=ruling.allowed)


@HANDLERS.answers("ruling emergency.declare", "turn reason declared_before", needs="turn reason", by="38A3")
def declare(given: Given, rules: Ruleset) -> Answer:
    """May an emergency be declared?"""
    emergency = nations_at_war.Emergency(turn(given, "turn"), given.text("reason"), given.count("declared_before"))
    return Answer.legal(nations_at_war.rule_on_emergency(emergency, rules))


@HANDLERS.answers("reckon emergency.timetable", "declared emergencies", needs="declared", by="38A3")
def timetable(given: Given, rules: Ruleset) -> Answer:
    """The turns without withdrawals."""
    found = nations_at_war.months_of_emergency(turn(given, "declared"), given.whole("emergencies", 1), rules)
    return Answer.of(found.because, turns=[str(free) for free in found.turns])


# --- Italy (38B) -----------------------------------------------------------------------------------------------------


@HANDLERS.answers(
    "reckon italy.conditions",
    "allied_re_mainland port_owned_mainland losses sicily_controlled sardinia_corsica_controlled rome_owned "
    "government_captured_last_turn",
    by="38B2",
)
def conditions(given: Given, rules: Ruleset) -> Answer:
    """How many conditions for the surrender are met."""
    facts = italian_surrender.ItalianSituation(
        given.amount("allied_re_mainland"),
        given.word("port_owned_mainland"),
        given.amount("losses"),
        given.flag("sicily_controlled"),
        given.flag("sardinia_corsica_controlled"),
        given.flag("rome_owned"),
        given.flag("government_captured_last_turn"),
    )
    return Answer.of(conditions=italian_surrender.reckon_conditions(facts))


@HANDLERS.answers(
    "reckon italy.losses",
    "units_re_lost position_aa_points air_units naval_points_sunk naval_points_damaged starting_pool_re",
    needs="air_units|naval_points_damaged|naval_points_sunk|units_re_lost",
    by="38B2",
)
def losses(given: Given, rules: Ruleset) -> Answer:
    """The Italian losses."""
    facts = italian_surrender.ItalianLosses(
        given.amount("units_re_lost"),
        given.amount("air_units"),
        given.amount("naval_points_sunk"),
        given.amount("naval_points_damaged"),
    )
    return Answer.of(losses=italian_surrender.reckon_italian_losses(facts, rules))


@HANDLERS.answers(
    "ruling italy.attempt", "attempt conditions roll phasing_player", needs="attempt conditions", by="38B2"
)
def attempt(given: Given, rules: Ruleset) -> Answer:
    """May the attempt be made, and what comes of it?"""
    facts = italian_surrender.SurrenderAttempt(
        given.whole("attempt"), given.whole("conditions"), Side(given.text("phasing_player", AXIS))
    )
    return Answer.legal(
        italian_surrender.rule_on_attempt(facts),
        drm=italian_surrender.reckon_surrender_modifier(facts),
        surrenders=italian_surrender.surrenders(given.whole("roll", 1), facts),
    )


@HANDLERS.answers("effect italy.history", "checks", needs="checks", by="38B2")
def history(given: Given, rules: Ruleset) -> Answer:
    """The attempts that were made, and the turn of the surrender."""
    checks = [
        italian_surrender.SurrenderCheck(Turn.parse(when), int(met), int(roll))
        for when, met, roll in given.raw("checks")
    ]
    made = italian_surrender.attempts_made(checks)
    fell = italian_surrender.turn_of_surrender(made)
    return Answer.of(
        attempts=[[str(one.turn), one.number, one.surrendered] for one in made],
        surrendered_on=str(fell) if fell else None,
    )


@HANDLERS.answers(
    "effect italy.disarm",
    "stacked_with_axis distance_to_allied axis_re_within_3 allied_re_within_3",
    needs="distance_to_allied|stacked_with_axis",
    by="38B2",
)
def disarm(given: Given, rules: Ruleset) -> Answer:
    """Is the unit disarmed?"""
    facts = italian_surrender.ItalianUnit(
        given.flag("stacked_with_axis"),
        given.whole("distance_to_allied") if is_number(given, "distance_to_allied") else None,
        given.amount("axis_re_within_3"),
        given.amount("allied_re_within_3"),
    )
    ruling = italian_surrender.rule_on_joining(facts)
    return Answer.of(ruling, disarmed=not ruling.allowed)


IN_PORT = {"in_port": True, "at_sea": False}


def told(ship: italian_surrender.Ship | None) -> dict[str, int] | None:
    """A naval unit as plain data."""
    return {"strength": ship.strength, "hits": ship.hits, "current": ship.current} if ship else None


@HANDLERS.answers(
    "effect italy.navy", "unit state chart_results", needs="unit", within="id cat strength hits", by="38B2"
)
def navy(given: Given, rules: Ruleset) -> Answer:
    """What becomes of an Italian naval unit."""
    unit = given.part("unit")
    ship = italian_surrender.Ship(unit.whole("strength"), unit.count("hits"))
    seized = flooding.successes(given.texts("chart_results", ()))
    found = italian_surrender.divide(ship, given.choice("state", IN_PORT, "in_port"), seized)
    return Answer.of(german=told(found.german), allied=told(found.allied), allied_must_escape=found.must_escape)


@HANDLERS.answers("effect italy.rail", "axis_capacity allied_yards", needs="axis_capacity allied_yards", by="38B2")
def rail(given: Given, rules: Ruleset) -> Answer:
    """The rail capacity after the surrender."""
    capacity, yards = given.whole("axis_capacity"), given.whole("allied_yards")
    return Answer.of(
        axis_capacity_after=italian_surrender.reckon_axis_rail(capacity, yards),
        allied_gain=italian_surrender.reckon_allied_rail(capacity, yards, rules),
    )


@HANDLERS.answers("reckon italy.air_columns", "a_turn b_turn turn", needs="a_turn b_turn turn", by="38B3")
def air_columns(given: Given, rules: Ruleset) -> Answer:
    """The columns of the air order of battle that are taken."""
    found = italian_surrender.air_columns(turn(given, "a_turn"), turn(given, "b_turn"), turn(given, "turn"), rules)
    return Answer.of(columns=list(found))


@HANDLERS.answers("reckon italy.air_arrival_phase", "force", needs="force", by="38B3 38B4")
def air_arrival_phase(given: Given, rules: Ruleset) -> Answer:
    """The phase in which the air reinforcements of the force arrive."""
    side = italian_surrender.side_of_air_arrivals(given.text("force"))
    return Answer.of(phase=italian_surrender.INITIAL, phasing_player=side)


@HANDLERS.answers("reckon production.moratorium", "event_turn", needs="event_turn", by="38B3 38B4 38D")
def moratorium(given: Given, rules: Ruleset) -> Answer:
    """The first turn with production."""
    return Answer.of(first_production_turn=str(italian_surrender.first_production(turn(given, "event_turn"), rules)))


# --- Britain, France and the liberated (38C to 38F) ------------------------------------------------------------------


@HANDLERS.answers("ruling britain.enter", "side action", needs="side", by="38C")
def britain(given: Given, rules: Ruleset) -> Answer:
    """May units of the side do this in Great Britain?"""
    entry = nations_at_war.BritishEntry(Side(given.text("side")), given.text("action", "enter"))
    return Answer.legal(nations_at_war.rule_on_britain(entry, rules))


@HANDLERS.answers("reckon france.exile", "location ever_in_paris", needs="location", by="38D")
def exile(given: Given, rules: Ruleset) -> Answer:
    """Is the French government in exile?"""
    found = governments.french_exile(given.text("location"), given.flag("ever_in_paris"), rules)
    return Answer.of(found.because, in_exile=found.in_exile)


@HANDLERS.answers("reckon liberation.check", "area cities allied_owned", needs="cities allied_owned", by="38D 38E 38F")
def liberation(given: Given, rules: Ruleset) -> Answer:
    """Is the area liberated?"""
    return Answer.of(liberated=nations_at_war.is_liberated(given.whole("cities"), given.whole("allied_owned")))
