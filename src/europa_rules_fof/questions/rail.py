"""Questions about rail lines, roads and bridges (FoF 7)."""

from __future__ import annotations

from attrs import evolve

from europa_rules.ground import bridges, rail_nets, rail_rides
from europa_rules.ground.rail_lines import RailHex, Rearguard
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, NEUTRAL, Side
from europa_rules_fof.nation_zones import INVASION_TURN
from europa_rules_fof.questions import HANDLERS
from europa_rules_fof.questions.zones import YES_OR_NO

PORTS = {"minor_port": "minor", "standard_port": "standard", "major_port": "major", "great_port": "great"}
CITIES = {
    "dot_city": "dot",
    "major_city_hex": "major",
    "major_city": "major",
    "partial_hex_city": "partial",
    "full_hex_city": "full",
    "multi_hex_city": "full",
    "reference_city": "reference",
    "point_city": "point",
}
OWNERS: dict[str | None, Side] = {"own": AXIS, "enemy": ALLIED, "neutral": NEUTRAL, "unowned": NEUTRAL, None: NEUTRAL}
"""Owners as the acting player sees them, he being the Axis player."""

OWN = {"own": True, "enemy": False, "neutral": False}
NOBODY: dict[bool, tuple[Rearguard, ...]] = {False: ()}


# --- rail movement (7A) ----------------------------------------------------------------------------------------------


def rail_hex(part: Given) -> RailHex:
    """A hex of a way by rail."""
    friend = part.part("friendly_unit", None)
    guard = Rearguard(
        friend.number("defense", 0),
        friend.flag("in_hex_since_phase_start", True),
        friend.flag("leaves_this_phase"),
    )
    return RailHex(
        owned_at_start=part.flag("owned_at_player_turn_start", True),
        enemy_zoc=part.flag("enemy_zoc"),
        is_enemy_occupied=part.flag("enemy_occupied"),
        is_owned=part.choice("owned_by", OWN, "own"),
        rearguards=NOBODY.get(bool(tuple(friend.keys())), (guard,)),
    )


@HANDLERS.answers(
    "ruling rail_movement",
    "unit path traces_to_friendly_yard on_rail_line invasion_turn",
    within="enemy enemy_occupied enemy_zoc friendly_unit in_hex_since_phase_start leaves_this_phase neutral own"
    " owned_at_player_turn_start owned_by",
    by="7A",
)
def rail_movement(given: Given, rules: Ruleset) -> Answer:
    """May the unit use rail movement so?"""
    facts = rail_rides.RailFacts(
        given.unit("unit"),
        phase=given.text("phase", "movement"),
        hexes=tuple(rail_hex(part) for part in given.parts("path", ())),
        on_rail=given.flag("on_rail_line", True),
        traces_to_yard=given.flag("traces_to_friendly_yard", True),
        situation={INVASION_TURN: YES_OR_NO[given.flag("invasion_turn")]},
    )
    return Answer.legal(rail_rides.rule_on_rail(facts, rules))


@HANDLERS.answers("ruling movement_chain", "unit chain", within="", by="7A2")
def movement_chain(given: Given, rules: Ruleset) -> Answer:
    """May these kinds of movement be combined in one phase?"""
    facts = rail_rides.Chain(given.unit("unit"), given.texts("chain"), given.text("phase", "movement"))
    return Answer.legal(rail_rides.rule_on_chain(facts, rules))


# --- yards and capacity (7A1, 7A4) -----------------------------------------------------------------------------------


@HANDLERS.answers("reckon yard_capacity", "features on_rail_line", needs="features|on_rail_line", by="7A1")
def yard_capacity(given: Given, rules: Ruleset) -> Answer:
    """Is the hex a yard, and of what starting capacity?"""
    features = given.texts("features", ())
    facts = rail_nets.described_yard(
        [CITIES.get(name, "") for name in features],
        [PORTS.get(name, "") for name in features],
        given.flag("on_rail_line", True),
    )
    ruling = rail_nets.rule_on_yard(facts, rules)
    return Answer.of(ruling, yard=ruling.allowed, re=rail_nets.reckon_yard_capacity(facts, rules))


@HANDLERS.answers("reckon rail_capacity_use", "unit lines", within="", by="7A4")
def rail_capacity_use(given: Given, rules: Ruleset) -> Answer:
    """How many REs does the unit count against rail capacity?"""
    facts = rail_nets.RailUse(given.unit("unit"), given.texts("lines", ()))
    return Answer.of(re=rail_nets.reckon_capacity_use(facts, rules))


@HANDLERS.answers("ruling rail_load", "capacity units lines", within="", by="7A4")
def rail_load(given: Given, rules: Ruleset) -> Answer:
    """Do the units fit the rail capacity?"""
    used = rail_nets.reckon_load(given.units("units"), given.texts("lines", ()), rules)
    facts = rail_nets.NetLoad(used.value, given.number("capacity"))
    return Answer.legal(rail_nets.rule_on_load(facts, rules), re_used=used)


@HANDLERS.answers("ruling break_line", "line mp_spent", needs="line|mp_spent", by="7B1")
def break_line(given: Given, rules: Ruleset) -> Answer:
    """May the line be broken with so many MPs?"""
    return Answer.legal(
        rail_rides.rule_on_breaking_line(given.text("line", "rail"), given.number("mp_spent", 0), rules)
    )


# --- bridges (7C) ----------------------------------------------------------------------------------------------------


def side(word: str | None) -> Side:
    """A side as questions name it; nobody is neutral."""
    return Side(word) if word else NEUTRAL


@HANDLERS.answers("reckon bridge_owner", "hex_owners last_owner_of_both", by="7C1")
def bridge_owner(given: Given, rules: Ruleset) -> Answer:
    """Who owns the bridge?"""
    owners = tuple(side(word) for word in given.texts("hex_owners"))
    return Answer.of(owner=bridges.bridge_owner(owners, side(given.text("last_owner_of_both", None))))


@HANDLERS.answers(
    "ruling use_bridge", "player bridge_owner bridge use", needs="bridge|bridge_owner|player|use", by="7C"
)
def use_bridge(given: Given, rules: Ruleset) -> Answer:
    """May the player use the bridge?"""
    facts = bridges.Bridge(
        side(given.text("player", "Axis")),
        side(given.text("bridge_owner", given.text("player", "Axis"))),
        given.text("bridge", bridges.INTACT),
        given.text("use", "") or "",
    )
    return Answer.legal(bridges.rule_on_use(facts, rules))


@HANDLERS.answers(
    "ruling demolish_bridge",
    "mp_spent adjacent bridge_owned_by",
    needs="adjacent|bridge_owned_by|mp_spent",
    by="7C2",
)
def demolish_bridge(given: Given, rules: Ruleset) -> Answer:
    """Do the units demolish the bridge?"""
    facts = bridges.Demolition(
        given.numbers("mp_spent", ()),
        is_beside=given.flag("adjacent", True),
        owner=given.choice("bridge_owned_by", OWNERS, "own"),
        side=OWNERS["own"],
    )
    return Answer.legal(bridges.rule_on_demolition(facts, rules))


def bridge_crossed(given: Given) -> bridges.Bridge | None:
    """The bridge that a unit crosses by road, where a question names one."""
    facts = bridges.Bridge(
        OWNERS["own"], given.choice("bridge_owned_by", OWNERS, "own"), given.text("bridge", "") or bridges.INTACT
    )
    return evolve(facts, use="road_movement") if given.has("bridge") else None
