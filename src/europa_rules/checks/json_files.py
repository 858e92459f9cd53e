"""Checks of JSON files: conformance cases and saved games. Any other JSON of a source tree is passed over.

Needs a file; gives every fault with its line, and that of a file that is no JSON.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from attrs import evolve

from europa_rules.checks.kinds import Kind, Surroundings, faults_of
from europa_rules.conformance import read_cases
from europa_rules.errors import EuropaError, Fault
from europa_rules.game import Game
from europa_rules.line_numbers import Lines, json_lines
from europa_rules.saved_games import SAVE_FIELDS, read_save

_LEAST_FIELDS_OF_A_SAVE = 5


@lru_cache(maxsize=1)
def _read(place: Path, changed: int) -> object:
    try:
        return json.loads(place.read_text(encoding="utf-8-sig"))
    except (ValueError, RecursionError) as error:
        return error


def _contents(place: Path) -> object:
    """What a JSON file holds, or the error of one that cannot be read."""
    return _read(place, place.stat().st_mtime_ns) if place.suffix == ".json" and place.is_file() else None


def _is_broken(place: Path) -> bool:
    return isinstance(_contents(place), Exception)


def broken_faults(place: Path, around: Surroundings) -> Iterator[Fault]:
    """The fault of a file that is no JSON."""
    error = _contents(place)
    where = f"line {error.lineno}, column {error.colno}" if isinstance(error, json.JSONDecodeError) else "the file"
    yield Fault(str(place), where, str(error), "JSON in UTF-8")


def _is_cases(place: Path) -> bool:
    found = _contents(place)
    return isinstance(found, list) and any(isinstance(case, dict) and case.keys() & {"given", "ask"} for case in found)


def case_faults(place: Path, around: Surroundings) -> Iterator[Fault]:
    """Every fault of a file of cases."""
    entries = _contents(place)
    lines = json_lines(place.read_text(encoding="utf-8-sig"))
    for fault in faults_of(lambda: read_cases([place]), str(place)):
        yield _with_case_line(fault, entries if isinstance(entries, list) else [], lines)
    yield from _same_ids(str(place), entries if isinstance(entries, list) else [], lines)


def _with_case_line(fault: Fault, entries: list[object], lines: Lines) -> Fault:
    """The fault of a case with the line of the case, or of its field."""
    name, _, key = fault.where.removeprefix("case ").partition(": ")
    for number, entry in enumerate(entries):
        if name in {str(entry.get("id", "")) if isinstance(entry, dict) else "", str(number + 1)}:
            line = lines.of(f"[{number}].{key}" if key else f"[{number}]")
            return evolve(fault, where=f"line {line}, {fault.where}")
    return fault


def _same_ids(file: str, entries: list[object], lines: Lines) -> Iterator[Fault]:
    seen: dict[object, int] = {}
    for number, entry in enumerate(entries):
        name = entry.get("id") if isinstance(entry, dict) else None
        if isinstance(name, str):
            line = lines.of(f"[{number}].id")
            if name in seen:
                yield Fault(file, f"line {line}, id", f"'{name}' again", f"one case of an id (see line {seen[name]})")
            seen.setdefault(name, line)


def _is_save(place: Path) -> bool:
    found = _contents(place)
    return isinstance(found, dict) and len(found.keys() & set(SAVE_FIELDS)) >= _LEAST_FIELDS_OF_A_SAVE


def save_faults(place: Path, around: Surroundings) -> Iterator[Fault]:
    """The fault that keeps a save from being loaded, with its line."""
    text = place.read_text(encoding="utf-8-sig")
    lines = json_lines(text)
    for fault in faults_of(lambda: _load(text, around), str(place)):
        head, _, _ = fault.found.partition(":")
        address = head.removeprefix("save").lstrip(".")
        line = lines.of(address) if " " not in address else 0
        yield evolve(fault, where=f"line {line}, {address}" if line else fault.where)


def _load(text: str, around: Surroundings) -> None:
    variant = read_save(text).fields["variant"]
    rules = around.given or (
        around.usable(variant) if isinstance(variant, str) and variant in around.variants else None
    )
    if rules is None:
        raise EuropaError(f"variant: {variant!r}; the games installed are {', '.join(around.variants)}")
    Game.load(text, rules)


KINDS = (
    Kind("JSON", _is_broken, broken_faults),
    Kind("cases", _is_cases, case_faults),
    Kind("save", _is_save, save_faults),
)
