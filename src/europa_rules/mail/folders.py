"""The folder of a player who plays by mail: the file of the game, and the secret of his chain.

Needs a folder; gives what he may do with it: begin or join a game, act, send the file and take in the answer. Links are
revealed as soon as a roll asks for them, and not before.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import define

from europa_rules.errors import NotationError, StateError
from europa_rules.game import Game
from europa_rules.mail.chains import LINKS, Chain
from europa_rules.mail.letters import Entry, Letter, read_letters, write_letters
from europa_rules.mail.table import Table
from europa_rules.orders import order_to_json
from europa_rules.plain_data import decoded, read_json
from europa_rules.ruleset import Ruleset
from europa_rules.saves import canonical, mapping
from europa_rules.scenario_heads import Scenario
from europa_rules.sides import Side
from europa_rules.state import GameState
from europa_rules.whole_files import write_whole

FILE = "game.mail"
"""The file of the game: what is sent."""

SECRET = "chain.secret"
"""The file of the secret: what is never sent."""


@define
class Folder:
    """A player's folder. Made by `begin`, `join` or `Folder.open`.

    Attributes:
        path: the folder.
        side: the side that the player plays.
        chain: his secret.
        letters: the letters of the game.
        table: what they come to.
        sent: how many letters have been sent to the other player, who is to answer; 0 where nothing is awaited.
    """

    path: Path
    side: Side
    chain: Chain
    letters: tuple[Letter, ...]
    table: Table
    sent: int = 0

    @classmethod
    def open(cls, path: str | Path, rules: Ruleset | None = None) -> Folder:
        """The folder as it was left. Raises StateError where its files are not as they were written."""
        folder = Path(path)
        text = decoded((folder / SECRET).read_bytes(), SECRET, StateError)
        own = mapping(read_json(text, SECRET, StateError), SECRET, ("side", "secret", "links", "sent"))
        letters = read_letters((folder / FILE).read_bytes())
        table = Table.of(letters, rules)
        return cls(folder, Side(own["side"]), Chain(own["secret"], own["links"]), letters, table, own["sent"])

    def order(self, order: Any) -> None:
        """Give an order: one of the library's, or its plain data. Raises StateError for one that is refused."""
        plain = order if isinstance(order, Mapping) else order_to_json(order, self.table.game.rules)
        self._act({"player": self.side, "order": dict(plain)})

    def answer(self, *chosen: str) -> None:
        """Answer the decision that is put to this side."""
        self._act({"player": self.side, "answer": list(chosen)})

    def done(self) -> None:
        """Pass at what is open."""
        self._act({"player": self.side, "pass": getattr(self.table.game.pending, "name", "nothing")})

    def undo(self) -> None:
        """Take back the last order, answer or pass, which must be this side's own, and nothing rolled since."""
        given = [number for number, entry in enumerate(self.table.game.inputs) if "player" in entry]
        self._write({"kind": "undo", "side": self.side, "inputs": given[-1] if given else 0})
        self._keep()

    def receive(self, file: str | Path) -> tuple[Letter, ...]:
        """Take in the file that the other player has sent; gives the letters that are new.

        Raises StateError with the letter at which it is not the game of this folder, or that may not be; then the
        folder is as it was.
        """
        theirs = read_letters(Path(file).read_bytes())
        for mine, other in zip(self.letters, theirs, strict=False):
            if mine != other:
                raise StateError(f"letter {mine.number}: is another in {file}; both have written after the one before")
        new = theirs[len(self.letters) :]
        if not new:
            raise StateError(f"{file}: has no letter that is not here ({len(theirs)} there, {len(self.letters)} here)")
        forged = [letter.number for letter in new if letter.entry.get("side") == self.side]
        if forged:
            raise StateError(f"letter {forged[0]}: says that it is by {self.side}, who has not written it")
        rules = self.table.game.rules
        self.table, self.letters, self.sent = Table.of(theirs, rules), theirs, 0
        self._keep()
        return new

    def send(self, to: str | Path) -> Path:
        """Copy the file of the game to a folder or file; gives where.

        to: a path that ends in a slash is a folder, and is made where there is none.
        Where the other player may act now, nothing more is written here until his answer has come.
        """
        target = _place_to_write(to)
        if target.resolve() == (self.path / FILE).resolve():
            raise NotationError(f"{target}: is the file of this folder; send it somewhere else")
        write_whole(target, write_letters(self.letters))
        if any(side != self.side for side in self.table.waiting().sides):
            self.sent = len(self.letters)
        self._keep()
        return target

    def _act(self, entry: Mapping[str, object]) -> None:
        self._write({"kind": "input", "side": self.side, "input": dict(entry)})
        self._keep()

    def _write(self, entry: Entry) -> None:
        """Write a letter, if it may be. Raises StateError; then nothing has changed."""
        if self.sent:
            raise StateError(f"the game was sent with letter {self.sent}; take in the answer before writing another")
        letter = Letter.after(self.letters[-1], entry)
        self.table.take(letter)
        self.letters = (*self.letters, letter)

    def _keep(self) -> None:
        """Reveal what a roll asks for, and write the files."""
        while not self.sent and (number := self.table.next_link(self.side)) is not None:
            link = self.chain.link(number)
            self._write({"kind": "link", "side": self.side, "number": number, "link": link})
        write_whole(self.path / FILE, write_letters(self.letters))
        own = {"side": self.side, "secret": self.chain.secret, "links": self.chain.links, "sent": self.sent}
        write_whole(self.path / SECRET, f"{canonical(own)}\n", private=True)


def begin(
    path: str | Path,
    side: Side,
    rules: Ruleset | str,
    position: GameState | Scenario | str,
    *,
    deploying: bool = False,
    chain: Chain | None = None,
) -> Folder:
    """Begin a game by mail in a new folder, and commit to a chain.

    rules, position, deploying: as for `Game.start`.
    chain: the secret; a fresh one where none is given.
    Raises NotationError where there is a game in the folder.
    """
    game = Game.start(rules, position, deploying=deploying, dice="manual", undo="replay")
    first = Letter.after(None, {"kind": "game", "save": read_json(game.save(), "the game")})
    return _opened(Path(path), side, (first,), chain or Chain.fresh(LINKS), game.rules)


def join(path: str | Path, side: Side, file: str | Path, *, chain: Chain | None = None) -> Folder:
    """Join the game that the other player has begun and sent, in a new folder, and commit to a chain."""
    return _opened(Path(path), side, read_letters(Path(file).read_bytes()), chain or Chain.fresh(LINKS), None)


def _place_to_write(to: str | Path) -> Path:
    """The file that is meant by a folder or file; a folder that is named as one is made."""
    place = Path(to)
    if str(to).endswith("/"):
        place.mkdir(parents=True, exist_ok=True)
    return place / FILE if place.is_dir() else place


def _opened(path: Path, side: Side, letters: tuple[Letter, ...], chain: Chain, rules: Ruleset | None) -> Folder:
    if (path / FILE).exists() or (path / SECRET).exists():
        raise NotationError(f"{path}: has a game by mail; choose a new folder")
    folder = Folder(path, side, chain, letters, Table.of(letters, rules))
    folder._write({"kind": "head", "side": side, "head": chain.head, "links": chain.links})
    path.mkdir(parents=True, exist_ok=True)
    folder._keep()
    return folder
