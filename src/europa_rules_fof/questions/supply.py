"""Questions about supply (FoF 12): lines, sources, what lack of it does, resource points; arrivals (FoF 29)."""

from __future__ import annotations

from europa_rules.ground import (
    delivered_supply,
    isolation,
    lines,
    resources,
    supply,
    supply_effects,
    supply_elimination,
    supply_lines,
    supply_sources,
    supply_state,
)
from europa_rules.ground.zones import turns_out
from europa_rules.permissions import Ruling
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side, Turn
from europa_rules.units import Unit
from europa_rules_fof.questions import HANDLERS
from europa_rules_fof.supply_sources import NamedSource, rule_on_named_source

IN = {"in": True, "out": False}
STATUS = {True: "in", False: "out"}
COULD_TRACE = {"could_trace": True, "could_not_trace": False, **IN}
OWNED = {"own": True, "friendly": True, "enemy": False, "neutral": False}
ROAD_USED = {True: (supply_lines.ROAD,), False: ()}
KINDS = {
    "full_source": supply_sources.FULL,
    "restricted_source": supply_sources.RESTRICTED,
    "delivered_supply": supply_sources.SPECIAL,
}
"""Kinds of sources by the words for what a line leads to; anything else is none."""


# --- lines (12A, 12B) ------------------------------------------------------------------------------------------------


@HANDLERS.answers(
    "reckon supply_line",
    "element hexes major_river_hexsides along_road high_volume low_volume weather frozen",
    by="12B",
)
def supply_line(given: Given, rules: Ruleset) -> Answer:
    """How long is the element, in counted hexes, and is it short enough?"""
    facts = supply_lines.Stretch.described(
        given.text("element"),
        given.texts("hexes", ()),
        given.whole("major_river_hexsides", 0),
        along_road=given.flag("along_road"),
        high_volume=given.whole("high_volume", 0),
        low_volume=given.whole("low_volume", 0),
        weather=given.text("weather", "clear"),
        frozen=given.flag("frozen"),
    )
    ruling = supply_lines.rule_on_length(facts, rules)
    return Answer.of(ruling, length=supply_lines.reckon_length(facts, rules), within_limit=ruling.allowed)


def hex_of_line(part: Given, rules: Ruleset) -> tuple[lines.LineHex, bool]:
    """A hex of a line, and whether it is friendly-owned; broken rails in it make no difference."""
    entered = lines.described_hex(
        part.text("terrain", "clear"),
        part.text("hexside", None) or "",
        rules,
        enemy_unit=part.flag("enemy_occupied"),
        enemy_zoc=part.flag("enemy_zoc"),
        friendly_unit=part.flag("friendly_unit"),
        enemy_has_just_landed=part.flag("enemy_airborne_landed_this_player_turn"),
    )
    return entered, OWNED.get(part.text("owned_by", "own"), False)


@HANDLERS.answers(
    "ruling supply_line",
    "element hexes to road_element_already_traced",
    within="enemy enemy_airborne_landed_this_player_turn enemy_occupied enemy_zoc friendly friendly_unit hexside"
    " neutral own owned_by rail_broken terrain",
    by="12B",
)
def line_through(given: Given, rules: Ruleset) -> Answer:
    """May the element use the hexes, and lead on so?"""
    facts = supply_lines.ElementWay(
        given.text("element"),
        tuple(hex_of_line(part, rules) for part in given.parts("hexes", ())),
        given.text("to", None) or "",
        ROAD_USED[given.flag("road_element_already_traced")],
    )
    return Answer.legal(supply_lines.rule_on_way(facts, rules))


def source_ruling(given: Given, rules: Ruleset) -> Ruling:
    """Whether the unit of a question may use the source that it names."""
    owner = given.text("source_owner", None)
    facts = NamedSource(
        given.unit("unit").nation, given.text("source", None) or "", Side(owner) if owner else None, in_box=True
    )
    return rule_on_named_source(facts, rules)


@HANDLERS.answers("reckon in_supply", "unit overland truck road rail source source_owner", within="high low", by="12B")
def in_supply(given: Given, rules: Ruleset) -> Answer:
    """Is a unit with a line of these elements in supply?"""
    rail = given.part("rail", None)
    lengths = {name: given.whole(name, 0) for name in ("overland", "truck", "road")}
    low, high = rail.whole("low", 0), rail.whole("high", 0)
    facts = supply_lines.LineParts.of_lengths(lengths, low, high, source_ruling(given, rules))
    ruling = supply_lines.rule_on_parts(facts, rules)
    return Answer.of(ruling, in_supply=ruling.allowed)


@HANDLERS.answers("reckon supply_status", "at_initial_phase at_combat_phase", by="12B")
def supply_status(given: Given, rules: Ruleset) -> Answer:
    """The supply status that holds in this player turn."""
    facts = supply.SupplyMoment(
        given.choice("at_initial_phase", IN), COULD_TRACE.get(given.text("at_combat_phase", "could_trace"), True)
    )
    return Answer.of(status=STATUS[supply.supply_in_force(facts)])


# --- isolation (12B6) ------------------------------------------------------------------------------------------------

REGULAR = {True: supply_sources.FULL, False: ""}


@HANDLERS.answers("reckon isolated", "loc_length loc_end_in_supply", by="12B6")
def isolated(given: Given, rules: Ruleset) -> Answer:
    """Is a unit with a line of communications of this length isolated?"""
    end = REGULAR[given.flag("loc_end_in_supply", True)]
    found = isolation.is_isolated(isolation.plain_line(given.whole("loc_length"), end), rules)
    return Answer.of(found.ruling, isolated=found.isolated)


@HANDLERS.answers("reckon supply_and_isolation", "overland_to_road road_traces_to", by="12B6")
def supply_and_isolation(given: Given, rules: Ruleset) -> Answer:
    """Supply and isolation of a unit so far from a road that traces to a source."""
    kind, length = KINDS.get(given.text("road_traces_to", None) or "", ""), given.whole("overland_to_road")
    end = supply_sources.rule_on_kind(kind, rules)
    traced = supply_lines.rule_on_parts(supply_lines.LineParts.of_lengths({"overland": length}, 0, 0, end), rules)
    found = isolation.is_isolated(isolation.plain_line(length, kind), rules)
    return Answer.of(traced, found.ruling, in_supply=traced.allowed, isolated=found.isolated)


# --- sources (12C) ---------------------------------------------------------------------------------------------------


@HANDLERS.answers("ruling supply_source", "user source owner ever_axis_owned ever_captured in_box", by="12C")
def supply_source(given: Given, rules: Ruleset) -> Answer:
    """May the user draw supply from the source?"""
    owner = given.text("owner", None)
    facts = NamedSource(
        rules.nations.find(given.text("user")).code,
        given.text("source"),
        Side(owner) if owner else None,
        given.flag("in_box"),
        given.flag("ever_axis_owned") or given.flag("ever_captured"),
    )
    return Answer.legal(rule_on_named_source(facts, rules))


@HANDLERS.answers("reckon delivered_supply_removed", "delivered", within="turn", by="12C3")
def delivered_supply_removed(given: Given, rules: Ruleset) -> Answer:
    """When is supply delivered by air or sea taken off?"""
    part = given.part("delivered")
    facts = delivered_supply.Delivery(
        Turn.parse(part.text("turn")), Side(part.text("side")), part.text("phase", "movement")
    )
    found = delivered_supply.removal_of(facts, rules)
    return Answer.of(turn=str(found.turn), side=found.side, phase=found.phase, moment=found.moment)


@HANDLERS.answers("reckon delivered_supply_serves", "supply_re overland_trace units", within="", by="12C3")
def delivered_supply_serves(given: Given, rules: Ruleset) -> Answer:
    """REs of units that the delivered supply serves."""
    by = (rules.cite("delivered-supply"),)
    facts = supply_sources.SourceLoad(
        given.number("supply_re"), given.units("units"), given.flag("overland_trace", True), by
    )
    return Answer.of(supplied_re=supply_sources.reckon_served(facts, rules))


# --- effects and checks (12D) ----------------------------------------------------------------------------------------


@HANDLERS.answers("reckon supply_effects", "unit supply_state isolated ask_for", within="", by="12D")
def effects(given: Given, rules: Ruleset) -> Answer:
    """Values of a unit at a supply state."""
    facts = supply_effects.SuppliedUnit(
        given.unit("unit"), turns_out(given.text("supply_state", "in")), given.flag("isolated")
    )
    found = supply_effects.reckon_effects(facts, rules)
    return Answer.of(
        attack_combat=found.attack,
        attack_overrun=found.overrun,
        defense=found.defense,
        movement=found.movement,
        aa=found.aa,
    )


@HANDLERS.answers("reckon combat_strength", "unit role effects isolated", within="", by="12D2b")
def combat_strength(given: Given, rules: Ruleset) -> Answer:
    """Strength of a unit after several effects together."""
    facts = supply_effects.NamedEffects(
        given.unit("unit"), given.text("role", "attack"), given.texts("effects", ()), given.flag("isolated")
    )
    return Answer.of(strength=supply_effects.reckon_under_effects(facts, rules))


@HANDLERS.answers(
    "reckon elimination_check",
    "supply_state isolated arrived_this_player_turn",
    needs="arrived_this_player_turn|isolated|supply_state",
    by="12D3",
)
def elimination_check(given: Given, rules: Ruleset) -> Answer:
    """Is the unit checked for elimination?"""
    facts = supply_elimination.EliminationFacts(
        turns_out(given.text("supply_state", "in")),
        given.flag("isolated"),
        arrived=given.flag("arrived_this_player_turn"),
    )
    ruling = supply_elimination.rule_on_check(facts, rules)
    return Answer.of(ruling, check=ruling.allowed)


@HANDLERS.answers("reckon arrival_supply_state", "city_turns_out", by="29")
def arrival_supply_state(given: Given, rules: Ruleset) -> Answer:
    """The turn out of supply of a unit that arrives at a city (FoF 29)."""
    return Answer.of(turns_out=supply_state.out_on_arrival(given.whole("city_turns_out")))


# --- resource points (12E) -------------------------------------------------------------------------------------------

CARRIED = {True: 1, False: 0}
ANY_DIVISION = Unit("ge", "infantry", "division")


@HANDLERS.answers("ruling resource_change", "before after same_hex", by="12E")
def resource_change(given: Given, rules: Ruleset) -> Answer:
    """May the counters be rearranged so?"""
    before, after = (given.wholes(key) for key in ("before", "after"))
    facts = resources.Rearrangement(before, after, given.flag("same_hex", True))
    return Answer.legal(resources.rule_on_rearrangement(facts, rules))


@HANDLERS.answers("ruling scrap_resource_points", "phasing", needs="phasing", by="12E")
def scrap(given: Given, rules: Ruleset) -> Answer:
    """May the owner eliminate resource points?"""
    return Answer.legal(resources.rule_on_scrapping(given.flag("phasing"), rules))


@HANDLERS.answers(
    "reckon capture_rolls", "contents", within="fort fortified_hexsides resource_points supply_re", by="12E"
)
def capture_rolls(given: Given, rules: Ruleset) -> Answer:
    """How many dice are rolled for the points of a captured hex? What else is in it makes no difference."""
    return Answer.of(rolls=resources.rolls_for_capture(given.part("contents").whole("resource_points", 0)))


@HANDLERS.answers("ruling cart", "unit resource_points", within="", by="12E2")
def cart(given: Given, rules: Ruleset) -> Answer:
    """May the unit carry the points, and how far?"""
    facts = resources.Carrying(given.unit("unit"), given.whole("resource_points"))
    mps = resources.reckon_carried_mps(facts, rules)
    rating = resources.reckon_carrier_rating(facts.unit.movement, mps, 0, rules)
    return Answer.legal(resources.rule_on_carrying_points(facts, rules), movement=rating)


@HANDLERS.answers("reckon carrier_movement", "rating carrying halvings", by="12E2")
def carrier_movement(given: Given, rules: Ruleset) -> Answer:
    """MPs of a unit that carries a point, after halvings."""
    facts = resources.Carrying(ANY_DIVISION, CARRIED[given.flag("carrying")])
    mps = resources.reckon_carried_mps(facts, rules)
    rating = resources.reckon_carrier_rating(given.number("rating"), mps, given.whole("halvings", 0), rules)
    return Answer.of(resources.rule_on_carrying_points(facts, rules), movement=rating)
