"""Air lines of the order of battle (FoF 25B to 25D): arrivals, withdrawals and ARPs in games of the campaign."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from attrs import evolve
from tests.campaign_driving import FOF, play_to

import europa_rules as er
from europa_rules.air.airbases import airbases_of
from europa_rules.air.replacement_orders import (
    ARP_ALLOWANCE,
    ARPS,
    ARRIVING,
    OPENING,
    WITHDRAWALS,
    PlaceAirUnit,
    RestoreAirUnit,
    WithdrawAirUnit,
    account_name,
    withdrawals_to_make,
)
from europa_rules.campaign.points_record import recorded
from europa_rules.campaign.sequence import first_moment
from europa_rules.game import PASS, Game
from europa_rules.hexes import Hex
from europa_rules.players.random_player import RandomPlayer
from europa_rules.players.sensible_player import SensiblePlayer
from europa_rules.procedure import Decision, Opening
from europa_rules.sides import ALLIED, AXIS, Side
from europa_rules.state import ABORTED, INOPERATIVE, OPERATIVE, GameState

RHEIMS, LONDON = Hex("16A:1831"), Hex("17A:0405")


def at(turn: str, side: Side) -> GameState:
    """The historical set-up, at the beginning of a later player turn."""
    return er.position_of("historical", FOF).at_moment(first_moment(er.Turn.parse(turn), side, FOF))


def replacement(turn: str, side: Side, state: GameState | None = None) -> Game:
    return play_to(Game.start(FOF, state or at(turn, side), seed="1"), OPENING)


def waiting(game: Game) -> Counter[str]:
    return Counter(game.state.air_piece(unit).unit.model for unit in game.state.all_facts(ARRIVING))


def withdrawals_legal(game: Game) -> Iterator[WithdrawAirUnit]:
    orders = withdrawals_to_make(ALLIED, game.state, FOF)
    return (order for order in orders if game.rule_on(order, ALLIED).allowed)


def may_place(game: Game, unit: str, base: Hex) -> bool:
    return game.rule_on(PlaceAirUnit(unit, base), ALLIED).allowed


def refusals(game: Game, order: object) -> str:
    return str(game.rule_on(order, ALLIED))


def test_fof_25C_air_units_of_the_order_of_battle_wait_to_be_placed_in_their_turn() -> None:
    game = replacement("May II 40", ALLIED)
    listed = {"D.520": 2, "MB.152": 1, "LeO.451": 1, "DB-7": 1, "M.167F": 1, "LN.401": 1, "Hurr 1": 2}
    assert waiting(game) == listed
    fighter = next(u for u in sorted(game.state.all_facts(ARRIVING)) if "D.520" in u)
    game.submit(PlaceAirUnit(fighter, RHEIMS))
    piece = game.state.air_piece(fighter)
    assert (piece.place, piece.status, piece.organization) == (RHEIMS, OPERATIVE, "Metropolitan")


def test_fof_25C_they_are_placed_where_their_line_says() -> None:
    game = replacement("May II 40", ALLIED)
    ids = sorted(game.state.all_facts(ARRIVING))
    fighter, diver = (next(u for u in ids if model in u) for model in ("D.520", "LN.401"))
    assert "the order of battle places it elsewhere (FoF 25C)" in refusals(game, PlaceAirUnit(fighter, LONDON))
    assert "the order of battle places it elsewhere (FoF 25C)" in refusals(game, PlaceAirUnit(diver, RHEIMS))
    near = [
        ref for ref in airbases_of(ALLIED, game.state, FOF) if game.rule_on(PlaceAirUnit(diver, ref), ALLIED).allowed
    ]
    boulogne = FOF.board.city_named("Boulogne").hex
    assert near and all(FOF.board.distance(boulogne, ref) <= 4 for ref in near)


def test_fof_25C_who_is_not_placed_is_eliminated_and_comes_no_second_time() -> None:
    game = replacement("May II 40", AXIS)
    assert waiting(game) == {"Ju 88A1": 1}
    game.done()
    assert not game.state.all_facts(ARRIVING)
    assert "cannot enter play and is eliminated" in "\n".join(entry.text for entry in game.log)


def test_fof_32B1_air_units_that_wait_to_be_placed_are_no_losses() -> None:
    game = replacement("May II 40", ALLIED)
    for unit in sorted(game.state.all_facts(ARRIVING)):
        base = next(ref for ref in airbases_of(ALLIED, game.state, FOF) if may_place(game, unit, ref))
        game.submit(PlaceAirUnit(unit, base))
    play_to(game, "movement phase")
    assert not [event for event in recorded(game.state) if "air" in event.event]


def test_fof_25B_withdrawals_are_due_in_their_turn_and_must_be_made() -> None:
    game = replacement("Jun I 40", ALLIED)
    due = game.state.all_facts(WITHDRAWALS)
    assert due == {"Allied: Metropolitan: D.510": 1, "Allied: RAF: Hurr 1": 2, "Allied: RAF: Lysander": 1}
    assert "a withdrawal is due" in str(game.pending.closing(game.state))  # type: ignore[union-attr]  # an opening, or this fails
    lysander = next(piece.id for piece in game.state.air.values() if piece.unit.model == "Lysander")
    game.submit(WithdrawAirUnit(lysander))
    assert lysander not in game.state.air and "Allied: RAF: Lysander" not in game.state.all_facts(WITHDRAWALS)


def test_fof_25D_arps_come_with_each_air_cycle_and_restore_air_units() -> None:
    state = at("Jun I 40", ALLIED)
    broken = next(piece for piece in state.air.values() if piece.unit.model == "Battle")
    game = replacement("Jun I 40", ALLIED, state.with_air(evolve(broken, status=ABORTED)))
    assert game.state.recall(ARP_ALLOWANCE, "Allied: RAF") == 5
    assert game.state.recall(ARP_ALLOWANCE, "Allied: Metropolitan") == 6
    while order := next(withdrawals_legal(game), None):
        game.submit(order)
    game.submit(RestoreAirUnit(broken.id, RHEIMS))
    account = game.state.recall(ARPS, account_name(ALLIED, broken.organization))
    assert account is not None and account.remaining == Fraction(4) and account.spent == 1
    assert not replacement("May II 40", AXIS).state.all_facts(ARP_ALLOWANCE), "from Jun I on"


def test_fof_25_automatic_players_withdraw_place_and_restore_as_they_must() -> None:
    for player in (RandomPlayer(ALLIED, "1"), SensiblePlayer(ALLIED, "1")):
        game = replacement("Jun I 40", ALLIED)
        for _ in range(60):
            pending = game.pending
            if not (isinstance(pending, Opening) and pending.name == OPENING):
                break
            answer = player.answer(pending, game)
            if answer is PASS:
                game.done()
            else:
                game.submit(answer, player=ALLIED)
            while isinstance(game.pending, Decision):
                game.decide(*game.pending.suggestions[0])
        assert getattr(game.pending, "name", "") != OPENING
        assert not any(s.startswith("Allied") for s in game.state.all_facts(WITHDRAWALS))


def test_17A_16C1_any_number_is_set_up_at_an_airbase_and_the_first_initial_phase_makes_the_excess_inoperative() -> None:
    """Seven air units stand at 16A:1620, one of them a glider; on Malta one of fourteen is above the capacity of 13."""
    state = er.position_of("historical", FOF)
    assert len(state.air_at(Hex("16A:1620"))) == 7 and er.set_up_faults("historical", FOF).allowed
    assert {piece.status for piece in state.air.values()} == {OPERATIVE}
    sf = er.load("sf")
    game = Game.start(sf, "husky", seed="1")
    assert isinstance(game.pending, Decision)
    assert "26:4731 has capacity for 13: which 1 air units become inoperative?" in game.pending.question
    game.decide(*game.pending.suggestions[0])
    statuses = Counter(piece.status for piece in game.state.air_at(Hex("26:4731")))
    assert statuses == {OPERATIVE: 13, INOPERATIVE: 1}
