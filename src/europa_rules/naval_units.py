"""Naval counters (FoF 26B, SF 27A) and what is printed on them: task forces, carrier groups, transports, landing craft.

A `NavalUnit` reads the strength in the form in which its category prints it (`12`, `(4)`, `2C`) and writes it back
unchanged. Naval transport points, which have no counters of their own, and artificial harbors are written alike.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, get_args

from attrs import field, frozen

from europa_rules.citations import rule
from europa_rules.errors import NotationError, need_text, unknown

NavalCategory = Literal["TF", "CG", "NT", "LC", "NTP", "Mulberry"]

NAVAL_CATEGORIES: Mapping[NavalCategory, str] = {
    "TF": "task force",
    "CG": "carrier group",
    "NT": "naval transport",
    "LC": "landing craft",
    "NTP": "naval transport points",
    "Mulberry": "artificial harbor",
}
"""The categories and what they are called in full."""

UNLIMITED = "unlimited"
"""The strength of naval transport points that never run out."""

_FORMS: Mapping[NavalCategory, str] = {"TF": "{}", "CG": "({})", "NT": "{}C", "LC": "{}C", "NTP": "{}", "Mulberry": ""}
_STRENGTH = re.compile(r"\(?([1-9]\d{0,2})\)?C?\Z")
_MOST = 999


@frozen
class NavalUnit:
    """A naval counter, or a side's naval transport points.

    Attributes:
        nation: code of the nation ("br").
        category: one of `NAVAL_CATEGORIES`.
        strength: gunnery, gunfire support or cargo and damage strength as printed (points); None for an artificial
            harbor, and for transport points without limit.
        force: navy or command, or "".
        name: what tells it from others ("TF-1"); of transport points the pool ("French Atlantic").
        aa: printed light AA strength.

    >>> force = NavalUnit("us", "TF", 12, name="WNTF-1", aa=5)
    >>> force.printed_strength, NavalUnit("br", "CG", 4).printed_strength, NavalUnit("us", "LC", 1).printed_strength
    ('12', '(4)', '1C')
    """

    nation: str
    category: NavalCategory = field()
    strength: int | None = None
    force: str = ""
    name: str = ""
    aa: int = 0

    @category.validator
    def _known(self, _: object, value: str) -> None:
        if value not in NAVAL_CATEGORIES:
            raise unknown("category of naval units", value, NAVAL_CATEGORIES)

    def __attrs_post_init__(self) -> None:
        has_strength = self.strength is not None
        if self.category == "Mulberry" and has_strength:
            raise NotationError(f"strength {self.strength}: an artificial harbor has none")
        if not has_strength and self.category not in ("Mulberry", "NTP"):
            example = f"{self.category} {_FORMS[self.category].format(2)}"
            raise NotationError(f"a {NAVAL_CATEGORIES[self.category]} needs a strength, such as {example}")
        if self.strength is not None and not 1 <= self.strength <= _MOST:
            raise NotationError(f"strength {self.strength}: expected 1 to {_MOST} points")

    @property
    def printed_strength(self) -> str:
        """The strength as the counter prints it; "unlimited" for points without limit, "" for a harbor."""
        if self.strength is None:
            return UNLIMITED if self.category == "NTP" else ""
        return _FORMS[self.category].format(self.strength)

    @property
    @rule("SF 27A1")
    def gunnery(self) -> int:
        """Printed gunnery strength: that of task forces and carrier groups.

        >>> NavalUnit("br", "CG", 4).gunnery, NavalUnit("br", "NT", 6).gunnery
        (4, 0)
        """
        return self.strength or 0 if self.category in ("TF", "CG") else 0

    @property
    @rule("SF 27A1", "SF 33A")
    def gunfire_support(self) -> int:
        """Printed naval gunfire support strength: that of task forces alone.

        >>> NavalUnit("br", "CG", 4).gunfire_support, NavalUnit("br", "TF", 10).gunfire_support
        (0, 10)
        """
        return self.strength or 0 if self.category == "TF" else 0

    @property
    @rule("SF 27A1", "FoF 26B")
    def cargo(self) -> int | None:
        """REs of units that it carries: transports, landing craft and transport points; None without limit.

        >>> NavalUnit("br", "NT", 2).cargo, NavalUnit("br", "TF", 10).cargo
        (2, 0)
        """
        return self.strength if self.category in ("NT", "LC", "NTP") else 0


@rule("SF 27A")
def is_naval_category(word: str) -> bool:
    """Whether a word is the short name of a category.

    >>> is_naval_category("TF"), is_naval_category("Inf")
    (True, False)
    """
    return word in get_args(NavalCategory)


def naval_strength(category: NavalCategory, text: str) -> int:
    """Read a printed strength, with the category's mark or without it. Raises NotationError.

    >>> naval_strength("NT", "2C"), naval_strength("CG", "(4)"), naval_strength("LC", "1")
    (2, 4, 1)
    >>> naval_strength("TF", "12C")
    Traceback (most recent call last):
    europa_rules.errors.NotationError: '12C' is no strength of a task force; expected one such as 2
    """
    match = _STRENGTH.match(need_text(text, "a naval strength such as '12'"))
    if match is None or text not in (match[1], _FORMS[category].format(match[1])):
        form = _FORMS[category].format(2)
        raise NotationError(f"{text!r} is no strength of a {NAVAL_CATEGORIES[category]}; expected one such as {form}")
    return int(match[1])
