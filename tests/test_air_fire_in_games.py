"""Interception, patrol attacks and antiaircraft through `Game`, on the real sheets (rules 16D, 20 to 22)."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import europa_rules as er
from europa_rules.air.facts import FLYING, OPERATION
from europa_rules.air.flight_orders import FlyOperation
from europa_rules.air.operations import carry_out_operation
from europa_rules.hexes import Hex
from europa_rules.players.invariants import broken
from europa_rules.procedure import Decision, Event, Opening, Procedure, Step
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Side
from europa_rules.state import ABORTED, ELIMINATED, INOPERATIVE, AirPiece, GameState


@cache
def rules(game: str) -> Ruleset:
    return er.load(game)


LILLE = """16A:1728 ge 7F5 1/7 Me 109E 1, ge 2B3 3-2/12 He 111H 1, ge 7F5 1/7 Me 109E 2, ge 7-6 Inf XX 1
16A:1030 fr 5F4 1/8 MS406 1, fr 6-6 Inf XX 10, fr 0-8 LtAA II 5 [aa 2]
16A:1427 fr 6-6 Inf XX 12
May II 40, Axis movement
owner Axis 16A:1728
"""
CAEN = """17A:1010 ge 8F6 1/9 Me 109G6 1, ge 9F7 2/12 Fw 190A2 1, ge 7-6 Inf XX 1, ge 0-8 AA II 1 [aa 3]
16A:1030 us 6F6 1/12 P-40N 1, us 4B5 3-7/26 B-25D 1, us 4B5 3-7/26 B-25D 2, us 5-7-6 Inf XX 2
Jul I 44, Allied movement
owner Axis 17A:1010
owner Allied 16A:1030
"""
RAIDS = {
    "lille": ("fof", LILLE, AXIS, ("16A:1030", "ge Me 109E 1: escort", "ge He 111H 1: airbases")),
    "lille, fighter-bomber": ("fof", LILLE, AXIS, ("16A:1030", "ge Me 109E 1: airbases", "ge Me 109E 2: escort")),
    "caen": ("sf", CAEN, ALLIED, ("17A:1010", "us P-40N 1: escort", "us B-25D 1: airbases", "us B-25D 2: rail_lines")),
    "caen, patrolled": ("sf", CAEN, ALLIED, ("17A:1010", "us B-25D 1: airbases")),
    "caen, fighters alone": ("sf", CAEN, ALLIED, ("17A:1010", "us P-40N 1: cap")),
}


def flown(raid: str, seed: str, wish: str = "") -> tuple[er.Game, list[Decision]]:
    """The raid flown in a game; a decision whose question has the wish in it gets the last suggestion.

    Others get the first where there is a wish, and a random one where there is none.
    """
    game, text, side, (target, *flights) = RAIDS[raid]
    found = er.Game.start(rules(game), er.parse_position(text, rules(game)), seed=seed)
    found.submit(FlyOperation(Hex(target), tuple(flights)), player=side)
    chance, asked = random.Random(seed), list[Decision]()
    while isinstance(found.pending, Decision):
        decision = found.pending
        asked.append(decision)
        offered = decision.suggestions
        other = offered[0] if wish else chance.choice(offered)
        found.decide(*(offered[-1] if wish and wish in decision.question else other))
    return found, asked


def events_of(raid: str, seed: str) -> list[Event]:
    """Every event of the raid, with random dice and choices."""
    game, text, side, (target, *flights) = RAIDS[raid]
    chance, ruleset, log = random.Random(seed), rules(game), list[Event]()
    order = FlyOperation(Hex(target), tuple(flights))
    procedure = carry_out_operation(order, side, er.parse_position(text, ruleset), ruleset)
    response: object = None
    while (step := next_step(procedure, response)) is not None:
        response = None
        if isinstance(step, Event):
            log.append(step)
        elif isinstance(step, Opening):
            response = step.state
        elif isinstance(step, Decision):
            response = chance.choice(step.suggestions)
        else:
            response = tuple(chance.randint(1, step.sides) for _ in range(step.dice))
    return log


def next_step(procedure: Procedure[GameState], response: object) -> Step | None:
    try:
        return procedure.send(response)
    except StopIteration:
        return None


def texts(game: er.Game) -> list[str]:
    return [entry.text for entry in game.log]


def of_side(game: er.Game, side: Side) -> list[AirPiece]:
    return [piece for piece in game.state.air.values() if piece.side == side]


@pytest.mark.parametrize("raid", RAIDS)
@pytest.mark.parametrize("seed", ["1", "2", "3", "4"])
def test_16D_18_every_operation_ends_with_each_air_unit_on_the_ground(raid: str, seed: str) -> None:
    game, _ = flown(raid, seed)
    suspended = {op for op, value in game.state.all_facts(OPERATION).items() if value.suspended}
    assert {flying.operation for flying in game.state.all_facts(FLYING).values()} <= suspended
    assert set(game.state.all_facts(OPERATION)) == suspended
    board = game.rules.board
    for piece in game.state.air.values():
        assert piece.status in (ABORTED, ELIMINATED) or piece.place in board.index or piece.place in board.boxes


@pytest.mark.parametrize("raid", ["lille", "caen"])
def test_16D_21_the_same_seed_gives_the_same_operation(raid: str) -> None:
    one, _ = flown(raid, "7")
    other, _ = flown(raid, "7")
    assert texts(one) == texts(other) and one.state == other.state


@pytest.mark.parametrize("raid", ["lille", "caen"])
def test_16D_21_the_same_seed_gives_the_same_operation_in_another_process(raid: str) -> None:
    """Another process, in which nothing is hashed in the same order."""
    code = (
        "import sys; sys.path.insert(0, '.')\n"
        "from tests.test_air_fire_in_games import flown\n"
        f"sys.stdout.write(flown({raid!r}, '7')[0].save())\n"
    )
    env = {**os.environ, "PYTHONHASHSEED": "99"}
    home = Path(__file__).parent.parent
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env, check=True, cwd=home)
    assert done.stdout == flown(raid, "7")[0].save()


@pytest.mark.parametrize("raid", RAIDS)
@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_16B1_in_every_event_of_an_operation_what_must_hold_holds(raid: str, seed: str) -> None:
    """No status but by the book, nobody in the air without an operation."""
    ruleset, state = rules(RAIDS[raid][0]), None
    for event in events_of(raid, seed):
        assert broken(event.state, ruleset, state) == []
        state = event.state


@pytest.mark.parametrize("raid", ["lille", "caen"])
def test_20C_21_the_fighters_at_the_target_intercept(raid: str) -> None:
    game, asked = flown(raid, "3", wish="intercept")
    log = texts(game)
    assert any("intercepts over" in line for line in log)
    assert any(line.startswith("step a:") for line in log) or any("Which interceptors" in d.question for d in asked)
    reacting = ALLIED if raid == "lille" else AXIS
    assert any(piece.status != "operative" for piece in of_side(game, reacting))


def test_fof_21A1_a_fighter_bomber_may_jettison_when_it_is_intercepted() -> None:
    game, asked = flown("lille, fighter-bomber", "2", wish="i")
    offered = [decision.candidates for decision in asked if "jettison" in decision.question]
    assert offered == [("ge Me 109E 1",)]
    log = texts(game)
    assert "ge Me 109E 1 jettisons its bombs" in log
    assert not any("antiaircraft" in line and "ge Me 109E 1" in line for line in log)


def test_fof_22B1_the_aa_of_lille_fires_at_the_bomber_and_not_at_its_escort() -> None:
    for seed in "12345":
        game, _ = flown("lille", seed)
        shots = [line for line in texts(game) if line.startswith("antiaircraft")]
        assert all("ge He 111H 1" in line for line in shots) and len(shots) <= 1


def test_sf_20D_patrols_come_before_interceptors() -> None:
    game, asked = flown("caen, patrolled", "1", wish="patrol attack")
    questions = [decision.question for decision in asked]
    assert any("patrol attack" in question for question in questions)
    assert not any("intercept" in question for question in questions)
    assert all(piece.status in (INOPERATIVE, ABORTED) for piece in of_side(game, AXIS))


def test_sf_20E_21_a_patrol_that_nobody_meets_stays_over_caen() -> None:
    game, _ = flown("caen, fighters alone", "1", wish="nothing at all")
    left = game.state.all_facts(FLYING)
    assert set(left) <= {"us P-40N 1"}
    if left:
        assert game.state.air_piece("us P-40N 1").place == "17A:1010"
