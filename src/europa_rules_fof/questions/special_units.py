"""Questions about special units (FoF 14B, 14C, 14I to 14L)."""

from __future__ import annotations

from europa_rules.ground.artillery import reckon_special_strength
from europa_rules.ground.battleground import features_of, hexside_features
from europa_rules.ground.bridge_seizure import Seizure, is_automatic, reckon_crossers, rule_on_seizure
from europa_rules.ground.combat import AttackFacts, reckon_attack_strength, reckon_defense_strength
from europa_rules.ground.facts import Combatant, Ground
from europa_rules.ground.movement_counters import CarryFacts, reckon_carried, rule_on_carrying
from europa_rules.numbers import ZERO
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.sides import AXIS, Side, Turn
from europa_rules_fof.questions import HANDLERS
from europa_rules_fof.questions.combat import HEXSIDES, combatants

TARGETS = {
    "": Ground(),
    "clear": Ground(),
    "major_city_hex": Ground(city="full"),
    "major_city": Ground(city="full"),
    "dot_city": Ground(city="dot"),
    "reference_city": Ground(city="reference"),
}
"""Ground by the features that siege artillery may be aimed at; any other word is a fortification."""


# --- artillery -------------------------------------------------------------------------------------------------------


@HANDLERS.answers(
    "reckon hex_defense",
    "units",
    needs="units",
    within="attacked_this_phase border non_border prohibited range retreated_here_this_phase",
    by="14B",
)
def hex_defense(given: Given, rules: Ruleset) -> Answer:
    """The defense total of a hex after support, artillery in excess and earlier retreats."""
    facts = AttackFacts(defenders=combatants(given, "units", "the hex"))
    return Answer.of(defense=reckon_defense_strength(facts, rules))


def spread(given: Given) -> tuple[Combatant, ...]:
    """The attackers, each in a hex of its own unless they are said to stand in one."""
    if given.flag("same_hex", True):
        return combatants(given, "units", "one hex")
    places = (f"hex {number}" for number, _ in enumerate(given.parts("units")))
    return tuple(
        Combatant(entry.as_unit(), stands_in=place)
        for place, entry in zip(places, given.parts("units"), strict=True)
        for _ in range(entry.whole("count", 1))
    )


@HANDLERS.answers(
    "reckon attack_strength",
    "units same_hex naval_transported_this_turn",
    needs="units",
    within="attacked_this_phase border non_border prohibited range retreated_here_this_phase",
    by="9A",
)
def attack_strength(given: Given, rules: Ruleset) -> Answer:
    """The attack total of a group after support and artillery in excess; having come by sea makes no difference."""
    return Answer.of(attack=reckon_attack_strength(AttackFacts(attackers=spread(given)), rules))


@HANDLERS.answers(
    "reckon siege_strength",
    "unit target hexside",
    within="border clear dot_city feature fortification_effect major_city major_city_hex non_border prohibited"
    " reference_city",
    by="14C",
)
def siege_strength(given: Given, rules: Ruleset) -> Answer:
    """The attack strength of siege artillery against a target, before any other effect."""
    unit, target = given.unit("unit"), given.part("target", {})
    feature, hexside = target.text("feature", "") or "", given.text("hexside", "") or "border"
    where = TARGETS.get(feature, Ground(fortification=feature))
    features = (*features_of(where, rules), *hexside_features(HEXSIDES.get(hexside, (hexside,)), rules))
    effect = target.text("fortification_effect", "") or ""
    return Answer.of(attack=reckon_special_strength(Combatant(unit), features, rules, lent_effect=effect))


# --- carriage --------------------------------------------------------------------------------------------------------


@HANDLERS.answers("ruling carry", "counter load phase stacked_at_phase_start options", within="mp_spent", by="14I2")
def carry(given: Given, rules: Ruleset) -> Answer:
    """May the counter carry the load, and with what movement rating?"""
    counter = given.part("counter")
    entries = given.parts("load", ())
    facts = CarryFacts(
        counter.as_unit(),
        given.units("load", ()),
        given.text("phase", "movement"),
        started_stacked=given.flag("stacked_at_phase_start", True),
        spent=tuple(entry.number("mp_spent", ZERO) for entry in entries),
    )
    return Answer.legal(rule_on_carrying(facts, rules), movement=reckon_carried(facts, rules).movement)


# --- bridges ---------------------------------------------------------------------------------------------------------


@HANDLERS.answers(
    "ruling seize_bridge", "options unit turn invasion_turn enemy_units_beside_bridge bridge_owner", within="", by="14L"
)
def seize_bridge(given: Given, rules: Ruleset) -> Answer:
    """May the commando try to seize the bridge, and does it succeed without a roll?"""
    facts = Seizure(
        given.unit("unit"),
        AXIS,
        Side(given.text("bridge_owner", "Allied")),
        given.whole("enemy_units_beside_bridge", 0),
        turn=Turn.parse(given.text("turn")) if given.has("turn") else None,
        is_invasion_turn=given.flag("invasion_turn") if given.has("invasion_turn") else None,
    )
    return Answer.legal(rule_on_seizure(facts, rules), automatic=is_automatic(facts))


@HANDLERS.answers("effect attack_over_seized_bridge", "attackers hexside", by="14L")
def attack_over_seized_bridge(given: Given, rules: Ruleset) -> Answer:
    """How many attackers ignore the hexside of a seized bridge, and how many it affects."""
    found = reckon_crossers(given.whole("attackers"), rules)
    return Answer.of(ignoring_hexside=found.ignoring, affected_by_hexside=found.affected)
