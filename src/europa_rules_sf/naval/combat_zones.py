"""Combat zones, and when naval combat begins (SF 28B, 28C, 34A3, 34A4).

Needs a naval group or coast defenses, and what a mover does near them; gives the extent of the zone, and whether naval
combat is initiated.
"""

from __future__ import annotations

from attrs import frozen

from europa_rules.citations import rule
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules_sf.naval.groups import AT_SEA, CARGO
from europa_rules_sf.naval.movement import FORCING

NO_ZONE, OWN_HEX, AND_ADJACENT = EXTENTS = ("none", "own_hex", "own_and_adjacent")
FAR_REACHING_LEVEL = 2
"""The least level of coast defenses with a combat zone beyond their hex."""

CARGO_GROUP = "cargo_group"
ADJACENT = "adjacent"


@frozen
class ZoneSource:
    """A naval group or coast defenses that may have a combat zone.

    Attributes:
        group: type of the naval group; "" for coast defenses. state: "at_sea" or "in_port".
        level: level of the coast defenses.
        at_night: whether it is night.
    """

    group: str = ""
    state: str = AT_SEA
    level: int = 0
    at_night: bool = False


@rule("SF 28B", "SF 34A4")
def combat_zone_of(source: ZoneSource) -> str:
    """The extent of a combat zone: one of `EXTENTS`.

    >>> combat_zone_of(ZoneSource("combat")), combat_zone_of(ZoneSource("mixed", at_night=True))
    ('own_and_adjacent', 'own_hex')
    >>> combat_zone_of(ZoneSource(level=1)), combat_zone_of(ZoneSource("cargo"))
    ('own_hex', 'none')
    >>> combat_zone_of(ZoneSource()), combat_zone_of(ZoneSource(level=1, at_night=True))
    ('none', 'own_hex')
    """
    if source.group:
        has_zone, is_far = source.group != CARGO and source.state == AT_SEA, True
    else:
        has_zone, is_far = source.level > 0, source.level >= FAR_REACHING_LEVEL
    if not has_zone:
        return NO_ZONE
    return AND_ADJACENT if is_far and not source.at_night else OWN_HEX


@frozen
class NavalContact:
    """What a naval group does near enemies.

    Attributes:
        mover: its type. phasing: whether it is the phasing player's.
        enters: what it comes to lie in or beside as it enters a hex: "combat_group", "coast_defense", "cargo_group" …
        starts_in_zone: whether it starts the step in an enemy combat zone.
        spends_there: whether it spends MPs in that hex. leaves: whether it leaves the hex.
    """

    mover: str = "combat"
    phasing: bool = True
    enters: tuple[str, ...] = ()
    starts_in_zone: bool = False
    spends_there: bool = False
    leaves: bool = False


@rule("SF 28C")
def rule_on_initiating(facts: NavalContact, rules: Ruleset) -> Ruling:
    """Whether naval combat is initiated.

    >>> from europa_rules import load
    >>> rule_on_initiating(NavalContact(starts_in_zone=True, spends_there=True), load("sf")).allowed
    True
    >>> meets = NavalContact(enters=(CARGO_GROUP,))
    >>> rule_on_initiating(meets, load("sf")).allowed, rule_on_initiating(meets, load("sf")).rests_on
    (True, ('sf-28C-forcing-combat: either-zone',))
    >>> rule_on_initiating(meets, load("sf", rulings={"sf-28C-forcing-combat": "letter"})).allowed
    False
    """
    zones = [source for source in facts.enters if source != CARGO_GROUP]
    stays = facts.phasing and facts.starts_in_zone and facts.spends_there and not facts.leaves
    if zones or stays:
        return Ruling.allow()
    finds_cargo = CARGO_GROUP in facts.enters and facts.mover != CARGO
    is_forced = finds_cargo and rules.reads(FORCING, "either-zone")
    return Ruling(rests_on=rules.resting(FORCING) if finds_cargo else ()) & Ruling.refuse_if(
        not is_forced, "it enters no enemy combat zone, and does not linger in one", rules.cite("28C")
    )


@frozen
class Inshore:
    """A naval group that enters a coastal hex near an enemy.

    Attributes:
        mover: its type.
        is_own: whether the hex is friendly-owned. is_coastal: whether it is coastal.
        at: where the enemy group or coast defenses are: "adjacent" or "own_hex".
    """

    mover: str = CARGO
    is_own: bool = True
    is_coastal: bool = True
    at: str = ADJACENT


@rule("SF 34A3")
def is_combat_inshore(facts: Inshore) -> bool:
    """Whether entering the hex initiates combat with the enemy; protected waters screen cargo groups from neighbors.

    >>> is_combat_inshore(Inshore()), is_combat_inshore(Inshore("combat"))
    (False, True)
    """
    is_protected = facts.mover == CARGO and facts.is_own and facts.is_coastal
    return not (is_protected and facts.at == ADJACENT)
