"""Paris as an open city (FoF 28B1b): when it may and must be declared one, who surrenders there, the price of a fight.

Needs what has happened in the campaign, or who stands in Paris; gives rulings, the units that surrender, and points.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from europa_rules.campaign.victory import reckon_award
from europa_rules.citations import Citation, rule
from europa_rules.ledger import Reckoning
from europa_rules.numbers import Number
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, Side, Turn

BY = Citation("FoF", "28B1b")
CHART = "national_events"
AWARD = "allied_paris_combat"
OPEN_CITY = "Paris is an open city"
"""The event of the declaration."""

REMAINING = "28B1b-remaining-res"


@frozen
class Plight:
    """What makes Paris an open city.

    Attributes:
        maginot_isolated, belgium_surrendered, lille_captured: as they say.
        british_re: REs of British units that remain; None where that is no matter.
    """

    maginot_isolated: bool
    belgium_surrendered: bool
    lille_captured: bool
    british_re: Number | None


@rule("FoF 28B1b")
def must_open(facts: Plight, rules: Ruleset) -> bool:
    """Whether Paris must be declared an open city: enough of the four conditions have come true.

    >>> from europa_rules import load
    >>> must_open(Plight(False, belgium_surrendered=True, lille_captured=True, british_re=29), load("fof"))
    True
    """
    chart = rules.charts[CHART]
    few = chart.whole("rows", "british_res_for_paris", "figure").value
    are_few = facts.british_re is not None and facts.british_re < few
    met = (facts.maginot_isolated, facts.belgium_surrendered, facts.lille_captured, are_few)
    return sum(met) >= chart.whole("rows", "conditions_for_paris", "figure").value


@rule("FoF 28B1b")
def rule_on_declaring(side: Side, phase: str) -> Ruling:
    """Whether a player may declare Paris an open city in a phase of his own player turn."""
    possible = "declare it in an Allied initial phase"
    return Ruling.refuse_if(
        side != ALLIED, "only the Allied player declares Paris an open city", BY, possible=possible
    ) & Ruling.refuse_if(phase != "initial", f"no declaration in the {phase} phase", BY, possible=possible)


@frozen
class OpenParis:
    """A hex of Paris after the declaration.

    Attributes:
        declared: the game turn of the declaration, in its Allied initial phase.
        turn: the game turn; its Axis player turn comes first.
        german_near: whether a German unit moves into the hex or next to it.
    """

    declared: Turn
    turn: Turn
    german_near: bool


@rule("FoF 28B1b")
def is_surrendered(facts: OpenParis) -> bool:
    """Whether Allied units there surrender: from the German player turn after the declaration on, to a German unit.

    >>> june, july = Turn.parse("Jun II 40"), Turn.parse("Jul I 40")
    >>> is_surrendered(OpenParis(june, june, True)), is_surrendered(OpenParis(june, july, True))
    (False, True)
    """
    return facts.german_near and facts.turn > facts.declared


AXIS_WORDS = ("German", "Italian", "Axis")


def surrendering(contents: Sequence[str], facts: OpenParis) -> tuple[str, ...]:
    """Which of the units and air units there surrender; those of the Axis, named by its nations, do not."""
    allied = (name for name in contents if not name.startswith(AXIS_WORDS))
    return tuple(allied) if is_surrendered(facts) else ()


@rule("FoF 28B1b", "FoF VP")
def reckon_fights(is_open: bool, fights: Sequence[Number], rules: Ruleset) -> Reckoning:
    """The victory points of the Allies for combats and overruns in Paris; none once it is an open city.

    fights: how many of each.
    """
    if is_open:
        return Reckoning.of(0, "Paris is an open city", BY)
    return reckon_award(AWARD, fights, rules)


@rule("FoF 28B1b")
def reckon_special_replacements(is_open: bool, computed: Number | Reckoning, rules: Ruleset) -> Reckoning:
    """The French special replacement points received, of those computed: none once Paris is an open city."""
    points = Reckoning.told(computed, "computed")
    return points.become(0, "none after Paris is declared an open city", BY) if is_open else points
