"""The elements of supply lines in 1943 to 1945 (SF 12B): overland, road, and rails mixed with naval lines.

Rail lines end only on nets where their player has 10 REs of capacity; Axis lines are shorter while the strategic air
war limits them (SF 26A6).
"""

from __future__ import annotations

from europa_rules.campaign.nations import happened
from europa_rules.citations import Citation
from europa_rules.contributions import Gate, Option, Source
from europa_rules.ground.supply_lines import ELEMENTS, ORDERS, RAIL, ROAD, SEA, Element
from europa_rules.ground.supply_map import AT_SOURCES, BY_RAIL, IN_SUPPLIED_HEXES, ISOLATION_ENDS
from europa_rules.ground.supply_tracer import ROWS
from europa_rules.ruleset import Ruleset
from europa_rules.sides import AXIS, Side
from europa_rules.state import GameState

LINES_LIMITED = "Axis supply lines are limited"
"""The event that stands while the strategic air war shortens Axis lines (SF 26A6)."""

OTHER_ELEMENTS = "sf-3G-other-elements"
LEAST_CAPACITY = 10
_ELEMENTS = (
    Element("overland", (Citation("SF", "12B1"),)),
    Element("road", (Citation("SF", "12B2"),), along=ROAD, is_owned=True),
    Element(
        "rail",
        (Citation("SF", "12B3"),),
        along=RAIL,
        is_owned=True,
        low_row="rail_low",
        least_capacity=LEAST_CAPACITY,
        takes_ferries=True,
    ),
    Element("naval", (Citation("SF", "12B4"),), along=SEA),
)
IN_ORDER = ((("overland",), ("road",), ("rail", "naval")),)


def shorter_rows(element: str, side: Side, state: GameState, rules: Ruleset) -> str:
    """The row of lengths of an element of the Axis while its lines are limited; "" for the usual one."""
    row = f"{element}_limited"
    is_limited = side == AXIS and LINES_LIMITED in happened(state)
    return row if is_limited and row in rules.charts["supply_lines"].rows("rows") else ""


OPTIONS = (
    Option("43C3", "Terrain on supply lines", by="SF 43C3"),
    Option("44B1", "Isolation and ownership by lines of communications", by="SF 44B1"),
)
SOURCES: tuple[Source, ...] = (
    *(Source(element.name, ELEMENTS, by=element.by, value=element) for element in _ELEMENTS),
    Source("in order", ORDERS, by="SF 12B", value=IN_ORDER),
    Source("limited Axis lines", ROWS, by="SF 26A6", value=shorter_rows),
    Source(
        "a source",
        ISOLATION_ENDS,
        by="SF 3G",
        value=AT_SOURCES,
        gate=Gate(without_option="44B1", point=OTHER_ELEMENTS, reading="overland-only"),
    ),
    Source(
        "a rail or port hex with a line",
        ISOLATION_ENDS,
        by="SF 3G",
        value=BY_RAIL,
        gate=Gate(without_option="44B1", point=OTHER_ELEMENTS, reading="all"),
    ),
    Source("a hex in regular supply", ISOLATION_ENDS, by="SF 44B1a", value=IN_SUPPLIED_HEXES, gate=Gate(option="44B1")),
)
