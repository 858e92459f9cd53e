"""Retreats of commandos through ZOCs, and of units that they help (SF 14H1).

Needs the units that must retreat and the state; gives their fates, and the step of a combat in which their owner is
asked before other units retreat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve, field, frozen

from europa_rules.citations import rule
from europa_rules.ground.attacks import under_way
from europa_rules.ground.facts import ATTEMPT, RETREATED_INTO, Attempt
from europa_rules.ground.losses import eliminate
from europa_rules.ground.ownership import change_by_leaving, gain_by_entry
from europa_rules.ground.retreats import (
    CADRE,
    ELIMINATED,
    Retreat,
    RetreatFacts,
    RetreatHex,
    gather_retreat,
    gather_retreat_hex,
    reckon_retreat,
    still_to_retreat,
)
from europa_rules.ground.stacking import gather_stack, is_overstacked
from europa_rules.ground.success_checks import Outcome, check_success
from europa_rules.hexes import Hex
from europa_rules.permissions import Ruling
from europa_rules.procedure import Answer, Decision, Event, Procedure, choose
from europa_rules.ruleset import Ruleset
from europa_rules.state import GameState, Piece
from europa_rules.units import Unit
from europa_rules_sf.commando_abilities import BY_RETREAT, HELP_CHECK, RETREAT_CHECK, Commando, rule_on_infiltration


@frozen
class Helped:
    """A unit that retreats with a commando's help.

    Attributes:
        unit: its printed facts; id: its name.
        succeeds: whether its check succeeded; False where it had none.
    """

    unit: Unit
    id: str = ""
    succeeds: bool = False


@frozen
class CommandoRetreat:
    """A commando that tries to retreat through enemy ZOCs, and the units it would help.

    Attributes:
        commando: its printed facts.
        to: the hex.
        succeeds: whether its check succeeded.
        helped: the units that would go with it.
    """

    commando: Unit
    to: RetreatHex
    succeeds: bool
    helped: tuple[Helped, ...] = ()


@frozen
class Fates:
    """What becomes of a commando, and of the units that go with it, by their names."""

    commando: Retreat
    helped: Mapping[str, Retreat] = field(hash=False)


@rule("SF 14H1")
def retreat_with_commando(facts: CommandoRetreat, rules: Ruleset) -> Fates:
    """What becomes of a commando and of those it helps: ZOCs do not matter to those whose check succeeded.

    A ZOC is passed only to a friendly-occupied hex, and nobody is helped by a commando that fails.
    """
    through = facts.succeeds and facts.to.friendly_occupied
    fates = {h.id: _fate(h.unit, facts.to, through and h.succeeds, rules) for h in facts.helped}
    return Fates(_fate(facts.commando, facts.to, through, rules), fates)


def _fate(unit: Unit, to: RetreatHex, ignores: bool, rules: Ruleset) -> Retreat:
    hex_ = evolve(to, enemy_zoc=False) if ignores else to
    return reckon_retreat(RetreatFacts(unit, (hex_,)), rules)


def rating_after(fate: Retreat) -> str:
    """The rating that a unit has after its retreat, or "eliminated"."""
    unit = fate.unit
    ratings = {CADRE: str(unit.cadre or ""), ELIMINATED: ELIMINATED}
    return ratings.get(fate.outcome, str(unit.rating or ""))


def offer_retreats(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Before the other retreats: commandos that a ZOC would strike may try to slip through it, and help others."""
    attempt = under_way(state)
    if attempt is None:
        return state
    for piece_id in still_to_retreat(attempt, state):
        now = under_way(state)
        if now is not None and piece_id in still_to_retreat(now, state):
            state = yield from _offer_retreat(piece_id, now, state, rules)
    return state


def _ways_through(piece: Piece, state: GameState, rules: Ruleset) -> tuple[Hex, ...]:
    """The friendly-occupied hexes to which a piece would have to retreat into an enemy ZOC."""
    facts = gather_retreat(piece, state, rules)
    found = reckon_retreat(facts, rules)
    if found.outcome not in (CADRE, ELIMINATED):
        return ()
    held = {h.hex for h in facts.hexes if h.friendly_occupied}
    return tuple(Hex(to) for to in found.options if to in held)


def _offer_retreat(piece_id: str, attempt: Attempt, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    piece = state.piece(piece_id)
    if not rule_on_infiltration(Commando(piece.unit, piece.side), rules).allowed:
        return state
    ways = _ways_through(piece, state, rules)
    if not ways:
        return state
    ways = tuple(to for to in ways if not _is_too_full((piece_id,), to, state, rules))
    question = f"does {piece_id} try to retreat through enemy ZOCs?"
    suggestions = ((), *((to,) for to in ways))
    one = Ruling.refuse("one hex is chosen, or none", BY_RETREAT)
    decision = Decision(
        piece.side, question, ways, (BY_RETREAT,), state, suggestions, lambda a: one if len(a) > 1 else Ruling.allow()
    )
    chosen = yield from choose(decision)
    if not chosen:
        return state
    to = Hex(chosen[0])
    outcome = yield from check_success(RETREAT_CHECK, f"{piece_id} retreats to {to}", (BY_RETREAT,), state, rules)
    if not outcome.succeeds:
        yield _checked(f"{piece_id} finds no way to {to}", outcome, state)
        return state
    facts = CommandoRetreat(piece.unit, gather_retreat_hex(piece, to, state, rules), outcome.succeeds)
    state = _gone(piece, to, retreat_with_commando(facts, rules).commando.outcome, state, rules)
    yield _checked(f"{piece_id} slips through to {to}", outcome, state)
    return (yield from _offer_help(piece, to, attempt, state, rules))


def _checked(text: str, outcome: Outcome, state: GameState) -> Event:
    return Event(text, (BY_RETREAT,), state, "success checked", (("check", outcome.roll),))


def _is_too_full(ids: Sequence[str], to: Hex, state: GameState, rules: Ruleset) -> bool:
    side = state.piece(ids[0]).side
    there = gather_stack(to, side, state, rules)
    units = (*there.units, *(state.piece(i).unit for i in ids))
    return is_overstacked(units, there.ground, rules, there.fortifications)


def _gone(piece: Piece, to: Hex, outcome: str, state: GameState, rules: Ruleset) -> GameState:
    """The state after a piece has retreated on its own, with what the ZOC has done to it."""
    state = state.moved(piece.id, to).noting(RETREATED_INTO, piece.id, to)
    if outcome in (CADRE, ELIMINATED):
        state = eliminate(state.piece(piece.id), state)
    attempt = under_way(state)
    if attempt is not None:
        left = tuple(i for i in attempt.must_retreat if i != piece.id)
        state = state.noting(ATTEMPT, "", evolve(attempt, must_retreat=left))
    state = change_by_leaving(state, piece.place, rules)
    return gain_by_entry(state, [state.pieces[piece.id]], to, rules) if piece.id in state.pieces else state


def _offer_help(commando: Piece, to: Hex, attempt: Attempt, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Units of the commando's hex may follow it, each by a check of its own."""
    waiting = [i for i in still_to_retreat(attempt, state) if state.piece(i).place == commando.place]
    able = tuple(i for i in waiting if to in _ways_through(state.piece(i), state, rules))
    if not able:
        return state

    def check(answer: Answer) -> Ruling:
        full = bool(answer) and _is_too_full(answer, to, state, rules)
        return Ruling.refuse_if(full, f"{to} would be overstacked", rules.cite("8B"), possible="send fewer units")

    suggestions = tuple(a for a in ((), able, *((i,) for i in able)) if check(a).allowed)
    question = f"which units follow {commando.id} to {to}?"
    decision = Decision(commando.side, question, able, (BY_RETREAT,), state, suggestions, check)
    for piece_id in (yield from choose(decision)):
        state = yield from _follow(state.piece(piece_id), commando, to, state, rules)
    return state


def _follow(piece: Piece, commando: Piece, to: Hex, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    outcome = yield from check_success(HELP_CHECK, f"{piece.id} follows to {to}", (BY_RETREAT,), state, rules)
    helped = (Helped(piece.unit, piece.id, outcome.succeeds),)
    facts = CommandoRetreat(commando.unit, gather_retreat_hex(piece, to, state, rules), True, helped)
    state = _gone(piece, to, retreat_with_commando(facts, rules).helped[piece.id].outcome, state, rules)
    left = state.pieces.get(piece.id)
    harm = f"is cut down to {left.unit.rating}" if left else "is eliminated"
    yield _checked(f"{piece.id} {'follows unharmed' if outcome.succeeds else harm}", outcome, state)
    return state
