"""Cooperation of contingents (FoF 31H, advanced): no support between them, and -1 where several attack together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from europa_rules.citations import Citation, rule
from europa_rules.contributions import Gate, Modifier, Option, Prohibition
from europa_rules.ground.facts import Combatant
from europa_rules.ground.movement_counters import CarryFacts
from europa_rules.ground.support import SupportFacts
from europa_rules.ledger import Reckoning
from europa_rules.ruleset import Ruleset

RULE = "31H"
IN_USE = Gate(option=RULE)
CONTINGENTS = {
    "br": "British",
    "fr": "French",
    "cz": "French",
    "po": "French",
    "be": "Belgian and Dutch",
    "ne": "Belgian and Dutch",
    "ge": "German",
    "it": "Italian",
}
"""The contingent of each nation; units of any other nation are one of their own."""

BARRED_FROM_BRITISH_COUNTERS = frozenset({"French", "Belgian and Dutch"})
"""The contingents whose units British transport counters do not carry; the rule bars no other carriage."""

SEVERAL_CONTINGENTS = -1


class Attack(Protocol):
    """What is asked of an attack: its attackers."""

    @property
    def attackers(self) -> Sequence[Combatant]:
        """The attacking units."""


def contingent(nation: str) -> str:
    """The contingent of a nation, by its code.

    >>> contingent("po"), contingent("br")
    ('French', 'British')
    """
    return CONTINGENTS.get(nation, nation)


def are_several(nations: Iterable[str]) -> bool:
    """Whether these nations are of more than one contingent."""
    return len({contingent(nation) for nation in nations}) > 1


def _of_two(facts: SupportFacts) -> bool:
    return are_several((facts.supporter.unit.nation, facts.supported.unit.nation))


def _rides_with_british(facts: CarryFacts) -> bool:
    is_british = contingent(facts.counter.nation) == "British"
    return is_british and any(contingent(unit.nation) in BARRED_FROM_BRITISH_COUNTERS for unit in facts.load)


def _attack_together(attack: Attack) -> bool:
    return are_several(who.unit.nation for who in attack.attackers)


@rule("FoF 31H")
def reckon_cooperation(nations: Iterable[str], rules: Ruleset) -> Reckoning:
    """The die roll modifier of an attack by units of these nations (codes).

    >>> from europa_rules import load
    >>> print(reckon_cooperation(("br", "fr"), load("fof", options={"31H"})))
    -1 several contingents (FoF 31H) | = -1
    """
    by = Citation(rules.variant.book, RULE)
    if rules.has_option(RULE) and are_several(nations):
        return Reckoning.of(SEVERAL_CONTINGENTS, "several contingents", by)
    return Reckoning.of(0, "one contingent", by)


OPTIONS = (Option(RULE, "Cooperation limits", by="FoF 31H"),)
PROHIBITIONS = (
    Prohibition(
        "no support across contingents",
        "support",
        by="FoF 31H",
        why="units of one contingent do not support those of another",
        when=_of_two,
        possible="a supporting unit of its own contingent in the hex",
        gate=IN_USE,
    ),
    Prohibition(
        "British counters carry no others",
        "carry",
        by="FoF 31H",
        why="British transport counters do not carry French, Belgian or Dutch units",
        when=_rides_with_british,
        possible="carry British units",
        gate=IN_USE,
    ),
)
MODIFIERS = (
    Modifier(
        "several contingents",
        "combat die roll",
        by="FoF 31H",
        amount=SEVERAL_CONTINGENTS,
        when=_attack_together,
        gate=IN_USE,
    ),
)
