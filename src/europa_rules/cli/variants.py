"""The command `europa new-variant`: a small working project to begin a variant with."""

from __future__ import annotations

from pathlib import Path

import click

from europa_rules.cli.common import counted, says_mistakes
from europa_rules.new_variant import write_variant


@click.command(name="new-variant")
@click.argument("name")
@says_mistakes
def new_variant(name: str) -> None:
    """Make the folder NAME with a small working variant of The Fall of France, its tests and a README.

    Example: europa new-variant marita
    """
    folder = Path(name)
    try:
        files = write_variant(name, folder)
    except FileExistsError as error:
        raise click.UsageError(f"there is a {folder} already; choose another name, or move it away") from error
    click.echo(f"{folder}: {counted(len(files), 'file')}")
    click.echo(f"Next: cd {folder}; pip install -e '.[test]'; pytest")
