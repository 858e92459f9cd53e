"""What the commands of `europa` share: options, how mistakes are told, how answers are printed."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar, cast

import click
from rich.console import Console
from rich.progress import Progress

import europa_rules as er
from europa_rules.errors import EuropaError, IllegalOrder
from europa_rules.matrix import load_matrix
from europa_rules.numbers import exact
from europa_rules.plain_data import decoded
from europa_rules.plugins import find_plugins, variants_of
from europa_rules.ruleset import Ruleset
from europa_rules.saved_games import read_save
from europa_rules.whole_files import refuse_unwritable

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])

FINE, FAULTS, WRONG_USE = 0, 1, 2
"""Exit codes: fine, found faults, wrong use."""


def says_mistakes(command: F) -> F:
    """A user's mistake is a line on stderr and exit code 2, never a traceback."""

    @wraps(command)
    def run(*args: Any, **kwargs: Any) -> Any:
        try:
            return command(*args, **kwargs)
        except EuropaError as error:
            click.echo("\n".join([f"europa: {error}", *_titles_of(error)]), err=True)
            sys.exit(WRONG_USE)
        except BrokenPipeError:
            # Whoever read the answer has enough. What is still buffered goes nowhere, so that Python ends quietly.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(FINE)
        except OSError as error:
            where = f"{error.filename}: " if error.filename else ""
            click.echo(f"europa: {where}{error.strerror or error}", err=True)
            sys.exit(WRONG_USE)

    return cast(F, run)


def _titles_of(error: EuropaError) -> list[str]:
    """What the rules are about that a refusal cites, a line each."""
    rules = error.ruling.citations if isinstance(error, IllegalOrder) else ()
    return [f"  {rule}: {title}" for rule in rules if (title := load_matrix().title(rule))]


class NamedPath(click.Path):
    """A path as an argument; the empty one, which would stand for the folder one is in, is refused."""

    def convert(self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path."""
        if value == "":
            self.fail("'' is empty; name a file or a folder", param, ctx)
        return super().convert(value, param, ctx)


def exact_number(_: click.Context, __: click.Parameter, value: str | None) -> Fraction | None:
    """An option's whole number or fraction; a mistake names the option."""
    try:
        return None if value is None else exact(value)
    except EuropaError as error:
        raise click.BadParameter(str(error)) from error


def games_installed() -> list[str]:
    """The ids of the games that are installed."""
    return sorted(v.id for _, v in variants_of(find_plugins()))


with_game = click.option("--game", metavar="GAME", help="The game whose rules apply, by its id.")
with_options = click.option(
    "--option", "options", multiple=True, metavar="RULE", help="An optional rule in use, by number."
)
with_rulings = click.option(
    "--ruling", "rulings", multiple=True, metavar="ID=READING", help="A reading of an open point."
)
with_maps = click.option(
    "--maps",
    multiple=True,
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="A folder of map tables laid over the sheets; more of them from left to right.",
)
with_charts = click.option(
    "--charts",
    multiple=True,
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="A folder of charts laid over the bundled ones; more of them from left to right.",
)
with_json = click.option("--json", "as_json", is_flag=True, help="Answer with JSON alone on stdout.")


with_force = click.option("--force", is_flag=True, help="Write in place of a file that is no saved game.")


def refuse_to_lose(file: Path, force: bool) -> None:
    """Refuse to write a saved game where none can be written, or in place of a file that is none, unless by force.

    Raises StateError, OSError.
    """
    refuse_unwritable(file)
    if force or not file.exists():
        return
    try:
        read_save(decoded(file.read_bytes(), str(file), er.StateError))
    except er.StateError as error:
        instead = "name another file, or write in its place with --force"
        raise er.StateError(f"{file} is there and no saved game; {instead}") from error


def load(game: str, options: Sequence[str] = (), rulings: Sequence[str] = (), maps: Sequence[Path] = ()) -> Ruleset:
    """The rules of a game with what the command line picks: options, readings, the player's own maps."""
    picks = dict(pick.partition("=")[::2] for pick in rulings)
    return er.load(game, options=options, rulings=picks, maps=maps)


def progress(items: Iterable[T], total: int, what: str) -> Iterator[T]:
    """The items, with a bar on a terminal's stderr."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield from items
        return
    with Progress(console=console, transient=True) as bar:
        task = bar.add_task(what, total=total)
        for item in items:
            yield item
            bar.advance(task)


def print_json(data: object) -> None:
    """Data as JSON on stdout."""
    click.echo(json.dumps(data, indent=1, ensure_ascii=False))


def read_text(path: Path) -> str:
    """What a file of the user's says; a mark of the byte order at its head is passed over."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise er.NotationError(f"{path}: is no text in UTF-8 (byte {error.start + 1})") from error


def required(game: str | None) -> str:
    """The game that is named. Raises UnknownName, with those there are, if none is."""
    if game is None:
        raise er.UnknownName(f"name the game: --game {' or --game '.join(games_installed())}")
    return game


def counted(number: int, what: str) -> str:
    """How many of something there are: "1 fault", "2 faults"."""
    return f"{number} {what}{'' if number == 1 else 's'}"
