"""Bad input of every kind, through the public interface: one clear typed error each, saying what, where and what else.

Positions and single saved fields have pages of their own (`test_position.py`, `test_saves.py`), and so have facts of
questions (`test_questions_door.py`) and contributions (`test_plugins.py`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import pytest

import europa_rules as er
from europa_rules.conformance import read_disputed

FOF, SF = er.load("fof"), er.load("sf")
NO_TEXT: Any = 1940
POSITION = "16A:1506 ge 7-6 Inf XX 1, ge 3-8 Mot III 5 | 16A:1508 fr 5-6 Inf XX 2 | May I 40, Axis movement"
COMBAT = "16A:1506 ge 7-6 Inf XX 1 | 16A:1507 fr 5-6 Inf XX 2 | May I 40, Axis combat"


def says(caught: pytest.ExceptionInfo[er.EuropaError], kind: type[er.EuropaError], *words: str) -> None:
    """The error is of just this kind, its message has these words, and it is one line or a list of faults."""
    text = str(caught.value)
    assert caught.type is kind, f"{caught.type.__name__}: {text}"
    for word in words:
        assert word in text, text
    assert "Traceback" not in text
    assert "object has no attribute" not in text


Row = tuple[str, Callable[[], object], type[er.EuropaError], tuple[str, ...]]


def loading(**given: Any) -> Callable[[], object]:
    """Load Second Front with these."""
    return lambda: er.load("sf", **given).board


LOADING: list[Row] = [
    ("variant misspelt", lambda: er.load("fof1"), er.UnknownName, ("no variant 'fof1'. Did you mean 'fof'?",)),
    ("variant empty", lambda: er.load(""), er.UnknownName, ("no variant ''", "Known: fof, sf")),
    ("variant of no text", lambda: er.load(NO_TEXT), er.UnknownName, ("no variant '1940'",)),
    ("option", loading(options=["43C11"]), er.UnknownName, ("no option '43C11'", "Did you mean '43C1'?")),
    ("option of no text", loading(options=[43]), er.UnknownName, ("no option '43'",)),
    ("options of no list", loading(options=5), er.UnknownName, ("no list of options '5'",)),
    ("ruling", loading(rulings={"sf-10I-german-dat": "x"}), er.UnknownName, ("Did you mean 'sf-10I-german-date'?",)),
    (
        "reading",
        loading(rulings={"sf-10I-german-date": "x"}),
        er.UnknownName,
        ("no reading of 'sf-10I-german-date' 'x'",),
    ),
    ("reading of no text", loading(rulings={"sf-10I-german-date": 5}), er.UnknownName, ("'5'", "jul-44", "jul-43")),
    ("rulings of no mapping", loading(rulings=["x"]), er.UnknownName, ("no mapping of rulings to readings",)),
    ("plugin", loading(plugins=["sff"]), er.UnknownName, ("no plugin 'sff'. Did you mean 'sf'?",)),
    ("plugin without hooks", loading(plugins=["sf", 5]), er.PluginError, ("5 is no plugin", "europa_rules.hookimpl")),
    (
        "plugins of no list",
        loading(plugins=5),
        er.PluginError,
        ("5 is no list of plugins", "names, modules or objects"),
    ),
    ("plugin without the game", loading(plugins=["fof"]), er.UnknownName, ("no variant 'sf'. Known: fof.",)),
    ("charts nowhere", loading(charts="/no/such"), er.DataError, ("/no/such: charts: found no folder",)),
    ("charts of no path", loading(charts=5), er.DataError, ("load: charts: found 5; expected the path of a folder",)),
    ("charts of no paths", loading(charts=[5]), er.DataError, ("load: charts: found [5]; expected the path",)),
    ("maps nowhere", loading(maps="/no/such"), er.DataError, ("/no/such: maps: found no folder",)),
]

NOTATION: list[Row] = [
    ("hex without map", lambda: er.hexref("1506"), er.UnknownHex, ("'1506' names no map", "one of 16A, 17A, 26, 27")),
    ("hex of no map", lambda: er.hexref("99Z:1506"), er.UnknownHex, ("there is no map '99Z'; the maps are 16A",)),
    ("hex with a letter", lambda: er.hexref("16A:15O6"), er.UnknownHex, ("'15O6' is no number (it has 'O')",)),
    ("hex row", lambda: er.hexref("16A:9906"), er.UnknownHex, ("no row 99; map 16A has rows 01 to 51",)),
    ("hex column", lambda: er.hexref("16A:0134"), er.UnknownHex, ("no column 34; map 16A has columns 01 to 33",)),
    (
        "hex of no text",
        lambda: er.hexref(NO_TEXT),
        er.UnknownHex,
        ("1940 is no text; expected a hex such as '16A:1030'",),
    ),
    (
        "four ratings",
        lambda: er.Rating.parse("7-6-8-2"),
        er.NotationError,
        ("'7-6-8-2' has four ratings", "two (7-6) or three (2-3-8)"),
    ),
    (
        "decimal rating",
        lambda: er.Rating.parse("3.5-6"),
        er.NotationError,
        ("'3.5' is no strength", "a fraction such as 1/2"),
    ),
    ("no rating", lambda: er.Rating.parse(""), er.NotationError, ("'' is no rating; a ground unit prints two (7-6)",)),
    (
        "rating of no text",
        lambda: er.Rating.parse(NO_TEXT),
        er.NotationError,
        ("1940 is no text; expected a rating such as '7-6'",),
    ),
    ("turn", lambda: er.Turn.parse("May III 40"), er.NotationError, ("'May III 40' is no game turn", "'May II 40'")),
    (
        "turn of no text",
        lambda: er.Turn.parse(NO_TEXT),
        er.NotationError,
        ("expected a game turn such as 'May II 40'",),
    ),
    (
        "citation",
        lambda: er.Citation.parse("10C1"),
        er.NotationError,
        ("write the book and the rule, such as 'SF 10C1'",),
    ),
    (
        "position of no text",
        lambda: er.parse_position(NO_TEXT, FOF),
        er.NotationError,
        ("1940 is no text; expected a position",),
    ),
    ("subject", lambda: FOF.cite("odss"), er.UnknownName, ("no subject 'odss'",)),
    ("scope", lambda: er.FactKind("x", "fase", int), er.UnknownName, ("no scope 'fase'. Did you mean 'phase'?",)),
    (
        "odds without defenders",
        lambda: er.odds("7-6 Inf XX", FOF),
        er.NotationError,
        ("write it as 'ATTACKERS vs DEFENDERS",),
    ),
    (
        "odds with a wrong unit",
        lambda: er.odds("7-6 Inff XX vs 5-6 Inf XX", FOF),
        er.NotationError,
        ("Did you mean 'Inf'?",),
    ),
    (
        "odds in no terrain",
        lambda: er.odds("7-6 Inf XX vs 5-6 Inf XX in wods", FOF),
        er.UnknownName,
        ("Did you mean 'woods'?",),
    ),
    (
        "question",
        lambda: er.ask({"ask": "reckon", "what": "odsd"}, FOF),
        er.UnknownQuestion,
        ("nothing answers 'reckon odsd'",),
    ),
    ("question of no mapping", lambda: er.ask(NO_TEXT, FOF), er.BadQuestion, ("a question is a mapping of facts",)),
    (
        "fact",
        lambda: er.ask({"ask": "reckon", "what": "odds", "atack": 3}, FOF),
        er.BadQuestion,
        ("Did you mean 'attack'?",),
    ),
]


@pytest.mark.parametrize(
    ("do", "kind", "words"), [r[1:] for r in LOADING + NOTATION], ids=[r[0] for r in LOADING + NOTATION]
)
def test_bad_words_and_values(do: Callable[[], object], kind: type[er.EuropaError], words: tuple[str, ...]) -> None:
    with pytest.raises(er.EuropaError) as caught:
        do()
    says(caught, kind, *words)


# --- files laid over the bundled ones ---


@pytest.mark.parametrize(
    ("what", "file", "text", "words"),
    [
        ("charts", "combat_results.toml", "a = = b", ("combat_results.toml: line 1", "expected a TOML file")),
        ("charts", "combat_results.toml", b"\xff\xfe", ("combat_results.toml: the file", "expected a TOML file")),
        ("charts", "combat_result.toml", 'title = "x"', ("combat_result.toml: form: found None; expected one of",)),
        (
            "charts",
            "unit_identification.toml",
            "a = = b",
            ("unit_identification.toml: the file: found text that is no TOML",),
        ),
        ("charts", "unit_identification.toml", b"\xff\xfe", ("unit_identification.toml: the file",)),
        (
            "charts",
            "unit_identification.toml",
            "[types.tank]\nx = 1",
            ("unit_identification.toml: line 1, types.tank.name",),
        ),
        ("maps", "hexes.csv", "hex,terain\n16A:1506,woods\n", ("found column 'terain'", "Did you mean 'terrain'?")),
        (
            "maps",
            "hexes.csv",
            "hex,terrain\n16A:9999,woods\n",
            ("line 2, hex: found '16A:9999'; expected a hex", "rows 01 to 51"),
        ),
        ("maps", "hexes.csv", b"\xff\xfe", ("hexes.csv: file", "expected text in UTF-8")),
        ("maps", "notes.txt", "nothing", ("found no table; expected one of hexes.csv",)),
    ],
)
def test_bad_files_of_a_player(tmp_path: Path, what: str, file: str, text: str | bytes, words: tuple[str, ...]) -> None:
    (tmp_path / file).write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(er.EuropaError) as caught:
        loading(**{what: tmp_path})()
    says(caught, er.DataError, *words)
    assert isinstance(caught.value, er.DataError)
    assert caught.value.faults


def test_B35_all_faults_of_a_file_come_in_one_error(tmp_path: Path) -> None:
    (tmp_path / "hexes.csv").write_text("hex,terain\n16A:9999,woods\n99Z:0101,woods\n", encoding="utf-8")
    with pytest.raises(er.DataError) as caught:
        loading(maps=tmp_path)()
    assert len(caught.value.faults) >= 4
    assert str(caught.value).splitlines()[0].endswith("faults in the data:")
    for words in ("column 'terain'", "no row 99", "no map '99Z'"):
        assert words in str(caught.value)


# --- a game under way ---


def order(kind: str = "move", **fields: object) -> dict[str, object]:
    """A move of the infantry to the west, but for these fields; None takes a field away."""
    given: dict[str, object] = {"kind": kind, "units": ["ge 1 Inf XX"], "path": ["16A:1507"], **fields}
    return {name: value for name, value in given.items() if value is not None}


@pytest.mark.parametrize(
    ("given", "kind", "words"),
    [
        ({}, er.UnknownName, ("no kind of order ''. Known: move",)),
        (order("mov"), er.UnknownName, ("no kind of order 'mov'. Did you mean 'move'?",)),
        ({"kind": ["move"]}, er.UnknownName, ("no kind of order '['move']'",)),
        ("move", er.UnknownName, ("no kind of order 'str'",)),
        (None, er.UnknownName, ("no kind of order 'NoneType'",)),
        (order(units=None), er.NotationError, ("order.units: missing; the move order needs units, path",)),
        (order(pth=[]), er.NotationError, ("order.pth: no field of the move order; its fields are units, path",)),
        (order(units="ge 1 Inf XX"), er.NotationError, ("order.units: 'ge 1 Inf XX'; expected a list of texts",)),
        (order(units=5), er.NotationError, ("order.units: 5; expected a list of texts",)),
        (order(path=[5]), er.NotationError, ("order.path: [5]; expected a list of texts",)),
        (order(mode=5), er.NotationError, ("order.mode: 5; expected a text",)),
        (order(units=["ge 1 Inf X"]), er.UnknownName, ("no piece 'ge 1 Inf X'. Did you mean 'ge 1 Inf XX'?",)),
        (order(units=["fr 2 Inf XX"]), er.IllegalOrder, ("fr 2 Inf XX is not the Axis player's (FoF 6)",)),
        (order(units=[]), er.IllegalOrder, ("no unit is named (FoF 6)",)),
        (order(path=[]), er.IllegalOrder, ("the order names no hex to enter (FoF 6)",)),
        (order(path=["16A:9999"]), er.IllegalOrder, ("16A:9999 is not on the map (FoF 6)",)),
        (order(path=["16A:3030"]), er.IllegalOrder, ("16A:1506 and 16A:3030 do not adjoin (FoF 6)",)),
        (
            order(mode="flying"),
            er.IllegalOrder,
            ("there is no mode of movement 'flying' (FoF 6). Possible: regular or",),
        ),
        (
            order("attack", path=None, target="16A:1507"),
            er.IllegalOrder,
            (
                "no attack order may be given at this point (movement phase) (FoF 4C); ",
                "attack in your own combat",
            ),
        ),
    ],
)
def test_bad_orders_change_nothing(given: object, kind: type[er.EuropaError], words: tuple[str, ...]) -> None:
    game = er.Game.start(FOF, POSITION, seed=1)
    before = game.save()
    with pytest.raises(er.EuropaError) as caught:
        game.submit(given)
    says(caught, kind, *words)
    assert game.save() == before


@pytest.mark.parametrize(
    ("do", "kind", "words"),
    [
        (lambda g: g.done("Axs"), er.IllegalOrder, ("Axs may not act at movement phase (FoF 4B). Possible: Axis may",)),
        (lambda g: g.submit(order(), player="Axs"), er.IllegalOrder, ("Axs may not act at movement phase",)),
        (lambda g: g.decide("yes"), er.IllegalAnswer, ("no decision is pending, but Axis may act: movement phase",)),
        (lambda g: g.roll(3), er.IllegalAnswer, ("no roll is due, but Axis may act: movement phase",)),
        (lambda g: g.undo(), er.UndoRefused, ("there is nothing to undo",)),
        (lambda g: g.explain(9), er.StateError, ("the log has 0 entries; there is no entry 9",)),
        (lambda g: g.explain("x"), er.StateError, ("there is no entry 'x'",)),
        (lambda g: g.describe_hex(None), er.UnknownHex, ("None is no text", "16A:1030")),
        (lambda g: g.play([5]), er.UnknownName, ("no kind of order 'int'",)),
        (lambda g: g.state.piece("ge 1 Inf X"), er.UnknownName, ("Did you mean 'ge 1 Inf XX'?",)),
    ],
)
def test_bad_calls_change_nothing(
    do: Callable[[er.Game], object], kind: type[er.EuropaError], words: tuple[str, ...]
) -> None:
    game = er.Game.start(FOF, POSITION, seed=1)
    before = game.save()
    with pytest.raises(er.EuropaError) as caught:
        do(game)
    says(caught, kind, *words)
    assert game.save() == before


@pytest.mark.parametrize(
    ("given", "kind", "words"),
    [
        ({"dice": "loaded"}, er.UnknownName, ("no kind of dice 'loaded'. Known: seeded, manual",)),
        ({"undo": "lax"}, er.UnknownName, ("no undo policy 'lax'. Known: strict, replay",)),
        ({"position": None}, er.NotationError, ("None is no text; expected a position such as",)),
        ({"position": "16A:1506"}, er.NotationError, ("no piece stands after the hex",)),
    ],
)
def test_bad_beginnings(given: dict[str, Any], kind: type[er.EuropaError], words: tuple[str, ...]) -> None:
    with pytest.raises(er.EuropaError) as caught:
        er.Game.start(FOF, **{"position": POSITION, **given})
    says(caught, kind, *words)


def test_bad_answers_and_faces_change_nothing() -> None:
    """Rolls made by hand, and the decision that comes first after them."""
    game = er.Game.start(FOF, COMBAT, dice="manual")
    game.submit(order("attack", path=None, target="16A:1507"))
    while isinstance(game.pending, er.Opening):
        game.done()
    assert isinstance(game.pending, er.Roll)
    before = game.save()
    for faces, words in (((7,), "cannot be [7]; faces are 1 to 6"), ((1, 2), "a roll of 1 die"), ((), "cannot be []")):
        with pytest.raises(er.EuropaError) as caught:
            game.roll(*faces)
        says(caught, er.StateError, words)
    with pytest.raises(er.EuropaError) as caught:
        game.submit(order("attack", path=None, target="16A:1507"))
    says(caught, er.IllegalOrder, "must wait: a roll is due")
    assert game.save() == before
    game.roll(1)
    if isinstance(game.pending, er.Decision):
        after = game.save()
        with pytest.raises(er.EuropaError) as caught:
            game.decide("the moon")
        says(caught, er.IllegalAnswer, "the moon cannot be chosen here", "Possible: choose from")
        assert game.save() == after
    with pytest.raises(er.EuropaError) as caught:
        game.undo()
    says(caught, er.UndoRefused, "a die was seen since", "the policy 'replay' would undo")


# --- saves ---


def saved(**changes: object) -> str:
    """A saved game with these fields changed."""
    return json.dumps({**json.loads(er.Game.start(FOF, POSITION, seed=1).save()), **changes})


@pytest.mark.parametrize(
    ("text", "rules", "words"),
    [
        (None, FOF, "None is no text; expected a saved game"),
        ("", FOF, "no save: line 1, column 1"),
        ("5", FOF, "save: expected an object, found int"),
        (saved()[:99], FOF, "no save: line 1, column"),
        (saved(schema=99), FOF, "schema: 99; this version reads 2, and migrates 1"),
        (saved(colour=1), FOF, "save.colour: unknown field"),
        (saved(), SF, "variant: the save is of 'fof', the ruleset of 'sf'"),
        (saved(options=["43A"]), FOF, "options: the save has ['43A'], the ruleset []"),
        (saved(undo="lax"), FOF, "undo: 'lax'; expected strict or replay"),
        (saved(dice={"source": "loaded"}), FOF, "dice.source: 'loaded' is no source of the library"),
        (saved(inputs=5), FOF, "inputs: expected a list, found int"),
        (saved(start=[]), FOF, "start: expected an object, found list"),
        (saved(checkpoint={}), FOF, "checkpoint.inputs: missing"),
    ],
)
def test_bad_saves(text: str, rules: er.Ruleset, words: str) -> None:
    for read in (er.Game.load, er.replay) if "checkpoint" not in words else (er.Game.load,):
        with pytest.raises(er.EuropaError) as caught:
            read(text, rules)
        says(caught, er.StateError, words)


@pytest.mark.parametrize("field", sorted(json.loads(saved())))
def test_any_field_of_a_save_may_be_anything_and_the_error_is_ours(field: str) -> None:
    whole: Mapping[str, object] = json.loads(saved())
    values: list[object] = [None, 5, True, "x", [], {}, [5], [{}], {"a": 1}]
    for value in values:
        try:
            er.Game.load(json.dumps({**whole, field: value}), FOF)
        except er.StateError as error:
            where = str(error).split(":")[0]
            named = where.startswith((field, "input 1", "save"))
        else:
            named = True
        assert named, (field, value)


FIGHT = "16A:1729 ge 9-6 Inf XX 1, ge 9-6 Inf XX 2 | 16A:1828 fr 6-6(3-6) Inf XX 3 | May II 40, Axis combat"


def halted() -> er.Game:
    """A game that waits for the retreat of a division that has lost half of its strength."""
    game = er.Game.start(FOF, FIGHT, dice="manual")
    game.submit(er.Attack(("ge 1 Inf XX", "ge 2 Inf XX"), er.hexref("16A:1828")))
    game.done()
    game.roll(6)
    assert isinstance(game.pending, er.Decision)
    return game


@pytest.mark.parametrize("answer", [(5,), (("fr 3 Inf XX > 16A:1928",),), (["fr 3 Inf XX > 16A:1928"],), (None,)])
def test_an_answer_of_no_text_says_how_it_is_given(answer: tuple[Any, ...]) -> None:
    game = halted()
    before = game.save()
    with pytest.raises(er.EuropaError) as caught:
        game.decide(*answer)
    says(caught, er.NotationError, "is no text", "decide(*suggestion)")
    assert game.save() == before


def test_any_field_of_an_input_or_event_may_be_anything_and_the_error_is_ours() -> None:
    """Saves edited by hand, in the middle of an attack."""
    whole: Any = json.loads(halted().save())
    values: list[Any] = [None, 5, True, "x", [], {}, [5], [[]], [[5, 5]], {"a": 1}]
    for part in ("inputs", "log"):
        for i, row in enumerate(whole[part]):
            rows = [*values, *({**row, name: value} for name in row for value in values)]
            for changed in rows:
                text = json.dumps({**whole, part: [*whole[part][:i], changed, *whole[part][i + 1 :]]})
                for read in (er.Game.load, er.replay):
                    with suppress(er.EuropaError):
                        read(text, FOF)


def test_a_replay_under_other_charts_says_which_cell_differs(tmp_path: Path) -> None:
    """The words of an event may be the same although the numbers come from elsewhere."""
    origin = 'provenance = { kind = "printed", source = "a chart sheet", confidence = "high" }'
    cells = f'lays_over = "combat_results"\n{origin}\n[rows.6]\n"3:1" = "DH"\n'
    (tmp_path / "crt.toml").write_text(cells, encoding="utf-8")
    with pytest.raises(er.ReplayDiffers, match=r"die comes about another way .*combat_results rows\.6\.3:1"):
        er.Game.load(halted().save(), er.load("fof", charts=tmp_path), anyway=True)


def test_what_a_game_waits_for_is_shown_without_the_board() -> None:
    game = halted()
    assert len(repr(game.pending)) < 500
    assert "pieces" not in repr(game.pending)


@pytest.mark.parametrize("neutral", ["fr 3 Inf XX", "ge 2 Inf XX", "nobody"])
def test_fof_10E_only_attackers_are_elected_neutral(neutral: str) -> None:
    game = er.Game.start(FOF, FIGHT)
    ruling = game.rule_on(er.Attack(("ge 1 Inf XX",), er.hexref("16A:1828"), neutral=(neutral,)))
    assert str(ruling) == f"refused: {neutral} is to be neutral and does not attack (FoF 10E)."


def test_a_folder_of_charts_without_any_chart_is_refused(tmp_path: Path) -> None:
    """A misspelt folder would else change nothing, and say nothing."""
    with pytest.raises(er.DataError, match=r"the folder: found no TOML file in it; expected at least one chart"):
        er.load("fof", charts=[tmp_path])


def test_a_force_behind_its_nation_is_told_where_to_stand() -> None:
    with pytest.raises(er.NotationError, match=r"stands after another nation; write it in its place, or \[Waffen-SS\]"):
        er.parse_position("16A:1506 ge waffen_ss 8-10 Mot XX 1", FOF)
    told = er.parse_position("16A:1506 waffen_ss 8-10 Mot XX 1", FOF)
    assert told == er.parse_position("16A:1506 ge 8-10 Mot XX 1 [Waffen-SS]", FOF)


@pytest.mark.parametrize("text", ["a = 1\na = 2", "a = [\n\n", "\udc80"])
def test_a_damaged_toml_file_is_told_with_its_name(text: str, tmp_path: Path) -> None:
    file = tmp_path / "disputed.toml"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(er.DataError, match=r"disputed\.toml: (line \d|the whole file): found .*; expected a TOML file"):
        read_disputed(file)


@pytest.mark.parametrize(("region", "words"), [([], "an empty list has no hexes"), (5, "5 is no text")])
def test_a_picture_of_no_region_is_refused(region: Any, words: str) -> None:
    with pytest.raises(er.UnknownHex, match=words):
        er.draw(FOF.board, region=region)


STATE = er.parse_position("16A:1506 ge 7-6 Inf XX 1", FOF)
OTHER_THINGS: dict[str, Callable[[], object]] = {
    "Game.start, rules": lambda: er.Game.start(cast(Any, 5), "historical"),
    "read_ob": lambda: er.read_ob(cast(Any, None)),
    "write_ob": lambda: er.write_ob(cast(Any, None)),
    "position_of": lambda: er.position_of(cast(Any, None)),
    "position_of, ob": lambda: er.position_of("historical", ob=cast(Any, "west.ob")),
    "set_up_faults": lambda: er.set_up_faults(cast(Any, None)),
    "parse_position, rules": lambda: er.parse_position("16A:1506 ge 7-6 Inf XX 1", cast(Any, None)),
    "write_position": lambda: er.write_position(cast(Any, None), FOF),
    "write_position, rules": lambda: er.write_position(STATE, cast(Any, None)),
    "odds, rules": lambda: er.odds("7-6 Inf XX vs 2-6 Inf III", cast(Any, "fof")),
    "draw, overlays": lambda: er.draw(STATE, overlays=cast(Any, 5)),
    "draw, an overlay": lambda: er.draw(STATE, overlays=cast(Any, [5])),
    "draw, title": lambda: er.draw(STATE, title=cast(Any, 5)),
}


@pytest.mark.parametrize("what", OTHER_THINGS)
def test_a_thing_of_another_kind_is_refused_with_what_was_wanted(what: str) -> None:
    with pytest.raises(er.NotationError, match="expected"):
        OTHER_THINGS[what]()


def test_an_order_of_battle_of_which_a_scenario_takes_nothing_is_refused() -> None:
    empty = er.parse_ob("REINFORCEMENTS\n= May II 40\nFRENCH:\n4-5-6 Inf XX: 40 @ any city in France")
    with pytest.raises(er.NotationError, match="no initial forces that scenario 'historical' takes"):
        er.position_of("historical", ob=empty)
