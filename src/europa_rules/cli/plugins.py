"""The command `europa plugins`: what is installed, from where, what it brings, and what is wrong with it."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Sequence
from textwrap import wrap

import click

from europa_rules.cli.common import FAULTS, FINE, counted, print_json, says_mistakes, with_json
from europa_rules.installed import InstalledPlugin, installed_plugins

LABEL, WIDEST = 11, 100
"""Columns of a label, and of a line at most."""


@click.command()
@with_json
@says_mistakes
def plugins(as_json: bool) -> None:
    """List the plugins that are installed: where each comes from, what it brings, its conflicts and errors.

    Example: europa plugins
    """
    found = installed_plugins()
    if as_json:
        print_json([plugin.to_json() for plugin in found])
    else:
        width = min(shutil.get_terminal_size().columns, WIDEST)
        for plugin in found:
            click.echo("\n".join((*_lines(plugin, width), "")))
    click.echo(_summary(found), err=as_json)
    sys.exit(FINE if all(plugin.is_sound for plugin in found) else FAULTS)


def _lines(plugin: InstalledPlugin, width: int) -> Iterator[str]:
    record = plugin.record
    state = "failed" if plugin.error else "in conflict" if plugin.conflicts else "loaded"
    yield from wrap(f"{record.name}: {record.entry_point} ({record.distribution}), {state}", width)
    for what, text in _parts(plugin):
        yield from wrap(
            text,
            width,
            initial_indent=f"  {what}".ljust(LABEL),
            subsequent_indent=" " * LABEL,
            break_long_words=False,
            break_on_hyphens=False,
        )


def _parts(plugin: InstalledPlugin) -> Iterator[tuple[str, str]]:
    """What is told of a plugin, with the label of each; what there is none of is left out."""
    yield from (("error", text) for text in (plugin.error,) if text)
    yield from (("conflict", text) for text in plugin.conflicts)
    yield "file", plugin.file or "not found"
    parts = {
        "games": ", ".join(plugin.games),
        "hooks": ", ".join(hook.removeprefix("europa_") for hook in plugin.record.hooks),
        "options": "; ".join(sorted(f"{one.option.id} {one.option.title}" for one in plugin.options)),
    }
    yield from ((what, text) for what, text in parts.items() if text)


def _summary(found: Sequence[InstalledPlugin]) -> str:
    failed = sum(bool(plugin.error) for plugin in found)
    quarrels = {text for plugin in found for text in plugin.conflicts}
    return f"{counted(len(found), 'plugin')}: {failed} failed, {counted(len(quarrels), 'conflict')}"
