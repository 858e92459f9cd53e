"""Holding boxes as airbases (SF 3E5, 23I1): air units based in a box take off and land in the hexes of its area.

Needs a box and a side; gives the hexes of its area that serve, and the nearest of them to another hex.
"""

from __future__ import annotations

from collections.abc import Sequence

from europa_rules.air.airbases import reckon_capacity_at
from europa_rules.campaign.regions import hexes_of_region
from europa_rules.citations import rule
from europa_rules.ground.ownership import hex_owner
from europa_rules.hexes import BOX, Hex
from europa_rules.remembered import remembered
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import GameState

CLEAR, ALL_LAND = "clear", "land"


@remembered(32)
def area_of(box: Hex, rules: Ruleset) -> tuple[Hex, ...]:
    """The hexes with land of a holding box's area; none where the game gives it no area.

    >>> from europa_rules import load
    >>> Hex("16A:0233") in area_of(Hex("box:North Africa"), load("sf"))
    False
    """
    named = (row for row in rules.charts.regions.boxes if f"{BOX}{row.name}" == box)
    row = next(named, None)
    if row is None:
        return ()
    return tuple(filter(rules.board.has_land, hexes_of_region(row.region, (), rules)))


@remembered(32)
def _open_ground(box: Hex, rules: Ruleset) -> frozenset[Hex]:
    board = rules.board
    hexes = area_of(box, rules)
    return frozenset(
        ref for ref in hexes if board.terrain(ref) == CLEAR and board.surface(ref) == ALL_LAND and not board.lake(ref)
    )


@rule("SF 23I1")
def serves_box(ref: Hex, box: Hex, side: Side, state: GameState, rules: Ruleset) -> bool:
    """Whether air units of a box take off from and land at a hex: an airbase, or an all-land clear hex, of its area."""
    if ref not in area_of(box, rules) or hex_owner(ref, state, rules) != side:
        return False
    return ref in _open_ground(box, rules) or reckon_capacity_at(ref, state, rules).value > 0


def nearest_in_area(box: Hex, to: Hex, side: Side, state: GameState, rules: Ruleset) -> Hex | None:
    """The hex of a box's area nearest to another hex at which air units of the box take off and land."""
    by_distance = sorted(area_of(box, rules), key=lambda ref: (rules.board.distance(ref, to), ref))
    return next((ref for ref in by_distance if serves_box(ref, box, side, state, rules)), None)


@rule("SF 23I1")
def on_the_map(points: Sequence[Hex], side: Side, state: GameState, rules: Ruleset) -> tuple[Hex, ...]:
    """The points of a flight with each box at its ends as the hex of its area that is nearest to the next point.

    A box alone has no next point, and stays as it is.
    """
    boxes, found = rules.board.boxes, list(points)
    for at, beside in ((0, 1), (-1, -2)):
        if len(found) > 1 and found[at] in boxes and found[beside] not in boxes:
            found[at] = nearest_in_area(found[at], found[beside], side, state, rules) or found[at]
    return tuple(found)
