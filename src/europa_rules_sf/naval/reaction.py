"""Reaction movement (SF 28A, 34A3): naval groups of the non-phasing player that move while a phasing group moves.

Needs how far off the phasing group moves, and what has been tried; gives rulings, the check on the success table, and
what becomes of it.
"""

from __future__ import annotations

from attrs import frozen

from europa_rules.citations import Citation, rule
from europa_rules.ground.success_checks import SuccessCheck
from europa_rules.ledger import Reckoning
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules_sf.naval.groups import CARGO
from europa_rules_sf.naval.movement import REACTION_MPS

BY, BY_INSHORE = Citation("SF", "28A"), Citation("SF", "34A3")
REACH = 15
"""Hexes by sea within which a phasing group must move."""

FAR = 10
"""Hexes by sea above which a reaction is harder."""

MOVING = "move"
IN_PLACE = "28A-moves-in-place"


@frozen
class ReactionAttempt:
    """A non-phasing naval group that would react.

    Attributes:
        distance: hexes by sea to the phasing group.
        attempts: that it has made in this naval movement step.
        is_moving: whether the phasing group is moving. in_place: whether it spends MPs without moving.
        mover: type of the phasing group. inshore: whether that is in a coastal hex of its own.
        another_pending: whether another group's attempt is under way.
    """

    distance: int
    attempts: int = 0
    is_moving: bool = True
    in_place: bool = False
    mover: str = "combat"
    inshore: bool = False
    another_pending: bool = False


@rule("SF 28A", "SF 34A3")
def rule_on_reaction(facts: ReactionAttempt, rules: Ruleset) -> Ruling:
    """Whether a non-phasing naval group may attempt to react now.

    >>> from europa_rules import load
    >>> [rule_on_reaction(ReactionAttempt(hexes), load("sf")).allowed for hexes in (15, 16)]
    [True, False]
    >>> waiting = ReactionAttempt(5, is_moving=False, in_place=True)
    >>> rule_on_reaction(waiting, load("sf")).allowed, rule_on_reaction(waiting, load("sf")).rests_on
    (True, ('sf-28A-moves-in-place: counts',))
    >>> rule_on_reaction(waiting, load("sf", rulings={"sf-28A-moves-in-place": "not"})).allowed
    False
    """
    counts = facts.is_moving or (facts.in_place and rules.reads(IN_PLACE, "counts"))
    is_open = facts.in_place and not facts.is_moving
    return Ruling(rests_on=rules.resting(IN_PLACE) if is_open else ()) & Ruling.all(
        (
            Ruling.refuse_if(
                facts.distance > REACH,
                f"the phasing group is {facts.distance} hexes away by sea",
                BY,
                possible=f"react to one within {REACH} hexes",
            ),
            Ruling.refuse_if(
                facts.attempts > 0,
                "the group has attempted to react in this naval movement step",
                BY,
                possible="let another group try",
            ),
            Ruling.refuse_if(
                not counts, "no phasing group is moving", BY, possible="react while a phasing group moves"
            ),
            Ruling.refuse_if(
                facts.another_pending,
                "another group is attempting to react",
                BY,
                possible="wait until its reaction is over",
            ),
            Ruling.refuse_if(
                facts.mover == CARGO and facts.inshore,
                "a cargo naval group in protected waters triggers no reaction",
                BY_INSHORE,
                possible="react when it leaves its own coast",
            ),
        )
    )


@rule("SF 28A")
def reaction_check(distance: int, sea: str = "calm", at_night: bool = False) -> SuccessCheck:
    """The check on the success table that an attempt makes.

    distance: hexes by sea. sea: "calm", "rough" or "stormy".

    >>> reaction_check(11, "rough").applying
    ('over_10_hexes', 'rough_sea')
    >>> reaction_check(10).applying
    ()
    """
    applying = (
        ("over_10_hexes", distance > FAR),
        ("at_night", at_night),
        ("rough_sea", sea == "rough"),
        ("stormy_sea", sea == "stormy"),
    )
    return SuccessCheck("naval_reaction", tuple(name for name, applies in applying if applies))


@frozen
class Reaction:
    """What an attempt has come to: whether the group moves, its MPs, and whether it may try again in the step."""

    may_move: bool
    allowance: Reckoning
    may_try_again: bool = False


@rule("SF 28A")
def reckon_reaction(succeeds: bool) -> Reaction:
    """What an attempt to react comes to.

    >>> reckon_reaction(True).allowance.value, reckon_reaction(False).may_move
    (Fraction(15, 1), False)
    """
    mps = Reckoning.of(REACTION_MPS if succeeds else 0, "in reaction" if succeeds else "the attempt fails", BY)
    return Reaction(succeeds, mps)


@rule("SF 28A")
def rule_on_reaction_mps(purpose: str) -> Ruling:
    """Whether MPs of a reaction movement may be spent on something: on moving alone.

    >>> rule_on_reaction_mps("move").allowed, rule_on_reaction_mps("lay_mines").allowed
    (True, False)
    """
    return Ruling.refuse_if(
        purpose != MOVING,
        f"MPs of a reaction movement are not spent on something else ({purpose.replace('_', ' ')})",
        BY,
        possible="move",
    )
