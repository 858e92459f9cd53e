"""Bombing and harassment on the board, and who may act in the air war (rules 16D, 19 to 22 and 25), at their limits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest
from attrs import evolve
from tests.air_driving import BOOKS, FOF, HERE, NAME, OURS, PARIS, SF, THEIRS, Book, drive, rules_of, scene

from europa_rules.air.abatement import (
    AbateHarassment,
    carry_out_abatement,
    gather_abatement,
    kind_of,
    rule_on_abatement_order,
)
from europa_rules.air.air_fire import (
    Fire,
    FireOutcome,
    address,
    describe,
    look_up_fire,
    look_up_roll,
    reckon_differential,
    reckon_fire_modifier,
    resolve_fire,
    typed,
)
from europa_rules.air.airbases import reckon_capacity_at
from europa_rules.air.bomb_runs import (
    bridges_at,
    capacity_bombed,
    gather_yard_bombing,
    hit_air_base,
    hit_harbor,
    hit_yard,
    on_ground,
    restore_capacity,
    roll_for_attack,
)
from europa_rules.air.bombing import BombingAttack
from europa_rules.air.drop_plans import CancelDrop
from europa_rules.air.facts import (
    BOMBED_CAPACITY,
    DROP_PLAN,
    FLOWN,
    FLYING,
    HARASSMENT,
    HARASSMENT_IGNORED,
    OPERATION,
    UNDER_WAY_NOW,
    YARD_HITS,
    AirOperation,
    DropPlan,
    Flying,
    harassed_by,
)
from europa_rules.air.flight_orders import FlyOperation
from europa_rules.air.flights import Flight, mission_named
from europa_rules.air.harassment import (
    add_hits,
    costs_of_harassment,
    end_harassment,
    hits_against,
    hits_in,
    reckon_leaving,
)
from europa_rules.air.mission_results import Strike
from europa_rules.air.patrol_attacks import (
    Group,
    Patroller,
    covering,
    fly_line,
    fly_past_patrols,
    groups_on_the_way,
    patrollers,
    ways_of,
)
from europa_rules.air.position_aa import ArrangePositionAa, carry_out_arranging, rule_on_arranging
from europa_rules.air.precedence import (
    NEXT_TO_FLY,
    WISHES,
    ClaimAirOperation,
    WaiveAirOperation,
    Wishes,
    claim,
    initiated,
    rule_on_claim,
    rule_on_precedence,
    rule_on_waiver,
    waive,
    who_goes_first,
)
from europa_rules.air.unit_orders import (
    abatements,
    arrangements,
    cancellations,
    drops,
    flights,
    hexes_in_range,
    missions_to_begin,
    operation_groups,
)
from europa_rules.air_units import AirRating
from europa_rules.ground.facts import AIRBASE_HITS, BRIDGE_DOWN, PORT_HITS, on_net
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.position import parse_position
from europa_rules.procedure import Decision, Roll, distinct_rolls
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Side
from europa_rules.state import ABORTED, INOPERATIVE, OPERATIVE, STAYS, GameState


def over(state: GameState, missions: Mapping[str, str], operation: AirOperation) -> GameState:
    state = state.noting(OPERATION, NAME, operation).noting(UNDER_WAY_NOW, "", NAME)
    for unit, mission in missions.items():
        piece = state.air_piece(unit)
        flying = Flying(mission, piece.place, NAME, points=(piece.place, operation.target))
        state = state.noting(FLYING, unit, flying)
    return state


def ids(pieces: Iterable[object]) -> list[str]:
    return [str(piece) for piece in pieces]


def theirs(state: GameState, side: Side = ALLIED) -> GameState:
    """The same position in the other player's turn."""
    return evolve(state, moment=evolve(state.moment, player=side))


# --- rolls (rules 20G and 21B) ---------------------------------------------------------------------------------------


def bombed(
    counter: str, roll: int, rules: Ruleset, book: Book, aim: str = "", number: int = 1
) -> tuple[bool, str, Reckoning]:
    state = scene(book, f"{HERE} ge 7-6 Inf XX 1")
    flights = (Flight(AirRating.parse(counter), *mission_named("rail_lines", rules), id="A"),) * number
    strike = Strike("rail_lines", HERE, AXIS, ("A",) * number, aim)
    (_, is_hit), log = drive(roll_for_attack(BombingAttack(flights), strike, state, rules), [roll])
    return is_hit, log[0].text, dict(log[0].ledgers)["die"]


@BOOKS
def test_20G_a_bombing_attack_tells_its_column_its_roll_and_its_result(book: Book) -> None:
    rules = rules_of(book.name)
    hit, text, die = bombed("4B5 3-7/26", 6, rules, book)
    assert (hit, text) == (True, f"A bombs {HERE} (rail lines) with 3: column 2, roll 6, a hit")
    assert die.value == 6
    miss, text, _ = bombed("4B5 3-7/26", 1, rules, book, "the line", 2)
    assert (miss, text) == (False, f"A, A bomb {HERE} (rail lines the line) with 6: column 5, roll 1, a miss")
    stuka, text, die = bombed("2D2 3-0/26", 5, rules, book)
    assert "roll 5 modified to 6, a hit" in text and stuka and die.value == 6
    state = scene(book, f"{HERE} ge 7-6 Inf XX 1")
    weak = Flight(AirRating.parse("4B5 0-7/26"), *mission_named("rail_lines", rules), id="A")
    strike = Strike("rail_lines", HERE, AXIS, ("A",))
    (_, is_hit), log = drive(roll_for_attack(BombingAttack((weak,)), strike, state, rules))
    assert (is_hit, log[0].text) == (False, f"A bombs {HERE} (rail lines) with 0: a miss without a roll")


@BOOKS
@pytest.mark.parametrize(
    ("counter", "turns", "hits"), [("4B5 3-7/26", (1, 5), {5, 6}), ("2D2 3-0/26", (1, 4), {4, 5, 6})]
)
def test_20G_the_faces_of_a_bombing_roll_that_differ_are_those_that_differ_once_modified(
    book: Book, counter: str, turns: tuple[int, ...], hits: set[int]
) -> None:
    rules = rules_of(book.name)
    state = scene(book, f"{HERE} ge 7-6 Inf XX 1")
    flight = Flight(AirRating.parse(counter), *mission_named("rail_lines", rules), id="A")
    procedure = roll_for_attack(BombingAttack((flight,)), Strike("rail_lines", HERE, AXIS, ("A",)), state, rules)
    roll = next(procedure)
    assert isinstance(roll, Roll)
    assert roll.distinct == turns
    assert {face for face in range(1, 7) if bombed(counter, face, rules, book)[0]} == hits


@BOOKS
def test_21B_a_modified_roll_is_looked_up_within_the_table(book: Book) -> None:
    rules = rules_of(book.name)
    matrix = rules.charts.matrix("air_combat")
    for roll in range(matrix.lowest, matrix.highest + 1):
        assert address(0, roll, rules)[1] == roll
        assert look_up_roll(0, roll - 1, 1, rules).value == look_up_fire(0, roll, rules).value
    assert address(0, matrix.lowest - 1, rules)[1] == matrix.lowest
    assert address(0, matrix.highest + 1, rules)[1] == matrix.highest
    assert address(-99, 7, rules)[0] == matrix.columns[0]
    assert distinct_rolls(2, lambda roll: "hit" if roll > 11 else "miss") == (2, 12)
    assert describe(FireOutcome("", "a", "b", -1, 3, "K")) == "a on b: -1, 3, eliminated"


@BOOKS
@pytest.mark.parametrize(
    ("firer", "roll", "added", "differential", "told", "result"),
    [
        ("8F6", 7, 0, 2, "roll 7", "R"),
        ("4NB5", 7, 1, -2, "roll 7 modified to 8", "-"),
        ("4NB5", 2, 1, -2, "roll 2 modified to 3", "A"),
        ("4NB5", 1, 1, -2, "roll 1 modified to 2", "K"),
    ],
)
def test_21B_a_fire_tells_its_roll_what_is_added_and_its_result(
    book: Book, firer: str, roll: int, added: int, differential: int, told: str, result: str
) -> None:
    rules = rules_of(book.name)
    state = scene(book, f"{HERE} ge 7-6 Inf XX 1")
    fire = Fire(*(Flight(AirRating.parse(text), id=name) for text, name in ((firer, "A"), ("8F6", "B"))))
    assert reckon_fire_modifier(fire, rules).value == added
    assert reckon_differential(fire, rules).value == differential
    (_, outcome), log = drive(resolve_fire(fire, "b", state, rules), [roll])
    assert (outcome.modified_roll, outcome.differential, outcome.result) == (roll + added, differential, result)
    assert log[0].text.startswith("step b: A fires on B") and f", {told}: " in log[0].text


@BOOKS
def test_21B_an_air_unit_of_which_only_the_type_is_known_has_no_strengths(book: Book) -> None:
    assert typed("NB", rules_of(book.name)) == Flight(AirRating(0, "B", 0, "N"))


# --- what hits do (rule 20G) -----------------------------------------------------------------------------------------


@BOOKS
def test_20G1a_what_bombing_costs_a_net_is_owed_by_its_owner_in_his_own_turn(book: Book) -> None:
    rules = rules_of(book.name)
    state = scene(book, f"{HERE} ge 7-6 Inf XX 1")
    facts = gather_yard_bombing(PARIS, 2, state, rules)
    assert (facts.hits, facts.earlier, facts.rail_broken) == (2, 0, False)
    once, log = drive(hit_yard(Strike("rail_yards", PARIS, AXIS, ()), state, rules))
    loss = dict(log[0].ledgers)["loss"].value
    (subject,) = once.all_facts(BOMBED_CAPACITY)
    assert once.recall(BOMBED_CAPACITY, subject) == loss > 0
    again, log = drive(hit_yard(Strike("rail_yards", PARIS, AXIS, ()), once, rules))
    more = dict(log[0].ledgers)["loss"].value
    assert again.recall(BOMBED_CAPACITY, subject) == loss + more
    assert gather_yard_bombing(PARIS, 1, again, rules).earlier == again.recall(YARD_HITS, PARIS)
    assert gather_yard_bombing(PARIS, 1, again, rules).rail_broken
    names = net_names(subject)
    found = {capacity_bombed(name, ALLIED, theirs(again), rules).value for name in names}
    assert found == {loss + more}
    assert {capacity_bombed(name, ALLIED, again, rules).value for name in names} == {0}
    assert drive(restore_capacity(again, rules))[0] == again
    assert not drive(restore_capacity(theirs(again), rules))[0].all_facts(BOMBED_CAPACITY)


def net_names(subject: str) -> list[str]:
    return [subject[:at] for at in range(1, len(subject)) if on_net(subject[:at], ALLIED) == subject]


@BOOKS
def test_20G1b_each_hit_on_a_port_damages_it_once(book: Book) -> None:
    rules = rules_of(book.name)
    port = next(ref for ref in rules.board.hexes if (found := rules.board.port(ref)) and found.size == "major")
    state = scene(book, f"{HERE} ge 7-6 Inf XX 1")
    for hits in (1, 2):
        state, log = drive(hit_harbor(Strike("strategic_ports", port, AXIS, ()), state, rules))
        assert state.recall(PORT_HITS, port) == hits and log[0].text == f"the port in {port} is hit"


@BOOKS
def test_20G2a_a_hit_takes_1_off_an_airbase_and_aborts_one_on_the_ground(book: Book) -> None:
    rules, n = rules_of(book.name), book.enemy
    air = f"{THEIRS} {n} 8F6 1/9 A, {n} 8F6 1/9 B, {n} 8F6 1/9 C, {n} 0GT-1 T G"
    state = scene(book, f"{air} | {OURS} ge 8F6 1/9 D")
    up = state.noting(FLYING, f"{n} C", Flying("cap", THEIRS, "other"))
    assert ids(on_ground(THEIRS, AXIS, up)) == [f"{n} A", f"{n} B"]
    assert ids(on_ground(THEIRS, ALLIED, up)) == []
    strike = Strike("airbases", THEIRS, AXIS, ("ge D",))
    asked: list[Decision] = []

    def pick(decision: Decision) -> tuple[str, ...]:
        asked.append(decision)
        return (f"{n} B",)

    capacity = int(reckon_capacity_at(THEIRS, up, rules).value)
    hit, log = drive(hit_air_base(strike, up, rules), choose=pick)
    assert hit.recall(AIRBASE_HITS, THEIRS) == 1 and len(asked) == 1 and asked[0].who == AXIS
    assert log[0].text == (
        f"the airbase in {THEIRS} is hit: its capacity was {capacity} and is {capacity - 1}; {n} B is aborted"
    )
    assert [asked[0].rule_on(a).allowed for a in ((), (f"{n} A",), (f"{n} A", f"{n} B"))] == [False, True, False]
    assert {u: p.status for u, p in hit.air.items()} | {f"{n} B": ABORTED} == {u: p.status for u, p in hit.air.items()}
    assert hit.air_piece(f"{n} A").status == OPERATIVE
    last, log = drive(hit_air_base(strike, hit, rules), choose=pick)
    assert len(asked) == 1 and last.air_piece(f"{n} A").status == ABORTED
    assert log[0].text.endswith(f"and is {capacity - 2}; {n} A is aborted")
    none, log = drive(hit_air_base(strike, last, rules), choose=pick)
    assert log[0].text.endswith("; no air unit is on the ground there") and none.recall(AIRBASE_HITS, THEIRS) == 3


@BOOKS
def test_7C2_44A1_bridges_that_stand_and_are_not_ones_own_may_be_bombed(book: Book) -> None:
    rules = rules_of(book.name, options=("7C" if book is FOF else "44A1",))
    state = scene(book, f"{HERE} ge 7-6 Inf XX 1")
    board = rules.board
    theirs_all = state.owned(dict.fromkeys((ref for ref in board.hexes if board.has_land(ref)), ALLIED))
    near = next(ref for ref in board.hexes if len(bridges_at(ref, AXIS, theirs_all, rules)) > 1)
    found = bridges_at(near, AXIS, theirs_all, rules)
    assert len(found) > 1 and bridges_at(near, ALLIED, theirs_all, rules) == ()
    down = theirs_all.noting(BRIDGE_DOWN, found[0], True)
    assert bridges_at(near, AXIS, down, rules) == found[1:]


# --- harassment (rule 20G2d) -----------------------------------------------------------------------------------------


@BOOKS
def test_20G2d_hits_of_harassment_add_up_to_the_most_in_a_hex(book: Book) -> None:
    rules = rules_of(book.name)
    assert [add_hits(a, b, rules) for a, b in ((0, 1), (1, 1), (1, 2), (2, 1))] == [1, 2, 2, 2]


@BOOKS
def test_20G2d_harassment_costs_the_enemy_in_his_own_movement_and_exploitation_phases(book: Book) -> None:
    rules = rules_of(book.name)
    state = scene(book, f"{HERE} ge 7-6 Inf XX 1", "Allied movement")
    state = state.noting(HARASSMENT, harassed_by(AXIS, HERE), 2).noting(HARASSMENT, harassed_by(AXIS, PARIS), 1)
    state = state.noting(HARASSMENT, harassed_by(ALLIED, OURS), 1)
    assert hits_in(HERE, AXIS, state) == 2 and hits_in(OURS, AXIS, state) == 0
    assert [hits_against(HERE, side, state, rules) for side in (ALLIED, AXIS)] == [2, 0]
    found = costs_of_harassment(ALLIED, state, rules)
    assert found == {HERE: reckon_leaving(2, rules), PARIS: reckon_leaving(1, rules)}
    assert [reckon_leaving(n, rules).mps.value for n in (1, 2)] == [1, 2]
    ignored = state.noting(HARASSMENT_IGNORED, HERE, 1).noting(HARASSMENT_IGNORED, PARIS, 2)
    assert costs_of_harassment(ALLIED, ignored, rules) == {HERE: reckon_leaving(1, rules)}
    for phase, binds in (("exploitation", True), ("combat", False), ("initial", False)):
        at = evolve(state, moment=evolve(state.moment, phase=phase))
        assert bool(costs_of_harassment(ALLIED, at, rules)) == binds
    assert costs_of_harassment(AXIS, state, rules) == {} == costs_of_harassment(ALLIED, theirs(state, AXIS), rules)
    ended, _ = drive(end_harassment(theirs(state, AXIS), rules))
    assert list(ended.all_facts(HARASSMENT)) == [harassed_by(ALLIED, OURS)]
    assert drive(end_harassment(ended, rules))[0].all_facts(HARASSMENT) == ended.all_facts(HARASSMENT)


@BOOKS
def test_22C_43B2_each_thing_that_bars_an_order_to_abate(book: Book) -> None:
    option = "22C" if book.name == "fof" else "43B2"
    rules, off = rules_of(book.name, options=(option,)), rules_of(book.name)
    n = book.enemy
    units = f"{HERE} {n} 0-8 AA II 1 [aa 4], {n} 7-6 Inf XX 2 | 17A:2118 ge 0-8 AA II 3 [aa 2]"
    state = scene(book, units, "Allied movement").noting(HARASSMENT, harassed_by(AXIS, HERE), 2)
    aa = f"{n} 1 AA II"
    order = AbateHarassment((aa,), HERE)
    assert rule_on_abatement_order(order, ALLIED, state, rules).allowed
    for wrong, at, of in (
        (order, state, off),
        (AbateHarassment((), HERE), state, rules),
        (AbateHarassment((f"{n} 2 Inf XX",), HERE), state, rules),
        (order, state.forgetting(HARASSMENT, harassed_by(AXIS, HERE)), rules),
        (order, state.with_pieces([evolve(state.piece(aa), place=THEIRS)]), rules),
    ):
        assert len(rule_on_abatement_order(wrong, ALLIED, at, of).refusals) == 1, wrong
    foreign = AbateHarassment(("ge 3 AA II",), Hex("17A:2118"))
    assert "ge 3 AA II is not the player's" in str(rule_on_abatement_order(foreign, ALLIED, state, rules))
    assert [kind_of(state.piece(unit), rules) for unit in (aa, f"{n} 2 Inf XX")] == ["combat", "intrinsic"]
    assert list(abatements(state.piece(aa), state, rules)) == [order]
    assert not list(abatements(state.piece(f"{n} 2 Inf XX"), state, rules))
    assert not list(abatements(state.piece("ge 3 AA II"), state, rules))
    first, log = drive(carry_out_abatement(order, ALLIED, state, rules), [9])
    assert first.recall(HARASSMENT_IGNORED, HERE) == 1
    assert log[0].text == f"{aa} fires against harassment in {HERE}: 13, 1 hit ignored"
    assert gather_abatement(order, ALLIED, first, rules).earlier == 1
    assert gather_abatement(order, ALLIED, state, rules).earlier == 0
    assert len(rule_on_abatement_order(order, ALLIED, first, rules).refusals) == 1
    assert first.recall(STAYS, aa) is not None
    second, _ = drive(carry_out_abatement(order, ALLIED, first, rules), [9])
    assert second.recall(HARASSMENT_IGNORED, HERE) == 2
    none, log = drive(carry_out_abatement(order, ALLIED, state, rules), [8])
    assert none.recall(HARASSMENT_IGNORED, HERE) is None and log[0].text.endswith(": 12, 0 hits ignored")
    together = AbateHarassment((aa, f"{n} 2 Inf XX"), HERE)
    _, log = drive(carry_out_abatement(together, ALLIED, state, rules), [12])
    assert log[0].text.startswith(f"{aa}, {n} 2 Inf XX fire against harassment")


# --- who begins (rule 16D) -------------------------------------------------------------------------------------------


def test_16D_whose_turn_it_is_goes_first_then_the_phasing_player_then_who_wishes() -> None:
    both = ("Allied", "Axis")
    assert who_goes_first(Wishes(both, "Axis")) == "Axis"
    assert who_goes_first(Wishes(both, "Axis", "Allied")) == "Allied"
    assert who_goes_first(Wishes(("Allied",), "Axis", "Axis")) == "Allied"


@BOOKS
def test_16D_a_wish_to_fly_is_told_once_by_who_can_fly_and_may_be_waived(book: Book) -> None:
    rules = rules_of(book.name)
    state = scene(book, f"{OURS} ge 8F6 1/9 A")
    order = ClaimAirOperation()
    assert rule_on_claim(order, AXIS, state, rules).allowed
    down = state.with_air(evolve(state.air_piece("ge A"), status=INOPERATIVE))
    for player, at in ((AXIS, state.noting(WISHES, AXIS, True)), (AXIS, down), (ALLIED, state)):
        assert len(rule_on_claim(order, player, at, rules).refusals) == 1
    assert len(rule_on_claim(order, AXIS, state.noting(FLOWN, "ge A", "cap"), rules).refusals) == 1
    wished, log = drive(claim(order, AXIS, state, rules))
    assert wished.recall(WISHES, AXIS) is True and len(log) == 1
    assert rule_on_waiver(WaiveAirOperation(), AXIS, wished, rules).allowed
    assert not rule_on_waiver(WaiveAirOperation(), AXIS, state, rules).allowed
    waived, _ = drive(waive(WaiveAirOperation(), AXIS, wished.noting(NEXT_TO_FLY, "", ALLIED), rules))
    assert (waived.recall(WISHES, AXIS), waived.recall(NEXT_TO_FLY, "")) == (None, None)


@BOOKS
def test_16D_while_both_wish_to_fly_they_do_so_in_turn(book: Book) -> None:
    rules = rules_of(book.name)
    state = scene(book, f"{OURS} ge 8F6 1/9 A")
    wish = state.noting(WISHES, ALLIED, True)
    assert rule_on_precedence(AXIS, state, rules).allowed and rule_on_precedence(AXIS, wish, rules).allowed
    both = wish.noting(WISHES, AXIS, True)
    assert not rule_on_precedence(ALLIED, both, rules).allowed
    flown = initiated(AXIS, both, rules)
    assert [flown.recall(*fact) for fact in ((NEXT_TO_FLY, ""), (WISHES, AXIS))] == [ALLIED, None]
    assert flown.recall(WISHES, ALLIED) is True
    assert not rule_on_precedence(AXIS, flown, rules).allowed and rule_on_precedence(ALLIED, flown, rules).allowed
    alone = initiated(ALLIED, flown, rules)
    assert (alone.recall(NEXT_TO_FLY, ""), alone.recall(WISHES, ALLIED)) == (None, None)
    assert rule_on_precedence(AXIS, alone, rules).allowed
    assert bool(rule_on_precedence(AXIS, both, rules).rests_on) == (book.name == "sf")
    assert not rule_on_precedence(AXIS, state, rules).rests_on


def test_sf_16D_in_the_other_reading_a_die_decides_who_begins() -> None:
    rules, book = rules_of("sf", rulings=(("sf-16D-who-starts", "roll"),)), SF
    state = scene(book, f"{OURS} ge 8F6 1/9 A").noting(WISHES, ALLIED, True)
    assert not rule_on_precedence(AXIS, state, rules).allowed
    for die, first in ((1, AXIS), (3, AXIS), (4, ALLIED), (6, ALLIED)):
        after, log = drive(claim(ClaimAirOperation(), AXIS, state, rules), [die])
        assert after.recall(NEXT_TO_FLY, "") == first and log[-1].text == f"{first} begins, by a roll of {die}"
        assert rule_on_precedence(first, after, rules).allowed
    procedure = claim(ClaimAirOperation(), AXIS, state, rules)
    next(procedure)
    roll = procedure.send(None)
    assert isinstance(roll, Roll) and roll.distinct == (1, 4)
    assert initiated(AXIS, state, rules).recall(NEXT_TO_FLY, "") is None
    alone, log = drive(claim(ClaimAirOperation(), AXIS, scene(book, f"{OURS} ge 8F6 1/9 A"), rules))
    assert alone.recall(NEXT_TO_FLY, "") is None and len(log) == 1


# --- position AA (rule 22A2) -----------------------------------------------------------------------------------------


def position_aa(book: Book) -> tuple[GameState, tuple[str, ...]]:
    text = f"{HERE} ge PosAA 2, ge PosAA 1 | {OURS} ge PosAA 1 | {THEIRS} {book.enemy} PosAA 1"
    state = scene(book, text)
    return state, tuple(state.pieces)


@BOOKS
def test_22A2_each_thing_that_bars_an_order_to_arrange_position_aa(book: Book) -> None:
    rules = rules_of(book.name)
    state, _ = position_aa(book)
    two, one = sorted((p.id for p in state.at(HERE)), key=lambda unit: -state.piece(unit).unit.points)
    far, foreign = (next(iter(state.at(ref))).id for ref in (OURS, THEIRS))
    infantry = parse_position(f"{HERE} ge 7-6 Inf XX 9 | {book.day}, Axis movement", rules).piece("ge 9 Inf XX")
    state = state.with_pieces([infantry])
    for right in (ArrangePositionAa((two,), ("1", "1")), ArrangePositionAa((two, one), ("3",))):
        assert rule_on_arranging(right, AXIS, state, rules).allowed
    heavy = state.with_pieces([evolve(state.piece(one), unit=evolve(state.piece(one).unit, nation="it"))])
    for wrong, at, number in (
        (ArrangePositionAa((), ()), state, 1),
        (ArrangePositionAa((two, two), ("2", "2")), state, 1),
        (ArrangePositionAa((foreign,), ("1",)), state, 1),
        (ArrangePositionAa((infantry.id,), ()), state, 1),
        (ArrangePositionAa((two, far), ("3",)), state, 1),
        (ArrangePositionAa((two, one), ("3",)), heavy, 1),
        (ArrangePositionAa((two,), ("3",)), state, 1),
        (ArrangePositionAa((two,), ("2", "x")), state, 1),
        (ArrangePositionAa((two,), ("2", "-1")), state, 1),
    ):
        assert len(rule_on_arranging(wrong, AXIS, at, rules).refusals) == number, wrong
    assert rule_on_arranging(ArrangePositionAa((two,), (" 1", "1 ")), AXIS, state, rules).allowed


@BOOKS
def test_22A2_new_counters_take_the_place_of_old_ones_under_free_names(book: Book) -> None:
    rules = rules_of(book.name)
    state, _ = position_aa(book)
    two, one = sorted((p.id for p in state.at(HERE)), key=lambda unit: -state.piece(unit).unit.points)
    apart, log = drive(carry_out_arranging(ArrangePositionAa((two,), ("1", "1")), AXIS, state, rules))
    assert [p.unit.points for p in apart.at(HERE)] == [1, 1, 1]
    assert set(apart.pieces) - set(state.pieces) == {f"{two} (2)"}
    assert log[0].text == f"position AA in {HERE}: {two} become 1, 1 points"
    more, _ = drive(carry_out_arranging(ArrangePositionAa((two, one), ("1", "1", "1")), AXIS, state, rules))
    assert sorted(p.id for p in more.at(HERE)) == [two, f"{two} (2)", f"{two} (3)"]
    joined, _ = drive(carry_out_arranging(ArrangePositionAa((one, two), ("3",)), AXIS, state, rules))
    assert [(p.id, p.unit.points) for p in joined.at(HERE)] == [(one, 3)]
    offered = list(arrangements(state.piece(two), state, rules))
    assert offered == [ArrangePositionAa((two,), ("1", "1")), ArrangePositionAa((two, one), ("3",))]


# --- patrol attacks (SF 19 to 21) ------------------------------------------------------------------------------------


def test_sf_20D_a_way_leads_hex_by_hex_and_a_group_flies_on_together() -> None:
    rules = rules_of("sf")
    line = rules.board.grid.line(OURS, HERE)
    assert fly_line((OURS, HERE), rules) == tuple(line)
    back = fly_line((OURS, line[2], OURS), rules)
    assert back == (*line[:3], line[1], line[0])
    assert fly_line((Hex("box:Britain"), OURS), rules) == (OURS,) and fly_line((Hex("box:Britain"),), rules) == ()
    a, b, c, d = (Hex(text) for text in "abcd")
    groups = list(groups_on_the_way({"x": (a, b, c), "e": (a, b), "y": (d, c)}, c))
    both, whole = ("x", "e"), (a, b, c)
    assert groups == [Group(both, whole), Group(both, whole[1:]), Group(("y",), (d, c)), Group(("x", "y"), (c,))]
    assert groups[0].place == a
    lone = list(groups_on_the_way({"e": (a, b), "y": (d, c)}, c))
    assert Group(("e",), (a, b)) in lone and Group(("e",), (b,)) in lone
    ends = list(groups_on_the_way({"x": (a, c), "y": (a, b)}, c))
    assert Group(("y",), (b,)) in ends and Group(("x",), (a, c)) in ends


def test_sf_20D_patrollers_are_operative_fighters_at_home_and_patrols_of_the_same_light() -> None:
    rules = rules_of("sf")
    air = "us 8F6 1/8 A, us 8F6 1/8 B, us 4B5 3-7/26 C, us 8F6 1/8 D, us 8F6 1/8 E"
    state = scene(SF, f"{THEIRS} {air} | {OURS} ge 8F6 1/8 Z, ge 4B5 3-7/26 Y")
    state = state.with_air(evolve(state.air_piece("us B"), status=INOPERATIVE))
    state = state.noting(OPERATION, "p", AirOperation(ALLIED, HERE, "cap", suspended=True))
    state = state.noting(FLYING, "us D", Flying("cap", THEIRS, "p"))
    operation = AirOperation(AXIS, PARIS)
    at_home = [Patroller("us A", THEIRS, 4), Patroller("us E", THEIRS, 4)]
    patrol = Patroller("us D", HERE, 0, True)
    assert list(patrollers(operation, state, rules)) == [at_home[0], patrol, at_home[1]]
    for other in (
        AirOperation(ALLIED, HERE, "cap", suspended=False),
        AirOperation(ALLIED, HERE, "cap", night=True, suspended=True),
        AirOperation(ALLIED, HERE, "ground_support", suspended=True),
        AirOperation(AXIS, HERE, "cap", suspended=True),
    ):
        assert list(patrollers(operation, state.noting(OPERATION, "p", other), rules)) == at_home, other
    assert [p.unit for p in patrollers(evolve(operation, initiator=ALLIED), state, rules)] == ["ge Z"]
    assert list(patrollers(operation, state.noting(AIRBASE_HITS, THEIRS, 99), rules)) == [patrol]
    assert list(patrollers(operation, state.noting(FLOWN, "us A", "cap"), rules)) == [patrol, at_home[1]]
    boxed = state.with_air(evolve(state.air_piece("us A"), place=Hex("box:Britain")))
    assert list(patrollers(operation, boxed, rules)) == [patrol, at_home[1]]


def test_sf_19_a_patrol_zone_covers_the_hexes_within_its_radius() -> None:
    rules = rules_of("sf")
    line = rules.board.grid.line(THEIRS, OURS)
    fighter, patrol = Patroller("a", THEIRS, 3), Patroller("b", line[2], 0, True)
    found = [[p.unit for p in covering(ref, (fighter, patrol), rules)] for ref in line[:5]]
    assert found == [["a"], ["a"], ["a", "b"], ["a"], []]


def test_sf_20D_a_group_is_attacked_once_by_each_fighter_and_those_left_fly_on() -> None:
    rules = rules_of("sf")
    state = scene(SF, f"{OURS} ge 4B5 3-7/26 A, ge 8F6 1/26 E | {THEIRS} us 8F6 1/8 P, us 8F6 1/8 Q")
    state = over(state, {"ge A": "rail_lines", "ge E": "escort"}, AirOperation(AXIS, HERE))
    line = tuple(rules.board.grid.line(OURS, HERE))
    assert ways_of(NAME, state, rules) == {"ge A": line, "ge E": line}
    first = next(ref for ref in line if rules.board.distance(THEIRS, ref) <= 4)
    asked: list[Decision] = []

    def one_each(decision: Decision) -> tuple[str, ...] | None:
        if "patrol attack" in decision.question and "Which fighters" in decision.question:
            asked.append(decision)
            return decision.candidates[:1]
        return None

    after, log = drive(fly_past_patrols(state, rules), [12, 12], choose=one_each)
    assert [decision.candidates for decision in asked] == [("us P", "us Q"), ("us Q",)]
    assert asked[0].question == f"Which fighters patrol attack ge A, ge E in {first}?"
    attacks = [event.text for event in log if event.kind == "patrol attack"]
    second = line[line.index(first) + 1]
    assert attacks == [f"us P patrol attack ge A, ge E in {first}", f"us Q patrol attack ge A, ge E in {second}"]
    assert after.air_piece("us P").place == THEIRS and after.recall(FLYING, "us P") is None
    assert after.recall(FLOWN, "us P") == "patrol_attack"
    idle, log = drive(fly_past_patrols(state, rules), choose=lambda _: ())
    assert log == [] and idle == state
    _, log = drive(fly_past_patrols(state, rules), [2, 12], choose=one_each)
    attacks = [event.text for event in log if event.kind == "patrol attack"]
    assert attacks == [f"us P patrol attack ge A, ge E in {first}", f"us Q patrol attack ge A in {second}"]


# --- orders worth asking about ---------------------------------------------------------------------------------------


@BOOKS
def test_20_the_missions_to_begin_are_those_of_the_phase_and_the_type(book: Book) -> None:
    rules = rules_of(book.name)
    state = scene(book, f"{OURS} ge 4B5 3-7/2 A, ge 8F6 1/2 B | {THEIRS} {book.enemy} 4B5 3-7/2 C")
    bomber, fighter, enemy = (state.air_piece(unit) for unit in ("ge A", "ge B", f"{book.enemy} C"))
    own = {mission.name for mission in missions_to_begin(bomber, state, rules)}
    assert {"rail_lines", "airbases", "transfer"} <= own and "harassment" not in own and "escort" not in own
    foreign = {mission.name for mission in missions_to_begin(enemy, state, rules)}
    assert "rail_lines" not in foreign
    patrols = evolve(state, moment=evolve(state.moment, phase="initial"))
    assert "cap" in {mission.name for mission in missions_to_begin(fighter, patrols, rules)}
    assert "cap" not in {mission.name for mission in missions_to_begin(bomber, patrols, rules)}
    initial = {mission.name for mission in missions_to_begin(enemy, patrols, rules)}
    assert "harassment" in initial
    near = hexes_in_range(bomber, rules)
    far = [rules.board.distance(OURS, ref) for ref in near]
    assert far == sorted(far) and max(far) == 8 and near[0] == OURS
    assert hexes_in_range(evolve(bomber, place=Hex("box:Nowhere")), rules) == ()
    orders = list(flights(bomber, state, rules))
    lines = [(order.target, order.flights, order.night) for order in orders]
    aimed = {target: rules.board.distance(OURS, target) for target, how, night in lines if how == ("ge A: rail_lines",)}
    assert aimed[Hex("17A:1508")] == 4 and rules.board.distance(OURS, PARIS) == 7 and aimed[PARIS] == 7
    assert rules.board.distance(OURS, HERE) == 9 and HERE not in aimed
    assert (OURS, ("ge A: transfer",), "night") in lines and (OURS, ("ge A: transfer",), "") in lines
    assert {night for _, _, night in lines} == {"", "night"}
    down = evolve(bomber, status=INOPERATIVE)
    assert not list(flights(down, state, rules))


@BOOKS
def test_24C_drops_are_offered_to_air_droppable_units_without_a_plan_the_nearest_first(book: Book) -> None:
    rules = rules_of(book.name)
    state = scene(book, f"{OURS} ge 2-6 Para III 1, ge 7-6 Inf XX 2")
    para, infantry = state.piece("ge 1 Para III"), state.piece("ge 2 Inf XX")
    offered = [order.target for order in drops(para, state, rules)]
    far = [rules.board.distance(OURS, ref) for ref in offered]
    assert len(offered) == len(rules.board.hexes) and far == sorted(far) and offered[0] == OURS
    assert not list(drops(infantry, state, rules)) and not list(cancellations(para, state, rules))
    planned = state.noting(DROP_PLAN, para.id, DropPlan(HERE))
    assert not list(drops(para, planned, rules))
    assert list(cancellations(para, planned, rules)) == [CancelDrop(para.id)]
    boxed = evolve(para, place=Hex("box:Nowhere"))
    assert len(list(drops(boxed, state, rules))) == len(rules.board.hexes)


@BOOKS
def test_20_operations_are_offered_to_operative_air_units_that_have_not_flown_within_range(book: Book) -> None:
    rules = rules_of(book.name)
    far = rules.board.distance(OURS, HERE)
    air = f"ge 4B5 3-7/{far} A, ge 4B5 3-7/{far - 1} B, ge 4B5 3-7/{far} C, ge 4B5 3-7/{far} D"
    state = scene(book, f"{OURS} {air} | {HERE} {book.enemy} 7-6 Inf XX 1")
    state = state.noting(FLOWN, "ge C", "cap").with_air(evolve(state.air_piece("ge D"), status=INOPERATIVE))
    groups = [group for group in operation_groups(AXIS, state, rules) if group.what == "rail_lines"]
    assert {group.target: group.units for group in groups} == {OURS: ("ge A", "ge B"), HERE: ("ge A",)}
    assert groups[0].order("ge A") == FlyOperation(groups[0].target, ("ge A: rail_lines",))
    assert not list(operation_groups(ALLIED, state, rules))
