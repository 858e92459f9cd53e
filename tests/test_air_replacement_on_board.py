"""Air replacement on the board (rule 25): each thing that bars an order, and what orders do to the points."""

from __future__ import annotations

from fractions import Fraction

from attrs import evolve
from tests.air_driving import BOOKS, SF, Book, drive, rules_of

from europa_rules.air.air_replacement import (
    ArpsAtHand,
    ArpsKept,
    ArpsSpent,
    Payment,
    Regroupable,
    Regrouped,
    carry_arps,
    charge_withdrawal,
    pay_debt,
    reckon_arp_cost,
    reckon_arp_limit,
    reckon_next_cycle,
    reckon_withdrawal,
    regroup,
    restored_status,
    rule_on_regrouping,
    rule_on_spending,
    status_of_arrival,
)
from europa_rules.air.facts import FLYING, Flying
from europa_rules.air.replacement_orders import (
    ARP_ALLOWANCE,
    ARPS,
    ARRIVING,
    BEGUN,
    WITHDRAWALS,
    ArpAccount,
    PlaceAirUnit,
    RegroupAirUnits,
    RestoreAirUnit,
    WithdrawAirUnit,
    action_for,
    begin_phase,
    carry_out_place,
    carry_out_regroup,
    carry_out_restore,
    carry_out_withdraw,
    gather_arrival,
    may_go_on,
    placements_to_make,
    receive_points,
    regroupings_to_make,
    replace_air_units,
    restorations_to_make,
    rule_on_place_order,
    rule_on_regroup_order,
    rule_on_restore_order,
    rule_on_withdraw_order,
    sensible_replacements,
    withdrawal_that_helps,
    withdrawals_to_make,
)
from europa_rules.air_units import AirRating
from europa_rules.ground.facts import AIRBASE_HITS, AIRFIELD
from europa_rules.hexes import Hex
from europa_rules.position import parse_position
from europa_rules.sides import ALLIED, AXIS, Turn
from europa_rules.state import ABORTED, ELIMINATED, INOPERATIVE, OPERATIVE, GameState

BASE, FOREIGN = Hex("16A:1506"), Hex("17A:2218")
LW = "Axis: Luftwaffe"
A, B, C, D = (f"ge {model}" for model in ("Me 109", "Me 109 2", "Me 109 3", "Ju 88"))


def scene(book: Book, phase: str = "Axis initial") -> GameState:
    """Three fighters of a model, a bomber and an enemy fighter, all of them at airbases and of one organization."""
    own = f"{BASE} ge 8F6 1/9 Me 109, ge 8F6 1/9 Me 109 2, ge 8F6 1/9 Me 109 3, ge 4B5 3-7/26 Ju 88"
    state = parse_position(
        f"{own} | {FOREIGN} {book.enemy} 8F6 1/9 P-40 | {book.day}, {phase}", rules_of(book.name)
    ).owned({FOREIGN: ALLIED})
    for piece in tuple(state.air.values()):
        model = "Me 109" if piece.unit.model.startswith("Me 109") else piece.unit.model
        of = "Luftwaffe" if piece.side == AXIS else "Others"
        state = state.with_air(evolve(piece, unit=evolve(piece.unit, model=model), organization=of))
    return state.noting(AIRFIELD, FOREIGN, 6).noting(AIRFIELD, BASE, 6)


def put(state: GameState, status: str, *units: str) -> GameState:
    return state.with_air(*(evolve(state.air_piece(unit), status=status) for unit in units))


def account(state: GameState) -> ArpAccount:
    found = state.recall(ARPS, LW)
    assert found is not None
    return found


# --- numbers ---------------------------------------------------------------------------------------------------------


def test_25A_of_each_pair_that_regroups_one_arrives_and_one_is_eliminated() -> None:
    assert regroup(2) == Regrouped(0, 2, 2)
    assert regroup(2, aborted=5) == Regrouped(1, 2, 2)
    assert regroup(2, aborted=4) == Regrouped(0, 2, 2)
    assert regroup(1, aborted=2).arps == 0


@BOOKS
def test_25A_each_thing_that_keeps_two_air_units_from_regrouping(book: Book) -> None:
    rules = rules_of(book.name)
    one = Regroupable("Ju 88", AirRating.parse("4B5 3-7/S/26"))
    assert rule_on_regrouping(one, evolve(one, rating=AirRating.parse("5B6 2-7/S/20")), rules).allowed
    for other in (
        evolve(one, status=ELIMINATED),
        evolve(one, model="Do 17"),
        evolve(one, rating=AirRating.parse("4NB5 3-7/S/26")),
        evolve(one, rating=AirRating.parse("4B5 3-7/26")),
    ):
        assert len(rule_on_regrouping(one, other, rules).refusals) == 1, other
        assert len(rule_on_regrouping(other, one, rules).refusals) == 1, other
    both = evolve(one, status=OPERATIVE)
    assert not rule_on_regrouping(both, both, rules).allowed


@BOOKS
def test_25B_a_withdrawal_comes_from_play_then_from_the_aborted_then_from_the_eliminated(book: Book) -> None:
    rules = rules_of(book.name)
    for numbers, source, price in (
        ((1, 1, 1), "in play", 0),
        ((1, 0, 0), "in play", 0),
        ((0, 1, 1), "aborted", 1),
        ((0, 1, 0), "aborted", 1),
        ((0, 0, 1), "eliminated", 2),
        ((0, 0, 0), "", 0),
    ):
        found = reckon_withdrawal(*numbers, rules)
        assert found.source == source and found.arps.value == price
        assert found.word == source.replace(" ", "_")


@BOOKS
def test_25B_what_is_owed_is_paid_of_the_points_at_hand(book: Book) -> None:
    assert pay_debt(3, 5) == Payment(3, 2, 0)
    assert pay_debt(3, 3) == Payment(3, 0, 0)
    assert pay_debt(3, 2) == Payment(2, 0, 1)
    rules = rules_of(book.name)
    assert [charge_withdrawal(n, 2, rules) for n in (1, 2, 3)] == [Payment(1, 0, 1), Payment(2, 0, 0), Payment(2, 1, 0)]


def test_fof_25B_in_one_reading_the_whole_price_is_owed_where_the_points_at_hand_are_too_few() -> None:
    owed = rules_of("fof", rulings=(("fof-25B-arps-at-hand", "all-owed"),))
    assert [charge_withdrawal(n, 2, owed) for n in (1, 2, 3)] == [Payment(0, 1, 2), Payment(2, 0, 0), Payment(2, 1, 0)]


@BOOKS
def test_25D_a_replacement_costs_2_and_a_repair_1(book: Book) -> None:
    rules = rules_of(book.name)
    assert [reckon_arp_cost(*n, rules).value for n in ((0, 0), (1, 0), (0, 1), (2, 3))] == [0, 2, 1, 7]
    assert len(reckon_arp_cost(1, 0, rules).lines[0].parts) == 1
    assert (restored_status("replace"), restored_status("repair")) == (OPERATIVE, OPERATIVE)
    assert (status_of_arrival(True), status_of_arrival(False)) == (OPERATIVE, ELIMINATED)


def test_sf_25D_two_points_are_carried_over_and_fof_keeps_all() -> None:
    sf, fof = rules_of("sf"), rules_of("fof")
    assert [carry_arps(n, sf) for n in (1, 2, 3)] == [ArpsKept(1, 0), ArpsKept(2, 0), ArpsKept(2, 1)]
    assert carry_arps(3, fof) == ArpsKept(3, 0)
    assert [reckon_next_cycle(3, 7, rules).value for rules in (sf, fof)] == [9, 10]


def test_sf_25D_the_limit_of_a_phase_counts_what_was_carried_over_and_paid_in_one_reading() -> None:
    plain = rules_of("sf")
    both = rules_of("sf", rulings=(("sf-25D-arps-carried", "both"),))
    for facts, apart, together in (
        (ArpsAtHand(8, 10, carried=2), 4, 5),
        (ArpsAtHand(8, 8, paid=1), 4, 3),
        (ArpsAtHand(8, 8, spent=1), 3, 3),
        (ArpsAtHand(8, 8, spent=2, paid=1), 2, 1),
        (ArpsAtHand(8, 8, spent=9), 0, 0),
        (ArpsAtHand(8, 8), 4, 4),
    ):
        assert [reckon_arp_limit(facts, read).value for read in (plain, both)] == [apart, together], facts
        rests = any(point.startswith("sf-25D-arps-carried") for point in reckon_arp_limit(facts, plain).rests_on)
        assert rests == bool(facts.carried or facts.paid), facts


@BOOKS
def test_25_points_are_spent_in_ones_own_initial_phase_alone(book: Book) -> None:
    rules = rules_of(book.name)
    good = ArpsSpent(ArpsAtHand(8, 8), repaired=1)
    assert rule_on_spending(good, rules).allowed
    for wrong in (evolve(good, phase="movement"), evolve(good, is_phasing=False), evolve(good, cost=9)):
        assert len(rule_on_spending(wrong, rules).refusals) == 1, wrong
    assert rule_on_spending(evolve(good, replaced=9, cost=4), rules).allowed


# --- orders ----------------------------------------------------------------------------------------------------------


@BOOKS
def test_25A_each_thing_that_bars_an_order_to_regroup(book: Book) -> None:
    rules, enemy = rules_of(book.name), f"{book.enemy} P-40"
    state = put(scene(book), ABORTED, A, B, D)
    order = RegroupAirUnits(A, B, BASE)
    assert rule_on_regroup_order(order, AXIS, state, rules).allowed
    stranger = evolve(state.air_piece(B), organization="Regia Aeronautica")
    foreign = evolve(state.air_piece(B), side=ALLIED)
    for wrong, at in (
        (RegroupAirUnits(A, B, Hex("16A:1507")), state),
        (order, state.noting(AIRBASE_HITS, BASE, 99)),
    ):
        assert not rule_on_regroup_order(wrong, AXIS, at, rules).allowed, wrong
    for wrong, at, number in (
        (RegroupAirUnits(A, A, BASE), state, 1),
        (RegroupAirUnits(A, C, BASE), state, 1),
        (RegroupAirUnits(A, D, BASE), state, 2),
        (order, state.with_air(stranger), 1),
        (order, state.with_air(foreign), 2),
        (order, state.with_air(evolve(foreign, organization=""), evolve(state.air_piece(A), organization="")), 2),
    ):
        assert len(rule_on_regroup_order(wrong, AXIS, at, rules).refusals) == number, wrong
    theirs = RegroupAirUnits(enemy, A, BASE)
    assert f"{enemy} is not the player's" in str(rule_on_regroup_order(theirs, AXIS, put(state, ABORTED, enemy), rules))
    own = {(found.keeps, found.loses) for found in regroupings_to_make(AXIS, state, rules)}
    assert own == {(A, B)} and not list(regroupings_to_make(AXIS, put(state, ELIMINATED, B), rules))
    after, log = drive(carry_out_regroup(order, AXIS, state, rules))
    assert (after.air_piece(A).status, after.air_piece(B).status) == (OPERATIVE, ELIMINATED)
    assert log[0].text == f"{A} and {B} regroup: {A} arrives at {BASE}, {B} is eliminated"


@BOOKS
def test_25D_each_thing_that_bars_an_order_to_restore(book: Book) -> None:
    rules = rules_of(book.name)
    state = put(put(scene(book), ABORTED, A), ELIMINATED, B)
    state = state.noting(ARPS, LW, ArpAccount(Fraction(8), Fraction(8)))
    repair, replace = RestoreAirUnit(A, BASE), RestoreAirUnit(B, BASE)
    assert rule_on_restore_order(repair, AXIS, state, rules).allowed
    assert rule_on_restore_order(replace, AXIS, state, rules).allowed
    lean = state.noting(ARPS, LW, ArpAccount(Fraction(1), Fraction(1)))
    poor = state.noting(ARPS, LW, ArpAccount(Fraction(2), Fraction(1)))
    assert rule_on_restore_order(repair, AXIS, lean, rules).allowed
    assert rule_on_restore_order(repair, AXIS, poor, rules).allowed
    owing = state.noting(ARPS, LW, ArpAccount(Fraction(8), Fraction(8), debt=Fraction(1)))
    due = state.noting(WITHDRAWALS, f"{LW}: Ju 88", 1)
    assert rule_on_restore_order(repair, AXIS, due, rules).allowed
    assert rule_on_restore_order(repair, AXIS, due.noting(WITHDRAWALS, f"{LW}: He 111", 1), rules).allowed
    costly = put(due, ABORTED, D)
    for order, at in (
        (RestoreAirUnit(C, BASE), state),
        (repair, state.noting(ARRIVING, A, True)),
        (replace, lean),
        (replace, poor),
        (repair, owing),
        (repair, costly),
        (repair, evolve(state, moment=evolve(state.moment, phase="movement"))),
        (repair, state.with_air(evolve(state.air_piece(A), organization="Others"))),
        (RestoreAirUnit(A, FOREIGN), state),
        (RestoreAirUnit(A, Hex("16A:1507")), state),
    ):
        assert not rule_on_restore_order(order, AXIS, at, rules).allowed, (order, at.all_facts(ARPS))
    assert rule_on_restore_order(repair, AXIS, costly.noting(WITHDRAWALS, f"{LW}: Ju 88", 0), rules).allowed
    others = costly.forgetting(WITHDRAWALS, f"{LW}: Ju 88").noting(WITHDRAWALS, "Axis: Others: Ju 88", 1)
    assert rule_on_restore_order(repair, AXIS, others, rules).allowed
    assert not rule_on_restore_order(repair, ALLIED, state, rules).allowed
    assert [action_for(state.air_piece(unit)) for unit in (A, B, C)] == ["repair", "replace", ""]
    found = {order.unit for order in restorations_to_make(AXIS, state, rules)}
    assert found == {A, B}
    assert {o.unit for o in restorations_to_make(AXIS, state.noting(ARRIVING, A, True), rules)} == {B}
    assert not list(restorations_to_make(ALLIED, state, rules))


@BOOKS
def test_25D_repairs_and_replacements_are_paid(book: Book) -> None:
    rules = rules_of(book.name)
    state = put(put(scene(book), ABORTED, A), ELIMINATED, B)
    state = state.noting(ARPS, LW, ArpAccount(Fraction(8), Fraction(8)))
    once, log = drive(carry_out_restore(RestoreAirUnit(A, BASE), AXIS, state, rules))
    assert [account(once).remaining, account(once).spent] == [7, 1]
    assert log[0].text == f"{A} is repaired and arrives at {BASE}; 7 ARPs left"
    twice, log = drive(carry_out_restore(RestoreAirUnit(B, BASE), AXIS, once, rules))
    assert [account(twice).remaining, account(twice).spent] == [5, 3]
    assert log[0].text == f"{B} is replaced and arrives at {BASE}; 5 ARPs left"
    assert {twice.air_piece(unit).status for unit in (A, B)} == {OPERATIVE}


@BOOKS
def test_25C_each_thing_that_bars_an_order_to_place(book: Book) -> None:
    rules = rules_of(book.name)
    state = put(scene(book), ABORTED, A).noting(ARRIVING, A, True)
    order = PlaceAirUnit(A, BASE)
    assert rule_on_place_order(order, AXIS, state, rules).allowed
    for wrong, player, at in (
        (order, AXIS, state.forgetting(ARRIVING, A)),
        (PlaceAirUnit(A, FOREIGN), AXIS, state),
        (PlaceAirUnit(A, Hex("16A:1507")), AXIS, state),
        (order, AXIS, state.noting(AIRBASE_HITS, BASE, 99)),
    ):
        assert not rule_on_place_order(wrong, player, at, rules).allowed, wrong
    assert len(rule_on_place_order(order, AXIS, state.forgetting(ARRIVING, A), rules).refusals) == 1
    assert f"{A} is not the player's" in str(rule_on_place_order(order, ALLIED, state, rules))
    assert {found.unit for found in placements_to_make(AXIS, state, rules)} == {A}
    assert not list(placements_to_make(AXIS, state.forgetting(ARRIVING, A), rules))
    assert not list(placements_to_make(ALLIED, state, rules))
    after, _ = drive(carry_out_place(order, AXIS, state, rules))
    assert after.recall(ARRIVING, A) is None and after.air_piece(A).status == OPERATIVE


@BOOKS
def test_25C_the_air_units_at_an_airbase_count_against_it_but_gliders_and_those_in_the_air(book: Book) -> None:
    rules = rules_of(book.name)
    state = scene(book)
    piece = state.air_piece(A)
    facts = gather_arrival(BASE, AXIS, state, rules, piece)
    assert (facts.owner, facts.isolated, facts.present) == ("friendly", False, 4)
    glider = evolve(state.air_piece(B), unit=evolve(piece.unit, rating=AirRating.parse("0GT-1 T")))
    assert gather_arrival(BASE, AXIS, state.with_air(glider), rules, piece).present == 3
    flying = state.noting(FLYING, C, Flying("cap", BASE, "1"))
    assert gather_arrival(BASE, AXIS, flying, rules, piece).present == 3
    assert gather_arrival(FOREIGN, AXIS, state, rules, piece).owner == "enemy"


# --- withdrawals -----------------------------------------------------------------------------------------------------


@BOOKS
def test_25B_each_thing_that_bars_a_withdrawal(book: Book) -> None:
    rules = rules_of(book.name)
    state = scene(book).noting(WITHDRAWALS, f"{LW}: Me 109", 2)
    order = WithdrawAirUnit(A)
    assert rule_on_withdraw_order(order, AXIS, state, rules).allowed
    by_type = scene(book).noting(WITHDRAWALS, f"{LW}: F", 1)
    assert rule_on_withdraw_order(order, AXIS, by_type, rules).allowed
    down = put(state, ABORTED, A)
    waiting = put(state, ABORTED, B).noting(ARRIVING, B, True)
    for wrong, at in (
        (WithdrawAirUnit(D), state),
        (order, scene(book)),
        (order, scene(book).noting(WITHDRAWALS, "Axis: Others: Me 109", 1)),
        (order, down),
        (order, waiting),
        (WithdrawAirUnit(B), waiting),
        (WithdrawAirUnit(A, D), waiting),
        (WithdrawAirUnit(A, B), state),
    ):
        assert len(rule_on_withdraw_order(wrong, AXIS, at, rules).refusals) == 1, wrong
    assert len(rule_on_withdraw_order(order, ALLIED, state, rules).refusals) == 1
    assert rule_on_withdraw_order(WithdrawAirUnit(A, B), AXIS, waiting, rules).allowed
    alone = put(put(state, ABORTED, A), ELIMINATED, B, C)
    assert rule_on_withdraw_order(order, AXIS, alone, rules).allowed
    assert not rule_on_withdraw_order(WithdrawAirUnit(B), AXIS, alone, rules).allowed
    lost = put(state, ELIMINATED, A, B, C)
    assert rule_on_withdraw_order(order, AXIS, lost, rules).allowed
    assert not rule_on_withdraw_order(WithdrawAirUnit(A, D), AXIS, lost, rules).allowed


@BOOKS
def test_25C_the_reinforcement_of_its_type_and_organization_takes_the_place_of_one_withdrawn(book: Book) -> None:
    rules = rules_of(book.name)
    state = put(scene(book).noting(WITHDRAWALS, f"{LW}: Me 109", 1), ABORTED, B, C).noting(ARRIVING, B, True)
    assert set(withdrawals_to_make(AXIS, state, rules)) == {WithdrawAirUnit(A, B), WithdrawAirUnit(C)}
    assert withdrawal_that_helps(AXIS, state, rules) == WithdrawAirUnit(A, B)
    assert withdrawal_that_helps(ALLIED, state, rules) is None
    stranger = state.with_air(evolve(state.air_piece(B), organization="Others"))
    assert WithdrawAirUnit(A) in withdrawals_to_make(AXIS, stranger, rules)
    bomber = state.with_air(evolve(state.air_piece(B), unit=state.air_piece(D).unit))
    assert WithdrawAirUnit(A) in withdrawals_to_make(AXIS, bomber, rules)
    after, log = drive(carry_out_withdraw(WithdrawAirUnit(A, B), AXIS, state, rules))
    assert A not in after.air and after.air_piece(B).status == OPERATIVE and after.air_piece(B).place == BASE
    assert after.recall(WITHDRAWALS, f"{LW}: Me 109") is None and after.recall(ARPS, LW) is None
    assert log[0].text == f"{A} is withdrawn; {B} takes its place"


@BOOKS
def test_25B_a_withdrawal_of_aborted_or_eliminated_air_units_is_paid_or_owed(book: Book) -> None:
    rules = rules_of(book.name)
    state = scene(book).noting(WITHDRAWALS, f"{LW}: Me 109", 3)
    state = put(put(state, ABORTED, A), ELIMINATED, B, C).noting(ARPS, LW, ArpAccount(Fraction(8), Fraction(2)))
    one, log = drive(carry_out_withdraw(WithdrawAirUnit(A), AXIS, state, rules))
    assert one.recall(WITHDRAWALS, f"{LW}: Me 109") == 2 and log[0].text == f"{A} is withdrawn"
    assert [account(one).remaining, account(one).debt, account(one).paid] == [1, 0, 1]
    two, _ = drive(carry_out_withdraw(WithdrawAirUnit(B), AXIS, one, rules))
    assert [account(two).remaining, account(two).debt, account(two).paid] == [0, 1, 2]
    three, _ = drive(carry_out_withdraw(WithdrawAirUnit(C), AXIS, two, rules))
    assert [account(three).remaining, account(three).debt, account(three).paid] == [0, 3, 2]
    assert three.recall(WITHDRAWALS, f"{LW}: Me 109") is None


@BOOKS
def test_25B_air_replacement_goes_on_while_a_withdrawal_of_the_phasing_player_can_be_made(book: Book) -> None:
    rules, enemy = rules_of(book.name), f"{book.enemy} P-40"
    state = scene(book)
    foreign = "Allied: Others: P-40"
    for subject, number, allowed in (
        (f"{LW}: Me 109", 1, False),
        (f"{LW}: Me 109", 0, True),
        (f"{LW}: He 111", 1, True),
        (foreign, 1, True),
    ):
        assert may_go_on(state.noting(WITHDRAWALS, subject, number), rules).allowed == allowed, subject
    assert withdrawal_that_helps(ALLIED, state.noting(WITHDRAWALS, foreign, 1), rules) == WithdrawAirUnit(enemy)
    waiting = put(state, ABORTED, A, B, C)
    for unit in (A, B, C):
        waiting = waiting.noting(ARRIVING, unit, True)
    assert may_go_on(waiting.noting(WITHDRAWALS, f"{LW}: Me 109", 1), rules).allowed


# --- the step --------------------------------------------------------------------------------------------------------


def test_sf_25D_points_are_received_when_a_cycle_begins_and_debts_are_paid_of_them() -> None:
    rules = rules_of("sf")
    before = ArpAccount(Fraction(6), Fraction(3), Fraction(1), Fraction(1), Fraction(2), Fraction(4))
    later = begin_phase(before, Fraction(7), False, rules)
    assert later == evolve(before, paid=Fraction(0), spent=Fraction(0))
    after = begin_phase(before, Fraction(7), True, rules)
    assert after == ArpAccount(*map(Fraction, (7, 8, 2, 0, 1, 0)))


@BOOKS
def test_25D_only_the_phasing_players_organizations_receive_points(book: Book) -> None:
    rules = rules_of(book.name)
    state = scene(book).noting(ARP_ALLOWANCE, LW, Fraction(7)).noting(ARP_ALLOWANCE, "Allied: Others", Fraction(5))
    state = state.noting(ARPS, "Axis: Regia", ArpAccount(spent=Fraction(1)))
    start = evolve(state, moment=evolve(state.moment, turn=Turn.parse("Jan I 44")))
    after, log = drive(receive_points(start, rules))
    assert [event.text for event in log] == [
        f"{LW}: 7 ARPs for the air cycle, 7 at hand, 0 owed",
        "Axis: Regia: 0 ARPs for the air cycle, 0 at hand, 0 owed",
    ]
    assert after.recall(ARPS, "Allied: Others") is None
    midst = evolve(state, moment=evolve(state.moment, turn=Turn.parse("Jan II 44")))
    after, log = drive(receive_points(midst, rules))
    assert log == [] and after.recall(ARPS, "Axis: Regia") == ArpAccount() == after.recall(ARPS, LW)


@BOOKS
def test_25_who_has_nothing_to_replace_is_passed_over_and_who_waits_in_vain_is_lost(book: Book) -> None:
    rules, enemy = rules_of(book.name), f"{book.enemy} P-40"
    state = scene(book)
    for idle in (
        state,
        put(state, INOPERATIVE, A),
        put(state, ABORTED, enemy),
        state.noting(WITHDRAWALS, "Allied: Others: P-40", 1),
        state.noting(WITHDRAWALS, f"{LW}: Me 109", 0),
    ):
        assert drive(replace_air_units(idle, rules)) == (idle, [])
    for busy in (put(state, ABORTED, A), state.noting(WITHDRAWALS, f"{LW}: He 111", 1), state.noting(BEGUN, "", True)):
        assert drive(replace_air_units(busy, rules))[0].recall(BEGUN, "") is True
    waiting = put(state, ABORTED, A, enemy).noting(ARRIVING, A, True).noting(ARRIVING, enemy, True)
    after, log = drive(replace_air_units(waiting, rules))
    assert (after.air_piece(A).status, after.recall(ARRIVING, A)) == (ELIMINATED, None)
    assert after.recall(ARRIVING, enemy) is True
    assert [event.text for event in log] == [f"{A} cannot enter play and is eliminated"]


def test_sf_25_automatic_players_withdraw_place_and_restore_once_air_replacement_has_begun() -> None:
    rules, state = rules_of("sf"), put(put(scene(SF), ABORTED, A), ABORTED, B).noting(ARRIVING, B, True)
    state = state.noting(WITHDRAWALS, f"{LW}: Ju 88", 1)
    assert not list(sensible_replacements(AXIS, state, rules))
    orders = list(sensible_replacements(AXIS, state.noting(BEGUN, "", True), rules))
    assert list(dict.fromkeys(type(order) for order in orders)) == [WithdrawAirUnit, PlaceAirUnit, RestoreAirUnit]
