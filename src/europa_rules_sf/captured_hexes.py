"""What becomes of the things in a hex that the enemy captures (SF 12C3a, 12E, 17C, 44B2).

The referee applies the same as "hex gained" sources; here the rules are told apart for those who only ask.
"""

from __future__ import annotations

from europa_rules.citations import Citation, rule
from europa_rules.ledger import Reckoning
from europa_rules.ruleset import Ruleset
from europa_rules_sf.resource_capture import reckon_capture

DESTROYED, USABLE = "destroyed", "usable at once"
TEMPORARY_AIRFIELD = "temporary airfield"
CAPTURED_POINTS = "44B2"
"""Option in which half of the resource points left behind are captured."""

BY_POINTS, BY_SUPPLY = Citation("SF", "12E"), Citation("SF", "12C3a")


@rule("SF 17C")
def airfield_after(airbase: str) -> str:
    """What a captured airbase is to its new owner.

    >>> airfield_after("temporary airfield"), airfield_after("permanent airfield")
    ('destroyed', 'usable at once')
    """
    return DESTROYED if airbase == TEMPORARY_AIRFIELD else USABLE


@rule("SF 12E", "SF 44B2")
def points_after(points: int, rules: Ruleset) -> Reckoning:
    """Resource points left in a hex once it has been captured: none, unless half of them are captured.

    >>> from europa_rules import load
    >>> points_after(5, load("sf")).value, points_after(5, load("sf", options=["44B2"])).value
    (Fraction(0, 1), Fraction(2, 1))
    """
    if rules.has_option(CAPTURED_POINTS):
        return reckon_capture(points).captured
    return Reckoning.of(points, "resource points").become(0, "destroyed when the hex is captured", BY_POINTS)


@rule("SF 12C3a")
def supplies_after(points: int) -> Reckoning:
    """Supply points left in a hex once it has been captured: none."""
    return Reckoning.of(points, "supply points").become(0, "eliminated when the hex is captured", BY_SUPPLY)
