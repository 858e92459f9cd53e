"""Questions about naval units, their movement, reaction and combat zones (SF 27, 28, 34A3, 34A4)."""

from __future__ import annotations

from collections.abc import Mapping

from europa_rules.hexes import Hex
from europa_rules.naval_units import NAVAL_CATEGORIES, NavalCategory, NavalUnit
from europa_rules.numbers import ZERO, exact
from europa_rules.permissions import Ruling
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.units import Size, Unit
from europa_rules_sf.flooding import succeeds
from europa_rules_sf.naval import combat_zones, groups, movement, reaction, sea_routes, ships
from europa_rules_sf.questions import HANDLERS

TYPES = {kind: kind for kind in groups.GROUP_TYPES}
TYPES_IF_ANY: Mapping[str | None, str] = {None: "", **{kind: kind for kind in groups.GROUP_TYPES}}
STATES = {state: state for state in groups.GROUP_STATES}
CATEGORIES: Mapping[str, NavalCategory] = {category: category for category in NAVAL_CATEGORIES}
NIGHT = {"day": False, "night": True}
"""The words of questions."""

SHIP = "id cat strength hits"
"""The facts of a naval unit within a question."""

OF_CLASS = {"non_motorized": "infantry", "artillery": "artillery", "cm": "armor"}
SIZES: Mapping[str, Size] = {
    "division": "division",
    "brigade": "brigade",
    "regiment": "regiment",
    "battalion": "battalion",
    "cadre": "cadre",
    "headquarters": "headquarters",
}
POINTS = {"resource_point": "resource_point", "supply_point": "supply_point", "mine_point": "mine_point"}
"""Types of units and points that take up the room of what a question describes."""


def ship(given: Given, name: str = "") -> ships.Ship:
    """A naval unit as a question describes it."""
    unit = NavalUnit("us", given.choice("cat", CATEGORIES), given.whole("strength"))
    return ships.Ship(unit, given.count("hits"), given.text("id", name))


# --- naval units (SF 27A) --------------------------------------------------------------------------------------------


@HANDLERS.answers("reckon naval.capabilities", "unit", within=SHIP, by="27A1")
def capabilities(given: Given, rules: Ruleset) -> Answer:
    """What the strength of a naval unit is good for."""
    found = ships.reckon_ship(ship(given.part("unit")))
    return Answer.of(gunnery=found.gunnery, ngs=found.gunfire, cargo=found.cargo, damage_strength=found.damage)


@HANDLERS.answers("effect naval.sunk", "unit theater", within=SHIP, by="27A3")
def sunk(given: Given, rules: Ruleset) -> Answer:
    """Is the naval unit sunk, and which pool does it enter?"""
    unit = ship(given.part("unit"))
    pool = ships.pool_of(unit, given.word("theater"))
    return Answer.of(sunk=ships.is_sunk(unit), pool=pool or None)


@HANDLERS.answers("effect naval.allocate_hits", "hits units random_picks", within=SHIP, by="27A3")
def allocate(given: Given, rules: Ruleset) -> Answer:
    """Which naval units do bombing hits damage?"""
    units = [ship(unit) for unit in given.parts("units")]
    after, sunken = ships.allocate_hits(given.whole("hits"), units, given.texts("random_picks", ()))
    taken = ships.hits_taken(units, after)
    return Answer.of(hits_taken=taken, sunk=list(sunken))


@HANDLERS.answers("ruling naval.regroup_transports", "before after", by="27A4")
def regroup(given: Given, rules: Ruleset) -> Answer:
    """May transports break down or assemble so?"""
    before, after = (tuple(map(int, given.numbers(key))) for key in ("before", "after"))
    return Answer.legal(ships.rule_on_regrouping(before, after))


@HANDLERS.answers("effect carrier.airbase", "hits air_units", by="27A5")
def carrier_airbase(given: Given, rules: Ruleset) -> Answer:
    """The airbase of a carrier group, and what it loses."""
    deck = ships.reckon_deck(given.count("hits"), given.count("air_units"))
    return Answer.of(capacity=deck.capacity, eliminated=deck.eliminated)


@HANDLERS.answers("ruling carrier.base_air_unit", "codes", by="27A5")
def carrier_base(given: Given, rules: Ruleset) -> Answer:
    """May an air unit with these codes base at a carrier group?"""
    return Answer.legal(ships.rule_on_carrier_base(given.texts("codes")))


@HANDLERS.answers("ruling naval.share_hex", "mover hex_kind occupant number", needs="mover", by="27A2")
def share_hex(given: Given, rules: Ruleset) -> Answer:
    """May the mover be in the hex?"""
    facts = groups.SharedWaters(given.text("mover"), given.text("hex_kind", "coastal"), given.count("number"))
    return Answer.legal(groups.rule_on_sharing(facts))


# --- concepts (SF 27B to 27D) ----------------------------------------------------------------------------------------


@HANDLERS.answers("reckon naval.sea_zone", "water", by="27B1")
def sea_zone(given: Given, rules: Ruleset) -> Answer:
    """The sea zone of a body of water."""
    return Answer.of(sea_zone=groups.sea_zone_of_water(given.text("water")))


@HANDLERS.answers("reckon naval.group_type", "cats", needs="cats", by="27B2")
def group_type(given: Given, rules: Ruleset) -> Answer:
    """The type of a naval group."""
    return Answer.of(type=groups.type_of_group(CATEGORIES[cat] for cat in given.texts("cats")))


@HANDLERS.answers("reckon naval.cargo_size", "item", within="kind size unit_class cavalry", by="27B3")
def cargo_size(given: Given, rules: Ruleset) -> Answer:
    """REs that an item takes up as naval cargo."""
    item = given.part("item")
    kind = POINTS.get(item.text("kind", "unit"))
    return Answer.of(re=groups.reckon_cargo_size(points(kind) if kind else described(item), rules))


def points(kind: str) -> Unit:
    """One point of a kind."""
    return Unit("us", kind, "counter", points=1)


def described(item: Given) -> Unit:
    """A unit of the class that a question tells."""
    kind = item.choice("unit_class", OF_CLASS, "non_motorized")
    of_cavalry = {True: "cavalry"}.get(item.flag("cavalry"), kind)
    return Unit("us", of_cavalry, SIZES[item.text("size")])


@HANDLERS.answers("ruling naval.may_carry", "carrier cargo", by="27B3")
def may_carry(given: Given, rules: Ruleset) -> Answer:
    """May this category of naval unit carry that cargo?"""
    return Answer.legal(groups.rule_on_freight(given.choice("carrier", CATEGORIES), given.text("cargo")))


@HANDLERS.answers("ruling naval.in_port", "port port_owner player", needs="port_owner? player", by="27B4")
def in_port(given: Given, rules: Ruleset) -> Answer:
    """May a naval group be in port there?"""
    player = given.text("player")
    is_owned = {player: True}.get(given.text("port_owner"), False)
    return Answer.legal(groups.rule_on_being_in_port(bool(given.text("port", "port")), is_owned))


def sea_map(given: Given) -> sea_routes.SeaMap:
    """What a question says of the ways by sea."""
    return sea_routes.sea_map_of(
        given.raw("links_without_all_sea_route", ()),
        given.raw("split_hexes", ()),
        given.raw("causeway_hexsides", ()),
        given.raw("blocked_transits", ()),
    )


ROUTE = "links_without_all_sea_route split_hexes causeway_hexsides blocked_transits"


@HANDLERS.answers("ruling naval.route", f"path {ROUTE}", needs="path", within="split_hexes.*", by="27B5")
def route(given: Given, rules: Ruleset) -> Answer:
    """May a naval group follow this path?"""
    return Answer.legal(sea_routes.rule_on_route(tuple(map(Hex, given.texts("path"))), sea_map(given)))


@HANDLERS.answers("reckon naval.adjacent", f"hexes {ROUTE}", needs="hexes", within="split_hexes.*", by="27B5")
def adjacent(given: Given, rules: Ruleset) -> Answer:
    """Are the hexes adjacent for naval purposes?"""
    one, other = map(Hex, given.texts("hexes"))
    return Answer.of(adjacent=sea_routes.is_adjacent_by_sea(one, other, sea_map(given)))


@HANDLERS.answers(
    "reckon naval.amphibious", "unit using", within="unit_class heavy_equipment amphibious_symbol", by="27B6"
)
def amphibious(given: Given, rules: Ruleset) -> Answer:
    """Is the unit amphibious?"""
    unit = given.part("unit")
    facts = groups.Lander(
        {name: name for name in OF_CLASS}[unit.text("unit_class", "non_motorized")],
        unit.flag("heavy_equipment"),
        unit.flag("amphibious_symbol"),
        given.word("using"),
    )
    ruling = groups.rule_on_amphibious(facts, rules)
    return Answer.of(ruling, amphibious=ruling.allowed)


@HANDLERS.answers("reckon sequence.naval_steps", "", by="27C")
def naval_steps(given: Given, rules: Ruleset) -> Answer:
    """The naval movement steps of a phase, and what follows them."""
    found = groups.naval_sub_phase(given.text("phase"))
    return Answer.of(steps=found.steps, followed_by=found.followed_by or None)


@HANDLERS.answers("sequence sequence.order", "context events", by="27D")
def order(given: Given, rules: Ruleset) -> Answer:
    """The order of what happens at one time."""
    return Answer.of(order=list(groups.in_order(given.text("context"), given.texts("events"))))


# --- movement (SF 28) ------------------------------------------------------------------------------------------------


@HANDLERS.answers(
    "ruling naval.move", "entries mp_spent allowance phasing reacting", needs="entries|reacting|phasing", by="28"
)
def move(given: Given, rules: Ruleset) -> Answer:
    """May the group move so, and what has it spent?"""
    reacting = given.flag("reacting")
    facts = movement.NavalMove(
        tuple((str(kind), exact(number)) for kind, number in given.raw("entries", ())),
        given.number("mp_spent", ZERO),
        given.number("allowance", movement.reckon_allowance(phasing=not reacting).value),
        given.flag("phasing", True),
        reacting,
    )
    spent = movement.reckon_move(facts)
    return Answer.legal(movement.rule_on_move(facts), mp_spent=spent, mp_remaining=movement.reckon_left(facts))


@HANDLERS.answers("ruling naval.combine", "mp_spent same_hex", needs="mp_spent", by="28")
def combine(given: Given, rules: Ruleset) -> Answer:
    """May the groups combine, and what have they spent then?"""
    found = movement.reckon_combined(given.numbers("mp_spent"))
    ruling = movement.rule_on_combining(given.flag("same_hex", True))
    return Answer.legal(ruling, mp_spent=found.spent, mp_remaining=found.left)


@HANDLERS.answers("ruling naval.split", "mp_spent parts", by="28")
def split(given: Given, rules: Ruleset) -> Answer:
    """What have the parts of a group spent?"""
    found = movement.reckon_split(given.number("mp_spent"))
    ruling = movement.rule_on_splitting(given.whole("parts", None))
    return Answer.legal(ruling, each_mp_spent=found.spent, each_mp_remaining=found.left)


@HANDLERS.answers("effect naval.end_turn_merge", "groups", needs="groups?", by="28")
def merge(given: Given, rules: Ruleset) -> Answer:
    """How many groups are there after the player turn?"""
    there = [(str(ref), STATES[state]) for ref, state in given.raw("groups")]
    return Answer.of(groups_after=movement.reckon_merged(there))


@HANDLERS.answers("ruling naval.narrow_straits", "player side_owners", by="28")
def narrow_straits(given: Given, rules: Ruleset) -> Answer:
    """May the group pass the straits?"""
    owners = tuple(map(Side, given.texts("side_owners")))
    return Answer.legal(movement.rule_on_narrow_straits(Side(given.text("player")), owners))


@HANDLERS.answers(
    "ruling naval.river_move", "group_type path banks_friendly port_reached_at", needs="group_type path", by="28"
)
def river_move(given: Given, rules: Ruleset) -> Answer:
    """May the group move so along the river?"""
    facts = movement.RiverMove(
        movement.kinds_of(given.raw("path")),
        given.choice("group_type", TYPES),
        given.flag("banks_friendly", True),
        given.whole("port_reached_at", None),
    )
    return Answer.legal(movement.rule_on_river_move(facts), mp_spent=movement.reckon_river_move(facts))


@HANDLERS.answers("ruling naval.enter_hex", "mover_type mover_from occupant_type occupant_state", by="28 28C")
def enter_hex(given: Given, rules: Ruleset) -> Answer:
    """May the group enter the hex, and does combat follow?"""
    facts = movement.Encounter(
        given.choice("mover_type", TYPES),
        given.choice("occupant_type", TYPES),
        given.choice("occupant_state", STATES, groups.AT_SEA),
        given.text("mover_from", combat_zones.ADJACENT),
    )
    meeting = movement.rule_on_meeting(facts, rules)
    return Answer.legal(
        movement.rule_on_encounter(facts) & Ruling(rests_on=meeting.rests_on),
        naval_combat_with_group=meeting.allowed,
        blockaded=movement.is_blockaded(facts),
    )


# --- reaction (SF 28A) -----------------------------------------------------------------------------------------------


@HANDLERS.answers(
    "ruling reaction.attempt",
    "sea_distance attempts_this_step phasing_group_moving mover_type mover_in_own_coastal_hex other_attempt_pending",
    needs="sea_distance",
    by="28A",
)
def reaction_attempt(given: Given, rules: Ruleset) -> Answer:
    """May the group attempt to react now?"""
    facts = reaction.ReactionAttempt(
        given.whole("sea_distance"),
        given.count("attempts_this_step"),
        given.flag("phasing_group_moving", True),
        mover=given.choice("mover_type", TYPES, groups.COMBAT),
        inshore=given.flag("mover_in_own_coastal_hex"),
        another_pending=given.flag("other_attempt_pending"),
    )
    return Answer.legal(reaction.rule_on_reaction(facts, rules))


@HANDLERS.answers("effect reaction.result", "chart_results", needs="chart_results", by="28A")
def reaction_result(given: Given, rules: Ruleset) -> Answer:
    """What the attempt comes to."""
    found = reaction.reckon_reaction(any(map(succeeds, given.texts("chart_results"))))
    return Answer.of(
        may_move=found.may_move, allowance=found.allowance, may_attempt_again_this_step=found.may_try_again
    )


@HANDLERS.answers("ruling reaction.spend", "purpose", by="28A")
def reaction_spend(given: Given, rules: Ruleset) -> Answer:
    """May MPs of a reaction movement be spent on this?"""
    return Answer.legal(reaction.rule_on_reaction_mps(given.text("purpose")))


# --- combat zones (SF 28B, 28C) --------------------------------------------------------------------------------------


@HANDLERS.answers("reckon combat_zone.extent", "source group_type state time level", needs="group_type|level", by="28B")
def zone_extent(given: Given, rules: Ruleset) -> Answer:
    """The combat zone of a naval group or of coast defenses."""
    group = given.choice("group_type", TYPES_IF_ANY, None)
    state = given.choice("state", STATES, groups.AT_SEA)
    at_night = given.choice("time", NIGHT, "day")
    return Answer.of(
        zone=combat_zones.combat_zone_of(combat_zones.ZoneSource(group, state, given.count("level"), at_night))
    )


@HANDLERS.answers(
    "effect combat.initiated",
    "phasing mover_type enters_zone_of starts_step_in_zone spends_mp_without_leaving leaves_hex",
    needs="enters_zone_of|starts_step_in_zone|spends_mp_without_leaving",
    by="28C",
)
def initiated(given: Given, rules: Ruleset) -> Answer:
    """Does this initiate naval combat?"""
    facts = combat_zones.NavalContact(
        given.choice("mover_type", TYPES, groups.COMBAT),
        given.flag("phasing", True),
        given.texts("enters_zone_of", ()),
        given.flag("starts_step_in_zone"),
        given.flag("spends_mp_without_leaving"),
        given.flag("leaves_hex"),
    )
    ruling = combat_zones.rule_on_initiating(facts, rules)
    return Answer.of(ruling, initiated=ruling.allowed)
