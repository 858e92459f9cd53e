"""A player's own maps: folders with only the rows that differ, laid over the bundled sheets."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import europa_rules as er
from europa_rules.board import load_board
from europa_rules.errors import DataError, Fault, MapChanged, MapMissing
from europa_rules.game import Game, replay
from europa_rules.ground.attacks import Attack, gather_attack
from europa_rules.ground.combat import reckon_modifiers
from europa_rules.ground.terrain import gather_entry, reckon_entry_cost
from europa_rules.hexes import Hex
from europa_rules.provenance import Provenance

BY = ",printed,my sheet,high"
ATTACK = """
16A:2029 ge 14-10(6-8) Pz XX 1, ge 7-6(3-6) Inf XX 2
16A:2130 us 5-6(2-6) Inf XX 5
Jul I 43, Axis combat
"""
BOARD = load_board(("16A",))
A, B = Hex("16A:2029"), Hex("16A:2130")


def patch(folder: Path, **tables: str) -> Path:
    """A patch with these tables; the columns of the provenance are added to each heading."""
    folder.mkdir(parents=True, exist_ok=True)
    for layer, text in tables.items():
        heading, *rows = text.strip().splitlines()
        lines = [f"{heading},kind,source,confidence", *(row if row.count(BY) else row + BY for row in rows)]
        (folder / f"{layer}.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def faults_of(folder: Path | list[Path], game: str = "sf") -> list[Fault]:
    with pytest.raises(DataError) as caught:
        er.load(game, maps=folder)
    return list(caught.value.faults)


def told(folder: Path) -> dict[str, str]:
    """For each fault its file and place, and what was found there."""
    return {f"{Path(fault.file).name}: {fault.where}": fault.found for fault in faults_of(folder)}


# --- what a patch can do ---------------------------------------------------------------------------------------------


def test_a_patch_changes_every_kind_of_row(tmp_path: Path) -> None:
    mine = patch(
        tmp_path / "mine",
        hexes="hex,terrain,bocage\n16A:2029,woods,1",
        hexsides="hex_a,hex_b,feature,name\n16A:2029,16A:2130,canal,My Canal",
        cities="hex,name,size\n16A:2029,Neustadt,dot",
        airfields="hex,names,capacity\n16A:2029,Neustadt,3",
        fortifications="hex,type\n16A:2029,fort",
        lines="line,name,path\nroad,,16A:2029;16A:2130",
        ports="hex,name,size\n16A:0103,Odense,great",
    )
    board = er.load("sf", maps=mine).board
    assert (board.terrain(A), board.overlays(A)) == ("woods", ("bocage",))
    assert "canal" in board.hexside(B, A) and board.side_name(A, B, "canal") == "My Canal"
    assert [city.name for city in board.cities(A)] == ["Neustadt"]
    assert board.airfields[A].capacity == 3 and board.fortifications[A].type == "fort"
    assert "road" in board.line_kinds(A, B)
    assert board.ports(Hex("16A:0103"))[0].size == "great"
    assert board.changed_by(A, "terrain") == board.changed_by(A, "cities") == "mine"
    assert board.side_provenance(A, B)["canal"] == Provenance("printed", "my sheet", "high")


def test_a_patch_removes_rows(tmp_path: Path) -> None:
    plain = er.load("sf").board
    river = next((a, b) for (a, b), row in plain.side_rows.items() if "river" in row and a.startswith("16A"))
    rail = next((a, b) for (a, b), row in plain.line_rows.items() if "rail_high" in row and a.startswith("16A"))
    mine = patch(
        tmp_path / "mine",
        hexsides=f"hex_a,hex_b,feature,change\n{river[1]},{river[0]},river,remove",
        lines=f"line,path\nnone,{';'.join(rail)}",
        cities="hex,name,change\n16A:1426,Namur,remove",
    )
    board = er.load("sf", maps=mine).board
    assert "river" not in board.hexside(*river)
    assert board.line_kinds(*rail) == frozenset()
    assert board.cities(Hex("16A:1426")) == ()
    assert "river" in plain.hexside(*river) and plain.line_kinds(*rail)


def test_a_dash_empties_a_cell(tmp_path: Path) -> None:
    """A coastal hex that is land on the printed sheet loses its beach and its sea zone."""
    mine = patch(tmp_path / "mine", hexes="hex,surface,sea_zone,beach\n16A:0103,land,-,0")
    with pytest.raises(DataError, match="a port in 16A:0103, which is land"):
        er.load("sf", maps=patch(mine, ports="hex,name,size\n16A:0103,Odense,minor"))
    board = er.load("sf", maps=patch(mine, ports="hex,name,change\n16A:0103,Odense,remove")).board
    assert (board.surface(Hex("16A:0103")), board.sea_zone(Hex("16A:0103"))) == ("land", "")
    assert not board.is_beach(Hex("16A:0103"))


def test_a_dash_stands_for_nothing_where_something_must_stand(tmp_path: Path) -> None:
    mine = patch(tmp_path / "mine", hexes="hex,terrain\n16A:2029,-")
    assert told(mine) == {"hexes.csv: line 2, terrain": "'-'"}


@pytest.mark.parametrize("form", [str, Path, lambda path: [path], lambda path: (str(path),)])
def test_maps_are_one_path_or_several(tmp_path: Path, form: type[str]) -> None:
    mine = patch(tmp_path / "mine", hexes="hex,terrain\n16A:2029,woods")
    assert er.load("fof", maps=form(mine)).board.terrain(A) == "woods"


def test_patches_are_laid_from_left_to_right(tmp_path: Path) -> None:
    first = patch(tmp_path / "first", hexes="hex,terrain\n16A:2029,woods")
    second = patch(tmp_path / "second", hexes="hex,terrain\n16A:2029,rough")
    assert er.load("sf", maps=[first, second]).board.terrain(A) == "rough"
    assert er.load("sf", maps=[second, first]).board.terrain(A) == "woods"


LAND = [ref for ref, surface in zip(BOARD.hexes, BOARD.column("surface"), strict=True) if surface == "land"][::37]
CELLS = st.fixed_dictionaries(
    {"terrain": st.sampled_from(["clear", "woods", "rough", "swamp"]), "notes": st.sampled_from(["My region", "-"])}
)


@settings(max_examples=15, deadline=None, derandomize=True)
@given(rows=st.dictionaries(st.sampled_from(LAND), CELLS, min_size=1, max_size=5))
def test_what_differs_is_what_the_patch_says_and_undoing_it_gives_the_map_back(
    tmp_path_factory: pytest.TempPathFactory, rows: dict[Hex, dict[str, str]]
) -> None:
    plain, folder = BOARD, tmp_path_factory.mktemp("patches")
    lines = [f"{ref},{cells['terrain']},{cells['notes']}" for ref, cells in rows.items()]
    there = plain.differences(patch(folder / "there", hexes="\n".join(["hex,terrain,notes", *lines])))
    told = {(d.key[0], cell.name): cell.new for d in there for cell in d.cells}
    wanted = {(ref, name): text.replace("-", "") for ref, cells in rows.items() for name, text in cells.items()}
    assert told == {(r, n): text for (r, n), text in wanted.items() if plain.column(n)[plain.at(r)] != text}
    patched = plain.overlaid(folder / "there")
    back = [f"{d.key[0]},{cell.name},{cell.old or '-'}" for d in there for cell in d.cells]
    undone = patched
    for i, (ref, name, old) in enumerate(line.split(",") for line in back):
        undone = undone.overlaid(patch(folder / f"back{i}", hexes=f"hex,{name}\n{ref},{old}"))
    for name in ("terrain", "notes", "surface", "country_1939"):
        assert undone.column(name) == plain.column(name)


# --- what a patch cannot do ------------------------------------------------------------------------------------------


def test_every_fault_of_a_patch_is_told_in_one_run_with_file_and_line(tmp_path: Path) -> None:
    mine = patch(
        tmp_path / "mine",
        hexes="hex,terrain,surface\n16A:9999,woods,\n16A:2029,wods,\n16A:2030,sea,",
        hexsides="hex_a,hex_b,feature,change\n16A:2029,16A:2032,river,\n16A:2029,16A:2130,canal,remove",
        cities="hex,name,size\n16A:2029,Neustadt,\n16A:2029,Altstadt,hamlet",
        lines="line,path\nroad,16A:2029;16A:2033\nroad,16A:2029",
    )
    assert told(mine) == {
        "hexes.csv: line 2, hex": "'16A:9999'",
        "hexes.csv: line 3, terrain": "'wods'",
        "hexes.csv: line 4, surface": "terrain 'sea' with surface 'land'",
        "hexsides.csv: line 2": "16A:2029 and 16A:2032",
        "hexsides.csv: line 3": "nothing to remove: 16A:2029 16A:2130 canal",
        "cities.csv: line 2, size": "nothing",
        "cities.csv: line 3, size": "'hamlet'",
        "lines.csv: line 2, path": "'16A:2029;16A:2033'",
        "lines.csv: line 3, path": "'16A:2029'",
    }


def test_the_faults_of_all_patches_are_told_in_one_run(tmp_path: Path) -> None:
    folders = [patch(tmp_path / name, hexes="hex,terrain\n16A:2029,wods") for name in ("one", "two")]
    assert [Path(fault.file).parent.name for fault in faults_of(folders)] == ["one", "two"]


def test_what_stands_in_a_hex_that_becomes_sea_is_named(tmp_path: Path) -> None:
    mine = patch(tmp_path / "mine", hexes="hex,terrain,surface,sea_zone,beach\n16A:0103,sea,sea,baltic,0")
    found = [fault.found for fault in faults_of(mine)]
    assert "water where a row of cities stands (16A:0103 Odense)" in found
    assert "water where a row of ports stands (16A:0103 Odense)" in found


@pytest.mark.parametrize(
    ("layer", "rows", "said"),
    [
        ("cities", "hex,name,size\n16A:0520,Atlantis,dot", "a city in 16A:0520, which is lake"),
        ("airfields", "hex,capacity\n16A:0520,3", "an airfield in 16A:0520, which is lake"),
        ("ports", "hex,name,size\n16A:2029,Neustadt,minor", "a port in 16A:2029, which is land"),
        ("hexsides", "hex_a,hex_b,feature\n16A:0619,16A:0620,river", "a river between hexes of water"),
        ("lines", "line,path\nroad,16A:0619;16A:0620", "a road through 16A:0619, which is lake"),
        ("hexes", "hex,beach\n16A:2029,1", "a beach with surface 'land'"),
        ("hexes", "hex,sea_zone\n16A:2029,baltic", "sea zone 'baltic' with surface 'land'"),
    ],
)
def test_a_patch_may_not_contradict_the_map(tmp_path: Path, layer: str, rows: str, said: str) -> None:
    assert said in [fault.found for fault in faults_of(patch(tmp_path / "mine", **{layer: rows}))]


def test_a_removed_row_that_is_misspelt_names_those_there_are(tmp_path: Path) -> None:
    (fault,) = faults_of(patch(tmp_path / "mine", cities="hex,name,change\n16A:1426,Namour,remove"))
    assert fault.expected == "a row that there is (16A:1426 Namur)"


def test_a_table_under_another_name_is_not_passed_over(tmp_path: Path) -> None:
    mine = patch(tmp_path / "mine", hexes="hex,terrain\n16A:2029,woods", hexside="hex_a,hex_b,feature")
    (fault,) = faults_of(mine)
    assert (Path(fault.file).name, fault.suggestion) == ("hexside.csv", "hexsides.csv")


def test_a_hexside_told_twice_is_told_once_too_often(tmp_path: Path) -> None:
    rows = "hex_a,hex_b,feature\n16A:2029,16A:2130,canal\n16A:2130,16A:2029,canal"
    assert told(patch(tmp_path / "mine", hexsides=rows)) == {"hexsides.csv: line 3": "16A:2029 16A:2130 canal again"}


def test_a_whole_sheet_is_no_patch(tmp_path: Path) -> None:
    mine = patch(tmp_path / "16A", hexes="hex,terrain\n16A:2029,woods")
    (mine / "sheet.toml").write_text('id = "16A"\nversion = "1.0.0"\n[grid]\norder = 1\n', encoding="utf-8")
    assert any("sheet" in fault.found or "sheet" in fault.file for fault in faults_of(mine))


def test_two_patches_need_two_names(tmp_path: Path) -> None:
    folders = [patch(tmp_path / name / "maps", hexes="hex,terrain\n16A:2029,woods") for name in "ab"]
    (fault,) = faults_of(folders)
    assert (fault.where, fault.found) == ("id", "'maps' again")


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"hex,terrain\n\xff\xfe", "text in UTF-8"),
        (b"hex,terrain,kind,confidence\n16A:2029," + b"w" * 1_000_000 + b",printed,high\n", "comma separated values"),
        (b"hex,terrain,kind,confidence\n16A:2029,<script>,printed,high\n", "one of clear, woods"),
    ],
)
def test_hostile_tables_are_refused(tmp_path: Path, content: bytes, expected: str) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "hexes.csv").write_bytes(content)
    assert expected in str(faults_of(mine)[0])


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("a = " + "[" * 100_000, "nested more than 64 deep"),
        ('id = "x"\nversion = "1.0.0"\na = ' + "[" * 300 + "]" * 300, "nested more than 64 deep"),
        (f'id = "{"x" * 1_000_000}"\nversion = "1.0.0"', "a name of 1 to 80 characters"),
        ('id = ""\nversion = "1.0.0"', "a name of 1 to 80 characters"),
        ('id = "a\\u0007b"\nversion = "1.0.0"', "a name of 1 to 80 characters"),
        ('id = 5\nversion = "1.0.0"', "a name of 1 to 80 characters"),
        ('id = "x"\nversion = "1.0.0"\nstatement = 5', "statement: found '5'; expected a text"),
        ('id = "x"\nversion = "1.0.0"\nlayers = 5', "layers[1]: found '5'; expected a table of texts"),
    ],
)
def test_hostile_heads_are_refused(tmp_path: Path, head: str, expected: str) -> None:
    mine = patch(tmp_path / "mine", hexes="hex,terrain\n16A:2029,woods")
    (mine / "overlay.toml").write_text(head, encoding="utf-8")
    said = str(DataError(faults_of(mine)))
    assert expected in said and len(said) < 1000


@pytest.mark.parametrize(
    ("heading", "said"),
    [
        ("hex;terrain;kind;confidence", "columns parted by semicolons"),
        ("hex,hex,terrain,kind,confidence", "column 'hex' again"),
    ],
)
def test_headings_that_spreadsheets_make(tmp_path: Path, heading: str, said: str) -> None:
    (tmp_path / "hexes.csv").write_text(f"{heading}\n", encoding="utf-8")
    assert [fault.found for fault in faults_of(tmp_path)] == [said]


def test_a_byte_order_mark_and_line_ends_of_other_systems_are_read(tmp_path: Path) -> None:
    rows = "hex,terrain,kind,confidence\r\n16A:2029,rough,printed,high\r\n"
    (tmp_path / "hexes.csv").write_bytes(rows.encode("utf-8-sig"))
    assert er.load("sf", maps=tmp_path).board.terrain(A) == "rough"


# --- published errata, themselves with a misprint --------------------------------------------------------------------


def test_A51_errata_with_a_misprint_are_refused_by_name_and_applied_once_mended(tmp_path: Path) -> None:
    errata = patch(tmp_path / "errata", hexes="hex,terrain,weather_zone\n17A:0109,rough,\n27:043,,E")
    (fault,) = faults_of(errata)
    assert fault.where == "line 3, hex" and "27:043" in fault.found and "four digits" in fault.expected
    new_forest = er.hexref("17A:0109")
    assert er.load("sf").board.changed_by(new_forest) is None
    mended = er.load("sf", maps=patch(errata, hexes="hex,terrain,weather_zone\n17A:0109,rough,\n27:0430,,E")).board
    assert (mended.terrain(new_forest), mended.changed_by(new_forest, "terrain")) == ("rough", "errata")
    assert mended.weather_zone(er.hexref("27:0430")) == "E"


# --- where its facts come from, and what rests on them ---------------------------------------------------------------


def test_the_manifest_names_sheets_and_patches_with_their_provenance(tmp_path: Path) -> None:
    mine = patch(tmp_path / "mine", hexes="hex,terrain\n16A:2029,woods", cities="hex,name,size\n16A:2029,Neustadt,dot")
    *_, last = er.load("sf", maps=mine).manifest()["maps"]
    assert (last["id"], last["overlay"], last["rows"]) == ("mine", True, {"printed, high (my sheet)": 2})
    names = [row["id"] for row in er.load("sf").manifest()["maps"]]
    assert names == ["16A", "17A", "26", "27", "Second Front"]
    assert sum(er.load("sf").manifest()["maps"][0]["rows"].values()) > 4000


def test_an_answer_that_rests_on_a_doubtful_patch_says_so(tmp_path: Path) -> None:
    rows = "hex,terrain,kind,source,confidence\n16A:2130,woods,recalled,,low\n16A:2131,woods,recalled,,low\n"
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "hexes.csv").write_text(rows, encoding="utf-8")
    caveat = "map 16A:2130 terrain: recalled, low (mine)"
    assert caveat in attack_caveats(er.load("sf", maps=mine))
    (mine / "hexes.csv").write_text(rows.replace("recalled,,low", "printed,,high"), encoding="utf-8")
    assert not [c for c in attack_caveats(er.load("sf", maps=mine)) if c.startswith("map")]


def test_only_the_hexsides_attacked_across_are_told_of(tmp_path: Path) -> None:
    heading = "hex_a,hex_b,feature,kind,source,confidence\n"
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "hexsides.csv").write_text(
        heading + "16A:2029,16A:2130,river,estimate,,low\n16A:2130,16A:2131,river,estimate,,low\n", encoding="utf-8"
    )
    told_of = [c for c in attack_caveats(er.load("sf", maps=mine)) if c.startswith("map")]
    assert told_of == ["map 16A:2029 16A:2130 river: estimate, low (mine)"]


def test_the_cost_of_a_doubtful_hex_says_so(tmp_path: Path) -> None:
    (tmp_path / "hexes.csv").write_text("hex,terrain,kind,confidence\n16A:2029,swamp,recalled,low\n", "utf-8")
    rules = er.load("sf", maps=tmp_path)
    state = er.parse_position("16A:1929 ge 14-10(6-8) Pz XX 1 | Jul I 43, Axis movement", rules)
    (piece,) = state.pieces.values()
    cost = reckon_entry_cost(gather_entry(piece.unit, piece.place, A, state, rules), rules)
    assert f"map 16A:2029 terrain: recalled, low ({tmp_path.name})" in cost.caveats


def attack_caveats(rules: er.Ruleset) -> tuple[str, ...]:
    """What the modifiers of the attack rest on that nobody has verified."""
    state = er.parse_position(ATTACK, rules)
    units = tuple(piece.id for piece in state.pieces.values() if piece.place == A)
    return reckon_modifiers(gather_attack(Attack(units, B), er.AXIS, state, rules), rules).total.caveats


# --- saves -----------------------------------------------------------------------------------------------------------


def test_B39_a_save_made_on_a_patched_map_is_refused_on_another(tmp_path: Path) -> None:
    mine = patch(tmp_path / "mine", hexes="hex,terrain\n16A:2029,woods")
    plain, patched = er.load("sf"), er.load("sf", maps=mine)
    assert plain.fingerprint != patched.fingerprint
    saved = Game.start(patched, ATTACK, seed=1).save()
    assert replay(saved, er.load("sf", maps=mine)).save() == saved
    with pytest.raises(MapMissing, match=r"made on 'mine' \(\w+\); the board has 16A, 17A, 26, 27, Second Front"):
        replay(saved, plain)
    with pytest.raises(MapChanged, match="the board has mine besides"):
        replay(Game.start(plain, ATTACK, seed=1).save(), patched)


def test_a_patch_means_the_same_wherever_it_lies(tmp_path: Path) -> None:
    rows = "hex,terrain\n16A:2029,woods"
    here, there = tmp_path / "here", tmp_path / "there"
    prints = {er.load("sf", maps=patch(place / "mine", hexes=rows)).fingerprint for place in (here, there)}
    assert len(prints) == 1


def test_a_patch_of_other_sheets_serves_a_smaller_board(tmp_path: Path) -> None:
    mine = patch(tmp_path / "mine", hexes="hex,terrain\n16A:2029,woods\n26:2015,swamp")
    assert load_board(("16A",), [mine]).terrain(A) == "woods"


# --- the documentation -----------------------------------------------------------------------------------------------


def test_the_worked_patch_of_the_documentation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (Path(__file__).parent.parent / "docs" / "how-to" / "mend-the-map.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```\{testcode\}\n(?!:hide:)(.*?)^```", page, re.MULTILINE | re.DOTALL)
    monkeypatch.chdir(tmp_path)
    exec("\n".join(blocks), {})  # noqa: S102  # the page's own example
    effects = [(d.layer, d.effect) for d in er.load("sf").board.differences(tmp_path / "my-map")]
    assert len(effects) == 7 and ("hexes", "changed") in effects and ("lines", "removed") in effects
    assert er.load("sf", maps="my-map").manifest()["maps"][-1]["id"] == "my-map"
