"""Questions about armor and antitank effects (SF 10, with 14I, 14J and 23H2)."""

from __future__ import annotations

from itertools import repeat

from europa_rules.ground import armor, armor_proportions
from europa_rules.ground.facts import Combatant
from europa_rules.ledger import Reckoning
from europa_rules.numbers import ONE
from europa_rules.permissions import Ruling
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, NEUTRAL, Turn
from europa_rules_sf.armor_additions import CODE_T
from europa_rules_sf.questions import HANDLERS

CATEGORIES = (armor_proportions.AECA, armor_proportions.AECD, armor_proportions.ATEC)
SIDES = {"axis": AXIS, "allied": ALLIED, "german": AXIS, "italian": AXIS}
NATIONS = {"german": "ge", "italian": "it"}


def involved(entry: Given, rules: Ruleset, neutral: tuple[str, ...] = ()) -> tuple[armor_proportions.Involved, ...]:
    """A unit of a question, as many times as it says; `neutral` has the ids that the owner elects as neutral."""
    election = dict.fromkeys(neutral, "neutral").get(entry.text("id", ""), "")
    situation = {
        armor_proportions.TURNS_OUT: str(entry.count("turn_out")),
        armor_proportions.CARRIED_BY: entry.word("carried_by"),
    }
    who = Combatant(entry.as_unit("division"), elections=dict.fromkeys(CATEGORIES, election), situation=situation)
    bases = {str(c): entry.text(f"base_{c}") for c in CATEGORIES if entry.raw(f"base_{c}", None)}
    tank, foot = entry.part("armor_part", {}), entry.part("infantry_part", {})
    parts = {str(c): (tank.text(c), foot.text(c, "none")) for c in CATEGORIES if tank.raw(c, None)}
    found = armor_proportions.involve(who, rules, re=entry.number("re", None), bases=bases, parts=parts)
    return tuple(repeat(found, entry.whole("count", 1)))


def all_involved(
    given: Given, key: str, rules: Ruleset, neutral: tuple[str, ...] = ()
) -> tuple[armor_proportions.Involved, ...]:
    """All units under a key."""
    return tuple(unit for entry in given.parts(key) for unit in involved(entry, rules, neutral))


@HANDLERS.answers(
    "armor_proportion",
    "category units treat_as_neutral das_code_t",
    within="armor_part armor_proportion base_aeca base_aecd base_atec carried_by division infantry_part neutral"
    " re turn_out",
    by="10C",
)
def armor_proportion(given: Given, rules: Ruleset) -> Answer:
    """Proportion and die roll modifier of one category."""
    category = given.text("category")
    facts = armor_proportions.ProportionFacts(
        all_involved(given, "units", rules, given.picked("treat_as_neutral", given.ids("units"), ())),
        category,
        situation={CODE_T: str(given.count("das_code_t"))},
    )
    found = armor_proportions.reckon_proportion(facts, rules)
    return Answer.of(proportion=found.share, drm=armor.reckon_armor_drm(found.share, category, rules))


@HANDLERS.answers("armor_drm", "category proportion reduced", by="10C")
def armor_drm(given: Given, rules: Ruleset) -> Answer:
    """Die roll modifier of a proportion."""
    share = Reckoning.of(given.number("proportion"), "given")
    drm = armor.reckon_armor_drm(share, given.text("category"), rules, reduced=given.flag("reduced"))
    return Answer.of(drm=drm)


@HANDLERS.answers("armor_categories", "attacker_aeca terrain_no_aec weather", by="10C")
def armor_categories(given: Given, rules: Ruleset) -> Answer:
    """Which effects are used, given the AECA that the attackers are capable of."""
    use = armor.decide_use(
        given.number("attacker_aeca"),
        rules,
        no_aec=given.flag("terrain_no_aec"),
        weather=given.text("weather", "clear"),
    )
    return Answer.of(
        aeca_used=use.aeca_used,
        defense_category=use.defense_category,
        reduced=use.reduced,
        atec_reduced=use.atec_reduced,
    )


@HANDLERS.answers(
    "armor_net",
    "attackers defenders terrain_no_aec weather",
    within="armor_net armor_part base_aeca base_aecd base_atec carried_by division infantry_part neutral re turn_out",
    by="10D",
)
def armor_net(given: Given, rules: Ruleset) -> Answer:
    """Both modifiers and their sum."""
    facts = armor.ArmorFacts(
        all_involved(given, "attackers", rules),
        all_involved(given, "defenders", rules),
        no_aec=given.flag("terrain_no_aec"),
        weather=given.text("weather", "clear"),
    )
    found = armor.reckon_armor_modifiers(facts, rules)
    return Answer.of(
        aeca_drm=found.attack,
        defense_category=found.defense_category,
        defense_drm=found.defense,
        net=found.net,
    )


@HANDLERS.answers(
    "armor_required_losses",
    "used role",
    within="armor_required_losses category proportion terrain_no_aec weather",
    by="10H",
)
def armor_required_losses(given: Given, rules: Ruleset) -> Answer:
    """Must losses be taken from capable units?"""
    found = armor.required_losses(used(given.part("used")), rules)
    return Answer.of(**{"required": found.required, "from": found.source or None})


def used(part: Given) -> armor.Used:
    """What a side used in a combat."""
    return armor.Used(
        part.text("category"),
        part.number("proportion"),
        no_aec=part.flag("terrain_no_aec"),
        weather=part.text("weather", "clear"),
    )


@HANDLERS.answers("infantry_atec", "base_atec side turn", by="10I")
def infantry_atec(given: Given, rules: Ruleset) -> Answer:
    """ATEC of a unit on a turn."""
    side = given.text("side").lower()
    value = armor_proportions.capability_named(given.text("base_atec", "none"))
    shares = {str(armor_proportions.ATEC): (armor_proportions.Share(ONE, value),)}
    unit = armor_proportions.Involved("the unit", ONE, shares, nation=NATIONS.get(side, ""))
    facts = armor_proportions.CapableUnit(
        unit, armor_proportions.ATEC, value, SIDES.get(side, NEUTRAL), Turn.parse(given.text("turn"))
    )
    atec, readings = armor_proportions.reckon_value(facts, rules)
    return Answer.of(Ruling(rests_on=readings), atec=atec)
