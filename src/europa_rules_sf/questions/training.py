"""Questions about training units, disbanding, reorganizing and special forces (SF 43F, 44B5, 44C6, SFC)."""

from __future__ import annotations

from europa_rules.numbers import ZERO
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Turn
from europa_rules_sf import garrison_options, special_forces, training_units
from europa_rules_sf.questions import HANDLERS

MARKS = {None: "", "": "", "Ger": "Ger", "It": "It", "SBS": "SBS"}
ABILITIES = {ability: ability for ability in (*special_forces.ABILITIES, special_forces.SURPRISE)}


@HANDLERS.answers("reckon training.production", "chart_inf training_re_in_garrison", needs="chart_inf", by="43F1a")
def production(given: Given, rules: Ruleset) -> Answer:
    """Infantry replacement points of a German district."""
    facts = given.number("chart_inf"), given.number("training_re_in_garrison", ZERO)
    return Answer.of(inf=training_units.reckon_district_infantry(*facts))


@HANDLERS.answers("reckon training.reinforcements", "scheduled training_re_in_garrison", needs="scheduled", by="43F1a")
def reinforcements(given: Given, rules: Ruleset) -> Answer:
    """Reinforcing units that appear and that wait."""
    re = given.number("training_re_in_garrison", ZERO)
    found = training_units.reckon_arrivals(given.whole("scheduled"), re, rules)
    return Answer.of(appear=found.appear, delayed=found.wait)


@HANDLERS.answers(
    "reckon training.penalty",
    "nation units in_pool_at_turn_start receipt received",
    needs="nation",
    within="turns_in_zoc_or_combat",
    by="43F1b",
)
def penalty(given: Given, rules: Ruleset) -> Answer:
    """Infantry replacement points forfeited at the next receipt."""
    receipt = given.text("receipt", None)
    facts = training_units.TrainingUse(
        rules.nations.find(given.text("nation")).code,
        tuple(training_units.turns_of(unit.texts("turns_in_zoc_or_combat", ())) for unit in given.parts("units", ())),
        given.count("in_pool_at_turn_start"),
        Turn.parse(receipt) if receipt else None,
    )
    found = training_units.reckon_forfeit(facts, given.number("received", ZERO))
    return Answer.of(forfeited=found.forfeited, kept=found.kept, deficit=found.deficit)


@HANDLERS.answers("ruling training.disband", "nation", by="43F1b")
def disband(given: Given, rules: Ruleset) -> Answer:
    """May a training unit be disbanded?"""
    nation = rules.nations.find(given.text("nation")).code
    return Answer.legal(training_units.rule_on_disbanding_training(nation))


@HANDLERS.answers(
    "ruling disband.limit", "force re_by_theater", needs="re_by_theater", within="re_by_theater.*", by="43F2"
)
def disband_limit(given: Given, rules: Ruleset) -> Answer:
    """May the force disband so many REs?"""
    theaters = given.part("re_by_theater")
    re = {name: theaters.number(name) for name in tuple(theaters.keys())}
    return Answer.legal(training_units.rule_on_disbanding_limit(given.text("force", "British"), re))


@HANDLERS.answers("ruling reorganize.emergency", "declared turn", needs="turn", by="44B5")
def reorganize(given: Given, rules: Ruleset) -> Answer:
    """May divisions be reorganized as 4-6-6 divisions?"""
    declared = given.text("declared", None)
    ruling = garrison_options.rule_on_emergency_reorganization(
        Turn.parse(given.text("turn")), Turn.parse(declared) if declared else None
    )
    return Answer.legal(ruling)


@HANDLERS.answers("reckon unreliable.garrison", "unreliable", needs="unreliable", by="44C6")
def unreliable(given: Given, rules: Ruleset) -> Answer:
    """Is the unit checked as it is activated?"""
    return Answer.of(check=garrison_options.is_activation_checked(given.flag("unreliable")))


@HANDLERS.answers(
    "reckon special_forces.ability", "type force mark attack target ability", needs="type force ability", by="SFC"
)
def ability(given: Given, rules: Ruleset) -> Answer:
    """Does this kind of unit have the ability?"""
    unit = special_forces.SpecialForce(
        given.text("type"),
        given.text("force"),
        given.choice("mark", MARKS, None),
        given.number("attack", None),
        given.word("target"),
    )
    ruling = special_forces.rule_on_ability(unit, given.choice("ability", ABILITIES), rules)
    return Answer.of(ruling, allowed=ruling.allowed)
