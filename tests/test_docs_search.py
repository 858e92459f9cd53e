"""The search page of the documentation: which sections it knows, and which of them it finds first.

Its scripts run under node where there is one; what they are given is looked at in any case.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import europa_rules as er
from europa_rules.concordance.entries import concordance
from europa_rules.concordance.marks import packages_in_use
from europa_rules.matrix import load_matrix

DOCS = Path(__file__).parents[1] / "docs"
if str(DOCS) not in sys.path:
    sys.path.append(str(DOCS))

page_text: Any = import_module("page_text")
rule_pages: Any = import_module("rule_pages")
search_sections: Any = import_module("search_sections")

NODE = shutil.which("node")
FIRST = {
    "panzer retreat through ZOC": "FoF 9F3 German c/m units retreat through zones of control",
    "evacuate Dunkirk": "FoF 26B3 Emergency evacuation (Dunkirk)",
    "garrison captured cities": "FoF 31D Occupation forces",
    "British and French attack together": "FoF 31H Cooperation of nations: mixed stacks and attacks",
    "overrun odds": "13 Overruns",
    "out of supply fourth turn": "SF 12D Being out of supply: effects and elimination",
    "do trucks count for stacking": "FoF 8A3 What does not count for stacking",
    "belgians retreat into france": "FoF 28C2 Belgium and Belgian units",
    "commando move through enemy zoc": "SF 14H1 Commandos slip out of zones of control",
    "flak": "22 Antiaircraft (AA, flak)",
    "9f3": "FoF 9F3 German c/m units retreat through zones of control",
    "sf 14h": "SF 14H Commandos",
    "rule 12": "12 Supply",
    "crt": "Chart: Ground combat results",
    "overrun costs": "Chart: Overrun movement costs",
    "stacking limit": "Chart: Stacking limits",
    "maginot line": "FoF 31A5 The Maginot Line",
    "exchange": "9C Combat results and what they do",
    "who wins an exchange": "9C Combat results and what they do",
    "exchange result who dies": "9C Combat results and what they do",
    "can germans invade england": "SF 38C Great Britain",
    "invade england": "SF 38C Great Britain",
    "panzer can move after combat": "4A4 Exploitation phase",
    "sub attack": "SF 34F Danger zones",
    "french tanks halved": "FoF 31F Blitzkrieg: limits of Allied and Italian motorized units",
    "winter attack penalty": "SF 36B Rolling for the weather, and what it does to attacks and armor",
}
"""What players ask, and the section that is to stand first."""


@pytest.fixture(scope="module")
def script() -> str:
    games = {rules.variant.book: rules for rules in map(er.load, ("fof", "sf"))}
    words = page_text.read_words(DOCS / "words.toml")
    book = rule_pages.Rulebook(concordance(packages_in_use()), games, page_text.Linker({}), words)
    made = search_sections.search_script(book, DOCS / "reference" / "glossary.md")
    assert isinstance(made, str)
    return made


@pytest.fixture(scope="module")
def sections(script: str) -> list[list[Any]]:
    rows = script.removeprefix("const SECTIONS = ").partition(";\nconst ALIKE")[0]
    found = json.loads(rows)
    assert isinstance(found, list)
    return found


def in_node(code: str) -> Any:
    """What a script gives that prints one JSON value."""
    assert NODE
    done = subprocess.run([NODE, "-"], input=code, capture_output=True, text=True, timeout=60, check=True)
    return json.loads(done.stdout)


def test_the_search_knows_every_rule_once_under_its_title_and_numbers(sections: list[list[Any]]) -> None:
    numbers = [other for section in sections if "/rules-" in section[0] for other in section[4]]
    assert {str(rule) for rule in load_matrix().headed} <= set(numbers)
    assert all(numbers.count(str(rule)) == 1 for rule in load_matrix().headed)


def test_the_search_knows_every_chart_option_open_point_and_word_of_the_glossary(sections: list[list[Any]]) -> None:
    places = {(page.removeprefix("reference/"), anchor) for page, anchor, *_ in sections}
    for rules in map(er.load, ("fof", "sf")):
        assert {(f"made/chart-{rules.charts[name].id}", "") for name in rules.charts.names} <= places
        assert {(f"made/rulings-{rules.variant.id}", point.lower()) for point in rules.points} <= places
        book = rules.variant.book.lower()
        assert {("made/options", f"option-{book}-{option.lower()}") for option in rules.known_options} <= places
    assert {("glossary", "term-ZOC"), ("glossary", "term-AE-DE"), ("glossary", "term-c-m")} <= places
    assert all(title and all(statements) for _, _, title, _, _, statements in sections)


def test_a_player_s_word_is_with_the_rule_to_which_it_leads(sections: list[list[Any]]) -> None:
    words = page_text.read_words(DOCS / "words.toml")
    known = {rule: others for _, _, _, _, others, _ in sections for rule in others if re.match("(FoF|SF) ", rule)}
    assert [
        (word, str(rule)) for word, rules in words.rules.items() for rule in rules if word not in known[str(rule)]
    ] == []


def test_words_that_mean_as_much_are_single_words_of_some_group() -> None:
    groups = page_text.read_words(DOCS / "words.toml").alike
    assert [group for group in groups if len(set(group)) < 2 or any(" " in word for word in group)] == []


def test_what_players_ask_finds_its_section_first(script: str) -> None:
    if NODE:
        search = (DOCS / "_static" / "search.js").read_text(encoding="utf-8")
        asked = f"const known = digest(SECTIONS, ALIKE); const asked = {json.dumps(list(FIRST))};"
        found = in_node(
            f"{script}{search}{asked}console.log(JSON.stringify(asked.map((q) => find(q, known)[0].section.title)));"
        )
        assert dict(zip(FIRST, found, strict=True)) == FIRST
    assert all(json.dumps(title) in script for title in FIRST.values())


def test_a_name_of_the_program_is_shown_with_its_module() -> None:
    if NODE:
        search = (DOCS / "_static" / "search.js").read_text(encoding="utf-8")
        place = "reference/api/_modules/europa_rules.naval.mulberries"
        results = [[place, "f", "#f", "Python function, in ", 1], [place, "g", "#g", "Python function, in Ports", 1]]
        found = in_node(f"{search}console.log(JSON.stringify({json.dumps(results)}.map((r) => placed(r)[3])));")
        assert found == ["Python function, in europa_rules.naval.mulberries", "Python function, in Ports"]


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("x1/2 unsupported (FoF 11)", ["FoF 11 -> ../reference/made/rules-11.html#fof-11"]),
        (
            "by SF 12C3a; FoF 9F1",
            [
                "SF 12C3a -> ../reference/made/rules-12.html#sf-12c3a",
                "FoF 9F1 -> ../reference/made/rules-9.html#fof-9f1",
            ],
        ),
        ("16A:1828, fr 6-6 Inf XX", []),
    ],
)
def test_citations_in_examples_lead_to_the_pages_of_the_rules(text: str, links: list[str]) -> None:
    if NODE:
        page = (
            "globalThis.document = {addEventListener() {}, documentElement: {dataset: {content_root: '../'}},"
            " createElement: () => ({}),"
            " createDocumentFragment: () => ({parts: [], append(...p) {this.parts.push(...p);}})};"
        )
        citations = (DOCS / "_static" / "citations.js").read_text(encoding="utf-8")
        told = "linked(text).parts.filter((p) => p.href).map((p) => `${p.textContent} -> ${p.href}`)"
        found = in_node(f"{page}{citations}const text = {json.dumps(text)};console.log(JSON.stringify({told}));")
        assert found == links
    labels = {page_text.label(rule) for rule in load_matrix().headed}
    assert {link.rpartition("#")[2] for link in links} <= labels
