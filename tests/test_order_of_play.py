"""Rules that order what others do: the steps of an air operation, who may act on demand, what lines join."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

import europa_rules as er
from europa_rules.air.flights import Flight
from europa_rules.air.missions import MissionFacts, rule_on_mission
from europa_rules.air.operations import air_operation_steps
from europa_rules.air.phases import acts_on_demand
from europa_rules.air_units import AirRating
from europa_rules.campaign.nations import let_happen
from europa_rules.ground.artillery import gunfire_as_artillery
from europa_rules.ground.terrain import follows_road
from europa_rules.ledger import Reckoning
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS
from europa_rules_sf.commando_abilities import Commando, rule_on_leaving_before_combat
from europa_rules_sf.supply_elements import LINES_LIMITED, shorter_rows


@cache
def rules_of(book: str) -> Ruleset:
    return er.load(book)


def test_fof_16D1_16D2_16D3_16D4_16D5_antiaircraft_fires_once_missions_are_declared() -> None:
    names = [step.name for step in air_operation_steps(rules_of("fof"))]
    assert names.index("mission movement") < names.index("interceptor movement") < names.index("air combat")
    assert names.index("air combat") < names.index("antiaircraft fire") <= names.index("mission resolution")
    assert names[-1] == "air unit return"


def test_sf_16D1_16D2_16D3_16D4_16D5_16D6_antiaircraft_fires_before_missions_are_resolved() -> None:
    names = [step.name for step in air_operation_steps(rules_of("sf"))]
    own = [name for name in names if name in ("mission movement", "interceptor movement", "air combat")]
    assert own == ["mission movement", "interceptor movement", "air combat"]
    assert names.index("air combat") < names.index("antiaircraft fire") < names.index("mission resolution")
    assert names[-1] == "air unit return"


@pytest.mark.parametrize("book", ["fof", "sf"])
def test_16C2_16C4_who_is_not_phasing_acts_by_flying_alone(book: str) -> None:
    text = "16A:1728 ge 7F5 1/7 Me 109E 1 | 16A:1030 fr 6-6 Inf XX 10 | May II 40, Axis movement | owner Axis 16A:1728"
    state = er.parse_position(text if book == "fof" else text.replace("May II 40", "May II 44"), rules_of(book))
    assert acts_on_demand(AXIS, state, rules_of(book))
    assert not acts_on_demand(ALLIED, state, rules_of(book))


@pytest.mark.parametrize("book", ["fof", "sf"])
def test_7_01_7_02_a_line_serves_only_between_hexes_that_it_joins(book: str) -> None:
    board = rules_of(book).board
    here = er.hexref("16A:1728")
    joined = {ref for ref in board.neighbors_of(here) if board.line_kinds(here, ref)}
    assert joined
    assert {ref for ref in board.neighbors_of(here) if follows_road(here, ref, rules_of(book))} <= joined
    assert set(board.neighbors_of(here)) - joined


def test_sf_14H2_01_every_commando_may_leave_before_combat() -> None:
    rules = rules_of("sf")
    state = er.parse_position("16A:2029 br 1-8 Cdo II 1, br 1-8 ParaCdo II 2, br 5-7-6 Inf XX 3", rules)
    may = [rule_on_leaving_before_combat(Commando(piece.unit), rules).allowed for piece in state.pieces.values()]
    assert may == [True, True, False]


def test_sf_26A6_01_axis_lines_are_shorter_while_the_strategic_air_war_limits_them() -> None:
    rules = rules_of("sf")
    state = er.parse_position("16A:2029 ge 7-6 Inf XX 1\nMay II 44, Axis movement", rules)
    assert shorter_rows("overland", AXIS, state, rules) == ""
    limited = let_happen(LINES_LIMITED, state)
    assert shorter_rows("overland", AXIS, limited, rules) == "overland_limited"
    assert shorter_rows("overland", ALLIED, limited, rules) == ""


def test_sf_33A_08_a_point_of_naval_gunfire_is_a_quarter_of_an_re_of_artillery() -> None:
    (fielded,) = gunfire_as_artillery(Reckoning.of(6, "naval gunfire"), rules_of("sf"))
    assert fielded.re == Fraction(6, 4)
    assert gunfire_as_artillery(Reckoning.of(0, "naval gunfire"), rules_of("sf")) == ()


def test_fof_20G2g_01_tactical_terror_bombing_is_not_flown_where_its_missing_rule_is_read_so() -> None:
    mission = rules_of("fof").charts.air_missions.missions["tactical_terror_bombing"]
    flight = Flight(AirRating.parse("2B3 3-2/12"), mission)
    read_as_none = er.load("fof", rulings={"fof-20G1d-missing-bombing-missions": "none"})
    assert rule_on_mission(MissionFacts(flight), rules_of("fof")).allowed
    assert not rule_on_mission(MissionFacts(flight), read_as_none).allowed
