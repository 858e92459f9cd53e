"""The command `europa concordance`: which rule is carried out by what, and proved by what."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from textwrap import wrap

import click

import europa_rules as er
from europa_rules import conformance
from europa_rules.citations import Citation
from europa_rules.cli.common import (
    counted,
    load,
    print_json,
    progress,
    says_mistakes,
    with_game,
    with_json,
)
from europa_rules.concordance.entries import STATUSES, Entry, concordance, select
from europa_rules.concordance.marks import packages_in_use
from europa_rules.concordance.proofs import CASE, Proof, as_table, proofs_in_tests
from europa_rules.matrix import load_matrix
from europa_rules.plugins import find_plugins, variants_of

SHOWN, WIDEST = 2, 100
"""How many functions of a rule are named, and the columns of a line at most."""


@click.command(name="concordance")
@with_game
@click.option("--chapter", metavar="RULE", help="Only a chapter, or a rule and those below it: 20, 9F.")
@click.option("--status", type=click.Choice(STATUSES), help="Only rows of this status.")
@click.option("--collect", type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="TESTS", hidden=True)
@with_json
@says_mistakes
def concordance_command(
    game: str | None, chapter: str | None, status: str | None, collect: Path | None, as_json: bool
) -> None:
    """Every row of the rule matrix: its status, what carries its rule out, and how many proofs it has.

    Example: europa concordance --game sf --chapter 20G --status tested
    """
    if collect is not None:
        click.echo(as_table(proofs_of(collect)), nl=False)
        return
    book = load(game).variant.book if game else None
    entries = select(concordance(packages_in_use()), book=book, chapter=chapter, status=status)
    if as_json:
        print_json([entry.to_json() for entry in entries])
        return
    width = min(shutil.get_terminal_size().columns, WIDEST)
    for rule, of_rule in groupby(entries, key=lambda entry: entry.row.rule):
        click.echo("\n".join(_told(f"{rule} {load_matrix().title(rule)}", list(of_rule), width)))
    counts = Counter(entry.status for entry in entries)
    told = ", ".join(f"{counts[name]} {name}" for name in STATUSES if counts[name])
    named = sum(entry.is_named for entry in entries)
    click.echo(f"{counted(len(entries), 'row')}: {told or 'none'}")
    click.echo(f"{named} have a test of their own; the others share the proofs of their rule.")


def _told(title: str, entries: Sequence[Entry], width: int) -> Iterator[str]:
    """A rule with what carries it out, and its rows."""
    yield from wrap(title, width)
    carried = next((entry for entry in entries if entry.functions), None)
    if carried is not None:
        names = [name.removeprefix("europa_rules.") for name in carried.functions]
        more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
        by = f"by {', '.join(names[:SHOWN])}{more}; {counted(len(carried.proofs), 'proof')}"
        yield from wrap(by, width, initial_indent="  ", subsequent_indent="    ", break_long_words=False)
    for entry in entries:
        why = f" ({entry.reason})" if entry.reason else ""
        row = f"{entry.row.id} {entry.status}: {entry.row.statement}{why}"
        yield from wrap(row, width, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)


def proofs_of(tests: Path) -> list[Proof]:
    """The proofs in a folder of tests: cases that pass, and tests that bear the number of a rule."""
    files = conformance.case_files([tests / "conformance"])
    cases = conformance.read_cases(files)
    variants = [variant for _, variant in variants_of(find_plugins())]
    prefixes = {prefix: v.id for v in variants for prefix in v.case_prefixes}
    books = {v.id: v.book for v in variants}
    running = conformance.run_cases(
        cases,
        ask=er.ask,
        load=lambda variant, options: er.load(variant, options=options),
        prefixes=prefixes,
        supplied={conformance.PRINTED_MAP},
    )
    results = progress(running, len(cases), "cases")
    passed = [case for case, result in zip(cases, results, strict=True) if result.status == "passed"]
    of_cases = [
        Proof(Citation(books[conformance.game_of(case, prefixes)], case.rule), CASE, case.id) for case in passed
    ]
    return [*of_cases, *proofs_in_tests(tests, load_matrix())]
