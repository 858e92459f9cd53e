"""What someone who knows Europe sees on the map: rivers beside cities, railways, coasts, symmetric tables."""

from __future__ import annotations

import csv
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import networkx as nx
import pytest

from europa_rules.board import load_board
from europa_rules.hexes import Direction, Hex, hexref
from europa_rules.sheets.heads import bundled_sheet, bundled_sheets
from europa_rules.sheets.tables import read_table

BOARD = load_board(bundled_sheets())
RAIL = {"rail_high", "rail_low"}
RIVERS = {"river", "major_river", "canal"}
WATER = {"sea", "lake"}
BANKS = Path(__file__).parent / "data" / "river_banks.csv"
TRUNKS = Path(__file__).parent / "data" / "trunk_lines.csv"

Corner = frozenset[Hex | None]
"""The hexes that meet in a corner; None for what lies off the board."""

APART = {
    "Tunis": "Algeria and Tunisia",
    "Palermo": "Sicily: a ferry leads to Calabria",
    "London": "Britain: a ferry leads to France",
    "Cagliari": "Sardinia",
    "Bastia": "Corsica",
    "Patras": "the Peloponnese; its line to Athens leaves the map",
    "Nykøbing Falster": "Falster and Lolland",
    "Palma": "Majorca",
    "Korsør": "Zealand: ferries lead to Funen",
}
"""Railways that never joined those of the continent, by a city on each, and where they lie."""


def _table(file: Path) -> list[tuple[str, ...]]:
    with file.open(encoding="utf-8", newline="") as text:
        return [tuple(row.values()) for row in csv.DictReader(text)]


def _rail() -> nx.Graph[Hex]:
    return nx.Graph(pair for pair, rows in BOARD.line_rows.items() if RAIL & set(rows))


def _crossings(river: str, a: Hex, b: Hex) -> int:
    """How often the straight way between two hexes crosses a river."""
    steps = [tuple(sorted(step)) for step in pairwise(BOARD.grid.line(a, b))]
    rows = [row for a, b in steps for row in BOARD.side_rows.get((a, b), {}).values()]
    return sum(row["name"].startswith(river) for row in rows if row["feature"] in RIVERS)


# --- rivers ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("river", "city", "same", "other"), _table(BANKS))
def test_cities_lie_on_their_side_of_the_river(river: str, city: str, same: str, other: str) -> None:
    here, near, beyond = (BOARD.city_named(name).hex for name in (city, same, other))
    assert _crossings(river, here, near) % 2 == 0, f"the {river} flows between {city} and {same}"
    assert _crossings(river, here, beyond) % 2 == 1, f"the {river} does not flow between {city} and {other}"


def _corners(pair: tuple[Hex, Hex]) -> tuple[Corner, Corner]:
    """The two ends of a hexside, each as the hexes that meet there."""
    a, b = pair
    there = BOARD.grid.neighbors(b)
    shared = dict.fromkeys(ref for ref in BOARD.grid.neighbors(a) if ref in there)
    first, second = [*(ref if ref in BOARD.index else None for ref in shared), None][:2]
    return frozenset((a, b, first)), frozenset((a, b, second))


def _rivers() -> dict[str, nx.Graph[Corner]]:
    """The course of every river and canal, from corner to corner of hexes."""
    found: dict[str, nx.Graph[Corner]] = {}
    for pair, rows in BOARD.side_rows.items():
        for row in rows.values():
            if row["feature"] in RIVERS:
                found.setdefault(row["name"], nx.Graph()).add_edge(*_corners(pair))
    return found


COURSES = _rivers()
ALL_RIVERS: nx.Graph[Corner] = nx.compose_all(COURSES.values())
BY_SIDE_ARMS = {"Dortmund-Ems canal", "Mittelland canal", "Albert canal", "Canal du Nord", "La Bassée canal"}
"""Canals that use stretches of rivers between their parts."""


def test_every_river_has_a_name() -> None:
    assert "" not in COURSES


@pytest.mark.parametrize("river", sorted(COURSES))
def test_a_river_is_one_course_without_side_arms(river: str) -> None:
    """Where two rivers run along the same hexsides, the table names one of them: the parts hang together by it."""
    course = COURSES[river]
    assert max(degree for _, degree in course.degree()) <= 2
    assert any(set(course) <= part for part in nx.connected_components(ALL_RIVERS))


@pytest.mark.parametrize("river", sorted(set(COURSES) - BY_SIDE_ARMS))
def test_a_river_ends_in_the_sea_a_lake_another_river_or_off_the_map(river: str) -> None:
    course = COURSES[river]
    ends = [corner for corner, degree in course.degree() if degree == 1]
    assert any(_is_mouth(corner, river) for corner in ends), "it starts nowhere and ends nowhere"
    assert sum(not _is_mouth(corner, river) for corner in ends) <= 1, "it has two sources"


def _is_mouth(corner: Corner, river: str) -> bool:
    hexes = [ref for ref in corner if ref is not None]
    if len(hexes) < 3 or any(other != river and corner in course for other, course in COURSES.items()):
        return True
    return any(BOARD.is_coastal(ref) or BOARD.lake(ref) or BOARD.surface(ref) in WATER for ref in hexes)


def test_no_hexside_has_both_a_river_and_a_major_river() -> None:
    for pair, rows in BOARD.side_rows.items():
        assert not {"river", "major_river"} <= set(rows), pair


def test_rivers_flow_along_land() -> None:
    for (a, b), rows in BOARD.side_rows.items():
        if {"river", "major_river"} & set(rows):
            assert BOARD.has_land(a) or BOARD.has_land(b)


@pytest.mark.parametrize("river", ["Rhine", "Danube", "Elbe", "Po", "Seine", "Loire", "Meuse", "Garonne"])
def test_great_rivers_flow_without_a_gap(river: str) -> None:
    course = [p for p, rows in BOARD.side_rows.items() if any(r["name"].split()[:1] == [river] for r in rows.values())]
    corners = nx.Graph(_corners(pair) for pair in course)
    longest = max(nx.connected_components(corners), key=len)
    assert len(longest) >= 0.9 * corners.number_of_nodes()


# --- railways --------------------------------------------------------------------------------------------------------


def test_every_dot_and_major_city_lies_on_a_railway() -> None:
    rail = _rail()
    bare = [
        city.name
        for ref in BOARD.hexes
        if (city := BOARD.city(ref)) and city.size in {"dot", "partial", "full"} and ref not in rail
    ]
    linked = {ref for major in BOARD.major_cities if set(major.hexes) & set(rail) for ref in major.hexes}
    assert [name for name in bare if BOARD.city_named(name).hex not in linked] == ["Valletta"], "Malta's was given up"


def test_the_railways_are_one_but_for_those_that_history_kept_apart() -> None:
    parts = sorted(nx.connected_components(_rail()), key=len, reverse=True)
    apart = {city for part in parts[1:] for city in APART if BOARD.city_named(city).hex in part}
    assert apart == set(APART)
    assert len(parts) == 1 + len(APART)


def test_sf_7A4_railways_of_the_italian_islands_and_corsica_lie_apart_from_the_mainland() -> None:
    rail = _rail()
    for city in ("Palermo", "Cagliari", "Bastia"):
        assert not nx.has_path(rail, BOARD.city_named(city).hex, BOARD.city_named("Roma").hex)


def test_railways_cross_no_sea_but_by_ferry_or_causeway() -> None:
    for (a, b), rows in BOARD.line_rows.items():
        if RAIL & set(rows):
            features = set(BOARD.hexside(a, b))
            assert not WATER & features or "causeway" in features, (a, b)
            assert BOARD.has_land(a), a
            assert BOARD.has_land(b), b


def test_railways_cross_the_high_alps_by_the_tunnels_of_the_time_only() -> None:
    crossings = {
        row["name"]
        for (a, b), rows in BOARD.line_rows.items()
        for kind, row in rows.items()
        if kind in RAIL and "high_mountain" in BOARD.hexside(a, b)
    }
    assert crossings == {"Basel - Milano"}, "the Gotthard; Brenner, Simplon and Mont Cenis pass beside high crests"


@pytest.mark.parametrize(("a", "b"), _table(TRUNKS))
def test_main_lines_of_1940_are_there(a: str, b: str) -> None:
    """The way by rail is no more than a third as long again as the straight one, and one hex."""
    here, there = BOARD.city_named(a).hex, BOARD.city_named(b).hex
    assert nx.shortest_path_length(_rail(), here, there) <= Fraction(4, 3) * BOARD.distance(here, there) + 1


def test_a_railway_between_towns_of_one_country_stays_in_it() -> None:
    """Sedan to Thionville does not lead through Belgium, nor Freiburg to Basel through Alsace."""
    for sheet in bundled_sheets():
        for row in read_table(bundled_sheet(sheet), "lines").records():
            countries = [BOARD.country(hexref(ref)) for ref in row["path"].split(";")]
            if row["line"] in RAIL and countries[0] == countries[-1]:
                assert set(countries) == {countries[0]}, row["name"]


@pytest.mark.parametrize(
    ("countries", "lines"),
    [
        ("France Italy", "Mâcon - Torino, Paris - Genova"),
        ("Italy Switzerland", "Basel - Milano, Bellinzona - Novara"),
        ("Germany Italy", "Bruck an der Mur - Udine, Rosenheim - Verona, Villach - Bressanone"),
        (
            "France Spain",
            "Narbonne - Barcelona, Paris - San Sebastián, Pau - Zaragoza, Perpignan - Barcelona, Toulouse - Puigcerdà",
        ),
    ],
)
def test_railways_cross_the_alps_and_the_pyrenees_where_they_did(countries: str, lines: str) -> None:
    found = {
        row["name"]
        for pair, rows in BOARD.line_rows.items()
        for kind, row in rows.items()
        if kind in RAIL and {BOARD.country(ref) for ref in pair} == set(countries.split())
    }
    assert sorted(found) == lines.split(", ")


def test_the_railway_from_libramont_to_arlon_leads_by_neufchâteau_and_not_through_the_hex_west_of_it() -> None:
    assert not set(_rail()) & {Hex("16A:1827")}
    assert BOARD.line_kinds(Hex("16A:1727"), Hex("16A:1826")) >= {"rail_high"}


# --- tables ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", ["sides", "lines"])
def test_each_table_of_hexsides_is_symmetric(table: str) -> None:
    rows = BOARD.sides if table == "sides" else BOARD.lines
    for i, around in enumerate(BOARD.neighbors):
        for direction, j in enumerate(around):
            if j >= 0:
                assert set(rows[i][direction]) == set(rows[j][Direction(direction).opposite])


def test_a_hexside_stands_once_whichever_hex_comes_first() -> None:
    seen: set[tuple[str, ...]] = set()
    for sheet in BOARD.sheets:
        for (a, b), rows in load_board((sheet.id,)).side_rows.items():
            for feature in rows:
                assert (a, b, feature) not in seen
                assert (b, a, feature) not in seen
                seen.add((a, b, feature))


def test_a_coast_has_water_within_reach() -> None:
    """A coastal hex adjoins a hex with sea, or has sea on a hexside: no coast in the middle of the land."""
    for ref in BOARD.hexes:
        if BOARD.is_coastal(ref):
            assert {BOARD.surface(near) for near in BOARD.neighbors_of(ref)} & {"sea", "coastal"}, ref


def test_land_beside_the_sea_is_a_coast_of_that_sea() -> None:
    """A hex beside one that is all sea has the shore, though it may run along the hexside."""
    for ref in BOARD.hexes:
        seas = {BOARD.column("sea_zone")[BOARD.at(near)] for near in BOARD.neighbors_of(ref) if _is_sea(near)}
        if seas and not _is_sea(ref) and BOARD.surface(ref) != "lake":
            assert BOARD.is_coastal(ref) and BOARD.column("sea_zone")[BOARD.at(ref)] in seas, ref


def test_a_shore_along_a_hexside_opens_no_way_by_sea_over_the_land() -> None:
    """Where the sea begins at the hexside, ships come to the hex from that sea and along its shore, nowhere else."""
    for ref in (Hex("17A:0712"), Hex("26:3112"), Hex("27:0825")):
        seas = {near for near in BOARD.neighbors_of(ref) if _is_sea(near)}
        for near in BOARD.neighbors_of(ref):
            by_that_sea = near in seas or not seas.isdisjoint(BOARD.neighbors_of(near))
            barred = "land_bar" in BOARD.hexside(ref, near) or BOARD.surface(near) == "land"
            assert by_that_sea != barred, (ref, near)


def _is_sea(ref: Hex) -> bool:
    return BOARD.surface(ref) == "sea"


def test_no_sea_hex_lies_in_the_middle_of_the_land() -> None:
    for ref in BOARD.hexes:
        if BOARD.surface(ref) == "sea":
            assert {BOARD.surface(near) for near in BOARD.neighbors_of(ref)} != {"land"}, ref


def test_a_board_is_the_same_from_either_number_of_a_shared_hex() -> None:
    for ref in BOARD.hexes:
        for alias in BOARD.grid.aliases(ref):
            assert BOARD.place(alias) == ref
