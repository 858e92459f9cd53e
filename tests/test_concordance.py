"""The concordance: every row of the rule matrix is classified, and what code and tests cite is there."""

from __future__ import annotations

import json
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


def test_every_function_that_carries_out_a_rule_has_a_test() -> None:
    proved = {proof.rule for proof in load_proofs()} | {p.rule for p in proofs_in_tests(TESTS, load_matrix())}
    rules = dict[str, set[Citation]]()
    for mark in marks():
        if mark.rule.book in load_matrix().books:
            rules.setdefault(mark.name, set()).add(mark.rule)
    without = {name: by for name, by in rules.items() if not by & proved and not all(map(why_planned, by))}
    assert without == {}


def test_the_proofs_that_come_with_the_package_are_there() -> None:
    here = {proof.name for proof in proofs_in_tests(TESTS, load_matrix())}
    cases = {case["id"] for file in (TESTS / "conformance").rglob("*.json") for case in json.loads(file.read_text())}
    shipped = load_proofs()
    assert [proof.name for proof in shipped if proof.kind == TEST and proof.name not in here] == []
    assert [proof.name for proof in shipped if proof.kind == CASE and proof.name not in cases] == []
    assert as_table(shipped).count("\n") == len(shipped) + 1


def test_reasons_are_given_only_where_no_code_carries_a_row_out() -> None:
    by_id = {entry.row.id: entry for entry in entries()}
    assert [row for row in load_reasons() if by_id[row].status in (TESTED, "implemented")] == []


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
    run = CliRunner().invoke(europa, ["concordance", "--game", "fof", "--chapter", "9F"])
    assert run.exit_code == 0
    assert "rows: " in run.output.splitlines()[-1]
    assert "FoF 9F1 Retreat after combat" in run.output.splitlines()
    as_json = CliRunner().invoke(europa, ["concordance", "--game", "fof", "--chapter", "9F", "--json"])
    assert {(row["rule"], row["title"]) for row in json.loads(as_json.stdout)} >= {("FoF 9F1", "Retreat after combat")}
    wrong = CliRunner().invoke(europa, ["concordance", "--chapter", "99"])
    assert wrong.exit_code == 2
