"""Reserve, replacement and training units, and disbanding (SF 43F, advanced).

Needs the REs of such units in a German garrison, or what those of another force have done; gives production,
reinforcements, what is forfeited, and rulings on disbanding.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import ceil, floor

from attrs import frozen

from europa_rules.citations import Citation, rule
from europa_rules.contributions import Option
from europa_rules.ledger import Reckoning
from europa_rules.numbers import HALF, Number, counted
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Turn

BY_GERMAN, BY_OTHERS, BY_LIMIT = Citation("SF", "43F1a"), Citation("SF", "43F1b"), Citation("SF", "43F2")
FULL_FROM, HALF_FROM = 4, 1
"""REs in garrison from which a district produces in full, and by half."""

DISBANDED_RE = 5
GERMAN = "ge"
HALVES = "43F1a-halves"


# --- German districts (SF 43F1a) -------------------------------------------------------------------------------------


@rule("SF 43F1a")
def reckon_district_infantry(usual: Number, re: Number) -> Reckoning:
    """The infantry replacement points of a German district with so many REs of training units in garrison.

    usual: what it produces otherwise.

    >>> [str(reckon_district_infantry(5, re).value) for re in (4, 3, 0)]
    ['5', '5/2', '0']
    """
    points = Reckoning.of(usual, "production", BY_GERMAN)
    if re >= FULL_FROM:
        return points
    if re >= HALF_FROM:
        return points.times(HALF, f"fewer than {FULL_FROM} REs in garrison", BY_GERMAN)
    return points.become(0, f"fewer than {counted(HALF_FROM, 'RE')} in garrison", BY_GERMAN)


@frozen
class Arrivals:
    """Reinforcements of a district: units that appear, and units that wait."""

    appear: Reckoning
    wait: Reckoning


@rule("SF 43F1a")
def reckon_arrivals(scheduled: int, re: Number, rules: Ruleset) -> Arrivals:
    """How many reinforcing units appear in a German district: one for each RE of training units in its garrison.

    >>> from europa_rules import load
    >>> found = reckon_arrivals(3, 2, load("sf"))
    >>> found.appear.value, found.wait.value
    (Fraction(2, 1), Fraction(1, 1))
    >>> found = reckon_arrivals(3, HALF * 3, load("sf"))
    >>> found.appear.value, found.appear.rests_on
    (Fraction(1, 1), ('sf-43F1a-halves: down',))
    >>> reckon_arrivals(3, HALF * 3, load("sf", rulings={"sf-43F1a-halves": "up"})).appear.value
    Fraction(2, 1)
    """
    is_whole = floor(re) == re
    most = ceil(re) if rules.reads(HALVES, "up") else floor(re)
    appear = Reckoning.of(scheduled, "scheduled", BY_GERMAN).at_most(most, "REs in garrison", BY_GERMAN)
    for point in () if is_whole else rules.resting(HALVES):
        appear = appear.noting(rests_on=point)
    return Arrivals(appear, Reckoning.of(scheduled, "scheduled", BY_GERMAN).minus(appear.value, "appear", BY_GERMAN))


# --- other forces (SF 43F1b) -----------------------------------------------------------------------------------------


@frozen
class TrainingUse:
    """What training units of a force have done since it last received replacement points.

    Attributes:
        nation: code of the nation.
        turns: for each unit the game turns in which it was in an enemy ZOC or in ground combat.
        in_pool: units that were in the replacement pool at the start of a player turn.
        receipt: the game turn in which points are received next; None for any.
    """

    nation: str
    turns: tuple[tuple[Turn, ...], ...] = ()
    in_pool: int = 0
    receipt: Turn | None = None


@frozen
class Forfeit:
    """Infantry replacement points that a force forfeits in all, those it keeps, and those it still owes."""

    forfeited: Reckoning
    kept: Reckoning
    deficit: Reckoning


@rule("SF 43F1", "SF 43F1b")
def reckon_penalty(facts: TrainingUse) -> Reckoning:
    """The infantry replacement points that a force forfeits: one for each unit and game turn, and for each in the pool.

    >>> jan = Turn.parse("Jan I 45")
    >>> [int(reckon_penalty(TrainingUse(nation, ((jan, jan.next()),), 1)).value) for nation in ("us", "ge")]
    [3, 0]
    >>> reckon_penalty(TrainingUse("us", ((jan, jan.next()), (jan,)), receipt=jan.next())).value
    Fraction(2, 1)
    >>> reckon_penalty(TrainingUse("us")).value
    Fraction(0, 1)
    """
    if facts.nation == GERMAN:
        return Reckoning.of(0, "German forces are not subject to it", BY_OTHERS)
    before = [{turn for turn in unit if facts.receipt is None or turn < facts.receipt} for unit in facts.turns]
    fought = Reckoning.of(sum(map(len, before)), "units in ZOCs or combat, by game turn", BY_OTHERS)
    return fought.plus(facts.in_pool, "units in the replacement pool", BY_OTHERS)


@rule("SF 43F1b")
def reckon_forfeit(facts: TrainingUse, received: Number) -> Forfeit:
    """What a force forfeits when it receives infantry replacement points; what it lacks for that is its deficit.

    >>> found = reckon_forfeit(TrainingUse("us", in_pool=3), 2)
    >>> [int(part.value) for part in (found.forfeited, found.kept, found.deficit)]
    [3, 0, 1]
    """
    penalty = reckon_penalty(facts)
    paid = penalty.at_most(received, "those received", BY_OTHERS)
    kept = Reckoning.of(received, "received", BY_OTHERS).minus(paid.value, "forfeited", BY_OTHERS)
    return Forfeit(penalty, kept, penalty.minus(paid.value, "paid", BY_OTHERS))


@rule("SF 43F1b")
def rule_on_disbanding_training(nation: str) -> Ruling:
    """Whether a training unit of a nation may be disbanded: a German one.

    >>> rule_on_disbanding_training("us").allowed
    False
    """
    why = "training, reserve and replacement units of other than German forces are not disbanded"
    return Ruling.refuse_if(nation != GERMAN, why, BY_OTHERS, possible="disband another unit")


# --- disbanding (SF 43F2) --------------------------------------------------------------------------------------------


@rule("SF 43F2")
def rule_on_disbanding_limit(force: str, re: Mapping[str, Number]) -> Ruling:
    """Whether a force may disband so many REs in an initial phase, by theater.

    >>> rule_on_disbanding_limit("British", {"ETO": 5, "MTO": 5}).allowed
    True
    """
    return Ruling.all(
        Ruling.refuse_if(
            number > DISBANDED_RE,
            f"{force} units of {counted(number, 'RE')} are disbanded in the {theater}",
            BY_LIMIT,
            possible=f"disband {DISBANDED_RE} REs in each theater",
        )
        for theater, number in re.items()
    )


def turns_of(texts: Iterable[str]) -> tuple[Turn, ...]:
    """Game turns as they are written."""
    return tuple(map(Turn.parse, texts))


OPTIONS = (
    Option("43F1", "Reserve, replacement and training units", by="SF 43F1"),
    Option("43F2", "Disbanding limit", by="SF 43F2"),
)
