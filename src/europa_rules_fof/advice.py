"""What a sensible player does beside moving and attacking (FoF 26B3, 31G, 33A).

The Germans invade the Low Countries; the Allies evacuate the British who are cut off near England, and keep
their front.
"""

from __future__ import annotations

from collections.abc import Iterator

from europa_rules.campaign.replacing import SPENDING, Rebuild, Replace, rebuildings_possible, replacements_possible
from europa_rules.contributions import Source
from europa_rules.ground.supply_state import is_in_regular_supply
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Side
from europa_rules.state import GameState
from europa_rules.units import re_size
from europa_rules_fof import duty_advice
from europa_rules_fof.calling_up import LandBrigade, brigades_worth_asking
from europa_rules_fof.evacuating import Evacuate, evacuations_worth_asking, waiting_near_england
from europa_rules_fof.national_events import DECLARATIONS, Declare, Invade
from europa_rules_fof.surprise import CHART, is_invasion_turn

WORTH_LEAVING = 3
"""REs of British units cut off near England for which an evacuation is announced."""


def invade_first(side: Side, state: GameState, rules: Ruleset) -> Iterator[Invade]:
    """The invasions with which the Germans open the game (FoF 33A)."""
    if side == AXIS and is_invasion_turn(state.moment.turn, state.phasing, rules):
        yield from map(Invade, rules.charts[CHART].texts("lists", "must_invade"))


def save_the_british(side: Side, state: GameState, rules: Ruleset) -> Iterator[Declare | Evacuate]:
    """The evacuation of the British who are out of regular supply near England, with those who may join (FoF 26B3)."""
    if side != ALLIED or state.phasing != ALLIED:
        return
    hexes = [british for british, _ in waiting_near_england(side, state, rules)]
    lost = {piece.id for british in hexes for piece in british if not is_in_regular_supply(piece.id, state)}
    if sum(re_size(state.piece(piece_id).unit, rules.types) for piece_id in lost) >= WORTH_LEAVING:
        yield Declare("evacuation")
    for order in evacuations_worth_asking(side, state, rules):
        if not lost.isdisjoint(order.units):
            yield order


def spend_production(side: Side, state: GameState, rules: Ruleset) -> Iterator[Rebuild | Replace]:
    """Cadres rebuilt, then units replaced, as far as the points go (FoF 29B1a)."""
    if side == state.phasing and state.recall(SPENDING, ""):
        yield from rebuildings_possible(side, state, rules)
        yield from replacements_possible(side, state, rules)


def land_brigades(side: Side, state: GameState, rules: Ruleset) -> Iterator[LandBrigade]:
    """The British brigades, as soon as they may appear (FoF 29C2)."""
    if side == ALLIED and state.moment.step == DECLARATIONS:
        yield from brigades_worth_asking(side, state, rules)


SOURCES = (
    *duty_advice.SOURCES,
    Source("the invasion", "sensible orders", by="FoF 33A", value=invade_first),
    Source("production", "sensible orders", by="FoF 29B1", value=spend_production),
    Source("brigades", "sensible orders", by="FoF 29C2", value=land_brigades),
    Source("the evacuation", "sensible orders", by="FoF 26B3", value=save_the_british),
)
