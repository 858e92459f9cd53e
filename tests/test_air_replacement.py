"""Air replacement (rule 25): facts in and answers out, and whole initial phases played through games."""

from __future__ import annotations

from fractions import Fraction

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.air_driving import BOOKS, FOF, SF, Book, rules_of
from tests.test_air_basics import BASE, BRUXELLES, LILLE, REIMS, Table, axis, refused, sit, situation

from europa_rules.air import air_replacement as replacement
from europa_rules.air.air_replacement import ArpsAtHand, ArpsSpent, Regroupable
from europa_rules.air.replacement_orders import (
    ARP_ALLOWANCE,
    ARPS,
    ARRIVING,
    WITHDRAWALS,
    ArpAccount,
    PlaceAirUnit,
    RegroupAirUnits,
    RestoreAirUnit,
    WithdrawAirUnit,
    begin_phase,
)
from europa_rules.air_units import AirRating
from europa_rules.errors import IllegalOrder
from europa_rules.game import Game
from europa_rules.ground.facts import AIRBASE_HITS, AIRFIELD
from europa_rules.players.player import play_on
from europa_rules.sides import AXIS, Turn
from europa_rules.state import ABORTED, ELIMINATED, INOPERATIVE, OPERATIVE, GameState

LUFTWAFFE = "Axis: Luftwaffe"
OF = 'of "Luftwaffe"'


def initial(book: Book, *units: str, turn: str = "", allowance: int = 4) -> GameState:
    """A position at the start of an Axis player turn, with air units of the Luftwaffe at an airfield."""
    rules = rules_of(book.name)
    day = Turn.parse(turn or book.day)
    state = situation(book, axis(*(f"{unit}" for unit in units)), "Axis initial", rules).noting(AIRFIELD, BASE, 6)
    state = state.at_moment(evolve(state.moment, turn=day, step="start of player turn"))
    return state.noting(ARP_ALLOWANCE, LUFTWAFFE, Fraction(allowance))


def play(book: Book, state: GameState) -> Table:
    return sit(Game.start(rules_of(book.name), state, dice="manual"))


def account(table: Table) -> ArpAccount:
    return table.state.recall(ARPS, LUFTWAFFE) or ArpAccount()


# --- cycles ----------------------------------------------------------------------------------------------------------


@BOOKS
def test_25_the_turn_record_tells_the_same_air_cycles(book: Book) -> None:
    rules = rules_of(book.name)
    record = rules.charts.turn_record
    for text in record.turns:
        turn = Turn.parse(text)
        assert (text.rpartition(" ")[0] in record.air_cycle_starts) == replacement.is_start_of_cycle(turn, rules), text
        assert replacement.air_cycle(turn, rules).turns == record.air_cycle_turns


@pytest.mark.parametrize(
    ("book", "turn", "first", "last"),
    [
        (FOF, "May I 40", "May I 40", "May II 40"),
        (FOF, "Jun II 40", "Jun I 40", "Jun II 40"),
        (SF, "Aug II 43", "Jul I 43", "Aug II 43"),
        (SF, "Dec II 44", "Nov I 44", "Dec II 44"),
        (SF, "Jan I 45", "Jan I 45", "Feb II 45"),
    ],
)
def test_25_01_cycles_of_two_turns_or_of_four(book: Book, turn: str, first: str, last: str) -> None:
    cycle = replacement.air_cycle(Turn.parse(turn), rules_of(book.name))
    assert (str(cycle.first), str(cycle.last)) == (first, last)


@pytest.mark.parametrize("book", [FOF, SF], ids=lambda book: book.name)
@settings(max_examples=30, deadline=None, derandomize=True)
@given(months=st.integers(0, 40), half=st.integers(1, 2))
def test_25_02_every_turn_is_in_one_cycle_that_begins_with_a_I_turn(book: Book, months: int, half: int) -> None:
    rules = rules_of(book.name)
    turn = Turn(1940 + months // 12, months % 12 + 1, half)
    cycle = replacement.air_cycle(turn, rules)
    assert cycle.first <= turn <= cycle.last
    assert cycle.first.half == 1 and cycle.last.half == 2
    assert replacement.is_start_of_cycle(cycle.last.next(), rules)


# --- regrouping ------------------------------------------------------------------------------------------------------


@BOOKS
def test_25A_two_aborted_air_units_regroup_one_returns_and_one_is_eliminated(book: Book) -> None:
    pair = (f"ge 7F5 1/7 Me 109 {OF} is aborted <ge A>", f"ge 7F5 1/7 Me 109 {OF} is aborted <ge B>")
    table = play(book, initial(book, *pair))
    table.go_to("air replacement")
    table.give(RegroupAirUnits("ge A", "ge B", BASE))
    assert table.air("ge A") == (BASE, OPERATIVE)
    assert table.air("ge B")[1] == ELIMINATED
    assert account(table).spent == 0
    assert table.texts("air units regrouped") == [f"ge A and ge B regroup: ge A arrives at {BASE}, ge B is eliminated"]


@BOOKS
def test_25A_models_types_and_codes_must_be_alike_and_both_aborted(book: Book) -> None:
    rules = rules_of(book.name)
    one = Regroupable("Ju 88A1", AirRating.parse("4B5 3-7/S/26"))
    others = {
        "models": evolve(one, model="Ju 88A4"),
        "types": evolve(one, rating=AirRating.parse("4A5 3-7/S/26")),
        "codes": evolve(one, rating=AirRating.parse("4B5 3-7/26")),
        "inoperative": evolve(one, status=INOPERATIVE),
    }
    assert replacement.rule_on_regrouping(one, one, rules).allowed
    for word, other in others.items():
        ruling = replacement.rule_on_regrouping(one, other, rules)
        assert not ruling.allowed and word in str(ruling)
        assert [c.number for c in ruling.citations] == ["25A"]


@BOOKS
def test_25A_air_units_of_two_organizations_do_not_regroup(book: Book) -> None:
    pair = (f"ge 7F5 1/7 Me 109 {OF} is aborted <ge A>", 'ge 7F5 1/7 Me 109 of "Other" is aborted <ge B>')
    table = play(book, initial(book, *pair))
    table.go_to("air replacement")
    assert "25" in refused(table.game, RegroupAirUnits("ge A", "ge B", BASE))


# --- repair and replacement ------------------------------------------------------------------------------------------


@BOOKS
def test_25D_repair_costs_1_arp_and_replacement_2(book: Book) -> None:
    units = (f"ge 7F5 1/7 Down {OF} is aborted", f"ge 7F5 1/7 Lost {OF} is eliminated")
    table = play(book, initial(book, *units, turn="May I 40" if book is FOF else "Jul I 44", allowance=8))
    table.go_to("air replacement")
    assert account(table).remaining == 8
    table.give(RestoreAirUnit("ge Down", BASE))
    table.give(RestoreAirUnit("ge Lost", BRUXELLES))
    assert account(table).remaining == 5
    assert table.air("ge Down") == (BASE, OPERATIVE)
    assert table.air("ge Lost") == (BRUXELLES, OPERATIVE)


def test_sf_25D_only_half_the_allowance_is_spent_in_an_initial_phase_and_fof_knows_no_limit() -> None:
    units = tuple(f"ge 7F5 1/7 Lost {n} {OF} is eliminated" for n in (1, 2, 3))
    for book, turn, left in ((SF, "Jul I 44", 1), (FOF, "May I 40", 0)):
        table = play(book, initial(book, *units, turn=turn, allowance=5))
        table.go_to("air replacement")
        table.give(RestoreAirUnit("ge Lost 1", BASE))
        second = RestoreAirUnit("ge Lost 2", BASE)
        assert table.game.rule_on(second, AXIS).allowed is (book is FOF)
        assert left in (0, 1)


def test_sf_25D_up_to_2_arps_are_carried_over_and_fof_keeps_all() -> None:
    for book, kept in ((SF, 2), (FOF, 7)):
        after = begin_phase(ArpAccount(remaining=Fraction(7)), Fraction(4), True, rules_of(book.name))
        assert [after.carried, after.remaining] == [Fraction(kept), Fraction(kept + 4)]


def test_sf_25D_a_reading_lets_carried_arps_raise_the_limit_and_debts_count_against_it() -> None:
    read = rules_of("sf", rulings=(("sf-25D-arps-carried", "both"),))
    at_hand = ArpsAtHand(7, 9, carried=2, paid=1)
    assert replacement.reckon_arp_limit(at_hand, rules_of("sf")).value == Fraction(7, 2)
    assert replacement.reckon_arp_limit(at_hand, read).value == Fraction(7, 2)
    assert replacement.reckon_arp_limit(evolve(at_hand, paid=0), read).value == Fraction(9, 2)


@BOOKS
def test_25_air_replacement_is_done_in_the_own_initial_phase(book: Book) -> None:
    rules = rules_of(book.name)
    for facts in (
        ArpsSpent(ArpsAtHand(8, 8), repaired=1, phase="movement"),
        ArpsSpent(ArpsAtHand(8, 8), repaired=1, is_phasing=False),
    ):
        assert [c.number for c in replacement.rule_on_spending(facts, rules).citations] == ["25"]
    table = play(book, initial(book, f"ge 7F5 1/7 Down {OF} is aborted"))
    table.go_to("movement phase", AXIS)
    with pytest.raises(IllegalOrder):
        table.give(RestoreAirUnit("ge Down", BASE))


@BOOKS
def test_25C_arrivals_need_a_friendly_airbase_with_capacity(book: Book) -> None:
    state = initial(book, f"ge 7F5 1/7 Down {OF} is aborted", turn="May I 40" if book is FOF else "Jul I 44")
    table = play(book, state.noting(AIRBASE_HITS, BASE, 6))
    table.go_to("air replacement")
    assert "25C" in refused(table.game, RestoreAirUnit("ge Down", BASE))
    assert "25C" in refused(table.game, RestoreAirUnit("ge Down", REIMS))
    assert table.game.rule_on(RestoreAirUnit("ge Down", BRUXELLES), AXIS).allowed


# --- withdrawals and reinforcements ----------------------------------------------------------------------------------

MODEL = f"{LUFTWAFFE}: Me 109"


@BOOKS
def test_25B_an_air_unit_in_play_is_withdrawn_first_and_a_reinforcement_takes_its_place(book: Book) -> None:
    units = (
        f"ge 7F5 1/7 Me 109 {OF} <ge Old>",
        f"ge 7F5 1/7 Me 109 {OF} is aborted <ge Sick>",
        f"ge 8F6 1/9 New {OF} is eliminated <ge New>",
    )
    state = initial(book, *units).noting(WITHDRAWALS, MODEL, 1).noting(ARRIVING, "ge New", True)
    table = play(book, state)
    table.go_to("air replacement")
    assert "25B" in refused(table.game, WithdrawAirUnit("ge Sick"))
    assert "25C" in refused(table.game, WithdrawAirUnit("ge Old"))
    with pytest.raises(IllegalOrder, match="a withdrawal is due"):
        table.game.done()
    table.give(WithdrawAirUnit("ge Old", "ge New"))
    assert "ge Old" not in table.state.air
    assert table.air("ge New") == (BASE, OPERATIVE)
    assert not table.state.all_facts(WITHDRAWALS)


@BOOKS
def test_25B_an_eliminated_air_unit_costs_2_arps_and_what_is_missing_is_owed(book: Book) -> None:
    start, later = ("May I 40", "Jun I 40") if book is FOF else ("Jul I 44", "Sep I 44")
    units = (f"ge 7F5 1/7 Me 109 {OF} is eliminated <ge Lost>", f"ge 7F5 1/7 Sick {OF} is aborted")
    table = play(book, initial(book, *units, turn=start, allowance=1).noting(WITHDRAWALS, MODEL, 1))
    table.go_to("air replacement")
    assert "25B" in refused(table.game, RestoreAirUnit("ge Sick", BASE))
    table.give(WithdrawAirUnit("ge Lost"))
    assert [account(table).remaining, account(table).debt] == [Fraction(0), Fraction(1)]
    assert "25B" in refused(table.game, RestoreAirUnit("ge Sick", BASE))
    after = begin_phase(account(table), Fraction(3), True, rules_of(book.name))
    assert [after.remaining, after.debt, after.paid] == [Fraction(2), Fraction(0), Fraction(1)]
    assert replacement.is_start_of_cycle(Turn.parse(later), rules_of(book.name))


@BOOKS
def test_25B_a_player_who_passes_makes_the_withdrawals_that_are_due(book: Book) -> None:
    """An eliminated air unit meets the withdrawal too: the opening suggests the order without which it cannot end."""
    lost = initial(book, f"ge 7F5 1/7 Me 109 {OF} is eliminated <ge Lost>").noting(WITHDRAWALS, MODEL, 1)
    game = Game.start(rules_of(book.name), lost, seed=1, undo="replay")
    play_on(game, {}, lambda now: now.state.moment.phase == "initial")
    assert "ge Lost" not in game.state.air and not game.state.all_facts(WITHDRAWALS)


def test_fof_25B_a_reading_owes_the_whole_price() -> None:
    read = rules_of("fof", rulings=(("fof-25B-arps-at-hand", "all-owed"),))
    assert replacement.charge_withdrawal(1, 2, read) == replacement.Payment(Fraction(0), 1, 2)
    assert replacement.charge_withdrawal(1, 2, rules_of("fof")) == replacement.Payment(1, 0, 1)


@BOOKS
def test_25C_a_reinforcement_is_placed_at_will_and_one_that_is_not_is_eliminated(book: Book) -> None:
    units = (f"ge 8F6 1/9 One {OF} is eliminated", f"ge 8F6 1/9 Two {OF} is eliminated")
    state = initial(book, *units).noting(ARRIVING, "ge One", True).noting(ARRIVING, "ge Two", True)
    table = play(book, state)
    table.go_to("air replacement")
    assert "25D" in refused(table.game, RestoreAirUnit("ge One", BASE))
    assert "17" in refused(table.game, PlaceAirUnit("ge One", LILLE))
    table.give(PlaceAirUnit("ge One", BRUXELLES))
    table.go_to("movement phase", AXIS)
    assert table.air("ge One") == (BRUXELLES, OPERATIVE)
    assert table.air("ge Two")[1] == ELIMINATED
    assert table.texts("air unit eliminated") == ["ge Two cannot enter play and is eliminated"]


@BOOKS
def test_25A_arrivals_may_exceed_the_airbase_and_the_capacity_step_follows(book: Book) -> None:
    units = (f"ge 7F5 1/7 Ready {OF}", f"ge 7F5 1/7 Sick {OF} is aborted")
    state = initial(book, *units, turn="May I 40" if book is FOF else "Jul I 44").noting(AIRFIELD, BASE, 1)
    table = play(book, state)
    table.go_to("air replacement")
    table.give(RestoreAirUnit("ge Sick", BASE))
    table.go_to("movement phase", AXIS)
    assert sorted(table.air(f"ge {name}")[1] for name in ("Ready", "Sick")) == [INOPERATIVE, OPERATIVE]


def test_sf_25A_a_reading_keeps_arrivals_within_the_capacity() -> None:
    full = replacement.AirbaseForArrivals(capacity=1, present=1)
    read = rules_of("sf", rulings=(("sf-25A-base-capacity", "no"),))
    assert replacement.rule_on_arrival(full, rules_of("sf")).allowed
    assert not replacement.rule_on_arrival(full, read).allowed


@settings(max_examples=40, deadline=None, derandomize=True)
@given(
    remaining=st.integers(0, 9),
    debt=st.integers(0, 9),
    allowance=st.integers(0, 9),
    start=st.booleans(),
    book=st.sampled_from([FOF, SF]),
)
def test_25D_points_are_neither_made_nor_lost_but_for_what_the_cycle_takes(
    remaining: int, debt: int, allowance: int, start: bool, book: Book
) -> None:
    rules = rules_of(book.name)
    before = ArpAccount(remaining=Fraction(remaining), debt=Fraction(debt))
    after = begin_phase(before, Fraction(allowance), start, rules)
    lost = replacement.carry_arps(remaining, rules).lost if start else 0
    received = allowance if start else 0
    assert after.remaining - after.debt == remaining - debt + received - lost
    assert after.remaining >= 0 and after.debt >= 0


@BOOKS
def test_25_a_save_in_the_middle_of_air_replacement_keeps_everything(book: Book) -> None:
    units = (f"ge 7F5 1/7 Down {OF} is aborted", f"ge 7F5 1/7 Lost {OF} is aborted")
    table = play(book, initial(book, *units, turn="May I 40" if book is FOF else "Jul I 44", allowance=8))
    table.go_to("air replacement")
    table.give(RestoreAirUnit("ge Down", BASE))
    again = Game.load(table.game.save(), table.game.rules)
    assert again.state == table.state
    assert again.state.air_piece("ge Lost").status == ABORTED
