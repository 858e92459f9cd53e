"""The head of a chart file: what each key may hold, and what is wrong with a key that holds something else.

Needs the head as TOML gives it; rules that it cites must be in the matrix of their book.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from europa_rules.citations import Citation
from europa_rules.errors import Fault, NotationError
from europa_rules.matrix import load_matrix

TEXTS = ("rules", "aliases", "beside", "notes", "conflicts", "missing")
"""Keys that hold lists of texts."""
HEAD = ("title", "form", "lays_over", "charts", "provenance", "sources", "cells_from", *TEXTS)
"""Every key of a head."""

_KINDS: Mapping[str, tuple[tuple[type, ...], str]] = {
    "title": ((str,), "a text"),
    "form": ((str,), "the name of a form"),
    "lays_over": ((str,), "the name of a chart below it"),
    "charts": ((dict,), "tables of cells by the name of their chart"),
    "provenance": ((str, dict), "{ kind, source, confidence }, or a name under sources"),
    "sources": ((dict,), "a table of { kind, source, confidence }"),
    "cells_from": ((dict,), "a table of lists of addresses by source"),
    **dict.fromkeys(TEXTS, ((list,), "a list of texts")),
}
_CITED = re.compile(r"\b([A-Z][A-Za-z]*) (\d+[A-Z]?\d*[a-z]?\d*)\b(?!/)")


def faults_of_head(head: Mapping[str, object], file: str, prefix: str = "") -> Iterator[Fault]:
    """What is wrong with the values of a head, and with the rules that it cites.

    >>> [str(fault) for fault in faults_of_head({"title": 7}, "x.toml")]
    ['x.toml: title: found 7; expected a text.']
    """
    for key, (kinds, wanted) in _KINDS.items():
        value = head.get(key)
        if value is not None and not isinstance(value, kinds):
            yield Fault(file, f"{prefix}{key}", repr(value), wanted)
        elif isinstance(value, list):
            for number, text in enumerate(value):
                if not isinstance(text, str):
                    yield Fault(file, f"{prefix}{key}[{number}]", repr(text), "a text")
    yield from _rule_faults(head, file, prefix)
    listed = head.get("cells_from")
    for name, addresses in listed.items() if isinstance(listed, dict) else ():
        if not isinstance(addresses, list) or not all(isinstance(address, str) for address in addresses):
            yield Fault(file, f"{prefix}cells_from.{name}", repr(addresses), "a list of addresses")


def _rule_faults(head: Mapping[str, object], file: str, prefix: str) -> Iterator[Fault]:
    rules = head.get("rules")
    for number, text in enumerate(rules if isinstance(rules, list) else ()):
        if isinstance(text, str):
            yield from unknown_rules(text, file, f"{prefix}rules[{number}]")
    if isinstance(head.get("title"), str) and "lays_over" not in head and rules is None:
        yield Fault(file, f"{prefix}rules", "nothing", "the rules that the chart belongs to")


def faults_of_source(source: object, file: str, where: str) -> Iterator[Fault]:
    """A source that is no text, or that cites a rule there is not."""
    if isinstance(source, str):
        yield from unknown_rules(source, file, where)
    else:
        yield Fault(file, where, repr(source), "a text")


_ONLY_AT_THE_HEAD = ("lays_over", "form", "cells_from", "beside", "conflicts", "missing")


def misplaced_heads(body: Mapping[str, object], file: str, prefix: str = "") -> Iterator[Fault]:
    """Keys of the head that stand below the heading of a table.

    >>> [fault.where for fault in misplaced_heads({"rows": {"lays_over": "success"}}, "x.toml")]
    ['rows.lays_over']
    """
    for name, table in body.items():
        if not isinstance(table, dict):
            continue
        for key in table.keys() & set(_ONLY_AT_THE_HEAD):
            yield Fault(file, f"{prefix}{name}.{key}", f"the name '{key}'", "it at the head of the file", key)
        yield from misplaced_heads(table, file, f"{prefix}{name}.")


def unknown_rules(text: str, file: str, where: str) -> Iterator[Fault]:
    """The rules that a text cites and that are in no book of the matrix.

    >>> [fault.suggestion for fault in unknown_rules("SF 10C1, SF 99Z", "x.toml", "source")]
    ['SF 9']
    """
    matrix = load_matrix()
    for match in _CITED.finditer(text):
        if match[1] not in matrix.books:
            continue
        try:
            rule = Citation.parse(match[0])
        except NotationError:
            continue
        if not matrix.exists(rule):
            yield Fault(file, where, f"'{match[0]}'", f"a rule of {rule.book}", matrix.nearest(match[0]))
