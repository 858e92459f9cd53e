"""The pages of the documentation that are made from the code: each rule and each chart has its place, and is found."""

from __future__ import annotations

import re
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import europa_rules as er
from europa_rules.citations import Citation
from europa_rules.concordance.entries import PLANNED, Entry
from europa_rules.matrix import load_matrix

DOCS = Path(__file__).parents[1] / "docs"
if str(DOCS) not in sys.path:
    sys.path.append(str(DOCS))

chart_pages: Any = import_module("chart_pages")
error_pages: Any = import_module("error_pages")
page_text: Any = import_module("page_text")
rule_pages: Any = import_module("rule_pages")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("made")
    import_module("pages").write_all(folder)
    return {page.stem: page.read_text(encoding="utf-8") for page in folder.glob("*.md")}


@cache
def words() -> Any:
    return page_text.read_words(DOCS / "words.toml")


def test_every_rule_has_one_heading_with_its_title(made: dict[str, str]) -> None:
    chapters = {name: text for name, text in made.items() if re.fullmatch(r"rules-[a-z0-9]+", name)}
    chapters.pop("rules-status")
    anchors = [found for text in chapters.values() for found in re.findall(r"^\((.+)\)=$", text, re.MULTILINE)]
    assert len(anchors) == len(set(anchors))
    assert {page_text.label(rule) for rule in load_matrix().headed} <= set(anchors)
    assert "# 9 Ground combat" in chapters["rules-9"]
    assert "### 9F1 Retreat after combat" in chapters["rules-9"]


def test_unlike_rules_of_one_number_stand_apart_and_like_ones_of_two_numbers_are_linked(made: dict[str, str]) -> None:
    assert "## FoF 14H Heavy antiaircraft in ground combat" in made["rules-14"]
    assert "## SF 14H Commandos" in made["rules-14"]
    assert "The same subject in Second Front: [SF 9F1 Retreat after combat](rules-9.md#sf-9f1)." in made["rules-9"]


def test_optional_rules_say_so_where_they_stand(made: dict[str, str]) -> None:
    for rules in map(er.load, ("fof", "sf")):
        for option in rules.known_options.values():
            for rule in option.by:
                page = made[page_text.page_of(rule)]
                section = page.partition(f"({page_text.label(rule)})=")[2].partition(")=\n#")[0]
                assert "rule: off unless you choose" in section, str(rule)
    assert "31H" in made["options"] and "[FoF 31H" in made["options"]


def test_what_the_program_does_not_play_is_said_once_for_a_rule_whose_statements_have_it_in_common(
    made: dict[str, str],
) -> None:
    chapters = "\n".join(text for name, text in made.items() if re.fullmatch(r"rules-[a-z0-9]+", name))
    rules = re.split(r"^(?:#+ |\*\*(?:FoF|SF) )", chapters, flags=re.MULTILINE)
    notes = "not in the program yet|left out|left to the players"
    said = [rule for rule in rules if re.search(rf"^\*(?i:{notes})", rule, re.MULTILINE)]
    assert not any(re.search(rf"\*\((?:{notes})", rule) for rule in said)
    first, second = load_matrix().rows[:2]
    waiting = [Entry(first, PLANNED, "a reason"), Entry(second, PLANNED, "a reason")]
    assert rule_pages._common_note(waiting).startswith("not in the program yet")
    assert rule_pages._common_note([waiting[0], Entry(second, PLANNED, "another")]) == ""
    assert rule_pages._common_note(waiting[:1]) == ""


def test_that_the_other_book_says_the_same_is_said_once_for_a_rule(made: dict[str, str]) -> None:
    road = made["rules-7"].partition("(sf-7b)=")[2].partition("```{eval-rst}")[0]
    assert "*Likewise [FoF 7B1](rules-7.md#fof-7b1).*\n" in road
    assert road.count("Likewise") == 1


def test_what_most_statements_of_a_rule_share_about_the_other_book_is_said_once(made: dict[str, str]) -> None:
    naval = made["rules-28"].partition("(sf-28)=")[2].partition("```{eval-rst}")[0]
    assert "*Not in FoF, but where a note says otherwise.*\n" in naval
    assert "(Not in FoF.)" not in naval


def test_what_few_statements_share_with_the_other_book_is_not_said_of_the_rule(made: dict[str, str]) -> None:
    retreat = made["rules-9"].partition("**SF 9F1**")[2].partition("```{eval-rst}")[0]
    assert "\n*Likewise" not in retreat
    assert retreat.count("*(Likewise [FoF 9F3](rules-9.md#fof-9f3).)*") == 3
    assert rule_pages._shared([" *(Likewise A.)*"] * 2 + [""] * 2) == ""
    assert rule_pages._shared([" *(Likewise A.)*"] * 2 + [""]) == " *(Likewise A.)*"


def test_what_the_rules_say_of_the_other_book_is_what_it_says(made: dict[str, str]) -> None:
    def told(page: str, statement: str) -> str:
        return next(line for line in made[page].splitlines() if statement in line)

    assert "FoF 14A1" in told("rules-44", "Repair needs a construction unit and ownership")
    assert "FoF 23E2" in told("rules-44", "SM.79-x; Allied B-25x") and "Not in FoF" not in told("rules-44", "SM.79-x")
    assert "full in overrun" in told("rules-12", "U-1: attack is halved in combat")
    assert "12B4" not in made["rules-12"].partition("**FoF 12B**")[2].partition("**SF 12B**")[0]


def test_a_page_on_which_the_books_are_about_different_things_leads_to_each(made: dict[str, str]) -> None:
    head = made["rules-28"].partition("```{eval-rst}")[0]
    assert "The Fall of France, [FoF 28 Nations, neutrals and surrender](rules-28.md#fof-28)" in head
    assert "Second Front, [SF 28 Naval movement](rules-28.md#sf-28)" in head
    assert "On this page:" not in made["rules-9"]


def test_a_chart_says_what_is_not_verified_above_its_grids_and_the_sources_below(made: dict[str, str]) -> None:
    page = made["chart-combat_results"]
    assert page.index("values are not verified") < page.index("| | 1:4 |") < page.index("Where the values come from")
    assert "SF 36 Weather" in made["chart-weather_table"]


def test_a_mark_means_the_same_on_every_chart_and_every_value_not_verified_carries_one(made: dict[str, str]) -> None:
    key = r"^\*Where the values come from, and how sure that is\. (.+)\.\*$"
    meanings = dict[str, set[str]]()
    for name in (name for name in made if name.startswith("chart-")):
        for part in (part for found in re.findall(key, made[name], re.MULTILINE) for part in found.split("; ")):
            sign, _, told = part.partition(": ")
            meanings.setdefault(sign, set()).update(re.findall(r"([a-z-]+, [a-z]+) \(", told))
    assert meanings["No mark"] == {"rulebook, high"}
    assert meanings["?"] == {"estimate, low", "estimate, medium"}
    assert all(sign[0] == "?" for sign, told in meanings.items() if any("high" not in source for source in told))
    kinds = [{source.partition(",")[0] for source in told} for told in meanings.values()]
    assert all(len(of_sign) == 1 for of_sign in kinds)
    assert "{sup}`?`" in made["chart-carpet_bombing"]


def test_a_rule_page_tells_players_about_the_rules_and_menders_elsewhere(made: dict[str, str]) -> None:
    assert not any("Carried out by" in text or "[tested]" in text for n, text in made.items() if n.startswith("rules-"))
    assert "no-search: true" in made["proofs-9"]
    assert "Carried out by `europa_rules." in made["proofs-9"]


def test_no_text_of_a_rule_page_is_a_row_in_the_jargon_of_the_matrix(made: dict[str, str]) -> None:
    pages = {name: text for name, text in made.items() if name.startswith("rules-")}
    assert [name for name, text in pages.items() if re.search(r"other book: |absent in|read as `|: no: ", text)] == []


def test_every_other_word_leads_to_a_rule_or_a_chart_that_exists() -> None:
    charts = {name for rules in map(er.load, ("fof", "sf")) for name in rules.charts.names}
    assert [str(r) for rules in words().rules.values() for r in rules if not load_matrix().exists(r)] == []
    assert [name for names in words().charts.values() for name in names if name not in charts] == []


@pytest.mark.parametrize("word", ["paratroops", "flak", "starvation", "blitzkrieg", "zone of control", "dunkirk"])
def test_a_player_s_word_is_an_entry_of_the_index_at_its_rule(word: str, made: dict[str, str]) -> None:
    for rule in words().rules[word]:
        page = made[page_text.page_of(rule)]
        head = page.partition(f"({page_text.label(rule)})=")[0]
        assert head.rpartition("\n#")[2].count(f"! single: {word}\n") == 1


def test_each_chart_has_one_page_under_one_name_and_rules_link_to_it(made: dict[str, str]) -> None:
    ids = {rules.charts[name].id for rules in map(er.load, ("fof", "sf")) for name in rules.charts.names}
    assert {name.removeprefix("chart-") for name in made if name.startswith("chart-")} == ids
    assert "Chart: [ZOC movement costs](chart-zoc_costs.md)" in made["rules-6"]
    assert not any("zoc_movement_costs" in text for name, text in made.items() if name.startswith("rules-"))


def test_a_chart_is_a_grid_with_the_source_of_each_value() -> None:
    chart = er.load("sf").charts["zoc_costs"]
    values = chart_pages.values_of(chart)
    costs = chart_pages.grids_of(values)[0]
    assert costs.down == ("full, German c/m", "full, other", "reduced, other")
    assert costs.across == ("to hex without ZOC", "to hex in ZOC")
    assert costs.cells["full, German c/m", "to hex in ZOC"] is chart.cell("costs", "full", "german_cm", "to_hex_in_zoc")


def test_every_value_of_every_chart_stands_in_one_grid_and_the_form_in_none() -> None:
    for game in ("fof", "sf"):
        charts = er.load(game).charts
        for name in charts.names:
            values = chart_pages.values_of(charts[name])
            shown = [id(cell) for grid in chart_pages.grids_of(values) for cell in grid.cells.values()]
            assert sorted(shown) == sorted(id(cell) for cell in values.values()), (game, name)
            assert not any(path[0] in chart_pages.FORM for path in values)


def test_the_combat_results_table_has_the_odds_across_and_the_rolls_down(made: dict[str, str]) -> None:
    [grid, *_] = chart_pages.grids_of(chart_pages.values_of(er.load("fof").charts["combat_results"]))
    assert grid.down[0] == "-1" and grid.down[-1] == "8"
    assert grid.across[0] == "1:4" and grid.across[-1] == "9:1"
    assert "the same in both games" in made["chart-combat_results"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("SF 9I gives it to commandos", "[SF 9I](rules-9.md#sf-9i) gives it to commandos"),
        (
            "SF 14C, 14G and 14Q.",
            "[SF 14C](rules-14.md#sf-14c), [14G](rules-14.md#sf-14g) and 14Q",
        ),
        ("SF 12 MPs in other terrain", "SF 12 MPs in other terrain"),
        ("see SF 12.", "see [SF 12](rules-12.md#sf-12)"),
        ("FoF 9Z", "FoF 9Z"),
        ("a 3-4* unit", r"a 3-4\* unit"),
    ],
)
def test_citations_are_links_where_the_book_has_the_rule(text: str, told: str) -> None:
    assert page_text.Linker({})(text) == told


def test_a_word_of_the_glossary_is_a_link_once_a_rule() -> None:
    terms = page_text.terms_of(DOCS / "reference" / "glossary.md")
    assert {"ZOC", "c/m", "DE", "RE", "U-1"} <= terms.keys()
    assert terms["DE"] == "AE, DE"
    seen = set[str]()
    told = page_text.Linker(terms)("ZOCs of c/m units; a ZOC; DE", seen)
    assert told == "{term}`ZOCs <ZOC>` of {term}`c/m <c/m>` units; a ZOC; {term}`DE <AE, DE>`"


def test_a_title_of_both_books_is_told_once_and_two_with_their_books() -> None:
    assert rule_pages.title_of("9") == "9 Ground combat"
    assert rule_pages.title_of("14H") == "14H Heavy antiaircraft in ground combat (FoF); Commandos (SF)"
    assert rule_pages.title_of("39") == "39 Occupation and partisans (SF)"
    assert (
        page_text.cite(Citation("SF", "9I"), "Retreat before combat")
        == "[SF 9I Retreat before combat](rules-9.md#sf-9i)"
    )


def examples_of_errors() -> list[Any]:
    return [example for group in error_pages.GROUPS.values() for example in group]


def test_every_error_has_an_example_and_a_way_out() -> None:
    classes = [kind for name, kind in vars(er.errors).items() if isinstance(kind, type) and not name.startswith("_")]
    kinds = {kind.__name__ for kind in classes if issubclass(kind, er.EuropaError)} - {"EuropaError"}
    assert sorted(error_pages.error_of(example).__name__ for example in examples_of_errors()) == sorted(kinds)
    assert all(example.__doc__ for example in examples_of_errors())


@pytest.mark.parametrize("example", examples_of_errors(), ids=lambda example: str(example.__name__))
def test_an_example_of_an_error_raises_it_with_a_message_that_names_no_place(example: Any) -> None:
    message = error_pages.message_of(example)
    assert message and "/tmp" not in message


def test_the_page_of_errors_shows_the_code_and_the_message(made: dict[str, str]) -> None:
    assert "refused: 16A:1828 is occupied by an enemy unit" in made["errors"].replace("\n", " ")
    assert "game.submit(er.Move" in made["errors"]
