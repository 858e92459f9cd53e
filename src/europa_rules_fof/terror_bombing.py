"""Terror bombing (FoF 20G1d, 20G2g): which capital may be bombed, and what a hit on it earns the Axis player.

Needs a capital that air units bomb, and the hits on it so far; gives the event, and remembers the hits that count.
"""

from __future__ import annotations

from europa_rules.air.bomb_runs import by_mission
from europa_rules.air.bombing import MOST_TERROR_HITS, TerrorBombing, reckon_terror_awards
from europa_rules.air.facts import TERROR_HITS
from europa_rules.air.mission_results import Strike
from europa_rules.citations import rule
from europa_rules.hexes import Hex
from europa_rules.numbers import counted
from europa_rules.procedure import Event, Procedure, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import AXIS, Side
from europa_rules.state import GameState


@rule("FoF 20G1d")
def capitals(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> tuple[str, ...]:
    """The capital in a hex, by name; none where a reading lets only the Axis bomb it."""
    if side != AXIS and rules.reads("20G1d-terror-bombing-sides", "axis-only"):
        return ()
    return tuple(city.name for city in rules.board.cities(ref) if city.capital_of)


@rule("FoF 20G1d")
def hit_capital(strike: Strike, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """A hit on a capital earns the Axis player victory points, as long as hits on the city count."""
    before = state.recall(TERROR_HITS, strike.aim) or 0
    counts = before < MOST_TERROR_HITS
    state = state.noting(TERROR_HITS, strike.aim, before + 1) if counts else state
    earned = reckon_terror_awards(TerrorBombing({strike.aim: (1,)}), rules)
    scores = counts and strike.side == AXIS
    text = f"terror bombing of {strike.aim}: hit {before + 1}"
    text += "" if counts else ", which is ignored"
    text += f", {counted(earned.value, 'victory point')} for the Axis" if scores else ""
    ledgers = (("victory points", earned),) if scores else ()
    return (yield from record(Event(text, by_mission(strike, rules), state, "terror bombing", ledgers)))
