"""Air operations on the board, step by step, each from a position of its own (rules 16D, 20 and 21)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from attrs import evolve
from tests.air_driving import BOOKS, FOF, HERE, NAME, OURS, PARIS, SF, THEIRS, Book, drive, rules_of, scene, told

from europa_rules.air.facts import FLOWN, FLYING, OPERATION, UNDER_WAY_NOW, AirOperation, Flying
from europa_rules.air.flight_orders import (
    FlyOperation,
    flyers,
    flying_of,
    operation_at,
    operation_now,
    rule_on_operation_order,
)
from europa_rules.air.harassment import hits_in
from europa_rules.air.interception import (
    PatrolSwitch,
    described_switch,
    escort_from_patrols,
    intercept,
    interceptors,
    missions_to_switch_to,
)
from europa_rules.air.mission_results import (
    NO_ATTACK,
    Strike,
    declare_attack,
    declare_missions,
    is_undeclared,
    resolve_missions,
)
from europa_rules.air.night import land_by_night
from europa_rules.air.operations import (
    RETURN,
    air_operation_steps,
    begin,
    carry_out_operation,
    end_operation,
    go_on_with,
    move_to_target,
    run_step,
    suspended,
)
from europa_rules.air.returning import Landing
from europa_rules.errors import UnknownName
from europa_rules.ground.facts import AIRBASE_HITS, AIRFIELD
from europa_rules.hexes import Hex
from europa_rules.procedure import Decision
from europa_rules.sides import ALLIED, AXIS, Side
from europa_rules.state import ABORTED, OPERATIVE, AirPiece, GameState


def raid(book: Book, air: str, phase: str = "Axis movement") -> GameState:
    """Air units, and an enemy division in the hex that is flown to."""
    return scene(book, f"{air} | {HERE} {book.enemy} 7-6 Inf XX 1", phase)


def over(
    state: GameState, missions: dict[str, str], operation: AirOperation | None = None, name: str = NAME
) -> GameState:
    """The state with air units in the air in an operation against HERE, which is under way."""
    operation = operation or AirOperation(AXIS, HERE)
    state = state.noting(OPERATION, name, operation).noting(UNDER_WAY_NOW, "", name)
    for unit, mission in missions.items():
        piece = state.air_piece(unit)
        state = state.noting(FLYING, unit, Flying(mission, piece.place, name)).with_air(
            evolve(piece, place=operation.target)
        )
    return state


def in_the_air(name: str, state: GameState) -> set[str]:
    return {piece.id for piece, _ in flyers(name, state)}


BOMBERS = f"{OURS} ge 4B5 3-7/26 Ju 88, ge 4B5 3-7/26 Do 17, ge 8F6 1/18 Me 109"


# --- operations (rule 16D) -------------------------------------------------------------------------------------------


def test_sf_16D_operations_are_numbered_through_the_game() -> None:
    state = raid(SF, BOMBERS)
    names = []
    for _ in range(3):
        name, state = begin(AirOperation(AXIS, HERE), state)
        names.append(name)
        assert operation_at(name, state).target == HERE
    assert names == ["air operation 1", "air operation 2", "air operation 3"]


@BOOKS
def test_16D1_those_who_begin_fly_to_the_target_and_an_escort_may_turn_back(book: Book) -> None:
    rules = rules_of(book.name)
    near, nearer = rules.board.grid.line(OURS, HERE)[1:3]
    enemy = f"{THEIRS} {book.enemy} 8F6 1/18 P-40"
    state = over(
        raid(book, f"{BOMBERS} | {enemy}"),
        {
            "ge Ju 88": "rail_lines",
            "ge Do 17": "rail_lines",
            "ge Me 109": "escort",
            f"{book.enemy} P-40": "interception",
        },
    )
    for unit, hexes, points in (
        ("ge Ju 88", 1, (OURS, near, HERE)),
        ("ge Do 17", 8, ()),
        ("ge Me 109", 2, (OURS, nearer)),
    ):
        flying = state.recall(FLYING, unit)
        assert flying is not None
        state = state.noting(FLYING, unit, evolve(flying, mps=hexes, points=points)).with_air(
            evolve(state.air_piece(unit), place=OURS)
        )
    state = state.with_air(evolve(state.air_piece(f"{book.enemy} P-40"), place=THEIRS))
    state, log = drive(move_to_target(state, rules))
    places = {piece.id: piece.place for piece in state.air.values()}
    assert places == {"ge Ju 88": HERE, "ge Do 17": HERE, "ge Me 109": OURS, f"{book.enemy} P-40": THEIRS}
    texts = [event.text for event in log]
    assert texts[:4] == [
        f"ge Do 17 flies from {OURS} to {HERE} (bombing, 8 hexes)",
        f"ge Ju 88 flies from {OURS} to {HERE} (bombing, 1 hex)",
        f"ge Me 109 flies from {OURS} to {nearer} (escort, 2 hexes)",
        f"ge Me 109 turns back short of {HERE}",
    ]
    assert in_the_air(NAME, state) == {"ge Ju 88", "ge Do 17", f"{book.enemy} P-40"}


@BOOKS
def test_16D1_two_escorts_turn_back_together(book: Book) -> None:
    rules = rules_of(book.name)
    state = over(
        raid(book, f"{OURS} ge 8F6 1/18 Me 109, ge 8F6 1/18 Fw 190"),
        {"ge Me 109": "escort", "ge Fw 190": "escort"},
    )
    for unit in ("ge Me 109", "ge Fw 190"):
        flying = state.recall(FLYING, unit)
        assert flying is not None
        state = state.noting(FLYING, unit, evolve(flying, points=(OURS, OURS)))
    _, log = drive(move_to_target(state, rules))
    assert any(text.startswith(f"ge Fw 190, ge Me 109 turn back short of {HERE}") for text in told(log))


@BOOKS
def test_16D_those_of_the_initiating_player_return_first_and_a_transfer_lands_at_its_target(book: Book) -> None:
    rules = rules_of(book.name)
    enemy = f"{book.enemy} P-40"
    air = f"{OURS} ge 4B5 3-7/26 Ju 88, ge 8F6 1/18 Me 109 | {THEIRS} {book.enemy} 8F6 1/18 P-40"
    flown = {enemy: "interception", "ge Ju 88": "transfer", "ge Me 109": "escort"}
    state = over(raid(book, air), flown)
    foreign, log = drive(end_operation(NAME, state, rules))
    landed = [event.text.split(" lands at ") for event in log if " lands at " in event.text]
    assert [unit for unit, _ in landed][-1] == enemy and len(landed) == 3
    assert foreign.air_piece("ge Ju 88").place == OURS
    own = state.noting(AIRFIELD, HERE, 3).owned({HERE: AXIS})
    after, _ = drive(end_operation(NAME, own, rules))
    assert after.air_piece("ge Ju 88").place == HERE
    assert after.air_piece("ge Me 109").place == OURS
    assert after.air_piece(enemy).place == THEIRS
    assert (after.recall(OPERATION, NAME), after.recall(UNDER_WAY_NOW, "")) == (None, None)
    assert after.recall(FLOWN, "ge Ju 88") == "transfer"


@BOOKS
def test_16D_air_support_waits_for_the_combat_and_a_patrol_for_the_end_of_the_player_turn(book: Book) -> None:
    rules = rules_of(book.name)
    order = [step.name for step in air_operation_steps(rules)]
    for kind, phase in (("ground_support", "Axis combat"), ("cap", "Axis initial")):
        mission = rules.charts.air_missions[kind]
        state = over(raid(book, BOMBERS, phase), {"ge Me 109": kind}, AirOperation(AXIS, HERE, kind))
        state = state.noting(FLYING, "ge Me 109", Flying(kind, OURS, NAME, points=(OURS, HERE)))
        waiting, log = drive(go_on_with(NAME, state, rules))
        operation = operation_at(NAME, waiting)
        assert (operation.step, operation.suspended) == (mission.suspended_before, True)
        assert mission.suspended_before in order
        assert waiting.recall(UNDER_WAY_NOW, "") is None
        assert any("ge Me 109 flies from" in event.text for event in log)
        over_now, log = drive(go_on_with(NAME, waiting, rules))
        assert over_now.recall(OPERATION, NAME) is None and over_now.air_piece("ge Me 109").place == OURS
        assert not any("ge Me 109 flies from" in event.text for event in log)


@BOOKS
def test_16D_an_operation_that_nobody_is_left_in_is_over_at_once(book: Book) -> None:
    rules = rules_of(book.name)
    enemy = f"{book.enemy} P-40"
    air = f"{BOMBERS} | {THEIRS} {book.enemy} 8F6 1/18 P-40"
    deserted = over(raid(book, air), {enemy: "interception"})
    after, log = drive(go_on_with(NAME, deserted, rules))
    assert [event.kind for event in log] == ["air unit landed"]
    assert after.air_piece(enemy).place == THEIRS and after.recall(OPERATION, NAME) is None
    alone = over(raid(book, air), {}, AirOperation(AXIS, HERE, "cap"))
    empty, log = drive(go_on_with(NAME, alone, rules))
    assert log == [] and empty.recall(OPERATION, NAME) is None


@BOOKS
def test_16D_after_a_step_an_operation_stands_before_the_next_and_after_the_last_before_none(book: Book) -> None:
    rules = rules_of(book.name)
    steps = [step.name for step in air_operation_steps(rules)]
    for step, following in (("mission movement", steps[steps.index("mission movement") + 1]), (RETURN, "")):
        state = over(raid(book, BOMBERS), {"ge Me 109": "escort"})
        after, log = drive(run_step(NAME, step, state, rules))
        operation = operation_at(NAME, after)
        assert (operation.step, operation.suspended) == (following, True)
        assert after.recall(UNDER_WAY_NOW, "") is None
        assert [event.kind for event in log] == ["air unit landed" if step == RETURN else "air unit flown"]
    assert steps[-1] == RETURN


@BOOKS
def test_16D_an_operation_is_told_with_its_light_and_its_target(book: Book) -> None:
    rules = rules_of(book.name)
    for night, words in (("", "by day"), ("night", "by night")):
        order = FlyOperation(HERE, ("ge Ju 88: rail lines",), night)
        _, log = drive(carry_out_operation(order, AXIS, raid(book, BOMBERS), rules), choose=nobody_bombs)
        assert log[0].text == f"Axis begins {NAME} {words}: target {HERE}"


@BOOKS
def test_23A_23B_the_hexes_of_a_flight_are_told_from_where_it_stages(book: Book) -> None:
    rules, stage = rules_of(book.name), Hex("17A:1817")
    state = raid(book, BOMBERS).noting(AIRFIELD, stage, 6).owned({stage: AXIS})
    flights = (f"ge Me 109: escort, stage {stage}", "ge Ju 88: rail lines")
    _, log = drive(carry_out_operation(FlyOperation(HERE, flights), AXIS, state, rules), choose=nobody_bombs)
    near, far = (rules.board.distance(ref, HERE) for ref in (stage, OURS))
    assert [event.text for event in log if event.kind == "air unit flown"] == [
        f"ge Ju 88 flies from {OURS} to {HERE} (bombing, {far} hexes)",
        f"ge Me 109 flies from {stage} to {HERE} (escort, {near} hexes)",
    ]


def test_sf_23I1_an_air_unit_transfers_to_a_holding_box_by_a_hex_of_its_area() -> None:
    rules, start, end = rules_of("sf"), Hex("17A:1010"), Hex("box:Britain")
    state = raid(SF, f"{start} us 8F6 1/8 P-51", "Allied movement").noting(AIRFIELD, start, 3).owned({start: ALLIED})
    order = FlyOperation(end, ("us P-51: transfer",))
    assert rule_on_operation_order(order, ALLIED, state, rules).allowed
    after, log = drive(carry_out_operation(order, ALLIED, state, rules))
    assert [event.text for event in log] == [
        f"Allied begins {NAME} by day: target {end}",
        f"us P-51 flies from {start} to {end} (transfer, 8 hexes)",
        f"us P-51 lands at {end}, inoperative",
    ]
    assert after.air_piece("us P-51").place == end
    boxes = raid(SF, "box:Gibraltar: us 8F6 1/8 P-51", "Allied movement")
    _, log = drive(carry_out_operation(order, ALLIED, boxes, rules))
    assert log[1].text == f"us P-51 flies from box:Gibraltar to {end} (transfer, 0 hexes)"


@BOOKS
def test_20A_who_does_not_arrive_flies_no_further_leg(book: Book) -> None:
    rules, first, second = rules_of(book.name), Hex("17A:1817"), Hex("17A:1716")
    state = raid(book, BOMBERS).noting(AIRFIELD, second, 6).owned({first: ALLIED, second: AXIS})
    order = FlyOperation(first, (f"ge Ju 88: transfer, onward {second}",))
    after, log = drive(carry_out_operation(order, AXIS, state, rules))
    assert after.air_piece("ge Ju 88").place == OURS
    assert not [event for event in log if event.kind == "next leg of a transfer"]


def nobody_bombs(decision: Decision) -> tuple[str, ...] | None:
    return () if "bombing attack" in decision.question else None


@BOOKS
def test_20A_a_transfer_of_several_legs_is_flown_leg_by_leg_by_those_who_arrive(book: Book) -> None:
    rules = rules_of(book.name)
    first, second, third = Hex("17A:1817"), Hex("17A:1716"), Hex("17A:1618")
    state = raid(book, BOMBERS)
    for ref in (first, second, third):
        state = state.noting(AIRFIELD, ref, 6).owned({ref: AXIS})
    flights = (
        f"ge Ju 88: transfer, onward {second} {third}",
        f"ge Do 17: transfer, onward {third}",
        "ge Me 109: transfer",
    )
    after, log = drive(carry_out_operation(FlyOperation(first, flights), AXIS, state, rules))
    places = {piece.id: piece.place for piece in after.air.values()}
    assert places == {"ge Ju 88": third, "ge Do 17": third, "ge Me 109": first}
    onward = [event.text for event in log if event.kind == "next leg of a transfer"]
    assert onward == [f"ge Ju 88 fly on to {second}", f"ge Ju 88 fly on to {third}", f"ge Do 17 fly on to {third}"]
    assert after.all_facts(OPERATION) == {}


def test_sf_16D_suspended_operations_are_told_by_kind_and_side() -> None:
    state = raid(SF, BOMBERS)
    for number, (side, kind, waits) in enumerate(
        ((AXIS, "cap", True), (ALLIED, "cap", True), (AXIS, "cap", False), (AXIS, "ground_support", True)), 1
    ):
        state = state.noting(OPERATION, str(number), AirOperation(side, HERE, kind, suspended=waits))
    assert suspended("cap", state) == ("1", "2")
    assert suspended("cap", state, ALLIED) == ("2",)
    assert suspended("ground_support", state, AXIS) == ("4",)
    assert suspended("ground_support", state, ALLIED) == ()
    assert operation_now(state.noting(UNDER_WAY_NOW, "", "2")) == ("2", operation_at("2", state))


def test_16D_an_operation_a_step_or_an_air_unit_that_there_is_not_is_told() -> None:
    state = raid(SF, BOMBERS)
    with pytest.raises(UnknownName, match="no air operation is being carried out"):
        operation_now(state)
    with pytest.raises(UnknownName, match=r"no air unit in the air 'ge Ju 88'\. Known: ge Me 109"):
        flying_of("ge Ju 88", over(state, {"ge Me 109": "escort"}))
    lost = over(state, {"ge Me 109": "escort"}, AirOperation(AXIS, HERE, step="air comabt"))
    with pytest.raises(UnknownName, match=r"no step of an air operation 'air comabt'\. Did you mean 'air combat'"):
        drive(go_on_with(NAME, lost, rules_of(SF.name)))


# --- interception and patrols (rules 20C and 20E) --------------------------------------------------------------------


def test_20E_a_patrol_changes_to_escort_for_its_own_player_and_to_interception_against_the_other() -> None:
    fof, sf = rules_of("fof"), rules_of("sf")
    for is_own, at_target, group_enters, found in (
        (True, True, False, ("escort",)),
        (True, False, True, ()),
        (False, True, False, ("interception",)),
        (False, False, False, ()),
    ):
        facts = PatrolSwitch(is_own, at_target, group_enters)
        assert missions_to_switch_to(facts, fof) == missions_to_switch_to(facts, sf) == found
        assert missions_to_switch_to(evolve(facts, same_light=False), sf) == ()
    entered = PatrolSwitch(is_own=False, at_target=False, group_enters=True)
    assert (missions_to_switch_to(entered, sf), missions_to_switch_to(entered, fof)) == (("patrol_attack",), ())


def test_20E_a_patrol_is_at_the_target_or_in_a_hex_that_a_group_enters() -> None:
    assert described_switch("17A:1010", "17A:1010", own=False) == PatrolSwitch(False, True)
    entered = described_switch("17A:1010", "17A:0808", True, ("17A:1010",), same_light=False)
    assert entered == PatrolSwitch(True, False, True, False)
    assert not described_switch("17A:1010", "17A:0808", True, ("17A:1011",)).group_enters
    assert described_switch("17A:1010", "17A:0808", True).same_light


def ids(pieces: Iterable[AirPiece]) -> list[str]:
    return [str(piece.id) for piece in pieces]


def patrol(side: Side = ALLIED, target: Hex = HERE, **more: Any) -> AirOperation:
    return evolve(AirOperation(side, target, "cap", suspended=True), **more)


@BOOKS
def test_20C_fighters_intercept_from_their_airbases_within_range(book: Book) -> None:
    rules = rules_of(book.name)
    far = rules.board.distance(THEIRS, HERE)
    air = ", ".join(
        f"{book.enemy} 8F6 1/{reach} {model}"
        for reach, model in ((2 * far, "P-39"), (2 * far - 1, "P-38"), (9, "P-40"))
    )
    state = over(raid(book, f"{BOMBERS} | {THEIRS} {air}, {book.enemy} 4B5 3-7/26 B-25"), {"ge Ju 88": "rail_lines"})
    operation = AirOperation(AXIS, HERE)
    p38, p39, p40 = (f"{book.enemy} {model}" for model in ("P-38", "P-39", "P-40"))
    assert ids(interceptors(operation, ALLIED, state, rules)) == [p39, p40]
    busy = state.noting(FLYING, p40, Flying("escort", THEIRS, "other"))
    assert ids(interceptors(operation, ALLIED, busy, rules)) == [p39]
    lost = state.with_air(evolve(state.air_piece(p39), status="eliminated", place=Hex("")))
    assert ids(interceptors(operation, ALLIED, lost, rules)) == [p40]
    damaged = state.noting(AIRBASE_HITS, THEIRS, 99)
    assert ids(interceptors(operation, ALLIED, damaged, rules)) == []
    assert ids(interceptors(operation, AXIS, state, rules)) == []
    assert p38 not in ids(interceptors(operation, ALLIED, state, rules))


@pytest.mark.parametrize(
    ("other", "takes_part"),
    [
        (patrol(), True),
        (patrol(target=OURS), False),
        (patrol(night=True), False),
        (patrol(suspended=False), False),
        (patrol(kind="ground_support"), False),
    ],
)
@BOOKS
def test_20E_a_standing_patrol_over_the_target_by_the_same_light_intercepts(
    book: Book, other: AirOperation, takes_part: bool
) -> None:
    rules = rules_of(book.name)
    enemy = f"{book.enemy} P-40"
    state = over(raid(book, f"{BOMBERS} | {THEIRS} {book.enemy} 8F6 1/1 P-40"), {enemy: "cap"}, other, "patrol")
    state = over(state, {"ge Ju 88": "rail_lines"})
    assert ids(interceptors(AirOperation(AXIS, HERE), ALLIED, state, rules)) == ([enemy] if takes_part else [])
    assert ids(interceptors(AirOperation(AXIS, HERE), AXIS, state, rules)) == []


def everybody(decision: Decision) -> tuple[str, ...]:
    return decision.candidates


@BOOKS
def test_20C_who_intercepts_is_told_and_leaves_a_patrol_that_is_over_with_him(book: Book) -> None:
    rules = rules_of(book.name)
    air = f"{BOMBERS} | {THEIRS} {book.enemy} 8F6 1/9 P-38, {book.enemy} 8F6 1/9 P-40, {book.enemy} 8F6 1/9 P-47"
    p38, p40, p47 = (f"{book.enemy} {model}" for model in ("P-38", "P-40", "P-47"))
    state = over(raid(book, air), {p38: "cap", p40: "cap"}, patrol(), "patrol")
    state = over(state, {"ge Ju 88": "rail_lines"})
    nobody, log = drive(intercept(state, rules))
    assert (nobody, log) == (state, [])
    one, log = drive(intercept(state, rules), choose=lambda decision: (p38, p47))
    far = rules.board.distance(THEIRS, HERE)
    assert [event.text for event in log] == [
        f"{p38} intercepts over {HERE}, from its patrol",
        f"{p47} intercepts over {HERE} (from {THEIRS}, {far} hexes)",
    ]
    assert in_the_air(NAME, one) == {"ge Ju 88", p38, p47} and in_the_air("patrol", one) == {p40}
    assert one.recall(OPERATION, "patrol") is not None and one.air_piece(p47).place == HERE
    flying = one.recall(FLYING, p47)
    assert flying is not None
    assert (flying.role, flying.mps, flying.base, flying.mission) == ("reacting", far, THEIRS, "interception")
    both, _ = drive(intercept(state, rules), choose=everybody)
    assert in_the_air(NAME, both) == {"ge Ju 88", p38, p40, p47} and both.recall(OPERATION, "patrol") is None


@BOOKS
def test_20E_patrols_over_the_target_of_their_own_players_operation_by_day_may_switch_to_escort(book: Book) -> None:
    rules = rules_of(book.name)
    bombing = AirOperation(AXIS, HERE)
    for operation, standing, asked in (
        (bombing, patrol(AXIS), True),
        (bombing, patrol(AXIS, OURS), False),
        (evolve(bombing, night=True), patrol(AXIS), False),
        (evolve(bombing, night=True), patrol(AXIS, night=True), False),
        (evolve(bombing, kind="cap"), patrol(AXIS), False),
    ):
        state = over(raid(book, BOMBERS), {"ge Me 109": "cap"}, standing, "patrol")
        state = over(state, {"ge Ju 88": "rail_lines"}, operation)
        questions: list[str] = []

        def all_of_them(decision: Decision, questions: list[str] = questions) -> tuple[str, ...]:
            questions.append(decision.question)
            return decision.candidates

        after, log = drive(escort_from_patrols(NAME, state, rules), choose=all_of_them)
        assert len(questions) == len(log) == int(asked), (operation, standing)
        assert ("ge Me 109" in in_the_air(NAME, after)) == asked
        assert (after.recall(OPERATION, "patrol") is None) == asked
    flying = Flying("cap", OURS, "patrol")
    state = over(raid(book, BOMBERS), {"ge Me 109": "cap"}, patrol(AXIS), "patrol")
    after, log = drive(escort_from_patrols(NAME, over(state, {"ge Ju 88": "rail_lines"}), rules), choose=everybody)
    assert after.recall(FLYING, "ge Me 109") == evolve(flying, operation=NAME, switched="escort")
    assert told(log)[0].startswith("ge Me 109 switches from patrol to escort")


# --- landing by night (rules 23C and 23G) ----------------------------------------------------------------------------


@BOOKS
def test_23C_23G_day_air_units_check_when_they_land_by_night(book: Book) -> None:
    rules = rules_of(book.name)
    state = raid(book, f"{OURS} ge 8F6 1/9 D, ge 8NF6 1/9 N")
    night, day = AirOperation(AXIS, HERE, night=True), AirOperation(AXIS, HERE)
    for unit, operation, roll, status in (
        ("ge D", night, 2, ABORTED),
        ("ge D", night, 3, OPERATIVE),
        ("ge D", day, None, OPERATIVE),
        ("ge N", night, None, OPERATIVE),
    ):
        landing = Landing(unit, Flying("escort", OURS, NAME), operation, OURS)
        after, log = drive(land_by_night(landing, state, rules), [] if roll is None else [roll])
        assert (after.air_piece(unit).status, bool(log)) == (status, roll is not None)
    lost = state.with_air(evolve(state.air_piece("ge D"), status=ABORTED))
    landing = Landing("ge D", Flying("escort", OURS, NAME), night, OURS)
    assert drive(land_by_night(landing, lost, rules)) == (lost, [])


# --- mission results (rules 16D5 and 20G) ----------------------------------------------------------------------------


@BOOKS
def test_20G_bombing_that_is_made_in_attacks_is_declared_once(book: Book) -> None:
    rules = rules_of(book.name)
    for mission, aim, undeclared in (
        ("rail_lines", "", True),
        ("rail_lines", "attack 1", False),
        ("bombing", "", True),
        ("ground_support", "", False),
        ("escort", "", False),
    ):
        assert is_undeclared(Flying(mission, OURS, NAME, aim=aim), rules) == undeclared, (mission, aim)


@BOOKS
def test_20G_who_bombs_what_is_asked_for_those_who_have_bombs_and_a_target(book: Book) -> None:
    rules = rules_of(book.name)
    two = {"ge Ju 88": "bombing", "ge Do 17": "bombing", "ge Me 109": "escort"}
    state = over(raid(book, BOMBERS), two, AirOperation(AXIS, PARIS)).owned({PARIS: ALLIED})
    asked: list[Decision] = []

    def nothing(decision: Decision) -> tuple[str, ...]:
        asked.append(decision)
        return ()

    after, log = drive(resolve_missions(state, rules), choose=nothing)
    assert (log, len(asked)) == ([], 1) and after == state
    units = {words.partition(":")[0] for words in asked[0].candidates}
    assert units == {"ge Ju 88", "ge Do 17"} and asked[0].who == AXIS
    both = [f"{unit}: airbases" for unit in ("ge Do 17", "ge Ju 88")]
    assert asked[0].suggestions[0] == () and tuple(both) in asked[0].suggestions
    assert asked[0].rule_on(tuple(both)).allowed
    other = next(w for w in asked[0].candidates if w.startswith("ge Ju 88") and not w.endswith("airbases"))
    assert not asked[0].rule_on((both[0], other)).allowed


@BOOKS
def test_20G_one_bomber_with_one_target_named_beforehand_is_not_asked(book: Book) -> None:
    rules = rules_of(book.name)
    state = over(raid(book, BOMBERS), {"ge Ju 88": "airbases", "ge Me 109": "escort"}).noting(AIRFIELD, HERE, 3)

    def unasked(decision: Decision) -> tuple[str, ...]:
        raise AssertionError(decision.question)

    (after, strike), log = drive(declare_attack(NAME, state, rules), choose=unasked)
    assert strike == Strike("airbases", HERE, AXIS, ("ge Ju 88",))
    assert dict(log[0].facts) == {"attack": "attack 1", "mission": "airbases", "aim": ""}
    assert log[0].text.endswith(f"in {HERE}")
    flying = after.recall(FLYING, "ge Ju 88")
    assert flying is not None and flying.aim == "attack 1"
    again, log = drive(declare_attack(NAME, after, rules), choose=unasked)
    assert again == (after, None) and log == []
    announced = over(raid(book, BOMBERS), {"ge Ju 88": "bombing"}).noting(AIRFIELD, HERE, 3)
    (_, asked), _ = drive(declare_attack(NAME, announced, rules), choose=lambda _: ())
    assert asked is None


@BOOKS
def test_20G_attacks_are_numbered_in_the_order_in_which_they_are_declared(book: Book) -> None:
    rules = rules_of(book.name)
    state = over(raid(book, BOMBERS), {"ge Ju 88": "bombing", "ge Do 17": "bombing"}).noting(AIRFIELD, HERE, 3)
    answers = iter((("ge Ju 88: airbases",), ("ge Do 17: airbases",)))
    for number, unit in enumerate(("ge Ju 88", "ge Do 17"), 1):
        (state, strike), _ = drive(declare_attack(NAME, state, rules), choose=lambda _: next(answers))
        flying = state.recall(FLYING, unit)
        assert strike is not None and strike.units == (unit,) and strike.mission == "airbases"
        assert flying is not None and (flying.aim, flying.mission) == (f"attack {number}", "airbases")


def test_fof_16D_what_is_declared_before_antiaircraft_fire_is_bombed_after_it_in_order() -> None:
    rules, book = rules_of("fof"), FOF
    state = over(raid(book, f"{OURS} ge 4B5 3-7/26 A, ge 4B5 3-7/26 B, ge 4B5 3-7/26 C"), {})
    state = over(state, {"ge A": "bombing", "ge B": "bombing", "ge C": "bombing"}).noting(AIRFIELD, HERE, 3)
    order = iter((("ge B: airbases",), ("ge A: airbases",), ()))
    declared, _ = drive(declare_missions(state, rules), choose=lambda _: next(order))
    aims = {}
    for unit in ("ge A", "ge B", "ge C"):
        flying = declared.recall(FLYING, unit)
        assert flying is not None
        aims[unit] = flying.aim
    assert aims == {"ge A": "attack 2", "ge B": "attack 1", "ge C": NO_ATTACK}
    _, log = drive(resolve_missions(declared, rules), [6, 6])
    bombed = [event.text.split(" bombs ")[0] for event in log if event.kind == "bombed"]
    assert bombed == ["ge B", "ge A"]
    gone = declared.forgetting(FLYING, "ge B")
    _, log = drive(resolve_missions(gone, rules), [6])
    assert [event.text.split(" bombs ")[0] for event in log if event.kind == "bombed"] == ["ge A"]


@BOOKS
def test_20G2d_harassment_is_resolved_for_all_who_fly_it_together(book: Book) -> None:
    rules = rules_of(book.name)
    bombers = raid(book, f"{OURS} ge 4B5 3-7/26 Do 17, ge 4B5 7-7/26 Ju 88", "Allied movement")
    state = over(bombers, {"ge Ju 88": "harassment", "ge Do 17": "harassment"})
    state, log = drive(resolve_missions(state, rules))
    chart = rules.charts["harassment"]
    (event,) = log
    assert dict(event.facts)["level"] == "3"
    hits, around = (chart.whole("rows", "3", key).value for key in ("hits_in_hex", "hits_in_adjacent_land_hexes"))
    assert event.text == (
        f"ge Do 17, ge Ju 88 harass {HERE} with 10 points: level 3, {hits} hits,"
        f" and {around} hit in each land hex around"
    )
    assert hits_in(HERE, AXIS, state) == hits
    near = [ref for ref in rules.board.neighbors_of(HERE) if rules.board.has_land(ref)]
    assert {hits_in(ref, AXIS, state) for ref in near} == {around}
    assert hits_in(HERE, ALLIED, state) == 0
    alone, log = drive(resolve_missions(over(bombers, {"ge Do 17": "harassment"}), rules))
    assert log[0].text.startswith(f"ge Do 17 harasses {HERE} with 3 points: level ")
    assert hits_in(HERE, AXIS, alone) == chart.whole("rows", dict(log[0].facts)["level"], "hits_in_hex").value
