"""Causeways (FoF 31B, SF 37A1): roads and rail lines over the water, and what their hexsides count as.

Needs a hexside and the line that crosses it; gives the hexside it counts as for ground units. A rail ferry is none.
"""

from __future__ import annotations

from europa_rules.citations import rule
from europa_rules.ground.terrain import LIES_OVER, ROAD_LINES
from europa_rules.nations import normal
from europa_rules.ruleset import Ruleset

CAUSEWAY = "causeway"
LINES = ROAD_LINES | {"rail", "rail_line", "railroad"}
"""Words for the lines that make a causeway."""


@rule("FoF 31B", "SF 37A1")
def is_causeway(hexside: str, line: str) -> bool:
    """Whether a line over a hexside is a causeway: a road or rail line over sea or lake.

    >>> is_causeway("sea", "road"), is_causeway("sea", "rail_ferry"), is_causeway("river", "road")
    (True, False, False)
    """
    return normal(line) in LINES and normal(hexside) in LIES_OVER[CAUSEWAY]


@rule("FoF 31B", "SF 37A1")
def hexside_counts_as(hexside: str, line: str, rules: Ruleset) -> str:
    """The hexside that one counts as for the movement and combat of ground units.

    line: what crosses it ("road", "rail", "rail_ferry"), or "".

    >>> from europa_rules import load
    >>> hexside_counts_as("sea", "road", load("fof")), hexside_counts_as("lake", "rail", load("sf"))
    ('narrow_strait', 'major_river')
    """
    return rules.charts.terrain_effects.hexside_like(CAUSEWAY if is_causeway(hexside, line) else normal(hexside))
