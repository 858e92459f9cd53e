"""Questions about stacking (SF 8)."""

from __future__ import annotations

from europa_rules.ground.facts import Ground
from europa_rules.ground.stacking import StackFacts, is_in_force, rule_on_stack
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules_sf.questions import HANDLERS

IN_TIME = {True: "", False: None}


@HANDLERS.answers("stacking", "terrain units", within="stacking", by="8A")
def stacking(given: Given, rules: Ruleset) -> Answer:
    """May these units stack in a hex of this terrain?"""
    ground = Ground(terrain=given.text("terrain", "clear"))
    return Answer.legal(rule_on_stack(StackFacts(given.units("units"), ground), rules))


@HANDLERS.answers("stacking_in_force", "moment", by="8B")
def stacking_in_force(given: Given, rules: Ruleset) -> Answer:
    """Is the limit checked at this moment?"""
    return Answer.of(in_force=is_in_force(given.text("moment")))


@HANDLERS.answers(
    "legal place-reinforcements", "resulting_stack terrain will_be_legal_at_end_of_movement", within="", by="8B"
)
def place_reinforcements(given: Given, rules: Ruleset) -> Answer:
    """May reinforcements make a stack that is over the limit?"""
    action = given.part("action")
    facts = StackFacts(
        action.units("resulting_stack"),
        Ground(terrain=action.text("terrain", "clear")),
        moment=f"{given.text('phase', 'initial')} phase",
        complies_at=IN_TIME[action.flag("will_be_legal_at_end_of_movement", True)],
    )
    return Answer.legal(rule_on_stack(facts, rules))
