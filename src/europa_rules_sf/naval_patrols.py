"""Naval patrol (SF 20G2h): assignment in the initial phase, its zone, and its operations against naval groups.

Needs an air unit, or an operation that would be flown; gives rulings, and what becomes of an attempt at contact.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from europa_rules.air.airbases import gather_base_use, rule_on_base
from europa_rules.air.facts import ASSIGNED, FLYING
from europa_rules.air.flight_orders import RULINGS, OperationFacts
from europa_rules.air.flights import Flight, mission_named
from europa_rules.air.missions import MissionFacts, rule_on_bombs
from europa_rules.air.phases import INITIAL_OPERATIONS
from europa_rules.citations import Citation, rule
from europa_rules.contributions import Prohibition, Source
from europa_rules.orders import OrderKind
from europa_rules.permissions import Ruling
from europa_rules.procedure import Event, Procedure, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import INOPERATIVE, OPERATIVE, AirPiece, GameState

NAVAL_PATROL = "naval_patrol"
RETURN_STEP, NEXT_STEP = "air unit return", "interceptor movement"


@frozen
class PatrolOperation:
    """An operation against a naval group.

    Attributes:
        airbases: from how many airbases its naval patrol air units take off.
        foreign_escorts: whether escorts take off from other airbases.
        distance: hexes to the naval group; None where it does not matter.
        zone: hexes that the naval patrol zone reaches; None where it does not matter.
        attempts: attempts at contact already made from this airbase in this hex.
    """

    airbases: int = 1
    foreign_escorts: bool = False
    distance: int | None = None
    zone: int | None = None
    attempts: int = 0


@rule("SF 20G2h")
def rule_on_patrol_operation(facts: PatrolOperation, rules: Ruleset) -> Ruling:
    """Whether such an operation may be flown: from one airbase, within its zone, once from an airbase in each hex.

    >>> from europa_rules import load
    >>> print(rule_on_patrol_operation(PatrolOperation(airbases=2), load("sf")))
    refused: a naval patrol operation takes off from one airbase (SF 20G2h). Possible: an operation for each airbase.
    >>> rule_on_patrol_operation(PatrolOperation(), load("sf")).allowed
    True
    """
    by = rules.cite("20G2h")
    beyond = facts.distance is not None and facts.zone is not None and facts.distance > facts.zone
    return (
        Ruling.refuse_if(
            facts.airbases > 1,
            "a naval patrol operation takes off from one airbase",
            by,
            possible="an operation for each airbase",
        )
        & Ruling.refuse_if(
            facts.foreign_escorts,
            "escorts of a naval patrol operation take off from its airbase",
            by,
            possible="operative fighters of the same airbase",
        )
        & Ruling.refuse_if(
            beyond,
            f"the naval group is {facts.distance} hexes away, outside the naval patrol zone",
            by,
            possible=f"a naval group within {facts.zone} hexes",
        )
        & Ruling.refuse_if(
            facts.attempts > 0,
            "an attack force from this airbase has tried to make contact in this hex",
            by,
            possible="another airbase, or another hex",
        )
    )


@frozen
class Contact:
    """What follows an attempt at contact: the next step, and the status of the air units once they are back."""

    next_step: str
    status: str


@rule("SF 20G2h")
def after_contact(succeeds: bool) -> Contact:
    """What follows an attempt at contact: the operation goes on, or its air units return to base at once.

    >>> after_contact(succeeds=False).next_step
    'air unit return'
    """
    return Contact(NEXT_STEP, OPERATIVE) if succeeds else Contact(RETURN_STEP, INOPERATIVE)


def assigned_elsewhere(facts: MissionFacts) -> bool:
    """Whether an air unit that is assigned to a mission would fly another."""
    return bool(facts.assigned_to) and not facts.flight.is_on(facts.assigned_to or "")


def not_assigned(facts: MissionFacts) -> bool:
    """Whether an air unit would fly naval patrol without having been assigned to it."""
    return facts.assigned_to == "" and facts.flight.is_on(NAVAL_PATROL)


PROHIBITIONS: tuple[Prohibition, ...] = (
    Prohibition(
        "assigned to naval patrol",
        "air mission",
        "SF 20G2h",
        "an air unit that is assigned to naval patrol flies no other mission in the player turn",
        assigned_elsewhere,
        possible="naval patrol",
    ),
    Prohibition(
        "not assigned to naval patrol",
        "air mission",
        "SF 20G2h",
        "it was not assigned to naval patrol in the initial phase",
        not_assigned,
        possible="an air unit that was",
    ),
)


# --- on the board ----------------------------------------------------------------------------------------------------


@frozen
class AssignNavalPatrol:
    """The order to assign air units to naval patrol for the player turn."""

    units: tuple[str, ...]


@rule("SF 20G2h")
def rule_on_assigning(order: AssignNavalPatrol, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may assign these air units: his own, operative, on the ground, with a tactical strength."""
    by = rules.cite("20G2h")
    return Ruling.refuse_if(not order.units, "no air unit is named", by, possible="name air units") & Ruling.all(
        _rule_on_one(unit, player, state, rules) for unit in order.units
    )


def _rule_on_one(unit: str, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    piece, by = state.air_piece(unit), rules.cite("20G2h")
    mission, family = mission_named(NAVAL_PATROL, rules)
    flight = Flight(piece.unit.rating, mission, family, piece.id)
    return (
        Ruling.refuse_if(piece.side != player, f"{unit} is not the player's", by, possible="name your own air units")
        & Ruling.refuse_if(
            piece.status != OPERATIVE, f"{unit} is {piece.status}", rules.cite("16B1"), possible="an operative air unit"
        )
        & Ruling.refuse_if(
            state.recall(FLYING, unit) is not None, f"{unit} is in the air", by, possible="an air unit at its base"
        )
        & Ruling.refuse_if(
            state.recall(ASSIGNED, unit) is not None, f"{unit} is assigned already", by, possible="name others"
        )
        & rule_on_base(gather_base_use(piece, piece.place, state, rules), rules)
        & (Ruling.allow() if mission is None else rule_on_bombs(flight, mission, rules))
    )


@rule("SF 20G2h")
def assign(order: AssignNavalPatrol, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The air units are bound to naval patrol for the player turn, whether they fly it or not."""
    for unit in order.units:
        state = state.noting(ASSIGNED, unit, NAVAL_PATROL)
    text = f"{', '.join(order.units)} assigned to naval patrol"
    return (yield from record(Event(text, (rules.cite("20G2h"),), state, "assigned to naval patrol")))


@rule("SF 20G2h")
def rule_on_patrol_ordered(facts: OperationFacts) -> Ruling:
    """Whether the air units of a naval patrol operation all take off from one airbase, its escorts with them."""
    if facts.operation.kind != NAVAL_PATROL:
        return Ruling.allow()
    places = {plan.unit: facts.state.air_piece(plan.unit).place for plan in facts.plans}
    of_patrol = {places[plan.unit] for plan in facts.plans if plan.mission == NAVAL_PATROL}
    of_escorts = {places[plan.unit] for plan in facts.plans if plan.mission != NAVAL_PATROL}
    return rule_on_patrol_operation(PatrolOperation(len(of_patrol), bool(of_escorts - of_patrol)), facts.rules)


def assignments(piece: AirPiece, state: GameState, rules: Ruleset) -> Iterator[AssignNavalPatrol]:
    """The assignment of an operative air unit that is not assigned yet."""
    if piece.status == OPERATIVE and state.recall(ASSIGNED, piece.id) is None:
        yield AssignNavalPatrol((piece.id,))


SOURCES: tuple[Source, ...] = (Source("naval patrol operations", RULINGS, "SF 20G2h", rule_on_patrol_ordered),)
ORDER_KINDS: tuple[object, ...] = (
    OrderKind(
        "assign naval patrol",
        AssignNavalPatrol,
        rule_on_assigning,
        assign,
        by=(Citation("SF", "20G2h"),),
        openings=(INITIAL_OPERATIONS,),
        on_demand=True,
        of_air_unit=assignments,
    ),
)
