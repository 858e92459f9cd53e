"""Production, replacements, conversions and forming units on the board of 1940 (FoF 29A1, 29B1, 29B1a)."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from attrs import evolve
from tests.air_driving import drive
from tests.campaign_driving import FOF, after, play_to, position, set_up, told

import europa_rules as er
from europa_rules.campaign.conversions import conversions_of
from europa_rules.campaign.postings import SCENARIO
from europa_rules.campaign.production import points_of, with_points
from europa_rules.campaign.replacing import (
    OPENING,
    PlaceResourcePoints,
    Rebuild,
    Replace,
    pool_of,
    rebuildings_possible,
    replacements_possible,
)
from europa_rules.campaign.special_replacements import reckon_special_replacements
from europa_rules.errors import IllegalOrder, UnknownName
from europa_rules.game import Game
from europa_rules.ground.facts import IN_POOL
from europa_rules.ground.losses import STRENGTH_LOST, eliminate
from europa_rules.ground.supply_state import CHECKS_OUT, turns_out_of
from europa_rules.hexes import Hex
from europa_rules.players.player import PassingPlayer, play_on
from europa_rules.state import GameState, Piece
from europa_rules.units import Unit, as_cadre
from europa_rules_fof.arriving import FORMING

BERLIN, COLOGNE, REIMS, LILLE = Hex("16A:1802"), Hex("16A:1620"), Hex("16A:1831"), Hex("16A:1030")
GERMAN, CAVALRY, CZECHS = "ge 1 Pz XX", "fr 1 DLC Cav XX", "fr 1 Czech Inf XX"


def german(number: str, state: GameState) -> str:
    """A German infantry division of the set-up."""
    return next(i for i in state.pieces if i.startswith(f"ge {number} Inf XX"))


def with_losses(*ids: str, turn: str = "May I 40") -> GameState:
    """The historical set-up in which these units have been eliminated."""
    state = set_up(turn, er.AXIS)
    for unit in ids:
        state = eliminate(state.piece(unit), state, "lack of supply")
    return state


# --- production (29B1) -----------------------------------------------------------------------------------------------


def test_fof_29B1_districts_produce_for_the_pool_of_their_force() -> None:
    game = play_to(Game.start(FOF, "historical", seed=1), "movement phase")
    assert [points_of("German", kind, game.state) for kind in ("inf", "arm", "resource")] == [6, 3, 3]
    assert points_of("French", "inf", game.state) == 0
    assert told(game, "German production: 6 inf, 3 arm, 3 resource (FoF 29B1)")
    play_on(game, {er.AXIS: PassingPlayer(), er.ALLIED: PassingPlayer()}, lambda g: g.state.moment.turn.half == 1)
    assert points_of("British", "inf", game.state) == 2
    assert [points_of(force, "inf", game.state) for force in ("Belgian", "Italian")] == [1, 0]


def test_fof_29B1_the_second_turn_of_a_month_brings_nothing() -> None:
    game = play_to(Game.start(FOF, set_up("May II 40", er.AXIS), seed=1), "movement phase")
    assert points_of("German", "inf", game.state) == 0


def test_fof_29B1_lost_and_isolated_cities_reduce_their_district() -> None:
    state = set_up("Jun I 40", er.ALLIED)
    lost = [ref for ref in FOF.board.hexes if FOF.board.district(ref) == "MR 1"]
    game = play_to(Game.start(FOF, state.owned({LILLE: er.AXIS}), seed=1), "movement phase")
    assert points_of("French", "inf", game.state) == Fraction(19, 2)
    game = play_to(Game.start(FOF, state.owned(dict.fromkeys(lost, er.AXIS)), seed=1), "movement phase")
    assert points_of("French", "arm", game.state) == Fraction(3, 2)


def test_fof_29B1_the_pool_of_a_nation_without_cities_drops_to_nothing() -> None:
    state = with_points("German", "inf", Fraction(2), set_up("May II 40", er.ALLIED))
    germany = {ref: er.ALLIED for ref in FOF.board.hexes if FOF.board.country(ref) == "Germany"}
    game = play_to(Game.start(FOF, state.owned(germany), seed=1), "movement phase")
    assert points_of("German", "inf", game.state) == 0
    assert told(game, "German production pools drop to 0 (FoF 29B1)")


def test_fof_28A_italy_at_peace_produces_nothing() -> None:
    state = set_up("Jun I 40", er.AXIS)
    assert points_of("Italian", "inf", play_to(Game.start(FOF, state, seed=1), "movement phase").state) == 0
    at_war = after(state, ["Italy enters the war"])
    assert points_of("Italian", "inf", play_to(Game.start(FOF, at_war, seed=1), "movement phase").state) == 2


# --- replacing (29B1, 29B1a) -----------------------------------------------------------------------------------------


def test_fof_29B1a_an_eliminated_unit_is_replaced_in_a_city_of_its_country() -> None:
    lost = german("4", set_up("May I 40", er.AXIS))
    state = with_points("German", "inf", Fraction(6), with_losses(lost))
    assert [piece.id for piece in pool_of(er.AXIS, state, FOF)] == [lost]
    game = play_to(Game.start(FOF, state, seed=1), OPENING)
    with pytest.raises(IllegalOrder, match="the city is not friendly-owned"):
        game.submit(Replace(lost, LILLE), er.AXIS)
    with pytest.raises(UnknownName, match="replacement pool"):
        game.submit(Replace("ge 999 Inf XX", COLOGNE), er.AXIS)
    (entry,) = game.submit(Replace(lost, COLOGNE), er.AXIS)
    assert "is replaced in 16A:1620 for 7 inf points (FoF 29B1, FoF 29B1a)" in str(entry)
    assert game.state.piece(lost).place == COLOGNE and game.state.recall(IN_POOL, lost) is None
    assert points_of("German", "inf", game.state) == 5


def test_fof_29B1a_a_unit_may_be_replaced_as_its_cadre_and_rebuilt() -> None:
    lost = german("4", set_up("May I 40", er.AXIS))
    game = play_to(Game.start(FOF, with_points("German", "inf", Fraction(1), with_losses(lost)), seed=1), OPENING)
    game.submit(Replace(lost, COLOGNE, "cadre"), er.AXIS)
    assert game.state.piece(lost).unit.size == "cadre" and points_of("German", "inf", game.state) == 4
    assert list(rebuildings_possible(er.AXIS, game.state, FOF)) == [Rebuild(lost)]
    game.submit(Rebuild(lost), er.AXIS)
    assert game.state.piece(lost).full is None and points_of("German", "inf", game.state) == 0
    with pytest.raises(IllegalOrder, match="is no cadre"):
        game.submit(Rebuild(lost), er.AXIS)


def test_fof_29B1a_armor_points_replace_what_is_motorized() -> None:
    state = with_points("German", "inf", Fraction(99), with_losses(GERMAN))
    game = play_to(Game.start(FOF, state, seed=1), OPENING)
    with pytest.raises(IllegalOrder, match="arm points, and 3 are in the German pool") as refused:
        game.submit(Replace(GERMAN, COLOGNE), er.AXIS)
    assert "fof-29B1a-kind-of-points: second-front" in refused.value.ruling.rests_on


def test_fof_29B1_no_unit_is_replaced_in_an_isolated_or_lost_city() -> None:
    lost = german("4", set_up("May I 40", er.AXIS))
    state = with_points("German", "inf", Fraction(9), with_losses(lost)).owned({COLOGNE: er.ALLIED})
    places = {order.to for order in replacements_possible(er.AXIS, state, FOF)}
    assert COLOGNE not in places and places
    assert all(FOF.board.country(ref) == "Germany" for ref in places)


def test_fof_29_a_unit_is_out_of_supply_as_long_as_those_in_its_city() -> None:
    lost = german("4", set_up("May I 40", er.AXIS))
    state = with_points("German", "inf", Fraction(1), with_losses(lost))
    there = next(iter(state.friends_at(COLOGNE, er.AXIS)), state.piece(german("5", state)))
    state = state.moved(there.id, COLOGNE).noting(CHECKS_OUT, there.id, 5)
    game = play_to(Game.start(FOF, state, seed=1), OPENING)
    game.submit(Replace(lost, COLOGNE), er.AXIS)
    assert turns_out_of(lost, game.state) == turns_out_of(there.id, game.state) == 3


def test_fof_29B1_resource_points_appear_in_cities_of_the_districts() -> None:
    game = play_to(Game.start(FOF, with_losses(), seed=1), OPENING)
    with pytest.raises(IllegalOrder, match="no friendly-owned unisolated city"):
        game.submit(PlaceResourcePoints("German", 1, LILLE), er.AXIS)
    game.submit(PlaceResourcePoints("German", 2, BERLIN), er.AXIS)
    there = [p for p in game.state.at(BERLIN) if p.unit.type == "resource_point"]
    assert [p.unit.points for p in there] == [2] and points_of("German", "resource", game.state) == 1


def test_fof_29B1_a_game_saved_while_production_is_spent_goes_on() -> None:
    lost = german("4", set_up("May I 40", er.AXIS))
    game = play_to(Game.start(FOF, with_points("German", "inf", Fraction(1), with_losses(lost)), seed=1), OPENING)
    game.submit(Replace(lost, COLOGNE), er.AXIS)
    for _ in range(3):
        game.submit(PlaceResourcePoints("German", 1, BERLIN), er.AXIS)
    loaded = Game.load(game.save(), FOF)
    assert loaded.state == game.state and loaded.pending == game.pending


def test_fof_29B1_units_replaced_do_not_hide_losses() -> None:
    lost = german("4", set_up("May I 40", er.AXIS))
    state = with_points("German", "inf", Fraction(1), with_losses(lost))
    game = play_to(Game.start(FOF, state, seed=1), OPENING)
    game.submit(Replace(lost, COLOGNE), er.AXIS)
    other = next(i for i in sorted(game.state.pieces) if i.startswith("ge") and i.endswith("Inf XX") and i != lost)
    game.done(er.AXIS)
    losing = eliminate(game.state.piece(other), game.state, "overrun")
    losing = losing.at_moment(set_up("May I 40", er.ALLIED).moment)
    later = play_to(Game.start(FOF, losing, seed=1), "declarations")
    assert told(later, "losses of the player turn: 3 Axis REs that are not c/m")


# --- special replacements (28C1, SF 40B4) ----------------------------------------------------------------------------


def test_fof_28C1_strength_lost_in_fights_brings_infantry_points() -> None:
    lost = german("4", set_up("May II 40", er.AXIS))
    state = set_up("May II 40", er.AXIS)
    fought = eliminate(state.piece(lost), state, "overrun")
    game = play_to(Game.start(FOF, fought, seed=1), "movement phase")
    assert points_of("German", "inf", game.state) == Fraction(7, 4)
    assert told(game, "German special replacements: 7/4 inf points (FoF 28C1)")
    assert not game.state.all_facts(STRENGTH_LOST)
    assert not with_losses(lost, turn="May II 40").all_facts(STRENGTH_LOST)


@pytest.mark.parametrize("game", ["fof", "sf"])
def test_fof_29B4_01_sf_40B4_the_chart_names_the_forces_that_receive_more(game: str, tmp_path: Path) -> None:
    head = 'lays_over = "replacements"\nprovenance = { kind = "estimate", source = "a test", confidence = "low" }\n'
    (tmp_path / "replacements.toml").write_text(f"{head}[special_replacements.divisors]\nfrench = 3\n")
    bundled, changed = er.load(game), er.load(game, charts=tmp_path)
    forces = ("German", "French", "British")
    assert [reckon_special_replacements(force, 60, bundled).value for force in forces] == [15, 12, 12]
    assert [reckon_special_replacements(force, 60, changed).value for force in forces] == [15, 20, 12]


def test_fof_28B1b_the_french_receive_none_once_paris_is_an_open_city() -> None:
    state = set_up("Jun II 40", er.ALLIED)
    state = after(eliminate(state.piece(CAVALRY), state, "overrun"), ["Paris is an open city"])
    game = play_to(Game.start(FOF, state, seed=1), "movement phase")
    assert points_of("French", "inf", game.state) == 0


# --- conversions (29A1) ----------------------------------------------------------------------------------------------


def test_A13_a_conversion_waits_until_its_unit_meets_the_conditions() -> None:
    state = set_up("Jun I 40", er.ALLIED).moved(CAVALRY, REIMS)
    enemy = german("4", state)
    beside = next(ref for ref in FOF.board.neighbors_of(REIMS) if not state.at(ref))
    waits = play_to(Game.start(FOF, state.moved(enemy, beside), seed=1), "movement phase")
    assert told(waits, f"the conversion of {CAVALRY} waits: it is in an enemy ZOC (FoF 29A1)")
    assert waits.state.piece(CAVALRY).place == REIMS
    later = waits.state.moved(enemy, BERLIN)
    later = later.at_moment(set_up("Jun II 40", er.ALLIED).moment)
    game = play_to(Game.start(FOF, later, seed=1), "movement phase")
    assert told(game, f"{CAVALRY} converts to fr 4 DLM HalfArm XX in 16A:1831 (FoF 29A1)")
    assert CAVALRY not in game.state.pieces and game.state.recall(IN_POOL, CAVALRY) is None
    assert game.state.piece("fr 4 DLM HalfArm XX").place == REIMS
    again = play_to(Game.start(FOF, game.state.at_moment(set_up("Jul I 40", er.ALLIED).moment), seed=1), OPENING)
    assert not told(again, "converts")


def test_fof_29A1_what_the_eliminated_division_converts_to_arrives_free_of_cost() -> None:
    """The 1st light cavalry division is remade as the 4th light mechanized, be it in play or eliminated."""
    state = set_up("Jun I 40", er.ALLIED)
    state = eliminate(state.piece(CAVALRY), state, "overrun")
    assert state.recall(IN_POOL, CAVALRY) is not None
    game = play_to(Game.start(FOF, state, seed=1), OPENING)
    assert told(game, f"{CAVALRY} converts to fr 4 DLM HalfArm XX from the replacement pool (FoF 29A1)")
    assert FOF.board.country(game.state.piece("fr 4 DLM HalfArm XX").place) == "France"
    assert game.state.recall(IN_POOL, CAVALRY) is None
    assert str(game.state.piece("fr 4 DLM HalfArm XX").unit.rating) == "4-10"
    assert game.state.piece("fr 4 DLM HalfArm XX").full is None
    again = play_to(Game.start(FOF, game.state.at_moment(set_up("Jun II 40", er.ALLIED).moment), seed=1), OPENING)
    assert not told(again, "converts to")


def test_A13_a_conversion_of_second_front_waits_as_well() -> None:
    sf = er.load("sf")
    city = next(ref for ref in sf.board.hexes if sf.board.country(ref) == "Germany" and sf.board.city(ref))
    beside = next(ref for ref in sf.board.neighbors_of(city) if sf.board.city(ref) is None and sf.board.has_land(ref))
    entry = sf.orders_of_battle["reinforcements"].entry("R008")
    division = next(unit for counters in entry.counters for unit, _ in counters.each())
    assert isinstance(division, Unit)
    empty = er.parse_position("Aug I 43, Axis initial", sf).noting(SCENARIO, "", "mto")
    run = conversions_of("reinforcements")
    waiting, log = drive(run(empty.with_piece(Piece("ge HuD", division, er.AXIS, beside)), sf))
    assert "ge HuD" in waiting.pieces and "it is not in a city" in log[0].text
    later = evolve(waiting.moment, turn=er.Turn.parse("Aug II 43"))
    done, _ = drive(run(waiting.moved("ge HuD", city).at_moment(later), sf))
    (division_now,) = done.pieces.values()
    assert str(division_now.unit.rating) == "10-6" and not done.all_facts(IN_POOL)


def test_fof_29A1_a_cadre_converts_to_a_cadre() -> None:
    state = set_up("Jun I 40", er.ALLIED).moved(CAVALRY, REIMS)
    whole = state.piece(CAVALRY)
    state = state.with_piece(evolve(whole, unit=as_cadre(whole.unit), full=whole.unit))
    game = play_to(Game.start(FOF, state, seed=1), "movement phase")
    assert str(game.state.piece("fr 4 DLM HalfArm XX").unit.rating) == "1-8"


def test_fof_29A1_by_a_reading_a_conversion_lapses() -> None:
    lapses = er.load("fof", rulings={"fof-29A1-conversion-waits": "lapses"})
    state = set_up("Jun II 40", er.ALLIED, lapses).moved(CAVALRY, REIMS)
    game = play_to(Game.start(lapses, state, seed=1), "movement phase")
    assert not told(game, "converts") and CAVALRY in game.state.pieces


# --- forming (29A1) --------------------------------------------------------------------------------------------------


def test_fof_29A1_units_form_in_a_box_and_arrive_when_they_are_full() -> None:
    game = play_to(Game.start(FOF, set_up("May II 40", er.ALLIED), seed=1), "movement phase")
    assert set(game.state.all_facts(FORMING)) == {"fr 2 Polish Inf XX", "fr 10 Cav LtArm X", CZECHS}
    assert CZECHS not in game.state.pieces
    full = game.state.at_moment(set_up("Jun I 40", er.ALLIED).moment)
    later = play_to(Game.start(FOF, full, seed=1), "movement phase")
    assert not later.state.all_facts(FORMING) and told(later, f"{CZECHS} arrives")


def test_fof_29A1_the_forming_box_of_a_lost_country_is_emptied() -> None:
    state = set_up("Jun I 40", er.ALLIED).noting(FORMING, CZECHS, "France")
    france = {ref: er.AXIS for ref in FOF.board.hexes if FOF.board.country(ref) == "France"}
    game = play_to(Game.start(FOF, state.owned(france), seed=1), "declarations")
    assert told(game, f"{CZECHS} is eliminated in the forming box of France")
    assert not told(game, f"{CZECHS} arrives")


def test_fof_29A1_reinforcements_without_a_place_are_delayed() -> None:
    state = position("16A:1422 ge 7-6 Inf XX 1 | May II 40, Axis initial").owned({Hex("16A:0606"): er.ALLIED})
    game = play_to(Game.start(FOF, state, seed=1), "movement phase")
    assert told(game, "delayed, for want of a place to arrive: ge 11 Schuetzen Mot X, ge 198 Inf XX (FoF 29A1)")
