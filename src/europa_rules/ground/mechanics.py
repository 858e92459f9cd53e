"""Effects that add up, and how many dice a roll takes (rules 3C1 to 3C3).

Needs a value with the effects on it, or the kind of a roll; gives the value after all of them, or the number of dice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from attrs import frozen

from europa_rules.citations import Citations, rule
from europa_rules.errors import unknown
from europa_rules.ledger import Reckoning
from europa_rules.nations import normal
from europa_rules.numbers import HALF, ONE, QUARTER, Number
from europa_rules.ruleset import Ruleset

FACTORS: Mapping[str, Fraction] = {"halved": HALF, "quartered": QUARTER, "doubled": Fraction(2), "unaffected": ONE}
"""What effects multiply a value by, by the words that name them."""


@frozen
class Effect:
    """An effect on a value.

    Attributes:
        factor: what multiplies it.
        why: its name, for ledgers.
        by: the rules.
        caveats: notes for what nobody has verified.
    """

    factor: Number
    why: str
    by: Citations = ()
    caveats: tuple[str, ...] = ()

    @classmethod
    def named(cls, word: str, rules: Ruleset, why: str = "") -> Effect:
        """An effect by its word, one of `FACTORS`. Raises UnknownName for any other."""
        if word not in FACTORS:
            raise unknown("effect", word, FACTORS)
        return cls(FACTORS[word], why or word, (rules.cite("3C2"),))


def halvings(times: int, rules: Ruleset, why: str = "") -> tuple[Effect, ...]:
    """Several halvings."""
    return (Effect.named("halved", rules, why),) * times


@rule("FoF 3C1", "FoF 3C2", "SF 3C1", "SF 3C2")
def reckon_effects(value: Reckoning, effects: Iterable[Effect]) -> Reckoning:
    """A value after several effects, all of which count; fractions are kept.

    >>> from europa_rules import load
    >>> print(reckon_effects(Reckoning.of(7, "printed"), halvings(2, load("sf"))))
    7 printed | x1/2 halved (SF 3C2) | x1/2 halved (SF 3C2) | = 7/4
    """
    for effect in effects:
        value = value.times(effect.factor, effect.why, *effect.by)
        for caveat in effect.caveats:
            value = value.noting(caveat=caveat)
    return value


GROUND_COMBAT = "ground_combat"
"""The kind of roll that resolves an attack."""


@rule("FoF 3C3", "SF 3C3")
def reckon_dice(roll: str, rules: Ruleset) -> Reckoning:
    """How many dice a kind of roll takes: as many as its table says, else one.

    >>> from europa_rules import load
    >>> print(reckon_dice("aa_fire", load("fof")).value)
    2
    """
    chart = rules.charts["dice"]
    at = ("rows", normal(roll))
    if not chart.rows(*at):
        return Reckoning.of(1, "die, as for every roll without a rule of its own", rules.cite("3C3"))
    table = chart.text(*at, "chart").value
    cell = rules.charts[table].whole(*chart.text_or("die dice", *at, "cell").split())
    return Reckoning.of(cell.value, f"dice, as the chart {table.replace('_', ' ')} says", rules.cite("3C3"))
