"""The map data that come with the library: without fault, with provenance throughout, nameless of games, small."""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from europa_rules.board import load_board
from europa_rules.hexes import Hex, series_grid
from europa_rules.provenance import CONFIDENCES, KINDS
from europa_rules.sheets.checks import faults
from europa_rules.sheets.heads import bundled_sheet, bundled_sheets, read_head
from europa_rules.sheets.tables import FORMATS, OVERLAYS

SHEETS = Path(str(files("europa_rules"))) / "data" / "sheets"
OVERLAY_FOLDERS = [Path(str(files(package))) / "sheets" for package in ("europa_rules_fof", "europa_rules_sf")]
FOLDERS = [*(SHEETS / name for name in bundled_sheets()), *OVERLAY_FOLDERS]
TABLES = [file for folder in FOLDERS for file in sorted(folder.glob("*.csv"))]


def _id(path: Path) -> str:
    return f"{path.parent.parent.name}-{path.parent.name}-{path.stem}"


def _rows(file: Path) -> Iterator[dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as text:
        yield from csv.DictReader(text)


@pytest.mark.parametrize("folder", FOLDERS, ids=_id)
def test_folders_have_no_faults(folder: Path) -> None:
    assert faults(folder) == []


@pytest.mark.parametrize("file", TABLES, ids=_id)
def test_every_row_says_where_it_comes_from(file: Path) -> None:
    for row in _rows(file):
        assert row["kind"] in KINDS
        assert row["confidence"] in CONFIDENCES
        for column in ("terrain_kind", "weather_kind"):
            assert row.get(column, "geodata") in KINDS


@pytest.mark.parametrize("file", TABLES, ids=_id)
def test_high_confidence_rests_on_a_book_or_its_errata(file: Path) -> None:
    assert {row["kind"] for row in _rows(file) if row["confidence"] == "high"} <= {"rulebook", "printed"}


@pytest.mark.parametrize("file", [file for folder in FOLDERS for file in sorted(folder.iterdir())], ids=_id)
def test_no_leftovers_of_making_the_data(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    leftovers = r"\bl\.\s?\d|seed|georef|\.py\b|script|research|\bob/|elev_m|provenance|capacity_19|condition_19|sf0\d_"
    assert not re.search(leftovers, text, re.IGNORECASE)
    assert file.stat().st_size < 1_000_000


@pytest.mark.parametrize("folder", FOLDERS[:4], ids=_id)
def test_sheets_hold_nothing_that_belongs_to_one_game(folder: Path) -> None:
    names = {file.name for file in folder.iterdir()}
    assert names == {f"{layer}.csv" for layer in FORMATS if layer not in {"fortifications", "zones"}} | {"sheet.toml"}
    for file in folder.glob("*.csv"):
        header = next(csv.reader(file.read_text(encoding="utf-8").splitlines()))
        assert not {"game", "capacity", "condition"} & set(header)


@pytest.mark.parametrize("name", bundled_sheets())
def test_a_head_names_version_statement_licences_and_attribution(name: str) -> None:
    head = read_head(bundled_sheet(name))
    assert re.fullmatch(r"\d+\.\d+\.\d+", head.version)
    assert "not" in head.statement
    assert "printed map" in head.statement
    assert all(layer.licence and layer.attribution for layer in head.layers)
    assert {"LGPL-3.0-or-later", "CC-BY-4.0"} <= {layer.licence for layer in head.layers}
    assert tomllib.loads((SHEETS / name / "sheet.toml").read_text(encoding="utf-8"))["projection"]["proj"]


@pytest.mark.parametrize("folder", OVERLAY_FOLDERS, ids=_id)
def test_a_variants_overlay_names_hexes_of_its_own_maps_only(folder: Path) -> None:
    maps = ("16A", "17A") if folder.parent.name.endswith("fof") else bundled_sheets()
    for layer in ("fortifications", "airfields"):
        assert {row["hex"].partition(":")[0] for row in _rows(folder / f"{layer}.csv")} <= set(maps)


def test_every_capacity_belongs_to_an_airfield_of_the_sheets() -> None:
    sites = {row["hex"] for name in bundled_sheets() for row in _rows(SHEETS / name / "airfields.csv")}
    for folder in OVERLAY_FOLDERS:
        assert {row["hex"] for row in _rows(folder / "airfields.csv")} <= sites


def test_the_sheets_cover_the_grid_and_aliases_agree_with_it() -> None:
    grid = series_grid()
    listed = {row["hex"]: row["alias"] for name in bundled_sheets() for row in _rows(SHEETS / name / "hexes.csv")}
    assert set(listed) == set(grid.hexes)
    assert all(tuple(filter(None, alias.split(";"))) == grid.aliases(Hex(ref)) for ref, alias in listed.items())


def test_cities_and_airfields_stand_on_land_and_ports_where_ships_come() -> None:
    board = load_board(bundled_sheets())
    for ref in board.hexes:
        if board.cities(ref):
            assert board.has_land(ref)
        for port in board.ports(ref):
            assert board.is_coastal(ref) or port.inland


def test_sea_and_lake_hexes_have_no_country_and_no_overlay() -> None:
    board = load_board(bundled_sheets())
    for ref in board.hexes:
        if board.surface(ref) == "sea":
            assert (board.terrain(ref), board.country(ref), board.overlays(ref)) == ("sea", "", ())
        elif board.has_land(ref):
            assert board.country(ref)
            assert board.district(ref)
    assert set(OVERLAYS) < set(FORMATS["hexes"].by_name)


def test_only_coastal_hexes_are_beaches() -> None:
    board = load_board(bundled_sheets())
    for ref in board.hexes:
        if board.is_beach(ref):
            assert board.is_coastal(ref)
            assert board.terrain(ref) != "mountain"


def test_fof_3E_the_fortified_rhine_runs_from_2623_to_3227() -> None:
    board = load_board(("16A",))
    owners = [row["fortified"]["name"] for row in board.side_rows.values() if "fortified" in row]
    assert (owners[0], owners[-1]) == ("16A:2623", "16A:3227")
    assert all(board.country(board.place(owner)) == "France" for owner in owners)


def test_the_format_page_names_every_file_and_column() -> None:
    page = (Path(__file__).parent.parent / "docs" / "reference" / "map-format.md").read_text(encoding="utf-8")
    for layer in FORMATS.values():
        assert f"`{layer.file}`" in page
        for column in layer.columns:
            assert f"`{column.name}`" in page
            for word in column.words:
                assert word in page
