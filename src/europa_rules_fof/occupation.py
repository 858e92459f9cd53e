"""Axis occupation forces (FoF 31D): what each captured city asks for, what stands there, and what is missing.

Needs the cities that the Axis has captured, with the units in them; gives the REs required and missing, and the victory
points that they cost. On the board it is checked as each Axis player turn begins.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import ceil

from attrs import frozen

from europa_rules.campaign.victory import reckon_award
from europa_rules.citations import Citation, rule
from europa_rules.ledger import Reckoning
from europa_rules.numbers import ZERO, show
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Turn
from europa_rules.units import Unit, counts_as, is_position_aa, label, re_size

BY = Citation("FoF", "31D")
CHART = "occupation"
AWARD = "axis_occupation_re_missing"
KINDS = {"major": "major", "partial_hex": "major", "full_hex": "major", "multi_hex": "major", "dot": "dot"}
"""Kinds of cities that must be occupied, and their rows of the chart."""

WHOLE, SURPLUS = "31D-missing-fraction", "31D-surplus"


@frozen
class CapturedCity:
    """A city that the Axis owns.

    Attributes:
        kind: "dot", "major" or one of the forms of major cities; others need no garrison.
        country: where it lies.
        units: the Axis units there. force: their REs where those are told instead.
        captured: the game turn of its capture; None for an earlier one than this.
    """

    kind: str
    country: str
    units: tuple[Unit, ...] = ()
    force: Fraction | None = None
    captured: Turn | None = None


@frozen
class Occupation:
    """What occupation asks for on a turn.

    Attributes:
        required, missing: REs. points: the victory points of the Axis for this turn.
    """

    required: Reckoning
    missing: Reckoning
    points: Reckoning


@rule("FoF 31D")
def first_turn_occupied(captured: Turn) -> Turn:
    """The first game turn on which a city captured in this one must be occupied.

    >>> print(first_turn_occupied(Turn.parse("Jun I 40")))
    Jun II 40
    """
    return captured.next()


@rule("FoF 31D")
def reckon_required(city: CapturedCity, turn: Turn | None, rules: Ruleset) -> Reckoning:
    """The REs that a city asks for; once for a city, however many hexes it has. turn: the game turn, None for later."""
    chart = rules.charts[CHART]
    row = KINDS.get(city.kind)
    if row is None or city.country not in chart.texts("lists", "countries"):
        return Reckoning.of(ZERO, "no occupation needed", BY)
    if city.captured is not None and turn is not None and turn < first_turn_occupied(city.captured):
        waits = Reckoning.of(ZERO, f"not before {first_turn_occupied(city.captured)}", BY)
        return waits if not (points := rules.resting("31D-surrender-year")) else waits.noting(rests_on=points[0])
    return Reckoning.of(chart.whole("rows", row, "re").value, f"{row} city", BY)


@rule("FoF 31D")
def reckon_occupying(units: Iterable[Unit], rules: Ruleset) -> Reckoning:
    """The REs that units count in an occupation: security and police double, position AA nothing."""
    doubled = set(rules.charts[CHART].texts("lists", "double"))
    parts = []
    for unit in units:
        size = Reckoning.of(re_size(unit, rules.types), unit.size)
        if is_position_aa(unit, rules.types):
            size = size.times(0, "position AA does not occupy", BY)
        elif doubled & {unit.type, *counts_as(unit, rules.types)}:
            size = size.times(2, "security and police count double", BY)
        parts.append((label(unit), size))
    return Reckoning.total("occupying REs", parts, BY)


@rule("FoF 31D")
def reckon_occupation(cities: Sequence[CapturedCity], rules: Ruleset, turn: Turn | None = None) -> Occupation:
    """The occupation forces of all captured cities: what is required, what is missing, and the price for this turn.

    >>> from europa_rules import load
    >>> city = CapturedCity("major", "Belgium", force=Fraction(2))
    >>> print(reckon_occupation([city], load("fof")).points.value)
    -1
    """
    required = [(_name(n, city), reckon_required(city, turn, rules)) for n, city in enumerate(cities, 1)]
    present = [_present(city, rules) for city in cities]
    total = Reckoning.total("REs required", required, BY)
    lacking = [(name, _lacking(need, there)) for (name, need), there in zip(required, present, strict=True)]
    missing = Reckoning.total("REs missing", lacking, BY)
    if rules.reads(SURPLUS, "yes"):
        missing = _lacking(total, Reckoning.total("present", [("all", there) for there in present]))
    if rules.reads(WHOLE, "rounded-up") and missing.value.denominator != 1:
        missing = missing.become(ceil(missing.value), "rounded up", BY)
    for point in rules.resting(SURPLUS, *((WHOLE,) if missing.value.denominator != 1 else ())):
        missing = missing.noting(rests_on=point)
    return Occupation(total, missing, reckon_award(AWARD, (missing.value,), rules))


def _name(number: int, city: CapturedCity) -> str:
    return f"{number}: {city.kind} city in {city.country}"


def _present(city: CapturedCity, rules: Ruleset) -> Reckoning:
    return reckon_occupying(city.units, rules) if city.force is None else Reckoning.of(city.force, "present")


def _lacking(need: Reckoning, there: Reckoning) -> Reckoning:
    return Reckoning.of(need.value, "required").minus(there.value, f"{show(there.value)} present").at_least(0, "none")
