"""The runner of conformance cases: reading, choosing, asking, comparing, counting; with a stand-in for the rules."""

import json
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import pytest
from attrs import frozen

from europa_rules.citations import Citation
from europa_rules.conformance import (
    Case,
    CaseResult,
    case_files,
    differences,
    disputed_beside,
    disputed_line,
    game_of,
    have_all_passed,
    parse_rules,
    read_cases,
    read_disputed,
    run_cases,
    select,
    summary,
)
from europa_rules.errors import BadQuestion, DataError, NotationError, UnknownName, UnknownQuestion
from europa_rules.ledger import Reckoning
from europa_rules.questions import Answer

CONFORMANCE = Path(__file__).parent / "conformance"
PREFIXES = {"FOF-": "fof", "SFA-": "sf", "SFB-": "sf"}


@frozen
class Rules:
    variant: str
    options: frozenset[str]


def load(variant: str, options: frozenset[str]) -> Rules:
    if variant not in ("fof", "sf"):
        raise UnknownName(f"no variant '{variant}'")
    if "99Z" in options:
        raise UnknownName("no option '99Z'")
    return Rules(variant, options)


def ask(question: Mapping[str, object], rules: Rules) -> Answer:
    """Doubles what it is told, says under which rules it is asked, and knows no other question."""
    if question.get("query") == "double":
        number = question["number"]
        if not isinstance(number, int):
            raise BadQuestion("number: no number")
        return Answer.of(number=Reckoning.of(number, "given").times(2, "doubled"))
    assert "needs" not in question
    if question.get("query") == "rules":
        return Answer.of(variant=rules.variant, options=rules.options)
    if question.get("query") == "broken":
        raise KeyError("nothing")
    raise UnknownQuestion("no such question")


def case(i: str, given: dict[str, object], expect: dict[str, object], rule: str = "9A") -> Case:
    return Case(i, rule, "", given, expect, "cases.json")


def run(*cases: Case, game: str | None = None, disputed: dict[str, str] | None = None) -> list[CaseResult]:
    return list(run_cases(cases, ask=ask, load=load, prefixes=PREFIXES, game=game, disputed=disputed))


# --- the cases of the repository ---


def test_every_case_of_the_repository_can_be_read() -> None:
    cases = read_cases(case_files([CONFORMANCE]))
    assert len(cases) == 2399
    assert len({c.id for c in cases}) == 2399
    games = [game_of(c, PREFIXES) for c in cases]
    assert (games.count("fof"), games.count("sf")) == (764, 1635)


def test_cases_stand_alone_in_small_files() -> None:
    for file in case_files([CONFORMANCE]):
        assert file.stat().st_size < 1_000_000
        for entry in json.loads(file.read_text(encoding="utf-8")):
            assert set(entry) == {"id", "rule", "title", "given", "expect", "note"}


def test_every_disputed_case_exists_and_has_its_reasoning() -> None:
    known = {c.id for c in read_cases(case_files([CONFORMANCE]))}
    assert set(read_disputed(CONFORMANCE / "disputed.toml")) <= known


# --- reading ---


def test_other_keys_of_a_case_are_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "cases.json"
    entry = {"id": "SFA-1", "rule": "9", "given": {"needs": "printed map"}, "expect": {"a": 1}, "by": "somebody"}
    file.write_text(json.dumps([entry]))
    (read,) = read_cases([file])
    assert read.needs == {"printed map"}
    assert read.title == ""


@pytest.mark.parametrize(
    ("text", "where", "found"),
    [
        ('[{"id": ]', "line 1, column 9", "Expecting value"),
        ('{"id": "SFA-1"}', "the whole file", "an object"),
        ("[3]", "case 1", "a number"),
        ('[{"id": "SFA-1", "given": {}, "expect": {"a": 1}}]', "case SFA-1: rule", "nothing"),
        ('[{"id": "SFA-1", "rule": "9", "given": [], "expect": {"a": 1}}]', "case SFA-1: given", "a list"),
        ('[{"id": "SFA-1", "rule": "9", "given": {}, "expect": {}}]', "case SFA-1: expect", "nothing"),
        (
            '[{"id": "SFA-1", "rule": "9", "given": {"options": [3]}, "expect": {"a": 1}}]',
            "case SFA-1: given.options",
            "a list",
        ),
        (
            '[{"id": "SFA-1", "rule": "9", "given": {}, "expect": {"a": [{"b": 3.5}]}}]',
            "case SFA-1: expect.a[0].b",
            "3.5",
        ),
    ],
)
def test_a_damaged_file_is_told_with_case_and_field(tmp_path: Path, text: str, where: str, found: str) -> None:
    file = tmp_path / "cases.json"
    file.write_text(text)
    with pytest.raises(DataError) as caught:
        read_cases([file])
    (fault,) = caught.value.faults
    assert (fault.file, fault.where, fault.found) == (str(file), where, found)


def test_faults_of_all_files_are_told_at_once(tmp_path: Path) -> None:
    files = [tmp_path / "a.json", tmp_path / "b.json"]
    for file in files:
        file.write_text("[3, 4]")
    with pytest.raises(DataError) as caught:
        read_cases(files)
    assert len(caught.value.faults) == 4


def test_a_file_named_twice_is_read_once(tmp_path: Path) -> None:
    file = tmp_path / "cases.json"
    file.write_text("[]")
    assert case_files([tmp_path, file, tmp_path / "." / "cases.json"]) == (file,)


def test_a_path_without_cases_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(DataError) as caught:
        case_files([tmp_path, tmp_path / "missing"])
    assert [fault.found for fault in caught.value.faults] == ["no .json file", "nothing"]


# --- choosing ---


def test_a_rule_selects_itself_and_what_is_below_it() -> None:
    cases = [
        case(f"SFA-{rule}", {}, {"a": 1}, rule) for rule in ("9", "9A", "9F1", "90", "19", "44B1", "44B3a", "44B10")
    ]
    assert [c.rule for c in select(cases, parse_rules("9"))] == ["9", "9A", "9F1"]
    assert [c.rule for c in select(cases, parse_rules("44B1-3"))] == ["44B1", "44B3a"]
    assert [c.rule for c in select(cases, parse_rules("9F, 19"))] == ["9F1", "19"]
    assert len(select(cases, ())) == len(cases)


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("2,3,5", ("2", "3", "5")),
        ("8-11", ("8", "9", "10", "11")),
        ("9A-C", ("9A", "9B", "9C")),
        ("44B1-44B2", ("44B1", "44B2")),
        ("VP", ("VP",)),
        ("", ()),
    ],
)
def test_rule_expressions(text: str, rules: tuple[str, ...]) -> None:
    assert parse_rules(text) == rules


@pytest.mark.parametrize("text", ["9a", "rule 9", "9A-3", "9C-A", "44B1-45B2", "9-", "9A-C-D", "-3"])
def test_what_is_no_rule_expression_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="such as"):
        parse_rules(text)


def test_the_id_tells_the_game_and_only_then_the_option() -> None:
    assert game_of(case("FOF-C-9A-01", {}, {}), PREFIXES, "sf") == "fof"
    assert game_of(case("X-1", {}, {}), PREFIXES, "sf") == "sf"
    with pytest.raises(UnknownName, match="SFA-"):
        game_of(case("X-1", {}, {}), PREFIXES)


# --- asking ---


def test_a_right_answer_passes_and_tells_its_ledger() -> None:
    (result,) = run(case("SFA-1", {"query": "double", "number": 3}, {"number": 6}))
    assert result.status == "passed"
    assert result.to_json() == {
        "id": "SFA-1",
        "status": "passed",
        "got": {"number": 6},
        "expected": {"number": 6},
        "ledger": [["number", Reckoning.of(3, "given").times(2, "doubled").to_json()]],
    }


def test_a_wrong_answer_fails_and_says_where() -> None:
    (result,) = run(case("SFA-1", {"query": "double", "number": 3}, {"number": 7, "more": 1}))
    assert result.status == "failed"
    assert result.reason == "number: got 6, expected 7; more: not in the answer"


def test_options_select_the_ruleset() -> None:
    (result,) = run(
        case("SFB-1", {"query": "rules", "options": ["43A", "44B1"]}, {"variant": "sf", "options": ["44B1", "43A"]})
    )
    assert result.status == "passed"


def test_an_option_that_no_plugin_offers_leaves_the_case_unhandled() -> None:
    (result,) = run(case("SFB-1", {"query": "rules", "options": ["99Z"]}, {"variant": "sf"}))
    assert (result.status, result.reason) == ("unhandled", "no option '99Z'")


def test_a_game_that_cannot_be_loaded_ends_the_run() -> None:
    with pytest.raises(UnknownName, match="no variant 'dday'"):
        run(case("X-1", {"query": "rules"}, {"variant": "dday"}), game="dday")


def test_an_unknown_question_is_unhandled() -> None:
    (result,) = run(case("SFA-1", {"query": "whatever"}, {"number": 7}))
    assert (result.status, result.got) == ("unhandled", None)


def test_a_case_whose_needs_are_not_met_is_unhandled() -> None:
    needy = case("SFA-1", {"query": "rules", "needs": "printed map"}, {"variant": "sf"})
    (result,) = run(needy)
    assert (result.status, result.reason) == ("unhandled", "needs printed map")
    (met,) = run_cases([needy], ask=ask, load=load, prefixes=PREFIXES, supplied={"printed map"})
    assert met.status == "passed"


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"query": "broken"}, "KeyError: 'nothing'"),
        ({"query": "double", "number": "three"}, "BadQuestion: number: no number"),
    ],
)
def test_a_handler_that_breaks_fails_its_case_only(given: dict[str, object], reason: str) -> None:
    results = run(case("SFA-1", given, {"number": 1}), case("SFA-2", {"query": "rules"}, {"variant": "sf"}))
    assert [r.status for r in results] == ["failed", "passed"]
    assert results[0].reason == reason


def test_a_disputed_case_counts_as_failed_and_is_listed() -> None:
    right = {"query": "double", "number": 3}
    results = run(case("SFA-1", right, {"number": 6}), case("SFA-2", right, {"number": 6}), disputed={"SFA-2": "9A"})
    assert [r.status for r in results] == ["passed", "failed"]
    assert results[1].reason == "disputed: 9A"
    assert disputed_line(results).endswith(": SFA-2")
    assert disputed_line(results[:1]) == ""


def test_the_disputed_list_stands_beside_the_cases_or_above(tmp_path: Path) -> None:
    (tmp_path / "fof").mkdir()
    (tmp_path / "disputed.toml").write_text('[[disputed]]\nid = "FOF-1"\nreasoning = "9A"\n')
    assert disputed_beside([tmp_path / "fof" / "a.json", tmp_path / "b.json"]) == {"FOF-1": "9A"}


@pytest.mark.parametrize("text", ['[[disputed]]\nid = "FOF-1"\n', "disputed = [3]", "[[disputed"])
def test_a_dispute_without_reasoning_is_a_fault(tmp_path: Path, text: str) -> None:
    file = tmp_path / "disputed.toml"
    file.write_text(text)
    with pytest.raises(DataError):
        read_disputed(file)


def test_the_summary_counts() -> None:
    results = run(
        case("SFA-1", {"query": "double", "number": 3}, {"number": 6}),
        case("SFA-2", {"query": "double", "number": 3}, {"number": 5}),
        case("SFA-3", {"query": "whatever"}, {"number": 5}),
    )
    assert summary(results) == "1 passed, 1 failed, 1 unhandled"
    assert not have_all_passed(results)
    assert have_all_passed(results[:1])


# --- comparing ---


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        ({"a": "7/2"}, {"a": Fraction(7, 2), "b": 1}),
        ({"a": 3}, {"a": Fraction(3)}),
        ({"a": "7/2"}, {"a": "7/2"}),
        ({"a": None}, {"a": None}),
        ({"hexes": ["a", "b"]}, {"hexes": ("b", "a")}),
        ({"hexes": ["a", "b"]}, {"hexes": frozenset("ab")}),
        ({"options": []}, {"options": set()}),
        (
            {"attacker": {"min_loss": "7/2", "retreats": "none"}},
            {"attacker": {"retreats": "none", "min_loss": Fraction(7, 2)}},
        ),
        ({"order": ["a", ["b", "c"], "d"]}, {"order": ["a", ["c", "b"], "d"]}),
        ({"legal": False, "forbidden_by": "9B"}, {"legal": False, "forbidden_by": ["6A", "9B"]}),
        ({"forbidden_by": ["9B", "9C"]}, {"forbidden_by": "9C"}),
        ({"forbidden_by": "9B"}, {"forbidden_by": (Citation("SF", "6A"), Citation("SF", "9B"))}),
        ({"forbidden_by": "9B"}, {"forbidden_by": Citation("SF", "9B")}),
    ],
)
def test_values_that_are_the_same(expected: dict[str, object], got: dict[str, object]) -> None:
    assert differences(expected, got) == []


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        ({"a": "7/2"}, {"a": 3}),
        ({"a": 3}, {"a": "3"}),
        ({"a": 1}, {"a": True}),
        ({"a": False}, {"a": 0}),
        ({"a": False}, {"a": None}),
        ({"a": None}, {}),
        ({"hexes": ["a", "b"]}, {"hexes": ["a"]}),
        ({"hexes": ["a", "b"]}, {"hexes": ["a", "b", "b"]}),
        ({"hexes": ["a"]}, {"hexes": "a"}),
        ({"attacker": {"min_loss": 3}}, {"attacker": {"min_loss": 3, "retreats": "none"}}),
        ({"order": ["a", "b"]}, {"order": ["b", "a"]}),
        ({"counts_sorted": [1, 2]}, {"counts_sorted": [2, 1]}),
        ({"forbidden_by": "9B"}, {"forbidden_by": ["9", "9B1"]}),
        ({"forbidden_by": "9"}, {"forbidden_by": ["9B"]}),
        ({"forbidden_by": "9B"}, {"forbidden_by": None}),
        ({"forbidden_by": None}, {"forbidden_by": ["9B"]}),
        ({"legal": True}, {"legal": False}),
    ],
)
def test_values_that_differ(expected: dict[str, object], got: dict[str, object]) -> None:
    assert differences(expected, got) != []
