"""The turn record (rules 2, 25, 30 to 32, 40B to 42).

Gives the game turns in order, such as "May I 40", and which of them begin an air cycle, bring production or are checked
for victory.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from attrs import frozen

from europa_rules.charts.chart import Chart
from europa_rules.charts.shape import ANY, Field, Group, Rows
from europa_rules.errors import unknown

_MONTH = "(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
_OF_THE_YEAR = re.compile(_MONTH + r" II?\Z")
_TURN = re.compile(_MONTH + r" II? \d\d\Z")
_A_TURN = "a turn such as 'May I 40'"
_YEARLY = "a turn of any year such as 'May I'"
SHAPE = Group(
    {
        "turns": Field("texts", like=_TURN, say=_A_TURN),
        "air_cycle_starts": Field("texts", like=_OF_THE_YEAR, say=_YEARLY),
        "air_cycle_turns": Field("whole", 1, unit="turns"),
        "production": Field("texts"),
        "vp_checks": Field("texts", required=False, like=_OF_THE_YEAR, say=_YEARLY),
        "scenario_starts": Rows(Field("text", like=_TURN, say=_A_TURN), ANY),
    }
)


@frozen(eq=False)
class TurnRecord:
    """The turns of a game.

    Attributes:
        turns: every turn in order, as "May I 40".
        air_cycle_starts: turns of the year ("May I") at which an air cycle begins.
        air_cycle_turns: the length of an air cycle in turns.
        production: halves of the month ("I") in which production is received.
        vp_checks: turns of the year whose end is checked for victory points.
        scenario_starts: the first turn of each scenario.
    """

    turns: tuple[str, ...]
    air_cycle_starts: frozenset[str]
    air_cycle_turns: int
    production: frozenset[str]
    vp_checks: frozenset[str]
    scenario_starts: Mapping[str, str]

    def index(self, turn: str) -> int:
        """The place of a turn in the record, from 0. Raises UnknownName."""
        if turn not in self.turns:
            raise unknown("turn", turn, self.turns)
        return self.turns.index(turn)

    def after(self, turn: str) -> str | None:
        """The next turn, or None after the last."""
        place = self.index(turn) + 1
        return self.turns[place] if place < len(self.turns) else None

    def brings_production(self, turn: str) -> bool:
        """Whether production is received in this turn."""
        return turn.split(" ")[1] in self.production


def read(chart: Chart) -> TurnRecord:
    """The record, from a chart of the right shape."""
    return TurnRecord(
        chart.texts("turns"),
        frozenset(chart.texts("air_cycle_starts")),
        chart.whole("air_cycle_turns").value,
        frozenset(chart.texts("production")),
        frozenset(chart.texts("vp_checks")),
        {name: str(chart.cell("scenario_starts", name).value) for name in chart.rows("scenario_starts")},
    )
