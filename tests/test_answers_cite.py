"""Every answer about the ground war names the rules behind it, whatever the answer is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import europa_rules as er
from europa_rules.conformance import Case, read_cases
from europa_rules.matrix import load_matrix
from europa_rules.questions import Handlers, ask

CASES = Path(__file__).parent / "conformance"
GROUND = {
    "fof": ("ground_basics", "lines_and_stacking", "special_ground", "combat", "armor", "supply"),
    "sf": (
        *("a_ground_basics", "a_combat", "a_armor", "a_support", "a_supply", "a_overrun", "a_engineers"),
        *("a_special_units", "a_breakdown", "b_fortifications", "b_advanced", "b_optional"),
        *("b_ports_transport", "b_naval_movement", "b_naval_combat", "b_amphibious", "b_special_naval"),
        *("b_weather", "b_nations", "b_occupation", "b_replacements", "b_victory", "b_strategic_air"),
    ),
}
"""The files of cases about ground rules, options that change them, the naval war, and the campaign."""

WITHOUT_RULE = {
    "reckon aa.multi_hex": "option 43B1, antiaircraft fire at harassment: a rule of the air war",
    "reckon airbase.supply": "option 44D1, air units on a base out of supply: a rule of the air war",
    "reckon optional_aa.applies": "option 44F, antiaircraft fire: a rule of the air war",
    "reckon optional_aa.column": "option 44F, antiaircraft fire: a rule of the air war",
    "effect optional_aa.result": "option 44F, antiaircraft fire: a rule of the air war",
}
"""Questions in those files of which some answers cite no rule, with the reason."""


@cache
def rules_with(game: str, options: frozenset[str]) -> er.Ruleset:
    return er.load(game, options=options)


def ground_cases(game: str) -> Iterator[Case]:
    """The cases that can be asked with the options that there are."""
    known, questions = rules_with(game, frozenset()).known_options, rules_with(game, frozenset()).questions
    for case in read_cases([CASES / game / f"{name}.json" for name in GROUND[game]]):
        if case.options <= set(known) and er.questions.name_of(case.question) in questions:
            yield case


@pytest.mark.parametrize("game", GROUND)
def test_every_answer_about_the_ground_war_cites_a_rule(game: str) -> None:
    silent: dict[str, str] = {}
    asked = 0
    for case in ground_cases(game):
        answer = ask(case.question, rules_with(game, case.options))
        asked += 1
        if not answer.citations:
            silent.setdefault(er.questions.name_of(case.question), case.id)
    assert asked > 300
    assert {name: case for name, case in silent.items() if name not in WITHOUT_RULE} == {}


@pytest.mark.parametrize("game", GROUND)
def test_the_rules_that_questions_are_about_are_rules_of_the_book(game: str) -> None:
    matrix = load_matrix()
    about = [c for handler in rules_with(game, frozenset()).questions.values() for c in handler.by]
    assert about
    assert [str(c) for c in about if not matrix.exists(c)] == []


def test_an_answer_that_names_no_rule_cites_those_of_its_question() -> None:
    told = ask({"query": "hex_owner", "hex": {"last_owner": "axis"}}, rules_with("sf", frozenset()))
    assert str(told).endswith("by SF 3D")


def test_a_question_of_a_plugin_may_leave_its_rule_out() -> None:
    book = Handlers()
    book.answers("reckon nothing")(lambda given, rules: er.questions.Answer.of(nothing=0))
    assert book.by_name["reckon nothing"].by == ()
