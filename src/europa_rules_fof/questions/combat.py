"""Questions about combat (FoF 9, with 8B, 14D, 14H, 14K, 24B, 31A and 31F)."""

from __future__ import annotations

from attrs import evolve

from europa_rules.ground.advance import AdvanceFacts, rule_on_advance
from europa_rules.ground.armor import Used
from europa_rules.ground.battleground import lent_features, multiply_by_ground, reckon_ground_effect
from europa_rules.ground.combat import (
    AttackFacts,
    AttackPlan,
    OddsColumns,
    TotalFacts,
    is_eliminated_outright,
    reckon_odds,
    reckon_total,
    rule_on_attack,
    rule_on_attack_plan,
)
from europa_rules.ground.facts import Combatant, Ground
from europa_rules.ground.losses import (
    LossFacts,
    ResultFacts,
    affected,
    is_lost,
    reckon_demands,
    reckon_loss_base,
    reckon_loss_by_outcome,
    reckon_required_losses,
    rule_on_losses,
)
from europa_rules.ground.movement import Mover, reckon_allowance
from europa_rules.ground.rail_rides import reckon_rail_allowance
from europa_rules.ground.retreats import RetreatFacts, RetreatHex, fate_by_result, is_zoc_in_hex, reckon_retreat
from europa_rules.ground.zones import turns_out
from europa_rules.ledger import Reckoning
from europa_rules.numbers import ZERO
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.sides import NEUTRAL, Side, Turn
from europa_rules.units import Unit
from europa_rules_fof.blitzkrieg import Blitzkrieg, is_bound, reckon_blitzkrieg_attack, status
from europa_rules_fof.maginot import IS_BORDER
from europa_rules_fof.nation_zones import ITALY_AT_WAR, NO, YES
from europa_rules_fof.questions import HANDLERS

GROUNDS = {
    "major_city": Ground(city="full"),
    "dot_city": Ground(city="dot"),
    "prohibited": Ground(),
}
"""Ground by the words for terrain that are no terrain of the chart; any other word is one."""

IS_PROHIBITED = {"prohibited": True}
HEXSIDES: dict[str, tuple[str, ...]] = {"": (), "prohibited": (), "border": (), "non_border": ()}
"""Features of a hexside by the words that stand for none; any other word is one."""

ALLOWANCES = {"operational_rail": reckon_rail_allowance, "rail": reckon_rail_allowance}
CATEGORIES = {"aec": "aeca", "atec": "atec"}
IMMEDIATE = {"immediately": True}
BROKEN = {"broken": True}
OUTRIGHT = {True: "eliminated_without_roll", False: "normal_combat"}
AT_WAR = {True: YES, False: NO}
ANY_ATTACKER = Unit("ge", "infantry", "division")


def ground(terrain: str | None) -> Ground:
    """The ground that a word for terrain means."""
    word = terrain or "clear"
    return GROUNDS.get(word, Ground(word))


def combatant(entry: Given, place: str, hexside: str) -> Combatant:
    """A unit with what it did in this phase."""
    unit = entry.as_unit(size="division")
    return Combatant(
        unit,
        entry.text("name", "") or unit.type,
        place,
        hexside=HEXSIDES.get(hexside, (hexside,)),
        across_border=IS_BORDER.get(hexside),
        retreated_here=entry.flag("retreated_here_this_phase"),
        has_attacked=entry.flag("attacked_this_phase"),
        was_attacked=entry.flag("attacked_this_phase"),
        distance=entry.whole("range", 1),
    )


def combatants(given: Given, key: str, place: str = "", hexside: str = "") -> tuple[Combatant, ...]:
    """The units that stand under a key, each as often as it says."""
    return tuple(
        combatant(entry, place, hexside) for entry in given.parts(key, ()) for _ in range(entry.whole("count", 1))
    )


def stacks(given: Given) -> tuple[Combatant, ...]:
    """The attackers of several hexes."""
    return tuple(
        who
        for number, entry in enumerate(given.parts("attackers_from", ()))
        for who in combatants(entry, "stack", f"hex {number}")
    )


# --- attacks ---------------------------------------------------------------------------------------------------------


@HANDLERS.answers(
    "reckon odds",
    "attack defense chart_columns ground_support defensive_support",
    within="attacked_this_phase attackers attackers_from border defenders defenders_attacked defenders_in_hex"
    " hexside italy_at_war non_border none phasing prohibited range retreated_here_this_phase stack target"
    " target_country targets terrain",
    by="9A",
)
def odds(given: Given, rules: Ruleset) -> Answer:
    """The odds column of two strengths, with support bombing, or the automatic result."""
    units = (("units", Reckoning.of(given.strength("attack"), "modified strengths")),)
    defenders = given.strength("defense")
    against = (("units", Reckoning.of(defenders, "modified strengths")),)
    gs = Reckoning.of(given.strength("ground_support", ZERO), "ground support")
    das = Reckoning.of(given.strength("defensive_support", ZERO), "defensive air support")
    none = Reckoning.of(ZERO, "none")
    attack = reckon_total("attack strength", TotalFacts(gs, none, told=units), rules)
    defense = reckon_total("defense strength", TotalFacts(das, none, told=against), rules)
    columns = OddsColumns.read(given.texts("chart_columns")) if given.has("chart_columns") else None
    found = reckon_odds(attack, defense, rules, columns, units=defenders)
    values = {"attack": attack, "defense": found.defense, "column": found.column, "automatic": found.automatic}
    return Answer.of(found.because, **values)


@HANDLERS.answers(
    "ruling attack",
    "target attackers_from attackers targets defenders hexside defenders_in_hex defenders_attacked phasing phase"
    " target_country italy_at_war",
    needs="attackers|attackers_from|defenders|defenders_attacked|hexside|target|target_country|targets",
    within="attacked_this_phase border non_border prohibited range retreated_here_this_phase stack terrain",
    by="9",
)
def attack(given: Given, rules: Ruleset) -> Answer:
    """Is the attack legal?"""
    hexside = given.text("hexside", "") or ""
    terrain = given.part("target", {}).text("terrain", "") or None
    targets = given.texts("targets", ())
    facts = AttackFacts(
        attackers=(*combatants(given, "attackers", "one hex", hexside), *stacks(given)),
        defenders=combatants(given, "defenders", "the hex"),
        ground=evolve(ground(terrain), country=given.text("target_country", "")),
        phase=given.text("phase", "combat"),
        is_phasing=given.flag("phasing", True),
        targets=targets,
        units_in_hex=given.whole("defenders_in_hex", None),
        units_attacked=given.whole("defenders_attacked", None),
        is_barred=IS_PROHIBITED.get(hexside or "", False) or IS_PROHIBITED.get(terrain or "", False),
        situation={ITALY_AT_WAR: AT_WAR[given.flag("italy_at_war", True)]},
    )
    return Answer.legal(rule_on_attack(facts, rules))


@HANDLERS.answers("ruling attack_plan", "attacks dropped_in_enemy_hex", within="target units", by="9A 9B")
def attack_plan(given: Given, rules: Ruleset) -> Answer:
    """Is the whole plan of attacks of a phase legal?"""
    attacks = tuple((entry.text("target"), entry.texts("units")) for entry in given.parts("attacks"))
    return Answer.legal(rule_on_attack_plan(AttackPlan(attacks, given.flag("dropped_in_enemy_hex")), rules))


@HANDLERS.answers(
    "effect attacked",
    "defenders",
    needs="defenders",
    within="attacked_this_phase border non_border prohibited range retreated_here_this_phase",
    by="9G",
)
def attacked(given: Given, rules: Ruleset) -> Answer:
    """What happens when these units alone are attacked?"""
    outright = is_eliminated_outright(AttackFacts(defenders=combatants(given, "defenders")))
    return Answer.of(outcome=OUTRIGHT[outright])


@HANDLERS.answers("reckon attack_after_terrain", "unit printed_attack hexside chart_effect", within="printed", by="9H")
def attack_after_terrain(given: Given, rules: Ruleset) -> Answer:
    """The attack strength after an effect of the hexside that is lent."""
    unit = given.unit("unit")
    strength = Reckoning.of(given.number("printed_attack", unit.attack), "printed")
    hexside = given.text("hexside", "") or ""
    who = Combatant(unit, hexside=HEXSIDES.get(hexside, (hexside,)))
    lent = lent_features(who.hexside, given.text("chart_effect", "none") or "none", rules)
    return Answer.of(attack=multiply_by_ground(strength, who, lent, rules))


@HANDLERS.answers(
    "reckon fortified_attack", "fortification hexside attack ground_support printed_number defender", by="31A"
)
def fortified_attack(given: Given, rules: Ruleset) -> Answer:
    """What a fortification does to attack, ground support, roll and armor effects."""
    hexside = given.text("hexside", "")
    who = Combatant(ANY_ATTACKER, hexside=HEXSIDES.get(hexside, (hexside,)), across_border=IS_BORDER.get(hexside))
    where = Ground(fortification=given.text("fortification"), strength=given.whole("printed_number", 0))
    strength = Reckoning.of(given.number("attack"), "attack")
    support = Reckoning.of(given.number("ground_support", ZERO), "ground support")
    effect = reckon_ground_effect(who, strength, support, where, rules, Side(given.text("defender", NEUTRAL)))
    return Answer.of(
        attack=effect.attack, ground_support=effect.ground_support, drm=effect.modifier, aec_allowed=effect.aec_allowed
    )


# --- results and losses ----------------------------------------------------------------------------------------------


def strength_of(given: Given, key: str, units: tuple[Combatant, ...], role: str, rules: Ruleset) -> Reckoning:
    """The printed strength that a question states, else that of the units it names."""
    if given.has(key):
        return Reckoning.of(given.number(key), "printed")
    return reckon_loss_base(units, role, rules)


@HANDLERS.answers(
    "effect combat_result",
    "result attackers attacker_printed defender_printed defenders also_in_hex_retreated defender_fortification",
    within="attacked_this_phase attacker border defender non_border printed prohibited range retreated_here_this_phase",
    by="9C",
)
def combat_result(given: Given, rules: Ruleset) -> Answer:
    """What the result means: who is struck, what is lost, who retreats, and what becomes of each unit."""
    units = {"attacker": combatants(given, "attackers"), "defender": combatants(given, "defenders")}
    also = tuple(evolve(who, retreated_here=True) for who in combatants(given, "also_in_hex_retreated"))
    where = Ground(fortification=given.text("defender_fortification", "") or "")
    facts = ResultFacts.on(
        given.text("result"),
        strength_of(given, "attacker_printed", units["attacker"], "attacker", rules),
        strength_of(given, "defender_printed", (*units["defender"], *also), "defender", rules),
        where,
        rules,
    )
    demands = reckon_demands(facts, rules)
    named = affected(units.get(demands.struck or "", ()))
    return Answer.of(
        demands.defender.because,
        affected=[who.id for who in named] or demands.struck,
        eliminated=demands.eliminated,
        min_loss=demands.of_struck.min_loss,
        other_side_min_loss=demands.of_other.min_loss,
        survivors_retreat=demands.anybody_retreats,
        outcomes={who.id: fate_by_result(who.unit, demands.of_struck, rules) for who in named},
    )


@HANDLERS.answers(
    "reckon loss_base",
    "side units ground_support strength_from",
    within="attacked_this_phase border non_border prohibited range retreated_here_this_phase",
    by="9D",
)
def loss_base(given: Given, rules: Ruleset) -> Answer:
    """The strength that counts for losses."""
    return Answer.of(strength=reckon_loss_base(combatants(given, "units"), given.text("side"), rules))


@HANDLERS.answers("reckon strength_loss", "unit outcome side", within="", by="9E")
def strength_loss(given: Given, rules: Ruleset) -> Answer:
    """The strength loss that the outcome of one unit represents."""
    unit = given.part("unit").as_unit(size="division")
    outcome = given.text("outcome", "") or ""
    return Answer.of(loss=reckon_loss_by_outcome(unit, outcome, given.text("side", "attacker"), rules))


@HANDLERS.answers(
    "ruling satisfies_exchange",
    "required losses side",
    within="attacked_this_phase border non_border outcome prohibited range retreated_here_this_phase",
    by="9C",
)
def satisfies_exchange(given: Given, rules: Ruleset) -> Answer:
    """Do the losses satisfy the exchange?"""
    gone = (entry for entry in given.parts("losses") if is_lost(entry.text("outcome", "") or ""))
    each = (combatant(entry, "", "") for entry in gone for _ in range(entry.whole("count", 1)))
    lost = tuple(evolve(who, id=f"{n}") for n, who in enumerate(each))
    facts = LossFacts(lost, given.text("side", "attacker"), given.number("required"))
    return Answer.legal(rule_on_losses(facts, [who.id for who in lost], rules))


@HANDLERS.answers("reckon required_losses", "total_loss special proportion", by="9I")
def required_losses(given: Given, rules: Ruleset) -> Answer:
    """The least part of the losses that units with the special ability must bear."""
    used = Used(given.choice("special", CATEGORIES), given.number("proportion"))
    return Answer.of(min_from_special=reckon_required_losses(given.number("total_loss"), rules, used=used))


# --- movement after combat -------------------------------------------------------------------------------------------


@HANDLERS.answers(
    "ruling advance",
    "unit range hex_cleared side moment terrain stack",
    needs="hex_cleared|moment|range|side|stack|terrain|unit",
    within="immediately prohibited",
    by="9F2",
)
def advance(given: Given, rules: Ruleset) -> Answer:
    """May the unit advance after combat?"""
    alone = (given.unit("unit"),) if given.has("unit") else ()
    facts = AdvanceFacts(
        units=(*alone, *given.units("stack", ())),
        role=given.text("side", "attacker"),
        hex_cleared=given.flag("hex_cleared", True),
        is_immediate=IMMEDIATE.get(given.text("moment", "immediately"), False),
        ground=ground(given.text("terrain", "") or None),
        is_barred=IS_PROHIBITED.get(given.text("terrain", ""), False),
        distance=given.whole("range", 1),
    )
    return Answer.legal(rule_on_advance(facts, rules))


def retreat_hex(entry: Given, number: int) -> RetreatHex:
    """A hex that a unit might retreat to, by its name or its number in the list."""
    return RetreatHex(
        entry.text("hex", f"hex {number}"),
        enemy_zoc=entry.flag("enemy_zoc"),
        overstacked=entry.flag("overstacked"),
        enemy_occupied=entry.flag("enemy_occupied"),
        prohibited=entry.flag("prohibited"),
        friendly_occupied=entry.flag("friendly_occupied"),
        by_rail=entry.flag("could_enter_by_rail"),
    )


@HANDLERS.answers(
    "effect retreat",
    "unit could_enter_by_rail rail_in_own_hex hexes later_hexes_comply stacked_with from_hex_shared_with",
    within="9F1 broken enemy_occupied enemy_zoc friendly_occupied hex overstacked prohibited",
    by="9F1",
)
def retreat(given: Given, rules: Ruleset) -> Answer:
    """The hexes that the owner may choose, and what becomes of the unit."""
    by_rail = given.flag("could_enter_by_rail")
    hexes = tuple(retreat_hex(entry, number) for number, entry in enumerate(given.parts("hexes", ())))
    told = given.has("hexes")
    somewhere = (RetreatHex("another hex", by_rail=by_rail),)
    facts = RetreatFacts(
        given.unit("unit"),
        tuple(evolve(h, by_rail=h.by_rail or by_rail) for h in hexes) if told else somewhere,
        zoc_in_own_hex=is_zoc_in_hex(given.units("from_hex_shared_with", ()), rules),
        rail_is_broken=BROKEN.get(given.text("rail_in_own_hex", ""), False),
        can_comply_later=given.flag("later_hexes_comply", True),
        hexes_are_known=told,
    )
    found = reckon_retreat(facts, rules)
    return Answer.of(found.ruling, allowed_hexes=list(found.options), outcome=found.outcome).citing(
        rules.cite("9F1"), *found.by
    )


# --- blitzkrieg ------------------------------------------------------------------------------------------------------


def turn_of(given: Given, key: str) -> Turn | None:
    """A game turn, or None where none is told."""
    return Turn.parse(given.text(key)) if given.raw(key, None) else None


@HANDLERS.answers(
    "reckon blitzkrieg_attack",
    "unit turn moved phase retreated_in_enemy_turn moved_in_exploitation use entry_turn",
    within="",
    by="31F",
)
def blitzkrieg_attack(given: Given, rules: Ruleset) -> Answer:
    """The attack strength of a unit after rule 31F only."""
    facts = Blitzkrieg(
        given.unit("unit"),
        Turn.parse(given.text("turn")),
        turn_of(given, "entry_turn"),
        moved=given.flag("moved"),
        retreated_in_enemy_turn=given.flag("retreated_in_enemy_turn"),
        moved_in_exploitation=given.flag("moved_in_exploitation"),
        phase=given.text("phase", "combat"),
        use=given.text("use", "attack"),
    )
    return Answer.of(attack=reckon_blitzkrieg_attack(facts, rules))


@HANDLERS.answers("reckon blitzkrieg_bound", "country entry_turn turn", by="31F")
def blitzkrieg_bound(given: Given, rules: Ruleset) -> Answer:
    """Is the country bound by rule 31F on that turn?"""
    nation = rules.nations.find(given.text("country")).code
    return Answer.of(bound=is_bound(nation, Turn.parse(given.text("turn")), rules, turn_of(given, "entry_turn")))


@HANDLERS.answers(
    "reckon movement_allowance", "unit turn phase supply_state entry_turn by", within="operational_rail rail", by="6"
)
def movement_allowance(given: Given, rules: Ruleset) -> Answer:
    """MPs of a unit in a phase after rules 12 and 31F."""
    unit = given.unit("unit")
    turn = turn_of(given, "turn")
    bound = status(unit, turn, rules, turn_of(given, "entry_turn")) if turn else {}
    facts = Mover(unit, given.text("phase"), turns_out(given.text("supply_state", "in")), situation=bound)
    reckon = ALLOWANCES.get(given.text("by", "") or "", reckon_allowance)
    return Answer.of(mp=reckon(facts, rules))
