"""Where a fact of the data comes from, and how sure we are of it.

Every row of a map and every cell of a chart carries a `Provenance`: its kind, its source for people, a confidence.
"""

from __future__ import annotations

from attrs import frozen

KINDS = (
    "rulebook",
    "printed",
    "play-aid",
    "game-report",
    "sibling-title",
    "recalled",
    "estimate",
    "geodata",
    "historical",
    "reconstructed",
)
"""The kinds there are; no data file may use another."""

CONFIDENCES = ("high", "medium", "low")

UNVERIFIED = frozenset({"sibling-title", "recalled", "estimate"})
"""Kinds on which an answer may not rest without a caveat."""


@frozen
class Provenance:
    """The origin of a fact.

    Attributes:
        kind: one of `KINDS`, such as "rulebook", "play-aid" or "estimate".
        source: the rule, book, page or report, for people.
        confidence: "high", "medium" or "low".

    >>> Provenance("recalled", "", "low").is_verified
    False
    """

    kind: str
    source: str
    confidence: str

    @property
    def is_verified(self) -> bool:
        """Whether an answer may rest on it without a caveat."""
        return self.kind not in UNVERIFIED and self.confidence == "high"

    def __str__(self) -> str:
        return f"{self.kind}, {self.confidence}"
