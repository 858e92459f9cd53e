"""Orders: what players submit, as plain data, and the kinds there are.

An order is a small frozen record. Its kind says when it may be given (a ruling) and what carries it out (a
procedure); plugins add kinds. Orders are written to and read from plain data for logs, saves and mail.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, cast

import attrs
from attrs import field, frozen

from europa_rules.air import unit_orders as air_orders
from europa_rules.air.airfield_orders import AbandonAirfield, carry_out_abandon, rule_on_abandon_order
from europa_rules.air.drop_plans import (
    PLANNING,
    CancelDrop,
    PlanDrop,
    cancel_drop,
    plan_drop,
    rule_on_cancel_order,
    rule_on_plan_order,
)
from europa_rules.air.flight_orders import FlyOperation, rule_on_operation_order
from europa_rules.air.operations import carry_out_operation
from europa_rules.air.phases import DEFENSIVE_SUPPORT, GROUND_SUPPORT, INITIAL_OPERATIONS
from europa_rules.air.position_aa import ArrangePositionAa, carry_out_arranging, rule_on_arranging
from europa_rules.air.precedence import (
    PASSING,
    ClaimAirOperation,
    WaiveAirOperation,
    claim,
    rule_on_claim,
    rule_on_waiver,
    waive,
)
from europa_rules.air.replacement_orders import OPENING as AIR_REPLACEMENT
from europa_rules.air.replacement_orders import (
    PlaceAirUnit,
    RegroupAirUnits,
    RestoreAirUnit,
    WithdrawAirUnit,
    carry_out_place,
    carry_out_regroup,
    carry_out_restore,
    carry_out_withdraw,
    placements_to_make,
    regroupings_to_make,
    restorations_to_make,
    rule_on_place_order,
    rule_on_regroup_order,
    rule_on_restore_order,
    rule_on_withdraw_order,
    withdrawals_to_make,
)
from europa_rules.campaign import set_up_orders
from europa_rules.campaign.deployment import (
    AssignHex,
    Deploy,
    PlaceWork,
    Undeploy,
    carry_out_assign,
    carry_out_deploy,
    carry_out_place_work,
    carry_out_undeploy,
    rule_on_assign,
    rule_on_deploy,
    rule_on_place_work,
    rule_on_undeploy,
)
from europa_rules.campaign.replacing import OPENING as REPLACEMENTS
from europa_rules.campaign.replacing import (
    PlaceResourcePoints,
    Rebuild,
    Replace,
    carry_out_rebuild,
    carry_out_replace,
    carry_out_resource_points,
    rebuildings_possible,
    replacements_possible,
    resource_points_possible,
    rule_on_rebuild_order,
    rule_on_replace_order,
    rule_on_resource_order,
)
from europa_rules.citations import Citations
from europa_rules.errors import NotationError, UnknownHex, shortened, unknown
from europa_rules.ground import unit_orders
from europa_rules.ground.attacks import Attack, carry_out_attack, rule_on_attack_order
from europa_rules.ground.breakdowns import (
    Assemble,
    BreakDown,
    carry_out_assemble,
    carry_out_break_down,
    rule_on_assemble_order,
    rule_on_break_down_order,
)
from europa_rules.ground.bridge_demolition import DemolishBridge, carry_out_demolition, rule_on_demolishing
from europa_rules.ground.bridge_seizure import SeizeBridge, carry_out_seizure, rule_on_seize_order
from europa_rules.ground.construction_sites import Build, Demolish, Repair, carry_out_work, rule_on_work_order
from europa_rules.ground.groups import Group, attack_groups, overrun_groups, rail_groups
from europa_rules.ground.movement_counters import LoadUnits, carry_out_load, rule_on_load_order
from europa_rules.ground.moves import Move, carry_out_move, rule_on_move
from europa_rules.ground.overruns import Overrun, carry_out_overrun, rule_on_overrun_order
from europa_rules.ground.rail import RailMove, carry_out_rail_move, rule_on_rail_move
from europa_rules.ground.rail_capacity import (
    BuildRailCapacity,
    RaiseRailCapacity,
    carry_out_build_capacity,
    carry_out_raise,
    rule_on_build_capacity,
    rule_on_raise,
)
from europa_rules.ground.resources import (
    Carry,
    Rearrange,
    carry,
    rearrange,
    rule_on_carry_order,
    rule_on_rearrange_order,
)
from europa_rules.permissions import Ruling
from europa_rules.procedure import Opening, Procedure
from europa_rules.remembered import remembered
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.slots import DEPLOYMENT
from europa_rules.stages import Stage, arrange, go_through
from europa_rules.state import AirPiece, GameState, Piece


@frozen
class OrderKind:
    """A kind of order.

    Attributes:
        name: its name in plain data.
        type: the frozen class of its orders, whose fields are texts, whole numbers and tuples of texts.
        rule_on: (order, player, state, rules) -> Ruling.
        carry_out: (order, player, state, rules) -> a procedure that gives the state afterwards.
        by: the rules.
        openings: names of the openings at which it may be given; empty for any.
        on_demand: whether a player who is not phasing may give it in a phase of the other's player turn.
        candidates: (player, state, rules) -> orders of the kind that are worth asking about, for automatic players and
            lists. They need not be legal.
        of_unit: (piece, state, rules) -> those that are about one piece, for kinds whose orders are.
        of_air_unit: (air unit, state, rules) -> those that are about one air unit.

        groups: (player, state, rules) -> the units that stand ready to give an order of the kind together.

    A kind that has neither candidates nor orders of a unit is filled in field by field, from what fields of their types
    may hold.
    """

    name: str
    type: type[Any]
    rule_on: Callable[[Any, Side, GameState, Ruleset], Ruling] = field(eq=False)
    carry_out: Callable[[Any, Side, GameState, Ruleset], Procedure[GameState]] = field(eq=False)
    by: Citations = ()
    openings: tuple[str, ...] = ()
    on_demand: bool = False
    candidates: Callable[[Side, GameState, Ruleset], Iterable[Any]] | None = field(default=None, eq=False)
    of_unit: Callable[[Piece, GameState, Ruleset], Iterable[Any]] | None = field(default=None, eq=False)
    of_air_unit: Callable[[AirPiece, GameState, Ruleset], Iterable[Any]] | None = field(default=None, eq=False)
    groups: Callable[[Side, GameState, Ruleset], Iterable[Group]] | None = field(default=None, eq=False)


_MOVING = ("movement phase", "exploitation phase")
_CARRYING = (*_MOVING, "attack declared")

CORE_KINDS = (
    OrderKind(
        "move",
        Move,
        rule_on_move,
        carry_out_move,
        openings=_MOVING,
        of_unit=unit_orders.moves,
    ),
    OrderKind(
        "overrun",
        Overrun,
        rule_on_overrun_order,
        carry_out_overrun,
        openings=_MOVING,
        of_unit=unit_orders.overruns,
        groups=overrun_groups,
    ),
    OrderKind(
        "attack",
        Attack,
        rule_on_attack_order,
        carry_out_attack,
        openings=("combat phase",),
        of_unit=unit_orders.attacks,
        groups=attack_groups,
    ),
    OrderKind(
        "build",
        Build,
        rule_on_work_order,
        carry_out_work,
        openings=("initial phase", "movement phase"),
        of_unit=unit_orders.buildings,
    ),
    OrderKind(
        "repair",
        Repair,
        rule_on_work_order,
        carry_out_work,
        openings=_MOVING,
        of_unit=unit_orders.repairs,
    ),
    OrderKind(
        "demolish",
        Demolish,
        rule_on_work_order,
        carry_out_work,
        openings=_MOVING,
        of_unit=unit_orders.demolitions,
    ),
    OrderKind(
        "break down",
        BreakDown,
        rule_on_break_down_order,
        carry_out_break_down,
        openings=(*_MOVING, DEPLOYMENT),
        of_unit=unit_orders.breakings,
    ),
    OrderKind(
        "assemble",
        Assemble,
        rule_on_assemble_order,
        carry_out_assemble,
        openings=_MOVING,
        candidates=unit_orders.assemblies,
    ),
    OrderKind(
        "rail move",
        RailMove,
        rule_on_rail_move,
        carry_out_rail_move,
        openings=("movement phase",),
        of_unit=unit_orders.rides,
        groups=rail_groups,
    ),
    OrderKind(
        "raise rail capacity",
        RaiseRailCapacity,
        rule_on_raise,
        carry_out_raise,
        openings=("movement phase",),
        candidates=unit_orders.capacity_raises,
    ),
    OrderKind(
        "build rail capacity",
        BuildRailCapacity,
        rule_on_build_capacity,
        carry_out_build_capacity,
        openings=("initial phase",),
        candidates=unit_orders.capacity_buildings,
    ),
    OrderKind(
        "demolish bridge",
        DemolishBridge,
        rule_on_demolishing,
        carry_out_demolition,
        openings=_MOVING,
        of_unit=unit_orders.bridge_demolitions,
    ),
    OrderKind(
        "seize bridge",
        SeizeBridge,
        rule_on_seize_order,
        carry_out_seizure,
        openings=_MOVING,
        of_unit=unit_orders.bridge_seizures,
    ),
    OrderKind(
        "load",
        LoadUnits,
        rule_on_load_order,
        carry_out_load,
        openings=(*_MOVING, "combat phase", "attack declared"),
        of_unit=unit_orders.loads,
    ),
    OrderKind(
        "carry resource points",
        Carry,
        rule_on_carry_order,
        carry,
        openings=_CARRYING,
        of_unit=unit_orders.carryings,
    ),
    OrderKind(
        "fly",
        FlyOperation,
        rule_on_operation_order,
        carry_out_operation,
        openings=(*_MOVING, INITIAL_OPERATIONS, DEFENSIVE_SUPPORT, GROUND_SUPPORT),
        on_demand=True,
        of_air_unit=air_orders.flights,
        groups=air_orders.operation_groups,
    ),
    OrderKind(
        "claim air operation",
        ClaimAirOperation,
        rule_on_claim,
        claim,
        openings=(*_MOVING, INITIAL_OPERATIONS),
        on_demand=True,
        candidates=air_orders.claims,
    ),
    OrderKind(
        "waive air operation",
        WaiveAirOperation,
        rule_on_waiver,
        waive,
        openings=(*_MOVING, INITIAL_OPERATIONS),
        on_demand=True,
        candidates=air_orders.waivers,
    ),
    OrderKind(
        "arrange position AA",
        ArrangePositionAa,
        rule_on_arranging,
        carry_out_arranging,
        of_unit=air_orders.arrangements,
    ),
    OrderKind(
        "abandon airfield",
        AbandonAirfield,
        rule_on_abandon_order,
        carry_out_abandon,
        openings=(*_MOVING, "combat phase", AIR_REPLACEMENT, INITIAL_OPERATIONS),
        candidates=air_orders.airfields_to_abandon,
    ),
    OrderKind(
        "regroup air units",
        RegroupAirUnits,
        rule_on_regroup_order,
        carry_out_regroup,
        openings=(AIR_REPLACEMENT,),
        candidates=regroupings_to_make,
    ),
    OrderKind(
        "restore air unit",
        RestoreAirUnit,
        rule_on_restore_order,
        carry_out_restore,
        openings=(AIR_REPLACEMENT,),
        candidates=restorations_to_make,
    ),
    OrderKind(
        "place air unit",
        PlaceAirUnit,
        rule_on_place_order,
        carry_out_place,
        openings=(AIR_REPLACEMENT,),
        candidates=placements_to_make,
    ),
    OrderKind(
        "withdraw air unit",
        WithdrawAirUnit,
        rule_on_withdraw_order,
        carry_out_withdraw,
        openings=(AIR_REPLACEMENT,),
        candidates=withdrawals_to_make,
    ),
    OrderKind(
        "plan drop",
        PlanDrop,
        rule_on_plan_order,
        plan_drop,
        openings=(PLANNING, DEPLOYMENT),
        of_unit=air_orders.drops,
    ),
    OrderKind(
        "cancel drop",
        CancelDrop,
        rule_on_cancel_order,
        cancel_drop,
        openings=(PLANNING, "movement phase", DEPLOYMENT),
        of_unit=air_orders.cancellations,
    ),
    OrderKind(
        "replace",
        Replace,
        rule_on_replace_order,
        carry_out_replace,
        openings=(REPLACEMENTS,),
        candidates=replacements_possible,
    ),
    OrderKind(
        "rebuild",
        Rebuild,
        rule_on_rebuild_order,
        carry_out_rebuild,
        openings=(REPLACEMENTS,),
        candidates=rebuildings_possible,
    ),
    OrderKind(
        "place resource points",
        PlaceResourcePoints,
        rule_on_resource_order,
        carry_out_resource_points,
        openings=(REPLACEMENTS,),
        candidates=resource_points_possible,
    ),
    OrderKind(
        "rearrange resource points",
        Rearrange,
        rule_on_rearrange_order,
        rearrange,
        of_unit=unit_orders.rearrangements,
    ),
    OrderKind(
        "deploy",
        Deploy,
        rule_on_deploy,
        carry_out_deploy,
        openings=(DEPLOYMENT,),
        candidates=set_up_orders.deployments,
    ),
    OrderKind(
        "undeploy",
        Undeploy,
        rule_on_undeploy,
        carry_out_undeploy,
        openings=(DEPLOYMENT,),
        candidates=set_up_orders.undeployments,
    ),
    OrderKind(
        "place work",
        PlaceWork,
        rule_on_place_work,
        carry_out_place_work,
        openings=(DEPLOYMENT,),
        candidates=set_up_orders.placings,
    ),
    OrderKind(
        "assign hex",
        AssignHex,
        rule_on_assign,
        carry_out_assign,
        openings=(DEPLOYMENT,),
        candidates=set_up_orders.assignments,
    ),
)


def _quiet(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """An order has been carried out; nothing follows unless a plugin adds something."""
    yield from ()
    return state


ORDER_STAGES = (Stage("carried out", _quiet),)
"""The step after every order, by which plugins put what follows from it."""


def carry_out(kind: OrderKind, order: object, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Carry out an order, then go through the steps that follow every order."""
    state = yield from kind.carry_out(order, player, state, rules)
    return (yield from go_through(arrange("order", ORDER_STAGES, rules), state, rules))


@remembered()
def order_kinds(rules: Ruleset) -> Mapping[str, OrderKind]:
    """Every kind of order under these rules, by name."""
    return {kind.name: kind for kind in (*CORE_KINDS, *rules.order_kinds.values())}


def after_pass(player: Side, state: GameState, rules: Ruleset) -> GameState:
    """The state once a player has passed at an opening: what is contributed to that follows."""
    for source in rules.sources(PASSING):
        follow = cast("Callable[[Side, GameState, Ruleset], GameState]", source.value)
        state = follow(player, state, rules)
    return state


def is_timely(kind: OrderKind, at: Opening) -> bool:
    """Whether orders of a kind may be given at an opening, as far as time goes."""
    if at.kinds:
        return kind.name in at.kinds
    return not kind.openings or at.name in kind.openings


def checked_order(order: Any, rules: Ruleset) -> Any:
    """An order whose fields are of their types. Raises NotationError where a text stands for several, or the like.

    >>> from europa_rules import load
    >>> checked_order(Move("ge 1 Inf XX", ()), load("fof"))
    Traceback (most recent call last):
    europa_rules.errors.NotationError: move.units: 'ge 1 Inf XX'; expected several texts, such as ('ge 1 Inf XX',)
    """
    kind = kind_of(order, rules)
    listed: dict[str, object] = {}
    for name, of_type in _types_of_fields(kind).items():
        value, path = getattr(order, name), f"{kind.name}.{name}"
        if "tuple[" in of_type and isinstance(value, str):
            raise NotationError(f"{path}: {shortened(value)}; expected several texts, such as ({shortened(value)},)")
        read = _read_field(value, of_type, path)
        if isinstance(value, list):
            listed[name] = read
    return attrs.evolve(order, **listed) if listed else order


@lru_cache(maxsize=256)
def _types_of_fields(kind: OrderKind) -> Mapping[str, str]:
    """The types of the fields of a kind of order, as they are written."""
    return {known.name: str(known.type) for known in attrs.fields(kind.type)}


def with_hexes_named(order: Any, rules: Ruleset) -> Any:
    """An order whose hexes have the names that the board gives them, whichever sheet's number they were given by.

    A text that names no hex is left as it is; the ruling on the order speaks of it.

    >>> from europa_rules import load
    >>> from europa_rules.hexes import Hex
    >>> with_hexes_named(Move(("ge 1 Inf XX",), (Hex("17A:0101"),)), load("fof")).path
    ('16A:0133',)
    """
    named: dict[str, object] = {}
    for field_name in _fields_of_hexes(kind_of(order, rules)):
        value = getattr(order, field_name)
        many = isinstance(value, tuple)
        found = tuple(_named(v, rules) for v in value) if many else _named(value, rules)
        if found != value:
            named[field_name] = found
    return attrs.evolve(order, **named) if named else order


@lru_cache(maxsize=256)
def _fields_of_hexes(kind: OrderKind) -> tuple[str, ...]:
    """The fields of a kind of order that name hexes."""
    return tuple(name for name, of_type in _types_of_fields(kind).items() if _OF_HEXES.search(of_type))


_OF_HEXES = re.compile(r"\bHex\b")


def _named(value: object, rules: Ruleset) -> object:
    if not isinstance(value, str) or value in rules.board.index:
        return value
    try:
        return rules.board.grid.hexref(value)
    except UnknownHex:
        return value


def kind_of(order: object, rules: Ruleset) -> OrderKind:
    """The kind of an order. Raises UnknownName for an object that is no order."""
    kind = _kinds_by_type(rules).get(type(order))
    if kind is None:
        raise unknown("kind of order", type(order).__name__, order_kinds(rules))
    return kind


@remembered()
def _kinds_by_type(rules: Ruleset) -> Mapping[type[Any], OrderKind]:
    """Every kind of order by the class of its orders; of two with one class the first."""
    return {kind.type: kind for kind in reversed(tuple(order_kinds(rules).values()))}


def describe_order(order: Any, rules: Ruleset) -> str:
    """An order in a line: "move ge 1 Pz XX: path 16A:1727"."""
    return describe_recorded(order_to_json(order, rules))


def describe_recorded(order: Mapping[str, Any]) -> str:
    """An order, given as plain data, in a line."""
    fields = {k: v for k, v in order.items() if k not in ("kind", "units") and v}
    units = ", ".join(order.get("units", ()))
    rest = ", ".join(f"{k} {' > '.join(v) if isinstance(v, list) else v}" for k, v in fields.items())
    return f"{order['kind']} {units}{': ' if units and rest else ''}{rest}".strip()


def order_to_json(order: Any, rules: Ruleset) -> dict[str, object]:
    """An order as plain data."""
    kind = kind_of(order, rules)
    return {"kind": kind.name, **{name: _plain(getattr(order, name)) for name in _types_of_fields(kind)}}


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def order_from_json(data: Mapping[str, Any], rules: Ruleset, path: str = "order") -> Any:
    """Read an order from plain data. Raises NotationError with the path of what is wrong or missing."""
    kinds = order_kinds(rules)
    name = data.get("kind", "")
    if not isinstance(name, str) or name not in kinds:
        raise unknown("kind of order", str(name), kinds)
    known = {a.name: a for a in attrs.fields(kinds[name].type)}
    given = {k: v for k, v in data.items() if k != "kind"}
    strangers = [k for k in given if k not in known]
    missing = [k for k, a in known.items() if k not in given and a.default is attrs.NOTHING]
    if strangers:
        raise NotationError(f"{path}.{strangers[0]}: no field of the {name} order; its fields are {', '.join(known)}")
    if missing:
        raise NotationError(f"{path}.{missing[0]}: missing; the {name} order needs {', '.join(known)}")
    return kinds[name].type(**{k: _read_field(v, str(known[k].type), f"{path}.{k}") for k, v in given.items()})


def _read_field(value: object, type_: str, path: str) -> object:
    if "tuple[" in type_:
        if not isinstance(value, list | tuple) or not all(isinstance(v, str) for v in value):
            raise NotationError(f"{path}: {value!r}; expected a list of texts")
        return tuple(value)
    if type_.endswith(("str", "Hex", "'str'>")) and not isinstance(value, str):
        raise NotationError(f"{path}: {value!r}; expected a text")
    if type_ == "int" and type(value) is not int:
        raise NotationError(f"{path}: {value!r}; expected a whole number")
    return value
