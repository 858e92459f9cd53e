"""One ruleset serves games in several threads at once: each goes as it goes alone."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import europa_rules as er
from europa_rules.playthroughs import game_of
from europa_rules.ruleset import Ruleset

APPROVED = Path(__file__).with_name("approved")
GAMES = ("move", "attack", "rail-move", "overrun")


@pytest.fixture
def switching_often() -> Iterator[None]:
    """Threads take turns after a few instructions each."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(usual)


def played(name: str, rules: Ruleset) -> tuple[object, ...]:
    """A recorded game played again, with what is asked of it at its end."""
    game = game_of((APPROVED / rules.variant.id / f"game-{name}.txt").read_text(encoding="utf-8"), rules)
    reached = {piece: game.destinations(piece) for piece in list(game.state.pieces)[:2]}
    return game.state, game.supply(), reached, list(game.legal_orders(kind="move"))[:20]


@pytest.mark.usefixtures("switching_often")
@pytest.mark.parametrize("variant", ["fof", "sf"])
def test_games_in_several_threads_go_as_they_go_alone(variant: str) -> None:
    alone = {name: played(name, er.load(variant)) for name in GAMES}
    rules = er.load(variant)
    names = [GAMES[(first + n) % len(GAMES)] for first in range(len(GAMES)) for n in range(3)]
    with ThreadPoolExecutor(len(GAMES)) as pool:
        together = list(pool.map(lambda name: played(name, rules), names))
    assert together == [alone[name] for name in names]
