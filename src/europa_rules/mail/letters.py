"""The file of a game by mail: one letter a line, each with the hash of the one before, so that none can be changed.

Needs the bytes of a file; gives its letters, or says at which letter it is not as it was written.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from europa_rules.errors import EuropaError, StateError
from europa_rules.plain_data import decoded, read_json
from europa_rules.saved_games import hash_of
from europa_rules.saves import canonical, mapping

Entry = Mapping[str, Any]
"""What a letter says, as plain data."""

FIRST = "0" * 64
"""What stands in the first letter in place of the hash of one before."""

_FIELDS = ("entry", "hash", "number", "previous")


@frozen
class Letter:
    """One line of the file.

    Attributes:
        number: its line, from 1.
        previous: the hash of the letter before.
        entry: what it says.
        hash: the hash of all that.
    """

    number: int
    previous: str
    entry: Entry
    hash: str

    @classmethod
    def after(cls, before: Letter | None, entry: Entry) -> Letter:
        """The letter that says this, after another one or as the first."""
        number, previous = (before.number + 1, before.hash) if before else (1, FIRST)
        return cls(number, previous, entry, _hash(number, previous, entry))

    def __str__(self) -> str:
        fields = {"entry": self.entry, "hash": self.hash, "number": self.number, "previous": self.previous}
        return canonical(fields)


def _hash(number: int, previous: str, entry: Entry) -> str:
    return hash_of(canonical({"entry": entry, "number": number, "previous": previous}))


def write_letters(letters: tuple[Letter, ...]) -> str:
    """The text of a file with these letters."""
    return "".join(f"{letter}\n" for letter in letters)


def read_letters(data: bytes) -> tuple[Letter, ...]:
    """The letters of a file, each as it was written. Raises StateError with the letter where it is not.

    >>> letters = (Letter.after(None, {"kind": "remark"}),)
    >>> read_letters(write_letters(letters).encode()) == letters
    True
    >>> read_letters(write_letters(letters).replace("remark", "rebuke").encode())
    Traceback (most recent call last):
    europa_rules.errors.StateError: letter 1: changed since it was written (its hash is another)
    """
    *lines, rest = data.split(b"\n")
    letters: list[Letter] = []
    for number, line in enumerate(lines, 1):
        letters.append(_read(line, number, letters[-1].hash if letters else FIRST))
    if rest or not letters:
        raise StateError(f"letter {len(letters) + 1}: the file ends within it, or holds no letter")
    return tuple(letters)


def is_mail(data: bytes) -> bool:
    """Whether the bytes of a file begin as those of a game by mail.

    >>> is_mail(b'{"entry":{"kind":"game"'), is_mail(b'{"charts":{}')
    (True, False)
    """
    return data.startswith(b'{"entry":')


def _read(line: bytes, number: int, previous: str) -> Letter:
    try:
        text = decoded(line, f"letter {number}", StateError)
        fields = mapping(read_json(text, f"letter {number}", StateError), f"letter {number}", _FIELDS)
        entry = mapping(fields["entry"], f"letter {number}.entry")
    except EuropaError as error:
        raise StateError(str(error)) from error
    letter = Letter(fields["number"], fields["previous"], entry, fields["hash"])
    if text != str(letter):
        raise StateError(f"letter {number}: is not as it would be written")
    if letter.hash != _hash(letter.number, letter.previous, entry):
        raise StateError(f"letter {number}: changed since it was written (its hash is another)")
    if letter.number != number:
        raise StateError(f"letter {number}: says that it is letter {letter.number}: letters are missing or moved")
    if letter.previous != previous:
        raise StateError(f"letter {number}: comes after another letter than this file has before it")
    return letter
