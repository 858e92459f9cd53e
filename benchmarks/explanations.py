"""What explanations cost: combats resolved with and without their ledgers written out, side by side in one run.

Run: python benchmarks/explanations.py
"""

from __future__ import annotations

import random
import time

import europa_rules as er
from europa_rules.ground.attacks import carry_out_attack
from europa_rules.testing import play

POSITION = """
16A:2029 ge 14-10(6-8) Pz XX 1, ge 7-6(3-6) Inf XX 2, ge 2-6 Inf III 6
16A:2030 ge 7-6(3-6) Inf XX 3, ge 3-2-8 Art III 7
16A:2130 fr 5-6(2-6) Inf XX 4, fr 2-6 Inf III 5
May II 40, Axis combat
"""
ATTACK = er.Attack(("ge 1 Pz XX", "ge 2 Inf XX", "ge 3 Inf XX", "ge 6 Inf III", "ge 7 Art III"), er.hexref("16A:2130"))
COMBATS, ROUNDS = 200, 7


def resolve(state: er.GameState, rules: er.Ruleset, *, explain: bool) -> int:
    """Resolve the combats; gives the length of what was written out."""
    dice = random.Random(1)
    written = 0
    for _ in range(COMBATS):
        _, played = play(carry_out_attack(ATTACK, er.AXIS, state, rules), rolls=[dice.randint(1, 6)])
        if explain:
            written += sum(len(ledger.tree()) for event in played.events for _, ledger in event.ledgers)
    return written


def main() -> None:
    """Measure and print."""
    rules = er.load("fof")
    state = er.parse_position(POSITION, rules)
    times: dict[bool, list[float]] = {False: [], True: []}
    for _ in range(ROUNDS):
        for explain in (False, True):
            start = time.perf_counter()
            resolve(state, rules, explain=explain)
            times[explain].append(time.perf_counter() - start)
    plain, explained = (min(times[e]) / COMBATS * 1000 for e in (False, True))
    print(f"a combat: {plain:.2f} ms; with all ledgers written out: {explained:.2f} ms (+{explained / plain - 1:.1%})")


if __name__ == "__main__":
    main()
