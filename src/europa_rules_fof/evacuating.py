"""Emergency evacuation on the board (FoF 26B, 26B3): the order to take units of a hex to England, their equipment left.

Needs units in one hex, British ones among them, and the British ports in which they land; gives the facts that the
rules of `evacuation` and `naval_transport` are asked with, every rule against it, and the state after it, with the
victory points of both sides. Units that have been evacuated stay in England.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from attrs import frozen

from europa_rules.air.flight_orders import OperationFacts
from europa_rules.campaign.allowances import use_ntps
from europa_rules.campaign.nations import happened
from europa_rules.campaign.points_record import score
from europa_rules.citations import rule
from europa_rules.contributions import Source
from europa_rules.ground.moves import rule_on_group
from europa_rules.ground.supply_state import is_in_regular_supply
from europa_rules.hexes import Hex
from europa_rules.naval.port_use import capacity_left, has_beach, owns_port, places_with_ports, port_size_at
from europa_rules.naval.ports import reckon_port_load
from europa_rules.naval.voyages import sea_zone_of, shortest_voyage
from europa_rules.numbers import ZERO, show
from europa_rules.orders import OrderKind
from europa_rules.permissions import Ruling
from europa_rules.procedure import Event, Procedure, record
from europa_rules.remembered import remembered
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import FactKind, GameState, Piece
from europa_rules.units import re_sum
from europa_rules_fof.evacuation import BRITISH, EQUIPMENT, OTHERS, Evacuation, rule_on_evacuation
from europa_rules_fof.naval_transport import (
    ABANDONED,
    ANNOUNCED,
    BEACH,
    BRITAIN,
    CHART,
    EVACUATION,
    PORT,
    NavalTransport,
    reckon_ntps,
    rule_on_naval_transport,
)
from europa_rules_fof.sailing import MOVEMENT_PHASE, cargo_of, has_abandoned, place_name, pool_name
from europa_rules_fof.sea_cargo import (
    PORTS,
    land,
    landing_of,
    pass_shore,
    put_to_sea,
    rule_on_landing_place,
    rule_on_sea_mover,
    rule_on_shore,
    split_load,
)

ROW = "british_emergency"
LEFT_FROM = FactKind("evacuated from", "player turn", str)
"""The units that have been evacuated from a hex in this player turn (subject: the hex)."""

FACT_KINDS: tuple[FactKind[Any], ...] = (LEFT_FROM,)


@frozen
class Evacuate:
    """The order to evacuate units to England; all that leave the hex in this player turn leave by one order.

    Attributes:
        units: ids of pieces in one hex.
        to: hexes of British ports, one for all the units or one for each; () for the nearest that pass them.
        embark: "port" or "beach"; "" for the port of a hex that has one, else its beach.
    """

    units: tuple[str, ...]
    to: tuple[Hex, ...] = ()
    embark: str = ""


# --- British ports ---------------------------------------------------------------------------------------------------


@remembered()
def ports_in_britain(rules: Ruleset) -> tuple[Hex, ...]:
    """The hexes of Britain that have ports."""
    board = rules.board
    return tuple(ref for ref in places_with_ports(rules) if ref in board.index and board.country(ref) == BRITAIN)


@remembered(2048)
def hexes_from_british_port(ref: Hex, rules: Ruleset) -> int:
    """Hexes from a hex to the nearest British port.

    >>> from europa_rules import load
    >>> hexes_from_british_port(Hex("16A:0731"), load("fof"))
    3
    """
    return min(rules.board.distance(ref, port) for port in ports_in_britain(rules))


def _most_hexes(rules: Ruleset) -> int:
    return rules.charts[CHART].whole("rows", ROW, "within").value


@remembered(512)
def voyage_to_england(origin: Hex, to: Hex, rules: Ruleset) -> tuple[Hex, ...]:
    """The hexes of the shortest voyage that keeps near British ports; of the shortest of all, where none does."""
    near = _most_hexes(rules)
    kept = shortest_voyage(origin, to, rules, lambda ref: hexes_from_british_port(ref, rules) <= near)
    return kept or shortest_voyage(origin, to, rules)


@rule("FoF 26A3", "FoF 26B3")
def landing_places(pieces: Sequence[Piece], origin: Hex, state: GameState, rules: Ruleset) -> tuple[Hex, ...]:
    """A British port for each of the pieces: the nearest with room, the largest pieces first; () if they do not fit."""
    side = pieces[0].side
    usable = [ref for ref in ports_in_britain(rules) if owns_port(ref, side, state, rules)]
    ports = [ref for ref in usable if port_size_at(ref, state, rules) and voyage_to_england(origin, ref, rules)]
    ports.sort(key=lambda ref: (rules.board.distance(origin, ref), ref))
    left = {ref: capacity_left(ref, state, rules) for ref in ports}
    chosen: dict[str, Hex] = {}
    loads = {piece.id: reckon_port_load((piece.unit,), rules).value for piece in pieces}
    for piece in sorted(pieces, key=lambda p: -loads[p.id]):
        to = next((ref for ref in ports if left[ref] >= loads[piece.id]), None)
        if to is None:
            return ()
        left[to] -= loads[piece.id]
        chosen[piece.id] = to
    return tuple(chosen[piece.id] for piece in pieces)


def _landings(order: Evacuate, state: GameState, rules: Ruleset) -> Mapping[Hex, tuple[Piece, ...]]:
    """The pieces that land in each port, the load of a transport counter with it; none where there is no room."""
    groups = {piece_id: cargo_of((piece_id,), state) for piece_id in order.units}
    loads = {piece.id for group in groups.values() for piece in group[1:]}
    leading = [group[0] for piece_id, group in groups.items() if piece_id not in loads]
    ports: Mapping[str, Hex]
    if order.to:
        told = order.to if len(order.to) > 1 else order.to * len(order.units)
        ports = dict(zip(order.units, told, strict=True))
    else:
        found = landing_places(leading, leading[0].place, state, rules)
        ports = dict(zip((piece.id for piece in leading), found, strict=False))
    landings: dict[Hex, tuple[Piece, ...]] = {}
    for piece in leading:
        if piece.id in ports:
            landings[ports[piece.id]] = (*landings.get(ports[piece.id], ()), *groups[piece.id])
    return landings


# --- whether the order may be given ----------------------------------------------------------------------------------


def _rule_on_form(order: Evacuate, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    group = rule_on_group(order.units, player, state, rules)
    lost = [ref for ref in order.to if ref not in rules.board.index]
    odd = len(order.to) not in (0, 1, len(order.units))
    return Ruling.all(
        (
            group,
            Ruling.refuse_if(bool(lost), f"{', '.join(map(repr, lost))} is not on the map", EVACUATION),
            Ruling.refuse_if(
                odd,
                f"{len(order.to)} ports for {len(order.units)} units",
                EVACUATION,
                possible="one port for all, one for each, or none for the nearest",
            ),
            Ruling.refuse_if(order.embark not in ("", PORT, BEACH), f"nobody embarks by {order.embark}", EVACUATION),
        )
    )


def gather_evacuation(order: Evacuate, state: GameState) -> Evacuation:
    """What the board says of the units that would leave a hex together."""
    going = cargo_of(order.units, state)
    origin, side = going[0].place, going[0].side
    others = [piece for piece in going if piece.unit.nation != BRITISH]
    return Evacuation(
        tuple(dict.fromkeys(piece.unit.nation for piece in going)),
        in_regular_supply=any(is_in_regular_supply(piece.id, state) for piece in others),
        in_parts=state.recall(LEFT_FROM, origin) is not None,
        others_stay=len(state.friends_at(origin, side)) > len(going),
    )


def gather_rescue(pieces: Sequence[Piece], to: Hex, embark: str, state: GameState, rules: Ruleset) -> NavalTransport:
    """What the board says of units that would be taken to one British port."""
    origin, side = pieces[0].place, pieces[0].side
    units, carried = split_load(pieces, state)
    path = voyage_to_england(origin, to, rules)
    zones = (sea_zone_of(ref, rules) for ref in (origin, to))
    zone = rules.charts[CHART].text("rows", ROW, "sea_zone").value
    others = [piece for piece in pieces if piece.unit.nation != BRITISH]
    return NavalTransport(
        side=side,
        phase=state.moment.phase,
        pool=pool_name(ROW, rules),
        units=units,
        carried=carried,
        embark=embark,
        origin=place_name(origin),
        destination=place_name(to),
        zone=next((other for other in zones if other and other != zone), zone),
        events=happened(state),
        announced=state.recall(ANNOUNCED, "") is True,
        in_regular_supply=any(is_in_regular_supply(piece.id, state) for piece in others),
        hexes_from_british_port=max(hexes_from_british_port(ref, rules) for ref in (origin, *path)),
        crosses_land=not path,
        has_left_equipment=any(has_abandoned(piece.id, state) for piece in pieces),
    )


@rule("FoF 26B3", "FoF 26B", "FoF 26A3", "FoF 26A4")
def rule_on_evacuating(order: Evacuate, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may give this order, with every rule against it."""
    form = _rule_on_form(order, player, state, rules)
    if not form.allowed:
        return form
    going = cargo_of(order.units, state)
    origin, landings = going[0].place, _landings(order, state, rules)
    embark = landing_of(origin, order.embark, state, rules)
    rulings = [_rule_on_landing(to, pieces, embark, player, state, rules) for to, pieces in landings.items()]
    return Ruling.all(
        (
            rule_on_evacuation(gather_evacuation(order, state), rules),
            rule_on_shore(origin, embark, [piece.unit for piece in going], ZERO, player, state, rules),
            *(rulings or [_rule_on_no_room(going, embark, state, rules)]),
        )
    )


def _rule_on_no_room(going: Sequence[Piece], embark: str, state: GameState, rules: Ruleset) -> Ruling:
    """Why no British ports take units that could go to any: there is no way, or too little room."""
    origin = going[0].place
    nearest = min(ports_in_britain(rules), key=lambda ref: rules.board.distance(origin, ref))
    ruling = rule_on_naval_transport(gather_rescue(going, nearest, embark, state, rules), rules)
    why = "no British ports pass all of the units in this player turn"
    return ruling & Ruling.refuse_if(ruling.allowed, why, PORTS, possible="evacuate fewer units")


def _rule_on_landing(
    to: Hex, pieces: Sequence[Piece], embark: str, player: Side, state: GameState, rules: Ruleset
) -> Ruling:
    """Whether these units may be taken to one British port."""
    return Ruling.all(
        (
            rule_on_naval_transport(gather_rescue(pieces, to, embark, state, rules), rules),
            rule_on_shore(to, PORT, [piece.unit for piece in pieces], ZERO, player, state, rules),
            rule_on_landing_place(to, player, state, rules),
            *(rule_on_sea_mover(piece, to, embark == BEACH, state, rules) for piece in pieces),
        )
    )


# --- carrying it out -------------------------------------------------------------------------------------------------


def _res_of(pieces: Iterable[Piece], rules: Ruleset) -> Fraction:
    return re_sum((piece.unit for piece in pieces), rules.types)


@rule("FoF 26B3", "FoF VP")
def carry_out_evacuation(order: Evacuate, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Take the units to England; their equipment stays, and points are counted. Raises IllegalOrder."""
    rule_on_evacuating(order, player, state, rules).require(f"evacuation of {', '.join(order.units)}")
    going, landings = cargo_of(order.units, state), _landings(order, state, rules)
    origin = going[0].place
    embark = landing_of(origin, order.embark, state, rules)
    units, carried = split_load(going, state)
    need = reckon_ntps(units, ZERO, rules, carried)
    state = use_ntps(pool_name(ROW, rules), need.value, state)
    state = pass_shore(origin, embark, [piece.unit for piece in going], ZERO, player, state, rules)
    for to, pieces in landings.items():
        state = pass_shore(to, PORT, [piece.unit for piece in pieces], ZERO, player, state, rules)
        state = land(pieces, to, embark == BEACH, state, rules)
    for piece in going:
        state = state.noting(ABANDONED, piece.id, str(state.moment.turn))
    state = put_to_sea(origin, state, rules).noting(LEFT_FROM, origin, ", ".join(piece.id for piece in going))
    british = [piece for piece in going if piece.unit.nation == BRITISH]
    state = score(EQUIPMENT, _res_of(british, rules), state)
    state = score(OTHERS, _res_of((piece for piece in going if piece not in british), rules), state)
    ports = ", ".join(landings)
    text = f"{', '.join(piece.id for piece in going)}: evacuated from {origin} ({embark}) to {ports}, equipment left"
    told = (("REs", show(_res_of(going, rules))), ("British REs", show(_res_of(british, rules))))
    return (yield from record(Event(text, (EVACUATION,), state, "evacuated", (("NTPs", need),), told)))


# --- afterwards ------------------------------------------------------------------------------------------------------


@rule("FoF 26B3")
def rule_on_flying_out(facts: OperationFacts) -> Ruling:
    """Whether an air operation leaves evacuated units in England: they leave it for no reason."""
    cargo = dict.fromkeys(piece_id for plan in facts.plans for piece_id in plan.cargo)
    staying = [piece_id for piece_id in cargo if has_abandoned(piece_id, facts.state)]
    target = facts.operation.target
    abroad = target not in facts.rules.board.index or facts.rules.board.country(target) != BRITAIN
    why = f"{', '.join(staying)} abandoned equipment in an evacuation, and stays in England"
    return Ruling.refuse_if(bool(staying) and abroad, why, EVACUATION)


# --- candidates ------------------------------------------------------------------------------------------------------


@rule("FoF 26B3")
def waiting_near_england(
    player: Side, state: GameState, rules: Ruleset
) -> Iterator[tuple[tuple[Piece, ...], tuple[Piece, ...]]]:
    """For each hex near British ports from which ships can take them: the British units, and others who may join."""
    for place in sorted(state.occupied()):
        own = state.friends_at(place, player)
        british = tuple(piece for piece in own if piece.unit.nation == BRITISH)
        by_sea = place in rules.board.index and (port_size_at(place, state, rules) or has_beach(place, rules))
        if not british or not by_sea or rules.board.country(place) == BRITAIN:
            continue
        if hexes_from_british_port(place, rules) <= _most_hexes(rules):
            others = (piece for piece in own if piece not in british)
            yield british, tuple(piece for piece in others if not is_in_regular_supply(piece.id, state))


@rule("FoF 26B3")
def evacuations_worth_asking(player: Side, state: GameState, rules: Ruleset) -> Iterator[Evacuate]:
    """Orders for the hexes with British units near British ports: the British, and those who may join them."""
    if state.recall(ANNOUNCED, "") is not True:
        return
    for british, joining in waiting_near_england(player, state, rules):
        together = tuple(piece.id for piece in (*british, *joining))
        groups = (together, tuple(piece.id for piece in british), *((piece.id,) for piece in british))
        yield from (Evacuate(group, (), way) for group in dict.fromkeys(groups) for way in (PORT, BEACH))


SOURCES: tuple[Source, ...] = (
    Source("evacuated units stay in England", "rulings on air operations", by="FoF 26B3", value=rule_on_flying_out),
)
ORDER_KINDS = (
    OrderKind(
        "evacuate",
        Evacuate,
        rule_on_evacuating,
        carry_out_evacuation,
        by=(EVACUATION,),
        openings=(MOVEMENT_PHASE,),
        candidates=evacuations_worth_asking,
    ),
)
