"""Units that stand ready to act together: who they are, for which hex, and what limits how many of them may.

Needs a side and the state; gives groups one after another. Which units of a group may act together, the ruling on the
order says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from attrs import field, frozen

from europa_rules.errors import StateError
from europa_rules.ground.attacks import Attack
from europa_rules.ground.facts import MOVED_BY
from europa_rules.ground.overruns import Overrun
from europa_rules.ground.rail_capacity import capacity_used, net_at, net_names, reckon_net_capacity
from europa_rules.ground.rail_lines import is_rail_hex
from europa_rules.ground.unit_orders import targets
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import GameState

Make = Callable[[tuple[str, ...]], Any]
"""The order for some units of a group."""


@frozen
class Group:
    """Units that stand ready to act together; which of them may, the ruling on the order says.

    Attributes:
        kind: the kind of order, "attack", "overrun", "rail move", "fly", ...
        target: the hex that the order is about; for a ride by rail the one in which the units are.
        units: the ids of the units.
        what: what more the order says: the mission of air units, the pool of a naval transport; "" for nothing.
        limits: what they may use up together, by name with its unit: ("rail capacity, REs", ...).
        make: gives the order for some of them; None where a way has to be named besides.
    """

    kind: str
    target: Hex
    units: tuple[str, ...]
    what: str = ""
    limits: tuple[tuple[str, Reckoning], ...] = ()
    make: Make | None = field(default=None, eq=False, repr=False)

    def order(self, *units: str) -> Any:
        """The order for some of them, or for all where none is named.

        Raises StateError for a kind whose orders say more than who and where, as a ride does by its way.
        """
        if self.make is None:
            raise StateError(f"{self.kind}: the order names a way as well; make it with one")
        return self.make(units or self.units)


def attack_groups(side: Side, state: GameState, rules: Ruleset) -> Iterator[Group]:
    """The units that may attack a hex together: those in it and beside it."""
    found: dict[Hex, list[str]] = {}
    for piece in state.pieces.values():
        for ref in targets(piece, state, rules) if piece.side == side else ():
            found.setdefault(ref, []).append(piece.id)
    yield from (Group("attack", ref, tuple(units), make=_attack(ref)) for ref, units in sorted(found.items()))


def _attack(target: Hex) -> Make:
    return lambda units: Attack(units, target)


def overrun_groups(side: Side, state: GameState, rules: Ruleset) -> Iterator[Group]:
    """The units that may overrun a hex together: those in one hex beside it."""
    found: dict[tuple[Hex, Hex], list[str]] = {}
    for piece in state.pieces.values():
        for ref in targets(piece, state, rules) if piece.side == side else ():
            if ref != piece.place:
                found.setdefault((ref, piece.place), []).append(piece.id)
    yield from (Group("overrun", ref, tuple(units), make=_overrun(ref)) for (ref, _), units in sorted(found.items()))


def _overrun(target: Hex) -> Make:
    return lambda units: Overrun(units, target)


def rail_groups(side: Side, state: GameState, rules: Ruleset) -> Iterator[Group]:
    """The units that may ride together: those in one rail hex that have not moved, with what is left of its net."""
    for place, pieces in sorted(state.occupied().items()):
        own = [p.id for p in pieces if p.side == side and state.recall(MOVED_BY, p.id) is None]
        if own and place in rules.board.index and is_rail_hex(place, rules):
            yield Group("rail move", place, tuple(own), "", _rail_limits(place, side, state, rules))


def _rail_limits(place: Hex, side: Side, state: GameState, rules: Ruleset) -> tuple[tuple[str, Reckoning], ...]:
    net = net_at(place, side, state, rules)
    if net not in net_names(rules):
        return ()
    left, used = reckon_net_capacity(net, side, state, rules), capacity_used(net, state, rules)
    return ((f"capacity of the {net} net, REs", left.minus(used, "used in this player turn") if used else left),)
