"""Facts within objects and lists: whatever question is asked, one that nobody reads there is refused with its path."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import europa_rules as er
from europa_rules.conformance import Case, case_files, read_cases
from europa_rules.errors import BadQuestion, ContributionConflict
from europa_rules.questions import Answer, Given, Handler, Handlers, name_of

STRANGER = "no_such_fact"
CASES = Path(__file__).parent / "conformance"
RULES = {"fof": er.load("fof"), "sf": er.load("sf")}
Steps = tuple[str | int, ...]


def objects(value: object, path: Steps = ()) -> Iterator[Steps]:
    """The path of every object within an object."""
    inner = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        if isinstance(item, Mapping):
            yield (*path, key)
        yield from objects(item, (*path, key))


def with_stranger(given: Mapping[str, Any], path: Steps) -> dict[str, Any]:
    question = copy.deepcopy(dict(given))
    at: Any = question
    for step in path:
        at = at[step]
    at[STRANGER] = 1
    return question


def questions(game: str) -> Iterator[tuple[Handler, Case]]:
    for case in read_cases(case_files([CASES / game])):
        handler = RULES[game].questions.get(name_of(case.given))
        if handler is not None:
            yield handler, case


def passed_over(game: str) -> Iterator[str]:
    """Where a fact that nobody knows is passed over in silence."""
    for handler, case in questions(game):
        for path in objects(case.given):
            if path[-1] in ("action", "options") or path[-1] in handler.names_at_will:
                continue
            try:
                er.ask(with_stranger(case.given, path), RULES[game])
            except BadQuestion as refusal:
                if STRANGER in str(refusal):
                    continue
            yield f"{handler.name} ({case.id}): {'.'.join(map(str, path))}"


@pytest.mark.parametrize("game", ["fof", "sf"])
def test_no_question_leaves_the_facts_within_its_objects_unchecked(game: str) -> None:
    assert list(passed_over(game)) == []


@pytest.mark.parametrize(
    ("game", "question", "words"),
    [
        (
            "sf",
            {"query": "airbase_capacity", "features": [{"kind": "major city", "capacty": 6}]},
            r"given.features\[0\].capacty: 'airbase_capacity' knows no such fact there. Did you mean 'capacity'",
        ),
        (
            "sf",
            {"query": "legal", "action": {"do": "fly-mission", "mission": "GS", "target": {"enemy_unit": True}}},
            "given.target.enemy_unit: 'legal fly-mission' knows no such fact there. Did you mean 'enemy_units'",
        ),
        (
            "fof",
            {"ask": "effect", "what": "engagement", "rounds": [{"against_singel": "abort"}]},
            r"given.rounds\[0\].against_singel: .* Did you mean 'against_single'",
        ),
        (
            "fof",
            {"ask": "ruling", "what": "air_transport", "transports": ["T"], "load": {"unit_re": 1}},
            "given.load.unit_re: .* Did you mean 'units_re'",
        ),
    ],
)
def test_a_misspelled_fact_within_an_object_is_named_with_its_path(
    game: str, question: dict[str, object], words: str
) -> None:
    with pytest.raises(BadQuestion, match=words):
        er.ask(question, RULES[game])


def test_an_object_may_hold_names_at_will_where_its_question_says_so() -> None:
    told = {"ask": "reckon", "what": "terror_vp", "hits_by_city": {"Paris": 2, "Brussels": 1}}
    assert er.ask(told, RULES["fof"]).values["axis_vp"] == 3


def test_one_question_has_one_handler() -> None:
    book = Handlers()

    def nothing(given: Given, rules: er.Ruleset) -> Answer:
        return Answer.of(nothing=0)

    book.answers("reckon nothing")(nothing)
    with pytest.raises(ContributionConflict, match="the question 'reckon nothing' is answered twice"):
        book.answers("reckon nothing")(nothing)
