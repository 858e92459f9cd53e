"""Questions about rail movement and rail nets (SF 7A)."""

from __future__ import annotations

from europa_rules.campaign import regions
from europa_rules.ground import rail_nets, rail_rides
from europa_rules.ground.rail_lines import HIGH, RailHex, Rearguard
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.units import Rating
from europa_rules_sf.questions import HANDLERS

PHASING = {"phasing": True, "non-phasing": False}
FRIENDLY = {"friendly": True, "own": True, "enemy": False, "neutral": False, None: True}
NO_STRENGTH = "0-0-0"
HAS_LINE = {"high": True, "low": True, "ferry": True, True: True, False: False, None: False, "none": False, "": False}


def rearguard(part: Given) -> Rearguard:
    """A friendly unit in a hex of an enemy ZOC."""
    rating = Rating.parse(part.text("rating", NO_STRENGTH))
    return Rearguard(rating.defense, part.flag("in_hex_all_phase"), part.flag("leaves"))


def rail_hex(part: Given) -> RailHex:
    """A hex that a unit would enter by rail."""
    return RailHex(
        is_owned=part.choice("owner", FRIENDLY, "friendly"),
        is_rail=HAS_LINE[part.raw("rail", HIGH)],
        is_broken=part.flag("rail_broken"),
        enemy_zoc=part.flag("enemy_zoc"),
        is_enemy_occupied=part.flag("enemy_unit"),
        rearguards=tuple(rearguard(unit) for unit in part.parts("friendly_units", ())),
    )


@HANDLERS.answers(
    "legal rail-move",
    "already_used capacity ends_on_rail hexes item net other_movement starts_on_rail strategic to unit",
    within="captured_this_turn enemy enemy_unit enemy_zoc ferry friendly friendly_units high in_hex_all_phase"
    " leaves low neutral none own owner phasing rail rail_broken",
    by="7A",
)
def rail_move(given: Given, rules: Ruleset) -> Answer:
    """May the unit, or the item, ride so?"""
    action = given.part("action")
    riding = action.part("unit" if action.has("unit") else "item")
    unit = riding.as_unit()
    to = (rail_hex(action.part("to")),) if action.has("to") else ()
    line = action.part("to", None).text("rail", HIGH)
    counts = rail_nets.reckon_capacity_use(rail_nets.RailUse(unit, (line,), count=riding.whole("count", 1)), rules)
    load = rail_nets.NetLoad(
        counts.value,
        action.number("capacity", counts.value),
        action.amount("already_used"),
        action.text("net", ""),
    )
    facts = rail_rides.RailFacts(
        unit,
        phase=given.text("phase", "movement"),
        is_phasing=given.choice("actor", PHASING, "phasing"),
        hexes=to,
        on_rail=action.flag("starts_on_rail", True),
        ends_on_rail=action.flag("ends_on_rail", True),
        strategic=action.flag("strategic"),
        distance=action.count("hexes"),
        moved_otherwise=action.flag("other_movement"),
        load=load,
    )
    return Answer.legal(rail_rides.rule_on_rail(facts, rules))


@HANDLERS.answers(
    "is_marshaling_yard", "hex", within="city ferry high is_marshaling_yard low none place port rail", by="7A"
)
def is_marshaling_yard(given: Given, rules: Ruleset) -> Answer:
    """Is the hex a rail marshaling yard?"""
    here = given.part("hex")
    named = [regions.find_place(here.text("place"), rules).district for _ in (here,) if here.has("place")]
    facts = rail_nets.described_yard(
        (here.text("city", None) or "",),
        (here.text("port", None) or "",),
        HAS_LINE[here.raw("rail", True)],
        *named,
    )
    ruling = rail_nets.rule_on_yard(facts, rules)
    return Answer.of(ruling, yard=ruling.allowed)


def rider(part: Given) -> rail_nets.Rider:
    """A unit that moves by rail; one without an id is another unit than any other."""
    unit = part.part("unit")
    nets = tuple((net.text("net"), net.flag("low_volume")) for net in part.parts("nets"))
    return rail_nets.Rider(unit.text("id", part.path), unit.as_unit(), nets, unit.whole("count", 1))


@HANDLERS.answers("rail_capacity_used", "moves", within="low_volume net nets rail_capacity_used unit", by="7A3")
def rail_capacity_used(given: Given, rules: Ruleset) -> Answer:
    """How many REs of each net are used?"""
    used = rail_nets.reckon_capacity_used([rider(part) for part in given.parts("moves")], rules)
    return Answer({"used": {net: ledger.value for net, ledger in used.items()}}, tuple(used.items()))


@HANDLERS.answers("rail_capacity_increase", "capacity connected_unisolated_yards increase points_at_yards", by="7A4a")
def rail_capacity_increase(given: Given, rules: Ruleset) -> Answer:
    """May the capacity be raised so for the turn, and for how many resource points?"""
    facts = rail_nets.Increase(
        given.number("capacity"),
        given.number("increase"),
        given.whole("connected_unisolated_yards", rail_nets.YARDS_NEEDED),
        given.flag("points_at_yards", True),
    )
    cost = rail_nets.reckon_increase_cost(facts.by, rules)
    return Answer.legal(rail_nets.rule_on_increase(facts, rules), resource_points=cost)


@HANDLERS.answers(
    "rail_capacity_build", "connected_unisolated_yards current_capacity points_at_yards resource_points", by="7A4b"
)
def rail_capacity_build(given: Given, rules: Ruleset) -> Answer:
    """May the points be spent so, and how many REs do they add for good?"""
    facts = rail_nets.Building(
        given.whole("resource_points"),
        given.whole("connected_unisolated_yards", rail_nets.YARDS_NEEDED),
        given.flag("points_at_yards", True),
        given.text("phase", "initial"),
        capacity=given.amount("current_capacity"),
    )
    return Answer.legal(rail_nets.rule_on_building(facts, rules), gain=rail_nets.reckon_gain(facts, rules))


@HANDLERS.answers("rail_capacity_after", "capacity yards_owned", by="7A4c")
def rail_capacity_after(given: Given, rules: Ruleset) -> Answer:
    """What is left of the capacity after yards have been lost?"""
    left = rail_nets.reckon_capacity_after_loss(given.number("capacity"), given.whole("yards_owned"), rules)
    return Answer.of(capacity=left)
