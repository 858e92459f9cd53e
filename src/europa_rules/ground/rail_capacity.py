"""Rail capacity on the board (FoF 7A4, SF 7A3, 7A4): nets, yards, and what a side has left to move there.

Needs the state of the game; gives the net of a hex, a side's yards, capacity and what of it is used, and carries out
the orders to raise a net's capacity for a player turn and to build it up for good.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import cast

from attrs import evolve, frozen

from europa_rules.citations import rule
from europa_rules.contributions import ALWAYS, Gate, StepContribution
from europa_rules.errors import unknown
from europa_rules.ground.facts import RAIL_CAPACITY, RAIL_POINTS, RAIL_RAISED, RAIL_USED, on_net
from europa_rules.ground.isolation import is_judged, isolated_hexes
from europa_rules.ground.ownership import HexGained, hex_owner
from europa_rules.ground.rail_lines import connected_hexes, is_rail_hex, lets_line_through, rail_hexes
from europa_rules.ground.rail_nets import (
    CAPACITIES,
    Building,
    Increase,
    NetShare,
    Yard,
    described_yard,
    reckon_capacity_after_loss,
    reckon_gain,
    reckon_increase_cost,
    reckon_most_increase,
    rule_on_building,
    rule_on_increase,
    rule_on_yard,
)
from europa_rules.ground.supply_lines import elements
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.numbers import ZERO, show
from europa_rules.permissions import Ruling
from europa_rules.procedure import Event, Procedure, opening, record
from europa_rules.remembered import remembered
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import GameState, Piece

NETS = "rail nets"
"""Slot of sources: each value is a function (side, state, rules) -> the net of every hex that lies in one."""

Nets = Callable[[Side, GameState, Ruleset], Mapping[Hex, str]]

LOST_THIS_TURN = "rail capacity lost"
"""Slot of sources: each value is a function (net, side, state, rules) -> REs of a net that a side loses in a turn."""

Lost = Callable[[str, Side, GameState, Ruleset], Reckoning]
RESOURCE_POINT = "resource_point"


# --- nets and yards --------------------------------------------------------------------------------------------------


def nets_of(side: Side, state: GameState, rules: Ruleset) -> Mapping[Hex, str]:
    """The net of every hex that lies in one of a side's; {} in a game that names no nets."""
    found: dict[Hex, str] = {}
    sources = rules.sources(NETS)
    if len(sources) == 1:
        return cast(Nets, sources[0].value)(side, state, rules)
    for source in sources:
        found.update(cast(Nets, source.value)(side, state, rules))
    return found


@rule("FoF 7A4", "SF 7A4")
def net_at(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> str:
    """The net that a hex belongs to for a side, or "".

    >>> from europa_rules import load
    >>> from europa_rules.position import parse_position
    >>> from europa_rules.sides import AXIS
    >>> rules = load("sf")
    >>> net_at(Hex("26:2422"), AXIS, parse_position("26:2422 ge 7-6 Inf XX", rules), rules)
    'Mainland Italy'
    """
    return nets_of(side, state, rules).get(ref, "")


def gather_yard(ref: Hex, rules: Ruleset) -> Yard:
    """What the board says about a hex that may be a marshaling yard."""
    board = rules.board
    cities, ports = (city.size for city in board.cities(ref)), (port.size for port in board.ports(ref))
    return described_yard(cities, ports, is_rail_hex(ref, rules), board.district(ref))


@rule("FoF 7A1", "SF 7A")
@remembered()
def yards(rules: Ruleset) -> tuple[Hex, ...]:
    """Every rail marshaling yard of the board."""
    return tuple(ref for ref in rail_hexes(rules) if rule_on_yard(gather_yard(ref, rules), rules).allowed)


def yards_of(side: Side, state: GameState, rules: Ruleset, net: str = "") -> tuple[Hex, ...]:
    """The yards that a side owns, on one net or on all."""
    nets = nets_of(side, state, rules) if net else {}
    owned = (ref for ref in yards(rules) if hex_owner(ref, state, rules) == side)
    return tuple(ref for ref in owned if not net or nets.get(ref) == net)


@rule("FoF 7A1", "SF 7A")
def connected_yards(net: str, side: Side, state: GameState, rules: Ruleset) -> tuple[tuple[Hex, ...], ...]:
    """The yards of a side on a net that rail lines connect and that are not isolated, in groups of two and more."""
    if _is_too_weak(net, side, state, rules):
        return ()
    isolated = isolated_hexes(side, state, rules) if is_judged(rules) else frozenset()
    waiting = [ref for ref in yards_of(side, state, rules, net) if ref not in isolated]
    passable = frozenset(ref for ref in rail_hexes(rules) if lets_line_through(ref, side, state, rules))
    groups: list[tuple[Hex, ...]] = []
    while waiting:
        together = connected_hexes(waiting[0], passable, side, state, rules) | {waiting[0]}
        group = tuple(ref for ref in waiting if ref in together)
        waiting = [ref for ref in waiting if ref not in together]
        groups += [group] if len(group) > 1 else []
    return tuple(groups)


def _is_too_weak(net: str, side: Side, state: GameState, rules: Ruleset) -> bool:
    """Whether the limit on supply lines of weak nets is read as barring yards from being connected (SF 12B3)."""
    if not rules.reads("7A4b-building-from-nothing", "yes"):
        return False
    least = max((element.least_capacity for element in elements(rules).values()), default=0)
    return reckon_net_capacity(net, side, state, rules).value < least


# --- capacity --------------------------------------------------------------------------------------------------------


def net_names(rules: Ruleset) -> dict[str, str]:
    """The name of every net of the chart -> its row; {} in a game without the chart."""
    if CAPACITIES not in rules.charts:
        return {}
    chart = rules.charts[CAPACITIES]
    return {chart.text("rows", row, "name").value: row for row in chart.rows("rows")}


def permanent_capacity(net: str, side: Side, state: GameState, rules: Ruleset) -> Reckoning:
    """A side's permanent capacity on a net (REs). Raises UnknownName for a net there is not."""
    capacity = _permanent_capacity(net, side, state, rules)
    for point in rules.resting("7A1-rail-nets"):
        capacity = capacity.noting(rests_on=point)
    return capacity


def _permanent_capacity(net: str, side: Side, state: GameState, rules: Ruleset) -> Reckoning:
    by, kept = rules.cite("rail-nets"), state.recall(RAIL_CAPACITY, on_net(net, side))
    if kept is not None:
        return Reckoning.of(kept, "capacity now", by)
    rows = net_names(rules)
    if net not in rows:
        raise unknown("rail net", net, rows)
    cell = rules.charts[CAPACITIES].find_number("rows", rows[net], side.lower())
    if cell is None:
        return Reckoning.of(ZERO, "no capacity on this net", by)
    return Reckoning.of(cell.value, "capacity at start", by).noting(caveat=cell.caveat)


@rule("FoF 7A4", "SF 7A3", "SF 7A4", "FoF 3C4", "SF 3C4")
def reckon_net_capacity(net: str, side: Side, state: GameState, rules: Ruleset) -> Reckoning:
    """REs that a side can use of a net in this turn, raises for the turn included.

    >>> from europa_rules import load
    >>> from europa_rules.position import parse_position
    >>> from europa_rules.sides import ALLIED
    >>> rules = load("fof")
    >>> reckon_net_capacity("Allied", ALLIED, parse_position("17A:1604 fr 5-6 Inf XX", rules), rules).value
    Fraction(10, 1)
    """
    usable = reckon_usable_capacity(net, side, state, rules)
    raised = state.recall(RAIL_RAISED, on_net(net, side))
    return usable.plus(raised, "raised for this turn", rules.cite("capacity-increase")) if raised else usable


def reckon_usable_capacity(net: str, side: Side, state: GameState, rules: Ruleset) -> Reckoning:
    """REs that a side can use of a net in this turn before raises: what bombing and the like leave."""
    share = NetShare(side, net, {"turn": str(state.moment.turn)})
    usable = rules.modify(permanent_capacity(net, side, state, rules), "rail capacity", share)
    for source in rules.sources(LOST_THIS_TURN):
        lost = cast(Lost, source.value)(net, side, state, rules)
        usable = usable.minus(lost.value, lost.lines[0].why, *lost.citations) if lost.value else usable
    return usable.at_least(ZERO, "never below 0", rules.cite("rail-capacity")) if usable.value < 0 else usable


@rule("SF 7A3", "FoF 7A4")
def capacity_used(net: str, state: GameState, rules: Ruleset) -> Fraction:
    """REs of a net that have been used in this player turn, every unit counted once.

    Raises UnknownName for a net there is not.
    """
    if net not in net_names(rules):
        raise unknown("rail net", net, net_names(rules))
    head = on_net(net, "")
    return sum((re for who, re in state.all_facts(RAIL_USED).items() if who.startswith(head)), ZERO)


def capacity_left(net: str, side: Side, state: GameState, rules: Ruleset) -> Fraction:
    """REs of a net that a side may still use in this player turn."""
    return reckon_net_capacity(net, side, state, rules).value - capacity_used(net, state, rules)


@rule("SF 7A4c")
def lose_capacity(facts: HexGained, state: GameState, rules: Ruleset) -> GameState:
    """The state after a side has lost a yard; with its last on a net goes its capacity there (slot "hex gained")."""
    if facts.hex not in yards(rules) or facts.before not in rules.variant.sides:
        return state
    side, after = facts.before, state.owned({facts.hex: facts.owner})
    net = net_at(facts.hex, side, after, rules)
    if not net:
        return after
    capacity = permanent_capacity(net, side, after, rules)
    left = reckon_capacity_after_loss(capacity.value, len(yards_of(side, after, rules, net)), rules)
    if left.value == capacity.value:
        return after
    return after.forgetting(RAIL_RAISED, on_net(net, side)).noting(RAIL_CAPACITY, on_net(net, side), left.value)


@rule("SF 7A4b")
def may_build_capacity(side: Side, state: GameState, rules: Ruleset) -> bool:
    """Whether a side has resource points at connected yards of a net with which to build up capacity."""
    pieces = [p for p in state.pieces.values() if p.side == side and p.unit.type == RESOURCE_POINT]
    nets = {net_at(piece.place, side, state, rules) for piece in pieces} - {""}
    return any(rule_on_build_capacity(BuildRailCapacity(net, 1), side, state, rules).allowed for net in sorted(nets))


@rule("SF 7A4b")
def begin_building_capacity(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The phasing player may build up rail capacity; nobody is asked who has no points at yards."""
    if not may_build_capacity(state.phasing, state, rules):
        return state
    return (yield from opening("initial phase", (state.phasing,), (rules.cite("capacity-building"),), state))


def building_step(by: str, gate: Gate = ALWAYS) -> StepContribution:
    """The step that a variant contributes in which rail capacity is built. by: the rule in its book."""
    return StepContribution(
        "new rail capacity", "player turn", begin_building_capacity, by=by, after="new construction", gate=gate
    )


# --- orders ----------------------------------------------------------------------------------------------------------


@frozen
class RaiseRailCapacity:
    """The order to raise a net's capacity for this player turn.

    Attributes:
        net: the name of the net.
        points: resource points to spend; they are taken from yards of the net.
    """

    net: str
    points: int = 1


@frozen
class BuildRailCapacity:
    """The order to build up a net's capacity for good.

    Attributes:
        net: the name of the net.
        points: resource points to spend; they are taken from yards of the net.
    """

    net: str
    points: int


def _points_at(refs: Iterable[Hex], side: Side, state: GameState) -> tuple[Piece, ...]:
    there = (piece for ref in refs for piece in state.friends_at(ref, side))
    return tuple(piece for piece in there if piece.unit.type == RESOURCE_POINT)


def _count(pieces: Iterable[Piece]) -> int:
    return sum(piece.unit.points or 1 for piece in pieces)


def _take_points(count: int, pieces: Sequence[Piece], state: GameState) -> GameState:
    """The state after resource points have been spent, counter by counter."""
    for piece in pieces:
        taken = min(count, piece.unit.points or 1)
        count -= taken
        left = (piece.unit.points or 1) - taken
        rest = evolve(piece, unit=evolve(piece.unit, points=left))
        if taken:
            state = state.with_piece(rest) if left else state.without(piece.id)
    return state


def _rule_on_net(net: str, points: int, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    by, known = rules.cite("rail-nets"), net_names(rules)
    ruling = Ruling.refuse_if(
        net not in known, f"there is no rail net '{net}'", by, possible=f"one of {', '.join(known) or 'none'}"
    )
    mine = player == state.phasing
    ruling &= Ruling.refuse_if(not mine, "only the phasing player spends points on rail capacity", by)
    return ruling & Ruling.refuse_if(points < 1, f"{points} resource points buy nothing", by)


def gather_increase(order: RaiseRailCapacity, player: Side, state: GameState, rules: Ruleset) -> Increase:
    """What the board says about a raise: as many REs as the points buy, and no more than may be raised."""
    groups = connected_yards(order.net, player, state, rules)
    there = [ref for group in groups for ref in group]
    facts = Increase(
        reckon_usable_capacity(order.net, player, state, rules).value,
        yards=max(map(len, groups), default=len(yards_of(player, state, rules, order.net)[:1])),
        points_at_yards=_count(_points_at(there, player, state)) >= order.points,
        points=order.points,
        raised=_raised(order.net, player, state),
    )
    return evolve(facts, by=_bought(order.points, facts, rules))


def _raised(net: str, side: Side, state: GameState) -> Fraction:
    raised = state.recall(RAIL_RAISED, on_net(net, side))
    return ZERO if raised is None else raised


def _bought(points: int, facts: Increase, rules: Ruleset) -> Fraction:
    """REs that points buy: no more than may be had, unless fewer points would buy as much."""
    if not reckon_increase_cost(1, rules).value:
        return Fraction(points)
    most = reckon_most_increase(facts, rules).value
    bought = points * Fraction(rules.charts[CAPACITIES].number("increase", "re_per_point").value)
    return bought if reckon_increase_cost(most, rules).value < points else min(bought, most)


@rule("SF 7A4a")
def rule_on_raise(order: RaiseRailCapacity, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may raise a net's capacity so: in his movement phase, with points at connected yards."""
    ruling = _rule_on_net(order.net, order.points, player, state, rules)
    if not ruling.allowed:
        return ruling
    late = Ruling.refuse_if(
        state.moment.phase != "movement", "capacity is raised in the movement phase", rules.cite("capacity-increase")
    )
    return late & rule_on_increase(gather_increase(order, player, state, rules), rules)


@rule("SF 7A4a")
def carry_out_raise(order: RaiseRailCapacity, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Raise a net's capacity for this player turn. Raises IllegalOrder."""
    rule_on_raise(order, player, state, rules).require(f"raise of the {order.net} net")
    facts = gather_increase(order, player, state, rules)
    there = [ref for group in connected_yards(order.net, player, state, rules) for ref in group]
    state = _take_points(order.points, _points_at(there, player, state), state)
    state = state.noting(RAIL_RAISED, on_net(order.net, player), Fraction(facts.raised) + Fraction(facts.by))
    capacity = reckon_net_capacity(order.net, player, state, rules)
    text = f"{order.net}: rail capacity raised by {show(Fraction(facts.by))} REs to {show(capacity.value)} this turn"
    by = (rules.cite("capacity-increase"),)
    return (yield from record(Event(text, by, state, "rail capacity raised", (("capacity", capacity),))))


def gather_building(order: BuildRailCapacity, player: Side, state: GameState, rules: Ruleset) -> Building:
    """What the board says about capacity that is to be built."""
    groups = connected_yards(order.net, player, state, rules)
    there = [ref for group in groups for ref in group]
    return Building(
        order.points,
        yards=max(map(len, groups), default=len(yards_of(player, state, rules, order.net)[:1])),
        points_at_yards=_count(_points_at(there, player, state)) >= order.points,
        phase=state.moment.phase,
        spent=int(state.recall(RAIL_POINTS, on_net(order.net, player)) or 0),
        capacity=permanent_capacity(order.net, player, state, rules).value,
        is_phasing=player == state.phasing,
    )


@rule("SF 7A4b")
def rule_on_build_capacity(order: BuildRailCapacity, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may build up a net's capacity so."""
    ruling = _rule_on_net(order.net, order.points, player, state, rules)
    return rule_on_building(gather_building(order, player, state, rules), rules) if ruling.allowed else ruling


@rule("SF 7A4b")
def carry_out_build_capacity(
    order: BuildRailCapacity, player: Side, state: GameState, rules: Ruleset
) -> Procedure[GameState]:
    """Build up a net's capacity for good; there is no ceiling to it. Raises IllegalOrder."""
    rule_on_build_capacity(order, player, state, rules).require(f"building of the {order.net} net")
    facts = gather_building(order, player, state, rules)
    gain, key = reckon_gain(facts, rules), on_net(order.net, player)
    there = [ref for group in connected_yards(order.net, player, state, rules) for ref in group]
    state = _take_points(order.points, _points_at(there, player, state), state)
    state = state.noting(RAIL_POINTS, key, Fraction(facts.spent + order.points))
    state = state.noting(RAIL_CAPACITY, key, Fraction(facts.capacity) + gain.value)
    text = f"{order.net}: rail capacity built up by {show(gain.value)} REs to {show(facts.capacity + gain.value)}"
    by = (rules.cite("capacity-building"),)
    return (yield from record(Event(text, by, state, "rail capacity built", (("gain", gain),))))
