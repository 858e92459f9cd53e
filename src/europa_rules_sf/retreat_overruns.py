"""Retreats and overruns (SF 43A, advanced): units that must retreat may overrun their way into an enemy-occupied hex.

Needs the units that must retreat after a combat; its owner may send those of one hex together into an adjacent hex of
the enemy if they overrun it. MPs do not matter; a ZOC of other enemy units strikes them before the odds are reckoned.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve, frozen

from europa_rules.agreement import subject
from europa_rules.citations import Citation, rule
from europa_rules.contributions import Gate, Option, StepContribution
from europa_rules.ground.attacks import attackable, under_way
from europa_rules.ground.combat import reckon_attack_strength, reckon_defense_strength
from europa_rules.ground.facts import ATTEMPT, RETREATED_INTO, Attempt
from europa_rules.ground.losses import eliminate
from europa_rules.ground.overruns import CAUSE, Overrun, OverrunFacts, gather_overrun_attack, rule_on_overrun
from europa_rules.ground.ownership import change_by_leaving, gain_by_entry
from europa_rules.ground.retreats import RetreatFacts, gather_retreat_hex, reckon_retreat, still_to_retreat
from europa_rules.ground.zones import NONE, enemy_zoc_kind
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.numbers import Number
from europa_rules.permissions import Ruling
from europa_rules.procedure import Answer, Decision, Event, Procedure, choose, record
from europa_rules.ruleset import Ruleset
from europa_rules.state import GameState

RULE = "43A"
BY = Citation("SF", RULE)


@frozen
class Retreating:
    """A unit that would overrun in its retreat: its attack strength, and that of its cadre, if it has one."""

    attack: Number
    cadre_attack: Number | None = None


@rule("SF 43A", "SF 9F1")
def reckon_retreating_attack(units: Sequence[Retreating], *, in_enemy_zoc: bool, rules: Ruleset) -> Reckoning:
    """The attack strength of retreating units once an enemy ZOC in the hex has struck them (strength points).

    >>> from europa_rules import load
    >>> two = (Retreating(5, 2), Retreating(5, 2))
    >>> reckon_retreating_attack(two, in_enemy_zoc=True, rules=load("sf")).value
    Fraction(4, 1)
    """
    parts = []
    for unit in units:
        strength = Reckoning.of(unit.attack, "attack")
        if in_enemy_zoc:
            cadre = unit.cadre_attack
            why = "eliminated by the enemy ZOC" if cadre is None else "reduced to cadre by the enemy ZOC"
            strength = strength.become(cadre or 0, why, rules.cite("9F1"))
        parts.append(("unit", strength))
    return Reckoning.total("attack strength", parts, BY)


@rule("SF 43A", "SF 13")
def rule_on_retreat_overrun(facts: OverrunFacts, rules: Ruleset) -> Ruling:
    """Whether retreating units overrun a hex with these strengths; MPs do not matter."""
    odds = rule_on_overrun(facts, rules)
    return Ruling.all(Ruling.refuse(r.why, BY, *r.by) for r in odds.refusals)


@frozen
class RetreatOverrun:
    """An overrun in retreat, worked out: may it be, what is left of the units, and the strengths."""

    ruling: Ruling
    after_zoc: GameState
    left: tuple[str, ...]
    ledgers: tuple[tuple[str, Reckoning], ...] = ()


@rule("SF 43A")
def plan_retreat_overrun(ids: Sequence[str], target: Hex, state: GameState, rules: Ruleset) -> RetreatOverrun:
    """Whether retreating pieces of one hex may overrun the enemy units in an adjacent one.

    An enemy ZOC in that hex, not counting those of the units overrun, reduces or eliminates them first.
    """
    pieces = [state.piece(i) for i in ids]
    side = pieces[0].side
    victims = attackable(target, side, state, rules)
    barred = [p.id for p in pieces if not _can_enter(p.id, target, state, rules)]
    ruling = Ruling.all(Ruling.refuse(f"{i} cannot enter {target}", BY) for i in barred)
    struck = enemy_zoc_kind(target, side, state, rules, [v.id for v in victims]) != NONE
    after = state
    for piece in pieces if struck else ():
        after = eliminate(piece, after)
    left = tuple(i for i in ids if i in after.pieces)
    if not left:
        return RetreatOverrun(ruling & Ruling.refuse("nobody is left to overrun", BY), after, left)
    attack_facts = gather_overrun_attack(Overrun(left, target), side, after, rules)
    attack, defense = reckon_attack_strength(attack_facts, rules), reckon_defense_strength(attack_facts, rules)
    units = tuple(after.piece(i).unit for i in left)
    facts = OverrunFacts(attack.value, defense.value, units=units, ground=attack_facts.ground)
    ruling &= rule_on_retreat_overrun(facts, rules)
    return RetreatOverrun(ruling, after, left, (("attack", attack), ("defense", defense)))


def _can_enter(piece_id: str, target: Hex, state: GameState, rules: Ruleset) -> bool:
    """Whether the piece could retreat into the hex if the enemy units were not there."""
    piece = state.piece(piece_id)
    cleared = evolve(gather_retreat_hex(piece, target, state, rules), enemy_occupied=False)
    return bool(reckon_retreat(RetreatFacts(piece.unit, (cleared,), side=piece.side), rules).options)


def _targets(origin: Hex, attempt: Attempt, ids: Sequence[str], state: GameState, rules: Ruleset) -> tuple[Hex, ...]:
    side = state.piece(ids[0]).side
    around = rules.board.neighbors_of(origin)
    return tuple(h for h in around if h != attempt.target and attackable(h, side, state, rules))


def offer_overruns(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Before units retreat: those of each hex may overrun an adjacent hex instead, if they can."""
    attempt = under_way(state)
    if attempt is None:
        return state
    waiting = still_to_retreat(attempt, state)
    for origin in dict.fromkeys(state.piece(i).place for i in waiting):
        here = tuple(i for i in waiting if i in state.pieces and state.piece(i).place == origin)
        if here:
            state = yield from _offer(here, origin, attempt, state, rules)
    now = under_way(state) or attempt
    return state.noting(ATTEMPT, "", evolve(now, must_retreat=_not_gone(now, state)))


def _not_gone(attempt: Attempt, state: GameState) -> tuple[str, ...]:
    return tuple(i for i in attempt.must_retreat if i in state.pieces)


def _offer(
    here: tuple[str, ...], origin: Hex, attempt: Attempt, state: GameState, rules: Ruleset
) -> Procedure[GameState]:
    meant = {f"{i} > {to}": (i, to) for to in _targets(origin, attempt, here, state, rules) for i in here}

    def check(answer: Answer) -> Ruling:
        targets = {meant[a][1] for a in answer}
        if not targets:
            return Ruling.allow()
        if len(targets) > 1:
            return Ruling.refuse("one hex is overrun together", BY)
        return plan_retreat_overrun([meant[a][0] for a in answer], targets.pop(), state, rules).ruling

    wholes = [tuple(f"{i} > {to}" for i in here) for to in dict.fromkeys(to for _, to in meant.values())]
    able = [whole for whole in wholes if check(whole).allowed]
    singles = [(a,) for a in meant if len(here) > 1 and check((a,)).allowed]
    if not able and not singles:
        return state
    question = f"do units from {origin} overrun enemy units in their retreat?"
    suggestions = ((), *able, *singles)
    side = state.piece(here[0]).side
    chosen = yield from choose(Decision(side, question, tuple(meant), (BY,), state, suggestions, check))
    if not chosen:
        return state
    return (yield from _overrun([meant[a][0] for a in chosen], meant[chosen[0]][1], state, rules))


def _overrun(ids: Sequence[str], target: Hex, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    plan = plan_retreat_overrun(ids, target, state, rules)
    origin, side = state.piece(ids[0]).place, state.piece(ids[0]).side
    victims = attackable(target, side, state, rules)
    state = plan.after_zoc
    for victim in victims:
        state = eliminate(victim, state, CAUSE)
    for i in plan.left:
        state = state.moved(i, target).noting(RETREATED_INTO, i, target)
    attempt = under_way(state)
    if attempt is not None:
        still = tuple(i for i in attempt.must_retreat if i not in ids)
        state = state.noting(ATTEMPT, "", evolve(attempt, must_retreat=still))
    state = change_by_leaving(state, origin, rules)
    state = gain_by_entry(state, [state.piece(i) for i in plan.left], target, rules)
    text = f"{subject(ids, 'retreats', 'retreat')} into {target}, overrunning {', '.join(v.id for v in victims)}"
    return (yield from record(Event(text, (BY,), state, "overrun in retreat", plan.ledgers)))


OPTIONS = (Option(RULE, "Retreats and overruns", by="SF 43A"),)
STEPS = (
    StepContribution(
        "overruns in retreat", "attack", offer_overruns, by="SF 43A", before="retreats", gate=Gate(option=RULE)
    ),
)
