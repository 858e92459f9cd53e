"""Administrative movement (rule 6B): faster, and bound to ground far from the enemy.

Needs the unit's phase, what else it spends MPs for, and the hexes it enters; gives the ruling with every rule against
it. MPs are halved where hexes are entered (`terrain.reckon_entry_cost`); orders are those of movement, in a mode of
their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import field, frozen

from europa_rules.citations import rule
from europa_rules.ground.movement_phases import MOVEMENT, is_movement_phase
from europa_rules.ground.terrain import HexEntry, rule_on_terrain
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.units import Unit, label

ADMIN = "admin"
LOST = "administrative movement"
"""The activity by which a unit loses its ZOC, as `zones.LOSSES` names it."""

MIXES_WITH = frozenset(
    {ADMIN, "operational_rail", "rail", "rail_movement", "embark", "disembark", "naval_transport", ""}
)
"""What a unit that uses administrative movement may spend MPs for besides."""


@frozen
class AdminStep:
    """A hex entered by administrative movement.

    Attributes:
        entry: the hex and the hexside crossed.
        is_beside_enemy: whether an enemy unit is in an adjacent hex.
        is_enemy_owned: whether the enemy owns it.
        name: the hex, or "".
    """

    entry: HexEntry
    is_beside_enemy: bool = False
    is_enemy_owned: bool = False
    name: str = ""


@frozen
class AdminFacts:
    """A unit that uses administrative movement.

    Attributes:
        unit: its printed facts.
        phase: the phase it is.
        starts_beside_enemy: whether an enemy unit is in a hex adjacent to the one it starts in.
        passes_enemy: whether it is said to pass beside an enemy unit.
        steps: the hexes entered.
        other_uses: what else it spends MPs for in the phase.
        situation: further facts for contributed rules, by name.
    """

    unit: Unit
    phase: str = MOVEMENT
    starts_beside_enemy: bool = False
    passes_enemy: bool = False
    steps: tuple[AdminStep, ...] = ()
    other_uses: tuple[str, ...] = ()
    situation: Mapping[str, str] = field(factory=dict, hash=False)


@rule("FoF 6B", "SF 6B")
def rule_on_admin(facts: AdminFacts, rules: Ruleset) -> Ruling:
    """Whether a unit may use administrative movement so, with every rule against it.

    >>> from europa_rules import load
    >>> unit = Unit("fr", "infantry", "division")
    >>> str(rule_on_admin(AdminFacts(unit, starts_beside_enemy=True), load("fof")))
    'refused: infantry division starts beside an enemy unit (FoF 6B). Possible: use regular movement.'
    """
    who, ruling = label(facts.unit), Ruling.allow()
    strange = [use for use in facts.other_uses if use not in MIXES_WITH]
    if not is_movement_phase(facts.phase, rules):
        ruling &= _refuse(f"administrative movement is not used in the {facts.phase} phase", rules)
    if facts.starts_beside_enemy:
        ruling &= _refuse(f"{who} starts beside an enemy unit", rules)
    beside = [step.name for step in facts.steps if step.is_beside_enemy]
    if facts.passes_enemy or beside:
        way = _named("enter {}, beside an enemy unit", beside) or "move beside an enemy unit"
        ruling &= _refuse(f"{who} would {way}", rules)
    owned = [step.name for step in facts.steps if step.is_enemy_owned]
    if owned:
        hexes = _named("{}, which the enemy owns", owned) or "a hex that the enemy owns"
        ruling &= _refuse(f"{who} would enter {hexes}", rules)
    if strange:
        words = ", ".join(use.replace("_", " ") for use in strange)
        ruling &= _refuse(f"{who} may not spend MPs for {words} as well", rules)
    return ruling & Ruling.all(rule_on_admin_ground(step.entry, rules) for step in facts.steps)


@rule("FoF 6B", "SF 6B")
def rule_on_admin_ground(entry: HexEntry, rules: Ruleset) -> Ruling:
    """Whether administrative movement may take this way into a hex: any along a road, else not all terrain."""
    if entry.by_road and not entry.closed:
        return Ruling.allow()
    closed = rule_on_terrain(entry, rules)
    if not closed.allowed:
        return closed & _refuse("administrative movement off the roads does not lead over prohibited terrain", rules)
    chart = rules.charts.terrain_effects
    barred = [name for name in (entry.terrain, *entry.overlays) if name in chart.admin_off_road_not_into]
    across = [name for name in entry.hexsides if name in chart.admin_off_road_not_across]
    words = [f"a {name} hex" for name in barred] + [f"a {name} hexside" for name in across]
    way = " and ".join(words).replace("_", " ")
    why = f"administrative movement off the roads does not lead over {way}"
    return _refuse(why, rules) if words else Ruling.allow()


def _named(words: str, hexes: Iterable[str]) -> str:
    """Words about the hexes of the way that are meant; "" where they have no names."""
    named = ", ".join(name for name in hexes if name)
    return words.format(named) if named else ""


def _refuse(why: str, rules: Ruleset) -> Ruling:
    return Ruling.refuse(why, rules.cite("6B"), possible="use regular movement")
