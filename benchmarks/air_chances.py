"""Exact chances of random air operations against samples of the same procedures, and how long each takes.

Run: python benchmarks/air_chances.py [operations] [samples]
"""

from __future__ import annotations

import random
import sys
import time
from fractions import Fraction

import europa_rules as er
from europa_rules.air.aa_strength import AaInHex
from europa_rules.air.air_combat import Forces, fight
from europa_rules.air.antiaircraft import Shot, resolve_shot
from europa_rules.air.off_board import aloft, results, sides_of_operation
from europa_rules.air_chances import (
    BYPASSING,
    ENGAGING,
    AirSituation,
    Kind,
    flight_of_kind,
    kind_name,
    reckon_aa_on,
    reckon_chances,
)
from europa_rules.air_units import AirRating
from europa_rules.procedure import Decision, Procedure, Roll
from europa_rules.state import GameState

FIGHTERS, BOMBERS = ("8F6", "9F7", "7F5", "6HF7", "5F4"), ("4B5", "3A4", "3HB5", "1T2", "7F6")
SIGMAS = 5


def operation(dice: random.Random) -> AirSituation:
    """An operation of up to eight air units, picked at random."""
    kinds = [Kind("bomber", AirRating.parse(dice.choice(BOMBERS)), "bombing", "", dice.randint(1, 3))]
    kinds.append(Kind("escort", AirRating.parse(dice.choice(FIGHTERS)), "escort", "", dice.randint(1, 2)))
    for group in (ENGAGING, BYPASSING):
        kinds.append(Kind(group, AirRating.parse(dice.choice(FIGHTERS)), "interception", group, dice.randint(1, 2)))
    return AirSituation(tuple(kinds), AaInHex.of(dice.randint(0, 3), dice.randint(0, 9)))


def played(procedure: Procedure[GameState], dice: random.Random) -> GameState:
    """A procedure with random dice, every decision answered by its first suggestion."""
    response: object = None
    try:
        while True:
            step = procedure.send(response)
            if isinstance(step, Roll):
                response = tuple(dice.randint(1, step.sides) for _ in range(step.dice))
            else:
                response = step.suggestions[0] if isinstance(step, Decision) else None
    except StopIteration as stop:
        end: GameState = stop.value
        return end


def sample(situation: AirSituation, rules: er.Ruleset, start: GameState, dice: random.Random) -> dict[str, int]:
    """How many air units of each kind are still in the air after one operation."""
    screen = situation.escorts(rules)
    force = tuple(unit for unit in situation.units("") if unit not in screen)
    groups = (screen, force, situation.units(ENGAGING), situation.units(BYPASSING))
    state = played(fight(Forces(*groups, *sides_of_operation(rules)), start, rules), dice)
    for unit in force:
        kind = situation.by_name[kind_name(unit)]
        strength = reckon_aa_on(kind, situation, rules)
        if strength is not None and dict(results(state))[unit] == "-":
            shot = Shot(flight_of_kind(kind, situation, rules), strength.value)
            state = played(resolve_shot(unit, shot, strength, state, rules), dice)
    left: dict[str, int] = {}
    for unit, result in results(state).items():
        left[kind_name(unit)] = left.get(kind_name(unit), 0) + (result == "-")
    return left


def main() -> None:
    """Measure and print."""
    operations, samples = (int(word) for word in (*sys.argv[1:], "50", "2000")[:2])
    rules, dice = er.load("sf"), random.Random(1)
    worst, exact_time, sample_time = 0.0, 0.0, 0.0
    for _ in range(operations):
        situation = operation(dice)
        begun = time.process_time()
        exact = reckon_chances(situation, rules)
        exact_time += time.process_time() - begun
        assert sum(exact.outcomes.values()) == 1
        own = [kind.aloft(unit) for kind in situation.kinds if not kind.group for unit in kind.ids()]
        others = [kind.aloft(unit) for kind in situation.kinds if kind.group for unit in kind.ids()]
        start, sums = aloft(own, others, rules), dict[str, int]()
        begun = time.process_time()
        for _ in range(samples):
            for name, number in sample(situation, rules, start, dice).items():
                sums[name] = sums.get(name, 0) + number
        sample_time += time.process_time() - begun
        for kind in situation.kinds:
            mean = exact.expected(kind.name, "-")
            variance = sum(((n - mean) ** 2 * p for n, p in exact.of(kind.name, "-").items()), Fraction(0))
            if variance:
                off = abs(Fraction(sums[kind.name], samples) - mean)
                worst = max(worst, float(off**2 * samples / variance) ** 0.5)
    print(f"{operations} operations, {samples} samples of each: farthest off by {worst:.2f} sigma ({SIGMAS} allowed)")
    each = 1000 * exact_time / operations
    print(f"exact: {each:.0f} ms an operation; sampling took {sample_time / exact_time:.1f} times as long")
    assert worst < SIGMAS


if __name__ == "__main__":
    main()
