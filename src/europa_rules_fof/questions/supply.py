"""Questions about supply (FoF 12A to 12D)."""

from __future__ import annotations

from europa_rules.ground import supply
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules_fof.questions import HANDLERS

IN = {"in": True, "out": False}
STATUS = {True: "in", False: "out"}
COULD_TRACE = {"could_trace": True, "could_not_trace": False}


@HANDLERS.answers("reckon supply_status", "at_initial_phase at_combat_phase")
def supply_status(given: Given, rules: Ruleset) -> Answer:
    """The supply status that holds in this player turn."""
    facts = supply.SupplyMoment(
        given.choice("at_initial_phase", IN), COULD_TRACE.get(given.text("at_combat_phase", "could_trace"), True)
    )
    return Answer.of(status=STATUS[supply.supply_in_force(facts)])
