"""Saves as files: written whole, read quickly or with care to the same game, and migrated from older schemas."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

import europa_rules as er
from europa_rules import whole_files
from europa_rules.errors import OtherVersion, StateError
from europa_rules.saved_games import is_intact, migrated, read_save, resealed
from europa_rules.saves import StateWriter, canonical, state_from_json, state_from_text, state_to_json
from europa_rules.whole_files import write_whole

FOF = er.load("fof")
POSITION = """
16A:2029 ge 14-10(6-8) Pz XX 1, ge 7-6(3-6) Inf XX 2
16A:2030 ge 7-6(3-6) Inf XX 3
16A:2130 fr 5-6(2-6) Inf XX 4, fr 2-6 Inf III 5
May II 40, Axis movement
"""
OLDEST = Path(__file__).parent / "data" / "saves" / "schema_1.json"
"""A game of schema 1, saved in a combat phase after an attack."""


def played() -> er.Game:
    """A game with a move, an attack and a roll, saved in the middle of the combat."""
    game = er.Game.start(FOF, POSITION, seed=7)
    game.submit(er.Move(("ge 3 Inf XX",), (er.hexref("16A:2031"),)))
    game.done()
    game.submit(er.Attack(("ge 1 Pz XX", "ge 2 Inf XX"), er.hexref("16A:2130")))
    game.done()
    return game


# --- files ---


def test_a_save_is_written_and_read(tmp_path: Path) -> None:
    game = played()
    game.save_to(tmp_path / "game.json")
    assert er.Game.load_from(tmp_path / "game.json").save() == game.save()
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]


def test_a_save_that_cannot_be_finished_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.json"
    played().save_to(file)
    before = file.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_whole(file, "half")
    assert file.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.json"]


def test_a_file_keeps_its_permissions(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    write_whole(file, "one")
    plain = file.stat().st_mode & 0o777
    assert plain == 0o666 & ~whole_files._mask()
    file.chmod(0o640)
    write_whole(file, "two")
    assert (file.stat().st_mode & 0o777, file.read_text()) == (0o640, "two")


def test_a_link_to_a_save_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    link = tmp_path / "game.json"
    link.symlink_to(tmp_path / "deep" / "game.json")
    write_whole(link, "saved")
    assert link.is_symlink()
    assert (tmp_path / "deep" / "game.json").read_text() == "saved"


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "game.json").write_bytes(b"\xff\xfe")
    with pytest.raises(StateError, match="byte 1 is no UTF-8"):
        er.Game.load_from(tmp_path / "game.json")


# --- reading, quickly and with care ---


def test_a_save_in_another_form_is_the_same_game() -> None:
    text = played().save()
    spread = json.dumps(json.loads(text), indent=2)
    assert is_intact(text) and not is_intact(spread)
    assert er.Game.load(spread, FOF).save() == text


def test_an_intact_state_is_read_as_with_care() -> None:
    for scenario in er.scenarios():
        rules = er.load(scenario.variant, options=scenario.options)
        state = er.position_of(scenario, rules)
        text = canonical(state_to_json(state))
        assert state_from_text(text, rules) == state_from_json(json.loads(text), rules) == state.in_order()


def test_states_and_pieces_are_found_in_a_save_whatever_pieces_are_called() -> None:
    """What stands around them may stand in names too; the state at the beginning is not read before it is asked for."""
    seals = f'"schema":2,"seals":{{"start":"{"0" * 64}"}},"start":null,"undo":"strict"'
    state = er.parse_position(POSITION, FOF)
    marks = (',"undo":"', '},"dice":{', ',"pieces":[', '},{"id":"', '],"record":[')
    for name in (seals, f",{seals}}}", *marks):
        state = state.with_piece(evolve(state.piece("ge 2 Inf XX"), id=name))
    game = er.Game.start(FOF, state, seed=7)
    game.submit(er.Move(("ge 3 Inf XX",), (er.hexref("16A:2031"),)))
    text = game.save()
    assert read_save(text).intact and read_save(text).fields["start"] is None
    again = er.Game.load(text, FOF)
    assert again.starting_state == game.starting_state
    assert again.save() == text


def test_what_is_intact_and_no_state_is_told_with_its_path() -> None:
    """Somebody may make a seal for what he has made up."""
    fields: dict[str, Any] = json.loads(played().save())
    fields["checkpoint"]["state"]["pieces"][0]["place"] = "16A:9999"
    text = canonical(resealed(fields))
    assert is_intact(text)
    with pytest.raises(StateError, match=r"checkpoint\.state\.pieces\[0\]\.place: '16A:9999' is no hex or box"):
        er.Game.load(text, FOF)


def test_a_state_is_written_as_its_plain_data_whatever_was_written_before() -> None:
    game = played()
    writer = StateWriter()
    for state in (game.starting_state, game.state, er.parse_position("weather C mud", FOF), game.starting_state):
        assert writer.text(state) == canonical(state_to_json(state))


def test_undoing_to_before_the_save_gives_the_game_as_it_began() -> None:
    game = er.Game.start(FOF, POSITION, seed=7, undo="replay")
    fresh = game.save()
    game.submit(er.Move(("ge 3 Inf XX",), (er.hexref("16A:2031"),)))
    again = er.Game.load(game.save(), FOF)
    again.undo()
    assert again.save() == fresh
    assert again.starting_state == game.starting_state


def test_a_save_names_its_rules() -> None:
    rules = er.load("sf", options=["43A"])
    game = er.Game.start(rules, "26:2015 it 2-6 Inf III 1 | Jul II 43, Axis movement", seed=1)
    assert er.Game.load(game.save()).rules.options == rules.options


def test_a_point_that_was_opened_since_is_another_version() -> None:
    fields: dict[str, Any] = json.loads(played().save())
    point = next(iter(fields["rulings"]))
    del fields["rulings"][point]
    text = canonical(resealed(fields))
    with pytest.raises(OtherVersion, match=rf"rulings\.{point}: an open point that the save does not know"):
        er.Game.load(text, FOF)
    assert er.Game.load(text, FOF, anyway=True).state == played().state


# --- older schemas ---


def test_a_save_of_the_first_schema_is_migrated_and_goes_on() -> None:
    text = OLDEST.read_text(encoding="utf-8")
    game = er.Game.load(text, anyway=True)
    assert isinstance(game.pending, er.Opening) and game.pending.name == "combat phase"
    assert any("roll" in entry for entry in game.inputs)
    game.done()
    assert read_save(game.save()).fields["schema"] == 2
    assert er.Game.load(game.save()).save() == game.save()


def test_what_is_migrated_is_as_it_would_be_written_now() -> None:
    fields = migrated(json.loads(OLDEST.read_text(encoding="utf-8")))
    assert is_intact(canonical(fields))
    assert migrated(fields) is fields


@pytest.mark.parametrize(
    ("place", "value", "words"),
    [
        (("start", "moment", "player"), "Allied", "start, or inputs up to the checkpoint: changed"),
        (("inputs", 0, "player"), "Allied", "start, or inputs up to the checkpoint: changed"),
        (("log", 0, "text"), "nothing", "log: changed"),
        (("checkpoint", "state", "owners"), {}, "checkpoint.state: changed"),
        (("checkpoint", "inputs"), True, "checkpoint.inputs: True"),
        (("checkpoint", "seals"), [], "checkpoint.seals: expected an object"),
    ],
)
def test_a_save_of_the_first_schema_that_was_edited_is_refused(
    place: tuple[str | int, ...], value: object, words: str
) -> None:
    data = json.loads(OLDEST.read_text(encoding="utf-8"))
    inner = data
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    with pytest.raises(StateError) as caught:
        er.Game.load(json.dumps(data), anyway=True)
    assert str(caught.value).startswith(words)
