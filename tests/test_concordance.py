"""The concordance: every row of the rule matrix is classified, and what code and tests cite is there."""

from __future__ import annotations

import importlib
import json
import re
from collections.abc import Collection, Iterable
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from europa_rules.citations import Citation
from europa_rules.cli.commands import europa
from europa_rules.concordance.entries import (
    DEFINITION,
    NOT_MODELLED,
    PLANNED,
    PLAYER_CHOICE,
    STATUSES,
    TESTED,
    Entry,
    concordance,
    dangling,
    load_reasons,
    select,
    why_planned,
)
from europa_rules.concordance.marks import Mark, marks_of, packages_in_use
from europa_rules.concordance.proofs import CASE, TEST, Proof, as_table, load_proofs, proofs_in_tests
from europa_rules.errors import UnknownName
from europa_rules.matrix import load_matrix

TESTS = Path(__file__).parent


@cache
def entries() -> tuple[Entry, ...]:
    return concordance(packages_in_use())


@cache
def marks() -> tuple[Mark, ...]:
    return marks_of(packages_in_use())


def test_every_row_is_classified_and_only_chapters_to_come_are_planned() -> None:
    assert len(entries()) == 2733
    assert {entry.status for entry in entries()} <= set(STATUSES)
    planned = [entry for entry in entries() if entry.status == PLANNED]
    assert [entry.row.id for entry in planned if why_planned(entry.row.rule) is None] == []
    assert all(entry.reason for entry in entries() if entry.status in (NOT_MODELLED, DEFINITION, PLANNED))


def test_nothing_cites_a_rule_that_does_not_exist() -> None:
    assert dangling(marks(), load_matrix()) == ()
    assert dangling([Mark(Citation("SF", "9Z"), "here")], load_matrix()) != ()


def unproved(marks: Iterable[Mark], proved: Collection[Citation], books: Collection[str]) -> dict[str, set[Citation]]:
    """The functions that carry out rules of these books of which none is proved, and that are not all to come."""
    rules = dict[str, set[Citation]]()
    for mark in marks:
        if mark.rule.book in books:
            rules.setdefault(mark.name, set()).add(mark.rule)
    return {name: by for name, by in rules.items() if not by & set(proved) and not all(map(why_planned, by))}


def test_every_function_that_carries_out_a_rule_has_a_test() -> None:
    proved = {proof.rule for proof in load_proofs()} | {p.rule for p in proofs_in_tests(TESTS, load_matrix())}
    assert unproved(marks(), proved, load_matrix().books) == {}


def test_a_function_of_a_lost_rule_or_without_a_test_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "from europa_rules.citations import rule\n\n"
    text += "@rule('SF 9Z')\ndef lost(): ...\n\n@rule('SF 9B')\ndef unproved(): ...\n"
    name = "house_of_marks"
    (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    made = marks_of([importlib.import_module(name)])
    assert [(mark.name, str(mark.rule)) for mark in dangling(made, load_matrix())] == [(f"{name}.lost", "SF 9Z")]
    proved = {Citation("SF", "9A")}
    assert unproved(made, proved, ["SF"]) == {
        f"{name}.lost": {Citation("SF", "9Z")},
        f"{name}.unproved": {Citation("SF", "9B")},
    }
    assert unproved(made, {Citation("SF", "9B"), Citation("SF", "9Z")}, ["SF"]) == {}


def test_the_numbers_in_names_of_tests_exist() -> None:
    matrix, lost = load_matrix(), []
    for file in TESTS.rglob("test_*.py"):
        for name in re.findall(r"^def (test_\w+)", file.read_text(encoding="utf-8"), re.MULTILINE):
            for book, number in re.findall(r"_(fof|sf)_(\d\w*?)(?=_|$)", name):
                if not matrix.exists(Citation({"fof": "FoF", "sf": "SF"}[book], number)):
                    lost.append(f"{file.name}::{name}")
    assert lost == []


def test_the_proofs_that_come_with_the_package_are_there() -> None:
    here = {proof.name for proof in proofs_in_tests(TESTS, load_matrix())}
    cases = {case["id"] for file in (TESTS / "conformance").rglob("*.json") for case in json.loads(file.read_text())}
    shipped = load_proofs()
    assert [proof.name for proof in shipped if proof.kind == TEST and proof.name not in here] == []
    assert [proof.name for proof in shipped if proof.kind == CASE and proof.name not in cases] == []
    assert as_table(shipped).count("\n") == len(shipped) + 1


def test_a_row_that_is_left_out_or_to_come_has_no_test_of_its_own() -> None:
    proofs = dict[Citation, list[Proof]]()
    for proof in (*load_proofs(), *proofs_in_tests(TESTS, load_matrix())):
        proofs.setdefault(proof.rule, []).append(proof)
    left_out = (NOT_MODELLED, PLAYER_CHOICE, PLANNED)
    rows = [load_matrix().row(row) for row, (status, _) in load_reasons().items() if status in left_out]
    assert [row.id for row in rows if Entry(row, TESTED, proofs=tuple(proofs.get(row.rule, ()))).is_named] == []


def test_reasons_are_sentences_that_say_where_it_is_or_why_it_is_left_out() -> None:
    weak = re.compile(r"\b(not implemented|not needed|n/a|unused|irrelevant)\b")
    reasons = [reason for _, reason in load_reasons().values()]
    assert [reason for reason in reasons if len(reason.split()) < 4 and not reason.startswith("the ")] == []
    assert [reason for reason in reasons if weak.search(reason)] == []


def test_rows_that_are_not_carried_out_yet_are_planned_though_their_rule_has_code() -> None:
    by_id = {entry.row.id: entry for entry in entries()}
    assert [by_id[row].status for row in ("SF-36B-01", "SF-36B-03", "SF-33A-02")] == [
        PLANNED,
        TESTED,
        TESTED,
    ]
    assert [by_id[row].status for row in ("SF-8C-01", "FOF-8C-01")] == [NOT_MODELLED, NOT_MODELLED]


def test_a_row_takes_its_status_from_code_and_proofs() -> None:
    by_id = {entry.row.id: entry for entry in concordance(packages_in_use(), proofs=())}
    assert by_id["SF-5-01"].status == "implemented"
    proved = concordance(packages_in_use(), proofs=[Proof(Citation("SF", "5"), TEST, "a test")])
    assert next(entry for entry in proved if entry.row.id == "SF-5-01").status == TESTED


def test_selecting_by_book_chapter_and_status() -> None:
    found = select(entries(), book="SF", chapter="20G", status=TESTED)
    assert found
    assert all(entry.row.rule.number.startswith("20G") and entry.row.rule.book == "SF" for entry in found)
    with pytest.raises(UnknownName, match="status"):
        select(entries(), status="done")
    with pytest.raises(UnknownName, match="rule"):
        select(entries(), chapter="99")


def test_the_command_counts_and_gives_plain_data() -> None:
    run = CliRunner().invoke(europa, ["concordance", "--game", "fof", "--chapter", "9F"], env={"COLUMNS": "80"})
    assert run.exit_code == 0
    assert "rows: " in run.output.splitlines()[-2]
    assert "have a test of their own" in run.output.splitlines()[-1]
    assert [line for line in run.output.splitlines() if len(line) > 80] == []
    assert "FoF 9F1 Retreat after combat" in run.output.splitlines()
    as_json = CliRunner().invoke(europa, ["concordance", "--game", "fof", "--chapter", "9F", "--json"])
    assert {(row["rule"], row["title"]) for row in json.loads(as_json.stdout)} >= {("FoF 9F1", "Retreat after combat")}
    wrong = CliRunner().invoke(europa, ["concordance", "--chapter", "99"])
    assert wrong.exit_code == 2
