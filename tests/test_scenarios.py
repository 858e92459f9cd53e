"""Scenarios: their heads, every fault of a file at once, and the positions that are made of them (FoF 33, SF 41B)."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

import europa_rules as er
from europa_rules.campaign.deployment import rule_on_set_up, waiting
from europa_rules.campaign.postings import LISTED, SCENARIO, playing_area
from europa_rules.campaign.regions import controlled_theaters
from europa_rules.errors import ContributionConflict, DataError, IllegalOrder, UnknownName
from europa_rules.ground.ownership import hex_owner
from europa_rules.ground.works import airfield_capacity
from europa_rules.scenario_reading import read_scenario
from europa_rules.setting_up import find_scenario
from europa_rules.state import WEATHER

SMALL = """
id = "small"
title = "A small one"
variant = "fof"
rules = ["FoF 33A"]
victory = ["FoF 32"]
missing = []
provenance = { kind = "estimate", source = "made up", confidence = "low" }

[turns]
first = "May I 40"
last = "May II 40"
player = "Axis"

[[sides]]
side = "Axis"

[[forces]]
order_of_battle = "initial"

[[deployment]]
step = "Germany"
player = "Axis"
rules = ["FoF 33A"]
[[deployment.postings]]
nations = ["Germany"]
groups = ["18th Army"]
listed = "hex"
"""


def written(folder: Path, text: str, name: str = "small") -> Path:
    """A scenario's file in a folder of scenarios."""
    home = folder / "scenarios"
    home.mkdir(exist_ok=True)
    file = home / f"{name}.toml"
    file.write_text(text, "utf-8")
    return file


class Brings:
    """A plugin that brings scenarios to one game."""

    def __init__(self, name: str, *homes: Path) -> None:
        self.name, self.homes = name, homes

    @er.hookimpl
    def europa_scenarios(self, variant: str) -> Iterable[Path]:
        return self.homes if variant == "fof" else []


# --- heads -----------------------------------------------------------------------------------------------------------


def test_each_bundled_scenario_says_what_it_is_and_what_it_lacks() -> None:
    found = {(s.variant, s.id): s for s in er.scenarios()}
    assert set(found) == {
        ("fof", "free"),
        ("fof", "historical"),
        *(("sf", name) for name in ("crusade", "eto", "husky", "mto", "victory")),
    }
    for scenario in found.values():
        assert scenario.missing and scenario.victory and scenario.summary and scenario.is_whole
        assert str(scenario).startswith(f"{scenario.variant} {scenario.id}: ")
        assert scenario.first < scenario.last


@pytest.mark.parametrize(
    ("name", "first", "last"),
    [
        ("historical", "May I 40", "Sep II 40"),
        ("free", "May I 40", "Sep II 40"),
        ("crusade", "Jul I 43", "May I 45"),
        ("victory", "Apr I 44", "May I 45"),
        ("eto", "Apr I 44", "May I 45"),
        ("mto", "Jul I 43", "May I 45"),
    ],
)
def test_fof_32A_sf_41B_turns(name: str, first: str, last: str) -> None:
    scenario, _ = find_scenario(name)
    assert (str(scenario.first), str(scenario.last), scenario.player) == (first, last, er.AXIS)


def test_a_scenario_there_is_not_is_named_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match=r"no scenario 'historic'\. Did you mean 'historical'"):
        er.position_of("historic")
    with pytest.raises(UnknownName, match=r"no variant 'fov'"):
        er.scenarios("fov")


def test_heads_are_read_quickly() -> None:
    """Listing does not read orders of battle or maps; all seven heads take some milliseconds."""
    rules = er.load("sf")
    start = time.perf_counter()
    assert len(rules.scenarios) == 5
    assert time.perf_counter() - start < 0.5


# --- faults ----------------------------------------------------------------------------------------------------------


def test_every_fault_of_a_head_is_told_with_line_and_nearest_name(tmp_path: Path) -> None:
    text = (
        SMALL.replace("title =", "titel =").replace('"May II 40"', '"May 2 40"').replace('listed = "hex"', "listed = 3")
    )
    text = text.replace("[[sides]]", "[[sides]]\nplayer = 1")
    with pytest.raises(DataError) as caught:
        read_scenario(written(tmp_path, text))
    told = {fault.where: fault for fault in caught.value.faults}
    assert set(told) == {
        "line 3, titel",
        "title",
        "line 12, turns.last",
        "line 16, sides[0].player",
        "line 29, deployment[0].postings[0].listed",
    }
    assert told["line 3, titel"].suggestion == "title"
    assert told["line 16, sides[0].player"].suggestion == "turns.player"
    assert "May II 40" in told["line 12, turns.last"].expected
    assert all(fault.file.endswith("small.toml") for fault in told.values())


@pytest.mark.parametrize("name", ["../secret", "/etc/passwd", "a/b", r"C:\x", ".hidden", ""])
def test_an_order_of_battle_is_a_name_and_no_path(tmp_path: Path, name: str) -> None:
    text = SMALL.replace('order_of_battle = "initial"', f"order_of_battle = '{name}'")
    with pytest.raises(DataError, match="without a path"):
        read_scenario(written(tmp_path, text))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("id = =", "line 1"),
        ("id = " + "[" * 5000, "small.toml"),
        ("x" * 1_000_001, "1000001 characters"),
        ("sides = 3", "a list of tables"),
        ("turns = []", "a table with first"),
        ("", "id must be given"),
    ],
)
def test_files_that_are_no_heads_are_refused(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(DataError, match=told):
        read_scenario(written(tmp_path, text))


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    file = written(tmp_path, "")
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DataError, match="UTF-8"):
        read_scenario(file)


# --- scenarios of plugins --------------------------------------------------------------------------------------------


def test_a_plugin_brings_a_scenario(tmp_path: Path) -> None:
    written(tmp_path, SMALL)
    rules = er.load("fof", plugins=["fof", Brings("mine", tmp_path)])
    assert set(rules.scenarios) == {"free", "historical", "small"}
    state = er.position_of("small", rules)
    assert {state.recall(SCENARIO, "")} == {"small"} and 10 < len(state.pieces) < 20
    assert er.Game.start(rules, "small", seed=1).state.moment.player == er.AXIS
    assert "small" not in er.load("fof").scenarios


def test_two_plugins_with_one_scenario_are_a_conflict(tmp_path: Path) -> None:
    homes = [tmp_path / "a", tmp_path / "b"]
    for home in homes:
        home.mkdir()
        written(home, SMALL)
    both = [Brings("one", homes[0]), Brings("two", homes[1])]
    with pytest.raises(ContributionConflict, match="scenario 'small' is claimed by plugin 'one' and by plugin 'two'"):
        er.load("fof", plugins=["fof", *both])


def test_a_scenario_of_another_name_or_game_is_told(tmp_path: Path) -> None:
    written(tmp_path, SMALL.replace('variant = "fof"', 'variant = "sf"'), "other")
    rules = er.load("fof", plugins=["fof", Brings("mine", tmp_path)])
    with pytest.raises(DataError) as caught:
        rules.scenario("other")
    assert [fault.where for fault in caught.value.faults] == ["line 2, id", "line 4, variant"]


def test_a_scenario_is_read_though_others_of_its_game_are_broken(tmp_path: Path) -> None:
    for name in ("small", "worse"):
        written(tmp_path, SMALL.replace("title = ", "titel = "), name)
    rules = er.load("fof", plugins=["fof", Brings("mine", tmp_path)])
    assert rules.scenario("historical") is rules.scenario("historical")
    with pytest.raises(DataError) as caught:
        rules.scenarios  # noqa: B018
    assert {Path(fault.file).name for fault in caught.value.faults} == {"small.toml", "worse.toml"}


# --- positions -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def sf() -> er.Ruleset:
    return er.load("sf")


@pytest.fixture(scope="module")
def historical() -> er.GameState:
    return er.position_of("historical")


@pytest.fixture(scope="module")
def husky() -> er.GameState:
    return er.position_of("husky")


def test_fof_33A_02_everybody_but_the_italians_stands_on_the_map(historical: er.GameState) -> None:
    nations = Counter(piece.unit.nation for piece in historical.pieces.values())
    assert nations == {"ge": 256, "fr": 259, "br": 47, "ne": 34, "be": 34}
    assert "it" not in nations and len(historical.air) == 109
    assert str(historical.moment) == "May I 40, Axis initial"


def test_fof_30_05_owners_at_start(historical: er.GameState) -> None:
    rules = er.load("fof")
    owners = {
        country: {hex_owner(ref, historical, rules) for ref in rules.board.hexes if rules.board.country(ref) == country}
        for country in ("Germany", "Italy", "France", "Britain", "Belgium", "Netherlands", "Luxembourg", "Switzerland")
    }
    assert owners == {
        "Germany": {er.AXIS},
        "Italy": {er.AXIS},
        "France": {er.ALLIED},
        "Britain": {er.ALLIED},
        "Belgium": {er.NEUTRAL},
        "Netherlands": {er.NEUTRAL},
        "Luxembourg": {er.NEUTRAL},
        "Switzerland": {er.NEUTRAL},
    }


@pytest.mark.parametrize("name", ["historical", "free", "husky"])
def test_fof_30_02_sf_41A_forces_stand_where_they_may(name: str) -> None:
    """Stacking, owners, neutrality, armies, borders, airbases: the whole set-up as it is filled in."""
    assert er.set_up_faults(name).refusals == ()


def test_fof_30_04_the_game_begins_with_the_axis_player_turn() -> None:
    game = er.Game.start("fof", "historical", seed=1)
    assert (str(game.state.moment.turn), game.state.moment.player) == ("May I 40", er.AXIS)
    assert game.state.all_facts(LISTED) == {}
    assert er.Game.load(game.save(), game.rules).save() == game.save()


def test_sf_41B1_02_theaters_weather_owners_and_works_of_husky(husky: er.GameState) -> None:
    rules = er.load("sf")
    assert controlled_theaters(er.AXIS, husky, rules) == ("South",)
    assert controlled_theaters(er.ALLIED, husky, rules) == ("MTO",)
    assert husky.all_facts(WEATHER) == {"D": "clear", "E": "clear"}
    places = {
        "26:3530": er.AXIS,
        "26:4731": er.ALLIED,
        "27:3805": er.ALLIED,
        "27:4506": er.ALLIED,
        "27:3511": er.ALLIED,
    }
    for ref, owner in places.items():
        assert hex_owner(er.hexref(ref), husky, rules) == owner
    assert airfield_capacity(er.hexref("26:3730"), husky, rules) == 3
    assert len(husky.pieces) == 116 and len(husky.air) == 134


def test_ground_outside_the_area_in_play_is_closed(husky: er.GameState) -> None:
    """Calabria's northern border is the end of the world for ground units; aircraft stand beyond."""
    rules = er.load("sf")
    area = playing_area(rules.scenario("husky"), rules)
    assert {rules.board.district(ref) for ref in area if ref in rules.board.index} == {
        "Sicilia",
        "Calabria",
        "Malta",
        "Tunisia",
    }
    bases = {piece.place for piece in husky.air.values()} - area
    assert {er.hexref("26:2422"), er.hexref("26:2317")} <= bases
    game = er.Game.start(rules, "husky", seed=1)
    for piece in [p for p in husky.pieces.values() if p.side == er.AXIS][:12]:
        assert set(game.destinations(piece.id)) <= area


def test_sf_41B2_03_ownership_of_the_later_start() -> None:
    rules = er.load("sf")
    state = er.position_of("victory", rules)
    for ref, owner in (
        ("26:3530", er.ALLIED),  # Palermo
        ("26:2422", er.AXIS),  # Napoli: the start line is not known
        ("27:2209", er.ALLIED),  # Cagliari
        ("26:1625", er.AXIS),  # Roma
    ):
        assert hex_owner(er.hexref(ref), state, rules) == owner


@pytest.mark.parametrize("name", ["crusade", "victory", "eto", "mto"])
def test_sf_41A_01_forces_without_places_wait_for_their_players(name: str, sf: er.Ruleset) -> None:
    state = er.position_of(name, sf)
    assert state.moment.phase == "deployment" and len(waiting(state)) > 300
    refusals = rule_on_set_up(state, sf).refusals
    assert all("is not deployed yet" in refusal.why for refusal in refusals)


def test_fof_32A_a_game_ends_with_the_last_turn_of_its_scenario(tmp_path: Path) -> None:
    """Nobody moves; what the rules roll by themselves is rolled."""
    written(tmp_path, SMALL.replace('last = "May II 40"', 'last = "May I 40"'))
    rules = er.load("fof", plugins=["fof", Brings("mine", tmp_path)])
    game = er.Game.start(rules, "small", seed=1)
    while game.pending is not None:
        game.decide(*game.pending.suggestions[0]) if isinstance(game.pending, er.Decision) else game.done()
    assert str(game.state.moment.turn) == "May II 40"
    assert str(game.log[-1]).endswith("A small one ends with May I 40 (FoF 32)")
    assert er.Game.load(game.save(), rules).save() == game.save()
    assert er.replay(game.save(), rules).state == game.state
    with pytest.raises(IllegalOrder, match="the game is over"):
        game.done()
    game.undo()
    assert game.pending is not None


def test_an_order_of_battle_of_ones_own_takes_the_place_of_the_bundled() -> None:
    ob = er.parse_ob("GERMAN 18th Army:\n2x 7-6 Inf XX: 1, 2 @ 16A:1421\n")
    scenario, _ = find_scenario("historical")
    assert len(scenario.forces) > 1
    state = er.position_of(scenario, ob=ob)
    assert sorted(state.pieces) == ["ge 1 Inf XX", "ge 2 Inf XX"]


def test_units_without_a_place_stand_where_their_army_deploys() -> None:
    ob = er.parse_ob("GERMAN 18th Army @ area Ems (16A:1120):\n2x 7-6 Inf XX: 1, 2 @ 16A:1421\n7-6 Inf XX: 3")
    state = er.position_of("historical", ob=ob)
    assert [state.piece(f"ge {n} Inf XX").place for n in (1, 2, 3)] == ["16A:1421", "16A:1421", "16A:1120"]


def test_a_change_of_a_unit_there_is_not_is_named(tmp_path: Path) -> None:
    text = SMALL + '\n[[changes]]\nunit = "ge 207 Inf X"\nto = "16A:1421"\nwhy = "a test"\n'
    scenario = read_scenario(written(tmp_path, text))
    with pytest.raises(
        UnknownName, match=r"no unit of the initial forces 'ge 207 Inf X'\. Did you mean 'ge 207 Inf XX'"
    ):
        er.position_of(scenario)
