"""What becomes of ports in 1943 to 1945 (SF 30A3, 30A7): destruction as they fall, and ports up rivers and canals.

Needs the port, its owners and those of the banks of its waterway; gives rulings, and what a die roll does.
"""

from __future__ import annotations

from attrs import frozen

from europa_rules.citations import Citation, rule
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Side

BY_DESTRUCTION, BY_INLAND = Citation("SF", "30A3"), Citation("SF", "30A7")
DESTROYED_UP_TO = 5
"""The highest roll on which a port is destroyed as it falls."""

DESTROYED_BY = "ge"
"""The nation whose ports are destroyed as they fall."""

TOO_SMALL = "minor"
REBUILDING = "30A7-rebuilding-inland-ports"


@frozen
class FallingPort:
    """A port that changes hands.

    Attributes:
        kind: "minor", "standard", "major" or "great".
        owner: code of the nation that owned it.
        loser, gainer: the sides between which it changes hands.
    """

    kind: str
    owner: str = DESTROYED_BY
    loser: Side = AXIS
    gainer: Side = ALLIED


@rule("SF 30A3")
def rule_on_destroying(facts: FallingPort) -> Ruling:
    """Whether the Axis player may try to destroy a port as he loses it: a German one that is no minor port.

    >>> rule_on_destroying(FallingPort("major")).allowed, rule_on_destroying(FallingPort("major", "it")).allowed
    (True, False)
    """
    return Ruling.all(
        (
            Ruling.refuse_if(
                (facts.loser, facts.gainer) != (AXIS, ALLIED),
                "only the Axis player destroys a port, and only as the Allied player gains it",
                BY_DESTRUCTION,
            ),
            Ruling.refuse_if(
                facts.owner != DESTROYED_BY,
                "only German-owned ports are destroyed as they fall",
                BY_DESTRUCTION,
                possible="demolish it before it falls",
            ),
            Ruling.refuse_if(
                facts.kind == TOO_SMALL,
                "a minor port is not destroyed as it falls",
                BY_DESTRUCTION,
                possible="a standard, major or great port",
            ),
        )
    )


@rule("SF 30A3")
def is_destroyed_by(roll: int) -> bool:
    """Whether a port is destroyed as it falls, by the roll of one die.

    >>> is_destroyed_by(5), is_destroyed_by(6)
    (True, False)
    """
    return roll <= DESTROYED_UP_TO


@frozen
class Waterway:
    """An inland port and its way to the sea.

    Attributes:
        player: who would use it. owner: who owns the port.
        banks: who owns each hex on either side of the river or canal from the port to the sea.
    """

    player: Side
    owner: Side
    banks: tuple[Side, ...] = ()


@rule("SF 30A7")
def rule_on_inland_port(facts: Waterway) -> Ruling:
    """Whether a player may use an inland port: he owns it, and both banks all the way to the sea.

    >>> rule_on_inland_port(Waterway(ALLIED, ALLIED, (ALLIED, AXIS))).allowed
    False
    """
    lost = [owner for owner in facts.banks if owner != facts.player]
    return Ruling.refuse_if(
        facts.owner != facts.player, "the inland port is not friendly-owned", BY_INLAND, possible="gain it"
    ) & Ruling.refuse_if(
        bool(lost),
        f"{len(lost)} of {len(facts.banks)} hexes along its waterway are not friendly-owned",
        BY_INLAND,
        possible="gain both banks from the port to the sea",
    )


@rule("SF 30A7")
def rule_on_rebuilding(is_inland: bool, has_artificial_harbor: bool, is_destroyed: bool, rules: Ruleset) -> Ruling:
    """Whether a port may be rebuilt or repaired: not an inland port with locks once it is destroyed.

    has_artificial_harbor: whether it has the symbol of an artificial harbor, which stands for its locks.

    >>> from europa_rules import load
    >>> rule_on_rebuilding(True, True, False, load("sf")).allowed
    True
    """
    of_kind = has_artificial_harbor or rules.reads(REBUILDING, "all")
    is_open = is_inland and is_destroyed and not has_artificial_harbor
    return Ruling(rests_on=rules.resting(REBUILDING) if is_open else ()) & Ruling.refuse_if(
        is_inland and is_destroyed and of_kind,
        "an inland port once destroyed is not rebuilt",
        BY_INLAND,
        possible="another port",
    )
