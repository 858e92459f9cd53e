"""Construction, resource points and what they take (rules 12E, 14A) exactly at their limits, from plain facts."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve
from tests.air_driving import BOOKS, Book, drive, rules_of

import europa_rules as er
from europa_rules.ground.admin_movement import ADMIN
from europa_rules.ground.construction import (
    Augmentation,
    Builder,
    WorkFacts,
    airfields_after,
    described_work,
    is_quick,
    is_slowed,
    name_work,
    reckon_augmented,
    reckon_completion,
    reckon_hits,
    reckon_mps,
    reckon_resource_points,
    reckon_time,
    reckon_working_units,
    rule_on_augmentation,
    rule_on_work,
    rule_on_work_site,
)
from europa_rules.ground.construction_sites import (
    Build,
    Repair,
    apply_work,
    begin_construction,
    break_line,
    carry_out_work,
    construct,
    finish_quick_work,
    gather_builder,
    gather_work,
    hit_airbase,
    hit_port,
    overland_distances,
    rule_on_placing,
    rule_on_work_order,
    spend_resource_points,
    work_ordered,
)
from europa_rules.ground.facts import (
    AIRBASE_HITS,
    AIRFIELD,
    BRIDGE_DOWN,
    BRIDGE_HITS,
    CARRIED_ON,
    FORTIFICATION,
    LABOR_USED,
    MOVED_BY,
    MPS_SPENT,
    PORT_DESTROYED,
    PORT_HITS,
    RAIL_BROKEN,
    TEMPORARY_AIRFIELD,
    UNDER_WAY,
    between,
)
from europa_rules.ground.movement import ONE_HEX
from europa_rules.ground.moves import allowance_of
from europa_rules.ground.ownership import HexGained
from europa_rules.ground.resources import (
    Carry,
    Carrying,
    Rearrange,
    Rearrangement,
    Scrap,
    carried_points,
    follow_carriers,
    left_behind,
    lose_points,
    points_of,
    reckon_carried_mps,
    reckon_carrier_rating,
    reckon_most_carried,
    rule_on_carry_order,
    rule_on_carrying_points,
    rule_on_rearrange_order,
    rule_on_rearrangement,
    rule_on_scrap_order,
    rule_on_scrapping,
)
from europa_rules.ground.works import most_port_hits, things_at, work_of
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.position import parse_position
from europa_rules.sides import ALLIED, AXIS, Side, Turn
from europa_rules.state import FactKind
from europa_rules.units import Rating, Size, Unit

FOF, SF = rules_of("fof"), rules_of("sf")
HALF = Fraction(1, 2)
SITE, PORT = Hex("16A:2127"), Hex("17A:0611")


def builder(
    mps: Fraction | int | None = None, rating: str = "0-1-5", kind: str = "construction", **told: str
) -> Builder:
    return Builder(Unit("fr", kind, "regiment", Rating.parse(rating)), mps=mps, **told)  # type: ignore[arg-type]


def cited(ruling: er.Ruling) -> list[str]:
    return [citation.number for citation in ruling.citations]


def position(text: str, book: str = "fof") -> er.GameState:
    return parse_position(text, rules_of(book))


# --- what it takes ---------------------------------------------------------------------------------------------------


@BOOKS
def test_14A1_work_of_a_whole_turn_takes_no_mps_of_its_builder(book: Book) -> None:
    facts = WorkFacts("fort", (builder(5),), phase="initial")
    assert [found(facts, rules_of(book.name)).value for found in (reckon_time, reckon_mps)] == [1, 0]


@BOOKS
def test_14A1_quick_work_takes_the_part_of_a_turn_of_the_slower_builder(book: Book) -> None:
    facts = WorkFacts("fort", (builder(rating="0-1-8"), builder(rating="0-1-5")), phase="initial")
    assert reckon_mps(facts, rules_of(book.name)).value == Fraction(5, 2)
    told = evolve(facts, movement_rating=3)
    assert reckon_mps(told, rules_of(book.name)).value == Fraction(3, 2)


@BOOKS
def test_14A1_what_costs_no_resource_point_needs_none_in_reach(book: Book) -> None:
    rules = rules_of(book.name)
    field = WorkFacts("temporary_airfield", (builder(6),), resource_point_in_reach=False)
    assert rule_on_work(field, rules).allowed
    fort = WorkFacts("fort", (builder(5),), phase="initial", resource_point_in_reach=False)
    assert not rule_on_work(fort, rules).allowed
    assert [reckon_resource_points(work, rules).value for work in ("temporary_airfield", "fort")] == [0, 1]


@BOOKS
@pytest.mark.parametrize(("mps", "helped"), [(2, False), (3, True), (5, True)])
def test_14A1_a_second_unit_helps_whoever_has_half_of_the_mps(book: Book, mps: int, helped: bool) -> None:
    """A temporary airfield takes 6 MPs of one unit, 3 of each of two."""
    ruling = rule_on_work(WorkFacts("temporary_airfield", (builder(mps),)), rules_of(book.name))
    assert not ruling.allowed
    assert any("with a second construction unit in the hex, 3 MPs each" in text for text in ruling.possible) is helped


@BOOKS
def test_14A1_a_unit_with_exactly_the_mps_does_the_work(book: Book) -> None:
    allowed = [
        rule_on_work(WorkFacts("temporary_airfield", (builder(mps),)), rules_of(book.name)).allowed
        for mps in (0, Fraction(11, 2), 6, None)
    ]
    assert allowed == [False, False, True, True]


@BOOKS
def test_14A1_work_of_two_rests_on_quick_construction_and_that_of_one_does_not(book: Book) -> None:
    rules = rules_of(book.name)
    for workers, share in ((1, 1), (2, HALF)):
        facts = WorkFacts("temporary_airfield", (builder(6),) * workers)
        assert (is_quick(facts, rules), reckon_mps(facts, rules).value) == (workers > 1, 6 * share)
        assert set(reckon_mps(facts, rules).rests_on) <= set(rule_on_work(facts, rules).rests_on)
    assert not is_quick(WorkFacts("temporary_airfield", (builder(6),) * 2, quick=False), rules)


@BOOKS
def test_14A1_who_wants_to_work_quickly_must_be_able_to(book: Book) -> None:
    rules = rules_of(book.name)
    for workers in (1, 2):
        facts = WorkFacts("fort", (builder(5),) * workers, phase="initial", quick=True)
        assert rule_on_work(facts, rules).allowed is (workers == 2)
        assert rule_on_work(evolve(facts, quick=None), rules).allowed
    alone = WorkFacts("fort", (builder(5),), phase="initial", quick=True, has_labor=True)
    assert rule_on_work(alone, rules).allowed


def test_sf_14A1c_civilians_take_the_place_of_the_second_unit_and_no_more() -> None:
    for workers, why in ((1, "civilian labor"), (2, "quick construction")):
        facts = WorkFacts("temporary_airfield", (builder(6),) * workers, has_labor=True)
        found = reckon_mps(facts, SF)
        assert found.value == 3 and [line.why for line in found.lines[1:]] == [why]


@BOOKS
def test_17D_whole_hits_are_done_for_the_mps_spent(book: Book) -> None:
    for mps, hits in ((0, 0), (1, 0), (2, 1), (3, 1), (4, 2)):
        assert reckon_hits(WorkFacts("damage_airbase"), mps, rules_of(book.name)).value == hits


@BOOKS
def test_14A1_what_takes_mps_takes_no_turns_and_is_done_at_once(book: Book) -> None:
    rules, turn = rules_of(book.name), Turn.parse("Jun I 40")
    quick = WorkFacts("temporary_airfield", (builder(6),))
    assert reckon_time(quick, rules).value == 0
    done = reckon_completion(turn, quick, rules)
    assert (done.turn, done.phase) == (turn, "movement")
    done = reckon_completion(turn, WorkFacts("fort", (builder(5),)), rules)
    assert (done.turn, done.phase) == (turn.next(), "initial")


def test_sf_14A1a_weather_doubles_repairs_and_not_what_any_unit_breaks() -> None:
    slowed = {work: is_slowed(WorkFacts(work, weather="mud"), SF) for work in ("repair_rail_hit", "break_rail_line")}
    assert slowed == {"repair_rail_hit": True, "break_rail_line": False}
    assert not is_slowed(WorkFacts("repair_rail_hit", weather="clear"), SF)
    assert not is_slowed(WorkFacts("repair_rail_hit", weather="mud"), FOF)


def test_sf_14A1_what_poor_weather_takes_rests_on_points_only_in_poor_weather() -> None:
    for weather, rests in (("clear", False), ("mud", True)):
        for work in ("fort", "port_rebuild", "demolish_port"):
            found = reckon_time if work in ("fort", "port_rebuild") else reckon_mps
            assert bool(found(WorkFacts(work, weather=weather), SF).rests_on) is rests
    assert not reckon_mps(WorkFacts("repair_rail_hit", weather="mud"), SF).rests_on


@BOOKS
def test_7C3_44A1_a_bridge_that_stands_takes_no_resource_point(book: Book) -> None:
    rules = rules_of(book.name)
    for work, points in (("repair_bridge", 0), ("repair_major_bridge", 1)):
        assert reckon_resource_points(work, rules).value == points
        standing = reckon_resource_points(work, rules, is_standing=True)
        assert standing.value == 0 and len(standing.lines) == 1 + points


@BOOKS
def test_14A1_works_are_named_by_what_is_done(book: Book) -> None:
    works = rules_of(book.name).charts.construction.works
    told = {name: name_work(works[name]) for name in ("fort", "repair_rail_hit", "break_rail_line")}
    assert list(told.values()) == ["build a fort", "repair a rail hit", "break a rail line"]
    if "port_rebuild" in works:
        assert name_work(works["port_rebuild"]) == "rebuild a port"


def test_14A1_a_permanent_airfield_takes_the_place_of_a_temporary_one_alone() -> None:
    assert airfields_after(["temporary"], "permanent") == ("permanent",)
    assert airfields_after(["permanent"], "temporary") == ("permanent", "temporary")
    assert airfields_after(["permanent"], "permanent") == ("permanent",)
    assert airfields_after(["temporary"], "temporary") == ("temporary",)
    assert airfields_after(["temporary", "permanent"], "temporary") == ("temporary", "permanent")


@pytest.mark.parametrize(("airfield", "other", "allowed"), [(3, 6, True), (3, 7, False), (0, 0, False), (9, 0, True)])
def test_sf_14A1_an_airfield_grows_by_3_up_to_the_12_of_a_hex(airfield: int, other: int, allowed: bool) -> None:
    facts = Augmentation(airfield, other)
    assert [found.value for found in reckon_augmented(facts, SF)] == [airfield + 3, airfield + 3 + other]
    assert rule_on_augmentation(facts, SF).allowed is allowed


def test_fof_14A1_a_hex_described_in_words_is_fortified_by_a_fortification_alone() -> None:
    for things, fortified in ((("fort",), True), (("ouvrage",), True), (("port",), False)):
        found = described_work(WorkFacts("fort", has=frozenset(things)), FOF)
        assert ("fortification" in found.has) is fortified
    assert not described_work(WorkFacts("fort"), FOF).is_prohibited
    assert described_work(WorkFacts("fort", is_prohibited=True), FOF).is_prohibited


# --- whether it may be done ------------------------------------------------------------------------------------------


@BOOKS
@pytest.mark.parametrize("phase", ["initial", "movement", "exploitation", "combat", ""])
def test_14A1_turns_of_work_begin_in_the_initial_phase_and_mps_are_spent_in_movement(book: Book, phase: str) -> None:
    rules = rules_of(book.name)
    assert rule_on_work(WorkFacts("fort", phase=phase), rules).allowed is (phase in ("initial", ""))
    rail = WorkFacts("repair_rail_hit", phase=phase)
    assert rule_on_work(rail, rules).allowed is (phase in ("movement", "exploitation", ""))
    assert not rule_on_work(evolve(rail, phase="", is_phasing=False), rules).allowed


@BOOKS
def test_14A1d_who_works_in_exploitation(book: Book) -> None:
    """A c/m unit has no construction abilities then but breaks things; others spend no MPs at all."""
    rules = rules_of(book.name)
    tanks = Builder(Unit("fr", "armor", "division", Rating.parse("6-10")), mps=10)
    afoot = builder(5)
    breaking = [
        rule_on_work(WorkFacts("break_rail_line", (who,), phase="exploitation"), rules).allowed
        for who in (tanks, afoot)
    ]
    assert breaking == [True, False]
    for phase, allowed in (("movement", True), ("exploitation", False)):
        assert rule_on_work(WorkFacts("break_rail_line", (afoot,), phase=phase), rules).allowed is allowed
    limit = rules.cite("motorized-limit").number
    for who, work, limited in (
        (tanks, "repair_rail_hit", True),
        (tanks, "break_rail_line", False),
        (afoot, "repair_rail_hit", False),
    ):
        assert (limit in cited(rule_on_work(WorkFacts(work, (who,), phase="exploitation"), rules))) is limited


@BOOKS
def test_14A1_markers_build_nothing_and_units_at_work_begin_no_other(book: Book) -> None:
    rules = rules_of(book.name)
    marker = Builder(Unit("fr", "resource_point", "counter", points=1))
    assert not rule_on_work(WorkFacts("break_rail_line", (marker,)), rules).allowed
    for told, rule in (({"busy_with": "fort"}, "14A1"), ({"moved_by": ONE_HEX}, "6"), ({"moved_by": ADMIN}, "6B")):
        ruling = rule_on_work(WorkFacts("repair_rail_hit", (builder(5, **told),)), rules)
        assert cited(ruling) == [rule]
    assert rule_on_work(WorkFacts("repair_rail_hit", (builder(5, moved_by="regular"),)), rules).allowed


def test_sf_14A1_with_the_lenient_reading_a_unit_at_work_does_what_takes_mps() -> None:
    rules = rules_of("sf", rulings=(("sf-14A1-two-tasks", "yes"),))
    for work, phase, allowed in (("repair_rail_hit", "movement", True), ("fort", "initial", False)):
        facts = WorkFacts(work, (builder(5, busy_with="permanent_airfield"),), phase=phase)
        assert rule_on_work(facts, rules).allowed is allowed
        assert not rule_on_work(facts, SF).allowed


@pytest.mark.parametrize(
    ("book", "work", "terrain", "allowed"),
    [
        ("fof", "fort", "rough", True),
        ("fof", "fort", "woods", False),
        ("sf", "fort", "woods", True),
        ("sf", "permanent_airfield", "woods", True),
        ("sf", "permanent_airfield", "mountain", False),
        ("sf", "permanent_airfield", "forest", False),
        ("sf", "fort", "mountain", True),
        ("sf", "fort", "sea", False),
        ("sf", "port_rebuild", "mountain", True),
        ("fof", "repair_rail_hit", "mountain", True),
    ],
)
def test_14A1_where_things_are_built(book: str, work: str, terrain: str, allowed: bool) -> None:
    facts = WorkFacts(work, terrain=terrain)
    assert rule_on_work_site(facts, rules_of(book)).allowed is allowed
    if work in ("fort", "permanent_airfield"):
        assert not rule_on_work_site(evolve(facts, is_prohibited=True), rules_of(book)).allowed


@pytest.mark.parametrize(
    ("work", "has", "weather", "allowed"),
    [
        ("temporary_airfield", (), "mud", False),
        ("temporary_airfield", (), "frost", True),
        ("repair_airbase_hit", ("temporary_airfield",), "mud", False),
        ("repair_airbase_hit", ("temporary_airfield",), "frost", True),
        ("repair_airbase_hit", ("temporary_airfield", "permanent_airfield"), "mud", True),
        ("repair_airbase_hit", (), "mud", True),
        ("repair_rail_hit", ("temporary_airfield",), "mud", True),
    ],
)
def test_sf_14A1a_mud_stops_work_on_temporary_airfields(
    work: str, has: tuple[str, ...], weather: str, allowed: bool
) -> None:
    facts = WorkFacts(work, (builder(24),), weather=weather, has=frozenset(has))
    assert rule_on_work(facts, SF).allowed is allowed


@BOOKS
def test_14A1_units_must_be_in_supply_to_build_and_not_to_repair(book: Book) -> None:
    for work, phase, allowed in (("fort", "initial", False), ("repair_rail_hit", "movement", True)):
        facts = WorkFacts(work, (builder(6),), phase=phase, in_supply=False)
        assert rule_on_work(facts, rules_of(book.name)).allowed is allowed


# --- resource points (rule 12E) --------------------------------------------------------------------------------------


def carrier(size: Size) -> Unit:
    return Unit("us", "infantry", size, Rating.parse("2-8"))


@pytest.mark.parametrize(
    ("reading", "points", "allowed"), [("two-mps", 1, True), ("cannot", 1, False), ("cannot", 0, True)]
)
def test_sf_12E_a_unit_of_half_a_re(reading: str, points: int, allowed: bool) -> None:
    rules = rules_of("sf", rulings=(("sf-12E-half-re-carriers", reading),))
    ruling = rule_on_carrying_points(Carrying(carrier("battalion"), points), rules)
    assert ruling.allowed is allowed and bool(ruling.rests_on) is (points > 0)
    whole = rule_on_carrying_points(Carrying(carrier("regiment"), points), rules)
    assert whole.allowed and not whole.rests_on


@pytest.mark.parametrize(("printed", "points"), [(0, 1), (1, 1), (3, 3)])
def test_sf_12E_a_counter_without_a_number_stands_for_one_point(printed: int, points: int) -> None:
    piece = position(f"{CARRIERS} | Jul I 44, Axis movement", "sf").piece("P")
    assert points_of(evolve(piece, unit=evolve(piece.unit, points=printed))) == points


@pytest.mark.parametrize(("rules", "most", "lines"), [(FOF, 3, 1), (SF, 6, 2)])
def test_12E_how_many_points_a_division_carries(rules: er.Ruleset, most: int, lines: int) -> None:
    found = reckon_most_carried(carrier("division"), rules)
    assert found.value == most and len(found.lines) == lines


def test_fof_12E2_carrying_is_optional() -> None:
    facts = Carrying(carrier("regiment"), 1, advancing=True)
    assert not rule_on_carrying_points(facts, FOF).allowed
    assert rule_on_carrying_points(facts, rules_of("fof", ("12E2",))).allowed
    assert not rule_on_carrying_points(facts, SF).allowed
    assert rule_on_carrying_points(evolve(facts, advancing=False), SF).allowed


@pytest.mark.parametrize(("points", "mps"), [(0, 0), (1, 1), (2, 2)])
def test_sf_12E_more_points_than_res_take_2_mps(points: int, mps: int) -> None:
    taken = reckon_carried_mps(Carrying(carrier("regiment"), points), SF)
    assert taken.value == mps
    rating = reckon_carrier_rating(8, taken, 1, SF)
    assert rating.value == Fraction(8 - mps, 2) and len(rating.lines) == (3 if mps else 2)


def test_12E_resource_points_are_eliminated_in_the_own_player_turn_where_the_rules_let_one() -> None:
    option = rules_of("sf", ("44B2",))
    allowed = {
        (name, phasing): rule_on_scrapping(phasing, rules).allowed
        for name, rules in (("fof", FOF), ("sf", SF), ("sf 44B2", option))
        for phasing in (True, False)
    }
    assert {key for key, may in allowed.items() if may} == {("fof", True), ("sf 44B2", True)}


POINTS = f"{SITE} fr RP 3 <P>, fr RP 1 <Q>, fr 5-6 Inf XX <D> | 16A:2128 fr RP 2 <R>, ge RP 1 <E>"


@pytest.mark.parametrize(
    ("units", "player", "allowed"),
    [(("P",), ALLIED, True), ((), ALLIED, False), (("D",), ALLIED, False), (("E",), ALLIED, False)],
)
def test_fof_12E_a_player_eliminates_his_own_points_by_name(
    units: tuple[str, ...], player: Side, allowed: bool
) -> None:
    state = position(f"{POINTS} | Jun I 40, Allied movement")
    assert rule_on_scrap_order(Scrap(units), player, state, FOF).allowed is allowed
    assert not rule_on_scrap_order(Scrap(("P",)), ALLIED, position(f"{POINTS} | Jun I 40, Axis movement"), FOF).allowed


@pytest.mark.parametrize(
    ("units", "points", "allowed"),
    [
        (("P", "Q"), ("4",), True),
        (("P", "Q"), ("2", "2"), True),
        (("P", "Q"), ("3",), False),
        (("P", "Q"), ("4", "0"), False),
        (("P",), ("3", "x"), False),
        (("P", "P"), ("6",), False),
        (("P", "R"), ("5",), False),
        (("P", "D"), ("4",), False),
        (("E",), ("1",), False),
    ],
)
def test_fof_12E_counters_of_a_hex_are_rearranged_with_their_points(
    units: tuple[str, ...], points: tuple[str, ...], allowed: bool
) -> None:
    state = position(f"{POINTS} | Jun I 40, Allied movement")
    assert rule_on_rearrange_order(Rearrange(units, points), ALLIED, state, FOF).allowed is allowed
    assert not rule_on_rearrangement(Rearrangement((1,), (1,), same_hex=False), FOF).allowed


# --- on the board ----------------------------------------------------------------------------------------------------


BUILDERS = f"{SITE} fr 0-1-5 Cons III <A>, fr 0-1-5 Cons III <B>"


def test_fof_14A1_what_work_costs_is_told_with_the_counters_that_pay() -> None:
    for points, told in (
        ("fr RP 1 <P>, fr RP 1 <Q>", "1 resource point of P"),
        ("fr RP 2 <P>", "1 resource point of P"),
    ):
        state = position(f"{BUILDERS}, {points} | Jun I 40, Allied initial")
        after, log = drive(carry_out_work(Build(("A",), "fort"), ALLIED, state, FOF))
        assert log[-1].text.endswith(f"it costs {told}")
        assert sum(p.unit.points or 0 for p in after.pieces.values() if p.unit.type == "resource_point") == 1
    state = position(f"{BUILDERS} | Jun I 40, Allied movement")
    state = state.noting(MPS_SPENT, "A", Fraction(1))
    after, log = drive(carry_out_work(Build(("A", "B"), "temporary_airfield"), ALLIED, state, FOF))
    assert "costs" not in log[-1].text and [after.recall(MPS_SPENT, who) for who in "AB"] == [4, 3]


@pytest.mark.parametrize(("count", "left"), [(0, (2, 1)), (1, (1, 1)), (2, (1,)), (3, ())])
def test_fof_14A2_points_are_spent_from_the_nearest_counter_on(count: int, left: tuple[int, ...]) -> None:
    state = position(f"{BUILDERS}, fr RP 2 <P> | 16A:2128 fr RP 1 <Q> | Jun I 40, Allied initial")
    after = spend_resource_points(count, SITE, ALLIED, state, FOF)
    assert tuple(after.pieces[i].unit.points for i in "PQ" if i in after.pieces) == left


def test_fof_14A2_a_hex_is_in_reach_along_a_line_that_is_just_long_enough() -> None:
    state, end = position(f"{BUILDERS} | Jun I 40, Allied initial"), Hex("16A:2129")
    for longest in (1, 2):
        found = overland_distances(SITE, [end, Hex("nowhere")], longest, ALLIED, state, FOF)
        assert found == ({end: 2} if longest == 2 else {})


def test_fof_14A1_nothing_is_built_twice_at_once_in_a_hex() -> None:
    state = position(f"{BUILDERS}, fr RP 3 <P> | Jun I 40, Allied initial")
    state, _ = drive(carry_out_work(Build(("A",), "fort"), ALLIED, state, FOF))
    assert not rule_on_work_order(Build(("B",), "fort"), ALLIED, state, FOF).allowed
    assert rule_on_work_order(Build(("B",), "permanent_airfield"), ALLIED, state, FOF).allowed


def test_sf_14A1_augmenting_counts_what_else_bases_air_units_in_the_hex() -> None:
    """An airfield of 3 beside a full city of 6: the first augmentation makes 12, a second would make 15."""
    state = position("16A:1030 ge 0-1-5 Cons III <A>, ge RP 2 <P> | Jul I 44, Axis initial", "sf")
    order = Build(("A",), "augmentation")
    assert rule_on_work_order(order, AXIS, state, SF).allowed
    assert not rule_on_work_order(order, AXIS, state.noting(AIRFIELD, Hex("16A:1030"), 6), SF).allowed


def test_sf_41A_things_are_placed_where_they_could_be_built() -> None:
    state, clear = position("16A:2919 ge 7-6 Inf XX | Jul I 44, Axis initial", "sf"), Hex("16A:2921")
    assert rule_on_placing("fort", clear, AXIS, state, SF).allowed
    assert rule_on_placing("permanent_airfield", clear, AXIS, state, SF).allowed
    assert not rule_on_placing("augmentation", clear, AXIS, state, SF).allowed
    fort = state.noting(FORTIFICATION, clear, "fort").noting(AIRFIELD, clear, 3)
    assert not rule_on_placing("fort", clear, AXIS, fort, SF).allowed
    assert not rule_on_placing("permanent_airfield", clear, AXIS, fort, SF).allowed
    assert rule_on_placing("augmentation", clear, AXIS, fort, SF).allowed


def test_fof_14A1_two_units_at_most_do_a_work_and_only_what_can_be_done_quickly() -> None:
    state = position(f"{BUILDERS}, fr 0-1-5 Cons III <C>, fr RP 3 <P> | Jun I 40, Allied initial")
    allowed = [rule_on_work_order(Build(tuple("ABC"[:n]), "fort"), ALLIED, state, FOF).allowed for n in (1, 2, 3)]
    assert allowed == [True, True, False]
    assert not rule_on_work_order(Build(("A", "B"), "fort", "normal"), ALLIED, state, FOF).allowed
    assert rule_on_work_order(Build(("A", "B"), "fort", "quick"), ALLIED, state, FOF).allowed
    assert not rule_on_work_order(Build(("A",), "fort", "quick"), ALLIED, state, FOF).allowed


def test_sf_14A1a_two_units_take_a_whole_turn_for_a_fort_in_poor_weather() -> None:
    """Twice as long for the weather, half as long for two: done in the next initial phase, by no MPs."""
    state = position(
        "16A:2921 ge 0-1-5 Cons III <A>, ge 0-1-5 Cons III <B>, ge RP 1 <P> | weather mud | Jun II 44, Axis initial",
        "sf",
    )
    state, _ = drive(carry_out_work(Build(("A", "B"), "fort"), AXIS, state, SF))
    work = work_of("A", state)
    assert work is not None and (work.left, work.pace, work.at_once) == (HALF, HALF, False)
    later, _ = drive(finish_quick_work(state, SF))
    assert work_of("A", later) == work and later.recall(MPS_SPENT, "A") is None
    done, log = drive(construct(state, SF))
    assert done.recall(FORTIFICATION, Hex("16A:2921")) == "fort" and "fort finished" in log[-1].text


def test_sf_14A1_work_goes_on_by_a_turn_in_its_own_sides_turn() -> None:
    state = position("16A:2919 ge 0-1-5 Cons III <A>, ge RP 1 <P> | Jul I 44, Axis initial", "sf")
    state, _ = drive(carry_out_work(Build(("A",), "fort"), AXIS, state, SF))
    once, _ = drive(construct(state, SF))
    work = work_of("A", once)
    assert work is not None and work.left == work.pace == 1
    twice, _ = drive(construct(once, SF))
    assert work_of("A", twice) is None and twice.recall(FORTIFICATION, Hex("16A:2919")) == "fort"
    foreign = state.at_moment(evolve(state.moment, player=ALLIED))
    assert drive(construct(foreign, SF))[0].recall(UNDER_WAY, "A") == state.recall(UNDER_WAY, "A")


def test_fof_14A2_quick_work_is_finished_in_the_movement_phase_for_half_of_the_mps() -> None:
    state = position(f"{BUILDERS}, fr RP 1 <P> | Jun I 40, Allied initial")
    state, _ = drive(carry_out_work(Build(("A", "B"), "fort"), ALLIED, state, FOF))
    foreign = state.at_moment(evolve(state.moment, player=AXIS))
    assert work_of("A", drive(finish_quick_work(foreign, FOF))[0]) is not None
    state, _ = drive(finish_quick_work(state.noting(MPS_SPENT, "A", Fraction(1)), FOF))
    assert state.recall(FORTIFICATION, SITE) == "fort" and work_of("A", state) is None
    assert [state.recall(MPS_SPENT, i) for i in "AB"] == [Fraction(7, 2), Fraction(5, 2)]


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        (BUILDERS, True),
        (f"{SITE} fr 5-6 Inf XX <D>", False),
        (f"{SITE} ge 0-1-5 Cons III <A>", False),
        (f"{SITE} fr 5-6 Inf XX <D> | off map: fr 0-1-5 Cons III <A>", False),
    ],
)
def test_fof_14A1_who_has_a_free_builder_on_the_board_is_asked(text: str, asked: bool) -> None:
    if "off map" in text:
        state = position(f"{BUILDERS} | Jun I 40, Allied initial")
        state = state.moved("A", Hex("nowhere")).moved("B", Hex("nowhere"))
    else:
        state = position(f"{text} | Jun I 40, Allied initial")
    assert (next(begin_construction(state, FOF), None) is not None) is asked


def test_fof_14A1_builders_at_work_are_not_asked_again() -> None:
    state = position(f"{SITE} fr 0-1-5 Cons III <A>, fr RP 1 <P> | Jun I 40, Allied initial")
    state, _ = drive(carry_out_work(Build(("A",), "fort"), ALLIED, state, FOF))
    assert next(begin_construction(state, FOF), None) is None


def test_sf_17D_hits_stay_between_none_and_the_capacity() -> None:
    state, field = position("16A:1030 ge 7-6 Inf XX | Jul I 44, Axis movement", "sf"), Hex("16A:1030")
    assert hit_airbase(field, 20, state, SF).recall(AIRBASE_HITS, field) == 9
    assert hit_airbase(field, -1, hit_airbase(field, 1, state, SF), SF) == state
    most = most_port_hits(PORT, SF)
    assert hit_port(PORT, most + 1, state, SF).recall(PORT_HITS, PORT) == most
    assert hit_port(PORT, -2, hit_port(PORT, 1, state, SF), SF) == state
    assert hit_port(PORT, 2, state, SF).recall(PORT_HITS, PORT) == 2


@BOOKS
def test_14A_a_port_with_all_its_hits_is_no_port_that_could_take_more(book: Book) -> None:
    rules = rules_of(book.name)
    state = position(f"{SITE} fr 5-6 Inf XX | {book.day}, Allied movement", book.name)
    most = most_port_hits(PORT, rules)
    found = [things_at(PORT, state.noting(PORT_HITS, PORT, hits), rules) for hits in (0, 1, most - 1, most)]
    assert ["port" in has for has in found] == [True, True, True, False]
    assert ["port_hit" in has for has in found] == [False, True, True, True]


@BOOKS
def test_14A_what_stands_in_a_hex(book: Book) -> None:
    rules = rules_of(book.name)
    state = position(f"{SITE} fr 5-6 Inf XX | {book.day}, Allied movement", book.name)
    bare = things_at(SITE, state, rules)
    assert bare.isdisjoint({"fort", "fortification", "airbase", "airbase_hit", "port", "port_hit", "rail_hit"})
    built = state.noting(FORTIFICATION, SITE, "fort").noting(TEMPORARY_AIRFIELD, SITE, ALLIED)
    assert things_at(SITE, built, rules) >= {"fort", "fortification", "temporary_airfield", "airbase"}
    line = next(Hex(ref) for ref in rules.board.hexes if "rail_line" in things_at(Hex(ref), state, rules))
    broken = things_at(line, break_line(line, state), rules)
    assert "rail_line" not in broken and "rail_hit" in broken


def test_44A1_a_bridge_that_is_down_or_hit_can_be_repaired_from_beside_it() -> None:
    here, there = Hex("17A:1206"), Hex("17A:1307")
    state = position(f"{here} us 0-1-8 Cons III <A>, us RP 1 <P> | Aug I 44, Allied movement", "sf")
    order, name = Repair(("A",), "bridge", across=there), between(here, there)
    assert work_ordered(order, state, SF) == "repair_major_bridge"
    assert work_ordered(Repair(("A",), "bridge", across="17A:1604"), state, SF) == "repair_bridge"
    assert work_ordered(Repair(("A",), "port"), state, SF) == "repair_port_hit"
    for noted, damaged, standing in (
        (state, False, False),
        (state.noting(BRIDGE_DOWN, name, True), True, False),
        (state.noting(BRIDGE_HITS, name, 1), True, True),
        (state.noting(BRIDGE_DOWN, name, True).noting(BRIDGE_HITS, name, 1), True, False),
    ):
        facts = gather_work(order, ALLIED, noted, SF)
        assert ("bridge_hit" in facts.has, facts.is_standing) == (damaged, standing)
        assert ("bridge_hit" in facts.lacks) is not damaged


def test_fof_14A1_a_builder_is_told_with_what_it_is_at() -> None:
    state = position(f"{BUILDERS}, fr RP 1 <P> | Jun I 40, Allied initial")
    assert gather_builder(state.piece("A"), state, FOF).busy_with == ""
    state, _ = drive(carry_out_work(Build(("A", "B"), "fort"), ALLIED, state, FOF))
    assert [gather_builder(state.piece(i), state, FOF).busy_with for i in "AB"] == ["fort", "fort"]


def test_sf_14A1c_civilians_who_help_one_unit_help_no_other_in_the_turn() -> None:
    text = "16A:3220 ge 0-1-5 Cons III <A>, ge 0-1-5 Cons III <B>, ge RP 3 <P> | Jul I 44, Axis initial"
    state = position(text, "sf")
    after, _ = drive(carry_out_work(Build(("A",), "fort", "quick"), AXIS, state, SF))
    assert len(after.all_facts(LABOR_USED)) == 1
    assert not rule_on_work_order(Build(("B",), "permanent_airfield", "quick"), AXIS, after, SF).allowed
    both, _ = drive(carry_out_work(Build(("A", "B"), "fort", "quick"), AXIS, state, SF))
    assert not both.all_facts(LABOR_USED)


def test_12E2_a_rating_that_nothing_is_taken_off_is_told_as_printed() -> None:
    assert (
        reckon_carrier_rating(8, Reckoning.of(0, "nothing"), 0, SF).lines
        == Reckoning.of(8, "printed", SF.cite("6")).lines
    )


EFFECTS_OF_WORKS: tuple[tuple[str, Hex, FactKind[Any], object, object], ...] = (
    ("repair_airbase_hit", Hex("16A:1030"), AIRBASE_HITS, 2, 1),
    ("damage_airbase", Hex("16A:1030"), AIRBASE_HITS, 2, 3),
    ("repair_port_hit", PORT, PORT_HITS, 2, 1),
    ("demolish_port", PORT, PORT_HITS, 2, 3),
    ("repair_rail_hit", SITE, RAIL_BROKEN, True, None),
    ("break_rail_line", SITE, RAIL_BROKEN, None, True),
    ("fort", SITE, FORTIFICATION, None, "fort"),
    ("permanent_airfield", SITE, AIRFIELD, None, 3),
    ("permanent_airfield", SITE, TEMPORARY_AIRFIELD, AXIS, None),
    ("augmentation", SITE, AIRFIELD, 3, 6),
    ("temporary_airfield", SITE, TEMPORARY_AIRFIELD, None, AXIS),
    ("port_rebuild", PORT, PORT_DESTROYED, True, None),
    ("port_rebuild", PORT, PORT_HITS, None, most_port_hits(PORT, SF)),
    ("no_work", SITE, FORTIFICATION, None, None),
)


def test_sf_14A1_7A5_what_each_work_does_to_its_hex() -> None:
    """Hits are done and repaired one by one; a fort, an airfield and a break in a line are there or not."""
    bare = position("16A:2919 ge 7-6 Inf XX | Jul I 44, Axis initial", "sf")
    for work, ref, kind, before, after in EFFECTS_OF_WORKS:
        state = bare if before is None else bare.noting(kind, ref, before)
        assert apply_work(work, ref, AXIS, state, SF).recall(kind, ref) == after, work


def test_sf_44A1_a_bridge_is_repaired_by_the_owner_of_both_its_hexes() -> None:
    facts = WorkFacts("repair_bridge", (builder(4),))
    assert rule_on_work(facts, SF).allowed and not rule_on_work(evolve(facts, owns_site=False), SF).allowed


CARRIERS = f"{SITE} ge 7-6 Inf XX <D>, ge RP 3 <P>, ge RP 3 <Q>, ge RP 1 <R>, us RP 1 <E> | 16A:2128 ge RP 1 <F>"


@pytest.mark.parametrize(
    ("units", "carried", "allowed"),
    [
        (("P",), (), True),
        (("P", "Q"), (), True),
        (("P", "Q", "R"), (), False),
        (("Q",), ("P",), True),
        (("Q", "R"), ("P",), False),
        (("P",), ("P",), False),
        ((), (), False),
        (("F",), (), False),
        (("E",), (), False),
    ],
)
def test_sf_12E_a_division_carries_6_points_of_its_own_in_its_hex(
    units: tuple[str, ...], carried: tuple[str, ...], allowed: bool
) -> None:
    state = position(f"{CARRIERS} | Jul I 44, Axis movement", "sf")
    for piece_id in carried:
        state = state.noting(CARRIED_ON, piece_id, "D")
    assert rule_on_carry_order(Carry("D", units), AXIS, state, SF).allowed is allowed
    assert not rule_on_carry_order(Carry("D", units), AXIS, state.noting(MOVED_BY, "D", "regular"), SF).allowed
    assert carried_points("D", state) == 3 * len(carried)


@pytest.mark.parametrize(("carried", "mps"), [((), 6), (("R",), 5), (("P",), 5), (("P", "R"), 4)])
def test_sf_12E_points_that_a_unit_carries_take_mps_off_its_rating(carried: tuple[str, ...], mps: int) -> None:
    state = position(f"{CARRIERS} | Jul I 44, Axis movement", "sf")
    for piece_id in carried:
        state = state.noting(CARRIED_ON, piece_id, "D")
    assert allowance_of(state.piece("D"), state, SF).value == mps


def test_sf_12E_points_are_where_their_carrier_is_and_those_left_behind_are_lost() -> None:
    state = position(f"{CARRIERS} | Jul I 44, Axis movement", "sf")
    state = state.noting(CARRIED_ON, "P", "D").moved("D", Hex("16A:2128"))
    assert {p.id for p in left_behind(SITE, ALLIED, state)} == {"Q", "R"}
    after, _ = drive(follow_carriers(state, SF))
    assert [after.piece(who).place for who in "PQDE"] == ["16A:2128", SITE, "16A:2128", SITE]
    assert set(lose_points(HexGained(SITE, ALLIED, AXIS), state, SF).pieces) == {"D", "P", "E", "F"}


@BOOKS
def test_14A1_mps_matter_where_work_takes_some_and_its_builder_may_do_it(book: Book) -> None:
    rules = rules_of(book.name)
    assert rule_on_work(WorkFacts("fort", (builder(0),), phase="initial"), rules).allowed
    infantry = builder(1, "5-6", "infantry")
    for work, builders, refusals in (
        ("temporary_airfield", (infantry,), 1),
        ("temporary_airfield", (builder(2), builder(1)), 2),
        ("temporary_airfield", (builder(3), builder(2)), 1),
        ("temporary_airfield", (builder(3), builder(3)), 0),
        ("temporary_airfield", (builder(2),), 1),
        ("break_rail_line", (builder(1),), 1),
        ("break_rail_line", (infantry,), 1),
    ):
        ruling = rule_on_work(WorkFacts(work, builders), rules)
        assert len(ruling.refusals) == refusals and ruling.possible == ()
    assert rule_on_work(WorkFacts("temporary_airfield", (builder(3), builder(3)), quick=True), rules).allowed


@BOOKS
def test_14A1_a_builder_is_called_by_its_id_or_by_its_counter(book: Book) -> None:
    named = evolve(builder(1), id="C 1")
    assert [who.name for who in (named, builder(1), Builder())] == [
        "C 1",
        "0-1-5 construction regiment",
        "the construction unit",
    ]


@BOOKS
def test_14A1b_a_brigade_of_defense_2_counts_as_two_units(book: Book) -> None:
    rules = rules_of(book.name)
    for rating, size, counts in (("0-2-5", "brigade", 2), ("0-1-5", "brigade", 1), ("0-3-5", "regiment", 1)):
        who = Unit("ge", "construction", size, Rating.parse(rating))  # type: ignore[arg-type]
        assert reckon_working_units([who], rules).value == counts
        assert is_quick(WorkFacts("fort", (Builder(who, mps=5),)), rules) is (counts == 2)
    infantry = Unit("ge", "infantry", "brigade", Rating.parse("2-6"))
    assert reckon_working_units([infantry, None], rules).value == 1


def test_sf_14A1b_by_another_reading_a_brigade_counts_as_two_from_a_defense_of_3_on() -> None:
    rules = rules_of("sf", rulings=(("sf-14A1b-brigade-defense", "above-two"),))
    brigades = [Unit("ge", "construction", "brigade", Rating.parse(rating)) for rating in ("0-2-5", "0-3-5")]
    assert [reckon_working_units([who], rules).value for who in brigades] == [1, 2]


@pytest.mark.parametrize("reading", ["ports", "all", "none"])
def test_sf_14A1_which_damage_is_slowed_by_poor_weather(reading: str) -> None:
    rules = rules_of("sf", rulings=(("sf-14A1-demolition-in-poor-weather", reading),))
    slowed = [is_slowed(WorkFacts(work, weather="mud"), rules) for work in ("demolish_port", "break_rail_line")]
    assert slowed == {"ports": [True, False], "all": [True, True], "none": [False, False]}[reading]
    assert not is_slowed(WorkFacts("demolish_port"), rules)


def test_sf_14A1_an_overlay_is_the_terrain_that_one_builds_in() -> None:
    """A fort takes one turn in clear terrain, and two where an overlay covers it."""
    ref = next(Hex(ref) for ref in SF.board.hexes if SF.board.overlays(ref) and SF.board.has_land(ref))
    text = f"{ref} ge 0-1-5 Cons III <A> | 16A:2921 ge 0-1-5 Cons III <B> | Jul I 44, Axis initial"
    state = position(text, "sf")
    covered, clear = (gather_work(Build((who,), "fort"), AXIS, state, SF) for who in "AB")
    assert covered.terrain == SF.board.overlays(ref)[0] and clear.terrain == SF.board.terrain(Hex("16A:2921"))
    assert [reckon_time(facts, SF).value for facts in (clear, covered)] == [1, 2]
