"""Exact distributions: what may come of a procedure, by running it for every roll."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import europa_rules as er
from europa_rules.analysis import Distribution, branch, first_suggestion, last_suggestion, outcomes
from europa_rules.dice import Address, SeededDice
from europa_rules.errors import IllegalAnswer, UnknownName
from europa_rules.procedure import Decision, Event, Procedure, Roll, choose, opening, record, throw
from europa_rules.stages import Stage, go_through

SIXTH = Fraction(1, 6)
HITS = er.FactKind("hits", "phase", int)
CHOSEN = er.FactKind("chosen", "phase", str)
RULES = er.load("fof")
START = er.parse_position("16A:1506 ge 7-6 Inf XX 1", RULES)


def hits_of(state: er.GameState) -> int:
    """Hits so far."""
    return state.recall(HITS, "") or 0


def fires(dice: int = 1, needed: int = 5, distinct: tuple[int, ...] | None = None) -> Stage:
    """A stand-in: a hit if the roll reaches the number needed."""

    def run(state: er.GameState, rules: er.Ruleset) -> Procedure[er.GameState]:
        roll = yield from throw(dice, "fire", (), state, distinct)
        state = state.noting(HITS, "", hits_of(state) + (roll >= needed))
        return (yield from record(Event(f"rolled {roll}", (), state)))

    return Stage("fire", run)


def asks(*candidates: str) -> Stage:
    """A stand-in: somebody chooses one of these."""

    def run(state: er.GameState, rules: er.Ruleset) -> Procedure[er.GameState]:
        suggestions = tuple((c,) for c in candidates)
        answer = yield from choose(Decision(er.AXIS, "Which?", candidates, (), state, suggestions))
        return state.noting(CHOSEN, "", answer[0])

    return Stage("ask", run)


def fires_until_a_miss(most: int = 5) -> Stage:
    """A stand-in: how many dice are rolled depends on the dice."""

    def run(state: er.GameState, rules: er.Ruleset) -> Procedure[er.GameState]:
        state = yield from opening("fire", (er.AXIS,), (), state)
        for _ in range(most):
            if (yield from throw(1, "fire", (), state)) < 3:
                break
            state = state.noting(HITS, "", hits_of(state) + 1)
        return state

    return Stage("fire on", run)


STAGES = st.lists(
    st.one_of(
        st.builds(fires, st.integers(1, 2), st.integers(2, 9)),
        st.just(fires_until_a_miss(2)),
        st.just(asks("stay", "go")),
    ),
    max_size=2,
)


@settings(max_examples=25)
@given(STAGES)
def test_probabilities_sum_to_one_exactly(stages: list[Stage]) -> None:
    found = outcomes(stages, START, RULES)
    assert sum(found.chances.values()) == 1
    assert all(isinstance(chance, Fraction) and 0 < chance <= 1 for chance in found.chances.values())
    assert sum(found.by(hits_of).values()) == 1


@settings(max_examples=25)
@given(STAGES)
def test_a_chain_of_stages_gives_what_one_procedure_gives(stages: list[Stage]) -> None:
    """Merging equal states between stages changes no probability."""
    whole = Stage("all", lambda state, rules: go_through(stages, state, rules))
    assert outcomes(stages, START, RULES).chances == outcomes([whole], START, RULES).chances


def test_exact_odds_over_a_chain_of_two_procedures() -> None:
    """Two shots that hit on 5 and 6: both, one or none."""
    found = outcomes([fires(), fires()], START, RULES)
    assert found.by(hits_of) == {0: Fraction(4, 9), 1: Fraction(4, 9), 2: Fraction(1, 9)}
    assert len(found.chances) == 3


def test_equal_states_between_stages_are_merged() -> None:
    """Ten shots are 60 and a few runs, not 6 to the power of 10."""
    found = outcomes([fires()] * 10, START, RULES)
    assert found.runs == 6 * sum(range(1, 11))
    assert found.by(hits_of)[10] == Fraction(1, 3) ** 10


@pytest.mark.parametrize("dice", [1, 2, 3])
def test_sums_of_dice_have_their_weights(dice: int) -> None:
    expected = Counter(sum(faces) for faces in product(range(1, 7), repeat=dice))

    def run() -> Procedure[int]:
        return throw(dice, "sum", (), START)

    found = dict(branch(run, first_suggestion))
    assert found == {total: Fraction(n, 6**dice) for total, n in expected.items()}


def test_distinct_outcomes_are_run_once_each_with_the_same_result() -> None:
    plain, grouped = fires(2, 8), fires(2, 8, distinct=(2, 8))
    every, few = outcomes([plain], START, RULES), outcomes([grouped], START, RULES)
    assert every.chances == few.chances
    assert (every.runs, few.runs) == (11, 2)
    assert few.by(hits_of)[1] == Fraction(15, 36)


def test_a_sum_below_every_group_counts_by_itself() -> None:
    found = outcomes([fires(2, 8, distinct=(8,))], START, RULES)
    assert found.chances == outcomes([fires(2, 8)], START, RULES).chances


def test_the_number_of_rolls_may_depend_on_the_rolls() -> None:
    two_thirds = Fraction(2, 3)
    found = outcomes([fires_until_a_miss()], START, RULES).by(hits_of)
    assert found == {n: two_thirds**n * (1 if n == 5 else Fraction(1, 3)) for n in range(6)}


def test_sampling_comes_near_the_exact_odds() -> None:
    stages = [fires(2, 8), fires_until_a_miss()]
    exact = outcomes(stages, START, RULES).by(hits_of)
    runs = 1500
    counts = Counter(_sampled(stages, SeededDice(str(seed))) for seed in range(runs))
    assert set(counts) <= set(exact)
    squares = [(counts[n] - runs * chance) ** 2 / (runs * chance) for n, chance in exact.items()]
    assert len(squares) == 7
    assert sum(squares) < 22.458, "chi-square at one in a thousand for 6 degrees of freedom"


def _sampled(stages: list[Stage], dice: SeededDice) -> int:
    """Hits when it is played once with these dice."""
    procedure = go_through(stages, START, RULES)
    response: object = None
    rolls = 0
    try:
        step = next(procedure)
        while True:
            response = None if isinstance(step, Event) else step.state
            if isinstance(step, Roll):
                response = dice.roll(Address("0" * 64, rolls), step.dice)
                rolls += 1
            step = procedure.send(response)
    except StopIteration as stop:
        return hits_of(stop.value)


def cautious(decision: Decision) -> tuple[str, ...]:
    """A policy of a user's own."""
    return ("stay",) if "stay" in decision.candidates else decision.suggestions[0]


@pytest.mark.parametrize(
    ("policy", "name", "chosen"),
    [
        ("first", "first", "go"),
        ("last", "last", "wait"),
        (cautious, "cautious", "stay"),
        (last_suggestion, None, "wait"),
    ],
)
def test_decisions_are_answered_by_a_named_policy(policy: str, name: str | None, chosen: str) -> None:
    found = outcomes([asks("go", "stay", "wait"), fires()], START, RULES, policy=policy)
    assert found.policy == (name or "last_suggestion")
    assert found.by(lambda state: state.recall(CHOSEN, "")) == {chosen: 1}


def test_an_unknown_policy_names_those_there_are() -> None:
    with pytest.raises(UnknownName, match=r"no policy 'frist'\. Did you mean 'first'\? Known: first, last"):
        outcomes([asks("a", "b")], START, RULES, policy="frist")


def test_a_policy_that_answers_wrongly_is_told_so() -> None:
    with pytest.raises(IllegalAnswer, match=r"the policy's answer to: Which\?.*fly cannot be chosen here"):
        outcomes([asks("a", "b")], START, RULES, policy=lambda _: ("fly",))


def test_without_stages_nothing_happens() -> None:
    assert outcomes([], START, RULES) == Distribution({START: Fraction(1)}, "first", 0)


def test_B41_reckoning_outcomes_changes_nothing() -> None:
    before = hash(START)
    outcomes([fires(), asks("a", "b")], START, RULES)
    assert hash(START) == before
    assert hits_of(START) == 0
    assert outcomes([fires(1, 6)], START, RULES).by(hits_of)[1] == SIXTH
