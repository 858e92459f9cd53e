"""Questions about V-weapons (SF 43D)."""

from __future__ import annotations

from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Side
from europa_rules_sf import v_weapons
from europa_rules_sf.questions import HANDLERS

UNITS = {**{unit: unit for unit in v_weapons.UNITS}, "german_army": v_weapons.ARMY}
LONDON = {"London": v_weapons.LONDON}
KINDS = {v_weapons.V1: v_weapons.V1, v_weapons.V2: v_weapons.V2}
RESPONSES = {response: response for response in v_weapons.RESPONSES}


@HANDLERS.answers(
    "ruling v.attack",
    "unit phase phasing_player supply moved attacks_this_phase target target_owner distance chart_range",
    needs="unit",
    by="43D",
)
def attack(given: Given, rules: Ruleset) -> Answer:
    """May the V-weapons unit attack?"""
    target = given.text("target", v_weapons.LONDON)
    facts = v_weapons.VAttack(
        given.choice("unit", UNITS),
        given.text("phase", "movement"),
        Side(given.text("phasing_player", AXIS)),
        given.text("supply", "regular") or "",
        given.flag("moved"),
        given.count("attacks_this_phase"),
        LONDON.get(target, target),
        Side(given.text("target_owner", ALLIED)),
        given.count("distance"),
        given.whole("chart_range", None),
    )
    return Answer.legal(v_weapons.rule_on_v_attack(facts, rules), kind=v_weapons.KINDS[facts.unit])


@HANDLERS.answers("ruling v.response", "kind response aa_result", needs="kind response", by="43D1")
def response(given: Given, rules: Ruleset) -> Answer:
    """May this be done against the attack, and what does it add to its die?"""
    kind, done = given.choice("kind", KINDS), given.choice("response", RESPONSES)
    drm = v_weapons.reckon_response(kind, done, given.word("aa_result"), rules)
    return Answer.legal(v_weapons.rule_on_response(kind, done), drm=drm)


@HANDLERS.answers("reckon v.london_hits", "total_hits", by="43D1")
def london_hits(given: Given, rules: Ruleset) -> Answer:
    """What all hits on London so far cost."""
    price = v_weapons.reckon_london_price(given.whole("total_hits"), rules)
    return Answer.of(resource_points=price.resource_points, british_inf_rps=price.infantry)


@HANDLERS.answers("reckon v.night_limit", "v1_attacks", by="43D1")
def night_limit(given: Given, rules: Ruleset) -> Answer:
    """How many V1 attacks may be made at night."""
    return Answer.of(max_night=v_weapons.reckon_most_by_night(given.whole("v1_attacks")))


@HANDLERS.answers("ruling v.air_launched", "code distance_to_target", needs="distance_to_target", by="43D2")
def air_launched(given: Given, rules: Ruleset) -> Answer:
    """May the air unit launch a V1, and what does that add to its die?"""
    ruling = v_weapons.rule_on_air_launch(given.word("code"), given.whole("distance_to_target"), rules)
    return Answer.legal(ruling, drm=v_weapons.reckon_air_launch(rules))


@HANDLERS.answers(
    "effect v.interceptor_force",
    "v1_attack_on_london_in_preceding_axis_turn force_exists",
    needs="v1_attack_on_london_in_preceding_axis_turn|force_exists",
    by="43D3",
)
def interceptor_force(given: Given, rules: Ruleset) -> Answer:
    """Fighters added to the interceptor force, and released from it."""
    facts = given.flag("v1_attack_on_london_in_preceding_axis_turn"), given.flag("force_exists")
    found = v_weapons.reckon_interceptor_force(*facts)
    return Answer.of(british_fighters_added=found.added, released=found.released)


@HANDLERS.answers("ruling v.interceptor_mission", "mission operation", needs="mission", by="43D3")
def interceptor_mission(given: Given, rules: Ruleset) -> Answer:
    """May the interceptor force fly this?"""
    operation = given.text("operation", v_weapons.V1)
    return Answer.legal(v_weapons.rule_on_interceptor_mission(given.text("mission"), operation))
