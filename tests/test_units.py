"""Units (rules 3A and 14): size, class, REs, heavy equipment, symbols; their chart; pieces as text."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import get_args

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

import europa_rules_fof
import europa_rules_sf
from europa_rules.air_units import AirRating, AirUnit
from europa_rules.citations import Citation
from europa_rules.errors import BadQuestion, DataError, NotationError, UnknownName
from europa_rules.nations import Nations
from europa_rules.position_notation import AnyUnit, PieceNotation
from europa_rules.unit_facts import unit_from_facts
from europa_rules.unit_types import CAPABILITIES, Purpose, UnitTypes, load_unit_types, series_charts
from europa_rules.unit_words import series_words
from europa_rules.units import (
    Rating,
    Size,
    Unit,
    as_cadre,
    capability,
    counts_as,
    fights_as_combat_motorized,
    has_ability,
    has_heavy_equipment,
    is_air_droppable,
    is_artillery,
    is_combat_engineer,
    is_combat_motorized,
    is_commando,
    is_construction,
    is_divisional,
    is_intrinsically_amphibious,
    is_long_range,
    is_mountain,
    is_position_aa,
    is_siege_artillery,
    movement_columns,
    re_for,
    reckon_re_size,
    reckon_transport_re,
    size_group,
    unit_class,
)

FOF = UnitTypes.read(Path(europa_rules_fof.__file__).parent / "charts")
SF = UnitTypes.read(Path(europa_rules_sf.__file__).parent / "charts")
SERIES = UnitTypes.read()
NATIONS = Nations.read()
NOTATION = PieceNotation.of_series()

TYPES_OF_THE_CHART = [
    "armor",
    "amphibious_armor",
    "light_armor",
    "reconnaissance",
    "flamethrower_tank",
    "engineer_tank",
    "assault_engineer_tank",
    "sturmpanzer",
    "mechanized",
    "mechanized_commando",
    "assault_gun",
    "motorcycle",
    "artillery",
    "coast_artillery",
    "siege_artillery",
    "long_range_siege_artillery",
    "rocket_artillery",
    "mortar",
    "mixed",
    "cavalry",
    "antitank",
    "heavy_aa",
    "position_heavy_aa",
    "position_light_aa",
    "v_weapons",
    "port_fortification",
    "assault_engineer",
    "amphibious_assault_engineer",
    "railroad_engineer",
    "port_construction",
    "pipeline_construction",
    "infantry",
    "mountain",
    "light_infantry",
    "static",
    "fortress",
    "punitive",
    "punitive_fortress",
    "marine",
    "naval_troops",
    "marine_commando",
    "border",
    "machinegun",
    "ski",
    "high_mountain",
    "security",
    "police",
    "political_police",
    "light_aa",
    "training",
    "reserve",
    "replacement",
    "combat_engineer",
    "construction",
    "bicycle",
    "commando",
    "parachute_commando",
    "air_landing",
    "parachute",
    "parachute_infantry",
    "partisan",
    "truck",
    "coastal",
    "fortified_area",
    "support_group",
    "transport_counter",
    "apc_counter",
    "lvt_counter",
    "horse_artillery",
    "light_artillery",
    "half_armor",
    "panzergrenadier",
    "motorized_infantry",
    "light_tank",
    "headquarters",
]


def ground(text: str) -> Unit:
    return NOTATION.parse_unit(text, nation="ge")


# --- the chart -------------------------------------------------------------------------------------------------------


def test_every_type_of_the_chart_is_in_one_of_the_games() -> None:
    assert [t for t in TYPES_OF_THE_CHART if t not in FOF and t not in SF] == []


def test_each_game_has_its_own_types() -> None:
    assert "half_armor" in FOF
    assert "half_armor" not in SF
    assert "light_tank" not in SERIES
    assert "mixed" in SF
    assert "mixed" not in FOF
    assert "truck" in FOF
    assert "truck" not in SF


def test_fof_10A_01_one_armor_effects_capability_serves_attack_and_defense() -> None:
    for row in FOF.types.values():
        for nation in NATIONS.by_code:
            values = FOF.capabilities(row.id, nation)
            assert values.aeca == values.aecd, row.id


def test_every_row_says_where_it_comes_from() -> None:
    for row in [*FOF.types.values(), *SF.types.values()]:
        assert row.provenance.source, row.id
        assert "l." not in row.provenance.source


def test_an_overlay_replaces_single_cells(tmp_path: Path) -> None:
    (tmp_path / "unit_identification.toml").write_text('[types.infantry]\natec = "half"\n', encoding="utf-8")
    mine = load_unit_types([series_charts(), tmp_path, tmp_path / "nothing here"])
    assert mine.get("infantry").capabilities.atec == "half"
    assert mine.get("infantry").capabilities.aeca == "none"


def test_a_faulty_chart_names_every_fault(tmp_path: Path) -> None:
    (tmp_path / "unit_identification.toml").write_text(
        'takes = ["infanty"]\n[types.infantry]\natec = "ful"\nheavy_equipment = 1\n[sizes]\nbrigade = "1,5"\n'
        '[citations]\nsizes = "3A3"\n[counter_sizes.truck]\nfixed = 1\nper_point = 1\n'
        '[[nation_rows]]\ntypes = ["armour"]\nnations = ["fr"]\nprovenance = { kind = "guess" }\n',
        encoding="utf-8",
    )
    with pytest.raises(DataError) as caught:
        UnitTypes.read(tmp_path)
    text = str(caught.value)
    assert "Did you mean 'infantry'?" in text
    assert "types.infantry.atec: found 'ful'" in text
    assert "Did you mean 'full'?" in text
    assert "types.infantry.heavy_equipment" in text
    assert "sizes.brigade" in text
    assert "citations.sizes" in text
    assert "counter_sizes.truck" in text
    assert "Did you mean 'armor'?" in text
    assert "provenance.kind: found 'guess'" in text


def test_a_file_that_is_no_toml_is_refused(tmp_path: Path) -> None:
    (tmp_path / "unit_identification.toml").write_text("types = [", encoding="utf-8")
    with pytest.raises(DataError, match="no TOML"):
        UnitTypes.read(tmp_path)


# --- rule 3A1, 3A2 ---------------------------------------------------------------------------------------------------


def test_fof_3A1_01_headquarters_and_cadres_are_not_divisional() -> None:
    assert not is_divisional(ground("0-6 Inf HQ"))
    assert not is_divisional(ground("fr 2-6 Inf cadre"))
    assert size_group(ground("7-6 Inf XX")) == "divisional"


def test_sf_3A1_01_a_divisional_group_is_divisional() -> None:
    assert size_group(ground("br 3-8 Art XXG")) == "divisional"
    assert size_group(ground("br 3-8 Art X")) == "non_divisional"


def test_fof_3A2_01_classes_of_the_books_examples() -> None:
    assert unit_class(ground("fr 1-8 Cav III"), FOF) == "non_motorized"
    assert unit_class(ground("ge 2-1-4 SgArt III"), FOF) == "artillery"
    assert unit_class(ground("br 2-1-10 Arm X"), FOF) == "combat_motorized"


@pytest.mark.parametrize("chart", [FOF, SF])
def test_sf_3A2_01_a_motorized_antitank_battalion_is_cm_and_antiaircraft_is_no_artillery(chart: UnitTypes) -> None:
    assert is_combat_motorized(ground("1-2-10 Mot AT II"), chart)
    assert not is_combat_motorized(ground("1-2-6 AT II"), chart)
    assert not is_artillery(ground("1-2-8 AA III"), chart)
    assert not is_artillery(ground("1-2-6 AT II"), chart)


def test_sf_3A2_02_motorized_artillery_is_both_artillery_and_cm() -> None:
    unit = ground("2-3-10 Mot Art III")
    assert is_artillery(unit, SF)
    assert is_combat_motorized(unit, SF)


def test_fof_14E_01_a_headquarters_is_cm_by_its_type_symbol() -> None:
    assert is_combat_motorized(ground("0-10 Pz HQ"), FOF)
    assert not is_combat_motorized(ground("0-6 Inf HQ"), FOF)
    assert is_combat_motorized(ground("0-10 Mot Inf HQ"), FOF)
    assert unit_class(ground("0-6 Art HQ"), FOF) == "non_motorized"
    assert not is_artillery(ground("0-6 Art HQ"), FOF)


def test_sf_3A2_03_a_stated_class_stands() -> None:
    assert is_artillery(Unit("ge", "infantry", "regiment", unit_class="artillery"), SF)
    assert not is_artillery(Unit("ge", "artillery", "regiment", unit_class="non_motorized"), SF)


# --- rule 3A3 --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("piece", "res"),
    [
        ("fr 1-6 Inf II", "1/2"),
        ("br TC 1-10", "1/2"),
        ("ge PosAA 2", "1"),
        ("ge 3-6 Inf cadre", "1"),
        ("ge 0-6 HQ", "1"),
        ("ge truck 0-10", "1"),
        ("ge RP 4", "4"),
    ],
)
def test_fof_3A3_01_sizes(piece: str, res: str) -> None:
    assert reckon_re_size([ground(piece)], FOF).value == Fraction(res)


def test_fof_3A3_02_a_stack_has_a_ledger_line_for_each_item() -> None:
    stack = NOTATION.parse_list("7-6 Inf XX 5, 2-6 Inf III, 2-3-8 Art III, 0-1-5 Cons II", nation="ge")
    reckoning = reckon_re_size([unit for unit in stack if isinstance(unit, Unit)], FOF)
    assert reckoning.value == Fraction(11, 2) == reckoning.reevaluate()
    assert len(reckoning.lines[0].parts) == 4
    assert reckoning.citations == (Citation("FoF", "3A3"),)
    assert "7-6 infantry division 5: 3 division (FoF 3A3)" in reckoning.tree()


@pytest.mark.parametrize(
    ("piece", "res"),
    [
        ("br 3-8 Inf XXG", "3"),
        ("ge RP 4", "4"),
        ("ge Supply 1", "1/4"),
        ("ge Mine 2", "2"),
        ("us APC 1-10", "1/2"),
        ("us APC 3-10", "1"),
        ("us LVT 1-6", "1/2"),
        ("us TC 3-12", "1"),
        ("ge 0-2-0* PortFort III", "1"),
        ("ge PosAA 4", "2"),
    ],
)
def test_sf_3A3_01_sizes(piece: str, res: str) -> None:
    assert reckon_re_size([ground(piece)], SF).value == Fraction(res)


@pytest.mark.parametrize(
    ("piece", "res"),
    [
        ("br 5-3-10 Arm X", 2),
        ("ge 14-10 Pz XX", 6),
        ("ge 2-8 Cav III", 2),
        ("ge 7-6 Inf XX", 3),
        ("ge 2-3-8 Art III", 1),
        ("us TC 3-12", 2),
    ],
)
def test_sf_3A3_07_cavalry_and_cm_units_count_double_by_rail_and_sea(piece: str, res: int) -> None:
    assert reckon_transport_re([ground(piece)], SF).value == res
    assert reckon_re_size([ground(piece)], SF).value <= res


def test_fof_7A4_01_doubling_is_a_line_of_the_ledger() -> None:
    reckoning = reckon_transport_re([ground("fr 3-8 Cav XX")], FOF)
    doubled = "x2 cavalry units count double for transport (FoF 7A4)"
    assert str(reckoning.lines[0].parts[0][1]) == f"3 division (FoF 3A3) | {doubled} | = 6"


def test_fof_14I1_01_a_transport_counter_is_half_its_capacity_and_doubled_by_rail() -> None:
    assert reckon_re_size([ground("br TC 3-10")], FOF).value == Fraction(3, 2)
    assert reckon_transport_re([ground("br TC 1-10")], FOF).value == 1


def test_fof_14J_01_a_truck_is_one_re_for_transport() -> None:
    assert reckon_transport_re([ground("ge truck 0-10")], FOF).value == 1


def test_sf_14J_01_a_capacity_that_no_counter_has_is_refused() -> None:
    with pytest.raises(NotationError, match="expected a capacity of 1, 3"):
        reckon_re_size([ground("us TC 2-12")], SF)


def test_sf_20F2_01_fof_20F_01_ground_units_count_double_for_a_drop() -> None:
    """In 1940 a transport has half its capacity for airborne operations, which comes to the same."""
    paratroops = ground("us 2-5 Para III")
    assert re_for("air_drop", paratroops, SF) == 2
    assert re_for("air_drop", paratroops, FOF) == 2
    assert re_for("air_transport", paratroops, SF) == 1


def test_sf_14A2_01_artillery_and_position_aa_are_left_out_of_the_engineer_proportion() -> None:
    assert re_for("engineers", ground("2-3-8 Art III"), SF) == 0
    assert re_for("engineers", ground("PosAA 3"), SF) == 0
    assert re_for("engineers", ground("2-6 Inf III"), SF) == 1
    assert re_for("proportions", ground("2-3-8 Art III"), SF) == 1


def test_sf_14A3_01_an_assault_engineer_counts_double_at_a_strongpoint() -> None:
    battalion = ground("1-10 AEng II")
    assert re_for("engineers_at_strongpoint", battalion, SF) == 1
    assert re_for("engineers", battalion, SF) == Fraction(1, 2)
    reckoning = reckon_re_size([ground("2-3-8 Art III")], SF, "engineers")
    assert "x0 not counted (SF 14A2)" in reckoning.tree()


def test_fof_14I1_02_a_transport_counter_is_ignored_in_combat_proportions() -> None:
    assert re_for("proportions", ground("br TC 1-10"), FOF) == 0


def test_every_purpose_has_a_row_in_both_games() -> None:
    unit = ground("7-6 Inf XX")
    for purpose in get_args(Purpose):
        assert re_for(purpose, unit, FOF) > 0
        assert re_for(purpose, unit, SF) > 0


# --- rule 3A4 and heavy equipment ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("piece", "heavy"),
    [
        ("br 7-8 Inf XX", True),
        ("br 3-8 Inf X", False),
        ("br 3-8* Inf X", True),
        ("br 3-8 Mot Inf X", True),
        ("ge 2-3-8 Art III", True),
        ("ge 1-2-6 AT II", True),
        ("ge 0-6 Inf HQ", True),
        ("br 0-5 AbnHQ HQ", False),
        ("br 0-5* ParaHQ HQ", False),
        ("us 2-5 Para III", False),
        ("ge PosAA 1", True),
        ("us TC 1-12", True),
    ],
)
def test_sf_3A4_01_heavy_equipment_by_type_and_by_supporting_arms(piece: str, heavy: bool) -> None:
    assert has_heavy_equipment(ground(piece), SF) is heavy


def test_sf_3A4_02_a_stated_value_stands() -> None:
    assert has_heavy_equipment(evolve(ground("3-8 Inf X"), heavy_equipment=True), SF)
    assert has_heavy_equipment(evolve(ground("3-8 Inf X"), type_heavy_equipment=True), SF)
    assert not has_heavy_equipment(evolve(ground("3-8* Inf X"), heavy_equipment=False), SF)


# --- armor and antitank values ---------------------------------------------------------------------------------------


def test_fof_10B2_01_french_armor_is_half_capable_german_full() -> None:
    assert capability(ground("fr 6-5-8 Arm XX"), "aeca", FOF) == "half"
    assert capability(ground("ge 14-10 Pz XX"), "aeca", FOF) == "full"
    assert capability(ground("fr 6-5-8 Arm XX"), "aeca", SF) == "full"


def test_sf_10B2_01_panzergrenadiers_are_half_capable_artillery_neutral() -> None:
    assert capability(ground("10-10 PzG XX"), "aeca", SF) == "half"
    assert capability(ground("2-3-8 Art III"), "atec", SF) == "neutral"
    assert capability(ground("7-6 Inf XX"), "aeca", SF) == "none"


def test_sf_14E2_01_the_motorized_symbol_turns_none_into_neutral() -> None:
    assert capability(ground("2-3-10 Mot AA III"), "aeca", SF) == "neutral"
    assert capability(ground("2-3-10 Mot AA III"), "atec", SF) == "full"
    assert capability(ground("3-10 Mot Inf III"), "atec", SF) == "neutral"


def test_sf_14D_01_a_headquarters_is_neutral() -> None:
    assert [capability(ground("0-10 Pz HQ"), which, SF) for which in ("aeca", "aecd", "atec")] == ["neutral"] * 3


def test_sf_10A1_01_a_stated_value_stands() -> None:
    assert capability(evolve(ground("7-6 Inf XX"), atec="half"), "atec", SF) == "half"


# --- rule 14: symbols and abilities ----------------------------------------------------------------------------------


def test_sf_14E1_01_italian_ski_units_are_mountain_units_others_light_infantry() -> None:
    assert counts_as(ground("it 2-6 Ski Inf III"), SF) == ("ski", "mountain")
    assert counts_as(ground("ge 2-6 Ski Inf III"), SF) == ("ski", "light_infantry")
    assert is_mountain(ground("it 2-6 Ski Inf III"), SF)
    assert not is_mountain(ground("ge 2-6 Ski Inf III"), SF)
    assert counts_as(ground("ge 1-6 Ski II"), SF) == ("light_infantry",)


def test_fof_14F_01_a_mountain_artillery_unit_has_the_mountain_rate_besides_its_own() -> None:
    assert movement_columns(ground("1-8 Mtn Art III"), FOF) == ("cm_art", "mountain")
    assert is_mountain(ground("1-8 Mtn Art III"), FOF)


@pytest.mark.parametrize(
    ("piece", "columns"),
    [
        ("ge 7-6 Inf XX", ("other",)),
        ("ge 7-8 Mtn XX", ("other", "mountain")),
        ("ge 2-8 Cav III", ("other",)),
        ("ge 3-8 Mixed XX", ("cm_art",)),
        ("ge 3-8 Mot Inf X", ("cm_art",)),
        ("ge 5-8 Mot Mtn X", ("cm_art",)),
        ("ge 2-6 LtInf III", ("other", "light")),
        ("it 2-6 Ski Inf III", ("other", "ski", "mountain")),
        ("ge 14-10 Pz XX", ("cm_art",)),
    ],
)
def test_sf_14E2_02_movement_columns(piece: str, columns: tuple[str, ...]) -> None:
    assert movement_columns(ground(piece), SF) == columns


def test_sf_14E2_03_motorized_artillery_does_not_fight_as_cm() -> None:
    assert fights_as_combat_motorized(ground("3-8 Mot Inf X"), SF)
    assert not fights_as_combat_motorized(ground("2-3-10 Mot Art III"), SF)
    assert not fights_as_combat_motorized(ground("7-6 Inf XX"), SF)


def test_sf_14H_01_every_commando_symbol_makes_a_commando() -> None:
    for kind in ("Cdo", "MarCdo", "ParaCdo", "MechCdo", "Cdo Inf"):
        assert is_commando(ground(f"br 1-8 {kind} II"), SF), kind
    assert is_air_droppable(ground("br 1-5 ParaCdo II"), SF)


def test_sf_27B6_01_marine_commandos_and_amphibious_units_are_always_amphibious() -> None:
    assert is_intrinsically_amphibious(ground("br 1-5 MarCdo II"), SF)
    assert is_intrinsically_amphibious(ground("br 2-8 Amph Inf X"), SF)
    assert not is_intrinsically_amphibious(ground("br 1-8 Cdo II"), SF)


def test_sf_24_01_parachute_infantry_is_not_air_droppable() -> None:
    assert not is_air_droppable(ground("ge 3-8 ParaInf III"), SF)
    assert is_air_droppable(ground("ge 3-8 Para III"), SF)
    assert is_air_droppable(ground("br 2-5 AL X"), SF)


def test_sf_14A_01_engineers() -> None:
    assert is_construction(ground("0-1-5 Cons III"), SF)
    assert is_construction(ground("2-8 Eng III"), SF)
    assert is_construction(ground("br 0-2-8 Cons Inf X"), SF)
    assert is_combat_engineer(ground("1-10 AEng II"), SF)
    assert not is_construction(ground("1-10 AEng II"), SF)
    assert not is_construction(ground("0-1-8 RREng II"), SF)
    assert is_combat_engineer(ground("2-1-8 StPz II"), SF)


def test_fof_14C_01_siege_artillery_long_range_or_not() -> None:
    assert is_siege_artillery(ground("3-1-4 SgArt III"), FOF)
    assert is_siege_artillery(ground("5-1-R LRSgArt II"), FOF)
    assert is_long_range(ground("5-1-R LRSgArt II"), FOF)
    assert not is_long_range(ground("3-1-4 SgArt III"), FOF)


def test_fof_14G_01_the_fortress_symbol_alone_or_with_others() -> None:
    assert has_ability(ground("fr 1-2-4 Ftrs III"), "extra_stacking", FOF)
    assert has_ability(ground("fr 0-2-4 Ftrs Art III"), "extra_stacking", FOF)
    assert not has_ability(ground("fr 5-6 Inf XX"), "extra_stacking", FOF)


def test_fof_22A2_01_position_aa() -> None:
    assert is_position_aa(ground("PosAA 2"), FOF)
    assert not is_position_aa(ground("1-2-6 AA III"), FOF)
    assert ground("PosAA 2").attack == ground("PosAA 2").defense == 0


def test_fof_14K1_01_rail_only_and_immobile_units() -> None:
    assert ground("5-1-R LRSgArt II").is_rail_only
    assert not ground("5-1-R LRSgArt II").is_immobile
    assert ground("0-3-0 Ftrs III").is_immobile
    assert ground("RP 1").movement == 0


def test_fof_9C_01_a_cadre_is_one_re_and_has_no_cadre_of_its_own() -> None:
    cadre = as_cadre(ground("fr 5-6-6(2-3-6) Inf XX 10"))
    assert NOTATION.write(cadre) == "fr 2-3-6 Inf cadre 10"
    assert reckon_re_size([cadre], FOF).value == 1
    with pytest.raises(NotationError, match="no cadre side"):
        as_cadre(cadre)


# --- the facts of questions ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "piece"),
    [
        (
            {"nationality": "German", "type": "panzer", "size": "division", "class": "c/m", "rating": "15-10"},
            "15-10 Pz XX",
        ),
        ({"nation": "British", "type": "tank", "size": "brigade"}, "br Arm X"),
        ({"nation": "Canadian", "size": "division", "rating": "10-8"}, "br 10-8 Inf XX [Canadian]"),
        ({"type": "infantry", "size": "divisional-hq", "class": "non-motorized", "rating": "8"}, "8 Inf HQ"),
        ({"type": "headquarters", "size": "headquarters", "type_symbol": "armor"}, "Pz HQ"),
        ({"type": "headquarters"}, "HQ"),
        ({"type": "motorized heavy antiaircraft", "size": "regiment", "rating": "2-3-10"}, "2-3-10 Mot AA III"),
        ({"type": "railroad artillery", "size": "battalion", "rating": "3-5-R"}, "3-5-R Art II"),
        ({"type": "long-range siege artillery", "size": "battalion", "rating": "4-1-R"}, "4-1-R LRSgArt II"),
        ({"type": "engineer", "size": "regiment", "symbols": ["training"]}, "Trng PlEng III"),
        ({"type": "infantry", "size": "brigade", "class": "c/m"}, "Mot Inf X"),
        ({"size": "regiment", "class": "artillery"}, "Art III"),
        ({"size": "brigade", "class": "c/m"}, "Mot X"),
        ({"kind": "unit", "size": "division", "unit_class": "non_motorized", "cavalry": True}, "Cav XX"),
        ({"kind": "resource-point", "count": 4}, "RP 4"),
        ({"kind": "position-aa", "points": 2}, "PosAA 2"),
        ({"kind": "movement-counter", "counter": "apc", "capacity": 3}, "APC - [capacity 3]"),
        (
            {"type": "parachute commando", "size": "battalion", "symbols": ["parachute", "commando"]},
            "Cdo Para ParaCdo II",
        ),
        ({"force": "German Army", "size": "division"}, "Inf XX [Army]"),
        ({"force": "Waffen-SS", "size": "division"}, "Inf XX [Waffen-SS]"),
        ({"type": "infantry", "size": "division", "aa": 1, "atec": "none"}, "Inf XX [aa 1; atec none]"),
        ({"type": "infantry", "size": "brigade", "attack": 2, "defense": 3, "movement": 8}, "2-3-8 Inf X"),
    ],
)
def test_facts_of_questions_in_all_their_spellings(facts: dict[str, object], piece: str) -> None:
    assert unit_from_facts(facts, SF, NATIONS, nation="ge") == ground(piece)


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"typ": "infantry"}, "'typ' is no fact about a unit. Did you mean 'type'?"),
        ({"type": "infanty", "size": "division"}, "type: no unit type 'infanty'. Did you mean 'infantry'?"),
        ({"type": "infantry", "size": "divison"}, "size: no unit size 'divison'. Did you mean 'division'?"),
        ({"type": "infantry"}, "size: nothing is stated"),
        ({"nation": "Germn", "size": "division"}, "nation: no nation 'Germn'. Did you mean 'German'?"),
        ({"rating": "7-6-8-2", "size": "division"}, "rating: '7-6-8-2' has four ratings"),
        ({"symbols": ["motorzied"], "size": "division"}, "symbols: no symbol 'motorzied'. Did you mean 'motorized'?"),
        ({"symbols": "ski", "size": "division"}, "symbols: 'ski'; expected a list"),
        ({"type": "truck"}, "type: 'truck' is not in this game's unit identification chart"),
        ({"size": "division", "aeca": "ful"}, "aeca: 'ful' is no capability"),
        ({"size": "division", "aa": "1/2"}, "aa: '1/2'; expected a whole number"),
        ({"size": "division", "attack": 2.5}, "attack: 2.5 is no exact number"),
        ({"size": "division", "heavy_equipment": "yes"}, "heavy_equipment: 'yes'; expected true or false"),
        ({"size": "division", "nation": "German", "force": "RAF"}, "force: no force of Germany 'RAF'"),
    ],
)
def test_facts_that_nobody_knows_are_refused_with_the_nearest_right_name(
    facts: dict[str, object], message: str
) -> None:
    with pytest.raises(BadQuestion) as caught:
        unit_from_facts(facts, SF, NATIONS)
    assert message in str(caught.value)


def test_keys_that_belong_to_the_question_and_a_default_size() -> None:
    facts = {"rating": "7-6", "attacked_this_phase": True}
    unit = unit_from_facts(facts, SF, NATIONS, size="division", besides=["attacked_this_phase"])
    assert unit.size == "division"
    assert unit.attack == 7
    assert not unit.nation


# --- nations ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("Germany", "ge"),
        ("German", "ge"),
        ("GE", "ge"),
        ("United States", "us"),
        ("American", "us"),
        ("RSI Italian", "rs"),
        ("RAF", "br"),
        ("Regia Aeronautica", "it"),
        ("Britain (Canadian)", "br"),
        ("Czech", "cz"),
        ("Polish", "po"),
    ],
)
def test_sf_3B_01_nations_by_every_name(name: str, code: str) -> None:
    assert NATIONS.find(name).code == code


def test_sf_3B_02_a_force_that_several_nations_have_names_none() -> None:
    for name in ("Army", "Colonial"):
        with pytest.raises(UnknownName):
            NATIONS.find(name)
    assert NATIONS.force("br", "New Zealand") == "New Zealander"


# --- pieces as text --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "ge 3-8 Mot III 5",
        "fr 6-6 Inf XX 10",
        "ge 14-10(6-8) Pz XX 1 [Waffen-SS]",
        "br 2-3-8* Art III",
        "us 5-3-10 Arm X",
        "ge 0-6 Inf HQ 7",
        "ge 0-6 HQ",
        "ge TC 1-10 Trsp Kl-1",
        "ge PosAA 2 Essen",
        "ge truck 0-10 Kw.Trsp. 602",
        "ge RP 3",
        "ge 0-3-0* PortFort III Brest [aa 2]",
        'it 4-5-6 Inf XX "26, Assietta"',
        "br 10-8 Inf XX 2 [Canadian]",
        "ge 7/2-6 Inf III",
    ],
)
def test_pieces_are_read_and_written_back(text: str) -> None:
    assert NOTATION.write(NOTATION.parse(text)) == text


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("German 7-6 inf xx", "ge 7-6 Inf XX"),
        ("ge 14-10 panzer XX", "ge 14-10 Pz XX"),
        ("us 5-3-10 Pz X", "us 5-3-10 Arm X"),
        ("br 2-10 Mot InF X", "br 2-10 Mot Inf X"),
        ("Canadian 10-8 Inf XX", "br 10-8 Inf XX [Canadian]"),
        ("ge 2-3-8 siege artillery III", "ge 2-3-8 SgArt III"),
        ("ge 2-3-8 siege_artillery iii", "ge 2-3-8 SgArt III"),
        ("ge 3-6 Inf Cdr 5", "ge 3-6 Inf cadre 5"),
    ],
)
def test_other_spellings_are_understood(text: str, same: str) -> None:
    assert NOTATION.write(NOTATION.parse(text)) == same


def test_several_pieces_and_a_default_nation() -> None:
    pieces = NOTATION.parse_list('14-10 Pz XX, 2x 7-6 Inf XX, 2-8 Inf X "a, b" [Army; aa 1]', nation="ge")
    assert len(pieces) == 4
    assert NOTATION.write_list(pieces) == 'ge 14-10 Pz XX, 2x ge 7-6 Inf XX, ge 2-8 Inf X "a, b" [Army; aa 1]'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("7-6 Inf XX", "expected a code such as ge, fr, br"),
        ("Germn 7-6 Inf XX", "Did you mean 'german'?"),
        ("ge 7-6 Imf XX", "Did you mean 'Inf'?"),
        ("ge 7-6 Inf", "the unit size is missing"),
        ("ge 7-6 XX", "the unit type is missing"),
        ("ge 7-6-8-2 Inf XX", "'7-6-8-2' has four ratings"),
        ("ge 7-6 Inf XX 5 [Waffen]", "no force of Germany 'Waffen'"),
        ("ge 7-6 Inf XX 5 [aeca most]", "'most' is none of"),
        ("ge 7-6 Inf XX 5 [Army] x", "stands after the piece"),
        ("", "nothing stands where the nation should"),
    ],
)
def test_a_wrong_piece_is_refused_with_what_would_be_right(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        NOTATION.parse(text)
    assert message in str(caught.value)
    assert repr(text) in str(caught.value)


def test_an_air_unit_is_no_ground_unit() -> None:
    with pytest.raises(NotationError, match="is an air unit"):
        NOTATION.parse_unit("ge 7F5 1/7 Me 109E")


def test_every_type_has_a_short_word_of_its_own() -> None:
    words = series_words()
    for type_id in {*FOF.types, *SF.types}:
        assert type_id in words.types.short, type_id
        for nation in ("ge", "fr"):
            assert words.types.find(words.types.write(type_id, nation)) == type_id
    shorts = [short.lower() for short in words.types.short.values()]
    assert len(shorts) == len(set(shorts))
    assert not set(words.types.known) & set(NATIONS.by_code)
    assert not set(words.types.known) & {"xx", "x", "iii", "ii", "xxg", "cadre"}


def test_a_variant_may_bring_types_of_its_own() -> None:
    chart = UnitTypes.from_tables(
        {
            "types": {
                "elephant_corps": {
                    "name": "elephants",
                    "class": "non_motorized",
                    "move": "other",
                    "aeca": "none",
                    "aecd": "none",
                    "atec": "half",
                    "heavy_equipment": False,
                    "provenance": {"kind": "estimate", "source": "a house rule", "confidence": "low"},
                }
            }
        }
    )
    notation = PieceNotation(series_words().knowing(chart), NATIONS)
    unit = notation.parse("ge 3-4 elephants III 1")
    assert notation.write(unit) == "ge 3-4 elephant_corps III 1"
    assert notation.parse(notation.write(unit)) == unit


RATING = st.builds(
    lambda attack, defense, movement, dot: Rating(attack, defense, movement, self_supported=dot),
    st.fractions(0, 20, max_denominator=2),
    st.fractions(0, 20, max_denominator=2),
    st.integers(0, 12),
    st.booleans(),
)
MAYBE_RATING = st.none() | RATING
NAME = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
ORIGIN = st.sampled_from([(n.code, force) for n in NATIONS.by_code.values() for force in ("", *n.forces)])
YES_NO = st.none() | st.booleans()
CAPABILITY = st.none() | st.sampled_from(CAPABILITIES)


@st.composite
def units(draw: st.DrawFn) -> Unit:
    nation, force = draw(ORIGIN)
    return Unit(
        nation=nation,
        force=force,
        type=draw(st.sampled_from(sorted({*FOF.types, *SF.types}))),
        size=draw(st.sampled_from(get_args(Size))),
        rating=draw(MAYBE_RATING),
        symbols=tuple(
            draw(st.sets(st.sampled_from(["motorized", "mountain", "ski", "training", "amphibious"]), max_size=2))
        ),
        cadre=draw(MAYBE_RATING),
        name=draw(NAME),
        aa=draw(st.integers(0, 3)),
        capacity=draw(st.integers(0, 3)),
        points=draw(st.integers(0, 3)),
        unit_class=draw(st.none() | st.sampled_from(["artillery", "combat_motorized"])),
        aeca=draw(CAPABILITY),
        aecd=draw(CAPABILITY),
        atec=draw(CAPABILITY),
        type_heavy_equipment=draw(YES_NO),
        heavy_equipment=draw(YES_NO),
    )


@st.composite
def air_units(draw: st.DrawFn) -> AirUnit:
    nation, force = draw(ORIGIN)
    towed = draw(st.booleans())
    movement = None if towed else draw(st.none() | st.integers(0, 60))
    tactical = None if movement is None else draw(st.none() | st.integers(0, 9))
    rating = AirRating(
        attack=draw(st.integers(0, 12)),
        type=draw(st.sampled_from(["F", "HF", "B", "HB", "T", "GT", "GHT"])),
        defense=draw(st.integers(-3, 9)),
        prefixes=draw(st.sampled_from(["", "N", "J", "NJ"])),
        tactical=tactical,
        strategic=None if tactical is None else draw(st.none() | st.integers(0, 20)),
        codes="" if movement is None else draw(st.sampled_from(["", "S", "VC"])),
        movement=movement,
        towed=towed,
        starred=movement is not None and draw(st.booleans()),
    )
    return AirUnit(nation, draw(NAME), rating, force, draw(NAME))


@given(units() | air_units())
def test_any_piece_is_read_back_as_written(piece: AnyUnit) -> None:
    assert NOTATION.parse(NOTATION.write(piece)) == piece


@given(st.lists(units() | air_units(), max_size=4))
def test_any_list_of_pieces_is_read_back_as_written(pieces: list[AnyUnit]) -> None:
    text = NOTATION.write_list(pieces)
    assert (NOTATION.parse_list(text) if pieces else ()) == tuple(pieces)
