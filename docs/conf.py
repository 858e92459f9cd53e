"""Sphinx: the documentation, built without the network."""

import re
import runpy
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

DOCS = Path(__file__).parent
SOURCE = DOCS.parent / "src"
sys.path[:0] = [str(SOURCE), str(DOCS)]

from page_text import write_pages as update_pages  # noqa: E402 - found once the path is set
from pages import write_all  # noqa: E402 - found once the path is set

project = "europa-rules"
author = "The europa-rules contributors"
copyright = "the europa-rules contributors; MIT, the maps LGPL-3.0-or-later and CC-BY-4.0"
release = "0.1.0"

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.doctest",
    "sphinx.ext.napoleon",
    "sphinx_click",
    "cited_rules",
    "quick_build",
]
exclude_patterns = ["_build", "reference/api/_modules/list.md"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
smartquotes = False  # an option is --json, not a dash

# Types named in docstrings are links where there is one target; two attributes of one name are no fault.
suppress_warnings = ["ref.python"]

html_theme = "furo"
html_title = "europa-rules"
html_static_path = [str(DOCS / "_static"), str(DOCS / "reference" / "made" / "static")]
html_favicon = str(DOCS / "_static" / "favicon.svg")
html_css_files = ["pages.css"]
html_js_files = ["citations.js"]
html_search_scorer = str(DOCS / "_static" / "scorer.js")
templates_path: list[str] = []

autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
napoleon_numpy_docstring = False
napoleon_use_ivar = True

# Pages use {doctest} and {testcode}. tests/test_documents.py runs them, pytest those of docstrings.
doctest_test_doctest_blocks = ""

LITERAL = re.compile(r"(`+)(.+?)\1")


def escaped(line: str) -> str:
    """A line of plain prose as reStructuredText: `code` is a literal, and a rating such as 2-3-8* is no emphasis."""
    parts, at = [], 0
    for found in LITERAL.finditer(line):
        parts += [re.sub(r"([*|_\\])", r"\\\1", line[at : found.start()]), f"``{found[2]}``"]
        at = found.end()
    return "".join([*parts, re.sub(r"([*|_`\\])", r"\\\1", line[at:])])


def readable(app, what, name, obj, options, lines: list[str]) -> None:
    """Docstrings are plain prose: escape it, and part blocks of different indentation by an empty line."""
    result: list[str] = []
    example = False
    for line in lines:
        text = line.strip()
        example = text.startswith(">>>") or (example and bool(text))
        if example:
            result.append(line)
            continue
        before = result[-1] if result else ""
        shift = len(line) - len(line.lstrip()) != len(before) - len(before.lstrip())
        if text and before and (shift or text.startswith(("- ", "* ")) or before.lstrip().startswith(("- ", "* "))):
            result.append("")
        result.append(line[: len(line) - len(line.lstrip())] + escaped(text))
    lines[:] = result


def write_modules() -> None:
    """A page for each public module of the three packages, in reference/api/_modules, outside the repository.

    No menu lists them, or each of all pages would carry that menu; no full text of them is searched, only their names.
    """
    pages, packages, heads = {}, {}, {}
    for path in sorted(SOURCE.rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        parts = parts[:-1] if parts[-1] == "__init__" else parts
        if not any(part.startswith("_") for part in parts):
            module = ".".join(parts)
            flags = "   :no-index:\n" if path.name == "__init__.py" else ""
            title = f":orphan:\n:no-search:\n\n{module}\n{'=' * len(module)}\n\n"
            pages[f"{module}.rst"] = f"{title}.. automodule:: {module}\n{flags}"
            package = module if path.name == "__init__.py" else module.rpartition(".")[0]
            packages.setdefault(package, []).append(module)
    for name, modules in packages.items():
        heads[name] = ", ".join(f"[{module}](_modules/{module}.rst)" for module in modules)
        pages[f"{name}.rst"] += f"\nModules: {', '.join(f':doc:`{module}`' for module in modules[1:])}\n"
    pages["list.md"] = "\n\n".join(f"**{name}**: {modules}" for name, modules in heads.items())
    update_pages(DOCS / "reference" / "api" / "_modules", pages, "*.*")


def draw_pictures() -> None:
    """The pictures of the examples, in docs/pictures, outside the repository."""
    for example in ("whole_theatre", "ardennes_may_40", "sicily_jul_43"):
        with redirect_stdout(StringIO()):
            runpy.run_path(str(DOCS.parent / "examples" / f"{example}.py"))["main"](DOCS / "pictures")


def add_search(app, pagename: str, *_: object) -> None:
    """The scripts that the search page alone needs; deferred, so that they come after those of Sphinx."""
    if pagename == "search":
        for script in ("sections.js", "search.js"):
            app.add_js_file(script, loading_method="defer")


def setup(app) -> None:
    app.connect("autodoc-process-docstring", readable, priority=400)  # before napoleon, which reads "Attributes:"
    app.connect("html-page-context", add_search)


write_modules()
write_all(DOCS / "reference" / "made")
draw_pictures()
