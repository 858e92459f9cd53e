"""The elements of supply lines in 1940 (FoF 12B): overland, truck, road and railroad, and their order."""

from __future__ import annotations

from itertools import permutations

from europa_rules.citations import Citation
from europa_rules.contributions import Gate, Source
from europa_rules.ground.supply_lines import ELEMENTS, ORDERS, RAIL, ROAD, TRUCK, Element
from europa_rules.ground.supply_map import ISOLATION_ENDS, ON_SUPPLIED_LINES

POINT = "fof-12B-element-order"
_NAMES = ("overland", "truck", "road", "rail")
AS_LISTED = (
    (("overland",), ("truck",), ("road",), ("rail",)),
    (("overland",), ("road",), ("truck",), ("rail",)),
)
"""A truck stands before the road or after it; behind the road it leads to a rail line or a source only."""

ANY_ORDER = tuple(tuple((name,) for name in order) for order in permutations(_NAMES))
_ELEMENTS = (
    Element("overland", (Citation("FoF", "12B1"),)),
    Element("truck", (Citation("FoF", "12B2"),), begins_at=TRUCK),
    Element("road", (Citation("FoF", "12B3"),), along=ROAD, is_owned=True),
    Element("rail", (Citation("FoF", "12B4"),), along=RAIL, is_owned=True, low_row="rail_low"),
)
SOURCES: tuple[Source, ...] = (
    *(Source(element.name, ELEMENTS, by=element.by, value=element) for element in _ELEMENTS),
    Source("as listed", ORDERS, by="FoF 12B", value=AS_LISTED, gate=Gate(point=POINT, reading="as-listed")),
    Source("any order", ORDERS, by="FoF 12B", value=ANY_ORDER, gate=Gate(point=POINT, reading="any-order")),
    Source("a road or rail hex with a line", ISOLATION_ENDS, by="FoF 12B6", value=ON_SUPPLIED_LINES),
)
