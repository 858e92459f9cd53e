"""Construction, repair and demolition (FoF 14A, SF 14A1, 14A4, 14A5, with 7A5 and 17D), off the board and on it."""

from __future__ import annotations

from fractions import Fraction

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

import europa_rules as er
from europa_rules.errors import IllegalOrder, UnknownName
from europa_rules.game import Game
from europa_rules.ground.battleground import ground_at
from europa_rules.ground.construction import (
    Augmentation,
    Builder,
    WorkFacts,
    described_work,
    reckon_completion,
    reckon_hits,
    reckon_mps,
    reckon_time,
    rule_on_augmentation,
    rule_on_quick_construction,
    rule_on_work,
)
from europa_rules.ground.construction_sites import (
    apply_work,
    hit_airbase,
    resource_points_in_reach,
    rule_on_work_order,
)
from europa_rules.ground.facts import (
    AIRBASE_HITS,
    BRIDGE_DOWN,
    BRIDGE_HITS,
    FORTIFICATION,
    MPS_SPENT,
    PORT_DESTROYED,
    PORT_HITS,
    RAIL_BROKEN,
    UNDER_WAY,
    between,
)
from europa_rules.ground.moves import mps_left
from europa_rules.ground.ownership import gather_ownership
from europa_rules.ground.works import (
    airfield_capacity,
    has_temporary_airfield,
    is_rail_broken,
    most_port_hits,
    reckon_air_basing,
    things_at,
    work_of,
)
from europa_rules.hexes import Hex
from europa_rules.sides import ALLIED, AXIS, Turn
from europa_rules.state import WEATHER
from europa_rules.units import Rating, Unit

FOF, SF = er.load("fof"), er.load("sf")
HALF = Fraction(1, 2)
POOR = ("mud", "frost", "winter", "snow")
TWO = (Builder(), Builder())


def unit(kind: str, rating: str = "0-1-5", size: str = "regiment", nation: str = "ge") -> Unit:
    return Unit(nation, kind, size, Rating.parse(rating))  # type: ignore[arg-type]  # sizes are words of a table here


def cited(ruling: er.Ruling) -> list[str]:
    return [str(c) for c in ruling.citations]


# --- what it takes ---------------------------------------------------------------------------------------------------


def test_sf_14A1a_poor_weather_doubles_turns_and_mps() -> None:
    for weather in POOR:
        assert reckon_time(WorkFacts("permanent_airfield", weather=weather), SF).value == 2
        assert reckon_mps(WorkFacts("repair_airbase_hit", weather=weather), SF).value == 4
    assert reckon_mps(WorkFacts("repair_airbase_hit", weather="snow"), FOF).value == 2


def test_sf_14A1a_damage_that_any_unit_does_costs_the_same_in_any_weather() -> None:
    assert reckon_mps(WorkFacts("demolish_port", weather="mud"), SF).value == 6
    for work in ("break_rail_line", "damage_airbase"):
        assert reckon_mps(WorkFacts(work, weather="mud"), SF).value == 2


@pytest.mark.parametrize(("reading", "port", "rail"), [("ports", 6, 2), ("all", 6, 4), ("none", 3, 2)])
def test_sf_14A1_which_damage_costs_double_in_poor_weather_is_an_open_point(reading: str, port: int, rail: int) -> None:
    rules = er.load("sf", rulings={"sf-14A1-demolition-in-poor-weather": reading})
    assert reckon_mps(WorkFacts("demolish_port", weather="mud"), rules).value == port
    found = reckon_mps(WorkFacts("break_rail_line", weather="mud"), rules)
    assert found.value == rail and f"sf-14A1-demolition-in-poor-weather: {reading}" in found.rests_on


def test_sf_14A1b_two_units_pay_half_each_and_a_third_changes_nothing() -> None:
    assert [reckon_mps(WorkFacts("repair_port_hit", (Builder(),) * n), SF).value for n in (1, 2, 3)] == [4, 2, 2]


def test_sf_14A1b_worked_example_two_regiments_spend_half_their_mps_on_a_fort() -> None:
    regiments = (Builder(unit("construction")),) * 2
    facts = WorkFacts("fort", regiments, terrain="rough", phase="initial")
    assert reckon_time(facts, SF).value == HALF
    assert reckon_mps(facts, SF).value == Fraction(5, 2)


def test_sf_14A1b_a_two_turn_item_takes_one_turn_and_no_mps() -> None:
    facts = WorkFacts("fort", TWO, terrain="woods")
    assert [reckon_time(facts, SF).value, reckon_mps(facts, SF).value] == [1, 0]


def test_sf_14A1b_under_another_reading_nothing_takes_less_than_a_turn() -> None:
    rules = er.load("sf", rulings={"sf-14A1b-quick-times": "one-turn"})
    found = reckon_time(WorkFacts("fort", TWO), rules)
    assert found.value == 1 and "sf-14A1b-quick-times: one-turn" in found.rests_on


@pytest.mark.parametrize(("reading", "turns"), [("doubled", 4), ("not", 2)])
def test_sf_14A5_whether_poor_weather_slows_the_rebuilding_of_ports_is_open(reading: str, turns: int) -> None:
    rules = er.load("sf", rulings={"sf-14A5-port-rebuild": reading})
    for terrain in ("clear", "mountain"):
        assert reckon_time(WorkFacts("port_rebuild", TWO, terrain=terrain, weather="snow"), rules).value == turns


def test_fof_14A1_construction_knows_no_other_terrain_no_weather_and_no_augmenting() -> None:
    assert not rule_on_work(WorkFacts("fort", phase="initial", terrain="swamp"), FOF).allowed
    assert not rule_on_augmentation(Augmentation(3), FOF).allowed
    assert cited(rule_on_work(WorkFacts("augmentation"), FOF)) == ["FoF 14A1"]
    assert cited(rule_on_work(WorkFacts("demolish_port"), FOF)) == ["FoF 14A1"]


def test_fof_14A1_bridges_cost_4_mps_or_8_and_a_resource_point() -> None:
    cheap = er.load("fof", rulings={"fof-14A1-bridge-repair-cost": "eight-only"})
    question = {"ask": "reckon", "what": "repair_cost", "item": "bridge_major_river"}
    for rules, points in ((FOF, 1), (cheap, 0)):
        answer = er.ask(question, rules)
        assert (answer.values["mp"], answer.values["resource_points"]) == (8, points)
        assert any("fof-14A1-bridge-repair-cost" in point for point in answer.rests_on)


@given(mps=st.integers(0, 40), weather=st.sampled_from(("clear", *POOR)))
def test_sf_14A1_hits_are_what_the_mps_suffice_for(mps: int, weather: str) -> None:
    facts = WorkFacts("demolish_port", weather=weather)
    hits, each = reckon_hits(facts, mps, SF).value, reckon_mps(facts, SF).value
    assert hits * each <= mps < (hits + 1) * each


@given(
    work=st.sampled_from(["fort", "permanent_airfield", "augmentation", "port_rebuild"]),
    terrain=st.sampled_from(["clear", "rough", "woods", "swamp"]),
    weather=st.sampled_from(["clear", *POOR]),
    workers=st.integers(1, 3),
)
def test_sf_14A1_work_is_done_in_the_same_players_turn_as_it_was_begun(
    work: str, terrain: str, weather: str, workers: int
) -> None:
    facts = WorkFacts(work, (Builder(),) * workers, terrain=terrain, weather=weather)
    time, done = reckon_time(facts, SF).value, reckon_completion(Turn.parse("Dec II 43"), facts, SF)
    assert (done.phase == "movement") == (time < 1)
    later = Turn.parse("Dec II 43")
    for _ in range(int(time)):
        later = later.next()
    assert done.turn == later


# --- who may do what -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("work", "kind", "rule"),
    [
        ("repair_rail_hit", "railroad_engineer", ""),
        ("repair_port_hit", "railroad_engineer", "SF 14A4"),
        ("demolish_port", "railroad_engineer", "SF 14A4"),
        ("fort", "assault_engineer", "SF 14A3"),
        ("fort", "combat_engineer", ""),
        ("fort", "port_construction", ""),
        ("port_rebuild", "port_construction", ""),
        ("port_rebuild", "construction", "SF 14A5"),
        ("fort", "infantry", "SF 14A1"),
        ("break_rail_line", "infantry", ""),
        ("damage_airbase", "railroad_engineer", ""),
    ],
)
def test_sf_14A_which_units_do_which_work(work: str, kind: str, rule: str) -> None:
    ruling = rule_on_work(WorkFacts(work, (Builder(unit(kind)),), phase=""), SF)
    assert cited(ruling) == ([rule] if rule else [])


def test_sf_14A1b_brigades_count_double_by_size_type_and_defense() -> None:
    for kind, size, rating, able in [
        ("construction", "brigade", "0-2-5", True),
        ("port_construction", "brigade", "0-2-5", True),
        ("combat_engineer", "brigade", "3-8", False),
        ("construction", "regiment", "0-2-5", False),
        ("construction", "brigade", "0-1-5", False),
    ]:
        assert rule_on_quick_construction([unit(kind, rating, size)], SF).allowed is able
    strict = er.load("sf", rulings={"sf-14A1b-brigade-defense": "above-two"})
    assert not rule_on_quick_construction([unit("construction", "0-2-5", "brigade")], strict).allowed
    assert rule_on_quick_construction([unit("construction", "0-3-5", "brigade")], strict).allowed


def test_fof_14A2_quick_construction_may_be_read_out_of_the_book() -> None:
    rules = er.load("fof", rulings={"fof-14A2-quick-construction": "none"})
    assert reckon_mps(WorkFacts("repair_port_hit", TWO), FOF).value == 2
    assert reckon_mps(WorkFacts("repair_port_hit", TWO), rules).value == 4
    assert not rule_on_quick_construction([None, None], rules).allowed


def test_sf_14A1d_motorized_builders_rest_in_exploitation_but_may_break_lines() -> None:
    rider = Builder(Unit("us", "combat_engineer", "regiment", Rating.parse("2-10"), symbols=("motorized",)))
    assert cited(rule_on_work(WorkFacts("repair_rail_hit", (rider,), phase="exploitation"), SF)) == ["SF 14A1d"]
    assert rule_on_work(WorkFacts("break_rail_line", (rider,), phase="exploitation"), SF).allowed
    walker = Builder(unit("infantry", "2-6"))
    assert cited(rule_on_work(WorkFacts("break_rail_line", (walker,), phase="exploitation"), SF)) == ["SF 6"]


def test_sf_14A1_every_rule_against_work_is_named() -> None:
    facts = WorkFacts(
        "port-rebuild", (Builder(unit("construction")),), phase="movement", in_supply=False,
        resource_point_in_reach=False, quick=True,
    )  # fmt: skip
    ruling = rule_on_work(described_work(facts, SF), SF)
    assert len(ruling.refusals) == 5 and set(cited(ruling)) == {"SF 14A5", "SF 14A1"}


def test_sf_14A1a_temporary_airfields_are_not_repaired_in_mud_but_permanent_ones_are() -> None:
    for thing, allowed in (("temporary_airfield", False), ("permanent_airfield", True)):
        facts = WorkFacts("repair_airbase_hit", weather="mud", has=frozenset({thing}))
        assert rule_on_work(facts, SF).allowed is allowed


def test_fof_14I2_a_carried_unit_builds_nothing() -> None:
    question = {
        "ask": "ruling", "what": "construct", "item": "repair_rail_hit", "phase": "movement", "mp_spent": 4,
        "unit": {"type": "construction", "size": "regiment", "rating": "0-1-5", "carried_by": "transport_counter"},
    }  # fmt: skip
    assert er.ask(question, FOF).values["forbidden_by"] == ["14I2"]


@pytest.mark.parametrize(("airfield", "other", "allowed"), [(3, 6, True), (6, 6, False), (9, 0, True), (12, 0, False)])
def test_sf_14A1_a_hex_bases_12_air_units_at_most(airfield: int, other: int, allowed: bool) -> None:
    assert rule_on_augmentation(Augmentation(airfield, other), SF).allowed is allowed


# --- on the board: The Fall of France --------------------------------------------------------------------------------


def start(rules: er.Ruleset, position: str) -> Game:
    return Game.start(rules, position, seed=1)


def go_to(game: Game, player: str, phase: str, turn: str = "") -> Game:
    """Pass until a phase of a player opens, its initial phase or that with orders."""
    for _ in range(60):
        now = game.state.moment
        if now.player == player and now.phase == phase and turn in ("", str(now.turn)):
            return game
        if isinstance(game.pending, er.Decision):
            game.decide(*game.pending.suggestions[-1])
        else:
            game.done()
    raise AssertionError(f"never came to the {player} {phase} phase")


RHEIMS = """
16A:2127 fr 0-1-5 Cons III 1, fr 0-1-5 Cons III 2
16A:2128 fr 5-6 Inf XX 9, fr RP 2
Jun I 40, Allied initial
"""
SITE = Hex("16A:2127")
ONE, OTHER = "fr 1 Cons III", "fr 2 Cons III"


def test_fof_14A1_worked_example_a_fort_begun_in_Jun_I_is_done_in_Jun_II() -> None:
    game = start(FOF, RHEIMS)
    game.submit(er.Build((ONE,), "fort"))
    assert ground_at(SITE, game.state, FOF).fortification == ""
    go_to(game, "Axis", "combat", "Jun II 40")
    assert game.state.recall(FORTIFICATION, SITE) is None
    go_to(game, "Allied", "initial", "Jun II 40")
    assert ground_at(SITE, game.state, FOF).fortification == "fort"
    assert [e.text for e in game.log if e.kind == "work done"] == [f"{ONE}: fort finished in {SITE}"]


def test_fof_14A2_the_resource_point_is_spent_at_the_start_and_lost_with_the_work() -> None:
    game = start(FOF, RHEIMS)
    game.submit(er.Build((ONE,), "fort"))
    assert game.state.piece("fr RP").unit.points == 1
    go_to(game, "Allied", "movement")
    game.submit(er.Move((ONE,), (Hex("16A:2128"),)))
    assert work_of(ONE, game.state) is None
    go_to(game, "Allied", "initial", "Jun II 40")
    assert ground_at(SITE, game.state, FOF).fortification == ""
    assert game.state.piece("fr RP").unit.points == 1


def test_fof_14A2_no_fort_without_an_overland_line_to_a_resource_point() -> None:
    """Seven hexes away is near enough, eight are too far; and a ring of enemies cuts any line."""
    near = [h for h in FOF.board.hexes if FOF.board.distance(SITE, h) in (7, 8) and FOF.board.has_land(h)]
    reached = {}
    for ref in near[::9]:
        state = er.parse_position(f"{SITE} fr 0-1-5 Cons III 1 | {ref} fr RP 2 | Jun I 40, Allied initial", FOF)
        reached[ref] = bool(resource_points_in_reach(SITE, ALLIED, state, FOF))
    assert {FOF.board.distance(SITE, ref) for ref, able in reached.items() if able} == {7}
    ring = " | ".join(f"{h} ge 2-6 Inf III {i}" for i, h in enumerate(FOF.board.neighbors_of(SITE)))
    cut = f"{SITE} fr 0-1-5 Cons III 1 | 16A:2130 fr RP 2 | {ring} | Jun I 40, Allied initial"
    ruling = rule_on_work_order(er.Build((ONE,), "fort"), ALLIED, er.parse_position(cut, FOF), FOF)
    assert cited(ruling) == ["FoF 14A2"] and ruling.possible == ("bring a resource point within reach",)


def test_fof_14A2_two_units_finish_a_fort_as_the_movement_phase_opens() -> None:
    game = start(FOF, RHEIMS)
    game.submit(er.Build((ONE, OTHER), "fort"))
    go_to(game, "Allied", "movement")
    assert ground_at(SITE, game.state, FOF).fortification == "fort"
    assert game.state.recall(MPS_SPENT, ONE) == Fraction(5, 2) == mps_left(OTHER, game.state, FOF)
    with pytest.raises(IllegalOrder, match="at work on a fort in this player turn"):
        game.submit(er.Build((ONE, OTHER), "temporary_airfield"))


def test_fof_14A1_two_units_make_a_temporary_airfield_and_march_on() -> None:
    game = start(FOF, RHEIMS.replace("initial", "movement"))
    with pytest.raises(IllegalOrder, match="has 5 MPs, and needs 6"):
        game.submit(er.Build((ONE,), "temporary_airfield"))
    game.submit(er.Build((ONE, OTHER), "temporary_airfield"))
    assert has_temporary_airfield(SITE, game.state) and mps_left(ONE, game.state, FOF) == 2
    assert gather_ownership(SITE, game.state, FOF).is_airbase
    game.submit(er.Move((ONE,), (Hex("16A:2128"),)))
    assert has_temporary_airfield(SITE, game.state)
    game.submit(er.Move((OTHER,), (Hex("16A:2128"),)))
    assert not has_temporary_airfield(SITE, game.state)


def test_fof_14A1_a_permanent_airfield_takes_the_place_of_a_temporary_one() -> None:
    game = start(FOF, RHEIMS.replace("initial", "movement"))
    game.submit(er.Build((ONE, OTHER), "temporary_airfield"))
    go_to(game, "Allied", "initial")
    game.submit(er.Build((ONE,), "permanent_airfield"))
    assert has_temporary_airfield(SITE, game.state)
    go_to(game, "Allied", "movement")
    go_to(game, "Allied", "initial")
    assert airfield_capacity(SITE, game.state, FOF) == 3 and not has_temporary_airfield(SITE, game.state)
    with pytest.raises(IllegalOrder, match="permanent airfield is in the hex"):
        game.submit(er.Build((ONE,), "permanent_airfield"))


def test_fof_31A1_and_17C_an_enemy_who_takes_the_hex_finds_no_fort_and_no_temporary_airfield() -> None:
    position = "16A:2127 fr 0-1-5 Cons III 1 | 16A:2126 ge 14-10 Pz XX 1 | Jun I 40, Axis movement"
    state = er.parse_position(position, FOF)
    for work in ("fort", "temporary_airfield"):
        state = apply_work(work, SITE, ALLIED, state, FOF)
    game = Game.start(FOF, state, seed=1)
    game.submit(er.Overrun(("ge 1 Pz XX",), SITE))
    while isinstance(game.pending, er.Decision):
        game.decide(*game.pending.candidates)
    assert game.state.piece("ge 1 Pz XX").place == SITE
    assert ground_at(SITE, game.state, FOF).fortification == "" and not has_temporary_airfield(SITE, game.state)


def test_fof_14A1_a_fort_helps_its_defenders() -> None:
    """It takes 1 off the die, and keeps armor from having its effect."""
    position = "16A:2127 fr 5-6 Inf XX 9 | 16A:2126 ge 14-10 Pz XX 1 | Jun I 40, Axis combat"
    for forts, modifier in (((), 3), (("fort",), -1)):
        state = er.parse_position(position, FOF)
        for work in forts:
            state = apply_work(work, SITE, ALLIED, state, FOF)
        game = Game.start(FOF, state, dice="manual")
        game.submit(er.Attack(("ge 1 Pz XX",), SITE))
        while isinstance(game.pending, er.Opening):
            game.done()
        game.roll(3)
        rolled = next(e for e in game.log if e.kind == "combat rolled")
        assert {name: ledger.value for name, ledger in rolled.ledgers}["modifier"] == modifier


def test_fof_17D_any_unit_damages_an_airbase_and_a_construction_unit_repairs_it() -> None:
    position = "16A:2130 fr 5-6 Inf XX 9, fr 0-1-5 Cons III 1 | Jun I 40, Allied movement"
    field = Hex("16A:2130")
    game = start(FOF, position)
    for hits in (1, 2, 3):
        game.submit(er.Demolish(("fr 9 Inf XX",), "airbase"))
        assert game.state.recall(AIRBASE_HITS, field) == hits
    with pytest.raises(IllegalOrder, match="no airbase in the hex"):
        game.submit(er.Demolish((ONE,), "airbase"))
    game.submit(er.Repair((ONE,), "airbase"))
    assert game.state.recall(AIRBASE_HITS, field) == 2 and mps_left(ONE, game.state, FOF) == 3
    with pytest.raises(IllegalOrder, match=r"may spend no MPs for anything else.*FoF 6"):
        game.submit(er.Move((ONE,), (Hex("16A:2131"),), "one-hex"))


def test_fof_14A1_a_broken_rail_line_is_repaired_for_4_mps() -> None:
    position = "16A:2130 fr 0-1-5 Cons III 1, fr 0-1-5 Cons III 2 | Jun I 40, Allied movement"
    ref = next(Hex(h) for h in FOF.board.hexes if "rail_line" in things_at(h, er.parse_position(position, FOF), FOF))
    state = er.parse_position(position.replace("16A:2130", ref), FOF).noting(RAIL_BROKEN, ref, True)
    game = Game.start(FOF, state, seed=1)
    game.submit(er.Repair((ONE,), "rail_line"))
    assert not is_rail_broken(ref, game.state) and mps_left(ONE, game.state, FOF) == 1
    with pytest.raises(IllegalOrder, match="no rail hit in the hex"):
        game.submit(er.Repair((OTHER,), "rail_line"))


def test_fof_14A1_a_bridge_over_a_major_river_takes_8_mps_and_a_resource_point() -> None:
    here, there = Hex("17A:1206"), Hex("17A:1307")
    position = f"{here} fr 0-1-5 Cons III 1, fr 0-1-5 Cons III 2, fr RP 1 | Jun I 40, Allied movement"
    state = er.parse_position(position, FOF)
    order = er.Repair((ONE, OTHER), "bridge", across=there)
    assert "there is no bridge hit in the hex" in str(rule_on_work_order(order, ALLIED, state, FOF))
    game = Game.start(FOF, state.noting(BRIDGE_DOWN, between(here, there), True), seed=1)
    game.submit(order)
    assert game.state.recall(BRIDGE_DOWN, between(here, there)) is None
    assert "fr RP" not in game.state.pieces and mps_left(ONE, game.state, FOF) == 1


@pytest.mark.parametrize(("hits", "points"), [(2, 1), (0, 0)], ids=["only hit", "demolished"])
@pytest.mark.parametrize("game", ["fof", "sf"])
def test_fof_7C3_sf_44A1_a_bridge_with_bombing_hits_is_repaired_without_a_resource_point(
    game: str, hits: int, points: int
) -> None:
    option, nation, turn = {"fof": ("7C", "fr", "Jun I 40"), "sf": ("44A1", "us", "Aug I 44")}[game]
    rules = er.load(game, options=(option,))
    here, there = Hex("17A:1206"), Hex("17A:1307")
    position = f"{here} {nation} 0-1-8 Cons III 1, {nation} 0-1-8 Cons III 2, {nation} RP 1 | {turn}, Allied movement"
    name = between(here, there)
    state = er.parse_position(position, rules).owned({here: ALLIED, there: ALLIED})
    state = state.noting(BRIDGE_HITS, name, hits) if hits else state.noting(BRIDGE_DOWN, name, True)
    started = Game.start(rules, state, seed=1)
    started.submit(er.Repair((f"{nation} 1 Cons III", f"{nation} 2 Cons III"), "bridge", across=there))
    assert started.state.recall(BRIDGE_HITS, name) is None and started.state.recall(BRIDGE_DOWN, name) is None
    assert sum(piece.unit.type == "resource_point" for piece in started.state.pieces.values()) == points
    assert mps_left(f"{nation} 1 Cons III", started.state, rules) == 4


def test_fof_14A1_work_under_way_is_saved_and_loaded() -> None:
    game = start(FOF, RHEIMS)
    game.submit(er.Build((ONE,), "fort"))
    again = Game.load(game.save(), FOF)
    assert again.state == game.state and again.state.recall(UNDER_WAY, ONE) is not None
    go_to(again, "Allied", "initial", "Jun II 40")
    assert ground_at(SITE, again.state, FOF).fortification == "fort"


def test_fof_14A1_without_a_construction_unit_the_initial_phase_waits_for_nobody() -> None:
    game = start(FOF, "16A:2127 fr 5-6 Inf XX 9 | Jun I 40, Allied initial")
    assert game.state.moment.phase == "movement"


def test_fof_14A1_what_is_open_to_a_unit_is_told_with_the_reasons() -> None:
    state = er.parse_position(RHEIMS, FOF)
    for work in ("fort", "permanent_airfield"):
        assert rule_on_work_order(er.Build((ONE,), work), ALLIED, state, FOF).allowed
    assert not rule_on_work_order(er.Demolish((ONE,), "damage_airbase"), ALLIED, state, FOF).allowed
    assert "movement" in str(rule_on_work_order(er.Build((ONE,), "temporary_airfield"), ALLIED, state, FOF))


def test_fof_14A1_orders_that_name_nonsense_are_refused_with_what_would_do() -> None:
    state = er.parse_position(RHEIMS, FOF)
    assert "one of fort" in str(rule_on_work_order(er.Build((ONE,), "castle"), ALLIED, state, FOF))
    assert "no work to build" in str(rule_on_work_order(er.Build((ONE,), "damage_airbase"), ALLIED, state, FOF))
    assert "no pace" in str(rule_on_work_order(er.Build((ONE,), "fort", "fast"), ALLIED, state, FOF))
    assert "not the Axis player's" in str(rule_on_work_order(er.Build((ONE,), "fort"), AXIS, state, FOF))
    with pytest.raises(UnknownName):
        rule_on_work_order(er.Build(("fr 3 Cons III",), "fort"), ALLIED, state, FOF)


# --- on the board: Second Front --------------------------------------------------------------------------------------


WOODS = "16A:2919 ge 0-1-5 Cons III 1, ge 0-1-5 Cons III 2, ge RP 3 | Jul I 44, Axis initial"
A, B = "ge 1 Cons III", "ge 2 Cons III"
FOREST_ROAD = Hex("16A:2919")


def test_sf_14A1_worked_example_a_woods_fort_begun_in_Jul_I_is_done_in_Aug_I() -> None:
    game = start(SF, WOODS)
    game.submit(er.Build((A,), "fort"))
    go_to(game, "Axis", "movement", "Jul II 44")
    assert ground_at(FOREST_ROAD, game.state, SF).fortification == ""
    go_to(game, "Axis", "initial", "Aug I 44")
    assert ground_at(FOREST_ROAD, game.state, SF).fortification == "fort"


def test_sf_14A1b_two_units_build_it_in_one_turn() -> None:
    game = start(SF, WOODS)
    game.submit(er.Build((A, B), "fort"))
    go_to(game, "Axis", "movement", "Jul I 44")
    assert mps_left(A, game.state, SF) == 5 and work_of(B, game.state) is not None
    go_to(game, "Axis", "initial", "Jul II 44")
    assert ground_at(FOREST_ROAD, game.state, SF).fortification == "fort"


def test_sf_14A1b_no_more_than_two_units_work_together() -> None:
    state = er.parse_position(WOODS.replace("ge RP 3", "ge 0-1-5 Cons III 3, ge RP 3"), SF)
    ruling = rule_on_work_order(er.Build((A, B, "ge 3 Cons III"), "fort"), AXIS, state, SF)
    assert cited(ruling) == ["SF 14A1b"] and ruling.possible == ("name fewer units",)


@pytest.mark.parametrize(("reading", "done"), [("at-start", "Aug I 44"), ("each-turn", "Jul II 44")])
def test_sf_14A1a_the_weather_at_the_start_counts_unless_each_turn_does(reading: str, done: str) -> None:
    """A fort begun in clear terrain in mud; the mud is over as the game turn ends."""
    rules = er.load("sf", rulings={"sf-14A1a-weather-changes": reading})
    game = start(rules, "16A:2921 ge 0-1-5 Cons III 1, ge RP 1 | weather mud | Jun II 44, Axis initial")
    game.submit(er.Build((A,), "fort"))
    work = game.state.recall(UNDER_WAY, A)
    assert work is not None and [work.left, work.pace] == [1, HALF]
    go_to(game, "Axis", "movement", "Jul I 44")
    assert game.state.recall(WEATHER, "") is None
    work = game.state.recall(UNDER_WAY, A)
    assert work is not None and work.pace == (HALF if reading == "at-start" else 1)
    go_to(game, "Axis", "movement", "Jul II 44")
    assert ground_at(Hex("16A:2921"), game.state, rules).fortification == "fort"


def test_sf_14A1_an_airfield_beside_a_major_city_grows_until_the_hex_bases_12() -> None:
    field = Hex("16A:1030")
    game = start(SF, "16A:1030 ge 0-1-5 Cons III 1, ge RP 5 | Jul I 44, Axis initial")
    assert [airfield_capacity(field, game.state, SF), reckon_air_basing(field, game.state, SF).value] == [3, 9]
    game.submit(er.Build((A,), "augmentation"))
    go_to(game, "Axis", "movement")
    go_to(game, "Axis", "initial")
    assert [airfield_capacity(field, game.state, SF), reckon_air_basing(field, game.state, SF).value] == [6, 12]
    with pytest.raises(IllegalOrder, match="15 air units, more than 12"):
        game.submit(er.Build((A,), "augmentation"))


STUTTGART = """
16A:3220 ge 0-1-5 Cons III 1, ge 0-1-5 Cons III 2
16A:3121 it 0-1-5 Cons III 3, ge RP 3
Jul I 44, Axis initial
"""


def test_sf_14A1c_worked_example_only_one_unit_uses_the_civilians_of_stuttgart() -> None:
    game = start(SF, STUTTGART)
    with pytest.raises(IllegalOrder, match=r"needs two construction units.*SF 14A1b"):
        game.submit(er.Build(("it 3 Cons III",), "fort", "quick"))
    game.submit(er.Build((A,), "fort", "quick"))
    ruling = rule_on_work_order(er.Build((B,), "permanent_airfield", "quick"), AXIS, game.state, SF)
    assert cited(ruling) == ["SF 14A1b"]
    go_to(game, "Axis", "movement")
    assert ground_at(Hex("16A:3220"), game.state, SF).fortification == "fort"
    assert mps_left(A, game.state, SF) == Fraction(5, 2)


CHERBOURG = Hex("17A:0611")


def test_sf_14A1_a_construction_unit_demolishes_a_port_by_3_mps_a_hit() -> None:
    game = start(SF, "17A:0611 ge 0-1-5 Cons III 1, ge 7-6 Inf XX 9 | Jun II 44, Axis movement")
    game.submit(er.Demolish((A,), "port"))
    assert game.state.recall(PORT_HITS, CHERBOURG) == 1 and mps_left(A, game.state, SF) == 2
    with pytest.raises(IllegalOrder, match=r"has 2 MPs, and needs 3.*SF 14A1"):
        game.submit(er.Demolish((A,), "port"))
    with pytest.raises(IllegalOrder, match=r"no ability to demolish a port.*SF 14A1"):
        game.submit(er.Demolish(("ge 9 Inf XX",), "port"))


def test_sf_14A5_a_destroyed_port_is_rebuilt_in_two_turns_and_then_repaired() -> None:
    position = "17A:0611 us 0-1-8 PortCons III 1, us 0-1-8 Cons III 2, us RP 2 | Jul I 44, Allied initial"
    builder = "us 1 PortCons III"
    state = er.parse_position(position, SF).owned({CHERBOURG: ALLIED})
    most = most_port_hits(CHERBOURG, SF)
    state = state.noting(PORT_DESTROYED, CHERBOURG, True).noting(PORT_HITS, CHERBOURG, most)
    state = state.at_moment(evolve(state.moment, step="new construction"))  # after supply was judged
    game = Game.start(SF, state, seed=1)
    assert "SF 14A5" in cited(rule_on_work_order(er.Build(("us 2 Cons III",), "port_rebuild"), ALLIED, state, SF))
    assert "SF 14A5" in cited(rule_on_work_order(er.Repair((builder,), "port"), ALLIED, state, SF))
    game.submit(er.Build((builder,), "port_rebuild"))
    go_to(game, "Allied", "movement", "Jul II 44")
    assert game.state.recall(PORT_DESTROYED, CHERBOURG) is True
    go_to(game, "Allied", "movement", "Aug I 44")
    assert game.state.recall(PORT_DESTROYED, CHERBOURG) is None
    assert game.state.recall(PORT_HITS, CHERBOURG) == most
    game.submit(er.Repair(("us 2 Cons III",), "port"))
    assert game.state.recall(PORT_HITS, CHERBOURG) == most - 1


def test_sf_7A5_and_14A4_any_unit_breaks_a_line_and_railroad_engineers_mend_it() -> None:
    empty = er.parse_position("16A:2921 ge 7-6 Inf XX 9 | Jul I 44, Axis movement", SF)
    ref = next(Hex(h) for h in SF.board.hexes if h.startswith("16A:29") and "rail_line" in things_at(h, empty, SF))
    game = start(SF, f"{ref} ge 7-6 Inf XX 9, ge 0-1-6 RREng III 1, ge 0-1-6 RREng III 2 | Jul I 44, Axis movement")
    game.submit(er.Demolish(("ge 9 Inf XX",), "rail_line"))
    assert is_rail_broken(ref, game.state) and mps_left("ge 9 Inf XX", game.state, SF) == 4
    with pytest.raises(IllegalOrder, match="no rail line in the hex"):
        game.submit(er.Demolish(("ge 9 Inf XX",), "rail_line"))
    with pytest.raises(IllegalOrder, match="SF 14A1"):
        game.submit(er.Repair(("ge 9 Inf XX",), "rail_line"))
    engineers = tuple(p for p in game.state.pieces if "Eng" in p)
    game.submit(er.Repair(engineers, "rail_line"))
    assert not is_rail_broken(ref, game.state)
    assert [mps_left(p, game.state, SF) for p in engineers] == [4, 4]


def test_sf_14A1a_no_temporary_airfield_in_mud() -> None:
    mud = "16A:2921 ge 0-1-5 Cons III 1, ge 0-1-5 Cons III 2 | weather mud | Jun II 44, Axis movement"
    state = er.parse_position(mud, SF)
    ruling = rule_on_work_order(er.Build((A, B), "temporary_airfield"), AXIS, state, SF)
    assert "SF 14A1a" in cited(ruling)
    dry = er.parse_position(mud.replace("weather mud | ", ""), SF)
    assert rule_on_work_order(er.Build((A, B), "temporary_airfield"), AXIS, dry, SF).allowed


def test_sf_14A1_one_task_at_a_time_unless_the_point_is_read_otherwise() -> None:
    position = "16A:2921 ge 0-1-12 Cons III 1, ge RP 3 | Jul I 44, Axis initial"
    for reading, allowed in (("no", False), ("yes", True)):
        rules = er.load("sf", rulings={"sf-14A1-two-tasks": reading})
        game = start(rules, position)
        game.submit(er.Build((A,), "fort"))
        assert not rule_on_work_order(er.Build((A,), "permanent_airfield"), AXIS, game.state, rules).allowed
        go_to(game, "Axis", "movement")
        ruling = rule_on_work_order(er.Build((A,), "temporary_airfield"), AXIS, game.state, rules)
        assert ruling.allowed is allowed
        assert allowed or f"sf-14A1-two-tasks: {reading}" in ruling.rests_on


def test_sf_44A1_a_bridge_is_repaired_only_by_who_owns_both_hexes() -> None:
    here, there = Hex("17A:1206"), Hex("17A:1307")
    position = f"{here} us 0-1-8 Cons III 1, us RP 1 | Aug I 44, Allied movement"
    state = er.parse_position(position, SF).owned({here: ALLIED}).noting(BRIDGE_DOWN, between(here, there), True)
    order = er.Repair(("us 1 Cons III",), "bridge", across=there)
    assert cited(rule_on_work_order(order, ALLIED, state, SF)) == ["SF 44A1"]
    assert rule_on_work_order(order, ALLIED, state.owned({there: ALLIED}), SF).allowed


@given(hits=st.lists(st.integers(-4, 4), max_size=8))
def test_sf_17D_no_airbase_is_damaged_beyond_its_capacity(hits: list[int]) -> None:
    field = Hex("16A:1030")
    state = er.parse_position("16A:1030 ge 7-6 Inf XX 9 | Jul I 44, Axis movement", SF)
    for n in hits:
        state = hit_airbase(field, n, state, SF)
        assert 0 <= (state.recall(AIRBASE_HITS, field) or 0) <= reckon_air_basing(field, state, SF).value
