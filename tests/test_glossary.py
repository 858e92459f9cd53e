"""The glossary has every abbreviation of the documentation, each with its rules and the code that knows it."""

from __future__ import annotations

import importlib
import re
import runpy
import textwrap
import tomllib
from functools import cache
from pathlib import Path

import pytest
from attrs import frozen
from tests.documents import ROOT, pages, prose_of

from europa_rules.matrix import load_matrix

PAGE = ROOT / "docs" / "reference" / "glossary.md"

NOT_OF_THE_GAMES = {
    "data and computers": "AI CPU CRC CSV HTML ID JSON MAJOR MB MINOR PATCH PROJ RFC SVG TLS TOML UTF-8 WCAG XML",
    "files": "CHANGELOG CONTRIBUTING LICENSE LICENSES NOTICE",
    "licences and sources of the maps": "CC-BY-4 GSHHG LGPL-3 MIT WDB-II",
    "numbers of turns, corps and hexes": "II IV VI XII XVIII RR01 RR33",
    "armies, services and places": "CCNN OKW RAF SS US USMC NE NW SE",
    "names and misprints of the books": "AIC DFS HS",
    "the third game of the examples": "AP T1",
    "names in the code of plugins": "DEPOTS ENDS FULL KINDS MODIFIERS OPTIONS PROHIBITIONS STEPS SWISS TARGET VARIANT",
    "words for fields in examples": "FACTS FOLDER NAME NAMES OWN PIECE PLACE SOURCES WHAT WORD",
}
"""Capitals that are no terms of the games."""

STRANGERS = {word for words in NOT_OF_THE_GAMES.values() for word in words.split()}

CAPITALS = re.compile(r"(?<![\w/.:-])(?:c/m|[A-Z][A-Z0-9]*-?[A-Z0-9]+)(?=s?\b(?![-.]?\w))")
LINK_TARGET = re.compile(r"\]\([^)]*\)")
AIRCRAFT = re.compile(r"[A-Z]{1,2}-\d+\w*|[A-Z]\d\d")
"""Names of aircraft, and numbers of questions."""


@frozen
class Entry:
    """An entry: its terms, what it says, and the line of rules and code at its end."""

    terms: tuple[str, ...]
    meaning: str
    rules: tuple[str, ...]
    code: tuple[str, ...]


@cache
def entries() -> tuple[Entry, ...]:
    """The entries of the page."""
    (block,) = re.findall(r"^```\{glossary\}\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return tuple(map(_entry, re.split(r"\n\n(?=\S)", block.strip())))


def _entry(text: str) -> Entry:
    head, _, body = text.partition("\n")
    meaning, _, tail = textwrap.dedent(body).strip().rpartition("\n\n")
    rules = re.findall(r"\[((?:FoF|SF) \w+)\]\(made/rules-\w+\.md#(?:fof|sf)-\w+\)", tail)
    return Entry(tuple(head.split(", ")), meaning, tuple(rules), tuple(re.findall(r"`([\w.]+)`", tail)))


TERMS = frozenset(term for entry in entries() for term in entry.terms)


def test_entries_stand_in_order_each_once() -> None:
    heads = [entry.terms[0].lower() for entry in entries()]
    assert heads == sorted(heads)
    terms = [term for entry in entries() for term in entry.terms]
    assert len(terms) == len(set(terms))


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.terms[0])
def test_every_term_has_a_meaning_rules_that_exist_and_code(entry: Entry) -> None:
    known = {str(row.rule) for row in load_matrix().rows}
    assert entry.meaning and entry.rules
    assert [rule for rule in entry.rules if rule not in known] == []
    for name in entry.code:
        assert found(name if name.startswith("europa_rules") else f"europa_rules.{name}") is not None, name


def test_every_term_has_code() -> None:
    assert [entry.terms[0] for entry in entries() if not entry.code] == []


def found(name: str) -> object | None:
    """What a dotted name names: a module, a function or a class."""
    parts = name.split(".")
    for cut in range(len(parts), 0, -1):
        try:
            value: object = importlib.import_module(".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        for part in parts[cut:]:
            value = getattr(value, part, None)
        return value
    return None


def is_known(word: str) -> bool:
    """Whether a word in capitals is a term, no term of the games, or the name of an aircraft."""
    known = word in TERMS or word in STRANGERS or bool(AIRCRAFT.fullmatch(word))
    return known or bool(re.fullmatch(r"U-\d", word))


def test_every_abbreviation_of_the_pages_is_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the pages that somebody wrote, and of those that are made from the code."""
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    runpy.run_path(str(ROOT / "docs" / "pages.py"))["write_all"](tmp_path / "made")
    texts = {page.name: LINK_TARGET.sub("]", prose_of(page)) for page in [*pages(), *(tmp_path / "made").glob("*.md")]}
    unknown = {(page, word) for page, text in texts.items() for word in CAPITALS.findall(text) if not is_known(word)}
    assert unknown == set()


def test_every_abbreviation_of_the_rules_as_we_state_them_is_in_it() -> None:
    unknown = {
        (str(row.rule), word)
        for row in load_matrix().rows
        for word in CAPITALS.findall(row.statement)
        if not is_known(word)
    }
    assert unknown == set()


def test_the_words_for_types_are_those_of_the_data() -> None:
    data = tomllib.loads((ROOT / "src/europa_rules/data/unit_words.toml").read_text(encoding="utf-8"))["types"]
    page = (ROOT / "docs" / "reference" / "position-notation.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([^|]+) \| (`.+`) \|$", page.partition("## Words for types")[2], re.MULTILINE)
    listed = {name.replace(" ", "_"): re.findall(r"`([^`]+)`", words) for name, words in rows}
    assert listed.keys() == data.keys()
    for name, words in listed.items():
        row = data[name]
        assert words[0] == row["short"]
        assert set(words[1:]) == {*row.get("national", {}).values(), *row.get("also", ())} - {row["short"]}
