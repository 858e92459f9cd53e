"""The page of errors: for each what brings it about, the message that comes then, and the way out.

The messages are not written down: each example is run when the page is made, and must raise its error.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import dedent, wrap

from error_examples import CHART, GROUPS, POSITION

import europa_rules as er
from europa_rules import errors

Example = Callable[[er.Ruleset, er.Game, Path], None]
SHOWN_AS = "my-charts/"
"""The folder of the examples, as messages show it."""


def error_of(example: Example) -> type[errors.EuropaError]:
    """The error that an example raises, by its name: illegal_order raises IllegalOrder."""
    error: type[errors.EuropaError] = getattr(errors, example.__name__.title().replace("_", ""))
    return error


@cache
def _ruleset() -> er.Ruleset:
    return er.load("fof")


def message_of(example: Example) -> str:
    """The message of an example. Raises AssertionError if it raises nothing."""
    with TemporaryDirectory() as folder:
        try:
            example(_ruleset(), er.Game.start(_ruleset(), POSITION, dice="manual"), Path(folder))
        except error_of(example) as error:
            return str(error).replace(f"{folder}/", SHOWN_AS)
    raise AssertionError(f"{example.__name__} raises nothing")


def code_of(example: Example) -> str:
    """The code of an example, without its head and its docstring."""
    _, _, body = inspect.getsource(example).partition('"""')[2].partition('"""')
    return dedent(body.strip("\n"))


def errors_page() -> str:
    """All errors that the library raises, with an example and the way out of each."""
    lines = [
        "# Errors, and the way out",
        "",
        "Whatever the library refuses on purpose is a `EuropaError`. Its message says what is wrong, where, and what",
        "would be right; a program catches `er.EuropaError` for all of them. The command line prints the same message.",
        "In the examples a small game waits for orders; it was begun with",
        "",
        "```python",
        "import europa_rules as er",
        "",
        'fof = er.load("fof")',
        f'position = """\\\n{POSITION}"""',
        'game = er.Game.start(fof, position, dice="manual")',
        "```",
        "",
    ]
    for title, examples in GROUPS.items():
        lines += [f"## {title}", ""]
        for example in examples:
            lines += _told(example)
    return "\n".join(lines)


def _told(example: Example) -> Iterator[str]:
    error = error_of(example)
    bases = ", ".join(f"`{base.__name__}`" for base in error.__bases__)
    yield from [f"### {error.__name__}", "", f"{inspect.getdoc(error)} A kind of {bases}.", ""]
    yield from ["```python", *code_of(example).splitlines(), "```", ""]
    if "(CHART)" in code_of(example):
        yield from ["with `CHART`, in which something is wrong:", "", "```toml", *CHART.splitlines(), "```", ""]
    yield from ["```text", *(row for line in message_of(example).splitlines() for row in wrap(line, 100)), "```", ""]
    yield from [f"**The way out**: {' '.join((inspect.getdoc(example) or '').split())}", ""]
