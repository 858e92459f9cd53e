"""Questions about supply (SF 12A to 12D)."""

from __future__ import annotations

from europa_rules.ground import supply_lines, supply_sources
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules_sf.questions import HANDLERS

OWNED = {"friendly": True, "own": True, "enemy": False, "neutral": False}


def line_port(part: Given) -> supply_lines.LinePort:
    """A port at an end of a naval line."""
    owned = OWNED[part.text("owner", "friendly")]
    return supply_lines.LinePort(part.text("size"), owned, part.flag("functioning", True))


@HANDLERS.answers("naval_element", "ports same_sea_zone")
def naval_element(given: Given, rules: Ruleset) -> Answer:
    """May the naval element join these ports?"""
    ports = tuple(line_port(part) for part in given.parts("ports"))
    ruling = supply_lines.rule_on_naval_element(ports, given.flag("same_sea_zone", True), rules)
    return Answer.of(ruling, valid=ruling.allowed)


@HANDLERS.answers("limited_source_usable", "port")
def limited_source_usable(given: Given, rules: Ruleset) -> Answer:
    """May the port serve as a limited source?"""
    part = given.part("port")
    facts = supply_lines.LimitedPort(
        line_port(part), part.text("naval_line_to", None) or "", part.flag("onward_to_full")
    )
    ruling = supply_lines.rule_on_limited_port(facts, rules)
    return Answer.of(ruling, usable=ruling.allowed)


@HANDLERS.answers("in_regular_supply", "source")
def in_regular_supply(given: Given, rules: Ruleset) -> Answer:
    """Does a source of this kind give regular supply?"""
    return Answer.of(regular=supply_sources.is_regular(given.text("source", None) or "", rules))
