"""Mulberries (SF 30A8): artificial harbors that the Allied player tows to a beach and emplaces there.

Needs who tows one, from where to which hex, or what befalls one; gives rulings and what becomes of it. An emplaced
Mulberry is a port of the kind that the chart of ports gives it.
"""

from __future__ import annotations

from attrs import frozen

from europa_rules.citations import Citation, rule
from europa_rules.ledger import Reckoning
from europa_rules.nations import normal
from europa_rules.naval.ports import CHART
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, Side, Turn

BY = Citation("SF", "30A8")
MULBERRIES = 2
TOWERS = ("TF", "NT")
TOWED_FROM = "Britain"
CALM = "calm"
TOWED, EMPLACING, EMPLACED, WRECKED = STATES = ("towed", "emplacing", "emplaced", "wrecked")
SUNK, ROLL, MOVE, LOST = EVENTS = ("tower_sunk", "emplacement_roll", "move", "enemy_gains_hex")
NEW_MULBERRY = "30A8-new-mulberry"


@rule("SF 30A8")
def reckon_mulberries() -> Reckoning:
    """How many Mulberries the Allied player receives in the game."""
    return Reckoning.of(MULBERRIES, "received in Britain", BY)


@frozen
class Tow:
    """A Mulberry that a naval unit would tow to a hex.

    Attributes:
        tower: category of the naval unit that tows it.
        origin: the region whose port it leaves.
        sea: sea conditions on the way.
        owner: who owns the hex.
        is_beach: whether the hex is a beach.
        has_port, has_mulberry: whether the hex has a port, or a Mulberry already.
        arrives: whether it arrives in the naval movement step in which it left port.
    """

    tower: str = "NT"
    origin: str = TOWED_FROM
    sea: str = CALM
    owner: Side = ALLIED
    is_beach: bool = True
    has_port: bool = False
    has_mulberry: bool = False
    arrives: bool = True


@rule("SF 30A8")
def rule_on_towing(facts: Tow) -> Ruling:
    """Whether a Mulberry may be towed so, to be emplaced there.

    >>> print(rule_on_towing(Tow(tower="LC")))
    refused: a LC does not tow a Mulberry (SF 30A8). Possible: a TF or NT.
    """
    return Ruling.all(
        (
            Ruling.refuse_if(
                facts.tower not in TOWERS, f"a {facts.tower} does not tow a Mulberry", BY, possible="a TF or NT"
            ),
            Ruling.refuse_if(
                normal(facts.origin) != normal(TOWED_FROM),
                f"a Mulberry is towed from a port in {TOWED_FROM}",
                BY,
                possible=f"a Mulberry in {TOWED_FROM}",
            ),
            Ruling.refuse_if(facts.sea != CALM, f"the sea is {facts.sea}", BY, possible="tow it when the sea is calm"),
            _rule_on_site(facts),
        )
    )


def _rule_on_site(facts: Tow) -> Ruling:
    elsewhere = "an Allied-owned beach hex without port and Mulberry"
    return Ruling.all(
        (
            Ruling.refuse_if(facts.owner != ALLIED, "the hex is not Allied-owned", BY, possible=elsewhere),
            Ruling.refuse_if(not facts.is_beach, "the hex is no beach", BY, possible=elsewhere),
            Ruling.refuse_if(facts.has_port, "the hex has a port", BY, possible=elsewhere),
            Ruling.refuse_if(facts.has_mulberry, "the hex has a Mulberry already", BY, possible=elsewhere),
        )
    )


@frozen
class Mulberry:
    """What a Mulberry is.

    Attributes:
        state: one of `STATES`.
        functions: whether it works as a port in this player turn.
        as_port: the kind of port as which it works; "" while it does not.
    """

    state: str
    functions: bool = False
    as_port: str = ""


@rule("SF 30A8")
def arrive(facts: Tow) -> Mulberry:
    """What a Mulberry is at the end of the step in which it was towed: emplacing, or wrecked if it has not arrived.

    >>> arrive(Tow()).state, arrive(Tow(arrives=False)).state
    ('emplacing', 'wrecked')
    """
    return Mulberry(EMPLACING if facts.arrives else WRECKED)


@frozen
class MulberryEvent:
    """What befalls a Mulberry.

    Attributes:
        state: one of `STATES`, before it.
        event: one of `EVENTS`.
        result: of the emplacement table, "emplaced" or "wrecked", for a roll.
    """

    state: str
    event: str
    result: str = ""


@rule("SF 30A8")
def rule_on_event(facts: MulberryEvent) -> Ruling:
    """Whether this may be done with a Mulberry: one that has been towed stays, and only one that is emplacing rolls.

    >>> rule_on_event(MulberryEvent("towed", "move")).allowed, rule_on_event(MulberryEvent("emplaced", "move")).allowed
    (True, False)
    """
    return Ruling.refuse_if(
        facts.event == MOVE and facts.state != TOWED,
        f"a Mulberry that is {facts.state} is not moved",
        BY,
        possible="leave it where it is",
    ) & Ruling.refuse_if(
        facts.event == ROLL and facts.state != EMPLACING,
        f"no roll is made for a Mulberry that is {facts.state}",
        BY,
        possible="a roll for one that is emplacing",
    )


def _state_after(facts: MulberryEvent) -> str:
    if facts.event == ROLL and facts.state == EMPLACING:
        return facts.result
    is_placed = facts.state in (EMPLACING, EMPLACED)
    is_lost = (facts.event == SUNK and facts.state == TOWED) or (facts.event == LOST and is_placed)
    return WRECKED if is_lost else facts.state


@rule("SF 30A8")
def reckon_mulberry(facts: MulberryEvent, rules: Ruleset) -> Mulberry:
    """What a Mulberry is after an event; one that has just been emplaced works at once.

    >>> from europa_rules import load
    >>> reckon_mulberry(MulberryEvent("emplacing", "emplacement_roll", "emplaced"), load("sf")).as_port
    'standard'
    """
    state = _state_after(facts)
    is_new = facts.event == ROLL and state == EMPLACED
    works = state == EMPLACED and not (is_new and rules.reads(NEW_MULBERRY, "no"))
    return Mulberry(state, works, rules.charts[CHART].text("mulberry", "as").value if works else "")


@frozen
class Timetable:
    """The game turns in whose Allied initial phase a Mulberry rolls, and first works; None if it never does."""

    rolls: Turn
    works: Turn | None


@rule("SF 30A8")
def timetable_of(arrived: Turn, result: str, rules: Ruleset) -> Timetable:
    """When a Mulberry that has arrived at a beach rolls, and from when it works.

    arrived: the game turn. result: of the emplacement table.

    >>> from europa_rules import load
    >>> print(timetable_of(Turn.parse("Jun II 44"), "emplaced", load("sf")).works)
    Jul I 44
    >>> timetable_of(Turn.parse("Jun II 44"), "wrecked", load("sf")).works is None
    True
    """
    rolls = arrived.next()
    found = reckon_mulberry(MulberryEvent(EMPLACING, ROLL, result), rules)
    if found.state != EMPLACED:
        return Timetable(rolls, None)
    return Timetable(rolls, rolls if found.functions else rolls.next())


@rule("SF 30A8")
def resting_on(rules: Ruleset) -> Ruling:
    """The open point on which it rests that a Mulberry works in the turn in which it is emplaced."""
    return Ruling(rests_on=rules.resting(NEW_MULBERRY))
