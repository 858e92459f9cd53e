"""The command `europa slots`: where a plugin may contribute, and what its functions are given there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from importlib import import_module

import attrs
import click

from europa_rules.cli.common import says_mistakes
from europa_rules.errors import UnknownName
from europa_rules.slots import MODIFIER_SLOTS, PROHIBITION_SLOTS, SOURCE_SLOTS

KINDS: Mapping[str, Mapping[str, str]] = {
    "modifier": MODIFIER_SLOTS,
    "prohibition": PROHIBITION_SLOTS,
    "source": SOURCE_SLOTS,
}
_TOLD = re.compile(r"(?P<file>[\w/]+\.py)(?: (?P<facts>\w+))?: (?P<what>.*)\Z", re.DOTALL)


@click.command()
@click.argument("words", nargs=-1)
@says_mistakes
def slots(words: tuple[str, ...]) -> None:
    """List the slots to which a plugin may contribute, those with all these WORDS in them, with the facts of each.

    Example: europa slots combat
    """
    entries = [(head, text) for kind, given in KINDS.items() for head, text in _entries(kind, given)]
    found = [text for head, text in entries if all(word.lower() in head.lower() for word in words)]
    if not found:
        raise UnknownName(f"no slot has these words: {' '.join(words)}; without words, all are listed")
    click.echo("\n".join(found))


def _entries(kind: str, given: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Each slot: what is searched, and what is shown."""
    for name, text in given.items():
        told = _TOLD.match(text)
        what = told["what"] if told else text
        facts = _facts(told["file"], told["facts"]) if told and told["facts"] else ""
        yield f"{kind} {name} {what}", f"{name} ({kind}): {what}{facts}"


def _facts(file: str, name: str) -> str:
    """The class of the facts, with its attributes."""
    module = f"europa_rules.{file.removesuffix('.py').replace('/', '.')}"
    kind = getattr(import_module(module), name)
    fields = ", ".join(field.name for field in attrs.fields(kind)) if attrs.has(kind) else "see help"
    return f"\n  facts: {module}.{name}: {fields}"
