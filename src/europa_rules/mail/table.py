"""A game by mail at the table: what its letters come to, and for whom it waits.

Needs letters; gives the game as they leave it. A letter that says what may not be is refused: an order that the rules
refuse, a link that does not follow, a link that nothing asks for yet. Taking an order back is a letter like others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from attrs import define, field, frozen

from europa_rules.citations import cited
from europa_rules.errors import EuropaError, StateError, UndoRefused, unknown
from europa_rules.game import Game
from europa_rules.mail.chains import follows, is_hash, roll
from europa_rules.mail.letters import Entry, Letter
from europa_rules.procedure import Decision, Roll
from europa_rules.ruleset import Ruleset
from europa_rules.saved_games import rules_of_save
from europa_rules.saves import canonical, listing, mapping
from europa_rules.sides import Side

_KINDS: Mapping[str, tuple[str, ...]] = {
    "game": ("kind", "save"),
    "head": ("kind", "side", "head", "links"),
    "input": ("kind", "side", "input"),
    "link": ("kind", "side", "number", "link"),
    "undo": ("kind", "side", "inputs"),
}
"""The fields of each kind of letter."""


@frozen
class Waiting:
    """For whom a game by mail waits.

    Attributes:
        sides: the sides that may go on.
        why: what is due, in words.
        stalled: whether a roll waits for a link: nothing can be done in the game until it is there.
        since: the letter since which it waits.
    """

    sides: tuple[Side, ...]
    why: str
    stalled: bool
    since: int

    def __str__(self) -> str:
        return f"{'stalled: ' if self.stalled else ''}{self.why} (since letter {self.since})"


@define
class _Chain:
    """What is known of the chain of a side: the head or last link, and how many links have been revealed."""

    last: str
    links: int
    used: int = 0


@define
class Table:
    """A game by mail, letter after letter. Made by `Table.of`.

    Attributes:
        game: the game as it stands.
        last: the last letter.
    """

    game: Game
    last: Letter
    _chains: dict[Side, _Chain] = field(factory=dict)
    _revealed: dict[Side, str] = field(factory=dict)
    _basis: Letter | None = None
    _rolls: int = 0

    @classmethod
    def of(cls, letters: Iterable[Letter], rules: Ruleset | None = None) -> Table:
        """The game that these letters come to. Raises StateError with the letter that may not be.

        rules: those of the game, where they are loaded already; else those that its first letter names.
        """
        first, *others = letters
        try:
            table = cls(_begun(first.entry, rules), first)
        except EuropaError as error:
            raise StateError(f"letter 1: {error}") from error
        for letter in others:
            table.take(letter)
        return table

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides, in the order in which their links make a roll."""
        return self.game.rules.variant.sides

    def take(self, letter: Letter) -> None:
        """Take the next letter. Raises StateError with its number where it may not be; then nothing has changed."""
        try:
            self._take(letter)
        except EuropaError as error:
            raise StateError(f"letter {letter.number}: {error}") from error
        self.last = letter

    def _take(self, letter: Letter) -> None:
        entry = _checked(letter.entry)
        side = entry.get("side")
        if side not in self.sides:
            raise unknown("side", side, self.sides)
        own = Side(str(side))
        if entry["kind"] == "head":
            self._commit(own, entry)
            self._basis, self._rolls = letter, 0
        elif len(self._chains) < len(self.sides):
            raise StateError(f"{self.waiting().why}: nothing else may be written before")
        elif entry["kind"] == "link":
            self._reveal(own, entry)
        elif entry["kind"] == "undo":
            self._undo(own, entry["inputs"])
        elif entry["kind"] == "input":
            self._input(own, entry["input"])
            self._basis, self._rolls = letter, 0
        else:
            raise StateError("a game begins only once")

    def _commit(self, side: Side, entry: Entry) -> None:
        if side in self._chains:
            raise StateError(f"{side} has committed to a chain already")
        if not is_hash(entry["head"]) or type(entry["links"]) is not int or entry["links"] < 1:
            raise StateError("a head is a hash, and its chain has at least one link")
        self._chains[side] = _Chain(entry["head"], entry["links"])

    def _reveal(self, side: Side, entry: Entry) -> None:
        chain, due = self._chains[side], self.game.pending
        if not isinstance(due, Roll):
            raise StateError(f"no roll is due: a link is revealed only after what it serves; {self.waiting().why}")
        if side in self._revealed:
            raise StateError(f"{side} has revealed a link for this roll")
        if entry["number"] != chain.used + 1:
            raise StateError(f"link {entry['number']}; the next of {side} is {chain.used + 1}")
        if not follows(entry["link"], chain.last):
            raise StateError(f"link {entry['number']} is none of the chain to which {side} committed")
        chain.last, chain.used = entry["link"], chain.used + 1
        self._revealed[side] = entry["link"]
        if len(self._revealed) == len(self.sides):
            self._roll(due)

    def _roll(self, due: Roll) -> None:
        links = [self._revealed[side] for side in self.sides]
        faces = roll(links, self._basis.hash if self._basis else "", self._rolls, due.dice, due.sides)
        self._revealed, self._rolls = {}, self._rolls + 1
        self.game.roll(*faces)

    def _input(self, side: Side, data: object) -> None:
        entry = mapping(data, "input")
        if entry.get("player") != side:
            raise StateError(f"input.player: {entry.get('player')!r}; {side} writes for itself alone")
        if "order" in entry:
            self.game.submit(mapping(entry, "input", ("order", "player"))["order"], side)
        elif "pass" in entry:
            self._pass(side, mapping(entry, "input", ("pass", "player")))
        else:
            chosen = listing(mapping(entry, "input", ("answer", "player"))["answer"], "input.answer")
            pending = self.game.pending
            if isinstance(pending, Decision) and pending.who != side:
                raise StateError(f"the decision is {pending.who}'s: {pending.question}")
            self.game.decide(*chosen)

    def _pass(self, side: Side, entry: Entry) -> None:
        name = getattr(self.game.pending, "name", "nothing")
        if entry["pass"] != name:
            raise StateError(f"input.pass: {entry['pass']!r}; {name!r} is open")
        self.game.done(side)

    def _undo(self, side: Side, inputs: object) -> None:
        taken = self.game.inputs[inputs:] if type(inputs) is int and inputs >= 0 else ()
        if not taken or "player" not in taken[0]:
            raise UndoRefused(f"undo.inputs: {inputs!r}; the game has {len(self.game.inputs)} inputs to take back")
        if any("roll" in entry for entry in taken) or self._revealed:
            raise UndoRefused("a link was revealed since; what was rolled, or is about to be, stands")
        others = [entry["player"] for entry in taken if entry["player"] != side]
        if others:
            raise UndoRefused(f"{others[0]} has acted since; {side} takes back only what is its own")
        self.game.undo(len(self.game.inputs) - len(taken) + 1)

    def waiting(self) -> Waiting:
        """For whom the game waits, and for what."""
        missing = tuple(side for side in self.sides if side not in self._chains)
        pending = self.game.pending
        if missing:
            return self._waits(missing, f"{' and '.join(missing)} must commit to a chain", stalled=True)
        if isinstance(pending, Roll):
            late = tuple(side for side in self.sides if side not in self._revealed)
            links = " and ".join(f"link {self._chains[side].used + 1} of {side}" for side in late)
            return self._waits(
                late, f"the roll for {pending.purpose}{cited(pending.by)} waits for {links}", stalled=True
            )
        if isinstance(pending, Decision):
            return self._waits((pending.who,), f"{pending.who} is asked{cited(pending.by)}: {pending.question}")
        if pending is None:
            return self._waits((), "the game is over")
        able = tuple(side for side in pending.players if side not in self.game.passed)
        return self._waits(able, f"{' or '.join(able)} may act: {pending.name}")

    def _waits(self, sides: tuple[Side, ...], why: str, stalled: bool = False) -> Waiting:
        return Waiting(sides, why, stalled, self.last.number)

    def next_link(self, side: Side) -> int | None:
        """The number of the link that a side has to reveal now; None where it has not."""
        due = isinstance(self.game.pending, Roll) and len(self._chains) == len(self.sides)
        return self._chains[side].used + 1 if due and side not in self._revealed else None


def _begun(entry: Entry, rules: Ruleset | None) -> Game:
    """The game that a first letter begins."""
    if _checked(entry)["kind"] != "game":
        raise StateError("the first letter begins the game")
    text = canonical(entry["save"])
    game = Game.load(text, rules_of_save(text) if rules is None else rules)
    if game.dice is not None or game.undo_policy != "replay" or game.inputs:
        raise StateError("a game by mail begins without inputs, with manual dice and the undo policy 'replay'")
    return game


def _checked(entry: Mapping[str, Any]) -> Entry:
    kind = entry.get("kind")
    if not isinstance(kind, str) or kind not in _KINDS:
        raise unknown("kind of letter", kind, _KINDS)
    return mapping(entry, "entry", _KINDS[kind])
