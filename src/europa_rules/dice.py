"""Dice with an address for each roll (rule 3C3).

A roll is addressed by the hash of the log before it and its index in the order being carried out. The same address
always gives the same dice, whatever else was rolled in between, and other games are not disturbed.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Protocol

from attrs import frozen

from europa_rules.errors import StateError


@frozen
class Address:
    """Where a roll stands: the hash of the log so far, and its number within the order."""

    log_hash: str
    index: int


class DiceSource(Protocol):
    """What the game asks for dice."""

    @property
    def name(self) -> str:
        """The kind of source, as it stands in saves."""

    def roll(self, address: Address, dice: int, sides: int = 6) -> tuple[int, ...]:
        """Faces of `dice` dice of so many sides for the roll at this address; other than 6 sides for random choices."""


@frozen
class SeededDice:
    """The standard source: dice from a seed and the address, by SHA-256 in counter mode.

    >>> a, b = SeededDice("7"), SeededDice("7")
    >>> at = Address("0" * 64, 0)
    >>> a.roll(at, 2) == b.roll(at, 2)
    True
    """

    seed: str

    @classmethod
    def fresh(cls) -> SeededDice:
        """A source with a seed nobody knows beforehand."""
        return cls(secrets.token_hex(16))

    @property
    def name(self) -> str:
        """The kind of source, as it stands in saves."""
        return "seeded"

    def roll(self, address: Address, dice: int, sides: int = 6) -> tuple[int, ...]:
        """Faces of `dice` dice; bytes left over (252 and above) are passed over: every face is equally likely."""
        faces: list[int] = []
        fair = 256 - 256 % sides
        block = 0
        while len(faces) < dice:
            text = f"{self.seed}|{address.log_hash}|{address.index}|{block}"
            faces += [byte % sides + 1 for byte in hashlib.sha256(text.encode()).digest() if byte < fair]
            block += 1
        return tuple(faces[:dice])


def checked_faces(faces: tuple[int, ...], dice: int, sides: int = 6) -> tuple[int, ...]:
    """The faces, if they are `dice` numbers from 1 to `sides`; StateError otherwise.

    >>> checked_faces((3, 6), 2)
    (3, 6)
    """
    if len(faces) != dice or not all(type(f) is int and 1 <= f <= sides for f in faces):
        what = f"a roll of {dice} {'die' if dice == 1 else 'dice'}"
        raise StateError(f"{what} cannot be {list(faces)}; faces are 1 to {sides}")
    return faces
