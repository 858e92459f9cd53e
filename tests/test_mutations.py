"""The mutator itself: mutations are made where rules stand, and one that is planted is caught."""

from __future__ import annotations

import ast
import os
import signal
import sys
from importlib import import_module
from pathlib import Path

import pytest
from benchmarks.executed import Block, mark, read_map, write_map
from benchmarks.grafts import graft_of
from benchmarks.mutants import KINDS, Mutant, Site, mutate, sites
from benchmarks.mutations import CAUGHT, MISSED, applied, equivalents, verdict_of

CODE = '''"""A rule about 3 things."""

from dataclasses import dataclass

@dataclass(frozen=True)
class Facts:
    """3 facts."""

    limit: int = 4


def most(facts: Facts, others: int) -> bool:
    """Whether 5 is too much."""
    if others and facts.limit > 2:
        raise ValueError(f"{others + 1} is odd")
    return facts.limit + others == 4


RULES = (most, *OTHERS, Modifier("a", "b", "c", 2))
WORDS = ("a", "b")
'''
CHART = """# 3 remarks
title = "Chart 7"
provenance = { kind = "book", page = 5 }

[rows]
5 = { mp = 3, name = "2 hexes", closed = true } # 4
"""
SUBJECTS = '[subjects]\none = "1A"\ntwo = "2B"\n'


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name, text in (("rule.py", CODE), ("charts.toml", CHART), ("subjects.toml", SUBJECTS)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def made(path: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for site in sites(path):
        found.setdefault(site.kind, []).append(site.what)
    return found


def test_mutations_of_code_are_those_of_its_rules_alone(tree: Path) -> None:
    found = made(tree / "rule.py")
    assert found["sign"] == ["facts.limit + others becomes facts.limit - others", "2 becomes -2"]
    assert found["threshold"] == ["facts.limit > 2 becomes facts.limit >= 2"]
    assert found["condition"] == ["others and facts.limit > 2 becomes others or facts.limit > 2"]
    assert "4 becomes 5" in found["constant"] and not any("3 becomes" in what for what in found["constant"])
    assert "facts.limit + others == 4 becomes facts.limit + others != 4" in found["negation"]
    assert not any("True" in what for what in found["negation"])
    assert len(found["dropped"]) == 3


def test_mutations_of_data_are_those_of_cells_and_subjects(tree: Path) -> None:
    assert [what.rpartition(": ")[2] for what in made(tree / "charts.toml")["chart cell"]] == [
        "3 becomes 4",
        "true becomes false",
    ]
    assert made(tree / "subjects.toml") == {"citation": ["two: 2B becomes 1A"]}


def test_every_mutation_changes_a_file_that_still_reads(tree: Path) -> None:
    for site in sites(tree / "rule.py"):
        mutant = mutate(tree, "rule.py", site)
        assert ast.dump(ast.parse(mutant.text)) != ast.dump(ast.parse(CODE)), str(mutant)


def test_a_mutation_is_made_and_taken_back(tree: Path) -> None:
    mutant = mutate(tree, "rule.py", sites(tree / "rule.py")[0])
    with applied(mutant, tree):
        assert (tree / "rule.py").read_text(encoding="utf-8") == mutant.text != CODE
    assert (tree / "rule.py").read_text(encoding="utf-8") == CODE


def half(strength: int, cap: int = 9) -> int:
    """A rule whose mutation is planted below."""
    return min(strength // 2, cap)


@pytest.mark.parametrize(("new", "verdict"), [("strength // 2 + 1", CAUGHT), ("strength // (1 + 1)", MISSED)])
def test_a_mutation_that_is_planted_is_caught_by_a_test_and_an_equal_one_is_not(new: str, verdict: str) -> None:
    """In a process of its own the function has new code; what has imported it needs no new import."""
    text = Path(__file__).read_text(encoding="utf-8")
    graft = graft_of(__name__, text, text.replace("strength // 2, cap", f"{new}, cap", 1), "half")
    assert graft is not None

    def work() -> tuple[str, str]:
        graft.make()
        return (MISSED, "") if half(7) == 3 else (CAUGHT, "half")

    assert verdict_of(work)[0] == verdict
    assert half(7) == 3


def test_what_stands_at_the_top_or_in_a_default_needs_a_new_import() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    assert graft_of(__name__, text, text.replace("cap: int = 9", "cap: int = 8", 1), "half") is None
    assert graft_of(__name__, text, text + "\nX = 1\n", "") is None


def test_a_process_that_is_ended_by_a_signal_counts_as_caught() -> None:
    def work() -> tuple[str, str]:
        os.kill(os.getpid(), signal.SIGKILL)
        return MISSED, ""

    assert verdict_of(work)[0] == CAUGHT


def test_marks_tell_which_block_a_test_comes_by(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "src").mkdir()
    room = tmp_path / "src" / "marked_room.py"
    text = '"""A room."""\n\n\ndef a(x):\n    """A rule."""\n    if x:\n        return 1\n    return 2\n'
    room.write_text(text)
    blocks = mark(tmp_path, [room])
    assert blocks == [("marked_room.py", Block("a", 0, 5, 8)), ("marked_room.py", Block("a", 1, 7, 7))]
    monkeypatch.syspath_prepend(str(tmp_path / "src"))
    room_, marks = import_module("marked_room"), import_module("marks_of_blocks")
    try:
        room_.a(0)
        write_map(tmp_path / "map.json", blocks, [("test", 0.5, sorted(marks.SEEN), [])])
    finally:
        del sys.modules["marked_room"], sys.modules["marks_of_blocks"]
    executed = read_map(tmp_path / "map.json")
    assert executed.of("marked_room.py", text, 8) == ["test"]
    assert executed.of("marked_room.py", text, 7) == []
    assert executed.of("marked_room.py", text.replace("if x", "# a remark\n    if x"), 9) == ["test"]
    assert executed.of("marked_room.py", text.replace("return 2", "return 2 if x else 3"), 8) == ["test"]


def test_mutants_held_to_be_equivalent_are_there_and_give_a_reason() -> None:
    project = Path(__file__).parent.parent
    for (file, inside, what), why in equivalents().items():
        assert len(why.split()) > 3
        assert any((site.inside, site.what) == (inside, what) for site in sites(project / file)), (file, inside, what)


def test_a_mutant_names_its_place() -> None:
    site = Site(KINDS[0], 3, "f", "1 becomes 2", 0, 1, "2")
    assert str(Mutant("a.py", site, "1", "2")) == "sign: a.py:3 f: 1 becomes 2"
