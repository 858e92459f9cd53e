"""Questions about overruns (SF 13)."""

from __future__ import annotations

from attrs import evolve

from europa_rules.ground import overruns
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules_sf.questions import HANDLERS
from europa_rules_sf.questions.movement import PHASING

OF_OVERRUN_UNIT = {"overrun-hex": True}


def defender(part: Given) -> overruns.OverrunDefender:
    """A unit in the hex to be overrun."""
    return overruns.OverrunDefender(part.amount("defense"), part.flag("retreats_before_combat"))


@HANDLERS.answers("overrun", "attack defenders defense", within="overrun retreats_before_combat", by="13")
def overrun(given: Given, rules: Ruleset) -> Answer:
    """Is the overrun possible, as announced, and at which odds once those who may have retreated?"""
    attack = given.number("attack")
    defenders = tuple(defender(part) for part in given.parts("defenders", ()))
    defense = given.number("defense", overruns.reckon_defense_left(defenders, rules).value)
    gone = bool(defenders) and all(unit.retreats for unit in defenders)
    facts = overruns.OverrunFacts(attack, defense, all_retreated=gone)
    odds = overruns.reckon_overrun_odds(attack, defense, rules)
    ruling = overruns.rule_on_overrun(facts, rules)
    if any(unit.retreats for unit in defenders):
        there = overruns.reckon_defense_announced(defenders, rules).value
        ruling &= overruns.rule_on_overrun(
            evolve(facts, defense=there, all_retreated=False, may_yet_retreat=True), rules
        )
    return Answer.legal(ruling, odds=str(odds))


@HANDLERS.answers(
    "overrun_cost", "all_retreated_before_combat enter exit_zoc overrun terrain", within="from mp overrun_cost", by="13"
)
def overrun_cost(given: Given, rules: Ruleset) -> Answer:
    """How many MPs does each unit pay? It pays them whether it enters or not."""
    zocs = (
        overruns.ExitedZoc(part.number("mp"), OF_OVERRUN_UNIT.get(part.text("from"), False))
        for part in given.parts("exit_zoc", ())
    )
    facts = overruns.OverrunCost(
        given.number("terrain"),
        zocs=tuple(zocs),
        overrun=given.amount("overrun"),
        all_retreated=given.flag("all_retreated_before_combat"),
    )
    return Answer.of(mp=overruns.reckon_overrun_mps(facts, rules))


@HANDLERS.answers(
    "legal overrun",
    "attack defense from_hexes moved mp_available mp_cost terrain_prohibited_to_unit units",
    needs="attack|units|from_hexes|moved|terrain_prohibited_to_unit|mp_available",
    within="phasing terrain",
    by="13",
)
def legal_overrun(given: Given, rules: Ruleset) -> Answer:
    """May these units make the overrun? Whether they have moved makes no difference."""
    action = given.part("action")
    places = action.parts("from_hexes", ())
    gathered = (unit for place in places for unit in place.units("units", ()))
    pays = action.has("mp_cost")
    payer = overruns.Overrunner(available=action.amount("mp_available"), needed=action.amount("mp_cost"))
    units = (*gathered, *action.units("units", ()))
    phase, is_phasing = given.text("phase", "movement"), given.choice("actor", PHASING, "phasing")
    movers = (overruns.Overrunner(ruling=overruns.rule_on_moving(unit, phase, is_phasing, rules)) for unit in units)
    said = overruns.OverrunFacts(
        action.amount("attack"),
        action.amount("defense"),
        overrunners=(*movers, payer) if pays else tuple(movers),
        units=units,
        phase=phase,
        is_phasing=is_phasing,
        is_barred=action.flag("terrain_prohibited_to_unit"),
    )
    facts = evolve(said, from_hexes=action.how_many("from_hexes")) if places else said
    return Answer.legal(overruns.rule_on_overrun(facts, rules))
