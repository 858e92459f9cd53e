"""Allied co-operation (SF 43E, advanced): -1 where units of several Allied contingents attack together.

Needs the nations of the attackers, and whether the French government is in exile: until it returns the French are no
contingent, and their forces go with any other, as all other Allied forces do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import frozen

from europa_rules.campaign.nations import happened
from europa_rules.citations import Citation, rule
from europa_rules.contributions import Gate, Modifier, Option, Source
from europa_rules.ground.circumstances import CIRCUMSTANCES
from europa_rules.ground.combat import AttackFacts
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import GameState

RULE = "43E"
BY = Citation("SF", RULE)
IN_USE = Gate(option=RULE)
CONTINGENTS = {"us": "American", "br": "British"}
FRENCH = "fr"
SEVERAL = -1
"""The die roll modifier of an attack by several contingents."""

RETURNS = "the French government returns"
"""The event from which on the French are a contingent of their own."""

IN_FRANCE = "French government"
SUPPORTING = "nations of supporting forces"
"""Situations of an attack: set where the French government is no longer in exile; the nations whose air units and ships
support it, with blanks between their codes."""

POINT = "43E-contingents"


@frozen
class Attackers:
    """The forces in an attack.

    Attributes:
        nations: codes of the nations of the ground units.
        french_in_exile: whether the French government is in exile.
        supporting: codes of the nations whose air units or ships support it.
    """

    nations: tuple[str, ...]
    french_in_exile: bool = True
    supporting: tuple[str, ...] = ()


def contingents_of(nations: Iterable[str], french_in_exile: bool) -> frozenset[str]:
    """The contingents of these nations, by their codes; other forces go with any.

    >>> sorted(contingents_of(["us", "br", "po", "fr"], french_in_exile=False))
    ['American', 'British', 'French']
    """
    known = CONTINGENTS if french_in_exile else {**CONTINGENTS, FRENCH: "French"}
    return frozenset(known[nation] for nation in nations if nation in known)


@rule("SF 43E")
def are_several(facts: Attackers, rules: Ruleset) -> bool:
    """Whether forces of several contingents attack: ground units only, unless a reading says otherwise.

    >>> from europa_rules import load
    >>> are_several(Attackers(("us", "br")), load("sf"))
    True
    """
    counted = (*facts.nations, *facts.supporting) if rules.reads(POINT, "all") else facts.nations
    return len(contingents_of(counted, facts.french_in_exile)) > 1


@rule("SF 43E")
def reckon_cooperation(facts: Attackers, rules: Ruleset) -> Reckoning:
    """The die roll modifier for the contingents in an attack.

    >>> from europa_rules import load
    >>> print(reckon_cooperation(Attackers(("us", "br")), load("sf", options={"43E"})))
    -1 several contingents (SF 43E) | = -1
    >>> helped = Attackers(("us",), supporting=("br",))
    >>> print(reckon_cooperation(helped, load("sf", options={"43E"})).value)
    0
    >>> every = load("sf", options={"43E"}, rulings={"sf-43E-contingents": "all"})
    >>> print(reckon_cooperation(helped, every))
    -1 several contingents (SF 43E) | = -1
    """
    several = rules.has_option(RULE) and are_several(facts, rules)
    found = Reckoning.of(SEVERAL if several else 0, "several contingents" if several else "one contingent", BY)
    for point in rules.resting(POINT) if facts.supporting else ():
        found = found.noting(rests_on=point)
    return found


# --- on the board ----------------------------------------------------------------------------------------------------


def _attackers(facts: AttackFacts) -> Attackers:
    supporting = facts.situation.get(SUPPORTING, "").split()
    nations = tuple(who.unit.nation for who in facts.attackers)
    return Attackers(nations, IN_FRANCE not in facts.situation, tuple(supporting))


def _several_ground(facts: AttackFacts) -> bool:
    attackers = _attackers(facts)
    return len(contingents_of(attackers.nations, attackers.french_in_exile)) > 1


def _several_in_all(facts: AttackFacts) -> bool:
    attackers = _attackers(facts)
    nations = (*attackers.nations, *attackers.supporting)
    return not _several_ground(facts) and len(contingents_of(nations, attackers.french_in_exile)) > 1


def french_government(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> Mapping[str, str]:
    """Tells of the French government once it is no longer in exile."""
    return {IN_FRANCE: RETURNS} if RETURNS in happened(state) else {}


OPTIONS = (Option(RULE, "Allied co-operation", by="SF 43E"),)
MODIFIERS = (
    Modifier("several contingents", "combat die roll", by="SF 43E", amount=SEVERAL, when=_several_ground, gate=IN_USE),
    Modifier(
        "several contingents, with their support",
        "combat die roll",
        by="SF 43E",
        amount=SEVERAL,
        when=_several_in_all,
        gate=Gate(option=RULE, point="sf-43E-contingents", reading="all"),
    ),
)
SOURCES = (Source("French government", CIRCUMSTANCES, by="SF 43E", value=french_government, gate=IN_USE),)
