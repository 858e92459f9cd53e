"""Air combat (rule 21): the example of the book as a playthrough, engagements, readings, and combat on the board."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.air_driving import drive, told

import europa_rules as er
from europa_rules.air.air_combat import (
    MISSION_FORCE,
    SCREEN,
    FireStep,
    Forces,
    MayFire,
    Pairing,
    Sorted,
    allocate,
    allocate_to_screen,
    engage,
    fight,
    jettison,
    resolve_air_combat,
    rule_on_fire,
    sort_forces,
    split,
    spread,
)
from europa_rules.air.air_fire import Fire, fires, look_up_fire, reckon_differential, reckon_fire_modifier, typed
from europa_rules.air.facts import FLYING, OPERATION
from europa_rules.air.flight_orders import FlyOperation
from europa_rules.air.flights import Flight
from europa_rules.air.off_board import Aloft, aloft, results, sides_of_operation
from europa_rules.air.operations import carry_out_operation
from europa_rules.air_units import AirRating
from europa_rules.hexes import Hex
from europa_rules.procedure import Decision, Procedure
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS
from europa_rules.state import ABORTED, ELIMINATED, INOPERATIVE, OPERATIVE, GameState


@cache
def rules(game: str, **rulings: str) -> Ruleset:
    return er.load(game)


@cache
def read_so(game: str, point: str, reading: str) -> Ruleset:
    return er.load(game, rulings={point: reading})


SF, FOF = rules("sf"), rules("fof")


def up(name: str, rating: str, mission: str) -> Aloft:
    return Aloft(name, AirRating.parse(rating), mission)


OWN = [
    up("P-40N", "6F6", "escort"),
    up("P-38J", "7F8", "escort"),
    up("P-51D5", "8F8", "escort"),
    up("B-25D 1", "4B5", "bombing"),
    up("B-25D 2", "4B5", "bombing"),
]
ENEMY = [up("Me 109G6", "8F6", "interception"), up("Fw 190A2", "9F7", "interception")]


def test_sf_21B3_01_the_example_of_the_book_is_played_line_by_line() -> None:
    state = aloft(OWN, ENEMY, SF, initiator=ALLIED)
    forces = Forces(("P-40N", "P-38J", "P-51D5"), ("B-25D 1", "B-25D 2"), ("Me 109G6",), ("Fw 190A2",), ALLIED, AXIS)
    end, log = drive(fight(forces, state, SF), [9, 6, 7, 8, 5, 7])
    assert told(log) == [
        "step a: Me 109G6 against P-40N (SF 21B1a)",
        "step b: P-40N fires on Me 109G6: differential +0, roll 9: no effect (SF 21B3)",
        "step b: Me 109G6 fires on P-40N: differential +2, roll 6: aborted (SF 21B3)",
        "P-40N returns to base, aborted, and goes to the aborted box (SF 18, SF 16B1)",
        "step c: P-38J, P-51D5 against Fw 190A2, which does not fire back as it bypasses the screen (SF 21B1c)",
        "step d: P-38J fires on Fw 190A2: differential +0, roll 7: no effect (SF 21B3)",
        "step d: P-51D5 fires on Fw 190A2: differential +1, roll 8: no effect (SF 21B3)",
        "step e: Fw 190A2 against B-25D 1 (SF 21B1e)",
        "step f: Fw 190A2 fires on B-25D 1: differential +4, roll 5 modified to 4: eliminated (SF 21B3)",
        "step f: B-25D 1 fires on Fw 190A2: differential -3, roll 7 modified to 8: no effect (SF 21B3)",
        "B-25D 1 is eliminated (SF 21B2)",
    ]
    assert {unit: result for unit, result in results(end).items() if result != "-"} == {"P-40N": "A", "B-25D 1": "K"}


def test_sf_21B3_04_results_that_are_told_take_the_place_of_those_of_the_table() -> None:
    screen, interceptor = {"id": "P-40N", "rating": "6F6"}, {"id": "Me 109G6", "rating": "8F6"}
    question = {
        "query": "air_combat_walkthrough",
        "initiator": {"screen": [screen]},
        "reactor": {"engaging": [interceptor]},
        "choices": {},
        "rolls": [9, 6],
    }
    assert er.ask(question, SF).values["final"] == {"Me 109G6": "in play", "P-40N": "aborted"}
    told = er.ask({**question, "table_points": {"0:9": "K", "2:6": "R"}}, SF).values["final"]
    assert told == {"Me 109G6": "eliminated", "P-40N": "turned back"}
    with pytest.raises(er.EuropaError, match="no point of the table; write differential:modified roll"):
        er.ask({**question, "table_points": {"nine": "K"}}, SF)
    with pytest.raises(er.EuropaError, match="'Z' is no result of air combat; it is one of -, R, A, K"):
        er.ask({**question, "table_points": {"0:9": "Z"}}, SF)


def test_sf_21B3_02_the_ledger_of_a_fire_names_its_rules() -> None:
    fire = Fire(Flight(AirRating.parse("7F6"), family="bombing"), Flight(AirRating.parse("8F6")))
    assert reckon_differential(fire, SF).value == -1
    assert "SF 21B3" in [str(c) for c in reckon_differential(fire, SF).citations]
    assert look_up_fire(-9, 99, SF).value == look_up_fire(-5, 10, SF).value == "-"


@pytest.mark.parametrize(
    ("firer", "target", "modifier"),
    [("F", "B", -1), ("F", "HF", -1), ("HF", "HB", -1), ("B", "F", 1), ("D", "F", 1), ("F", "F", 0), ("JF", "F", -1)],
)
def test_sf_21B3_03_modifiers_by_type(firer: str, target: str, modifier: int) -> None:
    assert reckon_fire_modifier(Fire(typed(firer, SF), typed(target, SF)), SF).value == modifier


@pytest.mark.parametrize("game", ["fof", "sf"])
def test_21B_01_a_printed_air_attack_of_0_never_fires(game: str) -> None:
    glider = Flight(AirRating.parse("0T2"))
    assert not fires(glider, rules(game))
    refused = rule_on_fire(MayFire(0), rules(game))
    assert [c.number for c in refused.citations] == ["21B"]


def test_sf_23G_01_a_day_air_unit_does_not_fire_by_night() -> None:
    assert not fires(Flight(AirRating.parse("8F6"), night=True), SF)
    assert fires(Flight(AirRating.parse("8NF6"), night=True), SF)


# --- engagements -----------------------------------------------------------------------------------------------------


def engagement(
    dice: list[int], rules: Ruleset, *, step: FireStep = SCREEN, single: str = "escort", end_after: int = 0
) -> tuple[dict[str, str], list[er.Event], list[str]]:
    """Three interceptors 8F6 against one 6F6, with these rolls; the owner ends it after some round."""
    state = aloft([up("e", "6F6", single)], [up(f"i{n}", "8F6", "interception") for n in (1, 2, 3)], rules)
    initiator, reactor = sides_of_operation(rules)
    asked: list[str] = []

    def choose(decision: Decision) -> tuple[str, ...]:
        asked.append(decision.question)
        assert decision.who in (initiator, reactor)
        if decision.candidates == ("end",):
            return ("end",) if asked.count(decision.question) == end_after else ()
        return decision.suggestions[0]

    end, log = drive(engage(Pairing("e", ("i1", "i2", "i3")), step, reactor, state, rules), dice, choose=choose)
    return dict(results(end)), log, asked


@pytest.mark.parametrize("game", ["fof", "sf"])
def test_21B1b_01_the_first_result_on_the_single_air_unit_ends_it(game: str) -> None:
    """The example of the book: the first interceptor is eliminated, the second aborts the escort."""
    found, _, _ = engagement([2, 12, 12, 5], rules(game))
    assert found == {"e": "A", "i1": "K", "i2": "-", "i3": "-"}


def test_sf_21B1b_02_the_owner_of_the_several_may_end_it_after_a_round() -> None:
    found, log, _ = engagement([12, 12], SF, end_after=1)
    assert set(found.values()) == {"-"}
    assert sum(event.kind == "air fire" for event in log) == 2


def test_sf_21B1b_03_all_of_the_several_engage_in_the_order_drawn() -> None:
    _, log, _ = engagement([12] * 6, SF)
    firers = [dict(event.facts)["firer"] for event in log if event.kind == "air fire"]
    assert firers == ["e", "i1", "e", "i2", "e", "i3"]


def test_sf_21B1b_04_in_the_other_reading_any_result_ends_it() -> None:
    other = read_so("sf", "sf-21B1b-single-unit", "any")
    found, _, _ = engagement([2, 12], other)
    assert found == {"e": "-", "i1": "K", "i2": "-", "i3": "-"}


def test_sf_21B1b_05_one_on_one_both_results_are_implemented() -> None:
    state = aloft([up("e", "6F6", "escort")], [up("i", "8F6", "interception")], SF)
    end, _ = drive(engage(Pairing("e", ("i",)), SCREEN, AXIS, state, SF), [2, 2])
    assert dict(results(end)) == {"e": "K", "i": "K"}


def test_sf_21B1f_01_a_mission_force_air_unit_fires_but_once() -> None:
    _, log, asked = engagement([12] * 4, SF, step=MISSION_FORCE, single="bombing")
    fired = [dict(event.facts)["firer"] for event in log if event.kind == "air fire"]
    assert fired == ["i1", "e", "i2", "i3"]
    assert sum("once only" in question for question in asked) == 1


def test_sf_21B1f_02_it_may_hold_its_fire_for_a_later_round() -> None:
    state = aloft([up("b", "4B5", "bombing")], [up(f"i{n}", "8F6", "interception") for n in (1, 2)], SF)

    def hold(decision: Decision) -> tuple[str, ...]:
        return () if "once only" in decision.question else decision.suggestions[0]

    _, log = drive(engage(Pairing("b", ("i1", "i2")), MISSION_FORCE, AXIS, state, SF), [12, 12, 12], choose=hold)
    assert [dict(e.facts)["firer"] for e in log if e.kind == "air fire"] == ["i1", "i2", "b"]


def test_sf_21B1a_01_extra_interceptors_are_spread_evenly_as_their_owner_says() -> None:
    own = [up("e1", "6F6", "escort"), up("e2", "6F6", "escort")]
    enemy = [up(f"i{n}", "8F6", "interception") for n in range(1, 6)]
    state = aloft(own, enemy, SF)
    forces = Forces(("e1", "e2"), (), tuple(u.id for u in enemy), (), *sides_of_operation(SF))
    asked: list[Decision] = []

    def choose(decision: Decision) -> tuple[str, ...]:
        asked.append(decision)
        return ("end",) if decision.candidates == ("end",) else decision.suggestions[-1]

    _, log = drive(fight(forces, state, SF), [12] * 4, choose=choose)
    allocated = [event.text for event in log if event.kind == "air units allocated"]
    assert sorted(text.count(",") for text in allocated) == [1, 2]
    assert asked[0].candidates == ("e1", "e2")


@pytest.mark.parametrize("game", ["fof", "sf"])
@pytest.mark.parametrize("meeting", [("e1", "e2"), ("e2",), ()])
def test_21B1a_03_the_owner_says_which_unengaged_escorts_meet_the_bypassers(
    game: str, meeting: tuple[str, ...]
) -> None:
    ruleset = rules(game)
    own = [up("e1", "6F6", "escort"), up("e2", "6F6", "escort"), up("b", "2B3", "bombing")]
    state = aloft(own, [up("i1", "7F5", "interception"), up("i2", "7F5", "interception")], ruleset)
    forces = Forces(("e1", "e2"), ("b",), (), ("i1", "i2"), *sides_of_operation(ruleset))

    def choose(decision: Decision) -> tuple[str, ...]:
        return meeting if "bypassing" in decision.question else ()

    _, log = drive(fight(forces, state, ruleset), choose=choose)
    fired = [dict(event.facts) for event in log if event.kind == "air fire"]
    assert sorted(shot["firer"] for shot in fired if shot["step"] == "d") == sorted(meeting)
    silent = [event.text for event in log if event.text.startswith("step c")]
    assert len(silent) == len(meeting) and all("does not fire back" in text for text in silent)


def test_fof_21B2_01_without_the_lost_steps_only_the_screen_is_fought() -> None:
    other = read_so("fof", "fof-21B1a-air-combat-steps", "engage-only")
    for ruleset, fires_expected in ((FOF, 3), (other, 0)):
        state = aloft([up("e", "6F6", "escort"), up("b", "2B3", "bombing")], [up("i", "7F5", "interception")], ruleset)
        forces = Forces(("e",), ("b",), (), ("i",), *sides_of_operation(ruleset))
        _, log = drive(fight(forces, state, ruleset), [12] * fires_expected)
        assert sum(event.kind == "air fire" for event in log) == fires_expected


@given(attackers=st.integers(1, 7), targets=st.integers(1, 4))
@settings(max_examples=25, derandomize=True, deadline=None)
def test_sf_21B1a_02_allocations_are_as_even_as_the_rule_says(attackers: int, targets: int) -> None:
    free = tuple(f"i{n}" for n in range(attackers))
    there = tuple(f"t{n}" for n in range(targets))
    own = [up(name, "6F6", "escort") for name in there]
    state = aloft(own, [up(name, "8F6", "interception") for name in free], SF)
    pairs: list[tuple[Pairing, ...]] = []

    def allocated() -> Procedure[GameState]:
        found = yield from allocate(MISSION_FORCE, AXIS, free, there, state, SF)
        pairs.append(found.pairs)
        return state

    drive(allocated())
    counts = sorted((len(pair.several) for pair in pairs[0]), reverse=True)
    expected = spread(attackers, targets)
    assert tuple(counts) + (0,) * (targets - len(counts)) == expected
    assert sorted(unit for pair in pairs[0] for unit in pair.several) == sorted(free[: sum(expected)])


# --- jettison --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reading", "able"), [("type-f", ("Spit 5",)), ("all-fighters", ("Spit 5", "Beau"))], ids=["type-f", "all"]
)
def test_sf_21A1_01_who_may_jettison_bombs(reading: str, able: tuple[str, ...]) -> None:
    ruleset = read_so("sf", "sf-21A1-jettison", reading)
    state = aloft(
        [up("Spit 5", "7F6", "bombing"), up("Beau", "6HF7", "bombing"), up("B", "4B5", "bombing")], [], ruleset
    )
    offered: list[tuple[str, ...]] = []

    def all_of_them(decision: Decision) -> tuple[str, ...]:
        offered.append(decision.candidates)
        return decision.candidates

    end, _ = drive(jettison(("Spit 5", "Beau", "B"), ALLIED, state, ruleset), choose=all_of_them)
    assert offered == [able]
    assert [unit for unit in able if end.recall(FLYING, unit).jettisoned] == list(able)  # type: ignore[union-attr]


# --- on the board ----------------------------------------------------------------------------------------------------

OVER_CAEN = """17A:1010 ge 8F6 1/9 Me 109G6 1, ge 9F7 2/12 Fw 190A2 1, ge 7-6 Inf XX 1
16A:1030 us 6F6 1/12 P-40N 1, us 4B5 3-7/26 B-25D 1, us 5-7-6 Inf XX 2
Jul I 44, Allied movement
owner Axis 17A:1010
owner Allied 16A:1030
"""
RAID = FlyOperation(Hex("17A:1010"), ("us P-40N 1: escort", "us B-25D 1: airbases"))


def no_patrols_but_interceptors(decision: Decision) -> tuple[str, ...]:
    if "intercept" in decision.question:
        return decision.candidates
    return decision.suggestions[0]


def test_sf_16D_21_01_an_operation_is_intercepted_over_its_target() -> None:
    state = er.parse_position(OVER_CAEN, SF)
    procedure = carry_out_operation(RAID, ALLIED, state, SF)
    end, log = drive(procedure, choose=no_patrols_but_interceptors)
    kinds = [event.kind for event in log]
    assert kinds.index("interceptor flown") < kinds.index("air fire") < kinds.index("air unit landed")
    assert OPERATIVE not in {piece.status for piece in end.air.values()}
    assert not end.all_facts(FLYING) and not end.all_facts(OPERATION)


WINGS = tuple(f"us P {n}" for n in range(1, 13))
PATROL = f"""16A:1030 {", ".join(f"us 8F6 1/12 P {n}" for n in range(1, 13))}, us 5-7-6 Inf XX 2
17A:1010 {", ".join(f"ge 8F6 1/16 Me {n}" for n in range(1, 7))}, ge 7-6 Inf XX 1
Jul I 44, Allied movement
owner Axis 17A:1010
owner Allied 16A:1030
"""
KILL, ABORT, RETURN, MISS = 2, 5, 7, 12
"""Rolls of the interceptors, and of a patrol that misses."""


@pytest.mark.parametrize(("reading", "left"), [("stays", 9), ("all-return", 0)])
def test_sf_21_handed_A41_a_standing_patrol_is_intercepted(reading: str, left: int) -> None:
    """Twelve patrol and six intercept: those unhurt and those not engaged stay; interceptors and the others return."""
    ruleset = read_so("sf", "sf-21-patrol-after-interception", reading)
    state = er.parse_position(PATROL, ruleset)
    target = ruleset.board.grid.line(er.hexref("17A:1010"), er.hexref("16A:1030"))[6]
    order = FlyOperation(target, tuple(f"{unit}: cap" for unit in WINGS))
    dice = [roll for result in (KILL, ABORT, RETURN, MISS, MISS, MISS) for roll in (result, MISS)]
    end, _ = drive(carry_out_operation(order, ALLIED, state, ruleset), dice, choose=no_patrols_but_interceptors)
    statuses = Counter(piece.status for unit, piece in end.air.items() if unit in WINGS)
    assert statuses[ELIMINATED] == 1 and statuses[ABORTED] == 1
    assert statuses[INOPERATIVE] == 1 + 9 - left and statuses[OPERATIVE] == left
    flying = {unit: piece.place for unit, piece in end.air.items() if end.recall(FLYING, unit) is not None}
    assert set(flying) <= set(WINGS) and set(flying.values()) <= {target} and len(flying) == left
    back = [piece for unit, piece in end.air.items() if unit not in WINGS or piece.status == INOPERATIVE]
    assert {piece.status for piece in back} == {INOPERATIVE} and target not in {piece.place for piece in back}
    assert len(end.all_facts(OPERATION)) == (1 if left else 0)


def test_sf_20E_01_a_patrol_over_the_target_switches_to_escort() -> None:
    text = OVER_CAEN.replace("us 5-7-6 Inf XX 2", "us 8F8 1/20 P-51D5 1, us 5-7-6 Inf XX 2")
    state = er.parse_position(text, SF)
    state, _ = drive(carry_out_operation(FlyOperation(Hex("17A:1010"), ("us P-51D5 1: cap",)), ALLIED, state, SF))
    assert state.air_piece("us P-51D5 1").status == OPERATIVE

    def choose(decision: Decision) -> tuple[str, ...]:
        return decision.candidates if "switch to escort" in decision.question else decision.suggestions[0]

    order = FlyOperation(Hex("17A:1010"), ("us B-25D 1: airbases",))
    seen: list[str] = []

    def watch(decision: Decision) -> tuple[str, ...]:
        seen.append(decision.question)
        return choose(decision)

    end, log = drive(carry_out_operation(order, ALLIED, state, SF), choose=watch)
    assert any("switches from patrol to escort" in event.text for event in log)
    assert end.air_piece("us P-51D5 1").status == INOPERATIVE
    assert not end.all_facts(OPERATION)
    assert any("switch to escort" in question for question in seen)


# --- at the limits ---------------------------------------------------------------------------------------------------


def fired(log: list[er.Event]) -> list[tuple[str, str]]:
    return [(shot["firer"], shot["target"]) for shot in (dict(e.facts) for e in log if e.kind == "air fire")]


@pytest.mark.parametrize("game", ["fof", "sf"])
def test_21B_an_air_unit_that_is_gone_or_has_no_attack_strength_neither_fires_nor_is_fired_on(game: str) -> None:
    ruleset = rules(game)
    state = aloft([up("e", "6F6", "escort")], [up("i", "8F6", "interception"), up("z", "0F6", "interception")], ruleset)
    reactor = sides_of_operation(ruleset)[1]
    gone = state.forgetting(FLYING, "i")
    for at, several, shots in (
        (state, ("i",), [("e", "i"), ("i", "e")]),
        (state, ("z",), [("e", "z")]),
        (gone, ("i",), []),
        (state.forgetting(FLYING, "e"), ("i",), []),
    ):
        _, log = drive(engage(Pairing("e", several), SCREEN, reactor, at, ruleset))
        assert fired(log) == shots


def test_sf_21B1f_03_one_that_cannot_fire_is_not_asked_whether_it_does() -> None:
    enemy = [up(f"i{n}", "8F6", "interception") for n in (1, 2)]
    for rating, shots in (("0B5", 2), ("1B5", 3)):
        state = aloft([up("b", rating, "bombing")], enemy, SF)
        asked: list[str] = []

        def choose(decision: Decision, asked: list[str] = asked) -> tuple[str, ...]:
            asked.append(decision.question)
            return decision.suggestions[0]

        _, log = drive(engage(Pairing("b", ("i1", "i2")), MISSION_FORCE, AXIS, state, SF), choose=choose)
        assert len(fired(log)) == shots
        assert sum("once only" in question for question in asked) == shots - 2


def test_sf_21B1f_04_one_that_has_fired_in_the_first_round_does_not_in_the_last() -> None:
    for held, firers in ((0, ["i1", "b", "i2", "i3"]), (1, ["i1", "i2", "b", "i3"]), (2, ["i1", "i2", "i3", "b"])):
        state = aloft([up("b", "4B5", "bombing")], [up(f"i{n}", "8F6", "interception") for n in (1, 2, 3)], SF)
        asked: list[str] = []

        def hold(decision: Decision, held: int = held, asked: list[str] = asked) -> tuple[str, ...]:
            if "once only" not in decision.question:
                return decision.suggestions[0]
            asked.append(decision.question)
            return () if len(asked) <= held else ("fire",)

        _, log = drive(engage(Pairing("b", ("i1", "i2", "i3")), MISSION_FORCE, AXIS, state, SF), choose=hold)
        assert [firer for firer, _ in fired(log)] == firers
        assert len(asked) == min(held + 1, 2)


@pytest.mark.parametrize("game", ["fof", "sf"])
def test_21B_each_thing_that_keeps_an_air_unit_from_firing(game: str) -> None:
    ruleset = rules(game)
    assert rule_on_fire(MayFire(), ruleset).allowed
    for right in (
        MayFire(attack=1),
        MayFire(group="bypassing group", step="f"),
        MayFire(group="engaging group", step="d"),
        MayFire(group="patrol attack"),
        MayFire(group="screen", is_initiating=True, fired_in_round=1),
        MayFire(group="mission force"),
    ):
        assert rule_on_fire(right, ruleset).allowed, right
    wrong = [
        MayFire(attack=0),
        MayFire(group="bypassing group"),
        MayFire(group="bypassing group", step="d"),
        MayFire(group="mission force", fired_in_round=1),
    ]
    if game == "sf":
        wrong.append(MayFire(group="patrol attack", is_initiating=True))
    for facts in wrong:
        assert len(rule_on_fire(facts, ruleset).refusals) == 1, facts


@pytest.mark.parametrize("game", ["fof", "sf"])
def test_21A_the_reacting_player_says_who_engages_the_screen_where_there_is_one(game: str) -> None:
    ruleset = rules(game)
    enemy = [up("i1", "8F6", "interception"), up("i2", "8F6", "interception")]
    escort, bomber = up("e", "6F6", "escort"), up("b", "2B3", "bombing")
    for own, asked, steps in (([escort, bomber], True, "bf"), ([escort], False, "b"), ([bomber], False, "f")):
        told_of: list[Decision] = []

        def choose(decision: Decision, told_of: list[Decision] = told_of) -> tuple[str, ...]:
            if "escort screen" in decision.question:
                told_of.append(decision)
                return ("i2",)
            return decision.suggestions[0]

        _, log = drive(resolve_air_combat(aloft(own, enemy, ruleset), ruleset), choose=choose)
        assert [decision.suggestions for decision in told_of] == ([(("i1", "i2"), ())] if asked else [])
        shots = [dict(event.facts) for event in log if event.kind == "air fire"]
        assert {shot["step"] for shot in shots} == set(steps)
        engaging = {shot["firer"] for shot in shots if shot["step"] == "b"} - {"e"}
        assert engaging == ({"i2"} if asked else {"i1", "i2"} if "b" in steps else set())


@pytest.mark.parametrize("game", ["fof", "sf"])
def test_21_nobody_fights_where_no_interceptor_has_come(game: str) -> None:
    ruleset = rules(game)
    state = aloft([up("e", "6F6", "escort"), up("Ju 87", "7F6", "bombing")], [], ruleset)
    assert drive(resolve_air_combat(state, ruleset)) == (state, [])


@pytest.mark.parametrize("game", ["fof", "sf"])
def test_21A1_a_patrol_that_has_switched_to_escort_is_in_the_screen(game: str) -> None:
    ruleset = rules(game)
    state = aloft([up("p", "6F6", "cap"), up("e", "6F6", "escort"), up("b", "2B3", "bombing")], [], ruleset)
    flying = state.recall(FLYING, "p")
    assert flying is not None
    switched = state.noting(FLYING, "p", evolve(flying, switched="escort"))
    assert split(("p", "e", "b"), state, ruleset) == (("e",), ("p", "b"))
    assert split(("p", "e", "b"), switched, ruleset) == (("p", "e"), ("b",))
    assert sort_forces(["escort", "bombing", "transport"]) == Sorted(1, 2)


@pytest.mark.parametrize("game", ["fof", "sf"])
def test_21A1_bombs_are_dropped_once_and_by_bombing_fighters_in_the_air_alone(game: str) -> None:
    ruleset = rules(game)
    own = [up("a", "7F6", "bombing"), up("b", "4B5", "bombing"), up("c", "7F6", "escort"), up("d", "7F6", "bombing")]
    state = aloft(own, [], ruleset).forgetting(FLYING, "d")
    end, log = drive(jettison("abcd", AXIS, state, ruleset), choose=lambda decision: decision.candidates)
    assert [event.text for event in log] == ["a jettisons its bombs"]
    assert drive(jettison("abcd", AXIS, end, ruleset)) == (end, [])


@pytest.mark.parametrize("game", ["fof", "sf"])
@pytest.mark.parametrize(("bypassing", "first"), [(("i2",), ()), ((), ("e2",))])
def test_21B1a_04_escorts_left_over_join_or_stay_free(game: str, bypassing: tuple[str, ...], first: object) -> None:
    ruleset = rules(game)
    own = [up("e1", "6F6", "escort"), up("e2", "6F6", "escort")]
    state = aloft(own, [up("i1", "7F5", "interception"), up("i2", "7F5", "interception")], ruleset)
    forces = Forces(("e1", "e2"), (), ("i1",), bypassing, *sides_of_operation(ruleset))
    asked: list[Decision] = []

    def choose(decision: Decision) -> tuple[str, ...]:
        asked.append(decision)
        return decision.candidates

    end, _ = drive(allocate_to_screen(forces, state, ruleset), choose=choose)
    assert asked[0].suggestions[0] == first and asked[0].candidates == ("e2",)
    assert [(pair.single, set(pair.several)) for pair in end.pairs] == [("i1", {"e1", "e2"})]
    assert (end.step.single_first, end.owner, end.free) == (False, forces.initiator, ())
    apart, _ = drive(allocate_to_screen(forces, state, ruleset), choose=lambda _: ())
    assert (apart.step, apart.owner, apart.free) == (SCREEN, forces.reactor, ("e2",))
    assert apart.pairs == (Pairing("e1", ("i1",)),)
    questions: list[str] = []

    def note(decision: Decision) -> tuple[str, ...]:
        questions.append(decision.question)
        return ()

    drive(fight(forces, state, ruleset), choose=note)
    assert ("Which unengaged escorts attack the bypassing interceptors?" in questions) == bool(bypassing)
    nobody = evolve(forces, engaging=())
    idle, _ = drive(allocate_to_screen(nobody, state, ruleset), choose=choose)
    assert (idle.pairs, set(idle.free), len(asked)) == ((), {"e1", "e2"}, 1)
