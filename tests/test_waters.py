"""Frozen rivers, lakes and swamps (SF 36A2, 36D): the weather of a zone settles them, unless events have."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from europa_rules import load
from europa_rules.game import Game
from europa_rules.ground.attacks import Attack, gather_attack
from europa_rules.ground.battleground import ground_at, hexside_for
from europa_rules.ground.destinations import destinations
from europa_rules.ground.facts import WATER
from europa_rules.ground.supply_graph import supply_graph
from europa_rules.ground.terrain import BLOCKED, gather_entry, reckon_entry_cost, ways_of
from europa_rules.ground.waters import freezing, frozen_zones, water_at, water_between
from europa_rules.hexes import Hex
from europa_rules.numbers import HALF
from europa_rules.position import parse_position
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED
from europa_rules.state import GameState
from europa_rules.units import Rating, Unit

SF, FOF = load("sf"), load("fof")
RIVER = Hex("16A:2109"), Hex("16A:2110")
"""Across a river from zone C into zone D."""
SOUTH = Hex("26:0407"), Hex("26:0508")
"""Across a river from zone D into zone E."""
LAKE = Hex("16A:0419"), Hex("16A:0519")
SWAMP = Hex("16A:0810")
INFANTRY = Unit("us", "infantry", "division", Rating.parse("8-8"))


def in_weather(weather: str, rules: Ruleset = SF, *, more: str = "") -> GameState:
    moment = "Jan I 44, Allied movement" if rules is SF else "May II 40, Allied movement"
    nation, at = ("us", LAKE[0]) if rules is SF else ("fr", Hex("16A:2130"))
    return parse_position(f"{at} {nation} 8-8 Inf XX 1 <a> | weather {weather} | {more}{moment}", rules)


def cost(pair: tuple[Hex, Hex], state: GameState) -> Fraction:
    return reckon_entry_cost(gather_entry(INFANTRY, *pair, state, SF), SF).value


@pytest.mark.parametrize("weather", ["frost", "winter", "snow"])
def test_sf_36A2_03_waters_of_the_northern_zones_freeze_in_cold_weather(weather: str) -> None:
    state = in_weather(weather)
    assert frozen_zones(state, SF) == {"C", "D"}
    assert [water_at(ref, state, SF) for ref in (*RIVER, SOUTH[1])] == ["frozen", "frozen", "open"]


@pytest.mark.parametrize("weather", ["clear", "mud"])
def test_sf_36A2_03_nothing_freezes_in_other_weather(weather: str) -> None:
    assert not frozen_zones(in_weather(weather), SF)


def test_sf_36A2_03_each_zone_freezes_in_its_own_weather() -> None:
    state = in_weather("C snow", more="weather D mud | ")
    assert frozen_zones(state, SF) == {"C"}


def test_sf_36A2_03_a_zone_freezes_unless_events_have_made_its_waters_otherwise() -> None:
    state = in_weather("snow").noting(WATER, "D", "flooding")
    assert frozen_zones(state, SF) == {"C"} and water_at(RIVER[1], state, SF) == "flooding"


def test_fof_27_waters_never_freeze() -> None:
    assert not freezing(FOF).zones and water_at(Hex("16A:2130"), in_weather("clear", FOF), FOF) == "open"


def test_sf_36A2_03_the_zones_that_freeze_are_the_charts(tmp_path: Path) -> None:
    """The printed table is missing; who has it lays his own over the chart."""
    head = 'lays_over = "weather_table"\nprovenance = { kind = "printed", source = "my table", confidence = "high" }\n'
    (tmp_path / "weather.toml").write_text(f'{head}[freezing]\nzones = ["C"]\n', encoding="utf-8")
    assert frozen_zones(in_weather("snow"), load("sf", charts=[tmp_path])) == {"C"}


# --- hexsides between zones (SF 36D) ---------------------------------------------------------------------------------


def test_sf_36D_02_a_hexside_between_zones_has_the_worse_of_their_waters() -> None:
    cold = in_weather("snow")
    assert water_between(*RIVER, cold, SF) == "frozen"
    assert water_between(*SOUTH, cold, SF) == water_between(SOUTH[1], SOUTH[0], cold, SF) == "open"


def test_sf_36D_02_the_attack_across_it_is_as_across_the_worse() -> None:
    text = f"{SOUTH[0]} us 8-8 Inf XX 1 <a> | {SOUTH[1]} ge 7-6 Inf XX 2 | weather snow | Jan I 44, Allied combat"
    back = f"{SOUTH[1]} us 8-8 Inf XX 1 <a> | {SOUTH[0]} ge 7-6 Inf XX 2 | weather snow | Jan I 44, Allied combat"
    for position, target in ((text, SOUTH[1]), (back, SOUTH[0])):
        state = parse_position(position, SF)
        facts = gather_attack(Attack(("a",), target), ALLIED, state, SF)
        (who,) = facts.attackers
        assert who.water == "open"
        assert hexside_for(who, SF, facts.ground.water) == hexside_for(who, SF, "open")


# --- what follows ----------------------------------------------------------------------------------------------------


def test_sf_6_a_frozen_river_costs_what_the_chart_says_and_tells_what_is_uncertain() -> None:
    cold, mild = (reckon_entry_cost(gather_entry(INFANTRY, *RIVER, in_weather(w), SF), SF) for w in ("frost", "clear"))
    assert cold.value < mild.value
    assert any("weather_table" in caveat for caveat in cold.caveats)
    assert not any("weather_table" in caveat for caveat in mild.caveats)


def test_sf_6_a_frozen_lake_hexside_may_be_crossed_by_rule_and_on_the_compiled_board() -> None:
    here, there = (SF.board.index[ref] for ref in LAKE)
    way = 6 * here + SF.board.neighbors[here].index(there)
    compiled = {w: ways_of(("other",), in_weather(w), SF) for w in ("clear", "frost")}
    assert compiled["clear"].overland[way] == BLOCKED
    assert compiled["frost"].overland[way] == cost(LAKE, in_weather("frost")) * compiled["frost"].ticks


def test_sf_6_the_compiled_board_is_made_anew_when_the_weather_changes() -> None:
    first, then = in_weather("clear"), in_weather("frost")
    assert destinations("a", first, SF) == destinations("a", in_weather("clear"), SF) != destinations("a", then, SF)


def test_sf_9H_a_frozen_swamp_is_fought_over_as_frozen() -> None:
    assert ground_at(SWAMP, in_weather("frost"), SF).water == "frozen"
    assert ground_at(SWAMP, in_weather("mud"), SF).water == "open"


def test_sf_12B_supply_lines_cross_a_frozen_lake() -> None:
    graphs = {w: supply_graph(in_weather(w), ALLIED, SF) for w in ("clear", "frost")}
    crossing = {
        w: {element for here, element in g if here == LAKE[0] and g.has_edge((here, element), (LAKE[1], element))}
        for w, g in graphs.items()
    }
    assert crossing["clear"] < crossing["frost"]


def test_sf_9H_a_game_tells_the_odds_across_a_frozen_river() -> None:
    board = f"{RIVER[0]} us 8-8 Inf XX 1 <a> | {RIVER[1]} ge 4-6 Inf XX 2 | "
    strengths = {}
    for weather in ("clear", "frost"):
        game = Game.start(SF, f"{board}weather {weather} | Jan I 44, Allied combat")
        strengths[weather] = game.odds(Attack(("a",), RIVER[1])).odds.attack.value
    assert strengths["frost"] == 8 and strengths["clear"] == 8 * HALF
