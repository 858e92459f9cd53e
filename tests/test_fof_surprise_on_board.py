"""The first turn of 1940 on the board (FoF 31E, 33A): the German invasion turn and the Allied reaction phase."""

from __future__ import annotations

import pytest

import europa_rules as er
from europa_rules.campaign.deployment import KEPT
from europa_rules.campaign.nations import let_happen
from europa_rules.campaign.postings import LISTED, SCENARIO, Listing
from europa_rules.campaign.sequence import first_moment, phases_of_player_turn
from europa_rules.errors import IllegalOrder
from europa_rules.game import Game
from europa_rules.ground.movement_phases import is_movement_phase
from europa_rules.ground.rail import RailMove
from europa_rules.ground.zones import enemy_zoc
from europa_rules.hexes import Hex
from europa_rules.players.player import PassingPlayer, for_turns, play_on
from europa_rules.procedure import Opening
from europa_rules.state import GameState
from europa_rules_fof.blitzkrieg import ENTERED
from europa_rules_fof.dyle_advance import gather_dyle, is_owed, line_of, suggest_advance
from europa_rules_fof.national_events import Invade, closed_to, enter_war
from europa_rules_fof.reaction import OPENING, in_enemy_zoc
from europa_rules_fof.reaction_facts import ARMY, REACTED

FOF = er.load("fof")
INVADED = ("Belgium is invaded", "Netherlands is invaded")
BEF = "British Expeditionary Force"


def position(text: str, rules: er.Ruleset = FOF, armies: dict[str, str] | None = None) -> GameState:
    """A position of the historical scenario in which the Low Countries are invaded, with the armies of its units."""
    state = er.parse_position(text, rules).noting(SCENARIO, "", "historical")
    for event in INVADED:
        state = enter_war(event, state, rules)
    for piece, army in (armies or {}).items():
        state = state.noting(ARMY, piece, army)
    return state


def reacting(text: str, armies: dict[str, str] | None = None, rules: er.Ruleset = FOF) -> Game:
    """A game in the reaction phase."""
    return Game.start(rules, position(f"{text} | May I 40, Allied reaction", rules, armies), seed=1, undo="replay")


def refusal(game: Game, order: object, side: er.Side = er.ALLIED) -> str:
    ruling = game.rule_on(order, side)
    assert not ruling.allowed
    return str(ruling)


def move(unit: str, *path: str, mode: str = "regular") -> er.Move:
    return er.Move((unit,), tuple(map(Hex, path)), mode)


# --- the invasion turn (31E1, 33A) -----------------------------------------------------------------------------------


def test_fof_33A_germany_invades_as_the_historical_scenario_begins() -> None:
    game = Game.start("fof", "historical", seed=1)
    told = [str(entry) for entry in game.log]
    assert any("Belgium is invaded; Belgium, Luxembourg at war (FoF 33A, FoF 28C2, FoF 28C3)" in line for line in told)
    assert any("Netherlands is invaded; Netherlands at war (FoF 33A, FoF 28C1)" in line for line in told)
    assert {piece.side for piece in game.state.pieces.values()} == {er.AXIS, er.ALLIED}
    assert not closed_to(er.AXIS, game.state, game.rules) & {Hex("16A:1127"), Hex("16A:0724")}
    assert not game.rule_on(Invade("Belgium"), er.AXIS).allowed
    assert game.state.recall(ENTERED, "be") == "May I 40"


def test_fof_33A_other_scenarios_leave_the_invasions_to_the_player() -> None:
    state = er.parse_position("16A:1323 ge 7-6 Inf XX 1 | May I 40, Axis initial", FOF).noting(SCENARIO, "", "free")
    game = Game.start(FOF, state.at_moment(first_moment(state.moment.turn, er.AXIS, FOF)), seed=1)
    assert not any("invaded" in str(entry) for entry in game.log)


def test_fof_31E1_the_invasion_turn_has_no_exploitation_phase() -> None:
    game = Game.start(FOF, position("16A:1323 ge 7-10 Pz XX 1 | May I 40, Axis combat"), seed=1)
    game.done(er.AXIS)
    (left_out,) = (entry for entry in game.log if entry.kind == "phase left out")
    assert str(left_out.by[0]) == "FoF 31E1"
    assert game.state.moment.phase == "reaction"


@pytest.mark.parametrize(("turn", "scenario"), [("May II 40", "historical"), ("May I 40", "")])
def test_fof_31E1_other_turns_and_positions_have_theirs(turn: str, scenario: str) -> None:
    state = er.parse_position(f"16A:1323 ge 7-10 Pz XX 1 | {turn}, Axis combat", FOF)
    game = Game.start(FOF, state.noting(SCENARIO, "", scenario) if scenario else state, seed=1)
    game.done(er.AXIS)
    assert isinstance(game.pending, Opening)
    assert game.pending.name == "exploitation phase"


def test_fof_31E1_no_german_rides_in_the_invasion_turn() -> None:
    game = Game.start(FOF, position("16A:1220 ge 7-6 Inf XX 1 | May I 40, Axis movement"), seed=1)
    order = RailMove(("ge 1 Inf XX",), (Hex("16A:1219"),))
    assert "FoF 31E1" in refusal(game, order, er.AXIS)
    later = Game.start(FOF, position("16A:1220 ge 7-6 Inf XX 1 | May II 40, Axis movement"), seed=1)
    assert "31E1" not in str(later.rule_on(order, er.AXIS))


@pytest.mark.parametrize(("moment", "reaches"), [("Axis movement", False), ("Allied movement", True)])
def test_fof_31E1_french_zocs_end_at_the_belgian_border_in_the_invasion_turn(moment: str, reaches: bool) -> None:
    state = position(f"16A:1628 fr 4-5-6 Inf XX 1 | May I 40, {moment}")
    assert enemy_zoc(Hex("16A:1627"), er.AXIS, state, FOF) is reaches
    assert enemy_zoc(Hex("16A:1728"), er.AXIS, state, FOF)


# --- the reaction phase (31E) ----------------------------------------------------------------------------------------


def test_fof_31E_the_reaction_phase_stands_between_the_two_player_turns() -> None:
    game = Game.start(FOF, position("16A:1323 ge 7-6 Inf XX 1 | 16A:3030 fr 5-6 Inf XX 9 | May I 40, Axis combat"))
    game.done(er.AXIS)
    at = game.pending
    assert isinstance(at, Opening)
    assert (at.name, at.players, str(game.state.moment)) == (OPENING, (er.ALLIED,), "May I 40, Allied reaction")
    game.done(er.ALLIED)
    assert (game.state.moment.phase, game.state.moment.player) == ("initial", er.ALLIED)


def test_fof_31E_no_other_turn_and_no_other_game_has_the_phase() -> None:
    assert phases_of_player_turn(FOF) == ("initial", "movement", "combat", "exploitation")
    assert "reaction" in FOF.moments
    assert "reaction" not in er.load("sf").moments
    assert is_movement_phase("reaction", FOF) and not is_movement_phase("reaction", er.load("sf"))
    game = Game.start(FOF, position("16A:1323 ge 7-6 Inf XX 1 | May II 40, Axis exploitation"), seed=1)
    game.done(er.AXIS)
    assert game.state.moment.phase != "reaction"


def test_fof_31E_units_move_in_the_phase_and_do_nothing_else() -> None:
    game = reacting("16A:1226 be 3-4-6 Inf XX 1, be 0-1-5 Cons III E | 16A:1326 ge 1-6 Inf II 9")
    for order in (
        er.Overrun(("be 1 Inf XX",), Hex("16A:1326")),
        er.Attack(("be 1 Inf XX",), Hex("16A:1326")),
        er.Build(("be E Cons III",), "fort"),
    ):
        assert "FoF 4C" in refusal(game, order)
    assert game.rule_on(move("be 1 Inf XX", "16A:1126"), er.ALLIED).allowed


def test_fof_31E_a_phase_is_saved_and_loaded_within() -> None:
    game = reacting("16A:1226 be 3-4-6 Inf XX 1")
    game.submit(move("be 1 Inf XX", "16A:1127"), er.ALLIED)
    again = Game.load(game.save(), FOF)
    assert again.state == game.state and again.pending == game.pending


def test_fof_8B_the_stacking_limit_holds_as_the_phase_ends() -> None:
    four = ", ".join(f"be 3-4-6 Inf XX {n}" for n in range(1, 5))
    game = reacting(f"16A:1127 {four}")
    with pytest.raises(IllegalOrder, match=r"FoF 8B|FoF 8A1"):
        game.done(er.ALLIED)
    later = er.load("fof", rulings={"fof-31E2a-stacking": "later"})
    other = reacting(f"16A:1127 {four}", rules=later)
    other.done(er.ALLIED)
    assert other.state.moment.phase == "initial"


# --- who moves (31E2a) -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "place", "army", "moves"),
    [
        ("br 7-8 Inf XX 1", "16A:1030", BEF, True),
        ("fr 5-6-8 Mot XX 9", "16A:0831", "7th Army", True),
        ("fr 6-6 Inf XX 2", "16A:1230", "1st Army", True),
        ("fr 4-5-6 Inf XX 22", "16A:1530", "9th Army", True),
        ("fr 3-4-5 Inf XX 61", "16A:1629", "9th Army", False),
        ("fr 3-4-5 Inf XX 55", "16A:1430", "2nd Army", False),
        ("br 6-8 Inf XX 51", "16A:1430", "Saar detachment", False),
        ("fr 1-2-4 Ftrs III 54", "16A:1230", "1st Army", False),
        ("br 0-1-4 Cons X Pioneer", "16A:1132", BEF, False),
    ],
)
def test_fof_31E2a_the_armies_of_the_north_move(unit: str, place: str, army: str, moves: bool) -> None:
    state = er.parse_position(f"{place} {unit} | May I 40, Allied reaction", FOF)
    (piece,) = state.pieces
    game = reacting(f"{place} {unit}", {piece: army})
    reached = game.destinations(piece)
    assert bool(reached) is moves
    if not moves:
        (beside, *_) = FOF.board.neighbors_of(Hex(place))
        assert "FoF 31E2a" in refusal(game, move(piece, beside))


def test_fof_31E2a_armies_are_kept_of_the_set_up() -> None:
    state = er.position_of("historical", deploying=True)
    assert state.recall(LISTED, "br 1 Inf XX") == Listing("br", BEF, "", True, (Hex("16A:1030"),))
    assert er.position_of("historical").recall(ARMY, "br 1 Inf XX") == BEF
    assert er.position_of("historical").recall(ARMY, "ge 1 Pz XX") is None
    assert [source.name for source in FOF.sources(KEPT)] == ["armies of the first turn"]


def test_fof_31E2a_they_use_no_rail_but_administrative_movement() -> None:
    game = reacting("16A:1030 br 7-8 Inf XX 1", {"br 1 Inf XX": BEF})
    assert "FoF 31E2a" in refusal(game, RailMove(("br 1 Inf XX",), (Hex("16A:1029"),)))
    road = move("br 1 Inf XX", "16A:1029", "16A:1028", "16A:1027", "16A:1026", mode="admin")
    assert game.rule_on(road, er.ALLIED).allowed
    game.submit(road, er.ALLIED)
    assert not enemy_zoc(Hex("16A:1126"), er.AXIS, game.state, FOF)


def test_fof_31E2a_they_do_not_go_south_of_the_meuse_nor_into_luxembourg() -> None:
    game = reacting("16A:1527 fr 5-6-8 Mot XX 5", {"fr 5 Mot XX": "9th Army"})
    refused = refusal(game, move("fr 5 Mot XX", "16A:1526"))
    assert "south of the Meuse" in refused and "FoF 31E2a" in refused
    assert not {Hex("16A:1526"), Hex("16A:1626")} & set(game.destinations("fr 5 Mot XX"))
    assert "nor near it" not in refused  # it is next to the line: the Meuse alone is against it


def test_fof_31E2a_a_move_ends_in_the_dyle_line_near_it_or_in_the_netherlands() -> None:
    game = reacting("16A:1030 br 7-8 Inf XX 1", {"br 1 Inf XX": BEF})
    short = refusal(game, move("br 1 Inf XX", "16A:1029"))
    assert "FoF 31E2a" in short and "Possible: end in 16A:1026, 16A:1126, 16A:1225" in short and " more." in short
    assert game.rule_on(move("br 1 Inf XX", "16A:1029", "16A:1028", "16A:1027"), er.ALLIED).allowed
    assert set(game.destinations("br 1 Inf XX")) >= {Hex("16A:1026"), Hex("16A:1027")}
    assert Hex("16A:1029") not in game.destinations("br 1 Inf XX")


def test_fof_33A_the_netherlands_are_open_by_one_reading_only() -> None:
    text, armies = "16A:0927 fr 7-10 HalfArm XX 1", {"fr 1 HalfArm XX": "7th Army"}
    assert reacting(text, armies).rule_on(move("fr 1 HalfArm XX", "16A:0926"), er.ALLIED).allowed
    dyle_only = er.load("fof", rulings={"fof-33A-dyle-or-netherlands": "dyle-only"})
    assert "FoF 31E2a" in refusal(reacting(text, armies, dyle_only), move("fr 1 HalfArm XX", "16A:0926"))


# --- the Dyle (31E2a, 31I2) ------------------------------------------------------------------------------------------


def test_fof_31E2a_the_phase_ends_when_nobody_can_advance_any_more() -> None:
    game = reacting("16A:1030 br 7-8 Inf XX 1", {"br 1 Inf XX": BEF})
    with pytest.raises(IllegalOrder, match=r"br 1 Inf XX has to advance.*FoF 31E2a, FoF 33A"):
        game.done(er.ALLIED)
    order = suggest_advance(game.state, FOF)
    assert order is not None and order.path[-1] in line_of(FOF)
    game.submit(order, er.ALLIED)
    assert gather_dyle(game.state, FOF).re[order.path[-1]] == 3
    game.done(er.ALLIED)
    assert game.state.moment.phase == "initial"


def test_fof_31E2a_what_stands_in_the_line_is_told_as_the_phase_ends() -> None:
    game = reacting("16A:1126 br 7-8 Inf XX 1 | 16A:1027 be 3-4-6 Inf XX 2", {"br 1 Inf XX": BEF})
    game.done(er.ALLIED)
    (told,) = [entry for entry in game.log if entry.kind == "advance ended"]
    assert "3 in 16A:1126" in told.text and "each hex asks for 9" in told.text
    assert "gets to 16A:1026 or 16A:1126 or" in told.text
    assert str(dict(told.ledgers)["16A:1126"].lines[0].parts[0][0]) == "br 1 Inf XX"


def test_fof_31E2b_a_country_that_has_not_reacted_is_told_as_the_phase_ends() -> None:
    game = reacting("16A:1226 be 3-4-6 Inf XX 1 | 16A:0724 ne 2-3-5 Inf XX 3")
    game.submit(move("be 1 Inf XX", "16A:1227"), er.ALLIED)
    game.done(er.ALLIED)
    (moved, waiting) = [entry for entry in game.log if entry.kind == "reaction chosen"]
    assert moved.text.startswith("Belgium: its units move in the reaction phase")
    assert waiting.text.startswith("Netherlands: its units have not moved") and str(waiting.by[0]) == "FoF 31E2b"


def test_fof_31E2a_a_hex_of_the_line_is_filled_from_beside_it() -> None:
    three = ", ".join(f"br 7-8 Inf XX {n}" for n in (1, 2, 3))
    text = f"16A:1026 {three} | 16A:1127 br 7-8 Inf XX 4"
    game = reacting(text, {f"br {n} Inf XX": BEF for n in range(1, 5)})
    with pytest.raises(IllegalOrder, match="16A:1126 of the Dyle line lacks 9 REs, and br 4 Inf XX"):
        game.done(er.ALLIED)
    game.submit(move("br 4 Inf XX", "16A:1126"), er.ALLIED)
    game.done(er.ALLIED)


def test_fof_31E2a_germans_in_the_line_lift_the_duty() -> None:
    text = "16A:1426 ge 7-6 Inf XX 9 | 16A:1030 br 7-8 Inf XX 1"
    game = reacting(text, {"br 1 Inf XX": BEF})
    assert not is_owed(game.state, FOF)
    assert game.rule_on(move("br 1 Inf XX", "16A:1029"), er.ALLIED).allowed
    game.done(er.ALLIED)


def test_fof_31I2_an_option_lifts_it_too() -> None:
    free = er.load("fof", options={"31I2"})
    game = reacting("16A:1030 br 7-8 Inf XX 1", {"br 1 Inf XX": BEF}, free)
    game.done(er.ALLIED)
    assert game.state.moment.phase == "initial"


def test_fof_31E2a_automatic_players_follow_what_the_rules_suggest() -> None:
    text = "16A:1030 br 7-8 Inf XX 1 | 16A:1230 fr 6-6 Inf XX 2"
    game = reacting(text, {"br 1 Inf XX": BEF, "fr 2 Inf XX": "1st Army"})
    play_on(game, {er.ALLIED: PassingPlayer()}, lambda g: g.state.moment.phase == "reaction")
    assert {game.state.piece(i).place for i in ("br 1 Inf XX", "fr 2 Inf XX")} <= set(line_of(FOF))
    assert for_turns(1, game.state.moment.turn)(game)


# --- invaded neutrals (31E2b) ----------------------------------------------------------------------------------------


def test_fof_31E2b_a_country_moves_in_the_reaction_or_in_the_allied_turn() -> None:
    text = "16A:1226 be 3-4-6 Inf XX 1 | 16A:1127 be 3-4-6 Inf XX 2 | 16A:0724 ne 2-3-5 Inf XX 3"
    game = reacting(text)
    (_, chosen) = game.submit(move("be 1 Inf XX", "16A:1227"), er.ALLIED)
    assert chosen.kind == "reaction chosen" and str(chosen.by[0]) == "FoF 31E2b"
    game.done(er.ALLIED)
    while not (isinstance(game.pending, Opening) and game.pending.name == "movement phase"):
        game.done()
    assert game.state.recall(REACTED, "Belgium") and not game.state.recall(REACTED, "Netherlands")
    assert "FoF 31E2b" in refusal(game, move("be 2 Inf XX", "16A:1128"))
    assert not game.destinations("be 2 Inf XX")
    assert game.destinations("ne 3 Inf XX")


def test_fof_31E2b_they_stay_in_their_country() -> None:
    game = reacting("16A:1023 ne 2-8 Bic XX 1 | 16A:1024 be 3-4-6 Inf XX 2")
    assert "FoF 31E2b" in refusal(game, move("ne 1 Bic XX", "16A:1024"))
    assert not any(FOF.board.country(ref) != "Belgium" for ref in game.destinations("be 2 Inf XX"))


def test_fof_31E2b_they_enter_no_enemy_zoc_but_may_stay_in_one() -> None:
    text = "16A:1126 be 3-4-6 Inf XX 1 | 16A:1225 ge 7-6 Inf XX 9 | 16A:1128 be 3-4-6 Inf XX 2"
    game = reacting(text)
    assert Hex("16A:1226") in in_enemy_zoc(game.state.piece("be 2 Inf XX"), game.state, FOF)
    assert "FoF 31E2b" in refusal(game, move("be 2 Inf XX", "16A:1127", "16A:1226"))
    assert "FoF 31E2b" in refusal(game, move("be 1 Inf XX", "16A:1226"))
    assert game.rule_on(move("be 1 Inf XX", "16A:1127"), er.ALLIED).allowed


@pytest.mark.parametrize(
    ("unit", "place", "to"), [("be 3-4-6 Inf XX 1", "1127", "1126"), ("ne 2-3-5 Inf XX 1", "0724", "0723")]
)
def test_fof_31E2b_they_may_ride(unit: str, place: str, to: str) -> None:
    game = reacting(f"16A:{place} {unit}")
    (piece,) = game.state.pieces
    assert game.rule_on(RailMove((piece,), (Hex(f"16A:{to}"),)), er.ALLIED).allowed


def test_fof_31E2b_a_country_that_is_not_invaded_does_not_react() -> None:
    state = er.parse_position("16A:1127 be 3-4-6 Inf XX 1 | May I 40, Allied reaction", FOF).noting(
        SCENARIO, "", "free"
    )
    game = Game.start(FOF, let_happen("Netherlands is invaded", state), seed=1)
    assert "Belgium is not invaded" in refusal(game, move("be 1 Inf XX", "16A:1128"))
