"""Units that move little or not at all (FoF 14K, SF 14F): what others may do with them.

Rail-only units move by rail alone and units of movement 0 not at all; what that means for moves, retreats and advances
stands in the rooms of these. Here is whether they may be carried, by air or by sea.
"""

from __future__ import annotations

from collections.abc import Iterable

from europa_rules.citations import rule
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.units import Unit, label


@rule("FoF 14K2", "SF 14F2")
def rule_on_transport(units: Iterable[Unit], rules: Ruleset) -> Ruling:
    """Whether these units may be carried by air or by naval transport: not those with a movement rating of 0.

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating
    >>> print(rule_on_transport([Unit("fr", "fortress", "regiment", Rating.parse("3-0"))], load("fof")))
    refused: 3-0 fortress regiment cannot be carried: its movement rating is 0 (FoF 14K2).
    """
    by = rules.cite("zero-movement")
    return Ruling.all(
        Ruling.refuse(f"{label(unit)} cannot be carried: its movement rating is 0", by)
        for unit in units
        if unit.is_immobile
    )
