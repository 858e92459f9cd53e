"""Naval repair points (SF 35): what they repair, replace and become.

Needs what points are spent on; gives rulings and costs. Coast defenses of ports stand in `coast_defenses`.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil

from attrs import frozen

from europa_rules.citations import Citation, rule
from europa_rules.ledger import Reckoning
from europa_rules.naval.ports import is_naval_base
from europa_rules.numbers import Number, counted
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules_sf.naval.coast_defenses import rule_on_rebuilding

BY = Citation("SF", "35")
HITS, CRAFT, UNIT, COAST, MINES, BACK = USES = (
    "repair_hits",
    "repair_lcs",
    "replace_unit",
    "replace_coast_defense",
    "mines",
    "mines_to_nrp",
)
"""What naval repair points may be asked to be spent on."""

CRAFT_EACH = 2
MINES_EACH = 5
MOST_MINES = 1
"""Naval repair points that become mine points in a month."""

IDLE = frozenset(
    {"move", "sail", "react", "reaction_move", "reaction_movement", "put_to_sea", "transport", "naval_transport"}
    | {"fire", "gunnery", "fire_in_naval_combat", "ngs", "give_ngs", "naval_gunfire_support"}
)
"""What a naval unit repaired with these points does not do in the player turn: it neither moves nor fires."""


@frozen
class Spending:
    """One use of naval repair points.

    Attributes:
        use: one of `USES`.
        amount: hits, landing craft, strength points, levels, or points that become mines.
        in_port: whether the naval unit is in port. port: the kind of that port, or of the base of a replaced unit.
        is_functioning: whether the port functions.
        printed: printed strength of the unit that is replaced; None where that is not told.
        sunk_in, base_in: the theaters in which it was sunk, and in which its base is.
        is_owned: whether the hex of the coast defenses is friendly-owned. has_line: whether it has a supply line.
        converted: points that have become mines in the month.
    """

    use: str
    amount: int = 1
    in_port: bool = True
    port: str = "major"
    is_functioning: bool = True
    printed: int | None = None
    sunk_in: str = ""
    base_in: str = ""
    is_owned: bool = True
    has_line: bool = True
    converted: int = 0


@rule("SF 35")
def rule_on_spending(facts: Spending, rules: Ruleset) -> Ruling:
    """Whether naval repair points may be spent so.

    >>> from europa_rules import load
    >>> rule_on_spending(Spending("repair_hits", port="standard"), load("sf")).allowed
    False
    >>> replaced = [Spending("replace_unit", amount=points, printed=5) for points in (5, 6)]
    >>> [rule_on_spending(each, load("sf")).allowed for each in replaced]
    [True, False]
    >>> uses = ("repair_hits", "rebuild_coast_defenses", "convert_to_mines")
    >>> [rule_on_spending(Spending(use), load("sf")).allowed for use in uses]
    [True, True, True]
    """
    if facts.use in (HITS, UNIT):
        return _rule_on_base(facts, rules) & (_rule_on_replacing(facts) if facts.use == UNIT else _rule_on_berth(facts))
    if facts.use == COAST:
        return rule_on_rebuilding(facts.is_owned, facts.has_line)
    if facts.use == MINES:
        return Ruling.refuse_if(
            facts.converted + facts.amount > MOST_MINES,
            f"{facts.converted + facts.amount} naval repair points become mines in a month",
            BY,
            possible=f"convert {MOST_MINES} a month",
        )
    return Ruling.refuse_if(facts.use == BACK, "mine points do not become naval repair points again", BY)


def _rule_on_base(facts: Spending, rules: Ruleset) -> Ruling:
    base = "a friendly-owned functioning naval base"
    return Ruling.refuse_if(
        not is_naval_base(facts.port, rules), f"a {facts.port} port is no naval base", BY, possible=base
    ) & Ruling.refuse_if(not facts.is_functioning, "the port does not function", BY, possible=base)


def _rule_on_berth(facts: Spending) -> Ruling:
    return Ruling.refuse_if(not facts.in_port, "the naval unit is not in port", BY, possible="enter a naval base")


def _rule_on_replacing(facts: Spending) -> Ruling:
    return Ruling.refuse_if(
        facts.sunk_in != facts.base_in,
        f"it was sunk in {facts.sunk_in}, and the base is in {facts.base_in}",
        BY,
        possible="a naval base of the theater in which it was sunk",
    ) & Ruling.refuse_if(
        facts.printed is not None and facts.amount > facts.printed,
        f"{facts.amount} strength points are more than its {facts.printed}",
        BY,
        possible="as many as it has printed",
    )


@rule("SF 35")
def reckon_spending(facts: Spending) -> Reckoning:
    """The naval repair points that a use costs: one for each, but one for up to two landing craft.

    >>> reckon_spending(Spending("repair_lcs", 3)).value, reckon_spending(Spending("repair_hits", 3)).value
    (Fraction(2, 1), Fraction(3, 1))
    """
    cost = Reckoning.of(facts.amount, facts.use.replace("_", " "), BY)
    if facts.use != CRAFT:
        return cost
    return cost.become(ceil(facts.amount / CRAFT_EACH), f"one for up to {CRAFT_EACH} landing craft", BY)


@frozen
class Replaced:
    """A naval unit that is replaced: its strength points, and the hits that mark those still missing."""

    strength: Reckoning
    hits: Reckoning


@rule("SF 35")
def reckon_replaced(facts: Spending) -> Replaced:
    """What a naval unit is once it is replaced.

    >>> reckon_replaced(Spending("replace_unit", 2, printed=6)).hits.value
    Fraction(4, 1)
    """
    printed = facts.amount if facts.printed is None else facts.printed
    missing = Reckoning.of(printed, "printed", BY).minus(facts.amount, "replaced", BY)
    return Replaced(Reckoning.of(facts.amount, "replaced", BY), missing.at_least(0, "never less", BY))


@rule("SF 35")
def reckon_mines(facts: Spending) -> Reckoning:
    """The mine points that a use gives.

    >>> reckon_mines(Spending("mines", 1)).value, reckon_mines(Spending("repair_hits", 1)).value
    (Fraction(5, 1), Fraction(0, 1))
    """
    points = facts.amount if facts.use == MINES else 0
    return Reckoning.of(points, "converted", BY).times(MINES_EACH, "mine points each", BY)


@frozen
class Budget:
    """What several uses come to: points spent and left, and mine points gained."""

    spent: Reckoning
    left: Reckoning
    mines: Reckoning


@rule("SF 35")
def reckon_budget(available: Number, uses: Iterable[Spending]) -> Budget:
    """What several uses of naval repair points come to; what is left is kept for later turns.

    >>> reckon_budget(10, [Spending("repair_lcs", 3), Spending("mines")]).left.value
    Fraction(7, 1)
    """
    made = tuple(uses)
    spent = Reckoning.total("NRPs", ((use.use.replace("_", " "), reckon_spending(use)) for use in made), BY)
    left = Reckoning.of(available, "available", BY).minus(spent.value, "spent", BY)
    mines = Reckoning.total("mine points", ((use.use.replace("_", " "), reckon_mines(use)) for use in made), BY)
    return Budget(spent, left, mines)


@rule("SF 35")
def rule_on_budget(available: Number, uses: Iterable[Spending], rules: Ruleset) -> Ruling:
    """Whether so many points suffice, and no more than one of them becomes mines.

    >>> from europa_rules import load
    >>> rule_on_budget(4, [Spending("repair_hits", 5)], load("sf")).allowed
    False
    """
    made = tuple(uses)
    cost = reckon_budget(available, made).spent.value
    mines = Spending(MINES, sum(use.amount for use in made if use.use == MINES))
    to_mines = rule_on_spending(mines, rules) if mines.amount else Ruling.allow()
    return to_mines & Ruling.refuse_if(
        cost > available,
        f"{counted(cost, 'naval repair point')} are spent, and {counted(available, 'point')} are available",
        BY,
        possible="spend fewer",
    )


@rule("SF 35")
def rule_on_repaired(activity: str) -> Ruling:
    """Whether a naval unit whose hits were repaired may do something in the same player turn.

    >>> rule_on_repaired("move").allowed
    False
    """
    why = f"a naval unit repaired in the player turn does not {activity.replace('_', ' ')}"
    return Ruling.refuse_if(activity in IDLE, why, BY, possible="wait for the next player turn")


@rule("SF 35")
def rule_on_replaced(activity: str) -> Ruling:
    """Whether a naval unit that was replaced may do something in the same player turn: it is fully operational."""
    return Ruling.allow()


@rule("SF 35")
def rule_on_nationality(points: str, unit: str) -> Ruling:
    """Whether naval repair points of one nation may be spent for a naval unit of another: they may."""
    return Ruling.allow()
