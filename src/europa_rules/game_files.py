"""Files of games, checked: a save or a playthrough is played again, and what comes out another way is named.

Needs a file, and the plugins and maps that it was made with; gives how many inputs, rolls and events there are, and
the first that differs with the rule behind it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from attrs import frozen

from europa_rules.errors import EuropaError, StateError, unknown
from europa_rules.game import Game, replay
from europa_rules.plain_data import decoded
from europa_rules.playthroughs import TITLE, first_difference, game_of, play_through
from europa_rules.saved_games import rules_of_save

Folders = Sequence[str | Path]

ENDINGS = (".json", ".txt")
"""How the names of saves and playthroughs end."""


@frozen
class Checked:
    """What came of checking a file of a game.

    Attributes:
        file: the file, as it was named.
        inputs, rolls, events: how many of each were played again.
        dice: where its dice come from.
        fault: the first that differs, or why the file cannot be played; "" where it is as recorded.
    """

    file: str
    inputs: int = 0
    rolls: int = 0
    events: int = 0
    dice: str = ""
    fault: str = ""

    def __str__(self) -> str:
        if self.fault:
            return f"{self.file}: {self.fault}"
        rolls = f"rolls {self.rolls} by {self.dice} dice"
        return f"{self.file}: as recorded (inputs {self.inputs}, {rolls}, events {self.events})"

    @classmethod
    def of(cls, file: str, game: Game) -> Checked:
        """The report on a game that comes out as recorded."""
        rolls = sum("roll" in entry for entry in game.inputs)
        dice = game.dice.name if game.dice is not None else "manual"
        return cls(file, len(game.inputs), rolls, len(game.log), dice)


def game_files(paths: Iterable[Path]) -> Iterator[Path]:
    """These files, and in place of a folder the saves and playthroughs in it, by name. Raises UnknownName."""
    for path in paths:
        if path.is_dir():
            yield from sorted(file for file in path.rglob("*") if file.suffix in ENDINGS and file.is_file())
        elif path.is_file():
            yield path
        else:
            near = sorted(str(file) for file in path.parent.iterdir()) if path.parent.is_dir() else []
            raise unknown("file or folder", str(path), near)


def replay_file(path: Path, *, charts: Folders = (), maps: Folders = ()) -> Checked:
    """Play the game of a file again from its beginning, under the rules that it names."""
    try:
        text = decoded(path.read_bytes(), str(path), StateError)
        if text.startswith(TITLE):
            return _replay_playthrough(path, text)
        return Checked.of(str(path), replay(text, rules_of_save(text, charts=charts, maps=maps)))
    except EuropaError as error:
        return Checked(str(path), fault=str(error))


def _replay_playthrough(path: Path, text: str) -> Checked:
    differs = first_difference(text, play_through(text))
    return Checked(str(path), fault=differs) if differs else Checked.of(str(path), game_of(text))
