"""Rail movement on the board (rule 7A): the order to ride, what it counts against the nets, and how it is carried out.

Needs pieces, the hexes they enter and the state; gives the ruling with every rule against the ride, and the ride hex by
hex: it may be broken off and taken up again, a unit counts once a turn against each net, and those that hold a ZOC at
bay have to stay. How far a unit rides, and whether it may, is reckoned in `rail_rides`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

from attrs import evolve, frozen

from europa_rules.agreement import subject
from europa_rules.citations import rule
from europa_rules.ground.admin_movement import ADMIN
from europa_rules.ground.circumstances import circumstances_of
from europa_rules.ground.facts import (
    BESIDE_ENEMY,
    LOST_ZOC,
    LOW_VOLUME_USED,
    MOVED_BY,
    MPS_SPENT,
    RAIL_RIDDEN,
    RAIL_USED,
    STRATEGIC_RAIL,
    on_net,
)
from europa_rules.ground.leaving import Leaving, leaving_costs
from europa_rules.ground.movement import RAIL, REGULAR, Mover, rule_on_movement
from europa_rules.ground.movement_counters import carrier_of, with_load
from europa_rules.ground.movement_phases import MOVEMENT
from europa_rules.ground.moves import (
    gather_move,
    is_beside_enemy,
    mps_spent,
    openings_in,
    rule_on_going,
    rule_on_group,
)
from europa_rules.ground.ownership import change_by_leaving, gain_by_entry, hex_owner
from europa_rules.ground.rail_capacity import RESOURCE_POINT, capacity_used, nets_of, reckon_net_capacity, yards_of
from europa_rules.ground.rail_lines import (
    FERRY,
    LOW,
    RailHex,
    gather_rail_hex,
    is_rail_hex,
    owned_at_start,
    rail_map,
    rearguards_in,
)
from europa_rules.ground.rail_nets import NetLoad, RailUse, reckon_capacity_use, rule_on_load
from europa_rules.ground.rail_rides import (
    MODES,
    OPERATIONAL,
    STRATEGIC,
    RailFacts,
    Ride,
    loses_fractions,
    reckon_rail_allowance,
    reckon_ride,
    rule_on_rail,
)
from europa_rules.ground.zones import enemy_zoc, notes_of
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.numbers import ZERO
from europa_rules.permissions import Ruling
from europa_rules.procedure import Event, Procedure, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import STAYS, GameState, Obligation, Piece
from europa_rules.units import is_marker, label, re_for, re_size

LOST = "rail movement"
"""The activity by which a unit loses its ZOC, as `zones.LOSSES` names it."""


# --- on the board: what is ordered -----------------------------------------------------------------------------------


@frozen
class RailMove:
    """The order to ride together, hex by hex.

    Attributes:
        units: ids of pieces in one rail hex.
        path: the hexes entered, in order.
        mode: "operational", or "strategic" where the game has it.
        stays: ids of pieces that stay behind, to negate the ZOCs in their hexes; where none is named, any that can.
    """

    units: tuple[str, ...]
    path: tuple[Hex, ...]
    mode: str = OPERATIONAL
    stays: tuple[str, ...] = ()


def rail_allowance_of(piece: Piece, state: GameState, rules: Ruleset) -> Reckoning:
    """MPs that a piece, or the counter that carries it, may spend on rail movement in this phase."""
    mover = carrier_of(piece, state)
    facts = Mover(mover.unit, state.moment.phase, situation=circumstances_of(mover, state, rules))
    return reckon_rail_allowance(facts, rules)


def rail_mps_left(piece: Piece, state: GameState, rules: Ruleset) -> Fraction:
    """MPs that a piece has left for rail movement in this phase."""
    mover = carrier_of(piece, state)
    return rail_allowance_of(mover, state, rules).value - mps_spent(mover.id, state)


# --- the line to a yard (FoF 7A) -------------------------------------------------------------------------------------


@rule("FoF 7A")
def hexes_with_yard(side: Side, state: GameState, rules: Ruleset) -> frozenset[Hex]:
    """The rail hexes, owned since the player turn began, from which a line of such leads to a yard of the side."""
    notes, key = notes_of(state, rules), ("rail hexes with a yard", side)
    known = notes.get(key)
    if isinstance(known, frozenset):
        return known
    board, links = rules.board, rail_map(rules).links
    waiting = [ref for ref in yards_of(side, state, rules) if owned_at_start(ref, side, state, rules)]
    found: set[Hex] = set()
    while waiting:
        here = waiting.pop()
        if here not in found:
            found.add(here)
            near = (board.hexes[j] for j, _ in links[board.index[here]])
            waiting += [ref for ref in near if ref not in found and _is_lasting(ref, side, state, rules)]
    notes[key] = frozenset(found)
    return frozenset(found)


def _is_lasting(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> bool:
    return owned_at_start(ref, side, state, rules) and hex_owner(ref, state, rules) == side


# --- what the board says ---------------------------------------------------------------------------------------------


def gather_hexes(order: RailMove, state: GameState, rules: Ruleset) -> tuple[RailHex, ...]:
    """The hexes of a ride, the one it starts in first."""
    origin, side = state.piece(order.units[0]).place, state.piece(order.units[0]).side
    going = with_load(order.units, state)
    before: Sequence[Hex | None] = (None, origin, *order.path[:-1])
    pairs = zip((origin, *order.path), before, strict=True)
    return tuple(gather_rail_hex(ref, last, side, going, state, rules) for ref, last in pairs)


def gather_rail(
    piece: Piece, order: RailMove, hexes: tuple[RailHex, ...], state: GameState, rules: Ruleset
) -> RailFacts:
    """What the board says about a piece that is to ride; one that is carried rides as the counter that carries it."""
    mover, side = carrier_of(piece, state), piece.side
    moved_by = state.recall(MOVED_BY, mover.id) or ""
    way = (piece.place, *order.path)
    return RailFacts(
        mover.unit,
        phase=state.moment.phase,
        is_phasing=side == state.phasing,
        hexes=hexes,
        on_rail=is_rail_hex(piece.place, rules),
        ends_on_rail=_may_end(order.path[-1], rules),
        traces_to_yard=not rules.has_prohibitions("rail") or piece.place in hexes_with_yard(side, state, rules),
        strategic=order.mode == STRATEGIC,
        left=rail_mps_left(mover, state, rules),
        ridden=state.recall(RAIL_RIDDEN, mover.id) or 0,
        moved_otherwise=bool(moved_by) or bool(mps_spent(mover.id, state)),
        is_admin=moved_by == ADMIN,
        beside_enemy=moved_by == ADMIN and any(is_beside_enemy(ref, side, state, rules) for ref in way),
        side=side,
        leaving=_leaving(way[:-1], side, state, rules),
        situation=circumstances_of(mover, state, rules),
    )


def _leaving(hexes: Iterable[Hex], side: Side, state: GameState, rules: Ruleset) -> tuple[Leaving, ...]:
    costs = leaving_costs(side, state, rules)
    return tuple(costs[ref] for ref in hexes if ref in costs) if costs else ()


def _may_end(ref: Hex, rules: Ruleset) -> bool:
    """Whether a ride may end in a hex: on rails, and not at sea on a ferry."""
    return is_rail_hex(ref, rules) and rules.board.has_land(ref)


# --- what it counts against the nets ---------------------------------------------------------------------------------


@frozen
class Charges:
    """What a piece comes to count against nets for a ride.

    Attributes:
        totals: net -> REs, with those that it has counted in the turn before.
        needs: net -> REs in addition to those.
        is_low: whether the ride uses a low-volume line.
    """

    totals: Mapping[str, Fraction]
    needs: Mapping[str, Reckoning]
    is_low: bool


def _nets_used(way: Sequence[Hex], side: Side, state: GameState, rules: Ruleset) -> dict[str, bool]:
    """The nets that a way uses, and on each whether by a low-volume line or a ferry; hexes at sea lie on none."""
    nets, links, index = nets_of(side, state, rules), rail_map(rules), rules.board.index
    found: dict[str, bool] = {}
    for a, b in pairwise(way):
        low = links.kind(index[a], index[b]) in (LOW, FERRY)
        for net in {nets.get(ref, "") for ref in (a, b) if rules.board.has_land(ref)}:
            found[net] = found.get(net, False) or low
    return dict(sorted(found.items()))


def charged_on(piece_id: str, state: GameState) -> dict[str, Fraction]:
    """REs that a piece has counted in this player turn, by net."""
    tail = on_net("", piece_id)
    charged = state.all_facts(RAIL_USED)
    return {name.removesuffix(tail): re for name, re in charged.items() if name.endswith(tail)}


def reckon_count(piece: Piece, low: bool, state: GameState, rules: Ruleset) -> Reckoning:
    """REs that a piece counts on a net."""
    carried = carrier_of(piece, state) is not piece and rules.reads("14I2-loaded-counter", "both")
    is_double = re_for("transport", piece.unit, rules.types) > re_size(piece.unit, rules.types)
    use = RailUse(piece.unit, (LOW,) if low else (), counter_with_load=carried and not is_double)
    return reckon_capacity_use(use, rules)


@rule("FoF 7A4", "SF 7A3", "SF 7A4", "SF 37A2")
def reckon_charges(piece: Piece, way: Sequence[Hex], state: GameState, rules: Ruleset) -> Charges:
    """What a piece comes to count for a ride along a way: once a turn on each net, more where a line is low-volume."""
    used, charged = _nets_used(way, piece.side, state, rules), charged_on(piece.id, state)
    is_low = any(used.values())
    that_net = rules.reads("7A3-low-volume-nets", "that-net")
    anywhere = not that_net and (is_low or state.recall(LOW_VOLUME_USED, piece.id) is True)
    totals, needs = dict[str, Fraction](), dict[str, Reckoning]()
    for net in dict.fromkeys((*used, *(charged if anywhere else ()))):
        counts, before = reckon_count(piece, anywhere or used.get(net, False), state, rules), charged.get(net, ZERO)
        totals[net] = max(counts.value, before)
        needs[net] = counts.at_least(before, "counted before").minus(before, "of these") if before else counts
    return Charges(totals, needs, is_low)


def _rule_on_capacity(pieces: Sequence[Piece], way: Sequence[Hex], state: GameState, rules: Ruleset) -> Ruling:
    needs: dict[str, Fraction] = {}
    ruling, side = Ruling.allow(), pieces[0].side
    for piece in pieces:
        charges = reckon_charges(piece, way, state, rules)
        for net, charge in charges.needs.items():
            needs[net] = needs.get(net, ZERO) + charge.value
        ruling &= _rule_on_late_low_volume(piece, charges, state, rules)
    for net, more in needs.items():
        ruling &= _rule_on_net(net, more, side, state, rules) if any(needs.values()) else Ruling.allow()
    return ruling


def _rule_on_net(net: str, needs: Fraction, side: Side, state: GameState, rules: Ruleset) -> Ruling:
    if not net:
        return Ruling.refuse(f"the way leads over no rail net of the {side} player", rules.cite("rail-nets"))
    capacity = reckon_net_capacity(net, side, state, rules)
    load = rule_on_load(NetLoad(needs, capacity.value, capacity_used(net, state, rules), net), rules)
    return evolve(load, caveats=capacity.caveats)


def _rule_on_late_low_volume(piece: Piece, charges: Charges, state: GameState, rules: Ruleset) -> Ruling:
    """A unit that has been counted already and takes a low-volume line later (an open point)."""
    late = charges.is_low and bool(charged_on(piece.id, state)) and state.recall(LOW_VOLUME_USED, piece.id) is not True
    if not late:
        return Ruling.allow()
    resting = rules.resting("7A3-late-low-volume")
    barred = rules.reads("7A3-late-low-volume", "refused")
    why = f"{piece.id} has been counted without a low-volume line in this turn, and may not use one now"
    return Ruling(rests_on=resting) & Ruling.refuse_if(barred, why, rules.cite("rail-capacity"))


# --- whether the order may be given ----------------------------------------------------------------------------------


@rule("FoF 7A", "FoF 7A2", "FoF 7A4", "SF 7A", "SF 7A1", "SF 7A2", "SF 7A3")
def rule_on_rail_move(order: RailMove, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may give this order: every rule against it, for every unit."""
    ruling = rule_on_group(order.units, player, state, rules)
    if ruling.allowed:
        ruling &= _rule_on_form(order, rules)
    if not ruling.allowed:
        return ruling
    pieces = tuple(state.piece(piece_id) for piece_id in with_load(order.units, state))
    hexes = gather_hexes(order, state, rules)
    for piece in pieces:
        ruling &= rule_on_rail(gather_rail(piece, order, hexes, state, rules), rules)
        ruling &= rule_on_mover(piece, state, rules)
    ruling &= _rule_on_rearguards(order, hexes, state, rules) & rule_on_going(pieces, order.path, state, rules)
    return ruling & _rule_on_capacity(pieces, (pieces[0].place, *order.path), state, rules)


def _rule_on_form(order: RailMove, rules: Ruleset) -> Ruling:
    by = rules.cite("7A")
    if order.mode not in MODES:
        return Ruling.refuse(f"there is no mode of rail movement '{order.mode}'", by, possible=" or ".join(MODES))
    strange = [ref for ref in order.path if ref not in rules.board.index]
    if strange or not order.path:
        why = f"{subject(strange, 'is', 'are')} not on the map" if strange else "the order names no hex to ride to"
        return Ruling.refuse(why, by)
    gaps = [(a, b) for a, b in pairwise(order.path) if a == b or not rules.board.is_adjacent(a, b)]
    every = "name every hex of the way"
    return Ruling.all(Ruling.refuse(f"{a} and {b} do not adjoin", by, possible=every) for a, b in gaps)


def rule_on_mover(piece: Piece, state: GameState, rules: Ruleset) -> Ruling:
    """What has nothing to do with rails: the piece's duties, what it has done, and contributed rules on its moves."""
    facts = gather_move(piece, state, rules, one_hex=False)
    is_admin = facts.moved_by == ADMIN
    points = is_marker(piece.unit, rules.types) and piece.unit.type != RESOURCE_POINT
    why = f"{label(piece.unit)} does not ride by itself"
    facts = evolve(facts, phase=MOVEMENT, is_phasing=True, is_overland=False, is_admin=is_admin)
    ruling = rule_on_movement(facts, rules)
    return ruling & Ruling.refuse_if(points, why, rules.cite("7A"), possible="let a unit carry it")


def _rule_on_rearguards(order: RailMove, hexes: Sequence[RailHex], state: GameState, rules: Ruleset) -> Ruling:
    """Whether the pieces that the order names to stay behind negate the ZOCs in hexes of the way."""
    player, going = state.piece(order.units[0]).side, with_load(order.units, state)
    able = {p.id for there in hexes for p in rearguards_in(Hex(there.name), player, going, state, rules)}
    way = {there.name for there in hexes}
    idle = {name: _why_idle(state.piece(name), going, way, state) for name in order.stays if name not in able}
    possible = "name units with a defense above 0 that began the phase in a hex of the way and stay there"
    return Ruling.all(
        Ruling.refuse(f"{name} can hold no ZOC at bay on the way: {why}", rules.cite("7A"), possible=possible)
        for name, why in idle.items()
    )


def _why_idle(piece: Piece, going: Sequence[str], way: Collection[str], state: GameState) -> str:
    """Why a piece negates no ZOC for those that ride, in words."""
    if piece.id in going:
        return "it rides itself"
    if piece.place not in way:
        return f"it is in {piece.place}"
    if piece.unit.defense <= 0:
        return "its defense strength is 0"
    return "it is no unit of the side that stays there all phase"


# --- carrying it out -------------------------------------------------------------------------------------------------


@rule("FoF 7A", "FoF 7A2", "FoF 7A4", "SF 7A", "SF 7A1", "SF 7A2", "SF 7A3")
def carry_out_rail_move(order: RailMove, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Ride hex by hex; each unit pays its MPs, counts against the nets, and has no ZOC until it gets off.

    Where a rule lets others react, they may do so after each hex, as with other movement; a ride that cannot go on
    ends. Raises IllegalOrder.
    """
    rule_on_rail_move(order, player, state, rules).require(f"rail movement of {', '.join(order.units)}")
    origin = state.piece(order.units[0]).place
    going = with_load(order.units, state)
    ledgers = _ledgers(order, going, state, rules)
    state = _board_train(order, going, state, rules)
    for number, ref in enumerate(order.path):
        here = state.piece(going[0]).place
        entered = _ride_on(going, ref, order, state, rules)
        entered = change_by_leaving(entered, here, rules) if number == 0 else entered
        state = yield from openings_in(ref, entered, rules)
        if state is entered:
            continue
        going = tuple(i for i in going if i in state.pieces and state.piece(i).place == ref)
        rest = evolve(order, units=going, path=order.path[number + 1 :])
        if not going or not rest.path or not rule_on_rail_move(rest, player, state, rules).allowed:
            break
    state = _leave_train(going, order, state, rules)
    end = state.piece(going[0]).place if going else origin
    text = f"{', '.join(order.units)}: {origin} to {end} by {'strategic rail' if order.mode == STRATEGIC else 'rail'}"
    by = (rules.cite("strategic-rail" if order.mode == STRATEGIC else "operational-rail"),)
    return (yield from record(Event(text, by, state, "rode", ledgers)))


def _ledgers(
    order: RailMove, going: Sequence[str], state: GameState, rules: Ruleset
) -> tuple[tuple[str, Reckoning], ...]:
    """What the ride costs each unit, and what it counts on each net."""
    pieces = [state.piece(piece_id) for piece_id in going]
    way, found = (pieces[0].place, *order.path), list[tuple[str, Reckoning]]()
    for piece in pieces if order.mode == OPERATIONAL else ():
        found.append((f"{piece.id}: MPs", _cost_of(piece, way, state, rules)))
    for net in _nets_used(way, pieces[0].side, state, rules):
        by = rules.cite("rail-capacity")
        needs = [(p.id, reckon_charges(p, way, state, rules).needs[net]) for p in pieces]
        found.append((f"REs of the {net} net", Reckoning.total("REs", needs, by)))
    return tuple(found)


def _cost_of(piece: Piece, way: Sequence[Hex], state: GameState, rules: Ruleset) -> Reckoning:
    """MPs that a piece pays for a ride along a way; hex by hex where contributed rules look at the hexes left."""
    mover = carrier_of(piece, state)
    situation, ridden = circumstances_of(mover, state, rules), state.recall(RAIL_RIDDEN, mover.id) or 0
    if not rules.has_modifiers("rail cost"):
        left = _leaving(way[:-1], piece.side, state, rules)
        return reckon_ride(Ride(mover.unit, len(way) - 1, ridden, leaving=left, situation=situation), rules)
    steps = (
        Ride(
            mover.unit,
            1,
            ridden + n,
            here,
            leaving=_leaving((here,), piece.side, state, rules),
            situation=situation,
        )
        for n, here in enumerate(way[:-1])
    )
    return Reckoning.total("MPs", [(ride.leaves, reckon_ride(ride, rules)) for ride in steps])


def _board_train(order: RailMove, going: Sequence[str], state: GameState, rules: Ruleset) -> GameState:
    """The state as units start to ride: they have no ZOC, and those that hold ZOCs at bay have the duty to stay."""
    origin, side = state.piece(going[0]).place, state.piece(going[0]).side
    way = (origin, *order.path)
    beside = any(is_beside_enemy(ref, side, state, rules) for ref in way)
    for ref in way:
        state = _oblige(ref, side, going, order.stays, state, rules)
    for piece_id in going:
        if state.recall(LOST_ZOC, piece_id) is None:
            state = state.noting(LOST_ZOC, piece_id, LOST)
        if beside:
            state = state.noting(BESIDE_ENEMY, piece_id, True)
    return state


@rule("FoF 7A", "SF 7A")
def _oblige(
    ref: Hex, side: Side, going: Sequence[str], named: Collection[str], state: GameState, rules: Ruleset
) -> GameState:
    """The state with the duty of a unit to stay in a hex of an enemy ZOC, where a ride relies on it."""
    if not enemy_zoc(ref, side, state, rules):
        return state
    able = rearguards_in(ref, side, going, state, rules)
    chosen = [p for p in able if p.id in named] or list(able[:1])
    for piece in chosen:
        if state.stays(piece.id) is None:
            because = f"{subject(going, 'rides', 'ride')} through {ref} in an enemy ZOC"
            duty = Obligation("stays in its hex for the whole phase", because, (rules.cite("7A"),))
            state = state.noting(STAYS, piece.id, duty)
    return state


def _ride_on(going: Sequence[str], ref: Hex, order: RailMove, state: GameState, rules: Ruleset) -> GameState:
    """The state after units have ridden to the next hex."""
    for piece_id in going:
        piece = state.piece(piece_id)
        way = (piece.place, ref)
        charges = reckon_charges(piece, way, state, rules)
        for net, total in charges.totals.items():
            state = state.noting(RAIL_USED, on_net(net, piece_id), total) if total else state
        state = state.noting(LOW_VOLUME_USED, piece_id, True) if charges.is_low else state
        if order.mode == OPERATIONAL:
            state = _pay(piece, _cost_of(piece, way, state, rules).value, state, rules)
    for piece_id in going:
        state = state.moved(piece_id, ref)
    return state


def _pay(piece: Piece, mps: Fraction, state: GameState, rules: Ruleset) -> GameState:
    """The state after a piece has paid for a hex; how it moved before, or that it has worked, is not forgotten."""
    before, spent = state.recall(MOVED_BY, piece.id), mps_spent(piece.id, state)
    state = state.noting(MPS_SPENT, piece.id, spent + mps)
    if before is None:
        state = state.noting(MOVED_BY, piece.id, REGULAR if spent else RAIL)
    if not loses_fractions(rules):
        return state
    return state.noting(RAIL_RIDDEN, piece.id, (state.recall(RAIL_RIDDEN, piece.id) or 0) + 1)


def _leave_train(going: Sequence[str], order: RailMove, state: GameState, rules: Ruleset) -> GameState:
    """The state after units have got off: they have their ZOCs again, and take what these alone cover."""
    for piece_id in going if order.mode == STRATEGIC else ():
        state = state.noting(STRATEGIC_RAIL, piece_id, True).noting(MOVED_BY, piece_id, RAIL)
    riding = [i for i in going if state.recall(LOST_ZOC, i) == LOST]
    state = state.forgetting(LOST_ZOC, *riding) if riding else state
    if not going:
        return state
    return gain_by_entry(state, [state.piece(i) for i in going], state.piece(going[0]).place, rules)
