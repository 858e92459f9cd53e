"""The example scripts run, and say what they should; those of drawing, mail and the whole game are tested elsewhere."""

from __future__ import annotations

import json
import re
import runpy
import subprocess
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from html import escape
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen
from xml.etree.ElementTree import fromstring

import pytest
from tests import notebooks

import europa_rules as er

EXAMPLES = Path(__file__).parent.parent / "examples"
NOTEBOOK = EXAMPLES / "notebook.ipynb"


def example(name: str) -> SimpleNamespace:
    """The names of an example, without running it."""
    return SimpleNamespace(**runpy.run_path(str(EXAMPLES / f"{name}.py")))


def said(name: str, *arguments: str) -> str:
    """What an example prints, run as a script."""
    command = [sys.executable, str(EXAMPLES / f"{name}.py"), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


# --- the list --------------------------------------------------------------------------------------------------------


def test_the_list_names_every_example_with_a_line_and_its_command() -> None:
    rows = re.findall(
        r"^\| \[`([\w.]+)`\]\(([\w.]+)\) \| (.+) \| `(.+)` \|$", (EXAMPLES / "README.md").read_text(), re.MULTILINE
    )
    there = {path.name for path in EXAMPLES.iterdir() if path.suffix in (".py", ".ipynb")}
    assert {name for name, *_ in rows} == there
    for name, linked, what, command in rows:
        assert linked == name and what and f"examples/{name}" in command


# --- the scripts -----------------------------------------------------------------------------------------------------


def test_the_combat_calculator_tells_what_each_attacker_is_worth(capsys: pytest.CaptureFixture[str]) -> None:
    main = example("combat_calculator").main
    main([])
    told = capsys.readouterr().out
    for line in (
        "  28 : 7 = 4:1, die roll modifier +0",
        "  EX 1/6, HX 1/6, DR 1/3, DH 1/6, DE 1/6",
        "  without 14-10 Pz XX: 14 : 7 = 2:1",
    ):
        assert line in told.splitlines()
    main(["sf", "84 AF vs 8 DF in clear; DAS 4", "7-6 Inff XX vs 2-6 Inf XX"])
    told = capsys.readouterr().out
    assert "84 : 12 = 7:1" in told and "Did you mean 'Inf'?" in told


def test_the_supply_picture_tells_and_draws_who_is_cut_off(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    example("supply_picture").main(tmp_path)
    lines = capsys.readouterr().out.splitlines()
    cut_off = [line.partition(":")[0] for line in lines if "no line: refused:" in line]
    assert cut_off == ["fr 55 Inf XX", "fr 61 Inf XX", "fr 9 Inf III", "ge 1 Pz XX"]
    drawn = (tmp_path / "supply.svg").read_text(encoding="utf-8")
    assert fromstring(drawn).tag.endswith("svg") and "unit out of supply" in drawn


def test_the_house_rule_refuses_and_modifies_under_its_own_numbers() -> None:
    told = said("house_rule")
    assert "refused: cavalry attacks no city (House 1). Possible: attack without the cavalry." in told
    assert "by the book: 17 : 5 = 3:1, die roll modifier +3" in told
    assert "by the house: 17 : 5 = 3:1, die roll modifier +4" in told
    assert "+1 bombers unnerve (House 2)" in told


def test_the_whole_game_charts_the_points_at_the_end_of_each_turn() -> None:
    chart = fromstring(
        example("whole_game").chart(
            {"May I 40": {er.AXIS: 0, er.ALLIED: -10}, "May II 40": {er.AXIS: 20, er.ALLIED: 10}}
        )
    )
    texts = [element.text for element in chart.iter() if element.tag.endswith("}text")]
    assert texts == ["-10", "0", "20", "May I 40", "May II 40", "Axis: 20", "Allied: 10"]
    lines = {e.get("stroke"): e.get("points") for e in chart.iter() if e.tag.endswith("}polyline")}
    assert list(lines.values()) == ["48.0,224.0 672.0,48.0", "48.0,312.0 672.0,136.0"]  # 8.8 units a point, from -10 up


def test_the_sample_is_the_same_by_any_executor() -> None:
    """By processes as the script runs it, and by threads here: an attack is told by its number alone."""
    sampled = example("big_sample").sample
    with ThreadPoolExecutor(2) as threads:
        here = sampled(threads, 8)
    assert sum(here.values()) == 8 and len(here) > 1
    lines = said("big_sample", "8").splitlines()
    assert {line[8:] for line in lines} == set(here)
    assert [line[:6] for line in lines] == [f"{times / 8:6.1%}" for _, times in here.most_common()]


# --- the notebook ----------------------------------------------------------------------------------------------------


def test_the_notebook_shows_what_is_in_it() -> None:
    """Texts and tables as they stand there; pictures as pictures."""
    notebook = notebooks.read(NOTEBOOK)
    assert (notebook["nbformat"], len({cell["id"] for cell in notebook["cells"]})) == (4, len(notebook["cells"]))
    for number, (cell, shown) in enumerate(
        zip(notebooks.code_cells(notebook), notebooks.run(notebook), strict=True), 1
    ):
        assert cell["execution_count"] == number
        now = without_pictures(notebooks.outputs_of(shown, number))
        assert without_pictures(cell["outputs"]) == now, (
            "write it anew: python tests/notebooks.py examples/notebook.ipynb"
        )


def without_pictures(outputs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Outputs of a cell; of a picture that it is one."""
    return [
        {**output, "data": {kind: picture_or_text(kind, text) for kind, text in output["data"].items()}}
        if "data" in output
        else output
        for output in outputs
    ]


def picture_or_text(kind: str, text: list[str]) -> object:
    """The text of an output; the tag and the title of a picture."""
    if kind != "image/svg+xml":
        return text
    root = fromstring("".join(text))
    return root.tag, root[0].text


def test_the_notebook_shows_tables_maps_and_lines() -> None:
    outputs = [o for cell in notebooks.code_cells(notebooks.read(NOTEBOOK)) for o in cell["outputs"]]
    kinds = {kind for o in outputs for kind in o.get("data", {})}
    assert kinds == {"text/plain", "text/html", "image/svg+xml"}
    assert any(o["output_type"] == "stream" for o in outputs)


def test_answers_show_themselves_as_tables_with_every_word_escaped() -> None:
    ledger = er.Reckoning.total("a < b", [("x & y", er.Reckoning.of(3, "<script>"))], er.Citation("FoF", "9A"))
    shown = ledger._repr_html_()
    assert "a &lt; b" in shown and "&emsp;x &amp; y: &lt;script&gt;" in shown and "<script>" not in shown
    assert ">FoF 9A</td>" in shown
    refused = er.Ruling.refuse("no <way>", er.Citation("FoF", "6"), possible="go round")._repr_html_()
    assert "no &lt;way&gt;" in refused and "<ul><li>go round</li></ul>" in refused
    for html in (shown, refused):
        fromstring(f"<div>{html.replace('&emsp;', ' ')}</div>")


def test_reports_show_odds_results_and_ledgers() -> None:
    rules = er.load("fof")
    shown = er.odds("14-10 Pz XX vs 5-6 Inf XX in woods", rules)._repr_html_()
    assert "<b>14 : 5 = 2:1" in shown and "<summary>attack: 14</summary>" in shown
    assert "<summary>unverified chart cells:" in shown and "taken for granted:" in shown
    outright = er.odds("14-10 Pz XX vs 0-6 Inf HQ", rules)._repr_html_()
    assert "eliminated without odds or roll" in outright
    text = "16A:2029 ge 7-6 Inf XX 1 | 16A:2130 fr 2-6 Inf III 5 | May II 40, Axis movement"
    report = er.Game.start(rules, text).odds(er.Attack(("ge 1 Inf XX",), er.hexref("16A:2130")))
    assert "<b>7 : 1 = 7:1" in report._repr_html_() and "<summary>defense: 1</summary>" in report._repr_html_()


def test_air_reports_show_their_text_and_ledgers() -> None:
    rules = er.load("sf")
    raid = "8F6 vs 6F6 escort, 2x 4B5 3-1/26 ground support; AA 7"
    attack = "14-10 Pz XX, 7-6 Inf XX vs 5-7-6 Inf XX in woods"
    reports = (er.air_combat(raid, rules), er.bombing(raid, rules), er.air_supported_odds(attack, [raid], rules))
    for report in reports:
        shown = report._repr_html_()
        assert shown.startswith("<pre>") and shown.count("<summary>") == len(report.ledgers) > 0
        assert escape(str(report)) in shown


# --- the web service -------------------------------------------------------------------------------------------------

POSITION = """
16A:2029 ge 7-6(3-6) Inf XX 1, ge 7-6(3-6) Inf XX 2
16A:2130 fr 5-6(2-6) Inf XX 4
May II 40, Axis combat
"""


class Client:
    """A player at the web service."""

    def __init__(self, port: int, key: str) -> None:
        self.port, self.key = port, key

    def ask(self, path: str, data: object = ..., body: bytes | None = None) -> tuple[int, str]:
        """The status and the body of an answer; data is posted."""
        posted = body if body is not None else None if data is ... else json.dumps(data).encode()
        request = Request(f"http://127.0.0.1:{self.port}{path}", posted, {"Authorization": f"Bearer {self.key}"})
        try:
            with urlopen(request, timeout=20) as answer:
                return answer.status, answer.read().decode()
        except HTTPError as error:
            with error:
                return error.code, error.read().decode()

    def tell(self, path: str, data: object = ...) -> Mapping[str, Any]:
        """The answer to a request that is not refused."""
        code, text = self.ask(path, data)
        assert code == 200, text
        answer = json.loads(text)
        assert isinstance(answer, dict)
        return answer


Players = tuple[Client, Client, Path]


@pytest.fixture
def players(tmp_path: Path) -> Iterator[Players]:
    """Both players at a table, and the file that the game is saved to."""
    web, file = example("web_game"), tmp_path / "game.json"
    server = web.Server(web.Table(er.Game.start("fof", POSITION, seed=3), file))
    thread = Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    axis, allied = (Client(server.server_port, key) for key in server.table.keys)
    yield axis, allied, file
    server.shutdown()
    thread.join()
    server.server_close()


def test_two_players_play_an_attack_over_the_web(players: Players) -> None:
    axis, allied, file = players
    assert axis.tell("/game")["your_turn"] and not allied.tell("/game")["your_turn"]
    order = {"kind": "attack", "units": ["ge 1 Inf XX", "ge 2 Inf XX"], "target": "16A:2130", "neutral": []}
    assert "attack 16A:2130, held by fr 4 Inf XX" in axis.tell("/order", order)["log"][0]
    axis.tell("/done", None)
    seen = allied.tell("/done", None)
    while seen["candidates"] or not axis.tell("/game")["your_turn"]:
        seen = allied.tell("/answer", seen["suggestion"])
    if axis.tell("/game")["candidates"]:
        axis.tell("/answer", [])
    assert any("attack 14 : 5 = 2:1" in entry for entry in allied.tell("/game")["log"])
    code, picture = allied.ask("/map.svg")
    assert code == 200 and fromstring(picture).tag.endswith("svg")
    assert [str(entry) for entry in er.Game.load_from(file).log] == axis.tell("/game")["log"]


def test_the_web_service_refuses_with_rules_and_reasons(players: Players) -> None:
    axis, allied, file = players
    code, text = axis.ask("/order", {"kind": "move", "units": ["ge 1 Inf XX"], "path": ["16A:2028"], "mode": "regular"})
    refused = json.loads(text)
    assert (code, refused["refusals"][0]["rules"]) == (422, ["FoF 4C"])
    assert refused["possible"] == ["move in the movement phase"]
    assert allied.ask("/order", {"kind": "attack", "units": [], "target": "16A:2029", "neutral": []})[0] == 422
    for path, data in (("/order", [1]), ("/order", None), ("/answer", [1]), ("/answer", None)):
        assert allied.ask(path, data)[0] in (400, 422), (path, data)
    assert axis.ask("/order", body=b"{no json")[0] == 400
    assert axis.ask("/order", body=b" " * 200_000)[0] == 400
    assert axis.ask("/elsewhere")[0] == axis.ask("/elsewhere", None)[0] == 404
    stranger = Client(axis.port, "guessed")
    assert stranger.ask("/game")[0] == stranger.ask("/done", None)[0] == 401
    assert not file.exists()
