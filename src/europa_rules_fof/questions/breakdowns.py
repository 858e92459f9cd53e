"""Questions about breakdowns and assemblies (FoF 15)."""

from __future__ import annotations

from europa_rules.ground.breakdowns import (
    SUPPORTED,
    WITH_HEADQUARTERS,
    AssemblyFacts,
    BreakdownFacts,
    components_in,
    rule_on_assembly,
    rule_on_break_down,
)
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules_fof.questions import HANDLERS

WAYS = {
    "supported_components": SUPPORTED,
    "headquarters_and_unsupported": WITH_HEADQUARTERS,
    "headquarters_and_unsupported_components": WITH_HEADQUARTERS,
}
HEADQUARTERS = {True: ("headquarters",), False: ()}
IS_PHASING = {"own": True, "enemy": False}
ARE_ANOTHERS = {"another_division": True}


@HANDLERS.answers(
    "effect break_down",
    "unit into",
    within="headquarters_and_unsupported headquarters_and_unsupported_components supported_components",
    by="15B",
)
def break_down(given: Given, rules: Ruleset) -> Answer:
    """The components of a division, by rating, its headquarters among them."""
    found = components_in(given.unit("unit"), given.choice("into", WAYS), rules)
    ratings = (str(unit.rating) for unit in found.components)
    return Answer.of(found.ruling, components=[*HEADQUARTERS[found.has_headquarters], *ratings])


@HANDLERS.answers(
    "ruling break_down",
    "unit whose_turn phase moment counters_free lettered_set_in_use components_specific_to",
    within="another_division enemy on_breakdown_chart own",
    by="15A 15B",
)
def ruling_break_down(given: Given, rules: Ruleset) -> Answer:
    """May the division break down?"""
    entry = given.part("unit")
    facts = BreakdownFacts(
        entry.as_unit(size="division"),
        is_phasing=given.choice("whose_turn", IS_PHASING, "own"),
        phase=given.text("phase", "movement"),
        moment=given.text("moment", "start"),
        is_listed=entry.flag("on_breakdown_chart", True),
        counters_free=given.whole("counters_free", None),
        is_set_in_use=given.flag("lettered_set_in_use"),
        are_anothers=ARE_ANOTHERS.get(given.text("components_specific_to", "") or "", False),
    )
    return Answer.legal(rule_on_break_down(facts, rules))


@HANDLERS.answers(
    "ruling assemble",
    "components_in_one_hex phase moment unit whose_turn",
    needs="components_in_one_hex|moment|phase|unit|whose_turn",
    within="enemy own",
    by="15A",
)
def assemble(given: Given, rules: Ruleset) -> Answer:
    """May the components be assembled?"""
    facts = AssemblyFacts(
        given.unit("unit") if given.has("unit") else None,
        is_phasing=given.choice("whose_turn", IS_PHASING, "own"),
        phase=given.text("phase", "movement"),
        moment=given.text("moment", "end"),
        are_together=given.flag("components_in_one_hex", True),
    )
    return Answer.legal(rule_on_assembly(facts, rules))
