"""Every fact that the rulebooks, the errata and reports of games state about a named hex holds on the boards."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from importlib.resources import files
from pathlib import Path

import networkx as nx
import pytest

from europa_rules.board import Board, load_board
from europa_rules.hexes import Hex, hexref

Value = str | bool | list[str]
Fact = Mapping[str, Value]

TABLE = tomllib.loads((Path(__file__).parent / "data" / "named_hexes.toml").read_text(encoding="utf-8"))
FACTS: list[Fact] = TABLE["facts"]
ASIDE = {"hex", "by", "on"}


def _boards() -> dict[str, Board]:
    maps = {"fof": ("16A", "17A"), "sf": ("16A", "17A", "26", "27")}
    return {game: load_board(names, [files(f"europa_rules_{game}") / "sheets"]) for game, names in maps.items()}


BOARDS = _boards()


def _words(value: Value) -> list[str]:
    return value if isinstance(value, list) else [str(value)]


def _pair(value: Value) -> tuple[Hex, str]:
    ref, word = _words(value)
    return hexref(ref), word


def _fort(board: Board, ref: Hex) -> str:
    fort = board.fortification(ref)
    return fort.type if fort else ""


def _city_size(board: Board, ref: Hex) -> str:
    city = board.city(ref)
    return city.size if city else ""


def _major_city(board: Board, ref: Hex) -> str:
    city = board.major_city(ref)
    return city.name if city else ""


def _features(board: Board, ref: Hex) -> set[str]:
    return {feature for near in board.neighbors_of(ref) for feature in board.hexside(ref, near)}


def _entries(board: Board, ref: Hex) -> list[str]:
    return [port.name for box in board.boxes.values() for port in box.ports if ref in port.entry_hexes]


def _has_sea(board: Board, ref: Hex) -> bool:
    return board.surface(ref) in {"coastal", "sea"}


def _may_be_flooded(board: Board, ref: Hex) -> bool:
    """A canal-intensive hex of the Netherlands that is coastal or has a river or canal (SF 37A4)."""
    watered = board.is_coastal(ref) or bool({"river", "major_river", "canal"} & _features(board, ref))
    return "canal_intensive" in board.overlays(ref) and board.country(ref) == "Netherlands" and watered


def _side(board: Board, ref: Hex, value: Value) -> bool:
    other, feature = _pair(value)
    return feature in board.hexside(ref, other)


def _border(board: Board, ref: Hex, value: Value) -> bool:
    other, district = _pair(value)
    return board.is_adjacent(ref, other) and board.district(other) == district != board.district(ref)


def _rail_to(board: Board, ref: Hex, value: Value) -> bool:
    return any(kind.startswith("rail") for kind in board.line_kinds(ref, hexref(str(value))))


HOLDS: Mapping[str, Callable[[Board, Hex, Value], bool]] = {
    "exists": lambda board, ref, value: (ref in board) is value,
    "alias": lambda board, ref, value: value in board.grid.aliases(ref),
    "city": lambda board, ref, value: value in [city.name for city in board.cities(ref)],
    "port": lambda board, ref, value: value in [port.name for port in board.ports(ref)],
    "inland_port": lambda board, ref, value: value in [port.name for port in board.ports(ref) if port.inland],
    "city_size": lambda board, ref, value: _city_size(board, ref) in _words(value),
    "terrain": lambda board, ref, value: board.terrain(ref) in _words(value),
    "not_terrain": lambda board, ref, value: board.terrain(ref) not in _words(value) and board.has_land(ref),
    "surface": lambda board, ref, value: board.surface(ref) in _words(value),
    "major_city": lambda board, ref, value: _major_city(board, ref) == value,
    "fortification": lambda board, ref, value: _fort(board, ref) == value,
    "not_fortification": lambda board, ref, value: _fort(board, ref) != value,
    "country": lambda board, ref, value: board.country(ref) == value,
    "district": lambda board, ref, value: board.district(ref) == value,
    "annexed": lambda board, ref, value: board.annexed(ref) == value,
    "sea_zone": lambda board, ref, value: board.sea_zone(ref) == value,
    "has_sea": lambda board, ref, value: _has_sea(board, ref) is value,
    "has_land": lambda board, ref, value: board.has_land(ref) is value,
    "is_adriatic": lambda board, ref, value: board.is_adriatic(ref) is value,
    "is_restricted_water": lambda board, ref, value: board.is_restricted_water(ref) is value,
    "is_beach": lambda board, ref, value: board.is_beach(ref) is value,
    "may_be_flooded": lambda board, ref, value: _may_be_flooded(board, ref) is value,
    "entry_for": lambda board, ref, value: value in _entries(board, ref) and board.surface(ref) == "sea",
    "rail_to": _rail_to,
    "side": _side,
    "no_side": lambda board, ref, value: not _side(board, ref, value),
    "any_side": lambda board, ref, value: value in _features(board, ref),
    "border": _border,
    "beside": lambda board, ref, value: value in [board.country(near) for near in board.neighbors_of(ref)],
    "adjoins": lambda board, ref, value: board.is_adjacent(ref, hexref(str(value))),
}


def _key(fact: Fact) -> str:
    (key,) = set(fact) - ASIDE
    return key


def _cases() -> Iterator[object]:
    for fact in FACTS:
        for game, board in BOARDS.items():
            ref = hexref(str(fact["hex"]))
            if ref in board and fact.get("on", game) == game:
                yield pytest.param(game, ref, fact, id=f"{game}-{fact['by']}-{ref}-{_key(fact)}-{fact[_key(fact)]}")


@pytest.mark.parametrize(("game", "ref", "fact"), list(_cases()))
def test_what_is_stated_about_a_named_hex_holds(game: str, ref: Hex, fact: Fact) -> None:
    key = _key(fact)
    assert HOLDS[key](BOARDS[game], ref, fact[key])


def test_the_facts_are_of_every_kind_and_none_stands_twice() -> None:
    assert {_key(fact) for fact in FACTS} <= set(HOLDS)
    assert len({repr(sorted(fact.items())) for fact in FACTS}) == len(FACTS)
    by_the_books = [fact for fact in FACTS if str(fact["by"]).startswith(("FoF", "SF"))]
    assert len(by_the_books) >= 120
    assert not {fact["hex"] for fact in FACTS} & set(TABLE["not_followed"])


@pytest.mark.parametrize("game", BOARDS)
def test_cities_that_the_books_name_without_a_hex_are_there(game: str) -> None:
    for rule, names in TABLE["places"].items():
        for name in names:
            city = BOARDS[game].city_named(name)
            assert city.size != "point", f"{name} is ignored as a point city, yet {rule} names it"


# --- stretches of hexes ----------------------------------------------------------------------------------------------


def test_fof_3E_the_maginot_line_stands_along_the_border_of_luxembourg_and_germany() -> None:
    board = BOARDS["fof"]
    line = [ref for ref, fort in board.fortifications.items() if fort.type == "maginot"]
    for ref in line:
        assert {board.country(near) for near in board.neighbors_of(ref)} & {"Luxembourg", "Germany"}
    assert nx.is_connected(board.graph.subgraph(line))
    assert {"16A:2026", "16A:2622"} <= set(line)


def test_sf_37B6_the_ouvrages_of_1943_are_the_maginot_line() -> None:
    by_type = {
        game: {ref for ref, fort in board.fortifications.items() if fort.type in {"maginot", "ouvrage"}}
        for game, board in BOARDS.items()
    }
    assert by_type["fof"] == by_type["sf"]


@pytest.mark.parametrize("game", BOARDS)
def test_fof_31E2a_the_meuse_flows_from_sedan_to_liege(game: str) -> None:
    board = BOARDS[game]
    meuse = [pair for pair, rows in board.side_rows.items() if any(row["name"] == "Meuse" for row in rows.values())]
    joined = nx.Graph((a, b) for a in meuse for b in meuse if _meet(board, a, b))
    at = {name: {p for p in meuse if board.city_named(name).hex in p} for name in ("Sedan", "Namur", "Liège")}
    course = nx.node_connected_component(joined, min(at["Sedan"]))
    assert all(sides and sides <= course for sides in at.values())


def _meet(board: Board, a: tuple[Hex, Hex], b: tuple[Hex, Hex]) -> bool:
    """Whether two hexsides meet in a corner: they share a hex, and the two others adjoin."""
    shared = set(a) & set(b)
    others = sorted(set(a) ^ set(b))
    return len(shared) == 1 and board.is_adjacent(others[0], others[1])


def test_sf_34A2_the_kaiser_wilhelm_canal_joins_brunsbuttel_and_kiel() -> None:
    board = BOARDS["sf"]
    canal = [pair for pair, rows in board.side_rows.items() if rows.get("canal", {}).get("name", "").startswith("K")]
    joined = nx.Graph((a, b) for a in canal for b in canal if _meet(board, a, b))
    west = {pair for pair in canal if "16A:0509" in pair}
    east = {pair for pair in canal if "16A:0606" in pair}
    assert west
    assert east
    assert nx.has_path(joined, min(west), min(east))


def test_sf_7A5_a_rail_line_runs_from_le_mans_to_chartres() -> None:
    board = BOARDS["sf"]
    rail: nx.Graph[Hex] = nx.Graph(
        pair for pair, rows in board.line_rows.items() if {"rail_high", "rail_low"} & set(rows)
    )
    assert nx.shortest_path_length(rail, Hex("17A:1612"), Hex("17A:1608")) <= 6


def test_sf_34F_the_adriatic_lies_on_or_north_of_row_3300() -> None:
    board = BOARDS["sf"]
    sea = [ref for ref in board.hexes if board.is_adriatic(ref)]
    assert all(board.grid.is_on_or_north_of(ref, 3300, "26") and _has_sea(board, ref) for ref in sea)
    assert nx.is_connected(board.graph.subgraph(sea))


def test_sf_39B_belgium_has_three_major_and_two_dot_cities() -> None:
    for board in BOARDS.values():
        cities = [city for ref in board.hexes if board.country(ref) == "Belgium" for city in board.cities(ref)[:1]]
        majors = {board.major_city(city.hex) for city in cities} - {None}
        assert len(majors) == 3
        assert len([city for city in cities if city.size == "dot"]) == 2


def test_sf_3E1_islands_and_enclaves_belong_to_their_countries() -> None:
    board = BOARDS["sf"]
    owners = {
        "Italy": ("Pantelleria", "Lampedusa", "Lipari", "Lagosta", "Elba"),
        "Britain": ("Jersey", "Alderney"),
        "Germany": ("North German plain; Borkum",),
    }
    for country, islands in owners.items():
        for island in islands:
            hexes = [ref for ref in board.hexes if board.notes(ref) == island]
            assert hexes
            assert {board.country(ref) for ref in hexes} == {country}
    assert board.country(board.city_named("Zara").hex) == "Italy"
    assert {board.country(ref) for ref in board.hexes if board.district(ref) == "Corse"} == {"France"}
    assert {board.country(board.city_named(name).hex) for name in ("Palermo", "Cagliari")} == {"Italy"}


def test_sf_3E1_what_germany_annexed() -> None:
    board = BOARDS["sf"]
    for name, district in {"Luxembourg": "XII", "Strasbourg": "V", "Metz": "XII"}.items():
        assert board.annexed(board.city_named(name).hex) == district
    assert {board.country(ref) for ref in board.hexes if board.annexed(ref) == "VI"} == {"Belgium"}
    assert {"Yugoslavia"} <= {board.country(ref) for ref in board.hexes if board.annexed(ref) == "XVIII"}
