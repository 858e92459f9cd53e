"""`europa map`: what a hex is, what a patch changes, the board as GeoJSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from europa_rules.board import load_board
from europa_rules.cli.commands import europa
from europa_rules.hexes import Hex
from europa_rules.map_facts import facts_of_hex

HEXES = """\
hex,terrain,bocage,kind,source,confidence
16A:2029,rough,1,printed,my sheet,high
16A:2030,,0,printed,my sheet,high
"""
LINES = """\
line,path,kind,source,confidence,change
none,16A:0733;16A:0732,printed,my sheet,high,
road,16A:2029;16A:2130,printed,my sheet,high,
"""
CITIES = "hex,name,kind,confidence,change\n16A:1426,Namur,printed,high,remove\n"


@pytest.fixture
def patch(tmp_path: Path) -> Path:
    folder = tmp_path / "my-map"
    folder.mkdir()
    for name, text in (("hexes", HEXES), ("lines", LINES), ("cities", CITIES)):
        (folder / f"{name}.csv").write_text(text, encoding="utf-8")
    return folder


def run(*words: str) -> Result:
    return CliRunner().invoke(europa, ["map", *words])


# --- info ------------------------------------------------------------------------------------------------------------


def test_info_says_what_a_hex_is_and_where_that_comes_from() -> None:
    result = run("info", "--game", "sf", "16A:1030")
    assert result.exit_code == 0
    for line in (
        "16A:1030: clear",
        "country: France",
        "city: Lille, partial",
        "W 16A:1031: canal (La Bassée canal)",
        "terrain from recalled, medium",
    ):
        assert line in result.output


def test_info_as_json_is_what_the_library_says() -> None:
    result = run("info", "--json", "16A:1030", "17A:1604")
    board = load_board(("16A", "17A", "26", "27"))
    assert json.loads(result.stdout) == [facts_of_hex(Hex(ref), board).to_json() for ref in ("16A:1030", "17A:1604")]


def test_info_of_a_patched_hex_names_the_patch(patch: Path) -> None:
    said = run("info", "--maps", str(patch), "16A:2029").output
    assert "16A:2029: rough, bocage" in said and "terrain from printed, high (my sheet), by my-map" in said


def test_info_takes_any_number_of_a_hex() -> None:
    assert "16A:5133 (also " in run("info", "26:0133").output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("info",), "Missing argument"),
        (("info", "16A:9999"), "16A:9999"),
        (("info", "--game", "sff", "16A:1030"), "Did you mean 'sf'?"),
        (("info", "--maps", "nowhere", "16A:1030"), "nowhere: maps: found no folder"),
        (("diff", "nowhere"), "nowhere: patch: found no folder"),
        (("geojson", "--layer", "citys"), "Did you mean 'cities'?"),
    ],
)
def test_wrong_use_is_a_line_and_exit_code_2(words: tuple[str, ...], said: str) -> None:
    result = run(*words)
    assert (result.exit_code, said in result.output) == (2, True)
    assert isinstance(result.exception, SystemExit)


# --- diff ------------------------------------------------------------------------------------------------------------


def test_diff_lists_row_by_row_what_changes(patch: Path) -> None:
    result = run("diff", "--game", "sf", str(patch))
    assert result.exit_code == 0
    assert "hexes 16A:2029 changed: terrain woods -> rough, bocage 0 -> 1" in result.output
    assert "line 2; printed, high, was geodata, medium" in result.output
    assert "hexes 16A:2030 same" in result.output
    assert "cities 16A:1426 Namur removed" in result.output
    assert "lines road 16A:2029;16A:2130 added" in result.output
    assert "removed: 16A:0732/16A:0733 rail_high -> -" in result.output
    assert "5 rows, 4 of them change something" in result.output


def test_diff_as_json_is_json_alone(patch: Path) -> None:
    result = run("diff", "--json", str(patch))
    rows = json.loads(result.stdout)
    assert [row["effect"] for row in rows] == ["changed", "same", "removed", "removed", "added"]
    assert rows[0]["cells"][0] == {"name": "terrain", "old": "woods", "new": "rough"}
    assert rows[0]["after"] == {"kind": "printed", "source": "my sheet", "confidence": "high"}


def test_diff_tells_every_fault_of_a_patch_with_exit_code_1(patch: Path) -> None:
    (patch / "hexes.csv").write_text(HEXES.replace("rough", "ruogh").replace("16A:2030", "16A:9930"), encoding="utf-8")
    result = run("diff", str(patch))
    assert result.exit_code == 1
    assert "hexes.csv: line 2, terrain: found 'ruogh'" in result.output
    assert "hexes.csv: line 3, hex: found '16A:9930'" in result.output


def test_diff_says_which_rows_are_about_other_maps(patch: Path) -> None:
    changes = load_board(("17A",)).differences(patch)
    assert {change.effect for change in changes} == {"elsewhere"}
    assert not any(change.changes_something for change in changes)


def test_diff_lies_on_other_patches(patch: Path, tmp_path: Path) -> None:
    above = tmp_path / "above"
    above.mkdir()
    (above / "hexes.csv").write_text("hex,terrain,kind,confidence\n16A:2029,swamp,printed,high\n", encoding="utf-8")
    assert "terrain rough -> swamp" in run("diff", "--maps", str(patch), str(above)).output


# --- geojson ---------------------------------------------------------------------------------------------------------


def test_geojson_is_written_to_a_file(patch: Path, tmp_path: Path) -> None:
    file = tmp_path / "cities.geojson"
    result = run("geojson", "--layer", "cities", "--maps", str(patch), "-o", str(file))
    data = json.loads(file.read_text(encoding="utf-8"))
    assert (result.exit_code, result.stdout) == (0, "")
    assert data["type"] == "FeatureCollection" and data["attribution"]
    names = {feature["properties"]["name"] for feature in data["features"]}
    assert "Lille" in names and "Namur" not in names


def test_geojson_of_a_hex_goes_to_stdout() -> None:
    result = run("geojson", "--hex", "16A:1030", "--layer", "hexes")
    (feature,) = json.loads(result.stdout)["features"]
    assert feature["properties"]["terrain"] == "clear"


def test_geojson_that_cannot_be_written_is_a_mistake(tmp_path: Path) -> None:
    result = run("geojson", "--layer", "cities", "-o", str(tmp_path / "no" / "file"))
    assert result.exit_code == 2 and "No such file" in result.output
