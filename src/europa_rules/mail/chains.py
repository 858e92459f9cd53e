"""Hash chains, from which two players make dice that neither of them can choose.

Each side draws a secret, hashes it over and over, and commits to the last hash, the head. Its links are the hashes
before that, latest first: each is known to be right because its hash is the link before it, and tells nothing of the
next one. A roll is made from the next link of each side and from what has been ordered, so that nobody knows it before
all of these are there.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence

from attrs import field, frozen

from europa_rules.dice import Address, SeededDice
from europa_rules.errors import StateError

LINKS = 50_000
"""Links of a chain where nobody says how many: more than the rolls of the longest campaign."""

_DIGITS = 64


@frozen
class Chain:
    """The secret of one side. Whoever knows it knows all links of that side.

    Attributes:
        secret: 64 hexadecimal digits.
        links: how many links it has.

    >>> chain = Chain("ab" * 32, 3)
    >>> follows(chain.link(1), chain.head), follows(chain.link(3), chain.link(2)), follows(chain.link(2), chain.head)
    (True, True, False)
    """

    secret: str = field(repr=False)
    links: int = LINKS

    def __attrs_post_init__(self) -> None:
        if not is_hash(self.secret) or self.links < 1:
            raise StateError(f"a chain needs a secret of {_DIGITS} hexadecimal digits, and at least one link")

    @classmethod
    def fresh(cls, links: int = LINKS) -> Chain:
        """A chain that nobody knows."""
        return cls(secrets.token_hex(_DIGITS // 2), links)

    @property
    def head(self) -> str:
        """What the side commits to before the first roll."""
        return self.link(0)

    def link(self, number: int) -> str:
        """A link, from 1; 0 is the head. Raises StateError for one that the chain does not have."""
        if not 0 <= number <= self.links:
            raise StateError(f"link {number}: the chain has {self.links}; begin a game with more of them")
        text = self.secret
        for _ in range(self.links - number):
            text = _next(text)
        return text


def _next(text: str) -> str:
    return hashlib.sha256(bytes.fromhex(text)).hexdigest()


def is_hash(text: object) -> bool:
    """Whether something is a hash in lower-case hexadecimal digits."""
    return isinstance(text, str) and len(text) == _DIGITS and set(text) <= set("0123456789abcdef")


def follows(link: str, before: str) -> bool:
    """Whether a link comes after another one, or after the head, in the same chain."""
    return is_hash(link) and _next(link) == before


def roll(links: Sequence[str], log_hash: str, index: int, dice: int, sides: int = 6) -> tuple[int, ...]:
    """The faces of a roll.

    links: the link of each side, in the order of the sides.
    log_hash: the hash of the log up to and with the order or answer that the roll serves.
    index: how many rolls that has had before.

    >>> roll(["a" * 64, "b" * 64], "0" * 64, 0, 2) == roll(["a" * 64, "b" * 64], "0" * 64, 0, 2)
    True
    """
    return SeededDice("|".join(links)).roll(Address(log_hash, index), dice, sides)
