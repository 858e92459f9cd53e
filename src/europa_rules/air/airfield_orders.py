"""The order to abandon an airfield (rule 17D).

Needs an airfield at capacity 0 and the player who would give it up; gives the ruling, and the state without it.
"""

from __future__ import annotations

from attrs import frozen

from europa_rules.air.airbases import AirfieldAbandoned, airbase_owner, reckon_capacity_at, rule_on_abandoning
from europa_rules.citations import rule
from europa_rules.ground.facts import AIRBASE_HITS, AIRFIELD, TEMPORARY_AIRFIELD
from europa_rules.ground.works import airbase_hits, airfield_capacity, has_temporary_airfield, reckon_air_basing
from europa_rules.hexes import Hex
from europa_rules.permissions import Ruling
from europa_rules.procedure import Event, Procedure, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import GameState

PERMANENT, TEMPORARY = "permanent", "temporary"


@frozen
class AbandonAirfield:
    """The order to abandon an airfield: its hex, and "permanent" or "temporary"."""

    hex: Hex
    airfield: str


@rule("FoF 17D", "SF 17D")
def rule_on_abandon_order(order: AbandonAirfield, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may abandon an airfield: one of his at capacity 0, in his own player turn."""
    place, by = rules.board.place(order.hex), rules.cite("17D")
    if order.airfield not in (PERMANENT, TEMPORARY):
        return Ruling.refuse(f"{order.airfield!r} is no kind of airfield", by, possible=f"{PERMANENT} or {TEMPORARY}")
    there = {
        PERMANENT: airfield_capacity(place, state, rules) > 0,
        TEMPORARY: has_temporary_airfield(place, state),
    }
    facts = AirfieldAbandoned(
        reckon_capacity_at(place, state, rules).value,
        player == state.phasing,
        airbase_owner(place, state, rules) == player,
    )
    return Ruling.refuse_if(
        not there[order.airfield],
        f"there is no {order.airfield} airfield in {place}",
        by,
        possible="name a hex with one",
    ) & rule_on_abandoning(facts, rules)


@rule("FoF 17D", "SF 17D")
def carry_out_abandon(order: AbandonAirfield, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The airfield is out of play, and damage beyond what is left of the airbase with it."""
    place = rules.board.place(order.hex)
    if order.airfield == TEMPORARY:
        state = state.forgetting(TEMPORARY_AIRFIELD, place)
    else:
        state = state.noting(AIRFIELD, place, 0)
    left = min(airbase_hits(place, state), int(reckon_air_basing(place, state, rules).value))
    state = state.noting(AIRBASE_HITS, place, left) if left else state.forgetting(AIRBASE_HITS, place)
    text = f"{player} abandons the {order.airfield} airfield in {place}"
    return (yield from record(Event(text, (rules.cite("17D"),), state, "airfield abandoned")))
