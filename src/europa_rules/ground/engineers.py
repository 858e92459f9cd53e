"""Combat engineers and specialized armor in an attack (SF 14A2, 14A3, 14C).

Needs the attackers and what is attacked: a major city, or a fortification by its die roll modifier; gives the share of
engineers among the attacking REs, the modifier that it brings, and whether losses are then required of them. Which
share and which fortifications these are is the game's data; in a game without such data engineers bring nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from attrs import frozen

from europa_rules.charts.fortification_effects import EngineerBonus
from europa_rules.citations import Citation, rule
from europa_rules.ground.battleground import (
    ASSAULT,
    Feature,
    FortificationUse,
    features_of,
    fortification_row,
    groups_of,
)
from europa_rules.ground.facts import Combatant, Ground
from europa_rules.ledger import Reckoning
from europa_rules.numbers import ZERO, counted, show
from europa_rules.ruleset import Ruleset
from europa_rules.sides import NEUTRAL, Side
from europa_rules.units import Unit, is_headquarters, label, re_for

ENGINEERS = "engineers"
"""The category of what a side used in a combat, for required losses."""

MAJOR = frozenset({"partial", "full"})
"""Sizes of cities whose hexes are major city hexes."""


@frozen
class EngineerFacts:
    """An attack, as far as engineers go.

    Attributes:
        attackers: the units that attack.
        is_major_city: whether the attacked hex is a major city hex.
        fortification_modifiers: the die roll modifiers of the fortifications there.
        is_strongpoint: whether assault engineers count double there.
    """

    attackers: tuple[Combatant, ...] = ()
    is_major_city: bool = False
    fortification_modifiers: tuple[int, ...] = ()
    is_strongpoint: bool = False


@frozen
class EngineerShare:
    """The engineers' part of an attack, and what it brings.

    Attributes:
        engineers: REs of engineers.
        counted: REs that count in all.
        share: the one over the other.
        modifier: what is added to the die.
    """

    engineers: Reckoning
    counted: Reckoning
    share: Reckoning
    modifier: Reckoning

    @property
    def is_used(self) -> bool:
        """Whether the ability is used, so that losses are required of the engineers (SF 9J)."""
        return self.modifier.value != ZERO


def _fortification_modifiers(ground: Ground, defenders: Sequence[Unit], side: Side, rules: Ruleset) -> tuple[int, ...]:
    chart = rules.charts.fortification_effects
    name = fortification_row(ground, rules)
    served = [name] if name and rules.forbid("fortification", FortificationUse(name, side)).allowed else []
    acting = [u.type for u in defenders if u.type in chart]
    return tuple(chart[row].combat.drm_with(ground.strength) for row in dict.fromkeys((*served, *acting)))


def _doubles_assault(features: Sequence[Feature]) -> bool:
    factors = (factor for feature in features for factor in feature.effect.attack_factors)
    return any(factor.units == ASSAULT and factor.factor > 1 for factor in factors)


@rule("SF 14A3")
def is_strongpoint(ground: Ground, defenders: Sequence[Unit], side: Side, rules: Ruleset) -> bool:
    """Whether assault engineers are doubled in the hex: a major city hex or an improved fortress.

    In a game without rules for engineers there is no such hex.

    >>> from europa_rules import load
    >>> is_strongpoint(Ground(fortification="fortress", condition="improved"), (), NEUTRAL, load("sf"))
    True
    """
    if rules.charts.fortification_effects.engineers is None:
        return False
    return _doubles_assault(features_of(ground, rules, defenders, side))


def engineers_against(
    attackers: Sequence[Combatant],
    ground: Ground,
    rules: Ruleset,
    defenders: Sequence[Unit] = (),
    side: Side = NEUTRAL,
) -> EngineerFacts:
    """The facts of an attack on a hex. side: that of the defenders, for fortifications that serve one side only."""
    return EngineerFacts(
        tuple(attackers),
        ground.city in MAJOR,
        _fortification_modifiers(ground, defenders, side, rules),
        is_strongpoint(ground, defenders, side, rules),
    )


def _is_left_out(unit: Unit, bonus: EngineerBonus, rules: Ruleset) -> bool:
    if not bonus.not_counted_in_total.isdisjoint(groups_of(unit, rules.types)):
        return True
    units_only = rules.reads("14A2-engineer-proportion", "units-only")
    return units_only and (is_headquarters(unit) or unit.size == "counter")


@rule("SF 14A2", "SF 14A3", "SF 14C")
def is_engineer(unit: Unit, rules: Ruleset) -> bool:
    """Whether a unit counts as combat engineers in an attack on a strongpoint: specialized armor does.

    >>> from europa_rules import load
    >>> is_engineer(Unit("br", "flamethrower_tank", "battalion"), load("sf"))
    True
    """
    bonus = rules.charts.fortification_effects.engineers
    return bonus is not None and not bonus.counted.isdisjoint(groups_of(unit, rules.types))


def _res(unit: Unit, facts: EngineerFacts, bonus: EngineerBonus, rules: Ruleset) -> Reckoning:
    size = Reckoning.of(re_for("engineers", unit, rules.types), "REs", rules.cite("14A2"))
    doubled = not bonus.counted_double.isdisjoint(groups_of(unit, rules.types))
    return size.times(2, "assault engineers", rules.cite("14A3")) if facts.is_strongpoint and doubled else size


def _bonus_is_due(facts: EngineerFacts, bonus: EngineerBonus) -> bool:
    return facts.is_major_city or not set(facts.fortification_modifiers).isdisjoint(bonus.fortification_drms)


@rule("SF 14A2", "SF 14A3", "SF 14C")
def reckon_engineers(facts: EngineerFacts, rules: Ruleset) -> EngineerShare:
    """The engineers' share of the attacking REs, artillery left out, and the modifier that it brings.

    >>> from europa_rules import load
    >>> pioneers = Combatant(Unit("ge", "combat_engineer", "regiment"))
    >>> infantry = Combatant(Unit("ge", "infantry", "division"))
    >>> found = reckon_engineers(EngineerFacts((pioneers, infantry, infantry), is_major_city=True), load("sf"))
    >>> str(found.share.value), str(found.modifier.value)
    ('1/7', '1')
    """
    nothing = Reckoning.of(0, "no engineers")
    bonus = rules.charts.fortification_effects.engineers
    if bonus is None:
        return EngineerShare(nothing, nothing, nothing, nothing)
    by = rules.cite("14A2")
    counted = [who.unit for who in facts.attackers if not _is_left_out(who.unit, bonus, rules)]
    able = [(label(u), _res(u, facts, bonus, rules)) for u in counted if is_engineer(u, rules)]
    engineers = Reckoning.total("REs of engineers", able, by)
    total = Reckoning.total("attacking REs", _total_parts(counted, facts, bonus, rules), by)
    for point in _resting(counted, facts, bonus, rules):
        engineers, total = engineers.noting(rests_on=point), total.noting(rests_on=point)
    share = _share(engineers, total, by)
    return EngineerShare(engineers, total, share, _modifier(share, facts, bonus, by))


def _total_parts(
    counted: Sequence[Unit], facts: EngineerFacts, bonus: EngineerBonus, rules: Ruleset
) -> list[tuple[str, Reckoning]]:
    plain = rules.reads("14A3-doubled-size", "numerator")
    seen = EngineerFacts() if plain else facts
    return [(label(u), _res(u, seen, bonus, rules)) for u in counted]


def _share(engineers: Reckoning, total: Reckoning, by: Citation) -> Reckoning:
    share = Reckoning.total("REs of combat engineers", [("engineers", engineers)], by)
    if total.value:
        share = share.times(1 / total.value, f"of {counted(total.value, 'attacking RE')}, artillery not counted", by)
    return share


def _modifier(share: Reckoning, facts: EngineerFacts, bonus: EngineerBonus, by: Citation) -> Reckoning:
    modifier = Reckoning.of(0, "engineers", by)
    if not _bonus_is_due(facts, bonus):
        return modifier
    if share.value < Fraction(bonus.from_share.value):
        short = f"engineers, {show(share.value)} of the REs and not {show(bonus.from_share.value)}"
        return Reckoning.of(0, short, by) if share.value else modifier
    rules_of = tuple(c for c in share.citations if c != by)
    found = modifier.plus(bonus.drm.value, f"engineers, {show(share.value)} of the REs", by, *rules_of)
    for point in share.rests_on:
        found = found.noting(rests_on=point)
    return found.noting(caveat=bonus.drm.caveat)


def _resting(counted: Sequence[Unit], facts: EngineerFacts, bonus: EngineerBonus, rules: Ruleset) -> tuple[str, ...]:
    points: tuple[str, ...] = ()
    if any(is_headquarters(u) or u.size == "counter" for u in counted):
        points += rules.resting("14A2-engineer-proportion")
    assault = [u for u in counted if not bonus.counted_double.isdisjoint(groups_of(u, rules.types))]
    return (*points, *rules.resting("14A3-doubled-size")) if facts.is_strongpoint and assault else points


@rule("SF 9J", "SF 14A2")
def bears_required_losses(who: Combatant, rules: Ruleset) -> bool:
    """Whether a unit is one of the engineers from which losses are required once their ability was used."""
    return is_engineer(who.unit, rules)


@rule("SF 14A3")
def reckon_assault_defense(strength: Reckoning, unit: Unit, at_strongpoint: bool, rules: Ruleset) -> Reckoning:
    """The defense strength of a unit, doubled for assault engineers that defend a strongpoint."""
    bonus = rules.charts.fortification_effects.engineers
    doubled = bonus is not None and not bonus.counted_double.isdisjoint(groups_of(unit, rules.types))
    if not (doubled and at_strongpoint):
        return strength
    return strength.times(2, "assault engineers in a major city or improved fortress", rules.cite("14A3"))
