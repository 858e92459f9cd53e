"""Disengagement from naval combat (SF 29C): who gets away at the end of a round, and where he must go.

Needs whether each side attempts it, and their rolls; gives who disengages, his MPs, and rulings on his choice.
"""

from __future__ import annotations

from attrs import frozen

from europa_rules.citations import Citation, rule
from europa_rules.ledger import Reckoning
from europa_rules.numbers import Number, counted
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules_sf.naval.groups import CARGO, COMBAT, MIXED
from europa_rules_sf.naval.movement import ENTRY_MPS, REACTION_MPS

BY, BY_REACTION = Citation("SF", "29C"), Citation("SF", "28A")
ROLL_MODIFIERS = {COMBAT: 2, MIXED: 1, CARGO: 0}
TIE = "29C-tied-disengagement"
LEAVE, ENTER_PORT, STAY = CHOICES = ("leave_hex", "enter_port", "stay_at_sea")
LEAST_MPS = min(ENTRY_MPS.values())


@frozen
class Party:
    """A side at the end of a round.

    Attributes:
        group: the type of its naval group.
        attempts: whether it attempts to disengage.
        roll: its die, where one is rolled.
    """

    group: str
    attempts: bool = False
    roll: int | None = None


@frozen
class Disengagement:
    """Who disengages, by name, and the modified rolls where dice were rolled."""

    away: tuple[str, ...]
    rolls: tuple[tuple[str, Reckoning], ...] = ()
    rests_on: tuple[str, ...] = ()

    @property
    def another_round(self) -> bool:
        """Whether another round is fought."""
        return not self.away


@rule("SF 29C")
def reckon_roll(party: Party) -> Reckoning:
    """The modified roll of a side. Raises ValueError where it has not rolled."""
    if party.roll is None:
        raise ValueError("no roll: where one side attempts to disengage, each rolls a die")
    return Reckoning.of(party.roll, "die", BY).plus(ROLL_MODIFIERS[party.group], f"{party.group} naval group", BY)


@rule("SF 29C")
def resolve_disengagement(a: Party, b: Party, rules: Ruleset) -> Disengagement:
    """Who disengages: nobody, both if both attempt it, or the one that attempts it with the higher roll.

    >>> from europa_rules import load
    >>> resolve_disengagement(Party("cargo", True, 5), Party("combat", False, 2), load("sf")).away
    ('a',)
    """
    parties = {"a": a, "b": b}
    trying = tuple(name for name, party in parties.items() if party.attempts)
    if len(trying) != 1:
        return Disengagement(trying)
    rolls = {name: reckon_roll(party) for name, party in parties.items()}
    own, other = rolls[trying[0]].value, next(roll.value for name, roll in rolls.items() if name != trying[0])
    succeeds = own > other or (own == other and rules.reads(TIE, "succeeds"))
    resting = rules.resting(TIE) if own == other else ()
    return Disengagement(trying if succeeds else (), tuple(rolls.items()), resting)


@rule("SF 29C")
def reckon_disengaging_mps(phasing: bool, left: Number) -> Reckoning:
    """The MPs of a disengaging naval group: what it has left in the step, or those of a reaction movement.

    >>> reckon_disengaging_mps(False, 0).value, reckon_disengaging_mps(True, 12).value
    (Fraction(15, 1), Fraction(12, 1))
    """
    if phasing:
        return Reckoning.of(left, "MPs left in the step", BY)
    return Reckoning.of(REACTION_MPS, "as in reaction", BY_REACTION, BY)


@frozen
class Escape:
    """What a disengaging naval group would do.

    Attributes:
        choice: one of `CHOICES`.
        mps: MPs that it has.
        has_port: whether its hex has a friendly-owned port.
        is_sortie: whether it initiated the combat by putting to sea from a blockaded port.
    """

    choice: str
    mps: Number = REACTION_MPS
    has_port: bool = False
    is_sortie: bool = False

    @property
    def ends_movement(self) -> bool:
        """Whether its movement ends with it."""
        return self.choice != LEAVE


@rule("SF 29C")
def rule_on_escape(facts: Escape) -> Ruling:
    """Whether a disengaging naval group may do this: it leaves the hex or enters port there, if it has the MPs.

    >>> rule_on_escape(Escape("leave_hex")).allowed, rule_on_escape(Escape("stay_at_sea")).allowed
    (True, False)
    >>> [rule_on_escape(Escape("leave_hex", mps)).allowed for mps in (LEAST_MPS, 0)]
    [True, False]
    >>> [rule_on_escape(Escape("stay_at_sea", 0, has_port)).allowed for has_port in (False, True)]
    [True, False]
    >>> rule_on_escape(Escape("enter_port")).allowed, rule_on_escape(Escape("enter_port", is_sortie=True)).allowed
    (False, True)
    """
    can_leave = facts.mps >= LEAST_MPS
    if facts.is_sortie:
        return Ruling.refuse_if(
            facts.choice != ENTER_PORT,
            "a group that put to sea from a blockaded port returns to it",
            BY,
            possible="enter the port",
        )
    return Ruling.all(
        (
            Ruling.refuse_if(
                facts.choice == STAY and (can_leave or facts.has_port),
                f"it has {counted(facts.mps, 'MP')}" if can_leave else "there is a friendly-owned port in the hex",
                BY,
                possible="leave the hex, or enter a friendly-owned port there",
            ),
            Ruling.refuse_if(
                facts.choice == LEAVE and not can_leave, "it has no MPs to leave the hex", BY, possible="stay there"
            ),
            Ruling.refuse_if(
                facts.choice == ENTER_PORT and not facts.has_port,
                "there is no friendly-owned port in the hex",
                BY,
                possible="leave the hex",
            ),
        )
    )
