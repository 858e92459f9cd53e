"""Armor and antitank effects (rule 10).

Needs the units of both sides, or what they count for, and the ground and weather; gives the die roll modifiers of both
sides, and which losses a side must take from its capable units (10H). The proportions come from `armor_proportions`.
The categories are "aeca" and "aecd" (armor effects in the attack and in the defense) and "atec" (antitank effects).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from attrs import evolve, field, frozen

from europa_rules.citations import rule
from europa_rules.ground.armor_proportions import (
    AECA,
    AECD,
    ATEC,
    BEST_ELECTION,
    CAPABLE,
    Involved,
    Proportion,
    ProportionFacts,
    best_elections,
    involve,
    loses_capability,
    readings_of,
    reckon_proportion,
)
from europa_rules.ground.facts import Combatant
from europa_rules.ledger import Reckoning
from europa_rules.numbers import HALF, ZERO, show
from europa_rules.ruleset import Ruleset
from europa_rules.sides import NEUTRAL, Side, Turn

ATEC_CHOICE = "the defender may decline ATEC"
"""Sources: whether ATEC is the defender's choice where AECD may not be used (rule 10C2)."""


# --- proportions (rules 10C, 10E, 10F) -------------------------------------------------------------------------------


@rule("FoF 10E", "SF 10E")
def defenders_to_elect(facts: ArmorFacts, rules: Ruleset) -> tuple[int, ...]:
    """The places of those half-capable defenders that their owner may do well to treat as neutral.

    None where no choice raises a proportion, or where the best one is taken for him (an open point).
    """
    if rules.resting(BEST_ELECTION) and rules.reads(BEST_ELECTION, "engine"):
        return ()
    side = ProportionFacts(_defending(facts, rules), AECD, facts.defending, facts.turn, facts.situation)
    chosen = (best_elections(evolve(side, category=category), rules) for category in (AECD, ATEC))
    return tuple(sorted({place for places in chosen for place in places}))


# --- modifiers (rules 10C, 10D, 10G) ---------------------------------------------------------------------------------


@frozen
class ArmorFacts:
    """Two sides in a combat.

    Attributes:
        attackers, defenders: their units, those of combats or as `involve` sees them.
        no_aec: whether the terrain of the attacked hex lets no armor effects be used there.
        weather: the weather there.
        water: the state of the water at the hexsides ("open", "frozen", "flooding").
        defending: the defenders' side, and `turn` the game turn, where rules depend on them.
        declines_atec: whether the defender does without ATEC, in a game that leaves him the choice.
        proportions: category -> proportion, where it is told in place of that of the units.
        situation: further facts for contributed rules, by name.
        no_aec_in: what in the attacked hex lets no armor effects be used, in words.
    """

    attackers: tuple[Combatant | Involved, ...]
    defenders: tuple[Combatant | Involved, ...]
    no_aec: bool = False
    weather: str = "clear"
    water: str = "open"
    defending: Side = NEUTRAL
    turn: Turn | None = None
    declines_atec: bool = False
    proportions: Mapping[str, Fraction] = field(factory=dict, hash=False)
    situation: Mapping[str, str] = field(factory=dict, hash=False)
    no_aec_in: str = ""


@frozen
class ArmorUse:
    """Which effects are used in a combat.

    Attributes:
        aeca_used: whether the attackers use armor effects.
        defense_category: "atec", "aecd", or None for neither.
        reduced: whether armor effects are reduced by weather; ATEC never is.
        rests_on: the readings behind it.
    """

    aeca_used: bool
    defense_category: str | None
    reduced: bool = False
    rests_on: tuple[str, ...] = ()

    @property
    def atec_reduced(self) -> bool:
        """Whether ATEC is reduced: no weather does that."""
        return False


@frozen
class ArmorModifiers:
    """The die roll modifiers of rule 10.

    Attributes:
        attack, defense, net: the modifiers of both sides, and their sum.
        capability: the attackers' AECA, used or not: it decides whether ATEC is used.
        attack_share: their AECA as they can use it.
        aecd, atec: the defenders' proportions.
        use: which of them are used.
    """

    attack: Reckoning
    defense: Reckoning
    net: Reckoning
    capability: Reckoning
    attack_share: Reckoning
    aecd: Reckoning
    atec: Reckoning
    use: ArmorUse

    @property
    def defense_category(self) -> str | None:
        """The category that the defender uses, or None."""
        return self.use.defense_category

    @property
    def defense_share(self) -> Reckoning:
        """The defenders' proportion in the category they use; 0 for none."""
        category = self.use.defense_category
        return Reckoning.of(ZERO, "not used") if category is None else self.atec if category == ATEC else self.aecd

    @property
    def used(self) -> tuple[tuple[str, Fraction], ...]:
        """Category -> proportion that was used, for required losses (rule 10H)."""
        attack = ((str(AECA), self.attack_share.value),) if self.use.aeca_used else ()
        category = self.use.defense_category
        return (*attack, (category, self.defense_share.value)) if category else attack


@rule("FoF 10C2", "FoF 10C3", "FoF 10G", "SF 10C", "SF 10C2", "SF 10C3", "SF 10G")
def decide_use(
    capability: Fraction, rules: Ruleset, *, no_aec: bool = False, weather: str = "clear", declines_atec: bool = False
) -> ArmorUse:
    """Which effects are used, given what AECA the attackers are capable of.

    no_aec: whether the attacked hex lets no armor effects be used. weather: in it. declines_atec: see `ArmorFacts`.

    >>> from europa_rules import load
    >>> decide_use(Fraction(1, 2), load("sf"), weather="mud").defense_category
    'atec'
    """
    chart = rules.charts.armor_effects
    in_weather = chart.use_in(weather).value
    usable = not no_aec and in_weather != "none"
    calls_up_atec = capability >= chart.antitank_from.value
    choice = rules.sources(ATEC_CHOICE)
    if calls_up_atec:
        category = None if declines_atec and any(s.value for s in choice) else str(ATEC)
    else:
        category = str(AECD) if usable else None
    readings = readings_of(choice) if calls_up_atec else ()
    return ArmorUse(usable and capability > 0, category, in_weather == "reduced", readings)


@rule("FoF 10C", "FoF 10C1", "FoF 10C2", "FoF 10C3", "SF 10C1", "SF 10C2", "SF 10C3")
def reckon_armor_drm(
    share: Reckoning, category: str, rules: Ruleset, *, reduced: bool = False, words: str = ""
) -> Reckoning:
    """The die roll modifier of a proportion in a category.

    reduced: whether armor effects are reduced by weather; ATEC never is. words: the REs behind the proportion.

    >>> from europa_rules import load
    >>> print(reckon_armor_drm(Reckoning.of(Fraction(1, 2), "given"), "atec", load("sf")))
    -2 ATEC of 1/2 (SF 10C3) | = -2
    """
    is_reduced = reduced and category != ATEC
    cell = rules.charts.armor_effects.drm(f"{category}_reduced" if is_reduced else category, share.value)
    name = rules.charts.armor_effects.words[category]
    why = f"{'reduced ' if is_reduced else ''}{name} of {show(share.value)}{f', {words}' if words else ''}"
    drm = Reckoning.of(cell.value, why, rules.cite(_DRM_RULES[category])).noting(caveat=cell.caveat)
    illegible = is_reduced and category == AECA and share.value == 1
    for point in (*share.rests_on, *(rules.resting("10C1-reduced-aeca-of-one") if illegible else ())):
        drm = drm.noting(rests_on=point)
    return drm


_DRM_RULES = {"aeca": "10C1", "aecd": "10C2", "atec": "10C3"}


def name_briefly(drm: Reckoning) -> str:
    """The category and the proportion of a modifier in words, without the REs behind it."""
    return drm.lines[0].why.partition(", ")[0]


def _involved(units: Iterable[Combatant | Involved], facts: ArmorFacts, rules: Ruleset) -> tuple[Involved, ...]:
    return tuple(u if isinstance(u, Involved) else involve(u, rules, water=facts.water) for u in units)


@rule("FoF 10", "FoF 10D", "FoF 10G", "SF 10", "SF 10D", "SF 10G")
def reckon_armor_modifiers(facts: ArmorFacts, rules: Ruleset) -> ArmorModifiers:
    """The die roll modifiers of both sides in a combat, and the proportions behind them.

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating, Unit
    >>> panzers = Combatant(Unit("ge", "armor", "division", Rating.parse("14-10")))
    >>> infantry = Combatant(Unit("fr", "infantry", "division", Rating.parse("6-6")))
    >>> print(reckon_armor_modifiers(ArmorFacts((panzers,), (infantry,)), load("fof")).net)
    3 armor and antitank effects (FoF 10D) | = 3
    """
    attackers = ProportionFacts(_involved(facts.attackers, facts, rules), AECA, turn=facts.turn)
    defenders = ProportionFacts(_defending(facts, rules), AECD, facts.defending, facts.turn, facts.situation)
    capable = _proportion(attackers, facts, rules)
    use = decide_use(
        capable.share.value, rules, no_aec=facts.no_aec, weather=facts.weather, declines_atec=facts.declines_atec
    )
    usable = _proportion(attackers, facts, rules, barring=True)
    aecd, atec = (_proportion(evolve(defenders, category=c), facts, rules) for c in (AECD, ATEC))
    attack = _attack_drm(usable, use, facts, rules)
    defense = _defense_drm({AECD: aecd, ATEC: atec}, use, facts, rules)
    net = Reckoning.total("armor and antitank effects", [("attack", attack), ("defense", defense)], rules.cite("10D"))
    return ArmorModifiers(attack, defense, net, capable.share, usable.share, aecd.share, atec.share, use)


def _defending(facts: ArmorFacts, rules: Ruleset) -> tuple[Involved, ...]:
    return _involved(facts.defenders, facts, rules)


def _proportion(side: ProportionFacts, facts: ArmorFacts, rules: Ruleset, *, barring: bool = False) -> Proportion:
    """The proportion of a side in a category: that of its units, unless it is told."""
    told = facts.proportions.get(side.category)
    return reckon_proportion(side, rules, barring=barring) if told is None else Proportion.of_told(told)


def _attack_drm(found: Proportion, use: ArmorUse, facts: ArmorFacts, rules: Ruleset) -> Reckoning:
    if use.aeca_used:
        return reckon_armor_drm(found.share, AECA, rules, reduced=use.reduced, words=found.words)
    return _unused(AECA, found, facts, rules)


def _unused(category: str, found: Proportion, facts: ArmorFacts, rules: Ruleset) -> Reckoning:
    """The modifier of armor effects that are not used, with the reason: the hex, the weather, or no capable unit."""
    name = rules.charts.armor_effects.words[category]
    if facts.no_aec:
        where = f"in this hex: {facts.no_aec_in}" if facts.no_aec_in else "in this terrain"
        return Reckoning.of(ZERO, f"no {name} {where}", rules.cite("10G"))
    if not found.share.value:
        behind = f", {found.words}" if found.words else ""
        return Reckoning.of(ZERO, f"{name} of 0{behind}", rules.cite("10C"))
    return Reckoning.of(ZERO, f"no {name} in {facts.weather}", rules.cite("10C"), rules.cite("weather-in-combat"))


def _defense_drm(found: Mapping[str, Proportion], use: ArmorUse, facts: ArmorFacts, rules: Ruleset) -> Reckoning:
    category = use.defense_category
    if category is None:
        drm = _unused(AECD, found[AECD], facts, rules)
    else:
        used = found[category]
        drm = reckon_armor_drm(used.share, category, rules, reduced=use.reduced, words=used.words)
    for point in use.rests_on:
        drm = drm.noting(rests_on=point)
    return drm


# --- required losses (rule 10H) --------------------------------------------------------------------------------------


@frozen
class Used:
    """What a side used in a combat.

    Attributes:
        category: "aeca", "aecd" or "atec".
        share: the proportion.
        no_aec, weather: whether it could be used at all.
    """

    category: str
    share: Fraction
    no_aec: bool = False
    weather: str = "clear"


@frozen
class RequiredLosses:
    """What a side must lose of its capable units.

    Attributes:
        required: whether anything is required.
        category: of what the units must be capable.
        share: the least part of the losses, and the least capability of those units.
    """

    required: bool
    category: str
    share: Fraction

    @property
    def source(self) -> str:
        """The units from which the losses must come, in words; "" for none required."""
        return f"units of at least {show(self.share)} {self.category.upper()}" if self.required else ""


@rule("FoF 10H", "SF 10H")
def required_losses(used: Used, rules: Ruleset) -> RequiredLosses:
    """Which losses a side must take from its capable units, given what it used (rule 10H).

    >>> from europa_rules import load
    >>> required_losses(Used("aeca", Fraction(1, 2)), load("sf")).source
    'units of at least 1/2 AECA'
    """
    barred = used.no_aec or rules.charts.armor_effects.use_in(used.weather).value == "none"
    usable = used.category == ATEC or not barred
    return RequiredLosses(usable and used.share >= HALF, used.category, HALF)


@rule("FoF 10H", "SF 10H")
def is_half_capable(who: Combatant | Involved, category: str, rules: Ruleset) -> bool:
    """Whether a unit is capable of at least one half in a category, as required losses ask."""
    unit = who if isinstance(who, Involved) else involve(who, rules)
    capable = sum((share.part * CAPABLE.get(share.value, ZERO) for share in unit.shares[category]), ZERO)
    return capable >= HALF and not loses_capability(unit.turns_out)
