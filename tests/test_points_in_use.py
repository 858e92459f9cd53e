"""Open points in the code: what it names is a point or a reading of the right book, and what is offered is played."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import europa_rules as er
from europa_rules.building.ruleset_building import GATED
from europa_rules.plugins import ask_plugins, find_plugins
from europa_rules.rulings import OpenPoint

SOURCES = Path(er.__file__).parent.parent
BOOKS = ("fof", "sf")
PACKAGES = {"europa_rules": BOOKS, "europa_rules_fof": ("fof",), "europa_rules_sf": ("sf",)}
"""The packages of the code, and the books whose points they may name."""

ID = re.compile(r"((fof|sf)-)?\d+[A-Z]?\d*[a-z]?\d*-[a-z]{2,}[A-Za-z0-9-]*\Z")
"""What the id of a point looks like, with or without its book."""

GROUND = {
    "fof": re.compile(r"([2-9]|1[0-5])([A-Z]|\Z)|31[ABFH]"),
    "sf": re.compile(r"([2-9]|1[0-5])([A-Z]|\Z)|37[AB]|43[ACE]|44[ABC]"),
}
"""The rules of the ground war of each book."""


@cache
def points(book: str) -> dict[str, OpenPoint]:
    return dict(er.load(book).points)


def word_of(point: str) -> str:
    return point.partition("-")[2]


def files(suffix: str) -> Iterator[tuple[Path, tuple[str, ...]]]:
    """Every file of the packages, with the books whose points it may name."""
    for package, books in PACKAGES.items():
        for path in sorted((SOURCES / package).rglob(f"*{suffix}")):
            if path.name != "rulings.toml":
                yield path, books


def texts_in(path: Path) -> Iterator[str]:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".toml":
        yield from re.findall(r'"([^"\n]*)"', text)
        return
    nodes = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant))
    yield from (node.value for node in nodes if isinstance(node.value, str))


@pytest.mark.parametrize("suffix", [".py", ".toml"])
def test_every_point_that_code_or_charts_name_is_one_of_the_right_book(suffix: str) -> None:
    named = [(path, text, books) for path, books in files(suffix) for text in texts_in(path) if ID.match(text)]
    assert named
    for path, text, books in named:
        known = {name for book in books for point in points(book) for name in (point, word_of(point))}
        assert text in known, f"{path.name}: no point {text!r}"


def _reads() -> Iterator[tuple[Path, tuple[str, ...], str, str]]:
    """Every question whether a point is read in some way: the file, its books, the point's word, the reading."""
    for path, books in files(".py"):
        room = ".".join(path.relative_to(SOURCES).with_suffix("").parts)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "reads":
                word, reading = (_text(arg, room) for arg in node.args)
                yield path, books, word, reading


def _text(node: ast.expr, room: str) -> str:
    if isinstance(node, ast.Name):
        return str(getattr(importlib.import_module(room), node.id))
    return str(ast.literal_eval(node))


def _has_reading(book: str, word: str, reading: str) -> bool:
    point = points(book).get(f"{book}-{word}")
    return point is not None and reading in {r.name for r in point.readings if not r.not_offered}


def test_every_reading_that_code_asks_for_can_be_picked() -> None:
    asked = list(_reads())
    assert asked
    for path, books, word, reading in asked:
        assert any(_has_reading(book, word, reading) for book in books), f"{path.name}: {word} is never read {reading}"


@cache
def _played(book: str) -> frozenset[tuple[str, str]]:
    """Every pair of a point and a reading that code asks for or a contribution waits for."""
    answers = ask_plugins(find_plugins(), [book])
    gates = [item.gate for hook in GATED for _, item in answers[hook] if item.gate.point]
    asked = {(f"{book}-{word}", reading) for _, books, word, reading in _reads() if book in books}
    return frozenset(asked | {(gate.point, gate.reading) for gate in gates})


@pytest.mark.parametrize("book", BOOKS)
def test_every_reading_offered_of_a_point_in_use_is_played(book: str) -> None:
    silent = {}
    for point in points(book).values():
        offered = {reading.name for reading in point.readings if not reading.not_offered}
        unasked = {name for name in offered if (point.id, name) not in _played(book)}
        if point.status == "used" and len(unasked) > 1:
            silent[point.id] = unasked
    assert not silent


@pytest.mark.parametrize("book", BOOKS)
def test_every_point_of_the_ground_war_is_in_use(book: str) -> None:
    planned = [p.id for p in points(book).values() if GROUND[book].match(p.rule.number) and p.status != "used"]
    assert not planned
