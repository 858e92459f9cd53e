"""The commands `europa replay` and `europa verify`: games played again, and what is not as it was recorded."""

from __future__ import annotations

import sys
from pathlib import Path

import attrs
import click

import europa_rules as er
from europa_rules.cli.common import (
    FAULTS,
    FINE,
    NamedPath,
    counted,
    print_json,
    progress,
    read_text,
    says_mistakes,
    with_charts,
    with_json,
    with_maps,
)
from europa_rules.game_files import Checked, game_files, replay_file, verify_file
from europa_rules.playthroughs import TITLE, play_lines, playthrough_of
from europa_rules.saved_games import rules_of_save
from europa_rules.whole_files import write_whole


@click.command()
@click.argument("paths", nargs=-1, required=True, type=NamedPath(path_type=Path))
@click.option("--show", is_flag=True, help="Print each game as a playthrough, as it comes out now.")
@click.option("--write", is_flag=True, help="Write each playthrough anew, as it comes out now.")
@with_charts
@with_maps
@with_json
@says_mistakes
def replay(
    paths: tuple[Path, ...],
    show: bool,
    write: bool,
    charts: tuple[Path, ...],
    maps: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Play saved games and playthroughs again; of each that comes out another way, name the first event that differs.

    A folder stands for all games in it. The exit code is 1 where any game differs.

    Example: europa replay saves/ game.json tests/golden/crossing_a_river.txt
    """
    files = list(game_files(paths))
    if show or write:
        for file in files:
            _told(file, write, charts, maps)
        return
    checked = progress((replay_file(file, charts=charts, maps=maps) for file in files), len(files), "games")
    _report(list(checked), as_json)


@click.command()
@click.argument("paths", nargs=-1, required=True, type=NamedPath(path_type=Path))
@with_charts
@with_maps
@with_json
@says_mistakes
def verify(paths: tuple[Path, ...], charts: tuple[Path, ...], maps: tuple[Path, ...], as_json: bool) -> None:
    """Check whole games offline: every order, answer, roll and event, and every byte of the file.

    Of each game that is not as it was recorded, the first order, roll, event, field or letter to blame is named. A
    folder stands for all games in it. The exit code is 1 where there is a fault; that a game by mail waits is none.

    Example: europa verify game.json axis/game.mail
    """
    files = list(game_files(paths))
    checked = progress((verify_file(file, charts=charts, maps=maps) for file in files), len(files), "games")
    _report(list(checked), as_json)


def _report(checked: list[Checked], as_json: bool) -> None:
    """Print what came of checking files, and end with the exit code."""
    if as_json:
        print_json([attrs.asdict(found) for found in checked])
    else:
        for found in checked:
            click.echo(str(found))
    faults = sum(bool(found.fault) for found in checked)
    click.echo(f"{counted(len(checked), 'game')}, {counted(faults, 'fault')}", err=as_json)
    sys.exit(FAULTS if faults else FINE)


def _told(file: Path, write: bool, charts: tuple[Path, ...], maps: tuple[Path, ...]) -> None:
    """A game as a playthrough: printed line by line, or written in place of the playthrough that is there."""
    text = read_text(file)
    if text.startswith(TITLE):
        lines = list[str]()
        for line in play_lines(text):
            lines.append(line)
            if not write:
                click.echo(line)
        if write:
            write_whole(file, "\n".join([*lines, ""]))
    elif write:
        raise er.NotationError(f"{file}: is no playthrough; only these are written anew")
    else:
        rules = rules_of_save(text, charts=charts, maps=maps)
        click.echo(playthrough_of(er.replay(text, rules)), nl=False)
