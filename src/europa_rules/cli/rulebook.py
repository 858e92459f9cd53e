"""The command `europa rule`: a rule by its number, or the rules that have some words."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from textwrap import wrap

import click

from europa_rules.citations import Citation
from europa_rules.cli.common import load, says_mistakes, with_game
from europa_rules.errors import UnknownName
from europa_rules.matrix import is_under, load_matrix, parts

WIDEST = 100
"""The columns of a line at most."""

_NUMBER = re.compile(r"(?:([A-Za-z]+)\s+)?(\d+[A-Za-z0-9]*|VP|SFC)")


@click.command(name="rule")
@click.argument("words", nargs=-1, required=True)
@with_game
@says_mistakes
def rule_command(words: tuple[str, ...], game: str | None) -> None:
    """Tell the rule of a number in our words, in both books or that of a game; or name the rules that have all WORDS.

    Example: europa rule 9F3
    """
    text = " ".join(words)
    books = (load(game).variant.book,) if game else load_matrix().books
    width = min(shutil.get_terminal_size().columns, WIDEST)
    rules = _numbered(text, books)
    lines = [line for rule in rules for line in _told(rule, width)] or list(_found(words, books))
    if not lines:
        nearest = load_matrix().nearest(text)
        raise UnknownName(
            f"no rule of {' or '.join(books)}: {text!r}.{f' Did you mean {nearest!r}?' if nearest else ''}"
        )
    click.echo("\n".join(lines))


def _numbered(text: str, books: tuple[str, ...]) -> list[Citation]:
    """The rules of a number, whatever the case of its letters: "9f3", "sf 9I"."""
    match = _NUMBER.fullmatch(text.strip())
    if match is None:
        return []
    book, number = match.groups()
    asked = tuple(name for name in books if book is None or name.casefold() == book.casefold())
    return [r for r in load_matrix().titles if r.book in asked and r.number.casefold() == number.casefold()]


def _told(rule: Citation, width: int) -> Iterator[str]:
    """A rule's title, its statements, and the rules right below it."""
    matrix = load_matrix()
    yield f"{rule} {matrix.title(rule)}"
    for row in matrix.of(rule):
        yield from wrap(f"{row.statement}.", width, initial_indent="  - ", subsequent_indent="    ")
    depth = len(parts(rule.number)) + 1
    for below, title in matrix.titles.items():
        if below.book == rule.book and len(parts(below.number)) == depth and is_under(below.number, rule.number):
            yield f"  {below} {title}"


def _found(words: tuple[str, ...], books: tuple[str, ...]) -> Iterator[str]:
    """The titles of the rules that have all words, in the title or the statements."""
    matrix = load_matrix()
    asked = [word.casefold() for word in " ".join(words).split()]
    for rule, title in matrix.titles.items():
        text = " ".join([title, *(row.statement for row in matrix.of(rule))]).casefold()
        if rule.book in books and all(word in text for word in asked):
            yield f"{rule} {title}"
