"""Charts: what the rulebooks say about them, where each cell comes from, overlays, and faults."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from fractions import Fraction
from importlib.resources import files
from pathlib import Path

import pytest

from europa_rules.charts import AttackFactor, Charts, bundled_folder, faults, load_charts
from europa_rules.charts.chart import Leaf, number_of
from europa_rules.charts.combat_effects import attack_factors
from europa_rules.charts.combat_results import ratio_of
from europa_rules.charts.forms import FORMS
from europa_rules.charts.provenance import CONFIDENCES, KINDS, Cell, Provenance, caveats
from europa_rules.citations import Citation
from europa_rules.errors import DataError, Fault, NotationError, UnknownName
from europa_rules.numbers import HALF, exact

GAMES = {"FoF": Path(str(files("europa_rules_fof"))) / "charts", "SF": Path(str(files("europa_rules_sf"))) / "charts"}
CHARTS = {game: load_charts([bundled_folder(), folder]) for game, folder in GAMES.items()}
FOF, SF = CHARTS["FoF"], CHARTS["SF"]
CONSTRAINTS = tomllib.loads((Path(__file__).parent / "data" / "chart_constraints.toml").read_text("utf-8"))[
    "constraint"
]
FOLDERS = [Path(str(bundled_folder())), *GAMES.values()]
FILES = [f for folder in FOLDERS for f in sorted(folder.glob("*.toml")) if f.stem not in ("unit_identification",)]


def plain(value: object) -> object:
    """A cell's value as TOML writes it."""
    return [plain(v) for v in value] if isinstance(value, tuple) else value


def at(address: str) -> list[str]:
    return address.split(".")


def factor_for(cell: Cell[Leaf], groups: str) -> Fraction:
    """What a cell of attack factors makes of the strength of a unit that is in these groups."""
    product = Fraction(1)
    for factor in attack_factors(cell):
        product *= factor.factor if factor.applies_to(groups.split()) else 1
    return product


def holds_cell(charts: Charts, chart: str, address: str, value: object) -> bool:
    return plain(charts[chart].cell(*at(address)).value) == value


def holds_odds(charts: Charts, ratio: str, column: str) -> bool:
    return (charts.combat_results.column_for(Fraction(ratio)) or "none") == column


def holds_armor(charts: Charts, effect: str, share: str, drm: int) -> bool:
    return charts.armor_effects.drm(effect, Fraction(share)).value == drm


def holds_roll(charts: Charts, chart: str, column: str, roll: int, result: object) -> bool:
    return charts.matrix(chart)[column, roll].value == result


def holds_pick(charts: Charts, chart: str, strength: str, column: str) -> bool:
    return charts.matrix(chart).column_for(exact(strength)) == column


def holds_shifted(charts: Charts, chart: str, strength: str, shift: int, column: str) -> bool:
    matrix = charts.matrix(chart)
    start = matrix.columns.index(matrix.column_for(exact(strength)) or "")
    return matrix.columns[start + shift] == column


def holds_factor(charts: Charts, chart: str, address: str, groups: str, factor: str) -> bool:
    return factor_for(charts[chart].cell(*at(address)), groups) == Fraction(factor)


def holds_siege(charts: Charts, chart: str) -> bool:
    """Siege artillery is doubled just where other attackers are halved or quartered, the Maginot Line apart."""
    for name in charts[chart].rows("rows"):
        row = charts.fortification_effects[name]
        weakened = any(f.factor < 1 for f in row.combat.attack_factors)
        exempt = any("siege_artillery" in f.excepting for f in row.combat.attack_factors)
        if (row.siege_artillery_factor == 2) != (weakened and not exempt):
            return False
    return True


def holds_same_row(charts: Charts, chart: str, one: str, other: str) -> bool:
    sheet = charts[chart]
    fields = [f for f in sheet.rows(*at(other)) if f != "note"]
    return all(sheet.cell(*at(one), f).value == sheet.cell(*at(other), f).value for f in fields)


def holds_overrun(charts: Charts, odds: str, possible: bool) -> bool:
    costs = [charts.overrun_costs.cost(mover, exact(odds)) for mover in ("german_cm", "other")]
    return all((cost is not None) == possible for cost in costs)


def holds_count(charts: Charts, chart: str, address: str, number: int) -> bool:
    return len(charts[chart].rows(*at(address))) == number


def holds_sum(charts: Charts, chart: str, addresses: list[str], total: int) -> bool:
    return sum(number_of(charts[chart].cell(*at(a)).value) for a in addresses) == total


def holds_success(charts: Charts, use: str, roll: int, result: str) -> bool:
    return charts.success.result(use, roll).value == result


def holds_success_of(charts: Charts, game: str, use: str, roll: int, result: str) -> bool:
    return CHARTS[game].success.result(use, roll).value == result


def holds_names(charts: Charts, chart: str, address: str, names: list[str]) -> bool:
    return set(charts[chart].rows(*at(address))) == set(names)


def holds_names_in_rows(charts: Charts, chart: str, address: str, name: str) -> bool:
    return name in charts[chart].rows(*at(address))


def holds_names_in(charts: Charts, chart: str, address: str, names: list[int]) -> bool:
    return {str(n) for n in names} <= set(charts[chart].texts(*at(address)))


def holds_some(charts: Charts, chart: str, address: str, column: str, result: str) -> bool:
    rolls = charts[chart].rows(*at(address))
    return any(charts[chart].cell(*at(address), roll, column).value == result for roll in rolls)


def holds_steps(charts: Charts, chart: str, field: str, steps: list[int]) -> bool:
    values = [charts[chart].cell("rows", row, field).value for row in charts[chart].rows("rows")]
    return list(dict.fromkeys(values)) == steps


def holds_turns(charts: Charts, first: str, last: str, number: int) -> bool:
    turns = charts.turn_record.turns
    return (turns[0], turns[-1], len(turns)) == (first, last, number)


CHECKS: dict[str, Callable[..., bool]] = {
    name.removeprefix("holds_"): function for name, function in globals().items() if name.startswith("holds_")
}


@pytest.mark.parametrize("constraint", CONSTRAINTS, ids=lambda c: f"{c['rule']}: {c['datum'][:40]}")
def test_each_chart_agrees_with_what_the_rulebooks_say(constraint: dict[str, object]) -> None:
    charts = CHARTS[str(constraint["rule"]).split()[0]]
    checks = constraint["checks"]
    assert isinstance(checks, list) and checks
    for name, *rest in checks:
        assert CHECKS[name](charts, *rest), (constraint["rule"], name, *rest)


# --- the combat results table -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ratio", "column"),
    [
        ("34/9", "3:1"),
        ("9/9", "1:1"),
        ("13/9", "1:1"),
        ("14/9", "3:2"),
        ("18/9", "2:1"),
        ("80/9", "8:1"),
        ("81/9", "9:1"),
        ("200/9", "9:1"),
    ],
)
@pytest.mark.parametrize("charts", [FOF, SF], ids=["FoF", "SF"])
def test_fof_9A_and_sf_9A_odds_between_two_columns_use_the_lower(charts: Charts, ratio: str, column: str) -> None:
    assert charts.combat_results.column_for(Fraction(ratio)) == column


def test_fof_9B_below_the_first_column_there_is_no_roll() -> None:
    table = FOF.combat_results
    assert table.column_for(Fraction(24, 97)) is None
    assert table.column_for(Fraction(1, 4)) == "1:4"
    assert table[None, 6].value == "AE"


def test_rolls_beyond_the_table_use_its_first_and_last_row() -> None:
    table = FOF.combat_results
    assert table["2:1", -7].value == table["2:1", table.lowest].value
    assert table["2:1", 12].value == table["2:1", table.highest].value


def test_an_unknown_odds_column_is_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match="Did you mean '3:1'"):
        FOF.combat_results["3;1", 4]
    with pytest.raises(NotationError):
        ratio_of("3/1")


def test_the_combat_results_grow_no_worse_with_odds_and_roll() -> None:
    table = FOF.combat_results
    worst_first = list(table.results)
    for roll in range(table.lowest, table.highest + 1):
        ranks = [worst_first.index(table[column, roll].value) for column in table.columns]
        assert ranks == sorted(ranks), roll
    for column in table.columns:
        ranks = [worst_first.index(table[column, r].value) for r in range(table.lowest, table.highest + 1)]
        assert ranks == sorted(ranks), column


REPORTED = [
    ("3:1", range(2, 7), "all", "EX HX DR DH DE"),
    ("5:1", range(-1, 3), "some", "HX"),
    ("4:1", range(1, 7), "some", "DE"),
    ("5:1", range(1, 7), "some", "DE"),
    ("6:1", range(1, 7), "some", "DR"),
    ("9:1", range(1, 7), "some", "DE"),
    ("7:1", range(2, 8), "some", "DH"),
    ("4:1", range(4, 9), "some", "DE"),
    ("5:1", range(3, 9), "some", "DE"),
    ("3:2", range(2, 8), "some", "DR"),
    ("3:2", range(1, 7), "some", "EX"),
    ("3:2", range(1, 9), "some", "DE"),
    ("3:1", range(6), "some", "DR"),
    ("5:1", range(-1, 5), "some", "DR"),
    ("5:1", range(-1, 4), "some", "EX"),
    ("5:1", range(5), "all", "EX HX DR DH DE"),
    ("8:1", range(1, 7), "some", "DR"),
]


@pytest.mark.parametrize(("column", "rolls", "mode", "results"), REPORTED)
def test_the_combat_results_agree_with_published_games(column: str, rolls: range, mode: str, results: str) -> None:
    """Games that tell the odds and the result, but not always the roll."""
    seen = [SF.combat_results[column, roll].value in results.split() for roll in rolls]
    assert all(seen) if mode == "all" else any(seen)


def test_thirteen_combat_results_are_attested_and_the_others_say_that_they_are_not() -> None:
    table = FOF.combat_results
    cells = [table[column, roll] for column in table.columns for roll in range(table.lowest, table.highest + 1)]
    attested = [cell for cell in cells if cell.provenance.kind in ("printed", "game-report")]
    assert (len(cells), len(attested)) == (130, 13)
    assert table["2:1", 1].caveat is None
    assert table["1:4", 1].caveat == "combat_results rows.1.1:4: recalled, low"


# --- terrain, fortifications and the rest of the ground game ------------------------------------------------------


def test_fof_6_01_terrain_costs_by_movement_column() -> None:
    terrain = FOF.terrain_effects
    assert terrain.mp("mountain", "clear", "cm_art").value == 6
    assert terrain.mp("mountain", "clear", "mountain", "other").value == 2
    assert terrain.mp("clear", "clear", "mountain", "other").value == 1
    assert terrain.mp("mountain", "mud", "cm_art").value is None
    assert terrain.mp("sea", "clear", "other").value is None


def test_a_move_class_falls_back_to_the_columns_that_it_may_use() -> None:
    terrain = SF.terrain_effects
    assert terrain.columns_for("ski") == ("ski", "light", "other")
    assert terrain.columns_for(basic="cm_art") == ("cm_art",)
    assert terrain.columns_for("ski", "light") == ("ski", "light", "other")
    assert terrain.mp("woods", "clear", *terrain.columns_for("ski")).value == 1
    assert terrain.mp("woods", "snow", *terrain.columns_for("ski")).value == 2
    assert terrain.mp("mountain", "clear", *terrain.columns_for("high_mountain")).value == 2


def test_an_unknown_terrain_weather_column_city_or_hexside_is_answered_with_the_nearest() -> None:
    terrain = FOF.terrain_effects
    with pytest.raises(UnknownName, match="Did you mean 'woods'"):
        terrain.mp("Woods", "clear", "other")
    with pytest.raises(UnknownName, match="Did you mean 'snow'"):
        terrain.mp("woods", "snowy", "other")
    with pytest.raises(UnknownName, match="Did you mean 'other'"):
        terrain.mp("woods", "clear", "others")
    with pytest.raises(UnknownName, match="Did you mean 'woods'"):
        terrain.combat("wods")
    with pytest.raises(UnknownName, match="Did you mean 'full'"):
        terrain.city_combat("ful")
    with pytest.raises(UnknownName, match="Did you mean 'river'"):
        terrain.hexside("rivers")


def test_an_overlay_terrain_replaces_clear_and_joins_any_other() -> None:
    terrain = SF.terrain_effects
    assert terrain.overlay_terrains == {"bocage", "canal_intensive", "ravines"}
    assert terrain.layers("clear", ["bocage"]) == ("bocage",)
    assert terrain.layers("woods", ["bocage"]) == ("woods", "bocage")
    assert terrain.layers("woods") == ("woods",)


def test_hexsides_open_frozen_and_flooding() -> None:
    terrain = SF.terrain_effects
    costs = {s: terrain.hexside_mp("major_river", s, "other") for s in ("open", "frozen", "flooding")}
    assert {s: c.value for s, c in costs.items() if c is not None} == {"open": 2, "frozen": 1, "flooding": 4}
    assert terrain.hexside("major_river").options == {"flooding": "44A4"}
    canal = terrain.hexside_mp("canal", "flooding", "cm_art")
    assert canal is not None and canal.value == 1
    assert terrain.hexside_combat("major_river", "frozen").attack_factors[0].factor == HALF
    assert FOF.terrain_effects.hexside_combat("karst").prohibited and "karst" not in terrain.hexsides


def test_a_lake_hexside_may_be_crossed_and_attacked_across_only_when_frozen() -> None:
    terrain = FOF.terrain_effects
    open_, frozen = (terrain.hexside_mp("lake", state, "other") for state in ("open", "frozen"))
    assert open_ is not None and open_.value is None
    assert frozen is not None and frozen.value == 2
    assert terrain.hexside_combat("lake").prohibited
    assert not terrain.hexside_combat("lake", "frozen").prohibited


def test_a_mountain_hexside_costs_a_mountain_hex_in_place_of_the_hex_entered() -> None:
    terrain = FOF.terrain_effects
    assert terrain.hexside_mp("mountain", "open", "other") is None
    assert terrain.hexside("mountain").costs_as_hex == "mountain"


def test_fof_31B_and_sf_37A1_a_causeway_is_a_different_hexside_in_each_game() -> None:
    for charts, like in ((FOF, "narrow_strait"), (SF, "major_river")):
        causeway, other = charts.terrain_effects.hexside("causeway"), charts.terrain_effects.hexside(like)
        assert causeway.mps == other.mps
        assert causeway.combat["open"].attack_factors == other.combat["open"].attack_factors
        assert causeway.blocks_naval_route and not other.blocks_naval_route


def test_swamp_fights_and_costs_as_clear_when_frozen() -> None:
    terrain = SF.terrain_effects
    assert terrain.combat("swamp").no_aec and not terrain.combat("swamp", frozen=True).no_aec
    assert terrain.combat("woods", frozen=True) == terrain.combat("woods")


def test_attack_factors_apply_to_groups_and_spare_the_exempt() -> None:
    factor = AttackFactor("combat_motorized", frozenset({"artillery"}), HALF)
    assert factor.applies_to({"combat_motorized"})
    assert not factor.applies_to({"combat_motorized", "artillery"})
    full = SF.terrain_effects.city_combat("full")
    assert [f.factor for f in full.factors_for({"assault_engineer"})] == [2]
    assert [f.factor for f in full.factors_for({"infantry"})] == [HALF]
    assert SF.terrain_effects.hex_under_city("full", "woods") == "clear"
    assert SF.terrain_effects.hex_under_city("dot", "woods") == "woods"


def test_fof_31A4_the_westwall_modifier_is_the_number_printed_in_the_hex() -> None:
    combat = FOF.fortification_effects["westwall"].combat
    assert combat.drm is None and combat.drm_with(3) == -3
    assert FOF.fortification_effects["fort"].combat.drm_with(3) == -1
    assert "westwall" not in SF.fortification_effects
    with pytest.raises(UnknownName, match="Did you mean 'westwall'"):
        FOF.fortification_effects["west_wall"]


def test_sf_14A2_only_the_later_game_has_an_engineer_bonus() -> None:
    assert FOF.fortification_effects.engineers is None
    bonus = SF.fortification_effects.engineers
    assert bonus is not None
    assert (bonus.drm.value, bonus.from_share.value, bonus.fortification_drms) == (1, Fraction(1, 7), (-1, -2, -3))


def test_fof_8A_and_sf_8A_stacking_counts_artillery_in_units_or_in_res() -> None:
    fof, sf = FOF.stacking_limits, SF.stacking_limits
    regular, mountain = fof.limit_for("woods"), fof.limit_for("mountain")
    assert (regular.units, regular.non_divisional_re, regular.artillery_units, regular.artillery_re) == (3, 3, 2, None)
    assert (mountain.units, mountain.non_divisional_re, mountain.artillery_units) == (2, 2, 1)
    regular, mountain = sf.limit_for("woods"), sf.limit_for("mountain")
    assert (regular.artillery_units, regular.artillery_re, regular.artillery_divisions) == (None, 2, 1)
    assert (mountain.artillery_re, mountain.artillery_divisions, mountain.caveats) == (1, 0, ())
    assert fof.extra["fortress"][0] == 1 and not sf.extra
    assert "truck" in fof.never_counted and "port_fortification" in sf.never_counted


def test_fof_6A_and_sf_6A_zoc_costs() -> None:
    for charts in (FOF, SF):
        zoc = charts.zoc_costs
        assert [zoc.leaving("german_cm", into_zoc=into).value for into in (False, True)] == [1, 2]
        assert [zoc.leaving(into_zoc=into).value for into in (False, True)] == [2, 3]
        assert zoc.leaving("polish_cm", into_zoc=True).value == 3
    assert [SF.zoc_costs.leaving("german_cm", into_zoc=into, zoc="reduced").value for into in (False, True)] == [0, 1]
    assert FOF.zoc_costs.kinds == ("full",)
    with pytest.raises(UnknownName):
        FOF.zoc_costs.leaving(into_zoc=True, zoc="reduced")


def test_fof_13_and_sf_13_overrun_costs_by_odds() -> None:
    costs = FOF.overrun_costs
    paid = [costs.cost("other", odds) for odds in (Fraction(119, 10), 12, 40)]
    assert [c.value for c in paid if c is not None] == [3, 2, 2]
    assert costs.minimum_odds == 10 and costs.cost("german_cm", Fraction(99, 10)) is None
    assert costs.zero_defense_odds.value == 12


def test_sf_10C_armor_effects_in_bad_weather_are_the_later_games_only() -> None:
    assert SF.armor_effects.drm("aeca_reduced", 1).value == 2
    assert SF.armor_effects.drm("aeca_reduced", 1).caveat is not None
    assert SF.armor_effects.use_in("mud").value == "none"
    with pytest.raises(UnknownName):
        FOF.armor_effects.drm("aeca_reduced", 1)
    with pytest.raises(UnknownName):
        FOF.armor_effects.use_in("mud")


def test_the_turn_record_in_order() -> None:
    record = SF.turn_record
    assert record.after("Dec II 43") == "Jan I 44"
    assert record.after("May I 45") is None
    assert record.brings_production("Aug I 43") and not record.brings_production("Aug II 43")
    assert set(record.scenario_starts.values()) <= set(record.turns)
    with pytest.raises(UnknownName, match="Did you mean 'May I 40'"):
        FOF.turn_record.index("May 1 40")


def test_success_from_its_threshold_on_and_the_harsher_failure_below() -> None:
    use = SF.success["commando_surprise_attack"]
    assert [use.result(roll).value for roll in range(8)] == ["F*", "F*", "F", "F", "F", "S", "S", "S"]
    assert use.result(5).caveat is not None
    assert SF.success["unreliable_garrison"].option == "44C6"
    with pytest.raises(UnknownName):
        FOF.success["oss_surprise_attack"]


def test_a_differential_clamps_and_a_strength_below_the_first_column_has_none() -> None:
    air, aa = SF.matrix("air_combat"), SF.matrix("antiaircraft_fire")
    assert (air.column_for(-9), air.column_for(11)) == ("-5", "7")
    assert (aa.column_for(0), aa.column_for(99)) == (None, "17")
    assert SF.matrix("weather_table", "D")["Nov I", 4].value == "M"
    assert SF.matrix("air_drop_disruption").column_for("unit") == "unit"
    with pytest.raises(UnknownName):
        SF.matrix("air_drop_disruption").column_for("units")
    with pytest.raises(UnknownName):
        air["8", 3]


# --- provenance ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("charts", [FOF, SF], ids=["FoF", "SF"])
def test_every_cell_says_where_it_comes_from(charts: Charts) -> None:
    for name in charts:
        for path, cell in charts[name].cells.items():
            assert cell.provenance.kind in KINDS, (name, path)
            assert cell.provenance.confidence in CONFIDENCES, (name, path)
            assert cell.provenance.source, (name, path)
            assert cell.file in charts[name].files


LEFTOVERS = re.compile(
    r"\bl\.\s?\d|seed|script|aar_cases|\.md\b|\.csv\b|\.json\b|rulings/|\bob/|estimate\b.*\bhigh\"", re.I
)


@pytest.mark.parametrize("file", FILES, ids=lambda f: f"{f.parts[-3]}/{f.name}")
def test_chart_files_cite_rules_and_public_sources_only(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.startswith("# "), "a chart file begins with what its keys and units are"
    found = [line for line in text.splitlines() if LEFTOVERS.search(line)]
    assert not found
    assert not re.search(r"\d\.\d", re.sub(r'"[^"]*"|#.*', "", text)), "numbers are exact"


def test_series_charts_name_no_game_in_their_cells() -> None:
    for name, sheet in load_charts([bundled_folder()]).sheets.items():
        for path in sheet.cells:
            assert not {"fof", "sf"} & set(re.split(r"[_\W]", ".".join(path).lower())), (name, path)


def test_charts_cite_rules_that_there_are() -> None:
    matrix = files("europa_rules") / "data" / "rules"
    known = {
        tuple(line.split(",")[1:3]) for f in matrix.iterdir() for line in f.read_text(encoding="utf-8").splitlines()
    }
    for charts in CHARTS.values():
        for name in charts:
            for by in charts[name].rules:
                assert any(book == by.book and number.startswith(by.number) for book, number in known), (name, str(by))


def test_a_caveat_names_the_cell_its_kind_and_how_sure_we_are() -> None:
    cell = FOF.terrain_effects.mp("woods", "mud", "other")
    assert cell.caveat == "terrain_effects hexes.woods.mp.mud.other: recalled, low"
    assert cell.file == "europa_rules/data/charts/terrain_effects.toml"
    assert FOF.terrain_effects.mp("woods", "clear", "other").caveat is None
    assert FOF.terrain_effects.combat("woods").caveats == ("terrain_effects hexes.woods.combat: recalled, low",)
    assert caveats(cell, None, cell) == (cell.caveat,)
    assert not Provenance("play-aid", "", "medium").is_verified


def test_a_game_may_know_less_about_a_cell_than_the_series() -> None:
    for charts, confidence in ((FOF, "medium"), (SF, "high")):
        assert charts.provenance("zoc_costs", "costs", "full", "other", "to_hex_in_zoc").confidence == confidence
        assert charts.provenance("air_combat", "rows", "6", "2").confidence == confidence
    assert FOF["air_combat"].cell("rows", "6", "2").file.startswith("europa_rules/")


def test_the_manifest_lists_files_and_provenance_and_no_path_of_a_machine() -> None:
    manifest = FOF.manifest()
    entry = manifest["terrain_effects"]
    assert entry["files"] == [
        "europa_rules/data/charts/terrain_effects.toml",
        "europa_rules_fof/charts/terrain_effects.toml",
    ]
    counts = entry["cells"]
    assert isinstance(counts, dict) and counts["recalled, low"] > 50


def test_charts_are_found_by_name_alias_and_nearest_name() -> None:
    assert FOF["ground_crt"] is FOF["combat_results"]
    assert "success_table" in FOF and "naval_gunnery" not in FOF
    assert {sheet.form for charts in CHARTS.values() for sheet in charts.sheets.values()} <= set(FORMS)
    with pytest.raises(UnknownName, match="Did you mean 'bombing'"):
        FOF["bombin"]
    with pytest.raises(UnknownName, match=r"Did you mean 'hexes\.woods"):
        FOF.provenance("terrain_effects", "hexes", "wods", "mp", "mud", "other")
    assert Citation("FoF", "9A") in FOF["combat_results"].rules
    with pytest.raises(UnknownName, match="no chart 'turn_record'"):
        load_charts([bundled_folder()]).turn_record.index("May I 40")


# --- overlays -----------------------------------------------------------------------------------------------------


def overlay(folder: Path, name: str, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    return folder


MINE = 'provenance = { kind = "printed", source = "my copy", confidence = "high" }\n'


def with_overlays(*folders: Path) -> Charts:
    return load_charts([bundled_folder(), GAMES["FoF"], *folders])


def test_an_overlay_changes_the_cells_that_it_names_and_no_other(tmp_path: Path) -> None:
    text = 'lays_over = "combat_results"\n' + MINE + '[rows.6]\n"2:1" = "DH"\n'
    charts = with_overlays(overlay(tmp_path / "mine", "combat_results.toml", text))
    cell = charts.combat_results["2:1", 6]
    assert (cell.value, cell.provenance.source, cell.caveat) == ("DH", "my copy", None)
    assert cell.file == str(tmp_path / "mine" / "combat_results.toml")
    changed = {p for p, c in charts["combat_results"].cells.items() if c != FOF["combat_results"].cells[p]}
    assert changed == {("rows", "6", "2:1")}


def test_an_overlay_may_give_a_whole_row(tmp_path: Path) -> None:
    row = ", ".join(['"AE"'] * 13)
    text = 'lays_over = "combat_results"\n' + MINE + f"[rows]\n-1 = [{row}]\n"
    charts = with_overlays(overlay(tmp_path, "any_name.toml", text))
    assert {charts.combat_results[c, -1].value for c in charts.combat_results.columns} == {"AE"}


def test_overlays_apply_left_to_right(tmp_path: Path) -> None:
    for name, cost in (("a", 4), ("b", 5)):
        text = f'lays_over = "terrain_effects"\n{MINE}[hexes.woods.mp.mud]\nother = {cost}\n'
        overlay(tmp_path / name, "terrain_effects.toml", text)
    for order, cost in (("ab", 5), ("ba", 4)):
        charts = with_overlays(*(tmp_path / name for name in order))
        assert charts.terrain_effects.mp("woods", "mud", "other").value == cost
        assert charts.terrain_effects.mp("woods", "mud", "cm_art").value == 4


NEW_TERRAIN = (
    'lays_over = "terrain_effects"\n'
    + MINE
    + "[hexes.heath]\n"
    + "".join(f"mp.{w} = {{ cm_art = 2, other = 1 }}\n" for w in ("clear", "mud", "frost", "winter", "snow"))
    + "combat = { drm = -1, no_aec = false, attack_factors = [], ground_support_factor = 1 }\n"
)


def test_a_new_terrain_needs_no_code(tmp_path: Path) -> None:
    folder = overlay(tmp_path, "terrain_effects.toml", NEW_TERRAIN)
    assert faults(folder) == []
    terrain = with_overlays(folder).terrain_effects
    assert terrain.mp("heath", "snow", "cm_art").value == 2
    assert terrain.combat("heath").drm == -1


def test_one_file_may_lay_over_several_charts(tmp_path: Path) -> None:
    text = MINE + "[charts.terrain_effects.weather.clear]\ndrm = 1\n" + '[charts.combat_results.rows.1]\n"1:1" = "AR"\n'
    file = overlay(tmp_path, "house.toml", text) / "house.toml"
    charts = with_overlays(file)
    assert charts.terrain_effects.weather_drm["clear"].value == 1
    assert charts.combat_results["1:1", 1].value == "AR"


def test_a_folder_may_bring_a_chart_of_its_own(tmp_path: Path) -> None:
    text = (
        "# Rations.\n"
        'title = "Rations"\nform = "record_table"\nrules = ["FoF 12B"]\n'
        + MINE
        + '[fields]\nfood = { of = "number", least = 0, unit = "tons" }\n[rows]\nbread = { food = "1/2" }\n'
    )
    charts = with_overlays(overlay(tmp_path, "rations.toml", text))
    assert charts["rations"].number("rows", "bread", "food").value == HALF


# --- faults -------------------------------------------------------------------------------------------------------


def test_all_bundled_charts_are_without_faults() -> None:
    assert [faults(folder) for folder in FOLDERS] == [[], [], []]


TWELVE = ", ".join([chr(34) + "AS" + chr(34)] * 12)
THREE_FAULTS = MINE + (
    "[charts.terrain_effects.hexes.Woods]\n"
    "mp.clear = { cm_art = 2, other = 2 }\n"
    "[charts.combat_results.rows]\n"
    f"3 = [{TWELVE}]\n"
    "[charts.supply_lines.rows.overland]\n"
    "clear = -1\n"
)


def assert_three_faults(found: list[Fault]) -> None:
    assert len(found) == 3
    by_place = {f.where.rpartition("charts.")[2]: f for f in found}
    terrain, row, length = (
        next(f for w, f in by_place.items() if name in w) for name in ("Woods", "rows.3", "overland")
    )
    assert terrain.suggestion == "woods"
    assert "12" in row.found and "13" in row.expected
    assert length.found == "-1" and "0 or more" in length.expected
    assert all(f.file and f.where and f.expected for f in found)


def test_three_faults_of_one_file_are_one_report_of_three(tmp_path: Path) -> None:
    file = overlay(tmp_path, "house.toml", THREE_FAULTS) / "house.toml"
    found = faults(file, over=[GAMES["FoF"]])
    assert_three_faults(found)
    assert {f.file for f in found} == {str(file)}
    assert all(f.where.startswith("charts.") for f in found)
    with pytest.raises(DataError) as error:
        with_overlays(file)
    assert len(error.value.faults) == 3 and "Did you mean 'woods'?" in str(error.value)


def test_three_faults_of_three_files_are_one_report_of_three(tmp_path: Path) -> None:
    short = ", ".join(['"AS"'] * 12)
    overlay(tmp_path, "a.toml", f'lays_over = "terrain_effects"\n{MINE}[hexes.Woods]\nmp.clear = {{ cm_art = 2 }}\n')
    overlay(tmp_path, "b.toml", f'lays_over = "combat_results"\n{MINE}[rows]\n3 = [{short}]\n')
    overlay(tmp_path, "c.toml", f'lays_over = "supply_lines"\n{MINE}[rows.overland]\nclear = -1\n')
    assert_three_faults(faults(tmp_path, over=[GAMES["FoF"]]))


def test_a_name_defined_in_a_file_that_is_read_later_is_no_fault(tmp_path: Path) -> None:
    uses = (
        'lays_over = "fortification_effects"\n'
        + MINE
        + ('[rows.fort]\nattack_factors = [{ units = "bicycle", except = ["sappers"], factor = "1/2" }]\n')
    )
    defines = 'lays_over = "unit_groups"\n' + MINE + '[rows]\nbicycle = { meaning = "bicycle units" }\n'
    overlay(tmp_path, "a.toml", uses)
    found = faults(tmp_path)
    assert [(f.where, f.found) for f in found] == [
        ("rows.fort.attack_factors", f"'{n}'") for n in ("bicycle", "sappers")
    ]
    overlay(tmp_path, "z.toml", defines + 'sappers = { meaning = "sappers" }\n')
    assert faults(tmp_path) == []


ODDS_COLUMNS = list(FOF.combat_results.columns)
MYSLF = "[sources]\nmyslf = { kind = 'printed', confidence = 'high' }\n"
FAULTY = [
    ("lays_over = 'terrain_efects'\n" + MINE, "lays_over", "terrain_effects"),
    ("title = 'x'\nform = 'die_matrx'\n" + MINE, "form", "die_matrix"),
    ("lays_over = 'terrain_effects'\nweather.clear.drm = 0\n", "weather.clear.drm", ""),
    (
        "lays_over = 'terrain_effects'\n" + MINE.replace("printed", "print") + "weather.clear.drm = 0\n",
        "provenance.kind",
        "printed",
    ),
    ("lays_over = 'terrain_effects'\n" + MINE + "weather.clear.drm = 0.5\n", "weather.clear.drm", ""),
    ("lays_over = 'terrain_effects'\n" + MINE + "weather.clear.drm = '1/2'\n", "weather.clear.drm", ""),
    ("lays_over = 'terrain_effects'\n" + MINE + "weather.clear.dmr = 0\n", "weather.clear.dmr", "drm"),
    ("lays_over = 'terrain_effects'\n" + MINE + "hexes.woods.mp.mud = 3\n", "hexes.woods.mp.mud", ""),
    ("lays_over = 'terrain_effects'\n" + MINE + "hexes.woods.mp.mud.other.x = 3\n", "hexes.woods.mp.mud.other.x", ""),
    ("lays_over = 'terrain_effects'\n" + MINE + "hexes.wods.mp.mud.other = 3\n", "hexes.wods", "woods"),
    ("lays_over = 'terrain_effects'\n" + MINE + "hexes.woods.mp.mud.other = 'X'\n", "hexes.woods.mp.mud.other", ""),
    ("lays_over = 'terrain_effects'\n" + MINE + "overlays.replace = ['cler']\n", "overlays.replace", "clear"),
    (
        "lays_over = 'terrain_effects'\nprovenance = 'myself'\n" + MYSLF,
        "provenance",
        "myslf",
    ),
    ("lays_over = 'combat_results'\n" + MINE + "[rows.3]\n'3:1' = 'XX'\n", "rows.3.3:1", ""),
    ("lays_over = 'combat_results'\n" + MINE + "[rows.3]\n'3;1' = 'DR'\n", "rows.3.3;1", "3:1"),
    ("lays_over = 'combat_results'\n" + MINE + "[rows.17]\n'3:1' = 'DR'\n", "rows.17", ""),
    ("lays_over = 'overrun_costs'\n" + MINE + "[costs.other]\n'11;1' = 2\n", "costs.other.11;1", ""),
    (
        "lays_over = 'bombing'\n[cells_from]\nmyslf = ['rows.33']\n" + MYSLF,
        "cells_from",
        "",
    ),
    ("lays_over = 'bombing'\n" + MINE + "die.highest = 9\n", "rows.9", ""),
    (
        "title = 'x'\nform = 'record_table'\nrules = ['12B']\n"
        + MINE
        + "[fields]\na = { of = 'flag' }\n[rows]\nb = { a = 1 }\n",
        "rules[0]",
        "",
    ),
    ("title = \n", "line 1", ""),
    (
        "lays_over = 'combat_results'\n" + MINE + f"columns = {[*ODDS_COLUMNS[:6], '3;1', *ODDS_COLUMNS[7:]]}\n",
        "columns[6]",
        "3:1",
    ),
    ("lays_over = 'overrun_costs'\n" + MINE + "zero_defense_odds = '12/1'\n", "zero_defense_odds", "12:1"),
    ("title = 'x'\nform = 'lists'\n" + MINE + "[lists]\na = 3\n", "lists.a", ""),
    ("title = 'x'\nform = 'lists'\n" + MINE + "lists = 3\n", "lists", ""),
    ("title = 'x'\nform = 'record_table'\n" + MINE + "fields = 3\nrows = {}\n", "fields", ""),
    ("form = 'lists'\n" + MINE + "[lists]\na = ['b']\n", "title", ""),
    ("lays_over = 'bombing'\nprovenance = 3\n[die]\ndice = 1\n", "provenance", ""),
    ("lays_over = 'terrain_effects'\n" + MINE + "overlays.replace = ['clear', 1.5]\n", "overlays.replace", ""),
    ("lays_over = 'terrain_effects'\n" + MINE + "hexes.woods.overlay = 1\n", "hexes.woods.overlay", ""),
    (
        "lays_over = 'fortification_effects'\n" + MINE + "rows.fort.ignore_retreats = 'some'\n",
        "rows.fort.ignore_retreats",
        "",
    ),
    (
        "lays_over = 'fortification_effects'\n" + MINE + "rows.fort.attack_factors = [{ factor = 2 }]\n",
        "rows.fort.attack_factors",
        "",
    ),
    (
        "lays_over = 'success'\n" + MINE + "uses.night_crash_landing.success_to.a = 2\n",
        "uses.night_crash_landing.success_to",
        "",
    ),
]


@pytest.mark.parametrize(("text", "where", "suggestion"), FAULTY)
def test_a_fault_names_the_file_the_place_and_the_nearest_right_name(
    tmp_path: Path, text: str, where: str, suggestion: str
) -> None:
    file = overlay(tmp_path, "mine.toml", text) / "mine.toml"
    found = faults(file)
    first = next(f for f in found if f.where == where)
    assert first.file == str(file)
    assert first.suggestion == suggestion or not suggestion
    assert first.expected


def test_a_path_that_is_not_there_is_a_fault(tmp_path: Path) -> None:
    assert [f.where for f in faults(tmp_path / "nowhere")] == ["the path"]
    assert [f.found for f in faults(tmp_path)] == ["no TOML file in it"]
