"""Naval transport points that are lost (FoF 26B, VP): each British emergency NTP eliminated gives the Axis a point.

The rule on naval interdiction is missing from the book, so that the players agree on what is lost; the order enters it.
Needs the NTPs that an evacuation has used in the player turn; gives the ruling, and the state with the loss scored.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from attrs import frozen

from europa_rules.campaign.allowances import ntps_used
from europa_rules.campaign.points_record import score
from europa_rules.citations import Citation, rule
from europa_rules.ledger import Reckoning
from europa_rules.numbers import ZERO, counted
from europa_rules.orders import OrderKind
from europa_rules.permissions import Ruling
from europa_rules.procedure import Event, Procedure, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, Side
from europa_rules.state import FactKind, GameState
from europa_rules_fof.evacuating import ROW
from europa_rules_fof.naval_transport import POOLS
from europa_rules_fof.sailing import MOVEMENT_PHASE, pool_name

POINTS, POINT = Citation("FoF", "VP"), "20G-naval-interdiction"
ELIMINATED = "emergency ntp eliminated"
"""The event of the victory chart."""

LOST = FactKind("emergency NTPs lost", "player turn", Fraction)
"""The British emergency NTPs of this player turn that have been entered as lost (subject: "")."""

FACT_KINDS: tuple[FactKind[Any], ...] = (LOST,)


@frozen
class LoseTransports:
    """The order to enter that naval transport points were eliminated, as the players have agreed.

    Attributes:
        points: British emergency NTPs that were lost.
    """

    points: int


@rule("FoF 26B", "FoF VP")
def reckon_transports_at_sea(state: GameState, rules: Ruleset) -> Reckoning:
    """British emergency NTPs that have been used in this player turn and not been entered as lost."""
    used = Reckoning.of(ntps_used(pool_name(ROW, rules), state), "NTPs used in the player turn", POOLS)
    lost = state.recall(LOST, "") or ZERO
    return used.minus(lost, "entered as lost", POINTS) if lost else used


@rule("FoF 26B", "FoF VP")
def rule_on_losing_transports(order: LoseTransports, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may enter such a loss: the Allied player, in his player turn, of NTPs that were used in it."""
    left = reckon_transports_at_sea(state, rules).value
    is_allied = player == ALLIED == state.phasing
    return Ruling(rests_on=rules.resting(POINT)) & Ruling.all(
        (
            Ruling.refuse_if(not is_allied, "the Allied player enters lost NTPs, in his own player turn", POOLS),
            Ruling.refuse_if(order.points < 1, f"{counted(order.points, 'NTP')} cannot be lost", POOLS),
            Ruling.refuse_if(
                order.points > left,
                f"{counted(left, 'British emergency NTP')} at sea in this player turn can be lost, not {order.points}",
                POOLS,
                possible=f"enter at most {left}" if left else "evacuate units first",
            ),
        )
    )


@rule("FoF 26B", "FoF VP")
def lose_transports(order: LoseTransports, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The NTPs are lost; the Axis scores them. Raises IllegalOrder."""
    rule_on_losing_transports(order, player, state, rules).require("loss of NTPs")
    state = state.noting(LOST, "", (state.recall(LOST, "") or ZERO) + order.points)
    text = f"{counted(order.points, 'British emergency NTP')} eliminated"
    event = Event(text, (POOLS, POINTS), score(ELIMINATED, order.points, state), "NTPs eliminated")
    return (yield from record(event))


def losses_worth_asking(player: Side, state: GameState, rules: Ruleset) -> Iterator[LoseTransports]:
    """Each number of NTPs that can be entered as lost."""
    most = int(reckon_transports_at_sea(state, rules).value)
    yield from (LoseTransports(points) for points in range(1, most + 1))


ORDER_KINDS = (
    OrderKind(
        "lose transports",
        LoseTransports,
        rule_on_losing_transports,
        lose_transports,
        by=(POOLS, POINTS),
        openings=(MOVEMENT_PHASE,),
        candidates=losses_worth_asking,
    ),
)
