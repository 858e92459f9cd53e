"""Countries over which no air unit may fly (FoF 28C4, SF 37C).

Needs a country, or a flight hex by hex; gives a ruling. Which countries are closed is the game's contribution.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import cast

from europa_rules.citations import rule
from europa_rules.hexes import Hex
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset

CLOSED_SKIES = "closed skies"
"""Slot of sources: the name of a country that air units may not fly over; all are closed."""


@rule("FoF 28C4", "SF 37C")
def rule_on_country(country: str, rules: Ruleset) -> Ruling:
    """Whether air units may fly over a country.

    >>> from europa_rules import load
    >>> print(rule_on_country("Switzerland", load("fof")))
    refused: air units do not fly over Switzerland (FoF 28C4). Possible: a way around it.
    """
    closed = (source for source in rules.sources(CLOSED_SKIES) if source.value == country)
    why = f"air units do not fly over {country}"
    return Ruling.all(Ruling.refuse(why, *source.by, possible="a way around it") for source in closed)


def _closed(rules: Ruleset) -> frozenset[str]:
    return frozenset(cast(str, source.value) for source in rules.sources(CLOSED_SKIES))


def rule_on_flight_path(points: Sequence[Hex], rules: Ruleset) -> Ruling:
    """Whether air units may fly through these points: a hex that they enter, and some straight way between each two.

    Of the ways of least length between two points one that is open is enough.
    """
    closed = _closed(rules)
    if not closed or any(point in rules.board.boxes for point in points):
        return Ruling.allow()
    barred = {rules.board.country(point) for point in points} & closed
    ruling = Ruling.all(rule_on_country(country, rules) for country in sorted(barred))
    if not ruling.allowed:
        return ruling
    return Ruling.all(_rule_on_leg(a, b, closed, rules) for a, b in pairwise(points))


def _rule_on_leg(start: Hex, end: Hex, closed: frozenset[str], rules: Ruleset) -> Ruling:
    """Whether some shortest way between two hexes keeps out of closed countries."""
    board = rules.board
    line = board.grid.line(start, end)
    if all(ref in board.index and board.country(ref) not in closed for ref in line):
        return Ruling.allow()
    met: set[str] = set()
    front = {start}
    for left in reversed(range(board.distance(start, end))):
        ahead = {ref for here in front for ref in board.neighbors_of(here) if board.distance(ref, end) == left}
        met |= {board.country(ref) for ref in ahead} & closed
        front = {ref for ref in ahead if board.country(ref) not in closed}
        if not front:
            return Ruling.all(rule_on_country(country, rules) for country in sorted(met))
    return Ruling.allow()
