"""Units without strength (rule 9G), and the odds where one side or both have none."""

from __future__ import annotations

import pytest

import europa_rules as er
from europa_rules.ground.combat import reckon_odds
from europa_rules.ledger import Reckoning

BOOKS = ("fof", "sf")
CLEAR = "in clear"


def column(attack: int, defense: int, book: str) -> str:
    sides = Reckoning.of(attack, "attack"), Reckoning.of(defense, "defense")
    return reckon_odds(*sides, er.load(book)).column_or_result


@pytest.mark.parametrize("book", BOOKS)
def test_9B_no_strength_attacks_at_less_than_the_first_column(book: str) -> None:
    """An attack of no strength is eliminated, whatever it attacks; against no defense the last column counts."""
    assert [column(0, 5, book), column(0, 0, book), column(1, 0, book)] == ["AE", "AE", "9:1"]


@pytest.mark.parametrize("book", BOOKS)
def test_9G_an_attack_without_strength_is_refused_though_only_strengths_are_told(book: str) -> None:
    report = er.odds(f"strength 0 vs strength 0 {CLEAR}", er.load(book))
    assert [c.number for c in report.ruling.citations] == ["9G"]
    assert er.odds(f"0-6 Inf XX, strength 1 vs strength 5 {CLEAR}", er.load(book)).ruling.allowed


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("defender", ["strength 0", "0-6 Inf XX", "0-6 Inf XX, strength 0"])
def test_9G_a_defender_without_strength_is_eliminated_by_the_rule_of_the_book(book: str, defender: str) -> None:
    rules = er.load(book)
    report = er.odds(f"7-6 Inf XX vs {defender} {CLEAR}", rules)
    assert report.is_outright
    assert f"eliminated without odds or roll ({rules.cite('9G')})" in str(report)
    assert not er.odds(f"7-6 Inf XX vs {defender}, 1-6 Inf XX {CLEAR}", rules).is_outright


@pytest.mark.parametrize(
    ("book", "turn", "lasts"),
    [("fof", "Jul I 44", "from May I 40 to"), ("sf", "Jul I 39", "from Jul I 43 to"), ("fof", "Apr II 40", "May I 40")],
)
def test_4A_a_turn_that_the_game_does_not_have_is_refused(book: str, turn: str, lasts: str) -> None:
    with pytest.raises(er.NotationError, match=f"'{turn}' is no turn of this game, which lasts .*{lasts}"):
        er.odds(f"7-6 Inf XX vs 5-6 Inf XX {CLEAR}", er.load(book), turn=turn)
