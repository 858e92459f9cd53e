"""The record of what an author has accepted: written by a command, compared by suites, without wording."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from types import ModuleType

import pytest
from click.testing import CliRunner

from europa_rules.approval import (
    NEARBY,
    accepted_answers,
    accepted_game,
    accepted_rules,
    differences_between,
    drawn_game,
    nearby,
    rules_of_variant,
)
from europa_rules.cli.commands import europa
from europa_rules.playthroughs import EXAMPLE
from europa_rules.testing import suites
from europa_rules.testing.plugin import folders_of

PROJECT = Path(__file__).parent.parent
CASES = PROJECT / "tests" / "conformance" / "fof" / "lines_and_stacking.json"


def test_what_a_variant_says_is_written_once_and_told_when_it_differs(tmp_path: Path) -> None:
    def approve() -> str:
        found = CliRunner().invoke(europa, ["approve", str(tmp_path), "--game", "fof", "--cases", str(CASES)])
        assert found.exit_code == 0, found.output
        return found.output

    assert approve().endswith("2 files written anew\n")
    assert approve() == f"{tmp_path}: 0 files written anew\n"
    answers = tmp_path / "lines_and_stacking.txt"
    right = answers.read_text(encoding="utf-8")
    answers.write_text(right.replace("true", "false", 1), encoding="utf-8")
    told = approve()
    assert "  was: " in told and "  now: " in told and told.endswith("1 file written anew\n")
    assert answers.read_text(encoding="utf-8") == right


def test_a_suite_tells_the_lines_that_differ_and_how_they_are_written_anew(tmp_path: Path) -> None:
    file = tmp_path / "rules.txt"
    file.write_text("option 43A: off\nchart a: 1\n", encoding="utf-8")
    suites._compare(file, "option 43A: off\nchart a: 1\n")
    with pytest.raises(AssertionError, match=r"(?s)was: chart a: 1.*now: chart a: 2.*europa approve"):
        suites._compare(file, "option 43A: off\nchart a: 2\n")
    assert differences_between("a\nb\n", "b\na\n") == ["the same lines in another order"]


def test_every_part_of_a_variant_has_its_lines() -> None:
    lines = accepted_rules("sf").splitlines()
    kinds = {line.partition(" ")[0] for line in lines}
    assert {"variant", "option", "ruling", "subject", "modifiers", "prohibitions", "sources", "steps"} <= kinds
    assert {"question", "chart", "unit"} <= kinds
    assert not [line for line in lines if re.search(r"0x[0-9a-f]{6}|/home|/tmp", line)]
    assert any(line.startswith("chart unit_identification where option 44C2: ") for line in lines)


def test_each_answer_has_a_line_and_another_one_for_the_questions_nearby() -> None:
    told: dict[str, list[str]] = {}
    for line in accepted_answers(CASES, rules_of_variant("fof")).splitlines():
        told.setdefault(line.partition(":")[0].partition(" ")[0], []).append(line)
    for name, (answer, near, *further) in told.items():
        assert name.startswith("FOF-") and answer.startswith(f"{name}: ")
        assert re.fullmatch(rf"{name} nearby: [0-9a-f]{{12}}", near)
        kinds = rf"{name} (read otherwise: .+|with other facts: [0-9a-f]{{12}})"
        assert all(re.fullmatch(kinds, line) for line in further)


def test_questions_nearby_change_one_thing_each_and_are_not_too_many() -> None:
    question = {"ask": "reckon", "what": "x", "attackers": [{"strength": 4, "supported": True}], "note": "a"}
    assert [near.get("attackers", "left out") for near in nearby(question)] == [
        "left out",
        [],
        [{"supported": True}],
        [{"strength": 5, "supported": True}],
        [{"strength": 3, "supported": True}],
        [{"strength": 0, "supported": True}],
        [{"strength": 4}],
        [{"strength": 4, "supported": False}],
        [{"strength": 4, "supported": True}],
    ]
    assert len(nearby({"ask": "reckon", **{str(n): n for n in range(40)}})) == NEARBY


def test_a_game_is_told_with_its_events_and_its_end_and_without_words() -> None:
    told = accepted_game(EXAMPLE)
    assert accepted_game(told) == told
    assert "\n  1. moved | FoF 6" in told and "for 1 MP" not in told
    assert "16A:1406 ge 7-6 Inf XX 1" in told.rpartition(">")[2]


def test_a_game_that_is_drawn_is_the_same_each_time() -> None:
    text = drawn_game("sf", 2)
    assert text == drawn_game("sf", 2)
    assert "\noptions: " in text
    assert accepted_game(text).count("> ") >= 5


def test_every_suite_stands_on_its_page() -> None:
    page = (PROJECT / "docs" / "reference" / "suites.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `(test_\w+)` \|", page, flags=re.M)
    assert listed == [
        name for name, thing in vars(suites).items() if name.startswith("test_") and inspect.isfunction(thing)
    ]


def test_cases_may_lie_in_several_folders() -> None:
    module = ModuleType("cases_of_ours")
    module.__dict__.update(__file__="tests/module.py", CASES=(Path("a"), Path("b")), GOLDEN=Path("c"))
    assert folders_of(module, "CASES") == (Path("a"), Path("b"))
    assert folders_of(module, "GOLDEN") == (Path("c"),)
    assert folders_of(module, "APPROVED") == (Path("tests/approved"),)
