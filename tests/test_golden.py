"""Golden games: every byte comes out as recorded, also in another process with another order of hashes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from europa_rules.errors import IllegalOrder, NotationError, ReplayDiffers
from europa_rules.game import Game
from europa_rules.loading import load
from europa_rules.order_notation import read_order, read_texts, write_order, write_texts
from europa_rules.orders import order_kinds
from europa_rules.playthroughs import (
    EXAMPLE,
    first_difference,
    game_of,
    parse_playthrough,
    play_through,
    playthrough_of,
)

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.txt"))
CITED = re.compile(r"\((?:FoF|SF) [^()]*\)")


def again(path: Path, seed: str) -> str:
    """What a fresh process with this seed of hashes makes of a golden game."""
    command = [sys.executable, "-m", "europa_rules", "replay", "--show", str(path)]
    env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONUTF8": "1"}
    return subprocess.run(command, env=env, capture_output=True, encoding="utf-8", check=True).stdout


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_game_comes_out_in_the_same_bytes_in_a_fresh_process(path: Path) -> None:
    recorded = path.read_text(encoding="utf-8")
    assert first_difference(recorded, again(path, "4711")) == ""


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_event_of_a_golden_game_names_its_rule(path: Path) -> None:
    events = [line for line in path.read_text(encoding="utf-8").splitlines() if re.match(r"  \d+\. ", line)]
    assert events
    assert [line for line in events if not CITED.search(line)] == []


def test_there_are_golden_games() -> None:
    assert GOLDEN


def told(stem: str) -> list[str]:
    """The lines of a golden game."""
    return next(path for path in GOLDEN if path.stem == stem).read_text(encoding="utf-8").splitlines()


def test_what_stops_a_supply_line_is_told_under_the_judgement() -> None:
    lines = told("surprise_turn")
    at = next(number for number, line in enumerate(lines) if "out of supply: ge 1 Pz XX (U-1)" in line)
    assert "in 16A:1827: 16A:1927: the hex is in an enemy ZOC and no friendly unit is there (FoF 12A)" in lines[at + 1]


def test_a_fallen_fortress_and_a_taken_city_are_told_under_the_advance() -> None:
    lines = told("surprise_turn")
    at = next(number for number, line in enumerate(lines) if "advance into 16A:1423 (FoF" in line)
    assert any("fortress in 16A:1423 is destroyed (FoF 31A3)" in line for line in lines[at : at + 3])


def test_air_operations_are_numbered_through() -> None:
    begun = [re.search(r"begins air operation (\d+)", line) for line in told("surprise_turn")]
    numbers = [int(found[1]) for found in begun if found]
    assert numbers == list(range(1, len(numbers) + 1)) and len(numbers) > 5


def test_each_phase_has_its_heading_before_what_happens_in_it() -> None:
    headings = [line for line in told("surprise_turn") if line.startswith("  == ")]
    assert len(set(headings)) == len(headings)
    lines = told("surprise_turn")
    assert lines.index("  == May I 40, Axis initial") < next(
        n for n, line in enumerate(lines) if "Axis player turn" in line
    )


def test_the_river_is_crossed() -> None:
    lines = told("crossing_a_river")
    assert "        ge 1 Pz XX: 14 printed | x1/2 river hexside (FoF 9H) | = 7" in lines


def test_what_is_taken_back_changes_no_hands() -> None:
    lines = told("crossing_a_river")
    at = next(number for number, line in enumerate(lines) if "taken back" in line)
    assert not any("from Axis to Allied" in line for line in lines[at : at + 6])


# --- the notation ---


def test_a_game_that_was_played_is_written_as_a_playthrough_and_comes_out_the_same() -> None:
    game = Game.start("fof", "16A:1506 ge 7-6 Inf XX 1 | May I 40, Axis movement", seed="a; b", undo="replay")
    game.submit({"kind": "move", "units": ["ge 1 Inf XX"], "path": ["16A:1406", "16A:1405"]})
    game.done()
    text = playthrough_of(game)
    assert play_through(text) == text
    assert game_of(text).save() == game.save()


def test_a_game_of_a_scenario_names_it() -> None:
    game = Game.start("sf", "husky", seed=1)
    assert "scenario: husky" in playthrough_of(game)


def test_rolls_made_by_hand_stand_in_a_playthrough() -> None:
    position = "16A:2029 ge 7-6 Inf XX 1 | 16A:2130 fr 2-6 Inf III 5 | May II 40, Axis combat"
    game = Game.start("fof", position, dice="manual")
    game.submit({"kind": "attack", "units": ["ge 1 Inf XX"], "target": "16A:2130"})
    game.done()
    game.roll(5)
    text = playthrough_of(game)
    assert "> roll 5\n  rolled 5: attack on 16A:2130 at 7:1" in text
    assert game_of(text).save() == game.save()


def test_where_a_playthrough_differs_is_told_with_the_rule() -> None:
    made = play_through(EXAMPLE)
    differs = first_difference(made.replace("for 1 MP ", "for 2 MPs "), made)
    assert differs.startswith("line 10: recorded is '1. ge 1 Inf XX: 16A:1506 to 16A:1406 for 2 MPs (FoF 6)', played")
    assert first_difference(made, made) == ""


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("> Axis: move | units: ge 1 Inf XX | path: 16A:9999", "line 8: Axis: move"),
        ("> Axis: move | units: ge 1 Inf XX", "move.path: missing"),
        ("> Axis: move | unit: ge 1 Inf XX | path: 16A:1406", "move.unit: no field of the move order"),
        ("> Axis: mvoe | units: ge 1 Inf XX", "no kind of order 'mvoe'. Did you mean 'move'?"),
        ("> nonsense", "expected 'Axis: an order'"),
        ("nonsense", "line 8: 'nonsense': expected '> Axis: an input'"),
        ("> roll six", "no roll is due"),
        ("> undo", "there is nothing to undo"),
        ("? Axis: move | units: ge 1 Inf XX | path: 16A:1406", "was refused, and is allowed now"),
    ],
)
def test_a_wrong_line_is_named(line: str, words: str) -> None:
    head = EXAMPLE[: EXAMPLE.index(">")]
    with pytest.raises((NotationError, ReplayDiffers), match=re.escape(words)):
        play_through(f"{head}{line}\n")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("playthrough 1", "playthrough 9", "line 1: expected 'playthrough 1'"),
        ("game: fof\n", "", "the head needs a game"),
        ("seed: 1\n", "", "seed: missing"),
        ("seed: 1", "sed: 1", "line 6: no field of the head 'sed'. Did you mean 'seed'?"),
        ("seed: 1", "game: sf", "line 6: 'game: sf': stands twice"),
    ],
)
def test_a_wrong_head_is_named(old: str, new: str, words: str) -> None:
    with pytest.raises(NotationError, match=re.escape(words)):
        play_through(EXAMPLE.replace(old, new))


def test_remarks_and_blank_lines_stay() -> None:
    assert [line.mark for line in parse_playthrough(f"{EXAMPLE}\n# words\n").lines] == [">", "", "#"]
    assert "\n\n# words\n" in play_through(f"{EXAMPLE}\n# words\n")


def test_an_undone_order_is_told_as_taken_back() -> None:
    text = play_through(f"{EXAMPLE}> undo\n")
    assert "taken back: Axis: move ge 1 Inf XX: path 16A:1406" in text
    assert text.splitlines()[-1].startswith("  May I 40, Axis movement: inputs 0, events 0")


@pytest.mark.parametrize("texts", [(), ("a",), ("a; b", "c|d"), ('"', "<x>", "[y"), ("", " a ", "ä\nö")])
def test_texts_on_a_line_are_read_back(texts: tuple[str, ...]) -> None:
    assert read_texts(write_texts(texts)) == texts


@pytest.mark.parametrize("game", ["fof", "sf"])
def test_orders_of_every_kind_have_a_line(game: str) -> None:
    """Made of texts that would be misread: each field holds what parts fields and texts."""
    rules = load(game)
    for kind in order_kinds(rules).values():
        fields = {f.name: _odd(str(f.type)) for f in kind.type.__attrs_attrs__}
        order = kind.type(**fields)
        line = write_order(order, rules)
        assert read_order(line, rules) == order
        assert line.startswith(kind.name)


def _odd(type_: str) -> object:
    if "tuple[" in type_:
        return ("a; b | c", "16A:1406")
    return 7 if type_ == "int" else "a | b; c: d"


def test_a_decision_of_the_other_player_is_refused() -> None:
    golden = next(path for path in GOLDEN if path.stem == "crossing_a_river")
    game = game_of(golden.read_text(encoding="utf-8").partition("\n? Allied: chooses")[0])
    with pytest.raises(IllegalOrder):
        game.decide("fr 4 Inf XX")
