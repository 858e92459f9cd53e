"""Facts in, answer out: question handlers compute nothing, and what they reach is what the game reaches."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

import europa_rules_fof.questions
import europa_rules_sf.questions
from europa_rules.questions import Given

PACKAGES = (europa_rules_fof.questions, europa_rules_sf.questions)
FILES = sorted(f for package in PACKAGES for f in Path(str(inspect.getfile(package))).parent.glob("*.py"))
OF_THE_CASE = frozenset({"id", "title", "note", "rule", "seed_line", "expect"})


def handlers(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """Every function of a module of handlers: handlers and what they share."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            yield node


def faults(function: ast.FunctionDef) -> Iterator[str]:
    annotations = {id(n) for a in _annotations(function) for n in ast.walk(a)}
    for node in ast.walk(function):
        if id(node) in annotations:
            continue
        where = f"{function.name}, line {getattr(node, 'lineno', '?')}"
        if isinstance(node, ast.BinOp | ast.AugAssign) and not isinstance(node.op, ast.BitAnd):  # & joins rulings
            yield f"{where}: arithmetic"
        if isinstance(node, ast.UnaryOp) and not isinstance(node.op, ast.Not):
            yield f"{where}: arithmetic"
        if isinstance(node, ast.Compare):
            yield f"{where}: comparison"
        if isinstance(node, ast.Constant) and isinstance(node.value, int | float) and node.value not in (0, 1):
            yield f"{where}: the literal {node.value}"
        if isinstance(node, ast.Attribute) and node.attr == "charts":
            yield f"{where}: chart access"
        if isinstance(node, ast.Name) and node.id in ("sum", "min", "max", "len", "abs", "divmod", "round"):
            yield f"{where}: {node.id}"
        if isinstance(node, ast.Call) and _reads_of_the_case(node):
            yield f"{where}: reads {', '.join(map(ast.unparse, node.args))} of the case"


def readers() -> Iterator[tuple[str, int | None]]:
    """The methods that read a fact by its name, each with how many of its arguments are names (None for all)."""
    for name, method in vars(Given).items():
        if inspect.isfunction(method) and not name.startswith("_"):
            parameters = inspect.signature(method).parameters
            if "key" in parameters or "keys" in parameters:
                yield name, 1 if "key" in parameters else None


_READERS = dict(readers())


def _annotations(function: ast.FunctionDef) -> Iterator[ast.expr]:
    arguments = [*function.args.args, *function.args.kwonlyargs, *function.args.posonlyargs]
    yield from (a.annotation for a in arguments if a.annotation is not None)
    if function.returns is not None:
        yield function.returns
    yield from (n.annotation for n in ast.walk(function) if isinstance(n, ast.AnnAssign))


def _reads_of_the_case(node: ast.Call) -> bool:
    if not isinstance(node.func, ast.Attribute) or node.func.attr not in _READERS:
        return False
    return any(map(_is_of_the_case, node.args[: _READERS[node.func.attr]]))


def _is_of_the_case(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value in OF_THE_CASE - {"id"}


@pytest.mark.parametrize("file", FILES, ids=lambda f: f"{f.parent.parent.name}.{f.stem}")
def test_handlers_compute_nothing(file: Path) -> None:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    found = [fault for function in handlers(tree) for fault in faults(function)]
    assert not found, "\n".join(found)


def test_the_search_for_faults_finds_them() -> None:
    """A check that cannot fail would be no check."""
    bad = """
def handler(given, rules):
    x = given.number("a") + 2
    if x > 3:
        return rules.charts.combat_results
    return given.raw("title") if given.flag("a") else -x
"""
    words = " ".join(faults(next(handlers(ast.parse(bad)))))
    for fault in ("arithmetic", "comparison", "literal 2", "literal 3", "chart access", "reads 'title'"):
        assert fault in words


def test_whatever_reads_a_fact_of_a_question_reads_none_of_the_case() -> None:
    """Every method of `Given` that is asked by name; where it takes several names, each of them counts."""
    assert {"raw", "text", "word", "choice", "how_many", "picked", "strength", "count", "has", "ids"} <= set(_READERS)
    for reader in _READERS:
        assert list(faults(_handler(f'given.{reader}("note")'))), reader
        assert not list(faults(_handler(f'given.{reader}("units")'))), reader
    assert list(faults(_handler('given.has("units", "note")')))
    assert not list(faults(_handler('given.text("units", "note")')))


def _handler(expression: str) -> ast.FunctionDef:
    return next(handlers(ast.parse(f"def handler(given, rules):\n    return {expression}\n")))
