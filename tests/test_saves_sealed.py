"""A save is what was played: what stands before its checkpoint is sealed, and so are the charts it was made with."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import europa_rules as er
from europa_rules.errors import OtherVersion
from europa_rules.orders_of_battle.bundled import OrdersOfBattle
from europa_rules.saved_games import resealed
from europa_rules.saves import canonical

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


# --- rules and data that have changed without a new version ---


COMBAT = "16A:2029 ge 7-6 Inf XX 1 | 16A:2130 fr 2-6 Inf III 5 | May II 40, Axis combat"


def made_with_other_data(folder: Path, column: str) -> str:
    """A save of an attack at 7:1, as written by a library of this version with another column in its chart."""
    folder.mkdir()
    origin = 'provenance = { kind = "printed", source = "a chart sheet", confidence = "high" }'
    rows = "".join(f'rows.{roll} = {{ "{column}" = "AS" }}\n' for roll in range(-1, 9))
    (folder / "crt.toml").write_text(f'lays_over = "combat_results"\n{origin}\n{rows}', encoding="utf-8")
    game = er.Game.start(er.load("fof", charts=folder), COMBAT, seed=1)
    game.submit(er.Attack(("ge 1 Inf XX",), er.hexref("16A:2130")))
    while not any("roll" in entry for entry in game.inputs):
        game.done()
    return canonical(resealed({**json.loads(game.save()), "charts": {}}))


@pytest.mark.parametrize(
    ("column", "what_comes"),
    [
        ("3:1", r"again under these rules, the game is the same; it may be loaded with `anyway`"),
        ("7:1", r"event 2: the log has .*\| AS \(FoF 9C\), replaying gives .*\| DE \(FoF 9C\)"),
    ],
)
def test_other_data_of_the_same_version_are_told_by_the_fingerprint_with_what_comes_of_them(
    column: str, what_comes: str, tmp_path: Path
) -> None:
    text = made_with_other_data(tmp_path / "house", column)
    with pytest.raises(OtherVersion, match=r"fingerprint: .* since: '\w{16}', now '\w{16}'; pl") as caught:
        er.Game.load(text, FOF)
    assert re.search(what_comes, str(caught.value))


def test_a_game_loaded_anyway_goes_on_under_the_rules_at_hand(tmp_path: Path) -> None:
    text = made_with_other_data(tmp_path / "house", "3:1")
    game = er.Game.load(text, FOF, anyway=True)
    assert json.loads(game.save())["fingerprint"] == FOF.fingerprint != json.loads(text)["fingerprint"]
    assert er.Game.load(game.save(), FOF).state == game.state


def test_the_game_is_played_again_for_the_message_once_and_for_nobody_who_does_not_read_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = canonical(resealed({**json.loads(er.Game.start(FOF, POSITION).save()), "fingerprint": "0" * 16}))
    played, again = [], er.replay
    monkeypatch.setattr("europa_rules.game.replay", lambda *a, **k: played.append(again(*a, **k)))
    with pytest.raises(OtherVersion) as caught:
        er.Game.load(text, FOF)
    assert not played
    assert str(caught.value) == str(caught.value)
    assert len(played) == 1


class GivesNothing:
    name = "gives nothing"

    @er.hookimpl
    def europa_options(self, variant: str) -> list[er.Option]:
        return []


def test_a_plugin_that_gives_nothing_changes_no_fingerprint() -> None:
    text = er.Game.start(FOF, POSITION).save()
    besides = er.load("fof", plugins=["fof", GivesNothing()])
    assert besides.fingerprint == FOF.fingerprint
    assert er.Game.load(text, besides).save() == text


def test_other_orders_of_battle_change_the_fingerprint(tmp_path: Path) -> None:
    (tmp_path / "mine.ob").write_text("GERMAN:\n7-6 Inf XX: 4\n", encoding="utf-8")
    one = OrdersOfBattle([tmp_path]).digest
    (tmp_path / "mine.ob").write_text("GERMAN:\n7-6 Inf XX: 5\n", encoding="utf-8")
    assert OrdersOfBattle([tmp_path]).digest != one


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
