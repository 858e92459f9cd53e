"""Questions about engineers and special strengths in an attack (SF 14A2, 14A3, 14B1, 14C)."""

from __future__ import annotations

from attrs import evolve

from europa_rules.ground.combat import AttackFacts, reckon_unit_attacks, reckon_unit_defenses
from europa_rules.ground.engineers import engineers_against, reckon_engineers
from europa_rules.ground.facts import Combatant, Ground
from europa_rules.ground.support import SUPPORTED_BY
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules_sf.questions import HANDLERS

CITIES = {True: "full", False: ""}
FORTRESSES = {True: ("fortress", "improved"), False: ("", "")}
STRENGTHS = {
    "attacker": lambda who, ground, rules: reckon_unit_attacks(AttackFacts(attackers=(who,), ground=ground), rules),
    "defender": lambda who, ground, rules: reckon_unit_defenses(AttackFacts(defenders=(who,), ground=ground), rules),
}


def ground_of(target: Given) -> Ground:
    """The attacked or defended hex."""
    kind, condition = FORTRESSES[target.flag("improved_fortress")]
    return Ground(
        target.text("terrain", "clear"),
        city=CITIES[target.flag("major_city")],
        fortification=target.text("fortification", kind),
        condition=target.text("condition", condition),
    )


@HANDLERS.answers(
    "engineer_bonus",
    "attackers target",
    within="condition engineer_bonus fortification fortification_drm improved_fortress major_city terrain",
    by="14A2",
)
def engineer_bonus(given: Given, rules: Ruleset) -> Answer:
    """The share of combat engineers, the modifier that it brings, and whether losses are required of them."""
    target = given.part("target", {})
    attackers = [Combatant(unit) for unit in given.units("attackers")]
    facts = engineers_against(attackers, ground_of(target), rules)
    if target.has("fortification_drm"):
        facts = evolve(facts, fortification_modifiers=(target.whole("fortification_drm", signed=True),))
    found = reckon_engineers(facts, rules)
    return Answer.of(proportion=found.share, drm=found.modifier, required_losses=found.is_used)


@HANDLERS.answers(
    "unit_strength",
    "hex role target unit",
    within="attacker condition defender fortification improved_fortress major_city supported terrain unit_strength",
    by="14A3",
)
def unit_strength(given: Given, rules: Ruleset) -> Answer:
    """The strength of one special unit against a target or in a hex."""
    entry = given.part("unit")
    support = {SUPPORTED_BY: "others"} if entry.flag("supported", True) else {}
    who = Combatant(entry.as_unit(size="battalion"), situation=support)
    ground = ground_of(given.part("hex" if given.has("hex") else "target", {}))
    (strength,) = given.choice("role", STRENGTHS)(who, ground, rules)
    return Answer.of(strength=strength)
