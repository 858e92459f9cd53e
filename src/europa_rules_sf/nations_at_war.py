"""Germany, Britain and the liberated countries (SF 38A2, 38A3, 38C to 38F).

Needs the cities that the Axis owns and what has happened to its government, a reason for an emergency, or the cities of
an area; gives whether the Axis surrenders, whether and how long an emergency holds, and what is liberated.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from europa_rules.citations import Citation, rule
from europa_rules.errors import unknown
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Side, Turn

BY_SURRENDER, BY_EMERGENCY, BY_BRITAIN = (Citation("SF", number) for number in ("38A2", "38A3", "38C"))
MONTH, INVASION, ISLANDS = "38A3-emergency-month", "38A3-west-emergency", "38C-great-britain"


# --- the Axis surrender (38A2) ---------------------------------------------------------------------------------------

CITIES_LEFT = 6
UNSEATED = frozenset({"captured", "relocated_outside_berlin", "relocated"})


@frozen
class GermanSituation:
    """How Germany stands.

    Attributes:
        cities: major cities of 1939 Germany that the Axis player owns.
        government: what has ever happened to the German government: "captured", "relocated_outside_berlin", or "".
        phase, phasing: the phase, and whose player turn it is.
    """

    cities: int
    government: str = ""
    phase: str = "initial"
    phasing: Side = ALLIED


@rule("SF 38A2")
def rule_on_surrender(facts: GermanSituation) -> Ruling:
    """Whether Germany and the Axis surrender, which eliminates all Axis forces and ends the game.

    >>> rule_on_surrender(GermanSituation(6, "captured")).allowed
    True
    >>> print(rule_on_surrender(GermanSituation(7, "captured")))
    refused: the Axis player owns more than 6 major cities of 1939 Germany (SF 38A2).
    """
    return (
        Ruling.refuse_if(
            facts.phase != "initial" or facts.phasing != ALLIED,
            "the surrender is checked in Allied initial phases",
            BY_SURRENDER,
        )
        & Ruling.refuse_if(
            facts.cities > CITIES_LEFT,
            f"the Axis player owns more than {CITIES_LEFT} major cities of 1939 Germany",
            BY_SURRENDER,
        )
        & Ruling.refuse_if(
            facts.government not in UNSEATED,
            "the German government has never been captured, nor relocated outside Berlin",
            BY_SURRENDER,
        )
    )


# --- emergencies (38A3) ----------------------------------------------------------------------------------------------

WEST, WESTWALL = "west_invaded", "westwall_restoration"
EMERGENCIES = 2
FIRST, LAST = Turn(1943, 7, 1), Turn(1944, 3, 2)
"""The span in which an invasion of the West allows an emergency."""

MONTHS_FREE = 3


@frozen
class Emergency:
    """An emergency that the Axis player would declare.

    Attributes:
        turn: the game turn. reason: "west_invaded" or "westwall_restoration". declared_before: earlier emergencies.
        is_first_phase: whether it is the first Axis initial phase after the West was invaded.
    """

    turn: Turn
    reason: str
    declared_before: int = 0
    is_first_phase: bool = True


@rule("SF 38A3")
def rule_on_emergency(facts: Emergency, rules: Ruleset) -> Ruling:
    """Whether the Axis player may declare an emergency. Raises UnknownName for another reason.

    >>> from europa_rules import load
    >>> print(rule_on_emergency(Emergency(Turn.parse("Apr I 44"), "west_invaded"), load("sf")))
    refused: an invasion of the West allows an emergency from Jul I 43 to Mar II 44 (SF 38A3).
    >>> late = Emergency(FIRST, "west_invaded", is_first_phase=False)
    >>> rule_on_emergency(late, load("sf")).allowed, rule_on_emergency(late, load("sf")).rests_on
    (True, ('sf-38A3-west-emergency: until-mar-44',))
    >>> rule_on_emergency(late, load("sf", rulings={"sf-38A3-west-emergency": "at-once"})).allowed
    False
    >>> [rule_on_emergency(Emergency(turn, "west_invaded"), load("sf")).allowed for turn in (LAST, LAST.next())]
    [True, False]
    >>> first = Emergency(FIRST, "west_invaded")
    >>> rule_on_emergency(first, load("sf")).allowed, rule_on_emergency(first, load("sf")).rests_on
    (True, ())
    >>> [rule_on_emergency(Emergency(FIRST, "westwall_restoration", number), load("sf")).allowed for number in range(4)]
    [True, True, False, False]
    >>> rule_on_emergency(Emergency(Turn.parse("Jun II 43"), "west_invaded"), load("sf")).allowed
    False
    """
    if facts.reason not in (WEST, WESTWALL):
        raise unknown("reason for an emergency", facts.reason, (WEST, WESTWALL))
    west = facts.reason == WEST
    late = west and not facts.is_first_phase
    ruling = (
        Ruling.refuse_if(
            facts.declared_before >= EMERGENCIES, f"there are {EMERGENCIES} emergencies in a game", BY_EMERGENCY
        )
        & Ruling.refuse_if(
            west and not FIRST <= facts.turn <= LAST,
            f"an invasion of the West allows an emergency from {FIRST} to {LAST}",
            BY_EMERGENCY,
        )
        & Ruling.refuse_if(
            late and rules.reads(INVASION, "at-once"),
            "it is declared in the first Axis initial phase after the invasion",
            BY_EMERGENCY,
        )
    )
    return ruling & Ruling(rests_on=rules.resting(INVASION) if late else ())


@frozen
class FreeMonths:
    """The turns on which no replacement points are withdrawn, and the open points that they rest on."""

    turns: tuple[Turn, ...]
    because: Ruling = Ruling()


def _first_halves(turn: Turn) -> Iterator[Turn]:
    """The I turns of the months, from a turn on."""
    while True:
        if turn.half == 1:
            yield turn
        turn = turn.next()


@rule("SF 38A3")
def months_of_emergency(declared: Turn, emergencies: int, rules: Ruleset) -> FreeMonths:
    """The turns on which the Axis player withdraws no replacement points to other theaters.

    emergencies: how many hold together; each adds three months.

    >>> from europa_rules import load
    >>> [str(turn) for turn in months_of_emergency(Turn.parse("Aug II 44"), 1, load("sf")).turns]
    ['Sep I 44', 'Oct I 44', 'Nov I 44']
    """
    on_first = declared.half == 1
    at_once = on_first and rules.reads(MONTH, "same-turn")
    halves = _first_halves(declared if at_once else declared.next())
    turns = tuple(next(halves) for _ in range(MONTHS_FREE * emergencies))
    return FreeMonths(turns, Ruling(rests_on=rules.resting(MONTH) if on_first else ()))


# --- Great Britain (38C) ---------------------------------------------------------------------------------------------


BRITISH_ACTIONS = frozenset(
    {
        *("enter", "attack", "overrun", "move", "move_in", "advance", "advance_after_combat", "retreat"),
        *("landing", "disembark", "air_drop", "air_landing", "commando_raid"),
    }
)
"""What enters or attacks a hex."""


@frozen
class BritishEntry:
    """Something that units of a side would do in Britain.

    Attributes:
        side: whose units. action: one of BRITISH_ACTIONS, or another. on_channel_islands: whether they do it there.
    """

    side: Side
    action: str = "enter"
    on_channel_islands: bool = False


@rule("SF 38C")
def rule_on_britain(facts: BritishEntry, rules: Ruleset) -> Ruling:
    """Whether units may enter or attack a hex in Britain.

    >>> from europa_rules import load
    >>> print(rule_on_britain(BritishEntry(AXIS), load("sf")))
    refused: Axis units neither enter nor attack hexes in Great Britain (SF 38C).
    >>> [rule_on_britain(BritishEntry(AXIS, action), load("sf")).allowed for action in ("overrun", "land_at_sea")]
    [False, True]
    >>> found = rule_on_britain(BritishEntry(AXIS, on_channel_islands=True), load("sf"))
    >>> found.allowed, found.rests_on
    (True, ('sf-38C-great-britain: main-island',))
    """
    barred = facts.side == AXIS and facts.action in BRITISH_ACTIONS
    islands = facts.on_channel_islands and not rules.reads(ISLANDS, "with-islands")
    ruling = Ruling.refuse_if(
        barred and not islands, "Axis units neither enter nor attack hexes in Great Britain", BY_BRITAIN
    )
    return ruling & Ruling(rests_on=rules.resting(ISLANDS) if barred and facts.on_channel_islands else ())


# --- liberation (38D to 38F) -----------------------------------------------------------------------------------------


@rule("SF 38D", "SF 38E", "SF 38F")
def is_liberated(cities: int, allied_owned: int) -> bool:
    """Whether a French military region, Belgium or the Netherlands is liberated: the Allies own all its cities.

    >>> is_liberated(5, 5), is_liberated(5, 4)
    (True, False)
    >>> is_liberated(0, 0), is_liberated(1, 1)
    (False, True)
    """
    return 0 < cities <= allied_owned
