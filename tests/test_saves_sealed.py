"""A save is what was played: what stands before its checkpoint is sealed, and so are the charts it was made with."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import europa_rules as er

FOF = er.load("fof")
POSITION = "16A:1506 ge 7-6 Inf XX 1 | 16A:1508 fr 5-6 Inf XX 2 | May I 40, Axis movement"


def played() -> er.Game:
    """A game with a move and a phase behind it."""
    game = er.Game.start(FOF, POSITION, seed=1)
    game.submit(er.Move(("ge 1 Inf XX",), (er.hexref("16A:1406"),)))
    game.done()
    return game


def test_what_was_saved_is_loaded() -> None:
    text = played().save()
    assert er.Game.load(text, FOF).save() == text


def give_strength(data: dict[str, Any]) -> None:
    data["checkpoint"]["state"]["pieces"][1]["unit"]["rating"] = "50-60-60"


def give_hexes(data: dict[str, Any]) -> None:
    data["checkpoint"]["state"]["owners"]["16A:1508"] = "Axis"


def change_start(data: dict[str, Any]) -> None:
    data["start"]["pieces"][0]["place"] = "16A:1706"


def change_inputs(data: dict[str, Any]) -> None:
    data["inputs"][0]["player"] = "Allied"


def change_log(data: dict[str, Any]) -> None:
    data["log"][0]["text"] = "nothing happened"


def change_seed(data: dict[str, Any]) -> None:
    data["dice"]["seed"] = "2"


def change_both(data: dict[str, Any]) -> None:
    change_start(data)
    change_log(data)


def change_whole(data: dict[str, Any]) -> None:
    data["whole"] = "0" * 64


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (give_strength, "checkpoint: changed since the game was saved"),
        (give_hexes, "checkpoint: changed since the game was saved"),
        (change_start, "start: changed since the game was saved"),
        (change_inputs, "inputs: changed since the game was saved"),
        (change_log, "log: changed since the game was saved"),
        (change_seed, "dice: changed since the game was saved"),
        (change_both, "start and log: changed since the game was saved"),
        (change_whole, "whole: changed since the game was saved"),
    ],
)
def test_an_edited_save_is_refused_with_where(change: Callable[[dict[str, Any]], None], where: str) -> None:
    data = json.loads(played().save())
    change(data)
    with pytest.raises(er.StateError) as caught:
        er.Game.load(json.dumps(data), FOF)
    assert str(caught.value).startswith(where)
    assert "to play from a changed situation, start a game from it" in str(caught.value)


def chart_folder(path: Path, cell: str = "DH") -> Path:
    """A folder with one cell of the combat results."""
    path.mkdir(exist_ok=True)
    origin = 'provenance = { kind = "printed", source = "a chart sheet", confidence = "high" }'
    text = f'lays_over = "combat_results"\n{origin}\n[rows.6]\n"3:1" = "{cell}"\n'
    (path / "crt.toml").write_text(text, encoding="utf-8")
    return path


def test_a_save_names_the_charts_it_was_made_with(tmp_path: Path) -> None:
    house = chart_folder(tmp_path / "house")
    text = er.Game.start(er.load("fof", charts=house), POSITION).save()
    assert list(json.loads(text)["charts"]) == ["house"]
    assert er.Game.load(text, er.load("fof", charts=house)).save() == text


def test_a_save_without_its_charts_is_refused(tmp_path: Path) -> None:
    text = er.Game.start(er.load("fof", charts=chart_folder(tmp_path / "house")), POSITION).save()
    with pytest.raises(
        er.StateError, match="charts: the save was made with 'house' laid over the bundled charts, which"
    ):
        er.Game.load(text, FOF)


def test_a_save_under_changed_charts_is_refused(tmp_path: Path) -> None:
    text = er.Game.start(er.load("fof", charts=chart_folder(tmp_path / "house")), POSITION).save()
    with pytest.raises(er.StateError, match=r"charts\.house: the save was made with \w+; the ruleset has \w+"):
        er.Game.load(text, er.load("fof", charts=chart_folder(tmp_path / "house", "DE")))


def test_a_save_under_added_charts_is_refused(tmp_path: Path) -> None:
    text = er.Game.start(FOF, POSITION).save()
    with pytest.raises(er.StateError, match="charts: the save was made with none; the ruleset has house"):
        er.Game.load(text, er.load("fof", charts=chart_folder(tmp_path / "house")))


@pytest.mark.parametrize(
    ("order", "words"),
    [
        (er.Move("ge 1 Inf XX", ()), "move.units: 'ge 1 Inf XX'; expected several texts, such as ('ge 1 Inf XX',)"),  # type: ignore[arg-type]  # what is refused
        (er.Move(("ge 1 Inf XX",), "16A:1406"), "move.path: '16A:1406'; expected several texts"),  # type: ignore[arg-type]  # what is refused
        (er.Move((1,), ()), "move.units: (1,); expected a list of texts"),  # type: ignore[arg-type]  # what is refused
    ],
)
def test_one_text_for_several_is_refused(order: er.Move, words: str) -> None:
    game = er.Game.start(FOF, POSITION)
    with pytest.raises(er.NotationError) as caught:
        game.submit(order)
    assert words in str(caught.value)
