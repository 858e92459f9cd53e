"""Patrol zones and patrol attacks (SF 19, 20D, 21C): the example, the allocation, and attacks on the way."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest
from tests.air_driving import drive, told

import europa_rules as er
from europa_rules.air.airbases import reckon_capacity_at
from europa_rules.air.facts import FLYING, OPERATION
from europa_rules.air.flight_orders import FlyOperation, rule_on_operation_order
from europa_rules.air.flights import Flight
from europa_rules.air.off_board import Aloft, aloft, results
from europa_rules.air.operations import carry_out_operation
from europa_rules.air.patrol_attacks import (
    Group,
    fly_line,
    groups_on_the_way,
    patrol_attack,
    reckon_zone,
    rule_on_patrol_attack,
)
from europa_rules.air_units import AirRating
from europa_rules.ground.facts import AIRBASE_HITS, AIRFIELD
from europa_rules.hexes import Hex
from europa_rules.procedure import Decision
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS
from europa_rules.state import ABORTED, INOPERATIVE, OPERATIVE, GameState


@cache
def rules(game: str) -> Ruleset:
    return er.load(game)


SF = rules("sf")


def up(name: str, rating: str, mission: str) -> Aloft:
    return Aloft(name, AirRating.parse(rating), mission)


def test_sf_21C_01_the_example_of_the_book() -> None:
    """An Me 109G6 patrol attacks a B-25D: differential +3, a 4 turns it back; it does not fire."""
    state = aloft([up("B-25D", "4B5", "bombing")], [up("Me 109G6", "8F6", "patrol_attack")], SF, initiator=ALLIED)
    _, log = drive(patrol_attack(("B-25D",), ("Me 109G6",), AXIS, state, SF), [4])
    assert told(log) == [
        "Me 109G6 fires on B-25D: differential +3, roll 4: turned back (SF 21C)",
        "B-25D returns to base, inoperative (SF 18)",
    ]


def test_sf_21C_02_first_the_screen_then_the_mission_force_then_the_rest() -> None:
    own = [up("e1", "6F6", "escort"), up("e2", "6F6", "escort"), up("b1", "4B5", "bombing"), up("b2", "4B5", "bombing")]
    enemy = [up(f"p{n}", "8F6", "patrol_attack") for n in range(1, 6)]
    asked: list[Decision] = []

    def choose(decision: Decision) -> tuple[str, ...]:
        asked.append(decision)
        return decision.suggestions[-1]

    state = aloft(own, enemy, SF)
    units = tuple(unit.id for unit in own)
    _, log = drive(patrol_attack(units, tuple(u.id for u in enemy), AXIS, state, SF), [6] * 5, choose=choose)
    targets = [dict(event.facts)["target"] for event in log if event.kind == "air fire"]
    assert sorted(targets) == ["b1", "b2", "b2", "e1", "e2"]
    assert [set(decision.candidates) for decision in asked] == [{"e1", "e2", "b1", "b2"}]


def test_sf_21C_03_results_are_implemented_at_once() -> None:
    """The second of two patrollers finds nobody where the first has turned the bomber back."""
    state = aloft([up("b", "4B5", "bombing")], [up(f"p{n}", "8F6", "patrol_attack") for n in (1, 2)], SF)
    end, log = drive(patrol_attack(("b",), ("p1", "p2"), AXIS, state, SF), [1])
    assert sum(event.kind == "air fire" for event in log) == 1
    assert dict(results(end))["b"] == "A"


@pytest.mark.parametrize(
    ("rating", "status", "radius"),
    [
        ("8F6 1/9", OPERATIVE, 4),
        ("7F8 2/25", OPERATIVE, 8),
        ("8F6 1/9", INOPERATIVE, None),
        ("4B5 3-7/26", OPERATIVE, None),
    ],
)
def test_sf_19_01_patrol_zones(rating: str, status: str, radius: int | None) -> None:
    zone = reckon_zone(Flight(AirRating.parse(rating)), status, SF)
    assert (zone.value if zone is not None else None) == radius


def test_fof_19_01_there_are_no_patrol_zones() -> None:
    assert reckon_zone(Flight(AirRating.parse("8F6 1/9")), OPERATIVE, rules("fof")) is None


def test_sf_23A2_01_scramblers_are_not_attacked_but_those_that_stage_are() -> None:
    assert rule_on_patrol_attack("staging", SF).allowed
    assert [c.number for c in rule_on_patrol_attack("scrambling", SF).citations] == ["23A2"]


def test_sf_18_01_air_units_are_a_group_from_where_they_fly_the_same_way() -> None:
    ways = {"a": tuple(map(er.hexref, ("16A:1030", "16A:1031", "16A:1032"))), "b": (er.hexref("16A:1032"),)}
    assert [group.units for group in groups_on_the_way(ways, Hex("16A:1032"))] == [("a",), ("a",), ("a", "b")]
    assert Group(("a",), ways["a"]).place == "16A:1030"


def test_sf_18_02_a_way_enters_every_hex_once() -> None:
    way = fly_line((er.hexref("16A:1030"), er.hexref("17A:1010"), er.hexref("16A:1030")), SF)
    far = SF.board.distance(Hex("16A:1030"), Hex("17A:1010"))
    assert len(way) == 2 * far + 1
    assert all(SF.board.distance(a, b) == 1 for a, b in pairwise(way))


# --- on the board ----------------------------------------------------------------------------------------------------

POSITION = """17A:1010 ge 8F6 1/9 Me 109G6 1, ge 9F7 2/12 Fw 190A2 1, ge 7-6 Inf XX 1
16A:1030 us 6F6 1/12 P-40N 1, us 4B5 3-7/26 B-25D 1, us 5-7-6 Inf XX 2
Jul I 44, Allied movement
owner Axis 17A:1010
owner Allied 16A:1030
"""
RAIL = FlyOperation(Hex("17A:1010"), ("us B-25D 1: rail_lines",))
RAID = FlyOperation(Hex("17A:1010"), ("us P-40N 1: escort", "us B-25D 1: airbases"))


def raid(
    state: GameState, dice: list[int], *, order: FlyOperation = RAID
) -> tuple[GameState, list[str], list[Decision]]:
    asked: list[Decision] = []

    def choose(decision: Decision) -> tuple[str, ...]:
        asked.append(decision)
        return decision.suggestions[-1] if "patrol attack" in decision.question else decision.suggestions[0]

    end, log = drive(carry_out_operation(order, ALLIED, state, SF), dice, choose=choose)
    return end, [event.text for event in log], [d for d in asked if "patrol attack" in d.question]


def test_sf_20D_01_a_group_is_attacked_hex_by_hex_and_what_is_left_flies_on() -> None:
    end, log, asked = raid(er.parse_position(POSITION, SF), [3, 6])
    assert [d.candidates for d in asked] == [("ge Fw 190A2 1",), ("ge Me 109G6 1",)]
    places = [d.question.rsplit(" ", 1)[1].rstrip("?") for d in asked]
    assert [SF.board.distance(Hex(place), Hex("17A:1010")) for place in places] == [6, 4]
    assert "us P-40N 1 lands at 16A:1030, inoperative" in log
    assert any("us B-25D 1 flies from 16A:1030 to 17A:1010" in line for line in log)
    assert OPERATIVE not in {piece.status for piece in end.air.values()}
    assert not end.all_facts(FLYING) and not end.all_facts(OPERATION)


def test_sf_20D_02_a_group_that_is_gone_never_arrives() -> None:
    end, log, _ = raid(er.parse_position(POSITION, SF), [3, 1])
    assert end.air_piece("us B-25D 1").status == ABORTED
    assert not any("flies from" in line for line in log)


def test_sf_20D_03_nobody_is_asked_where_no_fighter_covers_the_way() -> None:
    far = POSITION.replace("17A:1010 ge 8F6", "17A:1506 ge 8F6").replace("owner Axis 17A:1010", "owner Axis 17A:1506")
    order = FlyOperation(Hex("16A:1131"), ("us B-25D 1: airbases",))
    state = er.parse_position(far + "owner Axis 16A:1131\n", SF)
    _, _, asked = raid(state, [], order=order)
    assert asked == []


def test_sf_20E_03_a_patrol_attacks_in_its_own_hex_only_and_is_over_then() -> None:
    state = er.parse_position(POSITION.replace("Allied movement", "Axis movement"), SF)
    way = SF.board.grid.line(er.hexref("16A:1030"), er.hexref("17A:1010"))
    cap = FlyOperation(way[6], ("ge Me 109G6 1: cap",))
    state, _ = drive(carry_out_operation(cap, AXIS, state, SF))
    assert state.air_piece("ge Me 109G6 1").place == way[6]
    end, _, asked = raid(state, [6, 6])
    attackers = [(d.candidates, d.question.rsplit(" ", 1)[1].rstrip("?")) for d in asked]
    assert (("ge Me 109G6 1",), way[6]) in attackers or (("ge Fw 190A2 1", "ge Me 109G6 1"), way[6]) in attackers
    assert end.air_piece("ge Me 109G6 1").status == INOPERATIVE
    assert not end.all_facts(OPERATION)


def test_sf_23G_02_by_night_only_night_fighters_attack() -> None:
    order = FlyOperation(Hex("17A:1010"), ("us B-25D 1: rail_yards",), "night")
    _, _, asked = raid(er.parse_position(POSITION, SF), [], order=order)
    assert asked == []
    night = POSITION.replace("8F6 1/9 Me 109G6", "8NF6 1/9 Me 110G4")
    _, _, asked = raid(er.parse_position(night, SF), [6], order=order)
    assert {d.candidates for d in asked} == {("ge Me 110G4 1",)}


def test_fof_20D_01_groups_fly_unmolested_to_the_target() -> None:
    text = POSITION.replace("Jul I 44", "May II 40").replace("us ", "fr ").replace("5-7-6 Inf XX 2", "6-6 Inf XX 2")
    state = er.parse_position(text, rules("fof"))
    asked: list[str] = []

    def choose(decision: Decision) -> None:
        asked.append(decision.question)

    order = FlyOperation(Hex("17A:1010"), ("fr B-25D 1: airbases",))
    drive(carry_out_operation(order, ALLIED, state, rules("fof")), choose=choose)
    assert not any("patrol attack" in question for question in asked)


def test_sf_23B_01_air_units_are_attacked_while_they_stage() -> None:
    """The bomber stages past Caen; from there its way to the target is out of reach."""
    text = """17A:1010 ge 8F6 1/9 Me 109G6 1, ge 7-6 Inf XX 1
16A:1030 us 4B5 3-7/26 B-25D 1, us 5-7-6 Inf XX 2
17A:1109 us 5-7-6 Inf XX 3
Jul I 44, Allied movement
owner Axis 17A:1010
owner Allied 16A:1030
owner Allied 17A:1109
"""
    state = er.parse_position(text, SF)
    direct = FlyOperation(Hex("16A:1131"), ("us B-25D 1: rail_lines",))
    staged = FlyOperation(Hex("16A:1131"), ("us B-25D 1: rail_lines, stage 17A:1109",))
    counts = [len(raid(state, [6] * n, order=order)[2]) for n, order in ((0, direct), (1, staged))]
    assert counts == [0, 1]


def test_sf_20E_04_a_suspended_patrol_survives_save_and_load() -> None:
    game = er.Game.start(SF, er.parse_position(POSITION, SF), seed="1")
    game.submit(FlyOperation(Hex("17A:1004"), ("us P-40N 1: cap",)), player=ALLIED)
    while isinstance(game.pending, Decision):
        game.decide(*game.pending.suggestions[0])
    assert [operation.suspended for operation in game.state.all_facts(OPERATION).values()] == [True]
    again = er.Game.load(game.save(), SF)
    assert again.state == game.state
    assert again.state.recall(FLYING, "us P-40N 1") == game.state.recall(FLYING, "us P-40N 1")


def test_sf_17A_01_nobody_takes_off_for_a_patrol_attack_from_a_base_of_capacity_0() -> None:
    state = er.parse_position(POSITION, SF)
    target = er.hexref("17A:1010")
    hits = int(reckon_capacity_at(target, state, SF).value)
    assert hits > 0
    _, _, asked = raid(state.noting(AIRBASE_HITS, target, hits), [], order=RAIL)
    assert asked == []


# --- escorts that turn back (SF 20B) ---------------------------------------------------------------------------------


def test_sf_20B_01_an_escort_guards_its_group_as_far_as_it_flies_and_then_returns() -> None:
    """The fighter cannot reach Caen: it flies six hexes with the bomber and returns."""
    state = er.parse_position(POSITION.replace("us 6F6 1/12 P-40N 1", "us 6F6 1/6 P-40N 1"), SF)
    start, target = Hex("16A:1030"), Hex("17A:1010")
    way = fly_line((start, target), SF)
    until = way[6]
    assert len(way) - 1 > 6
    order = FlyOperation(target, (f"us P-40N 1: escort, until {until}", "us B-25D 1: rail_lines"))
    far = FlyOperation(target, ("us P-40N 1: escort", "us B-25D 1: rail_lines"))
    assert not rule_on_operation_order(far, ALLIED, state, SF).allowed
    assert rule_on_operation_order(order, ALLIED, state, SF).allowed
    end, log, _ = raid(state, [], order=order)
    assert any(f"us P-40N 1 flies from {start} to {until} (escort, 6 hexes)" in line for line in log)
    assert f"us P-40N 1 turns back short of {target}" in log
    assert "us P-40N 1 lands at 16A:1030, inoperative" in log
    turned = log.index(f"us P-40N 1 turns back short of {target}")
    assert not any("P-40N" in line for line in log[turned + 2 :])
    assert end.air_piece("us P-40N 1").status == INOPERATIVE and not end.all_facts(FLYING)


def test_sf_20B_02_patrols_attack_it_with_the_group_and_the_group_without_it_farther_on() -> None:
    state = er.parse_position(POSITION, SF)
    way = fly_line((Hex("16A:1030"), Hex("17A:1010")), SF)
    until = next(ref for ref in way if SF.board.distance(ref, Hex("17A:1010")) == 5)
    order = FlyOperation(Hex("17A:1010"), (f"us P-40N 1: escort, until {until}", "us B-25D 1: rail_lines"))
    _, _, asked = raid(state, [6, 6], order=order)
    groups = [decision.question.partition(" patrol attack ")[2].partition(" in ")[0] for decision in asked]
    assert groups == ["us B-25D 1, us P-40N 1", "us B-25D 1"]


def test_sf_20B_03_only_escorts_turn_back_short_of_the_target() -> None:
    state = er.parse_position(POSITION, SF)
    order = FlyOperation(Hex("17A:1010"), ("us B-25D 1: rail_lines, until 17A:1012",))
    ruling = rule_on_operation_order(order, ALLIED, state, SF)
    assert "only escorts turn back short of the target hex" in str(ruling)
    assert "let it fly to 17A:1010" in ruling.possible
    assert [citation.number for citation in ruling.citations][:1] == ["20B"]


def test_fof_20B_01_in_the_other_game_too() -> None:
    fof = rules("fof")
    text = "16A:1430 ge 7-6 Inf XX 1, ge 7F5 1/3 Me 109 1, ge 4B5 6-6/26 Ju 88 1\n16A:1831 fr 6-6 Inf XX 11\n"
    state = er.parse_position(f"{text}May II 40, Axis movement\nowner Axis 16A:1430\nowner Allied 16A:1831\n", fof)
    state = state.noting(AIRFIELD, "16A:1430", 6)
    target = Hex("16A:1831")
    until = fly_line((Hex("16A:1430"), target), fof)[3]
    order = FlyOperation(target, (f"ge Me 109 1: escort, until {until}", "ge Ju 88 1: rail yards"))
    assert rule_on_operation_order(order, AXIS, state, fof).allowed
    end, log = drive(carry_out_operation(order, AXIS, state, fof))
    assert any(event.kind == "escort turns back" and [str(c) for c in event.by] == ["FoF 20B"] for event in log)
    assert end.air_piece("ge Me 109 1").place == "16A:1430" and end.air_piece("ge Me 109 1").status == INOPERATIVE
