"""Checks of the smaller TOML files of a game: open points, subjects, demonstrations.

Needs a file; gives every fault with its line. Rules that are cited must be in the matrix of the book.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from attrs import evolve

from europa_rules import rulings
from europa_rules.charts.heads import unknown_rules
from europa_rules.checks.kinds import Kind, Surroundings, with_lines
from europa_rules.checks.position_files import text_faults
from europa_rules.citations import Citation
from europa_rules.errors import Fault, NotationError, is_misspelt, nearest
from europa_rules.line_numbers import Lines, line_in, reason, toml_lines
from europa_rules.matrix import load_matrix
from europa_rules.ruleset import Variant

_POINT = re.compile(r"point (?:(?P<number>\d+) \(.*?\)|(?P<id>\S+)): (?P<key>[\w-]+)")


def read_toml(place: Path) -> tuple[Mapping[str, object], Lines, list[Fault]]:
    """A TOML file with the lines of its addresses, or the fault of one that cannot be read."""
    text = ""
    try:
        text = place.read_text(encoding="utf-8")
        return tomllib.loads(text), toml_lines(text), []
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        line = line_in(str(error))
        where = f"line {line}" if line else "the file"
        return {}, Lines({}), [Fault(str(place), where, reason(error, text), "a TOML file")]


def point_faults(place: Path, around: Surroundings) -> Iterator[Fault]:
    """Every fault of a file of open points."""
    table, lines, unreadable = read_toml(place)
    points = table.get("point")
    for fault in () if unreadable else rulings.faults(place):
        line = lines.of(_address_in(fault.where, points if isinstance(points, list) else []))
        yield evolve(fault, where=f"line {line}, {fault.where}") if line else fault
    for number, point in enumerate(points if isinstance(points, list) else ()):
        cited = point.get("rule") if isinstance(point, dict) else None
        if isinstance(cited, str):
            yield from with_lines(unknown_rules(cited, str(place), f"point[{number}].rule"), lines)
    yield from unreadable
    for key in table:
        if key != "point":
            yield from with_lines([Fault(str(place), key, f"the name '{key}'", "point", "point")], lines)


def _address_in(where: str, points: list[object]) -> str:
    """The address of what a fault of open points names: "point 2 (an id): rule", or "point an-id: rule"."""
    found = _POINT.match(where)
    if not found:
        return where
    if found["number"]:
        return f"point[{int(found['number']) - 1}].{found['key']}"
    numbers = [n for n, point in enumerate(points) if isinstance(point, dict) and point.get("id") == found["id"]]
    return f"point[{numbers[-1]}].{found['key']}" if numbers else ""


def subject_faults(place: Path, around: Surroundings) -> Iterator[Fault]:
    """Every fault of a list of subjects: each names a rule of the book of its game."""
    table, lines, unreadable = read_toml(place)
    yield from unreadable
    if unreadable:
        return
    subjects = table.get("subjects")
    if not isinstance(subjects, Mapping):
        yield Fault(str(place), "subjects", "nothing", "a table [subjects] of subjects and numbers of rules")
        return
    for key in table:
        if key != "subjects":
            yield from with_lines([Fault(str(place), key, f"the name '{key}'", "subjects", "subjects")], lines)
    variant = around.variant_of(place)
    others = {name for other in around.variants.values() for name in _subjects_of(other)}
    for subject, number in subjects.items():
        near = nearest(subject, others - subjects.keys()) if subject not in others else ""
        if near and is_misspelt(subject, near):
            found_name = Fault(
                str(place), f"subjects.{subject}", f"the name '{subject}'", "a subject of the rules", near
            )
            yield from with_lines([found_name], lines)
        found = _subject_fault(str(place), subject, number, variant.book if variant else "")
        yield from with_lines(found, lines)


def _subjects_of(variant: Variant) -> Iterable[str]:
    file = Path(str(variant.folder)) / "subjects.toml"
    listed = read_toml(file)[0].get("subjects") if file.is_file() else None
    return listed if isinstance(listed, Mapping) else ()


def _subject_fault(file: str, subject: str, number: object, book: str) -> Iterator[Fault]:
    where = f"subjects.{subject}"
    expected = f"the number of a rule{f' of {book}' if book else ''}, such as '12D'"
    try:
        rule = _cited(number, book)
    except NotationError:
        yield Fault(file, where, repr(number), expected)
        return
    matrix = load_matrix()
    if rule.book in matrix.books and not matrix.exists(rule):
        near = matrix.nearest(str(rule)).partition(" ")[2]
        yield Fault(file, where, repr(number), expected, near)


def _cited(number: object, book: str) -> Citation:
    """The rule of a number, or of a citation that names its book."""
    text = number if isinstance(number, str) else ""
    return Citation.parse(text if " " in text else f"{book or 'book'} {text}")


_DEMO = ("position", "center", "seed", "steps")
_STEP = ("remark", "pass", "answer")


def demo_faults(place: Path, around: Surroundings) -> Iterator[Fault]:
    """Every fault of the script of a demonstration: its head, and the form of its steps."""
    table, lines, unreadable = read_toml(place)
    yield from unreadable
    if unreadable:
        return
    found = list(_demo_faults(str(place), table))
    yield from with_lines(found, lines)
    position = table.get("position")
    if isinstance(position, str) and not found:
        first = lines.of("position") + 1  # the text begins below its opening quotation marks
        read = [list(text_faults(position, str(place), rules, first)) for rules in around.rules_of(place)]
        yield from min(read, key=len, default=[])


def _demo_faults(file: str, table: Mapping[str, object]) -> Iterator[Fault]:
    for key in table:
        if key not in _DEMO:
            yield Fault(file, key, f"the name '{key}'", f"one of {', '.join(_DEMO)}", nearest(key, _DEMO))
    for key in ("position", "center", "seed"):
        if not isinstance(table.get(key), str):
            yield Fault(file, key, repr(table.get(key)), "a text")
    steps = table.get("steps")
    if not isinstance(steps, list) or not all(isinstance(step, dict) for step in steps):
        yield Fault(file, "steps", repr(steps)[:40], "a list of [[steps]]")
        return
    for number, step in enumerate(steps):
        if not (step.keys() & {*_STEP, "kind"}):
            yield Fault(file, f"steps[{number}]", ", ".join(step), f"one of {', '.join(_STEP)}, or kind with an order")


def _named(*names: str) -> Callable[[Path], bool]:
    return lambda place: place.name in names


def nation_faults(place: Path, around: Surroundings) -> Iterator[Fault]:
    """Every fault of a list of nations: each has a country, a people, other names, and forces."""
    table, lines, unreadable = read_toml(place)
    yield from unreadable
    for code, row in table.items():
        yield from with_lines(_nation_faults(str(place), code, row), lines)


_NATION: Mapping[str, type] = {"country": str, "people": str, "aliases": list, "forces": dict}


def _nation_faults(file: str, code: str, row: object) -> Iterator[Fault]:
    if not isinstance(row, Mapping):
        yield Fault(file, code, repr(row), f"a table with {', '.join(_NATION)}")
        return
    for key, value in row.items():
        if key not in _NATION:
            yield Fault(
                file, f"{code}.{key}", f"the name '{key}'", f"one of {', '.join(_NATION)}", nearest(key, _NATION)
            )
        elif not isinstance(value, _NATION[key]):
            yield Fault(file, f"{code}.{key}", repr(value), f"a {_NATION[key].__name__}")
    for key in ("country", "people"):
        if key not in row:
            yield Fault(file, f"{code}.{key}", "nothing", "a name")


KINDS = (
    Kind("nations", _named("nations.toml"), nation_faults),
    Kind("rulings", _named("rulings.toml"), point_faults),
    Kind("subjects", _named("subjects.toml"), subject_faults),
    Kind("demonstration", _named("demo.toml"), demo_faults),
)
