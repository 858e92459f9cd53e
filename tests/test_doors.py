"""Doors of a game through which nothing wrong comes in: players that there are not, seeds, passes, files."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import europa_rules as er
from europa_rules.game import Game

COMBAT = "16A:2029 ge 7-6 Inf XX 1 | 16A:2130 fr 2-6 Inf III 5 | May II 40, Axis combat"


@pytest.fixture
def game() -> Game:
    return Game.start(er.load("fof"), COMBAT, seed="door", undo="replay")


@pytest.mark.parametrize("name", ["axis", "Foo", "", 5])
def test_players_that_there_are_not_are_refused(game: Game, name: str) -> None:
    wrong = er.Side(name)
    for ask in (game.view, game.supply, lambda side: list(game.legal_orders(player=side))):
        with pytest.raises(er.UnknownName, match="no player"):
            ask(wrong)
    with pytest.raises(er.UnknownName, match="no player"):
        list(game.groups("attack", wrong))


@pytest.mark.parametrize("seed", ["\ud800", 10**5000, 1.5, object()], ids=["half", "long", "float", "object"])
def test_seeds_that_no_save_can_hold_are_refused(seed: object) -> None:
    with pytest.raises(er.EuropaError, match="seed"):
        Game.start(er.load("fof"), COMBAT, seed=seed)  # type: ignore[arg-type]  # wrong on purpose


def test_nobody_passes_twice_at_one_opening(game: Game) -> None:
    game.submit(er.Attack(("ge 1 Inf XX",), er.hexref("16A:2130")), er.AXIS)
    game.done(er.AXIS)
    assert game.passed == (er.AXIS,)
    with pytest.raises(er.IllegalOrder, match="Axis is done already"):
        game.done(er.AXIS)
    assert game.passed == (er.AXIS,)


def test_who_watches_hears_each_event_once_though_a_pass_is_taken_back(game: Game) -> None:
    heard: list[str] = []
    game.watch(lambda event: heard.append(event.text))
    game.submit(er.Attack(("ge 1 Inf XX",), er.hexref("16A:2130")), er.AXIS)
    game.done(er.AXIS)
    before = list(heard)
    game.undo()
    assert heard == before


def test_a_save_names_the_charts_as_they_were_loaded(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    chart = folder / "zoc_costs.toml"
    text = 'lays_over = "zoc_costs"\nprovenance = { kind = "printed", source = "ours", confidence = "high" }\n'
    chart.write_text(text)
    rules = er.load("fof", charts=folder)
    chart.write_text(f"{text}# another file now\n")
    assert rules.charts_in_use != er.load("fof", charts=folder).charts_in_use


def test_a_rule_belongs_to_an_option_of_its_own_book() -> None:
    rules = er.load("fof")
    assert rules.option_of(er.Citation("FoF", "7C2")) == "7C"
    assert rules.option_of(er.Citation("Marita", "7C2")) == ""


def test_a_game_is_saved_in_files_alone(game: Game, tmp_path: Path) -> None:
    with pytest.raises(FileExistsError, match="no file"):
        game.save_to(tmp_path)
    with pytest.raises(FileNotFoundError, match="no such folder"):
        game.save_to(tmp_path / "nowhere" / "game.json")
    assert list(tmp_path.iterdir()) == []


def test_rules_by_name_are_no_rules_to_load_with(game: Game) -> None:
    with pytest.raises(er.EuropaError, match="a ruleset"):
        Game.load(game.save(), "fof")  # type: ignore[arg-type]  # wrong on purpose


def _texts(facts: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    entries = facts.items() if isinstance(facts, dict) else enumerate(facts) if isinstance(facts, list) else ()
    for key, value in entries:
        if isinstance(value, str):
            yield (*path, key)
        yield from _texts(value, (*path, key))


def _misspelt(question: Mapping[str, Any], path: tuple[str | int, ...]) -> Any:
    changed: Any = copy.deepcopy(dict(question))
    within = changed
    for key in path[:-1]:
        within = within[key]
    within[path[-1]] += "zq"
    return changed


@pytest.mark.parametrize("game", ["fof", "sf"])
def test_a_misspelt_word_of_a_question_is_answered_or_refused_by_an_error_of_ours(game: str) -> None:
    rules = er.load(game)
    refused = 0
    for question in rules.example_questions.values():
        for path in _texts(question):
            try:
                er.ask(_misspelt(question, path), rules)
            except er.EuropaError:
                refused += 1
    assert refused > 300


def test_a_word_that_is_one_of_few_is_told_with_those() -> None:
    asked = {"query": "controlling_player", "force": "Italian", "italy": "zz"}
    with pytest.raises(er.BadQuestion, match=r"italy: 'zz' is not known\. It is one of"):
        er.ask(asked, er.load("sf"))


GAME = "16A:2029 ge 7-6 Inf XX 1 | 16A:2130 fr 2-6 Inf III 5 | May II 40, Axis combat"
NO_ATTACK: Any = er.Attack(None, None)  # type: ignore[arg-type]  # wrong on purpose

WRONG: dict[str, Callable[[er.Game, Any], object]] = {
    "a plan": lambda game, wrong: game.rule_on_plan(wrong),
    "an attack of a plan": lambda game, wrong: game.rule_on_plan([wrong]),
    "the fields of an attack of a plan": lambda game, _: game.rule_on_plan([NO_ATTACK]),
    "the fields of an attack": lambda game, _: game.odds(NO_ATTACK),
    "an attack": lambda game, wrong: game.odds(wrong),
    "a pool": lambda game, wrong: game.allowance(wrong),
    "a nation": lambda game, wrong: game.controller(wrong),
    "a hex": lambda game, wrong: game.describe_hex(wrong),
    "a unit": lambda game, wrong: game.describe_unit(wrong),
    "a place": lambda game, wrong: game.describe_place(wrong),
    "a region": lambda game, wrong: game.describe_region(wrong),
    "theaters": lambda game, wrong: game.rule_on_keeping_forces(wrong, wrong),
    "a script": lambda game, wrong: game.play(wrong),
    "a file to save to": lambda game, wrong: game.save_to(wrong),
    "a file to load": lambda game, wrong: er.Game.load_from(wrong),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_no_such_thing_is_refused_by_an_error_of_ours(what: str) -> None:
    game = er.Game.start(er.load("fof"), GAME)
    for wrong in (None, 3):
        with pytest.raises(er.EuropaError):
            WRONG[what](game, wrong)


def test_a_rule_that_no_book_has_is_not_cited() -> None:
    fof = er.load("fof")
    assert str(fof.cite("9F1")) == "FoF 9F1"
    with pytest.raises(er.UnknownName, match=r"no rule 'FoF 9F11'\. Did you mean 'FoF 9F1'"):
        fof.cite("9F11")
