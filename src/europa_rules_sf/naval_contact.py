"""Contact of naval patrols with naval groups (SF 20G2h): whom they may look for, and the attempt to find them.

Needs a naval patrol operation; gives the ruling on its target and attempts before it, and carries the attempt out.
Where naval groups are is known to the sources of "naval units bombed".
"""

from __future__ import annotations

from typing import Any

from europa_rules.air.bomb_runs import known_naval
from europa_rules.air.flight_orders import RULINGS, OperationFacts, flyers, operation_now
from europa_rules.air.returning import return_to_base
from europa_rules.citations import Citation, rule
from europa_rules.contributions import Source, StepContribution
from europa_rules.ground.success_checks import SuccessCheck, check_success
from europa_rules.permissions import Ruling
from europa_rules.procedure import Event, Procedure, record
from europa_rules.ruleset import Ruleset
from europa_rules.state import FactKind, GameState
from europa_rules_sf.naval_patrols import NAVAL_PATROL, PatrolOperation, rule_on_patrol_operation

BY = Citation("SF", "20G2h")
CHECK = SuccessCheck("naval_patrol_contact")

CONTACT_TRIED = FactKind("naval contact tried", "player turn", int)
"""Attempts at contact from an airbase in a hex in this player turn (subject: "airbase > hex")."""

FACT_KINDS: tuple[FactKind[Any], ...] = (CONTACT_TRIED,)


def _attempt_at(base: str, target: str) -> str:
    return f"{base} > {target}"


@rule("SF 20G2h")
def rule_on_looking(facts: OperationFacts) -> Ruling:
    """Whether a naval patrol operation may look for a naval group in its hex: there is one, and none has looked yet."""
    if facts.operation.kind != NAVAL_PATROL:
        return Ruling.allow()
    state, target = facts.state, facts.operation.target
    bases = {state.air_piece(plan.unit).place for plan in facts.plans if plan.mission == NAVAL_PATROL}
    tried = max((state.recall(CONTACT_TRIED, _attempt_at(base, target)) or 0 for base in bases), default=0)
    seen = known_naval(NAVAL_PATROL)(target, facts.player, state, facts.rules)
    return rule_on_patrol_operation(PatrolOperation(attempts=tried), facts.rules) & Ruling.refuse_if(
        not seen, f"no enemy naval group is at sea in {target}", BY, possible="a hex with an enemy naval group at sea"
    )


@rule("SF 20G2h")
def make_contact(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The movement group tries to find the naval group; where it fails, its air units return to base at once."""
    name, operation = operation_now(state)
    there = [(piece, flying) for piece, flying in flyers(name, state) if piece.side == operation.initiator]
    if operation.kind != NAVAL_PATROL or not there:
        return state
    attempt = _attempt_at(there[0][1].base, operation.target)
    state = state.noting(CONTACT_TRIED, attempt, (state.recall(CONTACT_TRIED, attempt) or 0) + 1)
    units = tuple(piece.id for piece, _ in there)
    what = f"{', '.join(units)} look for the naval group in {operation.target}"
    outcome = yield from check_success(CHECK, what, (BY,), state, rules)
    text = f"{what}: {'contact' if outcome.succeeds else 'no contact'}"
    state = yield from record(Event(text, (BY,), state, "naval contact", (("check", outcome.roll),)))
    return state if outcome.succeeds else (yield from return_to_base(units, state, rules))


SOURCES = (Source("naval groups in sight", RULINGS, "SF 20G2h", rule_on_looking),)
STEPS = (StepContribution("naval contact", "air operation", make_contact, by="SF 20G2h", after="mission movement"),)
