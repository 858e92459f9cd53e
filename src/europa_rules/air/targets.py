"""What an air mission may be aimed at (rules 17, 20A, 20F1, 20G and 23).

Needs what is in the target hex, as far as it is known; gives a ruling. Terrain barred to air drops and loads are for
the rooms of transport; who may fly the mission at all is for `missions`.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from europa_rules.air.airbases import airbase_owner, basing_boxes, reckon_capacity_at, water_of
from europa_rules.air.flights import Flight
from europa_rules.charts.air_missions import Mission
from europa_rules.citations import rule
from europa_rules.ground.functioning_yards import is_functioning_yard
from europa_rules.ground.occupants import enemy_units_at, friendly_units_at
from europa_rules.ground.ownership import hex_owner
from europa_rules.ground.rail_capacity import gather_yard
from europa_rules.ground.rail_nets import rule_on_yard
from europa_rules.ground.works import has_rail_line, reckon_air_basing
from europa_rules.hexes import Hex
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side, are_enemies
from europa_rules.state import GameState

FRIENDLY, ENEMY, NEUTRAL = "friendly", "enemy", "neutral"
_A_HEX = {FRIENDLY: "a friendly hex", ENEMY: "an enemy hex", NEUTRAL: "a neutral hex"}
_WITH_SEA = frozenset({"sea", "coastal"})
CARGO_LANDINGS = "cargo landings"
"""Slot of sources: that a transport may land its cargo where there is no airbase (an `AimedFlight`)."""


@frozen
class Target:
    """What is in a target hex; None or "" where it is not known or does not matter.

    Attributes:
        owner: "friendly", "enemy" or "neutral", as its player sees it.
        is_airbase: whether there is an airbase.
        airbase_capacity: its capacity.
        water: "partial-sea", "partial-lake" or "".
        is_yard, is_functioning_yard: whether there is a rail marshaling yard, and whether it functions.
        is_port: whether there is a port.
        airbase_owner: who owns the airbase, as its player sees it, or "" where that is the owner of the hex.
        has_rail_line: whether there is a rail line.
        is_land, is_sea: whether there is any land, and any sea.
        enemy_units, friendly_units: whether there are ground units.
        in_port, at_sea: whether there are enemy naval units in port, or at sea.
        has_coast_defenses: whether there are enemy coast defenses.
        is_capital: whether an enemy capital is there.
    """

    owner: str = ""
    is_airbase: bool | None = None
    airbase_capacity: int | None = None
    water: str = ""
    is_yard: bool | None = None
    is_functioning_yard: bool | None = None
    is_port: bool | None = None
    has_rail_line: bool | None = None
    is_land: bool | None = None
    is_sea: bool | None = None
    enemy_units: bool | None = None
    friendly_units: bool | None = None
    in_port: bool | None = None
    at_sea: bool | None = None
    has_coast_defenses: bool | None = None
    is_capital: bool | None = None
    airbase_owner: str = ""


@frozen
class AimedFlight:
    """An air unit on its way to a target."""

    flight: Flight
    target: Target


@frozen
class _Need:
    """Something that a target must have: how it is read, what is missing without it, and whose it must be."""

    is_there: Callable[[Target], bool | None]
    without: str
    owner: str = ""
    wanted: str = ""
    of_airbase: bool = False


_NEEDS: dict[str, _Need] = {
    "transfer": _Need(lambda t: t.is_airbase, "there is no airbase", FRIENDLY, "a friendly-owned airbase", True),
    "regular_transport": _Need(
        lambda t: t.is_airbase, "there is no airbase", FRIENDLY, "a friendly-owned airbase", True
    ),
    "rail_yards": _Need(lambda t: t.is_yard, "there is no rail marshaling yard", ENEMY, "an enemy-owned yard"),
    "strategic_ports": _Need(lambda t: t.is_port, "there is no port", ENEMY, "an enemy-owned port"),
    "tactical_ports": _Need(lambda t: t.is_port, "there is no port", ENEMY, "an enemy-owned port"),
    "airbases": _Need(lambda t: t.is_airbase, "there is no airbase", ENEMY, "an enemy-owned airbase", True),
    "rail_lines": _Need(lambda t: t.has_rail_line, "there is no rail line", ENEMY, "an enemy-owned rail line hex"),
    "ground_support": _Need(
        lambda t: t.enemy_units, "there are no enemy units to attack", "", "a hex that is attacked"
    ),
    "defensive_air_support": _Need(
        lambda t: t.friendly_units, "there are no friendly units to support", "", "a hex with friendly units"
    ),
    "harassment": _Need(lambda t: t.is_land, "there is no land", "", "a land hex"),
    "naval_units_in_port": _Need(
        lambda t: t.in_port, "there are no enemy naval units in port", "", "enemy naval units in port"
    ),
    "naval_patrol": _Need(lambda t: t.at_sea, "there are no enemy naval units at sea", "", "enemy naval units at sea"),
    "coast_defenses": _Need(
        lambda t: t.has_coast_defenses, "there are no enemy coast defenses", "", "enemy coast defenses"
    ),
    "aerial_minelaying": _Need(lambda t: t.is_sea, "there is no sea", "", "a coastal or all-sea hex"),
    "terror_bombing": _Need(lambda t: t.is_capital, "there is no capital", ENEMY, "an enemy capital"),
    "tactical_terror_bombing": _Need(lambda t: t.is_capital, "there is no capital", ENEMY, "an enemy capital"),
}


@rule("FoF 20A", "FoF 20F1", "FoF 20G", "SF 20A", "SF 20F1", "SF 20F3", "SF 20G")
def rule_on_target(flight: Flight, mission: Mission, target: Target, rules: Ruleset) -> Ruling:
    """Whether a mission may be aimed at this hex; what is not known of it does not count against it.

    >>> from europa_rules import load
    >>> from europa_rules.air_units import AirRating
    >>> from europa_rules.air.flights import mission_named
    >>> rules = load("sf")
    >>> bomber = Flight(AirRating.parse("4B5 3-7/26"), *mission_named("airbases", rules))
    >>> print(rule_on_target(bomber, bomber.mission, Target("friendly", is_airbase=True), rules))
    refused: bombing of airbases is not aimed at a friendly hex (SF 20G2a). Possible: an enemy-owned airbase.
    """
    need, by = _NEEDS.get(mission.name), rules.cite(mission.rule)
    contributed = rules.forbid("air target", AimedFlight(flight, target))
    if need is None:
        return contributed
    elsewhere = bool(rules.sources(CARGO_LANDINGS, AimedFlight(flight, target)))
    missing = Ruling.refuse_if(need.is_there(target) is False and not elsewhere, need.without, by, possible=need.wanted)
    owner = (target.airbase_owner if need.of_airbase else "") or target.owner
    foreign = Ruling.refuse_if(
        bool(need.owner and owner) and owner != need.owner,
        f"{mission.title} is not aimed at {_A_HEX.get(owner, owner)}",
        by,
        possible=need.wanted,
    )
    closed = Ruling.refuse_if(
        need.owner == FRIENDLY and target.airbase_capacity == 0 and not elsewhere,
        "the capacity of the airbase is 0",
        rules.cite("17A"),
        possible="an airbase with a capacity of 1 or more",
    )
    return missing & foreign & closed & contributed


# --- on the board ----------------------------------------------------------------------------------------------------


def _seen_by(side: Side, owner: Side) -> str:
    if owner == side:
        return FRIENDLY
    return ENEMY if are_enemies(owner, side) else NEUTRAL


def _functions(yard: Hex, side: Side, state: GameState, rules: Ruleset) -> bool | None:
    """Whether a yard functions; None for one that is not the enemy's, or where no rule asks."""
    asks = rules.has_prohibitions("air target") and are_enemies(hex_owner(yard, state, rules), side)
    return is_functioning_yard(yard, state, rules) if asks else None


def gather_target(place: Hex, side: Side, state: GameState, rules: Ruleset) -> Target:
    """What is in a hex or holding box, as a side sees it. Naval units and coast defenses are not known here."""
    board = rules.board
    if place in board.boxes:
        is_base = place in basing_boxes(side, state, rules)
        return Target(FRIENDLY if is_base else NEUTRAL, is_base, water="partial-sea" if is_base else "")
    is_base = reckon_air_basing(place, state, rules).value > 0
    is_yard = rule_on_yard(gather_yard(place, rules), rules).allowed
    return Target(
        _seen_by(side, hex_owner(place, state, rules)),
        is_base,
        int(reckon_capacity_at(place, state, rules).value) if is_base else None,
        water_of(place, rules),
        is_yard=is_yard,
        is_functioning_yard=_functions(place, side, state, rules) if is_yard else None,
        is_port=board.port(place) is not None,
        has_rail_line=has_rail_line(place, rules),
        is_land=board.has_land(place),
        is_sea=board.surface(place) in _WITH_SEA,
        enemy_units=bool(enemy_units_at(place, side, state, rules)),
        friendly_units=bool(friendly_units_at(place, side, state, rules)),
        is_capital=any(city.capital_of for city in board.cities(place)),
        airbase_owner=_seen_by(side, airbase_owner(place, state, rules)) if is_base else "",
    )
