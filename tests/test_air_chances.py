"""Exact chances of air operations: they sum to 1, agree with samples, are quick, and read what players write."""

from __future__ import annotations

import random
import time
from fractions import Fraction
from functools import cache

import pytest

import europa_rules as er
from europa_rules.air.aa_strength import AaInHex
from europa_rules.air.air_combat import Forces, fight
from europa_rules.air.antiaircraft import Shot, resolve_shot
from europa_rules.air.off_board import aloft, results, sides_of_operation
from europa_rules.air_chances import (
    BYPASSING,
    ENGAGING,
    PATROLLING,
    AirSituation,
    Kind,
    flight_of_kind,
    kind_name,
    reckon_aa_on,
    reckon_chances,
)
from europa_rules.air_notation import read_air_situation
from europa_rules.air_units import AirRating
from europa_rules.procedure import Decision, Event, Procedure, Roll
from europa_rules.ruleset import Ruleset
from europa_rules.state import GameState


@cache
def rules(game: str) -> Ruleset:
    return er.load(game)


FIGHTERS = ("8F6", "9F7", "7F5", "6HF7", "5F4")
BOMBERS = ("4B5", "3A4", "3HB5", "1T2", "7F6", "0T1")


def operation(chance: random.Random) -> AirSituation:
    """An operation of up to six air units, picked at random."""
    kinds = [Kind("bomber", AirRating.parse(chance.choice(BOMBERS)), "bombing", "", chance.randint(1, 2))]
    if chance.random() < 0.7:
        kinds.append(Kind("escort", AirRating.parse(chance.choice(FIGHTERS)), "escort", "", chance.randint(1, 2)))
    for group in (ENGAGING, BYPASSING, PATROLLING):
        if chance.random() < 0.5:
            mission = "patrol_attack" if group == PATROLLING else "interception"
            kinds.append(Kind(group, AirRating.parse(chance.choice(FIGHTERS)), mission, group, 1))
    aa = AaInHex.of(chance.randint(0, 3), chance.randint(0, 9)) if chance.random() < 0.7 else None
    return AirSituation(tuple(kinds), aa)


@pytest.mark.parametrize("seed", range(50))
def test_sf_21_22_01_chances_of_random_operations_sum_to_1(seed: int) -> None:
    situation = operation(random.Random(seed))
    found = reckon_chances(situation, rules("sf"), policy=("first", "last")[seed % 2])
    assert sum(found.outcomes.values()) == 1
    for tally in found.outcomes:
        counts: dict[str, int] = {}
        for (kind, _), number in tally:
            counts[kind] = counts.get(kind, 0) + number
        assert counts == {kind.name: kind.number for kind in situation.kinds}


def played(procedure: Procedure[GameState], chance: random.Random) -> GameState:
    """A procedure with random dice, every decision answered by its first suggestion."""
    response: object = None
    try:
        while True:
            step = procedure.send(response)
            if isinstance(step, Roll):
                response = tuple(chance.randint(1, step.sides) for _ in range(step.dice))
            else:
                response = step.suggestions[0] if isinstance(step, Decision) else None
                assert isinstance(step, Decision | Event)
    except StopIteration as stop:
        found: GameState = stop.value
        return found


def sample(situation: AirSituation, rules: Ruleset, chance: random.Random) -> dict[str, int]:
    """How many air units of each kind are still in the air when the whole operation is played with random dice."""
    own = [kind.aloft(unit) for kind in situation.kinds if not kind.group for unit in kind.ids()]
    others = [kind.aloft(unit) for kind in situation.kinds if kind.group for unit in kind.ids()]
    state = aloft(own, others, rules)
    screen = situation.escorts(rules)
    force = tuple(unit.id for unit in own if unit.id not in screen)
    engaging, bypassing = situation.units(ENGAGING), situation.units(BYPASSING)
    if not screen:
        engaging, bypassing = (), (*engaging, *bypassing)
    state = played(fight(Forces(screen, force, engaging, bypassing, *sides_of_operation(rules)), state, rules), chance)
    for unit in force:
        kind = situation.by_name[kind_name(unit)]
        strength = reckon_aa_on(kind, situation, rules)
        if strength is not None and dict(results(state))[unit] == "-":
            shot = Shot(flight_of_kind(kind, situation, rules), strength.value)
            state = played(resolve_shot(unit, shot, strength, state, rules), chance)
    left: dict[str, int] = {}
    for unit, result in results(state).items():
        left[kind_name(unit)] = left.get(kind_name(unit), 0) + (result == "-")
    return left


@pytest.mark.parametrize(
    "text",
    [
        "8F6, 9F7 bypassing vs 6F6 escort, 2x 4B5 bombing; AA 7",
        "2x 8F6 bypassing vs 2x 6F6 escort, 4B5 bombing; AA 3",
        "3x 7F5 vs 3HB5 rail yards, 3A4 ground support; heavy AA 2; light AA 5",
    ],
)
def test_sf_21_22_02_chances_agree_with_samples(text: str) -> None:
    ruleset, chance, times = rules("sf"), random.Random(text), 400
    situation = read_air_situation(text, ruleset)
    exact = reckon_chances(situation, ruleset)
    sums: dict[str, int] = {}
    for _ in range(times):
        for name, number in sample(situation, ruleset, chance).items():
            sums[name] = sums.get(name, 0) + number
    for kind in situation.kinds:
        mean = exact.expected(kind.name, "-")
        variance = sum(((n - mean) ** 2 * p for n, p in exact.of(kind.name, "-").items()), Fraction(0))
        assert (Fraction(sums.get(kind.name, 0), times) - mean) ** 2 <= 25 * variance / times + Fraction(1, 10**9)


def test_sf_21_22_03_six_air_units_take_no_time() -> None:
    ruleset = rules("sf")
    text = "8F6, 9F7 bypassing vs 6F6 escort, 7F8 escort, 2x 4B5 ground support; AA 7"
    reckon_chances(read_air_situation(text, ruleset), ruleset)
    times = []
    for _ in range(3):
        begun = time.process_time()
        reckon_chances(read_air_situation(text, ruleset), ruleset)
        times.append(time.process_time() - begun)
    assert min(times) < 0.25


def test_sf_21B1_04_the_policy_makes_a_difference() -> None:
    text = "2x 8F6 vs 5F4 escort, 4B5"
    first = er.air_combat(text, rules("sf"))
    last = er.air_combat(text, rules("sf"), policy="last")
    assert first.chances.policy == "first" and last.chances.policy == "last"
    assert first.chances.expected("5F4 escort", "-") != last.chances.expected("5F4 escort", "-")
    with pytest.raises(er.UnknownName, match="first"):
        er.air_combat(text, rules("sf"), policy="frist")


def test_sf_21C_04_patrols_attack_before_the_target() -> None:
    report = er.air_combat("8F6 patrol attack vs 4B5", rules("sf"))
    assert report.chances.of("4B5", "R")[1] == Fraction(2, 6)
    assert report.chances.of("8F6 patrol attack", "-") == {1: 1}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("8F6 vs 2x", "no air rating"),
        ("8F6 vs 4B5 bombng", "Did you mean 'bombing'"),
        ("8F6 vs 4B5; AX 7", "did you mean 'AA 7'"),
        ("8F6 vs ", "no air units"),
        ("4B5", "nobody intercepts"),
        ("31x 8F6 vs 4B5", "more than 30"),
        ("8F6 sideways vs 4B5", "not flown here"),
    ],
)
def test_what_cannot_be_read_is_named_with_what_would_be_right(text: str, said: str) -> None:
    with pytest.raises(er.NotationError, match=said):
        er.air_combat(text, rules("sf"))


def test_antiaircraft_needs_antiaircraft() -> None:
    with pytest.raises(er.NotationError, match="no antiaircraft"):
        er.antiaircraft("4B5", rules("fof"))
    report = er.antiaircraft("2B3 ground support", rules("fof"), aa=1)
    assert report.flak[0].column == "1" and str(report).startswith("antiaircraft 1 on 2B3 ground support")


@pytest.mark.parametrize(
    "count", ["1000x ", "0x ", "0x", "-3x ", "-3x", "2.5x ", "1 000x ", "99999x", "\N{MINUS SIGN}3x "]
)
@pytest.mark.parametrize("where", ["{}8F6 vs 4B5 bombing", "8F6 vs 6F6 escort, {}4B5 bombing", "{}P-51D5 8F8 vs 4B5"])
def test_a_number_of_air_units_that_is_not_from_1_to_999_is_refused(count: str, where: str) -> None:
    with pytest.raises(er.NotationError, match=r"a number of pieces from 1 to 999|has no air rating"):
        read_air_situation(where.format(count), rules("sf"))


@pytest.mark.parametrize(
    ("count", "number"), [("1x ", 1), ("2x", 2), ("12 x ", 12), ("3\N{MULTIPLICATION SIGN} ", 3), ("007x ", 7)]
)
def test_a_number_before_an_air_unit_tells_how_many_there_are(count: str, number: int) -> None:
    found = read_air_situation(f"8F6 vs {count}Ju 88A4 4B5 bombing", rules("sf")).kinds
    assert [(kind.name, kind.number) for kind in found] == [("8F6", 1), ("Ju 88A4 4B5 bombing", number)]


def test_hundreds_of_air_units_are_too_many_for_one_operation() -> None:
    with pytest.raises(er.NotationError, match="more than 30 air units; split the operation"):
        read_air_situation("999x 8F6 vs 4B5 bombing", rules("sf"))


@pytest.mark.parametrize("text", ["8F6 9F7 vs 4B5", "8F6 vs 4B5 3-7/26 Ju 88A4 bombing"])
def test_a_rating_does_not_become_the_model_of_another_air_unit(text: str) -> None:
    with pytest.raises(er.NotationError, match="stands after a rating; put a comma between two air units"):
        read_air_situation(text, rules("sf"))


@pytest.mark.parametrize(
    "text", ["8F6 vs 4B5 bombing vs 3B3 bombing", "8F6 vs vs 4B5", "8F6 vs 4B5 versus 3B3", "8F6 v 4B5 VS. 3B3"]
)
def test_an_air_operation_has_two_sides_and_no_third(text: str) -> None:
    with pytest.raises(er.NotationError, match="'vs' stands 2 times, where it parts two sides"):
        read_air_situation(text, rules("sf"))


@pytest.mark.parametrize("text", ["vs 4B5 bombing", " , vs 4B5 bombing"])
def test_nobody_reacts_where_no_vs_stands(text: str) -> None:
    with pytest.raises(er.NotationError, match="nothing stands before 'vs'"):
        read_air_situation(text, rules("sf"))
    assert read_air_situation("4B5 bombing", rules("sf")).kinds[0].mission == "bombing"


@pytest.mark.parametrize("word", ["vs", "vs.", "v", "versus", "VS", "\n vs\t"])
def test_the_word_between_the_sides_is_read_as_in_an_attack(word: str) -> None:
    assert read_air_situation(f"8F6 {word} 4B5", rules("sf")) == read_air_situation("8F6 vs 4B5", rules("sf"))


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ("AA 7; AA 8", "'AA 8': AA is told twice"),
        ("AA 7; light AA 2", "'light AA 2': AA is told twice"),
        ("heavy AA 3; AA 1; heavy AA 3", "'heavy AA 3': heavy AA is told twice"),
        ("night; night", "'night': night is told twice"),
        ("turn Jun II 44; turn Jul II 44", "'turn Jul II 44': turn is told twice"),
        ("AA 7; AA 99999999999", "'AA 99999999999' is no circumstance"),
        ("turn", "'turn' is no circumstance"),
    ],
)
def test_what_is_told_twice_of_an_air_operation_is_refused(told: str, words: str) -> None:
    with pytest.raises(er.NotationError) as caught:
        read_air_situation(f"8F6 vs 4B5 bombing; {told}", rules("sf"))
    assert words in str(caught.value)


def test_heavy_and_light_antiaircraft_a_turn_and_night_are_told_once_each() -> None:
    found = read_air_situation("8F6 vs 4B5; heavy AA 3; ; light AA 4; night; turn Jun II 44", rules("sf"))
    assert found.aa == AaInHex.of(3, 4)
    assert (found.night, str(found.turn)) == (True, "Jun II 44")
    assert read_air_situation("8F6 vs 4B5", rules("sf")).aa is None


def test_what_is_told_twice_of_an_air_unit_is_refused() -> None:
    with pytest.raises(er.NotationError, match="'jettisoned' is told twice"):
        read_air_situation("8F6 vs 4B5 jettisoned jettisoned", rules("sf"))
