"""The kit for tests of variants: its asserts tell why, its fixtures drive games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import europa_rules as er
from europa_rules.game import Game
from europa_rules.testing import assert_allowed, assert_refused, assert_same_outcome, assert_strength


@pytest.fixture(scope="session")
def variant() -> str:
    return "fof"


MEUSE = "16A:2029 ge 7-6 Inf XX 1 | 16A:2130 fr 2-6 Inf III 5 | May II 40, Axis combat"
ATTACK = er.Attack(("ge 1 Inf XX",), er.hexref("16A:2130"))


def test_a_refusal_that_is_not_there_and_one_by_another_rule_are_told(table: Callable[..., Game]) -> None:
    game = table(MEUSE)
    move = game.rule_on(er.Move(("ge 1 Inf XX",), (er.hexref("16A:2028"),)))
    assert_refused(move, by="4C")
    assert_allowed(game.rule_on(ATTACK))
    with pytest.raises(AssertionError, match="expected a refusal by 9B; it is refused"):
        assert_refused(move, by="9B")
    with pytest.raises(AssertionError, match="expected leave; it is refused"):
        assert_allowed(move)


def test_a_strength_is_compared_exactly_and_shown_with_its_ledger(odds: Callable[..., Any]) -> None:
    attack = odds("7-6 Inf XX vs 6-6 Inf XX in clear across river").odds.attack
    assert_strength(attack, attack.value)
    with pytest.raises(AssertionError, match=r"expected 100, got .*\n(.*\n)*.*printed"):
        assert_strength(attack, 100)


def test_prepared_dice_show_what_is_prepared(table: Callable[..., Game], dice: Callable[..., Any]) -> None:
    games = [table(MEUSE, dice=dice(face)) for face in (1, 1, 6)]
    for game in games:
        game.submit(ATTACK, er.AXIS)
        while game.state.moment.phase == "combat" and isinstance(game.pending, er.Opening | er.Decision):
            if isinstance(game.pending, er.Decision):
                game.decide(*game.pending.suggestions[0])
            else:
                game.done()
    assert_same_outcome(games[0], games[1])
    with pytest.raises(AssertionError, match="event"):
        assert_same_outcome(games[0], games[2])


def test_questions_are_answered_as_plain_data(answers: Callable[[dict[str, object]], dict[str, object]]) -> None:
    found = answers({"ask": "reckon", "what": "odds", "attack": 34, "defense": 9})
    assert found["column"] == "3:1"
