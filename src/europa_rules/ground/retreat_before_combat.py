"""Retreat before combat (SF 9I): whether a unit may do so, and what follows for the attack.

Needs the unit and whether the attacker has named his forces; gives the ruling, and whether the attack is still
resolved. Who has the ability is contributed.
"""

from __future__ import annotations

from attrs import frozen

from europa_rules.citations import rule
from europa_rules.ground.facts import Combatant
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset


@frozen
class RetreatBeforeCombat:
    """A unit that would retreat before combat; slots "retreat before combat" are given it.

    Attributes:
        who: the unit.
        attackers_named: whether the attacker has named the forces that attack the hex.
        defends: whether it is a unit of the side that is attacked.
    """

    who: Combatant
    attackers_named: bool = True
    defends: bool = True


@rule("SF 9I", "SF 14H2")
def rule_on_retreat_before_combat(facts: RetreatBeforeCombat, rules: Ruleset) -> Ruling:
    """Whether a unit may retreat before combat: a defender that a rule gives the ability, once attackers are named."""
    by, unit = rules.cite("retreat-before-combat"), facts.who.name
    able = bool(rules.sources("retreat before combat", facts))
    named = "the attacker has to name his forces first"
    return (
        Ruling.refuse_if(not able, f"{unit} has no ability to retreat before combat", by)
        & Ruling.refuse_if(not facts.attackers_named, named, by)
        & Ruling.refuse_if(not facts.defends, "only units that are attacked retreat before combat", by)
        & rules.forbid("retreat before combat", facts)
    )


@frozen
class AfterRetreat:
    """What follows retreats before combat: whether the attack is resolved, and whether attackers may advance."""

    is_resolved: bool
    may_advance: bool


@rule("SF 9I")
def after_retreats(remaining_defenders: int) -> AfterRetreat:
    """The attack is resolved against those that remain; if none does, the attackers may advance."""
    return AfterRetreat(remaining_defenders > 0, remaining_defenders == 0)


@rule("SF 9I")
def rule_on_reallocation(after_retreat_before_combat: bool, rules: Ruleset) -> Ruling:
    """Whether named attackers may be sent elsewhere: not once defenders have retreated before combat."""
    why = "attackers once named stay with their attack, whoever retreats before it"
    return Ruling.refuse_if(after_retreat_before_combat, why, rules.cite("retreat-before-combat"))
