"""Movement (rule 6), ZOC costs (6A) and roads (7B) in both books, on the board and off it."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import pairwise

import networkx as nx
import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.test_zones import BOOKS, MIDDLE, flat, rules_of

import europa_rules as er
from europa_rules.contributions import Modifier, Prohibition, Source
from europa_rules.errors import IllegalOrder, UnknownName
from europa_rules.frozenmap import FrozenMap
from europa_rules.ground.closed_ground import closed_hexes
from europa_rules.ground.destinations import cheapest_path, destinations, movement_graph
from europa_rules.ground.facts import LOST_ZOC, MOVED_BY, MPS_SPENT
from europa_rules.ground.movement import (
    MoveFacts,
    MoveStep,
    Spending,
    ZocExit,
    reckon_spent,
    reckon_zoc_exit,
    rule_on_movement,
    rule_on_spending,
)
from europa_rules.ground.moves import (
    Move,
    allowance_of,
    carry_out_move,
    gather_move,
    gather_step,
    mps_left,
    rule_on_move,
)
from europa_rules.ground.ownership import hex_owner
from europa_rules.ground.terrain import (
    HexEntry,
    columns_of,
    described_entry,
    gather_entry,
    reckon_entry_cost,
    rule_on_terrain,
)
from europa_rules.hexes import Hex
from europa_rules.numbers import HALF
from europa_rules.procedure import Opening
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Side, Turn
from europa_rules.state import STAYS, WEATHER, GameState, Moment, Obligation, Piece
from europa_rules.testing import play
from europa_rules.units import Rating, Size, Unit


def unit(
    rating: str = "7-6",
    type_: str = "infantry",
    size: Size = "division",
    nation: str = "ge",
    symbols: tuple[str, ...] = (),
) -> Unit:
    return Unit(nation, type_, size, Rating.parse(rating), symbols=symbols)


def state_of(*pieces: Piece, phase: str = "movement", player: Side = AXIS) -> GameState:
    return GameState(Moment(Turn.parse("May I 40"), player, phase), FrozenMap({p.id: p for p in pieces}))


@cache
def flat_rules(book: str) -> Ruleset:
    return flat(rules_of(book), radius=9)


def line_of(rules: Ruleset, length: int, start: Hex = MIDDLE, direction: int = 1) -> list[Hex]:
    """Hexes one after another in a direction, the start first."""
    found = [start]
    while len(found) < length:
        found.append(rules.board.hexes[rules.board.neighbors[rules.board.at(found[-1])][direction]])
    return found


def moved(order: Move, state: GameState, rules: Ruleset, player: Side = AXIS) -> GameState:
    return play(carry_out_move(order, player, state, rules))[0]


# --- costs -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    ("who", "mps"),
    [
        (unit("2-3-8", "artillery", "regiment"), 6),
        (unit("10-10", "armor"), 6),
        (unit(), 3),
        (unit("7-8", symbols=("mountain",)), 2),
        (unit("2-3-6", "artillery", "regiment", symbols=("mountain",)), 2),
    ],
)
def test_6_06_the_three_columns_of_a_mountain_hex(book: str, who: Unit, mps: int) -> None:
    entry = described_entry(who, "mountain", (), rules_of(book))
    assert reckon_entry_cost(entry, rules_of(book)).value == mps


@pytest.mark.parametrize("book", BOOKS)
def test_6_08_a_narrow_strait_adds_two_mps(book: str) -> None:
    strait = HexEntry(("other",), hexsides=("narrow_strait",))
    assert reckon_entry_cost(strait, rules_of(book)).value == 3


def test_sf_6_16_weather_changes_costs() -> None:
    costs = {
        weather: reckon_entry_cost(HexEntry(("cm_art",), weather=weather), rules_of("sf")).value
        for weather in ("clear", "mud", "winter")
    }
    assert costs == {"clear": 1, "mud": 3, "winter": 2}


def test_sf_6_05_overlays_cities_and_mountain_hexsides() -> None:
    rules = rules_of("sf")

    def cost(entry: HexEntry) -> Fraction:
        return reckon_entry_cost(entry, rules).value

    assert cost(HexEntry(("other",), "clear", ("bocage",))) == 2
    assert cost(HexEntry(("other",), "woods", ("bocage",))) == 2
    assert cost(HexEntry(("cm_art",), "woods", ("bocage",))) == 3
    assert cost(HexEntry(("cm_art",), "wooded_rough", ("bocage",))) == 4
    assert cost(HexEntry(("other",), "woods", city="full")) == 1
    assert cost(HexEntry(("other",), "woods", city="partial")) == 2
    assert cost(HexEntry(("other",), hexsides=("mountain",))) == 3
    assert cost(HexEntry(("other",), hexsides=("mountain", "river"))) == 4
    assert cost(HexEntry(("other",), hexsides=("river",), hexside_state="frozen")) == 1


@pytest.mark.parametrize("book", BOOKS)
def test_6_09_prohibited_ground_and_the_causeway_over_it(book: str) -> None:
    rules = rules_of(book)
    assert not rule_on_terrain(HexEntry(("other",), hexsides=("sea",)), rules).allowed
    assert rule_on_terrain(HexEntry(("other",), hexsides=("causeway", "sea")), rules).allowed
    assert not rule_on_terrain(HexEntry(("cm_art",), "wooded_swamp"), rules).allowed
    assert rule_on_terrain(HexEntry(("cm_art",), "wooded_swamp", by_road=True), rules).allowed
    with pytest.raises(IllegalOrder, match="prohibited"):
        reckon_entry_cost(HexEntry(("cm_art",), "wooded_swamp"), rules)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    ("who", "into", "mps"),
    [
        (unit("14-10", "armor"), False, 1),
        (unit("14-10", "armor"), True, 2),
        (unit(), False, 2),
        (unit(), True, 3),
        (unit("6-10", "armor", nation="fr"), True, 3),
    ],
)
def test_6A_01_leaving_a_zoc_costs_by_who_leaves(book: str, who: Unit, into: bool, mps: int) -> None:
    assert reckon_zoc_exit(ZocExit(who, "full", into), rules_of(book)).value == mps


def test_sf_6A_01_a_reduced_zoc_costs_less() -> None:
    reduced = [reckon_zoc_exit(ZocExit(unit(), "reduced", into), rules_of("sf")).value for into in (False, True)]
    assert reduced == [0, 1]


# --- rulings off the board -------------------------------------------------------------------------------------------


def refused_by(facts: MoveFacts, book: str) -> list[str]:
    return [c.number for c in rule_on_movement(facts, rules_of(book)).citations]


@pytest.mark.parametrize("book", BOOKS)
def test_6_02_only_cm_units_move_in_exploitation(book: str) -> None:
    assert refused_by(MoveFacts(unit(), phase="exploitation"), book) == ["6"]
    assert refused_by(MoveFacts(unit("14-10", "armor"), phase="exploitation"), book) == []
    assert refused_by(MoveFacts(unit("14-10", "armor"), phase="combat"), book) == ["6"]
    assert refused_by(MoveFacts(unit(), is_phasing=False), book) == ["6"]


@pytest.mark.parametrize(("book", "number"), [("fof", "14K2"), ("sf", "14F2")])
def test_6_14_no_mps_no_move(book: str, number: str) -> None:
    step = (MoveStep(cost=1),)
    fortress = unit("3-0", "fortress", "regiment")
    assert refused_by(MoveFacts(fortress, steps=step, one_hex=True), book) == [number]


@pytest.mark.parametrize(("book", "number"), [("fof", "14K1"), ("sf", "14F1")])
def test_6_rail_only_units_do_not_move_overland(book: str, number: str) -> None:
    gun = unit("5-1-R", "artillery", "battalion")
    assert refused_by(MoveFacts(gun), book) == [number]
    assert refused_by(MoveFacts(gun, is_overland=False), book) == []


@pytest.mark.parametrize("book", BOOKS)
def test_6_12_the_one_hex_move_takes_all_mps(book: str) -> None:
    facts = MoveFacts(unit("1-2-4", "artillery", "regiment"), steps=(MoveStep(cost=6, zoc_cost=3),))
    assert refused_by(facts, book) == []
    assert reckon_spent(facts, rules_of(book)).value == 4
    assert refused_by(evolve(facts, other_mp_use="break_rail"), book) == ["6"]
    assert refused_by(evolve(facts, spent=1), book) == ["6"]
    assert refused_by(evolve(facts, one_hex=False), book) == ["6", "6A"]
    assert refused_by(evolve(facts, steps=facts.steps * 2, one_hex=True), book) == ["6"]


@pytest.mark.parametrize(("book", "point"), [("fof", "fof-6-one-hex-move"), ("sf", "sf-6-one-hex-move")])
def test_6_12_the_lenient_reading_lets_the_one_hex_move_follow_others(book: str, point: str) -> None:
    facts = MoveFacts(unit("1-2-4", "artillery", "regiment"), spent=1, steps=(MoveStep(cost=6),))
    lenient = er.load(book, rulings={point: "lenient"})
    assert rule_on_movement(facts, lenient).allowed
    assert reckon_spent(facts, lenient).value == 3
    assert f"{point}: whole-move" in rule_on_movement(facts, rules_of(book)).rests_on


@pytest.mark.parametrize("book", BOOKS)
def test_6_a_unit_that_moves_again_rests_on_its_being_allowed_to(book: str) -> None:
    again = MoveFacts(unit("7-6"), spent=1, steps=(MoveStep(cost=1),))
    assert rule_on_movement(again, rules_of(book)).rests_on == (f"{book}-6-move-wait-move: may-go-on",)
    assert rule_on_movement(evolve(again, spent=0), rules_of(book)).rests_on == ()


@pytest.mark.parametrize("book", BOOKS)
def test_6_11_enemy_occupied_hexes_are_closed_but_for_overruns(book: str) -> None:
    facts = MoveFacts(unit(), steps=(MoveStep(cost=1, is_enemy_occupied=True),))
    assert refused_by(facts, book) == ["6"]
    assert refused_by(evolve(facts, is_overrun=True), book) == []


def test_sf_20F_and_7A2_what_a_unit_did_in_the_turn_may_bind_it() -> None:
    assert refused_by(MoveFacts(unit(), air_transported=True), "sf") == ["20F"]
    by_rail = MoveFacts(unit("14-10", "armor"), phase="exploitation", used_strategic_rail=True)
    assert refused_by(by_rail, "sf") == ["7A2"]


def test_sf_12E_points_do_not_move_overland_by_themselves() -> None:
    points = Unit("br", "resource_point", "counter", points=2)
    assert refused_by(MoveFacts(points), "sf") == ["12E"]
    assert refused_by(MoveFacts(points, is_carried=True), "sf") == []


@pytest.mark.parametrize("book", BOOKS)
def test_6B_administrative_movement_mixes_with_little(book: str) -> None:
    rules = rules_of(book)
    admin = Spending("admin", Fraction(2))
    assert rule_on_spending(6, [admin, Spending("operational_rail", Fraction(4))], rules).allowed
    mixed = rule_on_spending(3, [admin, Spending("break_rail", Fraction(2))], rules)
    assert [c.number for c in mixed.citations] == ["6", "6B"]


# --- handed situations -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("lost", "mps"), [((), 3), (("D1",), 3), (("D1", "D2"), 1)])
def test_handed_B05_a_zoc_is_paid_once_while_any_source_stays(book: str, lost: tuple[str, ...], mps: int) -> None:
    rules = flat_rules(book)
    around = rules.board.neighbors_of(MIDDLE)
    french = Unit("fr", "infantry", "division", Rating.parse("5-6"))
    state = state_of(
        Piece("A", unit("7-6"), AXIS, MIDDLE),
        Piece("D1", french, ALLIED, around[0]),
        Piece("D2", french, ALLIED, around[1]),
        Piece("B", evolve(french, size="brigade"), ALLIED, around[2]),
    )
    for piece_id in lost:
        state = state.noting(LOST_ZOC, piece_id, "administrative movement")
    assert destinations("A", state, rules)[around[4]] == mps
    assert cheapest_path("A", around[4], state, rules).mps == mps
    after = moved(Move(("A",), (around[4],)), state, rules)
    assert after.recall(MPS_SPENT, "A") == mps


@pytest.mark.parametrize("book", BOOKS)
def test_handed_B07_the_detour_is_offered_and_the_way_through_the_zoc_is_not(book: str) -> None:
    rules = flat_rules(book)
    board = rules.board
    a, b, c = line_of(rules, 3)
    e, f = (ref for ref in board.neighbors_of(a) if ref in board.neighbors_of(b))
    far = next(r for r in board.neighbors_of(b) if r not in (a, c) and r in board.neighbors_of(f) and r != a)
    enemy = Piece("Z", Unit("fr", "infantry", "division", Rating.parse("5-6")), ALLIED, far)
    state = state_of(Piece("U", unit("7-3"), AXIS, a), enemy)
    route = cheapest_path("U", c, state, rules)
    assert len(route.path) == 3
    assert route.mps == 3
    assert e in route.path
    direct = rule_on_move(Move(("U",), (b, c)), AXIS, state, rules)
    assert not direct.allowed
    after = moved(route.order("U"), state, rules)
    assert after.piece("U").place == c
    assert mps_left("U", after, rules) == 0


def literal_moves(piece_id: str, state: GameState, rules: Ruleset, longest: int) -> dict[Hex, Fraction]:
    """Every hex to which some legal order leads, and the least it costs: each order is tried, hex by hex."""
    piece = state.piece(piece_id)
    found: dict[Hex, Fraction] = {}
    paths: list[tuple[Hex, ...]] = [(ref,) for ref in rules.board.neighbors_of(piece.place)]
    while paths:
        path = paths.pop()
        for mode in ("regular", "one-hex"):
            order = Move((piece_id,), path, mode)
            if not rule_on_move(order, piece.side, state, rules).allowed:
                continue
            steps = tuple(gather_step(piece, a, b, state, rules) for a, b in pairwise((piece.place, *path)))
            spent = reckon_spent(gather_move(piece, state, rules, steps, mode == "one-hex"), rules).value
            if path[-1] != piece.place:
                found[path[-1]] = min(spent, found.get(path[-1], spent))
            if mode == "regular" and len(path) < longest:
                paths += [(*path, ref) for ref in rules.board.neighbors_of(path[-1]) if ref not in path]
    return found


SOMEWHERE = ("16A:1426", "16A:1030", "17A:1605", "17A:1010", "17A:2420")
ENEMIES = (unit("5-6", nation="fr"), unit("2-6", size="regiment", nation="fr"))
KINDS = (unit("7-3"), unit("14-3", "armor"), unit("2-3-3", "artillery", "regiment"), unit("7-3", symbols=("mountain",)))


@given(st.data())
@settings(max_examples=12)
def test_handed_B07_planner_and_referee_agree(data: st.DataObject) -> None:
    rules = rules_of(data.draw(st.sampled_from(BOOKS)))
    board = rules.board
    start = Hex(data.draw(st.sampled_from(SOMEWHERE)))
    mover = Piece("U", data.draw(st.sampled_from(KINDS)), AXIS, start)
    near = [ref for ref in board.hexes if 0 < board.distance(start, ref) <= 3 and board.has_land(ref)]
    places = data.draw(st.lists(st.sampled_from(near), max_size=4, unique=True))
    enemies = [Piece(f"E{n}", data.draw(st.sampled_from(ENEMIES)), ALLIED, place) for n, place in enumerate(places)]
    state = state_of(mover, *enemies)
    weather = data.draw(st.sampled_from(("clear", "mud")))
    state = state.noting(WEATHER, "", weather)
    offered = destinations("U", state, rules)
    assert offered == literal_moves("U", state, rules, longest=3)
    for ref, mps in offered.items():
        route = cheapest_path("U", ref, state, rules)
        assert route.mps == mps
        rule_on_move(route.order("U"), AXIS, state, rules).require()


@pytest.mark.parametrize("book", BOOKS)
def test_handed_B09_half_a_point_does_not_buy_the_one_hex_move(book: str) -> None:
    by = f"{rules_of(book).variant.book} 6"
    halved = Modifier("halved", "movement allowance", by=by, amount=HALF, change="times")
    rules = with_contributions(book, modifiers=(halved,))
    rules = flat(rules)
    one, two, three = line_of(rules, 4)[1:]
    state = state_of(Piece("A", unit("7-5"), AXIS, MIDDLE))
    assert allowance_of(state.piece("A"), state, rules).value == Fraction(5, 2)
    after = moved(Move(("A",), (one, two)), state, rules)
    assert mps_left("A", after, rules) == HALF
    ruling = rule_on_move(Move(("A",), (three,), "one-hex"), AXIS, after, rules)
    assert [c.number for c in ruling.citations] == ["6"]
    assert "1/2" in str(rule_on_move(Move(("A",), (three,)), AXIS, after, rules))
    assert destinations("A", after, rules) == {}
    assert mps_left("A", after.ending("step", "phase"), rules) == Fraction(5, 2)


@pytest.mark.parametrize("book", BOOKS)
def test_handed_B11_a_road_helps_only_between_the_hexes_it_joins(book: str) -> None:
    base = flat(rules_of(book))
    w, r1, r2, n = line_of(base, 4)
    rules = base.on_board(
        base.board.patched(
            hexes={ref: {"terrain": "woods"} for ref in (w, r1, r2, n)},
            hexsides={(r1, r2): ("river",), (r2, n): ("river",)},
            lines={(r1, r2): ("road",)},
        )
    )
    state = state_of(Piece("A", unit(), AXIS, w))
    after = [moved(Move(("A",), (to,)), state.moved("A", origin), rules) for origin, to in ((w, r1), (r1, r2), (r2, n))]
    assert [done.recall(MPS_SPENT, "A") for done in after] == [2, 1, 3]


# --- the board -------------------------------------------------------------------------------------------------------


def with_contributions(
    book: str,
    *,
    modifiers: tuple[Modifier, ...] = (),
    prohibitions: tuple[Prohibition, ...] = (),
    sources: tuple[Source, ...] = (),
) -> Ruleset:
    """The rules with a few contributions more."""

    class Extra:
        @er.hookimpl
        def europa_modifiers(self, variant: str) -> tuple[Modifier, ...]:
            return modifiers

        @er.hookimpl
        def europa_prohibitions(self, variant: str) -> tuple[Prohibition, ...]:
            return prohibitions

        @er.hookimpl
        def europa_sources(self, variant: str) -> tuple[Source, ...]:
            return sources

    return er.load(book, plugins=["fof" if book == "fof" else "sf", Extra()])


def test_sf_6_01_joint_moves_make_each_unit_pay_its_own_costs() -> None:
    rules = flat_rules("sf")
    a, b = line_of(rules, 2)
    rough = rules.on_board(rules.board.patched(hexes={b: {"terrain": "rough"}}))
    state = state_of(Piece("I", unit(), AXIS, a), Piece("T", unit("14-10", "armor"), AXIS, a))
    after = moved(Move(("I", "T"), (b,)), state, rough)
    assert [after.recall(MPS_SPENT, piece_id) for piece_id in ("I", "T")] == [2, 3]
    assert {p.place for p in after.pieces.values()} == {b}
    assert after.recall(MOVED_BY, "T") == "regular"


def test_fof_6_a_move_takes_the_hexes_it_enters() -> None:
    rules = flat_rules("fof")
    one, two = line_of(rules, 3)[1:]
    state = state_of(Piece("A", unit(), AXIS, MIDDLE)).owned({one: ALLIED, two: ALLIED})
    after = moved(Move(("A",), (one, two)), state, rules)
    assert (hex_owner(one, after, rules), hex_owner(two, after, rules)) == (AXIS, AXIS)


def test_fof_6_orders_that_are_no_moves_are_refused() -> None:
    rules = flat_rules("fof")
    line = line_of(rules, 4)
    state = state_of(
        Piece("A", unit(), AXIS, line[0]),
        Piece("B", unit(), AXIS, line[1]),
        Piece("F", unit(nation="fr"), ALLIED, line[3]),
    )
    orders = (
        Move((), (line[1],)),
        Move(("A",), ()),
        Move(("A", "A"), (line[1],)),
        Move(("A", "B"), (line[1],)),
        Move(("F",), (line[2],)),
        Move(("A",), (line[2],)),
        Move(("A",), (line[0],)),
        Move(("A",), (Hex("16A:9999"),)),
        Move(("A",), (line[1],), "quick"),
    )
    assert [rule_on_move(order, AXIS, state, rules).allowed for order in orders] == [False] * len(orders)
    with pytest.raises(IllegalOrder):
        moved(orders[5], state, rules)
    with pytest.raises(UnknownName, match="X"):
        rule_on_move(Move(("X",), (line[1],)), AXIS, state, rules)


def test_fof_6_a_duty_holds_a_unit_in_its_hex() -> None:
    rules = flat_rules("fof")
    duty = Obligation("stays in its hex", "others left by rail under its cover", (er.Citation("FoF", "7A"),))
    state = state_of(Piece("A", unit(), AXIS, MIDDLE)).noting(STAYS, "A", duty)
    ruling = rule_on_move(Move(("A",), (line_of(rules, 2)[1],)), AXIS, state, rules)
    assert [str(c) for c in ruling.citations] == ["FoF 7A"]
    assert destinations("A", state, rules) == {}


def test_fof_6_a_unit_in_a_holding_box_has_no_moves() -> None:
    state = state_of(Piece("A", unit(), AXIS, Hex("box:Norway")))
    assert destinations("A", state, rules_of("fof")) == {}
    assert not rule_on_move(Move(("A",), (MIDDLE,)), AXIS, state, rules_of("fof")).allowed


def test_sf_6_12_the_one_hex_move_is_among_the_destinations() -> None:
    base = flat_rules("sf")
    around = base.board.neighbors_of(MIDDLE)
    rules = base.on_board(base.board.patched(hexes={ref: {"terrain": "mountain"} for ref in around}))
    state = state_of(Piece("G", unit("2-3-4", "artillery", "regiment"), AXIS, MIDDLE))
    assert destinations("G", state, rules) == dict.fromkeys(around, Fraction(4))
    route = cheapest_path("G", around[0], state, rules)
    after = moved(route.order("G"), state, rules)
    assert mps_left("G", after, rules) == 0
    assert after.recall(MOVED_BY, "G") == "one-hex"
    assert destinations("G", after, rules) == {}
    with pytest.raises(UnknownName, match="cannot get"):
        cheapest_path("G", line_of(rules, 4)[3], state, rules)


def test_fof_6A_others_may_react_after_each_hex_where_a_rule_says_so() -> None:
    rules = flat(with_contributions("fof", sources=(Source("guns", "movement openings", by="FoF 6", value=ALLIED),)))
    one, two = line_of(rules, 3)[1:]
    state = state_of(Piece("A", unit(), AXIS, MIDDLE), Piece("F", unit(nation="fr"), ALLIED, line_of(rules, 5)[4]))
    procedure = carry_out_move(Move(("A",), (one, two)), AXIS, state, rules)
    first = next(procedure)
    assert isinstance(first, Opening)
    assert (first.name, first.players) == (f"hex entered: {one}", (ALLIED,))
    event = procedure.send(first.state.moved("F", two))
    assert event.state.piece("A").place == one
    assert event.state.recall(MPS_SPENT, "A") == 1


def test_fof_6_contributed_costs_and_closed_hexes_count_in_searches() -> None:
    base = flat_rules("fof")
    one, two = line_of(base, 3)[1:]
    dear = Modifier("mined", "movement cost", by="FoF 6", amount=HALF, when=lambda entry: entry.hex == one)
    shut = Prohibition("shut", "enter hex", by="FoF 6", when=lambda entry: entry.hex == two)
    rules = with_contributions("fof", modifiers=(dear,), prohibitions=(shut,)).on_board(base.board)
    state = state_of(Piece("A", unit("7-3"), AXIS, MIDDLE))
    offered = destinations("A", state, rules)
    assert offered[one] == Fraction(3, 2)
    assert two not in offered
    assert offered == literal_moves("A", state, rules, longest=3)
    graph = movement_graph("A", state, rules)
    lengths = nx.single_source_dijkstra_path_length(graph, MIDDLE, cutoff=3, weight="mps")
    assert {ref: mps for ref, mps in lengths.items() if ref != MIDDLE} == offered


@pytest.mark.parametrize("book", BOOKS)
def test_7B_04_a_rail_line_is_a_road_and_a_rail_ferry_is_none(book: str) -> None:
    base = flat(rules_of(book))
    a, b = line_of(base, 2)
    for line, mps in (("rail_low", 1), ("rail_high", 1), ("road", 1), ("rail_ferry", 3)):
        patched = base.board.patched(
            hexes={b: {"terrain": "woods"}}, hexsides={(a, b): ("river",)}, lines={(a, b): (line,)}
        )
        state = state_of(Piece("A", unit(), AXIS, a))
        assert destinations("A", state, base.on_board(patched))[b] == mps


@pytest.mark.parametrize("book", BOOKS)
def test_6B_administrative_movement_on_the_board(book: str) -> None:
    base = flat(rules_of(book))
    line = line_of(base, 5)
    patched = base.board.patched(
        hexes={line[2]: {"terrain": "mountain"}}, hexsides={(line[3], line[4]): ("major_river",)}
    )
    rules = base.on_board(patched)
    start = state_of(Piece("A", unit(), AXIS, line[0])).owned(dict.fromkeys(line, AXIS))

    def refusals(origin: Hex, to: Hex, rules: Ruleset, state: GameState = start) -> list[str]:
        order = Move(("A",), (to,), "admin")
        return [c.number for c in rule_on_move(order, AXIS, state.moved("A", origin), rules).citations]

    assert refusals(line[0], line[1], rules) == []
    assert refusals(line[1], line[2], rules) == ["6B"]
    assert refusals(line[3], line[4], rules) == ["6B"]
    by_road = rules.on_board(patched.patched(lines={(line[1], line[2]): ("road",), (line[3], line[4]): ("road",)}))
    assert refusals(line[1], line[2], by_road) == refusals(line[3], line[4], by_road) == []
    assert refusals(line[0], line[1], rules, start.owned({line[1]: ALLIED})) == ["6B"]
    assert refusals(line[0], line[1], rules, start.noting(MOVED_BY, "A", "regular")) == ["6B"]
    tanks = start.with_piece(evolve(start.piece("A"), unit=unit("14-10", "armor")))
    late = tanks.at_moment(evolve(tanks.moment, phase="exploitation"))
    assert refusals(line[0], line[1], rules, late) == ["6B"]
    after = moved(Move(("A",), (line[1], line[2]), "admin"), start, by_road)
    assert (mps_left("A", after, rules), after.recall(MOVED_BY, "A")) == (Fraction(5), "admin")
    assert after.recall(LOST_ZOC, "A") == "administrative movement"


@pytest.mark.parametrize("book", BOOKS)
def test_6_networkx_on_the_exported_graph_gives_the_engines_answers(book: str) -> None:
    rules = rules_of(book)
    land = [ref for ref in rules.board.hexes if rules.board.has_land(ref)]
    enemies = [Piece(f"E{n}", unit("5-6", nation="fr"), ALLIED, land[71 * n + 5]) for n in range(30)]
    taken = {piece.place for piece in enemies}
    for n, kind in enumerate((unit("7-8"), unit("14-8", "armor"), unit("7-8", symbols=("mountain",)))):
        home = next(ref for ref in land[400 * (n + 1) :] if ref not in taken)
        state = state_of(Piece("U", kind, AXIS, home), *enemies)
        graph = movement_graph("U", state, rules)
        lengths = nx.single_source_dijkstra_path_length(graph, home, cutoff=8 * graph.graph["ticks"], weight="ticks")
        regular = {ref: mps for ref, mps in destinations("U", state, rules).items() if ref in lengths}
        assert regular == {r: Fraction(t) / graph.graph["ticks"] for r, t in lengths.items() if r != home}


@pytest.mark.parametrize("book", BOOKS)
def test_6_the_compiled_board_agrees_with_the_rule_hex_by_hex(book: str) -> None:
    rules = rules_of(book)
    board = rules.board
    state = state_of(Piece("U", unit("14-10", "armor"), AXIS, MIDDLE)).noting(WEATHER, "C", "winter")
    graph = movement_graph("U", state, rules)
    per_mp = graph.graph["ticks"]
    piece = state.piece("U")
    for origin in board.hexes[::23]:
        for to in board.neighbors_of(origin):
            entry = gather_entry(piece.unit, origin, to, state, rules, side=AXIS)
            no_road = board.line_kinds(origin, to).isdisjoint({"road", "rail_high", "rail_low"})
            ways = [entry] if no_road else [entry, evolve(entry, by_road=True)]
            closed = to in closed_hexes(AXIS, state, rules)
            open_ways = [way for way in ways if rule_on_terrain(way, rules).allowed and not closed]
            costs = [reckon_entry_cost(way, rules).value for way in open_ways]
            edge = graph.edges.get((origin, to))
            assert (Fraction(edge["ticks"], per_mp) if edge else None) == min(costs, default=None)
    assert columns_of(piece.unit, rules) == ("cm_art",)
