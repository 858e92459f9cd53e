"""Reaction to landings (SF 32D): a ground unit near the hex of a landing may move at once, if a check succeeds.

Needs the landings, the unit that would react, and its way; gives how many checks are due, rulings, and MPs.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from europa_rules.citations import Citation, rule
from europa_rules.ground.success_checks import SuccessCheck
from europa_rules.ledger import Reckoning
from europa_rules.numbers import Number, counted
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules_sf.naval.groups import LANDING_REACTION
from europa_rules_sf.naval.transport import CM

BY = Citation("SF", "32D")
REACH = 3
"""Hexes within which a unit reacts to a landing."""

MPS = {True: 3, False: 1}
"""MPs of a reacting unit: of a c/m one, and of another."""


@rule("SF 32D")
def reckon_landing_rolls(landings: Iterable[tuple[str, int]], rules: Ruleset) -> Reckoning:
    """How many checks are due for landings: one for each hex, or for each hex and step if read so.

    landings: (hex, naval movement step) of each.

    >>> from europa_rules import load
    >>> reckon_landing_rolls([("26:2518", 1), ("26:2518", 2), ("26:2618", 2)], load("sf")).value
    Fraction(2, 1)
    """
    in_step = rules.reads(LANDING_REACTION, "in-step")
    due = {(ref, step if in_step else 0) for ref, step in landings}
    rolls = Reckoning.of(len(due), "landing hexes", BY)
    for point in rules.resting(LANDING_REACTION):
        rolls = rolls.noting(rests_on=point)
    return rolls


@rule("SF 32D")
def landing_reaction_check(is_german: bool) -> SuccessCheck:
    """The check on the success table for a landing hex.

    >>> landing_reaction_check(True).applying
    ('german',)
    """
    return SuccessCheck("landing_reaction", ("german",) if is_german else ())


@frozen
class Reactor:
    """A ground unit that would react to a landing.

    Attributes:
        succeeds: whether the check has succeeded.
        distance: hexes to the hex of the landing.
        in_enemy_zoc: whether it is in an enemy ZOC.
    """

    succeeds: bool
    distance: int = 0
    in_enemy_zoc: bool = False


@rule("SF 32D")
def rule_on_reactor(facts: Reactor) -> Ruling:
    """Whether a ground unit may react to a landing.

    >>> rule_on_reactor(Reactor(True, 3)).allowed, rule_on_reactor(Reactor(True, 4)).allowed
    (True, False)
    >>> rule_on_reactor(Reactor(True)).allowed, rule_on_reactor(Reactor(False)).allowed
    (True, False)
    """
    return Ruling.all(
        (
            Ruling.refuse_if(
                not facts.succeeds, "the check for the landing hex has failed", BY, possible="another landing"
            ),
            Ruling.refuse_if(
                facts.distance > REACH,
                f"the unit is {counted(facts.distance, 'hex', 'hexes')} from the landing",
                BY,
                possible=f"a unit within {REACH} hexes",
            ),
            Ruling.refuse_if(
                facts.in_enemy_zoc, "the unit is in an enemy ZOC", BY, possible="a unit that is in no enemy ZOC"
            ),
        )
    )


@rule("SF 32D")
def reckon_reaction_mps(unit_class: str) -> Reckoning:
    """The MPs of a ground unit that reacts to a landing.

    >>> reckon_reaction_mps("cm").value, reckon_reaction_mps("artillery").value
    (Fraction(3, 1), Fraction(1, 1))
    """
    is_cm = unit_class == CM
    return Reckoning.of(MPS[is_cm], "c/m unit" if is_cm else "other than c/m", BY)


@frozen
class ReactionWay:
    """The way of a ground unit that reacts to a landing.

    Attributes:
        mps: its MPs. cost: MPs of each hex that it enters. hexes: how many it enters.
        enters_mixed: whether it enters a hex with friendly and enemy units. goes_on: whether it goes on from there.
        overstacks: whether it ends over the stacking limits. regroups: whether it breaks down or assembles.
        is_prohibited: whether it enters or crosses prohibited terrain.
    """

    mps: Number
    cost: Number = 1
    hexes: int = 1
    enters_mixed: bool = False
    goes_on: bool = False
    overstacks: bool = False
    regroups: bool = False
    is_prohibited: bool = False


@rule("SF 32D")
def rule_on_reaction_way(facts: ReactionWay) -> Ruling:
    """Whether a ground unit may move so as it reacts; a single hex it may always enter, unless it is prohibited.

    >>> rule_on_reaction_way(ReactionWay(1, cost=3)).allowed, rule_on_reaction_way(ReactionWay(1, hexes=2)).allowed
    (True, False)
    >>> rule_on_reaction_way(ReactionWay(2)).allowed, rule_on_reaction_way(ReactionWay(2, cost=2, hexes=2)).allowed
    (True, False)
    """
    mps = facts.cost * facts.hexes
    return Ruling.all(
        (
            Ruling.refuse_if(
                facts.hexes > 1 and mps > facts.mps,
                f"the way costs {counted(mps, 'MP')}, and the unit has {counted(facts.mps, 'MP')}",
                BY,
                possible="a shorter way, or a single hex for all of its MPs",
            ),
            Ruling.refuse_if(facts.is_prohibited, "the terrain is prohibited", BY, possible="another hex"),
            Ruling.refuse_if(
                facts.enters_mixed and facts.goes_on,
                "it stops in a hex with friendly and enemy units",
                BY,
                possible="end its way there",
            ),
            Ruling.refuse_if(
                facts.overstacks, "it would end over the stacking limits", BY, possible="a hex with room for it"
            ),
            Ruling.refuse_if(
                facts.regroups,
                "units neither break down nor assemble in reaction",
                BY,
                possible="react with the unit as it is",
            ),
        )
    )
