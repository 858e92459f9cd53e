"""Coast defenses (SF 29B3, 33B, 35): their level in a hex, hits on them, and what becomes of those of a port.

Needs what is in a hex, the hits, and who owns it; gives levels and rulings. Levels of each feature are the chart
`coast_defenses`; hits by bombing are counted by `europa_rules.air.bombing`.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import floor

from attrs import frozen

from europa_rules.citations import Citation, rule
from europa_rules.ledger import Reckoning
from europa_rules.nations import normal
from europa_rules.numbers import HALF, ONE, Number, show
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset

BY, BY_RESULT, BY_REPAIR = Citation("SF", "33B"), Citation("SF", "29B3"), Citation("SF", "35")
CHART = "coast_defenses"
TWO_FOR_ONE = "29B2-two-for-one"
NRP_EACH = 1
"""Naval repair points that a level of the coast defenses of a port costs."""

AMOUNTS = {"each": ONE, "1/2 RE": HALF, "2 points": Fraction(2)}
"""How much of a feature has the levels of its row."""


@rule("SF 33B")
def reckon_feature_level(feature: str, amount: Number, sea_zone: str, rules: Ruleset) -> Reckoning:
    """The coast defense level of a feature of a hex, unit or marker, on the coast of a sea zone.

    feature: a row of the chart. amount: how many there are: REs of artillery, points of AA, else a number.

    >>> from europa_rules import load
    >>> reckon_feature_level("standard_port", 1, "atlantic", load("sf")).value
    Fraction(2, 1)
    """
    chart, zone = rules.charts[CHART], normal(sea_zone)
    cell, per = chart.whole("rows", feature, zone), chart.text("rows", feature, "per").value
    times = floor(Fraction(amount) / AMOUNTS[per])
    level = Reckoning.of(cell.value, f"{feature.replace('_', ' ')}, {per}", BY).noting(caveat=cell.caveat)
    return level if times == 1 else level.times(times, f"{show(amount)} of them", BY)


@rule("SF 33B")
def reckon_level(levels: Iterable[Number], hits: int, rules: Ruleset, player_turns: int = 0) -> Reckoning:
    """The level of the coast defenses of a hex: the sum of those there, less the hits of the player turn, at most 4.

    player_turns: player turns since the hits were made.

    >>> from europa_rules import load
    >>> [reckon_level((3, 3), hits, load("sf")).value for hits in (2, 9)]
    [Fraction(4, 1), Fraction(2, 1)]
    >>> print(reckon_level((3,), 1, load("sf"), player_turns=1))
    3 levels (SF 33B) | +0 hits of an earlier player turn are removed (SF 33B) | = 3
    """
    level = Reckoning.total("levels", ((f"part {n}", Reckoning.of(v, "level")) for n, v in enumerate(levels, 1)), BY)
    if player_turns:
        return level.plus(0, "hits of an earlier player turn are removed", BY) if hits else level
    return _less(level, min(hits, most_hits(rules)))


def _less(level: Reckoning, hits: int) -> Reckoning:
    return level.minus(hits, "hits", BY).at_least(0, "never less", BY) if hits else level


def most_hits(rules: Ruleset) -> int:
    """The hits on the coast defenses of a hex that have an effect."""
    return rules.charts[CHART].whole("damage", "max_per_hex").value


@frozen
class CoastDamage:
    """Damage by naval fire: the hits of damage, and the level after them."""

    damage: Reckoning
    level: Reckoning


@rule("SF 29B3", "SF 33B")
def reckon_naval_hits(level: int, hits: int, rules: Ruleset) -> CoastDamage:
    """What fires that hit do to coast defenses: a hit of damage for every two of the naval combat, at most 4.

    >>> from europa_rules import load
    >>> [int(reckon_naval_hits(6, hits, load("sf")).level.value) for hits in (1, 3, 8, 12)]
    [6, 5, 2, 2]
    """
    each = rules.charts[CHART].whole("damage", "bombing_or_gunnery_hits_per_hit").value
    damage = Reckoning.of(hits, "fires hit", BY_RESULT).become(hits // each, f"one for every {each}", BY_RESULT)
    for point in rules.resting(TWO_FOR_ONE):
        damage = damage.noting(rests_on=point)
    damage = damage.at_most(most_hits(rules), "no more have an effect", BY)
    return CoastDamage(damage, _less(Reckoning.of(level, "level", BY), int(damage.value)))


@rule("SF 33B")
def reckon_after_capture(levels: int, enemy_gains: bool) -> Reckoning:
    """The levels of coast defenses that a port has once its hex has changed hands, or not.

    >>> reckon_after_capture(2, True).value
    Fraction(0, 1)
    """
    kept = Reckoning.of(levels, "levels of the port", BY)
    return kept.become(0, "the enemy has gained the hex", BY) if enemy_gains else kept


@rule("SF 33B", "SF 35")
def rule_on_rebuilding(is_owned: bool, has_line: bool) -> Ruling:
    """Whether a player may replace levels of the coast defenses of a port: whoever owns it now, with a supply line.

    has_line: whether a supply line leads to a friendly-owned functioning naval base.

    >>> rule_on_rebuilding(True, True).allowed, rule_on_rebuilding(False, True).allowed
    (True, False)
    """
    return Ruling.refuse_if(
        not is_owned, "the hex of the port is not friendly-owned", BY_REPAIR, BY, possible="gain it first"
    ) & Ruling.refuse_if(
        not has_line,
        "no supply line leads to a friendly-owned functioning naval base",
        BY_REPAIR,
        possible="a port with such a line",
    )


@rule("SF 35")
def reckon_rebuilding_cost(levels: int) -> Reckoning:
    """The naval repair points that levels of the coast defenses of a port cost."""
    return Reckoning.of(NRP_EACH, "a level", BY_REPAIR).times(levels, "levels", BY_REPAIR)
