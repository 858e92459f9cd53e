"""The question door: facts are read by name, and every complaint says which fact and what would be right."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

import pytest

import europa_rules as er
from europa_rules.contributions import Facts
from europa_rules.errors import BadQuestion, UnknownQuestion
from europa_rules.hooks import hookimpl
from europa_rules.questions import Answer, Given, Handlers, name_of, plain

BOOK = Handlers()


@BOOK.answers("reckon sum", "first second note")
def _sum(given: Given, rules: er.Ruleset) -> Answer:
    first = er.Reckoning.of(given.number("first"), "first", rules.cite("3C"))
    return Answer.of(sum=first.plus(given.number("second", Fraction(1)), "second"))


@BOOK.answers("legal nap", "bed")
def _nap(given: Given, rules: er.Ruleset) -> Answer:
    return Answer.legal(er.Ruling.refuse_if(not given.part("action").flag("bed"), "there is no bed", rules.cite("4C")))


class Door:
    """A plugin that answers these questions."""

    name = "door"

    @hookimpl
    def europa_questions(self, variant: str) -> Mapping[str, object]:
        """The handlers of this page."""
        return BOOK.by_name


RULES = er.load("sf", plugins=["sf", Door()])


def given(**facts: object) -> Given:
    """These facts."""
    return Given(facts, RULES)


# --- asking ---


def test_an_answer_gives_value_ledger_and_citations() -> None:
    answer = er.ask({"ask": "reckon", "what": "sum", "first": "7/2"}, RULES)
    assert answer.values == {"sum": Fraction(9, 2)}
    assert [str(c) for c in answer.citations] == ["SF 3C"]
    assert str(answer) == "sum: 9/2\n  sum: 7/2 first (SF 3C) | +1 second | = 9/2"
    data = answer.to_json()
    assert data["sum"] == "9/2"
    assert data["citations"] == ["SF 3C"]


def test_a_refusal_names_the_rules() -> None:
    refused = er.ask({"query": "legal", "action": {"do": "nap", "bed": False}}, RULES)
    assert refused.values == {"legal": False, "forbidden_by": ["4C"]}
    assert er.ask({"query": "legal", "action": {"do": "nap", "bed": True}}, RULES).values == {"legal": True}


def test_a_whole_case_is_taken_by_its_given_facts() -> None:
    case = {"id": "X-1", "given": {"ask": "reckon", "what": "sum", "first": 1}, "expect": {"sum": 2}}
    assert er.ask(case, RULES).values == {"sum": 2}


def test_B41_asking_leaves_the_question_alone() -> None:
    question = {"ask": "reckon", "what": "sum", "first": "7/2", "second": 2}
    kept = dict(question)
    first, second = er.ask(question, RULES), er.ask(question, RULES)
    assert question == kept
    assert first == second


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ({"ask": "reckon", "what": "odds"}, "reckon odds"),
        ({"query": "combat_odds", "ask": "x"}, "combat_odds"),
        ({"query": "legal", "action": {"do": "attack"}}, "legal attack"),
        ({"query": "legal"}, "legal"),
        ({"query": "supply", "action": {"do": "attack"}}, "supply"),
    ],
)
def test_questions_are_named_by_what_they_ask(question: Mapping[str, object], name: str) -> None:
    assert name_of(question) == name


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ({"ask": "reckon", "what": "sums"}, "nothing answers 'reckon sums'. Did you mean 'reckon sum'?"),
        ({"query": "legal", "action": {"do": "nab"}}, "nothing answers 'legal nab'. Did you mean 'legal nap'?"),
        ({"query": "%%%"}, "nothing answers '%%%'. Known: "),
    ],
)
def test_an_unknown_question_names_the_nearest(question: Mapping[str, object], words: str) -> None:
    with pytest.raises(UnknownQuestion) as caught:
        er.ask(question, RULES)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ({}, "a question is named by 'ask' and 'what', or by 'query'; this one has neither"),
        ({"ask": "reckon"}, "this one has neither"),
        ({"ask": "reckon", "what": "sum"}, "given: the fact 'first' is missing"),
        ({"ask": "reckon", "what": "sum", "fisrt": 1}, "'reckon sum' knows no fact 'fisrt'. Did you mean 'first'?"),
        ({"ask": "reckon", "what": "sum", "first": 1, "%%": 1}, "knows no fact '%%'. It knows first, note, second."),
        ({"ask": "reckon", "what": "sum", "first": 1, 7: 1}, "knows no fact '7'"),
        ({"ask": "reckon", "what": "sum", "first": 3.5}, "given.first: 3.5 is not an exact number; write an integer"),
        ({"ask": "reckon", "what": "sum", "first": None}, "given.first: None is not an exact number"),
        ({"query": "legal", "action": {"do": "nap", "bed": True, "bad": 1}}, "'legal nap' knows no fact 'bad'"),
        ({"query": "legal", "action": {"do": "nap", "bed": "yes"}}, "given.action.bed: 'yes' is not true or false"),
    ],
)
def test_a_bad_question_says_which_fact_and_what_would_be_right(question: Mapping[str, object], words: str) -> None:
    with pytest.raises(BadQuestion) as caught:
        er.ask(question, RULES)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("action", "beside", "words"),
    [
        ({"do": "overrun"}, {"attack": 50, "defense": 6}, "'legal overrun': attack, defense belong inside action"),
        ({"do": "surprise-attack", "unit": {"type": "commando"}}, {"commandos_attempting": 2}, "belongs inside action"),
    ],
)
def test_facts_of_an_action_are_refused_beside_it(
    action: Mapping[str, object], beside: Mapping[str, object], words: str
) -> None:
    with pytest.raises(BadQuestion, match=words):
        er.ask({"query": "legal", "action": action, **beside}, RULES)
    around = {"side": "axis", "actor": "phasing", "phase": "movement"}
    within = {"do": "overrun", "attack": 50, "defense": 6}
    assert er.ask({"query": "legal", "action": within, **around}, RULES).values["legal"] is False


@pytest.mark.parametrize(
    ("fact", "words"),
    [
        ({"aeca": "1/2"}, "given.used.aeca: no such fact is known there; it knows category, proportion"),
        ({"category": "aeca", "proportoin": "1/2"}, "'proportion'"),
        ({"proportion": "1/2"}, "the fact 'category' is missing"),
    ],
)
def test_sf_9J_what_was_used_is_told_as_category_and_proportion(fact: Mapping[str, object], words: str) -> None:
    units = [{"id": "p", "rating": "15-10", "size": "division"}]
    question = {"query": "check_losses", "units": units, "min_loss": 8, "chosen": ["p"], "role": "attacker"}
    with pytest.raises(BadQuestion, match=words):
        er.ask({**question, "used": fact}, RULES)


@pytest.mark.parametrize("question", [None, [], "reckon sum", 5])
def test_what_is_no_mapping_is_no_question(question: object) -> None:
    with pytest.raises(BadQuestion, match="a question is a mapping of facts"):
        er.ask(question, RULES)  # type: ignore[arg-type]  # that is the point


# --- reading facts ---


def test_facts_are_read_by_kind() -> None:
    facts = given(
        n="7/2", whole=3, ns=[1, "1/2"], text="a", texts=["a", "b"], flag=True, part={"n": 1}, parts=[{"n": 2}]
    )
    assert facts.number("n") == Fraction(7, 2)
    assert facts.whole("whole") == 3
    assert facts.numbers("ns") == (Fraction(1), Fraction(1, 2))
    assert facts.text("text") == "a"
    assert facts.texts("texts") == ("a", "b")
    assert facts.flag("flag")
    assert facts.part("part").number("n") == 1
    assert [part.number("n") for part in facts.parts("parts")] == [2]
    assert "n" in facts
    assert "m" not in facts
    assert list(facts.keys())[:2] == ["n", "whole"]


def test_an_absent_fact_takes_its_default() -> None:
    facts = given()
    assert facts.number("x", None) is None
    assert facts.whole("x", 2) == 2
    assert facts.whole("x", None) is None
    assert facts.numbers("x", ()) == ()
    assert facts.text("x", "clear") == "clear"
    assert facts.texts("x", ()) == ()
    assert facts.flag("x") is False
    assert facts.flag("x", True) is True
    assert list(facts.part("x", None).keys()) == []
    assert facts.parts("x", ()) == ()
    assert facts.units("x", ()) == ()


READS: list[tuple[str, Callable[[Given], object], object, str]] = [
    ("number", lambda g: g.number("x"), "a", "given.x: 'a' is not an exact number"),
    ("number", lambda g: g.number("x"), True, "given.x: True is not an exact number"),
    ("whole", lambda g: g.whole("x"), "7/2", "given.x: '7/2' is not a whole number"),
    ("numbers", lambda g: g.numbers("x"), [1, "a"], "is not a list of exact numbers ('a' is no exact number"),
    ("numbers", lambda g: g.numbers("x"), "12", "given.x: '12' is not a list of exact numbers"),
    ("numbers", lambda g: g.numbers("x"), 12, "given.x: 12 is not a list of exact numbers"),
    ("text", lambda g: g.text("x"), 5, "given.x: 5 is not a text"),
    ("texts", lambda g: g.texts("x"), "ab", "given.x: 'ab' is not a list of texts"),
    ("texts", lambda g: g.texts("x"), ["a", 5], "given.x: ['a', 5] is not a list of texts (5 is not a text)"),
    ("flag", lambda g: g.flag("x"), 1, "given.x: 1 is not true or false"),
    ("part", lambda g: g.part("x"), [1], "given.x: [1] is not an object of facts"),
    ("parts", lambda g: g.parts("x"), {"a": 1}, "given.x: {'a': 1} is not a list of objects"),
    ("parts", lambda g: g.parts("x"), [1], "given.x: [1] is not a list of objects"),
    ("path", lambda g: g.parts("x")[1].number("n"), [{"n": 1}, {"n": "a"}], "given.x[1].n: 'a' is not an exact number"),
    ("path", lambda g: g.part("x").part("y").text("z"), {"y": {}}, "given.x.y: the fact 'z' is missing"),
    ("unit", lambda g: g.unit("x"), {"type": "infantri"}, "given.x: "),
]


@pytest.mark.parametrize(("read", "value", "words"), [row[1:] for row in READS], ids=[row[0] for row in READS])
def test_a_wrong_fact_is_named_by_its_path(read: Callable[[Given], object], value: object, words: str) -> None:
    with pytest.raises(BadQuestion) as caught:
        read(given(x=value))
    assert words in str(caught.value)


def test_a_missing_fact_is_named() -> None:
    for read in (Given.raw, Given.number, Given.whole, Given.text, Given.texts, Given.part, Given.parts, Given.units):
        with pytest.raises(BadQuestion, match="given: the fact 'x' is missing"):
            read(given(), "x")


def test_plain_data_hold_no_python_of_ours() -> None:
    facts: Facts = {"a": Fraction(7, 2), "b": (Fraction(4, 2), {"c", "b"}), 3: frozenset({1})}
    assert plain(facts) == {"a": "7/2", "b": [2, ["b", "c"]], "3": [1]}


def test_a_question_is_asked_of_loaded_rules() -> None:
    with pytest.raises(er.BadQuestion, match=r"such as load\('fof'\), not of 'fof'"):
        er.ask({"ask": "reckon", "what": "odds"}, "fof")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("game", "naming_it"), [("fof", {"ask": "reckon", "what": "odds"}), ("sf", {"query": "combat_odds"})]
)
@pytest.mark.parametrize("side", ["attack", "defense"])
def test_9A_no_strength_is_less_than_nothing(game: str, naming_it: dict[str, str], side: str) -> None:
    with pytest.raises(er.BadQuestion, match=rf"given\.{side}: -9: a strength is never less than 0"):
        er.ask({**naming_it, "attack": 34, "defense": 9, side: -9}, er.load(game))


def test_an_unknown_size_among_sizes_is_named() -> None:
    with pytest.raises(er.EuropaError, match=r"no unit size 'brigad'\. Did you mean 'brigade'\?"):
        er.ask({"query": "zoc_of_sizes", "sizes": ["division", "brigad"]}, er.load("sf"))


@pytest.mark.parametrize(
    ("game", "name", "fact", "value"),
    [
        ("fof", "reckon airbase_capacity", "hits", -2),
        ("fof", "reckon arp_spendable", "owed", -3),
        ("sf", "airbase_capacity", "hits", -1),
        ("sf", "ruling night.move", "night_mp", -10),
        ("sf", "ruling mines.sweep", "mine_points", -1),
    ],
)
def test_a_count_or_an_amount_is_never_less_than_0(game: str, name: str, fact: str, value: int) -> None:
    rules = er.load(game)
    with pytest.raises(BadQuestion, match=rf"{fact}: {value} is less than 0; expected 0 or more"):
        er.ask({**rules.example_questions[name], fact: value}, rules)


@pytest.mark.parametrize(("name", "fact"), [("reckon sea.resolve", "drm"), ("air_fire_result", "differential")])
def test_modifiers_and_differences_may_be_less_than_0(name: str, fact: str) -> None:
    rules = er.load("sf")
    assert er.ask({**rules.example_questions[name], fact: -1}, rules).values


def test_sf_12E_a_counter_holds_no_part_of_a_resource_point() -> None:
    parts = {"do": "rearrange-resource-counters", "before": ["3/2", "3/2"], "after": [1, 2]}
    with pytest.raises(BadQuestion, match=r"before: .* are not all whole numbers"):
        er.ask({"query": "legal", "action": parts}, er.load("sf"))


@pytest.mark.parametrize(
    ("game", "name", "fact", "value", "told"),
    [
        ("fof", "reckon fortress_effect", "hex", None, "given.hex: null; expected a text, such as '16A:1426'"),
        ("fof", "reckon supply_and_isolation", "overland_to_road", 10**30, "30 digits or so is more than any game has"),
        ("sf", "ruling naval.river_move", "path", -7, "given.path: -7 is a number; expected a list, such as"),
        ("sf", "ruling ngs.allocate", "allocations", 0, "given.allocations: 0 is a number; expected a list, such as"),
        ("sf", "ruling replenish.step_activity", "activity", None, "given.activity: null; expected a text, such as"),
        ("fof", "reckon odds", "chart_columns", [], "among its facts one is not known, or fits no other of them"),
    ],
)
def test_a_fact_of_another_kind_than_it_should_be_is_named(
    game: str, name: str, fact: str, value: object, told: str
) -> None:
    rules = er.load(game)
    example = {**rules.example_questions[name]}
    if name == "reckon fortress_effect":
        example |= {
            "player_turn": "Axis",
            "parachute_dropped_this_turn": True,
            "disrupted": False,
            "has_fortress": True,
        }
    with pytest.raises(BadQuestion) as raised:
        er.ask({**example, fact: value}, rules)
    assert str(raised.value).startswith(f"'{name}': ") and told in str(raised.value)


@pytest.mark.parametrize(
    "number", [10**5000, -(10**400), "9" * 5000, "x" * 5000], ids=["huge", "below 0", "text", "letters"]
)
def test_a_number_longer_than_any_of_a_game_is_refused_in_short(number: object) -> None:
    with pytest.raises(BadQuestion, match=r"^given\.attack: .* is not an exact number") as raised:
        er.ask({"ask": "reckon", "what": "odds", "attack": number, "defense": 9}, er.load("fof"))
    assert len(str(raised.value)) < 400
