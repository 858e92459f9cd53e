"""What leaving a hex costs, whoever's ZOCs are there (rule 20G2d): MPs, and hexes of strategic rail movement.

Needs what contributed rules tell of the hexes of a side that moves; gives the cost of leaving each. A unit that began
the phase in such a hex has these MPs to spend even if it stays, so that it has the fewer for work there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import cast

from attrs import frozen

from europa_rules.ground.zones import notes_of
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.numbers import ZERO
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import GameState

LEAVING = "costs of leaving hexes"
"""The slot of the sources that tell what leaving hexes costs: each names a function (side, state, rules) -> the cost
of each hex that has one."""


@frozen
class Leaving:
    """What leaving a hex costs.

    Attributes:
        mps: MPs by regular and administrative movement, and by operational rail.
        rail_only: MPs by operational rail for a unit that moves by rail only.
        strategic_hexes: hexes of strategic rail movement that are lost.
    """

    mps: Reckoning
    rail_only: Reckoning
    strategic_hexes: Reckoning

    def by_rail(self, is_rail_only: bool) -> Reckoning:
        """MPs by operational rail."""
        return self.rail_only if is_rail_only else self.mps


Tell = Callable[[Side, GameState, Ruleset], Mapping[Hex, Leaving]]


def leaving_costs(side: Side, state: GameState, rules: Ruleset) -> Mapping[Hex, Leaving]:
    """The hexes that cost a side something to leave now, worked out once for a state."""
    notes, key = notes_of(state, rules), ("costs of leaving", side)
    known = notes.get(key)
    if isinstance(known, _Costs):
        return known.of
    found: dict[Hex, Leaving] = {}
    for source in rules.sources(LEAVING):
        for ref, cost in cast(Tell, source.value)(side, state, rules).items():
            found[ref] = _together(found[ref], cost) if ref in found else cost
    notes[key] = _Costs(found)
    return found


@frozen(eq=False)
class _Costs:
    of: Mapping[Hex, Leaving]


def _together(one: Leaving, other: Leaving) -> Leaving:
    return Leaving(
        _sum((one.mps, other.mps)),
        _sum((one.rail_only, other.rail_only)),
        _sum((one.strategic_hexes, other.strategic_hexes)),
    )


def _sum(parts: Iterable[Reckoning]) -> Reckoning:
    return Reckoning.total("leaving the hex", [(part.lines[0].why, part) for part in parts])


def leaving_mps(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> Fraction:
    """MPs that leaving a hex costs a side now, beside those for ZOCs."""
    cost = leaving_costs(side, state, rules).get(ref)
    return cost.mps.value if cost is not None else ZERO
