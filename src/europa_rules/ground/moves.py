"""Moves on the board (rule 6): the order to move, and how it is carried out hex by hex.

Needs the order and the state; gives the facts that the rules of `movement` are asked with, the ruling on the order, and
the state after it, with the MPs spent and the hexes gained.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import cast

from attrs import evolve, frozen

from europa_rules.agreement import subject
from europa_rules.citations import Citation, rule
from europa_rules.ground.admin_movement import ADMIN, LOST, AdminFacts, AdminStep, rule_on_admin, rule_on_admin_ground
from europa_rules.ground.bridges import bridge_serves
from europa_rules.ground.circumstances import circumstances_of
from europa_rules.ground.closed_ground import rule_on_entry
from europa_rules.ground.facts import BESIDE_ENEMY, LOST_ZOC, MOVED_BY, MPS_SPENT, RAIL_RIDDEN, STRATEGIC_RAIL
from europa_rules.ground.leaving import leaving_costs, leaving_mps
from europa_rules.ground.movement import (
    MODES,
    ONE_HEX,
    RAIL,
    REGULAR,
    WORK,
    MoveFacts,
    Mover,
    MoveStep,
    ZocExit,
    reckon_allowance,
    reckon_hexside_share,
    reckon_spent,
    reckon_zoc_exit,
    rule_on_movement,
)
from europa_rules.ground.movement_counters import carrier_of, rule_on_going_together, with_load
from europa_rules.ground.occupants import enemy_units_at
from europa_rules.ground.ownership import change_by_going, hex_owner
from europa_rules.ground.terrain import HexEntry, gather_entry, reckon_entry_cost, road_is_open, rule_on_terrain
from europa_rules.ground.zones import NONE, enemy_zoc_kind, notes_of, zoc_map
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.numbers import ZERO, counted
from europa_rules.permissions import Ruling
from europa_rules.procedure import Event, Procedure, opening, record
from europa_rules.ruled_once import ruled_once
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side, are_enemies
from europa_rules.state import GameState, Piece

OnMove = Callable[[tuple[Piece, ...], tuple[Hex, ...], GameState, Ruleset], Ruling]


@frozen
class Move:
    """The order to move units together, hex by hex.

    Attributes:
        units: ids of pieces in one hex.
        path: the hexes entered, in order.
        mode: "regular", "one-hex" for the move that takes all MPs, or "admin" for administrative movement.
    """

    units: tuple[str, ...]
    path: tuple[Hex, ...]
    mode: str = REGULAR


def allowance_of(piece: Piece, state: GameState, rules: Ruleset) -> Reckoning:
    """MPs that a piece, or the counter that carries it, may spend in this phase."""
    mover = carrier_of(piece, state)
    return _allowance_in(circumstances_of(mover, state, rules), mover, state, rules)


def _allowance_in(situation: Mapping[str, str], piece: Piece, state: GameState, rules: Ruleset) -> Reckoning:
    return reckon_allowance(Mover(piece.unit, state.moment.phase, situation=situation), rules)


def mps_spent(piece_id: str, state: GameState) -> Fraction:
    """MPs that a piece has spent in this phase."""
    spent = state.recall(MPS_SPENT, piece_id)
    return ZERO if spent is None else spent


def mps_left(piece_id: str, state: GameState, rules: Ruleset) -> Fraction:
    """MPs that a piece has left in this phase."""
    mover = carrier_of(state.piece(piece_id), state)
    return allowance_of(mover, state, rules).value - mps_spent(mover.id, state)


@rule("FoF 20G2d", "SF 20G2d")
def mps_for_work(piece_id: str, state: GameState, rules: Ruleset) -> Fraction:
    """MPs that a piece can spend without moving: not those that it owes if it leaves the hex it began in, or stays."""
    mover = carrier_of(state.piece(piece_id), state)
    left = mps_left(piece_id, state, rules)
    if state.recall(MOVED_BY, mover.id) is not None:
        return left
    return max(left - leaving_mps(mover.place, mover.side, state, rules), ZERO)


def is_enemy_occupied(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> bool:
    """Whether an enemy unit is in a hex; points that are no units do not count."""
    return bool(enemy_units_at(ref, side, state, rules))


def gather_move(
    piece: Piece,
    state: GameState,
    rules: Ruleset,
    steps: tuple[MoveStep, ...] = (),
    one_hex: bool | None = None,
    *,
    is_admin: bool = False,
) -> MoveFacts:
    """What the board says about a piece that is to move; one that is carried moves as the counter that carries it."""
    if state.pieces.get(piece.id) is not piece:
        return evolve(_mover(piece, state, rules), steps=steps, one_hex=one_hex, is_admin=is_admin)
    notes, key = notes_of(state, rules), ("mover", piece.id)
    if key not in notes:
        notes[key] = _mover(piece, state, rules)
    return evolve(cast(MoveFacts, notes[key]), steps=steps, one_hex=one_hex, is_admin=is_admin)


def _mover(piece: Piece, state: GameState, rules: Ruleset) -> MoveFacts:
    mover = carrier_of(piece, state)
    situation = circumstances_of(mover, state, rules)
    spent, moved_by = mps_spent(mover.id, state), state.recall(MOVED_BY, mover.id) or ""
    allowance = _allowance_in(situation, mover, state, rules)
    return MoveFacts(
        mover.unit,
        phase=state.moment.phase,
        is_phasing=piece.side == state.phasing,
        allowance=allowance.value,
        allowance_told=allowance,
        spent=spent,
        moved_by=moved_by,
        other_mp_use=WORK if spent and not moved_by else "",
        stays=state.stays(piece.id) or state.stays(piece.side),
        used_strategic_rail=state.recall(STRATEGIC_RAIL, piece.id) is True,
        situation=situation,
    )


def gather_step(
    piece: Piece,
    origin: Hex,
    to: Hex,
    state: GameState,
    rules: Ruleset,
    besides: Iterable[str] = (),
    *,
    admin: bool = False,
) -> MoveStep:
    """What the board says about a piece that goes from a hex to the next, by road where that is cheaper.

    besides: enemy pieces whose ZOCs are left out, for those that are overrun. admin: by administrative movement.
    """
    if besides or state.pieces.get(piece.id) is not piece:
        return _step(piece, origin, to, state, rules, besides, admin=admin)
    notes, key = notes_of(state, rules), ("step", f"{origin} {to} {admin} {piece.id}")
    if key not in notes:
        notes[key] = _step(piece, origin, to, state, rules, (), admin=admin)
    return cast(MoveStep, notes[key])


def _step(
    piece: Piece, origin: Hex, to: Hex, state: GameState, rules: Ruleset, besides: Iterable[str], *, admin: bool
) -> MoveStep:
    mover = carrier_of(piece, state)
    entry = evolve(gather_entry(mover.unit, origin, to, state, rules, side=piece.side), admin=admin)
    bridge = bridge_serves(origin, to, piece.side, state, rules)
    has_road = road_is_open(origin, to, state, rules)
    by_road = has_road and bridge.allowed
    ways = [entry, evolve(entry, by_road=True)] if by_road else [entry]
    ground = rule_on_entry(to, piece, state, rules)
    if admin:
        ground &= rule_on_admin(_gather_admin(piece, origin, to, state, rules), rules)
    rulings = [_rule_on_way(way, rules) & ground for way in ways]
    open_ways = [way for way, ruling in zip(ways, rulings, strict=True) if ruling.allowed]
    costs = [reckon_entry_cost(way, rules) for way in open_ways]
    cost = min(costs, key=lambda reckoned: reckoned.value, default=Reckoning.of(ZERO, "no way in"))
    if has_road and not bridge.allowed:
        cost = cost.plus(ZERO, f"the road does not serve: {bridge.refusals[0].why}", *bridge.citations)
    leaving = gather_exit(mover, origin, to, state, rules, besides)
    zoc = reckon_zoc_exit(leaving, rules)
    besides_zoc = leaving_costs(piece.side, state, rules).get(origin)
    ledger = ((to, cost), ("ZOC", zoc)) if zoc.value else ((to, cost),)
    return MoveStep(
        to,
        cost.value,
        zoc.value,
        is_enemy_occupied(to, piece.side, state, rules),
        Ruling.allow() if open_ways else rulings[-1],
        (*ledger, (f"leaving {origin}", besides_zoc.mps)) if besides_zoc else ledger,
        _share_of_hexside(open_ways, costs, rules),
        besides_zoc.mps.value if besides_zoc else ZERO,
    )


def _share_of_hexside(ways: Sequence[HexEntry], costs: Sequence[Reckoning], rules: Ruleset) -> Fraction:
    """MPs for the hexside on the cheapest way, where a reading asks for them."""
    if not ways or not rules.reads("6-one-hex-costs", "terrain-only"):
        return ZERO
    cheapest = min(range(len(ways)), key=lambda n: costs[n].value)
    return reckon_hexside_share(ways[cheapest], rules)


def _rule_on_way(way: HexEntry, rules: Ruleset) -> Ruling:
    """Whether a way into a hex is open by terrain and by contributed rules."""
    terrain = rule_on_terrain(way, rules)
    ruling = terrain & rules.forbid("enter hex", way)
    return ruling & rule_on_admin_ground(way, rules) if way.admin and terrain.allowed else ruling


def _gather_admin(piece: Piece, origin: Hex, to: Hex, state: GameState, rules: Ruleset) -> AdminFacts:
    """What the board says about a step by administrative movement, beside the ground itself."""
    is_enemy_owned = are_enemies(piece.side, hex_owner(to, state, rules))
    step = AdminStep(HexEntry((), by_road=True), is_beside_enemy(to, piece.side, state, rules), is_enemy_owned, to)
    sets_out = origin == piece.place and is_beside_enemy(origin, piece.side, state, rules)
    beside = sets_out or state.recall(BESIDE_ENEMY, piece.id) is True
    return AdminFacts(piece.unit, state.moment.phase, starts_beside_enemy=beside, steps=(step,))


def is_beside_enemy(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> bool:
    """Whether an enemy unit of a side is in a hex adjacent to a hex."""
    enemies = zoc_map(state, rules).closed_to(side)
    return any(j in enemies for j in rules.board.neighbors[rules.board.index[ref]])


def gather_exit(
    piece: Piece, origin: Hex, to: Hex, state: GameState, rules: Ruleset, besides: Iterable[str] = ()
) -> ZocExit:
    """What the board says about a piece that leaves a hex for the next."""
    ignored = tuple(besides)
    zoc = enemy_zoc_kind(origin, piece.side, state, rules, ignored)
    into = enemy_zoc_kind(to, piece.side, state, rules, ignored) != NONE if zoc != NONE else False
    return ZocExit(piece.unit, zoc, into)


def _reckon_way(piece: Piece, path: Sequence[Hex], mode: str, state: GameState, rules: Ruleset) -> Reckoning:
    """MPs that a piece spends on a way; kept for as long as the situation is the same."""
    notes, key = notes_of(state, rules), ("way", f"{mode} {' '.join(path)} {piece.id}")
    if key not in notes:
        notes[key] = reckon_spent(_gather_order(piece, Move((piece.id,), tuple(path), mode), state, rules), rules)
    return cast(Reckoning, notes[key])


def _gather_order(piece: Piece, order: Move, state: GameState, rules: Ruleset) -> MoveFacts:
    admin = order.mode == ADMIN
    pairs = pairwise((piece.place, *order.path))
    steps = tuple(gather_step(piece, origin, to, state, rules, admin=admin) for origin, to in pairs)
    return gather_move(piece, state, rules, steps, order.mode == ONE_HEX, is_admin=admin)


@rule("FoF 6", "SF 6")
@ruled_once
def rule_on_move(order: Move, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may give this order: every rule against it, for every unit."""
    ruling = rule_on_group(order.units, player, state, rules)
    if ruling.allowed:
        ruling &= _rule_on_form(order, state, rules)
    if not ruling.allowed:
        return ruling
    pieces = tuple(state.piece(piece_id) for piece_id in with_load(order.units, state))
    each = (rule_on_movement(_gather_order(piece, order, state, rules), rules) for piece in pieces)
    return Ruling.all((*each, rule_on_going(pieces, order.path, state, rules)))


RULINGS = "rulings on moves"
"""Slot of sources, asked with the state: (pieces, path, state, rules) -> the ruling on pieces that go this way."""


def rule_on_going(pieces: tuple[Piece, ...], path: tuple[Hex, ...], state: GameState, rules: Ruleset) -> Ruling:
    """Whether a game's own rules let pieces go this way by one order, on foot or by rail."""
    asked = (cast(OnMove, source.value) for source in rules.sources(RULINGS, state))
    return Ruling.all(ask(pieces, path, state, rules) for ask in asked)


def rule_on_group(
    units: Sequence[str], player: Side, state: GameState, rules: Ruleset, *, in_boxes: bool = False
) -> Ruling:
    """Whether these are pieces of the player's, each named once, in one hex of the board, and free of any counter.

    in_boxes: whether they may be in a holding box too. Raises UnknownName for an id that no piece has.
    """
    by, known = rules.cite("6"), rules.board if in_boxes else rules.board.index
    pieces = [state.piece(piece_id) for piece_id in units]
    places = {piece.place for piece in pieces}
    foreign = [piece.id for piece in pieces if piece.side != player]
    return Ruling.all(
        (
            Ruling.refuse_if(not pieces, "no unit is named", by),
            Ruling.refuse_if(len(set(units)) != len(units), "a unit is named twice", by),
            _refuse_foreign(foreign, player, by) if foreign else Ruling.allow(),
            _refuse_apart(places, by) if len(places) > 1 else Ruling.allow(),
            Ruling.refuse_if(any(place not in known for place in places), "a unit is not on the map", by),
            rule_on_going_together(units, state, rules),
        )
    )


def _refuse_foreign(foreign: Sequence[str], player: Side, by: Citation) -> Ruling:
    return Ruling.refuse(f"{subject(foreign, 'is', 'are')} not the {player} player's", by)


def _refuse_apart(places: Iterable[Hex], by: Citation) -> Ruling:
    why = f"the units are not in one hex: {', '.join(sorted(places))}"
    return Ruling.refuse(why, by, possible="name units of one hex; each stack by an order of its own")


def _rule_on_form(order: Move, state: GameState, rules: Ruleset) -> Ruling:
    by = rules.cite("6")
    if order.mode == RAIL:
        return Ruling.refuse("riding is an order of its own, RailMove", rules.cite("7A"))
    if order.mode not in MODES:
        return Ruling.refuse(f"there is no mode of movement '{order.mode}'", by, possible=" or ".join(MODES))
    strange = [ref for ref in order.path if ref not in rules.board.index]
    if strange or not order.path:
        why = f"{subject(strange, 'is', 'are')} not on the map" if strange else "the order names no hex to enter"
        return Ruling.refuse(why, by, possible="name the hexes that are entered, one after another")
    way = (state.piece(order.units[0]).place, *order.path)
    gaps = [(a, b) for a, b in pairwise(way) if a == b or not rules.board.is_adjacent(a, b)]
    every = "name every hex of the way"
    return Ruling.all(Ruling.refuse(f"{a} and {b} do not adjoin", by, possible=every) for a, b in gaps)


@rule("FoF 6", "SF 6", "FoF 3D", "SF 3D")
def carry_out_move(order: Move, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Move the units hex by hex; each pays its MPs and takes the hexes it enters. Raises IllegalOrder.

    Where a rule lets others react (sources of the slot "movement openings", each with a side as its value), they may do
    so after each hex; units that are gone or elsewhere afterwards move no further.
    """
    rule_on_move(order, player, state, rules).require(f"move of {', '.join(order.units)}")
    before, origin, number = state, state.piece(order.units[0]).place, 0
    going = list(with_load(order.units, state))
    for number, ref in enumerate(order.path):
        entered = after_entering(enter_hex(state, going, ref, order.mode, rules), rules)
        state = yield from openings_in(ref, entered, rules)
        if state is entered:
            continue
        going = [piece_id for piece_id in going if piece_id in state.pieces and state.piece(piece_id).place == ref]
        if not going or not _may_go_on(Move(tuple(going), order.path[number + 1 :], order.mode), state, rules):
            break
    here = state.piece(going[0]).place if going else origin
    walked = order.path[: number + 1]
    costs = {unit: _reckon_way(before.piece(unit), walked, order.mode, before, rules) for unit in order.units}
    mps = max(cost.value for cost in costs.values())
    text = f"{', '.join(order.units)}: {origin} to {here} for {counted(mps, 'MP')}"
    text += " by administrative movement" if order.mode == ADMIN else ""
    by = (rules.cite("6"), *((rules.cite("6B"),) if order.mode == ADMIN else ()))
    return (yield from record(Event(text, by, state, "moved", _together(costs))))


def _together(costs: Mapping[str, Reckoning]) -> tuple[tuple[str, Reckoning], ...]:
    """The costs of a move, units that pay them alike under one label."""
    alike: list[tuple[Reckoning, list[str]]] = []
    for unit, cost in costs.items():
        together = next((units for known, units in alike if known == cost), None)
        if together is None:
            alike.append((cost, [unit]))
        else:
            together.append(unit)
    return tuple((f"{', '.join(units)}, {'MPs each' if len(units) > 1 else 'MPs'}", cost) for cost, units in alike)


def _may_go_on(rest: Move, state: GameState, rules: Ruleset) -> bool:
    """Whether what others did after the last hex leaves the rest of the way open."""
    return bool(rest.path) and rule_on_move(rest, state.piece(rest.units[0]).side, state, rules).allowed


ENTERED = "hexes entered"
"""Slot of sources: (state, rules) -> the state after what follows when units have entered a hex on their way."""


def after_entering(state: GameState, rules: Ruleset) -> GameState:
    """The state after what games let follow when units have entered a hex; one after the other."""
    for source in rules.sources(ENTERED):
        state = cast("Callable[[GameState, Ruleset], GameState]", source.value)(state, rules)
    return state


def openings_in(ref: Hex, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Let those react who may, after units have entered a hex."""
    sources = rules.sources("movement openings", state)
    if not sources:
        return state
    players = tuple(dict.fromkeys(Side(str(source.value)) for source in sources))
    by = tuple(dict.fromkeys(c for source in sources for c in source.by))
    return (yield from opening(f"hex entered: {ref}", players, by, state))


def enter_hex(state: GameState, units: Sequence[str], ref: Hex, mode: str, rules: Ruleset) -> GameState:
    """The state after pieces have gone to the next hex, paid for it, and taken what is theirs there."""
    pieces = [state.piece(piece_id) for piece_id in units]
    origin = pieces[0].place
    costs = {piece.id: _reckon_way(piece, (ref,), mode, state, rules) for piece in pieces}
    for piece_id, cost in costs.items():
        state = spend(state, piece_id, cost.value, mode)
        state = state.noting(LOST_ZOC, piece_id, LOST) if mode == ADMIN else state
    return change_by_going(state, pieces, origin, ref, rules)


def spend(state: GameState, piece_id: str, mps: Fraction, mode: str) -> GameState:
    """The state after a piece has spent MPs in this way; one that leaves a train has ended its ride."""
    if mode != RAIL and state.recall(RAIL_RIDDEN, piece_id) is not None:
        state = state.forgetting(RAIL_RIDDEN, piece_id)
    return state.noting_of(piece_id, {MPS_SPENT: mps_spent(piece_id, state) + mps, MOVED_BY: mode})
