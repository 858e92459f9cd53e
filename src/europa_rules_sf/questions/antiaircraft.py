"""Questions about antiaircraft, and its advanced and optional rules (SF 22, 43B, 44D2, 44F)."""

from __future__ import annotations

from attrs import evolve

from europa_rules.air import aa_strength, abatement, antiaircraft, position_aa
from europa_rules.air.aa_strength import AaCounter, AaFacts, AaInHex, Ships
from europa_rules.air.air_fire import typed
from europa_rules.air.flights import Flight, mission_named
from europa_rules.permissions import Ruling
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.units import Rating
from europa_rules_sf import antiaircraft_options, interception_range, optional_aa
from europa_rules_sf.questions import HANDLERS
from europa_rules_sf.questions.air_basics import PHASING, mission_name

ANY_TYPE = "B"
NO_STRENGTH = "0-0"
KINDS = {
    "combat_aa": abatement.COMBAT,
    "position_aa": abatement.POSITION,
    "intrinsic_aa": abatement.INTRINSIC,
    "naval_aa": abatement.NAVAL,
    "naval_unit": abatement.NAVAL,
    "naval_units": abatement.NAVAL,
}
"""Kinds of AA in this vocabulary; others are alike."""
TARGETS = {"strategic_wings": "strategic_wing", "V1_attack": "V1", "V1_attacks": "V1"}
"""What is fired at, as the optional table calls it; others are alike."""
C_M = {"cm": True, "combat_motorized": True, "c/m": True, "c_m": True, "motorized_combat": True}
WORDS = {"R": "turned_back", "A": "aborted"}


def fired_at(given: Given, rules: Ruleset) -> Flight:
    """The air unit that AA fires at, by its type and mission."""
    mission, family = mission_named(mission_name(given.text("mission")), rules)
    return evolve(typed(given.text("type", ANY_TYPE), rules), mission=mission, family=family)


def in_hex(given: Given) -> AaInHex:
    """The AA of the target hex."""
    ground = given.part("ground", None)
    ships = Ships(given.numbers("naval_in_port", ()), given.numbers("naval_at_sea", ()))
    features = ground.numbers("light_features", ())
    return AaInHex.of(ground.strength("heavy", 0), ground.strength("light", 0), features, ships)


@HANDLERS.answers(
    "aa_strength",
    "attacker_hexes ground mission naval_at_sea naval_in_port type",
    needs="mission",
    within="heavy light light_features",
)
def strength(given: Given, rules: Ruleset) -> Answer:
    """The AA strength that may fire at the air unit."""
    attackers = tuple(AaInHex.of(light=points) for points in given.numbers("attacker_hexes", ()))
    facts = AaFacts(fired_at(given, rules), in_hex(given), attackers)
    return Answer.of(strength=aa_strength.reckon_aa_strength(facts, rules))


@HANDLERS.answers("aa_attacks", "strength targets", needs="strength targets")
def attacks(given: Given, rules: Ruleset) -> Answer:
    """AA attacks, and the strength of each."""
    found = antiaircraft.reckon_attacks(given.strength("strength"), given.whole("targets"), rules)
    return Answer.of(attacks=found.attacks, strength_each=found.strength_each)


@HANDLERS.answers("aa_unit", "unit", needs="unit")
def aa_unit(given: Given, rules: Ruleset) -> Answer:
    """What kind of AA unit a counter is."""
    unit = given.part("unit")
    defense = Rating.parse(unit.text("rating", NO_STRENGTH)).defense
    kind = aa_strength.kind_of_aa(AaCounter(unit.has("size"), unit.has("rating"), defense))
    return Answer.of(kind=kind.kind, combat_strength=kind.combat_strength, counts_for_stacking=kind.counts_for_stacking)


@HANDLERS.answers("legal fire-aa", "at_mission unit_attacking", needs="at_mission")
def fire_aa(given: Given, rules: Ruleset) -> Answer:
    """May AA fire at an air unit on that mission?"""
    action = given.part("action")
    mission, family = mission_named(mission_name(action.text("at_mission")), rules)
    flight = Flight(typed(ANY_TYPE, rules).rating, mission, family)
    target = antiaircraft.AaTarget.of(flight, action.flag("unit_attacking", True))
    return Answer.legal(antiaircraft.rule_on_aa_fire(target, rules))


@HANDLERS.answers("legal rearrange-position-aa", "after before", needs="after before")
def rearrange(given: Given, rules: Ruleset) -> Answer:
    """May position AA be broken down or built up so?"""
    action = given.part("action")
    facts = position_aa.PositionAaChange(
        tuple(map(int, action.numbers("before"))),
        tuple(map(int, action.numbers("after"))),
        given.choice("actor", PHASING, "phasing"),
    )
    return Answer.legal(position_aa.rule_on_change(facts, rules))


@HANDLERS.answers(
    "reckon aa.multi_hex", "adjacent_land_aa bombing_strength mission target_aa", needs="bombing_strength target_aa"
)
def multi_hex(given: Given, rules: Ruleset) -> Answer:
    """The AA that fires at each harassing air unit."""
    facts = antiaircraft_options.MultiHexFire(
        given.text("mission", antiaircraft_options.HARASSMENT),
        given.number("bombing_strength"),
        given.strength("target_aa"),
        given.numbers("adjacent_land_aa", ()),
    )
    found = antiaircraft_options.reckon_multi_hex(facts, rules)
    return Answer.of(applies=antiaircraft_options.is_multi_hex(facts), aa_per_air_unit=found)


@HANDLERS.answers(
    "ruling aa.abatement",
    "aa attacks_this_phase dice ends_move_in_hex harassment_hits kinds phase unit_classes",
    needs="aa dice harassment_hits",
)
def abate(given: Given, rules: Ruleset) -> Answer:
    """May AA fire against harassment, and what comes of it?"""
    hits = given.whole("harassment_hits")
    facts = abatement.Abatement(
        tuple(KINDS.get(kind, kind) for kind in given.texts("kinds", (abatement.COMBAT,))),
        tuple(C_M.get(name, False) for name in given.texts("unit_classes", ())),
        given.text("phase", "movement"),
        given.count("attacks_this_phase"),
        given.flag("ends_move_in_hex", True),
        hits,
    )
    ruling = abatement.rule_on_abatement(facts, rules)
    found = abatement.reckon_abatement(given.whole("dice"), given.strength("aa"), hits, rules)
    return answer_if(ruling, total=found.total, ignored=found.ignored)


def answer_if(ruling: Ruling, **values: object) -> Answer:
    """A ruling, with what follows where it allows."""
    return Answer.legal(ruling, **values) if ruling.allowed else Answer.legal(ruling)


@HANDLERS.answers(
    "reckon interception.range",
    "friendly_hexes_entered normal_range printed_move",
    needs="friendly_hexes_entered printed_move",
)
def deep_interception(given: Given, rules: Ruleset) -> Answer:
    """The interception range deep in friendly territory."""
    found = interception_range.reckon_deep_range(
        given.whole("printed_move"), given.count("normal_range"), given.whole("friendly_hexes_entered"), rules
    )
    return Answer.of(range=found)


@HANDLERS.answers("reckon optional_aa.column", "aa chart_columns shift", needs="aa")
def optional_column(given: Given, rules: Ruleset) -> Answer:
    """The column of the optional AA fire table."""
    columns = tuple(str(column) for column in given.raw("chart_columns", ()))
    column = optional_aa.reckon_column(given.strength("aa"), given.whole("shift", 0, signed=True), rules, columns)
    return Answer.of(column=optional_aa.as_number(column))


@HANDLERS.answers("effect optional_aa.result", "hit random_picks units", needs="hit units", within="chart_ads")
def optional_result(given: Given, rules: Ruleset) -> Answer:
    """The results on the air units picked."""
    defenses = {part.text("id"): part.number("chart_ads") for part in given.parts("units")}
    hit = optional_aa.Hit(given.number("hit"), defenses)
    found = optional_aa.follow_picks(hit, given.texts("random_picks", ()))
    results = {unit: WORDS[result] for unit, result in found.items()}
    return Answer.of(total_ads=hit.total, results=results)


@HANDLERS.answers("reckon optional_aa.applies", "target", needs="target")
def optional_applies(given: Given, rules: Ruleset) -> Answer:
    """Is the optional table used against this target?"""
    target = given.text("target")
    return Answer.of(applies=optional_aa.is_optional_table_used(TARGETS.get(target, target)))
