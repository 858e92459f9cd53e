"""Games between random players, with what must hold watched after every event: to find faults in the rules as coded.

`fuzz_game` plays one; a fault ends it, and is told with the save of the game as it stood before the input that showed
it, and with that input.
"""

from __future__ import annotations

import random
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from attrs import evolve, field, frozen

from europa_rules.errors import StateError
from europa_rules.game import PASS, Game
from europa_rules.orders import describe_order, kind_of
from europa_rules.players.invariants import broken
from europa_rules.players.player import Player, Question, for_turns, play_on
from europa_rules.players.random_player import RandomPlayer
from europa_rules.procedure import Decision, Event, Opening
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.slots import PHASE_OPENINGS
from europa_rules.state import GameState

Begin = Callable[[Side, str], Player]
"""A player for a side and a seed."""


class Broken(StateError):
    """Something does not hold that must."""


@frozen
class Failure:
    """A fault that a game has shown.

    Attributes:
        what: the error, or what does not hold.
        asked: what the game waited for, and what it was answered.
        trace: where it was raised.
        save: the game before that answer, as it is saved: what is given there once more shows the fault again.
    """

    what: str
    asked: str
    trace: str = field(repr=False)
    save: str = field(repr=False)

    def __str__(self) -> str:
        return f"{self.what} [{self.asked}]"


@frozen
class FuzzedGame:
    """A game that random players have played.

    Attributes:
        seed: its seed.
        orders: how many orders were given, by kind.
        decisions: how many decisions were answered.
        events: how many events the log has.
        end: the moment at which it was left or ended.
        failure: the fault at which it ended, or None.
        save: the game at its end.
    """

    seed: str
    orders: Mapping[str, int]
    decisions: int
    events: int
    end: str
    failure: Failure | None
    save: str = field(repr=False)

    def __str__(self) -> str:
        counted = ", ".join(f"{number} {kind}" for kind, number in sorted(self.orders.items())) or "none"
        told = f"seed {self.seed}: to {self.end}; orders: {counted}; {self.decisions} decisions, {self.events} events"
        return f"{told}; {self.failure}" if self.failure else told


class _Asked:
    """A player who remembers what he was last asked and said, and counts."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.last = "nothing asked yet"
        self.orders: Counter[str] = Counter()
        self.decisions = 0

    def answer(self, pending: Question, game: Game) -> object:
        """What the player says; a suggestion that the rule itself refuses is a fault."""
        about = pending.question if isinstance(pending, Decision) else pending.name
        self.last = f"{about}: being thought about"
        if isinstance(pending, Decision):
            for suggestion in pending.suggestions:
                ruling = pending.rule_on(suggestion)
                if not ruling.allowed:
                    raise Broken(f"the suggestion {', '.join(suggestion) or 'nothing'} is {ruling}")
        reply = self._player.answer(pending, game)
        self.last = f"{about}: {_told(reply, game)}"
        if isinstance(pending, Decision):
            self.decisions += 1
        elif reply is not PASS:
            self.orders[kind_of(reply, game.rules).name] += 1
        return reply


def _told(reply: object, game: Game) -> str:
    if reply is PASS:
        return "pass"
    return repr(reply) if isinstance(reply, tuple) else describe_order(reply, game.rules)


class _Watch:
    """Looks at every state that an event leaves, and at those in which players act in a phase.

    Where inputs have been taken back, what held after them is no measure of what follows.
    """

    def __init__(self, game: Game) -> None:
        self._game, self._rules = game, game.rules
        self._well: GameState | None = None
        self._events = 0

    def event(self, event: Event) -> None:
        """What an event leaves."""
        if len(self._game.log) <= self._events:
            self._well = None
        self.look(event.state, f"after {event.text!r}")

    def between(self, game: Game) -> None:
        """What a game is like as it waits."""
        if len(game.log) < self._events:
            self._well = None
        pending = game.pending
        at_rest = isinstance(pending, Opening) and pending.name in PHASE_OPENINGS
        self.look(game.state, f"at {game.state.moment}", at_rest=at_rest)

    def look(self, state: GameState, when: str, *, at_rest: bool = False) -> None:
        """Raise Broken for what does not hold in a state."""
        lines = broken(state, self._rules, self._well, at_rest=at_rest)
        if lines:
            raise Broken(f"{when}: {'; '.join(lines)}")
        self._well, self._events = state, len(self._game.log)


def fuzz_game(
    rules: Ruleset,
    position: GameState,
    seed: str,
    *,
    turns: int | None = None,
    begin: Begin = RandomPlayer,
    most_inputs: int = 100_000,
) -> FuzzedGame:
    """Play a game between automatic players; see the module.

    turns: game turns to play; None plays to the end of a scenario.
    begin: what makes a player of a side and a seed. most_inputs: a game that takes more has no end, which is a fault.
    """
    game = Game.start(rules, position, seed=seed, undo="replay")
    players = {side: _Asked(begin(side, seed)) for side in rules.variant.sides}
    watch = _Watch(game)
    in_time = for_turns(turns, position.moment.turn)

    def goes_on(now: Game) -> bool:
        try:
            watch.between(now)
        except Broken:
            _take_back(now)
            raise
        if len(now.inputs) > most_inputs:
            raise Broken(f"the game has taken {most_inputs} inputs and has no end")
        return in_time(now)

    failure = None
    game.watch(watch.event)
    try:
        play_on(game, players, goes_on)
        game.watch(None)
        _require_saved(game)
    except Exception as error:
        game.watch(None)
        asked = sorted(players.values(), key=lambda p: p.last.endswith("pass"))
        told = "; ".join(player.last for player in asked)
        failure = Failure(f"{type(error).__name__}: {error}", told, traceback.format_exc(), game.save())
    orders = sum((player.orders for player in players.values()), Counter[str]())
    decisions = sum(player.decisions for player in players.values())
    return FuzzedGame(seed, dict(orders), decisions, len(game.log), str(game.state.moment), failure, game.save())


def _take_back(game: Game) -> None:
    """Take back the input after which something does not hold, so that the game stands before it."""
    game.watch(None)
    if any("player" in entry for entry in game.inputs):
        game.undo()


def _require_saved(game: Game) -> None:
    """The save loads as the game that was saved. Raises Broken, or what loading raises."""
    text = game.save()
    again = Game.load(text, game.rules)
    if again.state != game.state or again.save() != text:
        raise Broken("the save does not load as the game that was saved")


def thinned(state: GameState, pieces: int, seed: str) -> GameState:
    """A state in which so many pieces at most are left of each side, and as many air units, drawn at random.

    What is remembered of those that are gone is forgotten.
    """
    chance = random.Random(f"{seed}: thinned")
    keep = {*_drawn(state.pieces, pieces, chance), *_drawn(state.air, pieces, chance)}
    gone = {name for name in (*state.pieces, *state.air) if name not in keep}
    return evolve(
        state,
        pieces=state.pieces.drop(*(name for name in state.pieces if name in gone)),
        air=state.air.drop(*(name for name in state.air if name in gone)),
        record=state.record.drop(*(key for key in state.record if key[1] in gone)),
    )


def _drawn(among: Mapping[str, object], number: int, chance: random.Random) -> list[str]:
    by_side: dict[str, list[str]] = {}
    for name in sorted(among):
        by_side.setdefault(str(getattr(among[name], "side", "")), []).append(name)
    return [name for side in sorted(by_side) for name in chance.sample(by_side[side], min(number, len(by_side[side])))]


def seeds(seed: str, games: int) -> Iterator[str]:
    """The seeds of so many games: the seed itself, then numbered ones, each of which plays its game again by itself.

    >>> list(seeds("meuse", 3))
    ['meuse', 'meuse.2', 'meuse.3']
    """
    yield seed
    for number in range(2, games + 1):
        yield f"{seed}.{number}"
