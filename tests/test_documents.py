"""Every block of code on every page runs, or stands in a list with the reason; every link leads somewhere."""

from __future__ import annotations

import re
import runpy
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.documents import ROOT, Reader, anchors_of, blocks_of, is_code, links_of, pages

NOT_RUN = {
    ("README.md", "python3 -m venv"): "makes an environment and installs: .ci/run runs both commands, word for word",
    ("CONTRIBUTING.md", "python3 -m venv"): "makes an environment and installs from the network: .ci/run does the same",
    ("benchmarks/README.md", ".venv/bin/python benchmarks/NAME.py"): "NAME stands for a script",
    (
        "docs/reference/checking.md",
        "python benchmarks/seeded_mistakes.py",
    ): "takes minutes: test_seeded_mistakes has fewer",
    ("benchmarks/README.md", "python benchmarks/executed.py"): "takes an hour: test_mutations tries the parts",
    ("docs/reference/suites.md", "python benchmarks/"): "takes an hour: test_mutations tries the parts",
    ("docs/reference/suites.md", "from europa_rules"): "stands in a project: test_new_variant runs it in one",
    ("docs/reference/suites.md", "europa approve"): "writes into a project: test_approval writes into a folder",
    ("docs/tutorial/first-variant.md", ""): "installs a project: test_new_variant follows this page word for word",
    ("examples/tannenbaum/README.md", ""): "installs a project: test_new_variant runs its tests",
    ("tests/golden/README.md", "europa replay --show tests/golden/NAME.txt"): "NAME stands for a game: test_golden",
}
"""What is not run, by page and how it begins (nothing for a whole page), and why."""

PAGES = [str(page.relative_to(ROOT)) for page in pages()]
WITH_CODE = [page for page in PAGES if any(map(is_code, blocks_of(ROOT / page)))]


def reason(page: str, first: str) -> str:
    """Why a block is not run; nothing for one that is."""
    return next((why for (on, begins), why in NOT_RUN.items() if on == page and first.startswith(begins)), "")


@pytest.fixture
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of the reader's own; modules that a page makes go with it."""
    monkeypatch.chdir(tmp_path)
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        if not hasattr(sys.modules[name], "__file__"):
            del sys.modules[name]


@pytest.mark.parametrize("page", WITH_CODE)
def test_every_block_of_code_runs(page: str, empty_folder: Path) -> None:
    reader = Reader(ROOT / page)
    for block in blocks_of(ROOT / page):
        if (is_code(block) and not reason(page, block.first)) or block.file:
            reader.follow(block)
    assert not reader.faults, "\n".join(reader.faults)


def test_the_list_of_what_is_not_run_names_only_what_there_is() -> None:
    code = [(page, block.first) for page in WITH_CODE for block in blocks_of(ROOT / page) if is_code(block)]
    unused = [key for key in NOT_RUN if not any(page == key[0] and first.startswith(key[1]) for page, first in code)]
    assert unused == []


def test_blocks_of_code_say_what_they_are() -> None:
    known = ("text", "toml", "json", "csv", "html")
    unknown = [
        f"{page}:{block.line}: {block.kind!r}"
        for page in PAGES
        for block in blocks_of(ROOT / page)
        if not is_code(block) and block.kind not in known and not block.kind.startswith("{")
    ]
    assert unknown == []


# --- links -----------------------------------------------------------------------------------------------------------


def test_every_link_leads_to_a_page_and_a_heading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages that are made for the documentation are made here too."""
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    made = tmp_path / "made"
    runpy.run_path(str(ROOT / "docs" / "pages.py"))["write_all"](made)
    every = {page: anchors_of(page) for page in [*pages(), *made.glob("*.md")]}
    labels = frozenset[str]().union(*every.values())
    faults = []
    for page in every:
        home = page.parent if made not in page.parents else ROOT / "docs" / "reference" / "made"
        for link in links_of(page):
            path, _, anchor = link.partition("#")
            target = (home / path).resolve() if path else page
            if target.parent.name == "made":
                target = made / target.name
            if not target.exists() and "pictures" not in target.parts:
                faults.append(f"{page.name}: {link} leads nowhere")
            elif anchor and target.suffix == ".md" and anchor not in (every.get(target, set()) if path else labels):
                faults.append(f"{page.name}: {link}: no such heading")
    assert faults == []


# --- on a phone ------------------------------------------------------------------------------------------------------


def test_wide_tables_scroll_within_themselves_on_a_narrow_screen() -> None:
    docs = ROOT / "docs"
    assert 'html_css_files = ["pages.css"]' in (docs / "conf.py").read_text(encoding="utf-8")
    rules = re.findall(r"([^{}]+)\{([^{}]*)\}", (docs / "_static" / "pages.css").read_text(encoding="utf-8"))
    assert any("table-wrapper" in names and "overflow-x: auto" in what for names, what in rules)
    assert any("code" in names and "overflow-wrap: anywhere" in what for names, what in rules)


def test_no_page_has_a_table_of_html() -> None:
    """Only tables of Markdown are wrapped so that they scroll."""
    assert [page for page in PAGES if re.search(r"^<table", (ROOT / page).read_text("utf-8"), re.MULTILINE)] == []


def test_files_that_pages_name_are_there() -> None:
    """But for those of a reader's own project, and the fragment that stands as an example."""
    own = {"docs/tutorial/first-variant.md": "src/marita", "CONTRIBUTING.md": "changes/sf-9F1.rules.md"}
    named = re.compile(r"`((?:examples|docs|tests|benchmarks|changes|src)/[\w./-]+)`")
    missing = [
        (page, name)
        for page in PAGES
        for name in named.findall((ROOT / page).read_text(encoding="utf-8"))
        if not (ROOT / name).exists() and not (page in own and name.startswith((own[page], "tests/")))
    ]
    assert missing == []


def test_the_list_of_guides_has_every_guide_once() -> None:
    folder = ROOT / "docs" / "how-to"
    listed = links_of(folder / "index.md")
    assert sorted(listed) == sorted(path.name for path in folder.glob("*.md") if path.name != "index.md")


def test_the_rooms_of_the_design_are_those_of_the_floors() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    layers = settings["tool"]["importlinter"]["contracts"][0]["layers"]
    rooms = {room for layer in layers for room in re.findall(r"\w+", layer)}
    page = (ROOT / "docs" / "explanation" / "design.md").read_text(encoding="utf-8")
    named = [
        room for row in re.findall(r"^\| \d \| (.+?) \|", page, re.MULTILINE) for room in re.findall(r"`(\w+)`", row)
    ]
    assert len(named) == len(set(named)) and set(named) <= rooms
