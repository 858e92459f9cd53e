"""The sensible player: covers his line and large cities, brings up reserves, closes in, and attacks at 3:1 or better.

He plays as a beginner does who knows the rules: see `plans`. He does what a game's own rules advise first (the slot
"sensible orders"), leaves what they advise against (the slot "sensible restraint"), takes the first suggestion at a
decision, and flies nothing but ground support.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, cast

from europa_rules.game import Game
from europa_rules.players.air_support import support
from europa_rules.players.plans import attacks, moves, overruns
from europa_rules.players.player import Question
from europa_rules.players.random_player import RandomPlayer, is_legal, kinds_at
from europa_rules.players.reserves import rides
from europa_rules.procedure import Decision, Opening
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import GameState, Moment

ORDERS = 150
"""How many orders he gives in a step at most."""

ADVISED = "sensible orders"
"""The slot of the sources that advise orders: each names a function (side, state, rules) -> orders."""

RESTRAINT = "sensible restraint"
"""The slot of the sources that tell of an order that it is better not given: each names (order, side, state, rules) ->
bool."""

Advise = Callable[[Side, GameState, Ruleset], Iterable[Any]]
Restrain = Callable[[Any, Side, GameState, Ruleset], bool]


PLANS: tuple[tuple[str, Callable[[Side, Game], Iterator[Any]]], ...] = (
    ("overrun", overruns),
    ("rail move", rides),
    ("move", moves),
    ("overrun", overruns),
    ("fly", support),
    ("attack", attacks),
)
"""Kinds of order, and what gives the orders of the kind, in the order in which they are thought of."""


class SensiblePlayer:
    """See the module. He plays one side; `orders` bounds what he does in a step."""

    def __init__(self, side: Side, seed: str | int, *, orders: int = ORDERS) -> None:
        self.side, self.orders = side, orders
        self._ends = RandomPlayer(side, seed, orders=0)
        self._at: tuple[Moment, str] | None = None
        self._plan: Iterator[Any] = iter(())
        self._left = 0

    def answer(self, pending: Question, game: Game) -> Any:
        """A legal order or `PASS` at an opening; the first of the suggestions at a decision."""
        if isinstance(pending, Decision):
            return pending.suggestions[0]
        at = (game.state.moment, pending.name)
        if at != self._at:
            self._at, self._plan, self._left = at, self._ideas(pending, game), self.orders
        while self._left and (order := next(self._plan, None)) is not None:
            if is_legal(order, self.side, game) and not self._is_unwise(order, game):
                self._left -= 1
                return order
        return self._ends.answer(pending, game)

    def _is_unwise(self, order: Any, game: Game) -> bool:
        """Whether the game's own rules advise against an order."""
        sources = game.rules.sources(RESTRAINT)
        return any(cast(Restrain, source.value)(order, self.side, game.state, game.rules) for source in sources)

    def _ideas(self, at: Opening, game: Game) -> Iterator[Any]:
        """Orders to think of at an opening, the first first."""
        kinds = {kind.name for kind in kinds_at(at, self.side, game)}
        for source in game.rules.sources(ADVISED):
            yield from cast(Advise, source.value)(self.side, game.state, game.rules)
        for name, ideas in PLANS:
            if name in kinds:
                yield from ideas(self.side, game)
