"""The fortifications effects chart (rules 14, 31A or 37B).

Needs a fortification by name; gives its combat effect, what it does to siege artillery, which retreats its defenders
ignore, and what becomes of it in enemy hands. A variant adds the rows of its own fortifications.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from europa_rules.charts.chart import Chart
from europa_rules.charts.combat_effects import FIELDS, UNITS, AttackFactor, CombatEffect, attack_factors, combat_effect
from europa_rules.charts.provenance import Cell
from europa_rules.charts.shape import Field, Group, Rows
from europa_rules.errors import unknown
from europa_rules.numbers import Number

IGNORED_RETREATS = ("none", "all", "all_but_DE", "DR")
REMOVED, DESTROYED = "removed", "destroyed"
"""What may become of a fortification, beside another row of the chart."""

_ROWS = ("fortification_effects", "rows")
_FALLS_TO = Rows(Field("text", words=(REMOVED, DESTROYED), names_in=_ROWS), required=False, names_in=_ROWS)
SHAPE = Group(
    {
        "rows": Rows(
            Group(
                {
                    **FIELDS,
                    "siege_artillery_factor": Field("number", 0),
                    "ignore_retreats": Field("text", words=IGNORED_RETREATS),
                    "rule": Field("text", required=False),
                    "attack_factors_non_border": Field("factors", names_in=UNITS, required=False),
                }
            )
        ),
        "captured": _FALLS_TO,
        "occupied": _FALLS_TO,
        "engineers": Group(
            {
                "drm": Field("whole"),
                "from_share": Field("number", 0),
                "fortification_drms": Field("numbers"),
                "counted": Field("texts", names_in=UNITS),
                "counted_double": Field("texts", names_in=UNITS),
                "not_counted_in_total": Field("texts", names_in=UNITS),
            },
            required=False,
        ),
    }
)


@frozen
class FortificationEffect:
    """A row of the chart.

    Attributes:
        combat: the combat effect; its modifier None is the number printed in the hex.
        siege_artillery_factor: multiplies the attack strength of siege artillery.
        ignore_retreats: which retreats the defenders ignore: "none", "all", "all_but_DE" or "DR" alone.
        factors_non_border: the attack factors across a hexside that is no border, or None where that does not matter.
        rule: the number of its rule in the book, or "" where that of fortifications is meant.
    """

    combat: CombatEffect
    siege_artillery_factor: Number
    ignore_retreats: str
    factors_non_border: tuple[AttackFactor, ...] | None
    rule: str = ""


@frozen(eq=False)
class EngineerBonus:
    """What combat engineers add to an attack on a major city or a fortification.

    Attributes:
        drm: the modifier.
        from_share: the least share of the attacking REs.
        fortification_drms: fortifications with one of these modifiers are meant.
        counted: groups that count as combat engineers.
        counted_double: those whose REs count twice.
        not_counted_in_total: groups left out of the attacking REs.
    """

    drm: Cell[int]
    from_share: Cell[Number]
    fortification_drms: tuple[int, ...]
    counted: frozenset[str]
    counted_double: frozenset[str]
    not_counted_in_total: frozenset[str]


@frozen(eq=False)
class FortificationEffects:
    """The fortifications effects chart.

    Attributes:
        rows: effects by fortification.
        engineers: the bonus of combat engineers, or None in a game without.
        captured, occupied: what becomes of a fortification when the enemy gains its hex, or has it to himself: the row
            that it becomes, "removed" or "destroyed"; those that are not listed stay as they are.

    >>> from europa_rules.charts import bundled_charts
    >>> bundled_charts().fortification_effects["fortress_improved"].siege_artillery_factor
    2
    """

    rows: Mapping[str, FortificationEffect]
    engineers: EngineerBonus | None
    captured: Mapping[str, str]
    occupied: Mapping[str, str]

    def __getitem__(self, name: str) -> FortificationEffect:
        """The row of a fortification. Raises UnknownName."""
        if name not in self.rows:
            raise unknown("fortification", name, self.rows)
        return self.rows[name]

    def __contains__(self, name: object) -> bool:
        return name in self.rows


def read(chart: Chart) -> FortificationEffects:
    """The chart, from one of the right shape."""
    rows = {name: _row(chart, name) for name in chart.rows("rows")}
    engineers = _engineers(chart) if chart.rows("engineers") else None
    captured, occupied = ({n: chart.text(to, n).value for n in chart.rows(to)} for to in ("captured", "occupied"))
    return FortificationEffects(rows, engineers, captured, occupied)


def _row(chart: Chart, name: str) -> FortificationEffect:
    at = ("rows", name)
    elsewhere = chart.find(*at, "attack_factors_non_border")
    return FortificationEffect(
        combat_effect(chart, name, *at),
        chart.number(*at, "siege_artillery_factor").value,
        str(chart.cell(*at, "ignore_retreats").value),
        None if elsewhere is None else attack_factors(elsewhere),
        chart.text_or("", *at, "rule"),
    )


def _engineers(chart: Chart) -> EngineerBonus:
    at = "engineers"
    return EngineerBonus(
        chart.whole(at, "drm"),
        chart.number(at, "from_share"),
        tuple(int(d) for d in chart.texts(at, "fortification_drms")),
        frozenset(chart.texts(at, "counted")),
        frozenset(chart.texts(at, "counted_double")),
        frozenset(chart.texts(at, "not_counted_in_total")),
    )
