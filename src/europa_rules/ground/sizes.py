"""Sizes in REs (rule 3A3) with the open points behind them: how much counters of points and of transports count.

Needs units and what they are counted for; gives their REs together, and names the points on which the sizes rest.
"""

from __future__ import annotations

from collections.abc import Iterable

from europa_rules.citations import rule
from europa_rules.ledger import Reckoning
from europa_rules.ruleset import Ruleset
from europa_rules.unit_types import Purpose
from europa_rules.units import Unit, reckon_re_size

_POINTS = {
    "resource_point": ("3A3-size-of-points",),
    "transport_counter": ("3A3-transport-counter-size",),
}
"""Types of counters whose size is an open point of some book."""


@rule("FoF 3A3", "SF 3A3")
def reckon_sizes(items: Iterable[Unit], rules: Ruleset, purpose: Purpose = "size") -> Reckoning:
    """The REs of units and counters together, for a purpose.

    >>> from europa_rules import load
    >>> found = reckon_sizes([Unit("ge", "resource_point", "counter", points=2)], load("fof"))
    >>> int(found.value), found.rests_on
    (2, ('fof-3A3-size-of-points: one-re',))
    """
    units = tuple(items)
    size = reckon_re_size(units, rules.types, purpose)
    words = dict.fromkeys(word for unit in units for word in _POINTS.get(unit.type, ()))
    for point in rules.resting(*words):
        size = size.noting(rests_on=point)
    return size
