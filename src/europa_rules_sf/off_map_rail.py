"""Off-map rail connections (SF 44A3, optional): strategic rail movement off the east edge of the map and back onto it.

Needs whose unit moves, by which kind of movement, who owns the two rail lines, and how many hexes it goes on the map;
gives the hexes of its strategic rail movement that it uses, and whether it may.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from europa_rules.agreement import subject
from europa_rules.board import Board
from europa_rules.citations import Citation, rule
from europa_rules.contributions import Option
from europa_rules.ground.facts import MOVED_BY, STRATEGIC_RAIL
from europa_rules.ground.movement import RAIL
from europa_rules.ground.movement_phases import MOVEMENT
from europa_rules.ground.moves import rule_on_group
from europa_rules.ground.ownership import change_by_leaving, gain_by_entry, hex_owner
from europa_rules.ground.rail import RailMove, carry_out_rail_move, rule_on_rail_move
from europa_rules.ground.rail_lines import gather_rail_hex, rule_on_rail_hex
from europa_rules.ground.travel import rail_destinations
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.orders import OrderKind
from europa_rules.permissions import Ruling
from europa_rules.procedure import Event, Procedure, record
from europa_rules.remembered import remembered
from europa_rules.ruleset import Ruleset
from europa_rules.sides import AXIS, Side
from europa_rules.state import GameState, Piece

RULE = "44A3"
BY = Citation("SF", RULE)
OFF_MAP_HEXES = 50
"""Hexes of strategic rail movement that the way off the map takes."""

STRATEGIC = "strategic_rail"


@frozen
class OffMapMove:
    """A unit that would move off the map by rail and re-enter it.

    Attributes:
        side: whose it is. movement: the kind of rail movement.
        owns_exit, owns_entry: whether its side owns the rail line where it leaves, and where it re-enters the map.
        on_map_hexes: hexes that it goes on the map.
    """

    side: Side = AXIS
    movement: str = STRATEGIC
    owns_exit: bool = True
    owns_entry: bool = True
    on_map_hexes: int = 0


@rule("SF 44A3", "SF 7A2")
def reckon_hexes_used(facts: OffMapMove) -> Reckoning:
    """Hexes of strategic rail movement that the whole move takes.

    >>> reckon_hexes_used(OffMapMove(on_map_hexes=150)).value
    Fraction(200, 1)
    >>> print(reckon_hexes_used(OffMapMove()).value)
    50
    """
    return Reckoning.of(facts.on_map_hexes, "hexes on the map").plus(OFF_MAP_HEXES, "off the map", BY)


@rule("SF 44A3", "SF 7A2")
def rule_on_off_map_move(facts: OffMapMove, rules: Ruleset) -> Ruling:
    """Whether a unit may make the move.

    >>> from europa_rules import load
    >>> print(rule_on_off_map_move(OffMapMove(on_map_hexes=151), load("sf")))
    refused: the move takes 201 hexes, more than the 200 of strategic rail movement (SF 7A2).
    """
    most, used = rules.charts["rail_movement_rates"].number("strategic", "hexes_per_phase"), reckon_hexes_used(facts)
    far = f"the move takes {used.value} hexes, more than the {most.value} of strategic rail movement"
    owned = facts.owns_exit and facts.owns_entry
    return Ruling.all(
        (
            Ruling.refuse_if(facts.side != AXIS, "only Axis units use the rail lines off the east edge", BY),
            Ruling.refuse_if(facts.movement != STRATEGIC, "they serve strategic rail movement only", BY),
            Ruling.refuse_if(not owned, "the rail lines off the map are not both friendly-owned", BY),
            Ruling.refuse_if(used.value > most.value, far, rules.cite("7A2")),
        )
    )


# --- on the board ----------------------------------------------------------------------------------------------------

MODE = "strategic"
EDGE = "east edge"
"""What the sheets write with a rail line that runs off the east edge of the map, before the number of its last hex."""


@frozen
class OffMapRail:
    """The order to ride off the east edge of the map and back onto it, by strategic rail movement.

    Attributes:
        units: ids of pieces in one rail hex.
        way_out: the hexes ridden to the edge; none for units that begin there.
        way_in: the hex where they re-enter the map, and those ridden on.
    """

    units: tuple[str, ...]
    way_out: tuple[Hex, ...]
    way_in: tuple[Hex, ...]


@remembered()
def edge_hexes(board: Board) -> frozenset[Hex]:
    """The hexes from which a rail line runs off the east edge of the map."""
    named = ((pair, row["name"]) for pair, lines in board.line_rows.items() for row in lines.values())
    ends = ((pair, name.split()[-1]) for pair, name in named if EDGE in name)
    return frozenset(ref for pair, number in ends for ref in pair if ref.partition(":")[2] == number)


@rule("SF 44A3", "SF 7A2")
def rule_on_off_map_order(order: OffMapRail, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may give this order, with every rule against it."""
    in_use = Ruling.refuse_if(not rules.has_option(RULE), "off-map rail connections are not in use", BY)
    ruling = in_use & rule_on_group(order.units, player, state, rules)
    if not ruling.allowed or not order.way_in:
        return ruling & Ruling.refuse_if(not order.way_in, "the order names no hex where the units re-enter", BY)
    origin = state.piece(order.units[0]).place
    leaving, entry = order.way_out[-1] if order.way_out else origin, order.way_in[0]
    off = [ref for ref in (leaving, entry) if ref not in edge_hexes(rules.board)]
    if off:
        return Ruling.refuse(f"no rail line runs off the east edge from {', '.join(off)}", BY)
    owns_exit, owns_entry = (hex_owner(ref, state, rules) == player for ref in (leaving, entry))
    facts = OffMapMove(player, STRATEGIC, owns_exit, owns_entry, len(order.way_out) + len(order.way_in))
    return rule_on_off_map_move(facts, rules) & _rule_on_legs(order, entry, player, state, rules)


def _rule_on_legs(order: OffMapRail, entry: Hex, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Both ways on the map are strategic rail movement, each as things stand when the units are there."""
    at_edge = gather_rail_hex(entry, None, player, order.units, state, rules)
    ruling = rule_on_rail_hex(at_edge, rules)
    if order.way_out:
        ruling &= rule_on_rail_move(RailMove(order.units, order.way_out, MODE), player, state, rules)
    else:
        moved = [i for i in order.units if state.recall(MOVED_BY, i) is not None]
        late = state.moment.phase != MOVEMENT or player != state.phasing
        ruling &= Ruling.refuse_if(late, "units move by rail in their own movement phase", rules.cite("7A"))
        ruling &= Ruling.refuse_if(
            bool(moved), f"{subject(moved, 'has', 'have')} moved in this phase", rules.cite("7A2")
        )
    if len(order.way_in) > 1:
        there = _at(entry, order.units, state)
        ruling &= rule_on_rail_move(RailMove(order.units, order.way_in[1:], MODE), player, there, rules)
    return ruling


def _at(ref: Hex, units: tuple[str, ...], state: GameState) -> GameState:
    """The state with units in another hex, as if they had not ridden yet."""
    for piece_id in units:
        state = state.moved(piece_id, ref)
    return state.forgetting(MOVED_BY, *units).forgetting(STRATEGIC_RAIL, *units)


def carry_out_off_map(order: OffMapRail, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Ride to the edge, off the map, and back onto it. Raises IllegalOrder."""
    rule_on_off_map_order(order, player, state, rules).require(f"off-map rail movement of {', '.join(order.units)}")
    if order.way_out:
        state = yield from carry_out_rail_move(RailMove(order.units, order.way_out, MODE), player, state, rules)
    left, entry = state.piece(order.units[0]).place, order.way_in[0]
    state = change_by_leaving(_at(entry, order.units, state), left, rules)
    state = gain_by_entry(state, [state.piece(i) for i in order.units], entry, rules)
    used = reckon_hexes_used(OffMapMove(player, on_map_hexes=len(order.way_out) + len(order.way_in)))
    text = f"{subject(order.units, 'rides', 'ride')} off the map from {left} and back onto it in {entry}"
    state = yield from record(Event(text, (BY,), state, "rode off the map", (("hexes", used),)))
    if len(order.way_in) > 1:
        return (yield from carry_out_rail_move(RailMove(order.units, order.way_in[1:], MODE), player, state, rules))
    for piece_id in order.units:
        state = state.noting(STRATEGIC_RAIL, piece_id, True).noting(MOVED_BY, piece_id, RAIL)
    return state


def off_map_rides(piece: Piece, state: GameState, rules: Ruleset) -> Iterator[OffMapRail]:
    """A ride of a piece by each edge hex that it begins in or reaches to each other one."""
    edges = edge_hexes(rules.board) if rules.has_option(RULE) else frozenset()
    ways = rail_destinations(piece.id, state, rules, MODE) if edges else {}
    out = {ref: way for ref, way in ways.items() if ref in edges}
    if piece.place in edges:
        out[piece.place] = ()
    for leaving, way in out.items():
        yield from (OffMapRail((piece.id,), way, (entry,)) for entry in sorted(edges - {leaving}))


OPTIONS = (Option(RULE, "Off-map rail connections", by="SF 44A3"),)
ORDER_KINDS = (
    OrderKind(
        "off-map rail",
        OffMapRail,
        rule_on_off_map_order,
        carry_out_off_map,
        by=(BY,),
        openings=("movement phase",),
        of_unit=off_map_rides,
    ),
)
