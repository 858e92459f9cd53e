"""Retreat before combat (SF 9I, 14H2): commando units may leave before an attack on their hex is resolved."""

from __future__ import annotations

from europa_rules.contributions import Source, StepContribution
from europa_rules.ground.attacks import gather_attempt, under_way
from europa_rules.ground.facts import RETREATED_BEFORE
from europa_rules.ground.retreat_before_combat import RetreatBeforeCombat, rule_on_retreat_before_combat
from europa_rules.ground.retreats import retreat
from europa_rules.procedure import Decision, Procedure, choose
from europa_rules.ruleset import Ruleset
from europa_rules.state import GameState

COMMANDO_SYMBOLS = frozenset({"commando", "parachute_commando", "marine_commando", "mechanized_commando"})
"""Unit types and symbols that have the commando symbol in them."""


def is_commando(facts: RetreatBeforeCombat) -> bool:
    """Whether the unit has the commando symbol."""
    unit = facts.who.unit
    return not COMMANDO_SYMBOLS.isdisjoint((unit.type, *unit.symbols))


def offer_retreats(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The defender may retreat units that have the ability, once the attackers are named (SF 9I)."""
    attempt = under_way(state)
    if attempt is None:
        return state
    defenders = gather_attempt(attempt, state, rules).defenders
    able = tuple(d.id for d in defenders if rule_on_retreat_before_combat(RetreatBeforeCombat(d), rules).allowed)
    if not able:
        return state
    side = state.piece(able[0]).side
    suggestions = tuple(dict.fromkeys([(), able, *((i,) for i in able)]))
    question = f"which units retreat before the combat in {attempt.target}?"
    chosen = yield from choose(Decision(side, question, able, (rules.cite("9I"),), state, suggestions))
    if not chosen:
        return state
    return (yield from retreat(chosen, state.noting(RETREATED_BEFORE, attempt.target, True), rules))


SOURCES = (Source("commandos", "retreat before combat", by="SF 14H2", when=is_commando),)
STEPS = (StepContribution("retreat before combat", "attack", offer_retreats, by="SF 9I", after="declare"),)
