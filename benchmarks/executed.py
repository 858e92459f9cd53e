"""Which tests execute which lines of the rule rooms: `mutations.py` runs those alone for a mutation.

    python benchmarks/executed.py MAP.json {rooms, kit} [--jobs N]

A copy of the project gets a mark at the start of every block (a function, a branch, a loop) of the rule rooms, or of
the games' plugins; a run of the tests, or of the plugins' suites, then tells for each mark who came by. Marks cost a
tenth of the time of a tracer. The map is a file of plain data.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from attrs import field, frozen

PROJECT = Path(__file__).resolve().parent.parent
ROOMS = ("ground", "air")
THIRD = "examples/tannenbaum/src"
PLUGINS = ("src/europa_rules_fof", "src/europa_rules_sf", f"{THIRD}/tannenbaum")
SUITES = ("tests/test_suites_fof.py", "tests/test_suites_sf.py", "examples/tannenbaum/tests/test_suites.py")
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "_build", ".mypy_cache", ".ruff_cache", ".hypothesis", "dist")
MARKS = '''"""Marks of the blocks that a test has come by."""

SEEN = set()
SEE = SEEN.add
'''
RECORDER = '''"""Writes for each test how long it took, and which marks it came by; those of its set-up apart."""

import atexit
import functools
import gc
import json
import os
import time

import pytest

import marks_of_blocks

OURS = ("europa_rules", "tannenbaum")
FOUND = []
SET_UP = set()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    marks_of_blocks.SEEN.clear()
    SET_UP.clear()
    if "FORGETS" in os.environ:
        forget()
    began = time.process_time()
    try:
        return (yield)
    finally:
        took = round(time.process_time() - began, 3)
        FOUND.append([item.nodeid, took, sorted(marks_of_blocks.SEEN), sorted(SET_UP)])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item):
    try:
        return (yield)
    finally:
        SET_UP.update(marks_of_blocks.SEEN)


def forget():
    for thing in gc.get_objects():
        if isinstance(thing, functools._lru_cache_wrapper) and str(thing.__module__).startswith(OURS):
            thing.cache_clear()


@atexit.register
def write():
    with open(os.environ["MARKS_TO"], "w") as file:
        json.dump(FOUND, file)
'''


@frozen
class Block:
    """A block of statements.

    Attributes:
        inside: the function around it, as `Class.method`.
        number: its place among the blocks of the function.
        first, last: its first and last line.
    """

    inside: str
    number: int
    first: int
    last: int

    @property
    def name(self) -> str:
        """What names it while its function keeps its shape, wherever that stands in its file."""
        return f"{self.inside} {self.number}"


@frozen
class Executed:
    """The tests with their seconds, and those that come by each block of each file under `src`, by its name."""

    seconds: Mapping[str, float]
    blocks: Mapping[str, Mapping[str, Sequence[str]]] = field(repr=False)
    breadth: Mapping[str, int] = field(init=False, repr=False)
    """How many blocks each test comes by: few for one that is about them."""

    @breadth.default
    def _count(self) -> Mapping[str, int]:
        return Counter(test for given in self.blocks.values() for tests in given.values() for test in tests)

    def of(self, file: str, text: str, line: int) -> list[str]:
        """The tests that execute a line of a file under `src` with this text, the quickest first; [] if none does.

        Those of the whole function where it has another shape than when the map was made; of the whole file for a line
        in no function.
        """
        around = [block for block, _ in bodies(ast.parse(text)) if block.first <= line <= block.last]
        if not around:
            return self.of_file(file)
        innermost = min(around, key=lambda block: block.last - block.first)
        shape = sum(block.inside == innermost.inside for block, _ in bodies(ast.parse(text)))
        known = self.blocks.get(file, {})
        of_function = {name: tests for name, tests in known.items() if name.rpartition(" ")[0] == innermost.inside}
        if len(of_function) == shape:
            return self._quickest_first(known[innermost.name])
        return self._quickest_first(test for tests in of_function.values() for test in tests) or self.of_file(file)

    def of_file(self, file: str) -> list[str]:
        """The tests that execute any line of a file; all tests where it has no function."""
        if file not in self.blocks:
            return self._quickest_first(self.seconds)
        return self._quickest_first(test for tests in self.blocks[file].values() for test in tests)

    def _quickest_first(self, tests: Iterable[str]) -> list[str]:
        return sorted(set(tests), key=lambda test: (self.seconds[test], test))


def read_map(path: Path) -> Executed:
    """Read a map that `write_map` has written."""
    data = json.loads(path.read_text(encoding="utf-8"))
    names = list(data["seconds"])
    blocks = {
        file: {name: [names[n] for n in tests] for name, tests in given.items()}
        for file, given in data["blocks"].items()
    }
    return Executed(data["seconds"], blocks)


Found = tuple[str, float, Sequence[int], Sequence[int]]
"""A test, its seconds, the blocks that it came by, and those that its set-up came by."""


Marked = Sequence[tuple[str, Block]]
"""The blocks with the files under `src` in which they stand, in the order of their marks."""


def write_map(path: Path, blocks: Marked, found: Iterable[Found], *, is_set_up_shared: bool = False) -> None:
    """Write which tests come by which blocks.

    is_set_up_shared: whether what the set-up of a test comes by counts for all tests of its file.
    """
    found = list(found)
    shared: dict[str, set[int]] = {}
    for name, _, _, set_up in found if is_set_up_shared else ():
        shared.setdefault(name.partition("::")[0], set()).update(set_up)
    by_block: dict[int, list[int]] = {}
    for index, (name, _, seen, _) in enumerate(found):
        for number in {*seen, *shared.get(name.partition("::")[0], ())}:
            by_block.setdefault(number, []).append(index)
    rows: dict[str, dict[str, list[int]]] = {}
    for number, (file, block) in enumerate(blocks):
        rows.setdefault(file, {})[block.name] = by_block.get(number, [])
    data = {"seconds": {name: took for name, took, _, _ in found}, "blocks": rows}
    path.write_text(json.dumps(data), encoding="utf-8")


# --- marking ---------------------------------------------------------------------------------------------------------


def copy_project(tree: Path) -> None:
    """A copy of the project, without what is made from it."""
    shutil.copytree(PROJECT, tree, ignore=LEFT_OUT, dirs_exist_ok=True)


def room_files(tree: Path) -> list[Path]:
    """The modules of the rule rooms."""
    return [path for room in ROOMS for path in sorted((tree / "src" / "europa_rules" / room).glob("*.py"))]


def plugin_files(tree: Path) -> list[Path]:
    """The modules of the games' plugins."""
    return [path for folder in PLUGINS for path in sorted((tree / folder).rglob("*.py"))]


def mark(tree: Path, files: Iterable[Path]) -> Marked:
    """Put a mark at the start of every block of modules; the blocks, in the order of their marks."""
    blocks: list[tuple[str, Block]] = []
    for path in files:
        module = ast.parse(path.read_text(encoding="utf-8"))
        for block, body in bodies(module):
            body.insert(_start(body), ast.parse(f"_SEE({len(blocks)})").body[0])
            blocks.append((below_src(path), block))
        module.body.insert(_start(module.body), ast.parse("from marks_of_blocks import SEE as _SEE").body[0])
        path.write_text(ast.unparse(ast.fix_missing_locations(module)), encoding="utf-8")
    (tree / "src" / "marks_of_blocks.py").write_text(MARKS, encoding="utf-8")
    (tree / "src" / "recorder_of_blocks.py").write_text(RECORDER, encoding="utf-8")
    return blocks


def below_src(path: Path) -> str:
    """A module's path below the folder `src` in which it lies."""
    return str(path).rpartition("/src/")[2]


def bodies(module: ast.Module) -> list[tuple[Block, list[ast.stmt]]]:
    """The blocks of a module's functions, with their statements."""
    found: list[tuple[Block, list[ast.stmt]]] = []
    counts: dict[str, int] = {}
    for inside, body in _bodies(module, ""):
        counts[inside] = counts.get(inside, -1) + 1
        found.append((Block(inside, counts[inside], body[0].lineno, body[-1].end_lineno or 0), body))
    return found


def _bodies(node: ast.AST, inside: str) -> Iterator[tuple[str, list[ast.stmt]]]:
    if not isinstance(node, ast.Module | ast.ClassDef | ast.Lambda | ast.IfExp):
        for name in ("body", "orelse", "finalbody"):
            body = getattr(node, name, None)
            if isinstance(body, list) and body and _is_code(body):
                yield inside, body
    for child in ast.iter_child_nodes(node):
        around = inside
        if isinstance(child, ast.FunctionDef | ast.ClassDef):
            around = f"{inside}.{child.name}".lstrip(".")
        yield from _bodies(child, around)


def _is_code(body: list[ast.stmt]) -> bool:
    """Whether there is something to execute: not a docstring alone."""
    return len(body) > 1 or not (isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant))


def _start(body: list[ast.stmt]) -> int:
    """Where a statement may be put first: after a docstring and imports from the future."""
    for index, node in enumerate(body):
        is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if not is_text and not (isinstance(node, ast.ImportFrom) and node.module == "__future__"):
            return index
    return len(body)


# --- running ---------------------------------------------------------------------------------------------------------


def run_tests(tree: Path, jobs: int) -> list[Found]:
    """Run the tests, and the examples of the rooms. A test that the marks themselves break is recorded as well."""
    tests = [str(path.relative_to(tree)) for path in (*sorted(tree.glob("tests/test_*.py")), *room_files(tree))]
    return _run(tree, [tests[job::jobs] for job in range(jobs)], {})


def run_suites(tree: Path) -> list[Found]:
    """Run the suites of the games; caches are cleared between them, so that each shows what it comes by."""
    found = _run(tree, [SUITES[:2]], {"FORGETS": "1"})
    third = {"FORGETS": "1", "PYTHONPATH": os.pathsep.join([str(tree / "src"), str(tree / THIRD)])}
    return [*found, *_run(tree, [SUITES[2:]], third)]


def _run(tree: Path, shares: Sequence[Sequence[str]], env: Mapping[str, str]) -> list[Found]:
    usual = ("-n", "0", "-q", "-p", "no:cacheprovider", "--rootdir", ".")
    command = [sys.executable, "-m", "pytest", *usual, "-p", "recorder_of_blocks"]
    files = [tree / f"found{number}.json" for number in range(len(shares))]
    running = []
    for file, tests in zip(files, shares, strict=True):
        around = {**os.environ, "PYTHONPATH": str(tree / "src"), "MARKS_TO": str(file), **env}
        running.append(subprocess.Popen([*command, *tests], cwd=tree, env=around))
    for process in running:
        process.wait()
    return [tuple(row) for file in files for row in json.loads(file.read_text(encoding="utf-8"))]


def install_third(tree: Path) -> None:
    """Make the third game findable by its entry points."""
    project = tomllib.loads((tree / THIRD / ".." / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = tree / THIRD / f"{project['name']}-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    groups = project["entry-points"].items()
    lines = [f"[{group}]\n" + "".join(f"{k} = {v}\n" for k, v in given.items()) for group, given in groups]
    (info / "entry_points.txt").write_text("\n".join(lines))


def main() -> None:
    """Make the map."""
    parser = argparse.ArgumentParser(description="Which tests execute which blocks of the rules.")
    parser.add_argument("map", type=Path)
    parser.add_argument("what", choices=["rooms", "kit"])
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    is_kit = given.what == "kit"
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "project"
        copy_project(tree)
        install_third(tree)
        blocks = mark(tree, plugin_files(tree) if is_kit else room_files(tree))
        found = run_suites(tree) if is_kit else run_tests(tree, given.jobs)
        write_map(given.map, blocks, found, is_set_up_shared=is_kit)


if __name__ == "__main__":
    main()
