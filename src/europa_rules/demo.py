"""The demonstration: a German attack across the Meuse in May 1940, on bundled data, explained.

It drives a game by orders and answers as any player would; every line it prints comes from the log.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from europa_rules.errors import DataError, Fault, IllegalOrder, PluginError
from europa_rules.game import Game
from europa_rules.hexes import Hex
from europa_rules.loading import load
from europa_rules.orders import order_from_json
from europa_rules.plain_data import read_toml_file
from europa_rules.plugins import find_plugins, variants_of
from europa_rules.procedure import Decision, Opening
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
    variant, script = _script()
    rules = load(variant)
    game = Game.start(rules, str(script["position"]), seed=str(script["seed"]))
    center = rules.board.place(str(script["center"]))
    yield f"{rules.variant.title}, {game.state.moment}, around {center}."
    yield "The map is a reconstruction from public geodata."
    before = _board(game, center)
    yield before[0]
    for step in script["steps"]:
        yield from _take(game, step)
    yield "Afterwards:"
    after = _board(game, center)
    yield after[0]
    for name, (text, picture) in (("board-before", before), ("board-after", after)):
        files |= {f"{name}.txt": text, f"{name}.svg": picture.svg.rstrip("\n")}
    files["game.json"] = game.save()


REACH = 2
"""Hexes shown to each side of the middle."""


def _board(game: Game, center: Hex) -> tuple[str, Picture]:
    """The board as it stands, as text and as a picture."""
    shown = [ref for row in window_around(center, REACH, game.rules) for ref in row if ref is not None]
    text = f"{draw_text(game.state, game.rules, center, REACH)}\n\n{legend(terrains_of(shown, game.rules))}"
    return text, draw(game, region=framed([center], game.rules.board, REACH))


def _script() -> tuple[str, dict[str, Any]]:
    """The first variant that brings a demonstration, and its script."""
    for _, variant in variants_of(find_plugins()):
        file = variant.folder.joinpath("demo.toml")
        if file.is_file():
            return variant.id, read_toml_file(file)
    raise PluginError("no plugin that is installed brings a demonstration")


def _take(game: Game, step: dict[str, Any]) -> Iterator[str]:
    """One entry of the script: a remark, an order, or the end of a phase."""
    if "remark" in step:
        yield f"\n{step['remark']}"
        return
    number = len(game.log)
    try:
        if "pass" in step:
            game.done()
        else:
            game.submit(order_from_json(step, game.rules))
        _answer_decisions(game)
    except IllegalOrder as refused:
        yield f"  {refused}"
        return
    for entry in game.log[number:]:
        yield f"  {entry}"
        if entry.kind == "combat rolled":
            yield "\n".join(f"      {line}" for line in game.explain(entry.number).splitlines()[1:])


def _answer_decisions(game: Game) -> None:
    """The first legal answer to every decision; nobody acts at openings inside a procedure."""
    while not (isinstance(game.pending, Opening) and game.pending.name.endswith("phase")):
        if isinstance(game.pending, Decision):
            game.decide(*game.pending.suggestions[-1])
        else:
            game.done()
