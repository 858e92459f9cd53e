"""Rules on the ground exactly at their limits, one below and one above, from plain facts and small positions."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.air_driving import BOOKS, Book, drive, rules_of

from europa_rules.air.facts import HARASSMENT, HARASSMENT_IGNORED, harassed_by
from europa_rules.air.harassment import hits_against
from europa_rules.ground.armor import Used, required_losses
from europa_rules.ground.artillery import Cover, Fielded, reckon_with_artillery, without_support_of_excess
from europa_rules.ground.battleground import Feature, effects_on, features_of
from europa_rules.ground.bridge_seizure import SeizeBridge, rule_on_seize_order
from europa_rules.ground.bridges import damage_bridge
from europa_rules.ground.combat import OddsColumns, reckon_odds
from europa_rules.ground.communications import gather_judgement
from europa_rules.ground.construction import (
    Builder,
    WorkFacts,
    reckon_completion,
    reckon_time,
    reckon_working_units,
    rule_on_quick_construction,
    rule_on_work,
)
from europa_rules.ground.delivered_supply import deliver, remove_old_supplies
from europa_rules.ground.facts import (
    BRIDGE_DOWN,
    BRIDGE_MPS,
    PORT_HITS,
    RAIL_USED,
    TERRAIN_NOW,
    Combatant,
    Ground,
    between,
    on_net,
)
from europa_rules.ground.groups import rail_groups
from europa_rules.ground.hexsets import HexSets, layout_of
from europa_rules.ground.isolation import is_isolated
from europa_rules.ground.lines import LineHex, longest_line
from europa_rules.ground.losses import STRENGTH_LOST, LossFacts, affected, note_strength_lost, rule_on_losses
from europa_rules.ground.movement_counters import reckon_loaded_re
from europa_rules.ground.moves import mps_for_work
from europa_rules.ground.overruns import OverrunFacts, Overrunner, OverrunOdds, reckon_overrun_odds, rule_on_overrun
from europa_rules.ground.ownership import gather_ownership
from europa_rules.ground.rail_capacity import RaiseRailCapacity, reckon_net_capacity, rule_on_raise
from europa_rules.ground.rail_lines import RailHex, is_functioning_port, rail_map
from europa_rules.ground.rail_nets import (
    Increase,
    NetLoad,
    RailUse,
    reckon_capacity_use,
    reckon_most_increase,
    rule_on_load,
)
from europa_rules.ground.rail_rides import RailFacts, Ride, hexes_per_mp, reckon_ride, rule_on_rail
from europa_rules.ground.resources import Carrying, reckon_carried_mps, rule_on_carrying_points
from europa_rules.ground.retreat_before_combat import after_retreats
from europa_rules.ground.supply_elimination import EliminationFacts, rule_on_check
from europa_rules.ground.supply_floods import Leap, SetWays, Spread, Terms, flood
from europa_rules.ground.supply_lines import Stretch, reckon_length
from europa_rules.ground.supply_map import Standing, _limited_ports
from europa_rules.ground.supply_sources import (
    Demand,
    SourceLoad,
    reckon_served,
    share_out,
)
from europa_rules.ground.supply_sources import (
    rule_on_load as rule_on_source,
)
from europa_rules.ground.supply_state import SUPPLIES
from europa_rules.ground.supply_view import Ports, view_of
from europa_rules.ground.supply_ways import ferries, rail_between, sea_ways, uncounted_ways
from europa_rules.ground.support import is_supported
from europa_rules.ground.terrain import ways_of
from europa_rules.ground.travel import rail_destinations
from europa_rules.ground.works import most_port_hits, temporary_airfield_stays
from europa_rules.ground.zones import zoc_map
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.numbers import HALF, ONE, ZERO
from europa_rules.position import parse_position
from europa_rules.sides import ALLIED, AXIS, Turn
from europa_rules.units import Rating, Unit

REGIMENT = Unit("ge", "infantry", "regiment", Rating.parse("2-6"))
BATTALION = Unit("ge", "infantry", "battalion", Rating.parse("1-6"))
DIVISION = Unit("ge", "infantry", "division", Rating.parse("7-6"))
GUNS = Unit("ge", "artillery", "regiment", Rating.parse("2-3-8"))
GROUND = {"fof": Ground(city="full"), "sf": Ground(fortification="fortress", condition="improved")}
FIRST_HEX, NEXT_HEX, BELOW = Hex("16A:0101"), Hex("16A:0102"), Hex("16A:0201")


def points(number: Fraction | int) -> Reckoning:
    return Reckoning.of(number, "printed")


# --- rules 6 and 7 ---------------------------------------------------------------------------------------------------


def test_sf_7A2_strategic_rail_movement_goes_200_hexes() -> None:
    ride = RailFacts(DIVISION, strategic=True, hexes=(RailHex(), RailHex()))
    allowed = [rule_on_rail(evolve(ride, distance=n), rules_of("sf")).allowed for n in (199, 200, 201)]
    assert allowed == [True, True, False]


@BOOKS
def test_7A_a_unit_rides_as_far_as_its_mps_last(book: Book) -> None:
    rules = rules_of(book.name)
    ride = RailFacts(DIVISION, hexes=(RailHex(), RailHex()), left=1)
    rides = [rule_on_rail(evolve(ride, distance=n), rules).allowed for n in range(1, 40)]
    far = rides.index(False)
    assert rides == [True] * far + [False] * (39 - far)
    assert rule_on_rail(evolve(ride, distance=2 * far, left=2), rules).allowed
    assert not rule_on_rail(evolve(ride, distance=2 * far + 1, left=2), rules).allowed


@BOOKS
def test_7A4_7A3_what_needs_no_capacity_fits_a_net_without_any(book: Book) -> None:
    rules = rules_of(book.name)
    assert rule_on_load(NetLoad(0, 10, 12), rules).allowed
    assert [rule_on_load(NetLoad(n, 10, 6), rules).allowed for n in (3, 4, 5)] == [True, True, False]


def test_sf_7A4a_a_raise_is_half_the_capacity_less_what_was_raised() -> None:
    rules = rules_of("sf")
    assert [reckon_most_increase(Increase(50, raised=n), rules).value for n in (0, 24, 25, 26)] == [25, 1, 0, 0]


@BOOKS
def test_7C2_44A1_mps_for_a_demolition_add_up_until_they_suffice(book: Book) -> None:
    rules = rules_of("fof", ("7C",))
    state = parse_position("17A:2018 ge 7-6 Inf XX 1 | May II 40, Axis movement", rules)
    a, b = Hex("17A:1918"), Hex("17A:2018")
    state = damage_bridge(a, b, 3, state, rules)
    name = next(iter(state.all_facts(BRIDGE_MPS)))
    assert state.recall(BRIDGE_MPS, name) == 3
    assert state.recall(BRIDGE_DOWN, name) is None
    after = damage_bridge(a, b, 1, state, rules)
    assert after.recall(BRIDGE_MPS, name) is None
    assert after.recall(BRIDGE_DOWN, name) is True
    assert damage_bridge(a, b, 2, state, rules).recall(BRIDGE_DOWN, name) is True


# --- rules 9 to 14 ---------------------------------------------------------------------------------------------------


@BOOKS
def test_9B_odds_are_those_of_the_column_that_the_attack_just_reaches(book: Book) -> None:
    rules = rules_of(book.name)
    columns = OddsColumns.of(rules)
    for name, ratio, lower in zip(columns.names[1:], columns.ratios[1:], columns.names, strict=False):
        exact = reckon_odds(points(ratio * 12), points(12), rules)
        below = reckon_odds(points(ratio * 12 - Fraction(1, 100)), points(12), rules)
        assert (exact.column, below.column) == (name, lower)
    last = columns.ratios[-1]
    notes = [str(reckon_odds(points(n), points(1), rules)) for n in (last, last + HALF, last + 1)]
    assert ["the highest column" in note for note in notes] == [False, False, True]
    least = columns.ratios[0]
    assert reckon_odds(points(least), points(1), rules).column == columns.names[0]
    assert reckon_odds(points(least / 2), points(1), rules).column is None


@BOOKS
def test_9F1_14D_who_fired_at_two_hexes_is_not_struck(book: Book) -> None:
    units = tuple(Combatant(DIVISION, str(n), distance=n) for n in (0, 1, 2))
    assert [who.id for who in affected(units)] == ["0", "1"]


def test_sf_9I_attackers_may_advance_if_no_defender_remains() -> None:
    assert [(after_retreats(n).is_resolved, after_retreats(n).may_advance) for n in (0, 1)] == [
        (False, True),
        (True, False),
    ]


@BOOKS
def test_10H_losses_are_required_from_a_half_on(book: Book) -> None:
    rules = rules_of(book.name)
    found = [required_losses(Used("aeca", share), rules).required for share in (Fraction(49, 100), HALF, ONE)]
    assert found == [False, True, True]
    assert not required_losses(Used("aeca", ONE, no_aec=True), rules).required
    assert required_losses(Used("atec", ONE, no_aec=True), rules).required


@pytest.mark.parametrize(
    ("attack", "defense", "told"),
    [(10, 1, "10:1"), (1, 1, "1:1"), (19, 10, "1:1"), (1, 2, "1:2"), (2, 5, "1:3"), (0, 1, "0:1"), (0, 0, "0:1")],
)
@BOOKS
def test_13_odds_of_an_overrun_are_rounded_down(book: Book, attack: int, defense: int, told: str) -> None:
    assert str(reckon_overrun_odds(attack, defense, rules_of(book.name))) == told


@given(ratio=st.fractions(min_value=Fraction(1, 40), max_value=40))
@settings(max_examples=40)
def test_13_odds_that_are_told_are_never_above_those_there_are(ratio: Fraction) -> None:
    attack, defense = map(int, str(OverrunOdds(ratio)).split(":"))
    assert Fraction(attack, defense) <= ratio
    assert Fraction(attack + (defense == 1), defense - (defense > 1)) > ratio


def test_sf_13_an_overrun_by_several_units_rests_on_where_they_were_stacked() -> None:
    rules = rules_of("sf")
    found = [rule_on_overrun(OverrunFacts(10, 1, units=(REGIMENT,) * n), rules).rests_on for n in (0, 1, 2)]
    assert ["sf-13-stacked-before: no" in points_of for points_of in found] == [False, False, True]


@BOOKS
def test_13_a_unit_that_cannot_pay_may_stay_behind_where_others_go(book: Book) -> None:
    rules = rules_of(book.name)
    poor, rich = Overrunner("poor", 1, 2), Overrunner("rich", 2, 2)
    alone = rule_on_overrun(OverrunFacts(10, 1, overrunners=(poor,)), rules)
    both = rule_on_overrun(OverrunFacts(10, 1, overrunners=(poor, rich)), rules)
    assert ("overrun without poor" in alone.possible, "overrun without poor" in both.possible) == (False, True)


@BOOKS
def test_14B_only_artillery_in_excess_stands_together(book: Book) -> None:
    rules = rules_of(book.name)
    infantry = Fielded("infantry", points(2), covers=ONE)
    guns = [Fielded(name, points(3), ONE, artillery=True) for name in ("one", "two")]
    parts = dict(reckon_with_artillery((infantry, *guns), rules))
    assert list(parts) == ["infantry", "one", "artillery in excess"]
    assert [name for name, _ in parts["artillery in excess"].lines[0].parts] == ["two"]
    assert [name for name, _ in reckon_with_artillery((infantry, guns[0]), rules)] == ["infantry", "one"]


def test_sf_14B_units_that_are_covered_go_on_supporting() -> None:
    group = (Combatant(DIVISION, "a"), Combatant(GUNS, "b"), Combatant(GUNS, "c"))
    rules = rules_of("sf", (), (("sf-14B-excess-support", "no"),))
    marked = without_support_of_excess(group, Cover(ONE, (ONE, HALF, ZERO)), rules)
    assert marked is not None
    assert [who == before for who, before in zip(marked, group, strict=True)] == [True, False, False]
    assert without_support_of_excess(group, Cover(ONE, (ONE, ONE, ONE)), rules) is None
    assert without_support_of_excess(group, Cover(ONE, (ONE, HALF, ZERO)), rules_of("sf")) is None


@BOOKS
@pytest.mark.parametrize("first", [ONE, Fraction(2)])
def test_14C_what_multiplies_by_1_doubles_nobody_and_leaves_others_to_double(book: Book, first: Fraction) -> None:
    rules = rules_of(book.name)
    gun = Combatant(Unit("ge", "siege_artillery", "regiment", Rating.parse("4-2-6")))
    feature = next(f for f in features_of(GROUND[book.name], rules) if f.effect.attack_factors)

    def times(factor: Fraction) -> Feature:
        factors = tuple(evolve(f, factor=factor) for f in feature.effect.attack_factors if f.factor > 1)
        return evolve(feature, effect=evolve(feature.effect, attack_factors=factors))

    found = effects_on(gun, [times(first), times(3 - first)], rules)
    assert [effect.factor for effect in found] == [first, 3 - first]
    assert len({len(effect.by) for effect in found}) == 2


@BOOKS
def test_14A_two_construction_units_or_a_brigade_of_defense_2_work_quickly(book: Book) -> None:
    rules = rules_of(book.name)
    one = Unit("ge", "construction", "regiment", Rating.parse("0-1-5"))
    brigades = [Unit("ge", "construction", "brigade", Rating.parse(f"0-{n}-5")) for n in (1, 2, 3)]
    assert [reckon_working_units([b], rules).value for b in brigades] == [1, 2, 2]
    assert [reckon_working_units([one] * n, rules).value for n in (1, 2)] == [1, 2]
    resting = rules.resting("14A2-quick-construction")
    assert set(resting) <= set(rule_on_quick_construction([one, one], rules).rests_on)
    work = WorkFacts("fort", phase="initial", quick=True)
    for builders, is_allowed in (((one,), False), ((one, one), True), ((brigades[1],), True)):
        facts = evolve(work, builders=tuple(map(Builder, builders)))
        assert rule_on_work(facts, rules).allowed == is_allowed


@BOOKS
def test_14A_work_of_a_turn_is_done_in_the_next_initial_phase_and_shorter_work_in_this_turn(book: Book) -> None:
    rules, begun = rules_of(book.name), Turn.parse(book.day)
    done = reckon_completion(begun, WorkFacts("fort", quick=False), rules)
    time = reckon_time(WorkFacts("fort", quick=False), rules).value
    assert (done.turn, done.phase) == (begun.next(), "initial") and time == 1
    quick = WorkFacts("fort", (Builder(), Builder()))
    assert reckon_time(quick, rules).value < 1
    assert (reckon_completion(begun, quick, rules).turn, reckon_completion(begun, quick, rules).phase) == (
        begun,
        "movement",
    )


@pytest.mark.parametrize(("units", "stays"), [(0, False), (1, True), (2, True)])
def test_14A_a_temporary_airfield_stays_while_a_construction_unit_attends(units: int, stays: bool) -> None:
    assert temporary_airfield_stays(units) == stays


def test_fof_14I2_a_unit_that_counts_double_anyhow_is_not_doubled_again() -> None:
    rules = rules_of("fof", (), (("fof-14I2-loaded-counter", "both"),))
    counter = Unit("br", "transport_counter", "counter", Rating.parse("12"), capacity=1)
    on_foot = reckon_loaded_re(counter, [REGIMENT], rules).value
    motorized = reckon_loaded_re(counter, [Unit("ge", "motorized_infantry", "regiment", Rating.parse("2-10"))], rules)
    assert on_foot == motorized.value == reckon_loaded_re(counter, [], rules).value + 2


# --- losses ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", ["fof", "sf"])
def test_9I_half_of_the_losses_come_from_those_who_must_bear_them(book: str) -> None:
    rules = rules_of(book)
    units = tuple(Combatant(evolve(DIVISION, rating=Rating.parse(f"{n}-6")), str(n)) for n in (1, 2, 3, 4))
    facts = LossFacts(units, "attacker", Fraction(4), special=frozenset({"2", "3"}))
    assert not rule_on_losses(facts, ("4",), rules).allowed
    assert rule_on_losses(facts, ("1", "3"), rules).allowed
    assert rule_on_losses(facts, ("2", "3"), rules).allowed
    assert not rule_on_losses(evolve(facts, min_loss=Fraction(5)), ("1", "4"), rules).allowed
    assert not rule_on_losses(evolve(facts, min_loss=Fraction(6)), ("4", "2"), rules).allowed


# --- rule 12 ---------------------------------------------------------------------------------------------------------


@BOOKS
def test_12E_points_are_carried_up_to_the_res_of_a_unit_and_beyond_at_a_price(book: Book) -> None:
    rules = rules_of(book.name)
    for unit, within in ((REGIMENT, 1), (DIVISION, 3)):
        costs = [reckon_carried_mps(Carrying(unit, n), rules).value for n in (0, within, within + 1)]
        assert costs[0] == 0 < costs[1] <= costs[2]
        assert rule_on_carrying_points(Carrying(unit, within), rules).allowed or book.name == "fof"


def test_sf_12E_a_unit_of_half_a_re_carries_a_point_or_none() -> None:
    strict = rules_of("sf", (), (("sf-12E-half-re-carriers", "cannot"),))
    for unit, is_allowed in ((BATTALION, False), (REGIMENT, True)):
        assert rule_on_carrying_points(Carrying(unit, 1), strict).allowed == is_allowed
        assert rule_on_carrying_points(Carrying(unit, 1), rules_of("sf")).allowed
        assert rule_on_carrying_points(Carrying(unit, 0), strict).allowed
        assert bool(rule_on_carrying_points(Carrying(unit, 1), rules_of("sf")).rests_on) != is_allowed


@BOOKS
def test_12C3_a_source_serves_as_many_res_as_it_can_hold(book: Book) -> None:
    rules = rules_of(book.name)
    for units, served, is_told in ((1, 1, False), (2, 2, False), (3, 2, True)):
        found = reckon_served(SourceLoad(2, (REGIMENT,) * units), rules)
        assert (found.value, len(found.lines) > 1) == (Fraction(served), is_told)
        assert rule_on_source(SourceLoad(2, (REGIMENT,) * units), rules).allowed == (not is_told)
    assert reckon_served(SourceLoad(2, (DIVISION,)), rules).value == 0
    assert (
        reckon_served(SourceLoad(Fraction(5, 2), (REGIMENT, REGIMENT, BATTALION, BATTALION)), rules).value == 2 + HALF
    )
    assert reckon_served(SourceLoad(None, (DIVISION,)), rules).value == 3
    assert reckon_served(SourceLoad(9, (DIVISION,), in_reach=False), rules).value == 0
    refused = rule_on_source(SourceLoad(9, (DIVISION,), in_reach=False), rules)
    assert [refusal.why for refusal in refused.refusals] == ["no line leads to the source"]


def test_12C3_a_unit_that_no_source_in_reach_has_room_for_is_not_served_by_another() -> None:
    needs = {"a": (ONE, ("x",)), "b": (HALF, ("x",))}
    assert share_out(Demand(needs, {"x": ONE, "y": ONE})) is None
    assert share_out(Demand(needs, {"x": ONE + HALF, "y": ZERO})) == {"a": "x", "b": "x"}


sizes = st.sampled_from([HALF, ONE, Fraction(2)])
names = st.sets(st.sampled_from("xy"), min_size=1).map(lambda found: tuple(sorted(found)))


@given(
    needs=st.lists(st.tuples(sizes, names), max_size=4),
    room=st.tuples(st.integers(0, 3), st.integers(0, 3)),
)
@settings(max_examples=60)
def test_12C3_sources_are_shared_out_whenever_there_is_a_way(
    needs: list[tuple[Fraction, tuple[str, ...]]], room: tuple[int, int]
) -> None:
    capacities = {"x": Fraction(room[0]), "y": Fraction(room[1])}
    found = share_out(Demand({str(n): need for n, need in enumerate(needs)}, capacities))
    ways: list[dict[str, str]] = [{}]
    for n, (_, options) in enumerate(needs):
        ways = [{**way, str(n): name} for way in ways for name in options]

    def fits(way: dict[str, str]) -> bool:
        load = {name: sum(needs[int(n)][0] for n, at in way.items() if at == name) for name in capacities}
        return all(load[name] <= capacities[name] for name in capacities)

    assert (found is not None) == any(map(fits, ways))
    assert found is None or (set(found) == {str(n) for n in range(len(needs))} and fits(found))


def test_sf_12D_a_unit_is_checked_from_its_fourth_turn_out_of_supply_on() -> None:
    rules = rules_of("sf")
    allowed = [rule_on_check(EliminationFacts(n, isolated=True), rules).allowed for n in range(6)]
    assert allowed == [False, False, False, False, True, True]


def test_fof_12B6_a_line_of_communications_is_as_long_as_it_may_be() -> None:
    rules = rules_of("fof")
    most = longest_line("clear", rules)
    assert most is not None
    for hexes, is_cut_off in ((most - 1, False), (most, False), (most + 1, True)):
        route = [LineHex() for _ in range(hexes)] + [LineHex(source="full")]
        assert is_isolated(route, rules).isolated == is_cut_off


@pytest.mark.parametrize(("phase", "judged"), [("initial", "initial"), ("exploitation", "combat")])
def test_sf_3G_a_judgement_holds_from_the_phase_in_which_it_was_made(phase: str, judged: str) -> None:
    rules = rules_of("sf")
    assert judged in rules.charts["isolation"].texts("lists", "judged_in")
    state = parse_position(f"16A:1506 ge 7-6 Inf XX 1 | Jul I 44, Axis {phase}", rules)
    found = gather_judgement(state.piece("ge 1 Inf XX"), state, rules)
    assert (found.phase, found.now) == (judged, phase)


# --- the first hex of the board is a hex like any other --------------------------------------------------------------


@BOOKS
def test_a_set_of_hexes_moves_as_hexes_do(book: Book) -> None:
    board = rules_of(book.name).board
    layout = layout_of(board)
    everything = range(len(board.hexes))
    assert sorted(layout.members(layout.everything)) == list(everything)
    for direction in range(6):
        for i in (0, 1, 33, 34, len(board.hexes) // 2, len(board.hexes) - 1):
            to = board.neighbors[i][direction]
            assert layout.members(layout.moved(layout.of([i]), direction)) == ([to] if to >= 0 else [])
        moved = layout.members(layout.moved(layout.everything, direction))
        assert sorted(moved) == sorted(around[direction] for around in board.neighbors if around[direction] >= 0)


@BOOKS
def test_6_a_way_leads_into_the_first_hex_of_the_board_and_out_of_it(book: Book) -> None:
    rules = rules_of(book.name)
    assert rules.board.hexes[0] == FIRST_HEX
    state = parse_position(f"17A:2018 ge 7-6 Inf XX 1 | {book.day}, Axis movement", rules)
    before, rough = (ways_of(("other",), at, rules) for at in (state, state.noting(TERRAIN_NOW, FIRST_HEX, "mountain")))
    assert dict(before.moves[0])[33] == dict(rough.moves[0])[33]
    changed = [place for place, cost in enumerate(before.overland) if cost != rough.overland[place]]
    assert changed == [6 * 33 + rules.board.neighbors[33].index(0)]


@pytest.mark.parametrize(("phase", "ends"), [("initial", 3), ("movement", 2)])
def test_fof_12C3_delivered_supply_lasts_two_initial_phases_after_its_own(phase: str, ends: int) -> None:
    rules, here = rules_of("fof"), Hex("17A:2018")
    state = deliver(here, AXIS, 2, parse_position(f"{here} ge 7-6 Inf XX 1 | May II 40, Axis {phase}", rules))
    for _ in range(ends - 1):
        state, log = drive(remove_old_supplies(state, rules))
        assert list(state.all_facts(SUPPLIES).values()) == [2] and not log
    state, log = drive(remove_old_supplies(state, rules))
    assert not state.all_facts(SUPPLIES) and "2 in 17A:2018" in log[0].text


def test_sf_40B4_strength_lost_adds_up() -> None:
    rules = rules_of("sf")
    state = parse_position("17A:2018 ge 7-6 Inf XX 1 | Jul I 44, Axis movement", rules)
    piece = state.piece("ge 1 Inf XX")
    for _ in range(2):
        state = note_strength_lost(piece, Fraction(3), state)
    assert state.recall(STRENGTH_LOST, "ge") == 6
    assert note_strength_lost(piece, ZERO, state) is state


@BOOKS
def test_20G2d_harassment_that_is_ignored_costs_nothing(book: Book) -> None:
    rules, here = rules_of(book.name), Hex("17A:2018")
    state = parse_position(f"{here} ge 7-6 Inf XX 1 | {book.day}, Axis movement", rules)
    state = state.noting(HARASSMENT, harassed_by(ALLIED, here), 2)
    hits = [hits_against(here, AXIS, state.noting(HARASSMENT_IGNORED, here, n), rules) for n in (0, 1, 2, 3)]
    assert hits == [2, 1, 0, 0]
    assert hits_against(here, ALLIED, state, rules) == 0
    assert mps_for_work("ge 1 Inf XX", state, rules) == 6 - 2


@BOOKS
def test_12B4_ships_go_both_ways(book: Book) -> None:
    rules = rules_of(book.name)
    ways = sea_ways(rules)
    assert ways[0] and 1 in ways[0]
    assert all(i in ways[j] for i, around in enumerate(ways) for j in around)


@BOOKS
def test_7A_rails_lead_both_ways_and_into_the_first_hex_of_a_board(book: Book) -> None:
    rules = rules_of(book.name)
    laid = rules.on_board(rules.board.patched(lines={(FIRST_HEX, NEXT_HEX): ("rail_high",)}))
    links = rail_map(laid).links
    assert (0, "high") in links[1] and (1, "high") in links[0]
    assert all((i, kind) in links[to] for i, found in enumerate(links) for to, kind in found)


@BOOKS
def test_12B_a_line_along_rails_leads_into_the_first_hex_of_a_board(book: Book) -> None:
    rules = rules_of(book.name)
    laid = rules.on_board(rules.board.patched(lines={(FIRST_HEX, NEXT_HEX): ("rail_high",)}))
    layout = layout_of(laid.board)
    ways = uncounted_ways("rail", laid)
    entered = [i for i in (0, 1) if any(layout.holds(side, i) for way in ways for side in way.sets)]
    assert entered == [0, 1]
    assert [rail_between(0, d, laid) for d in range(6)].count("high") == 1


def test_sf_37A2_a_ferry_is_a_chain_of_hexes_from_one_port_to_another() -> None:
    rules = rules_of("sf")
    board = rules.board
    found = ferries(rules)
    assert ("26:3822", "26:3823") in found and len(found) == 5
    for way in found:
        assert len(set(way)) == len(way) >= 2
        assert board.index[way[0]] < board.index[way[-1]]
        assert all(b in board.neighbors_of(a) for a, b in pairwise(way))
        assert board.ports(way[0]) and board.ports(way[-1])


# --- floods ----------------------------------------------------------------------------------------------------------


def row_of_hexes() -> tuple[HexSets, SetWays]:
    """Six hexes in a row, numbered from 0; a line goes down the row, each hex counting 1."""
    layout = HexSets(tuple(range(6)), (*range(6), -1, -1), (1, 6, 7, -1, -6, -7), 0b111111)
    return layout, SetWays(1, (0b111111, 0, 0, 0b111111, 0, 0))


@pytest.mark.parametrize(("limit", "reached"), [(0, 0b1), (1, 0b11), (2, 0b111), (5, 0b111111), (None, 0b111111)])
def test_12B_a_flood_goes_as_far_as_its_limit(limit: int | None, reached: int) -> None:
    layout, way = row_of_hexes()
    terms = Terms(0b1, layout.everything, limit)
    assert flood(terms, layout.everything, (way,), layout).reached == reached
    assert Spread(terms, layout.everything, (way,), layout).reached(0b1) == reached


@pytest.mark.parametrize(("limit", "reached"), [(1, 0b000011), (2, 0b110111), (3, 0b111111)])
def test_37A2_a_leap_counts_its_length(limit: int, reached: int) -> None:
    layout, way = row_of_hexes()
    terms = Terms(0b1, layout.everything, limit, (Leap(0b1, 0b100000, 1),))
    assert flood(terms, layout.everything, (way,), layout).reached == reached | 0b100000
    assert Spread(terms, layout.everything, (way,), layout).reached(0b1) == reached | 0b100000


def two_rows(along: int, across: int, back: int) -> tuple[HexSets, tuple[SetWays, ...]]:
    """Two rows of eight hexes one below the other, and ways along them and from one to the other."""
    right, left, lower = 0x7F7F, 0xFEFE, 0x00FF
    layout = HexSets(tuple(range(16)), (*range(16), *(-1,) * 8), (1, 8, 9, -1, -8, -9), 0xFFFF)
    steps = (along & right, 0, 0, back & left, 0, 0)
    crossing = (0, across & lower, 0, 0, (across >> 8 << 8) & 0xFF00, 0)
    return layout, (SetWays(1, steps), SetWays(2, crossing))


hexes = st.integers(0, 0xFFFF)


@given(
    rows=st.tuples(hexes, hexes, hexes),
    closed=st.sets(st.integers(0, 15), max_size=3),
    changed=st.sets(st.integers(0, 15), min_size=1, max_size=2),
    limit=st.sampled_from([3, 8, None]),
    leap=st.integers(0, 3),
)
@settings(max_examples=200)
def test_12B_a_flood_made_from_an_older_one_is_the_flood_made_from_nothing(
    rows: tuple[int, int, int], closed: set[int], changed: set[int], limit: int | None, leap: int
) -> None:
    layout, ways = two_rows(rows[0] | 0xFF, rows[1] | 0x8080, rows[2])
    terms = Terms(0b1, 0xFFFF, limit, (Leap(0b100, 1 << 12, leap),))
    enter = 0xFFFF & ~sum(1 << bit for bit in closed)
    old = flood(terms, enter, ways, layout)
    enter ^= sum(1 << bit for bit in changed)
    new, anew = (flood(terms, enter, ways, layout, before) for before in (old, None))
    assert (new.waves, new.lengths, new.totals, new.begun) == (anew.waves, anew.lengths, anew.totals, anew.begun)
    assert Spread(terms, enter, ways, layout).reached(0b1) == anew.reached
    for bit in range(16):
        wave = next((n for n, found in enumerate(anew.waves) if found >> bit & 1), None)
        assert anew.wave_of(bit) == wave


def test_12B_waves_are_kept_only_where_no_longer_way_leads_on_from_a_change() -> None:
    layout, way = row_of_hexes()
    ways, leaps = (way,), (Leap(0b1, 0b100, 2), Leap(0b10, 0b100000, 3))
    terms = Terms(0b1, layout.everything, None, leaps)
    old = flood(terms, layout.everything, ways, layout)
    new, anew = (flood(terms, 0b111101, ways, layout, before) for before in (old, None))
    assert old.lengths[-1] == 4
    assert new.lengths == anew.lengths == [0, 1, 2, 3, 4, 5]
    assert new.waves == anew.waves


def test_12B_waves_of_no_length_are_kept_only_after_the_last_change() -> None:
    layout, way = row_of_hexes()
    ways, terms = (SetWays(0, way.sets),), Terms(0b1, layout.everything)
    old = flood(terms, layout.everything, ways, layout)
    assert old.reached == 0b111111
    assert flood(terms, 0b110111, ways, layout, old).reached == 0b1111
    assert flood(terms, layout.everything, ways, layout, flood(terms, 0b110111, ways, layout)).reached == 0b111111


def test_12B_waves_are_kept_only_where_those_before_are_alike_as_far_as_a_way_is_long() -> None:
    layout, _ = two_rows(0, 0, 0)
    one, two, three, a, b, c, d = (1 << bit for bit in range(7))
    leaps = (Leap(one, a, 1), Leap(one, b, 2), Leap(two, b, 1), Leap(two, a, 2), Leap(three, c, 3), Leap(a, d, 3))
    terms = Terms(one | two | three, 0xFFFF, None, leaps)
    old = flood(terms, 0xFFFF & ~two, (), layout)
    new, anew = (flood(terms, 0xFFFF & ~one, (), layout, before) for before in (old, None))
    assert (old.lengths[-1], anew.lengths[-1]) == (4, 5)
    assert (new.lengths, new.waves) == (anew.lengths, anew.waves)


# --- ports and support -----------------------------------------------------------------------------------------------


@BOOKS
def test_26A3_30A2_a_port_functions_until_it_has_all_the_hits_of_its_size(book: Book) -> None:
    rules = rules_of(book.name)
    ref = next(ref for ref in rules.board.hexes if most_port_hits(ref, rules) >= 2)
    most = most_port_hits(ref, rules)
    state = parse_position(f"17A:2018 ge 7-6 Inf XX 1 | {book.day}, Axis movement", rules)
    works = [is_functioning_port(ref, state.noting(PORT_HITS, ref, n), rules) for n in (0, most - 1, most)]
    assert works == [True, True, False]
    assert not is_functioning_port(Hex("17A:2018"), state, rules)


@BOOKS
def test_9D_a_unit_of_a_group_supports_itself_wherever_it_stands_in_it(book: Book) -> None:
    rules = rules_of(book.name)
    alone, other = Combatant(DIVISION, "a"), Combatant(GUNS, "b")
    for group in ((alone, other), (other, alone)):
        assert is_supported(alone, group, "attack", rules) == is_supported(evolve(alone), group, "attack", rules)


# --- ways and numbers that are added up ------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["fof", "sf"])
def test_7A_a_ride_that_goes_on_costs_what_the_whole_ride_would(game: str) -> None:
    point = f"{game}-7A1-fraction-of-rail-mp"
    for rules in (rules_of(game), rules_of(game, (), ((point, "lost"),))):
        rate = hexes_per_mp(DIVISION, rules).value
        whole = [reckon_ride(Ride(DIVISION, n), rules).value for n in range(3 * rate)]
        for ridden in (1, rate - 1, rate, rate + 1):
            for hexes in (1, rate - 1, rate):
                on = reckon_ride(Ride(DIVISION, hexes, ridden), rules)
                assert on.value == whole[ridden + hexes] - whole[ridden]
        exact, part = reckon_ride(Ride(DIVISION, rate), rules), reckon_ride(Ride(DIVISION, rate - 1), rules)
        assert exact.value == 1 and not exact.rests_on
        assert part.rests_on


@BOOKS
def test_7A3_7A4_a_low_volume_line_doubles_what_a_unit_counts(book: Book) -> None:
    rules = rules_of(book.name)
    for lines, factor in (((), 1), (("high",), 1), (("low",), 2), (("ferry",), 2), (("high", "low"), 2)):
        assert reckon_capacity_use(RailUse(DIVISION, lines), rules).value == 3 * factor


@BOOKS
def test_12B3_rail_hexes_of_both_volumes_make_the_length_of_the_rail_element(book: Book) -> None:
    rules = rules_of(book.name)
    assert reckon_length(Stretch("rail", high_volume=3, low_volume=2), rules).value == 5
    assert reckon_length(Stretch("overland", ("clear",) * 4), rules).value == 4


@BOOKS
def test_14A1_quick_work_of_a_turn_or_more_rests_on_nothing(book: Book) -> None:
    rules = rules_of(book.name)
    for name, row in rules.charts.construction.works.items():
        if row.by_turns and row.quick:
            time = reckon_time(WorkFacts(name, (Builder(), Builder())), rules)
            rests = any("14A1b-quick-times" in point for point in time.rests_on)
            assert not (rests and time.value >= 1), name


@BOOKS
def test_5_a_hex_is_occupied_as_long_as_units_are_in_it(book: Book) -> None:
    rules, board = rules_of(book.name), rules_of(book.name).board
    here, there = Hex("17A:2018"), Hex("17A:1918")
    state = parse_position(f"{here} ge 7-6 Inf XX 1, ge 7-6 Inf XX 2, ge RP 2 | {book.day}, Axis movement", rules)
    places: list[set[str]] = []
    for move in ((), ("ge 1 Inf XX",), ("ge 2 Inf XX",), ("ge 1 Inf XX",)):
        for piece_id in move:
            piece = state.piece(piece_id)
            state = state.with_piece(evolve(piece, place=there if piece.place == here else here))
        places.append({board.hexes[i] for i in zoc_map(state, rules).occupied[AXIS]})
    assert places == [{here}, {here, there}, {there}, {here, there}]


@BOOKS
def test_3D_the_res_of_a_side_in_a_hex_add_up(book: Book) -> None:
    rules, here = rules_of(book.name), Hex("17A:2018")
    for text, re in (
        ("ge 1-6 Inf II 1", HALF),
        ("ge 1-6 Inf II 1, ge 1-6 Inf II 2", ONE),
        ("ge 7-6 Inf XX 1, ge RP 2", 3),
    ):
        state = parse_position(f"{here} {text} | {book.day}, Axis movement", rules)
        (there,) = gather_ownership(here, state, rules).occupied
        assert (there.side, there.re) == (AXIS, Fraction(re))


def test_12B_a_hex_is_well_supplied_with_a_line_to_a_full_source_and_one_of_communications() -> None:
    standing = Standing(0b0011, 0b0111, 0b1101)
    found = [(standing.supply_at(bit).kind, standing.supply_at(bit).isolated) for bit in range(4)]
    assert found == [("full", False), ("full", True), ("restricted", False), ("", False)]
    assert standing.well_supplied() == bytes([0b0001])
    assert Standing(0b100000001, 0, 0b100000001).well_supplied() == bytes([1, 1])


# --- rails, bridges and ports on the board ---------------------------------------------------------------------------

PARIS, FRANCE = Hex("17A:1604"), "Mainland France/Benelux"


@pytest.mark.parametrize(("phase", "allowed"), [("initial", False), ("movement", True), ("exploitation", False)])
def test_sf_7A4a_capacity_is_raised_in_the_movement_phase(phase: str, allowed: bool) -> None:
    rules = rules_of("sf")
    state = parse_position(f"{PARIS} ge 7-6 Inf XX, ge RP 5 <P> | Jul I 43, Axis {phase}", rules)
    ruling = rule_on_raise(RaiseRailCapacity(FRANCE, 1), AXIS, state, rules)
    assert ruling.allowed == allowed
    assert ("in the movement phase" in str(ruling)) == (not allowed)


@pytest.mark.parametrize("used", [0, 3])
def test_sf_7A3_the_capacity_left_to_a_group_is_told_with_what_has_been_used(used: int) -> None:
    rules = rules_of("sf")
    state = parse_position(f"{PARIS} ge 7-6 Inf XX <D> | Jul I 43, Axis movement", rules)
    state = state.noting(RAIL_USED, on_net(FRANCE, "E"), Fraction(used)) if used else state
    (group,) = rail_groups(AXIS, state, rules)
    ((_, left),) = group.limits
    whole = reckon_net_capacity(FRANCE, AXIS, state, rules)
    assert left.value == whole.value - used
    assert ("used in this player turn" in str(left)) == bool(used)


@BOOKS
@pytest.mark.parametrize(("hits", "farthest"), [(1, 35), (2, 28)])
def test_20G2d_a_harassed_hex_costs_operational_rail_movement_mps(book: Book, hits: int, farthest: int) -> None:
    rules, owner, enemy = rules_of(book.name), *((AXIS, ALLIED) if book.name == "sf" else (ALLIED, AXIS))
    nation = "ge" if owner == AXIS else "fr"
    state = parse_position(f"{PARIS} {nation} 7-6 Inf XX <D> | {book.day}, {owner} movement", rules)
    state = state.noting(HARASSMENT, harassed_by(enemy, PARIS), hits)
    assert max(map(len, rail_destinations("D", state, rules).values())) == farthest


@BOOKS
def test_6_ground_that_has_changed_is_entered_as_it_is_now_from_every_side(book: Book) -> None:
    rules, here = rules_of(book.name), Hex("17A:2018")
    state = parse_position(f"{here} ge 7-6 Inf XX 1 | {book.day}, Axis movement", rules)
    changed = state.noting(TERRAIN_NOW, here, "mountain")
    ways = ways_of(("other",), state, rules), ways_of(("other",), changed, rules)
    at = rules.board.index[here]
    differ = {n // 6 for n, (a, b) in enumerate(zip(*(each.overland for each in ways), strict=True)) if a != b}
    assert differ == {i for i in rules.board.neighbors[at] if i >= 0}


@BOOKS
def test_7C_44A1_a_fallen_bridge_leaves_the_ways_beside_it_as_they_are(book: Book) -> None:
    rules, a, b = rules_of(book.name), Hex("16A:0922"), Hex("16A:0821")
    state = parse_position(f"17A:2018 ge 7-6 Inf XX 1 | {book.day}, Axis movement", rules)
    before, fallen = (ways_of(("other",), at, rules) for at in (state, state.noting(BRIDGE_DOWN, between(a, b), True)))
    assert fallen.overland == before.overland
    changed = {n // 6 for n, ticks in enumerate(before.cheapest) if fallen.cheapest[n] != ticks}
    assert changed == {rules.board.index[a], rules.board.index[b]}


def test_fof_14L_a_bridge_is_seized_from_an_adjacent_hex_of_the_map() -> None:
    rules, far = rules_of("fof", ("7C",)), Hex("16A:0821")
    for place, across in (("16A:0922", "16A:0421"), ("16A:0922", "box:Norway"), ("box:Norway:", far)):
        state = parse_position(f"{place} ge 1-8 Cdo II <cdo> | May I 40, Axis movement", rules)
        ruling = rule_on_seize_order(SeizeBridge("cdo", Hex(across)), AXIS, state, rules)
        assert "there is no bridge between" in str(ruling)


@pytest.mark.parametrize(("onward", "limited"), [(0b00, 0b00), (0b01, 0b10), (0b10, 0b01), (0b11, 0b11)])
def test_sf_12C2_a_port_is_no_limited_source_by_a_line_to_itself(onward: int, limited: int) -> None:
    rules = rules_of("sf")
    state = parse_position(f"{PARIS} ge 7-6 Inf XX 1 | Jul I 43, Axis movement", rules)
    view = evolve(view_of(AXIS, state, rules), ports=Ports({"standard": 0b11}, {0: 0b11}))
    assert _limited_ports(view, onward) == limited
