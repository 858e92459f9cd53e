"""Questions about occupation and partisans (SF 39)."""

from __future__ import annotations

from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.sides import AXIS, Turn
from europa_rules_sf import flooding, occupation, partisans
from europa_rules_sf.questions import HANDLERS

NUMBERS = (int, str)
"""How numbers are written."""


def turn_of(given: Given, key: str) -> Turn | None:
    """A game turn that may be left out."""
    text = given.text(key, None)
    return Turn.parse(text) if text else None


def is_number(given: Given, key: str) -> bool:
    """Whether a number is stated, and not left out or null."""
    return isinstance(given.raw(key, None), NUMBERS)


@HANDLERS.answers("reckon occupation.zone", "area italy_surrendered", needs="area", by="39A")
def zone(given: Given, rules: Ruleset) -> Answer:
    """Is the area an Axis occupation zone?"""
    ruling = occupation.rule_on_zone(given.text("area"), given.flag("italy_surrendered"), rules)
    return Answer.of(ruling, occupation_zone=ruling.allowed)


@HANDLERS.answers("ruling occupation.eligible_unit", "kind", needs="kind", by="39B")
def eligible_unit(given: Given, rules: Ruleset) -> Answer:
    """May this kind of unit occupy?"""
    return Answer.legal(occupation.rule_on_occupying(given.text("kind")))


@HANDLERS.answers(
    "reckon occupation.city_needs_force",
    "turn gained_on zone_active allied_supply allied_distance axis_supply_line",
    needs="turn",
    by="39B",
)
def city_needs_force(given: Given, rules: Ruleset) -> Answer:
    """Does the city need an occupation force?"""
    city = occupation.OccupiedCity(
        Turn.parse(given.text("turn")),
        turn_of(given, "gained_on"),
        given.flag("zone_active", True),
        given.word("allied_supply"),
        given.whole("allied_distance") if is_number(given, "allied_distance") else None,
        given.flag("axis_supply_line", True),
    )
    ruling = occupation.rule_on_leaving_empty(city, rules)
    return Answer.of(ruling, needed=not ruling.allowed)


@HANDLERS.answers("reckon occupation.required", "major dot", needs="dot|major", by="39B")
def required(given: Given, rules: Ruleset) -> Answer:
    """REs required for the cities of a zone."""
    return Answer.of(required_re=occupation.reckon_required(given.count("major"), given.count("dot"), rules))


@HANDLERS.answers("reckon occupation.shortfall", "required_re garrison_re on_map_re", needs="required_re", by="39B")
def shortfall(given: Given, rules: Ruleset) -> Answer:
    """Missing REs, and the extra partisan attacks for them."""
    forces = occupation.OccupationForces(
        given.number("required_re"), given.amount("garrison_re"), given.amount("on_map_re")
    )
    missing = occupation.reckon_missing(forces, rules)
    return Answer.of(missing_re=missing, extra_attacks=occupation.reckon_extra_attacks(missing.value))


@HANDLERS.answers("reckon partisan.allowed", "zone extra", needs="zone", by="39C")
def allowed(given: Given, rules: Ruleset) -> Answer:
    """Partisan attacks in a zone."""
    return Answer.of(attacks=partisans.reckon_attacks(given.text("zone"), given.count("extra"), rules))


MADE_BEFORE = {partisans.RAIL: "rail_attacks_here", partisans.AIRBASE: "airbase_attacks_here"}


@HANDLERS.answers(
    "ruling partisan.attack",
    "kind zone_active hex_owner rail_attacks_here airbase_attacks_here axis_unit_defense adjacent_unit_kinds",
    needs="kind",
    by="39C",
)
def attack(given: Given, rules: Ruleset) -> Answer:
    """May this attack be made?"""
    facts = partisans.PartisanAttack(
        given.text("kind"),
        given.flag("zone_active", True),
        given.text("hex_owner", AXIS) or "",
        given.whole(given.choice("kind", MADE_BEFORE), 0),
        given.strength("axis_unit_defense") if is_number(given, "axis_unit_defense") else None,
        kinds_around=given.texts("adjacent_unit_kinds", ()),
    )
    return Answer.legal(partisans.rule_on_attack(facts, rules))


@HANDLERS.answers("effect partisan.effect", "kind chart_results", needs="kind chart_results", by="39C")
def effect(given: Given, rules: Ruleset) -> Answer:
    """What the attack does."""
    succeeds = any(map(flooding.succeeds, given.texts("chart_results")))
    return Answer.of(effect=partisans.effect_of(given.text("kind"), succeeds))
