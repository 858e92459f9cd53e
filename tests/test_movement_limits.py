"""Movement, movement counters and ownership (rules 3D, 6, 7C, 14, 31A) exactly at their limits, from plain facts."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve
from tests.air_driving import BOOKS, Book, drive, rules_of

import europa_rules as er
from europa_rules.ground.admin_movement import (
    ADMIN,
    AdminFacts,
    AdminStep,
    rule_on_admin,
    rule_on_admin_ground,
)
from europa_rules.ground.facts import (
    ATTACKED,
    BESIDE_ENEMY,
    CARRIED_ON,
    LOST_ZOC,
    MOVED_BY,
    MPS_SPENT,
    RAIL_RIDDEN,
    RETREATED_INTO,
    REVERTS,
)
from europa_rules.ground.movement import (
    NAVAL,
    ONE_HEX,
    RAIL,
    REGULAR,
    MoveFacts,
    MoveStep,
    Spending,
    ZocExit,
    described_step,
    reckon_hexside_share,
    reckon_mps_left,
    reckon_path,
    reckon_spent,
    reckon_zoc_exit,
    rule_on_movement,
    rule_on_moving,
    rule_on_spending,
)
from europa_rules.ground.movement_counters import (
    CarryFacts,
    LoadUnits,
    carrier_of,
    gather_carrying,
    has_stayed,
    load_of,
    reckon_attack_bonus,
    reckon_carried,
    rule_on_carrying,
    rule_on_going_together,
    rule_on_load_order,
    rule_on_whole_loads,
    with_load,
)
from europa_rules.ground.movement_phases import is_movement_phase
from europa_rules.ground.moves import (
    Move,
    carry_out_move,
    gather_exit,
    gather_move,
    gather_step,
    is_beside_enemy,
    mps_for_work,
    mps_left,
    rule_on_group,
    rule_on_move,
    spend,
)
from europa_rules.ground.one_hex_move import follows_other_movement, needs_more_than_terrain
from europa_rules.ground.ownership import (
    HexOwnership,
    Presence,
    gain_by_entry,
    gather_ownership,
    has_been_owned_by_enemy,
    hex_owner,
    hexes_in_question,
    reckon_owner,
)
from europa_rules.ground.terrain import HexEntry
from europa_rules.hexes import Hex
from europa_rules.position import parse_position
from europa_rules.position_notation import PieceNotation
from europa_rules.sides import ALLIED, AXIS, NEUTRAL
from europa_rules.state import GameState, Obligation
from europa_rules.units import Rating, Unit

FOF, SF = rules_of("fof"), rules_of("sf")
HERE, WEST, NORTH, FAR = map(Hex, ("17A:2018", "17A:2017", "17A:1918", "17A:2015"))
"""Clear hexes in the middle of France, and one three hexes off."""

INFANTRY = Unit("fr", "infantry", "division", Rating.parse("5-6"))
TANKS = Unit("fr", "armor", "division", Rating.parse("6-10"))
FORTRESS = Unit("fr", "fortress", "regiment", Rating.parse("3-0"))
GUN = Unit("fr", "artillery", "battalion", Rating.parse("5-1-R"))


def unit(text: str) -> Unit:
    return PieceNotation.of_series().parse_unit(text)


POSITION_AA = unit("fr PosAA 1")


def board(*parts: str, book: str = "fof", when: str = "Jun I 40, Allied movement") -> GameState:
    return parse_position(" | ".join((*parts, when)), rules_of(book))


# --- what a way costs ------------------------------------------------------------------------------------------------


@BOOKS
@pytest.mark.parametrize(("times", "labels"), [(1, ["hex"]), (2, ["hex 1", "hex 2"])])
def test_6_the_hexes_of_a_way_are_told_apart_where_there_are_several_alike(
    book: Book, times: int, labels: list[str]
) -> None:
    found = reckon_path([(HexEntry(("other",)), ZocExit())], rules_of(book.name), times)
    assert found.value == times and [name for name, _ in found.lines[0].parts] == labels


@BOOKS
def test_6A_a_way_out_of_a_zoc_adds_what_leaving_it_costs(book: Book) -> None:
    rules = rules_of(book.name)
    leaving = ZocExit(INFANTRY, "full")
    found = reckon_path([(HexEntry(("other",)), leaving)], rules)
    assert [name for name, _ in found.lines[0].parts] == ["hex", "ZOC"]
    assert found.value == 1 + reckon_zoc_exit(leaving, rules).value
    assert [reckon_zoc_exit(exit_, rules).value for exit_ in (leaving, evolve(leaving, into_zoc=True))] == [2, 3]
    assert reckon_zoc_exit(evolve(leaving, cost=7), rules).value == 7
    assert reckon_zoc_exit(ZocExit(INFANTRY), rules).value == 0


@BOOKS
@pytest.mark.parametrize(
    ("entry", "share"),
    [
        (HexEntry(("other",), hexsides=("river",)), 1),
        (HexEntry(("other",), hexsides=("river",), by_road=True), 0),
        (HexEntry(("other",)), 0),
        (HexEntry(("other",), by_road=True), 0),
    ],
)
def test_6_mps_for_a_hexside_are_counted_off_the_road(book: Book, entry: HexEntry, share: int) -> None:
    assert reckon_hexside_share(entry, rules_of(book.name)) == share


@BOOKS
def test_6_a_step_into_prohibited_ground_costs_nothing_and_is_refused(book: Book) -> None:
    rules = rules_of(book.name)
    sea = described_step(HexEntry(("other",), hexsides=("sea",)), ZocExit(), rules)
    assert (sea.cost, sea.ruling.allowed) == (0, False)
    plain = described_step(HexEntry(("other",), "woods"), ZocExit(), rules, name="a wood")
    assert plain.ruling.allowed and plain.cost > 0 and plain.name == "a wood"
    assert described_step(HexEntry(("other",)), ZocExit(), rules, cost=5).cost == 5


def test_6_a_step_costs_what_its_hex_the_zoc_and_leaving_cost() -> None:
    step = MoveStep(cost=1, zoc_cost=2, leaving_cost=4)
    assert step.mps == 7 and MoveStep(cost=1).mps == 1
    facts = MoveFacts(INFANTRY, steps=(step, step), spent=Fraction(1))
    assert facts.needed == 14 and facts.left == 5
    assert MoveFacts(INFANTRY, allowance=9).left == 9 and MoveFacts(INFANTRY).left == 6


def three(*costs: int) -> tuple[MoveStep, ...]:
    return tuple(MoveStep(f"hex {number}", cost) for number, cost in enumerate(costs, 1))


@BOOKS
@pytest.mark.parametrize(
    ("costs", "allowed", "possible"),
    [
        ((3, 3), True, ()),
        ((3, 3, 1), False, ("stop in hex 2 (6 MPs)",)),
        ((3, 4), False, ("stop in hex 1 (3 MPs)",)),
        ((7, 1), False, ()),
        ((7,), True, ()),
    ],
)
def test_6_a_unit_goes_as_far_as_its_mps_last(
    book: Book, costs: tuple[int, ...], allowed: bool, possible: tuple[str, ...]
) -> None:
    facts = MoveFacts(INFANTRY, steps=three(*costs))
    ruling = rule_on_movement(facts, rules_of(book.name))
    assert ruling.allowed is allowed and ruling.possible == possible
    assert facts.goes_one_hex is (costs == (7,)) and not MoveFacts(INFANTRY, steps=three(6)).goes_one_hex
    assert reckon_spent(facts, rules_of(book.name)).value == (6 if costs == (7,) else sum(costs))


@BOOKS
@pytest.mark.parametrize(
    ("told", "allowed"),
    [
        ({"one_hex": True, "steps": three(1)}, True),
        ({"one_hex": True, "steps": three(1, 1)}, False),
        ({"one_hex": True, "steps": three(1), "other_mp_use": "work"}, False),
        ({"one_hex": False, "steps": three(7)}, False),
        ({"steps": three(1), "other_mp_use": "work"}, True),
        ({"steps": (MoveStep(is_enemy_occupied=True),)}, False),
        ({"steps": (MoveStep(is_enemy_occupied=True),), "is_overrun": True}, True),
    ],
)
def test_6_the_one_hex_move_and_enemy_units_in_the_way(book: Book, told: dict[str, Any], allowed: bool) -> None:
    assert rule_on_movement(evolve(MoveFacts(INFANTRY), **told), rules_of(book.name)).allowed is allowed


@BOOKS
@pytest.mark.parametrize("phase", ["movement", "exploitation", "combat", "initial"])
def test_6_who_moves_in_which_phase(book: Book, phase: str) -> None:
    rules = rules_of(book.name)
    for who, phases in ((INFANTRY, ("movement",)), (TANKS, ("movement", "exploitation"))):
        facts = MoveFacts(who, phase=phase)
        assert rule_on_moving(facts, rules).allowed is (phase in phases)
        assert not rule_on_moving(evolve(facts, is_phasing=False), rules).allowed
    assert is_movement_phase(phase, rules) is (phase == "movement")


@BOOKS
@pytest.mark.parametrize(
    ("who", "told", "allowed"),
    [
        (INFANTRY, {}, True),
        (FORTRESS, {}, False),
        (FORTRESS, {"is_carried": True}, True),
        (FORTRESS, {"is_overland": False}, True),
        (GUN, {}, False),
        (INFANTRY, {"allowance": 0}, True),
        (GUN, {"allowance": 0}, False),
        (Unit("fr", "resource_point", "counter", points=1), {}, False),
        (POSITION_AA, {}, False),
    ],
)
def test_6_14K_which_units_move_overland_at_all(book: Book, who: Unit, told: dict[str, Any], allowed: bool) -> None:
    assert rule_on_moving(evolve(MoveFacts(who), **told), rules_of(book.name)).allowed is allowed


DUTY = Obligation("stays", "so", (FOF.cite("6"),))


@BOOKS
@pytest.mark.parametrize(
    ("told", "refusals"),
    [
        ({}, 0),
        ({"moved_by": REGULAR}, 0),
        ({"moved_by": RAIL}, 0),
        ({"moved_by": ONE_HEX}, 1),
        ({"moved_by": ADMIN}, 1),
        ({"moved_by": ADMIN, "is_admin": True}, 0),
        ({"moved_by": RAIL, "is_admin": True}, 0),
        ({"moved_by": NAVAL, "is_admin": True}, 0),
        ({"moved_by": REGULAR, "is_admin": True}, 1),
        ({"other_mp_use": "work"}, 0),
        ({"other_mp_use": "work", "is_admin": True}, 1),
        ({"other_mp_use": "play", "is_admin": True}, 0),
        ({"stays": DUTY}, 1),
        ({"air_transported": True}, 1),
        ({"used_strategic_rail": True}, 1),
        ({"stays": DUTY, "air_transported": True, "used_strategic_rail": True}, 3),
    ],
)
def test_6_6B_what_a_unit_has_done_binds_it(book: Book, told: dict[str, Any], refusals: int) -> None:
    ruling = rule_on_moving(evolve(MoveFacts(INFANTRY), **told), rules_of(book.name))
    assert len(ruling.refusals) == refusals


@pytest.mark.parametrize(
    ("told", "follows", "lacks"),
    [
        ({"one_hex": True}, False, False),
        ({"one_hex": True, "spent": 1}, True, False),
        ({"one_hex": False, "spent": 1}, False, False),
        ({"one_hex": True, "steps": (MoveStep(cost=4, zoc_cost=3),), "allowance": 3}, False, False),
        ({"one_hex": True, "steps": (MoveStep(cost=4, zoc_cost=3),), "allowance": 2}, False, True),
        ({"one_hex": False, "steps": (MoveStep(cost=4, zoc_cost=3),), "allowance": 2}, False, False),
        ({"one_hex": True, "steps": (MoveStep(cost=4, hexside_cost=2),), "allowance": 2}, False, False),
        ({"one_hex": True, "steps": (MoveStep(cost=4, hexside_cost=2, leaving_cost=1),), "allowance": 2}, False, True),
    ],
)
def test_6_the_one_hex_move_as_the_whole_move_and_for_terrain_only(
    told: dict[str, Any], follows: bool, lacks: bool
) -> None:
    facts = evolve(MoveFacts(INFANTRY), **told)
    assert (follows_other_movement(facts), needs_more_than_terrain(facts)) == (follows, lacks)


@BOOKS
def test_6_6B_mps_are_spent_up_to_the_last_and_with_administrative_movement_on_little_else(book: Book) -> None:
    rules = rules_of(book.name)
    for mps, allowed in ((6, True), (Fraction(13, 2), False)):
        assert rule_on_spending(6, [Spending("move", Fraction(mps))], rules).allowed is allowed
        assert reckon_mps_left(6, [Spending("move", Fraction(mps))], rules).value == 6 - mps
    mixed = [Spending("admin", Fraction(1)), Spending("repair", Fraction(1))]
    assert not rule_on_spending(6, mixed, rules).allowed
    assert rule_on_spending(6, [mixed[0], Spending("rail", Fraction(1))], rules).allowed
    assert rule_on_spending(6, mixed[1:], rules).allowed


# --- administrative movement -----------------------------------------------------------------------------------------


ROAD = HexEntry((), by_road=True)


@BOOKS
@pytest.mark.parametrize(
    ("told", "refusals"),
    [
        ({}, 0),
        ({"phase": "exploitation"}, 1),
        ({"phase": "combat"}, 1),
        ({"starts_beside_enemy": True}, 1),
        ({"passes_enemy": True}, 1),
        ({"steps": (AdminStep(ROAD),)}, 0),
        ({"steps": (AdminStep(ROAD, is_beside_enemy=True),)}, 1),
        ({"steps": (AdminStep(ROAD, is_enemy_owned=True),)}, 1),
        ({"other_uses": ("rail", "", "admin")}, 0),
        ({"other_uses": ("repair",)}, 1),
        ({"steps": (AdminStep(HexEntry(("other",), "mountain")),)}, 1),
    ],
)
def test_6B_each_rule_against_administrative_movement(book: Book, told: dict[str, Any], refusals: int) -> None:
    assert len(rule_on_admin(evolve(AdminFacts(INFANTRY), **told), rules_of(book.name)).refusals) == refusals


@BOOKS
@pytest.mark.parametrize(
    ("entry", "allowed"),
    [
        (HexEntry(("other",)), True),
        (HexEntry(("other",), "mountain"), False),
        (HexEntry(("other",), "mountain", by_road=True), True),
        (HexEntry(("other",), closed=True, by_road=True), False),
        (HexEntry(("other",), hexsides=("sea",)), False),
        (HexEntry(("other",), hexsides=("causeway", "sea"), by_road=True), True),
    ],
)
def test_6B_the_ground_for_administrative_movement(book: Book, entry: HexEntry, allowed: bool) -> None:
    assert rule_on_admin_ground(entry, rules_of(book.name)).allowed is allowed


# --- movement counters -----------------------------------------------------------------------------------------------


COUNTER = unit("br TC 1-12")
BRIGADE, BATTALION = unit("br 2-8 Inf X"), unit("br 1-8 Inf II")


@BOOKS
@pytest.mark.parametrize(
    ("told", "refusals"),
    [
        ({}, 0),
        ({"load": (BATTALION, BATTALION)}, 0),
        ({"load": (BRIGADE, BATTALION)}, 1),
        ({"load": (BRIGADE, BATTALION), "capacity": Fraction(3, 2)}, 0),
        ({"load": (BRIGADE,), "capacity": 0}, 1),
        ({"load": (Unit("br", "supply_point", "counter", points=1),)}, 1),
        ({"load": (unit("br 3-10 Arm X"),)}, 1),
        ({"phase": "combat"}, 1),
        ({"phase": "exploitation"}, 0),
        ({"started_stacked": False}, 1),
        ({"spent": (0, 0)}, 0),
        ({"spent": (0, Fraction(1, 2))}, 1),
        ({"counter": INFANTRY}, 1),
    ],
)
def test_14I2_14J_each_rule_against_a_load(book: Book, told: dict[str, Any], refusals: int) -> None:
    ruling = rule_on_carrying(evolve(CarryFacts(COUNTER, (BRIGADE,)), **told), rules_of(book.name))
    assert len(ruling.refusals) == refusals


def test_sf_14J2_what_the_ruling_on_heavy_equipment_rests_on() -> None:
    """Only a counter that takes none asks, and only of units that might have some or might do without."""
    points = {name: SF.resting(name) for name in ("3A-heavy-equipment", "3A4-self-supported-equipment")}
    for text, rests in (
        ("br 3-8 Inf X", False),
        ("br 3-8* Inf X", False),
        ("br 2-8* Para III", bool(points["3A4-self-supported-equipment"])),
        ("br 2-8 Para III", False),
    ):
        facts = CarryFacts(unit("br LVT 3-8"), (unit(text),), "combat")
        assert bool(set(rule_on_carrying(facts, SF).rests_on) & set(points["3A4-self-supported-equipment"])) is rests
        assert not rule_on_carrying(evolve(facts, counter=unit("br TC 3-12")), SF).rests_on


@pytest.mark.parametrize(
    ("counter", "load", "phase", "counts_as"),
    [
        ("br APC 1-10", (BRIGADE,), "combat", "mechanized"),
        ("br APC 1-10", (BRIGADE,), "movement", None),
        ("br APC 1-10", (), "combat", None),
        ("br TC 1-12", (BRIGADE,), "combat", None),
        ("br 3-8 Inf X", (BRIGADE,), "combat", None),
    ],
)
def test_sf_14J3_what_a_load_counts_as(counter: str, load: tuple[Unit, ...], phase: str, counts_as: str | None) -> None:
    facts = CarryFacts(unit(counter), load, phase)
    found = reckon_carried(facts, SF)
    assert found.counts_as == counts_as and found.re.value == len(load)
    assert found.movement.value == unit(counter).movement and reckon_carried(facts, SF, movement=4).movement.value == 4
    assert (reckon_attack_bonus(unit(counter), SF).value > 0) is ("APC" in counter)


LOADED = f"{HERE} br TC 1-12 <tc>, br 2-8 Inf X <inf>, br 1-8 Inf II <bat> | {WEST} br 1-8 Inf II <far>"


def test_14I2_what_a_counter_carries_is_what_the_record_says_of_pieces_in_play() -> None:
    state = (
        board(LOADED).noting(CARRIED_ON, "inf", "tc").noting(CARRIED_ON, "gone", "tc").noting(CARRIED_ON, "far", "x")
    )
    assert load_of("tc", state) == ("inf",) and load_of("x", state) == ("far",)
    assert carrier_of(state.piece("inf"), state).id == "tc" and carrier_of(state.piece("bat"), state).id == "bat"
    assert carrier_of(state.piece("far"), state).id == "far"
    assert with_load(("tc",), state) == ("tc", "inf") == with_load(("tc", "inf"), state)
    for units, together, whole in (
        (("tc",), True, False),
        (("tc", "inf"), True, True),
        (("inf",), False, False),
        (("bat",), True, True),
    ):
        assert rule_on_going_together(units, state, FOF).allowed is together
        assert rule_on_whole_loads(units, state, FOF).allowed is whole


def test_14I2_who_has_stayed_since_the_phase_began() -> None:
    state = board(LOADED)
    piece = state.piece("inf")
    assert has_stayed(piece, state) and has_stayed(piece, state.noting(RETREATED_INTO, "inf", WEST))
    assert not has_stayed(piece, state.noting(RETREATED_INTO, "inf", HERE))
    assert not has_stayed(piece, state.noting(ATTACKED, "inf", HERE))
    assert not has_stayed(piece, state.noting(MOVED_BY, "inf", REGULAR))


def test_14I2_who_is_loaded_must_have_stood_with_the_counter_all_phase() -> None:
    state = board(LOADED)
    order = LoadUnits("tc", ("bat",))
    whole = gather_carrying(order, state.noting(CARRIED_ON, "inf", "tc").noting(MPS_SPENT, "bat", Fraction(1)))
    assert whole.started_stacked and whole.spent == (1,) and len(whole.load) == 2
    for changed in (
        state.noting(MOVED_BY, "bat", REGULAR),
        state.noting(MOVED_BY, "tc", REGULAR),
        state.moved("bat", WEST),
    ):
        assert not gather_carrying(order, changed).started_stacked
    assert not gather_carrying(LoadUnits("tc", ("bat", "far")), state).started_stacked
    assert gather_carrying(order, state.noting(MOVED_BY, "inf", REGULAR)).started_stacked


@pytest.mark.parametrize(
    ("units", "player", "fact", "allowed"),
    [
        (("inf",), ALLIED, None, True),
        ((), ALLIED, None, False),
        (("inf",), AXIS, None, False),
        (("bat",), ALLIED, (CARRIED_ON, "bat", "other"), True),
        (("bat",), ALLIED, (CARRIED_ON, "bat", "far"), False),
        (("far",), ALLIED, None, False),
    ],
)
def test_fof_14I2_orders_to_load(units: tuple[str, ...], player: er.Side, fact: object, allowed: bool) -> None:
    state = board(LOADED)
    state = state.noting(*fact) if isinstance(fact, tuple) else state
    assert rule_on_load_order(LoadUnits("tc", units), player, state, FOF).allowed is allowed


# --- moves on the board ----------------------------------------------------------------------------------------------


def test_fof_6_mps_left_and_those_for_work() -> None:
    state = board(f"{HERE} fr 5-6 Inf XX <D>, br TC 1-12 <tc>, br 2-8 Inf X <inf>")
    state = (
        state.noting(CARRIED_ON, "inf", "tc").noting(MPS_SPENT, "D", Fraction(2)).noting(MPS_SPENT, "tc", Fraction(5))
    )
    assert [mps_left(who, state, FOF) for who in ("D", "tc", "inf")] == [4, 7, 7]
    assert mps_for_work("D", state, FOF) == 4
    facts = gather_move(state.piece("D"), state, FOF)
    assert (facts.spent, facts.moved_by, facts.other_mp_use) == (2, "", "work")
    moved = state.noting(MOVED_BY, "D", REGULAR)
    facts = gather_move(moved.piece("D"), moved, FOF)
    assert (facts.moved_by, facts.other_mp_use, facts.is_phasing) == (REGULAR, "", True)


def test_fof_6_a_step_into_ground_without_a_way_tells_why() -> None:
    state = board("17A:0611 fr 5-6 Inf XX <D>")
    sea = next(ref for ref in FOF.board.neighbors_of(Hex("17A:0611")) if not FOF.board.has_land(ref))
    step = gather_step(state.piece("D"), Hex("17A:0611"), sea, state, FOF)
    assert not step.ruling.allowed and step.cost == 0 and not step.is_enemy_occupied


def test_fof_6_a_step_beside_and_out_of_enemy_zocs() -> None:
    state = board(f"{HERE} fr 5-6 Inf XX <D> | {NORTH} ge 7-6 Inf XX <E>")
    leaving = gather_exit(state.piece("D"), HERE, WEST, state, FOF)
    assert leaving.zoc == "full" and leaving.into_zoc is (WEST in FOF.board.neighbors_of(NORTH))
    ignored = gather_exit(state.piece("D"), HERE, WEST, state, FOF, ("E",))
    assert (ignored.zoc, ignored.into_zoc) == ("none", False)
    assert is_beside_enemy(HERE, ALLIED, state, FOF) and not is_beside_enemy(FAR, ALLIED, state, FOF)
    assert is_beside_enemy(NORTH, AXIS, state, FOF) and not is_beside_enemy(FAR, AXIS, state, FOF)
    beside = gather_step(state.piece("D"), HERE, WEST, state, FOF, admin=True)
    assert not beside.ruling.allowed
    away = board(f"{HERE} fr 5-6 Inf XX <D>")
    assert gather_step(away.piece("D"), HERE, WEST, away, FOF, admin=True).ruling.allowed
    noted = away.noting(BESIDE_ENEMY, "D", True)
    assert not gather_step(noted.piece("D"), HERE, WEST, noted, FOF, admin=True).ruling.allowed
    entered = gather_step(state.piece("D"), HERE, NORTH, state, FOF)
    assert entered.is_enemy_occupied


@pytest.mark.parametrize(
    ("units", "player", "allowed"),
    [
        (("D",), ALLIED, True),
        (("D", "C"), ALLIED, True),
        ((), ALLIED, False),
        (("D", "D"), ALLIED, False),
        (("D",), AXIS, False),
        (("D", "F"), ALLIED, False),
        (("N",), ALLIED, False),
    ],
)
def test_fof_6_units_of_an_order_are_the_players_each_once_and_in_one_hex(
    units: tuple[str, ...], player: er.Side, allowed: bool
) -> None:
    state = board(f"{HERE} fr 5-6 Inf XX <D>, fr 5-6 Inf XX <C> | {WEST} fr 5-6 Inf XX <F>, fr 5-6 Inf XX <N>")
    state = state.moved("N", Hex("nowhere"))
    assert rule_on_group(units, player, state, FOF).allowed is allowed


@pytest.mark.parametrize(
    ("path", "mode", "allowed"),
    [
        ((WEST,), "regular", True),
        ((WEST,), "admin", True),
        ((WEST,), "one-hex", True),
        ((WEST,), "rail", False),
        ((WEST,), "flying", False),
        ((), "regular", False),
        ((Hex("nowhere"),), "regular", False),
        ((HERE,), "regular", False),
        ((FAR,), "regular", False),
        ((WEST, HERE), "regular", True),
    ],
)
def test_fof_6_orders_to_move_name_every_hex_of_the_way(path: tuple[Hex, ...], mode: str, allowed: bool) -> None:
    state = board(f"{HERE} fr 5-6 Inf XX <D>")
    assert rule_on_move(Move(("D",), path, mode), ALLIED, state, FOF).allowed is allowed


def test_fof_6_a_move_is_paid_by_each_and_told_with_what_it_cost() -> None:
    state = board(f"{HERE} fr 5-6 Inf XX <D>, fr 6-10 Arm XX <T>")
    state, log = drive(carry_out_move(Move(("D", "T"), (WEST, Hex("17A:2016"))), ALLIED, state, FOF))
    assert [state.recall(MPS_SPENT, who) for who in "DT"] == [2, 2] and state.piece("D").place == Hex("17A:2016")
    assert log[-1].text.endswith("for 2 MPs") and [name for name, _ in log[-1].ledgers] == ["D, T, MPs each"]
    assert state.recall(LOST_ZOC, "D") is None
    state, log = drive(carry_out_move(Move(("D",), (FAR,)), ALLIED, state, FOF))
    assert [name for name, _ in log[-1].ledgers] == ["D, MPs"]
    fresh = board(f"{HERE} fr 5-6 Inf XX <D>")
    fresh, log = drive(carry_out_move(Move(("D",), (WEST,), "admin"), ALLIED, fresh, FOF))
    assert fresh.recall(LOST_ZOC, "D") is not None and log[-1].text.endswith("by administrative movement")


def test_fof_7A1_who_leaves_a_train_has_ended_the_ride() -> None:
    state = board(f"{HERE} fr 5-6 Inf XX <D>").noting(RAIL_RIDDEN, "D", 3).noting(MPS_SPENT, "D", Fraction(1))
    walked = spend(state, "D", Fraction(2), REGULAR)
    assert walked.recall(RAIL_RIDDEN, "D") is None and walked.recall(MPS_SPENT, "D") == 3
    assert spend(state, "D", Fraction(2), RAIL).recall(RAIL_RIDDEN, "D") == 3


# --- ownership -------------------------------------------------------------------------------------------------------


HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("told", "owner", "lasting"),
    [
        ({}, ALLIED, ALLIED),
        ({"zoc_of": frozenset({AXIS})}, AXIS, AXIS),
        ({"zoc_of": frozenset({AXIS, ALLIED})}, ALLIED, ALLIED),
        ({"zoc_of": frozenset({AXIS}), "is_city": True}, ALLIED, ALLIED),
        ({"zoc_of": frozenset({AXIS}), "is_airbase": True}, ALLIED, ALLIED),
        ({"occupied": (Presence(AXIS, Fraction(1)),)}, AXIS, AXIS),
        ({"occupied": (Presence(AXIS, HALF),)}, AXIS, ALLIED),
        ({"occupied": (Presence(AXIS, HALF),), "zoc_of": frozenset({AXIS})}, AXIS, AXIS),
        ({"occupied": (Presence(AXIS, HALF),), "zoc_of": frozenset({AXIS}), "is_city": True}, AXIS, ALLIED),
        ({"occupied": (Presence(AXIS, HALF),), "zoc_of": frozenset({AXIS, ALLIED})}, AXIS, ALLIED),
        ({"occupied": (Presence(AXIS, Fraction(1)), Presence(ALLIED, HALF))}, ALLIED, ALLIED),
        ({"left": Presence(AXIS, Fraction(1))}, AXIS, AXIS),
        ({"left": Presence(AXIS, HALF)}, ALLIED, ALLIED),
        ({"owner": NEUTRAL, "occupied": (Presence(AXIS, HALF),)}, AXIS, AXIS),
        ({"owner": AXIS, "occupied": (Presence(AXIS, HALF),)}, AXIS, AXIS),
    ],
)
def test_fof_3D_who_owns_a_hex_and_for_how_long(told: dict[str, Any], owner: str, lasting: str) -> None:
    found = reckon_owner(evolve(HexOwnership(ALLIED), **told), FOF)
    assert (found.owner, found.lasting) == (owner, lasting) and found.is_of(found.owner)
    assert bool(found.ruling.rests_on) is bool("left" in told and FOF.resting("3D-passing-through"))


@BOOKS
def test_3D_what_the_board_says_of_a_hex(book: Book) -> None:
    rules = rules_of(book.name)
    text = f"{HERE} fr 5-6 Inf XX <D>, fr 1-6 Inf II <B>, fr RP 1 <P> | owner Axis {HERE} | {book.day}, Allied movement"
    state = parse_position(text, rules)
    facts = gather_ownership(HERE, state, rules)
    assert facts.owner == hex_owner(HERE, state, rules) == AXIS
    assert facts.occupied == (Presence(ALLIED, Fraction(7, 2)),) and not facts.is_city and not facts.is_airbase
    assert gather_ownership(HERE, state.noting(REVERTS, HERE, NEUTRAL), rules).owner == NEUTRAL
    assert gather_ownership(HERE, state, rules, frozenset({AXIS})).zoc_of == {AXIS}
    paris = gather_ownership(Hex("17A:1604"), state, rules)
    assert paris.is_city and paris.occupied == ()


def test_fof_3D_hexes_are_in_question_where_others_than_the_owner_are_near() -> None:
    state = board(f"{HERE} fr 5-6 Inf XX <D>")
    assert hexes_in_question((HERE, WEST, FAR, Hex("nowhere")), state, FOF) == ()
    foreign = state.owned({WEST: AXIS})
    assert hexes_in_question((HERE, WEST, FAR), foreign, FOF) == (WEST,)
    reverting = state.noting(REVERTS, FAR, AXIS)
    assert hexes_in_question((HERE, FAR), reverting, FOF) == (FAR,)
    entered = gain_by_entry(foreign, [foreign.piece("D")], WEST, FOF)
    assert hex_owner(WEST, entered, FOF) == ALLIED and entered.piece("D").place == WEST
    assert not has_been_owned_by_enemy(HERE, ALLIED, state)


@BOOKS
def test_6_a_unit_without_a_printed_rating_goes_by_the_mps_that_it_is_given(book: Book) -> None:
    rules, nameless = rules_of(book.name), Unit("fr", "infantry", "division")
    allowed = [rule_on_moving(MoveFacts(nameless, allowance=mps), rules).allowed for mps in (0, 1, None)]
    assert allowed == [False, True, True]


@BOOKS
def test_6_a_move_that_costs_too_much_is_told_with_what_is_left_and_why(book: Book) -> None:
    facts = MoveFacts(INFANTRY, allowance=5, spent=Fraction(1), steps=three(3, 3))
    (refusal,) = rule_on_movement(facts, rules_of(book.name)).refusals
    assert "needs 6 MPs and has 4 (its allowance is 5 of a movement rating of 6, 1 are spent)" in refusal.why
