"""The fortress Eben Emael (FoF 31A3): of no use in the Axis player turn in which parachutists drop on it.

Needs the hex, whose player turn it is, and whether a parachute unit has dropped there without becoming disrupted; gives
whether the fortress counts and what terrain the hex is. The drop itself is told by the airborne rules.
"""

from __future__ import annotations

from typing import Any

from attrs import evolve, frozen

from europa_rules.air.airborne import NONE
from europa_rules.air.flight_orders import operation_now
from europa_rules.air.landing_troops import LANDED_FROM_AIR, LandedPiece
from europa_rules.air.transport import AIR_DROP
from europa_rules.citations import Citation, rule
from europa_rules.contributions import Source, StepContribution
from europa_rules.ground.battleground import GROUND
from europa_rules.ground.facts import Ground
from europa_rules.ground.fortifications import Fortification
from europa_rules.hexes import Hex
from europa_rules.permissions import Ruling
from europa_rules.procedure import Event, Procedure, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import AXIS, Side
from europa_rules.state import FactKind, GameState

HEX = Hex("16A:1423")
CLEAR, PARACHUTE = "clear", "parachute"
BY = Citation("FoF", "31A3")
DROPPED = FactKind("parachute drop without disruption", "player turn", bool)
"""Whether a parachute unit has dropped into a hex in this player turn without becoming disrupted (subject: the hex)."""

FACT_KINDS: tuple[FactKind[Any], ...] = (DROPPED,)


@frozen
class FortressDrop:
    """A fortress hex on which parachutists may have dropped.

    Attributes:
        hex: the hex.
        player_turn: whose player turn it is.
        dropped: whether a parachute unit has dropped there in it.
        disrupted: whether it has become disrupted.
    """

    hex: Hex
    player_turn: Side
    dropped: bool
    disrupted: bool = False


@rule("FoF 31A3")
def rule_on_fortress(facts: FortressDrop) -> Ruling:
    """Whether a fortress counts in combat.

    >>> rule_on_fortress(FortressDrop(HEX, AXIS, dropped=True)).allowed
    False
    >>> rule_on_fortress(FortressDrop(HEX, AXIS, dropped=True, disrupted=True)).allowed
    True
    """
    struck = facts.hex == HEX and facts.player_turn == AXIS and facts.dropped and not facts.disrupted
    return Ruling.refuse_if(struck, "parachutists have dropped on the fortress in this player turn", BY)


@rule("FoF 31A3")
def ground_after_drop(ground: Ground, facts: FortressDrop) -> Ground:
    """The ground of a hex: clear terrain without a fortress where parachutists have dropped on Eben Emael."""
    if rule_on_fortress(facts).allowed:
        return ground
    return evolve(ground, terrain=CLEAR, overlays=(), fortification="", strength=0, condition="")


def ground_of(facts: FortressDrop, rules: Ruleset, there: Fortification | None = None) -> Ground:
    """The ground of a hex of the map, and what a drop makes of it; `there` stands in place of its fortification."""
    board = rules.board
    printed = board.fortification(facts.hex)
    found = there or (Fortification(printed.type, printed.condition) if printed else Fortification())
    terrain = Ground(board.terrain(facts.hex), board.overlays(facts.hex))
    return ground_after_drop(evolve(terrain, fortification=found.kind, condition=found.condition), facts)


def _change(ground: Ground, ref: Hex, state: GameState, rules: Ruleset) -> Ground:
    return ground_after_drop(ground, _drop_on(ref, state))


def _drop_on(ref: Hex, state: GameState) -> FortressDrop:
    return FortressDrop(ref, state.phasing, state.recall(DROPPED, ref) is True)


def _struck(ref: Hex, state: GameState) -> Ruling:
    return rule_on_fortress(_drop_on(ref, state))


def remember_drop(landed: LandedPiece, state: GameState, rules: Ruleset) -> GameState:
    """The state remembering that a parachute unit has dropped into a hex without becoming disrupted."""
    unit = state.piece(landed.piece).unit
    if landed.mission != AIR_DROP or landed.result != NONE or PARACHUTE not in (unit.type, *unit.symbols):
        return state
    return state.noting(DROPPED, landed.hex, True)


@rule("FoF 31A3")
def tell_drop(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """After an air operation over the fortress: that it has no effect on combat, where parachutists have dropped."""
    _, operation = operation_now(state)
    if operation.target != HEX or _struck(HEX, state).allowed:
        return state
    text = f"the fortress in {HEX} has no effect on combat in this player turn; the hex counts as clear without it"
    return (yield from record(Event(text, (BY,), state, "fortress struck")))


STEPS = (StepContribution("drop on Eben Emael", "air operation", tell_drop, by="FoF 31A3", before="air unit return"),)
SOURCES = (
    Source("Eben Emael", GROUND, by="FoF 31A3", value=_change),
    Source("drop on Eben Emael", LANDED_FROM_AIR, by="FoF 31A3", value=remember_drop),
)
