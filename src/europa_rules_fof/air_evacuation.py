"""Air units that fly to England (FoF VP): those of the Allies that are not British bring points, each of them once.

Needs the airbases of the air units as a player turn ends; gives the state that remembers who has flown to England, with
the points scored. Whether they count is an open point.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from europa_rules.campaign.points_record import score
from europa_rules.campaign.postings import scenario_of
from europa_rules.citations import Citation, rule
from europa_rules.contributions import Gate, StepContribution
from europa_rules.procedure import Event, Procedure, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED
from europa_rules.state import AirPiece, FactKind, GameState
from europa_rules_fof.evacuation import BRITISH
from europa_rules_fof.naval_transport import BRITAIN

BY = Citation("FoF", "VP")
EVENT = "non british air evacuated"
"""The event of the victory chart."""

FLOWN_OUT = FactKind("has flown to England", "game", str)
"""The turn in which an air unit was first based in England (subject: the air unit)."""

FACT_KINDS: tuple[FactKind[Any], ...] = (FLOWN_OUT,)


def _newly_there(state: GameState, rules: Ruleset) -> Iterator[AirPiece]:
    board = rules.board
    for piece in state.air.values():
        stranger = piece.side == ALLIED and piece.unit.nation != BRITISH and piece.is_in_play
        at_home = piece.place in board.index and board.country(piece.place) == BRITAIN
        if stranger and at_home and state.recall(FLOWN_OUT, piece.id) is None:
            yield piece


@rule("FoF VP")
def count_flown_out(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """As a player turn ends: Allied air units, not British, that are based in England for the first time."""
    found = tuple(_newly_there(state, rules)) if scenario_of(state, rules) is not None else ()
    if not found:
        return state
    for piece in found:
        state = state.noting(FLOWN_OUT, piece.id, str(state.moment.turn))
    state = score(EVENT, len(found), state)
    names = ", ".join(piece.id for piece in found)
    return (yield from record(Event(f"{names}: evacuated to England by air", (BY,), state, "air units evacuated")))


STEPS: tuple[StepContribution, ...] = (
    StepContribution(
        "air units in England",
        "player turn",
        count_flown_out,
        by="FoF VP",
        before="end of player turn",
        gate=Gate(point="fof-VP-air-units-to-england", reading="once"),
    ),
)
