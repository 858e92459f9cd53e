"""Belgium and the Netherlands at war, and Switzerland (FoF 28C1, 28C2, 28C4): collapse, surrender, internment.

Needs lines of communications, captured cities and what is left of the forces; says whether a country falls, and what
becomes of its units, its points, and of units in countries where they may not be.
"""

from __future__ import annotations

from attrs import frozen

from europa_rules.campaign.nations import stays_neutral
from europa_rules.citations import Citation, rule
from europa_rules.ledger import Reckoning
from europa_rules.numbers import Number
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset

CHART = "national_events"
DUTCH, BELGIAN = Citation("FoF", "28C1"), Citation("FoF", "28C2")
COLLAPSED, SURRENDERED = "Netherlands collapses", "Belgium surrenders"
"""The events."""

CUT_OFF = "28C1-dutch-line"
STAYS, GIVES_UP, REMOVED, ELIMINATED = "stays", "surrenders", "removed", "eliminated"


# --- the Netherlands (28C1) ------------------------------------------------------------------------------------------


@frozen
class DutchLines:
    """The Netherlands in an initial phase.

    Attributes:
        at_war: whether they are.
        phase: the phase.
        none_traces: whether no Dutch major city traces a line of communications to a French supply source hex.
        all_trace: whether each of them does.
    """

    at_war: bool
    phase: str
    none_traces: bool
    all_trace: bool

    @classmethod
    def tracing(cls, cities: int | None, at_war: bool = True, phase: str = "initial") -> DutchLines:
        """As many cities as these trace a line; None for all of them."""
        return cls(at_war, phase, none_traces=cities == 0, all_trace=cities is None)


@rule("FoF 28C1")
def collapses(facts: DutchLines, rules: Ruleset) -> Ruling:
    """Whether the Netherlands go on; refused where they collapse, with the reason.

    >>> from europa_rules import load
    >>> print(collapses(DutchLines.tracing(0), load("fof")))
    refused: no Dutch major city has a line of communications to a French supply source (FoF 28C1).
    """
    if not facts.at_war or facts.phase != "initial":
        return Ruling.allow()
    one_is_enough = rules.reads(CUT_OFF, "one")
    cut_off = not facts.all_trace if one_is_enough else facts.none_traces
    which = "a Dutch major city has no line" if one_is_enough else "no Dutch major city has a line"
    rests_on = rules.resting(CUT_OFF)
    if not cut_off:
        return Ruling(rests_on=rests_on)
    return Ruling.refuse(f"{which} of communications to a French supply source", DUTCH, rests_on=rests_on)


@rule("FoF 28C1")
def outcome_on_collapse(traces: bool) -> str:
    """What becomes of a Dutch unit when its country collapses, by whether it traces a supply line to French sources."""
    return STAYS if traces else GIVES_UP


@rule("FoF 28C1")
def outcome_after_collapse(in_supply: bool) -> str:
    """What becomes of a Dutch unit in a later initial phase."""
    return STAYS if in_supply else REMOVED


@rule("FoF 28C1", "FoF 28C2")
def points_after_fall(accumulated: Number | Reckoning, by: Citation, rules: Ruleset) -> Reckoning:
    """The replacement points that a country keeps when it falls. by: the rule of the country."""
    points = Reckoning.told(accumulated, "accumulated").become(0, "lost with the country", by)
    for point in rules.resting("28C1-special-replacement-reference") if by == DUTCH else ():
        points = points.noting(rests_on=point)
    return points


# --- Belgium (28C2) --------------------------------------------------------------------------------------------------


@frozen
class BelgianPlight:
    """Belgium in an initial phase.

    Attributes:
        phase: the phase.
        cities_captured: whether the enemy has captured all its major cities.
        evacuation_used: whether the British emergency transport has been used.
        divisions: French and British divisions in Belgium; None where that is no matter.
        belgian_re: REs of Belgian units that remain; None where that is no matter.
        france_surrendered: as it says.
    """

    phase: str
    cities_captured: bool
    evacuation_used: bool
    divisions: int | None
    belgian_re: Number | None
    france_surrendered: bool


@rule("FoF 28C2")
def surrenders(facts: BelgianPlight, rules: Ruleset) -> bool:
    """Whether Belgium surrenders.

    >>> from europa_rules import load
    >>> facts = BelgianPlight("initial", True, False, divisions=5, belgian_re=29, france_surrendered=False)
    >>> surrenders(facts, load("fof"))
    True
    """
    few = rules.charts[CHART].whole("rows", "belgian_res", "figure").value
    alone = facts.divisions == 0
    spent = facts.belgian_re is not None and facts.belgian_re < few
    lost = facts.cities_captured and (facts.evacuation_used or alone or spent)
    return facts.france_surrendered or (facts.phase == "initial" and lost)


@frozen
class FallenForces:
    """What is left of a country's forces when it has surrendered."""

    units: int
    points: Reckoning
    receives_reinforcements: bool


@rule("FoF 28C2")
def forces_after_surrender(accumulated: Number, rules: Ruleset) -> FallenForces:
    """What is left of Belgium's forces when it has surrendered."""
    return FallenForces(0, points_after_fall(accumulated, BELGIAN, rules), False)


@rule("FoF 28C2")
def outcome_in_france(voluntary: bool, turns: int, rules: Ruleset) -> str:
    """What becomes of a Belgian unit in France.

    voluntary: whether it entered of its own will. turns: complete Allied turns that it has been there.

    >>> from europa_rules import load
    >>> outcome_in_france(False, 1, load("fof")), outcome_in_france(False, 2, load("fof"))
    ('stays', 'eliminated')
    """
    most = rules.charts[CHART].whole("rows", "turns_in_france", "figure").value
    return ELIMINATED if voluntary or turns >= most else STAYS


# --- Switzerland (28C4) ----------------------------------------------------------------------------------------------


@rule("FoF 28C4")
def outcome_in(country: str, rules: Ruleset) -> str:
    """What becomes of a unit that is forced into a country: it is out of play where neutrality is never broken.

    >>> from europa_rules import load
    >>> outcome_in("Switzerland", load("fof"))
    'removed'
    """
    return REMOVED if stays_neutral(country, rules) else STAYS
