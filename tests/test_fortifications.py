"""Fortifications, flooding and causeways (FoF 31A, 31B; SF 37A, 37B): positions on the sheets, through the referee."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from fractions import Fraction

import pytest
from attrs import evolve

import europa_rules as er
from europa_rules.errors import IllegalOrder
from europa_rules.game import Game
from europa_rules.ground.attacks import Attack, gather_attack, rule_on_attack_order
from europa_rules.ground.battleground import ground_at, reckon_terrain_modifier
from europa_rules.ground.causeways import hexside_counts_as
from europa_rules.ground.combat import ground_of_attack, reckon_attack_strength, reckon_modifiers
from europa_rules.ground.construction_sites import Build
from europa_rules.ground.destinations import destinations
from europa_rules.ground.facts import FORTIFICATION, HEXSIDES_DESTROYED, PORT_HITS, TERRAIN_NOW
from europa_rules.ground.fortifications import (
    Fortification,
    after_capture,
    fortification_of,
    fortified_sides,
    home_side,
    is_taken,
    may_be_rebuilt,
    of_row,
    rule_applies,
    take_fortifications,
)
from europa_rules.ground.moves import Move
from europa_rules.ground.ownership import settle_owners
from europa_rules.ground.works import most_port_hits
from europa_rules.hexes import Hex
from europa_rules.position import parse_position
from europa_rules.procedure import Decision, Opening, Roll
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, NEUTRAL
from europa_rules.state import GameState
from europa_rules_fof.eben_emael import DROPPED
from europa_rules_fof.maginot import westwall_after
from europa_rules_sf.flooded_hexes import CALL_OFF, MASSIVELY, RELIEF_DUE, UPKEPT
from europa_rules_sf.flooding import CanalHex, reckon_massive_relief
from europa_rules_sf.westwall import Improvement, reckon_improvement_time
from europa_rules_sf.westwall_restoration import DECLARE, LOST

WESTWALL, BEHIND = Hex("16A:2125"), Hex("16A:2124")
MAGINOT, GERMANY, FRANCE = Hex("16A:2326"), Hex("16A:2325"), Hex("16A:2226")
LIEGE, EBEN_EMAEL = Hex("16A:1424"), Hex("16A:1423")


@functools.cache
def rules_of(variant: str, *options: str) -> Ruleset:
    return er.load(variant, options=options)


@pytest.fixture
def fof() -> Ruleset:
    return rules_of("fof")


@pytest.fixture
def sf() -> Ruleset:
    return rules_of("sf")


def begin(position: str | GameState, rules: Ruleset) -> Game:
    return Game.start(rules, position, dice="manual")


def settle(game: Game, rolls: Iterable[int] = (), answers: Iterable[tuple[str, ...]] = ()) -> None:
    """Go on until the next opening of a phase: rolls and answers as given, else the first suggestion."""
    dice, replies = list(rolls), list(answers)
    while not (isinstance(game.pending, Opening) and game.pending.name.endswith(" phase")):
        if isinstance(game.pending, Roll):
            game.roll(dice.pop(0))
        elif isinstance(game.pending, Decision):
            game.decide(*(replies.pop(0) if replies else game.pending.suggestions[0]))
        else:
            game.done()
    assert not dice and not replies


def drm(attack: Attack, state: GameState, rules: Ruleset) -> int:
    return int(reckon_modifiers(gather_attack(attack, state.phasing, state, rules), rules).total.value)


def strength(attack: Attack, state: GameState, rules: Ruleset) -> Fraction:
    return reckon_attack_strength(gather_attack(attack, state.phasing, state, rules), rules).value


# --- the Westwall and the Maginot Line (FoF 31A4, 31A5) --------------------------------------------------------------


def test_fof_31A4_01_the_number_in_a_westwall_hex_is_taken_from_the_die(fof: Ruleset) -> None:
    state = parse_position(f"16A:2126 fr 20-6 Inf XX 1 | {WESTWALL} ge 5-6 Inf XX 2 | Jun I 40, Allied combat", fof)
    attack = Attack(("fr 1 Inf XX",), WESTWALL)
    printed = fof.board.fortification(WESTWALL)
    assert printed is not None and printed.strength == 3
    features = ground_of_attack(gather_attack(attack, ALLIED, state, fof), fof)
    assert reckon_terrain_modifier(features, printed.strength).value == -3


def test_fof_31A4_02_its_occupants_ignore_a_retreat(fof: Ruleset) -> None:
    game = begin(f"16A:2126 3x fr 20-6 Inf XX | {WESTWALL} ge 2-6 Inf XX 2 | Jun I 40, Allied combat", fof)
    game.submit(Attack(("fr Inf XX", "fr Inf XX #2", "fr Inf XX #3"), WESTWALL))
    results = fof.charts.combat_results
    column = results.columns[-1]
    roll = next(r for r in range(1, 7) if results[column, r - 3].value == "DR")
    settle(game, [roll])
    assert game.state.piece("ge 2 Inf XX").place == WESTWALL


def test_fof_31A4_03_captured_it_serves_nobody_and_once_regained_the_axis_again(fof: Ruleset) -> None:
    text = f"16A:2226 ge 8-6 Inf XX 1 | {WESTWALL} fr 5-6 Inf XX 2 | owner Allied {WESTWALL} | Jun I 40, Axis combat"
    state = parse_position(text, fof)
    features = ground_of_attack(gather_attack(Attack(("ge 1 Inf XX",), WESTWALL), AXIS, state, fof), fof)
    assert "westwall" not in [feature.name for feature in features]
    assert fortification_of(WESTWALL, state, fof).kind == "westwall"
    assert westwall_after((ALLIED,), fof).serves is None
    assert westwall_after((ALLIED, AXIS), fof).serves == AXIS


def test_fof_31A5_01_attackers_are_quartered_over_the_border_and_halved_from_france(fof: Ruleset) -> None:
    text = f"{GERMANY} ge 8-6 Inf XX 1 | {FRANCE} ge 8-6 Inf XX 3 | {MAGINOT} fr 5-6 Inf XX 2 | Jun I 40, Axis combat"
    state = parse_position(text, fof)
    assert strength(Attack(("ge 1 Inf XX",), MAGINOT), state, fof) == 2
    assert strength(Attack(("ge 3 Inf XX",), MAGINOT), state, fof) == 4
    assert drm(Attack(("ge 1 Inf XX",), MAGINOT), state, fof) == -1


def test_fof_31A5_02_siege_artillery_attacks_it_with_its_printed_strength(fof: Ruleset) -> None:
    text = f"{GERMANY} ge 8-6 Inf XX 1, ge 4-2-6 SgArt III 9 | {MAGINOT} fr 5-6 Inf XX 2 | Jun I 40, Axis combat"
    state = parse_position(text, fof)
    guns = next(i for i in state.pieces if "9" in i)
    assert strength(Attack(("ge 1 Inf XX", guns), MAGINOT), state, fof) == 2 + 4


# --- what falls (FoF 31A1 to 31A3) -----------------------------------------------------------------------------------


def test_fof_31A1_01_a_printed_fort_is_removed_when_the_enemy_enters_its_hex(fof: Ruleset) -> None:
    game = begin("16A:0720 ge 3-8 Mot III 5 | 16A:0818 ge 7-8 Mot XX 1 | May I 40, Axis movement", fof)
    assert fortification_of(Hex("16A:0820"), game.state, fof).kind == "fort"
    state = game.state.with_piece(evolve(game.state.piece("ge 1 Mot XX"), place=Hex("16A:0820")))
    state = settle_owners((Hex("16A:0820"),), state, fof)
    assert fortification_of(Hex("16A:0820"), state, fof).kind == ""
    assert ground_at(Hex("16A:0820"), state, fof).fortification == ""


def test_fof_31A1_02_a_fort_that_was_built_falls_too_but_not_to_its_own_side(fof: Ruleset) -> None:
    ref = Hex("16A:1506")
    state = parse_position(f"{ref} fr 5-6 Inf XX 1 | May II 40, Allied movement", fof)
    state = state.noting(FORTIFICATION, ref, "fort")
    held = settle_owners((ref,), state.owned({ref: ALLIED}), fof)
    assert fortification_of(ref, held, fof).kind == "fort"
    taken = settle_owners((ref,), state.owned({ref: AXIS}), fof)
    assert fortification_of(ref, taken, fof).kind == ""


def test_fof_31A2_01_fortified_hexsides_are_destroyed_with_the_capture_of_their_hex(fof: Ruleset) -> None:
    ref = Hex("16A:2623")
    text = f"{ref} ge 7-6 Inf XX 1 | Jun I 40, Axis movement"
    before = parse_position(text, fof).owned({ref: ALLIED})
    assert fortified_sides(ref, before, fof) == (Hex("16A:2723"),)
    after = settle_owners((ref,), before, fof)
    assert after.recall(HEXSIDES_DESTROYED, ref) is True and fortified_sides(ref, after, fof) == ()


def test_fof_31A3_01_a_fortress_is_destroyed_once_enemy_units_are_alone_in_its_hex(fof: Ruleset) -> None:
    game = begin("16A:1423 ge 7-8 Mot XX 1 | 16A:0101 fr 1-6 Inf III 9 | May I 40, Axis movement", fof)
    assert fortification_of(LIEGE, game.state, fof).row(fof) == "fortress_improved"
    game.submit(Move(("ge 1 Mot XX",), (LIEGE,)))
    assert fortification_of(LIEGE, game.state, fof).kind == ""


def test_fof_31A3_02_a_zoc_alone_does_not_destroy_a_fortress(fof: Ruleset) -> None:
    assert after_capture("fortress_improved", fof) == "fortress_improved"
    assert after_capture("fortress_improved", fof, alone=True) == "destroyed"


def test_fof_31A3_03_parachutists_put_eben_emael_out_of_action_for_the_axis_player_turn(fof: Ruleset) -> None:
    text = f"16A:1422 ge 7-6 Inf XX 1 | {EBEN_EMAEL} be 2-6 Inf XX 2 | May I 40, Axis combat"
    state = parse_position(text, fof)
    attack = Attack(("ge 1 Inf XX",), EBEN_EMAEL)
    assert ground_at(EBEN_EMAEL, state, fof).fortification == "fortress"
    struck = state.noting(DROPPED, EBEN_EMAEL, True)
    assert ground_at(EBEN_EMAEL, struck, fof).fortification == ""
    assert strength(attack, struck, fof) > strength(attack, state, fof)
    assert ground_at(LIEGE, struck.noting(DROPPED, LIEGE, True), fof).fortification == "fortress"
    allied = struck.at_moment(evolve(struck.moment, player=ALLIED))
    assert ground_at(EBEN_EMAEL, allied, fof).fortification == "fortress"


# --- causeways (FoF 31B, SF 37A1) ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("variant", "like"), [("fof", "narrow_strait"), ("sf", "major_river")])
def test_a_causeway_counts_as_another_hexside_for_attacks_and_moves(variant: str, like: str) -> None:
    rules = rules_of(variant)
    assert hexside_counts_as("sea", "rail", rules) == like
    assert hexside_counts_as("sea", "", rules) == "sea" and hexside_counts_as("sea", "rail_ferry", rules) == "sea"
    costs = rules.charts.terrain_effects
    assert costs.hexside_mp("causeway", "open", "other") == costs.hexside_mp(like, "open", "other")
    assert costs.hexside_combat("causeway").attack_factors == costs.hexside_combat(like).attack_factors


# --- conditions and capture (SF 37B) ---------------------------------------------------------------------------------


def test_sf_37B_01_an_improved_fortress_becomes_unimproved_when_the_enemy_gains_it(sf: Ruleset) -> None:
    ref = Hex("16A:0321")
    state = parse_position(f"{ref} br 4-8 Inf XX 1 | Nov I 44, Allied movement", sf).owned({ref: AXIS})
    assert fortification_of(ref, state, sf).row(sf) == "fortress_improved"
    taken = settle_owners((ref,), state, sf)
    assert fortification_of(ref, taken, sf).row(sf) == "fortress_unimproved"
    again = settle_owners((ref,), taken.owned({ref: AXIS}), sf)
    assert fortification_of(ref, again, sf).row(sf) == "fortress_unimproved"


def test_sf_37B_02_a_rule_without_a_condition_is_for_both(sf: Ruleset) -> None:
    state = parse_position("16A:0101 ge 1-6 Inf III 1", sf)
    there = fortification_of(Hex("16A:0321"), state, sf)
    assert rule_applies("fortress", there) and rule_applies("improved fortress", there)
    assert not rule_applies("unimproved fortress", there) and not rule_applies("improved westwall", there)


def test_sf_37B2_01_a_port_fortification_defends_as_an_improved_fortress_and_does_not_attack(sf: Ruleset) -> None:
    text = "17A:1506 us 8-8 Inf XX 1 | 17A:1507 ge 0-3-0 PortFort III 2 | Aug I 44, Allied combat"
    plain = "17A:1506 us 8-8 Inf XX 1 | 17A:1507 ge 2-3-6 Inf III 2 | Aug I 44, Allied combat"
    attack = Attack(("us 1 Inf XX",), Hex("17A:1507"))
    state = parse_position(text, sf)
    assert strength(attack, state, sf) * 2 == strength(attack, parse_position(plain, sf), sf)
    axis = state.at_moment(evolve(state.moment, player=AXIS))
    fort = next(i for i, p in state.pieces.items() if p.side == AXIS)
    refused = rule_on_attack_order(Attack((fort,), Hex("17A:1506")), AXIS, axis, sf)
    assert "37B2" in [c.number for c in refused.citations]


def test_sf_37B5_01_defenders_of_an_improved_westwall_hex_stay_on_a_retreat_and_leave_on_an_elimination(
    sf: Ruleset,
) -> None:
    text = f"16A:2225 3x us 20-8 Inf XX | {WESTWALL} ge 6-6(2-6) Inf XX 2 | Nov I 44, Allied combat"
    results = sf.charts.combat_results
    for wanted in ("DR", "DE"):
        state = parse_position(text, sf).noting(FORTIFICATION, WESTWALL, "westwall_improved")
        game = begin(state, sf)
        units = tuple(i for i, p in state.pieces.items() if p.side == ALLIED)
        modifier = drm(Attack(units, WESTWALL), state, sf)
        odds = strength(Attack(units, WESTWALL), state, sf) / 6
        column = [n for n, r in zip(results.columns, results.ratios, strict=True) if r <= odds][-1]
        roll = next(r for r in range(1, 7) if results[column, r + modifier].value == wanted)
        game.submit(Attack(units, WESTWALL))
        settle(game, [roll])
        left = game.state.pieces.get("ge 2 Inf XX")
        assert (left is not None and left.place == WESTWALL) == (wanted == "DR")


def test_sf_37B5_02_a_construction_unit_improves_a_westwall_hex_in_two_turns(sf: Ruleset) -> None:
    text = f"{WESTWALL} ge 1-6 Cons III 1, ge RP 3 <points> | owner Axis {WESTWALL} | Aug I 44, Axis initial"
    game = begin(text, sf)
    while not (isinstance(game.pending, Opening) and game.pending.name == "initial phase"):
        settle(game) if isinstance(game.pending, Decision) else game.done()
    game.submit(Build(("ge 1 Cons III",), "westwall_improvement"))
    points = game.state.piece("points").unit.points
    assert points == 1
    for turn in ("Aug II 44", "Sep I 44"):
        while str(game.state.moment.turn) != turn or game.state.moment.player != AXIS:
            _pass(game)
    while game.state.moment.phase == "initial":
        _pass(game)
    there = fortification_of(WESTWALL, game.state, sf)
    assert (there.row(sf), there.strength) == ("westwall_improved", 3)


def _pass(game: Game) -> None:
    if isinstance(game.pending, Decision):
        game.decide(*game.pending.suggestions[0])
    else:
        game.done()


def declared(pieces: str, rules: Ruleset) -> Game:
    """A game in which the Axis player has declared a restoration on Aug II 44."""
    game = begin(f"{pieces} | Aug I 44, Allied exploitation", rules)
    while not isinstance(game.pending, Decision):
        game.done()
    assert game.pending.candidates == (DECLARE,)
    game.decide(DECLARE)
    return game


def test_sf_37B5_03_a_restoration_improves_what_the_axis_has_held_throughout(sf: Ruleset) -> None:
    game = declared("16A:1430 us 8-8 Inf XX 1 | 17A:0101 ge 4-6 Inf XX 2", sf)
    assert str(game.state.moment.turn) == "Aug II 44" and not game.state.all_facts(LOST)
    while str(game.state.moment.turn) != "Sep II 44" or game.state.moment.phase == "initial":
        _pass(game)
    rows = {ref: fortification_of(ref, game.state, sf).row(sf) for ref in (Hex("16A:1120"), WESTWALL)}
    assert set(rows.values()) == {"westwall_improved"}


def test_sf_37B5_04_a_hex_lost_meanwhile_is_not_restored(sf: Ruleset) -> None:
    near = Hex("16A:2126")
    game = declared(f"{near} us 8-8 Inf XX 1 | 16A:1430 ge 4-6 Inf XX 2", sf)
    while game.state.moment.player == AXIS or game.state.moment.phase != "movement":
        _pass(game)
    game.submit(Move(("us 1 Inf XX",), (WESTWALL,)))
    game.submit(Move(("us 1 Inf XX",), (near,)))
    assert game.state.recall(LOST, WESTWALL) is True
    while str(game.state.moment.turn) != "Sep II 44" or game.state.moment.phase == "initial":
        _pass(game)
    assert fortification_of(WESTWALL, game.state, sf).row(sf) == "westwall_unimproved"
    assert fortification_of(Hex("16A:1120"), game.state, sf).row(sf) == "westwall_improved"


def test_sf_37B5_05_readings_of_quick_construction() -> None:
    slow = er.load("sf", rulings={"sf-37B5-westwall-quick": "not"})
    assert slow.charts.construction["westwall_improvement"].quick is False
    assert rules_of("sf").charts.construction["westwall_improvement"].quick is True
    assert reckon_improvement_time(Improvement("westwall"), slow).value == 2


def test_sf_37B6_01_ouvrages_count_in_combat_and_are_unimproved(sf: Ruleset) -> None:
    state = parse_position("16A:0101 ge 1-6 Inf III 1", sf)
    there = fortification_of(MAGINOT, state, sf)
    assert there.row(sf) == "ouvrage_unimproved"
    assert sf.charts.fortification_effects[there.row(sf)].combat.no_aec


# --- flooding (SF 37A3, 37A4) ----------------------------------------------------------------------------------------

FLAT = Hex("16A:0519")  # canal-intensive, inland, no city near
DUTCH = Hex("16A:0822")  # canal-intensive, on the Rhine, beside a dot city


def flood_position(target: Hex, attacker: Hex) -> str:
    return f"{attacker} 2x us 8-8 Inf XX | {target} ge 4-6 Inf XX 2 | owner Axis {target} | Nov I 44, Allied combat"


def test_sf_37A3_01_a_flooded_hex_is_a_swamp_until_the_player_turn_ends(sf: Ruleset) -> None:
    game = begin(flood_position(FLAT, Hex("16A:0518")), sf)
    game.submit(Attack(("us Inf XX",), FLAT))
    assert isinstance(game.pending, Decision) and game.pending.who == AXIS
    game.decide("partial")
    game.roll(6)
    assert isinstance(game.pending, Decision) and game.pending.candidates == (CALL_OFF,)
    assert ground_at(FLAT, game.state, sf).terrain == "swamp" and game.state.recall(RELIEF_DUE, ALLIED) is None
    game.decide()
    while not isinstance(game.pending, Roll):
        game.done()
    settle(game, [1])
    while game.state.moment.player == ALLIED:
        _pass(game)
    assert game.state.recall(TERRAIN_NOW, FLAT) is None


def test_sf_37A3_02_an_attack_called_off_leaves_its_units_without_another(sf: Ruleset) -> None:
    other = Hex("16A:0618")
    text = flood_position(FLAT, Hex("16A:0518")) + f" | {other} ge 2-6 Inf III 3"
    game = begin(text, sf)
    game.submit(Attack(("us Inf XX",), FLAT))
    game.decide("partial")
    game.roll(6)
    game.decide(CALL_OFF)
    assert isinstance(game.pending, Opening) and game.pending.name == "combat phase"
    with pytest.raises(IllegalOrder, match="has attacked in this phase"):
        game.submit(Attack(("us Inf XX",), other))
    assert rule_on_attack_order(Attack(("us Inf XX #2",), FLAT), ALLIED, game.state, sf).allowed


def test_sf_37A3_03_a_failure_changes_nothing(sf: Ruleset) -> None:
    game = begin(flood_position(FLAT, Hex("16A:0518")), sf)
    game.submit(Attack(("us Inf XX",), FLAT))
    game.decide("partial")
    game.roll(1)
    assert ground_at(FLAT, game.state, sf).terrain == "clear"
    assert not isinstance(game.pending, Decision)


def test_sf_37A4_01_massive_flooding_closes_the_hex_and_costs_relief(sf: Ruleset) -> None:
    text = flood_position(DUTCH, Hex("16A:0823")) + " | 16A:0723 us RP 3 <points>"
    game = begin(text, sf)
    game.submit(Attack(("us Inf XX",), DUTCH))
    assert isinstance(game.pending, Decision) and game.pending.candidates == ("partial", "massive")
    game.decide("massive")
    game.roll(6)
    while isinstance(game.pending, Decision):
        game.decide(*game.pending.suggestions[0])
    state = game.state
    assert state.recall(MASSIVELY, DUTCH) == "this player turn" and state.recall(UPKEPT, DUTCH)
    assert state.piece("ge 2 Inf XX").place != DUTCH
    assert "points" not in state.pieces and state.recall(RELIEF_DUE, ALLIED) == 7 - 3
    assert not rule_on_attack_order(Attack(("us Inf XX #2",), DUTCH), ALLIED, state, sf).allowed
    moving = state.at_moment(evolve(state.moment, phase="movement"))
    assert DUTCH not in destinations("us Inf XX #2", moving, sf)


def test_sf_37A4_02_it_is_prohibited_for_two_player_turns_and_a_swamp_for_good(sf: Ruleset) -> None:
    text = "16A:0823 us 8-8 Inf XX 1 | 16A:1017 ge 4-6 Inf XX 2 | Nov I 44, Allied exploitation"
    game = begin(parse_position(text, sf).noting(MASSIVELY, DUTCH, "this player turn"), sf)
    seen = []
    for _ in range(3):
        player = game.state.moment.player
        state = game.state.at_moment(evolve(game.state.moment, player=ALLIED, phase="movement"))
        seen.append(DUTCH in destinations("us 1 Inf XX", state, sf))
        while game.state.moment.player == player:
            _pass(game)
    assert seen == [False, False, True]
    assert ground_at(DUTCH, game.state, sf).terrain == "swamp"


def test_sf_37A4_03_the_port_of_the_hex_is_damaged_to_its_maximum(sf: Ruleset) -> None:
    port = Hex("16A:0623")
    text = f"16A:0723 us 8-8 Inf XX 1 | {port} ge 4-6 Inf XX 2 | owner Axis {port} | Nov I 44, Allied combat"
    game = begin(text, sf)
    game.submit(Attack(("us 1 Inf XX",), port))
    game.decide("massive")
    game.roll(6)
    while isinstance(game.pending, Decision):
        game.decide(*game.pending.suggestions[0])
    assert game.state.recall(PORT_HITS, port) == most_port_hits(port, sf) > 0


def test_sf_37A4_04_readings_of_the_price() -> None:
    every = er.load("sf", rulings={"sf-37A4-massive-flooding": "every-hex"})
    assert reckon_massive_relief(False, 2, every).value == 9
    assert reckon_massive_relief(False, 2, rules_of("sf")).value == 0
    assert not CanalHex().city


# --- weather in combat (SF 36B) --------------------------------------------------------------------------------------


def test_sf_36B_readings_of_frost_and_of_reduced_armor(sf: Ruleset) -> None:
    frost = er.load("sf", rulings={"sf-36B-frost": "as-winter"})
    assert frost.charts.terrain_effects.weather_drm["frost"].value == -1
    assert sf.charts.terrain_effects.weather_drm["frost"].value == 0
    full = er.load("sf", rulings={"sf-36B-reduced-aec": "unreduced"})
    text = "16A:1530 us 14-10 Arm XX 1 | 16A:1529 ge 4-6 Inf XX 2 | weather snow | Jan I 45, Allied combat"
    attack = Attack(("us 1 Arm XX",), Hex("16A:1529"))
    reduced, unreduced = (drm(attack, parse_position(text, rules), rules) for rules in (sf, full))
    assert unreduced == reduced + 1


def test_sf_37A3_readings_of_unpaid_relief() -> None:
    for reading, due in (("deficit", 7), ("forgiven", None)):
        rules = er.load("sf", rulings={"sf-37A3-unpaid-relief": reading})
        game = begin(flood_position(DUTCH, Hex("16A:0823")), rules)
        game.submit(Attack(("us Inf XX",), DUTCH))
        game.decide("massive")
        game.roll(6)
        assert game.state.recall(RELIEF_DUE, ALLIED) == due


# --- at their limits, from plain facts -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "gained", "alone", "fof_after", "sf_after"),
    [
        ("fort", True, False, "removed", "removed"),
        ("fort", False, False, "fort", "fort"),
        ("fortified_hexside", True, False, "destroyed", None),
        ("fortress_improved", True, False, "fortress_improved", "fortress_unimproved"),
        ("fortress_improved", False, True, "destroyed", None),
        ("fortress_improved", True, True, "destroyed", None),
        ("westwall_improved", True, False, None, "westwall_unimproved"),
        ("westwall_improved", False, False, None, "westwall_improved"),
    ],
)
def test_31A_37B_what_a_fortification_is_after_its_capture(
    row: str, gained: bool, alone: bool, fof_after: str | None, sf_after: str | None
) -> None:
    for variant, after in (("fof", fof_after), ("sf", sf_after)):
        if after is not None:
            assert after_capture(row, rules_of(variant), gained=gained, alone=alone) == after
    assert after_capture(row, rules_of("fof")) == after_capture(row, rules_of("fof"), gained=True, alone=False)


def test_fof_31A2_31A4_what_is_destroyed_is_not_rebuilt(fof: Ruleset) -> None:
    rebuilt = {row: may_be_rebuilt(row, fof) for row in ("fort", "fortified_hexside", "fortress_improved")}
    assert rebuilt == {"fort": True, "fortified_hexside": False, "fortress_improved": False}


@pytest.mark.parametrize(
    ("fortification", "told", "row"),
    [
        (Fortification("fort"), "fort", "fort"),
        (Fortification("westwall", "improved", 3), "improved westwall 3", "westwall_improved"),
        (Fortification("fortress", "improved"), "improved fortress", "fortress_improved"),
        (Fortification(), "", ""),
    ],
)
def test_sf_37B_a_fortification_in_words_and_in_the_chart(
    sf: Ruleset, fortification: Fortification, told: str, row: str
) -> None:
    assert (str(fortification), fortification.row(sf)) == (told, row)
    assert of_row(row, fortification.strength) == fortification


@pytest.mark.parametrize(
    ("named", "applies"),
    [
        ("fortresses", True),
        ("fortress", True),
        ("improved fortress", True),
        ("unimproved fortress", False),
        ("fort", False),
    ],
)
def test_sf_37B_which_fortification_a_rule_means(named: str, applies: bool) -> None:
    assert rule_applies(named, Fortification("fortress", "improved")) is applies


@pytest.mark.parametrize(("game", "date"), [("fof", "Jun I 40"), ("sf", "Jul I 44")])
def test_fof_31A4_sf_37B5_the_number_of_a_printed_fortification_stays_with_its_kind(game: str, date: str) -> None:
    rules = rules_of(game)
    state = parse_position(f"{BEHIND} ge 5-6 Inf XX 2 | {date}, Allied combat", rules)
    assert fortification_of(WESTWALL, state, rules).strength == 3
    for kept, strength in (("westwall", 3), ("fort", 0), ("", 0)):
        found = fortification_of(WESTWALL, state.noting(FORTIFICATION, WESTWALL, kept), rules)
        assert (found.kind, found.strength) == (kept, strength)
    nothing = [fortification_of(ref, state, rules) for ref in (Hex("nowhere"), BEHIND)]
    assert nothing == [Fortification()] * 2


def test_fof_31A_whose_home_a_hex_is(fof: Ruleset) -> None:
    assert [home_side(ref, fof) for ref in (FRANCE, GERMANY, Hex("nowhere"))] == [ALLIED, AXIS, NEUTRAL]
    for before, taken in ((ALLIED, True), (AXIS, False), (NEUTRAL, True)):
        assert is_taken(FRANCE, AXIS, before, fof) is taken
    assert not is_taken(GERMANY, AXIS, NEUTRAL, fof)


@pytest.mark.parametrize(
    ("owner", "before", "alone", "kind"),
    [
        (AXIS, ALLIED, None, "fortress"),
        (AXIS, ALLIED, AXIS, ""),
        (ALLIED, ALLIED, AXIS, ""),
        (ALLIED, ALLIED, ALLIED, "fortress"),
        (ALLIED, ALLIED, None, "fortress"),
        (ALLIED, AXIS, ALLIED, "fortress"),
    ],
)
def test_fof_31A3_a_fortress_falls_to_enemy_units_alone_in_its_hex(
    fof: Ruleset, owner: er.Side, before: er.Side, alone: er.Side | None, kind: str
) -> None:
    state = parse_position(f"{BEHIND} ge 5-6 Inf XX 2 | Jun I 40, Axis combat", fof)
    after = take_fortifications(LIEGE, owner, before, state, fof, alone)
    assert fortification_of(LIEGE, after, fof).kind == kind
    if kind:
        assert after == state


@pytest.mark.parametrize(
    ("owner", "before", "alone", "stands"),
    [(AXIS, ALLIED, None, False), (ALLIED, ALLIED, AXIS, True), (ALLIED, ALLIED, None, True)],
)
def test_fof_31A2_fortified_hexsides_fall_with_their_hex(
    fof: Ruleset, owner: er.Side, before: er.Side, alone: er.Side | None, stands: bool
) -> None:
    ref = Hex("16A:2623")
    state = parse_position(f"{BEHIND} ge 5-6 Inf XX 2 | Jun I 40, Axis combat", fof)
    after = take_fortifications(ref, owner, before, state, fof, alone)
    assert bool(fortified_sides(ref, after, fof)) is stands
    plain = take_fortifications(FRANCE, owner, before, state, fof, alone)
    assert plain.recall(HEXSIDES_DESTROYED, FRANCE) is None
