"""Attacks of published game reports, told to the calculator: the odds, modifiers and results reported there (rule 9).

What a report leaves out, and house rules of its table, stand beside each situation in `data/game_reports.toml`.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

import europa_rules as er
from europa_rules.calculators import OddsReport, report_on
from europa_rules.numbers import to_json
from europa_rules.provenance import CONFIDENCES, KINDS

DATA = tomllib.loads((Path(__file__).parent / "data" / "game_reports.toml").read_text(encoding="utf-8"))
SITUATIONS: list[dict[str, Any]] = DATA["situation"]
FACTS = {"column", "modifier", "attack", "roll", "result", "fails_on"}
HARMLESS = {"AE", "AH", "AR", "AS"}
"""Results that leave the defenders in their hex unharmed."""

TESTED = [row for row in SITUATIONS if row["checks"]]
ILLUSTRATIONS = [row for row in SITUATIONS if not row["checks"]]
"""Reports that tell too little to test anything: all that they report was supplied to them."""

every_situation = pytest.mark.parametrize("row", SITUATIONS, ids=[row["id"] for row in SITUATIONS])


@cache
def rules_of(game: str) -> er.Ruleset:
    return er.load(game)


@cache
def report_of(text: str, game: str) -> OddsReport:
    return er.odds(text, rules_of(game))


def answered(row: dict[str, Any]) -> dict[str, object]:
    """What the calculator says on each thing that the report tells."""
    found = report_of(row["text"], row["game"])
    reported = row["reported"]
    at_roll = found.results.get(reported.get("roll", 0))
    possible = reported.get("result") in found.results.values()
    answers: dict[str, object] = {
        "column": found.odds.column,
        "modifier": to_json(found.modifiers.total.value),
        "attack": to_json(found.odds.attack.value),
        "roll": reported.get("roll"),
        "result": at_roll or (reported.get("result") if possible else sorted(found.chances)),
        "fails_on": [face for face, result in found.results.items() if result in HARMLESS],
    }
    return {fact: answers[fact] for fact in reported}


@pytest.mark.parametrize("row", TESTED, ids=[row["id"] for row in TESTED])
def test_9A_the_calculator_answers_what_the_game_report_tells(row: dict[str, Any]) -> None:
    assert answered(row) == {**row["reported"], **row.get("differs", {})}


@pytest.mark.parametrize("row", ILLUSTRATIONS, ids=[row["id"] for row in ILLUSTRATIONS])
def test_9A_a_report_that_tells_too_little_is_read_and_says_what_is_missing(row: dict[str, Any]) -> None:
    assert row["missing"]
    assert report_of(row["text"], row["game"]).ruling.allowed


@every_situation
def test_what_the_report_leaves_out_is_told_beside_it(row: dict[str, Any]) -> None:
    assert {"id", "source", "turn", "game", "text", "reported", "checks"} <= set(row)
    assert set(row) <= {"id", "source", "turn", "game", "text", "reported", "checks", "least", "missing"} | {
        "house_rule",
        "differs",
    }
    assert set(row["reported"]) <= FACTS
    assert set(row["checks"]) <= set(row["reported"])
    assert row["source"] in DATA["sources"]
    assert re.fullmatch(r"([A-Z][a-z]{2} (I{1,2} )?4\d)?", row["turn"])
    supplied = set(row["reported"]) - set(row["checks"]) - {"roll"}
    assert not (supplied or "differs" in row) or row.get("missing") or row.get("house_rule")


@pytest.mark.parametrize("row", [row for row in SITUATIONS if row.get("least")], ids=lambda row: row["id"])
def test_9A_a_strength_that_was_supplied_is_the_least_for_the_reported_odds(row: dict[str, Any]) -> None:
    found = report_of(row["text"], row["game"])
    ((name, strength),) = found.facts.attack_told
    weaker = evolve(found.facts, attack_told=((name, strength - 1),))
    assert "column" not in row["checks"]
    assert report_on(row["text"], weaker, rules_of(row["game"])).odds.column != row["reported"]["column"]


def test_twenty_seven_reports_test_something_and_six_only_illustrate() -> None:
    assert (len(TESTED), len(ILLUSTRATIONS)) == (27, 6)
    assert len({row["id"] for row in SITUATIONS}) == len(SITUATIONS)
    assert DATA["provenance"]["kind"] in KINDS
    assert DATA["provenance"]["confidence"] in CONFIDENCES
    assert {row["source"] for row in SITUATIONS} == set(DATA["sources"])


def test_10C_two_reports_tell_every_strength_and_proportion() -> None:
    whole = [row["id"] for row in SITUATIONS if {"column", "modifier", "result"} <= set(row["checks"])]
    assert whole == ["non-divisional units at 17A:1806", "across a river"]
