"""The command `europa approve`: writes anew what the author of a variant has accepted."""

from __future__ import annotations

from pathlib import Path

import click

from europa_rules import approval, conformance
from europa_rules.cli.common import counted, says_mistakes
from europa_rules.whole_files import write_whole


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--game", required=True, help="The variant: fof, sf, or one that is installed.")
@click.option("--cases", multiple=True, type=click.Path(path_type=Path), help="A file or folder of cases; repeatable.")
@click.option("--games", type=click.IntRange(0), default=0, help="How many games to draw, where they are missing.")
@says_mistakes
def approve(folder: Path, game: str, cases: tuple[Path, ...], games: int) -> None:
    """Write what a variant now says into FOLDER: its rules and charts, its answers to cases, and how games come out.

    The suites of `europa_rules.testing` compare with it from then on. What differs from before is printed: read it.
    Playthroughs that lie in FOLDER as game-NAME.txt are played again.

    Example: europa approve tests/approved --game marita --cases tests/cases --games 2
    """
    files = conformance.case_files(cases) if cases else ()
    folder.mkdir(parents=True, exist_ok=True)
    changed = 0
    drawn = [f"game-{number}.txt" for number in range(1, games + 1)]
    others = [file.name for file in sorted(folder.glob("game-*.txt")) if file.name not in drawn]
    kept = {name: _read(folder / name) for name in (*drawn, *others)}
    for name, text in approval.accepted(game, files, kept):
        file = folder / name
        before = _read(file)
        if text != before:
            write_whole(file, text)
            changed += 1
            lines = approval.differences_between(before, text) if before else ["a new file"]
            click.echo("\n".join([f"{file}:", *(f"  {line}" for line in lines)]))
    click.echo(f"{folder}: {counted(changed, 'file')} written anew")


def _read(file: Path) -> str:
    return file.read_text(encoding="utf-8") if file.is_file() else ""
