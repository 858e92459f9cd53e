"""Units that fight from movement counters (SF 14J2, 14J3): what they are in the combat phase, and what it adds.

Needs where units were loaded; tells combat by which counter each is carried, and adds the strength of an APC counter to
the attack of its load.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from europa_rules.contributions import Gate, Modifier, Source
from europa_rules.ground.armor_proportions import CARRIED_BY
from europa_rules.ground.circumstances import PIECE_CIRCUMSTANCES
from europa_rules.ground.combat import UnitInAttack
from europa_rules.ground.movement_counters import carrier_of, reckon_attack_bonus
from europa_rules.numbers import show
from europa_rules.ruleset import Ruleset
from europa_rules.state import GameState, Piece
from europa_rules.units import Unit

COUNTER, BONUS = "carried on", "attack bonus of the counter"
"""Situations of a combatant: the counter that carries it, and what that adds to an attack of its load."""

APC_BONUS = "sf-14J3-apc-bonus"


def carried_on(counter: Unit, name: str, rules: Ruleset) -> Mapping[str, str]:
    """The situation of a unit that a counter carries; name: that of the counter."""
    return {CARRIED_BY: counter.type, COUNTER: name, BONUS: show(reckon_attack_bonus(counter, rules).value)}


def _situation(piece: Piece, state: GameState, rules: Ruleset) -> Mapping[str, str]:
    counter = carrier_of(piece, state)
    return carried_on(counter.unit, counter.id, rules) if counter is not piece else {}


def _bonus(facts: UnitInAttack) -> Fraction:
    return Fraction(facts.who.situation.get(BONUS, "0"))


def _brings_bonus(facts: UnitInAttack) -> bool:
    """Whether the unit is the first of its counter's load in the attack, and the counter adds to it."""
    counter = facts.who.situation.get(COUNTER)
    riders = [who for who in facts.attack.attackers if counter and who.situation.get(COUNTER) == counter]
    return bool(riders) and riders[0] is facts.who and _bonus(facts) > 0


SOURCES = (Source("carried units", PIECE_CIRCUMSTANCES, by="SF 14J", value=_situation),)
MODIFIERS = tuple(
    Modifier(
        "carried by a counter that fights",
        "attack strength",
        by="SF 14J3",
        amount=_bonus,
        when=_brings_bonus,
        gate=Gate(point=APC_BONUS, reading=reading),
    )
    for reading in ("one", "per-re")
)
