"""Replacing units and rebuilding cadres on the board (FoF 29B1, 29B1a, SF 40B1, 40B1a), as orders.

Needs the replacement pool, which losses fill, and the production pools; gives the opening at which the phasing player
spends his points: on eliminated units, on cadres, and on resource points that appear in cities.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from attrs import evolve, frozen

from europa_rules.campaign.postings import scenario_of
from europa_rules.campaign.production import (
    POINTS,
    CityHexes,
    cities_among,
    districts,
    force_named,
    forces_producing,
    points_of,
    with_points,
)
from europa_rules.campaign.reinforcements import Rebuilding
from europa_rules.campaign.replacements import (
    ARM,
    INF,
    RESOURCE,
    ReplacementPlace,
    reckon_rebuilding_cost,
    reckon_replacement_cost,
    rule_on_rebuilding,
    rule_on_replacement_place,
    rule_on_replacing,
)
from europa_rules.citations import rule
from europa_rules.errors import unknown
from europa_rules.ground.facts import IN_POOL
from europa_rules.ground.isolation import isolated_hexes
from europa_rules.ground.losses import STRENGTH_LOST
from europa_rules.ground.ownership import gain_by_entry, hex_owner
from europa_rules.ground.resources import RESOURCE_POINT
from europa_rules.ground.stacking import rule_on_entering_play
from europa_rules.ground.supply import stands_of
from europa_rules.ground.supply_sources import is_regular
from europa_rules.ground.supply_state import come_into_play
from europa_rules.ground.zones import enemy_zoc
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.numbers import show
from europa_rules.permissions import Ruling
from europa_rules.position_notation import piece_name
from europa_rules.procedure import Event, Procedure, opening, record
from europa_rules.remembered import remembered
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import FactKind, GameState, Piece
from europa_rules.units import Rating, Unit, as_cadre, is_combat_motorized, is_marker

OPENING = "replacements"
"""The opening at which production is spent."""

SPENDING = FactKind("production is being spent", "step", bool, is_tally=True)
"""That the phasing player spends production, though nothing may be left to do (subject: "")."""

PRODUCTION_FACTS: tuple[FactKind[Fraction] | FactKind[bool], ...] = (POINTS, SPENDING, STRENGTH_LOST)
"""What is remembered of production, for reading saves."""

FULL, CADRE = "full", "cadre"
KIND_OF_POINTS = "29B1a-kind-of-points"
FEW = 8
"""In how many cities an automatic player thinks of letting a unit appear."""

NO_RATING = Rating.parse("0-0")


@frozen
class Replace:
    """The order to replace an eliminated unit in a city, at full strength or as its cadre.

    Attributes:
        unit: its id in the replacement pool.
        to: the city.
        strength: "full" or "cadre".
    """

    unit: str
    to: Hex
    strength: str = FULL


@frozen
class Rebuild:
    """The order to rebuild a cadre to its full strength where it is."""

    unit: str


@frozen
class PlaceResourcePoints:
    """The order to let resource points of a force's pool appear in a city of its districts."""

    force: str
    points: int
    to: Hex


# --- what is in the pool, and what it costs --------------------------------------------------------------------------


def pool_of(side: Side, state: GameState, rules: Ruleset) -> tuple[Piece, ...]:
    """The units of a side that may be in need of replacement; counters that are no units are not among them."""
    lost = (piece for piece in state.all_facts(IN_POOL).values() if piece.side == side)
    return tuple(piece for piece in lost if not is_marker(piece.unit, rules.types))


@rule("FoF 29B1a", "SF 40B1a")
def kind_of_points(unit: Unit, rules: Ruleset) -> str:
    """The kind of replacement points that a unit takes: armor for c/m units, infantry for all others.

    >>> from europa_rules import load
    >>> kind_of_points(Unit("ge", "armor", "division"), load("fof"))
    'arm'
    """
    return ARM if is_combat_motorized(unit, rules.types) else INF


@frozen
class Price:
    """What replacing a unit costs, and what there is to pay it with.

    Attributes:
        cost: RPs. kind: "inf" or "arm". force: whose pool pays. at_hand: RPs of the kind in the pool.
    """

    cost: Reckoning
    kind: str
    force: str
    at_hand: Fraction


@rule("FoF 29B1", "FoF 29B1a", "SF 40B1a")
def rule_on_paying(price: Price, rules: Ruleset) -> Ruling:
    """Whether a force can pay for a replacement.

    >>> from europa_rules import load
    >>> print(rule_on_paying(Price(Reckoning.of(7, "attack strength"), "inf", "German", Fraction(6)), load("fof")))
    refused: it costs 7 inf points, and 6 are in the German pool (FoF 29B1a). Possible: wait for more production.
    """
    ruling = Ruling.refuse_if(
        price.cost.value > price.at_hand,
        f"it costs {show(price.cost.value)} {price.kind} points, and {show(price.at_hand)} are in the "
        f"{price.force or 'absent'} pool",
        rules.cite("replacement-cost"),
        possible="wait for more production",
    )
    return ruling & Ruling(rests_on=rules.resting(KIND_OF_POINTS))


def _price(unit: Unit, cost: Reckoning, state: GameState, rules: Ruleset) -> Price:
    force, kind = force_named(unit.nation, rules), kind_of_points(unit, rules)
    return Price(cost, kind, force, points_of(force, kind, state))


def price_of_replacing(piece: Piece, strength: str, state: GameState, rules: Ruleset) -> Price:
    """What it costs to replace a unit of the pool at full strength or as its cadre."""
    as_it_comes = as_cadre(piece.unit) if strength == CADRE else piece.unit
    cost = reckon_replacement_cost(as_it_comes.rating or NO_RATING, rules)
    return _price(piece.unit, cost, state, rules)


def price_of_rebuilding(piece: Piece, state: GameState, rules: Ruleset) -> Price:
    """What it costs to rebuild a cadre."""
    whole = piece.full or piece.unit
    cost = reckon_rebuilding_cost(whole.rating or NO_RATING, piece.unit.rating or NO_RATING, rules)
    return _price(whole, cost, state, rules)


def _paid(price: Price, state: GameState) -> GameState:
    return with_points(price.force, price.kind, price.at_hand - price.cost.value, state)


# --- where -----------------------------------------------------------------------------------------------------------


@remembered(64)
def _cities_of(country: str, rules: Ruleset) -> tuple[CityHexes, ...]:
    return cities_among((ref for ref in rules.board.hexes if rules.board.country(ref) == country), rules)


def home_of(unit: Unit, rules: Ruleset) -> str:
    """The country in which a unit is replaced: that of the first nation of its force."""
    own = next((f for f in rules.charts.forces.forces if unit.nation in f.nations), None)
    return rules.nations.by_code[own.nations[0] if own else unit.nation].country


def gather_place(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> ReplacementPlace:
    """A hex in which a replaced unit is to appear, as the board stands."""
    city = rules.board.city(ref)
    return ReplacementPlace(
        city.size if city else "",
        hex_owner(ref, state, rules) == side and not state.enemies_at(ref, side),
        ref in isolated_hexes(side, state, rules),
    )


@rule("FoF 29B1", "SF 40B1")
def cities_for(unit: Unit, side: Side, state: GameState, rules: Ruleset) -> tuple[Hex, ...]:
    """The hexes in which a unit of a side may be replaced now."""
    cities = _cities_of(home_of(unit, rules), rules)
    found = _open((ref for city in cities for ref in city.hexes), side, state, rules)
    return tuple(ref for ref in found if rule_on_entering_play(unit, ref, side, state, rules).allowed)


def _open(hexes: Iterable[Hex], side: Side, state: GameState, rules: Ruleset) -> tuple[Hex, ...]:
    return tuple(
        ref for ref in hexes if rule_on_replacement_place(gather_place(ref, side, state, rules), rules).allowed
    )


def cities_for_resource_points(force: str, side: Side, state: GameState, rules: Ruleset) -> tuple[Hex, ...]:
    """The hexes in which resource points of a force may appear now."""
    own = (listed for listed in districts(rules).get(force, ()) if listed.listed.get(RESOURCE))
    return _open((ref for listed in own for city in listed.cities for ref in city.hexes), side, state, rules)


def _rule_on_place(to: Hex, country: str, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    ref = rules.board.place(to)
    there = rules.board.country(ref) if ref in rules.board.index else "a holding box"
    return Ruling.refuse_if(
        there != country, f"it is replaced in {country}", rules.cite("production"), possible=f"a city in {country}"
    ) & rule_on_replacement_place(gather_place(ref, player, state, rules), rules)


# --- replacing -------------------------------------------------------------------------------------------------------


def _own(piece: Piece, player: Side, rules: Ruleset) -> Ruling:
    return Ruling.refuse_if(piece.side != player, f"{piece.id} is not the player's", rules.cite("production"))


@rule("FoF 29B1", "FoF 29B1a", "SF 40B1", "SF 40B1a")
def rule_on_replace_order(order: Replace, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may replace a unit so: one of his pool, that he can pay, in a city of its country."""
    by = rules.cite("production")
    piece = state.recall(IN_POOL, order.unit)
    if piece is None or order.unit not in {p.id for p in pool_of(piece.side, state, rules)}:
        if order.unit not in state.pieces and piece is None:
            raise unknown("unit in the replacement pool", order.unit, state.all_facts(IN_POOL))
        return Ruling.refuse(f"{order.unit} is not in the replacement pool", by, possible="an eliminated unit")
    if order.strength not in (FULL, CADRE) or (order.strength == CADRE and piece.unit.cadre is None):
        return Ruling.refuse(f"{order.unit} is not replaced at {order.strength!r} strength", by, possible=FULL)
    return (
        _own(piece, player, rules)
        & rule_on_replacing("eliminated", rules)
        & _rule_on_place(order.to, home_of(piece.unit, rules), player, state, rules)
        & rule_on_entering_play(piece.unit, rules.board.place(order.to), player, state, rules)
        & rule_on_paying(price_of_replacing(piece, order.strength, state, rules), rules)
    )


def carry_out_replace(order: Replace, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """A unit of the pool appears in a city, and its force pays."""
    lost = next(p for p in pool_of(player, state, rules) if p.id == order.unit)
    price = price_of_replacing(lost, order.strength, state, rules)
    to = rules.board.place(order.to)
    whole = evolve(lost, place=to)
    piece = evolve(whole, unit=as_cadre(lost.unit), full=lost.unit) if order.strength == CADRE else whole
    state = _paid(price, state.forgetting(IN_POOL, lost.id))
    state = come_into_play(piece, gain_by_entry(state.with_piece(piece), (piece,), to, rules))
    strength = " at cadre strength" if order.strength == CADRE else ""
    by = (rules.cite("production"), rules.cite("replacement-cost"))
    text = f"{piece.id} is replaced{strength} in {to} for {show(price.cost.value)} {price.kind} points"
    return (yield from record(Event(text, by, state, "unit replaced", (("RPs", price.cost),))))


def replacements_possible(player: Side, state: GameState, rules: Ruleset) -> Iterator[Replace]:
    """The replacements that a player may order now, each in a few of the cities in which it may appear."""
    for piece in pool_of(player, state, rules):
        strengths = (FULL, CADRE) if piece.unit.cadre is not None else (FULL,)
        affordable = [s for s in strengths if rule_on_paying(price_of_replacing(piece, s, state, rules), rules).allowed]
        for to in cities_for(piece.unit, player, state, rules)[:FEW] if affordable else ():
            yield from (Replace(piece.id, to, strength) for strength in affordable)


# --- rebuilding ------------------------------------------------------------------------------------------------------


@rule("FoF 29A1", "FoF 29B1a", "SF 40B1a")
def gather_rebuilding(piece: Piece, state: GameState, rules: Ruleset) -> Rebuilding:
    """A unit that is to be rebuilt or converted, as the board stands."""
    if piece.place not in rules.board.index:
        return Rebuilding(in_city=False)
    stand = stands_of(piece.side, state, rules).get(piece.id)
    city = rules.board.city(piece.place)
    return Rebuilding(
        city is not None,
        enemy_zoc(piece.place, piece.side, state, rules),
        stand is not None and is_regular(stand.kind, rules) and not stand.isolated,
    )


@rule("FoF 29B1a", "SF 40B1a")
def rule_on_rebuild_order(order: Rebuild, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may rebuild a cadre: where it is, and whether he can pay."""
    piece = state.piece(order.unit)
    return (
        _own(piece, player, rules)
        & Ruling.refuse_if(piece.full is None, f"{piece.id} is no cadre", rules.cite("replacement-cost"))
        & rule_on_rebuilding(gather_rebuilding(piece, state, rules), rules)
        & rule_on_paying(price_of_rebuilding(piece, state, rules), rules)
    )


def carry_out_rebuild(order: Rebuild, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """A cadre is at full strength again, and its force pays."""
    piece = state.piece(order.unit)
    price = price_of_rebuilding(piece, state, rules)
    state = _paid(price, state.with_piece(evolve(piece, unit=piece.full or piece.unit, full=None)))
    text = f"{piece.id} is rebuilt in {piece.place} for {show(price.cost.value)} {price.kind} points"
    by = (rules.cite("replacement-cost"),)
    return (yield from record(Event(text, by, state, "cadre rebuilt", (("RPs", price.cost),))))


def rebuildings_possible(player: Side, state: GameState, rules: Ruleset) -> Iterator[Rebuild]:
    """Every rebuilding of a cadre that a player may order now."""
    cadres = (p.id for p in state.pieces.values() if p.side == player and p.full is not None)
    orders = (Rebuild(unit) for unit in cadres)
    return (order for order in orders if rule_on_rebuild_order(order, player, state, rules).allowed)


# --- resource points -------------------------------------------------------------------------------------------------


@rule("FoF 29B1", "SF 40B1")
def rule_on_resource_order(order: PlaceResourcePoints, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether resource points of a pool may appear so."""
    by = rules.cite("production")
    if order.force not in forces_producing(player, state, rules):
        return Ruling.refuse(f"the player has no pool of {order.force!r} resource points", by)
    at_hand = points_of(order.force, RESOURCE, state)
    where = cities_for_resource_points(order.force, player, state, rules)
    return (
        Ruling.refuse_if(order.points < 1, "at least one point appears", by)
        & Ruling.refuse_if(order.points > at_hand, f"{show(at_hand)} resource points are in the pool", by)
        & Ruling.refuse_if(
            rules.board.place(order.to) not in where,
            f"{order.to} is no friendly-owned unisolated city of the districts that produce them",
            by,
            possible=" or ".join(where[:5]),
        )
    )


def carry_out_resource_points(
    order: PlaceResourcePoints, player: Side, state: GameState, rules: Ruleset
) -> Procedure[GameState]:
    """Resource points appear in a city."""
    to, nation = rules.board.place(order.to), _nation(order.force, rules)
    unit = Unit(nation, RESOURCE_POINT, "counter", points=order.points)
    state = with_points(order.force, RESOURCE, points_of(order.force, RESOURCE, state) - order.points, state)
    state = state.with_piece(Piece(state.free_id(piece_name(unit)), unit, player, to))
    text = f"{order.points} {order.force} resource points appear in {to}"
    return (yield from record(Event(text, (rules.cite("production"),), state, "resource points received")))


def _nation(force: str, rules: Ruleset) -> str:
    return next(own.nations[0] for own in rules.charts.forces.forces if own.name == force)


def resource_points_possible(player: Side, state: GameState, rules: Ruleset) -> Iterator[PlaceResourcePoints]:
    """The appearances of single resource points that a player may order now, in a few of their cities."""
    for force in forces_producing(player, state, rules):
        if points_of(force, RESOURCE, state) >= 1:
            for to in cities_for_resource_points(force, player, state, rules)[:FEW]:
                yield PlaceResourcePoints(force, 1, to)


# --- the step --------------------------------------------------------------------------------------------------------


def _has_business(state: GameState, rules: Ruleset) -> bool:
    """Whether the phasing player has anything to spend, and something to spend it on."""
    forces = forces_producing(state.phasing, state, rules)
    if any(points_of(force, RESOURCE, state) >= 1 for force in forces):
        return True
    if not any(points_of(force, kind, state) for force in forces for kind in (INF, ARM)):
        return False
    own = any(p.full is not None for p in state.pieces.values() if p.side == state.phasing)
    return own or bool(pool_of(state.phasing, state, rules))


@rule("FoF 29B1", "SF 40B1")
def spend_production(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """In an initial phase: the phasing player spends his production, if he has any use for it."""
    if scenario_of(state, rules) is None or not (_has_business(state, rules) or state.recall(SPENDING, "")):
        return state
    state = state.noting(SPENDING, "", True)
    return (yield from opening(OPENING, (state.phasing,), (rules.cite("production"),), state))
