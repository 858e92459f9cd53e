"""Allied frontage (FoF 31G): the front hexes that the British and the Belgians must hold alone, and the price.

Needs the front hexes that each holds, and what waives the duty; gives the hexes missing and the victory points of a
turn. It is checked as each Axis player turn begins, from the second game turn on.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from europa_rules.campaign.victory import reckon_award
from europa_rules.citations import Citation, rule
from europa_rules.ledger import Reckoning
from europa_rules.numbers import ZERO, Number
from europa_rules.ruleset import Ruleset
from europa_rules.sides import AXIS, Side, Turn
from europa_rules.units import Unit, is_movement_counter, is_position_aa, label, re_size

BY = Citation("FoF", "31G")
CHART = "frontage"
AT_WAR = "at_war"


@frozen
class Front:
    """The front as it stands.

    Attributes:
        british, belgian: front hexes that each of them alone holds, in one section.
        evacuated: REs evacuated by the British emergency transport. lost: British REs lost.
        belgium: "at_war", "neutral" or "surrendered".
        turn: the game turn; None for a later one than the first.
    """

    british: int
    belgian: int
    evacuated: Number = ZERO
    lost: Number = ZERO
    belgium: str = AT_WAR
    turn: Turn | None = None


@frozen
class FrontDuty:
    """Front hexes missing, and the victory points of the Allies for this turn."""

    british: Reckoning
    belgian: Reckoning
    points: Reckoning


@rule("FoF 31G")
def is_checked(turn: Turn, player: Side, phase: str, rules: Ruleset) -> bool:
    """Whether frontage is checked at this moment.

    >>> from europa_rules import load
    >>> is_checked(Turn.parse("May II 40"), AXIS, "initial", load("fof"))
    True
    """
    return player == AXIS and phase == "initial" and turn >= _since("british", rules)


def _since(contingent: str, rules: Ruleset) -> Turn:
    return Turn.parse(rules.charts[CHART].text("rows", contingent, "since").value)


def _required(contingent: str, facts: Front, rules: Ruleset) -> Reckoning:
    chart = rules.charts[CHART]
    needed = Reckoning.of(chart.whole("rows", contingent, "hexes").value, f"{contingent} front hexes required", BY)
    if facts.turn is not None and facts.turn < _since(contingent, rules):
        return needed.become(0, "not checked yet", BY)
    for what, amount in (("evacuated", facts.evacuated), ("lost", facts.lost)):
        limit = chart.find_number("rows", contingent, what)
        if limit is not None and amount >= limit.value:
            return needed.become(0, f"waived: {limit.value} REs or more are {what}", BY)
    return needed


@rule("FoF 31G")
def reckon_frontage(facts: Front, rules: Ruleset) -> FrontDuty:
    """The front hexes that are missing, and the price for this turn.

    >>> from europa_rules import load
    >>> print(reckon_frontage(Front(british=1, belgian=3), load("fof")).points.value)
    -5
    """
    belgian = _required("belgian", facts, rules)
    if facts.belgium != AT_WAR:
        belgian = belgian.become(0, f"Belgium is {facts.belgium}", BY)
    lacking = {
        "british": _lacking(_required("british", facts, rules), facts.british, rules),
        "belgian": _lacking(belgian, facts.belgian, rules),
    }
    chart = rules.charts[CHART]
    awards = [
        (f"{who} front", reckon_award(chart.text("rows", who, "award").value, (missing.value,), rules))
        for who, missing in lacking.items()
    ]
    return FrontDuty(lacking["british"], lacking["belgian"], Reckoning.total("frontage", awards, BY))


def _lacking(required: Reckoning, held: int, rules: Ruleset) -> Reckoning:
    missing = required.minus(held, f"{held} held").at_least(0, "none", BY)
    for point in rules.resting("31G-adjacent-front", "31G-front-hex"):
        missing = missing.noting(rests_on=point)
    return missing


@rule("FoF 31G")
def reckon_british_losses(units: Iterable[Unit], rules: Ruleset) -> Reckoning:
    """The British REs lost that count towards the waiver: neither position AA nor transport counters.

    >>> from europa_rules import load
    >>> fof = load("fof")
    >>> print(reckon_british_losses([Unit("br", "transport_counter", "counter", capacity=1)], fof).value)
    0
    """
    counted = [u for u in units if not (is_position_aa(u, rules.types) or is_movement_counter(u, rules.types))]
    return Reckoning.total("REs lost", ((label(u), Reckoning.of(re_size(u, rules.types), u.size)) for u in counted), BY)
