"""Who begins an air operation where both sides wish to (FoF 16D, SF 16D), in games."""

from __future__ import annotations

import pytest
from tests.air_driving import BOOKS, FOF, SF, Book, rules_of
from tests.test_air_basics import BASE, LILLE, OWNERS, REIMS, Table, begin, sit

from europa_rules.air.flight_orders import FlyOperation
from europa_rules.air.precedence import (
    NEXT_TO_FLY,
    WISHES,
    ClaimAirOperation,
    WaiveAirOperation,
)
from europa_rules.errors import IllegalOrder
from europa_rules.game import Game
from europa_rules.permissions import Ruling
from europa_rules.procedure import Opening
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS

POSITION = (
    f"{BASE} ge 7-6 Inf XX 1, ge 7F5 1/9 Me 1, ge 7F5 1/9 Me 2, ge 7F5 1/9 Me 3\n"
    f"{REIMS} EN 6-6 Inf XX 11, EN 5F4 1/9 F 1, EN 5F4 1/9 F 2\n{OWNERS}"
)
CLAIM, WAIVE = ClaimAirOperation(), WaiveAirOperation()


def both_wish(book: Book, rules: Ruleset | None = None, moment: str = "Axis movement") -> Table:
    return sit(begin(book, POSITION, moment, rules))


def patrol(book: Book, number: int, own: bool = True) -> FlyOperation:
    return FlyOperation(LILLE, (f"{'ge Me' if own else f'{book.enemy} F'} {number}: cap",))


def ruling(table: Table, book: Book, number: int, own: bool) -> Ruling:
    return table.game.rule_on(patrol(book, number, own), AXIS if own else ALLIED)


@BOOKS
def test_16D_who_wishes_alone_flies_when_he_likes(book: Book) -> None:
    table = both_wish(book)
    table.give(patrol(book, 1, own=False), ALLIED)
    table.give(patrol(book, 1), AXIS)
    table.give(patrol(book, 2, own=False), ALLIED)


@BOOKS
def test_16D_where_both_wish_the_phasing_player_goes_first_and_then_they_alternate(book: Book) -> None:
    table = both_wish(book)
    table.give(CLAIM, AXIS)
    refused = ruling(table, book, 1, own=False)
    assert not refused.allowed
    assert f"Axis wishes to fly as well and goes first ({'FoF' if book is FOF else 'SF'} 16D)" in str(refused)
    assert refused.possible == ("when the Axis operation is over, or Axis wishes to fly no longer",)
    table.give(CLAIM, ALLIED)
    table.give(patrol(book, 1), AXIS)
    table.give(CLAIM, AXIS)
    assert "Allied wishes to fly as well and goes first" in str(ruling(table, book, 2, own=True))
    table.give(patrol(book, 1, own=False), ALLIED)
    table.give(patrol(book, 2), AXIS)


@BOOKS
def test_16D_whoever_waives_or_passes_keeps_nobody_waiting(book: Book) -> None:
    waived, passed = both_wish(book), both_wish(book)
    for table in (waived, passed):
        table.give(CLAIM, AXIS)
        assert not ruling(table, book, 1, own=False).allowed
    waived.give(WAIVE, AXIS)
    passed.game.done(AXIS)
    for table in (waived, passed):
        assert not table.state.all_facts(WISHES)
        table.give(patrol(book, 1, own=False), ALLIED)


@BOOKS
def test_16D_when_the_alternation_is_over_the_phasing_player_is_first_again(book: Book) -> None:
    table = both_wish(book)
    table.give(CLAIM, ALLIED)
    table.give(patrol(book, 1), AXIS)
    assert table.state.recall(NEXT_TO_FLY, "") == ALLIED
    table.give(WAIVE, ALLIED)
    table.give(CLAIM, AXIS)
    table.give(CLAIM, ALLIED)
    assert not ruling(table, book, 1, own=False).allowed and ruling(table, book, 2, own=True).allowed


@BOOKS
def test_16D_in_the_initial_phase_too_and_wishes_end_with_the_phase(book: Book) -> None:
    table = both_wish(book, moment="Allied initial")
    table.go_to("initial air operations")
    table.give(CLAIM, ALLIED)
    assert not ruling(table, book, 1, own=True).allowed and ruling(table, book, 1, own=False).allowed
    table.go_to("movement phase")
    assert not table.state.all_facts(WISHES)


@BOOKS
def test_16D_a_wish_needs_an_air_unit_that_could_fly_and_is_said_once(book: Book) -> None:
    table = both_wish(book)
    assert "has not said that he wishes to fly" in str(table.game.rule_on(WAIVE, AXIS))
    table.give(CLAIM, AXIS)
    with pytest.raises(IllegalOrder, match="Axis has said so already"):
        table.game.submit(CLAIM, player=AXIS)
    for number in (1, 2):
        table.give(WAIVE if number == 1 else CLAIM, AXIS)
    idle = sit(begin(book, f"{BASE} ge 7-6 Inf XX 1\n{REIMS} EN 6-6 Inf XX 11, EN 5F4 1/9 F 1\n{OWNERS}"))
    refused = idle.game.rule_on(CLAIM, AXIS)
    assert "no operative air unit" in str(refused) and refused.possible == ("in the next player turn",)


@pytest.mark.parametrize(("face", "first"), [(3, AXIS), (4, ALLIED)])
def test_sf_16D_in_another_reading_a_die_decides(face: int, first: str) -> None:
    table = both_wish(SF, rules_of("sf", rulings=(("sf-16D-who-starts", "roll"),)))
    table.give(CLAIM, AXIS)
    waiting = ruling(table, SF, 1, own=False)
    assert "a die decides who goes first" in str(waiting) and "so that the die is thrown" in waiting.possible[0]
    table.rolls.append(face)
    table.give(CLAIM, ALLIED)
    assert table.texts("air operation drawn") == [f"{first} begins, by a roll of {face}"]
    assert ruling(table, SF, 1, own=True).allowed == (first == AXIS)
    assert ruling(table, SF, 1, own=False).allowed == (first == ALLIED)
    assert any(point.startswith("sf-16D-who-starts: roll") for point in ruling(table, SF, 1, own=True).rests_on)
    table.give(patrol(SF, 1, own=first == AXIS), AXIS if first == AXIS else ALLIED)
    assert table.state.recall(NEXT_TO_FLY, "") is None


@BOOKS
def test_16D_wishes_survive_a_save(book: Book) -> None:
    table = both_wish(book)
    table.give(CLAIM, AXIS)
    again = Game.load(table.game.save(), table.game.rules)
    assert again.state == table.state and isinstance(again.pending, Opening)
    assert not again.rule_on(patrol(book, 1, own=False), ALLIED).allowed
