"""Points are no units: they occupy no hex, bar no line, and guard nothing (rules 3A, 4A)."""

from __future__ import annotations

import pytest
from tests.test_zones import BOOKS

import europa_rules as er
from europa_rules.ground.communications import communications_of
from europa_rules.ground.occupants import (
    enemy_units_at,
    friendly_units_at,
    units_among,
    units_of,
    units_on_map,
)
from europa_rules.ground.rail_capacity import connected_yards
from europa_rules.hexes import Hex
from europa_rules.sides import ALLIED, AXIS

HERE, THERE = Hex("16A:1506"), Hex("16A:1507")


@pytest.mark.parametrize("book", BOOKS)
def test_3A_units_are_told_from_points(book: str) -> None:
    rules = er.load(book)
    state = er.parse_position(f"{HERE} ge 7-6 Inf XX 1, ge RP 2 | {THERE} fr RP 3", rules)
    assert [p.id for p in units_among(state.pieces.values(), rules)] == ["ge 1 Inf XX"]
    assert [p.id for p in friendly_units_at(HERE, AXIS, state, rules)] == ["ge 1 Inf XX"]
    assert [p.id for p in enemy_units_at(HERE, ALLIED, state, rules)] == ["ge 1 Inf XX"]
    assert enemy_units_at(THERE, AXIS, state, rules) == ()
    assert units_among(state.at(THERE), rules) == ()
    assert units_of(ALLIED, state, rules) == ()
    assert units_on_map(AXIS, state, rules) == units_of(AXIS, state, rules)


@pytest.mark.parametrize(("book", "net"), [("fof", "Allied"), ("sf", "Mainland France/Benelux")])
def test_7A_enemy_points_cut_no_yards_apart(book: str, net: str) -> None:
    """Yards stay connected where nothing but enemy resource points lies on the rails between them."""
    rules = er.load(book)
    everywhere = dict.fromkeys(rules.board.hexes, ALLIED)
    state = er.parse_position(f"{HERE} fr 5-6 Inf XX", rules).owned(everywhere)
    groups = connected_yards(net, ALLIED, state, rules)
    yard = groups[0][1]
    (points,) = er.parse_position(f"{yard} ge RP 2", rules).pieces.values()
    assert connected_yards(net, ALLIED, state.with_piece(points), rules) == groups
    (unit,) = er.parse_position(f"{yard} ge 7-6 Inf XX", rules).pieces.values()
    assert connected_yards(net, ALLIED, state.with_piece(unit), rules) != groups


@pytest.mark.parametrize(("book", "least"), [("fof", 1), ("sf", 2)])
def test_3G_12B6_enemy_points_bar_no_line_of_communications(book: str, least: int) -> None:
    """In 1940 the line may end where it begins: on a rail line that is supplied."""
    rules = er.load(book)
    state = er.parse_position(f"{HERE} ge 7-6 Inf XX 1", rules)
    around = [ref for ref in rules.board.neighbors_of(HERE) if rules.board.has_land(ref)]
    ring = er.parse_position(" | ".join(f"{ref} fr RP 2 <P{n}>" for n, ref in enumerate(around)), rules)
    piece = state.piece("ge 1 Inf XX")
    before = communications_of(piece, state, rules)
    for points in ring.pieces.values():
        state = state.with_piece(points)
    after = communications_of(piece, state, rules)
    assert before is not None and after is not None
    assert (after.found.isolated, len(after.hexes)) == (before.found.isolated, len(before.hexes))
    assert len(after.hexes) >= least
