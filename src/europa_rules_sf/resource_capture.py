"""Resource points in enemy hands (SF 44B2, optional): captured, destroyed, and won by dismantling.

Needs the resource points in a hex that the enemy gains; gives how many he captures and how many are destroyed. On the
board that follows when a hex changes hands; destroying own points, and dismantling forts and airfields, are orders.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import floor

from attrs import evolve, frozen

from europa_rules.citations import Citation, rule
from europa_rules.contributions import Gate, Option, Source
from europa_rules.ground.ownership import GAINED, HexGained
from europa_rules.ledger import Reckoning
from europa_rules.numbers import HALF
from europa_rules.orders import OrderKind
from europa_rules.permissions import Ruling
from europa_rules.procedure import Event, Procedure, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import GameState, Piece

RULE = "44B2"
BY = Citation("SF", RULE)
IN_USE = Gate(option=RULE)
TYPE = "resource_point"
ITEMS_FOR_A_POINT = 3
POOR_WEATHER = 2
POINT = "44B2-dismantling-rest"


# --- capture ---------------------------------------------------------------------------------------------------------


@frozen
class Capture:
    """What becomes of resource points in a hex that the enemy gains."""

    captured: Reckoning
    destroyed: Reckoning


@rule("SF 44B2")
def reckon_capture(points: int, carried_off: int = 0) -> Capture:
    """Resource points captured, and those destroyed, of what was left behind in a hex.

    points: there before. carried_off: taken along by those who left.

    >>> capture = reckon_capture(5, carried_off=2)
    >>> str(capture.captured.value), str(capture.destroyed.value)
    ('1', '2')
    """
    left = Reckoning.of(points, "resource points").minus(carried_off, "carried off", BY)
    captured = left.times(HALF, "half of those left behind", BY)
    captured = captured.become(floor(captured.value), "rounded down", BY)
    return Capture(captured, left.minus(captured.value, "captured", BY))


@rule("SF 44B2")
def rule_on_destroying(is_own_turn: bool) -> Ruling:
    """Whether a player may destroy his own resource points: in his own player turn only.

    >>> rule_on_destroying(is_own_turn=False).allowed
    False
    """
    why = "a player destroys his resource points in his own player turn"
    return Ruling.refuse_if(not is_own_turn, why, BY, possible="destroy them in your player turn")


# --- dismantling -----------------------------------------------------------------------------------------------------


@rule("SF 44B2", "SF 14A1")
def reckon_dismantling_time(poor_weather: bool) -> Reckoning:
    """Game turns that a construction unit takes to dismantle a fort or a permanent airfield."""
    turns = Reckoning.of(1, "turns to dismantle it", BY)
    return turns.times(POOR_WEATHER, "poor weather", BY) if poor_weather else turns


@rule("SF 44B2")
def reckon_recovered(items: int, rules: Ruleset) -> Reckoning:
    """Resource points for so many items dismantled: one for every three, whenever the third is done.

    >>> from europa_rules import load
    >>> reckon_recovered(7, load("sf")).value
    Fraction(2, 1)
    """
    points = Reckoning.of(items, "items dismantled").times(Fraction(1, ITEMS_FOR_A_POINT), "one for three", BY)
    for point in rules.resting(POINT):
        points = points.noting(rests_on=point)
    return points.become(floor(points.value), "whole points", BY)


# --- on the board ----------------------------------------------------------------------------------------------------


def _points(piece: Piece) -> int:
    return piece.unit.points or 1


def capture_points(facts: HexGained, state: GameState, rules: Ruleset) -> GameState:
    """The state after a hex has been gained: half of the resource points left there are captured, the rest is lost."""
    there = [p for p in state.enemies_at(facts.hex, facts.owner) if p.unit.type == TYPE]
    if not there:
        return state
    capture = reckon_capture(sum(map(_points, there)))
    first, captured = there[0], int(capture.captured.value)
    state = state.without(*(p.id for p in there))
    if not captured:
        return state
    return state.with_piece(evolve(first, side=facts.owner, unit=evolve(first.unit, points=captured)))


@frozen
class DestroyPoints:
    """The order to destroy resource points of one's own.

    Attributes:
        units: ids of the resource points.
    """

    units: tuple[str, ...]


@rule("SF 44B2")
def rule_on_destroy_order(order: DestroyPoints, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may destroy these resource points: his own, in his player turn."""
    pieces = [state.piece(i) for i in order.units]
    wrong = [p.id for p in pieces if p.side != player or p.unit.type != TYPE]
    return Ruling.all(
        (
            rules.rule_on_option(RULE, "the rule on resource points is not in use", BY),
            Ruling.refuse_if(not pieces, "the order names no resource point", BY),
            Ruling.refuse_if(bool(wrong), f"{', '.join(wrong)}: no resource point of the player's", BY),
            rule_on_destroying(player == state.phasing),
        )
    )


def destroy_points(order: DestroyPoints, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Destroy the resource points. Raises IllegalOrder."""
    rule_on_destroy_order(order, player, state, rules).require("destroy resource points")
    state = state.without(*order.units)
    text = f"{', '.join(order.units)} destroyed by the {player} player"
    return (yield from record(Event(text, (BY,), state, "resource points destroyed")))


def points_to_destroy(piece: Piece, state: GameState, rules: Ruleset) -> Iterator[DestroyPoints]:
    """The destruction of a counter of resource points."""
    if piece.unit.type == TYPE:
        yield DestroyPoints((piece.id,))


OPTIONS = (Option(RULE, "Capture and dismantling of resource points", by="SF 44B2"),)
SOURCES = (Source("resource points captured", GAINED, by="SF 44B2", value=capture_points, gate=IN_USE),)
ORDER_KINDS = (
    OrderKind(
        "destroy resource points",
        DestroyPoints,
        rule_on_destroy_order,
        destroy_points,
        by=(BY,),
        of_unit=points_to_destroy,
    ),
)
