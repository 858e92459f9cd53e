"""Questions about movement (SF 6, 7B)."""

from __future__ import annotations

from attrs import evolve

from europa_rules.ground import admin_movement, movement, terrain, zones
from europa_rules.nations import normal
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.units import Rating, Unit
from europa_rules_sf.questions import HANDLERS
from europa_rules_sf.questions.basics import rule_on_theater

BY_ROAD = {"road": True, "admin-road": True}
ADMIN = {"admin": True, "admin-road": True}
NOT_OVERLAND = {"rail": True, "air": True, "sea": True, "naval": True}
PHASING = {"phasing": True, "non-phasing": False}
ENEMY_OWNED = {"enemy": True}
ANY_UNIT = Unit("", "infantry", "division")


@HANDLERS.answers("hex_entry_cost", "terrain units weather", within="hex_entry_cost", by="6")
def hex_entry_cost(given: Given, rules: Ruleset) -> Answer:
    """How many MPs does each unit pay to enter the hex?"""
    weather = given.text("weather", "clear")
    said = {
        part.text("id"): evolve(
            terrain.described_entry(part.as_unit(), given.text("terrain", "clear"), (), rules), weather=weather
        )
        for part in given.parts("units")
    }
    rulings = {unit: terrain.rule_on_terrain(entry, rules) for unit, entry in said.items()}
    costs = {unit: terrain.reckon_entry_cost(said[unit], rules) for unit, ruling in rulings.items() if ruling.allowed}
    values = {unit: costs[unit].value if ruling.allowed else "prohibited" for unit, ruling in rulings.items()}
    return Answer({"mp": values}, tuple(costs.items()), tuple(rulings.values()))


def step_costs(part: Given, given: Given, rules: Ruleset) -> tuple[terrain.HexEntry, movement.ZocExit]:
    """A step of a path with its printed costs."""
    mode = given.text("mode", "regular")
    said = terrain.described_entry(ANY_UNIT, part.text("terrain", "clear"), (part.text("hexside", ""),), rules)
    entry = evolve(
        said,
        hex_cost=part.number("hex_cost", None),
        hexside_cost=part.number("hexside_cost", None),
        clear_cost=given.number("clear_cost", None),
        by_road=BY_ROAD.get(mode, False),
        admin=ADMIN.get(mode, False),
    )
    return entry, movement.ZocExit(zoc=zones.FULL, cost=part.amount("exit_zoc_cost"))


@HANDLERS.answers(
    "path_cost",
    "clear_cost mode steps",
    within="admin exit_zoc_cost hex_cost hexside hexside_cost path_cost road terrain",
    by="6",
)
def path_cost(given: Given, rules: Ruleset) -> Answer:
    """How many MPs does the path take?"""
    steps = tuple(step_costs(part, given, rules) for part in given.parts("steps"))
    return Answer.of(mp=movement.reckon_path(steps, rules))


@HANDLERS.answers("mp_budget", "rating spend", within="mp mp_budget use", by="6")
def mp_budget(given: Given, rules: Ruleset) -> Answer:
    """Can the unit pay all this out of its rating, and what is left?"""
    allowance = Rating.parse(given.text("rating")).movement
    spent = tuple(movement.Spending(normal(p.text("use")), p.number("mp")) for p in given.parts("spend"))
    ruling = movement.rule_on_spending(allowance, spent, rules)
    return Answer.legal(ruling, left=movement.reckon_mps_left(allowance, spent, rules))


@HANDLERS.answers(
    "legal move",
    "air_transported_this_player_turn along available carried cost from_enemy_zoc hexside item mode one_hex_move"
    " other_mp_use rail_broken spent to to_place unit use_road_rate used_strategic_rail voluntary",
    within="air enemy enemy_unit enemy_zoc friendly naval neutral owner own phasing prohibited rail sea terrain",
    by="6",
)
def move(given: Given, rules: Ruleset) -> Answer:
    """May the unit, or the item, move so? Whose the hex is, and an enemy ZOC in it, forbid no unit to enter.

    Where its MPs are told it makes the one-hex move only if that is told too.
    """
    action = given.part("action")
    unit = action.unit("unit" if action.has("unit") else "item")
    to = action.part("to", None)
    entry = terrain.described_entry(unit, to.text("terrain", "clear"), (action.text("hexside", ""),), rules)
    step = movement.described_step(
        evolve(entry, closed=entry.closed or to.flag("prohibited")),
        movement.ZocExit(unit),
        rules,
        cost=action.number("cost", None),
        is_enemy_occupied=to.flag("enemy_unit"),
    )
    enters = action.has("to", "cost", "hexside")
    facts = movement.MoveFacts(
        unit,
        phase=given.text("phase", "movement"),
        is_phasing=given.choice("actor", PHASING, "phasing"),
        allowance=action.number("available", None),
        spent=action.amount("spent"),
        steps=(step,) if enters else (),
        one_hex=action.flag("one_hex_move") if action.has("one_hex_move", "cost") else None,
        other_mp_use=action.text("other_mp_use", ""),
        is_overland=not NOT_OVERLAND.get(action.text("mode", "overland"), False),
        is_carried=action.flag("carried"),
        air_transported=action.flag("air_transported_this_player_turn"),
        used_strategic_rail=action.flag("used_strategic_rail"),
    )
    ruling = movement.rule_on_movement(facts, rules) & rule_on_theater(given, "to_place", rules)
    return Answer.legal(ruling, mp_spent=movement.reckon_spent(facts, rules))


@HANDLERS.answers(
    "legal admin-move",
    "carrying_resource_points enemy hexside other_mp_use passes_adjacent_to_enemy road start_adjacent_to_enemy to unit",
    within="enemy_zoc owner terrain",
    by="6B",
)
def administrative(given: Given, rules: Ruleset) -> Answer:
    """May the unit use administrative movement so? What it carries, and how strong the enemy is, make no difference."""
    action = given.part("action")
    unit, to = action.unit("unit"), action.part("to", None)
    said = terrain.described_entry(unit, to.text("terrain", "clear"), (action.text("hexside", ""),), rules)
    step = admin_movement.AdminStep(
        evolve(said, by_road=action.flag("road")),
        is_enemy_owned=ENEMY_OWNED.get(to.text("owner", "friendly"), False),
    )
    facts = admin_movement.AdminFacts(
        unit,
        phase=given.text("phase", "movement"),
        starts_beside_enemy=action.flag("start_adjacent_to_enemy"),
        passes_enemy=action.flag("passes_adjacent_to_enemy") or to.flag("enemy_zoc"),
        steps=(step,),
        other_uses=(normal(action.text("other_mp_use", "")),),
    )
    return Answer.legal(admin_movement.rule_on_admin(facts, rules))


@HANDLERS.answers("legal break-road", "unit", within="", by="7B")
def break_road(given: Given, rules: Ruleset) -> Answer:
    """May the unit break a road?"""
    return Answer.legal(movement.rule_on_breaking_road(rules))
