"""Planning drops and landings (rule 24C): the orders to plan and to cancel, and what voids a plan.

Needs a unit and a hex; gives rulings and the state with the plan. Supplies for the airlift are judged here too, as the
initial phase begins, and dropped supplies are taken off enemy hexes as the player turn ends.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, frozen

from europa_rules.air import airborne
from europa_rules.air.airbases import airbases_of
from europa_rules.air.cargo_orders import gather_drop_hex, is_hex_supplied, nations_of_transports
from europa_rules.air.facts import BASE_SUPPLY, DROP_PLAN, DropPlan
from europa_rules.air.transport import AIR_DROP, rule_on_drop_hex
from europa_rules.citations import rule
from europa_rules.contributions import Source, StepContribution
from europa_rules.ground.facts import ATTACKED, WAS_ATTACKED
from europa_rules.ground.moves import ENTERED
from europa_rules.ground.ownership import hex_owner
from europa_rules.ground.supply_map import supply_map
from europa_rules.ground.supply_state import SUPPLIES
from europa_rules.ground.zones import enemy_zoc
from europa_rules.hexes import Hex
from europa_rules.permissions import Ruling
from europa_rules.procedure import SECRET, Event, Procedure, opening, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side, are_enemies
from europa_rules.slots import DEPLOYMENT
from europa_rules.state import GameState, Piece
from europa_rules.units import is_air_droppable

PLANNING = "airborne planning"
"""The opening in the initial phase at which a side with transports plans its drops and landings."""


@frozen
class PlanDrop:
    """The order to plan a drop or landing.

    Attributes:
        unit: the id of the piece.
        target: the hex into which it is to come.
    """

    unit: str
    target: Hex


@frozen
class CancelDrop:
    """The order to call a planned drop or landing off.

    Attributes:
        unit: the id of the piece.
    """

    unit: str


# --- planning --------------------------------------------------------------------------------------------------------


def gather_plan(piece: Piece, state: GameState, rules: Ruleset) -> airborne.Plan:
    """The facts of a plan that is made now, as the board stands."""
    return airborne.Plan(
        state.moment.turn,
        state.moment.phase,
        before_game=state.moment.phase == DEPLOYMENT,
        earlier_plans=int(state.recall(DROP_PLAN, piece.id) is not None),
        in_enemy_zoc=_is_in_zoc(piece, state, rules),
    )


def _is_in_zoc(piece: Piece, state: GameState, rules: Ruleset) -> bool:
    return piece.place in rules.board.index and enemy_zoc(piece.place, piece.side, state, rules)


@rule("FoF 24C", "SF 24C")
def rule_on_plan_order(order: PlanDrop, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may plan this drop or landing."""
    piece, target = state.piece(order.unit), rules.board.place(order.target)
    by = rules.cite("24C")
    where = gather_drop_hex(AIR_DROP, (piece,), target, player, state, rules)
    return (
        Ruling.refuse_if(piece.side != player, f"{piece.id} is not the player's", by, possible="name your own units")
        & Ruling.refuse_if(
            not is_air_droppable(piece.unit, rules.types),
            f"{piece.id} neither drops nor lands from the air",
            rules.cite("24"),
            possible="an airborne unit, or an air landing unit",
        )
        & airborne.rule_on_plan(gather_plan(piece, state, rules), rules)
        & rule_on_drop_hex(where, rules)
    )


def plan_drop(order: PlanDrop, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """A drop or landing is planned."""
    rule_on_plan_order(order, player, state, rules).require(f"drop of {order.unit}")
    turn = "" if state.moment.phase == DEPLOYMENT else str(state.moment.turn)
    state = state.noting(DROP_PLAN, order.unit, DropPlan(rules.board.place(order.target), turn))
    text = f"{order.unit} is to drop or land in {order.target}"
    return (yield from record(Event(text, (rules.cite("24C"),), state, "drop planned", facts=((SECRET, player),))))


@rule("FoF 24C", "SF 24C")
def rule_on_cancel_order(order: CancelDrop, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may call off this drop or landing now."""
    piece, by = state.piece(order.unit), rules.cite("24C")
    moments = {airborne.INITIAL: "initial_phase", "movement": "execution_phase"}
    phase = state.moment.phase
    return (
        Ruling.refuse_if(piece.side != player, f"{piece.id} is not the player's", by, possible="name your own units")
        & Ruling.refuse_if(
            state.recall(DROP_PLAN, piece.id) is None,
            f"nothing is planned for {piece.id}",
            by,
            possible="name a unit for which an operation is planned",
        )
        & airborne.rule_on_cancelling("initial_phase" if phase == DEPLOYMENT else moments.get(phase, phase), rules)
    )


def cancel_drop(order: CancelDrop, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """A planned drop or landing is called off."""
    rule_on_cancel_order(order, player, state, rules).require(f"cancellation for {order.unit}")
    state = state.forgetting(DROP_PLAN, order.unit)
    text = f"the operation of {order.unit} is called off"
    by = (rules.cite("24C"),)
    return (yield from record(Event(text, by, state, "drop canceled", facts=((SECRET, player),))))


# --- what voids a plan -----------------------------------------------------------------------------------------------


def _happened(piece: Piece, state: GameState, rules: Ruleset) -> Iterator[str]:
    """What has befallen a unit that voids its plan."""
    if state.recall(ATTACKED, piece.id) is not None:
        yield "attacked"
    if state.recall(WAS_ATTACKED, piece.id) is not None:
        yield "was_attacked"
    if _is_in_zoc(piece, state, rules):
        yield "entered_enemy_zoc"


@rule("FoF 24C", "SF 24C")
def void_plans(state: GameState, rules: Ruleset) -> GameState:
    """The state with void plans for units that have attacked, were attacked, are in an enemy ZOC, or are gone."""
    for unit, plan in state.all_facts(DROP_PLAN).items():
        if not _stands(unit, plan, state, rules):
            state = state.noting(DROP_PLAN, unit, evolve(plan, is_void=True))
    return state


def _stands(unit: str, plan: DropPlan, state: GameState, rules: Ruleset) -> bool:
    if plan.is_void or unit not in state.pieces:
        return False
    return airborne.rule_on_execution(_happened(state.pieces[unit], state, rules), rules).allowed


def _check_plans(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """After every order, and as phases begin: plans that are void are canceled."""
    judged = void_plans(state, rules)
    gone = [unit for unit, plan in judged.all_facts(DROP_PLAN).items() if plan.is_void]
    if not gone:
        return state
    state = state.forgetting(DROP_PLAN, *gone)
    text = f"the operation of {', '.join(gone)} is canceled"
    return (yield from record(Event(text, (rules.cite("24C"),), state, "drop canceled")))


# --- the initial phase, and the end of the player turn ---------------------------------------------------------------


@rule("FoF 24C", "SF 24C")
def plan_operations(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The phasing player plans and cancels drops and landings, where he has what it takes."""
    side = state.phasing
    if not nations_of_transports(side, state, rules):
        return state
    able = (p for p in state.pieces.values() if p.side == side and is_air_droppable(p.unit, rules.types))
    if next(able, None) is None:
        return state
    return (yield from opening(PLANNING, (side,), (rules.cite("24C"),), state))


@rule("FoF 20F", "SF 20F")
def judge_airbases(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """As the initial phase begins: to which of the phasing side's airbases supply lines lead."""
    yield from ()
    side = state.phasing
    if not nations_of_transports(side, state, rules):
        return state
    nations, found = nations_of_transports(side, state, rules), supply_map(side, state, rules)
    for base in airbases_of(side, state, rules):
        if base in rules.board.index:
            state = state.noting(BASE_SUPPLY, base, is_hex_supplied(base, nations, found))
    return state


@rule("SF 24B4")
def lose_dropped_supply(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """As the player turn ends: supply of the phasing side in enemy hexes is gone."""
    gone = []
    for subject in state.all_facts(SUPPLIES):
        side, ref, _ = subject.split(" ")
        enemy = are_enemies(hex_owner(Hex(ref), state, rules), Side(side))
        if side == state.phasing and not airborne.does_supply_stay(is_friendly=not enemy):
            gone.append(subject)
    if not gone:
        return state
    state = state.forgetting(SUPPLIES, *gone)
    text = f"dropped supply is lost in {', '.join(subject.split(' ')[1] for subject in gone)}"
    return (yield from record(Event(text, (rules.cite("dropped-supply"),), state, "supply removed")))


def steps(book: str) -> tuple[StepContribution, ...]:
    """The steps by which plans are made, kept and voided, and supplies judged, cited from a book."""
    by, supply = f"{book} 24C", f"{book} 20F"
    return (
        StepContribution("airlift supply", "player turn", judge_airbases, supply, after="initial phase"),
        StepContribution("airborne plans", "player turn", plan_operations, by, after="new construction"),
        StepContribution("void plans", "order", _check_plans, by, after="carried out"),
        StepContribution("void plans, movement", "player turn", _check_plans, by, after="start of movement"),
        StepContribution("void plans, end", "player turn", _check_plans, by, before="end of player turn"),
    )


def airborne_sources(book: str) -> tuple[Source, ...]:
    """That plans are checked as units enter hexes on their way, cited from a book."""
    return (Source("void plans", ENTERED, f"{book} 24C", void_plans),)
