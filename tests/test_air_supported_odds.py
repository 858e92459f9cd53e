"""Odds after interception, antiaircraft and air support (rules 9, 20G2, 21, 22): exact, bounded where pruned, quick."""

from __future__ import annotations

import json
import time
from fractions import Fraction
from functools import cache

import pytest
from click.testing import CliRunner

import europa_rules as er
from europa_rules.air_chances import reckon_chances
from europa_rules.air_notation import read_air_situation
from europa_rules.cli.commands import europa
from europa_rules.errors import NotationError, UnknownName
from europa_rules.ruleset import Ruleset

ATTACK = "14-10 Pz XX, 7-6 Inf XX vs 5-7-6 Inf XX in woods"
RAID = "8F6, 9F7 bypassing vs 6F6 escort, 7F8 escort, 2x 4B5 3-1/26 ground support; AA 7"
DEFENSE = "7F5 vs 2x 2D2 2-1/T/6 defensive air support; AA 2"


@cache
def rules(game: str) -> Ruleset:
    return er.load(game)


@pytest.mark.parametrize("game", ["fof", "sf"])
def test_20G2b_01_the_chain_is_that_of_the_odds_with_each_support(game: str) -> None:
    """Each strength of the air support is as probable as the operation makes it; the results are those of the odds."""
    ruleset = rules(game)
    found = er.air_supported_odds(ATTACK, RAID, ruleset)
    through = reckon_chances(read_air_situation(RAID, ruleset), ruleset).of("4B5 ground support", "-")
    assert sum(found.outcomes.values()) == 1 and found.pruned == 0
    assert [found.supports[("gs", str(3 * n)),] for n in through] == list(through.values())
    for support, chance in found.supports.items():
        alone = er.odds(ATTACK, ruleset, ground_support=dict(support)["gs"])
        assert found.combats[support].odds == alone.odds
        results = {result: part / chance for (s, result), part in found.outcomes.items() if s == support}
        assert results == alone.chances


@pytest.mark.parametrize("policy", ["first", "last"])
def test_sf_20G2c_01_both_sides_support(policy: str) -> None:
    found = er.air_supported_odds(ATTACK, (RAID, DEFENSE), rules("sf"), policy=policy)
    assert sum(found.results.values()) == 1 and found.policy == policy and len(found.before) == 2
    alone = er.air_supported_odds(ATTACK, RAID, rules("sf"), policy=policy)
    assert found.results["DE"] < alone.results["DE"]


def test_sf_23H2_01_air_units_of_code_t_help_against_armor() -> None:
    attack = "14-10 Pz XX, 14-10 Pz XX vs 5-7-6 Inf XX"
    with_t, without = (
        er.air_supported_odds(attack, f"2x 2D2 2-1/{codes}6 defensive air support", rules("sf")) for codes in ("T/", "")
    )
    modifiers = [next(iter(found.combats.values())).modifiers.total.value for found in (with_t, without)]
    assert modifiers[0] < modifiers[1]


def test_sf_20G2b_02_no_more_air_units_count_than_there_are_res() -> None:
    """Two regiments are 2 REs: of three bombers of 3 points two count."""
    few = er.air_supported_odds("2-6 Inf III, 2-6 Inf III vs 3-6 Inf III", "3x 4B5 3-1/26 ground support", rules("sf"))
    assert [dict(support)["gs"] for support in few.supports] == ["6"]


@pytest.mark.parametrize("policy", ["first", "last"])
@pytest.mark.parametrize(
    "text",
    [
        f"9F7 patrol attack, {RAID}",
        "2x 8F6 vs 3HB5 3-1/26 ground support, 2x 7F6 1-1/6 ground support; AA 5",
        "2x 8F6, 9F7 bypassing vs 6F6 escort, 5F4 escort, 4B5 bombing, 2A4 3-1/6 ground support; heavy AA 2; AA 3",
    ],
)
def test_sf_21_22_06_merging_what_is_not_asked_for_changes_no_chance(text: str, policy: str) -> None:
    situation = read_air_situation(text, rules("sf"))
    every = reckon_chances(situation, rules("sf"), policy=policy)
    for asked in ([kind.name] for kind in situation.kinds):
        some = reckon_chances(situation, rules("sf"), policy=policy, followed=asked)
        assert len(some.outcomes) <= len(every.outcomes)
        for result in "-RAK":
            assert some.of(asked[0], result) == every.of(asked[0], result)


@pytest.mark.parametrize("least", ["1/10000", "1/500", "1/20", "1"])
def test_sf_21_22_04_what_is_pruned_bounds_every_chance(least: str) -> None:
    """What is not followed is told exactly; every chance is at most so much greater than is said."""
    exact = er.air_supported_odds(ATTACK, (RAID, DEFENSE), rules("sf"))
    found = er.air_supported_odds(ATTACK, (RAID, DEFENSE), rules("sf"), at_least=least)
    assert sum(found.outcomes.values()) + found.pruned == 1
    for outcome, chance in exact.outcomes.items():
        assert found.outcomes.get(outcome, Fraction(0)) <= chance
    for result, chance in exact.results.items():
        assert chance - found.results.get(result, Fraction(0)) <= found.pruned
    air, pruned = exact.before[0], found.before[0]
    assert sum(pruned.outcomes.values()) + pruned.pruned == 1
    assert all(chance <= air.outcomes[tally] for tally, chance in pruned.outcomes.items())


def test_sf_21_22_05_the_chain_of_six_air_units_takes_no_time() -> None:
    ruleset = rules("sf")
    er.air_supported_odds(ATTACK, RAID, ruleset)
    times = []
    for _ in range(3):
        begun = time.process_time()
        er.air_supported_odds(ATTACK, RAID, ruleset)
        times.append(time.process_time() - begun)
    assert min(times) < 0.25


@pytest.mark.parametrize(
    ("attack", "operations", "why"),
    [
        (ATTACK, "8F6 vs 4B5 3-7/26 rail lines", "nobody supports"),
        (ATTACK, (RAID, RAID), "in one operation"),
        (ATTACK, "4B5 3-1/26 ground support, 2D2 2-1/6 defensive air support", "write two"),
        (f"{ATTACK}; GS 6", RAID, "tells its ground support already"),
        ("21 AF vs 5-7-6 Inf XX", RAID, "name units"),
        (ATTACK, (), "air operation"),
    ],
)
def test_what_does_not_go_together_is_refused(attack: str, operations: str | tuple[str, ...], why: str) -> None:
    with pytest.raises(NotationError, match=why):
        er.air_supported_odds(attack, operations, rules("sf"))


def test_a_policy_there_is_not() -> None:
    with pytest.raises(UnknownName, match="first"):
        er.air_supported_odds(ATTACK, RAID, rules("sf"), policy="frist")


def run(*words: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(europa, ["air", "--game", "sf", *words])
    return result.exit_code, result.stdout, result.stderr


def test_the_command_explains_the_chain() -> None:
    code, said, _ = run(RAID, "--attack", ATTACK, "--also", DEFENSE)
    assert code == 0 and "ground support 6: 27 : " in said and "14-10 Pz XX: 14 printed" in said
    code, said, _ = run(RAID, "--attack", ATTACK, "--at-least", "1/500", "--json")
    found = json.loads(said)
    assert code == 0
    assert sum(map(Fraction, found["results"].values())) + Fraction(found["pruned"]) == 1


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--also", DEFENSE), "--attack"),
        (("--at-least", "1/9"), "--attack"),
        (("--attack", ATTACK, "--bombs", "alone"), "--bombs"),
        (("--attack", ATTACK, "--at-least", "0.1"), "0.1"),
    ],
)
def test_mistakes_of_the_command_are_said_in_a_sentence(words: tuple[str, ...], why: str) -> None:
    code, _, said = run(RAID, *words)
    assert code == 2 and why in said and "Traceback" not in said
