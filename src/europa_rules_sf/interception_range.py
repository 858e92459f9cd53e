"""Interception deep in friendly territory (SF 44D2): as far as the enemy has flown over friendly-owned hexes."""

from __future__ import annotations

from collections.abc import Mapping

from europa_rules.air.facts import UNDER_WAY_NOW, AirOperation, Flying
from europa_rules.air.flight_orders import flyers
from europa_rules.air.flights import Flight
from europa_rules.air.patrol_attacks import fly_line
from europa_rules.citations import rule
from europa_rules.contributions import Gate, Modifier, Option, Source
from europa_rules.ground.ownership import hex_owner
from europa_rules.ledger import Reckoning
from europa_rules.numbers import Number
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import AirPiece, GameState

RULE = "44D2"
IN_USE = Gate(option=RULE)
MOST = 16
"""The longest interception range, in hexes."""
ENTERED = "friendly hexes entered"


def _deep(printed: Number, entered: Number) -> Number:
    return min(entered, printed, MOST)


@rule("SF 44D2")
def reckon_deep_range(printed: Number, normal: Number, entered: Number, rules: Ruleset) -> Reckoning:
    """The interception range against air units that have entered so many friendly-owned hexes, in hexes.

    printed: the movement rating. normal: the ordinary interception range, which is never shortened.

    >>> from europa_rules import load
    >>> reckon_deep_range(25, 8, 12, load("sf", options={"44D2"})).value
    Fraction(12, 1)
    >>> print(reckon_deep_range(25, 12, 12, load("sf", options={"44D2"})))
    12 interception range | = 12
    """
    by, deep = rules.cite("44D2"), _deep(printed, entered)
    found = Reckoning.of(normal, "interception range")
    return found.become(deep, "friendly-owned hexes entered, 16 and the rating at most", by) if deep > normal else found


def _is_deep(flight: Flight) -> bool:
    return flight.is_on("interception") and ENTERED in flight.situation


def _range(flight: Flight) -> Number:
    return _deep(flight.rating.movement or 0, int(flight.situation[ENTERED]))


def hexes_entered(name: str, owner: Side, state: GameState, rules: Ruleset) -> int:
    """The most hexes owned by a side that an air unit of the mission force of an operation has entered."""
    entered = [
        sum(1 for ref in fly_line(flying.points, rules)[1:] if hex_owner(ref, state, rules) == owner)
        for piece, flying in flyers(name, state)
        if piece.side != owner and flying.mission != "escort"
    ]
    return max(entered, default=0)


def penetration(
    piece: AirPiece, flying: Flying, operation: AirOperation, state: GameState, rules: Ruleset
) -> Mapping[str, str]:
    """How deep the operation under way has flown into the territory of a fighter's side, for its interception range."""
    name = flying.operation or state.recall(UNDER_WAY_NOW, "") or ""
    if flying.mission != "interception" or operation.initiator == piece.side:
        return {}
    return {ENTERED: str(max(flying.mps, hexes_entered(name, piece.side, state, rules)))}


OPTIONS = (Option(RULE, "Interception range", by="SF 44D2"),)
MODIFIERS: tuple[Modifier, ...] = (
    Modifier("deep in friendly territory", "air range", "SF 44D2", _range, _is_deep, change="at least", gate=IN_USE),
)
SOURCES: tuple[Source, ...] = (
    Source("hexes entered by the enemy", "flight circumstances", "SF 44D2", penetration, gate=IN_USE),
)
