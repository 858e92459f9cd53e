"""Files of games, checked: a save, a playthrough or a game by mail is played again, and what differs is named.

Needs a file, and the plugins and maps that it was made with; gives how many inputs, rolls and events there are, and
the first that differs with the rule behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from attrs import evolve, frozen

from europa_rules.errors import EuropaError, OtherVersion, StateError, UnknownName, unknown
from europa_rules.game import Game, replay
from europa_rules.mail.letters import is_mail, read_letters
from europa_rules.mail.table import Table
from europa_rules.plain_data import decoded
from europa_rules.playthroughs import TITLE, first_difference, played_through
from europa_rules.saved_games import read_save, rules_of_save

Folders = Sequence[str | Path]

ENDINGS = (".json", ".txt", ".mail")
"""How the names of saves, playthroughs and games by mail end."""


@frozen
class Checked:
    """What came of checking a file of a game.

    Attributes:
        file: the file, as it was named.
        inputs, rolls, events: how many of each were played again.
        dice: where its dice come from.
        fault: the first that differs, or why the file cannot be played; "" where it is as recorded.
        note: what else there is to say.
    """

    file: str
    inputs: int = 0
    rolls: int = 0
    events: int = 0
    dice: str = ""
    fault: str = ""
    note: str = ""

    def __str__(self) -> str:
        if self.fault:
            return f"{self.file}: {self.fault}"
        rolls = f"rolls {self.rolls} by {self.dice} dice{_PROVEN.get(self.dice, '')}"
        said = f"{self.file}: as recorded (inputs {self.inputs}, {rolls}, events {self.events})"
        return f"{said}; {self.note}" if self.note else said

    @classmethod
    def of(cls, file: str, game: Game, dice: str = "") -> Checked:
        """The report on a game that comes out as recorded.

        dice: where they come from, if not from the source of the game.
        """
        rolls = sum("roll" in entry for entry in game.inputs)
        source = dice or (game.dice.name if game.dice is not None else "manual")
        return cls(file, len(game.inputs), rolls, len(game.log), source)


_PROVEN = {
    "seeded": ", each checked against the seed",
    "linked": ", each checked against the chains of both sides",
    "manual": ", which nothing proves",
}
"""What a report says of the dice."""


def game_files(paths: Iterable[Path]) -> Iterator[Path]:
    """These files, and in place of a folder the games in it, by name.

    Raises UnknownName for what there is not, and for a folder without a game.
    """
    for path in paths:
        if path.is_dir():
            games = sorted(file for file in path.rglob("*") if file.is_file() and _is_game(file))
            if not games:
                of_name = f"{', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}"
                raise UnknownName(f"{path}: no game in this folder; the names of games end in {of_name}")
            yield from games
        elif path.is_file():
            yield path
        else:
            near = sorted(str(file) for file in path.parent.iterdir()) if path.parent.is_dir() else []
            raise unknown("file or folder", str(path), near)


def _is_game(file: Path) -> bool:
    """Whether a file of a folder is taken for a game: by its name, and a text by its first line."""
    if file.suffix not in ENDINGS:
        return False
    with file.open("rb") as opened:
        return file.suffix != ".txt" or opened.read(len(TITLE)) == TITLE.encode()


def replay_file(path: Path, *, charts: Folders = (), maps: Folders = ()) -> Checked:
    """Play the game of a file again from its beginning, under the rules that it names."""
    return _checked(path, lambda data: _replayed(path, data, charts, maps))


def verify_file(path: Path, *, charts: Folders = (), maps: Folders = ()) -> Checked:
    """Play the game of a file again, and find whatever else in the file is not as it was written."""
    return _checked(path, lambda data: _verified(path, data, charts, maps))


def _checked(path: Path, check: Callable[[bytes], Checked]) -> Checked:
    try:
        return check(path.read_bytes())
    except EuropaError as error:
        return Checked(str(path), fault=str(error))


def _replayed(path: Path, data: bytes, charts: Folders, maps: Folders) -> Checked:
    if is_mail(data):
        table = Table.of(read_letters(data))
        return evolve(Checked.of(str(path), table.game, "linked"), note=str(table.waiting()))
    text = decoded(data, str(path), StateError)
    if text.startswith(TITLE):
        made, game = played_through(text)
        differs = first_difference(text, made)
        return Checked(str(path), fault=differs) if differs else Checked.of(str(path), game)
    rules = rules_of_save(text, charts=charts, maps=maps)
    try:
        return Checked.of(str(path), replay(text, rules))
    except OtherVersion as other:
        again = Checked.of(str(path), replay(text, rules, anyway=True))
        return evolve(again, note=f"{other}; played again under these rules, the game is the same")


def _verified(path: Path, data: bytes, charts: Folders, maps: Folders) -> Checked:
    found = _replayed(path, data, charts, maps)
    text = "" if is_mail(data) else decoded(data, str(path), StateError)
    if found.fault or is_mail(data) or text.startswith(TITLE):
        return found
    save = read_save(text)
    changed = save.changed_fields()
    if changed:
        return evolve(found, fault=f"{' and '.join(changed)}: changed since the game was saved")
    return found if save.intact else evolve(found, note="the same game in another form than it was written in")
