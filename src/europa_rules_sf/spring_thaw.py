"""Spring thaw (SF 44A4, optional): rivers flood where the weather of a zone turns from cold to warmer.

Needs the weather of a zone on the turn before and now; gives the state of its rivers, which the terrain rules add to
the MPs of crossing them. The weather itself is settled elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from europa_rules.citations import Citation, rule
from europa_rules.contributions import Gate, Option, StepContribution
from europa_rules.ground.facts import WATER
from europa_rules.ground.terrain import HexEntry, reckon_entry_cost
from europa_rules.ground.waters import FLOODING, OPEN, weather_of_zone
from europa_rules.ledger import Reckoning
from europa_rules.numbers import Number
from europa_rules.procedure import Event, Procedure, record
from europa_rules.ruleset import Ruleset
from europa_rules.state import FactKind, GameState
from europa_rules_sf.weather import COLD

RULE = "44A4"
BY = Citation("SF", RULE)
EVERYBODY = ("other",)

BEFORE = FactKind("weather of the turn before", "game", str)
"""The weather of a zone on the turn before (subject: the zone)."""

FACT_KINDS: tuple[FactKind[Any], ...] = (BEFORE,)


@rule("SF 44A4")
def rivers_after(before: str, now: str, rules: Ruleset) -> str:
    """The state of the rivers of a zone, by its weather on the turn before and now.

    >>> from europa_rules import load
    >>> rivers_after("snow", "mud", load("sf", options={"44A4"})), rivers_after("mud", "clear", load("sf"))
    ('flooding', 'open')
    """
    return FLOODING if rules.has_option(RULE) and before in COLD and now not in COLD else OPEN


@rule("SF 44A4", "SF 6")
def reckon_crossing(hexside: str, water: str, cost: Number, rules: Ruleset) -> Reckoning:
    """MPs to cross a hexside by which rivers run so, given what it costs else.

    >>> from europa_rules import load
    >>> reckon_crossing("river", "flooding", 1, load("sf", options={"44A4"})).value
    Fraction(3, 1)
    """
    entry = HexEntry(EVERYBODY, hexsides=(hexside,), hexside_state=water, hex_cost=0, hexside_cost=cost)
    return reckon_entry_cost(entry, rules)


# --- on the board ----------------------------------------------------------------------------------------------------


def _zones(rules: Ruleset) -> Iterable[str]:
    return sorted(set(rules.board.column("weather_zone")) - {""})


def _has_thawed(zone: str, state: GameState, rules: Ruleset) -> bool:
    return rivers_after(state.recall(BEFORE, zone) or "", weather_of_zone(zone, state), rules) == FLOODING


def thaw(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """As a game turn begins: the rivers of zones that have turned from cold to warmer are in flood."""
    if state.phasing != rules.variant.sides[0]:
        return state
    zones = [z for z in _zones(rules) if _has_thawed(z, state, rules)]
    if not zones:
        return state
    for zone in zones:
        state = state.noting(WATER, zone, FLOODING)
    text = f"the rivers are in flood in weather zone{'s' if len(zones) > 1 else ''} {', '.join(zones)}"
    return (yield from record(Event(text, (BY,), state, "rivers in flood")))


def keep_weather(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """As a game turn ends: its weather is kept for the next."""
    yield from ()
    for zone in _zones(rules) if state.phasing == rules.variant.sides[-1] else ():
        state = state.noting(BEFORE, zone, weather_of_zone(zone, state))
    return state


OPTIONS = (Option(RULE, "Spring thaw", by="SF 44A4"),)
_IN_USE = Gate(option=RULE)
STEPS = (
    StepContribution("spring thaw", "player turn", thaw, by="SF 44A4", before="initial phase", gate=_IN_USE),
    StepContribution(
        "weather kept", "player turn", keep_weather, by="SF 44A4", before="end of player turn", gate=_IN_USE
    ),
)
