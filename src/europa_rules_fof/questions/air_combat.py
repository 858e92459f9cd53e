"""Questions about air combat and antiaircraft (FoF 21, 22)."""

from __future__ import annotations

from attrs import evolve

from europa_rules.air import aa_strength, abatement, air_combat, antiaircraft, position_aa
from europa_rules.air.aa_strength import AaCounter, AaFacts, AaInHex
from europa_rules.air.air_fire import typed
from europa_rules.air.flights import mission_named
from europa_rules.air.returning import ABORT, KILL, NO_EFFECT, TURNED_BACK
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.units import Rating
from europa_rules_fof.questions import HANDLERS
from europa_rules_fof.questions.air import mission_name

JETTISONED = {"bombing_jettisoned": "bombing"}
RESULTS = {
    "none": NO_EFFECT,
    "no_effect": NO_EFFECT,
    "turn_back": TURNED_BACK,
    "turned_back": TURNED_BACK,
    "return": TURNED_BACK,
    "returned": TURNED_BACK,
    "abort": ABORT,
    "aborted": ABORT,
    "eliminate": KILL,
    "eliminated": KILL,
}
NO_STRENGTH = "0-0"
ANY_TYPE = "B"
DAS = "defensive_air_support"
NOTHING: dict[str | None, dict[str, str]] = {None: {"result": "no_effect"}}


# --- air combat (21) -------------------------------------------------------------------------------------------------


@HANDLERS.answers("reckon air_groups", "flying", needs="flying")
def air_groups(given: Given, rules: Ruleset) -> Answer:
    """Sizes of the escort screen and the mission force."""
    words = [mission_name(word) for word in given.texts("flying")]
    families = [mission_named(JETTISONED.get(word, word), rules)[1] for word in words]
    found = air_combat.sort_forces(families)
    return Answer.of(screen=found.screen, mission_force=found.mission_force)


@HANDLERS.answers("ruling air_fire", "printed_air_attack", needs="printed_air_attack")
def air_fire(given: Given, rules: Ruleset) -> Answer:
    """May the air unit fire?"""
    return Answer.legal(air_combat.rule_on_fire(air_combat.MayFire(given.number("printed_air_attack")), rules))


@HANDLERS.answers("reckon allocation", "escorts interceptors", needs="escorts interceptors")
def allocation(given: Given, rules: Ruleset) -> Answer:
    """Interceptors for each escort, and escorts left free."""
    interceptors, escorts = given.whole("interceptors"), given.whole("escorts")
    return Answer.of(
        per_escort=air_combat.spread(interceptors, escorts), free_escorts=air_combat.unengaged(escorts, interceptors)
    )


@HANDLERS.answers("effect engagement", "rounds", needs="rounds", within="against_several against_single")
def engagement(given: Given, rules: Ruleset) -> Answer:
    """Rounds fought of an engagement of several with one."""
    rounds = given.parts("rounds")
    facts = air_combat.described_engagement(
        [part.choice("against_single", RESULTS) for part in rounds],
        [part.choice("against_several", RESULTS) if part.has("against_several") else NO_EFFECT for part in rounds],
    )
    return Answer.of(rounds_fought=air_combat.follow_engagement(facts, rules).rounds_fought)


@HANDLERS.answers("effect duel", "first second", needs="first second")
def duel(given: Given, rules: Ruleset) -> Answer:
    """Are both results of a duel implemented?"""
    facts = air_combat.described_engagement([given.choice("first", RESULTS)], [given.choice("second", RESULTS)])
    ruling = air_combat.rule_on_duel(air_combat.follow_engagement(facts, rules), rules)
    return Answer.of(ruling, both_apply=ruling.allowed)


# --- antiaircraft (22) -----------------------------------------------------------------------------------------------


@HANDLERS.answers("ruling aa_change", "after before phasing", needs="after before")
def aa_change(given: Given, rules: Ruleset) -> Answer:
    """May position AA be changed so?"""
    facts = position_aa.PositionAaChange(
        tuple(map(int, given.numbers("before"))),
        tuple(map(int, given.numbers("after"))),
        given.flag("phasing", True),
    )
    return Answer.legal(position_aa.rule_on_change(facts, rules))


@HANDLERS.answers("reckon aa_unit_kind", "unit", needs="unit")
def aa_unit_kind(given: Given, rules: Ruleset) -> Answer:
    """Is the AA unit a combat or a position AA unit?"""
    unit = given.part("unit")
    defense = Rating.parse(unit.text("rating", NO_STRENGTH)).defense
    return Answer.of(kind=aa_strength.kind_of_aa(AaCounter(unit.has("size"), unit.has("rating"), defense)).kind)


@HANDLERS.answers("reckon intrinsic_aa", "unit", needs="unit")
def intrinsic_aa(given: Given, rules: Ruleset) -> Answer:
    """The intrinsic light AA of a unit."""
    return Answer.of(light_aa=aa_strength.reckon_intrinsic_aa(given.unit("unit"), rules))


@HANDLERS.answers("reckon naval_aa", "ntp_count", needs="ntp_count")
def naval_aa(given: Given, rules: Ruleset) -> Answer:
    """The light AA of naval transport points."""
    return Answer.of(light_aa=aa_strength.reckon_naval_aa(given.whole("ntp_count"), rules))


@HANDLERS.answers("ruling aa_fire", "target_mission", needs="target_mission")
def aa_fire(given: Given, rules: Ruleset) -> Answer:
    """May AA fire at an air unit on that mission?"""
    mission, family = mission_named(mission_name(given.text("target_mission")), rules)
    flight = evolve(typed(ANY_TYPE, rules), mission=mission, family=family)
    return Answer.legal(antiaircraft.rule_on_aa_fire(antiaircraft.AaTarget.of(flight), rules))


@HANDLERS.answers("reckon aa_vs_das", "aa_by_hex", needs="aa_by_hex")
def aa_vs_das(given: Given, rules: Ruleset) -> Answer:
    """The AA strength fired at defensive air support."""
    mission, family = mission_named(DAS, rules)
    flight = evolve(typed(ANY_TYPE, rules), mission=mission, family=family)
    attackers = tuple(AaInHex.of(light=points) for points in given.numbers("aa_by_hex"))
    return Answer.of(aa=aa_strength.reckon_aa_strength(AaFacts(flight, attackers=attackers), rules))


@HANDLERS.answers("reckon aa_column", "chart_columns strength", needs="strength")
def aa_column(given: Given, rules: Ruleset) -> Answer:
    """The column for an AA strength."""
    column = antiaircraft.reckon_column(given.strength("strength"), rules, given.numbers("chart_columns", ()))
    return Answer.of(column=antiaircraft.column_number(column), **NOTHING.get(column, {}))


@HANDLERS.answers("reckon harassment_abatement", "aa dice hits", needs="dice hits")
def harassment_abatement(given: Given, rules: Ruleset) -> Answer:
    """Harassment hits left after an attempt to abate them."""
    found = abatement.reckon_abatement(given.whole("dice"), given.strength("aa", 0), given.whole("hits"), rules)
    return Answer.of(total=found.total, hits_left=found.left)


@HANDLERS.answers("ruling abatement", "aa_kind c_m earlier_attempts_in_hex phase", needs="aa_kind|c_m|phase")
def may_abate(given: Given, rules: Ruleset) -> Answer:
    """May the AA be used for harassment abatement?"""
    facts = abatement.Abatement(
        (given.text("aa_kind", abatement.COMBAT),),
        (given.flag("c_m"),),
        given.text("phase", "movement"),
        given.whole("earlier_attempts_in_hex", 0),
    )
    return Answer.legal(abatement.rule_on_abatement(facts, rules))
