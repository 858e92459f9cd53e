"""Questions about nations at war, the first turn, frontage and preparing for play (FoF 28, 30, 31E, 31G, 33)."""

from __future__ import annotations

from europa_rules.campaign import nations, reinforcements
from europa_rules.ground.facts import Ground
from europa_rules.ground.stacking import StackFacts
from europa_rules.numbers import ZERO
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Side, Turn
from europa_rules_fof import frontage, italian_border, low_countries, paris, preparing, surprise
from europa_rules_fof.questions import HANDLERS
from europa_rules_fof.questions.combat import turn_of

NEAR = {
    "adjacent": True,
    "in": True,
    "in_hex": True,
    "in_paris": True,
    "inside": True,
    "enters": True,
    "moves_in": True,
    "moves_adjacent": True,
}
"""Where a German unit is that makes others surrender."""

ALL = {"all": True}
FRIENDLY = {"own": True, "friendly": True}
HISTORICAL = {"33A": True}


# --- Italy and Paris (28B) -------------------------------------------------------------------------------------------


@HANDLERS.answers("reckon italian_border_garrison", "paris_open italy_at_war re_in_line empty_border_hexes units")
def italian_border_garrison(given: Given, rules: Ruleset) -> Answer:
    """The REs that the Italian border needs and lacks, and the victory points for this turn."""
    stated = given.has("units")
    facts = italian_border.Garrison(
        units=given.units("units", ()),
        force=None if stated else given.number("re_in_line", ZERO),
        empty=given.whole("empty_border_hexes", 0),
        paris_open=given.flag("paris_open"),
        italy_at_war=given.flag("italy_at_war"),
    )
    found = italian_border.reckon_garrison(facts, rules)
    return Answer.of(required_re=found.required, missing_re=found.missing, allied_vp=found.points)


@HANDLERS.answers("reckon border_hex_garrison_needed", "border_hexsides")
def border_hex_garrison_needed(given: Given, rules: Ruleset) -> Answer:
    """Must this border hex be garrisoned?"""
    return Answer.of(needed=italian_border.needs_garrison(given.texts("border_hexsides", ())))


@HANDLERS.answers("reckon paris_must_open", "maginot_isolated belgium_surrendered lille_captured british_re")
def paris_must_open(given: Given, rules: Ruleset) -> Answer:
    """Must Paris be declared an open city?"""
    facts = paris.Plight(
        given.flag("maginot_isolated"),
        given.flag("belgium_surrendered"),
        given.flag("lille_captured"),
        given.number("british_re", None),
    )
    return Answer.of(must=paris.must_open(facts, rules))


@HANDLERS.answers(
    "ruling declare_paris_open",
    "side phase",
    needs="phase|side",
)
def declare_paris_open(given: Given, rules: Ruleset) -> Answer:
    """May Paris be declared an open city?"""
    return Answer.legal(paris.rule_on_declaring(Side(given.text("side", ALLIED)), given.text("phase", "initial")))


@HANDLERS.answers(
    "effect open_paris", "declared now german_unit contents", needs="declared now", within="turn side phase moment"
)
def open_paris(given: Given, rules: Ruleset) -> Answer:
    """Which units and air units in a hex of Paris surrender?"""
    now = given.part("now")
    facts = paris.OpenParis(
        Turn.parse(given.text("declared")),
        Turn.parse(now.text("turn")),
        NEAR.get(given.text("german_unit", "") or "", False),
    )
    return Answer.of(surrendered=paris.surrendering(given.texts("contents", ()), facts))


@HANDLERS.answers("reckon paris_vp", "open combats overruns")
def paris_vp(given: Given, rules: Ruleset) -> Answer:
    """The victory points of the Allies for fights in Paris."""
    fights = (given.number("combats", ZERO), given.number("overruns", ZERO))
    return Answer.of(allied_vp=paris.reckon_fights(given.flag("open"), fights, rules))


@HANDLERS.answers("reckon french_special_replacements", "paris_open computed", needs="computed")
def french_special_replacements(given: Given, rules: Ruleset) -> Answer:
    """The French special replacement points that are received."""
    computed = given.number("computed", signed=True)
    return Answer.of(points=paris.reckon_special_replacements(given.flag("paris_open"), computed, rules))


# --- neutrals (28C) --------------------------------------------------------------------------------------------------


@HANDLERS.answers("effect forced_into", "country unit", needs="country")
def forced_into(given: Given, rules: Ruleset) -> Answer:
    """What becomes of a unit that is forced into the country? Which unit it is makes no difference."""
    return Answer.of(outcome=low_countries.outcome_in(given.text("country"), rules))


@HANDLERS.answers("reckon enters_war", "country invaded", needs="country")
def enters_war(given: Given, rules: Ruleset) -> Answer:
    """Does the country enter the war when these are invaded?"""
    events = tuple(nations.invasion_of(country, rules) for country in given.texts("invaded", ()))
    return Answer.of(enters=nations.enters_war(given.text("country"), events, rules))


def cities_with_loc(given: Given) -> int | None:
    """How many Dutch major cities trace a line; None for all of them."""
    stated = given.raw("major_cities_with_loc", "all")
    return None if ALL.get(str(stated), False) else given.whole("major_cities_with_loc")


@HANDLERS.answers("reckon dutch_collapse", "at_war major_cities_with_loc phase")
def dutch_collapse(given: Given, rules: Ruleset) -> Answer:
    """Do the Netherlands collapse?"""
    facts = low_countries.DutchLines.tracing(
        cities_with_loc(given), given.flag("at_war", True), given.text("phase", "initial")
    )
    ruling = low_countries.collapses(facts, rules)
    return Answer.of(ruling, collapse=not ruling.allowed)


@HANDLERS.answers("effect dutch_collapse", "units accumulated_rp", within="traces_to_french_source")
def effect_of_dutch_collapse(given: Given, rules: Ruleset) -> Answer:
    """What becomes of Dutch units and points when their country collapses?"""
    units = given.parts("units", ())
    outcomes = {
        unit.text("name"): low_countries.outcome_on_collapse(unit.flag("traces_to_french_source")) for unit in units
    }
    points = low_countries.points_after_fall(given.number("accumulated_rp", ZERO), low_countries.DUTCH, rules)
    return Answer.of(outcomes=outcomes, accumulated_rp=points)


@HANDLERS.answers("effect dutch_unit_after_collapse", "in_supply")
def dutch_unit_after_collapse(given: Given, rules: Ruleset) -> Answer:
    """What becomes of a Dutch unit in a later initial phase?"""
    return Answer.of(outcome=low_countries.outcome_after_collapse(given.flag("in_supply", True)))


@HANDLERS.answers(
    "reckon belgian_surrender",
    "all_major_cities_captured british_evacuation_used franco_british_divisions_in_belgium belgian_re phase"
    " france_surrendered",
)
def belgian_surrender(given: Given, rules: Ruleset) -> Answer:
    """Does Belgium surrender?"""
    facts = low_countries.BelgianPlight(
        given.text("phase", "initial"),
        given.flag("all_major_cities_captured"),
        given.flag("british_evacuation_used"),
        given.whole("franco_british_divisions_in_belgium", None),
        given.number("belgian_re", None),
        given.flag("france_surrendered"),
    )
    return Answer.of(surrender=low_countries.surrenders(facts, rules))


@HANDLERS.answers("effect belgian_surrender", "unit_count accumulated_rp")
def effect_of_belgian_surrender(given: Given, rules: Ruleset) -> Answer:
    """Belgian units, points and reinforcements after the surrender; how many units there were makes no difference."""
    found = low_countries.forces_after_surrender(given.number("accumulated_rp", ZERO), rules)
    return Answer.of(unit_count=found.units, accumulated_rp=found.points, reinforcements=found.receives_reinforcements)


@HANDLERS.answers("effect belgian_in_france", "voluntary complete_allied_turns")
def belgian_in_france(given: Given, rules: Ruleset) -> Answer:
    """What becomes of a Belgian unit in France?"""
    turns = given.whole("complete_allied_turns", 0)
    return Answer.of(outcome=low_countries.outcome_in_france(given.flag("voluntary"), turns, rules))


# --- reinforcements (28C, 29A, 29C2) ---------------------------------------------------------------------------------


@HANDLERS.answers(
    "ruling reinforce",
    "nation collapsed owned_by enemy_zoc city_kind ob_entry hex port phase",
    needs="city_kind|collapsed|enemy_zoc|hex|nation|ob_entry|owned_by|phase|port",
)
def reinforce(given: Given, rules: Ruleset) -> Answer:
    """May the reinforcement be placed so? An enemy ZOC makes no difference."""
    nation = given.text("nation", "") or ""
    facts = reinforcements.Arrival(
        rules.nations.find(nation).code if nation else "",
        given.text("ob_entry", "") or "",
        given.text("city_kind", "dot") or "",
        FRIENDLY.get(given.text("owned_by", "own") or "", False),
        given.text("hex", "") or given.text("port", "") or "",
        given.text("phase", "initial"),
        given.flag("collapsed"),
    )
    return Answer.legal(reinforcements.rule_on_arrival(facts, rules))


# --- the first turn (31E, 33A) ---------------------------------------------------------------------------------------


@HANDLERS.answers("ruling phase", "turn side phase invasion_turn", needs="phase")
def phase(given: Given, rules: Ruleset) -> Answer:
    """Does the phase take place?"""
    turn = turn_of(given, "turn")
    first = bool(turn) and surprise.is_first_turn(Turn.parse(given.text("turn")), rules)
    facts = surprise.PhaseFacts(given.text("phase"), Side(given.text("side", AXIS)), given.flag("invasion_turn", first))
    return Answer.legal(surprise.rule_on_phase(facts, rules))


@HANDLERS.answers(
    "ruling reaction_deployment",
    "re_by_hex german_in_dyle_hex unit_distance_from_line options",
    needs="german_in_dyle_hex|options|re_by_hex|unit_distance_from_line",
    within="re_by_hex.*",
)
def reaction_deployment(given: Given, rules: Ruleset) -> Answer:
    """Is the Allied deployment after the reaction phase legal?"""
    line = given.part("re_by_hex", {})
    hexes = line.keys()
    facts = surprise.DyleLine(
        given.flag("german_in_dyle_hex"),
        {ref: line.number(ref) for ref in hexes},
        given.whole("unit_distance_from_line", None),
    )
    return Answer.legal(surprise.rule_on_dyle(facts, rules))


@HANDLERS.answers(
    "ruling reaction_move",
    "into unit force hexrow crosses_meuse_south",
    needs="crosses_meuse_south|force|hexrow|into|unit",
)
def reaction_move(given: Given, rules: Ruleset) -> Answer:
    """May the unit move so in the reaction phase?"""
    facts = surprise.Advance(
        given.unit("unit") if given.has("unit") else None,
        given.part("unit", {}).text("name", "") or "",
        given.text("force", "") or "",
        given.text("into", "") or "",
        given.whole("hexrow", None),
        given.flag("crosses_meuse_south"),
    )
    return Answer.legal(surprise.rule_on_advance(facts, rules))


@HANDLERS.answers(
    "ruling neutral_reaction",
    "nation moved_in_reaction moved_in_first_allied_movement choices into enters_enemy_zoc "
    "uses_rail starts_in_enemy_zoc moves",
    needs=(
        "choices|enters_enemy_zoc|into|moved_in_first_allied_movement|moved_in_reaction|moves|nation|"
        "starts_in_enemy_zoc|uses_rail"
    ),
    within="choices.*",
)
def neutral_reaction(given: Given, rules: Ruleset) -> Answer:
    """May the units of invaded neutrals move so? Rail, and the ZOC in which they start, make no difference."""
    choices = given.part("choices", {})
    countries = choices.keys()
    facts = surprise.NeutralReaction(
        given.text("nation", "") or "",
        given.text("moved_in_reaction", "none"),
        given.text("moved_in_first_allied_movement", "none"),
        {country: choices.text(country) for country in countries},
        given.text("into", "") or "",
        given.flag("enters_enemy_zoc"),
    )
    return Answer.legal(surprise.rule_on_neutral_reaction(facts, rules))


@HANDLERS.answers(
    "ruling invasion_turn",
    "scenario invaded",
    needs="invaded|scenario",
)
def invasion_turn(given: Given, rules: Ruleset) -> Answer:
    """Do the invasions satisfy the scenario?"""
    historical = HISTORICAL.get(given.text("scenario", "33A"), False)
    return Answer.legal(surprise.rule_on_invasions(given.texts("invaded", ()), historical, rules))


# --- frontage (31G) --------------------------------------------------------------------------------------------------


@HANDLERS.answers("reckon frontage", "british_hexes belgian_hexes turn evacuated_re british_losses_re belgium")
def front(given: Given, rules: Ruleset) -> Answer:
    """The front hexes that are missing, and the victory points for this turn."""
    facts = frontage.Front(
        given.whole("british_hexes", 0),
        given.whole("belgian_hexes", 0),
        given.number("evacuated_re", ZERO),
        given.number("british_losses_re", ZERO),
        given.text("belgium", frontage.AT_WAR),
        turn_of(given, "turn"),
    )
    found = frontage.reckon_frontage(facts, rules)
    return Answer.of(british_missing=found.british, belgian_missing=found.belgian, allied_vp=found.points)


@HANDLERS.answers("reckon british_losses_for_frontage", "losses")
def british_losses_for_frontage(given: Given, rules: Ruleset) -> Answer:
    """British REs lost that count."""
    return Answer.of(re=frontage.reckon_british_losses(given.units("losses", ()), rules))


@HANDLERS.answers("reckon frontage_checked", "turn side phase", needs="turn")
def frontage_checked(given: Given, rules: Ruleset) -> Answer:
    """Is frontage checked at this moment?"""
    turn, player = Turn.parse(given.text("turn")), Side(given.text("side", AXIS))
    return Answer.of(checked=frontage.is_checked(turn, player, given.text("phase", "initial"), rules))


# --- preparing for play (30, 33) -------------------------------------------------------------------------------------


@HANDLERS.answers("sequence game_start")
def game_start(given: Given, rules: Ruleset) -> Answer:
    """The first player turn."""
    found = preparing.start_of_game(rules)
    return Answer.of(turn=str(found.turn), side=found.side)


@HANDLERS.answers("reckon owner_at_start", "country", needs="country")
def owner_at_start(given: Given, rules: Ruleset) -> Answer:
    """The owner of a country at the start of play."""
    return Answer.of(owner=preparing.owner_at_start(given.text("country"), rules))


@HANDLERS.answers("sequence deployment", "scenario")
def deployment(given: Given, rules: Ruleset) -> Answer:
    """The order of deployment; countries that are deployed together are a tie."""
    order = preparing.deployment_order(given.text("scenario", preparing.HISTORICAL), rules)
    return Answer.of(order=[list(step) for step in order])


def army_place(given: Given) -> preparing.ArmyPlace:
    """An army and a hex, as the question tells them."""
    return preparing.ArmyPlace(
        given.text("army", "") or "",
        given.text("country", "") or "",
        given.flag("south_of_hexrow_1500"),
        given.whole("distance", None),
        given.whole("distance_to_border", None),
    )


@HANDLERS.answers(
    "ruling deploy",
    "moment stack terrain broken_down scenario army country distance distance_to_border",
    needs="army|broken_down|country|distance|distance_to_border|moment|scenario|stack|terrain",
)
def deploy(given: Given, rules: Ruleset) -> Answer:
    """May units be deployed so? That they are broken down makes no difference."""
    ruling = preparing.rule_on_deploying(army_place(given), given.text("scenario", preparing.FREE), rules)
    if given.has("stack"):
        ground = Ground(terrain=given.text("terrain", "clear"))
        ruling = ruling & preparing.rule_on_stack_deployed(
            StackFacts(given.units("stack"), ground, moment=preparing.SET_UP), rules
        )
    return Answer.legal(ruling)


@HANDLERS.answers("ruling assign_army", "scenario army country south_of_hexrow_1500", needs="army")
def assign_army(given: Given, rules: Ruleset) -> Answer:
    """May the army be assigned such a hex?"""
    return Answer.legal(preparing.rule_on_assigning(army_place(given), given.text("scenario", preparing.FREE), rules))
