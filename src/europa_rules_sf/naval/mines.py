"""Mines (SF 34E): checks of naval groups in minebelts, laying and sweeping.

Needs the minebelt, the naval group and its MPs; gives whether a check is due, its rolls, rulings, and what is swept.
"""

from __future__ import annotations

from attrs import frozen

from europa_rules.citations import Citation, rule
from europa_rules.ledger import Reckoning
from europa_rules.numbers import Number, counted
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules_sf.naval.groups import ALL_SEA, COASTAL

BY, BY_CHECK, BY_LAYING, BY_SWEEPING = (Citation("SF", number) for number in ("34E", "34E1", "34E2", "34E3"))
SWEEPER = "TF"
COLUMN = 1
"""The column of the naval gunnery table on which mines and enemy contacts are rolled."""

LAYING_MPS = 5
SWEEPING_MPS = 30
SAFE_DISTANCE = 7
"""Hexes from an enemy-owned port within which mines are not swept by themselves."""

ENTERS, PUTS_TO_SEA, STARTS, SWEEPS = TRIGGERS = ("enters", "puts_to_sea", "starts_step", "sweeps")
FIXED = "34E1-hits-in-mine-check"


# --- checks (SF 34E1) ------------------------------------------------------------------------------------------------


@frozen
class MineContact:
    """A naval group in a minebelt hex.

    Attributes:
        trigger: one of `TRIGGERS`: it enters, puts to sea there, starts a friendly step there, or has swept a point.
        is_enemy: whether the minebelt is the enemy's.
        at_sea: whether the group is at sea.
        was_checked: whether it was checked for this minebelt in the step before.
    """

    trigger: str = ENTERS
    is_enemy: bool = True
    at_sea: bool = True
    was_checked: bool = False


@rule("SF 34E1", "SF 34E3")
def is_mine_check_due(facts: MineContact) -> bool:
    """Whether a naval group is checked for mine damage.

    >>> is_mine_check_due(MineContact()), is_mine_check_due(MineContact(was_checked=True))
    (True, False)
    """
    is_due = facts.trigger == SWEEPS or not facts.was_checked
    return facts.is_enemy and facts.at_sea and is_due


@rule("SF 34E1")
def reckon_mine_rolls(mine_points: int, strength_points: int, rules: Ruleset) -> Reckoning:
    """How many dice a check takes: for each mine point one for each strength point, as they are when it begins.

    >>> from europa_rules import load
    >>> reckon_mine_rolls(3, 4, load("sf")).value
    Fraction(12, 1)
    """
    rolls = Reckoning.of(strength_points, "strength points", BY_CHECK).times(mine_points, "mine points", BY_CHECK)
    for point in rules.resting(FIXED):
        rolls = rolls.noting(rests_on=point)
    return rolls


# --- laying (SF 34E2) ------------------------------------------------------------------------------------------------


@frozen
class MineLaying:
    """Mine points that naval units would lay: those carried, those to be laid, the MPs left, and the kind of hex."""

    carried: int
    laid: int
    mps: Number
    kind: str = ALL_SEA


@rule("SF 34E2")
def reckon_laying_mps(laid: int) -> Reckoning:
    """The MPs that laying mine points takes."""
    return Reckoning.of(LAYING_MPS, "a mine point", BY_LAYING).times(laid, "mine points", BY_LAYING)


@rule("SF 34E2", "SF 34E")
def rule_on_laying(facts: MineLaying) -> Ruling:
    """Whether mine points may be laid so.

    >>> rule_on_laying(MineLaying(2, 2, 10)).allowed, rule_on_laying(MineLaying(1, 1, 4)).allowed
    (True, False)
    """
    mps = reckon_laying_mps(facts.laid).value
    return Ruling.all(
        (
            Ruling.refuse_if(
                facts.laid > facts.carried,
                f"{counted(facts.carried, 'mine point')} can be laid, not {facts.laid}",
                BY_LAYING,
                possible="carry them there first",
            ),
            Ruling.refuse_if(
                mps > facts.mps,
                f"laying takes {counted(mps, 'MP')}, and {counted(facts.mps, 'MP')} are left",
                BY_LAYING,
                possible="lay fewer, or in another step",
            ),
            Ruling.refuse_if(
                facts.kind not in (ALL_SEA, COASTAL),
                f"mines are not laid in {facts.kind.replace('_', ' ')}",
                BY_LAYING,
                BY,
                possible="an all-sea or coastal hex",
            ),
        )
    )


# --- sweeping (SF 34E3) ----------------------------------------------------------------------------------------------


@frozen
class MineSweeping:
    """A task force that sweeps a minebelt.

    Attributes:
        category: of the naval unit.
        mine_points: in the hex. mps: that it spends there.
        strength: strength points of the naval units that are checked.
        hits: that the check on entering has scored.
    """

    mine_points: int
    mps: Number
    strength: int
    category: str = SWEEPER
    hits: int = 0


@rule("SF 34E3")
def rule_on_sweeping(facts: MineSweeping) -> Ruling:
    """Whether a naval unit may sweep mines: a task force may.

    >>> rule_on_sweeping(MineSweeping(1, 30, 4)).allowed, rule_on_sweeping(MineSweeping(1, 30, 4, "CG")).allowed
    (True, False)
    """
    why = f"a {facts.category} does not sweep mines"
    return Ruling.refuse_if(facts.category != SWEEPER, why, BY_SWEEPING, possible="a TF")


@frozen
class Swept:
    """What sweeping has come to: mine points swept and left, and the dice of all checks, that on entry among them."""

    swept: Reckoning
    left: Reckoning
    rolls: Reckoning


@rule("SF 34E3", "SF 34E1")
def reckon_sweeping(facts: MineSweeping, rules: Ruleset) -> Swept:
    """What sweeping comes to: a point for every 30 MPs, a check on entering and after each point while any are left.

    >>> from europa_rules import load
    >>> found = reckon_sweeping(MineSweeping(3, 90, 4), load("sf"))
    >>> found.swept.value, found.rolls.value
    (Fraction(3, 1), Fraction(24, 1))
    """
    swept = min(int(facts.mps // SWEEPING_MPS), facts.mine_points)
    left = [facts.mine_points - n for n in range(swept + 1)]
    strengths = [facts.strength, *([max(facts.strength - facts.hits, 0)] * swept)]
    checks = (
        (f"{counted(mines, 'mine point')}", reckon_mine_rolls(mines, points, rules))
        for mines, points in zip(left, strengths, strict=True)
        if mines
    )
    return Swept(
        Reckoning.of(swept, f"one for every {SWEEPING_MPS} MPs", BY_SWEEPING),
        Reckoning.of(facts.mine_points, "mine points", BY_SWEEPING).minus(swept, "swept", BY_SWEEPING),
        Reckoning.total("rolls", checks, BY_SWEEPING),
    )


@rule("SF 34E3")
def are_mines_swept(kind: str, is_owned: bool, distance: int | None) -> bool:
    """Whether a player sweeps enemy mines by themselves in his initial phase.

    kind: of the hex. distance: hexes to the nearest enemy-owned port; None where there is none.

    >>> are_mines_swept("all_sea", False, 7), are_mines_swept("all_sea", False, 8), are_mines_swept("coastal", True, 2)
    (False, True, True)
    """
    return (kind == COASTAL and is_owned) or distance is None or distance > SAFE_DISTANCE
