"""The calculator of odds (rules 9 to 11): it answers as the board does, and says what is wrong with a text."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction

import pytest
from attrs import evolve
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import europa_rules as er
from europa_rules.calculators import OddsReport, report_on
from europa_rules.cli.commands import europa
from europa_rules.ground.attacks import gather_attack

RULES = {"fof": er.load("fof"), "sf": er.load("sf")}
FOF, SF = RULES["fof"], RULES["sf"]
TARGET, ONE, OTHER = "16A:1728", "16A:1628", "16A:1727"

# --- the board and the calculator -----------------------------------------------------------------------------------

ATTACKERS = (
    "ge 14-10 Pz XX",
    "ge 7-6 Inf XX",
    "ge 3-8 Mot III",
    "ge 2-3-8 Art III",
    "ge 1-2-6 Eng II",
    "ge 4-2-6 SgArt II",
    "ge 2-10* Recon II",
)
DEFENDERS = {
    "fof": ("fr 5-6 Inf XX", "fr 2-6 Inf III", "fr 1-8 AT II", "fr 9-7-10 Arm XX", "fr 2-3-6 Art III"),
    "sf": ("us 5-7-6 Inf XX", "us 2-6 Inf III", "us 1-8 AT II", "us 9-7-10 Arm XX", "us 2-3-6 Art III"),
}
GROUNDS = ("clear", "woods", "forest", "rough", "swamp", "mountain", "rough, ravines", "clear, bocage")
CITIES = ("", "dot", "partial", "full")
FORTIFICATIONS = ("", "fort")
HEXSIDES = ("", "river", "major_river", "mountain")


def numbered(pieces: Sequence[str], first: int) -> str:
    return ", ".join(f"{piece} {number}" for number, piece in enumerate(pieces, first))


def board_with(rules: er.Ruleset, terrain: str, overlay: str, city: str, fort: str, sides: Sequence[str]) -> er.Ruleset:
    """The rules on a board whose target, and hexsides of the target, are as the text says."""
    overlays = {name: name == overlay for name in ("bocage", "canal_intensive", "ravines")}
    printed = {"name": "Made-up", "size": city} if city else None
    pairs = {(place, TARGET): [side] if side else [] for place, side in zip((ONE, OTHER), sides, strict=True)}
    board = rules.board.patched(
        hexes={TARGET: {"terrain": terrain, **overlays}},
        hexsides=pairs,
        cities={TARGET: printed},
        fortifications={TARGET: {"type": fort} if fort else None},
    )
    return rules.on_board(board)


@settings(max_examples=40)
@given(
    game=st.sampled_from(sorted(RULES)),
    here=st.lists(st.sampled_from(ATTACKERS), min_size=1, max_size=3),
    there=st.lists(st.sampled_from(ATTACKERS), max_size=3),
    defense=st.lists(st.integers(0, 4), min_size=1, max_size=3),
    ground=st.sampled_from(GROUNDS),
    city=st.sampled_from(CITIES),
    fort=st.sampled_from(FORTIFICATIONS),
    sides=st.tuples(st.sampled_from(HEXSIDES), st.sampled_from(HEXSIDES)),
)
def test_9A_the_calculator_answers_as_the_board_does(
    game: str,
    here: list[str],
    there: list[str],
    defense: list[int],
    ground: str,
    city: str,
    fort: str,
    sides: tuple[str, str],
) -> None:
    defenders = [DEFENDERS[game][i] for i in defense]
    terrain, _, overlay = ground.partition(", ")
    rules = board_with(RULES[game], terrain, overlay, city, fort, sides)
    turn = "May II 40" if game == "fof" else "Jul II 44"
    stands = [f"{ONE} {numbered(here, 1)}", f"{TARGET} {numbered(defenders, 21)}"]
    stands += [f"{OTHER} {numbered(there, 11)}"] if there else []
    state = er.parse_position(f"{' | '.join(stands)} | {turn}, Axis combat", rules)
    attackers = tuple(piece.id for piece in state.pieces.values() if piece.place != TARGET)
    on_board = report_on("", gather_attack(er.Attack(attackers, er.hexref(TARGET)), er.AXIS, state, rules), rules)
    groups = [
        ", ".join(units) + (f" across {side}" if side else "")
        for units, side in zip((here, there), sides, strict=True)
        if units
    ]
    places = ", ".join(word for word in (ground, f"{city} city" if city else "", fort) if word)
    told = er.odds(f"{' + '.join(groups)} vs {', '.join(defenders)} in {places}; turn {turn}", RULES[game])
    assert told.odds.attack.value == on_board.odds.attack.value
    assert told.odds.defense.value == on_board.odds.defense.value
    assert told.odds.column_or_result == on_board.odds.column_or_result
    assert [(name, part.value) for name, part in told.modifiers.parts] == [
        (name, part.value) for name, part in on_board.modifiers.parts
    ]
    assert told.results == on_board.results
    assert told.ruling.allowed == on_board.ruling.allowed


@given(attack=st.integers(1, 90), defense=st.integers(1, 30))
def test_fof_9B_a_strength_alone_gives_the_odds_that_it_gives_at_the_question_door(attack: int, defense: int) -> None:
    told = er.odds(f"{attack} AF vs {defense} DF", FOF)
    asked = er.ask({"ask": "reckon", "what": "odds", "attack": attack, "defense": defense}, FOF)
    assert told.odds.column == asked.values["column"]


@given(gs=st.integers(0, 20), das=st.integers(0, 20), ngs=st.integers(0, 20), defensive=st.integers(0, 20))
def test_sf_9A_support_adds_to_the_side_that_it_supports(gs: int, das: int, ngs: int, defensive: int) -> None:
    text = f"40 AF vs 9 DF; GS {gs}; DAS {das}; NGS {ngs}; defensive NGS {defensive}"
    found = er.odds(text, SF)
    assert found.odds.attack.value == 40 + gs + ngs
    assert found.odds.defense.value == 9 + das + defensive
    beside = er.odds(
        "40 AF vs 9 DF", SF, ground_support=gs, defensive_support=das, naval_gunfire=ngs, defensive_gunfire=defensive
    )
    assert evolve(beside, situation=text) == found


# --- what a text may tell --------------------------------------------------------------------------------------------


def attack_of(text: str, rules: er.Ruleset = SF) -> Fraction:
    return er.odds(text, rules).odds.attack.value


def defense_of(text: str, rules: er.Ruleset = SF) -> Fraction:
    return er.odds(text, rules).odds.defense.value


def modifier_of(text: str, rules: er.Ruleset = SF) -> Fraction:
    return er.odds(text, rules).modifiers.total.value


def test_sf_9H_each_group_attacks_across_its_own_hexside() -> None:
    assert attack_of("ge 8-6 Inf XX across river + ge 8-6 Inf XX vs 5-6 Inf XX") == 12
    assert attack_of("ge 8-6 Inf XX across river + ge 8-6 Inf XX vs 5-6 Inf XX across major river") == 6
    assert attack_of("ge 8-6 Inf XX + ge 8-6 Inf XX vs 5-6 Inf XX in clear across river") == 8
    assert attack_of("ge 8-6 Inf XX vs 5-6 Inf XX across river in clear") == 4


def test_sf_9H_a_frozen_river_halves_nobody() -> None:
    assert attack_of("ge 8-6 Inf XX vs 5-6 Inf XX across river; water frozen") == 8


def test_fof_31A5_a_border_hexside_of_the_maginot_line_quarters() -> None:
    text = "ge 8-6 Inf XX vs 5-6 Inf XX in clear, maginot across {}"
    assert attack_of(text.format("border"), FOF) == 2
    assert attack_of(text.format("no border"), FOF) == 4


def test_sf_37B5_the_number_printed_with_the_improved_westwall_is_its_modifier() -> None:
    assert modifier_of("20 AF vs 5 DF in woods, improved westwall 2") == -3
    assert modifier_of("20 AF vs 5 DF in woods, unimproved westwall 2") == -2


def test_fof_31A4_the_westwall_serves_the_germans_alone() -> None:
    assert modifier_of("fr 20 AF vs ge 5 DF in woods, westwall 3", FOF) == -4
    found = er.odds("20 AF vs 5 DF in woods, westwall 3", FOF)
    assert found.modifiers.total.value == -1
    assert any(text.startswith("the westwall does not count: ") for text in found.assumptions)


def test_sf_37B4_a_fortress_is_taken_to_be_improved_unless_that_is_said() -> None:
    assert "the fortress is improved" in er.odds("ge 8-6 Inf XX vs 5-6 Inf XX in clear, fortress", SF).assumptions
    assert attack_of("ge 8-6 Inf XX vs 5-6 Inf XX in clear, improved fortress") == 4
    assert attack_of("ge 8-6 Inf XX vs 5-6 Inf XX in clear, unimproved fortress") == 8


def test_sf_9H_the_sizes_of_cities() -> None:
    text = "ge 8-6 Inf XX vs 5-6 Inf XX in {}"
    found = {size: attack_of(text.format(f"{size} city")) for size in ("point", "reference", "dot", "partial", "full")}
    assert found == {"point": 8, "reference": 8, "dot": 8, "partial": 4, "full": 4}
    assert attack_of(text.format("full major city")) == 4


def test_sf_14A2_engineers_help_against_a_fort() -> None:
    text = "ge 7-6 Inf XX{} vs 5-6 Inf XX in clear, fort"
    assert modifier_of(text.format("")) == -1
    assert modifier_of(text.format(", ge 1-2-6 Eng III")) == 0


def test_36B_weather_is_a_modifier_and_takes_armor_effects() -> None:
    text = "ge 14-10 Pz XX vs us 5-7-6 Inf XX in clear"
    assert [modifier_of(text + end) for end in ("", "; weather winter", "; weather mud")] == [3, 1, -2]
    assert er.odds(text, SF, weather="mud").modifiers == er.odds(text + "; weather mud", SF).modifiers


def test_sf_10I_infantry_antitank_weapons_depend_on_the_turn() -> None:
    text = "ge 14-10 Pz XX vs us 5-7-6 Inf XX, us 1-8 AT III in clear; turn {}"
    assert modifier_of(text.format("Aug II 44")) == 2
    assert modifier_of(text.format("Sep I 44")) == 1
    assert er.odds(text.format("Sep I 44"), SF).facts.turn == er.Turn.parse("Sep I 44")
    no_turn = er.odds("9 AF vs 3 DF", SF)
    assert "no turn is told, so nothing depends on the date" in no_turn.assumptions


def test_sf_9F1_units_that_retreated_into_the_hex_add_nothing() -> None:
    assert defense_of("ge 7-6 Inf XX vs us 5-7-6 Inf XX, us 2-6 Inf XX (retreated here)") == 7


def test_sf_12D_units_out_of_supply_are_weaker() -> None:
    text = "ge 8-6 Inf XX{} vs us 5-6 Inf XX{}"
    assert attack_of(text.format(" (U-1)", "")) == 8
    assert attack_of(text.format(" (out of supply, isolated)", "")) == 4
    assert attack_of(text.format(" (U-2)", "")) == 4
    assert defense_of(text.format("", " (U-2)")) == Fraction(5, 2)
    assert attack_of(text.format("", "") + "; attackers U-1; attackers isolated") == 4
    assert defense_of(text.format("", "") + "; defenders U-3") == Fraction(5, 2)


@pytest.mark.parametrize(("game", "enemy"), [("fof", "fr"), ("sf", "us")])
@pytest.mark.parametrize(("supply", "modifier"), [("", 3), (" (U-1)", 3), (" (U-2)", 0), (" (U-3)", 0)])
def test_10_12D_units_out_of_supply_for_two_turns_have_no_armor_effects(
    game: str, enemy: str, supply: str, modifier: int
) -> None:
    assert modifier_of(f"ge 14-10 Pz XX{supply} vs {enemy} 5-7-6 Inf XX in clear", RULES[game]) == modifier


def test_sf_10E_a_half_capable_unit_may_be_neutral() -> None:
    text = "ge 14-10 Pz XX, ge 8-10 Mech XX{} vs us 5-7-6 Inf XX in clear"
    plain, elected = er.odds(text.format(""), SF), er.odds(text.format(" (neutral)"), SF)
    assert elected.modifiers.armor.capability.value >= plain.modifiers.armor.capability.value
    panzers, mechanized = elected.facts.attackers
    assert not panzers.elections
    assert set(mechanized.elections.values()) == {"neutral"}


def test_sf_11_what_is_supported_otherwise_and_what_is_halved_otherwise_can_be_told() -> None:
    assert attack_of("ge 4-8 Inf III vs us 5-6 Inf XX") == 2
    assert attack_of("ge 4-8 Inf III (supported) vs us 5-6 Inf XX") == 4
    assert attack_of("ge 8-6 Inf XX (halved) vs us 5-6 Inf XX") == 4
    assert attack_of("ge 8-6 Inf XX (quartered) vs us 5-6 Inf XX") == 2


def test_14B2_siege_artillery_two_hexes_off_does_not_attack_alone() -> None:
    gun = "ge 4-2-6 LRSgArt III (two hexes off)"
    assert not er.odds(f"{gun} vs us 5-6 Inf XX", SF).ruling.allowed
    assert er.odds(f"{gun}, ge 8-6 Inf XX vs us 5-6 Inf XX", SF).ruling.allowed
    assert er.odds(f"{gun} + 20 AF vs us 5-6 Inf XX", SF).ruling.allowed


def test_sf_10C_proportions_may_be_told_in_place_of_units() -> None:
    text = "60 AF vs 10 DF in clear; AECA {}; ATEC {}"
    found = {(a, t): modifier_of(text.format(a, t)) for a in ("1/7", "1/2", "1") for t in ("0", "1/7", "1/2", "1")}
    assert found["1/7", "1"] == 1
    assert [found["1/2", t] for t in ("0", "1/7", "1/2", "1")] == [2, 1, 0, -2]
    assert [found["1", t] for t in ("0", "1/7", "1/2", "1")] == [3, 2, 1, -1]
    assert modifier_of("60 AF vs 10 DF in clear; AECD 1/2") == -2


def test_sf_9A_modifiers_that_the_table_knows_are_added() -> None:
    found = er.odds("60 AF vs 10 DF in rough; modifier -1 mixed forces; modifier +2", SF)
    assert found.modifiers.total.value == 0
    assert "-1 mixed forces | +2 as told" in str(found)


def test_sf_43E_two_contingents_attack_under_the_option() -> None:
    rules = er.load("sf", options=["43E"])
    assert modifier_of("us 8-8 Inf XX, br 8-8 Inf XX vs ge 5-6 Inf XX", rules) == -1


def test_fof_9G_defenders_without_a_defense_strength_are_eliminated_outright_unless_others_are_told() -> None:
    outright = er.odds("3 AF vs fr PosAA 2", FOF)
    assert set(outright.results.values()) == {"DE"}
    assert str(outright).startswith("no defender has a defense strength")
    assert (outright.to_json()["column"], outright.to_json()["automatic"]) == (None, "DE")
    assert er.odds("3 AF vs fr PosAA 2, 1 DF", FOF).odds.column == "3:1"


def test_sf_14B_a_strength_alone_covers_whatever_artillery_there_is() -> None:
    assert attack_of("20 AF, ge 4-2-6 Art III vs 5 DF") == 24
    assert attack_of("20 AF vs 5 DF; NGS 30") == 50


def test_attackers_and_defenders_stand_apart_by_vs_v_or_versus() -> None:
    assert {er.odds(f"20 AF {word} 5 DF", SF).odds.column for word in ("vs", "vs.", "v", "versus", "VS")} == {"4:1"}


def test_names_in_quotation_marks_may_hold_the_words_and_signs_of_the_notation() -> None:
    found = er.odds('ge 7-6 Inf XX "in vs across; + (x)" vs us 5-6 Inf XX', SF)
    assert found.facts.attackers[0].unit.name == "in vs across; + (x)"


def test_sides_and_places_are_those_of_the_pieces() -> None:
    found = er.odds("us 8-8 Inf XX + br 8-8 Inf XX vs ge 5-6 Inf XX", SF).facts
    assert (found.attacking, found.defending) == (er.ALLIED, er.AXIS)
    assert [who.stands_in for who in found.attackers] == ["hex 1", "hex 2"]
    assert er.odds("us 20 AF vs ge 4 DF", SF).facts.attacking == er.ALLIED


# --- bad texts -------------------------------------------------------------------------------------------------------

BAD: list[tuple[str, type[er.EuropaError], str]] = [
    ("", er.NotationError, "'' is no attack"),
    ("20 AF", er.NotationError, "'20 AF' is no attack; write it as 'ATTACKERS vs DEFENDERS"),
    ("20 AF vs", er.NotationError, "'20 AF vs' is no attack"),
    ("20 AF vs 5 DF vs 3 DF", er.NotationError, "is no attack"),
    ("7-6 Inff XX vs 5 DF", er.NotationError, "attackers: '7-6 Inff XX'"),
    ("20 AF + 7-6 Inf vs 5 DF", er.NotationError, "attackers, hex 2: '7-6 Inf': the unit size is missing"),
    ("20 AF vs 5-6-7-8 Inf XX", er.NotationError, "defenders: '5-6-7-8 Inf XX'"),
    ("20 AF, vs 5 DF", er.NotationError, "attackers: ''"),
    ("20 AF + vs 5 DF", er.NotationError, "no unit is named"),
    ("ge 8F6 Me 109G6 vs 5 DF", er.NotationError, "is an air unit; give its strength as 'GS 3' or 'DAS 3'"),
    ("20.5 AF vs 5 DF", er.NotationError, "'20.5 AF': '20.5' is no exact number"),
    ("-3 AF vs 5 DF", er.NotationError, "'-3 AF': strength is never less than 0"),
    ("20 AF vs 5 DF in wods", er.UnknownName, "no terrain, city or fortification 'wods'. Did you mean 'woods'?"),
    ("20 AF vs 5 DF in", er.NotationError, "nothing stands after 'in'"),
    ("20 AF vs 5 DF in woods in rough", er.NotationError, "'in' comes twice"),
    ("20 AF vs 5 DF in woods, rough", er.NotationError, "'woods, rough' names two of terrain: woods and rough"),
    ("20 AF vs 5 DF in dot city, full city", er.NotationError, "names two of city: dot and full"),
    ("20 AF vs 5 DF in fort, fortress", er.NotationError, "names two of fortification: fort and fortress"),
    ("20 AF vs 5 DF in improved fort", er.NotationError, "a fort is not improved or unimproved here; write 'fort'"),
    ("20 AF vs 5 DF in improved westwall", er.NotationError, "the number printed in the hex is missing"),
    ("20 AF vs 5 DF in fort 2", er.NotationError, "'fort 2': no number counts for a fort"),
    ("7-6 Inf XX vs 5 DF across rivr", er.UnknownName, "no hexside 'rivr'. Did you mean 'river'?"),
    ("20 AF vs 5 DF across river", er.NotationError, "'across river': a strength alone counts as it is"),
    ("20 AF across river + 7-6 Inf XX vs 5 DF", er.NotationError, "'across river': a strength alone counts as it is"),
    ("7-6 Inf XX (islated) vs 5 DF", er.UnknownName, "no mark of attackers 'islated'. Did you mean 'isolated'?"),
    ("7-6 Inf XX (retreated here) vs 5 DF", er.UnknownName, "attackers: no mark of attackers 'retreated here'"),
    ("20 AF vs 5-6 Inf XX; defenders U-0", er.UnknownName, "no mark of defenders 'U-0'"),
    ("20 AF vs 5 DF; defenders U-1", er.NotationError, "'defenders U-1': a strength alone counts as it is"),
    ("20 AF (U-2) vs 5 DF", er.NotationError, "'20 AF (U-2)': a strength alone counts as it is"),
    ("20 AF vs 5 DF; wether mud", er.UnknownName, "no circumstance 'wether'. Did you mean 'weather'?"),
    ("20 AF vs 5 DF; weather mudd", er.UnknownName, "no weather 'mudd'. Did you mean 'mud'?"),
    ("20 AF vs 5 DF; weather", er.NotationError, "'weather': nothing stands after 'weather'"),
    ("20 AF vs 5 DF; GS 3; ground support 4", er.NotationError, "ground support is told twice"),
    ("20 AF vs 5 DF; GS 3, DAS 4", er.NotationError, "put semicolons, not commas, between circumstances"),
    ("20 AF vs 5 DF in major city", er.NotationError, "'major city': say how much of the hex it fills"),
    ("20 AF vs 5 DF; GS many", er.NotationError, "'ground support many': 'many' is no exact number"),
    ("20 AF vs 5 DF; DAS -2", er.NotationError, "strength is never less than 0"),
    ("20 AF vs 5 DF; AECA 2", er.NotationError, "'AECA 2': a proportion is from 0 to 1"),
    ("20 AF vs 5 DF; turn July 1944", er.NotationError, "'July 1944' is no game turn"),
    ("20 AF vs 5 DF; modifier much", er.NotationError, "'modifier much': expected a whole number and its reason"),
    ("20 AF vs 5 DF; water wet", er.UnknownName, "no state of the water 'wet'"),
    ("20 AF vs 5 DF; country Itly", er.UnknownName, "'Itly'"),
]


@pytest.mark.parametrize(("text", "kind", "words"), BAD, ids=[text or "nothing" for text, _, _ in BAD])
def test_a_bad_text_gives_one_typed_error_that_names_the_part(
    text: str, kind: type[er.EuropaError], words: str
) -> None:
    with pytest.raises(er.EuropaError) as caught:
        er.odds(text, SF)
    assert caught.type is kind
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("marks", "attack"),
    [
        ("(halved)", 7),
        ("(U-2)(isolated)", 7),
        ("(U-2) (isolated)", 7),
        ("(U-2, isolated)", 7),
        ("(supported)(halved)", 7),
        (" 1 [aa 2](quartered)", Fraction(7, 2)),
        (' "16 (L)"(halved)', 7),
        (' "halved"', 14),
    ],
)
def test_marks_count_however_they_stand_behind_a_piece(marks: str, attack: int | Fraction) -> None:
    for space in ("", " "):
        assert attack_of(f"14-10 Pz XX{space}{marks} vs 5-6 Inf XX") == attack
        assert attack_of(f"ge 14-10(6-8) Pz XX{space}{marks} vs 5-6 Inf XX") == attack


@pytest.mark.parametrize(
    ("piece", "words"),
    [
        ("14-10 Pz XX (halved", "'(halved' can be no part of a piece"),
        ("14-10 Pz XX halved)", "'halved)' can be no part of a piece"),
        ("14-10 Pz XX ((halved))", "'(' can be no part"),
        ("14-10 Pz(halved) XX", "'Pz(halved)' can be no part"),
        ("14-10 Pz XX 16 (L) 2", "'(L)' can be no part"),
        ("14-10 Pz XX <halved>", "'<halved>' can be no part"),
        ("14-10 Pz XX halved]", "'halved]' can be no part"),
        ("14-10 Pz XX (halved) [aa 2]", "'(halved)' can be no part"),
        ("14-10 Pz XX(banana)(halved)", "no mark of attackers 'banana'"),
        ("14-10 Pz XX()", "no mark of attackers ''"),
        ("14-10 Pz XX 1 halved", "write the mark as '(halved)'"),
        ("14-10 Pz XX U-2", "write the mark as '(U-2)'"),
        ("14-10 Pz XX in woods", "'in woods' stands among attackers"),
    ],
)
def test_no_bracket_and_no_mark_becomes_part_of_the_name_of_a_piece(piece: str, words: str) -> None:
    with pytest.raises(er.EuropaError) as caught:
        er.odds(f"{piece} vs 5-6 Inf XX", SF)
    assert str(caught.value).startswith("attackers: ")
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("7-6 Inf XX (U-2) (U-1) vs 5-6 Inf XX", "'U-1' of ge 7-6 Inf XX: what this mark says is told twice"),
        ("7-6 Inf XX (U-2, out of supply) vs 5-6 Inf XX", "'out of supply' of ge 7-6 Inf XX"),
        ("7-6 Inf XX (halved, halved) vs 5-6 Inf XX", "'halved' of"),
        ("7-6 Inf XX (quartered)(halved) vs 5-6 Inf XX", "'halved' of"),
        ("7-6 Inf XX (supported, supported) vs 5-6 Inf XX", "'supported' of"),
        ("7-6 Inf XX (neutral, neutral) vs 5-6 Inf XX", "'neutral' of"),
        ("7-6 Inf XX (two hexes off, two hexes off) vs 5-6 Inf XX", "'two hexes off' of"),
        ("9 AF vs 5-6 Inf XX (retreated here, retreated here)", "'retreated here' of"),
        ("9 AF vs 5-6 Inf XX (isolated); defenders isolated", "'isolated' of us 5-6 Inf XX"),
        ("7-6 Inf XX (U-1) vs 5-6 Inf XX; attackers U-2", "'U-2' of ge 7-6 Inf XX: what this mark says is told twice"),
        ("7-6 Inf XX vs 5-6 Inf XX; attackers U-2; attackers U-1", "'U-1' of"),
        ("7-6 Inf XX vs 5-6 Inf XX across border, no border", "'across border, no border': whether it is a border"),
        ("7-6 Inf XX across border, border vs 5-6 Inf XX", "'across border, border': whether it is a border"),
        ("7-6 Inf XX vs 5-6 Inf XX across river, river", "'across river, river': 'river' is told twice"),
        ("9 AF vs 5-6 Inf XX in rough, ravines, ravines", "'rough, ravines, ravines': 'ravines' is told twice"),
    ],
)
def test_what_is_told_twice_of_an_attack_is_refused(text: str, words: str) -> None:
    with pytest.raises(er.NotationError, match="told twice") as caught:
        er.odds(text, SF)
    assert words in str(caught.value)


def test_several_marks_that_say_different_things_count_together() -> None:
    text = "7-6 Inf XX (U-1, isolated), 7-6 Inf XX (halved) vs 5-6 Inf XX (supported); attackers neutral; defenders U-1"
    assert er.odds(text, SF).facts.attackers[1].situation == {"further halvings": "1"}


def test_words_that_are_taken_for_the_name_of_a_piece_are_told() -> None:
    assert "'banana split' is the name of a piece" in er.odds("9 AF vs 5-6 Inf XX banana split", SF).assumptions
    for name in ("10", '"banana split"', ""):
        assert not any("name" in told for told in er.odds(f"9 AF vs 5-6 Inf XX {name}", SF).assumptions)


def test_a_circumstance_is_told_in_the_text_or_beside_it() -> None:
    with pytest.raises(er.NotationError, match="weather is told twice"):
        er.odds("20 AF vs 5 DF; weather mud", SF, weather="snow")


@settings(max_examples=150)
@given(st.text(alphabet="ge us 7-6 InfXX AF DF vs in across;,+()[]\"'<>U-2/strength woods river 10", max_size=60))
def test_any_text_is_read_or_refused_with_an_error_of_the_library(text: str) -> None:
    try:
        report = er.odds(text, SF)
    except er.EuropaError:
        return
    assert isinstance(report, OddsReport)


# --- what it prints --------------------------------------------------------------------------------------------------

RIVER = "14-10 Pz XX across river + 2x 7-6 Inf XX vs 5-7-6 Inf XX, 2-8 Inf X in woods, fort; GS 3"


def test_the_report_is_calm_and_tells_everything_once() -> None:
    lines = str(er.odds(RIVER, SF)).splitlines()
    assert lines[0] == "24 : 9 = 2:1, die roll modifier -2 (terrain -2)"
    assert "24 attack strength (SF 9A)" in lines
    assert "  ge 14-10 Pz XX, hex 1: 14 printed | x1/2 river hexside (SF 9H) | = 7" in lines
    assert "  ge 7-6 Inf XX, hex 2 (2): 7 printed" in lines
    assert sum("unverified" in line for line in lines) == 1
    assert len(lines) < 32
    assert all(len(line) <= 160 for line in lines)


def test_unverified_cells_are_counted_by_chart_and_named_on_request() -> None:
    found = er.odds(RIVER, SF)
    assert "2 of combat results (confidence low)" in str(found)
    verbose = found.as_text(verbose=True)
    assert all(f"unverified: {caveat}" in verbose for caveat in found.caveats)
    assert len(found.caveats) > 3


def test_an_attack_that_may_not_be_made_says_so_first() -> None:
    lines = str(er.odds("0-1-6 Cons II vs 5-6 Inf XX", FOF)).splitlines()
    assert lines[1].startswith("This attack is refused: units with an attack strength of 0")


def test_json_holds_the_whole_report() -> None:
    found = er.odds(RIVER + "; AECA 1/2; modifier -1 flooding; turn Jul II 44", SF)
    data = json.loads(json.dumps(found.to_json()))
    assert set(data) == {
        "situation", "attack", "defense", "column", "automatic", "modifier", "modifiers", "armor", "engineers",
        "results", "chances", "names", "legal", "refusals", "possible", "facts", "assumptions", "ledger", "rests_on",
        "unverified",
    }  # fmt: skip
    ledgers = {label: er.Reckoning.from_json(ledger) for label, ledger in data["ledger"]}
    assert {label: ledger.value for label, ledger in ledgers.items()} == {
        "attack": found.odds.attack.value,
        "defense": found.odds.defense.value,
        "modifier": found.modifiers.total.value,
    }
    assert data["facts"]["attackers"][0]["hexside"] == ["river"]
    assert data["facts"]["ground"] == {
        "terrain": "woods", "overlays": [], "city": "", "fortification": "fort", "strength": 0, "condition": "",
        "weather": "clear", "country": "", "water": "open",
    }  # fmt: skip
    assert data["facts"]["ground_support"] == 3
    assert data["facts"]["proportions_told"] == {"aeca": "1/2"}
    assert data["facts"]["modifiers_told"] == [["flooding", -1]]
    assert sum(Fraction(chance) for chance in data["chances"].values()) == 1
    assert data["unverified"] == list(found.caveats)


# --- europa odds -----------------------------------------------------------------------------------------------------


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(europa, ["odds", *words])
    return result.exit_code, result.output


def test_the_command_prints_what_the_library_says() -> None:
    code, output = run("--game", "sf", RIVER)
    assert (code, output.rstrip("\n")) == (0, str(er.odds(RIVER, SF)))
    code, output = run("--game", "sf", "--json", RIVER)
    assert (code, json.loads(output)) == (0, er.odds(RIVER, SF).to_json())
    code, output = run("--game", "sf", "-v", RIVER)
    assert (code, output.rstrip("\n")) == (0, er.odds(RIVER, SF).as_text(verbose=True))


def test_options_of_the_command_tell_the_same_as_the_text() -> None:
    told = "20 AF vs 5 DF in woods; weather mud; turn Jul II 44; GS 4; DAS 3; NGS 2; defensive NGS 1"
    options = (
        "--weather",
        "mud",
        "--turn",
        "Jul II 44",
        "--gs",
        "4",
        "--das",
        "3",
        "--ngs",
        "2",
        "--defensive-ngs",
        "1",
    )
    _, by_options = run("--game", "sf", *options, "20 AF vs 5 DF in woods")
    _, by_text = run("--game", "sf", told)
    assert by_options == by_text


def test_help_of_the_command_shows_the_notation_with_examples_that_run() -> None:
    code, output = run("--help")
    assert code == 0
    for word in ("CIRCUMSTANCES", "(U-2)", "retreated here", "weather mud", "--gs", "--json", "--verbose"):
        assert word in output
    examples = [line.strip() for line in output.splitlines() if line.strip().startswith("europa odds --game")]
    assert len(examples) >= 3
    for example in examples:
        options, text, _ = example.removeprefix("europa odds ").split('"')
        assert run(*options.split(), text)[0] == 0


def test_a_mistake_is_one_line_and_exit_code_2() -> None:
    code, output = run("--game", "sf", "20 AF vs 5 DF in wods")
    assert code == 2
    assert output.startswith("europa: no terrain, city or fortification 'wods'. Did you mean 'woods'?")
    assert len(output.splitlines()) == 1
