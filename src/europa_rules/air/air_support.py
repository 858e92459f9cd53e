"""Ground support and defensive air support in a ground combat (rules 20G2b, 20G2c).

Needs the attack that is under way and the air operations suspended over the attacked hex; gives the strength of the air
units that are effective: one for each RE of units in the combat that are no artillery, as their owner chooses. The
operations are taken up again before the odds are reckoned, and their air units return when the combat is over, those of
the defender first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import ceil, floor
from typing import cast

from attrs import evolve, frozen

from europa_rules.air.facts import OPERATION
from europa_rules.air.flight_orders import flight_of, flyers, operation_at
from europa_rules.air.flights import reckon_bombing_strength
from europa_rules.air.operations import end_operation, run_step, suspended
from europa_rules.air_units import AirRating
from europa_rules.citations import Citations, rule
from europa_rules.contributions import StepContribution
from europa_rules.ground.attacks import under_way
from europa_rules.ground.facts import ATTEMPT, Attempt
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.numbers import ZERO, Number, show
from europa_rules.permissions import Ruling
from europa_rules.procedure import Answer, Decision, Event, Procedure, choose, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import AirPiece, GameState, Piece
from europa_rules.units import Unit, is_artillery, re_sum

DEFENSIVE, GROUND = "defensive_air_support", "ground_support"
ANTIAIRCRAFT, RESOLUTION, RETURN = "antiaircraft fire", "mission resolution", "air unit return"
CODE_T = "das_code_t"
"""Under which name an attack is told how many effective air units of code T support the defender."""

CONTINGENTS = "contingents in air support"
"""Slot of sources: a function (code of a nation) -> the contingent whose units its air units support."""

_NAMES = {DEFENSIVE: "das", GROUND: "gs"}
_LIMIT = "20G2b-ground-support-limit"
_FRACTIONS = "20G2b-fractional-res"

# --- how many, and with what strength --------------------------------------------------------------------------------


@frozen
class SupportFacts:
    """Air units that support a combat.

    Attributes:
        re_total: REs of the units that attack, or defend.
        re_artillery: those of them that are artillery.
        strengths: the bombing strength of each air unit, as it counts on its mission.
        is_defensive: whether it is defensive air support.
    """

    re_total: Number
    re_artillery: Number = ZERO
    strengths: tuple[Number, ...] | None = None
    is_defensive: bool = False


@rule("FoF 20G2b", "FoF 20G2c", "SF 20G2b", "SF 20G2c")
def most_effective(facts: SupportFacts, rules: Ruleset) -> Reckoning:
    """How many air units may be effective: one for each RE that is no artillery.

    >>> from fractions import Fraction
    >>> from europa_rules import load
    >>> print(most_effective(SupportFacts(Fraction(19, 2), 2), load("sf")))
    19/2 REs (SF 20G2b) | -2 artillery (SF 20G2b) | become 7 an air unit for each whole RE (SF 20G2b) | = 7
    """
    by = rules.cite("20G2c" if facts.is_defensive else "20G2b")
    left = Reckoning.of(facts.re_total, "REs", by)
    left = left.minus(facts.re_artillery, "artillery", by) if facts.re_artillery else left
    if left.value.denominator != 1:
        up = rules.reads(_FRACTIONS, "up")
        whole = ceil(left.value) if up else floor(left.value)
        left = left.become(whole, f"an air unit for each {'RE or part of one' if up else 'whole RE'}", by)
        for point in rules.resting(_FRACTIONS):
            left = left.noting(rests_on=point)
    for point in rules.resting(_LIMIT) if not facts.is_defensive else ():
        left = left.noting(rests_on=point)
    return left


@frozen
class EffectiveSupport:
    """The air units that count, and their strength."""

    air_units: Reckoning
    strength: Reckoning


def is_unlimited(facts: SupportFacts, rules: Ruleset) -> bool:
    """Whether every air unit that gets through counts, as a reading has it."""
    return not facts.is_defensive and rules.reads(_LIMIT, "unlimited")


@rule("FoF 20G2b", "FoF 20G2c", "SF 20G2b", "SF 20G2c")
def reckon_effective_support(facts: SupportFacts, rules: Ruleset) -> EffectiveSupport:
    """The air units that count, the strongest where there are more than may, and their strength together.

    >>> from europa_rules import load
    >>> support = reckon_effective_support(SupportFacts(5, strengths=(4, 4, 3, 2, 2, 1)), load("sf"))
    >>> support.air_units.value, support.strength.value
    (Fraction(5, 1), Fraction(15, 1))
    """
    by, most = rules.cite("20G2b"), most_effective(facts, rules)
    if facts.strengths is None:
        return EffectiveSupport(most, Reckoning.of(ZERO, "no air units are named", by))
    flown = len(facts.strengths)
    number = Reckoning.of(flown, "every air unit", by) if is_unlimited(facts, rules) else most
    if number.value > flown:
        number = number.at_most(flown, "air units flown", by)
    best = sorted(facts.strengths, reverse=True)[: int(number.value)]
    parts = [("air unit", Reckoning.of(strength, "bombing strength", by)) for strength in best]
    return EffectiveSupport(number, Reckoning.total("air support", parts, by))


# --- on the board ----------------------------------------------------------------------------------------------------


def support_over(ref: Hex, kind: str, state: GameState) -> tuple[str, ...]:
    """The suspended operations of a kind of air support over a hex."""
    return tuple(name for name in suspended(kind, state) if operation_at(name, state).target == ref)


def count_supported(units: Sequence[Unit], kind: str, rules: Ruleset) -> SupportFacts:
    """The units of a combat, as the limit on air support counts them."""
    total = re_sum(units, rules.types)
    artillery = re_sum((unit for unit in units if is_artillery(unit, rules.types)), rules.types)
    return SupportFacts(total, artillery, is_defensive=kind == DEFENSIVE)


def _supporters(names: Sequence[str], kind: str, state: GameState, rules: Ruleset) -> dict[str, Reckoning]:
    """The air units that are there to bomb, and their strengths."""
    found: dict[str, Reckoning] = {}
    for name in names:
        operation = operation_at(name, state)
        for piece, flying in flyers(name, state):
            if flying.mission == kind and piece.side == operation.initiator:
                flight = flight_of(piece, flying, operation, state, rules)
                found[piece.id] = reckon_bombing_strength(flight, rules)
    return found


def _ground_units(kind: str, attempt: Attempt, state: GameState) -> tuple[Piece, ...]:
    ids = attempt.defenders if kind == DEFENSIVE else attempt.attackers
    there = (state.pieces[i] for i in ids if i in state.pieces)
    return tuple(p for p in there if kind == GROUND or p.place == attempt.target)


@rule("FoF 20G2b", "FoF 20G2c", "SF 20G2b", "SF 20G2c")
def resolve_air_support(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Air support over the attacked hex: antiaircraft fire where it is due, then the strength that counts."""
    attempt = under_way(state)
    if attempt is None or not any(attempt.defenders):
        return state
    for kind in (DEFENSIVE, GROUND):
        for name in support_over(attempt.target, kind, state):
            if operation_at(name, state).step == ANTIAIRCRAFT:
                state = yield from run_step(name, ANTIAIRCRAFT, state, rules)
    for kind in (DEFENSIVE, GROUND):
        state = yield from _bomb(kind, state, rules)
    return state


def _bomb(kind: str, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    attempt = under_way(state)
    names = support_over(attempt.target, kind, state) if attempt else ()
    if attempt is None or not names:
        return state
    there = _supporters(names, kind, state, rules)
    ground = _ground_units(kind, attempt, state)
    owner, chosen = operation_at(names[0], state).initiator, list[str]()
    limits: list[tuple[str, Reckoning]] = []
    for contingent in _contingents(there, state, rules):
        own = {unit: strength for unit, strength in there.items() if _of(unit, state, rules) == contingent}
        served = [piece for piece in ground if contingent_of(piece.unit.nation, rules) == contingent]
        facts = count_supported([piece.unit for piece in served], kind, rules)
        chosen += yield from choose_effective(own, facts, owner, kind, state, rules)
        limits.append((f"{contingent} air units that may count".strip(), most_effective(facts, rules)))
    by: Citations = (rules.cite(rules.charts.air_missions[kind].rule),)
    total = Reckoning.total(kind.replace("_", " "), [(unit, there[unit]) for unit in chosen], *by)
    ratings = [state.air_piece(unit).unit.rating for unit in chosen]
    support = (*attempt.support, *tell_support(kind, total.value, ratings))
    state = state.noting(ATTEMPT, "", evolve(attempt, support=support))
    for name in names:
        state = state.noting(OPERATION, name, evolve(operation_at(name, state), step=RETURN))
    text = f"{kind.replace('_', ' ')} over {attempt.target}: {show(total.value)} points"
    text += f" from {', '.join(chosen)}" if chosen else ""
    text += "" if chosen else f": none of {', '.join(there)} counts" if there else ": no air unit got through"
    by += tuple(c for source in rules.sources(CONTINGENTS) for c in source.by)
    ledgers = (("strength", total), *limits)
    return (yield from record(Event(text, by, state, "air support", ledgers)))


def tell_support(kind: str, points: Number, effective: Iterable[AirRating]) -> tuple[tuple[str, str], ...]:
    """What an attack is told of the air units that are effective: their strength together and, for DAS, their codes T.

    >>> tell_support(DEFENSIVE, 4, [AirRating.parse("4A5 4-1/T/6")])
    (('das', '4'), ('das_code_t', '1'))
    """
    told = ((_NAMES[kind], show(points)),)
    return (*told, (CODE_T, str(sum(rating.has_code("T") for rating in effective)))) if kind == DEFENSIVE else told


def contingent_of(nation: str, rules: Ruleset) -> str:
    """The contingent within which units of a nation support each other from the air; "" in a game without limits."""
    for source in rules.sources(CONTINGENTS):
        return cast("Callable[[str], str]", source.value)(nation)
    return ""


def _of(unit: str, state: GameState, rules: Ruleset) -> str:
    return contingent_of(state.air_piece(unit).unit.nation, rules)


def _contingents(units: Iterable[str], state: GameState, rules: Ruleset) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_of(unit, state, rules) for unit in units))


def choose_effective(
    there: Mapping[str, Reckoning], facts: SupportFacts, owner: Side, kind: str, state: GameState, rules: Ruleset
) -> Procedure[Answer]:
    """The owner chooses which of his air units count, where there are too many."""
    most, units = int(most_effective(facts, rules).value), tuple(there)
    if len(units) <= most or is_unlimited(facts, rules):
        return units
    best = tuple(sorted(units, key=lambda unit: (-there[unit].value, unit))[:most])
    if not best:
        return ()
    by = (rules.cite(rules.charts.air_missions[kind].rule),)

    def so_many(answer: Answer) -> Ruling:
        return Ruling.refuse_if(
            len(answer) > most, f"{most} air units count, not {len(answer)}", *by, possible=f"choose {most}"
        )

    question = f"{most} of the air units count in the combat: which?"
    return (yield from choose(Decision(owner, question, units, by, state, (best,), so_many)))


@rule("FoF 20G2b", "FoF 20G2c", "SF 20G2b", "SF 20G2c")
def return_air_support(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The combat is over: its air units return to base, those of defensive air support first."""
    attempt = under_way(state)
    if attempt is None:
        return state
    for kind in (DEFENSIVE, GROUND):
        for name in support_over(attempt.target, kind, state):
            if operation_at(name, state).step == RETURN:
                state = yield from end_operation(name, state, rules)
    return state


def supporting(ref: Hex, state: GameState) -> tuple[AirPiece, ...]:
    """The air units that have supported the attack on a hex and have not returned yet."""
    names = (name for name in support_over(ref, GROUND, state) if operation_at(name, state).step == RETURN)
    return tuple(piece for name in names for piece, flying in flyers(name, state) if flying.mission == GROUND)


def effective_of_code_t(attempt: Attempt | None) -> int:
    """How many effective air units of code T support the defender of an attack."""
    support = dict(attempt.support) if attempt is not None else {}
    return int(support.get(CODE_T, "0"))


def steps(book: str, *, after: str = "") -> tuple[StepContribution, ...]:
    """The steps of air support in an attack; `after` names the step that it follows, else it is before the odds."""
    by = f"{book} 20G2b"
    resolve = (
        StepContribution("air support", "attack", resolve_air_support, by, after=after)
        if after
        else StepContribution("air support", "attack", resolve_air_support, by, before="before odds")
    )
    return (resolve, StepContribution("air support over", "attack", return_air_support, by, before="conclude"))
