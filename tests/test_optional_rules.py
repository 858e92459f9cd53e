"""Advanced and optional rules of the ground war (SF 43, 44; FoF 31I1): positions on the sheets, through the referee."""

from __future__ import annotations

import functools
from fractions import Fraction

import pytest
from attrs import evolve

import europa_rules as er
from europa_rules.campaign.nations import let_happen
from europa_rules.errors import IllegalOrder
from europa_rules.game import Game
from europa_rules.ground.attacks import Attack, gather_attack, rule_on_attack_order
from europa_rules.ground.bridge_demolition import DemolishBridge, rule_on_demolishing
from europa_rules.ground.combat import reckon_attack_strength, reckon_defense_strength, reckon_modifiers
from europa_rules.ground.construction import reckon_mps
from europa_rules.ground.construction_sites import Build, Demolish, gather_work, rule_on_work_order
from europa_rules.ground.destinations import destinations
from europa_rules.ground.facts import BRIDGE_DOWN, FORTIFICATION, MPS_SPENT, RETREATED_INTO, WATER, between
from europa_rules.ground.moves import Move, gather_step
from europa_rules.ground.ownership import hex_owner, settle_owners
from europa_rules.ground.retreats import retreat
from europa_rules.ground.stacking import gather_stack, rule_on_stack
from europa_rules.ground.support import is_supported
from europa_rules.ground.zones import enemy_zoc
from europa_rules.hexes import Hex
from europa_rules.position import parse_position
from europa_rules.procedure import Decision, Opening, Roll
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS
from europa_rules.state import GameState
from europa_rules.testing import play
from europa_rules.units import is_construction
from europa_rules_fof.antitank_option import convert
from europa_rules_sf.contingents import RETURNS, Attackers, are_several
from europa_rules_sf.dismantling import COMING, DISMANTLED
from europa_rules_sf.lines_of_communications import in_reach, lonely_hexes
from europa_rules_sf.off_map_rail import OffMapRail, edge_hexes
from europa_rules_sf.overstacks import OVERSTACKED, LeaveOverstack, Overstack
from europa_rules_sf.resource_capture import DestroyPoints, reckon_capture
from europa_rules_sf.spring_thaw import BEFORE

HERE, NEAR, OTHER = Hex("16A:1530"), Hex("16A:1529"), Hex("16A:1430")


@functools.cache
def rules_of(*options: str, rulings: tuple[tuple[str, str], ...] = ()) -> Ruleset:
    return er.load("sf", options=options, rulings=dict(rulings))


def begin(position: str | GameState, rules: Ruleset) -> Game:
    return Game.start(rules, position, dice="manual")


def go_on(game: Game) -> None:
    if isinstance(game.pending, Decision):
        game.decide(*game.pending.suggestions[0])
    elif isinstance(game.pending, Roll):
        game.roll(3)
    else:
        game.done()


def until(game: Game, turn: str, player: str, phase: str) -> None:
    while not (
        str(game.state.moment.turn) == turn
        and game.state.moment.player == player
        and isinstance(game.pending, Opening)
        and game.pending.name == f"{phase} phase"
    ):
        go_on(game)


def total(attack: Attack, state: GameState, rules: Ruleset) -> Fraction:
    return reckon_attack_strength(gather_attack(attack, state.phasing, state, rules), rules).value


def special(attack: Attack, state: GameState, rules: Ruleset) -> Fraction:
    parts = dict(reckon_modifiers(gather_attack(attack, state.phasing, state, rules), rules).parts)
    return parts["special"].value if "special" in parts else Fraction(0)


def step_cost(origin: Hex, to: Hex, state: GameState, rules: Ruleset) -> Fraction:
    piece = next(iter(state.at(origin)))
    return Fraction(gather_step(piece, origin, to, state, rules).cost)


# --- overstacking (SF 43C2) ------------------------------------------------------------------------------------------

FIVE = f"{HERE} 5x us 8-8 Inf XX | 16A:1017 ge 4-6 Inf XX 9 | Aug I 44, Allied"


def test_sf_43C2_01_units_over_the_limit_are_set_apart_and_the_phase_may_end() -> None:
    rules = rules_of("43C2")
    game = begin(f"{FIVE} movement", rules)
    with pytest.raises(IllegalOrder, match=r"SF 8"):
        game.done()
    game.submit(Overstack(("us Inf XX #4", "us Inf XX #5")))
    game.done()
    assert game.state.moment.phase == "combat"
    assert rule_on_stack(gather_stack(HERE, ALLIED, game.state, rules), rules).allowed


def test_sf_43C2_02_leaving_the_overstack_takes_two_mps() -> None:
    rules = rules_of("43C2")
    game = begin(f"{FIVE} movement", rules)
    game.submit(Overstack(("us Inf XX #5",)))
    with pytest.raises(IllegalOrder, match="43C2"):
        game.submit(Move(("us Inf XX #5",), (OTHER,)))
    full = max(destinations("us Inf XX #4", game.state, rules).values())
    game.submit(LeaveOverstack(("us Inf XX #5",)))
    left = max(destinations("us Inf XX #5", game.state, rules).values())
    assert full - left == 2 and game.state.recall(OVERSTACKED, "us Inf XX #5") is None


def test_sf_43C2_03_overstacked_units_neither_attack_nor_defend_nor_exert_zocs() -> None:
    rules = rules_of("43C2")
    text = f"{HERE} 2x us 8-8 Inf XX | {NEAR} 2x ge 4-6 Inf XX | Aug I 44, Allied combat"
    state = parse_position(text, rules)
    apart = state.noting(OVERSTACKED, "ge Inf XX #2", NEAR).noting(OVERSTACKED, "us Inf XX #2", HERE)
    both = Attack(("us Inf XX", "us Inf XX #2"), NEAR)
    refused = rule_on_attack_order(both, ALLIED, apart, rules)
    assert [c.number for c in refused.citations] == ["43C2"]
    facts = gather_attack(Attack(("us Inf XX",), NEAR), ALLIED, apart, rules)
    assert reckon_defense_strength(facts, rules).value == 4
    alone, beside = apart.without("ge Inf XX"), rules.board.neighbors_of(NEAR)[0]
    assert enemy_zoc(beside, ALLIED, apart, rules) and not enemy_zoc(beside, ALLIED, alone, rules)


def test_sf_43C2_04_a_retreat_into_a_full_hex_ends_in_the_overstack() -> None:
    rules = rules_of("43C2")
    around = rules.board.neighbors_of(HERE)
    full = around[3]
    others = " | ".join(f"{ref} us 1-2-8 Inf III" for ref in around if ref != full)
    text = f"{HERE} ge 4-6 Inf XX 1 | {full} 6x ge 4-6 Inf XX | {others} | Aug I 44, Allied combat"
    state = parse_position(text, rules)
    after, _ = play(retreat(("ge 1 Inf XX",), state, rules))
    piece = after.piece("ge 1 Inf XX")
    assert piece.place == full and after.recall(OVERSTACKED, "ge 1 Inf XX") == full
    assert after.recall(RETREATED_INTO, "ge 1 Inf XX") == full


def test_sf_43C2_05_without_the_option_there_are_no_overstacks() -> None:
    game = begin(f"{FIVE} movement", rules_of())
    with pytest.raises(IllegalOrder, match="43C2"):
        game.submit(Overstack(("us Inf XX #5",)))


# --- co-operation (SF 43E) -------------------------------------------------------------------------------------------


def allies(*nations: str) -> str:
    units = ", ".join(f"{nation} 8-8 Inf XX <{nation}>" for nation in nations)
    return f"{HERE} {units} | {NEAR} ge 4-6 Inf XX 9 | Nov I 44, Allied combat"


def test_sf_43E_01_several_contingents_cost_one() -> None:
    rules = rules_of("43E")
    attack = Attack(("us", "br"), NEAR)
    assert special(attack, parse_position(allies("us", "br"), rules), rules) == -1
    assert special(attack, parse_position(allies("us", "br"), rules_of()), rules_of()) == 0
    game = begin(allies("us", "br"), rules)
    game.submit(attack)
    while not isinstance(game.pending, Roll):
        game.done()
    game.roll(4)
    rolled = next(entry for entry in game.log if entry.kind == "combat rolled")
    assert "43E" in game.explain(rolled.number)


def test_sf_43E_02_the_french_are_a_contingent_once_their_government_returns() -> None:
    rules = rules_of("43E")
    state, attack = parse_position(allies("us", "fr"), rules), Attack(("us", "fr"), NEAR)
    assert special(attack, state, rules) == 0
    assert special(attack, let_happen(RETURNS, state), rules) == -1


def test_sf_43E_03_readings_of_who_counts() -> None:
    facts = Attackers(("us",), supporting=("br",))
    wide = rules_of("43E", rulings=(("sf-43E-contingents", "all"),))
    assert not are_several(facts, rules_of("43E")) and are_several(facts, wide)


# --- bridges (SF 44A1) -----------------------------------------------------------------------------------------------

BANK, BEYOND = Hex("16A:1727"), Hex("16A:1728")


def test_sf_44A1_01_worked_example_over_a_demolished_bridge_the_river_and_the_woods_are_paid() -> None:
    rules = rules_of("44A1")
    state = parse_position(f"{BANK} us 8-8 Inf XX 1 | 16A:1017 ge 4-6 Inf XX 9 | Aug I 44, Allied movement", rules)
    assert step_cost(BANK, BEYOND, state, rules) == 1
    down = state.noting(BRIDGE_DOWN, between(BANK, BEYOND), True)
    assert step_cost(BANK, BEYOND, down, rules) == 3


def test_sf_44A1_02_a_unit_demolishes_a_bridge_with_four_mps_and_pays_for_the_river_then() -> None:
    rules = rules_of("44A1")
    text = f"{BANK} us 8-8 Inf XX 1 | 16A:1017 ge 4-6 Inf XX 9 | owner Allied {BANK} {BEYOND}"
    game = begin(f"{text} | Aug I 44, Allied movement", rules)
    game.submit(DemolishBridge(("us 1 Inf XX",), BEYOND))
    assert game.state.recall(BRIDGE_DOWN, between(BANK, BEYOND)) is True
    game.submit(Move(("us 1 Inf XX",), (BEYOND,)))
    assert game.state.recall(MPS_SPENT, "us 1 Inf XX") == 4 + 3


# --- roads, thaw (SF 44A2, 44A4) -------------------------------------------------------------------------------------


def test_sf_44A2_01_a_paved_road_costs_one_in_mud() -> None:
    text = f"{HERE} us 8-8 Inf XX 1 | 16A:1017 ge 4-6 Inf XX 9 | weather mud | Nov I 44, Allied movement"
    for options, mps in (((), 2), (("44A2",), 1)):
        rules = rules_of(*options)
        state = parse_position(text, rules)
        assert destinations("us 1 Inf XX", state, rules)[NEAR] == mps
        game = begin(state, rules)
        game.submit(Move(("us 1 Inf XX",), (NEAR,)))
        assert max(destinations("us 1 Inf XX", game.state, rules).values()) <= 8 - mps


def test_sf_44A4_01_rivers_flood_when_cold_weather_ends() -> None:
    rules = rules_of("44A4")
    text = f"{BANK} us 8-8 Inf XX 1 | 16A:1017 ge 4-6 Inf XX 9 | weather snow | Feb I 44, Allied exploitation"
    game = begin(text, rules)
    until(game, "Feb II 44", AXIS, "movement")
    zone = rules.board.weather_zone(BANK)
    assert game.state.recall(BEFORE, zone) == "snow" and game.state.recall(WATER, zone) == "flooding"
    mover = game.state.at_moment(evolve(game.state.moment, player=ALLIED))
    dry = mover.forgetting(WATER, *mover.all_facts(WATER))
    wet, usual = (
        step_cost(BANK, BEYOND, s.noting(BRIDGE_DOWN, between(BANK, BEYOND), True), rules) for s in (mover, dry)
    )
    assert wet - usual == 2


def test_sf_44A4_02_without_the_option_or_the_thaw_nothing_floods() -> None:
    text = f"{BANK} us 8-8 Inf XX 1 | 16A:1017 ge 4-6 Inf XX 9 | weather snow | Feb I 44, Allied exploitation"
    game = begin(text, rules_of())
    until(game, "Feb II 44", AXIS, "movement")
    assert not game.state.all_facts(WATER)


# --- off-map rail (SF 44A3) ------------------------------------------------------------------------------------------


def test_sf_44A3_01_an_axis_unit_rides_off_the_east_edge_and_back() -> None:
    rules = rules_of("44A3")
    out, back = Hex("16A:4301"), Hex("16A:3201")
    assert {out, back} <= edge_hexes(rules.board)
    game = begin(f"{out} ge 4-6 Inf XX 1 | 17A:0101 us 8-8 Inf XX 9 | Aug I 44, Axis movement", rules)
    game.submit(OffMapRail(("ge 1 Inf XX",), (), (back, Hex("16A:3301"))))
    assert game.state.piece("ge 1 Inf XX").place == "16A:3301"
    assert not destinations("ge 1 Inf XX", game.state, rules)
    with pytest.raises(IllegalOrder, match="44A3"):
        begin(f"{out} ge 4-6 Inf XX 1 | Aug I 44, Axis movement", rules_of()).submit(
            OffMapRail(("ge 1 Inf XX",), (), (back,))
        )


def test_sf_44A3_02_only_where_a_line_runs_off_the_map_and_for_the_axis() -> None:
    rules = rules_of("44A3")
    game = begin("16A:4301 ge 4-6 Inf XX 1 | 16A:1017 us 8-8 Inf XX 2 | Aug I 44, Axis movement", rules)
    with pytest.raises(IllegalOrder, match="no rail line runs off"):
        game.submit(OffMapRail(("ge 1 Inf XX",), (), (Hex("16A:1506"),)))


# --- lines of communications (SF 44B1) -------------------------------------------------------------------------------


def test_sf_44B1_01_a_line_reaches_fourteen_hexes() -> None:
    rules = rules_of("44B1")
    state = parse_position(f"{HERE} us 8-8 Inf XX 1 | Aug I 44, Allied movement", rules)
    reach = in_reach((HERE,), ALLIED, state, rules)
    assert max(rules.board.distance(HERE, ref) for ref in reach) <= 14
    assert OTHER in reach


def test_sf_44B1b_01_isolated_hexes_out_of_contact_become_the_enemys() -> None:
    rules = rules_of("44B1")
    held, lost = Hex("26:0733"), Hex("26:0633")
    game = begin(f"{held} us 8-8 Inf XX 1 | 16A:1017 ge 4-6 Inf XX 2 | Aug I 44, Axis exploitation", rules)
    assert hex_owner(lost, game.state, rules) == AXIS and lost in lonely_hexes(AXIS, game.state, rules)
    until(game, "Aug I 44", ALLIED, "movement")
    assert hex_owner(lost, game.state, rules) == ALLIED
    assert "hexes out of contact" in [entry.kind for entry in game.log]
    assert hex_owner(Hex("16A:1418"), game.state, rules) == AXIS


def test_sf_44B1b_02_a_unit_of_the_owner_in_reach_keeps_them() -> None:
    rules = rules_of("44B1")
    text = "26:0733 us 8-8 Inf XX 1 | 27:0702 ge 1-6 Inf III 2 | Aug I 44, Axis exploitation"
    assert Hex("26:0633") not in lonely_hexes(AXIS, parse_position(text, rules), rules)


# --- resource points (SF 44B2) ---------------------------------------------------------------------------------------


def test_sf_44B2_01_worked_example_half_of_what_is_left_behind_is_captured() -> None:
    rules = rules_of("44B2")
    text = f"{HERE} us 8-8 Inf XX 1 | {NEAR} ge RP 3 <points> | Aug I 44, Allied movement"
    game = begin(text, rules)
    capture = reckon_capture(5, 2)
    assert capture.captured.value == 1 and capture.destroyed.value == 2
    state = settle_owners((NEAR,), game.state.moved("us 1 Inf XX", NEAR), rules)
    points = state.piece("points")
    assert points.side == ALLIED and points.unit.points == 1


def test_sf_44B2_02_a_player_destroys_his_points_in_his_own_player_turn() -> None:
    rules = rules_of("44B2")
    game = begin(f"{HERE} us RP 2 <mine> | {OTHER} ge RP 2 <his> | Aug I 44, Allied movement", rules)
    with pytest.raises(IllegalOrder, match="44B2"):
        game.submit(DestroyPoints(("his",)))
    game.submit(DestroyPoints(("mine",)))
    assert "mine" not in game.state.pieces


def test_sf_44B2_03_every_third_fort_dismantled_gives_a_point() -> None:
    rules = rules_of("44B2")
    text = f"{HERE} ge 1-6 Cons III 1 | 17A:0101 us 8-8 Inf XX 9 | Aug I 44, Axis initial"
    start = parse_position(text, rules).noting(FORTIFICATION, HERE, "fort").noting(DISMANTLED, AXIS, 2)
    game = begin(start, rules)
    while not (isinstance(game.pending, Opening) and game.pending.name == "initial phase"):
        go_on(game)
    game.submit(Build(("ge 1 Cons III",), "fort_dismantling"))
    until(game, "Aug II 44", AXIS, "movement")
    assert game.state.recall(FORTIFICATION, HERE) == "" and game.state.recall(COMING, AXIS) == 1
    until(game, "Sep I 44", AXIS, "movement")
    assert [p.unit.points for p in game.state.pieces.values() if p.unit.type == "resource_point"] == [1]
    assert game.state.recall(DISMANTLED, AXIS) == 0


# --- demolition (SF 44B3), engineers (SF 44C1, 44C2) -----------------------------------------------------------------


def test_sf_44B3_01_own_lines_are_broken_only_where_the_enemy_comes_near() -> None:
    rules = rules_of("44B3")
    near = parse_position(f"{HERE} ge 4-6 Inf XX 1 | 16A:1532 us 8-8 Inf XX 2 | Aug I 44, Axis movement", rules)
    far = parse_position(f"{HERE} ge 4-6 Inf XX 1 | 26:2422 us 8-8 Inf XX 2 | Aug I 44, Axis movement", rules)
    order = Demolish(("ge 1 Inf XX",), "rail_line")
    assert rule_on_work_order(order, AXIS, near, rules).allowed
    refused = rule_on_work_order(order, AXIS, far, rules)
    assert [c.number for c in refused.citations] == ["44B3"]
    assert rule_on_work_order(order, AXIS, far, rules_of()).allowed


def test_sf_44B3_02_bridges_too() -> None:
    rules = rules_of("44A1", "44B3")
    state = parse_position(f"{BANK} ge 4-6 Inf XX 1 | 26:2422 us 8-8 Inf XX 2 | Aug I 44, Axis movement", rules)
    refused = rule_on_demolishing(DemolishBridge(("ge 1 Inf XX",), BEYOND), AXIS, state, rules)
    assert "44B3" in [c.number for c in refused.citations]


@pytest.mark.parametrize(("weather", "mps"), [("clear", 1), ("mud", 2)])
def test_sf_44C1_01_german_railroad_engineers_break_lines_faster(weather: str, mps: int) -> None:
    text = f"{HERE} ge 1-6 RREng III 1, ge 4-6 Inf XX 2 | weather {weather} | Aug I 44, Axis movement"
    for options, expected in ((("44C1",), mps), ((), 2)):
        rules = rules_of(*options)
        state = parse_position(text, rules)
        engineers = next(i for i, p in state.pieces.items() if p.unit.type == "railroad_engineer")
        order = Demolish((engineers,), "rail_line")
        assert reckon_mps(gather_work(order, AXIS, state, rules), rules).value == expected
    infantry = gather_work(Demolish(("ge 2 Inf XX",), "rail_line"), AXIS, state, rules_of("44C1"))
    assert reckon_mps(infantry, rules_of("44C1")).value == 2


def test_sf_44C2_01_punitive_units_are_construction_units_under_the_option() -> None:
    state = parse_position(f"{HERE} ge 1-6 Pun III 1", rules_of("44C2"))
    unit = next(iter(state.pieces.values())).unit
    assert is_construction(unit, rules_of("44C2").types) and not is_construction(unit, rules_of().types)


# --- heavy antiaircraft, marines (SF 44C3, 44C4) ---------------------------------------------------------------------


def test_sf_44C3_01_heavy_aa_is_spared_where_field_artillery_is() -> None:
    ref, beside = Hex("16A:0321"), Hex("16A:0421")
    text = f"{beside} us 8-8 Inf XX 1, us 4-2-8 HAA III 2 | {ref} ge 4-6 Inf XX 9 | Nov I 44, Allied combat"
    found = []
    for options in ((), ("44C3",)):
        rules = rules_of(*options)
        state = parse_position(text, rules).noting(FORTIFICATION, ref, "fortress_improved")
        guns = next(i for i, p in state.pieces.items() if p.unit.type == "heavy_aa")
        facts = gather_attack(Attack(("us 1 Inf XX", guns), ref), ALLIED, state, rules)
        spared = evolve(facts, attackers=tuple(evolve(who, hexside=()) for who in facts.attackers))
        assert all(is_supported(who, spared.attackers, "attack", rules) for who in spared.attackers)
        found.append(reckon_attack_strength(spared, rules).value)
    assert found == [4 + 2, 4 + 4]


def test_sf_44C4_01_marines_stay_near_the_coast() -> None:
    rules, text = rules_of("44C4"), "16A:0831 us 6-8 Marine III 1 [USMC], us 8-8 Inf XX 2 | Nov I 44, Allied"
    moving = parse_position(f"{text} movement", rules)
    marines = next(i for i, p in moving.pieces.items() if p.unit.force == "USMC")
    inland = Hex("16A:0931")
    assert inland not in destinations(marines, moving, rules) and inland in destinations("us 2 Inf XX", moving, rules)
    assert inland in destinations(marines, parse_position(f"{text} movement", rules_of()), rules_of())
    game = begin(moving, rules)
    with pytest.raises(IllegalOrder, match="44C4"):
        game.submit(Move((marines,), (inland,)))
    fighting = parse_position(f"{text} combat | {inland} ge 2-6 Inf III 9", rules)
    refused = rule_on_attack_order(Attack((marines,), inland), ALLIED, fighting, rules)
    assert "44C4" in [c.number for c in refused.citations]


# --- The Fall of France (FoF 31I1) -----------------------------------------------------------------------------------


def test_fof_31I1_01_french_artillery_regiments_become_antitank_regiments() -> None:
    rules = er.load("fof", options={"31I1"})
    text = "16A:2226 fr 1-8* Art III 1, fr 1-6* Art III 2 | 16A:1017 ge 4-6 Inf XX 9 | May I 40, Axis exploitation"
    game = begin(text, rules)
    while game.state.moment.player == AXIS or game.state.moment.phase == "initial":
        go_on(game)
    types = sorted(p.unit.type for p in game.state.pieces.values() if p.side == ALLIED)
    assert types == ["antitank", "artillery"]
    unit = game.state.piece("fr 1 Art III").unit
    assert str(unit.rating) == "1-8" and convert(unit) == unit


def test_the_options_of_the_ground_war_are_offered_by_number() -> None:
    advanced = ("43A", "43C1", "43C2", "43C3", "43E")
    ground = ("44A1", "44A2", "44A3", "44A4", "44B1", "44B2", "44B3", "44C1", "44C2", "44C3", "44C4")
    wanted = (*advanced, *ground)
    rules = rules_of(*wanted)
    assert set(wanted) <= set(rules.known_options)
    assert {"7C", "31H", "31I1"} <= set(er.load("fof").known_options)
    game = begin(f"{HERE} us 8-8 Inf XX 1 | {OTHER} ge 4-6 Inf XX 2 | Aug I 44, Allied movement", rules)
    until(game, "Aug II 44", ALLIED, "movement")
    assert isinstance(game.save(), str)
