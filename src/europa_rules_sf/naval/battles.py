"""Naval combat (SF 29, 29A, 29B): the order of combats, bodies, allocation of gunnery, and who fires how in which step.

Needs the two sides of a combat and how they divide their gunnery; gives rulings and strengths. A whole round between
naval units is played in `naval_rounds`, strengths by sea and night stand in `gunnery`, leaving in `disengagement`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from attrs import frozen

from europa_rules.citations import Citation, rule
from europa_rules.errors import unknown
from europa_rules.ledger import Reckoning
from europa_rules.numbers import ZERO, Number, counted, show
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules_sf.naval.groups import CARRIERS
from europa_rules_sf.naval.gunnery import CHART

BY_BODIES, BY_ALLOCATION, BY_FIRES = Citation("SF", "29A"), Citation("SF", "29B1a"), Citation("SF", "29B1b")
BY_BYPASS, BY_MAIN_BODY, BY_END = Citation("SF", "29B1c"), Citation("SF", "29B1d"), Citation("SF", "29B1e")
BY_COAST, BY_COAST_SPLIT = Citation("SF", "29B2"), Citation("SF", "29B2a")
BY_COAST_TF, BY_COAST_MAIN, BY_LEAVING = Citation("SF", "29B2b"), Citation("SF", "29B2c"), Citation("SF", "29C")

GROUP, COAST_DEFENSE = "group", "coast_defense"
COMBATS = (
    (GROUP, "own_hex"),
    (GROUP, "adjacent"),
    (COAST_DEFENSE, "own_hex"),
    (COAST_DEFENSE, "adjacent"),
)
"""Combats that one naval group initiates at one time, in order: with whom, and where they are."""

TASK_FORCE = "TF"
ENGAGING, BYPASS, MAIN_BODY = ROUND_STEPS = ("engaging", "bypass", "main_body")
AT_TF_BODY, AT_MAIN_BODY = COAST_STEPS = ("coast_defense_tf", "coast_defense_main_body")
BY_STEP: Mapping[str, Citation] = {
    ENGAGING: BY_FIRES,
    BYPASS: BY_BYPASS,
    MAIN_BODY: BY_MAIN_BODY,
    AT_TF_BODY: BY_COAST_TF,
    AT_MAIN_BODY: BY_COAST_MAIN,
}
"""The firing steps of naval combat, with their rules: three between naval units, two with coast defenses."""

ENGAGING_GROUP, BYPASSING_GROUP, IN_TF_BODY = "engaging_group", "bypassing_group", "TF_in_tf_body"
TF_IN_MAIN_BODY, CG_IN_MAIN_BODY = "TF_in_main_body", "CG_in_main_body"
GENERAL_GROUP, RESERVE_GROUP = "general_group", "reserve_group"
FIRERS: Mapping[str, tuple[str, ...]] = {
    ENGAGING: (ENGAGING_GROUP, IN_TF_BODY),
    BYPASS: (ENGAGING_GROUP, IN_TF_BODY),
    MAIN_BODY: (BYPASSING_GROUP, IN_TF_BODY, TF_IN_MAIN_BODY, CG_IN_MAIN_BODY),
    AT_TF_BODY: (GENERAL_GROUP, IN_TF_BODY),
    AT_MAIN_BODY: (GENERAL_GROUP, RESERVE_GROUP),
}
"""Who fires in each step."""

SILENT = ("NT_in_main_body", "LC_in_main_body")
"""Who never fires: naval units without gunnery strength."""

IN_BYPASS_STEP, ON_TRANSPORTS, COAST_ON_TRANSPORTS = 2, 2, 3
AIMED, SIZES = "29B1a-aimed-at-bypassers", "29B1b-sizes-between"


# --- order and bodies (SF 29, 29A) -----------------------------------------------------------------------------------


@rule("SF 29")
def combats_in_order(combats: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Combats that a naval group initiates at one time, in the order in which they are resolved.

    combats: with whom ("group" or "coast_defense") and where ("own_hex" or "adjacent"). Raises UnknownName.

    >>> combats_in_order([("coast_defense", "own_hex"), ("group", "adjacent")])
    (('group', 'adjacent'), ('coast_defense', 'own_hex'))
    """
    found = tuple(combats)
    for combat in found:
        if combat not in COMBATS:
            raise unknown("naval combat", " ".join(combat), (" ".join(known) for known in COMBATS))
    return tuple(sorted(found, key=COMBATS.index))


@rule("SF 29A")
def rule_on_bodies(main_body: Sequence[str], tf_body: Sequence[str]) -> Ruling:
    """Whether a player may divide his naval units so; each body is told by the categories of its units.

    >>> rule_on_bodies(["NT", "TF"], ["TF"]).allowed, rule_on_bodies([], ["TF", "CG"]).allowed
    (True, False)
    """
    astray = [category for category in tf_body if category != TASK_FORCE]
    return Ruling.refuse_if(
        bool(astray),
        f"{', '.join(astray)} in the TF body",
        BY_BODIES,
        possible="place every NT, LC and CG in the main body",
    )


# --- allocation (SF 29B1a, 29B1b, 29B2a) -----------------------------------------------------------------------------


def _rule_on_division(whole: Number, parts: Sequence[Number], by: Citation) -> Ruling:
    total = sum((Fraction(part) for part in parts), ZERO)
    return Ruling.refuse_if(
        total > whole,
        f"{show(total)} gunnery strength points are allocated, and there are {show(whole)}",
        by,
        possible=f"allocate {show(whole)}",
    ) & Ruling.refuse_if(any(part < 0 for part in parts), "a part is less than 0", by, possible="0 or more")


@rule("SF 29B1a")
def rule_on_gunnery_allocation(tf_body: Number, engaging: Number, bypassing: Number) -> Ruling:
    """Whether the gunnery of a TF body may be divided so into an engaging and a bypassing group (strength points).

    >>> rule_on_gunnery_allocation(16, 10, 6).allowed, rule_on_gunnery_allocation(16, 10, 7).allowed
    (True, False)
    """
    return _rule_on_division(tf_body, (engaging, bypassing), BY_ALLOCATION)


@rule("SF 29B1a")
def reckon_surplus(engaging: Number, enemy_engaging: Number, rules: Ruleset) -> Reckoning:
    """The engaging strength that may be allocated against the enemy bypassing group: what exceeds the enemy's.

    >>> from europa_rules import load
    >>> reckon_surplus(10, 6, load("sf")).value
    Fraction(4, 1)
    """
    strength = Reckoning.of(engaging, "engaging strength", BY_ALLOCATION)
    for point in rules.resting(AIMED):
        strength = strength.noting(rests_on=point)
    if engaging > enemy_engaging and rules.reads(AIMED, "all"):
        return strength
    return strength.minus(enemy_engaging, "the enemy's", BY_ALLOCATION).at_least(0, "no surplus", BY_ALLOCATION)


@rule("SF 29B1b")
def rule_on_fires(strength: Number, fires: Sequence[Number], rules: Ruleset) -> Ruling:
    """Whether a strength may be divided into these fires: any whole numbers that it has, unless read otherwise.

    >>> from europa_rules import load
    >>> rule_on_fires(10, (5, 3, 2), load("sf")).allowed, rule_on_fires(10, (7, 5), load("sf")).allowed
    (True, False)
    >>> [rule_on_fires(10, fires, load("sf")).allowed for fires in ((5, -1), (0,), (4, 4), (10,))]
    [False, False, True, True]
    >>> rule_on_fires(10, (4,), load("sf")).rests_on, rule_on_fires(10, (5,), load("sf")).rests_on
    (('sf-29B1b-sizes-between: lower',), ())
    >>> rule_on_fires(10, (4,), load("sf", rulings={"sf-29B1b-sizes-between": "exact-only"})).allowed
    False
    """
    columns = rules.charts.matrix(CHART).columns
    between = [show(points) for points in fires if show(points) not in columns]
    return (
        _rule_on_division(strength, fires, BY_FIRES)
        & Ruling(rests_on=rules.resting(SIZES) if between else ())
        & Ruling.refuse_if(
            any(points < 1 or Fraction(points).denominator != 1 for points in fires),
            "a fire is of 1 or more whole points",
            BY_FIRES,
            possible="whole points",
        )
        & Ruling.refuse_if(
            bool(between) and rules.reads(SIZES, "exact-only"),
            f"there is no column for {', '.join(between)}",
            BY_FIRES,
            possible=f"fires of {', '.join(columns)}",
        )
    )


@rule("SF 29B2a")
def rule_on_coast_split(gunnery: Number, general: Number, reserve: Number) -> Ruling:
    """Whether the gunnery of coast defenses may be divided so into a general and a reserve group (strength points).

    >>> rule_on_coast_split(6, 4, 2).allowed, rule_on_coast_split(6, 4, 3).allowed
    (True, False)
    """
    return _rule_on_division(gunnery, (general, reserve), BY_COAST_SPLIT)


# --- firing (SF 29B1b to 29B1d, 29B2b, 29B2c) ------------------------------------------------------------------------


@rule("SF 29B1c", "SF 29B1d", "SF 29B2c")
def reckon_fire_strength(step: str, points: Number, target: str) -> Reckoning:
    """The strength with which points of gunnery fire in a step at a naval unit of a category, or at coast defenses.

    step: one of `BY_STEP`. Raises UnknownName for another.

    >>> reckon_fire_strength("bypass", 4, "TF").value, reckon_fire_strength("coast_defense_main_body", 4, "NT").value
    (Fraction(8, 1), Fraction(12, 1))
    """
    by = _rule_of(step)
    strength, at_transports = Reckoning.of(points, "points", by), target in CARRIERS
    if step == BYPASS:
        return strength.times(IN_BYPASS_STEP, "at the bypassing group", by)
    if step == MAIN_BODY and at_transports:
        return strength.times(ON_TRANSPORTS, f"at {target}", by)
    if step == AT_MAIN_BODY and at_transports:
        return strength.times(COAST_ON_TRANSPORTS, f"at {target}", by)
    return strength


def _rule_of(step: str) -> Citation:
    if step not in BY_STEP:
        raise unknown("step of naval combat", step, BY_STEP)
    return BY_STEP[step]


@rule("SF 29B1b", "SF 29B1c", "SF 29B1d", "SF 29B2b", "SF 29B2c")
def rule_on_firing(step: str, firer: str) -> Ruling:
    """Whether this part of a side fires in a step.

    step: one of `BY_STEP`. firer: one of those of `FIRERS`, or of `SILENT`. Raises UnknownName for others.

    >>> rule_on_firing("bypass", "bypassing_group").allowed, rule_on_firing("main_body", "CG_in_main_body").allowed
    (False, True)
    """
    by, known = _rule_of(step), dict.fromkeys((*(name for names in FIRERS.values() for name in names), *SILENT))
    if firer not in known:
        raise unknown("firer", firer, known)
    able = ", ".join(name.replace("_", " ") for name in FIRERS[step])
    why = f"{firer.replace('_', ' ')} does not fire in the step {step.replace('_', ' ')}"
    return Ruling.refuse_if(firer not in FIRERS[step], why, by, possible=f"fire with {able}")


@frozen
class BypassFire:
    """What hits in the bypass step do: the strength that the bypassing group has left, and hits on its TFs."""

    bypassing: Reckoning
    damage: Reckoning


@rule("SF 29B1c")
def reckon_bypass_hits(bypassing: Number, hits: int) -> BypassFire:
    """What hits in the bypass step do to a bypassing group: each is a hit of damage, and costs it a strength point.

    >>> found = reckon_bypass_hits(2, 3)
    >>> found.bypassing.value, found.damage.value
    (Fraction(0, 1), Fraction(3, 1))
    """
    left = Reckoning.of(bypassing, "bypassing strength", BY_BYPASS)
    left = left.minus(hits, "hits", BY_BYPASS).at_least(0, "never less", BY_BYPASS) if hits else left
    return BypassFire(left, Reckoning.of(hits, "hits", BY_BYPASS))


# --- rounds (SF 29B1e, 29B2) -----------------------------------------------------------------------------------------


@frozen
class RoundEnd:
    """A naval combat at the end of a round.

    Attributes:
        opponent: "group" or "coast_defense".
        round: the number of the round that has ended.
        both_left: whether both players have forces left.
        disengaged: whether either has disengaged.
    """

    opponent: str = GROUP
    round: int = 1
    both_left: bool = True
    disengaged: bool = False


@rule("SF 29B1e", "SF 29B2")
def rule_on_next_round(facts: RoundEnd) -> Ruling:
    """Whether another round is fought: between naval units until one side is gone; with coast defenses there is one.

    >>> rule_on_next_round(RoundEnd()).allowed, rule_on_next_round(RoundEnd("coast_defense")).allowed
    (True, False)
    """
    if facts.opponent == COAST_DEFENSE:
        why = f"combat with coast defenses is one round, and {counted(facts.round, 'round')} has been fought"
        return Ruling.refuse_if(facts.round >= 1, why, BY_COAST, possible="move on")
    return Ruling.refuse_if(not facts.both_left, "one side has no forces left", BY_END) & Ruling.refuse_if(
        facts.disengaged, "a side has disengaged", BY_END, BY_LEAVING
    )
