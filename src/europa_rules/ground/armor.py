"""Armor and antitank effects (rule 10).

Needs the units of both sides, or what they count for, and the ground and weather; gives the proportions of capable REs
in each category, the die roll modifiers of both sides, and which losses a side must take from its capable units (10H).
The categories are "aeca" and "aecd" (armor effects in the attack and in the defense) and "atec" (antitank effects).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import cast

from attrs import evolve, field, frozen

from europa_rules.citations import rule
from europa_rules.contributions import Source
from europa_rules.errors import unknown
from europa_rules.ground.battleground import bars_armor, hexside_for
from europa_rules.ground.facts import Combatant
from europa_rules.ledger import Reckoning
from europa_rules.numbers import HALF, ONE, ZERO, show
from europa_rules.ruleset import Ruleset
from europa_rules.sides import NEUTRAL, Side, Turn
from europa_rules.unit_types import CAPABILITIES, Capability
from europa_rules.units import CapabilityName, Unit, capability, is_artillery, label, re_for

AECA: CapabilityName = "aeca"
AECD: CapabilityName = "aecd"
ATEC: CapabilityName = "atec"

TURNS_OUT = "turns out of supply"
"""Situation of a combatant: which turn out of supply it is in, as a number; none is in supply."""

CARRIED_BY = "carried by"
"""Situation of a combatant: the unit type of the movement counter that carries it."""

ELECTED_ALLOW = "elected units allow neutral ones"
"""Sources: whether a half-capable unit that its owner treats as neutral adds to the neutral limit (rule 10F)."""

BARRED_LEFT_OUT = "barred units are left out"
"""Sources: whether attackers barred by their hexside are left out, instead of counting as none (rule 10G)."""

BEST_ELECTION = "10C-best-election"
"""The open point of who finds the best election of half-capable units (rule 10E)."""

ATEC_CHOICE = "the defender may decline ATEC"
"""Sources: whether ATEC is the defender's choice where AECD may not be used (rule 10C2)."""

_THIRD = Fraction(1, 3)
_CAPABLE = {"full": ONE, "half": HALF}


@frozen
class Share:
    """A part of a unit and what it counts for: for nearly all units the whole of it.

    Attributes:
        part: which part of the unit's REs, 1 for all.
        value: full, half, neutral or none.
    """

    part: Fraction
    value: Capability


@frozen
class Involved:
    """A unit as armor and antitank rules see it.

    Attributes:
        name: for the ledger.
        re: its REs for proportions; 0 for what is never counted.
        shares: for each category, what its parts count for.
        elections: category -> "neutral", where the owner treats a half-capable unit so (rule 10E).
        turns_out: which turn out of supply it is in, 0 for in supply.
        artillery: whether it is artillery.
        barred: whether it attacks across a hexside that lets no armor effects through (rule 10G).
        nation, carried_by: its nation, and the movement counter that carries it.
    """

    name: str
    re: Fraction
    shares: Mapping[str, tuple[Share, ...]] = field(hash=False)
    elections: Mapping[str, str] = field(factory=dict, hash=False)
    turns_out: int = 0
    artillery: bool = False
    barred: bool = False
    nation: str = ""
    carried_by: str = ""


@frozen
class CapableUnit:
    """A unit's value in a category, as sources in slot "capability" are given it.

    The source's value takes the place of the unit's; it may be a function (CapableUnit, Ruleset) that gives one.

    Attributes:
        unit: the unit.
        category: "aeca", "aecd" or "atec".
        value: full, half, neutral or none, by its counter and the chart.
        side: whose it is, neutral where nobody told.
        turn: the game turn, None where nobody told.
    """

    unit: Involved
    category: str
    value: Capability
    side: Side = NEUTRAL
    turn: Turn | None = None


@frozen
class ProportionFacts:
    """The units of a side in one category.

    Attributes:
        units: the units.
        category: "aeca", "aecd" or "atec".
        side, turn: whose and when, where rules depend on it.
        situation: further facts for contributed rules, by name (air units that support, ...).
    """

    units: tuple[Involved, ...]
    category: str
    side: Side = NEUTRAL
    turn: Turn | None = None
    situation: Mapping[str, str] = field(factory=dict, hash=False)


# --- what a unit counts for (rules 10A, 10B) -------------------------------------------------------------------------


@rule("FoF 10A", "FoF 10B", "SF 10A1", "SF 10A2", "SF 10A3", "SF 10B")
def involve(
    who: Combatant,
    rules: Ruleset,
    *,
    re: Fraction | None = None,
    bases: Mapping[str, str] | None = None,
    parts: Mapping[str, Sequence[str]] | None = None,
    water: str = "open",
) -> Involved:
    """A unit of a combat as the armor rules see it.

    re: its size, in place of that of its counter. bases: category -> value of its type, before its symbols.
    parts: category -> values of the armor part and of the infantry part of a mixed unit.
    water: the state of the water at the hexside it attacks across.
    """
    unit, types = who.unit, rules.types
    counted = re_for("proportions", unit, types)
    categories: tuple[CapabilityName, ...] = (AECA, AECD, ATEC)
    values = {c: _based(unit, c, (bases or {}).get(c), rules) for c in categories}
    shares: dict[str, tuple[Share, ...]] = {
        c: _mixed(parts[c]) if parts and c in parts else _shares(values[c]) for c in categories
    }
    return Involved(
        name=label(unit) or who.id,
        re=counted if re is None or (not counted and _is_left_out(unit, rules)) else re,
        shares=shares,
        elections=who.elections,
        turns_out=int(who.situation.get(TURNS_OUT, 0)),
        artillery=is_artillery(unit, types),
        barred=bars_armor(hexside_for(who, rules, water)),
        nation=unit.nation,
        carried_by=who.situation.get(CARRIED_BY, ""),
    )


def _is_left_out(unit: Unit, rules: Ruleset) -> bool:
    """Whether units of the type are never counted, whatever their size."""
    return not re_for("proportions", evolve(unit, points=1, capacity=1), rules.types)


def _based(unit: Unit, category: CapabilityName, base: str | None, rules: Ruleset) -> Capability:
    if base is None or base != "none":
        return cast(Capability, base) if base else capability(unit, category, rules.types)
    by_symbols = (rules.types.symbol(s).none_becomes for s in unit.symbols)
    return next((value for value in by_symbols if value != "none"), "none")


def _shares(value: Capability) -> tuple[Share, ...]:
    return _mixed(("full", "none")) if value == "third" else (Share(ONE, value),)


def _mixed(values: Sequence[str]) -> tuple[Share, ...]:
    armor, infantry = (cast(Capability, value) for value in values)
    return (Share(_THIRD, armor), Share(ONE - _THIRD, infantry))


def capability_named(word: str) -> Capability:
    """A value by its name. Raises UnknownName.

    >>> capability_named("half")
    'half'
    """
    for value in CAPABILITIES:
        if value == word:
            return value
    raise unknown("armor or antitank value", word, CAPABILITIES)


@rule("FoF 12D2b", "SF 12D")
def loses_capability(turns_out: int) -> bool:
    """Whether a unit has no armor or antitank capability: from its second turn out of supply on.

    >>> loses_capability(1), loses_capability(2)
    (False, True)
    """
    return turns_out > 1


@frozen
class _Counted:
    """A share of a unit: its REs, its value now, the neutral REs it allows for, and the readings behind that."""

    label: str
    re: Fraction
    value: Capability
    allows: Fraction
    rests_on: tuple[str, ...] = ()


def _count(unit: Involved, share: Share, facts: ProportionFacts, rules: Ruleset, barring: bool) -> _Counted:
    re = unit.re * share.part
    if loses_capability(unit.turns_out):
        return _Counted(f"{unit.name}, out of supply", re, "none", ZERO)
    if barring and unit.barred:
        return _barred(unit, re, rules)
    printed = CapableUnit(unit, facts.category, share.value, facts.side, facts.turn)
    value, readings = reckon_value(printed, rules)
    if value == "half" and unit.elections.get(facts.category) == "neutral":
        sources = rules.sources(ELECTED_ALLOW)
        allows = re if any(s.value for s in sources) else ZERO
        return _Counted(f"{unit.name}, elected neutral", re, "neutral", allows, _readings(sources))
    return _Counted(unit.name, re, value, re if value in _CAPABLE else ZERO, readings)


def _barred(unit: Involved, re: Fraction, rules: Ruleset) -> _Counted:
    """A unit barred by its hexside: it has no capability, artillery is neutral, unless a reading leaves it out."""
    sources = rules.sources(BARRED_LEFT_OUT)
    counted = ZERO if any(s.value for s in sources) else re
    value: Capability = "neutral" if unit.artillery else "none"
    return _Counted(f"{unit.name}, barred by the hexside", counted, value, ZERO, _readings(sources))


@rule("FoF 10B", "SF 10B", "SF 10I", "SF 14J2", "SF 14J3")
def reckon_value(unit: CapableUnit, rules: Ruleset) -> tuple[Capability, tuple[str, ...]]:
    """The value of a unit in a category after contributed rules, and the readings that it rests on.

    >>> from europa_rules import load
    >>> from europa_rules.sides import ALLIED
    >>> infantry = Involved("infantry", ONE, {"atec": (Share(ONE, "none"),)})
    >>> reckon_value(CapableUnit(infantry, "atec", "none", ALLIED, Turn.parse("Sep I 44")), load("sf"))[0]
    'neutral'
    """
    sources = rules.sources("capability", unit)
    value = unit.value
    for source in sources:
        value = cast(Capability, source.value(unit, rules) if callable(source.value) else source.value)
    return value, _readings(sources)


def _readings(sources: Iterable[Source]) -> tuple[str, ...]:
    return tuple(s.gate.rests_on for s in sources if s.gate.rests_on)


# --- proportions (rules 10C, 10E, 10F) -------------------------------------------------------------------------------


@frozen
class Proportion:
    """The proportion of capable REs in a category.

    Attributes:
        share: capable REs divided by counted REs.
        capable, counted: both, in REs.
    """

    share: Reckoning
    capable: Reckoning
    counted: Reckoning


@rule("FoF 10B1", "FoF 10B2", "FoF 10B3", "FoF 10B4", "SF 10B1", "SF 10B2", "SF 10B3", "SF 10B4")
def reckon_capable_re(re: Fraction, value: str, rules: Ruleset) -> tuple[Reckoning, Reckoning]:
    """REs that count as capable, and REs that count at all, of a unit of this size and value (rule 10B).

    >>> from europa_rules import load
    >>> [str(r.value) for r in reckon_capable_re(Fraction(3), "half", load("fof"))]
    ['3/2', '3']
    """
    by = rules.cite({"full": "10B1", "half": "10B2", "neutral": "10B3"}.get(value, "10B4"))
    size = Reckoning.of(re, "REs")
    return (
        size.times(_CAPABLE.get(value, ZERO), f"{value} capability", by),
        size.times(ZERO, "neutral", by) if value == "neutral" else size,
    )


@rule("FoF 10C", "FoF 10E", "FoF 10F", "SF 10C", "SF 10E", "SF 10F", "SF 14I")
def reckon_proportion(facts: ProportionFacts, rules: Ruleset, *, barring: bool = False) -> Proportion:
    """The proportion of capable REs of a side in a category.

    barring: whether units barred by a hexside count as barred; the capability that calls up ATEC ignores that.
    """
    has_half = any(_is_half(unit, facts.category) for unit in facts.units)
    resting = rules.resting(BEST_ELECTION) if has_half else ()
    if resting and rules.reads(BEST_ELECTION, "engine"):
        facts = _electing(best_elections(facts, rules), facts)
    return _proportion_as_elected(facts, rules, barring, resting)


def _proportion_as_elected(
    facts: ProportionFacts, rules: Ruleset, barring: bool = False, resting: Sequence[str] = ()
) -> Proportion:
    found = [_count(u, share, facts, rules, barring) for u in facts.units for share in u.shares[facts.category]]
    shares = [c for c in found if c.re]
    both = [(c.label, *reckon_capable_re(c.re, c.value, rules)) for c in shares]
    capable = Reckoning.total("capable REs", [(name, able) for name, able, _ in both], rules.cite("10C"))
    capable = rules.modify(capable, "armor capability", facts)
    counted = Reckoning.total("counted REs", [(name, size) for name, _, size in both], rules.cite("10C"))
    excess = _neutral_excess(shares, rules)
    if excess:
        counted = counted.plus(excess, "neutral REs over the limit", rules.cite("10F"))
    share = _divided(capable, counted, rules)
    for point in (*(point for c in found for point in c.rests_on), *resting):
        share = share.noting(rests_on=point)
    return Proportion(share, capable, counted)


def _divided(capable: Reckoning, counted: Reckoning, rules: Ruleset) -> Reckoning:
    by = rules.cite("10C")
    if not counted.value:
        return Reckoning.of(ZERO, "no REs are counted", by)
    share = Reckoning.total("capable REs", [("capable", capable)], by)
    share = share.times(1 / counted.value, f"divided by {show(counted.value)} counted REs", by)
    return share.at_most(ONE, "at most all", by) if share.value > 1 else share


def _neutral_excess(shares: Sequence[_Counted], rules: Ruleset) -> Fraction:
    """Neutral REs over the limit: they count as having no capability (rule 10F)."""
    allowed = rules.charts.armor_effects.neutral_per_capable.value * sum((c.allows for c in shares), ZERO)
    return max(sum((c.re for c in shares if c.value == "neutral"), ZERO) - allowed, ZERO)


@rule("FoF 10E", "SF 10E")
def best_elections(facts: ProportionFacts, rules: Ruleset) -> tuple[int, ...]:
    """The places of those half-capable units that an owner does best to treat as neutral (rule 10E).

    Every choice is weighed; of those with the greatest proportion the one that names the fewest units, and then the
    first of the list, is given. Elections that the facts state already are not looked at.
    """
    half = [i for i, unit in enumerate(facts.units) if _is_half(unit, facts.category)]
    choices = (chosen for n in range(len(half) + 1) for chosen in combinations(half, n))
    return max(choices, key=lambda chosen: _proportion_as_elected(_electing(chosen, facts), rules).share.value)


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


def _is_half(unit: Involved, category: str) -> bool:
    return Share(ONE, "half") in unit.shares[category]


def _electing(places: Sequence[int], facts: ProportionFacts) -> ProportionFacts:
    units = (
        evolve(unit, elections={facts.category: "neutral"} if i in places else {}) for i, unit in enumerate(facts.units)
    )
    return evolve(facts, units=tuple(units))


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
    readings = _readings(choice) if calls_up_atec else ()
    return ArmorUse(usable and capability > 0, category, in_weather == "reduced", readings)


@rule("FoF 10C", "FoF 10C1", "FoF 10C2", "FoF 10C3", "SF 10C1", "SF 10C2", "SF 10C3")
def reckon_armor_drm(share: Reckoning, category: str, rules: Ruleset, *, reduced: bool = False) -> Reckoning:
    """The die roll modifier of a proportion in a category.

    reduced: whether armor effects are reduced by weather; ATEC never is.

    >>> from europa_rules import load
    >>> print(reckon_armor_drm(Reckoning.of(Fraction(1, 2), "given"), "atec", load("sf")))
    -2 ATEC of 1/2 (SF 10C3) | = -2
    """
    is_reduced = reduced and category != ATEC
    cell = rules.charts.armor_effects.drm(f"{category}_reduced" if is_reduced else category, share.value)
    why = f"{'reduced ' if is_reduced else ''}{category.upper()} of {show(share.value)}"
    drm = Reckoning.of(cell.value, why, rules.cite(_DRM_RULES[category])).noting(caveat=cell.caveat)
    illegible = is_reduced and category == AECA and share.value == 1
    for point in (*share.rests_on, *(rules.resting("10C1-reduced-aeca-of-one") if illegible else ())):
        drm = drm.noting(rests_on=point)
    return drm


_DRM_RULES = {"aeca": "10C1", "aecd": "10C2", "atec": "10C3"}


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
    capable = _share(attackers, facts, rules)
    use = decide_use(
        capable.value, rules, no_aec=facts.no_aec, weather=facts.weather, declines_atec=facts.declines_atec
    )
    usable = _share(attackers, facts, rules, barring=True)
    aecd, atec = (_share(evolve(defenders, category=c), facts, rules) for c in (AECD, ATEC))
    attack = _attack_drm(usable, use, facts, rules)
    defense = _defense_drm({AECD: aecd, ATEC: atec}, use, facts, rules)
    net = Reckoning.total("armor and antitank effects", [("attack", attack), ("defense", defense)], rules.cite("10D"))
    return ArmorModifiers(attack, defense, net, capable, usable, aecd, atec, use)


def _defending(facts: ArmorFacts, rules: Ruleset) -> tuple[Involved, ...]:
    return _involved(facts.defenders, facts, rules)


def _share(side: ProportionFacts, facts: ArmorFacts, rules: Ruleset, *, barring: bool = False) -> Reckoning:
    """The proportion of a side in a category: that of its units, unless it is told."""
    told = facts.proportions.get(side.category)
    return reckon_proportion(side, rules, barring=barring).share if told is None else Reckoning.of(told, "told")


def _attack_drm(share: Reckoning, use: ArmorUse, facts: ArmorFacts, rules: Ruleset) -> Reckoning:
    if use.aeca_used:
        return reckon_armor_drm(share, AECA, rules, reduced=use.reduced)
    return Reckoning.of(ZERO, _why_unused(share.value, facts), rules.cite("10G" if facts.no_aec else "10C"))


def _why_unused(share: Fraction, facts: ArmorFacts) -> str:
    if facts.no_aec:
        return "no armor effects in this terrain"
    return f"no armor effects in {facts.weather}" if share else "no armor effects"


def _defense_drm(shares: Mapping[str, Reckoning], use: ArmorUse, facts: ArmorFacts, rules: Ruleset) -> Reckoning:
    if use.defense_category is None:
        drm = Reckoning.of(ZERO, _why_unused(shares[AECD].value, facts), rules.cite("10G" if facts.no_aec else "10C"))
    else:
        drm = reckon_armor_drm(shares[use.defense_category], use.defense_category, rules, reduced=use.reduced)
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
    capable = sum((share.part * _CAPABLE.get(share.value, ZERO) for share in unit.shares[category]), ZERO)
    return capable >= HALF and not loses_capability(unit.turns_out)
