"""Air combat that is carried out as it is told (rule 21B)."""

from __future__ import annotations

import pytest
from attrs import evolve

from europa_rules import load
from europa_rules.air.walk_through import Combat, walk_through
from europa_rules.air_units import AirRating
from europa_rules.errors import BadQuestion
from europa_rules.ruleset import Ruleset

FOF, SF = load("fof"), load("sf")
BOTH = pytest.mark.parametrize("rules", [FOF, SF], ids=["fof", "sf"])


def group(*units: str) -> tuple[tuple[str, AirRating], ...]:
    return tuple((name, AirRating.parse(rating)) for name, rating in (unit.split(" ", 1) for unit in units))


DUEL = Combat(group("A 8F8"), (), group("X 8F6"), (), rolls=(7, 7))


@BOTH
def test_21B_the_fires_of_a_duel_are_told_in_order(rules: Ruleset) -> None:
    """Both fire at once: attack 8 against defense 6 at +2, and against defense 8 at 0."""
    walked = walk_through(DUEL, rules)
    assert [(fire.firer, fire.target) for fire in walked.fires] == [("A", "X"), ("X", "A")]
    assert [fire.differential for fire in walked.fires] == [2, 0]
    assert [fire.modified_roll for fire in walked.fires] == [7, 7]
    assert set(walked.final) == {"A", "X"}
    assert any(event.kind == "air fire" for event in walked.log)


@BOTH
def test_21B_a_roll_that_is_not_told_is_asked_for(rules: Ruleset) -> None:
    with pytest.raises(BadQuestion, match="no roll is told for"):
        walk_through(evolve(DUEL, rolls=(7,)), rules)


@BOTH
@pytest.mark.parametrize("result", ["-", "R", "A", "K"])
def test_21B_results_may_be_told_in_place_of_the_table(rules: Ruleset, result: str) -> None:
    first = walk_through(DUEL, rules).fires[0]
    point = f"{first.differential}:{first.modified_roll}"
    walked = walk_through(evolve(DUEL, points={point: result}), rules)
    assert walked.fires[0].result == result
    words = {"-": "in play", "R": "turned back", "A": "aborted", "K": "eliminated"}
    assert walked.final["X"] == words[result]


@BOTH
def test_21B_points_and_results_that_there_are_not_are_refused(rules: Ruleset) -> None:
    with pytest.raises(BadQuestion, match="no result of air combat"):
        walk_through(evolve(DUEL, points={"0:7": "X"}), rules)
    for point in ("0", "zero:7", "0:", "0:7x"):
        with pytest.raises(BadQuestion, match="no point of the table"):
            walk_through(evolve(DUEL, points={point: "K"}), rules)


@BOTH
def test_21B_who_is_against_whom_is_drawn_as_told(rules: Ruleset) -> None:
    """Two on each side: the allocation that is told, and the other one."""
    two = Combat(group("A 8F8", "B 8F8"), (), group("X 8F6", "Y 8F6"), (), rolls=(7,) * 8)
    for against in ({"A": "X", "B": "Y"}, {"A": "Y", "B": "X"}):
        walked = walk_through(evolve(two, against=against), rules)
        assert {fire.firer: fire.target for fire in walked.fires if fire.firer in against} == against


@BOTH
def test_21B_bombers_are_met_by_those_who_pass_the_screen(rules: Ruleset) -> None:
    told = Combat((), group("M 3B3 5-4/20"), (), group("Y 8F6"), rolls=(7,) * 8)
    walked = walk_through(told, rules)
    assert {(fire.firer, fire.target) for fire in walked.fires} == {("Y", "M"), ("M", "Y")}
