"""The way back in a game, and games played again: few situations are kept, and nothing is played twice."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

import europa_rules as er
from europa_rules.cli import playing
from europa_rules.game_files import verify_file
from europa_rules.playthroughs import EXAMPLE, Playthrough, play_through


def test_one_goes_back_to_any_input_though_few_situations_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("europa_rules.course_of_play.RECENT", 4)
    monkeypatch.setattr("europa_rules.course_of_play.APART", 8)
    units = [f"ge {number} Inf XX" for number in range(1, 21)]
    position = f"16A:1506 {', '.join(f'ge 7-6 Inf XX {number}' for number in range(1, 21))} | May I 40, Axis movement"
    game = er.Game.start("fof", position, seed=1, undo="replay")
    saves = [game.save()]
    for to in ("16A:1406", "16A:1506"):
        for unit in units:
            game.submit(er.Move((unit,), (er.hexref(to),)))
            saves.append(game.save())
    kept = [mark.inputs for mark in game._course.marks]
    assert kept[-4:] == [37, 38, 39, 40]
    assert all(8 <= later - earlier <= 9 for earlier, later in pairwise(kept[:-4]))
    for number in (39, 38, 30, 29, 17, 16, 2, 1):
        game.undo(to=number)
        assert game.save() == saves[number - 1]


def test_a_playthrough_is_checked_by_playing_it_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.txt"
    file.write_text(play_through(EXAMPLE), encoding="utf-8")
    begun: list[Playthrough] = []
    begin = Playthrough.begin

    def counted(script: Playthrough, rules: er.Ruleset) -> er.Game:
        begun.append(script)
        return begin(script, rules)

    monkeypatch.setattr(Playthrough, "begin", counted)
    found = verify_file(file)
    assert (found.fault, found.inputs, found.events) == ("", 1, 1)
    assert len(begun) == 1


def test_a_ruleset_is_loaded_once_for_a_game_to_play(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = er.load("fof")
    loaded: list[str] = []

    def load(variant: str, options: Sequence[str] = ()) -> er.Ruleset:
        loaded.append(variant)
        return rules

    monkeypatch.setattr(playing, "load", load)
    assert playing._start("fof", (), None, None, 1)[0] is rules
    assert loaded == ["fof"]
