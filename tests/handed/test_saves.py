"""Situations with known answers about saves: rules that forbid what was played (B23), rolls that were changed (B31)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import europa_rules as er
from europa_rules.cli.commands import europa
from europa_rules.dice import SeededDice
from europa_rules.errors import OtherVersion, ReplayDiffers
from europa_rules.game_files import verify_file
from europa_rules.saved_games import resealed
from europa_rules.saves import canonical

# --- B23 -------------------------------------------------------------------------------------------------------------

BROKEN = 190
"""The action that the newer rules forbid; a march stands for the landing of the case."""

OTHERS = BROKEN // 2


@cache
def marched() -> er.Game:
    """A game in which unit 1 marches for the first time in action 190, and which goes on after it."""
    rules = er.load("sf")
    units = ", ".join(f"us 7-6 Inf XX {number}" for number in range(1, OTHERS + 2))
    game = er.Game.start(rules, f"16A:2029 {units} | Jul I 43, Allied movement", seed=1)
    marches = [(number, to) for number in range(2, OTHERS + 2) for to in ("16A:2028", "16A:2029")][: BROKEN - 1]
    for number, to in (*marches, (1, "16A:2028"), (1, "16A:2029")):
        game.submit(er.Move((f"us {number} Inf XX",), (er.hexref(to),)))
    return game


class Errata:
    """Newer rules, under which unit 1 does not march."""

    name = "errata"

    @er.hookimpl
    def europa_prohibitions(self, variant: str) -> Iterable[er.Prohibition]:
        return [er.Prohibition("stays", "move", "SF 6", "unit 1 does not march", lambda facts: facts.unit.name == "1")]


def of_version(game: er.Game, version: str) -> str:
    """The save as version `version` of the plugin would have written it."""
    fields: dict[str, Any] = json.loads(game.save())
    fields["plugins"]["sf"] = f"europa-rules {version}"
    return canonical(resealed(fields))


def test_B23_a_save_that_newer_rules_forbid_is_told_with_action_rule_and_versions() -> None:
    text = of_version(marched(), "0.0.9")
    newer = er.load("sf", plugins=["sf", Errata()])
    with pytest.raises(OtherVersion) as caught:
        er.Game.load(text, newer)
    said = str(caught.value)
    assert f"made with sf 'europa-rules 0.0.9'; the ruleset has '{newer.plugins_in_use['sf']}'" in said
    assert f"input {BROKEN} " in said and "unit 1 does not march (SF 6)" in said


def test_B23_nothing_is_cut_off_where_one_goes_on_all_the_same() -> None:
    game = marched()
    newer = er.load("sf", plugins=["sf", Errata()])
    again = er.Game.load(of_version(game, "0.0.9"), newer, anyway=True)
    assert again.state == game.state and again.inputs == game.inputs
    with pytest.raises(ReplayDiffers, match=f"input {BROKEN} "):
        er.replay(of_version(game, "0.0.9"), newer, anyway=True)


def test_B23_another_version_that_plays_the_same_says_so() -> None:
    text = of_version(marched(), "0.0.9")
    with pytest.raises(OtherVersion, match="the game is the same; it may be loaded with `anyway`"):
        er.Game.load(text, er.load("sf"))


def test_B23_a_folder_of_saves_is_checked_and_the_first_action_that_breaks_in_each_is_listed(tmp_path: Path) -> None:
    """One save is as it was, one was made with another version, in one an action is forbidden."""
    game = marched()
    game.save_to(tmp_path / "as-it-was.json")
    (tmp_path / "older.json").write_text(of_version(game, "0.0.9"), encoding="utf-8")
    fields: dict[str, Any] = json.loads(game.save())
    fields["inputs"][BROKEN - 1]["order"]["path"] = ["16A:2528"]
    (tmp_path / "broken.json").write_text(canonical(resealed(fields)), encoding="utf-8")
    done = CliRunner().invoke(europa, ["verify", str(tmp_path)])
    lines = done.output.splitlines()
    assert done.exit_code == 1 and lines[-1] == "3 games, 1 fault"
    assert f"as-it-was.json: as recorded (inputs {BROKEN + 1}" in lines[0]
    assert f"broken.json: input {BROKEN} " in lines[1] and "(SF 6)" in lines[1]
    assert "made with sf 'europa-rules 0.0.9'" in lines[2] and "the game is the same" in lines[2]


# --- B31 -------------------------------------------------------------------------------------------------------------

ROLLS, CHANGED = 40, 17


def battlefield(rules: er.Ruleset) -> tuple[er.Ruleset, list[tuple[er.Hex, er.Hex]]]:
    """Rules on a board with clear ground around 40 pairs of neighbours that are far from one another."""
    board = rules.board
    pairs = [(ref, board.neighbors_of(ref)[0]) for ref in map(er.hexref, _grid()) if ref in board]
    pairs = [(one, two) for one, two in pairs if two in board][:ROLLS]
    around = {hex_ for pair in pairs for ref in pair for hex_ in (ref, *board.neighbors_of(ref)) if hex_ in board}
    return rules.on_board(board.patched(hexes={ref: {"terrain": "clear"} for ref in sorted(around)})), pairs


def _grid() -> Iterable[str]:
    return (f"16A:{row:02}{column:02}" for row in range(14, 34, 4) for column in range(4, 34, 3))


@cache
def fought() -> tuple[er.Game, er.Ruleset]:
    """Forty attacks, each with one roll."""
    rules, pairs = battlefield(er.load("fof"))
    parts = [f"{a} ge 7-6 Inf XX {n} | {b} fr 2-6 Inf III {n}" for n, (a, b) in enumerate(pairs, 1)]
    game = er.Game.start(rules, " | ".join([*parts, "May II 40, Axis combat"]), seed=SEED)
    for number, (_, target) in enumerate(pairs, 1):
        game.submit(er.Attack((f"ge {number} Inf XX",), target))
        while not (isinstance(game.pending, er.Opening) and game.pending.name == "combat phase"):
            if isinstance(game.pending, er.Decision):
                game.decide(*game.pending.suggestions[0])
            else:
                game.done()
    return game, rules


SEED = "1"
"""A seed whose seventeenth roll is a 2."""


def test_B31_a_changed_roll_is_found_and_named(tmp_path: Path) -> None:
    game, rules = fought()
    text = game.save()
    rolls = [number for number, entry in enumerate(game.inputs) if "roll" in entry]
    assert len(rolls) == ROLLS and game.inputs[rolls[CHANGED - 1]]["roll"] == [2]
    loaded = er.Game.load(text, rules)
    assert isinstance(loaded.dice, SeededDice) and loaded.dice == game.dice
    assert er.replay(text, rules).save() == text
    fields: dict[str, Any] = json.loads(text)
    fields["inputs"][rolls[CHANGED - 1]]["roll"] = [5]
    for copy in (json.dumps(fields), canonical(resealed(fields))):
        with pytest.raises(ReplayDiffers, match=rf"roll {CHANGED} .*the log has \[5\].*the seeded dice give \[2\]"):
            er.replay(copy, rules)


def test_B31_each_roll_stands_in_the_log_with_action_dice_modifiers_and_result() -> None:
    game, _ = fought()
    rolled = [entry for entry in game.log if entry.kind == "combat rolled"]
    assert len(rolled) == ROLLS
    made = [entry["roll"][0] for entry in game.inputs if "roll" in entry]
    for entry, face in zip(rolled, made, strict=True):
        facts, ledgers = dict(entry.facts), dict(entry.ledgers)
        assert facts["roll"] == str(face) and facts["result"] in entry.text
        assert ledgers["die"].value == face + ledgers["modifier"].value
    numbers = [entry.number for entry in game.log]
    assert numbers == list(range(1, len(numbers) + 1))


def test_B31_the_command_verifies_both_and_shows_the_dice(tmp_path: Path) -> None:
    position = "16A:2029 ge 7-6 Inf XX 1 | 16A:2130 fr 2-6 Inf III 5 | May II 40, Axis combat"
    game = er.Game.start(er.load("fof"), position, seed=1)
    game.submit(er.Attack(("ge 1 Inf XX",), er.hexref("16A:2130")))
    game.done()
    game.save_to(tmp_path / "first.json")
    fields: dict[str, Any] = json.loads(game.save())
    roll = next(entry for entry in fields["inputs"] if "roll" in entry)
    roll["roll"] = [roll["roll"][0] % 6 + 1]
    (tmp_path / "second.json").write_text(canonical(resealed(fields)), encoding="utf-8")
    first, second = (verify_file(tmp_path / name) for name in ("first.json", "second.json"))
    assert "rolls 1 by seeded dice, each checked against the seed" in str(first) and not first.fault
    assert second.fault.startswith("roll 1 (attack on 16A:2130 at 7:1)") and "(FoF 9A)" in second.fault
