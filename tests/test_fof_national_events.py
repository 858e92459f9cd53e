"""Italy, France and Fighter Command in games of 1940 (FoF 25, 28A1, 28B1b, 28B1c, 28C2, 29C3, 33A)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from attrs import evolve
from tests.campaign_driving import FOF, after, play_to, set_up, told

import europa_rules as er
from europa_rules.air.replacement_orders import ARPS, restorations_to_make
from europa_rules.campaign.nations import HAPPENED, happened
from europa_rules.campaign.points_record import amount_of
from europa_rules.campaign.production import points_of, with_points
from europa_rules.errors import IllegalOrder
from europa_rules.game import Game
from europa_rules.ground.closed_ground import rule_on_ground
from europa_rules.hexes import Hex
from europa_rules.state import ABORTED, ELIMINATED
from europa_rules_fof import national_events, points_ledger
from europa_rules_fof.duty_checks import ITALY_ENTERS
from europa_rules_fof.italian_entry import EntryFacts, rule_on_entry
from europa_rules_fof.low_countries import SURRENDERED
from europa_rules_fof.national_events import DECLARATIONS, Declare
from europa_rules_fof.paris import OPEN_CITY

TURIN, RAF = Hex("16A:4332"), "Allied: RAF"
INVADED = ("Belgium is invaded", "Netherlands is invaded")


# --- Italy (28A1, 33A) -----------------------------------------------------------------------------------------------


def test_fof_28A1_italy_enters_on_its_turn_or_after_an_event() -> None:
    june, july = er.Turn.parse("Jun I 40"), er.Turn.parse("Jul I 40")
    assert not rule_on_entry(EntryFacts(june), FOF).allowed
    assert rule_on_entry(EntryFacts(july), FOF).allowed
    assert rule_on_entry(EntryFacts(june, frozenset({OPEN_CITY})), FOF).allowed
    dated = er.load("fof", rulings={"fof-28A1-italian-entry": "jun-ii"})
    assert not rule_on_entry(EntryFacts(june, frozenset({OPEN_CITY})), dated).allowed


def test_fof_33A_italian_forces_are_set_up_when_italy_enters() -> None:
    state = set_up("Jun II 40", er.AXIS)
    assert not any(piece.unit.nation == "it" for piece in state.pieces.values())
    game = play_to(Game.start(FOF, state, seed=1), "movement phase")
    italians = [piece for piece in game.state.pieces.values() if piece.unit.nation == "it"]
    flyers = [piece for piece in game.state.air.values() if piece.unit.nation == "it"]
    assert (len(italians), len(flyers)) == (49, 13)
    assert {piece.side for piece in italians} == {er.AXIS}
    assert game.state.recall(HAPPENED, ITALY_ENTERS) == "Jun II 40"
    assert told(game, f"the Italian forces are set up: {len(italians) + len(flyers)} units and air units (FoF 33A)")
    assert amount_of(points_ledger.AXIS_OTHER, game.state) == 0


def test_fof_28A1_the_allies_do_not_enter_italy_at_peace() -> None:
    state = set_up("Jun I 40", er.ALLIED)
    assert [str(c) for c in rule_on_ground(TURIN, er.ALLIED, state, FOF).citations] == ["FoF 28A1"]
    assert rule_on_ground(TURIN, er.ALLIED, after(state, [ITALY_ENTERS]), FOF).allowed


# --- the air order of battle (25) ------------------------------------------------------------------------------------


def test_fof_25D_each_cycle_brings_points_to_every_organization() -> None:
    state = set_up("Jun I 40", er.ALLIED)
    lost = next(i for i, p in sorted(state.air.items()) if p.organization == "RAF (AASF)")
    state = state.with_air(evolve(state.air_piece(lost), status=ABORTED))
    game = play_to(Game.start(FOF, state, seed=1), "air replacement")
    account = game.state.recall(ARPS, RAF)
    assert account is not None and account.remaining == 5
    orders = restorations_to_make(er.ALLIED, game.state, FOF)
    game.submit(next(order for order in orders if game.rule_on(order, er.ALLIED).allowed), er.ALLIED)
    account = game.state.recall(ARPS, RAF)
    assert account is not None and account.remaining == 4
    may = play_to(Game.start(FOF, set_up("May II 40", er.ALLIED), seed=1), "movement phase")
    assert may.state.recall(ARPS, RAF) is None


# --- Fighter Command (29C3) ------------------------------------------------------------------------------------------


def test_fof_29C3_fighter_command_appears_with_the_first_evacuation_and_returns_when_lost() -> None:
    game = play_to(Game.start(FOF, set_up("Jun I 40", er.ALLIED), seed=1), DECLARATIONS)
    game.submit(Declare("evacuation"), er.ALLIED)
    play_to(game, "movement phase")
    fighters = [p for p in game.state.air.values() if p.organization == "RAF (Fighter Command)"]
    assert sorted(p.unit.model for p in fighters) == ["Hurr 1", "Hurr 1", "Spit 1", "Spit 1"]
    assert {FOF.board.country(p.place) for p in fighters} == {"Britain"}
    state = game.state.with_air(evolve(fighters[0], status=ELIMINATED)).at_moment(set_up("Jun II 40", er.ALLIED).moment)
    later = play_to(Game.start(FOF, state, seed=1), "movement phase")
    assert told(later, f"{fighters[0].id} of Fighter Command is replaced and returns at")
    assert later.state.air_piece(fighters[0].id).is_in_play
    assert points_ledger.victory_points(later.state, FOF)[er.AXIS].value == 4


# --- France and Belgium (28B1b, 28B1c, 28C2) -------------------------------------------------------------------------


def test_fof_28B1b_the_allied_player_cannot_go_on_without_opening_paris() -> None:
    state = after(set_up("Jun II 40", er.ALLIED), (*INVADED, SURRENDERED)).owned({Hex("16A:1030"): er.AXIS})
    state = state.without(*(i for i, p in state.pieces.items() if p.unit.nation == "br"))
    game = play_to(Game.start(FOF, state, seed=1), DECLARATIONS)
    with pytest.raises(IllegalOrder, match="Paris must be declared an open city"):
        game.done(er.ALLIED)
    assert Declare("open city") in tuple(national_events.declarations_worth_asking(er.ALLIED, game.state, FOF))
    game.submit(Declare("open city"), er.ALLIED)
    assert play_to(game, "movement phase").state.moment.phase == "movement"


@pytest.mark.parametrize(("reading", "remain"), [("removed", False), ("stay", True)])
def test_fof_28B1c_french_forces_leave_play_or_fight_on(reading: str, remain: bool) -> None:
    rules = er.load("fof", rulings={"fof-28B1c-french-forces": reading})
    state = with_points("French", "inf", Fraction(3), after(set_up("Jul I 40", er.ALLIED, rules), INVADED))
    game = play_to(Game.start(rules, state, seed=1), DECLARATIONS)
    game.submit(Declare("armistice"), er.ALLIED)
    french = [p for p in game.state.pieces.values() if p.unit.nation == "fr" and not p.place.startswith("box")]
    assert bool(french) is remain
    assert points_of("French", "inf", game.state) == (3 if remain else 0)
    assert SURRENDERED in happened(game.state)
    assert not any(p.unit.nation == "be" for p in game.state.pieces.values())
    assert points_ledger.victory_points(game.state, rules)[er.AXIS].value == 225


def test_fof_28B1c_an_automatic_player_thinks_of_an_armistice_when_paris_is_lost() -> None:
    state = set_up("Jul I 40", er.ALLIED)
    thoughts = {order.what for order in national_events.declarations_worth_asking(er.ALLIED, state, FOF)}
    assert thoughts == {"open city", "evacuation"}
    lost = after(state, [OPEN_CITY])
    thoughts = {order.what for order in national_events.declarations_worth_asking(er.ALLIED, lost, FOF)}
    assert "armistice" in thoughts
