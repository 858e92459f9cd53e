"""Rulings on orders that are made once: the referee rules before it takes an order, and who carries it out again.

Needs a function that rules on an order in a state; gives one that remembers its latest ruling, and gives that again for
an equal order of the same player in the same state.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from attrs import frozen

from europa_rules.permissions import Ruling
from europa_rules.remembered import Latest, remembered
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import GameState

Order = TypeVar("Order")


@frozen(eq=False)
class _Ruled:
    """A ruling, and what it was made on."""

    order: object
    player: Side
    state: GameState
    ruling: Ruling

    def is_on(self, order: object, player: Side, state: GameState) -> bool:
        """Whether it was made on this."""
        return self.state is state and self.player == player and self.order == order


def ruled_once(
    rule_on: Callable[[Order, Side, GameState, Ruleset], Ruling],
) -> Callable[[Order, Side, GameState, Ruleset], Ruling]:
    """A function that rules as this one does, and remembers its latest ruling.

    >>> from europa_rules import load, parse_position
    >>> from europa_rules.sides import AXIS
    >>> rules = load("fof")
    >>> state = parse_position("16A:1506 ge 7-6 Inf XX 1 | May I 40, Axis movement", rules)
    >>> def rule_on(order: str, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    ...     print(f"ruling on {order}")
    ...     return Ruling.allow()
    >>> rule_on = ruled_once(rule_on)
    >>> rule_on("march", AXIS, state, rules) is rule_on("march", AXIS, state, rules)
    ruling on march
    True
    """

    @remembered()
    def latest(rules: Ruleset) -> Latest[_Ruled]:
        return Latest(1)

    @wraps(rule_on)
    def asked(order: Order, player: Side, state: GameState, rules: Ruleset) -> Ruling:
        known = latest(rules)
        for ruled in known:
            if ruled.is_on(order, player, state):
                return ruled.ruling
        ruling = rule_on(order, player, state, rules)
        known.add(_Ruled(order, player, state, ruling))
        return ruling

    return asked
