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


ODDS = {"fof": {"ask": "reckon", "what": "odds"}, "sf": {"query": "combat_odds"}}


@pytest.mark.parametrize("book", BOOKS)
def test_9G_strengths_told_in_a_question_have_no_odds_against_units_without_defense(book: str) -> None:
    """Zero-strength defenders are eliminated by rule 9G before any odds are asked for."""
    rules = er.load(book)
    answer = er.ask({**ODDS[book], "attack": 5, "defense": 0}, rules)
    assert (answer.values["column"], answer.values["attack"], answer.values["defense"]) == (
        {"fof": None, "sf": "DE"}[book],
        5,
        0,
    )
    assert rules.cite("9G") in answer.citations
    assert er.ask({**ODDS[book], "attack": 5, "defense": 1}, rules).values["column"] == "5:1"


def test_fof_9G_support_from_the_air_does_not_save_units_without_defense() -> None:
    asked = {**ODDS["fof"], "attack": 5, "defense": 0, "defensive_support": 4}
    answer = er.ask(asked, er.load("fof"))
    assert (answer.values["automatic"], answer.values["defense"]) == ("DE", 4)


@pytest.mark.parametrize("book", BOOKS)
def test_9B_the_attack_of_no_strength_comes_first(book: str) -> None:
    answer = er.ask({**ODDS[book], "attack": 0, "defense": 0}, er.load(book))
    assert "AE" in (answer.values["column"], answer.values.get("automatic"))
    assert er.odds(f"strength 0 vs strength 0 {CLEAR}", er.load(book)).to_json()["automatic"] == "AE"


@pytest.mark.parametrize(
    ("book", "turn", "lasts"),
    [("fof", "Jul I 44", "from May I 40 to"), ("sf", "Jul I 39", "from Jul I 43 to"), ("fof", "Apr II 40", "May I 40")],
)
def test_4A_a_turn_that_the_game_does_not_have_is_refused(book: str, turn: str, lasts: str) -> None:
    with pytest.raises(er.NotationError, match=f"'{turn}' is no turn of this game, which lasts .*{lasts}"):
        er.odds(f"7-6 Inf XX vs 5-6 Inf XX {CLEAR}", er.load(book), turn=turn)
