"""Belgian units in France on the board (FoF 28C2): how long one that has retreated there lasts.

Needs a game that was set up from a scenario; counts at the end of each Allied player turn the turns that a Belgian unit
has spent in France, and eliminates it after the last that it may.
"""

from __future__ import annotations

from typing import Any

from europa_rules.campaign.postings import scenario_of
from europa_rules.citations import rule
from europa_rules.contributions import StepContribution
from europa_rules.ground.losses import into_pool
from europa_rules.procedure import Event, Procedure, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED
from europa_rules.state import FactKind, GameState
from europa_rules_fof.low_countries import BELGIAN, ELIMINATED, outcome_in_france

IN_FRANCE = FactKind("Allied turns spent in France", "game", int, is_tally=True)
"""How many Allied player turns a Belgian unit has been in France for (subject: the unit)."""

FACT_KINDS: tuple[FactKind[Any], ...] = (IN_FRANCE,)


def _is_in_france(piece_id: str, state: GameState, rules: Ruleset) -> bool:
    if piece_id not in state.pieces:
        return False
    place = state.piece(piece_id).place
    return place in rules.board.index and rules.board.country(place) == "France"


@rule("FoF 28C2")
def count_turns(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """As an Allied player turn ends: Belgian units in France have been there for one more, and may be eliminated."""
    if scenario_of(state, rules) is None or state.phasing != ALLIED:
        return state
    gone = [i for i in state.all_facts(IN_FRANCE) if not _is_in_france(i, state, rules)]
    state = state.forgetting(IN_FRANCE, *gone)
    belgians = [i for i, p in state.pieces.items() if p.unit.nation == "be" and _is_in_france(i, state, rules)]
    for unit in belgians:
        turns = (state.recall(IN_FRANCE, unit) or 0) + 1
        state = state.noting(IN_FRANCE, unit, turns)
        if outcome_in_france(False, turns, rules) == ELIMINATED:
            state = into_pool(state.piece(unit), state.forgetting(IN_FRANCE, unit))
            text = f"{unit} is eliminated: it has been in France for {turns} Allied turns"
            state = yield from record(Event(text, (BELGIAN,), state, "eliminated"))
    return state


STEPS: tuple[StepContribution, ...] = (
    StepContribution("Belgians in France", "player turn", count_turns, by="FoF 28C2", before="losses counted"),
)
