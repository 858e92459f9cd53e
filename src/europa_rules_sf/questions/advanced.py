"""Questions about the advanced rules of the ground war (SF 43A, 43C2, 43E)."""

from __future__ import annotations

from europa_rules.ground.overruns import OverrunFacts, reckon_overrun_odds
from europa_rules.ground.supply_lines import Stretch, reckon_length
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules_sf import contingents, overstacks, retreat_overruns
from europa_rules_sf.questions import HANDLERS

RAIL_ONLY = "R"


@HANDLERS.answers(
    "ruling retreat.overrun", "retreating enemy_defense enemy_zoc_in_hex", within="cadre_attack", by="43A"
)
def retreat_overrun(given: Given, rules: Ruleset) -> Answer:
    """May the units overrun the hex in their retreat, and at which odds?"""
    units = tuple(
        retreat_overruns.Retreating(unit.number("attack"), unit.number("cadre_attack", None))
        for unit in given.parts("retreating")
    )
    zoc = given.flag("enemy_zoc_in_hex")
    attack = retreat_overruns.reckon_retreating_attack(units, in_enemy_zoc=zoc, rules=rules)
    defense = given.number("enemy_defense")
    ruling = retreat_overruns.rule_on_retreat_overrun(OverrunFacts(attack.value, defense), rules)
    return Answer.legal(ruling, attack=attack, odds=str(reckon_overrun_odds(attack.value, defense, rules)))


@HANDLERS.answers("ruling overstack.act", "action move_rating", by="43C2")
def overstack_act(given: Given, rules: Ruleset) -> Answer:
    """May an overstacked unit do this, and for how many MPs?"""
    rating = given.raw("move_rating", 0)
    movement = {RAIL_ONLY: 0}.get(rating, rating)
    return Answer.legal(
        overstacks.rule_on_overstacked(given.text("action")),
        mp=overstacks.reckon_overstacked_mps(given.text("action"), movement),
    )


@HANDLERS.answers("reckon overstack.defense", "normal overstacked", needs="normal|overstacked", by="43C2")
def overstack_defense(given: Given, rules: Ruleset) -> Answer:
    """The defense strength of the hex."""
    strengths = given.numbers("normal", ()), given.numbers("overstacked", ())
    return Answer.of(defense=overstacks.reckon_hex_defense(*strengths))


@HANDLERS.answers(
    "reckon supply.overland_length",
    "hexes hexsides by_road frozen",
    needs="hexes|by_road|frozen|hexsides",
    by="43C3",
)
def overland_length(given: Given, rules: Ruleset) -> Answer:
    """The length of an overland line."""
    facts = Stretch(
        "overland",
        given.texts("hexes", ()),
        given.texts("hexsides", ()),
        along_road=given.flag("by_road"),
        frozen=given.flag("frozen"),
    )
    return Answer.of(length=reckon_length(facts, rules))


@HANDLERS.answers("reckon contingent.drm", "nations french_in_exile", by="43E")
def contingent_drm(given: Given, rules: Ruleset) -> Answer:
    """Die roll modifier for the contingents in an attack."""
    nations = tuple(rules.nations.find(name).code for name in given.texts("nations"))
    facts = contingents.Attackers(nations, given.flag("french_in_exile", True))
    return Answer.of(drm=contingents.reckon_cooperation(facts, rules))
