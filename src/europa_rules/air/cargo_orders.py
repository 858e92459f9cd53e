"""Cargo in an order to fly (rules 20F, 23 and 24C): who carries what with whom, and whether that may be.

Needs an air operation that is ordered; gives the loads, as the board stands, and a ruling on them: on what is carried,
on gliders, on the hex of a drop, and on what was planned.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from attrs import evolve, frozen

from europa_rules.air.airborne import AIR_LANDING as LANDING_UNIT
from europa_rules.air.airborne import Execution, Plan, rule_on_planned_drop
from europa_rules.air.facts import AIR_TRANSPORTED, BASE_SUPPLY, DROP_PLAN, FLOWN, AirOperation
from europa_rules.air.flight_orders import (
    FlightPlan,
    OperationFacts,
    is_used_as_transport,
    way_points,
)
from europa_rules.air.flights import TRANSPORT, mission_named
from europa_rules.air.transport import (
    DROPS,
    MINE,
    RESOURCE,
    SUPPLY,
    CargoUnit,
    Carrier,
    DropHex,
    Lift,
    Load,
    rule_on_capacity,
    rule_on_drop_hex,
    rule_on_load,
)
from europa_rules.citations import rule
from europa_rules.ground.battleground import ground_at
from europa_rules.ground.closed_ground import rule_on_entry
from europa_rules.ground.occupants import enemy_units_at
from europa_rules.ground.stacking import counted_at, fortifications_at, is_overstacked
from europa_rules.ground.supply_map import SupplyMap, supply_map
from europa_rules.ground.terrain import HexEntry, columns_of, rule_on_terrain, terrain_at, weather_at
from europa_rules.hexes import Hex
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side, Turn
from europa_rules.state import OPERATIVE, AirPiece, GameState, Piece
from europa_rules.units import is_marker

_POINTS = re.compile(r"(?P<number>\d{1,3}) (?P<kind>supply|mine)s?(?: points?)?\Z")
RESOURCE_POINT = "resource_point"


# --- words of cargo --------------------------------------------------------------------------------------------------


@frozen
class Points:
    """Points in an order's cargo: their kind ("supply", "mine") and number."""

    kind: str
    number: int


def points_in(cargo: str) -> Points | None:
    """The points that the words of an order stand for; None for the id of a piece.

    >>> points_in("4 supply"), points_in("ge 1 Para III")
    (Points(kind='supply', number=4), None)
    """
    match = _POINTS.match(cargo)
    return Points(match["kind"], int(match["number"])) if match else None


def pieces_in(cargo: Sequence[str], state: GameState) -> tuple[Piece, ...]:
    """The pieces among the cargo, in its order. Raises UnknownName for one that there is not."""
    return tuple(state.piece(name) for name in dict.fromkeys(cargo) if points_in(name) is None)


# --- groups of carriers ----------------------------------------------------------------------------------------------


@frozen
class Group:
    """Air units that carry the same cargo together, directly or by way of others."""

    plans: tuple[FlightPlan, ...]

    @property
    def cargo(self) -> tuple[str, ...]:
        """The words of all its cargo; points stand once for each air unit that carries them."""
        named = [name for plan in self.plans for name in plan.cargo]
        pieces = dict.fromkeys(name for name in named if points_in(name) is None)
        return (*pieces, *(name for name in named if points_in(name) is not None))


def groups_of(plans: Sequence[FlightPlan]) -> tuple[Group, ...]:
    """The plans that carry anything, those with common pieces of cargo together.

    >>> carried = {"A": ("ge 1 Para III",), "B": ("ge 2 Para III", "4 supply"), "C": ("4 supply", "ge 1 Para III")}
    >>> groups = groups_of([FlightPlan(unit, "air_drop", cargo=cargo) for unit, cargo in carried.items()])
    >>> [[plan.unit for plan in group.plans] for group in groups]
    [['B'], ['A', 'C']]
    """
    groups: list[list[FlightPlan]] = []
    for plan in plans:
        if not plan.cargo:
            continue
        shared = {name for name in plan.cargo if points_in(name) is None}
        joined = [g for g in groups if any(shared & set(other.cargo) for other in g)]
        merged = [other for g in joined for other in g] + [plan]
        groups = [g for g in groups if g not in joined] + [merged]
    return tuple(Group(tuple(group)) for group in groups)


# --- the facts of a load ---------------------------------------------------------------------------------------------


def _carriers(group: Group, state: GameState, rules: Ruleset) -> Iterator[Carrier]:
    for plan in group.plans:
        piece = state.air_piece(plan.unit)
        mission, _ = mission_named(plan.mission, rules)
        yield Carrier(piece.unit.rating.type, piece.unit.model, is_used_as_transport(piece, mission, rules))
        if plan.towing in state.air:
            glider = state.air[plan.towing]
            yield Carrier(glider.unit.rating.type, glider.unit.model)


def base_of(plan: FlightPlan, operation: AirOperation, state: GameState, rules: Ruleset) -> Hex:
    """The airbase from which an air unit starts its mission, or its holding box."""
    piece = state.air_piece(plan.unit)
    if piece.place in rules.board.boxes:
        return piece.place
    return way_points(plan, operation.target, state, rules)[0]


def is_base_supplied(base: Hex, side: Side, state: GameState, rules: Ruleset) -> bool:
    """Whether a supply line led to an airbase as the initial phase began; as things stand where nobody has judged."""
    judged = state.recall(BASE_SUPPLY, base)
    if judged is not None:
        return judged
    return is_hex_supplied(base, nations_of_transports(side, state, rules), supply_map(side, state, rules))


def nations_of_transports(side: Side, state: GameState, rules: Ruleset) -> tuple[str, ...]:
    """The nations of a side's transports in play."""
    types = rules.air_types
    own = (piece for piece in state.air.values() if piece.side == side and piece.is_in_play)
    nations = (piece.unit.nation for piece in own if types.category(piece.unit.rating.type) == TRANSPORT)
    return tuple(dict.fromkeys(nations))


def is_hex_supplied(ref: Hex, nations: Sequence[str], found: SupplyMap) -> bool:
    """Whether a supply line leads from a hex to a source of one of these nations; holding boxes are supplied."""
    view = found.view
    index = view.rules.board.index
    if ref not in index:
        return True
    bit = view.layout.bits[index[ref]]
    groups = dict.fromkeys(((), *(found.group_of(nation) for nation in nations)))
    return any(bool(found.standing_of(group).supply_at(bit).kind) for group in groups)


def _unit_of(piece: Piece) -> CargoUnit:
    return CargoUnit(piece.unit)


def _points_of(group: Group, state: GameState) -> Iterator[tuple[str, int]]:
    for name in group.cargo:
        points = points_in(name)
        if points is not None:
            yield {"supply": SUPPLY, "mine": MINE}[points.kind], points.number
    for piece in pieces_in(group.cargo, state):
        if piece.unit.type == RESOURCE_POINT:
            yield RESOURCE, piece.unit.points


def gather_load(group: Group, facts: OperationFacts) -> Load:
    """What a group of air units is to carry, as the board stands."""
    state, rules, operation = facts.state, facts.rules, facts.operation
    first = group.plans[0]
    bases = {plan.unit: base_of(plan, operation, state, rules) for plan in group.plans}
    pieces = pieces_in(group.cargo, state)
    base, board = bases[first.unit], rules.board
    lift = Lift(
        tuple(_carriers(group, state, rules)),
        first.mission,
        any(plan.extended for plan in group.plans),
        weather_at(operation.target, state, rules) if operation.target in board.index else "clear",
        weather_at(base, state, rules) if base in board.index else "",
    )
    return Load(
        lift,
        tuple(_unit_of(piece) for piece in pieces if not is_marker(piece.unit, rules.types)),
        tuple(_points_of(group, state)),
        is_supplied=all(is_base_supplied(place, facts.player, state, rules) for place in dict.fromkeys(bases.values())),
        absent=tuple(_absent(group, bases, state)),
    )


def _absent(group: Group, bases: dict[str, Hex], state: GameState) -> Iterator[str]:
    for plan in group.plans:
        for piece in pieces_in(plan.cargo, state):
            if piece.place != bases[plan.unit]:
                yield piece.id


def loads_of(group: Group, facts: OperationFacts) -> tuple[Load, ...]:
    """The loads that the rules see: air landing units are in the gliders, where there are any."""
    whole = gather_load(group, facts)
    landing = tuple(cargo for cargo in whole.units if LANDING_UNIT in (cargo.unit.type, *cargo.unit.symbols))
    gliders = tuple(carrier for carrier in whole.lift.carriers if carrier.is_glider)
    if not (landing and gliders and whole.mission in DROPS):
        return (whole,)
    others = tuple(cargo for cargo in whole.units if cargo not in landing)
    by_glider = evolve(whole, lift=evolve(whole.lift, carriers=gliders), units=landing, points=())
    return (by_glider, evolve(whole, units=others))


# --- the ruling ------------------------------------------------------------------------------------------------------


@rule("FoF 20F", "FoF 23F", "FoF 24C", "SF 20F", "SF 23D", "SF 24C")
def rule_on_cargo_ordered(facts: OperationFacts) -> Ruling:
    """Whether the cargo of an air operation may be carried so, with every rule against it."""
    groups = groups_of(facts.plans)
    return (
        Ruling.all(_rule_on_carrier(plan, facts) for plan in facts.plans)
        & _rule_on_gliders(facts)
        & Ruling.all(_rule_on_group(group, facts) for group in groups)
        & Ruling.all(_rule_on_pieces(group, facts) for group in groups)
        & _rule_on_hex(groups, facts)
    )


def _rule_on_carrier(plan: FlightPlan, facts: OperationFacts) -> Ruling:
    mission, family = mission_named(plan.mission, facts.rules)
    why = f"{plan.unit} carries nothing on {mission.title if mission else plan.mission}"
    by = facts.rules.cite("20F")
    general = mission is None and bool(plan.cargo)
    return Ruling.refuse_if(
        bool(plan.cargo) and family != TRANSPORT, why, by, possible="fly a transport mission"
    ) & Ruling.refuse_if(
        general, f"{plan.unit}: name the transport mission", by, possible="regular transport, air drop"
    )


def _rule_on_group(group: Group, facts: OperationFacts) -> Ruling:
    rules = facts.rules
    missions = dict.fromkeys(plan.mission for plan in group.plans)
    by = rules.cite("20F")
    if len(missions) > 1:
        return Ruling.refuse("air units that carry together fly one mission", by, possible="one mission for all")
    if any(mission_named(mission, rules)[0] is None for mission in missions):
        return Ruling.allow()
    apart = Ruling.all(rule_on_load(load, rules) for load in loads_of(group, facts))
    return apart & rule_on_capacity(gather_load(group, facts), rules)


def _rule_on_pieces(group: Group, facts: OperationFacts) -> Ruling:
    by, state = facts.rules.cite("20F"), facts.state
    pieces = pieces_in(group.cargo, state)
    return Ruling.all(
        Ruling.refuse_if(piece.side != facts.player, f"{piece.id} is not the player's", by, possible="units of yours")
        & Ruling.refuse_if(
            state.recall(AIR_TRANSPORTED, piece.id) is not None,
            f"{piece.id} has been air transported in this player turn",
            by,
            possible="cargo that has not flown yet",
        )
        & _rule_on_duty(piece, state)
        & _rule_on_plan(piece, group, facts)
        for piece in pieces
    )


def _rule_on_duty(piece: Piece, state: GameState) -> Ruling:
    duty = state.stays(piece.id)
    return (
        Ruling.refuse(
            f"{piece.id} {duty.duty}, because {duty.because}", *duty.by, possible="carry a unit without such a duty"
        )
        if duty
        else Ruling.allow()
    )


def _rule_on_plan(piece: Piece, group: Group, facts: OperationFacts) -> Ruling:
    """Whether a drop or landing of a unit was planned as it is ordered."""
    if group.plans[0].mission not in DROPS or is_marker(piece.unit, facts.rules.types):
        return Ruling.allow()
    planned = facts.state.recall(DROP_PLAN, piece.id)
    plan = None
    if planned is not None and not planned.is_void:
        turn = Turn.parse(planned.turn) if planned.turn else None
        plan = Plan(turn, executed=facts.state.moment.turn, before_game=not planned.turn)
    as_planned = planned is None or planned.target == facts.operation.target
    where = planned.target if planned is not None else ""
    return rule_on_planned_drop(Execution(plan=plan, as_planned=as_planned, planned=where), facts.rules)


def _rule_on_gliders(facts: OperationFacts) -> Ruling:
    """Each glider is towed by one transport, from the airbase where both are."""
    by = facts.rules.cite("gliders")
    towed = [plan for plan in facts.plans if plan.towing]
    times = Counter(plan.towing for plan in towed)
    return Ruling.all(
        Ruling.refuse(f"{glider} is towed twice", by, possible="one transport for each glider")
        for glider, number in times.items()
        if number > 1
    ) & Ruling.all(_rule_on_tow(plan, facts) for plan in towed)


def _rule_on_tow(plan: FlightPlan, facts: OperationFacts) -> Ruling:
    state, by = facts.state, facts.rules.cite("gliders")
    tug, glider = state.air_piece(plan.unit), state.air_piece(plan.towing)
    elsewhere = glider.place != base_of(plan, facts.operation, state, facts.rules)
    flown = state.recall(FLOWN, glider.id) is not None
    against = (
        (not _may_tow(tug, facts.rules), f"{tug.id} tows no gliders", "a transport"),
        (not glider.unit.rating.towed, f"{glider.id} is no glider", "a glider"),
        (glider.side != facts.player, f"{glider.id} is not the player's", "a glider of yours"),
        (elsewhere, f"{glider.id} is not at the airbase of {tug.id}", "a glider at its airbase"),
        (glider.status != OPERATIVE, f"{glider.id} is {glider.status}", "an operative glider"),
        (flown, f"{glider.id} has been towed in this player turn", "another glider"),
    )
    return Ruling.all(Ruling.refuse_if(holds, why, by, possible=possible) for holds, why, possible in against)


def _may_tow(tug: AirPiece, rules: Ruleset) -> bool:
    """Whether an air unit is a transport other than a glider."""
    return rules.air_types.category(tug.unit.rating.type) == TRANSPORT and not tug.unit.rating.towed


def _rule_on_hex(groups: Sequence[Group], facts: OperationFacts) -> Ruling:
    """Whether the target hex of a drop or landing takes what comes."""
    dropped = [group for group in groups if group.plans[0].mission in DROPS]
    if not dropped:
        return Ruling.allow()
    state, rules, target = facts.state, facts.rules, facts.operation.target
    pieces = [piece for group in dropped for piece in pieces_in(group.cargo, state)]
    units = [piece for piece in pieces if not is_marker(piece.unit, rules.types)]
    where = gather_drop_hex(dropped[0].plans[0].mission, units, target, facts.player, state, rules)
    ruling = rule_on_drop_hex(where, rules)
    if not where.is_land:
        return ruling
    stack = (*(p.unit for p in counted_at(target, facts.player, state, rules)), *(piece.unit for piece in units))
    too_many = is_overstacked(stack, ground_at(target, state, rules), rules, fortifications_at(target, rules))
    return (
        ruling
        & Ruling.all(rule_on_entry(target, piece, state, rules) for piece in units)
        & Ruling.refuse_if(too_many, f"{target} would be overstacked", rules.cite("8B"), possible="drop fewer units")
    )


def gather_drop_hex(
    mission: str, units: Sequence[Piece], target: Hex, side: Side, state: GameState, rules: Ruleset
) -> DropHex:
    """The hex into which units or supplies come, as the board stands."""
    board = rules.board
    if target not in board.index or not board.has_land(target):
        return DropHex("sea", mission, bool(units), is_land=False)
    terrain = terrain_at(target, state, rules)
    barred = any(
        not rule_on_terrain(HexEntry(columns_of(piece.unit, rules), terrain), rules).allowed for piece in units
    )
    return DropHex(
        terrain,
        mission,
        bool(units),
        is_prohibited=barred,
        enemy_occupied=bool(enemy_units_at(target, side, state, rules)),
    )
