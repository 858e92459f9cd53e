"""Where things stand in a hex, from its middle, so that none hides another.

Counters lie in the middle and leave free what is around them: the number above, the name of the town below, and the
four corners beside them for what would otherwise lie under the stack.
"""

from __future__ import annotations

NUMBER_AT = (0, -22.5)
"""The base line of the hex's number."""

HALF_FACE = 15.0
"""Half the width of a counter on the map."""

STACK_AT = (0, -4)
"""The middle of a stack."""

MOST_SHIFT = 5.0
"""How far the counters of a stack lie apart at most, from the lowest to the uppermost."""

COUNT_AT = (-23.5, -8)
"""The number of a stack's counters: to the left, above."""

WORKS_AT = (23.3, -8)
"""A fortification beside counters: to the right, above."""

PORT_AT = (-24, 6.5)
"""A port: to the left, below."""

AIRFIELD_AT = (24, 6.5)
"""An airfield: to the right, below."""

SOURCE_AT = (-16.5, -17)
"""Where supply lines end, beside counters: at their upper left."""

NAME_TOP = 13.8
"""Where a name below counters begins."""

BESIDE_TOWN = 15.0
"""How far from the middle the sign of a hex's second town stands."""
