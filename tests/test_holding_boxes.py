"""Holding boxes on the board (SF 3E5): forces pass between a box and its area by an order in the initial phase."""

from __future__ import annotations

import pytest

import europa_rules as er
from europa_rules.campaign.boxes import OPENING, Transfer
from europa_rules.errors import IllegalOrder
from europa_rules.game import Game

ELBA, BRITAIN = er.hexref("26:0829"), er.Hex("box:Britain")
START = "box:Britain: br 7-8 Inf XX 1 | 17A:0104 br 7-8 Inf XX 2 | Jul I 43, Allied initial"
LONDON = er.hexref("17A:0104")


@pytest.fixture
def game() -> Game:
    game = Game.start(er.load("sf"), START, seed=1)
    assert isinstance(game.pending, er.Opening) and game.pending.name == OPENING
    return game


def test_sf_3E5_forces_go_to_a_hex_of_the_area_and_back(game: Game) -> None:
    fresh = game.save()
    game.submit(Transfer(("br 1 Inf XX",), LONDON))
    assert game.state.piece("br 1 Inf XX").place == LONDON
    game.submit(Transfer(("br 1 Inf XX", "br 2 Inf XX"), BRITAIN))
    assert {piece.place for piece in game.state.pieces.values()} == {BRITAIN}
    assert Game.load(game.save(), game.rules).state == game.state
    game.undo(to=1)
    assert game.save() == fresh


@pytest.mark.parametrize(
    ("order", "words"),
    [
        (Transfer(("br 1 Inf XX",), ELBA), "no part of the area of the Britain box"),
        (Transfer(("br 1 Inf XX", "br 2 Inf XX"), LONDON), "in different places"),
        (Transfer(("br 2 Inf XX",), er.hexref("17A:0103")), "between one holding box and a hex"),
        (Transfer((), LONDON), "no unit is named"),
    ],
)
def test_sf_3E5_other_transfers_are_refused(game: Game, order: Transfer, words: str) -> None:
    with pytest.raises(IllegalOrder, match=rf"{words}.*SF 3E5"):
        game.submit(order)


def test_sf_3E5_there_is_no_opening_without_forces_that_could_use_a_box() -> None:
    game = Game.start(er.load("sf"), "16A:2029 us 7-8 Inf XX 1 | Jul I 43, Allied initial", seed=1)
    assert isinstance(game.pending, er.Opening) and game.pending.name != OPENING
