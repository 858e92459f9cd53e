"""German railroad engineers (SF 44C1, optional): they break rail lines for fewer MPs.

Needs the unit, the work and the weather; gives the MPs. Two of them do not speed it up.
"""

from __future__ import annotations

from europa_rules.contributions import Gate, Modifier, Option
from europa_rules.ground.construction import WorkFacts
from europa_rules.numbers import ONE

RULE = "44C1"
BREAK = "break_rail_line"
TYPE, NATION = "railroad_engineer", "ge"
MPS = ONE
CLEAR = "clear"


def _is_engineers_break(facts: WorkFacts) -> bool:
    units = [builder.unit for builder in facts.builders if builder.unit is not None]
    engineers = all(TYPE in (unit.type, *unit.symbols) and unit.nation == NATION for unit in units)
    return facts.work == BREAK and bool(units) and engineers


def _in_poor_weather(facts: WorkFacts) -> bool:
    return _is_engineers_break(facts) and facts.weather != CLEAR


OPTIONS = (Option(RULE, "German railroad engineers", by="SF 44C1"),)
MODIFIERS = (
    Modifier(
        "German railroad engineers",
        "construction cost",
        by="SF 44C1",
        change="become",
        amount=MPS,
        when=_is_engineers_break,
        at="late",
        gate=Gate(option=RULE),
    ),
    Modifier(
        "railroad engineers in poor weather",
        "construction cost",
        by="SF 44C1",
        change="times",
        amount=2,
        when=_in_poor_weather,
        at="late",
        gate=Gate(option=RULE),
    ),
)
