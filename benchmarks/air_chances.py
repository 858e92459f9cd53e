"""Exact chances of random air operations with ground support, and of the combat, against samples of the procedures.

Run: python benchmarks/air_chances.py [operations] [samples] [seconds]

Samples are thrown one by one and go through the procedures of a whole air combat (`fight`), of antiaircraft fire and of
the combat. What the same dice have led to before is remembered, not played again. It ends early after so many seconds.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Generic, TypeVar

from attrs import evolve

import europa_rules as er
from europa_rules.air.aa_strength import AaInHex
from europa_rules.air.air_combat import Forces, fight
from europa_rules.air.air_support import GROUND, count_supported, reckon_effective_support, tell_support
from europa_rules.air.antiaircraft import Shot, resolve_shot
from europa_rules.air.facts import OFF_BOARD
from europa_rules.air.flights import reckon_bombing_strength
from europa_rules.air.off_board import aloft, results, sides_of_operation
from europa_rules.air_chances import (
    BYPASSING,
    ENGAGING,
    AirSituation,
    Kind,
    Tally,
    flight_of_kind,
    kind_name,
    reckon_aa_on,
    reckon_chances,
)
from europa_rules.air_units import AirRating
from europa_rules.attack_notation import read_attack
from europa_rules.ground.attacks import resolve_attack, under_way
from europa_rules.ground.facts import Attempt
from europa_rules.procedure import Decision, Procedure, Roll
from europa_rules.state import GameState
from europa_rules.support_calculator import Support, odds_with_air, with_support

FIGHTERS, BOMBERS = (
    ("8F6", "9F7", "7F5", "6HF7", "5F4"),
    ("4B5 3-7/26", "3A4 4-1/6", "3B5 2-1/26", "2D2 3-1/6", "7F6 1-1/6"),
)
COMBAT = "14-10 Pz XX, 7-6 Inf XX vs 5-7-6 Inf XX, 2-6 Inf III in woods"
SIGMAS, RARE = 5, 25
T = TypeVar("T")


def operation(dice: random.Random) -> AirSituation:
    """An operation of up to six air units, picked at random."""
    kinds = [Kind("bomber", AirRating.parse(dice.choice(BOMBERS)), GROUND, "", dice.randint(1, 2))]
    if dice.random() < 0.7:
        kinds.append(Kind("escort", AirRating.parse(dice.choice(FIGHTERS)), "escort", "", dice.randint(1, 2)))
    for group in (ENGAGING, BYPASSING):
        if dice.random() < 0.7:
            kinds.append(Kind(group, AirRating.parse(dice.choice(FIGHTERS)), "interception", group, 1))
    return AirSituation(tuple(kinds), AaInHex.of(dice.randint(0, 3), dice.randint(0, 9)))


class Played(Generic[T]):
    """A procedure that is played again and again: what follows after which dice.

    Every roll is looked at by its sum, or by its face where something is drawn; the whole procedure is played whenever
    dice fall that have not fallen before.
    """

    def __init__(self, begin: Callable[[], Procedure[GameState]], read: Callable[[GameState], T]) -> None:
        self.begin, self.read = begin, read
        self.rolls: dict[tuple[int, ...], Roll] = {}
        self.ends: dict[tuple[int, ...], T] = {}

    def once(self, dice: random.Random) -> T:
        """One play with random dice; decisions are answered by their first suggestion."""
        path: tuple[int, ...] = ()
        while path in self.rolls:
            roll = self.rolls[path]
            path = (*path, sum(dice.randint(1, roll.sides) for _ in range(roll.dice)))
        return self.ends[path] if path in self.ends else self._play_on(path, dice)

    def _play_on(self, path: tuple[int, ...], dice: random.Random) -> T:
        procedure, known, before = self.begin(), list(path), tuple[int, ...]()
        response: object = None
        try:
            while True:
                step = procedure.send(response)
                if isinstance(step, Roll):
                    self.rolls[before] = step
                    total = known.pop(0) if known else sum(dice.randint(1, step.sides) for _ in range(step.dice))
                    before = (*before, total)
                    response = _faces(total, step)
                else:
                    response = step.suggestions[0] if isinstance(step, Decision) else None
        except StopIteration as stop:
            self.ends[before] = self.read(stop.value)
            return self.ends[before]


def _result(end: GameState) -> str:
    """The result of the combat."""
    attempt = under_way(end)
    return attempt.result if attempt else ""


def _faces(total: int, roll: Roll) -> tuple[int, ...]:
    """Dice of this sum."""
    faces = [1] * roll.dice
    for n in range(roll.dice):
        faces[n] += min(roll.sides - 1, total - sum(faces))
    return tuple(faces)


class Sampler:
    """Plays one operation and the combat after it."""

    def __init__(self, situation: AirSituation, rules: er.Ruleset) -> None:
        self.situation, self.rules = situation, rules
        own = [kind.aloft(unit) for kind in situation.kinds if not kind.group for unit in kind.ids()]
        others = [kind.aloft(unit) for kind in situation.kinds if kind.group for unit in kind.ids()]
        screen = situation.escorts(rules)
        self.force = tuple(unit for unit in situation.units("") if unit not in screen)
        engaging, bypassing = situation.units(ENGAGING), situation.units(BYPASSING)
        groups = (screen, self.force, *((engaging, bypassing) if screen else ((), (*engaging, *bypassing))))
        forces, start = Forces(*groups, *sides_of_operation(rules)), aloft(own, others, rules)
        self.attack, self.start = read_attack(COMBAT, rules).facts, start
        self.combat = Played(partial(fight, forces, start, rules), lambda end: dict(results(end)))
        self.shots = {unit: shot for unit in situation.units("") if (shot := self._shot(unit, start)) is not None}
        self.fights: dict[Support, Played[str]] = {}
        self.supports: dict[int, Support] = {}

    def _shot(self, unit: str, start: GameState) -> Played[str] | None:
        kind = self.situation.by_name[kind_name(unit)]
        strength = reckon_aa_on(kind, self.situation, self.rules)
        if strength is None:
            return None
        shot = Shot(flight_of_kind(kind, self.situation, self.rules), strength.value)
        return Played(partial(resolve_shot, unit, shot, strength, start, self.rules), lambda end: results(end)[unit])

    def once(self, dice: random.Random) -> tuple[Tally, tuple[Support, str]]:
        """What has become of all air units, and the air support and result of the combat."""
        suffered = dict(self.combat.once(dice))
        for unit, shot in self.shots.items():
            if suffered[unit] == "-":
                suffered[unit] = shot.once(dice)
        through = sum(suffered[unit] == "-" for unit in self.force)
        if through not in self.supports:
            self.supports[through] = self._support(through)
        support = self.supports[through]
        if support not in self.fights:
            attempt, facts = Attempt((), (), OFF_BOARD), with_support(self.attack, support, self.rules)
            self.fights[support] = Played(partial(resolve_attack, attempt, facts, self.start, self.rules), _result)
        counts = Counter((kind_name(unit), result) for unit, result in suffered.items())
        return tuple(sorted(counts.items())), (support, self.fights[support].once(dice))

    def _support(self, through: int) -> Support:
        """The support of so many bombers: the strongest count."""
        flight = flight_of_kind(self.situation.by_name["bomber"], self.situation, self.rules)
        strengths = (reckon_bombing_strength(flight, self.rules).value,) * through
        limit = count_supported([who.unit for who in self.attack.attackers], GROUND, self.rules)
        effective = reckon_effective_support(evolve(limit, strengths=strengths), self.rules)
        return tell_support(GROUND, effective.strength.value, ())


def farthest(exact: Mapping[T, Fraction], sampled: Mapping[T, int], samples: int) -> float:
    """By how many sigmas the samples are off where they are farthest off; rare outcomes count as one."""
    assert set(sampled) <= set(exact)
    common = {key: chance for key, chance in exact.items() if chance * samples >= RARE}
    pairs = [(chance, sampled.get(key, 0)) for key, chance in common.items()]
    pairs.append((1 - sum(common.values(), Fraction(0)), samples - sum(number for _, number in pairs)))
    spread = [(chance, number, float(samples * chance * (1 - chance)) ** 0.5) for chance, number in pairs]
    return max((float(abs(number - samples * p)) / sigma for p, number, sigma in spread if sigma), default=0.0)


def main() -> None:
    """Measure and print."""
    operations, samples, seconds = (int(word) for word in (*sys.argv[1:], "50", "2000", "600")[:3])
    rules, dice, started = er.load("sf"), random.Random(1), time.monotonic()
    worst, slowest, exact_time, sample_time, done, outcomes = 0.0, 0.0, 0.0, 0.0, 0, 0
    for _ in range(operations):
        situation = operation(dice)
        begun = time.process_time()
        in_air, exact = reckon_chances(situation, rules), odds_with_air(COMBAT, situation, rules)
        took = time.process_time() - begun
        assert sum(exact.outcomes.values()) == 1 == sum(in_air.outcomes.values())
        begun, sampler = time.process_time(), Sampler(situation, rules)
        air, combat = Counter[Tally](), Counter[tuple[Support, str]]()
        for _ in range(samples):
            if time.monotonic() - started > seconds:
                break
            tally, result = sampler.once(dice)
            air[tally] += 1
            combat[result] += 1
        else:
            sample_time += time.process_time() - begun
            exact_time, slowest, done = exact_time + took, max(slowest, took), done + 1
            outcomes += len(in_air.outcomes) + len(exact.outcomes)
            worst = max(worst, farthest(in_air.outcomes, air, samples))
            worst = max(worst, farthest(exact.outcomes, combat, samples))
            print(f"  operation {done}: farthest off so far by {worst:.2f} sigma", flush=True)
            continue
        break
    print(f"{done} of {operations} operations, {samples} samples of each, {outcomes} outcomes: ", end="")
    print(f"farthest off by {worst:.2f} sigma ({SIGMAS} allowed)")
    print(f"exact: {1000 * exact_time / done:.0f} ms an operation on average, {1000 * slowest:.0f} ms at most (CPU)")
    print(f"sampling took {sample_time / exact_time:.1f} times as long")
    assert worst < SIGMAS


if __name__ == "__main__":
    main()
