"""Questions about supply lines, sources, effects, checks and resource points (SF 12)."""

from __future__ import annotations

from europa_rules.ground import (
    resources,
    supply_effects,
    supply_elimination,
    supply_lines,
    supply_routes,
    supply_sources,
)
from europa_rules.nations import normal
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules_sf.captured_hexes import airfield_after, points_after, supplies_after
from europa_rules_sf.questions import HANDLERS
from europa_rules_sf.questions.basics import line_hex
from europa_rules_sf.questions.ownership import side
from europa_rules_sf.supply_sources import (
    DescribedSource,
    grounds_named,
    kind_of_source,
    load_on,
    nation_of_force,
    rule_on_kind,
)

OWNED = {"friendly": True, "own": True, "enemy": False, "neutral": False}
ROWS = {"low_volume_rail": "rail_low"}
"""Rows of the chart of lengths by the words for limits; any other word is a row."""

ARMOR = {True: "normal", False: "none"}
HALVED = {True: 1, False: 0}
TYPES = {"supply-point": "supply-points", "supply points": "supply-points", "box": "holding-box"}
KINDS = {
    "minor_port": supply_sources.LIMITED,
    "standard_port": supply_sources.LIMITED,
    "supply_points": supply_sources.SPECIAL,
    "port_fortification": supply_sources.SPECIAL,
}
"""Kinds of sources by the words for sources of these kinds."""

LOCATIONS = {
    "major_city": "major city",
    "major_city_hex": "major city",
    "improved_fortress": "improved fortress",
    "improved_fortress_hex": "improved fortress",
}
"""Places that are safer than others, by the words for them."""
THE_NET = "the net"


# --- lines (12A, 12B) ------------------------------------------------------------------------------------------------


def route_hex(part: Given, net: str, rules: Ruleset) -> supply_routes.RouteHex:
    """A hex of a route, without what joins it to the one before."""
    return supply_routes.RouteHex(
        line_hex(part, rules),
        OWNED.get(part.text("owner", "friendly"), False),
        net=part.text("net", net),
        terrain=normal(part.text("terrain", "clear")),
    )


@HANDLERS.answers(
    "in_supply",
    "limits rail_capacity route side",
    within="Net P Q enemy enemy_unit enemy_zoc friendly friendly_unit hexside_from_previous in_supply"
    " low_volume_rail net neutral overland owner rail rail_broken road source terrain",
    by="12B",
)
def in_supply(given: Given, rules: Ruleset) -> Answer:
    """Can the unit in the first hex of a route trace supply along it?"""
    limits, capacities, parts = given.part("limits", None), given.part("rail_capacity", None), given.parts("route")
    rows, nets = limits.keys(), capacities.keys()
    net = next(iter(nets), THE_NET)
    hexes = supply_routes.RouteHex.joined(
        [part.flag("road") for part in parts],
        [part.text("rail", None) or "" for part in parts],
        [route_hex(part, net, rules) for part in parts],
    )
    route = supply_routes.Route(
        hexes,
        {ROWS.get(key, key): limits.whole(key) for key in rows},
        {key: capacities.whole(key) for key in nets},
    )
    found = supply_routes.trace(route, rules)
    return Answer.of(found.ruling, in_supply=found.in_supply)


def line_port(part: Given) -> supply_lines.LinePort:
    """A port as naval lines see it."""
    owned = OWNED.get(part.text("owner", "friendly"), False)
    return supply_lines.LinePort(part.text("size"), owned, part.flag("functioning", True))


@HANDLERS.answers(
    "naval_element", "ports same_sea_zone", within="enemy friendly functioning naval_element neutral owner", by="12B4"
)
def naval_element(given: Given, rules: Ruleset) -> Answer:
    """May a naval line join the ports?"""
    ports = [line_port(part) for part in given.parts("ports")]
    ruling = supply_lines.rule_on_naval_element(ports, given.flag("same_sea_zone", True), rules)
    return Answer.of(ruling, valid=ruling.allowed)


# --- sources (12C) ---------------------------------------------------------------------------------------------------


@HANDLERS.answers(
    "supply_source",
    "force side source",
    within="box connected east_edge enemy ever_enemy_owned friendly functioning major neutral owner region"
    " same_hex supply_source",
    by="12C",
)
def supply_source(given: Given, rules: Ruleset) -> Answer:
    """Which kind of source is it for the force?"""
    source, acting = given.part("source"), side(given.text("side"))
    facts = DescribedSource(
        acting,
        nation_of_force(given.text("force"), acting, rules),
        TYPES.get(source.text("type"), source.text("type")),
        grounds_named(source.text("region", None) or "", rules),
        source.word("size"),
        source.flag("east_edge"),
        source.flag("major", True),
        source.flag("connected", True),
        source.flag("ever_enemy_owned"),
        source.flag("same_hex", True),
        OWNED.get(source.text("owner", "friendly"), False),
        source.flag("functioning", True),
    )
    return Answer.of(rule_on_kind(facts, rules), kind=kind_of_source(facts, rules) or None)


@HANDLERS.answers("source_load", "points source units", within="source_load", by="12C2")
def source_load(given: Given, rules: Ruleset) -> Answer:
    """Can the source supply all these units?"""
    facts = load_on(given.text("source"), given.count("points"), given.units("units"), rules)
    return Answer.legal(supply_sources.rule_on_load(facts, rules))


@HANDLERS.answers(
    "limited_source_usable",
    "port",
    within="enemy friendly functioning limited_source_usable naval_line_to neutral onward_to_full owner",
    by="12C2",
)
def limited_source_usable(given: Given, rules: Ruleset) -> Answer:
    """May the port serve as a limited source?"""
    port = given.part("port")
    facts = supply_lines.LimitedPort(line_port(port), port.word("naval_line_to"), port.flag("onward_to_full"))
    ruling = supply_lines.rule_on_limited_port(facts, rules)
    return Answer.of(ruling, usable=ruling.allowed)


@HANDLERS.answers("in_regular_supply", "source", by="12C")
def in_regular_supply(given: Given, rules: Ruleset) -> Answer:
    """Does this kind of source give regular supply? None, said as null, gives no supply."""
    word = normal(given.text("source") or "")
    return Answer.of(regular=supply_sources.is_regular(KINDS.get(word, word), rules))


# --- effects and checks (12D) ----------------------------------------------------------------------------------------


@HANDLERS.answers("supply_effects", "isolated turn_out unit", within="supply_effects", by="12D")
def effects(given: Given, rules: Ruleset) -> Answer:
    """Strengths and abilities of a unit out of supply."""
    facts = supply_effects.SuppliedUnit(given.unit("unit"), given.count("turn_out"), given.flag("isolated"))
    found = supply_effects.reckon_effects(facts, rules)
    return Answer.of(
        attack=found.attack,
        defense=found.defense,
        movement=found.movement,
        aa=found.aa,
        zoc=found.zoc,
        armor=ARMOR[found.keeps_capability],
    )


@HANDLERS.answers(
    "supply_check",
    "isolated isolated_in_earlier_turns location special_source turn_out weather",
    needs="isolated|isolated_in_earlier_turns|location|special_source|turn_out",
    by="12D",
)
def supply_check(given: Given, rules: Ruleset) -> Answer:
    """Is the unit checked for elimination, and with which modifier?"""
    place = given.text("location", None) or ""
    facts = supply_elimination.EliminationFacts(
        given.count("turn_out"),
        given.flag("isolated"),
        given.flag("special_source"),
        location=LOCATIONS.get(normal(place), place),
        weather=given.text("weather", "clear"),
    )
    ruling = supply_elimination.rule_on_check(facts, rules)
    return Answer.of(
        ruling,
        check=ruling.allowed,
        modifier=supply_elimination.reckon_check_modifier(facts, rules),
        in_supply=facts.in_supply,
        turn_out=facts.turn_out,
    )


# --- resource points, captured hexes (12E) ---------------------------------------------------------------------------


@HANDLERS.answers("carry_resources", "halve_rating points retreating unit", within="carry_resources", by="12E")
def carry_resources(given: Given, rules: Ruleset) -> Answer:
    """May the unit carry the points, and what does it take?"""
    facts = resources.Carrying(given.unit("unit"), given.count("points"), given.flag("retreating"))
    mps = resources.reckon_carried_mps(facts, rules)
    halvings = HALVED[given.flag("halve_rating")]
    rating = resources.reckon_carrier_rating(facts.unit.movement, mps, halvings, rules)
    return Answer.legal(resources.rule_on_carrying_points(facts, rules), deducted=mps, movement=rating)


@HANDLERS.answers("legal rearrange-resource-counters", "after before", within="", by="12E")
def rearrange_counters(given: Given, rules: Ruleset) -> Answer:
    """May the counters be rearranged so?"""
    action = given.part("action")
    before, after = (action.wholes(key) for key in ("before", "after"))
    return Answer.legal(resources.rule_on_rearrangement(resources.Rearrangement(before, after), rules))


@HANDLERS.answers("hex_captured", "contents", within="airbase hex_captured resource_points supply_points", by="12E")
def hex_captured(given: Given, rules: Ruleset) -> Answer:
    """What becomes of the contents when the enemy gains the hex?"""
    contents, found = given.part("contents"), dict[str, object]()
    if contents.has("airbase"):
        found["airbase"] = airfield_after(contents.text("airbase"))
    if contents.has("resource_points"):
        found["resource_points"] = points_after(contents.whole("resource_points"), rules)
    if contents.has("supply_points"):
        found["supply_points"] = supplies_after(contents.whole("supply_points"))
    return Answer.of(**found)
