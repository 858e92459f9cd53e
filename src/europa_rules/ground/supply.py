"""Supply (rule 12): who is in supply, judged for both sides in the initial phase of every player turn.

Needs a position; gives how every unit stands, shares out sources of limited capacity by the choice of their owner, and
counts the turns out of supply. Lines are found in `supply_map` and drawn in `supply_drawing`; what lack of supply does
to a unit stands in `supply_effects` and `supply_elimination`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from attrs import frozen

from europa_rules.citations import rule
from europa_rules.ground.occupants import units_of
from europa_rules.ground.supply_map import Supply, lines_of, older_maps, supply_map
from europa_rules.ground.supply_service import serve, serve_as_they_come
from europa_rules.ground.supply_sources import FULL, LIMITED, RESTRICTED, SPECIAL, SUPPLY_SOURCES, is_regular
from europa_rules.ground.supply_state import CHECKS_OUT, DRAWS_ON, turns_of_effect
from europa_rules.procedure import Event, Procedure, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import GameState

SUPPLY_CHECK = "supply check"
"""What the names of the steps begin with in which supply is judged."""


# --- how units stand -------------------------------------------------------------------------------------------------


@frozen
class Stand:
    """How a unit stands.

    Attributes:
        kind: the kind of source that it draws on: full, restricted, limited, special; "" for none.
        isolated: whether it is isolated.
        source: the hex of the source, where that is of limited capacity or special.
    """

    kind: str
    isolated: bool
    source: str = ""

    @property
    def in_supply(self) -> bool:
        """Whether it is in supply."""
        return bool(self.kind)

    def __str__(self) -> str:
        """In words.

        >>> print(Stand("limited", isolated=False, source="26:3530")), print(Stand("", isolated=True))
        in supply by a limited source in 26:3530
        out of supply, isolated
        (None, None)
        """
        where = f" in {self.source}" if self.source else ""
        stand = f"in supply by a {self.kind} source{where}" if self.kind else "out of supply"
        return f"{stand}, isolated" if self.isolated else stand


@frozen(eq=False)
class _Answer:
    """How a side's units stand in a position, and whom the sources of limited capacity serve."""

    lines: Mapping[str, Supply]
    served: Mapping[str, str]
    stands: Mapping[str, Stand]


_ANSWER = "how units stand"


@rule("FoF 12B", "SF 12B", "SF 12C2")
def stands_of(side: Side, state: GameState, rules: Ruleset) -> dict[str, Stand]:
    """How every unit of a side stands as the position is, whatever has been judged.

    Where sources are overburdened, units are served one after another, those with the fewest sources first; when supply
    is judged, the owner chooses.
    """
    notes = supply_map(side, state, rules).notes
    if _ANSWER not in notes:
        known = (older.notes[_ANSWER] for older in older_maps(side, state, rules) if _ANSWER in older.notes)
        notes[_ANSWER] = _answer(side, state, rules, cast("_Answer | None", next(known, None)))
    return dict(cast(_Answer, notes[_ANSWER]).stands)


def _answer(side: Side, state: GameState, rules: Ruleset, older: _Answer | None) -> _Answer:
    """How a side's units stand; what has not changed since an older answer is taken from it."""
    lines, served = lines_of(side, state, rules), serve_as_they_come(side, state, rules)
    if older is None or lines.keys() != older.lines.keys():
        return _Answer(lines, served, {i: _stand(line, served.get(i, "")) for i, line in lines.items()})
    changed = [i for i, line in lines.items() if line is not older.lines[i]]
    changed += [i for i in {**served, **older.served} if served.get(i) != older.served.get(i)]
    return _Answer(lines, served, {**older.stands, **{i: _stand(lines[i], served.get(i, "")) for i in changed}})


def _stand(line: Supply, draw: str) -> Stand:
    if not draw:
        return _BY_LINE[line.kind, line.isolated]
    kind, _, source = draw.partition(" ")
    return Stand(kind, line.isolated, source)


_BY_LINE = {
    (kind, alone): Stand(kind, alone) for kind in (FULL, RESTRICTED, LIMITED, SPECIAL, "") for alone in (False, True)
}


# --- judging (12B) ---------------------------------------------------------------------------------------------------


@frozen
class SupplyMoment:
    """When a unit's supply is asked for.

    Attributes:
        at_initial_phase: whether it was in supply when that was judged.
        now: whether a line could be traced now.
    """

    at_initial_phase: bool
    now: bool


@rule("FoF 12B", "SF 12B")
def supply_in_force(facts: SupplyMoment) -> bool:
    """Whether a unit counts as in supply: as judged in the initial phase, for the whole player turn.

    >>> supply_in_force(SupplyMoment(at_initial_phase=False, now=True))
    False
    """
    return facts.at_initial_phase


@rule("FoF 12B", "SF 12B", "FoF 12D2", "SF 12D", "SF 12C2", "SF 12C3")
def judge_supply(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Judge every unit of both sides, share out what serves a limited number, and count the turns out of supply."""
    if not rules.sources(SUPPLY_SOURCES):
        return state
    out: list[str] = []
    before = state
    for side in rules.variant.sides:
        lines = lines_of(side, before, rules)
        served = yield from serve(side, before, rules)
        for unit in (piece.id for piece in units_of(side, before, rules)):
            stand = _stand(lines[unit], served.get(unit, ""))
            state = _counted(unit, stand, state, rules)
            turns = turns_of_effect(unit, state)
            out += [f"{unit} (U-{turns})"] if turns else []
    text = f"out of supply: {', '.join(out)}" if out else "every unit is in supply"
    return (yield from record(Event(text, (rules.cite("12B"),), state, "supply judged")))


def _counted(unit: str, stand: Stand, state: GameState, rules: Ruleset) -> GameState:
    """The state after one judgement of a unit: the count goes on, or is over."""
    if stand.source:
        state = state.noting(DRAWS_ON, unit, f"{stand.kind} {stand.source}")
    counts_on = not is_regular(stand.kind, rules) and not (stand.kind and rules.reads("12C3-delivered-supply", "stops"))
    before = state.recall(CHECKS_OUT, unit)
    if counts_on:
        return state.noting(CHECKS_OUT, unit, (before or 0) + 1)
    return state if before is None else state.forgetting(CHECKS_OUT, unit)
