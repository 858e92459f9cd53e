"""By which ways an ordered air operation may be flown (rules 17, 18, 20A, 23A or 23B, 23I).

Needs the facts of an ordered operation; gives a ruling on ways, staging and the legs of transfers. A plugin
contributes it to the rulings on air operations.
"""

from __future__ import annotations

from itertools import pairwise

from attrs import evolve

from europa_rules.air.airbases import gather_base_use, is_antiship, rule_on_base
from europa_rules.air.box_bases import on_the_map, serves_box
from europa_rules.air.flight_orders import FlightPlan, OperationFacts, as_flying, flight_of, way_points
from europa_rules.air.flights import Flight
from europa_rules.air.missions import rule_on_distance
from europa_rules.air.overflight import rule_on_flight_path
from europa_rules.air.staging import Staging, rule_on_staging, transferring
from europa_rules.air.targets import gather_target, rule_on_target
from europa_rules.campaign.regions import place_at
from europa_rules.citations import rule
from europa_rules.contributions import Source
from europa_rules.hexes import Hex
from europa_rules.permissions import Ruling

TRANSFER = "transfer"


def flight_planned(plan: FlightPlan, facts: OperationFacts) -> Flight:
    """An air unit as it would fly in an ordered operation."""
    piece = facts.state.air_piece(plan.unit)
    return flight_of(piece, as_flying(plan, piece.place), facts.operation, facts.state, facts.rules)


@rule("FoF 17", "FoF 18", "FoF 20", "FoF 23A", "SF 17", "SF 18", "SF 20", "SF 23B", "SF 23I1")
def rule_on_ways(facts: OperationFacts) -> Ruling:
    """Whether every air unit of an ordered operation may fly to its target on its way."""
    return Ruling.all(_rule_on_plan(plan, facts) for plan in facts.plans)


def _rule_on_plan(plan: FlightPlan, facts: OperationFacts) -> Ruling:
    state, rules = facts.state, facts.rules
    flight = flight_planned(plan, facts)
    points = way_points(plan, facts.operation.target, state, rules)
    return (
        rule_on_flight_path(points, rules)
        & _rule_on_start(plan, facts)
        & _rule_on_stage(plan, flight, facts)
        & _rule_on_legs(plan, flight, facts)
    )


def _rule_on_start(plan: FlightPlan, facts: OperationFacts) -> Ruling:
    """Whether an air unit takes off from the hex that it names: one that serves the holding box it is based in."""
    if not plan.start:
        return Ruling.allow()
    piece, start = facts.state.air_piece(plan.unit), facts.rules.board.place(plan.start)
    in_box = piece.place in facts.rules.board.boxes
    serves = in_box and serves_box(start, piece.place, piece.side, facts.state, facts.rules)
    return Ruling.refuse_if(
        not serves,
        f"{piece.id} does not take off from {start}",
        facts.rules.cite("17"),
        possible="its airbase; for a holding box, an airbase or an all-land clear hex of its area",
    )


def _rule_on_stage(plan: FlightPlan, flight: Flight, facts: OperationFacts) -> Ruling:
    if not plan.stage:
        return Ruling.allow()
    state, rules = facts.state, facts.rules
    piece, stage = state.air_piece(plan.unit), rules.board.place(plan.stage)
    hexes = _distance(piece.place, stage, plan, facts)
    area = place_at(stage, rules).country
    staging = Staging(flight, distance=hexes, area=area, antiship=is_antiship(piece.organization))
    return rule_on_staging(staging, rules)


def _distance(start: Hex, end: Hex, plan: FlightPlan, facts: OperationFacts) -> int | None:
    """Hexes between two airbases; None where a box has no hexes on the map."""
    piece, boxes = facts.state.air_piece(plan.unit), facts.rules.board.boxes
    a, b = on_the_map((start, end), piece.side, facts.state, facts.rules)
    return None if a in boxes or b in boxes else facts.rules.board.distance(a, b)


@rule("FoF 20A", "SF 20A")
def _rule_on_legs(plan: FlightPlan, flight: Flight, facts: OperationFacts) -> Ruling:
    """Whether the further legs of a transfer lead from airbase to airbase, each within range."""
    if not plan.legs:
        return Ruling.allow()
    state, rules = facts.state, facts.rules
    by, piece = rules.cite("20A"), state.air_piece(plan.unit)
    ruling = Ruling.refuse_if(
        plan.mission != TRANSFER, "only transfers are flown in legs", by, possible="fly a transfer, or no further legs"
    )
    places = (facts.operation.target, *(rules.board.place(leg) for leg in plan.legs))
    leg_flight = evolve(transferring(flight, rules), towing=flight.towing)
    for start, end in pairwise(places):
        target = gather_target(end, facts.player, state, rules)
        hexes = _distance(start, end, plan, facts)
        ruling &= rule_on_base(gather_base_use(piece, end, state, rules), rules)
        if leg_flight.mission is not None:
            ruling &= rule_on_target(leg_flight, leg_flight.mission, target, rules)
        if hexes is not None:
            ruling &= rule_on_distance(leg_flight, hexes, rules)
        ruling &= rule_on_flight_path((start, end), rules)
    return ruling


def ways(book: str) -> Source:
    """The rulings on the ways of operations, as a plugin contributes them."""
    return Source("targets and ways", "rulings on air operations", f"{book} 20", rule_on_ways)
