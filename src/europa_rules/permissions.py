"""Rulings: may this be done?

A `Ruling` is allowed, or refused with every rule that forbids it, a sentence a player understands, and what would be
possible instead. Rulings are joined with `&`; an order is carried out only if its ruling stands `require`.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import TypeVar

from attrs import frozen

from europa_rules.citations import Citation, Citations, cited
from europa_rules.errors import IllegalOrder
from europa_rules.html_tables import listing, paragraph, table

T = TypeVar("T")


@frozen
class Refusal:
    """One reason why something may not be done, and the rules that say so."""

    why: str
    by: Citations

    def __str__(self) -> str:
        return f"{self.why}{cited(self.by)}"


@frozen
class Ruling:
    """The answer to "may this be done?".

    Attributes:
        refusals: every reason against it; none means allowed.
        possible: what would be possible instead.
        rests_on: rulings on open points that the answer rests on.
        caveats: unverified chart cells it rests on.

    >>> a = Ruling.refuse("it has attacked in this phase", Citation("FoF", "9B"), possible="attack in the next turn")
    >>> print(a & Ruling.allow())
    refused: it has attacked in this phase (FoF 9B). Possible: attack in the next turn.
    """

    refusals: tuple[Refusal, ...] = ()
    possible: tuple[str, ...] = ()
    rests_on: tuple[str, ...] = ()
    caveats: tuple[str, ...] = ()

    @classmethod
    def allow(cls) -> Ruling:
        """Nothing forbids it."""
        return _ALLOWED

    @classmethod
    def refuse(cls, why: str, *by: Citation, possible: str = "", rests_on: tuple[str, ...] = ()) -> Ruling:
        """These rules forbid it; `possible` says what may be done instead."""
        return cls((Refusal(why, by),), (possible,) if possible else (), rests_on)

    @classmethod
    def refuse_if(cls, condition: bool, why: str, *by: Citation, possible: str = "") -> Ruling:
        """Refused where the condition holds, else allowed."""
        return cls.refuse(why, *by, possible=possible) if condition else _ALLOWED

    @classmethod
    def all(cls, rulings: Iterable[Ruling]) -> Ruling:
        """Every refusal of all of these; allowed if none refuses.

        The unverified cells that it rests on are those of the refusals: a refusal rests on none of what allows.
        """
        telling = [ruling for ruling in rulings if _tells(ruling)]
        if not telling:
            return _ALLOWED
        bearing = [ruling for ruling in telling if not ruling.allowed] or telling
        return cls(
            _each_once(ruling.refusals for ruling in telling),
            _each_once(ruling.possible for ruling in telling),
            _each_once(ruling.rests_on for ruling in telling),
            _each_once(ruling.caveats for ruling in bearing),
        )

    def __and__(self, other: Ruling) -> Ruling:
        return Ruling.all((self, other)) if _tells(other) else self

    @property
    def allowed(self) -> bool:
        """True if nothing forbids it."""
        return not self.refusals

    @property
    def citations(self) -> Citations:
        """Every rule that forbids it, once."""
        return tuple(dict.fromkeys(c for refusal in self.refusals for c in refusal.by))

    def require(self, what: str = "") -> None:
        """Raise IllegalOrder, carrying this ruling, unless it is allowed."""
        if self.refusals:
            raise IllegalOrder(self, what)

    def __bool__(self) -> bool:
        raise TypeError("a Ruling is no truth value; ask for its .allowed")

    def __str__(self) -> str:
        unverified = "" if self.allowed or not self.caveats else f" (unverified: {'; '.join(self.caveats)})"
        return f"{self.words}{unverified}"

    @property
    def words(self) -> str:
        """The ruling in words, without the unverified chart cells that it rests on."""
        if self.allowed:
            return "allowed"
        possible = f" Possible: {'; '.join(self.possible)}." if self.possible else ""
        why = "; ".join(map(str, self.refusals))
        return f"refused: {why}{'' if why.endswith('?') else '.'}{possible}"

    def _repr_html_(self) -> str:
        """What a notebook shows: allowed, or the reasons against it with their rules, and what would be possible.

        >>> Ruling.allow()._repr_html_()
        '<p><b>allowed</b></p>'
        """
        if self.allowed:
            return paragraph("allowed", strong=True)
        rows = [(refusal.why, ", ".join(map(str, refusal.by))) for refusal in self.refusals]
        possible = paragraph("possible:") + listing(self.possible) if self.possible else ""
        return paragraph("refused", strong=True) + table(rows, ("why", "rules")) + possible


def _tells(ruling: Ruling) -> bool:
    """Whether a ruling says more than that something is allowed."""
    return ruling is not _ALLOWED and bool(ruling.refusals or ruling.possible or ruling.rests_on or ruling.caveats)


def _each_once(parts: Iterable[tuple[T, ...]]) -> tuple[T, ...]:
    return tuple(dict.fromkeys(chain.from_iterable(parts)))


_ALLOWED = Ruling()
