"""`europa check`: kinds of file, faults with their lines, what only several files together show, faults on purpose."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

import europa_rules as er
from europa_rules.checks import Surroundings, check_paths
from europa_rules.checks.kinds import Kind
from europa_rules.checks.walk import KINDS
from europa_rules.contributions import Checker
from europa_rules.errors import DataError, Fault
from europa_rules.hooks import hookimpl
from europa_rules.plugins import as_records, checkers_of
from europa_rules.sheets.heads import bundled_sheet

FAULTY = Path(__file__).parent / "data" / "faulty"


def faults(*paths: Path, rules: er.Ruleset | None = None) -> list[Fault]:
    return [fault for checked in check_paths(paths, rules) for fault in checked.faults]


def written(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def test_faults_on_purpose_are_told_where_they_are_asked_for_and_nowhere_else() -> None:
    assert len(faults(FAULTY)) > 10
    assert faults(FAULTY.parent) == []


def test_what_is_missing_of_faults_on_purpose_is_a_fault(tmp_path: Path) -> None:
    written(tmp_path, "x/expected-faults.toml", 'faults = ["a.position: line 1"]\n')
    written(tmp_path, "x/a.position", "# game: fof\nMay I 40, Axis combat\n")
    assert [f.found for f in faults(tmp_path)] == ["'a.position: line 1'"]


def test_every_fault_of_a_faulty_file_has_its_line() -> None:
    assert all(fault.line for fault in faults(FAULTY))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("16A:1824 ge 7-60 Inf XX", "a movement rating of 14 or less"),
        ("16A:1824 ge 70-6 Inf XX", "strengths of 24 or less for a division"),
        ("16A:1824 ge 7-6(8-6) Inf XX", "a cadre no stronger than the full unit, 7-6"),
        ("16A:1824 ge 1-6(1-6) Inf III", "a cadre of a division or corps alone"),
        ("16A:0120 ge 7-6 Inf XX", "a hex with land"),
        ("17A:1604 ge 7-6 Inf XX", "a hex of Axis, or 'owner Axis 17A:1604'"),
        ("16A:1824 ge 7-6 Inf XX 1, fr 6-6 Inf XX 2", "a part of a position that can be read"),
        ("16A:1824 9x ge 7-6 Inf XX", "a stack within the limit"),
        ("16A:1824 ge Art III 2-3-8", "the rating before the type: 2-3-8 and its type"),
        ("16A:1824 ge Art 2-3-8 III", "its rating, type and size in this order"),
        ("Jul I 47, Axis combat", "a turn of the turn record, May I 40 to Sep II 40"),
        ("16A:1824 ge 7-6 Inf XX 1\n16A:1824 ge 7-6 Inf XX 2", "all pieces of a hex in one part (it stands in line 2)"),
    ],
)
def test_what_a_reader_of_positions_cannot_see(tmp_path: Path, text: str, expected: str) -> None:
    found = faults(written(tmp_path, "a.position", f"# game: fof\n{text}\n"))
    assert expected in [fault.expected for fault in found]
    assert all(fault.line in (2, 3) for fault in found)


def test_an_owner_makes_foreign_soil_ones_own(tmp_path: Path) -> None:
    text = "# game: fof\n17A:1604 ge 7-6 Inf XX\nowner Axis 17A:1604\n"
    assert faults(written(tmp_path, "a.position", text)) == []


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("INITIAL FORCES\nGERMAN:\n7-6 Inf XX: 1 @ 16A:9999", "line 3, column 17"),
        ("INITIAL FORCES\nSIDE Axs\nGERMAN:\n7-6 Inf XX: 1", "line 2, SIDE"),
        ("REINFORCEMENTS\n= Jul I 52\nGERMAN:\n7-6 Inf XX: 1", "line 2, turn"),
        ("INITIAL FORCES\nGERMAN:\n7-60 Inf XX: 1", "line 3"),
        ("start May I 40\nINITIAL FORCES\nGERMAN:\n7-6 Inf XX: 1 @ 17A:1604", "line 4"),
        ("INITIAL FORCES\nGERMAN:\n9x 7-6 Inf XX @ 16A:1824", "line 3"),
        ("INITIAL FORCES\nGERMAN:\n7-6 Inf XX: 1 @ Parus", "line 3"),
        ("INITIAL FORCES\nITALIAN:\n2x 4-5-8 Inf XX: 104 Mantova, Ariete 135", "line 3"),
        ("source a = printed, high: a book\nINITIAL FORCES\nGERMAN:\n7-6 Inf XX: 1", "line 1, source"),
    ],
)
def test_what_a_reader_of_orders_of_battle_cannot_see(tmp_path: Path, text: str, where: str) -> None:
    found = faults(written(tmp_path, "a.ob", text), rules=er.load("fof"))
    assert where in [fault.where for fault in found]


def test_the_status_of_an_order_of_battle_is_one_of_those_documented(tmp_path: Path) -> None:
    entries = "INITIAL FORCES\nGERMAN:\n7-6 Inf XX: 1\n"
    for status, told in (("printed", []), ("reconstructed", []), ("printd", ["printed"]), ("fine", [""])):
        found = faults(written(tmp_path, "a.ob", f"status {status}\n{entries}"), rules=er.load("fof"))
        assert [fault.suggestion for fault in found if fault.where == "line 1, status"] == told
        assert len(found) == len(told)


def test_lines_that_cannot_be_read_do_not_hide_the_others(tmp_path: Path) -> None:
    text = "INITIAL FORCES\nGERMAN:\n7-6 Inff XX: 1\n7-60 Inf XX: 2\n"
    assert {fault.line for fault in faults(written(tmp_path, "a.ob", text), rules=er.load("fof"))} == {3, 4}


def spoilt_sheet(folder: Path, layer: str, row: str) -> Path:
    """A copy of a bundled sheet with a row more in one of its tables."""
    sheet = folder / "26"
    sheet.mkdir()
    for file in Path(str(bundled_sheet("26"))).iterdir():
        text = file.read_text(encoding="utf-8")
        (sheet / file.name).write_text(text + row + "\n" if file.name == f"{layer}.csv" else text, encoding="utf-8")
    return sheet


@pytest.mark.parametrize(
    ("layer", "row", "expected"),
    [
        ("lines", "rail_high,x,26:3616;26:3615,estimate,,low", "hexes with land, or a rail_ferry"),
        ("airfields", "26:3630,x,France,estimate,,low", "the country of the hex: 'Italy'"),
        ("cities", "26:3630,x,dot,,Itlay,,,estimate,,low", "a country of the map"),
        ("cities", "26:3630,x,dot,,,,,geodata,,low", "where a fact of kind 'geodata' comes from"),
        (
            "ports",
            "26:3630,x,minor,0,,,,estimate,mediterranean,low",
            "where the fact comes from; this is a word of another column",
        ),
        ("ports", "26:3630,x,minor,0,,,,estimate,26:3630,low", "where the fact comes from; this names hexes"),
        ("ports", "26:3630,x,minor,0,,,,estimate,7,low", "where the fact comes from; this is a number"),
        ("airfields", "26:3630,SF 14A1,,estimate,,low", "a name; this is a source"),
        (
            "airfields",
            "26:3630,,,estimate,Xanadu,low",
            "where the fact comes from; this is like the name that the row has not",
        ),
        ("ports", "26:3630,x,minor,0,,,atlantic,estimate,,low", "a coastal hex, or the water to the sea in 'inland'"),
    ],
)
def test_what_the_tables_of_a_sheet_say_together(tmp_path: Path, layer: str, row: str, expected: str) -> None:
    found = faults(spoilt_sheet(tmp_path, layer, row))
    lines = len((tmp_path / "26" / f"{layer}.csv").read_text(encoding="utf-8").splitlines())
    assert (expected, lines) in [(fault.expected, fault.line) for fault in found]


HEADINGS = {
    "fortifications": "hex,type,strength,condition,name,note,kind,source,confidence",
    "zones": "box,owner,place,name,port_size,distance_hexes,entry_hexes,sea_zone,note,kind,source,confidence",
}


@pytest.mark.parametrize(
    ("layer", "rows", "where"),
    [
        ("fortifications", ["16A:1120,westwall,1,improved,,Westwall,estimate,,low"], "line 2, note"),
        ("fortifications", ["16A:0321,fortress,,improved,naval fortress,Den Helder,estimate,,low"], "line 2, name"),
        (
            "fortifications",
            [
                "16A:0522,fortress,,improved,IJmuiden,Atlantic wall fortress,estimate,,low",
                "16A:0321,fortress,,improved,Atlantic wall fortress,Den Helder,estimate,,low",
            ],
            "line 3, name",
        ),
        ("fortifications", ["16A:0321,fortress,,improved,Den Helder,naval fortress,estimate,,low"], ""),
        ("fortifications", ["16A:0321,fortress,,improved,Den Helder,SF 37B5,estimate,,low"], ""),
        ("fortifications", ["16A:0321,fortress,-,improved,Den Helder,-,estimate,-,low"], ""),
        ("zones", ["Norway,Axis,box,,,,,,,rulebook,atlantic;baltic,high"], "line 2, source"),
        (
            "zones",
            ["Norway,Axis,box,,,,,atlantic,,rulebook,SF 40,high", "SF 40,Axis,box,,,,,baltic,,rulebook,Norway,high"],
            "line 3, box",
        ),
        ("zones", ["Norway,Axis,box,Oslo,,,,atlantic,,rulebook,SF 40,high"], "line 2, name"),
        ("zones", ["Norway,Axis,port,Oslo,great,,,,,estimate,,low"], "line 2, sea_zone"),
        ("zones", ["Norway,Axis,box,,,,,atlantic,,rulebook,SF 40,high"], ""),
    ],
)
def test_cells_of_text_hold_nothing_of_other_columns(tmp_path: Path, layer: str, rows: list[str], where: str) -> None:
    text = "\n".join([HEADINGS[layer], *rows]) + "\n"
    place = written(tmp_path, f"mine/{layer}.csv", text).parent
    written(tmp_path, "mine/overlay.toml", 'id = "mine"\ntitle = "Mine"\nversion = "1"\nstatement = "Made up."\n')
    found = [fault.where for fault in faults(place, rules=er.load("sf")) if fault.file.endswith(".csv")]
    assert where in found if where else found == []


def test_keys_of_other_tables_are_no_joins_of_a_map(tmp_path: Path) -> None:
    sheet = spoilt_sheet(tmp_path, "lines", "")
    head = sheet / "sheet.toml"
    key = next(line for line in head.read_text(encoding="utf-8").split("\n") if line.startswith("local_correction"))
    head.write_text(
        head.read_text(encoding="utf-8").replace(key, "").replace("[joins]\n", f"[joins]\n{key}\n"), encoding="utf-8"
    )
    assert "joins.local_correction" in [fault.where.rpartition(" ")[2] for fault in faults(sheet)]


def test_tables_beside_orders_of_battle_keep_sources_and_groups_in_their_columns(tmp_path: Path) -> None:
    rows = [f"US 1,{number} Rangers,1/2,game-report,https://example.org,high" for number in (3, 4)]
    rows += ["https://example.org,7 III,1,game-report,US 1,high", "2 Rangers,US 1,1,game-report,a magazine,high"]
    text = "\n".join(["group,cargo,res,kind,source,confidence", *rows]) + "\n"
    found = faults(written(tmp_path, "orders_of_battle/tables/cargo.csv", text), rules=er.load("sf"))
    assert [fault.where for fault in found] == ["line 4, group", "line 5, cargo"]


def test_a_key_that_stands_twice_in_a_scenario_is_named(tmp_path: Path) -> None:
    file = written(tmp_path, "scenarios/mine.toml", 'title = "Mine"\ntitle = "Yours"\n')
    assert "'title' again" in faults(file, rules=er.load("sf"))[0].found


def test_a_chart_is_checked_with_those_it_is_laid_over(tmp_path: Path) -> None:
    head = 'lays_over = "zoc_costs"\nprovenance = { kind = "printed", source = "SF 6A", confidence = "high" }\n'
    file = written(tmp_path, "zoc.toml", f"{head}[costs.full.othr]\nto_hex_in_zoc = 3\n")
    assert [(f.line, f.suggestion) for f in faults(file)][:1] == [(3, "other")]


def test_a_key_that_stands_twice_is_named(tmp_path: Path) -> None:
    file = written(tmp_path, "zoc.toml", 'lays_over = "zoc_costs"\nlays_over = "zoc_costs"\n')
    assert [(f.line, f.found.partition(":")[0]) for f in faults(file)] == [(2, "'lays_over' again")]


def test_cells_beside_the_rows_are_declared(tmp_path: Path) -> None:
    head = 'lays_over = "port_summary"\nprovenance = { kind = "printed", source = "", confidence = "high" }\n'
    file = written(tmp_path, "ports.toml", f"{head}[hit]\nnromal = -2\n")
    assert [(f.line, f.suggestion) for f in faults(file)] == [(4, "normal")]


class Diaries:
    """A plugin with a kind of file of its own."""

    name = "diaries"

    @hookimpl
    def europa_checkers(self) -> Iterable[Checker]:
        def look(place: Path, rules: er.Ruleset | None) -> Iterable[Fault]:
            for number, line in enumerate(place.read_text(encoding="utf-8").splitlines(), 1):
                if rules and not line.startswith("rain"):
                    yield Fault(str(place), f"line {number}", repr(line), "rain", "rain")

        return [Checker("weather diary", lambda place: place.suffix == ".diary", look)]


def test_plugins_bring_kinds_of_their_own(tmp_path: Path) -> None:
    checkers = checkers_of(as_records([Diaries()]))
    assert [(plugin, checker.kind) for plugin, checker in checkers] == [("diaries", "weather diary")]
    file = written(tmp_path, "a.diary", "rain\nsnow\n")
    kind = Kind.of_plugin(checkers[0][1], Surroundings())
    assert [fault.line for fault in kind.check(file, Surroundings()).faults] == [2]


def test_kinds_have_names_of_their_own() -> None:
    names = [kind.name for kind in KINDS]
    assert len(names) == len(set(names))


def test_a_path_without_anything_of_ours_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="nothing to check"):
        list(check_paths([written(tmp_path, "notes.txt", "x")]))


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("nations.toml", '[ge]\ncontry = "Germany"\npeople = "German"', (2, "the name 'contry'")),
        ("nations.toml", '[ge]\ncountry = "Germnay"\npeople = "German"', (2, "'Germnay'")),
        ("nations.toml", '[ge]\ncountry = "Germany"\npeople = 7', (3, "7")),
        ("demo.toml", 'playthrough = "none.txt"\ncenter = "16A:9999"\nreach = 2', (2, "16A:9999")),
        ("demo.toml", 'playthrough = "none.txt"\ncenter = "16A:1728"\nreach = 2', (1, "'none.txt'")),
        ("demo.toml", 'playthrough = "none.txt"\ncentre = "16A:1728"\nreach = 2', (2, "the name 'centre'")),
        ("data/rules/a.csv", "id,book,rule,kind,subjet,statement,chart,other_book\n", (1, "'subjet'")),
        (
            "data/rules/a.csv",
            "id,book,rule,kind,subject,statement,chart,other_book\nSF-9A-01,SF,9B,nmber,combat,Two words,,yes\n",
            (2, "'nmber'"),
        ),
        (
            "europa_rules_sf/orders_of_battle/tables/landings.csv",
            (
                "turn,means,group,parent,component,res,hex,place,note,kind,source,confidence\n"
                "Jul I 43,amphibious,US group 1,3 XX,7 III,1,26:9930,Licata,,historical,the plan,medium\n"
            ),
            (2, "'26:9930'"),
        ),
    ],
)
def test_the_smaller_files_are_closed(tmp_path: Path, name: str, text: str, expected: tuple[int, str]) -> None:
    found = faults(written(tmp_path, name, text))
    assert any(fault.line == expected[0] and expected[1] in fault.found for fault in found), found


def test_words_for_units_mean_one_thing(tmp_path: Path) -> None:
    words = Path(str(bundled_sheet("26"))).parent.parent / "unit_words.toml"
    text = words.read_text(encoding="utf-8")
    assert faults(written(tmp_path, "unit_words.toml", text)) == []
    spoilt = text.replace('infantry = "infantry"', "").replace(
        'points = ["position_heavy_aa"', 'points = ["postion_aa"'
    )
    spoilt = spoilt.replace('[types.light_armor]\nshort = "LtArm"', '[types.light_armor]\nshort = "DD"')
    found = [fault.where.partition(", ")[2] for fault in faults(written(tmp_path, "unit_words.toml", spoilt))]
    assert found == ["types.light_armor.short", "counters.points"]


def test_a_chart_of_unit_types_that_cannot_be_read_is_one_fault(tmp_path: Path) -> None:
    found = faults(written(tmp_path, "charts/unit_identification.toml", "[types\n"))
    assert [fault.line for fault in found] == [1]


def test_lists_of_bombers_are_of_the_sides(tmp_path: Path) -> None:
    chart = Path(str(er.load("fof").variant.folder)) / "charts" / "bombers_as_transports.toml"
    text = chart.read_text(encoding="utf-8").replace("Allied =", "Alied =")
    found = faults(written(tmp_path, "europa_rules_fof/charts/bombers_as_transports.toml", text))
    assert (10, "Allied") in [(fault.line, fault.suggestion) for fault in found]


def test_a_scenario_whose_armies_have_no_hexes_yet_is_set_up_as_far_as_it_goes(tmp_path: Path) -> None:
    home = Path(str(er.load("fof").variant.folder)) / "scenarios" / "free.toml"
    text = re.sub(r"(?m)^hexes = .*\n", "", home.read_text(encoding="utf-8"))
    name = "europa_rules_fof/scenarios/free.toml"
    assert faults(written(tmp_path, name, text)) == []
    spoilt = text.replace('to = "16A:2527"', 'to = "16A:1828"', 1)
    assert [fault.where.partition(", ")[2] for fault in faults(written(tmp_path, name, spoilt))] == ["changes[0].to"]


def test_facts_of_modifiers_have_types(tmp_path: Path) -> None:
    chart = Path(str(bundled_sheet("26"))).parent.parent / "charts" / "bombing.toml"
    text = re.sub(r"only_types = \[[^\]]*\]", "only_types = 7", chart.read_text(encoding="utf-8"), count=1)
    found = faults(written(tmp_path, "bombing.toml", text))
    assert [fault.where.rpartition(".")[2] for fault in found] == ["only_types"]


@pytest.mark.parametrize(
    ("folder", "chart", "right", "wrong"),
    [
        ("europa_rules/data/charts", "success", 'failure = "F"', 'fialure = "F"'),
        ("europa_rules/data/charts", "armor_effects", 'clear = "full"', 'claer = "full"'),
        ("europa_rules/data/charts", "air_missions", 'HT = "1/2"', 'TH = "1/2"'),
        ("europa_rules/data/charts", "terrain_effects", "light = 1", "ligth = 1"),
        ("europa_rules/data/charts", "terrain_effects", 'ski = ["ski", "light"]', 'sik = ["ski", "light"]'),
        ("europa_rules/data/charts", "unit_identification", "regiment = 1", "regimnet = 1"),
        ("europa_rules/data/charts", "unit_identification", 'HB = "bomber"', 'BH = "bomber"'),
        ("europa_rules/data/charts", "unit_identification", '{ it = ["mountain"]', '{ ti = ["mountain"]'),
        ("europa_rules_fof/charts", "terrain_effects", "{ major_river = 1 }", "{ mjaor_river = 1 }"),
        ("europa_rules_sf/charts", "terrain_effects", 'lake = "river"', 'laek = "river"'),
        ("europa_rules_sf/charts", "construction", 'railroad_engineer = "14A4"', 'railroad_enginer = "14A4"'),
        ("europa_rules_sf/charts", "construction", 'destroyed_port = "14A5"', 'destroyed_prot = "14A5"'),
        ("europa_rules_sf/charts", "v_weapons", "v2 = 13", "v3 = 13"),
    ],
)
def test_names_of_rows_that_are_known_by_other_data_are_checked(
    tmp_path: Path, folder: str, chart: str, right: str, wrong: str
) -> None:
    root = Path(str(bundled_sheet("26"))).parent.parent.parent.parent
    file = root / folder / f"{chart}.toml"
    text = file.read_text(encoding="utf-8")
    line = text[: text.index(right)].count("\n") + 1
    alone = faults(written(tmp_path, f"{folder}/{chart}.toml", text))
    found = faults(written(tmp_path, f"{folder}/{chart}.toml", text.replace(right, wrong, 1)))
    assert line in [fault.line for fault in found if fault not in alone], found


POINT = """[[point]]
id = "sf-3D-passing-through"
rule = "SF 3D"
question = "Who owns a hex that both sides passed through?"
default = "last"
why = "Ownership goes with the last unit (3D)."
authority = "opinion"
source = "A1"
status = "used"
[point.readings]
last = "The side whose unit was the last there; jul-43 plays no part."
owner-keeps = "The owner keeps it."
"""


@pytest.mark.parametrize(
    ("name", "near"),
    [("owner-kepes", "keeps"), ("onwer-keeps", "owner"), ("owwner-keeps", "owner")],
)
def test_words_in_the_names_of_readings_are_those_of_the_rules_or_of_the_point(
    tmp_path: Path, name: str, near: str
) -> None:
    assert faults(written(tmp_path, "rulings.toml", POINT)) == []
    found = faults(written(tmp_path, "rulings.toml", POINT.replace("owner-keeps", name)))
    assert [(fault.line, fault.suggestion) for fault in found] == [(12, near)]


def test_a_name_of_a_reading_may_be_a_word_that_is_like_no_other(tmp_path: Path) -> None:
    assert faults(written(tmp_path, "rulings.toml", POINT.replace("owner-keeps", "quixotic-keeps"))) == []


def test_other_files_in_a_folder_of_map_tables_are_checked_too(tmp_path: Path) -> None:
    (tmp_path / "hexes.csv").write_text("hex,terrain,kind,source,confidence\n16A:1506,woods,printed,,high\n", "utf-8")
    (tmp_path / "guards.ob").write_text("SIDE Axis\n7-60 Inff XX: 1\n", "utf-8")
    found = {Path(checked.place).name: checked.faults for checked in check_paths([tmp_path])}
    assert not found[tmp_path.name] and [fault.found for fault in found["guards.ob"]] == ["'7-60'"]
