"""Flooded hexes on the board (SF 37A3, 37A4): the attempt as an attack begins, what follows, and when it is over.

Needs the attack under way; asks the owner of the hex, rolls on the success table, and floods it. A partial flood is
over at the end of the player turn; a massive one closes the hex for two player turns and leaves a swamp. Disaster
relief is spent from Allied resource points on the map; what these do not cover stays due until they do.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve

from europa_rules.contributions import Source, StepContribution
from europa_rules.ground.attacks import under_way
from europa_rules.ground.closed_ground import CLOSED
from europa_rules.ground.construction_sites import hit_airbase, hit_port
from europa_rules.ground.facts import ATTEMPT, TERRAIN_NOW, WAS_ATTACKED, Attempt
from europa_rules.ground.ownership import hex_owner
from europa_rules.ground.resources import points_of
from europa_rules.ground.retreats import retreat
from europa_rules.ground.success_checks import SuccessCheck, check_success
from europa_rules.ground.terrain import weather_at
from europa_rules.ground.works import most_port_hits, reckon_air_basing
from europa_rules.hexes import Hex
from europa_rules.permissions import Ruling
from europa_rules.procedure import Answer, Decision, Event, Procedure, choose, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Side
from europa_rules.state import FactKind, GameState, Piece
from europa_rules_sf.flooding import (
    BY,
    BY_MASSIVE,
    MASSIVE,
    PARTIAL,
    SWAMP,
    UPKEEP,
    CanalHex,
    Flooding,
    reckon_relief,
    rule_on_flooding,
)
from europa_rules_sf.weather import COLD

CANALS = "canal_intensive"
WATERWAYS = frozenset({"river", "major_river", "canal"})
THIS_TURN, NEXT_TURN, FOR_GOOD = "this player turn", "next player turn", "for good"
CALL_OFF = "call off the attack"

FLOODED = FactKind("flooded", "player turn", str)
"""The side that has flooded a hex partially in this player turn (subject: the hex)."""

MASSIVELY = FactKind("massively flooded", "game", str)
"""How long a massively flooded hex stays prohibited: this or the next player turn, or no more (subject: the hex)."""

UPKEPT = FactKind("disaster relief goes on", "game", bool)
"""Whether a massively flooded hex costs resource points in each Allied initial phase (subject: the hex)."""

RELIEF_DUE = FactKind("disaster relief due", "game", int)
"""Resource points that a side has still to spend on disaster relief (subject: the side)."""

FACT_KINDS: tuple[FactKind[Any], ...] = (FLOODED, MASSIVELY, UPKEPT, RELIEF_DUE)


# --- the hex ---------------------------------------------------------------------------------------------------------


def canal_hex(ref: Hex, rules: Ruleset) -> CanalHex:
    """A hex of the board as the flooding rules see it. Raises UnknownHex for one off the board."""
    board = rules.board
    city, around = board.city(ref), board.neighbors_of(ref)
    cities = [(near.size, board.country(to)) for to in around if (near := board.city(to)) is not None]
    return CanalHex(
        CANALS in board.overlays(ref),
        board.country(ref),
        board.is_coastal(ref),
        any(not WATERWAYS.isdisjoint(board.hexside(ref, to)) for to in around),
        city.size if city else "",
        tuple(cities),
    )


def is_massively_flooded(ref: Hex, state: GameState) -> bool:
    """Whether a hex has been flooded massively."""
    return state.recall(MASSIVELY, ref) is not None


def gather_flooding(ref: Hex, kind: str, attackers: Side, state: GameState, rules: Ruleset) -> Flooding:
    """A hex that its owner would flood, attacked as it is."""
    owner = hex_owner(ref, state, rules)
    there = canal_hex(ref, rules)
    dry = state.recall(FLOODED, ref) is None and not is_massively_flooded(ref, state)
    return Flooding(evolve(there, canal_intensive=there.canal_intensive and dry), kind, owner, attackers)


def _prohibited(side: Side, state: GameState, rules: Ruleset) -> frozenset[Hex]:
    return frozenset(Hex(ref) for ref, until in state.all_facts(MASSIVELY).items() if until != FOR_GOOD)


# --- the attempt -----------------------------------------------------------------------------------------------------


def offer_flooding(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The owner of an attacked hex may try to flood it, once the attackers are named (SF 37A3, 37A4)."""
    attempt = under_way(state)
    if attempt is None or attempt.target not in rules.board.index:
        return state
    owner = hex_owner(attempt.target, state, rules)
    ways = {kind: gather_flooding(attempt.target, kind, state.phasing, state, rules) for kind in (PARTIAL, MASSIVE)}
    able = tuple(kind for kind, facts in ways.items() if rule_on_flooding(facts).allowed)
    if owner == state.phasing or owner not in rules.variant.sides or not able:
        return state
    chosen = yield from choose(_flooding_decision(owner, able, attempt.target, state))
    if not chosen:
        return state
    return (yield from _try_to_flood(chosen[0], ways[chosen[0]], attempt, state, rules))


def _flooding_decision(owner: Side, able: tuple[str, ...], ref: Hex, state: GameState) -> Decision:
    def check(answer: Answer) -> Ruling:
        return Ruling.refuse_if(len(answer) > 1, "a hex is flooded in one way", BY)

    question = f"is {ref} to be flooded?"
    return Decision(owner, question, able, (BY,), state, ((), *((kind,) for kind in able)), check)


def _try_to_flood(
    kind: str, facts: Flooding, attempt: Attempt, state: GameState, rules: Ruleset
) -> Procedure[GameState]:
    ref, by = attempt.target, BY if kind == PARTIAL else BY_MASSIVE
    cold = ("cold_weather",) if weather_at(ref, state, rules) in COLD else ()
    check = SuccessCheck(f"flood_{kind}", cold)
    outcome = yield from check_success(check, f"{kind} flooding of {ref}", (by,), state, rules)
    told = f"the {facts.side} player tries a {kind} flooding of {ref}: {'success' if outcome.succeeds else 'failure'}"
    state = yield from record(Event(told, (by,), state, "flooding", (("die", outcome.roll),)))
    if not outcome.succeeds:
        return state
    state = yield from _owe(reckon_relief(facts.hex, kind, True, rules).value, ref, state, rules)
    if kind == PARTIAL:
        state = state.noting(FLOODED, ref, facts.side).noting(TERRAIN_NOW, ref, SWAMP)
        return (yield from _offer_calling_off(attempt, state, rules))
    return (yield from _flood_massively(facts, attempt, state, rules))


def _offer_calling_off(attempt: Attempt, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    question = f"{attempt.target} is flooded: is the attack called off?"
    chosen = yield from choose(Decision(state.phasing, question, (CALL_OFF,), (BY,), state, ((), (CALL_OFF,))))
    return (yield from _call_off(attempt, state)) if chosen else state


def _call_off(attempt: Attempt, state: GameState) -> Procedure[GameState]:
    """The attack is over before it began; its units attack nobody else in this phase."""
    state = state.forgetting(WAS_ATTACKED, *attempt.defenders).forgetting(ATTEMPT, "")
    text = f"the attack on {attempt.target} is called off"
    return (yield from record(Event(text, (BY,), state, "attack called off")))


def _flood_massively(facts: Flooding, attempt: Attempt, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Those in the hex retreat, what is in it is damaged, and it is closed (SF 37A4)."""
    ref = attempt.target
    there = tuple(piece.id for piece in state.friends_at(ref, AXIS))
    state = (yield from retreat(there, state, rules)) if there else state
    state = hit_airbase(ref, int(reckon_air_basing(ref, state, rules).value), state, rules)
    state = hit_port(ref, most_port_hits(ref, rules), state, rules)
    state = state.noting(MASSIVELY, ref, THIS_TURN)
    if reckon_relief(facts.hex, MASSIVE, True, rules).value:
        state = state.noting(UPKEPT, ref, True)
    return (yield from _call_off(attempt, state))


# --- how long it lasts -----------------------------------------------------------------------------------------------


def let_floods_recede(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """At the end of a player turn: partial floods are over, massive ones wear on."""
    yield from ()
    partial, massive = state.all_facts(FLOODED), state.all_facts(MASSIVELY)
    state = state.forgetting(TERRAIN_NOW, *partial).forgetting(FLOODED, *partial)
    for ref, until in massive.items():
        if until == THIS_TURN:
            state = state.noting(MASSIVELY, ref, NEXT_TURN)
        elif until == NEXT_TURN:
            state = state.noting(MASSIVELY, ref, FOR_GOOD).noting(TERRAIN_NOW, ref, SWAMP)
    return state


# --- disaster relief -------------------------------------------------------------------------------------------------


def _owe(points: object, why: str, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    due = int(str(points))
    if not due:
        return state
    state = state.noting(RELIEF_DUE, ALLIED, (state.recall(RELIEF_DUE, ALLIED) or 0) + due)
    return (yield from pay_relief(why, state, rules))


def upkeep(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """In each Allied initial phase: a resource point for each massively flooded hex that calls for it."""
    if state.phasing != ALLIED:
        return state
    for ref in state.all_facts(UPKEPT):
        state = state.noting(RELIEF_DUE, ALLIED, (state.recall(RELIEF_DUE, ALLIED) or 0) + UPKEEP)
        state = yield from pay_relief(ref, state, rules)
    return (yield from pay_relief("earlier floods", state, rules)) if state.recall(RELIEF_DUE, ALLIED) else state


def _resource_points(state: GameState) -> Mapping[str, Piece]:
    return {p.id: p for p in state.pieces.values() if p.side == ALLIED and p.unit.type == "resource_point"}


def pay_relief(why: str, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The Allied player spends resource points on disaster relief; what he lacks stays due."""
    due, held = state.recall(RELIEF_DUE, ALLIED) or 0, _resource_points(state)
    needed = min(due, sum(map(points_of, held.values())))
    if not needed:
        return _still_due(due, state, rules)
    chosen = yield from choose(_paying_decision(needed, why, held, state))
    for piece_id in chosen:
        taken = min(needed, points_of(held[piece_id]))
        state, needed = _spend(held[piece_id], taken, state), needed - taken
        due -= taken
    state = _still_due(due, state, rules)
    text = f"disaster relief for {why}: resource points from {', '.join(chosen)}"
    return (yield from record(Event(text, (BY,), state, "relief paid")))


def _still_due(due: int, state: GameState, rules: Ruleset) -> GameState:
    """The state with a deficit, unless a reading forgives what cannot be paid."""
    forgiven = rules.reads("37A3-unpaid-relief", "forgiven")
    return state.noting(RELIEF_DUE, ALLIED, due) if due and not forgiven else state.forgetting(RELIEF_DUE, ALLIED)


def _spend(piece: Piece, points: int, state: GameState) -> GameState:
    left = points_of(piece) - points
    return state.with_piece(evolve(piece, unit=evolve(piece.unit, points=left))) if left else state.without(piece.id)


def _paying_decision(needed: int, why: str, held: Mapping[str, Piece], state: GameState) -> Decision:
    def check(answer: Answer) -> Ruling:
        given = sum(points_of(held[i]) for i in answer)
        return Ruling.refuse_if(given < needed, f"{needed} resource points are needed, not {given}", BY)

    question = f"which resource points are spent on disaster relief for {why}?"
    return Decision(ALLIED, question, tuple(held), (BY,), state, (_enough(needed, held),), check)


def _enough(needed: int, held: Mapping[str, Piece]) -> Answer:
    found: list[str] = []
    for piece_id, piece in held.items():
        if needed > 0:
            found.append(piece_id)
            needed -= points_of(piece)
    return tuple(found)


SOURCES = (Source("the hex is massively flooded", CLOSED, by="SF 37A4", value=_prohibited),)
STEPS = (
    StepContribution("flooding", "attack", offer_flooding, by="SF 37A3, SF 37A4", before="retreat before combat"),
    StepContribution("floods recede", "player turn", let_floods_recede, by="SF 37A3", before="end of player turn"),
    StepContribution("disaster relief", "player turn", upkeep, by="SF 37A4", after="initial phase"),
)
