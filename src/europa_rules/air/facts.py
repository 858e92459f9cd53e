"""What the air rules remember: who is in the air on which mission, air operations under way, and what they did."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from attrs import frozen

from europa_rules.hexes import Hex
from europa_rules.sides import Side
from europa_rules.state import FactKind


@frozen
class Flying:
    """An air unit in the air.

    Attributes:
        mission: its mission, a name of the air missions chart.
        base: the hex of the airbase that it took off from, or its holding box.
        operation: the id of its air operation.
        role: "initiating" or "reacting": whose mission it is.
        mps: hexes flown to where it is.
        group: the movement group that it flies in.
        extended, one_way, torpedoes, jettisoned: as it flies.
        towing: the id of the glider that it tows, or "".
        cargo: ids of the ground pieces that it carries.
        aim: the bombing attack that it makes, once that is declared ("attack 1", with its aim), or "".
        points: the hexes through which it flies, from where it takes off for its mission to the target.
        switched: what a fighter on patrol has changed to in an operation ("escort"), or "".
    """

    mission: str
    base: Hex
    operation: str
    role: str = "initiating"
    mps: int = 0
    group: str = ""
    extended: bool = False
    one_way: bool = False
    torpedoes: bool = False
    jettisoned: bool = False
    towing: str = ""
    cargo: tuple[str, ...] = ()
    aim: str = ""
    switched: str = ""
    points: tuple[Hex, ...] = ()


OFF_BOARD = Hex("")
"""Where air units base and fly whose place on the board is not asked for."""

FLYING = FactKind("in the air", "player turn", Flying)
"""How an air unit flies (subject: the air unit)."""


@frozen
class AirOperation:
    """An air operation that is under way or suspended.

    Attributes:
        initiator: the side that began it.
        target: its target hex.
        kind: the mission whose own operation it is ("ground_support", "cap", ...), or "".
        night: whether it is by night.
        step: the step of the air operation sequence that it stands before.
        suspended: whether it waits for a ground combat, or for the end of the player turn.
    """

    initiator: Side
    target: Hex
    kind: str = ""
    night: bool = False
    step: str = ""
    suspended: bool = False


OPERATION = FactKind("air operation", "player turn", AirOperation)
"""An air operation by its id."""

OPERATIONS_BEGUN = FactKind("air operations begun", "game", int)
"""How many air operations both sides have begun in the game (subject: "")."""

UNDER_WAY_NOW = FactKind("air operation under way", "player turn", str)
"""The id of the air operation that is being carried out (subject: "")."""

FLOWN = FactKind("air mission flown", "player turn", str, is_tally=True)
"""The mission that an air unit has flown in this player turn (subject: the air unit)."""

HARASSED = FactKind("flew harassment", "game", str)
"""The player turn in which an air unit flew harassment, until it has missed a chance to become operative."""

ASSIGNED = FactKind("assigned to a mission", "player turn", str)
"""The mission that an air unit is bound to in this player turn (subject: the air unit)."""

HARASSMENT = FactKind("harassment hits", "game", int)
"""Harassment hits in a hex, until the next initial phase of the side that made them (subject: "side: hex")."""

HARASSMENT_IGNORED = FactKind("harassment hits ignored", "phase", int)
"""Harassment hits in a hex that abatement lets be ignored for the rest of the phase (subject: the hex)."""

IN_GARRISON = FactKind("in an air garrison", "game", str)
"""The garrison box that an air unit is in (subject: the air unit)."""

AIR_TRANSPORTED = FactKind("air transported", "player turn", str)
"""The mission by which a piece was carried in this player turn (subject: the piece)."""

YARD_HITS = FactKind("hits on a rail marshaling yard", "player turn", int)
"""Bombing hits that have counted on a yard in this player turn (subject: the hex)."""

BOMBED_CAPACITY = FactKind("rail capacity bombed", "game", Fraction)
"""REs of a net that bombing costs a side in its next player turn (subject: the net and the side)."""

TERROR_HITS = FactKind("terror bombing hits", "game", int)
"""Terror bombing hits on a city in the whole game (subject: the city)."""

COAST_DEFENSE_HITS = FactKind("bombing hits on coast defenses", "player turn", int)
"""Bombing hits on the coast defenses of a hex in this player turn (subject: the hex)."""

CARGO_BACK = FactKind("cargo turned back", "player turn", str)
"""The air operation in which cargo returned to base with a transport (subject: the piece, or the words for points)."""

LANDED_BY_AIR = FactKind("landed by air", "player turn", str)
"""The mission by which a piece has dropped or landed in this player turn (subject: the piece)."""

DISRUPTION = FactKind("disrupted", "game", str)
"""How a piece is disrupted, "disrupted" or "badly_disrupted", until its next initial phase (subject: the piece)."""

HOLDS_NO_HEX = FactKind("does not own its hex yet", "game", Hex)
"""The hex that a piece has come into by air and does not own before its next initial phase (subject: the piece)."""


@frozen
class DropPlan:
    """An operation planned for a unit.

    Attributes:
        target: the hex.
        turn: the game turn in which it was planned; "" for one planned before the first turn.
        is_void: whether something has befallen the unit since, so that the operation is canceled.
    """

    target: Hex
    turn: str = ""
    is_void: bool = False


DROP_PLAN = FactKind("drop planned", "game", DropPlan, is_secret=True)
"""The operation planned for a unit (subject: the piece)."""

BASE_SUPPLY = FactKind("airbase in regular supply", "player turn", bool)
"""Whether a supply line led to an airbase as the initial phase began (subject: the hex)."""

MINES_LAID = FactKind("mines laid from the air", "game", int)
"""Mine points laid by air in a hex (subject: "side: hex")."""

AIR_FACTS: tuple[FactKind[Any], ...] = (
    CARGO_BACK,
    LANDED_BY_AIR,
    DISRUPTION,
    HOLDS_NO_HEX,
    DROP_PLAN,
    BASE_SUPPLY,
    MINES_LAID,
    IN_GARRISON,
    FLYING,
    OPERATION,
    OPERATIONS_BEGUN,
    UNDER_WAY_NOW,
    FLOWN,
    HARASSED,
    ASSIGNED,
    HARASSMENT,
    HARASSMENT_IGNORED,
    AIR_TRANSPORTED,
    YARD_HITS,
    BOMBED_CAPACITY,
    TERROR_HITS,
    COAST_DEFENSE_HITS,
)


def harassed_by(side: Side, hex_: Hex) -> str:
    """The subject of the harassment hits that a side has made in a hex.

    >>> harassed_by(Side("Axis"), Hex("16A:1030"))
    'Axis: 16A:1030'
    """
    return f"{side}: {hex_}"
