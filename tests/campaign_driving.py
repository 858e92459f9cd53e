"""Games of the campaign of 1940 for tests: positions of its scenario, and games led to an opening."""

from __future__ import annotations

from collections.abc import Iterable

import europa_rules as er
from europa_rules.campaign.nations import let_happen
from europa_rules.campaign.postings import SCENARIO
from europa_rules.campaign.sequence import first_moment
from europa_rules.game import Game
from europa_rules.procedure import Decision, Opening
from europa_rules.state import GameState

FOF = er.load("fof")


def position(text: str, rules: er.Ruleset = FOF) -> GameState:
    """A position, as in a game of the historical scenario; one in an initial phase begins its player turn."""
    state = er.parse_position(text, rules).noting(SCENARIO, "", "historical")
    now = state.moment
    return state.at_moment(first_moment(now.turn, now.player, rules)) if now.phase == "initial" else state


def set_up(turn: str, side: er.Side, rules: er.Ruleset = FOF) -> GameState:
    """The historical set-up, as if it were the beginning of a later player turn."""
    state = er.position_of("historical", rules)
    return state.at_moment(first_moment(er.Turn.parse(turn), side, rules))


def after(state: GameState, events: Iterable[str]) -> GameState:
    for event in events:
        state = let_happen(event, state)
    return state


def play_to(game: Game, opening: str) -> Game:
    """The game at the next opening of a name; everything before is passed or decided as suggested."""
    for _ in range(200):
        at = game.pending
        if isinstance(at, Opening) and at.name == opening:
            return game
        if isinstance(at, Decision):
            game.decide(*at.suggestions[0])
        elif isinstance(at, Opening):
            go_on(game, at)
    raise AssertionError(opening)


def go_on(game: Game, at: Opening) -> None:
    """All pass; what must be done before is done first."""
    if at.closing(game.state).allowed:
        game.done()
    else:
        game.submit(at.suggest(game.state))


def told(game: Game, word: str) -> list[str]:
    return [str(entry) for entry in game.log if word in str(entry)]
