"""Questions about movement (FoF 6, 7B and the rules that bind the moves of some nations)."""

from __future__ import annotations

from attrs import evolve

from europa_rules.ground import admin_movement, bridges, movement, terrain, zones
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.state import Obligation
from europa_rules.units import Unit
from europa_rules_fof.nation_moves import BELGIUM, INTO, INVADING, MPS_HOME, RETREATED_INTO
from europa_rules_fof.nation_zones import ITALY_AT_WAR
from europa_rules_fof.questions import HANDLERS
from europa_rules_fof.questions.rail import bridge_crossed
from europa_rules_fof.questions.zones import YES_OR_NO

BY_ROAD = {"road": True, "rail": True}
BY_RAIL = {"rail_movement": True, "operational_rail": True}
ADMIN = {"admin": True}
ENEMY_OWNED = {"enemy": True}
ZOC_LEFT = {True: zones.FULL, False: zones.NONE}


def entry(unit: Unit, given: Given, rules: Ruleset) -> terrain.HexEntry:
    """A hex entered, as a question describes it."""
    said = terrain.described_entry(unit, given.text("terrain", "clear"), (given.text("hexside", ""),), rules)
    return evolve(
        said,
        weather=given.text("weather", "clear"),
        by_road=BY_ROAD.get(given.text("by", "overland"), False),
        admin=ADMIN.get(given.text("mode", "regular"), False),
        hex_cost=given.number("chart_hex_cost", None),
        hexside_cost=given.number("chart_hexside_cost", None),
        clear_cost=given.number("chart_clear_cost", None),
    )


@HANDLERS.answers(
    "reckon move_cost",
    "unit terrain weather chart_hex_cost hexside by chart_clear_cost leaves_enemy_zoc chart_zoc_cost"
    " chart_hexside_cost mode hexes bridge bridge_owned_by",
    within="admin enemy neutral own rail road unowned",
    by="6",
)
def move_cost(given: Given, rules: Ruleset) -> Answer:
    """How many MPs does it take to enter the hex, or several like it?"""
    unit = given.unit("unit")
    zoc = ZOC_LEFT[given.flag("leaves_enemy_zoc")]
    leaving = movement.ZocExit(unit, zoc, cost=given.number("chart_zoc_cost", None))
    here = entry(unit, given, rules)
    by_road = bridges.serves_as_road(bridge_crossed(given), here.by_road, rules)
    steps = ((evolve(here, by_road=by_road), leaving),)
    return Answer.of(mp=movement.reckon_path(steps, rules, times=given.whole("hexes", 1)))


def step(unit: Unit, part: Given, rules: Ruleset) -> movement.MoveStep:
    """A hex of a path."""
    zoc_cost = part.number("zoc_cost", 0)
    leaving = movement.ZocExit(unit, zones.FULL, cost=zoc_cost)
    return movement.described_step(
        entry(unit, part, rules),
        leaving,
        rules,
        cost=part.number("mp_cost", None),
        is_enemy_occupied=part.flag("enemy_occupied"),
    )


@HANDLERS.answers(
    "ruling move",
    "unit path mp_spent_before other_mp_use overrun by into italy_at_war belgium invading mp_spent_towards_belgium",
    within="admin chart_clear_cost chart_hex_cost chart_hexside_cost enemy_occupied hexside mode mp_cost"
    " operational_rail rail rail_movement retreated_into road terrain weather zoc_cost",
    by="6",
)
def move(given: Given, rules: Ruleset) -> Answer:
    """May the unit move so?"""
    unit = given.unit("unit")
    facts = movement.MoveFacts(
        unit,
        phase=given.text("phase", "movement"),
        spent=given.number("mp_spent_before", 0),
        steps=tuple(step(unit, part, rules) for part in given.parts("path", ())),
        other_mp_use=given.text("other_mp_use", ""),
        is_overrun=given.flag("overrun"),
        is_overland=not BY_RAIL.get(given.text("by", "overland"), False),
        situation={
            INTO: given.text("into", ""),
            ITALY_AT_WAR: YES_OR_NO[given.flag("italy_at_war", True)],
            BELGIUM: given.text("belgium", ""),
            INVADING: YES_OR_NO[given.flag("invading")],
            RETREATED_INTO: given.part("unit").text("retreated_into", ""),
            MPS_HOME: str(given.raw("mp_spent_towards_belgium", "")),
        },
    )
    ruling = movement.rule_on_movement(facts, rules)
    return Answer.legal(ruling, mp_spent=movement.reckon_spent(facts, rules))


def admin_step(unit: Unit, part: Given, rules: Ruleset) -> admin_movement.AdminStep:
    """A hex entered by administrative movement."""
    return admin_movement.AdminStep(
        entry(unit, part, rules),
        is_beside_enemy=part.flag("adjacent_to_enemy"),
        is_enemy_owned=ENEMY_OWNED.get(part.text("owned_by", "own"), False),
    )


@HANDLERS.answers(
    "ruling admin_movement",
    "unit starts_adjacent_to_enemy path other_mp_use also",
    within="adjacent_to_enemy admin by carrying_resource_points chart_clear_cost chart_hex_cost"
    " chart_hexside_cost enemy hexside mode owned_by rail road terrain weather",
    by="6B",
)
def administrative(given: Given, rules: Ruleset) -> Answer:
    """May the unit use administrative movement so? What it carries makes no difference."""
    unit = given.unit("unit")
    facts = admin_movement.AdminFacts(
        unit,
        phase=given.text("phase", "movement"),
        starts_beside_enemy=given.flag("starts_adjacent_to_enemy"),
        steps=tuple(admin_step(unit, part, rules) for part in given.parts("path", ())),
        other_uses=(given.text("other_mp_use", ""), *given.texts("also", ())),
    )
    return Answer.legal(admin_movement.rule_on_admin(facts, rules))


@HANDLERS.answers("ruling road_movement", "unit line rail_use_barred unit_may_move", within="", by="7B1")
def road_movement(given: Given, rules: Ruleset) -> Answer:
    """May the unit move along the line as a road? A rail line is one, whoever may use the rails."""
    stays = Obligation("stays in its hex", "it may not move", (rules.cite("6"),))
    held = None if given.flag("unit_may_move", True) else stays
    facts = movement.MoveFacts(given.unit("unit"), phase=given.text("phase", "movement"), stays=held)
    return Answer.legal(movement.rule_on_movement(facts, rules))
