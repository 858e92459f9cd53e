"""What must hold in any state of any game, whatever has been ordered and rolled.

`broken` names what does not hold: of every state an event leaves behind, only what a state can be without being at
rest; of one in which players may act in a phase, also what holds between orders.
"""

from __future__ import annotations

from collections.abc import Iterator

from europa_rules.air.airbases import gather_base_use
from europa_rules.air.facts import FLYING, OFF_BOARD, OPERATION
from europa_rules.ground.facts import MOVED_BY, MPS_SPENT
from europa_rules.ground.movement import ONE_HEX, RAIL
from europa_rules.ground.moves import allowance_of
from europa_rules.ground.occupants import units_among
from europa_rules.ground.rail import rail_allowance_of
from europa_rules.numbers import show
from europa_rules.ruleset import Ruleset
from europa_rules.sides import are_enemies
from europa_rules.state import ABORTED, ELIMINATED, INOPERATIVE, OPERATIVE, GameState


def broken(state: GameState, rules: Ruleset, before: GameState | None = None, *, at_rest: bool = False) -> list[str]:
    """What does not hold in a state, a line each; empty if all is well.

    before: an earlier state that was well; what has not changed since is not looked at again.
    at_rest: whether no order is under way.
    """
    lines = [*_pieces(state, rules, before), *_air(state, rules, before), *_mps(state, rules, before)]
    return [*lines, *_shared_hexes(state, rules), *_bases(state, rules)] if at_rest else lines


def _pieces(state: GameState, rules: Ruleset, before: GameState | None) -> Iterator[str]:
    """Every piece is what its id says, and on the board or in a box."""
    if before is not None and before.pieces is state.pieces:
        return
    for name, piece in state.pieces.items():
        if piece.id != name:
            yield f"{name} is {piece.id}"
        if piece.place not in rules.board:
            yield f"{name} is at {piece.place!r}, which is neither a hex nor a box"


MAY_BECOME = {
    OPERATIVE: frozenset({INOPERATIVE, ABORTED, ELIMINATED}),
    INOPERATIVE: frozenset({OPERATIVE, ABORTED, ELIMINATED}),
    ABORTED: frozenset({OPERATIVE, ELIMINATED}),
    ELIMINATED: frozenset({OPERATIVE}),
}
"""What an air unit may become from one event to the next (rules 16B1, 25); operative in an initial phase alone."""


def _statuses(state: GameState, before: GameState) -> Iterator[str]:
    """The status of an air unit changes by the book."""
    for name, air in state.air.items():
        old = before.air.get(name)
        if old is None or old.status == air.status:
            continue
        untimely = air.status == OPERATIVE and state.moment.phase != "initial"
        if air.status not in MAY_BECOME[old.status] or untimely:
            yield f"{name} was {old.status} and is {air.status} in the {state.moment.phase} phase"


def _air(state: GameState, rules: Ruleset, before: GameState | None) -> Iterator[str]:
    """Every air unit has a place and a status that it may have; one in the air is in play, and in an operation."""
    if before is not None and before.air is state.air and before.record is state.record:
        return
    if before is not None:
        yield from _statuses(state, before)
    for name, air in state.air.items():
        if air.id != name:
            yield f"{name} is {air.id}"
        if air.place not in rules.board and air.place != OFF_BOARD:
            yield f"{name} is at {air.place!r}, which is neither a hex nor a box"
    operations = state.all_facts(OPERATION)
    for name, flying in state.all_facts(FLYING).items():
        if name not in state.air:
            yield f"{name} flies and is no air unit"
        elif not state.air[name].is_in_play:
            yield f"{name} flies and is {state.air[name].status}"
        elif flying.operation and flying.operation not in operations:
            yield f"{name} flies in the air operation {flying.operation}, which there is not"


def _mps(state: GameState, rules: Ruleset, before: GameState | None) -> Iterator[str]:
    """No piece has spent more MPs than its allowance; a move of one hex may take more than there are."""
    for name, spent in state.all_facts(MPS_SPENT).items():
        known = before is not None and before.recall(MPS_SPENT, name) == spent
        if known or name not in state.pieces or state.recall(MOVED_BY, name) == ONE_HEX:
            continue
        by_rail = state.recall(MOVED_BY, name) == RAIL
        allowance = (rail_allowance_of if by_rail else allowance_of)(state.piece(name), state, rules)
        if spent > allowance.value:
            yield f"{name} has spent {show(spent)} MPs of {show(allowance.value)}"


def _shared_hexes(state: GameState, rules: Ruleset) -> Iterator[str]:
    """Enemies are not in one hex."""
    for place, pieces in sorted(state.occupied().items()):
        if len({piece.side for piece in pieces}) == 1 or place not in rules.board.index:
            continue
        units = units_among(pieces, rules)
        pairs = [(a, b) for a in units for b in units if a.id < b.id and are_enemies(a.side, b.side)]
        if pairs:
            yield f"{pairs[0][0]} and {pairs[0][1]} are both in {place}"


def _bases(state: GameState, rules: Ruleset) -> Iterator[str]:
    """An air unit in play that does not fly is at an airbase of its side, or in a holding box."""
    for name, air in sorted(state.air.items()):
        if air.is_in_play and state.recall(FLYING, name) is None and air.place in rules.board.index:
            facts = gather_base_use(air, air.place, state, rules)
            if not facts.is_airbase:
                yield f"{name} stands at {air.place}, where there is no airbase"
            elif not facts.is_friendly:
                yield f"{name} stands at {air.place}, an airbase that is not its side's"
