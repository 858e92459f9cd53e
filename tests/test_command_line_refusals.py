"""What the commands refuse: to lose a file, to check nothing, and to guess what an empty word means."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.test_save_files import OLDEST

import europa_rules as er
from europa_rules.cli.commands import europa
from europa_rules.playthroughs import EXAMPLE

POSITION = "16A:1727 ge 7-6 Inf XX 1 | Jul I 40, Axis movement"
BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"


def run(*words: object) -> Result:
    return CliRunner().invoke(europa, list(map(str, words)))


def played(folder: Path, *more: object) -> Result:
    start = folder / "start.position"
    start.write_text(POSITION, encoding="utf-8")
    quiet = ("--turns", 1, "--axis", "passing", "--allied", "passing")
    return run("play", "--game", "fof", "--position", start, *quiet, "-o", folder / "game.json", *more)


def test_play_writes_in_place_of_a_saved_game_and_of_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    for precious in (b'{"mine": 1}', b"\xff\xfe"):
        file.write_bytes(precious)
        refused = played(tmp_path)
        assert refused.exit_code == 2
        assert f"{file} is there and no saved game; name another file, or write in its place" in refused.stderr
        assert file.read_bytes() == precious
    assert played(tmp_path, "--force").exit_code == 0
    assert played(tmp_path).exit_code == 0, "a saved game is there now"
    file.write_bytes(OLDEST.read_bytes())
    assert played(tmp_path).exit_code == 0, "and so is one of an older schema"


def test_a_game_by_mail_is_not_saved_in_place_of_another_file(tmp_path: Path) -> None:
    file = tmp_path / "notes.json"
    file.write_text("{}", encoding="utf-8")
    refused = run("mail", "show", tmp_path, "--save", file)
    assert refused.exit_code == 2 and "no saved game" in refused.stderr
    assert file.read_text(encoding="utf-8") == "{}"


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_folder_without_a_game_is_wrong_use(command: str, tmp_path: Path) -> None:
    full, empty = tmp_path / "full", tmp_path / "empty"
    for folder in (full, empty):
        folder.mkdir()
    (full / "game.txt").write_text(EXAMPLE, encoding="utf-8")
    result = run(command, full, empty)
    assert result.exit_code == 2
    assert f"{empty}: no game in this folder; the names of games end in .json, .txt or .mail" in result.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("odds", "--game", "fof", "--turn", "", "7-6 Inf XX vs 5-6 Inf XX"), "--turn: '' is empty"),
        (("odds", "--game", "fof", "--weather=", "7-6 Inf XX vs 5-6 Inf XX"), "--weather: '' is empty"),
        (("play", "--game", "fof", "--scenario", ""), "--scenario: '' is empty"),
        (("play", "--game", "fof", "-o", ""), "-o: '' is empty"),
        (("demo", "--folder", ""), "--folder: '' is empty"),
        (("verify", ""), "'' is empty; name a file or a folder"),
        (("check", ""), "'' is empty"),
        (("conform", ""), "'' is empty"),
    ],
)
def test_an_empty_word_is_not_taken_for_none(words: tuple[str, ...], said: str) -> None:
    result = run(*words)
    assert result.exit_code == 2 and said in result.stderr


@pytest.mark.parametrize("command", ["play", "fuzz"])
def test_a_mistyped_number_of_turns_does_not_play_for_ever(command: str) -> None:
    result = run(command, "--game", "fof", "--turns", 10**20)
    assert result.exit_code == 2 and "1<=x<=1000" in result.stderr


def test_the_longest_name_of_a_variant_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("new-variant", "x" * 300)
    assert result.exit_code == 2 and "the name has 300 letters; write at most 60" in result.stderr
    assert not list(tmp_path.iterdir())


def test_a_byte_order_mark_is_passed_over_by_check_and_conform(tmp_path: Path) -> None:
    given = {"ask": "reckon", "what": "odds", "attack": 34, "defense": 9}
    case = {
        "id": "FOF-C-9A-01",
        "rule": "9A",
        "title": "34 to 9",
        "given": given,
        "expect": {"column": "3:1"},
        "note": "",
    }
    cases, save, start = tmp_path / "cases.json", tmp_path / "game.json", tmp_path / "start.position"
    cases.write_text(f"{BOM}{json.dumps([case])}", encoding="utf-8")
    told = run("conform", cases)
    assert (told.exit_code, told.output.splitlines()[-1]) == (0, "1 passed, 0 failed, 0 unhandled")
    save.write_text(f"{BOM}{er.Game.start('fof', POSITION, seed=1).save()}", encoding="utf-8")
    start.write_text(f"{BOM}owner Axis 16A:1727 | {POSITION}", encoding="utf-8")
    chart = 'lays_over = "combat_results"\nprovenance = { kind = "printed", source = "mine", confidence = "high" }\n'
    (tmp_path / "crt.toml").write_text(f'{BOM}{chart}rows.6 = {{ "3:1" = "DH" }}\n', encoding="utf-8")
    for file in (cases, save, start, tmp_path / "crt.toml"):
        checked = run("check", file)
        assert checked.exit_code == 0, checked.output
