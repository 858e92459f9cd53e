"""What may come of a procedure: exact distributions by enumeration.

The same procedures that a game drives are run again and again, every roll branching into its outcomes and every
decision answered by a named policy. Between the stages of a procedure equal states are merged.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from typing import TypeVar

from attrs import frozen

from europa_rules.errors import IllegalAnswer, unknown
from europa_rules.numbers import ONE, ZERO
from europa_rules.procedure import Answer, Decision, Event, Opening, Procedure, Roll
from europa_rules.ruleset import Ruleset
from europa_rules.stages import Stage
from europa_rules.state import GameState

T = TypeVar("T")

Policy = Callable[[Decision], Answer]


def first_suggestion(decision: Decision) -> Answer:
    """The first legal answer that the rule suggests (least losses, first retreat hex in reading order)."""
    return decision.suggestions[0]


def last_suggestion(decision: Decision) -> Answer:
    """The last legal answer that the rule suggests."""
    return decision.suggestions[-1]


POLICIES: Mapping[str, Policy] = {"first": first_suggestion, "last": last_suggestion}
"""Policies by name, for callers that name one in text."""


@frozen
class Distribution:
    """Outcomes and their exact probabilities, which sum to 1.

    Attributes:
        chances: outcome -> probability.
        policy: the name of the policy that answered decisions.
        runs: how often a procedure was run through.
    """

    chances: Mapping[GameState, Fraction]
    policy: str
    runs: int

    def by(self, key: Callable[[GameState], T]) -> dict[T, Fraction]:
        """The distribution of a property of the outcomes."""
        found: dict[T, Fraction] = {}
        for state, chance in self.chances.items():
            found[key(state)] = found.get(key(state), ZERO) + chance
        return found


def outcomes(
    stages: Sequence[Stage], state: GameState, rules: Ruleset, *, policy: str | Policy = "first"
) -> Distribution:
    """The exact distribution of states after these stages.

    stages: steps that each start from the state alone (`ground.attacks.ATTACK_STAGES`, say).
    policy: how decisions are answered: "first", "last", or a function. At openings nobody acts.
    Returns a distribution whose probabilities sum to 1.
    """
    if isinstance(policy, str) and policy not in POLICIES:
        raise unknown("policy", policy, POLICIES)
    answer = POLICIES[policy] if isinstance(policy, str) else policy
    name = policy if isinstance(policy, str) else getattr(policy, "__name__", "a function")
    chances: dict[GameState, Fraction] = {state: ONE}
    runs = 0
    for stage in stages:
        after: dict[GameState, Fraction] = {}
        for before, chance in chances.items():
            branches = branch(partial(stage.run, before, rules), answer)
            runs += len(branches)
            for end, part in branches:
                after[end] = after.get(end, ZERO) + chance * part
        chances = after
    return Distribution(chances, name, runs)


Faces = list[tuple[tuple[int, ...], Fraction]]
"""Faces of a roll, each with the probability of those that it stands for."""


def branch(
    begin: Callable[[], Procedure[T]], policy: Policy, faces_of: Callable[[Roll], Faces] | None = None
) -> list[tuple[T, Fraction]]:
    """Every end of a procedure with its probability. It is begun anew for each branch, so it must be repeatable.

    faces_of: the faces of a roll that need to be told apart; without it, those of different sums.
    """
    told_apart = faces_of or _faces_of
    ends: list[tuple[T, Fraction]] = []
    open_branches: list[tuple[tuple[int, ...], ...]] = [()]
    chances: dict[tuple[tuple[int, ...], ...], Fraction] = {(): ONE}
    while open_branches:
        rolls = open_branches.pop()
        chance = chances.pop(rolls)
        result = _run(begin(), rolls, policy)
        if isinstance(result, Roll):
            for faces, part in told_apart(result):
                longer = (*rolls, faces)
                chances[longer] = chance * part
                open_branches.append(longer)
        else:
            ends.append((result[0], chance))
    return ends


def _run(procedure: Procedure[T], rolls: Sequence[tuple[int, ...]], policy: Policy) -> Roll | tuple[T]:
    """Run with these rolls; gives the roll that comes after them, or the end."""
    waiting = list(rolls)
    response: object = None
    try:
        step = next(procedure)
        while True:
            if isinstance(step, Event):
                response = None
            elif isinstance(step, Opening):
                response = step.state
            elif isinstance(step, Roll):
                if not waiting:
                    procedure.close()
                    return step
                response = waiting.pop(0)
            else:
                response = policy(step)
                ruling = step.rule_on(response)
                if not ruling.allowed:
                    raise IllegalAnswer(ruling, f"the policy's answer to: {step.question}")
            step = procedure.send(response)
    except StopIteration as stop:
        return (stop.value,)


def _faces_of(roll: Roll) -> Faces:
    """Faces that stand for each distinct sum of a roll, with its probability."""
    weights: dict[int, int] = {}
    stand_in: dict[int, tuple[int, ...]] = {}
    for faces in product(range(1, roll.sides + 1), repeat=roll.dice):
        total = sum(faces)
        key = total if roll.distinct is None else max((d for d in roll.distinct if d <= total), default=total)
        weights[key] = weights.get(key, 0) + 1
        stand_in.setdefault(key, faces)
    return [(stand_in[key], Fraction(weight, roll.sides**roll.dice)) for key, weight in sorted(weights.items())]
