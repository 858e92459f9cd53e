"""Questions about the optional rules of the ground war (SF 44A to 44C)."""

from __future__ import annotations

from europa_rules.ground.construction import Builder, WorkFacts, reckon_mps
from europa_rules.ground.terrain import described_entry, reckon_paved_road
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.sides import AXIS, Side
from europa_rules.units import Unit
from europa_rules_sf import (
    demolition_limits,
    heavy_antiaircraft,
    lines_of_communications,
    marines,
    off_map_rail,
    punitive_units,
    railroad_engineers,
    resource_capture,
    spring_thaw,
)
from europa_rules_sf.questions import HANDLERS

ANYBODY = Unit("ge", "infantry", "division")
OWN = {"own": True}
POOR = {True: "mud", False: "clear"}
STANDARD = "standard"
FLOODED = {"flooding": True}


@HANDLERS.answers("reckon road.cost", "terrain hexside weather", needs="hexside|terrain|weather", by="44A2")
def road_cost(given: Given, rules: Ruleset) -> Answer:
    """MPs for a road hex, or the ordinary rule."""
    hexsides = (given.text("hexside", "") or "none",)
    entry = described_entry(ANYBODY, given.text("terrain", "clear"), hexsides, rules)
    paved = reckon_paved_road(entry, rules)
    return Answer.of(mp=paved or STANDARD)


@HANDLERS.answers(
    "ruling rail.off_map",
    "side movement exit_owner entry_owner on_map_hexes",
    needs="entry_owner|exit_owner|movement|on_map_hexes",
    by="44A3",
)
def off_map(given: Given, rules: Ruleset) -> Answer:
    """May the unit go over the off-map connection, and how many hexes does it use?"""
    facts = off_map_rail.OffMapMove(
        Side(given.text("side", AXIS)),
        given.text("movement", off_map_rail.STRATEGIC),
        OWN.get(given.text("exit_owner", "own") or "", False),
        OWN.get(given.text("entry_owner", "own") or "", False),
        given.count("on_map_hexes"),
    )
    ruling = off_map_rail.rule_on_off_map_move(facts, rules)
    return Answer.legal(ruling, hexes_used=off_map_rail.reckon_hexes_used(facts))


@HANDLERS.answers("reckon thaw.river_cost", "previous now hexside chart_cost", by="44A4")
def river_cost(given: Given, rules: Ruleset) -> Answer:
    """Are the rivers in flood, and what does it cost to cross?"""
    water = spring_thaw.rivers_after(given.text("previous"), given.text("now"), rules)
    cost = spring_thaw.reckon_crossing(given.text("hexside"), water, given.number("chart_cost"), rules)
    return Answer.of(flooding=FLOODED.get(water, False), mp=cost)


@HANDLERS.answers("ruling loc.trace", "length weather", by="44B1")
def loc(given: Given, rules: Ruleset) -> Answer:
    """May the line of communications be traced?"""
    length, weather = given.whole("length"), given.text("weather", "clear")
    return Answer.legal(lines_of_communications.rule_on_loc(length, weather, rules))


@HANDLERS.answers(
    "reckon isolation.loc", "loc_to_hex_in_regular_supply", needs="loc_to_hex_in_regular_supply", by="44B1a"
)
def isolation_by_loc(given: Given, rules: Ruleset) -> Answer:
    """Is the unit or hex isolated?"""
    ruling = lines_of_communications.rule_on_contact(given.flag("loc_to_hex_in_regular_supply"))
    return Answer.of(ruling, isolated=not ruling.allowed)


@HANDLERS.answers(
    "effect ownership.loc",
    "isolated major_city_hex enemy_units_in_hex loc_to_friendly_unit loc_to_enemy_unit",
    needs="enemy_units_in_hex|isolated|loc_to_enemy_unit|loc_to_friendly_unit|major_city_hex",
    by="44B1b",
)
def ownership_by_loc(given: Given, rules: Ruleset) -> Answer:
    """Does the hex change owner for want of contact?"""
    facts = lines_of_communications.LonelyHex(
        given.flag("isolated"),
        given.flag("major_city_hex"),
        given.flag("enemy_units_in_hex"),
        given.flag("loc_to_friendly_unit"),
        given.flag("loc_to_enemy_unit"),
    )
    ruling = lines_of_communications.rule_on_change(facts)
    return Answer.of(ruling, changes_owner=ruling.allowed)


@HANDLERS.answers("effect rp.capture", "points carried_off", by="44B2")
def capture(given: Given, rules: Ruleset) -> Answer:
    """Resource points captured and destroyed."""
    found = resource_capture.reckon_capture(given.whole("points"), given.count("carried_off"))
    return Answer.of(captured=found.captured, destroyed=found.destroyed)


@HANDLERS.answers("ruling rp.destroy_own", "player_turn", needs="player_turn", by="44B2")
def destroy_own(given: Given, rules: Ruleset) -> Answer:
    """May own resource points be destroyed now?"""
    return Answer.legal(resource_capture.rule_on_destroying(OWN.get(given.text("player_turn", "own"), False)))


@HANDLERS.answers("reckon rp.dismantle", "items poor_weather", by="44B2")
def dismantle(given: Given, rules: Ruleset) -> Answer:
    """Turns for each item, and resource points gained."""
    return Answer.of(
        turns_each=resource_capture.reckon_dismantling_time(given.flag("poor_weather")),
        resource_points=resource_capture.reckon_recovered(given.whole("items"), rules),
    )


@HANDLERS.answers(
    "ruling demolition.allowed", "loc_from_enemy enemy_isolated", needs="enemy_isolated|loc_from_enemy", by="44B3"
)
def demolition(given: Given, rules: Ruleset) -> Answer:
    """May own installations be demolished?"""
    facts = demolition_limits.OwnDemolition(given.flag("loc_from_enemy"), given.flag("enemy_isolated"))
    return Answer.legal(demolition_limits.rule_on_own_demolition(facts))


@HANDLERS.answers("reckon rail.break", "unit nation poor_weather", by="44C1")
def rail_break(given: Given, rules: Ruleset) -> Answer:
    """MPs to break a rail line."""
    nation = rules.nations.find(given.text("nation", "German")).code
    unit = Unit(nation, given.text("unit"), "battalion")
    facts = WorkFacts(railroad_engineers.BREAK, (Builder(unit),), weather=POOR[given.flag("poor_weather")])
    return Answer.of(mp=reckon_mps(facts, rules))


@HANDLERS.answers(
    "ruling punitive.replace", "phase phasing_player already", needs="already|phase|phasing_player", by="44C2"
)
def punitive(given: Given, rules: Ruleset) -> Answer:
    """May a punitive unit be replaced for free?"""
    facts = punitive_units.FreeReplacement(
        given.text("phase", "initial"), Side(given.text("phasing_player", AXIS)), given.count("already")
    )
    ruling = punitive_units.rule_on_free_replacement(facts)
    return Answer.legal(ruling, replacement_points=punitive_units.reckon_free_replacement())


@HANDLERS.answers("reckon heavy_aa.fortification", "attack field_artillery_halved", by="44C3")
def heavy_aa(given: Given, rules: Ruleset) -> Answer:
    """Attack strength of heavy AA against a fortification."""
    halved = given.flag("field_artillery_halved")
    return Answer.of(attack_strength=heavy_antiaircraft.reckon_heavy_aa_attack(given.number("attack"), halved, rules))


@HANDLERS.answers(
    "ruling usmc.move", "distance_to_coastal_hex voluntary", needs="distance_to_coastal_hex|voluntary", by="44C4"
)
def usmc(given: Given, rules: Ruleset) -> Answer:
    """May a USMC unit enter the hex?"""
    voluntary = given.flag("voluntary", True)
    return Answer.legal(marines.rule_on_marine(given.count("distance_to_coastal_hex"), voluntary))
