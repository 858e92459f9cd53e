"""Going through files and folders, and what is expected to be faulty there.

A folder may say in `expected-faults.toml` which faults its files have on purpose (`faults`, each "FILE: WHERE"). Then
these are no faults of the tree around it, one that is missing is, and so is any other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial
from importlib import resources
from pathlib import Path

from attrs import evolve

from europa_rules.checks import (
    chart_files,
    demo_files,
    json_files,
    map_files,
    ob_files,
    ob_table_files,
    position_files,
    rule_files,
    scenario_files,
    toml_files,
    word_files,
)
from europa_rules.checks.kinds import Checked, Kind, Surroundings, faults_of
from europa_rules.errors import DataError, Fault
from europa_rules.plugins import PluginRecord, file_of, variants_of
from europa_rules.ruleset import Ruleset, Variant

MARKER = "expected-faults.toml"
"""The file in which a folder says that its faults are there on purpose."""

KINDS: tuple[Kind, ...] = (
    map_files.KIND,
    *toml_files.KINDS,
    *word_files.KINDS,
    demo_files.KIND,
    scenario_files.KIND,
    chart_files.KIND,
    *json_files.KINDS,
    position_files.KIND,
    ob_files.KIND,
    ob_table_files.KIND,
    rule_files.KIND,
)
"""The kinds of the library, in the order in which a file or folder is tried."""

_PASSED_OVER = frozenset({"node_modules", "build", "dist", "__pycache__"})


def check_bundled() -> Iterator[Checked]:
    """Check all data of the library and of the plugins that are installed."""
    around = Surroundings()
    yield from _walk(Path(str(resources.files("europa_rules").joinpath("data"))), around)
    for record in around.plugins:
        why = [Fault(record.entry_point, "import", record.error, "a plugin that loads")] if record.error else []
        yield Checked(record.name, "plugin", tuple(why))
    for variant in around.variants.values():
        yield from check_variant(variant, around)


def check_variant(variant: Variant, around: Surroundings | None = None) -> Iterator[Checked]:
    """Check the folder of a variant's data, laid over those of the variants that it changes, and that it loads."""
    around = around or Surroundings()
    yield from _walk(Path(str(variant.folder)), around)
    yield Checked(variant.id, "ruleset", tuple(faults_of(lambda: around.game(variant.id), variant.id)))


def check_paths(paths: Iterable[Path], rules: Ruleset | None = None) -> Iterator[Checked]:
    """Check files and folders of ours: a source tree, a folder of charts or of map tables, or single files.

    rules: the ruleset for what is read by one; without it that of the game in whose folder a file lies, else any.
    Without rules, plugins whose code lies in one of the folders are looked at as well: do they and their games load?

    Raises DataError for a path that is not there, or that nothing here can read.
    """
    listed = list(paths)
    around = Surroundings(rules)
    found = [*_check_each(listed, around)]
    own = [] if rules is not None else [*_check_plugins(listed, around)]
    yield from _each_once([*found, *own])


def _each_once(found: Iterable[Checked]) -> Iterator[Checked]:
    """What was checked, without faults told twice.

    A fault of another file is left out where that file was checked itself and has faults, or where it was told before
    by another name of the file.
    """
    listed = list(found)
    faulty = [checked.place for checked in listed if checked.faults]
    told: dict[tuple[str, str, str], list[str]] = {}
    for checked in listed:
        kept = []
        for fault in checked.faults:
            before = told.setdefault((_LINE.sub("", fault.where), fault.found, fault.expected), [])
            elsewhere = (place for place in faulty if place != checked.place)
            if not any(_is_same_file(fault.file, other) for other in (*before, *elsewhere)):
                kept.append(fault)
            before.append(fault.file)
        yield evolve(checked, faults=tuple(kept))


_LINE = re.compile(r"^line \d+, (?!column)")


def _is_same_file(one: str, other: str) -> bool:
    """Whether two names are of one file, though one of them leaves out folders."""
    return one.endswith(f"/{other}") or other.endswith(f"/{one}")


def _check_plugins(paths: Iterable[Path], around: Surroundings) -> Iterator[Checked]:
    """Check that the plugins load whose code lies in these folders, and the games that they bring."""
    folders = [path.resolve() for path in paths if path.is_dir()]
    for record in around.plugins:
        if any(folder in file.parents for file in _files_of(record) for folder in folders):
            why = [Fault(record.entry_point, "plugin", record.error, "a plugin that loads")] if record.error else []
            yield Checked(record.name, "plugin", tuple(why))
            for name, variant in variants_of([record]):
                yield Checked(name, "ruleset", tuple(faults_of(partial(around.game, variant.id), variant.id)))


def _files_of(record: PluginRecord) -> Iterator[Path]:
    if file := file_of(record):
        yield Path(file).resolve()


def _check_each(paths: Iterable[Path], around: Surroundings) -> Iterator[Checked]:
    for path in paths:
        if not path.exists():
            raise DataError([Fault(str(path), "path", "nothing", "a file or a folder")])
        found = list(_walk(path, around) if path.is_dir() else _check_one(path, around))
        if not found:
            expected = "charts, map tables, rulings, cases, saves, positions or another kind of ours"
            raise DataError([Fault(str(path), "path", "nothing to check", expected)])
        yield from found


def _walk(folder: Path, around: Surroundings) -> Iterator[Checked]:
    """Check a folder and all that is in it."""
    children = sorted(child for child in folder.iterdir() if not _is_passed_over(child))
    kinds = _kinds(folder, around)
    for kind in kinds:
        yield kind.check(folder, around)
    together = chart_files.is_chart_folder(folder)
    for child in children:
        if child.is_dir():
            yield from _walk_marked(child, around) if (child / MARKER).is_file() else _walk(child, around)
        elif not (together and chart_files.is_chart(child)) and not any(kind.holds(child) for kind in kinds):
            yield from _check_one(child, around)


def _is_passed_over(child: Path) -> bool:
    return child.name.startswith(".") or child.name in _PASSED_OVER


def _check_one(file: Path, around: Surroundings) -> Iterator[Checked]:
    for kind in _kinds(file, around)[:1]:
        yield kind.check(file, around)


def _kinds(place: Path, around: Surroundings) -> list[Kind]:
    return [kind for kind in (*KINDS, *around.foreign_kinds) if kind.takes(place)]


def _walk_marked(folder: Path, around: Surroundings) -> Iterator[Checked]:
    """Check a folder whose faults are there on purpose: what it says, and what is found, must be the same."""
    table, _, unreadable = toml_files.read_toml(folder / MARKER)
    listed = table.get("faults")
    expected = [text for text in listed if isinstance(text, str)] if isinstance(listed, list) else []
    found = [fault for checked in _walk(folder, around) for fault in checked.faults]
    named = {fault: f"{_relative(fault.file, folder)}: {fault.where}" for fault in found}
    absent = [text for text in expected if text not in named.values()]
    faults = [fault for fault, text in named.items() if text not in expected]
    faults += [Fault(str(folder / MARKER), "faults", f"'{text}'", "a fault that is there") for text in absent]
    yield Checked(str(folder), "expected faults", (*unreadable, *faults))


def _relative(file: str, folder: Path) -> str:
    return file.removeprefix(f"{folder}/")
