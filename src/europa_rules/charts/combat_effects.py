"""What a hex, a hexside or a fortification does to an attack (rules 9H, 10G).

Terrain and fortification charts say it in the same columns: a die roll modifier, whether armor effects are lost, whose
attack strength is multiplied, and by how much ground support bombing is.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from attrs import frozen

from europa_rules.charts.chart import Chart, Leaf, number_of
from europa_rules.charts.provenance import Cell, caveats
from europa_rules.charts.shape import Field, Group, Node
from europa_rules.numbers import Number

UNITS = ("unit_groups", "rows")


@frozen
class AttackFactor:
    """Attackers of a group have their strength multiplied.

    Attributes:
        units: "all" or a group from the chart `unit_groups`.
        excepting: groups that are exempt.
        factor: such as 1/2.

    >>> halved = AttackFactor("all", frozenset({"artillery"}), number_of("1/2"))
    >>> halved.applies_to({"infantry"}), halved.applies_to({"artillery", "motorized"})
    (True, False)
    """

    units: str
    excepting: frozenset[str]
    factor: Number

    def applies_to(self, groups: Collection[str]) -> bool:
        """Whether a unit that belongs to these groups is meant."""
        return self._means(groups) and self.excepting.isdisjoint(groups)

    def exempts(self, groups: Collection[str]) -> tuple[str, ...]:
        """The groups by which a unit is exempt that would else be meant."""
        return tuple(sorted(self.excepting.intersection(groups))) if self._means(groups) else ()

    def _means(self, groups: Collection[str]) -> bool:
        return self.units == "all" or self.units in groups


@frozen
class CombatEffect:
    """The combat columns of one row.

    Attributes:
        name: the terrain, hexside, city size or fortification.
        drm: added to the attacker's die; None if the number is printed on the map (negative of it).
        no_aec: whether AEC does not count.
        attack_factors: what multiplies the strength of which attackers.
        ground_support_factor: multiplies ground support bombing strength.
        caveats: notes for what nobody has verified.
        prohibited: no attack may be made across it.
    """

    name: str
    drm: int | None = 0
    no_aec: bool = False
    attack_factors: tuple[AttackFactor, ...] = ()
    ground_support_factor: Number = 1
    caveats: tuple[str, ...] = ()
    prohibited: bool = False

    def drm_with(self, printed: int) -> int:
        """The modifier, if `printed` is the number printed in the hex."""
        return -printed if self.drm is None else self.drm

    def factors_for(self, groups: Collection[str]) -> tuple[AttackFactor, ...]:
        """The factors that apply to an attacker of these groups."""
        return tuple(f for f in self.attack_factors if f.applies_to(groups))


FIELDS: Mapping[str, Node] = {
    "drm": Field("whole", words=("printed",)),
    "no_aec": Field("flag"),
    "attack_factors": Field("factors", names_in=UNITS),
    "ground_support_factor": Field("number", 0),
}
SHAPE = Group(FIELDS)


def combat_effect(chart: Chart, name: str, *path: str) -> CombatEffect:
    """The effect at an address: a value there prohibits the attack, and what is not there has no effect."""
    here = chart.find(*path)
    if here is not None:
        return CombatEffect(name, prohibited=True, caveats=caveats(here))
    if not chart.rows(*path):
        return CombatEffect(name)
    cells = [chart.find(*path, column) for column in FIELDS]
    drm = chart.cell(*path, "drm").value
    factors = chart.cell(*path, "attack_factors")
    return CombatEffect(
        name,
        None if drm == "printed" else int(number_of(drm)),
        chart.flag(*path, "no_aec"),
        attack_factors(factors),
        chart.number(*path, "ground_support_factor").value,
        _brief(cells),
    )


def attack_factors(cell: Cell[Leaf]) -> tuple[AttackFactor, ...]:
    """The factors that a cell lists."""
    rows = cell.value if isinstance(cell.value, tuple) else ()
    return tuple(_factor(row) for row in rows if isinstance(row, Mapping))


def _factor(row: Mapping[str, Leaf]) -> AttackFactor:
    exempt = row.get("except", ())
    groups = frozenset(str(g) for g in exempt) if isinstance(exempt, tuple) else frozenset({str(exempt)})
    return AttackFactor(str(row["units"]), groups, number_of(row["factor"]))


def _brief(cells: list[Cell[Leaf] | None]) -> tuple[str, ...]:
    """One caveat a provenance, named by the row instead of by each of its columns."""
    rows = [Cell(c.value, c.chart, c.path[:-1], c.provenance, c.file) for c in cells if c is not None]
    return caveats(*rows)
