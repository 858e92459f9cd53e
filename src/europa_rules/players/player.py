"""What an automatic player is, and games between such players.

A player answers whatever a game waits for: with an order or a pass at an opening, with chosen candidates at a decision.
`play_on` hands each question to the player whose it is, until the game ends or as long as one likes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from europa_rules.errors import IllegalOrder, StateError
from europa_rules.game import PASS, Game
from europa_rules.players.clearing import clearing_move
from europa_rules.procedure import Decision, Opening
from europa_rules.sides import Side, Turn

Question = Decision | Opening
"""What a player is asked."""


class Player(Protocol):
    """An automatic player of one side."""

    def answer(self, pending: Question, game: Game) -> Any:
        """An order or `PASS` at an opening; a tuple of candidates at a decision.

        An order that the rules refuse raises IllegalOrder; a pass that they refuse takes back all that has been
        ordered at the opening, and passes then.
        """


class PassingPlayer:
    """A player who gives no orders, and takes the first suggestion."""

    def answer(self, pending: Question, game: Game) -> Any:
        """`PASS`, or the first suggestion."""
        return pending.suggestions[0] if isinstance(pending, Decision) else PASS


class DeadEnd(StateError):
    """A point at which a game can go on in no way."""


def for_turns(turns: int | None, begin: Turn) -> Callable[[Game], bool]:
    """Whether a game goes on that is played for so many game turns, the first among them; None for one to its end."""
    last = begin
    for _ in range((turns or 1) - 1):
        last = last.next()
    return lambda game: turns is None or game.state.moment.turn <= last


def play_on(game: Game, players: Mapping[Side, Player], goes_on: Callable[[Game], bool] = lambda _: True) -> None:
    """Let players play a game to its end, or as long as it shall go on.

    players: by side; one without a player passes, and takes the first suggestion.
    goes_on: asked before each question. Raises DeadEnd at an opening that no player can end; its game must have the
        policy "replay" for undoing.
    """
    began, first, quiet = game.state.moment, len(game.inputs), False
    while game.pending is not None and goes_on(game):
        if game.state.moment != began:
            began, first, quiet = game.state.moment, len(game.inputs), False
        pending = game.pending
        if isinstance(pending, Decision):
            player = None if quiet else players.get(pending.who)
            game.decide(*(player.answer(pending, game) if player else pending.suggestions[0]))
        elif isinstance(pending, Opening):
            quiet = not _act(game, pending, {} if quiet else players, first) or quiet
        else:
            raise StateError(f"automatic players throw no dice by hand: {pending.purpose}")


def _helpful(at: Opening, side: Side, game: Game) -> Any:
    """The order that the rules suggest so that an opening can end; `PASS` where they suggest none that is legal."""
    order = at.suggest(game.state)
    return order if order is not None and game.rule_on(order, side).allowed else PASS


def _act(game: Game, pending: Opening, players: Mapping[Side, Player], first: int) -> bool:
    """One answer at an opening; where a pass is refused, all orders of the step are taken back, and it is False.

    Where there is nothing to take back, a unit moves out of a hex that is too full.
    """
    side = next(side for side in pending.players if side not in game.passed)
    reply = players[side].answer(pending, game) if side in players else PASS
    if reply is PASS and not pending.closing(game.state).allowed:
        reply = _helpful(pending, side, game)
    if reply is not PASS:
        game.submit(reply, side)
        return True
    try:
        game.done(side)
    except IllegalOrder as refused:
        since = [number for number, entry in enumerate(game.inputs[first:], first + 1) if "player" in entry]
        if not players or not since:
            order = clearing_move(side, game.state, game.rules)
            if order is None:
                raise DeadEnd(f"{side} cannot end the {pending.name}: {refused}") from refused
            game.submit(order, side)
            return True
        game.undo(since[0])
        return False
    return True
