"""Amphibious tanks (SF 14K): each that lands over a beach checks whether it gets ashore.

Needs a unit that lands and the state of the sea; gives the check, with the modifiers of the success table, and what its
outcome means. What they make of lakes and major rivers stands in the terrain effects chart.
"""

from __future__ import annotations

from europa_rules.citations import Citation, rule
from europa_rules.ground.success_checks import SuccessCheck, check_success
from europa_rules.procedure import Event, Procedure, record
from europa_rules.ruleset import Ruleset
from europa_rules.state import GameState, Piece

USE = "amphibious_tank_landing"
BY = Citation("SF", "14K")
ASHORE, ELIMINATED = "ashore", "eliminated"


@rule("SF 14K")
def landing_check(sea: str, rules: Ruleset) -> SuccessCheck:
    """The check of a unit that lands: the table's modifier for the sea applies, unless a reading knows none.

    sea: "calm", "rough" or "stormy".

    >>> from europa_rules import load
    >>> landing_check("rough", load("sf")).applying
    ('rough_sea',)
    >>> landing_check("calm", load("sf")).applying
    ()
    >>> landing_check("rough", load("sf", rulings={"sf-14K-modifiers": "none"})).applying
    ()
    """
    modifiers = rules.charts.success[USE].modifiers
    name = f"{sea}_sea"
    applies = name in modifiers and rules.reads("14K-modifiers", "table")
    return SuccessCheck(USE, (name,) if applies else ())


@rule("SF 14K")
def reckon_landing(succeeds: bool) -> str:
    """What becomes of a unit after its check: "ashore" or "eliminated"."""
    return ASHORE if succeeds else ELIMINATED


@rule("SF 14K")
def land(piece: Piece, sea: str, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """A unit lands and checks; if it fails it is out of play. Landings call this for each amphibious tank unit."""
    check = landing_check(sea, rules)
    outcome = yield from check_success(check, f"{piece.id} lands", (BY,), state, rules)
    fate = reckon_landing(outcome.succeeds)
    if fate == ELIMINATED:
        state = state.without(piece.id)
    roll = outcome.roll
    for point in rules.resting("14K-modifiers"):
        roll = roll.noting(rests_on=point)
    ledgers = (("check", roll),)
    return (yield from record(Event(f"{piece.id}: {fate}", (BY,), state, "success checked", ledgers)))
