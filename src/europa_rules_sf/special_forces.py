"""The special forces chart (SF SFC; 14H, 37D): what each kind of commando of each force is able to do.

Needs the kind of unit, its force and the ability; gives a ruling by the chart `special_forces`.
"""

from __future__ import annotations

from attrs import frozen

from europa_rules.citations import Citation, rule
from europa_rules.errors import unknown
from europa_rules.numbers import Number
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED

BY = Citation("SF", "SFC")
CHART = "special_forces"
ABILITIES = {
    "amphibious": "amphibious",
    "air_drop": "air_droppable",
    "zoc": "zoc",
    "attack_coast_defenses": "coast_defenses",
    "retreat_before_combat": "retreat_before_combat",
}
"""The abilities, and the columns of the chart that tell them."""

SURPRISE = "surprise"
STRONG, AGAINST = "attack strength 1 or more", "vs "
LEAST_ATTACK = 1
ROWS = {
    ("commando", "Allied", ""): "allied_commando",
    ("marine_commando", "Allied", ""): "allied_marine_commando",
    ("ranger", "Allied", ""): "allied_marine_commando",
    ("mechanized_commando", "Allied", ""): "allied_mechanized_commando",
    ("commando", "OSS", "Ger"): "oss_commando_anti_german",
    ("parachute_commando", "OSS", "SBS"): "oss_parachute_commando_sbs",
    ("parachute_commando", "OSS", "It"): "oss_parachute_commando_anti_italian",
    ("commando", "German", ""): "german_commando",
    ("commando", "Italian", ""): "italian_commando",
    ("parachute_commando", "German", ""): "german_parachute_commando",
}
"""The row of the chart for a type of unit, a force and, in the OSS, a mark."""


@frozen
class SpecialForce:
    """A unit of special forces.

    Attributes:
        type: its type, such as "marine_commando". force: "Allied" or one of its nations, "OSS", "German" or "Italian".
        mark: of an OSS unit: "Ger", "It" or "SBS".
        attack: its printed attack strength; None where that is not told.
        target: the nation that it would attack: "German", "Italian", or "".
    """

    type: str
    force: str
    mark: str = ""
    attack: Number | None = None
    target: str = ""


def force_on_chart(force: str, rules: Ruleset) -> str:
    """A force as the chart names it: the forces of the Allied nations are one, "Allied".

    >>> from europa_rules import load
    >>> [force_on_chart(force, load("sf")) for force in ("American", "Polish", "OSS", "German")]
    ['Allied', 'Allied', 'OSS', 'German']
    """
    if any(force == named for _, named, _ in ROWS):
        return force
    return "Allied" if rules.side_of(rules.nations.find(force).code) == ALLIED else force


def row_of(unit: SpecialForce, rules: Ruleset) -> str:
    """The row of the chart for a unit. Raises UnknownName if the chart has none."""
    found = ROWS.get((unit.type, force_on_chart(unit.force, rules), unit.mark))
    if found is None:
        known = (" ".join(filter(None, (force, kind, mark))) for kind, force, mark in ROWS)
        raise unknown("special force", " ".join(filter(None, (unit.force, unit.type, unit.mark))), known)
    return found


@rule("SF SFC", "SF 14H")
def rule_on_ability(unit: SpecialForce, ability: str, rules: Ruleset) -> Ruling:
    """Whether a unit has an ability of special forces.

    ability: "amphibious", "air_drop", "zoc", "surprise", "attack_coast_defenses" or "retreat_before_combat". Raises
    UnknownName for another.

    >>> from europa_rules import load
    >>> [rule_on_ability(SpecialForce(kind, "Allied"), "zoc", load("sf")).allowed for kind in ("commando", "ranger")]
    [True, False]
    """
    if ability == SURPRISE:
        return _rule_on_surprise(unit, rules)
    if ability not in ABILITIES:
        raise unknown("ability", ability, (*ABILITIES, SURPRISE))
    has_it = rules.charts[CHART].flag("rows", row_of(unit, rules), ABILITIES[ability])
    return Ruling.refuse_if(not has_it, f"{_told(unit)} lacks the ability: {ability.replace('_', ' ')}", BY)


def _rule_on_surprise(unit: SpecialForce, rules: Ruleset) -> Ruling:
    allowed = rules.charts[CHART].text("rows", row_of(unit, rules), "surprise").value
    if allowed == STRONG:
        is_weak = unit.attack is not None and unit.attack < LEAST_ATTACK
        why = f"its printed attack strength is less than {LEAST_ATTACK}"
        return Ruling.refuse_if(is_weak, why, BY, possible="a unit with a higher one")
    if allowed.startswith(AGAINST):
        nation = allowed.removeprefix(AGAINST)
        why = f"it attacks by surprise against {nation} units only"
        return Ruling.refuse_if(unit.target != nation, why, BY, possible=f"attack {nation} units")
    return Ruling.refuse(f"{_told(unit)} makes no surprise attacks", BY)


def _told(unit: SpecialForce) -> str:
    return f"a unit of type {unit.type.replace('_', ' ')} ({' '.join(filter(None, (unit.force, unit.mark)))})"
