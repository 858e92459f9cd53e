"""The pages of the project as a reader meets them: their code, run in order, and their links.

A page is run in an empty folder. Its Python shares one namespace, its commands run as they stand there, and a block
before which the page says "Write `NAME`:" is written to that file.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from attrs import frozen
from click.testing import CliRunner

from europa_rules.cli.commands import europa

ROOT = Path(__file__).parent.parent
PYTHON = ("python", "{testcode}")
DOCTEST = ("pycon", "{doctest}")
SHELL = ("sh", "console")
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE

FENCE = re.compile(r"^(?P<ticks>`{3,})(?P<kind>[^`\n]*)\n(?P<text>.*?)^(?P=ticks)$", re.MULTILINE | re.DOTALL)
OUTPUT = re.compile(r"\n\n```text\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"Write `(?P<name>[\w./-]+)`[^`\n]*:\s*\Z")
LINK = re.compile(r"(?<!!)\[[^\]\n]*\]\((?P<target>[^)\s]+)\)")
HEADING = re.compile(r"^#+ +(?P<text>.+?)\s*$", re.MULTILINE)
LABEL = re.compile(r"^\((?P<name>[\w.-]+)\)=$", re.MULTILINE)


@frozen
class Block:
    """A block of code of a page.

    Attributes:
        kind: what stands behind its fence. text: what it holds. line: where it begins.
        file: the file that it is to be written to. output: the text that follows it at once.
    """

    kind: str
    text: str
    line: int
    file: str = ""
    output: str = ""

    @property
    def first(self) -> str:
        """Its first line that is no option of a directive, by which lists name it."""
        return self.code.strip().partition("\n")[0]

    @property
    def code(self) -> str:
        """Its text without the options of a directive."""
        return re.sub(r"\A(?::\w+:[^\n]*\n)+\n?", "", self.text)


def pages() -> list[Path]:
    """Every page that somebody wrote: the README, the documentation, and the READMEs of folders."""
    made = {"made", "_modules", "_build"}
    folders = ("examples", "benchmarks", "tests", "changes")
    found = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
    found += [path for folder in folders for path in (ROOT / folder).rglob("README.md")]
    return sorted(path for path in found if not made & set(path.relative_to(ROOT).parts))


def blocks_of(page: Path) -> list[Block]:
    """The blocks of a page, in order."""
    text = page.read_text(encoding="utf-8")
    found = []
    for match in FENCE.finditer(text):
        named = FILE.search(text[: match.start()])
        line = text.count("\n", 0, match.start()) + 1
        after = OUTPUT.match(text, match.end())
        output = after["text"] if after else ""
        found.append(Block(match["kind"].strip(), match["text"], line, named["name"] if named else "", output))
    return found


def is_code(block: Block) -> bool:
    """Whether a block is Python or a command."""
    return block.kind in (*PYTHON, *DOCTEST, *SHELL) or block.kind.startswith("{code-block} python")


# --- running ---------------------------------------------------------------------------------------------------------


class Reader:
    """Somebody who does what a page says."""

    def __init__(self, page: Path) -> None:
        self.page, self.names = page, dict[str, Any]({"__name__": page.stem})
        self.faults = list[str]()

    def follow(self, block: Block) -> None:
        """Write, run or try a block; what goes wrong is a fault."""
        where = f"{self.page.relative_to(ROOT)}:{block.line}"
        if block.file:
            Path(block.file).parent.mkdir(parents=True, exist_ok=True)
            Path(block.file).write_text(block.code, encoding="utf-8")
        elif block.kind in DOCTEST:
            self.try_out(block, where)
        elif block.kind in PYTHON:
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile(block.code, where, "exec"), self.names)  # noqa: S102 - our own pages
        else:
            self.commands(block, where)

    def try_out(self, block: Block, where: str) -> None:
        """Run the examples of a block, and compare what they show."""
        test = doctest.DocTestParser().get_doctest(block.code, self.names, where, where, block.line)
        test.globs = self.names
        told = io.StringIO()
        doctest.DocTestRunner(optionflags=FLAGS, verbose=False).run(test, out=told.write, clear_globs=False)
        if told.getvalue():
            self.faults.append(told.getvalue())

    def commands(self, block: Block, where: str) -> None:
        """Run the commands of a block; compare with the output that the page shows. Without one all must succeed."""
        told = list[str]()
        for command in commands_of(block.code):
            code, output = result_of(command)
            told += output.splitlines()
            if code != 0 and not block.output:
                self.faults.append(f"{where}: {command}: exit code {code}\n{output}")
        missing = [line for line in block.output.splitlines() if not is_among(line, told)]
        if missing:
            self.faults.append("\n".join([f"{where}: not told:", *missing, "but:", *told]))


def result_of(command: str) -> tuple[int, str]:
    """Exit code and output of a command: `europa` in this process, others beside it."""
    words = shlex.split(command, comments=True)
    if words[0] == "europa":
        done = CliRunner().invoke(europa, words[1:])
        return done.exit_code, done.output
    words[0] = sys.executable if words[0] == "python" else words[0]
    run = subprocess.run(words, capture_output=True, text=True, check=False)
    return run.returncode, run.stdout + run.stderr


def is_among(shown: str, told: list[str]) -> bool:
    """Whether a line that a page shows was told; dots stand for anything."""
    pattern = ".*".join(map(re.escape, shown.strip().split("...")))
    return any(re.fullmatch(pattern, line.strip()) for line in told)


def commands_of(text: str) -> Iterator[str]:
    """The commands of a block, one a line; a line that ends in a backslash goes on."""
    for line in text.replace("\\\n", " ").splitlines():
        command = line.strip().removeprefix("$ ")
        if command and not command.startswith("#"):
            yield command


# --- links -----------------------------------------------------------------------------------------------------------


def prose_of(page: Path) -> str:
    """A page without its code."""
    return re.sub(r"`[^`\n]+`", lambda code: "`" * len(code[0]), FENCE.sub("", page.read_text(encoding="utf-8")))


def links_of(page: Path) -> list[str]:
    """The links of a page to other places of the project."""
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    return [m["target"] for m in LINK.finditer(text) if not re.match(r"[a-z]+:", m["target"])]


def anchors_of(page: Path) -> set[str]:
    """Where links into a page may lead: its headings, as they are turned into anchors, and its labels."""
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    return {slug(m["text"]) for m in HEADING.finditer(text)} | {m["name"] for m in LABEL.finditer(text)}


def slug(heading: str) -> str:
    """The anchor of a heading.

    >>> slug("What `europa check` finds, and why")
    'what-europa-check-finds-and-why'
    """
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
