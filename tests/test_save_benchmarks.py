"""Saves under ill treatment, for a short while: killed processes, mutated files, and how long saving takes."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import process_time

import pytest
from benchmarks import killed_saves, mutated_saves, saving

import europa_rules as er

FOF = er.load("fof", plugins=["fof", saving.Salutes()])


def test_a_process_that_is_killed_while_it_saves_leaves_a_whole_save() -> None:
    """Three times here; `benchmarks/killed_saves.py` does it 200 times."""
    found = killed_saves.kill(3, seed="a test")
    assert sum(found.values()) == 3


@pytest.mark.parametrize("seed", ["1", "2"])
def test_mutated_saves_are_refused_with_a_place_or_are_the_same_game(seed: str) -> None:
    """150 each here; `benchmarks/mutated_saves.py` does it 10,000 times."""
    counts, wrong = mutated_saves.mutate(150, seed)
    assert wrong == []
    assert counts["not forged: refused"] > 50 and counts["forged: refused"] > 10


def cost(work: Callable[[], object], runs: int) -> float:
    """The median of the processor time of some runs, in milliseconds."""
    return saving.milliseconds(work, runs, process_time)


def test_a_game_of_1500_pieces_is_saved_and_loaded_in_a_quarter_of_the_time_of_a_careful_reading() -> None:
    """A ratio, which holds on slow machines too; `benchmarks/saving.py` gives the milliseconds."""
    game = saving.large_game(FOF)
    text = game.save()
    assert er.Game.load(text, FOF).save() == text
    spread = f" {text}"
    ratios = []
    for _ in range(3):
        quick = cost(lambda: er.Game.load(text, FOF), 3) + cost(game.save, 3)
        ratios.append(cost(lambda: er.Game.load(spread, FOF), 1) / quick)
    assert median(ratios) > 4


def test_the_referee_gives_logs_and_undoes_an_order_as_often_as_wanted() -> None:
    """With a margin of five for slow machines: an order by which nothing happens, and a march on a quiet hex."""
    game = er.Game.start(FOF, saving.QUIET, seed=1, undo="replay")
    assert saving.orders_a_second(game, saving.Salute(("ge 1 Inf XX",)), runs=300) > saving.WANTED_ORDERS / 5
    assert saving.orders_a_second(game, saving.MARCH, saving.ASIDE, runs=300) > saving.WANTED_ORDERS / 5
