"""Dismantling on the board (SF 44B2, optional): every third fort or airfield taken down gives a resource point.

The work itself is done by construction units, as the construction chart says under the option. Needs what has been
dismantled; gives the resource points of the next turn, which their player places at his cities.
"""

from __future__ import annotations

from importlib import resources
from typing import Any

from europa_rules.contributions import ChartFolder, Source, StepContribution
from europa_rules.ground.construction_sites import EFFECTS_OF_OTHERS
from europa_rules.ground.facts import AIRFIELD, FORTIFICATION
from europa_rules.ground.isolation import isolated_hexes
from europa_rules.ground.ownership import hex_owner
from europa_rules.hexes import Hex
from europa_rules.permissions import Ruling
from europa_rules.procedure import Answer, Decision, Event, Procedure, choose, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import FactKind, GameState, Piece
from europa_rules.units import Unit
from europa_rules_sf.resource_capture import BY, IN_USE, ITEMS_FOR_A_POINT, POINT, TYPE, reckon_recovered

DISMANTLED = FactKind("items dismantled", "game", int)
"""Forts and airfields that a side has dismantled and had no resource point for (subject: the side)."""

COMING = FactKind("resource points recovered", "game", int)
"""Resource points that a side receives in its next initial phase (subject: the side)."""

FACT_KINDS: tuple[FactKind[Any], ...] = (DISMANTLED, COMING)


def _count(side: Side, state: GameState, rules: Ruleset) -> GameState:
    items = (state.recall(DISMANTLED, side) or 0) + 1
    points = int(reckon_recovered(items, rules).value)
    if points:
        state = state.noting(COMING, side, (state.recall(COMING, side) or 0) + points)
    return state.noting(DISMANTLED, side, items - points * ITEMS_FOR_A_POINT)


def take_down_fort(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> GameState:
    """The state without the fort of a hex."""
    return _count(side, state.noting(FORTIFICATION, ref, ""), rules)


def take_down_airfield(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> GameState:
    """The state without the permanent airfield of a hex."""
    return _count(side, state.noting(AIRFIELD, ref, 0), rules)


def receive(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """In an initial phase: the phasing player places the resource points that dismantling has won him."""
    side = state.phasing
    coming = state.recall(COMING, side) or 0
    cities = _cities(side, state, rules) if coming else ()
    if not cities:
        return (yield from _lose_rest(state, rules))
    (chosen,) = yield from choose(_placing_decision(side, coming, cities, state))
    nation = next(n for n in rules.variant.usual_nations if rules.side_of(n) == side)
    unit = Unit(nation, TYPE, "counter", points=coming)
    state = state.with_piece(Piece(_free_id(state), unit, side, Hex(chosen))).forgetting(COMING, side)
    text = f"{coming} resource point{'s' if coming > 1 else ''} recovered by dismantling, at {chosen}"
    return (yield from record(Event(text, (BY,), state, "resource points recovered")))


def _cities(side: Side, state: GameState, rules: Ruleset) -> tuple[Hex, ...]:
    cut_off = isolated_hexes(side, state, rules)
    own = (ref for ref in rules.board.hexes if rules.board.city(ref) and hex_owner(ref, state, rules) == side)
    return tuple(ref for ref in own if ref not in cut_off)


def _placing_decision(side: Side, coming: int, cities: tuple[Hex, ...], state: GameState) -> Decision:
    def check(answer: Answer) -> Ruling:
        return Ruling.refuse_if(len(answer) != 1, "one city is chosen", BY)

    question = f"where do {coming} recovered resource points appear?"
    return Decision(side, question, cities, (BY,), state, tuple((ref,) for ref in cities), check)


def _free_id(state: GameState) -> str:
    number = 1
    while f"recovered {number}" in state.pieces:
        number += 1
    return f"recovered {number}"


def _lose_rest(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Leftovers below three wait for more, unless a reading says that they are lost."""
    yield from ()
    if rules.reads(POINT, "lost") and state.recall(DISMANTLED, state.phasing) is not None:
        state = state.forgetting(DISMANTLED, state.phasing)
    return state


SOURCES = (
    Source("fort_dismantling", EFFECTS_OF_OTHERS, by="SF 44B2", value=take_down_fort, gate=IN_USE),
    Source("airfield_dismantling", EFFECTS_OF_OTHERS, by="SF 44B2", value=take_down_airfield, gate=IN_USE),
)
STEPS = (StepContribution("recovered", "player turn", receive, by="SF 44B2", before="construction", gate=IN_USE),)
CHARTS = (ChartFolder(resources.files("europa_rules_sf") / "options" / "44B2", IN_USE),)
