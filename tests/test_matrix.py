"""The rule matrix is whole, and finds rules and rows."""

from importlib import resources

import pytest

from europa_rules.citations import Citation
from europa_rules.errors import UnknownName
from europa_rules.matrix import is_under, load_matrix, parts

MATRIX = load_matrix()


def test_every_row_is_there_once() -> None:
    assert len(MATRIX.rows) == 2733
    assert len({row.id for row in MATRIX.rows}) == 2733
    assert sum(row.rule.book == "FoF" for row in MATRIX.rows) == 887
    assert MATRIX.books == ("FoF", "SF")


def test_a_row_id_names_its_rule() -> None:
    for row in MATRIX.rows:
        book, number, count = row.id.split("-")
        assert (book, number) == (row.rule.book.upper(), row.rule.number)
        assert count.isdigit()


def test_every_row_says_what_and_of_which_kind() -> None:
    kinds = {"definition", "number", "restriction", "permission", "effect", "sequence", "advanced", "optional"}
    assert all(row.statement and row.subject and row.kind in kinds for row in MATRIX.rows)
    assert all(row.other_book.startswith(("yes", "no", "absent")) for row in MATRIX.rows)


def test_the_tables_have_the_documented_columns() -> None:
    folder = resources.files("europa_rules").joinpath("data", "rules")
    files = [file for file in folder.iterdir() if file.name.endswith(".csv")]
    heads = {file.read_text(encoding="utf-8").partition("\n")[0] for file in files}
    assert heads == {"id,book,rule,kind,subject,statement,chart,other_book"}
    assert all(len(file.read_bytes()) < 1_000_000 for file in files)


def test_a_rule_exists_by_its_rows_or_as_a_heading() -> None:
    assert MATRIX.exists(Citation("SF", "10C1"))
    assert MATRIX.exists(Citation("FoF", "VP"))
    assert MATRIX.of(Citation("FoF", "21B1")) == ()
    assert MATRIX.exists(Citation("FoF", "21B1"))
    assert not MATRIX.exists(Citation("FoF", "44A1"))
    assert not MATRIX.exists(Citation("SF", "9F1z"))


def test_the_rows_of_a_rule_are_its_own() -> None:
    rows = MATRIX.of(Citation("SF", "9F1"))
    assert rows
    assert {row.rule.number for row in rows} == {"9F1"}


def test_an_unknown_row_names_the_nearest() -> None:
    with pytest.raises(UnknownName, match="Did you mean 'SF-9F1-"):
        MATRIX.row("SF-9F1-0")


def test_the_nearest_rule_is_sought_in_the_book_named() -> None:
    assert MATRIX.nearest("FoF 10C9").startswith("FoF 10C")
    assert MATRIX.nearest("SF 43A9").startswith("SF 43A")


def test_a_number_is_read_step_by_step() -> None:
    assert parts("31E2a") == ("31", "E", "2", "a")
    assert is_under("VP", "VP")
    assert is_under("9A", "9")
    assert not is_under("9", "9A")
    assert not is_under("90", "9")


def test_every_rule_and_every_heading_has_a_title_in_a_few_words() -> None:
    assert MATRIX.titles.keys() == MATRIX.headed
    assert len(MATRIX.titles) == 805
    assert [title for title in MATRIX.titles.values() if not 2 <= len(title) <= 72 or title.endswith(".")] == []
    assert MATRIX.title(Citation("SF", "14H")) == "Commandos"
    assert MATRIX.title(Citation("FoF", "14H")) == "Heavy antiaircraft in ground combat"
    assert MATRIX.title(Citation("FoF", "99")) == ""
