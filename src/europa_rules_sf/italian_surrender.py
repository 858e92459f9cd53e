"""The Italian surrender and its aftermath (SF 38B2 to 38B4): conditions, attempts, disarming, ships, rails, air units.

Needs how the war in Italy stands, the checks made, or what the Italians have where; gives conditions, the outcome of
attempts, and what becomes of Italian forces. What the rolls for units and ships give is the success table's.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve, frozen

from europa_rules.citations import Citation, rule
from europa_rules.errors import unknown
from europa_rules.ledger import Reckoning
from europa_rules.numbers import Number, counted
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, MONTHS, Side, Turn
from europa_rules.units import Rating, Unit

BY, BY_ALLIED, BY_RSI = (Citation("SF", number) for number in ("38B2", "38B3", "38B4"))
ATTEMPT, COUNTING, LAST_YARD = "38B2-surrender-attempt", "38B2-counting-losses", "38B2-last-yard"
AIR = "38B3-allied-italian-air"


# --- conditions (38B2) -----------------------------------------------------------------------------------------------

LEAST_ALLIED_RES = 25
PORTS = frozenset({"standard", "major", "great"})
LOSS_STEPS = (50, 75, 100)


@frozen
class ItalianSituation:
    """How the war in Italy stands.

    Attributes:
        allied_re: REs of Allied ground units in mainland Italy. port: the best port that the Allied player owns there,
            "" for none.
        losses: Italian losses since the start of play, in REs.
        sicily, sardinia_and_corsica: whether the Allied player owns all their cities and ports, and no Axis unit is
            there in regular supply.
        rome: whether he owns Roma. government_captured: whether he captured the government in the turn before.
    """

    allied_re: Number = 0
    port: str = ""
    losses: Number = 0
    sicily: bool = False
    sardinia_and_corsica: bool = False
    rome: bool = False
    government_captured: bool = False


@rule("SF 38B2")
def reckon_conditions(facts: ItalianSituation) -> Reckoning:
    """The conditions for an Italian surrender that are met.

    >>> print(reckon_conditions(ItalianSituation(losses=82, sicily=True)).value)
    3
    >>> reckon_conditions(ItalianSituation()).value, reckon_conditions(ItalianSituation(24, "major", 49)).value
    (Fraction(0, 1), Fraction(0, 1))
    """
    present = facts.allied_re >= LEAST_ALLIED_RES and facts.port in PORTS
    held = {
        "Allied presence": present,
        **{f"{step} REs of losses": facts.losses >= step for step in LOSS_STEPS},
        "the Allies control Sicily": facts.sicily,
        "the Allies control Sardinia and Corsica": facts.sardinia_and_corsica,
        "the Allies own Rome": facts.rome,
        "the Italian government was captured": facts.government_captured,
    }
    parts = [(name, Reckoning.of(1, "met", BY)) for name, is_met in held.items() if is_met]
    return Reckoning.total("conditions met", parts, BY)


@frozen
class ItalianLosses:
    """What Italian forces have lost since the start of play; position AA, and units in the pool from the start, do not
    count and are not among it.

    Attributes:
        units: REs of units, a division cut to its cadre and the cadre each for itself.
        air_units: how many. naval_sunk, naval_damaged: naval strength points.
        regained: REs of it that have been replaced, rebuilt or repaired since.
    """

    units: Number = 0
    air_units: Number = 0
    naval_sunk: Number = 0
    naval_damaged: Number = 0
    regained: Number = 0


@rule("SF 38B2")
def reckon_italian_losses(facts: ItalianLosses, rules: Ruleset) -> Reckoning:
    """The losses of Italian forces (REs): each air unit and each naval strength point counts as 1 RE.

    >>> from europa_rules import load
    >>> reckon_italian_losses(ItalianLosses(40, 5, 4, 3), load("sf")).value
    Fraction(52, 1)
    >>> found = reckon_italian_losses(ItalianLosses(40, regained=5), load("sf"))
    >>> found.value, found.rests_on
    (Fraction(40, 1), ('sf-38B2-counting-losses: cumulative',))
    >>> net = load("sf", rulings={"sf-38B2-counting-losses": "net"})
    >>> reckon_italian_losses(ItalianLosses(40, regained=5), net).value
    Fraction(35, 1)
    >>> reckon_italian_losses(ItalianLosses(), load("sf")).value
    Fraction(0, 1)
    """
    found = (
        Reckoning.of(facts.units, "units", BY)
        .plus(facts.air_units, "air units", BY)
        .plus(facts.naval_sunk, "naval strength points sunk", BY)
        .plus(facts.naval_damaged, "naval strength points damaged", BY)
    )
    if facts.regained and rules.reads(COUNTING, "net"):
        found = found.minus(facts.regained, "regained", BY)
    for point in rules.resting(COUNTING) if facts.regained else ():
        found = found.noting(rests_on=point)
    return found


# --- attempts (38B2) -------------------------------------------------------------------------------------------------

ATTEMPTS = 3
SURRENDERS_FROM = 3


@frozen
class SurrenderAttempt:
    """A surrender attempt.

    Attributes:
        number: which it is, from 1. conditions: how many are met. phasing: in whose initial phase.
    """

    number: int
    conditions: int
    phasing: Side = AXIS

    @property
    def needed(self) -> int:
        """The conditions that it asks for."""
        return self.number + 1


@rule("SF 38B2")
def rule_on_attempt(facts: SurrenderAttempt) -> Ruling:
    """Whether a surrender attempt is made.

    >>> print(rule_on_attempt(SurrenderAttempt(2, 2)))
    refused: attempt 2 asks for 3 conditions, and 2 are met (SF 38B2). Possible: check again when more are met.
    """
    return (
        Ruling.refuse_if(not 1 <= facts.number <= ATTEMPTS, f"there are {ATTEMPTS} attempts at most", BY)
        & Ruling.refuse_if(
            facts.phasing != AXIS, "the surrender is checked in Axis initial phases", BY, possible="check it there"
        )
        & Ruling.refuse_if(
            facts.conditions < facts.needed,
            f"attempt {facts.number} asks for {counted(facts.needed, 'condition')}, and {facts.conditions} are met",
            BY,
            possible="check again when more are met",
        )
    )


@rule("SF 38B2")
def rule_on_leaving_out(facts: SurrenderAttempt, rules: Ruleset) -> Ruling:
    """Whether an attempt whose conditions are met may be left out.

    >>> from europa_rules import load
    >>> rule_on_leaving_out(SurrenderAttempt(1, 3), load("sf")).allowed
    False
    >>> rule_on_leaving_out(SurrenderAttempt(2, 2), load("sf")).allowed
    True
    >>> choice = load("sf", rulings={"sf-38B2-surrender-attempt": "optional"})
    >>> rule_on_leaving_out(SurrenderAttempt(1, 3), choice).allowed
    True
    """
    made = rule_on_attempt(facts).allowed
    must = made and not rules.reads(ATTEMPT, "optional")
    ruling = Ruling.refuse_if(must, "an attempt is made whenever its conditions are met", BY, possible="roll for it")
    return ruling & Ruling(rests_on=rules.resting(ATTEMPT) if made else ())


@rule("SF 38B2")
def reckon_surrender_modifier(facts: SurrenderAttempt) -> Reckoning:
    """The die roll modifier of an attempt: one for each condition beyond those that it asks for."""
    found = Reckoning.of(facts.conditions, "conditions met", BY)
    return found.minus(facts.needed, "asked for", BY).at_least(0, "none beyond", BY)


@rule("SF 38B2")
def surrenders(roll: int, facts: SurrenderAttempt) -> bool:
    """Whether Italy surrenders on a roll.

    >>> surrenders(2, SurrenderAttempt(1, 3)), surrenders(2, SurrenderAttempt(1, 2))
    (True, False)
    """
    return rule_on_attempt(facts).allowed and roll + reckon_surrender_modifier(facts).value >= SURRENDERS_FROM


@frozen
class SurrenderCheck:
    """A check of an Axis initial phase: the game turn, the conditions met, and the die in case of an attempt."""

    turn: Turn
    conditions: int
    roll: int


@frozen
class AttemptMade:
    """An attempt that was made: its turn, its number, and whether Italy surrendered."""

    turn: Turn
    number: int
    surrendered: bool


@rule("SF 38B2")
def attempts_made(checks: Sequence[SurrenderCheck]) -> tuple[AttemptMade, ...]:
    """The attempts that successive checks lead to; after the surrender, or the third attempt, there are no more.

    >>> aug = Turn.parse("Aug I 43")
    >>> [a.surrendered for a in attempts_made([SurrenderCheck(aug, 2, 1), SurrenderCheck(aug.next(), 4, 2)])]
    [False, True]
    """
    made: list[AttemptMade] = []
    for check in checks:
        attempt = SurrenderAttempt(len(made) + 1, check.conditions)
        over = bool(made) and made[-1].surrendered
        if not over and rule_on_attempt(attempt).allowed:
            made.append(AttemptMade(check.turn, attempt.number, surrenders(check.roll, attempt)))
    return tuple(made)


@rule("SF 38B2")
def turn_of_surrender(made: Sequence[AttemptMade]) -> Turn | None:
    """The game turn of the surrender, None where there has been none."""
    return next((attempt.turn for attempt in made if attempt.surrendered), None)


# --- what follows (38B2) ---------------------------------------------------------------------------------------------

PARACHUTISTS = frozenset({"parachute", "parachute_infantry"})
BLACKSHIRTS = Rating.parse("1-2-6")
REACH = 3


@rule("SF 38B2")
def is_checked_for_loyalty(unit: Unit) -> bool:
    """Whether a unit is rolled for, and may stay loyal to the Axis: parachutists, and 1-2-6 brigades of the CCNN.

    >>> is_checked_for_loyalty(Unit("it", "infantry", "brigade", Rating.parse("1-2-6"), symbols=("ccnn",)))
    True
    >>> is_checked_for_loyalty(Unit("ge", "parachute", "regiment", Rating.parse("3-8")))
    False
    >>> is_checked_for_loyalty(Unit("it", "parachute", "regiment", Rating.parse("3-8")))
    True
    >>> is_checked_for_loyalty(Unit("it", "infantry", "brigade", Rating.parse("2-3-6"), symbols=("ccnn",)))
    False
    >>> is_checked_for_loyalty(Unit("it", "infantry", "brigade", Rating.parse("1-2-6")))
    False
    """
    if unit.nation != "it":
        return False
    kinds = {unit.type, *unit.symbols}
    blackshirts = unit.type == "infantry" and unit.size == "brigade" and unit.rating == BLACKSHIRTS and "ccnn" in kinds
    return bool(kinds & PARACHUTISTS) or blackshirts


@frozen
class ItalianUnit:
    """A unit that is no longer of the Axis.

    Attributes:
        with_axis: whether it is stacked with Axis units.
        distance: hexes to the nearest Allied unit; None for none.
        axis_re, allied_re: REs of each within 3 hexes of it.
    """

    with_axis: bool = False
    distance: int | None = None
    axis_re: Number = 0
    allied_re: Number = 0


@rule("SF 38B2")
def rule_on_joining(facts: ItalianUnit) -> Ruling:
    """Whether an Italian unit joins the Allies: refused where it is disarmed.

    >>> rule_on_joining(ItalianUnit(distance=3, axis_re=6, allied_re=6)).allowed
    True
    >>> [rule_on_joining(ItalianUnit(distance=3, axis_re=re)).allowed for re in (0, 1)]
    [True, False]
    >>> rule_on_joining(ItalianUnit(distance=4)).allowed, rule_on_joining(ItalianUnit(distance=3, allied_re=1)).allowed
    (False, True)
    """
    near = facts.distance is not None and facts.distance <= REACH
    return (
        Ruling.refuse_if(facts.with_axis, "it is stacked with Axis units", BY)
        & Ruling.refuse_if(not near, f"no Allied unit is within {REACH} hexes", BY)
        & Ruling.refuse_if(
            near and facts.axis_re > facts.allied_re, f"more Axis than Allied REs are within {REACH} hexes", BY
        )
    )


@frozen
class Ship:
    """A naval unit: the strength printed on it, and the hits that it has."""

    strength: int
    hits: int = 0

    @property
    def current(self) -> int:
        """The strength points that are left."""
        return self.strength - self.hits


@frozen
class Divided:
    """What becomes of an Italian naval unit.

    Attributes:
        german, allied: the naval units of each; None for no strength point.
        must_escape: whether the Allied one must try to escape to sea.
    """

    german: Ship | None
    allied: Ship | None
    must_escape: bool


def _with(points: int, ship: Ship) -> Ship | None:
    return evolve(ship, hits=ship.strength - points) if points else None


@rule("SF 38B2")
def divide(ship: Ship, in_port: bool, seized: int) -> Divided:
    """What becomes of an Italian naval unit upon the surrender.

    in_port: whether it is in a port that the Axis owns. seized: strength points that the Germans take over there.

    >>> divide(Ship(10), True, 3)
    Divided(german=Ship(strength=10, hits=7), allied=Ship(strength=10, hits=3), must_escape=True)
    """
    if not in_port:
        return Divided(None, ship, False)
    taken = min(seized, ship.current)
    rest = _with(ship.current - taken, ship)
    return Divided(_with(taken, ship), rest, rest is not None)


CUT_FOR_YARD = 2


@rule("SF 38B2")
def reckon_axis_rail(capacity: int, yards: int) -> Reckoning:
    """The Axis rail capacity of an Italian net, by the yards on it that the Allied player owns (REs).

    >>> print(reckon_axis_rail(10, 3))
    10 rail capacity | -6 for 3 yards of the Allies (SF 38B2) | = 4
    >>> print(reckon_axis_rail(6, 3))
    6 rail capacity | -6 for 3 yards of the Allies (SF 38B2) | = 0
    """
    found = Reckoning.of(capacity, "rail capacity")
    found = found.minus(CUT_FOR_YARD * yards, f"for {counted(yards, 'yard')} of the Allies", BY)
    return found.at_least(0, "never less", BY) if found.value < 0 else found


@rule("SF 38B2")
def reckon_allied_rail(capacity: int, yards: int, rules: Ruleset) -> Reckoning:
    """The rail capacity of an Italian net that the Allied player gains (REs): one for each cut of two.

    >>> from europa_rules import load
    >>> reckon_allied_rail(5, 3, load("sf")).value
    Fraction(2, 1)
    """
    cut = capacity - reckon_axis_rail(capacity, yards).value
    whole, rest = divmod(int(cut), CUT_FOR_YARD)
    gained = whole + (rest if rules.reads(LAST_YARD, "one") else 0)
    found = Reckoning.of(gained, f"for a cut of {cut}", BY)
    for point in rules.resting(LAST_YARD) if rest else ():
        found = found.noting(rests_on=point)
    return found


# --- air units and production after it (38B3, 38B4) ------------------------------------------------------------------

ALLIED_ITALIAN, RSI_ITALIAN = "Allied Italian", "RSI Italian"
ARRIVALS = {ALLIED_ITALIAN: ALLIED, RSI_ITALIAN: AXIS}
"""In whose initial phases the Italian air reinforcements of a force arrive."""

INITIAL = "initial"
FIRST_CYCLE = Turn(1943, 11, 1)
COLUMN_A, COLUMN_B = "A", "B"
MORATORIUM = 12
TWELVE_TURNS = "38B3-twelve-turns"


@rule("SF 38B3", "SF 38B4")
def side_of_air_arrivals(force: str) -> Side:
    """In whose initial phases the air reinforcements of an Italian force arrive. Raises UnknownName for another force.

    >>> side_of_air_arrivals("RSI Italian")
    'Axis'
    """
    if force not in ARRIVALS:
        raise unknown("Italian force after the surrender", force, ARRIVALS)
    return ARRIVALS[force]


@rule("SF 38B3", "SF 38B4")
def turn_of_column_a(surrender: Turn, force: str, rules: Ruleset) -> Turn:
    """The game turn on which an Italian force takes the A column of its air order of battle.

    >>> from europa_rules import load
    >>> print(turn_of_column_a(Turn.parse("Oct II 43"), "Allied Italian", load("sf")))
    Nov I 43
    """
    at_once = rules.reads(AIR, "same-turn") and side_of_air_arrivals(force) == ALLIED
    return surrender if at_once else surrender.next()


def _cycle_name(turn: Turn) -> str:
    return f"{MONTHS[turn.month - 1]} {turn.year % 100}"


def _starts_cycle(turn: Turn, rules: Ruleset) -> bool:
    return f"{MONTHS[turn.month - 1]} {'I' * turn.half}" in rules.charts.turn_record.air_cycle_starts


def _cycles(until: Turn, rules: Ruleset) -> list[Turn]:
    """The starts of the air cycles from the first Italian one to a turn."""
    found, turn = [], FIRST_CYCLE
    while turn <= until:
        if _starts_cycle(turn, rules):
            found.append(turn)
        turn = turn.next()
    return found


@rule("SF 38B3", "SF 38B4")
def air_columns(column_a: Turn, column_b: Turn, turn: Turn, rules: Ruleset) -> tuple[str, ...]:
    """The columns of an Italian air order of battle that are taken on a turn, with those that it lags behind.

    column_a, column_b: the turns on which the first two columns are taken.

    >>> from europa_rules import load
    >>> air_columns(*map(Turn.parse, ("Nov I 43", "Nov II 43", "Jan I 44")), load("sf"))
    ('Nov 43', 'Jan 44')
    >>> air_columns(*map(Turn.parse, ("Dec II 43", "Jan I 44", "Mar I 44")), load("sf"))
    ('Nov 43', 'Jan 44', 'Mar 44')
    """
    if turn in (column_a, column_b):
        return (COLUMN_A if turn == column_a else COLUMN_B,)
    if turn < column_b or not _starts_cycle(turn, rules):
        return ()
    before = [cycle for cycle in _cycles(turn, rules) if column_b < cycle < turn]
    last = before[-1] if before else None
    return tuple(_cycle_name(cycle) for cycle in _cycles(turn, rules) if last is None or cycle > last)


@rule("SF 38B3", "SF 38B4", "SF 38D", "SF 38E", "SF 38F")
def first_production(event: Turn, rules: Ruleset) -> Turn:
    """The first game turn on which land produces again after a surrender or a liberation: 12 game turns later.

    >>> from europa_rules import load
    >>> print(first_production(Turn.parse("Aug II 43"), load("sf")))
    Mar I 44
    """
    turn = event if rules.reads(TWELVE_TURNS, "with") else event.next()
    for _ in range(MORATORIUM):
        turn = turn.next()
    while not rules.charts.turn_record.brings_production(str(turn)):
        turn = turn.next()
    return turn
