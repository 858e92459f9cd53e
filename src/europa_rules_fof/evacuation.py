"""Emergency evacuation (FoF 26B3): who may leave a hex with the British, and the points for those who do.

Needs the units of a hex as far as the rule asks; gives a ruling, and the victory points of the Allies.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from attrs import frozen

from europa_rules.campaign.points_record import amount_of
from europa_rules.campaign.victory import reckon_award
from europa_rules.citations import Citation, rule
from europa_rules.ledger import Reckoning
from europa_rules.numbers import Number
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.state import GameState
from europa_rules_fof.naval_transport import ANYONE

BY = Citation("FoF", "26B3")
AWARD = "allied_non_british_re_evacuated"
BRITISH = "br"
TOGETHER = "26B3-leaving-together"
EQUIPMENT, OTHERS = "british re abandoned equipment", "non british re evacuated"
"""Events of the victory chart."""


@frozen
class Evacuation:
    """Units that would leave a hex by emergency transport.

    Attributes:
        nations: the codes of the nations of the units that would leave.
        in_regular_supply: whether others than the British can trace regular supply.
        in_parts: whether they would leave in several voyages.
        british_await: whether British units there await evacuation; None to go by the nations.
        others_stay: whether units stay behind in the hex.
    """

    nations: tuple[str, ...]
    in_regular_supply: bool
    in_parts: bool
    british_await: bool | None = None
    others_stay: bool = False


@rule("FoF 26B3")
def rule_on_evacuation(facts: Evacuation, rules: Ruleset) -> Ruling:
    """Whether units may be evacuated so; every reason against it.

    >>> from europa_rules import load
    >>> facts = Evacuation(("br", "fr"), in_regular_supply=False, in_parts=False)
    >>> rule_on_evacuation(facts, load("fof")).allowed
    True
    """
    there = BRITISH in facts.nations if facts.british_await is None else facts.british_await
    others = any(nation != BRITISH for nation in facts.nations)
    ruling = Ruling.all(
        (
            Ruling.refuse_if(
                not there,
                "no British units await evacuation in the hex",
                BY,
                possible="evacuate from a hex with British units that leave",
            ),
            Ruling.refuse_if(
                others and facts.in_regular_supply and not rules.reads(ANYONE, "anyone"),
                "Allied units that can trace regular supply are not evacuated",
                BY,
            ),
            Ruling.refuse_if(
                facts.in_parts,
                "all units that leave a hex leave at the same time",
                BY,
                possible="let all leave at once",
            ),
        )
    )
    if facts.others_stay and rules.reads(TOGETHER, "all"):
        ruling = ruling & Ruling.refuse("all units in the hex leave", BY)
    points = (*(rules.resting(ANYONE) if others else ()), *rules.resting(TOGETHER))
    return ruling & Ruling(rests_on=points)


@rule("FoF 26B3", "FoF VP")
def reckon_evacuation(non_british: Sequence[Number], rules: Ruleset) -> Reckoning:
    """The victory points of the Allies for REs that are not British, turn by turn; the British bring none.

    >>> from europa_rules import load
    >>> print(reckon_evacuation([9, 9], load("fof")).value)
    15
    """
    return reckon_award(AWARD, non_british, rules)


@rule("FoF 26B3", "FoF 31G")
def res_evacuated(state: GameState) -> Fraction:
    """REs that have been evacuated by emergency transport in the whole game."""
    return amount_of(EQUIPMENT, state) + amount_of(OTHERS, state)
