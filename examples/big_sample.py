"""How an assault turns out: the same attack played many times, spread over processes.

    python examples/big_sample.py [GAMES]

A game is told by its number alone and gives a line of text, so it can be played anywhere: in this process, in another
one, or on another machine. `sample` takes any executor that has the interface of `concurrent.futures`.
"""

from __future__ import annotations

import sys
from collections import Counter
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import cache

import europa_rules as er

POSITION = """
16A:1827 ge 13-9-10(5-4-8) Pz XX 1, ge 13-9-10(5-4-8) Pz XX 2, ge 3-2-8 Art III 49
16A:1728 ge 7-6(3-6) Inf XX 24, ge 7-6(3-6) Inf XX 34
16A:1828 fr 6-6(3-6) Inf XX 71, fr 1-2-4 Ftrs III 147
16A:1829 fr 5-6(2-6) Inf XX 55
May II 40, Axis combat
"""
SEDAN = er.hexref("16A:1828")
ATTACK = er.Attack(("ge 1 Pz XX", "ge 2 Pz XX", "ge 49 Art III", "ge 24 Inf XX", "ge 34 Inf XX"), SEDAN)

rules = cache(er.load)
"""A ruleset is loaded once by each process."""


def play(number: int) -> str:
    """Play the attack once, with dice of its own; gives who holds the hex then, and the strength that is left."""
    game = er.Game.start(rules("fof"), POSITION, seed=number)
    game.submit(ATTACK)
    game.done()
    while isinstance(decision := game.pending, er.Decision):  # the French take the first suggestion, Germans the last
        game.decide(*decision.suggestions[-1 if decision.who == er.AXIS else 0])
    left = Counter[str]()
    for piece in game.state.pieces.values():
        left[piece.side] += piece.unit.attack
    owner = game.describe_hex(SEDAN).owner
    return f"{owner} hold the hex; strength points left: {left[er.AXIS]} German, {left[er.ALLIED]} French"


def sample(executor: Executor, games: int) -> Counter[str]:
    """Play so many games by an executor, and count how they end."""
    return Counter(executor.map(play, range(games)))


def main(arguments: list[str]) -> None:
    """Sample, and print how often each end came about."""
    games = int(arguments[0]) if arguments else 200
    with ProcessPoolExecutor() as executor:
        for end, times in sample(executor, games).most_common():
            print(f"{times / games:6.1%}  {end}")


if __name__ == "__main__":
    main(sys.argv[1:])
