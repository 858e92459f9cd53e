"""What lack of supply does to a unit (FoF 12D, SF 12D): strengths, movement, antiaircraft, ZOC and armor effects.

Needs a unit, the turn out of supply that it is in, and whether it is isolated; gives the factors of the game's table of
supply effects as lines of a ledger. In supply nothing changes.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from europa_rules.citations import Citations, rule
from europa_rules.errors import unknown
from europa_rules.ground.armor_proportions import TURNS_OUT, loses_capability
from europa_rules.ground.supply_state import ISOLATION, YES
from europa_rules.ground.zones import ZocExertion, turns_out, zoc_kind
from europa_rules.ledger import Reckoning
from europa_rules.numbers import HALF, QUARTER, Number, ordinal
from europa_rules.ruleset import Ruleset
from europa_rules.units import Unit, is_combat_motorized

CHART = "supply_effects"
ATTACK, OVERRUN, DEFENSE, MOVEMENT, AA = "attack", "overrun", "defense", "movement", "aa"
IN_SUPPLY = "in"


@frozen
class SuppliedUnit:
    """A unit and its supply.

    Attributes:
        unit: its printed facts.
        turns_out: the turn out of supply that it is in; 0 for in supply.
        isolated: whether it is isolated.
    """

    unit: Unit
    turns_out: int = 0
    isolated: bool = False

    @classmethod
    def in_situation(
        cls, unit: Unit, situation: Mapping[str, str], turns_out: int = 0, isolated: bool = False
    ) -> SuppliedUnit:
        """A unit whose supply its situation tells, beside what is said of it."""
        turns = max(turns_out, int(situation.get(TURNS_OUT, 0)))
        return cls(unit, turns, isolated or situation.get(ISOLATION) == YES)


def _row(facts: SuppliedUnit, rules: Ruleset) -> str:
    """The row of the table for the turn that a unit is in; "" for one in supply."""
    if not facts.turns_out or CHART not in rules.charts:
        return ""
    chart = rules.charts[CHART]
    rows = {row: chart.whole("rows", row, "from").value for row in chart.rows("rows")}
    begun = [row for row, first in rows.items() if first <= facts.turns_out]
    return max(begun, key=rows.__getitem__, default="")


def _column(what: str, facts: SuppliedUnit, rules: Ruleset) -> str:
    if what == MOVEMENT and is_combat_motorized(facts.unit, rules.types):
        return "movement_cm"
    return f"{what}_isolated" if what in (ATTACK, OVERRUN) and facts.isolated else what


def _by(row: str, rules: Ruleset) -> Citations:
    return (rules.cite(rules.charts[CHART].text("rows", row, "rule").value),)


@rule("FoF 12D1", "FoF 12D2a", "FoF 12D2b", "SF 12D")
def suffer(value: Reckoning, what: str, facts: SuppliedUnit, rules: Ruleset) -> Reckoning:
    """A strength or a movement rating after what lack of supply does to it.

    what: "attack" (in combat), "overrun", "defense", "movement" or "aa".

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating
    >>> panzer = Unit("ge", "armor", "division", Rating.parse("10-10"))
    >>> print(suffer(Reckoning.of(10, "printed"), "attack", SuppliedUnit(panzer, 2), load("fof")))
    10 printed | x1/4 2nd turn out of supply (FoF 12D2b) | = 5/2
    """
    row = _row(facts, rules)
    if not row:
        return value
    chart, column = rules.charts[CHART], _column(what, facts, rules)
    cell = chart.number("rows", row, column)
    if cell.value != 1:
        why = f"{ordinal(facts.turns_out)} turn out of supply"
        why += ", isolated" if column.endswith("_isolated") else ""
        value = value.times(cell.value, why, *_by(row, rules)).noting(caveat=cell.caveat)
    point = chart.text_or("", "points", f"{row} {what}")
    return value.noting(rests_on=rules.rests_on(point)) if point else value


@frozen
class SupplyEffects:
    """All that lack of supply makes of a unit.

    Attributes:
        attack, overrun: its attack strength in combat and for overruns.
        defense, movement, aa: defense strength, movement rating and AA strength.
        keeps_capability: whether it has its armor and antitank capability.
        zoc: the kind of ZOC it has: "full", "reduced" or "none".
    """

    attack: Reckoning
    overrun: Reckoning
    defense: Reckoning
    movement: Reckoning
    aa: Reckoning
    keeps_capability: bool
    zoc: str


@rule("FoF 12", "FoF 12D1", "FoF 12D2a", "FoF 12D2b", "SF 12", "SF 12D")
def reckon_effects(facts: SuppliedUnit, rules: Ruleset) -> SupplyEffects:
    """What lack of supply makes of a unit's printed values.

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating
    >>> division = Unit("us", "infantry", "division", Rating.parse("5-7-6"), aa=1)
    >>> effects = reckon_effects(SuppliedUnit(division, 2), load("sf"))
    >>> effects.defense.value, effects.aa.value, effects.zoc
    (Fraction(7, 2), Fraction(1, 2), 'reduced')
    """
    unit = facts.unit

    def printed(value: Number, what: str) -> Reckoning:
        return suffer(Reckoning.of(value, "printed"), what, facts, rules)

    return SupplyEffects(
        printed(unit.attack, ATTACK),
        printed(unit.attack, OVERRUN),
        printed(unit.defense, DEFENSE),
        printed(unit.movement, MOVEMENT),
        printed(unit.aa, AA),
        not loses_capability(facts.turns_out),
        zoc_kind(ZocExertion(unit, turns_out_of_supply=facts.turns_out), rules),
    )


UNSUPPORTED = "unsupported"
_FACTORS = {UNSUPPORTED: HALF, "halved": HALF, "quartered": QUARTER}


@frozen
class NamedEffects:
    """A unit under several effects told by their names.

    Attributes:
        unit: its printed facts.
        role: "attack", "overrun" or "defense".
        effects: "unsupported", "halved", "quartered", or a supply state such as "U-2".
        isolated: whether it is isolated.
    """

    unit: Unit
    role: str = ATTACK
    effects: tuple[str, ...] = ()
    isolated: bool = False


@rule("FoF 3C2", "FoF 11", "FoF 12D2a", "FoF 12D2b")
def reckon_under_effects(facts: NamedEffects, rules: Ruleset) -> Reckoning:
    """The strength of a unit after all its effects, which multiply. Raises UnknownName for an effect there is not.

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating
    >>> regiment = Unit("fr", "infantry", "regiment", Rating.parse("2-6"))
    >>> reckon_under_effects(NamedEffects(regiment, "defense", ("U-2", "unsupported")), load("fof")).value
    Fraction(1, 2)
    """
    printed = facts.unit.defense if facts.role == DEFENSE else facts.unit.attack
    strength = Reckoning.of(printed, "printed")
    for name in facts.effects:
        if turns_out(name) or name == IN_SUPPLY:
            unit = SuppliedUnit(facts.unit, turns_out(name), facts.isolated)
            strength = suffer(strength, facts.role, unit, rules)
        elif name in _FACTORS:
            by = (rules.cite("11"),) if name == UNSUPPORTED else (rules.cite("3C2"),)
            strength = strength.times(_FACTORS[name], name, *by)
        else:
            raise unknown("effect", name, (*_FACTORS, "U-1", "U-2"))
    return strength
