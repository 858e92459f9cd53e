"""Who receives no production (FoF 28A, 28C1, 28C2, 29C1): what is withheld from the forces of 1940.

Needs the points that a force would receive, and what has happened in the game; gives those that it receives.
"""

from __future__ import annotations

from europa_rules.campaign.nations import HAPPENED, happened
from europa_rules.campaign.production import WITHHELD
from europa_rules.campaign.special_replacements import WITHHELD as SPECIAL
from europa_rules.citations import Citation, rule
from europa_rules.contributions import Source
from europa_rules.ledger import Reckoning
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Turn
from europa_rules.state import GameState
from europa_rules_fof.duty_checks import ITALY_ENTERS
from europa_rules_fof.low_countries import BELGIAN, COLLAPSED, DUTCH, SURRENDERED, points_after_fall
from europa_rules_fof.paris import OPEN_CITY, reckon_special_replacements
from europa_rules_fof.special_reinforcements import CALLED_UP, reckon_regular_replacements

ITALIAN = Citation("FoF", "28A")
FALLS = {"Dutch": (COLLAPSED, DUTCH), "Belgian": (SURRENDERED, BELGIAN)}


@rule("FoF 29C1")
def french_points(force: str, points: Reckoning, state: GameState, rules: Ruleset) -> Reckoning:
    """The French receive nothing from the call-up of their training regiments on."""
    if force != "French":
        return points
    called = state.recall(HAPPENED, CALLED_UP)
    return reckon_regular_replacements(Turn.parse(called) if called else None, state.moment.turn, points)


@rule("FoF 28C1", "FoF 28C2")
def points_of_the_fallen(force: str, points: Reckoning, state: GameState, rules: Ruleset) -> Reckoning:
    """A country that has fallen receives nothing."""
    event, by = FALLS.get(force, ("", DUTCH))
    return points_after_fall(points, by, rules) if event in happened(state) else points


@rule("FoF 28A")
def italian_points(force: str, points: Reckoning, state: GameState, rules: Ruleset) -> Reckoning:
    """Italy receives nothing until it is at war."""
    at_peace = force == "Italian" and ITALY_ENTERS not in happened(state)
    return points.become(0, "Italy is not at war", ITALIAN) if at_peace else points


@rule("FoF 28B1b", "FoF 28C1")
def special_points(force: str, points: Reckoning, state: GameState, rules: Ruleset) -> Reckoning:
    """The French receive no special replacements once Paris is an open city, the fallen none at all."""
    if force == "French":
        return reckon_special_replacements(OPEN_CITY in happened(state), points, rules)
    return points_of_the_fallen(force, points, state, rules)


SOURCES: tuple[Source, ...] = (
    Source("defeat", SPECIAL, by="FoF 28B1b", value=special_points),
    Source("after the call-up", WITHHELD, by="FoF 29C1", value=french_points),
    Source("fallen countries", WITHHELD, by="FoF 28C", value=points_of_the_fallen),
    Source("Italy at peace", WITHHELD, by="FoF 28A", value=italian_points),
)
