"""Replenishment of naval units (SF 34B): a naval movement step is given to it, and what befalls those left out.

Needs where a naval unit is and which naval bases there are; gives whether it is replenished, and whether it is
scuttled.
"""

from __future__ import annotations

from attrs import frozen

from europa_rules.citations import Citation, rule
from europa_rules.nations import normal
from europa_rules.permissions import Ruling
from europa_rules.sides import Side

BY = Citation("SF", "34B")
BOX = "holding_box"
REPLENISH, STAY = "replenish", "stay"
LOW_FUEL = "low_fuel"


@frozen
class NavalBase:
    """A naval base: its sea zone, its owner, and whether it functions."""

    sea_zone: str
    owner: Side
    is_functioning: bool = True


@rule("SF 34B")
def rule_on_replenishing(location: str, bases: tuple[NavalBase, ...], player: Side) -> Ruling:
    """Whether a naval unit is replenished in the step given to it.

    location: its sea zone, or its holding box ("Britain holding box").

    >>> from europa_rules.sides import ALLIED
    >>> rule_on_replenishing("Baltic", (NavalBase("Atlantic", ALLIED),), ALLIED).allowed
    False
    >>> rule_on_replenishing("Atlantic", (NavalBase("Atlantic", ALLIED),), ALLIED).allowed
    True
    """
    if normal(location).endswith(BOX):
        return Ruling.allow()
    serve = [base for base in bases if base.owner == player and base.is_functioning]
    return Ruling.refuse_if(
        not any(normal(base.sea_zone) == normal(location) for base in serve),
        f"no friendly-owned functioning naval base lies on the sea zone: {location}",
        BY,
        possible="a sea zone with such a base, or a holding box",
    )


@rule("SF 34B")
def rule_on_activity(activity: str) -> Ruling:
    """Whether a naval unit may do something in the step given to replenishment: nothing that spends MPs.

    >>> rule_on_activity("replenish").allowed, rule_on_activity("move").allowed
    (True, False)
    """
    return Ruling.refuse_if(
        activity not in (REPLENISH, STAY),
        f"no naval activity but replenishment in this step: not {activity.replace('_', ' ')}",
        BY,
        possible="another naval movement step",
    )


@rule("SF 34B")
def is_scuttled_for_fuel(low_fuel: bool, replenished: bool) -> bool:
    """Whether a naval unit is scuttled at the end of the player turn.

    low_fuel: whether it had low fuel as the player turn began.

    >>> is_scuttled_for_fuel(True, False), is_scuttled_for_fuel(False, False)
    (True, False)
    """
    return low_fuel and not replenished
