"""The campaign of 1940 on the board (FoF 28 to 32): what steps and orders do in games set up from a scenario."""

from __future__ import annotations

import pytest
from attrs import evolve
from tests.campaign_driving import FOF, after, play_to, position, told

import europa_rules as er
from europa_rules.campaign.nations import HAPPENED
from europa_rules.campaign.points_record import amount_of, recorded, score
from europa_rules.campaign.sequence import first_moment
from europa_rules.errors import IllegalOrder
from europa_rules.game import Game
from europa_rules.ground.closed_ground import rule_on_ground
from europa_rules.ground.ownership import hex_owner
from europa_rules.ground.stacking import rule_on_entering_play
from europa_rules.hexes import Hex
from europa_rules.state import GameState
from europa_rules.units import Rating, Unit
from europa_rules_fof import national_events, points_ledger
from europa_rules_fof.arriving import due_now, hexes_for
from europa_rules_fof.duty_checks import ITALY_ENTERS, captured_cities, gather_front, gather_garrison, held_alone
from europa_rules_fof.low_countries import COLLAPSED, SURRENDERED
from europa_rules_fof.national_events import Declare, Invade
from europa_rules_fof.paris import OPEN_CITY

BRUSSELS, PARIS, LILLE = Hex("16A:1127"), Hex("17A:1604"), Hex("16A:1030")
DIVISION = Unit("ge", "infantry", "division", Rating.parse("7-6"))
INVADED = ("Belgium is invaded", "Netherlands is invaded")


# --- invasions (28C) -------------------------------------------------------------------------------------------------


def test_fof_28C_neutral_countries_are_closed_until_they_are_invaded() -> None:
    state = position("16A:1423 ge 7-6 Inf XX 1 | 16A:1127 be 3-6 Inf XX 2 | May I 40, Axis movement")
    assert [str(c) for c in rule_on_ground(BRUSSELS, er.AXIS, state, FOF).citations] == ["FoF 28C"]
    entered = national_events.enter_war("Belgium is invaded", state, FOF)
    assert rule_on_ground(BRUSSELS, er.AXIS, entered, FOF).allowed
    assert entered.piece("be 2 Inf XX").side == er.ALLIED
    assert hex_owner(BRUSSELS, entered, FOF) == er.ALLIED


def test_fof_28C_an_invasion_is_an_order_of_the_german_player() -> None:
    game = Game.start(FOF, position("16A:1422 ge 7-6 Inf XX 1 | May I 40, Axis movement"), seed=1)
    with pytest.raises(IllegalOrder, match="28C4"):
        game.submit(Invade("Switzerland"), er.AXIS)
    (entry,) = game.submit(Invade("Belgium"), er.AXIS)
    assert "Belgium, Luxembourg at war" in str(entry)
    with pytest.raises(IllegalOrder, match="not neutral"):
        game.submit(Invade("Luxembourg"), er.AXIS)


def test_fof_28C_positions_without_a_scenario_know_no_neutrals() -> None:
    state = er.parse_position("16A:1423 ge 7-6 Inf XX 1 | May I 40, Axis movement", FOF)
    assert rule_on_ground(BRUSSELS, er.AXIS, state, FOF).allowed


# --- the fall of the Low Countries (28C1, 28C2) ----------------------------------------------------------------------


def belgium_lost(text: str) -> GameState:
    state = after(position(text), INVADED)
    cities = [city for city in FOF.board.major_cities if FOF.board.country(city.hexes[0]) == "Belgium"]
    return state.owned({ref: er.AXIS for city in cities for ref in city.hexes})


def test_fof_28C2_belgium_surrenders_without_cities_and_divisions() -> None:
    state = belgium_lost("16A:1228 be 3-6 Inf XX 2 | 16A:1127 ge 7-6 Inf XX 1 | Jun I 40, Axis initial")
    game = play_to(Game.start(FOF, state, seed=1), "movement phase")
    assert told(game, SURRENDERED) and "be 2 Inf XX" not in game.state.pieces
    assert points_ledger.happenings_of(game.state, FOF)[-1].event == "belgium surrenders"


def test_fof_28C2_french_divisions_in_belgium_keep_it_in_the_war() -> None:
    res = " | ".join(f"16A:1{row}30 be 3-6 Inf XX {row}" for row in range(10))
    state = belgium_lost(f"16A:1228 fr 5-6 Inf XX 2 | {res} | 16A:1127 ge 7-6 Inf XX 1 | Jun I 40, Axis initial")
    game = play_to(Game.start(FOF, state, seed=1), "movement phase")
    assert not told(game, SURRENDERED)


def test_fof_28C1_the_netherlands_collapse_without_their_cities() -> None:
    state = after(position("16A:0621 ge 7-6 Inf XX 1 | 16A:0624 ne 2-6 Inf XX 4 | Jun I 40, Axis initial"), INVADED)
    cities = [city for city in FOF.board.major_cities if FOF.board.country(city.hexes[0]) == "Netherlands"]
    state = state.owned({ref: er.AXIS for city in cities for ref in city.hexes})
    game = play_to(Game.start(FOF, state, seed=1), "movement phase")
    assert told(game, COLLAPSED) and "ne 4 Inf XX" not in game.state.pieces


# --- Paris (28B1b) ---------------------------------------------------------------------------------------------------


def test_fof_28B1b_the_allied_player_declares_paris_an_open_city_in_his_initial_phase() -> None:
    game = Game.start(FOF, position("17A:1604 fr 5-6 Inf XX 2 | Jun II 40, Allied initial"), seed=1)
    play_to(game, national_events.DECLARATIONS)
    game.submit(Declare("open city"), er.ALLIED)
    assert game.state.recall(HAPPENED, OPEN_CITY) == "Jun II 40"
    with pytest.raises(IllegalOrder, match="it has happened"):
        game.submit(Declare("open city"), er.ALLIED)


def test_fof_28B1b_paris_must_be_opened_when_three_conditions_hold() -> None:
    state = after(position("17A:1604 fr 5-6 Inf XX 2 | Jun II 40, Allied initial"), (*INVADED, SURRENDERED))
    state = state.owned({LILLE: er.AXIS})
    ruling = national_events.rule_on_not_declaring(state, FOF)
    assert [c.number for c in ruling.citations] == ["28B1b"] and ruling.possible
    assert national_events.rule_on_not_declaring(after(state, [OPEN_CITY]), FOF).allowed


def test_fof_28B1b_units_in_the_open_city_surrender_to_germans_that_come_near() -> None:
    state = after(position("17A:1604 fr 5-6 Inf XX 2 | 17A:1402 ge 7-6 Inf XX 1 | Jul I 40, Axis movement"), INVADED)
    state = state.noting(HAPPENED, OPEN_CITY, "Jun II 40")
    near = next(ref for ref in FOF.board.neighbors_of(PARIS) if ref not in ("17A:1605", "17A:1705", "17A:1505"))
    beyond = next(ref for ref in FOF.board.neighbors_of(near) if FOF.board.distance(ref, PARIS) == 2)
    state = state.moved("ge 1 Inf XX", beyond)
    game = Game.start(FOF, state, seed=1)
    game.submit(er.Move(("ge 1 Inf XX",), (near,)), er.AXIS)
    assert told(game, "surrender in the open city") and "fr 2 Inf XX" not in game.state.pieces


# --- duties (28B1a, 31D, 31G) ----------------------------------------------------------------------------------------


def test_fof_31D_captured_cities_without_troops_cost_points() -> None:
    state = after(position("16A:1228 ge 7-6 Inf XX 1 | Jun I 40, Axis initial"), INVADED).owned({LILLE: er.AXIS})
    assert [(city.kind, city.country) for city in captured_cities(state, FOF)] == [("major", "France")]
    game = play_to(Game.start(FOF, state, seed=1), "movement phase")
    assert amount_of("occupation missing re by turn", game.state) == 3
    assert points_ledger.victory_points(game.state, FOF)[er.AXIS].value == -3


def test_fof_28B1a_the_border_is_read_off_the_board() -> None:
    facts = gather_garrison(position("16A:3832 fr 5-6 Inf XX 2 | May I 40, Allied initial"), FOF)
    assert len(facts.units) == 1 and 5 < facts.empty < 16
    at_war = after(position("16A:3832 fr 5-6 Inf XX 2 | May I 40, Allied initial"), [ITALY_ENTERS])
    assert gather_garrison(at_war, FOF).italy_at_war


def test_fof_31G_the_longest_section_of_the_front_counts() -> None:
    text = (
        "16A:1227 br 6-8 Inf XX 1 | 16A:1228 br 6-8 Inf XX 2 | 16A:1532 br 6-8 Inf XX 3 | 16A:1127 ge 7-6 Inf XX 1"
        " | 16A:1128 ge 7-6 Inf XX 2 | 16A:1431 ge 7-6 Inf XX 3 | Jun I 40, Axis initial"
    )
    state = after(position(text), INVADED)
    anywhere = er.load("fof", rulings={"fof-31G-adjacent-front": "anywhere"})
    assert (held_alone("br", state, FOF), held_alone("br", state, anywhere)) == (2, 3)
    assert gather_front(state, FOF).belgium == "at_war"


# --- reinforcements (29A) --------------------------------------------------------------------------------------------


def test_fof_29A_reinforcements_arrive_where_their_owner_chooses() -> None:
    game = Game.start(FOF, position("16A:1422 ge 7-6 Inf XX 1 | May II 40, Axis initial"), seed=1)
    play_to(game, "movement phase")
    assert {piece.id for piece in game.state.at(Hex("16A:0606"))} == {"ge 11 Schuetzen Mot X", "ge 198 Inf XX"}
    loaded = Game.load(game.save(), FOF)
    assert loaded.state == game.state


def test_fof_8B_reinforcements_arrive_in_a_full_hex_unless_nobody_there_can_leave_it() -> None:
    """Kiel holds three divisions that may march off; three that cannot move keep a fourth such unit out."""
    kiel = Hex("16A:0606")
    marching = ", ".join(f"ge 7-6 Inf XX {n}" for n in (1, 2, 3))
    rooted = ", ".join(f"ge 7-0 Inf XX {n}" for n in (1, 2, 3))
    guard = Unit("ge", "infantry", "division", Rating.parse("7-0"))
    for there, unit, allowed in ((marching, DIVISION, True), (marching, guard, True), (rooted, guard, False)):
        state = position(f"{kiel} {there} | May II 40, Axis initial")
        ruling = rule_on_entering_play(unit, kiel, er.AXIS, state, FOF)
        assert ruling.allowed is allowed and (allowed or "8B" in [citation.number for citation in ruling.citations])
    game = Game.start(FOF, position(f"{kiel} {marching} | May II 40, Axis initial"), seed=1)
    play_to(game, "movement phase")
    assert len(game.state.at(kiel)) == 5
    with pytest.raises(IllegalOrder, match="more than may stack"):
        game.done(er.AXIS)


def test_fof_29A_reinforcements_wait_for_a_hex_of_their_own() -> None:
    state = position("16A:1422 ge 7-6 Inf XX 1 | May II 40, Axis initial").owned({Hex("16A:0606"): er.ALLIED})
    due = tuple(due_now(state, FOF))
    assert due and not any(hexes_for(one, state, FOF) for one in due)
    game = play_to(Game.start(FOF, state, seed=1), "movement phase")
    assert not told(game, "arrives")


def test_fof_29A_every_place_of_the_order_of_battle_is_on_the_board() -> None:
    for side in (er.AXIS, er.ALLIED):
        state = er.position_of("historical", FOF).at_moment(first_moment(er.Turn.parse("Aug II 40"), side, FOF))
        nowhere = [one.key for one in due_now(state, FOF) if not hexes_for(one, state, FOF)]
        assert not nowhere, side


def test_fof_28C2_a_fallen_country_receives_nothing() -> None:
    state = position("16A:1422 ge 7-6 Inf XX 1 | May II 40, Allied initial")
    one = next(due for due in due_now(state, FOF) if due.nation == "fr")
    assert hexes_for(one, state, FOF)
    assert not hexes_for(evolve(one, nation="be"), after(state, [SURRENDERED]), FOF)


# --- victory points (32B) --------------------------------------------------------------------------------------------


def test_fof_32B1_what_is_gone_is_lost_and_breakdowns_are_not() -> None:
    text = "16A:1422 ge 7-6 Inf XX 1 | 16A:1323 ge 14-10 Pz XX 3 | 16A:1430 br 6-8 Inf XX 1 | May I 40, Axis initial"
    game = play_to(Game.start(FOF, position(text), seed=1), "movement phase")
    state = game.state.without("ge 1 Inf XX", "br 1 Inf XX")
    game = play_to(Game.start(FOF, state, seed=1), "exploitation phase")
    play_to(game, national_events.DECLARATIONS)
    lost = {event: amount_of(event, game.state) for event in (points_ledger.BRITISH, points_ledger.AXIS_OTHER)}
    assert lost == {points_ledger.BRITISH: 3, points_ledger.AXIS_OTHER: 3}
    assert amount_of(points_ledger.AXIS_CM, game.state) == 0
    points = points_ledger.victory_points(game.state, FOF)
    assert points[er.AXIS].value == 6
    assert all(total.reevaluate() == total.value for total in points.values())
    assert points_ledger.outcome_of(game.state, FOF).row == "4:1"


def test_fof_32B1_what_happens_is_remembered_turn_by_turn() -> None:
    state = position("16A:1422 ge 7-6 Inf XX 1 | May I 40, Axis initial")
    later = evolve(state, moment=evolve(state.moment, turn=er.Turn.parse("May II 40")))
    later = score("terror bombing hits", 2, evolve(later, record=score("terror bombing hits", 1, state).record))
    assert [happening.counts for happening in recorded(later)] == [(1, 2)]


# --- the end of the game (32A) ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("country", "is_over"), [("France", False), ("Britain", True)])
def test_fof_32A_the_game_ends_when_france_has_surrendered_and_no_british_are_there(
    country: str, is_over: bool
) -> None:
    away = next(r for r in FOF.board.hexes if FOF.board.country(r) == country and FOF.board.surface(r) == "land")
    state = position(f"17A:1604 fr 5-6 Inf XX 2 | {away} br 6-8 Inf XX 1 | Jul I 40, Allied initial")
    game = play_to(Game.start(FOF, state, seed=1), national_events.DECLARATIONS)
    game.submit(Declare("armistice"), er.ALLIED)
    game.done(er.ALLIED)
    assert (game.pending is None) is is_over
    assert bool(told(game, "ends with Jul I 40")) is is_over
    assert points_ledger.victory_points(game.state, FOF)[er.AXIS].value == 250
