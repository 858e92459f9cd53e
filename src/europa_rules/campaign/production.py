"""Production on the board (FoF 29B1, SF 40B1): what each district gives, and the pools in which it accumulates.

Needs the order of battle "replacements" and who owns the cities of its districts; gives the districts as facts of
`replacements`, and the step in which the phasing player receives their production. What a game withholds from a force
is its contribution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import cast

from attrs import frozen

from europa_rules.campaign.listed_places import ground_of
from europa_rules.campaign.nations import controller, force_of, happened
from europa_rules.campaign.postings import scenario_of
from europa_rules.campaign.replacements import (
    KINDS,
    District,
    is_production_due,
    pool_after_cities_lost,
    reckon_pool,
)
from europa_rules.citations import rule
from europa_rules.frozenmap import FrozenMap
from europa_rules.ground.isolation import isolated_hexes
from europa_rules.ground.ownership import has_been_owned_by_enemy, hex_owner
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.numbers import ZERO, show
from europa_rules.procedure import Event, Procedure, record
from europa_rules.remembered import remembered
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import FactKind, GameState

ORDER_OF_BATTLE = "replacements"

WITHHELD = "production"
"""Slot of sources: (force, points, state, rules) -> the points that the force receives; one after the other."""

POINTS = FactKind("points in a production pool", "game", Fraction, is_tally=True)
"""The points that a force has accumulated (subject: the force, a colon, and the kind: "French: inf")."""

Withhold = Callable[[str, Reckoning, GameState, Ruleset], Reckoning]


# --- cities and districts --------------------------------------------------------------------------------------------


@frozen
class CityHexes:
    """A dot city or a major city: its kind, "dot" or "major", and its hexes."""

    kind: str
    hexes: tuple[Hex, ...]


@rule("FoF 29B1", "FoF 31D", "SF 40B1")
def cities_among(hexes: Iterable[Hex], rules: Ruleset) -> tuple[CityHexes, ...]:
    """The dot and major cities in these hexes; of a major city, those of its hexes that are among them.

    >>> from europa_rules import load
    >>> cities_among((Hex("16A:1030"),), load("fof"))
    (CityHexes(kind='major', hexes=('16A:1030',)),)
    """
    board, there = rules.board, tuple(hexes)
    among = set(there)
    majors = (CityHexes("major", tuple(ref for ref in city.hexes if ref in among)) for city in board.major_cities)
    dots = (CityHexes("dot", (ref,)) for ref in there if board.major_city(ref) is None and _has_dot(ref, rules))
    return (*(city for city in majors if city.hexes), *dots)


def _has_dot(ref: Hex, rules: Ruleset) -> bool:
    return any(city.size == "dot" for city in rules.board.cities(ref))


@frozen
class ListedDistrict:
    """A district of the order of battle: its name, the points that it lists, and its cities."""

    name: str
    listed: FrozenMap[str, Fraction]
    cities: tuple[CityHexes, ...]


@remembered()
def districts(rules: Ruleset) -> Mapping[str, tuple[ListedDistrict, ...]]:
    """The districts of every force that the order of battle of replacements lists, by the name of the force."""
    if ORDER_OF_BATTLE not in rules.orders_of_battle:
        return {}
    found: dict[str, list[ListedDistrict]] = {}
    for heading, entry in rules.orders_of_battle[ORDER_OF_BATTLE].entries():
        force = _force(heading.nation, rules)
        listed = FrozenMap({points.kind: points.amount or ZERO for points in entry.points})
        for place in entry.at if force else ():
            own = ListedDistrict(place.name, listed, cities_among(ground_of(place, rules), rules))
            found.setdefault(force, []).append(own)
    return {force: tuple(own) for force, own in found.items()}


def _force(nation: str, rules: Ruleset) -> str:
    """The force that a nation's production serves, or ""."""
    found = (force_of(nation, side, rules) for side in rules.variant.sides) if nation else ()
    return next((force.name for force in found if force is not None), "")


@rule("FoF 29B1", "SF 40B1")
def force_named(nation: str, rules: Ruleset) -> str:
    """The force in whose pool a unit of a nation is replaced, or "" for none.

    >>> from europa_rules import load
    >>> force_named("po", load("fof"))
    'French'
    """
    return _force(nation, rules)


def _is_lost(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> bool:
    return hex_owner(ref, state, rules) != side or ref in isolated_hexes(side, state, rules)


@rule("FoF 29B1", "SF 40B1")
def gather_district(listed: ListedDistrict, side: Side, state: GameState, rules: Ruleset) -> District:
    """A district as the board stands: its city hexes that are isolated, enemy-owned or recaptured."""
    lost = {ref for city in listed.cities for ref in city.hexes if _is_lost(ref, side, state, rules)}
    kept = [ref for city in listed.cities for ref in city.hexes if ref not in lost]
    return District(
        listed.listed,
        len(lost),
        len(lost) + len(kept),
        sum(not lost.isdisjoint(city.hexes) for city in listed.cities),
        sum(has_been_owned_by_enemy(ref, side, state) for ref in kept),
    )


# --- pools -----------------------------------------------------------------------------------------------------------


def points_of(force: str, kind: str, state: GameState) -> Fraction:
    """The points of a kind that a force has accumulated."""
    return state.recall(POINTS, f"{force}: {kind}") or ZERO


def with_points(force: str, kind: str, points: Fraction, state: GameState) -> GameState:
    """The state in which a force has so many points of a kind."""
    return state.noting(POINTS, f"{force}: {kind}", points)


def forces_producing(side: Side, state: GameState, rules: Ruleset) -> tuple[str, ...]:
    """The forces of a side that the order of battle gives production."""
    events = happened(state)
    return tuple(force for force in districts(rules) if controller(force, events, rules) == side)


@rule("FoF 29B1", "SF 40B1")
def reckon_received(force: str, kind: str, side: Side, state: GameState, rules: Ruleset) -> Reckoning:
    """The points of a kind that a force receives, as the board stands."""
    found = [gather_district(listed, side, state, rules) for listed in districts(rules)[force]]
    points = reckon_pool(kind, found, rules)
    for source in rules.sources(WITHHELD):
        points = cast(Withhold, source.value)(force, points, state, rules)
    return points


def receive_production(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """In an initial phase of a turn that brings production: the phasing player's forces receive theirs."""
    if scenario_of(state, rules) is None or not is_production_due(state.moment.turn, rules):
        return state
    for force in forces_producing(state.phasing, state, rules):
        received = {kind: reckon_received(force, kind, state.phasing, state, rules) for kind in KINDS}
        for kind, points in received.items():
            state = with_points(force, kind, points_of(force, kind, state) + points.value, state)
        told = ", ".join(f"{show(points.value)} {kind}" for kind, points in received.items() if points.value)
        text = f"{force} production: {told or 'none'}"
        event = Event(text, (rules.cite("production"),), state, "production received", tuple(received.items()))
        state = yield from record(event)
    return state


def _has_a_city(force: str, side: Side, state: GameState, rules: Ruleset) -> bool:
    cities = [city for listed in districts(rules)[force] for city in listed.cities]
    return not cities or any(hex_owner(ref, state, rules) == side for city in cities for ref in city.hexes)


def _lose(force: str, why: Callable[[Fraction], Reckoning], state: GameState) -> tuple[GameState, dict[str, Reckoning]]:
    """The state in which a force has lost its points, and how each kind fell."""
    fallen: dict[str, Reckoning] = {}
    for kind in KINDS:
        if points := points_of(force, kind, state):
            fallen[kind] = why(points)
            state = with_points(force, kind, fallen[kind].value, state)
    return state, fallen


@rule("FoF 29B1", "SF 40B1")
def lose_pool(
    force: str, why: Callable[[Fraction], Reckoning], state: GameState, rules: Ruleset
) -> Procedure[GameState]:
    """A force loses the points that it has accumulated. why: what is left of so many points."""
    state, fallen = _lose(force, why, state)
    if not fallen:
        return state
    text = f"{force} production pools drop to 0"
    by = next(iter(fallen.values())).citations
    return (yield from record(Event(text, by, state, "pools lost", tuple(fallen.items()))))


def empty_pools(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """As a player turn begins: the pools of a nation all of whose cities are enemy-owned drop to 0."""
    if scenario_of(state, rules) is None:
        return state
    for side in rules.variant.sides:
        for force in forces_producing(side, state, rules):
            if not _has_a_city(force, side, state, rules):
                state = yield from lose_pool(force, lambda n: pool_after_cities_lost(n, rules), state, rules)
    return state
