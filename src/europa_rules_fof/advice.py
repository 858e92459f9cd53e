"""What a sensible player does beside moving and attacking: the Germans invade the Low Countries (FoF 33A)."""

from __future__ import annotations

from collections.abc import Iterator

from europa_rules.contributions import Source
from europa_rules.ruleset import Ruleset
from europa_rules.sides import AXIS, Side
from europa_rules.state import GameState
from europa_rules_fof.national_events import Invade
from europa_rules_fof.surprise import CHART, is_invasion_turn


def invade_first(side: Side, state: GameState, rules: Ruleset) -> Iterator[Invade]:
    """The invasions with which the Germans open the game (FoF 33A)."""
    if side == AXIS and is_invasion_turn(state.moment.turn, state.phasing, rules):
        yield from map(Invade, rules.charts[CHART].texts("lists", "must_invade"))


SOURCES = (Source("the invasion", "sensible orders", by="FoF 33A", value=invade_first),)
