"""Supply delivered by air or sea (FoF 12C3, SF 12C3a): how long it stays, and what becomes of it.

Needs when and where it was delivered; gives when it is removed, and the states after deliveries, captures and the
end of an initial phase. Whom it serves is shared out with the other sources.
"""

from __future__ import annotations

from attrs import frozen

from europa_rules.citations import rule
from europa_rules.ground.ownership import HexGained
from europa_rules.ground.supply_state import SUPPLIES
from europa_rules.hexes import BOX, Hex
from europa_rules.procedure import Event, Procedure, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side, Turn, are_enemies
from europa_rules.state import GameState

INITIAL = "initial"
_PHASES_KEPT = 2


@frozen
class Delivery:
    """Supply delivered by air or sea.

    Attributes:
        turn, side, phase: when: the game turn, whose player turn, the phase.
    """

    turn: Turn
    side: Side
    phase: str = "movement"


@frozen
class Removal:
    """When delivered supply is removed: the game turn, whose player turn, the phase, and its start or end."""

    turn: Turn
    side: Side
    phase: str = INITIAL
    moment: str = "end"


@rule("FoF 12C3", "SF 12C3a")
def removal_of(facts: Delivery, rules: Ruleset) -> Removal:
    """When delivered supply is removed: at the end of the second initial phase after it.

    >>> from europa_rules import load
    >>> from europa_rules.sides import AXIS
    >>> removal = removal_of(Delivery(Turn.parse("May II 40"), AXIS), load("fof"))
    >>> print(removal.turn, removal.side)
    Jun I 40 Axis
    """
    turn, sides = facts.turn, rules.variant.sides
    at = sides.index(facts.side)
    for _ in range(_PHASES_KEPT):
        at += 1
        if at == len(sides):
            turn, at = turn.next(), 0
    return Removal(turn, sides[at])


@rule("FoF 12C3", "SF 12C3a")
def deliver(ref: Hex, side: Side, points: int, state: GameState) -> GameState:
    """The state after supply has been delivered to a hex (points, or REs in 1940); none is kept in a box."""
    if ref.startswith(BOX):
        return state
    passed = -1 if state.moment.phase == INITIAL else 0
    subject = f"{side} {ref} {passed}"
    return state.noting(SUPPLIES, subject, points + (state.recall(SUPPLIES, subject) or 0))


@rule("FoF 12C3", "SF 12C3a")
def remove_old_supplies(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """At the end of an initial phase: supply that has lasted two of them is gone."""
    kept = state.all_facts(SUPPLIES)
    after = state.forgetting(SUPPLIES, *kept)
    gone: list[str] = []
    for subject, points in kept.items():
        side, ref, passed = subject.split(" ")
        if int(passed) + 1 < _PHASES_KEPT:
            after = after.noting(SUPPLIES, f"{side} {ref} {int(passed) + 1}", points)
        else:
            gone.append(f"{points} in {ref}")
    if not gone:
        return after
    text = f"supply removed: {', '.join(gone)}"
    return (yield from record(Event(text, (rules.cite("delivered-supply"),), after, "supply removed")))


@rule("FoF 12C3", "SF 12C3a")
def lose_supplies(facts: HexGained, state: GameState, rules: Ruleset) -> GameState:
    """The state after a hex has been gained: supply of the enemy there is eliminated at once (slot "hex gained")."""
    lost = (subject.split(" ") for subject in state.all_facts(SUPPLIES))
    gone = [" ".join(parts) for parts in lost if parts[1] == facts.hex and are_enemies(Side(parts[0]), facts.owner)]
    return state.forgetting(SUPPLIES, *gone) if gone else state
