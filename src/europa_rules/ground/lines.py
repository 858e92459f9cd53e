"""Hexes of lines of supply and of communications (rule 12A), and how far a line of communications leads (FoF 12B6).

Needs what is in a hex that a line would enter; gives the ruling on it, and the kinds of source that end isolation.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import cast

from attrs import frozen

from europa_rules.citations import rule
from europa_rules.ground.terrain import described_entry, rule_on_terrain
from europa_rules.hexes import Hex
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import GameState
from europa_rules.units import Unit

_ANYONE = Unit("", "infantry", "division")


@frozen
class LineHex:
    """One hex of a line.

    Attributes:
        enemy_unit, enemy_zoc, friendly_unit: what is there.
        prohibited: whether its terrain, or the hexside from the hex before, is prohibited.
        source: the kind of supply source there ("full", "limited", "special"), or "".
        counts: hexes it counts for.
    """

    enemy_unit: bool = False
    enemy_zoc: bool = False
    friendly_unit: bool = False
    prohibited: bool = False
    source: str = ""
    counts: Fraction = Fraction(1)


SPARED = "hexes open to lines"
"""Slot of sources: (side, state, rules) -> hexes with enemy units that do not bar the side's lines; all are open."""


@rule("FoF 24B")
def spared_hexes(side: Side, state: GameState, rules: Ruleset) -> frozenset[Hex]:
    """The hexes with enemy units that do not bar a side's lines: a rule of the game says so."""
    found: set[Hex] = set()
    for source in rules.sources(SPARED):
        found.update(cast("Callable[[Side, GameState, Ruleset], frozenset[Hex]]", source.value)(side, state, rules))
    return frozenset(found)


def described_hex(
    terrain: str,
    hexside: str,
    rules: Ruleset,
    *,
    enemy_unit: bool = False,
    enemy_zoc: bool = False,
    friendly_unit: bool = False,
    enemy_has_just_landed: bool = False,
    source: str = "",
) -> LineHex:
    """A hex of a line, from words for its terrain and for the hexside from the hex before.

    enemy_has_just_landed: whether the enemy units there have come by air in this player turn, and own no hex yet.
    """
    entry = described_entry(_ANYONE, terrain, (hexside,), rules)
    prohibited = not rule_on_terrain(entry, rules).allowed
    spared = enemy_has_just_landed and bool(rules.sources(SPARED))
    return LineHex(enemy_unit and not spared, enemy_zoc, friendly_unit, prohibited, source)


@rule("SF 3G", "FoF 12B6", "FoF 12A", "SF 12A")
def rule_on_line_into(facts: LineHex, rules: Ruleset) -> Ruling:
    """Whether a line may enter a hex; who owns it does not matter.

    >>> from europa_rules import load
    >>> rule_on_line_into(LineHex(enemy_zoc=True, friendly_unit=True), load("sf")).allowed
    True
    """
    by = rules.cite("12A")
    in_zoc = facts.enemy_zoc and not facts.friendly_unit
    return Ruling.all(
        (
            Ruling.refuse_if(facts.enemy_unit, "an enemy unit is in the hex", by),
            Ruling.refuse_if(
                in_zoc, "the hex is in an enemy ZOC and no friendly unit is there", by, possible="have a unit there"
            ),
            Ruling.refuse_if(facts.prohibited, "the terrain is prohibited", by),
        )
    )


def regular_sources(rules: Ruleset) -> tuple[str, ...]:
    """The kinds of source that end isolation."""
    return rules.charts["isolation"].texts("lists", "sources")


@rule("SF 3G", "FoF 12B6")
def longest_line(weather: str, rules: Ruleset) -> int | None:
    """The longest that a line of communications may be, in counted hexes; None where any length will do.

    >>> from europa_rules import load
    >>> longest_line("clear", load("fof")), longest_line("clear", load("sf"))
    (14, None)
    """
    chart = rules.charts["supply_lines"]
    option = chart.text_or("", "rows", "loc", "option")
    if option and not rules.has_option(option):
        return None
    cell = chart.cell("rows", "loc", weather)
    return cell.value if isinstance(cell.value, int) else None
