"""The sections that the search page finds, for its script: rules, charts, words of the glossary, options, open points.

Each section has its page, anchor, title, what stands above it, other words for it, and its sentences.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from attrs import astuple, frozen
from chart_pages import grids_of, values_of
from page_text import BOOKS, Words, label, page_of
from rule_pages import Heading, Rulebook, headings_of, meaning_of

from europa_rules.charts.chart import Chart
from europa_rules.citations import Citation
from europa_rules.matrix import load_matrix, parts
from europa_rules.ruleset import Ruleset

MADE = "reference/made/"
GLOSSARY = "reference/glossary"


@frozen
class Section:
    """A section that the search page can lead to.

    Attributes:
        page: the name of its document, without an ending.
        anchor: where it stands on the page, "" for its top.
        title: what the search page calls it.
        above: the titles of what it stands below.
        others: other words for it, and its numbers.
        statements: its sentences; the best of them is shown.
    """

    page: str
    anchor: str
    title: str
    above: str
    others: tuple[str, ...]
    statements: tuple[str, ...]


def search_script(book: Rulebook, glossary: Path) -> str:
    """The script with all sections, and with the groups of words that mean as much as one another."""
    sections = [*_rules(book), *_charts(book.rulesets, book.words), *_terms(glossary), *_options(book), *_points(book)]
    rows = ",\n".join(json.dumps(astuple(section), separators=(",", ":")) for section in sections)
    return f"const SECTIONS = [\n{rows}\n];\nconst ALIKE = {json.dumps(book.words.alike)};\n"


def _rules(book: Rulebook) -> Iterator[Section]:
    for chapter in book.children[""]:
        for heading in headings_of(book, chapter, tuple(BOOKS)):
            yield _rule(book, heading)


def _rule(book: Rulebook, heading: Heading) -> Section:
    first = heading.rules[0]
    steps = parts(first.number)
    above = (Citation(rule.book, "".join(steps[:n])) for rule in heading.rules for n in range(1, len(steps)))
    others = [word for rule in heading.rules for word in (*book.words.of_rule(rule), str(rule))]
    told = [
        f"{f'{rule.book}: ' if len(heading.rules) > 1 else ''}{entry.row.statement}."
        for rule in heading.rules
        for entry in book.rows.get(rule, ())
    ]
    titles = dict.fromkeys(load_matrix().title(rule) for rule in above)
    shown = told or [_below(book, first)]
    return Section(MADE + page_of(first), label(first), heading.title, " ".join(titles), tuple(others), tuple(shown))


def _below(book: Rulebook, rule: Citation) -> str:
    """What stands below a heading that says nothing itself."""
    rules = (Citation(rule.book, number) for number in book.children.get(rule.number, ()))
    return f"{'; '.join(load_matrix().title(below) for below in rules if load_matrix().exists(below))}."


def _charts(games: Mapping[str, Ruleset], words: Words) -> Iterator[Section]:
    charts = dict[str, list[Chart]]()
    for rules in games.values():
        for name in rules.charts.names:
            charts.setdefault(rules.charts[name].id, []).append(rules.charts[name])
    for name, of_books in charts.items():
        cited = sorted(dict.fromkeys(rule for chart in of_books for rule in chart.rules), key=lambda rule: rule.book)
        serves = f"Serves {'; '.join(f'{rule} {load_matrix().title(rule)}' for rule in cited)}."
        told = dict.fromkeys([serves, *(line for chart in of_books for line in _lines(chart))])
        title = f"Chart: {of_books[0].title}"
        yield Section(f"{MADE}chart-{name}", "", title, "", tuple(words.of_chart(name)), tuple(told))


def _lines(chart: Chart) -> Iterator[str]:
    """What stands at the edges of the grids of a chart."""
    for grid in grids_of(values_of(chart)):
        edges = (", ".join(edge) for edge in (grid.down, grid.across) if edge != ("value",) and not _counts(edge))
        told = "; ".join(edges)
        if told:
            yield f"{grid.title[:1].upper()}{grid.title[1:]}{': ' if grid.title else ''}{told}."


def _counts(edge: Iterable[str]) -> bool:
    """Whether an edge of a grid is mere numbers, such as rolls of the die."""
    return all(re.fullmatch(r"-?\d+", name) for name in edge)


def _terms(glossary: Path) -> Iterator[Section]:
    """The words of the glossary: each stands at the margin, what it means below it."""
    text = glossary.read_text(encoding="utf-8").partition("```{glossary}\n")[2].partition("\n```")[0]
    for block in re.split(r"\n(?=\S)", text):
        term, _, body = block.partition("\n")
        told = (" ".join(part.split()) for part in body.split("\n\n") if not part.strip().startswith("[FoF"))
        plain = (re.sub(r"\[([^\]]*)\]\([^)]*\)|[`*]", r"\1", part) for part in told if not part.startswith("[SF"))
        anchor = "term-" + re.sub(r"[^A-Za-z0-9._]+", "-", term).strip("-")
        yield Section(GLOSSARY, anchor, f"Glossary: {term}", "", (), tuple(filter(None, plain)))


def _options(book: Rulebook) -> Iterator[Section]:
    for rules in book.rulesets.values():
        for option in rules.known_options.values():
            anchor = f"option-{rules.variant.book.lower()}-{option.id.lower()}"
            title = f"Optional rules: {rules.variant.book} {option.id} {option.title}"
            yield Section(f"{MADE}options", anchor, title, "", (), ("How to switch it on, and what it needs.",))


def _points(book: Rulebook) -> Iterator[Section]:
    for rules in book.rulesets.values():
        for point in rules.points.values():
            title = f"Open point of {point.rule}: {point.question}"
            told = f"{_sentence(meaning_of(point))} Why: {_sentence(point.why)}"
            above = load_matrix().title(point.rule)
            yield Section(f"{MADE}rulings-{rules.variant.id}", point.id.lower(), title, above, (), (told,))


def _sentence(text: str) -> str:
    return text.strip().removesuffix(".") + "."
