"""Carpet bombing (SF 26C2d): when strategic wings may fly it, what it adds to an attack, and what becomes of the hex.

Needs the target hex, the strengths and the turn; gives rulings and reckonings. The chances of bombs that fall short,
and what they do to the die, are the chart `carpet_bombing`.
"""

from __future__ import annotations

from attrs import frozen

from europa_rules.citations import Citation, rule
from europa_rules.ledger import Reckoning
from europa_rules.numbers import HALF, Number, counted, show
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Turn

CHART = "carpet_bombing"
BY = Citation("SF", "26C2d")
BY_DAY = Citation("SF", "26C2")
FIRST_TURN = Turn(1944, 3, 1)
DAY, NIGHT = "day", "night"
AMERICAN = "American"
SHORT, ON_TARGET = "short", "none"
ADVANCES = ("advance_after_combat", "advance")
EXPLOITATION = "exploitation"
TIMES_TO_ENTER = 3
MINIMUM, FLOWN, FORTIFICATIONS = (
    f"26C2d-{word}" for word in ("carpet-minimum", "short-bombing", "carpet-fortifications")
)


@frozen
class Carpet:
    """A carpet bombing mission of a wing.

    Attributes:
        turn: the game turn.
        delivered: strength that the wing delivers, before antiaircraft fire.
        printed_defense: of the enemy units in the hex. attack: the modified strength of the attacking ground units.
        nation: of the wing. time: "day" or "night".
        has_friends: whether Allied units are in the hex. has_dot_city, is_major_city: what the hex is.
        lost_to_aa: what antiaircraft fire takes off the strength.
        of_fortifications: what fortifications of the hex multiply ground support by.
    """

    turn: Turn
    delivered: Number
    printed_defense: Number = 0
    attack: Number = 0
    nation: str = AMERICAN
    time: str = DAY
    has_friends: bool = False
    has_dot_city: bool = False
    is_major_city: bool = False
    lost_to_aa: Number = 0
    of_fortifications: Number = 1


@rule("SF 26C2d")
def rule_on_carpet(facts: Carpet) -> Ruling:
    """Whether a wing may fly a carpet bombing mission.

    >>> facts = Carpet(Turn.parse("Aug I 44"), delivered=10, printed_defense=20, attack=30)
    >>> print(rule_on_carpet(facts))
    refused: 10 points do not exceed half the printed defense of 20 (SF 26C2d). Possible: deliver more than 10 points.
    >>> rule_on_carpet(Carpet(Turn.parse("Aug I 44"), delivered=1, attack=3)).allowed
    True
    """
    half = facts.printed_defense * HALF
    return Ruling.all(
        (
            Ruling.refuse_if(
                facts.turn < FIRST_TURN,
                f"carpet bombing is not flown before {FIRST_TURN}",
                BY,
                possible=f"from {FIRST_TURN} on",
            ),
            rule_on_time(facts.time),
            _rule_on_target(facts),
            Ruling.refuse_if(
                facts.delivered <= half,
                f"{counted(facts.delivered, 'point')} do not exceed half the printed defense of "
                f"{show(facts.printed_defense)}",
                BY,
                possible=f"deliver more than {counted(half, 'point')}",
            ),
            Ruling.refuse_if(
                facts.nation == AMERICAN and facts.time != DAY,
                "American wings fly by day only",
                BY_DAY,
                possible="a day operation",
            ),
        )
    )


@rule("SF 26C2d")
def rule_on_time(time: str) -> Ruling:
    """Whether carpet bombing is flown by "day" or "night".

    >>> rule_on_time("night").allowed
    False
    """
    return Ruling.refuse_if(time != DAY, "carpet bombing is a day mission", BY, possible="a day operation")


def _rule_on_target(facts: Carpet) -> Ruling:
    elsewhere = "a hex without dot city, major city and Allied units"
    barred = (
        (facts.has_dot_city, "the hex contains a dot city"),
        (facts.is_major_city, "it is a major city hex"),
        (facts.has_friends, "the hex contains Allied units"),
    )
    return Ruling.all(Ruling.refuse_if(holds, why, BY, possible=elsewhere) for holds, why in barred)


@rule("SF 26C2d")
def reckon_carpet(facts: Carpet, rules: Ruleset) -> Reckoning:
    """The strength that a carpet bombing mission adds to the attack, beside ground support; terrain does not matter.

    >>> from europa_rules import load
    >>> facts = Carpet(Turn.parse("Aug I 44"), delivered=36, printed_defense=20, attack=30)
    >>> print(reckon_carpet(facts, load("sf")).value)
    30
    >>> from attrs import evolve
    >>> [str(reckon_carpet(evolve(facts, lost_to_aa=lost), load("sf")).value) for lost in (25, 26, 40)]
    ['11', '0', '0']
    >>> yes = load("sf", rulings={"sf-26C2d-carpet-minimum": "still-counts", "sf-26C2d-carpet-fortifications": "yes"})
    >>> print(reckon_carpet(evolve(facts, lost_to_aa=26, of_fortifications=HALF), yes).value)
    5
    >>> print(reckon_carpet(evolve(facts, of_fortifications=HALF), load("sf")).value)
    30
    >>> print(reckon_carpet(Carpet(facts.turn, delivered=36, attack=40), load("sf")))
    36 carpet bombing strength (SF 26C2d) | at most 40 attack strength of the ground units (SF 26C2d) | = 36
    >>> print(reckon_carpet(Carpet(facts.turn, delivered=36), load("sf")).value)
    0
    """
    found = Reckoning.of(facts.delivered, "carpet bombing strength", BY)
    if facts.lost_to_aa:
        found = found.minus(facts.lost_to_aa, "antiaircraft fire", Citation("SF", "26D")).at_least(0, "never below 0")
    if found.value <= facts.printed_defense * HALF < facts.delivered:
        if not rules.reads(MINIMUM, "still-counts"):
            found = found.become(0, "no more than half the printed defense is left", BY)
        found = _noting(found, MINIMUM, rules)
    if facts.of_fortifications != 1:
        if rules.reads(FORTIFICATIONS, "yes"):
            found = found.times(facts.of_fortifications, "fortifications", BY)
        found = _noting(found, FORTIFICATIONS, rules)
    return found.at_most(facts.attack, "attack strength of the ground units", BY)


def _noting(found: Reckoning, point: str, rules: Ruleset) -> Reckoning:
    for text in rules.resting(point):
        found = found.noting(rests_on=text)
    return found


# --- bombs that fall short -------------------------------------------------------------------------------------------


@rule("SF 26C2d")
def is_short(roll: int, rules: Ruleset) -> bool:
    """Whether bombs fall on friendly troops, by one die as the mission is resolved.

    >>> from europa_rules import load
    >>> is_short(6, load("sf"))
    False
    """
    return rules.charts.matrix(CHART)["result", roll].value == SHORT


@rule("SF 26C2d")
def reckon_carpet_drm(short: bool, rules: Ruleset) -> Reckoning:
    """What carpet bombing adds to the die of the ground combat.

    >>> from europa_rules import load
    >>> int(reckon_carpet_drm(True, load("sf")).value)
    -1
    """
    cell = rules.charts[CHART].number("ground_combat", SHORT if short else ON_TARGET)
    told = "bombs fall short" if short else "carpet bombing"
    return Reckoning.of(0, "no modifier").plus(cell.value, told, BY).noting(caveat=cell.caveat)


@rule("SF 26C2d")
def rule_on_another(short_in_turn: bool, short_in_all: int, rules: Ruleset) -> Ruling:
    """Whether another carpet bombing mission may be flown.

    short_in_turn: whether bombs have fallen short in this player turn. short_in_all: how often in the game.

    >>> from europa_rules import load
    >>> [rule_on_another(False, times, load("sf")).allowed for times in (4, 5)]
    [True, False]
    """
    most = rules.charts[CHART].whole("limit", "short_bombings").value
    return Ruling.refuse_if(
        short_in_turn, "bombs have fallen short in this player turn", BY, possible="carpet bombing in a later turn"
    ) & Ruling.refuse_if(
        short_in_all >= most,
        f"bombs have fallen short {counted(short_in_all, 'time')} in the game",
        BY,
        possible=f"carpet bombing until they have {most} times",
    )


@rule("SF 26C2d")
def rule_on_flown(short_in_turn: bool, rules: Ruleset) -> Ruling:
    """Whether a carpet bombing operation that has been flown already, and is not resolved, still bombs.

    >>> from europa_rules import load
    >>> rule_on_flown(True, load("sf")).allowed
    True
    >>> rule_on_flown(True, load("sf", rulings={"sf-26C2d-short-bombing": "yes"})).allowed
    False
    >>> rule_on_flown(False, load("sf", rulings={"sf-26C2d-short-bombing": "yes"})).allowed
    True
    """
    if not short_in_turn:
        return Ruling.allow()
    returns = Ruling.refuse_if(
        rules.reads(FLOWN, "yes"), "bombs have fallen short in this player turn", BY, possible="return to base"
    )
    return returns & Ruling(rests_on=rules.resting(FLOWN))


# --- the hex afterwards ----------------------------------------------------------------------------------------------


@rule("SF 26C2d")
def rule_on_aftermath(action: str) -> Ruling:
    """Whether units may do something with the bombed hex: they do not advance after combat into it.

    >>> rule_on_aftermath("enter").allowed
    True
    """
    return Ruling.refuse_if(
        action in ADVANCES,
        "units do not advance after combat into a carpet-bombed hex",
        BY,
        possible="enter it in the exploitation phase",
    )


@rule("SF 26C2d")
def reckon_entry(cost: Number, phase: str) -> Reckoning:
    """What it costs to enter the bombed hex (MPs): three times the usual in the exploitation phase that follows.

    >>> reckon_entry(2, "exploitation").value
    Fraction(6, 1)
    """
    found = Reckoning.of(cost, "usual cost")
    return found.times(TIMES_TO_ENTER, "carpet-bombed hex", BY) if phase == EXPLOITATION else found
