"""An example of each error of the library: what brings it about, and in the docstring the way out.

Each function is called with a ruleset, a small game that waits for orders, and a folder; the page of errors shows its
code and the message that comes.
"""

from __future__ import annotations

import json
from pathlib import Path

import europa_rules as er

POSITION = """\
16A:1827 ge 7-6(3-6) Inf XX 24
16A:1828 fr 6-6(3-6) Inf XX 71
May II 40, Axis movement"""

CHART = """\
lays_over = "combat_results"
provenance = { kind = "printed", source = "my sheet", confidence = "high" }
rows.6 = { "3;1" = "DH" }"""


# --- while playing ---------------------------------------------------------------------------------------------------


def illegal_order(fof: er.Ruleset, game: er.Game, folder: Path) -> None:
    """Nothing has happened, and you may order something else: what would be possible stands at the end.

    The rules in parentheses say why not. `game.rule_on(order)` tells the same beforehand and raises nothing, and
    `game.legal_moves(...)` lists what is allowed. `error.ruling` holds every refusal with its rules.
    """
    game.submit(er.Move(("ge 24 Inf XX",), (er.hexref("16A:1828"),)))


def illegal_answer(fof: er.Ruleset, game: er.Game, folder: Path) -> None:
    """Look at `game.pending`: it says for what the game waits, for whom, and what may be chosen.

    Orders go to `game.submit`, rolls to `game.roll`, choices to `game.decide`; `game.done()` orders nothing more.
    """
    game.roll(6)


def undo_refused(fof: er.Ruleset, game: er.Game, folder: Path) -> None:
    """What a die has decided is not taken back. Load an earlier save, or start the game with `undo="replay"`.

    With that an order before a die may be undone, and given again it rolls the same.
    """
    game.undo()


# --- in what you write -----------------------------------------------------------------------------------------------


def notation_error(fof: er.Ruleset, game: er.Game, folder: Path) -> None:
    """The message names the line, the column and the part that cannot be read, and shows what is meant.

    The [notation of positions](../position-notation.md) has all forms.
    """
    er.parse_position("16A:1827 ge 7-x Inf XX 24", fof)


def unknown_hex(fof: er.Ruleset, game: er.Game, folder: Path) -> None:
    """A hex is named by its map and its number, as in 16A:1828.

    *The Fall of France* has the maps 16A and 17A, *Second Front* 26 and 27 too; where a map ends the message says.
    """
    fof.board.terrain(er.hexref("99A:0101"))


def unknown_name(fof: er.Ruleset, game: er.Game, folder: Path) -> None:
    """Take the name that it suggests, or one of those that it lists.

    Names are those of options, open points, charts, unit types, plugins, pieces and regions; the pages of the
    reference list them.
    """
    er.load("fof", options=["31G"])


def data_error(fof: er.Ruleset, game: er.Game, folder: Path) -> None:
    """Every mistake of your files stands there at once: its file and place, what stands there, what would be right.

    `europa check FOLDER` finds the same; see [checking](../checking.md).
    """
    (folder / "crt.toml").write_text(CHART)
    er.load("fof", charts=folder)


# --- in questions ----------------------------------------------------------------------------------------------------


def unknown_question(fof: er.Ruleset, game: er.Game, folder: Path) -> None:
    """Take the question that it suggests; `europa questions` lists all."""
    er.ask({"ask": "reckon", "what": "od"}, fof)


def bad_question(fof: er.Ruleset, game: er.Game, folder: Path) -> None:
    """A fact of the question is missing or cannot be read: state what the message names."""
    er.ask({"what": "odds"}, fof)


# --- with saved games ------------------------------------------------------------------------------------------------


def state_error(fof: er.Ruleset, game: er.Game, folder: Path) -> None:
    """The text is no save, or somebody has changed it: the message gives the field. Use the file as it was written."""
    er.Game.load("{}", fof)


def replay_differs(fof: er.Ruleset, game: er.Game, folder: Path) -> None:
    """Load the game with the ruleset with which it was made, your own charts and rulings among it.

    The message names the first event that comes out differently, and why.
    """
    other = er.Game.start(fof, POSITION.replace("movement", "combat"), seed=1)
    other.submit(er.Attack(("ge 24 Inf XX",), er.hexref("16A:1828")))
    while not any("roll" in entry for entry in json.loads(other.save())["inputs"]):
        other.done()
    rows = "".join(f'rows.{roll} = {{ "1:2" = "AS" }}\n' for roll in range(-1, 9))
    (folder / "crt.toml").write_text(CHART.replace('rows.6 = { "3;1" = "DH" }', rows))
    er.Game.load(other.save(), er.load("fof", charts=folder), anyway=True)


def plugin_missing(fof: er.Ruleset, game: er.Game, folder: Path) -> None:
    """Install the plugin that it names, or hand it in: `er.load(..., plugins=[...])`."""
    saved = json.loads(game.save())
    saved["plugins"]["winter"] = "winter 1.0"
    er.Game.load(json.dumps(saved), fof)


def other_version(fof: er.Ruleset, game: er.Game, folder: Path) -> None:
    """Install the version that it names, or try `er.Game.load(..., anyway=True)`.

    The message says whether the game, played again from its beginning, comes out differently.
    """
    saved = json.loads(game.save())
    saved["plugins"]["fof"] = "europa-rules 0.0.1"
    er.Game.load(json.dumps(saved), fof)


def map_missing(fof: er.Ruleset, game: er.Game, folder: Path) -> None:
    """Load the ruleset with the map that it names: `er.load(..., maps=...)`."""
    saved = json.loads(game.save())
    saved["maps"]["my-map"] = "0123456789abcdef"
    er.Game.load(json.dumps(saved), fof)


def map_changed(fof: er.Ruleset, game: er.Game, folder: Path) -> None:
    """Use the files of the map with which the game was begun, or load it with `anyway=True` to go on with the new."""
    saved = json.loads(game.save())
    saved["maps"]["16A"] = "0123456789abcdef"
    er.Game.load(json.dumps(saved), fof)


# --- with plugins ----------------------------------------------------------------------------------------------------


def plugin_error(fof: er.Ruleset, game: er.Game, folder: Path) -> None:
    """The plugin and what is wrong with it are named; its author mends it.

    `europa plugins` lists those that are found, and says of a broken one why it is left out.
    """
    gate = er.Gate(option="99Z")

    class House:
        @er.hookimpl
        def europa_modifiers(self, variant: str) -> list[er.Modifier]:
            return [er.Modifier("frost", "combat die roll", "SF 36B", amount=-1, gate=gate)]

    er.load("sf", plugins=["sf", House()])


def contribution_conflict(fof: er.Ruleset, game: er.Game, folder: Path) -> None:
    """Two plugins give the same thing: leave one of them out."""

    class House:
        @er.hookimpl
        def europa_options(self, variant: str) -> list[er.Option]:
            return [er.Option("99Z", "a rule of the house", "SF 9A")]

    er.load("sf", plugins=["sf", House(), House()])


GROUPS = {
    "While playing": (illegal_order, illegal_answer, undo_refused),
    "In what you write": (notation_error, unknown_hex, unknown_name, data_error),
    "In questions": (unknown_question, bad_question),
    "With saved games": (state_error, replay_differs, plugin_missing, other_version, map_missing, map_changed),
    "With plugins": (plugin_error, contribution_conflict),
}
