"""Exact chances of bombing (rules 20G, 21, 22): the calculator, the command, and games that are played out."""

from __future__ import annotations

import functools
import random
import time
from fractions import Fraction

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import europa_rules as er
from europa_rules.bombing_calculator import BombingReport, bombing
from europa_rules.cli.commands import europa
from europa_rules.errors import NotationError
from europa_rules.ruleset import Ruleset


@functools.cache
def rules_of(variant: str) -> Ruleset:
    return er.load(variant)


def report(text: str, *, together: bool = True, variant: str = "sf") -> BombingReport:
    return er.bombing(text, rules_of(variant), together=together)


def test_sf_20G_together_or_alone() -> None:
    """Two bombers of 4 points: together column 5 and a half, alone column 2 and a third each."""
    together, alone = (report("2x 4B5 4-7/26 rail lines", together=way) for way in (True, False))
    assert together.of("rail_lines") == {0: Fraction(1, 2), 1: Fraction(1, 2)}
    assert alone.of("rail_lines") == {0: Fraction(4, 9), 1: Fraction(4, 9), 2: Fraction(1, 9)}
    assert [attack.by for attack in together.attacks] == ["2x 4B5 rail lines"]


def test_sf_23E1_dive_bombers_alone_have_a_better_chance() -> None:
    assert report("2D2 2-1/6 rail lines").attacks[0].chance == Fraction(1, 2)
    assert report("2D2 2-1/6 rail lines, 4B5 2-1/26 rail lines").attacks[0].chance == Fraction(1, 3)


def test_sf_20G2_missions_without_a_table_give_points_and_levels() -> None:
    mixed = report("3x 4A5 5-1/26 ground support, 4B5 12-1/26 harassment")
    assert mixed.of("ground_support") == {15: 1} and mixed.of("harassment") == {3: 1}
    assert {attack.mission: attack.gives for attack in mixed.attacks}["harassment"] == "level"


def test_sf_20G2g_ships_are_bombed_in_attacks_of_1_point() -> None:
    assert report("4B5 3-7/26 naval units in port").expected("naval_units_in_port") == Fraction(1, 2)
    assert report("4B5 3-7/S/26 naval units in port").expected("naval_units_in_port") == 1


def test_those_that_do_not_get_through_do_not_bomb() -> None:
    """With certainty that both bombers come through the chance is a half; a fighter and flak bring it down."""
    free, fought = report("2x 4B5 4-7/26 rail lines"), report("8F6 vs 2x 4B5 4-7/26 rail lines; AA 7")
    assert 0 < fought.expected("rail_lines") < free.expected("rail_lines")
    assert sum(fought.outcomes.values()) == 1


@pytest.mark.parametrize("text", ["4B5 3-7/26 bombing", "8F6 vs 6F6 escort", "4B5 regular transport"])
def test_it_must_be_said_what_is_bombed(text: str) -> None:
    with pytest.raises(NotationError, match="rail lines"):
        report(text)


def test_the_command_prints_what_the_report_says() -> None:
    words = ["air", "--game", "sf", "2x 4B5 4-7/26 rail lines", "--bombs", "together"]
    printed = CliRunner().invoke(europa, words)
    assert printed.exit_code == 0
    assert printed.stdout.strip() == str(report("2x 4B5 4-7/26 rail lines"))


def test_a_chain_of_six_air_units_is_quick() -> None:
    """Interception, antiaircraft and bombing with six air units take less than a quarter of a second."""
    text = "8F6, 9F7 vs 7F6 escort, 3x 4B5 3-7/26 airbases; AA 5"
    report(text)
    spent = []
    for _ in range(3):
        start = time.process_time()
        found = report(text)
        spent.append(time.process_time() - start)
    assert min(spent) < 0.25
    assert sum(found.outcomes.values()) == 1


MISSIONS = ("rail lines", "airbases", "rail yards", "harassment", "ground support")
BOMBERS = ("4B5 3-7/26", "2D2 4-1/6", "4A5 5-1/26")


@settings(max_examples=20)
@given(
    fighters=st.sampled_from(["", "8F6 vs ", "8F6, 6F5 vs "]),
    bombers=st.lists(
        st.tuples(st.integers(1, 2), st.sampled_from(BOMBERS), st.sampled_from(MISSIONS)), min_size=1, max_size=2
    ),
    aa=st.integers(0, 7),
    together=st.booleans(),
)
def test_the_chances_sum_to_1(fighters: str, bombers: list[tuple[int, str, str]], aa: int, together: bool) -> None:
    own = ", ".join(f"{number}x {rating} {mission}" for number, rating, mission in bombers)
    found = report(f"{fighters}{own}{f'; AA {aa}' if aa else ''}", together=together)
    assert sum(found.outcomes.values()) == 1
    for mission in {attack.mission for attack in found.attacks}:
        assert sum(found.of(mission).values()) == 1


def test_the_chances_agree_with_attacks_that_are_rolled_for() -> None:
    """A hundred thousand attacks by three bombers, each alone, within five standard deviations."""
    found = report("3x 4B5 2-7/26 rail lines", together=False)
    dice, number = random.Random(20), 100_000
    hits = [sum(dice.randint(1, 6) >= 5 for _ in range(3)) for _ in range(number)]
    for result, chance in found.of("rail_lines").items():
        seen, expected = hits.count(int(result)), number * float(chance)
        assert abs(seen - expected) < 5 * (expected * (1 - float(chance))) ** 0.5


def test_bombing_is_a_public_name() -> None:
    assert er.bombing is bombing
