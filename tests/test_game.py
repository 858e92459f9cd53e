"""The referee: orders, decisions, log, undo, save, load and replay, on the real sheets."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

import europa_rules as er
from europa_rules.errors import IllegalAnswer, IllegalOrder, ReplayDiffers, StateError, UndoRefused
from europa_rules.game import PASS, Game, replay

# Clear ground south-east of Vouziers (16A:1828, 1829, 1929, 1930): three hexes of either side, one attack each way.
POSITION = """
16A:2029 ge 14-10(6-8) Pz XX 1, ge 7-6(3-6) Inf XX 2
16A:2030 ge 7-6(3-6) Inf XX 3
16A:2130 fr 5-6(2-6) Inf XX 4, fr 2-6 Inf III 5
May II 40, Axis combat
"""
ATTACK = er.Attack(("ge 1 Pz XX", "ge 2 Inf XX", "ge 3 Inf XX"), er.hexref("16A:2130"))


@pytest.fixture(scope="module")
def fof() -> er.Ruleset:
    return er.load("fof")


def begin(rules: er.Ruleset, **how: object) -> Game:
    return Game.start(rules, POSITION, **{"seed": 7, **how})  # type: ignore[arg-type]  # keywords of the tests


def finish_attack(game: Game) -> None:
    """First suggestions to all decisions, no orders at inner openings."""
    while not (isinstance(game.pending, er.Opening) and game.pending.name.endswith("phase")):
        if isinstance(game.pending, er.Decision):
            game.decide(*game.pending.suggestions[0])
        else:
            game.done()


def test_fof_4A_phases_follow_one_another_and_player_turns_alternate(fof: er.Ruleset) -> None:
    game = Game.start(fof, "16A:2029 ge 7-6 Inf XX 1 | 16A:2330 fr 5-6 Inf XX 2 | May II 40, Axis movement", seed=1)
    seen = []
    for _ in range(7):
        assert isinstance(game.pending, er.Opening)
        seen.append((str(game.state.moment.turn), game.state.phasing, game.pending.name))
        game.done()
    assert seen == [
        ("May II 40", "Axis", "movement phase"),
        ("May II 40", "Axis", "combat phase"),
        ("May II 40", "Axis", "exploitation phase"),
        ("May II 40", "Allied", "movement phase"),
        ("May II 40", "Allied", "combat phase"),
        ("May II 40", "Allied", "exploitation phase"),
        ("Jun I 40", "Axis", "movement phase"),
    ]


def test_fof_4C_orders_outside_their_phase_are_refused(fof: er.Ruleset) -> None:
    game = begin(fof)
    before = game.state_hash
    with pytest.raises(IllegalOrder, match=r"FoF 4C.*movement phase or exploitation phase"):
        game.submit(er.Move(("ge 1 Pz XX",), (er.hexref("16A:2028"),)))
    assert game.state_hash == before and not [i for i in game.inputs if "order" in i]


def test_fof_9A_an_attack_runs_from_declaration_to_advance(fof: er.Ruleset) -> None:
    game = begin(fof, dice="manual")
    game.submit(ATTACK)
    while not isinstance(game.pending, er.Roll):
        assert isinstance(game.pending, er.Opening)
        game.done()
    game.roll(6)
    finish_attack(game)
    rolled = next(entry for entry in game.log if entry.kind == "combat rolled")
    assert "28 : 7 = 4:1" in rolled.text and "(FoF 9A)" in rolled.text
    assert "28 attack" in game.explain(rolled.number)


def test_a_save_in_the_middle_of_a_combat_goes_on_where_it_was(fof: er.Ruleset) -> None:
    game = begin(fof)
    game.submit(ATTACK)
    stops = 0
    while not (isinstance(game.pending, er.Opening) and game.pending.name.endswith("phase")):
        saved = game.save()
        again = Game.load(saved, fof)
        assert again.save() == saved
        assert type(again.pending) is type(game.pending) and again.state == game.state
        stops += 1
        for g in (game, again):
            if isinstance(g.pending, er.Decision):
                g.decide(*g.pending.suggestions[0])
            else:
                g.done()
        assert again.save() == game.save()
    assert stops >= 2


def test_replay_gives_the_same_bytes_in_another_process(fof: er.Ruleset) -> None:
    game = begin(fof)
    game.submit(ATTACK)
    finish_attack(game)
    game.done()
    saved = game.save()
    code = (
        "import sys, europa_rules as er\n"
        "text = sys.stdin.read()\n"
        "sys.stdout.write(er.replay(text, er.load('fof')).save())\n"
    )
    env = {**os.environ, "PYTHONHASHSEED": "99"}
    done = subprocess.run(
        [sys.executable, "-c", code], input=saved, capture_output=True, text=True, env=env, check=True
    )
    assert done.stdout == saved


def test_B27_undo_is_refused_once_a_die_was_seen(fof: er.Ruleset) -> None:
    game = begin(fof)
    game.submit(ATTACK)
    finish_attack(game)
    with pytest.raises(UndoRefused, match="a die was seen"):
        game.undo(to=1)


def test_B27_with_policy_replay_the_same_declaration_rolls_the_same(fof: er.Ruleset) -> None:
    game = begin(fof, undo="replay")
    fresh = game.save()
    game.submit(ATTACK)
    finish_attack(game)
    first = game.save()
    game.undo(to=1)
    assert game.save() == fresh
    game.submit(ATTACK)
    finish_attack(game)
    assert game.save() == first


def test_B29_seeded_games_agree_and_unseeded_differ(fof: er.Ruleset) -> None:
    def rolls(seed: int | None) -> list[object]:
        game = Game.start(fof, POSITION, seed=seed)
        source = game.dice
        assert source is not None
        from europa_rules.dice import Address

        return [source.roll(Address("0" * 64, i), 1) for i in range(20)]

    assert rolls(7) == rolls(7)
    assert rolls(None) != rolls(None)


def test_undo_of_a_move_restores_the_bytes(fof: er.Ruleset) -> None:
    game = Game.start(fof, "16A:2029 ge 7-6 Inf XX 1 | 16A:2330 fr 5-6 Inf XX 2 | May II 40, Axis movement", seed=1)
    fresh = game.save()
    game.submit(er.Move(("ge 1 Inf XX",), (er.hexref("16A:2030"),)))
    game.submit(er.Move(("ge 1 Inf XX",), (er.hexref("16A:2031"),)))
    two = game.save()
    game.undo()
    game.undo()
    assert game.save() == fresh
    game.submit(er.Move(("ge 1 Inf XX",), (er.hexref("16A:2030"),)))
    game.submit(er.Move(("ge 1 Inf XX",), (er.hexref("16A:2031"),)))
    assert game.save() == two
    with pytest.raises(UndoRefused, match="no order, answer or pass"):
        game.undo(to=9)


def test_B43_one_call_or_many_give_the_same_game(fof: er.Ruleset) -> None:
    one, many = begin(fof), begin(fof)
    one.submit(ATTACK)
    finish_attack(one)
    script = [entry.get("answer") for entry in one.inputs]
    many.play([ATTACK])
    for answer in script[1:]:
        if answer is not None:
            many.play([tuple(answer)])
        elif isinstance(many.pending, er.Opening) and not many.pending.name.endswith("phase"):
            many.play([PASS])
    assert many.save() == one.save()


def test_B41_looking_changes_nothing(fof: er.Ruleset) -> None:
    game = Game.start(fof, POSITION.replace("combat", "movement"), seed=1)
    before = game.state_hash
    orders = game.legal_moves("ge 1 Pz XX")
    assert len(orders) >= 10
    for order in orders[:3]:
        assert isinstance(order, er.Move)
    game.submit(orders[0])
    assert game.state_hash != before
    copy = game.state
    for _ in range(50):
        er.odds("14-10 Pz XX vs 5-6 Inf XX", fof)
        copy = copy.moved("ge 3 Inf XX", er.hexref("16A:2031"))
    assert game.state is not copy and game.state.piece("ge 3 Inf XX").place == "16A:2030"


def test_an_illegal_answer_changes_nothing(fof: er.Ruleset) -> None:
    game = begin(fof)
    game.submit(ATTACK)
    with pytest.raises(IllegalAnswer, match="no decision is pending"):
        game.decide("ge 1 Pz XX")
    with pytest.raises(IllegalOrder, match="may act"):
        game.submit(ATTACK)
    with pytest.raises(IllegalAnswer, match="no roll is due"):
        game.roll(6)


def test_a_tampered_roll_is_named(fof: er.Ruleset) -> None:
    game = begin(fof)
    game.submit(ATTACK)
    finish_attack(game)
    data = json.loads(game.save())
    rolls = [entry for entry in data["inputs"] if "roll" in entry]
    rolls[0]["roll"] = [rolls[0]["roll"][0] % 6 + 1]
    with pytest.raises(ReplayDiffers, match="roll 1 "):
        replay(json.dumps(data), fof)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"schema": 99}, "schema: 99"),
        ({"variant": "sf"}, "variant: the save is of 'sf'"),
        ({"options": ["43A"]}, "options"),
        ({"undo": "never"}, "undo: 'never'"),
        ({"dice": {"source": "astral"}}, "dice.source: 'astral'"),
        ({"dice": 6}, "dice: expected an object"),
        ({"inputs": {}}, "inputs: expected a list"),
        ({"checkpoint": {"inputs": 99, "entries": 0, "state": {}, "hash": ""}}, "checkpoint.inputs: 99"),
        ({"start": {}}, "start.moment: missing"),
        ({"surprise": 1}, "save.surprise: unknown field"),
    ],
)
def test_a_save_that_does_not_fit_is_refused_with_its_path(
    fof: er.Ruleset, change: dict[str, object], words: str
) -> None:
    data = {**json.loads(begin(fof).save()), **change}
    with pytest.raises(StateError, match=words):
        Game.load(json.dumps(data), fof)


def test_a_save_that_is_no_json_says_where(fof: er.Ruleset) -> None:
    with pytest.raises(StateError, match="no save: line 1"):
        Game.load("{", fof)
