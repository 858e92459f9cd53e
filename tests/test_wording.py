"""Refusals and ledgers as a player says them: one thing is single, nothing is named twice, every rule has its book."""

from __future__ import annotations

import pytest

import europa_rules as er
from europa_rules.ground.construction import name_work, with_article
from europa_rules.ground.lines import LineHex
from europa_rules.ground.supply_routes import Route, RouteHex, trace
from europa_rules.numbers import HALF, counted
from europa_rules.units import Rating, Unit, label


def test_one_thing_is_single() -> None:
    assert [counted(n, "RE") for n in (0, HALF, 1, 2)] == ["0 REs", "1/2 REs", "1 RE", "2 REs"]


@pytest.mark.parametrize("book", ["fof", "sf"])
def test_sf_14A1_fof_14A1_works_are_named_in_words(book: str) -> None:
    chart = er.load(book).charts.construction
    assert name_work(chart["fort"]) == "build a fort"
    assert name_work(chart["repair_airbase_hit"]) == "repair an airbase hit"
    assert with_article("ouvrage") == "an ouvrage"


def test_a_word_stands_once_in_a_label() -> None:
    assert label(Unit("fr", "headquarters", "headquarters", Rating.parse("0-6"))) == "0-6 headquarters"
    paras = Unit("ge", "parachute_commando", "battalion", Rating.parse("1-6"), symbols=("parachute",))
    assert label(paras) == "1-6 parachute commando battalion"


@pytest.mark.parametrize("book", ["fof", "sf"])
def test_12A_a_hex_without_a_name_is_not_named_twice(book: str) -> None:
    route = Route((RouteHex(), RouteHex(LineHex(enemy_unit=True))))
    ruling = trace(route, er.load(book)).ruling
    assert "the hex:" not in str(ruling)
    assert "an enemy unit is in the hex" in str(ruling)


def test_one_piece_does_something_and_several_do_it() -> None:
    """Whoever is named first, the verb goes with how many are named."""
    alone, both = ("<a>", ("a",)), ("<a>, ge 14-10 Pz XX 2 <b>", ("a", "b"))
    for (there, units), words in ((alone, ("a overruns d", "a enters")), (both, ("a, b overrun d", "a, b enter"))):
        text = f"16A:1728 fr 0-1-5 Cons II 4 <d> | 16A:1727 ge 14-10 Pz XX 1 {there} | May II 40, Axis exploitation"
        game = er.Game.start("fof", text)
        game.submit(er.Overrun(units, er.hexref("16A:1728")))
        assert isinstance(game.pending, er.Decision)
        game.decide(*units)
        assert [entry.text.partition(" in 16A")[0].partition(" 16A")[0] for entry in game.log[:2]] == list(words)
