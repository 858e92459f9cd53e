"""Abilities that a player has turn by turn (rule 3C4).

Needs what an ability gives each turn and what is left of the last turn; gives what there is now. Nothing carries over
unless a rule says so.
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

from attrs import evolve, frozen

from europa_rules.campaign.nations import happened
from europa_rules.citations import rule
from europa_rules.errors import unknown
from europa_rules.ledger import Reckoning
from europa_rules.nations import normal
from europa_rules.numbers import ZERO
from europa_rules.ruleset import Ruleset
from europa_rules.state import FactKind, GameState


@frozen
class Allowance:
    """An ability that a player has each turn.

    Attributes:
        per_turn: what it gives each turn (REs, NTPs, ...).
        unused: what was left of it last turn.
        may_accumulate: whether a rule lets the player keep that.
        used: what has been used of it this turn.
    """

    per_turn: Fraction
    unused: Fraction = ZERO
    may_accumulate: bool = False
    used: Fraction = ZERO

    @classmethod
    def after(cls, per_turn: Fraction, used_last_turn: Fraction) -> Allowance:
        """The allowance of the turn after one in which so much of it was used."""
        return cls(per_turn, max(ZERO, per_turn - used_last_turn))


@rule("FoF 3C4", "SF 3C4")
def reckon_allowance(facts: Allowance, rules: Ruleset) -> Reckoning:
    """What an ability gives now: what it gives each turn, without the rest of the last unless a rule keeps it.

    >>> from europa_rules import load
    >>> print(reckon_allowance(Allowance(Fraction(10), unused=Fraction(10)), load("sf")))
    10 each turn; the 10 left of the last turn are lost (SF 3C4) | = 10
    """
    by = rules.cite("3C4")
    lost = facts.unused and not facts.may_accumulate
    why = f"each turn; the {facts.unused} left of the last turn are lost" if lost else "each turn"
    now = Reckoning.of(facts.per_turn, why, by)
    if facts.may_accumulate and facts.unused:
        now = now.plus(facts.unused, "kept from the last turn", by)
    return now.minus(facts.used, "used this turn", by) if facts.used else now


_POOLS = "naval_transport_points"
_UNLIMITED = "unlimited"


@rule("FoF 3C4", "FoF 26B")
def reckon_pool(
    pool: str, events: Collection[str], rules: Ruleset, used_last_turn: Fraction = ZERO, used: Fraction = ZERO
) -> Reckoning | None:
    """The naval transport points that a pool has now; None for a pool without limit.

    pool: its name. events: what has happened; some pools wait for an event. used: NTPs used of it this turn. Raises
    UnknownName for a pool there is not.

    >>> from europa_rules import load
    >>> print(reckon_pool("French Atlantic", (), load("fof")).value)
    10
    """
    if _POOLS not in rules.charts:
        raise unknown("pool of NTPs", pool, ())
    chart = rules.charts[_POOLS]
    rows = {normal(str(chart.cell("rows", row, "name").value)): row for row in chart.rows("rows")}
    if normal(pool) not in rows:
        raise unknown("pool of NTPs", pool, rows)
    at = ("rows", rows[normal(pool)])
    waiting = chart.texts(*at, "opened_by")
    if waiting and not set(waiting) & set(events):
        return Reckoning.of(ZERO, f"until {' or '.join(waiting)}", rules.cite("26B"))
    cell = chart.cell(*at, "ntp")
    if cell.value == _UNLIMITED:
        return None
    facts = evolve(Allowance.after(Fraction(chart.whole(*at, "ntp").value), used_last_turn), used=used)
    return reckon_allowance(facts, rules).noting(caveat=cell.caveat)


NTPS_USED = FactKind("naval transport points used", "player turn", Fraction)
"""NTPs of a pool that have been used in this player turn (subject: the pool)."""


def ntps_used(pool: str, state: GameState) -> Fraction:
    """NTPs of a pool that have been used in this player turn."""
    return state.recall(NTPS_USED, pool) or ZERO


def use_ntps(pool: str, number: Fraction, state: GameState) -> GameState:
    """The state after so many NTPs of a pool have been used."""
    return state.noting(NTPS_USED, pool, ntps_used(pool, state) + number)


@rule("FoF 3C4", "FoF 26B")
def reckon_pool_now(pool: str, state: GameState, rules: Ruleset) -> Reckoning | None:
    """The naval transport points that a pool has left in a state; None for a pool without limit."""
    return reckon_pool(pool, happened(state), rules, used=ntps_used(pool, state))
