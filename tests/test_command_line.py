"""The command `europa` in hands that make mistakes: a line on stderr and exit code 2, never a traceback."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import europa_rules as er
from europa_rules.cli.commands import europa
from europa_rules.demo import FILES, play_demo
from europa_rules.questions import name_of, naming

QUESTION = '{"ask": "reckon", "what": "odds", "attack": 34, "defense": 9}'


def mistake(*words: str) -> str:
    """What the command says to these words, which are a mistake."""
    result = CliRunner().invoke(europa, words)
    assert result.exit_code == 2, result.output
    assert isinstance(result.exception, SystemExit)
    return result.output


def test_a_question_in_a_file_that_is_no_text_is_a_mistake(tmp_path: Path) -> None:
    path = tmp_path / "question.json"
    path.write_bytes(b"\xff\xfe\x00")
    assert "question.json: is no text in UTF-8" in mistake("ask", "--game", "fof", str(path))
    assert "question.json: is no text in UTF-8" in mistake("show", "--game", "fof", "--center", "16A:1728", str(path))


def test_a_question_in_a_file_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    path = tmp_path / "question.json"
    path.write_text(QUESTION, encoding="utf-8-sig")
    result = CliRunner().invoke(europa, ["ask", "--game", "fof", str(path)])
    assert (result.exit_code, "column: 3:1" in result.output) == (0, True)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("", "is empty"),
        ("  ", "is empty"),
        ("[1]", "no JSON object"),
        ("{", "no JSON"),
        ("is it so", "neither a JSON object nor"),
    ],
)
def test_a_question_that_is_none(question: str, said: str) -> None:
    assert said in mistake("ask", "--game", "fof", question)


@pytest.mark.parametrize("radius", ["-1", "1000000"])
def test_the_board_is_shown_to_sixty_hexes(radius: str) -> None:
    assert "not in the range" in mistake("show", "--game", "fof", "--center", "16A:1728", "--radius", radius, "")


def run(command: str) -> subprocess.CompletedProcess[str]:
    """A command line in a shell, `europa` being that of this Python."""
    line = command.replace("europa", f'"{sys.executable}" -m europa_rules')
    return subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=60, env=dict(os.environ))


def test_a_reader_who_has_enough_ends_the_command_quietly() -> None:
    found = run("set -o pipefail; europa show --game fof --center 16A:1728 --radius 60 '' | head -1")
    assert (found.returncode, found.stderr, found.stdout.count("\n")) == (0, "", 1)


def test_a_closed_stdin_is_an_empty_question() -> None:
    found = run("europa ask --game fof - <&-")
    assert (found.returncode, found.stderr) == (2, "europa: the question is empty\n")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'lays_over = "combat_results\n', "expected a TOML file"),
        (b"\xff\x00", "expected a TOML file"),
        (b'lays_over = "combat_result"\n[rows.6]\n"2:1" = "DR"\n', "Did you mean 'combat_results'?"),
        (b'lays_over = "combat_results"\n[rows.6]\n"2:1" = "DR"\n', "found no provenance"),
    ],
)
@pytest.mark.parametrize("part", ["", "mine.toml"])
def test_check_names_the_fault_of_a_chart_that_cannot_be_read(
    tmp_path: Path, part: str, content: bytes, said: str
) -> None:
    (tmp_path / "mine.toml").write_bytes(content)
    result = CliRunner().invoke(europa, ["check", str(tmp_path / part)])
    assert (result.exit_code, said in result.output) == (1, True), result.output


@pytest.mark.parametrize("game", ["fof", "sf"])
def test_every_question_is_listed_as_it_is_asked_and_says_what_it_is(game: str) -> None:
    rules = er.load(game)
    assert all(name_of(naming(name)) == name for name in rules.questions)
    told = CliRunner().invoke(europa, ["questions", "--game", game]).output.splitlines()
    listed = [line for line in told if not line.startswith("    ")]  # without the words of each fact
    assert len(listed) == 3 * len(rules.questions)
    assert all(len(line.partition("} ")[2]) > 9 for line in listed[::3] if '"action"' not in line)


@pytest.mark.parametrize("game", ["fof", "sf"])
def test_every_question_has_an_example_that_is_answered(game: str) -> None:
    rules = er.load(game)
    assert set(rules.example_questions) == set(rules.questions)
    for name, question in rules.example_questions.items():
        assert name_of(question) == name
        options = question.get("options", question.get("given", {}).get("options", ()))
        assert er.ask(question, er.load(game, options=options) if options else rules).values


def test_questions_are_found_by_their_words() -> None:
    assert '{"query": "combat_odds"}' in CliRunner().invoke(europa, ["questions", "--game", "sf", "ODDS"]).output
    assert "no question of sf has these words: moon" in mistake("questions", "--game", "sf", "moon")


SITUATION = "14-10 Pz XX vs 5-6 Inf XX in woods"


@pytest.mark.parametrize("option", ["--gs", "--das", "--ngs", "--defensive-ngs"])
def test_a_number_that_is_none_names_its_option(option: str) -> None:
    assert f"'{option}': 'abc' is no exact number" in mistake("odds", "--game", "sf", SITUATION, option, "abc")


def test_a_number_that_is_none_names_its_parameter() -> None:
    with pytest.raises(er.NotationError, match="ground support: 'abc' is no exact number"):
        er.odds(SITUATION, er.load("sf"), ground_support="abc")


@pytest.mark.parametrize(
    ("situation", "said"),
    [
        ("1,5 AF vs 5-6 Inf XX", "attackers: '1,5 AF': a number has no comma; write the fraction 3/2"),
        ("14-10 Pz XX vs 7-6 Inf XX, strength 2,25", "defenders: 'strength 2,25': a number has no comma; write the fr"),
        (f"{SITUATION}; GS 1,5", "ground support: '1,5': a number has no comma; write the fraction 3/2"),
        (f"{SITUATION}; GS 3, DAS 2", "put semicolons, not commas, between circumstances"),
    ],
)
def test_a_decimal_comma_is_told_from_two_things(situation: str, said: str) -> None:
    assert said in mistake("odds", "--game", "sf", situation)


def test_strengths_between_commas_are_still_several() -> None:
    result = CliRunner().invoke(europa, ["odds", "--game", "sf", "12 AF, 5 AF vs 5-6 Inf XX"])
    assert (result.exit_code, "17 : 5 = 3:1" in result.output) == (0, True)


def test_an_unknown_type_is_told_the_words_of_the_notation() -> None:
    said = mistake("odds", "--game", "sf", "14-10 Pzz XX vs 5-6 Inf XX")
    assert "no unit type 'Pzz'" in said and "Known: Arm, " in said and "light_armor" not in said


def test_one_fault_is_one_fault(tmp_path: Path) -> None:
    (tmp_path / "hexes.csv").write_text("hex,terrain,kind,confidence\n16A:2029,swmp,printed,high\n", "utf-8")
    result = CliRunner().invoke(europa, ["check", str(tmp_path)])
    assert (result.exit_code, result.output.splitlines()[-1]) == (1, "1 checked, 1 fault")


def test_the_demonstration_replaces_itself_and_nothing_else(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "story.txt").write_text("my own story", "utf-8")
    assert "story.txt: file: found a file that no demonstration wrote" in mistake("demo", "--folder", str(folder))
    assert (folder / "story.txt").read_text("utf-8") == "my own story"
    for _ in range(2):
        assert CliRunner().invoke(europa, ["demo", "--folder", str(tmp_path / "demo")]).exit_code == 0


def test_a_demonstration_that_was_broken_off_is_told_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Broken off while it tells its story, it leaves no file; while it writes, it knows its own files again."""
    folder = tmp_path / "demo"
    next(play_demo(folder))
    assert list(folder.iterdir()) == []
    moved = iter([True, True, False])

    def once_or_twice(self: Path, target: Path) -> Path:
        if not next(moved):
            raise KeyboardInterrupt
        return Path(shutil.move(self, target))

    with monkeypatch.context() as broken:
        broken.setattr(Path, "replace", once_or_twice)
        with pytest.raises(KeyboardInterrupt):
            list(play_demo(folder))
    assert sum((folder / name).exists() for name in FILES) == 2
    list(play_demo(folder))
    assert sorted(file.name for file in folder.iterdir()) == sorted(FILES)


def test_the_board_alone_is_drawn_for_a_region(tmp_path: Path) -> None:
    drawn = CliRunner().invoke(europa, ["show", "--game", "fof", "--region", "Sedan+2", "-o", str(tmp_path / "x.svg")])
    assert drawn.exit_code == 0, drawn.output
    assert (tmp_path / "x.svg").read_text(encoding="utf-8").startswith("<svg")


def test_play_says_where_it_saves(tmp_path: Path) -> None:
    start = tmp_path / "start.position"
    start.write_text("16A:1727 ge 7-6 Inf XX 1 | Jul I 40, Axis movement", encoding="utf-8")
    saved = tmp_path / "game.json"
    words = [
        "play",
        "--game",
        "fof",
        "--position",
        str(start),
        "--turns",
        "1",
        "--axis",
        "passing",
        "--allied",
        "passing",
    ]
    played = CliRunner().invoke(europa, [*words, "-o", str(saved)])
    assert played.exit_code == 0, played.output
    assert played.stderr == f"saved as {saved}\n" and saved.is_file()
