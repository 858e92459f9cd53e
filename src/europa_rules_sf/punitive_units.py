"""German punitive units (SF 44C2, optional): construction units, one of which is replaced for free each turn.

Needs the moment and how many have been replaced for free; gives whether one more may be. That they are construction
units stands in the unit identification chart.
"""

from __future__ import annotations

from importlib import resources

from attrs import frozen

from europa_rules.citations import Citation, rule
from europa_rules.contributions import ChartFolder, Gate, Option
from europa_rules.ledger import Reckoning
from europa_rules.permissions import Ruling
from europa_rules.sides import AXIS, Side

RULE = "44C2"
BY = Citation("SF", RULE)
FREE_EACH_PHASE = 1


@frozen
class FreeReplacement:
    """A punitive unit that would be replaced for free: the phase, whose turn it is, how many have been already."""

    phase: str = "initial"
    phasing: Side = AXIS
    already: int = 0


@rule("SF 44C2")
def rule_on_free_replacement(facts: FreeReplacement) -> Ruling:
    """Whether an eliminated punitive unit may be replaced for free: one in each Axis initial phase.

    >>> [rule_on_free_replacement(FreeReplacement(already=n)).allowed for n in (0, 1)]
    [True, False]
    >>> rule_on_free_replacement(FreeReplacement()).allowed
    True
    """
    late = facts.phase != "initial" or facts.phasing != AXIS
    enough = facts.already >= FREE_EACH_PHASE
    return Ruling.refuse_if(
        late, "punitive units are replaced in the Axis initial phase", BY, possible="wait for the next one"
    ) & Ruling.refuse_if(enough, "one punitive unit is replaced for free in each Axis initial phase", BY)


@rule("SF 44C2")
def reckon_free_replacement() -> Reckoning:
    """Replacement points that it costs: none."""
    return Reckoning.of(0, "a free replacement", BY)


OPTIONS = (Option(RULE, "German punitive units", by="SF 44C2"),)
CHARTS = (ChartFolder(resources.files("europa_rules_sf") / "options" / RULE, Gate(option=RULE)),)
