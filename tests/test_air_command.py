"""`europa air`: text and JSON, help with an example, and mistakes said in a sentence."""

from __future__ import annotations

import json
from fractions import Fraction

from click.testing import CliRunner

import europa_rules as er
from europa_rules.cli.commands import europa

RAID = "8F6, 9F7 vs 6F6 escort, 2x 4B5 bombing"


def run(*words: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(europa, ["air", *words])
    return result.exit_code, result.stdout, result.stderr


def test_the_help_has_an_example() -> None:
    code, said, _ = run("--help")
    assert code == 0 and f'europa air "{RAID}" --game sf' in said


def test_a_raid_is_explained() -> None:
    code, said, _ = run(RAID, "--game", "sf")
    assert code == 0
    assert said.startswith("8F6 on 6F6 escort: differential +2")
    assert "2x 4B5 bombing" in said and "64 outcomes" in said


def test_json_alone_is_written_and_sums_to_1() -> None:
    code, said, _ = run(RAID, "--game", "sf", "--json", "--policy", "last")
    found = json.loads(said)
    assert code == 0 and found["policy"] == "last"
    assert sum(Fraction(outcome["chance"]) for outcome in found["outcomes"]) == 1
    assert {kind["kind"] for kind in found["air_units"]} == {"8F6", "9F7", "6F6 escort", "4B5 bombing"}


def test_antiaircraft_alone() -> None:
    code, said, _ = run("2x 2B3 ground support; AA 3", "--game", "fof")
    assert code == 0 and said.startswith("antiaircraft 3 on 2B3 ground support: column 3")


def test_mistakes_are_said_in_a_sentence() -> None:
    code, _, said = run("8F6 vs 4B5 bombng", "--game", "sf")
    assert code == 2 and "Did you mean 'bombing'" in said and "Traceback" not in said
    assert run("8F6 vs 4B5")[0] == 2


def test_the_optional_table_is_not_reckoned_with_and_that_is_said() -> None:
    report = er.antiaircraft("4B5 harassment", er.load("sf", options={"44F"}), aa=5)
    assert "antiaircraft fires by the standard table" in report.assumptions
    assert "antiaircraft fires by the standard table" not in er.antiaircraft("4B5", er.load("sf"), aa=5).assumptions
