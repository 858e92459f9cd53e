"""Special reinforcements, victory points of events, and the end of games of 1940 (FoF 28C2, 29C1, 29C2, 32, VP)."""

from __future__ import annotations

import pytest
from attrs import evolve
from tests.air_driving import drive
from tests.campaign_driving import FOF, after, play_to, position, set_up, told

import europa_rules as er
from europa_rules.air.facts import TERROR_HITS
from europa_rules.air.mission_results import Strike
from europa_rules.campaign.points_record import amount_of, score
from europa_rules.campaign.production import points_of
from europa_rules.errors import IllegalOrder, UnknownName
from europa_rules.game import Game
from europa_rules.ground.facts import IN_POOL
from europa_rules.ground.overruns import Overrun
from europa_rules.ground.ownership import gain_by_entry
from europa_rules.hexes import Hex
from europa_rules.players.player import PassingPlayer, Player, play_on
from europa_rules.players.random_player import RandomPlayer
from europa_rules.procedure import Event, Opening, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import GameState
from europa_rules_fof import points_ledger, points_of_events
from europa_rules_fof.belgians_abroad import IN_FRANCE
from europa_rules_fof.calling_up import CallUp, LandBrigade, brigades_worth_asking
from europa_rules_fof.national_events import DECLARATIONS, Declare

PARIS, BREST, COLOGNE, REIMS = Hex("17A:1604"), Hex("17A:2403"), Hex("16A:1620"), Hex("16A:1831")
GUARDS = "br 20 Guards Inf X"


# --- special reinforcements (29C1, 29C2) -----------------------------------------------------------------------------


def test_fof_29C1_training_regiments_appear_in_their_regions_once() -> None:
    rouen = {ref: er.AXIS for ref in FOF.board.hexes if FOF.board.district(ref) == "MR 3"}
    game = play_to(Game.start(FOF, set_up("Jul I 40", er.ALLIED).owned(rouen), seed=1), DECLARATIONS)
    game.submit(CallUp(), er.ALLIED)
    play_to(game, "declarations")
    regiments = [piece for piece in game.state.pieces.values() if piece.unit.type == "training"]
    assert len(regiments) == 9 and len(told(game, "Trng III arrives in")) == 9
    assert {FOF.board.district(p.place) for p in regiments if "MR 14" in p.id} == {"MR 14"}
    assert [i for i in game.state.all_facts(IN_POOL) if "MR 3 Rouen" in i]
    with pytest.raises(IllegalOrder, match="have been called up"):
        game.submit(CallUp(), er.ALLIED)
    play_to(game, "movement phase")
    assert points_of("French", "inf", game.state) == 0
    assert points_ledger.victory_points(game.state, FOF)[er.AXIS].value == 0


def test_fof_29C2_british_brigades_appear_in_atlantic_ports_of_france() -> None:
    game = play_to(Game.start(FOF, set_up("May II 40", er.ALLIED), seed=1), DECLARATIONS)
    with pytest.raises(IllegalOrder, match="Atlantic ports in France"):
        game.submit(LandBrigade(GUARDS, PARIS), er.ALLIED)
    with pytest.raises(UnknownName, match="special brigade"):
        game.submit(LandBrigade("br 21 Guards Inf X", PARIS), er.ALLIED)
    order = next(order for order in brigades_worth_asking(er.ALLIED, game.state, FOF) if order.unit == GUARDS)
    game.submit(order, er.ALLIED)
    assert game.state.piece(GUARDS).place == order.to
    with pytest.raises(IllegalOrder, match="has appeared"):
        game.submit(order, er.ALLIED)


# --- Belgians in France (28C2) ---------------------------------------------------------------------------------------


def test_fof_28C2_a_belgian_unit_lasts_two_allied_turns_in_france() -> None:
    state = position(
        "16A:1831 be 3-6 Inf XX 2 | 16A:1229 fr 5-6 Inf XX 2 | 16A:1127 fr 5-6 Inf XX 3 | Jun I 40, Allied exploitation"
    )
    game = play_to(Game.start(FOF, state, seed=1), "movement phase")
    assert game.state.recall(IN_FRANCE, "be 2 Inf XX") == 1
    again = evolve(state, record=game.state.record)
    later = play_to(Game.start(FOF, again, seed=1), "movement phase")
    assert told(later, "be 2 Inf XX is eliminated: it has been in France for 2 Allied turns (FoF 28C2)")
    assert later.state.recall(IN_POOL, "be 2 Inf XX") is not None


BORDER, DUNKERQUE_ROAD = Hex("16A:0730"), Hex("16A:0731")
"""A hex of Belgium, and the hex of France beside it."""


def belgian(place: Hex, phase: str = "Allied movement", rules: Ruleset = FOF, more: str = "") -> Game:
    """A game in which Belgium is at war, and a Belgian division stands somewhere."""
    text = f"{place} be 3-6 Inf XX 2 | 16A:1229 fr 5-6 Inf XX 2 | 16A:1127 fr 5-6 Inf XX 3{more} | Jun I 40, {phase}"
    state = position(text, rules)
    return Game.start(rules, after(state, ("Belgium is invaded", "Netherlands is invaded")), seed=1)


def test_fof_28C2_no_belgian_unit_enters_france_of_its_own_will() -> None:
    game = belgian(BORDER)
    assert FOF.board.country(DUNKERQUE_ROAD) == "France"
    with pytest.raises(IllegalOrder, match=r"be 2 Inf XX does not go to 16A:0731: .* stay out of France \(FoF 28C2\)"):
        game.submit(er.Move(("be 2 Inf XX",), (DUNKERQUE_ROAD,)))
    reached = set(game.destinations("be 2 Inf XX"))
    assert reached and "France" not in {FOF.board.country(ref) for ref in reached}
    rides = game.rail_destinations("be 2 Inf XX")
    assert "France" not in {FOF.board.country(ref) for ref in rides}


def test_fof_28C2_it_may_attack_there_and_does_not_advance() -> None:
    game = belgian(BORDER, "Allied combat", more=f" | {DUNKERQUE_ROAD} ge 0-1-6 Cons III 9")
    game.submit(er.Attack(("be 2 Inf XX",), DUNKERQUE_ROAD))
    game = play_to(game, "exploitation phase")
    assert any(entry.kind == "attack over" for entry in game.log)
    assert game.state.piece("be 2 Inf XX").place == BORDER
    assert not [entry for entry in game.log if entry.kind == "advanced"]


def test_fof_28C2_a_unit_in_france_returns_to_belgium_before_others_move() -> None:
    far = Hex("16A:1231")
    game = belgian(far, "Allied initial")
    assert FOF.board.country(far) == "France"
    play_to(game, "return from France")
    with pytest.raises(IllegalOrder, match=r"spends all its MPs to return to Belgium \(FoF 28C2\)"):
        game.done()
    away = min(FOF.board.neighbors_of(far), key=lambda ref: FOF.board.distance(ref, Hex("17A:1604")))
    assert "28C2" in str(game.rule_on(er.Move(("be 2 Inf XX",), (away,))))
    game.submit(game.pending.suggest(game.state))  # type: ignore[union-attr]  # an opening, or this fails
    assert FOF.board.country(game.state.piece("be 2 Inf XX").place) == "Belgium"
    game.done()
    assert isinstance(game.pending, Opening) and game.pending.name == "movement phase"
    assert Game.load(game.save(), FOF).save() == game.save()


def test_fof_28C2_who_has_no_way_home_is_not_asked() -> None:
    ring = "".join(f" | {ref} ge 7-6 Inf XX {n}" for n, ref in enumerate(FOF.board.neighbors_of(Hex("16A:1231"))))
    game = play_to(belgian(Hex("16A:1231"), "Allied initial", more=ring), "movement phase")
    assert not told(game, "return from France")


def test_fof_28C2_by_a_reading_it_may_enter_and_is_eliminated() -> None:
    rules = er.load("fof", rulings={"fof-28C2-belgians-in-france": "eliminated"})
    game = belgian(BORDER, rules=rules)
    game.submit(er.Move(("be 2 Inf XX",), (DUNKERQUE_ROAD,)))
    assert told(game, "be 2 Inf XX is eliminated: it has entered France of its own will (FoF 28C2)")
    assert game.state.recall(IN_POOL, "be 2 Inf XX") is not None


# --- what is scored (VP) ---------------------------------------------------------------------------------------------


def _hit(strike: Strike, state: GameState, rules: Ruleset) -> object:
    state = state.noting(TERROR_HITS, strike.aim, (state.recall(TERROR_HITS, strike.aim) or 0) + 1)
    return record(Event("hit", (), state))


@pytest.mark.parametrize(
    ("side", "event", "target", "counts"),
    [
        (er.AXIS, points_of_events.TERROR, PARIS, 1),
        (er.ALLIED, points_of_events.TERROR, COLOGNE, 0),
        (er.ALLIED, points_of_events.STRATEGIC, COLOGNE, 1),
        (er.ALLIED, points_of_events.STRATEGIC, PARIS, 0),
        (er.AXIS, points_of_events.STRATEGIC, COLOGNE, 0),
    ],
)
def test_fof_VP_bombing_hits_are_scored_as_they_are_made(side: Side, event: str, target: Hex, counts: int) -> None:
    state = position("16A:1422 ge 7-6 Inf XX 1 | Jun I 40, Axis movement")
    hit = points_of_events.scored(event, _hit)  # type: ignore[arg-type]  # a hit that only counts
    after, _ = drive(hit(Strike("rail_yards", target, side, (), "Paris"), state, FOF))
    assert amount_of(event, after) == counts


def test_fof_VP_the_first_german_city_in_allied_hands_is_remembered_once() -> None:
    state = position("16A:1723 fr 5-6 Inf XX 2 | Jun I 40, Allied movement")
    cities = [ref for ref in FOF.board.hexes if FOF.board.country(ref) == "Germany" and FOF.board.city(ref)][:2]
    for ref in cities:
        state = gain_by_entry(state, (state.piece("fr 2 Inf XX"),), ref, FOF)
    assert amount_of(points_of_events.CITY, state) == 1
    assert points_ledger.victory_points(state, FOF)[er.ALLIED].value == 20


def test_fof_28B1b_an_overrun_in_paris_costs_ten_points() -> None:
    near = next(ref for ref in FOF.board.neighbors_of(PARIS) if FOF.board.major_city(ref) is None)
    text = f"17A:1604 fr 0-1-5 Cons III 2 | {near} ge 14-10 Pz XX 1 | {near} ge 14-10 Pz XX 2 | Jun I 40, Axis movement"
    game = Game.start(FOF, position(text), seed=1)
    game.submit(Overrun(("ge 1 Pz XX", "ge 2 Pz XX"), PARIS), er.AXIS)
    assert told(game, "an overrun in Paris: -10 victory points for the Allies (FoF 28B1b)")


# --- the end (32A, 32C, 32D) -----------------------------------------------------------------------------------------


def test_fof_32D_the_end_names_the_level_of_victory_and_the_totals_add_up() -> None:
    state = score("british re eliminated", 10, set_up("Jul I 40", er.ALLIED))
    state = state.without(*(i for i, p in state.pieces.items() if p.unit.nation == "br"))
    state = evolve(state, air=state.air.drop(*(i for i, p in state.air.items() if p.unit.nation == "br")))
    game = play_to(Game.start(FOF, state, seed=1), DECLARATIONS)
    game.submit(Declare("armistice"), er.ALLIED)
    game.done(er.ALLIED)
    assert game.pending is None and game.outcome is not None
    assert told(game, f"{game.outcome} (FoF 32D)")
    assert str(game.outcome).startswith("German decisive victory (4:1)")
    for total in game.outcome.totals.values():
        assert total.reevaluate() == total.value
        assert sum(part.value for line in total.lines for _, part in line.parts) == total.value
    assert Game.load(game.save(), FOF).outcome == game.outcome


def test_fof_32A_a_game_between_automatic_players_ends_with_a_level_of_victory() -> None:
    state = set_up("Sep I 40", er.AXIS)
    game = Game.start(FOF, state, seed=4, undo="replay")
    players: dict[Side, Player] = {er.AXIS: RandomPlayer(er.AXIS, 4, orders=1, tries=4), er.ALLIED: PassingPlayer()}
    play_on(game, players)
    assert game.pending is None and game.outcome is not None
    assert told(game, "ends with Sep II 40") and told(game, game.outcome.level)
    for total in game.outcome.totals.values():
        assert total.reevaluate() == total.value == sum(p.value for line in total.lines for _, p in line.parts)
