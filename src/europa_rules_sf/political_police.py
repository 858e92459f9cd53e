"""Political police (SF 14G): Axis units that began the combat phase stacked with it ignore retreats.

Needs a combat result and which units stand with the police; a result that strikes Axis units changes for them, and all
but DE lets them stay.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import evolve, frozen

from europa_rules.citations import Citation, rule
from europa_rules.contributions import StepContribution
from europa_rules.ground.attacks import under_way
from europa_rules.ground.facts import ATTEMPT
from europa_rules.ground.losses import ATTACKER, CADRES, DEFENDER, STAND, ResultFacts, reckon_demands
from europa_rules.ground.movement_counters import has_stayed
from europa_rules.ledger import Reckoning
from europa_rules.permissions import Ruling
from europa_rules.procedure import Event, Procedure, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import AXIS
from europa_rules.state import FactKind, GameState, Piece

TYPE, NATION = "political_police", "ge"
BY = Citation("SF", "14G")
EXCHANGE = "14G-police-and-exchange"
"""The open point: whether cadres retreat where political police have turned a DR into an EX."""

WITH_POLICE = FactKind("began the phase with political police", "phase", str)
"""The political police unit with which an Axis piece began the combat phase (subject: the piece)."""

FACT_KINDS: tuple[FactKind[Any], ...] = (WITH_POLICE,)

TURNED = {(DEFENDER, "DR"): "EX", (ATTACKER, "AR"): "AS"}
"""What a result becomes for Axis units in a role."""


@frozen
class PoliceFacts:
    """A result, and whether it strikes Axis units stacked with political police.

    Attributes:
        result: the combat result.
        role: the role of the Axis units, "attacker" or "defender".
        is_police: whether the unit with them is political police, and none of another kind.
        began_together: whether they were stacked with it as the combat phase began.
    """

    result: str
    role: str = DEFENDER
    is_police: bool = True
    began_together: bool = True

    @property
    def applies(self) -> bool:
        """Whether they have the ability."""
        return self.is_police and self.began_together


@frozen
class PoliceResult:
    """What a result is for Axis units: the result, whether any of them retreat, and why."""

    result: str
    axis_retreats: bool
    because: Ruling = Ruling()


@rule("SF 14G")
def result_with_police(facts: PoliceFacts, rules: Ruleset) -> PoliceResult:
    """The result for Axis units, and whether any of them retreat.

    >>> from europa_rules import load
    >>> result_with_police(PoliceFacts("DR"), load("sf")).result
    'EX'
    """
    result = TURNED.get((facts.role, facts.result), facts.result) if facts.applies else facts.result
    nothing = Reckoning.of(0, "not asked")
    demand = reckon_demands(ResultFacts(result, nothing, nothing), rules).of(facts.role)
    ignores = facts.applies and not _compels(result, rules)
    rests_on = rules.resting(EXCHANGE) if facts.applies and demand.retreats == CADRES else ()
    because = Ruling.refuse(_told(facts, result), BY, rests_on=rests_on)
    return PoliceResult(result, demand.retreats != STAND and not ignores, because)


def _told(facts: PoliceFacts, result: str) -> str:
    """What political police does to the result, in words."""
    if not facts.applies:
        return "only units that began the combat phase stacked with political police hold their hex"
    held = "units that began the combat phase stacked with political police retreat on DE only"
    return held if result == facts.result else f"{held}: {facts.result} becomes {result}"


def _compels(result: str, rules: Ruleset) -> bool:
    """Whether units with police retreat all the same: from DE, and by a reading of the rule from an exchange."""
    return result == "DE" or (result == "EX" and rules.reads(EXCHANGE, "yes"))


# --- on the board ----------------------------------------------------------------------------------------------------


def is_political_police(piece: Piece) -> bool:
    """Whether a piece is German political police; other police has not the ability."""
    return piece.side == AXIS and piece.unit.nation == NATION and TYPE in (piece.unit.type, *piece.unit.symbols)


def note_stacks(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """As the combat phase starts, and as an attack is declared: which Axis units are stacked with political police.

    Units that have retreated or advanced in the phase did not begin it where they are.
    """
    yield from ()
    for police in [p for p in state.pieces.values() if is_political_police(p) and has_stayed(p, state)]:
        for piece in state.friends_at(police.place, AXIS):
            if has_stayed(piece, state):
                state = state.noting(WITH_POLICE, piece.id, police.id)
    return state


def _protected(ids: Iterable[str], state: GameState) -> tuple[str, ...]:
    return tuple(i for i in ids if i in state.pieces and state.recall(WITH_POLICE, i) is not None)


def turn_result(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """After the die: DR becomes EX where Axis units defend with political police; AR strikes none that attack so."""
    attempt = under_way(state)
    if attempt is None or not attempt.result:
        return state
    defends = bool(_protected(attempt.defenders, state))
    changed = result_with_police(PoliceFacts(attempt.result, DEFENDER, began_together=defends), rules).result
    if changed == attempt.result:
        return state
    state = state.noting(ATTEMPT, "", evolve(attempt, result=changed))
    text = f"political police in {attempt.target}: {attempt.result} becomes {changed}"
    return (yield from record(Event(text, (BY,), state, "result changed")))


def spare_retreats(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """After losses: Axis units that began the phase with political police stay, unless the result is DE."""
    attempt = under_way(state)
    if attempt is None or _compels(attempt.result, rules):
        return state
    staying = _protected(attempt.must_retreat, state)
    if not staying:
        return state
    left = tuple(i for i in attempt.must_retreat if i not in staying)
    state = state.noting(ATTEMPT, "", evolve(attempt, must_retreat=left))
    text = f"{', '.join(staying)}: no retreat, with political police"
    return (yield from record(Event(text, (BY,), state, "retreat ignored")))


STEPS = (
    StepContribution("stacks with political police", "player turn", note_stacks, by="SF 14G", after="start of combat"),
    StepContribution("political police in an attack", "attack", note_stacks, by="SF 14G", after="declare"),
    StepContribution("results with political police", "attack", turn_result, by="SF 14G", after="resolve"),
    StepContribution("retreats ignored with political police", "attack", spare_retreats, by="SF 14G", after="losses"),
)
