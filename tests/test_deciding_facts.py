"""A question is answered only when a fact that decides it is stated; nothing is legal because nothing was said."""

from __future__ import annotations

import pytest

import europa_rules as er
from europa_rules.questions import Answer, Given, Handlers, naming
from europa_rules.ruleset import Ruleset

RULINGS = ("legal", "ruling")
DECIDED = {
    "sf": {"legal attack-none", "legal break-road", "ruling rail_ferry.road_move"},
    "fof": set[str](),
}
"""Rulings that their name alone decides: a player may attack nobody, and may not break a road or march by ferry."""


@pytest.mark.parametrize("variant", ["fof", "sf"])
def test_no_ruling_is_given_on_nothing(variant: str) -> None:
    rules = er.load(variant)
    names = sorted(name for name in rules.questions if name.split()[0] in RULINGS)
    assert len(names) > 20
    answered = set()
    for name in names:
        try:
            er.ask(naming(name), rules)
        except er.BadQuestion:
            continue
        answered.add(name)
    assert answered == DECIDED[variant]


def test_sf_9B_an_attack_by_nobody_on_nobody_is_no_question() -> None:
    rules = er.load("sf")
    words = r"'legal attack' cannot be answered .* state one of 'attackers', 'from_hexes', 'unit', 'target.enemy_units'"
    undecided: tuple[dict[str, object], ...] = (
        {},
        {"attackers": []},
        {"target": {"terrain": "woods"}},
        {"target": {"enemy_units": []}},
    )
    for facts in undecided:
        with pytest.raises(er.BadQuestion, match=words):
            er.ask({"query": "legal", "action": {"do": "attack", **facts}, "phase": "combat"}, rules)
    several = er.ask({"query": "legal", "action": {"do": "attack", "target_hexes": 2}}, rules)
    assert several.values == {"legal": False, "forbidden_by": ["9B"]}


def test_fof_9B_an_attack_by_nobody_on_nobody_is_no_question() -> None:
    with pytest.raises(er.BadQuestion, match=r"'ruling attack' cannot be answered .* state one of 'attackers'"):
        er.ask({"ask": "ruling", "what": "attack", "phase": "combat"}, er.load("fof"))


def test_sf_9G_outright_elimination_asks_who_defends() -> None:
    with pytest.raises(er.BadQuestion, match=r"'attack_on_zero' .* state 'defenders'$"):
        er.ask({"query": "attack_on_zero"}, er.load("sf"))


def test_each_group_of_deciding_facts_wants_one() -> None:
    book = Handlers()

    @book.answers("reckon sum", "first second third", needs="first second|third")
    def _(given: Given, rules: Ruleset) -> Answer:
        return Answer.of()

    handler = book.by_name["reckon sum"]
    assert handler.missing({}) == ("first",)
    assert handler.missing({"first": 0}) == ("second", "third")
    assert handler.missing({"first": 0, "third": False}) == ()


def test_a_deciding_fact_that_may_be_empty_must_be_stated() -> None:
    book = Handlers()

    @book.answers("reckon owned", "owner chosen", needs="owner? chosen")
    def _(given: Given, rules: Ruleset) -> Answer:
        return Answer.of()

    handler = book.by_name["reckon owned"]
    assert handler.missing({"chosen": [1]}) == ("owner",)
    assert handler.missing({"owner": None, "chosen": [1]}) == ()
    assert handler.missing({"owner": None, "chosen": []}) == ("chosen",)
