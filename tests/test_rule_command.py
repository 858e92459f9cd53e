"""The command `europa rule`, and the titles of the rules that a refusal on the command line cites."""

from __future__ import annotations

import pytest
from click.testing import CliRunner, Result

from europa_rules.citations import Citation
from europa_rules.cli.commands import europa
from europa_rules.cli.common import says_mistakes
from europa_rules.matrix import load_matrix
from europa_rules.permissions import Ruling


def rule(*words: str) -> Result:
    return CliRunner().invoke(europa, ["rule", *words])


@pytest.mark.parametrize("words", [("9f3",), ("FoF", "9F3"), ("fof 9F3",)])
def test_a_number_tells_the_rule_in_whatever_case(words: tuple[str, ...]) -> None:
    title, statement = rule(*words).output.split("\n  - ")[:2]
    assert title == "FoF 9F3 German c/m units retreat through zones of control"
    assert (
        " ".join(statement.split()) == "German c/m units ignore enemy ZOCs when retreating to a friendly-occupied hex."
    )


def test_a_bare_number_tells_the_rule_of_each_book_and_what_stands_below_it() -> None:
    told = rule("14H").output.splitlines()
    assert [line for line in told if not line.startswith(" ")] == [
        "FoF 14H Heavy antiaircraft in ground combat",
        "SF 14H Commandos",
    ]
    assert "  SF 14H1 Commandos slip out of zones of control" in told


def test_every_rule_is_told_by_its_citation() -> None:
    chapter = [known for known in load_matrix().titles if known.book == "SF" and known.number.startswith("12")]
    assert [str(known) for known in chapter if not rule(str(known)).output.startswith(f"{known} ")] == []


def test_words_name_the_rules_that_have_them_all() -> None:
    told = rule("sweep", "mines").output.splitlines()
    assert "SF 34E3 Sweeping mines" in told and not any(line.startswith("FoF") for line in told)


def test_a_number_that_no_book_has_is_a_mistake_with_the_nearest() -> None:
    found = rule("SF 20G2bb")
    assert (found.exit_code, "Did you mean 'SF 20G2b'?" in found.output) == (2, True)


def test_a_refusal_on_the_command_line_tells_what_its_rules_are_about(capsys: pytest.CaptureFixture[str]) -> None:
    refused = Ruling.refuse("it is next to an enemy", Citation("FoF", "6B"), Citation("House", "1"))
    with pytest.raises(SystemExit):
        says_mistakes(refused.require)()
    assert capsys.readouterr().err.splitlines() == [
        "europa: refused: it is next to an enemy (FoF 6B, House 1).",
        "  FoF 6B: Administrative movement",
    ]
