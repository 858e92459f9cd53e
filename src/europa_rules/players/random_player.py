"""The random player: draws a kind of order, then an order of it, and gives it if it is legal.

Whatever he draws comes from his own chance, so that a seed plays the same game again. He tries and orders so many times
in a step at most; then he clears hexes in which too many stand, and passes.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import attrs

from europa_rules.errors import EuropaError, PluginError
from europa_rules.game import PASS, Game
from europa_rules.orders import OrderKind, is_timely, order_kinds
from europa_rules.players.clearing import clearing_move
from europa_rules.players.drawing import DRAWERS, Table, draw_order
from europa_rules.players.player import Question
from europa_rules.procedure import Decision, Opening
from europa_rules.sides import Side
from europa_rules.slots import PHASE_OPENINGS
from europa_rules.state import Moment

ORDERS, TRIES = 8, 60
"""How many orders he gives in a step at most, and how many he draws."""

PATIENCE = 3
"""How many draws of a kind may come to nothing in a step; times their share for those with a drawer of their own."""

SHARE = 4
"""How much more often kinds with a drawer of their own come up."""


def kinds_at(at: Opening, side: Side, game: Game) -> tuple[OrderKind, ...]:
    """The kinds of order that a side may give at an opening, as far as time and turn go."""
    out_of_turn = at.name in PHASE_OPENINGS and side != game.state.phasing
    return tuple(
        kind
        for _, kind in sorted(order_kinds(game.rules).items())
        if is_timely(kind, at) and (kind.on_demand or not out_of_turn)
    )


class RandomPlayer:
    """See the module. He plays one side; `orders` and `tries` bound what he does in a step."""

    def __init__(self, side: Side, seed: str | int, *, orders: int = ORDERS, tries: int = TRIES) -> None:
        self.side, self.orders, self.tries = side, orders, tries
        self._chance = random.Random(f"{seed}: {side}")
        self._moment: Moment | None = None
        self._given = self._drawn = self._cleared = 0
        self._in_vain: Counter[str] = Counter()

    def answer(self, pending: Question, game: Game) -> Any:
        """A legal order or `PASS` at an opening; one of the suggestions at a decision."""
        if isinstance(pending, Decision):
            return self._chance.choice(pending.suggestions)
        if game.state.moment != self._moment:
            self._moment, self._given, self._drawn, self._cleared = game.state.moment, 0, 0, 0
            self._in_vain.clear()
        timely = kinds_at(pending, self.side, game)
        while self._given < self.orders and self._drawn < self.tries:
            kinds = [kind for kind in timely if self._in_vain[kind.name] < PATIENCE * _share(kind)]
            if not kinds:
                break
            self._drawn += 1
            order = self._draw(kinds, game)
            if order is not None:
                self._given += 1
                return order
        return self._clear(pending, game)

    def _clear(self, at: Opening, game: Game) -> Any:
        """What must be done before the opening ends, as a move out of a hex that is too full; `PASS` for nothing."""
        if self.side != game.state.phasing or self._cleared >= self.tries or at.closing(game.state).allowed:
            return PASS
        self._cleared += 1
        order = at.suggest(game.state) or clearing_move(self.side, game.state, game.rules, self._shuffled)
        if order is None:
            return self._first_candidate(at, game)
        return order if is_legal(order, self.side, game) else PASS

    def _shuffled(self, things: Sequence[Any]) -> Sequence[Any]:
        return self._chance.sample(things, len(things))

    def _first_candidate(self, at: Opening, game: Game) -> Any:
        """The first legal order that a kind names as a candidate; `PASS` where there is none."""
        naming = (kind.candidates for kind in kinds_at(at, self.side, game) if kind.candidates is not None)
        orders = (order for name in naming for order in name(self.side, game.state, game.rules))
        return next((order for order in orders if game.rule_on(order, self.side).allowed), PASS)

    def _draw(self, kinds: Sequence[OrderKind], game: Game) -> Any:
        """An order of one of these kinds, if the one that is drawn is legal; those with a drawer come up more often.

        What names nothing, the mere word of a player, and what may be ordered at any time he gives once in a step.
        """
        kind = self._chance.choices(kinds, [_share(kind) for kind in kinds])[0]
        order = draw_order(kind, Table(self._chance, self.side, game.state, game.rules))
        legal = order is not None and is_legal(order, self.side, game)
        if not legal or not attrs.fields(kind.type) or not kind.openings:
            self._in_vain[kind.name] += PATIENCE if legal else 1
        return order if legal else None


def _share(kind: OrderKind) -> int:
    return SHARE if kind.name in DRAWERS else 1


def is_legal(order: object, side: Side, game: Game) -> bool:
    """Whether an order is legal; one that cannot even be read is not."""
    try:
        return game.rule_on(order, side).allowed
    except PluginError:
        raise
    except EuropaError:
        return False
