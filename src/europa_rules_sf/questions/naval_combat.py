"""Questions about naval combat, gunnery and disengagement (SF 29, 33B, 34A4)."""

from __future__ import annotations

from europa_rules.numbers import ZERO
from europa_rules.permissions import Ruling
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Turn
from europa_rules_sf.naval import battles, coast_defenses, disengagement, gunnery, naval_rounds
from europa_rules_sf.naval.movement import REACTION_MPS
from europa_rules_sf.questions import HANDLERS
from europa_rules_sf.questions.naval_movement import CATEGORIES, NIGHT, SHIP, TYPES, ship
from europa_rules_sf.questions.ports_and_transport import SEAS

SIDES = {"Axis": AXIS, "Allied": ALLIED}
SOURCES = {"naval": True, "coast_defense": False}
RANGES = {"own_hex": False, None: False, "adjacent": True}
STEPS = {step: step for step in battles.BY_STEP}
ROUND_STEPS = {step: step for step in battles.ROUND_STEPS}
TARGETS = {**CATEGORIES, "coast_defense": "coast_defense"}
OPPONENTS = {"group": battles.GROUP, "coast_defense": battles.COAST_DEFENSE}
HITS = {"hit": True, "miss": False}
CHOICES = {choice: choice for choice in disengagement.CHOICES}
PARTIES = {"a": "a", "b": "b"}


@HANDLERS.answers("sequence naval_combat.order", "combats", needs="combats", by="29")
def order(given: Given, rules: Ruleset) -> Answer:
    """The order of combats that begin at one time."""
    combats = [(str(opponent), str(where)) for opponent, where in given.raw("combats")]
    return Answer.of(order=[list(combat) for combat in battles.combats_in_order(combats)])


@HANDLERS.answers("ruling naval_combat.bodies", "main_body tf_body", needs="main_body|tf_body", by="29A")
def bodies(given: Given, rules: Ruleset) -> Answer:
    """May naval units be divided so?"""
    main, tfs = ([CATEGORIES[cat] for cat in given.texts(key, ())] for key in ("main_body", "tf_body"))
    return Answer.legal(battles.rule_on_bodies(main, tfs))


@HANDLERS.answers(
    "reckon gunnery.strength", "source side strength sea time turn range", needs="strength", by="29B 33B 34A4"
)
def gunnery_strength(given: Given, rules: Ruleset) -> Answer:
    """The gunnery strength of a naval unit or of coast defenses."""
    turn = given.text("turn", None)
    guns = gunnery.Guns(
        given.strength("strength"),
        given.choice("source", SOURCES, "naval"),
        given.choice("side", SIDES, "Allied"),
        Turn.parse(turn) if turn else None,
        given.choice("sea", SEAS, "calm"),
        given.choice("time", NIGHT, "day"),
        given.choice("range", RANGES, "own_hex"),
    )
    return Answer.of(gunnery=gunnery.reckon_gunnery(guns, rules))


@HANDLERS.answers("ruling gunnery.allocate", "tf_body engaging bypassing", needs="tf_body", by="29B1a")
def allocate(given: Given, rules: Ruleset) -> Answer:
    """May the gunnery of the TF body be divided so?"""
    parts = given.number("engaging", ZERO), given.number("bypassing", ZERO)
    return Answer.legal(battles.rule_on_gunnery_allocation(given.strength("tf_body"), *parts))


@HANDLERS.answers("reckon gunnery.surplus", "engaging enemy_engaging", needs="engaging enemy_engaging", by="29B1a")
def surplus(given: Given, rules: Ruleset) -> Answer:
    """The engaging strength that may be aimed at the enemy bypassing group."""
    found = battles.reckon_surplus(given.strength("engaging"), given.strength("enemy_engaging"), rules)
    return Answer.of(may_fire_at_bypass=found)


@HANDLERS.answers("ruling gunnery.fires", "strength fires", needs="strength fires?", by="29B1b")
def fires(given: Given, rules: Ruleset) -> Answer:
    """May the strength be divided into these fires?"""
    return Answer.legal(battles.rule_on_fires(given.strength("strength"), given.numbers("fires"), rules))


@HANDLERS.answers("reckon gunnery.fire_strength", "step strength target", needs="step strength", by="29B1 29B2")
def fire_strength(given: Given, rules: Ruleset) -> Answer:
    """The strength with which points fire in a step at a target."""
    target = given.choice("target", TARGETS, "TF")
    found = battles.reckon_fire_strength(given.choice("step", STEPS), given.strength("strength"), target)
    return Answer.of(fire_strength=found)


@HANDLERS.answers("effect gunnery.bypass_step", "bypassing hits", needs="bypassing hits", by="29B1c")
def bypass_step(given: Given, rules: Ruleset) -> Answer:
    """What hits do to a bypassing group."""
    found = battles.reckon_bypass_hits(given.strength("bypassing"), given.whole("hits"))
    return Answer.of(bypassing_after=found.bypassing, damage_hits=found.damage)


@HANDLERS.answers("ruling gunnery.may_fire", "step firer", needs="step firer", by="29B1 29B2")
def may_fire(given: Given, rules: Ruleset) -> Answer:
    """May this part of a side fire in the step?"""
    return Answer.legal(battles.rule_on_firing(given.choice("step", STEPS), given.text("firer")))


@HANDLERS.answers(
    "ruling naval_combat.next_round", "opponent round a_left b_left disengaged", needs="opponent", by="29B1e"
)
def next_round(given: Given, rules: Ruleset) -> Answer:
    """May another round be fought?"""
    facts = battles.RoundEnd(
        given.choice("opponent", OPPONENTS),
        given.whole("round", 1),
        given.flag("a_left", True) and given.flag("b_left", True),
        given.flag("disengaged"),
    )
    return Answer.legal(battles.rule_on_next_round(facts))


@HANDLERS.answers("effect coast_defense.fire_hits", "level firing_hits", needs="level firing_hits", by="29B3")
def fire_hits(given: Given, rules: Ruleset) -> Answer:
    """What fires that hit do to coast defenses."""
    found = coast_defenses.reckon_naval_hits(given.whole("level"), given.whole("firing_hits"), rules)
    return Answer.of(damage=found.damage, level_after=found.level)


@HANDLERS.answers("ruling coast_defense.split", "gunnery general reserve", needs="gunnery", by="29B2a")
def coast_split(given: Given, rules: Ruleset) -> Answer:
    """May the gunnery of coast defenses be divided so?"""
    parts = given.number("general", ZERO), given.number("reserve", ZERO)
    return Answer.legal(battles.rule_on_coast_split(given.strength("gunnery"), *parts))


# --- disengagement (SF 29C) ------------------------------------------------------------------------------------------


def party(given: Given) -> disengagement.Party:
    """A side at the end of a round, as a question describes it."""
    return disengagement.Party(given.choice("type", TYPES), given.flag("attempts"), given.whole("roll", None))


@HANDLERS.answers("effect disengage.resolve", "a b", needs="a b", within="type attempts roll", by="29C")
def disengage(given: Given, rules: Ruleset) -> Answer:
    """Who disengages?"""
    found = disengagement.resolve_disengagement(party(given.part("a")), party(given.part("b")), rules)
    rolled = Ruling(rests_on=found.rests_on)
    return Answer.of(rolled, disengaged=list(found.away), another_round=found.another_round)


@HANDLERS.answers("reckon disengage.move", "phasing mp_left_in_step", needs="phasing", by="29C")
def disengaging_mps(given: Given, rules: Ruleset) -> Answer:
    """The MPs of a disengaging naval group."""
    left = given.number("mp_left_in_step", None) or ZERO
    return Answer.of(allowance=disengagement.reckon_disengaging_mps(given.flag("phasing"), left))


@HANDLERS.answers(
    "ruling disengage.choice",
    "choice mp_left friendly_port_in_hex sortied_from_blockaded_port",
    needs="choice",
    by="29C",
)
def choice(given: Given, rules: Ruleset) -> Answer:
    """May a disengaging naval group do this?"""
    facts = disengagement.Escape(
        given.choice("choice", CHOICES),
        given.number("mp_left", REACTION_MPS),
        given.flag("friendly_port_in_hex"),
        given.flag("sortied_from_blockaded_port"),
    )
    return Answer.legal(disengagement.rule_on_escape(facts), movement_ended=facts.ends_movement)


# --- a whole round (SF 29B1) -----------------------------------------------------------------------------------------


def side(given: Given) -> naval_rounds.Side:
    """A side of a round, as a question describes it."""
    return naval_rounds.Side(
        tuple(map(ship, given.parts("tf_body", ()))),
        tuple(map(ship, given.parts("main_body", ()))),
        given.strength("engaging", ZERO),
        given.strength("bypassing", ZERO),
        given.strength("against_bypass", ZERO),
    )


def shot(given: Given) -> naval_rounds.Shot:
    """A fire of a round, as a question describes it."""
    return naval_rounds.Shot(
        given.choice("step", ROUND_STEPS),
        given.choice("side", PARTIES),
        given.strength("points"),
        given.text("target"),
        given.choice("result", HITS, "miss"),
    )


@HANDLERS.answers(
    "ruling naval_combat.round",
    "a b fires",
    needs="a b",
    within=f"{SHIP} tf_body main_body engaging bypassing against_bypass step side points target result",
    by="29B1",
)
def whole_round(given: Given, rules: Ruleset) -> Answer:
    """A whole round between naval units."""
    sides = {name: side(given.part(name)) for name in PARTIES}
    found = naval_rounds.fight_round(naval_rounds.Round(sides, tuple(map(shot, given.parts("fires", ())))), rules)
    return Answer.legal(
        found.ruling,
        fire_strengths=[strength.value for strength in found.strengths],
        hits_taken=found.taken,
        sunk=list(found.sunk),
        bypassing_left_a=found.bypassing["a"],
        bypassing_left_b=found.bypassing["b"],
    )
