"""Who begins an air operation where both sides wish to (rule 16D): the phasing player, and then in turn.

Needs the wishes that players have told: whoever wishes to fly, and would rather not wait until the other has had his
way, says so; gives who goes first, and refuses the other's operation until then. Who wishes alone just flies.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from attrs import frozen

from europa_rules.air.facts import FLOWN
from europa_rules.citations import rule
from europa_rules.contributions import Source
from europa_rules.permissions import Ruling
from europa_rules.procedure import Event, Procedure, record, throw
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import OPERATIVE, FactKind, GameState

WISHES = FactKind("wishes to fly", "phase", bool)
"""That a side wishes to begin an air operation (subject: the side)."""

NEXT_TO_FLY = FactKind("next to fly", "phase", str)
"""The side that goes first while both wish to fly, where that is not the phasing player (subject: "")."""

PRECEDENCE_FACTS: tuple[FactKind[Any], ...] = (WISHES, NEXT_TO_FLY)

WHO_STARTS, BY_ROLL = "16D-who-starts", "roll"
PASSING = "passing"
"""Slot of sources: (side, state, rules) -> state, what follows when a player passes."""
_HALF = 3


@frozen
class Wishes:
    """Who wishes to begin an air operation now.

    Attributes:
        wishing: the sides, or players, that do.
        phasing: the one that is phasing.
        next: the one whose turn it is, where operations have alternated or a die was thrown; "" where not.
    """

    wishing: tuple[str, ...]
    phasing: str
    next: str = ""


@rule("FoF 16D", "SF 16D")
def who_goes_first(facts: Wishes) -> str:
    """Who begins an air operation: whoever's turn it is, else the phasing player, else the other.

    >>> who_goes_first(Wishes(("Allied", "Axis"), "Axis")), who_goes_first(Wishes(("Allied", "Axis"), "Axis", "Allied"))
    ('Axis', 'Allied')
    """
    for first in (facts.next, facts.phasing):
        if first in facts.wishing:
            return first
    return facts.wishing[0]


@rule("FoF 16D", "SF 16D")
def order_of_operations(wishing: Iterable[str], phasing: str = "phasing") -> tuple[str, ...]:
    """In which order players who wish to begin an air operation each do so.

    >>> order_of_operations(["non_phasing", "phasing"])
    ('phasing', 'non_phasing')
    """
    left, order = tuple(wishing), list[str]()
    while left:
        order.append(who_goes_first(Wishes(left, phasing)))
        left = tuple(player for player in left if player != order[-1])
    return tuple(order)


# --- on the board ----------------------------------------------------------------------------------------------------


@frozen
class ClaimAirOperation:
    """The word of a player that he wishes to begin an air operation now; it lapses when he flies, waives or passes."""


@frozen
class WaiveAirOperation:
    """The word of a player that he wishes to begin no air operation any more."""


def rivals(player: Side, state: GameState, rules: Ruleset) -> tuple[Side, ...]:
    """The other sides that wish to begin an air operation."""
    return tuple(side for side in rules.variant.sides if side != player and state.recall(WISHES, side))


def _resting(others: Collection[Side], rules: Ruleset) -> tuple[str, ...]:
    """The ruling on who starts, where it matters and the book leaves it open."""
    return rules.resting(WHO_STARTS) if others else ()


@rule("FoF 16D", "SF 16D")
def rule_on_precedence(player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether it is a player's turn to begin an air operation, if others wish to as well."""
    others, by = rivals(player, state, rules), rules.cite("16D")
    if not others:
        return Ruling.allow()
    waiting, resting = state.recall(NEXT_TO_FLY, "") or "", _resting(others, rules)
    if rules.reads(WHO_STARTS, BY_ROLL) and not waiting:
        return Ruling.refuse(
            f"{others[0]} wishes to fly as well, and a die decides who goes first",
            by,
            possible="say that you wish to fly too, so that the die is thrown",
            rests_on=resting,
        )
    first = who_goes_first(Wishes((player, *others), state.phasing, waiting))
    return Ruling(rests_on=resting) & Ruling.refuse_if(
        first != player,
        f"{first} wishes to fly as well and goes first",
        by,
        possible=f"when the {first} operation is over, or {first} wishes to fly no longer",
    )


def _could_fly(side: Side, state: GameState) -> bool:
    return any(
        piece.side == side and piece.status == OPERATIVE and state.recall(FLOWN, piece.id) is None
        for piece in state.air.values()
    )


@rule("FoF 16D", "SF 16D")
def rule_on_claim(order: ClaimAirOperation, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may say that he wishes to fly: he has an air unit that could."""
    by = rules.cite("16D")
    return Ruling.refuse_if(
        state.recall(WISHES, player) is not None, f"{player} has said so already", by, possible="fly, or waive it"
    ) & Ruling.refuse_if(
        not _could_fly(player, state),
        f"{player} has no operative air unit that has not flown in this player turn",
        by,
        possible="in the next player turn",
    )


@rule("FoF 16D", "SF 16D")
def claim(order: ClaimAirOperation, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """A player wishes to begin an air operation; where the book is read so, a die decides between two of them."""
    by = (rules.cite("16D"),)
    state = state.noting(WISHES, player, True)
    state = yield from record(Event(f"{player} wishes to begin an air operation", by, state, "air operation claimed"))
    others = rivals(player, state, rules)
    if not (others and rules.reads(WHO_STARTS, BY_ROLL)):
        return state
    die = yield from throw(1, "who begins an air operation", by, state, (1, _HALF + 1))
    first = state.phasing if die <= _HALF else next(s for s in (player, *others) if s != state.phasing)
    state = state.noting(NEXT_TO_FLY, "", first)
    return (yield from record(Event(f"{first} begins, by a roll of {die}", by, state, "air operation drawn")))


@rule("FoF 16D", "SF 16D")
def rule_on_waiver(order: WaiveAirOperation, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether there is a wish to waive."""
    unsaid = state.recall(WISHES, player) is None
    return Ruling.refuse_if(
        unsaid, f"{player} has not said that he wishes to fly", rules.cite("16D"), possible="say so first"
    )


@rule("FoF 16D", "SF 16D")
def waive(order: WaiveAirOperation, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """A player wishes to begin no air operation any more; whoever else does need not wait."""
    state = without_wish(player, state, rules)
    text = f"{player} wishes to begin no air operation"
    return (yield from record(Event(text, (rules.cite("16D"),), state, "air operation waived")))


@rule("FoF 16D", "SF 16D")
def without_wish(player: Side, state: GameState, rules: Ruleset) -> GameState:
    """The state in which a player does not wish to fly; nobody's turn has to be kept then."""
    if state.recall(WISHES, player) is None:
        return state
    return state.forgetting(WISHES, player).forgetting(NEXT_TO_FLY, "")


@rule("FoF 16D", "SF 16D")
def initiated(player: Side, state: GameState, rules: Ruleset) -> GameState:
    """The state once a player has begun an air operation: while another wishes to, that one is next."""
    others = rivals(player, state, rules)
    state = without_wish(player, state, rules).forgetting(NEXT_TO_FLY, "")
    if others and not rules.reads(WHO_STARTS, BY_ROLL):
        return state.noting(NEXT_TO_FLY, "", others[0])
    return state


def whoever_passes(book: str) -> Source:
    """That whoever passes wishes to fly no longer, cited from a game's book."""
    return Source("wishes to fly", PASSING, f"{book} 16D", without_wish)
