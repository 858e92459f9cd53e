"""What a ruling on a way costs grows with its length and no faster (6, 6B, 7A): no order holds a referee up.

Calls are counted, not seconds, so that every machine finds the same.
"""

import sys
from collections.abc import Callable, Iterator
from itertools import islice
from types import FrameType

import pytest

import europa_rules as er
from europa_rules.citations import Citation
from europa_rules.hexes import Hex
from europa_rules.permissions import Refusal, Ruling

SHORT, LONG = 120, 240
WANTED = 2.6
KINDS = {"operational": er.RailMove, "strategic": er.RailMove}
Way = Callable[[er.Game], Iterator[Hex]]
HERE, NEXT = Hex("16A:1506"), Hex("16A:1505")


@pytest.fixture(scope="module")
def game() -> er.Game:
    stack = f"{HERE} ge 7-6 Inf XX 1, ge 7-6 Inf XX 2, ge 3-8 Mot III 5"
    return er.Game.start("fof", f"{stack} | 16A:1030 fr 6-6 Inf XX 3 | May I 40, Axis movement")


def to_and_fro(_: er.Game) -> Iterator[Hex]:
    while True:
        yield from (NEXT, HERE)


def ever_farther(game: er.Game) -> Iterator[Hex]:
    """Hexes each of which adjoins the one before, over land and sea, each once while there are others."""
    here, seen = HERE, dict.fromkeys((HERE,), 0)
    while True:
        here = min(game.rules.board.neighbors_of(here), key=lambda ref: (seen.get(ref, 0), ref))
        seen[here] = seen.get(here, 0) + 1
        yield here


def apart(game: er.Game) -> Iterator[Hex]:
    """Hexes of which hardly any adjoin."""
    hexes = game.rules.board.hexes
    return (hexes[i * 37 % len(hexes)] for i in range(len(hexes)))


def calls_for(order: object, game: er.Game) -> int:
    """How many functions are called for a ruling on an order, in a situation in which nothing has been asked."""
    fresh = er.Game.start(game.rules, game.state)
    fresh.rule_on(er.Move((game.state.at(HERE)[0].id,), (NEXT,)))
    calls = 0

    def count(_: FrameType, event: str, __: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        fresh.rule_on(order)
    finally:
        sys.setprofile(before)
    return calls


@pytest.mark.parametrize(
    ("way", "mode", "units"),
    [
        *((to_and_fro, mode, units) for mode in ("regular", "admin", "operational") for units in (1, 3)),
        *((ever_farther, mode, 1) for mode in ("regular", "admin", "strategic")),
        *((apart, mode, 1) for mode in ("one-hex", "operational")),
    ],
)
def test_fof_6_twice_the_way_takes_twice_the_work_to_rule_on(way: Way, mode: str, units: int, game: er.Game) -> None:
    who, kind = tuple(piece.id for piece in game.state.at(HERE))[:units], KINDS.get(mode, er.Move)
    short, long = (calls_for(kind(who, tuple(islice(way(game), length)), mode), game) for length in (SHORT, LONG))
    assert long <= WANTED * short


def test_rulings_joined_at_once_are_the_same_as_joined_one_by_one() -> None:
    by = (Citation("FoF", "6"),)
    given = [
        Ruling(caveats=("a cell of what is allowed",)),
        Ruling.refuse("first", *by, possible="wait"),
        Ruling(rests_on=("a point",), caveats=("another such cell",)),
        Ruling((Refusal("second", by),), ("wait",), ("a point",), ("a cell of a refusal",)),
        Ruling.allow(),
        Ruling.refuse("first", *by, possible="go round"),
    ]
    one_by_one = Ruling.allow()
    for ruling in given:
        one_by_one &= ruling
    joined = Ruling.all(given)
    assert joined == one_by_one
    assert [refusal.why for refusal in joined.refusals] == ["first", "second"]
    assert (joined.possible, joined.rests_on) == (("wait", "go round"), ("a point",))
    assert joined.caveats == ("a cell of a refusal",)
    assert Ruling.all(given[:1]).caveats == ("a cell of what is allowed",)
