"""What the one-hex move covers (SF 6, an open point)."""

from __future__ import annotations

from functools import cache

from tests.test_movement import state_of, unit
from tests.test_zones import MIDDLE, flat

import europa_rules as er
from europa_rules.ground.moves import Move, rule_on_move
from europa_rules.hexes import Hex
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS
from europa_rules.state import Piece

POINT = "sf-6-one-hex-costs"


@cache
def ground(reading: str, hexside: str = "") -> tuple[Ruleset, Hex]:
    """Clear ground, and beside its middle a woods hex, beyond a hexside of this kind."""
    rules = flat(er.load("sf", rulings={POINT: reading}))
    to = rules.board.neighbors_of(MIDDLE)[1]
    pair: tuple[str, str] = (min(MIDDLE, to), max(MIDDLE, to))
    sides = {pair: [hexside] if hexside else []}
    return rules.on_board(rules.board.patched(hexes={to: {"terrain": "woods"}}, hexsides=sides)), to


def behind(rules: Ruleset, to: Hex) -> Hex:
    """A hex beside the middle from which no ZOC reaches the woods."""
    around = rules.board.neighbors_of(to)
    return next(ref for ref in rules.board.neighbors_of(MIDDLE) if ref not in around and ref != to)


def test_sf_6_12_every_cost_of_leaving_and_entering_is_covered() -> None:
    rules, to = ground("all-covered", "major_river")
    watched = behind(rules, to)
    state = state_of(Piece("S", unit("3-1"), AXIS, MIDDLE), Piece("E", unit("5-6", nation="us"), ALLIED, watched))
    assert rule_on_move(Move(("S",), (to,), "one-hex"), AXIS, state, rules).allowed


def test_sf_6_12_terrain_alone_is_covered_in_the_other_reading() -> None:
    rules, to = ground("terrain-only")
    slow = Piece("S", unit("3-1"), AXIS, MIDDLE)
    order = Move(("S",), (to,), "one-hex")
    assert rule_on_move(order, AXIS, state_of(slow), rules).allowed
    watched = behind(rules, to)
    beside = state_of(slow, Piece("E", unit("5-6", nation="us"), ALLIED, watched))
    assert not rule_on_move(order, AXIS, beside, rules).allowed


def test_sf_6_12_hexsides_are_not_covered_in_the_other_reading() -> None:
    rules, to = ground("terrain-only", "major_river")
    order = Move(("S",), (to,), "one-hex")
    ruling = rule_on_move(order, AXIS, state_of(Piece("S", unit("3-1"), AXIS, MIDDLE)), rules)
    assert "too few MPs for ZOCs and hexsides" in str(ruling)
    assert ruling.rests_on == (f"{POINT}: terrain-only",)
