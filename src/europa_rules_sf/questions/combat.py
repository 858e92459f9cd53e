"""Questions about combat (SF 9, with 3A, 3C2, 3F, 7A2, 8B, 14B2, 14F and 24B3)."""

from __future__ import annotations

from collections.abc import Sequence

from europa_rules.ground.advance import AdvanceFacts, rule_on_advance
from europa_rules.ground.armor import Used
from europa_rules.ground.combat import (
    AttackFacts,
    AttackPlan,
    OddsColumns,
    TotalFacts,
    is_eliminated_outright,
    modify_roll,
    reckon_odds,
    reckon_sum_of_modifiers,
    reckon_total,
    rule_on_attack,
    rule_on_attack_plan,
)
from europa_rules.ground.facts import Combatant, Ground
from europa_rules.ground.losses import (
    Demand,
    LossFacts,
    ResultFacts,
    affected_by,
    eliminated,
    reckon_demands,
    reckon_loss,
    reckon_loss_base,
    reckon_required_losses,
    rule_on_losses,
    special_units,
)
from europa_rules.ground.rail_lines import RailHex, Rearguard, rule_on_rail_hex
from europa_rules.ground.retreat_before_combat import (
    RetreatBeforeCombat,
    after_retreats,
    rule_on_reallocation,
    rule_on_retreat_before_combat,
)
from europa_rules.ground.retreats import RetreatFacts, RetreatHex, reckon_retreat
from europa_rules.ledger import Reckoning
from europa_rules.numbers import ONE, ZERO
from europa_rules.permissions import Ruling
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.units import Rating
from europa_rules_sf.questions import HANDLERS
from europa_rules_sf.questions.basics import rule_on_theater
from europa_rules_sf.strategic_rail import BY_STRATEGIC_RAIL, MOVED

ROLES = {"attack": "attacker", "defense": "defender"}
IS_PHASING = {"non-phasing": False}
IS_ALL = {"all": True}
PROHIBITED = {"prohibited": True}
RAIL_ONLY = "R"
OUTRIGHT = {True: "eliminated", False: "resolve normally"}


def role_of(given: Given) -> str:
    """The role of the units: "attacker" or "defender"."""
    word = given.text("role", "attacker")
    return ROLES.get(word, word)


def combatant(entry: Given, place: str = "", around: Given | None = None) -> Combatant:
    """A unit with what it did in this phase; facts of the only unit of an action may stand beside it."""
    beside = around or entry
    moved = {MOVED: BY_STRATEGIC_RAIL} if beside.flag("used_strategic_rail") else {}
    return Combatant(
        entry.as_unit(size="division"),
        entry.text("id", ""),
        place,
        retreated_here=entry.flag("retreated_into_hex_this_phase"),
        has_attacked=entry.flag("attacked_this_phase") or bool(beside.count("attacks_made")),
        was_attacked=entry.flag("attacked_this_phase"),
        situation=moved,
        distance=beside.whole("distance", 1),
    )


def combatants(given: Given, key: str, place: str = "") -> tuple[Combatant, ...]:
    """The units that stand under a key, each as often as it says."""
    return tuple(combatant(entry, place) for entry in given.parts(key, ()) for _ in range(entry.whole("count", 1)))


# --- attacks ---------------------------------------------------------------------------------------------------------


@HANDLERS.answers(
    "combat_odds",
    "attack defense columns",
    within="adjacent_attackers attacked_this_phase attackers attacks_made combat_odds distance enemy_units"
    " from_hexes hexside_prohibited retreated_into_hex_this_phase target target_hexes target_place terrain"
    " unit units units_attacked used_strategic_rail voluntary",
    by="9A",
)
def combat_odds(given: Given, rules: Ruleset) -> Answer:
    """The odds column of two strengths, or the automatic result."""
    attack = Reckoning.of(given.strength("attack"), "attack")
    defenders = given.strength("defense")
    defense = Reckoning.of(defenders, "defense")
    columns = OddsColumns.read(given.texts("columns")) if given.has("columns") else None
    found = reckon_odds(attack, defense, rules, columns, units=defenders)
    return Answer.of(found.because, column=found.column_or_result, attack=attack, defense=found.defense)


def total(given: Given, why: str, units: str, air: str, naval: str, rules: Ruleset) -> Reckoning:
    """The total strength of a side, of strengths that are modified already."""
    strengths = tuple(("unit", Reckoning.of(n, "modified")) for n in given.numbers(units, ()))
    support = Reckoning.of(given.number(air, ZERO), air)
    gunfire = Reckoning.of(given.number(naval, ZERO), "naval gunfire")
    return reckon_total(why, TotalFacts(support, gunfire, told=strengths), rules)


@HANDLERS.answers(
    "combat_totals",
    "attack_units gs attack_ngs defense_units das defense_ngs",
    needs="attack_units|defense_units|gs|das|attack_ngs|defense_ngs",
    by="9A",
)
def combat_totals(given: Given, rules: Ruleset) -> Answer:
    """Totals with air and naval support."""
    return Answer.of(
        attack=total(given, "attack strength", "attack_units", "gs", "attack_ngs", rules),
        defense=total(given, "defense strength", "defense_units", "das", "defense_ngs", rules),
    )


@HANDLERS.answers("sum_modifiers", "modifiers roll", by="9A")
def sum_modifiers(given: Given, rules: Ruleset) -> Answer:
    """The sum of die modifiers, and the roll after them."""
    parts = [("modifier", Reckoning.of(n, "modifier")) for n in given.numbers("modifiers")]
    modifier = reckon_sum_of_modifiers(parts, rules)
    if given.has("roll"):
        return Answer.of(modifier=modifier, roll=modify_roll(given.whole("roll"), modifier))
    return Answer.of(modifier=modifier)


def is_prohibited(place: Given) -> bool:
    """Whether the terrain of a hex is said to be prohibited."""
    return PROHIBITED.get(place.word("terrain"), False)


def ground_of(place: Given) -> Ground:
    """The ground of a hex; what is prohibited has no terrain of its own."""
    return Ground() if is_prohibited(place) else Ground(place.text("terrain", "clear"))


def attackers_of(action: Given) -> tuple[Combatant, ...]:
    """The attackers of an action: those listed, those of several hexes, or its only unit."""
    listed = combatants(action, "attackers", "a hex")
    several = tuple(
        who
        for number, entry in enumerate(action.parts("from_hexes", ()))
        for who in combatants(entry, "units", f"hex {number}")
    )
    alone = (combatant(action.part("unit"), "a hex", action),) if action.has("unit") else ()
    return (*(listed or alone), *several)


@HANDLERS.answers(
    "legal attack",
    "adjacent_attackers attackers attacks_made distance from_hexes hexside_prohibited target target_hexes target_place"
    " unit units_attacked used_strategic_rail",
    needs="attackers|from_hexes|unit|target.enemy_units|target.prohibited|target_place|target_hexes|units_attacked|attacks_made|"
    "hexside_prohibited",
    within="attacked_this_phase enemy_units prohibited retreated_into_hex_this_phase terrain units voluntary",
    by="9",
)
def attack(given: Given, rules: Ruleset) -> Answer:
    """May this attack be made?"""
    action = given.part("action")
    target = action.part("target", {})
    facts = AttackFacts(
        attackers=attackers_of(action),
        defenders=combatants(target, "enemy_units", "the hex"),
        ground=ground_of(target),
        phase=given.text("phase", "combat"),
        is_phasing=IS_PHASING.get(given.text("actor", "phasing"), True),
        target_hexes=action.whole("target_hexes", 1),
        units_attacked=action.whole("units_attacked") if action.has("units_attacked") else None,
        other_adjacent=action.count("adjacent_attackers"),
        is_barred=action.flag("hexside_prohibited") or target.flag("prohibited") or is_prohibited(target),
    )
    return Answer.legal(Ruling.all((rule_on_attack(facts, rules), rule_on_theater(given, "target_place", rules))))


@HANDLERS.answers("legal attacks", "attacks from_hex", within="target unit", by="9B")
def attacks(given: Given, rules: Ruleset) -> Answer:
    """May the units of a hex make these attacks?"""
    entries = given.part("action").parts("attacks")
    plan = AttackPlan.of_units([(entry.text("unit"), entry.text("target")) for entry in entries])
    return Answer.legal(rule_on_attack_plan(plan, rules))


@HANDLERS.answers("legal attack-none", by="9A")
def attack_none(given: Given, rules: Ruleset) -> Answer:
    """May a player attack nobody?"""
    return Answer.legal(rule_on_attack_plan(AttackPlan(), rules))


@HANDLERS.answers(
    "attack_on_zero",
    "defenders",
    needs="defenders",
    within="attack_on_zero attacked_this_phase attacks_made distance retreated_into_hex_this_phase used_strategic_rail",
    by="9G",
)
def attack_on_zero(given: Given, rules: Ruleset) -> Answer:
    """Are the defenders eliminated outright?"""
    return Answer.of(outcome=OUTRIGHT[is_eliminated_outright(AttackFacts(defenders=combatants(given, "defenders")))])


@HANDLERS.answers("legal retreat-before-combat", "attackers_named unit", within="", by="9I")
def retreat_before_combat(given: Given, rules: Ruleset) -> Answer:
    """May the unit retreat before combat?"""
    action = given.part("action")
    facts = RetreatBeforeCombat(
        Combatant(action.unit("unit")),
        action.flag("attackers_named", True),
        defends=not IS_PHASING.get(given.text("actor", "non-phasing"), True),
    )
    return Answer.legal(rule_on_retreat_before_combat(facts, rules))


@HANDLERS.answers(
    "legal reallocate-attackers", "after_retreat_before_combat", needs="after_retreat_before_combat", within="", by="9I"
)
def reallocate_attackers(given: Given, rules: Ruleset) -> Answer:
    """May attackers be sent elsewhere once they are named?"""
    after = given.part("action").flag("after_retreat_before_combat")
    return Answer.legal(rule_on_reallocation(after, rules))


@HANDLERS.answers("after_rbc", "remaining_defenders", by="9I")
def after_rbc(given: Given, rules: Ruleset) -> Answer:
    """What follows retreats before combat."""
    follows = after_retreats(given.whole("remaining_defenders"))
    return Answer.of(attack_resolved=follows.is_resolved, may_advance=follows.may_advance)


# --- results and losses ----------------------------------------------------------------------------------------------


def told(demand: Demand) -> dict[str, object]:
    """What is demanded of a side, in words."""
    return {"min_loss": demand.loss, "retreats": demand.retreats}


@HANDLERS.answers(
    "apply_result",
    "attackers defenders result",
    within="apply_result attacked_this_phase attacker attacks_made defender distance"
    " retreated_into_hex_this_phase used_strategic_rail",
    by="9C",
)
def apply_result(given: Given, rules: Ruleset) -> Answer:
    """What each side must lose, and who retreats."""
    facts = ResultFacts(
        given.text("result"),
        reckon_loss_base(combatants(given, "attackers"), "attacker", rules),
        reckon_loss_base(combatants(given, "defenders"), "defender", rules),
    )
    demands = reckon_demands(facts, rules)
    return Answer(
        {"attacker": told(demands.attacker), "defender": told(demands.defender)},
        (("attacker", demands.attacker.min_loss), ("defender", demands.defender.min_loss)),
    )


@HANDLERS.answers(
    "check_losses",
    "chosen min_loss role units used",
    within="all attacked_this_phase attacks_made category check_losses distance proportion"
    " retreated_into_hex_this_phase used_strategic_rail",
    by="9C",
)
def check_losses(given: Given, rules: Ruleset) -> Answer:
    """Are the chosen losses enough, and taken from the right units?"""
    units = combatants(given, "units")
    is_all = IS_ALL.get(given.raw("min_loss"), False)
    used = given.part("used", {}).knowing("category", "proportion")
    special: frozenset[str] = frozenset()
    if used.has("category", "proportion"):
        special = special_units(units, [Used(used.text("category"), used.number("proportion"))], rules)
    least = ZERO if is_all else given.number("min_loss")
    facts = LossFacts(units, role_of(given), least, special, is_all)
    return Answer.legal(rule_on_losses(facts, given.picked("chosen", given.ids("units")), rules))


@HANDLERS.answers("loss_value", "combat_halvings role unit", within="loss_value", by="9D")
def loss_value(given: Given, rules: Ruleset) -> Answer:
    """The strength that a lost unit counts for, whatever it fought with."""
    return Answer.of(loss=reckon_loss(given.part("unit").as_unit(size="division"), role_of(given), rules))


@HANDLERS.answers(
    "exchange_strength",
    "gs ngs role units",
    needs="units",
    within="attacked_this_phase attacks_made distance exchange_strength retreated_into_hex_this_phase"
    " used_strategic_rail",
    by="9D",
)
def exchange_strength(given: Given, rules: Ruleset) -> Answer:
    """The printed strength that counts for an exchange; support does not."""
    return Answer.of(strength=reckon_loss_base(combatants(given, "units"), role_of(given), rules))


@HANDLERS.answers(
    "affected_by_result",
    "result units",
    within="affected_by_result attacked_this_phase attacks_made distance retreated_into_hex_this_phase"
    " used_strategic_rail",
    by="9C",
)
def affected_by_result(given: Given, rules: Ruleset) -> Answer:
    """The units that a result strikes."""
    found = affected_by(given.text("result"), combatants(given, "units"), rules)
    return Answer.of(affected=[who.id for who in found])


@HANDLERS.answers("required_losses", "special_units_strength total_loss", by="9J")
def required_losses(given: Given, rules: Ruleset) -> Answer:
    """The least strength to be lost from the special units."""
    special = given.number("special_units_strength", None)
    return Answer.of(
        min_from_special=reckon_required_losses(given.number("total_loss"), rules, special_strength=special)
    )


@HANDLERS.answers("eliminate", "cause unit", within="eliminate", by="9E")
def eliminate(given: Given, rules: Ruleset) -> Answer:
    """What becomes of an eliminated unit."""
    return Answer.of(outcome=str(eliminated(given.unit("unit"), given.text("cause", "combat"))))


@HANDLERS.answers("parse_rating", "rating", by="3A")
def parse_rating(given: Given, rules: Ruleset) -> Answer:
    """The numbers of a unit rating."""
    rating = Rating.parse(given.text("rating"))
    return Answer.of(
        attack=rating.attack,
        defense=rating.defense,
        movement=RAIL_ONLY if rating.rail_only else rating.movement,
        self_supported=rating.self_supported,
    )


# --- movement after combat -------------------------------------------------------------------------------------------


@HANDLERS.answers(
    "legal advance",
    "another_attack_resolved distance hex_cleared role terrain unit units",
    needs="unit|units|hex_cleared|role|another_attack_resolved|terrain",
    within="",
    by="9F2",
)
def advance(given: Given, rules: Ruleset) -> Answer:
    """May the units advance after combat?"""
    action = given.part("action")
    alone = (action.unit("unit"),) if action.has("unit") else ()
    facts = AdvanceFacts(
        units=(*alone, *action.units("units", ())),
        role=role_of(action),
        hex_cleared=action.flag("hex_cleared", True),
        is_immediate=not action.flag("another_attack_resolved"),
        ground=ground_of(action),
        distance=action.whole("distance", 1),
        is_barred=is_prohibited(action),
    )
    return Answer.legal(rule_on_advance(facts, rules))


DEFENDS = (Rearguard(ONE),)
"""A friendly unit of which nothing is told but that it is there."""


def retreat_hex(entry: Given, rail_links: Sequence[str], rules: Ruleset) -> RetreatHex:
    """An adjacent hex that a unit might retreat to."""
    name, zoc = entry.text("hex"), entry.flag("enemy_zoc")
    is_held = entry.flag("friendly_unit")
    is_joined = dict.fromkeys(rail_links, True).get(name, False)
    line = RailHex(name, joined=is_joined, enemy_zoc=zoc, rearguards=DEFENDS if is_held else ())
    return RetreatHex(
        name,
        enemy_zoc=zoc,
        overstacked=entry.flag("overstack"),
        enemy_occupied=entry.flag("enemy_unit"),
        prohibited=entry.flag("prohibited"),
        friendly_occupied=is_held,
        by_rail=rule_on_rail_hex(line, rules).allowed,
    )


@HANDLERS.answers(
    "retreat_options",
    "adjacent own_hex rail_links unit",
    within="9F1 enemy_unit enemy_zoc enemy_zoc_unit_in_hex friendly_unit hex overstack prohibited rail_broken"
    " retreat_options",
    by="9F1",
)
def retreat_options(given: Given, rules: Ruleset) -> Answer:
    """The first hexes allowed, and the fate of the unit there."""
    own, adjacent = given.part("own_hex", {}), given.parts("adjacent")
    links = given.picked("rail_links", [entry.text("hex", "") for entry in adjacent], ())
    facts = RetreatFacts(
        given.unit("unit"),
        tuple(retreat_hex(entry, links, rules) for entry in adjacent),
        zoc_in_own_hex=own.flag("enemy_zoc_unit_in_hex"),
        rail_is_broken=own.flag("rail_broken"),
    )
    found = reckon_retreat(facts, rules)
    return Answer.of(found.ruling, options=list(found.options), outcome=found.words).citing(
        rules.cite("9F1"), *found.by
    )
