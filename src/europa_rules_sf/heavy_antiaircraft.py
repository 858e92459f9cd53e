"""Heavy antiaircraft (SF 44C3, optional): not halved by a fortification that does not halve field artillery.

Needs a heavy AA unit and what the fortification does to field artillery; gives its attack strength.
"""

from __future__ import annotations

from europa_rules.charts import AttackFactor, CombatEffect
from europa_rules.citations import Citation, rule
from europa_rules.contributions import Gate, Option, Source
from europa_rules.ground.battleground import FORTIFICATION_GROUPS, Feature, multiply_by_ground
from europa_rules.ground.facts import Combatant
from europa_rules.ledger import Reckoning
from europa_rules.numbers import HALF, Number
from europa_rules.ruleset import Ruleset
from europa_rules.units import Unit

RULE = "44C3"
HEAVY_AA, ARTILLERY = "heavy_aa", "artillery"
_UNIT = Combatant(Unit("ge", HEAVY_AA, "battalion"))


@rule("SF 44C3")
def reckon_heavy_aa_attack(attack: Number, field_artillery_halved: bool, rules: Ruleset) -> Reckoning:
    """The attack strength of a heavy AA unit against a fortification that halves attackers (strength points).

    field_artillery_halved: whether it halves field artillery too.

    >>> from europa_rules import load
    >>> reckon_heavy_aa_attack(4, False, load("sf", options={"44C3"})).value
    Fraction(4, 1)
    >>> reckon_heavy_aa_attack(4, False, load("sf")).value
    Fraction(2, 1)
    """
    exempt = frozenset() if field_artillery_halved else frozenset({ARTILLERY})
    effect = CombatEffect("fortification", attack_factors=(AttackFactor("all", exempt, HALF),))
    feature = Feature("fortification", effect, (Citation("SF", "37B"),), is_fortification=True)
    return multiply_by_ground(Reckoning.of(attack, "printed"), _UNIT, (feature,), rules)


def _is_heavy_aa(who: Combatant) -> bool:
    return HEAVY_AA in (who.unit.type, *who.unit.symbols)


OPTIONS = (Option(RULE, "Heavy antiaircraft", by="SF 44C3"),)
SOURCES = (
    Source(
        "heavy AA as artillery",
        FORTIFICATION_GROUPS,
        by="SF 44C3",
        value=ARTILLERY,
        when=_is_heavy_aa,
        gate=Gate(option=RULE),
    ),
)
