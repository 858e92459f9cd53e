"""Weather and sea conditions (SF 36): zones, dice, conditions, and what counts where zones meet."""

from __future__ import annotations

import itertools

import pytest

import europa_rules as er
from europa_rules.errors import UnknownName
from europa_rules.ruleset import Ruleset
from europa_rules.sides import MONTHS, Turn
from europa_rules_sf import weather
from europa_rules_sf.weather import SEA, WEATHER, Action, AmongLines


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return er.load("sf")


@pytest.mark.parametrize(
    ("lines", "zone"),
    [
        (AmongLines("on", "north", "north"), "C"),
        (AmongLines("enclosed", "south", "south"), "C"),
        (AmongLines("outside", "north", "north"), "D"),
        (AmongLines("outside", "on", "north"), "D"),
        (AmongLines("outside", "south", "on"), "E"),
        (AmongLines("outside", "south", "north"), "E"),
        (AmongLines("outside", "south", "south"), "F"),
    ],
)
def test_sf_36A1_a_line_belongs_to_the_zone_it_encloses_or_bounds_in_the_south(lines: AmongLines, zone: str) -> None:
    assert weather.zone_of(lines) == zone


def test_sf_36A2_cold_weather_is_poor_weather() -> None:
    assert all(weather.is_poor(w) for w in WEATHER if weather.is_cold(w))
    with pytest.raises(UnknownName, match="winter"):
        weather.is_poor("winters")


def test_sf_36A3_the_table_has_a_result_for_every_roll_zone_and_turn(rules: Ruleset) -> None:
    turns = [Turn(1944, month, half) for month in range(1, len(MONTHS) + 1) for half in (1, 2)]
    for roll, turn in itertools.product(range(1, 7), turns):
        results = weather.results_of(roll, turn, weather.ZONES, rules)
        assert set(weather.weather_after(results, {"C": "mud"}).values()) <= set(WEATHER)
        assert weather.sea_after(weather.reckon_sea_roll(roll, 0), turn, rules) in SEA


def test_sf_36B_one_die_serves_all_zones_and_one_each_sea_zone() -> None:
    assert weather.reckon_weather_dice(4).value == 1
    assert weather.reckon_sea_dice(3).value == 3


@pytest.mark.parametrize("before", WEATHER)
def test_sf_36B_02_no_change_keeps_the_weather_of_the_turn_before(before: str) -> None:
    assert weather.weather_after({"D": "N", "E": "C"}, {"D": before, "E": "snow"}) == {"D": before, "E": "clear"}


def test_sf_36B_02_an_unknown_result_is_no_weather() -> None:
    with pytest.raises(UnknownName, match="result of the weather table"):
        weather.weather_after({"D": "R"}, {})


@pytest.mark.parametrize(
    ("condition", "drm", "aec"),
    [
        ("clear", 0, "full"),
        ("mud", -2, "none"),
        ("frost", 0, "full"),
        ("winter", -1, "reduced"),
        ("snow", -1, "reduced"),
    ],
)
def test_sf_36B_03_36B_04_what_weather_does_to_attacks(condition: str, drm: int, aec: str, rules: Ruleset) -> None:
    found = weather.weather_effects(condition, rules)
    assert found.drm.value == drm
    assert (found.aec, found.atec) == (aec, "full")


def test_sf_36B_frost_read_as_winter_weighs_on_attacks() -> None:
    assert weather.weather_effects("frost", er.load("sf", rulings={"sf-36B-frost": "as-winter"})).drm.value == -1


@pytest.mark.parametrize(("roll", "drm", "read"), [(6, 0, 6), (6, 1, 6), (5, 1, 6), (1, 0, 1), (1, -2, 1), (2, -1, 1)])
def test_sf_36C_02_the_roll_never_leaves_the_table(roll: int, drm: int, read: int) -> None:
    assert weather.reckon_sea_roll(roll, drm).value == read


def test_sf_36D_01_the_hex_that_is_entered_counts() -> None:
    for left, entered in itertools.product(WEATHER, repeat=2):
        assert weather.condition_for(Action(left, entered)) == entered


def test_sf_36D_02_36D_03_the_worse_counts_between_zones_in_any_order() -> None:
    for scale in (WEATHER, SEA):
        for one, other in itertools.product(scale, repeat=2):
            assert weather.worse_of((one, other)) == weather.worse_of((other, one)) == max(one, other, key=scale.index)
    with pytest.raises(UnknownName):
        weather.worse_of(("calm", "snow"))
