"""Rail movement, nets and capacity (rule 7A) in both books, on the board and off it."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.test_zones import rules_of

import europa_rules as er
from europa_rules.errors import IllegalOrder, NotationError
from europa_rules.game import Game
from europa_rules.ground.facts import (
    LOST_ZOC,
    LOW_VOLUME_USED,
    MOVED_BY,
    MPS_SPENT,
    RAIL_BROKEN,
    RAIL_CAPACITY,
    RAIL_RAISED,
    RAIL_USED,
    on_net,
)
from europa_rules.ground.movement import Mover
from europa_rules.ground.moves import Move, mps_left
from europa_rules.ground.ownership import hex_owner
from europa_rules.ground.rail import RailMove, rule_on_rail_move
from europa_rules.ground.rail_capacity import (
    BuildRailCapacity,
    RaiseRailCapacity,
    capacity_left,
    capacity_used,
    net_at,
    permanent_capacity,
    rule_on_build_capacity,
    yards,
    yards_of,
)
from europa_rules.ground.rail_lines import (
    HIGH,
    LOW,
    FerryPort,
    RailHex,
    Rearguard,
    is_rail_hex,
    line_between,
    rule_on_ferry,
    rule_on_rail_hex,
)
from europa_rules.ground.rail_nets import (
    Building,
    Increase,
    NetLoad,
    RailUse,
    Rider,
    Yard,
    reckon_capacity_use,
    reckon_capacity_used,
    reckon_gain,
    reckon_increase_cost,
    reckon_most_increase,
    reckon_yard_capacity,
    rule_on_building,
    rule_on_increase,
    rule_on_load,
    rule_on_yard,
)
from europa_rules.ground.rail_rides import (
    Chain,
    RailFacts,
    Ride,
    hexes_per_mp,
    reckon_rail_allowance,
    reckon_ride,
    rule_on_chain,
    rule_on_rail,
)
from europa_rules.ground.zones import enemy_zoc
from europa_rules.hexes import Hex
from europa_rules.orders import order_from_json, order_to_json
from europa_rules.position import parse_position
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS
from europa_rules.state import STAYS
from europa_rules.units import Rating, Size, Unit

BOOKS = ["fof", "sf"]
PARIS = Hex("17A:1604")
_FIRST = ("17A:1504", "17A:1503", "17A:1402", "17A:1303", "17A:1202")
_LAST = ("16A:1233", "16A:1133", "16A:1132", "16A:1031")
NORTH = tuple(map(Hex, _FIRST + _LAST))
"""High-volume lines from Paris to the north, hex by hex."""

MARCH, SIDING = NORTH[4], NORTH[5]
FRANCE = "Mainland France/Benelux"


def unit(
    rating: str = "7-6",
    type_: str = "infantry",
    size: Size = "division",
    nation: str = "ge",
    points: int = 0,
) -> Unit:
    return Unit(nation, type_, size, Rating.parse(rating), points=points)


@cache
def fof_with(option: str = "", point: str = "", reading: str = "") -> Ruleset:
    return er.load("fof", options=[option] if option else (), rulings={point: reading} if point else {})


@cache
def sf_with(point: str, reading: str) -> Ruleset:
    return er.load("sf", rulings={point: reading})


def french(*parts: str, rules: Ruleset | None = None, when: str = "Jun I 40, Allied movement") -> Game:
    return Game.start(rules or rules_of("fof"), " | ".join((*parts, when)), seed=1)


def german(*parts: str, rules: Ruleset | None = None, when: str = "Jul I 43, Axis movement") -> Game:
    return Game.start(rules or rules_of("sf"), " | ".join((*parts, when)), seed=1)


def refused(game: Game, order: object) -> str:
    with pytest.raises(IllegalOrder) as caught:
        game.submit(order)
    return str(caught.value)


def pass_until(game: Game, moment: str) -> None:
    """Pass until it is this player's phase."""
    for _ in range(99):
        if str(game.state.moment) == moment:
            return
        game.done()
    raise AssertionError(f"it is never {moment}")


def ride(*path: Hex, who: str = "D", mode: str = "operational", stays: tuple[str, ...] = ()) -> RailMove:
    return RailMove((who,), path, mode, stays)


# --- yards, sizes and capacity off the board (FoF 7A1, 7A4; SF 7A, 7A3, 7A4) ------------------------------------------


def test_fof_7A1_05_the_greater_of_city_and_port_counts() -> None:
    assert reckon_yard_capacity(Yard(("dot_city", "great_port")), rules_of("fof")).value == 2
    assert reckon_yard_capacity(Yard(("major_city", "standard_port")), rules_of("fof")).value == 2
    assert reckon_yard_capacity(Yard(("dot_city",), on_rail=False), rules_of("fof")).value == 0


@pytest.mark.parametrize("book", BOOKS)
def test_7A_11_reference_cities_and_minor_ports_are_no_yards(book: str) -> None:
    assert not rule_on_yard(Yard(("reference_city", "minor_port")), rules_of(book)).allowed


def test_sf_7A_12_minor_ports_are_yards_in_sardinia_and_corsica() -> None:
    ports = [Yard(("minor_port",), district=district) for district in ("Sardegna", "Corse", "Sicilia")]
    assert [rule_on_yard(port, rules_of("sf")).allowed for port in ports] == [True, True, False]


@pytest.mark.parametrize("book", BOOKS)
def test_7A_11_yards_of_the_board_have_rails_and_cities_or_ports(book: str) -> None:
    rules = rules_of(book)
    assert PARIS in yards(rules)
    assert all(is_rail_hex(ref, rules) and (rules.board.cities(ref) or rules.board.ports(ref)) for ref in yards(rules))


@pytest.mark.parametrize("book", BOOKS)
def test_7A_hexes_of_a_multi_hex_city_are_joined_by_high_volume_lines(book: str) -> None:
    rules = rules_of(book)
    for city in rules.board.major_cities:
        pairs = [(a, b) for a in city.hexes for b in rules.board.neighbors_of(a) if b in city.hexes]
        assert all(line_between(a, b, rules) == HIGH for a, b in pairs)


@pytest.mark.parametrize("book", BOOKS)
def test_7A4_the_examples_of_an_infantry_and_a_tank_regiment(book: str) -> None:
    infantry, tanks = unit("2-6", size="regiment"), unit("3-8", "armor", "regiment")
    counts = [reckon_capacity_use(RailUse(u, (HIGH,)), rules_of(book)).value for u in (infantry, tanks)]
    assert counts == [1, 2]
    assert reckon_capacity_use(RailUse(tanks, (HIGH, LOW)), rules_of(book)).value == 4


def test_14K1_05_rail_only_units_use_no_capacity_in_1940_and_do_later() -> None:
    gun = unit("5-1-R", "artillery", "battalion")
    assert reckon_capacity_use(RailUse(gun, (LOW,)), rules_of("fof")).value == 0
    assert reckon_capacity_use(RailUse(gun, (HIGH,)), rules_of("sf")).value == Fraction(1, 2)


def test_sf_7A3_low_volume_lines_on_one_of_two_nets() -> None:
    riders = [Rider("d", unit(), (("Sicily", True), ("Mainland Italy", False)))]
    assert {n: u.value for n, u in reckon_capacity_used(riders, rules_of("sf")).items()} == {
        "Sicily": 6,
        "Mainland Italy": 6,
    }
    literal = reckon_capacity_used(riders, rules_of("sf"))["Sicily"]
    assert literal.rests_on == ("sf-7A3-low-volume-nets: all-nets",)
    other = reckon_capacity_used(riders, sf_with("sf-7A3-low-volume-nets", "that-net"))
    assert {n: u.value for n, u in other.items()} == {"Sicily": 6, "Mainland Italy": 3}


@pytest.mark.parametrize("book", BOOKS)
def test_7A4_a_load_fits_to_the_last_re(book: str) -> None:
    assert rule_on_load(NetLoad(4, 10, 6), rules_of(book)).allowed
    assert "move at most 4 REs" in str(rule_on_load(NetLoad(Fraction(9, 2), 10, 6), rules_of(book)))


# --- raising and building (SF 7A4a, 7A4b) -----------------------------------------------------------------------------


def test_sf_7A4a_05_the_example_of_fifty_res() -> None:
    rules = rules_of("sf")
    assert rule_on_increase(Increase(50, by=25), rules).allowed
    assert reckon_increase_cost(25, rules).value == 3


def test_sf_7A4a_measured_before_earlier_raises_or_after() -> None:
    before, after = rules_of("sf"), sf_with("sf-7A4a-capacity-measured", "after")
    facts = Increase(50, raised=20)
    assert reckon_most_increase(facts, before).value == 5
    assert reckon_most_increase(facts, after).value == 35


def test_sf_7A4_fractions_of_capacity_kept_or_dropped() -> None:
    assert reckon_most_increase(Increase(15), rules_of("sf")).value == Fraction(15, 2)
    dropped = reckon_most_increase(Increase(15), sf_with("sf-7A4-fractional-capacity", "dropped"))
    assert dropped.value == 7


def test_sf_7A4b_whole_res_for_every_three_points() -> None:
    rules = rules_of("sf")
    assert [reckon_gain(Building(n), rules).value for n in (1, 3, 4, 12)] == [0, 1, 1, 4]
    assert not rule_on_building(Building(9, spent=6), rules).allowed


def test_fof_7A1_capacity_is_not_built_unless_read_so() -> None:
    assert not rule_on_building(Building(3), rules_of("fof")).allowed
    built = fof_with(point="fof-7A1-rail-nets", reading="building")
    assert rule_on_building(Building(3), built).allowed
    assert rule_on_increase(Increase(10, by=5), built).allowed


# --- rates (FoF 7A2, SF 7A1, 7A2) -------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_7A1_slow_and_fast_units_ride_about_as_far(book: str) -> None:
    rules = rules_of(book)
    for movement in range(1, 11):
        mover = unit(f"1-{movement}")
        hexes = reckon_rail_allowance(Mover(mover), rules).value * hexes_per_mp(mover, rules).value
        assert 36 <= hexes <= 42


@pytest.mark.parametrize("book", BOOKS)
def test_7A1_a_rating_above_the_table_rides_at_the_highest(book: str) -> None:
    assert hexes_per_mp(unit("1-12", "motorized_infantry"), rules_of(book)).value == 4


def test_12E_resource_points_ride_as_ten_mp_units_in_1940_and_as_r_units_later() -> None:
    points = unit("0-0", "resource_point", "counter", points=1)
    fof, sf = (reckon_rail_allowance(Mover(points), rules_of(book)).value for book in BOOKS)
    assert fof * 4 == sf * 7 == 40


@pytest.mark.parametrize("book", BOOKS)
def test_handed_A19_fractions_of_a_rail_ride(book: str) -> None:
    rules = rules_of(book)
    division = unit("5-4")
    assert hexes_per_mp(division, rules).value == 10
    spent = reckon_ride(Ride(division, 15), rules).value + 2 + reckon_ride(Ride(division, 5), rules).value
    assert 6 - spent == 2
    lost = er.load(book, rulings={f"{book}-7A1-fraction-of-rail-mp": "lost"})
    spent = reckon_ride(Ride(division, 15), lost).value + 2 + reckon_ride(Ride(division, 5), lost).value
    assert 6 - spent == 1


@pytest.mark.parametrize("book", BOOKS)
@given(st.integers(0, 30), st.integers(0, 30))
@settings(max_examples=30, deadline=None)
def test_7A1_a_ride_with_a_pause_costs_what_it_costs_in_one_go(book: str, first: int, second: int) -> None:
    for rules in (rules_of(book), er.load(book, rulings={f"{book}-7A1-fraction-of-rail-mp": "lost"})):
        parts = reckon_ride(Ride(unit(), first), rules).value + reckon_ride(Ride(unit(), second, first), rules).value
        assert parts == reckon_ride(Ride(unit(), first + second), rules).value


# --- who may ride (7A) ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    ("guard", "allowed"),
    [
        (Rearguard(1), True),
        (Rearguard(0), False),
        (Rearguard(3, started_here=False), False),
        (Rearguard(3, leaves=True), False),
    ],
)
def test_7A_06_who_negates_a_zoc(book: str, guard: Rearguard, allowed: bool) -> None:
    there = RailHex(enemy_zoc=True, rearguards=(guard,))
    assert rule_on_rail_hex(there, rules_of(book)).allowed is allowed


@pytest.mark.parametrize("book", BOOKS)
def test_7A_a_published_reply_lets_any_unit_hold_the_zoc(book: str) -> None:
    rules = er.load(book, rulings={f"{book}-7A-rail-rearguard": "any-unit"})
    assert rule_on_rail_hex(RailHex(enemy_zoc=True, rearguards=(Rearguard(0),)), rules).allowed


@pytest.mark.parametrize("book", BOOKS)
def test_7A_every_rule_against_a_ride_is_named(book: str) -> None:
    hexes = (RailHex("A", enemy_zoc=True), RailHex("B", is_owned=False, is_broken=True))
    ruling = rule_on_rail(RailFacts(unit("10-8", "armor"), "exploitation", hexes=hexes, on_rail=False), rules_of(book))
    assert len(ruling.refusals) == 5


def test_fof_7A3_strategic_rail_movement_is_not_used() -> None:
    assert "FoF 7A3" in str(rule_on_rail(RailFacts(unit(), strategic=True, distance=10), rules_of("fof")))


@pytest.mark.parametrize("book", BOOKS)
def test_7A2_kinds_of_movement_one_after_another(book: str) -> None:
    rules = rules_of(book)
    assert rule_on_chain(Chain(unit(), ("regular_movement", "operational_rail", "regular_movement")), rules).allowed
    assert not rule_on_chain(Chain(unit(), ("regular_movement", "admin_movement")), rules).allowed
    assert not rule_on_chain(Chain(unit(), ("operational_rail",), "exploitation"), rules).allowed


def test_sf_7A2_02_strategic_rail_movement_is_the_whole_move() -> None:
    assert rule_on_chain(Chain(unit(), ("strategic_rail",)), rules_of("sf")).allowed
    assert not rule_on_chain(Chain(unit(), ("strategic_rail", "regular_movement")), rules_of("sf")).allowed


def test_sf_37A2_02_a_ferry_needs_both_ports() -> None:
    rules = rules_of("sf")
    assert rule_on_ferry((FerryPort(), FerryPort()), rules).allowed
    assert not rule_on_ferry((FerryPort(), FerryPort(is_owned=False)), rules).allowed


# --- on the board: FoF ------------------------------------------------------------------------------------------------


def test_fof_7A2_a_ride_through_the_game() -> None:
    game = french(f"{PARIS} fr 5-6 Inf XX <D>")
    game.submit(ride(*NORTH))
    assert game.state.piece("D").place == NORTH[-1]
    assert mps_left("D", game.state, game.rules) == 6 - Fraction(9, 7)
    assert capacity_used("Allied", game.state, game.rules) == 3
    assert "fof-7A1-fraction-of-rail-mp: kept" in game.explain(1)


def test_fof_7A2_the_example_overland_to_a_line_and_by_rail() -> None:
    game = french(f"{NORTH[4]} fr 5-6 Inf XX <D>")
    off_line = next(ref for ref in game.rules.board.neighbors_of(NORTH[4]) if not is_rail_hex(ref, game.rules))
    game.submit(Move(("D",), (off_line,)))
    assert "no rail line" in refused(game, ride(NORTH[4]))
    game.submit(Move(("D",), (NORTH[4],)))
    game.submit(ride(*NORTH[5:]))
    assert game.state.recall(MOVED_BY, "D") == "regular"


def test_fof_7A_06_a_rail_hex_taken_in_this_player_turn() -> None:
    taken = NORTH[4]
    game = french(f"{NORTH[3]} fr 5-6 Inf XX <D>, fr 2-6 Inf III <R>", f"owner Axis {taken}")
    game.submit(Move(("R",), (taken,)))
    assert hex_owner(taken, game.state, game.rules) == ALLIED
    assert "as the player turn began" in refused(game, ride(taken))
    pass_until(game, "Jun II 40, Allied movement")
    game.submit(ride(taken))


def test_fof_7A_07_no_line_to_an_own_yard() -> None:
    game = french(f"{NORTH[1]} fr 5-6 Inf XX <D>", f"owner Axis {' '.join(yards(rules_of('fof')))}")
    assert "no line of own rail hexes" in refused(game, ride(NORTH[2]))
    game = french(f"{NORTH[1]} fr 5-6 Inf XX <D>")
    game.submit(ride(NORTH[2]))


def test_fof_3C4_the_allies_move_ten_res_a_turn() -> None:
    divisions = ", ".join(f"fr 5-6 Inf XX <{who}>" for who in "ABC")
    game = french(f"{PARIS} {divisions}, fr 1-6 Inf III <R>, fr 1-6 Inf III <S>")
    for who in "ABC":
        game.submit(ride(*NORTH[:2], who=who))
    game.submit(ride(NORTH[0], who="R"))
    assert capacity_left("Allied", ALLIED, game.state, game.rules) == 0
    assert "0 left of the rail capacity of 10" in refused(game, ride(NORTH[0], who="S"))
    game.submit(ride(NORTH[2], who="A"))
    assert capacity_used("Allied", game.state, game.rules) == 10


def test_fof_14K1_a_rail_only_gun_rides_forty_hexes_and_uses_no_capacity() -> None:
    game = french(f"{PARIS} fr 5-1-R Art II <G>", f"{PARIS} fr 5-6 Inf XX <D>")
    assert "moves by rail only" in refused(game, Move(("G",), (NORTH[0],)))
    game.submit(ride(*NORTH, who="G"))
    assert capacity_used("Allied", game.state, game.rules) == 0
    assert "at most 31 hexes" in refused(game, ride(*(NORTH[-2], NORTH[-1]) * 16, who="G"))


def test_fof_14K1_04_a_rail_only_gun_stays_where_the_line_is_broken() -> None:
    rules = rules_of("fof")
    state = parse_position(f"{PARIS} fr 5-1-R Art II <G> | Jun I 40, Allied movement", rules)
    state = state.noting(RAIL_BROKEN, PARIS, True)
    assert "is broken" in str(rule_on_rail_move(ride(NORTH[0], who="G"), ALLIED, state, rules))


def test_fof_12E1_resource_points_ride_by_themselves() -> None:
    game = french(f"{PARIS} fr RP 2 <P>")
    game.submit(ride(*NORTH, who="P"))
    assert game.state.recall(MPS_SPENT, "P") == Fraction(9, 4)
    assert capacity_used("Allied", game.state, game.rules) == 2


def test_fof_7A_08_no_rail_movement_in_exploitation_but_the_line_is_a_road() -> None:
    game = french(f"{PARIS} fr 6-10 Arm XX <T>", when="Jun I 40, Allied exploitation")
    assert "no rail move order may be given" in refused(game, ride(NORTH[0], who="T"))
    assert "not in the exploitation phase" in str(
        rule_on_rail_move(ride(NORTH[0], who="T"), ALLIED, game.state, game.rules)
    )
    game.submit(Move(("T",), NORTH[:3]))


# --- on the board: a rearguard in both books (handed A03) -------------------------------------------------------------

POSITIONS = {
    "fof": ("fr", ALLIED, "ge 7-6 Inf XX", "Jun I 40, Allied movement"),
    "sf": ("ge", AXIS, "us 7-8 Inf XX", "Jul I 43, Axis movement"),
}


def rearguard_game(book: str, guard: str, beside: str = "") -> Game:
    nation, _, enemy, when = POSITIONS[book]
    rules = rules_of(book)
    route = (MARCH, NORTH[3], NORTH[2])
    watcher = next(
        ref
        for ref in rules.board.neighbors_of(MARCH)
        if all(ref not in rules.board.neighbors_of(h) for h in route[1:])
        and ref not in route
        and rules.board.terrain(ref) != "sea"
    )
    stack = ", ".join(f"{nation} 5-6 Inf XX <{who}>" for who in "ABC")
    parts = [f"{MARCH} {stack}{f', {nation} {guard} <G>' if guard else ''}", f"{watcher} {enemy} <E>"]
    return Game.start(rules, " | ".join([*parts, *([beside] if beside else []), when]), seed=1)


def leave_by_rail(game: Game) -> None:
    for who in "ABC":
        game.submit(ride(NORTH[3], NORTH[2], who=who))


@pytest.mark.parametrize("book", BOOKS)
def test_handed_A03_1_a_point_of_aa_covers_nobody(book: str) -> None:
    game = rearguard_game(book, "PosAA 1")
    assert enemy_zoc(MARCH, POSITIONS[book][1], game.state, game.rules)
    assert "no unit that defends stays there" in refused(game, RailMove(("A", "B", "C"), (NORTH[3], NORTH[2])))


@pytest.mark.parametrize("book", BOOKS)
def test_handed_A03_2_and_4_a_regiment_covers_all_and_has_to_stay(book: str) -> None:
    game = rearguard_game(book, "1-6 Inf III")
    leave_by_rail(game)
    assert [game.state.piece(i).place for i in "ABC"] == [NORTH[2]] * 3
    assert game.state.recall(STAYS, "G") is not None
    message = refused(game, Move(("G",), (NORTH[3],)))
    assert "stays in its hex for the whole phase" in message and "A rides through" in message


@pytest.mark.parametrize("book", BOOKS)
def test_handed_A03_3_a_regiment_that_arrived_this_phase_covers_nobody(book: str) -> None:
    nation = POSITIONS[book][0]
    game = rearguard_game(book, "", beside=f"{NORTH[3]} {nation} 1-6 Inf III <G>")
    game.submit(Move(("G",), (MARCH,)))
    assert "began the phase" in refused(game, RailMove(("A", "B", "C"), (NORTH[3],)))


@pytest.mark.parametrize("book", BOOKS)
def test_7A_the_player_may_name_who_stays(book: str) -> None:
    game = rearguard_game(book, "1-6 Inf III")
    game.submit(ride(NORTH[3], who="A", stays=("B",)))
    assert game.state.recall(STAYS, "B") is not None and game.state.recall(STAYS, "G") is None
    game.submit(Move(("G",), (NORTH[3],)))


@pytest.mark.parametrize("book", BOOKS)
def test_7A_nobody_is_left_to_cover_the_last(book: str) -> None:
    game = rearguard_game(book, "")
    game.submit(ride(NORTH[3], who="A"))
    first = "B" if game.state.recall(STAYS, "C") else "C"
    game.submit(ride(NORTH[3], who=first))
    last = next(i for i in "BC" if game.state.recall(STAYS, i))
    assert "stays in its hex" in refused(game, ride(NORTH[3], who=last))


# --- on the board: SF -------------------------------------------------------------------------------------------------


def test_sf_7A4_02_nets_follow_the_territories() -> None:
    rules = rules_of("sf")
    state = parse_position(f"{PARIS} ge 7-6 Inf XX | Jul I 43, Axis movement", rules)
    cities = {"Paris": FRANCE, "Strasbourg": "Greater Germany", "Bruxelles": FRANCE, "Roma": "Mainland Italy"}
    cities |= {"Palermo": "Sicily", "Cagliari": "Sardinia", "Tunis": "North Africa", "Luxembourg": "Greater Germany"}
    found = {name: net_at(rules.board.city_named(name).hex, AXIS, state, rules) for name in cities}
    assert found == cities


def test_sf_7A1_an_operational_ride_leaves_mps_for_the_road() -> None:
    game = german(f"{PARIS} ge 7-6 Inf XX <D>")
    game.submit(ride(*NORTH[:7]))
    assert mps_left("D", game.state, game.rules) == 5
    game.submit(Move(("D",), (NORTH[7],)))
    assert mps_left("D", game.state, game.rules) == 4


def test_sf_7A3_05_the_example_of_a_division_that_rides_twice() -> None:
    game = german(f"{PARIS} ge 7-6 Inf XX <D>")
    game.submit(ride(*NORTH[:3]))
    game.submit(Move(("D",), (NORTH[3],)))
    game.submit(ride(NORTH[4], NORTH[5]))
    assert capacity_used(FRANCE, game.state, game.rules) == 3
    assert capacity_left(FRANCE, AXIS, game.state, game.rules) == 47


def border(rules: Ruleset) -> tuple[Hex, Hex]:
    """Two hexes that a high-volume line joins, in Greater Germany and in France."""
    state = parse_position(f"{PARIS} ge 7-6 Inf XX | Jul I 43, Axis movement", rules)
    for ref in yards(rules):
        for near in rules.board.neighbors_of(ref):
            nets = (net_at(ref, AXIS, state, rules), net_at(near, AXIS, state, rules))
            if nets == ("Greater Germany", FRANCE) and line_between(ref, near, rules) == HIGH:
                return ref, near
    raise AssertionError("no such hexes")


def test_sf_7A4_04_the_example_of_a_division_from_germany_to_france() -> None:
    origin, to = border(rules_of("sf"))
    game = german(f"{origin} ge 7-6 Inf XX <D>")
    game.submit(ride(to))
    assert (
        capacity_used(FRANCE, game.state, game.rules) == capacity_used("Greater Germany", game.state, game.rules) == 3
    )


def test_sf_7A3_a_division_counted_once_and_raised_for_a_low_volume_line() -> None:
    rules = rules_of("sf")
    board = rules.board
    start, low, end = next(
        (a, b, c)
        for b in board.hexes
        for a in board.neighbors_of(b)
        for c in board.neighbors_of(b)
        if board.country(a) == board.country(b) == board.country(c) == "France"
        and "Corse" not in board.district(b)
        and line_between(a, b, rules) == HIGH
        and line_between(b, c, rules) == LOW
        and a != c
    )
    game = german(f"{start} ge 7-6 Inf XX <D>")
    game.submit(ride(low))
    assert capacity_used(FRANCE, game.state, game.rules) == 3
    game.submit(ride(end))
    assert capacity_used(FRANCE, game.state, game.rules) == 6
    assert game.state.recall(LOW_VOLUME_USED, "D") is True
    strict = german(f"{start} ge 7-6 Inf XX <D>", rules=sf_with("sf-7A3-late-low-volume", "refused"))
    strict.submit(ride(low))
    assert "may not use one now" in refused(strict, ride(end))
    strict = german(f"{start} ge 7-6 Inf XX <D>", rules=sf_with("sf-7A3-late-low-volume", "refused"))
    strict.submit(ride(low, end))


def test_sf_7A_02_a_hex_taken_in_this_player_turn_may_be_used() -> None:
    game = german(f"{NORTH[3]} ge 7-6 Inf XX <D>, ge 2-6 Inf III <R>", f"owner Allied {NORTH[4]}")
    assert "not friendly-owned" in refused(game, ride(NORTH[4]))
    game.submit(Move(("R",), (NORTH[4],)))
    game.submit(ride(NORTH[4]))


def test_sf_7A_09_a_riding_division_has_no_zoc_and_has_it_again_where_it_gets_off() -> None:
    rules = rules_of("sf")
    beside = [ref for ref in rules.board.neighbors_of(NORTH[1]) if ref not in NORTH and ref != PARIS]
    ahead = [ref for ref in rules.board.neighbors_of(NORTH[8]) if ref not in NORTH and rules.board.has_land(ref)]
    passed = [ref for ref in beside if ref not in rules.board.neighbors_of(PARIS)]
    game = german(f"{PARIS} ge 7-6 Inf XX <D>", f"owner Allied {' '.join([*passed, *ahead])}")
    game.submit(ride(*NORTH))
    assert [hex_owner(ref, game.state, game.rules) for ref in passed] == [ALLIED] * len(passed)
    assert {hex_owner(ref, game.state, game.rules) for ref in ahead} == {AXIS}
    assert game.state.recall(LOST_ZOC, "D") is None


def test_sf_7A5_a_broken_line_bars_the_rails_and_not_the_road() -> None:
    game = german(f"{NORTH[3]} ge 7-6 Inf XX <D>", f"{NORTH[4]} ge 2-6 Inf III <R>, ge 0-1-5 Cons III <C>")
    game.submit(order_from_json({"kind": "demolish", "units": ["R"], "what": "rail_line"}, game.rules))
    assert "is broken" in refused(game, ride(NORTH[4]))
    game.submit(Move(("D",), (NORTH[4],)))
    game.submit(order_from_json({"kind": "repair", "units": ["C"], "what": "rail_line"}, game.rules))
    game.submit(ride(NORTH[5]))


def test_sf_7A2_strategic_rail_movement_and_the_rest_of_the_player_turn() -> None:
    origin, to = NORTH[8], PARIS
    back = (*reversed(NORTH[:-1]), to)
    foe = next(ref for ref in rules_of("sf").board.neighbors_of(to) if ref not in NORTH)
    game = german(f"{origin} ge 15-10 Pz XX <P>", f"{foe} us 2-8 Inf III <E>", f"owner Allied {foe}")
    game.submit(ride(*back, who="P", mode="strategic"))
    assert game.state.recall(MPS_SPENT, "P") is None
    assert "strategic rail" in refused(game, Move(("P",), (NORTH[0],)))
    assert "SF 7A2" in refused(game, ride(NORTH[0], who="P"))
    game.done()
    assert "strategic rail" in refused(game, er.Attack(("P",), foe))
    game.done()
    assert "strategic rail" in refused(game, Move(("P",), (NORTH[0],)))


def test_sf_7A2_02_strategic_rail_movement_does_not_follow_other_movement() -> None:
    game = german(f"{NORTH[4]} ge 7-6 Inf XX <D>")
    game.submit(Move(("D",), (NORTH[3],)))
    assert "may not move otherwise" in refused(game, ride(NORTH[2], mode="strategic"))


def test_sf_37A2_the_ferry_of_messina_counts_on_both_nets() -> None:
    messina, villa = Hex("26:3823"), Hex("26:3822")
    game = german(f"{messina} ge 2-6 Inf III <R>")
    game.submit(ride(villa, who="R"))
    assert (
        capacity_used("Sicily", game.state, game.rules) == capacity_used("Mainland Italy", game.state, game.rules) == 2
    )
    lost = german(f"{messina} ge 2-6 Inf III <R>", f"owner Allied {villa}")
    assert "both its ports" in refused(lost, ride(villa, who="R"))


def test_sf_6B_the_example_of_administrative_and_rail_movement_in_one_phase() -> None:
    game = german(f"{PARIS} ge 7-8 Inf XX <D>")
    game.submit(ride(*NORTH[:5]))
    assert mps_left("D", game.state, game.rules) == 7
    game.submit(Move(("D",), (NORTH[5],), "admin"))
    assert mps_left("D", game.state, game.rules) == Fraction(13, 2)
    game.submit(ride(NORTH[6], NORTH[7]))
    game.submit(Move(("D",), (NORTH[8],), "admin"))
    assert "administrative movement" in refused(game, Move(("D",), (NORTH[7],)))
    assert game.state.recall(LOST_ZOC, "D") == "administrative movement"


def test_sf_6B_09_who_has_ridden_beside_an_enemy_uses_no_administrative_movement() -> None:
    rules = rules_of("sf")
    near = next(
        ref
        for ref in rules.board.neighbors_of(NORTH[2])
        if ref not in (NORTH[1], NORTH[3])
        and rules.board.has_land(ref)
        and all(ref not in rules.board.neighbors_of(h) for h in (NORTH[4], NORTH[5]))
    )
    game = german(f"{PARIS} ge 7-8 Inf XX <D>", f"{near} us 2-8 Inf III <E>", f"owner Allied {near}")
    game.submit(ride(*NORTH[:5]))
    assert "6B" in refused(game, Move(("D",), (NORTH[5],), "admin"))
    game.submit(Move(("D",), (NORTH[5],)))


def test_sf_6B_09_who_uses_administrative_movement_does_not_ride_beside_an_enemy() -> None:
    rules = rules_of("sf")
    near = next(
        ref
        for ref in rules.board.neighbors_of(NORTH[4])
        if ref not in (NORTH[3], NORTH[5])
        and rules.board.has_land(ref)
        and all(ref not in rules.board.neighbors_of(h) for h in (PARIS, NORTH[0], NORTH[1]))
    )
    game = german(f"{PARIS} ge 7-8 Inf XX <D>", f"{near} us 2-8 Inf III <E>", f"owner Allied {near}")
    game.submit(Move(("D",), (NORTH[0],), "admin"))
    game.submit(ride(NORTH[1]))
    assert "beside an enemy unit" in refused(game, ride(*NORTH[2:5]))


def test_sf_7A3_capacity_is_counted_by_the_net_and_a_net_there_is_not_is_an_error() -> None:
    game = german(f"{PARIS} ge 7-6 Inf XX <D>")
    with pytest.raises(er.UnknownName, match="rail net"):
        capacity_used("", game.state, game.rules)
    assert capacity_used(FRANCE, game.state, game.rules) == 0


# --- capacity raised, built and lost on the board (SF 7A4a to 7A4c) ---------------------------------------------------


def test_sf_7A4a_05_the_example_through_the_game() -> None:
    game = german(f"{PARIS} ge 7-6 Inf XX <D>, ge RP 5 <P>")
    game.submit(RaiseRailCapacity(FRANCE, 3))
    assert capacity_left(FRANCE, AXIS, game.state, game.rules) == 75
    assert game.state.piece("P").unit.points == 2
    assert "cannot be raised" in refused(game, RaiseRailCapacity(FRANCE, 1))
    while game.state.moment.player == AXIS:
        game.done()
    assert game.state.recall(RAIL_RAISED, on_net(FRANCE, AXIS)) is None


def test_sf_7A4a_01_points_must_be_at_connected_yards() -> None:
    field = next(ref for ref in rules_of("sf").board.neighbors_of(NORTH[3]) if ref not in yards(rules_of("sf")))
    game = german(f"{PARIS} ge 7-6 Inf XX <D>", f"{field} ge RP 5 <P>")
    assert "no resource point is at yards of the net" in refused(game, RaiseRailCapacity(FRANCE, 1))
    assert "no rail net 'Fance'" in refused(game, RaiseRailCapacity("Fance", 1))


def test_handed_A39_no_ceiling_on_rail_building() -> None:
    game = german(f"{PARIS} ge 7-6 Inf XX <D>, ge RP 60 <P>", when="Jul I 43, Axis initial")
    built = []
    for turn in ("Jul II 43", "Aug I 43", "Aug II 43"):
        game.submit(BuildRailCapacity(FRANCE, 12))
        built.append(permanent_capacity(FRANCE, AXIS, game.state, game.rules).value)
        pass_until(game, f"{turn}, Axis initial")
    assert built == [54, 58, 62]
    assert "SF 7A4b" in refused(game, BuildRailCapacity(FRANCE, 13))
    game.submit(BuildRailCapacity(FRANCE, 9))
    assert permanent_capacity(FRANCE, AXIS, game.state, game.rules).value == 65
    assert "more than the 3" in refused(game, BuildRailCapacity(FRANCE, 6))


def test_sf_7A4b_05_building_from_nothing() -> None:
    rules = rules_of("sf")
    pair = connected_pair(rules)
    text = f"{pair[0]} us 7-8 Inf XX <D>, us RP 3 <P> | owner Allied {' '.join(pair)} | Jun I 44, Allied initial"
    game = Game.start(rules, text, seed=1)
    game.submit(BuildRailCapacity(FRANCE, 3))
    assert permanent_capacity(FRANCE, ALLIED, game.state, game.rules).value == 1
    weak = sf_with("sf-7A4b-building-from-nothing", "yes")
    ruling = rule_on_build_capacity(BuildRailCapacity(FRANCE, 3), ALLIED, parse_position(text, weak), weak)
    assert "connected yard " in str(ruling)


def connected_pair(rules: Ruleset) -> tuple[Hex, ...]:
    """A yard at a great or major port in France, the rail hex on the way, and another yard."""
    for ref in yards(rules):
        port = rules.board.port(ref)
        if rules.board.country(ref) != "France" or port is None or port.size not in ("major", "great"):
            continue
        for near in rules.board.neighbors_of(ref):
            for beyond in rules.board.neighbors_of(near):
                joined = line_between(ref, near, rules) and line_between(near, beyond, rules)
                if joined and beyond in yards(rules) and beyond != ref and rules.board.country(beyond) == "France":
                    return ref, near, beyond
    raise AssertionError("no such yards")


def test_sf_7A4c_01_capacity_goes_with_the_last_yard() -> None:
    rules = rules_of("sf")
    state = parse_position(f"{PARIS} ge 7-6 Inf XX | Jul I 43, Allied movement", rules)
    last, *others = yards_of(AXIS, state, rules, "Sicily")
    landing = next(ref for ref in rules.board.neighbors_of(last) if rules.board.has_land(ref))
    parts = [f"{landing} us 7-8 Inf XX <D>", f"owner Allied {' '.join([landing, *others])}"]
    game = german(*parts, when="Jul I 43, Allied movement")
    assert permanent_capacity("Sicily", AXIS, game.state, rules).value == 10
    game.submit(Move(("D",), (last,)))
    assert permanent_capacity("Sicily", AXIS, game.state, rules).value == 0
    assert game.state.recall(RAIL_CAPACITY, on_net("Sicily", AXIS)) == 0


# --- saving in mid-phase (handed B25) ---------------------------------------------------------------------------------


def test_handed_B25_a_save_in_mid_phase_forgets_nothing() -> None:
    rules = rules_of("sf")
    lone = next(ref for ref in rules.board.neighbors_of(NORTH[7]) if not is_rail_hex(ref, rules))
    game = german(
        f"{PARIS} ge 7-8 Inf XX <A>, ge 15-10 Pz XX <B>, ge 7-6 Inf XX <R>",
        f"{lone} ge 7-6 Inf XX <C>",
    )
    for order in admin_moves(game, "A", Fraction(5)):
        game.submit(order)
    game.submit(ride(*NORTH[:4], who="B", mode="strategic"))
    game.submit(Move(("C",), (NORTH[7],), "one-hex"))
    loaded = Game.load(game.save(), rules)
    assert loaded.state_hash == game.state_hash
    assert loaded.state.recall(LOST_ZOC, "A") == "administrative movement"
    assert mps_left("A", loaded.state, rules) == 3
    beside = next(ref for ref in (PARIS, NORTH[0]) if ref != loaded.state.piece("A").place)
    assert "administrative movement" in refused(loaded, Move(("A",), (beside,)))
    assert capacity_used(FRANCE, loaded.state, loaded.rules) == 6
    assert "one-hex move" in refused(loaded, Move(("C",), (lone,)))
    loaded.done()
    assert "strategic rail" in refused(loaded, er.Attack(("B",), NORTH[4]))
    loaded.done()
    assert "strategic rail" in refused(loaded, Move(("B",), (NORTH[4],)))


def admin_moves(game: Game, who: str, mps: Fraction) -> list[Move]:
    """Administrative moves to and fro along a road that take so many MPs."""
    steps = int(mps * 2)
    pair = (NORTH[0], PARIS)
    return [Move((who,), (pair[n % 2],), "admin") for n in range(steps)]


# --- orders as plain data ---------------------------------------------------------------------------------------------


def test_orders_of_rails_as_plain_data() -> None:
    rules = rules_of("sf")
    for order in (ride(PARIS), RaiseRailCapacity(FRANCE, 2), BuildRailCapacity(FRANCE, 3)):
        assert order_from_json(order_to_json(order, rules), rules) == order
    with pytest.raises(NotationError, match="whole number"):
        order_from_json({"kind": "build rail capacity", "net": FRANCE, "points": "3"}, rules)


def test_sf_7A3_what_was_used_stands_in_the_record() -> None:
    game = german(f"{PARIS} ge 7-6 Inf XX <D>")
    game.submit(ride(NORTH[0]))
    assert game.state.all_facts(RAIL_USED) == {on_net(FRANCE, "D"): 3}
