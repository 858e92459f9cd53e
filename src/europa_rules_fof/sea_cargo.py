"""Cargo and ports of naval transport on the board (FoF 26A3, 26B1, 26B2): what both its orders ask and do.

Needs pieces that are to go, where they embark and where they land; gives the facts of each mover and port with the
rulings on them, and the state after they have landed. The orders themselves stand in `sailing` and `evacuating`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from attrs import evolve

from europa_rules.citations import Citation, rule
from europa_rules.contributions import StepContribution
from europa_rules.ground.admin_movement import ADMIN
from europa_rules.ground.closed_ground import rule_on_entry
from europa_rules.ground.facts import MOVED_BY, MPS_SPENT
from europa_rules.ground.leaving import leaving_mps
from europa_rules.ground.movement import NAVAL, REGULAR, rule_on_movement
from europa_rules.ground.movement_counters import carrier_of
from europa_rules.ground.moves import allowance_of, gather_move, is_enemy_occupied, mps_spent
from europa_rules.ground.ownership import change_by_leaving, gain_by_entry
from europa_rules.ground.restricted_units import rule_on_transport
from europa_rules.ground.supply_map import supply_map
from europa_rules.ground.supply_sources import FULL
from europa_rules.hexes import Hex
from europa_rules.naval.port_use import (
    gather_port_use,
    has_beach,
    note_passing,
    owns_port,
    places_with_ports,
    port_size_at,
)
from europa_rules.naval.ports import rule_on_port
from europa_rules.naval.voyages import berths_of
from europa_rules.numbers import ZERO, Number
from europa_rules.permissions import Ruling
from europa_rules.procedure import Procedure
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import FactKind, GameState, Piece
from europa_rules.units import Unit, label
from europa_rules_fof.nation_moves import INTO
from europa_rules_fof.naval_transport import (
    BEACH,
    BEACHES,
    FULL_SOURCE,
    PORT,
    SeaMover,
    has_naval_transport,
    reckon_naval_mps,
    rule_on_naval_mps,
)
from europa_rules_fof.naval_transport import (
    REGULAR as BY_SEA,
)

PORTS = Citation("FoF", "26A3")
TRACES = FactKind("port traces to a full source", "player turn", bool)
"""Whether a supply line led from a port to a full source in the initial phase (subject: the hex)."""

FACT_KINDS: tuple[FactKind[Any], ...] = (TRACES,)


# --- who goes --------------------------------------------------------------------------------------------------------


def split_load(pieces: Iterable[Piece], state: GameState) -> tuple[tuple[Unit, ...], tuple[Unit, ...]]:
    """The units that go by themselves, and those that transport counters carry."""
    alone, carried = list[Unit](), list[Unit]()
    for piece in pieces:
        (alone if carrier_of(piece, state) is piece else carried).append(piece.unit)
    return tuple(alone), tuple(carried)


def gather_sea_mover(piece: Piece, by_beach: bool, state: GameState, rules: Ruleset) -> SeaMover:
    """What the board says of the MPs of a piece, or of the counter that carries it."""
    mover = carrier_of(piece, state)
    stayed = state.recall(MOVED_BY, mover.id) is None and mover.place in rules.board.index
    return SeaMover(
        mover.unit,
        by_beach,
        allowance_of(mover, state, rules).value,
        mps_spent(mover.id, state),
        leaving_mps(mover.place, mover.side, state, rules) if stayed else ZERO,
        piece.id,
    )


@rule("FoF 26B1", "FoF 14K1", "FoF 14K2")
def rule_on_sea_mover(piece: Piece, to: Hex, by_beach: bool, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a piece may be transported to a place: its MPs, its duties, what it has done, and the ground there."""
    facts = gather_move(piece, state, rules, one_hex=False)
    country = rules.board.country(to) if to in rules.board.index else ""
    facts = evolve(
        facts,
        is_overland=False,
        is_admin=facts.moved_by == ADMIN,
        situation={**facts.situation, INTO: country} if country else facts.situation,
    )
    on_rails = piece.unit.is_rail_only
    ground = rule_on_entry(to, piece, state, rules) if to in rules.board.index else Ruling.allow()
    return Ruling.all(
        (
            rule_on_movement(facts, rules),
            rule_on_transport((piece.unit,), rules),
            Ruling.refuse_if(on_rails, f"{label(piece.unit)} moves by rail only", rules.cite("rail-only")),
            rule_on_naval_mps(gather_sea_mover(piece, by_beach, state, rules), rules),
            ground,
        )
    )


# --- where it embarks and lands --------------------------------------------------------------------------------------


def landing_of(ref: Hex, told: str, state: GameState, rules: Ruleset) -> str:
    """How cargo passes the shore of a hex: as told, else through its port if it has one, else over its beach if any."""
    over_beach = not port_size_at(ref, state, rules) and has_beach(ref, rules)
    return told or (BEACH if over_beach else PORT)


@rule("FoF 26A3", "FoF 26A4", "FoF 26B1")
def rule_on_shore(
    ref: Hex, way: str, units: Iterable[Unit], supply: Number, side: Side, state: GameState, rules: Ruleset
) -> Ruling:
    """Whether cargo may pass the shore of a hex, through its port or over its beach; supply in REs."""
    if way == PORT:
        if not port_size_at(ref, state, rules):
            return Ruling.refuse(f"there is no port in {ref}", PORTS, possible="a hex or box with a port")
        return rule_on_port(gather_port_use(ref, units, supply, side, state, rules), rules)
    there = has_beach(ref, rules)
    foreign = there and not owns_port(ref, side, state, rules)
    return Ruling.refuse_if(not there, f"there is no beach in {ref}", BEACHES) & Ruling.refuse_if(
        foreign, f"{ref} is not friendly-owned", BY_SEA
    )


@rule("FoF 26B1")
def rule_on_landing_place(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether cargo may land in a place: a hex by the sea without enemy units, or a holding box."""
    if ref in rules.board.boxes:
        return Ruling.allow()
    if not berths_of(ref, rules):
        return Ruling.refuse(f"{ref} is not by the sea", BY_SEA, possible="a port")
    held = is_enemy_occupied(ref, side, state, rules)
    return Ruling.refuse_if(held, f"enemy units are in {ref}", BY_SEA)


# --- supply that embarks (26B2) --------------------------------------------------------------------------------------


def _traces(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> bool:
    found = supply_map(side, state, rules)
    return found.standing_of(()).supply_at(found.view.layout.bits[rules.board.index[ref]]).kind == FULL


@rule("FoF 26B2")
def source_traced_from(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> str:
    """The kind of source to which a port traced in the initial phase, "" for none; as things stand if nobody judged."""
    if ref not in rules.board.index:
        return FULL_SOURCE
    judged = state.recall(TRACES, ref)
    return FULL_SOURCE if (_traces(ref, side, state, rules) if judged is None else judged) else ""


@rule("FoF 26B2")
def judge_ports(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """In the initial phase, after supply: from which of the phasing side's ports lines lead to full sources."""
    yield from ()
    side = state.phasing
    if not has_naval_transport(side, rules):
        return state
    for ref in places_with_ports(rules):
        if ref in rules.board.index and owns_port(ref, side, state, rules):
            state = state.noting(TRACES, ref, _traces(ref, side, state, rules))
    return state


# --- after the voyage ------------------------------------------------------------------------------------------------


def pass_shore(
    ref: Hex, way: str, units: Iterable[Unit], supply: Number, side: Side, state: GameState, rules: Ruleset
) -> GameState:
    """The state after cargo has passed the shore of a hex."""
    if way != PORT:
        return state
    return note_passing(ref, gather_port_use(ref, units, supply, side, state, rules), state, rules)


@rule("FoF 26B1")
def land(pieces: Sequence[Piece], to: Hex, by_beach: bool, state: GameState, rules: Ruleset) -> GameState:
    """The state after pieces have paid their MPs and landed in a place; what has no MPs of its own pays none."""
    for piece in pieces:
        mover = gather_sea_mover(piece, by_beach, state, rules)
        mps = reckon_naval_mps(mover.unit, by_beach, rules, mover.allowance).value
        total = mps if by_beach or not mps else mps + Fraction(mover.leaving)
        before, spent = state.recall(MOVED_BY, piece.id), mps_spent(piece.id, state)
        state = state.noting(MPS_SPENT, piece.id, spent + total) if total else state
        if before is None:
            state = state.noting(MOVED_BY, piece.id, REGULAR if spent else NAVAL)
    if to in rules.board.boxes:
        for piece in pieces:
            state = state.moved(piece.id, to)
        return state
    return gain_by_entry(state, pieces, to, rules)


def put_to_sea(origin: Hex, state: GameState, rules: Ruleset) -> GameState:
    """The state after cargo has left a place for good."""
    return change_by_leaving(state, origin, rules) if origin in rules.board.index else state


STEPS: tuple[StepContribution, ...] = (
    StepContribution(
        "ports that trace to full sources",
        "player turn",
        judge_ports,
        by="FoF 26B2",
        after="supply check, end of initial phase",
    ),
)
