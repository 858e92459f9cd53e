"""The pages of the rules: one a chapter. What both books mean by a number stands under one heading, or else under two.

For each chapter there is also a page for people who mend the program: what carries each rule out, and what proves it.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby

from attrs import frozen
from page_text import BOOKS, Linker, Words, cite, hidden, index_entries, label, order, plain

from europa_rules.citations import Citation
from europa_rules.concordance.entries import NOT_MODELLED, PLANNED, PLAYER_CHOICE, STATUSES, Entry
from europa_rules.concordance.proofs import CASE
from europa_rules.matrix import load_matrix, parts
from europa_rules.ruleset import Ruleset
from europa_rules.rulings import OpenPoint

UNSEARCHED = ("---", "no-search: true", "---", "")
SHOWN = 8
"""How many proofs of a kind a rule lists by name."""

ELSEWHERE = {
    "order_of_battle": "[order of battle](../order-of-battle-format.md)",
    "unit_identification": "unit identification chart",
    "air_chart": "air chart",
}
"""Charts of the books that are no charts of the program."""

OTHER = {"FoF": "SF", "SF": "FoF"}
IDLE = frozenset({"units", "other", "speci", "after", "what", "which"})
"""Words of titles, by their first letters, that say nothing of the subject."""

IN_ONE_BOOK = frozenset({"naval-element"})
"""Subjects of which one book says nothing: its number stands for the rule that would tell them."""

UNUSED = {
    PLANNED: "not in the program yet, though all of the rule stands here",
    NOT_MODELLED: "left out",
    PLAYER_CHOICE: "left to the players",
}

Pages = dict[str, str]


@frozen(slots=False)
class Rulebook:
    """All that the pages of rules are made from.

    Attributes:
        entries: the concordance.
        rulesets: the loaded game of each book.
        link: makes links in texts.
        words: other words for rules.
    """

    entries: tuple[Entry, ...]
    rulesets: Mapping[str, Ruleset]
    link: Linker
    words: Words

    @cached_property
    def rows(self) -> Mapping[Citation, tuple[Entry, ...]]:
        """The statements of each rule."""
        ordered = sorted(self.entries, key=lambda entry: entry.row.rule)
        return {rule: tuple(rows) for rule, rows in groupby(ordered, key=lambda entry: entry.row.rule)}

    @cached_property
    def points(self) -> Mapping[Citation, list[OpenPoint]]:
        """The open points of each rule."""
        found = dict[Citation, list[OpenPoint]]()
        for rules in self.rulesets.values():
            for point in rules.points.values():
                found.setdefault(point.rule, []).append(point)
        return found

    @cached_property
    def children(self) -> Mapping[str, list[str]]:
        """For each number the numbers right below it, in either book."""
        found = dict[str, list[str]]()
        for number in sorted({rule.number for rule in load_matrix().headed}, key=order):
            found.setdefault("".join(parts(number)[:-1]), []).append(number)
        return found

    @cached_property
    def counterparts(self) -> Mapping[Citation, list[Citation]]:
        """For each rule those of the other book which are about the same subject under another number."""
        fof, sf = (_subjects(self.rulesets[book]) for book in BOOKS)
        found = dict[Citation, list[Citation]]()
        for subject in (fof.keys() & sf.keys()) - IN_ONE_BOOK:
            one, other = Citation("FoF", fof[subject]), Citation("SF", sf[subject])
            if one.number != other.number and _alike(one, other):
                found.setdefault(one, []).append(other)
                found.setdefault(other, []).append(one)
        return {rule: sorted(set(others), key=lambda c: order(c.number)) for rule, others in found.items()}

    def chart(self, name: str) -> str:
        """A chart as a rule names it: a link to its page."""
        for rules in self.rulesets.values():
            if name in rules.charts.names:
                chart = rules.charts[name]
                return f"[{plain(chart.title)}](chart-{chart.id}.md)"
        return ELSEWHERE.get(name) or name.replace("_", " ")


@frozen
class Heading:
    """A heading of a page of rules.

    Attributes:
        rules: the rules below it: one, or that of each book where they mean the same.
        level: 1 for a chapter.
    """

    rules: tuple[Citation, ...]
    level: int

    @property
    def title(self) -> str:
        """The number and what it is about: "9F1 Retreat after combat", with the book where only one is meant."""
        first = self.rules[0]
        both = (
            len(self.rules) == len([b for b in BOOKS if load_matrix().exists(Citation(b, first.number))]) == len(BOOKS)
        )
        return f"{first.number if both else first} {load_matrix().title(first)}"


def _alike(one: Citation, other: Citation) -> bool:
    """Whether two rules are about the same by their titles, and not only where a subject is told on the way."""
    titles = (load_matrix().title(rule).lower() for rule in (one, other))
    first, second = ({word[:5] for word in re.findall(r"[a-z]{4,}", title)} - IDLE for title in titles)
    return bool(first & second)


def _subjects(rules: Ruleset) -> dict[str, str]:
    """The numbers of a book's subjects, as its list has them."""
    table = tomllib.loads(rules.variant.folder.joinpath("subjects.toml").read_text(encoding="utf-8"))
    return {subject: str(number) for subject, number in table["subjects"].items()}


def rule_pages(book: Rulebook) -> Pages:
    """All pages of rules: the chapters, one that lists them, one of differences, and those for menders."""
    chapters = book.children[""]
    pages = {f"rules-{name.lower()}.md": _page(book, name) for name in chapters}
    proofs = {f"proofs-{name.lower()}.md": _proofs_page(book, name) for name in chapters}
    return {
        "rules.md": _overview(book),
        "rules-status.md": _status_page(book),
        "differences.md": _differences(book),
        **pages,
        **proofs,
    }


def title_of(number: str) -> str:
    """What a number is about, in both books: "9 Ground combat", "14H Heavy … (FoF); Commandos (SF)"."""
    titles = {book: load_matrix().title(Citation(book, number)) for book in BOOKS}
    known = {book: title for book, title in titles.items() if title}
    if len(set(known.values())) == 1 and len(known) == len(BOOKS):
        return f"{number} {next(iter(known.values()))}"
    return f"{number} " + "; ".join(f"{title} ({book})" for book, title in known.items())


def _overview(book: Rulebook) -> str:
    lines = [
        "# Rules",
        "",
        "Every statement of the rulebooks in our words, chapter by chapter, both books beside one another. FoF is *The",
        "Fall of France*, SF is *Second Front*. You know the number: open its chapter. You do not: ask the search box",
        "as you would at the table, or look at [other words](words.md). What one book says differently from the other",
        "stands in [one list](differences.md).",
        "",
        "```{toctree}",
        ":maxdepth: 1",
        "",
        *(f"rules-{name.lower()}" for name in book.children[""]),
        "differences",
        "words",
        "rules-status",
        "```",
        "",
    ]
    return "\n".join(lines)


def _status_page(book: Rulebook) -> str:
    lines = [
        *UNSEARCHED,
        "# What became of each rule",
        "",
        "The pages of rules are made from the code and the tests. A statement counts as tested when code cites its",
        "rule, and a conformance case or a test of that rule passes; statements of one rule share its proofs. The",
        "command `europa concordance` gives the same. Each chapter has a page that names the code and the proofs of",
        "its rules.",
        "",
        "| chapter | FoF | SF | code and proofs |",
        "|---|---|---|---|",
    ]
    for name in book.children[""]:
        told = (
            _counts(e for r, rows in book.rows.items() for e in rows if r.book == b and parts(r.number)[0] == name)
            for b in BOOKS
        )
        low = name.lower()
        lines.append(f"| [{plain(title_of(name))}](rules-{low}.md) | {' | '.join(told)} | [{name}](proofs-{low}.md) |")
    return "\n".join([*lines, ""])


def _counts(entries: Iterable[Entry]) -> str:
    counts = Counter(entry.status for entry in entries)
    return ", ".join(f"{counts[status]} {status}" for status in STATUSES if counts[status]) or "no rows"


# --- a chapter -------------------------------------------------------------------------------------------------------


def _page(book: Rulebook, name: str) -> str:
    tail = f"For menders: [what carries the rules of this chapter out, and what proves them](proofs-{name.lower()}.md)."
    headings = list(headings_of(book, name, tuple(BOOKS)))
    head = ["# " + plain(title_of(name)), "", *_jumps(headings)] if headings[0].level > 1 else []
    sections = (line for heading in headings for line in _section(book, heading))
    return "\n".join([*head, *sections, "---", "", tail, ""])


def _jumps(headings: Iterable[Heading]) -> list[str]:
    """Where the part of each book begins, on a page on which the books are about different things."""
    starts = [
        heading.rules[0] for heading in headings if heading.level == 2 and len(parts(heading.rules[0].number)) == 1
    ]
    return [f"On this page: {'; '.join(f'{BOOKS[rule.book]}, {_named(rule)}' for rule in starts)}.", ""]


def headings_of(book: Rulebook, number: str, books: Sequence[str], level: int = 1) -> Iterator[Heading]:
    """A number with all below it: once where its books mean the same, or else book by book."""
    rules = tuple(rule for rule in (Citation(b, number) for b in books) if load_matrix().exists(rule))
    if len({load_matrix().title(rule) for rule in rules}) > 1:
        for rule in rules:
            yield from headings_of(book, number, (rule.book,), max(level, 2))
        return
    yield Heading(rules, level)
    for below in book.children.get(number, ()):
        if any(load_matrix().exists(Citation(rule.book, below)) for rule in rules):
            yield from headings_of(book, below, [rule.book for rule in rules], level + 1)


def _section(book: Rulebook, heading: Heading) -> Iterator[str]:
    rules, number = heading.rules, heading.rules[0].number
    words = [word for rule in rules for word in book.words.of_rule(rule)]
    bare = [number, f"rule {number}"] if number in book.children[""] else []
    yield from index_entries([load_matrix().title(rules[0]), *words, *bare, *map(str, rules)])
    if rules[0].book == next(b for b in BOOKS if load_matrix().exists(Citation(b, number))):
        yield f"(rule-{number.lower()})="
    yield from (f"({label(rule)})=" for rule in rules)
    yield from ["#" * heading.level + f" {plain(heading.title)}", ""]
    for rule in rules:
        yield from _rule(book, rule, headed=len(rules) > 1)


def _rule(book: Rulebook, rule: Citation, *, headed: bool) -> Iterator[str]:
    rows = book.rows.get(rule, ())
    told = [*_flags(book, rule, rows)]
    if headed and (rows or told):
        yield from [f"**{rule}**", ""]
    yield from told
    yield from _statements(book, rule, rows)
    for point in book.points.get(rule, ()):
        yield f"- *Open*: {book.link(point.question)} *Read as*: {book.link(meaning_of(point))}. {_ruling_link(point)}"
    yield ""


def _statements(book: Rulebook, rule: Citation, rows: Sequence[Entry]) -> Iterator[str]:
    """The statements of a rule; what several have in common is said once, before them."""
    absent = f"absent in {OTHER[rule.book]}"
    mixed = len({entry.row.other_book == absent for entry in rows}) > 1
    others = [_elsewhere(book, entry, mixed) for entry in rows]
    note, shared = _common_note(rows), _shared(others)
    if note:
        yield from [f"*{note[0].upper()}{note[1:]}.*", ""]
    if shared:
        but = ", but where a note says otherwise" if set(others) != {shared} else ""
        yield from [f"*{shared.removeprefix(' *(').removesuffix('.)*')}{but}.*", ""]
        others = [other or f" *({OTHER[rule.book]} says the same.)*" for other in others]
    seen = set[str]()
    for entry, other in zip(rows, others, strict=True):
        unused = "" if note or not _note(entry) else f" *({_note(entry)}.)*"
        yield f"- {_statement(book, entry, seen)}{'' if other == shared else other}{unused}"
    yield ""


def meaning_of(point: OpenPoint) -> str:
    """What is played at an open point unless another reading is picked."""
    return next(reading.meaning for reading in point.readings if reading.name == point.default)


def _ruling_link(point: OpenPoint) -> str:
    return f"[Why, and other readings](rulings-{point.rule.book.lower()}.md#{point.id.lower()})."


def _flags(book: Rulebook, rule: Citation, rows: Sequence[Entry]) -> Iterator[str]:
    """What a reader must know before the statements: that the rule is optional, and where its fellow stands."""
    option = book.rulesets[rule.book].option_of(rule)
    kinds = [entry.row.kind for entry in rows if entry.row.kind in ("advanced", "optional")]
    if option:
        kind = "Advanced" if kinds[:1] == ["advanced"] else "Optional"
        place = f"options.md#option-{rule.book.lower()}-{option.lower()}"
        yield f"*{kind} rule: off unless you choose [{option}]({place}).*"
        yield ""
    elif kinds and len(kinds) == len(rows):
        yield f"*{kinds[0].capitalize()} rule.*"
        yield ""
    if fellows := book.counterparts.get(rule, ()):
        yield f"The same subject in {BOOKS[OTHER[rule.book]]}: {', '.join(_named(other) for other in fellows)}."
        yield ""


def _named(rule: Citation) -> str:
    return cite(rule, load_matrix().title(rule))


def _shared(notes: Sequence[str]) -> str:
    """The note on the other book that most statements of a rule share, so that it is said once; "" if there is none."""
    counts = Counter(note for note in notes if note)
    return next((note for note, number in counts.most_common(1) if number > 1 and number * 2 > len(notes)), "")


def _statement(book: Rulebook, entry: Entry, seen: set[str]) -> str:
    row = entry.row
    chart = f" Chart: {book.chart(row.chart)}." if row.chart else ""
    return f"{book.link(row.statement, seen)}.{chart}"


def _note(entry: Entry) -> str:
    """That the program does not play a statement, and why; "" where it does."""
    return f"{UNUSED[entry.status]}{_why(entry)}" if entry.status in UNUSED else ""


def _common_note(rows: Sequence[Entry]) -> str:
    """What is to be said of all statements of a rule alike, where there are several."""
    notes = {_note(entry) for entry in rows}
    return notes.pop() if len(notes) == 1 and len(rows) > 1 else ""


def _elsewhere(book: Rulebook, entry: Entry, mixed: bool) -> str:
    """What the other book says of it, in a sentence."""
    other = OTHER[entry.row.rule.book]
    text = entry.row.other_book
    if text == f"absent in {other}":
        return f" *(Not in {other}.)*" if mixed else ""
    verdict, _, rest = text.partition(": " if text.startswith("no") else "; ")
    if not rest:
        return f" *({other} differs.)*" if verdict == "no" else ""
    if verdict == "yes":
        same = rest if rest.startswith((other, "optional", "advanced")) else f"{other}: {rest}"
        return f" *(Likewise {book.link(same)}.)*"
    return f" *({book.link(rest if rest.startswith(other) else f'{other} differs: {rest}')}.)*"


# --- lists -----------------------------------------------------------------------------------------------------------


def _differences(book: Rulebook) -> str:
    lines = [
        *UNSEARCHED,
        "# Where the two books differ",
        "",
        "Statement by statement, where the other book has the same rule and says something else. Rules that only one",
        "book has are not listed.",
        "",
    ]
    for name in book.children[""]:
        told = [
            f"- {_named(rule)}: {plain(entry.row.statement)}.{_elsewhere(book, entry, mixed=False)}"
            for rule in sorted(book.rows, key=lambda r: (order(r.number), r.book))
            if parts(rule.number)[0] == name
            for entry in book.rows[rule]
            if entry.row.other_book.startswith("no")
        ]
        if told:
            lines += [f"## {plain(title_of(name))}", "", *told, ""]
    return "\n".join(lines)


def _proofs_page(book: Rulebook, name: str) -> str:
    lines = ["What became of each statement, what carries its rule out, and what proves it.", ""]
    rules = sorted((r for r in book.rows if parts(r.number)[0] == name), key=lambda r: (order(r.number), r.book))
    for rule in rules:
        rows = book.rows[rule]
        lines += [f"## {plain(f'{rule} {load_matrix().title(rule)}')}", ""]
        lines += [f"- `{entry.row.id}` {entry.status}{_why(entry)}" for entry in rows]
        lines += ["", *_proofs(next((row for row in rows if row.functions), rows[0]))]
    return "\n".join(hidden(f"Code and proofs: {plain(title_of(name))}", lines))


def _why(entry: Entry) -> str:
    return f": {plain(entry.reason)}" if entry.reason else ""


def _proofs(entry: Entry) -> Iterator[str]:
    if entry.functions:
        yield f"Carried out by {', '.join(f'`{name}`' for name in entry.functions)}."
        yield ""
    for kind, told in ((CASE, "Cases"), ("test", "Tests")):
        names = [proof.name for proof in entry.proofs if proof.kind == kind]
        if names:
            more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
            yield f"{told}: {', '.join(f'`{name}`' for name in names[:SHOWN])}{more}."
            yield ""
