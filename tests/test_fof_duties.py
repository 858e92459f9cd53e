"""Duties of 1940 checked in games (FoF 31D, 31G): the handed cases, and the set-up with captured cities."""

from __future__ import annotations

from tests.campaign_driving import FOF, after, play_to, position, set_up, told

import europa_rules as er
from europa_rules.campaign.points_record import amount_of
from europa_rules.game import Game
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules_fof import points_ledger
from europa_rules_fof.duty_checks import captured_cities
from europa_rules_fof.occupation import reckon_occupation

LILLE = Hex("16A:1030")
INVADED = ("Belgium is invaded", "Netherlands is invaded")


def dot_cities(number: int) -> list[Hex]:
    """Dot cities of France on their own."""
    board = FOF.board
    there = (ref for ref in board.hexes if board.country(ref) == "France" and board.major_city(ref) is None)
    return [ref for ref in there if any(city.size == "dot" for city in board.cities(ref))][:number]


def test_A31_each_captured_city_needs_a_garrison_of_its_own() -> None:
    held, empty = dot_cities(2)
    text = f"{LILLE} ge 7-6 Inf XX 1 | {held} ge 0-1-5 Sec III 2 | Jun II 40, Axis initial"
    state = after(position(text), INVADED).owned(dict.fromkeys((LILLE, held, empty), er.AXIS))
    found = reckon_occupation(captured_cities(state, FOF), FOF)
    assert [reckoned.value for reckoned in (found.required, found.missing, found.points)] == [5, 1, -1]
    game = play_to(Game.start(FOF, state, seed=1), "movement phase")
    assert told(game, "occupation REs: 1 missing, -1 victory points (FoF 31D)")
    assert points_ledger.victory_points(game.state, FOF)[er.AXIS].value == -1
    once_more = er.load("fof", rulings={"fof-31D-surplus": "yes"})
    assert reckon_occupation(captured_cities(state, once_more), once_more).missing.value == 0


def test_A33_missing_belgian_frontage_is_priced_by_the_chart() -> None:
    text = (
        "16A:1227 br 6-8 Inf XX 1 | 16A:1228 br 6-8 Inf XX 2 | 16A:1125 be 3-6 Inf XX 3"
        " | 16A:1127 ge 7-6 Inf XX 1 | 16A:1128 ge 7-6 Inf XX 2 | 16A:1124 ge 7-6 Inf XX 3 | May II 40, Axis initial"
    )
    game = play_to(Game.start(FOF, after(position(text), INVADED), seed=1), "movement phase")
    assert told(game, "front hexes: 0 british, 2 belgian missing, -10 victory points (FoF 31G)")
    points = next(entry.ledgers for entry in game.log if entry.kind == "duty not met" and "front" in entry.text)
    ledger: Reckoning = dict(points)["points"]
    assert ledger.value == -10 and "fof-31G-belgian-price: five" in ledger.rests_on
    assert points_ledger.victory_points(game.state, FOF)[er.ALLIED].value == -10


def test_fof_31D_a_captured_city_counts_from_the_next_turn_on() -> None:
    state = set_up("Jun I 40", er.AXIS)
    state = after(state.owned({LILLE: er.AXIS}), INVADED)
    state = state.without(*(piece.id for piece in state.at(LILLE)))
    game = play_to(Game.start(FOF, state, seed=1), "movement phase")
    assert amount_of("occupation missing re by turn", game.state) == 3
