"""Special replacements on the board (SF 40B4; FoF 29B4, to which FoF 28C1 refers, is missing and read as SF 40B4).

Needs the attack strength that each nation has lost in combats and overruns since its last initial phase, which losses
note; gives the infantry points that its force receives for it. What a game withholds is its contribution.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import cast

from europa_rules.campaign.postings import scenario_of
from europa_rules.campaign.production import force_named, points_of, with_points
from europa_rules.campaign.replacements import CADRES, CHART, INF
from europa_rules.citations import rule
from europa_rules.ground.losses import STRENGTH_LOST
from europa_rules.ledger import Reckoning
from europa_rules.nations import normal
from europa_rules.numbers import Number, show
from europa_rules.procedure import Event, Procedure, record
from europa_rules.ruleset import Ruleset
from europa_rules.state import GameState

WITHHELD = "special replacements"
"""Slot of sources: (force, points, state, rules) -> the points that the force receives; one after the other."""

DIVISORS, OTHERS = ("special_replacements", "divisors"), "others"
"""Where the chart has the strength that brings a point, force by force, and the row of those it does not name."""

Withhold = Callable[[str, Reckoning, GameState, Ruleset], Reckoning]


@rule("FoF 28C1", "FoF 29B4", "SF 40B4")
def reckon_special_replacements(force: str, lost: Number, rules: Ruleset) -> Reckoning:
    """The infantry points that a force receives for attack strength lost by units that were not isolated.

    >>> from europa_rules import load
    >>> print(reckon_special_replacements("French", 12, load("fof")).value)
    12/5
    """
    chart, by = rules.charts[CHART], rules.cite("special-replacements")
    cell = chart.find_number(*DIVISORS, normal(force)) or chart.number(*DIVISORS, OTHERS)
    points = Reckoning.of(lost, "attack strength lost").times(1 / Fraction(cell.value), f"1 for each {cell.value}", by)
    points = points.noting(caveat=cell.caveat)
    for point in rules.resting(CADRES):
        points = points.noting(rests_on=point)
    return points


def receive_special_replacements(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """In an initial phase: the phasing player's forces receive points for what they have lost since his last one."""
    if scenario_of(state, rules) is None:
        return state
    for nation, lost in state.all_facts(STRENGTH_LOST).items():
        force = force_named(nation, rules)
        if rules.side_of(nation) != state.phasing or not force:
            continue
        points = reckon_special_replacements(force, lost, rules)
        for source in rules.sources(WITHHELD):
            points = cast(Withhold, source.value)(force, points, state, rules)
        state = state.forgetting(STRENGTH_LOST, nation)
        state = with_points(force, INF, points_of(force, INF, state) + points.value, state)
        text = f"{force} special replacements: {show(points.value)} inf points"
        by = (rules.cite("special-replacements"),)
        state = yield from record(Event(text, by, state, "special replacements", (("points", points),)))
    return state
