"""The demonstration: the German invasion turn of May 1940 and the Allied reaction, on bundled data, explained.

It plays a playthrough that comes with a game, as any player would give its orders; every line that it prints is one of
the playthrough or comes from the log.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from attrs import frozen

from europa_rules.errors import DataError, Fault, PluginError
from europa_rules.game import Game
from europa_rules.hexes import Hex
from europa_rules.plain_data import read_toml_file
from europa_rules.playthroughs import Playthrough, parse_playthrough, told
from europa_rules.plugins import find_plugins, variants_of
from europa_rules.render.picture import Picture, draw
from europa_rules.render.regions import framed
from europa_rules.text_board import draw_text, legend, terrains_of, window_around


def play_demo(folder: Path) -> Iterator[str]:
    """Play the demonstration, give its story line by line, and write story, boards and a save to a folder.

    An earlier demonstration there is replaced, also one that was broken off. Raises DataError if the folder cannot be
    made, or has files of these names that no demonstration wrote.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DataError([Fault(str(folder), "folder", error.strerror or "nothing", "a folder to write to")]) from error
    _refuse_to_overwrite(folder)
    story: list[str] = []
    files: dict[str, str] = {}
    for line in _story(files):
        story.append(line)
        yield line
    _write({**files, "story.txt": "\n".join(story)}, folder)
    yield f"Written to {folder}: {', '.join(FILES)}."


FILES = ("story.txt", "board-before.txt", "board-after.txt", "board-before.svg", "board-after.svg", "game.json")
"""What a demonstration writes."""


UNFINISHED = ".unfinished"
"""The folder, within that of a demonstration, in which its files wait until all are written."""


def _write(files: Mapping[str, str], folder: Path) -> None:
    """Write files all together: while some may be new and others old, a folder beside them says that they are ours."""
    waiting = folder / UNFINISHED
    waiting.mkdir(exist_ok=True)
    for name, text in files.items():
        (waiting / name).write_text(f"{text}\n", encoding="utf-8")
    for name in files:
        (waiting / name).replace(folder / name)
    waiting.rmdir()


def _refuse_to_overwrite(folder: Path) -> None:
    """Some of the files, but not all of them, are somebody else's, unless a demonstration was broken off here."""
    there = [name for name in FILES if (folder / name).exists()]
    if there and len(there) < len(FILES) and not (folder / UNFINISHED).is_dir():
        raise DataError(
            [
                Fault(str(folder / name), "file", "a file that no demonstration wrote", "another --folder")
                for name in there
            ]
        )


def _story(files: dict[str, str]) -> Iterator[str]:
    """The story, line by line; the files that go with it are put into `files` when it has been told."""
    demonstration = _demonstration()
    script = parse_playthrough(demonstration.script)
    rules = script.rules()
    game = script.begin(rules)
    center = rules.board.place(demonstration.center)
    yield f"{rules.variant.title}, {game.state.moment.turn}, around {center}."
    yield "The map is a reconstruction from public geodata; most ratings are estimates."
    before = _board(game, center, demonstration.reach)
    yield before[0]
    yield from _told(script, game)
    yield "Afterwards:"
    after = _board(game, center, demonstration.reach)
    yield after[0]
    for name, (text, picture) in (("board-before", before), ("board-after", after)):
        files |= {f"{name}.txt": text, f"{name}.svg": picture.svg.rstrip("\n")}
    files["game.json"] = game.save()


def _told(script: Playthrough, game: Game) -> Iterator[str]:
    """What is done and what happens; every combat with all that its odds and its die roll are made of."""
    number = len(game.log)
    for line in told(script, game):
        yield f"\n{line.removeprefix('# ')}" if line.startswith("#") else line
        for entry in game.log[number:]:
            if entry.kind == "combat rolled" and line.strip().startswith(f"{entry.number}. "):
                yield "\n".join(f"      {row}" for row in game.explain(entry.number).splitlines()[1:])


def _board(game: Game, center: Hex, reach: int) -> tuple[str, Picture]:
    """The board as it stands, so many hexes to each side of the middle: as text and as a picture."""
    shown = [ref for row in window_around(center, reach, game.rules) for ref in row if ref is not None]
    text = f"{draw_text(game.state, game.rules, center, reach)}\n\n{legend(terrains_of(shown, game.rules))}"
    return text, draw(game, region=framed([center], game.rules.board, reach))


@frozen
class _Demonstration:
    """What a variant demonstrates: the playthrough, and the middle and the reach of its boards."""

    script: str
    center: str
    reach: int


def _demonstration() -> _Demonstration:
    """The demonstration of the first variant that brings one."""
    for _, variant in variants_of(find_plugins()):
        file = variant.folder.joinpath("demo.toml")
        if file.is_file():
            head = read_toml_file(file)
            script = variant.folder.joinpath(str(head["playthrough"])).read_text(encoding="utf-8")
            return _Demonstration(script, str(head["center"]), int(head["reach"]))
    raise PluginError("no plugin that is installed brings a demonstration")
