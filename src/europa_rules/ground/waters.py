"""The state of rivers, lakes and swamps (SF 36A2, 36D; always open in FoF 27).

Needs the weather of a zone, what events have made of its waters (floods), and the game's chart, which says in which
weather and zones they freeze; gives "open", "frozen" or "flooding". Cold weather is settled elsewhere.
"""

from __future__ import annotations

from attrs import frozen

from europa_rules.citations import rule
from europa_rules.ground.facts import WATER
from europa_rules.hexes import Hex
from europa_rules.remembered import remembered
from europa_rules.ruleset import Ruleset
from europa_rules.state import WEATHER, GameState

OPEN, FROZEN, FLOODING = "open", "frozen", "flooding"
CLEAR = "clear"
_WORSE = (FROZEN, OPEN, FLOODING)
_CHART, _PART = "weather_table", "freezing"


@frozen
class Freezing:
    """Where waters freeze, and in which weather; nowhere in a game whose chart says nothing of it.

    Attributes:
        weather: the weather in which they freeze.
        zones: the weather zones in which they do.
        caveat: what of that is not certain; "" for nothing.
    """

    weather: frozenset[str] = frozenset()
    zones: frozenset[str] = frozenset()
    caveat: str = ""


@remembered()
def freezing(rules: Ruleset) -> Freezing:
    """Where and when waters freeze in a game.

    >>> from europa_rules import load
    >>> sorted(freezing(load("sf")).zones), freezing(load("fof")).zones
    (['C', 'D'], frozenset())
    """
    if _CHART not in rules.charts or not rules.charts[_CHART].rows(_PART):
        return Freezing()
    chart = rules.charts[_CHART]
    caveat = chart.cell(_PART, "zones").caveat or ""
    return Freezing(frozenset(chart.texts(_PART, "conditions")), frozenset(chart.texts(_PART, "zones")), caveat)


@rule("SF 36A2")
def water_of_zone(zone: str, weather: str, told: str | None, rules: Ruleset) -> str:
    """The state of the waters of a weather zone.

    weather: the weather there. told: what events have made of its waters, if anything.

    >>> from europa_rules import load
    >>> [water_of_zone(zone, "snow", None, load("sf")) for zone in "DE"]
    ['frozen', 'open']
    """
    cold = freezing(rules)
    return told or (FROZEN if zone in cold.zones and weather in cold.weather else OPEN)


def weather_of_zone(zone: str, state: GameState) -> str:
    """The weather of a zone: its own, else that of the whole map, else clear."""
    return state.recall(WEATHER, zone) or state.recall(WEATHER, "") or CLEAR


def water_in_zone(zone: str, state: GameState, rules: Ruleset) -> str:
    """The state of the waters of a weather zone now."""
    return water_of_zone(zone, weather_of_zone(zone, state), state.recall(WATER, zone), rules)


def water_at(ref: Hex, state: GameState, rules: Ruleset) -> str:
    """The state of the rivers around a hex: "open", "frozen" or "flooding"."""
    return water_in_zone(rules.board.weather_zone(ref), state, rules)


def worse_of(one: str, other: str) -> str:
    """The worse of two states of rivers.

    >>> worse_of("open", "flooding"), worse_of("frozen", "open")
    ('flooding', 'open')
    """
    return max(one, other, key=_WORSE.index)


@rule("SF 36D")
def water_between(a: Hex, b: Hex, state: GameState, rules: Ruleset) -> str:
    """The state of the water at the hexside of two adjacent hexes: the worse of their zones'."""
    return worse_of(water_at(a, state, rules), water_at(b, state, rules))


def frozen_zones(state: GameState, rules: Ruleset) -> frozenset[str]:
    """The weather zones whose waters are frozen now."""
    zones = freezing(rules).zones.union(state.all_facts(WATER))
    return frozenset(zone for zone in zones if water_in_zone(zone, state, rules) == FROZEN)


def caveats_of_ice(rules: Ruleset, *states: str) -> tuple[str, ...]:
    """What is not certain of waters in these states: which zones freeze, where one is frozen."""
    caveat = freezing(rules).caveat
    return (caveat,) if caveat and FROZEN in states else ()
