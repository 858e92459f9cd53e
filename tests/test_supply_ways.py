"""The board compiled for supply lines (rule 12B): ways over land, ferries and naval lines, in small examples."""

from __future__ import annotations

import random

import pytest
from tests.air_driving import rules_of

from europa_rules.ground.hexsets import layout_of
from europa_rules.ground.supply_floods import Leap
from europa_rules.ground.supply_lines import counted_hexes
from europa_rules.ground.supply_map import supply_map
from europa_rules.ground.supply_tracer import on_foot, tracer_of
from europa_rules.ground.supply_view import view_of
from europa_rules.ground.supply_ways import (
    ferries,
    rail_between,
    road_between,
    sea_ways,
    seas,
    turned_round,
    ways_for,
)
from europa_rules.ground.terrain import gather_entry, rule_on_terrain
from europa_rules.hexes import Hex
from europa_rules.position import parse_position
from europa_rules.sides import ALLIED, AXIS, Side
from europa_rules.state import GameState
from europa_rules.units import Unit

ANYONE = Unit("", "infantry", "division")
MESSINA, VILLA, REGGIO = Hex("26:3823"), Hex("26:3822"), Hex("26:3923")


def position(owned: str = "") -> GameState:
    owner = f" | owner Axis {owned}" if owned else ""
    return parse_position(f"26:2422 ge 7-6 Inf XX 1{owner} | Jul I 43, Axis movement", rules_of("sf"))


def test_fof_12B_a_line_goes_overland_where_units_could_go_on_foot_and_along_every_road() -> None:
    rules = rules_of("fof")
    state = parse_position("16A:1506 ge 7-6 Inf XX 1 | May II 40, Axis movement", rules)
    board, layout = rules.board, layout_of(rules.board)
    ways = ways_for(on_foot(rules), state, rules)
    back = turned_round(ways, rules)
    land = [i for i, ref in enumerate(board.hexes) if board.has_land(ref)]
    found, known = set(), set()
    for i in random.Random(3).sample(land, 150):
        for direction, j in enumerate(board.neighbors[i]):
            if j < 0:
                continue
            lengths = [way.length for way in ways if layout.holds(way.sets[direction], i)]
            entered = bool(lengths)
            entry = gather_entry(ANYONE, board.hexes[j], board.hexes[i], state, rules)
            open_ = rule_on_terrain(entry, rules).allowed or road_between(i, direction, rules)
            assert entered == open_, (board.hexes[i], board.hexes[j])
            assert any(layout.holds(way.sets[(direction + 3) % 6], j) for way in back) == entered
            found.add(entered)
            along = road_between(i, direction, rules)
            sides = board.hexside(board.hexes[j], board.hexes[i])
            counts = counted_hexes(on_foot(rules).name, board.terrain(board.hexes[i]), sides, rules, along_road=along)
            assert lengths in ([], [counts]), (board.hexes[i], board.hexes[j])
            known.add(counts)
    assert found == {True, False} and len(known) > 1


def test_37A2_a_ferry_ends_at_the_first_port_on_its_way() -> None:
    rules = rules_of("sf")
    dover, calais = Hex("16A:0533"), Hex("16A:0731")
    way = next(way for way in ferries(rules) if way[0] == dover)
    assert len(way) == 4 and way[-1] == calais
    beyond = next(ref for ref in rules.board.neighbors_of(calais) if ref not in way and not rules.board.ports(ref))
    longer = rules.on_board(rules.board.patched(lines={(calais, beyond): ("rail_ferry",)}))
    assert way in ferries(longer)
    i = rules.board.index
    assert rail_between(i[dover], rules.board.neighbors[i[dover]].index(i[way[1]]), rules) == "ferry"


@pytest.mark.parametrize(
    ("owned", "ends"), [((), 0), ((MESSINA,), 0), ((MESSINA, VILLA), 1), ((MESSINA, VILLA, REGGIO), 2)]
)
def test_sf_37A2_a_ferry_serves_the_owner_of_both_its_ports(owned: tuple[Hex, ...], ends: int) -> None:
    rules, enemy = rules_of("sf"), [ref for ref in (MESSINA, VILLA, REGGIO) if ref not in owned]
    state = position(" ".join(owned)).owned({ref: Side("Allied") for ref in enemy})
    view = view_of(AXIS, state, rules)
    bits = {ref: view.set_of((ref,)) for ref in (MESSINA, VILLA, REGGIO)}
    across = [leap for leap in tracer_of(view).leaps if leap.length and leap.hexes in bits.values()]
    expected = {Leap(bits[a], bits[b], 1) for other in owned[1:] for a, b in ((MESSINA, other), (other, MESSINA))}
    assert set(across) == expected and len(across) == 2 * ends


def test_sf_12C2_each_limited_port_is_drawn_on_from_its_own_hex() -> None:
    rules, licata = rules_of("sf"), Hex("26:4030")
    small = (
        ref for ref in rules.board.hexes if any(port.size in ("minor", "standard") for port in rules.board.ports(ref))
    )
    far = [ref for ref in small if rules.board.distance(ref, licata) > 14 and not rules.board.ports(ref)[0].inland][:6]
    state = parse_position(f"{licata} us 5-6 Inf XX 1 | Jul I 43, Allied movement", rules)
    state = state.owned(dict.fromkeys((licata, *far), ALLIED))
    found = supply_map(ALLIED, state, rules)
    (limited,) = (s for s in found.sources if s.source.kind == "limited")
    assert licata in limited.hexes and len(limited.hexes) > 1
    for ref in limited.hexes:
        assert found.drawing_on(limited, ref) & found.view.bit_of(ref)


def test_sf_12B4_the_parts_of_the_seas_are_what_ships_can_reach_from_each_other() -> None:
    rules = rules_of("sf")
    board = rules.board
    whole = seas(frozenset(), rules).parts
    assert set(whole) == {ref for ref in board.hexes if board.sea_zone(ref)}
    for i, around in enumerate(sea_ways(rules)):
        assert all(whole[board.hexes[i]] == whole[board.hexes[j]] for j in around)
    closed = next(ref for ref in whole if len(sea_ways(rules)[board.index[ref]]) == 6)
    left = seas(frozenset({closed}), rules).parts
    assert set(whole) - set(left) == {closed}


def test_sf_37A2_a_ferry_of_several_hexes_joins_its_ends_and_counts_each_step() -> None:
    rules, dover, dunkerque = rules_of("sf"), Hex("16A:0533"), Hex("16A:0731")
    state = position().owned({dover: ALLIED, dunkerque: ALLIED})
    view = view_of(ALLIED, state, rules)
    a, b = (view.set_of((ref,)) for ref in (dover, dunkerque))
    leaps = [leap for leap in tracer_of(view).leaps if leap.length and (leap.hexes | leap.begins) & (a | b)]
    assert set(leaps) == {Leap(a, b, 3), Leap(b, a, 3)}
