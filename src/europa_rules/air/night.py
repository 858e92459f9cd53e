"""Landings by night (FoF 23C, SF 23G): a day air unit may crash when it lands at an airbase.

Needs what the air unit prints and the outcome of its check; gives its status, on the board and off it.
"""

from __future__ import annotations

from attrs import evolve

from europa_rules.air.returning import Landing
from europa_rules.air_units import AirRating
from europa_rules.citations import rule
from europa_rules.ground.success_checks import SuccessCheck, check_success
from europa_rules.procedure import Event, Procedure, record
from europa_rules.ruleset import Ruleset
from europa_rules.state import ABORTED, GameState

LANDS = "lands"
CHECK = SuccessCheck("night_crash_landing")


@rule("FoF 23C", "SF 23G")
def may_crash(is_night_unit: bool, by_night: bool = True) -> bool:
    """Whether an air unit has to check when it lands: a day air unit, in an operation by night.

    >>> may_crash(is_night_unit=True), may_crash(is_night_unit=False)
    (False, True)
    """
    return by_night and not is_night_unit


@rule("FoF 23C", "SF 23G")
def fate_of_landing(succeeds: bool) -> str:
    """What becomes of an air unit that has to check: "lands", or "aborted"."""
    return LANDS if succeeds else ABORTED


def _is_due(rating: AirRating, landing: Landing) -> bool:
    return may_crash(rating.is_night, landing.operation.night)


@rule("FoF 23C", "SF 23G")
def land_by_night(landing: Landing, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """A day air unit that lands by night rolls; one that crashes is aborted at once."""
    piece = state.air_piece(landing.unit)
    if not piece.is_in_play or not _is_due(piece.unit.rating, landing):
        return state
    by = (rules.cite("night-operations"),)
    outcome = yield from check_success(CHECK, f"{piece.id} lands by night", by, state, rules)
    fate = fate_of_landing(outcome.succeeds)
    if fate == ABORTED:
        state = state.with_air(evolve(piece, status=ABORTED))
    text = f"{piece.id} lands by night: {'safely' if fate == LANDS else 'crashes, aborted'}"
    return (yield from record(Event(text, by, state, "landing by night", (("roll", outcome.roll),))))
