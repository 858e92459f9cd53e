"""The published JSON Schemas: made from the types, and true of what the library writes."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

import europa_rules as er
from europa_rules.cli.commands import europa
from europa_rules.conformance import Case, read_cases
from europa_rules.demo import play_demo
from europa_rules.errors import EuropaError
from europa_rules.game import Game
from europa_rules.mail.folders import begin
from europa_rules.questions import name_of
from europa_rules.schemas import schemas
from europa_rules.schemas.types import Definitions

ROOT = Path(__file__).parent.parent
PUBLISHED = ROOT / "docs" / "reference" / "schemas"
CASES = {game: sorted((ROOT / "tests" / "conformance" / game).glob("*.json")) for game in ("fof", "sf")}
ATTACK = "16A:2029 ge 14-10(6-8) Pz XX 1 | 16A:2130 us 5-6(2-6) Inf XX 5 | Jul I 43, Axis combat"


@cache
def rules(game: str) -> er.Ruleset:
    return er.load(game)


@cache
def generated() -> dict[str, dict[str, Any]]:
    return schemas([rules("fof"), rules("sf")])


def faults(name: str, data: object) -> list[str]:
    """What the schema of that name finds wrong, in the form in which JSON carries the data."""
    carried = json.loads(json.dumps(data))
    return [f"{e.json_path}: {e.message}" for e in Draft202012Validator(generated()[name]).iter_errors(carried)]


def run(*words: str) -> object:
    """What a command answers with `--json`."""
    return json.loads(CliRunner().invoke(europa, [*words, "--json"]).stdout)


# --- published -------------------------------------------------------------------------------------------------------


def test_what_is_published_is_what_is_generated() -> None:
    published = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in PUBLISHED.glob("*.json")}
    assert sorted(published) == sorted(generated())
    old = [name for name in published if published[name] != generated()[name]]
    assert old == [], "write them anew: europa schemas -o docs/reference/schemas"


@pytest.mark.parametrize("name", sorted(path.stem for path in PUBLISHED.glob("*.json")))
def test_a_schema_is_one_and_every_reference_leads_somewhere(name: str) -> None:
    schema = json.loads((PUBLISHED / f"{name}.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    assert schema["$id"].startswith(f"urn:europa-rules:{name}:") and schema["title"]
    wanted = {ref.removeprefix("#/$defs/").replace("%20", " ") for ref in references(schema)}
    assert wanted == set(schema.get("$defs", {}))


def references(schema: object) -> set[str]:
    if isinstance(schema, list):
        return set().union(*map(references, schema))
    if not isinstance(schema, dict):
        return set()
    own = {schema["$ref"]} if isinstance(schema.get("$ref"), str) else set()
    return own.union(*map(references, schema.values()))


def test_every_schema_is_named_in_the_documentation() -> None:
    page = (ROOT / "docs" / "reference" / "json.md").read_text(encoding="utf-8")
    assert [name for name in generated() if f"`{name}`" not in page] == []


# --- true of what is written -----------------------------------------------------------------------------------------


def sample(game: str) -> list[Case]:
    return list(read_cases(CASES[game]))[::12]


@pytest.mark.parametrize("game", ["fof", "sf"])
def test_case_files_and_their_questions(game: str) -> None:
    for file in CASES[game]:
        assert faults("cases", json.loads(file.read_text(encoding="utf-8"))) == []
    asked = [case for case in sample(game) if name_of(case.question) in rules(game).questions]
    wrong = [case.id for case in asked if faults(f"question-{game}", case.question)]
    assert len(asked) > 20
    assert wrong == []


@pytest.mark.parametrize("game", ["fof", "sf"])
def test_answers_and_their_ledgers(game: str) -> None:
    asked = 0
    for case in sample(game):
        try:
            answer = er.ask(case.question, er.load(game, options=case.options) if case.options else rules(game))
        except EuropaError:
            continue
        asked += 1
        assert faults("answer", answer.to_json()) == []
        for _, ledger in answer.ledgers:
            assert faults("ledger", ledger.to_json()) == []
    assert asked > 20


def test_a_game_that_was_played(tmp_path: Path) -> None:
    list(play_demo(tmp_path))
    saved = json.loads((tmp_path / "game.json").read_text(encoding="utf-8"))
    assert len(saved["inputs"]) > 5 and len(saved["log"]) > 5
    assert faults("save", saved) == []
    assert faults("state", saved["checkpoint"]["state"]) == []
    orders = [entry["order"] for entry in saved["inputs"] if "order" in entry]
    assert orders and all(faults("order", order) == [] for order in orders)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("odds", ("odds", "--game", "sf", "14-10 Pz XX across river + 7-6 Inf XX vs 5-6 Inf XX in woods, fort; DAS 2")),
        ("odds", ("odds", "--game", "fof", "84 AF vs 8 DF in clear; AECA 1; ATEC 1/2; modifier -1 mist")),
        ("air", ("air", "--game", "sf", "8F6, 9F7 bypassing vs 6F6 escort, 2x 4B5 bombing; AA 7; turn Jun II 44")),
        ("bombing", ("air", "--game", "sf", "8F6 vs 2x 4B5 3-7/26 rail lines; AA 4", "--bombs", "alone")),
        (
            "air-supported",
            ("air", "--game", "sf", "8F6 vs 2x 4B5 3-1/26 ground support", "--attack", "14-10 Pz XX vs 5-6 Inf XX"),
        ),
        ("plugins", ("plugins",)),
        ("map-info", ("map", "info", "--game", "sf", "16A:1030", "17A:1604", "16A:0103", "16A:2726", "16A:0520")),
        ("conform", ("conform", str(CASES["fof"][0]))),
    ],
)
def test_what_commands_answer(name: str, words: tuple[str, ...]) -> None:
    found = run(*words)
    assert found and faults(name, found) == []


def test_what_check_and_map_diff_answer(tmp_path: Path) -> None:
    tmp_path.joinpath("hexes.csv").write_text("hex,terrain,kind,confidence\n16A:2029,swamp,printed,high\n", "utf-8")
    found = run("map", "diff", str(tmp_path))
    assert found and faults("map-diff", found) == []
    tmp_path.joinpath("hexes.csv").write_text("hex,terrain,kind,confidence\n16A:2029,swmp,printed,high\n", "utf-8")
    found = run("check", str(tmp_path))
    assert found and faults("check", found) == []


def test_what_is_said_of_checked_games_and_of_games_by_mail(tmp_path: Path) -> None:
    axis = begin(tmp_path / "axis", er.AXIS, "sf", ATTACK)
    letters = [json.loads(line) for line in (tmp_path / "axis" / "game.mail").read_text().splitlines()]
    letters += [
        {**letters[1], "entry": {"kind": "undo", "side": "Axis", "inputs": 0}},
        {**letters[1], "entry": {"kind": "link", "side": "Axis", "number": 1, "link": "0" * 64}},
        {**letters[1], "entry": {"kind": "input", "side": "Axis", "input": {"player": "Axis", "pass": "x"}}},
    ]
    assert [faults("letter", letter) for letter in letters] == [[]] * 5
    assert faults("letter", {**letters[1], "entry": {"kind": "lynk"}})
    for name, words in (("checked-games", ("verify",)), ("mail-game", ("mail", "show"))):
        found = run(*words, str(axis.path))
        assert found and faults(name, found) == []


@pytest.mark.parametrize("game", ["fof", "sf"])
def test_a_manifest(game: str) -> None:
    assert faults("manifest", rules(game).manifest()) == []


def test_a_board_as_geojson() -> None:
    board = rules("sf").board
    region = board.grid.within(er.hexref("16A:1030"), 6)
    assert faults("geojson", board.to_geojson([ref for ref in region if ref in board.index])) == []


# --- false of what is wrong ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("question-fof", {"ask": "reckon", "what": "odds", "atack": 34, "defense": 9}),
        ("question-fof", {"ask": "reckon", "what": "oddds"}),
        ("question-fof", {}),
        ("ledger", {"value": 0.5, "lines": []}),
        ("ledger", {"value": "1/0", "lines": []}),
        ("order", {"kind": "move", "units": "1 Pz XX", "path": ["16A:2029"]}),
        ("order", {"kind": "fly"}),
        ("order", {"kind": "move", "units": [], "path": ["2029"]}),
        ("check", [{"file": "x"}]),
    ],
)
def test_what_is_wrong_is_refused(name: str, data: object) -> None:
    assert faults(name, data)


@pytest.mark.parametrize("where", ["moment", "pieces", "owners", "record"])
def test_a_state_without_a_part_is_refused(where: str) -> None:
    state = json.loads(Game.start(rules("sf"), ATTACK, seed=1).save())["start"]
    assert faults("state", state) == []
    del state[where]
    assert faults("state", state)


@pytest.mark.parametrize(
    "row", [["port hits", "16A:0731", "two"], ["prt hits", "16A:0731", 2], ["port hits", "16A:0731"], ["port hits"]]
)
def test_a_fact_of_a_wrong_kind_or_value_is_refused(row: list[object]) -> None:
    state = json.loads(Game.start(rules("sf"), ATTACK, seed=1).save())["start"]
    assert faults("state", state | {"record": [["port hits", "16A:0731", 2]]}) == []
    assert faults("state", state | {"record": [row]})


def test_a_type_that_never_stands_in_json_is_refused() -> None:
    with pytest.raises(er.UnknownName, match="no type that stands in JSON"):
        Definitions().of(bytes)


# --- the command -----------------------------------------------------------------------------------------------------


def test_the_command_lists_prints_and_writes_them(tmp_path: Path) -> None:
    listed = CliRunner().invoke(europa, ["schemas"])
    assert "save: A saved game." in listed.output
    printed = CliRunner().invoke(europa, ["schemas", "save"])
    assert json.loads(printed.stdout) == generated()["save"]
    CliRunner().invoke(europa, ["schemas", "-o", str(tmp_path)])
    assert sorted(path.stem for path in tmp_path.iterdir()) == sorted(generated())
    wrong = CliRunner().invoke(europa, ["schemas", "sav"])
    assert (wrong.exit_code, "Did you mean 'save'?" in wrong.output) == (2, True)
