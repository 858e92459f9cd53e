"""The commands `europa mail`: a game between two folders, whose file the players send to each other."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

import europa_rules as er
from europa_rules.cli.common import (
    counted,
    load,
    print_json,
    read_text,
    refuse_to_lose,
    required,
    says_mistakes,
    with_force,
    with_game,
    with_json,
    with_options,
    with_rulings,
)
from europa_rules.errors import unknown
from europa_rules.mail.folders import FILE, Folder, begin, join
from europa_rules.mail.letters import read_letters
from europa_rules.mail.table import Table
from europa_rules.order_notation import read_order
from europa_rules.sides import Side

_FOLDER = click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
_NEW_FOLDER = click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
_SIDE = click.option("--side", required=True, metavar="SIDE", help="The side that you play.")
_SENT_FILE = click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))


@click.group("mail")
def mail_group() -> None:
    """Play by mail: the file of the game goes to and fro, and neither player can choose a roll.

    Example: europa mail begin axis/ --side Axis --game fof --scenario historical
    """


@mail_group.command("begin")
@_NEW_FOLDER
@_SIDE
@with_game
@with_options
@with_rulings
@click.option("--scenario", metavar="ID", help="A scenario; the one named historical where none is named.")
@click.option("--position", type=click.Path(path_type=Path), metavar="FILE", help="A position in notation.")
@click.option("--deploying", is_flag=True, help="Begin with the set-up of the scenario.")
@says_mistakes
def begin_command(
    folder: Path,
    side: str,
    game: str | None,
    options: tuple[str, ...],
    rulings: tuple[str, ...],
    scenario: str | None,
    position: Path | None,
    deploying: bool,
) -> None:
    """Begin a game in a new FOLDER.

    Example: europa mail begin axis/ --side Axis --game fof --scenario historical
    """
    if scenario is not None and position is not None:
        raise er.NotationError("name a scenario or a position, not both")
    rules = load(required(game), options, rulings)
    place = read_text(position) if position is not None else rules.scenario(scenario or "historical")
    _tell(begin(folder, _side(side, rules), rules, place, deploying=deploying), 0)


@mail_group.command("join")
@_NEW_FOLDER
@_SENT_FILE
@_SIDE
@says_mistakes
def join_command(folder: Path, file: Path, side: str) -> None:
    """Join, in a new FOLDER, the game whose FILE the other player has sent.

    Example: europa mail join allied/ game.mail --side Allied
    """
    _tell(join(folder, Side(side), file), 0)


@mail_group.command()
@_FOLDER
@click.argument("order")
@says_mistakes
def order(folder: Path, order: str) -> None:
    """Give an ORDER: its kind, then its fields, as in a playthrough.

    Example: europa mail order axis/ "move | units: ge 1 Inf XX | path: 16A:1406; 16A:1407"
    """
    _acting(folder, lambda own: own.order(read_order(order, own.table.game.rules)))


@mail_group.command()
@_FOLDER
@click.argument("chosen", nargs=-1)
@says_mistakes
def answer(folder: Path, chosen: tuple[str, ...]) -> None:
    """Answer the decision that is put to you with the CHOSEN candidates, or with none.

    Example: europa mail answer allied/ "fr 4 Inf XX"
    """
    _acting(folder, lambda own: own.answer(*chosen))


@mail_group.command()
@_FOLDER
@says_mistakes
def done(folder: Path) -> None:
    """Pass at what is open.

    Example: europa mail done axis/
    """
    _acting(folder, Folder.done)


@mail_group.command()
@_FOLDER
@says_mistakes
def undo(folder: Path) -> None:
    """Take back your last order, answer or pass, if nobody has acted and no link was revealed since.

    Example: europa mail undo axis/
    """
    _acting(folder, Folder.undo)


@mail_group.command()
@_FOLDER
@click.argument("to", type=click.Path())
@says_mistakes
def send(folder: Path, to: str) -> None:
    """Copy the file of the game TO a folder (a path that ends in a slash) or file, for the other player.

    Example: europa mail send axis/ outbox/
    """
    own = Folder.open(folder)
    click.echo(f"Written to {own.send(to)}: {counted(len(own.letters), 'letter')}.")
    _tell(own, len(own.table.game.log))


@mail_group.command()
@_FOLDER
@_SENT_FILE
@says_mistakes
def receive(folder: Path, file: Path) -> None:
    """Take in the FILE that the other player has sent; links that a roll asks for are revealed.

    Example: europa mail receive allied/ inbox/game.mail
    """
    _acting(folder, lambda own: own.receive(file))


@mail_group.command()
@click.argument("path", type=click.Path(path_type=Path, exists=True))
@click.option("--save", type=click.Path(path_type=Path), metavar="FILE.json", help="Save the game as it stands.")
@with_force
@with_json
@says_mistakes
def show(path: Path, save: Path | None, force: bool, as_json: bool) -> None:
    """Tell how a game stands and for whom it waits; PATH is a folder or the file of the game.

    Example: europa mail show axis/
    """
    if save is not None:
        refuse_to_lose(save, force)
    letters = read_letters((path / FILE if path.is_dir() else path).read_bytes())
    table = Table.of(letters)
    waiting = table.waiting()
    if save is not None:
        table.game.save_to(save)
    if as_json:
        told = {"sides": list(waiting.sides), "why": waiting.why, "stalled": waiting.stalled, "since": waiting.since}
        print_json({"letters": len(letters), "moment": str(table.game.state.moment), "waiting": told})
        return
    for entry in table.game.log:
        click.echo(str(entry))
    click.echo(f"{table.game.state.moment}: {counted(len(letters), 'letter')}; {waiting}")


def _acting(folder: Path, act: Callable[[Folder], object]) -> None:
    """Do something with a folder, and tell what came of it."""
    own = Folder.open(folder)
    told = len(own.table.game.log)
    act(own)
    _tell(own, told)


def _tell(own: Folder, told: int) -> None:
    """The events after those told, and for whom the game waits."""
    for entry in own.table.game.log[told:]:
        click.echo(str(entry))
    click.echo(f"{own.table.game.state.moment}: {own.table.waiting()}")


def _side(name: str, rules: er.Ruleset) -> Side:
    if name not in rules.variant.sides:
        raise unknown("side", name, rules.variant.sides)
    return Side(name)
