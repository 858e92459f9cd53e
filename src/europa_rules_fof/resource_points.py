"""Resource points in 1940 (FoF 12C3, 12E): rolls for those in captured hexes, carrying by option, scrapping at will.

Needs a hex that changes hands; remembers the resource points there until the order is carried out, then rolls for each.
"""

from __future__ import annotations

from typing import Any

from attrs import evolve

from europa_rules.citations import Citation, rule
from europa_rules.contributions import Option, Source, StepContribution
from europa_rules.ground.delivered_supply import lose_supplies
from europa_rules.ground.ownership import GAINED, HexGained
from europa_rules.ground.resources import (
    Scrap,
    carrying_modifier,
    carrying_source,
    carrying_steps,
    left_behind,
    points_of,
    rolls_for_capture,
    rule_on_scrap_order,
    scrap,
)
from europa_rules.ground.success_checks import SuccessCheck, check_success
from europa_rules.ground.unit_orders import scrappings
from europa_rules.orders import OrderKind
from europa_rules.procedure import Event, Procedure, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import FactKind, GameState
from europa_rules_fof.captured_hexes import points_after

CARTING = "12E2"
BY = Citation("FoF", "12E")
CAPTURE = "resource_capture"
CAPTOR = FactKind("captor", "phase", str)
"""The side that has gained the hex in which resource points were left, and rolls for them (subject: the counter)."""

FACT_KINDS: tuple[FactKind[Any], ...] = (CAPTOR,)


@rule("FoF 12E")
def note_captured(facts: HexGained, state: GameState, rules: Ruleset) -> GameState:
    """The state after a hex has been gained: its captor will roll for the resource points that were left there."""
    for piece in left_behind(facts.hex, facts.owner, state):
        state = state.noting(CAPTOR, piece.id, facts.owner)
    return state


@rule("FoF 12E")
def roll_for_captured(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """After an order: a die for each captured resource point; the captor has those that succeed, the rest is lost."""
    for piece_id, captor in state.all_facts(CAPTOR).items():
        state = state.forgetting(CAPTOR, piece_id)
        piece = state.pieces.get(piece_id)
        if piece is None or piece.side == captor:
            continue
        results: list[str] = []
        for _ in range(rolls_for_capture(points_of(piece))):
            outcome = yield from check_success(SuccessCheck(CAPTURE), f"capture of {piece_id}", (BY,), state, rules)
            results.append(outcome.code)
        taken = int(points_after(points_of(piece), results).captured.value)
        state = state.without(piece_id)
        if taken:
            state = state.with_piece(evolve(piece, side=Side(captor), unit=evolve(piece.unit, points=taken)))
        text = f"{piece_id} in {piece.place}: {taken} of {points_of(piece)} captured by the {captor} player"
        state = yield from record(Event(text, (BY,), state, "resource points captured"))
    return state


OPTIONS = (Option(CARTING, "Cartage of resource points by ground units", by="FoF 12E2"),)
MODIFIERS = (carrying_modifier("FoF 12E2"),)
SOURCES: tuple[Source, ...] = (
    carrying_source("FoF 12E2"),
    Source("supply lost in captured hexes", GAINED, by="FoF 12C3", value=lose_supplies),
    Source("resource points in captured hexes", GAINED, by="FoF 12E", value=note_captured),
)
STEPS: tuple[StepContribution, ...] = (
    *carrying_steps("FoF 12E2"),
    StepContribution("captured resource points", "order", roll_for_captured, by="FoF 12E", after="carried out"),
)
ORDER_KINDS = (OrderKind("eliminate resource points", Scrap, rule_on_scrap_order, scrap, by=(BY,), of_unit=scrappings),)
