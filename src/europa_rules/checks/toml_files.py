"""Checks of the smaller TOML files of a game: open points and subjects.

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
from europa_rules.checks.reading_names import reading_name_faults
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
        text = place.read_text(encoding="utf-8-sig")
        return tomllib.loads(text), toml_lines(text), []
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        line = line_in(str(error))
        where = f"line {line}" if line else "the file"
        return {}, Lines({}), [Fault(str(place), where, reason(error, text), "a TOML file")]


def point_faults(place: Path, around: Surroundings) -> Iterator[Fault]:
    """Every fault of a file of open points."""
    table, lines, unreadable = read_toml(place)
    points = table.get("point")
    listed = points if isinstance(points, list) else []
    for fault in () if unreadable else rulings.faults(place):
        line = lines.of(_address_in(fault.where, listed))
        yield evolve(fault, where=f"line {line}, {fault.where}") if line else fault
    yield from with_lines(reading_name_faults(listed, str(place)), lines)
    for number, point in enumerate(listed):
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
        if near and is_misspelt(subject, near, 4):
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


def named(*names: str) -> Callable[[Path], bool]:
    """Whether a file has one of these names."""
    return lambda place: place.name in names


KINDS = (
    Kind("rulings", named("rulings.toml"), point_faults),
    Kind("subjects", named("subjects.toml"), subject_faults),
)
