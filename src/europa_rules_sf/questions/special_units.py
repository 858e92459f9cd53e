"""Questions about special units (SF 14B, 14F to 14H, 14J, 14K)."""

from __future__ import annotations

from attrs import evolve

from europa_rules.air.night import fate_of_landing, may_crash
from europa_rules.ground.combat import AttackFacts, reckon_attack_strength, reckon_defense_strength
from europa_rules.ground.facts import Combatant
from europa_rules.ground.movement_counters import CarryFacts, reckon_carried, rule_on_carrying
from europa_rules.ground.restricted_units import rule_on_transport
from europa_rules.ground.retreats import RetreatHex
from europa_rules.ground.support import SUPPORTED_BY
from europa_rules.ground.terrain import columns_of, crossed_as
from europa_rules.nations import normal
from europa_rules.numbers import ZERO
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.unit_facts import unit_from_facts
from europa_rules.units import Rating, Unit
from europa_rules_sf.amphibious_tanks import reckon_landing
from europa_rules_sf.carried_units import carried_on
from europa_rules_sf.commando_abilities import (
    Commando,
    rule_on_infiltration,
    rule_on_leaving_before_combat,
    rule_on_raiding,
    rule_on_surprise,
)
from europa_rules_sf.commando_retreats import CommandoRetreat, Helped, rating_after, retreat_with_commando
from europa_rules_sf.commandos import (
    CoastalRaid,
    reckon_infiltration,
    reckon_raid,
    reckon_surprise,
    rule_on_coastal_raid,
    rule_on_surprises,
)
from europa_rules_sf.naval_patrols import after_contact
from europa_rules_sf.political_police import PoliceFacts, result_with_police
from europa_rules_sf.questions import HANDLERS
from europa_rules_sf.questions.combat import combatants, role_of
from europa_rules_sf.questions.movement import PHASING

COUNTERS = {"transport": "transport_counter", "lvt": "lvt_counter", "apc": "apc_counter"}
"""Types of movement counters by the words of questions."""

RAIDERS = {"marine commando": ("commando", "marine"), "commando": ("commando",), "other": ()}
"""Symbols of units by what a question calls raiders."""

SUCCEEDS = {"success": True, "failure": False, "severe failure": False}
SINCE_START = {"combat phase start": True, "phase start": True, "after combat phase start": False}
IN_COMBAT = {"combat": True}
IS_POLICE = {"political police": True}
ANY_COMMANDO = Unit("ge", "commando", "battalion", Rating.parse("1-8"))


# --- artillery in excess ---------------------------------------------------------------------------------------------


@HANDLERS.answers(
    "artillery_strength",
    "role units",
    needs="units",
    within="artillery_strength attacked_this_phase attacks_made distance retreated_into_hex_this_phase"
    " used_strategic_rail",
    by="14B",
)
def artillery_strength(given: Given, rules: Ruleset) -> Answer:
    """The total strength of units with artillery in excess."""
    units = combatants(given, "units", "the hex")
    sides = {
        "attacker": lambda: reckon_attack_strength(AttackFacts(attackers=units), rules),
        "defender": lambda: reckon_defense_strength(AttackFacts(defenders=units), rules),
    }
    return Answer.of(strength=sides[role_of(given)]())


# --- political police ------------------------------------------------------------------------------------------------


@HANDLERS.answers("political_police", "axis_role result since stacked_with", by="14G")
def political_police(given: Given, rules: Ruleset) -> Answer:
    """The result for Axis units with political police, and whether they retreat."""
    facts = PoliceFacts(
        given.text("result"),
        given.text("axis_role", "defender"),
        is_police=IS_POLICE.get(given.text("stacked_with", "political police"), False),
        began_together=SINCE_START.get(given.text("since", "combat phase start"), False),
    )
    found = result_with_police(facts, rules)
    return Answer.of(found.because, result=found.result, axis_retreats=found.axis_retreats)


# --- commandos -------------------------------------------------------------------------------------------------------


@HANDLERS.answers(
    "commando_abilities",
    "unit",
    within="commando_abilities commando_eliminated commando_strength failure outcome success",
    by="14H",
)
def commando_abilities(given: Given, rules: Ruleset) -> Answer:
    """The abilities of a unit as a commando."""
    who = Commando(given.part("unit").as_unit(size="battalion"))
    zoc, leaving = rule_on_infiltration(who, rules), rule_on_leaving_before_combat(who, rules)
    surprise, raid = rule_on_surprise(who, rules), rule_on_raiding(who, rules)
    return Answer.of(
        zoc,
        leaving,
        surprise,
        raid,
        zoc=zoc.allowed,
        retreat_before_combat=leaving.allowed,
        surprise_attack=surprise.allowed,
        coastal_raid=raid.allowed,
    )


def succeeds(given: Given, key: str) -> bool:
    """Whether a roll is said to have succeeded; one that was not made has not."""
    return SUCCEEDS.get(given.text(key, "failure") or "failure", False)


@HANDLERS.answers(
    "commando_retreat",
    "commando_roll destination helped result",
    needs="result|destination|helped|commando_roll",
    within="14H1 commando_retreat enemy_unit enemy_zoc failure friendly_unit overstack prohibited roll success",
    by="14H1",
)
def commando_retreat(given: Given, rules: Ruleset) -> Answer:
    """The fate of a commando and of the units that it helps."""
    to = given.part("destination", {})
    helped = tuple(
        Helped(entry.as_unit(size="division"), entry.text("id"), succeeds(entry, "roll"))
        for entry in given.parts("helped", ())
    )
    hex_ = RetreatHex(
        "the hex",
        enemy_zoc=to.flag("enemy_zoc"),
        enemy_occupied=to.flag("enemy_unit"),
        friendly_occupied=to.flag("friendly_unit"),
        overstacked=to.flag("overstack"),
        prohibited=to.flag("prohibited"),
    )
    fates = retreat_with_commando(CommandoRetreat(ANY_COMMANDO, hex_, succeeds(given, "commando_roll"), helped), rules)
    return Answer.of(
        commando=fates.commando.words, helped={name: rating_after(fate) for name, fate in fates.helped.items()}
    ).citing(rules.cite("14H1"))


@HANDLERS.answers(
    "legal surprise-attack", "commandos_attempting unit", needs="commandos_attempting|unit", within="", by="14H3"
)
def surprise_attack(given: Given, rules: Ruleset) -> Answer:
    """May so many commandos try a surprise attack?"""
    action = given.part("action")
    attacks = IN_COMBAT.get(given.text("phase", "combat"), False) and PHASING[given.text("actor", "phasing")]
    ruling = rule_on_surprises(action.whole("commandos_attempting", 1), rules, attacks)
    if action.has("unit"):
        ruling &= rule_on_surprise(Commando(action.part("unit").as_unit(size="battalion")), rules)
    return Answer.legal(ruling)


@HANDLERS.answers("legal coastal-raid", "cd_level raiders unit_kind", within="commando other", by="14H4")
def coastal_raid(given: Given, rules: Ruleset) -> Answer:
    """May these units raid the coast defenses?"""
    action = given.part("action")
    kind = action.text("unit_kind", "marine commando")
    unit = evolve(ANY_COMMANDO, type="infantry", symbols=RAIDERS.get(kind, ()))
    facts = CoastalRaid((unit,), action.whole("cd_level"), action.whole("raiders", 1))
    return Answer.legal(rule_on_coastal_raid(facts, rules))


# --- what a success check comes to -----------------------------------------------------------------------------------


def zoc_exit(given: Given, rules: Ruleset) -> Answer:
    """What leaving a ZOC costs after the check."""
    cost, available = given.number("zoc_cost", ZERO), given.number("available", ZERO)
    found = reckon_infiltration(succeeds(given, "outcome"), cost, available)
    return Answer.of(leaves=found.leaves, zoc_mp=found.cost, movement_ends=found.movement_ends)


def surprise(given: Given, rules: Ruleset) -> Answer:
    """What a surprise attack does to the attack."""
    found = reckon_surprise(
        given.number("attack", ZERO),
        given.number("commando_strength", ZERO),
        succeeds(given, "outcome"),
        given.flag("commando_eliminated"),
        rules,
    )
    return Answer.of(attack=found.attack, drm=found.modifier)


def raid(given: Given, rules: Ruleset) -> Answer:
    """What a raid does."""
    found = reckon_raid(succeeds(given, "outcome"), given.flag("commando_eliminated"))
    return Answer.of(hits=found.hits, unit=found.raider)


def landing(given: Given, rules: Ruleset) -> Answer:
    """What becomes of an amphibious tank that lands."""
    return Answer.of(unit=reckon_landing(succeeds(given, "outcome")))


def night_landing(given: Given, rules: Ruleset) -> Answer:
    """What becomes of an air unit that lands by night."""
    checks = may_crash(given.flag("night_unit"))
    if not checks:
        return Answer.of(roll_needed=checks)
    return Answer.of(air_unit=fate_of_landing(succeeds(given, "outcome")), roll_needed=checks)


def naval_contact(given: Given, rules: Ruleset) -> Answer:
    """What follows an attempt of naval patrol at contact."""
    found = after_contact(succeeds(given, "outcome"))
    return Answer.of(next_step=found.next_step, air_units=found.status)


CHECKS = {
    "night landing": night_landing,
    "naval patrol contact": naval_contact,
    "commando ZOC exit": zoc_exit,
    "surprise attack": surprise,
    "coastal raid": raid,
    "amphibious tank landing": landing,
}
"""What follows each kind of check, by its name."""


@HANDLERS.answers(
    "success_check",
    "attack available check commando_eliminated commando_strength night_unit outcome zoc_cost",
    by="14K",
)
def success_check(given: Given, rules: Ruleset) -> Answer:
    """What the outcome of a check means."""
    return given.choice("check", CHECKS)(given, rules)


# --- movement counters -----------------------------------------------------------------------------------------------


def counter_of(given: Given) -> Unit:
    """The movement counter of a question."""
    kind = COUNTERS.get(given.text("counter"), given.text("counter"))
    rating = Rating(ZERO, ZERO, given.count("movement_rating"))
    return Unit("", kind, "counter", rating, capacity=given.count("capacity"))


def cargo(given: Given) -> tuple[Unit, ...]:
    """The units that a counter is to carry."""
    return tuple(entry.as_unit() for entry in given.parts("cargo", ()) for _ in range(entry.whole("count", 1)))


@HANDLERS.answers(
    "legal carry", "capacity cargo counter stacked_at_phase_start", within="apc lvt movement_rating transport", by="14J"
)
def carry(given: Given, rules: Ruleset) -> Answer:
    """May the counter carry the units?"""
    action = given.part("action")
    facts = CarryFacts(
        counter_of(action),
        cargo(action),
        given.text("phase", "movement"),
        started_stacked=action.flag("stacked_at_phase_start", True),
    )
    return Answer.legal(rule_on_carrying(facts, rules))


@HANDLERS.answers(
    "movement_counter",
    "capacity cargo counter movement_rating phase",
    within="apc lvt movement_counter supported transport",
    by="14J",
)
def movement_counter(given: Given, rules: Ruleset) -> Answer:
    """What counter and cargo are together."""
    counter = counter_of(given)
    riding = carried_on(counter, "the counter", rules)
    riders = tuple(
        Combatant(
            entry.as_unit(),
            stands_in="the hex",
            situation={**riding, SUPPORTED_BY: "others"} if entry.flag("supported", True) else riding,
        )
        for entry in given.parts("cargo", ())
        for _ in range(entry.whole("count", 1))
    )
    both = (*riders, Combatant(counter, stands_in="the hex"))
    found = reckon_carried(CarryFacts(counter, cargo(given), given.text("phase", "movement")), rules)
    return Answer.of(
        attack_total=reckon_attack_strength(AttackFacts(attackers=both), rules),
        defense_total=reckon_defense_strength(AttackFacts(defenders=both), rules),
        cargo_re=found.re,
        cargo_counts_as=found.counts_as,
        movement=found.movement,
    )


@HANDLERS.answers("hexside_as", "carrier hexside unit_type", by="14J2")
def hexside_as(given: Given, rules: Ruleset) -> Answer:
    """The hexside that a unit treats a hexside as."""
    kind = COUNTERS.get(given.word("carrier"), "") or given.word("unit_type") or "infantry"
    unit = unit_from_facts({"type": kind, "size": "battalion"}, rules.types, rules.nations)
    found = crossed_as((normal(given.text("hexside")),), columns_of(unit, rules), rules)
    return Answer.of(hexside=" ".join(found).replace("_", " "))


# --- units that cannot be carried ------------------------------------------------------------------------------------


@HANDLERS.answers("legal naval-transport", "unit", within="")
def naval_transport(given: Given, rules: Ruleset) -> Answer:
    """May the unit be carried by sea?"""
    return Answer.legal(rule_on_transport([given.part("action").part("unit").as_unit(size="division")], rules))
