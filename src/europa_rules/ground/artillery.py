"""Artillery in excess (FoF 14B, SF 14B) and siege artillery (FoF 14C, SF 14B1).

Needs the units of one side in a combat with their strengths; gives which artillery the other units cover and what the
rest is worth: in all no more than 1. Which units are covered is settled so that the side is strongest, as its owner
would choose.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from attrs import evolve, frozen

from europa_rules.citations import rule
from europa_rules.errors import unknown
from europa_rules.ground.battleground import Feature, effects_on
from europa_rules.ground.facts import Combatant
from europa_rules.ground.mechanics import reckon_effects
from europa_rules.ledger import Reckoning
from europa_rules.numbers import ONE, ZERO, counted
from europa_rules.ruleset import Ruleset
from europa_rules.units import Unit, is_artillery, is_siege_artillery, re_for, re_size

EXCESS_STRENGTH = ONE
"""What all artillery in excess is worth together, at most (strength points)."""

GUNFIRE = "gunfire as artillery"
"""Sources: REs of artillery that a point of naval gunfire counts as; without one it is outside this rule."""

GIVES_NO_SUPPORT = "gives no support"
"""Situation of a combatant: why it supports nobody."""


@frozen
class Fielded:
    """A unit of a side in a combat, or something that counts as one.

    Attributes:
        name: for the ledger.
        strength: its strength after everything else.
        re: its size in REs.
        artillery: whether it is artillery.
        covers: how many REs of artillery it covers.
        indivisible: whether it is covered whole or not at all.
    """

    name: str
    strength: Reckoning
    re: Fraction = ZERO
    artillery: bool = False
    covers: Fraction = ZERO
    indivisible: bool = True


def fielded(name: str, unit: Unit, strength: Reckoning, rules: Ruleset, *, counts: bool = True) -> Fielded:
    """A unit as this rule sees it.

    counts: False for one that is in the hex but takes no part, which neither covers artillery nor needs cover.

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating
    >>> guns = Unit("ge", "artillery", "regiment", Rating.parse("2-3-8"))
    >>> fielded("guns", guns, Reckoning.of(3, "printed"), load("fof")).artillery
    True
    """
    types = rules.types
    if not counts:
        return Fielded(name, strength)
    if is_artillery(unit, types):
        return Fielded(name, strength, re_size(unit, types), True, indivisible=not _in_parts(rules))
    return Fielded(name, strength, covers=_covering_re(unit, rules))


def _in_parts(rules: Ruleset) -> bool:
    return rules.reads("14B-unmatched-artillery", "pro-rata") or rules.reads("14B-artillery-cover", "all-pieces")


def _covering_re(unit: Unit, rules: Ruleset) -> Fraction:
    """REs of artillery that a unit covers: its own, but none for what counts in no proportion."""
    if rules.reads("14B-artillery-cover", "all-pieces"):
        return re_size(unit, rules.types)
    if rules.reads("14B-cover", "combat-units") and not (unit.attack or unit.defense):
        return ZERO
    return re_for("proportions", unit, rules.types)


@frozen
class Cover:
    """Which artillery of a side is covered.

    Attributes:
        limit: REs that are covered.
        covered: for each unit, in order, the part of it that is: 1 for what is no artillery.
    """

    limit: Fraction
    covered: tuple[Fraction, ...]

    @property
    def has_excess(self) -> bool:
        """Whether any artillery is in excess."""
        return any(part < 1 for part in self.covered)


@rule("FoF 14B", "SF 14B")
def cover_artillery(units: Sequence[Fielded]) -> Cover:
    """Which artillery the other units of a side cover, RE for RE: the choice that leaves the side strongest.

    >>> guns = Fielded("guns", Reckoning.of(3, "printed"), ONE, artillery=True)
    >>> infantry = Fielded("infantry", Reckoning.of(2, "printed"), covers=ONE)
    >>> cover_artillery([guns, guns, infantry]).covered
    (Fraction(1, 1), Fraction(0, 1), Fraction(1, 1))
    """
    limit = sum((u.covers for u in units), ZERO)
    guns = [i for i, unit in enumerate(units) if unit.artillery]
    if sum((units[i].re for i in guns), ZERO) <= limit:
        return Cover(limit, (ONE,) * len(units))
    parts = max((_filled(whole, guns, units, limit) for whole in _wholes(guns, units, limit)), key=_worth(units))
    return Cover(limit, tuple(parts.get(i, ONE) for i in range(len(units))))


def _worth(units: Sequence[Fielded]) -> Callable[[Mapping[int, Fraction]], Fraction]:
    return lambda parts: sum((part * units[i].strength.value for i, part in parts.items()), ZERO)


def _filled(
    whole: Sequence[int], guns: Sequence[int], units: Sequence[Fielded], limit: Fraction
) -> dict[int, Fraction]:
    """What is covered if these guns are: of what can be covered in part, the strongest for its size goes first."""
    parts = {i: ONE if i in whole else ZERO for i in guns}
    left = limit - sum((units[i].re for i in whole), ZERO)
    for i in sorted((i for i in guns if not units[i].indivisible), key=lambda i: -_density(units[i])):
        parts[i] = min(ONE, left / units[i].re) if units[i].re else ONE
        left -= parts[i] * units[i].re
    return parts


def _density(unit: Fielded) -> Fraction:
    return unit.strength.value / unit.re if unit.re else ZERO


def _wholes(guns: Sequence[int], units: Sequence[Fielded], limit: Fraction) -> list[tuple[int, ...]]:
    """Choices of guns that are covered whole: for each size that they can have together the strongest."""
    best: dict[Fraction, tuple[Fraction, tuple[int, ...]]] = {ZERO: (ZERO, ())}
    for i in (i for i in guns if units[i].indivisible):
        for used, (strength, chosen) in list(best.items()):
            size, total = used + units[i].re, strength + units[i].strength.value
            if size <= limit and (size not in best or total > best[size][0]):
                best[size] = (total, (*chosen, i))
    return [chosen for _, chosen in best.values()]


@rule("FoF 14B", "SF 14B")
def reckon_with_artillery(units: Sequence[Fielded], rules: Ruleset) -> tuple[tuple[str, Reckoning], ...]:
    """The strengths of a side to be added up: artillery in excess stands together, with at most 1.

    >>> from europa_rules import load
    >>> guns = Fielded("guns", Reckoning.of(3, "printed"), ONE, artillery=True)
    >>> [(name, str(strength.value)) for name, strength in reckon_with_artillery([guns, guns], load("fof"))]
    [('artillery in excess', '1')]
    """
    cover = cover_artillery(units)
    if not cover.has_excess:
        return tuple((unit.name, unit.strength) for unit in units)
    by = rules.cite("14B")
    pairs = list(zip(units, cover.covered, strict=True))
    kept = tuple((unit.name, _part(unit, part, rules)) for unit, part in pairs if part)
    rest = [(unit.name, _part(unit, 1 - part, rules)) for unit, part in pairs if part < 1]
    why = f"strength of the artillery beyond what {counted(cover.limit, 'RE')} of other units cover"
    excess = Reckoning.total(why, rest, by)
    if rules.reads("14B-excess-floor", "one"):
        excess = excess.become(EXCESS_STRENGTH, "together", by)
    else:
        excess = excess.at_most(EXCESS_STRENGTH, "together", by)
    for point in rules.resting("14B-unmatched-artillery", "14B-cover", "14B-artillery-cover", "14B-excess-floor"):
        excess = excess.noting(rests_on=point)
    return (*kept, ("artillery in excess", excess))


def _part(unit: Fielded, part: Fraction, rules: Ruleset) -> Reckoning:
    return unit.strength if part == 1 else unit.strength.times(part, "part of its REs", rules.cite("14B"))


@rule("SF 33A")
def gunfire_as_artillery(strength: Reckoning, rules: Ruleset) -> tuple[Fielded, ...]:
    """Naval gunfire as this rule sees it: artillery in games that say so, else nothing that it touches."""
    sources = rules.sources(GUNFIRE)
    if not strength.value:
        return ()
    if not sources or not isinstance(sources[0].value, int | Fraction):
        return (Fielded("naval gunfire", strength),)
    return (Fielded("naval gunfire", strength, Fraction(sources[0].value) * strength.value, True, indivisible=False),)


# --- artillery in excess and support (SF 14B, rule 11) ---------------------------------------------------------------


def without_support_of_excess(group: Sequence[Combatant], cover: Cover, rules: Ruleset) -> tuple[Combatant, ...] | None:
    """The group, its artillery in excess marked as supporting nobody, where a reading says so; else None."""
    if not cover.has_excess or not rules.reads("14B-excess-support", "no"):
        return None
    marked = []
    for who, part in zip(group, cover.covered, strict=False):
        situation = {**who.situation, GIVES_NO_SUPPORT: "artillery in excess"}
        marked.append(evolve(who, situation=situation) if part < 1 else who)
    return tuple(marked)


# --- siege artillery and other units that are doubled (FoF 14C, SF 14A3, 14B1) ---------------------------------------


LENT_EFFECTS = {"": False, "none": False, "halves": True, "halved": True, "quarters": True, "quartered": True}
"""What a fortification is said to do to attackers -> whether siege artillery is doubled against it."""


@rule("FoF 14C", "FoF 31A5", "SF 14A3", "SF 14B1")
def reckon_special_strength(
    who: Combatant, features: Sequence[Feature], rules: Ruleset, *, lent_effect: str = ""
) -> Reckoning:
    """The printed attack strength after what doubles units of its kind, and nothing else (strength points).

    features: what there is in the attacked hex and at the hexside. lent_effect: what an unnamed fortification does to
    attackers ("halves", "quarters"), where only that is known. Raises UnknownName for any other word.

    >>> from europa_rules import load
    >>> from europa_rules.ground.battleground import features_of
    >>> from europa_rules.ground.facts import Ground
    >>> from europa_rules.units import Rating
    >>> gun = Combatant(Unit("ge", "siege_artillery", "regiment", Rating.parse("4-2-6")))
    >>> print(reckon_special_strength(gun, features_of(Ground(city="full"), load("fof")), load("fof")))
    4 printed | x2 full city (FoF 9H, FoF 14C) | = 8
    """
    if lent_effect not in LENT_EFFECTS:
        raise unknown("effect of a fortification", lent_effect, [word for word in LENT_EFFECTS if word])
    doubling = [effect for effect in effects_on(who, features, rules) if effect.factor > 1]
    strength = reckon_effects(Reckoning.of(who.unit.attack, "printed"), doubling)
    if not is_siege_artillery(who.unit, rules.types):
        return strength
    if LENT_EFFECTS[lent_effect] and not doubling:
        strength = strength.times(2, f"a fortification that {lent_effect} attackers", rules.cite("siege-artillery"))
    for point in rules.resting("14C-siege-and-halving", "14C-westwall-siege") if features else ():
        strength = strength.noting(rests_on=point)
    return strength
