"""What holds for the project as a whole: its set-up, its licences, its walls."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from europa_rules.nations import Nations

ROOT = Path(__file__).parent.parent
CORE = ROOT / "src" / "europa_rules"
FOLDERS = ("src", "tests", "docs", "examples", "benchmarks", "changes", "LICENSES", ".ci")
MADE_HERE = {
    "__pycache__",
    "_build",
    "_modules",
    "pictures",
    ".hypothesis",
    ".mypy_cache",
    ".pytest_cache",
    ".ruff_cache",
}
MEGABYTE = 1_000_000


@cache
def project() -> dict[str, object]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def table(*path: str) -> dict[str, object]:
    found: object = project()
    for key in path:
        assert isinstance(found, dict), f"pyproject.toml has no table {'.'.join(path)}"
        found = found[key]
    assert isinstance(found, dict)
    return found


@cache
def files() -> tuple[Path, ...]:
    """The project's files, without those that a build or a test run leaves."""
    here = [path for path in ROOT.iterdir() if path.is_file()]
    below = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.is_file()]
    kept = [path for path in here + below if not MADE_HERE & set(path.relative_to(ROOT).parts)]
    return tuple(path for path in sorted(kept) if path.suffix != ".pyc" and not path.name.startswith(".coverage"))


def readme_commands() -> list[str]:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```sh\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)
    return [block.strip() for block in blocks]


# --- set-up ----------------------------------------------------------------------------------------------------------


def test_readme_has_two_commands_of_one_line_each() -> None:
    demo, tests = readme_commands()
    start = "python3 -m venv .venv && .venv/bin/pip install -q "
    assert demo == start + "'.[cli]' && .venv/bin/europa demo"
    assert tests == start + "'.[test]' && .venv/bin/python -m pytest"


def test_readme_example_is_three_lines_that_run(capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```python\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)
    assert len(example.splitlines()) == 3
    exec(compile(example, "README.md", "exec"), {})  # noqa: S102 - our own README
    assert "FoF 9A" in capsys.readouterr().out


def test_ci_takes_the_commands_from_the_readme() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "README.md" in script
    assert not any(command in script for command in readme_commands())


def test_the_variants_are_entry_points() -> None:
    declared = table("project", "entry-points", "europa_rules.variants")
    assert declared == {"fof": "europa_rules_fof.plugin", "sf": "europa_rules_sf.plugin"}
    installed = {point.name: point.value for point in entry_points(group="europa_rules.variants")}
    assert declared.items() <= installed.items()


@pytest.mark.parametrize("package", ["europa_rules", "europa_rules_fof", "europa_rules_sf"])
def test_packages_are_typed(package: str) -> None:
    assert (ROOT / "src" / package / "py.typed").is_file()


def test_scipy_and_the_command_line_are_no_base_dependency() -> None:
    base = table("project")["dependencies"]
    assert isinstance(base, list)
    assert [re.split(r"[<>=~!]", name)[0] for name in base] == ["attrs", "cattrs", "networkx", "pluggy"]


# --- files -----------------------------------------------------------------------------------------------------------


def test_no_file_is_above_one_megabyte() -> None:
    assert [str(path.relative_to(ROOT)) for path in files() if path.stat().st_size > MEGABYTE] == []


def texts() -> Iterator[tuple[str, str]]:
    for path in files():
        if path != Path(__file__):
            try:
                yield str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                continue


def test_no_file_names_a_place_on_some_machine() -> None:
    place = re.compile(r"(?<![\w.])/(?:work|root|home/\w+|Users/\w+)/|\.\./shared|/tmp/(?:work|venv)")
    assert [f"{name}: {found[0]}" for name, text in texts() if (found := place.search(text))] == []


def test_nothing_is_left_to_do() -> None:
    mark = re.compile(r"\b(?:TO" + r"DO|FIX" + r"ME|X" + r"XX(?![\"|]))\b")
    own = (".py", ".toml", ".md", ".csv", ".json")
    assert [name for name, text in texts() if name.endswith(own) and mark.search(text)] == []


def test_no_test_is_skipped_or_expected_to_fail() -> None:
    mark = re.compile(r"pytest\.(?:mark\.)?(?:skip|skipif|xfail|importorskip)\b")
    assert [name for name, text in texts() if name.startswith("tests/") and mark.search(text)] == []


def test_fragments_of_the_changelog_are_of_a_known_kind() -> None:
    kinds = table("tool", "towncrier")["type"]
    assert isinstance(kinds, list)
    known = {kind["directory"] for kind in kinds}
    fragments = [path for path in (ROOT / "changes").iterdir() if path.name != "README.md"]
    shape = re.compile(r"[A-Za-z0-9_+-]+\.(?P<kind>[a-z]+)\.md")
    assert [p.name for p in fragments if not (m := shape.fullmatch(p.name)) or m["kind"] not in known] == []
    assert [p.name for p in fragments if not p.read_text(encoding="utf-8").strip()] == []


# --- licences --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("licence", "words"),
    [
        ("MIT", "Permission is hereby granted, free of charge"),
        ("LGPL-3.0-or-later", "GNU LESSER GENERAL PUBLIC LICENSE"),
        ("CC-BY-4.0", "Attribution 4.0 International"),
    ],
)
def test_each_licence_is_named_and_there_in_full(licence: str, words: str) -> None:
    expression = table("project")["license"]
    assert isinstance(expression, str)
    assert licence in expression.split(" AND ")
    text = (ROOT / "LICENSES" / f"{licence}.txt").read_text(encoding="utf-8")
    assert words in text
    assert len(text) > 1000


def test_notice_names_the_sources_of_the_maps() -> None:
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
    sources = ("GSHHG", "WDB-II", "GeoNames", "Natural Earth", "MODIS", "GLOBE", "ITU-R")
    assert [source for source in sources if source not in notice] == []


def test_every_layer_of_a_sheet_is_in_the_notice() -> None:
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
    heads = [tomllib.loads(p.read_text(encoding="utf-8")) for p in files() if p.name == "sheet.toml"]
    names = {re.split(r"[ ,]", layer["source"])[0] for head in heads for layer in head.get("layers", [])}
    assert [name for name in sorted(names - {"hand"}) if name not in notice] == []


def test_readme_says_whose_the_titles_are() -> None:
    text = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    assert "titles of their owners" in text
    assert "nothing printed is included" in text


# --- walls -----------------------------------------------------------------------------------------------------------


def floors() -> list[str]:
    contracts = table("tool", "importlinter")["contracts"]
    assert isinstance(contracts, list)
    (contract,) = [contract for contract in contracts if contract["id"] == "floors"]
    assert contract["exhaustive"] is True
    return [room.strip() for layer in contract["layers"] for room in re.split("[:|]", layer)]


def modules(package: Path) -> set[str]:
    inside = {path.stem for path in package.glob("*.py")} - {"__init__"}
    return inside | {path.parent.name for path in package.glob("*/*.py") if path.parent.name != "data"}


def test_every_module_stands_on_one_floor() -> None:
    rooms = [room.strip("()") for room in floors()]
    assert len(rooms) == len(set(rooms))
    assert sorted(modules(CORE) - set(rooms)) == []


def test_every_room_that_must_be_there_is() -> None:
    required = {room for room in floors() if not room.startswith("(")}
    assert sorted(required - modules(CORE)) == []


VARIANTS = frozenset({"fof", "sf", "fof-", "sf-", "sfa", "sfb", "sfa-", "sfb-"})
VARIANT_PACKAGES = re.compile(r"\beuropa_rules_(?:fof|sf)\b")
CITING = frozenset({"rule", "cite", "Citation", "parse"})


def _called(call: ast.Call) -> str:
    function = call.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _exempt(tree: ast.AST) -> set[int]:
    """The constants that may name a book: docstrings and the arguments of citations."""
    found: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            found.add(id(node.value))
        elif isinstance(node, ast.Call) and _called(node) in CITING:
            arguments = [*node.args, *(keyword.value for keyword in node.keywords)]
            found |= {id(part) for argument in arguments for part in ast.walk(argument)}
    return found


def games_named(source: str) -> list[str]:
    """Where a module imports a variant or holds its id as a value (line and text)."""
    tree = ast.parse(source)
    exempt = _exempt(tree)
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in exempt:
            names = [node.value]
        elif isinstance(node, ast.keyword | ast.arg):
            names = [node.arg or ""]
        else:
            continue
        line = getattr(node, "lineno", 0)
        found += [f"{line}: {n}" for n in names if n.strip().lower() in VARIANTS or VARIANT_PACKAGES.search(n)]
    return found


@pytest.mark.parametrize(
    "source",
    [
        "import europa_rules_fof",
        "from europa_rules_sf.plugin import charts",
        "import_module('europa_rules_sf')",
        "if variant == 'sf': pass",
        "if variant in ('FoF', 'other'): pass",
        "match variant:\n    case 'fof': pass",
        "limits = {'sf': 3}",
        "limits = dict(sf=3)",
        "chart['FoF']",
        "chart.get('sf')",
        "case.startswith('SFA-')",
        "def load(variant='fof'): pass",
    ],
)
def test_a_game_named_in_code_is_found(source: str) -> None:
    assert games_named(source)


@pytest.mark.parametrize(
    "source",
    [
        '"""sf"""',
        '@rule("FoF 9A", "SF 9A")\ndef odds():\n    """Rule 9A."""',
        "Citation('SF', '12D')",
        "Citation.parse('SF 12D')",
        "half = 'off'",
    ],
)
def test_a_citation_may_name_a_book(source: str) -> None:
    assert games_named(source) == []


def test_the_core_names_no_game() -> None:
    paths = sorted(CORE.rglob("*.py"))
    assert paths
    found = [f"{path.relative_to(ROOT)}:{place}" for path in paths for place in games_named(path.read_text("utf-8"))]
    assert found == []


ROOMS = ("ground", "air", "naval", "campaign")
"""Where the rules stand that all games share."""


def nations_named(source: str) -> list[str]:
    """The nations that code names: in a string that is no docstring, or in a name of its own."""
    tree = ast.parse(source)
    spared = _exempt(tree)
    said = [
        (node.lineno, str(getattr(node, "value", "") or getattr(node, "id", "") or getattr(node, "attr", "")))
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant | ast.Name | ast.Attribute) and id(node) not in spared
    ]
    known = {word for nation in Nations.read().by_code.values() for word in (nation.country, nation.people)}
    known = {word.lower() for word in known if word}
    return [f"line {line}: {text!r}" for line, text in said if known & set(re.split(r"[\W_]+", text.lower()))]


@pytest.mark.parametrize("source", ['row = "german_divisor"', 'GERMAN = "g"', 'if force == "Free French": pass'])
def test_a_nation_named_in_code_is_found(source: str) -> None:
    assert nations_named(source) != []


def test_the_rooms_of_the_rules_name_no_nation() -> None:
    named = {
        str(path.relative_to(CORE)): found
        for room in ROOMS
        for path in sorted((CORE / room).rglob("*.py"))
        if (found := nations_named(path.read_text(encoding="utf-8")))
    }
    assert named == {}


def _imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("package", ["europa_rules_fof", "europa_rules_sf"])
def test_plugins_use_public_names_only(package: str) -> None:
    faults = []
    for path in sorted((ROOT / "src" / package).rglob("*.py")):
        for name in _imported(ast.parse(path.read_text(encoding="utf-8"))):
            private = any(part.startswith("_") for part in name.split(".")) and not name.startswith("__future__")
            if private:
                faults.append(f"{path.relative_to(ROOT)}: {name}")
    assert faults == []


SPELLING = CORE / "errors.py"  # how near two names must be for "did you mean", no rule's number
DRAWING = CORE / "render"  # coordinates of pictures
EARTH = {CORE / "sheets" / "earth.py", CORE / "sheets" / "projection.py"}  # latitude and longitude, which no rule uses


def test_the_core_never_counts_in_floating_point() -> None:
    found = []
    for path in sorted(set(CORE.rglob("*.py")) - {SPELLING} - EARTH - set(DRAWING.rglob("*.py"))):
        constants = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Constant)]
        found += [f"{path.relative_to(ROOT)}:{c.lineno}: {c.value!r}" for c in constants if isinstance(c.value, float)]
    assert found == []
