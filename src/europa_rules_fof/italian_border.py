"""The garrison of the Italian border (FoF 28B1a): how many REs it needs, what is missing, and what that costs.

Needs the units in the border hexes and how many of these are empty; gives REs and victory points for a turn. It is
checked as each Allied player turn begins, until Italy is at war.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from attrs import frozen

from europa_rules.campaign.nations import force_of
from europa_rules.campaign.victory import reckon_award
from europa_rules.citations import Citation, rule
from europa_rules.ledger import Reckoning
from europa_rules.numbers import ZERO, show
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED
from europa_rules.units import Unit, is_position_aa, label, re_size

BY = Citation("FoF", "28B1a")
CHART = "border_garrison"
AWARD = "allied_italian_border_re_missing"
NATIONS, EMPTY = "28B1a-italian-border-garrison", "28B1a-empty-border-hex"
IMPASSABLE = frozenset({"impassable", "prohibited"})


@frozen(kw_only=True)
class Garrison:
    """The border as it stands.

    Attributes:
        units: the units in its hexes. force: their REs, where those are told instead.
        empty: border hexes that need a unit and have none.
        paris_open, italy_at_war: as they say.
    """

    units: tuple[Unit, ...] = ()
    force: Fraction | None = None
    empty: int
    paris_open: bool
    italy_at_war: bool


@frozen
class GarrisonDuty:
    """What the garrison needs and lacks (REs), and the victory points of the Allies for this turn."""

    required: Reckoning
    missing: Reckoning
    points: Reckoning


@rule("FoF 28B1a")
def needs_garrison(hexsides: Sequence[str]) -> bool:
    """Whether a hex must be garrisoned, by the hexsides that it has on the border.

    >>> needs_garrison(["impassable", "mountain"]), needs_garrison(["impassable"])
    (True, False)
    """
    return any(hexside not in IMPASSABLE for hexside in hexsides)


@rule("FoF 28B1a")
def reckon_required(facts: Garrison, rules: Ruleset) -> Reckoning:
    """The REs that the garrison needs."""
    row = "italy_at_war" if facts.italy_at_war else "paris_open" if facts.paris_open else "usual"
    return Reckoning.of(rules.charts[CHART].whole("rows", row, "re").value, row.replace("_", " "), BY)


@rule("FoF 28B1a")
def reckon_present(facts: Garrison, rules: Ruleset) -> Reckoning:
    """The REs that count in the garrison: those of the French forces, without position AA."""
    if facts.force is not None:
        return Reckoning.of(facts.force, "in the line")
    counting = [unit for unit in facts.units if _counts(unit, rules)]
    sizes = [(label(unit), Reckoning.of(re_size(unit, rules.types), unit.size)) for unit in counting]
    present = Reckoning.total("in the line", sizes, BY)
    for point in rules.resting(NATIONS):
        present = present.noting(rests_on=point)
    return present


def _counts(unit: Unit, rules: Ruleset) -> bool:
    force = force_of(unit.nation, ALLIED, rules)
    is_french = force is not None and force.name == "French"
    anybody = rules.reads(NATIONS, "all-allied") and force is not None
    return (is_french or anybody) and not is_position_aa(unit, rules.types)


@rule("FoF 28B1a")
def reckon_garrison(facts: Garrison, rules: Ruleset) -> GarrisonDuty:
    """What the garrison needs and lacks, and the price for this turn.

    >>> from europa_rules import load
    >>> facts = Garrison(force=Fraction(15), empty=0, paris_open=False, italy_at_war=False)
    >>> print(reckon_garrison(facts, load("fof")).points.value)
    -5
    """
    required, present = reckon_required(facts, rules), reckon_present(facts, rules)
    missing = Reckoning.of(required.value, "required").minus(present.value, f"{show(present.value)} present")
    missing = missing.at_least(0, "none", BY)
    if facts.empty and required.value > ZERO and not rules.reads(EMPTY, "nothing"):
        missing = missing.plus(facts.empty, "empty border hexes", BY)
    for point in (*present.rests_on, *(rules.resting(EMPTY) if facts.empty else ())):
        missing = missing.noting(rests_on=point)
    return GarrisonDuty(required, missing, reckon_award(AWARD, (missing.value,), rules))
