"""Special reinforcements of 1940 (FoF 29C): French training regiments, and the air units of British Fighter Command.

Needs how often they were called, the cities of a military region, or when an air unit was lost; gives rulings, places,
turns and what is left of the regular French replacements. British brigades arrive by the rules of `arrivals`.
"""

from __future__ import annotations

from attrs import frozen

from europa_rules.citations import Citation, rule
from europa_rules.ledger import Reckoning
from europa_rules.numbers import Number
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, Side, Turn

CHART = "special_reinforcements"
CALLED_UP = "French training regiments are called up"
"""The event."""

REGIMENTS, FIGHTERS = "french_training_regiments", "fighter_command"
TRAINING, COMMAND = Citation("FoF", "29C1"), Citation("FoF", "29C3")
FRENCH = "fr"
CITY, POOL = "city", "replacement_pool"


# --- French training regiments (29C1) --------------------------------------------------------------------------------


@rule("FoF 29C1")
def rule_on_calling_up(earlier_uses: int, rules: Ruleset) -> Ruling:
    """Whether the French training regiments may be called up.

    >>> from europa_rules import load
    >>> print(rule_on_calling_up(1, load("fof")))
    refused: the French training regiments have been called up (FoF 29C1).
    """
    most = rules.charts[CHART].whole("rows", REGIMENTS, "uses").value
    return Ruling.refuse_if(earlier_uses >= most, "the French training regiments have been called up", TRAINING)


@frozen
class Regiments:
    """The units that are called up: how many, and their rating; None where there are none."""

    count: Reckoning
    rating: str | None


@rule("FoF 29C1")
def emergency_reinforcements(nation: str, rules: Ruleset) -> Regiments:
    """The units that a nation calls up in an emergency; only France has any. nation: its code."""
    if nation != FRENCH:
        return Regiments(Reckoning.of(0, "only France has training regiments", TRAINING), None)
    chart = rules.charts[CHART]
    count = Reckoning.of(chart.whole("rows", REGIMENTS, "count").value, "training regiments", TRAINING)
    return Regiments(count, chart.text("rows", REGIMENTS, "rating").value)


@rule("FoF 29C1")
def place_of_regiment(cities_owned: int) -> str:
    """Where a training regiment goes, by how many cities of its military region are not Axis-owned.

    >>> place_of_regiment(0), place_of_regiment(2)
    ('replacement_pool', 'city')
    """
    return CITY if cities_owned else POOL


@rule("FoF 29C1")
def reckon_regular_replacements(called_up: Turn | None, turn: Turn, computed: Number | Reckoning) -> Reckoning:
    """The French regular replacements received on a turn, of those computed: none from the call-up on.

    called_up: the turn of the call-up, None if there was none.
    """
    points = Reckoning.told(computed, "computed")
    if called_up is None or turn < called_up:
        return points
    return points.become(0, f"none on and after {called_up}, the turn of the call-up", TRAINING)


# --- Fighter Command (29C3) ------------------------------------------------------------------------------------------


@frozen
class Return:
    """When an eliminated air unit is replaced, and whether it counts as a loss all the same."""

    turn: Turn
    side: Side = ALLIED
    phase: str = "initial"
    counts_as_loss: bool = True


@rule("FoF 29C3")
def return_of_fighters(turn: Turn, player: Side) -> Return:
    """When an air unit of Fighter Command that is eliminated in a player turn returns: the next Allied initial phase.

    >>> print(return_of_fighters(Turn.parse("Jun I 40"), ALLIED).turn)
    Jun II 40
    """
    return Return(turn.next() if player == ALLIED else turn)


@rule("FoF 29C3")
def reckon_fighters(is_first_use: bool, rules: Ruleset) -> Reckoning:
    """How many air units of Fighter Command appear as the British emergency transport is used."""
    count = Reckoning.of(rules.charts[CHART].whole("rows", FIGHTERS, "count").value, "Fighter Command", COMMAND)
    return count if is_first_use else count.become(0, "only on the first use", COMMAND)
