"""Asserts on rulings, reckonings and outcomes; each says what came out, with its ledger and rules, where it fails."""

from __future__ import annotations

from collections.abc import Iterable

from europa_rules.citations import Citation
from europa_rules.game import Game
from europa_rules.game_log import difference
from europa_rules.ledger import Reckoning
from europa_rules.numbers import Number, exact, show
from europa_rules.permissions import Ruling


def assert_refused(ruling: Ruling, *, by: str = "") -> None:
    """Something is refused, and by this rule where one is named.

    by: "9B", or with its book "SF 9B". Raises AssertionError.

    >>> from europa_rules.citations import Citation
    >>> assert_refused(Ruling.refuse("it is too far", Citation("SF", "20A")), by="20A")
    >>> assert_refused(Ruling.allow())
    Traceback (most recent call last):
    AssertionError: expected a refusal; it is allowed
    """
    assert not ruling.allowed, "expected a refusal; it is allowed"
    cited = (citation for refusal in ruling.refusals for citation in refusal.by)
    assert _is_named(by, cited), f"expected a refusal by {by}; it is {ruling}"


def assert_allowed(ruling: Ruling) -> None:
    """Something is allowed. Raises AssertionError with every refusal.

    >>> assert_allowed(Ruling.allow())
    """
    assert ruling.allowed, f"expected leave; it is {ruling}"


def assert_strength(reckoning: Reckoning, value: Number | str, *, by: str = "") -> None:
    """A reckoning comes to a value, and rests on a rule where one is named. Raises AssertionError with the ledger.

    >>> from europa_rules.citations import Citation
    >>> halved = Reckoning.of(7, "printed", Citation("SF", "3A1")).times("1/2", "river", Citation("SF", "9H"))
    >>> assert_strength(halved, "7/2", by="9H")
    """
    wanted = exact(value)
    told = reckoning.tree()
    assert reckoning.value == wanted, f"expected {show(wanted)}, got {show(reckoning.value)}:\n{told}"
    assert _is_named(by, reckoning.citations), f"expected rule {by} in:\n{told}"


def _is_named(rule: str, cited: Iterable[Citation]) -> bool:
    """Whether a rule is among those cited, with its book or without; so is one that nobody names."""
    return not rule or any(rule in (str(citation), citation.number) for citation in cited)


def assert_same_outcome(game: Game, other: Game) -> None:
    """Two games have come to the same. Raises AssertionError with the first event that differs."""
    for one, two in zip(game.log, other.log, strict=False):
        assert one.to_json() == two.to_json(), f"event {one.number}: {difference(one, two)}"
    assert len(game.log) == len(other.log), f"one game has {len(game.log)} events, the other {len(other.log)}"
    assert game.state == other.state, "the events are the same, the states are not"
