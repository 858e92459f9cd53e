"""Questions about bridges (SF 44A1)."""

from __future__ import annotations

from europa_rules.ground.bridge_seizure import Seizure, is_automatic, rule_on_seizure
from europa_rules.ground.bridges import Bridge, Demolition, rule_on_demolition, rule_on_reaching_bridge, serves_as_road
from europa_rules.ground.construction import (
    BRIDGE,
    MAJOR_BRIDGE,
    Builder,
    WorkFacts,
    reckon_mps,
    reckon_resource_points,
    rule_on_work,
)
from europa_rules.ground.construction_sites import BRIDGE_HIT
from europa_rules.ground.terrain import HexEntry, reckon_entry_cost
from europa_rules.permissions import Ruling
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, NEUTRAL
from europa_rules.units import Rating, Unit
from europa_rules_sf import bridges, demolition_limits, flooding
from europa_rules_sf.questions import HANDLERS

OWNERS = {"own": AXIS, "enemy": ALLIED}
IS_OWN = {"own": True}
WORKS = {"major_river": MAJOR_BRIDGE}
ENEMIES = {True: 1, False: 0}
TYPES = {True: "construction", False: "infantry"}
CLASSES = {"cm": ("motorized",), "c/m": ("motorized",), "combat_motorized": ("motorized",)}


@HANDLERS.answers(
    "reckon bridge.move",
    "bridge river chart_river_cost chart_hex_cost chart_road_cost",
    needs="bridge|river|chart_hex_cost|chart_river_cost|chart_road_cost",
    by="44A1",
)
def move(given: Given, rules: Ruleset) -> Answer:
    """MPs along a road over a bridge."""
    state = given.text("bridge", "intact")
    by_road = serves_as_road(Bridge(AXIS, AXIS, state), True, rules)
    entry = HexEntry(
        ("other",),
        hexsides=(given.text("river", "river"),),
        by_road=by_road,
        hex_cost=given.number("chart_hex_cost", 1),
        hexside_cost=given.number("chart_river_cost", 1),
        clear_cost=given.number("chart_road_cost", 1),
    )
    return Answer.of(mp=reckon_entry_cost(entry, rules))


@HANDLERS.answers("reckon bridge.supply", "bridge", needs="bridge", by="44A1")
def supply(given: Given, rules: Ruleset) -> Answer:
    """What a demolished bridge costs a supply line."""
    return Answer.of(penalty=bridges.reckon_supply_penalty())


@HANDLERS.answers("ruling bridge.bomb", "hits bridge_owner", needs="bridge_owner|hits", by="44A1")
def bomb(given: Given, rules: Ruleset) -> Answer:
    """May the bridge be bombed, and does it fall?"""
    ruling = bridges.rule_on_bombing(IS_OWN.get(given.text("bridge_owner", "enemy") or "", False))
    return Answer.legal(ruling, demolished=bridges.is_bombed_down(given.count("hits"), rules))


@HANDLERS.answers("ruling bridge.aa", "firing_hexes", needs="firing_hexes", by="44A1")
def fire(given: Given, rules: Ruleset) -> Answer:
    """May AA fire from so many hexes?"""
    return Answer.legal(bridges.rule_on_fire(given.whole("firing_hexes", 1)))


@HANDLERS.answers(
    "ruling bridge.demolish", "mp bridge_owner lines_required", needs="bridge_owner|lines_required|mp", by="44A1"
)
def demolish(given: Given, rules: Ruleset) -> Answer:
    """May a ground unit demolish the bridge, and does it fall?"""
    owner = OWNERS.get(given.text("bridge_owner", "own") or "", NEUTRAL)
    facts = Demolition((given.amount("mp"),), owner=owner, side=AXIS)
    unreached = demolition_limits.OwnDemolition(line_from_enemy=False)
    limits = {True: demolition_limits.rule_on_own_demolition(unreached)}
    limit = limits.get(given.flag("lines_required"), Ruling.allow())
    return Answer.legal(
        rule_on_reaching_bridge(facts, rules) & limit, demolished=rule_on_demolition(facts, rules).allowed
    )


@HANDLERS.answers(
    "ruling bridge.repair",
    "river demolished owns_both_hexes construction_unit",
    needs="construction_unit|demolished|owns_both_hexes|river",
    by="44A1",
)
def repair(given: Given, rules: Ruleset) -> Answer:
    """May the bridge be repaired, and at what price?"""
    work = WORKS.get(given.text("river", "river"), BRIDGE)
    unit = Unit("ge", TYPES[given.flag("construction_unit", True)], "regiment", Rating.parse("1-6"))
    facts = WorkFacts(
        work, (Builder(unit),), has=frozenset({BRIDGE_HIT}), owns_site=given.flag("owns_both_hexes", True)
    )
    is_standing = not given.flag("demolished", True)
    return Answer.legal(
        rule_on_work(facts, rules),
        mp=reckon_mps(facts, rules),
        resource_points=reckon_resource_points(work, rules, is_standing=is_standing),
    )


@HANDLERS.answers(
    "ruling bridge.seize",
    "unit unit_class phase enemy_ground_units_in_other_hex attempts_this_player_turn chart_results",
    by="44A1",
)
def seize(given: Given, rules: Ruleset) -> Answer:
    """May the unit try to seize the bridge, and does it succeed?"""
    symbols = CLASSES.get(given.text("unit_class", "non_motorized"), ())
    facts = Seizure(
        Unit("br", given.text("unit"), "battalion", symbols=symbols),
        ALLIED,
        AXIS,
        ENEMIES[given.flag("enemy_ground_units_in_other_hex")],
        given.count("attempts_this_player_turn"),
        phase=given.text("phase", "movement"),
    )
    ruling = rule_on_seizure(facts, rules)
    succeeds = is_automatic(facts) or any(map(flooding.succeeds, given.texts("chart_results", ())))
    return Answer.legal(ruling, seized=ruling.allowed and succeeds, movement_ended=ruling.allowed)


@HANDLERS.answers(
    "ruling bridge.seized_attack", "seized_in units_using_it", needs="seized_in|units_using_it", by="44A1"
)
def seized_attack(given: Given, rules: Ruleset) -> Answer:
    """May so many units use the seized bridge in the combat phase?"""
    facts = bridges.SeizedCrossing(given.text("seized_in", "movement"), given.whole("units_using_it", 1))
    return Answer.legal(bridges.rule_on_crossing(facts))
