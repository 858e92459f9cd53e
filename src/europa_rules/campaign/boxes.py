"""Holding boxes on the board (SF 3E5): the order to transfer forces between a box and a hex of its area.

Needs the pieces and where they shall go; gives the ruling of `regions.rule_on_box_transfer`, and the state afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from europa_rules.campaign.nations import happened
from europa_rules.campaign.regions import BoxTransfer, place_at, rule_on_box_transfer
from europa_rules.citations import rule
from europa_rules.ground.closed_ground import rule_on_ground
from europa_rules.ground.occupants import enemy_units_at
from europa_rules.ground.ownership import change_by_leaving, gain_by_entry, hex_owner
from europa_rules.hexes import BOX, Hex
from europa_rules.permissions import Ruling
from europa_rules.procedure import Event, Procedure, opening, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import GameState, Piece

OPENING = "holding boxes"
"""The opening at which forces are transferred."""


@frozen
class Transfer:
    """The order to transfer pieces between a holding box and a hex of its area.

    Attributes:
        units: ids of the pieces, all in one place.
        to: the box or the hex.
    """

    units: tuple[str, ...]
    to: Hex


def gather_box_transfer(piece_id: str, to: Hex, player: Side, state: GameState, rules: Ruleset) -> BoxTransfer:
    """The facts of a transfer of one piece, as the board stands."""
    here = state.piece(piece_id).place
    box, ref = (here, to) if here.startswith(BOX) else (to, here)
    where = place_at(ref, rules)
    return BoxTransfer(box.removeprefix(BOX), where, player, state.moment.phase, player == state.phasing)


@rule("SF 3E5")
def rule_on_transfer_order(order: Transfer, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may give the order: his own pieces, from one box or to one, to ground that he holds."""
    by, to = rules.cite("3E5"), rules.board.place(order.to)
    pieces = [state.piece(piece_id) for piece_id in order.units]
    places = {piece.place for piece in pieces}
    foreign = [p.id for p in pieces if p.side != player]
    ends = [place.startswith(BOX) for place in (*places, to)]
    ruling = (
        Ruling.refuse_if(not pieces, "no unit is named", by)
        & Ruling.all(Ruling.refuse(f"{i} is not the player's", by) for i in foreign)
        & Ruling.refuse_if(len(places) > 1, "the units are in different places", by)
    )
    if not ruling.allowed:
        return ruling
    if ends.count(True) != 1:
        return Ruling.refuse("forces pass between one holding box and a hex of the map", by)
    facts = gather_box_transfer(order.units[0], to, player, state, rules)
    return rule_on_box_transfer(facts, happened(state), rules) & _rule_on_arrival(to, player, state, rules)


def _rule_on_arrival(to: Hex, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    if to.startswith(BOX):
        return Ruling.allow()
    by = rules.cite("3E5")
    foreign = hex_owner(to, state, rules) != player or bool(enemy_units_at(to, player, state, rules))
    return Ruling.refuse_if(foreign, f"the player does not hold {to}", by) & rule_on_ground(to, player, state, rules)


@rule("SF 3E5")
def carry_out_transfer(order: Transfer, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Put the pieces where they are transferred to. Raises IllegalOrder."""
    rule_on_transfer_order(order, player, state, rules).require(f"transfer to {order.to}")
    to, origin = rules.board.place(order.to), state.piece(order.units[0]).place
    moved = [state.piece(i) for i in order.units]
    if to.startswith(BOX):
        for piece in moved:
            state = state.moved(piece.id, to)
        state = change_by_leaving(state, origin, rules)
    else:
        state = gain_by_entry(state, moved, to, rules)
    text = f"{', '.join(order.units)} {'are' if len(moved) > 1 else 'is'} transferred from {origin} to {to}"
    return (yield from record(Event(text, (rules.cite("3E5"),), state, "transferred")))


def transfers_of(piece: Piece, state: GameState, rules: Ruleset) -> Iterator[Transfer]:
    """A piece out of its holding box to each hex of its side in the area of the box, or from the map to each box."""
    if not piece.place.startswith(BOX):
        yield from (Transfer((piece.id,), Hex(f"{BOX}{box.name}")) for box in rules.charts.regions.boxes)
        return
    for ref in rules.board.hexes:
        if rules.board.has_land(ref) and hex_owner(ref, state, rules) == piece.side:
            facts = gather_box_transfer(piece.id, ref, piece.side, state, rules)
            if rule_on_box_transfer(facts, happened(state), rules).allowed:
                yield Transfer((piece.id,), ref)


def offer_transfers(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The phasing player may transfer forces, if any of his are where they could be."""
    player = state.phasing
    if not any(piece.side == player and _may_use_a_box(piece.id, state, rules) for piece in state.pieces.values()):
        return state
    return (yield from opening(OPENING, (player,), (rules.cite("3E5"),), state))


def _may_use_a_box(piece_id: str, state: GameState, rules: Ruleset) -> bool:
    if state.piece(piece_id).place.startswith(BOX):
        return True
    boxes = [Hex(f"{BOX}{box.name}") for box in rules.charts.regions.boxes]
    facts = (gather_box_transfer(piece_id, box, state.phasing, state, rules) for box in boxes)
    return any(rule_on_box_transfer(f, happened(state), rules).allowed for f in facts)
