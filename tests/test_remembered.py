"""What is reckoned from a ruleset is kept on it, and goes with it."""

import gc
import weakref
from pathlib import Path

import pytest

import europa_rules as er
from europa_rules.playthroughs import game_of
from europa_rules.remembered import Memory, remembered
from europa_rules.ruleset import Ruleset

APPROVED = Path(__file__).with_name("approved")
PLAYED = ("move", "attack", "fly", "rail-move", "overrun", "build")
OPTIONS = {"fof": "12D3", "sf": "43C1"}


def all_sorts_of_play(rules: Ruleset) -> None:
    """Supply, moves, combats, operations in the air, saving and loading, players and pictures."""
    for kind in PLAYED:
        text = (APPROVED / rules.variant.id / f"game-{kind}.txt").read_text(encoding="utf-8")
        game = game_of(text, rules)
        game.supply()
        er.Game.load(game.save(), rules).legal_orders(kind="move")
    er.draw(game)
    er.write_position(game.state, rules)


@pytest.mark.parametrize("variant", OPTIONS)
def test_a_ruleset_that_was_played_with_is_freed_with_its_last_reference(variant: str, tmp_path: Path) -> None:
    hexes = "hex,terrain,kind,source,confidence\n16A:0102,clear,printed,,high\n"  # a board that no other test has
    (tmp_path / "hexes.csv").write_text(hexes, encoding="utf-8")
    rules = er.load(variant, options={OPTIONS[variant]}, maps=[tmp_path])
    all_sorts_of_play(rules)
    gone = weakref.ref(rules), weakref.ref(rules.board)
    del rules
    gc.collect()
    assert [ref() for ref in gone] == [None, None]


class Shelf:
    """Something that keeps what was made of it."""

    def __init__(self) -> None:
        self.memory: Memory = {}


def test_an_answer_is_reckoned_once_for_each_thing_and_each_question() -> None:
    asked = []

    @remembered()
    def tell(word: str, shelf: Shelf) -> str:
        asked.append(word)
        return word.upper()

    one, other = Shelf(), Shelf()
    assert [tell("a", one), tell("a", one), tell("b", one), tell("a", other)] == ["A", "A", "B", "A"]
    assert asked == ["a", "b", "a"]


def test_no_more_answers_are_kept_than_may_be_those_asked_for_last() -> None:
    asked = []

    @remembered(2)
    def tell(word: str, shelf: Shelf) -> None:
        asked.append(word)

    shelf = Shelf()
    for word in "abacab":
        tell(word, shelf)
    assert asked == ["a", "b", "c", "b"]


def test_other_boards_and_rulesets_remember_for_themselves() -> None:
    rules = er.load("fof")
    er.Game.start(rules, "16A:1506 ge 7-6 Inf XX 1 | May I 40, Axis movement").supply()
    assert rules.memory and rules.board.memory
    assert not rules.on_board(rules.board).memory
