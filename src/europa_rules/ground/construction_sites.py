"""Construction, repair and demolition on the board (rules 7A5, 14A, 17D): orders, sites and steps of the player turn.

Needs the state of the game; gives the facts of work that is ordered, carries it out, and goes on with work under way as
the player turns pass. What the work takes and whether it may be done is reckoned in `construction`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import cast

from attrs import evolve, field, frozen

from europa_rules.agreement import subject
from europa_rules.charts.construction import DEMOLISH, REPAIR
from europa_rules.citations import rule
from europa_rules.ground.armor_proportions import TURNS_OUT
from europa_rules.ground.circumstances import circumstances_of
from europa_rules.ground.construction import (
    AUGMENTATION,
    BRIDGE,
    MAJOR_BRIDGE,
    NORMAL,
    PORT_REBUILD,
    QUICK,
    Augmentation,
    Builder,
    WorkFacts,
    airfields_after,
    cite_work,
    is_quick,
    is_slowed,
    name_work,
    reckon_completion,
    reckon_mps,
    reckon_resource_points,
    reckon_time,
    rule_on_augmentation,
    rule_on_work,
    rule_on_work_site,
)
from europa_rules.ground.facts import (
    AIRBASE_HITS,
    AIRFIELD,
    BRIDGE_DOWN,
    BRIDGE_HITS,
    FORTIFICATION,
    LABOR_USED,
    MOVED_BY,
    MPS_SPENT,
    PORT_DESTROYED,
    PORT_HITS,
    RAIL_BROKEN,
    TEMPORARY_AIRFIELD,
    UNDER_WAY,
    WORKED,
    UnderWay,
    between,
)
from europa_rules.ground.isolation import hexes_with_a_line
from europa_rules.ground.moves import allowance_of, mps_for_work, mps_spent, rule_on_group
from europa_rules.ground.ownership import hex_owner
from europa_rules.ground.resources import points_of
from europa_rules.ground.terrain import is_bridge_down, weather_at
from europa_rules.ground.works import (
    AIRBASE,
    AIRBASE_HIT,
    DESTROYED_PORT,
    FORT,
    PERMANENT,
    PORT,
    PORT_HIT,
    RAIL_HIT,
    RAIL_LINE,
    TEMPORARY,
    airbase_hits,
    airfield_capacity,
    has_temporary_airfield,
    most_port_hits,
    port_hits,
    reckon_air_basing,
    tend,
    tended_hexes,
    things_at,
    work_of,
    works_under_way,
)
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.numbers import HALF, ONE, ZERO, counted
from europa_rules.permissions import Ruling
from europa_rules.procedure import Event, Procedure, opening, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import GameState, Piece
from europa_rules.units import is_construction

LABOR = "civilian labor"
"""Slot of sources: (piece, state, rules) -> hexes of cities whose civilians may help it."""

EFFECTS_OF_OTHERS = "construction effects"
"""Slot of sources, each named after a piece of work of the chart: (hex, side, state, rules) -> the state when done."""

SITES = "sites of work"
"""Slot of sources: (work, hex, side, state, rules) -> the ruling on doing it there, as things stand."""

RuleOnSite = Callable[[str, Hex, Side, GameState, Ruleset], Ruling]
BRIDGE_HIT = "bridge_hit"
_ALL_THINGS = frozenset(
    {AIRBASE, AIRBASE_HIT, BRIDGE_HIT, PORT, PORT_HIT, DESTROYED_PORT, RAIL_LINE, RAIL_HIT, PERMANENT}
)

# --- orders ----------------------------------------------------------------------------------------------------------


def _as_in_chart(work: str) -> str:
    """The name of a piece of work as the chart has it; it may be written with spaces."""
    return work.strip().replace(" ", "_")


@frozen
class Build:
    """The order to build something in the hex where the units are.

    Attributes:
        units: ids of the pieces that build it together: one, or two that speed it up.
        work: what: "fort", "permanent_airfield", "temporary_airfield", "augmentation", "port_rebuild", ...
        pace: "quick" to use civilian labor too, "normal" to forgo quick construction; "" for what the units give.
    """

    units: tuple[str, ...]
    work: str = field(converter=_as_in_chart)
    pace: str = ""


@frozen
class Repair:
    """The order to take one hit of damage off something in the hex where the units are.

    Attributes:
        units: ids of the pieces that repair it: one, or two that pay half each.
        what: "airbase", "port", "rail_line" or "bridge".
        pace: as for `Build`.
        across: the hex on the other side of the bridge.
    """

    units: tuple[str, ...]
    what: str = field(converter=_as_in_chart)
    pace: str = ""
    across: str = ""


@frozen
class Demolish:
    """The order to do one hit of damage to something in the hex where the units are, or to break its rail line.

    Attributes:
        units: ids of the pieces that do it.
        what: "airbase", "port" or "rail_line".
        pace: as for `Build`.
    """

    units: tuple[str, ...]
    what: str = field(converter=_as_in_chart)
    pace: str = ""


WorkOrder = Build | Repair | Demolish

REPAIRS = {AIRBASE: "repair_airbase_hit", PORT: "repair_port_hit", RAIL_LINE: "repair_rail_hit"}
DEMOLITIONS = {AIRBASE: "damage_airbase", PORT: "demolish_port", RAIL_LINE: "break_rail_line"}


def work_ordered(order: WorkOrder, state: GameState, rules: Ruleset) -> str:
    """The row of the construction chart that an order asks for; what no row has is left as it stands."""
    if isinstance(order, Build):
        return order.work
    if isinstance(order, Repair) and order.what == "bridge":
        side = _bridge_of(order, state, rules)
        return MAJOR_BRIDGE if side and "major_river" in rules.board.hexside(*side) else BRIDGE
    return (REPAIRS if isinstance(order, Repair) else DEMOLITIONS).get(order.what, order.what)


def _bridge_of(order: WorkOrder, state: GameState, rules: Ruleset) -> tuple[Hex, Hex] | None:
    """The two hexes of the bridge that an order is about, if they adjoin."""
    here, there = state.piece(order.units[0]).place, Hex(order.across) if isinstance(order, Repair) else Hex("")
    on_board = here in rules.board.index and there in rules.board.index
    return (here, there) if on_board and rules.board.is_adjacent(here, there) else None


def _is_hit(bridge: tuple[Hex, Hex], state: GameState) -> bool:
    """Whether a bridge that stands has taken bombing hits."""
    return not is_bridge_down(*bridge, state) and state.recall(BRIDGE_HITS, between(*bridge)) is not None


# --- from the board --------------------------------------------------------------------------------------------------


def is_in_supply(piece: Piece, state: GameState, rules: Ruleset) -> bool:
    """Whether a piece is in supply, as last judged."""
    return int(circumstances_of(piece, state, rules).get(TURNS_OUT, 0)) == 0


@rule("FoF 14A2", "SF 14A1", "SF 14A1c")
def overland_distances(
    ref: Hex, ends: Sequence[Hex], longest: int, side: Side, state: GameState, rules: Ruleset
) -> dict[Hex, Fraction]:
    """Those of these hexes to which an overland line no longer than so many hexes leads, and its length."""
    near = [end for end in ends if end in rules.board.index and rules.board.distance(ref, end) <= longest]
    found: dict[Hex, Fraction] = {}
    for end in dict.fromkeys(near):
        length = hexes_with_a_line((end,), side, state, rules).get(ref)
        if length is not None and length <= longest:
            found[end] = Fraction(length)
    return found


def longest_overland(ref: Hex, state: GameState, rules: Ruleset) -> int:
    """The longest overland element of a supply line, in hexes, in the weather of a hex."""
    return rules.charts["supply_lines"].whole("rows", "overland", weather_at(ref, state, rules)).value


@rule("FoF 14A2", "SF 14A1")
def resource_points_in_reach(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> tuple[Piece, ...]:
    """A side's resource points to which an overland line leads from a hex, the nearest first."""
    pieces = [p for p in state.pieces.values() if p.side == side and p.unit.type == "resource_point"]
    if not pieces:
        return ()
    longest = longest_overland(ref, state, rules)
    far = overland_distances(ref, [p.place for p in pieces], longest, side, state, rules)
    return tuple(sorted((p for p in pieces if p.place in far), key=lambda p: (far[p.place], p.id)))


HelpingCities = Callable[[Piece, GameState, Ruleset], Sequence[Hex]]


@rule("SF 14A1c")
def labor_in_reach(piece: Piece, state: GameState, rules: Ruleset) -> tuple[Hex, ...]:
    """City hexes whose civilians may help a piece, and help no other now."""
    busy = {work.labor for work in works_under_way(state)} | set(state.all_facts(LABOR_USED))
    givers = [cast(HelpingCities, source.value) for source in rules.sources(LABOR)]
    return tuple(ref for giver in givers for ref in giver(piece, state, rules) if ref not in busy)


def _terrain_of(ref: Hex, rules: Ruleset) -> str:
    overlays = rules.board.overlays(ref)
    return overlays[0] if overlays else rules.board.terrain(ref)


def gather_builder(piece: Piece, state: GameState, rules: Ruleset) -> Builder:
    """What the board says about a piece that is to work."""
    under_way = work_of(piece.id, state)
    return Builder(
        piece.unit,
        piece.id,
        mps_for_work(piece.id, state, rules),
        under_way.work if under_way else state.recall(WORKED, piece.id) or "",
        state.recall(MOVED_BY, piece.id) or "",
        circumstances_of(piece, state, rules),
    )


def _needed_things(rules: Ruleset) -> frozenset[str]:
    return frozenset(name for row in rules.charts.construction.works.values() for name in row.needs)


def gather_work(order: WorkOrder, player: Side, state: GameState, rules: Ruleset) -> WorkFacts:
    """What the board says about work that is ordered. Raises UnknownName for an id that no piece has."""
    pieces = [state.piece(i) for i in order.units]
    ref, work = pieces[0].place, work_ordered(order, state, rules)
    bridge = _bridge_of(order, state, rules)
    is_standing = bridge is not None and _is_hit(bridge, state)
    is_damaged = is_standing or (bridge is not None and is_bridge_down(*bridge, state))
    has = things_at(ref, state, rules) | ({BRIDGE_HIT} if is_damaged else frozenset())
    known = work in rules.charts.construction.works
    costs = reckon_resource_points(work, rules, is_standing=is_standing).value if known else ZERO
    points = sum(points_of(p) for p in (resource_points_in_reach(ref, player, state, rules) if costs else ()))
    return WorkFacts(
        work,
        tuple(gather_builder(piece, state, rules) for piece in pieces),
        terrain=_terrain_of(ref, rules),
        weather=weather_at(ref, state, rules),
        has=has,
        lacks=(_ALL_THINGS | _needed_things(rules)) - has,
        phase=state.moment.phase,
        is_phasing=player == state.phasing,
        in_supply=all(is_in_supply(piece, state, rules) for piece in pieces),
        resource_point_in_reach=points >= costs,
        quick={QUICK: True, NORMAL: False}.get(order.pace),
        has_labor=order.pace == QUICK and bool(labor_in_reach(pieces[0], state, rules)),
        side=player,
        owns_site=all(hex_owner(r, state, rules) == player for r in bridge or (ref,)),
        movement_rating=min(allowance_of(piece, state, rules).value for piece in pieces),
        is_standing=is_standing,
    )


@rule("FoF 14A1", "FoF 14A2", "FoF 14A3", "FoF 17D", "SF 7A5", "SF 14A1", "SF 17D")
def rule_on_work_order(order: WorkOrder, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may give an order to build, repair or demolish: every rule against it."""
    ruling = rule_on_group(order.units, player, state, rules)
    if not ruling.allowed:
        return ruling
    facts = gather_work(order, player, state, rules)
    ruling = _rule_on_order(order, facts, rules) & rule_on_work(facts, rules)
    if facts.work not in rules.charts.construction:
        return ruling
    ref = state.piece(order.units[0]).place
    ruling &= _rule_on_number(facts, rules) & _rule_on_others(facts, ref, state, rules)
    return ruling & rule_on_site(facts.work, ref, player, state, rules)


def rule_on_site(work: str, ref: Hex, side: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether contributed rules let a side do a work in a hex as things stand; a bridge is work in the hex beside."""
    on_site = (cast(RuleOnSite, source.value) for source in rules.sources(SITES))
    return Ruling.all(rule_on(work, ref, side, state, rules) for rule_on in on_site)


@rule("SF 41A")
def rule_on_placing(work: str, ref: Hex, side: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether something may be placed in a hex without a builder: where it could be built (SF 14A1)."""
    has = things_at(ref, state, rules)
    lacks = (_ALL_THINGS | _needed_things(rules)) - has
    facts = WorkFacts(work, (), terrain=_terrain_of(ref, rules), has=has, lacks=lacks, side=side)
    return rule_on_work_site(facts, rules) & rule_on_site(work, ref, side, state, rules)


def _rule_on_order(order: WorkOrder, facts: WorkFacts, rules: Ruleset) -> Ruling:
    by, wanted = rules.cite("14A1"), type(order).__name__.lower()
    row = rules.charts.construction.works.get(facts.work)
    ruling = Ruling.refuse_if(
        order.pace not in ("", QUICK, NORMAL), f"there is no pace '{order.pace}'", by, possible=f"{QUICK} or {NORMAL}"
    )
    return ruling & Ruling.refuse_if(
        row is not None and row.kind != wanted, f"'{facts.work}' is no work to {wanted}", by
    )


def _rule_on_number(facts: WorkFacts, rules: Ruleset) -> Ruling:
    row, workers = rules.charts.construction[facts.work], len(facts.builders)
    most = 2 if is_quick(facts, rules) else 1
    why = f"{workers} units do not {name_work(row)} together; no more than {most} can"
    return Ruling.refuse_if(workers > most, why, rules.cite("quick-construction"), possible="name fewer units")


def _rule_on_others(facts: WorkFacts, ref: Hex, state: GameState, rules: Ruleset) -> Ruling:
    by = cite_work(facts.work, rules)
    same = any(work.hex == ref and work.work == facts.work for work in works_under_way(state))
    ruling = Ruling.refuse_if(same, f"a {facts.work.replace('_', ' ')} is being built in {ref} already", by)
    if facts.work != AUGMENTATION or PERMANENT not in facts.has:
        return ruling
    airfield = airfield_capacity(ref, state, rules)
    other = reckon_air_basing(ref, state, rules).value - airfield
    return ruling & rule_on_augmentation(Augmentation(airfield, other), rules)


# --- carrying it out -------------------------------------------------------------------------------------------------


@rule("FoF 14A1", "FoF 14A2", "FoF 17D", "SF 7A5", "SF 14A1", "SF 17D")
def carry_out_work(order: WorkOrder, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Build, repair or demolish: pay for it, and have it at once or begin the work. Raises IllegalOrder."""
    rule_on_work_order(order, player, state, rules).require(f"work of {', '.join(order.units)}")
    facts = gather_work(order, player, state, rules)
    row = rules.charts.construction[facts.work]
    ref = state.piece(order.units[0]).place
    labor = _labor_used(order, facts, state, rules)
    if labor:
        state = state.noting(LABOR_USED, labor, order.units[0])
    costs = reckon_resource_points(facts.work, rules, is_standing=facts.is_standing)
    spent = _points_spent(int(costs.value), ref, player, state, rules)
    state = spend_resource_points(int(costs.value), ref, player, state, rules)
    if row.by_turns:
        return (yield from _begin_work(order, facts, labor, spent, state, rules))
    return (yield from _work_by_mps(order, facts, state, rules))


def _labor_used(order: WorkOrder, facts: WorkFacts, state: GameState, rules: Ruleset) -> str:
    """The city hex whose civilians take the place of the second unit, or ""."""
    alone = evolve(facts, has_labor=False)
    if not facts.has_labor or is_quick(alone, rules):
        return ""
    return labor_in_reach(state.piece(order.units[0]), state, rules)[0]


def spend_resource_points(count: int, ref: Hex, side: Side, state: GameState, rules: Ruleset) -> GameState:
    """The state after a side has spent resource points within reach of a hex, the nearest first."""
    for piece in resource_points_in_reach(ref, side, state, rules) if count else ():
        taken = min(count, points_of(piece))
        count -= taken
        left = points_of(piece) - taken
        rest = evolve(piece, unit=evolve(piece.unit, points=left))
        state = state.with_piece(rest) if left else state.without(piece.id)
        if not count:
            break
    return state


def _points_spent(count: int, ref: Hex, side: Side, state: GameState, rules: Ruleset) -> str:
    """The resource points that work in a hex costs, in words: how many, and of which pieces; "" for none."""
    if not count:
        return ""
    taken, left = [], count
    for piece in resource_points_in_reach(ref, side, state, rules):
        taken += [piece.id] if left > 0 else []
        left -= points_of(piece)
    return f"{counted(count, 'resource point')} of {', '.join(taken)}"


def _begin_work(
    order: WorkOrder, facts: WorkFacts, labor: str, spent: str, state: GameState, rules: Ruleset
) -> Procedure[GameState]:
    time, ref = reckon_time(facts, rules), state.piece(order.units[0]).place
    pace = HALF if is_slowed(facts, rules) else ONE
    work = UnderWay(facts.work, ref, facts.side, order.units, time.value * pace, pace, time.value < 1, labor)
    state = state.noting(UNDER_WAY, order.units[0], work)
    for piece_id in order.units:
        state = state.noting(WORKED, piece_id, facts.work)
    done = reckon_completion(state.moment.turn, facts, rules)
    words = facts.work.replace("_", " ")
    text = f"{subject(order.units, 'begins', 'begin')} a {words} in {ref}; done in the"
    text += f" {facts.side} {done.phase} phase of {done.turn}{f'; it costs {spent}' if spent else ''}"
    by = tuple(dict.fromkeys((cite_work(facts.work, rules), *((rules.cite("resource-point-cost"),) if spent else ()))))
    plain = (("hex", ref), ("work", facts.work))
    return (yield from record(Event(text, by, state, "work begun", (("turns", time),), plain)))


def _work_by_mps(order: WorkOrder, facts: WorkFacts, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    each, ref = reckon_mps(facts, rules), state.piece(order.units[0]).place
    for piece_id in order.units:
        state = state.noting(MPS_SPENT, piece_id, mps_spent(piece_id, state) + each.value)
    state = apply_work(facts.work, ref, facts.side, state, rules)
    bridge = _bridge_of(order, state, rules)
    if bridge:
        state = state.forgetting(BRIDGE_DOWN, between(*bridge)).forgetting(BRIDGE_HITS, between(*bridge))
    return (yield from _tell_done(facts.work, ref, order.units, state, rules, (("MPs", each),)))


def _tell_done(
    work: str,
    ref: Hex,
    units: Sequence[str],
    state: GameState,
    rules: Ruleset,
    ledgers: tuple[tuple[str, Reckoning], ...] = (),
) -> Procedure[GameState]:
    row = rules.charts.construction[work]
    what = f"{work.replace('_', ' ')} {'done' if row.kind in (REPAIR, DEMOLISH) else 'finished'}"
    text = f"{', '.join(units)}: {what} in {ref}"
    plain = (("hex", ref), ("work", work))
    return (yield from record(Event(text, (cite_work(row.name, rules),), state, "work done", ledgers, plain)))


# --- what work does to a hex -----------------------------------------------------------------------------------------


Effect = Callable[[Hex, Side, GameState, Ruleset], GameState]


def _fort(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> GameState:
    return state.noting(FORTIFICATION, ref, FORT)


def _permanent_airfield(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> GameState:
    state = state.noting(AIRFIELD, ref, rules.charts.construction[PERMANENT].adds)
    before = ("temporary",) if has_temporary_airfield(ref, state) else ()
    return state if "temporary" in airfields_after(before, "permanent") else state.forgetting(TEMPORARY_AIRFIELD, ref)


def _augmentation(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> GameState:
    adds = rules.charts.construction[AUGMENTATION].adds
    return state.noting(AIRFIELD, ref, airfield_capacity(ref, state, rules) + adds)


def _temporary_airfield(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> GameState:
    return state.noting(TEMPORARY_AIRFIELD, ref, side)


def _port_rebuild(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> GameState:
    """The port works again; its hits, as many as it can take, are repaired from now on."""
    return state.forgetting(PORT_DESTROYED, ref).noting(PORT_HITS, ref, most_port_hits(ref, rules))


def hit_airbase(ref: Hex, hits: int, state: GameState, rules: Ruleset) -> GameState:
    """The state after so many hits on the airbase of a hex (taken off, if negative); never more than its capacity."""
    most = int(reckon_air_basing(ref, state, rules).value)
    now = max(0, min(most, airbase_hits(ref, state) + hits))
    return state.noting(AIRBASE_HITS, ref, now) if now else state.forgetting(AIRBASE_HITS, ref)


def hit_port(ref: Hex, hits: int, state: GameState, rules: Ruleset) -> GameState:
    """The state after so many hits on the port of a hex (taken off, if negative); never more than it can take."""
    now = max(0, min(most_port_hits(ref, rules), port_hits(ref, state) + hits))
    return state.noting(PORT_HITS, ref, now) if now else state.forgetting(PORT_HITS, ref)


@rule("SF 7A5")
def break_line(ref: Hex, state: GameState) -> GameState:
    """The state with the rail line of a hex broken."""
    return state.noting(RAIL_BROKEN, ref, True)


EFFECTS: Mapping[str, Effect] = {
    FORT: _fort,
    PERMANENT: _permanent_airfield,
    TEMPORARY: _temporary_airfield,
    AUGMENTATION: _augmentation,
    PORT_REBUILD: _port_rebuild,
    "repair_airbase_hit": lambda ref, _, state, rules: hit_airbase(ref, -1, state, rules),
    "damage_airbase": lambda ref, _, state, rules: hit_airbase(ref, 1, state, rules),
    "repair_port_hit": lambda ref, _, state, rules: hit_port(ref, -1, state, rules),
    "demolish_port": lambda ref, _, state, rules: hit_port(ref, 1, state, rules),
    "repair_rail_hit": lambda ref, _, state, __: state.forgetting(RAIL_BROKEN, ref),
    "break_rail_line": lambda ref, _, state, __: break_line(ref, state),
}


def apply_work(work: str, ref: Hex, side: Side, state: GameState, rules: Ruleset) -> GameState:
    """The state once a piece of work is done; work of plugins does what their sources say."""
    if work in EFFECTS:
        return EFFECTS[work](ref, side, state, rules)
    others = {source.name: cast(Effect, source.value) for source in rules.sources(EFFECTS_OF_OTHERS)}
    return others[work](ref, side, state, rules) if work in others else state


# --- steps of the player turn ----------------------------------------------------------------------------------------


@rule("FoF 14A1", "FoF 14A2", "SF 14A1", "SF 14A1a")
def construct(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The phasing player's work has gone on for a turn; what is done is built."""
    state = tend(tended_hexes(state), state, rules)
    for work in works_under_way(state):
        if work.side == state.phasing:
            state = yield from _go_on(work, state, rules)
    return state


@rule("FoF 14A1", "SF 14A1")
def begin_construction(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The phasing player may begin work that takes turns; nobody is asked who has no construction unit for it."""
    if not _has_builders(state, rules):
        return state
    return (yield from opening("initial phase", (state.phasing,), (rules.cite("14A1"),), state))


def _go_on(work: UnderWay, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    left = work.left - work.pace
    if left <= 0:
        return (yield from _finish(work, state, rules))
    pace = work.pace
    if rules.reads("14A1a-weather-changes", "each-turn"):
        facts = WorkFacts(work.work, weather=weather_at(work.hex, state, rules))
        pace = HALF if is_slowed(facts, rules) else ONE
    return state.noting(UNDER_WAY, work.builders[0], evolve(work, left=left, pace=pace))


def _finish(work: UnderWay, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    state = state.forgetting(UNDER_WAY, work.builders[0])
    state = apply_work(work.work, work.hex, work.side, state, rules)
    return (yield from _tell_done(work.work, work.hex, work.builders, state, rules))


def _has_builders(state: GameState, rules: Ruleset) -> bool:
    """Whether the phasing player has a construction unit on the board that is not at work."""
    busy = {piece_id for work in works_under_way(state) for piece_id in work.builders}
    own = (p for p in state.pieces.values() if p.side == state.phasing and p.place in rules.board.index)
    return any(p.id not in busy and is_construction(p.unit, rules.types) for p in own)


@rule("SF 14A1b", "FoF 14A2")
def finish_quick_work(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """As the movement phase opens, work that takes less than a turn is finished; its builders pay their MPs."""
    state = tend(tended_hexes(state), state, rules)
    for work in works_under_way(state):
        if work.side == state.phasing and work.at_once:
            share = work.left / work.pace
            for piece_id in work.builders:
                mps = allowance_of(state.piece(piece_id), state, rules).value * share
                state = state.noting(MPS_SPENT, piece_id, mps_spent(piece_id, state) + mps)
            state = yield from _finish(work, state, rules)
    return state


@rule("FoF 14A1", "SF 14A1")
def tidy(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """As a phase ends: work whose builders are gone is lost, and so is a temporary airfield that nobody attends."""
    yield from ()
    return tend(tended_hexes(state), state, rules)
