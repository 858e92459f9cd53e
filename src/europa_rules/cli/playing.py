"""The commands `europa play` and `europa fuzz`: games between automatic players."""

from __future__ import annotations

import shlex
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import click

import europa_rules as er
from europa_rules.campaign.postings import scenario_of
from europa_rules.cli.common import (
    FAULTS,
    F,
    counted,
    load,
    progress,
    read_text,
    refuse_to_lose,
    required,
    says_mistakes,
    with_force,
    with_game,
    with_options,
)
from europa_rules.errors import unknown
from europa_rules.game import Game
from europa_rules.players.fuzzing import FuzzedGame, fuzz_game, seeds, thinned
from europa_rules.players.player import PassingPlayer, Player, for_turns, play_on
from europa_rules.players.random_player import ORDERS, RandomPlayer
from europa_rules.players.sensible_player import SensiblePlayer
from europa_rules.ruleset import Ruleset
from europa_rules.setting_up import begin
from europa_rules.sides import Side
from europa_rules.state import GameState
from europa_rules.whole_files import write_whole

PLAYERS: dict[str, Callable[[Side, str], Player]] = {
    "random": RandomPlayer,
    "sensible": SensiblePlayer,
    "passing": lambda _, __: PassingPlayer(),
}
"""The automatic players by name: what makes one for a side and a seed."""

MOST_TURNS = 1000
"""The most game turns that may be asked for: more than any scenario has, and a mistyped number ends."""


def _asked_for(command: F) -> F:
    """The options by which a game to play is named."""
    for option in (
        click.option(
            "--turns", type=click.IntRange(1, MOST_TURNS), metavar="T", help="Game turns to play; else to the end."
        ),
        click.option("--seed", default="1", show_default=True, metavar="S", help="The seed of dice and players."),
        click.option("--position", type=click.Path(path_type=Path), metavar="FILE", help="A position in notation."),
        click.option("--scenario", metavar="ID", help="A scenario; the one named historical where none is named."),
        with_options,
        with_game,
    ):
        command = option(command)
    return command


def _start(
    game: str | None, options: tuple[str, ...], scenario: str | None, position: Path | None, turns: int | None
) -> tuple[Ruleset, GameState]:
    """The rules and the state with which the games begin."""
    if scenario is not None and position is not None:
        raise er.NotationError("name a scenario or a position, not both")
    if position is not None and turns is None:
        raise er.NotationError("a position has no last game turn: say how many to play with --turns")
    rules = load(required(game), options)
    if position is not None:
        return begin(rules, read_text(position))
    named = scenario or "historical"
    if named not in rules.scenario_ids:
        raise unknown("scenario", named, rules.scenario_ids)
    of_scenario = rules.scenario(named).options
    return begin(load(rules.variant.id, of_scenario) if of_scenario and not options else rules, named)


@click.command()
@_asked_for
@click.option("--games", default=1, show_default=True, type=click.IntRange(1), metavar="N", help="How many games.")
@click.option("--pieces", type=click.IntRange(1), metavar="N", help="Leave each side N pieces and N air units, drawn.")
@click.option(
    "--orders",
    default=ORDERS,
    show_default=True,
    type=click.IntRange(0),
    metavar="N",
    help="Orders that a player gives in a step at most.",
)
@click.option(
    "--dump",
    default=Path(),
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Where a game that fails is saved; else here.",
)
@click.option("-v", "--verbose", is_flag=True, help="A line for each game.")
@says_mistakes
def fuzz(
    game: str | None,
    options: tuple[str, ...],
    scenario: str | None,
    position: Path | None,
    seed: str,
    turns: int | None,
    games: int,
    pieces: int | None,
    orders: int,
    dump: Path,
    verbose: bool,
) -> None:
    """Let random players play games, and watch after every event what must hold in any game.

    A game that fails is saved as it stood before the fault, with the seed and what was asked beside it. The last line
    counts games, orders, events and failures; the exit code is 1 where any game failed.

    Example: europa fuzz --game fof --scenario historical --pieces 30 --turns 1 --games 5 --seed 1
    """
    rules, state = _start(game, options, scenario, position, turns)
    played, began = list[FuzzedGame](), time.perf_counter_ns()
    for own in progress(seeds(seed, games), games, "playing"):
        left = thinned(state, pieces, own) if pieces else state
        found = fuzz_game(rules, left, own, turns=turns, begin=lambda side, of: RandomPlayer(side, of, orders=orders))
        played.append(found)
        if verbose:
            click.echo(str(found))
        if found.failure is not None:
            click.echo(f"{own}: {found.failure}\n  saved: {_dump(found, dump, _again(own))}", err=True)
    click.echo(_summary(played, time.perf_counter_ns() - began))
    if any(found.failure for found in played):
        sys.exit(FAULTS)


def _again(seed: str) -> str:
    """The options by which the same command plays the game of a seed alone."""
    return shlex.join(["--games", "1", "--seed", seed])


def _dump(found: FuzzedGame, folder: Path, again: str) -> str:
    """Save a game that failed, and what it failed of; gives where."""
    assert found.failure is not None
    folder.mkdir(parents=True, exist_ok=True)
    name = "".join(c if c.isalnum() or c in ".-" else "_" for c in found.seed)
    save = folder / f"fuzz-{name}.json"
    write_whole(save, f"{found.failure.save}\n")
    said = f"{found.failure}\n\nTo play it again: the same command with {again}\n\n{found.failure.trace}"
    save.with_suffix(".txt").write_text(said, encoding="utf-8")
    return str(save)


def _summary(played: list[FuzzedGame], nanoseconds: int) -> str:
    orders = [sum(found.orders.values()) for found in played]
    events, failures = sum(found.events for found in played), sum(found.failure is not None for found in played)
    middle = f"median {statistics.median_low(orders)} a game, {sum(orders) * 10**9 // max(nanoseconds, 1)} a second"
    return (
        f"{counted(len(played), 'game')}, {counted(sum(orders), 'order')} ({middle}), {counted(events, 'event')}, "
        f"{counted(failures, 'failure')}"
    )


def _turns_left(state: GameState, rules: Ruleset) -> int:
    """The game turns of a scenario that are still to be played."""
    scenario, turn, number = scenario_of(state, rules), state.moment.turn, 0
    while scenario is not None and turn <= scenario.last:
        turn, number = turn.next(), number + 1
    return number


@click.command()
@_asked_for
@click.option(
    "--axis", type=click.Choice(sorted(PLAYERS)), default="random", show_default=True, help="The Axis player."
)
@click.option("--allied", type=click.Choice(sorted(PLAYERS)), default="random", show_default=True, help="The Allied.")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE.json", help="Save the game at its end.")
@with_force
@says_mistakes
def play(
    game: str | None,
    options: tuple[str, ...],
    scenario: str | None,
    position: Path | None,
    seed: str,
    turns: int | None,
    axis: str,
    allied: str,
    output: Path | None,
    force: bool,
) -> None:
    """Let automatic players play a game: what happens, line by line.

    Example: europa play --game fof --scenario historical --turns 1 --axis random --allied passing
    """
    if output is not None:
        refuse_to_lose(output, force)
    rules, state = _start(game, options, scenario, position, turns)
    table = Game.start(rules, state, seed=seed, undo="replay")
    names = {er.AXIS: axis, er.ALLIED: allied}
    players = {side: PLAYERS[names.get(side, "passing")](side, seed) for side in rules.variant.sides}
    length = turns or _turns_left(state, rules)
    for _ in progress(range(length), length, "playing"):
        play_on(table, players, for_turns(1, table.state.moment.turn))
    for entry in table.log:
        click.echo(str(entry))
    click.echo(f"{table.state.moment}: {counted(len(table.log), 'event')}")
    if output is not None:
        table.save_to(output)
        click.echo(f"saved as {output}", err=True)
