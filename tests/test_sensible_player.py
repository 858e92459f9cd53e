"""The sensible player: what he moves, where he attacks, and that his games go on."""

from __future__ import annotations

from functools import cache

import pytest

import europa_rules as er
from europa_rules.air.flight_orders import FlyOperation
from europa_rules.game import PASS, Game
from europa_rules.ground.attacks import Attack
from europa_rules.ground.moves import Move
from europa_rules.ground.overruns import Overrun
from europa_rules.ground.rail import RailMove
from europa_rules.ground.rail_lines import rail_hexes
from europa_rules.players.fuzzing import fuzz_game, thinned
from europa_rules.players.plans import GAP, Outlook, worth
from europa_rules.players.player import play_on
from europa_rules.players.sensible_player import SensiblePlayer
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Side
from europa_rules_fof.duty_advice import hexes_owed, leaves_a_duty
from europa_rules_fof.duty_checks import border_hexes
from europa_rules_fof.national_events import Invade


@cache
def rules() -> Ruleset:
    return er.load("fof")


def game(text: str) -> Game:
    return Game.start(rules(), text, seed="sensible", undo="replay")


def answers(table: Game, side: Side = AXIS) -> list[object]:
    """Everything that the player of a side gives at the opening that is pending."""
    player, given = SensiblePlayer(side, "1"), list[object]()
    assert isinstance(table.pending, er.Opening)
    while (order := player.answer(table.pending, table)) is not PASS:
        given.append(order)
        table.submit(order, side)
        if not isinstance(table.pending, er.Opening):
            break
    return given


@pytest.mark.parametrize(
    ("attackers", "made"), [("ge 7-6 Inf XX 1, ge 8-6 Inf XX 2", True), ("ge 7-6 Inf XX 1", False)]
)
def test_he_attacks_at_3_to_1_and_not_below(attackers: str, made: bool) -> None:
    table = game(f"16A:2029 {attackers}\n16A:2130 fr 4-6 Inf III 5\nMay II 40, Axis combat\nowner Axis 16A:2029")
    orders = answers(table)
    assert [type(order) for order in orders] == [Attack] * made


def test_he_brings_an_attack_together_and_takes_no_more_than_enough() -> None:
    table = game(
        """16A:2027 ge 7-6 Inf XX 1, ge 7-6 Inf XX 2
        16A:1927 ge 7-6 Inf XX 3, ge 7-6 Inf XX 4
        16A:2130 fr 4-6 Inf III 5
        May II 40, Axis movement
        owner Axis 16A:2027 16A:1927 16A:2028 16A:2029"""
    )
    moved = [order for order in answers(table) if isinstance(order, Move)]
    assert moved
    near = [
        piece for piece in table.state.pieces.values() if rules().board.is_adjacent(piece.place, er.hexref("16A:2130"))
    ]
    assert sum(piece.unit.rating.attack for piece in near if piece.unit.rating and piece.side == AXIS) >= 12


def test_a_unit_that_alone_holds_its_hex_before_the_enemy_stays() -> None:
    table = game("16A:2029 ge 7-6 Inf XX 1\n16A:2130 fr 9-6 Inf XX 5\nMay II 40, Axis movement\nowner Axis 16A:2029")
    assert not answers(table)


def test_a_unit_that_alone_guards_a_large_city_near_the_enemy_stays() -> None:
    table = game("17A:1604 fr 7-6 Inf XX 1\n17A:1601 ge 7-6 Inf XX 5\nMay II 40, Allied movement")
    assert answers(table, ALLIED) == []
    paris = table.rules.board.city(er.hexref("17A:1604"))
    assert paris is not None and paris.size == "full"


def test_he_overruns_what_is_much_weaker() -> None:
    table = game(
        "16A:2029 ge 14-10 Pz XX 1, ge 14-10 Pz XX 2\n16A:2130 fr 1-6 Inf III 5\nMay II 40, Axis movement\n"
        "owner Axis 16A:2029"
    )
    assert Overrun in {type(order) for order in answers(table)}


def test_he_brings_reserves_up_by_rail() -> None:
    front, board = er.hexref("16A:2130"), rules().board
    far = (ref for ref in rail_hexes(rules()) if board.country(ref) == "Germany" and board.distance(ref, front) > 22)
    home = min(far, key=lambda ref: board.distance(ref, front))
    table = game(f"{home} ge 7-6 Inf XX 3\n{front} fr 4-6 Inf XX 5\nMay II 40, Axis movement")
    rides = [order for order in answers(table) if isinstance(order, RailMove)]
    assert [ride.units for ride in rides] == [("ge 3 Inf XX",)]
    assert board.distance(rides[0].path[-1], front) < board.distance(home, front)


def test_he_supports_an_attack_from_the_air() -> None:
    table = game(
        "16A:2029 ge 7-6 Inf XX 1, ge 7-6 Inf XX 2\n16A:1728 ge 2B3 3-2/12 He 111H 1\n16A:2130 fr 4-6 Inf XX 5\n"
        "May II 40, Axis movement\nowner Axis 16A:2029 16A:1728"
    )
    asked = list[object]()
    while table.state.phasing == AXIS and isinstance(table.pending, er.Opening) and not asked:
        asked = answers(table) if table.state.moment.phase == "combat" else []
        if not asked:
            table.done()
    assert asked[0] == FlyOperation(er.hexref("16A:2130"), ("ge He 111H 1: ground_support",))


def test_a_hex_of_the_line_without_a_neighbor_is_a_gap() -> None:
    state = er.parse_position("16A:2029 ge 7-6 Inf XX 1\nMay II 40, Axis movement\nowner Axis 16A:2029", rules())
    view = Outlook.of(AXIS, state, rules())
    piece = state.piece("ge 1 Inf XX")
    far = next(ref for ref in sorted(view.line) if rules().board.distance(ref, piece.place) > 5)
    assert worth(piece, far, view, state, rules())[0] == GAP


def test_fof_33A_he_invades_belgium_and_the_netherlands_first() -> None:
    table = Game.start(rules(), "free", seed="1")
    player, given = SensiblePlayer(AXIS, "1", orders=3), list[object]()
    while table.state.moment.phase != "movement":
        table.done()
    for _ in range(2):
        assert isinstance(table.pending, er.Opening)
        given.append(player.answer(table.pending, table))
        table.submit(given[-1], AXIS)
    assert given == [Invade("Belgium"), Invade("Netherlands")]


FRONT = (
    "16A:1127 br 6-8 Inf XX 1, br 6-8 Inf XX 2\n16A:1226 fr 5-6 Inf XX 3, be 3-6 Inf XX 4\n16A:1128 br 6-8 Inf XX 5"
    "\n16A:1126 ge 7-6 Inf XX 1, ge 7-6 Inf XX 2, ge 7-6 Inf XX 3\nMay II 40, Allied movement"
    "\nowner Allied 16A:1127 16A:1226 16A:1128\nowner Axis 16A:1126"
    '\nscenario: "" = historical\nhas happened: Belgium is invaded = May I 40'
)


def test_fof_31G_he_holds_a_section_of_the_front_with_british_units_alone() -> None:
    table = game(FRONT)
    assert hexes_owed(table.state, rules())["br"] == 1
    answers(table, ALLIED)
    assert hexes_owed(table.state, rules())["br"] == 0


def test_fof_31G_he_moves_nobody_else_into_their_hexes_nor_their_last_unit_away() -> None:
    state = game(FRONT).state
    mixing = Move(("fr 3 Inf XX",), (er.hexref("16A:1127"),))
    assert leaves_a_duty(mixing, ALLIED, state, rules())
    alone = state.without("br 2 Inf XX")
    assert leaves_a_duty(Move(("br 1 Inf XX",), (er.hexref("16A:1128"),)), ALLIED, alone, rules())
    assert not leaves_a_duty(Move(("br 2 Inf XX",), (er.hexref("16A:1128"),)), ALLIED, state, rules())
    assert not leaves_a_duty(mixing, AXIS, state, rules())


def test_fof_28B1a_31D_he_leaves_neither_the_border_nor_a_captured_city_short() -> None:
    state = Game.start(rules(), "historical", seed="1").state
    hexes = {ref for ref, _ in border_hexes(rules())}
    guard = next(p for p in state.pieces.values() if p.place in hexes and p.unit.nation == "fr" and p.unit.movement)
    away = next(ref for ref in rules().board.neighbors_of(guard.place) if ref not in hexes)
    assert leaves_a_duty(Move((guard.id,), (away,)), ALLIED, state, rules())
    belgian = (ref for ref in rules().board.hexes if rules().board.country(ref) == "Belgium")
    town = next(ref for ref in belgian if (city := rules().board.city(ref)) is not None and city.size == "dot")
    beside = rules().board.neighbors_of(town)[0]
    held = state.moved("ge 1 Pz XX", town).owned({town: AXIS})
    assert leaves_a_duty(Move(("ge 1 Pz XX",), (beside,)), AXIS, held, rules())
    assert not leaves_a_duty(Move(("ge 1 Pz XX",), (beside,)), AXIS, state, rules())


def test_games_between_sensible_players_break_nothing() -> None:
    state = thinned(Game.start(rules(), "historical", seed="1").state, 25, "thin")
    played = fuzz_game(rules(), state, "1", turns=1, begin=lambda side, seed: SensiblePlayer(side, seed, orders=10))
    assert played.failure is None
    assert played.orders["move"]


def test_he_answers_decisions_with_the_first_suggestion() -> None:
    table = game(
        "16A:2029 ge 14-10 Pz XX 1, ge 14-10 Pz XX 2\n16A:2130 fr 2-6 Inf III 5\nMay II 40, Axis combat\n"
        "owner Axis 16A:2029"
    )
    play_on(
        table, {AXIS: SensiblePlayer(AXIS, "1"), ALLIED: SensiblePlayer(ALLIED, "1")}, lambda g: g.state.phasing == AXIS
    )
    assert table.state.phasing == ALLIED
