"""Text of the made pages: markup taken out, and rules, charts and words of the series turned into links."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path

from attrs import field, frozen

from europa_rules.citations import Citation
from europa_rules.matrix import load_matrix, parts

BOOKS = {"FoF": "The Fall of France", "SF": "Second Front"}
_NUMBER = r"\d{1,2}[A-Z][A-Za-z0-9]*"
CITED = rf"\b(?:FoF|SF) (?:{_NUMBER}|\d{{1,2}}(?=[.,;:)]|$| and | or )|VP|SFC)\b(?:(?:, | and | or ){_NUMBER}\b)*"
_MARKUP = re.compile(r"([\\`*_\[\]<>{}|~$#])")


def plain(text: str) -> str:
    """Text in which nothing is markup, without the full stop at its end."""
    return _MARKUP.sub(r"\\\1", text).strip().removesuffix(".")


def order(number: str) -> tuple[object, ...]:
    """The key that sorts rule numbers as the books have them: 9 before 10, VP last."""
    return tuple((0, int(part), "") if part.isdigit() else (1, 0, part) for part in parts(number))


def label(rule: Citation) -> str:
    """The anchor of a rule: sf-9f1."""
    return f"{rule.book}-{rule.number}".lower()


def page_of(rule: Citation) -> str:
    """The page of a rule's chapter, without its ending: rules-9."""
    return f"rules-{parts(rule.number)[0].lower()}"


def place_of(rule: Citation) -> str:
    """Where a rule stands, as a link from a page beside it: rules-9.md#sf-9f1."""
    return f"{page_of(rule)}.md#{label(rule)}"


def cite(rule: Citation, words: str = "") -> str:
    """A link to a rule; its citation alone where the books do not have it."""
    told = f"{rule} {words}".strip()
    return f"[{plain(told)}]({place_of(rule)})" if load_matrix().exists(rule) else told


def terms_of(glossary: Path) -> dict[str, str]:
    """The abbreviations of the glossary, such as "DE" and "c/m", each with the heading under which it stands."""
    found = dict[str, str]()
    for line in glossary.read_text(encoding="utf-8").splitlines():
        if line and line[0] not in " {`#" and len(line) <= 60:
            found |= {word: line for word in line.split(", ") if re.search(r"[A-Z].*[A-Z]|[A-Z]-\d|/", word)}
    return found


def _cited(text: str) -> str:
    """Links of "SF 14C, 14G and 14K"."""
    book, _, numbers = text.partition(" ")
    first, *others = re.split(r"(, | and | or )", numbers)
    pairs = zip(others[::2], others[1::2], strict=True)
    return cite(Citation(book, first)) + "".join(
        f"{between}[{number}]({place_of(rule)})" if load_matrix().exists(rule) else between + number
        for between, number in pairs
        for rule in (Citation(book, number),)
    )


@frozen
class Linker:
    """Makes links of citations and of the words of the glossary.

    Attributes:
        terms: the words of the glossary, each with the heading under which it stands.
    """

    terms: Mapping[str, str] = field(factory=dict)

    def _pattern(self) -> re.Pattern[str]:
        words = "|".join(re.escape(word) for word in sorted(self.terms, key=len, reverse=True))
        return re.compile(rf"{CITED}|(?<![\w/-])(?:{words})s?(?![\w/-])" if words else CITED)

    def __call__(self, text: str, seen: set[str] | None = None) -> str:
        """The text as Markdown; of the glossary's words only those that are not in `seen`, which then holds them."""
        at, made = 0, list[str]()
        for match in self._pattern().finditer(text):
            made += [_MARKUP.sub(r"\\\1", text[at : match.start()]), self._link(match[0], seen)]
            at = match.end()
        made.append(_MARKUP.sub(r"\\\1", text[at:]))
        return "".join(made).strip().removesuffix(".")

    def _link(self, word: str, seen: set[str] | None) -> str:
        if word.startswith(tuple(f"{book} " for book in BOOKS)):
            return _cited(word)
        heading = self.terms.get(word) or self.terms[word.removesuffix("s")]
        if seen is None or heading in seen:
            return plain(word)
        seen.add(heading)
        return f"{{term}}`{word} <{heading}>`"


def write_pages(folder: Path, pages: Mapping[str, str], pattern: str = "*.md") -> None:
    """Write pages into a folder: only those that have changed; those that are made no more are removed."""
    folder.mkdir(exist_ok=True)
    for old in folder.glob(pattern):
        if old.name not in pages:
            old.unlink()
    for name, text in pages.items():
        page = folder / name
        if not page.exists() or page.read_text(encoding="utf-8") != text:
            page.write_text(text, encoding="utf-8")


def hidden(title: str, lines: Iterable[str]) -> list[str]:
    """A page that no menu lists and no search finds, for people who mend things."""
    return ["---", "orphan: true", "no-search: true", "---", "", f"# {title}", "", *lines, ""]


@frozen
class Words:
    """Other words for rules and charts.

    Attributes:
        rules: for each word the rules where it leads.
        charts: for each word the charts where it leads, by id.
        alike: groups of words that mean as much as one another in a search.
    """

    rules: Mapping[str, tuple[Citation, ...]]
    charts: Mapping[str, tuple[str, ...]]
    alike: tuple[tuple[str, ...], ...] = ()

    def of_rule(self, rule: Citation) -> list[str]:
        """The words that lead to a rule."""
        return [word for word, rules in self.rules.items() if rule in rules]

    def of_chart(self, chart: str) -> list[str]:
        """The words that lead to a chart."""
        return [word for word, charts in self.charts.items() if chart in charts]


def read_words(file: Path) -> Words:
    """Other words, from a table of words with the rules or charts where each leads."""
    table = tomllib.loads(file.read_text(encoding="utf-8"))
    rules = {word: tuple(map(Citation.parse, rules)) for word, rules in table["rules"].items()}
    charts = {word: tuple(charts) for word, charts in table["charts"].items()}
    return Words(rules, charts, tuple(map(tuple, table["alike"]["groups"])))


def index_entries(words: Iterable[str]) -> list[str]:
    """Entries of the index for what follows; the search box finds them before all else."""
    told = (word.replace(";", ",").replace("!", "") for word in dict.fromkeys(words))
    return ["```{eval-rst}", ".. index::", *(f"   ! single: {word}" for word in told), "```", ""]
