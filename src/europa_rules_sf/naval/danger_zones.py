"""Danger zones and naval supply lines (SF 34F, 34K): where naval groups may meet forces that the game does not show.

Needs how far a hex is from ports of either side, or the group and what it does; gives whose danger zone it is, the
check and its rolls, and whether a naval element may be traced.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import frozen

from europa_rules.citations import Citation, rule
from europa_rules.ground.success_checks import SuccessCheck
from europa_rules.ledger import Reckoning
from europa_rules.nations import normal
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS
from europa_rules_sf.naval.mines import COLUMN

BY, BY_SUPPLY = Citation("SF", "34F"), Citation("SF", "34K")
MEDITERRANEAN = "mediterranean"
HOME_WATERS = ("greater_germany", "denmark")
"""Where Axis-owned ports have Allied danger zones in every sea zone."""

NEAR, NEAR_AFTER_SURRENDER, NEGATED, NEGATED_AFTER_SURRENDER = 5, 3, 5, 9
"""Hexes from Axis-owned ports that are dangerous, and from Allied-owned ports that are not, before and after the
surrender of Italy."""

ZONES, MERGED = "34F-danger-zones", "34F-merged-groups"
NIGHT_HEXES = 10
OWN_HEX, ADJACENT = "own_hex", "adjacent"


# --- whose zone (SF 34F) ---------------------------------------------------------------------------------------------


@frozen
class DangerousHex:
    """A hex at sea, and what is near it.

    Attributes:
        sea_zone: its sea zone.
        italy_in_axis: whether Italy is part of the Axis.
        axis_port, allied_port: hexes to the nearest port that either side owns; None for none.
        is_north: whether that Axis-owned port is on or north of the 2000 hex row of maps 26 and 27.
        port_in: where that Axis-owned port is.
        in_adriatic: whether the hex is in the Adriatic Sea.
    """

    sea_zone: str
    italy_in_axis: bool = True
    axis_port: int | None = None
    allied_port: int | None = None
    is_north: bool = False
    port_in: str = ""
    in_adriatic: bool = False

    @property
    def is_changed(self) -> bool:
        """Whether the surrender of Italy has changed the danger zones there."""
        return not self.italy_in_axis and normal(self.sea_zone) == MEDITERRANEAN


def _within(distance: int | None, hexes: int) -> bool:
    return distance is not None and distance <= hexes


def _is_near_axis(facts: DangerousHex) -> bool:
    """Whether the Axis makes the hex dangerous for Allied naval groups, before Allied-owned ports negate that."""
    is_northern = normal(facts.sea_zone) == MEDITERRANEAN and facts.is_north
    if facts.is_changed:
        return is_northern and _within(facts.axis_port, NEAR_AFTER_SURRENDER)
    of_home = normal(facts.port_in) in HOME_WATERS
    by_port = (of_home or is_northern) and _within(facts.axis_port, NEAR)
    return by_port or (facts.in_adriatic and facts.italy_in_axis)


def _negation(facts: DangerousHex, rules: Ruleset) -> int:
    everywhere = not facts.italy_in_axis and rules.reads(ZONES, "nine-everywhere")
    return NEGATED_AFTER_SURRENDER if facts.is_changed or everywhere else NEGATED


@frozen
class DangerZone:
    """The side whose naval groups are in danger in a hex, "" for neither, and the open points behind it."""

    side: str
    rests_on: tuple[str, ...] = ()


@rule("SF 34F")
def danger_zone_of(facts: DangerousHex, rules: Ruleset) -> DangerZone:
    """Whose naval groups are in danger in a hex.

    >>> from europa_rules import load
    >>> [danger_zone_of(DangerousHex("Baltic", axis_port=n, port_in="Denmark"), load("sf")).side for n in (5, 6)]
    ['Allied', 'Axis']
    >>> sides = [danger_zone_of(DangerousHex("Mediterranean", italy), load("sf")).side for italy in (True, False)]
    >>> sides, danger_zone_of(DangerousHex("Mediterranean"), load("sf")).side
    (['Axis', ''], 'Axis')
    """
    points = rules.resting(ZONES) if not facts.italy_in_axis else ()
    if _within(facts.allied_port, _negation(facts, rules)):
        return DangerZone(AXIS, points)
    if _is_near_axis(facts):
        return DangerZone(ALLIED, points)
    is_free = facts.is_changed and not rules.reads(ZONES, "axis")
    return DangerZone("" if is_free else AXIS, points)


# --- checks (SF 34F) -------------------------------------------------------------------------------------------------


@rule("SF 34F")
def is_contact_check_due(in_own_zone: bool, was_cleared: bool) -> bool:
    """Whether a naval group that enters, puts to sea or starts its step in a hex is checked for enemy contact.

    in_own_zone: whether the hex is in the danger zone of its side. was_cleared: whether it had no contact in the step.

    >>> is_contact_check_due(True, False), is_contact_check_due(True, True)
    (True, False)
    """
    return in_own_zone and not was_cleared


@rule("SF 34F")
def is_cleared_together(cleared: Iterable[bool], rules: Ruleset) -> bool:
    """Whether a naval group of several is clear of contact for the step: if all of them were, unless read otherwise.

    >>> from europa_rules import load
    >>> is_cleared_together((True, False), load("sf"))
    False
    >>> is_cleared_together((True, True), load("sf"))
    True
    >>> is_cleared_together((True, True), load("sf", rulings={"sf-34F-merged-groups": "anew"}))
    False
    """
    return all(cleared) and rules.reads(MERGED, "parts")


@rule("SF 34F")
def contact_check(at_night: bool) -> SuccessCheck:
    """The check on the success table for enemy contact: a success is bad for the group.

    >>> contact_check(True).applying
    ('at_night',)
    >>> contact_check(False).applying
    ()
    """
    return SuccessCheck("danger_zone_contact", ("at_night",) if at_night else ())


@frozen
class Contact:
    """What a check for enemy contact has come to.

    Attributes:
        is_made: whether there is contact.
        rolls: the dice for damage. column: of the naval gunnery table; None where none are rolled.
    """

    is_made: bool
    rolls: Reckoning
    column: int | None


@rule("SF 34F")
def reckon_contact(succeeds: bool, strength_points: int) -> Contact:
    """What a check for enemy contact comes to: a die for each strength point of the group.

    >>> reckon_contact(True, 12).rolls.value, reckon_contact(False, 12).column
    (Fraction(12, 1), None)
    """
    if not succeeds:
        return Contact(False, Reckoning.of(0, "no contact", BY), None)
    return Contact(True, Reckoning.of(strength_points, "strength points", BY), COLUMN)


# --- naval supply lines (SF 34F, 34K) --------------------------------------------------------------------------------


@frozen
class LineHex:
    """A hex of a naval element.

    Attributes:
        is_dangerous: whether it is in the danger zone of the player who traces.
        enemy: "own_hex" if an enemy group or coast defenses with a combat zone are in it, "adjacent" if it is in the
            daytime combat zone of some beside it, or "".
    """

    is_dangerous: bool = False
    enemy: str = ""


@rule("SF 34F", "SF 34K")
def rule_on_naval_line(hexes: Sequence[LineHex], night: int = 0, in_a_row: bool = True) -> Ruling:
    """Whether a naval element may be traced through these hexes, the first few of them at night.

    night: hexes that are traced at night. in_a_row: whether those are continuous.

    >>> near = LineHex(enemy="adjacent")
    >>> rule_on_naval_line((near,)).allowed, rule_on_naval_line((near,), night=1).allowed
    (False, True)
    """
    zones = [here for n, here in enumerate(hexes) if here.enemy == OWN_HEX or (here.enemy == ADJACENT and n >= night)]
    return Ruling.all(
        (
            Ruling.refuse_if(
                any(here.is_dangerous for here in hexes),
                "the line runs through a danger zone",
                BY,
                BY_SUPPLY,
                possible="a way around it",
            ),
            Ruling.refuse_if(
                bool(zones),
                f"{len(zones)} of its hexes are in enemy combat zones",
                BY_SUPPLY,
                possible="a way around them",
            ),
            Ruling.refuse_if(
                night > NIGHT_HEXES,
                f"{night} hexes are traced at night",
                BY_SUPPLY,
                possible=f"trace {NIGHT_HEXES} at night",
            ),
            Ruling.refuse_if(
                night > 0 and not in_a_row,
                "the hexes traced at night are not continuous",
                BY_SUPPLY,
                possible="trace them in a row",
            ),
        )
    )
