"""Notebooks without Jupyter: run the code cells of a file, and say what each shows.

`python tests/notebooks.py FILE` runs a notebook and writes what its cells show into it.
"""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

from attrs import frozen

RICH = {"text/html": "_repr_html_", "image/svg+xml": "_repr_svg_"}
"""The forms in which a value may show itself, beside its text."""


@frozen
class Shown:
    """What a cell shows: what it prints, and the value of its last line in every form that it has."""

    printed: str
    value: Mapping[str, str]


def read(path: Path) -> dict[str, Any]:
    """A notebook as plain data."""
    data = json.loads(path.read_text(encoding="utf-8"))
    assert isinstance(data, dict)
    return data


def code_cells(notebook: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Its cells of code, in order."""
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def run(notebook: Mapping[str, Any]) -> Iterator[Shown]:
    """Run the code cells one after another in one namespace."""
    names: dict[str, Any] = {}
    for cell in code_cells(notebook):
        yield _run_cell("".join(cell["source"]), names)


def _run_cell(source: str, names: dict[str, Any]) -> Shown:
    body = ast.parse(source).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    printed, value = StringIO(), None
    with redirect_stdout(printed):
        exec(compile(ast.Module(body, []), "notebook", "exec"), names)  # noqa: S102 - our own notebook
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "notebook", "eval"), names)  # noqa: S307
    return Shown(printed.getvalue(), {} if value is None else forms_of(value))


def forms_of(value: object) -> dict[str, str]:
    """A value in every form that a notebook may show."""
    rich = {mime: getattr(value, name)() for mime, name in RICH.items() if hasattr(value, name)}
    return {**rich, "text/plain": f"<{type(value).__name__}>" if rich else repr(value)}


def outputs_of(shown: Shown, number: int) -> list[dict[str, Any]]:
    """What a cell shows, as a notebook keeps it."""
    outputs: list[dict[str, Any]] = []
    if shown.printed:
        outputs.append({"name": "stdout", "output_type": "stream", "text": shown.printed.splitlines(keepends=True)})
    if shown.value:
        data = {mime: text.splitlines(keepends=True) for mime, text in sorted(shown.value.items())}
        outputs.append({"data": data, "execution_count": number, "metadata": {}, "output_type": "execute_result"})
    return outputs


def refresh(path: Path) -> None:
    """Run a notebook and write what its cells show into it."""
    notebook = read(path)
    for number, (cell, shown) in enumerate(zip(code_cells(notebook), run(notebook), strict=True), 1):
        cell["execution_count"], cell["outputs"] = number, outputs_of(shown, number)
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        refresh(Path(name))
