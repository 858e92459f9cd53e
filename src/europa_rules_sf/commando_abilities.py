"""What commandos may try (SF 14H1 to 14H4): leaving ZOCs, leaving before combat, surprise attacks and coastal raids.

Needs a commando and what it is about to do; gives the ruling on each ability, and the checks on which they depend.
"""

from __future__ import annotations

from attrs import frozen

from europa_rules.citations import Citation, rule
from europa_rules.ground.success_checks import SuccessCheck
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, Side
from europa_rules.units import Unit, is_commando, label

MARINE = frozenset({"marine", "marine_commando"})
SURPRISE_NATION = "ge"
LEAST_SURPRISE_ATTACK = 1
BY_ZOC, BY_RETREAT, BY_SURPRISE, BY_RAID = (Citation("SF", n) for n in ("14H1", "14H1", "14H3", "14H4"))

ZOC_CHECK = SuccessCheck("commando_zoc")
RETREAT_CHECK = SuccessCheck("commando_retreat")
HELP_CHECK = SuccessCheck("commando_help_retreat")
SURPRISE_CHECK = SuccessCheck("commando_surprise_attack")
RAID_CHECK = SuccessCheck("coastal_raid")


@frozen
class Commando:
    """A unit that may have a commando ability.

    Attributes:
        unit: its printed facts.
        side: whose it is; None for the side on which its nation fights when play begins.
    """

    unit: Unit
    side: Side | None = None

    def fights_for(self, rules: Ruleset) -> Side:
        """Whose it is."""
        return rules.side_of(self.unit.nation) if self.side is None else self.side

    @property
    def is_marine(self) -> bool:
        """Whether it has the marine commando symbol."""
        return not MARINE.isdisjoint((self.unit.type, *self.unit.symbols))


def _rule_on_commando(who: Commando, by: Citation, rules: Ruleset) -> Ruling:
    return Ruling.refuse_if(not is_commando(who.unit, rules.types), f"{label(who.unit)} is no commando unit", by)


@rule("SF 14H", "SF 14H1")
def rule_on_infiltration(who: Commando, rules: Ruleset) -> Ruling:
    """Whether a unit may try to leave or retreat through enemy ZOCs: all commandos but Allied marine commandos."""
    marine = who.is_marine and who.fights_for(rules) == ALLIED
    why = "Allied marine commandos do not pass through ZOCs"
    return _rule_on_commando(who, BY_ZOC, rules) & Ruling.refuse_if(marine, why, BY_ZOC)


@rule("SF 14H2")
def rule_on_leaving_before_combat(who: Commando, rules: Ruleset) -> Ruling:
    """Whether a unit may retreat before combat as a commando: all commandos may."""
    return _rule_on_commando(who, Citation("SF", "14H2"), rules)


@rule("SF 14H3")
def rule_on_surprise(who: Commando, rules: Ruleset) -> Ruling:
    """Whether a unit may try a surprise attack: German commandos with a printed attack strength of 1 or more."""
    return (
        _rule_on_commando(who, BY_SURPRISE, rules)
        & Ruling.refuse_if(who.unit.nation != SURPRISE_NATION, "only German commandos attack by surprise", BY_SURPRISE)
        & Ruling.refuse_if(
            who.unit.attack < LEAST_SURPRISE_ATTACK,
            f"{label(who.unit)} has a printed attack strength of less than {LEAST_SURPRISE_ATTACK}",
            BY_SURPRISE,
        )
    )


@rule("SF 14H4")
def rule_on_raiding(who: Commando, rules: Ruleset) -> Ruling:
    """Whether a unit may raid coast defenses: marine commandos only.

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating
    >>> unit = Unit("br", "commando", "battalion", Rating.parse("1-8"))
    >>> print(rule_on_raiding(Commando(unit), load("sf")))
    refused: only marine commandos raid coast defenses (SF 14H4).
    """
    return _rule_on_commando(who, BY_RAID, rules) & Ruling.refuse_if(
        not who.is_marine, "only marine commandos raid coast defenses", BY_RAID
    )
