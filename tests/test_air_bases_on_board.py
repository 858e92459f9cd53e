"""Air units at their bases (rules 16C1, 17, 20G2 and 23): readiness, capacity, escapes, scrambling, air support."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve
from tests.air_driving import BOOKS, FOF, HERE, NAME, OURS, SF, THEIRS, Book, drive, rules_of, scene, told

from europa_rules.air.air_support import (
    SupportFacts,
    count_supported,
    effective_of_code_t,
    most_effective,
    resolve_air_support,
    return_air_support,
    supporting,
    tell_support,
)
from europa_rules.air.airbases import (
    Captured,
    Recovered,
    Recovery,
    after_capture,
    airbase_hexes,
    airbases_of,
    charted_features,
    counted_gliders,
    described_base,
    gather_base_use,
    over_capacity,
    present_at,
    recover_at,
    rule_on_base,
    status_after_escape,
    status_after_initial_phase,
)
from europa_rules.air.airfield_orders import AbandonAirfield, carry_out_abandon, rule_on_abandon_order
from europa_rules.air.box_bases import area_of, nearest_in_area, on_the_map, serves_box
from europa_rules.air.escapes import escape, escape_now, turning_points, without_airbase
from europa_rules.air.facts import FLOWN, FLYING, HARASSED, OPERATION, UNDER_WAY_NOW, AirOperation, Flying
from europa_rules.air.phases import (
    air_combat_phase,
    air_initial_phase,
    can_fly,
    check_capacities,
    patrol_ends,
    patrols_return,
    present,
    recover,
    steps_of_an_operation,
    support_returns,
)
from europa_rules.air.returning import apply_results, bases_in_range, return_to_base
from europa_rules.air.scrambling import bases_to_transfer_to, scramble, who_may_scramble
from europa_rules.air.unit_orders import airfields_to_abandon
from europa_rules.air_units import AirRating
from europa_rules.ground.facts import AIRBASE_HITS, AIRFIELD, ATTEMPT, TEMPORARY_AIRFIELD, Attempt
from europa_rules.hexes import Hex
from europa_rules.procedure import Decision
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Side
from europa_rules.state import ABORTED, ELIMINATED, INOPERATIVE, OPERATIVE, GameState

OTHER = Hex("17A:1911")


def field_at(ref: Hex, capacity: int, side: Side, state: GameState) -> GameState:
    return state.noting(AIRFIELD, ref, capacity).owned({ref: side})


def status_of(state: GameState) -> dict[str, str]:
    return {piece.id: piece.status for piece in state.air.values()}


def put(state: GameState, unit: str, status: str) -> GameState:
    return state.with_air(evolve(state.air_piece(unit), status=status))


def nobody(decision: Decision) -> tuple[str, ...]:
    raise AssertionError(decision.question)


def ids(pieces: Iterable[object]) -> list[str]:
    return [str(piece) for piece in pieces]


# --- readiness (rule 16C1) -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "harassed", "after"),
    [
        (INOPERATIVE, False, OPERATIVE),
        (INOPERATIVE, True, INOPERATIVE),
        (OPERATIVE, False, OPERATIVE),
        (OPERATIVE, True, OPERATIVE),
        (ABORTED, False, ABORTED),
        (ELIMINATED, False, ELIMINATED),
    ],
)
def test_16C1_inoperative_air_units_become_operative_but_for_harassers(status: str, harassed: bool, after: str) -> None:
    assert status_after_initial_phase(status, harassed) == after


@BOOKS
def test_16C1_air_units_of_both_players_become_operative_and_harassers_miss_one_chance(book: Book) -> None:
    rules = rules_of(book.name)
    enemy = f"{book.enemy} P-40"
    state = scene(book, f"{OURS} ge 8F6 1/9 A, ge 8F6 1/9 B, ge 8F6 1/9 C | {THEIRS} {book.enemy} 8F6 1/9 P-40")
    assert drive(recover(state, rules)) == (state, [])
    for unit in ("ge A", "ge B", enemy):
        state = put(state, unit, INOPERATIVE)
    state = put(state, "ge C", ABORTED).noting(HARASSED, "ge B", "Axis")
    after, log = drive(recover(state, rules))
    assert status_of(after) == {"ge A": OPERATIVE, "ge B": INOPERATIVE, "ge C": ABORTED, enemy: OPERATIVE}
    assert [event.text for event in log] == [
        "air units become operative: 1 Axis, 1 Allied; then each airbase's capacity is checked"
    ]
    assert after.recall(HARASSED, "ge B") == "Axis"
    theirs = evolve(after, moment=evolve(after.moment, player=ALLIED))
    later, log = drive(recover(theirs, rules))
    assert log == [] and later.recall(HARASSED, "ge B") is None and status_of(later)["ge B"] == INOPERATIVE
    assert status_of(drive(recover(later, rules))[0])["ge B"] == OPERATIVE


@BOOKS
def test_16C1_the_owner_says_which_air_units_an_airbase_has_no_capacity_for(book: Book) -> None:
    rules = rules_of(book.name)
    state = scene(book, f"{OTHER} ge 8F6 1/9 A, ge 8F6 1/9 B, ge 8F6 1/9 C, ge 8F6 1/9 D, ge 0GT-1 T G")
    state = put(field_at(OTHER, 2, AXIS, state), "ge D", INOPERATIVE)
    asked: list[Decision] = []

    def pick(decision: Decision) -> tuple[str, ...]:
        asked.append(decision)
        return ("ge B",)

    after, log = drive(check_capacities(state, rules), choose=pick)
    assert status_of(after) == {
        "ge A": OPERATIVE,
        "ge B": INOPERATIVE,
        "ge C": OPERATIVE,
        "ge D": INOPERATIVE,
        "ge G": OPERATIVE,
    }
    assert asked[0].candidates == ("ge A", "ge B", "ge C") and asked[0].who == AXIS
    assert asked[0].question == f"{OTHER} has capacity for 2: which 1 air units become inoperative?"
    assert [asked[0].rule_on(answer).allowed for answer in ((), ("ge A",), ("ge A", "ge B"))] == [False, True, False]
    assert told(log)[0].startswith(f"ge B at {OTHER}: inoperative for want of capacity")
    alone = field_at(OTHER, 0, AXIS, scene(book, f"{OTHER} ge 8F6 1/9 A"))
    assert status_of(drive(check_capacities(alone, rules))[0]) == {"ge A": INOPERATIVE}
    for fits in (
        field_at(OTHER, 3, AXIS, state),
        put(state, "ge A", INOPERATIVE),
        state.noting(FLYING, "ge A", Flying("cap", OTHER, NAME)),
    ):
        assert drive(check_capacities(fits, rules), choose=nobody) == (fits, [])


def test_sf_17A_the_operative_air_units_beyond_the_capacity_are_told_and_gliders_never_count() -> None:
    state = scene(SF, f"{OTHER} us 8F6 1/9 A, us 8F6 1/9 B, us 0GT-1 T G")
    pieces = [state.air_piece(f"us {name}") for name in "ABG"]
    assert [ids(over_capacity(pieces, n)) for n in (0, 1, 2, None)] == [["us A", "us B"], ["us B"], [], []]
    assert ids(over_capacity([evolve(pieces[0], status=INOPERATIVE), *pieces[1:]], 1)) == []


def test_16C1_as_many_become_operative_as_the_capacity_says() -> None:
    assert recover_at(Recovery(2, 3, 1, 5)) == Recovered(2, 2, 1)
    assert recover_at(Recovery(4, 3, 1)) == Recovered(3, 1, 0)
    assert recover_at(Recovery(None, 9)) == Recovered(9, 0, 0)
    assert present_at(2, 4, 1, 3) == Recovery(2, 3, 1, 3)
    assert present_at(2, 4) == Recovery(2, 4, 0, 0)
    assert [counted_gliders(Recovery(2, 3, 0, n)) for n in (0, 2)] == [0, 0]


@BOOKS
def test_16C_who_has_an_operative_air_unit_or_has_flown_may_act(book: Book) -> None:
    state = scene(book, f"{OURS} ge 8F6 1/9 A")
    down = put(state, "ge A", INOPERATIVE)
    assert [can_fly(AXIS, at) for at in (state, down, down.noting(FLOWN, "ge A", "escort"))] == [True, False, True]
    assert not can_fly(ALLIED, state)
    flying = state.noting(FLYING, "ge A", Flying("cap", OURS, NAME))
    assert (ids(present(OURS, state)), ids(present(OURS, flying))) == (["ge A"], [])


@BOOKS
def test_16C_the_air_activities_of_the_phases_and_of_an_operation_stand_in_the_order_of_the_book(book: Book) -> None:
    rules = rules_of(book.name)
    assert air_initial_phase(rules) == (
        "air replacement",
        "air units recover",
        "airbase capacity check",
        "initial air operations",
    )
    assert air_combat_phase(rules) == ("defensive air support", "ground support", "ground combat")
    assert [patrol_ends(*at) for at in (("exploitation", "end"), ("exploitation", "start"), ("combat", "end"))] == [
        True,
        False,
        False,
    ]
    named = steps_of_an_operation(rules)
    own = ("mission movement", "interceptor movement", "air combat", "antiaircraft fire", "mission resolution")
    assert [step for step in named if step in own] == list(own) and named[-1] == "air unit return"
    assert len(named) == len(own) + 1 + (book.name == "fof")


@BOOKS
def test_16C_air_support_and_patrols_return_when_their_time_is_over(book: Book) -> None:
    rules = rules_of(book.name)
    kinds = {"1": "cap", "2": "ground_support", "3": "defensive_air_support"}
    state = scene(book, f"{OURS} ge 8F6 1/9 A1, ge 4A5 4-1/9 A2, ge 4A5 4-1/9 A3", "Axis combat")
    for name, kind in kinds.items():
        state = state.noting(OPERATION, name, AirOperation(AXIS, HERE, kind, suspended=True))
        state = state.noting(FLYING, f"ge A{name}", Flying(kind, OURS, name))
    supported, _ = drive(support_returns(state, rules))
    assert list(supported.all_facts(OPERATION)) == ["1"] and list(supported.all_facts(FLYING)) == ["ge A1"]
    patrolled, _ = drive(patrols_return(state, rules))
    assert set(patrolled.all_facts(OPERATION)) == {"2", "3"}


# --- airbases (rule 17) ----------------------------------------------------------------------------------------------


@BOOKS
def test_17_the_airbases_of_a_side_are_those_that_it_owns_and_that_have_capacity(book: Book) -> None:
    rules = rules_of(book.name)
    state = scene(book, f"{HERE} {book.enemy} 7-6 Inf XX 1")
    for at, serves in (
        (field_at(OTHER, 1, AXIS, state), True),
        (field_at(OTHER, 1, ALLIED, state), False),
        (field_at(OTHER, 0, AXIS, state), False),
        (field_at(OTHER, 1, AXIS, state).noting(AIRBASE_HITS, OTHER, 1), False),
        (field_at(OTHER, 2, AXIS, state).noting(AIRBASE_HITS, OTHER, 1), True),
        (state, False),
    ):
        assert (OTHER in airbases_of(AXIS, at, rules)) == serves
    assert OTHER not in airbase_hexes(state, rules) and OTHER in airbase_hexes(field_at(OTHER, 1, AXIS, state), rules)
    printed = airbase_hexes(state, rules)
    assert Hex("17A:1604") in printed and THEIRS in printed
    board = rules.board
    assert all(board.cities(ref) or board.airfield(ref) or board.fortification(ref) for ref in printed if ref != OURS)


@BOOKS
def test_17_what_the_board_says_of_a_base(book: Book) -> None:
    rules = rules_of(book.name)
    state = scene(book, f"{OURS} ge 8F6 1/9 A")
    piece = state.air_piece("ge A")
    use = gather_base_use(piece, OURS, state, rules)
    assert (use.capacity, use.is_friendly, use.is_airbase, use.is_temporary, use.water) == (6, True, True, False, "")
    none = gather_base_use(piece, OTHER, state, rules)
    assert (none.is_airbase, none.capacity) == (False, 0)
    temporary = state.noting(TEMPORARY_AIRFIELD, OTHER, AXIS).owned({OTHER: AXIS})
    there = gather_base_use(piece, OTHER, temporary, rules)
    assert (there.is_airbase, there.is_temporary, there.is_friendly) == (True, True, True)
    both = gather_base_use(piece, OTHER, temporary.noting(AIRFIELD, OTHER, 3), rules)
    assert (both.is_airbase, both.is_temporary) == (True, False)
    assert not gather_base_use(piece, THEIRS, state, rules).is_friendly
    assert gather_base_use(piece, OURS, state.noting(AIRBASE_HITS, OURS, 4), rules).capacity == 2
    assert gather_base_use(evolve(piece, organization="antiship"), OURS, state, rules).antiship


@pytest.mark.parametrize(("book", "city"), [("fof", 3), ("sf", 6)])
def test_17_the_features_of_a_hex_have_the_capacities_of_the_summary(book: str, city: int) -> None:
    rules = rules_of(book)
    found = dict(charted_features(["permanent_airfield_4", "permanent_airfield", "major_city", "dot_city"], rules))
    assert found["permanent airfield 4"].value == 4
    assert found["permanent airfield"].value == 3
    assert found["major city"].value == city > found["dot city"].value
    assert str(found["permanent airfield"]).startswith("3 the smallest there is")


def test_17C_a_temporary_airfield_does_not_serve_its_captor() -> None:
    assert after_capture("temporary airfield") == Captured(False)
    assert after_capture("permanent") == after_capture("full_city") == Captured(True, "capture")


def test_23G_23H4_a_box_is_an_airbase_by_the_sea_without_limit() -> None:
    rating = AirRating.parse("4NB5")
    box = described_base(rating, "Britain holding box", 3)
    assert (box.capacity, box.water, box.place, box.is_temporary, box.is_carrier) == (
        None,
        "partial-sea",
        "box:Britain",
        False,
        False,
    )
    assert described_base(rating, "holding_box", area="Malta").place == "box:Malta"
    field = described_base(rating, "temporary_airfield", 2, owner="enemy", water="partial-lake", antiship=True)
    assert (field.capacity, field.is_temporary, field.is_friendly, field.place) == (2, True, False, "")
    assert (field.water, field.antiship) == ("partial-lake", True)
    assert described_base(rating, "carrier-group").is_carrier


@BOOKS
def test_17_each_thing_that_keeps_an_air_unit_from_a_base(book: Book) -> None:
    rules = rules_of(book.name)
    plain, floats = AirRating.parse("8F6 1/9"), AirRating.parse("3A3 1-1/F/20")
    good = described_base(plain, "permanent airfield", 1)
    for right in (
        good,
        evolve(good, capacity=None),
        evolve(good, rating=floats, water="partial-sea"),
        evolve(good, rating=AirRating.parse("3A3 1-1/CF/20"), is_carrier=True),
    ):
        assert rule_on_base(right, rules).allowed, right
    for wrong in (
        evolve(good, is_airbase=False),
        evolve(good, is_airbase=False, capacity=0),
        evolve(good, is_friendly=False),
        evolve(good, capacity=0),
        evolve(good, rating=floats),
    ):
        assert len(rule_on_base(wrong, rules).refusals) == 1, wrong


@BOOKS
def test_17D_each_thing_that_keeps_an_airfield_from_being_abandoned(book: Book) -> None:
    rules = rules_of(book.name)
    permanent, temporary = (AbandonAirfield(OTHER, kind) for kind in ("permanent", "temporary"))
    ruined = field_at(OTHER, 1, AXIS, scene(book, f"{HERE} {book.enemy} 7-6 Inf XX 1")).noting(AIRBASE_HITS, OTHER, 1)
    assert rule_on_abandon_order(permanent, AXIS, ruined, rules).allowed
    assert list(airfields_to_abandon(AXIS, ruined, rules)).count(permanent) == 1
    both = ruined.noting(TEMPORARY_AIRFIELD, OTHER, AXIS).noting(AIRBASE_HITS, OTHER, 99)
    assert rule_on_abandon_order(temporary, AXIS, both, rules).allowed
    assert temporary in airfields_to_abandon(AXIS, both, rules)
    for order, at in (
        (temporary, ruined),
        (AbandonAirfield(OTHER, "wooden"), ruined),
        (permanent, ruined.forgetting(AIRBASE_HITS, OTHER)),
        (permanent, ruined.owned({OTHER: ALLIED})),
        (permanent, evolve(ruined, moment=evolve(ruined.moment, player=ALLIED))),
        (permanent, ruined.noting(AIRFIELD, OTHER, 0)),
    ):
        assert len(rule_on_abandon_order(order, AXIS, at, rules).refusals) == 1, order
    assert permanent not in airfields_to_abandon(AXIS, ruined.owned({OTHER: ALLIED}), rules)
    assert permanent not in airfields_to_abandon(AXIS, ruined.forgetting(AIRBASE_HITS, OTHER), rules)


@BOOKS
def test_17D_damage_beyond_what_is_left_of_an_airbase_goes_with_the_airfield(book: Book) -> None:
    rules = rules_of(book.name)
    state = field_at(OTHER, 2, AXIS, scene(book, f"{HERE} {book.enemy} 7-6 Inf XX 1"))
    both = state.noting(TEMPORARY_AIRFIELD, OTHER, AXIS).noting(AIRBASE_HITS, OTHER, 3)
    left, log = drive(carry_out_abandon(AbandonAirfield(OTHER, "temporary"), AXIS, both, rules))
    assert (left.recall(TEMPORARY_AIRFIELD, OTHER), left.recall(AIRFIELD, OTHER)) == (None, 2)
    assert left.recall(AIRBASE_HITS, OTHER) == 2
    assert told(log)[0].startswith(f"Axis abandons the temporary airfield in {OTHER}")
    bare, _ = drive(carry_out_abandon(AbandonAirfield(OTHER, "permanent"), AXIS, left, rules))
    assert (bare.recall(AIRFIELD, OTHER), bare.recall(AIRBASE_HITS, OTHER)) == (0, None)


# --- holding boxes (SF 23I1) -----------------------------------------------------------------------------------------


def test_sf_23I1_the_area_of_a_box_serves_its_owner_where_it_is_open_or_has_an_airbase() -> None:
    rules, box = rules_of("sf"), Hex("box:Britain")
    board, area = rules.board, area_of(box, rules)
    assert area and all(board.has_land(ref) for ref in area) and area_of(Hex("box:Nowhere"), rules) == ()
    state = scene(SF, f"{HERE} us 7-6 Inf XX 1")
    seen = set()
    for ref in area:
        clear = board.terrain(ref) == "clear"
        whole, lake = board.surface(ref) == "land", bool(board.lake(ref))
        base = ref in airbases_of(ALLIED, state, rules)
        seen.add((clear, whole, lake, base))
        assert serves_box(ref, box, ALLIED, state, rules) == ((clear and whole and not lake) or base), ref
        assert not serves_box(ref, box, AXIS, state, rules)
    assert {(True, True, False, False), (True, False, False, False), (False, False, False, True)} <= seen
    assert not serves_box(THEIRS, box, ALLIED, state, rules)
    near = nearest_in_area(box, HERE, ALLIED, state, rules)
    fit = [ref for ref in area if serves_box(ref, box, ALLIED, state, rules)]
    assert near is not None
    assert board.distance(near, HERE) == min(board.distance(ref, HERE) for ref in fit)
    assert nearest_in_area(box, HERE, AXIS, state, rules) is None
    other = nearest_in_area(box, Hex("17A:1010"), ALLIED, state, rules)
    west = Hex("17A:1010")
    assert other is not None and other != near
    assert on_the_map((HERE, west, box), ALLIED, state, rules) == (HERE, west, other)
    assert on_the_map((box, HERE, west, box), ALLIED, state, rules) == (near, HERE, west, other)
    assert on_the_map((HERE, west, HERE), ALLIED, state, rules) == (HERE, west, HERE)


# --- returning (rule 18) ---------------------------------------------------------------------------------------------


def in_flight(state: GameState, *units: str, mission: str = "escort", **more: Any) -> GameState:
    state = state.noting(OPERATION, NAME, AirOperation(AXIS, HERE)).noting(UNDER_WAY_NOW, "", NAME)
    for unit in units:
        piece = state.air_piece(unit)
        flying = evolve(Flying(mission, piece.place, NAME), **more)
        state = state.noting(FLYING, unit, flying).with_air(evolve(piece, place=HERE))
    return state


@BOOKS
def test_18_who_is_turned_back_aborted_or_eliminated(book: Book) -> None:
    rules = rules_of(book.name)
    state = in_flight(scene(book, f"{OURS} ge 8F6 1/18 A"), "ge A")
    for result, status, still in (
        ("-", OPERATIVE, True),
        ("R", INOPERATIVE, False),
        ("A", ABORTED, False),
        ("K", ELIMINATED, False),
    ):
        after, log = drive(apply_results([("ge A", result)], state, rules), choose=lambda _: ())
        assert (after.air_piece("ge A").status, after.recall(FLYING, "ge A") is not None) == (status, still)
        assert after.recall(FLOWN, "ge A") == (None if still else "escort")
        assert len(log) == int(not still)
    gone = state.forgetting(FLYING, "ge A")
    assert drive(apply_results([("ge A", "K")], gone, rules)) == (gone, [])
    assert bases_in_range(gone.air_piece("ge A"), gone, rules) == ()


@BOOKS
def test_18_an_air_unit_lands_at_its_own_airbase_or_where_its_owner_says_and_is_lost_without_one(book: Book) -> None:
    rules = rules_of(book.name)
    state = in_flight(field_at(OTHER, 1, AXIS, scene(book, f"{OURS} ge 8F6 1/18 A")), "ge A")
    home, log = drive(return_to_base(("ge A",), state, rules), choose=lambda _: ())
    assert home.air_piece("ge A").place == OURS and log[-1].text == f"ge A lands at {OURS}, inoperative"
    away, _ = drive(return_to_base(("ge A",), state, rules), choose=lambda _: (f"ge A > {OTHER}",))
    assert away.air_piece("ge A").place == OTHER
    aborted, log = drive(return_to_base(("ge A",), state, rules, ABORTED), choose=nobody)
    assert aborted.air_piece("ge A").status == ABORTED
    assert log[-1].text == f"ge A lands at {OURS}, aborted, and goes to the aborted box"
    asked: list[Decision] = []

    def note(decision: Decision) -> tuple[str, ...]:
        asked.append(decision)
        return ()

    for more, questions in (({}, 0), ({"cargo": ("ge 1",)}, 1), ({"towing": "ge G"}, 2)):
        laden = in_flight(field_at(OTHER, 1, AXIS, scene(book, f"{OURS} ge 8F6 1/18 A, ge 0GT-1 T G")), "ge A", **more)
        drive(return_to_base(("ge A",), laden, rules, ABORTED), choose=note)
        assert len(asked) == questions
    lost = state.owned(
        {ref: ALLIED for ref in (*airbases_of(AXIS, state, rules), OURS, OTHER) if ref in rules.board.index}
    )
    gone, log = drive(return_to_base(("ge A",), lost, rules), choose=nobody)
    assert gone.air_piece("ge A").status == ELIMINATED and "no airbase in range, eliminated" in log[0].text


# --- escapes and scrambling (rules 17B and 23A2 or 23D2) -------------------------------------------------------------


@pytest.mark.parametrize("escapes", [True, False])
@pytest.mark.parametrize("in_range", [True, False])
@pytest.mark.parametrize("status", [OPERATIVE, INOPERATIVE])
def test_17B_who_escapes_to_an_airbase_in_range_is_not_eliminated(status: str, in_range: bool, escapes: bool) -> None:
    landed = INOPERATIVE if status == OPERATIVE else ABORTED
    assert status_after_escape(status, escapes, in_range) == (landed if escapes and in_range else ELIMINATED)


@BOOKS
def test_17B_air_units_whose_airbase_is_lost_roll_and_fly_to_another(book: Book) -> None:
    rules = rules_of(book.name)
    state = field_at(OTHER, 3, ALLIED, scene(book, f"{OTHER} ge 8F6 1/9 A, ge 8F6 1/9 B | {OURS} ge 8F6 1/9 C"))
    state = put(state, "ge B", INOPERATIVE)
    assert ids(without_airbase(state, rules)) == ["ge A", "ge B"]
    assert turning_points(rules) == (1, 4)
    free = field_at(OTHER, 3, AXIS, state)
    assert drive(escape(free, rules)) == (free, [])
    after, log = drive(escape(state, rules), [1, 3], choose=lambda _: (f"ge A > {OURS}", f"ge B > {OURS}"))
    assert status_of(after) == {"ge A": INOPERATIVE, "ge B": ABORTED, "ge C": OPERATIVE}
    assert after.air_piece("ge A").place == OURS
    hexes = rules.board.distance(OTHER, OURS)
    assert hexes == 1
    assert f"ge A flies from {OTHER} to {OURS} (transfer, 1 hex)" in [event.text for event in log]
    kinds = [event.kind for event in log]
    assert kinds.count("air units escape") == 1 and "ge B was inoperative when it escaped: aborted" in told(log)[-1]
    failed, log = drive(escape(state, rules), [4, 6])
    assert {status_of(failed)[unit] for unit in ("ge A", "ge B")} == {ELIMINATED}
    assert "ge A at 17A:1911 rolls 4 and does not escape: eliminated" in log[0].text


def test_sf_17B_23I1_an_air_unit_may_escape_to_a_holding_box_in_range() -> None:
    rules, base, box = rules_of("sf"), Hex("17A:1010"), Hex("box:Britain")
    state = field_at(base, 3, AXIS, scene(SF, f"{base} us 8F6 1/8 P-51"))
    after, _ = drive(escape(state, rules), [1], choose=lambda _: (f"us P-51 > {box}",))
    assert (after.air_piece("us P-51").place, after.air_piece("us P-51").status) == (box, INOPERATIVE)


@BOOKS
def test_17B_each_who_escapes_is_sent_to_one_airbase(book: Book) -> None:
    rules = rules_of(book.name)
    state = field_at(OTHER, 3, ALLIED, scene(book, f"{OTHER} ge 8F6 1/18 A, ge 8F6 1/18 B"))
    third = Hex("17A:1909")
    state = field_at(third, 2, AXIS, state)
    asked: list[Decision] = []

    def note(decision: Decision) -> tuple[str, ...] | None:
        if "escaping" in decision.question:
            asked.append(decision)
        return None

    drive(escape(state, rules), [1, 1], choose=note)
    assert rules.board.distance(OTHER, OURS) < rules.board.distance(OTHER, third)
    assert asked[0].suggestions[0] == tuple(f"ge {unit} > {OURS}" for unit in "AB")
    for answer, allowed in (
        ((f"ge A > {OURS}", f"ge B > {third}"), True),
        ((f"ge A > {OURS}",), False),
        ((f"ge A > {OURS}", f"ge A > {third}", f"ge B > {third}"), False),
    ):
        assert asked[0].rule_on(answer).allowed == allowed
    apart, log = drive(escape(state, rules), [1, 1], choose=lambda _: (f"ge A > {OURS}", f"ge B > {third}"))
    assert (apart.air_piece("ge A").place, apart.air_piece("ge B").place) == (OURS, third)
    assert [event.kind for event in log].count("air units escape") == 2
    far = scene(book, f"{OTHER} ge 8F6 1/1 A")
    near = field_at(OTHER, 3, ALLIED, far)
    near = near.owned({ref: ALLIED for ref in airbases_of(AXIS, near, rules) if ref in rules.board.index})
    lost, log = drive(escape(near, rules), [1])
    assert lost.air_piece("ge A").status == ELIMINATED and "no airbase within transfer range" in log[-1].text


def lost_base(book: Book, phase: str) -> GameState:
    return field_at(OTHER, 3, ALLIED, scene(book, f"{OTHER} ge 8F6 1/18 A", f"Axis {phase}"))


def test_17B_in_the_combat_phase_escapes_may_wait_or_fail_by_other_readings() -> None:
    late = rules_of("fof", rulings=(("fof-17B-escape-timing", "end-of-phase"),))
    never = rules_of("sf", rulings=(("sf-17B-escape-in-combat-phase", "no"),))
    combat, movement = (lost_base(FOF, phase) for phase in ("combat", "movement"))
    assert drive(escape(combat, late)) == (combat, [])
    assert drive(escape_now(combat, late), [1])[0].air_piece("ge A").status == INOPERATIVE
    assert drive(escape(movement, late), [1])[0].air_piece("ge A").status == INOPERATIVE
    combat, movement = (lost_base(SF, phase) for phase in ("combat", "movement"))
    lost, log = drive(escape(combat, never))
    assert lost.air_piece("ge A").status == ELIMINATED and "no transfers in this phase" in log[0].text
    assert drive(escape(movement, never), [1])[0].air_piece("ge A").status == INOPERATIVE


@BOOKS
def test_23A2_23D2_fighters_in_the_target_hex_scramble_to_airbases_within_transfer_range(book: Book) -> None:
    rules = rules_of(book.name)
    p40, p38, b25 = (f"{book.enemy} {model}" for model in ("P-40", "P-38", "B-25"))
    air = f"{THEIRS} {book.enemy} 8F6 1/9 P-40, {book.enemy} 8F6 1/9 P-38, {book.enemy} 4B5 3-7/26 B-25"
    state = in_flight(scene(book, f"{OURS} ge 4B5 3-7/26 A | {air}"), "ge A", mission="rail_lines")
    operation = AirOperation(AXIS, THEIRS)
    state = state.noting(OPERATION, NAME, operation)
    assert ids(who_may_scramble(ALLIED, operation, state, rules)) == [p38, p40]
    down = put(state, p38, INOPERATIVE)
    assert ids(who_may_scramble(ALLIED, operation, down, rules)) == [p38, p40]
    up = state.noting(FLYING, p38, Flying("cap", THEIRS, "other"))
    assert ids(who_may_scramble(ALLIED, operation, up, rules)) == [p40]
    assert ids(who_may_scramble(ALLIED, evolve(operation, initiator=ALLIED), state, rules)) == []
    assert ids(who_may_scramble(ALLIED, operation, state.noting(AIRBASE_HITS, THEIRS, 99), rules)) == []
    near = field_at(HERE, 1, ALLIED, state)
    ways = bases_to_transfer_to(near.air_piece(p40), operation, near, rules)
    far = [rules.board.distance(THEIRS, ref) for ref in ways if ref in rules.board.index]
    assert HERE in ways and THEIRS not in ways and far == sorted(far)
    assert b25 not in ids(who_may_scramble(ALLIED, operation, near, rules))
    after, log = drive(scramble(near, rules), choose=lambda _: (f"{p40} > {HERE}",))
    assert [event.text for event in log] == [f"{p40} scrambles to {HERE}", f"{p40} lands at {HERE}, inoperative"]
    assert after.air_piece(p40).place == HERE and after.air_piece(p38).place == THEIRS
    asked: list[Decision] = []

    def note(decision: Decision) -> tuple[str, ...]:
        asked.append(decision)
        return ()

    drive(scramble(near, rules), choose=note)
    assert asked[0].suggestions == ((), tuple(f"{unit} > {ways[0]}" for unit in (p38, p40)))


@BOOKS
def test_20A_the_range_of_a_transfer_is_reached_exactly(book: Book) -> None:
    rules = rules_of(book.name)
    state = scene(book, f"{OURS} ge 8F6 1/2 A")
    operation = AirOperation(ALLIED, OURS)
    fields = {rules.board.distance(OURS, ref): ref for ref in rules.board.grid.line(OURS, Hex("16A:1506"))}
    transfer = int(rules.charts.air_missions["transfer"].range.value * 2)
    at = state
    for far in (0, 1, transfer, transfer + 1):
        at = field_at(fields[far], 1, AXIS, at)
    reached = bases_to_transfer_to(at.air_piece("ge A"), operation, at, rules)
    assert [fields[far] in reached for far in (0, 1, transfer, transfer + 1)] == [False, True, True, False]


# --- air support (rules 20G2b and 20G2c) -----------------------------------------------------------------------------


def supported(book: Book, rules: Ruleset) -> GameState:
    """An attack with air support of both sides: for the attacker one that bombs and its escort."""
    ground = f"{HERE} {book.enemy} 7-6 Inf XX 1, {book.enemy} 7-6 Inf XX 2 | 17A:2118 ge 7-6 Inf XX 3, ge 4-6 Inf XX 4"
    air = f"{OURS} ge 4A5 4-1/T/9 A, ge 4A5 3-1/9 B, ge 8F6 1/9 E | {THEIRS} {book.enemy} 4A5 2-1/T/9 D"
    state = scene(book, f"{ground} | {air}", "Axis combat")
    enemies = tuple(f"{book.enemy} {n} Inf XX" for n in (1, 2))
    state = state.noting(ATTEMPT, "", Attempt(("ge 3 Inf XX", "ge 4 Inf XX"), enemies, HERE))
    for name, side, kind in (("g", AXIS, "ground_support"), ("d", ALLIED, "defensive_air_support")):
        step = rules.charts.air_missions[kind].suspended_before
        state = state.noting(OPERATION, name, AirOperation(side, HERE, kind, step=step, suspended=True))
    for unit, name, kind in (
        ("ge A", "g", "ground_support"),
        ("ge B", "g", "ground_support"),
        ("ge E", "g", "escort"),
        (f"{book.enemy} D", "d", "defensive_air_support"),
    ):
        piece = state.air_piece(unit)
        state = state.noting(FLYING, unit, Flying(kind, piece.place, name)).with_air(evolve(piece, place=HERE))
    return state


@BOOKS
def test_20G2b_20G2c_air_support_counts_for_the_attack_over_the_hex_and_returns_after_it(book: Book) -> None:
    rules = rules_of(book.name)
    state = supported(book, rules)
    after, log = drive(resolve_air_support(state, rules))
    attempt = after.recall(ATTEMPT, "")
    assert attempt is not None
    support = dict(attempt.support)
    assert support == {"gs": "7", "das": "1", "das_code_t": "1"}
    assert effective_of_code_t(attempt) == 1 and effective_of_code_t(None) == 0
    texts = [event.text for event in log if event.kind == "air support"]
    assert texts == [
        f"defensive air support over {HERE}: 1 points from {book.enemy} D",
        f"ground support over {HERE}: 7 points from ge A, ge B",
    ]
    assert ids(supporting(HERE, after)) == ["ge A", "ge B"]
    assert supporting(HERE, state) == () and supporting(OURS, after) == ()
    returned, log = drive(return_air_support(after, rules))
    landed = [event.text.partition(" lands")[0] for event in log if " lands at " in event.text]
    assert landed[0] == f"{book.enemy} D" and set(landed[1:]) == {"ge A", "ge B", "ge E"}
    assert not returned.all_facts(OPERATION)


@BOOKS
def test_20G2b_air_support_elsewhere_or_without_an_attack_waits(book: Book) -> None:
    rules = rules_of(book.name)
    state = supported(book, rules)
    for waits in (
        state.forgetting(ATTEMPT, ""),
        state.noting(ATTEMPT, "", Attempt(("ge 3 Inf XX",), (), HERE)),
        state.noting(ATTEMPT, "", Attempt(("ge 3 Inf XX",), (f"{book.enemy} 1 Inf XX",), OURS)),
    ):
        assert drive(resolve_air_support(waits, rules)) == (waits, [])
        assert drive(return_air_support(waits, rules)) == (waits, [])


@BOOKS
def test_20G2b_an_air_unit_counts_for_each_re_that_is_there(book: Book) -> None:
    rules = rules_of(book.name)
    state = supported(book, rules)
    attempt = state.recall(ATTEMPT, "")
    assert attempt is not None
    one = state.noting(ATTEMPT, "", evolve(attempt, attackers=()))
    _, log = drive(resolve_air_support(one, rules))
    assert f"ground support over {HERE}: 0 points: none of ge A, ge B counts" in [event.text for event in log]
    away = state.with_pieces([evolve(state.piece(unit), place=THEIRS) for unit in attempt.defenders])
    _, log = drive(resolve_air_support(away, rules))
    assert f"defensive air support over {HERE}: 0 points: none of {book.enemy} D counts" in [e.text for e in log]
    gone = state
    for unit in ("ge A", "ge B"):
        gone = gone.forgetting(FLYING, unit)
    _, log = drive(resolve_air_support(gone, rules))
    assert f"ground support over {HERE}: 0 points: no air unit got through" in [event.text for event in log]
    guns = scene(book, f"{HERE} ge 7-6 Inf XX 1, ge 3-2-8 Art X 2")
    units = [piece.unit for piece in guns.pieces.values()]
    facts = count_supported(units, "defensive_air_support", rules)
    assert facts.re_artillery > 0 and facts.re_total > facts.re_artillery and facts.is_defensive
    assert not count_supported(units, "ground_support", rules).is_defensive


@BOOKS
def test_20G2b_an_air_unit_counts_for_each_whole_re_that_is_no_artillery(book: Book) -> None:
    rules = rules_of(book.name)
    found = [most_effective(SupportFacts(*res), rules) for res in ((5,), (5, 2), (Fraction(9, 2),))]
    assert [reckoning.value for reckoning in found] == [5, 3, 4]
    assert [len(reckoning.lines) for reckoning in found] == [1, 2, 2]


def test_20G2c_an_attack_is_told_of_the_antitank_air_units_of_the_defender_alone() -> None:
    ratings = [AirRating.parse("4A5 4-1/T/6"), AirRating.parse("4A5 4-1/6"), AirRating.parse("4A5 4-1/T/6")]
    assert tell_support("defensive_air_support", 4, ratings) == (("das", "4"), ("das_code_t", "2"))
    assert tell_support("ground_support", 4, ratings) == (("gs", "4"),)
