"""Air units in the air whose place on the board is not asked for, for calculators and examples.

Needs what their counters print and what they fly; gives a state with them over no hex, in which the procedures of air
combat, patrol attacks and antiaircraft fire run as they do in a game. Those that return to base land at no airbase.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from europa_rules.air.facts import FLYING, OFF_BOARD, OPERATION, UNDER_WAY_NOW, AirOperation, Flying
from europa_rules.air.flights import mission_named
from europa_rules.air.returning import ABORT, KILL, NO_EFFECT, TURNED_BACK
from europa_rules.air_units import AirRating, AirUnit
from europa_rules.frozenmap import FrozenMap
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import ABORTED, ELIMINATED, AirPiece, GameState, Moment

OPERATION_NAME = "air operation"


@frozen
class Aloft:
    """An air unit in the air.

    Attributes:
        id: its name.
        rating: what it prints.
        mission: what it flies: a mission or what is announced of one ("escort", "bombing", "interception").
        extended, jettisoned, torpedoes: as it flies.
    """

    id: str
    rating: AirRating
    mission: str
    extended: bool = False
    jettisoned: bool = False
    torpedoes: bool = False


def sides_of_operation(rules: Ruleset, initiator: Side | None = None) -> tuple[Side, Side]:
    """The initiating side, the first of the variant unless one is named, and the reacting one."""
    first = initiator or rules.variant.sides[0]
    return first, next(side for side in rules.variant.sides if side != first)


def aloft(
    initiating: Iterable[Aloft],
    reacting: Iterable[Aloft],
    rules: Ruleset,
    *,
    night: bool = False,
    initiator: Side | None = None,
) -> GameState:
    """A state with these air units in the air in one operation.

    initiator: the side of the initiating player; without one, the first of the variant.
    Raises UnknownName for a mission that there is not.
    """
    first, other = sides_of_operation(rules, initiator)
    operation = AirOperation(first, OFF_BOARD, night=night)
    state = GameState(Moment(rules.variant.first_turn, first, "movement"))
    state = state.noting(OPERATION, OPERATION_NAME, operation).noting(UNDER_WAY_NOW, "", OPERATION_NAME)
    for side, role, units in ((first, "initiating", initiating), (other, "reacting", reacting)):
        for unit in units:
            mission_named(unit.mission, rules)
            flying = Flying(
                unit.mission,
                OFF_BOARD,
                OPERATION_NAME,
                role,
                extended=unit.extended,
                jettisoned=unit.jettisoned,
                torpedoes=unit.torpedoes,
            )
            state = state.noting(FLYING, unit.id, flying)
            state = state.with_air(AirPiece(unit.id, AirUnit("", "", unit.rating), side, OFF_BOARD))
    return state


def result_on(unit: str, state: GameState) -> str:
    """The result that an air unit has suffered, by what has become of it: "-", "R", "A" or "K"."""
    if state.recall(FLYING, unit) is not None:
        return NO_EFFECT
    return {ABORTED: ABORT, ELIMINATED: KILL}.get(state.air_piece(unit).status, TURNED_BACK)


def results(state: GameState) -> FrozenMap[str, str]:
    """The result that each air unit has suffered."""
    return FrozenMap({unit: result_on(unit, state) for unit in state.air})
