"""Automatic players and what must hold after every event of their games; the commands `fuzz` and `play`."""

from __future__ import annotations

import random
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from attrs import evolve
from click.testing import CliRunner

import europa_rules as er
from europa_rules.air.facts import FLYING, Flying
from europa_rules.cli.commands import europa
from europa_rules.cli.playing import _turns_left
from europa_rules.errors import IllegalOrder
from europa_rules.game import PASS, Game
from europa_rules.ground.facts import MPS_SPENT
from europa_rules.ground.moves import Move
from europa_rules.hexes import Hex
from europa_rules.orders import order_kinds
from europa_rules.players import fuzzing
from europa_rules.players.drawing import Table, draw_order
from europa_rules.players.fuzzing import FuzzedGame, fuzz_game, thinned
from europa_rules.players.invariants import broken
from europa_rules.players.player import DeadEnd, PassingPlayer, Question, for_turns, play_on
from europa_rules.players.random_player import RandomPlayer, kinds_at
from europa_rules.procedure import Decision, Event, Opening
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Side
from europa_rules.state import ELIMINATED, GameState

LILLE = """16A:1728 ge 7F5 1/7 Me 109E 1, ge 2B3 3-2/12 He 111H 1, ge 7-6 Inf XX 1, ge 10-8 Pz XX 1
16A:1030 fr 5F4 1/8 MS406 1, fr 6-6 Inf XX 10
16A:1628 fr 2-6 Inf III 12
May II 40, Axis movement
owner Axis 16A:1728
"""
CAEN = """17A:1010 ge 8F6 1/9 Me 109G6 1, ge 7-6 Inf XX 1
16A:1030 us 4B5 3-7/26 B-25D 1, us 5-7-6 Inf XX 2
17A:1011 us 5-7-6 Inf XX 3
Jul I 44, Allied movement
owner Axis 17A:1010
owner Allied 16A:1030
"""
CROWDED = """16A:1728 ge 7-6 Inf XX 1, ge 7-6 Inf XX 2, ge 7-6 Inf XX 3
16A:1729 ge 7-6 Inf XX 4
May II 40, Axis movement
"""


@cache
def rules(game: str) -> Ruleset:
    return er.load(game)


def position(text: str = LILLE, game: str = "fof") -> GameState:
    return er.parse_position(text, rules(game))


def hurried(side: Side, seed: str) -> RandomPlayer:
    return RandomPlayer(side, seed, orders=3, tries=12)


def fuzzed(game: str, text: str, seed: str) -> FuzzedGame:
    return fuzz_game(rules(game), position(text, game), seed, turns=1, begin=hurried)


@pytest.mark.parametrize(("game", "text"), [("fof", LILLE), ("sf", CAEN)])
def test_a_game_between_random_players_breaks_nothing_and_is_the_same_again(game: str, text: str) -> None:
    once, again = (fuzzed(game, text, "1") for _ in range(2))
    assert (once.failure, sum(once.orders.values()) > 2, once.events > 10) == (None, True, True)
    assert once == again
    assert Game.load(once.save, rules(game)).save() == once.save


def test_orders_that_are_drawn_are_of_their_kind() -> None:
    for game in ("fof", "sf"):
        table = Table(random.Random(1), AXIS, position(LILLE if game == "fof" else CAEN, game), rules(game))
        for kind in order_kinds(rules(game)).values():
            drawn = [order for order in (draw_order(kind, table) for _ in range(20)) if order is not None]
            assert all(type(order) is kind.type for order in drawn)


def test_kinds_go_by_opening_and_turn() -> None:
    game = Game.start(rules("fof"), position(), seed="1")
    assert isinstance(game.pending, Opening)
    names = {side: {kind.name for kind in kinds_at(game.pending, side, game)} for side in (AXIS, ALLIED)}
    assert {"move", "rail move", "fly"} <= names[AXIS]
    assert "attack" not in names[AXIS]
    assert names[ALLIED] == {"fly", "claim air operation", "waive air operation"}


# --- what must hold --------------------------------------------------------------------------------------------------


def test_what_must_hold_holds_at_the_start() -> None:
    state = Game.start(rules("fof"), position(), seed="1").state
    assert broken(state, rules("fof"), at_rest=True) == []


def moved(state: GameState) -> GameState:
    return state.moved("ge 1 Inf XX", Hex("nowhere"))


def met(state: GameState) -> GameState:
    return state.moved("ge 1 Inf XX", Hex("16A:1030"))


def tireless(state: GameState) -> GameState:
    return state.noting(MPS_SPENT, "ge 1 Inf XX", er.Reckoning.of(7, "walked").value)


def renamed(state: GameState) -> GameState:
    return evolve(state, pieces=state.pieces.put("another", state.piece("ge 1 Inf XX")))


def lost_in_the_air(state: GameState) -> GameState:
    return state.noting(FLYING, "ge Me 109E 1", Flying("cap", Hex("16A:1728"), "operation 9"))


def flown_on(state: GameState) -> GameState:
    gone = state.with_air(evolve(state.air_piece("ge Me 109E 1"), status=ELIMINATED))
    return gone.noting(FLYING, "ge Me 109E 1", Flying("cap", Hex("16A:1728"), ""))


def in_a_meadow(state: GameState) -> GameState:
    return state.with_air(evolve(state.air_piece("ge Me 109E 1"), place=Hex("16A:1629")))


def at_the_enemys(state: GameState) -> GameState:
    return state.with_air(evolve(state.air_piece("ge Me 109E 1"), place=Hex("16A:1030")))


@pytest.mark.parametrize(
    ("before", "after", "phase", "holds"),
    [
        ("operative", "aborted", "movement", True),
        ("inoperative", "operative", "initial", True),
        ("inoperative", "operative", "movement", False),
        ("aborted", "operative", "initial", True),
        ("aborted", "inoperative", "initial", False),
        ("eliminated", "aborted", "initial", False),
        ("eliminated", "inoperative", "combat", False),
    ],
)
def test_fof_16B1_an_air_unit_changes_its_status_by_the_book(before: str, after: str, phase: str, holds: bool) -> None:
    state = Game.start(rules("fof"), position(), seed="1").state
    state = state.at_moment(evolve(state.moment, phase=phase))
    was, is_ = (state.with_air(evolve(state.air_piece("ge Me 109E 1"), status=status)) for status in (before, after))
    said = [line for line in broken(is_, rules("fof"), was) if "ge Me 109E 1 was" in line]
    assert bool(said) is not holds


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (moved, "neither a hex nor a box"),
        (met, "are both in 16A:1030"),
        (tireless, "has spent 7 MPs of 6"),
        (renamed, "another is ge 1 Inf XX"),
        (lost_in_the_air, "which there is not"),
        (flown_on, "flies and is eliminated"),
        (in_a_meadow, "no airbase"),
        (at_the_enemys, "not its side's"),
    ],
)
def test_what_does_not_hold_is_named(fault: object, said: str) -> None:
    state = Game.start(rules("fof"), position(), seed="1").state
    assert callable(fault)
    lines = broken(fault(state), rules("fof"), state, at_rest=True)
    assert len([line for line in lines if said in line]) == 1, lines


# --- games that go wrong ---------------------------------------------------------------------------------------------


class Stubborn(PassingPlayer):
    """Gives one order, whatever the rules say."""

    def __init__(self, order: object) -> None:
        self.order: object | None = order

    def answer(self, pending: Question, game: Game) -> object:
        order, self.order = self.order, None
        return super().answer(pending, game) if order is None or isinstance(pending, Decision) else order


def test_a_failure_is_told_with_a_save_that_loads() -> None:
    order = Move(("ge 1 Inf XX",), (Hex("16A:1030"),))
    found = fuzz_game(rules("fof"), position(), "1", turns=1, begin=lambda _, __: Stubborn(order))
    assert found.failure is not None
    assert "IllegalOrder" in found.failure.what
    assert "move ge 1 Inf XX: path 16A:1030" in found.failure.asked
    assert Game.load(found.failure.save, rules("fof")).state == Game.start(rules("fof"), position(), seed="1").state


def test_a_failure_seen_between_inputs_is_saved_before_the_one_that_shows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    to = Hex("16A:1828")

    def reached(state: GameState, *_: object, at_rest: bool = False) -> list[str]:
        return ["a unit has moved"] if at_rest and state.piece("ge 1 Inf XX").place == to else []

    start = Game.start(rules("fof"), position(), seed="1").state
    order = Move(("ge 1 Inf XX",), (to,))
    monkeypatch.setattr("europa_rules.players.fuzzing.broken", reached)
    found = fuzz_game(rules("fof"), position(), "1", turns=1, begin=lambda _, __: Stubborn(order))
    assert found.failure is not None and "a unit has moved" in found.failure.what
    assert f"move ge 1 Inf XX: path {to}" in found.failure.asked
    before = Game.load(found.failure.save, rules("fof"))
    assert before.state.piece("ge 1 Inf XX").place == start.piece("ge 1 Inf XX").place
    before.submit(order, AXIS)
    assert reached(before.state, at_rest=True) == ["a unit has moved"]


def test_a_pass_that_is_refused_takes_back_the_orders_of_the_step() -> None:
    game = Game.start(rules("fof"), position(CROWDED), seed="1", undo="replay")
    crowding = Move(("ge 4 Inf XX",), (Hex("16A:1728"),))
    assert game.rule_on(crowding, AXIS).allowed
    play_on(game, {AXIS: Stubborn(crowding)}, lambda now: now.state.moment.phase == "movement")
    assert game.state.piece("ge 4 Inf XX").place == "16A:1729"


def test_a_random_player_clears_a_hex_that_is_too_full() -> None:
    text = CROWDED.replace("ge 7-6 Inf XX 3\n16A:1729 ", "ge 7-6 Inf XX 3, ")
    game = Game.start(rules("fof"), position(text), seed="1", undo="replay")
    play_on(game, {AXIS: RandomPlayer(AXIS, "1", orders=0)}, lambda now: now.state.moment.phase == "movement")
    assert [entry.kind for entry in game.log].count("moved") >= 1
    assert len(game.state.at(Hex("16A:1728"))) <= 3


def test_fof_8A_without_players_a_hex_that_is_too_full_is_cleared() -> None:
    text = CROWDED.replace("ge 7-6 Inf XX 3\n16A:1729 ", "ge 7-6 Inf XX 3, ")
    game = Game.start(rules("fof"), position(text), seed="1", undo="replay")
    play_on(game, {}, lambda now: now.state.moment.phase == "movement")
    assert [entry.kind for entry in game.log].count("moved") == 1
    assert len(game.state.at(Hex("16A:1728"))) == 3


def test_an_opening_that_cannot_end_is_a_dead_end() -> None:
    text = CROWDED.replace("ge 7-6 Inf XX 3\n16A:1729 ", "ge 7-6 Inf XX 3, ").replace("7-6", "7-0")
    with pytest.raises(DeadEnd, match="Axis cannot end the movement phase"):
        play_on(Game.start(rules("fof"), position(text), seed="1", undo="replay"), {})


def test_a_game_without_players_goes_on_for_so_many_turns() -> None:
    game = Game.start(rules("fof"), position("16A:1728 ge 7-6 Inf XX 1\nMay II 40, Axis movement\n"), seed="1")
    play_on(game, {}, for_turns(2, game.state.moment.turn))
    assert str(game.state.moment.turn) == str(er.Turn.parse("May II 40").next().next())


def test_who_watches_sees_every_event_and_what_he_raises_takes_the_input_back() -> None:
    game, seen = Game.start(rules("fof"), position(), seed="1"), list[Event]()
    game.watch(seen.append)
    game.submit(game.legal_moves("ge 1 Inf XX")[0], AXIS)
    assert [event.text for event in seen] == [entry.text for entry in game.log[-len(seen) :]]

    def refuse(_: Event) -> None:
        raise ValueError("not so")

    game.watch(refuse)
    before = game.save()
    with pytest.raises(ValueError, match="not so"):
        game.submit(game.legal_moves("ge 1 Pz XX")[0], AXIS)
    assert game.save() == before


def test_who_is_done_is_known() -> None:
    game = Game.start(rules("fof"), position(), seed="1")
    game.done(AXIS)
    assert game.passed == (AXIS,)
    assert PASS is er.PASS
    with pytest.raises(IllegalOrder):
        game.submit(Move((), ()), AXIS)


def test_pieces_stand_in_the_order_in_which_they_are_loaded() -> None:
    state = Game.start(rules("fof"), position(), seed="1").state
    for known in (state.pieces, state.air):
        assert list(known) == sorted(known)
    again = state.without("ge 1 Inf XX").with_pieces((state.piece("ge 1 Inf XX"),))
    assert list(again.pieces) == sorted(again.pieces)
    assert again.pieces == state.pieces


def test_thinning_leaves_so_many_of_each_side() -> None:
    left = thinned(position(), 1, "1")
    assert sorted(piece.side for piece in left.pieces.values()) == [ALLIED, AXIS]
    assert sorted(piece.side for piece in left.air.values()) == [ALLIED, AXIS]
    assert left == thinned(position(), 1, "1")


# --- the commands ----------------------------------------------------------------------------------------------------


@pytest.fixture
def small(tmp_path: Path) -> str:
    path = tmp_path / "position.txt"
    path.write_text("16A:1728 ge 7-6 Inf XX 1\n16A:1030 fr 6-6 Inf XX 10\nMay II 40, Axis combat\n")
    return str(path)


def test_fuzz_ends_with_a_line_that_counts(small: str) -> None:
    words = ["fuzz", "--game", "fof", "--position", small, "--turns", "1", "--games", "1", "-v"]
    result = CliRunner().invoke(europa, words)
    first, last = result.output.splitlines()
    assert result.exit_code == 0, result.output
    assert first.startswith("seed 1: to Jun I 40, Axis ")
    assert last.startswith("1 game, ")
    assert last.endswith(", 0 failures")


def test_fuzz_saves_a_game_that_fails(small: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzzing, "broken", lambda *_, **__: ["nothing holds"])
    words = ["fuzz", "--game", "fof", "--position", small, "--turns", "1", "--seed", "a/b", "--dump", str(tmp_path)]
    result = CliRunner().invoke(europa, words)
    assert result.exit_code == 1, result.output
    assert result.output.splitlines()[-1].endswith("0 events, 1 failure")
    assert Game.load((tmp_path / "fuzz-a_b.json").read_text(), rules("fof")).state.moment.phase == "combat"
    assert "nothing holds" in (tmp_path / "fuzz-a_b.txt").read_text()
    assert "--games 1 --seed a/b" in (tmp_path / "fuzz-a_b.txt").read_text()


def test_play_tells_what_happens_and_saves(small: str, tmp_path: Path) -> None:
    save = tmp_path / "game.json"
    words = ["play", "--game", "fof", "--position", small, "--turns", "1", "--allied", "passing", "-o", str(save)]
    result = CliRunner().invoke(europa, words)
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines()[-1].startswith("Jun I 40, Axis ")
    assert Game.load(save.read_text(), rules("fof")).state.moment.turn == er.Turn.parse("Jun I 40")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--game", "fof", "--scenario", "hystorical"], "historical"),
        (["--game", "fof", "--position", "there", "--scenario", "free"], "not both"),
        (["--game", "fof", "--position", "there"], "--turns"),
        (["--turns", "1"], "--game fof"),
    ],
)
def test_what_to_play_must_be_said(words: list[str], said: str) -> None:
    result = CliRunner().invoke(europa, ["fuzz", *words])
    assert (result.exit_code, said in result.output) == (2, True), result.output


def test_play_plays_every_turn_of_a_scenario_and_the_example_charts_its_points(tmp_path: Path) -> None:
    state = Game.start(rules("fof"), "historical", seed="1").state
    assert _turns_left(state, rules("fof")) == 10
    script = Path(__file__).parent.parent / "examples" / "whole_game.py"
    done = subprocess.run(
        [sys.executable, str(script), str(tmp_path), "1", "6"], capture_output=True, text=True, check=True
    )
    assert "victory points: Axis" in done.stdout
    assert "<polyline" in (tmp_path / "victory_points.svg").read_text()
    assert Game.load_from(tmp_path / "whole_game.json").outcome is not None


def test_what_held_after_inputs_that_were_taken_back_is_no_measure() -> None:
    game = Game.start(rules("fof"), position(), seed="1", undo="replay")
    watch = fuzzing._Watch(game)
    game.submit(game.legal_moves("ge 1 Inf XX")[0], AXIS)
    later = game.state.with_air(evolve(game.state.air_piece("ge Me 109E 1"), status="inoperative"))
    watch.look(later, "after the move")
    game.undo()
    watch.between(game)
