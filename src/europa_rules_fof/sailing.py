"""Regular naval transport on the board (FoF 26B, 26B1, 26B2): the order to embark cargo, to sail, and to land it.

Needs units, resource points or REs of supply in a port, a pool of NTPs, and where they land; gives the facts that the
rules of `naval_transport` and of ports are asked with, every rule against it, and the state after it. Emergency
evacuation is an order of its own, in `evacuating`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import evolve, frozen

from europa_rules.campaign.allowances import ntps_used, reckon_pool_now, use_ntps
from europa_rules.campaign.nations import happened
from europa_rules.citations import rule
from europa_rules.ground.delivered_supply import deliver
from europa_rules.ground.groups import Group, Make
from europa_rules.ground.movement_counters import with_load
from europa_rules.ground.moves import rule_on_group
from europa_rules.ground.supply_map import supply_map
from europa_rules.hexes import BOX, Hex
from europa_rules.nations import normal
from europa_rules.naval.port_use import capacity_left, owns_port, places_with_ports
from europa_rules.naval.voyages import sea_zone_of, shortest_voyage, stays_at_sea
from europa_rules.numbers import counted, show
from europa_rules.orders import OrderKind
from europa_rules.permissions import Ruling
from europa_rules.procedure import Event, Procedure, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import GameState, Piece
from europa_rules_fof.naval_transport import (
    ABANDONED,
    BEACH,
    CHART,
    FULL_SOURCE,
    POOLS,
    PORT,
    REGULAR,
    NavalTransport,
    country_of,
    has_naval_transport,
    reckon_ntps,
    rule_on_embarking_supply,
    rule_on_naval_transport,
)
from europa_rules_fof.sea_cargo import (
    land,
    landing_of,
    pass_shore,
    put_to_sea,
    rule_on_landing_place,
    rule_on_sea_mover,
    rule_on_shore,
    source_traced_from,
    split_load,
)
from europa_rules_fof.supply_sources import british_ports

MOVEMENT_PHASE = "movement phase"


@frozen
class Sail:
    """The order to transport cargo by sea, from where it embarks to where it lands.

    Attributes:
        units: ids of ground units and resource points in one port.
        to: the hex, or the holding box, in which they land.
        pool: the pool of NTPs that carries them ("French Atlantic").
        supply: REs of supply that go along.
        origin: where supply embarks, if no unit is named; "" for where the units are.
        path: the hexes entered, in order; () for the shortest way.
        embark, debark: "port" or "beach"; "" for the port of a place that has one, else its beach.
    """

    units: tuple[str, ...]
    to: Hex
    pool: str
    supply: int = 0
    origin: Hex = Hex("")
    path: tuple[Hex, ...] = ()
    embark: str = ""
    debark: str = ""


# --- pools -----------------------------------------------------------------------------------------------------------


def regular_pools(rules: Ruleset) -> tuple[str, ...]:
    """The rows of the pools whose use is ordered here: all but those for emergencies."""
    chart = rules.charts[CHART]
    return tuple(row for row in chart.rows("rows") if not chart.flag("rows", row, "emergency"))


def pool_name(row: str, rules: Ruleset) -> str:
    """What a pool is called."""
    return rules.charts[CHART].text("rows", row, "name").value


def _rule_on_pool_named(pool: str, rules: Ruleset) -> Ruling:
    names = [pool_name(row, rules) for row in regular_pools(rules)]
    possible = ", ".join(names)
    if normal(pool) in map(normal, names):
        return Ruling.allow()
    known = any(normal(pool) == normal(pool_name(row, rules)) for row in rules.charts[CHART].rows("rows"))
    why = f"{pool} NTPs serve evacuations, by the order to evacuate" if known else f"there is no pool {pool!r} of NTPs"
    return Ruling.refuse(why, POOLS, possible=possible)


# --- whether the order may be given ----------------------------------------------------------------------------------


def origin_of(order: Sail, state: GameState) -> Hex:
    """Where the cargo of an order embarks."""
    return state.piece(order.units[0]).place if order.units else order.origin


def _rule_on_form(order: Sail, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    board, ways = rules.board, ("", PORT, BEACH)
    group = rule_on_group(order.units, player, state, rules, in_boxes=True) if order.units else Ruling.allow()
    odd = [way for way in (order.embark, order.debark) if way not in ways]
    origin = origin_of(order, state) if group.allowed else Hex("")
    lost = [ref for ref in (origin, order.to, *order.path) if ref not in board and group.allowed]
    apart = bool(order.units and order.origin) and order.origin != origin
    return Ruling.all(
        (
            group,
            Ruling.refuse_if(not (order.units or order.supply), "no cargo is named", REGULAR),
            Ruling.refuse_if(order.supply < 0, f"{order.supply} REs of supply", REGULAR, possible="1 RE or more"),
            Ruling.refuse_if(bool(odd), f"cargo does not pass a shore by {', '.join(odd)}", REGULAR, possible=PORT),
            Ruling.refuse_if(bool(lost), f"{', '.join(map(repr, lost))} is not on the map", REGULAR),
            Ruling.refuse_if(apart and group.allowed, f"the units are not in {order.origin}", REGULAR),
            Ruling.refuse_if(origin == order.to and not lost, "the cargo is there already", REGULAR),
            _rule_on_pool_named(order.pool, rules),
        )
    )


def place_name(ref: Hex) -> str:
    """A place as the rules of naval transport name it: a hex, or "NAME box"."""
    return f"{ref.removeprefix(BOX)} box" if ref.startswith(BOX) else ref


def _voyage(order: Sail, origin: Hex, rules: Ruleset) -> tuple[tuple[Hex, ...], bool]:
    """The hexes of the voyage, and whether it crosses land; ways from and to holding boxes are not traced."""
    if not {origin, order.to}.isdisjoint(rules.board.boxes):
        return (), False
    if not order.path:
        found = shortest_voyage(origin, order.to, rules)
        return found, not found
    leads_there = order.path[-1] == order.to
    return order.path, not (leads_there and stays_at_sea(origin, order.path, rules))


def gather_sailing(order: Sail, player: Side, state: GameState, rules: Ruleset) -> NavalTransport:
    """What the board says of an order to transport cargo, as the rules of naval transport ask."""
    origin, pieces = origin_of(order, state), cargo_of(order.units, state)
    units, carried = split_load(pieces, state)
    zones = dict.fromkeys(zone for ref in (origin, order.to) if (zone := sea_zone_of(ref, rules)))
    row = row_of(order.pool, rules)
    name, sea = pool_name(row, rules), rules.charts[CHART].text("rows", row, "sea_zone").value
    british = british_ports(supply_map(player, state, rules).view)
    return NavalTransport(
        side=player,
        phase=state.moment.phase,
        pool=name,
        units=units,
        carried=carried,
        supply=order.supply,
        used=ntps_used(name, state),
        embark=landing_of(origin, order.embark, state, rules),
        debark=landing_of(order.to, order.debark, state, rules),
        origin=place_name(origin),
        destination=place_name(order.to),
        zone=next((zone for zone in zones if zone != sea), sea),
        events=happened(state),
        crosses_land=_voyage(order, origin, rules)[1],
        has_left_equipment=any(has_abandoned(piece.id, state) for piece in pieces),
        is_british_source=origin in set(british),
    )


def row_of(pool: str, rules: Ruleset) -> str:
    """The row of a pool by its name."""
    return next(row for row in rules.charts[CHART].rows("rows") if normal(pool_name(row, rules)) == normal(pool))


def cargo_of(units: Sequence[str], state: GameState) -> tuple[Piece, ...]:
    """The pieces that an order names, with what transport counters among them carry."""
    return tuple(state.piece(piece_id) for piece_id in with_load(units, state))


def has_abandoned(piece_id: str, state: GameState) -> bool:
    """Whether a piece has abandoned its equipment."""
    return state.recall(ABANDONED, piece_id) is not None


@rule("FoF 26B", "FoF 26B1", "FoF 26B2")
def rule_on_sailing(order: Sail, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may give this order, with every rule against it."""
    form = _rule_on_form(order, player, state, rules)
    if not form.allowed:
        return form
    facts, origin = gather_sailing(order, player, state, rules), origin_of(order, state)
    by_beach = BEACH in (facts.embark, facts.debark)
    ends = ((origin, facts.embark), (order.to, facts.debark))
    traced = source_traced_from(origin, player, state, rules) if order.supply else FULL_SOURCE
    return Ruling.all(
        (
            rule_on_naval_transport(facts, rules),
            *(rule_on_shore(ref, way, facts.aboard, order.supply, player, state, rules) for ref, way in ends),
            rule_on_landing_place(order.to, player, state, rules),
            *(rule_on_sea_mover(piece, order.to, by_beach, state, rules) for piece in cargo_of(order.units, state)),
            rule_on_embarking_supply(traced),
        )
    )


# --- carrying it out -------------------------------------------------------------------------------------------------


@rule("FoF 26B", "FoF 26B1", "FoF 26B2")
def carry_out_sailing(order: Sail, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Embark the cargo, sail, and land it. Raises IllegalOrder."""
    rule_on_sailing(order, player, state, rules).require(f"naval transport to {order.to}")
    facts, origin = gather_sailing(order, player, state, rules), origin_of(order, state)
    pieces = cargo_of(order.units, state)
    need = reckon_ntps(facts.units, facts.supply, rules, facts.carried)
    path, _ = _voyage(order, origin, rules)
    for ref, way in ((origin, facts.embark), (order.to, facts.debark)):
        state = pass_shore(ref, way, facts.aboard, order.supply, player, state, rules)
    state = use_ntps(facts.pool, need.value, state)
    state = land(pieces, order.to, BEACH in (facts.embark, facts.debark), state, rules)
    state = deliver(order.to, player, order.supply, state) if order.supply else state
    state = put_to_sea(origin, state, rules) if pieces else state
    cargo = [*order.units, *([f"{counted(order.supply, 'RE')} of supply"] if order.supply else [])]
    used = f"{show(need.value)} {facts.pool} NTP{'' if need.value == 1 else 's'}"
    text = f"{', '.join(cargo)}: by sea from {facts.origin} to {facts.destination}, {used}"
    event = Event(text, (POOLS, REGULAR), state, "transported by sea", (("NTPs", need),), (("way", " ".join(path)),))
    return (yield from record(event))


# --- candidates ------------------------------------------------------------------------------------------------------


def _friendly_ports(zone: str, player: Side, state: GameState, rules: Ruleset) -> tuple[Hex, ...]:
    """The ports of a sea zone, in hexes and holding boxes, that a player owns and that can pass something."""
    on_sea = (ref for ref in places_with_ports(rules) if sea_zone_of(ref, rules) == zone)
    return tuple(ref for ref in on_sea if owns_port(ref, player, state, rules) and capacity_left(ref, state, rules))


def _cargoes(origin: Hex, player: Side, state: GameState, rules: Ruleset) -> Iterator[tuple[tuple[str, ...], int]]:
    """Cargoes that could embark in a place: each piece alone, all together, and supply."""
    own = [piece.id for piece in state.friends_at(origin, player)]
    yield from (((piece_id,), 0) for piece_id in own)
    if len(own) > 1:
        yield tuple(own), 0
    if source_traced_from(origin, player, state, rules):
        yield (), 1


@rule("FoF 26B")
def voyages_worth_asking(player: Side, state: GameState, rules: Ruleset) -> Iterable[Sail]:
    """Orders for what is in a player's ports, by every pool with NTPs left, to his other ports on the same sea."""
    chart = rules.charts[CHART]
    for row in regular_pools(rules) if has_naval_transport(player, rules) else ():
        name, left = pool_name(row, rules), reckon_pool_now(pool_name(row, rules), state, rules)
        if left is not None and not left.value:
            continue
        ports = _friendly_ports(chart.text("rows", row, "sea_zone").value, player, state, rules)
        never, only = chart.texts("rows", row, "not_to"), chart.texts("rows", row, "to")
        countries = {ref: country_of(place_name(ref), rules) for ref in ports}
        ends = [ref for ref in ports if countries[ref] not in never and (not only or countries[ref] in only)]
        for origin in ports:
            for units, supply in _cargoes(origin, player, state, rules):
                yield from (Sail(units, to, name, supply, Hex("") if units else origin) for to in ends if to != origin)


def transport_groups(player: Side, state: GameState, rules: Ruleset) -> Iterator[Group]:
    """The pieces in one port that may sail together, for each port and pool, with the NTPs that the pool has left."""
    for order in voyages_worth_asking(player, state, rules):
        here = state.friends_at(origin_of(order, state), player)
        if len(order.units) == len(here) > 0:
            left = reckon_pool_now(order.pool, state, rules)
            limits = ((f"{order.pool}, NTPs", left),) if left is not None else ()
            yield Group("naval transport", order.to, order.units, order.pool, limits, _sailing(order))


def _sailing(order: Sail) -> Make:
    return lambda units: evolve(order, units=units)


ORDER_KINDS = (
    OrderKind(
        "naval transport",
        Sail,
        rule_on_sailing,
        carry_out_sailing,
        by=(POOLS,),
        openings=(MOVEMENT_PHASE,),
        candidates=voyages_worth_asking,
        groups=transport_groups,
    ),
)
