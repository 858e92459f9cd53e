"""The order to fly an air operation (rules 16D, 18, 20 and 23): its text, its facts from the board, and its ruling.

Each air unit's part is a line of text: `ge Me 109E: escort, stage 16A:1728, via 16A:1629 16A:1529`. The ruling names
everything that forbids any of them; `operations` carries the order out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import cast

from attrs import evolve, field, frozen

from europa_rules.air.airbases import gather_base_use, is_antiship, rule_on_base
from europa_rules.air.bomber_transports import rule_on_bomber_as_transport
from europa_rules.air.box_bases import on_the_map
from europa_rules.air.facts import (
    ASSIGNED,
    FLOWN,
    FLYING,
    HARASSED,
    IN_GARRISON,
    OFF_BOARD,
    OPERATION,
    UNDER_WAY_NOW,
    AirOperation,
    Flying,
)
from europa_rules.air.flights import BOMBER, ESCORT, TRANSPORT, Flight, mission_named
from europa_rules.air.missions import MissionFacts, rule_on_mission
from europa_rules.air.precedence import rule_on_precedence
from europa_rules.air.targets import Target, gather_target
from europa_rules.charts.air_missions import Mission
from europa_rules.citations import rule
from europa_rules.errors import NotationError, UnknownName, nearest, unknown
from europa_rules.ground.terrain import weather_at
from europa_rules.hexes import Hex
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import AirPiece, GameState

NIGHT = "night"
CIRCUMSTANCES = "flight circumstances"
"""Slot of sources: (piece, flying, operation, state, rules) -> facts of a flight, by name."""
SEA, CALM, CLEAR = "sea", "calm", "clear"
"""The fact of a flight that says how the sea is at its target; calm where no source says so."""
_FORM = (
    "ID: mission, such as 'ge Me 109E: escort', then any of extended, one way, torpedoes, stage HEX, from HEX,"
    " via HEX HEX, until HEX, onward HEX HEX, tow ID, carry ID & ID"
)


@frozen
class FlyOperation:
    """The order to begin an air operation.

    Attributes:
        target: its target hex.
        flights: what each air unit does, as text (see the module).
        night: "night" for an operation by night, "" by day.
    """

    target: Hex
    flights: tuple[str, ...]
    night: str = ""


@frozen
class FlightPlan:
    """What one air unit is to do.

    Attributes:
        unit: its id.
        mission: the name of its mission in the chart.
        extended, one_way, torpedoes: how it flies.
        stage: the airbase at which it stages first, or "".
        start: the hex in the area of a holding box that it takes off from, or "".
        via: hexes that it flies over on its way.
        until: the hex in which an escort turns back, short of the target hex; "" for one that flies there.
        towing: the id of the glider that it tows, or "".
        cargo: ids of the ground pieces that it carries.
        legs: the airbases of the further legs of a transfer.
    """

    unit: str
    mission: str
    extended: bool = False
    one_way: bool = False
    torpedoes: bool = False
    stage: str = ""
    start: str = ""
    via: tuple[str, ...] = ()
    until: str = ""
    towing: str = ""
    cargo: tuple[str, ...] = field(default=())
    legs: tuple[str, ...] = ()


_FLAGS: dict[str, Callable[[FlightPlan], FlightPlan]] = {
    "extended": lambda plan: evolve(plan, extended=True),
    "one way": lambda plan: evolve(plan, one_way=True),
    "torpedoes": lambda plan: evolve(plan, torpedoes=True),
}
_NAMED: dict[str, Callable[[FlightPlan, str], FlightPlan]] = {
    "stage": lambda plan, place: evolve(plan, stage=place),
    "from": lambda plan, place: evolve(plan, start=place),
    "via": lambda plan, places: evolve(plan, via=tuple(places.split())),
    "until": lambda plan, place: evolve(plan, until=place),
    "onward": lambda plan, places: evolve(plan, legs=tuple(places.split())),
    "tow": lambda plan, glider: evolve(plan, towing=glider),
    "carry": lambda plan, cargo: evolve(plan, cargo=tuple(part.strip() for part in cargo.split("&"))),
}


def read_flight(text: str, known: Sequence[str]) -> FlightPlan:
    """One air unit's part of an order.

    known: the ids of the air units there are. Raises NotationError saying which word is wrong.

    >>> read_flight("ge Me 109E: escort, stage 16A:1728", ["ge Me 109E"])
    FlightPlan(unit='ge Me 109E', mission='escort', extended=False, ..., stage='16A:1728', ...)
    """
    unit = next((i for i in sorted(known, key=len, reverse=True) if text.startswith(f"{i}:")), None)
    if unit is None:
        hint = nearest(text.rpartition(": ")[0], known)
        meant = f" (did you mean {hint!r}?)" if hint else ""
        raise NotationError(f"{text!r} names no air unit{meant}; write {_FORM}")
    mission, *words = [word.strip() for word in text[len(unit) + 1 :].split(",")]
    if not mission:
        raise NotationError(f"{text!r} names no mission for {unit}; write {_FORM}")
    plan = FlightPlan(unit, mission.replace(" ", "_").lower())
    for word in words:
        plan = _with_word(plan, word, text)
    return plan


def _with_word(plan: FlightPlan, word: str, text: str) -> FlightPlan:
    name, _, value = word.partition(" ")
    if word in _FLAGS:
        return _FLAGS[word](plan)
    if name in _NAMED and value:
        return _NAMED[name](plan, value)
    if name in _NAMED:
        raise NotationError(f"{text!r}: {name!r} needs what it names after it; write {_FORM}")
    hint = nearest(word, (*_FLAGS, *_NAMED))
    raise NotationError(f"{text!r}: {word!r} is not understood{f'; did you mean {hint!r}?' if hint else ''}")


def read_flights(order: FlyOperation, state: GameState) -> tuple[FlightPlan, ...]:
    """Every air unit's part of an order. Raises NotationError."""
    return tuple(read_flight(text, list(state.air)) for text in order.flights)


# --- from the board --------------------------------------------------------------------------------------------------


def flight_of(piece: AirPiece, flying: Flying, operation: AirOperation, state: GameState, rules: Ruleset) -> Flight:
    """An air unit as it flies in an operation, as the board stands."""
    mission, family = mission_named(flying.mission, rules)
    glider = state.air.get(flying.towing)
    situation = _circumstances(piece, flying, operation, state, rules)
    return Flight(
        piece.unit.rating,
        mission,
        family,
        piece.id,
        flying.extended,
        flying.one_way,
        operation.night,
        flying.jettisoned,
        flying.torpedoes,
        glider.unit.rating if glider else None,
        as_transport=is_used_as_transport(piece, mission, rules),
        weather=_weather_over(operation.target, state, rules),
        sea=situation.get(SEA, CALM),
        situation=situation,
    )


def _circumstances(
    piece: AirPiece, flying: Flying, operation: AirOperation, state: GameState, rules: Ruleset
) -> dict[str, str]:
    """Further facts of a flight: model and organization, and what contributed rules ask for."""
    found = {"model": piece.unit.model, "organization": piece.organization}
    for source in rules.sources(CIRCUMSTANCES):
        facts = cast("Callable[..., Mapping[str, str]]", source.value)(piece, flying, operation, state, rules)
        found.update(facts)
    return found


def is_used_as_transport(piece: AirPiece, mission: Mission | None, rules: Ruleset) -> bool:
    """Whether an air unit on a mission is a bomber that is used as a transport (an optional rule)."""
    kind = piece.unit.rating.type
    if mission is None or TRANSPORT not in mission.flown_by or mission.family != TRANSPORT:
        return False
    is_bomber = rules.air_types.category(kind) == BOMBER
    return is_bomber and rule_on_bomber_as_transport(piece.side, piece.unit.model, kind, rules).allowed


def _weather_over(target: Hex, state: GameState, rules: Ruleset) -> str:
    """The weather at a target hex; clear over a holding box, and off the board."""
    return weather_at(target, state, rules) if target in rules.board.index else CLEAR


def as_flying(plan: FlightPlan, base: Hex, operation: str = "", mps: int = 0) -> Flying:
    """What is remembered of an air unit that flies as planned."""
    return Flying(
        plan.mission,
        base,
        operation,
        mps=mps,
        extended=plan.extended,
        one_way=plan.one_way,
        torpedoes=plan.torpedoes,
        towing=plan.towing,
        cargo=plan.cargo,
    )


def way_points(plan: FlightPlan, target: Hex, state: GameState, rules: Ruleset) -> tuple[Hex, ...]:
    """The hexes through which an air unit flies its mission, from where it takes off (or stages) to where it ends."""
    piece, place = state.air_piece(plan.unit), rules.board.place
    start = place(plan.stage) if plan.stage else place(plan.start) if plan.start else piece.place
    end = place(plan.until) if plan.until else target
    return on_the_map((start, *(place(ref) for ref in plan.via), end), piece.side, state, rules)


def distance_flown(points: Sequence[Hex], rules: Ruleset) -> int | None:
    """Hexes that a flight through these points enters; None where a point is a holding box."""
    if any(point in rules.board.boxes for point in points):
        return None
    return sum(rules.board.distance(a, b) for a, b in pairwise(points))


def kind_of_operation(plans: Sequence[FlightPlan], rules: Ruleset) -> str:
    """The kind of an operation, as its missions make it: "" where any mission of the phase may be flown."""
    missions = (mission_named(plan.mission, rules)[0] for plan in plans)
    return next((mission.operation for mission in missions if mission is not None and mission.operation), "")


def _target_of(operation: AirOperation, player: Side, state: GameState, rules: Ruleset) -> Target | None:
    """What is in the target hex of a player's own operation; reacting air units only go where the others are."""
    if player != operation.initiator or operation.target == OFF_BOARD:
        return None
    return gather_target(operation.target, player, state, rules)


def gather_mission(
    plan: FlightPlan, operation: AirOperation, player: Side, state: GameState, rules: Ruleset
) -> MissionFacts:
    """The facts of an air unit that is to fly in an operation."""
    piece = state.air_piece(plan.unit)
    flying = as_flying(plan, piece.place)
    return MissionFacts(
        flight_of(piece, flying, operation, state, rules),
        piece.status,
        flown=int(state.recall(FLOWN, piece.id) is not None or state.recall(FLYING, piece.id) is not None),
        harassed=state.recall(HARASSED, piece.id) is not None,
        assigned_to=state.recall(ASSIGNED, piece.id) or "",
        phase=state.moment.phase,
        is_phasing=player == state.phasing,
        role="initiating" if player == operation.initiator else "reacting",
        operation=operation.kind,
        another_open=False,
        antiship=is_antiship(piece.organization),
        in_garrison=state.recall(IN_GARRISON, piece.id) is not None,
        distance=distance_flown(way_points(plan, operation.target, state, rules), rules),
        target=_target_of(operation, player, state, rules),
    )


def _rule_on_staging(plan: FlightPlan, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    if not plan.stage:
        return Ruling.allow()
    piece, by = state.air_piece(plan.unit), rules.cite("staging")
    stage = rules.board.place(plan.stage)
    mission, _ = mission_named(plan.mission, rules)
    leg = evolve(plan, mission="transfer", stage="", via=(), extended=False, one_way=False)
    flown = gather_mission(leg, AirOperation(player, stage), player, state, rules)
    return (
        Ruling.refuse_if(
            mission is not None and not mission.stages,
            f"an air unit does not stage before {mission.title if mission else 'it'}",
            by,
            possible="fly it from the base of the air unit",
        )
        & rule_on_base(gather_base_use(piece, stage, state, rules), rules)
        & rule_on_mission(evolve(flown, phase=""), rules)
    )


@rule("FoF 20B", "SF 20B")
def rule_on_turning_back(plan: FlightPlan, operation: AirOperation, rules: Ruleset) -> Ruling:
    """Whether an air unit may turn back short of the target hex: escorts alone may."""
    mission, by = mission_named(plan.mission, rules)[0], rules.cite("20B")
    turns, escorts = bool(plan.until), mission is not None and mission.family == ESCORT
    return Ruling.refuse_if(
        turns and not escorts,
        f"only escorts turn back short of the target hex, not {plan.unit}",
        by,
        possible=f"let it fly to {operation.target}",
    )


def rule_on_flight(plan: FlightPlan, operation: AirOperation, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether an air unit may do its part of an operation."""
    piece = state.air_piece(plan.unit)
    start = rules.board.place(plan.start) if plan.start else piece.place
    return (
        Ruling.refuse_if(
            piece.side != player,
            f"{piece.id} is not the player's",
            rules.cite("20"),
            possible="name your own air units",
        )
        & rule_on_base(gather_base_use(piece, piece.place if not plan.start else start, state, rules), rules)
        & _rule_on_staging(plan, player, state, rules)
        & rule_on_turning_back(plan, operation, rules)
        & rule_on_mission(gather_mission(plan, operation, player, state, rules), rules)
    )


def operation_ordered(order: FlyOperation, player: Side, state: GameState, rules: Ruleset) -> AirOperation:
    """The operation that an order begins. Raises UnknownHex, NotationError or UnknownName."""
    plans = read_flights(order, state)
    target = rules.board.place(order.target)
    return AirOperation(player, target, kind_of_operation(plans, rules), night=order.night == NIGHT)


@rule("FoF 16D", "SF 16D")
def rule_on_operation_order(order: FlyOperation, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may begin an air operation so: every air unit's part is ruled on."""
    operation = operation_ordered(order, player, state, rules)
    plans = read_flights(order, state)
    by = rules.cite("16D")
    twice = [unit for unit, n in Counter(plan.unit for plan in plans).items() if n > 1]
    return (
        Ruling.refuse_if(not plans, "no air unit flies", by, possible="name the air units that fly")
        & Ruling.refuse_if(
            order.night not in ("", NIGHT),
            f"{order.night!r} is neither 'night' nor nothing",
            rules.cite("16D"),
            possible="say 'night', or nothing for an operation by day",
        )
        & Ruling.refuse_if(
            state.recall(UNDER_WAY_NOW, "") is not None, "another air operation is going on", by, possible="wait"
        )
        & rule_on_precedence(player, state, rules)
        & Ruling.all(Ruling.refuse(f"{unit} is named twice", by, possible="name each air unit once") for unit in twice)
        & Ruling.all(rule_on_flight(plan, operation, player, state, rules) for plan in plans)
        & rules.forbid("air operation", OperationFacts(operation, plans, player, state, rules))
        & _contributed(OperationFacts(operation, plans, player, state, rules), rules)
    )


RULINGS = "rulings on air operations"
"""Slot of sources: (OperationFacts) -> Ruling, whether an air operation may be flown so; all are joined."""


def _contributed(facts: OperationFacts, rules: Ruleset) -> Ruling:
    asked = (cast("Callable[[OperationFacts], Ruling]", source.value) for source in rules.sources(RULINGS))
    return Ruling.all(ask(facts) for ask in asked)


@frozen
class OperationFacts:
    """An air operation that is ordered, for contributed rules about its target or its air units as a whole."""

    operation: AirOperation
    plans: tuple[FlightPlan, ...]
    player: Side
    state: GameState
    rules: Ruleset


def flyers(operation: str, state: GameState) -> Iterator[tuple[AirPiece, Flying]]:
    """The air units that are in the air in an operation, by id."""
    for unit, flying in state.all_facts(FLYING).items():
        if flying.operation == operation:
            yield state.air_piece(unit), flying


def flying_of(unit: str, state: GameState) -> Flying:
    """How an air unit that is in the air flies. Raises UnknownName for one that is not."""
    found = state.recall(FLYING, unit)
    if found is None:
        raise unknown("air unit in the air", unit, state.all_facts(FLYING))
    return found


def operation_at(operation: str, state: GameState) -> AirOperation:
    """An air operation that is under way or suspended. Raises UnknownName for one there is not."""
    found = state.recall(OPERATION, operation)
    if found is None:
        raise unknown("air operation", operation, state.all_facts(OPERATION))
    return found


def operation_now(state: GameState) -> tuple[str, AirOperation]:
    """The id of the air operation that is being carried out, and the operation. Raises UnknownName if none is."""
    name = state.recall(UNDER_WAY_NOW, "")
    if name is None:
        raise UnknownName("no air operation is being carried out")
    return name, operation_at(name, state)
