"""The words of questions: one that is misspelt is refused with those there are, however it stands in the question."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

import europa_rules as er
from europa_rules.question_words import OTHERS, QuestionWords, names_behind, with_known_words
from europa_rules.questions import Answer, Given, Handler, Handlers

FREE_NAMES = {
    "id": "a name of the asker's own",
    "name": "a name of the asker's own",
    "hex": "a hex, by its number or a name of the asker's own",
    "cap_hex": "a hex",
    "target_hex": "a hex",
    "attacked_hex": "a hex",
    "from_hex": "a hex",
    "target": "a hex that is attacked",
    "targets": "hexes that are attacked",
    "single": "an air unit, by a name of the asker's own",
    "several": "air units, by names of the asker's own",
    "interceptors": "air units, by names of the asker's own",
    "escorts": "air units, by names of the asker's own",
    "model": "a model of aircraft",
    "transports": "models of aircraft",
    "island": "any island",
    "axis_government_in": "a hex, by its number or a name of the asker's own",
    "enemy_districts": "districts, by names of the asker's own",
    "garrison_districts": "districts, by names of the asker's own",
    "place_district": "any district",
    "groups": "hexes and states of naval groups",
    "landing_hexes": "hexes",
    "hexes": "hexes",
    "links_without_all_sea_route": "hexes",
    "eligible_hexsides": "hexsides",
    "chosen": "hexsides",
    "path": "kinds of steps with their hexes and hexsides",
    "chart_entry_hexes": "hexes",
    "entry_hex": "a hex",
    "random_picks": "what was drawn, by names of the asker's own",
}
NAMES_HERE = {
    ("legal attacks", "unit"): "a unit, by a name of the asker's own",
    ("reckon france.exile", "location"): "any place",
    ("reckon garrison.activatable", "Netherlands"): "districts, by names of the asker's own",
    ("reckon strat.effects_in_force", "reached"): "effects, by names of the asker's own",
    ("reckon victory.french_return", "moves"): "any places",
    ("ruling ngs.allocate", "allocations"): "hexes, by names of the asker's own",
    ("ruling reinforcement.place", "listed"): "any district, region or theater",
}
NOT_READ = {
    ("effect forced_into", "nation type size rating"): "any unit is out of play in a neutral country (28C4)",
    ("reckon aa_unit_kind", "nation type"): "the kind is told by the strength alone (22A1, 22A2)",
    ("aa_unit", "type"): "the kind is told by the strength alone (22A)",
    ("legal break-road", "type size class rating"): "no unit breaks a road (7B)",
    ("reckon weather", "turn"): "the weather of the campaign is the same on each (27)",
    ("reckon zoc_reaches", "turn"): "said by invasion_turn (31E1)",
}


@pytest.fixture(scope="module", params=["fof", "sf"])
def rules(request: pytest.FixtureRequest) -> er.Ruleset:
    return er.load(request.param)


def texts(facts: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    entries = facts.items() if isinstance(facts, dict) else enumerate(facts) if isinstance(facts, list) else ()
    for key, value in entries:
        if isinstance(value, str) and key not in ("ask", "what", "query", "do"):
            yield (*path, key)
        yield from texts(value, (*path, key))


def misspelt(question: Mapping[str, Any], path: tuple[str | int, ...]) -> Any:
    changed: Any = copy.deepcopy(dict(question))
    within = changed
    for key in path[:-1]:
        within = within[key]
    within[path[-1]] += "zq"
    return changed


def may_be_any(question: str, fact: str) -> bool:
    not_read = any(question == name and fact in facts.split() for name, facts in NOT_READ)
    return fact in FREE_NAMES or (question, fact) in NAMES_HERE or not_read


def is_refused(question: Mapping[str, Any], rules: er.Ruleset) -> bool:
    try:
        er.ask(question, rules)
    except er.EuropaError:
        return True
    return False


def test_a_misspelt_word_of_an_example_is_refused_wherever_it_is_no_free_name(rules: er.Ruleset) -> None:
    answered = [
        (name, path)
        for name, question in rules.example_questions.items()
        for path in texts(question)
        if not is_refused(misspelt(question, path), rules)
        and not may_be_any(name, [key for key in path if isinstance(key, str)][-1])
    ]
    assert answered == []


def test_every_entry_of_the_tables_of_words_stands_for_words(rules: er.Ruleset) -> None:
    handlers = [handler for handler in rules.questions.values() if isinstance(handler, Handler)]
    lists = {(fact, words) for handler in handlers for fact, words in handler.words.items()}
    assert len(lists) > 50
    for fact, words in lists:
        assert OTHERS not in words[:-1], fact
        assert all(tuple(names_behind(word, rules)) for word in words if word != OTHERS), fact


def test_a_word_is_read_whatever_its_capitals_spaces_and_hyphens() -> None:
    fof, sf = er.load("fof"), er.load("sf")
    asked = {"ask": "ruling", "what": "use_port", "port_kind": "Standard", "owned_since": "this player-turn"}
    assert er.ask(asked, fof).values == er.ask({**asked, "owned_since": "this_player_turn"}, fof).values
    theater = {"query": "theater", "place": "Sicily", "side": "Axis"}
    assert er.ask(theater, sf).values == er.ask({**theater, "side": "axis"}, sf).values


def test_a_word_that_stands_for_another_is_read_as_that() -> None:
    sf = er.load("sf")
    short = {"ask": "reckon", "what": "fuel.movement_allowance", "printed_move": 10, "shortage": "severe"}
    allowances = [er.ask({**short, "unit_class": name}, sf).values for name in ("cm", "c/m", "combat_motorized")]
    assert allowances == [{"allowance": 8}] * 3


def test_a_misspelt_word_is_told_with_its_fact_the_nearest_and_those_there_are() -> None:
    asked = {"ask": "reckon", "what": "rail_capacity_use", "unit": {"type": "infantry"}, "lines": ["hihg"]}
    wanted = r"given\.lines\[0\]: 'hihg' is not known\. Did you mean 'high'\? It is one of high, low, ferry\."
    with pytest.raises(er.BadQuestion, match=wanted):
        er.ask(asked, er.load("fof"))


def test_a_misspelt_fact_is_refused_with_the_nearest_at_the_top_and_within() -> None:
    sf = er.load("sf")
    losses = {"query": "check_losses", "role": "attacker", "min_loss": 3, "units": [], "chosen": []}
    for wrong, right in (
        ({**losses, "min_los": 3}, "min_loss"),
        ({**losses, "used": {"category": "aeca", "proportoin": 1}}, "proportion"),
        ({**losses, "used": {"category": "aeca", "proportion": 1, "categoyr": 1}}, "category"),
    ):
        with pytest.raises(er.BadQuestion, match=f"Did you mean '{right}'"):
            er.ask(wrong, sf)


def test_where_there_are_other_words_too_only_a_near_miss_is_refused() -> None:
    fof = er.load("fof")
    asked = {"ask": "ruling", "what": "fly_over"}
    assert er.ask({**asked, "country": "Liechtenstein"}, fof).values == {"legal": True}
    assert er.ask({**asked, "country": "Ruritania"}, fof).values == {"legal": True}
    with pytest.raises(er.BadQuestion, match="Did you mean 'Switzerland'"):
        er.ask({**asked, "country": "Switzerlnd"}, fof)


def test_names_with_other_numbers_in_them_are_no_near_misses() -> None:
    asked = {"ask": "reckon", "what": "airbase_capacity", "features": ["permanent_airfield_12"]}
    assert er.ask(asked, er.load("fof")).values["capacity"] == 12


def test_a_name_that_is_picked_is_one_of_those_named() -> None:
    units = [{"id": "a", "rating": "5-6", "type": "infantry"}, {"id": "b", "rating": "3-6", "type": "infantry"}]
    asked = {"query": "check_losses", "role": "attacker", "min_loss": 3, "units": units, "chosen": ["c"]}
    with pytest.raises(er.BadQuestion, match=r"given\.chosen: 'c' is none of those named\. .*one of a, b\."):
        er.ask(asked, er.load("sf"))


def test_a_book_of_handlers_of_a_plugin_may_have_words_of_its_own() -> None:
    book = Handlers("SF", QuestionWords.from_tables({"query": {"colour": ["red", "green"]}, "free": {"colour": []}}))

    @book.answers("bound", "colour")
    @book.answers("free", "colour")
    def colour(given: Given, rules: er.Ruleset) -> Answer:
        return Answer.of(colour=given.text("colour"))

    rules = er.load("sf")
    assert with_known_words({"colour": "GREEN"}, book.by_name["bound"].words, rules) == {"colour": "green"}
    assert with_known_words({"colour": "mauve"}, book.by_name["free"].words, rules) == {"colour": "mauve"}
    with pytest.raises(er.BadQuestion, match=r"given\.colour: 'gren' is not known"):
        with_known_words({"colour": "gren"}, book.by_name["bound"].words, rules)


def test_fof_7A4_a_transport_counter_without_capacity_counts_nothing() -> None:
    counter = {"nation": "French", "type": "transport_counter", "size": "regiment"}
    asked = {"ask": "reckon", "what": "rail_capacity_use", "unit": counter, "lines": ["high"]}
    assert er.ask(asked, er.load("fof")).values["re"] == 0
