"""The strategic air war and its effects (SF 26A): checks, extended range, fuel, rail capacity and supply lines.

Needs the turn, the effects reached, or what low fuel and damage leave; gives rulings, numbers of air units, capacities
and allowances. How the status rises, and which status brings which effect, are the game's charts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from attrs import evolve, frozen

from europa_rules.citations import Citation, rule
from europa_rules.errors import unknown
from europa_rules.ground.rail_nets import Increase, reckon_increase_cost, reckon_most_increase
from europa_rules.ledger import Reckoning
from europa_rules.numbers import HALF, Number
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Side, Turn

BY, BY_RANGE, BY_FUEL, BY_RAIL, BY_SHORTAGE, BY_SEVERE, BY_SUPPLY = (
    Citation("SF", number) for number in ("26A", "26A1", "26A2", "26A3", "26A4", "26A5", "26A6")
)
FROM = Turn(1944, 5, 1)
"""The game turn from which on the strategic air war is checked."""

REMAINDER, FUEL_AND_SUPPLY = "26A2-fuel-remainder", "26A5-fuel-and-supply"
PICKER, COUNT = "26A2-grounded-units", "26A2-fuel-count"


# --- checks (26A) ----------------------------------------------------------------------------------------------------


@rule("SF 26A")
def rule_on_check(turn: Turn, phase: str, phasing: Side) -> Ruling:
    """Whether the progress of the strategic air war is checked: in each Allied initial phase from May I 44 on.

    >>> rule_on_check(Turn.parse("May I 44"), "initial", ALLIED).allowed
    True
    """
    return Ruling.refuse_if(turn < FROM, f"the status is 0 until {FROM}", BY) & Ruling.refuse_if(
        phase != "initial" or phasing != ALLIED, "it is checked in Allied initial phases", BY
    )


@rule("SF 26A")
def effects_in_force(reached: Iterable[tuple[str, Turn]], turn: Turn) -> tuple[str, ...]:
    """The effects that hold on a turn: those reached by then, which are never switched off.

    >>> effects_in_force([("rail", Turn.parse("Jun I 44"))], Turn.parse("May I 45"))
    ('rail',)
    >>> effects_in_force([("rail", Turn.parse("Jun I 44")), ("fuel", Turn.parse("Jun II 44"))], Turn.parse("Jun I 44"))
    ('rail',)
    """
    return tuple(name for name, since in reached if since <= turn)


# --- extended range and fuel (26A1, 26A2) ----------------------------------------------------------------------------

OPERATIONS = 1


@rule("SF 26A1")
def rule_on_extended_range(theater: str, operations: Mapping[str, int]) -> Ruling:
    """Whether the Axis may begin another extended range operation in a theater under the range limit.

    operations: theater -> such operations of this player turn.

    >>> rule_on_extended_range("West", {"West": 1}).allowed
    False
    """
    flown = operations.get(theater, 0)
    return Ruling.refuse_if(
        flown >= OPERATIONS,
        f"an extended range operation has been flown in the theater {theater}",
        BY_RANGE,
        possible="fly one in another theater, or in the next player turn",
    )


FULL = 100
COUNTS = {75: (3, 1), 67: (2, 1), 50: (1, 1), 33: (1, 2), 25: (1, 3)}
"""Percentage of fuel -> after how many missions begun how many air units become inoperative."""


@frozen
class LowFuel:
    """Axis air units that begin missions while fuel is low.

    Attributes:
        percent: of aviation fuel. operative: air units as the player turn begins. missions: how many begin a mission.
        counted: where the count of missions stood at the end of the player turn before.
    """

    percent: int
    operative: int
    missions: int
    counted: int = 0


@frozen
class Grounded:
    """What low fuel makes of air units: those made inoperative, those left operative, and the missions possible."""

    inoperative: int
    operative: int
    flown: int


@rule("SF 26A2")
def ground_by_fuel(facts: LowFuel, rules: Ruleset) -> Grounded:
    """The air units that low fuel makes inoperative as missions begin. Raises UnknownName for another percentage.

    >>> from europa_rules import load
    >>> ground_by_fuel(LowFuel(75, 8, 3), load("sf"))
    Grounded(inoperative=1, operative=4, flown=3)
    >>> on_and_on = load("sf", rulings={"sf-26A2-fuel-count": "on-and-on"})
    >>> [ground_by_fuel(LowFuel(75, 8, 3, counted), on_and_on).inoperative for counted in (0, 1)]
    [1, 1]
    >>> ground_by_fuel(LowFuel(75, 8, 3), on_and_on), ground_by_fuel(LowFuel(75, 8, 2), on_and_on).inoperative
    (Grounded(inoperative=1, operative=4, flown=3), 0)
    """
    if facts.percent not in COUNTS and facts.percent != FULL:
        raise unknown("percentage of fuel", str(facts.percent), map(str, (FULL, *COUNTS)))
    every, falling = COUNTS.get(facts.percent, (facts.missions + 1, 0))
    left, flown, grounded = facts.operative, 0, 0
    before = facts.counted if rules.reads(COUNT, "on-and-on") else 0
    while left and flown < facts.missions:
        left, flown = left - 1, flown + 1
        now = min(falling, left) if (before + flown) % every == 0 else 0
        left, grounded = left - now, grounded + now
    return Grounded(grounded, left, flown)


@rule("SF 26A2")
def rule_on_fuel(facts: LowFuel, rules: Ruleset) -> Ruling:
    """Whether so many Axis air units may begin missions.

    >>> from europa_rules import load
    >>> print(rule_on_fuel(LowFuel(75, 4, 4), load("sf")))
    refused: with 75% of fuel, 3 of 4 air units begin missions (SF 26A2). Possible: begin 3 missions.
    """
    possible = ground_by_fuel(evolve(facts, missions=facts.operative), rules).flown
    every, falling = COUNTS.get(facts.percent, (1, 0))
    share = int(Fraction(every, every + falling) * facts.operative)
    odd = share != possible
    most = min(share, possible) if rules.reads(REMAINDER, "share") else possible
    ruling = Ruling.refuse_if(
        facts.missions > most,
        f"with {facts.percent}% of fuel, {most} of {facts.operative} air units begin missions",
        BY_FUEL,
        possible=f"begin {most} missions",
    )
    points = (*((REMAINDER,) if odd else ()), *((COUNT,) if facts.counted else ()))
    return ruling & Ruling(rests_on=rules.resting(*points))


@rule("SF 26A2")
def rule_on_picking(by_chance: bool, rules: Ruleset) -> Ruling:
    """Whether the air units that low fuel grounds are picked by chance; otherwise the Axis player picks any.

    >>> from europa_rules import load
    >>> rule_on_picking(True, load("sf")).allowed, rule_on_picking(False, load("sf")).allowed
    (False, True)
    """
    random = rules.reads(PICKER, "random")
    told = "chance picks them" if random else "the Axis player picks them"
    wrong = Ruling.refuse_if(by_chance is not random, f"{told}, among operative air units", BY_FUEL, possible=told)
    return wrong & Ruling(rests_on=rules.resting(PICKER))


@rule("SF 26A2")
def boxes_of_markers(percent: int) -> tuple[int, int]:
    """The boxes of the air track for the two markers of a percentage: of its tens, and of its units.

    >>> boxes_of_markers(75)
    (70, 5)
    """
    return percent - percent % 10, percent % 10


# --- rail, fuel on the ground, supply (26A3 to 26A6) -----------------------------------------------------------------


@rule("SF 26A3")
def reckon_usable(capacity: Number, percent: Number) -> Reckoning:
    """The usable capacity of an Axis rail net (REs).

    >>> print(reckon_usable(50, 90))
    50 rail capacity | x9/10 usable (SF 26A3) | = 45
    """
    return Reckoning.of(capacity, "rail capacity").times(Fraction(percent) / FULL, "usable", BY_RAIL)


@rule("SF 26A3", "SF 7A4a")
def reckon_most_raised(usable: Number) -> Reckoning:
    """The most REs by which a net may be raised for a player turn: half of its usable capacity.

    >>> reckon_most_raised(45).value
    Fraction(45, 2)
    """
    return Reckoning.of(usable, "usable capacity").times(HALF, "at most", BY_RAIL)


@rule("SF 26A3", "SF 7A4a")
def reckon_most_points(usable: Number, rules: Ruleset) -> Reckoning:
    """The most resource points that can be spent to raise a net for a player turn.

    >>> from europa_rules import load
    >>> reckon_most_points(45, load("sf")).value
    Fraction(3, 1)
    """
    most = reckon_most_increase(Increase(usable), rules)
    return reckon_increase_cost(most.value, rules).noting_all(most.caveats)


GROUND, SEVERE = "ground", "severe"
CM, MOVEMENT, EXPLOITATION = "cm", "movement", "exploitation"
SEVERE_LOSS = 2


@frozen
class ThirstyUnit:
    """A unit whose movement allowance is to be reckoned while ground fuel is short.

    Attributes:
        side: whose it is. unit_class: "cm", "artillery" or "non_motorized". printed: its movement rating, in MPs.
        phase: "movement" or "exploitation". shortage: "ground", "severe", or "" for none.
        is_halved: whether lack of supply halves it in the movement phase.
    """

    side: Side
    unit_class: str
    printed: Number
    phase: str = MOVEMENT
    shortage: str = ""
    is_halved: bool = False


@rule("SF 26A4", "SF 26A5")
def reckon_allowance(facts: ThirstyUnit, rules: Ruleset) -> Reckoning:
    """The movement allowance of a unit while ground fuel is short (MPs).

    >>> from europa_rules import load
    >>> panzer = ThirstyUnit(AXIS, "cm", 10, "exploitation", "ground")
    >>> print(reckon_allowance(panzer, load("sf")))
    10 printed | x1/2 ground fuel shortage (SF 26A4) | = 5
    >>> hungry = ThirstyUnit(AXIS, "cm", 9, MOVEMENT, SEVERE, is_halved=True)
    >>> found = reckon_allowance(hungry, load("sf"))
    >>> str(found.value), found.rests_on
    ('7/2', ('sf-26A5-fuel-and-supply: deduct-first',))
    >>> str(reckon_allowance(hungry, load("sf", rulings={"sf-26A5-fuel-and-supply": "halve-first"})).value)
    '5/2'
    >>> str(reckon_allowance(ThirstyUnit(AXIS, "cm", 9, is_halved=True), load("sf")).value)
    '9/2'
    >>> reckon_allowance(ThirstyUnit(AXIS, "cm", 9), load("sf")).value
    Fraction(9, 1)
    """
    found = Reckoning.of(facts.printed, "printed")
    thirsty = facts.side == AXIS and facts.unit_class == CM and facts.shortage in (GROUND, SEVERE)
    if thirsty and facts.phase == EXPLOITATION:
        return found.times(HALF, "ground fuel shortage", BY_SHORTAGE)
    short = thirsty and facts.phase == MOVEMENT and facts.shortage == SEVERE
    late = facts.is_halved and rules.reads(FUEL_AND_SUPPLY, "halve-first")
    supply = Citation("SF", "12D")
    if late:
        found = found.times(HALF, "out of supply", supply)
    if short:
        found = found.minus(SEVERE_LOSS, "severe ground fuel shortage", BY_SEVERE).at_least(0, "never less", BY_SEVERE)
    if facts.is_halved and not late:
        found = found.times(HALF, "out of supply", supply)
    for point in rules.resting(FUEL_AND_SUPPLY) if short and facts.is_halved else ():
        found = found.noting(rests_on=point)
    return found


@rule("SF 26A6")
def reckon_line_length(side: Side, limited: bool, normal: Number, reduced: Number) -> Reckoning:
    """The longest overland or road element of a side (hexes).

    limited: whether the supply line limits are in force. normal, reduced: its lengths without and with them.

    >>> reckon_line_length(AXIS, True, 7, 5).value, reckon_line_length(ALLIED, True, 7, 5).value
    (Fraction(5, 1), Fraction(7, 1))
    """
    found = Reckoning.of(normal, "hexes", BY_SUPPLY)
    return found.become(reduced, "supply line limits of the Axis", BY_SUPPLY) if limited and side == AXIS else found
