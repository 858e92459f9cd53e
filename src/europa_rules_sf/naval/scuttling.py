"""Scuttling (SF 34D): naval units in a port, or on a river or canal, that the enemy gains.

Needs the naval unit and the rolls of its strength points; gives how many escape to sea.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from europa_rules.citations import Citation, rule
from europa_rules.ledger import Reckoning
from europa_rules_sf.naval.groups import AT_SEA
from europa_rules_sf.naval.ships import Ship

BY = Citation("SF", "34D")
ESCAPES_UP_TO = 4
"""The highest roll on which a strength point escapes."""


@frozen
class Scuttling:
    """What becomes of a naval unit: strength points that escape and that are scuttled, and whether it is sunk."""

    escaped: Reckoning
    scuttled: Reckoning

    @property
    def is_sunk(self) -> bool:
        """Whether nothing of it is left."""
        return self.escaped.value == 0 and self.scuttled.value > 0

    @property
    def state(self) -> str:
        """Where it is: at sea, or "" for one that is sunk."""
        return "" if self.is_sunk else AT_SEA


@rule("SF 34D")
def escape_from_port(ship: Ship, rolls: Sequence[int], is_inland: bool = False) -> Scuttling:
    """What becomes of a naval unit whose port the enemy gains; from an inland port none escapes.

    rolls: a die for each strength point that it has. Raises ValueError for another number of rolls.

    >>> from europa_rules.naval_units import NavalUnit
    >>> found = escape_from_port(Ship(NavalUnit("it", "NT", 3)), (1, 4, 5))
    >>> found.escaped.value, found.scuttled.value
    (Fraction(2, 1), Fraction(1, 1))
    """
    if is_inland:
        return scuttle_whole(ship, "at an inland port")
    if len(rolls) != ship.left:
        raise ValueError(f"{len(rolls)} rolls for a naval unit of {ship.left} strength points: one for each is made")
    away = sum(roll <= ESCAPES_UP_TO for roll in rolls)
    return _of(away, ship.left - away, f"rolls up to {ESCAPES_UP_TO}")


@rule("SF 34D")
def scuttle_whole(ship: Ship, why: str) -> Scuttling:
    """What becomes of a naval unit that cannot escape."""
    return _of(0, ship.left, why)


@rule("SF 34D")
def lose_bank(ship: Ship, bank_lost: bool) -> Scuttling:
    """What becomes of a naval unit on a river or canal hexside, where the enemy gains a hex beside it or not.

    >>> from europa_rules.naval_units import NavalUnit
    >>> lose_bank(Ship(NavalUnit("ge", "NT", 3)), True).is_sunk
    True
    """
    return scuttle_whole(ship, "on a river or canal") if bank_lost else _of(ship.left, 0, "no bank is lost")


def _of(escaped: int, scuttled: int, why: str) -> Scuttling:
    return Scuttling(Reckoning.of(escaped, f"escape: {why}", BY), Reckoning.of(scuttled, f"scuttled: {why}", BY))
