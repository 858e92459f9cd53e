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

    def roll(self, address: Address, dice: int) -> tuple[int, ...]:
        """Faces of `dice` six-sided dice for the roll at this address."""


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

    def roll(self, address: Address, dice: int) -> tuple[int, ...]:
        """Faces of `dice` dice; a byte of 252 and above is passed over, so that every face is equally likely."""
        faces: list[int] = []
        block = 0
        while len(faces) < dice:
            text = f"{self.seed}|{address.log_hash}|{address.index}|{block}"
            faces += [byte % 6 + 1 for byte in hashlib.sha256(text.encode()).digest() if byte < 252]
            block += 1
        return tuple(faces[:dice])


def checked_faces(faces: tuple[int, ...], dice: int) -> tuple[int, ...]:
    """The faces, if they are `dice` numbers from 1 to 6; StateError otherwise.

    >>> checked_faces((3, 6), 2)
    (3, 6)
    """
    if len(faces) != dice or not all(type(f) is int and 1 <= f <= 6 for f in faces):
        raise StateError(f"a roll of {dice} {'die' if dice == 1 else 'dice'} cannot be {list(faces)}; faces are 1 to 6")
    return faces
