"""Port fortifications (SF 37B2): counters that are units and improved fortresses at once.

They do not attack, do not move, support themselves and are not replaced. What they do to an attack on their hex stands
in the fortifications effects chart, that they do not count in stacking in the stacking limits.
"""

from __future__ import annotations

from attrs import frozen

from europa_rules.citations import Citation, rule
from europa_rules.contributions import Prohibition, Source
from europa_rules.ground.combat import AttackFacts
from europa_rules.ground.facts import Combatant
from europa_rules.ledger import Reckoning
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.units import Rating, Unit, has_ability, re_size

TYPE = "port_fortification"
BY = Citation("SF", "37B2")
SELF_SUPPORTED = "self_supported"
ACTS_AS = "improved_fortress"
"""What it does to an attack, beside its own defense strength and the terrain of its hex."""

FORBIDDEN = {
    "attack": "a port fortification does not attack",
    "replace": "a port fortification is not replaced",
    **dict.fromkeys(("move", "advance", "advance_after_combat"), "the movement rating of a port fortification is 0"),
}
"""What port fortifications may not do, and why."""

COUNTER = Unit("ge", TYPE, "counter", Rating.parse("0-1-0"))


@frozen
class Traits:
    """What every port fortification is: its size in REs, its printed ratings, and how it counts."""

    re: Reckoning
    attack: Reckoning
    move: Reckoning
    counts_for_stacking: bool
    is_self_supported: bool
    acts_as: str


@rule("SF 37B2")
def traits_of(unit: Unit, rules: Ruleset) -> Traits:
    """What a port fortification is.

    >>> from europa_rules import load
    >>> traits_of(COUNTER, load("sf")).acts_as
    'improved_fortress'
    """
    return Traits(
        Reckoning.of(re_size(unit, rules.types), "size", BY),
        Reckoning.of(unit.attack, "printed", BY),
        Reckoning.of(unit.movement, "printed", BY),
        unit.type not in rules.charts.stacking_limits.never_counted,
        has_ability(unit, SELF_SUPPORTED, rules.types),
        ACTS_AS,
    )


@rule("SF 37B2")
def rule_on_act(action: str) -> Ruling:
    """Whether a port fortification may do something: it neither attacks nor moves, and is not replaced.

    >>> rule_on_act("attack").allowed, rule_on_act("defend").allowed
    (False, True)
    """
    return Ruling.refuse(FORBIDDEN[action], BY) if action in FORBIDDEN else Ruling.allow()


def _attacks(facts: AttackFacts) -> bool:
    return any(who.unit.type == TYPE for who in facts.attackers)


def _is_one(who: Combatant) -> bool:
    return who.unit.type == TYPE


PROHIBITIONS = (
    Prohibition(
        "port fortifications do not attack",
        "attack",
        by="SF 37B2",
        why=FORBIDDEN["attack"],
        when=_attacks,
        possible="attack without it",
    ),
)
SOURCES = (Source("a port fortification supports itself", "own support", by="SF 37B2", when=_is_one),)
