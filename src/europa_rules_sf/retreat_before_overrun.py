"""Retreat before an overrun (SF 13, 9I): units that may retreat before combat may do so when one is announced."""

from __future__ import annotations

from europa_rules.contributions import Source
from europa_rules.ground.facts import Combatant
from europa_rules.ground.overruns import ANNOUNCED
from europa_rules.ground.retreat_before_combat import RetreatBeforeCombat, rule_on_retreat_before_combat
from europa_rules.ground.retreats import retreat
from europa_rules.hexes import Hex
from europa_rules.procedure import Decision, Procedure, choose
from europa_rules.ruleset import Ruleset
from europa_rules.state import GameState, Piece


def may_retreat(piece: Piece, rules: Ruleset) -> bool:
    """Whether a unit has the ability."""
    return rule_on_retreat_before_combat(RetreatBeforeCombat(Combatant(piece.unit, piece.id)), rules).allowed


def offer_retreats(target: Hex, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The owner may retreat units that have the ability, before the odds of the overrun are final."""
    able = [piece for piece in state.enemies_at(target, state.phasing) if may_retreat(piece, rules)]
    if not able:
        return state
    ids = tuple(piece.id for piece in able)
    suggestions = tuple(dict.fromkeys([(), ids, *((i,) for i in ids)]))
    question = f"which units retreat before the overrun of {target}?"
    chosen = yield from choose(Decision(able[0].side, question, ids, (rules.cite("13"),), state, suggestions))
    return (yield from retreat(chosen, state, rules)) if chosen else state


SOURCES = (Source("retreat before an overrun", ANNOUNCED, by="SF 13", value=offer_retreats),)
