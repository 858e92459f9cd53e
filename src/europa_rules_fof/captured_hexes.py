"""What a captured hex holds afterwards (FoF 12C3, 12E, 31A1, 31A2): fortifications, supplies, resource points.

Needs what was in the hex and, for resource points, the results of the success table; gives what is left and whose. What
becomes of fortifications is the fortifications chart's; the board follows it when a hex changes hands.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from europa_rules.citations import Citation, rule
from europa_rules.ground.fortifications import GONE, after_capture, fortified_hexside_row, may_be_rebuilt
from europa_rules.ledger import Reckoning
from europa_rules.numbers import Number
from europa_rules.ruleset import Ruleset

SUCCESSES = frozenset({"success", "S"})
BY_SUPPLY, BY_POINTS, BY_SIDES = (Citation("FoF", number) for number in ("12C3", "12E", "31A2"))


@frozen
class HexsidesTaken:
    """Fortified hexsides of a captured hex: how many are left, and whether they can be rebuilt."""

    left: Reckoning
    rebuildable: bool


@rule("FoF 31A1")
def keeps_fort(rules: Ruleset) -> bool:
    """Whether a fort stands once its hex has been captured.

    >>> from europa_rules import load
    >>> keeps_fort(load("fof"))
    False
    """
    return after_capture("fort", rules) not in GONE


@rule("FoF 31A2")
def hexsides_after(count: int, rules: Ruleset) -> HexsidesTaken:
    """Fortified hexsides after their hex has been captured.

    >>> from europa_rules import load
    >>> hexsides_after(3, load("fof")).left.value
    Fraction(0, 1)
    """
    row = fortified_hexside_row(rules)
    left = Reckoning.of(count, "fortified hexsides")
    if after_capture(row, rules) in GONE:
        left = left.become(0, "destroyed when the hex is captured", BY_SIDES)
    return HexsidesTaken(left, may_be_rebuilt(row, rules))


@rule("FoF 12C3")
def supplies_after(re: Number, rules: Ruleset) -> Reckoning:
    """REs of supply that are left in a hex once it has been captured: none."""
    left = Reckoning.of(re, "REs of supply").become(0, "lost when the hex is captured", BY_SUPPLY)
    for point in rules.resting("12C3-captured-supply"):
        left = left.noting(rests_on=point)
    return left


@frozen
class PointsTaken:
    """Resource points of a captured hex: those captured, and those eliminated."""

    captured: Reckoning
    eliminated: Reckoning


@rule("FoF 12E")
def points_after(points: int, results: Sequence[str]) -> PointsTaken:
    """Resource points after their hex has been captured, by the results of the success table, one for each.

    >>> taken = points_after(2, ["success", "failure"])
    >>> str(taken.captured.value), str(taken.eliminated.value)
    ('1', '1')
    """
    captured = Reckoning.of(sum(result in SUCCESSES for result in results), "successes", BY_POINTS)
    there = Reckoning.of(points, "resource points")
    return PointsTaken(captured, there.minus(captured.value, "captured", BY_POINTS))
