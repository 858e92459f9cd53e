"""Support (rule 11).

Needs the units of a hex and, for an attack, who attacks together; gives whether each of them fights supported, and its
printed strength after support. Some games know units that support only so many REs; who of several gets such support
is settled so that the group is strongest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from attrs import frozen

from europa_rules.citations import rule
from europa_rules.contributions import Source
from europa_rules.ground.facts import Combatant
from europa_rules.ground.mechanics import halvings, reckon_effects
from europa_rules.ledger import Reckoning
from europa_rules.numbers import HALF, ZERO
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.units import has_supporting_arms, label, re_size

ATTACK, DEFENSE = "attack", "defense"
FURTHER_HALVINGS = "further halvings"
"""Situation of a combatant: how many more times its strength is halved, for reasons of no rule here."""

SUPPORTED_BY = "supported by"
"""Situation of a combatant: what supports it besides the units of its hex (naval gunfire, coast defenses)."""


@frozen
class SupportFacts:
    """A supported unit and one that it might support, as slot "support" is given them.

    Attributes:
        supporter, supported: the two units.
        role: "attack" or "defense".
    """

    supporter: Combatant
    supported: Combatant
    role: str


@rule("FoF 11", "SF 11")
def rule_on_support(facts: SupportFacts, rules: Ruleset) -> Ruling:
    """Whether a unit supports another: from the same hex, in the same attack, itself supported and without the dot.

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating, Unit
    >>> dotted = Combatant(Unit("ge", "infantry", "regiment", Rating.parse("2-6*")))
    >>> plain = Combatant(Unit("ge", "infantry", "regiment", Rating.parse("2-6")))
    >>> rule_on_support(SupportFacts(dotted, plain, "defense"), load("fof")).allowed
    False
    """
    supporter, by = facts.supporter, rules.cite("11")
    unit = label(supporter.unit)
    return Ruling.all(
        (
            Ruling.refuse_if(
                not has_supporting_arms(supporter.unit, rules.types), f"{unit} has no supporting arms", by
            ),
            Ruling.refuse_if(supporter.unit.is_self_supported, f"{unit} supports itself only", by),
            Ruling.refuse_if(supporter.stands_in != facts.supported.stands_in, f"{unit} is in another hex", by),
            Ruling.refuse_if(
                facts.role == ATTACK and not supporter.participates, f"{unit} does not take part in the attack", by
            ),
            Ruling.refuse_if(
                facts.role == DEFENSE and bool(supporter.adds_nothing),
                f"{unit}: {supporter.adds_nothing}",
                rules.cite("9F1"),
            ),
            rules.forbid("support", facts),
        )
    )


def _supports_itself(who: Combatant, rules: Ruleset) -> str:
    """Why a unit is supported whoever is with it, or ""."""
    if has_supporting_arms(who.unit, rules.types):
        return "has supporting arms"
    if SUPPORTED_BY in who.situation:
        return f"supported by {who.situation[SUPPORTED_BY]}"
    return next((source.name for source in rules.sources("own support", who)), "")


@rule("FoF 11", "SF 11")
def is_supported(who: Combatant, group: Sequence[Combatant], role: str, rules: Ruleset) -> bool:
    """Whether a unit of a group is supported.

    group: the units with it, in its hex and in others; `who` may be among them. role: "attack" or "defense".
    """
    members, at = _with(who, group)
    return bool(_supports(members, role, rules)[at])


def _with(who: Combatant, group: Sequence[Combatant]) -> tuple[tuple[Combatant, ...], int]:
    places = [i for i, member in enumerate(group) if member is who]
    places = places or [i for i, member in enumerate(group) if member == who]
    return (tuple(group), places[0]) if places else ((*group, who), len(group))


def _supports(group: Sequence[Combatant], role: str, rules: Ruleset) -> tuple[str, ...]:
    """For each unit of the group what supports it, "" for nothing."""
    found = [_supports_itself(who, rules) or _supporter_of(who, group, role, rules) for who in group]
    for i, why in _limited_support(group, found, role, rules):
        found[i] = why
    return tuple(found)


def _supporter_of(who: Combatant, group: Iterable[Combatant], role: str, rules: Ruleset) -> str:
    others = (other for other in group if other is not who)
    able = (o for o in others if rule_on_support(SupportFacts(o, who, role), rules).allowed)
    return next((f"supported by {label(o.unit)}" for o in able), "")


# --- supporters of so many REs ---------------------------------------------------------------------------------------


def _limit_of(supporter: Combatant, rules: Ruleset) -> Source | None:
    return next(iter(rules.sources("limited support", supporter)), None)


def _limited_support(
    group: Sequence[Combatant], found: Sequence[str], role: str, rules: Ruleset
) -> Iterable[tuple[int, str]]:
    """Who gets the support that goes to so many REs only: those with whom the group is strongest."""
    left = {i for i, why in enumerate(found) if not why}
    for supporter in group:
        source = _limit_of(supporter, rules)
        if source is None or not isinstance(source.value, int | Fraction):
            continue
        if role == ATTACK and not supporter.participates:
            continue
        reached = [i for i in sorted(left) if group[i].stands_in == supporter.stands_in]
        for i in _strongest(reached, group, role, Fraction(source.value), rules):
            left.discard(i)
            yield i, f"supported by {label(supporter.unit)}"


def _strongest(
    candidates: Sequence[int], group: Sequence[Combatant], role: str, limit: Fraction, rules: Ruleset
) -> tuple[int, ...]:
    """The candidates of at most so many REs together whose strength is greatest; all choices are weighed."""
    best: dict[Fraction, tuple[Fraction, tuple[int, ...]]] = {ZERO: (ZERO, ())}
    for i in candidates:
        size, strength = re_size(group[i].unit, rules.types), _printed(group[i], role)
        for used, (total, chosen) in list(best.items()):
            with_it = (total + strength, (*chosen, i))
            if used + size <= limit and with_it[0] > best.get(used + size, (ZERO, ()))[0]:
                best[used + size] = with_it
    return max(best.values(), key=lambda pair: pair[0])[1]


# --- strengths -------------------------------------------------------------------------------------------------------


def _printed(who: Combatant, role: str) -> Fraction:
    return who.unit.attack if role == ATTACK else who.unit.defense


@rule("FoF 11", "SF 11")
def reckon_supported_strengths(group: Sequence[Combatant], role: str, rules: Ruleset) -> tuple[Reckoning, ...]:
    """The printed strength of each unit of a group after support, in the group's order (strength points).

    role: "attack" (attack strengths; who attacks from one hex supports there) or "defense".

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating, Unit
    >>> lone = Combatant(Unit("ge", "infantry", "regiment", Rating.parse("3-8")))
    >>> print(reckon_supported_strengths([lone], "attack", load("fof"))[0])
    3 printed | x1/2 unsupported (FoF 11) | = 3/2
    """
    supports = _supports(group, role, rules)
    return tuple(_reckon(who, role, why, rules) for who, why in zip(group, supports, strict=True))


def _reckon(who: Combatant, role: str, support: str, rules: Ruleset) -> Reckoning:
    strength = Reckoning.of(_printed(who, role), "printed")
    if not support:
        strength = strength.times(HALF, "unsupported", rules.cite("11"))
    return reckon_effects(strength, halvings(int(who.situation.get(FURTHER_HALVINGS, 0)), rules, "halved otherwise"))


@rule("FoF 11", "SF 11")
def reckon_supported_strength(who: Combatant, group: Sequence[Combatant], role: str, rules: Ruleset) -> Reckoning:
    """The printed strength of one unit of a group after support (strength points).

    group: the units with it, in its hex and in others; `who` may be among them. role: "attack" or "defense".
    """
    members, at = _with(who, group)
    return reckon_supported_strengths(members, role, rules)[at]


@rule("FoF 11", "SF 11", "FoF 9F1", "SF 9F1")
def reckon_supported_total(group: Sequence[Combatant], role: str, rules: Ruleset) -> Reckoning:
    """The strength of a group after support: of those that take part, or of those that have not retreated there."""
    strengths = zip(group, reckon_supported_strengths(group, role, rules), strict=True)
    counted = [(label(w.unit), _counted(w, strength, role, rules)) for w, strength in strengths]
    return Reckoning.total(f"{role} strength after support", counted, rules.cite("11"))


def _counted(who: Combatant, strength: Reckoning, role: str, rules: Ruleset) -> Reckoning:
    if role == ATTACK and not who.participates:
        return strength.become(ZERO, "does not take part", rules.cite("11"))
    if role == DEFENSE and who.adds_nothing:
        return strength.become(ZERO, who.adds_nothing, rules.cite("9F1"))
    return strength
