"""The orders that are drawn for units and points (rules 6 to 25): which there are in small positions, and which not."""

from __future__ import annotations

import pytest
from tests.air_driving import BOOKS, Book, rules_of

from europa_rules.air import unit_orders as air_orders
from europa_rules.air.facts import FLOWN, HARASSMENT, AirOperation, harassed_by
from europa_rules.air.flight_orders import operation_at
from europa_rules.air.operations import begin
from europa_rules.errors import StateError
from europa_rules.ground import unit_orders as ground_orders
from europa_rules.ground.facts import MOVED_BY
from europa_rules.ground.groups import attack_groups, overrun_groups, rail_groups
from europa_rules.ground.rail_lines import is_rail_hex
from europa_rules.ground.resources import Rearrange, Scrap, rule_on_rearrange_order, rule_on_scrap_order
from europa_rules.hexes import Hex
from europa_rules.position import parse_position
from europa_rules.sides import ALLIED, AXIS
from europa_rules.state import GameState, Piece
from europa_rules.units import Rating, Unit

HERE, NORTH, FAR = Hex("17A:2018"), Hex("17A:1918"), Hex("17A:2118")


def position(book: Book, text: str, phase: str = "movement") -> GameState:
    return parse_position(f"{text} | {book.day}, Axis {phase}", rules_of(book.name))


@BOOKS
def test_9_attacks_and_overruns_are_of_hexes_with_enemies_beside_a_unit(book: Book) -> None:
    rules = rules_of(book.name)
    state = position(book, f"{HERE} ge 7-6 Inf XX 1, ge 7-6 Inf XX 2 | {NORTH} {book.enemy} 7-6 Inf XX 3")
    piece = state.piece("ge 1 Inf XX")
    assert list(ground_orders.targets(piece, state, rules)) == [NORTH]
    assert [(order.units, order.target) for order in ground_orders.attacks(piece, state, rules)] == [
        ((piece.id,), NORTH)
    ]
    assert [order.target for order in ground_orders.overruns(piece, state, rules)] == [NORTH]
    enemy = next(p for p in state.pieces.values() if p.side == ALLIED)
    assert list(ground_orders.targets(enemy, state, rules)) == [HERE]


@BOOKS
def test_12E_points_are_carried_rearranged_and_scrapped_by_their_counters(book: Book) -> None:
    rules = rules_of(book.name)
    state = position(book, f"{HERE} ge 7-6 Inf XX 1, ge RP 4, ge RP 3")
    unit = state.piece("ge 1 Inf XX")
    four, three = sorted((p for p in state.pieces.values() if p.id != unit.id), key=lambda p: -p.unit.points)
    assert [order.units for order in ground_orders.carryings(unit, state, rules)] in (
        [(four.id,), (three.id,)],
        [(three.id,), (four.id,)],
    )
    assert list(ground_orders.carryings(four, state, rules)) == []
    ways = {(order.units, order.points) for order in ground_orders.rearrangements(four, state, rules)}
    assert ways == {((four.id,), ("1", "3")), ((four.id,), ("2", "2")), ((four.id, three.id), ("7",))}
    assert list(ground_orders.rearrangements(unit, state, rules)) == []
    assert [order.units for order in ground_orders.scrappings(four, state, rules)] == [(four.id,)]
    assert list(ground_orders.scrappings(unit, state, rules)) == []


def test_sf_7A4_each_number_of_the_points_at_yards_of_a_net_may_be_spent() -> None:
    rules = rules_of("sf")
    paris = Hex("17A:1604")
    state = parse_position(
        f"{paris} ge RP 2, ge RP 1 | {FAR} ge RP 9 | owner Axis {paris} | Jul I 43, Axis initial", rules
    )
    raises = [order.points for order in ground_orders.capacity_raises(AXIS, state, rules)]
    assert raises[:3] == [1, 2, 3] and raises == list(range(1, len(raises) + 1))
    assert [order.points for order in ground_orders.capacity_buildings(AXIS, state, rules)] == raises
    assert list(ground_orders.capacity_raises(ALLIED, state, rules)) == []


def test_pairs_share_a_number_out_between_two() -> None:
    assert [ground_orders.pairs(n) for n in range(1, 6)] == [
        (),
        ((1, 1),),
        ((1, 2),),
        ((1, 3), (2, 2)),
        ((1, 4), (2, 3)),
    ]


@BOOKS
def test_14A_works_are_those_of_construction_units_alone_or_with_another_in_the_hex(book: Book) -> None:
    rules = rules_of(book.name)
    state = position(book, f"{HERE} ge 0-1-5 Cons III 1, ge 0-1-5 Cons III 2, ge 7-6 Inf XX 3", "initial")
    one = state.piece("ge 1 Cons III")
    forts = [o for o in ground_orders.buildings(one, state, rules) if getattr(o, "work", "") == "fort"]
    assert {order.units for order in forts} == {(one.id,), (one.id, "ge 2 Cons III")}
    infantry = state.piece("ge 3 Inf XX")
    assert not [o for o in ground_orders.buildings(infantry, state, rules) if getattr(o, "work", "") == "fort"]


@BOOKS
def test_15_a_unit_of_the_breakdown_chart_is_broken_down_in_two_ways(book: Book) -> None:
    rules = rules_of(book.name)
    state = position(book, f"{HERE} ge 7-6 Inf XX 1, ge RP 2")
    points = next(p for p in state.pieces.values() if p.id != "ge 1 Inf XX")
    assert list(ground_orders.breakings(points, state, rules)) == []
    assert list(ground_orders.assemblies(AXIS, state, rules)) == []


@BOOKS
def test_24C_a_drop_is_planned_for_an_air_droppable_unit_and_can_be_called_off(book: Book) -> None:
    rules = rules_of(book.name)
    state = position(book, f"{HERE} ge 3-6 Para III 1, ge 7-6 Inf XX 2", "initial")
    para, infantry = state.piece("ge 1 Para III"), state.piece("ge 2 Inf XX")
    drops = list(air_orders.drops(para, state, rules))
    assert len(drops) == len(rules.board.hexes) and drops[0].target == HERE
    assert list(air_orders.drops(infantry, state, rules)) == []
    assert list(air_orders.cancellations(para, state, rules)) == []


@BOOKS
def test_22A2_position_aa_is_split_and_joined(book: Book) -> None:
    rules = rules_of(book.name)
    state = position(book, f"{HERE} ge PosAA 3, ge PosAA 1, ge 7-6 Inf XX 3")
    three = next(p for p in state.pieces.values() if p.unit.points == 3)
    one = next(p for p in state.pieces.values() if p.unit.points == 1)
    ways = {(order.units, order.points) for order in air_orders.arrangements(three, state, rules)}
    assert ways == {((three.id,), ("1", "2")), ((three.id, one.id), ("4",))}
    assert list(air_orders.arrangements(state.piece("ge 3 Inf XX"), state, rules)) == []


@BOOKS
def test_22C_43B2_aa_fires_where_there_is_harassment(book: Book) -> None:
    rules = rules_of(book.name)
    state = position(book, f"{HERE} ge 0-8 AA II 1 [aa 3], ge 7-6 Inf XX 2")
    guns = state.piece("ge 1 AA II")
    assert guns.unit.aa
    harassed = state.noting(HARASSMENT, harassed_by(ALLIED, HERE), 1)
    assert list(air_orders.abatements(guns, state, rules)) == []
    assert [order.hex for order in air_orders.abatements(guns, harassed, rules)] == [HERE]
    assert list(air_orders.abatements(state.piece("ge 2 Inf XX"), harassed, rules)) == []


@BOOKS
def test_20_an_air_unit_that_has_not_flown_flies_each_mission_of_the_phase_within_its_range(book: Book) -> None:
    rules = rules_of(book.name)
    state = position(book, f"{HERE} ge 7F5 1/2 Me 109, ge 7-6 Inf XX 1 | {FAR} {book.enemy} 7-6 Inf XX 2")
    piece = next(iter(state.air.values()))
    near = air_orders.hexes_in_range(piece, rules)
    assert near[0] == HERE
    assert {rules.board.distance(HERE, ref) for ref in near} == set(range(9))
    names = [mission.name for mission in air_orders.missions_to_begin(piece, state, rules)]
    assert names == sorted(names) and "transfer" in names and "interception" not in names
    flown = {(order.target, order.flights) for order in air_orders.flights(piece, state, rules)}
    assert (FAR, (f"{piece.id}: transfer",)) in flown
    groups = {(group.target, group.what): group.units for group in air_orders.operation_groups(AXIS, state, rules)}
    assert groups[FAR, "transfer"] == (piece.id,)
    tired = state.noting(FLOWN, piece.id, "transfer")
    assert list(air_orders.operation_groups(AXIS, tired, rules)) == []
    assert list(air_orders.operation_groups(ALLIED, state, rules)) == []


@BOOKS
def test_9_13_7A_units_that_may_act_together_are_those_with_one_target_or_in_one_hex(book: Book) -> None:
    rules = rules_of(book.name)
    east = rules.board.neighbors_of(NORTH)[0]
    text = f"{HERE} ge 7-6 Inf XX 1, ge 7-6 Inf XX 2 | {east} ge 7-6 Inf XX 3 | {NORTH} {book.enemy} 7-6 Inf XX 4"
    state = position(book, text)
    attacks = {group.target: set(group.units) for group in attack_groups(AXIS, state, rules)}
    assert attacks == {NORTH: {"ge 1 Inf XX", "ge 2 Inf XX", "ge 3 Inf XX"}}
    overruns = [(group.target, set(group.units)) for group in overrun_groups(AXIS, state, rules)]
    expected = [(NORTH, {"ge 1 Inf XX", "ge 2 Inf XX"}), (NORTH, {"ge 3 Inf XX"})]
    assert all(group in overruns for group in expected) and len(overruns) == 2
    (group,) = attack_groups(AXIS, state, rules)
    assert (group.order().units, group.order("ge 1 Inf XX").units) == (group.units, ("ge 1 Inf XX",))
    assert [g.target for g in attack_groups(ALLIED, state, rules)] == sorted([HERE, east])


@BOOKS
def test_7A_units_that_may_ride_together_are_in_one_rail_hex_and_have_not_moved(book: Book) -> None:
    rules = rules_of(book.name)
    paris = Hex("17A:1604")
    off_rail = next(ref for ref in rules.board.hexes if rules.board.has_land(ref) and not is_rail_hex(ref, rules))
    text = f"{paris} ge 7-6 Inf XX 1, ge 7-6 Inf XX 2 | {off_rail} ge 7-6 Inf XX 3"
    state = position(book, text).owned({paris: AXIS})
    (group,) = rail_groups(AXIS, state, rules)
    assert (group.target, set(group.units)) == (paris, {"ge 1 Inf XX", "ge 2 Inf XX"})
    moved = state.noting(MOVED_BY, "ge 1 Inf XX", "regular")
    assert [group.units for group in rail_groups(AXIS, moved, rules)] == [("ge 2 Inf XX",)]
    assert list(rail_groups(ALLIED, state, rules)) == []
    with pytest.raises(StateError, match="names a way as well"):
        group.order()


@BOOKS
def test_16D_air_operations_are_numbered_from_1_on(book: Book) -> None:
    state = position(book, f"{HERE} ge 7-6 Inf XX 1")
    operation = AirOperation(AXIS, HERE)
    first, state = begin(operation, state)
    second, state = begin(operation, state)
    assert (first, second) == ("air operation 1", "air operation 2")
    assert operation_at(first, state) == operation_at(second, state) == operation


def test_fof_14I_a_counter_is_loaded_with_each_unit_and_each_two_in_its_hex() -> None:
    rules = rules_of("fof")
    state = parse_position(f"{HERE} br 2-8 Inf X 1, br 2-8 Inf X 2 | May II 40, Allied movement", rules)
    counter = Unit("br", "transport_counter", "counter", Rating.parse("12"), capacity=1, name="9")
    state = state.with_piece(Piece("counter", counter, ALLIED, HERE))
    loads = [order.units for order in ground_orders.loads(state.piece("counter"), state, rules)]
    assert sorted(map(len, loads)) == [1, 1, 2]
    assert list(ground_orders.loads(state.piece("br 1 Inf X"), state, rules)) == []


@BOOKS
def test_12E_each_thing_that_is_wrong_with_a_rearrangement_of_points(book: Book) -> None:
    rules = rules_of(book.name)
    state = position(book, f"{HERE} ge RP 4, ge 7-6 Inf XX 1 | {FAR} ge RP 3 | {NORTH} {book.enemy} RP 2")
    four, three = (next(p.id for p in state.pieces.values() if p.unit.points == n) for n in (4, 3))
    foreign = next(p.id for p in state.pieces.values() if p.side == ALLIED)

    def allowed(units: tuple[str, ...], points: tuple[str, ...]) -> bool:
        return rule_on_rearrange_order(Rearrange(units, points), AXIS, state, rules).allowed

    assert allowed((four,), ("1", "3")) and allowed((four,), ("4",))
    for units, points in (
        ((four,), ("0", "4")),
        ((four,), ("x", "4")),
        ((four,), ("1", "2")),
        ((), ()),
        ((four, four), ("8",)),
        ((four, three), ("7",)),
        ((foreign,), ("1", "1")),
        (("ge 1 Inf XX",), ("1", "1")),
    ):
        assert not allowed(units, points), (units, points)


@BOOKS
def test_12E_points_are_scrapped_by_their_owner_in_his_turn(book: Book) -> None:
    rules = rules_of(book.name)
    state = position(book, f"{HERE} ge RP 4, ge 7-6 Inf XX 1 | {NORTH} {book.enemy} RP 2")
    four = next(p.id for p in state.pieces.values() if p.unit.points == 4)
    foreign = next(p.id for p in state.pieces.values() if p.side == ALLIED)
    own = rule_on_scrap_order(Scrap((four,)), AXIS, state, rules)
    assert own.allowed or "not eliminated at will" in own.refusals[0].why
    for units, player in (((foreign,), AXIS), (("ge 1 Inf XX",), AXIS), ((), AXIS), ((foreign,), ALLIED)):
        assert len(rule_on_scrap_order(Scrap(units), player, state, rules).refusals) > len(own.refusals), units
