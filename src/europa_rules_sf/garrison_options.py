"""Emergency reorganizations and unreliable units in garrison (SF 44B5, 44C6, optional).

Needs when an emergency was declared, or whether a unit is unreliable; gives rulings.
"""

from __future__ import annotations

from europa_rules.citations import Citation, rule
from europa_rules.contributions import Option
from europa_rules.permissions import Ruling
from europa_rules.sides import Turn

BY_REORGANIZING = Citation("SF", "44B5")
USUAL = Turn(1944, 7, 1)
"""The game turn from which divisions are reorganized by the order of battle."""


@rule("SF 44B5")
def rule_on_emergency_reorganization(turn: Turn, declared: Turn | None) -> Ruling:
    """Whether divisions may be reorganized as 4-6-6 divisions: from the emergency on, or when the time has come.

    declared: the game turn in which the Axis player has declared an emergency; None if he has not.

    >>> may, jan = Turn.parse("May I 44"), Turn.parse("Jan I 44")
    >>> rule_on_emergency_reorganization(may, jan).allowed, rule_on_emergency_reorganization(may, None).allowed
    (True, False)
    >>> [rule_on_emergency_reorganization(USUAL, declared).allowed for declared in (None, USUAL)]
    [True, True]
    >>> rule_on_emergency_reorganization(may, may).allowed, rule_on_emergency_reorganization(jan, may).allowed
    (True, False)
    >>> print(rule_on_emergency_reorganization(may, None))
    refused: no emergency has been declared by May I 44 (SF 44B5). Possible: declare an emergency, or wait for Jul I 44.
    >>> rule_on_emergency_reorganization(Turn(1944, 6, 2), None).allowed
    False
    """
    in_emergency = declared is not None and turn >= declared
    return Ruling.refuse_if(
        turn < USUAL and not in_emergency,
        f"no emergency has been declared by {turn}",
        BY_REORGANIZING,
        possible=f"declare an emergency, or wait for {USUAL}",
    )


@rule("SF 44C6")
def is_activation_checked(is_unreliable: bool) -> bool:
    """Whether a unit is checked on the success table as it is activated from garrison: an unreliable one.

    >>> is_activation_checked(True), is_activation_checked(False)
    (True, False)
    """
    return is_unreliable


OPTIONS = (
    Option("44B5", "Emergency reorganizations", by="SF 44B5"),
    Option("44C6", "Unreliable units in garrison", by="SF 44C6"),
)
