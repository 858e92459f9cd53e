"""Victory points (FoF 32B and the victory point chart, SF 42): what has happened, and what the chart awards for it.

Needs happenings, by the words that the chart has for them; gives the points of a side with a line for each award. What
each award is worth, to whom, up to which count and in which turns is the game's chart (`charts/victory.toml`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import cast

from attrs import field, frozen

from europa_rules.charts.chart import Chart
from europa_rules.citations import Citations, rule
from europa_rules.errors import unknown
from europa_rules.ledger import Reckoning
from europa_rules.nations import normal
from europa_rules.numbers import Number, show
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side, Turn
from europa_rules.state import GameState

CHART = "victory"


OUTCOME = "outcome of the game"
"""Slot of sources: (state, rules) -> the `Outcome` if the game ended now; the first counts."""

Judge = Callable[[GameState, Ruleset], "Outcome"]


@frozen
class Outcome:
    """How a game has ended, or would end now.

    Attributes:
        level: who has won, and how clearly, in words: "German marginal victory (2:1)".
        totals: the victory points of each side, with a line for every award.
        by: the rules.
    """

    level: str
    totals: Mapping[Side, Reckoning] = field(hash=False)
    by: Citations = ()

    def __str__(self) -> str:
        points = ", ".join(f"{side} {show(total.value)}" for side, total in self.totals.items())
        return f"{self.level}; victory points: {points}"


def outcome_now(state: GameState, rules: Ruleset) -> Outcome | None:
    """The outcome if a game ended in this state; None where its rules name none."""
    found = (cast(Judge, source.value)(state, rules) for source in rules.sources(OUTCOME))
    return next(found, None)


@frozen
class Happening:
    """Something that the victory chart knows.

    Attributes:
        event: what it is, by the chart's word: "british re eliminated".
        counts: how often it has happened, or how much of it, turn by turn; () for not at all.
        turn: the game turn, of an event whose award depends on it.
    """

    event: str
    counts: tuple[Number, ...] = (1,)
    turn: Turn | None = None


def _awards(chart: Chart, event: str) -> tuple[str, ...]:
    """The rows of the chart that an event has. Raises UnknownName for an event there is not."""
    found = {row: normal(chart.text_or("", "rows", row, "event")) for row in chart.rows("rows")}
    rows = tuple(row for row, named in found.items() if named == normal(event))
    nothing = {normal(name) for name in chart.texts("no_award", "events")}
    if not rows and normal(event) not in nothing:
        raise unknown("event that gives victory points", event, sorted({name for name in found.values() if name}))
    return rows


def _counts_in(chart: Chart, row: str, turn: Turn | None) -> bool:
    """Whether an award is given for an event of that turn."""
    since, until = (chart.text_or("", "rows", row, end) for end in ("since", "until"))
    if turn is None:
        return not (since or until)
    return (not since or turn >= Turn.parse(since)) and (not until or turn <= Turn.parse(until))


@rule("FoF 32B", "FoF VP", "SF 42")
def reckon_award(row: str, counts: Sequence[Number], rules: Ruleset) -> Reckoning:
    """The points of one award of the chart (victory points).

    row: its row. counts: how much there was of what it is given for, turn by turn.

    >>> from europa_rules import load
    >>> print(reckon_award("allied_non_british_re_evacuated", [20], load("fof")))
    20 counted (FoF VP) | at most 15 in the whole game (FoF VP) | x1 for each (FoF VP) | = 15
    """
    chart, by = rules.charts[CHART], rules.cite("victory-points")
    counted = Reckoning.total("counted", ((f"{n}", Reckoning.of(n, "counted")) for n in counts), by)
    if len(counts) == 1:
        counted = Reckoning.of(counts[0], "counted", by)
    limit = chart.find_number("rows", row, "limit")
    if limit is not None and counted.value > limit.value:
        counted = counted.at_most(limit.value, "in the whole game", by)
    each = chart.number("rows", row, "vp")
    points = counted.times(each.value, "for each", by).noting(caveat=each.caveat)
    for point in rules.resting(*chart.texts("rows", row, "points")):
        points = points.noting(rests_on=point)
    return points


def _awarded(side: Side, happenings: Iterable[Happening], rules: Ruleset) -> Iterator[tuple[str, Reckoning]]:
    chart = rules.charts[CHART]
    for happening in happenings:
        for row in _awards(chart, happening.event):
            own = chart.text_or("", "rows", row, "side") == side
            if own and happening.counts and _counts_in(chart, row, happening.turn):
                when = f" ({happening.turn})" if happening.turn else ""
                yield f"{row.replace('_', ' ')}{when}", reckon_award(row, happening.counts, rules)


@rule("FoF 32B", "FoF VP", "SF 42")
def reckon_points(side: Side, happenings: Iterable[Happening], rules: Ruleset) -> Reckoning:
    """The victory points of a side for all that has happened; awards of other sides are left out.

    Raises UnknownName for an event that the chart does not know.

    >>> from europa_rules import load
    >>> lost = Happening("british_re_eliminated", (7,))
    >>> print(reckon_points(Side("Axis"), [lost], load("fof")).value)
    14
    """
    return Reckoning.total(f"{side} victory points", _awarded(side, happenings, rules), rules.cite("victory-points"))
