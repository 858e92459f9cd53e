"""Blitzkrieg (FoF 31F): c/m units of France, Italy, Belgium and the Netherlands cannot keep pace in their first turns.

Needs the turn, the turn in which their country entered the war, and whether a unit has moved or retreated; halves its
attack strength, and its MPs in the exploitation phase.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from attrs import frozen

from europa_rules.citations import Citation, rule
from europa_rules.contributions import Modifier, Source, StepContribution
from europa_rules.ground.circumstances import PIECE_CIRCUMSTANCES
from europa_rules.ground.combat import UnitInAttack
from europa_rules.ground.facts import MOVED_BY, RETREATED_INTO
from europa_rules.ground.movement import NAVAL, Mover
from europa_rules.ledger import Reckoning
from europa_rules.numbers import HALF, QUARTER
from europa_rules.procedure import Procedure
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Turn
from europa_rules.state import FactKind, GameState, Piece
from europa_rules.units import Unit, is_combat_motorized

BOUND_NATIONS = frozenset({"fr", "it", "be", "ne"})
FREE_ON_TURN = 3
"""The turn of full-scale operations, the first being 1, from which a country is free of the rule."""

BY = Citation("FoF", "31F")
STATUS = "blitzkrieg"
BOUND, OUTPACED, TWICE = "bound", "outpaced", "outpaced twice"
"""Situation of a unit under the name STATUS: bound by the rule; halved for moving or retreating; quartered."""

ENTERED = FactKind("first turn of full-scale operations", "game", str)
"""The turn in which a country entered the war, where it is not the game's first (subject: the nation)."""

MOVED = FactKind("c/m unit has moved", "player turn", str)
"""A bound c/m unit moved in the movement phase of this player turn (subject: the piece)."""

RETREATED = FactKind("c/m unit has retreated", "game", str)
"""A bound c/m unit retreated in the enemy player turn before its own (subject: the piece)."""

FACT_KINDS: tuple[FactKind[Any], ...] = (ENTERED, MOVED, RETREATED)


@frozen
class Blitzkrieg:
    """A unit that the rule may bind.

    Attributes:
        unit: its printed facts.
        turn: the game turn.
        entered: the turn in which its country entered the war; None for the game's first turn.
        moved: whether it has moved in its movement phase.
        retreated_in_enemy_turn: whether it retreated in the enemy player turn before.
        moved_in_exploitation: whether it has moved in this exploitation phase.
        phase: the phase.
        use: "attack", or "overrun".
    """

    unit: Unit
    turn: Turn
    entered: Turn | None
    moved: bool
    retreated_in_enemy_turn: bool
    moved_in_exploitation: bool
    phase: str
    use: str = "attack"


@rule("FoF 31F")
def is_bound(nation: str, turn: Turn, rules: Ruleset, entered: Turn | None = None) -> bool:
    """Whether the rule binds a country on a turn: on its first two turns of full-scale operations.

    nation: its code. entered: the turn in which it entered the war; None for the game's first turn.

    >>> from europa_rules import load
    >>> fof = load("fof")
    >>> is_bound("fr", Turn.parse("May II 40"), fof), is_bound("fr", Turn.parse("Jun I 40"), fof)
    (True, False)
    """
    free = entered or rules.variant.first_turn
    if nation == "it" and rules.reads("31F-italian-first-turn", "next-turn"):
        free = free.next()
    for _ in range(FREE_ON_TURN - 1):
        free = free.next()
    return nation in BOUND_NATIONS and turn < free


@rule("FoF 31F")
def is_restricted(unit: Unit, turn: Turn, rules: Ruleset, entered: Turn | None = None) -> bool:
    """Whether the rule binds a unit on a turn: a c/m unit of a bound country."""
    return is_combat_motorized(unit, rules.types) and is_bound(unit.nation, turn, rules, entered)


@rule("FoF 31F")
def is_outpaced(facts: Blitzkrieg, rules: Ruleset) -> bool:
    """Whether a unit's attack strength is halved: it is bound, and has moved, or retreated before; once for all."""
    has_moved = facts.moved or facts.retreated_in_enemy_turn or facts.moved_in_exploitation
    return has_moved and is_restricted(facts.unit, facts.turn, rules, facts.entered)


def reckon_outpacing(facts: Blitzkrieg, rules: Ruleset) -> Fraction:
    """What an outpaced unit's strength is multiplied by: once halved, whatever it did, unless a reading says twice."""
    both = facts.moved and facts.moved_in_exploitation
    return QUARTER if both and rules.reads("31F-moved-in-both-phases", "quartered") else HALF


@rule("FoF 31F")
def reckon_blitzkrieg_attack(facts: Blitzkrieg, rules: Ruleset) -> Reckoning:
    """The attack strength of a unit after this rule alone (strength points)."""
    strength = Reckoning.of(facts.unit.attack, "printed")
    if not is_outpaced(facts, rules):
        return strength
    strength = strength.times(reckon_outpacing(facts, rules), "outpaced", BY)
    points = rules.resting("31F-moved-in-both-phases") if facts.moved and facts.moved_in_exploitation else ()
    points += rules.resting("31F-italian-first-turn") if facts.unit.nation == "it" else ()
    for point in points:
        strength = strength.noting(rests_on=point)
    return strength


def status(unit: Unit, turn: Turn, rules: Ruleset, entered: Turn | None = None) -> dict[str, str]:
    """The situation of a unit that has not moved, for those who ask what it may spend."""
    return {STATUS: BOUND} if is_restricted(unit, turn, rules, entered) else {}


# --- on the board ----------------------------------------------------------------------------------------------------


def _entered(nation: str, state: GameState) -> Turn | None:
    noted = state.recall(ENTERED, nation)
    return Turn.parse(noted) if noted else None


@rule("FoF 31F", "FoF 26B1")
def has_moved_itself(piece: Piece, state: GameState) -> bool:
    """Whether a piece has moved in this phase: naval transport alone puts it under no restriction."""
    return state.recall(MOVED_BY, piece.id) not in (None, NAVAL)


def gather_blitzkrieg(piece: Piece, state: GameState) -> Blitzkrieg:
    """A piece as the rule sees it, as the board stands."""
    in_exploitation = state.moment.phase == "exploitation"
    moves_now = has_moved_itself(piece, state)
    return Blitzkrieg(
        piece.unit,
        state.moment.turn,
        _entered(piece.unit.nation, state),
        moved=state.recall(MOVED, piece.id) is not None or (moves_now and not in_exploitation),
        retreated_in_enemy_turn=state.recall(RETREATED, piece.id) is not None and piece.side == state.phasing,
        moved_in_exploitation=moves_now and in_exploitation,
        phase=state.moment.phase,
    )


def _situation(piece: Piece, state: GameState, rules: Ruleset) -> Mapping[str, str]:
    facts = gather_blitzkrieg(piece, state)
    if is_outpaced(facts, rules):
        return {STATUS: TWICE if reckon_outpacing(facts, rules) == QUARTER else OUTPACED}
    return status(piece.unit, facts.turn, rules, facts.entered)


def _halves_attack(facts: UnitInAttack) -> bool:
    """A bound unit that overruns is moving."""
    found = facts.who.situation.get(STATUS)
    return found in (OUTPACED, TWICE) or (found == BOUND and facts.attack.use == "overrun")


def _outpaced_factor(facts: UnitInAttack) -> Fraction:
    return QUARTER if facts.who.situation.get(STATUS) == TWICE else HALF


def _halves_movement(facts: Mover) -> bool:
    return facts.phase == "exploitation" and STATUS in facts.situation


def _is_bound_piece(piece: Piece, state: GameState, rules: Ruleset) -> bool:
    return is_restricted(piece.unit, state.moment.turn, rules, _entered(piece.unit.nation, state))


def note_movement(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """At the end of the movement phase: which bound c/m units have moved."""
    yield from ()
    for piece in state.pieces.values():
        if has_moved_itself(piece, state) and _is_bound_piece(piece, state, rules):
            state = state.noting(MOVED, piece.id, "moved")
    return state


def note_retreats(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """After the retreats of a combat: which bound c/m units of the other player have retreated."""
    yield from ()
    for piece in state.pieces.values():
        retreated = state.recall(RETREATED_INTO, piece.id) is not None
        if retreated and piece.side != state.phasing and _is_bound_piece(piece, state, rules):
            state = state.noting(RETREATED, piece.id, "retreated")
    return state


def forget_retreats(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """At the end of a player turn: retreats before it no longer matter to its player."""
    yield from ()
    over = [i for i in state.all_facts(RETREATED) if i not in state.pieces or state.piece(i).side == state.phasing]
    return state.forgetting(RETREATED, *over)


MODIFIERS = (
    Modifier("outpaced", "attack strength", by="FoF 31F", change="times", amount=_outpaced_factor, when=_halves_attack),
    Modifier(
        "c/m in exploitation", "movement allowance", by="FoF 31F", change="times", amount=HALF, when=_halves_movement
    ),
)
SOURCES = (Source(STATUS, PIECE_CIRCUMSTANCES, by="FoF 31F", value=_situation),)
STEPS = (
    StepContribution("c/m units that moved", "player turn", note_movement, by="FoF 31F", after="movement phase"),
    StepContribution("c/m units that retreated", "attack", note_retreats, by="FoF 31F", after="retreats"),
    StepContribution("retreats forgotten", "player turn", forget_retreats, by="FoF 31F", before="end of player turn"),
)
