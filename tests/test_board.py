"""The board: what the sheets say about hexes the books name, overlays, patches, and that nothing is ever written."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from europa_rules.board import Board, load_board
from europa_rules.errors import DataError, UnknownHex, UnknownName
from europa_rules.hexes import Direction, Hex, hexref
from europa_rules.provenance import Provenance
from europa_rules.sheets.checks import faults

ALL = ("16A", "17A", "26", "27")


@pytest.fixture(scope="module")
def board() -> Board:
    return load_board(ALL)


@pytest.fixture(scope="module")
def fof() -> Board:
    return load_board(("16A", "17A"), [files("europa_rules_fof") / "sheets"])


@pytest.fixture(scope="module")
def sf() -> Board:
    return load_board(ALL, [files("europa_rules_sf") / "sheets"])


# --- arrays --------------------------------------------------------------------------------------------------------


def test_arrays_agree_with_the_grid(board: Board) -> None:
    assert len(board.hexes) == 6565
    for ref in board.hexes[::37]:
        around = board.neighbors[board.index[ref]]
        assert [board.hexes[i] if i >= 0 else None for i in around] == list(board.grid.neighbors(ref))


def test_arrays_of_hexsides_and_lines_have_the_shape_of_the_neighbors(board: Board) -> None:
    a, b = Hex("16A:1526"), Hex("16A:1527")
    direction = board.grid.direction(a, b)
    assert direction is Direction.W
    assert board.sides[board.index[a]][direction] == board.hexside(a, b) == ("river",)
    assert board.sides[board.index[b]][direction.opposite] == ("river",)
    assert board.lines[board.index[a]][direction] == board.line_kinds(a, b)
    assert all(len(row) == 6 for row in (*board.sides, *board.lines))


def test_hexsides_read_alike_from_both_sides(board: Board) -> None:
    for a, b in list(board.side_rows)[::50]:
        assert board.hexside(a, b) == board.hexside(b, a)
        assert board.line_kinds(a, b) == board.line_kinds(b, a)


def test_two_sheets_make_a_board_of_their_own() -> None:
    board = load_board(("17A", "16A"))
    assert [sheet.id for sheet in board.sheets] == ["16A", "17A"]
    assert len(board.hexes) == 51 * 65
    assert Hex("26:0201") not in board
    assert board.neighbors_of(Hex("16A:5110")) == ("16A:5009", "16A:5109", "16A:5111", "16A:5010")
    with pytest.raises(UnknownHex, match=r"'26:0201' is not on this board, which has the maps 16A, 17A"):
        board.terrain(Hex("26:0201"))


def test_an_unknown_sheet_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match=r"no map sheet '16B'. Did you mean '16A'\?"):
        load_board(("16B",))


def test_the_graph_agrees_with_the_arrays(board: Board) -> None:
    graph = board.graph
    assert graph.number_of_nodes() == 6565
    assert graph.number_of_edges() == sum(1 for row in board.neighbors for i in row if i >= 0) // 2
    assert graph.nodes[Hex("17A:0109")]["terrain"] == "woods"
    assert graph.edges[Hex("16A:0826"), Hex("16A:0727")]["features"] == ("causeway", "sea")
    assert "rail_ferry" in graph.edges[Hex("26:3823"), Hex("26:3822")]["lines"]
    assert board.graph is graph


# --- hexes that the books name -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ref", "name"),
    [
        ("16A:0606", "Kiel"),
        ("16A:1030", "Lille"),
        ("16A:1426", "Namur"),
        ("17A:1010", "Caen"),
        ("17A:1604", "Paris"),
        ("17A:1608", "Chartres"),
        ("17A:1612", "Le Mans"),
        ("17A:1618", "Nantes"),
        ("26:1625", "Roma"),
        ("26:2422", "Napoli"),
        ("26:3823", "Messina"),
    ],
)
def test_sf_3E2_cities_stand_where_the_books_put_them(board: Board, ref: str, name: str) -> None:
    city = board.city(hexref(ref))
    assert city is not None
    assert city.name == name
    assert board.city_named(name.upper()).hex == ref


def test_sf_3E2_paris_has_one_full_and_three_partial_hexes(board: Board) -> None:
    paris = board.major_city(Hex("17A:1604"))
    assert paris is not None
    assert paris.is_multi_hex
    sizes = sorted(city.size for ref in paris.hexes if (city := board.city(ref)))
    assert sizes == ["full", "partial", "partial", "partial"]
    assert board.major_city(Hex("17A:1505")) is paris


def test_sf_3E2_dot_and_smaller_cities_are_no_major_cities(board: Board) -> None:
    assert board.major_city(Hex("16A:1426")) is None
    assert board.major_city(Hex("26:3823")) is None
    assert board.major_city(Hex("26:1625")) is not None


def test_sf_3E2_adjoining_parts_of_several_cities_make_one(board: Board) -> None:
    ruhr = board.major_city(Hex("16A:1418"))
    assert ruhr is not None
    assert ruhr.name == "Ruhr"
    assert Hex("16A:1520") in ruhr.hexes
    assert ruhr in board.major_cities


@pytest.mark.parametrize("ref", ["26:3926", "26:3825", "26:3824", "26:3822", "26:3923", "26:3418"])
def test_sf_14A1_hexes_where_airbases_were_built_are_rough_not_mountain(board: Board, ref: str) -> None:
    assert board.terrain(Hex(ref)) == "rough"
    source = board.provenance(Hex(ref), "terrain")
    assert source is not None
    assert source.kind == "game-report"


def test_sf_27B5_land_bars_stand_between_hexes_with_sea(board: Board) -> None:
    assert "land_bar" in board.hexside(Hex("26:2115"), Hex("26:2214"))
    assert "land_bar" in board.hexside(Hex("17A:0522"), Hex("17A:0421"))
    assert board.is_coastal(Hex("26:2115"))


def test_sf_28_the_loire_leads_to_the_inland_port_of_nantes(board: Board) -> None:
    nantes = board.port(Hex("17A:1618"))
    assert nantes is not None
    assert nantes.inland == "Loire lower"
    assert nantes.river_path[-1] == ("17A:1618", "17A:1619")
    assert all("major_river" in board.hexside(a, b) for a, b in nantes.river_path)


def test_sf_34F_the_adriatic_reaches_the_line_3310_3307(board: Board) -> None:
    assert board.is_adriatic(Hex("26:3308"))
    assert not board.is_adriatic(Hex("26:3508"))


def test_sf_28_the_bay_of_mont_saint_michel_is_restricted_water(board: Board) -> None:
    assert [ref for ref in board.hexes if board.is_restricted_water(ref)] == ["17A:1013", "17A:1014"]


def test_sf_37A4_hexes_of_the_flooding_example_are_canal_intensive(board: Board) -> None:
    assert board.overlays(Hex("16A:0623")) == ("canal_intensive",)


def test_sf_3E_countries_and_districts(board: Board) -> None:
    assert board.country(Hex("16A:1030")) == "France"
    assert board.district(Hex("16A:1030")) == "MR 1"
    assert board.district(Hex("26:0830")) == "Toscana"
    assert board.country(Hex("17A:0116")) == ""
    assert board.annexed(Hex("16A:3227")) == "V"
    assert board.weather_zone(Hex("16A:1030")) == "D"
    assert board.sea_zone(Hex("16A:0606")) == "baltic"
    assert board.surface(Hex("17A:0116")) == "sea"
    assert not board.has_land(Hex("17A:0116"))


def test_hexes_that_do_not_adjoin_have_no_hexside(board: Board) -> None:
    with pytest.raises(UnknownHex, match="no hexside between them; they are 2 hexes apart"):
        board.hexside(Hex("16A:1030"), Hex("16A:1032"))


def test_an_unknown_city_is_refused_with_the_nearest(board: Board) -> None:
    with pytest.raises(UnknownHex, match=r"no city 'Namurr' .* Did you mean 'Namur'\?"):
        board.city_named("Namurr")


# --- what belongs to one game --------------------------------------------------------------------------------------


def test_sheets_alone_have_no_fortifications_airfields_or_boxes(board: Board) -> None:
    assert not board.fortifications
    assert not board.airfields
    assert not board.boxes


def test_fof_3E_the_maginot_line_runs_from_2026_to_2622(fof: Board) -> None:
    line = [ref for ref, fort in fof.fortifications.items() if fort.type == "maginot"]
    assert (line[0], line[-1]) == ("16A:2026", "16A:2622")
    assert {fof.fortifications[ref].condition for ref in line} == {"improved"}
    assert all(fof.country(ref) == "France" for ref in line)


def test_sf_37B5_the_westwall_is_unimproved(sf: Board) -> None:
    walls = [fort for fort in sf.fortifications.values() if fort.type == "westwall"]
    assert {fort.condition for fort in walls} == {"unimproved"}
    assert {fort.strength for fort in walls} == {1, 2, 3}


def test_fof_31A3_eben_emael_stands_in_1423(fof: Board, sf: Board) -> None:
    fort = fof.fortification(Hex("16A:1423"))
    assert fort is not None
    assert (fort.name, fort.type) == ("Eben Emael", "fortress")
    assert fof.provenance(Hex("16A:1423"), "fortifications") == Provenance("rulebook", "FoF 31A3", "high")
    assert fof.changed_by(Hex("16A:1423"), "fortifications") == "The Fall of France"
    assert sf.fortification(Hex("16A:1423")) is None


def test_airfields_take_name_from_the_sheet_and_capacity_from_the_game(fof: Board, sf: Board) -> None:
    ref = Hex("16A:0417")
    early, late = fof.airfield(ref), sf.airfield(ref)
    assert early is not None
    assert late is not None
    assert (early.names, early.capacity, late.capacity) == ("Leeuwarden", 3, 6)
    assert sf.airfield(Hex("26:4026")) is None


def test_fof_31C_holding_boxes_are_places_without_neighbors(fof: Board) -> None:
    assert list(fof.boxes) == ["box:French North Africa", "box:Norway", "box:Eastern Germany"]
    norway = fof.place("BOX:norway")
    assert norway == "box:Norway"
    assert norway in fof
    assert fof.neighbors_of(norway) == ()
    with pytest.raises(UnknownHex, match=r"no holding box 'box:Norwegia'; .*Did you mean 'box:Norway'\?"):
        fof.place("box:Norwegia")


def test_sf_30A5_liverpool_is_26_hexes_from_the_entry_hexes(sf: Board) -> None:
    liverpool = next(port for port in sf.boxes[Hex("box:Britain")].ports if port.name == "Liverpool")
    assert liverpool.distance == 26
    assert liverpool.entry_hexes == tuple(f"17A:{n:04}" for n in range(116, 123))
    assert all(sf.surface(ref) == "sea" for ref in liverpool.entry_hexes)


# --- overlays ------------------------------------------------------------------------------------------------------

HEADING = "hex,terrain,kind,source,confidence\n"


def _overlay(folder: Path, **tables: str) -> Path:
    folder.mkdir()
    for name, text in tables.items():
        (folder / f"{name}.csv").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def clear_new_forest(board: Board) -> Board:
    """The base of case A51: 17A:0109 printed clear."""
    return board.patched(hexes={"17A:0109": {"terrain": "clear"}}, name="as printed")


def test_A51_a_bad_record_rejects_the_whole_overlay(clear_new_forest: Board, tmp_path: Path) -> None:
    records = HEADING + "17A:0109,woods,printed,errata,high\n27:043,clear,printed,errata,high\n"
    errata = _overlay(tmp_path / "errata", hexes=records)
    with pytest.raises(DataError) as caught:
        clear_new_forest.overlaid(errata)
    (fault,) = caught.value.faults
    assert fault.where == "line 3, hex"
    assert "27:043" in fault.found
    assert "four digits" in fault.expected
    assert clear_new_forest.terrain(Hex("17A:0109")) == "clear"


def test_A51_the_mended_overlay_is_applied_and_named(clear_new_forest: Board, tmp_path: Path) -> None:
    records = HEADING + "17A:0109,woods,printed,errata,high\n"
    errata = _overlay(tmp_path / "errata", hexes=records)
    mended = clear_new_forest.overlaid(errata)
    assert mended.terrain(Hex("17A:0109")) == "woods"
    assert mended.changed_by(Hex("17A:0109")) == "errata"
    assert mended.provenance(Hex("17A:0109"), "terrain") == Provenance("printed", "errata", "high")
    assert mended.changed_by(Hex("17A:0110")) is None
    assert clear_new_forest.terrain(Hex("17A:0109")) == "clear"
    assert clear_new_forest.changed_by(Hex("17A:0109")) == "as printed"


def test_overlays_apply_from_left_to_right(tmp_path: Path) -> None:
    first = _overlay(tmp_path / "first", hexes=HEADING + "16A:1506,rough,printed,,high\n16A:1507,rough,printed,,high\n")
    second = _overlay(tmp_path / "second", hexes=HEADING + "16A:1506,swamp,printed,,high\n")
    board = load_board(("16A",), [first, second])
    assert (board.terrain(Hex("16A:1506")), board.terrain(Hex("16A:1507"))) == ("swamp", "rough")
    assert (board.changed_by(Hex("16A:1506")), board.changed_by(Hex("16A:1507"))) == ("second", "first")
    assert [head.id for head in board.laid_over] == ["first", "second"]


def test_an_overlay_leaves_alone_what_it_does_not_name(tmp_path: Path) -> None:
    plain = load_board(("16A",))
    board = load_board(("16A",), [_overlay(tmp_path / "o", hexes=HEADING + "16A:1506,swamp,printed,,high\n")])
    assert board.provenance(Hex("16A:1506"), "weather_zone") == plain.provenance(Hex("16A:1506"), "weather_zone")
    assert board.country(Hex("16A:1506")) == plain.country(Hex("16A:1506"))


def test_an_overlay_about_other_sheets_is_passed_over(tmp_path: Path) -> None:
    overlay = _overlay(tmp_path / "south", hexes=HEADING + "26:2015,swamp,printed,,high\n")
    assert load_board(("16A",), [overlay]).changed_by(Hex("16A:1506")) is None


def test_a_board_in_use_is_shared_as_long_as_its_overlays_are_what_they_were(tmp_path: Path) -> None:
    overlay = _overlay(tmp_path / "o", hexes=HEADING + "16A:1506,swamp,printed,,high\n")
    board = load_board(("16A",), [overlay])
    assert load_board(["16A"], [overlay]) is board
    assert load_board(("16A", "17A"), [overlay]) is not board
    (overlay / "hexes.csv").write_text(HEADING + "16A:1506,woods,printed,,high\n", encoding="utf-8")
    again = load_board(("16A",), [overlay])
    assert (board.terrain(Hex("16A:1506")), again.terrain(Hex("16A:1506"))) == ("swamp", "woods")


def test_an_overlay_adds_and_removes_cities_hexsides_and_lines(tmp_path: Path) -> None:
    overlay = _overlay(
        tmp_path / "o",
        cities=(
            "hex,name,size,kind,source,confidence,change\n"
            "16A:1426,Namur,,printed,,high,remove\n16A:1506,Neustadt,dot,printed,,high,\n"
        ),
        hexsides=(
            "hex_a,hex_b,feature,kind,confidence,change\n"
            "16A:1527,16A:1526,river,printed,high,remove\n16A:1526,16A:1527,canal,printed,high,set\n"
        ),
        lines="line,path,kind,confidence\nnone,16A:0832;16A:0831,printed,high\nroad,16A:0832;16A:0831,printed,high\n",
    )
    board = load_board(("16A",), [overlay])
    city = board.city(Hex("16A:1506"))
    assert city is not None
    assert (city.name, city.size) == ("Neustadt", "dot")
    assert "Namur" not in [c.name for c in board.cities(Hex("16A:1426"))]
    assert board.hexside(Hex("16A:1526"), Hex("16A:1527")) == ("canal",)
    assert board.line_kinds(Hex("16A:0832"), Hex("16A:0831")) == {"road"}
    assert board.side_provenance(Hex("16A:1526"), Hex("16A:1527"))["canal"].kind == "printed"
    assert board.line_provenance(Hex("16A:0832"), Hex("16A:0831"))["road"].confidence == "high"


def test_a_new_row_that_lacks_something_is_refused(tmp_path: Path) -> None:
    overlay = _overlay(tmp_path / "o", cities="hex,name,kind,confidence\n16A:1506,Neustadt,printed,high\n")
    with pytest.raises(DataError, match=r"cities.csv: line 2, size: found nothing; expected one of point, reference"):
        load_board(("16A",), [overlay])


def test_all_faults_of_a_folder_come_in_one_report(tmp_path: Path) -> None:
    overlay = _overlay(
        tmp_path / "o",
        hexes="hex,terain,kind,confidence\n16A:1506,woods,printed,high\n",
        hexsides="hex_a,hex_b,feature,kind,confidence\n16A:1506,16A:1508,river,printed,high\n16A:1506,16A:1507,rivr,printed,high\n",
        cities="hex,name,size,kind,confidence\n17A:0101,X,dot,printed,high\n16A:1506,Y,dot,own,high\n16A:1506,Y,dot\n",
        lines="line,path,kind,confidence\nroad,16A:1506;16A:1508,printed,high\n",
        airfields="hex,capacity,kind,confidence\n16A:1506,-1,printed,\n",
    )
    found = {(Path(fault.file).name, fault.where): fault for fault in faults(overlay)}
    assert found["hexes.csv", "heading"].suggestion == "terrain"
    assert found["hexsides.csv", "line 2"].found == "16A:1506 and 16A:1508"
    assert found["hexsides.csv", "line 3, feature"].suggestion == "river"
    assert found["cities.csv", "line 2, hex"].suggestion == "16A:0133"
    assert found["cities.csv", "line 3, kind"].found == "'own'"
    assert found["cities.csv", "line 4"].found == "3 cells"
    assert "16A:1506 and 16A:1508 are not" in found["lines.csv", "line 2, path"].expected
    assert found["airfields.csv", "line 2, capacity"].expected == "a whole number, 0 or more"
    assert found["airfields.csv", "line 2, confidence"].found == "nothing"
    assert len(found) == 9


@pytest.mark.parametrize(
    ("tables", "message"),
    [
        (
            {"hexes": HEADING + "16A:1506,Woods,printed,,high\n"},
            r"terrain: found 'Woods'.*Did you mean 'woods'",
        ),
        ({"hexes": "hex,terrain,surface,kind,confidence\n16A:1506,sea,land,printed,high\n"}, "goes with terrain 'sea'"),
        ({"hexes": HEADING.replace("\n", ",change\n") + "16A:1506,,printed,,high,remove\n"}, "cannot be removed"),
        ({"hexes": "hex,bocage,kind,confidence\n16A:1506,yes,printed,high\n"}, "found 'yes'; expected 0 or 1"),
        ({"hexes": "hex,lat,kind,confidence\n16A:1506,north,printed,high\n"}, "a decimal number"),
        ({"hexes": "hex,terrain\n16A:1506,clear\n"}, "no column 'confidence'"),
        ({"zones": "box,owner,place,sea_zone,kind,confidence\nX,Axis,box,red sea,printed,high\n"}, "some of atlantic"),
        ({"ports": "hex,name,river_path,kind,confidence\n16A:1506,P,16A:1506,printed,high\n"}, "hexsides written a/b"),
        ({"lines": "line,path,kind,confidence\nroad,16A:1506,printed,high\n"}, "two adjacent hexes or more"),
        ({"cities": "hex,name,kind,confidence\n16A:1506;16A:1507,P,printed,high\n"}, "expected one hex"),
        ({"hexes": HEADING + "16A:1506,clear,printed,,high\n16A:1506,woods,printed,,high\n"}, "it stands in line 2"),
        ({}, "found no table"),
    ],
)
def test_each_fault_says_what_would_be_right(tmp_path: Path, tables: dict[str, str], message: str) -> None:
    with pytest.raises(DataError, match=message):
        load_board(("16A",), [_overlay(tmp_path / "o", **tables)])


def test_text_that_is_not_utf_8_is_a_fault(tmp_path: Path) -> None:
    folder = _overlay(tmp_path / "o")
    (folder / "cities.csv").write_bytes("hex,name\n16A:1506,Köln\n".encode("latin-1"))
    assert [fault.where for fault in faults(folder)] == ["file", "folder"]


# --- other sheets --------------------------------------------------------------------------------------------------

HEAD = "[grid]\norder = 1\nrow_offset = 0\ncolumn_offset = -2\nrows = 2\ncolumns = 3\n"


def _small_sheet(folder: Path) -> Path:
    """Two rows of three hexes to the east of 16A, the third column being 16A's first."""
    rows = [f"X:{row:02}{column:02},clear,land,D,estimate,,low" for row in (1, 2) for column in (1, 2)]
    table = "\n".join(["hex,terrain,surface,weather_zone,kind,source,confidence", *rows, ""])
    _overlay(folder, hexes=table)
    (folder / "sheet.toml").write_text('id = "X"\nversion = "1.0.0"\n' + HEAD, encoding="utf-8")
    return folder


def test_a_players_own_sheet_joins_the_series(tmp_path: Path) -> None:
    board = load_board(["16A", _small_sheet(tmp_path / "X")])
    assert board.grid.hexref("x:0103") == "16A:0101"
    assert Hex("X:0102") in board.neighbors_of(Hex("16A:0101"))
    assert board.terrain(Hex("X:0102")) == "clear"


def test_a_sheet_that_lacks_a_hex_is_refused(tmp_path: Path) -> None:
    folder = _small_sheet(tmp_path / "X")
    text = (folder / "hexes.csv").read_text(encoding="utf-8")
    (folder / "hexes.csv").write_text(text.replace("X:0202,clear,land,D,estimate,,low\n", ""), encoding="utf-8")
    with pytest.raises(DataError, match="no row for X:0202"):
        load_board([folder])


@pytest.mark.parametrize(
    ("head", "message"),
    [
        ('id = "X"\nversion = "1.0.0"\n', "grid: found nothing"),
        ('id = "X"\n' + HEAD, "version: found nothing"),
        ('id = "X"\nversion = "1.0.0"\n' + HEAD.replace("row_offset = 0", "row_offset = 49"), "an even number"),
        ('id = "X"\nversion = "1.0.0"\n' + HEAD.replace("order = 1", 'order = "first"'), "a whole number"),
        ("id = X", "a TOML file in UTF-8"),
    ],
)
def test_a_sheets_head_says_where_it_lies(tmp_path: Path, head: str, message: str) -> None:
    folder = _small_sheet(tmp_path / "X")
    (folder / "sheet.toml").write_text(head, encoding="utf-8")
    with pytest.raises(DataError, match=message):
        load_board([folder])


def test_an_overlay_is_no_sheet(tmp_path: Path) -> None:
    overlay = _overlay(tmp_path / "o", hexes=HEADING)
    with pytest.raises(DataError, match=r"found no sheet\.toml"):
        load_board([overlay])


# --- patches -------------------------------------------------------------------------------------------------------


def test_a_patch_gives_a_new_board_and_leaves_the_old(board: Board) -> None:
    a, b = Hex("16A:1506"), Hex("16A:1507")
    patched = board.patched(
        hexes={a: {"terrain": "woods", "bocage": True}},
        hexsides={(b, a): ["river", "escarpment"]},
        cities={a: {"name": "Neustadt", "size": "full"}},
        ports={a: {"size": "minor"}},
        airfields={a: {"capacity": 3}},
        fortifications={a: {"type": "fort"}},
        lines={(a, b): ["rail_low", "road"]},
    )
    assert (patched.terrain(a), patched.overlays(a)) == ("woods", ("bocage",))
    assert patched.hexside(a, b) == ("river", "escarpment")
    assert patched.line_kinds(b, a) == {"rail_low", "road"}
    assert patched.major_city(a) is not None
    assert (patched.port(a), patched.airfield(a), patched.fortification(a)) != (None, None, None)
    assert board.terrain(a) == "clear"
    assert board.hexside(a, b) == ()
    assert (board.port(a), board.airfield(a), board.fortification(a)) == (None, None, None)
    assert patched.fingerprint != board.fingerprint


def test_a_patch_can_clear_what_was_there(board: Board) -> None:
    a, b = Hex("16A:1526"), Hex("16A:1527")
    bare = board.patched(hexsides={(a, b): []}, cities={"16A:1426": None}, lines={(a, b): []})
    assert bare.hexside(a, b) == ()
    assert bare.city(Hex("16A:1426")) is None
    assert bare.line_kinds(a, b) == frozenset()
    again = bare.patched(lines={(a, b): ["road"]}).patched(lines={(a, b): []})
    assert again.line_kinds(a, b) == frozenset()


def test_a_patch_with_faults_lists_them_all(board: Board) -> None:
    with pytest.raises(DataError) as caught:
        board.patched(
            hexes={"16A:1506": {"terrain": "wods", "kind": "coastal"}},
            hexsides={("16A:1506", "16A:1507"): ["rivr"]},
            cities={"16A:1506": {"name": "X"}},
        )
    assert [fault.suggestion for fault in caught.value.faults] == ["woods", "", "river"]
    with pytest.raises(DataError, match="size: found nothing"):
        board.patched(cities={"16A:1506": {"name": "X"}})


def test_a_patch_off_the_board_is_refused(board: Board) -> None:
    with pytest.raises(UnknownHex):
        board.patched(hexes={"16A:5233": {"terrain": "clear"}})
    with pytest.raises(UnknownHex, match="no hexside"):
        board.patched(hexsides={("16A:1506", "16A:1508"): ["river"]})


# --- B39 -----------------------------------------------------------------------------------------------------------


def _bytes() -> Iterator[tuple[str, str]]:
    for package, folder in (
        ("europa_rules", "data/sheets"),
        ("europa_rules_fof", "sheets"),
        ("europa_rules_sf", "sheets"),
    ):
        root = Path(str(files(package))) / folder
        for file in sorted(root.rglob("*")):
            if file.is_file():
                yield str(file.relative_to(root)), hashlib.sha256(file.read_bytes()).hexdigest()


def test_B39_loading_and_patching_leave_the_files_as_they_were(tmp_path: Path) -> None:
    overlay = _overlay(tmp_path / "o", hexes=HEADING + "16A:1506,swamp,printed,,high\n")
    before, overlay_before = list(_bytes()), (overlay / "hexes.csv").read_bytes()
    board = load_board(ALL, [files("europa_rules_sf") / "sheets", overlay])
    board.patched(hexes={"16A:1506": {"terrain": "woods"}}).graph.number_of_nodes()
    assert list(_bytes()) == before
    assert (overlay / "hexes.csv").read_bytes() == overlay_before


def test_B39_equal_maps_have_equal_fingerprints_and_a_changed_map_another(board: Board, tmp_path: Path) -> None:
    overlay = _overlay(tmp_path / "o", hexes=HEADING + "16A:1506,swamp,printed,,high\n")
    assert load_board(ALL).fingerprint == board.fingerprint
    assert board.overlaid(overlay).fingerprint != board.fingerprint
    assert load_board(("16A", "17A")).fingerprint != board.fingerprint


# --- the words of a variant ------------------------------------------------------------------------------------------

WORDS = {
    "terrain": ["polder"],
    "overlay": ["terraces"],
    "hexside": ["dyke"],
    "city_size": ["sprawl"],
    "fortification": ["bunker"],
}


def test_a_word_of_a_variant_is_known_to_tables_overlays_and_patches(tmp_path: Path) -> None:
    overlay = _overlay(
        tmp_path / "o",
        hexes="hex,terrain,terraces,kind,confidence\n16A:1506,polder,1,printed,high\n",
        hexsides="hex_a,hex_b,feature,kind,confidence\n16A:1506,16A:1507,dyke,printed,high\n",
        cities="hex,name,size,kind,confidence\n16A:1506,Neustadt,sprawl,printed,high\n",
        fortifications="hex,type,kind,confidence\n16A:1506,bunker,printed,high\n",
    )
    here, there = Hex("16A:1506"), Hex("16A:1507")
    board = load_board(("16A",), [overlay], WORDS)
    assert (board.terrain(here), board.overlays(here), board.overlays(there)) == ("polder", ("terraces",), ())
    assert board.hexside(here, there) == ("dyke",)
    city, fortification = board.city(here), board.fortification(here)
    assert city is not None and city.size == "sprawl"
    assert fortification is not None and fortification.type == "bunker"
    patched = board.patched(hexes={there: {"terrain": "polder", "terraces": True}})
    assert (patched.terrain(there), patched.overlays(there)) == ("polder", ("terraces",))
    assert patched.words["terrain"][-1] == "polder"
    assert faults(overlay, words=WORDS) == []


def test_a_word_near_one_of_a_variant_is_named_and_without_the_variant_refused(tmp_path: Path) -> None:
    misspelt = _overlay(tmp_path / "o", hexes=HEADING + "16A:1506,poldre,printed,,high\n")
    with pytest.raises(DataError, match="Did you mean 'polder'"):
        load_board(("16A",), [misspelt], WORDS)
    with pytest.raises(DataError, match="'polder'; expected one of clear, woods"):
        load_board(("16A",)).patched(hexes={"16A:1506": {"terrain": "polder"}})
    with pytest.raises(DataError, match="'terraces'"):
        load_board(("16A",)).patched(hexes={"16A:1506": {"terraces": True}})
    with pytest.raises(UnknownName, match="Did you mean 'terrain'"):
        load_board(("16A",), words={"terain": ["polder"]})


def test_a_city_of_a_size_that_a_variant_adds_is_larger_than_any_other(tmp_path: Path) -> None:
    overlay = _overlay(
        tmp_path / "o", cities="hex,name,size,kind,confidence\n17A:1604,Grand Paris,sprawl,printed,high\n"
    )
    board = load_board(("17A",), [overlay], WORDS)
    assert [city.name for city in board.cities(Hex("17A:1604"))] == ["Grand Paris", "Paris"]
