"""Naval movement at night (SF 34A4): the MPs that a phasing naval group spends at night, and missions not flown.

Needs the MPs and when night was used before; gives rulings. What night does to combat zones, gunnery and landings
stands with those.
"""

from __future__ import annotations

from attrs import frozen

from europa_rules.citations import Citation, rule
from europa_rules.numbers import ZERO, Number, counted, show
from europa_rules.permissions import Ruling

BY = Citation("SF", "34A4")
NIGHT_MPS = 10
"""MPs that a group may spend at night in a step."""

BETWEEN_NIGHTS = 20
"""MPs that a group spends between two uses of night in a sub-phase."""

NOT_BY_NIGHT = frozenset({"naval_patrol"})
"""Air missions that are not flown at night for the sake of this rule."""


@frozen
class NightMove:
    """MPs that a naval group would spend at night in a step.

    Attributes:
        mps: how many. in_a_row: whether they are continuous.
        phasing: whether the group is the phasing player's.
        used_before: whether it has used night in the sub-phase before. since: MPs that it has spent since then.
    """

    mps: Number
    in_a_row: bool = True
    phasing: bool = True
    used_before: bool = False
    since: Number = ZERO


@rule("SF 34A4")
def rule_on_night(facts: NightMove) -> Ruling:
    """Whether a naval group may spend these MPs at night.

    >>> rule_on_night(NightMove(10)).allowed, rule_on_night(NightMove(10, used_before=True, since=19)).allowed
    (True, False)
    """
    return Ruling.all(
        (
            Ruling.refuse_if(
                not facts.phasing, "only phasing naval groups move at night", BY, possible="move it by day"
            ),
            Ruling.refuse_if(
                facts.mps > NIGHT_MPS,
                f"{show(facts.mps)} MPs are spent at night in one step",
                BY,
                possible=f"spend {NIGHT_MPS} at night",
            ),
            Ruling.refuse_if(
                not facts.in_a_row, "the night MPs are not continuous", BY, possible="spend them in a row"
            ),
            Ruling.refuse_if(
                facts.used_before and facts.since < BETWEEN_NIGHTS,
                f"it has spent {counted(facts.since, 'MP')} since it last used night",
                BY,
                possible=f"spend {BETWEEN_NIGHTS} MPs by day first",
            ),
        )
    )


@rule("SF 34A4")
def rule_on_night_mission(mission: str) -> Ruling:
    """Whether naval units' night lets an air mission be flown: naval patrol is not.

    >>> rule_on_night_mission("naval_patrol").allowed
    False
    """
    why = f"{mission.replace('_', ' ')} is not flown at night"
    return Ruling.refuse_if(mission in NOT_BY_NIGHT, why, BY, possible="fly it by day")
