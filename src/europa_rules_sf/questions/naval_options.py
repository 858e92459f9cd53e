"""Questions about advanced and optional naval rules (SF 43G, 44B4, 44G)."""

from __future__ import annotations

from europa_rules.numbers import HALF
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules_sf.flooding import succeeds
from europa_rules_sf.naval import naval_options
from europa_rules_sf.naval.transport import BEACH
from europa_rules_sf.questions import HANDLERS
from europa_rules_sf.questions.naval_movement import CATEGORIES
from europa_rules_sf.questions.ports_and_transport import CLASSES, PORTS

OWNED: dict[str | None, bool] = {"own": True, "enemy": False, "none": False, "neutral": False, None: False}


@HANDLERS.answers("ruling replenish.advanced", "mp port_type owner functioning", needs="mp", by="43G")
def replenish_advanced(given: Given, rules: Ruleset) -> Answer:
    """May the unit replenish there, and is it replenished?"""
    port, is_owned = given.choice("port_type", PORTS, "major"), given.choice("owner", OWNED, "own")
    ruling = naval_options.rule_on_base(port, is_owned, given.flag("functioning", True), rules)
    replenished = ruling.allowed and naval_options.is_replenished_by(given.number("mp"))
    return Answer.legal(ruling, replenished=replenished)


@HANDLERS.answers(
    "ruling commando.sea_retreat",
    "kind hex ship ship_at_sea_in_hex free_capacity re chart_results",
    needs="kind ship",
    by="44B4",
)
def sea_retreat(given: Given, rules: Ruleset) -> Answer:
    """May the unit retreat onto the ship, and does it get aboard?"""
    facts = naval_options.SeaRetreat(
        given.text("kind"),
        given.number("re", HALF),
        given.text("hex", BEACH),
        given.choice("ship", CATEGORIES),
        given.flag("ship_at_sea_in_hex", True),
        given.number("free_capacity", 1),
    )
    aboard = any(map(succeeds, given.texts("chart_results", ())))
    ruling = naval_options.rule_on_sea_retreat(facts)
    return Answer.legal(ruling, aboard=ruling.allowed and aboard)


@HANDLERS.answers(
    "effect naval.allocate_hits_proportional", "hits strength", needs="hits strength", within="strength.*", by="44G1"
)
def proportional(given: Given, rules: Ruleset) -> Answer:
    """Bombing hits for each category."""
    strengths = given.part("strength")
    points: dict[str, int] = {CATEGORIES[name]: strengths.whole(name) for name in tuple(strengths.keys())}
    shares = naval_options.share_hits(given.whole("hits"), points, rules)
    return Answer.of(hits_by_category={name: share.value for name, share in shares.items()})


@HANDLERS.answers(
    "ruling transport.optional_unit_cost",
    "unit_class steps_at_sea_in_landing_phase steps_at_sea_in_earlier_phases mp_left",
    needs="steps_at_sea_in_landing_phase mp_left",
    by="44G2",
)
def landing_mps(given: Given, rules: Ruleset) -> Answer:
    """MPs that a unit spends to disembark."""
    steps, left = given.whole("steps_at_sea_in_landing_phase"), given.number("mp_left")
    spent = naval_options.reckon_landing_mps(given.choice("unit_class", CLASSES, "non_motorized"), steps, left)
    return Answer.legal(naval_options.rule_on_disembarking(), spent=spent)


@HANDLERS.answers("reckon coast_defense.ground_strength", "port_level", by="44G3")
def ground_strength(given: Given, rules: Ruleset) -> Answer:
    """What coast defenses are in ground combat."""
    found = naval_options.reckon_ground_strength(given.whole("port_level"))
    return Answer.of(defense=found.defense, as_unit=found.counts_as or None, re=found.re)
