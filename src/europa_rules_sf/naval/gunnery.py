"""Gunnery (SF 29B, 33B, 34A4, 34C): the strength with which naval units and coast defenses fire.

Needs strengths, the sea, the time and the range; gives gunnery strengths, and what a fire does by the naval gunnery
table.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import floor

from attrs import frozen

from europa_rules.citations import Citation, rule
from europa_rules.ledger import Reckoning
from europa_rules.numbers import HALF, ONE, QUARTER, Number
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, Side, Turn

BY, BY_NIGHT, BY_AMMO = Citation("SF", "29B"), Citation("SF", "34A4"), Citation("SF", "34C")
SEA_FACTORS = {"calm": ONE, "rough": HALF, "stormy": QUARTER}
BETTER_NIGHTS = Turn(1944, 7, 1)
"""The game turn from which Allied naval units fire better at night."""

NIGHT_ROUNDING, UNIT_ROUNDING = "34A4-night-rounding", "29B-gunnery-rounding"
CHART = "naval_gunnery"
RESERVE_MODIFIER = "reserve_group"
HIT = "H"


@frozen
class Guns:
    """A naval unit, or the coast defenses of a hex, that would fire.

    Attributes:
        strength: its current strength, or the level of the coast defenses (strength points).
        by_sea: whether it is a naval unit.
        side: whose it is. turn: the game turn; None where that is not told.
        sea: sea conditions. at_night: whether it is night.
        is_adjacent: of coast defenses, whether they fire at a hex beside theirs.
        is_out_of_ammo: whether the naval unit has its ammunition depleted.
    """

    strength: Number
    by_sea: bool = True
    side: Side = ALLIED
    turn: Turn | None = None
    sea: str = "calm"
    at_night: bool = False
    is_adjacent: bool = False
    is_out_of_ammo: bool = False


def _factors(guns: Guns) -> Iterable[tuple[Fraction, str, Citation]]:
    """What the strength is multiplied by, why, and by which rule."""
    if not guns.by_sea:
        if guns.is_adjacent:
            yield HALF, "fires at an adjacent hex", BY
        if guns.at_night:
            yield HALF, "night", BY_NIGHT
        return
    if SEA_FACTORS[guns.sea] != ONE:
        yield SEA_FACTORS[guns.sea], f"{guns.sea} sea", BY
    if guns.at_night:
        sees = guns.side == ALLIED and guns.turn is not None and guns.turn >= BETTER_NIGHTS
        yield HALF if sees else QUARTER, "night", BY_NIGHT


def _rounded(strength: Reckoning, by: Citation) -> Reckoning:
    whole = floor(strength.value)
    return strength if whole == strength.value else strength.become(whole, "rounded down", by)


def _reduced(guns: Guns, rules: Ruleset, *, rounds: bool) -> Reckoning:
    strength = Reckoning.of(guns.strength, "strength", BY)
    factors = tuple(_factors(guns))
    for factor, why, by in factors:
        strength = strength.times(factor, why, by)
        if rounds and rules.reads(NIGHT_ROUNDING, "each-step"):
            strength = _rounded(strength, by)
    for point in rules.resting(NIGHT_ROUNDING) if len(factors) > 1 else ():
        strength = strength.noting(rests_on=point)
    return _rounded(strength, BY) if rounds else strength


@rule("SF 29B", "SF 33B", "SF 34A4", "SF 34C")
def reckon_gunnery(guns: Guns, rules: Ruleset) -> Reckoning:
    """The gunnery strength of a naval unit or of coast defenses, rounded down; ammunition does not matter to it.

    Raises KeyError for sea conditions that there are not.

    >>> from europa_rules import load
    >>> print(reckon_gunnery(Guns(7, sea="rough"), load("sf")))
    7 strength (SF 29B) | x1/2 rough sea (SF 29B) | become 3 rounded down (SF 29B) | = 3
    >>> print(reckon_gunnery(Guns(7, is_out_of_ammo=True), load("sf")))
    7 strength (SF 29B) | +0 ammunition is depleted for gunfire support only (SF 34C) | = 7
    """
    gunnery = _reduced(guns, rules, rounds=True)
    return (
        gunnery.plus(0, "ammunition is depleted for gunfire support only", BY_AMMO) if guns.is_out_of_ammo else gunnery
    )


@rule("SF 29B")
def reckon_gunnery_together(guns: Iterable[tuple[str, Guns]], rules: Ruleset) -> Reckoning:
    """The gunnery strength of several naval units: each rounded down by itself, or all of them together if read so.

    guns: each with its name.

    >>> from europa_rules import load
    >>> pair = [(name, Guns(5, sea="rough")) for name in ("TF-1", "TF-2")]
    >>> reckon_gunnery_together(pair, load("sf")).value
    Fraction(4, 1)
    >>> [len(reckon_gunnery_together(some, load("sf")).rests_on) for some in (pair, pair[:1])]
    [1, 0]
    """
    in_total = rules.reads(UNIT_ROUNDING, "total")
    parts = [(name, _reduced(each, rules, rounds=not in_total)) for name, each in guns]
    total = Reckoning.total("gunnery", parts, BY)
    for point in rules.resting(UNIT_ROUNDING) if len(parts) > 1 else ():
        total = total.noting(rests_on=point)
    return _rounded(total, BY)


@frozen
class Fire:
    """What one fire has come to: whether it hits, and the ledger of its die."""

    hits: bool
    roll: Reckoning


@rule("SF 29B1b", "SF 29B2b")
def reckon_fire(strength: Number, die: int, rules: Ruleset, *, at_reserve: bool = False) -> Fire:
    """What a fire of so many gunnery strength points does with a roll, by the naval gunnery table.

    at_reserve: whether it is fired at strength points of the reserve group of coast defenses. Too little strength for
    any column misses.

    >>> from europa_rules import load
    >>> reckon_fire(10, 1, load("sf")).hits, reckon_fire(10, 1, load("sf"), at_reserve=True).hits
    (True, False)
    >>> reckon_fire(0, 1, load("sf")).hits
    False
    """
    table = rules.charts.matrix(CHART)
    roll, column = Reckoning.of(die, "die", BY), table.column_for(strength)
    if at_reserve:
        cell = table.modifiers[RESERVE_MODIFIER].drm
        roll = roll.plus(cell.value, "at the reserve group", Citation("SF", "29B2b")).noting(caveat=cell.caveat)
    if column is None:
        return Fire(False, roll)
    result = table[column, int(roll.value)]
    return Fire(result.value == HIT, roll.noting(caveat=result.caveat))
