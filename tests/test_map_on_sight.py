"""What someone who knows Europe sees on the map: rivers beside cities, railways, coasts, symmetric tables."""

from __future__ import annotations

import csv
from itertools import pairwise
from pathlib import Path

import networkx as nx
import pytest

from europa_rules.board import load_board
from europa_rules.hexes import Direction, Hex
from europa_rules.sheets.heads import bundled_sheets

BOARD = load_board(bundled_sheets())
RAIL = {"rail_high", "rail_low"}
RIVERS = {"river", "major_river", "canal"}
WATER = {"sea", "lake"}
BANKS = Path(__file__).parent / "data" / "river_banks.csv"

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


def _rail() -> nx.Graph[Hex]:
    return nx.Graph(pair for pair, rows in BOARD.line_rows.items() if RAIL & set(rows))


def _crossings(river: str, a: Hex, b: Hex) -> int:
    """How often the straight way between two hexes crosses a river."""
    steps = [tuple(sorted(step)) for step in pairwise(BOARD.grid.line(a, b))]
    rows = [row for a, b in steps for row in BOARD.side_rows.get((a, b), {}).values()]
    return sum(row["name"].startswith(river) for row in rows if row["feature"] in RIVERS)


# --- rivers ----------------------------------------------------------------------------------------------------------


def _banks() -> list[tuple[str, ...]]:
    with BANKS.open(encoding="utf-8", newline="") as text:
        return [tuple(row.values()) for row in csv.DictReader(text)]


@pytest.mark.parametrize(("river", "city", "same", "other"), _banks())
def test_cities_lie_on_their_side_of_the_river(river: str, city: str, same: str, other: str) -> None:
    here, near, beyond = (BOARD.city_named(name).hex for name in (city, same, other))
    assert _crossings(river, here, near) % 2 == 0, f"the {river} flows between {city} and {same}"
    assert _crossings(river, here, beyond) % 2 == 1, f"the {river} does not flow between {city} and {other}"


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


def _corners(pair: tuple[Hex, Hex]) -> tuple[frozenset[Hex | None], frozenset[Hex | None]]:
    """The two ends of a hexside, each as the hexes that meet there."""
    a, b = pair
    here, there = BOARD.grid.neighbors(a), BOARD.grid.neighbors(b)
    first, second = [ref for ref in here if ref in there]
    return frozenset((a, b, first)), frozenset((a, b, second))


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


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Paris", "Bordeaux"),
        ("Paris", "Marseille"),
        ("Paris", "Strasbourg"),
        ("Paris", "Bruxelles"),
        ("Paris", "Brest"),
        ("Köln", "Berlin"),
        ("Hamburg", "München"),
        ("Berlin", "Wien"),
        ("Frankfurt", "Basel"),
        ("Basel", "Milano"),
        ("Innsbruck", "Verona"),
        ("Torino", "Lyon"),
        ("Milano", "Roma"),
        ("Roma", "Reggio di Calabria"),
        ("Bologna", "Bari"),
        ("Venezia", "Wien"),
        ("Palermo", "Messina"),
    ],
)
def test_main_lines_of_1940_are_there(a: str, b: str) -> None:
    """The way by rail is no more than half as long again as the straight one."""
    here, there = BOARD.city_named(a).hex, BOARD.city_named(b).hex
    assert nx.shortest_path_length(_rail(), here, there) <= 1.5 * BOARD.distance(here, there)


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
